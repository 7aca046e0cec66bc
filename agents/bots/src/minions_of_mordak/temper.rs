//! Sorts of Villains besides the levels: what each of them likes.

use crate::players::{Agent, BadAgent};
use kernel::words;

words! {
    /// What sort of Villain it is: one who meddles and blocks, one who hunts, one who lets his army grow.
    pub enum Temper as "temperament" { Schemer = "schemer", Butcher = "butcher", Patient = "patient" }
}

/// An agent with a temperament that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTemper {
    #[error(transparent)]
    Agent(#[from] BadAgent),
    #[error("random has no temperament")]
    Random,
}

/// Reads an agent with or without a temperament: `master`, `master:schemer`, `mcts:50ms:patient`.
///
/// # Errors
/// If there is no such agent, or it cannot have a temperament.
pub fn tempered(text: &str) -> Result<(Agent, Option<Temper>), BadTemper> {
    let named =
        text.rsplit_once(':').and_then(|(agent, temper)| Some((agent, temper.parse::<Temper>().ok()?)));
    let Some((agent, temper)) = named else { return Ok((text.parse::<Agent>()?, None)) };
    let agent = agent.parse::<Agent>()?;
    if agent == Agent::Random { Err(BadTemper::Random) } else { Ok((agent, Some(temper))) }
}

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
pub const fn taste(temper: Option<Temper>) -> Taste {
    match temper {
        None => SOUND,
        Some(Temper::Schemer) => Taste { blood: 0.8, pins: 2.0, tricks: 1.6, thrift: 1.0 },
        Some(Temper::Butcher) => Taste { blood: 1.6, pins: 0.6, tricks: 0.8, thrift: 0.5 },
        Some(Temper::Patient) => Taste { blood: 0.8, pins: 1.0, tricks: 1.0, thrift: 2.0 },
    }
}
