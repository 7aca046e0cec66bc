//! What a search promises whatever the game: the same answer for the same seed, an answer in time, in bounded memory,
//! and nothing it may not know.

use kernel::{Game, Log, Seat, Step, Table, Turn, View};
use rand::SeedableRng;
use search::{
    Advice, BotRng, Budget, Mcts, Plain, Question, Settings,
    parlour::{ConnectFour, Goofspiel, Kuhn, Leduc, LiarsDice, Pig, TicTacToe, pig},
    together::Together,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

fn choose<G: Game>(game: &G, view: &View<G>, budget: &Budget, seed: u64) -> Advice<G::Action> {
    let mut mcts = Mcts::new(Settings::default());
    mcts.choose(&Question::new(game, &Plain, view), budget, seed).expect("there are options")
}

fn start<G: Game>(game: G) -> Table<G> {
    Table::new(Arc::new(game))
}

#[test]
fn the_same_seed_gives_the_same_answer_to_the_last_bit() {
    let table = start(ConnectFour);
    let view = table.view(Seat::new(0));
    let twice = [0, 1].map(|_| choose(&ConnectFour, &view, &Budget::iterations(5000), 42));
    assert_eq!(format!("{:?}", twice[0]), format!("{:?}", twice[1]));
    let other = choose(&ConnectFour, &view, &Budget::iterations(5000), 43);
    assert_ne!(format!("{:?}", twice[0]), format!("{other:?}"), "another seed thinks other thoughts");
}

#[test]
fn a_search_that_was_used_before_answers_as_a_new_one() {
    let table = start(TicTacToe);
    let view = table.view(Seat::new(0));
    let mut used = Mcts::new(Settings::default());
    let budget = Budget::iterations(700);
    let question = Question::new(&TicTacToe, &Plain, &view);
    used.choose(&question, &budget, 1);
    let again = used.choose(&question, &budget, 2).expect("options");
    assert_eq!(format!("{again:?}"), format!("{:?}", choose(&TicTacToe, &view, &budget, 2)));
}

#[test]
fn an_answer_comes_in_time() {
    let game = Pig::default();
    let seat = Seat::new(0);
    let table = Table::at(Arc::new(Pig::default()), pig::State::choosing([10, 10], 12, seat));
    // A slow machine may be late once; a search that does not look at the clock is late always.
    let late = (0..10).filter(|seed| {
        let began = Instant::now();
        let answer = choose(&game, &table.view(seat), &Budget::time(Duration::from_millis(20)), *seed);
        assert!(answer.iterations > 0);
        began.elapsed() > Duration::from_millis(25)
    });
    assert!(late.count() <= 3);
}

#[test]
fn a_stop_from_outside_ends_the_thought() {
    let table = start(ConnectFour);
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget::iterations(u64::MAX).stopped_by(Arc::clone(&stop));
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        stop.store(true, Ordering::Relaxed);
    });
    let answer = choose(&ConnectFour, &table.view(Seat::new(0)), &budget, 1);
    other.join().expect("it only waits");
    assert!(answer.iterations > 0);
}

#[test]
fn even_without_any_time_there_is_an_answer() {
    let table = start(ConnectFour);
    let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let answer = choose(&ConnectFour, &table.view(Seat::new(0)), &late, 1);
    assert!(table.legal(Seat::new(0)).contains(&answer.action));
    let none = choose(&ConnectFour, &table.view(Seat::new(0)), &Budget::iterations(0), 1);
    assert!(table.legal(Seat::new(0)).contains(&none.action));
}

#[test]
fn a_full_memory_does_not_stop_the_search() {
    let table = start(ConnectFour);
    let small = Settings { edges_max: 4096, ..Settings::default() };
    let mut mcts = Mcts::new(small);
    let view = table.view(Seat::new(0));
    let question = Question::new(&ConnectFour, &Plain, &view);
    let answer = mcts.choose(&question, &Budget::iterations(30_000), 1).expect("options");
    // It may stop early once nothing can change any more.
    assert!(answer.iterations > 10_000, "{}", answer.iterations);
    assert_eq!(answer.action.to_string(), "drop d");
}

#[test]
fn what_must_be_done_is_answered_without_thought() {
    let mut table = start(Goofspiel::new(1));
    while table.turn() == Turn::Chance {
        let fell = table.sample(&mut BotRng::seed_from_u64(1)).expect("chance");
        table.play(Step::Chance(fell), &mut Log::off()).expect("possible");
    }
    let answer = choose(&Goofspiel::new(1), &table.view(Seat::new(0)), &Budget::iterations(1000), 1);
    assert_eq!(answer.iterations, 0);
}

#[test]
fn it_tells_how_it_stands_while_it_thinks() {
    let table = start(ConnectFour);
    let mut told = Vec::new();
    let mut mcts = Mcts::new(Settings::default());
    let view = table.view(Seat::new(0));
    let question = Question::new(&ConnectFour, &Plain, &view);
    let mut hear = |so_far: Advice<_>| {
        told.push(so_far.iterations);
        assert_eq!(so_far.candidates.len(), 7);
        assert_eq!(so_far.candidates[0].action, so_far.action);
    };
    let heard = mcts.choose_telling(&question, &Budget::iterations(5000), 1, Some(&mut hear));
    assert!(told.starts_with(&[1024, 2048]), "{told:?}");
    assert_eq!(mcts.choose(&question, &Budget::iterations(5000), 1), heard, "to listen changes nothing");
}

#[test]
fn the_answer_names_all_options_and_their_shares_add_up() {
    let table = start(ConnectFour);
    let answer = choose(&ConnectFour, &table.view(Seat::new(0)), &Budget::iterations(3000), 9);
    assert_eq!(answer.candidates.len(), 7);
    let sum: f32 = answer.candidates.iter().map(|c| c.share).sum();
    assert!((sum - 1.0).abs() < 1e-4);
    assert_eq!(answer.candidates[0].action, answer.action);
    assert_eq!(answer.line[0], (Seat::new(0), answer.action));
    assert!(answer.line.len() > 1, "it expects something to follow");
    assert!(answer.margin().is_some_and(|gain| gain > -0.2));
}

#[test]
fn several_threads_add_up_to_one_answer() {
    let table = start(ConnectFour);
    let view = table.view(Seat::new(0));
    let mut together = Together::new(Settings::default(), 2);
    let question = Question::new(&ConnectFour, &Plain, &view);
    let mut answer =
        || together.choose(&question, &Budget::iterations(20_000), 4).expect("there are options");
    let (one, two) = (answer(), answer());
    assert_eq!(format!("{one:?}"), format!("{two:?}"), "the same seed, the same answer");
    assert_eq!(one.action.to_string(), "drop d");
    let visits: u64 = one.candidates.iter().map(|c| u64::from(c.visits)).sum();
    assert_eq!(visits, one.iterations);
    assert!(one.iterations > 10_000, "both have thought");
}

/// Positions along random games; in each, another world that looks the same to the seat that is asked.
fn worlds_that_look_alike<G: Game>(new: impl Fn() -> G, pairs: usize) {
    let mut rng = BotRng::seed_from_u64(5);
    let mut mcts = [Mcts::<G>::new(Settings::default()), Mcts::<G>::new(Settings::default())];
    let (mut seen, mut differ) = (0, 0);
    'games: loop {
        let mut table = Table::new(Arc::new(new()));
        loop {
            let step = match table.turn() {
                Turn::Over => break,
                Turn::Chance => Step::Chance(table.sample(&mut rng).expect("chance")),
                Turn::Each(seats) | Turn::Any(seats) => {
                    let seat = seats.pick(&mut rng).expect("somebody");
                    let view = table.view(seat);
                    let guess = view.guess(table.game(), &mut rng);
                    differ += usize::from(guess != *table.state());
                    let other = Table::at(Arc::clone(table.game()), guess).view(seat);
                    let budget = Budget::iterations(24);
                    let seed = seen as u64;
                    let [one, two] = &mut mcts;
                    let game = table.game().as_ref();
                    let answers = [
                        one.choose(&Question::new(game, &Plain, &view), &budget, seed),
                        two.choose(&Question::new(game, &Plain, &other), &budget, seed),
                    ];
                    assert_eq!(
                        format!("{:?}", answers[0]),
                        format!("{:?}", answers[1]),
                        "{:?}",
                        view.state()
                    );
                    seen += 1;
                    if seen == pairs {
                        break 'games;
                    }
                    let legal = table.legal(seat);
                    Step::Act { seat, action: legal[kernel::below(&mut rng, legal.len() as u32) as usize] }
                }
            };
            table.play(step, &mut Log::off()).expect("legal");
        }
    }
    assert!(differ > pairs / 5, "only {differ} of {pairs} worlds really were different ones");
}

#[test]
fn nothing_hidden_changes_an_answer_in_kuhn_poker() {
    worlds_that_look_alike(|| Kuhn, 10_000);
}
#[test]
fn nothing_hidden_changes_an_answer_in_leduc_poker() {
    worlds_that_look_alike(|| Leduc, 10_000);
}
#[test]
fn nothing_hidden_changes_an_answer_in_liars_dice() {
    worlds_that_look_alike(|| LiarsDice::new(3, 2), 10_000);
}
#[test]
fn nothing_hidden_changes_an_answer_in_goofspiel() {
    worlds_that_look_alike(Goofspiel::default, 10_000);
}
