//! The order of set-up, deployment of each kind, options of the table.

use crate::{
    Content, FriendsAndFoes, Options,
    fixture::Fixture,
    rules::{harvest, setup::cards_of},
};
use kernel::{Seat, Table, Turn, proves, script::play};
use std::sync::Arc;

fn table(options: &str) -> Table<FriendsAndFoes> {
    let mut chosen = Options::default();
    for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        chosen.set(name, value).unwrap();
    }
    Table::new(Arc::new(FriendsAndFoes::new(Content::built_in(), chosen).unwrap_or_else(|e| panic!("{e}"))))
}

const FIRST_CARDS: &str = "seat 0: buy 0\nseat 1: buy 0\n";

#[test]
fn fo_030_the_exact_order_of_set_up() {
    proves!(
        "FO-003", "FO-005", "FO-006", "FO-008", "FO-020", "FO-021", "FO-024", "FO-R09", "FO-030", "FO-401",
        "FO-411", "FO-R02", "FO-R07", "FO-R17"
    );
    let done = play(
        table("scenario=random twist=random formations=WB-1,WB-2 starting_hand=2"),
        "asked chance
         scenario SCN-2
         asked chance
         twist TWI-5
         asked chance
         draw 2C
         draw 3C
         draw 2D
         draw 9D
         asked seat 0, seat 1
         seat 0: buy 0
         seat 1: buy 0
         asked seat 0, seat 1
         seat 0: initiative 3C
         seat 1: initiative 2D
         asked seat 1            # the earliest member chooses first
         seat 1: edge north
         asked seat 1            # and places first
         seat 1: place r1c3
         seat 1: place r1c3
         seat 1: place r1c1
         asked seat 0
         seat 0: place r3c1
         seat 0: place r3c2
         seat 0: place r3c3
         round is 1
         asked seat 1",
    );
    for seat in Seat::first(2) {
        assert_eq!(cards_of(done.state(), seat), 52);
    }
}

#[test]
fn fo_060_to_064_drafted_areas() {
    proves!("FO-060", "FO-061", "FO-062", "FO-063", "FO-064", "FO-R14", "FO-R15", "FO-R16");
    play(
        table("formations=WB-3,WB-4 starting_hand=1"),
        &format!(
            "draw 2C
             draw 9C
             {FIRST_CARDS}
             asked seat 0
             seat 0 may not zone r2c2     # never the middle
             seat 0: zone r1c1
             asked seat 1
             seat 1 may not zone r1c1
             seat 1: zone r1c2
             a1.area is r1c1              # one area: nobody is asked where
             a2.area is r1c1
             b1.area is r1c2
             asked seat 0"
        ),
    );
}

#[test]
fn fo_061_the_second_of_two_teams_gets_the_opposite_edge() {
    proves!("FO-061");
    play(
        table("scenario=SCN-3 formations=WB-3,WB-4 starting_hand=1"),
        &format!(
            "draw 9C
             draw 2C
             {FIRST_CARDS}
             asked seat 1
             seat 1 may not edge west     # the scenario names north and south
             seat 1: edge south
             asked seat 1
             seat 1 may place r3c2
             seat 1: place r3c1
             seat 1: place r3c1
             asked seat 0
             seat 0 may place r1c1
             seat 0 may not place r2c1"
        ),
    );
}

#[test]
fn fo_061_random_areas_fall() {
    proves!("FO-061", "FO-062");
    play(
        table("seats=3 formations=WB-3,WB-4,WB-1 starting_hand=1"),
        "draw 2C
         draw 9C
         draw 5C
         seat 0: buy 0
         seat 1: buy 0
         seat 2: buy 0
         asked chance
         area r1c4
         asked chance
         area r4c2
         # the last area is given without chance
         a1.area is H1
         c1.area is H3
         b1.area is H2
         asked seat 0",
    );
}

#[test]
fn fo_063_and_375_a_team_shares_a_zone_and_names_one_goal() {
    proves!("FO-063", "FO-064", "FO-375", "FO-R60");
    play(
        table("seats=4 scenario=SCN-5 formations=WB-3,WB-3,WB-3,WB-3 starting_hand=1"),
        "draw 2C
         draw 9C
         draw 5C
         draw 6C
         seat 0: buy 0
         seat 1: buy 0
         seat 2: buy 0
         seat 3: buy 0
         asked seat 0
         seat 0: edge west
         seat 0: place r1c1
         seat 0: place r2c1
         seat 2: place r1c5
         seat 2: place r2c5
         seat 3: place r3c5
         seat 3: place r3c5
         seat 1: place r3c1
         seat 1: place r3c1
         asked seat 0
         seat 0 may breakthrough r3c5
         seat 0 may not breakthrough r1c1
         seat 0: breakthrough r2c5
         asked seat 2
         seat 2: breakthrough r1c1
         asked seat 0",
    );
}

#[test]
fn fo_065_the_bench_joins_once_a_turn_for_its_full_price() {
    proves!("FO-065", "FO-190", "FO-R13");
    let bench = |options: &str, treasure: u16| {
        Fixture::new(options)
            .put("a1", "KN1", "r2c2")
            .put("b1", "KN1", "r3c3")
            .bench("a6", "KN1 ATK-02")
            .bench("a7", "MIN-1")
            .zone(0, "r1c1 r3c3")
            .treasure(0, treasure)
            .tokens(0, 1)
            .table()
    };
    play(
        bench("", 4),
        "seat 0 may not deploy a6 r3c3    # an enemy controls it
         seat 0: deploy a6 r1c1
         0.treasure is 1                  # 2 for the Errant, 1 for Hammer Fall
         0.tokens is 1
         asked seat 0
         seat 0 may not deploy a7 r1c1    # once per turn
         seat 0 may search a6             # it may act at once",
    );
    play(bench("", 2), "seat 0 may not deploy a6 r1c1\nseat 0 may deploy a7 r1c1");
    play(bench("bench_price=one", 1), "seat 0 may deploy a6 r1c1");
}

#[test]
fn fo_r65_two_against_one_and_other_tables() {
    proves!("FO-R65", "FO-021");
    let two_on_one = table("seats=3 teams=01v2");
    assert_eq!(two_on_one.game().teams, 2);
    let on_passes = table("seats=4 teams=01v23 scenario=SCN-1 map=H5");
    assert_eq!(on_passes.game().content.maps[usize::from(on_passes.state().map)].id, "H5");
    let refuse = |options: &str| {
        let mut chosen = Options::default();
        for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            chosen.set(name, value).unwrap();
        }
        FriendsAndFoes::new(Content::built_in(), chosen).expect_err("must be refused").to_string()
    };
    assert!(refuse("seats=3 scenario=SCN-1").contains("expected a scenario made for this table"));
    assert!(refuse("seats=2 teams=01v23").contains("all of 2 seats"));
    assert!(refuse("map=X9").contains("a map of the content"));
    assert!(refuse("formations=WB-77").contains("a warband of the content"));
    assert!(refuse("scenario=SCN-30").contains("SCN-30"));
}

#[test]
fn fo_115_hand_limit_and_refill_where_agreed() {
    proves!("FO-115", "FO-R24", "FO-100", "FO-R22", "FO-350");
    let round = |options: &str| {
        Fixture::new(options)
            .put("a1", "KN1", "r2c3")
            .put("b1", "KN1", "r2c3")
            .hand(0, "2C 3C 4C 5C")
            .hand(1, "2D 3D")
            .with(|s| {
                let card = "9S".parse().unwrap();
                s.sides[Seat::new(0)].leave_deck(card);
                s.sides[Seat::new(0)].initiative = Some(card);
            })
            .at(harvest::Frame::Cleanup)
    };
    play(
        round("hand_limit=3"),
        "asked seat 0
         seat 0: discard 4C
         0.hand is 3
         0.discarded.4C is true
         0.discarded.9S is true
         0.tokens is 0
         asked seat 0, seat 1",
    );
    play(
        round("hand_refill=3"),
        "asked chance
         draw 9H
         1.hand is 3
         0.hand is 4
         asked seat 0, seat 1",
    );
    let free = round("");
    assert_eq!(free.turn(), Turn::Each(kernel::SeatSet::first(2)));
}
