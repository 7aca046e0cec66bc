//! The solitaire game at a real table, of which only the enemy dice are tracked: a person tells which Initiative card was
//! taken and which slots of the Market are empty, hears what to do with cards and Minions, and at the end what the hero
//! came to. Specification, part 8.1.
//!
//! It is a small game of its own: [`rounds`] and [`ending`] are its rules, [`legal`] what may be told, [`labels`] its words.
//! With the whole game it shares what an enemy die does (`rules/solitaire.rs`) and the ranks.

mod ending;
pub mod labels;
mod legal;
mod rounds;

pub use ending::{Fought, Part, Sum};
pub use legal::legal;

use crate::{
    Play,
    frame::{Asks, Next, stray, then, wait},
    sets::SlotSet,
    words::{InitiativeId, SPACES, SlotId},
};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// The one hero.
const HERO: Seat = Seat::new(0);
/// Slots of the Market row.
const SLOTS: u8 = 4;

/// Why nothing can be put right.
pub const UNCORRECTED: &str =
    "only the enemy dice are tracked here: there is nothing to put right but by `undo`";

/// What is kept of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ledger {
    /// Market slots with a card in them.
    pub row: SlotSet,
    /// Cards put on either pile since the game began, those of the set-up among them.
    pub discarded: u8,
    pub trashed: u8,
    /// Minions that enemy dice put under their deck.
    pub cycled: u8,
    /// Dice on the sheet.
    pub dice: u8,
}

/// What goes on at such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// The table is being laid out.
    Layout,
    Select(Ledger),
    /// The enemy dice have fallen.
    Deeds(Ledger),
    Market(Ledger),
    /// The Market is filled again: did the Call to Adventure come?
    Refill(Ledger),
    Monster {
        part: Fought,
        strength: u8,
        sum: Sum,
    },
    Stars {
        part: Part,
        sum: Sum,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Deeds(ledger) => rounds::deeds(p, ledger),
        Frame::Layout
        | Frame::Select(_)
        | Frame::Market(_)
        | Frame::Refill(_)
        | Frame::Monster { .. }
        | Frame::Stars { .. } => wait(frame),
    }
}

/// All but one wait for the hero.
#[must_use]
#[inline]
pub const fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Deeds(_) => Asks::Nobody,
        Frame::Layout
        | Frame::Select(_)
        | Frame::Market(_)
        | Frame::Refill(_)
        | Frame::Monster { .. }
        | Frame::Stars { .. } => Asks::Seat(HERO),
    }
}

/// Are these numbers that such a table can come to?
#[must_use]
pub fn is_sound(frame: Frame) -> bool {
    match frame {
        Frame::Layout => true,
        Frame::Select(ledger) | Frame::Deeds(ledger) | Frame::Market(ledger) | Frame::Refill(ledger) => {
            ledger.row.minus(rounds::full()).is_empty() && usize::from(ledger.dice) <= SPACES
        }
        Frame::Monster { sum, .. } | Frame::Stars { sum, .. } => sum.get().unsigned_abs() <= 1_000,
    }
}

/// The table is laid out, the Market turn is over, or the Call to Adventure did not come.
pub fn done(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Layout => rounds::first_round(p),
        Frame::Market(ledger) => rounds::market_end(p, ledger),
        Frame::Refill(ledger) => rounds::new_round(p, ledger),
        Frame::Select(_) | Frame::Deeds(_) | Frame::Monster { .. } | Frame::Stars { .. } => stray(frame),
    }
}

/// There is no level above, or the stars are counted part by part.
pub fn skipped(_: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Monster { .. } => ending::first_stars(),
        Frame::Stars { part: Part::Total, .. } => ending::stars(Part::Goals, 0),
        Frame::Layout
        | Frame::Select(_)
        | Frame::Deeds(_)
        | Frame::Market(_)
        | Frame::Refill(_)
        | Frame::Stars { .. } => stray(frame),
    }
}

/// A slot is empty: its card was bought, or moved by a card.
pub fn gone(p: &mut Play, frame: crate::Frame, slot: SlotId) -> Next {
    let crate::Frame::Minimal(minimal) = frame else { return stray(frame) };
    match minimal {
        Frame::Select(ledger) => then(Frame::Select(rounds::without(p, ledger, slot))),
        Frame::Market(ledger) => then(Frame::Market(rounds::without(p, ledger, slot))),
        Frame::Layout | Frame::Deeds(_) | Frame::Refill(_) | Frame::Monster { .. } | Frame::Stars { .. } => {
            stray(frame)
        }
    }
}

/// The card of a slot was discarded for Gold.
pub fn sold(p: &mut Play, frame: crate::Frame, slot: SlotId) -> Next {
    let crate::Frame::Minimal(Frame::Market(ledger)) = frame else { return stray(frame) };
    let next = rounds::without(p, ledger, slot);
    then(Frame::Market(Ledger { discarded: next.discarded.saturating_add(1), ..next }))
}

/// The Call to Adventure came while the Market was filled.
pub fn called(p: &mut Play, frame: crate::Frame) -> Next {
    let crate::Frame::Minimal(Frame::Refill(ledger)) = frame else { return stray(frame) };
    rounds::called(p, ledger)
}

/// The number that was asked for.
pub fn number_reported(p: &mut Play, frame: crate::Frame, number: i16) -> Next {
    let crate::Frame::Minimal(minimal) = frame else { return stray(frame) };
    match minimal {
        Frame::Monster { part, strength, sum } => ending::monster(p, part, strength, sum.get(), number),
        Frame::Stars { part, sum } => ending::counted(p, part, sum.get(), number),
        Frame::Layout | Frame::Select(_) | Frame::Deeds(_) | Frame::Market(_) | Frame::Refill(_) => {
            stray(frame)
        }
    }
}

/// The Dice turn is over.
pub fn taken(p: &mut Play, frame: Frame, card: InitiativeId) -> Next {
    let Frame::Select(ledger) = frame else { return stray(frame) };
    rounds::taken(p, ledger, card)
}

/// What is kept of the table, while rounds are played.
#[must_use]
pub fn ledger(frame: &crate::Frame) -> Option<Ledger> {
    let crate::Frame::Minimal(frame) = frame else { return None };
    match *frame {
        Frame::Select(ledger) | Frame::Deeds(ledger) | Frame::Market(ledger) | Frame::Refill(ledger) => {
            Some(ledger)
        }
        Frame::Layout | Frame::Monster { .. } | Frame::Stars { .. } => None,
    }
}
