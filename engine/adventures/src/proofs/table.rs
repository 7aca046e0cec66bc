//! What lies open, and options as text.

use crate::{Options, fixture::Fixture};
use kernel::{Seat, proves};

#[test]
fn every_seat_sees_the_whole_table() {
    proves!("RA-070");
    let table = Fixture::new("seats=4 scope=adventure").table();
    assert!(Seat::first(4).all(|seat| table.view(seat).state() == table.state()));
}

#[test]
fn what_nobody_knows_is_not_on_the_table() {
    proves!("RA-071");
    // Tokens are numbers without places, decks have no order.
    let table = Fixture::new("seats=4 scope=adventure").table();
    let map = table.view(Seat::new(0)).state().map;
    assert_eq!(map.numbers.count_ones(), map.encounters.count_ones());
}

#[test]
fn no_seat_sees_more_than_another() {
    proves!("RA-072");
    let table = Fixture::new("seats=4 scope=adventure").table();
    let first = table.view(Seat::new(0));
    assert!(Seat::first(4).all(|seat| table.view(seat).state() == first.state()));
}

#[test]
fn options_read_back_and_wrong_ones_are_refused() {
    let pairs = |text: &'static str| text.split_whitespace().filter_map(|pair| pair.split_once('='));
    let mut options = Options::default();
    for (name, value) in pairs(
        "seats=3 scope=combat adventure=ADV2 check=P03:IV enemies=E01+E04 modifiers=M02 \
         heroes=H01,choose,H05 mode=legendary fiend_health=true party=01,012",
    ) {
        options.set(name, value).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(options.get(name).as_deref(), Some(value));
    }
    for (name, value) in pairs("seats=5 check=P01 party=00 mode=hard nothing=1") {
        assert!(options.set(name, value).is_err(), "{name}={value}");
    }
    let refused = |text: &'static str| {
        let mut options = Options::default();
        pairs(text).for_each(|(name, value)| options.set(name, value).unwrap_or_else(|e| panic!("{e}")));
        crate::Adventures::new(crate::Content::built_in(), options).err().map(|e| e.to_string())
    };
    for text in ["party=012", "heroes=H63", "enemies=E63", "modifiers=M63", "check=P63:I", "adventure=ADV1"] {
        assert!(refused(text).is_some(), "{text}");
    }
    assert_eq!(refused("seats=3"), None);
}
