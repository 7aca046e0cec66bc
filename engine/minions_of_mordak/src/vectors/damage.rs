//! TV-13 to TV-34: damage, Plus-Ones, and what Heroes can do.

use crate::{
    proofs::scene::{Acting, scene},
    rules::{damage, level_up},
    words::{Row, VILLAIN},
};
use kernel::proves;

/// Righteous Blow deals what it says; a Hero with so many Hits attacks a Swiftwing (6/3).
fn swiftwing(pool: u8) -> Acting {
    scene("bjorn mari loxley").minion("e1", "c3").roll("h1", Row::Melee, pool).pick("attack c3")
}

#[test]
fn tv_13_and_16_only_amounts_that_change_something_are_offered() {
    proves!("MM-174", "MM-191", "MM-R12");
    assert_eq!(swiftwing(9).options(), ["damage 0", "damage 3", "damage 6"]);
    assert_eq!(swiftwing(5).options(), ["damage 0", "damage 3"]);
    let wounded = swiftwing(5).pick("damage 3");
    assert!(wounded.s().minion(0).wounded);
    assert_eq!(swiftwing(6).pick("damage 6").stack("c3"), "");
    let nothing = scene("bjorn mari loxley").minion("e1", "c3").roll("h1", Row::Melee, 2).pick("attack c3");
    assert_eq!((nothing.stack("c3").as_str(), nothing.s().minion(0).wounded), ("m0", false));
}

#[test]
fn tv_14_and_15_spells_are_separate_attacks() {
    proves!("MM-192", "MM-193", "MM-257");
    let set = scene("mari bjorn loxley").minion("e1", "c3").hand(1, "a3 a3").magic(1, 4);
    let table = set.pick("cast a3 2");
    assert!(table.s().minion(0).wounded, "3 Wounds it");
    assert_eq!(table.pick("cast a3 2").stack("c3"), "", "3 Defeats the Wounded side");
    let set = scene("mari bjorn loxley").minion("e1", "c3").hand(1, "a3 a3").magic(1, 2);
    let table = set.pick("cast a3 1").pick("cast a3 1");
    assert!(!table.s().minion(0).wounded, "1 and 1 are nothing");
}

#[test]
fn tv_17_and_18_damage_goes_down_the_stack() {
    proves!("MM-173", "MM-182", "MM-183");
    let stack = || scene("bjorn mari loxley").minion("e1", "c3").minion("c5", "c3").minion("c1", "c3");
    let table = stack().roll("h1", Row::Melee, 8).pick("attack c3").pick("damage 2");
    assert!(table.may("buy") && table.may("done"), "one may stop after a Defeat");
    let table = table.pick("attack c3").pick("damage 3").pick("attack c3").pick("damage 3");
    assert_eq!((table.stack("c3").as_str(), table.s().minion(0).wounded), ("m0", true));
    let table = stack()
        .roll("h1", Row::Melee, 4)
        .pick("attack c3")
        .pick("damage 2")
        .pick("attack c3")
        .pick("damage 2");
    assert!(table.s().minion(1).wounded && !table.may("attack c3"), "the Defender has survived");
}

#[test]
fn tv_19_to_21_the_villain_loses_and_gains_health_in_fives() {
    proves!("MM-210", "MM-211", "MM-212", "MM-R19", "MM-R20");
    let hit = |amounts: &[u8]| {
        let mut set = scene("bjorn mari loxley").mordak("c3");
        set.s.players[VILLAIN].health = 35;
        for amount in amounts {
            let mut table = set.roll("h1", Row::Melee, *amount).pick("attack c3");
            if table.may(&format!("damage {}", amount / 5 * 5)) && *amount >= 5 {
                table = table.pick(&format!("damage {}", amount / 5 * 5));
            }
            set = table.next();
        }
        set.s.players[VILLAIN].health
    };
    assert_eq!([hit(&[4]), hit(&[8]), hit(&[12]), hit(&[15]), hit(&[4, 8, 12, 15])], [35, 30, 25, 20, 5]);
    let armored = scene("bjorn mari loxley").mordak("c3").equip(0, "t12");
    let five = armored.roll("h1", Row::Melee, 5).pick("attack c3");
    assert_eq!(five.health(0), 35);
    let set =
        scene("bjorn mari loxley").mordak("c3").equip(0, "t12").roll("h1", Row::Melee, 6).pick("attack c3");
    assert_eq!(set.options(), ["damage 0", "damage 6"]);
    let mut high = scene("bjorn mari loxley").health(0, 95).hand(0, "v17 v17");
    high.s.players[VILLAIN].ap = 3;
    assert_eq!(high.void(8).pick("cast v17 4").pick("cast v17 4").health(0), 100);
}

#[test]
fn tv_22_and_23_a_defender_is_chosen_once_a_round() {
    proves!("MM-180", "MM-181", "MM-183", "MM-184", "MM-R13", "MM-R14");
    let set = scene("bjorn mari loxley").at(3, "b3").health(1, 3).health(2, 9).minion("e1", "c3");
    let table = set.roll("m0", Row::Melee, 7).pick("attack c3").pick("defender h1").pick("damage 3");
    assert_eq!((table.s().markers, table.region("h1").as_str()), (1, "off"));
    let table = table.pick("attack c3");
    assert_eq!(table.pick("damage 4").health(2), 5, "a single Hero is the target without a question");
    let set = scene("bjorn mari loxley").at(3, "b3").minion("e1", "c3").roll("m0", Row::Melee, 1);
    let again = set
        .pick("attack c3")
        .pick("defender h1")
        .pick("damage 1")
        .next()
        .roll("m0", Row::Melee, 1)
        .pick("attack c3");
    assert!(again.may("damage 1") && again.s().level().attack.target.to_string() == "h1");
    let step = level_up::Frame::Step { side: crate::words::Side::Heroes, step: level_up::Step::Defenders };
    let anew = again.next().frame(step).next().roll("m0", Row::Melee, 1).pick("attack c3");
    assert_eq!(anew.options(), ["defender h1", "defender h2"], "asked anew after a Level Up Step");
}

#[test]
fn tv_24_an_area_of_effect_hits_friend_and_foe() {
    proves!("MM-322", "MM-195", "MM-164", "MM-R26");
    let set = scene("bjorn mari loxley").at(1, "d3").minion("c1", "d3").minion("c5", "d3").minion("e8", "c3");
    let table = set.roll("m2", Row::Ranged, 4).pick("sweep d3").pick("damage 3");
    assert_eq!((table.health(1), table.stack("d3").as_str(), table.s().fallen.total()), (17, "", 2));
    assert!(!table.may("buy"));
}

#[test]
fn tv_25_a_dodge_is_rolled_before_the_attacker_decides() {
    proves!("MM-325");
    let set = scene("bjorn mari loxley").at(1, "d3").equip(1, "t13").health(1, 10).minion("e1", "d3");
    let table = set.roll("m0", Row::Melee, 3).pick("attack d3").dice(2);
    assert_eq!(table.options(), ["damage 0", "damage 3"]);
    assert_eq!(table.pick("damage 3").health(1), 9);
}

#[test]
fn tv_26_paying_is_no_damage() {
    proves!("MM-342");
    let set = scene("bjorn mari loxley").health(1, 4).equip(1, "t12");
    let look = set.look();
    let seat = kernel::Seat::new(1);
    assert!(!damage::can_pay(look, seat, 5) && damage::can_pay(look, seat, 4));
    let mut s = set.s;
    let mut play = crate::Play { g: look.g, s: &mut s, log: &mut kernel::Log::off() };
    damage::pay(&mut play, seat, 5);
    assert_eq!((play.s.players[seat].health, play.s.markers), (4, 0), "not payable");
    damage::pay(&mut play, seat, 4);
    assert_eq!(
        (play.s.players[seat].health, play.s.players[seat].in_stash),
        (0, true),
        "Armor does not apply"
    );
    assert_eq!(play.s.markers * look.g.content.numbers.hero_bounty, 3, "Bounty in the Villain's Stash");
}

#[test]
fn tv_27_and_28_plus_ones_have_a_limit() {
    proves!("MM-162", "MM-165", "MM-394");
    let set = scene("bjorn mari")
        .plus(1, Row::Melee, 3)
        .plus(1, Row::Ranged, 1)
        .roll("h1", Row::Melee, 2)
        .pick("buy");
    assert_eq!(set.options(), ["drop ranged", "decline"]);
    let table = set.pick("drop ranged");
    assert_eq!((table.plus(1, Row::Melee), table.plus(1, Row::Ranged)), (4, 0));
    let loxley =
        scene("loxley mari").plus(1, Row::Melee, 2).roll("h1", Row::Melee, 3).pick("buy").pick("buy");
    assert_eq!((loxley.plus(1, Row::Melee), loxley.pool()), (4, 1));
    assert!(!loxley.may("buy"), "all four lie on this row");
    let upgraded =
        scene("loxley mari").crystal(1).plus(1, Row::Melee, 7).roll("h1", Row::Melee, 1).pick("buy");
    assert_eq!(upgraded.plus(1, Row::Melee), 8);
}

#[test]
fn tv_29_bjorn_is_angry_at_ten_health() {
    proves!("MM-392");
    let dice = |health: u8, upgraded: bool| {
        let set = scene("bjorn mari").health(1, health);
        let set = if upgraded { set.crystal(1) } else { set };
        set.turn("h1").pick("roll ranged").s().level().roll.dice.letters()
    };
    assert_eq!((dice(11, false), dice(10, false), dice(10, true)), ("N".into(), "AN".into(), "MN".into()));
}

#[test]
fn tv_30_scrutt_rages_once_a_roll() {
    proves!("MM-393");
    let fight = |upgraded: bool| {
        let set = scene("scrutt mari").plus(1, Row::Melee, 1).health(1, 10);
        let set = if upgraded { set.crystal(1) } else { set };
        let mut table = ["c1", "c1", "c1", "c1", "c2"]
            .iter()
            .fold(set, |set, kind| set.minion(kind, "c3"))
            .roll("h1", Row::Melee, 10);
        for _ in 0..5 {
            table = table.pick("attack c3").pick("damage 2");
        }
        let table = if table.may("done") { table.pick("done") } else { table };
        (table.plus(1, Row::Melee), table.health(1))
    };
    assert_eq!((fight(false), fight(true)), ((2, 10), (2, 12)));
}

#[test]
fn tv_31_mari_crusades_against_purple_minions() {
    proves!("MM-331", "MM-396");
    let fight = |upgraded: bool| {
        let set = scene("loxley mari").minion("c7", "c3");
        let set = if upgraded { set.crystal(2) } else { set };
        set.roll("h1", Row::Melee, 2).pick("attack c3").pick("damage 2")
    };
    assert_eq!(fight(false).s().players.each()[2].plus_ones(), 0);
    let asked = fight(true);
    assert_eq!(asked.options(), ["gain melee", "gain magic", "decline"]);
    assert_eq!(asked.pick("gain magic").plus(2, Row::Magic), 1);
}

#[test]
fn tv_33_only_the_matching_tokens_of_mordak_help_his_minions() {
    proves!("MM-398", "MM-161");
    let set = scene("bjorn mari loxley").plus(0, Row::Ranged, 2).plus(0, Row::Melee, 1).minion("c7", "c3");
    let table = set.roll("m0", Row::Melee, 2).pick("spend");
    assert_eq!((table.pool(), table.plus(0, Row::Melee), table.plus(0, Row::Ranged)), (3, 0, 2));
    assert!(!table.may("spend"));
}

#[test]
fn tv_34_gust_rides_out_even_if_gwenavael_falls() {
    proves!("MM-100", "MM-395", "MM-R33");
    let mut set = scene("gwenavael mari").at(1, "b3").turn("h1");
    set = set.pick("end");
    assert_eq!(set.options(), ["accept", "decline"]);
    let table = set.pick("accept");
    assert_eq!((table.region("gust").as_str(), table.s().level().actor.to_string().as_str()), ("b3", "gust"));
    assert!(!table.options().iter().any(|option| option.starts_with("surge")));
    let table = table.pick("end");
    assert_eq!(table.region("gust"), "off");
}
