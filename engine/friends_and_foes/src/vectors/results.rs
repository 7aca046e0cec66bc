//! FO-T01 to FO-T36: the result table, doubling, modifiers, criticals by class.

use crate::fixture::Fixture;
use kernel::{proves, script::play};

/// Plays one attack with deck cards on both sides and checks the row and the damage.
#[track_caller]
fn strikes(options: &str, attacker: &str, defender: &str, cards: (&str, &str), row: u8, damage: u8) {
    let ten = |card: &str| card.replace('T', "10");
    let weapon = attacker.split_whitespace().nth(1).unwrap_or("basic");
    let script = format!(
        "seat 0: attack a1 {weapon} 0t\ndraw {}\ndraw {}\nsays row {row} of the table, {damage} damage",
        ten(cards.0),
        ten(cards.1)
    );
    play(Fixture::new(options).put("a1", attacker, "r1c1").put("b1", defender, "r1c1").table(), &script);
}

#[test]
fn fo_t01_to_t12_each_row_of_the_table() {
    proves!("FO-180", "FO-200", "FO-204", "FO-205", "FO-207", "FO-208", "FO-209", "FO-R42");
    strikes("", "WA1", "RO1", ("7C", "8S"), 1, 1);
    strikes("", "WA1", "RO1", ("3D", "9H"), 2, 0);
    strikes("", "WA1", "RO1", ("5D", "7C"), 3, 1);
    strikes("", "RG1", "RO1", ("JD", "JS"), 4, 1);
    strikes("", "WA1", "RO1", ("9D", "AS"), 5, 0);
    strikes("", "WA1", "RO1", ("AH", "9S"), 6, 1);
    strikes("", "WA1", "RO1", ("QD", "8C"), 7, 2);
    strikes("", "WA1", "RO1", ("QD", "JS"), 8, 1);
    strikes("", "WA1", "RO1", ("AC", "JD"), 9, 0);
    strikes("", "RG1", "KN1", ("JC", "8H"), 10, 2);
    strikes("", "RG1", "RO1", ("TD", "JH"), 11, 0);
    strikes("", "RG1", "WI1", ("4S", "KC"), 12, 0);
}

#[test]
fn fo_t13_to_t18_more_than_double_and_criticals() {
    proves!("FO-210", "FO-211", "FO-212", "FO-R44", "FO-R45");
    strikes("", "WA1", "RO1", ("TS", "5H"), 1, 2);
    strikes("", "WA1", "RO1", ("9C", "5H"), 1, 1);
    strikes("", "WA1", "RO1", ("QH", "5C"), 7, 4);
    strikes("doubling_stack=once", "WA1", "RO1", ("QH", "5C"), 7, 2);
    strikes("", "WA1", "RO1", ("QH", "AD"), 8, 1);
    strikes("", "KN2 ATK-02", "KN1", ("TC", "3D"), 1, 4);
    strikes("", "KN2 ATK-02", "KN1", ("QC", "3D"), 7, 8);
}

#[test]
fn fo_t19_to_t22_the_text_instead_of_the_table() {
    proves!("FO-208", "FO-R43", "FO-121", "FO-R06", "FO-R63");
    strikes("result_mode=text", "WA1", "RO1", ("5D", "7C"), 3, 0);
    strikes("result_mode=text", "WA1", "RO1", ("AH", "9S"), 6, 2);
    strikes("result_mode=text", "WA1", "RO1", ("AC", "JD"), 9, 1);
    strikes("", "WA1", "RO1", ("JH", "9S"), 1, 1);
}

#[test]
fn fo_t23_magic_meets_warding_not_armor() {
    proves!("FO-202", "FO-240");
    play(
        Fixture::new("").put("a1", "OR1", "r1c1").put("b1", "WA1", "r1c1").table(),
        "b1.armor is 2
         b1.warding is 0
         seat 0: attack a1 basic 0t
         draw 6D
         seat 0: keep
         draw 8C
         says defends with 8
         says row 3 of the table, 1 damage",
    );
}

#[test]
fn fo_t24_a_prepared_spell_needs_a_hand_card() {
    let fight = || Fixture::new("").put("a1", "WI1", "r1c1").put("b1", "WA1", "r1c1");
    play(
        fight().hand(0, "6S").table(),
        "seat 0: attack a1 basic 0t
         seat 0: hand 6S
         says attacks with 9
         draw 8D
         says row 1",
    );
    // An Oracle's Second Look is not asked of a Wizard, so the deck card counts at once.
    play(
        fight().hand(0, "2S").table(),
        "seat 0: attack a1 basic 0t
         seat 0: deck
         draw 6S
         says attacks with 7
         draw 8D
         says row 2 of the table, 0 damage",
    );
}

#[test]
fn fo_t25_fury_while_health_is_lost() {
    let fight = || Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "RO1", "r1c1");
    let lines = "seat 0: attack a1 basic 0t\ndraw 5D\ndraw 8C\n";
    play(fight().health("a1", 4).table(), &format!("{lines}says row 3 of the table, 1 damage"));
    play(fight().table(), &format!("{lines}says row 2 of the table, 0 damage"));
}

#[test]
fn fo_t26_an_opportunist_beside_a_friend() {
    let fight = || Fixture::new("").put("a1", "RO1", "r1c1").put("b1", "KN1", "r1c1");
    let lines = "seat 0: attack a1 basic 0t\ndraw 4C\ndraw 6D\n";
    play(fight().put("a2", "WI1", "r1c1").table(), &format!("{lines}says row 3 of the table, 1 damage"));
    play(fight().table(), &format!("{lines}says row 2 of the table, 0 damage"));
}

#[test]
fn fo_t27_a_bulwark_guards_its_friends() {
    let fight = || Fixture::new("").put("a1", "RO1", "r1c1").put("b1", "OR1", "r1c1");
    play(
        fight().put("b2", "KN1", "r1c1").table(),
        "b1.armor is 1
         b2.armor is 3
         seat 0: attack a1 basic 0t
         seat 0: target b1
         draw 5C
         draw 8H
         seat 1: keep
         says row 2 of the table, 0 damage",
    );
    play(
        fight().put("b2", "KN1", "r1c1").put("b3", "KN1", "r1c1").table(),
        "b1.armor is 1   # several do not add up
         b2.armor is 4   # but each guards the other",
    );
    play(
        fight().table(),
        "seat 0: attack a1 basic 0t
         draw 5C
         draw 8H
         seat 1: keep
         says row 3 of the table, 1 damage",
    );
}

#[test]
fn fo_t28_a_sigil_helps_once() {
    proves!("FO-113", "FO-114");
    play(
        Fixture::new("").put("a1", "OR1 ACT-10", "r1c1").put("b1", "WA1", "r1c1").hand(0, "7D").table(),
        "seat 0: use a1 ACT-10 0t
         seat 0: lay 7D
         a1.sigil is 7D
         0.hand is 0
         seat 0 may not use a1 ACT-10 0t
         seat 0: end
         seat 1: attack b1 basic 0t
         draw 5D
         draw 5S
         seat 0: keep
         says adds 4
         says defends with 9
         says row 2 of the table, 0 damage
         a1.sigil is none
         0.discarded.7D is true",
    );
    // With no cards in hand a card cannot be placed from hand.
    play(
        Fixture::new("").put("a1", "OR1 ACT-10", "r1c1").put("b1", "WA1", "r1c1").table(),
        "seat 0 may not use a1 ACT-10 0t",
    );
}

/// Searches once with each card and checks what is found.
#[track_caller]
fn finds(options: &str, card: &str, found: &[(&str, u16)]) {
    for (turned, treasure) in found {
        let table = play(
            Fixture::new(options).put("a1", card, "r1c1").put("b1", "KN1", "r3c3").table(),
            &format!("seat 0: search a1\ndraw {turned}"),
        );
        let mut table = table;
        // An Oracle may look again; what was turned up is what counts here.
        if table.turn().asked().lowest().is_some()
            && table.legal(kernel::Seat::new(0)).contains(&crate::Action::Keep)
        {
            table = play(table, "seat 0: keep");
        }
        play(table, &format!("0.treasure is {treasure}\n0.tokens is 4"));
    }
}

#[test]
fn fo_t29_to_t36_criticals_by_class_find_two() {
    proves!("FO-121", "FO-122", "FO-123", "FO-174", "FO-175", "FO-R26", "FO-R37", "FO-192");
    let scout = [("JC", 2), ("AD", 2), ("QH", 1), ("KS", 1), ("10D", 1)];
    finds("", "RG1", &scout);
    finds("", "RO1", &scout);
    finds("", "WA1", &[("QC", 2), ("AH", 2), ("JH", 1), ("KD", 1), ("2S", 1)]);
    finds("", "KN1", &[("QS", 2), ("AC", 2), ("JD", 1), ("KC", 1)]);
    finds("", "WI1", &[("KH", 2), ("AS", 2), ("JS", 1), ("QD", 1)]);
    finds("", "OR1", &[("KS", 2), ("AH", 2), ("JC", 1), ("QC", 1)]);
    finds("", "MIN-1", &[("AS", 2), ("JH", 1), ("QH", 1), ("KH", 1)]);
    finds("find_base=0", "WA1", &[("QC", 2), ("AH", 2), ("JH", 0), ("10S", 0)]);
}
