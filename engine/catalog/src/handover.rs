//! What one table gives out for another, as a document of text: a campaign between two adventures, a party between two
//! campaigns, heroes of Roll Player on their way to Adventures.
//!
//! ```text
//! understudy handover 1
//! campaign
//! game adventures
//! option seats 2
//! option saved xp:3;gold:5;...
//! ```
//!
//! It says nothing but options, so the table that takes it in checks it like any other wish; here only such options pass as
//! a table gives out.

use crate::{AnyTable, GameKind, export};
use adventures::options::Scope;
use kernel::Table;
use std::{fmt, str::FromStr};

const TITLE: &str = "understudy handover 1";
/// Longer than any party, far shorter than what would cost anybody time.
pub const LENGTH_MAX: usize = 64 << 10;

kernel::words! {
    /// What is handed over.
    pub enum What as "handover" { Campaign = "campaign", Party = "party", Heroes = "heroes" }
}

impl What {
    /// The options that may stand in such a document.
    const fn options(self) -> &'static [&'static str] {
        match self {
            What::Campaign => &["seats", "scope", "reader", "party", "saved"],
            What::Party => &["party"],
            What::Heroes => &["seats", "import0", "import1", "import2", "import3"],
        }
    }
    /// The game whose tables give it out.
    const fn given_by(self) -> GameKind {
        match self {
            What::Campaign => GameKind::Adventures,
            What::Party => GameKind::ParaRoles,
            What::Heroes => GameKind::FiendsAndFamiliars,
        }
    }
    /// When a table gives it out.
    #[must_use]
    pub const fn when(self) -> &'static str {
        match self {
            What::Campaign => "between two adventures and when a campaign is over",
            What::Party => "when a campaign is over and somebody lives",
            What::Heroes => "when the game is over",
        }
    }
}

/// What one table gives out for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    pub what: What,
    /// The game that takes it in.
    pub game: GameKind,
    pub options: Vec<(String, String)>,
}

/// A text that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHandover {
    #[error(
        "line 1: this is nothing that a table gave out for another; its first line should be `{TITLE}`{}",
        if *.record { ", but this is a record: `--load` goes on with it" } else { "" }
    )]
    Title { record: bool },
    #[error("line {line}: `{found}`; expected {expected}")]
    Line { line: usize, found: String, expected: String },
    #[error("it ends before it says {0}")]
    Missing(&'static str),
    #[error("it is of {found} bytes; at most {LENGTH_MAX}")]
    Length { found: usize },
    #[error("it is for {found}, not for {wanted}")]
    Game { found: GameKind, wanted: GameKind },
}

impl Handover {
    /// The options of a table that takes it in: those it says, under those that somebody wants besides.
    ///
    /// # Errors
    /// If it is for another game.
    pub fn under(
        self,
        game: GameKind,
        wanted: Vec<(String, String)>,
    ) -> Result<Vec<(String, String)>, BadHandover> {
        if self.game != game {
            return Err(BadHandover::Game { found: self.game, wanted: game });
        }
        let kept = self.options.into_iter().filter(|(name, _)| wanted.iter().all(|(other, _)| other != name));
        let mut all: Vec<_> = kept.collect();
        all.extend(wanted);
        Ok(all)
    }
}

/// What this table gives out now; `None` if nothing.
#[must_use]
pub fn given_out(table: &dyn AnyTable) -> Option<Handover> {
    let table = table.as_any();
    if let Some(table) = table.downcast_ref::<Table<crate::Adventures>>() {
        return campaign(table);
    }
    if let Some(table) = table.downcast_ref::<Table<crate::ParaRoles>>() {
        let party = para_roles::party::Party::of(table.state())?;
        let options = vec![("party".to_owned(), party.to_string())];
        return Some(Handover { what: What::Party, game: GameKind::ParaRoles, options });
    }
    let table = table.downcast_ref::<Table<crate::FiendsAndFamiliars>>()?;
    heroes(table)
}

/// What tables of this game give out at times.
#[must_use]
pub fn kind(game: GameKind) -> Option<What> {
    What::ALL.iter().copied().find(|what| what.given_by() == game)
}

fn campaign(table: &Table<crate::Adventures>) -> Option<Handover> {
    let (game, agreed) = (table.game(), &table.game().options);
    let saved = adventures::saved::Saved::at_break(game, table.state())?;
    let mut options = vec![("seats".to_owned(), agreed.seats.to_string())];
    let mut keep = |name: &str| options.push((name.to_owned(), agreed.get(name).unwrap_or_default()));
    if agreed.scope == Scope::Table {
        keep("scope");
        keep("reader");
    }
    // Of what was agreed on for each adventure, what is still to come.
    let before = game.plan.saved.as_ref().map_or(0, |saved| saved.played);
    let done = usize::from(saved.played.saturating_sub(before));
    let party = agreed.get("party").filter(|_| !agreed.party.is_empty()).unwrap_or_default();
    let later: Vec<&str> = party.split(',').skip(done).filter(|who| !who.is_empty()).collect();
    if !later.is_empty() {
        options.push(("party".to_owned(), later.join(",")));
    }
    options.push(("saved".to_owned(), saved.write()));
    Some(Handover { what: What::Campaign, game: GameKind::Adventures, options })
}

fn heroes(table: &Table<crate::FiendsAndFamiliars>) -> Option<Handover> {
    let mut options = export::heroes(table);
    if options.is_empty() {
        return None;
    }
    options.insert(0, ("seats".to_owned(), options.len().to_string()));
    Some(Handover { what: What::Heroes, game: GameKind::Adventures, options })
}

impl fmt::Display for Handover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "{}", self.what)?;
        writeln!(f, "game {}", self.game)?;
        self.options.iter().try_for_each(|(name, value)| writeln!(f, "option {name} {value}"))
    }
}

impl FromStr for Handover {
    type Err = BadHandover;
    fn from_str(text: &str) -> Result<Handover, BadHandover> {
        if text.len() > LENGTH_MAX {
            return Err(BadHandover::Length { found: text.len() });
        }
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        match lines.next() {
            Some((_, TITLE)) => {}
            first => {
                let record = first.is_some_and(|(_, line)| line.starts_with("understudy record"));
                return Err(BadHandover::Title { record });
            }
        }
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let bad = |line, found: &str, expected: String| {
            let found = found.chars().take(80).collect();
            BadHandover::Line { line, found, expected }
        };
        let (line, word) = lines.next().ok_or(BadHandover::Missing("what it is"))?;
        let what: What =
            word.parse().map_err(|_| bad(line, word, format!("one of {}", What::WORDS.join(", "))))?;
        let (line, words) = lines.next().ok_or(BadHandover::Missing("for which game it is"))?;
        let game = words.strip_prefix("game ").and_then(|name| name.trim().parse().ok());
        let game = game.ok_or_else(|| bad(line, words, "a game such as `game adventures`".to_owned()))?;
        let mut options: Vec<(String, String)> = vec![];
        for (line, words) in lines {
            let option = words.strip_prefix("option ").and_then(|option| option.split_once(' '));
            let known = what.options();
            let fits = |name: &str| known.contains(&name) && options.iter().all(|(other, _)| other != name);
            match option {
                Some((name, value)) if fits(name) => options.push((name.to_owned(), value.trim().to_owned())),
                Some(_) | None => {
                    let expected = format!("`option NAME VALUE`, each once, of {}", known.join(", "));
                    return Err(bad(line, words, expected));
                }
            }
        }
        if options.is_empty() {
            return Err(BadHandover::Missing("what is handed over"));
        }
        Ok(Handover { what, game, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PackFiles;
    use kernel::{Turn, below};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Plays at random until the table gives something out.
    fn played(game: GameKind, options: &[(&str, &str)], seed: u64) -> Option<Handover> {
        let options: Vec<_> =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut table = game.table(&options, &PackFiles::default()).expect("options that fit");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            if let Some(given) = given_out(&*table) {
                return Some(given);
            }
            let step = match table.turn() {
                Turn::Over => return None,
                Turn::Chance => table.sample(&mut rng)?,
                Turn::Each(seats) | Turn::Any(seats) => {
                    table.random_action(seats.pick(&mut rng)?, &mut rng)?
                }
            };
            table.play(&step).expect("random play is legal");
        }
    }

    /// One of each kind.
    fn all() -> Vec<Handover> {
        let party = (0..).find_map(|seed| {
            let options = [("campaign", "walk_in_the_woods"), ("stats", "insane")];
            played(GameKind::ParaRoles, &options, seed)
        });
        let campaign = played(GameKind::Adventures, &[("seats", "2"), ("mode", "normal")], 1);
        let heroes = (0..).find_map(|seed| played(GameKind::FiendsAndFamiliars, &[("seats", "3")], seed));
        [party, campaign, heroes].map(|given| given.expect("random games get there")).to_vec()
    }

    #[test]
    fn what_is_given_out_reads_back_and_is_taken_in() {
        for given in all() {
            let text = given.to_string();
            assert_eq!(text.parse(), Ok(given.clone()), "{text}");
            let options = given.clone().under(given.game, vec![]).expect("its own game");
            let table = given.game.table(&options, &PackFiles::default());
            assert!(table.is_ok(), "{text}{:?}", table.err());
            let other = GameKind::FriendsAndFoes;
            let why = given.clone().under(other, vec![]).expect_err("another game").to_string();
            assert_eq!(why, format!("it is for {}, not for friends_and_foes", given.game));
        }
    }

    #[test]
    fn what_somebody_wants_besides_is_stronger() {
        let given = all().into_iter().find(|given| given.what == What::Campaign).expect("a campaign");
        let wanted = vec![("seats".to_owned(), "3".to_owned())];
        let options = given.under(GameKind::Adventures, wanted).expect("its game");
        assert_eq!(options.iter().filter(|(name, _)| name == "seats").count(), 1);
        assert_eq!(options.iter().find(|(name, _)| name == "seats").map(|(_, v)| v.as_str()), Some("3"));
    }

    #[test]
    fn what_is_none_is_refused_with_the_line_and_what_was_expected() {
        let why = |text: &str| text.parse::<Handover>().expect_err(text).to_string();
        assert!(why("").contains("first line should be `understudy handover 1`"));
        assert!(why("understudy record 1\n").contains("this is a record: `--load` goes on with it"));
        assert!(
            why("understudy handover 1\nfriends\n").contains("line 2: `friends`; expected one of campaign")
        );
        assert!(why("understudy handover 1\nparty\ngame chess\n").contains("line 3: `game chess`"));
        assert!(why("understudy handover 1\nparty\ngame para_roles\n").contains("what is handed over"));
        let cheat = "understudy handover 1\nparty\ngame para_roles\noption stats insane\n";
        assert!(
            why(cheat).contains("`option stats insane`; expected `option NAME VALUE`, each once, of party")
        );
        assert!(why(&"x".repeat(LENGTH_MAX + 1)).contains("at most"));
    }

    #[test]
    fn a_running_campaign_gives_nothing_out() {
        for game in GameKind::ALL {
            let table = game.table(&[], &PackFiles::default()).expect("the defaults");
            assert_eq!(given_out(&*table), None, "{game}");
        }
    }

    #[test]
    fn whatever_is_read_is_refused_or_can_be_laid_out() {
        let texts: Vec<String> = all().iter().map(Handover::to_string).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let (mut refused, mut read) = (0, 0);
        for n in 0..3_000 {
            let mut text: Vec<char> = texts[n % texts.len()].chars().collect();
            for _ in 0..=below(&mut rng, 3) {
                let at = below(&mut rng, text.len() as u32) as usize;
                let any = char::from(below(&mut rng, 128) as u8);
                match below(&mut rng, 3) {
                    0 => text[at] = any,
                    1 => drop(text.remove(at)),
                    _ => text.insert(at, any),
                }
            }
            let text: String = text.into_iter().collect();
            let Ok(given) = text.parse::<Handover>() else {
                refused += 1;
                continue;
            };
            let game = given.game;
            let options = given.under(game, vec![]).expect("its own game");
            // Refused or laid out, never a panic.
            match game.table(&options, &PackFiles::default()) {
                Ok(table) => assert!(table.seats() > 0),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
            read += 1;
        }
        assert!(refused > 100 && read > 1_000, "{refused} refused, {read} read");
    }
}
