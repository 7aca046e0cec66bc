//! EPICs of the prestige classes, second part: TV-100 to TV-106. The named hero sits in the Damage seat.

use super::{
    play,
    prestige::{DRAGON, KING, MINION, fires, placed},
};
use crate::{
    state::Place,
    words::{Class, Epic, Stat},
};
use kernel::{Seat, proves};

#[test]
fn tv_100_call_of_the_wild_deals_two_and_knocks_down() {
    proves!("PR-162", "PR-R02", "PR-R23");
    play(
        fires(Class::Shaman, Epic::CallOfTheWild, &[KING]).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 5D
        draw 8H               # a tie with Defense 8 fails
        e1.hp is 11
        e1.knocked_down is on
        seat 0: attack e1
        draw QC               # above Attack 6: who is down is hit
        draw 9S
        e1.hp is 10
        seat 1: defend
        draw QD
        seat 3: defend
        draw QS
        die 1                 # until its own turn
        e1.knocked_down is off
    ",
    );
}

#[test]
fn tv_101_pressure_point_stuns_even_without_damage() {
    proves!("PR-163", "PR-207");
    play(
        fires(Class::Surgeon, Epic::PressurePoint, &[KING]).table(),
        "
        seat 2: begin
        die 1
        draw KH
        seat 2: attack e1
        draw 4S
        draw 2H
        says stops the blow
        e1.hp is 13
        e1.stunned is on
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 3: defend
        draw QC
        says loses the turn
        round is 3
        e1.stunned is off
    ",
    );
}

#[test]
fn tv_102_melodramatic_harmony_heals_and_triples_buffs() {
    proves!("PR-024", "PR-164", "PR-R45");
    let hurt = fires(Class::Bard, Epic::Harmony, &[MINION])
        .hero(0, |h| h.hp = 3)
        .hero(1, |h| h.hp = 0)
        .hero(2, |h| h.hp = 3)
        .hero(3, |h| h.hp = 9);
    play(
        placed(hurt, 3, Place::hero(Seat::new(2), Stat::Attack)).table(),
        "
        h2.attack is 10
        seat 2: begin
        h0.hp is 4
        h1.hp is 0            # the living only
        h2.hp is 4
        h3.hp is 9            # never above the maximum
        h2.attack is 12
        draw KH
        seat 2: begin         # and again on each of his turns
        h0.hp is 5
        h2.hp is 5
        seat 2: attack e1
        draw JH
        draw 9S
        e1.hp is 3
    ",
    );
}

#[test]
fn tv_102_two_sources_do_not_triple_twice() {
    proves!("PR-088", "PR-R45");
    let fixture = fires(Class::Bard, Epic::Harmony, &[MINION])
        .class(0, Class::Troubadour)
        .charged(0, Epic::InspiringPoetry)
        .acting(&[0, 2]);
    play(
        placed(fixture, 3, Place::hero(Seat::new(2), Stat::Attack)).table(),
        "
        seat 2: begin
        h2.attack is 12
        seat 0: begin
        h0.runs.inspiring_poetry is on
        h2.attack is 12
    ",
    );
}

#[test]
fn tv_103_blood_moon_gives_back_what_is_taken() {
    proves!("PR-165");
    let fixture = fires(Class::Warlock, Epic::BloodMoon, &[MINION]);
    play(
        fixture.hero(2, |h| (h.hp, h.double_damage) = (3, true)).table(),
        "
        seat 2: begin
        draw KH
        seat 2: attack e1
        draw 8H
        draw 9S
        e1.hp is 2
        h2.hp is 5
    ",
    );
}

#[test]
fn tv_104_a_hidden_hero_is_no_target_and_strikes_double() {
    proves!("PR-166", "PR-242", "PR-R07", "PR-R38");
    play(
        fires(Class::Druid, Epic::ForestGrowth, &[MINION]).acting(&[0, 2]).table(),
        "
        seat 0 may not hide
        seat 2: begin
        seat 0: hide
        h0.hidden is on
        draw 4H               # even: to the right, to Support
        draw 6H
        h0.hp is 7
        h3.hp is 8
        seat 0: attack e1
        draw 5S
        draw 9D
        e1.hp is 2
        h0.hidden is on
    ",
    );
}

#[test]
fn tv_104_dragon_breath_reaches_a_hidden_hero() {
    proves!("PR-166", "PR-235", "PR-R38");
    play(
        fires(Class::Druid, Epic::ForestGrowth, &[DRAGON]).acting(&[0, 2]).table(),
        "
        seat 2: begin
        seat 0: hide
        die 6
        draw 8C
        h0.hp is 5
    ",
    );
}

#[test]
fn tv_104_everybody_comes_out_when_the_forest_is_gone() {
    proves!("PR-084", "PR-166");
    play(
        fires(Class::Druid, Epic::ForestGrowth, &[MINION]).acting(&[0, 2]).table(),
        "
        seat 2: begin
        seat 0: hide
        draw KH
        seat 2: attack e1
        draw KC
        h2.runs.forest_growth is off
        h0.hidden is off
    ",
    );
}

#[test]
fn tv_105_acupuncture_stuns_or_shields_after_each_action() {
    proves!("PR-167", "PR-207");
    play(
        fires(Class::Monk, Epic::Acupuncture, &[KING]).foe(1, |f| f.boost = Some(3)).table(),
        "
        seat 2: begin
        asked seat 2          # firing is the action
        seat 2: enemy e1
        says is stunned
        round is 2            # the King lost his turn
        seat 2: attack e1
        draw 5H
        draw 3S
        asked seat 2
        seat 2: hero h3
        h3.temporary_hp is 3
        h3.hp is 9
        seat 0: defend
        draw QH
        seat 1: defend
        draw QD
        seat 3: defend
        draw QC
        die 1
        draw 4C
        draw 6D
        says takes 4
        h3.temporary_hp is 0
        h3.hp is 8
    ",
    );
}

#[test]
fn tv_105_a_club_takes_the_needle_and_the_temporary_health_away() {
    proves!("PR-167", "PR-R39");
    play(
        fires(Class::Monk, Epic::Acupuncture, &[MINION]).table(),
        "
        seat 2: begin
        seat 2: hero h3
        h3.temporary_hp is 3
        draw KH
        seat 2: attack e1
        draw 10C
        h2.runs.acupuncture is off
        h3.temporary_hp is 0
        asked seat 0, seat 1, seat 3
    ",
    );
}

#[test]
fn tv_106_a_servant_does_what_he_never_learned() {
    proves!("PR-168", "PR-R40");
    let fixture = fires(Class::Servant, Epic::AsYouWish, &[MINION]).hero(2, |h| h.hp = 4);
    play(
        fixture.table(),
        "
        h2.knows.cure is off
        seat 2: begin
        draw KH
        seat 2 may precise_strike
        seat 2 may run defense e1
        seat 2 may not epic resurrection   # no EPIC of another
        seat 2: cure h2
        draw 9D               # above Trick 8, and yet it works
        h2.hp is 5
        h2.runs.as_you_wish is on
    ",
    );
}

#[test]
fn tv_106_the_club_still_works_and_then_it_is_over() {
    proves!("PR-084", "PR-168", "PR-R22");
    let fixture = fires(Class::Servant, Epic::AsYouWish, &[MINION]).hero(2, |h| h.hp = 4);
    play(
        fixture.table(),
        "
        seat 2: begin
        draw KH
        seat 2: cure h2
        draw KC
        h2.hp is 5
        h2.runs.as_you_wish is off
    ",
    );
}

#[test]
fn tv_106_a_wished_attack_passes_a_stance() {
    proves!("PR-R40", "PR-203");
    play(
        fires(Class::Servant, Epic::AsYouWish, &["5/6/4/6"]).table(),
        "
        seat 2: begin
        die 3
        draw 5S
        e1.stance is on
        seat 2: attack e1
        draw QH
        e1.hp is 4            # no Defense card
        asked seat 0, seat 1, seat 3
    ",
    );
}

#[test]
fn tv_106_nobody_left_to_ask_leaves_a_servant_to_himself() {
    proves!("PR-021", "PR-203");
    play(
        fires(Class::Servant, Epic::AsYouWish, &["5/6/4/6"]).only(&[2]).table(),
        "
        seat 2: begin
        die 3
        draw 5S
        e1.stance is on
        seat 2 may not cure h2
        seat 2 may boost_heal
        seat 2: attack e1
        draw QH
        says misses
        e1.hp is 5
    ",
    );
}
