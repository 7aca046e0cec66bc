//! All that fate may decide: dice, and one card or tile at a time.

use crate::{
    ids::{KindId, SpellId, TileId, TreasureId},
    words::{Count, Faces},
};
use kernel::notation;

notation! {
    pub enum Chance {
        /// What the dice show, where single dice may matter.
        "dice" Dice { faces: Faces },
        /// The total of the dice.
        "hits" Hits { hits: Count },
        /// The top Spell of a deck.
        "draw" Draw { spell: SpellId },
        /// A random Spell of a hand.
        "steal" Steal { spell: SpellId },
        /// The next Minion of a deck.
        "minion" Minion { kind: KindId },
        /// A Treasure turned face-up.
        "treasure" Treasure { treasure: TreasureId },
        /// A tile turned face-up.
        "tile" Tile { tile: TileId },
    }
}
