//! What seats may do at a moment of the walk, and how it is weighed.

use crate::{BotRng, heuristic::Heuristic};
use kernel::{Game, Seat, SeatSet, below, seat::SEATS_MAX};

/// The options of one or several seats, seat by seat.
#[derive(Clone, Debug)]
pub(crate) struct Options<A> {
    pub actions: Vec<A>,
    pub weights: Vec<f32>,
    /// Whose they are, and up to where.
    pub seats: [(Seat, usize); SEATS_MAX as usize],
    pub count: usize,
}

impl<A: Copy> Options<A> {
    pub fn new() -> Self {
        let none = (Seat::new(0), 0);
        Options { actions: Vec::new(), weights: Vec::new(), seats: [none; SEATS_MAX as usize], count: 0 }
    }
    #[inline]
    pub fn list<G: Game<Action = A>>(&mut self, game: &G, state: &G::State, seats: SeatSet) {
        self.actions.clear();
        self.count = 0;
        for seat in seats {
            game.legal_actions(state, seat, &mut self.actions);
            self.seats[self.count] = (seat, self.actions.len());
            self.count += 1;
        }
    }
    #[inline]
    pub fn seat(&self, at: usize) -> Seat {
        let mut n = 0;
        while at >= self.seats[n].1 {
            n += 1;
        }
        self.seats[n].0
    }
    /// The heuristic's weights for all of them, none of it negative and at least one above 0.
    pub fn weigh<G: Game<Action = A>, H: Heuristic<G> + ?Sized>(
        &mut self,
        game: &G,
        state: &G::State,
        h: &H,
    ) {
        self.weigh_by(|seat, actions, into| h.priors(game, state, seat, actions, into));
    }
    /// The same for the decision that is due.
    pub fn weigh_first<G: Game<Action = A>, H: Heuristic<G> + ?Sized>(
        &mut self,
        game: &G,
        state: &G::State,
        h: &H,
    ) {
        self.weigh_by(|seat, actions, into| h.first_priors(game, state, seat, actions, into));
    }
    fn weigh_by(&mut self, priors: impl Fn(Seat, &[A], &mut Vec<f32>)) {
        self.weights.clear();
        let mut from = 0;
        for n in 0..self.count {
            let (seat, to) = self.seats[n];
            priors(seat, &self.actions[from..to], &mut self.weights);
            debug_assert_eq!(self.weights.len(), to, "one weight for each action");
            from = to;
        }
        if !self.weights.iter().any(|weight| *weight > 0.0) {
            self.weights.iter_mut().for_each(|weight| *weight = 1.0);
        }
    }
}

/// A number from 0 to just below 1.
pub(crate) fn unit(rng: &mut BotRng) -> f32 {
    below(rng, 1 << 24) as f32 / (1 << 24) as f32
}

/// One of these places, as likely as its weight says; the first if all weigh nothing.
pub(crate) fn weighted(weights: &[f32], rng: &mut BotRng) -> usize {
    let sum: f32 = weights.iter().sum();
    let mut left = sum * unit(rng);
    for (at, weight) in weights.iter().enumerate() {
        if left < *weight {
            return at;
        }
        left -= weight;
    }
    weights.iter().position(|weight| *weight > 0.0).unwrap_or(0)
}

/// The place of the greatest weight, the first of equals.
#[must_use]
pub fn heaviest(weights: &[f32]) -> usize {
    let mut best = 0;
    for (at, weight) in weights.iter().enumerate() {
        if *weight > weights[best] {
            best = at;
        }
    }
    best
}
