//! Armor and weapons, one test a card: what it may touch, what it does, where it goes.

use crate::fixture::Fixture;
use kernel::script::play;

/// One hero with this card and a spare one, so that the step stays open, before a rolled pool.
fn with(card: &str, pool: &str) -> Fixture {
    Fixture::bare("scope=check check=P01:I seats=1").hand(0, &format!("{card} T13")).pool(pool)
}

#[test]
fn coats_of_one_colour_move_a_die_of_that_colour_by_one() {
    for (card, colour, other) in [
        ("A01", "G", "R"),
        ("A02", "R", "B"),
        ("A04", "W", "P"),
        ("A05", "B", "U"),
        ("A07", "U", "W"),
        ("A09", "P", "G"),
    ] {
        let lines = format!(
            "seat 0: play {card} 1
             seat 0 may up d1
             seat 0 may not up d2
             seat 0: down d1
             pool is {colour}2 {other}3
             p0.discard is {card}"
        );
        play(with(card, &format!("{colour}3 {other}3")).table(), &lines);
    }
}

#[test]
fn a03_reed_buckler_flips_black_or_green() {
    play(
        with("A03", "B2 G1 R4").table(),
        "seat 0: play A03 1
         seat 0 may target d1
         seat 0 may not target d3
         seat 0: target d2
         pool is B2 G6 R4",
    );
}

#[test]
fn a06_brass_vambraces_reroll_red_or_black() {
    play(
        with("A06", "R3 B5 G1").table(),
        "seat 0: play A06 1
         seat 0 may target d1
         seat 0 may not target d3
         seat 0: target d2
         asked chance
         roll 2
         pool is R3 B2 G1",
    );
}

#[test]
fn a08_shell_cuirass_heals_oneself_or_moves_any_die_and_is_spent() {
    play(
        with("A08", "P2").fatigue(0, 5, 16).table(),
        "seat 0: play A08 1
         p0.fatigue is 3
         p0.spent is A08
         pool is P2",
    );
    play(
        with("A08", "P2").table(),
        "seat 0 may not play A08 1     # nothing to heal
         seat 0: play A08 2
         seat 0: up d1
         pool is P3
         p0.spent is A08",
    );
}

#[test]
fn a10_tidewatch_shield_heals_each_hero_by_one() {
    let two = Fixture::bare("scope=check check=P01:I seats=2").hand(0, "A10 T13").pool("R1");
    play(
        two.fatigue(0, 4, 16).fatigue(1, 16, 16).table(),
        "seat 0: play A10 1
         p0.fatigue is 3
         p1.fatigue is 15",
    );
}

#[test]
fn a11_keel_boots_flip_or_reroll_green() {
    play(
        with("A11", "G2 R2").table(),
        "seat 0: play A11 1\nseat 0 may not target d2\nseat 0: target d1\npool is G5 R2",
    );
    play(with("A11", "G2 R2").table(), "seat 0: play A11 2\nseat 0: target d1\nroll 6\npool is G6 R2");
}

#[test]
fn helm_harpoon_and_bow_add_a_die_of_their_colour_beyond_the_limit() {
    for (card, colour) in [("A12", "G"), ("W03", "R"), ("W08", "B")] {
        let lines =
            format!("seat 0: play {card} 1\nasked chance\nroll 4\npool is U1 {colour}4\np0.spent is {card}");
        play(with(card, "U1").table(), &lines);
    }
}

#[test]
fn hook_and_knife_flip_a_die_of_their_colour() {
    for (card, colour, other) in [("W01", "R", "B"), ("W02", "B", "R")] {
        let lines = format!(
            "seat 0: play {card} 1\nseat 0 may not target d2\nseat 0: target d1\npool is {colour}6 {other}1\np0.discard is {card}"
        );
        play(with(card, &format!("{colour}1 {other}1")).table(), &lines);
    }
}

#[test]
fn w04_wardens_cutlass_moves_or_rerolls_red() {
    play(
        with("W04", "R6 G6").table(),
        "seat 0: play W04 1\nseat 0 may not up d1\nseat 0: down d1\npool is R5 G6",
    );
    play(with("W04", "R6 G6").table(), "seat 0: play W04 2\nseat 0: target d1\nroll 3\npool is R3 G6");
}

#[test]
fn w05_ballast_sling_rerolls_up_to_two_at_once() {
    play(
        with("W05", "R1 G1 U1").table(),
        "seat 0: play W05 1
         seat 0: target d3
         seat 0 may not target d3
         seat 0: target d1
         asked chance
         roll 5
         roll 6
         pool is R5 G1 U6
         p0.spent is W05",
    );
    play(
        with("W05", "R1 G1 U1").table(),
        "seat 0: play W05 1\nseat 0: target d2\nseat 0: enough\nroll 4\npool is R1 G4 U1",
    );
}

#[test]
fn w06_lantern_mace_makes_a_one_or_two_white() {
    play(
        with("W06", "R1 G2 U3 W1").table(),
        "seat 0: play W06 1
         seat 0 may treat d1 W
         seat 0 may not treat d1 P
         seat 0 may not treat d3 W
         seat 0 may not treat d4 W     # it is white already
         seat 0: treat d2 W
         pool is R1 W2 U3 W1",
    );
}

#[test]
fn w07_twin_marlinspikes_move_up_to_two_black_each_its_own_way() {
    play(
        with("W07", "B1 B6 R3").table(),
        "seat 0: play W07 1
         seat 0 may not down d1
         seat 0: up d1
         seat 0 may not up d1          # each die once
         seat 0 may not up d3
         seat 0: down d2
         pool is B2 B5 R3",
    );
}

#[test]
fn w09_signal_horn_rerolls_up_to_two_purple() {
    play(
        with("W09", "P1 P2 G3").table(),
        "seat 0: play W09 1
         seat 0 may not target d3
         seat 0: target d1
         seat 0: target d2
         roll 6
         roll 5
         pool is P6 P5 G3
         p0.discard is W09",
    );
}

#[test]
fn w10_anchor_maul_flips_moves_or_rerolls_red() {
    play(with("W10", "R1").table(), "seat 0: play W10 1\nseat 0: target d1\npool is R6");
    play(with("W10", "R1").table(), "seat 0: play W10 2\nseat 0 may not down d1\nseat 0: up d1\npool is R2");
    play(with("W10", "R1").table(), "seat 0: play W10 3\nseat 0: target d1\nroll 4\npool is R4");
    play(with("W10", "B1").table(), "seat 0 may not play W10 1\nseat 0 may not play W10 3");
}

#[test]
fn w11_salt_etched_wand_makes_blue_any_other_colour() {
    play(
        with("W11", "U4 R4").table(),
        "seat 0: play W11 1
         seat 0 may not treat d1 U
         seat 0 may not treat d2 G
         seat 0: treat d1 G
         pool is G4 R4",
    );
}

#[test]
fn w12_chain_flail_adds_what_the_bag_gives() {
    play(
        with("W12", "R1").table(),
        "seat 0: play W12 1
         asked chance
         draw P
         roll 2
         pool is R1 P2
         p0.spent is W12",
    );
}
