//! The chapters of the rulebook, in its order, and the one interpreter of cards.

pub mod choices;
pub mod cleanup_phase;
pub mod combat;
pub mod dice_phase;
pub mod effects;
pub mod experience;
pub mod fiends;
pub mod final_scoring;
pub mod goods;
pub mod hunt;
pub mod market_phase;
pub mod monster_combat;
pub mod roll_phase;
pub mod setup;
pub mod solitaire;
pub mod windows;
