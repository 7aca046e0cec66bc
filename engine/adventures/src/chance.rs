//! All that fate may decide: a die out of the bag, what it shows, a card, an encounter.

use crate::words::{CardId, Count, DieKind, Encounter, Face};
use kernel::notation;

notation! {
    pub enum Chance {
        /// A random die comes out of the bag.
        "draw" Draw { die: DieKind },
        /// The first die of the pool that is not yet rolled shows this.
        "roll" Roll { value: Face },
        /// The sum of a hero's dice while resting.
        "total" Total { pips: Count },
        /// An encounter token is flipped.
        "encounter" Encounter { number: Encounter },
        /// A random card of a deck.
        "card" Card { card: CardId },
    }
}
