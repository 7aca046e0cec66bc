//! TV-01 to TV-09: set-up and import.

use crate::{Adventures, Content, Options, fixture::Fixture, rules::importing};
use kernel::{Game as _, Table, proves, script::play};
use std::sync::Arc;

#[test]
fn tv_01_stars_become_health() {
    proves!("RA-031");
    let stars = [0, 20, 21, 25, 26, 35, 36, 40, 41, 60];
    assert_eq!(stars.map(importing::health), [14, 14, 15, 15, 16, 16, 17, 17, 18, 18]);
}

#[test]
fn tv_02_and_03_scores_become_scores() {
    proves!("RA-032");
    assert_eq!([0, 13, 14, 15, 16, 17, 18, 21].map(importing::score), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!((importing::score(17 + 2), importing::score(15 - 2)), (3, 0));
}

fn imported(records: &[&str], more: &str) -> Table<Adventures> {
    let mut options = Options::default();
    options.set("mode", "normal").expect("an option");
    options.set("seats", &records.len().to_string()).expect("an option");
    for (i, record) in records.iter().enumerate() {
        options.set(&format!("import{i}"), record).expect("an option");
    }
    for (name, value) in more.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        options.set(name, value).expect("an option");
    }
    let game = Adventures::new(Content::built_in(), options).unwrap_or_else(|e| panic!("{e}"));
    Table::new(Arc::new(game))
}

#[test]
fn tv_04_below_six_points_a_player_may_raise_scores_below_the_limit() {
    proves!("RA-033", "RA-R58", "RA-030");
    // 3 1 0 0 1 0 is five points; the first score is at the limit of 3.
    let table = imported(&["race:Elf;class:C03;stars:30;scores:18/14/0/0/14/0"], "");
    let table = play(
        table,
        "seat 0 may not raise R
        seat 0 may raise B
        seat 0 may enough
        seat 0: raise G
        p0.scores is 3 1 1 0 1 0",
    );
    assert!(!table.legal(kernel::Seat::new(0)).is_empty());
    // 2 2 1 1 0 0 is six points: nothing is asked.
    let table = imported(&["race:Elf;class:C03;stars:30;scores:16/16/14/14/0/0"], "");
    play(table, "p0.scores is 2 2 1 1 0 0\nseat 0 may not enough");
}

#[test]
fn tv_05_gold_and_xp_are_shared() {
    proves!("RA-037");
    let record = |class: &str, gold: u8, xp: u8| {
        format!("race:Elf;class:{class};stars:30;scores:18/18/18/0/0/0;gold:{gold};xp:{xp}")
    };
    let all = [record("C01", 7, 2), record("C03", 4, 0), record("C05", 9, 3)];
    play(imported(&[&all[0], &all[1], &all[2]], ""), "gold is 6\nxp is 1");
}

#[test]
fn tv_06_of_two_who_own_the_same_card_one_draws_another() {
    proves!("RA-035", "RA-R65", "RA-034");
    let record = |class: &str| format!("race:Elf;class:{class};stars:30;scores:18/18/18/0/0/0;cards:A01");
    let table = imported(&[&record("C01"), &record("C03")], "");
    let table = play(
        table,
        "seat 0 may seat p0
        seat 0: seat p1
        seat 1: seat p1
        asked chance",
    );
    let odds = table.odds().expect("a card is drawn");
    let armor = Content::built_in().cards_of(crate::words::Deck::Armor).count();
    assert_eq!((odds.len(), odds.total() as usize), (armor - 1, armor - 1), "each card of the rest alike");
    play(table, "card A05\np0.hand is A05\np1.hand is A01");
}

#[test]
fn tv_07_limits_by_player_count() {
    proves!("RA-021", "RA-024", "RA-023");
    for (seats, facts) in [(1, "4 1 3 7"), (2, "2 1 3 5"), (3, "1 2 3 3"), (4, "1 1 3 2")] {
        let f = Fixture::new(&format!("seats={seats} scope=check"));
        let j = &f.state.journal;
        let found = format!("{} {} {} {}", j.play_limit, j.bonus_limit, j.combat_dice, j.gold);
        assert_eq!(found, facts, "{seats} players");
        assert_eq!((f.state.sheets[kernel::Seat::new(0)].health, j.xp), (16, 0));
    }
}

#[test]
fn tv_08_class_colours_differ() {
    proves!("RA-022");
    let table = Fixture::new("heroes=choose").table();
    play(
        table,
        "seat 0 may hero H02
        seat 0: hero H01
        seat 1 may not hero H01
        seat 1 may not hero H02        # red too
        seat 1 may hero H03",
    );
}

#[test]
fn tv_09_fiends_cost_health_only_if_switched_on() {
    proves!("RA-038", "RA-R71");
    let record = "race:Elf;class:C03;stars:30;scores:18/18/18/0/0/0;fiends:2";
    play(imported(&[record], ""), "p0.health is 16");
    play(imported(&[record], "fiend_health=true"), "p0.health is 14");
}

#[test]
fn an_imported_familiar_brings_its_die_and_unknown_cards_are_skipped() {
    proves!("RA-036", "RA-R64", "RA-210", "RA-002");
    let record = "race:Elf;class:C03;stars:30;scores:18/18/18/0/0/0;cards:F02/A01/A32";
    let table = imported(&[record], "");
    assert_eq!(table.state().bag_len(), 37);
    assert!(table.game().seats() == 1);
    play(table, "p0.hand is A01 F02");
}
