//! The solitaire enemy: its dice, what they do to Market and Minions, the clearing of the row, ranks. FF-1000 to FF-1063.

use crate::{
    Chance, Play,
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    rules::hunt,
    words::{HeroRank, MarketId},
};
use kernel::{ArrayVec, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Enemy dice still to fall.
    Dice { left: u8 },
    /// What they do.
    Deeds,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Dice { left: 0 } => Next::Done,
        Frame::Dice { .. } => wait(frame),
        Frame::Deeds => deeds(p),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Dice { .. } => Asks::Chance(Falls::Enemy),
        Frame::Deeds => Asks::Nobody,
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Dice { left } => enemy_fell(p, left, fell),
        Frame::Deeds => stray(frame),
    }
}

/// A die fell; a second one never shows the same, for it would be rerolled.
fn enemy_fell(p: &mut Play, left: u8, fell: Chance) -> Next {
    let Chance::Roll { number } = fell else { return stray(Frame::Dice { left }) };
    rule!("FF-1021");
    let at = usize::from(p.s.enemy[0] != 0);
    p.s.enemy[at] = number.0;
    p.tell(|_| format!("an enemy die shows {number}"));
    then(Frame::Dice { left: left - 1 })
}

/// The slot of the Market row that an enemy die means.
fn slot(p: &Play, number: u8) -> Option<usize> {
    match number {
        1..=3 => Some(usize::from(number) - 1),
        4 => p.s.row_cards().map(|(slot, _)| slot).last(),
        _ => None,
    }
}

/// Both dice work on the row as it was when they fell.
fn deeds(p: &mut Play) -> Next {
    rule!("FF-1022", "FF-R21");
    let fell = std::mem::take(&mut p.s.enemy);
    let slots: ArrayVec<[usize; 2]> = fell.iter().filter_map(|number| slot(p, *number)).collect();
    for slot in slots {
        let Some(card) = p.s.market.get(slot).copied().filter(|card| card.is_some()) else { continue };
        p.s.market[slot] = MarketId::NONE;
        p.s.trash.insert(card);
        p.tell(|look| format!("the enemy trashes {} from slot {}", look.card(card).name, slot + 1));
    }
    let cycles = fell.iter().filter(|number| **number >= 5).count();
    if cycles > 1 {
        p.s.enemy = [0, 5];
        p.later(Frame::Deeds);
    }
    if cycles > 0 && super::effects::can_cycle(p.look()) { hunt::cycle_minion(p) } else { Next::Done }
}

/// The leftmost card goes to the discard pile, the others to the trash.
pub fn market_end(p: &mut Play) {
    rule!("FF-1030");
    for (at, (slot, card)) in
        p.s.row_cards().collect::<ArrayVec<[(usize, MarketId); 10]>>().into_iter().enumerate()
    {
        p.s.market[slot] = MarketId::NONE;
        let pile = if at == 0 { &mut p.s.discard } else { &mut p.s.trash };
        pile.insert(card);
        let name = &p.g.content.market[card.index()].name;
        p.tell(|_| format!("{name} goes to the {}", if at == 0 { "discard pile" } else { "trash" }));
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
