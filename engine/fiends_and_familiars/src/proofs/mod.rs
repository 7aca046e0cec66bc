//! Proofs of rules, by chapter.

mod cards_classes;
mod cards_familiars;
mod cards_fiends;
mod cards_foes;
mod cards_scoring;
mod cards_scrolls;
mod cards_skills;
pub mod cards_table;
mod cards_weapons;
mod random_play;
mod restoring;
mod secrets;
