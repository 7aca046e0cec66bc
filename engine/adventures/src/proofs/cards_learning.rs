//! Skills, traits and scrolls, one test a card: what it may touch, what it does, where it goes.

use crate::{Adventures, fixture::Fixture};
use kernel::{Table, script::play};

/// One hero with this card and a spare one, so that the step stays open, before a rolled pool.
fn with(card: &str, pool: &str) -> Fixture {
    let spare = if card == "T13" { "K10" } else { "T13" };
    Fixture::bare("scope=check check=P01:I seats=1").hand(0, &format!("{card} {spare}")).pool(pool)
}

/// Two heroes, the first of whom has the card.
fn two(card: &str) -> Fixture {
    Fixture::bare("scope=check check=P01:I seats=2").hand(0, &format!("{card} T13")).pool("R1")
}

/// The card went back to its deck and is nobody's.
#[track_caller]
fn back_in_its_deck(table: &Table<Adventures>, card: &str) {
    let card = card.parse().expect("a card");
    assert!(table.state().decks.contains(card) && table.state().holder(card).is_none(), "{card}");
}

#[test]
fn k01_barter_moves_or_rerolls_purple() {
    play(
        with("K01", "P6 R1").table(),
        "seat 0: play K01 1\nseat 0 may not up d1\nseat 0: down d1\npool is P5 R1",
    );
    play(
        with("K01", "P6 R1").table(),
        "seat 0: play K01 2\nseat 0 may not target d2\nseat 0: target d1\nroll 1\npool is P1 R1",
    );
}

#[test]
fn k02_climb_flips_red_or_green() {
    play(
        with("K02", "R5 G4 U1").table(),
        "seat 0: play K02 1\nseat 0 may not target d3\nseat 0: target d1\npool is R2 G4 U1",
    );
}

#[test]
fn k03_chartwork_moves_up_to_two_blue() {
    play(
        with("K03", "U1 U6 R3").table(),
        "seat 0: play K03 1
         seat 0 may not down d1
         seat 0 may not up d2
         seat 0: down d2
         seat 0 may not down d2
         seat 0: enough
         pool is U1 U5 R3",
    );
}

#[test]
fn k04_lip_reading_gives_a_white_die_any_other_value_and_is_spent() {
    play(
        with("K04", "W2 P2").table(),
        "seat 0: play K04 1
         seat 0 may not set d1 2
         seat 0 may not set d2 5
         seat 0: set d1 6
         pool is W6 P2
         p0.spent is K04",
    );
}

#[test]
fn k05_sleight_flips_any_die() {
    play(
        with("K05", "R1 P3").table(),
        "seat 0: play K05 1\nseat 0 may target d1\nseat 0: target d2\npool is R1 P4",
    );
}

#[test]
fn k06_endure_heals_oneself_and_never_below_nothing() {
    play(with("K06", "R1").fatigue(0, 1, 16).table(), "seat 0: play K06 1\np0.fatigue is 0\np0.spent is K06");
    play(with("K06", "R1").table(), "seat 0 may not play K06 1");
}

#[test]
fn k07_shanty_rerolls_any_die() {
    play(
        with("K07", "R1 W2").table(),
        "seat 0: play K07 1\nseat 0: target d2\nroll 2\npool is R1 W2\np0.discard is K07",
    );
}

#[test]
fn k08_knotcraft_moves_black_or_blue() {
    play(
        with("K08", "B3 U3 R3").table(),
        "seat 0: play K08 1\nseat 0 may up d1\nseat 0 may not up d3\nseat 0: up d2\npool is B3 U4 R3",
    );
}

#[test]
fn k09_sounding_makes_any_die_blue_or_white() {
    play(
        with("K09", "R3 U3").table(),
        "seat 0: play K09 1
         seat 0 may treat d1 U
         seat 0 may not treat d1 G
         seat 0 may not treat d2 U
         seat 0: treat d2 W
         pool is R3 W3
         p0.spent is K09",
    );
}

#[test]
fn k10_brawl_moves_any_die() {
    play(
        with("K10", "W1 P6").table(),
        "seat 0: play K10 1\nseat 0 may up d1\nseat 0: down d2\npool is W1 P5",
    );
}

#[test]
fn k11_vigil_adds_a_white_die() {
    play(with("K11", "R1").table(), "seat 0: play K11 1\nroll 5\npool is R1 W5\np0.spent is K11");
}

#[test]
fn k12_forage_fills_a_row_even_above_its_score_or_rerolls_green() {
    play(
        with("K12", "G1").scores(0, [0; 6]).table(),
        "seat 0: play K12 1
         seat 0: fill U
         p0.U is 1
         p0.spent is K12",
    );
    play(
        with("K12", "G1 R1").table(),
        "seat 0: play K12 2\nseat 0 may not target d2\nseat 0: target d1\nroll 3\npool is G3 R1",
    );
}

#[test]
fn t01_to_t08_touch_only_their_colours() {
    for (card, pool, lines, after) in [
        ("T01", "R1 G6 U3", "seat 0 may not up d3\nseat 0: down d2", "R1 G5 U3"),
        ("T02", "B1 W6 R3", "seat 0 may not target d3\nseat 0: target d2\nroll 4", "B1 W4 R3"),
        ("T05", "U1 W6", "seat 0 may not target d2\nseat 0: target d1", "U6 W6"),
        ("T06", "W1 P6 R3", "seat 0 may not up d3\nseat 0: down d2", "W1 P5 R3"),
        ("T08", "G1 G2 R3", "seat 0 may not up d3\nseat 0: up d1\nseat 0: down d2", "G2 G1 R3"),
    ] {
        play(
            with(card, pool).table(),
            &format!("seat 0: play {card} 1\n{lines}\npool is {after}\np0.discard is {card}"),
        );
    }
}

#[test]
fn t03_merry_rerolls_or_flips_purple() {
    play(with("T03", "P2").table(), "seat 0: play T03 1\nseat 0: target d1\nroll 6\npool is P6");
    play(with("T03", "P2").table(), "seat 0: play T03 2\nseat 0: target d1\npool is P5");
}

#[test]
fn t04_stubborn_flips_red_or_green_as_two_options() {
    play(
        with("T04", "R2 G3").table(),
        "seat 0: play T04 1\nseat 0 may not target d2\nseat 0: target d1\npool is R5 G3",
    );
    play(
        with("T04", "R2 G3").table(),
        "seat 0: play T04 2\nseat 0 may not target d1\nseat 0: target d2\npool is R2 G4",
    );
    play(with("T04", "G3").table(), "seat 0 may not play T04 1\nseat 0 may play T04 2");
}

#[test]
fn t07_reckless_rerolls_up_to_three() {
    play(
        with("T07", "R1 B1 G1 U1").table(),
        "seat 0: play T07 1
         seat 0: target d1
         seat 0: target d2
         seat 0: target d4
         asked chance
         roll 2
         roll 3
         roll 4
         pool is R2 B3 G1 U4
         p0.spent is T07",
    );
}

#[test]
fn t09_to_t12_make_any_die_their_colour() {
    for (card, colour) in [("T09", "W"), ("T10", "P"), ("T11", "B"), ("T12", "U")] {
        let lines = format!(
            "seat 0: play {card} 1
             seat 0 may not treat d1 R
             seat 0 may not treat d2 {colour}
             seat 0: treat d1 {colour}
             pool is {colour}3 {colour}5"
        );
        play(with(card, &format!("G3 {colour}5")).table(), &lines);
    }
}

#[test]
fn t13_lucky_adds_a_random_six_and_is_set_aside() {
    play(
        with("T13", "R1").table(),
        "seat 0: play T13 1
         draw G
         pool is R1 G6                 # set, not rolled
         p0.aside is T13",
    );
}

#[test]
fn t14_saltblooded_gives_a_one_or_four_any_other_colour() {
    play(
        with("T14", "R4 R3 B1").table(),
        "seat 0: play T14 1
         seat 0 may not treat d1 R
         seat 0 may not treat d2 G
         seat 0 may treat d3 P
         seat 0: treat d1 P
         pool is P4 R3 B1",
    );
}

#[test]
fn l01_scroll_of_the_sixth_bell_adds_a_random_six_and_returns() {
    let table = play(with("L01", "R1").table(), "seat 0: play L01 1\ndraw U\npool is R1 U6\np0.hand is T13");
    back_in_its_deck(&table, "L01");
}

#[test]
fn l02_scroll_of_still_water_gives_any_die_any_other_value() {
    let lines = "seat 0: play L02 1\nseat 0 may not set d1 1\nseat 0: set d1 5\npool is R5 P2";
    back_in_its_deck(&play(with("L02", "R1 P2").table(), lines), "L02");
}

#[test]
fn l03_scroll_of_mending_heals_one_hero_by_four_and_can_revive() {
    let lines = "seat 0: play L03 1\nseat 0 may not seat p0\nseat 0: seat p1\np1.fatigue is 12";
    back_in_its_deck(&play(two("L03").fatigue(1, 16, 16).table(), lines), "L03");
}

#[test]
fn l04_scroll_of_the_rolling_sea_rerolls_up_to_four() {
    let lines = "seat 0: play L04 1
         seat 0: target d1
         seat 0: target d2
         seat 0: target d3
         seat 0: target d5
         asked chance
         roll 6
         roll 6
         roll 6
         roll 6
         pool is R6 B6 G6 U1 W6";
    back_in_its_deck(&play(with("L04", "R1 B1 G1 U1 W1").table(), lines), "L04");
}

#[test]
fn l05_scroll_of_two_faces_flips_up_to_two() {
    let lines = "seat 0: play L05 1\nseat 0: target d1\nseat 0 may not target d1\nseat 0: target d3\npool is R6 B2 G4";
    back_in_its_deck(&play(with("L05", "R1 B2 G3").table(), lines), "L05");
}

#[test]
fn l06_scroll_of_the_colourless_glass_recolours_up_to_two() {
    let lines = "seat 0: play L06 1\nseat 0: treat d1 P\nseat 0 may not treat d1 G\nseat 0: treat d2 W\npool is P1 W2";
    back_in_its_deck(&play(with("L06", "R1 B2").table(), lines), "L06");
}

#[test]
fn l07_to_l09_add_a_die_of_one_of_two_colours() {
    for (card, one, two) in [("L07", "R", "P"), ("L08", "U", "G"), ("L09", "B", "W")] {
        let lines = format!("seat 0: play {card} 1\nroll 3\npool is R1 {one}3");
        back_in_its_deck(&play(with(card, "R1").table(), &lines), card);
        let lines = format!("seat 0: play {card} 2\nroll 4\npool is R1 {two}4");
        back_in_its_deck(&play(with(card, "R1").table(), &lines), card);
    }
}

#[test]
fn l10_scroll_of_second_wind_gives_each_hero_two_stamina_where_they_like() {
    let lines = "seat 0: play L10 1
         seat 0: fill R
         seat 0: fill P
         seat 1: fill G
         seat 1: fill G
         p0.R is 1
         p0.P is 1
         p1.G is 2";
    back_in_its_deck(&play(two("L10").table(), lines), "L10");
}
