//! Modifier cards, one test each, by what they change at the table.

use crate::{fixture::Fixture, words::Colour};
use kernel::script::play;

fn check(modifiers: &str) -> Fixture {
    Fixture::bare(&format!("scope=check check=P01:II seats=1 modifiers={modifiers}"))
}

fn combat(modifiers: &str) -> Fixture {
    Fixture::bare(&format!("scope=combat enemies=E05 seats=1 modifiers={modifiers}"))
}

/// Fatigue after a round in which nothing could be covered, before the track.
fn struck(modifiers: &str) -> String {
    // A pool of dice that fit none of the sailor's slots.
    let table = combat(modifiers).journal(|j| j.combat_dice = 1).pool("G1").table();
    table.state().sheets[kernel::Seat::new(0)].fatigue.to_string()
}

#[test]
fn m01_hazardous_tires_for_every_empty_slot() {
    play(check("M01").pool("B1 B2").table(), "p0.fatigue is 3");
    play(check("none").pool("B1 B2").table(), "p0.fatigue is 0");
}

#[test]
fn m02_foggy_and_m11_blessed_change_the_dice_limit_by_one() {
    let limit = |mods| check(mods).state.contest.limit;
    assert_eq!([limit("none"), limit("M02"), limit("M11"), limit("M02+M11")], [5, 4, 6, 5]);
}

#[test]
fn m03_hurried_keeps_bonus_play_tokens_on_the_journal() {
    let lines = "seat 0: play K10 1\nseat 0: up d1\n";
    let hero = |mods| check(mods).plays(1, 1).hand(0, "K10 K07 T13").pool("R1").table();
    play(hero("none"), &format!("{lines}seat 0 may play K07 1"));
    // With no play left the dice are placed.
    play(hero("M03"), &format!("{lines}seat 0 may not play K07 1\nseat 0 may leave s1\ntokens is 1"));
}

#[test]
fn m04_slippery_forbids_flips_and_nothing_else() {
    play(
        check("M04").hand(0, "W10 K10").pool("R1").table(),
        "seat 0 may not play W10 1
         seat 0 may play W10 2
         seat 0 may play W10 3",
    );
}

#[test]
fn m05_numbing_makes_each_colour_dearer_by_one() {
    let lines = "seat 0: buy R\n";
    play(check("none").rows(0, "R3").table(), &format!("{lines}p0.R is 2\np0.fatigue is 1"));
    play(check("M05").rows(0, "R3").table(), &format!("{lines}p0.R is 1\np0.fatigue is 2"));
}

#[test]
fn m06_desperate_and_m10_wearied_change_every_counterattack() {
    // Counterattacks 1, 1, 2 and 1; the track adds 1 at the end of the first round.
    assert_eq!([struck("none"), struck("M06"), struck("M10")], ["6", "10", "2"]);
}

#[test]
fn m07_hidebound_adds_a_slot_for_a_six_that_does_not_strike() {
    let table = combat("M07").table();
    let slots = &table.state().contest.slots;
    assert_eq!(slots.len(), 5);
    assert!(Colour::ALL.iter().all(|c| slots[4].colours.contains(*c)) && slots[4].values.contains(6));
    assert_eq!((slots[4].values.len(), slots[4].counterattack, slots[4].xp, slots[4].gold), (1, 0, 0, 0));
}

#[test]
fn m08_swift_starts_on_the_second_space() {
    play(combat("none").table(), "marker is 1");
    play(combat("M08").table(), "marker is 2");
}

#[test]
fn m09_warded_forbids_treating_and_nothing_else() {
    play(
        check("M09").hand(0, "R07 L02 K10").pool("W1 G2").table(),
        "seat 0 may not play R07 1
         seat 0 may play R07 2
         seat 0 may not play L02 1
         seat 0 may play K10 1",
    );
}

#[test]
fn m12_witnessed_pays_for_success_and_takes_for_failure() {
    play(check("M12").gold(3).pool("B1 B2").table(), "gold is 2");
    play(check("M12").gold(3).pool("R1 B4 G5").table(), "gold is 4");
}
