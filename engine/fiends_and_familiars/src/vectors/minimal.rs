//! Solitaire at a real table with only the enemy dice tracked: TV-49 to TV-52 and TV-54 to TV-57 as a person tells them.

use crate::{
    Content, FiendsAndFamiliars, Frame, Options,
    options::Track,
    rules::minimal::{self, Ledger},
    state::Ending,
    words::HeroRank,
};
use kernel::{Table, proves, script::play};
use std::sync::Arc;

fn new(monsters_and_minions: bool) -> Table<FiendsAndFamiliars> {
    let options = Options { seats: 1, monsters_and_minions, track: Track::Minimal, ..Options::default() };
    let game = FiendsAndFamiliars::new(Content::built_in(), options).unwrap_or_else(|e| panic!("{e}"));
    Table::new(Arc::new(game))
}

fn ledger(table: &Table<FiendsAndFamiliars>) -> Ledger {
    match table.state().stack.top() {
        Some(Frame::Minimal(
            minimal::Frame::Select(l) | minimal::Frame::Market(l) | minimal::Frame::Refill(l),
        )) => *l,
        other => panic!("no ledger in {other:?}"),
    }
}

#[test]
fn tv_49_the_top_card_lets_two_different_dice_fall() {
    proves!("FF-1020", "FF-1021", "FF-1022");
    let table = play(new(false), "seat 0: done\nseat 0: take I3\nasked chance\nroll 3");
    assert_eq!(table.odds().expect("a die is due").len(), 5, "the same number would be rolled again");
    let table = play(
        table,
        "roll 5
         says put the card of slot 3 into the trash
         says put the revealed Minion face down under its deck
         seat 0 may not gone S3",
    );
    assert_eq!((ledger(&table).row, ledger(&table).trashed, ledger(&table).cycled), (0b1011, 2, 1));
}

#[test]
fn tv_50_five_and_six_cycle_two_minions() {
    proves!("FF-1022", "FF-R21");
    let table = play(new(false), "seat 0: done\nseat 0: take I3\nroll 5\nroll 6");
    assert_eq!((ledger(&table).row, ledger(&table).cycled), (0b1111, 2));
}

#[test]
fn tv_51_what_is_left_after_a_purchase_goes_to_the_piles() {
    proves!("FF-1030");
    let table = play(
        new(false),
        "seat 0: done
         seat 0: take I3
         roll 1
         roll 4
         seat 0: gone S3        # bought
         seat 0: done
         says slot 2 goes to the discard pile",
    );
    // 20 and 1 of the set-up; slots 1 and 4 by the enemy; slot 2 at the end.
    assert_eq!((ledger(&table).discarded, ledger(&table).trashed), (21, 3));
}

#[test]
fn tv_52_the_first_card_brings_no_enemy_dice() {
    proves!("FF-1020", "FF-1030");
    let table = play(
        new(true),
        "seat 0: done
         seat 0: take I1
         asked seat 0
         seat 0: sold S1
         seat 0: done
         says slot 2 goes to the discard pile
         says slot 4 goes to the trash",
    );
    assert_eq!((ledger(&table).discarded, ledger(&table).trashed), (42, 3), "40 and 1 of the set-up");
}

#[test]
fn an_empty_slot_is_nothing_to_the_enemy_and_four_means_the_rightmost_card() {
    proves!("FF-R21");
    let table =
        play(new(false), "seat 0: done\nseat 0: gone S4\nseat 0: gone S2\nseat 0: take I3\nroll 2\nroll 4");
    assert_eq!(
        (ledger(&table).row, ledger(&table).trashed),
        (0b0001, 2),
        "slot 2 was empty, slot 3 the last one"
    );
}

/// Twelve rounds with the first card and nothing bought; the Call to Adventure comes after the third.
fn to_the_monster(mm: bool) -> Table<FiendsAndFamiliars> {
    let mut table = play(new(mm), "seat 0: done");
    for round in 1..=12 {
        table = play(table, "seat 0: take I1\nseat 0: done");
        table = match round {
            1 | 2 => play(table, "seat 0: done"),
            3 => play(table, "seat 0: call\nsays one die a card; 9 rounds left"),
            _ => table,
        };
    }
    table
}

#[test]
fn ff_201_the_sheet_is_full_after_twelve_rounds() {
    proves!("FF-201", "FF-202");
    let table = to_the_monster(false);
    assert!(matches!(table.state().stack.top(), Some(Frame::Minimal(minimal::Frame::Monster { .. }))));
    assert_eq!(table.state().round, 12);
}

#[test]
fn tv_54_and_tv_57_the_score_is_told_and_ranked() {
    proves!("FF-1060", "FF-1061", "FF-807");
    let ended = |mm: bool, gold: u8| {
        let table = play(
            to_the_monster(mm),
            "seat 0: tell x11        # Strength
             seat 0: tell x9         # dice
             seat 0: tell x3         # Honor
             seat 0: tell x1         # Injury
             says reaches 11 against Strength 11
             seat 0: tell x15
             says 4 short of the next level
             seat 0: tell x38",
        );
        play(table, &format!("seat 0: tell x{gold}\nasked nobody")).state().ending
    };
    assert_eq!(ended(false, 17), Some(Ending::Ranked { total: 45, rank: HeroRank::TrueHero }));
    assert_eq!(ended(true, 17), Some(Ending::Ranked { total: 40, rank: HeroRank::ClanLeader }));
    assert_eq!(ended(true, 7), Some(Ending::Ranked { total: 38, rank: HeroRank::ClanLeader }));
}

#[test]
fn the_score_may_be_told_part_by_part() {
    let table = play(
        to_the_monster(true),
        "seat 0: tell x11
         seat 0: tell x20
         seat 0: tell x0
         seat 0: tell x0
         seat 0: skip            # no level above
         seat 0: skip            # part by part
         seat 0: tell x8
         seat 0: tell x5
         seat 0: minus x1
         seat 0: tell x3
         seat 0: tell x4
         seat 0: tell x6
         seat 0: tell x3
         seat 0: tell x1
         seat 0: tell x4
         seat 0: tell x0
         seat 0: tell x8         # Gold",
    );
    assert_eq!(table.state().ending, Some(Ending::Ranked { total: 34, rank: HeroRank::Luminary }));
}

#[test]
fn tv_56_below_the_strength_the_hero_is_killed() {
    proves!("FF-1050");
    let table = play(
        to_the_monster(false),
        "seat 0: tell x11\nseat 0: tell x10\nseat 0: tell x1\nseat 0: tell x1\nsays the Monster kills the hero\nasked nobody",
    );
    assert_eq!(table.state().ending, Some(Ending::Dead));
}

#[test]
fn only_the_solitaire_game_can_be_tracked_like_this() {
    let options = Options { seats: 2, track: Track::Minimal, ..Options::default() };
    let refused = FiendsAndFamiliars::new(Content::built_in(), options).expect_err("two seats");
    assert!(refused.to_string().contains("track"), "{refused}");
}
