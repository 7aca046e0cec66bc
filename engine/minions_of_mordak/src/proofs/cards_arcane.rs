//! Each Arcane Spell whose effect is more than a number, played.

use super::scene::scene;
use crate::{ids::Who, words::Row};
use kernel::{Seat, proves};

#[test]
fn enormous_fist_goes_on_down_the_stack() {
    proves!("MM-250", "MM-252", "MM-256");
    let table =
        scene("amos").hand(1, "a1").minion("c1", "b3").minion("c5", "b3").magic(1, 4).pick("cast a1 4");
    assert_eq!(table.stack("b3"), "", "3 for the Boar on top, 2 left for the Gladestalker");
    assert_eq!(table.s().fallen.total(), 2);
    assert_eq!(table.s().spell_discards.total(), 1, "a cast Spell is discarded");
    assert!(table.s().players[Seat::new(1)].hand.is_empty());
}

#[test]
fn enormous_fist_costs_what_its_level_says() {
    proves!("MM-252");
    let table = scene("amos").hand(1, "a1").minion("e5", "b3").magic(1, 8);
    assert!(table.may("cast a1 4") && table.may("cast a1 6") && !table.may("cast a1 9"));
    let table = table.pick("cast a1 6");
    assert_eq!((table.pool(), table.stack("b3").as_str()), (2, ""), "8 damage fell it, 2 Hits are left");
}

#[test]
fn lightning_surge_rolls_and_strikes_an_adjacent_region_only() {
    let table = scene("amos")
        .hand(1, "a2")
        .minion("e1", "c3")
        .minion("e1", "b3")
        .magic(1, 2)
        .pick("cast a2 2")
        .dice(3);
    assert!(table.s().minion(1).wounded && !table.s().minion(0).wounded, "the own Region is not adjacent");
}

#[test]
fn mm_390_pyromaniac_adds_to_the_damage_of_spells_above_the_printed_most() {
    proves!("MM-390", "MM-323");
    let cast =
        |hero: &str| scene(hero).hand(1, "a2").minion("b2", "b3").magic(1, 5).pick("cast a2 5").dice(12);
    let colossus = cast("amos");
    assert!(colossus.s().minion(0).wounded, "12, less 1 for Armor, do not Defeat 12");
    assert_eq!(cast("alyndra").stack("b3"), "", "13 do");
}

#[test]
fn frost_lance_slows_whoever_it_does_not_fell() {
    let table = scene("amos").hand(1, "a4").minion("e1", "b3").magic(1, 3).pick("cast a4 3");
    assert!(table.s().minion(0).wounded);
    let turn = table.next().turn("m0");
    assert_eq!(turn.s().level().ap, 1);
    assert_eq!(turn.next().turn("m0").s().level().ap, 2, "one Turn only");
}

#[test]
fn cinder_ring_burns_friend_and_foe_but_not_the_caster() {
    proves!("MM-322");
    let table =
        scene("amos bjorn").hand(1, "a5").minion("c1", "c3").minion("c3", "c3").magic(1, 4).pick("cast a5 4");
    assert_eq!((table.health(1), table.health(2)), (17, 17));
    assert_eq!(table.stack("c3"), "m1", "3 less 1 for Armor only Wound the Mudback");
    assert!(table.s().minion(1).wounded);
}

#[test]
fn shatterbolt_goes_through_armor_and_dodge() {
    let bolt = |minion: &str| scene("amos").hand(1, "a6").minion(minion, "b3").magic(1, 5).pick("cast a6 5");
    assert_eq!(bolt("e2").stack("b3"), "", "Thornback's Armor does not count");
    assert_eq!(bolt("e9").stack("b3"), "", "the Veil Stalker does not even roll");
}

#[test]
fn mm_r48_blink_takes_its_caster_away_from_enemies() {
    proves!("MM-R48");
    let table =
        scene("amos").hand(1, "a7").minion("c1", "c3").reveal("a3", "i4").magic(1, 2).pick("cast a7 2");
    assert!(
        table.may("place a3") && table.may("place c2") && !table.may("place c3") && !table.may("place c1")
    );
    assert_eq!(table.pick("a3").region("h1"), "a3");
}

#[test]
fn gale_shove_blows_small_minions_one_region_on() {
    let set = || scene("amos").hand(1, "a8").minion("c1", "b3").minion("e1", "d3").reveal("a3", "i4");
    let table = set().magic(1, 2).pick("cast a8 2").so(|t| assert!(t.may("place c3"))).pick("a3");
    assert_eq!((table.region("m0"), table.region("m1")), ("a3".into(), "d3".into()));
    let table = set().magic(1, 4).pick("cast a8 4").pick("m1").pick("c3");
    assert_eq!(table.stack("c3"), "m1", "for 4 an Elite goes too");
}

#[test]
fn mm_r40_puppet_strings_turn_a_minion_on_its_own() {
    proves!("MM-R40", "MM-343");
    let table = scene("amos").hand(1, "a9").minion("c1", "b3").minion("c2", "b3").magic(1, 4);
    let table = table.pick("cast a9 4").pick("m1");
    assert_eq!((table.s().level().actor, table.s().level().seat), (Who::minion(1), Seat::new(1)));
    let table = table.pick("roll melee").dice(2).pick("attack b3").pick("damage 2");
    assert_eq!(table.s().fallen.total(), 1, "it Defeated the Gladestalker");
    let table = table.pick("end");
    assert_eq!((table.stack("b3").as_str(), table.s().level().actor), ("m1", Who::hero(Seat::new(1))));
}

#[test]
fn puppet_strings_for_four_hits_reach_no_elite() {
    let table = scene("amos").hand(1, "a9").minion("e1", "b3").magic(1, 7);
    assert!(!table.may("cast a9 4") && table.may("cast a9 7"));
}

#[test]
fn arcane_battery_fills_the_magic_row() {
    let table = scene("amos").hand(1, "a10").magic(1, 4).pick("cast a10 4");
    assert_eq!(table.plus(1, Row::Magic), 3);
}

#[test]
fn far_sight_flips_a_region_beside_a_hero_and_nobody_ambushes() {
    let table = scene("amos").at(1, "b3").hand(1, "a11").magic(1, 1).pick("cast a11 1");
    assert!(table.may("region a3") && table.may("region b4") && !table.may("region c1"));
    let table = table.pick("b2").falls("tile i3").falls("minion c7");
    assert_eq!(table.stack("b2"), "m0");
    assert_eq!(table.s().level().actor, Who::hero(Seat::new(1)), "the ambusher has no Turn");
}

#[test]
fn quickening_gives_two_more_action_points() {
    let table = scene("amos").hand(1, "a12").magic(1, 3).pick("cast a12 3");
    assert_eq!(table.s().level().ap, 3);
}

#[test]
fn mirror_step_dodges_with_two_adepts() {
    proves!("MM-254", "MM-325");
    let table = scene("amos").hand(1, "a13").minion("c2", "c3").roll("m0", Row::Melee, 3).watch("a13");
    let table = table.pick("attack c3").pick("react a13 free").dice(2);
    assert!(
        table.may("damage 0") && table.may("damage 3") && !table.may("damage 2"),
        "2 Hits would do nothing"
    );
    assert_eq!(table.pick("damage 3").health(1), 16);
}

#[test]
fn static_ward_prevents_two() {
    let table = scene("amos").hand(1, "a14").minion("c2", "c3").roll("m0", Row::Melee, 3).watch("a14");
    assert_eq!(table.pick("attack c3").pick("damage 3").pick("react a14 free").health(1), 16);
}

#[test]
fn mm_255_spark_of_genius_rerolls_any_dice_for_a_plus_one() {
    proves!("MM-255", "MM-380", "MM-R30");
    let table = scene("bjorn").hand(1, "a15").plus(1, Row::Ranged, 1).turn("h1").watch("a15");
    let table = table.pick("roll melee").falls("dice n0:a1.0:m0");
    assert!(!table.may("react a15 free"));
    let table = table.pick("react a15 ranged").pick("reroll a0").pick("reroll n0").pick("keep").dice(3);
    assert_eq!((table.pool(), table.plus(1, Row::Ranged)), (4, 0));
}

#[test]
fn spark_of_genius_can_be_paid_with_another_spell_but_not_with_itself() {
    proves!("MM-255");
    let table =
        scene("bjorn").hand(1, "a15 a1").turn("h1").watch("a15").pick("roll melee").falls("dice n0:a1.0:m0");
    assert!(table.may("react a15 a1") && !table.may("react a15 a15"));
    let table = table.pick("react a15 a1").pick("reroll a0").pick("keep").dice(2);
    assert_eq!(table.pool(), 3);
    assert_eq!(table.s().spell_discards.total(), 2);
}

#[test]
fn counterhex_makes_an_enemy_spell_fizzle() {
    proves!("MM-R43");
    let table =
        scene("amos").hand(1, "a16").hand(0, "v17").plus(1, Row::Magic, 1).health(0, 20).void(4).watch("a16");
    let table = table.pick("cast v17 4").pick("react a16 magic");
    assert_eq!((table.health(0), table.pool()), (20, 0), "paid for, and nothing gained");
    assert_eq!(table.s().spell_discards.total(), 2);
}
