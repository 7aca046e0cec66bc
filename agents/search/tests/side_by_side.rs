//! Options tried out side by side: good answers where the heuristic player is good, nothing thrown away too early, and
//! answers that cannot be foreseen where seats decide at once.

use kernel::{Game, Log, Seat, SeatSet, Step, Table};
use search::{
    Advice, Beliefs, Budget, Evaluation, Explanation, Heuristic, Mcts, Payoffs, Plain, Policy, Question,
    Settings, Sure, Trials,
    parlour::{ConnectFour, RockPaperScissors, TicTacToe},
};
use std::sync::Arc;

const WIDE: Trials = Trials { width: 16, decisions: 200, sure: None, trust: 0.0, luck: 1, mild: 0.05 };

fn settings(trials: Trials) -> Settings {
    Settings { trials: Some(trials), ..Settings::default() }
}

fn ask<G: Game, H: Heuristic<G>>(
    table: &Table<G>,
    h: &H,
    settings: Settings,
    budget: u64,
    seed: u64,
) -> Advice<G::Action> {
    let view = table.view(table.turn().asked().lowest().expect("somebody is asked"));
    let question = Question::new(table.game().as_ref(), h, &view);
    Mcts::new(settings).choose(&question, &Budget::iterations(budget), seed).expect("there are options")
}

/// The table after these moves of both players in turn.
fn after<G: Game>(game: G, moves: &[&str]) -> Table<G> {
    let mut table = Table::new(Arc::new(game));
    for (n, text) in moves.iter().enumerate() {
        let seat = Seat::new((n % 2) as u8);
        let action = table.legal(seat).into_iter().find(|action| action.to_string() == *text);
        let action = action.unwrap_or_else(|| panic!("{text} is no move: {:?}", table.legal(seat)));
        table.play(Step::Act { seat, action }, &mut Log::off()).expect("a legal move");
    }
    table
}

#[test]
fn a_threat_is_met_that_only_shows_when_the_other_answers() {
    // Seat 1 is about to have four in column a; only `drop a` meets it, which one step deep looks like any other move.
    let table = after(ConnectFour, &["drop g", "drop a", "drop g", "drop a", "drop c", "drop a"]);
    for seed in 0..5 {
        let answer = ask(&table, &Plain, settings(WIDE), 300, seed);
        assert_eq!(answer.action.to_string(), "drop a", "{answer:?}");
        assert_eq!(answer.line[0], (Seat::new(0), answer.action));
    }
}

#[test]
fn playouts_stay_within_the_budget_and_go_to_what_is_in_question() {
    let table = after(TicTacToe, &[]);
    let answer = ask(&table, &Plain, settings(WIDE), 500, 1);
    assert!((100..=500).contains(&answer.iterations), "{}", answer.iterations);
    let visits: Vec<u32> = answer.candidates.iter().map(|c| c.visits).collect();
    assert_eq!(visits.iter().map(|v| u64::from(*v)).sum::<u64>(), answer.iterations);
    assert!(visits.is_sorted_by(|a, b| a >= b) && visits[0] > 2 * visits[8] && visits[8] > 0, "{visits:?}");
}

#[test]
fn thought_ends_where_the_choice_is_clear_or_makes_no_difference() {
    let threat = after(ConnectFour, &["drop g", "drop a", "drop g", "drop a", "drop c", "drop a"]);
    let clear = ask(&threat, &Plain, settings(WIDE), 1_000_000, 1);
    assert_eq!(clear.action.to_string(), "drop a");
    assert!(clear.iterations < 1000, "{}", clear.iterations);
    // Nothing but a full row counts here, and nobody gets one in a single move.
    let blind = settings(Trials { decisions: 0, ..WIDE });
    let same = ask(&after(ConnectFour, &[]), &Plain, blind, 1_000_000, 1);
    assert!(same.iterations < 1000, "{}", same.iterations);
}

/// Likes columns the better the farther right they are, and always plays the last.
struct Misled;

impl Evaluation<ConnectFour> for Misled {
    fn values(&self, game: &ConnectFour, state: &<ConnectFour as Game>::State) -> Payoffs {
        Plain.values(game, state)
    }
}

impl Policy<ConnectFour> for Misled {
    fn worths(
        &self,
        _: &ConnectFour,
        _: &<ConnectFour as Game>::State,
        _: Seat,
        actions: &[<ConnectFour as Game>::Action],
        into: &mut Vec<f32>,
    ) -> search::Known {
        into.extend((0..actions.len()).map(|at| at as f32 / 10.0));
        search::Known::Estimates
    }

    fn quick(
        &self,
        _: &ConnectFour,
        _: &<ConnectFour as Game>::State,
        _: Seat,
        actions: &[<ConnectFour as Game>::Action],
    ) -> Option<usize> {
        Some(actions.len() - 1)
    }
}

impl Beliefs<ConnectFour> for Misled {}
impl Explanation<ConnectFour> for Misled {}

#[test]
fn only_so_many_options_are_tried_and_trust_speaks_for_what_looked_best_before() {
    let table = after(ConnectFour, &[]);
    let two = ask(&table, &Misled, settings(Trials { width: 2, ..WIDE }), 40, 1);
    let tried = |answer: &Advice<_>| answer.candidates.iter().filter(|c| c.visits > 0).count();
    assert_eq!((tried(&two), two.candidates.len()), (2, 7));
    // Whoever follows the playouts alone may differ; who trusts the first look a million times does not.
    let sure = ask(&table, &Misled, settings(Trials { trust: 1e6, ..WIDE }), 200, 1);
    assert_eq!(sure.action.to_string(), "drop g");
}

#[test]
fn what_leads_to_the_best_end_every_time_needs_no_other_tried() {
    let tries = settings(Trials { sure: Some(Sure { tries: 5, decisions: 1000 }), ..WIDE });
    let visits = |answer: &Advice<_>| answer.candidates.iter().map(|c| c.visits).collect::<Vec<_>>();
    // Seat 0 has three in column g, which is what this player likes best.
    let won = after(ConnectFour, &["drop g", "drop a", "drop g", "drop a", "drop g", "drop b"]);
    let answer = ask(&won, &Misled, tries, 300, 1);
    assert_eq!((answer.action.to_string().as_str(), answer.iterations), ("drop g", 5));
    assert_eq!((visits(&answer), answer.candidates[0].value), (vec![5, 0, 0, 0, 0, 0, 0], 1.0));
    assert_eq!(ask(&won, &Misled, tries, 3, 1).iterations, 3, "no more than allowed");
    // Now seat 1 has three of them: whoever goes on in column g loses nothing at once, but wins nothing either.
    let open = after(ConnectFour, &["drop a", "drop g", "drop a", "drop g", "drop b", "drop g"]);
    assert!(ask(&open, &Misled, tries, 4, 1).candidates.iter().filter(|c| c.visits > 0).count() > 1);
    let answer = ask(&open, &Misled, tries, 300, 1);
    assert!(visits(&answer).iter().all(|visits| *visits > 0), "{answer:?}");
    assert!(answer.iterations <= 300, "{}", answer.iterations);
}

/// As plain as any, but for trees.
struct Grows;

impl Evaluation<TicTacToe> for Grows {
    fn values(&self, game: &TicTacToe, state: &<TicTacToe as Game>::State) -> Payoffs {
        Plain.values(game, state)
    }
}

impl Policy<TicTacToe> for Grows {
    fn side_by_side(&self, _: &TicTacToe, state: &<TicTacToe as Game>::State) -> bool {
        TicTacToe.turn(state).asked().contains(Seat::new(1))
    }
}

impl Beliefs<TicTacToe> for Grows {}
impl Explanation<TicTacToe> for Grows {}

#[test]
fn a_game_says_where_a_tree_is_better() {
    for (moves, grows) in [(&[][..], true), (&["mark b2"], false)] {
        let table = after(TicTacToe, moves);
        let answer = ask(&table, &Grows, settings(WIDE), 400, 1);
        let tree = ask(&table, &Plain, Settings::default(), 400, 1);
        assert_eq!(format!("{answer:?}") == format!("{tree:?}"), grows);
    }
}

#[test]
fn where_all_decide_at_once_the_answer_varies_and_the_shares_are_its_chances() {
    let game = RockPaperScissors::default();
    let table = Table::new(Arc::new(game));
    let view = table.view(Seat::new(0));
    let question = Question::new(&game, &Plain, &view).of(SeatSet::only(Seat::new(0)));
    let mut mcts = Mcts::new(settings(Trials { mild: 10.0, ..WIDE }));
    let mut seen = Vec::new();
    for seed in 0..60 {
        let answer = mcts.choose(&question, &Budget::iterations(90), seed).expect("three throws");
        let shares: f32 = answer.candidates.iter().map(|c| c.share).sum();
        assert!((shares - 1.0).abs() < 1e-4, "{shares}");
        seen.push(answer.action.to_string());
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn it_tells_how_it_stands_while_options_are_tried() {
    let table = after(TicTacToe, &[]);
    let view = table.view(Seat::new(0));
    let mut told = Vec::new();
    let answer = Mcts::new(settings(WIDE)).choose_telling(
        &Question::new(&TicTacToe, &Plain, &view),
        &Budget::iterations(400),
        3,
        Some(&mut |so_far| told.push(so_far.iterations)),
    );
    assert!(told.len() > 2 && told.is_sorted() && told[0] > 0, "{told:?}");
    assert_eq!(answer.map(|a| a.iterations), told.last().copied());
}

/// Holds some guesses for impossible, and notes where it was asked.
struct Doubts(std::sync::atomic::AtomicU32);

impl Evaluation<ConnectFour> for Doubts {
    fn values(&self, game: &ConnectFour, state: &<ConnectFour as Game>::State) -> Payoffs {
        Plain.values(game, state)
    }
}

impl Policy<ConnectFour> for Doubts {}

impl Beliefs<ConnectFour> for Doubts {
    fn likelihood(&self, _: &ConnectFour, _: &<ConnectFour as Game>::State, me: Seat) -> f32 {
        assert_eq!(me, Seat::new(0), "guesses are made for the seat that thinks");
        let asked = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if asked.is_multiple_of(2) { 0.0 } else { 1.0 }
    }
}

impl Explanation<ConnectFour> for Doubts {}

#[test]
fn guesses_that_do_not_fit_what_others_did_are_drawn_anew() {
    let doubts = Doubts(std::sync::atomic::AtomicU32::new(0));
    let blind = settings(Trials { decisions: 0, ..WIDE });
    let answer = ask(&after(ConnectFour, &[]), &doubts, blind, 70, 1);
    let runs = answer.candidates.iter().map(|c| c.visits).max().expect("seven columns");
    assert_eq!(doubts.0.into_inner(), 2 * runs, "one in two is drawn again");
}
