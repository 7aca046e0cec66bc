//! The server's memory on the way, and whether it grows.
//!
//! Two numbers are judged. What the server holds is counted to the byte, so a few MiB are a finding. What the operating
//! system has given it also holds what the allocator keeps for each thread, comes and goes by tens of MiB with the load of
//! the machine, and is judged as roughly as that.

/// The memory at one moment, in MiB, and what fills it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Messages sent before it.
    pub messages: u64,
    /// Asked for and not given back: what the server holds.
    pub held: f64,
    /// The most it held at any moment since the last look.
    pub most: f64,
    /// What the operating system has given it, without the pages of the program itself.
    pub resident: f64,
    pub threads: u64,
    /// The file of the store.
    pub stored: f64,
    /// Matches in memory.
    pub matches: u64,
    /// Thoughts of bots that wait.
    pub waiting: u64,
}

/// By how many MiB each may be more at the end than after half of the messages.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    pub held: f64,
    pub resident: f64,
}

#[derive(Default)]
pub struct Memory {
    pub looks: Vec<Look>,
}

/// A number of a look.
type Part = fn(&Look) -> f64;

/// Rows of the table.
const ROWS: usize = 20;

impl Memory {
    /// Says how it went; gives what is wrong with it.
    pub fn judged(&self, allowed: Allowed) -> Vec<String> {
        self.print();
        let mut wrong = vec![];
        let judged: [(&str, Part, f64); 2] =
            [("held", |look| look.held, allowed.held), ("resident", |look| look.resident, allowed.resident)];
        for (what, of, most) in judged {
            let (start, half, end) = (self.mean(0, 5, of), self.mean(50, 60, of), self.mean(90, 100, of));
            let growth = end - half;
            println!(
                "memory {what}: {start:.1} MiB at first, {half:.1} MiB after half, {end:.1} MiB at last ({growth:+.1} MiB); \
                 {:+.1} MiB a million messages after the first quarter",
                self.slope(of) * 1e6
            );
            if growth > most {
                wrong.push(format!(
                    "memory {what} grew by {growth:.1} MiB over the second half, more than {most}"
                ));
            }
        }
        wrong
    }

    fn print(&self) {
        println!(
            "{:>10} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "messages", "held", "most", "resident", "threads", "file", "matches", "waiting"
        );
        for window in self.looks.chunks(self.looks.len().div_ceil(ROWS).max(1)) {
            let mean = |of: Part| mean(window, of);
            println!(
                "{:>10} {:>8.1} {:>8.1} {:>8.1} {:>8.0} {:>8.1} {:>8.0} {:>8.0}",
                window.last().map_or(0, |look| look.messages),
                mean(|look| look.held),
                window.iter().map(|look| look.most).fold(0.0, f64::max),
                mean(|look| look.resident),
                mean(|look| look.threads as f64),
                mean(|look| look.stored),
                mean(|look| look.matches as f64),
                mean(|look| look.waiting as f64),
            );
        }
    }

    /// Between two hundredths of the way.
    fn mean(&self, from: usize, to: usize, of: Part) -> f64 {
        mean(&self.looks[self.looks.len() * from / 100..self.looks.len() * to / 100], of)
    }

    /// MiB a message, by least squares; the first quarter, in which caches fill, is left out.
    fn slope(&self, of: Part) -> f64 {
        let late = &self.looks[self.looks.len() / 4..];
        let (at, value) = (mean(late, |look| look.messages as f64), mean(late, of));
        let by = |look: &Look| look.messages as f64 - at;
        let spread: f64 = late.iter().map(|look| by(look).powi(2)).sum();
        late.iter().map(|look| by(look) * (of(look) - value)).sum::<f64>() / spread.max(1.0)
    }
}

fn mean(looks: &[Look], of: Part) -> f64 {
    looks.iter().map(of).sum::<f64>() / looks.len().max(1) as f64
}
