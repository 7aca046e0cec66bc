//! The words all games share. No game, no I/O, no clock, no entropy.
//!
//! Reading order: [`game`] (what a game is), [`table`] (how it is played safely), [`stated`] (positions from outside), [`seat`],
//! [`odds`], [`cards`], [`deck`], [`secret`], [`flow`] (things in progress), [`mod@notation`] (steps as text), [`setting`] (what is
//! put right), [`printed`] (cards people tell by what stands on them), [`mod@names`], [`show`] (what people read), what a game states of itself ([`edition`], with [`pack`] and [`mod@options`];
//! [`stable`] hashes), then the tools of proof: [`marks`], [`script`], [`cases`], [`laws`].
//!
//! # A whole game
//!
//! Two seats; whoever is asked may stop, or roll on and lose all with a 1. Ten points win.
//!
//! ```
//! use kernel::{Game, Log, Odds, Outcome, Seat, SeatSet, Step, Table, Turn, below, notation};
//! use serde::{Deserialize, Serialize};
//! use std::{fmt, sync::Arc};
//!
//! notation! { pub enum Action { "roll" Roll, "stop" Stop } }
//! notation! { pub enum Chance { "one" One, "more" More } }
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
//! struct State { points: [u8; 2], pot: u8, active: u8, rolling: bool }
//!
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Event(String);
//! impl fmt::Display for Event {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(&self.0) }
//! }
//! impl kernel::Story for Event {
//!     fn seen_by(&self, _: Seat) -> Option<Event> { Some(self.clone()) } // nothing is hidden
//! }
//!
//! struct Race;
//! impl Game for Race {
//!     type State = State;
//!     type Action = Action;
//!     type Chance = Chance;
//!     type Event = Event;
//!     fn seats(&self) -> u8 { 2 }
//!     fn setup(&self) -> State { State { points: [0; 2], pot: 0, active: 0, rolling: false } }
//!     fn turn(&self, s: &State) -> Turn {
//!         match s {
//!             s if s.points.iter().any(|p| *p >= 10) => Turn::Over,
//!             s if s.rolling => Turn::Chance,
//!             s => Turn::Each(SeatSet::only(Seat::new(s.active))),
//!         }
//!     }
//!     fn legal_actions(&self, _: &State, _: Seat, into: &mut Vec<Action>) {
//!         into.extend([Action::Roll, Action::Stop]);
//!     }
//!     fn odds(&self, _: &State) -> Odds<Chance> { Odds::weighted([(Chance::One, 1), (Chance::More, 5)]) }
//!     fn sample<R: rand::Rng + ?Sized>(&self, _: &State, rng: &mut R) -> Chance {
//!         if below(rng, 6) == 0 { Chance::One } else { Chance::More }
//!     }
//!     fn apply(&self, s: &mut State, step: Step<Action, Chance>, log: &mut Log<Event>) {
//!         let active = usize::from(s.active);
//!         match step {
//!             Step::Act { action: Action::Roll, .. } => s.rolling = true,
//!             Step::Act { action: Action::Stop, .. } => {
//!                 s.points[active] += s.pot;
//!                 (s.pot, s.active) = (0, 1 - s.active);
//!             }
//!             Step::Chance(Chance::One) => {
//!                 log.say(|| Event(format!("seat {active} loses {}", s.pot)));
//!                 (s.pot, s.active, s.rolling) = (0, 1 - s.active, false);
//!             }
//!             Step::Chance(Chance::More) => (s.pot, s.rolling) = (s.pot + 4, false),
//!         }
//!     }
//!     fn outcome(&self, s: &State) -> Option<Outcome> {
//!         let won = |at: usize| if s.points[at] >= 10 { Outcome::BEST } else { 0 };
//!         (self.turn(s) == Turn::Over).then(|| Outcome::new(&[won(0), won(1)]))
//!     }
//!     fn mask(&self, _: &mut State, _: Seat) {}
//!     fn fill<R: rand::Rng + ?Sized>(&self, _: &mut State, _: &mut R) {}
//! }
//!
//! let mut table = Table::new(Arc::new(Race));
//! let first = Seat::new(0);
//! for _ in 0..3 {
//!     table.play(Step::Act { seat: first, action: "roll".parse()? }, &mut Log::off())?;
//!     assert!(table.play(Step::Act { seat: first, action: Action::Stop }, &mut Log::off()).is_err());
//!     table.play(Step::Chance(Chance::More), &mut Log::off())?;
//! }
//! table.play(Step::Act { seat: first, action: Action::Stop }, &mut Log::off())?;
//! assert_eq!(table.outcome().map(|outcome| outcome.payoff(first)), Some(1000));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

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
pub mod names;
pub mod notation;
pub mod odds;
pub mod options;
pub mod pack;
pub mod printed;
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
pub use printed::Printed;
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
