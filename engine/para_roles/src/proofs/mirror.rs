//! The Mirror Shield: what turning back means for each ability, once a combat.

use crate::{
    ParaRoles,
    fixture::Fixture,
    vectors::{play, round::all_guard},
    words::Side,
};
use kernel::{Seat, Table, proves};

const MINION: &str = "4/3/5/2";
const TRICKSTER: &str = "6/5/7/7";
const PHOOL: &str = "8/4/6/7";
const COMMANDER: &str = "9/6/5/7";
const GUARD: &str = "8/7/10/9";
const PRINCE: &str = "7/4/J/8";
const QUEEN: &str = "Q/7/9/8";
const KING: &str = "K/8/9/10";
const DRAGON: &str = "A/6/10/9";

/// The shield is with this hero, and the enemies act first.
fn shield(seat: u8, enemies: &[&str]) -> Fixture {
    Fixture::fight(enemies).with(|s| s.items.mirror_shield = Some(Seat::new(seat))).enemies_first()
}

/// The Healer has turned a Dragon Breath back.
fn used() -> Table<ParaRoles> {
    let fixture = shield(0, &[DRAGON]).with(|s| s.items.bombs = 1);
    play(fixture.table(), "die 6\ndraw 8C\nasked seat 0\nseat 0: reflect\nround is 2")
}

#[test]
fn pr_323_a_theft_turned_back_costs_a_thief_without_loot_a_point() {
    proves!("PR-214", "PR-323", "PR-R62");
    let asked =
        || play(shield(0, &[TRICKSTER]).treasure(0, crate::words::Stat::Attack, 1).table(), "die 5\ndraw 6H");
    play(asked(), "asked seat 0\nseat 0: reflect\ne1.hp is 5\nh0.hp is 7\nh0.treasure is 1\ne1.stolen is 0");
    play(asked(), "seat 0: decline\ne1.hp is 6\nh0.treasure is 0\ne1.stolen is 1");
}

#[test]
fn pr_323_a_theft_turned_back_gives_the_bearer_one_of_the_thiefs_treasures() {
    proves!("PR-323", "PR-R62");
    let fixture = shield(0, &[TRICKSTER]).foe(1, |f| f.stolen = 2).with(|s| s.treasure_deck -= 2);
    play(
        fixture.table(),
        "
        die 5
        draw 6H
        seat 0: reflect
        asked seat 0          # where to lay it
        seat 0: treasure h0 attack
        h0.treasure.attack is 1
        h0.hp is 7
        e1.stolen is 1
        e1.hp is 6
        treasure_deck is 50
        round is 2
        ",
    );
}

#[test]
fn pr_323_only_an_ability_that_touches_the_bearer_can_be_turned_back() {
    proves!("PR-214", "PR-323");
    // Another hero is named; then the bearer is on guard, so that nothing would happen to him.
    play(shield(0, &[TRICKSTER]).table(), "die 5\ndraw 6D\nh1.hp is 7\nround is 2");
    let fixture = shield(0, &[TRICKSTER]).hero(0, |h| h.stance = true);
    play(fixture.table(), "die 5\ndraw 6H\nh0.hp is 7\ne1.hp is 6\nround is 2");
}

#[test]
fn pr_323_a_demon_whip_turned_back_strikes_the_enemy_itself_and_costs_it_a_turn() {
    proves!("PR-221", "PR-323", "PR-R14", "PR-R62");
    let table = play(
        shield(0, &[GUARD]).foe(1, |f| f.boost = Some(4)).table(),
        "
        die 5
        draw 8C
        draw 9H               # a hit: below Attack 10
        asked seat 0
        seat 0: reflect
        draw 7D               # its own Defense 7: a tie fails
        e1.hp is 3            # 1 and the boost of 4
        e1.boost is off
        e1.stunned is on
        h0.hp is 7
        h0.stunned is off
        round is 2
        ",
    );
    play(all_guard(table, "10D JD QD KD"), "round is 3\ne1.stunned is off        # no die");
}

#[test]
fn pr_323_a_demon_whip_turned_back_costs_a_turn_even_if_it_does_not_hurt() {
    proves!("PR-221", "PR-323", "PR-R14");
    let missed = play(shield(0, &[GUARD]).table(), "die 5\ndraw 8C\ndraw QH\nseat 0: reflect");
    play(missed, "e1.hp is 8\ne1.stunned is on\nh0.stunned is off\nround is 2");
    let stopped = play(shield(0, &[GUARD]).table(), "die 5\ndraw 8C\ndraw 9H\nseat 0: reflect\ndraw 6D");
    play(stopped, "e1.hp is 8\ne1.stunned is on\nh0.stunned is off\nround is 2");
}

#[test]
fn pr_323_a_bearer_may_let_a_demon_whip_pass() {
    proves!("PR-221", "PR-323");
    let table = play(shield(0, &[GUARD]).table(), "die 5\ndraw 8C\ndraw 9H\nseat 0: decline\ndraw 8D");
    play(table, "h0.hp is 6\nh0.stunned is on\ne1.hp is 8\ne1.stunned is off\nround is 2");
}

#[test]
fn pr_323_the_target_of_a_demon_whip_is_whoever_covers_the_one_it_names() {
    proves!("PR-062", "PR-221");
    // The Protector covers the Healer: with his own shield he is asked, with hers nobody is.
    let covered = |bearer| shield(bearer, &[GUARD]).token(1, Side::Protect, 0).table();
    play(
        covered(1),
        "die 5\ndraw 8C\ndraw 9H\nasked seat 1\nseat 1: reflect\ndraw 7D\ne1.hp is 7\nh1.stunned is off",
    );
    play(covered(0), "die 5\ndraw 8C\ndraw 9H\nasked chance\ndraw 9D\nh1.hp is 7\nh1.stunned is on");
}

/// The Healer with the shield attacks a Prince who waits, and is stopped.
fn riposte(boost: Option<u8>) -> Table<ParaRoles> {
    let fixture = Fixture::fight(&[PRINCE]).foe(1, |f| (f.riposte, f.boost) = (true, boost));
    let table = fixture.with(|s| s.items.mirror_shield = Some(Seat::new(0))).table();
    play(table, "seat 0: attack e1\ndraw 3S\ndraw 2D\nasked seat 0")
}

#[test]
fn pr_323_a_cursed_riposte_turned_back_hurts_the_prince() {
    proves!("PR-223", "PR-323", "PR-R62");
    play(
        riposte(None),
        "seat 0: reflect\ne1.hp is 6\nh0.hp is 7\ne1.riposte is off\nasked seat 1, seat 2, seat 3",
    );
    // The boost counts and is not used up.
    play(riposte(Some(3)), "seat 0: reflect\ne1.hp is 3\nh0.hp is 7\ne1.boost is 3\ne1.riposte is off");
}

#[test]
fn pr_323_a_bearer_may_take_a_cursed_riposte() {
    proves!("PR-223", "PR-323");
    play(riposte(Some(3)), "seat 0: decline\nh0.hp is 3\ne1.hp is 7\ne1.riposte is off\ne1.boost is 3");
}

#[test]
fn pr_323_a_smile_turned_back_makes_the_queen_strike_the_other_enemy() {
    proves!("PR-225", "PR-323", "PR-R62");
    let table = play(
        shield(0, &[QUEEN, MINION]).table(),
        "
        draw KH               # the Minion misses
        die 5
        draw 5H
        asked seat 0
        seat 0: reflect
        h0.charmed is off
        round is 2
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        draw KS
        asked chance          # the Queen, without a die
        draw 8H               # whatever the suit
        draw 3D               # the Minion's Defense 3: a tie fails
        e2.hp is 3
        h0.hp is 7
        e1.hp is 12
        round is 3
        ",
    );
}

#[test]
fn pr_323_a_smile_turned_back_costs_a_lone_queen_her_turn() {
    proves!("PR-225", "PR-323", "PR-R62");
    let table =
        play(shield(0, &[QUEEN]).table(), "die 5\ndraw 5H\nseat 0: reflect\nh0.charmed is off\nround is 2");
    let table = play(all_guard(table, "10D JD QD KD"), "round is 3        # no die");
    // That turn only.
    play(all_guard(table, "10H JH QH KH"), "die 2\ndraw AD\nround is 4");
}

#[test]
fn pr_323_a_bearer_may_be_charmed() {
    proves!("PR-225", "PR-323");
    play(
        shield(0, &[QUEEN]).table(),
        "
        die 5
        draw 5H
        seat 0: decline
        round is 2
        draw 5D               # she strikes at once
        says Healer (h0) strikes at Protector (h1)
        ",
    );
}

#[test]
fn pr_323_life_to_death_turned_back_costs_the_king_a_point_and_the_bearers() {
    proves!("PR-229", "PR-323", "PR-R16", "PR-R62");
    let asked = || play(shield(0, &[KING]).foe(1, |f| f.hp = 10).table(), "die 5\ndraw 9C\nasked seat 0");
    let rest = "h1.hp is 7\nh2.hp is 5\nh3.hp is 8";
    play(asked(), &format!("seat 0: reflect\nh0.hp is 7\n{rest}\ne1.hp is 12        # 10 and 3 less 1"));
    play(asked(), &format!("seat 0: decline\nh0.hp is 6\n{rest}\ne1.hp is 14"));
}

#[test]
fn pr_323_fear_turned_back_costs_the_dragon_its_turn() {
    proves!("PR-234", "PR-323", "PR-R62");
    let asked = || play(shield(0, &[DRAGON]).table(), "die 5\ndraw 3H\nasked seat 0");
    let table = play(
        asked(),
        "
        seat 0: reflect
        h0.stunned is off
        h1.stunned is on
        h2.stunned is on
        h3.stunned is on
        e1.stunned is on
        seat 0: attack e1
        draw KH
        seat 1: begin
        seat 2: begin
        seat 3: begin
        says Dragon (e1) loses the turn
        round is 3
        ",
    );
    play(table, "e1.stunned is off\nasked seat 0, seat 1, seat 2, seat 3");
    play(asked(), "seat 0: decline\nh0.stunned is on\nh1.stunned is on\ne1.stunned is off");
}

#[test]
fn pr_323_dragon_breath_turned_back_burns_the_dragon_and_leaves_the_bearer_unhurt() {
    proves!("PR-235", "PR-323", "PR-R62");
    // The Protector bears it and covers the Support: even the point he would take for her is none.
    let asked =
        || play(shield(1, &[DRAGON]).token(1, Side::Protect, 3).table(), "die 6\ndraw 8C\nasked seat 1");
    play(asked(), "seat 1: reflect\ne1.hp is 12\nh0.hp is 5\nh1.hp is 8\nh2.hp is 4\nh3.hp is 9");
    play(asked(), "seat 1: decline\ne1.hp is 14\nh0.hp is 5\nh1.hp is 5\nh2.hp is 4\nh3.hp is 9");
}

#[test]
fn pr_323_what_is_no_special_ability_against_the_bearer_is_not_turned_back() {
    proves!("PR-202", "PR-203", "PR-217", "PR-219", "PR-230", "PR-323");
    play(shield(0, &[MINION]).table(), "draw 4H\nasked chance\ndraw 8D\nh0.hp is 6        # Attack");
    play(shield(0, &[COMMANDER]).table(), "die 3\ndraw 5D\ne1.stance is on\nround is 2    # Defend Self");
    play(shield(0, &[COMMANDER]).table(), "die 5\ndraw 6H\ne1.boost is 3\nround is 2      # Damage Boost");
    let holds = shield(0, &[PHOOL]).foe(1, |f| f.stolen = 1).with(|s| s.treasure_deck -= 1);
    play(holds.table(), "die 5\ndraw KS\ne1.stolen is 0\nround is 2     # Destroy Treasure");
    let script = "die 6\ndraw 5H\nasked chance\nalive 6H\nalive 10D\nalive 4S\nalive 7C\nround is 2";
    play(shield(0, &[KING]).table(), script); // Undead Guard
    let beside = play(shield(0, &["5/6/4/6", MINION]).table(), "draw KH\ndie 5\ndraw 4H");
    play(beside, "e1.covers is e2\nround is 2     # Defend Other");
}

#[test]
fn pr_323_the_shield_works_once_a_combat_whatever_the_ability() {
    proves!("PR-323");
    play(
        all_guard(used(), "10D JD QD KD"),
        "
        die 5
        draw 3H               # Fear, and no question
        h0.stunned is on
        e1.stunned is off
        round is 3
        ",
    );
}

#[test]
fn pr_323_declining_does_not_use_the_shield_up() {
    proves!("PR-323");
    let table = play(shield(0, &[DRAGON]).table(), "die 6\ndraw 8C\nseat 0: decline\nh0.hp is 5");
    play(
        all_guard(table, "10D JD QD KD"),
        "die 6\ndraw 7C\nasked seat 0\nseat 0: reflect\nh0.hp is 5\ne1.hp is 12",
    );
}

#[test]
fn pr_323_the_shield_is_ready_again_in_the_next_combat() {
    proves!("PR-322", "PR-323");
    let table = play(
        used(),
        "
        h1.hp is 6
        h2.hp is 4
        h3.hp is 7
        seat 1: bomb
        combat is off
        asked seat 0          # who could hand the shield over
        seat 0: done
        alive KH
        alive 8D
        alive 9S
        alive 10C
        combat is on
        ",
    );
    play(
        all_guard(table, "10D JD QD KD"),
        "
        die 5
        draw 9C
        asked seat 0
        seat 0: reflect
        h0.hp is 7
        h1.hp is 5
        h2.hp is 3
        h3.hp is 6
        e1.hp is 15
        ",
    );
}

#[test]
fn pr_323_a_dead_bearer_turns_nothing_back() {
    proves!("PR-235");
    play(
        shield(0, &[DRAGON]).hero(0, |h| h.hp = 0).table(),
        "die 6\ndraw 8C\nround is 2\nh1.hp is 6\ne1.hp is 14",
    );
}
