//! Numbered work on several threads, handed over in the order of its numbers: what comes out does not depend on how
//! many threads there are.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

/// What is done and waits for an earlier piece.
struct Desk<T, F> {
    waiting: BTreeMap<u64, T>,
    next: u64,
    take: F,
    enough: bool,
}

/// As many as there are cores.
#[must_use]
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Works on the pieces 0 to `most`; each thread has its own tools. `take` gets the results one after the other and
/// says `true` once it has enough.
pub fn in_order<T: Send, W>(
    threads: usize,
    most: u64,
    tools: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    take: impl FnMut(T) -> bool + Send,
) {
    let (claimed, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let desk = Mutex::new(Desk { waiting: BTreeMap::new(), next: 0, take, enough: false });
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let _alarm = Alarm(&stop);
                let mut tools = tools();
                while !stop.load(Ordering::Relaxed) {
                    let number = claimed.fetch_add(1, Ordering::Relaxed);
                    if number >= most {
                        return;
                    }
                    let result = work(&mut tools, number);
                    let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
                    desk.waiting.insert(number, result);
                    desk.hand_over();
                    if desk.enough {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
}

/// A piece that panics is never handed over: the others must not work on for ever.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<T, F: FnMut(T) -> bool> Desk<T, F> {
    fn hand_over(&mut self) {
        while !self.enough
            && let Some(result) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.enough = (self.take)(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_end_where_it_is_enough() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            let work = |calls: &mut u64, n: u64| {
                *calls += 1;
                thread::sleep(std::time::Duration::from_micros(n % 3 * 50));
                n * n
            };
            in_order(
                threads,
                50,
                || 0,
                work,
                |result| {
                    seen.push(result);
                    result >= 100
                },
            );
            assert_eq!(seen, (0..=10).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_work_of_all() {
        in_order(2, u64::MAX, || (), |(), n| assert!(n != 5, "the fifth"), |()| false);
    }
}
