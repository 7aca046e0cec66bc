//! How strong a bot is to be, and how its search is set, game by game. `understudy arena` measures whether the levels
//! are really apart.

use crate::players::Think;
use kernel::words;
use search::{Settings, mcts::Select};
use std::time::Duration;

words! {
    /// How strong an opponent or partner should be.
    pub enum Level as "level" { Novice = "novice", Adept = "adept", Master = "master" }
}

/// How a player comes to its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mind {
    Random,
    Greedy,
    Search(Think),
}

/// A mind and how often it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    pub mind: Mind,
    /// How many decisions of a hundred are made without a thought.
    pub blunders: u32,
}

impl Mind {
    #[must_use]
    pub const fn unerring(self) -> Skill {
        self.failing(0)
    }
    #[must_use]
    pub const fn failing(self, blunders: u32) -> Skill {
        Skill { mind: self, blunders }
    }
}

/// What was found to suit a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    pub settings: Settings,
    pub novice: Skill,
    pub adept: Skill,
    pub master: Skill,
}

impl Tuning {
    #[must_use]
    pub const fn skill(&self, level: Level) -> Skill {
        match level {
            Level::Novice => self.novice,
            Level::Adept => self.adept,
            Level::Master => self.master,
        }
    }
}

const MASTER: Skill = Mind::Search(Think::Time(Duration::from_millis(100))).unerring();

/// Where nothing is known of a game: playouts to the end.
impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            settings: Settings::default(),
            novice: Mind::Search(Think::Iterations(20)).failing(30),
            adept: Mind::Search(Think::Iterations(400)).failing(5),
            master: MASTER,
        }
    }
}

/// Games are long and the heuristic sees far: it judges at once. Playouts of 2 or 8 decisions led by it were no better at
/// the same number of iterations, and slower. Branching on chance made no difference that could be shown (README), so
/// chance stays open.
#[must_use]
pub fn para_roles() -> Tuning {
    Tuning {
        settings: Settings {
            select: Select::Puct { c: 3.0, fpu: 0.1 },
            rollout: 0,
            informed: true,
            ..Settings::default()
        },
        novice: Mind::Greedy.failing(25),
        adept: Mind::Greedy.failing(5),
        master: MASTER,
    }
}

/// Not measured yet.
#[must_use]
pub fn friends_and_foes() -> Tuning {
    Tuning {
        settings: Settings {
            select: Select::Puct { c: 2.0, fpu: 0.1 },
            rollout: 0,
            informed: true,
            ..Settings::default()
        },
        novice: Mind::Greedy.failing(25),
        adept: Mind::Greedy.failing(5),
        master: MASTER,
    }
}

/// A single fight that ends within a few rounds is played out to its end.
#[must_use]
pub fn puzzles() -> Tuning {
    let known = para_roles();
    Tuning { settings: Settings { rollout: u32::MAX, ..known.settings }, ..known }
}
