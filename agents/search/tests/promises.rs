//! What a search promises whatever the game: the same answer for the same seed, an answer in time, in bounded memory,
//! and nothing it may not know.

use kernel::{Game, Log, Seat, Step, Table, Turn, View};
use rand::SeedableRng;
use search::{
    Advice, Beliefs, BotRng, Budget, Evaluation, Explanation, Heuristic, Known, Mcts, Payoffs, Plain, Policy,
    Question, Select, Settings, Trials,
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

/// Options side by side in place of a tree.
fn side_by_side() -> Settings {
    let trials = Some(Trials { width: 8, decisions: 100, sure: None, trust: 1.0, luck: 1, mild: 0.02 });
    Settings { trials, ..Settings::default() }
}

fn start<G: Game>(game: G) -> Table<G> {
    Table::new(Arc::new(game))
}

/// The first table on which somebody decides.
fn dealt<G: Game>(game: G) -> Table<G> {
    let mut table = start(game);
    while table.turn() == Turn::Chance {
        let fell = table.sample(&mut BotRng::seed_from_u64(1)).expect("chance");
        table.play(Step::Chance(fell), &mut Log::off()).expect("possible");
    }
    table
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

/// The promise.
const LATE: Duration = Duration::from_millis(5);

/// How much later than its deadline the answer came, in the best of so many tries; no more are made once one is in time.
/// A machine that is busy with other things delays many of them, a search that does not look at the clock is late in all.
fn overrun<G: Game, H: Heuristic<G>>(
    table: &Table<G>,
    h: &H,
    settings: Settings,
    time: Duration,
) -> Duration {
    let view = table.view(table.turn().asked().lowest().expect("somebody is asked"));
    let question = Question::new(table.game().as_ref(), h, &view);
    let mut mcts = Mcts::new(settings);
    let mut best = Duration::MAX;
    for seed in 0..30 {
        let began = Instant::now();
        let answer = mcts.choose(&question, &Budget::time(time), seed).expect("there are options");
        assert!(answer.iterations > 0);
        best = best.min(began.elapsed().saturating_sub(time));
        if best <= LATE {
            break;
        }
    }
    best
}

#[test]
fn an_answer_comes_at_most_five_milliseconds_late() {
    let pig = pig::State::choosing([10, 10], 12, Seat::new(0));
    let knowing = Settings { by_knowledge: true, ..Settings::default() };
    for time in [1, 10, 50].map(Duration::from_millis) {
        let late = [
            overrun(&start(ConnectFour), &Plain, Settings::default(), time),
            overrun(&start(ConnectFour), &Plain, side_by_side(), time),
            overrun(&dealt(LiarsDice::new(4, 5)), &Plain, side_by_side(), time),
            overrun(&Table::at(Arc::new(Pig::default()), pig), &Plain, Settings::default(), time),
            overrun(&dealt(Leduc), &Plain, knowing, time),
            overrun(&dealt(LiarsDice::new(4, 5)), &Plain, knowing, time),
            overrun(&dealt(Goofspiel::default()), &Plain, Settings::default(), time),
        ];
        assert!(late.iter().all(|late| *late <= LATE), "{time:?}: {late:?} late");
    }
}

/// Takes its time to judge, as the heuristic of a large game may.
struct Slow;

impl<G: Game> Evaluation<G> for Slow {
    fn values(&self, _: &G, _: &G::State) -> Payoffs {
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
        [0.5; kernel::seat::SEATS_MAX as usize]
    }
}

impl<G: Game> Policy<G> for Slow {}
impl<G: Game> Beliefs<G> for Slow {}
impl<G: Game> Explanation<G> for Slow {}

#[test]
fn an_answer_comes_in_time_even_if_every_thought_takes_long() {
    let at_once = Settings { rollout: 0, ..Settings::default() };
    let late = overrun(&start(ConnectFour), &Slow, at_once, Duration::from_millis(40));
    assert!(late <= LATE, "{late:?} late");
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
    let table = dealt(Goofspiel::new(1));
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
    worlds_alike_to(Settings::default(), &new, pairs);
    worlds_alike_to(side_by_side(), &new, pairs);
}

fn worlds_alike_to<G: Game>(settings: Settings, new: &impl Fn() -> G, pairs: usize) {
    let mut rng = BotRng::seed_from_u64(5);
    let mut mcts = [Mcts::<G>::new(settings), Mcts::<G>::new(settings)];
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

/// Every table is worth three quarters; play rests always or never; columns weigh the less the farther right they are.
struct Resting(bool);

impl<G: Game> Evaluation<G> for Resting {
    fn values(&self, _: &G, _: &G::State) -> Payoffs {
        [0.75; kernel::seat::SEATS_MAX as usize]
    }
    fn rests(&self, _: &G, _: &G::State, _: &G::State) -> bool {
        self.0
    }
}

impl<G: Game> Policy<G> for Resting {
    fn priors(&self, _: &G, _: &G::State, _: Seat, actions: &[G::Action], into: &mut Vec<f32>) {
        into.extend((0..actions.len()).map(|at| 1.0 / (at + 1) as f32));
    }
}

impl<G: Game> Beliefs<G> for Resting {}
impl<G: Game> Explanation<G> for Resting {}

/// What the first thought about connect four was worth, for several seeds.
fn first_thoughts(heuristic: &Resting, settings: Settings) -> Vec<f32> {
    let table = start(ConnectFour);
    let view = table.view(Seat::new(0));
    let question = Question::new(&ConnectFour, heuristic, &view);
    let think = |seed| Mcts::new(settings).choose(&question, &Budget::iterations(1), seed).expect("options");
    (0..24).map(|seed| think(seed).candidates[0].value).collect()
}

#[test]
fn a_playout_ends_where_play_rests_and_not_before() {
    let settings = Settings { to_rest: true, ..Settings::default() };
    assert!(first_thoughts(&Resting(true), settings).iter().all(|value| *value == 0.75));
    assert!(
        first_thoughts(&Resting(false), settings).iter().all(|value| *value != 0.75),
        "played to the end"
    );
    let short = Settings { rollout: 3, ..settings };
    assert!(
        first_thoughts(&Resting(false), short).iter().all(|value| *value == 0.75),
        "and never longer than set"
    );
}

#[test]
fn informed_playouts_are_drawn_by_weight() {
    let select = search::mcts::Select::Puct { c: 1.0, fpu: 0.0 };
    let drawn = Settings { informed: true, select, ..Settings::default() };
    let values = first_thoughts(&Resting(true), drawn);
    assert!(values.iter().any(|value| *value != values[0]), "games end differently");
}

/// Says one thing at once, another after some thought, and weighs the decision that is due unlike those to come.
struct TwoMinds {
    sure: bool,
}

fn only(at: usize, count: usize, into: &mut Vec<f32>) {
    into.extend((0..count).map(|i| if i == at { 1.0 } else { 0.01 }));
}

impl Evaluation<TicTacToe> for TwoMinds {
    fn values(&self, _: &TicTacToe, _: &<TicTacToe as Game>::State) -> Payoffs {
        [0.5; kernel::seat::SEATS_MAX as usize]
    }
}

impl Policy<TicTacToe> for TwoMinds {
    fn priors(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Game>::State,
        _: Seat,
        actions: &[<TicTacToe as Game>::Action],
        into: &mut Vec<f32>,
    ) {
        only(1, actions.len(), into);
    }

    fn first_priors(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Game>::State,
        _: Seat,
        actions: &[<TicTacToe as Game>::Action],
        into: &mut Vec<f32>,
    ) {
        only(2, actions.len(), into);
    }

    fn worths(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Game>::State,
        _: Seat,
        actions: &[<TicTacToe as Game>::Action],
        into: &mut Vec<f32>,
    ) -> Known {
        only(3, actions.len(), into);
        Known::All
    }

    fn pondered(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Game>::State,
        _: Seat,
        actions: &[<TicTacToe as Game>::Action],
        into: &mut Vec<f32>,
    ) -> Known {
        only(4, actions.len(), into);
        if self.sure { Known::All } else { Known::Nothing }
    }
}

impl Beliefs<TicTacToe> for TwoMinds {}
impl Explanation<TicTacToe> for TwoMinds {}

#[test]
fn a_search_follows_second_thoughts_where_nothing_can_be_tried_and_greedy_the_first_ones() {
    let table = start(TicTacToe);
    let (view, legal) = (table.view(Seat::new(0)), table.legal(Seat::new(0)));
    let settings = Settings { select: Select::Puct { c: 1.0, fpu: 0.1 }, rollout: 0, ..Settings::default() };
    let search = |sure| {
        let heuristic = TwoMinds { sure };
        let question = Question::new(&TicTacToe, &heuristic, &view);
        Mcts::new(settings).choose(&question, &Budget::iterations(1), 1).expect("nine cells").action
    };
    assert_eq!(search(true), legal[4]);
    assert_eq!(search(false), legal[2], "the decision that is due has its own weights");
    let seats = table.turn().asked();
    let mut rng = BotRng::seed_from_u64(1);
    let greedy = search::greedy::choose(&TicTacToe, &TwoMinds { sure: true }, &view, seats, &mut rng);
    assert_eq!(greedy.expect("nine cells").action, legal[3]);
}
