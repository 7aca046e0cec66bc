//! The words all games share. No game, no I/O, no clock, no entropy.
//!
//! Reading order: [`game`] (what a game is), [`table`] (how it is played safely), [`stated`] (positions from outside), [`seat`], [`odds`], [`cards`],
//! [`deck`], [`secret`], [`flow`] (things in progress), [`notation`] (steps as text), [`setting`] (what is put right), [`show`] (what people read),
//! then the tools of proof: [`marks`], [`script`], [`cases`], [`laws`].

// The macros write `kernel::`; inside this crate that must mean the crate itself.
extern crate self as kernel;

pub mod cards;
pub mod cases;
pub mod deck;
pub mod flow;
pub mod game;
pub mod laws;
pub mod marks;
pub mod notation;
pub mod odds;
pub mod script;
pub mod seat;
pub mod secret;
pub mod setting;
pub mod show;
pub mod stated;
pub mod table;

#[cfg(test)]
mod toys;

pub use cards::{Card, CardSet, Rank, RankSet, Suit};
pub use deck::{Deck, Pool};
pub use flow::{Next, Stack};
pub use game::{Game, Log, Outcome, Step, StepOf, Story, Turn, Value};
pub use notation::{BadNotation, Notation};
pub use odds::{Odds, below};
pub use seat::{PerSeat, Seat, SeatSet};
pub use secret::Secret;
pub use show::{Ink, Page, Show};
pub use stated::{Misfit, Restore, Stated};
pub use table::{Refused, Seen, Table, View};

/// For the macros of this crate.
#[doc(hidden)]
pub use serde;
/// A fixed-capacity list that is `Copy`, for the insides of a `State`.
pub use tinyvec::ArrayVec;
