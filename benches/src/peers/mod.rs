//! Tree search crates of other people on our games, to measure our own search beside.
//!
//! Both get the same rules code and the same rollouts, so only the search itself differs. The games that fit ask one
//! seat at a time.

pub mod ismcts_crate;
pub mod mcts_crate;

use kernel::{Game, Log, Seat, Step, Turn, below};
use rand::Rng;

/// How much a search weighs what it has not tried, for payoffs of 0 to 1: the root of two, the default of `ismcts`.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// What a search did, and what it would play.
#[derive(Clone, Copy, Debug)]
pub struct Found<A> {
    pub iterations: u64,
    pub cpu_seconds: f64,
    pub action: Option<A>,
}

impl<A> Found<A> {
    #[must_use]
    pub fn iterations_per_second(&self) -> f64 {
        self.iterations as f64 / self.cpu_seconds
    }
}

/// The seat that decides now; `None` while chance is due and after the end.
fn mover<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    game.turn(state).asked().lowest()
}

/// Lets fall whatever falls before the next decision.
fn settle<G: Game, R: Rng>(game: &G, state: &mut G::State, rng: &mut R) {
    while game.turn(state) == Turn::Chance {
        let outcome = game.sample(state, rng);
        game.apply(state, Step::Chance(outcome), &mut Log::off());
    }
}

/// Plays at random to the end, as `benches/playouts.rs` does.
fn rollout<G: Game, R: Rng>(game: &G, state: &mut G::State, buffer: &mut Vec<G::Action>, rng: &mut R) {
    loop {
        let step = match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => Step::Chance(game.sample(state, rng)),
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.lowest().expect("somebody is asked");
                buffer.clear();
                game.legal_actions(state, seat, buffer);
                Step::Act { seat, action: buffer[below(rng, buffer.len() as u32) as usize] }
            }
        };
        game.apply(state, step, &mut Log::off());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Table, script};
    use search::parlour::{Leduc, LiarsDice, Pig, TicTacToe};
    use std::sync::Arc;

    fn after<G: Game>(game: G, steps: &[&str]) -> Table<G> {
        let mut table = Table::new(Arc::new(game));
        for step in steps {
            let step = script::read_step(step).unwrap();
            table.play(step, &mut Log::off()).unwrap();
        }
        table
    }

    #[test]
    fn both_crates_complete_a_row_and_stop_one() {
        let mut steps = vec!["seat 0: mark a1", "seat 1: mark b2", "seat 0: mark b1"];
        for then in [None, Some("seat 1: mark b3")] {
            steps.extend(then);
            let table = after(TicTacToe, &steps);
            for found in [
                mcts_crate::search(&TicTacToe, table.state(), 0.02),
                ismcts_crate::search(&TicTacToe, table.state(), 0.02),
            ] {
                assert_eq!(found.action, Some("mark c1".parse().unwrap()), "after {steps:?}");
                assert!(found.iterations > 0 && found.iterations_per_second() > 0.0);
            }
        }
    }

    #[test]
    fn chance_and_secrets_pass_through_the_crate_that_knows_guesses() {
        let dealt = after(Leduc, &["deal K", "deal J", "seat 0: raise", "seat 1: raise"]);
        // Holding a king after two raises nobody folds.
        assert_ne!(ismcts_crate::search(&Leduc, dealt.state(), 0.02).action, Some("fold".parse().unwrap()));
        let (pig, dice) = (Pig::default(), LiarsDice::default());
        let mut rng = <rand_xoshiro::Xoshiro256PlusPlus as rand::SeedableRng>::seed_from_u64(1);
        let mut rolled = dice.setup();
        settle(&dice, &mut rolled, &mut rng);
        assert!(ismcts_crate::iterations_per_second(&dice, &rolled, 0.02) > 0.0);
        assert!(ismcts_crate::iterations_per_second(&pig, &pig.setup(), 0.02) > 0.0);
    }
}
