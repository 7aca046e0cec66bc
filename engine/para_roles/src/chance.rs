//! All that fate may decide: one card, one die or one part of a map at a time.

use crate::{
    action::{RoomId, small_number},
    words::Marker,
};
use kernel::{BadNotation, Card, notation};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

notation! {
    pub enum Chance {
        /// A card of the Random Deck.
        "draw" Draw { card: Card },
        "die" Die { face: Face },
        /// A card of an Enemy Stat Deck.
        "alive" Alive { card: Card },
        /// A card of the Graveyard.
        "dead" Dead { card: Card },
        /// A card of a Player Stat Deck.
        "stat" Stat { card: Card },
        /// There is a way, or a wall, between two cells of the maze.
        "open" Open { wall: WallId },
        "shut" Shut { wall: WallId },
        "marker" Find { marker: Marker },
        /// The next room of the dungeon hangs on this one.
        "hang" Hang { room: RoomId },
    }
}

small_number!(
    /// A face of the enemy die.
    Face, "face", 1..=6, "1 to 6"
);
small_number!(
    /// An inner wall of the maze: 0 to 19 between a cell and its eastern, 20 to 39 its southern neighbour.
    WallId, "wall", 0..=39, "0 to 39"
);
