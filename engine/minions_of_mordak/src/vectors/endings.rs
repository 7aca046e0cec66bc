//! TV-08, TV-09 and TV-59 to TV-64: the Procession, the Final Battle, players who come and go.

use crate::{
    proofs::scene::{Acting, scene},
    rules::{level_up, rounds},
    words::{Row, Side, VILLAIN},
};
use kernel::{Seat, Turn, proves};

/// Plays on without doing anything until this holds.
fn idle(mut table: Acting, until: impl Fn(&Acting) -> bool) -> Acting {
    for _ in 0..400 {
        if until(&table) || table.table.turn() == Turn::Over {
            return table;
        }
        if table.table.turn() == Turn::Chance {
            let first = table.table.odds().and_then(|odds| odds.iter().next()).expect("something falls").0;
            table = table.falls(&first.to_string());
            continue;
        }
        let quiet = ["end", "stop_all", "done", "decline", "first", "stop", "pass"];
        let option = quiet.iter().find(|option| table.may(option)).map(ToString::to_string);
        let option = option.unwrap_or_else(|| table.options()[0].clone());
        table = table.pick(&option);
    }
    panic!("it never came to that");
}

#[test]
fn tv_08_the_sixth_day_brings_the_final_battle_a_round_later() {
    proves!("MM-280", "MM-283", "MM-284", "MM-301", "MM-304");
    let mut set = scene("bjorn mari loxley");
    set.s.day = 5;
    set.s.clock = 2;
    let table = set.frame(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Procession });
    assert_eq!(table.s().day, 6);
    assert_eq!(table.s().offered, [0, 0, 1], "its row is carried out: a Boss");
    let hero = idle(table, |t| t.s().depth > 0);
    assert!(hero.s().is_hero_round() && !hero.s().final_battle);
    let begun = idle(hero, |t| t.s().level().actor.to_string() == "mordak" && t.s().depth > 0);
    assert!(begun.s().final_battle && begun.region("mordak") == "c3");
}

#[test]
fn tv_09_the_last_shrine_skips_the_track() {
    proves!("MM-282", "MM-290", "MM-291", "MM-R31");
    let mut set = scene("bjorn mari loxley").reveal("b2", "i4").at(2, "b2").health(0, 35);
    set.s.day = 3;
    set.s.shrines = 2;
    let table = set.turn("h2").pick("scout").falls("tile ii1");
    assert_eq!((table.s().day, table.s().shrines, table.health(0)), (6, 3, 30));
    assert!(!table.s().final_battle, "nothing else happens at that moment");
    assert_eq!(table.s().offered, [0; 3]);
}

#[test]
fn tv_59_the_final_battle_is_set_up_in_order() {
    proves!("MM-302", "MM-303", "MM-304", "MM-305", "MM-306", "MM-R18");
    let mut set = scene("gwenavael bjorn loxley").health(1, 14).health(2, 5).minion("c1", "c3");
    set.s.day = 6;
    let table = set.frame(rounds::Frame::VillainRound).falls("draw a1").falls("draw a2");
    assert_eq!((table.health(1), table.health(2)), (16, 10));
    assert_eq!((table.region("mordak").as_str(), table.s().players[VILLAIN].hand.len()), ("c3", 2));
    assert_eq!(
        table.look().defending_villain(table.look().region(crate::ids::Who::MORDAK)).map(|w| w.to_string()),
        Some("m0".into())
    );
    let hero = table.next().at(1, "b3").turn("h1");
    assert!(!hero.may("scout"));
}

#[test]
fn tv_60_mordak_hides_below_the_stack() {
    proves!("MM-185", "MM-210");
    let set =
        scene("bjorn mari loxley").mordak("c3").health(0, 20).minion("c1", "c3").roll("h1", Row::Melee, 13);
    let table = set.pick("attack c3").pick("damage 2").pick("attack c3");
    assert_eq!(table.options(), ["damage 0", "damage 5", "damage 10"]);
    assert_eq!(table.pick("damage 10").health(0), 10);
}

#[test]
fn tv_61_the_third_soul_beats_the_last_health() {
    proves!("MM-311", "MM-312", "MM-313");
    let mut set =
        scene("bjorn mari loxley").mordak("c3").health(0, 5).health(2, 1).equip(1, "t4").at(3, "b3");
    set.s.souls = 2;
    let table = set.roll("h1", Row::Melee, 5).pick("sweep c3").pick("damage 5");
    assert_eq!(table.table.turn(), Turn::Over);
    assert_eq!(table.s().ending.and_then(|e| e.winner), Some(Side::Villain));
}

#[test]
fn tv_62_one_hero_can_be_defeated_three_times() {
    proves!("MM-311", "MM-312", "MM-315");
    let mut table = scene("bjorn").mordak("c3").minion("e1", "c3").health(1, 1).roll("m0", Row::Melee, 1);
    for round in 1..=3 {
        table = table.pick("attack c3").pick("damage 1");
        assert_eq!(table.s().souls, round);
        if round < 3 {
            let mut set = table.next();
            let seat = Seat::new(1);
            set.s.players[seat].in_stash = false;
            set.s.players[seat].region = set.look().g.keep;
            table = set.health(1, 1).roll("m0", Row::Melee, 1);
        }
    }
    assert_eq!(table.s().ending.and_then(|e| e.winner), Some(Side::Villain));
}

#[test]
fn the_heroes_win_when_the_villain_falls() {
    proves!("MM-020", "MM-314");
    let set = scene("bjorn mari loxley").mordak("c3").health(0, 5).roll("h1", Row::Melee, 5);
    let table = set.pick("attack c3").pick("damage 5");
    assert_eq!(table.s().ending.and_then(|e| e.winner), Some(Side::Heroes));
    let early = scene("bjorn mari loxley").health(0, 5);
    assert!(crate::rules::damage::ended(early.look()).is_none(), "nothing else ends the game");
}
