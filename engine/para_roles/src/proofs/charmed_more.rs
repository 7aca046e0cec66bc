//! EPICs fired under a charm, second part: Dirty Bomb to As You Wish. The named hero sits in the Damage seat.

use super::charmed::{MINION, about_to_fire, charmed, next_round, turned, unturned};
use crate::{
    ParaRoles,
    fixture::Fixture,
    state::{Charge, Place},
    vectors::{play, round::all_guard},
    words::{Class, Epic, Stat},
};
use kernel::{Seat, Table, proves};

/// Two Support tokens lie on Attack: one on the owner of the EPIC, one on the Healer.
pub(super) fn two_buffs(fixture: Fixture) -> Fixture {
    let on = |seat| Place::hero(Seat::new(seat), Stat::Attack);
    fixture.with(|s| s.tokens[Seat::new(3)] = [Place::SUPPLY, Place::SUPPLY, on(0), on(2)])
}

fn bomb() -> Table<ParaRoles> {
    turned(Epic::DirtyBomb, about_to_fire(Class::Saboteur, Epic::DirtyBomb, &[]))
}

#[test]
fn pr_227_a_charmed_dirty_bomb_hurts_the_other_heroes_and_stuns_the_one_a_card_names_as_long_as_it_runs() {
    proves!("PR-227", "PR-R21");
    let table = play(
        bomb(),
        "
        h0.hp is 4
        h1.hp is 5
        h2.hp is 6
        h3.hp is 6
        e1.hp is 12
        asked chance
        draw 6H               # names Healer, and 6 is below Attack 9
        h0.hp is 4            # no second damage
        seat 0: begin
        says loses the turn
        ",
    );
    let table = play(
        all_guard(table, "10D JD"),
        "
        die 2
        draw KD
        seat 0: begin
        says loses the turn   # for as long as it runs
        seat 2: defend
        draw KC
        h2.runs.dirty_bomb is off
        ",
    );
    play(all_guard(table, "10S JS"), "die 2\ndraw QD\nround is 4\nseat 0 may attack e1");
}

#[test]
fn pr_227_a_club_ends_a_charmed_dirty_bomb_and_its_stun_at_once() {
    proves!("PR-084", "PR-227", "PR-R22");
    play(
        bomb(),
        "
        draw 6C               # names Support
        h3.hp is 6
        h2.runs.dirty_bomb is off
        seat 3 may attack e1
        ",
    );
}

#[test]
fn pr_227_a_charmed_dirty_bomb_that_misses_stuns_nobody() {
    proves!("PR-227", "PR-R07", "PR-R21");
    play(bomb(), "draw 9H\nh2.runs.dirty_bomb is on\nseat 0 may attack e1        # a tie with Attack 9");
    play(bomb(), "draw 6S\nseat 1: begin\nsays loses the turn        # his own suit, even: right");
}

#[test]
fn pr_227_a_charmed_call_of_the_wild_strengthens_its_owner() {
    proves!("PR-162", "PR-227", "PR-R21");
    play(
        next_round(unturned(Class::Shaman, Epic::CallOfTheWild)),
        "
        seat 2: attack e1
        draw 5H
        draw 9D
        e1.hp is 10
        e1.knocked_down is on
        ",
    );
}

#[test]
fn pr_227_a_charmed_pressure_point_stuns_the_enemy_its_owner_hits() {
    proves!("PR-163", "PR-227", "PR-R21");
    play(
        next_round(unturned(Class::Surgeon, Epic::PressurePoint)),
        "
        seat 2: attack e1
        draw 5H
        draw 3D
        e1.hp is 12
        e1.stunned is on
        ",
    );
}

#[test]
fn pr_227_a_charmed_harmony_heals_its_owner_and_the_enemies_and_triples_only_his_tokens() {
    proves!("PR-164", "PR-227", "PR-R21", "PR-R45");
    let fixture = about_to_fire(Class::Bard, Epic::Harmony, &[MINION])
        .hero(0, |h| h.hp = 3)
        .hero(2, |h| h.hp = 3)
        .foe(1, |f| f.hp = 11)
        .foe(2, |f| f.hp = 2);
    let table = play(
        turned(Epic::Harmony, two_buffs(fixture)),
        "
        h0.hp is 3
        h2.hp is 4
        e1.hp is 12
        e2.hp is 3
        h0.attack is 7
        h2.attack is 12
        ",
    );
    play(
        all_guard(table, "10D JD QD"),
        "
        draw QH
        die 2
        draw KD
        seat 2: begin         # and again on each of his turns
        h0.hp is 3
        h2.hp is 5
        e1.hp is 12           # never above the maximum
        e2.hp is 4
        ",
    );
}

#[test]
fn pr_227_a_charmed_blood_moon_feeds_its_owner_and_the_enemies() {
    proves!("PR-165", "PR-227", "PR-R21");
    let fixture = about_to_fire(Class::Warlock, Epic::BloodMoon, &[])
        .hero(0, |h| h.hp = 5)
        .hero(2, |h| h.hp = 3)
        .foe(1, |f| f.hp = 10);
    let table = play(
        turned(Epic::BloodMoon, fixture),
        "
        seat 0: attack e1
        draw 5H
        draw 9D
        e1.hp is 9
        h0.hp is 5            # not for the other heroes
        ",
    );
    play(
        all_guard(table, "10D JD"),
        "
        die 1
        draw 4H
        draw 8D
        h0.hp is 4
        e1.hp is 10
        seat 2: attack e1
        draw 8H
        draw 9S
        e1.hp is 9
        h2.hp is 4
        ",
    );
}

#[test]
fn pr_227_a_charmed_forest_growth_hides_the_queen_and_lets_only_its_owner_hide() {
    proves!("PR-166", "PR-227", "PR-R07", "PR-R21");
    let table = play(
        turned(Epic::ForestGrowth, about_to_fire(Class::Druid, Epic::ForestGrowth, &[MINION])),
        "
        e1.hidden is on
        e2.hidden is off
        seat 0 may not attack e1
        seat 0 may attack e2
        seat 3 may not curse e1 attack
        seat 0 may not hide
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        draw QH
        die 1
        draw 4H
        draw 8D
        h0.hp is 5            # who is hidden strikes double
        seat 2: hide
        h2.hidden is on
        ",
    );
    play(
        all_guard(table, "10S JS QS"),
        "
        draw 4S               # Damage cannot be reached: even, to the right
        says strikes at Protector (h1)
        draw 2D
        die 2
        draw KD
        seat 2: defend
        draw KC
        h2.hidden is off
        e1.hidden is off
        seat 0 may attack e1
        ",
    );
}

#[test]
fn pr_227_another_heros_needle_does_not_reach_the_queen_in_her_tree() {
    proves!("PR-227");
    let fixture = about_to_fire(Class::Druid, Epic::ForestGrowth, &[MINION]);
    let table = turned(Epic::ForestGrowth, fixture.class(1, Class::Monk).charged(1, Epic::Acupuncture));
    play(table, "seat 1: begin\nseat 1 may hero h0\nseat 1 may enemy e2\nseat 1 may not enemy e1");
}

/// A charmed Monk's next turn: he has acted and names somebody.
fn needle() -> Table<ParaRoles> {
    let table = turned(Epic::Acupuncture, about_to_fire(Class::Monk, Epic::Acupuncture, &[]));
    let table = next_round(play(table, "e1.temporary_hp is 3\nasked seat 0, seat 1, seat 3"));
    play(
        table,
        "
        seat 2: attack e1
        draw 5H
        draw 9D
        e1.temporary_hp is 2  # temporary ones are lost first
        e1.hp is 12
        asked seat 2
        ",
    )
}

#[test]
fn pr_227_a_charmed_acupuncture_shields_the_queen_and_then_whom_its_owner_names() {
    proves!("PR-167", "PR-227", "PR-R21");
    play(needle(), "seat 2: hero h2\nh2.temporary_hp is 3\nh2.stunned is off");
    play(needle(), "seat 2: enemy e1\ne1.temporary_hp is 5\ne1.stunned is off");
}

#[test]
fn pr_227_a_charmed_acupuncture_takes_an_action_from_another_hero_until_a_club_ends_it() {
    proves!("PR-084", "PR-167", "PR-227", "PR-R39");
    let table = play(
        needle(),
        "
        seat 2: hero h0
        h0.temporary_hp is 0
        h0.stunned is on
        seat 0: begin
        says loses the turn
        ",
    );
    let table = play(all_guard(table, "10S JS"), "die 2\ndraw AD\nround is 4");
    play(
        table,
        "
        seat 2: attack e1
        draw KC
        h2.runs.acupuncture is off
        e1.temporary_hp is 0
        asked seat 0, seat 1, seat 3
        ",
    );
}

#[test]
fn pr_227_a_charmed_as_you_wish_lets_the_servant_do_what_is_asked() {
    proves!("PR-168", "PR-227", "PR-R21");
    play(
        next_round(unturned(Class::Servant, Epic::AsYouWish)),
        "
        h2.knows.cure is off
        seat 2 may cure h0
        seat 2: attack e1
        draw QH
        e1.hp is 11           # a hit that no defense stops
        ",
    );
}

#[test]
fn pr_r21_a_charm_that_comes_before_the_last_turn_of_work_breaks_even_an_epic_for_its_owner() {
    proves!("PR-083", "PR-225");
    let fixture = about_to_fire(Class::Cavalier, Epic::OnceMore, &[]);
    let early = fixture.hero(2, |h| h.charge = h.charge.map(|c| Charge { turns: 1, ..c }));
    play(
        charmed(early),
        "
        h2.runs.once_more_into_the_fray is off
        draw 8D
        draw 9D
        h1.hp is 7
        ",
    );
}
