//! Players who join and leave in the middle.

use super::scene::{Acting, Scene, scene_with};
use crate::{
    rules::{level_up, rounds},
    words::{Side, Slot, Tier},
};
use kernel::{Seat, proves};

const OPEN: &str = "seats=4 late=1 come_and_go=true";

/// The third seat joins a game of two as a Hero Round begins.
fn third_joins(scene: Scene) -> Acting {
    scene.frame(rounds::Frame::HeroRound).pick("join scrutt")
}

/// TV-63.
#[test]
fn a_third_hero_brings_the_corners_and_a_fourth_shrine() {
    proves!("MM-350", "MM-351", "MM-352", "MM-R39");
    let game = scene_with(OPEN, "bjorn mari").health(0, 20).with(|s| (s.day, s.clock) = (4, 8));
    assert_eq!(game.s.cells.len(), 18);
    let table = third_joins(game);
    let scrutt = &table.s().players[Seat::new(3)];
    assert_eq!((scrutt.xp, scrutt.health, scrutt.ap, scrutt.plus_ones()), (12, 19, 2, 1));
    assert_eq!((table.health(0), table.s().cells.len(), table.s().shrines_needed), (30, 22, 4));
    assert_eq!(table.region("h3"), "c3");
    assert!(table.may("learn melee") && table.may("hasten"), "the Experience is spent at once");
}

#[test]
fn mm_350_a_free_seat_may_wait_and_taken_heroes_are_not_offered() {
    proves!("MM-350");
    let table = scene_with(OPEN, "bjorn mari").with(|s| s.clock = 2).frame(rounds::Frame::HeroRound);
    assert!(table.may("wait") && table.may("join scrutt") && !table.may("join bjorn"));
    let table = table.pick("wait");
    assert!(!table.s().players[Seat::new(3)].present);
}

#[test]
fn mm_357_nobody_joins_the_final_battle() {
    proves!("MM-357", "MM-R36");
    let table =
        scene_with(OPEN, "bjorn mari").mordak("c4").with(|s| s.clock = 2).frame(rounds::Frame::HeroRound);
    assert!(!table.may("join scrutt") && table.may("first"));
}

/// TV-64.
#[test]
fn a_hero_who_leaves_takes_the_face_down_corners_along() {
    proves!("MM-353", "MM-354", "MM-R39");
    let game = scene_with("seats=4 come_and_go=true", "bjorn mari scrutt").equip(3, "t12").hand(3, "d1 d2");
    let game = game.health(0, 35).reveal("a1", "iii3").reveal("e1", "iii4");
    let table = game.frame(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Leaving });
    let table = table.pick("stay").pick("stay").pick("leave");
    assert!(!table.s().players[Seat::new(3)].present);
    assert_eq!((table.s().cells.len(), table.health(0)), (23, 25));
    assert!(table.s().jump_when_revealed, "Shrines no longer move the track");
    assert_eq!(table.s().spell_discards.total(), 2);
    assert!(table.may("equip t12 h1"), "Treasures are in the Hero Stash");
    let table = table.pick("equip t12 h1");
    assert_eq!(table.s().players[Seat::new(1)].slots[Slot::Defense.index()].to_string(), "t12");
}

#[test]
fn mm_354_then_the_track_jumps_when_the_last_tile_is_revealed() {
    proves!("MM-282");
    let game = scene_with("seats=4 come_and_go=true", "bjorn mari").with(|s| {
        s.jump_when_revealed = true;
        s.players[Seat::new(3)].present = false;
        let hidden = crate::ids::RegionSet::only("b2".parse().unwrap());
        s.revealed = s.cells.minus(hidden);
    });
    let mut filled = game;
    for region in filled.s.revealed.iter() {
        if filled.s.tiles[region.index()].is_none() {
            let tier = crate::rules::setup::tier_at(filled.look().g, region);
            filled.s.tiles[region.index()] =
                crate::ids::TileId::new(tier, if tier == Tier::Two { 4 } else { 2 });
        }
    }
    let table = filled.at(1, "b3").turn("h1").pick("scout").falls("tile i4");
    assert_eq!(table.s().day, 6);
}
