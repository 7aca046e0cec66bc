//! Cards of a box whose texts are not here, told in the middle of whole games.

use super::chance::game;
use crate::{
    Chance, FiendsAndFamiliars, invariants,
    luck::{self, Falls},
    queries::Look,
};
use kernel::{
    Log, Show as _, Step, Table, Turn,
    laws::{self, Care, random_step},
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// A whole game at random, up to where such a card is turned up.
fn at(seats: u8, falls: fn(Falls) -> bool) -> (Table<FiendsAndFamiliars>, Xoshiro256PlusPlus) {
    let (mut table, mut rng) =
        (Table::new(Arc::new(game(seats))), Xoshiro256PlusPlus::seed_from_u64(u64::from(seats)));
    for _ in 0..20_000 {
        let look = Look { g: table.game(), s: table.state() };
        if table.turn() == Turn::Chance && falls(luck::due(look)) {
            return (table, rng);
        }
        let step = random_step(&table, table.turn(), &mut rng).expect("it is not over");
        table.play(step, &mut Log::off()).expect("a listed step");
    }
    panic!("no such card is turned up");
}

/// It is found by its name, turned up, and the game goes on to its end under all laws.
fn turned_up(table: &mut Table<FiendsAndFamiliars>, rng: &mut Xoshiro256PlusPlus, name: &str) -> Chance {
    let fell = table.game().meant(table.state(), name).expect(name);
    table.play(Step::Chance(fell), &mut Log::off()).expect("it may fall");
    invariants::check(table.game(), table.state()).expect("a sound table");
    laws::check(table.clone(), rng, Care::default(), invariants::check).expect("the game ends");
    fell
}

#[test]
fn a_market_card_is_told_by_what_is_printed_on_it() {
    let (mut table, mut rng) = at(3, |falls| falls == Falls::Market);
    let dots = if table.state().market_deck.upper.is_empty() { 2 } else { 1 };
    let deck = table.state().market_deck;
    for card in [
        format!("a Weapon: \"Bog Hammer\", 4 Gold, {dots} dots, two hands, no ability"),
        format!("weapon \"Bog Spear\" cost 3 dots {dots} hands 1 dice 1 fight hunt stars 1"),
        format!("armor \"Bog Mail\" cost 3 dots {dots} set chain colours red white"),
        format!("skill \"Bog Lore\" cost 4 dots {dots} align good gains_gold 2"),
        format!("trait \"Bog Born\" cost 4 dots {dots} align evil stars 2"),
        format!("scroll \"Bog Verse\" cost 2 dots {dots} gains_xp 2 heals 1"),
    ] {
        table.tell_card(&card).expect("a card");
    }
    assert_eq!(table.state().market_deck, deck, "the deck is as large as it was");
    assert_eq!(table.game().told().len(), 6);
    let Chance::Card { card } = turned_up(&mut table, &mut rng, "bog hamer") else { panic!("a card") };
    let told = &table.game().content.market[card.index()];
    assert_eq!((told.name.as_str(), told.cost, told.dots, told.hands), ("Bog Hammer", 4, dots, 2));
    let why = table.tell_card("weapon \"BOG HAMMER\" cost 4 dots 1 hands 1").expect_err("known").to_string();
    assert!(why.contains("known here already"), "{why}");
}

#[test]
fn a_minion_is_told_by_what_is_printed_on_it() {
    let (mut table, mut rng) = at(2, |falls| falls == Falls::Minion);
    let dots = if table.state().minions.upper_left > 0 { 1 } else { 2 };
    let told = "weak str each 1 most 2 levels 0:injury1+xp1 6:xp2 11:xp2+honor1+trophy";
    table.tell_card(&format!("minion \"Bog Thing\" dots {dots} {told}")).expect("a card");
    let Chance::Minion { card } = turned_up(&mut table, &mut rng, "Bog thing") else { panic!("a Minion") };
    let card = &table.game().content.minions[card.index()];
    let levels: Vec<_> = card.levels.iter().map(|level| (level.min, level.xp, level.trophy)).collect();
    assert_eq!(levels, [(0, 1, false), (6, 2, false), (11, 2, true)]);
    for (bad, why) in [
        ("levels 0:xp1 6:xp1", "no level has a trophy"),
        ("levels 1:trophy", "no level of 0"),
        ("levels 0:xp1+luck1", "expected one to four levels"),
        ("levels 0:xp1 0:trophy", "levels out of order"),
    ] {
        let said = table.tell_card(&format!("minion \"Fen\" dots 1 {bad}")).expect_err(bad).to_string();
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn a_monster_is_told_by_what_is_printed_on_it() {
    let (mut table, mut rng) = at(1, |falls| falls == Falls::Monster);
    let open = table.odds().expect("chance");
    let first = open.iter().next().expect("one").0;
    let Chance::Monster { card } = first else { panic!("{first}") };
    let colour = table.game().content.monsters[card.index()].color;
    table
        .tell_card(&format!("monster \"Bog King\" strength 14 colour {colour} levels 14:1 19:2 24:4"))
        .expect("one");
    turned_up(&mut table, &mut rng, "bog king");
    let why = table
        .tell_card("monster \"Fen King\" strength 9 colour red levels 9:1")
        .expect_err("late")
        .to_string();
    assert!(why.contains("known already"), "{why}");
}
