//! The rounds of a table of which only the enemy dice are tracked.

use super::{Fought, Frame, HERO, Ledger, SLOTS, ending};
use crate::{
    Play,
    frame::{Next, then},
    rules::{
        setup,
        solitaire::{self, Deed},
    },
    sets::SlotSet,
    words::{InitiativeId, SPACES, SlotId},
};
use kernel::{SeatSet, rule};

/// Dice on the sheet when the rounds begin.
const STARTING_DICE: u8 = 6;

/// All slots of the Market row.
pub fn full() -> SlotSet {
    (1..=SLOTS).map(SlotId).collect()
}

pub fn first_round(p: &mut Play) -> Next {
    let (discarded, trashed) = (setup::discards(p.g), 1);
    new_round(p, Ledger { discarded, trashed, dice: STARTING_DICE, ..Ledger::default() })
}

/// The Call to Adventure came while the Market was filled.
pub fn called(p: &mut Play, ledger: Ledger) -> Next {
    rule!("FF-202");
    p.s.dice_per_card = 1;
    let left = SPACES as u8 - ledger.dice;
    p.say_line(|_| format!("from the next round on one die a card; {left} rounds left"));
    new_round(p, ledger)
}

pub fn without(p: &mut Play, ledger: Ledger, slot: SlotId) -> Ledger {
    p.say_line(|_| format!("slot {} is empty", slot.0));
    Ledger { row: ledger.row.minus(SlotSet::only(slot)), ..ledger }
}

pub fn new_round(p: &mut Play, ledger: Ledger) -> Next {
    p.s.round += 1;
    p.s.players[HERO].initiative = None;
    p.s.initiatives.iter_mut().for_each(|card| card.taken = SeatSet::EMPTY);
    then(Frame::Select(Ledger { row: full(), ..ledger }))
}

/// The Dice turn is over: the card says how many enemy dice fall.
pub fn taken(p: &mut Play, ledger: Ledger, card: InitiativeId) -> Next {
    rule!("FF-1020", "FF-R33");
    let at = card.0 - 1;
    p.s.players[HERO].initiative = Some(at);
    p.s.initiatives[usize::from(at)].taken = SeatSet::only(HERO);
    let dice = (ledger.dice + p.s.dice_per_card).min(SPACES as u8);
    let deeds = Frame::Deeds(Ledger { dice, ..ledger });
    p.both(solitaire::Frame::Dice { left: at }, deeds)
}

/// The enemy dice work on the row as it was when they fell.
pub fn deeds(p: &mut Play, ledger: Ledger) -> Next {
    rule!("FF-1022", "FF-R21");
    let mut next = ledger;
    for number in std::mem::take(&mut p.s.enemy).into_iter().flatten() {
        match solitaire::deed(number, ledger.row.iter()) {
            Deed::Trash(slot) => {
                next.row.remove(slot);
                next.trashed = next.trashed.saturating_add(1);
                p.say_line(|_| format!("put the card of slot {} into the trash", slot.0));
            }
            Deed::Nothing => p.say_line(|_| format!("{number}: that slot is empty, nothing happens")),
            Deed::Cycle => {
                next.cycled = next.cycled.saturating_add(1);
                p.say_line(|_| {
                    "put the revealed Minion face down under its deck; reveal the next".to_owned()
                });
            }
        }
    }
    then(Frame::Market(next))
}

/// The Market turn is over: what is left goes to the piles.
pub fn market_end(p: &mut Play, ledger: Ledger) -> Next {
    rule!("FF-1030", "FF-201");
    let mut next = Ledger { row: SlotSet::EMPTY, ..ledger };
    for (slot, first) in ledger.row.iter().zip(std::iter::once(true).chain(std::iter::repeat(false))) {
        let pile = if first { &mut next.discarded } else { &mut next.trashed };
        *pile = pile.saturating_add(1);
        let name = if first { "discard pile" } else { "trash" };
        p.say_line(|_| format!("slot {} goes to the {name}", slot.0));
    }
    p.say_line(|_| "clean up: refresh a Skill, Charisma tokens and dice go back".to_owned());
    if usize::from(next.dice) >= SPACES {
        p.say_line(|_| "the sheet is full: fight the Monster".to_owned());
        return ending::ask_monster(Fought::Strength, 0, 0);
    }
    p.say_line(|_| format!("deal {SLOTS} Market cards; fill up Gold and Fiends of the Initiative cards"));
    if p.s.dice_per_card == 1 { new_round(p, next) } else { then(Frame::Refill(next)) }
}
