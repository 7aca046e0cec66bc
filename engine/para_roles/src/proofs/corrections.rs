//! A real table: what people put right, and what cannot be.

use crate::{ParaRoles, fixture::Fixture, vectors::play};
use kernel::{Log, Table};

const MINION: &str = "4/3/5/2";

fn set(table: &mut Table<ParaRoles>, text: &str) -> Vec<String> {
    let mut log = Log::on();
    table.correct(text, &mut log).expect("it can be set");
    log.take().iter().map(ToString::to_string).collect()
}

fn refused(table: &mut Table<ParaRoles>, text: &str) -> String {
    let before = *table.state();
    let why = table.correct(text, &mut Log::off()).expect_err("it cannot be set").to_string();
    assert_eq!(*table.state(), before, "nothing has changed");
    why
}

#[test]
fn health_that_went_astray_is_put_right_and_told() {
    let mut table = Fixture::fight(&[MINION]).table();
    assert_eq!(set(&mut table, "h2.hp 2"), ["set: h2.hp 2"]);
    assert_eq!(set(&mut table, "e1.hp 1"), ["set: e1.hp 1"]);
    play(
        table,
        "h2.hp is 2
         e1.hp is 1
         seat 2: attack e1
         draw 8H
         draw 4C
         says Minion of Darkness (e1) falls",
    );
}

#[test]
fn a_card_told_wrongly_goes_back_and_one_not_told_leaves() {
    let mut table = Fixture::fight(&[MINION]).table();
    let left = table.state().random.len();
    set(&mut table, "deck.discard 7H");
    assert_eq!(table.state().random.len(), left - 1);
    assert!(refused(&mut table, "deck.discard 7H").contains("still in the deck"));
    set(&mut table, "deck.unseen 7h");
    assert_eq!(table.state().random.len(), left);
    assert!(refused(&mut table, "deck.unseen 7H").contains("discard pile"));
}

#[test]
fn a_stance_and_what_the_party_carries_can_be_set() {
    let mut table = Fixture::fight(&[MINION]).table();
    set(&mut table, "h1.stance yes");
    set(&mut table, "e1.stance yes");
    set(&mut table, "party.flasks 3");
    let state = table.state();
    assert!(state.heroes[kernel::Seat::new(1)].stance && state.foes[0].stance);
    assert_eq!(state.items.flasks, 3);
    set(&mut table, "h1.stance no");
    assert!(!table.state().heroes[kernel::Seat::new(1)].stance);
}

#[test]
fn what_cannot_be_is_refused_with_what_was_expected() {
    let mut table = Fixture::fight(&[MINION]).table();
    for (text, expected) in [
        ("h0.hp 0", "1 to"),
        ("h0.hp 99", "1 to"),
        ("h9.hp 1", "h0.hp 5"),
        ("e2.hp 1", "on the table"),
        ("e1.hp much", "1 to 999"),
        ("h0.stance perhaps", "yes or no"),
        ("h0.luck 3", "h0.hp 5"),
        ("party.gold 3", "party.scrolls"),
        ("deck.unseen 1X", "7H"),
        ("nonsense", "h0.hp 5"),
    ] {
        let why = refused(&mut table, text);
        assert!(why.contains(expected), "{text}: {why}");
    }
}

#[test]
fn nothing_is_set_while_a_card_is_due() {
    let mut table = play(Fixture::fight(&[MINION]).table(), "seat 2: attack e1");
    assert!(refused(&mut table, "e1.hp 1").contains("next action"));
}
