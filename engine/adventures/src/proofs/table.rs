//! What lies open, placing dice, and plays that are not possible.

use crate::{Options, fixture::Fixture, rules::placing, words::Colour};
use kernel::{Game as _, Seat, proves, script::play};

#[test]
fn every_seat_sees_the_whole_table() {
    proves!("RA-070", "RA-071", "RA-072");
    let table = Fixture::new("seats=4 scope=adventure").table();
    for seat in Seat::first(4) {
        assert_eq!(table.view(seat).state(), table.state());
    }
    // Nothing nobody knows is on the table: tokens are numbers without places, decks have no order.
    assert_eq!(table.state().map.numbers.count_ones(), table.state().map.encounters.count_ones());
    assert!(table.game().seats() == 4);
}

#[test]
fn each_colour_is_paid_by_its_attribute() {
    proves!("RA-R03", "RA-004");
    let f = Fixture::new("seats=1");
    assert_eq!(f.state.bag, [6; 6]);
    let names = ["STR", "DEX", "CON", "INT", "WIS", "CHA"];
    assert!(Colour::ALL.iter().zip(names).all(|(c, name)| c.attribute() == name));
}

#[test]
fn talk_about_a_plan_comes_to_an_end() {
    proves!("RA-R20");
    let f = Fixture::bare("scope=check check=P01:I seats=1").slots("R* *4 W*").pool("R4 B4");
    let mut t = f.table();
    for _ in 0..placing::EDITS_MAX / 2 {
        t = play(t, "seat 0: leave s1\nseat 0: place d1 s1");
    }
    assert_eq!(t.legal(Seat::new(0)).len(), 1, "only to agree is left");
}

#[test]
fn options_read_back_and_wrong_ones_are_refused() {
    let mut options = Options::default();
    for (name, value) in [
        ("seats", "3"),
        ("scope", "combat"),
        ("adventure", "ADV2"),
        ("check", "P03:IV"),
        ("enemies", "E01+E04"),
        ("modifiers", "M02"),
        ("heroes", "H01,choose,H05"),
        ("mode", "legendary"),
        ("fiend_health", "true"),
        ("party", "01,012"),
    ] {
        options.set(name, value).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(options.get(name).as_deref(), Some(value));
    }
    for (name, value) in
        [("seats", "5"), ("check", "P01"), ("party", "00"), ("mode", "hard"), ("nothing", "1")]
    {
        assert!(options.set(name, value).is_err(), "{name}={value}");
    }
    let refused = |text: &str| {
        let mut options = Options::default();
        for (name, value) in text.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            options.set(name, value).unwrap_or_else(|e| panic!("{e}"));
        }
        crate::Adventures::new(crate::Content::built_in(), options).err().map(|e| e.to_string())
    };
    for text in ["party=012", "heroes=H63", "enemies=E63", "modifiers=M63", "check=P63:I", "adventure=ADV1"] {
        assert!(refused(text).is_some(), "{text}");
    }
    assert_eq!(refused("seats=3"), None);
}
