//! A real table (specification, part 8): hands that nobody tells, standing orders, and what is put right.

use crate::fixture::Fixture;
use kernel::{Game, Pool, Seat, Show, script::play};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seat 0 is a person with a deck of their own and so many cards in hand; seat 1 plays with the house's cards.
fn person(cards: u8) -> Fixture {
    let mut fixture =
        Fixture::new("decks=hidden").put("a1", "WA1 ATK-02", "r1c1").put("b1", "RG1 ATK-08", "r1c1");
    fixture.state.sides[Seat::new(0)].hand_len = cards;
    fixture
}

#[test]
fn a_hidden_hand_is_known_when_every_other_card_has_been_seen() {
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
fn why_a_card_laid_down_cannot_be_turned_is_told() {
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
         seat 1: answer b2",
    );
    let why = answers.game().conflict(answers.state(), Seat::new(1), "turn KC").expect("a reason");
    assert_eq!(why, "KC was laid down from the hand of seat 1 in this attack");
}

#[test]
fn nobody_is_told_more_of_a_hidden_hand_than_its_size_and_guesses_look_the_same() {
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
fn nothing_cannot_be_set() {
    let mut table = person(2).table();
    let before = *table.state();
    let why = table.correct("", &mut kernel::Log::off()).expect_err("it cannot be set").to_string();
    assert_eq!(*table.state(), before, "nothing has changed");
    assert!(why.contains("a1.health 3"), "{why}");
}
