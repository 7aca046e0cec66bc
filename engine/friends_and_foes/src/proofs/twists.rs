//! The six twists, and rewards.

use crate::{fixture::Fixture, rules::harvest};
use kernel::{proves, script::play};

fn two(twist: &str) -> Fixture {
    Fixture::new("")
        .put("a1", "RG1", "r1c1")
        .put("b1", "KN1", "r3c3")
        .hand(0, "2C 3C")
        .hand(1, "2D 3D")
        .twist(twist)
}

#[test]
fn creeping_fog_hides_everything_but_high_ground_for_two_rounds() {
    proves!("FO-401");
    play(two("TWI-1").round(2).table(), "seat 0 may not attack a1 basic 0t");
    play(two("TWI-1").round(3).table(), "seat 0 may attack a1 basic 0t");
    let middle = || two("TWI-1").put("a2", "KN1", "r2c2").tokens(0, 0).tokens(1, 0);
    play(middle().round(2).at(harvest::Frame::Twists), "0.treasure is 2\n1.treasure is 0");
    play(middle().round(3).at(harvest::Frame::Twists), "0.treasure is 0");
}

#[test]
fn heavy_rain_makes_sprints_harder_and_pays_the_first_one() {
    play(
        two("TWI-2").table(),
        "a1.sprint is 6
         b1.sprint is 9
         seat 0: move a1 r1c2 0t
         seat 0: sprint
         seat 0: deck
         draw 6D
         0.treasure is 1
         seat 0: stay",
    );
}

#[test]
fn gold_fever_finds_nothing_with_black_and_three_with_a_critical() {
    let found = |card: &str, treasure: u8| {
        play(
            two("TWI-3").table(),
            &format!("seat 0: search a1\nseat 0: deck\ndraw {card}\n0.treasure is {treasure}"),
        );
    };
    found("9S", 0);
    found("9H", 1);
    found("JS", 3);
}

#[test]
fn shifting_ground_is_difficult_for_a_round_and_pays_whoever_held_it() {
    play(
        two("TWI-4").at(harvest::Frame::Shift),
        "asked chance
         area r1c2
         says r1c2 is Difficult",
    );
    let shifted = two("TWI-4").with(|s| s.shifting = Some("r1c1".parse().unwrap()));
    assert!(shifted.look().is_difficult(shifted.spot("r1c1"), shifted.spot("r1c2")));
    play(
        shifted.at(harvest::Frame::Harvest { place: 0 }),
        "0.treasure is 1
         draw 9C
         0.hand is 3
         asked chance",
    );
}

#[test]
fn first_blood_makes_attacks_weaker_until_somebody_is_removed() {
    play(
        Fixture::new("")
            .put("a1", "WA1", "r1c1")
            .put("b1", "RO1", "r1c1")
            .put("b2", "RO1", "r3c3")
            .health("b1", 1)
            .twist("TWI-5")
            .table(),
        "seat 0: attack a1 basic 0t
         draw 10C
         says attacks with 12
         draw 3C
         b1.area is removed
         0.treasure is 4",
    );
    let later = Fixture::new("")
        .put("a1", "WA1", "r1c1")
        .put("b1", "RO1", "r1c1")
        .twist("TWI-5")
        .with(|s| s.first_blood = true);
    play(later.table(), "seat 0: attack a1 basic 0t\ndraw 10C\nsays attacks with 13");
}

#[test]
fn the_restless_dead_hurt_everybody_in_a_contested_area() {
    play(
        Fixture::new("")
            .put("a1", "KN1", "r2c3")
            .put("a2", "KN1", "r2c3")
            .put("b1", "KN1", "r2c3")
            .put("b2", "KN1", "r3c3")
            .hand(0, "2C 3C")
            .hand(1, "2D 3D")
            .twist("TWI-6")
            .at(harvest::Frame::Harvest { place: 0 }),
        "0.treasure is 1
         1.stored is 1
         draw 9S
         seat 0: target a2
         a2.health is 4
         draw 9H
         b1.health is 5
         round is 2",
    );
}

#[test]
fn fo_400_rewards_are_told_to_the_winners() {
    proves!("FO-400");
    let last = Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "RO1", "r1c1").health("b1", 1);
    play(
        last.table(),
        "seat 0: attack a1 basic 0t
         draw 10C
         draw 2C
         says reward for the winners: +2 gold
         asked nobody",
    );
}
