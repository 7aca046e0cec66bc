//! What came back: counts by kind and status, and what was wrong.

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
