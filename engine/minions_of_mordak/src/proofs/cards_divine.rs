//! Each Divine Spell whose effect is more than a number, played.

use super::scene::{Acting, scene};
use crate::{
    ids::Who,
    words::{Dice, Row},
};
use kernel::{Seat, proves};

fn dice(letters: &str) -> Dice {
    Dice::of_letters(letters).unwrap_or_else(|| panic!("{letters}"))
}

fn hero(seat: u8) -> Who {
    Who::hero(Seat::new(seat))
}

#[test]
fn mm_391_lay_on_hands_heals_more_from_amos() {
    proves!("MM-391", "MM-R49");
    let cast = |healer: &str| scene(&format!("{healer} bjorn")).at(2, "b3").health(2, 5).hand(1, "d1");
    let healed = |table: Acting| table.pick("cast d1 4").pick("h2").dice(3).health(2);
    assert_eq!(healed(cast("mari").magic(1, 4)), 11, "3 and the 3 Hits of two Adepts");
    assert_eq!(healed(cast("amos").magic(1, 4)), 12);
    assert_eq!(healed(cast("amos").crystal(1).magic(1, 4)), 13);
}

#[test]
fn lay_on_hands_reaches_anybody_and_stops_at_the_maximum() {
    proves!("MM-206");
    let table = scene("mari bjorn").reveal("a3", "i4").at(2, "a3").health(2, 18).hand(1, "d1").magic(1, 6);
    let table = table.pick("cast d1 6").pick("h2").dice(4);
    assert_eq!(table.health(2), 20);
}

#[test]
fn lions_roar_gives_plus_ones_on_rows_of_choice() {
    let table = scene("amos bjorn").hand(1, "d2").magic(1, 3).pick("cast d2 3").pick("h2");
    let table = table.pick("gain ranged").pick("gain melee");
    assert_eq!((table.plus(2, Row::Ranged), table.plus(2, Row::Melee), table.plus(1, Row::Magic)), (1, 1, 0));
}

#[test]
fn tv_05_amos_roars_and_beams_with_six_hits() {
    proves!("MM-250", "MM-251", "MM-391");
    let table = scene("amos").hand(1, "d2 d3").plus(1, Row::Magic, 1).health(1, 10).magic(1, 6);
    let table = table.pick("cast d2 3").pick("gain magic").pick("gain magic");
    assert_eq!(table.pool(), 3);
    let table = table.pick("cast d3 3");
    assert_eq!(
        (table.health(1), table.plus(1, Row::Magic)),
        (14, 3),
        "3 and 1 for his Boon; no enemy is needed"
    );
    assert_eq!(table.s().spell_discards.total(), 2);
}

#[test]
fn soul_beam_attacks_and_heals() {
    let table = scene("mari").hand(1, "d3").health(1, 10).minion("c1", "b3").magic(1, 3).pick("cast d3 3");
    assert!(table.s().minion(0).wounded, "1 damage Wounds a Gladestalker");
    assert_eq!(table.health(1), 13);
}

#[test]
fn tv_12_blood_bound_heals_by_the_damage_of_the_bound_one() {
    proves!("MM-391");
    let bind = |crystal: bool| {
        let table = scene("amos bjorn").health(1, 5).hand(1, "d4").minion("b4", "c3");
        let table = if crystal { table.crystal(1) } else { table };
        table.magic(1, 3).pick("cast d4 3").pick("h2").next()
    };
    let strike = |table: Acting| table.pick("attack c3").pick("damage 5").health(1);
    assert_eq!(strike(bind(false).roll("h2", Row::Melee, 5)), 11, "5 and 1");
    assert_eq!(strike(bind(true).roll("h2", Row::Melee, 5)), 12, "5 and 2");
}

#[test]
fn blood_bound_ends_with_the_next_turn_of_the_bound_one() {
    let table = scene("amos bjorn").health(1, 5).hand(1, "d4").minion("b4", "c3").magic(1, 3);
    let turn = table.pick("cast d4 3").pick("h2").next().turn("h2");
    let ended = turn.pick("end");
    assert!(ended.s().lasting.iter().all(|lasting| lasting.who != hero(2)), "nothing is left of it");
}

#[test]
fn renewal_heals_each_friend_nearby_and_no_other() {
    let table = scene("mari bjorn scrutt").reveal("a3", "i4").at(2, "b3").at(3, "a3");
    let table = table.health(1, 5).health(2, 5).health(3, 5).hand(1, "d6").magic(1, 5).pick("cast d6 5");
    assert_eq!((table.health(1), table.health(2), table.health(3)), (8, 8, 5));
}

#[test]
fn righteous_blow_strikes_the_own_region_only() {
    let table = scene("mari").hand(1, "d7").minion("c1", "b3").magic(1, 4);
    assert!(!table.may("cast d7 4"), "there is no enemy in the own Region");
    let table = scene("mari").hand(1, "d7").minion("e1", "c3").magic(1, 4).pick("cast d7 4");
    assert_eq!(table.stack("c3"), "");
}

#[test]
fn bulwark_is_armor_until_the_villain_round_ends() {
    proves!("MM-323");
    let table = scene("mari bjorn").at(2, "b3").hand(1, "d8").minion("c2", "b3").magic(1, 3);
    let blow = table.pick("cast d8 3").pick("h2").next().roll("m0", Row::Melee, 2).pick("attack b3");
    assert!(!blow.may("damage 1"), "1 would do nothing");
    let after = blow.pick("damage 2");
    assert_eq!(after.health(2), 19);
    assert!(after.look().abilities(hero(2), None).armor);
}

#[test]
fn fervor_helps_one_roll() {
    let table = scene("amos").hand(1, "d9").magic(1, 4).pick("cast d9 4");
    assert_eq!(table.look().bonus_dice(hero(1), Row::Melee), dice("AA"));
    let table = table.pick("roll melee");
    assert_eq!(table.s().level().roll.dice, dice("AANN"));
    assert!(table.look().bonus_dice(hero(1), Row::Magic).is_none());
}

#[test]
fn battle_hymn_helps_the_others_nearby() {
    let table =
        scene("mari bjorn scrutt").reveal("a3", "i4").at(2, "b3").at(3, "a3").hand(1, "d10").magic(1, 3);
    let look = table.pick("cast d10 3");
    let bonus = |seat| look.look().bonus_dice(hero(seat), Row::Melee);
    assert_eq!([bonus(1), bonus(2), bonus(3)], [Dice::NONE, dice("A"), Dice::NONE]);
}

#[test]
fn pilgrims_stride_leads_out_of_a_fight() {
    let table = scene("mari bjorn").at(2, "b3").minion("c1", "b3").hand(1, "d11").magic(1, 2);
    let table = table.pick("cast d11 2").pick("h2").pick("step c3").pick("step d3");
    assert!(!table.may("step c2"));
    assert_eq!(table.pick("stop").region("h2"), "d3");
}

#[test]
fn cleanse_lifts_a_curse_and_heals_the_same_friend() {
    proves!("MM-324");
    let set =
        || scene("mari bjorn").health(1, 10).health(2, 11).minion("c10", "c3").hand(1, "d12").magic(1, 1);
    assert_eq!(set().look().row_dice(hero(2), Row::Melee), dice("NNNN"), "beside a Hexling");
    let table = set().pick("cast d12 1").pick("h2");
    assert_eq!(table.look().row_dice(hero(2), Row::Melee), dice("AANN"));
    assert_eq!(table.look().row_dice(hero(1), Row::Melee), dice("NNN"), "Mari is Cursed still");
    assert_eq!((table.health(1), table.health(2)), (10, 12));
}

#[test]
fn guiding_light_rerolls_a_die_of_a_friend() {
    proves!("MM-380", "MM-385");
    let table = scene("amos bjorn").hand(1, "d13").turn("h2").watch("d13").pick("roll melee");
    let table = table.falls("dice n0:a1.0:m0").pick("react d13 free").pick("reroll a0");
    assert_eq!(table.dice(2).pool(), 3, "one die only");
}

#[test]
fn guiding_light_does_not_shine_on_enemies() {
    let table =
        scene("amos").hand(1, "d13").minion("c2", "c3").turn("m0").watch("d13").pick("roll melee").dice(1);
    assert!(table.options().iter().all(|option| !option.starts_with("react")));
}

#[test]
fn sanctuary_protects_a_friend_nearby() {
    let table = scene("amos bjorn")
        .at(2, "b3")
        .hand(1, "d14")
        .minion("c2", "b3")
        .roll("m0", Row::Melee, 3)
        .watch("d14");
    assert_eq!(table.pick("attack b3").pick("damage 3").pick("react d14 free").health(2), 19);
    let far = scene("amos bjorn").reveal("a3", "i4").at(2, "a3").hand(1, "d14").minion("c2", "a3");
    let far = far.roll("m0", Row::Melee, 3).watch("d14").pick("attack a3").pick("damage 3");
    assert_eq!(far.health(2), 17, "two Regions away is not nearby");
}

#[test]
fn shield_of_faith_steps_in_front() {
    proves!("MM-180", "MM-181");
    let table = scene("amos bjorn").hand(1, "d15").minion("c2", "c3").roll("m0", Row::Melee, 3).watch("d15");
    let table = table.pick("attack c3").pick("defender h2").pick("react d15 free").pick("damage 3");
    assert_eq!((table.health(1), table.health(2)), (14, 20));
    assert!(table.s().defenders.contains(Seat::new(1)) && !table.s().defenders.contains(Seat::new(2)));
}

#[test]
fn second_wind_keeps_a_friend_up() {
    let table =
        scene("amos bjorn").at(2, "b3").health(2, 2).hand(1, "d16").plus(1, Row::Magic, 1).minion("c2", "b3");
    let table = table
        .roll("m0", Row::Melee, 3)
        .watch("d16")
        .pick("attack b3")
        .pick("damage 2")
        .pick("react d16 magic");
    assert_eq!((table.health(2), table.region("h2").as_str()), (1, "b3"));
    assert_eq!(table.s().markers, 0);
}
