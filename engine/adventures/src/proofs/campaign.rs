//! Importing heroes by the tables, and a campaign that is saved and goes on.

use crate::{Adventures, Content, Options, fixture::Fixture, rules::importing, saved::Saved};
use kernel::{Game as _, Table, proves, script::play};
use std::sync::Arc;

#[test]
fn stars_become_health() {
    proves!("RA-031");
    let stars = [0, 20, 21, 25, 26, 35, 36, 40, 41, 60];
    assert_eq!(stars.map(importing::health), [14, 14, 15, 15, 16, 16, 17, 17, 18, 18]);
}

#[test]
fn scores_become_scores() {
    proves!("RA-032");
    assert_eq!([0, 13, 14, 15, 16, 17, 18, 21].map(importing::score), [0, 0, 1, 1, 2, 2, 3, 3]);
}

#[test]
fn a_saved_campaign_goes_on_where_it_was() {
    proves!("RA-197");
    let f = Fixture::new("seats=2").hand(0, "A01 F02").xp(7).journal(|j| {
        (j.campaign, j.finished, j.deaths, j.mastery, j.combat_dice) = (1, 1, 2, 1, 4);
        (j.factions, j.titles, j.gold) = ([6, 3, 2], 1 << 3, 4);
    });
    let saved = Saved::of(&f.state);
    let text = saved.write();
    let mut options = Options::default();
    options.set("saved", &text).expect("an option");
    let game = Adventures::new(Content::built_in(), options).unwrap_or_else(|e| panic!("{e}"));
    let state = game.setup();
    assert_eq!(Saved::of(&state), saved);
    assert_eq!(state.bag_len(), 37, "the familiar's die is back");
    play(Table::at(Arc::new(game), state), "seat 0: onward\nseat 1: onward\np0.fatigue is 0");
    let changed = [("A01", "A99"), ("factions:6", "factions:60"), ("hero1", "hero2:;hero1x")];
    let wrong = changed.map(|(from, to)| text.replace(from, to));
    for wrong in wrong.iter().map(String::as_str).chain(["", "xp:1"]) {
        assert!(Saved::read(&Content::built_in(), wrong).is_err(), "{wrong}");
    }
}
