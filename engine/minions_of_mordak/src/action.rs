//! All a player may decide.

use crate::{
    ids::{RegionId, SpellId, TreasureId, Who},
    words::{Count, DeckId, Die, Grade, HeroId, Row, Size, Slot},
};
use kernel::{BadNotation, notation};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// What pays for a Reaction: nothing, a Plus-One of a row, or another Spell. Written `free`, `melee`, `a3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pay {
    Free,
    PlusOne(Row),
    Discard(SpellId),
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pay::Free => f.write_str("free"),
            Pay::PlusOne(row) => row.fmt(f),
            Pay::Discard(spell) => spell.fmt(f),
        }
    }
}

impl FromStr for Pay {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Pay, BadNotation> {
        if text == "free" {
            return Ok(Pay::Free);
        }
        let row = text.parse().map(Pay::PlusOne);
        let paid = row.or_else(|_| text.parse().map(Pay::Discard));
        paid.map_err(|_| {
            BadNotation::operand("payment", text, "free, a row such as melee, or a Spell such as a3")
        })
    }
}

notation! {
    pub enum Action {
        // --- before the game, and who plays
        "hero" PickHero { hero: HeroId },
        /// Take a free Hero and join the game.
        "join" Join { hero: HeroId },
        "wait" Wait,
        "stay" Stay,
        /// Leave the game for good.
        "leave" Leave,
        /// Initiative: act first, or last.
        "first" First,
        "last" Last,

        // --- a Turn
        /// Begin a Move with a step to this Region.
        "move" Move { to: RegionId },
        /// Another step of the same Move.
        "step" Step { to: RegionId },
        "stop" Stop,
        "roll" Roll { row: Row },
        /// Power Surge: so many Spells of each deck.
        "surge" Surge { arcane: Count, divine: Count, void: Count },
        /// Flip all face-down Regions beside you.
        "scout" Scout,
        /// Flip only this one.
        "scout_one" ScoutOne { region: RegionId },
        /// Take so many Treasures of your Region.
        "loot" Loot { treasures: Count },
        /// Use up an equipped Treasure.
        "use" Use { treasure: TreasureId },
        "end" End,

        // --- an Action Roll
        /// Place a die of this grade on its best face.
        "boost" Boost { grade: Grade },
        /// Roll this die again.
        "reroll" Reroll { die: Die },
        "keep" Keep,
        /// Add to somebody's roll with so many Plus-Ones.
        "add" Add { tokens: Count },
        /// A Plus-One of the row for one more Hit.
        "spend" Spend,
        /// A Plus-One for the row out of Hits.
        "buy" Buy,
        /// Hits as damage against the Defender of this Region.
        "attack" Attack { region: RegionId },
        /// Hits as damage to everybody in this Region.
        "sweep" Sweep { region: RegionId },
        "damage" Damage { hits: Count },
        "cast" Cast { spell: SpellId, cost: Count },
        "spawn" Spawn { size: Size },
        "done" Done,

        // --- choices
        "place" Place { region: RegionId },
        "target" Target { who: Who },
        "region" Region { region: RegionId },
        /// Who takes the attacks on a Region for the rest of the Round.
        "defender" Defender { who: Who },
        "react" React { spell: SpellId, pay: Pay },
        /// Use up an equipped Treasure as a Reaction.
        "react_with" ReactWith { treasure: TreasureId },
        "pass" Pass,
        /// Gain, or give up, a Plus-One of this row.
        "gain" Gain { row: Row },
        "drop" Drop { row: Row },
        "decline" Decline,
        "accept" Accept,
        /// Which Minion takes its Turn now, or is put in its place.
        "act" Act { who: Who },
        "stop_all" StopAll,
        "deck" Deck { deck: DeckId },
        "discard" Discard { spell: SpellId },
        /// Show a Spell of your hand to everybody.
        "show" Show { spell: SpellId },

        // --- the Level Up Step
        /// Begin to reorder the stack of this Region.
        "reorder" Reorder { region: RegionId },
        /// Next from the top in a stack that is reordered.
        "next" Next { who: Who },
        /// Return an equipped Treasure to the Stash.
        "return" Return { who: Who, slot: Slot },
        /// Equip a Treasure of the Stash.
        "equip" Equip { treasure: TreasureId, who: Who },
        /// Leave it in the Stash for its Bounty.
        "cash" Cash { treasure: TreasureId },
        /// A new Novice on a row.
        "learn" Learn { row: Row },
        /// A die of a row becomes one of this grade.
        "train" Train { row: Row, grade: Grade },
        /// One more Action Point.
        "hasten" Hasten,
    }
}
