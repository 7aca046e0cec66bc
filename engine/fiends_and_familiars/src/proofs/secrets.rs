//! Who knows what, and what a guess may be. FF-1200 to FF-1209.

use super::cards_table::{A, B, Fixture, adventure};
use crate::words::AdventureKind;
use kernel::{Game, SeatSet, Secret, proves};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seat a has seen the Location; the others are face down and not fixed.
fn looked() -> Fixture {
    let fixture = Fixture::new(2).monster("Gravemaw", ["Sunken Crypt", "Sunken Crypt", "Sunken Crypt"]);
    fixture.discarded("Rebuke").with(|s| {
        s.adventures = [Secret::default(); 3];
        s.adventures[0] = Secret::new(adventure("Sunken Crypt"), SeatSet::only(A));
        (s.players[A].tokens, s.players[A].stored_xp) = (1, 3);
    })
}

#[test]
fn only_adventure_cards_are_hidden_and_everything_else_is_seen_by_all() {
    proves!(
        "FF-1200", "FF-1201", "FF-1202", "FF-1203", "FF-1204", "FF-1205", "FF-1206", "FF-1207", "FF-1208",
        "FF-1209", "FF-R27", "FF-411"
    );
    let fixture = looked();
    let (mut own, mut other) = (fixture.state, fixture.state);
    fixture.game.mask(&mut own, A);
    fixture.game.mask(&mut other, B);
    assert_eq!(own, fixture.state, "who has looked forgets nothing");
    assert_eq!(other.adventures[0].get(), None);
    // That seat a has looked, its token, stored XP, piles, bag and decks are known to seat b.
    assert_eq!(other.adventures[0].seen_by(), SeatSet::only(A));
    other.adventures = fixture.state.adventures;
    assert_eq!(other, fixture.state, "nothing else was hidden");
}

#[test]
fn a_guess_is_one_of_the_three_cards_of_that_kind_and_leaves_unseen_cards_open() {
    proves!("FF-1206");
    let fixture = looked();
    let mut view = fixture.state;
    fixture.game.mask(&mut view, B);
    let mut guessed = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut guess = view;
        fixture.game.fill(&mut guess, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        guessed.insert(*guess.adventures[0].known());
        assert!(guess.adventures[1].is_missing() && guess.adventures[2].is_missing());
    }
    let all = &fixture.game.content.adventures;
    assert_eq!(guessed.len(), 3);
    assert!(guessed.iter().all(|id| {
        let card = &all[id.index()];
        card.family == "gravemaw" && card.kind == AdventureKind::Location
    }));
}
