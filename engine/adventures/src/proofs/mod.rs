//! Proofs of rules that the specification's vectors leave out.

mod campaign;
mod every_entry;
mod own_book;
mod random_play;
mod restoring;
mod slots;
mod story;
mod table;
