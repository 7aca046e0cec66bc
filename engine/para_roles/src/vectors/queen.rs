//! The Dread Queen and what a charmed hero does for her.

use super::{play, round::all_guard};
use crate::{fixture::Fixture, words::Epic};
use kernel::proves;

const DQ: &str = "Q/7/9/8";

#[test]
fn tv_66_a_charmed_hero_attacks_another_before_all_others_act() {
    proves!("PR-040", "PR-204", "PR-224", "PR-225", "PR-R08");
    play(
        Fixture::fight(&[DQ]).enemies_first().table(),
        "
        e1.kind is dread_queen
        die 5
        draw 5S
        says Damage (h2) is charmed
        round is 2
        asked chance
        draw 8D
        says Damage (h2) strikes at Protector (h1)
        draw 10H
        h1.hp is 7
        h2.charmed is off
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_66_the_charm_ends_with_that_attack() {
    proves!("PR-225");
    let table = play(
        Fixture::fight(&[DQ]).enemies_first().table(),
        "
        die 5
        draw 5S
        draw 8D
        draw 10H
        ",
    );
    play(
        all_guard(table, "10D JD QD"),
        "
        die 2
        draw KD
        round is 3
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn tv_67_his_own_suit_walks_on() {
    proves!("PR-225", "PR-R07", "PR-R09");
    let charmed = || play(Fixture::fight(&[DQ]).enemies_first().table(), "die 5\ndraw 5S");
    play(
        charmed(),
        "
        draw 6S
        says Damage (h2) strikes at Protector (h1)
        draw 9H
        h1.hp is 7
        h2.hp is 6
        ",
    );
    play(
        charmed(),
        "
        draw 7S
        says Damage (h2) strikes at Support (h3)
        draw 6H
        h3.hp is 8
        h2.hp is 6
        ",
    );
}

#[test]
fn tv_68_a_hero_on_guard_is_not_charmed() {
    proves!("PR-052", "PR-224", "PR-225");
    let table = play(Fixture::fight(&[DQ]).table(), "seat 0: defend\ndraw 7D");
    play(
        all_guard(table, "10D JD QD"),
        "
        die 6
        draw 4H
        h0.charmed is off
        e1.pending is nothing
        round is 2
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn tv_69_a_charmed_resurrection_heals_the_queen() {
    proves!("PR-226", "PR-R21");
    play(
        Fixture::fight(&[DQ])
            .with(|s| s.combat.round = 1)
            .charged(0, Epic::Resurrection)
            .hero(3, |h| h.hp = 2)
            .foe(1, |f| f.hp = 4)
            .enemies_first()
            .table(),
        "
        round is 2
        die 5
        draw 5H
        says turned against the party
        round is 3
        e1.hp is 12
        h3.hp is 2
        h0.charge is 0
        asked seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn tv_70_a_charm_breaks_a_charge_that_was_not_about_to_fire() {
    proves!("PR-082", "PR-225");
    let table = play(Fixture::fight(&[DQ]).table(), "seat 3: epic polymorph");
    play(
        all_guard(table, "10D JD QD"),
        "
        die 5
        draw 5C
        says Support (h3) is interrupted
        h3.charge is 0
        draw 3H
        draw 8D
        h0.hp is 6
        asked seat 0, seat 1, seat 2
        h3.runs.polymorph is off
        allowance is off
        ",
    );
}

#[test]
fn tv_71_a_charmed_xxx_strikes_the_hero_a_fourth_card_names() {
    proves!("PR-091", "PR-226", "PR-R21");
    play(
        Fixture::fight(&[DQ]).charged(2, Epic::Xxx).enemies_first().table(),
        "
        die 5
        draw 5S
        draw 3S
        draw 9D
        draw JH
        says 1 black
        asked chance
        draw 8C
        h3.hp is 5
        e1.hp is 12
        h0.hp is 7
        h1.hp is 8
        h2.hp is 6
        ",
    );
}

#[test]
fn tv_72_a_charmed_immunity_covers_the_protector_and_the_queen() {
    proves!("PR-084", "PR-089", "PR-226", "PR-R21", "PR-R22");
    let table = play(
        Fixture::fight(&[DQ]).charged(1, Epic::Immunity).enemies_first().table(),
        "
        die 5
        draw 5D
        says turned against the party
        h1.turned.immunity is on
        asked seat 0, seat 2, seat 3
        seat 2: attack e1
        draw 8H
        says takes no harm: immune
        e1.hp is 12
        ",
    );
    let table = play(
        all_guard(table, "10D JD"),
        "
        die 1
        draw 4D
        says Protector (h1) takes no harm: immune
        h1.hp is 8
        ",
    );
    let table = play(
        all_guard(table, "10S JS QS KS"),
        "
        die 1
        draw 4H
        draw 8D
        h0.hp is 6
        h1.runs.immunity is on
        seat 1: attack e1
        draw KC
        h1.runs.immunity is off
        h1.turned.immunity is off
        seat 2: attack e1
        draw 3S
        draw 9H
        e1.hp is 11
        ",
    );
    play(
        all_guard(table, "10H JH"),
        "
        die 1
        draw 3D
        draw 9C
        h1.hp is 7
        ",
    );
}

#[test]
fn tv_72_the_other_heroes_can_still_be_hurt() {
    proves!("PR-226", "PR-R21");
    for (named, defense, hero, left) in [("4H", "8D", "h0", 6), ("4S", "7D", "h2", 5), ("4C", "6D", "h3", 8)]
    {
        let table = play(
            Fixture::fight(&[DQ]).charged(1, Epic::Immunity).enemies_first().table(),
            "
            die 5
            draw 5D
            ",
        );
        let table = all_guard(table, "10D JD QD");
        play(table, &format!("die 1\ndraw {named}\ndraw {defense}\n{hero}.hp is {left}"));
    }
}
