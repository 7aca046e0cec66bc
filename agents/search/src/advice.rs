//! What a bot answers, and how long it may think.

use kernel::{Game, Seat, SeatSet, View};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// What a search is asked: the best of these seats' options, by what the view's seat knows.
#[derive(Debug)]
pub struct Question<'a, G: Game, H: ?Sized> {
    /// The rules.
    pub game: &'a G,
    /// What is known of the game.
    pub heuristic: &'a H,
    /// All that may be known of the table.
    pub view: &'a View<G>,
    /// For whom it is asked: one of these decides.
    pub seats: SeatSet,
}

impl<'a, G: Game, H: ?Sized> Question<'a, G, H> {
    /// What the seat of this view should do.
    #[must_use]
    pub fn new(game: &'a G, heuristic: &'a H, view: &'a View<G>) -> Self {
        Question { game, heuristic, view, seats: SeatSet::only(view.seat()) }
    }
    /// What any of these seats should do: others may be asked along with the view's seat where it speaks for them, on a
    /// turn that is anybody's.
    #[must_use]
    pub fn of(self, seats: SeatSet) -> Self {
        Question { seats, ..self }
    }
}

/// What a bot would do, and what else it weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<A> {
    /// Who should act.
    pub seat: Seat,
    /// What it should do.
    pub action: A,
    /// All options, the best first.
    pub candidates: Vec<Candidate<A>>,
    /// How the bot expects play to go on, its own action first; short where nothing is known.
    pub line: Vec<(Seat, A)>,
    /// Thoughts: playouts of a search, positions looked at by the others.
    pub iterations: u64,
}

/// One option as the bot sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<A> {
    /// What could be done.
    pub action: A,
    /// The share of thought it got, 0 to 1.
    pub share: f32,
    /// The expected payoff of the acting seat, 0 to 1.
    pub value: f32,
    /// How often it was tried.
    pub visits: u32,
}

impl<A: Copy> Advice<A> {
    /// The only thing there is to do.
    #[must_use]
    pub fn forced(seat: Seat, action: A) -> Self {
        let only = Candidate { action, share: 1.0, value: f32::NAN, visits: 0 };
        Advice { seat, action, candidates: vec![only], line: vec![(seat, action)], iterations: 0 }
    }
    /// What the best option is expected to gain over the second best; `None` if there is nothing to compare.
    #[must_use]
    pub fn margin(&self) -> Option<f32> {
        match self.candidates.as_slice() {
            [best, second, ..] if best.value.is_finite() && second.value.is_finite() => {
                Some(best.value - second.value)
            }
            [..] => None,
        }
    }
}

/// How long a bot may think: whichever limit comes first.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// With this alone the same seed gives the same answer on every machine.
    pub iterations: Option<u64>,
    /// When it must answer.
    pub deadline: Option<Instant>,
    /// Set from outside: answer now.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// So many iterations: the same seed gives the same answer on every machine.
    ///
    /// ```
    /// use search::Budget;
    /// assert_eq!(Budget::iterations(400).iterations, Some(400));
    /// ```
    #[must_use]
    pub fn iterations(count: u64) -> Budget {
        Budget { iterations: Some(count), ..Budget::default() }
    }
    /// From now on.
    #[must_use]
    pub fn time(time: Duration) -> Budget {
        Budget { deadline: Some(Instant::now() + time), ..Budget::default() }
    }
    /// It also answers when this is set from outside.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(stop), ..self }
    }
    /// The stricter of both.
    #[must_use]
    pub fn within(self, other: &Budget) -> Budget {
        fn least<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Budget {
            iterations: least(self.iterations, other.iterations),
            deadline: least(self.deadline, other.deadline),
            stop: self.stop.or_else(|| other.stop.clone()),
        }
    }
    /// Is time up, or has somebody said stop? Asks the clock, so not at every turn.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
