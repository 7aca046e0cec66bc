//! What the server does for its matches, in numbers: how bots and the store keep up. No match, seat or token is in them.

use super::Matches;
use crate::{store::Append, store::StoreError, telemetry::Metrics};
use bots::players::Agent;
use catalog::GameKind;
use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounterVec, Opts};
use std::{
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

/// From a tenth of a millisecond, where nothing is written through, to a disk that is stuck.
const APPEND_SECONDS: [f64; 12] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];
/// A greedy bot takes microseconds, a search what it is given.
const THOUGHT_SECONDS: [f64; 12] = [0.0001, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

/// Counted from the start; shown once they are registered.
#[derive(Clone, Debug)]
pub struct Figures {
    appends: Histogram,
    decisions: HistogramVec,
    iterations: IntCounterVec,
}

impl Default for Figures {
    #[allow(clippy::expect_used, reason = "all names are constants; a test makes them")]
    fn default() -> Figures {
        let appends =
            HistogramOpts::new("understudy_store_append_seconds", "How long the store took, in seconds.");
        let decisions = HistogramOpts::new(
            "understudy_bot_decision_seconds",
            "How long bots thought about a decision or a hint, in seconds.",
        );
        let iterations = Opts::new(
            "understudy_bot_iterations_total",
            "Continuations bots have tried for decisions and hints.",
        );
        Figures {
            iterations: IntCounterVec::new(iterations, &["game", "level"]).expect("constant names"),
            appends: Histogram::with_opts(appends.buckets(APPEND_SECONDS.to_vec())).expect("constant names"),
            decisions: HistogramVec::new(decisions.buckets(THOUGHT_SECONDS.to_vec()), &["game", "level"])
                .expect("constant names"),
        }
    }
}

impl Figures {
    pub(crate) fn decided(&self, game: GameKind, agent: Agent, took: Duration, iterations: u64) {
        let labels = [game.word(), level(agent)];
        self.decisions.with_label_values(&labels).observe(took.as_secs_f64());
        self.iterations.with_label_values(&labels).inc_by(iterations);
    }
}

/// Callers choose how long a search thinks: it is no part of the name, or they could fill the memory with names.
fn level(agent: Agent) -> &'static str {
    match agent {
        Agent::Random => "random",
        Agent::Greedy => "greedy",
        Agent::Search(_) => "search",
        Agent::Level(level) => level.word(),
        Agent::Styled(plain, _) => self::level(plain.into()),
    }
}

impl Matches {
    /// Shows these numbers to whoever reads the metrics.
    ///
    /// # Errors
    /// If others have taken their names.
    pub fn show_figures(&self, metrics: &Metrics) -> Result<(), prometheus::Error> {
        metrics.registry().register(Box::new(self.figures.appends.clone()))?;
        metrics.registry().register(Box::new(self.figures.decisions.clone()))?;
        metrics.registry().register(Box::new(self.figures.iterations.clone()))?;
        // The metrics may outlive the matches, and must not keep them.
        let read = |count: fn(&Matches) -> usize| {
            let matches = Arc::downgrade(&self.0);
            move || Weak::upgrade(&matches).map_or(0, |inner| count(&Matches(inner)) as i64)
        };
        let gauge = |name, help, count| metrics.watched(name, help, read(count));
        gauge("understudy_thinking_busy", "Threads that think for bots now.", |all| all.thinkers.load().1)?;
        gauge("understudy_thinking_queue", "Questions that wait for such a thread.", |all| {
            all.thinkers.load().0
        })?;
        gauge(
            "understudy_matches_in_memory",
            "Matches in memory; all others are in the store.",
            Matches::in_memory,
        )
    }

    /// Appends, and notes how long it took.
    pub(crate) async fn store_append(&self, append: Append) -> Result<u64, StoreError> {
        let begun = Instant::now();
        let stored = self.store.append(append).await;
        self.figures.appends.observe(begun.elapsed().as_secs_f64());
        stored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_counted_by_game_and_level_and_nothing_callers_choose() {
        let (figures, metrics) = (Figures::default(), Metrics::new());
        metrics.registry().register(Box::new(figures.decisions.clone())).unwrap();
        metrics.registry().register(Box::new(figures.iterations.clone())).unwrap();
        for agent in ["mcts:17", "mcts:18", "adept"] {
            figures.decided(GameKind::ParaRoles, agent.parse().unwrap(), Duration::from_millis(2), 50);
        }
        let text = metrics.text();
        let count = "understudy_bot_decision_seconds_count{game=\"para_roles\",level=";
        assert!(text.contains(&format!("{count}\"search\"}} 2")), "{text}");
        assert!(text.contains(&format!("{count}\"adept\"}} 1")), "{text}");
        assert!(
            text.contains("understudy_bot_iterations_total{game=\"para_roles\",level=\"search\"} 100"),
            "{text}"
        );
        assert!(!text.contains("17"), "{text}");
    }
}
