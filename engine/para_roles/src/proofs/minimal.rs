//! A real table of which only the enemies are kept: how it is told, from the first encounter to the last.

use crate::{
    Action, Content, Options, ParaRoles,
    options::{Campaign, RoleMode, Scenario, Track},
    vectors::play,
};
use kernel::{Game as _, Log, Seat, Show as _, Table};
use std::{collections::BTreeSet, sync::Arc};

/// The table before the first encounter.
pub(super) fn table(change: impl FnOnce(&mut Options)) -> Table<ParaRoles> {
    let mut options =
        Options { track: Track::Minimal, campaign: Campaign::RandomEncounters, ..Options::default() };
    change(&mut options);
    Table::new(Arc::new(ParaRoles::new(Content::built_in(), options).unwrap_or_else(|why| panic!("{why}"))))
}

/// Tells a fight against these enemies, given as `H/D/A/T`.
pub(super) fn meet(table: Table<ParaRoles>, enemies: &[&str]) -> Table<ParaRoles> {
    let cards = |enemy: &&str| -> String {
        enemy
            .split('/')
            .zip(["H", "D", "S", "C"])
            .map(|(rank, suit)| format!("alive {rank}{suit}\n"))
            .collect()
    };
    let told: String = enemies.iter().map(cards).collect();
    play(table, &format!("seat 0: meet {}\n{told}", enemies.len()))
}

pub(super) fn fight(enemies: &[&str]) -> Table<ParaRoles> {
    meet(table(|_| {}), enemies)
}

#[test]
fn a_fight_needs_the_enemys_cards_and_its_dice_and_nothing_of_the_heroes() {
    let table = play(
        table(|_| {}),
        "
        asked seat 0
        seat 0: meet 1
        asked chance
        alive 9H
        alive 6D
        alive 5S
        alive 7C
        says enemies: Commander of the Void (e1)
        says Commander of the Void (e1): 9 HP
        says shuffle the Random Deck
        asked seat 0
        seat 0: hit e1 2
        says Commander of the Void (e1) takes 2 (7 HP left)
        asked seat 0                 # the same prompt, until the heroes have acted
        seat 0: done
        asked chance
        die 1
        says Commander of the Void (e1) rolls 1: Attack
        draw 4S                      # below Attack 5, and spades are the Damage hero
        says Commander of the Void (e1) strikes at Damage (h2)
        says Damage (h2) turns a Defense card: takes 1 unless it holds
        asked seat 0                 # the next round: nobody asks what the card was
        round is 2
        seat 0: done
        die 1
        draw 4S                      # a card that has come before is no mistake here
        round is 3
        ",
    );
    assert_eq!(table.state().random.len(), 52, "the Random Deck is not counted");
    let asked = table.state().turn.asked();
    assert_eq!(asked.into_iter().map(Seat::number).collect::<Vec<_>>(), [0], "one seat speaks for all");
}

#[test]
fn a_target_is_walked_past_the_dead_and_the_last_hero_to_fall_ends_the_game() {
    play(
        fight(&["4/3/5/2"]),
        "
        seat 0: dead h2
        says Damage (h2) falls
        seat 0 may not dead h2
        seat 0 may not stance h2
        seat 0: done
        draw 3S                      # odd: to the left of the dead, who is h3
        says strikes at Support (h3)
        seat 0: done
        draw 4S                      # even: to the right, who is h1
        says strikes at Protector (h1)
        seat 0: alive h2
        says Damage (h2) stands again
        seat 0: done
        draw 4S
        says strikes at Damage (h2)
        seat 0: dead h0
        seat 0: dead h1
        seat 0: dead h2
        seat 0: dead h3
        asked nobody
        ending is defeat
        ",
    );
}

#[test]
fn between_two_enemies_it_is_asked_who_fell_only_if_somebody_was_hurt() {
    play(
        fight(&["4/3/5/2", "5/4/3/3"]),
        "
        seat 0: done
        draw 9S                      # a miss: nobody can have fallen
        asked chance
        draw 2S
        asked seat 0                 # the last enemy has acted: the heroes are asked anyway
        round is 2
        seat 0 may hit e1 1
        seat 0: done
        draw 3S
        seat 0 may not hit e1 1      # this question is about h2 alone
        seat 0 may dead h2
        seat 0 may not dead h0
        seat 0: dead h2
        asked chance
        draw 2S                      # even: past the dead to the right
        says strikes at Protector (h1)
        seat 0: done
        draw 3D
        seat 0: done                 # nobody fell
        draw 9S
        round is 4
        ",
    );
}

#[test]
fn a_stance_lasts_to_the_next_round_and_a_cover_until_it_is_told_otherwise() {
    play(
        fight(&["4/3/5/2"]),
        "
        seat 0: stance h2
        says Damage (h2) is on guard
        seat 0: covers h1
        seat 0 may not hero h1
        seat 0: hero h3
        says Protector (h1): Protect Other on Support (h3)
        seat 0: done
        draw 3S
        says Damage (h2) takes no harm: on guard
        h2.stance is off
        seat 0: done
        draw 3S
        says Damage (h2) turns a Defense card
        seat 0: done
        draw 4C
        says Protector (h1) takes it for Support (h3)
        says Protector (h1) turns a Defense card
        seat 0: covers h1
        seat 0: done
        says Protector (h1) covers nobody
        seat 0: done
        draw 4C
        says Support (h3) turns a Defense card
        ",
    );
}

#[test]
fn what_an_enemy_lost_stays_lost_and_the_treasure_is_allotted_by_suit() {
    let table = play(
        fight(&["4/3/5/2"]),
        "
        seat 0: hit e1 3
        e1.hp is 1
        seat 0: slain e1
        says Minion of Darkness (e1) falls
        says the enemies are beaten
        says take back Protector tokens, curses
        says treasure: 1 to be won, 0 taken back from thieves
        asked chance
        ",
    );
    let shown = table.game().prompt(table.state());
    assert_eq!(shown, "treasure: turn cards until ♥ or ♦ or ♠ or ♣ comes");
    let table = play(
        table,
        "
        draw KH
        says Healer (h0) wins a treasure
        seat 0: treasure h0 attack
        h0.treasure.attack is 1
        beaten is 1
        asked seat 0
        seat 0 may meet 1            # no town, no rest: people do that by themselves
        ",
    );
    let table = play(meet(table, &["3/2/2/3"]), "seat 0: hit e1 20\ndraw KH\nasked chance");
    let shown = table.game().prompt(table.state());
    assert_eq!(shown, "treasure: turn cards until ♦ or ♠ or ♣ comes", "only the poorest win");
}

#[test]
fn more_damage_than_an_enemy_has_is_no_mistake_and_all_can_be_hurt_at_once() {
    play(
        fight(&["4/3/5/2", "5/4/3/3"]),
        "
        seat 0: hit_all 4            # a Dirty Bomb, say
        says Minion of Darkness (e1) falls
        e2.hp is 1
        seat 0: hit e2 6
        says the enemies are beaten
        spoils is 2
        ",
    );
}

#[test]
fn curses_and_stuns_are_told_and_go_with_their_owner() {
    play(
        fight(&["9/6/5/7"]),
        "
        seat 0: curse e1 attack
        e1.attack is 4
        h3.supply is 3
        seat 0: curse e1 health
        e1.max is 8
        e1.hp is 8
        seat 0: uncurse e1 health
        e1.max is 9
        e1.hp is 8
        seat 0: stun e1
        seat 0: done
        says Commander of the Void (e1) loses the turn
        asked seat 0
        seat 0: dead h3              # the Support's tokens leave with him
        e1.attack is 5
        seat 0 may not curse e1 attack
        ",
    );
    play(
        meet(table(|o| o.roles = RoleMode::Mixer), &["9/6/5/7"]),
        "
        seat 0: curse e1 trick
        seat 0: hero h1              # any of them may have tokens
        says ♦ hero (h1) curses
        e1.trick is 6
        ",
    );
}

#[test]
fn a_party_that_gets_away_leaves_one_enemy_or_all() {
    play(
        fight(&["4/3/5/2", "5/4/3/3"]),
        "
        seat 0: shaken e1
        says Minion of Darkness (e1) is shaken off
        seat 0 may not shaken e2
        seat 0: fled
        says the party has got away
        fled is 1
        seat 0 may meet 1
        ",
    );
}

#[test]
fn the_tower_knows_who_waits_on_a_level() {
    let table = play(
        table(|o| o.campaign = Campaign::Tower),
        "
        seat 0: level 1
        says Minion of Darkness (e1): 2 HP
        seat 0: fled
        done is 0
        seat 0: level 10             # a party that has come this far by itself
        e1.kind is prince_of_pain
        graveyard.H is 2 3 4 5 6 7 8 9 10
        seat 0: slain e1
        draw 2H
        seat 0: treasure h0 attack
        draw 2D
        seat 0: treasure h1 attack
        done is 10
        seat 0: level 11
        e1.kind is dread_queen
        ",
    );
    assert!(table.legal(Seat::new(0)).contains(&Action::Fled));
    play(
        self::table(|o| (o.campaign, o.doubles) = (Campaign::Tower, true)),
        "
        seat 0: level 12             # the last one: King and Dragon
        says King of the Dead (e1): 13 HP, acts as number 1
        says Dragon (e2): 14 HP, acts as number 2
        ",
    );
}

#[test]
fn the_last_encounter_ends_the_campaign() {
    let mut table = table(|o| o.campaign = Campaign::Woods);
    for n in 2..=10 {
        table = meet(table, &[format!("{n}/{n}/{n}/{n}").as_str()]);
        let mut log = Log::off();
        table.play(kernel::script::read_step("seat 0: fled").expect("a step"), &mut log).expect("legal");
    }
    play(table, "asked nobody\nending is victory");
}

#[test]
fn a_card_that_should_be_elsewhere_is_flagged_and_taken_as_told() {
    let table = play(
        meet(table(|o| o.campaign = Campaign::Woods), &["4/3/5/2"]),
        "seat 0: slain e1\ndraw KH\nseat 0: treasure h0 trick\ngraveyard.H is 4",
    );
    let table = play(
        table,
        "
        seat 0: meet 2
        alive 4H
        says look again: 4♥ should lie in the Graveyard; it counts as told
        graveyard.H is empty
        alive 8D
        alive 8S
        alive JC
        says look again: J♣ should not come
        alive 4H
        says look again: 4♥ should not come: an enemy has it
        alive 2D
        alive 2S
        alive 2C
        says enemies: Prince of Pain (e1), Minion of Darkness (e2)
        seat 0: slain e2
        seat 0: slain e1
        graveyard.H is 4             # each card lies there once
        ",
    );
    assert_eq!(table.state().combat.spoils, 2);
}

#[test]
fn told_treasure_and_items_are_kept_where_enemies_feel_them() {
    play(
        table(|_| {}),
        "
        seat 0: hero h1
        seat 0: treasure h1 defense
        seat 0: treasure h1 defense
        seat 0: pay defense
        h1.treasure.defense is 1
        seat 0: done
        seat 0: buy mirror_shield
        seat 0: hero h1
        says Protector (h1) bears: Mirror Shield
        seat 0: buy spiked_armor
        seat 0: hero h2
        h2.bears.spiked_armor is on
        seat 0: dead h0
        seat 0: alive h0
        treasure_deck is 51
        seat 0: meet 1
        alive 4H
        alive 3D
        alive 5S
        alive 2C
        seat 0: done
        draw 3S
        says Minion of Darkness (e1) takes 1 (3 HP left)
        ",
    );
}

#[test]
fn a_treasure_hunt_is_told_when_the_deck_was_reshuffled() {
    let hunt = meet(table(|o| o.scenario = Scenario::TreasureHunt), &["4/3/5/2"]);
    play(hunt, "seat 0: reshuffled\nseat 0: slain e1\nasked seat 0\ntreasure_deck is 52");
    play(fight(&["4/3/5/2"]), "seat 0 may not reshuffled");
}

#[test]
fn mistakes_are_put_right_between_the_steps() {
    let table = play(
        fight(&["8/6/5/7", "6/5/4/3"]),
        "
        set: e1.hp 3
        e1.hp is 3
        set: e1.stance yes
        set: e1.stunned yes
        set: e1.pending steal_treasure
        e1.pending is steal_treasure
        set: e1.pending no
        set: e1.boost 2
        e1.boost is 2
        set: e1.boost no
        set: e1.stolen 2
        treasure_deck is 50
        set: e1.misled no
        set: e1.riposte no
        set: e2.covers e1
        e2.covers is e1
        set: e2.covers no
        set: h1.treasure.attack 3
        h1.treasure.attack is 3
        set: h1.stance yes
        set: h1.covers h2
        set: h1.covers no
        set: party.mirror_used yes
        ",
    );
    for (text, expected) in [
        ("e1.hp 0", "1 to 999"),
        ("e3.hp 1", "an enemy that is on the table"),
        ("e1.pending fear", "one of: steal_treasure no"),
        ("e1.covers e1", "another enemy"),
        ("h1.hp 3", "People keep the rest themselves"),
        ("h1.covers h1", "another hero"),
        ("h1.treasure.luck 1", "health, defense, attack or trick"),
        ("h1.treasure.attack 60", "0 to 50"),
        ("h1.charmed yes", "expected no"),
        ("deck.unseen 7H", "People keep the rest themselves"),
        ("nonsense", "e1.hp 3"),
    ] {
        let mut same = table.clone();
        let why = same.correct(text, &mut Log::off()).expect_err("it cannot be set").to_string();
        assert!(why.contains(expected), "{text}: {why}");
        assert_eq!(same.state(), table.state(), "nothing has changed");
    }
    let told = play(table, "seat 0: done");
    let why = told.clone().correct("e1.hp 1", &mut Log::off()).expect_err("a card is due").to_string();
    assert!(why.contains("next action"), "{why}");
}

#[test]
fn bots_have_nothing_to_tell_and_maps_stay_on_the_table() {
    let table = table(|_| {});
    assert!(table.game().needs_person(table.state(), Seat::new(0)), "only people see their table");
    assert!(!table.game().needs_person(table.state(), Seat::new(1)), "nobody asks the other seats");
    let mapped = Options { track: Track::Minimal, campaign: Campaign::Maze, ..Options::default() };
    let why = ParaRoles::new(Content::built_in(), mapped).expect_err("a map").to_string();
    assert!(why.contains("campaign = random_encounters"), "{why}");
}

#[test]
fn every_prompt_lists_at_most_what_people_can_read() {
    let table = fight(&["K/8/9/10", "Q/6/8/7"]);
    let mut options = Vec::new();
    table.game().legal_actions(table.state(), Seat::new(0), &mut options);
    assert!(options.len() <= 120, "{} options", options.len());
    let labels: BTreeSet<String> =
        options.iter().map(|action| table.game().label(table.state(), Seat::new(0), *action)).collect();
    assert_eq!(labels.len(), options.len(), "each says something else");
}
