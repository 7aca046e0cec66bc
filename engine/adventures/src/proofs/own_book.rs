//! People's own storybook: who reads, and which books there are otherwise.

use crate::{Adventures, fixture::Fixture};
use kernel::{Seat, Show as _, script::play};

#[test]
fn only_a_person_reads() {
    let table = Fixture::new("scope=table seats=2").table();
    let table = play(table, "seat 0: storyteller p0\nseat 1: storyteller p0");
    assert!(table.game().needs_person(table.state(), Seat::new(0)));
    assert!(!table.game().needs_person(table.state(), Seat::new(1)));
    assert_eq!(table.game().prompt(table.state()).split(':').next(), Some("your book"));
    let ours = Fixture::new("scope=adventure seats=1").at_entry("A1").table();
    assert!(!ours.game().needs_person(ours.state(), Seat::new(0)));
}

#[test]
fn a_storybook_that_is_not_there_is_refused_with_those_that_are() {
    let mut options = crate::Options::default();
    options.set("scope", "adventure").expect("a scope");
    options.set("adventure", "ADV9").expect("it is looked up later");
    let why = Adventures::new(crate::Content::built_in(), options).expect_err("no such book").to_string();
    for part in ["ADV9", "ADV1 (The Dark Lamp)", "ADV2", "ADV3", "SQ ("] {
        assert!(why.contains(part), "{why}");
    }
}
