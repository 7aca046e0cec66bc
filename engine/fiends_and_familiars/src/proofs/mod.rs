//! Proofs of rules, by chapter.

mod cards_fiends;
mod cards_foes;
mod cards_scoring;
mod random_play;
mod restoring;
mod secrets;
