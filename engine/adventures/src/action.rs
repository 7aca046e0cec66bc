//! All a player may decide.

use crate::words::{
    CardId, ClassId, Colour, Count, Deck, Face, HeroId, ItemId, LocationId, Pick, Player, PoolDie, SlotId,
};
use kernel::{Seat, notation};

notation! {
    pub enum Action {
        // --- campaign set-up
        "normal" Normal,
        "legendary" Legendary,
        /// Play this pregenerated hero.
        "hero" Hero { hero: HeroId },
        /// Raise a score by one.
        "raise" Raise { attribute: Colour },
        /// One more health instead of a score.
        "toughen" Toughen,
        /// Take a random card of this market deck.
        "deck" Deck { deck: Deck },
        /// Who takes a card, keeps it or gives one up.
        "seat" Seat { player: Player },
        "storyteller" Storyteller { player: Player },
        /// The class card of an imported hero whose own class is not here.
        "class" Class { class: ClassId },
        /// This card in place of one that is not here.
        "substitute" Substitute { card: CardId },
        /// This player joins at a break.
        "join" Join { player: Player },
        /// This player leaves at a break.
        "retire" Retire { player: Player },

        // --- the story
        /// An option the entry offers.
        "option" Option { option: Pick },
        "move" Move,
        "rest" Rest,
        "item" Item,
        "the_end" TheEnd,
        "go" Go { to: LocationId },
        /// Stop at an explored location instead of running on.
        "stop" Stop,
        "use" Use { item: ItemId },
        "combine" Combine { low: ItemId, high: ItemId },
        /// How much XP a rest costs.
        "spend" Spend { xp: Count },
        /// Return a card to its deck.
        "return" Return { card: CardId },
        /// Give up one stamina of a row.
        "drain" Drain { row: Colour },
        /// Put one stamina into a row.
        "fill" Fill { row: Colour },

        // --- skill checks and combat
        "buy" Buy { colour: Colour },
        "pay" Pay { row: Colour, stamina: Count },
        /// Nobody pays for this colour now.
        "decline" Decline,
        "pass" Pass,
        "play" Play { card: CardId, option: Pick },
        /// Use the class ability.
        "ability" Ability { option: Pick },
        /// Flip or reroll this die.
        "target" Target { die: PoolDie },
        "up" Up { die: PoolDie },
        "down" Down { die: PoolDie },
        /// Treat a die as another colour.
        "treat" Treat { die: PoolDie, colour: Colour },
        /// Treat a die as another value.
        "set" Set { die: PoolDie, value: Face },
        /// No more dice for this effect.
        "enough" Enough,
        /// Take a spent card back.
        "recover" Recover { card: CardId },
        "place" Place { die: PoolDie, slot: SlotId },
        /// Leave a slot empty.
        "leave" Leave { slot: SlotId },
        "agree" Agree,

        // --- between adventures
        "health" Health { player: Player },
        "combat_dice" CombatDice,
        "bonus_play" BonusPlay,
        "mastery" Mastery,
        "card_limit" CardLimit,
        "purchase" Purchase { player: Player, card: CardId },
        "sell" Sell { card: CardId },
        /// Go on to what comes next.
        "done" Done,
        "sidequest" Sidequest,
        "onward" Onward,
    }
}

impl Action {
    /// A seat named in a step.
    #[must_use]
    pub const fn seat(seat: Seat) -> Action {
        Action::Seat { player: Player(seat.number()) }
    }
}
