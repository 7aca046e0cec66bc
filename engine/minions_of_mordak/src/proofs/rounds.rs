//! Rounds, Turns, Moves, Minions that act, Scouting and Looting.

use super::scene::scene;
use crate::{
    ids::Who,
    rules::{cards, rounds},
    words::{Row, Side, VILLAIN},
};
use kernel::{Seat, proves};

#[test]
fn mm_093_a_villain_round_is_turn_minion_step_level_up() {
    proves!("MM-093", "MM-230", "MM-235");
    let table = scene("bjorn").minion("c1", "b3").minion("c2", "d3").frame(rounds::Frame::VillainRound);
    assert_eq!(table.s().level().actor, Who::MORDAK);
    let table = table.pick("end");
    assert!(table.may("act m0") && table.may("act m1") && table.may("stop_all"));
    let table = table.pick("act m0").pick("end");
    assert!(!table.may("act m0") && table.may("act m1"), "each once");
    let table = table.pick("stop_all").falls("draw v1").falls("draw v2");
    assert_eq!(table.s().day, 1, "then the Level Up Step");
}

#[test]
fn mm_094_points_not_spent_are_lost() {
    proves!("MM-094", "MM-095");
    let table = scene("bjorn mari").turn("h1").pick("move d3").pick("stop").pick("end");
    let turn = table.next().with(|s| s.acted.remove(Seat::new(1))).turn("h1");
    assert_eq!(turn.s().level().ap, 2);
}

#[test]
fn mm_097_moves_repeat_and_rolls_do_not() {
    proves!("MM-096", "MM-097", "MM-140");
    let table = scene("bjorn").with(|s| s.players[Seat::new(1)].ap = 4).turn("h1");
    assert!(!table.may("roll corruption"), "Heroes have no such row");
    let table = table.pick("roll melee").dice(1);
    assert!(!table.may("roll melee") && table.may("roll ranged"));
    let table = table.pick("move d3").pick("stop").pick("move c3").pick("stop");
    assert_eq!(table.s().level().ap, 1);
    let table = table.pick("surge 1 1 0").falls("draw a1").falls("draw d1");
    assert!(table.s().level().ap == 0 || table.s().depth == 0);
}

#[test]
fn mm_163_one_may_roll_only_to_store_and_tokens_stay_on_their_row() {
    proves!("MM-163", "MM-166", "MM-141", "MM-142");
    let table = scene("bjorn").turn("h1").pick("roll melee").dice(4).pick("buy").pick("buy");
    assert_eq!((table.plus(1, Row::Melee), table.plus(1, Row::Ranged)), (2, 0));
    let table = table.pick("done").pick("roll ranged").dice(1);
    assert!(!table.may("spend"), "Melee tokens do not help a Ranged roll");
}

#[test]
fn mm_011_the_supply_of_dice_limits_no_roll() {
    proves!("MM-011");
    let many = scene("bjorn").equip(1, "t1").health(1, 10).with(|s| {
        s.players[Seat::new(1)].rows[0] = crate::words::Dice::new(6, 0, 0);
    });
    let table = many.turn("h1").pick("roll melee");
    assert_eq!(
        table.s().level().roll.dice,
        crate::words::Dice::new(7, 1, 0),
        "seven white dice, of six in the box"
    );
    assert_eq!(table.dice(9).pool(), 9);
}

#[test]
fn mm_127_whoever_enters_lies_on_top() {
    proves!("MM-127", "MM-187", "MM-065", "MM-R07");
    let table = scene("bjorn").at(1, "c4").minion("c1", "b3").minion("e1", "c3").turn("m0").pick("move c3");
    assert_eq!(table.stack("c3"), "m0 m1", "from a Lake, which is like any Valley");
}

#[test]
fn mm_231_covered_minions_act_and_then_lie_on_top() {
    proves!("MM-231", "MM-233", "MM-R15");
    let table = scene("bjorn")
        .minion("c2", "c3")
        .minion("e1", "c3")
        .with(|s| s.clock = 2)
        .frame(rounds::Frame::MinionStep);
    let table = table.pick("act m0");
    assert_eq!(table.stack("c3"), "m0 m1");
    assert_eq!(table.pick("end").stack("c3"), "m0 m1");
}

#[test]
fn mm_232_minions_neither_scout_nor_loot_nor_surge() {
    proves!("MM-221", "MM-232", "MM-241");
    let options = |table: super::scene::Acting| table.options().join(" ");
    let here = || scene("bjorn").at(1, "d3").minion("c1", "b3").with(|s| s.treasures[11] = 1);
    let said = options(here().turn("m0"));
    assert!(!said.contains("scout") && !said.contains("loot") && !said.contains("surge"), "{said}");
    let said = options(scene("bjorn").at(1, "b3").with(|s| s.treasures[11] = 1).turn("h1"));
    assert!(said.contains("scout") && said.contains("loot 1") && said.contains("surge"), "{said}");
}

#[test]
fn mm_221_a_puppet_of_a_hero_scouts_and_loots() {
    proves!("MM-221", "MM-241");
    let set = scene("amos").at(1, "c3").hand(1, "a9").minion("c2", "b3").with(|s| s.treasures[11] = 1);
    let table = set.magic(1, 4).pick("cast a9 4");
    assert!(table.may("scout") && table.may("loot 1"));
    let table = table.pick("loot 1");
    assert_eq!(table.s().stash_hidden[Side::Heroes.index()], 1);
}

#[test]
fn mm_217_placing_is_not_moving_and_may_be_beside_heroes() {
    proves!("MM-217", "MM-218", "MM-R28");
    let table = scene("bjorn").at(1, "b3").roll("mordak", Row::Corruption, 4).pick("buy").pick("spawn chump");
    assert_eq!(table.plus(0, Row::Corruption), 1);
    let table = table.falls("minion c1").pick("place b3");
    assert_eq!(table.stack("b3"), "m0");
}

#[test]
fn mm_361_nothing_is_drawn_where_there_is_nothing() {
    proves!("MM-361", "MM-R37");
    let none =
        scene("bjorn").with(|s| s.kinds = crate::piles::Counts::NONE).roll("mordak", Row::Corruption, 9);
    assert!(!none.options().iter().any(|option| option.starts_with("spawn")), "not offered and not paid");
    let dry = scene("bjorn").with(|s| s.spells = crate::piles::Counts::NONE);
    let table =
        dry.frame(cards::Frame::DrawSpells { seat: VILLAIN, deck: crate::words::DeckId::Void, left: 2 });
    assert!(table.s().players[VILLAIN].hand.is_empty());
}

#[test]
fn mm_292_a_shrine_weakens_the_villain_and_is_populated_whoever_finds_it() {
    proves!("MM-213", "MM-223", "MM-292", "MM-R32", "MM-070");
    let set = scene("amos").reveal("b2", "i1").hand(1, "a11").at(1, "b2").health(0, 15).magic(1, 1);
    let table = set.pick("cast a11 1").falls("tile ii3").falls("minion e1");
    assert_eq!((table.health(0), table.s().shrines), (10, 1), "found by a Spell");
    assert_eq!((table.stack("b1").as_str(), table.s().treasures[1]), ("m0", 1));
}

#[test]
fn mm_r47_an_ambush_ends_the_move_of_the_scout() {
    proves!("MM-R47", "MM-226");
    let table = scene("bjorn").equip(1, "t25").turn("h1").pick("move b3").pick("scout_one b2");
    let table = table.falls("tile i3").falls("minion c1");
    assert_eq!(table.s().level().actor, Who::minion(0));
    let table = table.pick("end");
    assert_eq!((table.s().level().actor, table.s().level().ap), (Who::hero(Seat::new(1)), 1));
    assert!(!table.options().iter().any(|option| option.starts_with("step")), "the point stays spent");
}

#[test]
fn mm_r34_the_back_of_gusts_card_is_the_upgrade() {
    proves!("MM-R34");
    let rides = |table: super::scene::Scene| table.turn("h1").pick("end").pick("accept");
    let table = rides(scene("gwenavael"));
    assert_eq!((table.s().level().actor, table.s().level().ap), (Who::GUST, 2));
    assert_eq!(rides(scene("gwenavael").crystal(1)).s().level().ap, 3);
}
