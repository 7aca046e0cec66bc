//! The rulebook's chapters, roughly in its order.

pub mod setup;

pub mod roles;

pub mod rounds;

pub mod player_actions;

pub mod abilities;

pub mod cards;

pub mod blows;

pub mod epic;

pub mod epic_start;

pub mod enemy_turn;

pub mod enemy_deeds;

pub mod creature;

pub mod death;

pub mod treasure;

pub mod pause;

pub mod campaigns;

pub mod maze;

pub mod dungeon;

pub mod rifts;
