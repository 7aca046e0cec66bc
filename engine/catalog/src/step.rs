//! A step of any game, for whoever does not know the game: who does it, and what it is in notation.

use crate::PlayError;
use kernel::{Notation, Seat, Step};
use std::{fmt, str::FromStr};

/// A step of any game. Whether there is such an action or outcome, only a table can say.
///
/// ```
/// use catalog::AnyStep;
/// let step: AnyStep = "seat 2: attack e1".parse()?;
/// assert_eq!(step, AnyStep::Act { seat: kernel::Seat::new(2), action: "attack e1".to_owned() });
/// assert_eq!(step.to_string(), "seat 2: attack e1");
/// assert_eq!(step.hidden(), "seat 2: (hidden)");
/// # Ok::<(), catalog::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyStep {
    /// A seat decides: `attack e1`.
    Act { seat: Seat, action: String },
    /// A card or die falls: `draw 8H`.
    Chance(String),
    /// Something is put right, or ordered beforehand: `e1.hp 3`.
    Set(String),
    /// A card is told by what is printed on it: `chump "Bog Thing" health 2 wound 1`.
    Card(String),
}

impl AnyStep {
    pub(crate) fn of<A: Notation, C: Notation>(step: Step<A, C>) -> AnyStep {
        match step {
            Step::Act { seat, action } => AnyStep::Act { seat, action: action.to_string() },
            Step::Chance(outcome) => AnyStep::Chance(outcome.to_string()),
        }
    }
    /// What it is in notation, without who does it.
    #[must_use]
    pub fn notation(&self) -> &str {
        match self {
            AnyStep::Act { action, .. } => action,
            AnyStep::Chance(outcome) => outcome,
            AnyStep::Set(text) | AnyStep::Card(text) => text,
        }
    }
    /// All that is told to those who may not know what it is.
    #[must_use]
    pub fn hidden(&self) -> String {
        match self {
            AnyStep::Act { seat, .. } => format!("{seat}: (hidden)"),
            AnyStep::Chance(_) => "chance: (hidden)".to_owned(),
            AnyStep::Set(_) => "set: (hidden)".to_owned(),
            AnyStep::Card(_) => "card: (hidden)".to_owned(),
        }
    }
}

/// As a line of a record.
impl fmt::Display for AnyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyStep::Act { seat, action } => write!(f, "{seat}: {action}"),
            AnyStep::Chance(outcome) => write!(f, "chance: {outcome}"),
            AnyStep::Set(text) => write!(f, "set: {text}"),
            AnyStep::Card(text) => write!(f, "card: {text}"),
        }
    }
}

/// Reads a line of a record. What people told fell like anything else.
impl FromStr for AnyStep {
    type Err = PlayError;
    fn from_str(line: &str) -> Result<AnyStep, PlayError> {
        let Some((who, what)) = line.split_once(':') else { return Ok(AnyStep::Chance(line.to_owned())) };
        let what = what.trim().to_owned();
        match who.trim() {
            "chance" | "told" => Ok(AnyStep::Chance(what)),
            "set" => Ok(AnyStep::Set(what)),
            "card" => Ok(AnyStep::Card(what)),
            who => match who.parse() {
                Ok(seat) => Ok(AnyStep::Act { seat, action: what }),
                Err(why) => {
                    let why: kernel::BadNotation = why;
                    Err(PlayError::NotAStep { line: line.to_owned(), why: why.to_string() })
                }
            },
        }
    }
}
