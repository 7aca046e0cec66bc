//! Runs a game's cases, the text files in its folder `cases/`, as tests of their own.
//!
//! A game needs a `tests/cases.rs` without a harness that calls [`main`]; [`kernel::cases`] says how a file is written.

use kernel::{
    Game, Notation,
    cases::{self, Scene, Verbs},
};
use libtest_mimic::{Arguments, Trial};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
};

/// Runs all cases below the folder `cases/` of a crate; `folder` is its `CARGO_MANIFEST_DIR`. If all of them pass, each action of
/// the game must have been an option in one: what nobody is ever offered is not in the game.
///
/// # Panics
/// If there are no cases, or a file cannot be read.
#[must_use]
pub fn main<S: Scene + 'static>(folder: &str) -> ExitCode {
    let mut files = vec![];
    collect(&Path::new(folder).join("cases"), &mut files);
    assert!(!files.is_empty(), "{folder} has no cases/*.case");
    let offered = Offered::default();
    let trials = files.iter().flat_map(|file| trials::<S>(file, &offered)).collect();
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    let offered = offered.lock().unwrap_or_else(PoisonError::into_inner);
    let all = <<S::Game as Game>::Action as Notation>::VERBS;
    let never: Vec<_> = all.iter().filter(|verb| !offered.contains(*verb)).collect();
    let whole = conclusion.num_failed + conclusion.num_filtered_out + conclusion.num_ignored == 0;
    if whole && conclusion.num_passed > 0 && !never.is_empty() {
        eprintln!("no case offers these actions to anybody: {never:?}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// What was an option in any case.
type Offered = Arc<Mutex<Verbs>>;

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "case") {
            into.push(path);
        }
    }
}

fn trials<S: Scene + 'static>(file: &Path, offered: &Offered) -> Vec<Trial> {
    let named = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}", named(&e)));
    let cases = cases::read(&text).unwrap_or_else(|e| panic!("{}", named(&e)));
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let trial = |case: cases::Case| {
        let (file, offered) = (file.to_owned(), Arc::clone(offered));
        Trial::test(format!("{stem}: {}", case.name), move || {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(case.line as u64);
            let verbs = case.run::<S>(&mut rng).map_err(|why| format!("{}: {why}", file.display()))?;
            offered.lock().unwrap_or_else(PoisonError::into_inner).extend(verbs);
            Ok(())
        })
    };
    cases.into_iter().map(trial).collect()
}
