//! Commander of the Void, Royal Demon Guard and Prince of Pain.

use super::{play, round::all_guard};
use crate::{fixture::Fixture, words::Side};
use kernel::proves;

const CO: &str = "9/6/5/7";
const DG: &str = "8/7/10/9";
const PP: &str = "7/4/J/8";

// --- Commander of the Void

#[test]
fn tv_56_a_damage_boost_is_kept_on_a_miss_and_spent_on_a_hit() {
    proves!("PR-202", "PR-218", "PR-219", "PR-R13");
    let table = play(
        Fixture::fight(&[CO]).enemies_first().table(),
        "
        e1.kind is commander_of_the_void
        die 5
        draw 6D
        e1.boost is 3
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD KD"),
        "
        die 1
        draw 9H
        says misses
        h0.hp is 7
        e1.boost is 3
        ",
    );
    play(
        all_guard(table, "10S JS QS KS"),
        "
        die 2
        draw 4H
        draw 8C
        says takes 4
        h0.hp is 3
        e1.boost is off
        ",
    );
}

#[test]
fn tv_57_a_hit_spends_the_boost_even_if_it_is_stopped() {
    proves!("PR-219", "PR-R13");
    let table = play(Fixture::fight(&[CO]).enemies_first().table(), "die 5\ndraw 6D\ne1.boost is 3");
    play(
        all_guard(table, "10D JD QD KD"),
        "
        die 2
        draw 4H
        draw 7C
        says stops the blow
        h0.hp is 7
        e1.boost is off
        ",
    );
}

#[test]
fn tv_57_a_stance_soaks_up_the_boost() {
    proves!("PR-027", "PR-052", "PR-219", "PR-R13", "PR-R24");
    let table = play(Fixture::fight(&[CO]).enemies_first().table(), "die 5\ndraw 6D\ne1.boost is 3");
    play(
        all_guard(table, "7D JD QD KD"),
        "
        h0.stance is on
        die 2
        draw 4H
        says takes no harm: on guard
        h0.hp is 7
        e1.boost is off
        discard is 6
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn tv_58_a_boosted_enemy_attacks_instead_of_boosting() {
    proves!("PR-219");
    play(
        Fixture::fight(&[CO]).foe(1, |f| f.boost = Some(3)).enemies_first().table(),
        "
        die 6
        says instead
        draw 4H
        says strikes at Healer (h0)
        draw 8C
        h0.hp is 3
        e1.boost is off
        ",
    );
}

// --- Royal Demon Guard

#[test]
fn tv_59_a_whip_that_misses_still_stuns() {
    proves!("PR-204", "PR-220", "PR-221", "PR-R14", "PR-R73");
    play(
        Fixture::fight(&[DG]).enemies_first().table(),
        "
        e1.kind is royal_demon_guard
        die 6
        draw 8D
        draw QS
        says misses Damage (h2)
        h2.hp is 6
        h2.stunned is on
        seat 2 may not attack e1
        seat 2: begin
        says Damage (h2) loses the turn
        h2.stunned is off
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_59_a_hero_on_guard_is_not_stunned() {
    proves!("PR-221", "PR-R14");
    play(
        Fixture::fight(&[DG]).hero(2, |h| h.stance = true).enemies_first().table(),
        "
        die 6
        draw 8D
        draw QS
        h2.hp is 6
        h2.stunned is off
        seat 2 may attack e1
        ",
    );
}

#[test]
fn tv_60_a_whip_stuns_the_protector_who_steps_in() {
    proves!("PR-062", "PR-221", "PR-R14", "PR-R27");
    play(
        Fixture::fight(&[DG]).token(1, Side::Protect, 2).enemies_first().table(),
        "
        die 5
        draw 3H
        draw 9S
        says Protector (h1) takes it for Damage (h2)
        draw 3D
        h1.hp is 8
        h2.hp is 6
        h1.stunned is on
        h2.stunned is off
        ",
    );
}

#[test]
fn tv_61_a_boosted_whip_deals_more_and_spends_the_boost() {
    proves!("PR-219", "PR-221", "PR-R02");
    play(
        Fixture::fight(&[DG]).foe(1, |f| f.boost = Some(4)).enemies_first().table(),
        "
        die 5
        draw 3H
        draw 6C
        draw 6S
        says takes 5
        h3.hp is 4
        h3.stunned is on
        e1.boost is off
        ",
    );
}

#[test]
fn tv_61_four_cards_above_five_boost_by_four() {
    proves!("PR-219", "PR-220", "PR-R13");
    play(
        Fixture::fight(&[DG]).enemies_first().table(),
        "
        die 3
        draw 8H
        e1.boost is 4
        ",
    );
}

// --- Prince of Pain

#[test]
fn tv_62_a_riposte_strikes_whoever_attacks_even_on_a_miss() {
    proves!("PR-204", "PR-222", "PR-223", "PR-R15");
    play(
        Fixture::fight(&[PP]).enemies_first().table(),
        "
        e1.kind is prince_of_pain
        die 5
        draw 7H
        e1.riposte is on
        seat 2: attack e1
        draw KC
        h2.hp is 5
        e1.hp is 7
        e1.riposte is off
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn tv_63_a_riposte_uses_the_boost_without_spending_it() {
    proves!("PR-223", "PR-R15");
    play(
        Fixture::fight(&[PP]).foe(1, |f| (f.riposte, f.boost) = (true, Some(3))).table(),
        "
        seat 0: attack e1
        draw 3S
        draw 2D
        says takes 4
        e1.hp is 7
        h0.hp is 3
        e1.boost is 3
        e1.riposte is off
        ",
    );
}

#[test]
fn tv_64_a_dead_prince_does_not_strike_back() {
    proves!("PR-240", "PR-241");
    play(
        Fixture::fight(&[PP]).foe(1, |f| (f.riposte, f.hp) = (true, 1)).table(),
        "
        seat 2: attack e1
        draw 3S
        draw 9D
        e1.there is off
        h2.hp is 6
        combat is off
        ",
    );
}

#[test]
fn tv_65_a_waiting_prince_boosts_and_then_attacks() {
    proves!("PR-219", "PR-222", "PR-223", "PR-R13");
    let table = play(
        Fixture::fight(&[PP]).foe(1, |f| f.riposte = true).enemies_first().table(),
        "
        die 6
        says instead
        draw 3C
        e1.boost is 3
        e1.riposte is on
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        die 5
        says instead
        draw 4H
        says strikes at Healer (h0)
        e1.riposte is on
        ",
    );
}
