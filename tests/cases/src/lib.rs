//! Runs a game's cases, the text files in its folder `cases/`, as tests of their own.
//!
//! A game needs a `tests/cases.rs` without a harness that calls [`main`]; [`kernel::cases`] says how a file is written.

use kernel::cases::{self, Scene};
use libtest_mimic::{Arguments, Trial};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Runs all cases below the folder `cases/` of a crate; `folder` is its `CARGO_MANIFEST_DIR`.
///
/// # Panics
/// If there are no cases, or a file cannot be read.
#[must_use]
pub fn main<S: Scene + 'static>(folder: &str) -> ExitCode {
    let mut files = vec![];
    collect(&Path::new(folder).join("cases"), &mut files);
    assert!(!files.is_empty(), "{folder} has no cases/*.case");
    let trials = files.iter().flat_map(|file| trials::<S>(file)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

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

fn trials<S: Scene + 'static>(file: &Path) -> Vec<Trial> {
    let named = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}", named(&e)));
    let cases = cases::read(&text).unwrap_or_else(|e| panic!("{}", named(&e)));
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let trial = |case: cases::Case| {
        let file = file.to_owned();
        Trial::test(format!("{stem}: {}", case.name), move || {
            case.run::<S>().map_err(|why| format!("{}: {why}", file.display()).into())
        })
    };
    cases.into_iter().map(trial).collect()
}
