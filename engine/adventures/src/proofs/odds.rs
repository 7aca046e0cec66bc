//! TV-85 to TV-87: the odds of dice, by going through every way they can fall.

use crate::{Adventures, Chance, fixture::Fixture};
use kernel::{Log, Step, Table, Turn, proves};

/// The chance to pass from here if every seat always does what leads on: passes, then agrees.
fn pass(table: &Table<Adventures>) -> (u64, u64) {
    match table.turn() {
        Turn::Over => (u64::from(table.state().ending == Some(crate::state::Ending::Passed)), 1),
        Turn::Chance => {
            let odds = table.odds().expect("chance is due");
            let (mut num, mut den) = (0u64, 1u64);
            for (outcome, weight) in odds.iter() {
                let (n, d) = pass(&after(table, Step::Chance(outcome)));
                // num/den + weight * n/d, over a common denominator.
                (num, den) = reduce(num * d + u64::from(weight) * n * den, den * d);
            }
            reduce(num, den * u64::from(odds.total()))
        }
        turn @ (Turn::Each(_) | Turn::Any(_)) => {
            let seat = turn.asked().lowest().expect("somebody is asked");
            let legal = table.legal(seat);
            let calm = |a: &&crate::Action| matches!(a, crate::Action::Pass | crate::Action::Agree);
            let action = *legal.iter().find(calm).expect("one may pass");
            pass(&after(table, Step::Act { seat, action }))
        }
    }
}

fn after(table: &Table<Adventures>, step: Step<crate::Action, Chance>) -> Table<Adventures> {
    let mut next = table.clone();
    next.play(step, &mut Log::off()).expect("a listed step");
    next
}

fn reduce(num: u64, den: u64) -> (u64, u64) {
    let (mut a, mut b) = (num, den);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (num / a.max(1), den / a.max(1))
}

/// One random die against these slots, only one of which is there.
fn one_die(slot: &str, cards: &str) -> (u64, u64) {
    let f = Fixture::bare("scope=check check=P01:I seats=1").hand(0, cards).slots(slot).dice_limit(1);
    pass(&f.plays(0, 0).table())
}

#[test]
fn one_random_die() {
    // TV-85
    proves!("RA-156");
    assert_eq!(one_die("R*", ""), (1, 6));
    assert_eq!(one_die("*6", ""), (1, 6));
    assert_eq!(one_die("R/U:3", ""), (1, 18));
    assert_eq!(one_die("G2", ""), (1, 36));
    // With the die of the Brine Hound in the bag.
    assert_eq!(one_die("R*", "F01"), (7, 37));
    assert_eq!(one_die("G2", "F01"), (1, 37));
}

/// So many bought red dice, the rest random.
fn bought(slots: &str, limit: u8, red: usize) -> (u64, u64) {
    let f = Fixture::bare("scope=check check=P01:I seats=1").slots(slots).dice_limit(limit).rows(0, "R9");
    let mut table = f.table();
    let seat = kernel::Seat::new(0);
    for _ in 0..red {
        table = after(&table, Step::Act { seat, action: "buy R".parse().expect("a step") });
    }
    pass(&table)
}

#[test]
fn two_slots_with_a_limit_of_two() {
    // TV-86
    proves!("RA-153");
    assert_eq!(bought("R* *6", 2, 0), (83, 1512));
    assert_eq!(bought("R* *6", 2, 1), (47, 252));
    assert_eq!(bought("R* *6", 2, 2), (11, 36));
}

#[test]
fn heave_with_a_limit_of_three() {
    // TV-87
    proves!("RA-156");
    assert_eq!(bought("R* *4", 3, 0), (21503, 154_224));
    assert_eq!(bought("R* *4", 3, 1), (4327, 12_852));
    assert_eq!(bought("R* *4", 3, 2), (91, 216));
    assert_eq!(bought("R* *4", 3, 3), (91, 216));
}
