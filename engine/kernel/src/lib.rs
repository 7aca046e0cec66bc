//! The words all games share. No game, no I/O, no clock, no entropy.
//!
//! Reading order: [`game`] (what a game is), [`table`] (how it is played safely), [`stated`] (positions from outside), [`seat`], [`odds`], [`cards`],
//! [`deck`], [`secret`], [`flow`] (things in progress), [`notation`] (steps as text), [`setting`] (what is put right), [`show`] (what people read),
//! what a game states of itself ([`edition`], with [`pack`] and [`options`]; [`stable`] hashes), then the tools of proof: [`marks`], [`script`], [`cases`], [`laws`].

// The macros write `kernel::`; inside this crate that must mean the crate itself.
extern crate self as kernel;

pub mod cards;
pub mod cases;
pub mod deck;
pub mod edition;
pub mod flow;
pub mod game;
pub mod laws;
pub mod marks;
pub mod notation;
pub mod odds;
pub mod options;
pub mod pack;
pub mod script;
pub mod seat;
pub mod secret;
pub mod setting;
pub mod show;
pub mod stable;
pub mod stated;
pub mod table;

#[cfg(test)]
mod toys;

pub use cards::{Card, CardSet, Rank, RankSet, Suit};
pub use deck::{Deck, Pool};
pub use edition::Edition;
pub use flow::{Next, Stack};
pub use game::{Game, Log, Outcome, Step, StepOf, Story, Turn, Value};
pub use notation::{BadNotation, Notation, Word};
pub use odds::{Odds, below};
pub use options::{BadOption, OptionSet};
pub use pack::{BadContent, Contents, Pack, PackFiles};
pub use seat::{PerSeat, Seat, SeatSet};
pub use secret::Secret;
pub use show::{Ink, Page, Show};
pub use stated::{Misfit, Restore, Stated};
pub use table::{Refused, Seen, Table, View};

/// A fixed-capacity list that is `Copy`, for the insides of a `State`.
pub use tinyvec::ArrayVec;
/// For the macros of this crate.
#[doc(hidden)]
pub use {rand, serde};
