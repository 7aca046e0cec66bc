//! House rules: each switch on and off.

use crate::{
    Options, ParaRoles,
    fixture::Fixture,
    options::{Campaign, Rest},
    vectors::play,
    words::{Class, Epic, Side, Stat},
};
use kernel::{Table, proves};

const MINION: &str = "4/3/5/2";

/// A fight in Random Encounters with a switch set.
fn house(change: impl FnOnce(&mut Options)) -> Fixture {
    let mut options = Options { campaign: Campaign::RandomEncounters, ..Options::default() };
    change(&mut options);
    Fixture::new(options).enemy(MINION)
}

#[test]
fn the_switches_are_off_unless_the_party_agrees_on_them() {
    let options = Options::default();
    for (name, value) in [
        ("epic_needs_reshuffle", "false"),
        ("joint_attack_once", "false"),
        ("boost_heal_owner_only", "false"),
        ("holy_aura_both", "false"),
        ("town_between", "true"),
        ("rest_between", "none"),
        ("round_safety_limit", "200"),
        ("doubles", "false"),
    ] {
        assert_eq!(options.get(name).as_deref(), Some(value), "{name}");
    }
}

#[test]
fn pr_r19_an_epic_may_be_declared_from_the_first_round_or_only_after_a_reshuffle() {
    proves!("PR-006", "PR-080", "PR-R19", "PR-R58");
    let table = |switch| house(|o| o.epic_needs_reshuffle = switch).deck("KH").table();
    play(table(false), "allowance is on\nseat 0 may epic resurrection");
    play(
        table(true),
        "
        allowance is off
        seat 0 may not epic resurrection
        seat 0: defend
        draw KH               # the last card
        reshuffles is 1
        allowance is on
        seat 1: epic immunity
        allowance is off
        ",
    );
}

#[test]
fn pr_r25_joint_attack_lasts_until_it_is_moved_or_ends_with_the_next_attack() {
    proves!("PR-061", "PR-R25");
    let table = |switch| house(|o| o.joint_attack_once = switch).token(1, Side::Joint, 2).table();
    let hit = "seat 2: attack e1\ndraw KH\ndraw 5S\nseat 2: keep 5S\ndraw 6D\ne1.hp is 3";
    let miss = "seat 2: attack e1\ndraw KH\ndraw QS\nseat 2: keep QS\nsays misses";
    for attack in [hit, miss] {
        play(table(false), &format!("{attack}\nh1.token is joint_attack h2"));
        play(table(true), &format!("{attack}\nh1.token is none"));
    }
    // Somebody else's attack leaves it alone, and Protect Other is another matter.
    play(table(true), "seat 0: attack e1\ndraw KH\nh1.token is joint_attack h2");
    let covered = house(|o| o.joint_attack_once = true).token(1, Side::Protect, 2).table();
    play(covered, "seat 2: attack e1\ndraw KH\nh1.token is protect_other h2");
}

#[test]
fn pr_r28_a_boosted_heal_helps_the_next_cure_of_anybody_or_of_its_owner_alone() {
    proves!("PR-064", "PR-R28");
    let fixture = |switch| {
        let paramedic = house(|o| o.boost_heal_owner_only = switch).class(1, Class::Paramedic);
        paramedic.hero(1, |h| h.boost_heal = true).hero(3, |h| h.hp = 3)
    };
    play(fixture(false).table(), "seat 0: cure h3\ndraw 2H\nh3.hp is 6\nh1.boost_heal is off");
    play(fixture(true).table(), "seat 0: cure h3\ndraw 2H\nh3.hp is 4\nh1.boost_heal is on");
    // Its owner's own boost works either way.
    let own = fixture(true).hero(0, |h| h.boost_heal = true);
    play(own.table(), "seat 0: cure h3\ndraw 2H\nh3.hp is 6\nh0.boost_heal is off\nh1.boost_heal is on");
}

/// A Paladin's Holy Aura runs, and he begins his turn with 4 of 6 HP.
fn aura(both: bool) -> Table<ParaRoles> {
    let fixture = house(|o| o.holy_aura_both = both).class(2, Class::Paladin).charged(2, Epic::HolyAura);
    play(
        fixture.hero(2, |h| h.hp = 4).acting(&[2]).table(),
        "seat 2: begin\ndraw KH\nseat 2: begin\nasked seat 2",
    )
}

#[test]
fn pr_r33_a_holy_aura_gives_one_of_its_benefits_or_both() {
    proves!("PR-150", "PR-R33");
    play(
        aura(false),
        "
        seat 2 may aura_health
        seat 2 may aura_damage
        seat 2 may not attack e1
        seat 2: aura_health
        h2.hp is 5
        seat 2: attack e1
        draw 8H
        draw 9C
        e1.hp is 3
        ",
    );
    play(
        aura(true),
        "
        seat 2 may not aura_health
        h2.hp is 5
        seat 2: attack e1
        draw 8H
        draw 9C
        e1.hp is 2
        ",
    );
}

/// The last enemy falls, and the Protector lays the treasure.
#[track_caller]
fn beaten(fixture: Fixture) -> Table<ParaRoles> {
    let script = "seat 2: attack e1\ndraw 8H\ndraw 3C\ncombat is off\ndraw 5D\nseat 1: treasure h1 attack";
    play(fixture.foe(1, |f| f.hp = 1).table(), script)
}

#[test]
fn pr_r64_the_town_is_open_between_encounters_or_not() {
    proves!("PR-282", "PR-300", "PR-R64");
    for campaign in [Campaign::Woods, Campaign::RandomEncounters, Campaign::Tower] {
        let rich = |town| {
            let fixture = house(|o| (o.campaign, o.town_between) = (campaign, town));
            beaten(fixture.treasure(2, Stat::Attack, 5))
        };
        play(rich(true), "town is on\nseat 2 may upgrade health\nseat 2: done\nseat 1: done\ntown is off");
        play(rich(false), "town is off\nseat 2 may not upgrade health\nseat 2 may swap attack");
    }
}

#[test]
fn pr_r64_nobody_heals_between_combats_unless_the_party_rests() {
    proves!("PR-R64");
    for (rest, left, most) in [(Rest::None, 3, 8), (Rest::One, 4, 9), (Rest::Full, 7, 9)] {
        let fixture = house(|o| o.rest_between = rest);
        let table = beaten(fixture.hero(0, |h| h.hp = 3).hero(3, |h| h.hp = 8));
        play(table, &format!("h0.hp is {left}\nh1.hp is 8\nh2.hp is 6\nh3.hp is {most}"));
    }
}

#[test]
fn pr_r64_rest_does_not_wake_the_dead() {
    proves!("PR-R64");
    let fixture = house(|o| o.rest_between = Rest::Full).hero(0, |h| h.hp = 0).hero(3, |h| h.hp = 1);
    play(beaten(fixture), "h0.hp is 0\nh3.hp is 9");
}

#[test]
fn pr_r77_after_the_agreed_number_of_rounds_a_combat_ends_as_an_escape() {
    proves!("PR-R77");
    play(
        house(|o| o.round_safety_limit = 2).only(&[2]).table(),
        "
        seat 2: defend
        draw KH
        draw KD
        round is 2
        combat is on
        seat 2: defend
        draw QH
        draw QD
        says after 2 rounds both sides withdraw
        combat is off
        fled is 1
        beaten is 0
        escaped.H is 4
        h2.treasure is 0
        ",
    );
}

#[test]
fn pr_r77_without_a_word_about_it_that_is_200_rounds() {
    proves!("PR-R77");
    let late = |round| house(|_| {}).only(&[2]).with(|s| s.combat.round = round).table();
    let guard = "seat 2: defend\ndraw KH\ndraw KD";
    play(late(198), &format!("round is 199\n{guard}\nround is 200\ncombat is on"));
    play(late(199), &format!("round is 200\n{guard}\ncombat is off\nfled is 1"));
}
