//! The rulebook's chapters in its order.

pub mod activation;
pub mod after;
pub mod attack;
pub mod attack_results;
pub mod cards;
pub mod deployment;
pub mod effects;
pub mod formation;
pub mod garrison;
pub mod harvest;
pub mod initiative;
pub mod movement;
pub mod reactions;
pub mod setup;
pub mod treasure;
pub mod twists;
pub mod victory;
