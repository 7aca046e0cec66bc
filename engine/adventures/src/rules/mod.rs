//! The rulebook's chapters in its order.

pub mod advancement;
pub mod adventure_setup;
pub mod campaign_setup;
pub mod combat;
pub mod contest;
pub mod dice_pool;
pub mod effects;
pub mod exhaustion;
pub mod factions;
pub mod importing;
pub mod items;
pub mod manipulate;
pub mod movement;
pub mod party_changes;
pub mod personal;
pub mod placing;
pub mod resting;
pub mod revealed;
pub mod rows;
pub mod skill_check;
pub mod storybook;
pub mod voting;
