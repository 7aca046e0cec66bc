//! Each Void Spell whose effect is more than a number, played.

use super::scene::scene;
use crate::{
    ids::{KindId, Who},
    words::{Dice, Row, Size, VILLAIN},
};
use kernel::{Seat, proves};

fn dice(letters: &str) -> Dice {
    Dice::of_letters(letters).unwrap_or_else(|| panic!("{letters}"))
}

fn hero(seat: u8) -> Who {
    Who::hero(Seat::new(seat))
}

#[test]
fn doom_bolt_reaches_any_hero_from_hiding() {
    let table = scene("amos bjorn").at(2, "d3").hand(0, "v1").void(5).pick("cast v1 5").pick("region d3");
    assert_eq!((table.health(1), table.health(2), table.pool()), (17, 16, 0));
}

#[test]
fn ruinous_quake_takes_no_sides() {
    proves!("MM-322", "MM-195");
    let table =
        scene("amos bjorn").at(2, "b3").minion("c1", "b3").hand(0, "v2").void(6).pick("cast v2 6").pick("b3");
    assert_eq!((table.health(1), table.health(2), table.stack("b3").as_str()), (17, 17, ""));
    assert_eq!(table.s().fallen.total(), 1, "the Heroes get its Bounty");
}

#[test]
fn mm_342_soul_tax_is_paid_not_dealt() {
    proves!("MM-342");
    let set = scene("amos bjorn mari").equip(1, "t12").health(2, 1).at(3, "b3").hand(0, "v3").void(3);
    let table = set.pick("cast v3 3").pick("c3");
    assert_eq!((table.health(1), table.health(3)), (16, 18), "Armor does not help; Mari is elsewhere");
    assert_eq!((table.s().markers, table.region("h2").as_str()), (1, "off"), "paying can Defeat");
}

#[test]
fn grave_call_spawns_like_corruption() {
    proves!("MM-219", "MM-R27");
    let table = scene("amos").hand(0, "v4").void(6).pick("cast v4 6").falls("minion e1");
    assert!(table.may("place b3") && !table.may("place c3"), "beside a face-down Region, or on the edge");
    assert_eq!(table.pick("b3").stack("b3"), "m0");
}

#[test]
fn flock_of_woe_places_sheep_anywhere_while_there_are_tokens() {
    proves!("MM-370", "MM-R38", "MM-017");
    let table =
        scene("amos").minion("c1", "c3").hand(0, "v5").void(4).pick("cast v5 4").pick("c3").pick("c3");
    assert_eq!(table.stack("c3"), "m2 m1 m0");
    assert_eq!(table.s().minion(2).kind, KindId::SHEEP);
    let table = table.next().hand(0, "v5").void(4).pick("cast v5 4").pick("b3").pick("b3");
    let full = table.next().hand(1, "a1").roll("mordak", Row::Magic, 4);
    let sheep = full.s().slots().filter(|slot| full.s().minion(*slot).kind.size() == Size::Sheep).count();
    assert_eq!(sheep, 4);
}

#[test]
fn tv_57_a_sheep_is_always_the_defender_and_worth_nothing() {
    proves!("MM-186", "MM-370");
    let table = scene("bjorn").hand(0, "v5").void(2).pick("cast v5 2").pick("c3").next().minion("c1", "c3");
    let table =
        table.roll("h1", Row::Melee, 3).pick("attack c3").pick("damage 1").pick("attack c3").pick("damage 2");
    assert_eq!(
        (table.stack("c3").as_str(), table.s().fallen.total()),
        ("", 1),
        "only the Chump has a Bounty"
    );
}

#[test]
fn dark_march_moves_a_minion_at_once() {
    let table = scene("amos")
        .minion("c1", "b3")
        .minion("c2", "d3")
        .hand(0, "v6")
        .void(2)
        .pick("cast v6 2")
        .pick("m1");
    let table = table.pick("step c3");
    assert_eq!(table.region("m1"), "c3", "and there it is held by Amos");
    assert!(table.options().iter().all(|option| !option.starts_with("step")));
}

#[test]
fn frenzy_is_a_whole_turn_besides_the_one_to_come() {
    let table = scene("amos").minion("c2", "c3").hand(0, "v7").void(4).pick("cast v7 4");
    assert_eq!((table.s().level().actor, table.s().level().ap), (Who::minion(0), 2));
    let table = table.pick("roll melee").dice(2).pick("attack c3").pick("damage 2");
    assert_eq!(table.health(1), 15);
    assert_eq!(table.s().level().actor, Who::MORDAK, "held by Amos, it has nothing more to do");
    assert!(!table.s().minion(0).acted, "the Minion Step is still to come");
}

#[test]
fn bloodlust_lasts_the_round() {
    let table = scene("amos").minion("c2", "c3").hand(0, "v8").void(2).pick("cast v8 2");
    assert_eq!(table.look().bonus_dice(Who::minion(0), Row::Melee), dice("M"));
    let rolled = table.next().turn("m0").pick("roll melee");
    assert_eq!(rolled.s().level().roll.dice, dice("MAN"));
    assert_eq!(rolled.look().bonus_dice(Who::minion(0), Row::Melee), dice("M"), "on all its rolls");
}

#[test]
fn legions_drum_beats_for_each_minion_of_one_region_once() {
    let table = scene("amos").minion("c2", "c3").minion("c1", "c3").minion("c7", "b3").hand(0, "v9").void(4);
    let table = table.pick("cast v9 4").pick("c3");
    let bonus = |slot| table.look().bonus_dice(Who::minion(slot), Row::Melee);
    assert_eq!([bonus(0), bonus(1), bonus(2)], [dice("N"), dice("N"), Dice::NONE]);
    let rolled = table.next().turn("m0").pick("roll melee");
    assert!(rolled.look().bonus_dice(Who::minion(0), Row::Melee).is_none(), "its next roll only");
}

#[test]
fn shadow_swap_exchanges_two_minions() {
    let table = scene("amos").minion("c1", "b3").minion("e1", "d3").minion("c2", "d3").hand(0, "v10").void(2);
    let table = table.pick("cast v10 2").pick("m0").pick("m1");
    assert_eq!((table.stack("b3"), table.stack("d3")), ("m1".into(), "m0 m2".into()));
}

#[test]
fn unearth_puts_a_stack_in_another_order() {
    let table = scene("amos").minion("c1", "b3").minion("e1", "b3").minion("c2", "b3").hand(0, "v11").void(1);
    let table = table.pick("cast v11 1").pick("next m1").pick("next m0");
    assert_eq!(table.stack("b3"), "m1 m0 m2");
}

#[test]
fn iron_hides_armor_the_minions_of_one_region() {
    let table = scene("bjorn")
        .minion("c1", "b3")
        .minion("c2", "d3")
        .hand(0, "v12")
        .void(3)
        .pick("cast v12 3")
        .pick("b3");
    let armor = |slot| table.look().abilities(Who::minion(slot), None).armor;
    assert!(armor(0) && !armor(1));
    let blow = table.next().at(1, "b3").roll("h1", Row::Melee, 3).pick("attack b3");
    assert!(blow.may("damage 3") && blow.may("damage 2") && !blow.may("damage 1"), "1 more for each end");
}

#[test]
fn hex_of_frailty_makes_a_hero_roll_novices() {
    proves!("MM-324", "MM-R24");
    let table = scene("scrutt amos").equip(1, "t2").hand(0, "v13").void(3).pick("cast v13 3").pick("h1");
    assert_eq!(table.look().row_dice(hero(1), Row::Melee), dice("NNNN"));
    assert_eq!(table.look().bonus_dice(hero(1), Row::Melee), dice("A"), "bonus dice are not on the board");
    assert_eq!(table.look().row_dice(hero(2), Row::Magic), dice("AANN"));
}

#[test]
fn dread_whisper_takes_plus_ones_that_the_loser_picks() {
    let set = scene("amos bjorn").plus(2, Row::Melee, 2).plus(2, Row::Ranged, 1).hand(0, "v14").void(4);
    let table = set.pick("cast v14 4");
    let table = table.pick("drop ranged");
    assert_eq!(
        (table.plus(2, Row::Melee), table.plus(2, Row::Ranged)),
        (1, 0),
        "the second can only be Melee"
    );
}

#[test]
fn spellthief_takes_a_random_card_that_only_two_know() {
    let table =
        scene("amos bjorn").hand(1, "d1 d5").hand(0, "v15").void(3).pick("cast v15 3").falls("steal d5");
    let (villain, amos) = (&table.s().players[VILLAIN], &table.s().players[Seat::new(1)]);
    assert_eq!((villain.hand.len(), amos.hand.len()), (1, 1));
    assert_eq!(villain.hand[0].spell.to_string(), "d5");
    assert!(!villain.hand[0].seen.contains(Seat::new(2)), "Bjorn has not seen it");
}

#[test]
fn bitter_cold_leaves_one_step() {
    let table = scene("amos").hand(0, "v16").void(3).pick("cast v16 3").pick("c3");
    let turn = table.next().turn("h1").pick("move d3");
    assert_eq!((turn.region("h1").as_str(), turn.s().level().steps), ("d3", 0));
    assert!(turn.options().iter().all(|option| !option.starts_with("step")));
}

#[test]
fn carrion_feast_may_go_above_the_start() {
    proves!("MM-211");
    let table = scene("amos").hand(0, "v17").void(4).pick("cast v17 4");
    assert_eq!(table.health(0), 20, "he started with 15");
    let table = scene("amos").health(0, 100).hand(0, "v17").void(4).pick("cast v17 4");
    assert_eq!(table.health(0), 100);
}

#[test]
fn dark_bargain_costs_health_and_no_hits() {
    proves!("MM-342", "MM-R21");
    let table = scene("amos").hand(0, "v18").void(1).pick("cast v18 0");
    assert_eq!((table.health(0), table.pool()), (10, 1));
    let table = table.falls("draw v1").falls("draw v2").falls("draw v3");
    assert_eq!(table.s().players[VILLAIN].hand.len(), 3);
}

#[test]
fn mm_386_shackles_take_an_action_point_but_never_the_last() {
    proves!("MM-386", "MM-255");
    let set = |ap: u8| {
        let mut table = scene("bjorn").hand(0, "v19").plus(0, Row::Melee, 1);
        table.s.players[Seat::new(1)].ap = ap;
        table.begin_watched("h1", "v19").pick("react v19 melee")
    };
    assert_eq!((set(2).s().level().ap, set(1).s().level().ap), (1, 1));
}

#[test]
fn misfortune_rerolls_a_die_of_an_enemy() {
    proves!("MM-380");
    let table =
        scene("bjorn").hand(0, "v20").turn("h1").watch("v20").pick("roll melee").falls("dice n2:a0.2:m0");
    let table = table.pick("react v20 free").pick("reroll a2").dice(0);
    assert_eq!(table.pool(), 4);
}

#[test]
fn fumble_takes_two_hits() {
    let table = scene("bjorn")
        .hand(0, "v21")
        .plus(0, Row::Melee, 1)
        .turn("h1")
        .watch("v21")
        .pick("roll melee")
        .dice(5);
    assert_eq!(table.pick("react v21 melee").pool(), 3);
}

#[test]
fn bone_plate_saves_a_minion_or_mordak() {
    let table = scene("bjorn").hand(0, "v22").minion("e1", "c3").roll("h1", Row::Melee, 6).watch("v22");
    let table = table.pick("attack c3").pick("damage 6").pick("react v22 free");
    assert!(table.s().minion(0).wounded, "4 of 6 Wound it");
    let table =
        scene("bjorn").mordak("c3").hand(0, "v22").health(0, 35).roll("h1", Row::Melee, 6).watch("v22");
    let table = table.pick("attack c3").pick("damage 5").pick("react v22 free");
    assert_eq!(table.health(0), 35, "3 are less than a step of 5");
}

#[test]
fn cheat_death_wounds_instead() {
    let table =
        scene("bjorn").hand(0, "v23").plus(0, Row::Melee, 1).minion("e1", "c3").roll("h1", Row::Melee, 6);
    let table = table.watch("v23").pick("attack c3").pick("damage 6").pick("react v23 melee");
    assert_eq!((table.stack("c3").as_str(), table.s().minion(0).wounded), ("m0", true));
    let wounded = scene("bjorn").hand(0, "v23").plus(0, Row::Melee, 1).minion("e1", "c3").wounded(0);
    let wounded = wounded.roll("h1", Row::Melee, 6).watch("v23").pick("attack c3").pick("damage 3");
    assert_eq!(wounded.stack("c3"), "", "a Wounded one cannot cheat");
}
