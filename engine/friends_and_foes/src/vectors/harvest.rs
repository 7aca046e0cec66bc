//! FO-T94 to FO-T98: nodes, traps, contested areas.

use crate::{fixture::Fixture, rules::harvest};
use kernel::{proves, script::play};

fn crypt() -> Fixture {
    Fixture::new("scenario=SCN-2")
        .put("a1", "KN1", "r1c1")
        .put("a2", "OR1", "r1c1")
        .put("b1", "RO1", "r2c2")
        .hand(0, "2H 3H")
        .hand(1, "2D 3D")
        .tokens(0, 0)
        .tokens(1, 0)
}

#[test]
fn fo_t94_and_t95_treasure_first_then_the_trap() {
    proves!("FO-350", "FO-351", "FO-352", "FO-355", "FO-356", "FO-357", "FO-358", "FO-R58");
    play(
        crypt().at(harvest::Frame::Harvest { place: 0 }),
        "0.treasure is 2
         draw 7S
         asked seat 0
         seat 0 may target a1
         seat 0: target a2
         a2.health is 3",
    );
    play(
        crypt().at(harvest::Frame::Harvest { place: 0 }),
        "draw 7H
         says nothing happens
         0.treasure is 2
         a1.health is 5
         a2.health is 4",
    );
}

#[test]
fn fo_t96_a_trap_may_remove_the_last_before_victory_is_checked() {
    proves!("FO-356", "FO-371", "FO-370", "FO-193");
    play(
        Fixture::new("scenario=SCN-2")
            .put("a1", "KN1", "r1c1")
            .health("a1", 1)
            .put("b1", "RO1", "r3c1")
            .hand(1, "2D 3D")
            .at(harvest::Frame::Harvest { place: 0 }),
        "draw 7S
         a1.area is removed
         0.treasure is 2
         result is 1 last_standing",
    );
}

#[test]
fn fo_t97_three_nodes_of_three_kinds() {
    proves!("FO-353", "FO-354", "FO-355");
    play(
        Fixture::new("")
            .put("a1", "KN1", "r1c1")
            .put("a2", "KN1", "r1c3")
            .put("a3", "KN1", "r2c1")
            .put("b1", "RO1", "r2c3")
            .hand(1, "2D 3D")
            .at(harvest::Frame::Harvest { place: 0 }),
        "0.treasure is 1
         0.stored is 1
         asked chance
         draw 9C
         0.hand is 1",
    );
}

#[test]
fn fo_t98_a_tied_area_pays_nobody() {
    proves!("FO-341", "FO-343");
    play(
        Fixture::new("")
            .put("a1", "KN1", "r2c2")
            .put("b1", "KN1", "r2c2")
            .hand(0, "2D 3D")
            .hand(1, "2D 3D")
            .at(harvest::Frame::Harvest { place: 0 }),
        "0.stored is 0
         1.stored is 0
         round is 2",
    );
}
