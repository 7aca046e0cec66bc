//! Speed of search: iterations a second with full random playouts, beside the crates `mcts` and `ismcts` on the same
//! rules and the same playouts, one thread, processor time.
//!
//! `cargo bench -p benches --bench search` prints a table; `-- --machine` adds lines for scripts. OpenSpiel is measured
//! beside it by `benches/peers/openspiel_search.py`.

use benches::{Counting, allocations, peers};
use cpu_time::ProcessTime;
use kernel::{Game, Log, Seat, Step, Table, Turn};
use rand::SeedableRng;
use search::{
    BotRng, Budget, Mcts, Plain, Question, Settings,
    parlour::{ConnectFour, Leduc, LiarsDice, Pig, TicTacToe, pig},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Each repeat thinks for so long, as the peers do; the best of the repeats counts.
const SECONDS: f64 = 0.35;
const REPEATS: u32 = 5;

/// The position after the deal.
fn dealt<G: Game>(game: &G) -> G::State {
    let mut rng = BotRng::seed_from_u64(11);
    let mut state = game.setup();
    while game.turn(&state) == Turn::Chance {
        let outcome = game.sample(&state, &mut rng);
        game.apply(&mut state, Step::Chance(outcome), &mut Log::off());
    }
    state
}

/// Ours: iterations a second, and heap allocations an iteration once warm.
fn ours<G: Game>(game: Arc<G>, state: &G::State, mcts: &mut Mcts<G>) -> (f64, f64) {
    let seat = game.turn(state).asked().lowest().unwrap_or(Seat::new(0));
    let view = Table::at(Arc::clone(&game), state.clone()).view(seat);
    let budget =
        Budget { deadline: Some(Instant::now() + Duration::from_secs_f64(SECONDS)), ..Budget::default() };
    let (clock, before) = (ProcessTime::now(), allocations());
    let advice = mcts.choose(&Question::new(game.as_ref(), &Plain, &view), &budget, 1);
    let seconds = clock.elapsed().as_secs_f64();
    let iterations = advice.map_or(0, |a| a.iterations) as f64;
    (iterations / seconds, (allocations() - before) as f64 / iterations.max(1.0))
}

struct Row {
    name: &'static str,
    ours: f64,
    allocations: f64,
    mcts: Option<f64>,
    ismcts: f64,
}

fn measure<G: Game>(name: &'static str, game: G, state: &G::State, perfect: bool) -> Row
where
    G::State: Copy,
{
    let game = Arc::new(game);
    let mut search = Mcts::new(Settings { edges_max: 1 << 22, ..Settings::default() });
    let mut row = Row { name, ours: 0.0, allocations: f64::MAX, mcts: None, ismcts: 0.0 };
    // In turns, so that a slow moment of the machine hits all alike.
    for _ in 0..REPEATS {
        let (speed, allocations) = ours(Arc::clone(&game), state, &mut search);
        row.ours = row.ours.max(speed);
        row.allocations = row.allocations.min(allocations);
        let ismcts = peers::ismcts_crate::iterations_per_second(game.as_ref(), state, SECONDS);
        row.ismcts = row.ismcts.max(ismcts);
        if perfect {
            let mcts = peers::mcts_crate::iterations_per_second(game.as_ref(), state, SECONDS);
            row.mcts = Some(row.mcts.unwrap_or(0.0).max(mcts));
        }
    }
    row
}

fn main() {
    let machine = std::env::args().any(|arg| arg == "--machine");
    println!(
        "{:<14} {:>10} {:>12} {:>10} {:>10} {:>8}",
        "iterations/s", "ours", "allocs/iter", "mcts", "ismcts", "ahead"
    );
    let rows = [
        measure("tic_tac_toe", TicTacToe, &dealt(&TicTacToe), true),
        measure("connect_four", ConnectFour, &dealt(&ConnectFour), true),
        // At the very start a player can only roll; after a 4 there is something to decide.
        measure("pig", Pig::default(), &pig::State::choosing([0, 0], 4, Seat::new(0)), false),
        measure("leduc_poker", Leduc, &dealt(&Leduc), false),
        measure("liars_dice", LiarsDice::default(), &dealt(&LiarsDice::default()), false),
    ];
    for row in rows {
        let best_peer = row.ismcts.max(row.mcts.unwrap_or(0.0));
        println!(
            "{:<14} {:>9.2}M {:>12.5} {:>10} {:>9.2}M {:>7.2}x",
            row.name,
            row.ours / 1e6,
            row.allocations,
            row.mcts.map_or("-".to_owned(), |n| format!("{:.2}M", n / 1e6)),
            row.ismcts / 1e6,
            row.ours / best_peer,
        );
        if machine {
            println!("machine search {} {:.0}", row.name, row.ours);
        }
    }
}
