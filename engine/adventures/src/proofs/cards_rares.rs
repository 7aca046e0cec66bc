//! Rare cards, familiars and class abilities, one test a card.

use crate::fixture::Fixture;
use kernel::script::play;

fn with(card: &str, pool: &str) -> Fixture {
    Fixture::bare("scope=check check=P01:I seats=1").hand(0, &format!("{card} T13")).pool(pool)
}

/// A hero whose class card lies face up, with a spare card in hand.
fn class(hero: &str, pool: &str) -> Fixture {
    Fixture::bare(&format!("scope=check check=P01:I seats=1 heroes={hero}"))
        .hand(0, "T13")
        .ready(0, true)
        .pool(pool)
}

#[test]
fn r01_ropewalkers_gloves_move_or_flip_red_or_black() {
    play(
        with("R01", "R1 B6 G3").table(),
        "seat 0: play R01 1\nseat 0 may not up d3\nseat 0: down d2\npool is R1 B5 G3",
    );
    play(with("R01", "R1 B6 G3").table(), "seat 0: play R01 2\nseat 0: target d1\npool is R6 B6 G3");
}

#[test]
fn r02_jarls_arm_ring_makes_any_die_red_or_purple() {
    play(
        with("R02", "R3 G4").table(),
        "seat 0: play R02 1\nseat 0 may not treat d1 R\nseat 0 may not treat d2 W\nseat 0: treat d2 P\npool is R3 P4",
    );
}

#[test]
fn r03_lampglass_shard_adds_white_or_blue() {
    play(with("R03", "R1").table(), "seat 0: play R03 1\nroll 2\npool is R1 W2\np0.spent is R03");
    play(with("R03", "R1").table(), "seat 0: play R03 2\nroll 2\npool is R1 U2");
}

#[test]
fn r04_splinter_of_the_crown_gives_any_value_once_an_adventure() {
    play(with("R04", "R1").table(), "seat 0: play R04 1\nseat 0: set d1 4\npool is R4\np0.aside is R04");
}

#[test]
fn r05_eelskin_satchel_moves_up_to_two_of_green_or_of_blue_never_one_of_each() {
    play(
        with("R05", "G1 G2 U3").table(),
        "seat 0: play R05 1
         seat 0 may not up d3
         seat 0: up d1
         seat 0: up d2
         pool is G2 G3 U3",
    );
    play(
        with("R05", "G1 U3").table(),
        "seat 0: play R05 2\nseat 0 may not up d1\nseat 0: down d2\npool is G1 U2",
    );
}

#[test]
fn r06_choir_bell_rerolls_up_to_three() {
    play(
        with("R06", "G1 U3").table(),
        "seat 0: play R06 1
         seat 0: target d1
         seat 0: target d2
         roll 5
         roll 6
         pool is G5 U6
         p0.spent is R06",
    );
}

#[test]
fn r07_wardens_lantern_makes_white_or_flips_white() {
    play(
        with("R07", "G1 W2").table(),
        "seat 0: play R07 1\nseat 0 may not treat d2 W\nseat 0: treat d1 W\npool is W1 W2",
    );
    play(
        with("R07", "G1 W2").table(),
        "seat 0: play R07 2\nseat 0 may not target d1\nseat 0: target d2\npool is G1 W5",
    );
}

#[test]
fn r08_tidewifes_charm_heals_one_hero_by_three() {
    let two = Fixture::bare("scope=check check=P01:I seats=2").hand(0, "R08 T13").pool("R1");
    play(
        two.fatigue(0, 2, 16).fatigue(1, 9, 16).table(),
        "seat 0: play R08 1\nseat 0: seat p1\np1.fatigue is 6\np0.fatigue is 2\np0.spent is R08",
    );
}

#[test]
fn f01_to_f06_bring_their_own_die_of_two_colours() {
    for (card, colours) in
        [("F01", "R/B"), ("F02", "G/U"), ("F03", "W/P"), ("F04", "R/G"), ("F05", "B/W"), ("F06", "U/P")]
    {
        let lines = format!(
            "bag is 36\nseat 0: play {card} 1\nroll 3\npool is R1 {colours}3\nbag is 35\np0.spent is {card}"
        );
        play(with(card, "R1").table(), &lines);
        // With its die in the pool already there is nothing to add.
        play(with(card, &format!("R1 {card}:2")).table(), &format!("seat 0 may not play {card} 1"));
    }
}

#[test]
fn c01_harbour_warden_and_c04_wreck_scout_add_their_colour_and_turn_face_down() {
    for (hero, colour) in [("H01", "R"), ("H04", "B")] {
        let lines = format!(
            "seat 0: ability 1\nroll 6\npool is G1 {colour}6\np0.ready is false\nseat 0 may not ability 1"
        );
        play(class(hero, "G1").table(), &lines);
    }
}

#[test]
fn c02_breaker_flips_up_to_two_red() {
    play(
        class("H02", "R1 R2 G3").table(),
        "seat 0: ability 1\nseat 0 may not target d3\nseat 0: target d1\nseat 0: target d2\npool is R6 R5 G3",
    );
}

#[test]
fn c03_cutpurse_flips_any_die() {
    play(class("H03", "R1 G3").table(), "seat 0: ability 1\nseat 0: target d2\npool is R1 G4");
}

#[test]
fn c05_fenwalker_heals_each_hero_by_two() {
    let two = Fixture::bare("scope=check check=P01:I seats=2 heroes=H05,H07")
        .hand(0, "T13")
        .ready(0, true)
        .pool("R1");
    play(
        two.fatigue(0, 1, 16).fatigue(1, 7, 16).table(),
        "seat 0: ability 1\np0.fatigue is 0\np1.fatigue is 5",
    );
}

#[test]
fn c06_stormrider_rerolls_any_number_at_once() {
    play(
        class("H06", "R1 B1 G1 U1 W1").table(),
        "seat 0: ability 1
         seat 0: target d1
         seat 0: target d2
         seat 0: target d3
         seat 0: target d4
         seat 0: target d5
         asked chance
         roll 2
         roll 3
         roll 4
         roll 5
         roll 6
         pool is R2 B3 G4 U5 W6",
    );
}

#[test]
fn c07_chartmage_makes_any_die_any_other_colour() {
    play(
        class("H07", "R1").table(),
        "seat 0: ability 1\nseat 0 may not treat d1 R\nseat 0: treat d1 W\npool is W1",
    );
}

#[test]
fn c08_tinker_moves_up_to_three_dice() {
    play(
        class("H08", "R1 B2 G3 U4").table(),
        "seat 0: ability 1\nseat 0: up d1\nseat 0: up d2\nseat 0: down d4\npool is R2 B3 G3 U3",
    );
}

#[test]
fn c09_lampkeeper_adds_a_random_six() {
    play(class("H09", "R1").table(), "seat 0: ability 1\ndraw B\npool is R1 B6");
}

#[test]
fn c10_chirurgeon_heals_one_hero_by_four() {
    let two = Fixture::bare("scope=check check=P01:I seats=2 heroes=H10,H07")
        .hand(0, "T13")
        .ready(0, true)
        .pool("R1");
    play(
        two.fatigue(0, 3, 16).fatigue(1, 7, 16).table(),
        "seat 0: ability 1\nseat 0 may seat p1\nseat 0: seat p0\np0.fatigue is 0\np1.fatigue is 7",
    );
}

#[test]
fn c11_balladeer_lets_anybody_play_one_more_card() {
    let two = Fixture::bare("scope=check check=P01:I seats=2 heroes=H11,H01")
        .plays(1, 0)
        .hand(0, "T13")
        .hand(1, "K10 K07");
    play(
        two.ready(0, true).pool("R1 B2").table(),
        "seat 1: play K10 1
         seat 1: up d1
         seat 1 may not play K07 1     # the play limit is one
         seat 0: ability 1
         seat 1: play K07 1
         seat 1: target d2
         roll 5
         pool is R2 B5",
    );
}

#[test]
fn c12_quartermaster_takes_a_spent_card_back() {
    let hero = Fixture::bare("scope=check check=P01:I seats=1 heroes=H12").hand(0, "K11 T13").ready(0, true);
    play(
        hero.pool("R1").table(),
        "seat 0 may not ability 1      # nothing is spent
         seat 0: play K11 1
         roll 3
         p0.spent is K11
         seat 0: ability 1
         seat 0: recover K11
         p0.hand is K11 T13",
    );
}
