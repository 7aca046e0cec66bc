//! What a person reads at a table of which only the enemy dice are tracked.

use super::{Fought, Frame, Ledger, Part, SLOTS};
use crate::{
    Action,
    queries::Look,
    rules::setup,
    words::{InitiativeId, SPACES, SlotId},
};
use kernel::{Ink, Page};

/// What telling this means.
#[must_use]
pub fn label(frame: Frame, action: Action) -> String {
    if let Action::Take { card } = action {
        taken(card)
    } else if let Action::Gone { slot } = action {
        format!("slot {} is empty: bought, or moved by a card", slot.0)
    } else if let Action::Sold { slot } = action {
        format!("slot {} was discarded for Gold", slot.0)
    } else if let Action::Tell { amount } = action {
        amount.0.to_string()
    } else if let Action::Minus { amount } = action {
        format!("-{}", amount.0)
    } else if let Action::Call = action {
        "the Call to Adventure came".to_owned()
    } else if let Action::Done | Action::Skip = action {
        passed(frame).to_owned()
    } else {
        action.to_string()
    }
}

/// What it means to tell nothing, or nothing more.
const fn passed(frame: Frame) -> &'static str {
    match frame {
        Frame::Layout => "the table is laid out",
        Frame::Market(_) => "my Market turn is over",
        Frame::Select(_) | Frame::Deeds(_) | Frame::Refill(_) => "it did not come",
        Frame::Monster { .. } => "there is no level above",
        Frame::Stars { .. } => "count part by part",
    }
}

fn taken(card: InitiativeId) -> String {
    let dice = ["no enemy dice", "one enemy die", "two enemy dice"];
    let name = if card.0 == 3 { "Top".to_owned() } else { card.0.to_string() };
    let dice = dice.get(card.index().wrapping_sub(1)).unwrap_or(&"");
    format!("I took Initiative card {name}: {dice}")
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

/// What has to be laid out before the first round.
fn checklist(look: Look) -> [String; 5] {
    let layout = &look.g.tables.layout;
    let discard = setup::discards(look.g);
    [
        format!("Market deck: discard {discard}, put 1 card into a trash pile"),
        format!("lay the Call to Adventure under the next {} cards", layout.call_under),
        format!("Market row of {SLOTS}, Initiative cards 1, 2 and Top"),
        "take 2 gold dice out of the bag: they are the enemy dice".to_owned(),
        "5 Gold, sheet, class, Alignment, Backstory, Familiar, six starting dice, a 1P Monster, Minions, Fiends"
            .to_owned(),
    ]
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
            page.line().plain(format!("{} stars so far", sum.get()));
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
    let row: Vec<String> = (1..=SLOTS)
        .map(|slot| if ledger.row.contains(SlotId(slot)) { format!("[{slot}]") } else { " - ".into() })
        .collect();
    page.line().plain(format!("Market {}", row.join(" ")));
    page.line().plain(format!(
        "discard pile {}, trash {}, Minions put under their deck by the enemy {}",
        ledger.discarded, ledger.trashed, ledger.cycled
    ));
}
