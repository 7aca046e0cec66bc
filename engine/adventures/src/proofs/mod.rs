//! Proofs of rules that the specification's vectors leave out.

mod campaign;
mod cards_gear;
mod cards_learning;
mod cards_modifiers;
mod cards_rares;
mod cards_story;
mod own_book;
mod random_play;
mod restoring;
mod slots;
mod story;
mod table;
