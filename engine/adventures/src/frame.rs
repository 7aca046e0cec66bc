//! Things in progress. `flow.rs` says what each does when its turn comes and what an answer to it does.

use crate::words::{CardId, Colour, Deck, LocationId, PathId};
use serde::{Deserialize, Serialize};

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    Card(CardId),
    Class,
}

/// Why somebody gives up a card of their choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// The fourth box of the rest track.
    Rest,
    /// An entry says so.
    Story,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    // --- campaign set-up
    /// Normal or legendary?
    Mode,
    /// This seat and those after it choose a hero.
    Heroes {
        seat: u8,
        one: bool,
    },
    /// An import below six points may raise scores.
    Points {
        seat: u8,
        left: u8,
    },
    /// Cards that heroes bring along: several may ask for the same.
    Claims,
    /// A random card in place of one somebody else has.
    Deal {
        seat: u8,
        deck: Deck,
    },
    /// Everybody is ready: the scope's first thing follows.
    Begin,

    // --- adventures
    AdventureSetup,
    Storyteller,
    /// Carry out the actions of an entry from this place on.
    Run {
        entry: u16,
        at: u16,
        to: u16,
    },
    /// The options of an entry.
    Choice {
        entry: u16,
    },
    /// One step of a run: where to?
    Travel,
    Arrive {
        to: LocationId,
    },
    Flip {
        path: PathId,
    },
    Items {
        entry: u16,
    },
    RestMark,
    RestXp,
    RestRoll {
        seat: u8,
        dice: u8,
        left: u8,
    },
    RestOver,
    /// Who gives up a card, then which.
    LoseWho {
        why: Loss,
    },
    LoseCard {
        seat: u8,
        why: Loss,
    },
    /// Who takes this card.
    Gift {
        card: CardId,
    },
    /// Who takes a random card of this deck, then which.
    GiftRandom {
        deck: Deck,
    },
    GiftDraw {
        seat: u8,
        deck: Deck,
    },
    /// Stamina out of rows or into them: for this hero, or from this seat on for all.
    Rows {
        seat: u8,
        left: u8,
        each: u8,
        drain: bool,
        all: bool,
    },
    Death,
    AdventureOver,
    /// People read their own book and tell what it asks for.
    Told,
    /// The options they told.
    ToldChoice,

    // --- skill checks and combat
    Build,
    Paying {
        buyer: u8,
        colour: Colour,
        matching: u8,
        others: u8,
    },
    DrawDice,
    Roll,
    Manipulate,
    Effect {
        seat: u8,
        source: Source,
        option: u8,
        step: u8,
    },
    /// Whom an effect heals.
    HealOne {
        seat: u8,
        by: u8,
    },
    RecoverCard {
        seat: u8,
        left: u8,
        source: Source,
    },
    /// A random die comes into the pool, and shows this unless it is 0.
    AddRandom {
        set: u8,
    },
    Place,
    CheckOver,
    RoundOver,
    /// This icon of this enemy's next space.
    Track {
        foe: u8,
        icon: u8,
    },
    TrackOver,
    CombatOver,
    /// What modifiers do at the end, from this one on; then the result.
    ContestOver {
        passed: bool,
        from: u8,
    },

    // --- between adventures
    MarketSetup {
        deck: u8,
    },
    Guild,
    MasteryRaise {
        seat: u8,
    },
    Market,
    CardLimit,
    TooManyCards,
    Save,
    NextAdventure,
    PartyChange,
    Newcomer {
        seat: u8,
        left: u8,
    },
    NewcomerDeck {
        seat: u8,
        left: u8,
    },
    NewcomerDraw {
        seat: u8,
        left: u8,
        deck: Deck,
    },
    ShareOut,
}

impl Frame {
    /// Does the whole party decide? Then everybody votes.
    #[must_use]
    #[inline]
    pub const fn is_group(self) -> bool {
        matches!(
            self,
            Frame::Mode
                | Frame::Claims
                | Frame::Storyteller
                | Frame::Choice { .. }
                | Frame::ToldChoice
                | Frame::Travel
                | Frame::Items { .. }
                | Frame::RestXp
                | Frame::LoseWho { .. }
                | Frame::Gift { .. }
                | Frame::GiftRandom { .. }
                | Frame::Guild
                | Frame::Market
                | Frame::CardLimit
                | Frame::TooManyCards
                | Frame::NextAdventure
                | Frame::ShareOut
        )
    }
}
