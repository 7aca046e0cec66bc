//! What a table agrees on before the game: seats, boxes in use, and the readings of unclear rules.

use kernel::{BadNotation, words};
use std::str::FromStr;

words! {
    /// How class colours are found: a token drawn by each, or any free class chosen in reverse order.
    pub enum ClassPick as "class_pick" { RandomToken = "random_token", ReverseDraft = "reverse_draft" }
}

words! {
    /// How much of a real table is told: all of it, or, alone, only what the enemy dice need.
    pub enum Track as "track" { Whole = "whole", Minimal = "minimal" }
}

/// What was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 1 is the solitaire game.
    pub seats: u8,
    pub monsters_and_minions: bool,
    /// After an INT action the player keeps the old or the new number.
    pub int_keep_either: bool,
    /// A WIS action may also move diagonally.
    pub wis_diagonal: bool,
    /// The Market deck is shuffled without regard to dots.
    pub market_ignore_dots: bool,
    pub class_pick: ClassPick,
    /// The last round still refreshes a Skill.
    pub final_cleanup_refresh: bool,
    pub track: Track,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seats: 2,
            monsters_and_minions: false,
            int_keep_either: true,
            wis_diagonal: false,
            market_ignore_dots: false,
            class_pick: ClassPick::RandomToken,
            final_cleanup_refresh: true,
            track: Track::Whole,
        }
    }
}

/// An option that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    #[error("there is no option `{name}`; there are: {}", Options::NAMES.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", "))]
    Unknown { name: String },
    #[error("option {name}: `{found}` is not possible; expected {expected}")]
    Value { name: &'static str, found: String, expected: String },
}

pub(crate) fn bad(name: &'static str, found: impl ToString, expected: impl ToString) -> BadOption {
    BadOption::Value { name, found: found.to_string(), expected: expected.to_string() }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only operands are read here")]
fn word<T: FromStr<Err = BadNotation>>(name: &'static str, value: &str) -> Result<T, BadOption> {
    value.parse().map_err(|e| match e {
        BadNotation::Operand { expected, .. } => bad(name, value, expected),
        other => bad(name, value, other),
    })
}

fn yes(name: &'static str, value: &str) -> Result<bool, BadOption> {
    value.parse().map_err(|_| bad(name, value, "true or false"))
}

impl Options {
    /// All options with what they mean.
    pub const NAMES: [(&'static str, &'static str); 8] = [
        ("seats", "1 (the solitaire game) to 4 players, or 5 with monsters_and_minions"),
        ("monsters_and_minions", "true: the cards and dice of that box are in the game"),
        (
            "int_keep_either",
            "true: after an INT reroll the old or the new number is kept; false: the new one stands",
        ),
        ("wis_diagonal", "true: the WIS action may move the Alignment token diagonally"),
        ("market_ignore_dots", "true: the Market deck is shuffled without regard to dots"),
        (
            "class_pick",
            "random_token (each draws a class colour), or reverse_draft (any free class, last player first)",
        ),
        ("final_cleanup_refresh", "true: the last round still refreshes a Skill"),
        (
            "track",
            "whole (every card and die), or minimal (the solitaire game at a real table: only the enemy dice)",
        ),
    ];

    /// Sets one option by name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        match name {
            "seats" => {
                let read = value.parse().ok().filter(|n| (1..=5).contains(n));
                self.seats = read.ok_or_else(|| bad("seats", value, "1 to 5"))?;
            }
            "monsters_and_minions" => self.monsters_and_minions = yes("monsters_and_minions", value)?,
            "int_keep_either" => self.int_keep_either = yes("int_keep_either", value)?,
            "wis_diagonal" => self.wis_diagonal = yes("wis_diagonal", value)?,
            "market_ignore_dots" => self.market_ignore_dots = yes("market_ignore_dots", value)?,
            "class_pick" => self.class_pick = word("class_pick", value)?,
            "final_cleanup_refresh" => self.final_cleanup_refresh = yes("final_cleanup_refresh", value)?,
            "track" => self.track = word("track", value)?,
            other => return Err(BadOption::Unknown { name: other.to_owned() }),
        }
        Ok(())
    }

    /// Options as chance would have them, for random games.
    pub fn any<R: rand::Rng + ?Sized>(rng: &mut R) -> Options {
        let mut yes = |of: u32| kernel::below(rng, of) == 0;
        let (mm, keep, diagonal, dots) = (yes(2), !yes(4), yes(4), yes(4));
        let (draft, refresh, minimal) = (yes(4), !yes(4), yes(4));
        let seats = kernel::below(rng, if mm { 5 } else { 4 }) as u8 + 1;
        Options {
            seats,
            monsters_and_minions: mm,
            int_keep_either: keep,
            wis_diagonal: diagonal,
            market_ignore_dots: dots,
            class_pick: if draft { ClassPick::ReverseDraft } else { ClassPick::RandomToken },
            final_cleanup_refresh: refresh,
            track: if minimal && seats == 1 { Track::Minimal } else { Track::Whole },
        }
    }

    /// The value of an option as text that [`Options::set`] takes.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        Some(match name {
            "seats" => self.seats.to_string(),
            "monsters_and_minions" => self.monsters_and_minions.to_string(),
            "int_keep_either" => self.int_keep_either.to_string(),
            "wis_diagonal" => self.wis_diagonal.to_string(),
            "market_ignore_dots" => self.market_ignore_dots.to_string(),
            "class_pick" => self.class_pick.to_string(),
            "final_cleanup_refresh" => self.final_cleanup_refresh.to_string(),
            "track" => self.track.to_string(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_and_bad_ones_say_what_is_possible() {
        let mut options = Options { seats: 5, monsters_and_minions: true, ..Options::default() };
        for (name, _) in Options::NAMES {
            let value = options.get(name).expect("every name has a value");
            assert_eq!(options.set(name, &value), Ok(()));
            let refused = options.set(name, "purple").expect_err("no option is purple");
            assert!(refused.to_string().contains(name), "{refused}");
        }
        assert!(options.set("colour", "red").expect_err("no such option").to_string().contains("class_pick"));
    }
}
