//! How long bots take: decisions of every level in every game, and how many thoughts a search has in a second.
//!
//! `cargo bench -p benches --bench bots` plays the beginning of a few games by the heuristic and asks each level at the same
//! tables. Times are wall time, so they mean something on an idle machine only.

use bots::{
    any::{Companion, Hint},
    players::Agent,
};
use catalog::{AnyTable, GameKind, PackFiles};
use kernel::{SeatSet, Turn};
use rand::SeedableRng;
use search::BotRng;
use std::time::{Duration, Instant};

/// Tables that are asked about in each game, one in so many decisions.
const TABLES: usize = 40;
const EVERY: usize = 5;
const STEPS_MAX: usize = 20_000;

/// The options that most people play a game with, where the defaults are not.
const USUAL: [(GameKind, &[(&str, &str)]); 5] = [
    (GameKind::ParaRoles, &[("campaign", "random_encounters")]),
    (GameKind::FriendsAndFoes, &[("map", "P1"), ("formations", "WB-1,WB-5")]),
    (GameKind::MinionsOfMordak, &[("seats", "5")]),
    (GameKind::FiendsAndFamiliars, &[("seats", "3")]),
    (GameKind::Adventures, &[("seats", "2"), ("mode", "normal")]),
];

fn main() {
    println!(
        "{:<22} {:<10} {:>6} {:>9} {:>9} {:>9} {:>12}",
        "", "", "asked", "median", "95 %", "longest", "thoughts/s"
    );
    for game in GameKind::ALL.iter().copied() {
        let usual = USUAL.iter().find(|(of, _)| *of == game).map(|(_, options)| *options);
        let tables = tables(game, usual.unwrap_or_default());
        for level in ["novice", "adept", "master", "mcts:100ms"] {
            let agent: Agent = level.parse().expect("an agent");
            row(game, level, &mut Companion::new(game, agent), &tables);
        }
    }
}

/// Tables along games of the heuristic on which somebody has a choice.
fn tables(game: GameKind, options: &[(&str, &str)]) -> Vec<Box<dyn AnyTable>> {
    let options: Vec<_> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut companion = Companion::new(game, "greedy".parse().expect("an agent"));
    let (mut found, mut decisions) = (Vec::new(), 0);
    for seed in 0.. {
        let mut rng = BotRng::seed_from_u64(seed);
        let mut table = game.table(&options, &PackFiles::default()).expect("options that fit");
        for n in 0..STEPS_MAX {
            let line = match table.turn() {
                Turn::Over => break,
                Turn::Chance => table.sample(&mut rng).expect("chance is due"),
                Turn::Each(seats) | Turn::Any(seats) => {
                    if choices(&*table, seats) > 1 {
                        decisions += 1;
                        if decisions % EVERY == 0 {
                            found.push(table.boxed_clone());
                        }
                    }
                    companion
                        .advise(&table.view_of(seats).expect("somebody is asked"), n as u64)
                        .expect("an answer")
                        .step()
                }
            };
            if found.len() == TABLES {
                return found;
            }
            table.play(&line).expect("a legal step");
        }
    }
    found
}

fn choices(table: &dyn AnyTable, seats: SeatSet) -> usize {
    seats.into_iter().map(|seat| table.choice_ids(seat).len()).sum()
}

fn row(game: GameKind, level: &str, companion: &mut Companion, tables: &[Box<dyn AnyTable>]) {
    let mut times: Vec<Duration> = Vec::new();
    let mut thoughts = 0;
    for (n, table) in tables.iter().enumerate() {
        let view = table.view_of(table.turn().asked()).expect("somebody is asked");
        let clock = Instant::now();
        let hint: Option<Hint> = companion.advise(&view, n as u64);
        times.push(clock.elapsed());
        thoughts += hint.map_or(0, |hint| hint.iterations);
    }
    let rate = thoughts as f64 / times.iter().sum::<Duration>().as_secs_f64();
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!(
        "{:<22} {level:<10} {:>6} {:>6.2} ms {:>6.2} ms {:>6.2} ms {rate:>12.0}",
        game.word(),
        times.len(),
        at(50),
        at(95),
        at(100),
    );
}
