//! Proofs of rules that the specification's vectors leave out.

mod abilities;
mod boards;
mod content;
mod deployment;
mod edges;
mod odds;
mod random_play;
mod real_table;
mod secrets;
mod twists;
