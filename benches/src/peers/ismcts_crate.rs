//! The crate `ismcts`: information-set search with availability counts, a fresh guess an iteration.
//!
//! It knows no chance: whatever falls is drawn inside the move before it.

use super::{EXPLORATION, Found, mover, rollout, settle};
use cpu_time::ProcessTime;
use ismcts::{action_list::ActionList, inference::NoInference, searcher::Searcher, state::State};
use kernel::{Game, Log, Outcome, Seat, Step, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::RefCell;

/// Room for nodes from the start, as the crate's own default.
const NODES: usize = 500_000;

thread_local! {
    // The crate hands no generator to states and lists, so there is one for all.
    static RNG: RefCell<Xoshiro256PlusPlus> = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(1));
}

/// Searches for the seat to move for about so long; counted in processor time.
///
/// # Panics
/// If nobody has anything to decide.
pub fn iterations_per_second<G: Game>(game: &G, state: &G::State, seconds: f64) -> f64
where
    G::State: Copy,
{
    search(game, state, seconds).iterations_per_second()
}

/// The same, with the move it would play.
///
/// # Panics
/// If nobody has anything to decide.
pub fn search<G: Game>(game: &G, state: &G::State, seconds: f64) -> Found<G::Action>
where
    G::State: Copy,
{
    let buffer = RefCell::new(Vec::new());
    let mut root = Position { game, buffer: &buffer, state: *state };
    game.mask(&mut root.state, mover(game, state).expect("somebody decides"));
    let mut searcher = Searcher::new(EXPLORATION as f32, NODES);
    let clock = ProcessTime::now();
    // Its limit is in wall time, looked at every 2048 iterations.
    let found = searcher.search(&root, &NoInference, (seconds * 1000.0) as u128);
    let cpu_seconds = clock.elapsed().as_secs_f64();
    Found { iterations: found.num_simulations as u64, cpu_seconds, action: found.best_action }
}

struct Position<'g, G: Game> {
    game: &'g G,
    buffer: &'g RefCell<Vec<G::Action>>,
    state: G::State,
}

// By hand: derived, it would ask the game itself to be `Clone`.
impl<G: Game<State: Copy>> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        Position { game: self.game, buffer: self.buffer, state: self.state }
    }
}

impl<G: Game<State: Copy>> State for Position<'_, G> {
    type Action = G::Action;
    type ActionList = Actions<G::Action>;
    type Inference = NoInference;

    fn turn(&self) -> usize {
        mover(self.game, &self.state).expect("only asked before the end").index()
    }
    /// The root is masked already, once and for all.
    fn randomize(&self, _: usize, _: &NoInference) -> Self {
        let mut guess = self.clone();
        RNG.with_borrow_mut(|rng| self.game.fill(&mut guess.state, rng));
        guess
    }
    fn possible_actions(&self) -> Actions<G::Action> {
        let mut buffer = self.buffer.borrow_mut();
        buffer.clear();
        if let Some(seat) = mover(self.game, &self.state) {
            self.game.legal_actions(&self.state, seat, &mut buffer);
        }
        Actions::of(&buffer)
    }
    fn apply_action(&mut self, action: G::Action) {
        let seat = mover(self.game, &self.state).expect("only moved before the end");
        self.game.apply(&mut self.state, Step::Act { seat, action }, &mut Log::off());
        RNG.with_borrow_mut(|rng| settle(self.game, &mut self.state, rng));
    }
    /// Not the crate's own rollout, which makes a list at every step.
    fn do_rollout(&mut self) {
        let mut buffer = self.buffer.borrow_mut();
        RNG.with_borrow_mut(|rng| rollout(self.game, &mut self.state, &mut buffer, rng));
    }
    fn is_terminal(&self) -> bool {
        self.game.turn(&self.state) == Turn::Over
    }
    fn reward(&self, seat: usize) -> f32 {
        let outcome = self.game.outcome(&self.state).expect("only asked after the end");
        f32::from(outcome.payoff(Seat::new(seat as u8))) / f32::from(Outcome::BEST)
    }
}

/// The most actions a seat may have in the games measured here.
const ACTIONS_MAX: usize = 16;

/// A list in place: the crate makes several at every step, and the heap would be its bottleneck.
#[derive(Clone)]
struct Actions<A> {
    len: u8,
    /// There from the first action on.
    list: Option<[A; ACTIONS_MAX]>,
}

impl<A: Copy + PartialEq> Actions<A> {
    fn of(all: &[A]) -> Self {
        let mut list = Self::uninit();
        for action in all {
            list.push(*action);
        }
        list
    }
    fn all(&self) -> &[A] {
        self.list.as_ref().map_or(&[], |list| &list[..usize::from(self.len)])
    }
}

impl<A: Copy + PartialEq> ActionList<A> for Actions<A> {
    fn uninit() -> Self {
        Actions { len: 0, list: None }
    }
    fn pop_random(&mut self) -> Option<A> {
        let last = usize::from(self.len.checked_sub(1)?);
        let at = RNG.with_borrow_mut(|rng| below(rng, u32::from(self.len)) as usize);
        let list = self.list.as_mut()?;
        list.swap(at, last);
        self.len -= 1;
        Some(list[last])
    }
    fn push(&mut self, action: A) {
        self.list.get_or_insert([action; ACTIONS_MAX])[usize::from(self.len)] = action;
        self.len += 1;
    }
    fn len(&self) -> usize {
        usize::from(self.len)
    }
    fn has(&self, action: &A) -> bool {
        self.all().contains(action)
    }
    fn without(&self, other: &Self) -> Self {
        let mut left = Self::uninit();
        for action in self.all() {
            if !other.has(action) {
                left.push(*action);
            }
        }
        left
    }
}
