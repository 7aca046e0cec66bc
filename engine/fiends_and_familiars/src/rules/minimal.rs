//! The solitaire game at a real table, of which only the enemy dice are tracked: a person tells which Initiative card was
//! taken and which slots of the Market are empty, hears what to do with cards and Minions, and at the end what the hero
//! came to. Specification, part 8.1.

use crate::{
    Action, Play,
    frame::Frame,
    queries::Look,
    rules::solitaire,
    state::{Ending, NONE},
    words::{Amount, InitiativeId, SPACES, SlotId},
};
use kernel::{Next, Seat, flow::Flow, rule};
use serde::{Deserialize, Serialize};

/// The one hero.
const HERO: Seat = Seat::new(0);
/// Slots of the Market row.
const SLOTS: u8 = 4;
const FULL: u8 = (1 << SLOTS) - 1;
/// Dice on the sheet when the rounds begin.
const STARTING_DICE: u8 = 6;

/// What is kept of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ledger {
    /// Market slots with a card in them, as bits from the left.
    pub row: u8,
    /// Cards put on either pile since the game began, those of the set-up among them.
    pub discarded: u8,
    pub trashed: u8,
    /// Minions that enemy dice put under their deck.
    pub cycled: u8,
    /// Dice on the sheet.
    pub dice: u8,
}

/// What is told of the Monster, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fought {
    Strength,
    Dice,
    Honor,
    Injury,
    NextLevel,
}

/// What makes up a score, in this order: the total at once, or its parts; the Gold in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    Total,
    Goals,
    ClassColour,
    Alignment,
    Backstory,
    Armor,
    Traits,
    Power,
    FamiliarBackstory,
    Monster,
    Others,
    Gold,
}

/// What goes on at such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Minimal {
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
        sum: i16,
    },
    Stars {
        part: Part,
        sum: i16,
    },
}

/// What has to be laid out before the first round.
#[must_use]
pub fn checklist(look: Look) -> [String; 5] {
    let layout = &look.g.tables.layout;
    let discard = super::setup::discards(look.g);
    [
        format!("Market deck: discard {discard}, put 1 card into a trash pile"),
        format!("lay the Call to Adventure under the next {} cards", layout.call_under),
        format!("Market row of {SLOTS}, Initiative cards 1, 2 and Top"),
        "take 2 gold dice out of the bag: they are the enemy dice".to_owned(),
        "5 Gold, sheet, class, Alignment, Backstory, Familiar, six starting dice, a 1P Monster, Minions, Fiends"
            .to_owned(),
    ]
}

pub fn enter(p: &mut Play, at: Minimal) -> Next<Frame> {
    if let Minimal::Deeds(ledger) = at { deeds(p, ledger) } else { Next::Wait(Frame::Minimal(at)) }
}

/// Everything that may be told now.
pub fn offers(look: Look, at: Minimal, offer: &mut impl FnMut(Action)) {
    let tell = |least: i16, most: i16| (least.clamp(0, 200)..=most.clamp(0, 200)).map(|n| Amount(n as u8));
    match at {
        Minimal::Layout => offer(Action::Done),
        Minimal::Select(ledger) => {
            let cards = 1..=look.cards_in_row() as u8;
            cards.for_each(|card| offer(Action::Take { card: InitiativeId(card) }));
            slots(ledger.row).for_each(|slot| offer(Action::Gone { slot }));
        }
        Minimal::Market(ledger) => {
            offer(Action::Done);
            slots(ledger.row).for_each(|slot| offer(Action::Gone { slot }));
            slots(ledger.row).for_each(|slot| offer(Action::Sold { slot }));
        }
        Minimal::Refill(_) => [Action::Done, Action::Call].into_iter().for_each(offer),
        Minimal::Deeds(_) => {}
        Minimal::Monster { part, sum, .. } => {
            let (least, most) = match part {
                Fought::Strength => (1, 40),
                Fought::Dice => (0, 99),
                Fought::Honor | Fought::Injury => (0, 30),
                Fought::NextLevel => (sum + 1, sum + 20),
            };
            tell(least, most).for_each(|amount| offer(Action::Tell { amount }));
            if part == Fought::NextLevel {
                offer(Action::Skip);
            }
        }
        Minimal::Stars { part, .. } => {
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

/// Slots with a card, from the left.
fn slots(row: u8) -> impl Iterator<Item = SlotId> {
    (1..=SLOTS).filter(move |slot| row >> (slot - 1) & 1 == 1).map(SlotId)
}

pub fn answer(p: &mut Play, at: Minimal, action: Action) -> Option<Next<Frame>> {
    Some(match (at, action) {
        (Minimal::Layout, Action::Done) => {
            let (discarded, trashed) = (super::setup::discards(p.g), 1);
            new_round(p, Ledger { discarded, trashed, dice: STARTING_DICE, ..Ledger::default() })
        }
        (Minimal::Select(ledger), Action::Gone { slot }) => {
            Next::Then(Frame::Minimal(Minimal::Select(without(p, ledger, slot))))
        }
        (Minimal::Select(ledger), Action::Take { card }) => taken(p, ledger, card),
        (Minimal::Market(ledger), Action::Gone { slot }) => {
            Next::Then(Frame::Minimal(Minimal::Market(without(p, ledger, slot))))
        }
        (Minimal::Market(ledger), Action::Sold { slot }) => {
            let next = without(p, ledger, slot);
            let discarded = next.discarded.saturating_add(1);
            Next::Then(Frame::Minimal(Minimal::Market(Ledger { discarded, ..next })))
        }
        (Minimal::Market(ledger), Action::Done) => market_end(p, ledger),
        (Minimal::Refill(ledger), Action::Call) => {
            rule!("FF-202");
            p.s.dice_per_card = 1;
            let left = SPACES as u8 - ledger.dice;
            p.tell(|_| format!("from the next round on one die a card; {left} rounds left"));
            new_round(p, ledger)
        }
        (Minimal::Refill(ledger), Action::Done) => new_round(p, ledger),
        (Minimal::Monster { part, strength, sum }, Action::Tell { amount }) => {
            monster(p, part, strength, sum, amount.0)
        }
        (Minimal::Monster { .. }, Action::Skip) => first_stars(),
        (Minimal::Stars { part: Part::Total, .. }, Action::Skip) => stars(Part::Goals, 0),
        (Minimal::Stars { part, sum }, Action::Tell { amount }) => counted(p, part, sum, i16::from(amount.0)),
        (Minimal::Stars { part, sum }, Action::Minus { amount }) => {
            counted(p, part, sum, -i16::from(amount.0))
        }
        (_, _) => return None,
    })
}

fn without(p: &mut Play, ledger: Ledger, slot: SlotId) -> Ledger {
    p.tell(|_| format!("slot {} is empty", slot.0));
    Ledger { row: ledger.row & !(1 << (slot.0 - 1)), ..ledger }
}

fn new_round(p: &mut Play, ledger: Ledger) -> Next<Frame> {
    p.s.round += 1;
    p.s.players[HERO].initiative = NONE;
    p.s.initiatives.iter_mut().for_each(|card| card.taken = NONE);
    Next::Then(Frame::Minimal(Minimal::Select(Ledger { row: FULL, ..ledger })))
}

/// The Dice turn is over: the card says how many enemy dice fall.
fn taken(p: &mut Play, ledger: Ledger, card: InitiativeId) -> Next<Frame> {
    rule!("FF-1020", "FF-R33");
    let at = card.0 - 1;
    p.s.players[HERO].initiative = at;
    p.s.initiatives[usize::from(at)].taken = HERO.number();
    let dice = (ledger.dice + p.s.dice_per_card).min(SPACES as u8);
    let deeds = Frame::Minimal(Minimal::Deeds(Ledger { dice, ..ledger }));
    p.first(Frame::Enemy { left: at }, deeds)
}

/// The enemy dice work on the row as it was when they fell.
fn deeds(p: &mut Play, ledger: Ledger) -> Next<Frame> {
    rule!("FF-1022", "FF-R21");
    let mut next = ledger;
    for number in std::mem::take(&mut p.s.enemy) {
        let slot = match number {
            1..=3 => slots(ledger.row).find(|slot| slot.0 == number),
            4 => slots(ledger.row).last(),
            _ => None,
        };
        match (number, slot) {
            (1..=4, Some(slot)) => {
                next.row &= !(1 << (slot.0 - 1));
                next.trashed = next.trashed.saturating_add(1);
                p.tell(|_| format!("put the card of slot {} into the trash", slot.0));
            }
            (1..=4, None) => p.tell(|_| format!("{number}: that slot is empty, nothing happens")),
            (5.., _) => {
                next.cycled = next.cycled.saturating_add(1);
                p.tell(|_| "put the revealed Minion face down under its deck; reveal the next".to_owned());
            }
            (0, _) => {}
        }
    }
    Next::Then(Frame::Minimal(Minimal::Market(next)))
}

/// The Market turn is over: what is left goes to the piles.
fn market_end(p: &mut Play, ledger: Ledger) -> Next<Frame> {
    rule!("FF-1030", "FF-201");
    let mut next = Ledger { row: 0, ..ledger };
    for (slot, first) in slots(ledger.row).zip(std::iter::once(true).chain(std::iter::repeat(false))) {
        let pile = if first { &mut next.discarded } else { &mut next.trashed };
        *pile = pile.saturating_add(1);
        let name = if first { "discard pile" } else { "trash" };
        p.tell(|_| format!("slot {} goes to the {name}", slot.0));
    }
    p.tell(|_| "clean up: refresh a Skill, Charisma tokens and dice go back".to_owned());
    if usize::from(next.dice) >= SPACES {
        p.tell(|_| "the sheet is full: fight the Monster".to_owned());
        return ask_monster(Fought::Strength, 0, 0);
    }
    p.tell(|_| format!("deal {SLOTS} Market cards; fill up Gold and Fiends of the Initiative cards"));
    if p.s.dice_per_card == 1 {
        new_round(p, next)
    } else {
        Next::Then(Frame::Minimal(Minimal::Refill(next)))
    }
}

const fn ask_monster(part: Fought, strength: u8, sum: i16) -> Next<Frame> {
    Next::Then(Frame::Minimal(Minimal::Monster { part, strength, sum }))
}
const fn stars(part: Part, sum: i16) -> Next<Frame> {
    Next::Then(Frame::Minimal(Minimal::Stars { part, sum }))
}
const fn first_stars() -> Next<Frame> {
    stars(Part::Total, 0)
}

/// A number of the fight was told.
fn monster(p: &mut Play, part: Fought, strength: u8, sum: i16, told: u8) -> Next<Frame> {
    let told_sum = i16::from(told);
    match part {
        Fought::Strength => ask_monster(Fought::Dice, told, 0),
        Fought::Dice => ask_monster(Fought::Honor, strength, told_sum),
        Fought::Honor => ask_monster(Fought::Injury, strength, sum + told_sum),
        Fought::Injury => fought(p, strength, sum - told_sum),
        Fought::NextLevel => {
            p.tell(|_| format!("{} short of the next level", told_sum - sum));
            first_stars()
        }
    }
}

fn fought(p: &mut Play, strength: u8, result: i16) -> Next<Frame> {
    rule!("FF-807", "FF-1050");
    p.s.players[HERO].result = Some(result.clamp(-128, 127) as i8);
    p.tell(|_| format!("the hero reaches {result} against Strength {strength}"));
    if result < i16::from(strength) {
        p.tell(|_| "the Monster kills the hero".to_owned());
        return ended(p, Ending::Dead);
    }
    ask_monster(Fought::NextLevel, strength, result)
}

/// A part of the score was told.
fn counted(p: &mut Play, part: Part, sum: i16, told: i16) -> Next<Frame> {
    let so_far = sum + told;
    let next = match part {
        Part::Total | Part::Others => Part::Gold,
        Part::Goals => Part::ClassColour,
        Part::ClassColour => Part::Alignment,
        Part::Alignment => Part::Backstory,
        Part::Backstory => Part::Armor,
        Part::Armor => Part::Traits,
        Part::Traits => Part::Power,
        Part::Power => Part::FamiliarBackstory,
        Part::FamiliarBackstory => Part::Monster,
        Part::Monster => Part::Others,
        Part::Gold => return ranked(p, sum, told),
    };
    stars(next, so_far)
}

/// Stars for Gold and for a game without the other box; then the rank.
fn ranked(p: &mut Play, sum: i16, gold: i16) -> Next<Frame> {
    rule!("FF-1060", "FF-1061");
    let bonus = if p.g.options.monsters_and_minions { 0 } else { 5 };
    let total = sum + gold / 8 + bonus;
    p.s.players[HERO].gold = gold as u8;
    p.tell(|_| format!("{sum} stars, {} for {gold} Gold, {bonus} for the boxes in use: {total}", gold / 8));
    ended(p, Ending::Ranked { total, rank: solitaire::rank(total) })
}

fn ended(p: &mut Play, ending: Ending) -> Next<Frame> {
    p.s.ending = Some(ending);
    p.s.stack.clear();
    Next::Done
}
