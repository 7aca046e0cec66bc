//! What is stored of a match, its event log: one entry for each version, in postcard, with the commit it belongs to. The first
//! says how the match was made.

use super::tokens::TokenHash;
use crate::dice::Seed;
use bots::players::Agent;
use catalog::{AnyStep, GameKind};
use kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// One version of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    Made(Box<Made>),
    Act {
        at_ms: u64,
        seat: Seat,
        /// In notation, as `attack e1`.
        action: String,
        /// Set if a bot chose it: why.
        reason: Option<String>,
    },
    Chance {
        at_ms: u64,
        /// In notation, as `draw 8H`.
        outcome: String,
        /// People told it; it does not follow from the seed.
        told: bool,
    },
    /// Steps after this version no longer count.
    Undone {
        at_ms: u64,
        to: u64,
    },
    SeatChanged {
        at_ms: u64,
        seat: Seat,
        controller: Controller,
        token: Option<TokenHash>,
        /// The host did it, not whoever held the seat. Stored behind the entry: logs from before have no such field.
        #[serde(skip)]
        by_host: bool,
    },
    Closed {
        at_ms: u64,
    },
    /// Something was put right at a real table, or a standing order given.
    Set {
        at_ms: u64,
        /// As the game reads it: `a1.health 3`.
        text: String,
    },
    /// A card of people's own box was told by what is printed on it.
    Card {
        at_ms: u64,
        /// As the game writes it: `chump "Bog Thing" health 2`.
        text: String,
    },
}

/// What was agreed on before the first step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    pub at_ms: u64,
    pub game: String,
    pub options: Vec<(String, String)>,
    /// Fingerprint of the content.
    pub content: String,
    pub seed: Seed,
    pub chance: ChanceMode,
    pub undo: UndoPolicy,
    pub manners: Manners,
    pub turn_timeout_ms: Option<u64>,
    /// Only holders of a token may see it.
    pub private: bool,
    pub host: TokenHash,
    pub seats: Vec<(Controller, Option<TokenHash>)>,
    /// The maker chose the seed. Last: stores of older versions end before it.
    pub seed_chosen: bool,
}

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controller {
    Human {
        name: String,
    },
    /// As [`Agent`] writes itself.
    Bot {
        agent: String,
    },
}

impl Controller {
    /// The bot that plays it; `None` for a person.
    #[must_use]
    pub fn agent(&self) -> Option<Agent> {
        match self {
            Controller::Human { .. } => None,
            // Checked when it was made; whatever an older version knew better is played by a sound default.
            Controller::Bot { agent } => Some(agent.parse().unwrap_or(DEFAULT_AGENT)),
        }
    }
}

/// Who plays where nothing else is said, and for people who do not answer in time.
pub const DEFAULT_AGENT: Agent = Agent::Level(bots::levels::Level::Adept);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChanceMode {
    Server,
    /// People roll and draw, and tell.
    External,
    /// People roll and draw for these seats and for what is nobody's, and tell; the server does for the other seats.
    Seats(SeatSet),
}

impl ChanceMode {
    /// Does the server let fall what is due, which is this seat's or the whole table's?
    #[must_use]
    pub fn server_rolls(self, whose: Option<Seat>) -> bool {
        match self {
            ChanceMode::Server => true,
            ChanceMode::External => false,
            ChanceMode::Seats(own) => whose.is_some_and(|seat| !own.contains(seat)),
        }
    }
    /// Do people have cards or dice that the server cannot see?
    #[must_use]
    pub fn is_real(self) -> bool {
        match self {
            ChanceMode::Server => false,
            ChanceMode::External | ChanceMode::Seats(_) => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UndoPolicy {
    Nobody,
    OwnLast,
    Free,
}

/// When a bot acts where people may act as well, first come first served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manners {
    AtOnce,
    AfterPeople,
}

/// An entry as it lies in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    pub version: u64,
    /// Its commit: the version of the first entry that was stored together with it.
    pub commit: u64,
    pub entry: Entry,
}

/// What stands behind the entry of a seat that the host gave to somebody; behind others 0. Then follows the commit.
const BY_HOST: u8 = 1;

/// An entry that cannot be read: the store was written by a newer version, or is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {version} of the match cannot be read: {why}")]
pub struct BadEntry {
    pub version: u64,
    pub why: String,
}

impl Entry {
    #[must_use]
    pub fn at_ms(&self) -> u64 {
        match self {
            Entry::Made(made) => made.at_ms,
            Entry::Act { at_ms, .. }
            | Entry::Chance { at_ms, .. }
            | Entry::Undone { at_ms, .. }
            | Entry::SeatChanged { at_ms, .. }
            | Entry::Closed { at_ms }
            | Entry::Set { at_ms, .. }
            | Entry::Card { at_ms, .. } => *at_ms,
        }
    }
    /// The step of the game; `None` if nothing was played.
    #[must_use]
    pub fn step(&self) -> Option<AnyStep> {
        match self {
            Entry::Act { seat, action, .. } => Some(AnyStep::Act { seat: *seat, action: action.clone() }),
            Entry::Chance { outcome, .. } => Some(AnyStep::Chance(outcome.clone())),
            Entry::Set { text, .. } => Some(AnyStep::Set(text.clone())),
            Entry::Card { text, .. } => Some(AnyStep::Card(text.clone())),
            Entry::Made(_) | Entry::Undone { .. } | Entry::SeatChanged { .. } | Entry::Closed { .. } => None,
        }
    }
}

impl Logged {
    /// The entry for the store; `commit` is the version of the first that is stored with it.
    #[must_use]
    pub fn to_bytes(entry: &Entry, commit: u64) -> Vec<u8> {
        // Plain data into a vector: there is nothing that could fail.
        // Room for a step, so that it need not be moved while it grows.
        let mut bytes = postcard::to_extend(entry, Vec::with_capacity(64)).unwrap_or_default();
        let by_host = matches!(entry, Entry::SeatChanged { by_host: true, .. });
        bytes.push(if by_host { BY_HOST } else { 0 });
        postcard::to_extend(&commit, bytes).unwrap_or_default()
    }
    /// Entries that follow each other. Those of logs from before commits had numbers share their commit if they share
    /// their time: then no other entry had it.
    ///
    /// # Errors
    /// If the bytes of one are no entry.
    pub fn read(stored: &[(u64, Vec<u8>)]) -> Result<Vec<Logged>, BadEntry> {
        let mut all: Vec<Logged> = Vec::with_capacity(stored.len());
        for (version, bytes) in stored {
            let (entry, commit) = read(*version, bytes)?;
            let same_time = |last: &&Logged| last.entry.at_ms() == entry.at_ms();
            let guessed = || all.last().filter(same_time).map_or(*version, |last| last.commit);
            let commit = commit.unwrap_or_else(guessed);
            all.push(Logged { version: *version, commit, entry });
        }
        Ok(all)
    }
}

/// An entry and its commit, if it tells it.
fn read(version: u64, bytes: &[u8]) -> Result<(Entry, Option<u64>), BadEntry> {
    let bad = |why: postcard::Error| BadEntry { version, why: why.to_string() };
    let (mut entry, behind) = match postcard::take_from_bytes(bytes) {
        // How a match was made before `seed_chosen` was noted: false.
        Err(postcard::Error::DeserializeUnexpectedEnd) if version == 1 => {
            let longer = [bytes, &[0]].concat();
            (postcard::from_bytes(&longer).map_err(bad)?, &[][..])
        }
        taken => taken.map_err(bad)?,
    };
    let (mark, commit) = behind.split_first().map_or((0, &[][..]), |(mark, commit)| (*mark, commit));
    if let Entry::SeatChanged { by_host, .. } = &mut entry {
        *by_host = mark == BY_HOST;
    }
    let commit = if commit.is_empty() { None } else { Some(postcard::from_bytes(commit).map_err(bad)?) };
    Ok((entry, commit))
}

impl Made {
    /// The game, if this version knows it.
    #[must_use]
    pub fn game_kind(&self) -> Option<GameKind> {
        self.game.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_and_what_is_none_is_refused() {
        let entries = [
            Entry::Act { at_ms: 5, seat: Seat::new(2), action: "attack e1".into(), reason: None },
            Entry::Chance { at_ms: 6, outcome: "draw 8H".into(), told: true },
            Entry::Undone { at_ms: 7, to: 1 },
            Entry::Closed { at_ms: 8 },
        ];
        let seated = |by_host| Entry::SeatChanged {
            at_ms: 9,
            seat: Seat::new(1),
            controller: Controller::Human { name: "Ada".into() },
            token: None,
            by_host,
        };
        for entry in entries.into_iter().chain([seated(true), seated(false)]) {
            for commit in [1, 7, 1 << 40] {
                let bytes = Logged::to_bytes(&entry, commit);
                assert_eq!(read(1, &bytes), Ok((entry.clone(), Some(commit))));
            }
        }
        assert_eq!(read(3, &[99]).unwrap_err().version, 3);
    }

    #[test]
    fn entries_of_one_time_are_of_two_commits_if_they_say_so() {
        let entry = Entry::Closed { at_ms: 8 };
        let stored: Vec<_> =
            [1, 1, 3].into_iter().zip(1u64..).map(|(of, at)| (at, Logged::to_bytes(&entry, of))).collect();
        let commits = |all: Vec<Logged>| all.iter().map(|logged| logged.commit).collect::<Vec<_>>();
        assert_eq!(commits(Logged::read(&stored).unwrap()), [1, 1, 3]);
    }

    #[test]
    fn a_log_from_before_commits_had_numbers_is_still_read() {
        let old = |entry: &Entry| postcard::to_allocvec(entry).unwrap();
        let at = |at_ms| old(&Entry::Closed { at_ms });
        let seated = Entry::SeatChanged {
            at_ms: 9,
            seat: Seat::new(1),
            controller: Controller::Human { name: "Ada".into() },
            token: None,
            by_host: true,
        };
        let by_host = [old(&seated), vec![BY_HOST]].concat();
        let new = Logged::to_bytes(&Entry::Closed { at_ms: 9 }, 6);
        let stored: Vec<_> = (1u64..).zip([at(5), at(8), at(8), at(9), by_host, new]).collect();
        let read = Logged::read(&stored).unwrap();
        assert_eq!(read.iter().map(|logged| logged.commit).collect::<Vec<_>>(), [1, 2, 2, 4, 4, 6]);
        assert_eq!(read[4].entry, seated);
    }

    #[test]
    fn a_match_that_was_made_before_chosen_seeds_were_noted_is_still_read() {
        let made = Made {
            at_ms: 5,
            game: "para_roles".into(),
            options: vec![],
            content: String::new(),
            seed: Seed::of_number(7),
            chance: ChanceMode::Server,
            undo: UndoPolicy::Free,
            manners: Manners::AtOnce,
            turn_timeout_ms: None,
            private: true,
            host: TokenHash::of(&crate::server::auth::Token::new("host".to_owned())),
            seats: vec![(Controller::Human { name: "Ada".into() }, None)],
            seed_chosen: false,
        };
        let bytes = postcard::to_allocvec(&Entry::Made(Box::new(made.clone()))).unwrap();
        let (last, before) = bytes.split_last().unwrap();
        assert_eq!((*last, read(1, before)), (0, Ok((Entry::Made(Box::new(made)), None))));
        assert!(read(1, &before[..before.len() - 1]).is_err(), "but nothing else is made up");
    }
}
