//! What may fall: listed odds for clients and solvers, and sampling from exactly the same for play.

use crate::{
    action::RoomId,
    chance::{Chance, Face, WallId},
    flow,
    frame::Frame,
    keeping,
    queries::Look,
    rules::{cards, dungeon, maze},
    words::Marker,
};
use kernel::{Card, Odds, Rank, RankSet, Suit, below};
use rand::Rng;

/// From where an outcome comes.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    RandomDeck,
    Die,
    Pile(Pile),
    /// A pile of which people tell the card.
    Told(Pile),
    Map(MapPart),
}

/// What of a map is drawn by chance.
#[derive(Clone, Copy, Debug)]
pub enum MapPart {
    /// Maze: is there a wall this way, and what lies in a cell.
    Wall {
        cell: u8,
        next: u8,
    },
    Marker,
    /// Dungeon: the room the next one hangs on.
    Hook,
}

/// A pile of one suit from which the next card comes.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    pub suit: Suit,
    pub ranks: RankSet,
    pub kept: Kept,
}

/// Where a pile lies.
#[derive(Clone, Copy, Debug)]
pub enum Kept {
    /// The Enemy Stat Decks.
    Alive,
    Graveyard,
    /// The Player Stat Decks.
    Stats,
}

impl Pile {
    const fn outcome(self, rank: Rank) -> Chance {
        let card = Card::new(rank, self.suit);
        match self.kept {
            Kept::Alive => Chance::Alive { card },
            Kept::Graveyard => Chance::Dead { card },
            Kept::Stats => Chance::Stat { card },
        }
    }
}

/// Where people tell the cards of enemies, any card of the suit is taken. The house, should it draw, takes one that is left
/// in the pile, as good as always: thirteen of these still make a number of 32 bits.
const LEFT: u32 = 300_000_000;

fn weighted(pile: Pile) -> impl Iterator<Item = (Chance, u32)> {
    let weight = move |rank| if pile.ranks.contains(rank) { LEFT } else { 1 };
    RankSet::FULL.iter().map(move |rank| (pile.outcome(rank), weight(rank)))
}

pub fn odds(look: Look) -> Odds<Chance> {
    let s = look.s;
    match source(look) {
        None => Odds::even(std::iter::empty()),
        Some(Source::RandomDeck) => {
            Odds::weighted(s.random.odds().iter().map(|(card, weight)| (Chance::Draw { card }, weight)))
        }
        Some(Source::Die) => Odds::even((1..=6).map(|n| Chance::Die { face: Face::new(n) })),
        Some(Source::Told(pile)) => Odds::weighted(weighted(pile)),
        Some(Source::Pile(pile)) => Odds::even(pile.ranks.iter().map(|rank| pile.outcome(rank))),
        Some(Source::Map(MapPart::Wall { cell, next })) => Odds::weighted(walls(look, cell, next)),
        Some(Source::Map(MapPart::Hook)) => {
            Odds::even(dungeon::hooks(s).map(|n| Chance::Hang { room: RoomId::new(n) }))
        }
        Some(Source::Map(MapPart::Marker)) => {
            Odds::weighted(Marker::ALL.iter().map(|marker| {
                (Chance::Find { marker: *marker }, s.journey.maze.markers[marker.index()].into())
            }))
        }
    }
}

#[inline]
fn source(look: Look) -> Option<Source> {
    let frame = *look.s.stack.top()?;
    // By far the most frequent one is spared the way through the chapters.
    if let Frame::Cards(at) = frame {
        return cards::source(at);
    }
    match flow::source(look, frame) {
        Some(Source::Pile(pile)) => Some(keeping::source(look, pile)),
        source => source,
    }
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    match source(look).expect("asked for only while the table waits for chance") {
        Source::RandomDeck => Chance::Draw { card: look.s.random.sample(rng) },
        Source::Die => Chance::Die { face: Face::new(below(rng, 6) as u8 + 1) },
        Source::Pile(pile) => pile.outcome(pile.ranks.pick(rng)),
        Source::Told(pile) => {
            pick_weighted(|| weighted(pile), rng).unwrap_or_else(|| pile.outcome(Rank::TWO))
        }
        Source::Map(part) => drawn_map(look, part, rng),
    }
}

/// A way or a wall.
fn walls(look: Look, cell: u8, next: u8) -> impl Iterator<Item = (Chance, u32)> {
    let wall = WallId::new(maze::wall_of(cell, next));
    let shut = u32::from(look.g.content.campaigns.maze.shut_of_ten);
    [(Chance::Open { wall }, 10 - shut), (Chance::Shut { wall }, shut)].into_iter()
}

#[inline(never)]
fn drawn_map<R: Rng + ?Sized>(look: Look, part: MapPart, rng: &mut R) -> Chance {
    let s = look.s;
    match part {
        MapPart::Wall { cell, next } => {
            let open = Chance::Open { wall: WallId::new(maze::wall_of(cell, next)) };
            pick_weighted(|| walls(look, cell, next), rng).unwrap_or(open)
        }
        MapPart::Hook => Chance::Hang { room: RoomId::new(pick(dungeon::hooks(s), rng)) },
        MapPart::Marker => {
            let left = s.journey.maze.markers;
            let each = || Marker::ALL.iter().map(|marker| (*marker, u32::from(left[marker.index()])));
            Chance::Find { marker: pick_weighted(each, rng).unwrap_or(Marker::Empty) }
        }
    }
}

/// One of these by weight.
#[inline(never)]
fn pick_weighted<T, I: Iterator<Item = (T, u32)>, R: Rng + ?Sized>(
    all: impl Fn() -> I,
    rng: &mut R,
) -> Option<T> {
    let mut n = below(rng, all().map(|(_, weight)| weight).sum());
    let fell = all().find(|(_, weight)| {
        let fits = n < *weight;
        n = n.wrapping_sub(*weight);
        fits
    });
    fell.map(|(found, _)| found)
}

/// One of these, evenly.
fn pick<T, R: Rng + ?Sized>(all: impl Iterator<Item = T> + Clone, rng: &mut R) -> T {
    let n = below(rng, all.clone().count() as u32);
    all.clone().nth(n as usize).expect("below the count")
}
