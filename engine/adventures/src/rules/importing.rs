//! Heroes from Roll Player: what their stars, scores, cards and gold are worth here. RA-030 to RA-038.

use crate::words::{CardId, ClassId, RaceId};
use kernel::rule;

/// What is known of a finished Roll Player character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub race: RaceId,
    pub class: ClassId,
    /// Reputation stars.
    pub stars: u8,
    /// Scores after racial bonus or penalty, by colour.
    pub scores: [u8; 6],
    /// Market cards and familiars it owned.
    pub cards: Vec<CardId>,
    pub gold: u8,
    pub xp: u8,
    /// Fiends that were active at the end.
    pub fiends: u8,
}

/// Health from reputation stars.
#[must_use]
pub fn health(stars: u8) -> u8 {
    rule!("RA-031");
    match stars {
        0..=20 => 14,
        21..=25 => 15,
        26..=35 => 16,
        36..=40 => 17,
        41.. => 18,
    }
}

/// Health with the penalty for fiends, where that is played.
#[must_use]
pub fn health_with_fiends(stars: u8, fiends: u8, penalty: bool) -> u8 {
    rule!("RA-038", "RA-R71");
    let full = health(stars);
    if penalty { full.saturating_sub(fiends).max(1) } else { full }
}

/// A score here from a score there.
#[must_use]
pub fn score(there: u8) -> u8 {
    rule!("RA-032");
    match there {
        0..=13 => 0,
        14..=15 => 1,
        16..=17 => 2,
        18.. => 3,
    }
}

/// Points a player may still give out: the scores of an import reach at least six.
#[must_use]
pub fn points(scores: [u8; 6]) -> u8 {
    rule!("RA-033");
    6u8.saturating_sub(scores.iter().sum())
}

/// What the party starts with of what all its characters had.
#[must_use]
pub fn shared(all: impl Iterator<Item = u8>, players: u8) -> u16 {
    rule!("RA-037");
    all.map(u16::from).sum::<u16>() / u16::from(players)
}
