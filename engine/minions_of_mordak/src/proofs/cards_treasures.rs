//! Each Treasure whose effect is more than a number, worn or used up.

use super::scene::scene;
use crate::{
    ids::{TreasureId, Who},
    rules::level_up,
    words::{Dice, Row, Side, Slot},
};
use kernel::{Seat, proves};

fn dice(letters: &str) -> Dice {
    Dice::of_letters(letters).unwrap_or_else(|| panic!("{letters}"))
}

fn hero(seat: u8) -> Who {
    Who::hero(Seat::new(seat))
}

#[test]
fn mm_144_offense_treasures_help_on_their_row_only() {
    proves!("MM-144");
    for (treasure, row, bonus) in [
        ("t1", Row::Melee, "N"),
        ("t2", Row::Melee, "A"),
        ("t3", Row::Melee, "M"),
        ("t5", Row::Ranged, "N"),
        ("t6", Row::Ranged, "A"),
        ("t8", Row::Magic, "N"),
        ("t9", Row::Magic, "A"),
        ("t10", Row::Magic, "M"),
    ] {
        let table = scene("bjorn").equip(1, treasure);
        for other in [Row::Melee, Row::Ranged, Row::Magic] {
            let wanted = if other == row { dice(bonus) } else { Dice::NONE };
            assert_eq!(table.look().bonus_dice(hero(1), other), wanted, "{treasure} on {other}");
        }
    }
}

#[test]
fn mm_099_a_wand_lets_a_hero_without_magic_dice_cast() {
    proves!("MM-099");
    assert!(!scene("bjorn").turn("h1").may("roll magic"));
    assert!(scene("bjorn").equip(1, "t8").turn("h1").may("roll magic"));
}

#[test]
fn whirling_chain_may_strike_everybody() {
    proves!("MM-322", "MM-R26");
    let set =
        || scene("bjorn mari").equip(1, "t4").minion("c1", "c3").minion("c2", "c3").roll("h1", Row::Melee, 3);
    let table = set();
    assert!(table.may("attack c3") && table.may("sweep c3"));
    let table = table.pick("sweep c3").pick("damage 2");
    assert_eq!((table.stack("c3").as_str(), table.health(2), table.health(1)), ("", 16, 20));
    assert_eq!(table.s().fallen.total(), 2);
}

#[test]
fn mm_328_moonstring_shoots_far_for_a_hit() {
    proves!("MM-328", "MM-R42");
    let set = || scene("bjorn").reveal("a3", "i4").minion("c1", "a3").at(1, "d3");
    assert!(!set().roll("h1", Row::Ranged, 3).may("attack a3"));
    let table = set().equip(1, "t7").roll("h1", Row::Ranged, 3).pick("attack a3");
    assert!(table.may("damage 2") && !table.may("damage 3"), "1 of 3 Hits went into the distance");
}

#[test]
fn coats_and_cloaks_dodge_with_their_dice() {
    proves!("MM-325");
    for (treasure, most) in [("t11", 1), ("t13", 2)] {
        let table =
            scene("bjorn").equip(1, treasure).minion("c2", "c3").roll("m0", Row::Melee, 3).pick("attack c3");
        let table = table.dice(most).pick("damage 3");
        assert_eq!(table.health(1), 17 + most, "{treasure}");
    }
}

#[test]
fn mm_320_two_dodges_are_the_better_one() {
    proves!("MM-320");
    let table = scene("bjorn")
        .equip(1, "t11")
        .hand(1, "a13")
        .minion("c2", "c3")
        .roll("m0", Row::Melee, 3)
        .watch("a13");
    let table = table.pick("attack c3").pick("react a13 free").dice(3);
    assert!(!table.may("damage 3"), "3 of the two Adepts; the coat adds nothing");
}

#[test]
fn scale_shirt_prevents_one_each_time() {
    proves!("MM-323", "MM-R25");
    let blow = |table: super::scene::Acting| table.pick("attack c3").pick("damage 3");
    let table = blow(scene("bjorn").equip(1, "t12").minion("c2", "c3").roll("m0", Row::Melee, 3));
    assert_eq!(table.health(1), 18);
    assert_eq!(blow(table.next().roll("m0", Row::Melee, 3)).health(1), 16);
}

#[test]
fn warded_helm_lifts_curses_and_the_maximum() {
    let table = scene("bjorn mari").equip(1, "t14").minion("c10", "c3");
    assert_eq!(table.look().row_dice(hero(1), Row::Melee), dice("AANN"));
    assert_eq!(table.look().row_dice(hero(2), Row::Melee), dice("NNN"));
    assert_eq!((table.look().max_health(Seat::new(1)), table.look().max_health(Seat::new(2))), (22, 18));
}

#[test]
fn oak_tower_shield_takes_one_more_off_the_first_damage_of_a_round() {
    let blow = |table: super::scene::Acting| table.pick("attack c3").pick("damage 3");
    let table = blow(scene("bjorn").equip(1, "t15").minion("c2", "c3").roll("m0", Row::Melee, 3));
    assert_eq!(table.health(1), 19);
    assert_eq!(blow(table.next().roll("m0", Row::Melee, 3)).health(1), 17, "then only Armor");
}

#[test]
fn mm_327_featherboots_walk_away() {
    proves!("MM-122", "MM-327");
    assert!(!scene("bjorn").minion("c1", "c3").turn("h1").may("move d3"));
    assert!(scene("bjorn").equip(1, "t16").minion("c1", "c3").turn("h1").may("move d3"));
}

#[test]
fn clyde_has_four_steps_and_slips_away_on_the_first() {
    let set = || scene("bjorn").equip(1, "t17").at(1, "b3").minion("c1", "b3").minion("c2", "d3");
    let table = set().turn("h1").pick("move c3");
    assert_eq!(table.s().level().steps, 3);
    let table = table.pick("step d3");
    assert!(
        table.options().iter().all(|option| !option.starts_with("step")),
        "the second step is held like anybody's"
    );
}

#[test]
fn mm_269_fabulous_riches_pay_once_a_round() {
    proves!("MM-269");
    let table = scene("bjorn mari").equip(1, "t18").frame(level_up::Frame::CashIn { side: Side::Heroes });
    assert_eq!(
        [1, 2].map(|seat| table.s().players[Seat::new(seat)].xp),
        [2, 1],
        "1 for everybody, 1 more for Bjorn"
    );
    let mut traded = table.next();
    traded.s.players[Seat::new(1)].slots[Slot::Item.index()] = TreasureId::NONE;
    traded.s.players[Seat::new(2)].slots[Slot::Item.index()] = "t18".parse().unwrap();
    let table = traded.frame(level_up::Frame::CashIn { side: Side::Heroes });
    assert_eq!(table.s().players[Seat::new(2)].xp, 2, "Mari gets no second bonus this Round");
}

#[test]
fn red_draught_heals_five_and_is_gone() {
    proves!("MM-268");
    let table = scene("bjorn").equip(1, "t19").health(1, 5).turn("h1").pick("use t19");
    assert_eq!((table.health(1), table.s().level().ap), (10, 2), "it costs no Action Point");
    assert!(table.s().players[Seat::new(1)].slots[Slot::Item.index()].is_none());
    assert_eq!(table.s().treasure_discards.total(), 1);
}

#[test]
fn healers_boon_is_for_spells_not_for_draughts() {
    proves!("MM-391");
    let table = scene("amos").equip(1, "t19").health(1, 5).turn("h1").pick("use t19");
    assert_eq!(table.health(1), 10);
}

#[test]
fn lucky_thimble_rerolls_one_die_once_a_turn() {
    proves!("MM-380");
    let table = scene("bjorn").equip(1, "t20").turn("h1").pick("roll melee").falls("dice n0:a1.0:m0");
    let table = table.pick("reroll a0").dice(2);
    assert_eq!(table.pool(), 3);
    let table = table.pick("done").pick("roll ranged").dice(1);
    assert!(
        table.options().iter().all(|option| !option.starts_with("reroll")),
        "not in the second roll of the Turn"
    );
}

#[test]
fn mm_326_loaded_die_boosts() {
    proves!("MM-326");
    let table = scene("bjorn").equip(1, "t21").turn("h1").pick("roll melee").pick("boost adept").dice(0);
    assert_eq!(table.pool(), 2, "the Adept was laid on its 2");
}

#[test]
fn spare_buckle_holds_one_more() {
    proves!("MM-162");
    let full = |table: super::scene::Scene| table.plus(1, Row::Melee, 4).roll("h1", Row::Melee, 2);
    assert_eq!(full(scene("bjorn").equip(1, "t22")).pick("buy").plus(1, Row::Melee), 5);
    let without = full(scene("bjorn"));
    assert!(!without.may("buy") || without.pick("buy").plus(1, Row::Melee) == 4);
}

#[test]
fn scroll_case_keeps_eight_and_draws_when_equipped() {
    let table = scene("bjorn").equip(1, "t23");
    assert_eq!(table.look().hand_limit(Seat::new(1)), 8);
    let mut stash = scene("bjorn");
    let case: TreasureId = "t23".parse().unwrap();
    stash.s.hoard.0[case.index()] -= 1;
    stash.s.stash.0[case.index()] += 1;
    let table = stash
        .frame(level_up::Frame::Equip { side: Side::Heroes, from: 0 })
        .pick("equip t23 h1")
        .pick("deck divine");
    let table = table.falls("draw d5");
    assert_eq!(table.s().players[Seat::new(1)].hand.len(), 1);
}

#[test]
fn smoke_pot_dodges_once() {
    let table = scene("bjorn").equip(1, "t24").minion("c2", "c3").roll("m0", Row::Melee, 5).watch("t24");
    let table = table.pick("attack c3").pick("react_with t24").dice(4).pick("damage 5");
    assert_eq!(table.health(1), 19);
    assert!(table.s().players[Seat::new(1)].slots[Slot::Item.index()].is_none());
}

#[test]
fn surveyors_glass_looks_at_one_region() {
    let table = scene("bjorn").equip(1, "t25").at(1, "b3").turn("h1");
    assert!(table.may("scout") && table.may("scout_one b2"));
    let table = table.pick("scout_one b2").falls("tile i4");
    assert!(
        table.s().revealed.contains("b2".parse().unwrap())
            && !table.s().revealed.contains("b4".parse().unwrap())
    );
}

#[test]
fn war_horn_cheers_everybody_nearby() {
    let table =
        scene("bjorn mari scrutt").reveal("a3", "i4").at(2, "b3").at(3, "a3").equip(1, "t26").turn("h1");
    let table = table.pick("use t26").pick("gain melee").pick("gain melee");
    assert_eq!([1, 2, 3].map(|seat| table.plus(seat, Row::Melee)), [1, 1, 0]);
}
