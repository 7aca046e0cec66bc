//! The solitaire enemy: its dice, what they do to Market and Minions, the clearing of the row, ranks. FF-1000 to FF-1063.

use crate::{
    Chance, Play,
    dice::Pip,
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    rules::hunt,
    words::{HeroRank, MARKET_SLOTS, MarketId, SlotId},
};
use kernel::{ArrayVec, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Enemy dice still to fall.
    Dice { left: u8 },
    /// What they do.
    Deeds,
    /// So many times the revealed Minion goes under its deck.
    Cycle { times: u8 },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Dice { left: 0 } => Next::Done,
        Frame::Dice { .. } => wait(frame),
        Frame::Deeds => deeds(p),
        Frame::Cycle { times } => cycle(p, times),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Dice { .. } => Asks::Chance(Falls::Enemy),
        Frame::Deeds | Frame::Cycle { .. } => Asks::Nobody,
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Dice { left } => enemy_fell(p, left, fell),
        Frame::Deeds | Frame::Cycle { .. } => stray(frame),
    }
}

/// A die fell; a second one never shows the same, for it would be rerolled.
fn enemy_fell(p: &mut Play, left: u8, fell: Chance) -> Next {
    let Chance::Roll { number } = fell else { return stray(Frame::Dice { left }) };
    rule!("FF-1021");
    let at = usize::from(p.s.enemy[0].is_some());
    p.s.enemy[at] = Some(number);
    p.say_line(|_| format!("an enemy die shows {number}"));
    then(Frame::Dice { left: left - 1 })
}

/// What an enemy die does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The card of this slot goes to the trash.
    Trash(SlotId),
    /// There is no card in the slot that is meant.
    Nothing,
    /// The revealed Minion goes under its deck.
    Cycle,
}

/// What a number means while these slots of the Market row hold a card: 1 to 3 are slots from the left, 4 is the rightmost
/// card.
#[must_use]
pub fn deed(number: Pip, row: impl IntoIterator<Item = SlotId>) -> Deed {
    let slot = match number.value() {
        number @ 1..=3 => row.into_iter().find(|slot| slot.0 == number),
        4 => row.into_iter().last(),
        0 | 5.. => return Deed::Cycle,
    };
    slot.map_or(Deed::Nothing, Deed::Trash)
}

/// Both dice work on the row as it was when they fell.
fn deeds(p: &mut Play) -> Next {
    rule!("FF-1022", "FF-R21");
    let row: ArrayVec<[SlotId; MARKET_SLOTS]> = p.s.row_cards().map(|(at, _)| SlotId(at as u8 + 1)).collect();
    let mut times = 0;
    for number in std::mem::take(&mut p.s.enemy).into_iter().flatten() {
        match deed(number, row) {
            Deed::Trash(slot) => trash(p, slot),
            Deed::Nothing => {}
            Deed::Cycle => times += 1,
        }
    }
    then(Frame::Cycle { times })
}

/// The same slot may be meant by both dice.
fn trash(p: &mut Play, slot: SlotId) {
    let card = std::mem::take(&mut p.s.market[slot.index() - 1]);
    if card.is_some() {
        p.s.trash.insert(card);
        p.say_line(|look| format!("the enemy trashes {} from slot {}", look.card(card).name, slot.index()));
    }
}

fn cycle(p: &mut Play, times: u8) -> Next {
    if times == 0 {
        return Next::Done;
    }
    p.later(Frame::Cycle { times: times - 1 });
    if super::effects::can_cycle(p.look()) { hunt::cycle_minion(p) } else { Next::Done }
}

/// The leftmost card goes to the discard pile, the others to the trash.
pub fn market_end(p: &mut Play) {
    rule!("FF-1030");
    for (at, (slot, card)) in
        p.s.row_cards().collect::<ArrayVec<[(usize, MarketId); MARKET_SLOTS]>>().into_iter().enumerate()
    {
        p.s.market[slot] = MarketId::NONE;
        let pile = if at == 0 { &mut p.s.discard } else { &mut p.s.trash };
        pile.insert(card);
        let name = &p.g.content.market[card.index()].name;
        p.say_line(|_| format!("{name} goes to the {}", if at == 0 { "discard pile" } else { "trash" }));
    }
}

/// The rank that a score earns.
#[must_use]
pub fn rank(total: i16) -> HeroRank {
    rule!("FF-1062");
    match total {
        47.. => HeroRank::MonsterSlayer,
        43.. => HeroRank::TrueHero,
        38.. => HeroRank::ClanLeader,
        34.. => HeroRank::Luminary,
        29.. => HeroRank::Adventurer,
        25.. => HeroRank::Hireling,
        _ => HeroRank::Npc,
    }
}
