//! Campaigns: the quick ones of the rulebook, and our settings for the three that it only names.

use crate::{
    Content, Options, ParaRoles,
    fixture::Fixture,
    options::{Campaign, Scenario, StatMode},
    words::{FoeId, Kind},
};
use kernel::{Card, Log, Rank, RankSet, Seat, Step, Suit, Table, proves, script::play};
use std::sync::Arc;

pub(super) fn table(campaign: Campaign) -> Table<ParaRoles> {
    let options = Options { campaign, ..Options::default() };
    let table = Table::new(Arc::new(ParaRoles::new(Content::built_in(), options).unwrap()));
    play(table, "seat 3: done")
}

/// Lets whatever chance is due fall as its first possible outcome until somebody is asked.
fn settle(mut table: Table<ParaRoles>) -> Table<ParaRoles> {
    while let Some(odds) = table.odds() {
        let (outcome, _) = odds.iter().next().expect("something can fall");
        table.play(Step::Chance(outcome), &mut Log::off()).expect("a listed outcome");
    }
    table
}

#[test]
fn pr_340_normality_and_343_house_rules_change_nothing_by_themselves() {
    proves!("PR-340", "PR-343");
    for scenario in [Scenario::Normality, Scenario::HouseRules] {
        let options = Options { scenario, campaign: Campaign::RandomEncounters, ..Options::default() };
        play(
            Fixture::new(options).enemy("9/6/5/7").enemies_first().table(),
            "
            asked chance
            die 5                    # a Commander rolls and boosts: it is no Minion
            draw 6D
            e1.boost is 3
            ",
        );
    }
}

#[test]
fn pr_381_random_encounters_takes_the_next_card_of_each_suit_thirteen_times() {
    proves!("PR-381");
    let t = play(
        table(Campaign::RandomEncounters),
        "alive KH \n alive 2D \n alive 5S \n alive 9C \n e1.kind is king_of_the_dead",
    );
    assert!(t.state().alive.iter().all(|deck| deck.len() == 12));
    assert_eq!(t.game().content.campaigns.random.encounters, 13);
    assert!(!t.state().alive[0].contains(Rank::new(13)));
}

#[test]
fn pr_386_and_r82_difficulty_is_only_a_label() {
    proves!("PR-386", "PR-R82");
    let t = table(Campaign::Tower);
    let all = &t.game().content.campaigns;
    assert_eq!((all.tower.difficulty.as_str(), all.woods.difficulty.as_str()), ("Novice", "Novice"));
    assert_eq!(
        t.state().foe(FoeId::enemy(0)).cards,
        [Rank::TWO; 4],
        "the Tower begins at once, without a map"
    );
}

#[test]
fn pr_402_the_result_tells_outcome_encounters_heroes_treasure_and_rounds() {
    proves!("PR-402", "PR-400");
    let over = play(
        Fixture::fight(&["4/3/5/2"])
            .only(&[2])
            .hero(2, |h| (h.hp, h.treasure[2]) = (1, 1))
            .with(|s| s.treasure_deck -= 1)
            .enemies_first()
            .table(),
        "draw 4S \n draw KS",
    );
    let text = kernel::Show::result(over.game().as_ref(), over.state()).unwrap();
    assert_eq!(text, "Defeat: 0 encounters beaten, 0 fled, 0 heroes alive, 1 treasure, 1 rounds");
}

#[test]
fn pr_401_fleeing_the_last_encounter_with_a_living_hero_is_victory() {
    proves!("PR-401", "PR-R57");
    play(
        Fixture::fight(&["4/3/5/2"]).with(|s| s.journey.done = 12).table(),
        "
        seat 2: run trick e1
        draw 3H
        ending is victory
        beaten is 0
        fled is 1
        ",
    );
}

// --- the maze

/// A maze dug as the first possible way each time, with the party at its entrance.
pub(super) fn maze() -> Table<ParaRoles> {
    settle(table(Campaign::Maze))
}

#[test]
fn pr_385_the_maze_is_dug_through_all_cells_and_two_more_walls_fall() {
    proves!("PR-385");
    let t = maze();
    let open: u32 = t.state().journey.maze.open.iter().map(|cell| cell.count_ones()).sum();
    assert_eq!(open / 2, 24 + 2, "a tree over 25 cells and two openings");
    assert!(
        t.state().alive.iter().all(|deck| *deck == RankSet::span(Rank::TWO, Rank::new(12))),
        "no Kings, no Aces"
    );
    play(t, "place is 2 \n asked seat 0, seat 1, seat 2, seat 3 \n seat 0 may leave");
}

#[test]
fn pr_385_and_r74_a_trap_is_met_by_one_hero_with_a_trick_check() {
    proves!("PR-385", "PR-R74");
    let t = maze();
    let way = t.legal(Seat::new(0)).iter().map(ToString::to_string).find(|a| a.starts_with("go")).unwrap();
    let sprung = play(
        t.clone(),
        &format!(
            "seat 0: {way} \n marker trap \n seat 1: hero h2 \n draw 8H \n h2.hp is 5 \n asked seat 0, seat 1, seat 2, seat 3"
        ),
    );
    assert_eq!(sprung.state().journey.maze.markers, [9, 8, 2, 2, 1]);
    play(t.clone(), &format!("seat 0: {way} \n marker trap \n seat 1: hero h2 \n draw 7H \n h2.hp is 6"));
    play(
        t.clone(),
        &format!(
            "seat 0: {way} \n marker cache \n draw 5S \n seat 2: treasure h2 attack \n h2.treasure is 1"
        ),
    );
    let hurt = {
        let mut s = *t.state();
        s.heroes[Seat::new(0)].hp = 3;
        Table::at(Arc::clone(t.game()), s)
    };
    play(hurt, &format!("seat 0: {way} \n marker spring \n h0.hp is 5"));
    play(
        t,
        &format!(
            "seat 0: {way} \n marker patrol \n alive QH \n alive QD \n alive QS \n alive QC \n seat 0: defend \n draw KH \n seat 1: defend \n draw KD \n seat 2: defend \n draw KS \n seat 3: defend \n draw KC \n draw 2H"
        ),
    );
}

#[test]
fn pr_385_the_centre_holds_two_enemies_and_the_pieces_start_the_hunt() {
    proves!("PR-385");
    let t = maze();
    let mut s = *t.state();
    // One step before the centre, everything on the way explored.
    let from = [7u8, 11, 13, 17].into_iter().find(|cell| next_to_centre(&s, *cell).is_some()).unwrap();
    s.journey.place = from;
    s.journey.maze.entered = (1 << 25) - 1;
    let way = next_to_centre(&s, from).unwrap();
    let beside = Table::at(Arc::clone(t.game()), s);
    let fight = play(
        beside,
        &format!(
            "seat 0: go {way} \n alive 2H \n alive 2D \n alive 2S \n alive 2C \n alive 3H \n alive 3D \n alive 3S \n alive 3C \n e2.there is on"
        ),
    );
    let mut s = *fight.state();
    s.foes[0].hp = 1;
    s.foes[1].hp = 1;
    let back =
        crate::words::Way::ALL.iter().find(|w| crate::rules::maze::neighbour(12, **w) == Some(from)).unwrap();
    play(
        Table::at(Arc::clone(fight.game()), s),
        &format!(
            "
            seat 2: attack e1
            draw 8H
            draw 9S
            seat 1: attack e2
            draw 3H
            draw 10S
            combat is off
            draw 4H
            seat 0: treasure h0 attack
            draw 4D
            seat 1: treasure h1 attack
            seat 0: done
            seat 1: done
            pieces is 4
            seat 3: go {back}
            draw KS                  # hunted: a black King brings a patrol
            asked chance
            "
        ),
    );
}

pub(super) fn next_to_centre(s: &crate::State, cell: u8) -> Option<crate::words::Way> {
    let ways = crate::words::Way::ALL.iter().copied();
    ways.into_iter().find(|w| {
        crate::rules::maze::neighbour(cell, *w) == Some(crate::rules::maze::CENTRE)
            && crate::rules::maze::is_open(s, cell, *w)
    })
}

#[test]
fn pr_385_out_of_the_maze_with_the_pieces_is_victory_and_without_them_town() {
    proves!("PR-385", "PR-401");
    let t = maze();
    let mut s = *t.state();
    s.journey.maze.centre_won = true;
    s.journey.maze.pieces = 4;
    play(
        Table::at(Arc::clone(t.game()), s),
        "
        seat 0: leave
        seat 1: treasure h0 attack
        seat 1: treasure h0 attack
        seat 1: treasure h2 trick
        seat 1: treasure h3 health
        ending is victory
        h0.treasure is 2
        treasure_deck is 48
        ",
    );
    let mut s = *t.state();
    s.heroes[Seat::new(0)].treasure = [5, 0, 0, 0];
    s.treasure_deck -= 5;
    play(
        Table::at(Arc::clone(t.game()), s),
        "seat 0: leave \n town is on \n seat 0: buy smoke_bomb_kit \n place is 2 \n town is off",
    );
}

// --- the dungeon

#[test]
fn pr_385_a_dungeon_level_is_a_tree_of_seven_rooms_with_a_lair() {
    proves!("PR-385");
    let t = play(
        table(Campaign::Dungeon),
        "
        hang 1
        hang 1
        hang 1
        hang 2                   # room 1 has three doors down and takes no more
        hang 5
        hang 6
        place is 1
        seat 0 may room 2
        seat 0 may room 4
        seat 0 may not room 5
        seat 0 may leave         # room 1 of level 1 leads to town
        ",
    );
    assert_eq!(t.state().journey.dungeon.lair, 7);
    assert!(t.state().alive.iter().all(|deck| *deck == RankSet::span(Rank::TWO, Rank::new(8))));
    let rooms = |lines: &str| play(t.clone(), &format!("seat 0: room 2 \n {lines}"));
    rooms("draw 5S \n alive 2H \n alive 2D \n alive 2S \n alive 2C \n combat is on \n e2.there is off");
    rooms(
        "draw KS \n alive 2H \n alive 2D \n alive 2S \n alive 2C \n alive 3H \n alive 3D \n alive 3S \n alive 3C \n e2.there is on",
    );
    rooms("draw 5C \n seat 0: hero h2 \n draw KH \n h0.hp is 6 \n h1.hp is 7 \n h2.hp is 5 \n h3.hp is 8");
    rooms("draw KC \n seat 0: hero h2 \n draw KH \n h0.hp is 5 \n h3.hp is 7");
    rooms("draw 7D \n draw 3H \n seat 0: treasure h0 trick");
    let guarded = rooms("draw 8D \n alive 2H \n alive 2D \n alive 2S \n alive 2C");
    assert_eq!(guarded.state().foe(FoeId::enemy(0)).treasure, 2);
    rooms("draw KH \n seat 3: heal_all");
}

#[test]
fn pr_385_a_heart_in_the_dungeon_heals_or_raises() {
    proves!("PR-385");
    let t = settle(table(Campaign::Dungeon));
    let mut s = *t.state();
    s.heroes[Seat::new(2)].hp = 0;
    s.heroes[Seat::new(0)].hp = 1;
    s.recount();
    s.turn = kernel::Turn::Any(s.living());
    let hurt = Table::at(Arc::clone(t.game()), s);
    let room =
        hurt.legal(Seat::new(0)).iter().map(ToString::to_string).find(|a| a.starts_with("room")).unwrap();
    play(hurt.clone(), &format!("seat 0: {room} \n draw QH \n seat 1: raise h2 \n h2.hp is 1 \n h0.hp is 1"));
    play(hurt.clone(), &format!("seat 0: {room} \n draw QH \n seat 1: heal_all \n h2.hp is 0 \n h0.hp is 4"));
    play(hurt, &format!("seat 0: {room} \n draw 10H \n h0.hp is 2"));
}

#[test]
fn pr_385_a_lair_is_four_of_a_rank_and_the_third_ends_the_crawl() {
    proves!("PR-385", "PR-401");
    let t = play(table(Campaign::Dungeon), "hang 1 \n hang 2 \n hang 3 \n hang 4 \n hang 5 \n hang 6");
    let mut s = *t.state();
    (s.journey.done, s.journey.place) = (2, 6);
    s.alive = [RankSet::span(Rank::new(7), Rank::new(13)); 4];
    let lair = play(Table::at(Arc::clone(t.game()), s), "seat 0: room 7 \n e1.kind is dragon \n e1.hp is 14");
    let mut s = *lair.state();
    s.foes[0].hp = 1;
    play(
        Table::at(Arc::clone(lair.game()), s),
        "
        seat 2: attack e1
        draw 8H
        draw AS
        draw 2H
        seat 0: treasure h0 attack
        draw 2D
        seat 1: treasure h1 attack
        draw 2S
        seat 2: treasure h2 attack
        draw 2C
        seat 3: treasure h3 attack
        draw 3S
        seat 2: treasure h2 attack     # five for the last lair
        seat 0: done
        seat 1: done
        seat 2: done
        seat 3: done
        ending is victory
        ",
    );
}

// --- the rifts

#[test]
fn pr_385_a_rift_has_three_enemies_with_two_more_on_its_stat_then_a_seal() {
    proves!("PR-385", "PR-R74");
    let t = play(
        table(Campaign::Rifts),
        "
        seat 0 may rift H
        seat 0: rift S
        alive 5H
        alive 5D
        alive 5S
        alive 5C
        e1.attack is 7
        e1.defense is 5
        e1.kind is minion_of_darkness    # the printed cards name it
        clock is 1
        ",
    );
    assert!(t.state().alive.iter().all(|deck| !deck.contains(Rank::ACE)), "the Aces form the Ancient One");
    let mut s = *t.state();
    s.journey.rifts.beaten = [0, 0, 2, 0];
    s.foes[0].hp = 1;
    play(
        Table::at(Arc::clone(t.game()), s),
        "
        seat 2: attack e1
        draw 8H
        draw 9S
        draw 4H
        seat 0: treasure h0 attack
        seat 0: done
        seat 1: hero h0                  # the Healer tries to seal, Trick 9
        draw 9D
        clock is 2
        seat 1: hero h0
        draw 8D
        draw 5S
        seat 2: treasure h2 attack
        draw 5C
        seat 3: treasure h3 attack
        seat 0 may not rift S
        seat 0 may rift H
        ",
    );
}

#[test]
fn pr_385_the_clock_brings_the_ancient_one_weakened_by_each_seal_and_not_to_be_fled() {
    proves!("PR-385", "PR-401");
    let t = table(Campaign::Rifts);
    let mut s = *t.state();
    s.journey.rifts.clock = 19;
    s.journey.rifts.sealed = 0b0101;
    let t = play(
        Table::at(Arc::clone(t.game()), s),
        "seat 0: rift D \n alive 5H \n alive 5D \n alive 5S \n alive 5C \n clock is 20",
    );
    let mut s = *t.state();
    s.foes[0].hp = 1;
    let ancient = play(
        Table::at(Arc::clone(t.game()), s),
        "
        seat 2: attack e1
        draw 8H
        draw 9S
        draw 4H
        seat 0: treasure h0 attack
        seat 0: done
        e1.kind is dragon
        e1.health is 10
        e1.defense is 14
        e1.attack is 10
        e1.trick is 14
        seat 2 may not run trick e1
        ",
    );
    assert_eq!(ancient.state().foe(FoeId::enemy(0)).kind, Kind::Dragon);
    let mut s = *ancient.state();
    s.foes[0].hp = 1;
    play(
        Table::at(Arc::clone(ancient.game()), s),
        "seat 2: attack e1 \n draw 8H \n draw AS \n ending is victory",
    );
}

#[test]
fn pr_385_fleeing_on_a_map_leads_back_and_the_enemy_waits_at_full_strength() {
    proves!("PR-385", "PR-R57");
    let t = play(table(Campaign::Dungeon), "hang 1 \n hang 2 \n hang 3 \n hang 4 \n hang 5 \n hang 6");
    play(
        t,
        "
        seat 0: room 2
        draw 5S
        alive 8H
        alive 3D
        alive 4S
        alive 7C
        seat 2: attack e1
        draw 8D
        draw 9D
        e1.hp is 7
        seat 1: run defense e1
        draw 3H
        place is 1
        fled is 1
        seat 0: room 2
        e1.kind is phool_of_destruction
        e1.hp is 8
        ",
    );
}

#[test]
fn cards_of_a_suit_that_ran_out_come_back_from_the_dead_on_maps() {
    proves!("PR-385");
    let t = play(table(Campaign::Dungeon), "hang 1 \n hang 2 \n hang 3 \n hang 4 \n hang 5 \n hang 6");
    let mut s = *t.state();
    s.graveyard[0] = std::mem::take(&mut s.alive[0]);
    let t = play(Table::at(Arc::clone(t.game()), s), "seat 0: room 2 \n draw 5S \n graveyard.H is empty");
    let odds = t.odds().unwrap();
    assert_eq!(odds.len(), 7);
    assert_eq!(odds.weight(crate::Chance::Alive { card: Card::new(Rank::new(8), Suit::Hearts) }), 1);
}

#[test]
fn less_random_redraws_one_stat_of_a_whole_campaign_party() {
    proves!("PR-354", "PR-R66");
    let options = Options { stats: StatMode::LessRandom, ..Options::default() };
    let mut t = Table::new(Arc::new(ParaRoles::new(Content::built_in(), options).unwrap()));
    t = settle(t);
    play(
        t,
        "
        asked seat 0
        h0.card.health is 2
        seat 0: redraw health
        stat KH
        h0.card.health is K      # higher: taken by itself
        asked seat 1
        seat 1: done
        h2.card.attack is 4
        seat 2: redraw attack
        stat AS
        h2.card.attack is A
        ",
    );
}
