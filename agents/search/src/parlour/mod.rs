//! Little games with known answers, for tests and benches of search.
//!
//! - [`TicTacToe`]: a draw.
//! - [`ConnectFour`]: the first player wins, by opening in the middle column.
//! - [`Nim`]: the mover wins exactly if the heaps do not cancel out in binary (`xor` is not 0).
//! - [`Pig`]: to 100, the first player wins 0.5306 of all games if both play best.
//! - [`Kuhn`] poker: the first player loses 1/18 of a chip a hand.
//! - [`Leduc`] poker: the first player loses 0.0856 chips a hand.
//! - [`LiarsDice`]: two players with one die each: the first player loses 7/258 of a game.
//! - [`Goofspiel`]: even by symmetry, and only with mixed bids.
//! - [`RockPaperScissors`]: even; each throw 1/3, or with strong rocks 1/4, 1/2, 1/4.
//!
//! All states are flat and `Copy`. None of these games tells a story.

pub mod connect_four;
pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod nim;
pub mod pig;
pub mod rock_paper_scissors;
pub mod shared;
pub mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use goofspiel::Goofspiel;
pub use kuhn::Kuhn;
pub use leduc::Leduc;
pub use liars_dice::LiarsDice;
pub use nim::Nim;
pub use pig::Pig;
pub use rock_paper_scissors::RockPaperScissors;
pub use tic_tac_toe::TicTacToe;
