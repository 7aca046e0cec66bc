//! Exact values of small positions: all that may be done and all that may fall, each position looked at once.
//!
//! For games without secrets whose seats decide one after the other. What a search chooses can then be compared with
//! what is really best; see [`Solver::options`].

use kernel::{Game, Log, Outcome, Seat, Step, Turn};
use std::{collections::HashMap, hash::BuildHasher};

/// Which positions are worth the same. Folding makes far bigger positions solvable: cards that no check tells apart,
/// say, need not be told apart.
pub trait Fold<G: Game>: Send + Sync {
    /// Changes the state into the one that stands for all of its kind.
    fn canonical(&self, game: &G, state: &mut G::State) {
        let _ = (game, state);
    }
    /// A fingerprint of all that counts. Two positions with the same one are not to be expected: among ten million the
    /// chance is below one in a hundred thousand.
    fn key(&self, game: &G, state: &G::State) -> u64 {
        let _ = game;
        hasher().hash_one(state)
    }
    /// What may fall, of outcomes that lead to positions of the same kind only one, with the weight of all.
    fn odds(&self, game: &G, state: &G::State) -> Vec<(G::Chance, u32)> {
        game.odds(state).iter().collect()
    }
}

/// No two positions are taken for the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFold;
impl<G: Game> Fold<G> for NoFold {}

/// Why there is no exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// More positions than allowed.
    TooBig(usize),
    /// Seats decide at once: there is no best action, only a best mix.
    AtOnce,
}

impl std::fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolvable::TooBig(most) => write!(f, "more than {most} positions"),
            Unsolvable::AtOnce => write!(f, "seats decide at once"),
        }
    }
}
impl std::error::Error for Unsolvable {}

/// The expected payoff, 0 to 1, of each of the first `S` seats. A team that shares its payoff needs one.
pub type Exact<const S: usize> = [f64; S];

/// Remembers every position it has solved.
pub struct Solver<'a, G: Game, F: Fold<G>, const S: usize> {
    game: &'a G,
    fold: F,
    known: HashMap<u64, Exact<S>, foldhash::fast::FixedState>,
    positions_max: usize,
}

/// What fingerprints are made with; the same on every machine.
pub type Hasher = foldhash::quality::FixedState;

/// The hasher of its tables.
#[must_use]
pub fn hasher() -> Hasher {
    Hasher::with_seed(0x5eed)
}

impl<'a, G: Game, F: Fold<G>, const S: usize> Solver<'a, G, F, S> {
    /// A solver that gives up beyond so many positions.
    #[must_use]
    pub fn new(game: &'a G, fold: F, positions_max: usize) -> Self {
        let known = HashMap::with_hasher(foldhash::fast::FixedState::with_seed(1));
        Solver { game, fold, known, positions_max }
    }
    /// How many positions have been solved, those where something falls included.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// What the position is worth if everybody plays as well as can be.
    ///
    /// # Errors
    /// If it is too big, or seats decide at once.
    pub fn value(&mut self, state: &G::State) -> Result<Exact<S>, Unsolvable> {
        let turn = self.game.turn(state);
        if turn == Turn::Over {
            return Ok(self.ended(state));
        }
        let mut state = state.clone();
        self.fold.canonical(self.game, &mut state);
        let key = self.fold.key(self.game, &state);
        if let Some(value) = self.known.get(&key) {
            return Ok(*value);
        }
        if self.known.len() >= self.positions_max {
            return Err(Unsolvable::TooBig(self.positions_max));
        }
        let value = match turn {
            Turn::Chance | Turn::Over => self.mean(&state)?,
            Turn::Each(seats) if seats.len() > 1 => return Err(Unsolvable::AtOnce),
            Turn::Each(_) | Turn::Any(_) => self.best(&state)?,
        };
        self.known.insert(key, value);
        Ok(value)
    }

    /// What each option of the seats that are asked is worth to whoever takes it.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn options(&mut self, state: &G::State) -> Result<Vec<(Seat, G::Action, f64)>, Unsolvable> {
        let mut all = Vec::new();
        let mut actions = Vec::new();
        for seat in self.game.turn(state).asked() {
            actions.clear();
            self.game.legal_actions(state, seat, &mut actions);
            for action in &actions {
                let after = self.after(state, Step::Act { seat, action: *action });
                all.push((seat, *action, self.value(&after)?[seat_of::<S>(seat)]));
            }
        }
        Ok(all)
    }

    fn ended(&self, state: &G::State) -> Exact<S> {
        let mut exact = [0.0; S];
        if let Some(outcome) = self.game.outcome(state) {
            for (to, from) in exact.iter_mut().zip(outcome.payoffs()) {
                *to = f64::from(*from) / f64::from(Outcome::BEST);
            }
        }
        exact
    }

    fn mean(&mut self, state: &G::State) -> Result<Exact<S>, Unsolvable> {
        let odds = self.fold.odds(self.game, state);
        let total: u32 = odds.iter().map(|(_, weight)| weight).sum();
        let mut mean = [0.0; S];
        for (outcome, weight) in odds {
            let after = self.after(state, Step::Chance(outcome));
            let value = self.value(&after)?;
            let chance = f64::from(weight) / f64::from(total);
            mean.iter_mut().zip(value).for_each(|(sum, v)| *sum += chance * v);
        }
        Ok(mean)
    }

    fn best(&mut self, state: &G::State) -> Result<Exact<S>, Unsolvable> {
        let mut best: Option<(f64, Exact<S>)> = None;
        let mut actions = Vec::new();
        for seat in self.game.turn(state).asked() {
            actions.clear();
            self.game.legal_actions(state, seat, &mut actions);
            for action in &actions {
                let after = self.after(state, Step::Act { seat, action: *action });
                let value = self.value(&after)?;
                let own = value[seat_of::<S>(seat)];
                if best.is_none_or(|(held, _)| own > held) {
                    best = Some((own, value));
                }
            }
        }
        Ok(best.map_or([0.0; S], |(_, value)| value))
    }

    fn after(&self, state: &G::State, step: Step<G::Action, G::Chance>) -> G::State {
        let mut after = state.clone();
        self.game.apply(&mut after, step, &mut Log::off());
        after
    }
}

/// A team that shares one payoff is solved for its first seat.
const fn seat_of<const S: usize>(seat: Seat) -> usize {
    if S == 1 { 0 } else { seat.index() }
}
