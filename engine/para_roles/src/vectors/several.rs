//! Several enemies, flight, death and treasure: TV-112 to TV-119.

use super::play;
use crate::{
    fixture::Fixture,
    state::Place,
    words::{FoeId, Side, Stat},
};
use kernel::{Seat, proves};

const MINION: &str = "4/3/5/2";
const COMMANDER: &str = "9/6/5/7";

fn two() -> Fixture {
    Fixture::fight(&[MINION, COMMANDER])
}

/// A Minion that the next wound kills.
fn dying_minion() -> Fixture {
    Fixture::fight(&[MINION]).foe(1, |f| f.hp = 1)
}

#[test]
fn tv_112_running_from_one_of_two_shakes_that_one_off() {
    proves!("PR-056", "PR-R57");
    play(
        two().table(),
        "
        seat 2: run trick e1
        draw 7S
        e1.there is off
        escaped.H is 4
        escaped.D is 3
        escaped.S is 5
        escaped.C is 2
        graveyard.H is empty
        e2.there is on
        e2.hp is 9
        combat is on
        asked seat 0, seat 1, seat 3
    ",
    );
}

#[test]
fn tv_112_a_tie_does_not_get_away() {
    proves!("PR-021", "PR-056");
    play(
        two().table(),
        "
        seat 2: run trick e1
        draw 8S
        e1.there is on
        e2.there is on
        escaped.H is empty
        asked seat 0, seat 1, seat 3
    ",
    );
}

#[test]
fn tv_112_the_last_enemy_takes_the_whole_party_out_of_combat() {
    proves!("PR-056", "PR-R57");
    play(
        Fixture::fight(&[MINION]).table(),
        "
        seat 2: run defense e1
        draw 6S
        combat is off
        fled is 1
        beaten is 0
        done is 1             # the encounter is over all the same
        treasure_deck is 52
        h2.treasure is 0
        escaped.H is 4
    ",
    );
}

#[test]
fn tv_113_one_dead_enemy_of_two_brings_no_treasure_and_no_reshuffle_yet() {
    proves!("PR-004", "PR-071", "PR-241", "PR-R49");
    let curse = Place::foe(FoeId::enemy(0), Stat::Attack);
    let tokens = [Place::SUPPLY, Place::SUPPLY, Place::SUPPLY, curse];
    let fixture = two().foe(1, |f| f.hp = 1).foe(2, |f| f.hp = 1).with(|s| s.tokens[Seat::new(3)] = tokens);
    play(
        fixture.table(),
        "
        h3.supply is 3
        e1.attack is 4
        seat 0: epic resurrection
        allowance is off
        seat 2: attack e1
        draw 8H
        draw 3C
        e1.there is off
        graveyard.H is 4
        graveyard.D is 3
        graveyard.S is 5
        graveyard.C is 2
        h3.supply is 4
        combat is on
        asked seat 1, seat 3  # no treasure draw
        deck is 50            # no reshuffle
        allowance is off
        seat 3: attack e2
        draw 7H
        draw 6C
        e2.there is off
        combat is off
        spoils is 2
        draw 5D
        seat 1: treasure h1 attack
        asked chance
        draw 6H
        deck is 48            # those four are used, these two lie at the bottom
        seat 0: treasure h0 trick
        deck is 52
        h0.treasure is 1
        h1.treasure is 1
        treasure_deck is 50
    ",
    );
}

#[test]
fn tv_113_an_unused_allowance_stays_as_it_is() {
    proves!("PR-080", "PR-R49");
    play(
        two().foe(1, |f| f.hp = 1).table(),
        "
        seat 2: attack e1
        draw 8H
        draw 3C
        e1.there is off
        allowance is on
        reshuffles is 0
    ",
    );
}

#[test]
fn tv_114_a_dead_protector_covers_and_helps_nobody() {
    proves!("PR-242", "PR-R30", "PR-R51");
    for (side, word) in [(Side::Protect, "protect_other"), (Side::Joint, "joint_attack")] {
        let fixture = Fixture::fight(&[MINION]).hero(1, |h| h.hp = 1).token(1, side, 0).enemies_first();
        let script = format!(
            "
            h1.token is {word} h0
            draw 4D
            draw 9S
            h1.hp is 0
            h1.token is none
            asked seat 0, seat 2, seat 3
            seat 0: attack e1
            draw 5H           # one card only
            draw 6S
            e1.hp is 3
        "
        );
        play(fixture.table(), &script);
    }
}

#[test]
fn tv_114_with_the_support_all_buffs_and_curses_go() {
    proves!("PR-025", "PR-242", "PR-R30", "PR-R31", "PR-R51");
    let (buff, curse) = (Place::hero(Seat::new(2), Stat::Health), Place::foe(FoeId::enemy(0), Stat::Attack));
    let fixture = Fixture::fight(&[MINION])
        .hero(2, |h| h.hp = 7)
        .hero(3, |h| h.hp = 1)
        .with(|s| s.tokens[Seat::new(3)] = [Place::SUPPLY, Place::SUPPLY, buff, curse]);
    play(
        fixture.enemies_first().table(),
        "
        h2.max is 7
        h2.hp is 7
        e1.attack is 4
        draw 3C
        draw 6D
        h3.hp is 0
        h3.supply is 4
        h2.max is 6
        h2.hp is 6
        e1.attack is 5
    ",
    );
}

#[test]
fn tv_115_only_the_poorest_can_win_treasure() {
    proves!("PR-241", "PR-280", "PR-281", "PR-R55");
    let fixture = dying_minion().treasure(0, Stat::Health, 1).treasure(3, Stat::Trick, 2);
    play(
        fixture.table(),
        "
        seat 2: attack e1
        draw 8H
        draw 5C
        combat is off
        draw KH               # Healer has one
        draw 3C               # Support has two
        draw 9S
        asked seat 2
        deck is 50            # all three went to the bottom
        discard is 2
        seat 2: treasure h2 attack
        h0.treasure is 1
        h1.treasure is 0
        h2.treasure is 1
        h3.treasure is 2
        h2.attack is 10
        deck is 52            # the reshuffle
    ",
    );
}

#[test]
fn tv_115_a_dead_hero_can_win_treasure() {
    proves!("PR-281", "PR-R55");
    play(
        dying_minion().hero(1, |h| h.hp = 0).table(),
        "
        seat 2: attack e1
        draw 8H
        draw 5C
        draw 4D
        seat 1: treasure h1 health
        h1.treasure is 1
        h1.hp is 0
    ",
    );
}

#[test]
fn tv_116_without_a_card_for_the_poorest_all_52_are_shuffled_first() {
    proves!("PR-281", "PR-R55");
    let rich = [0, 2, 3].into_iter().fold(dying_minion(), |f, seat| f.treasure(seat, Stat::Attack, 1));
    play(
        rich.deck("8H 5C 4H 9S").table(),
        "
        seat 2: attack e1
        draw 8H
        draw 5C
        combat is off
        deck is 52
        draw 8H               # drawn a second time: not the poorest
        asked chance
        draw 7D
        seat 1: treasure h1 defense
        h1.treasure is 1
    ",
    );
}

#[test]
fn tv_117_a_dead_heros_treasure_buys_him_back() {
    proves!("PR-008", "PR-245", "PR-R54");
    // On Health: he returns with his new maximum.
    let fixture = Fixture::fight(&[]).treasure(2, Stat::Health, 3).hero(2, |h| h.hp = 0);
    play(
        fixture.pause(false),
        "
        treasure_deck is 49
        h2.max is 9
        seat 0: buy_back h2
        treasure_deck is 52
        h2.treasure is 0
        h2.hp is 6
    ",
    );
}

#[test]
fn tv_117_a_dead_hero_without_treasure_cannot_be_bought_back() {
    proves!("PR-282", "PR-R54");
    let fixture = Fixture::fight(&[]).treasure(0, Stat::Health, 3).hero(2, |h| h.hp = 0);
    play(
        fixture.pause(false),
        "
        seat 0 may raise h2
        seat 0 may not buy_back h2
        seat 0: swap health
        seat 0 may not treasure h2 health   # nothing is added first
    ",
    );
}

#[test]
fn tv_118_a_treasure_changes_hands_in_combat_with_a_trick_check() {
    proves!("PR-057", "PR-288");
    let table = Fixture::fight(&[MINION]).treasure(3, Stat::Attack, 1).table();
    play(
        table.clone(),
        "
        seat 3: swap attack
        seat 3: treasure h2 attack
        draw 6D
        h3.treasure is 0
        h2.treasure.attack is 1
        h2.attack is 10
        h3.attack is 8
        asked seat 0, seat 1, seat 2
    ",
    );
    play(
        table,
        "
        seat 3: swap attack
        seat 3: treasure h2 attack
        draw 7D               # a tie with Trick 7
        h3.treasure.attack is 1
        h2.treasure is 0
        asked seat 0, seat 1, seat 2
    ",
    );
}

#[test]
fn tv_119_an_upgrade_is_the_next_number_nobody_holds() {
    proves!("PR-300", "PR-302", "PR-R61");
    let fixture = Fixture::fight(&[]).treasure(2, Stat::Attack, 5);
    play(
        fixture.pause(true),
        "
        h2.card.health is 6
        player_deck.H is 2 3 4 5 10 J Q K A
        seat 2: upgrade health
        h2.card.health is 10
        player_deck.H is 2 3 4 5 6 J Q K A
        h2.treasure is 0
        treasure_deck is 52
        h2.max is 10
        h2.hp is 6
    ",
    );
}

#[test]
fn tv_119_four_treasure_are_not_enough_and_there_is_no_shop_outside_town() {
    proves!("PR-300", "PR-301");
    play(
        Fixture::fight(&[]).treasure(2, Stat::Attack, 4).treasure(0, Stat::Attack, 5).pause(true),
        "
        seat 2 may not upgrade health
        seat 0: swap attack
        seat 0: treasure h2 attack          # pooled first
        seat 2: upgrade health
        h2.card.health is 10
    ",
    );
    play(
        Fixture::fight(&[]).treasure(2, Stat::Attack, 5).pause(false),
        "
        seat 2 may not upgrade health
        seat 2 may swap attack
    ",
    );
}
