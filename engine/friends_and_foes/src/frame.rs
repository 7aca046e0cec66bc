//! Things in progress. `flow.rs` says what each does when its turn comes and what an answer to it does.

use crate::{
    cards::List,
    words::{AbilityId, AreaId, CharId},
};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// What a card is played for, where it matters how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    Plain,
    Advantage,
    /// The attack card: where it came from may matter.
    Attack,
    AttackAdvantage,
}

impl How {
    #[must_use]
    pub const fn advantage(self) -> bool {
        matches!(self, How::Advantage | How::AttackAdvantage)
    }
    #[must_use]
    pub const fn attack(self) -> bool {
        matches!(self, How::Attack | How::AttackAdvantage)
    }
}

/// Why a character steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pace {
    /// A Move: a sprint may follow.
    Move,
    /// Sure Feet: so many steps may follow.
    Stride(u8),
    /// Press On: one step.
    March,
}

/// Where damage without an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Peril {
    Trap,
    Dead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    // --- set-up
    Scenario,
    Twist,
    Build,
    Deal {
        seat: u8,
    },
    Buy,
    Bought {
        seat: u8,
    },

    // --- cards
    /// Draw cards into hand.
    Draws {
        seat: Seat,
        left: u8,
    },
    /// Play a card for a character.
    Play {
        who: CharId,
        how: How,
    },
    /// The top card of the deck falls; with advantage, another follows.
    Turned {
        who: CharId,
        how: How,
        second: bool,
    },
    Pick {
        who: CharId,
        how: How,
    },
    SecondLook {
        who: CharId,
        how: How,
    },
    /// Turn up a card from the deck, without a choice unless the deck is empty.
    TurnUp {
        seat: Seat,
    },

    // --- initiative
    Round,
    Refill {
        seat: u8,
    },
    Choose,
    Reveal {
        seat: u8,
    },
    Ties,
    TieDraws {
        low: u8,
        high: u8,
        place: u8,
    },
    TieChoose {
        low: u8,
        high: u8,
    },
    TieReveal {
        low: u8,
        high: u8,
        place: u8,
    },

    // --- deployment
    Zones {
        place: u8,
    },
    Placing {
        place: u8,
        slot: u8,
    },
    Goals {
        place: u8,
    },

    // --- activation
    Activation,
    /// Look at Garrison areas: who holds them now names a defender.
    Garrisons {
        place: u8,
        garrison: u8,
        again: bool,
    },
    Name {
        seat: Seat,
        place: u8,
        garrison: u8,
        again: bool,
    },
    TurnStart,
    Act,
    EndTurn,

    // --- actions
    Step {
        who: CharId,
        to: AreaId,
        pace: Pace,
    },
    Checked {
        who: CharId,
        to: AreaId,
        pace: Pace,
    },
    Stepped {
        who: CharId,
        pace: Pace,
    },
    SprintAsk {
        who: CharId,
    },
    Sprinted {
        who: CharId,
    },
    SprintTo {
        who: CharId,
    },
    StrideTo {
        who: CharId,
        left: u8,
        first: bool,
    },
    Searched {
        who: CharId,
    },
    /// Effects of an ability, from this one on.
    Run {
        actor: CharId,
        subject: CharId,
        ability: AbilityId,
        list: List,
        at: u8,
    },
    Aim {
        actor: CharId,
        ability: AbilityId,
    },
    CheckDone {
        actor: CharId,
        subject: CharId,
        ability: AbilityId,
        value: u8,
    },
    Look {
        seat: Seat,
        left: u8,
    },
    LookKeep {
        seat: Seat,
    },
    Lay {
        actor: CharId,
        subject: CharId,
    },
    Push {
        actor: CharId,
        subject: CharId,
    },
    Blink {
        who: CharId,
    },
    Slip {
        who: CharId,
    },
    Marshal {
        actor: CharId,
        left: u8,
    },
    March {
        who: CharId,
    },

    // --- attacks
    AttackTarget {
        who: CharId,
        with: AbilityId,
        empower: bool,
    },
    AttackStart,
    AttackCommits,
    AttackPlayed,
    Defend,
    Answer {
        seat: Seat,
    },
    Defended {
        who: CharId,
    },
    OverclockAsk,
    Overclocked,
    AttackExpertise,
    DefenceExpertise,
    ExpertDefends {
        who: CharId,
    },
    Results,
    OnDamage {
        from: u8,
    },
    AttackEnd,

    // --- after an action
    After {
        reaction: bool,
    },
    Reactions {
        reaction: bool,
    },
    Window {
        place: u8,
    },
    React {
        seat: Seat,
        place: u8,
    },
    /// Whom a reaction is about, if the trigger fits several.
    Subject {
        who: CharId,
        ability: AbilityId,
    },
    Reacted {
        place: u8,
    },
    ActionOver,

    // --- harvest
    Harvest {
        place: u8,
    },
    Perils {
        peril: Peril,
        place: u8,
        area: u8,
        left: u8,
    },
    PerilCard {
        peril: Peril,
        place: u8,
        area: u8,
        left: u8,
    },
    Victim {
        peril: Peril,
        place: u8,
        area: u8,
        left: u8,
    },
    Twists,
    ShiftBonus {
        place: u8,
    },
    Shift,
    Victory,
    Cleanup,
    DiscardDown {
        place: u8,
    },
}
