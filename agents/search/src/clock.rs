//! When a search looks at the clock: now and then while thoughts are short, after each one when they are long.

use crate::advice::Budget;
use std::time::{Duration, Instant};

/// Thoughts between two looks, at most.
const MOST: u64 = 16;
/// Looks should not lie farther apart than this.
const APART: Duration = Duration::from_micros(250);

pub(crate) struct Clock {
    looked: Option<Instant>,
    apart: u64,
    next: u64,
}

impl Clock {
    pub fn new() -> Clock {
        Clock { looked: None, apart: 1, next: 1 }
    }

    /// Is time up after so many thoughts? Never before the first.
    #[inline]
    pub fn is_over(&mut self, budget: &Budget, done: u64) -> bool {
        done >= self.next && self.look(budget, done)
    }

    fn look(&mut self, budget: &Budget, done: u64) -> bool {
        if budget.deadline.is_some() {
            let now = Instant::now();
            let slow = self.looked.is_some_and(|looked| now - looked > APART);
            self.apart = if slow { self.apart.div_ceil(4) } else { (self.apart * 2).min(MOST) };
            self.looked = Some(now);
        } else {
            self.apart = MOST;
        }
        self.next = done + self.apart;
        budget.is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many thoughts of such a length it looks, told by a budget that is over when it is asked.
    fn looks(clock: &mut Clock, from: u64, thought: Duration) -> u64 {
        let over = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let mut done = from;
        loop {
            std::thread::sleep(thought);
            done += 1;
            if clock.is_over(&over, done) {
                return done;
            }
        }
    }

    #[test]
    fn short_thoughts_are_not_interrupted_long_ones_are_watched() {
        let mut clock = Clock::new();
        assert_eq!(looks(&mut clock, 0, Duration::ZERO), 1, "there is always one thought");
        let mut done = 1;
        for _ in 0..6 {
            done = looks(&mut clock, done, Duration::from_millis(1));
        }
        assert_eq!(looks(&mut clock, done, Duration::from_millis(1)), done + 1);
    }
}
