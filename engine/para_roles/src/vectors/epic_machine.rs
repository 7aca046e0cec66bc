//! EPIC abilities of the four roles: declaring, charging, taking effect, running, being broken.

use super::{play, round::all_guard};
use crate::{ParaRoles, fixture::Fixture, words::Epic};
use kernel::{Table, proves};

const M1: &str = "4/3/5/2";
const CD: &str = "5/6/4/6";
const CO: &str = "9/6/5/7";
const DG: &str = "8/7/10/9";
const DR: &str = "A/6/10/9";

#[test]
fn tv_31_an_epic_takes_three_turns_and_no_check() {
    proves!("PR-054", "PR-080", "PR-081", "PR-082", "PR-R19", "PR-R20");
    let table = play(
        Fixture::fight(&[M1]).table(),
        "
        allowance is on
        seat 2: epic xxx
        allowance is off
        h2.charge is 1
        discard is 0
        asked seat 0, seat 1, seat 3
        ",
    );
    let table = play(
        play(all_guard(table, "10D JD QD"), "draw KH"),
        "
        round is 2
        seat 2 may not attack e1
        seat 2 may not defend
        seat 2: begin
        h2.charge is 2
        discard is 4
        asked seat 0, seat 1, seat 3
        ",
    );
    play(
        play(all_guard(table, "10S JS QS"), "draw KD"),
        "
        round is 3
        seat 2: begin
        draw 3H
        draw 4H
        draw 5H
        seat 2: enemy e1
        e1.hp is 1
        h2.charge is 0
        discard is 11
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_32_one_epic_for_each_shuffle_and_a_paid_charge_goes_on() {
    proves!("PR-006", "PR-080", "PR-R19", "PR-R58", "PR-R75");
    let table = Fixture::fight(&[M1]).deck("10D JD QD KH 10S JS").table();
    let table = play(table, "seat 2: epic xxx");
    let table = play(
        play(all_guard(table, "10D JD QD"), "draw KH"),
        "
        round is 2
        seat 3 may not epic polymorph
        seat 2: begin
        seat 0: defend
        draw 10S
        allowance is off
        seat 3 may not epic polymorph
        seat 1: defend
        draw JS
        says reshuffled
        deck is 52
        reshuffles is 1
        allowance is on
        seat 3 may epic polymorph
        seat 3: epic polymorph
        allowance is off
        h2.charge is 2
        draw KH
        ",
    );
    play(
        table,
        "
        round is 3
        seat 2: begin
        asked chance
        ",
    );
}

/// The next encounter is an enemy with these cards.
fn meet(table: Table<ParaRoles>, cards: &str) -> Table<ParaRoles> {
    cards.split_whitespace().fold(table, |table, card| play(table, &format!("alive {card}")))
}

#[test]
fn tv_33_two_resurrections_outside_combat_bar_two_combats() {
    proves!("PR-244", "PR-R53");
    let fallen = Fixture::fight(&[]).hero(2, |h| h.hp = 0).hero(3, |h| h.hp = 0).pause(true);
    let table = play(
        fallen,
        "
        seat 0: raise h2
        h2.hp is 6
        lockout is 1
        seat 0: raise h3
        h3.hp is 9
        lockout is 2
        ",
    );
    let locked = "
        combat is on
        allowance is off
        seat 0 may not epic resurrection
        seat 2 may not epic xxx
        seat 2: run trick e1
        draw 2S
        combat is off
    ";
    let table = play(meet(table, "4H 3D 5S 2C"), locked);
    let table = play(meet(table, "5H 4D 3S 3C"), locked);
    play(
        meet(table, "3H 5D 4S 4C"),
        "
        lockout is 0
        allowance is on
        seat 0 may epic resurrection
        seat 2 may epic xxx
        ",
    );
}

#[test]
fn tv_33_a_reshuffle_does_not_lift_the_bar() {
    proves!("PR-006", "PR-080");
    play(
        Fixture::fight(&[M1]).with(|s| s.lockout = 1).deck("10D").table(),
        "
        seat 2 may not epic xxx
        seat 0: defend
        draw 10D
        reshuffles is 1
        allowance is off
        seat 2 may not epic xxx
        ",
    );
}

#[test]
fn tv_34_a_whip_breaks_a_charge() {
    proves!("PR-082", "PR-083", "PR-220", "PR-221", "PR-R14", "PR-R73");
    let table = play(Fixture::fight(&[DG]).table(), "seat 2: epic xxx");
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        die 2
        draw KH
        seat 2: begin
        h2.charge is 2
        ",
    );
    let table = play(
        all_guard(table, "10S JS QS"),
        "
        die 5
        draw 8C
        says succeeds
        draw 9S
        draw 7D
        h2.hp is 5
        h2.stunned is on
        h2.charge is 0
        allowance is off
        ",
    );
    play(
        table,
        "
        seat 2 may not attack e1
        seat 2: begin
        says Damage (h2) loses the turn
        h2.stunned is off
        asked seat 0, seat 1, seat 3
        allowance is off
        ",
    );
}

#[test]
fn tv_35_fear_breaks_charges_but_no_running_epic() {
    proves!("PR-083", "PR-233", "PR-234", "PR-R73");
    let table = play(Fixture::fight(&[DR]).charged(1, Epic::Immunity).table(), "seat 1: begin");
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        die 2
        draw KD
        h1.runs.immunity is on
        seat 0: defend
        draw 7D
        h0.stance is on
        seat 2: epic xxx
        h2.charge is 1
        ",
    );
    play(
        all_guard(table, "10S JS"),
        "
        die 5
        draw 8H
        h0.stunned is off
        h1.stunned is on
        h2.stunned is on
        h3.stunned is on
        h2.charge is 0
        h1.runs.immunity is on
        seat 0 may attack e1
        seat 1: begin
        seat 2: begin
        seat 3: begin
        h2.charge is 0
        h1.runs.immunity is on
        asked seat 0
        ",
    );
}

/// XXX is about to take effect.
fn xxx(enemies: &[&str]) -> Fixture {
    Fixture::fight(enemies).charged(2, Epic::Xxx)
}

#[test]
fn tv_36_three_black_cards_kill_every_enemy() {
    proves!("PR-091");
    play(
        xxx(&[CO, M1]).table(),
        "
        seat 2: begin
        draw 3S
        draw KC
        draw 4S
        says 3 black
        e1.there is off
        e2.there is off
        combat is off
        ",
    );
}

#[test]
fn tv_36_two_black_cards_kill_one() {
    proves!("PR-091");
    play(
        xxx(&[CO, M1]).table(),
        "
        seat 2: begin
        draw 3S
        draw KC
        draw 4H
        seat 2 may enemy e2
        seat 2: enemy e1
        e1.there is off
        e2.hp is 4
        ",
    );
}

#[test]
fn tv_36_one_black_card_takes_half_and_none_takes_three() {
    proves!("PR-091", "PR-R47");
    play(
        xxx(&[CO]).table(),
        "
        seat 2: begin
        draw 3S
        draw 4H
        draw 5D
        seat 2: enemy e1
        e1.hp is 5
        ",
    );
    play(
        xxx(&[CO]).table(),
        "
        seat 2: begin
        draw 2H
        draw 4H
        draw 5D
        seat 2: enemy e1
        e1.hp is 6
        ",
    );
}

#[test]
fn tv_37_one_black_card_takes_at_least_three() {
    proves!("PR-091", "PR-R47");
    play(
        xxx(&[CD]).table(),
        "
        seat 2: begin
        draw 3S
        draw 4H
        draw 5D
        seat 2: enemy e1
        e1.hp is 2
        ",
    );
}

#[test]
fn tv_37_an_enemy_on_guard_is_not_touched() {
    proves!("PR-086", "PR-R48");
    play(
        xxx(&[CD]).foe(1, |f| f.stance = true).table(),
        "
        seat 2: begin
        draw 3S
        draw 4H
        draw 5D
        seat 2: enemy e1
        e1.hp is 5
        ",
    );
    play(
        xxx(&[CD, M1]).foe(1, |f| f.stance = true).table(),
        "
        seat 2: begin
        draw 3S
        draw KC
        draw 4S
        e1.hp is 5
        e2.there is off
        ",
    );
}

#[test]
fn tv_38_immunity_runs_until_the_protector_turns_a_club() {
    proves!("PR-026", "PR-027", "PR-084", "PR-089", "PR-R22", "PR-R24");
    let table = play(
        Fixture::fight(&[M1]).charged(1, Epic::Immunity).table(),
        "
        seat 1: begin
        h1.runs.immunity is on
        ",
    );
    let table = play(
        all_guard(table, "10C JD QD"),
        "
        draw 4D
        says takes no harm: immune
        h1.hp is 8
        discard is 4
        h1.runs.immunity is on
        seat 1: attack e1
        draw 7C
        says ends
        h1.runs.immunity is off
        ",
    );
    play(
        all_guard(table, "10S JS QS"),
        "
        draw 4S
        draw 7D
        h2.hp is 5
        ",
    );
}

#[test]
fn tv_39_resurrection_sets_a_living_or_a_dead_hero_to_full_hp() {
    proves!("PR-090", "PR-243");
    play(
        Fixture::fight(&[M1]).hero(3, |h| h.hp = 2).charged(0, Epic::Resurrection).table(),
        "
        seat 0: begin
        seat 0: hero h3
        h3.hp is 9
        ",
    );
    play(
        Fixture::fight(&[M1]).hero(2, |h| h.hp = 0).charged(0, Epic::Resurrection).table(),
        "
        seat 0: begin
        seat 0: hero h2
        h2.hp is 6
        seat 2 may attack e1
        ",
    );
}

/// Round 2, the enemy's turn; the Healer is down to his last HP.
fn healer_dies() -> Fixture {
    Fixture::fight(&[M1]).hero(0, |h| h.hp = 1).with(|s| s.combat.round = 1).enemies_first()
}

#[test]
fn tv_40_a_dead_healer_raises_himself_in_three_turns() {
    proves!("PR-081", "PR-090", "PR-R52");
    let table = play(
        healer_dies().table(),
        "
        round is 2
        draw 4H
        draw 8H
        h0.hp is 0
        round is 3
        allowance is on
        seat 0 may stay_down
        seat 0 may not attack e1
        seat 0: epic resurrection
        h0.charge is 1
        ",
    );
    let table = play(
        play(all_guard(table, "10D JD QD"), "draw KD"),
        "
        round is 4
        seat 0: begin
        h0.charge is 2
        h0.hp is 0
        ",
    );
    play(
        play(all_guard(table, "10S JS QS"), "draw KS"),
        "
        round is 5
        seat 0: begin
        seat 0 may not hero h1
        seat 0: hero h0
        h0.hp is 7
        ",
    );
}

#[test]
fn tv_40_a_reshuffle_breaks_it() {
    proves!("PR-006", "PR-090", "PR-R52", "PR-R58");
    let table = play(
        healer_dies().deck("4H 8H 10D JD QD KD 10S").table(),
        "
        draw 4H
        draw 8H
        seat 0: epic resurrection
        ",
    );
    let table = play(
        play(all_guard(table, "10D JD QD"), "draw KD"),
        "
        round is 4
        seat 0: begin
        h0.charge is 2
        seat 1: defend
        draw 10S
        says reshuffled
        h0.charge is 0
        ",
    );
    play(
        play(all_guard(table, "JS QS"), "draw KS"),
        "
        round is 5
        h0.hp is 0
        allowance is on
        asked seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn tv_41_polymorph_lays_higher_cards_on_heroes_and_lower_ones_on_enemies() {
    proves!("PR-025", "PR-084", "PR-092", "PR-093", "PR-R22", "PR-R46");
    let table = play(
        Fixture::fight(&[CO]).charged(3, Epic::Polymorph).table(),
        "
        seat 3: begin
        seat 3: mix 1120
        stat 4H
        stat 2D
        stat KS
        stat 3S
        seat 3: lay e1    # 4H
        e1.max is 4
        e1.hp is 4
        seat 3: lay e1    # 2D
        e1.defense is 2
        seat 3 may not lay e1
        seat 3: lay h2    # KS
        h2.attack is 13
        seat 3 may not lay h2
        seat 3: lay e1    # 3S
        e1.attack is 3
        e1.trick is 7
        h3.runs.polymorph is on
        ",
    );
    play(
        all_guard(table, "10D JD QD"),
        "
        die 3
        draw KD
        seat 3: defend
        draw 10C
        h3.runs.polymorph is off
        e1.max is 9
        e1.hp is 4
        e1.defense is 6
        e1.attack is 5
        e1.trick is 7
        h2.attack is 9
        player_deck.H is 2 3 4 5 10 J Q K A
        player_deck.D is 2 3 4 5 10 J Q K A
        player_deck.S is 2 3 4 5 10 J Q K A
        ",
    );
}

#[test]
fn tv_41_a_club_turned_for_defense_ends_it_but_an_enemys_club_does_not() {
    proves!("PR-026", "PR-084", "PR-R22", "PR-R79");
    let table = play(
        Fixture::fight(&[CO]).charged(3, Epic::Polymorph).table(),
        "
        seat 3: begin
        seat 3: mix 0040
        stat KS
        stat 10S
        stat JS
        stat QS
        seat 3: lay h2
        seat 3: put_back
        seat 3: put_back
        seat 3: put_back
        h2.attack is 13
        ",
    );
    play(
        all_guard(table, "10D JD QD"),
        "
        die 1
        draw 4C
        h3.runs.polymorph is on
        draw 5C
        h3.runs.polymorph is off
        h2.attack is 9
        ",
    );
}

#[test]
fn tv_42_a_card_that_fits_nowhere_goes_back_without_a_redraw() {
    proves!("PR-092", "PR-093", "PR-R46");
    play(
        Fixture::fight(&[CO]).charged(3, Epic::Polymorph).table(),
        "
        seat 3: begin
        seat 3: mix 0040
        stat KS
        stat 3S
        stat AS
        stat 5S
        seat 3: lay h2
        seat 3: lay e1
        seat 3: lay h0
        says 5♠ goes back
        player_deck.S is 2 4 5 10 J Q
        asked seat 0, seat 1, seat 2
        ",
    );
}
