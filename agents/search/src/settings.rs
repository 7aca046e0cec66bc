//! How a search goes about it, per game.

use kernel::Turn;

/// How a search goes about it. What suits a game is found by regret and arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How the next edge is chosen on the way down.
    pub select: Select,
    /// Decisions played out beyond the tree before the heuristic judges; `u32::MAX` plays to the end.
    pub rollout: u32,
    /// Play out by the weights of the heuristic instead of evenly.
    pub informed: bool,
    /// Playouts go on until the heuristic says that play has come to rest ([`crate::Evaluation::rests`]), at most
    /// `rollout` decisions.
    pub to_rest: bool,
    /// Branch on what falls, where the heuristic gives it a number.
    pub branch_on_chance: bool,
    /// Find a place in the tree by what the seat to move knows, not by the way that led there. Opponents then act by their
    /// own cards as well, which matters where much is hidden; it costs a mask and a fingerprint at each decision.
    pub by_knowledge: bool,
    /// Try options out side by side instead of growing a tree, where the heuristic agrees
    /// ([`crate::Policy::side_by_side`]).
    pub trials: Option<Trials>,
    /// The bound on memory: about 32 bytes an edge.
    pub edges_max: usize,
    /// Draw the answer from the visits, not only where seats decide at once: for games of bluff, where whoever always
    /// does the same with the same cards gives them away.
    pub mixed: bool,
    /// Where the answer is drawn: options with less than this share of the best one's visits are dropped.
    pub mix_floor: f32,
}

/// How options are tried out side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trials {
    /// So many options are tried, the best one step deep.
    pub width: u16,
    /// A playout goes on for so many decisions at most; with [`Settings::to_rest`] only until play has come to rest.
    pub decisions: u32,
    /// When the best option one step deep is so good that no other is tried; `None` always tries others.
    pub sure: Option<Sure>,
    /// What an option looks like one step deep counts as much as so many playouts.
    pub trust: f32,
    /// In playouts an action that leaves something to luck is looked at with so many outcomes.
    pub luck: u8,
    /// Where seats decide at once the answer is drawn: an option that is so much worse than the best is taken `e` times as
    /// seldom.
    pub mild: f32,
}

/// When nothing is in question: playouts of the best option alone end as well as a game can, all of them, or all but one
/// of twice as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sure {
    /// Playouts of the best option before any other is tried.
    pub tries: u32,
    /// Long playouts are fewer: after so many decisions in all of them three are enough.
    pub decisions: u32,
}

/// Which edge a walk takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Select {
    /// Every option once, then by mean and by how little is known of it.
    Ucb {
        /// How much is explored.
        c: f32,
    },
    /// Led by the heuristic's weights: what looks bad beforehand may never be tried. An option that was not tried yet
    /// counts as `fpu` below the mean of those that were. Both are measured in the spread of the results seen so far.
    Puct {
        /// How much is explored.
        c: f32,
        /// What an edge never tried is taken to be worth below its parent (*first play urgency*).
        fpu: f32,
    },
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            select: Select::Ucb { c: 0.7 },
            rollout: u32::MAX,
            informed: false,
            to_rest: false,
            branch_on_chance: false,
            by_knowledge: false,
            trials: None,
            edges_max: 1 << 20,
            mixed: false,
            mix_floor: 0.05,
        }
    }
}

impl Settings {
    /// Is the answer on this turn drawn from the visits?
    #[must_use]
    pub fn mixes(&self, turn: Turn) -> bool {
        self.mixed || matches!(turn, Turn::Each(seats) if seats.len() > 1)
    }
}
