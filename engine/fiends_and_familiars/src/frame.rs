//! Things in progress. `flow.rs` says what each does when its turn comes and what an answer to it does.

use crate::rules::minimal::Minimal;
use crate::words::{AdventureKind, MarketId, MinionId, Row, Space, Window};
use kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Where effects come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    /// What a Skill or Weapon does when used.
    Card(MarketId),
    /// What a Scroll does when bought.
    Scroll(MarketId),
    /// What the class can do.
    Class,
    /// The action of a row; of the Familiar Row, the Familiar Action.
    Row(Row),
    /// A reward level of a Minion.
    Reward(MinionId, u8),
}

/// `at` counts seats clockwise from the Start Player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    // --- set-up
    SetupDiscard {
        left: u8,
    },
    SetupTrash,
    /// Market cards are dealt until the row is full.
    Deal,
    StartRoll {
        tied: SeatSet,
        left: SeatSet,
    },
    ChooseSheet {
        at: u8,
    },
    ClassColour {
        at: u8,
    },
    ChooseClass {
        at: u8,
    },
    DealAlignment {
        at: u8,
    },
    DealBackstory {
        at: u8,
    },
    DealFamiliar {
        at: u8,
        second: bool,
    },
    ChooseFamiliar {
        at: u8,
    },
    StartDice {
        at: u8,
        left: u8,
    },
    StartPlace {
        at: u8,
    },
    Monster,
    FirstMinion,
    /// Fiends are dealt to Initiative cards with an empty slot, from this card on.
    Fiends {
        card: u8,
    },

    // --- a round
    Round,
    RollDice {
        left: u8,
    },
    /// Dice are sorted onto Initiative cards, from this card on.
    Sort {
        card: u8,
    },
    DiceTurn {
        at: u8,
    },
    Select {
        seat: Seat,
    },
    Place {
        seat: Seat,
    },
    TurnAction {
        seat: Seat,
    },
    GainFiends {
        seat: Seat,
    },
    Enemy {
        left: u8,
    },
    EnemyDeeds,
    DiceEnd,
    MarketPhase {
        card: u8,
    },
    MarketTurn {
        seat: Seat,
    },
    MarketEnd,
    Refresh {
        at: u8,
        left: u8,
    },
    Cleanup,
    NewRound,

    // --- windows
    /// Free actions of one seat.
    Window {
        window: Window,
        seat: Seat,
    },
    /// The same window of all seats, clockwise.
    Windows {
        window: Window,
        at: u8,
    },
    /// Others with a card that reacts, clockwise from the seat whose window it was.
    Reactions {
        window: Window,
        owner: Seat,
        at: u8,
    },

    // --- cards and actions
    Run {
        seat: Seat,
        source: Source,
        at: u8,
    },
    /// Carry out what the Skill does, or leave it at the move of the token.
    May {
        seat: Seat,
        source: Source,
    },
    /// A choice that an effect needs; `left` where it may be made several times.
    Ask {
        seat: Seat,
        source: Source,
        at: u8,
        left: u8,
    },
    Reroll {
        seat: Seat,
        space: Space,
        either: bool,
    },
    KeepReroll {
        seat: Seat,
        space: Space,
    },
    /// A lifted die is put into any empty space.
    PutBack {
        seat: Seat,
    },
    /// One action among those rows.
    PlacedAction {
        seat: Seat,
        rows: u8,
    },
    TurnUp {
        seat: Seat,
        left: u8,
    },
    Exchange {
        seat: Seat,
    },
    PoolRoll {
        card: u8,
        place: u8,
    },
    Reveal,
    /// Weapons are dropped until two hands suffice.
    Drop {
        seat: Seat,
        bought: MarketId,
    },
    StoreXp {
        seat: Seat,
    },
    DrawFiend {
        seat: Seat,
    },
    /// A seat with a new token looks at its Adventure card.
    Look {
        seat: Seat,
        kind: AdventureKind,
    },

    // --- fights
    HuntMinion {
        seat: Seat,
    },
    Pool {
        seat: Seat,
    },
    CombatRoll {
        seat: Seat,
        left: u8,
    },
    Rerolls {
        seat: Seat,
    },
    UsePower {
        seat: Seat,
    },
    HuntReward {
        seat: Seat,
    },
    Trophy {
        seat: Seat,
        trophy: bool,
    },
    Adventure {
        kind: AdventureKind,
    },
    Mercenaries {
        at: u8,
    },
    Fighting {
        at: u8,
    },
    Fought {
        seat: Seat,
    },
    Scoring,

    /// A table of which only the enemy dice are tracked.
    Minimal(Minimal),
}
