//! The Roll Phase: dice are drawn, rolled and sorted onto Initiative cards. FF-200 to FF-213.

use crate::{
    Play,
    dice::{Die, lay},
    frame::Frame,
    queries::Look,
    state::{Initiative, NONE},
    words::Window,
};
use kernel::{Next, rule};

/// A round begins.
pub fn round(p: &mut Play) -> Next<Frame> {
    rule!("FF-200", "FF-210", "FF-R32", "FF-1010");
    p.s.round += 1;
    p.tell(|look| format!("round {}", look.s.round));
    let wanted = p.s.dice_per_card * p.look().cards_in_row() as u8;
    Next::Then(Frame::RollDice { left: wanted.min(p.s.bag.len()) })
}

pub fn roll_dice(left: u8) -> Next<Frame> {
    if left > 0 { Next::Wait(Frame::RollDice { left }) } else { Next::Then(Frame::Sort { card: 0 }) }
}

pub fn rolled(p: &mut Play, left: u8, die: Die) -> Next<Frame> {
    p.s.bag.take(die.kind());
    lay(&mut p.s.pool, die);
    p.tell(|_| format!("{die} is rolled"));
    Next::Then(Frame::RollDice { left: left - 1 })
}

/// Where the next die goes on a card, if it has room.
fn room(card: &Initiative, dice_per_card: u8) -> Option<usize> {
    card.dice[..usize::from(dice_per_card)].iter().position(|die| die.is_none())
}

/// Fills cards from the lowest; asks the Start Player where equal numbers could go to different cards.
pub fn sort(p: &mut Play, card: u8) -> Next<Frame> {
    rule!("FF-211", "FF-212", "FF-213");
    let mut card = card;
    while !p.s.pool.is_empty() && usize::from(card) < p.look().cards_in_row() {
        let Some(place) = room(&p.s.initiatives[usize::from(card)], p.s.dice_per_card) else {
            card += 1;
            continue;
        };
        if is_choice(p.look(), card) {
            return Next::Wait(Frame::Sort { card });
        }
        let die = p.s.pool.remove(0);
        p.s.initiatives[usize::from(card)].dice[place] = die;
    }
    p.tell(|look| {
        let cards = look.s.initiatives[..look.cards_in_row()].iter().enumerate();
        let shown = cards.map(|(at, c)| {
            let dice: Vec<String> = c.dice.iter().filter(|d| d.is_some()).map(Die::to_string).collect();
            format!("{}: {}", at + 1, dice.join(" "))
        });
        format!("Initiative cards: {}", shown.collect::<Vec<_>>().join("; "))
    });
    p.s.dice_phase = true;
    p.s.stack.push(Frame::DiceTurn { at: 0 });
    Next::Then(Frame::Windows { window: Window::Sorted, at: 0 })
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
pub fn orders(look: Look, card: u8, offer: &mut impl FnMut(Die)) {
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

pub fn ordered(p: &mut Play, card: u8, die: Die) -> Next<Frame> {
    if let Some(at) = p.s.pool.iter().position(|d| *d == die) {
        p.s.pool.remove(at);
    }
    if let Some(place) = room(&p.s.initiatives[usize::from(card)], p.s.dice_per_card) {
        p.s.initiatives[usize::from(card)].dice[place] = die;
    }
    Next::Then(Frame::Sort { card })
}

/// Is a card of the row free?
#[must_use]
pub fn is_free(look: Look, card: usize) -> bool {
    card < look.cards_in_row() && look.s.initiatives[card].taken == NONE
}
