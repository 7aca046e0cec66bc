//! All a player may decide, as text that reads back.

use crate::{
    dice::{Die, Pip},
    words::{
        Amount, ClassId, Coin, Direction, Face, FamiliarId, FiendId, Hire, InitiativeId, MarketId, Row,
        SheetId, SlotId, Space,
    },
};
use kernel::notation;

notation! {
    pub enum Action {
        // --- set-up
        "sheet" Sheet { sheet: SheetId },
        "class" Class { class: ClassId },
        "familiar" Familiar { board: FamiliarId },

        // --- dice
        /// Which of several equal dice goes onto the Initiative card that is filled.
        "order" Order { die: Die },
        "take" Take { card: InitiativeId },
        "place" Place { die: Die, row: Row },
        /// Put a die into the Backpack instead.
        "store" Store { die: Die },
        /// Take the action of this row.
        "act" Act { row: Row },
        /// None of these.
        "skip" Skip,

        // --- free actions
        "use" Use { card: MarketId },
        /// Use what the class can do.
        "ability" Ability,
        /// 5 XP for one Attribute Action.
        "train" Train { row: Row },
        /// 2 XP to discard one Injury token.
        "heal" Heal,
        "banish" Banish { fiend: FiendId, coin: Coin },
        /// Place a stored die.
        "unpack" Unpack { die: Die, row: Row },
        /// Nothing more in this window.
        "done" Done,

        // --- what actions and cards ask for
        "flip" Flip { space: Space },
        "swap" Swap { one: Space, other: Space },
        /// Turn a die to this number.
        "turn" Turn { space: Space, to: Face },
        "reroll" Reroll { space: Space },
        /// After a reroll: the new number stands, or the old one.
        "new" New,
        "old" Old,
        "step" Step { to: Direction },
        "diagonal" Diagonal { one: Direction, other: Direction },
        /// Take a die off the sheet.
        "lift" Lift { space: Space },
        /// Put it into this space.
        "put" Put { space: Space },
        /// Put a card of the discard pile into the Market row.
        "fetch" Fetch { card: MarketId },
        /// Exchange a card that was turned up for one of the Market row.
        "exchange" Exchange { card: MarketId, slot: MarketId },
        "clear" Clear { card: MarketId },
        "refresh" Refresh { card: MarketId },
        /// A die on an Initiative card: reroll it or flip it.
        "pool" Pool { card: InitiativeId, die: Die },
        "trade" Trade { card: InitiativeId, die: Die, with: InitiativeId, other: Die },
        "summon" Summon { fiend: FiendId, card: InitiativeId },
        "drop" Drop { card: MarketId },
        /// How much of the XP just gained goes onto the card.
        "keep" Keep { amount: Amount },
        /// Carry out what the Skill does.
        "carry" Carry,

        // --- Market and Hunt
        "buy" Buy { card: MarketId, charisma: Amount },
        "discard" Discard { card: MarketId },
        "hunt" Hunt,
        "pass" Pass,
        "fight" Fight,
        /// Pay to reveal another Minion.
        "cycle" Cycle,
        "hire" Hire { with: Hire },
        "roll" Roll,
        /// Reroll a Combat Die that shows this.
        "again" Again { number: Pip },
        "stop" Stop,
        /// The Familiar's Power Score stands for the dice, or the dice do.
        "power" Power,
        "dice" Dice,

        // --- what is told of a table of which only the enemy dice are tracked
        /// The card of this slot is no longer there: bought, or moved by a card.
        "gone" Gone { slot: SlotId },
        /// The card of this slot was discarded for Gold.
        "sold" Sold { slot: SlotId },
        /// The Call to Adventure came while the Market was filled.
        "call" Call,
        /// The number that was asked for.
        "tell" Tell { amount: Amount },
        /// So many stars less than none.
        "minus" Minus { amount: Amount },
    }
}
