//! The shape of the code: sizes, first lines, who may use whom, and a map that is true.

use catalog::GameKind;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use tests::{rust_files, workspace};

/// Lines of a file. Not of tests: a list of cases may be as long as it is.
const LINES_MAX: usize = 700;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn files_are_short_and_say_first_what_they_are() {
    for file in rust_files(&workspace()) {
        let text = read(&file);
        let lines = text.lines().count();
        let tests = ["tests", "proofs", "vectors"];
        let of_tests = file
            .iter()
            .filter_map(|part| part.to_str())
            .any(|part| tests.contains(&part) || tests.contains(&part.trim_end_matches(".rs")));
        assert!(of_tests || lines <= LINES_MAX, "{}: {lines} lines; split it by meaning", file.display());
        assert!(text.starts_with("//! "), "{}: the first line should say what the file is", file.display());
    }
}

#[test]
fn nothing_is_left_unfinished_in_the_code() {
    // Written in two halves so that this file does not find itself.
    let words = [
        ["to", "do!("].concat(),
        ["unimple", "mented!("].concat(),
        ["FIX", "ME"].concat(),
        ["#[ign", "ore"].concat(),
    ];
    for file in rust_files(&workspace()) {
        let text = read(&file);
        for word in &words {
            assert!(!text.contains(word.as_str()), "{}: {word}", file.display());
        }
    }
}

/// The folders of the games, from the root of the workspace. A folder is called like its crate.
fn games() -> Vec<PathBuf> {
    let here = workspace();
    let folder = |game: &GameKind| tests::crate_of(*game).strip_prefix(&here).expect("ours").to_owned();
    GameKind::ALL.iter().map(folder).collect()
}

/// Our own crates that a crate depends on, tests included.
fn uses(manifest: &Path) -> BTreeSet<String> {
    let ours: BTreeSet<String> = LAYERS.iter().map(ToString::to_string).chain(names_of_games()).collect();
    let text = read(&workspace().join(manifest).join("Cargo.toml"));
    let named = text.lines().filter_map(|line| line.split_once(['.', ' ', '=']));
    named.map(|(name, _)| name.to_owned()).filter(|name| ours.contains(name)).collect()
}

const LAYERS: [&str; 8] = ["kernel", "catalog", "search", "bots", "proto", "service", "tests", "benches"];

fn names_of_games() -> impl Iterator<Item = String> {
    games().into_iter().filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()))
}

#[test]
fn crates_use_only_what_they_may() {
    let layers: [(&str, &[&str]); 5] = [
        ("engine/kernel", &[]),
        ("agents/search", &["kernel"]),
        ("engine/catalog", &["kernel"]),
        ("agents/bots", &["kernel", "catalog", "search"]),
        ("service", &["kernel", "catalog", "bots", "proto"]),
    ];
    let check = |manifest: &Path, may: BTreeSet<String>| {
        let stranger: Vec<String> = uses(manifest).difference(&may).cloned().collect();
        assert!(stranger.is_empty(), "{} uses {stranger:?}", manifest.display());
    };
    for (manifest, may) in layers {
        let below = ["engine/kernel", "agents/search"].contains(&manifest);
        let games = names_of_games().filter(|_| !below);
        check(Path::new(manifest), may.iter().map(ToString::to_string).chain(games).collect());
    }
    for game in games() {
        check(&game, BTreeSet::from(["kernel".to_owned()]));
    }
}

/// Where bots play whole games by themselves, or a position is laid out for them to solve, there are tables. Everywhere else
/// a bot has a view and nothing more.
#[test]
fn no_bot_gets_a_table() {
    const GROUNDS: [&str; 3] = ["arena.rs", "regret.rs", "exploit.rs"];
    for file in rust_files(&workspace().join("agents/bots/src")) {
        let text = read(&file);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let tables = words.filter(|word| ["Table", "AnyTable"].contains(word)).count();
        let may = name == "tests.rs" || GROUNDS.contains(&name.as_str());
        assert!(may || tables == 0, "{}: a bot gets a view, not a table", file.display());
    }
}

#[test]
fn engines_know_no_clock_no_files_and_no_floats_in_states() {
    for folder in games().into_iter().chain([PathBuf::from("engine/kernel")]) {
        for file in rust_files(&workspace().join(folder).join("src")) {
            let text = read(&file);
            for word in ["std::fs", "std::time", "std::net", "std::env"] {
                assert!(!text.contains(word), "{}: {word}", file.display());
            }
            let state = file.file_name().is_some_and(|name| name == "state.rs");
            assert!(!state || !text.contains("f32") && !text.contains("f64"), "no floats in a state");
        }
    }
}

#[test]
fn the_map_in_the_readme_names_things_that_exist() {
    let readme = read(&workspace().join("README.md"));
    let map = readme
        .split("## The map")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("README has a map");
    let mut named = 0;
    for path in map.split('`').skip(1).step_by(2).filter(|word| word.contains('/') && !word.contains(' ')) {
        let path = path.split('{').next().unwrap_or(path);
        assert!(workspace().join(path).exists(), "the README's map names {path}, which does not exist");
        named += 1;
    }
    assert!(named >= 15, "the map names only {named} paths");
}

#[test]
fn the_top_level_is_what_was_agreed_on() {
    let may = [
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        "agents",
        "benches",
        "engine",
        "proto",
        "service",
        "tests",
        "target",
    ];
    for entry in std::fs::read_dir(workspace()).expect("the workspace") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(
            name.starts_with('.') || may.contains(&name.as_str()),
            "{name} does not belong at the top level"
        );
    }
}

/// Programs act on these words: whoever writes one finds them all in one place.
#[test]
fn every_reason_of_a_refusal_stands_in_the_readme_of_the_service() {
    let service = workspace().join("service");
    let readme = read(&service.join("README.md"));
    let named: BTreeSet<&str> =
        readme.split(|c: char| !c.is_ascii_uppercase() && c != '_').filter(|word| word.len() > 2).collect();
    let errors = read(&service.join("src/error.rs"));
    let reasons: Vec<&str> = errors
        .lines()
        .filter_map(|line| {
            line.trim().strip_prefix("ServiceError::")?.split_once(" => \"")?.1.strip_suffix("\",")
        })
        .collect();
    assert!(reasons.len() > 15, "{reasons:?}");
    for reason in reasons {
        assert!(named.contains(reason), "service/README.md does not tell of {reason}");
    }
}
