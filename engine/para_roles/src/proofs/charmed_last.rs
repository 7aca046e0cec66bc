//! EPICs fired under a charm, third part: from Heretic Bane on. The named hero sits in the Damage seat.

use super::{
    charmed::{about_to_fire, turned, unturned},
    charmed_more::two_buffs,
};
use crate::{
    ParaRoles,
    vectors::{play, round::all_guard},
    words::{Class, Epic},
};
use kernel::{Table, proves};

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
