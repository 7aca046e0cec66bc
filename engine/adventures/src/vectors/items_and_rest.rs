//! TV-19 to TV-31: items and resting.

use crate::{Content, fixture::Fixture, luck};
use kernel::{proves, script::play};

fn adv(options: &str) -> Fixture {
    Fixture::new(&format!("{options} scope=adventure adventure=ADV1"))
}

#[test]
fn the_rest_track_has_four_boxes() {
    assert_eq!(Content::built_in().campaign.rest_boxes, 4);
}

#[test]
fn expected_healing() {
    // TV-30
    proves!("RA-123");
    // Of k dice against f fatigue: as a fraction.
    let expected = |k: u8, f: u32| {
        let all = luck::sums(k);
        let ways: u32 = all.iter().map(|(_, ways)| ways).sum();
        let healed: u32 = all.iter().map(|(sum, ways)| u32::from(*sum).min(f) * ways).sum();
        (healed, ways)
    };
    for (k, f, num, den) in [(1, 5, 10, 3), (2, 9, 121, 18), (3, 9, 101, 12), (3, 15, 751, 72)] {
        let (healed, ways) = expected(k, f);
        assert_eq!(healed * den, num * ways, "{k} dice, {f} fatigue");
    }
    let f = adv("seats=1").keyword("GATE").xp(2).fatigue(0, 9, 16).at_entry("A1");
    let table = play(f.table(), "seat 0: rest\nseat 0: spend 2\nasked chance");
    let odds = table.odds().expect("dice fall");
    assert_eq!((odds.total(), odds.weight("total 7".parse().expect("an outcome"))), (36, 6));
}
