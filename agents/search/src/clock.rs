//! When a search looks at the clock: now and then while thoughts are short, after each one when they are long.

use crate::advice::Budget;
use std::time::{Duration, Instant};

/// Thoughts between two looks, at most.
const MOST: u64 = 16;
/// Looks should not lie farther apart than this.
const APART: Duration = Duration::from_micros(250);

/// Thoughts may become shorter on the way: so many times as many as the pace so far promises may still come.
const FASTER: f64 = 1.5;
/// A pace is believed after so many thoughts.
const PACE: u64 = 64;

pub(crate) struct Clock {
    began: Option<Instant>,
    looked: Option<Instant>,
    apart: u64,
    next: u64,
    /// Thoughts that may still come, as far as the last look can tell.
    left: u64,
}

impl Clock {
    pub fn new(budget: &Budget) -> Clock {
        let began = budget.deadline.map(|_| Instant::now());
        Clock { began, looked: None, apart: 1, next: 1, left: u64::MAX }
    }

    /// How many thoughts may still come before time is up; no number is too large where there is no deadline.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Is time up after so many thoughts? Never before the first.
    #[inline]
    pub fn is_over(&mut self, budget: &Budget, done: u64) -> bool {
        done >= self.next && self.look(budget, done)
    }

    fn look(&mut self, budget: &Budget, done: u64) -> bool {
        if let (Some(deadline), Some(began)) = (budget.deadline, self.began) {
            let now = Instant::now();
            if done >= PACE {
                let share =
                    deadline.saturating_duration_since(now).as_secs_f64() / (now - began).as_secs_f64();
                self.left = (FASTER * share * done as f64) as u64 + PACE;
            }
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
        let mut clock = Clock::new(&Budget::time(Duration::ZERO));
        assert_eq!(looks(&mut clock, 0, Duration::ZERO), 1, "there is always one thought");
        let mut done = 1;
        for _ in 0..6 {
            done = looks(&mut clock, done, Duration::from_millis(1));
        }
        assert_eq!(looks(&mut clock, done, Duration::from_millis(1)), done + 1);
    }

    #[test]
    fn who_has_used_half_of_the_time_may_have_as_many_thoughts_again_and_some_more() {
        let (now, half) = (Instant::now(), Duration::from_secs(100));
        let budget = Budget { deadline: Some(now + half), ..Budget::default() };
        let mut clock = Clock { began: Some(now - half), ..Clock::new(&budget) };
        assert_eq!(clock.left(), u64::MAX, "nothing is known yet");
        assert!(!clock.is_over(&budget, 1000));
        assert!((1500..1600).contains(&clock.left()), "{}", clock.left());
        assert_eq!(Clock::new(&Budget::iterations(10)).left(), u64::MAX);
    }
}
