//! Bots for each game: what they know of it, how strong they are, and how that is measured.
//!
//! Reading order: [`para_roles`] (what bots know of a game), [`played`] (what each game tells of its bots), [`players`] and [`levels`] (who can be asked to play),
//! [`reason`] (why, in words), [`any`] (all of it for a table of any game), then the measures: [`arena`] (side against
//! side, with [`stats`]), [`balance`] (warband against warband), [`contest`] (many, bit by bit) and [`regret`] (against
//! perfect play, on the positions of [`puzzles`] and [`riddles`]).

pub mod adventures;
pub mod any;
pub mod arena;
pub mod balance;
pub mod contest;
pub mod crew;
pub mod fiends_and_familiars;
pub mod friends_and_foes;
pub mod levels;
pub mod minions_of_mordak;
pub mod para_roles;
pub mod played;
pub mod players;
pub mod puzzle_sense;
pub mod puzzles;
pub mod reason;
pub mod regret;
pub mod riddles;
#[cfg(feature = "sixth")]
#[path = "../../../tests/sixth/bots.rs"]
pub mod sixth;
pub mod stats;

/// How long a bot may think, for whoever asks one.
pub use search::Budget;
