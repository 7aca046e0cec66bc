//! The rulebook's chapters in its order.

pub mod attacks;
pub mod cards;
pub mod damage;
pub mod effects;
pub mod equipment;
pub mod final_battle;
pub mod level_up;
pub mod movement;
pub mod players;
pub mod plus_ones;
pub mod procession;
pub mod reactions;
pub mod rolls;
pub mod rounds;
pub mod scouting;
pub mod setup;
pub mod spells;
pub mod standing_orders;
pub mod targets;
pub mod turns;
