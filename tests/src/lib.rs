//! What the tests of this crate share.

use catalog::GameKind;
use std::path::{Path, PathBuf};

/// The root of the workspace.
///
/// # Panics
/// Never: this crate lies right below it.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace lies above").to_owned()
}

/// All Rust files below a folder, build results left out.
///
/// # Panics
/// If a folder cannot be read.
#[must_use]
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, "rs")
}

/// All files below a folder with this ending, build results left out.
///
/// # Panics
/// If a folder cannot be read.
#[must_use]
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the workspace can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target" && name != ".git") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The folder of the crate of a game: those that ship lie in `engine`, and one that proves something here.
#[must_use]
pub fn crate_of(game: GameKind) -> PathBuf {
    let ships = workspace().join("engine").join(game.word());
    if ships.exists() { ships } else { workspace().join("tests/sixth") }
}
