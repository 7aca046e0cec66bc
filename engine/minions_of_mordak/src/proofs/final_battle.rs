//! The Final Battle: how it begins, what changes, how it ends.

use super::scene::{Acting, Scene, scene};
use crate::{
    ids::RegionId,
    rules::{level_up, rounds},
    words::{Reason, Row, Side, VILLAIN},
};
use kernel::{Seat, proves};

/// Day 6 has come, and the Villain Round begins.
fn dawn(scene: Scene) -> Acting {
    scene.with(|s| s.day = 6).frame(rounds::Frame::VillainRound)
}

fn winner(table: &Acting) -> Option<(Option<Side>, Reason)> {
    table.s().ending.map(|ending| (ending.winner, ending.reason))
}

#[test]
fn mm_301_mordak_appears_on_the_ruins_and_the_heroes_take_heart() {
    proves!("MM-301", "MM-303", "MM-304", "MM-305", "MM-307", "MM-R18", "MM-283");
    let table = dawn(scene("amos bjorn").health(1, 14).health(2, 5).minion("c1", "c3"))
        .falls("draw a1")
        .falls("draw a2");
    assert!(table.s().final_battle);
    assert_eq!((table.health(1), table.health(2)), (17, 10), "up to the maximum");
    assert_eq!((table.region("mordak").as_str(), table.s().players[VILLAIN].hand.len()), ("c3", 2));
    assert!(table.look().region_name("c3".parse().unwrap()).contains("Ruins"));
    let surges = table.options().iter().filter(|option| option.starts_with("surge")).count();
    assert_eq!(surges, 6, "any two of three decks");
    assert!(!table.may("move b3"), "Heroes hold him like anybody");
}

#[test]
fn mm_307_mordak_moves_once_he_is_on_the_map() {
    proves!("MM-098", "MM-123");
    assert!(scene("bjorn").at(1, "d3").mordak("c3").turn("mordak").may("move b3"));
    assert!(
        !scene("bjorn").at(1, "d3").turn("mordak").options().iter().any(|option| option.starts_with("move"))
    );
}

#[test]
fn mm_302_stashes_that_hold_something_are_cashed_out_before() {
    proves!("MM-302", "MM-R35");
    let down = scene("bjorn mari scrutt").health(0, 20).with(|s| {
        s.markers = 1;
        let player = &mut s.players[Seat::new(1)];
        (player.in_stash, player.health, player.region) = (true, 0, RegionId::NOWHERE);
    });
    let table = dawn(down);
    assert_eq!((table.s().players[VILLAIN].xp, table.health(0)), (5, 25));
    assert_eq!(table.region("h1"), "c3");
    let empty = dawn(scene("bjorn mari scrutt").health(0, 20));
    assert_eq!((empty.s().players[VILLAIN].xp, empty.health(0)), (0, 20), "an empty one gives nothing");
}

#[test]
fn mm_302_bounty_yields_nothing_any_more() {
    proves!("MM-302");
    let late = scene("bjorn").mordak("c3").at(1, "b3").with(|s| s.fallen.0[0] = 4);
    let table = late.frame(level_up::Frame::CashIn { side: Side::Heroes });
    assert_eq!((table.s().players[Seat::new(1)].xp, table.s().fallen.total()), (0, 0));
}

#[test]
fn mm_306_nobody_scouts_any_more() {
    proves!("MM-225", "MM-306");
    assert!(scene("bjorn").at(1, "b3").turn("h1").may("scout"));
    assert!(!scene("bjorn").at(1, "b3").mordak("c3").turn("h1").may("scout"));
}

#[test]
fn mm_308_the_procession_stands_still_and_master_of_magic_is_arcane() {
    proves!("MM-308", "MM-303", "MM-399");
    let late = scene("bjorn").mordak("c3").at(1, "b3").with(|s| s.clock = 2);
    let table = late
        .frame(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Leaving })
        .falls("draw a1")
        .falls("draw a2");
    assert_eq!(table.s().day, 6);
}

#[test]
fn mm_020_the_heroes_win_when_mordak_has_no_health() {
    proves!("MM-020", "MM-210", "MM-314");
    let table = scene("bjorn").mordak("c3").health(0, 10).roll("h1", Row::Melee, 12).pick("attack c3");
    assert!(
        table.may("damage 5") && table.may("damage 10") && !table.may("damage 7"),
        "his Health has steps of 5"
    );
    let table = table.pick("damage 10");
    assert_eq!(winner(&table), Some((Some(Side::Heroes), Reason::VillainFell)));
}

#[test]
fn mm_185_mordak_hides_under_his_minions() {
    proves!("MM-185", "MM-182");
    let table = scene("bjorn").mordak("c3").health(0, 20).minion("c1", "c3").roll("h1", Row::Melee, 13);
    let table = table.pick("attack c3").pick("damage 2").pick("attack c3").pick("damage 10");
    assert_eq!((table.stack("c3").as_str(), table.health(0)), ("", 10), "TV-60");
}

/// A blow that fells a Hero.
fn fells(scene: Scene) -> Acting {
    scene
        .health(1, 2)
        .minion("c2", "b3")
        .at(1, "b3")
        .roll("m0", Row::Melee, 2)
        .pick("attack b3")
        .pick("damage 2")
}

#[test]
fn mm_312_the_third_soul_wins_for_the_villain() {
    proves!("MM-021", "MM-311", "MM-312");
    let table = fells(scene("bjorn mari").mordak("c3").with(|s| s.souls = 1));
    assert_eq!((table.s().souls, winner(&table)), (2, None));
    let table = fells(scene("bjorn mari").mordak("c3").with(|s| s.souls = 2));
    assert_eq!(winner(&table), Some((Some(Side::Villain), Reason::Souls)));
}

#[test]
fn mm_315_a_defeat_before_the_final_battle_is_no_soul_and_ends_nothing() {
    proves!("MM-022", "MM-201", "MM-315");
    let table = fells(scene("bjorn mari"));
    assert_eq!((table.s().souls, table.s().markers, winner(&table)), (0, 1, None));
}

#[test]
fn mm_313_the_villain_wins_even_without_health() {
    proves!("MM-313", "MM-322");
    let both =
        scene("bjorn mari").mordak("c3").health(0, 5).health(2, 5).equip(1, "t4").with(|s| s.souls = 2);
    let table = both.roll("h1", Row::Melee, 5).pick("sweep c3").pick("damage 5");
    assert_eq!(table.health(0), 0);
    assert_eq!(winner(&table), Some((Some(Side::Villain), Reason::Souls)), "TV-61");
}

#[test]
fn mm_r45_forty_rounds_of_final_battle_are_a_standstill() {
    proves!("MM-R45");
    let late = scene("bjorn").mordak("c3").at(1, "b3").with(|s| s.final_rounds = 40);
    assert_eq!(winner(&late.frame(rounds::Frame::VillainRound)), Some((None, Reason::Standstill)));
}

#[test]
fn mm_309_corruption_and_the_minion_step_go_on() {
    proves!("MM-236", "MM-309");
    let table =
        scene("bjorn").at(1, "b3").mordak("c3").roll("mordak", Row::Corruption, 2).pick("spawn chump");
    let table = table.falls("minion c1").pick("place d3");
    assert_eq!(table.stack("d3"), "m0");
    let step = table.next().frame(rounds::Frame::MinionStep);
    assert!(step.may("act m0"));
}
