//! TV-59 to TV-70 and TV-88: resolution, combat, modifiers, round tracks.

use crate::{
    fixture::Fixture,
    rules::{combat, exhaustion, skill_check},
};
use kernel::{Seat, proves};

fn seat(n: u8) -> Seat {
    Seat::new(n)
}

#[test]
fn fatigue_above_health_is_not_remembered() {
    // TV-67
    proves!("RA-180", "RA-182");
    let f = Fixture::new("seats=1 scope=adventure")
        .fatigue(0, 14, 16)
        .with(|p| exhaustion::suffer(p, seat(0), 5));
    assert!(f.state.sheets[seat(0)].exhausted() && f.state.sheets[seat(0)].fatigue == 16);
    let f = f.with(|p| exhaustion::heal(p, seat(0), 2));
    assert!(!f.state.sheets[seat(0)].exhausted() && f.state.sheets[seat(0)].fatigue == 14);
}

#[test]
fn a_party_that_is_already_down_loses_at_once_and_gains_nothing() {
    proves!("RA-R32", "RA-R31");
    let f = Fixture::bare("scope=combat enemies=E05 seats=1").fatigue(0, 16, 16).xp(0);
    let enemies = ["E05".parse().expect("an enemy")];
    let f = f.start(|p| {
        skill_check::clear_table(p);
        combat::fight(p, &enemies, &[], Default::default())
    });
    assert_eq!((f.state.ending, f.state.journal.xp), (Some(crate::state::Ending::Defeat), 0));
    // All slots covered, but nobody stands: still a defeat.
    let f = Fixture::bare("scope=combat enemies=E05 seats=1").fatigue(0, 16, 16);
    let f = f.placed(1, "W1").placed(2, "R5").placed(3, "R2").placed(4, "R6");
    let f = f.start(combat::fall);
    assert_eq!(f.state.ending, Some(crate::state::Ending::Defeat));
}
