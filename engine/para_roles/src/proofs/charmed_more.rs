//! EPICs fired under a charm, second part: from Dirty Bomb on. The named hero sits in the Damage seat.

use super::charmed::{MINION, about_to_fire, charmed, next_round, turned, unturned};
use crate::{
    ParaRoles,
    fixture::Fixture,
    state::Place,
    vectors::{play, round::all_guard},
    words::{Class, Epic, Stat},
};
use kernel::{Seat, Table, proves};

/// Two Support tokens lie on Attack: one on the owner of the EPIC, one on the Healer.
fn two_buffs(fixture: Fixture) -> Fixture {
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

fn heretic() -> Table<ParaRoles> {
    let fixture = about_to_fire(Class::Inquisitor, Epic::HereticBane, &[]);
    play(turned(Epic::HereticBane, fixture), "asked chance")
}

#[test]
fn pr_227_a_charmed_heretic_bane_weakens_the_hero_a_card_names() {
    proves!("PR-025", "PR-225", "PR-227", "PR-R21", "PR-R31");
    let table = play(
        heretic(),
        "
        draw 7H
        h0.max is 3
        h0.hp is 3
        h0.defense is 4
        h0.attack is 2
        h0.trick is 5
        e1.max is 12
        ",
    );
    let table = play(
        all_guard(table, "10D JD QD"),
        "
        die 5
        draw 6S               # charmed a second time
        draw 8H
        draw 9D
        h0.hp is 1            # one more from his attacks
        ",
    );
    let table = play(all_guard(table, "10S JS QS"), "die 2\ndraw KD");
    play(
        table,
        "
        seat 2: defend
        draw KC
        h2.runs.heretic_bane is off
        h0.max is 7
        h0.hp is 1
        h0.defense is 8
        h0.attack is 6
        h0.trick is 9
        ",
    );
}

#[test]
fn pr_227_the_card_that_names_a_heretic_ends_nothing_and_names_another_hero() {
    proves!("PR-227", "PR-R07", "PR-R21");
    play(
        heretic(),
        "
        draw 7C               # not drawn in the sense of a club
        h2.runs.heretic_bane is on
        h3.max is 5
        h3.defense is 2
        h3.attack is 4
        h3.trick is 3
        ",
    );
    play(heretic(), "draw 6S\nh1.max is 4\nh2.max is 6        # his own suit, even: right");
}

#[test]
fn pr_227_charmed_inspiring_poetry_doubles_damage_for_its_owner_and_the_enemies() {
    proves!("PR-170", "PR-227", "PR-R21", "PR-R45");
    let fixture = two_buffs(about_to_fire(Class::Troubadour, Epic::InspiringPoetry, &[]));
    let table = play(
        turned(Epic::InspiringPoetry, fixture),
        "
        h0.attack is 7
        h2.attack is 12
        seat 0: attack e1
        draw 5H
        draw 9D
        e1.hp is 11
        ",
    );
    play(
        all_guard(table, "10D JD"),
        "
        die 1
        draw 4H
        draw 8D
        h0.hp is 5
        seat 2: attack e1
        draw JS
        draw 9S
        e1.hp is 9
        ",
    );
}

/// A charmed Necromancer's card.
fn grave(card: &str) -> Table<ParaRoles> {
    let fixture = about_to_fire(Class::Necromancer, Epic::CallOfTheGrave, &[]).hero(3, |h| h.stance = true);
    play(turned(Epic::CallOfTheGrave, fixture), &format!("draw {card}\nh2.runs.call_of_the_grave is on"))
}

#[test]
fn pr_227_a_charmed_call_of_the_grave_with_a_heart_doubles_what_the_other_heroes_take() {
    proves!("PR-171", "PR-227", "PR-R21", "PR-R42");
    for (attack, defense, hero, left) in [("4H", "8D", "h0", 5), ("4S", "9D", "h2", 5), ("4C", "9D", "h3", 8)]
    {
        // Healer takes 2, its owner 1, and so does the Support, who was on guard when it was called.
        let table = all_guard(grave("7H"), "10D JD QD");
        play(table, &format!("die 1\ndraw {attack}\ndraw {defense}\n{hero}.hp is {left}"));
    }
}

#[test]
fn pr_227_a_charmed_call_of_the_grave_with_a_diamond_takes_the_other_heroes_defense() {
    proves!("PR-171", "PR-227", "PR-R21", "PR-R42");
    play(
        grave("7D"),
        "
        seat 0: defend        # does nothing, without a card
        asked seat 1, seat 3
        h0.stance is off
        seat 1: defend
        seat 3: defend        # was on guard when it was called
        draw 2D
        h3.stance is on
        die 1
        draw KH               # hits, and no Defense card is turned
        h0.hp is 6
        round is 3
        seat 2: defend        # its owner is not cursed
        draw 3D
        h2.stance is on
        ",
    );
}

#[test]
fn pr_227_a_charmed_call_of_the_grave_with_a_spade_turns_the_other_heroes_on_each_other() {
    proves!("PR-171", "PR-227", "PR-R21", "PR-R42");
    let table = play(
        grave("7S"),
        "
        seat 0: attack e1
        draw 4D
        says strikes at Protector (h1)
        draw 9D
        h1.hp is 7
        e1.hp is 12
        ",
    );
    play(
        all_guard(table, "10D JD"),
        "
        die 2
        draw KD
        seat 2: attack e1
        draw 4S
        draw 9S
        e1.hp is 11           # its owner strikes as ever
        ",
    );
}

#[test]
fn pr_227_a_charmed_call_of_the_grave_with_a_club_stills_the_other_heroes_until_a_later_club() {
    proves!("PR-084", "PR-171", "PR-227", "PR-R21", "PR-R22");
    play(
        grave("7C"),
        "
        seat 0: begin
        says loses the turn
        seat 1: begin
        says loses the turn
        seat 3: defend        # was on guard when it was called
        draw JD
        die 2
        draw KD
        seat 0 may not attack e1
        seat 2: defend
        draw KC
        h2.runs.call_of_the_grave is off
        seat 0 may attack e1
        ",
    );
}

fn sight() -> Table<ParaRoles> {
    turned(Epic::FutureSight, about_to_fire(Class::Diviner, Epic::FutureSight, &[]))
}

/// Everybody else guards with two cards each, the Queen too: round 3 begins.
fn next_round_of_pairs(table: Table<ParaRoles>) -> Table<ParaRoles> {
    let pairs = "seat 0: defend\ndraw 3H\ndraw 10D\nseat 1: defend\ndraw JD\ndraw 4C\nseat 3: defend\ndraw QD\ndraw 10S";
    let table = play(table, pairs);
    play(table, "h0.stance is off\nh1.stance is off\nh3.stance is off\ndie 2\ndraw KD\ndraw 8D\nround is 3")
}

#[test]
fn pr_227_charmed_future_sight_leaves_enemies_the_better_card_and_other_heroes_the_worse() {
    proves!("PR-227", "PR-R21");
    play(
        sight(),
        "
        seat 0: attack e1
        draw 3H
        draw KD
        says misses           # Healer's 3 would have hit
        seat 1: defend
        draw 10D
        draw 2D
        h1.stance is off
        seat 3: defend
        draw JD
        draw 10S
        die 1
        draw KS
        draw 4D
        says strikes at Protector (h1)
        draw 9D               # one Defense card
        h1.hp is 7
        round is 3
        ",
    );
}

#[test]
fn pr_227_under_charmed_future_sight_its_owner_picks_his_own_card_until_two_clubs() {
    proves!("PR-172", "PR-227", "PR-R21");
    play(
        next_round_of_pairs(sight()),
        "
        seat 2: attack e1
        draw 10H
        draw 3C
        asked seat 2
        seat 2: keep 3C
        draw 9S
        e1.hp is 11
        h2.runs.future_sight is on
        ",
    );
    play(
        next_round_of_pairs(sight()),
        "
        seat 2: attack e1
        draw 10C
        draw 3C
        seat 2: keep 10C
        h2.runs.future_sight is off
        seat 0: attack e1
        draw 5H
        draw 9S               # one card each again
        e1.hp is 11
        ",
    );
}

#[test]
fn pr_227_under_charmed_future_sight_a_phool_keeps_the_card_that_destroys() {
    proves!("PR-217", "PR-227");
    let fixture = about_to_fire(Class::Diviner, Epic::FutureSight, &["8/4/6/7"]).foe(2, |f| f.stolen = 2);
    let table = play(fixture.with(|s| s.treasure_deck -= 2).table(), "die 1\ndraw KH\ndie 5\ndraw 5S");
    let pairs = "seat 0: defend\ndraw 3H\ndraw 10D\nseat 1: defend\ndraw JD\ndraw 4C\nseat 3: defend\ndraw QD\ndraw 10S";
    play(play(table, pairs), "die 5\ndraw 3D\ndraw KS\ne2.stolen is 1");
}

#[test]
fn pr_227_a_charmed_assassin_is_in_the_shadows_as_usual() {
    proves!("PR-173", "PR-227", "PR-R21");
    let table = all_guard(unturned(Class::Assassin, Epic::FromTheShadows), "10D JD QD");
    play(
        table,
        "
        die 1
        draw 4S
        says misses
        h2.hp is 6
        seat 2: attack e1
        draw QH               # hits
        draw 9D
        e1.hp is 11
        ",
    );
}

#[test]
fn pr_r21_a_charm_that_comes_before_the_last_turn_of_work_breaks_even_an_epic_for_its_owner() {
    proves!("PR-083", "PR-225");
    let fixture = about_to_fire(Class::Cavalier, Epic::OnceMore, &[]);
    let early = fixture.hero(2, |h| h.charge = h.charge.map(|c| crate::state::Charge { turns: 1, ..c }));
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
