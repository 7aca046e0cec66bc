//! TV-32 to TV-43: stamina payments and factions.

use crate::{
    fixture::Fixture,
    rules::{dice_pool, factions},
    words::{Colour, Faction},
};
use kernel::proves;

#[test]
fn nobody_can_pay_the_last_point_of_health() {
    // TV-36
    proves!("RA-155");
    let cap = |fatigue| {
        let f = Fixture::bare("scope=check check=P03:I seats=1").rows(0, "B9").fatigue(0, fatigue, 16);
        assert_eq!(dice_pool::price(f.look(), Colour::Black).is_some(), fatigue < 15);
        f.state.sheets[kernel::Seat::new(0)].cap()
    };
    assert_eq!([15, 13, 16].map(cap), [0, 2, 0]);
}

#[test]
fn a_colour_that_is_out_of_the_bag_cannot_be_bought() {
    // TV-39
    proves!("RA-R15");
    let mut f = Fixture::bare("scope=combat enemies=E06+E12 seats=1").rows(0, "U3 R1");
    f.state.bag[Colour::Blue.index()] = 0;
    assert!(!dice_pool::buyable(f.look()).contains(Colour::Blue));
    assert!(dice_pool::buyable(f.look()).contains(Colour::Red));
}

#[test]
fn favor_overflows_at_both_ends_and_ties_go_by_place() {
    // TV-40 to TV-43
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
