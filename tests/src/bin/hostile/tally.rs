//! What came back: counts by kind and status, what was wrong, and the server's memory on the way.

use crate::{kinds::Kind, send::Answer};
use std::collections::BTreeMap;
use tonic::Code;

#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<(Kind, String), u64>,
    /// Statuses that are proper, but worth a look: one example each.
    odd: BTreeMap<String, String>,
    pub wrong: Vec<String>,
}

impl Tally {
    pub fn count(&mut self, kind: Kind, answer: &Answer, wrong: Option<String>) {
        *self.counts.entry((kind, outcome(answer))).or_default() += 1;
        if let Some(status) = &answer.status
            && matches!(status.code(), Code::Internal | Code::Unknown | Code::DataLoss)
        {
            let key: String = status.message().chars().take(60).collect();
            self.odd.entry(format!("{:?}: {key}", status.code())).or_insert_with(|| format!("{kind:?}"));
        }
        self.wrong.extend(wrong);
    }
    pub fn add(&mut self, other: Tally) {
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
        self.odd.extend(other.odd);
        self.wrong.extend(other.wrong);
    }
    pub fn print(&self) {
        let mut by_outcome = BTreeMap::<&str, u64>::new();
        for ((_, outcome), count) in &self.counts {
            *by_outcome.entry(outcome).or_default() += count;
        }
        let mut sorted: Vec<_> = by_outcome.into_iter().collect();
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (outcome, count) in sorted {
            println!("{count:>10}  {outcome}");
        }
        println!();
        for kind in Kind::ALL {
            let own = self.counts.iter().filter(|((of, _), _)| of == kind);
            let told: Vec<String> = own.map(|((_, outcome), count)| format!("{outcome} {count}")).collect();
            println!("{:<10} {}", format!("{kind:?}"), told.join(", "));
        }
        for (odd, kind) in self.odd.iter().take(20) {
            println!("seen with {kind}: {odd}");
        }
        println!();
    }
}

/// How a call ended, in a word.
fn outcome(answer: &Answer) -> String {
    match (&answer.status, answer.http) {
        (Some(status), _) => format!("{:?}", status.code()),
        (None, Some(http)) => format!("HTTP {http}"),
        (None, None) if answer.left => "left".to_owned(),
        (None, None) => "connection closed".to_owned(),
    }
}

/// The server's memory on the way, in MiB.
#[derive(Default)]
pub struct Memory {
    pub looks: Vec<f64>,
}

impl Memory {
    /// Says how it went; gives what is wrong with it.
    pub fn judged(&self, growth_max: f64) -> Option<String> {
        let mean = |from: usize, to: usize| {
            let part = &self.looks[self.looks.len() * from / 100..self.looks.len() * to / 100];
            part.iter().sum::<f64>() / part.len().max(1) as f64
        };
        let (start, half, end) = (mean(0, 5), mean(50, 55), mean(95, 100));
        let growth = end - half;
        println!(
            "memory: {start:.0} MiB at first, {half:.0} MiB after half, {end:.0} MiB at last ({growth:+.1} MiB)"
        );
        (growth > growth_max).then(|| format!("memory grew by {growth:.1} MiB over the second half"))
    }
}
