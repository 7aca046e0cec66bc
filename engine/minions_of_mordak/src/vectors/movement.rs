//! TV-35 to TV-43: movement, Scouting, and where Minions may appear.

use crate::{
    ids::{RegionId, RegionSet},
    proofs::scene::scene,
    words::Row,
};
use kernel::proves;

fn named(regions: RegionSet) -> String {
    regions.iter().map(|region| region.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn tv_35_four_regions_can_be_reached_at_the_start() {
    proves!("MM-120", "MM-121");
    let table = scene("bjorn mari loxley").turn("h1");
    let moves: Vec<String> =
        table.options().into_iter().filter(|option| option.starts_with("move")).collect();
    assert_eq!(moves, ["move c2", "move b3", "move d3", "move c4"]);
    let away = table.pick("move b3");
    assert!(!away.may("step a3") && away.may("step c3"), "face-down Regions cannot be entered");
}

#[test]
fn tv_36_a_mountain_is_the_only_step_of_a_move() {
    proves!("MM-124", "MM-R09");
    let table = scene("bjorn mari loxley").at(1, "b3").turn("h1").pick("move c3");
    assert!(!table.may("step c2") && table.may("step d3"));
    assert!(table.pick("stop").may("move c2"));
}

#[test]
fn tv_37_and_38_minions_appear_beside_the_unknown_or_along_the_edge() {
    proves!("MM-066", "MM-216");
    let mut set = scene("bjorn mari loxley");
    assert_eq!(named(set.look().spawn_places()), "c2 b3 d3 c4");
    set.s.revealed = set.s.cells;
    let places = set.look().spawn_places();
    assert_eq!(places.len(), 16);
    assert!(
        RegionId::all().all(|r| places.contains(r) == (r.0 % 5 == 0 || r.0 % 5 == 4 || r.0 < 5 || r.0 >= 20))
    );
}

#[test]
fn tv_39_a_scout_flips_everything_beside_the_hero() {
    proves!("MM-060", "MM-220");
    let table = scene("bjorn mari loxley").at(1, "b3").turn("h1").pick("scout");
    let table = table.falls("tile i4").falls("tile i1").falls("tile i2");
    let look = table.look();
    assert_eq!(look.s.revealed.len(), 8);
    assert!(["a3", "b2", "b4"].iter().all(|r| look.s.revealed.contains(r.parse().unwrap())));
}

#[test]
fn tv_40_and_41_tiles_are_populated_by_their_icons() {
    proves!("MM-069", "MM-222", "MM-224");
    let barn = scene("bjorn mari loxley").reveal("b2", "i4").at(1, "b2").turn("h1").pick("scout");
    let barn = barn.falls("tile ii13").falls("tile ii11");
    let barn = barn.falls("minion e1").falls("minion c1");
    assert_eq!((barn.s().treasures[1], barn.stack("b1").as_str()), (2, "m1 m0"), "the last drawn is on top");
    let pond = |heroes: &str| {
        let table = scene(heroes).at(1, "c4").turn("h1").pick("scout");
        let table = table.falls("tile i5").falls("tile i4").falls("tile i10").falls("minion c1");
        let odds = table.table.odds().map_or(0, |odds| odds.len());
        odds > 0
            && table.stack("d4") == "m0"
            && table.s().stack.frames().any(|f| format!("{f:?}").contains("RegionId(18)"))
    };
    assert!(!pond("bjorn mari loxley"), "three Heroes: one Chump");
    assert!(pond("bjorn mari loxley amos"), "four Heroes: another one falls");
}

#[test]
fn tv_42_evade_lets_a_minion_leave() {
    proves!("MM-122", "MM-327", "MM-R08");
    let moves = |kind: &str| {
        let table = scene("bjorn mari loxley").minion(kind, "c3").turn("m0");
        table.options().iter().any(|option| option.starts_with("move"))
    };
    assert!(moves("c6") && !moves("c7"));
}

#[test]
fn tv_43_longshot_costs_a_hit() {
    proves!("MM-328");
    let set =
        scene("bjorn mari loxley").at(1, "b3").at(2, "b3").at(3, "b3").reveal("e3", "i4").minion("e3", "e3");
    let table = set.roll("m0", Row::Ranged, 3);
    assert!(table.may("attack b3") && !table.may("attack e3"));
    assert_eq!(table.pick("attack b3").pool(), 2);
}
