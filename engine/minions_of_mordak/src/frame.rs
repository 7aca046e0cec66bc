//! Things in progress. `flow.rs` says what each does when its turn comes and what an answer to it does.

use crate::{
    ids::{RegionId, Who},
    words::{DeckId, Dice, Row, Side, Size, Window},
};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// What a die that fell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum For {
    Dodge,
    Regenerate,
    /// XP for every Hero.
    Loot,
    /// The amount of an effect.
    Effect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    // --- set-up
    PickHero {
        seat: Seat,
    },
    StartSpells {
        seat: u8,
        at: u8,
    },
    FirstChumps {
        left: u8,
    },

    // --- rounds
    HeroRound,
    Joining {
        seat: u8,
    },
    Initiative,
    NextHero,
    VillainRound,
    /// The steps at the beginning of the Final Battle.
    FinalBattle {
        step: u8,
    },
    VillainTurn,
    MinionStep,
    MinionPick,

    // --- a Turn
    Regenerate,
    Act,
    Moving,
    /// A free Move granted by an effect to somebody whose Turn it is not.
    FreeMove {
        who: Who,
        steps: u8,
        evade: bool,
        first: bool,
    },
    TurnEnd,
    GustAsk {
        seat: Seat,
    },

    // --- Scouting
    Flip {
        ambush: bool,
    },
    FlipTile {
        region: RegionId,
        ambush: bool,
    },
    Populate {
        region: RegionId,
        at: u8,
        ambush: bool,
    },
    Labyrinth {
        region: RegionId,
    },
    AmbushSpawn {
        region: RegionId,
        at: u8,
    },
    AmbushNext,

    // --- cards
    DrawSpells {
        seat: Seat,
        deck: DeckId,
        left: u8,
    },
    DrawChoice {
        seat: Seat,
        left: u8,
    },
    DrawMinion {
        size: Size,
        /// Where it is laid; off the Map: the Villain places it.
        region: RegionId,
        ambush: bool,
    },
    PlaceMinion,
    Steal {
        from: Seat,
        to: Seat,
    },

    // --- Plus-Ones
    Gain {
        seat: Seat,
        row: Row,
        left: u8,
    },
    GainAny {
        seat: Seat,
        left: u8,
        may: bool,
    },
    Lose {
        seat: Seat,
        left: u8,
    },

    // --- an Action Roll
    Boost,
    RollDice,
    Rolled,
    RerollPick {
        seat: Seat,
        treasure: bool,
    },
    RerollDice,
    Totalled,
    Help {
        at: u8,
    },
    HelpAsk {
        seat: Seat,
        at: u8,
    },
    Spend,
    RollEnd,

    // --- an attack
    Strike,
    Defender,
    Dodge,
    Amount,
    Hurt,
    Apply,
    Falling,
    Struck,
    SweepAmount,
    SweepNext,

    // --- Spells and Reactions
    Window {
        window: Window,
        about: Who,
        at: u8,
    },
    React {
        seat: Seat,
        window: Window,
        about: Who,
        at: u8,
    },
    Run {
        step: u8,
    },
    /// The targets of a step are known.
    Do {
        step: u8,
    },
    PickTarget {
        step: u8,
    },
    PickSecond {
        step: u8,
    },
    PickRegion {
        step: u8,
    },
    PlaceTarget {
        who: Who,
        within: u8,
    },
    Sheep {
        left: u8,
    },
    CastDone,
    /// Dice that are only totalled.
    Die {
        what: For,
        dice: Dice,
    },

    // --- the Level Up Step
    LevelUp {
        side: Side,
        step: u8,
    },
    Leaving {
        seat: u8,
        side: Side,
    },
    LevelDraws {
        seat: u8,
        side: Side,
        at: u8,
    },
    Discard {
        seat: u8,
        side: Side,
    },
    Procession {
        step: u8,
    },
    ProcessionAsk {
        step: u8,
    },
    ReorderAsk,
    Reorder {
        region: RegionId,
    },
    Reveal {
        side: Side,
    },
    Dojo {
        seat: u8,
    },
    Return {
        side: Side,
        from: u8,
    },
    Equip {
        side: Side,
        from: u8,
    },
    CashIn {
        side: Side,
    },
    SpendXp {
        seat: u8,
        side: Side,
        /// Nobody else of the side.
        only: bool,
    },
}
