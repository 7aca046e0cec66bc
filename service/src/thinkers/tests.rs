//! Who thinks when, and who is turned away.

use super::*;
use std::{
    sync::{atomic::AtomicBool, atomic::Ordering, mpsc},
    time::Instant,
};

const QUICK: Duration = Duration::from_millis(10);

/// One thread that is busy until the sender is dropped.
fn held(bound: usize, bound_each: usize) -> (Thinkers, mpsc::Sender<()>) {
    let thinkers = Thinkers::new(1, bound, bound_each);
    let (hold, held) = mpsc::channel::<()>();
    thinkers
        .ask(0, QUICK, move |_| {
            let _ = held.recv();
        })
        .unwrap();
    while thinkers.load() != (0, 1) {
        std::thread::yield_now();
    }
    (thinkers, hold)
}

#[test]
fn askers_take_turns_however_much_one_of_them_asks() {
    let (thinkers, hold) = held(100, 100);
    let (said, heard) = mpsc::channel();
    for asker in [1, 1, 1, 1, 2, 3] {
        let said = said.clone();
        thinkers.ask(asker, QUICK, move |_| said.send(asker).unwrap()).unwrap();
    }
    drop((hold, said));
    assert_eq!(heard.iter().collect::<Vec<_>>(), [1, 2, 3, 1, 1, 1]);
}

#[test]
fn beyond_the_bound_nothing_is_taken() {
    let (thinkers, _hold) = held(3, 2);
    assert_eq!(thinkers.ask(1, QUICK, |_| ()), Ok(()));
    assert_eq!(thinkers.ask(1, QUICK, |_| ()), Ok(()));
    assert_eq!(thinkers.ask(1, QUICK, |_| ()), Err(NoRoom::Full), "two of one asker");
    assert_eq!(thinkers.ask(2, QUICK, |_| ()), Ok(()));
    assert_eq!(thinkers.ask(3, QUICK, |_| ()), Err(NoRoom::Full), "three in all");
    assert!(thinkers.retry_after(QUICK) >= Duration::from_millis(50));
}

#[test]
fn a_thought_that_breaks_down_leaves_the_thread_thinking() {
    let thinkers = Thinkers::new(1, 10, 10);
    thinkers.ask(1, QUICK, |_| panic!("a bug")).unwrap();
    let (said, heard) = mpsc::channel();
    thinkers.ask(1, QUICK, move |_| said.send(7).unwrap()).unwrap();
    assert_eq!(heard.recv(), Ok(7));
    thinkers.stop();
    assert_eq!(thinkers.ask(1, QUICK, |_| ()), Err(NoRoom::Stopped));
}

#[cfg(target_os = "linux")]
#[test]
fn bots_think_at_a_lower_priority_than_calls_are_answered() {
    let thinkers = Thinkers::new(1, 10, 10);
    let (said, heard) = mpsc::channel();
    thinkers
        .ask(1, QUICK, move |_| {
            let own = rustix::process::getpriority_process(Some(rustix::thread::gettid()));
            said.send(own.unwrap()).unwrap();
        })
        .unwrap();
    let here = rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
    assert_eq!(heard.recv(), Ok(here.max(NICENESS)));
}

#[test]
fn small_thoughts_go_before_big_ones_and_big_ones_get_their_turn() {
    let (thinkers, hold) = held(100, 100);
    let (said, heard) = mpsc::channel();
    let ms = Duration::from_millis;
    for (asker, cost) in [(1, ms(900)), (2, ms(900)), (3, ms(100)), (3, ms(100)), (4, ms(10))] {
        let said = said.clone();
        thinkers.ask(asker, cost, move |_| said.send((asker, cost)).unwrap()).unwrap();
    }
    // Whoever asks for little again and again: the clock goes on, so the big ones come before the end of it.
    for _ in 0..20 {
        let said = said.clone();
        thinkers.ask(5, ms(100), move |_| said.send((5, ms(100))).unwrap()).unwrap();
    }
    drop((hold, said));
    let order: Vec<u128> = heard.iter().map(|(asker, _)| asker).collect();
    assert_eq!(order[..3], [4, 3, 5], "{order:?}");
    let first_big = order.iter().position(|asker| *asker == 1).unwrap();
    assert!((5..=15).contains(&first_big), "{order:?}");
}

#[test]
fn long_thoughts_leave_the_short_ones_their_threads_and_one_asker_has_few_of_them() {
    let thinkers = Thinkers::new(1, 100, 100);
    let stop = Arc::new(AtomicBool::new(false));
    for _ in 0..LONG_EACH {
        let stop = Arc::clone(&stop);
        let forever = move |_: &mut Minds| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        assert_eq!(thinkers.ask(1, Duration::from_secs(60), forever), Ok(()));
    }
    assert_eq!(thinkers.ask(1, Duration::from_secs(2), |_| ()), Err(NoRoom::Full), "the fifth of one asker");
    assert_eq!(thinkers.ask(2, Duration::from_secs(2), |_| ()), Ok(()), "another has its own");
    assert!(thinkers.retry_after(Duration::from_secs(2)) >= Duration::from_secs(1));
    let (said, heard) = mpsc::channel();
    let since = Instant::now();
    thinkers.ask(1, SHORT, move |_| said.send(()).unwrap()).unwrap();
    heard.recv_timeout(Duration::from_secs(5)).expect("a short thought is thought meanwhile");
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    stop.store(true, Ordering::Relaxed);
    thinkers.stop();
}

#[test]
fn a_search_costs_its_time_and_levels_are_short() {
    let agent = |name: &str| cost(name.parse().unwrap());
    for short in ["random", "greedy", "novice", "adept", "master", "mcts:1s", "mcts:2000"] {
        assert!(agent(short) <= SHORT, "{short}");
    }
    for long in ["mcts:2s", "mcts:100000", "mcts:99999999999"] {
        assert!(agent(long) > SHORT, "{long}");
    }
}
