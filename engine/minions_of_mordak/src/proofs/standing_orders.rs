//! Standing orders for Reactions (specification 3.4, point 3): each kind, each condition, how long they hold, what is refused.

use super::scene::{Acting, Scene, scene, scene_with};
use crate::{
    Event, MinionsOfMordak,
    rules::{level_up, rounds, standing_orders},
    standing::{self, ORDERS, Order, Orders},
    state::HandCard,
    words::{DeckId, Row, Side, VILLAIN},
};
use kernel::{Log, Seat, SeatSet, Show as _, Step, Story as _, Table, proves};
use std::hash::{Hash, Hasher};

const FIRST: Seat = Seat::new(1);

fn set(table: &mut Table<MinionsOfMordak>, text: &str) -> Result<(), String> {
    let before = *table.state();
    let done = table.correct(text, &mut Log::off()).map_err(|why| why.to_string());
    assert!(done.is_ok() || before == *table.state(), "{text} was refused and has changed something");
    done
}

/// What the orders of whoever is asked answer; `ask` if a person is to.
fn answer(table: &Table<MinionsOfMordak>) -> String {
    let seat = table.turn().asked().lowest().expect("somebody is asked");
    let answer = table.game().standing_answer(table.state(), seat);
    let by_view = table.game().standing_answer(table.view(seat).state(), seat);
    assert_eq!(answer, by_view, "it follows from what the seat sees");
    assert!(answer.is_none_or(|action| table.legal(seat).contains(&action)), "it is legal");
    answer.map_or_else(|| "ask".to_owned(), |action| action.to_string())
}

/// What is answered after these orders, given one by one.
fn after(acting: &Acting, orders: &[&str]) -> String {
    let mut table = acting.table.clone();
    for order in orders {
        set(&mut table, order).unwrap_or_else(|why| panic!("{order}: {why}"));
    }
    answer(&table)
}

/// Somebody attacks the first Hero for so much damage; whoever watches for the card is asked.
fn struck(scene: Scene, damage: u8, card: &str) -> Acting {
    let acting = scene.minion("c2", "c3").roll("m0", Row::Melee, damage).watch(card);
    acting.pick("attack c3").pick(&format!("damage {damage}"))
}

/// Amos, who holds a Static Ward (a14), is about to take so much damage.
fn warded(damage: u8) -> Acting {
    struck(scene("amos").hand(1, "a14"), damage, "a14")
}

#[test]
fn never_passes_in_its_window_and_ask_asks() {
    proves!("MM-254", "MM-385");
    let asked = warded(3);
    assert_eq!(after(&asked, &[]), "ask");
    for (order, wanted) in [
        ("h1.reacts never", "pass"),
        ("h1.reacts damage never", "pass"),
        ("h1.reacts w6 never", "pass"),
        ("h1.reacts W6 Never", "pass"),
        ("h1.reacts a14 never", "pass"),
        ("h1.reacts cast never", "ask"),
        ("h1.reacts w8 never", "ask"),
        ("h1.reacts d14 never", "ask"),
        ("h1.reacts ask", "ask"),
        ("h1.reacts damage ask", "ask"),
        ("mordak.reacts never", "ask"),
    ] {
        assert_eq!(after(&asked, &[order]), wanted, "{order}");
    }
}

#[test]
fn cards_go_by_notation_by_name_and_by_a_word_of_it() {
    for order in ["a14", "static ward", "Static Ward", "ward", "damage a14", "w6 static ward"] {
        assert_eq!(after(&warded(3), &[&format!("h1.reacts {order} auto")]), "react a14 free", "{order}");
    }
}

#[test]
fn auto_plays_the_card_and_the_table_goes_on_as_if_the_seat_had() {
    proves!("MM-254");
    let mut by_order = warded(3).table;
    set(&mut by_order, "h1.reacts a14 auto").expect("an order");
    let action = answer(&by_order).parse().expect("an action");
    by_order.play(Step::Act { seat: FIRST, action }, &mut Log::off()).expect("a legal step");
    let by_hand = warded(3).pick("react a14 free");
    let mut table = Acting::of(by_order);
    table.quiet();
    assert_eq!((table.health(1), by_hand.health(1)), (16, 16));
    assert_eq!(table.table.view(VILLAIN).state(), by_hand.table.view(VILLAIN).state());
}

#[test]
fn auto_asks_where_payment_or_what_it_is_for_is_open() {
    proves!("MM-255");
    let begins = |scene: Scene| scene.begin_watched("h1", "v19");
    let held = |more: &str| scene("bjorn mari").hand(0, &format!("v19 {more}"));
    let order = &["mordak.reacts shackles auto"];
    assert_eq!(after(&begins(held("v1")), order), "react v19 v1", "one card pays");
    assert_eq!(after(&begins(held("v1 v2")), order), "ask", "one of two cards pays");
    let plus = |scene: Scene, row| scene.plus(0, row, 1);
    assert_eq!(after(&begins(plus(held(""), Row::Melee)), order), "react v19 melee");
    assert_eq!(after(&begins(plus(plus(held(""), Row::Melee), Row::Magic)), order), "ask", "two rows");
    // Which dice are rolled again is always a choice.
    let rolled = scene("bjorn").hand(1, "d13").turn("h1").watch("d13").pick("roll melee").dice(1);
    assert!(rolled.may("react d13 free"));
    assert_eq!(after(&rolled, &["h1.reacts rolled auto"]), "ask");
    assert_eq!(after(&rolled, &["h1.reacts rolled never"]), "pass");
}

#[test]
fn auto_for_a_whole_window_plays_the_only_card_there_is() {
    let one = struck(scene("amos").hand(1, "d14"), 3, "d14");
    assert_eq!(after(&one, &["h1.reacts damage auto"]), "react d14 free");
    let two = struck(scene("amos").hand(1, "a14 d14"), 3, "d14");
    assert_eq!(after(&two, &["h1.reacts damage auto"]), "ask", "one of two cards");
    let both = ["h1.reacts d14 auto", "h1.reacts a14 auto"];
    assert_eq!(after(&two, &both), "react d14 free", "what was ordered first is played first");
}

#[test]
fn a_card_that_is_not_at_hand_is_no_reason_to_ask() {
    // In a cloaked window whoever could hold a Reaction is asked.
    let acting = scene("amos").hand(1, "a1 a2").minion("c2", "c3").roll("m0", Row::Melee, 3);
    let mut table = acting.pick("attack c3").table;
    let damage = "damage 3".parse().expect("an action");
    table.play(Step::Act { seat: VILLAIN, action: damage }, &mut Log::off()).expect("an amount");
    let asked = Acting::of(table);
    assert_eq!(
        (asked.table.turn().asked().lowest(), &asked.options()[..]),
        (Some(FIRST), &["pass".to_owned()][..])
    );
    assert_eq!(after(&asked, &["h1.reacts a14 auto"]), "pass");
    assert_eq!(after(&asked, &["h1.reacts a14 never"]), "pass", "no other card could open the window");
    assert_eq!(after(&asked, &["h1.reacts a14 auto if damage>=4"]), "ask", "the order does not fit");
}

#[test]
fn damage_counts_less_what_was_prevented() {
    let orders = |least: u8| format!("h1.reacts a14 auto if damage>={least}");
    for (damage, least, wanted) in [(3, 3, "react a14 free"), (3, 4, "ask"), (3, 1, "react a14 free")] {
        assert_eq!(after(&warded(damage), &[&orders(least)]), wanted, "{damage} of {least}");
    }
    let table = struck(scene("amos").hand(1, "a14 a14"), 3, "a14").pick("react a14 free");
    assert_eq!(after(&table, &[&orders(1)]), "react a14 free", "1 of 3 is left");
    assert_eq!(after(&table, &[&orders(2)]), "ask");
}

#[test]
fn would_defeat_me_is_about_the_own_character() {
    proves!("MM-200");
    let order = &["h1.reacts a14 auto if would_defeat_me"];
    let at = |health: u8| struck(scene("amos").health(1, health).hand(1, "a14"), 3, "a14");
    assert_eq!(after(&at(3), order), "react a14 free");
    assert_eq!(after(&at(4), order), "ask");
    // Second Wind saves any friend; this order is for oneself.
    let falls = |seat: u8| {
        let scene = scene("amos bjorn").at(2, "c2").health(1, 2).hand(seat, "d16 a1");
        struck(scene, 2, "d16")
    };
    assert_eq!(after(&falls(1), &["h1.reacts d16 auto if would_defeat_me"]), "react d16 a1");
    assert_eq!(after(&falls(2), &["h2.reacts d16 auto if would_defeat_me"]), "ask");
    assert_eq!(after(&falls(2), &["h2.reacts d16 auto if target=h1 and damage>=2"]), "react d16 a1");
    assert_eq!(after(&falls(2), &["h2.reacts d16 auto if target=h1 and damage>=3"]), "ask");
}

#[test]
fn a_villain_falls_by_whole_steps_only() {
    let at = |health: u8, damage: u8| {
        let scene = scene("bjorn").mordak("c3").health(0, health).hand(0, "v22");
        let acting = scene.roll("h1", Row::Melee, damage).watch("v22");
        acting.pick("attack c3").pick(&format!("damage {damage}"))
    };
    let order = &["mordak.reacts v22 auto if would_defeat_me"];
    assert_eq!(after(&at(5, 5), order), "react v22 free");
    assert_eq!(after(&at(10, 5), order), "ask");
}

#[test]
fn a_target_is_whom_the_window_is_about() {
    let begins = |who: &str| scene("bjorn mari").hand(0, "v19 v1").begin_watched(who, "v19");
    for (order, first, second) in [
        ("target=h1", "react v19 v1", "ask"),
        ("target=h2", "ask", "react v19 v1"),
        ("target=hero", "react v19 v1", "react v19 v1"),
        ("target=minion", "ask", "ask"),
        ("target=me", "ask", "ask"),
        ("target_is(h2)", "ask", "react v19 v1"),
        ("target = h2", "ask", "react v19 v1"),
    ] {
        let order = format!("mordak.reacts w1 auto if {order}");
        assert_eq!(after(&begins("h1"), &[&order]), first, "{order}");
        assert_eq!(after(&begins("h2"), &[&order]), second, "{order}");
    }
    let plate = scene("bjorn").hand(0, "v22").minion("e1", "c3").minion("c2", "c3");
    let plate = plate.roll("h1", Row::Melee, 3).watch("v22").pick("attack c3").pick("damage 2");
    for (aim, wanted) in [("c2", "react v22 free"), ("e1", "ask"), ("minion", "react v22 free")] {
        assert_eq!(after(&plate, &[&format!("mordak.reacts v22 auto if target={aim}")]), wanted, "{aim}");
    }
}

#[test]
fn conditions_hold_together_and_of_orders_that_fit_the_last_decides() {
    let asked = warded(3);
    let both = "h1.reacts a14 auto if damage>=3 and target=me and would_defeat_me";
    assert_eq!(after(&asked, &[both]), "ask");
    assert_eq!(after(&asked, &["h1.reacts a14 auto if damage>=3 and target=me"]), "react a14 free");
    let never_but = ["h1.reacts never", "h1.reacts ward auto if damage>=3"];
    assert_eq!(after(&asked, &never_but), "react a14 free");
    assert_eq!(after(&warded(2), &never_but), "pass");
    let ask_above = ["h1.reacts damage never", "h1.reacts damage ask if damage>=3"];
    assert_eq!(after(&asked, &ask_above), "ask");
    assert_eq!(after(&warded(2), &ask_above), "pass");
    let reversed = ["h1.reacts ward auto if damage>=3", "h1.reacts damage never"];
    assert_eq!(after(&asked, &reversed), "pass");
}

#[test]
fn an_order_until_the_end_of_the_round_is_gone_then() {
    proves!("MM-090");
    let mut table = scene("bjorn").turn("h1").table;
    for order in
        ["h1.reacts never", "h1.reacts damage ask until round", "mordak.reacts never until end of round"]
    {
        set(&mut table, order).expect("an order");
    }
    assert_eq!(table.state().orders.list(FIRST), "1. never, 2. damage ask until round");
    assert_eq!(table.state().orders.list(VILLAIN), "1. never until round");
    let villains = Acting::of(table).next().frame(rounds::Frame::VillainRound);
    assert_eq!(villains.s().orders.list(FIRST), "1. never");
    assert_eq!(villains.s().orders.list(VILLAIN), "");
    // The Level Up Step still belongs to the Round.
    let mut table = villains.table;
    set(&mut table, "mordak.reacts cast never until round").expect("an order");
    let level = Acting::of(table)
        .next()
        .frame(level_up::Frame::Step { side: Side::Villain, step: level_up::Step::Draws });
    assert_eq!(level.s().orders.list(VILLAIN), "1. cast never until round");
    assert_eq!(level.next().frame(rounds::Frame::HeroRound).s().orders.list(VILLAIN), "");
}

#[test]
fn orders_are_listed_replaced_and_withdrawn() {
    let mut table = warded(3).table;
    let list = |table: &Table<MinionsOfMordak>| table.state().orders.list(FIRST);
    set(&mut table, "h1.reacts damage never").expect("an order");
    set(&mut table, "h1.reacts a14 auto if damage>=3").expect("an order");
    set(&mut table, "h1.reacts W6 ask until round").expect("an order about the same");
    assert_eq!(list(&table), "1. a14 auto if damage>=3, 2. damage ask until round");
    let told = set(&mut table, "h1.reacts ?").expect_err("a list");
    assert!(
        told.contains("standing orders of h1: 1. a14 auto if damage>=3, 2. damage ask until round"),
        "{told}"
    );
    set(&mut table, "h1.reacts withdraw 1").expect("withdrawn");
    assert_eq!(list(&table), "1. damage ask until round");
    for wrong in ["withdraw 2", "withdraw 0", "withdraw", "withdraw x"] {
        let told = set(&mut table, &format!("h1.reacts {wrong}")).expect_err(wrong);
        assert!(told.contains("1. damage ask until round"), "{told}");
    }
    set(&mut table, "h1.reacts withdraw all").expect("withdrawn");
    assert_eq!(list(&table), "");
    set(&mut table, "h1.reacts damage never").expect("an order");
    set(&mut table, "h1.reacts never").expect("one for all replaces those before it");
    assert_eq!(list(&table), "1. never");
    set(&mut table, "h1.reacts ask").expect("asked for all");
    assert_eq!(list(&table), "");
    assert!(set(&mut table, "h1.reacts ?").expect_err("a list").contains("standing orders of h1: none"));
}

#[test]
fn there_is_room_for_a_few_orders() {
    let mut table = warded(3).table;
    for least in 1..=ORDERS {
        set(&mut table, &format!("h1.reacts damage never if damage>={least}")).expect("there is room");
    }
    let full = set(&mut table, "h1.reacts cast never").expect_err("no room");
    assert!(full.contains("at most 6 orders") && full.contains("h1.reacts withdraw 1"), "{full}");
    set(&mut table, "h1.reacts damage ask if damage>=3").expect("it replaces one");
    set(&mut table, "mordak.reacts cast never").expect("others have their own");
}

#[test]
fn what_has_no_meaning_is_refused_with_what_has() {
    let mut table = warded(3).table;
    for (order, said) in [
        ("maybe", "ask, never or auto"),
        ("", "h1.reacts"),
        ("never ever", "ask, never or auto"),
        ("never if", "`if` with a condition"),
        ("never if hungry", "damage>=3, would_defeat_me or target=h2"),
        ("never if damage>=3 and", "damage>=3, would_defeat_me or target=h2"),
        ("never until tomorrow", "`until round`"),
        ("never if damage>=0", "1 to 60"),
        ("never if damage>=many", "1 to 60"),
        ("never if damage>=3 and damage>=4", "each condition once"),
        ("never if target=h1 and target=h1", "each condition once"),
        ("never if target=h5", "somebody who plays"),
        ("never if target=m0", "a number is given to another Minion"),
        ("never if target=nobody", "a Hero such as h2"),
        ("hat never", "a card that reacts: Mirror Step (a13)"),
        ("a1 never", "a card that reacts: Mirror Step (a13)"),
        ("of never", "a card that reacts: Mirror Step (a13)"),
        ("cast a14 never", "damage (w6), the window in which Static Ward reacts"),
        (
            "declared never",
            "begins (w1), rolled (w3), modify (w4), targeted (w5), damage (w6), defeat (w7), cast (w8)",
        ),
        ("w10 never", "a window in which a card reacts"),
        ("w11 never", "a window, or a card that reacts"),
        ("cast never if damage>=3", "damage is known in damage (w6), defeat (w7)"),
        ("a16 never if would_defeat_me", "who would be Defeated is known in damage (w6), defeat (w7)"),
        (
            "w8 never if target=mordak",
            "a target is known in begins (w1), rolled (w3), modify (w4), targeted (w5), damage (w6), defeat (w7)",
        ),
    ] {
        let told = set(&mut table, &format!("h1.reacts {order}")).expect_err(order);
        assert!(told.contains(said), "`{order}`: {told}\n(expected {said})");
    }
    let long = format!("h1.reacts {} never", "x ".repeat(4_000));
    assert!(set(&mut table, &long).is_err());
}

#[test]
fn who_does_not_react_at_all_orders_nothing_else() {
    let mut table = warded(3).table;
    set(&mut table, "h1.reacts never").expect("an order");
    set(&mut table, "h1.reacts no").expect("the old words");
    let told = set(&mut table, "h1.reacts damage ask").expect_err("it does not react");
    assert!(told.contains("set h1.reacts asked"), "{told}");
    set(&mut table, "h1.reacts asked").expect("the old words");
    assert_eq!(table.state().orders.list(FIRST), "1. never", "what was ordered before stands");
    assert!(set(&mut table, "h2.reacts never").is_err(), "nobody plays that seat");
}

#[test]
fn cards_that_only_their_player_knows_are_not_played_for_them() {
    let scene = scene_with("seats=2 hands=hidden", "amos");
    let hidden = crate::ids::SpellId::hidden(DeckId::Arcane);
    let scene = scene.with(|s| s.players[FIRST].take(HandCard { spell: hidden, seen: SeatSet::only(FIRST) }));
    let asked = struck(scene, 3, "a14");
    for order in ["h1.reacts auto", "h1.reacts a14 auto", "h1.reacts damage auto if damage>=1"] {
        let told = set(&mut asked.table.clone(), order).expect_err(order);
        assert!(told.contains("not known here") && told.contains("never"), "{told}");
    }
    assert_eq!(after(&asked, &["h1.reacts a14 never"]), "pass");
    assert_eq!(after(&asked, &["h1.reacts t24 auto"]), "ask", "a Treasure lies open");
}

#[test]
fn a_treasure_reacts_by_order_too() {
    let acting = scene("amos").equip(1, "t24").minion("c2", "c3").roll("m0", Row::Melee, 3).watch("t24");
    let asked = acting.pick("attack c3");
    assert!(asked.may("react_with t24"));
    assert_eq!(after(&asked, &["h1.reacts smoke pot auto"]), "react_with t24");
    assert_eq!(after(&asked, &["h1.reacts targeted never"]), "pass");
}

#[test]
fn outside_windows_orders_answer_nothing() {
    let mut table = scene("amos").turn("h1").table;
    set(&mut table, "h1.reacts never").expect("an order");
    assert_eq!(answer(&table), "ask");
    assert_eq!(standing_orders::answer(Acting::of(table).look(), VILLAIN), None, "nor for who is not asked");
}

#[test]
fn every_order_reads_back() {
    let acting = warded(3);
    let game = acting.table.game();
    let all = standing::all(game);
    assert!(all.len() > 3_000, "{} shapes of orders", all.len());
    for order in all {
        let read = standing::read(game, FIRST, &order.to_string());
        assert_eq!(read.as_ref(), Ok(&order), "{order}");
    }
    let (one, all, table) = (size_of::<Order>(), size_of::<Orders>(), size_of::<crate::State>());
    assert!(one <= 9 && all <= 336, "{one} bytes an order, {all} of {table} a table");
}

#[test]
fn a_table_without_orders_has_the_hash_it_had() {
    struct Counted(usize);
    impl Hasher for Counted {
        fn finish(&self) -> u64 {
            self.0 as u64
        }
        fn write(&mut self, bytes: &[u8]) {
            self.0 += bytes.len();
        }
    }
    let mut hash = Counted(0);
    Orders::default().hash(&mut hash);
    assert_eq!(hash.0, 0);
    let mut table = warded(3).table;
    set(&mut table, "h1.reacts never").expect("an order");
    table.state().orders.hash(&mut hash);
    assert!(hash.0 > 0);
}

#[test]
fn orders_are_nobody_elses_business() {
    let before = struck(scene("amos bjorn").at(2, "c2").hand(1, "a14"), 3, "a14").table;
    let order = "h1.reacts a14 auto if damage>=3";
    let game = before.game();
    assert_eq!(game.set_by(order), Some(FIRST));
    assert_eq!(game.setting_seen_by(order), SeatSet::only(FIRST));
    for withdrawn in ["h1.reacts withdraw all", "h1.reacts ?", "h1.reacts nonsense", "h1.reacts  ask"] {
        assert_eq!(game.setting_seen_by(withdrawn), SeatSet::only(FIRST), "{withdrawn}");
    }
    for aloud in ["h1.reacts no", " h1.reacts  asked "] {
        assert_eq!(game.setting_seen_by(aloud), SeatSet::first(3), "{aloud}");
    }
    let (mut after, mut log) = (before.clone(), Log::on());
    after.correct(order, &mut log).expect("an order");
    let story = log.take();
    assert!(matches!(&story[..], [Event::Ordered { .. }]), "{story:?}");
    assert!(story[0].seen_by(FIRST).is_some_and(|told| told.to_string().contains("a14 auto if damage>=3")));
    for seat in [VILLAIN, Seat::new(2)] {
        assert_eq!(story[0].seen_by(seat), None);
        assert_eq!(before.view(seat).state(), after.view(seat).state());
    }
    assert_eq!(before.seen_by(None).state(), after.seen_by(None).state(), "onlookers");
    assert_eq!(after.view(FIRST).state().orders.list(FIRST), "1. a14 auto if damage>=3");
}

#[test]
fn whoever_leaves_takes_its_orders_along() {
    proves!("MM-353");
    let scene = scene_with("seats=4 come_and_go=true", "bjorn mari amos");
    let mut table = scene.frame(level_up::Frame::Leaving { seat: 1, side: Side::Heroes }).table;
    set(&mut table, "h1.reacts never").expect("an order");
    let acting = Acting::of(table).pick("leave");
    assert!(!acting.s().players[FIRST].present && acting.s().orders.is_empty());
}
