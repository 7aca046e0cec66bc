//! Very many random games, checked: a panic, a broken check or an endless game is reported with its seed.

use crate::{Error, progress::Progress};
use catalog::GameKind;
use std::{
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

/// # Errors
/// With the first game that went wrong, its seed and its options.
pub fn soak(
    out: &mut dyn Write,
    game: GameKind,
    games: u64,
    seed: u64,
    threads: Option<usize>,
) -> Result<(), Error> {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let play = game.soaker();
    let (next, steps, longest) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let stop = AtomicBool::new(false);
    let wrong: Mutex<Option<String>> = Mutex::new(None);
    let progress = Progress::new(games, "games");
    let clock = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads.unwrap_or(cores).max(1) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= games {
                        return;
                    }
                    let seed = seed.wrapping_add(n);
                    match catch_unwind(AssertUnwindSafe(|| play(seed))) {
                        Ok(Ok(played)) => {
                            steps.fetch_add(played.into(), Ordering::Relaxed);
                            longest.fetch_max(played.into(), Ordering::Relaxed);
                            progress.step();
                        }
                        Ok(Err(why)) => report(&wrong, &stop, format!("seed {seed}: {why}")),
                        Err(_) => {
                            report(&wrong, &stop, format!("seed {seed}: the rules panicked, see above"))
                        }
                    }
                }
            });
        }
    });
    progress.finish();
    if let Some(why) = wrong.into_inner().ok().flatten() {
        return Err(Error::Soak(why));
    }
    let (steps, seconds) = (steps.into_inner(), clock.elapsed().as_secs_f64());
    writeln!(
        out,
        "{games} games of {game}, {steps} steps ({:.0} a game, the longest {}), {seconds:.0} s: no panic, nothing broken, all ended",
        steps as f64 / games.max(1) as f64,
        longest.into_inner()
    )?;
    Ok(())
}

fn report(wrong: &Mutex<Option<String>>, stop: &AtomicBool, why: String) {
    stop.store(true, Ordering::Relaxed);
    if let Ok(mut first) = wrong.lock() {
        first.get_or_insert(why);
    }
}
