//! What may be told at a table of which only the enemy dice are tracked. Numbers come in lists, so nothing is typed freely.

use super::{Fought, Frame, Part};
use crate::{
    Action,
    queries::Look,
    words::{Amount, InitiativeId, SPACES},
};

/// Everything that may be told now.
pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    let tell = |least: i16, most: i16| (least.clamp(0, 200)..=most.clamp(0, 200)).map(|n| Amount(n as u8));
    match frame {
        Frame::Layout => offer(Action::Done),
        Frame::Select(ledger) => {
            let cards = 1..=look.cards_in_row() as u8;
            cards.for_each(|card| offer(Action::Take { card: InitiativeId(card) }));
            ledger.row.iter().for_each(|slot| offer(Action::Gone { slot }));
        }
        Frame::Market(ledger) => {
            offer(Action::Done);
            ledger.row.iter().for_each(|slot| offer(Action::Gone { slot }));
            ledger.row.iter().for_each(|slot| offer(Action::Sold { slot }));
        }
        Frame::Refill(_) => [Action::Done, Action::Call].into_iter().for_each(offer),
        Frame::Deeds(_) => {}
        Frame::Monster { part, sum, .. } => {
            let (least, most) = match part {
                Fought::Strength => (1, 40),
                Fought::Dice => (0, 99),
                Fought::Honor | Fought::Injury => (0, 30),
                Fought::NextLevel => (sum.get() + 1, sum.get() + 20),
            };
            tell(least, most).for_each(|amount| offer(Action::Tell { amount }));
            if part == Fought::NextLevel {
                offer(Action::Skip);
            }
        }
        Frame::Stars { part, .. } => {
            tell(0, most(part)).for_each(|amount| offer(Action::Tell { amount }));
            match part {
                Part::Total => offer(Action::Skip),
                Part::Alignment => tell(1, most(part)).for_each(|amount| offer(Action::Minus { amount })),
                Part::Goals
                | Part::ClassColour
                | Part::Backstory
                | Part::Armor
                | Part::Traits
                | Part::Power
                | Part::FamiliarBackstory
                | Part::Monster
                | Part::Others
                | Part::Gold => {}
            }
        }
    }
}

/// The most that a part of the score is taken for.
const fn most(part: Part) -> i16 {
    match part {
        Part::Total | Part::Gold => 99,
        Part::Goals => 20,
        Part::ClassColour => SPACES as i16,
        Part::Alignment | Part::Power => 9,
        Part::Backstory => 6,
        Part::FamiliarBackstory => 3,
        Part::Monster => 15,
        Part::Armor | Part::Traits | Part::Others => 60,
    }
}
