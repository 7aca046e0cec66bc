//! The four kinds of slots, each against all thirty-six dice; and what beats what.

use crate::{fixture::Fixture, words::Colour};
use kernel::{Outcome, Seat, proves, script::play};

/// Which of all dice cover a slot: each is the whole pool of a check with this one slot.
fn covered_by(slot: &str) -> Vec<String> {
    let all = Colour::ALL.iter().flat_map(|colour| (1..=6).map(move |value| format!("{colour}{value}")));
    let passes = |die: &String| {
        let table = Fixture::bare("scope=check check=P01:I seats=1").slots(slot).pool(die).table();
        table.outcome().expect("nobody has a card to play").payoff(Seat::new(0)) == Outcome::BEST
    };
    all.filter(passes).collect()
}

#[test]
fn a_slot_of_a_colour_and_a_value_takes_only_that_die() {
    proves!("RA-230");
    assert_eq!(covered_by("G2"), ["G2"]);
}

#[test]
fn a_slot_of_two_colours_takes_either_with_its_value() {
    proves!("RA-231");
    assert_eq!(covered_by("R/U:3"), ["R3", "U3"]);
}

#[test]
fn a_slot_of_a_value_takes_it_in_any_colour() {
    proves!("RA-232");
    assert_eq!(covered_by("*4"), ["R4", "B4", "G4", "U4", "W4", "P4"]);
}

#[test]
fn a_slot_of_a_colour_takes_any_value() {
    proves!("RA-233");
    assert_eq!(covered_by("P*"), ["P1", "P2", "P3", "P4", "P5", "P6"]);
}

#[test]
fn the_book_beats_a_card_and_a_card_beats_the_rules() {
    proves!("RA-056");
    // By the rules a party walks along paths and turns to THE END only once it is open; this entry does both at once.
    let f = Fixture::new("seats=1 scope=adventure adventure=ADV2").standing_at("A").at_entry("E3");
    let table = f.table();
    assert!(table.state().map.end_open || table.outcome().is_some(), "a truce ends the adventure");
    let f = Fixture::new("seats=1 scope=adventure adventure=ADV1").standing_at("D").at_entry("START");
    play(f.table(), "at is A");
    // By the rules three dice are rolled in combat; Foggy says two.
    let plain = Fixture::bare("seats=1 scope=combat enemies=E01").table();
    let foggy = Fixture::bare("seats=1 scope=combat enemies=E01 modifiers=M02").table();
    assert_eq!((plain.state().contest.limit, foggy.state().contest.limit), (3, 2));
}
