//! All that fate may decide: one card, one die, one roll at a time.

use crate::{
    dice::{Die, Pip},
    words::{
        AdventureId, AlignmentId, BackstoryId, Color, FamiliarId, FiendId, MarketId, MinionId, MonsterId,
    },
};
use kernel::notation;

notation! {
    pub enum Chance {
        /// The top card of the Market deck.
        "card" Card { card: MarketId },
        /// A die drawn from the bag and rolled, or a die rolled again.
        "die" Die { die: Die },
        /// An ordinary die: a Combat Die, an enemy die, the roll for Start Player.
        "roll" Roll { number: Pip },
        /// The tracking token a player draws.
        "token" Token { color: Color },
        "alignment" Alignment { card: AlignmentId },
        "backstory" Backstory { card: BackstoryId },
        "familiar" Familiar { board: FamiliarId },
        "monster" Monster { card: MonsterId },
        "minion" Minion { card: MinionId },
        "fiend" Fiend { card: FiendId },
        /// The face-down Adventure card that is looked at or revealed.
        "adventure" Adventure { card: AdventureId },
    }
}
