//! Sorts of Villains besides the levels: what each of them likes.

use crate::levels::Style;

/// How much a Villain likes things: 1 is what was found to be sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taste {
    /// Hurting and Defeating Heroes.
    pub blood: f32,
    /// Blocking: pins, guarded Treasures.
    pub pins: f32,
    /// Spells, Reactions, Plus-Ones for others' rolls.
    pub tricks: f32,
    /// Keeping Minions alive for the Final Battle.
    pub thrift: f32,
}

pub const SOUND: Taste = Taste { blood: 1.0, pins: 1.0, tricks: 1.0, thrift: 1.0 };

#[must_use]
pub const fn taste(style: Option<Style>) -> Taste {
    match style {
        None => SOUND,
        Some(Style::Schemer) => Taste { blood: 0.8, pins: 2.0, tricks: 1.6, thrift: 1.0 },
        Some(Style::Butcher) => Taste { blood: 1.6, pins: 0.6, tricks: 0.8, thrift: 0.5 },
        Some(Style::Patient) => Taste { blood: 0.8, pins: 1.0, tricks: 1.0, thrift: 2.0 },
    }
}
