//! A real table (specification, part 8): hands that nobody tells, standing orders, and what is put right.

use crate::{
    FriendsAndFoes,
    fixture::Fixture,
    rules::{harvest, initiative},
};
use kernel::{Game, Pool, Seat, Show, Table, proves, script::play};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seat 0 is a person with a deck of their own and so many cards in hand; seat 1 plays with the house's cards.
fn person(cards: u8) -> Fixture {
    let mut fixture =
        Fixture::new("decks=hidden").put("a1", "WA1 ATK-02", "r1c1").put("b1", "RG1 ATK-08", "r1c1");
    fixture.state.sides[Seat::new(0)].hand_len = cards;
    fixture
}

fn refused(table: &mut Table<FriendsAndFoes>, text: &str) -> String {
    let before = *table.state();
    let why = table.correct(text, &mut kernel::Log::off()).expect_err("it cannot be set").to_string();
    assert_eq!(*table.state(), before, "nothing has changed");
    why
}

#[test]
fn a_drawn_card_of_a_hidden_hand_is_only_counted() {
    proves!("FO-170");
    play(
        person(2).table(),
        "0.hand is 2
         0.deck is 50
         seat 0: draw 0t
         says seat 0 draws a card
         asked seat 0
         0.hand is 3
         0.deck is 49",
    );
}

#[test]
fn any_card_that_was_not_seen_may_be_played_from_a_hidden_hand_by_naming_it() {
    proves!("FO-110", "FO-111");
    play(
        person(1).discard(0, "7H").table(),
        "seat 0: attack a1 basic 0t
         asked seat 0
         seat 0 may hand KC
         seat 0 may not hand 7H
         seat 0: hand KC
         says seat 0 plays K♣ from hand
         0.hand is 0
         0.deck is 50",
    );
}

#[test]
fn with_no_cards_in_a_hidden_hand_only_the_deck_is_left_and_its_player_tells_what_came() {
    proves!("FO-110");
    play(
        person(0).table(),
        "seat 0: search a1
         asked seat 0
         seat 0 may not hand KC
         seat 0: turn 7C
         says seat 0 turns 7♣ from the deck
         0.treasure is 1
         0.discarded.7C is true
         0.deck is 51",
    );
}

#[test]
fn a_hidden_hand_is_known_when_every_other_card_has_been_seen() {
    proves!("FO-112", "FO-R23");
    // 50 cards lie in the discard pile; of the two that were not seen one is in hand, and one in the deck.
    let mut table = person(1).deck(0, "7H 3C").table();
    assert_eq!(table.state().sides[Seat::new(0)].hand_len, 1);
    table = play(
        table,
        "seat 0: draw 0t
         0.hand is 2
         0.deck is 0
         seat 0: draw 0t
         says shuffles the discard pile
         0.shown.7H is true
         0.shown.3C is true
         0.hand is 3",
    );
    let side = table.state().sides[Seat::new(0)];
    assert_eq!((side.untold(), side.deck.count(), side.deck_len()), (1, 50, 49));
}

#[test]
fn who_looks_at_three_cards_of_their_own_tells_which_two_are_put_away() {
    let mut fixture = Fixture::new("decks=hidden").put("a1", "RG1 ACT-06", "r1c1").put("b1", "RG1", "r3c3");
    fixture.state.sides[Seat::new(0)].hand_len = 1;
    play(
        fixture.table(),
        "seat 0: use a1 ACT-06 0t
         asked seat 0
         0.hand is 4
         seat 0 may not take 9C
         seat 0: discard 9C
         seat 0: discard 2H
         0.hand is 2
         0.discard is 2
         0.deck is 48",
    );
}

#[test]
fn expertise_of_a_hidden_hand_takes_any_low_card_of_the_colour_that_was_not_seen() {
    proves!("FO-277");
    let mut fixture = Fixture::new("decks=hidden")
        .put("a1", "RO1 ATK-04", "r1c1")
        .put("b1", "KN1", "r1c1")
        .discard(0, "3H");
    fixture.state.sides[Seat::new(0)].hand_len = 2;
    play(
        fixture.table(),
        "seat 0: attack a1 ATK-04 0t
         seat 0: deck
         seat 0: turn 4C
         draw 6D
         asked seat 0
         seat 0 may not expertise 3H
         seat 0 may not expertise 4S
         seat 0: expertise 4D
         0.hand is 1",
    );
}

#[test]
fn no_more_cards_are_laid_down_than_a_hidden_hand_has() {
    let mut fixture = Fixture::new("decks=real,hidden defence_timing=simultaneous")
        .put("a1", "WA1 ATK-01", "r1c1")
        .put("b1", "RG1", "r1c1")
        .put("b2", "RG1", "r1c1");
    fixture.state.sides[Seat::new(1)].hand_len = 1;
    play(
        fixture.table(),
        "seat 0: attack a1 ATK-01 0t
         seat 1: hand KC
         asked seat 1
         seat 1 may deck
         seat 1 may not hand KC
         seat 1 may not hand QC",
    );
}

#[test]
fn a_card_laid_down_from_a_hidden_hand_does_not_come_from_the_deck() {
    proves!("FO-205");
    let mut fixture = Fixture::new("decks=real,hidden defence_timing=simultaneous")
        .put("a1", "WA1 ATK-01", "r1c1")
        .put("b1", "RG1", "r1c1")
        .put("b2", "RG1", "r1c1");
    fixture.state.sides[Seat::new(1)].hand_len = 2;
    let answers = play(
        fixture.table(),
        "seat 0: attack a1 ATK-01 0t
         seat 1: hand KC
         seat 1: deck
         draw 8S
         seat 1: answer b2
         seat 1 may turn QC
         seat 1 may not turn KC",
    );
    let why = answers.game().conflict(answers.state(), Seat::new(1), "turn KC").expect("a reason");
    assert_eq!(why, "KC was laid down from the hand of seat 1 in this attack");
    play(
        answers,
        "seat 1: turn QC
         says seat 1 plays K♣ from hand
         1.hand is 1",
    );
}

#[test]
fn the_only_card_of_a_hidden_hand_is_asked_for_as_initiative() {
    proves!("FO-090", "FO-091");
    play(
        person(1).hand(1, "9C").order("").at(initiative::Frame::Choose),
        "asked seat 0
         seat 0: initiative 5D
         says seat 0 shows 5♦: 5 tokens
         says seat 1 shows 9♣: 9 tokens",
    );
}

#[test]
fn nobody_is_told_more_of_a_hidden_hand_than_its_size_and_guesses_look_the_same() {
    proves!("FO-421");
    let table = person(3).hand(1, "9C 4D").table();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for seat in [0, 1].map(Seat::new) {
        let view = table.view(seat);
        let guess = view.guess(table.game(), &mut rng);
        assert_eq!(guess.sides[Seat::new(0)].hand.count(), 3, "a whole hand is guessed");
        let mut again = guess;
        table.game().mask(&mut again, seat);
        assert_eq!(again, *view.state());
    }
    // In a guess the house draws, so that a search sees cards fall.
    let mut guess = table.view(Seat::new(1)).guess(table.game(), &mut rng);
    let draw = "draw 0t".parse().expect("an action");
    table.game().apply(
        &mut guess,
        kernel::Step::Act { seat: Seat::new(0), action: draw },
        &mut kernel::Log::off(),
    );
    assert_eq!(guess.turn, kernel::Turn::Chance);
}

#[test]
fn whose_deck_the_house_draws_is_agreed_seat_by_seat() {
    let fixture = |decks: &str| {
        let fixture =
            Fixture::new(&format!("decks={decks}")).put("a1", "WA1", "r1c1").put("b1", "WA1", "r1c1");
        play(fixture.table(), "seat 0: draw 0t\nasked chance")
    };
    for (decks, house) in [("virtual", true), ("real", false), ("real,virtual", false)] {
        let table = fixture(decks);
        assert_eq!(table.game().house_draws(table.state()), house, "{decks}");
    }
}

#[test]
fn a_standing_order_defends_from_the_deck_without_a_question() {
    let fight =
        || Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "RG1", "r1c1").hand(0, "9C").hand(1, "KD 2C");
    let attack = "seat 0: attack a1 basic 0t\nseat 0: hand 9C\n";
    play(fight().table(), &format!("{attack}asked seat 1"));
    play(
        fight().table(),
        &format!(
            "set: 1.defends deck\nsays set: 1.defends deck\n{attack}asked chance\ndraw 4C\nasked seat 0"
        ),
    );
    play(fight().table(), &format!("set: 1.defends deck\nset: 1.defends asked\n{attack}asked seat 1"));
}

#[test]
fn a_standing_order_not_to_react_holds_for_the_round() {
    let fight = || {
        Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "WA1 REA-01", "r1c1").hand(0, "2C").hand(1, "KD")
    };
    let attack = "seat 0: attack a1 basic 0t\nseat 0: hand 2C\nseat 1: hand KD\n";
    play(fight().table(), &format!("{attack}asked seat 1\nseat 1 may react b1 REA-01"));
    let table = play(fight().table(), &format!("set: 1.reacts no\n{attack}asked seat 0"));
    assert!(!table.state().sides[Seat::new(1)].orders.is_empty());
    let mut fixture = fight();
    fixture.state.sides[Seat::new(1)].orders = crate::state::Orders::NO_REACTIONS;
    let table = fixture.at(harvest::Frame::Cleanup);
    assert!(table.state().sides[Seat::new(1)].orders.is_empty(), "the next round asks again");
}

#[test]
fn models_and_tokens_that_drifted_are_put_right() {
    play(
        person(2).table(),
        "set: a1.health 2
         says set: a1.health 2
         a1.health is 2
         set: a1.area r2c2
         a1.area is r2c2
         set: 0.tokens 3
         0.tokens is 3
         set: 1.treasure 12
         1.treasure is 12
         set: 1.stored 2
         1.stored is 2
         set: 0.hand 4
         0.hand is 4
         0.deck is 48
         asked seat 0",
    );
}

#[test]
fn a_card_that_was_told_wrongly_is_unknown_again() {
    let table = play(
        person(1).discard(0, "7H").table(),
        "seat 0: attack a1 basic 0t
         seat 0 may not hand 7H
         set: 0.unseen 7H
         asked seat 0
         seat 0: hand 7H
         says seat 0 plays 7♥ from hand",
    );
    let mut table = play(table, "draw 4C\nset: 0.discard 2C\n0.discarded.2C is true");
    assert!(refused(&mut table, "0.discard 2C").contains("not been seen"));
}

#[test]
fn a_hidden_hand_that_is_told_is_an_ordinary_one_from_then_on() {
    play(
        person(2).table(),
        "set: 0.holds 7H,3C
         0.holds.7H is true
         seat 0: draw 0t
         asked chance
         draw 9D
         0.hand is 3
         seat 0: attack a1 basic 0t
         seat 0 may hand 9D
         seat 0 may not hand KC",
    );
}

#[test]
fn what_cannot_be_is_not_set() {
    let mut table = person(2).discard(0, "7H").hand(1, "9C").table();
    for (text, expected) in [
        ("a1.health 0", "1 to 5"),
        ("a1.health 9", "1 to 5"),
        ("a1.area r9c9", "an area of the map"),
        ("a7.health 1", "a character on the board"),
        ("0.tokens 11", "0 to 10"),
        ("0.treasure -1", "0 to 999"),
        ("0.hand 60", "0 to 51"),
        ("0.holds 7H", "not been seen elsewhere"),
        ("0.unseen KC", "of the discard pile"),
        ("1.hand 3", "all known here"),
        ("3.tokens 1", "a seat from 0 to 1"),
        ("0.defends maybe", "defends deck"),
        ("a1 3", "a1.health 3"),
        ("", "a1.health 3"),
        ("a1.wings 2", "a1.health 3"),
    ] {
        let told = refused(&mut table, text);
        assert!(told.contains(expected), "{text}: {told}");
    }
    let mut amid = play(table, "seat 0: attack a1 basic 0t");
    assert!(refused(&mut amid, "a1.health 2").contains("being resolved"));
}
