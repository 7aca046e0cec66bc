//! The story: one line for each thing that happens, and what each seat may read of it.

use crate::ids::SpellId;
use kernel::{Seat, SeatSet, Story};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// What everybody sees.
    Told(String),
    /// A Spell comes into a hand: its kind is for those who see it.
    Draws {
        who: String,
        spell: Option<(SpellId, String)>,
        deck: &'static str,
        seen: SeatSet,
    },
    Steals {
        who: String,
        from: String,
        spell: Option<String>,
        seen: SeatSet,
    },
    /// Something was put right at the table; what a hand holds is for its player.
    Corrected {
        name: String,
        value: Option<String>,
        seen: SeatSet,
    },
    /// A seat gives itself a standing order. Nobody else knows that anything happened.
    Ordered {
        seat: Seat,
        order: String,
    },
}

impl Story for Event {
    fn seen_by(&self, seat: Seat) -> Option<Event> {
        Some(match self {
            Event::Draws { who, deck, seen, .. } if !seen.contains(seat) => {
                Event::Draws { who: who.clone(), spell: None, deck, seen: *seen }
            }
            Event::Steals { who, from, seen, .. } if !seen.contains(seat) => {
                Event::Steals { who: who.clone(), from: from.clone(), spell: None, seen: *seen }
            }
            Event::Corrected { name, seen, .. } if !seen.contains(seat) => {
                Event::Corrected { name: name.clone(), value: None, seen: *seen }
            }
            Event::Ordered { seat: own, .. } if *own != seat => return None,
            Event::Told(_)
            | Event::Draws { .. }
            | Event::Steals { .. }
            | Event::Corrected { .. }
            | Event::Ordered { .. } => self.clone(),
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Told(line) => f.write_str(line),
            Event::Corrected { name, value: Some(value), .. } => {
                write!(f, "put right at the table: {name} is {value}")
            }
            Event::Corrected { name, value: None, .. } => write!(f, "put right at the table: {name}"),
            Event::Ordered { order, .. } => f.write_str(order),
            Event::Draws { who, spell: Some((_, name)), .. } => write!(f, "{who} draws {name}"),
            Event::Draws { who, spell: None, deck, .. } => {
                write!(f, "{who} draws a Spell of the {deck} deck")
            }
            Event::Steals { who, from, spell: Some(name), .. } => write!(f, "{who} takes {name} from {from}"),
            Event::Steals { who, from, spell: None, .. } => write!(f, "{who} takes a Spell from {from}"),
        }
    }
}
