//! TV-32 to TV-43: stamina payments and factions.

use crate::{
    fixture::Fixture,
    rules::{dice_pool, factions},
    words::{Colour, Faction},
};
use kernel::{proves, script::play};

/// A check with these DEX and other rows by seat, such as `B1 R2`.
fn check(rows: &[&str]) -> Fixture {
    let mut f = Fixture::bare(&format!("scope=check check=P03:I seats={}", rows.len()));
    for (seat, text) in rows.iter().enumerate() {
        f = f.rows(seat as u8, text);
    }
    f
}

fn black(f: &Fixture) -> Option<(u8, u8)> {
    dice_pool::price(f.look(), Colour::Black)
}

#[test]
fn tv_32_everybody_pays_one() {
    proves!("RA-153", "RA-152", "RA-150");
    let f = check(&["B1", "B1", "B1"]);
    assert_eq!(black(&f), Some((3, 0)));
    play(
        f.table(),
        "seat 0: buy B
        seat 0: pay B 1
        seat 2: pay B 1
        asked seat 1
        seat 1 may not pay R 1
        seat 1: pay B 1
        p0.fatigue is 1
        p1.fatigue is 1
        p2.B is 0",
    );
}

#[test]
fn tv_33_three_others_for_each_missing_stamina() {
    proves!("RA-154");
    let f = check(&["B2", "R2", "P1"]);
    assert_eq!(black(&f), Some((2, 3)));
    let table = play(
        f.table(),
        "seat 1: buy B
        seat 0: pay B 2
        seat 1: pay R 2
        seat 2: pay P 1",
    );
    let total: u8 = table.state().present.into_iter().map(|s| table.state().sheets[s].fatigue).sum();
    assert_eq!(total, 5);
    assert_eq!(table.state().contest.pool.len(), 1);
}

#[test]
fn tv_34_no_substitute_while_matching_stamina_is_there() {
    proves!("RA-154", "RA-R13");
    let f = check(&["B2 R3", "B1", "P3"]);
    assert_eq!(black(&f), Some((3, 0)));
    play(f.table(), "seat 0: buy B\nseat 0 may not pay R 1\nseat 0 may pay B 2\nasked seat 0, seat 1");
}

#[test]
fn tv_35_without_matching_stamina_a_die_costs_three_times_the_players() {
    proves!("RA-154");
    assert_eq!(black(&check(&["R3"])), Some((0, 3)));
    assert_eq!(black(&check(&["R3", "G3"])), Some((0, 6)));
    assert_eq!(black(&check(&["B1 R3", "G3", "G3", ""])), Some((1, 9)));
    assert_eq!(black(&check(&["R2", "G3"])), None);
}

#[test]
fn tv_36_nobody_may_exhaust_themselves_by_paying() {
    proves!("RA-155");
    let cap = |fatigue| check(&["B9"]).fatigue(0, fatigue, 16).state.sheets[kernel::Seat::new(0)].cap();
    assert_eq!([15, 13, 16].map(cap), [0, 2, 0]);
    play(check(&["B2"]).fatigue(0, 15, 16).table(), "asked chance");
}

#[test]
fn tv_37_stamina_nobody_could_spend_does_not_count() {
    proves!("RA-R14", "RA-155");
    let f = check(&["B2", "B1 R3"]).fatigue(0, 15, 16);
    assert_eq!(black(&f), Some((1, 3)));
    play(f.table(), "seat 0: buy B\nasked seat 1\nseat 1: pay B 1\nseat 1: pay R 3\np1.fatigue is 4");
}

#[test]
fn tv_38_an_exhausted_hero_counts_in_the_price() {
    proves!("RA-R12", "RA-181");
    let f = check(&["B1", "B2", "B3"]).fatigue(0, 16, 16);
    assert_eq!(black(&f), Some((3, 0)));
    play(f.table(), "asked seat 1, seat 2\nseat 1: buy B\nasked seat 1, seat 2");
}

#[test]
fn tv_39_a_colour_that_is_out_of_the_bag_cannot_be_bought() {
    proves!("RA-R15");
    let mut f = Fixture::bare("scope=combat enemies=E06+E12 seats=1").rows(0, "U3 R1");
    f.state.bag[Colour::Blue.index()] = 0;
    assert!(!dice_pool::buyable(f.look()).contains(Colour::Blue));
    assert!(dice_pool::buyable(f.look()).contains(Colour::Red));
}

#[test]
fn a_declined_purchase_gives_everything_back_and_buying_goes_on() {
    proves!("RA-153");
    let f = check(&["B1 R3", "B1"]);
    play(
        f.table(),
        "seat 0: buy B
        seat 0: pay B 1
        p0.fatigue is 1
        seat 1: decline
        p0.fatigue is 0
        p0.B is 1
        seat 0 may not buy B
        seat 0: pass
        seat 1: pass
        asked chance",
    );
}

#[test]
fn tv_40_to_43_favor_overflows_at_both_ends_and_ties_go_by_place() {
    proves!("RA-130", "RA-131", "RA-132", "RA-R45", "RA-R46");
    let moved = |at: u8, by: i8| {
        let f = Fixture::new("seats=1 scope=adventure").xp(0).journal(|j| j.factions = [at, 4, 3]);
        let f = f.with(|p| factions::favor(p, Faction::Council, by));
        (f.state.journal.factions[0], f.state.journal.xp)
    };
    assert_eq!(moved(9, 2), (10, 1));
    assert_eq!(moved(10, 3), (10, 3));
    assert_eq!(moved(1, -3), (0, 2));
    assert_eq!(moved(5, 2), (7, 0));
    let ends = |factions: [u8; 3]| {
        let f = Fixture::new("seats=1 scope=adventure").journal(|j| j.factions = factions);
        (f.look().highest(), f.look().lowest())
    };
    assert_eq!(ends([7, 7, 3]), (Faction::Council, Faction::Choir));
    assert_eq!(ends([4, 4, 9]), (Faction::Choir, Faction::Saltborn));
}
