//! Chaotic Defender, Unlucky Trickster and pHool of Destruction.

use super::{play, round::all_guard};
use crate::{fixture::Fixture, words::FoeId};
use kernel::proves;

const M1: &str = "4/3/5/2";
const CD: &str = "5/6/4/6";
const TR: &str = "6/5/7/7";
const PH: &str = "8/4/6/7";

/// An enemy that holds so many stolen treasures.
fn holding(enemy: &str, stolen: u8) -> Fixture {
    Fixture::fight(&[enemy]).foe(1, |f| f.stolen = stolen).with(|s| s.treasure_deck -= stolen)
}

// --- Chaotic Defender

#[test]
fn tv_43_an_enemy_on_guard_takes_no_damage() {
    proves!("PR-027", "PR-203", "PR-211", "PR-R24");
    play(
        Fixture::fight(&[CD]).enemies_first().table(),
        "
        e1.kind is chaotic_defender
        die 3
        draw 5S
        e1.stance is on
        seat 2: attack e1
        draw 8H
        says takes no harm: on guard
        e1.hp is 5
        discard is 2
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_44_a_failed_defend_self_is_not_repeated() {
    proves!("PR-201", "PR-203", "PR-211", "PR-R12");
    let table = play(
        Fixture::fight(&[CD]).enemies_first().table(),
        "
        die 4
        draw 6D
        e1.stance is off
        e1.pending is nothing
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        die 1
        says rolls 1
        ",
    );
}

#[test]
fn tv_45_the_weaker_acts_first_and_a_defender_takes_what_is_meant_for_it() {
    proves!("PR-044", "PR-206", "PR-212", "PR-R27", "PR-R50", "PR-R80");
    play(
        Fixture::fight(&[CD, M1]).enemies_first().table(),
        "
        draw KH
        says (e2) misses
        die 5
        draw 4C
        e1.covers is e2
        seat 2: attack e2
        draw 7S
        says (e1) takes it for
        draw 6H
        e1.hp is 4
        e2.hp is 4
        ",
    );
}

#[test]
fn tv_46_a_defender_that_covers_already_defends_itself() {
    proves!("PR-203", "PR-212");
    play(
        Fixture::fight(&[CD, M1]).foe(1, |f| f.covers = Some(FoeId::enemy(1))).enemies_first().table(),
        "
        draw KH
        die 6
        says instead
        draw 3H
        e1.stance is on
        e1.covers is e2
        e1.pending is nothing
        ",
    );
}

#[test]
fn tv_46_a_lone_defender_defends_itself() {
    proves!("PR-203", "PR-212");
    play(
        Fixture::fight(&[CD]).enemies_first().table(),
        "
        die 5
        says instead
        draw 3H
        e1.stance is on
        ",
    );
}

#[test]
fn tv_47_a_failed_defend_other_is_tried_again_without_a_roll() {
    proves!("PR-012", "PR-204", "PR-205", "PR-212", "PR-R12");
    let table = play(
        Fixture::fight(&[CD, M1]).enemies_first().table(),
        "
        draw KH
        die 5
        draw 9S
        e1.covers is nobody
        e1.pending is defend_other
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        draw KC
        says without a roll
        draw 2D
        e1.covers is e2
        e1.pending is nothing
        ",
    );
}

#[test]
fn tv_47_with_the_fellow_gone_it_defends_itself_and_nothing_is_pending() {
    proves!("PR-205", "PR-212", "PR-R12");
    let table = play(
        Fixture::fight(&[CD, M1]).foe(2, |f| f.hp = 1).enemies_first().table(),
        "
        draw KH
        die 5
        draw 9S
        e1.pending is defend_other
        seat 2: attack e2
        draw 7S
        draw 9H
        e2.there is off
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        draw 5H
        e1.stance is on
        e1.pending is nothing
        ",
    );
    play(
        all_guard(table, "10S JS QS KS"),
        "
        die 1
        ",
    );
}

// --- Unlucky Trickster

#[test]
fn tv_48_a_trickster_takes_from_the_largest_stack_then_a_hit_point() {
    proves!("PR-204", "PR-213", "PR-214", "PR-R08", "PR-R10");
    let table = play(
        Fixture::fight(&[TR])
            .hero(2, |h| h.treasure = [0, 1, 2, 0])
            .with(|s| s.treasure_deck -= 3)
            .enemies_first()
            .table(),
        "
        h2.attack is 11
        die 5
        draw 6S
        h2.treasure.attack is 1
        h2.treasure.defense is 1
        h2.attack is 10
        e1.stolen is 1
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD KD"),
        "
        die 5
        draw 3S
        h2.treasure.defense is 0
        h2.treasure.attack is 1
        e1.stolen is 2
        ",
    );
    let table = play(
        all_guard(table, "10H JH QH KH"),
        "
        die 6
        draw 5S
        h2.treasure is 0
        h2.attack is 9
        e1.stolen is 3
        h2.hp is 6
        ",
    );
    play(
        all_guard(table, "10C JC QC KC"),
        "
        die 6
        draw 2S
        h2.hp is 5
        e1.stolen is 3
        ",
    );
}

#[test]
fn tv_49_a_hero_on_guard_loses_neither_treasure_nor_hp() {
    proves!("PR-052", "PR-213", "PR-214");
    let poor = Fixture::fight(&[TR]);
    let rich = Fixture::fight(&[TR]).hero(3, |h| h.treasure[3] = 1).with(|s| s.treasure_deck -= 1);
    for (fixture, treasure) in [(poor, 0), (rich, 1)] {
        let table = play(
            fixture.table(),
            "
            seat 3: defend
            draw 5D
            ",
        );
        let table = play(
            all_guard(table, "10D JD QD"),
            "
            die 6
            draw 4C
            h3.hp is 9
            e1.stolen is 0
            e1.pending is nothing
            ",
        );
        play(table, &format!("h3.treasure is {treasure}"));
    }
}

#[test]
fn tv_50_a_stolen_health_treasure_lowers_the_maximum() {
    proves!("PR-025", "PR-214", "PR-R31");
    play(
        Fixture::fight(&[TR])
            .hero(0, |h| (h.treasure[0], h.hp) = (1, 8))
            .with(|s| s.treasure_deck -= 1)
            .enemies_first()
            .table(),
        "
        h0.max is 8
        die 5
        draw 3H
        h0.treasure is 0
        h0.max is 7
        h0.hp is 7
        ",
    );
}

#[test]
fn tv_51_a_failed_steal_is_tried_again() {
    proves!("PR-012", "PR-205", "PR-213", "PR-214");
    let table = play(
        Fixture::fight(&[TR]).enemies_first().table(),
        "
        die 5
        draw 7H
        h0.hp is 7
        e1.pending is steal_treasure
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        draw 4H
        h0.hp is 6
        e1.pending is nothing
        ",
    );
}

#[test]
fn tv_52_stolen_treasure_of_a_beaten_trickster_is_handed_out_again() {
    proves!("PR-215", "PR-280");
    play(
        holding(TR, 3).foe(1, |f| f.hp = 1).table(),
        "
        treasure_deck is 49
        seat 2: attack e1
        draw 3S
        draw 9H
        e1.there is off
        draw KH
        seat 0: treasure h0 attack
        treasure_deck is 48
        seat 0: treasure h1 health
        seat 2: treasure h1 defense
        seat 3: treasure h3 trick
        h0.treasure is 1
        h1.treasure is 2
        h2.treasure is 0
        h3.treasure is 1
        treasure_deck is 48
        treasure_lost is 0
        combat is off
        ",
    );
}

#[test]
fn tv_52_it_stays_out_of_play_if_the_party_flees() {
    proves!("PR-056", "PR-215", "PR-R57");
    play(
        holding(TR, 3).table(),
        "
        seat 2: run trick e1
        draw 7S
        combat is off
        treasure_lost is 3
        treasure_deck is 49
        h0.treasure is 0
        fled is 1
        beaten is 0
        escaped.H is 6
        escaped.D is 5
        escaped.S is 7
        escaped.C is 7
        graveyard.H is empty
        ",
    );
}

// --- pHool of Destruction

#[test]
fn tv_53_a_phool_that_holds_nothing_steals_instead_of_destroying() {
    proves!("PR-205", "PR-214", "PR-216", "PR-217");
    play(
        Fixture::fight(&[PH]).enemies_first().table(),
        "
        die 5
        says instead
        draw 6H
        h0.hp is 6
        ",
    );
    let table = play(
        Fixture::fight(&[PH]).enemies_first().table(),
        "
        die 5
        draw 8H
        h0.hp is 7
        e1.pending is steal_treasure
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        draw 4H
        h0.hp is 6
        ",
    );
}

#[test]
fn tv_54_a_black_card_destroys_a_held_treasure_and_a_red_one_does_nothing() {
    proves!("PR-008", "PR-216", "PR-217", "PR-R11");
    let table = play(
        holding(PH, 2).enemies_first().table(),
        "
        treasure_deck is 50
        die 6
        draw KS
        e1.stolen is 1
        treasure_deck is 51
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD KD"),
        "
        die 5
        draw QH
        e1.stolen is 1
        treasure_deck is 51
        e1.pending is nothing
        ",
    );
    play(
        all_guard(table, "10S JS QS KC"),
        "
        die 1
        ",
    );
}

#[test]
fn tv_55_what_a_phool_holds_is_destroyed_if_the_party_flees() {
    proves!("PR-008", "PR-216", "PR-R57");
    play(
        holding(PH, 1).table(),
        "
        treasure_deck is 51
        seat 2: run trick e1
        draw 7S
        combat is off
        treasure_deck is 52
        treasure_lost is 0
        ",
    );
}
