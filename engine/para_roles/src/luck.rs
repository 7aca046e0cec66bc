//! What may fall: listed odds for clients and solvers, and sampling from exactly the same for play.

use crate::{
    action::RoomId,
    chance::{Chance, Face, WallId},
    frame::Frame,
    queries::Look,
    rules::{dungeon, enemy_deeds, maze},
    words::Marker,
};
use kernel::{Card, Odds, RankSet, Suit, below};
use rand::Rng;

/// A pile of one suit from which the next card comes.
struct Pile {
    suit: Suit,
    ranks: RankSet,
    make: fn(Card) -> Chance,
}

/// The pile a frame draws from, if it draws a stat card.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else draws stat cards")]
fn pile(look: Look) -> Option<Pile> {
    let alive = |card| Chance::Alive { card };
    let stat = |card| Chance::Stat { card };
    let s = look.s;
    Some(match *s.stack.top()? {
        Frame::Reveal { suit, .. } => Pile { suit, ranks: s.alive[suit.index()], make: alive },
        Frame::GuardCard { suit, dead: true, .. } => {
            Pile { suit, ranks: s.graveyard[suit.index()], make: |card| Chance::Dead { card } }
        }
        Frame::GuardCard { suit, dead: false, .. } => {
            Pile { suit, ranks: top_of_the_living(look, s.alive[suit.index()]), make: alive }
        }
        Frame::StatCard { suit, .. } => Pile { suit, ranks: s.player_decks[suit.index()], make: stat },
        Frame::RedrawCard { stat: which, .. } => {
            Pile { suit: which.suit(), ranks: s.player_decks[which.index()], make: stat }
        }
        Frame::PolymorphDraw { .. } => {
            let i = s.polymorph.left.iter().position(|n| *n > 0)?;
            Pile { suit: Suit::ALL[i], ranks: s.player_decks[i], make: stat }
        }
        _ => return None,
    })
}

/// The Tower's decks are stacked: the lowest card lies on top.
fn top_of_the_living(look: Look, ranks: RankSet) -> RankSet {
    match ranks.lowest() {
        Some(lowest) if enemy_deeds::stacked(look) => std::iter::once(lowest).collect(),
        Some(_) | None => ranks,
    }
}

/// Where people tell the cards of enemies, any card of the suit is taken. The house, should it draw, takes one that is left
/// in the pile, as good as always: thirteen of these still make a number of 32 bits.
const LEFT: u32 = 300_000_000;

fn weighted(pile: &Pile) -> impl Iterator<Item = (Chance, u32)> + '_ {
    let weight = |rank| if pile.ranks.contains(rank) { LEFT } else { 1 };
    RankSet::FULL.iter().map(move |rank| ((pile.make)(Card::new(rank, pile.suit)), weight(rank)))
}

pub fn odds(look: Look) -> Odds<Chance> {
    if let Some(pile) = pile(look).filter(|_| look.g.minimal()) {
        return Odds::weighted(weighted(&pile));
    }
    if let Some(pile) = pile(look) {
        return Odds::even(pile.ranks.iter().map(|rank| (pile.make)(Card::new(rank, pile.suit))));
    }
    let s = look.s;
    match s.stack.top() {
        Some(Frame::Draw { .. } | Frame::DrawSecond { .. }) => {
            Odds::weighted(s.random.odds().iter().map(|(card, weight)| (Chance::Draw { card }, weight)))
        }
        Some(Frame::Die { .. }) => Odds::even((1..=6).map(|n| Chance::Die { face: Face::new(n) })),
        Some(Frame::Dig) => Odds::even(maze::diggable(s).map(|way| Chance::Dig { way })),
        Some(Frame::Openings { .. }) => {
            Odds::even(maze::closed_walls(s).map(|n| Chance::Open { wall: WallId::new(n) }))
        }
        Some(Frame::NextRoom) => Odds::even(dungeon::hooks(s).map(|n| Chance::Hang { room: RoomId::new(n) })),
        Some(Frame::FindMarker) => {
            Odds::weighted(Marker::ALL.iter().map(|marker| {
                (Chance::Find { marker: *marker }, s.journey.maze.markers[marker.index()].into())
            }))
        }
        other => unreachable!("{other:?} does not wait for chance"),
    }
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    let s = look.s;
    match s.stack.top() {
        Some(Frame::Draw { .. } | Frame::DrawSecond { .. }) => Chance::Draw { card: s.random.sample(rng) },
        Some(Frame::Die { .. }) => Chance::Die { face: Face::new(below(rng, 6) as u8 + 1) },
        Some(Frame::Reveal { suit, .. }) if !look.g.minimal() => {
            let ranks = s.alive[suit.index()];
            Chance::Alive { card: Card::new(ranks.pick(rng), *suit) }
        }
        _ => sample_rare(look, rng),
    }
}

fn sample_rare<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    if let Some(pile) = pile(look).filter(|_| look.g.minimal()) {
        let mut n = below(rng, weighted(&pile).map(|(_, weight)| weight).sum());
        let fell = weighted(&pile).find(|(_, weight)| {
            let fits = n < *weight;
            n = n.wrapping_sub(*weight);
            fits
        });
        return fell.map_or((pile.make)(Card::new(kernel::Rank::TWO, pile.suit)), |(card, _)| card);
    }
    if let Some(pile) = pile(look) {
        let rank = pile.ranks.pick(rng);
        return (pile.make)(Card::new(rank, pile.suit));
    }
    let s = look.s;
    match s.stack.top() {
        Some(Frame::Dig) => Chance::Dig { way: pick(maze::diggable(s), rng) },
        Some(Frame::Openings { .. }) => Chance::Open { wall: WallId::new(pick(maze::closed_walls(s), rng)) },
        Some(Frame::NextRoom) => Chance::Hang { room: RoomId::new(pick(dungeon::hooks(s), rng)) },
        Some(Frame::FindMarker) => {
            let left = s.journey.maze.markers;
            let mut n = below(rng, left.iter().map(|n| u32::from(*n)).sum());
            let found = Marker::ALL.iter().find(|marker| {
                let here = u32::from(left[marker.index()]);
                let fits = n < here;
                n = n.wrapping_sub(here);
                fits
            });
            Chance::Find { marker: *found.unwrap_or(&Marker::Empty) }
        }
        other => unreachable!("{other:?} does not wait for chance"),
    }
}

/// One of these, evenly.
fn pick<T, R: Rng + ?Sized>(all: impl Iterator<Item = T> + Clone, rng: &mut R) -> T {
    let n = below(rng, all.clone().count() as u32);
    all.clone().nth(n as usize).expect("below the count")
}
