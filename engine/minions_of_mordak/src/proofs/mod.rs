//! Proofs by chapter.

mod content;
mod inside;
mod packs;
mod players;
mod random_play;
mod real_table;
mod restore;
pub(crate) mod scene;
mod setup;
mod standing_laws;
mod standing_orders;
mod telling;
mod windows;
