//! What is no case: tests that look into types, play at random or count.

mod campaign;
mod encounter;
mod every_entry;
mod odds;
mod own_book;
mod random_play;
mod restoring;
mod table;
