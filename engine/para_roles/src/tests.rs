//! What the cases in `cases/` cannot say: who has to be a person, and how a prompt reads as a whole.

use crate::fixture::Scene;
use kernel::{Game as _, Seat, Show as _, Table, cases::Scene as _, script::play};
use std::collections::BTreeSet;

/// A table of which only the enemies are kept, before the first encounter.
fn table() -> Table<crate::ParaRoles> {
    let mut scene = Scene::default();
    scene.given("option track minimal").unwrap();
    scene.given("from the beginning").unwrap();
    scene.table().unwrap()
}

#[test]
fn where_only_the_enemies_are_kept_bots_have_nothing_to_tell() {
    let table = table();
    assert!(table.game().needs_person(table.state(), Seat::new(0)), "only people see their table");
    assert!(!table.game().needs_person(table.state(), Seat::new(1)), "nobody asks the other seats");
}

#[test]
fn maps_stay_on_the_table_where_only_the_enemies_are_kept() {
    let mut scene = Scene::default();
    scene.given("option track minimal").unwrap();
    scene.given("option campaign maze_of_madness").unwrap();
    let why = scene.table().expect_err("a map");
    assert!(why.contains("campaign = random_encounters"), "{why}");
}

#[test]
fn every_prompt_lists_at_most_what_people_can_read() {
    let enemies = "alive KH\nalive 8D\nalive 9S\nalive 10C\nalive QH\nalive 6D\nalive 8S\nalive 7C";
    let table = play(table(), &format!("seat 0: meet 2\n{enemies}"));
    let mut options = Vec::new();
    table.game().legal_actions(table.state(), Seat::new(0), &mut options);
    assert!(options.len() <= 120, "{} options", options.len());
    let labels: BTreeSet<String> =
        options.iter().map(|action| table.game().label(table.state(), Seat::new(0), *action)).collect();
    assert_eq!(labels.len(), options.len(), "each says something else");
}
