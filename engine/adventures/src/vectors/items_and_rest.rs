//! TV-19 to TV-31: items and resting.

use crate::{Content, fixture::Fixture, luck};
use kernel::{proves, script::play};

fn adv(options: &str) -> Fixture {
    Fixture::new(&format!("{options} scope=adventure adventure=ADV1"))
}

fn all(seats: u8, action: &str) -> String {
    (0..seats).map(|seat| format!("seat {seat}: {action}\n")).collect()
}

#[test]
fn tv_19_everybody_pays_for_an_item() {
    proves!("RA-100", "RA-105");
    // Coil of Rope, cost 1, at the strand.
    let f = adv("seats=3").items("31").xp_at("C", 0).at_entry("C1");
    let script =
        all(3, "item") + &all(3, "use 31") + "p0.fatigue is 1\np1.fatigue is 1\np2.fatigue is 1\nsays C31:";
    let table = play(f.table(), &script);
    assert!(table.state().has_item("31".parse().expect("an item")), "it is not used up");
}

#[test]
fn tv_20_a_pair_costs_both_and_the_lower_number_is_named_first() {
    proves!("RA-101");
    let f = adv("seats=3").items("17 12").keyword("DOOR").at_entry("E");
    let script = all(3, "item") + "seat 0 may not combine 17 12\n" + &all(3, "combine 12 17");
    play(f.table(), &(script + "p0.fatigue is 2\np2.fatigue is 2\nsays E12.17:"));
}

#[test]
fn tv_21_the_same_use_only_once_at_a_location() {
    proves!("RA-102", "RA-103", "RA-R44", "RA-R42");
    let f = adv("seats=1").items("12 31").xp_at("B", 0).xp(0).at_entry("B");
    let table = play(
        f.table(),
        "seat 0: item
        seat 0: use 12
        says nothing happens
        entry is B
        p0.fatigue is 1
        seat 0: item
        seat 0 may not use 12
        seat 0: combine 12 31
        p0.fatigue is 3
        seat 0: item
        seat 0 may use 31
        seat 0 may not combine 12 31
        seat 0: use 31
        seat 0 may not item",
    );
    let mut f = adv("seats=1").keyword("GATE");
    f.state.map = table.state().map;
    play(f.at_entry("A1").table(), "seat 0: item\nseat 0 may use 12\nseat 0 may combine 12 31");
    // An entry without the option offers none.
    play(adv("seats=1").items("12").at_entry("A").table(), "seat 0 may not item");
}

#[test]
fn tv_22_an_item_may_not_exhaust_the_whole_party() {
    proves!("RA-104", "RA-R43");
    let offered = |one: u8, two: u8| {
        let f =
            adv("seats=2").items("12").xp_at("B", 0).fatigue(0, one, 16).fatigue(1, two, 16).at_entry("B");
        f.table()
    };
    play(offered(15, 10), &(all(2, "item") + &all(2, "use 12") + "p0.fatigue is 16\np1.fatigue is 11"));
    play(offered(15, 15), "seat 0 may not item");
    play(offered(16, 15), "seat 0 may not item");
    play(offered(16, 14), &(all(2, "item") + &all(2, "use 12") + "p0.fatigue is 16\np1.fatigue is 15"));
}

#[test]
fn tv_23_without_an_entry_the_stamina_is_spent_all_the_same() {
    proves!("RA-R42");
    let f = adv("seats=1").items("58").xp_at("B", 0).at_entry("B");
    play(f.table(), "seat 0: item\nseat 0: use 58\np0.fatigue is 2\nentry is B\nseat 0 may not item");
}

#[test]
fn tv_24_a_rest_needs_xp() {
    proves!("RA-120", "RA-122", "RA-R36");
    let at = |xp: u16| adv("seats=1").keyword("GATE").xp(xp).at_entry("A1").table();
    play(at(0), "seat 0 may not rest");
    play(at(3), "seat 0: rest\nseat 0 may spend 1\nseat 0 may spend 3\nseat 0 may not spend 4");
}

#[test]
fn tv_25_and_26_dice_heal_and_rows_are_refilled_or_trimmed() {
    proves!("RA-123", "RA-124", "RA-126", "RA-R34");
    let rest = |fatigue: u8, pips: u8| {
        let f = adv("seats=1")
            .keyword("GATE")
            .xp(2)
            .scores(0, [2, 3, 0, 0, 0, 0])
            .rows(0, "R4")
            .fatigue(0, fatigue, 16);
        let table = f.at_entry("A1").table();
        play(table, &format!("seat 0: rest\nseat 0: spend 2\ntotal {pips}\nentry is A1"))
    };
    let table = rest(9, 11);
    play(table, "p0.fatigue is 0\np0.R is 2\np0.B is 3\nxp is 0");
    play(rest(15, 7), "p0.fatigue is 8");
}

#[test]
fn tv_27_from_the_fourth_box_on_a_rest_costs_a_card() {
    proves!("RA-121", "RA-220");
    for (mode, free) in [("normal", 3), ("legendary", 2)] {
        for rests in 1..=6u8 {
            let f = adv(&format!("seats=1 mode={mode}")).keyword("GATE").xp(1).fatigue(0, 1, 16);
            let before = u8::from(mode == "legendary");
            let f = f.journal(|j| j.rests = (before + rests - 1).min(4)).hand(0, "A02").at_entry("A1");
            let table = play(f.table(), "seat 0: rest");
            let pays = table.legal(kernel::Seat::new(0)).contains(&"return A02".parse().expect("a step"));
            assert_eq!(pays, rests > free, "{mode}: rest {rests}");
        }
    }
}

#[test]
fn tv_28_a_spent_card_that_was_given_up_does_not_come_back() {
    proves!("RA-121", "RA-R40", "RA-R39");
    let mut f = adv("seats=1").keyword("GATE").xp(1).journal(|j| j.rests = 3).hand(0, "A12 A02");
    let sheet = &mut f.state.sheets[kernel::Seat::new(0)];
    let card = "A12".parse().expect("a card");
    sheet.hand.remove(card);
    sheet.spent.insert(card);
    let table =
        play(f.at_entry("A1").table(), "seat 0: rest\nseat 0: return A12\nseat 0: spend 1\np0.hand is A02");
    assert!(table.state().decks.contains(card));
    // Nobody has a card: the rest goes on.
    let f = adv("seats=1").keyword("GATE").xp(1).journal(|j| j.rests = 4).hand(0, "");
    play(f.at_entry("A1").table(), "seat 0: rest\nseat 0 may spend 1");
}

#[test]
fn tv_29_tokens_and_class_cards_come_back() {
    proves!("RA-125", "RA-R09");
    let mut f = adv("seats=2").keyword("GATE").xp(1).plays(2, 2);
    f.state.journal.tokens = 0;
    for seat in f.state.present {
        f.state.sheets[seat].tokens = 1;
        f.state.sheets[seat].ready = false;
    }
    let table = play(f.at_entry("A1").table(), &(all(2, "rest") + &all(2, "spend 1")));
    play(table, "tokens is 2\np0.tokens is 0\np0.ready is true\np1.ready is true");
}

#[test]
fn tv_30_expected_healing() {
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

#[test]
fn tv_31_straight_after_a_rest_there_is_no_other() {
    proves!("RA-126", "RA-R37");
    let f = adv("seats=1").keyword("GATE").xp(3).fatigue(0, 1, 16).at_entry("A1");
    let table = play(
        f.table(),
        "seat 0: rest\nseat 0: spend 1\ntotal 1\nentry is A1\nseat 0 may not rest\nseat 0 may move",
    );
    drop(table);
    assert!(Content::built_in().campaign.rest_boxes == 4);
}
