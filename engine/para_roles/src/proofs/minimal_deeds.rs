//! A real table of which only the enemies are kept: the ten kinds and all they do.

use super::minimal::{fight, meet, table};
use crate::vectors::play;
use kernel::{Show as _, proves};

#[test]
fn a_minion_attacks_without_a_die() {
    proves!("PR-210", "PR-202");
    play(
        fight(&["4/3/5/2"]),
        "seat 0: done\ndraw 2H\nsays strikes at Healer (h0)\nsays takes 1 unless it holds",
    );
}

#[test]
fn a_defender_takes_what_is_meant_for_its_fellow() {
    proves!("PR-211", "PR-212");
    play(
        fight(&["6/5/4/3", "9/7/8/6"]),
        "
        seat 0: done
        die 5
        draw 2C
        says Chaotic Defender (e1) takes it for Commander of the Void (e2)
        die 3
        draw 9D                      # not below Defense 7
        e2.stance is off
        seat 0: hit e2 2
        says Chaotic Defender (e1) takes it for Commander of the Void (e2)
        e1.hp is 4
        e2.hp is 9
        seat 0: slain e1
        seat 0: hit e2 2
        e2.hp is 7
        seat 0: done
        die 4
        draw 2D
        says Commander of the Void (e2) is on guard
        seat 0: hit e2 2
        says Commander of the Void (e2) takes no harm: on guard
        e2.hp is 7
        ",
    );
}

#[test]
fn a_trickster_robs_the_largest_stack_and_what_it_holds_comes_back() {
    proves!("PR-213", "PR-214", "PR-215", "PR-R10");
    let told = play(
        table(|_| {}),
        "
        seat 0: hero h2
        seat 0: treasure h2 trick
        seat 0: treasure h2 attack
        seat 0: done
        ",
    );
    play(
        meet(told, &["7/5/4/6"]),
        "
        seat 0: done
        die 5
        draw 7S                      # not below Trick 6: it will try again
        says powers up: Steal Treasure stays pending
        seat 0: done
        asked chance
        says tries Steal Treasure again without a roll
        draw 5S
        says steals treasure from Damage (h2)'s Attack
        h2.treasure.attack is 0
        e1.stolen is 1
        seat 0: done
        die 6
        draw 5H
        says Healer (h0) takes 1     # who has none loses Health
        seat 0: stance h1
        seat 0: done
        die 6
        draw 5D
        says Protector (h1) takes no harm: on guard
        seat 0: slain e1
        draw 2H
        seat 0: treasure h0 health   # the treasure it carried
        seat 0: treasure h2 attack   # and what it had stolen
        h2.treasure.attack is 1
        treasure_deck is 49
        seat 0 may meet 1
        ",
    );
}

#[test]
fn a_phool_destroys_what_it_holds_and_takes_the_rest_along() {
    proves!("PR-216", "PR-217", "PR-R11");
    let told = play(
        table(|_| {}),
        "seat 0: hero h2\nseat 0: treasure h2 trick\nseat 0: treasure h2 trick\nseat 0: done",
    );
    play(
        meet(told, &["8/5/4/6"]),
        "
        seat 0: done
        die 5
        says does Steal Treasure instead
        draw 2S
        e1.stolen is 1
        seat 0: done
        die 5
        draw 9H                      # red: nothing
        e1.stolen is 1
        seat 0: done
        die 3
        draw 4S
        e1.stolen is 2
        seat 0: done
        die 6
        draw 9C
        says destroys a treasure
        seat 0: fled
        says 1 treasure left behind
        treasure_deck is 52
        ",
    );
}

#[test]
fn a_commander_keeps_its_boost_until_it_hits() {
    proves!("PR-218", "PR-219", "PR-R13");
    play(
        fight(&["9/6/5/7"]),
        "
        seat 0: done
        die 5
        draw 6C
        says next hit deals 3 more
        seat 0: done
        die 6
        says does Attack instead
        draw 8H                      # a miss keeps it
        e1.boost is 3
        seat 0: stance h0
        seat 0: done
        die 1
        draw 4H                      # a hit uses it up, also on somebody on guard
        e1.boost is off
        seat 0: done
        die 5
        draw 6C
        seat 0: done
        die 1
        draw 4C
        says Support (h3) turns a Defense card: takes 4 unless it holds
        ",
    );
}

#[test]
fn a_demon_guard_whips_and_the_whipped_is_told_to_lose_a_turn() {
    proves!("PR-220", "PR-221");
    play(
        fight(&["10/6/5/7"]),
        "
        seat 0: done
        die 5
        draw 6C
        says Demon Whip succeeds
        asked chance
        draw 9H                      # misses, and stuns all the same
        says Healer (h0) is stunned
        h0.stunned is off            # people lose their turns by themselves
        seat 0: stance h0
        seat 0: done
        die 6
        draw 6C
        draw 4H
        says Healer (h0) takes no harm: on guard
        ",
    );
}

#[test]
fn a_prince_strikes_back_at_whoever_attacked_him() {
    proves!("PR-222", "PR-223");
    play(
        fight(&["J/6/5/7"]),
        "
        seat 0: done
        die 5
        draw 6C
        says waits to strike back
        seat 0: hit e1 2
        e1.hp is 9
        seat 0: done                 # no attack: an EPIC, say
        e1.riposte is on
        seat 0: hit e1 1
        seat 0: hero h2
        says Damage (h2) takes 1
        e1.riposte is off
        seat 0 may not attacked e1 h2
        seat 0: done
        die 6
        draw 6C
        seat 0: done
        die 5
        says does Damage Boost instead
        draw 6C
        seat 0: attacked e1 h3       # in vain, and yet an attack
        says Support (h3) takes 4
        e1.boost is 3                # a riposte does not use it up
        seat 0: hit e1 3
        e1.hp is 5
        asked seat 0
        seat 0 may done
        ",
    );
}

#[test]
fn a_queen_charms_for_one_round() {
    proves!("PR-224", "PR-225");
    play(
        fight(&["Q/6/5/7"]),
        "
        seat 0: done
        die 5
        draw 6D
        says Protector (h1) is charmed
        says Protector (h1) acts first: attacks another hero
        h1.charmed is on
        seat 0: done
        h1.charmed is off
        die 2
        draw 2H
        e1.stance is on
        ",
    );
}

#[test]
fn a_king_gains_what_is_lost_and_his_guard_is_told() {
    proves!("PR-228", "PR-229", "PR-230", "PR-231", "PR-R17");
    let told = play(fight(&["4/3/5/2"]), "seat 0: slain e1\ndraw 2H\nseat 0: treasure h0 health");
    let table = play(
        meet(told, &["K/8/9/10"]),
        "
        seat 0: stance h0
        seat 0: covers h1
        seat 0: hero h2
        seat 0: dead h3
        seat 0: done
        die 5
        draw 9C
        says Protector (h1) takes 1  # nobody else: on guard, covered, dead
        says King of the Dead (e1) gains 1 HP (14 HP)
        seat 0: done
        die 6
        draw 9C
        ",
    );
    assert_eq!(table.game().prompt(table.state()), "turn a ♥ card of the Graveyard");
    play(
        table,
        "
        dead 4H
        dead 3D
        says an Undead Guard rises before King of the Dead (e1)
        says Undead Guard (e2): 4 HP, Defense 3
        asked seat 0                 # nothing else of the dead is needed
        seat 0: hit e1 3
        says Undead Guard (e2) takes it for King of the Dead (e1)
        e2.hp is 1
        e1.hp is 14
        seat 0 may not stun e2       # a guard has no turn
        seat 0: done
        die 6
        says does Damage Boost instead
        draw 9C
        e1.boost is 4
        seat 0: hit e2 1
        seat 0: hit e1 1
        e1.hp is 13
        ",
    );
}

#[test]
fn a_guard_of_the_living_says_what_goes_to_the_graveyard() {
    proves!("PR-231");
    play(
        fight(&["K/8/9/10"]),
        "
        seat 0: done
        die 6
        draw 9C
        alive 7H
        alive 5D
        says put the next ♠ and ♣ card of the Enemy Stat Decks into the Graveyard
        asked seat 0
        ",
    );
}

#[test]
fn a_dragon_repeats_its_breath_and_spares_the_covered() {
    proves!("PR-233", "PR-234", "PR-235", "PR-205", "PR-R18");
    play(
        fight(&["A/6/5/7"]),
        "
        seat 0: stance h0
        seat 0: done
        die 5
        draw 6C
        says Protector (h1) is stunned
        says Support (h3) is stunned
        seat 0: done
        die 6
        draw 9C
        says powers up: Dragon Breath stays pending
        e1.pending is dragon_breath
        seat 0: stance h0
        seat 0: covers h1
        seat 0: hero h2
        seat 0: done
        says tries Dragon Breath again without a roll
        draw 6C
        says Healer (h0) takes 1
        says Protector (h1) takes 3
        says Support (h3) takes 2
        ",
    );
}

#[test]
fn the_mirror_shield_is_asked_for_and_turns_things_back() {
    proves!("PR-323");
    let told = play(table(|_| {}), "seat 0: buy mirror_shield\nseat 0: hero h1");
    play(
        meet(told, &["A/6/5/7"]),
        "
        seat 0: done
        die 6
        draw 6C
        asked seat 0                 # who may answer is asked
        seat 0: reflect
        says Protector (h1) turns Dragon Breath back
        says Dragon (e1) takes 2 (12 HP left)
        says Healer (h0) takes 2
        seat 0: done
        die 6
        draw 6C                      # once a combat
        says Protector (h1) takes 2
        ",
    );
    let told = play(table(|_| {}), "seat 0: buy mirror_shield\nseat 0: hero h2");
    play(
        meet(told, &["J/6/5/7"]),
        "
        seat 0: done
        die 5
        draw 6C
        seat 0: hit e1 1
        seat 0: hero h2
        seat 0: reflect
        says Prince of Pain (e1) takes 1 (9 HP left)
        ",
    );
}

#[test]
fn enemies_strike_each_other_with_cards_of_their_own() {
    proves!("PR-225", "PR-R62");
    let told = play(table(|_| {}), "seat 0: buy mirror_shield\nseat 0: hero h1");
    play(
        meet(told, &["Q/6/8/7", "4/3/5/2"]),
        "
        seat 0: done
        draw 9H                      # the Minion misses
        die 5
        draw 6D
        seat 0: reflect
        e1.misled is on
        seat 0: done
        draw 9H
        draw 4H                      # the Queen strikes the Minion, who defends himself
        draw 9H
        says Minion of Darkness (e2) takes 1 (3 HP left)
        ",
    );
}
