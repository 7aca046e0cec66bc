//! The Roll Phase: dice are drawn, rolled and sorted onto Initiative cards. FF-200 to FF-213.

use crate::{
    Action, Chance, Play,
    dice::{Die, lay},
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    queries::Look,
    rules::{dice_phase, windows},
    state::Initiative,
    words::Window,
};
use kernel::rule;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Round,
    Dice {
        left: u8,
    },
    /// Dice are sorted onto Initiative cards, from this card on.
    Sort {
        card: u8,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Round => round(p),
        Frame::Dice { left } => roll_dice(left),
        Frame::Sort { card } => sort(p, card),
    }
}

#[must_use]
#[inline]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Round => Asks::Nobody,
        Frame::Dice { .. } => Asks::Chance(Falls::Draw),
        Frame::Sort { .. } => Asks::Seat(look.s.start),
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Sort { card } => orders(look, card, &mut |die| offer(Action::Order { die })),
        Frame::Round | Frame::Dice { .. } => {}
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Dice { left } => rolled(p, left, fell),
        Frame::Round | Frame::Sort { .. } => stray(frame),
    }
}

/// A round begins.
fn round(p: &mut Play) -> Next {
    rule!("FF-200", "FF-210", "FF-R32", "FF-1010");
    p.s.round += 1;
    p.say_line(|look| format!("round {}", look.s.round));
    let wanted = p.s.dice_per_card * p.look().cards_in_row() as u8;
    then(Frame::Dice { left: wanted.min(p.s.bag.len()) })
}

fn roll_dice(left: u8) -> Next {
    if left > 0 { wait(Frame::Dice { left }) } else { then(Frame::Sort { card: 0 }) }
}

fn rolled(p: &mut Play, left: u8, fell: Chance) -> Next {
    let Chance::Die { die } = fell else { return stray(Frame::Dice { left }) };
    p.s.bag.take(die.kind());
    lay(&mut p.s.pool, die);
    p.say_line(|_| format!("{die} is rolled"));
    then(Frame::Dice { left: left - 1 })
}

/// Where the next die goes on a card, if it has room.
fn room(card: &Initiative, dice_per_card: u8) -> Option<usize> {
    card.dice[..usize::from(dice_per_card)].iter().position(|die| die.is_none())
}

/// Fills cards from the lowest; asks the Start Player where equal numbers could go to different cards.
fn sort(p: &mut Play, card: u8) -> Next {
    rule!("FF-211", "FF-212", "FF-213");
    let mut card = card;
    while !p.s.pool.is_empty() && usize::from(card) < p.look().cards_in_row() {
        let Some(place) = room(&p.s.initiatives[usize::from(card)], p.s.dice_per_card) else {
            card += 1;
            continue;
        };
        if is_choice(p.look(), card) {
            return wait(Frame::Sort { card });
        }
        let die = p.s.pool.remove(0);
        p.s.initiatives[usize::from(card)].dice[place] = die;
    }
    p.say_line(|look| {
        let cards = look.s.initiatives[..look.cards_in_row()].iter().enumerate();
        let shown = cards.map(|(at, c)| {
            let dice: Vec<String> = c.dice.iter().filter(|d| d.is_some()).map(Die::to_string).collect();
            format!("{}: {}", at + 1, dice.join(" "))
        });
        format!("Initiative cards: {}", shown.collect::<Vec<_>>().join("; "))
    });
    p.s.dice_phase = true;
    p.later(dice_phase::Frame::Turn { at: 0 });
    then(windows::Frame::Each { window: Window::Sorted, at: 0 })
}

/// The dice that show the lowest number left.
fn lowest(look: Look<'_>) -> &[Die] {
    let pool = &look.s.pool;
    let value = pool[0].value();
    &pool[..pool.iter().take_while(|die| die.value() == value).count()]
}

/// How many dice a card still takes.
fn needed(look: Look, card: u8) -> usize {
    let card = &look.s.initiatives[usize::from(card)];
    card.dice[..usize::from(look.s.dice_per_card)].iter().filter(|die| die.is_none()).count()
}

fn is_choice(look: Look, card: u8) -> bool {
    let low = lowest(look);
    low.len() > needed(look, card) && low.iter().any(|die| *die != low[0])
}

/// Which dice may be named next: in the order of their kinds, so that the same pair is not offered twice.
fn orders(look: Look, card: u8, offer: &mut impl FnMut(Die)) {
    let (low, needed) = (lowest(look), needed(look, card));
    let last = look.s.initiatives[usize::from(card)].dice[0];
    let floor = if last.is_some() && last.value() == low[0].value() { last } else { low[0] };
    for (at, die) in low.iter().enumerate() {
        let first = at == 0 || low[at - 1] != *die;
        if first && *die >= floor && low.len() - at >= needed {
            offer(*die);
        }
    }
    // What lies on the card may leave nothing of its own kind or later: then any of them.
    if low.iter().filter(|die| **die >= floor).count() < needed {
        low.iter()
            .enumerate()
            .filter(|(at, die)| *at == 0 || low[at - 1] != **die)
            .for_each(|(_, die)| offer(*die));
    }
}

pub fn ordered(p: &mut Play, frame: crate::Frame, die: Die) -> Next {
    let crate::Frame::Roll(Frame::Sort { card }) = frame else { return stray(frame) };
    if let Some(at) = p.s.pool.iter().position(|d| *d == die) {
        p.s.pool.remove(at);
    }
    if let Some(place) = room(&p.s.initiatives[usize::from(card)], p.s.dice_per_card) {
        p.s.initiatives[usize::from(card)].dice[place] = die;
    }
    then(Frame::Sort { card })
}

/// Is a card of the row free?
#[must_use]
pub fn is_free(look: Look, card: usize) -> bool {
    card < look.cards_in_row() && look.s.initiatives[card].taken.is_empty()
}
