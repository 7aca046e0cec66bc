//! Proofs by chapter.

mod cards_arcane;
mod cards_divine;
mod cards_treasures;
mod cards_void;
mod content;
mod final_battle;
mod level_up;
mod packs;
mod players;
mod random_play;
mod real_table;
mod restore;
mod rolls;
mod rounds;
pub(crate) mod scene;
mod setup;
mod standing_laws;
mod standing_orders;
mod telling;
mod windows;
