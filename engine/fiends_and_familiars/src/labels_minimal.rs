//! What a person reads at a table of which only the enemy dice are tracked.

use crate::{
    Action,
    queries::Look,
    rules::minimal::{Fought, Frame, Ledger, Part, checklist},
    words::SPACES,
};
use kernel::{Ink, Page};

/// What telling this means.
#[must_use]
pub fn label(frame: Frame, action: Action) -> String {
    match (frame, action) {
        (Frame::Layout, _) => "the table is laid out".to_owned(),
        (_, Action::Take { card }) => {
            let dice = ["no enemy dice", "one enemy die", "two enemy dice"];
            let name = if card.0 == 3 { "Top".to_owned() } else { card.0.to_string() };
            format!(
                "I took Initiative card {name}: {}",
                dice.get(card.index().wrapping_sub(1)).unwrap_or(&"")
            )
        }
        (_, Action::Gone { slot }) => format!("slot {} is empty: bought, or moved by a card", slot.0),
        (_, Action::Sold { slot }) => format!("slot {} was discarded for Gold", slot.0),
        (Frame::Market(_), Action::Done) => "my Market turn is over".to_owned(),
        (_, Action::Call) => "the Call to Adventure came".to_owned(),
        (_, Action::Done) => "it did not come".to_owned(),
        (Frame::Monster { .. }, Action::Skip) => "there is no level above".to_owned(),
        (_, Action::Skip) => "count part by part".to_owned(),
        (_, Action::Tell { amount }) => amount.0.to_string(),
        (_, Action::Minus { amount }) => format!("-{}", amount.0),
        (_, other) => other.to_string(),
    }
}

/// What is asked now, behind the name of the seat.
#[must_use]
pub const fn asked(frame: Frame) -> &'static str {
    match frame {
        Frame::Layout => "lays out the table",
        Frame::Select(_) => "tells which Initiative card was taken, after the dice are placed",
        Frame::Deeds(_) => "waits for the enemy",
        Frame::Market(_) => "takes a Market turn and tells which slot it emptied",
        Frame::Refill(_) => "fills the Market: did the Call to Adventure come?",
        Frame::Monster { part, .. } => match part {
            Fought::Strength => "tells the Monster's Strength",
            Fought::Dice => "tells what the Final Dice and cards come to",
            Fought::Honor => "tells the Honor tokens",
            Fought::Injury => "tells the Injury tokens",
            Fought::NextLevel => "tells where the next level of the Monster begins",
        },
        Frame::Stars { part, .. } => match part {
            Part::Total => "tells all stars but those for Gold",
            Part::Goals => "tells the stars of Attribute Goals",
            Part::ClassColour => "tells the dice of the class colour",
            Part::Alignment => "tells the stars under the Alignment token",
            Part::Backstory => "tells the stars of the Backstory",
            Part::Armor => "tells the stars of Armor",
            Part::Traits => "tells the stars of Traits",
            Part::Power => "tells the stars of the Familiar's Power Goal",
            Part::FamiliarBackstory => "tells the stars of the Familiar's backstory",
            Part::Monster => "tells the stars of the Monster, with the Champion Bonus",
            Part::Others => "tells the stars of all other cards",
            Part::Gold => "tells the Gold that is left",
        },
    }
}

/// What is known of the table.
pub fn draw(look: Look, page: &mut Page) {
    page.line().ink(Ink::Title, "Fiends & Familiars, solitaire at a real table");
    match look.s.stack.top() {
        Some(crate::Frame::Minimal(Frame::Layout)) => {
            for line in checklist(look) {
                page.line().plain(format!("- {line}"));
            }
        }
        Some(crate::Frame::Minimal(
            Frame::Select(ledger) | Frame::Deeds(ledger) | Frame::Market(ledger) | Frame::Refill(ledger),
        )) => draw_ledger(look, ledger, page),
        Some(crate::Frame::Minimal(Frame::Stars { sum, .. })) => {
            page.line().plain(format!("{sum} stars so far"));
        }
        Some(_) | None => {}
    }
}

fn draw_ledger(look: Look, ledger: &Ledger, page: &mut Page) {
    let dice = if look.s.dice_per_card == 1 { "one die" } else { "two dice" };
    page.line()
        .plain(format!("round {}, {dice} a card, {} of {SPACES} dice placed", look.s.round, ledger.dice));
    if look.s.dice_per_card == 1 {
        page.plain(format!(", {} rounds to come", SPACES - usize::from(ledger.dice)));
    }
    let row: Vec<String> = (0..4)
        .map(|slot| if ledger.row >> slot & 1 == 1 { format!("[{}]", slot + 1) } else { " - ".into() })
        .collect();
    page.line().plain(format!("Market {}", row.join(" ")));
    page.line().plain(format!(
        "discard pile {}, trash {}, Minions put under their deck by the enemy {}",
        ledger.discarded, ledger.trashed, ledger.cycled
    ));
}
