//! Scenario, modes and campaigns: TV-126 to TV-131.

use super::play;
use crate::{
    Action, Content, ParaRoles,
    content::span,
    fixture::Fixture,
    options::{Campaign, Options, RoleMode, Scenario, StatMode},
    words::{AbilitySet, Epic, FoeId, Stat},
};
use kernel::{Seat, Show, Table, proves};
use std::sync::Arc;

const MINION: &str = "4/3/5/2";

fn game(options: Options) -> Table<ParaRoles> {
    Table::new(Arc::new(ParaRoles::new(Content::built_in(), options).expect("options that fit together")))
}

fn fact(table: &Table<ParaRoles>, name: &str) -> String {
    table.game().fact(table.state(), name).expect("a fact")
}

fn number(table: &Table<ParaRoles>, name: &str) -> u32 {
    fact(table, name).parse().expect("a number")
}

fn treasure_hunt() -> Fixture {
    let options = Options {
        scenario: Scenario::TreasureHunt,
        campaign: Campaign::RandomEncounters,
        ..Options::default()
    };
    Fixture::new(options).enemy(MINION).foe(1, |f| f.hp = 1)
}

#[test]
fn tv_126_a_treasure_hunt_pays_nothing_after_a_reshuffle() {
    proves!("PR-006", "PR-342", "PR-R58", "PR-R65");
    play(
        treasure_hunt().deck("8H").table(),
        "
        seat 2: attack e1
        draw 8H
        reshuffles is 1       # without the card in hand
        deck is 51
        draw 5C
        combat is off
        done is 1
        beaten is 1
        spoils is 0
        treasure_deck is 52
    ",
    );
}

#[test]
fn tv_126_a_treasure_hunt_pays_as_usual_without_a_reshuffle() {
    proves!("PR-280");
    play(
        treasure_hunt().table(),
        "
        seat 2: attack e1
        draw 8H
        draw 5C
        spoils is 1
        draw 4S
        seat 2: treasure h2 attack
        h2.treasure is 1
    ",
    );
}

/// All sixteen cards are drawn; the first hero has the 4 of spades.
fn less_random() -> Table<ParaRoles> {
    let options = Options { stats: StatMode::LessRandom, ..Options::default() };
    play(
        game(options),
        "
        stat 7H
        stat 8D
        stat 4S
        stat 9C
        stat 8H
        stat 9D
        stat 7S
        stat 6C
        stat 6H
        stat 7D
        stat 9S
        stat 8C
        stat 9H
        stat 6D
        stat 8S
        stat 7C
        asked seat 0
        h0.card.attack is 4
    ",
    )
}

#[test]
fn tv_127_a_lower_redraw_may_be_put_back() {
    proves!("PR-353", "PR-354", "PR-R66");
    play(
        less_random(),
        "
        seat 0: redraw attack
        stat 3S
        asked seat 0
        seat 0: keep 4S
        h0.card.attack is 4
        player_deck.S is 2 3 5 6 10 J Q K A
        asked seat 1          # one redraw each
    ",
    );
}

#[test]
fn tv_127_a_lower_redraw_may_be_taken_all_the_same() {
    proves!("PR-354");
    play(
        less_random(),
        "
        seat 0: redraw attack
        stat 3S
        seat 0: keep 3S
        h0.card.attack is 3
        player_deck.S is 2 4 5 6 10 J Q K A
    ",
    );
}

#[test]
fn tv_127_a_higher_redraw_is_taken() {
    proves!("PR-354", "PR-R66");
    play(
        less_random(),
        "
        seat 0: redraw attack
        stat JS
        h0.card.attack is J
        player_deck.S is 2 3 4 5 6 10 Q K A
        asked seat 1
    ",
    );
}

fn peasants() -> Options {
    Options { roles: RoleMode::Peasants, campaign: Campaign::RandomEncounters, ..Options::default() }
}

/// A table of peasants with their suggested stats.
fn peasant_fixture() -> Fixture {
    (0..4).fold(Fixture::new(peasants()), |fixture, seat| {
        fixture.hero(seat, |h| {
            (h.role, h.role_epic, h.grown) = (None, None, crate::state::Growth::Peasant);
            (h.known, h.slots) = (AbilitySet::default(), [None, None]);
        })
    })
}

#[test]
fn tv_128_a_peasant_can_only_attack_and_defend() {
    proves!("PR-367");
    let table = play(
        game(peasants()),
        "
        alive 4H
        alive 3D
        alive 5S
        alive 2C
        h0.class is none
        asked seat 0, seat 1, seat 2, seat 3
    ",
    );
    let all = [Action::Attack { enemy: FoeId::enemy(0) }, Action::Defend];
    for seat in Seat::first(4) {
        assert_eq!(table.legal(seat), all);
    }
}

#[test]
fn tv_128_items_and_treasure_are_of_no_use_to_a_peasant_in_combat() {
    proves!("PR-367");
    let fixture = peasant_fixture().enemy(MINION).treasure(0, Stat::Attack, 2);
    play(
        fixture.with(|s| (s.items.flasks, s.items.bombs) = (10, 5)).table(),
        "
        seat 0 may not flask h0
        seat 0 may not bomb
        seat 0 may not swap attack
        seat 0 may not run trick e1
    ",
    );
}

#[test]
fn tv_128_five_treasure_make_a_healer_of_a_peasant() {
    proves!("PR-300", "PR-367", "PR-R63");
    let fixture = peasant_fixture().treasure(0, Stat::Attack, 5).treasure(1, Stat::Attack, 4);
    play(
        fixture.pause(true),
        "
        seat 1 may not become healer cure
        seat 0 may become support curse_enemy
        seat 0 may not learn cure
        seat 0: become healer cure
        h0.knows.cure is on
        h0.knows.boost_heal is off
        h0.class is healer
        h0.treasure is 0
        treasure_deck is 48
    ",
    );
}

#[test]
fn tv_128_a_peasant_with_a_role_has_a_longer_menu() {
    proves!("PR-367", "PR-R63");
    let fixture = peasant_fixture().treasure(0, Stat::Attack, 17);
    let town = play(
        fixture.clone().pause(true),
        "
        seat 0: become healer cure
        seat 0: learn_second
        h0.knows.boost_heal is on
        seat 0 may not learn precise_strike
        seat 0: learn_epic
        seat 0 may not learn_epic
        h0.treasure is 2
    ",
    );
    assert_eq!(town.state().heroes[Seat::new(0)].role_epic, Some(Epic::Resurrection));
    play(
        town,
        "
        seat 0: done
        alive 4H
        alive 3D
        alive 5S
        alive 2C
        seat 0 may cure h1
        seat 0 may boost_heal
        seat 0 may epic resurrection
        seat 0 may run trick e1
        seat 0 may swap attack
        seat 1 may not run trick e1
    ",
    );
    play(
        fixture.pause(true),
        "
        seat 0: become healer cure
        seat 0: done
        alive 4H
        alive 3D
        alive 5S
        alive 2C
        seat 0 may cure h1
        seat 0 may not boost_heal
        seat 0 may not epic resurrection
        seat 0 may run trick e1
    ",
    );
}

/// The Tower at this level, with three black cards about to kill whatever waits there.
fn tower(level: u8, doubles: bool) -> Table<ParaRoles> {
    let options = Options { campaign: Campaign::Tower, doubles, ..Options::default() };
    let fixture = Fixture::new(options).charged(2, Epic::Xxx).with(|s| {
        s.journey.done = level - 1;
        s.alive = [span((level + 1, 14)); 4];
        if level > 1 {
            s.graveyard = [span((2, level)); 4];
        }
    });
    fixture.pause(false)
}

const ALL_DIE: &str = "
    seat 2: begin
    draw 2S
    draw 3S
    draw 4S
    e1.there is off
    e2.there is off
";

#[test]
fn tv_129_the_tower_pays_by_rank() {
    proves!("PR-382", "PR-383");
    let mut total = 0;
    for (level, kind, pays) in [
        (1, "minion_of_darkness", 1),
        (2, "minion_of_darkness", 1),
        (3, "minion_of_darkness", 1),
        (4, "minion_of_darkness", 1),
        (5, "chaotic_defender", 1),
        (6, "unlucky_trickster", 1),
        (7, "phool_of_destruction", 1),
        (8, "commander_of_the_void", 1),
        (9, "royal_demon_guard", 1),
        (10, "prince_of_pain", 2),
        (11, "dread_queen", 3),
        (12, "king_of_the_dead", 4),
        (13, "dragon", 5),
    ] {
        let table = tower(level, false);
        for stat in ["health", "defense", "attack", "trick"] {
            assert_eq!(number(&table, &format!("e1.{stat}")), u32::from(level) + 1);
        }
        assert_eq!(fact(&table, "e1.kind"), kind);
        assert_eq!(fact(&table, "e2.there"), "off");
        let beaten = play(table, ALL_DIE);
        assert_eq!(number(&beaten, "spoils"), pays, "level {level}");
        total += pays;
    }
    assert_eq!(total, 23);
}

#[test]
fn tv_129_the_last_level_ends_the_campaign_with_all_its_treasure() {
    proves!("PR-383", "PR-401");
    let script = format!(
        "
        {ALL_DIE}
        draw 5H
        seat 0: treasure h0 attack
        draw 5D
        seat 1: treasure h1 attack
        draw 5S
        seat 2: treasure h2 attack
        draw 5C
        seat 3: treasure h3 attack
        draw 6H
        seat 0: treasure h0 attack
        seat 0: done
        seat 1: done
        seat 2: done
        seat 3: done
        ending is victory
        asked nobody
        treasure_deck is 47
    "
    );
    play(tower(13, false), &script);
}

#[test]
fn tv_130_two_enemies_on_each_level_pay_each_by_rank() {
    proves!("PR-383", "PR-384");
    let pays = [2, 2, 2, 2, 2, 2, 2, 2, 3, 5, 7, 9];
    for (level, pays) in (1..=12).zip(pays) {
        let table = tower(level, true);
        for stat in ["health", "defense", "attack", "trick"] {
            assert_eq!(number(&table, &format!("e1.{stat}")), u32::from(level) + 1);
            assert_eq!(number(&table, &format!("e2.{stat}")), u32::from(level) + 2);
        }
        let beaten = play(table, ALL_DIE);
        assert_eq!(number(&beaten, "spoils"), pays, "level {level}");
    }
    assert_eq!(pays.iter().sum::<u32>(), 40);
}

#[test]
fn tv_130_the_lower_one_acts_first_and_the_upper_one_returns() {
    proves!("PR-206", "PR-384", "PR-R67");
    let options = Options { campaign: Campaign::Tower, doubles: true, ..Options::default() };
    play(
        game(options),
        "
        seat 3: done
        e1.max is 2
        e2.max is 3
        seat 0: defend
        draw KH
        seat 1: defend
        draw KD
        seat 2: defend
        draw KS
        seat 3: defend
        draw KC
        draw QH
        says Minion of Darkness (e1) misses
        draw QD
        says Minion of Darkness (e2) misses
    ",
    );
    let script = format!(
        "
        {ALL_DIE}
        draw 5H
        seat 0: treasure h0 attack
        draw 5D
        seat 1: treasure h1 attack
        seat 0: done
        seat 1: done
        e1.max is 3
        e2.max is 4
        graveyard.H is 2
        alive.H is 5 6 7 8 9 10 J Q K A
    "
    );
    play(tower(1, true), &script);
}

#[test]
fn tv_131_a_walk_in_the_woods_ends_with_the_ninth_encounter() {
    proves!("PR-380", "PR-401", "PR-R57");
    let options = Options { campaign: Campaign::Woods, ..Options::default() };
    let mut table = play(
        game(options),
        "
        seat 3: done
        alive.H is 2 3 4 5 6 7 8 9 10
        alive.D is 2 3 4 5 6 7 8 9 10
        alive.S is 2 3 4 5 6 7 8 9 10
        alive.C is 2 3 4 5 6 7 8 9 10
        alive 2H
        alive 2D
        alive 2S
        alive 2C
        seat 2: attack e1
        draw 8H
        draw 3S
        seat 3: attack e1
        draw 7H
        draw 4S
        draw 5D
        seat 1: treasure h1 attack
        beaten is 1
        seat 1: done
        done is 1
    ",
    );
    for rank in 3..=10u8 {
        assert_eq!(fact(&table, "ending"), "none");
        let script = format!(
            "
            alive {rank}H
            alive {rank}D
            alive {rank}S
            alive {rank}C
            seat 0: run trick e1
            draw 2H
            done is {}
        ",
            rank - 1
        );
        table = play(table, &script);
        if rank < 10 {
            // Whoever has treasure is asked in town.
            table = play(table, "seat 1: done");
        }
    }
    play(
        table,
        "
        seat 1: done
        ending is victory
        beaten is 1
        fled is 8
        asked nobody
    ",
    );
}
