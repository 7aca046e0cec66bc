//! Proofs of rules that no single chapter owns.

mod random_play;
