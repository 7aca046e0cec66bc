//! How far long work has come: a bar where somebody looks at it, a line now and then where what is told goes to a file.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

/// A file gets no more than a line in such a time.
const LINES_APART: Duration = Duration::from_secs(30);

pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    began: Instant,
    /// When the last line was written.
    told: Mutex<Instant>,
}

impl Progress {
    /// So many of these are to be done.
    #[must_use]
    pub fn new(count: u64, what: &'static str) -> Progress {
        let bar = ProgressBar::new(count);
        let template =
            format!("{{bar:40}} {{human_pos}} of {{human_len}} {what}, {{elapsed}} gone, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        // A long deal would else leave the bar, and what it says of the time, standing still.
        bar.enable_steady_tick(Duration::from_secs(1));
        let began = Instant::now();
        Progress { bar, what, began, told: Mutex::new(began) }
    }

    /// One more is done.
    pub fn step(&self) {
        self.bar.inc(1);
        if self.bar.is_hidden() && self.is_due() {
            eprintln!("{}", self.line(self.began.elapsed()));
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Whoever holds the lock is just telling.
    fn is_due(&self) -> bool {
        let Ok(mut told) = self.told.try_lock() else { return false };
        let due = told.elapsed() >= LINES_APART;
        if due {
            *told = Instant::now();
        }
        due
    }

    fn line(&self, gone: Duration) -> String {
        let (done, count) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let left = gone.mul_f64(count.saturating_sub(done) as f64 / done.max(1) as f64);
        format!(
            "{} of {} {}, {} gone, {} left",
            HumanCount(done),
            HumanCount(count),
            self.what,
            HumanDuration(gone),
            HumanDuration(left)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_much_is_done_and_how_long_the_rest_will_take_at_this_pace() {
        let progress = Progress::new(8000, "deals");
        for _ in 0..2000 {
            progress.step();
        }
        let line = progress.line(Duration::from_secs(600));
        assert_eq!(line, "2,000 of 8,000 deals, 10 minutes gone, 30 minutes left");
    }

    #[test]
    fn a_line_is_due_once_in_a_while() {
        let progress = Progress::new(2, "games");
        assert!(!progress.is_due(), "nobody waits for the first one yet");
        *progress.told.lock().unwrap() = Instant::now() - LINES_APART;
        assert!(progress.is_due() && !progress.is_due());
    }
}
