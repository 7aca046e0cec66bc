//! What the prompt keeps in files: saved games, and what one table gives out for another.

use super::{Prompt, fresh_seed};
use crate::{
    Error,
    cli::PlayArgs,
    read_handover, read_pack, read_saved,
    saves::{Found, Key, Saved},
    session::Session,
};
use catalog::{
    GameKind, Handover,
    handover::{self, What},
};
use kernel::Seat;
use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// What is known of the file this game is in.
#[derive(Default)]
pub(super) struct Kept {
    /// A person types here, who can be asked; a pipe cannot.
    pub asks: bool,
    /// The files this game has written itself.
    pub own: Vec<PathBuf>,
    /// The steps that were saved last.
    pub steps: Vec<String>,
    /// Whoever wants to leave has been told that steps would be lost.
    pub told: bool,
    /// Where the key of saved games is, if not where it belongs.
    pub key: Option<PathBuf>,
}

/// The table that somebody asks for: a saved one, one that takes in what another gave out, or a new one.
pub(super) fn open(args: &PlayArgs) -> Result<Session, Error> {
    if let Some(file) = &args.load {
        return resumed(file, args.files.key.as_deref(), args.content.as_deref());
    }
    let mut options = args.options.clone();
    if let Some(file) = &args.files.from {
        let wrong = |why| Error::Handover { file: file.clone(), why };
        options = read_handover(file)?.under(args.game, options).map_err(wrong)?;
    }
    let pack = read_pack(args.game, args.content.as_deref())?;
    match args.seed {
        Some(seed) => Session::new(args.game, options, &pack, seed),
        None => Ok(Session::new(args.game, options, &pack, fresh_seed())?.committed()),
    }
}

fn resumed(file: &Path, key: Option<&Path>, content: Option<&Path>) -> Result<Session, Error> {
    let saved = match read_saved(file)? {
        Found::Open(record) => Saved { record, people: None },
        Found::Sealed(sealed) => {
            let wrong = |why| Error::Save { file: file.to_owned(), why };
            sealed.resume(&Key::of(key)?).map_err(wrong)?
        }
    };
    let pack = read_pack(saved.record.game, content)?;
    Session::resume(saved, &pack, file, fresh_seed())
}

/// Nobody looks into a hand that was a bot's when the game was saved.
pub(super) fn may_sit(session: &Session, people: &[Seat], bots: &str) -> Result<(), Error> {
    let Some(sat) = session.sat.as_ref().filter(|_| session.record.game.info().secrets) else {
        return Ok(());
    };
    match people.iter().find(|seat| !sat.contains(seat)) {
        Some(seat) => Err(Error::NotTheirs { bots: bots.to_owned(), seat: *seat }),
        None => Ok(()),
    }
}

/// `party FILE` or only `FILE`: what is to be exported, and where to.
fn what_and_where(rest: &str) -> (Option<What>, &str) {
    let (word, file) = rest.split_once(' ').unwrap_or((rest, ""));
    match word.parse() {
        Ok(what) if !file.trim().is_empty() => (Some(what), file.trim()),
        Ok(_) | Err(_) => (None, rest),
    }
}

impl Prompt<'_> {
    /// `save FILE`, `save campaign FILE`.
    pub(super) fn save(&mut self, session: &Session, rest: &str, over: bool) -> Result<(), Error> {
        if let (Some(_), _) = what_and_where(rest) {
            return self.export(session, rest, over);
        }
        let text = match Key::of(self.kept.key.as_deref()).map_err(Error::from) {
            Ok(key) => session.text(&self.people, &key),
            Err(why) => Err(why),
        };
        let count = session.record.steps.len();
        match text {
            Ok(text) => {
                if self.write(rest, &text, ("save!", over), &format!("saved {count} steps to {rest}"))? {
                    self.kept.steps.clone_from(&session.record.steps);
                }
            }
            Err(why) => writeln!(self.out, "{why}; nothing was saved")?,
        }
        Ok(())
    }

    /// `export FILE`, `export party FILE`: what this table gives out for another.
    pub(super) fn export(&mut self, session: &Session, rest: &str, over: bool) -> Result<(), Error> {
        let (wanted, file) = what_and_where(rest);
        let Some(given) = given(session, wanted) else {
            return Ok(writeln!(self.out, "{}", none_given(session.record.game, wanted))?);
        };
        let how = format!(
            "the {} is in {file}; `understudy play {} --from {file}` goes on with it",
            given.what, given.game
        );
        self.write(file, &given.to_string(), ("export!", over), &how)?;
        Ok(())
    }

    /// Only what this game has written itself is written over without being told to. True if it was written.
    fn write(&mut self, file: &str, text: &str, (word, over): (&str, bool), done: &str) -> io::Result<bool> {
        let own = self.kept.own.iter().any(|own| own == Path::new(file));
        let opened = match over || own {
            true => File::create(file),
            false => File::create_new(file),
        };
        match opened.and_then(|mut opened| opened.write_all(text.as_bytes())) {
            Ok(()) => {
                if !own {
                    self.kept.own.push(file.into());
                }
                writeln!(self.out, "{done}")?;
                return Ok(true);
            }
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.out, "{file} is there already; `{word} {file}` writes over it")?;
            }
            Err(why) => writeln!(self.out, "{file}: {why}; nothing was saved")?,
        }
        Ok(false)
    }

    /// `anew NAME=VALUE ...`: a new table, with what this one gives out.
    pub(super) fn anew(&mut self, session: &mut Session, rest: &str) -> io::Result<bool> {
        let game = session.record.game;
        let Some(given) = given(session, None) else {
            writeln!(self.out, "{}", none_given(game, None))?;
            return Ok(false);
        };
        let mut wanted = vec![];
        for word in rest.split_whitespace() {
            match word.split_once('=') {
                Some((name, value)) => wanted.push((name.to_owned(), value.to_owned())),
                None => {
                    writeln!(self.out, "`{word}`: expected options such as NAME=VALUE")?;
                    return Ok(false);
                }
            }
        }
        let next = given.under(game, wanted).map_err(|why| why.to_string()).and_then(|options| {
            let next = Session::new(game, options, session.pack(), fresh_seed());
            next.map(Session::committed).map_err(|why| why.to_string())
        });
        match next {
            Ok(next) => {
                // Whoever comes sits at this screen; bots stay.
                self.people =
                    Seat::first(next.table.seats()).filter(|seat| !self.bots.contains(seat)).collect();
                self.at_screen = self.people.first().copied().filter(|_| self.people.len() == 1);
                self.kept.steps.clear();
                *session = next;
                writeln!(self.out, "a new record begins here")?;
                Ok(true)
            }
            Err(why) => {
                writeln!(self.out, "{why}")?;
                Ok(false)
            }
        }
    }

    /// Tells a person who leaves, once, that steps would be lost.
    pub(super) fn would_lose(&mut self, session: &Session) -> io::Result<bool> {
        let Kept { asks, told, ref steps, .. } = self.kept;
        let lost = session.record.steps != *steps;
        if !asks || told || !lost {
            return Ok(false);
        }
        self.kept.told = true;
        let count = session.record.steps.len();
        writeln!(
            self.out,
            "the {count} steps of this game are not saved: `save FILE` keeps them, `quit` leaves"
        )?;
        Ok(true)
    }

    pub(super) fn load(&mut self, session: &mut Session, file: &Path) -> io::Result<()> {
        let loaded = resumed(file, self.kept.key.as_deref(), self.content.as_deref());
        let bots: Vec<String> = self.bots.iter().map(|seat| seat.number().to_string()).collect();
        let loaded = loaded.and_then(|other| {
            let people: Vec<Seat> =
                Seat::first(other.table.seats()).filter(|seat| !self.bots.contains(seat)).collect();
            may_sit(&other, &people, &bots.join(",")).map(|()| other)
        });
        match loaded {
            Ok(other) => {
                *session = other;
                self.kept.steps.clone_from(&session.record.steps);
                writeln!(self.out, "{} steps played again", session.record.steps.len())
            }
            Err(why) => writeln!(self.out, "{why}; the game here goes on"),
        }
    }
}

fn given(session: &Session, wanted: Option<What>) -> Option<Handover> {
    let given = handover::given_out(&*session.table);
    given.filter(|given| wanted.is_none_or(|wanted| wanted == given.what))
}

fn none_given(game: GameKind, wanted: Option<What>) -> String {
    match (handover::kind(game), wanted) {
        (Some(what), None) => format!("there is no {what} to give out yet: there is {}", what.when()),
        (Some(what), Some(wanted)) if what == wanted => {
            format!("there is no {what} to give out yet: there is {}", what.when())
        }
        (Some(what), Some(wanted)) => format!("{game} gives out no {wanted}, but a {what}: {}", what.when()),
        (None, _) => format!("a table of {game} gives out nothing for another"),
    }
}
