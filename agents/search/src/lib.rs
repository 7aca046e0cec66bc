//! Bots that know no game. They get a [`kernel::View`] and nothing else, so they cannot see what their seat may not.
//!
//! Reading order: [`advice`] (what a bot answers, and how long it may think), [`heuristic`] (what a game tells about
//! itself), the baselines [`random`] and [`greedy`], the search itself ([`mcts`] on its [`tree`], with [`settings`]),
//! [`together`] (several threads), [`solve`] (exact values of small positions), and [`parlour`]: little games with known answers, for tests and benches.

//!
//! ```
//! use kernel::{Seat, Table};
//! use search::{Budget, Mcts, Plain, Question, Settings, parlour::tic_tac_toe::TicTacToe};
//! use std::sync::Arc;
//!
//! let table = Table::new(Arc::new(TicTacToe));
//! let view = table.view(Seat::new(0));
//! let question = Question::new(&TicTacToe, &Plain, &view);
//! let mut bot = Mcts::new(Settings::default());
//! let advice = bot.choose(&question, &Budget::iterations(500), 1);
//! assert_eq!(advice.map(|advice| advice.candidates.len()), Some(9));
//! ```

#![warn(missing_docs)]

pub mod advice;
mod answer;
mod clock;
pub mod greedy;
pub mod heuristic;
mod logs;
pub mod mcts;
mod options;
#[allow(missing_docs, reason = "the rules of these games are known to everybody")]
pub mod parlour;
pub mod random;
mod select;
pub mod settings;
pub mod solve;
pub mod together;
pub mod tree;
mod trials;

pub use advice::{Advice, Budget, Candidate, Question};
pub use heuristic::{Beliefs, Evaluation, Explanation, Heuristic, Known, Payoffs, Plain, Policy};
pub use mcts::Mcts;
pub use options::heaviest;
pub use settings::{Select, Settings, Sure, Trials};

/// The generator of all bots: small, fast, and the same on every machine.
pub type BotRng = rand_xoshiro::Xoshiro256PlusPlus;
