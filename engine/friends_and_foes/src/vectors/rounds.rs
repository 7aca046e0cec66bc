//! FO-T37 to FO-T53: initiative, ties, tokens, turns, treasure for actions, reshuffling.

use crate::{
    FriendsAndFoes,
    fixture::Fixture,
    rules::{initiative, setup},
};
use kernel::{Table, proves, script::play};

/// Two or three players in round 2, one character each, about to choose initiative.
fn choosing(options: &str, hands: &[&str]) -> Fixture {
    let mut fixture = Fixture::new(options).round(2).with(|s| s.order.clear());
    let places = [("a1", "r1c1"), ("b1", "r3c3"), ("c1", "r3c2")];
    for (seat, (hand, (who, area))) in hands.iter().zip(places).enumerate() {
        fixture = fixture.put(who, "WA1", area).hand(seat as u8, hand).tokens(seat as u8, 0);
    }
    fixture
}

fn table(options: &str, hands: &[&str]) -> Table<FriendsAndFoes> {
    choosing(options, hands).at(initiative::Frame::Choose)
}

#[test]
fn fo_t37_the_lowest_card_goes_first_and_a_face_gives_ten_tokens() {
    proves!("FO-009", "FO-R05", "FO-090", "FO-092", "FO-093", "FO-095", "FO-140");
    play(
        table("", &["3D 4C", "KC 5D"]),
        "asked seat 0, seat 1
         seat 1: initiative KC
         asked seat 0
         seat 0: initiative 3D
         order is 0 1
         0.tokens is 3
         1.tokens is 10
         0.initiative is 3D
         0.hand is 1
         asked seat 0",
    );
}

#[test]
fn fo_t38_and_t39_a_tie_is_broken_by_new_cards() {
    proves!("FO-096", "FO-097", "FO-R20");
    play(
        table("", &["10S 4C", "JH 9D"]),
        "seat 0: initiative 10S
         seat 1: initiative JH
         asked chance
         draw 2C
         draw 2D
         asked seat 0, seat 1
         seat 0: hand 4C
         seat 1: hand 9D
         order is 0 1
         0.discarded.4C is true
         1.holds.9D is true
         1.shown.9D is true
         0.initiative is 10S
         1.initiative is JH
         0.tokens is 10
         1.tokens is 10",
    );
    // Flip: each just turns up a card.
    play(
        table("tie_break=flip", &["10S 4C", "JH 9D"]),
        "seat 0: initiative 10S
         seat 1: initiative JH
         draw 8C
         draw 3C
         order is 1 0
         0.shown.8C is true
         1.discarded.3C is true",
    );
}

#[test]
fn fo_t40_tie_breaks_that_tie_are_discarded_and_repeated() {
    proves!("FO-096", "FO-110");
    play(
        table("", &["10S 6H", "JH 6S"]),
        "seat 0: initiative 10S
         seat 1: initiative JH
         draw 3C
         draw 3D
         seat 0: hand 6H
         seat 1: hand 6S
         0.discarded.6H is true
         1.discarded.6S is true
         draw 2D
         draw 4D
         seat 0: hand 2D
         seat 1: deck
         draw QS
         order is 0 1
         0.discarded.2D is true
         1.shown.QS is true",
    );
}

#[test]
fn fo_t41_three_way_ties_keep_only_a_sole_highest() {
    proves!("FO-098", "FO-R21");
    play(
        Fixture::new("seats=3")
            .round(2)
            .with(|s| s.order.clear())
            .put("a1", "WA1", "M")
            .put("b1", "WA1", "H1")
            .put("c1", "WA1", "H2")
            .hand(0, "5C 8C")
            .hand(1, "5D 3H")
            .hand(2, "5H 8D")
            .at(initiative::Frame::Choose),
        "seat 0: initiative 5C
         seat 1: initiative 5D
         seat 2: initiative 5H
         draw KC
         draw KD
         draw KH
         seat 0: hand 8C
         seat 1: hand 3H
         seat 2: hand 8D
         1.discarded.3H is true
         0.discarded.8C is true
         2.discarded.8D is true
         draw 2S
         draw 7S
         asked seat 0, seat 2
         seat 0: hand 2S
         seat 2: hand 7S
         order is 1 0 2
         2.shown.7S is true
         0.discarded.2S is true",
    );
}

#[test]
fn fo_099_after_twenty_repeats_seat_order_decides() {
    proves!("FO-099");
    let mut script = String::from("seat 0: initiative 10S\nseat 1: initiative JH\n");
    // Each repeat turns up cards of the same value on both sides.
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "K", "Q"];
    for suit in ["C", "D"] {
        for rank in ranks {
            script += &format!("draw {rank}{suit}\ndraw {rank}{suit}\n");
        }
    }
    script += "order is 0 1\nasked seat 0";
    play(table("tie_break=flip", &["10S 4H", "JH 9H"]), &script);
}

#[test]
fn fo_t42_and_t43_stored_tokens_join_the_card() {
    proves!("FO-094", "FO-004", "FO-R03");
    play(
        choosing("", &["2C 3C", "9H 3D"]).stored(1, 3).at(initiative::Frame::Choose),
        "seat 0: initiative 2C
         seat 1: initiative 9H
         1.tokens is 10
         1.stored is 0
         order is 0 1",
    );
    play(
        choosing("", &["AS 3C", "2C 3D"]).stored(0, 2).at(initiative::Frame::Choose),
        "seat 1: initiative 2C
         seat 0: initiative AS
         order is 0 1
         0.tokens is 3",
    );
}

#[test]
fn fo_t44_an_empty_hand_uses_the_top_of_the_deck_unseen() {
    proves!("FO-091", "FO-R19");
    play(
        table("", &["", "9H 3D"]),
        "asked seat 1
         seat 1: initiative 9H
         asked chance
         draw 4S
         0.initiative is 4S
         order is 0 1",
    );
    // Hand or deck, where that is allowed.
    play(
        table("initiative_source=hand_or_deck", &["7C", "9H 3D"]),
        "asked seat 0, seat 1
         seat 0: blind
         seat 1: initiative 9H
         draw 2H
         0.holds.7C is true
         0.initiative is 2H",
    );
}

/// Two players in the middle of a round, one Warrior each and an Oracle for seat 0.
fn turns() -> Fixture {
    Fixture::new("").put("a1", "WA1", "r1c1").put("a2", "OR1", "r1c2").put("b1", "WA1", "r3c3")
}

#[test]
fn fo_t45_each_character_does_each_thing_once_a_turn() {
    proves!("FO-144", "FO-145", "FO-R29", "FO-R67");
    play(
        turns().table(),
        "seat 0: search a1
         draw 2C
         seat 0 may not search a1
         seat 0 may search a2
         seat 0: end
         seat 1: draw 0t
         draw 9C
         seat 1: end
         seat 0 may search a1",
    );
    // Once a round is stricter.
    let strict = Fixture::new("once_per=round").put("a1", "WA1", "r1c1").put("b1", "WA1", "r3c3");
    play(
        strict.table(),
        "seat 0: search a1
         draw 2C
         seat 0: end
         seat 1: draw 0t
         draw 9C
         seat 1: end
         seat 0 may not search a1",
    );
}

#[test]
fn fo_t46_drawing_may_be_repeated() {
    proves!("FO-144", "FO-170");
    play(
        turns().tokens(0, 4).table(),
        "seat 0: draw 0t
         draw 2C
         seat 0: draw 0t
         draw 3C
         seat 0: draw 0t
         draw 4C
         seat 0: draw 0t
         draw 5C
         0.tokens is 0
         0.hand is 4",
    );
}

#[test]
fn fo_t47_a_ring_of_passes_ends_the_round_and_tokens_are_lost() {
    proves!("FO-141", "FO-142", "FO-143", "FO-R27", "FO-R28", "FO-100");
    let table =
        turns().tokens(0, 0).tokens(1, 2).hand(0, "2C 3C").hand(1, "2D 3D").with(|s| s.at = 1).table();
    play(
        table,
        "asked seat 1
         seat 1: end
         says seat 0 can do nothing and passes
         says round 1 is over
         1.tokens is 0
         0.stored is 2
         round is 2
         asked seat 0, seat 1",
    );
}

#[test]
fn fo_t48_the_round_ends_when_all_tokens_are_spent() {
    proves!("FO-142");
    play(
        turns().tokens(0, 1).tokens(1, 0).hand(0, "2C 3C").hand(1, "2D 3D").table(),
        "seat 0: draw 0t
         draw 9C
         says round 1 is over",
    );
}

#[test]
fn a_hard_pass_ends_ones_round() {
    proves!("FO-141");
    let hard = |option: &str| {
        Fixture::new(option)
            .put("a1", "WA1", "r1c1")
            .put("b1", "WA1", "r3c3")
            .tokens(0, 2)
            .tokens(1, 2)
            .table()
    };
    let lines = "seat 0: end\nseat 1: draw 0t\ndraw 3C\nseat 1: end\n";
    play(hard("pass=hard"), &format!("{lines}asked seat 1"));
    play(hard("pass=soft"), &format!("{lines}asked seat 0"));
}

#[test]
fn fo_t49_and_t50_treasure_stands_in_for_tokens() {
    proves!("FO-190", "FO-191", "FO-148", "FO-R38");
    let fight = |tokens: u8, treasure: u16| {
        Fixture::new("")
            .put("a1", "WA2 ATK-02 PAS-05", "r1c1")
            .put("b1", "WA1", "r1c1")
            .tokens(0, tokens)
            .treasure(0, treasure)
            .table()
    };
    play(
        fight(0, 3),
        "seat 0 may attack a1 basic 1t
         seat 0 may draw 1t
         seat 0 may not search a1
         seat 0 may not attack a1 basic 0t",
    );
    play(
        fight(1, 2),
        "seat 0 may attack a1 ATK-02 1t
         seat 0 may attack a1 ATK-02 2t
         seat 0 may not attack a1 ATK-02 0t
         seat 0: attack a1 ATK-02 1t
         0.tokens is 0
         0.treasure is 1",
    );
}

#[test]
fn fo_t51_treasure_cannot_pay_reactions() {
    proves!("FO-191", "FO-263");
    let fight = |tokens: u8| {
        Fixture::new("")
            .put("a1", "KN1 REA-01", "r1c1")
            .put("b1", "WA1", "r1c1")
            .tokens(0, tokens)
            .treasure(0, 4)
            .order("10")
            .table()
    };
    let miss = "seat 1: attack b1 basic 0t\ndraw 2C\ndraw 9D\nsays row 2\n";
    play(fight(0), &format!("{miss}asked seat 1"));
    play(fight(1), &format!("{miss}asked seat 0\nseat 0 may react a1 REA-01"));
}

#[test]
fn fo_t52_cards_are_bought_before_the_first_initiative() {
    proves!("FO-025", "FO-190", "FO-R10");
    let table = Fixture::new("")
        .hand(0, "2C 3C 4C 5C 6C")
        .hand(1, "2D 3D 4D 5D 6D")
        .treasure(0, 10)
        .treasure(1, 10)
        .with(|s| {
            s.order.clear();
            s.round = 0;
        })
        .at(setup::Frame::Buy);
    play(
        table,
        "asked seat 0, seat 1
         seat 0: buy 4
         0.treasure is 10     # nothing happens before all have chosen
         seat 1: buy 0
         draw 7C
         draw 8C
         draw 9C
         draw 10C
         0.treasure is 6
         0.hand is 9
         1.hand is 5
         asked seat 0, seat 1",
    );
}

#[test]
fn fo_t53_an_empty_deck_is_made_of_the_discards() {
    proves!("FO-112", "FO-R23");
    let hand = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AD 2D 3D 4D 5D 6D 7D 8D";
    play(
        turns().hand(0, hand).deck(0, "").table(),
        "0.deck is 0
         0.discard is 31
         seat 0: draw 0t
         draw 9S
         0.deck is 30
         0.discard is 0
         0.shown.7H is true    # everybody could count the hand
         0.shown.9S is false",
    );
}
