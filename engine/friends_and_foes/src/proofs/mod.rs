//! Proofs that are no scripts: of packs and maps, of views, of random play. Scripts stand in `cases/`.

mod boards;
mod content;
mod odds;
mod random_play;
mod real_table;
mod secrets;
mod tables;
