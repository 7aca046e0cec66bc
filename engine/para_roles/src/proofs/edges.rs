//! Corners of combat where two rules meet: covers and what falls on them, EPICs that meet, guards, charms and stuns.

use super::creature::beside;
use crate::{
    ParaRoles,
    fixture::Fixture,
    state::{Charge, Charging, State},
    vectors::{play, round::all_guard},
    words::{Class, Epic, FoeId},
};
use kernel::{Card, Seat, Table, proves};
use std::sync::Arc;

const MINION: &str = "4/3/5/2";
const DEFENDER: &str = "5/6/4/6";
const COMMANDER: &str = "9/6/5/7";
const DEMON_GUARD: &str = "8/7/10/9";
const PRINCE: &str = "7/4/J/8";
const QUEEN: &str = "Q/7/9/8";
const KING: &str = "K/8/9/10";

/// The table with something changed in mid-game.
pub(super) fn changed(table: &Table<ParaRoles>, change: impl FnOnce(&mut State)) -> Table<ParaRoles> {
    let mut state = *table.state();
    change(&mut state);
    Table::at(Arc::clone(table.game()), state)
}

/// Cards of beaten enemies lie in the Graveyard.
fn bury(s: &mut State, cards: &str) {
    for card in cards.split_whitespace().map(|c| c.parse::<Card>().expect("a card such as 9H")) {
        s.alive[card.suit().index()].remove(card.rank());
        s.graveyard[card.suit().index()].insert(card.rank());
    }
}

/// The Damage seat has this class, and its EPIC takes effect as soon as it begins its turn, the last of round 1.
fn fires(class: Class, epic: Epic, enemies: &[&str]) -> Fixture {
    Fixture::fight(enemies).class(2, class).charged(2, epic).acting(&[2])
}

/// One enemy covers another, both given by their numbers.
fn covering(fixture: Fixture, by: u8, covered: u8) -> Fixture {
    fixture.foe(by, |f| f.covers = Some(FoeId::enemy(covered - 1)))
}

// --- guards

#[test]
fn an_undead_guard_never_takes_a_turn_also_in_a_fight_where_another_enemy_is_gone() {
    proves!("PR-044", "PR-231", "PR-R17");
    let table = play(
        Fixture::fight(&[MINION, KING]).foe(1, |f| f.hp = 1).acting(&[2]).table(),
        "
        seat 2: attack e1
        draw 8H
        draw 9S
        e1.there is off
        die 6
        draw 5D
        dead 4H
        dead 3D
        e1.there is off       # the place of the one who had a turn stays empty
        e3.kind is undead_guard
        e3.hp is 4
        round is 2
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        die 1
        says King of the Dead
        draw KH
        round is 3            # the King alone had a turn
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn two_kings_with_a_guard_each_fit_on_the_table_and_each_guard_covers_its_own() {
    proves!("PR-230", "PR-231", "PR-R17", "PR-R80");
    let kings = Fixture::fight(&[KING, "10/9/8/K"]).with(|s| bury(s, "9H 7H 5D 3D"));
    let table = play(
        kings.enemies_first().table(),
        "
        e1.kind is king_of_the_dead
        e2.kind is king_of_the_dead
        die 6
        draw 5D
        dead 9H
        dead 5D
        die 6
        draw 6D
        dead 7H
        dead 3D
        e3.kind is undead_guard
        e4.kind is undead_guard
        round is 2
        seat 2: attack e1
        draw 8H
        draw 9S
        e3.hp is 8
        e1.hp is 13
        seat 1: attack e2
        draw 3H
        draw 9C
        e4.hp is 6
        e2.hp is 10
        ",
    );
    play(
        all_guard(table, "10D JD"),
        "
        die 1
        draw KH
        die 6                 # with a guard before him he boosts instead
        draw KS
        e2.pending is damage_boost
        round is 3            # four enemies, two turns
        ",
    );
}

// --- whoever covers takes it

#[test]
fn spiked_armor_hurts_the_defender_who_covers_the_attacker() {
    proves!("PR-324", "PR-R27", "PR-R62");
    let fixture = covering(Fixture::fight(&[MINION, DEFENDER]), 2, 1);
    play(
        fixture.with(|s| s.items.spiked_armor = Some(Seat::new(1))).enemies_first().table(),
        "
        draw 4D
        draw 2S               # stopped, and the spikes prick all the same
        h1.hp is 8
        e1.hp is 4
        e2.hp is 4
        ",
    );
}

#[test]
fn en_garde_hurts_the_defender_who_covers_the_attacker() {
    proves!("PR-159", "PR-R27", "PR-R62");
    play(
        covering(fires(Class::Duelist, Epic::EnGarde, &[MINION, DEFENDER]), 2, 1).table(),
        "
        seat 2: begin
        draw 5S               # misses
        h2.hp is 6
        e1.hp is 4
        e2.hp is 3
        ",
    );
}

#[test]
fn area_damage_to_a_defender_and_its_fellow_is_the_same_in_either_place() {
    proves!("PR-155", "PR-161", "PR-R27");
    for (enemies, fellow, defender) in [([MINION, DEFENDER], 1, 2), ([DEFENDER, MINION], 2, 1)] {
        let fight = |class, epic, hp| {
            covering(fires(class, epic, &enemies), defender, fellow).foe(defender, |f| f.hp = hp).table()
        };
        let aura = play(
            fight(Class::DarkKnight, Epic::UnholyAura, 5),
            &format!("seat 2: begin\ne{defender}.hp is 3\ne{fellow}.hp is 4"),
        );
        let next = play(aura, "draw KH\ndie 1\ndraw QH\nround is 2");
        play(next, &format!("seat 2: begin\ne{defender}.hp is 1\ne{fellow}.hp is 4"));
        // Its own 3 are all it has; those of its fellow are its own all the same.
        play(
            fight(Class::Saboteur, Epic::DirtyBomb, 3),
            &format!(
                "seat 2: begin\ne{defender}.there is off\nseat 2: enemy e{fellow}\ndraw 6H\ne{fellow}.hp is 4"
            ),
        );
    }
}

#[test]
fn a_defender_misled_into_striking_the_fellow_it_covers_does_not_step_into_its_own_blow() {
    proves!("PR-327", "PR-R62", "PR-R80");
    let fixture = covering(Fixture::fight(&[MINION, DEFENDER]).acting(&[2]), 2, 1);
    play(
        beside(fixture, QUEEN).table(),
        "
        seat 2: command seductive_smile e2
        draw 5D
        e2.misled is on
        draw KH               # the Minion misses
        draw 3H
        says strikes at Minion of Darkness (e1)
        draw 9S               # the Minion's Defense, not the Defender's
        e1.hp is 3
        e2.hp is 5
        ",
    );
}

// --- EPICs

#[test]
fn a_cursed_riposte_does_not_hurt_an_evacuated_hero() {
    proves!("PR-151", "PR-223", "PR-R15", "PR-R34");
    for (evacuated, left) in [("h0 h3", 7), ("h3 h0", 7), ("h1 h3", 6)] {
        let fixture = Fixture::fight(&[PRINCE]).class(2, Class::Paramedic).charged(2, Epic::MedicalEvac);
        play(
            fixture.foe(1, |f| f.riposte = true).table(),
            &format!(
                "
                seat 2: begin
                seat 2: evacuate {evacuated}
                seat 0: attack e1
                draw 3H
                draw 9S
                e1.hp is 6
                e1.riposte is off
                h0.hp is {left}
                "
            ),
        );
    }
}

#[test]
fn the_assassins_bleed_does_not_hurt_an_enemy_that_is_on_guard_by_then() {
    proves!("PR-173", "PR-R48");
    for (card, stance, left) in [("5D", "on", 8), ("8D", "off", 7)] {
        let table = play(
            fires(Class::Assassin, Epic::FromTheShadows, &[COMMANDER]).table(),
            "
            seat 2: begin
            die 1
            draw KH
            seat 2: attack e1
            draw 9H               # red: it bleeds
            draw 8S
            e1.hp is 8
            ",
        );
        let table = play(
            all_guard(table, "10D JD QD"),
            &format!("die 3\ndraw {card}\ne1.stance is {stance}\ne1.hp is 8"),
        );
        play(table, &format!("seat 2: begin\ne1.hp is {left}"));
    }
}

#[test]
fn a_heart_of_the_grave_doubles_what_xxx_and_an_unholy_aura_do_to_enemies() {
    proves!("PR-091", "PR-155", "PR-171", "PR-R42");
    let grave = || Fixture::fight(&[KING]).class(2, Class::Necromancer).charged(2, Epic::CallOfTheGrave);
    play(
        grave().charged(0, Epic::Xxx).table(),
        "
        seat 2: begin
        draw 7H
        seat 0: begin
        draw 2H
        draw 4H
        draw 5D
        seat 0: enemy e1
        e1.hp is 7            # 3 counts 6
        ",
    );
    let aura = grave().class(1, Class::DarkKnight).charged(1, Epic::UnholyAura).acting(&[1, 2]);
    play(
        aura.table(),
        "
        seat 2: begin
        draw 7H
        seat 1: begin
        e1.hp is 11
        die 1
        draw KH
        round is 2
        seat 1: begin
        e1.hp is 9
        ",
    );
}

#[test]
fn a_monk_with_acupuncture_running_who_fires_another_epic_still_names_somebody() {
    proves!("PR-091", "PR-167");
    let table = play(
        fires(Class::Monk, Epic::Acupuncture, &[KING]).table(),
        "
        seat 2: begin
        seat 2: hero h0
        h0.temporary_hp is 3
        die 1
        draw KH
        round is 2
        ",
    );
    let charge = Charge { what: Charging::Epic(Epic::Xxx), turns: 2 };
    play(
        changed(&table, |s| s.heroes[Seat::new(2)].charge = Some(charge)),
        "
        seat 2: begin
        draw 2H
        draw 4H
        draw 5D
        seat 2: enemy e1
        e1.hp is 10
        asked seat 2          # firing was his action
        seat 2: hero h3
        h3.temporary_hp is 3
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn a_knocked_down_enemy_is_hit_by_others_until_its_turn_though_the_shamans_card_was_a_club() {
    proves!("PR-084", "PR-162", "PR-R22");
    let table = play(
        fires(Class::Shaman, Epic::CallOfTheWild, &[KING]).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 5C
        draw 8H
        e1.hp is 11
        h2.runs.call_of_the_wild is off
        e1.knocked_down is on
        seat 0: attack e1
        draw QS               # hits by itself
        draw 9S
        e1.hp is 10
        ",
    );
    play(
        all_guard(table, "10D JD"),
        "
        die 1
        draw KD
        e1.knocked_down is off
        seat 0: attack e1
        draw QD
        says misses
        ",
    );
}

#[test]
fn a_hit_on_an_enemy_on_guard_neither_stuns_nor_knocks_down() {
    proves!("PR-086", "PR-203", "PR-R48");
    for (class, epic) in [(Class::Surgeon, Epic::PressurePoint), (Class::Shaman, Epic::CallOfTheWild)] {
        play(
            fires(class, epic, &[COMMANDER]).table(),
            "
            seat 2: begin
            die 3
            draw 5D
            e1.stance is on
            seat 2: attack e1
            draw 8H
            says takes no harm: on guard
            e1.hp is 9
            e1.stunned is off
            e1.knocked_down is off
            ",
        );
    }
}

#[test]
fn under_all_for_one_heroes_out_of_reach_are_not_offered_to_take_a_hit() {
    proves!("PR-151", "PR-153", "PR-R35");
    let fixture = fires(Class::Paramedic, Epic::MedicalEvac, &[MINION]);
    play(
        fixture.class(1, Class::Musketeer).charged(1, Epic::AllForOne).acting(&[1, 2]).table(),
        "
        seat 1: begin
        seat 2: begin
        seat 2: evacuate h0 h3
        draw 4D
        asked seat 0, seat 1, seat 2, seat 3
        seat 0 may hero h1
        seat 0 may hero h2
        seat 0 may not hero h0
        seat 0 may not hero h3
        seat 0: hero h2
        draw KD
        h2.hp is 5
        h1.hp is 8
        ",
    );
}

// --- charms and stuns

#[test]
fn a_charmed_hero_with_no_other_living_hero_turns_no_card() {
    proves!("PR-225", "PR-R09");
    play(
        Fixture::fight(&[QUEEN]).only(&[2]).enemies_first().table(),
        "
        die 5
        draw 5S
        says nobody can be reached
        round is 2
        h2.charmed is off
        deck is 51
        asked chance
        die 2                 # his turn is over: the Queen is next
        draw KD
        round is 3
        asked seat 2
        ",
    );
}

#[test]
fn a_charmed_hero_acts_normally_if_the_queen_falls_at_the_start_of_his_turn() {
    proves!("PR-155", "PR-225");
    let fixture = fires(Class::DarkKnight, Epic::UnholyAura, &[QUEEN, MINION]);
    play(
        fixture.foe(1, |f| f.hp = 2).table(),
        "
        seat 2: begin
        e1.hp is 1
        e2.hp is 3
        draw KH
        die 5
        draw 5S
        round is 2
        e1.there is off
        e2.hp is 2
        h2.charmed is off
        asked seat 2
        seat 2: attack e2
        draw 8H
        draw 9S
        e2.hp is 1
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn a_stunned_creature_makes_its_summoner_lose_the_turn() {
    proves!("PR-221", "PR-R14");
    let fixture = beside(Fixture::fight(&[DEMON_GUARD]), DEFENDER)
        .with(|s| s.foe_mut(FoeId::CREATURE).covers_hero = Some(Seat::new(0)));
    play(
        fixture.enemies_first().table(),
        "
        die 5
        draw 8C
        draw 9H               # the whip is meant for the Healer
        draw 2D               # the creature takes it, and stops it
        c1.stunned is on
        h0.stunned is off
        seat 2 may not command attack e1
        seat 2: begin
        says loses the turn
        c1.stunned is off
        asked seat 0, seat 1, seat 3
        ",
    );
}
