//! How strong a bot is to be, and how its search is set, game by game. `understudy arena` measures whether the levels
//! are really apart.

use crate::players::Think;
use kernel::words;
use search::{Settings, Sure, Trials, mcts::Select};
use std::time::Duration;

words! {
    /// How strong an opponent or partner should be.
    pub enum Level as "level" { Novice = "novice", Adept = "adept", Master = "master" }
}

words! {
    /// What sort of player it is, besides its strength. A Villain: one who meddles and blocks, one who hunts, one who lets
    /// his army grow.
    pub enum Style as "style" { Schemer = "schemer", Butcher = "butcher", Patient = "patient" }
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

/// Search that explores by `c`, gives what was never tried `fpu` less than its parent, and asks the heuristic at once;
/// below it the heuristic alone, with blunders.
fn judging_at_once(c: f32, fpu: f32) -> Tuning {
    Tuning {
        settings: Settings {
            select: Select::Puct { c, fpu },
            rollout: 0,
            informed: true,
            ..Settings::default()
        },
        novice: Mind::Greedy.failing(25),
        adept: Mind::Greedy.failing(5),
        master: MASTER,
    }
}

/// Games are long and the heuristic sees far: it judges at once. Playouts of 2 or 8 decisions led by it were no better at
/// the same number of iterations, and slower. Branching on chance made no difference that could be shown (README), so
/// chance stays open. On the last levels of the Tower, where a good party is nearly sure to win, options are played out to
/// the end side by side: there the question is only which of them loses less often.
#[must_use]
pub fn para_roles() -> Tuning {
    let known = judging_at_once(3.0, 0.1);
    let sure = Some(Sure { tries: 12, decisions: 600 });
    let trials = Some(Trials { width: 16, decisions: 4000, sure, trust: 4.0, luck: 1, mild: 0.02 });
    Tuning { settings: Settings { trials, ..known.settings }, ..known }
}

/// Options are tried out side by side until play comes to rest, at most 400 decisions; below it the heuristic alone, with
/// blunders. What an option looks like one step deep counts as much as `trust` playouts.
fn side_by_side(trust: f32) -> Tuning {
    let known = judging_at_once(2.0, 0.1);
    let trials = Some(Trials { width: 6, decisions: 400, sure: None, trust, luck: 1, mild: 0.02 });
    Tuning { settings: Settings { to_rest: true, trials, ..known.settings }, ..known }
}

/// Played on to the end of the round, where tables can be compared: a tree over the same judgement was no better than the
/// heuristic (README of the game).
#[must_use]
pub fn friends_and_foes() -> Tuning {
    side_by_side(4.0)
}

/// A contest is short and its dice are weighed exactly where they can be: search judges at once. The story cannot be
/// searched, for nobody may read ahead; there it weighs what each option leaves the party with.
#[must_use]
pub fn adventures() -> Tuning {
    Tuning {
        novice: Mind::Greedy.failing(30),
        adept: Mind::Greedy.failing(8),
        // So much was measured; more iterations were not shown to be better.
        master: Mind::Search(Think::Iterations(10)).unerring(),
        ..judging_at_once(1.5, 0.05)
    }
}

/// Turns are many small decisions: options are played on to the end of the other side's Round. A tree with the same playouts
/// made five Heroes weaker (README of the game).
#[must_use]
pub fn minions_of_mordak() -> Tuning {
    Tuning {
        // A Round of the Villain has up to two hundred decisions: it is to take less than 5 s. Some thirty playouts, a third
        // of this time, are already far above the heuristic.
        master: Mind::Search(Think::Time(Duration::from_millis(20))).unerring(),
        ..side_by_side(2.0)
    }
}

/// Played on to the end of the round by heroes who look at their own sheet only.
#[must_use]
pub fn fiends_and_familiars() -> Tuning {
    side_by_side(4.0)
}

/// A single fight that ends within a few rounds is played out to its end.
#[must_use]
pub fn puzzles() -> Tuning {
    let known = para_roles();
    Tuning { settings: Settings { rollout: u32::MAX, trials: None, ..known.settings }, ..known }
}
