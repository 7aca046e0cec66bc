//! What a second thread brings to a search: trees that grow side by side and are added up, against one tree.
//!
//! `cargo bench -p benches --bench threads`: connect four, pairs of games from the same two random moves with sides
//! swapped, counted in iterations, so the strength is the same on every machine; then iterations a second in wall time.

use kernel::{Game, Log, Outcome, Seat, Step, Turn, below};
use rand::SeedableRng;
use search::{
    BotRng, Budget, Plain, Question, Settings,
    parlour::{ConnectFour, connect_four::State},
    together::Together,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

const PAIRS: u64 = 200;
/// Iterations of one tree a move.
const EACH: u64 = 2500;

/// So many trees that share so many iterations.
#[derive(Clone, Copy)]
struct Side {
    trees: usize,
    iterations: u64,
}

impl Side {
    fn name(self) -> String {
        format!("{} x {}", self.trees, self.iterations / self.trees as u64)
    }
    fn search(self) -> Together<ConnectFour> {
        Together::new(Settings { edges_max: 1 << 18, ..Settings::default() }, self.trees)
    }
}

fn opening(seed: u64) -> State {
    let mut rng = BotRng::seed_from_u64(seed);
    let mut state = ConnectFour.setup();
    for seat in Seat::first(2) {
        let mut actions = Vec::new();
        ConnectFour.legal_actions(&state, seat, &mut actions);
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        ConnectFour.apply(&mut state, Step::Act { seat, action }, &mut Log::off());
    }
    state
}

/// The payoff of the first side in both games from one opening, 0 to 1.
fn pair(sides: [Side; 2], searches: &mut [Together<ConnectFour>; 2], seed: u64) -> f64 {
    let games = [0, 1].map(|swapped: usize| {
        let mut state = opening(seed);
        let mut moves = seed << 8;
        while let Turn::Each(asked) | Turn::Any(asked) = ConnectFour.turn(&state) {
            let seat = asked.lowest().expect("somebody is asked");
            let side = seat.index() ^ swapped;
            let view = kernel::Table::at(Arc::new(ConnectFour), state.clone()).view(seat);
            let budget = Budget::iterations(sides[side].iterations);
            let question = Question::new(&ConnectFour, &Plain, &view);
            let advice = searches[side].choose(&question, &budget, moves).expect("there are options");
            ConnectFour.apply(&mut state, Step::Act { seat, action: advice.action }, &mut Log::off());
            moves += 1;
        }
        let outcome = ConnectFour.outcome(&state).expect("it is over");
        f64::from(outcome.payoff(Seat::new(swapped as u8))) / f64::from(Outcome::BEST)
    });
    (games[0] + games[1]) / 2.0
}

fn duel(sides: [Side; 2]) {
    let mut searches = sides.map(Side::search);
    let points: Vec<f64> = (0..PAIRS).map(|seed| pair(sides, &mut searches, seed)).collect();
    let mean = points.iter().sum::<f64>() / PAIRS as f64;
    let variance = points.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (PAIRS - 1) as f64;
    let error = 1.96 * (variance / PAIRS as f64).sqrt();
    println!("{:>10} against {:<10} {mean:.3} +- {error:.3}", sides[0].name(), sides[1].name());
}

fn speed(trees: usize) -> f64 {
    let view = kernel::Table::new(Arc::new(ConnectFour)).view(Seat::new(0));
    let mut search = Side { trees, iterations: 0 }.search();
    let mut best = 0.0_f64;
    for seed in 0..5 {
        let began = Instant::now();
        let budget = Budget::time(Duration::from_millis(200));
        let advice = search.choose(&Question::new(&ConnectFour, &Plain, &view), &budget, seed);
        let iterations = advice.map_or(0, |advice| advice.iterations) as f64;
        best = best.max(iterations / began.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    println!("connect four, {} games each; points of the first side, 0.5 is even", 2 * PAIRS);
    let one = Side { trees: 1, iterations: EACH };
    let two = Side { trees: 2, iterations: 2 * EACH };
    let longer = Side { trees: 1, iterations: 2 * EACH };
    for sides in [[two, one], [longer, one], [two, longer]] {
        duel(sides);
    }
    let (alone, both) = (speed(1), speed(2));
    println!("iterations a second in wall time: one thread {alone:.0}, two {both:.0}, {:.2} times", both / alone);
}
