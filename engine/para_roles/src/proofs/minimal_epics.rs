//! A real table of which only the enemies are kept: EPICs that enemies feel, as written and turned against the party.

use super::minimal::{fight, meet, table};
use crate::{options::RoleMode, vectors::play};
use kernel::proves;

#[test]
fn immunity_rage_and_evacuation_keep_harm_away_until_they_end() {
    play(
        fight(&["4/3/5/2"]),
        "
        seat 0: epic immunity
        seat 0: hero h1
        h1.runs.immunity is on
        seat 0: done
        draw 3S
        says Damage (h2) takes no harm: immune
        seat 0: ends h1 immunity
        seat 0: epic medical_evac
        seat 0: hero h0
        seat 0: evacuate h0 h2
        seat 0: done
        draw 3S                      # out of reach: walked past
        says strikes at Support (h3)
        seat 0: ends h0 medical_evac
        seat 0: epic rage_monster
        seat 0: hero h3
        seat 0: done
        draw 3C
        says Support (h3) takes no harm: immune
        ",
    );
}

#[test]
fn who_takes_a_hit_is_asked_under_all_for_one() {
    proves!("PR-153");
    play(
        fight(&["4/3/5/2"]),
        "
        seat 0: epic all_for_one
        seat 0: hero h2
        seat 0: done
        draw 3S
        asked seat 0
        seat 0: hero h0
        says Healer (h0) turns a Defense card
        ",
    );
}

#[test]
fn set_up_grave_and_bomb_stop_enemies() {
    play(
        fight(&["4/3/5/2", "5/4/3/3"]),
        "
        seat 0: epic set_up
        seat 0: hero h2
        seat 0: done
        asked seat 0                 # no attack, no card
        round is 2
        seat 0: ends h2 set_up
        seat 0: epic dirty_bomb
        seat 0: hero h2
        e1.hp is 1
        seat 0: enemy e1
        says Minion of Darkness (e1) is stunned
        seat 0: done
        says Minion of Darkness (e1) loses the turn
        draw 9H
        seat 0: dead h2              # with its owner it ends
        seat 0: epic call_of_the_grave
        seat 0: hero h3
        draw 9C
        seat 0: done
        asked seat 0                 # a club: nobody acts
        seat 0: ends h3 call_of_the_grave
        seat 0: epic call_of_the_grave
        seat 0: hero h3
        draw 9H
        seat 0: hit e2 1
        says takes 2                 # a heart: all damage counts double
        ",
    );
}

#[test]
fn an_enemy_under_a_spade_of_the_grave_strikes_its_own() {
    proves!("PR-171");
    play(
        fight(&["4/3/5/2", "5/4/3/3"]),
        "
        seat 0: epic call_of_the_grave
        seat 0: hero h3
        draw 2S
        seat 0: done
        draw 2D                      # the second in acting order
        says Minion of Darkness (e1) strikes at Minion of Darkness (e2)
        draw 9H
        says Minion of Darkness (e2) takes 1 (4 HP left)
        ",
    );
}

#[test]
fn stats_of_enemies_follow_heresy_and_polymorph() {
    proves!("PR-169", "PR-093");
    play(
        fight(&["9/6/8/7", "Q/6/8/7"]),
        "
        seat 0: epic heretic_bane
        seat 0: hero h0
        seat 0: enemy e1
        e1.attack is 4
        seat 0: ends h0 heretic_bane
        e1.attack is 8
        seat 0: epic polymorph
        seat 0: hero h3
        seat 0 may not take KS       # only downward
        seat 0: take 3S
        seat 0: lay e2
        e2.attack is 3
        seat 0: take 2C
        seat 0: lay e1
        seat 0: done
        seat 0: ends h3 polymorph
        e2.attack is 8
        ",
    );
}

#[test]
fn three_black_cards_of_xxx_slay_all_and_two_the_guard() {
    proves!("PR-091", "PR-232");
    play(
        fight(&["K/8/9/10"]),
        "
        seat 0: done
        die 6
        draw 9C
        alive 7H
        alive 5D
        seat 0: epic xxx
        seat 0: hero h2
        draw 2S
        draw 2C
        draw 2H
        seat 0: enemy e1
        says Undead Guard (e2) falls
        e1.there is on
        seat 0: epic xxx
        seat 0: hero h2
        draw 2S
        draw 2C
        draw 3S
        says the enemies are beaten
        ",
    );
}

#[test]
fn a_diviner_chooses_between_two_cards_of_the_enemy() {
    proves!("PR-172");
    play(
        fight(&["4/3/5/2"]),
        "
        seat 0: epic future_sight
        seat 0: hero h1
        seat 0: done
        draw 3S
        asked chance
        draw 9H
        seat 0: keep 9H
        says Minion of Darkness (e1) misses Healer (h0)
        seat 0: done
        draw 3S
        draw 3S                      # told wrongly: there is nothing to choose
        seat 0: keep 3S
        ",
    );
}

#[test]
fn the_shadows_the_trees_and_a_sharp_blade_are_minded() {
    proves!("PR-173", "PR-159");
    play(
        fight(&["4/3/5/2"]),
        "
        seat 0 may not hides h0
        seat 0: epic from_the_shadows
        seat 0: hero h2
        seat 0: done
        draw 3S
        says misses Damage (h2)
        seat 0: epic forest_growth
        seat 0: hero h0
        seat 0: hides h0
        seat 0: done
        draw 3H                      # hidden: to the left
        says strikes at Protector (h1)
        seat 0: epic en_garde
        seat 0: hero h1
        seat 0: done
        draw 3D
        says Minion of Darkness (e1) takes 2 (2 HP left)
        ",
    );
}

#[test]
fn as_you_wish_passes_an_enemys_guard() {
    play(
        fight(&["9/6/5/7"]),
        "
        set: e1.stance yes
        seat 0: hit e1 2
        e1.hp is 9
        seat 0: epic as_you_wish
        seat 0: hero h0
        seat 0: hit e1 2
        e1.hp is 7
        ",
    );
}

/// The Queen has charmed h1, and his EPIC is told.
fn charmed(epic: &str) -> kernel::Table<crate::ParaRoles> {
    play(
        meet(table(|o| o.roles = RoleMode::EliteSquadron), &["Q/6/8/7"]),
        &format!("seat 0: hit e1 5\nseat 0: done\ndie 5\ndraw 6D\nseat 0: epic {epic}\nseat 0: hero h1"),
    )
}

#[test]
fn a_charmed_heros_epic_works_for_the_enemies() {
    proves!("PR-226", "PR-227");
    play(charmed("resurrection"), "e1.hp is 12");
    play(charmed("immunity"), "seat 0: hit e1 2\nsays immune\ne1.hp is 7");
    play(charmed("battle_prayer"), "e1.attack is 11\ne1.defense is 9");
    play(
        charmed("xxx"),
        "asked seat 0\nseat 0 may done      # what it does to heroes is settled at the table",
    );
    play(charmed("polymorph"), "seat 0 may not take 3S\nseat 0: take KS\ne1.attack is 13");
    play(
        charmed("inspiring_poetry"),
        "seat 0: done\ndie 1\ndraw 2H\nsays ♥ hero (h0) turns a Defense card: takes 2 unless it holds",
    );
    play(
        charmed("blood_moon_rises"),
        "
        seat 0: done
        die 1
        draw 2H
        asked seat 0                 # only now does it matter whether he lost Health
        seat 0: yes
        says takes 1
        e1.hp is 8
        seat 0: done
        die 1
        draw 2H
        seat 0: no
        e1.hp is 8
        ",
    );
    play(
        charmed("call_of_the_grave"),
        "draw 9H\nseat 0: done\ndie 1\ndraw 2H\nsays takes 2 unless it holds    # a heart: double",
    );
}
