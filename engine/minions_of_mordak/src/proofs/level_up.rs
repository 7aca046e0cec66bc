//! The Level Up Step of both sides: draws, limits, Treasures, Bounty, Experience, the Procession.

use super::scene::{Acting, Scene, scene};
use crate::{
    ids::TreasureId,
    rules::level_up,
    words::{Dice, Row, Side, Slot, VILLAIN},
};
use kernel::{Seat, proves};

fn heroes_level_up(scene: Scene) -> Acting {
    scene.frame(level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Leaving })
}

fn villain_levels_up(scene: Scene) -> Acting {
    let table = scene
        .with(|s| s.clock = 2)
        .frame(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Leaving });
    table.falls("draw v1").falls("draw v2")
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn xp(table: &Acting, number: u8) -> u8 {
    table.s().players[seat(number)].xp
}

/// Treasures lie face-up in the Stash.
fn stash(mut scene: Scene, treasures: &str) -> Scene {
    for word in treasures.split_whitespace() {
        let treasure: TreasureId = word.parse().unwrap();
        scene.s.hoard.0[treasure.index()] -= 1;
        scene.s.stash.0[treasure.index()] += 1;
    }
    scene
}

/// Defeated Minions in the Heroes' Stash.
fn fallen(mut scene: Scene, kinds: &str) -> Scene {
    for word in kinds.split_whitespace() {
        let kind: crate::ids::KindId = word.parse().unwrap();
        scene.s.kinds.0[kind.index()] -= 1;
        scene.s.fallen.0[kind.index()] += 1;
    }
    scene
}

#[test]
fn mm_184_markers_go_and_the_initiative_passes_on() {
    proves!("MM-184", "MM-261", "MM-R03", "MM-003");
    let table = heroes_level_up(scene("bjorn mari").with(|s| s.defenders.insert(Seat::new(1))));
    assert!(table.s().defenders.is_empty());
    assert_eq!(table.s().initiative, seat(2));
    let table = villain_levels_up(scene("bjorn mari").with(|s| s.defenders.insert(Seat::new(1))));
    assert!(table.s().defenders.is_empty());
    assert_eq!(table.s().initiative, seat(1), "only in the Hero Level Up Step");
}

#[test]
fn mm_261_spells_are_drawn_and_then_discarded_down_to_six() {
    proves!("MM-260", "MM-261", "MM-247");
    let table = heroes_level_up(scene("alyndra").hand(1, "a1 a2 a3 a4 a5 a6 a7")).falls("draw a8");
    assert!(table.may("discard a8") && table.may("discard a1"));
    let table = table.pick("discard a1").pick("discard a8");
    assert_eq!(table.s().players[seat(1)].hand.len(), 6);
    assert_eq!(table.s().spell_discards.total(), 2);
}

#[test]
fn mm_r17_a_hero_in_the_stash_learns_but_draws_nothing() {
    proves!("MM-R17", "MM-204");
    let down = scene("alyndra bjorn").equip(1, "t19").with(|s| {
        let player = &mut s.players[Seat::new(1)];
        (player.in_stash, player.health, player.region) = (true, 0, crate::ids::RegionId::NOWHERE);
        s.markers = 1;
    });
    let table = heroes_level_up(down);
    assert!(!table.may("return h1 item"), "nor changes Treasures");
    assert_eq!((xp(&table, 1), xp(&table, 2)), (1, 1));
    assert!(table.s().players[seat(1)].hand.is_empty());
}

#[test]
fn mm_264_the_dojo_upgrades_whoever_stands_there_without_enemies() {
    proves!("MM-264", "MM-R02");
    let dojo = || scene("alyndra").reveal("b1", "ii2").at(1, "b1").hand(1, "a10");
    assert_eq!(dojo().look().gift(seat(1)).spell_damage, 1, "the base form needs no Crystal");
    let table = heroes_level_up(dojo()).falls("draw a1").pick("accept");
    assert!(table.s().players[seat(1)].crystal);
    assert_eq!(table.look().gift(seat(1)).spell_damage, 2);
    let table = heroes_level_up(dojo().minion("c1", "b1")).falls("draw a1");
    assert!(!table.may("accept"), "not with a Minion there");
}

#[test]
fn the_hermits_spring_heals_four() {
    let table = heroes_level_up(scene("bjorn").reveal("b1", "ii11").at(1, "b1").health(1, 10));
    assert_eq!(table.health(1), 14);
    let table =
        heroes_level_up(scene("bjorn").reveal("b1", "ii11").at(1, "b1").health(1, 10).minion("c1", "b1"));
    assert_eq!(table.health(1), 10);
}

#[test]
fn mm_265_one_treasure_a_slot_and_what_is_traded_goes_through_the_stash() {
    proves!("MM-265", "MM-266", "MM-267");
    let table = heroes_level_up(stash(scene("bjorn mari").equip(1, "t1"), "t3"));
    let table = table.pick("return h1 offense");
    assert!(table.may("equip t1 h1") && table.may("equip t1 h2") && table.may("cash t1"));
    let table = table.pick("equip t1 h2");
    assert!(table.may("equip t3 h1") && !table.may("equip t3 h2"), "her Offense slot is taken");
    let table = table.pick("equip t3 h1");
    let offense = |number| table.s().players[seat(number)].slots[Slot::Offense.index()].to_string();
    assert_eq!((offense(1), offense(2)), ("t3".into(), "t1".into()));
}

#[test]
fn mm_240_treasures_of_the_stash_are_turned_up_first() {
    proves!("MM-240");
    let table = heroes_level_up(scene("bjorn").with(|s| s.stash_hidden[Side::Heroes.index()] = 1));
    let table = table.falls("treasure t12").pick("equip t12 h1");
    assert!(table.look().abilities(crate::ids::Who::hero(seat(1)), None).armor);
}

#[test]
fn mm_270_everything_left_in_the_stash_is_cashed_in_for_every_hero() {
    proves!("MM-270", "MM-271", "MM-272");
    let full = fallen(stash(scene("bjorn mari scrutt"), "t25"), "c1 c1 c7 e1");
    let table = full.frame(level_up::Frame::CashIn { side: Side::Heroes });
    let table = table.dice(1);
    assert_eq!([1, 2, 3].map(|number| xp(&table, number)), [4, 4, 4], "Bounty 6: 3 XP and a Novice");
    assert_eq!((table.s().fallen.total(), table.s().stash.total()), (0, 0));
    assert_eq!((table.s().kind_discards.total(), table.s().treasure_discards.total()), (4, 1));
}

#[test]
fn mm_273_xp_buy_dice_and_actions_up_to_their_limits() {
    proves!("MM-273", "MM-274", "MM-275", "MM-276");
    let with = |xp: u8| scene("bjorn").with(move |s| s.players[Seat::new(1)].xp = xp);
    let table = with(6).frame(level_up::Frame::SpendXp { seat: 1, side: Side::Heroes, only: false });
    assert!(!table.may("learn magic"), "a row that is absent cannot be created");
    let table = table.pick("learn melee").pick("train melee adept").pick("train melee master");
    assert_eq!(table.s().players[seat(1)].rows[Row::Melee.index()], Dice::of_letters("MAANN").unwrap());
    assert_eq!(xp(&table, 1), 0);
    let table = with(12).frame(level_up::Frame::SpendXp { seat: 1, side: Side::Heroes, only: false });
    let table = table.pick("hasten").pick("hasten").pick("learn melee").pick("learn melee");
    assert_eq!(table.s().players[seat(1)].ap, 4);
    let rich = with(20).with(|s| {
        s.players[Seat::new(1)].ap = 4;
        s.players[Seat::new(1)].rows[0] = Dice::new(6, 0, 0);
    });
    let table = rich.frame(level_up::Frame::SpendXp { seat: 1, side: Side::Heroes, only: false });
    assert!(!table.may("hasten") && !table.may("learn melee") && table.may("train melee adept"));
    let kept = table.pick("done");
    assert_eq!(xp(&kept, 1), 20, "what is not spent is kept");
}

#[test]
fn mm_280_the_procession_advances_and_its_row_is_carried_out() {
    proves!("MM-002", "MM-280", "MM-281", "MM-399");
    let table = villain_levels_up(scene("bjorn mari scrutt"));
    assert_eq!((table.s().day, table.s().players[VILLAIN].hand.len()), (1, 2));
    let table = table.pick("accept").falls("minion c1").pick("place b3");
    assert_eq!(table.stack("b3"), "m0");
    let declined = villain_levels_up(scene("bjorn mari scrutt")).pick("decline");
    assert_eq!(declined.s().alive, 0, "the Villain may decline");
}

#[test]
fn mm_281_rows_give_by_the_number_of_heroes() {
    proves!("MM-281", "MM-284");
    let table = villain_levels_up(scene("bjorn mari scrutt").with(|s| s.day = 3));
    assert_eq!((table.s().day, table.health(0)), (4, 40), "day 4 gives 5 Health");
    let table =
        table.pick("accept").falls("minion c1").pick("b3").pick("accept").falls("minion c1").pick("d3");
    assert_eq!(table.s().alive.count_ones(), 2, "two Chumps with three Heroes");
    let table =
        villain_levels_up(scene("bjorn mari scrutt").with(|s| s.day = 5)).pick("accept").falls("minion b1");
    assert_eq!(table.s().day, 6);
}

#[test]
fn mm_188_only_the_villain_reorders_stacks_and_only_now() {
    proves!("MM-188", "MM-261");
    let set = scene("bjorn").minion("c1", "b3").minion("e1", "b3").with(|s| s.day = 6);
    let table = villain_levels_up(set).pick("reorder b3").pick("next m0");
    assert_eq!(table.stack("b3"), "m0 m1");
}

#[test]
fn tv_46_defeated_heroes_are_cashed_in_and_return() {
    proves!("MM-201", "MM-202", "MM-271");
    let down = scene("bjorn mari scrutt").health(0, 20).with(|s| {
        s.markers = 2;
        let player = &mut s.players[Seat::new(1)];
        (player.in_stash, player.health, player.region) = (true, 0, crate::ids::RegionId::NOWHERE);
    });
    let table = down.with(|s| s.clock = 2).frame(level_up::Frame::CashIn { side: Side::Villain });
    assert_eq!((xp(&table, 0), table.health(0)), (6, 30), "Bounty 6: 6 XP and 10 Health");
    assert_eq!((table.health(1), table.region("h1").as_str(), table.s().markers), (20, "c3", 0));
}
