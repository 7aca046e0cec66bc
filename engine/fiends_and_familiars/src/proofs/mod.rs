//! What no case can say: laws of random play, guesses, and what chance adds up to.

pub mod chance;
mod printed;
mod random_play;
mod restoring;
