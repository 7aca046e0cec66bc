//! Rolls others meddle in, Spells and who may cast them, Defeats by any cause, and who knows what.

use super::scene::scene;
use crate::{
    ids::{RegionId, Who},
    rules::level_up,
    words::{Row, VILLAIN},
};
use kernel::{Game as _, Seat, proves};

#[test]
fn mm_004_two_regions_can_have_their_defenders_at_once() {
    proves!("MM-004", "MM-180");
    let set = scene("bjorn mari scrutt loxley").at(3, "b3").at(4, "b3").minion("c2", "c3").minion("c2", "b3");
    let table = set.roll("m0", Row::Melee, 1).pick("attack c3").pick("defender h2").pick("damage 1");
    let table = table.next().roll("m1", Row::Melee, 1).pick("attack b3").pick("defender h3").pick("damage 1");
    assert_eq!((table.health(2), table.health(3)), (17, 18));
    assert_eq!(table.s().defenders.len(), 2);
}

#[test]
fn mm_200_each_point_of_damage_is_a_point_of_health() {
    proves!("MM-200");
    let table = scene("bjorn").minion("c2", "c3").roll("m0", Row::Melee, 3).pick("attack c3");
    assert!(["damage 0", "damage 1", "damage 2", "damage 3"].iter().all(|option| table.may(option)));
    assert_eq!(table.pick("damage 3").health(1), 17);
}

#[test]
fn mm_194_minions_are_not_healed() {
    proves!("MM-194", "MM-341", "MM-340");
    let table = scene("mari bjorn").minion("c1", "c3").wounded(0).hand(1, "d1").magic(1, 2).pick("cast d1 2");
    assert!(table.may("target h1") && table.may("target h2") && !table.may("target m0"));
    assert!(table.pick("target h2").dice(0).s().minion(0).wounded);
}

#[test]
fn mm_253_general_spells_need_the_own_magic_action() {
    proves!("MM-253", "MM-R11");
    let table = scene("amos").hand(1, "a14 d5 d2").health(1, 5).magic(1, 5);
    assert!(!table.may("cast a14 0"), "a Reaction is not cast like that");
    let table = table.pick("cast d5 2").pick("buy");
    assert_eq!(
        (table.health(1), table.plus(1, Row::Magic), table.pool()),
        (9, 1, 1),
        "buying does not end the Action"
    );
}

#[test]
fn mm_r29_what_is_nearby_is_out_of_reach_from_hiding() {
    proves!("MM-R29");
    let table = scene("bjorn").hand(0, "a1 v1").roll("mordak", Row::Magic, 9);
    assert!(!table.may("cast a1 4") && table.may("cast v1 3"), "he has no Region");
    let near = scene("bjorn").mordak("b3").hand(0, "a1 v1").roll("mordak", Row::Magic, 9);
    assert!(near.may("cast a1 4"));
}

#[test]
fn mm_375_shadow_mordak_casts_from_the_hand_of_whoever_controls_him() {
    proves!("MM-375", "MM-R41", "MM-164");
    let table =
        scene("bjorn").minion("b1", "b3").hand(0, "a1 v1").plus(0, Row::Magic, 2).roll("m0", Row::Magic, 5);
    assert!(
        table.may("cast v1 3") && table.may("cast v1 5") && table.may("cast a1 4"),
        "from where he stands"
    );
    assert!(!table.may("buy") && !table.may("spend"), "no Plus-Ones for him");
    let table = table.pick("cast v1 5");
    assert_eq!((table.health(1), table.s().players[VILLAIN].hand.len()), (16, 1));
}

#[test]
fn mm_r22_mordak_helps_his_minions_and_wugner_everybody_once() {
    proves!("MM-R22", "MM-R23");
    let table =
        scene("bjorn").minion("c2", "c3").plus(0, Row::Melee, 1).turn("m0").pick("roll melee").dice(2);
    assert!(table.may("spend"));
    let table = table.pick("spend");
    assert_eq!((table.pool(), table.plus(0, Row::Melee)), (3, 0));
    let table =
        scene("bjorn wugner").plus(2, Row::Magic, 2).watched("add").turn("h1").pick("roll melee").dice(3);
    assert!(table.may("add 0") && table.may("add 2"));
    let table = table.pick("add 2");
    assert_eq!((table.pool(), table.plus(2, Row::Magic)), (5, 0));
}

#[test]
fn mm_r46_a_defeat_is_a_defeat_by_whatever_cause() {
    proves!("MM-R46");
    let table = scene("bjorn mari").mordak("b3").health(2, 3).equip(1, "t4").minion("c1", "c3");
    let table = table.roll("h1", Row::Melee, 3).pick("sweep c3").pick("damage 3");
    assert_eq!((table.s().markers, table.s().souls), (1, 1), "by a friend's sweep");
    assert_eq!(table.s().players[Seat::new(2)].region, RegionId::NOWHERE);
}

#[test]
fn mm_400_everything_but_hands_is_public() {
    proves!("MM-400", "MM-401", "MM-402", "MM-403");
    let table =
        scene("bjorn amos").hand(0, "v1 v2").hand(1, "a1").hand(2, "d1").minion("c1", "b3").turn("h1");
    let game = table.table.game();
    let mut view = *table.s();
    game.mask(&mut view, Seat::new(1));
    assert_eq!(view.players[Seat::new(1)].hand, table.s().players[Seat::new(1)].hand);
    for seat in [0, 2].map(Seat::new) {
        let hand = &view.players[seat].hand;
        assert_eq!(hand.len(), table.s().players[seat].hand.len(), "sizes are public");
        assert!(hand.iter().all(|card| card.spell.is_hidden()));
    }
    assert_eq!(view.spells.total(), table.s().spells.total() + 3, "what is not seen is among the unseen");
    assert_eq!((view.minions, view.tops, view.kinds), (table.s().minions, table.s().tops, table.s().kinds));
}

#[test]
fn mm_262_the_new_initiative_holder_decides_over_treasures() {
    proves!("MM-262", "MM-016", "MM-R44");
    let table = scene("bjorn mari").equip(1, "t19").reveal("b1", "ii2").at(2, "b1");
    let table = table
        .frame(level_up::Frame::Step { side: crate::words::Side::Heroes, step: level_up::Step::Leaving });
    assert!(table.may("accept"), "Mari may take one of the five Crystals");
    let table = table.pick("decline");
    assert!(table.may("return h1 item"));
    assert_eq!(table.table.turn().asked().into_iter().collect::<Vec<_>>(), [Seat::new(2)]);
    let table = table.pick("done");
    let asked = table.table.turn().asked().into_iter().collect::<Vec<_>>();
    assert_eq!(asked, [Seat::new(1)], "XP are spent in turn order");
    assert_eq!(table.s().players[Seat::new(1)].region.to_string(), "c3");
    assert!(table.look().is_there(Who::hero(Seat::new(1))));
}

#[test]
fn mm_258_a_spell_that_is_shown_is_shown_to_everybody() {
    proves!("MM-258", "MM-404");
    let table = super::scene::scene_with("seats=3 show_spells=true", "bjorn amos").hand(1, "a1").turn("h1");
    let table = table.pick("show a1");
    let card = table.s().players[Seat::new(1)].hand[0];
    assert!([0, 1, 2].iter().all(|seat| card.seen.contains(Seat::new(*seat))), "Mordak sees it too");
    assert!(!table.may("show a1") && table.may("end"), "and the Turn goes on");
}
