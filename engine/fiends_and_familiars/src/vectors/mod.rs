//! The test vectors of the specification, by number.

mod hunts;
mod scoring;
mod setup;
mod solitaire;
pub mod table;
mod turns;
