//! Where the party is on its campaign: the road, the maze, the dungeon, the rifts, and who waits there.

use kernel::{ArrayVec, Rank, Suit};
use serde::{Deserialize, Serialize};

/// Where the party is on its campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Journey {
    /// Encounters that are over; levels done in Tower and dungeon; 1 when the party has left the maze with its pieces.
    pub done: u8,
    /// Cell, room or rift.
    pub place: u8,
    /// Where it came from: the place to be thrown back to.
    pub from: u8,
    /// The party has just moved and what lies there is still to come.
    pub entering: bool,
    /// The shop is open.
    pub town: bool,
    /// What was done in this pause; a pause ends after [`PAUSE_MAX`].
    pub pause: u16,
    /// Choices made on a map; a party that wanders for ever gives up after [`MOVES_MAX`].
    pub moves: u16,
    pub maze: Maze,
    pub dungeon: Dungeon,
    pub rifts: Rifts,
    /// Enemies that were fled from and wait.
    pub waiting: ArrayVec<[Waiting; 13]>,
}

/// A safety net: nobody rearranges treasure for longer than this.
pub const PAUSE_MAX: u16 = 500;
/// A safety net: nobody wanders about a map for longer than this.
pub const MOVES_MAX: u16 = 1_000;
/// A safety net: a party that flees and returns for ever gives up.
pub const COMBATS_MAX: u16 = 500;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Maze {
    /// Open ways of each cell, a bit for each [`crate::words::Way`].
    pub open: [u8; 25],
    pub entered: u32,
    /// Markers not found yet.
    pub markers: [u8; 5],
    /// Quest pieces carried.
    pub pieces: u8,
    /// The centre's enemies have been drawn; they have been beaten.
    pub centre_met: bool,
    pub centre_won: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dungeon {
    /// The room each room hangs on; rooms count from 1, room 1 hangs on nothing.
    pub parent: [u8; 8],
    pub rooms: u8,
    pub entered: u8,
    pub lair: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rifts {
    pub sealed: u8,
    /// Enemies beaten or driven off in each rift.
    pub beaten: [u8; 4],
    pub inside: Option<Suit>,
    pub clock: u8,
    pub ancient: bool,
}

/// An enemy that waits where it was fled from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    pub place: u8,
    pub cards: [Rank; 4],
    pub minion: bool,
    pub stolen: u8,
    pub treasure: u8,
    pub from_deck: bool,
}
