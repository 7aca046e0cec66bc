//! FO-T81 to FO-T93: expertise, overclock, empower, area attacks, reactions, Second Look, pushes.

use crate::fixture::Fixture;
use kernel::{proves, script::play};

#[test]
fn fo_t81_and_t82_expertise_adds_a_low_card_of_the_right_colour() {
    proves!("FO-277", "FO-206", "FO-R51", "FO-R41");
    let fight = Fixture::new("")
        .put("a1", "RO1 ATK-04", "r1c1")
        .put("b1", "KN1 PAS-02", "r1c1")
        .hand(0, "3H 3S 6H")
        .hand(1, "2S 2D");
    play(
        fight.table(),
        "seat 0: attack a1 ATK-04 0t
         seat 0: deck
         draw 4C
         seat 1: deck
         draw 6D
         seat 0 may not expertise 3S
         seat 0 may not expertise 6H
         seat 0: expertise 3H
         asked seat 1
         seat 1 may not expertise 2D
         seat 1: expertise 2S
         says row 2 of the table, 0 damage
         0.discarded.4C is true
         0.discarded.3H is true
         1.discarded.6D is true
         1.discarded.2S is true",
    );
}

#[test]
fn expertise_is_asked_by_public_facts_only() {
    // The attacker holds no card that fits, and is asked all the same.
    let fight = Fixture::new("").put("a1", "RO1 ATK-04", "r1c1").put("b1", "KN1", "r1c1").hand(0, "9S");
    play(
        fight.table(),
        "seat 0: attack a1 ATK-04 0t
         seat 0: deck
         draw 4C
         draw 6D
         asked seat 0
         seat 0: decline
         says row 2",
    );
}

#[test]
fn fo_t83_and_t84_overclock_adds_red_and_hurts_with_black() {
    proves!("FO-274", "FO-010", "FO-R50");
    let fight = || Fixture::new("").put("a1", "WA1 ATK-05", "r1c1").put("b1", "RG1", "r1c1");
    let lines = "seat 0: attack a1 ATK-05 0t\ndraw 4S\ndraw 9C\n";
    play(fight().table(), &format!("{lines}draw 8D\nsays overclocks: +8\nsays row 1 of the table, 1 damage"));
    play(fight().table(), &format!("{lines}draw 8S\na1.health is 4\nsays row 2 of the table, 0 damage"));
    let choice = Fixture::new("overclock=optional").put("a1", "WA1 ATK-05", "r1c1").put("b1", "RG1", "r1c1");
    play(
        choice.table(),
        &format!("{lines}asked seat 0\nseat 0 may overclock\nseat 0: decline\na1.health is 5"),
    );
}

#[test]
fn fo_t85_an_attack_outlives_its_attacker() {
    proves!("FO-218", "FO-R47", "FO-213", "FO-214");
    play(
        Fixture::new("")
            .put("a1", "WA1 ATK-05", "r1c1")
            .put("a2", "KN1", "r3c3")
            .put("b1", "RG1", "r1c1")
            .health("a1", 1)
            .table(),
        "seat 0: attack a1 ATK-05 0t
         draw 10D
         says attacks with 14
         draw 8H
         draw 2C
         a1.area is removed
         says row 1 of the table, 1 damage
         b1.health is 3",
    );
}

#[test]
fn fo_t86_empower_costs_one_more_and_helps_all_friends() {
    proves!("FO-270", "FO-R49", "FO-260");
    play(
        Fixture::new("")
            .put("a1", "WA1 ATK-15", "r1c1")
            .put("a2", "WA1 ACT-08", "r1c1")
            .put("b1", "RO1", "r1c1")
            .table(),
        "seat 0: empower a1 ATK-15 0t
         0.tokens is 3
         draw 5D
         says attacks with 9
         draw 8C
         says row 3 of the table, 1 damage
         seat 0: use a2 ACT-08 0t
         seat 0: attack a2 basic 0t
         draw 5C
         says attacks with 9     # rally once, not twice
         draw 9D",
    );
}

#[test]
fn fo_t87_an_area_attack_has_one_card_and_separate_answers() {
    proves!("FO-215", "FO-266", "FO-R46");
    play(
        Fixture::new("")
            .put("a1", "KN1 ATK-01", "r1c1")
            .put("b1", "MIN-2", "r1c1")
            .put("b2", "WI1", "r1c1")
            .table(),
        "seat 0: attack a1 ATK-01 0t
         0.tokens is 3
         draw 6C
         seat 1: answer b1
         draw 5D
         draw 8H
         b1.health is 1
         b2.health is 3
         says row 3",
    );
}

#[test]
fn fo_t88_defences_come_in_initiative_order() {
    proves!("FO-216", "FO-410");
    play(
        Fixture::new("seats=3")
            .put("a1", "WI1 ATK-10", "M")
            .put("b1", "KN1", "R2")
            .put("b2", "KN1", "R2")
            .put("c1", "KN1", "R2")
            .hand(1, "2C")
            .hand(2, "2D")
            .order("210")
            .with(|s| s.at = 2)
            .table(),
        "seat 0: attack a1 ATK-10 0t
         draw 9C
         draw 8C                 # high ground: two cards
         seat 0: pick 9C
         asked seat 2
         seat 2: deck
         draw 9H
         asked seat 1
         seat 1: answer b2
         seat 1: hand 2C
         draw 3D                 # the last one answers without a choice
         b2.health is 3
         says row",
    );
}

#[test]
fn fo_t89_reactions_come_in_initiative_order_where_the_mover_now_stands() {
    proves!("FO-262", "FO-263", "FO-410", "FO-R48", "FO-R68");
    play(
        Fixture::new("seats=3")
            .put("a1", "KN1", "R4")
            .put("b1", "RG1 REA-02", "R2")
            .put("c1", "RG1 REA-02", "R6")
            .order("102")
            .with(|s| s.at = 1)
            .table(),
        "seat 0: move a1 r2c2 0t
         seat 0: stop
         asked seat 1
         a1.area is M
         seat 1: react b1 REA-02
         1.tokens is 4
         draw 2C
         draw 9C
         asked seat 2
         seat 2: pass
         asked seat 0",
    );
}

#[test]
fn fo_t90_and_t91_a_riposte_answers_a_miss_of_a_melee_attack() {
    proves!("FO-262", "FO-263", "FO-264", "FO-217");
    let fight = |health: u8| {
        Fixture::new("")
            .put("a1", "WA1 REA-01", "r1c1")
            .put("a2", "KN1", "r3c3")
            .put("b1", "WA1", "r1c1")
            .health("a1", health)
            .tokens(0, 1)
            .order("10")
            .table()
    };
    play(
        fight(5),
        "seat 1: attack b1 basic 0t
         draw 2C
         draw 9D
         asked seat 0
         seat 0: react a1 REA-01
         0.tokens is 0
         draw 9C
         draw 2D
         b1.health is 3         # 12 is more than twice 4
         asked seat 1           # no window follows
         seat 1 may not attack b1 basic 0t",
    );
    play(fight(1), "seat 1: attack b1 basic 0t\ndraw 10C\ndraw 2D\na1.area is removed\nasked seat 1");
}

#[test]
fn fo_t92_a_second_look_once_a_round_at_deck_cards_only() {
    let fight = || {
        Fixture::new("")
            .put("a1", "OR1", "r1c1")
            .put("b1", "WA1", "r1c1")
            .put("b2", "WA1", "r1c1")
            .hand(0, "3C")
            .order("10")
            .table()
    };
    play(
        fight(),
        "seat 1: attack b1 basic 0t
         draw 6C
         seat 0: deck
         draw 2D
         seat 0: redraw
         draw 10S
         says defends with 10
         0.discarded.2D is true
         seat 1: attack b2 basic 0t
         draw 6D
         seat 0: deck
         draw 4D
         says defends with 4     # not again this round",
    );
    play(fight(), "seat 1: attack b1 basic 0t\ndraw 6C\nseat 0: hand 3C\nsays defends with 3");
}

#[test]
fn fo_t93_a_push_goes_where_the_attacker_wants_without_a_check() {
    play(
        Fixture::new("").put("a1", "KN1 ATK-03", "r1c1").put("b1", "RO1", "r1c1").table(),
        "seat 0: attack a1 ATK-03 0t
         draw 9C
         draw 5D
         asked seat 0
         seat 0 may go r1c2
         seat 0: go r2c1
         b1.area is r2c1
         asked seat 0",
    );
}
