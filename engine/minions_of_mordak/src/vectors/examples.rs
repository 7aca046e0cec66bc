//! TV-01 to TV-12: the worked examples of the rulebook.

use crate::{proofs::scene::scene, words::Row};
use kernel::proves;

#[test]
fn tv_01_a_move_stops_at_an_enemy() {
    proves!("MM-120", "MM-122", "MM-126");
    let table =
        scene("gwenavael").minion("c1", "d3").turn("h1").pick("move b3").pick("step c3").pick("step d3");
    assert_eq!(table.region("h1"), "d3");
    assert_eq!(table.s().level().ap, 1);
    assert!(table.options().iter().all(|option| !option.starts_with("move") && !option.starts_with("step")));
}

#[test]
fn tv_02_bjorn_spends_five_hits() {
    proves!("MM-124", "MM-143", "MM-160", "MM-170", "MM-191", "MM-195");
    let set = scene("bjorn").plus(1, Row::Melee, 1).minion("c1", "c2").turn("h1").pick("move c2");
    assert!(set.may("roll melee"), "a step onto a Mountain is a whole Move");
    let table = set.pick("roll melee").dice(5).pick("attack c2").pick("damage 2").pick("buy");
    assert_eq!(
        (table.plus(1, Row::Melee), table.pool()),
        (2, 1),
        "one Hit is left, and nothing to do with it but a Plus-One"
    );
    let table = table.pick("done");
    assert_eq!((table.s().fallen.total(), table.s().level().ap, table.pool()), (1, 0, 0));
}

#[test]
fn tv_03_gwenavael_cannot_shoot_into_her_own_region() {
    proves!("MM-171", "MM-173", "MM-175", "MM-172");
    let set = scene("gwenavael").plus(1, Row::Ranged, 1).minion("e1", "c3").minion("c1", "d3").roll(
        "h1",
        Row::Ranged,
        6,
    );
    assert!(!set.may("attack c3") && set.may("attack d3"));
    let table = set.pick("attack d3").pick("damage 2").pick("buy").pick("buy");
    assert_eq!((table.plus(1, Row::Ranged), table.pool()), (3, 0));
    assert_eq!((table.stack("c3").as_str(), table.stack("d3").as_str()), ("m0", ""));
    assert!(!table.may("attack c3"), "no second Region");
}

#[test]
fn tv_04_mordak_buys_an_elite_with_a_plus_one() {
    proves!("MM-161", "MM-215", "MM-216");
    let set = scene("bjorn mari loxley").plus(0, Row::Corruption, 1).roll("mordak", Row::Corruption, 4);
    assert!(!set.may("spawn elite"));
    let set = set.pick("spend");
    assert_eq!((set.pool(), set.plus(0, Row::Corruption)), (5, 0));
    let table = set.pick("spawn elite").falls("minion e1");
    assert!(table.may("place b3") && !table.may("place c3"));
    assert_eq!(table.pick("place b3").stack("b3"), "m0");
}

#[test]
fn tv_06_scrutt_is_ambushed_and_goes_on() {
    proves!("MM-220", "MM-226", "MM-227", "MM-228", "MM-229", "MM-321");
    let set = scene("scrutt alyndra bjorn").at(1, "b3").at(2, "b3").health(2, 2).turn("h1").pick("scout");
    let set = set.falls("tile i3").falls("tile i4").falls("tile i1");
    let set = set.falls("minion c1").falls("minion c7");
    assert_eq!(set.s().level().actor.to_string(), "m1", "the ambusher acts, after everything else is placed");
    assert_eq!(set.s().level().ap, 2);
    let place = set.region("m1");
    let table =
        set.pick("move b3").pick("roll melee").dice(3).pick("attack b3").pick("defender h2").pick("damage 2");
    let table = table.pick("done");
    assert_eq!(place, "b2", "north comes first: the Old Toll Road");
    assert_eq!((table.s().level().actor.to_string().as_str(), table.s().level().ap), ("h1", 2));
    assert_eq!(table.s().markers, 1);
}

#[test]
fn tv_07_scrutt_loots_in_the_middle_of_a_move() {
    proves!("MM-125", "MM-240");
    let mut set = scene("scrutt bjorn mari").minion("c1", "d3");
    set.s.treasures[12] = 1;
    set.s.treasures[13] = 1;
    let set = set.at(1, "b3").turn("h1").pick("move c3").pick("loot 1").pick("step d3");
    assert_eq!((set.s().stash_hidden[1], set.s().level().ap), (1, 1));
    assert!(
        set.options()
            .iter()
            .all(|o| !o.starts_with("loot") && !o.starts_with("step") && !o.starts_with("move"))
    );
}

#[test]
fn tv_10_lay_on_hands_at_its_middle_cost() {
    proves!("MM-252", "MM-391");
    let healed = |hero: &str, upgraded: bool| {
        let set = scene(hero).health(1, 2).hand(1, "d1");
        let set = if upgraded { set.crystal(1) } else { set };
        let table = set.magic(1, 4).pick("cast d1 4").dice(3);
        table.health(1) - 2
    };
    assert_eq!((healed("mari", false), healed("amos", false), healed("amos", true)), (6, 7, 8));
}

#[test]
fn tv_11_pyromaniac_goes_above_the_maximum() {
    proves!("MM-390");
    let dealt = |upgraded: bool| {
        let set = scene("alyndra bjorn mari").minion("b2", "d3").hand(1, "a2");
        let set = if upgraded { set.crystal(1) } else { set };
        let table = set.magic(1, 5).pick("cast a2 5").dice(12);
        // The Colossus of Nettles has Armor and falls to 12.
        (table.stack("d3").is_empty(), table.s().level().attack.amount)
    };
    assert_eq!(dealt(false), (true, 0), "13, one of it stopped by Armor");
    assert_eq!(dealt(true), (true, 1), "14");
}
