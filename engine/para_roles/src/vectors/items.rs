//! Legendary items and Minion Madness: TV-120 to TV-125.

use super::{king::guarded, play};
use crate::{
    fixture::Fixture,
    options::{Campaign, Options, Scenario},
    state::{Charge, Charging, Items},
    words::Side,
};
use kernel::{Seat, proves};

const MINION: &str = "4/3/5/2";
const KING: &str = "K/8/9/10";
const DRAGON: &str = "A/6/10/9";

fn bears(fixture: Fixture, give: impl FnOnce(&mut Items)) -> Fixture {
    fixture.with(|s| give(&mut s.items))
}

#[test]
fn tv_120_a_flask_heals_fully_and_takes_the_action() {
    proves!("PR-321");
    let fixture = Fixture::fight(&[MINION]).hero(3, |h| h.hp = 1);
    play(
        bears(fixture, |i| i.flasks = 10).table(),
        "
        seat 0: flask h3
        h3.hp is 9
        flasks is 9
        asked seat 1, seat 2, seat 3
    ",
    );
}

#[test]
fn tv_120_a_flask_does_nothing_for_the_dead() {
    proves!("PR-050");
    let fixture = Fixture::fight(&[MINION]).hero(3, |h| h.hp = 0);
    play(
        bears(fixture, |i| i.flasks = 10).table(),
        "
        seat 0 may flask h0
        seat 0 may not flask h3
    ",
    );
}

#[test]
fn tv_120_a_smoke_bomb_leaves_all_enemies() {
    proves!("PR-322");
    let fixture = guarded(Fixture::fight(&[KING, MINION]), 3, 9, 7);
    play(
        bears(fixture, |i| i.bombs = 5).table(),
        "
        e3.kind is undead_guard
        seat 0: bomb
        e1.there is off
        e2.there is off
        e3.there is off
        combat is off
        bombs is 4
        fled is 1
        escaped.H is 4 9 K
    ",
    );
}

#[test]
fn tv_121_a_mirror_shield_turns_dragon_breath_back_once() {
    proves!("PR-235", "PR-323");
    let fixture = Fixture::fight(&[DRAGON]).enemies_first();
    play(
        bears(fixture, |i| i.mirror_shield = Some(Seat::new(0))).table(),
        "
        die 6
        draw 8C
        asked seat 0
        seat 0: reflect
        h0.hp is 7
        h1.hp is 6
        h2.hp is 4
        h3.hp is 7
        e1.hp is 12
        seat 0: defend
        draw KH
        seat 1: defend
        draw KD
        seat 2: defend
        draw KS
        seat 3: defend
        draw KC
        die 6
        draw 7C               # no question this time
        round is 3
        h0.hp is 5
        h1.hp is 4
        e1.hp is 12
    ",
    );
}

#[test]
fn tv_121_the_bearer_may_let_it_pass() {
    proves!("PR-323");
    let fixture = Fixture::fight(&[DRAGON]).enemies_first();
    play(
        bears(fixture, |i| i.mirror_shield = Some(Seat::new(0))).table(),
        "
        die 6
        draw 8C
        seat 0: decline
        h0.hp is 5
        e1.hp is 14
    ",
    );
}

#[test]
fn tv_122_spikes_hurt_whoever_attacks_the_wearer() {
    proves!("PR-062", "PR-324", "PR-R62");
    let fixture = Fixture::fight(&[MINION]).token(1, Side::Protect, 0).enemies_first();
    play(
        bears(fixture, |i| i.spiked_armor = Some(Seat::new(1))).table(),
        "
        draw 4H
        draw 2S
        says Protector (h1) stops the blow
        h0.hp is 7
        h1.hp is 8
        e1.hp is 3
    ",
    );
}

#[test]
fn tv_122_spikes_do_nothing_for_others() {
    proves!("PR-202");
    let fixture = Fixture::fight(&[MINION]).enemies_first();
    play(
        bears(fixture, |i| i.spiked_armor = Some(Seat::new(1))).table(),
        "
        draw 4H
        draw 2S
        e1.hp is 4
    ",
    );
}

fn staff() -> Fixture {
    let fixture = Fixture::fight(&[KING]).hero(2, |h| h.double_damage = true);
    bears(fixture, |i| i.purple_staff = Some(Seat::new(2)))
}

#[test]
fn tv_123_a_spade_doubles_once_more_with_the_purple_staff() {
    proves!("PR-059", "PR-067", "PR-325", "PR-R32");
    play(
        staff().table(),
        "
        seat 2: attack e1
        draw 5S
        draw 9D
        e1.hp is 9
    ",
    );
}

#[test]
fn tv_123_without_a_spade_the_staff_does_nothing() {
    proves!("PR-059", "PR-067");
    play(
        staff().table(),
        "
        seat 2: attack e1
        draw 5H
        draw 9D
        e1.hp is 11
    ",
    );
}

#[test]
fn tv_124_summoning_takes_three_turns_and_brings_a_commander() {
    proves!("PR-326", "PR-327", "PR-R62");
    let fixture = Fixture::fight(&[MINION]).only(&[2]);
    play(
        bears(fixture, |i| i.summoning_book = Some(Seat::new(2))).table(),
        "
        seat 2: summon
        allowance is on       # it is no EPIC
        draw KH
        seat 2: begin
        draw KD
        seat 2: begin
        alive 5H
        alive 9D
        alive 3S
        alive 7C
        c1.kind is commander_of_the_void
        c1.hp is 5
        draw KS               # that was the turn; the Minion strikes
        seat 2 may command attack e1
        seat 2 may command defend_self h2
        seat 2 may not attack e1
        seat 2: command damage_boost h2
        draw 6H
        c1.boost is 2         # 9 and 7 are above 5
    ",
    );
}

#[test]
fn tv_124_the_boost_goes_into_the_creatures_next_hit() {
    proves!("PR-219", "PR-326", "PR-327");
    let charge = Charge { what: Charging::Summoning, turns: 2 };
    let fixture = Fixture::fight(&[KING]).only(&[2]).hero(2, |h| h.charge = Some(charge));
    play(
        bears(fixture, |i| i.summoning_book = Some(Seat::new(2))).table(),
        "
        seat 2: begin
        alive 5H
        alive 9D
        alive 3S
        alive 7C
        die 1
        draw KH
        seat 2: command damage_boost h2
        draw 6H
        die 1
        draw KD
        seat 2: command attack e1
        draw 2S
        draw 8S
        e1.hp is 10
        c1.boost is off
    ",
    );
}

#[test]
fn tv_124_a_stunned_summoner_loses_the_summoning() {
    proves!("PR-083", "PR-326");
    let fixture = Fixture::fight(&[DRAGON]).only(&[2]);
    play(
        bears(fixture, |i| i.summoning_book = Some(Seat::new(2))).table(),
        "
        seat 2: summon
        h2.charge is 1
        die 5
        draw 3H
        h2.charge is 0
        seat 2: begin
        says loses the turn
        c1.there is off
    ",
    );
}

#[test]
fn tv_125_in_minion_madness_even_a_king_only_attacks() {
    proves!("PR-210", "PR-341", "PR-R65");
    let options = Options {
        scenario: Scenario::MinionMadness,
        campaign: Campaign::RandomEncounters,
        ..Options::default()
    };
    play(
        Fixture::new(options).enemy(KING).only(&[0]).enemies_first().table(),
        "
        e1.kind is king_of_the_dead
        draw 8H               # a card at once: no die
        draw 8D
        h0.hp is 6
        seat 0: defend
        draw KH
        draw 7H
        draw 2D
        says stops the blow
        seat 0: defend
        draw KD
        draw KS
        round is 4
    ",
    );
}
