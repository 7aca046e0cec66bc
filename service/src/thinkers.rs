//! Threads on which bots think: few, at low priority, and fed fairly.
//!
//! A bot never thinks on the threads that answer calls: two of them at equal priority make a call wait 25 times as long.
//! A thought cannot be interrupted to make room for another, so long ones have threads of their own, at the lowest
//! priority: whatever is analysed for a minute, a bot that thinks for a tenth of a second is asked soon. Whoever asks (a
//! match, a caller) has a queue of its own, and the queues take turns by the time they ask for, so that neither hundred
//! questions nor big ones keep another's small one waiting.

mod queue;
#[cfg(test)]
mod tests;

use crate::store::lock;
use bots::{
    any::Companion,
    players::{Agent, Think},
};
use catalog::GameKind;
use queue::Queue;
use std::{
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

/// Thoughts up to this are short.
pub const SHORT: Duration = Duration::from_secs(1);
/// Long thoughts one asker may have at once, waiting or being thought.
const LONG_EACH: usize = 4;

/// How nice the threads are to others, on the scale of the operating system.
const NICENESS: i32 = 10;
/// The same for long thoughts: a ninth of the time that a short one gets on the same core.
const NICENESS_LONG: i32 = 19;

/// What a thought by this agent takes, about.
#[must_use]
pub fn cost(agent: Agent) -> Duration {
    /// On an old machine, in a big game.
    const ITERATION: Duration = Duration::from_micros(100);
    match agent {
        Agent::Random | Agent::Greedy => Duration::from_millis(1),
        // No level thinks for longer, so that people need not wait.
        Agent::Level(_) => Duration::from_millis(100),
        Agent::Search(Think::Time(time)) => time,
        Agent::Search(Think::Iterations(count)) => {
            ITERATION.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
        }
        Agent::Styled(plain, _) => cost(plain.into()),
    }
}

/// The threads.
pub struct Thinkers {
    short: Arc<Pool>,
    long: Arc<Pool>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Pool {
    queue: Mutex<Queue<Thought>>,
    more: Condvar,
    niceness: i32,
}

impl Thinkers {
    /// So many threads, half as many more for long thoughts, and so many thoughts waiting at most: in all, and of one
    /// asker.
    #[must_use]
    pub fn new(threads: usize, bound: usize, bound_each: usize) -> Thinkers {
        let threads = threads.max(1);
        let short = Arc::new(Pool::new(NICENESS, bound, bound_each));
        let long = Arc::new(Pool::new(NICENESS_LONG, bound, bound_each.min(LONG_EACH)));
        let names = (0..threads).map(|n| (format!("bot-{n}"), &short));
        let names = names.chain((0..threads.div_ceil(2)).map(|n| (format!("bot-long-{n}"), &long)));
        let start = |(name, pool): (String, &Arc<Pool>)| {
            let pool = Arc::clone(pool);
            std::thread::Builder::new().name(name).spawn(move || pool.think()).ok()
        };
        let threads = Mutex::new(names.filter_map(start).collect());
        Thinkers { short, long, threads }
    }
    /// Puts a thought that takes about so long into the queue of its asker.
    ///
    /// # Errors
    /// If the queue is full, or the bots have stopped.
    pub fn ask(
        &self,
        asker: u128,
        cost: Duration,
        thought: impl FnOnce(&mut Minds) + Send + 'static,
    ) -> Result<(), NoRoom> {
        let pool = if cost <= SHORT { &self.short } else { &self.long };
        lock(&pool.queue).put(asker, cost, Box::new(thought))?;
        pool.more.notify_one();
        Ok(())
    }
    /// Thoughts that wait, and thoughts that are being thought.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let (short, long) = (lock(&self.short.queue).load(), lock(&self.long.queue).load());
        (short.0 + long.0, short.1 + long.1)
    }
    /// When it is worth to try again after [`NoRoom::Full`] with a thought that takes about so long.
    #[must_use]
    pub fn retry_after(&self, cost: Duration) -> Duration {
        if cost > SHORT {
            return Duration::from_secs(5);
        }
        // Half of what waits, at the pace of a strong bot.
        let (waiting, _) = lock(&self.short.queue).load();
        Duration::from_millis((waiting as u64 * 50).clamp(50, 5_000))
    }
    /// Drops what waits and ends the threads as soon as they are done with what they think.
    pub fn stop(&self) {
        for pool in [&self.short, &self.long] {
            lock(&pool.queue).stop();
            pool.more.notify_all();
        }
        for thread in lock(&self.threads).drain(..) {
            // A thread that panicked is gone already.
            let _ = thread.join();
        }
    }
}

impl Pool {
    fn new(niceness: i32, bound: usize, bound_each: usize) -> Pool {
        Pool { queue: Mutex::new(Queue::new(bound, bound_each)), more: Condvar::new(), niceness }
    }
    fn think(&self) {
        be_nice(self.niceness);
        let mut minds = Minds::default();
        while let Some((asker, thought)) = self.next() {
            // A bug in a game or a bot costs one answer, not the thread.
            if catch_unwind(AssertUnwindSafe(|| thought(&mut minds))).is_err() {
                tracing::error!("a bot broke down while it thought");
                minds = Minds::default();
            }
            lock(&self.queue).done(asker);
        }
    }
    /// The next thought in turn and who asked; `None` when all is over.
    fn next(&self) -> Option<(u128, Thought)> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.is_stopped() {
                return None;
            }
            if let Some(next) = queue.take() {
                return Some(next);
            }
            queue = self.more.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
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
fn be_nice(niceness: i32) {
    #[cfg(target_os = "linux")]
    if rustix::process::setpriority_process(Some(rustix::thread::gettid()), niceness).is_err() {
        tracing::warn!("the bots' threads keep the priority of the others");
    }
}
