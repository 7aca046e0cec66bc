//! EPICs of the prestige classes, third part: TV-107 to TV-111. The named hero sits in the Damage seat.

use super::{
    play,
    prestige::{KING, MINION, fires, placed},
};
use crate::{
    fixture::Fixture,
    state::Place,
    words::{Class, Epic, FoeId, Stat},
};
use kernel::{Seat, proves};

#[test]
fn tv_107_heretic_bane_weakens_an_enemy_until_a_club() {
    proves!("PR-025", "PR-084", "PR-169", "PR-R31", "PR-R41");
    play(
        fires(Class::Inquisitor, Epic::HereticBane, &[KING]).table(),
        "
        seat 2: begin
        seat 2: enemy e1
        e1.max is 9
        e1.defense is 4
        e1.attack is 5
        e1.trick is 6
        e1.hp is 9
        die 1
        draw 5H               # a tie with Attack 5 misses
        says misses
        seat 2: attack e1
        draw 3H
        draw 5D
        e1.hp is 7
        seat 0: attack e1     # one more from the Inquisitor alone
        draw 4H
        draw 2S
        e1.hp is 7
        seat 1: defend
        draw QD
        seat 3: defend
        draw QS
        die 1
        draw KS
        seat 2: defend
        draw KC
        h2.runs.heretic_bane is off
        e1.max is 13
        e1.defense is 8
        e1.attack is 9
        e1.trick is 10
        e1.hp is 7
    ",
    );
}

#[test]
fn tv_107_after_the_club_the_inquisitor_deals_one_again() {
    proves!("PR-084", "PR-169");
    play(
        fires(Class::Inquisitor, Epic::HereticBane, &[KING]).only(&[2]).table(),
        "
        seat 2: begin
        seat 2: enemy e1
        die 1
        draw KH
        seat 2: attack e1
        draw 5C               # the resolution with the club is still covered
        draw 4D
        e1.hp is 7
        h2.runs.heretic_bane is off
        die 1
        draw KD
        seat 2: attack e1
        draw 5H
        draw 8D
        e1.hp is 6
    ",
    );
}

#[test]
fn tv_108_inspiring_poetry_doubles_the_damage_of_all() {
    proves!("PR-059", "PR-170", "PR-R02");
    play(
        fires(Class::Troubadour, Epic::InspiringPoetry, &[MINION]).acting(&[0, 2]).table(),
        "
        seat 2: begin
        seat 0: attack e1
        draw 5S
        draw 3D               # a tie fails
        e1.hp is 2
    ",
    );
}

#[test]
fn tv_108_inspiring_poetry_triples_buffs_and_doubles_only_once() {
    proves!("PR-059", "PR-088", "PR-170", "PR-R32", "PR-R45");
    let fixture =
        fires(Class::Troubadour, Epic::InspiringPoetry, &[MINION]).hero(0, |h| h.double_damage = true);
    play(
        placed(fixture, 3, Place::hero(Seat::new(0), Stat::Attack)).acting(&[0, 2]).table(),
        "
        seat 2: begin
        h0.attack is 9
        seat 0: attack e1
        draw 8S
        draw 3D
        e1.hp is 2
    ",
    );
}

fn grave() -> Fixture {
    fires(Class::Necromancer, Epic::CallOfTheGrave, &[MINION])
}

#[test]
fn tv_109_call_of_the_grave_with_a_heart_doubles_damage() {
    proves!("PR-059", "PR-171");
    play(
        grave().table(),
        "
        seat 2: begin
        draw 7H
        draw KS
        seat 2: attack e1     # TV-01 again
        draw 8H
        draw 3C
        e1.hp is 2
    ",
    );
}

#[test]
fn tv_109_call_of_the_grave_with_a_diamond_takes_all_defense() {
    proves!("PR-171", "PR-R23", "PR-R42");
    play(
        grave().table(),
        "
        seat 2: begin
        draw 7D
        draw KS
        seat 2: attack e1
        draw KH
        e1.hp is 3
        asked seat 0, seat 1, seat 3
    ",
    );
}

#[test]
fn tv_109_call_of_the_grave_with_a_spade_turns_enemies_on_themselves() {
    proves!("PR-171", "PR-R42");
    play(
        grave().table(),
        "
        seat 2: begin
        draw 7S
        draw 4C
        draw 3D               # its own Defense 3: a tie fails
        e1.hp is 3
        h3.hp is 9
        round is 2
    ",
    );
}

#[test]
fn tv_109_call_of_the_grave_with_a_club_stills_enemies_and_goes_on() {
    proves!("PR-084", "PR-171", "PR-R22");
    play(
        grave().table(),
        "
        seat 2: begin
        draw 7C
        h2.runs.call_of_the_grave is on
        round is 2            # the Minion did nothing
        seat 2: defend
        draw KC               # a later club
        h2.runs.call_of_the_grave is off
    ",
    );
}

#[test]
fn tv_110_future_sight_chooses_between_two_cards_of_an_enemy() {
    proves!("PR-172", "PR-R43");
    play(
        fires(Class::Diviner, Epic::FutureSight, &[MINION]).table(),
        "
        seat 2: begin
        draw 4H
        draw KD
        asked seat 2
        seat 2: keep KD
        says misses
        h0.hp is 7
        h1.hp is 8
        round is 2
    ",
    );
}

#[test]
fn tv_110_future_sight_ends_with_two_clubs_of_one_check() {
    proves!("PR-084", "PR-172", "PR-R43");
    play(
        fires(Class::Diviner, Epic::FutureSight, &[MINION]).table(),
        "
        seat 2: begin
        draw 4H
        draw KD
        seat 2: keep KD
        seat 2: attack e1
        draw 5C
        draw 9C
        seat 2: keep 5C
        draw 9D               # one Defense card only
        e1.hp is 3
        h2.runs.future_sight is off
    ",
    );
}

#[test]
fn tv_110_future_sight_goes_on_after_a_single_club() {
    proves!("PR-172", "PR-R43");
    play(
        fires(Class::Diviner, Epic::FutureSight, &[MINION]).table(),
        "
        seat 2: begin
        draw 4H
        draw KD
        seat 2: keep KD
        seat 2: attack e1
        draw 5C
        draw 9H
        seat 2: keep 5C
        draw 9D
        e1.hp is 3
        h2.runs.future_sight is on
        seat 0: attack e1     # each hero's check
        draw KH
        draw 4S
        asked seat 0
        seat 0 may keep 4S
    ",
    );
}

#[test]
fn tv_111_attacks_on_a_hero_in_the_shadows_miss_and_his_red_card_bleeds() {
    proves!("PR-173", "PR-R23", "PR-R44");
    play(
        fires(Class::Assassin, Epic::FromTheShadows, &[MINION]).table(),
        "
        seat 2: begin
        draw 4S
        says misses
        h2.hp is 6
        round is 2
        seat 2: attack e1
        draw 9H               # not below Attack 9, and yet a hit
        draw 5S
        e1.hp is 3
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 3: defend
        draw QC
        draw JH
        e1.hp is 3
        seat 2: begin
        e1.hp is 2
    ",
    );
}

#[test]
fn tv_111_a_black_card_doubles_the_assassins_curses_until_his_next_turn() {
    proves!("PR-173");
    // Defense 5, so that a doubled curse is not lost at the floor of 2.
    let fixture = fires(Class::Assassin, Epic::FromTheShadows, &["4/5/5/2"]);
    play(
        placed(fixture, 2, Place::foe(FoeId::enemy(0), Stat::Defense)).table(),
        "
        e1.defense is 4
        seat 2: begin
        draw KH
        seat 2: attack e1
        draw 9S
        draw 2D
        e1.hp is 4
        e1.defense is 3
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 3: defend
        draw QC
        draw JH
        e1.defense is 3
        seat 2: begin
        e1.defense is 4
        e1.hp is 4
    ",
    );
}

#[test]
fn tv_111_a_club_ends_the_shadows_with_the_turn() {
    proves!("PR-084", "PR-173", "PR-R44");
    let fixture = fires(Class::Assassin, Epic::FromTheShadows, &["4/5/5/2"]);
    play(
        placed(fixture, 2, Place::foe(FoeId::enemy(0), Stat::Defense)).table(),
        "
        seat 2: begin
        draw KH
        seat 2: attack e1
        draw 9C
        e1.defense is 3
        draw 3D               # at Defense 3 a tie fails
        e1.hp is 3
        h2.runs.from_the_shadows is off
        e1.defense is 4
    ",
    );
}
