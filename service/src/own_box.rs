//! A player's own cards: those of a box that are not in ours, told by what is printed on them and kept in a file for each
//! game, a line a card.

use crate::{Error, cli::BoxArgs, fallen};
use catalog::{AnyTable, GameKind};
use kernel::{
    names,
    printed::{self, Kind, Printed},
};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The cards of one game, and where they are kept.
pub struct OwnBox {
    game: GameKind,
    /// `None` if nobody said where, and this machine has no place for it.
    file: Option<PathBuf>,
    cards: Vec<Printed>,
}

impl OwnBox {
    /// Those in this folder, or where such files lie on this machine. None if there is no file yet.
    ///
    /// # Errors
    /// If the file cannot be read, or a line of it is no card.
    pub fn open(game: GameKind, folder: Option<&Path>) -> Result<OwnBox, Error> {
        let folder = folder.map(Path::to_owned).or_else(usual_folder);
        let file = folder.map(|folder| folder.join(format!("{game}.box")));
        let mut own = OwnBox { game, file, cards: vec![] };
        let Some(file) = own.file.clone().filter(|_| !own.kinds().is_empty()) else { return Ok(own) };
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(own),
            Err(why) => return Err(Error::File { file, why }),
        };
        for (n, line) in text.lines().enumerate().filter(|(_, line)| is_card(line)) {
            let wrong = |why| Error::Box { file: file.clone(), why: format!("line {}: {why}", n + 1) };
            own.cards.push(printed::read(own.kinds(), line).map_err(wrong)?);
        }
        Ok(own)
    }
    fn kinds(&self) -> &'static [Kind] {
        self.game.kinds()
    }
    /// How a card is told.
    #[must_use]
    pub fn help(&self) -> String {
        printed::help(self.kinds()).trim_end().to_owned() + "\n"
    }
    fn place(&self, name: &str) -> Option<usize> {
        names::meant(name, self.cards.iter().map(Printed::name))
    }
    /// A card as it is told: what was typed if that is one, or the one of this name.
    ///
    /// # Errors
    /// If it is neither.
    pub fn told(&self, what: &str) -> Result<String, String> {
        if let Some(card) = self.place(what).and_then(|at| self.cards.get(at)) {
            return Ok(card.to_string());
        }
        printed::read(self.kinds(), what).map(|card| card.to_string())
    }
    /// The card that is meant at a table and not known there, and its name: told whole, or one that is kept here.
    #[must_use]
    pub fn meant(&self, typed: &str, table: &dyn AnyTable) -> Option<(String, String)> {
        if printed::begins(self.kinds(), typed) {
            // What is wrong with it the table says.
            let name = printed::read(self.kinds(), typed).map(|card| card.name().to_owned());
            return Some((typed.to_owned(), name.unwrap_or_default()));
        }
        let card = self.place(typed).and_then(|at| self.cards.get(at))?;
        let written = card.to_string();
        (!table.told().contains(&written)).then(|| (written, card.name().to_owned()))
    }
    /// Why what was typed cannot have come, and that cards that are not here can be told.
    #[must_use]
    pub fn refusal(&self, typed: &str, table: &dyn AnyTable) -> String {
        let why = fallen::refusal(typed, table);
        let card = typed.chars().filter(|c| c.is_alphabetic()).count() > 2;
        match self.kinds().first().filter(|_| card) {
            Some(kind) => format!(
                "{why}\n  a card of your own that is not here is told by what is printed on it, such as {} (`card ?` says more)",
                kind.example
            ),
            None => why,
        }
    }
    /// Keeps a card; one of its name is replaced.
    ///
    /// # Errors
    /// If it is none, or the file cannot be written.
    pub fn keep(&mut self, card: &str) -> Result<(), Error> {
        let card = printed::read(self.kinds(), card).map_err(Error::NoCard)?;
        let same = |other: &Printed| names::plain(other.name()) == names::plain(card.name());
        match self.cards.iter_mut().find(|other| same(other)) {
            Some(other) if *other == card => return Ok(()),
            Some(other) => *other = card,
            None => self.cards.push(card),
        }
        self.write()
    }
    /// Forgets the card of this name; gives it back.
    ///
    /// # Errors
    /// If there is none, or the file cannot be written.
    pub fn remove(&mut self, name: &str) -> Result<Printed, Error> {
        let at = self.place(name).ok_or_else(|| Error::NoCard(self.none(name)))?;
        let card = self.cards.remove(at);
        self.write()?;
        Ok(card)
    }
    fn none(&self, name: &str) -> String {
        let all: Vec<&str> = self.cards.iter().map(Printed::name).collect();
        let there = if all.is_empty() {
            "there are none".to_owned()
        } else {
            format!("there are: {}", all.join(", "))
        };
        format!("`{}` is none of your cards of {}; {there}", names::short(name), self.game)
    }
    fn write(&self) -> Result<(), Error> {
        let Some(file) = self.file.clone() else { return Ok(()) };
        let lines: String = self.cards.iter().map(|card| format!("{card}\n")).collect();
        let text = format!(
            "# Cards of your own for `understudy play {0}`: see `understudy box {0}`.\n{lines}",
            self.game
        );
        let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        // Beside it and then in its place: whoever is interrupted keeps the old ones.
        let new = file.with_extension("box.new");
        let written =
            made.and_then(|()| std::fs::write(&new, text)).and_then(|()| std::fs::rename(&new, &file));
        written.map_err(|why| Error::File { file, why })
    }
}

fn is_card(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// Where programs keep what belongs to a person, if this machine says it.
fn usual_folder() -> Option<PathBuf> {
    let path = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let folder = path("XDG_DATA_HOME").or_else(|| path("APPDATA"));
    let folder = folder.or_else(|| Some(path("HOME")?.join(".local").join("share")));
    Some(folder?.join("understudy"))
}

/// The command: lists, shows, adds and removes cards.
///
/// # Errors
/// If there is no such card, or the file cannot be read or written.
pub fn run(out: &mut dyn Write, args: &BoxArgs) -> Result<(), Error> {
    let mut own = OwnBox::open(args.game, args.own_box.as_deref())?;
    let (word, rest) =
        args.what.split_first().map_or(("list", &[][..]), |(word, rest)| (word.as_str(), rest));
    let rest = rest.join(" ");
    match word {
        "list" => {
            own.cards.iter().try_for_each(|card| writeln!(out, "{card}"))?;
            if own.cards.is_empty() {
                writeln!(out, "no cards of your own yet")?;
            }
            writeln!(out, "\nA card is told like this:")?;
            write!(out, "{}", own.help())?;
        }
        "show" => {
            let card = own.place(&rest).and_then(|at| own.cards.get(at));
            writeln!(out, "{}", card.ok_or_else(|| Error::NoCard(own.none(&rest)))?)?;
        }
        "add" => {
            let card = printed::read(own.kinds(), &rest).map_err(Error::NoCard)?.to_string();
            own.keep(&card)?;
            writeln!(out, "kept: {card}")?;
        }
        "remove" => writeln!(out, "removed: {}", own.remove(&rest)?)?,
        other => {
            let why = format!("`{other}`: expected list, add, show or remove");
            return Err(Error::NoCard(why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOG: &str = "chump \"Bog Thing\" health 2";

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("understudy-box-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn said(folder: &Path, what: &[&str]) -> Result<String, String> {
        let mut out = vec![];
        let what = what.iter().map(|word| (*word).to_owned()).collect();
        let args = BoxArgs { game: GameKind::MinionsOfMordak, what, own_box: Some(folder.to_owned()) };
        run(&mut out, &args).map_err(|why| why.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn cards_are_added_listed_shown_and_removed() {
        let folder = folder("kept");
        assert!(said(&folder, &[]).unwrap().starts_with("no cards of your own yet"));
        assert_eq!(
            said(&folder, &["add", "a Chump: \"Bog Thing\", 2 Health"]).unwrap(),
            format!("kept: {BOG}\n")
        );
        assert!(said(&folder, &["add", "elite", "\"Fen Lord\"", "health", "5"]).is_ok());
        assert!(
            said(&folder, &["list"]).unwrap().starts_with(&format!("{BOG}\nelite \"Fen Lord\" health 5\n"))
        );
        assert_eq!(said(&folder, &["show", "BOG-THNIG"]).unwrap(), format!("{BOG}\n"));
        assert_eq!(
            said(&folder, &["add", "chump \"bog thing\" health 3"]).unwrap(),
            "kept: chump \"bog thing\" health 3\n"
        );
        assert_eq!(
            said(&folder, &["show", "bog thing"]).unwrap(),
            "chump \"bog thing\" health 3\n",
            "replaced"
        );
        assert!(said(&folder, &["remove", "bog thing"]).is_ok());
        let why = said(&folder, &["show", "bog thing"]).unwrap_err();
        assert_eq!(why, "`bog thing` is none of your cards of minions_of_mordak; there are: Fen Lord");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_no_card_is_not_kept_and_a_broken_file_is_named() {
        let folder = folder("broken");
        for what in [&["add", "chump health 2"][..], &["add"], &["add", "chump \"X\" health 99"], &["burn"]] {
            assert!(said(&folder, what).is_err(), "{what:?}");
        }
        assert!(!folder.exists());
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("minions_of_mordak.box"), format!("# mine\n{BOG}\nnonsense\n")).unwrap();
        let why = said(&folder, &[]).unwrap_err();
        assert!(why.contains("minions_of_mordak.box: line 3: `nonsense` has no name in quotes"), "{why}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
