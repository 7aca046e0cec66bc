//! Threads on which bots think: few, at low priority, and fed fairly.
//!
//! A bot never thinks on the threads that answer calls: two of them at equal priority make a call wait 25 times as long.
//! Whoever asks (a match, a caller) has a queue of its own, and the queues take turns, so that nobody's hundred
//! questions keep another's one waiting.

use crate::store::lock;
use bots::{any::Companion, players::Agent};
use catalog::GameKind;
use std::{
    collections::{HashMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex},
    thread::JoinHandle,
    time::Duration,
};

/// Something to think about.
type Thought = Box<dyn FnOnce(&mut Minds) + Send>;

/// Why a thought was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    #[error("too many bots are waiting to think")]
    Full,
    #[error("the bots have stopped")]
    Stopped,
}

/// How nice the threads are to others, on the scale of the operating system.
const NICENESS: i32 = 10;

/// The threads.
pub struct Thinkers {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    waiting: Mutex<Waiting>,
    more: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// Thoughts by asker; an asker is in `turns` as long as it has any.
    queues: HashMap<u128, VecDeque<Thought>>,
    turns: VecDeque<u128>,
    count: usize,
    thinking: usize,
    bound: usize,
    bound_each: usize,
    stopped: bool,
}

impl Thinkers {
    /// So many threads, and so many thoughts waiting at most: in all, and of one asker.
    #[must_use]
    pub fn new(threads: usize, bound: usize, bound_each: usize) -> Thinkers {
        let waiting = Waiting { bound, bound_each, ..Waiting::default() };
        let shared = Arc::new(Shared { waiting: Mutex::new(waiting), more: Condvar::new() });
        let start = |n: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("bot-{n}")).spawn(move || shared.think()).ok()
        };
        let threads = Mutex::new((0..threads.max(1)).filter_map(start).collect());
        Thinkers { shared, threads }
    }
    /// Puts a thought into the queue of its asker.
    ///
    /// # Errors
    /// If the queue is full, or the bots have stopped.
    pub fn ask(&self, asker: u128, thought: impl FnOnce(&mut Minds) + Send + 'static) -> Result<(), NoRoom> {
        let mut waiting = lock(&self.shared.waiting);
        if waiting.stopped {
            return Err(NoRoom::Stopped);
        }
        let own = waiting.queues.get(&asker).map_or(0, VecDeque::len);
        if waiting.count >= waiting.bound || own >= waiting.bound_each {
            return Err(NoRoom::Full);
        }
        waiting.count += 1;
        if own == 0 {
            waiting.turns.push_back(asker);
        }
        waiting.queues.entry(asker).or_default().push_back(Box::new(thought));
        drop(waiting);
        self.shared.more.notify_one();
        Ok(())
    }
    /// Thoughts that wait, and thoughts that are being thought.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let waiting = lock(&self.shared.waiting);
        (waiting.count, waiting.thinking)
    }
    /// When it is worth to try again after [`NoRoom::Full`].
    #[must_use]
    pub fn retry_after(&self) -> Duration {
        // Half of what waits, at the pace of a strong bot.
        let (waiting, _) = self.load();
        Duration::from_millis((waiting as u64 * 50).clamp(50, 5_000))
    }
    /// Drops what waits and ends the threads as soon as they are done with what they think.
    pub fn stop(&self) {
        {
            let mut waiting = lock(&self.shared.waiting);
            waiting.stopped = true;
            waiting.queues.clear();
            waiting.turns.clear();
            waiting.count = 0;
        }
        self.shared.more.notify_all();
        for thread in lock(&self.threads).drain(..) {
            // A thread that panicked is gone already.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn think(&self) {
        be_nice();
        let mut minds = Minds::default();
        while let Some(thought) = self.next() {
            // A bug in a game or a bot costs one answer, not the thread.
            if catch_unwind(AssertUnwindSafe(|| thought(&mut minds))).is_err() {
                tracing::error!("a bot broke down while it thought");
                minds = Minds::default();
            }
            lock(&self.waiting).thinking -= 1;
        }
    }
    /// The next thought in turn; `None` when all is over.
    fn next(&self) -> Option<Thought> {
        let mut waiting = lock(&self.waiting);
        loop {
            if waiting.stopped {
                return None;
            }
            if let Some(thought) = waiting.take() {
                waiting.thinking += 1;
                return Some(thought);
            }
            waiting = self.more.wait(waiting).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

impl Waiting {
    fn take(&mut self) -> Option<Thought> {
        let asker = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&asker)?;
        let thought = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&asker);
        } else {
            self.turns.push_back(asker);
        }
        self.count -= usize::from(thought.is_some());
        thought
    }
}

/// Companions that were asked before, with the memory they think in.
#[derive(Default)]
pub struct Minds(Vec<(GameKind, Agent, Companion)>);

/// Memory of this many is kept by a thread.
const MINDS_MAX: usize = 6;

impl Minds {
    /// Asks the companion of this game and agent.
    pub fn ask<T>(&mut self, game: GameKind, agent: Agent, question: impl FnOnce(&mut Companion) -> T) -> T {
        let known = self.0.iter().position(|(g, a, _)| *g == game && *a == agent);
        let mut mind = match known {
            Some(at) => self.0.remove(at).2,
            None => Companion::new(game, agent),
        };
        let answer = question(&mut mind);
        // The newest last: whoever was not asked for longest is forgotten first.
        if self.0.len() >= MINDS_MAX {
            self.0.remove(0);
        }
        self.0.push((game, agent, mind));
        answer
    }
}

/// Lets calls be answered first. On Linux a thread can be nicer than its process; elsewhere nothing is changed.
fn be_nice() {
    #[cfg(target_os = "linux")]
    if rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS).is_err() {
        tracing::warn!("the bots' threads keep the priority of the others");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// One thread that is busy until the sender is dropped.
    fn held(bound: usize, bound_each: usize) -> (Thinkers, mpsc::Sender<()>) {
        let thinkers = Thinkers::new(1, bound, bound_each);
        let (hold, held) = mpsc::channel::<()>();
        thinkers
            .ask(0, move |_| {
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
            thinkers.ask(asker, move |_| said.send(asker).unwrap()).unwrap();
        }
        drop((hold, said));
        assert_eq!(heard.iter().collect::<Vec<_>>(), [1, 2, 3, 1, 1, 1]);
    }

    #[test]
    fn beyond_the_bound_nothing_is_taken() {
        let (thinkers, _hold) = held(3, 2);
        assert_eq!(thinkers.ask(1, |_| ()), Ok(()));
        assert_eq!(thinkers.ask(1, |_| ()), Ok(()));
        assert_eq!(thinkers.ask(1, |_| ()), Err(NoRoom::Full), "two of one asker");
        assert_eq!(thinkers.ask(2, |_| ()), Ok(()));
        assert_eq!(thinkers.ask(3, |_| ()), Err(NoRoom::Full), "three in all");
        assert!(thinkers.retry_after() >= Duration::from_millis(50));
    }

    #[test]
    fn a_thought_that_breaks_down_leaves_the_thread_thinking() {
        let thinkers = Thinkers::new(1, 10, 10);
        thinkers.ask(1, |_| panic!("a bug")).unwrap();
        let (said, heard) = mpsc::channel();
        thinkers.ask(1, move |_| said.send(7).unwrap()).unwrap();
        assert_eq!(heard.recv(), Ok(7));
        thinkers.stop();
        assert_eq!(thinkers.ask(1, |_| ()), Err(NoRoom::Stopped));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn bots_think_at_a_lower_priority_than_calls_are_answered() {
        let thinkers = Thinkers::new(1, 10, 10);
        let (said, heard) = mpsc::channel();
        thinkers
            .ask(1, move |_| {
                let own = rustix::process::getpriority_process(Some(rustix::thread::gettid()));
                said.send(own.unwrap()).unwrap();
            })
            .unwrap();
        let here = rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
        assert_eq!(heard.recv(), Ok(here.max(NICENESS)));
    }
}
