//! The eight role abilities and the tokens.

use super::{play, round::all_guard};
use crate::{
    fixture::Fixture,
    state::Place,
    words::{Class, FoeId, Side, Stat},
};
use kernel::{Seat, proves};

const M1: &str = "4/3/5/2";
const CD: &str = "5/6/4/6";
const CO: &str = "9/6/5/7";

const fn on_hero(seat: u8, stat: Stat) -> Place {
    Place::hero(Seat::new(seat), stat)
}

/// The Support's tokens lie here, in this order; the others are in the supply.
fn tokens(fixture: Fixture, places: &[Place]) -> Fixture {
    fixture.with(|s| {
        let tokens = &mut s.tokens[Seat::new(3)];
        tokens[4 - places.len()..].copy_from_slice(places);
        tokens.sort_unstable();
    })
}

#[test]
fn tv_18_a_joint_attack_keeps_the_better_of_two_cards_and_stays() {
    proves!("PR-061", "PR-R25", "PR-R26");
    play(
        Fixture::fight(&[M1]).token(1, Side::Joint, 2).table(),
        "
        seat 2: attack e1
        draw KH
        asked chance
        draw 5S
        asked seat 2
        seat 2 may keep KH
        seat 2: keep 5S
        draw 6D
        e1.hp is 3
        discard is 3
        h1.token is joint_attack h2
        ",
    );
}

#[test]
fn tv_19_a_failed_protect_other_leaves_the_token_where_it_is() {
    proves!("PR-053");
    play(
        Fixture::fight(&[M1]).token(1, Side::Joint, 2).table(),
        "
        seat 1: protect_other h3
        draw 6C
        h1.token is joint_attack h2
        ",
    );
}

#[test]
fn tv_19_a_successful_one_turns_it_over_and_moves_it() {
    proves!("PR-011", "PR-053", "PR-063");
    play(
        Fixture::fight(&[M1]).token(1, Side::Joint, 2).table(),
        "
        seat 1: protect_other h3
        draw 5C
        h1.token is protect_other h3
        ",
    );
}

#[test]
fn tv_20_a_cure_gives_one_but_never_more_than_the_maximum() {
    proves!("PR-053", "PR-064");
    let table = play(
        Fixture::fight(&[M1]).hero(3, |h| h.hp = 8).table(),
        "
        seat 0: cure h3
        draw 8S
        h3.hp is 9
        ",
    );
    play(
        play(all_guard(table, "10D JD QD"), "draw KH"),
        "
        seat 0: cure h3
        draw 3D
        says success
        h3.hp is 9
        ",
    );
}

#[test]
fn tv_21_a_boosted_cure_gives_three_and_survives_a_failure() {
    proves!("PR-053", "PR-064", "PR-065");
    let table = play(
        Fixture::fight(&[M1]).hero(1, |h| h.hp = 3).table(),
        "
        seat 0: boost_heal
        draw 5D
        h0.boost_heal is on
        ",
    );
    let table = play(
        play(all_guard(table, "10D JD QD"), "draw KH"),
        "
        seat 0: cure h1
        draw 9C
        h1.hp is 3
        h0.boost_heal is on
        ",
    );
    play(
        play(all_guard(table, "10S JS QS"), "draw KD"),
        "
        seat 0: cure h1
        draw 2H
        h1.hp is 6
        h0.boost_heal is off
        ",
    );
}

#[test]
fn tv_22_double_damage_waits_until_damage_is_dealt() {
    proves!("PR-059", "PR-067", "PR-R32");
    let table = play(
        Fixture::fight(&[M1]).hero(2, |h| h.double_damage = true).table(),
        "
        seat 2: attack e1
        draw 5H
        draw 2D
        e1.hp is 4
        h2.double_damage is on
        ",
    );
    play(
        play(all_guard(table, "10D JD QD"), "draw KH"),
        "
        seat 2: attack e1
        draw 5S
        draw 7D
        e1.hp is 2
        h2.double_damage is off
        ",
    );
}

#[test]
fn tv_23_precise_strike_and_double_damage_work_together() {
    proves!("PR-059", "PR-066", "PR-067");
    play(
        Fixture::fight(&[M1]).hero(2, |h| (h.precise_strike, h.double_damage) = (true, true)).table(),
        "
        seat 2: attack e1
        draw 8C
        e1.hp is 2
        discard is 1
        h2.precise_strike is off
        h2.double_damage is off
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_24_a_stance_dodges_a_precise_strike_and_spends_it() {
    proves!("PR-027", "PR-066", "PR-203", "PR-R24", "PR-R29");
    play(
        Fixture::fight(&[CD])
            .hero(2, |h| (h.precise_strike, h.double_damage) = (true, true))
            .foe(1, |f| f.stance = true)
            .table(),
        "
        seat 2: attack e1
        draw 8C
        says takes no harm: on guard
        e1.hp is 5
        discard is 1
        h2.precise_strike is off
        h2.double_damage is on
        ",
    );
}

#[test]
fn tv_25_a_curse_on_health_cuts_hp_and_gives_none_back() {
    proves!("PR-010", "PR-025", "PR-069", "PR-070", "PR-R31");
    let table = play(
        Fixture::fight(&[CO]).table(),
        "
        seat 3: curse e1 health
        draw 3H
        e1.max is 8
        e1.hp is 8
        h3.supply is 3
        ",
    );
    play(
        all_guard(table, "10D JD QD"),
        "
        die 3
        draw 6C
        seat 3: buff h0 defense
        draw 4H
        seat 3 may from_supply
        seat 3: from e1 health
        e1.max is 9
        e1.hp is 8
        h0.defense is 9
        h3.supply is 3
        ",
    );
}

#[test]
fn tv_26_a_curse_on_health_leaves_hp_below_the_new_maximum_alone() {
    proves!("PR-025", "PR-069", "PR-R31");
    play(
        Fixture::fight(&[CO]).foe(1, |f| f.hp = 5).table(),
        "
        e1.max is 9
        seat 3: curse e1 health
        draw 3H
        e1.max is 8
        e1.hp is 5
        ",
    );
}

#[test]
fn tv_27_a_curse_cannot_push_a_stat_below_two() {
    proves!("PR-024", "PR-069", "PR-R04");
    play(
        Fixture::fight(&[M1]).table(),
        "
        seat 3 may not curse e1 trick
        seat 3 may curse e1 defense
        seat 3: curse e1 defense
        draw 2H
        e1.defense is 2
        e1.trick is 2
        ",
    );
    let cursed = tokens(Fixture::fight(&[M1]), &[Place::foe(FoeId::enemy(0), Stat::Defense)]);
    play(
        cursed.table(),
        "
        e1.defense is 2
        seat 3 may not curse e1 defense
        seat 3 may curse e1 attack
        ",
    );
}

#[test]
fn tv_28_a_buff_on_health_raises_only_the_maximum() {
    proves!("PR-010", "PR-025", "PR-064", "PR-068", "PR-R31");
    let table = play(
        Fixture::fight(&[M1]).table(),
        "
        seat 3: buff h2 health
        draw 3D
        h2.max is 7
        h2.hp is 6
        seat 0: cure h2
        draw 2C
        h2.hp is 7
        ",
    );
    play(
        play(all_guard(table, "10D JD"), "draw KH"),
        "
        seat 3: curse e1 attack
        draw 3H
        seat 3: from h2 health
        h2.max is 6
        h2.hp is 6
        e1.attack is 4
        ",
    );
}

#[test]
fn tv_29_without_supply_a_placed_token_must_be_moved() {
    proves!("PR-070", "PR-R30");
    let places = [
        on_hero(0, Stat::Defense),
        on_hero(1, Stat::Defense),
        on_hero(2, Stat::Attack),
        on_hero(3, Stat::Trick),
    ];
    play(
        tokens(Fixture::fight(&[M1]), &places).table(),
        "
        h3.supply is 0
        seat 3: curse e1 attack
        draw 3H
        asked seat 3
        seat 3 may not from_supply
        seat 3 may from h0 defense
        seat 3 may from h1 defense
        seat 3 may from h2 attack
        seat 3 may from h3 trick
        seat 3: from h2 attack
        e1.attack is 4
        h2.attack is 9
        h0.defense is 9
        h3.supply is 0
        ",
    );
}

#[test]
fn tv_30_a_paramedics_boost_helps_the_healers_cure() {
    proves!("PR-064", "PR-065", "PR-R28");
    play(
        Fixture::fight(&[M1]).class(1, Class::Paramedic).hero(3, |h| h.hp = 3).table(),
        "
        h1.class is paramedic
        seat 1: boost_heal
        draw 5D
        h1.boost_heal is on
        seat 0: cure h3
        draw 8S
        h3.hp is 6
        h1.boost_heal is off
        ",
    );
}
