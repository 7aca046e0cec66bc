//! The crate `mcts`: perfect information, no chance, one node a position.
//!
//! It offers no rollouts, so ours are its evaluation of a new position.

use super::{EXPLORATION, Found, mover, rollout};
use cpu_time::ProcessTime;
use kernel::{Game, Log, Outcome, Step, Turn};
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle, tree_policy::UCTPolicy};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{marker::PhantomData, time::Duration};

/// Playouts between two looks at the clock, which costs as much as a short playout.
const BATCH: u64 = 256;

/// Searches from this position for so long in processor time.
///
/// # Panics
/// If chance has a say in the game.
pub fn iterations_per_second<G: Game>(game: &G, state: &G::State, seconds: f64) -> f64
where
    G::State: Copy,
{
    search(game, state, seconds).iterations_per_second()
}

/// The same, with the move it would play.
///
/// # Panics
/// If chance has a say in the game.
pub fn search<G: Game>(game: &G, state: &G::State, seconds: f64) -> Found<G::Action>
where
    G::State: Copy,
{
    let time = Duration::from_secs_f64(seconds);
    let policy = UCTPolicy::new(EXPLORATION / 2.0 * f64::from(Outcome::BEST)); // it doubles the constant itself
    let root = Position { game, state: *state };
    let clock = ProcessTime::now();
    let mut tree = MCTSManager::new(root, Spec(PhantomData), Rollouts, policy, ());
    let mut iterations = 0;
    while clock.elapsed() < time {
        tree.playout_n(BATCH);
        iterations += BATCH;
    }
    // Taken before the tree is dropped: our own search keeps its memory, so neither side pays for it.
    let cpu_seconds = clock.elapsed().as_secs_f64();
    Found { iterations, cpu_seconds, action: tree.best_move() }
}

struct Position<'g, G: Game> {
    game: &'g G,
    state: G::State,
}

// By hand: derived, it would ask the game itself to be `Clone`.
impl<G: Game<State: Copy>> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        Position { game: self.game, state: self.state }
    }
}

impl<G: Game<State: Copy>> GameState for Position<'_, G> {
    type Move = G::Action;
    type Player = kernel::Seat;
    type MoveList = Vec<G::Action>;

    fn current_player(&self) -> kernel::Seat {
        mover(self.game, &self.state).expect("only asked where there are moves")
    }
    fn available_moves(&self) -> Vec<G::Action> {
        assert!(self.game.turn(&self.state) != Turn::Chance, "the crate knows no chance");
        let mut moves = Vec::new();
        if let Some(seat) = mover(self.game, &self.state) {
            self.game.legal_actions(&self.state, seat, &mut moves);
        }
        moves
    }
    fn make_move(&mut self, action: &G::Action) {
        let step = Step::Act { seat: self.current_player(), action: *action };
        self.game.apply(&mut self.state, step, &mut Log::off());
    }
}

struct Spec<'g, G>(PhantomData<&'g G>);

impl<'g, G: Game<State: Copy>> MCTS for Spec<'g, G> {
    type State = Position<'g, G>;
    type Eval = Rollouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Scratch<G::Action>;
}

/// What a rollout needs, kept from one to the next.
struct Scratch<A> {
    rng: Xoshiro256PlusPlus,
    buffer: Vec<A>,
}

impl<A> Default for Scratch<A> {
    fn default() -> Self {
        Scratch { rng: Xoshiro256PlusPlus::seed_from_u64(1), buffer: Vec::new() }
    }
}

struct Rollouts;

impl<'g, G: Game<State: Copy>> Evaluator<Spec<'g, G>> for Rollouts {
    type StateEvaluation = Outcome;

    fn evaluate_new_state(
        &self,
        position: &Position<'g, G>,
        moves: &Vec<G::Action>,
        handle: Option<SearchHandle<Spec<'g, G>>>,
    ) -> (Vec<()>, Outcome) {
        let mut state = position.state;
        let mut play = |scratch: &mut Scratch<G::Action>| {
            rollout(position.game, &mut state, &mut scratch.buffer, &mut scratch.rng);
        };
        match handle {
            Some(mut handle) => play(&mut handle.thread_data().extra_data),
            None => play(&mut Scratch::default()), // the root, before there is a search
        }
        (vec![(); moves.len()], position.game.outcome(&state).expect("a rollout plays to the end"))
    }
    // Only positions after the end are met twice without a new node, and their outcome stands.
    fn evaluate_existing_state(
        &self,
        _: &Position<'g, G>,
        outcome: &Outcome,
        _: SearchHandle<Spec<'g, G>>,
    ) -> Outcome {
        *outcome
    }
    fn interpret_evaluation_for_player(&self, outcome: &Outcome, seat: &kernel::Seat) -> i64 {
        i64::from(outcome.payoff(*seat))
    }
}
