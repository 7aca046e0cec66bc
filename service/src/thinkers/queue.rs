//! Who is next: askers take turns by the time they ask for. Each thought is due when its asker would have had that much
//! time, were all who wait served side by side; the one that is due first goes first. So a small question goes before a
//! big one that came at the same time, and whoever asks on and on waits for those who asked for less.

use super::NoRoom;
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::Duration,
};

/// Nothing is for nothing: time must go on.
const COST_MIN: Duration = Duration::from_millis(1);

pub(super) struct Queue<T> {
    askers: HashMap<u128, Asker<T>>,
    /// Askers who wait, by when their first thought is due and who came first.
    turns: BTreeMap<(Duration, u64), u128>,
    /// When the last thought that was taken was due.
    clock: Duration,
    arrivals: u64,
    waiting: usize,
    thinking: usize,
    bound: usize,
    bound_each: usize,
    stopped: bool,
}

/// Somebody with thoughts that wait or are being thought.
struct Asker<T> {
    waiting: VecDeque<(Duration, T)>,
    thinking: usize,
}

impl<T> Queue<T> {
    /// So many may wait; and of one asker, wait and be thought.
    pub(super) fn new(bound: usize, bound_each: usize) -> Queue<T> {
        Queue {
            askers: HashMap::new(),
            turns: BTreeMap::new(),
            clock: Duration::ZERO,
            arrivals: 0,
            waiting: 0,
            thinking: 0,
            bound,
            bound_each,
            stopped: false,
        }
    }
    pub(super) fn put(&mut self, who: u128, cost: Duration, thought: T) -> Result<(), NoRoom> {
        if self.stopped {
            return Err(NoRoom::Stopped);
        }
        let own = self.askers.get(&who).map_or(0, |asker| asker.waiting.len() + asker.thinking);
        if self.waiting >= self.bound || own >= self.bound_each {
            return Err(NoRoom::Full);
        }
        let asker = self.askers.entry(who).or_insert_with(|| Asker { waiting: VecDeque::new(), thinking: 0 });
        let cost = cost.max(COST_MIN);
        asker.waiting.push_back((cost, thought));
        let first = asker.waiting.len() == 1;
        self.waiting += 1;
        if first {
            self.line_up(who, self.clock + cost);
        }
        Ok(())
    }
    fn line_up(&mut self, who: u128, due: Duration) {
        self.arrivals += 1;
        self.turns.insert((due, self.arrivals), who);
    }
    /// The next in turn and who asked for it; [`Queue::done`] ends it.
    pub(super) fn take(&mut self) -> Option<(u128, T)> {
        let ((due, _), who) = self.turns.pop_first()?;
        let asker = self.askers.get_mut(&who)?;
        let (_, thought) = asker.waiting.pop_front()?;
        asker.thinking += 1;
        let next = asker.waiting.front().map(|(cost, _)| *cost);
        self.clock = due;
        self.waiting -= 1;
        self.thinking += 1;
        if let Some(cost) = next {
            self.line_up(who, due + cost);
        }
        Some((who, thought))
    }
    pub(super) fn done(&mut self, who: u128) {
        self.thinking -= 1;
        if let Some(asker) = self.askers.get_mut(&who) {
            asker.thinking = asker.thinking.saturating_sub(1);
            if asker.thinking == 0 && asker.waiting.is_empty() {
                self.askers.remove(&who);
            }
        }
    }
    /// Those that wait, and those that are being thought.
    pub(super) fn load(&self) -> (usize, usize) {
        (self.waiting, self.thinking)
    }
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }
    /// Drops what waits and takes no more.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.turns.clear();
        self.askers.clear();
        self.waiting = 0;
    }
}
