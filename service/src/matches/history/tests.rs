//! Logs with many undos are played like those without.

use super::*;
use crate::matches::{
    entry::{ChanceMode, Manners, UndoPolicy},
    tokens::TokenHash,
};
use kernel::Turn;
use rand::{Rng as _, SeedableRng as _};
use std::time::{Duration, Instant};

fn made() -> Made {
    Made {
        at_ms: 1,
        game: GameKind::ParaRoles.to_string(),
        options: vec![("campaign".to_owned(), "random_encounters".to_owned())],
        content: PackFiles::default().fingerprint(),
        seed: crate::dice::Seed::of_number(7),
        chance: ChanceMode::Server,
        undo: UndoPolicy::Free,
        manners: Manners::AtOnce,
        turn_timeout_ms: None,
        private: false,
        host: TokenHash::of(&crate::server::auth::Token::new("host".to_owned())),
        seats: vec![],
        seed_chosen: true,
    }
}

/// A log in the making, beside a table that is played from the start after every undo.
struct Log {
    entries: Vec<Logged>,
    steps: Vec<(u64, catalog::AnyStep)>,
    table: Box<dyn AnyTable>,
    rng: rand_chacha::ChaCha12Rng,
}

/// An entry that is a commit of its own.
fn alone(version: u64, entry: Entry) -> Logged {
    Logged { version, commit: version, entry }
}

impl Log {
    fn new() -> Log {
        let (_, table) = new_table(&made(), &Packs::new()).unwrap();
        let entries = vec![alone(1, Entry::Made(Box::new(made())))];
        Log { entries, steps: vec![], table, rng: rand_chacha::ChaCha12Rng::seed_from_u64(5) }
    }
    fn next(&self) -> u64 {
        self.entries.len() as u64 + 1
    }
    /// Anything legal; false at the end of the game.
    fn step(&mut self) -> bool {
        let (version, at_ms) = (self.next(), self.next());
        let entry = match self.table.turn() {
            Turn::Over => return false,
            Turn::Chance => {
                let outcome = self.table.sample(&mut self.rng).unwrap().notation().to_owned();
                Entry::Chance { at_ms, outcome, told: false }
            }
            Turn::Each(seats) | Turn::Any(seats) => {
                let seat = seats.lowest().unwrap();
                let choices = self.table.choice_ids(seat);
                let action = choices[self.rng.next_u32() as usize % choices.len()].clone();
                Entry::Act { at_ms, seat, action, reason: None }
            }
        };
        let step = entry.step().unwrap();
        self.table.play(&step).unwrap();
        self.steps.push((version, step));
        self.entries.push(alone(version, entry));
        true
    }
    fn undo(&mut self, to: u64) {
        let version = self.next();
        self.entries.push(alone(version, Entry::Undone { at_ms: version, to }));
        self.steps.retain(|(at, _)| *at <= to);
        let (_, mut table) = new_table(&made(), &Packs::new()).unwrap();
        for (_, line) in &self.steps {
            table.play(line).unwrap();
        }
        self.table = table;
    }
    fn replayed(&self) -> (Live, Vec<Happened>) {
        let history = History { id: MatchId(1), entries: self.entries.clone() };
        let telling = Replay { from: 1, afters: true };
        history.replay(&Packs::new(), u64::MAX, telling, &Wanted::default()).unwrap()
    }
}

fn drawn(table: &dyn AnyTable) -> String {
    table.draw_for(None).to_text()
}

#[test]
fn undos_go_where_a_replay_from_the_start_goes() {
    let mut log = Log::new();
    let mut tables = vec![];
    for _ in 0..60 {
        for _ in 0..log.rng.next_u32() % 40 {
            if log.step() {
                tables.push((log.next() - 1, drawn(&*log.table)));
            }
        }
        // Now and then far back, mostly a little.
        let far = if log.rng.next_u32().is_multiple_of(8) { log.next() } else { 60.min(log.next()) };
        let to = log.next() - 1 - u64::from(log.rng.next_u32()) % (far - 1);
        log.undo(to);
        tables.push((log.next() - 1, drawn(&*log.table)));
    }
    assert!(log.entries.len() > 800, "{}", log.entries.len());
    let (live, happened) = log.replayed();
    assert_eq!((live.steps, drawn(&*live.table)), (log.steps.len() as u64, drawn(&*log.table)));
    let after = |version| happened.iter().find(|each| each.version == version).unwrap().after.as_ref();
    for (version, table) in &tables {
        assert_eq!(&drawn(&*after(*version).unwrap().table), table, "version {version}");
    }
}

#[test]
fn an_undo_late_in_a_match_costs_no_more_than_an_early_one() {
    let took = |base: u64| {
        let mut log = Log::new();
        while log.next() <= base && log.step() {}
        let start = log.next() - 1;
        assert_eq!(start, base);
        log.step();
        let step = log.entries.pop().unwrap().entry;
        for _ in 0..1_000 {
            let version = log.next();
            log.entries.push(alone(version, step.clone()));
            log.entries.push(alone(version + 1, Entry::Undone { at_ms: version + 1, to: start }));
        }
        let run = |_| {
            let since = Instant::now();
            log.replayed();
            since.elapsed()
        };
        (0..3).map(run).min().unwrap()
    };
    let (early, late) = (took(4), took(200));
    assert!(late < early * 5 + Duration::from_millis(20), "{early:?} after 4 steps, {late:?} after 200");
}
