//! How a game begins: Heroes, the Map, first Minions, boards, Spells.

use super::scene::{Acting, scene, start};
use crate::{
    Chance,
    ids::{RegionId, TileId},
    words::{DeckId, Row, Slot, VILLAIN},
};
use kernel::{Seat, proves};

fn player(table: &Acting, seat: u8) -> &crate::state::Player {
    &table.s().players[Seat::new(seat)]
}

/// The Villain's first three Spells and so many first Chumps.
fn through(mut table: Acting, chumps: u8) -> Acting {
    for spell in ["v1", "v2", "v3"] {
        table = table.falls(&format!("draw {spell}"));
    }
    for _ in 0..chumps {
        table = table.falls("minion c1");
    }
    table
}

#[test]
fn mm_030_each_player_picks_a_hero_that_nobody_has() {
    proves!("MM-030");
    let table = start("seats=3");
    assert_eq!(table.options().len(), 8);
    let table = table.pick("hero bjorn");
    assert_eq!(table.options().len(), 7);
    assert!(!table.may("hero bjorn"));
}

#[test]
fn mm_031_three_heroes_play_on_twenty_five_tiles_and_two_on_eighteen() {
    proves!("MM-031", "MM-032", "MM-034", "MM-044", "MM-067");
    for (seats, heroes, cells) in [(4, "bjorn,loxley,scrutt", 25), (3, "bjorn,loxley", 18), (2, "bjorn", 18)]
    {
        let table = start(&format!("seats={seats} heroes={heroes}"));
        assert_eq!(table.s().cells.len(), cells);
        assert_eq!(table.s().revealed.len(), 5, "Hawkemoor lies face-up");
    }
}

#[test]
fn mm_033_special_tiles_are_always_there_and_ordinary_ones_are_drawn() {
    proves!("MM-033", "MM-034", "MM-220", "MM-R10");
    let table = scene("bjorn loxley scrutt").reveal("b2", "i2").at(1, "b2").turn("h1").pick("scout");
    let odds = table.table.odds().expect("b1 is flipped first: it lies north");
    let all: u32 = odds.iter().map(|(_, weight)| weight).sum();
    let weight = |tile: &str| {
        let tile: TileId = tile.parse().unwrap();
        odds.weight(Chance::Tile { tile })
    };
    assert_eq!(weight("ii1") * 8, all, "the Shrine of Bronco is one of the eight");
    assert_eq!(weight("ii5") * 12, all, "six of nine ordinary tiles fill six of eight places");
    assert_eq!(weight("ii3"), 0, "the Shrine for 1-2 Heroes is in the box");
    assert_eq!(weight("i3"), 0, "another tier");
}

#[test]
fn mm_035_heroes_start_on_the_keep_and_mordak_is_not_on_the_map() {
    proves!("MM-035", "MM-061");
    let table = start("seats=3 heroes=bjorn,loxley");
    assert_eq!([1, 2].map(|seat| player(&table, seat).region.to_string()), ["c3", "c3"]);
    assert_eq!((table.region("mordak").as_str(), table.s().day), ("off", 0));
}

#[test]
fn mm_036_one_chump_stands_on_the_mountain_and_two_with_four_heroes() {
    proves!("MM-036", "MM-R04", "MM-007", "MM-190");
    let table = through(start("seats=4 heroes=bjorn,loxley,scrutt"), 1);
    assert_eq!(table.stack("c2"), "m0");
    assert!(!table.s().minion(0).wounded);
    let table = through(start("seats=5 heroes=bjorn,loxley,scrutt,gwenavael"), 2);
    assert_eq!(table.stack("c2"), "m1 m0");
}

#[test]
fn mm_037_a_single_hero_starts_with_clyde() {
    proves!("MM-037");
    let table = through(start("seats=2 heroes=bjorn"), 1);
    assert_eq!(player(&table, 1).slots[Slot::Item.index()].to_string(), "t17");
    let table = through(start("seats=3 heroes=bjorn,loxley"), 1);
    assert!(player(&table, 1).slots[Slot::Item.index()].is_none());
}

#[test]
fn mm_038_the_villains_health_follows_the_heroes() {
    proves!("MM-038");
    let health: Vec<u8> = (2..=6).map(|seats| start(&format!("seats={seats}")).health(0)).collect();
    assert_eq!(health, [15, 25, 35, 40, 45]);
}

#[test]
fn mm_039_to_041_boards_start_with_a_plus_one_few_actions_and_full_health() {
    proves!("MM-039", "MM-040", "MM-041");
    let table = start("seats=3 heroes=bjorn,loxley");
    let bjorn = player(&table, 1);
    assert_eq!((bjorn.plus, bjorn.ap, bjorn.health), ([1, 0, 0, 0], 2, 20));
    let mordak = &table.s().players[VILLAIN];
    assert_eq!((mordak.plus[Row::Corruption.index()], mordak.plus_ones(), mordak.ap), (1, 1, 3));
}

#[test]
fn mm_042_some_heroes_start_with_spells() {
    proves!("MM-042");
    let table = through(start("seats=2 heroes=alyndra"), 0);
    assert_eq!(player(&table, 0).hand.len(), 3);
    let table = table.falls("draw a1").falls("draw a2").falls("draw a3").falls("minion c1");
    assert_eq!(player(&table, 1).hand.len(), 3);
    assert!(player(&table, 1).hand.iter().all(|card| card.spell.deck() == DeckId::Arcane));
}

#[test]
fn mm_043_the_hero_to_the_left_of_the_villain_begins() {
    proves!("MM-043", "MM-045", "MM-090", "MM-092", "MM-003");
    let table = through(start("seats=3 heroes=bjorn,loxley"), 1);
    assert!(table.may("first") && table.may("last"));
    assert_eq!(table.table.turn().asked().into_iter().collect::<Vec<_>>(), [Seat::new(1)]);
    let table = table.pick("last");
    assert_eq!(table.s().level().seat, Seat::new(2), "the others go first");
}

#[test]
fn mm_066_spawns_go_beside_face_down_regions_or_along_the_edge() {
    proves!("MM-066", "MM-216", "MM-R01", "MM-060");
    let names = |scene: &super::scene::Scene| -> String {
        scene.look().spawn_places().iter().map(|region| region.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&scene("bjorn mari scrutt")), "c2 b3 d3 c4", "TV-37");
    let open = scene("bjorn mari scrutt").with(|s| s.revealed = s.cells);
    assert_eq!(open.look().spawn_places().len(), 16, "TV-38: the outer cells");
    let small = scene("bjorn").with(|s| s.revealed = s.cells);
    assert_eq!(names(&small), "b1 c1 d1 b2 e2 a3 e3 a4 b4 d4 c5 d5");
}

#[test]
fn mm_069_icons_with_a_hero_count_wait_for_that_many() {
    proves!("MM-069", "MM-222", "MM-224", "MM-356");
    let flip = |heroes: &str| {
        let table =
            scene(heroes).at(1, "b3").equip(1, "t25").turn("h1").pick("scout_one b2").falls("tile i5");
        table.falls("minion c1")
    };
    assert_eq!(flip("bjorn mari scrutt").stack("b2"), "m0");
    assert_eq!(flip("bjorn mari scrutt loxley").falls("minion c1").stack("b2"), "m1 m0");
}

#[test]
fn mm_070_the_labyrinth_joins_two_regions_for_moves() {
    proves!("MM-068");
    let table = scene("bjorn").reveal("a3", "i4").at(1, "a3").reveal("b2", "i1").turn("h1").pick("scout");
    let table = table.falls("tile ii10").pick("region c4").falls("minion c1");
    assert_eq!(table.s().labyrinth, ["a4", "c4"].map(|at| at.parse::<RegionId>().unwrap()));
    let table = table.next().at(1, "c4").turn("h1");
    assert!(table.may("move a4"), "no neighbour on the grid");
}
