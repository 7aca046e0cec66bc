//! What may fall now, and how likely.

use crate::{
    Chance, State,
    frame::{Asks, Fate, Frame},
    queries::Look,
    rules::resting,
    words::{Colour, Count, DieKind, Encounter, Face},
};
use kernel::{Odds, Seat, below, names, rule};
use rand::Rng;

/// What chance decides now.
fn fate(look: Look) -> Option<Fate> {
    match look.s.stack.top()?.asks() {
        Asks::Chance(fate) => Some(fate),
        Asks::Nobody | Asks::Party | Asks::Seat(_) | Asks::Reader => None,
        Asks::Buyers | Asks::Payers(_) | Asks::Players | Asks::Planners => None,
    }
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

/// The hero who rests and rolls; the dice of a check are the whole party's.
#[must_use]
pub fn roller(s: &State) -> Option<Seat> {
    match s.stack.top()? {
        Frame::Rest(resting::Frame::Roll { seat, .. }) => Some(Seat::new(*seat)),
        Frame::Rest(resting::Frame::Mark | resting::Frame::Xp | resting::Frame::Over) => None,
        Frame::Setup(_) | Frame::Story(_) | Frame::Move(_) | Frame::Contest(_) | Frame::Town(_) => None,
        Frame::Gains(_) | Frame::Effect(_) | Frame::Party(_) | Frame::OwnBook(_) => None,
    }
}

/// The card of this name, where one of a deck is turned up.
#[must_use]
pub fn meant(look: Look, typed: &str) -> Option<Chance> {
    match fate(look)? {
        Fate::Card(deck) => {
            let cards: Vec<_> = look.g.content.cards_of(deck).collect();
            let at = names::meant(typed, cards.iter().map(|card| card.name.as_str()))?;
            Some(Chance::Card { card: cards[at].id })
        }
        Fate::Die | Fate::Face | Fate::Rest { .. } | Fate::Token => None,
    }
}

pub fn odds(look: Look) -> Odds<Chance> {
    match fate(look) {
        Some(Fate::Die) => Odds::weighted(bag(look).map(|(die, count)| (Chance::Draw { die }, count))),
        Some(Fate::Face) => Odds::even(faces(look).map(|v| Chance::Roll { value: Face(v) })),
        Some(Fate::Rest { dice }) => {
            let all = sums(dice).into_iter();
            Odds::weighted(all.map(|(sum, ways)| (Chance::Total { pips: Count(sum) }, ways)))
        }
        Some(Fate::Token) => Odds::even(numbers(look).map(|number| Chance::Encounter { number })),
        Some(Fate::Card(deck)) => Odds::even(look.deck(deck).iter().map(|card| Chance::Card { card })),
        None => Odds::even([]),
    }
}

fn numbers(look: Look<'_>) -> impl Iterator<Item = Encounter> + '_ {
    (0..32u8).filter(move |n| look.s.map.numbers >> n & 1 == 1).map(Encounter)
}

/// One outcome, as likely as [`odds`] says. Only where chance is asked.
#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    let fate = fate(look);
    debug_assert!(fate.is_some(), "nothing is left to chance");
    match fate.unwrap_or(Fate::Die) {
        Fate::Die => draw(look, rng),
        Fate::Face => {
            rule!("RA-R05");
            Chance::Roll { value: Face(faces(look)[below(rng, 6) as usize]) }
        }
        Fate::Rest { dice } => {
            let sum: u32 = (0..dice).map(|_| below(rng, 6) + 1).sum();
            Chance::Total { pips: Count(sum as u8) }
        }
        Fate::Token => {
            let at = below(rng, look.s.map.numbers.count_ones());
            Chance::Encounter { number: numbers(look).nth(at as usize).unwrap_or_default() }
        }
        Fate::Card(deck) => {
            let deck = look.deck(deck);
            let at = below(rng, deck.len());
            Chance::Card { card: deck.iter().nth(at as usize).unwrap_or_default() }
        }
    }
}

fn draw<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    let mut at = below(rng, look.s.bag_len());
    let mut drawn = bag(look).filter(|(_, count)| {
        let here = at < *count;
        at = at.wrapping_sub(*count);
        here
    });
    Chance::Draw { die: drawn.next().map(|(die, _)| die).unwrap_or_default() }
}
