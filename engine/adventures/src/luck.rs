//! What may fall now, and how likely.

use crate::{
    Chance,
    frame::Frame,
    queries::Look,
    rules::resting::DICE_AT_ONCE,
    words::{CardSet, Colour, Count, Deck, DieKind, Encounter, Face},
};
use kernel::{Odds, below, rule};
use rand::Rng;

/// The deck a random card comes from.
fn deck(look: Look) -> Option<CardSet> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others draw no card")]
    let deck = match *look.s.stack.top()? {
        Frame::GiftDraw { deck, .. } | Frame::Deal { deck, .. } | Frame::NewcomerDraw { deck, .. } => deck,
        Frame::MarketSetup { deck } => Deck::MARKET[usize::from(deck)],
        _ => return None,
    };
    Some(look.deck(deck))
}

/// Dice in the bag by kind.
fn bag(look: Look<'_>) -> impl Iterator<Item = (DieKind, u32)> + '_ {
    let colours = Colour::ALL.iter().map(|c| DieKind::colour(*c));
    let kinds = colours.chain((1..=16).map(DieKind::familiar));
    kinds.map(move |kind| (kind, u32::from(look.s.in_bag(kind)))).filter(|(_, count)| *count > 0)
}

/// The faces of the die that is rolled next.
fn faces(look: Look) -> [u8; 6] {
    let die = look.s.contest.pool.iter().find(|die| die.value == 0);
    look.g.faces(die.map_or(DieKind::default(), |die| die.kind))
}

/// Ways to roll each sum with this many dice.
#[must_use]
pub fn sums(dice: u8) -> Vec<(u8, u32)> {
    let mut ways = vec![1u32];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 6];
        for (sum, count) in ways.iter().enumerate() {
            (1..=6).for_each(|pip| next[sum + pip] += count);
        }
        ways = next;
    }
    ways.into_iter().enumerate().map(|(sum, count)| (sum as u8, count)).collect()
}

pub fn odds(look: Look) -> Odds<Chance> {
    if let Some(deck) = deck(look) {
        return Odds::even(deck.iter().map(|card| Chance::Card { card }));
    }
    match look.s.stack.top() {
        Some(Frame::Roll) => Odds::even(faces(look).map(|v| Chance::Roll { value: Face(v) })),
        Some(Frame::RestRoll { left, .. }) => {
            let all = sums((*left).min(DICE_AT_ONCE)).into_iter();
            Odds::weighted(all.map(|(sum, ways)| (Chance::Total { pips: Count(sum) }, ways)))
        }
        Some(Frame::Flip { .. }) => Odds::even(numbers(look).map(|number| Chance::Encounter { number })),
        Some(_) | None => Odds::weighted(bag(look).map(|(die, count)| (Chance::Draw { die }, count))),
    }
}

fn numbers(look: Look<'_>) -> impl Iterator<Item = Encounter> + '_ {
    (0..32u8).filter(move |n| look.s.map.numbers >> n & 1 == 1).map(Encounter)
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    match look.s.stack.top() {
        Some(Frame::Roll) => {
            rule!("RA-R05");
            Chance::Roll { value: Face(faces(look)[below(rng, 6) as usize]) }
        }
        Some(Frame::RestRoll { left, .. }) => {
            let dice = (*left).min(DICE_AT_ONCE);
            let sum: u32 = (0..dice).map(|_| below(rng, 6) + 1).sum();
            Chance::Total { pips: Count(sum as u8) }
        }
        Some(Frame::Flip { .. }) => {
            let at = below(rng, look.s.map.numbers.count_ones());
            Chance::Encounter { number: numbers(look).nth(at as usize).unwrap_or_default() }
        }
        Some(_) | None => match deck(look) {
            Some(deck) => {
                let at = below(rng, deck.len());
                Chance::Card { card: deck.iter().nth(at as usize).unwrap_or_default() }
            }
            None => draw(look, rng),
        },
    }
}

fn draw<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    let mut at = below(rng, look.s.bag_len());
    for (die, count) in bag(look) {
        if at < count {
            return Chance::Draw { die };
        }
        at -= count;
    }
    unreachable!("a die is in the bag");
}
