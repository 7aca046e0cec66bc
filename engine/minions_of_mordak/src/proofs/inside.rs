//! What a script cannot see: who knows a card, decks without cards, numbers that are worked out.

use super::scene::{scene, scene_with};
use crate::{
    ids::{KindId, TreasureId, Who},
    piles::Counts,
    rules::{cards, level_up, rounds},
    words::{DeckId, Dice, Row, Side, Size, Slot, VILLAIN},
};
use kernel::{Game as _, Seat, proves};

fn heroes_level_up() -> level_up::Frame {
    level_up::Frame::Step { side: Side::Heroes, step: level_up::Step::Leaving }
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
fn spellthief_takes_a_random_card_that_only_two_know() {
    let table =
        scene("amos bjorn").hand(1, "d1 d5").hand(0, "v15").void(3).pick("cast v15 3").falls("steal d5");
    let (villain, amos) = (&table.s().players[VILLAIN], &table.s().players[Seat::new(1)]);
    assert_eq!((villain.hand.len(), amos.hand.len()), (1, 1));
    assert_eq!(villain.hand[0].spell.to_string(), "d5");
    assert!(!villain.hand[0].seen.contains(Seat::new(2)), "Bjorn has not seen it");
}

#[test]
fn mm_361_nothing_is_drawn_where_there_is_nothing() {
    proves!("MM-361", "MM-R37");
    let none = scene("bjorn").with(|s| s.kinds = Counts::NONE).roll("mordak", Row::Corruption, 9);
    assert!(!none.options().iter().any(|option| option.starts_with("spawn")), "not offered and not paid");
    let dry = scene("bjorn").with(|s| s.spells = Counts::NONE);
    let table = dry.frame(cards::Frame::DrawSpells { seat: VILLAIN, deck: DeckId::Void, left: 2 });
    assert!(table.s().players[VILLAIN].hand.is_empty());
}

#[test]
fn mm_301_mordak_appears_on_the_ruins_and_the_heroes_take_heart() {
    proves!("MM-301", "MM-303", "MM-304", "MM-305", "MM-307", "MM-R18", "MM-283");
    let table = scene("amos bjorn").health(1, 14).health(2, 5).minion("c1", "c3").with(|s| s.day = 6);
    let table = table.frame(rounds::Frame::VillainRound).falls("draw a1").falls("draw a2");
    assert!(table.s().final_battle);
    assert_eq!((table.health(1), table.health(2)), (17, 10), "up to the maximum");
    assert_eq!((table.region("mordak").as_str(), table.s().players[VILLAIN].hand.len()), ("c3", 2));
    assert!(table.look().region_name("c3".parse().unwrap()).contains("Ruins"));
    let surges = table.options().iter().filter(|option| option.starts_with("surge")).count();
    assert_eq!(surges, 6, "any two of three decks");
    assert!(!table.may("move b3"), "Heroes hold him like anybody");
}

#[test]
fn mm_264_the_base_form_of_an_ability_needs_no_crystal() {
    proves!("MM-264");
    let dojo = scene("alyndra").reveal("b1", "ii2").at(1, "b1").hand(1, "a10");
    assert_eq!(dojo.look().gift(Seat::new(1)).spell_damage, 1);
    let table = dojo.frame(heroes_level_up()).falls("draw a1").pick("accept");
    assert_eq!(table.look().gift(Seat::new(1)).spell_damage, 2);
}

#[test]
fn mm_262_the_new_initiative_holder_decides_over_treasures() {
    proves!("MM-262", "MM-016", "MM-R44");
    let table = scene("bjorn mari").equip(1, "t19").reveal("b1", "ii2").at(2, "b1");
    let table = table.frame(heroes_level_up());
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
fn mm_258_a_spell_that_is_shown_is_shown_to_everybody() {
    proves!("MM-258", "MM-404");
    let table = scene_with("seats=3 show_spells=true", "bjorn amos").hand(1, "a1").turn("h1");
    let table = table.pick("show a1");
    let card = table.s().players[Seat::new(1)].hand[0];
    assert!([0, 1, 2].iter().all(|seat| card.seen.contains(Seat::new(*seat))), "Mordak sees it too");
    assert!(!table.may("show a1") && table.may("end"), "and the Turn goes on");
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
            let wanted = if other == row { Dice::of_letters(bonus).unwrap() } else { Dice::NONE };
            assert_eq!(
                table.look().bonus_dice(Who::hero(Seat::new(1)), other),
                wanted,
                "{treasure} on {other}"
            );
        }
    }
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
fn treasures_change_what_may_be_had_at_most() {
    let set = scene("bjorn mari").equip(1, "t14").equip(2, "t23");
    assert_eq!([1, 2].map(|seat| set.look().max_health(Seat::new(seat))), [22, 18], "Warded Helm");
    assert_eq!([1, 2].map(|seat| set.look().hand_limit(Seat::new(seat))), [6, 8], "Scroll Case");
}
