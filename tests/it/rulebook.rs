//! Every rule that is done stands in the code and in a proof, and every number that is cited exists.

use catalog::{GameKind, Status};
use kernel::cases;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};
use tests::{files, rust_files};

/// Numbers cited in `rule!(..)` and in `proves!(..)` or a case's `proves`, with one place of each.
#[derive(Default)]
struct Cited {
    rules: BTreeMap<String, PathBuf>,
    proofs: BTreeMap<String, PathBuf>,
}

/// The string literals inside all calls of a macro.
fn literals<'a>(text: &'a str, call: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(call) {
        let inside = text[at + call.len()..].split(')').next().unwrap_or_default();
        found.extend(inside.split('"').skip(1).step_by(2));
    }
    found
}

fn cited(folder: &Path) -> Cited {
    let mut cited = Cited::default();
    for file in rust_files(folder) {
        let text = std::fs::read_to_string(&file).expect("a source file can be read");
        for id in literals(&text, "rule!(") {
            cited.rules.entry(id.to_owned()).or_insert_with(|| file.clone());
        }
        for id in literals(&text, "proves!(") {
            cited.proofs.entry(id.to_owned()).or_insert_with(|| file.clone());
        }
    }
    for file in files(folder, "case") {
        let text = std::fs::read_to_string(&file).expect("a file of cases can be read");
        let cases = cases::read(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for id in cases.into_iter().filter_map(|case| case.proves) {
            cited.proofs.entry(id).or_insert_with(|| file.clone());
        }
    }
    cited
}

#[test]
fn every_done_rule_has_code_and_proof_and_every_cited_number_exists() {
    for kind in GameKind::ALL {
        let rules = kind.rules();
        let cited = cited(&tests::crate_of(*kind));
        let known: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(known.len(), rules.len(), "{kind}: a rule is listed twice");
        let mut wrong = Vec::new();
        for rule in &rules {
            match rule.status {
                Status::Done => {
                    if !cited.rules.contains_key(&rule.id) {
                        wrong.push(format!(
                            "{} is done but no code is marked rule!(\"{}\")",
                            rule.id, rule.id
                        ));
                    }
                    if !cited.proofs.contains_key(&rule.id) {
                        wrong.push(format!("{} is done but no test or case proves it", rule.id));
                    }
                }
                Status::Open | Status::LeftOut => {
                    if rule.note.trim().is_empty() {
                        wrong.push(format!("{} is {:?} without a note that says why", rule.id, rule.status));
                    }
                }
            }
        }
        for (id, file) in cited.rules.iter().chain(&cited.proofs) {
            if !known.contains(id.as_str()) {
                wrong.push(format!("{id} is cited in {} but nobody defined it", file.display()));
            }
        }
        assert!(wrong.is_empty(), "{kind}: {} problems:\n{}", wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn a_rule_that_is_left_out_says_what_it_would_need_a_table_for() {
    for rule in GameKind::ALL.iter().flat_map(|kind| kind.rules()) {
        assert!(rule.status != Status::LeftOut || rule.note.len() > 20, "{}: {}", rule.id, rule.note);
    }
}
