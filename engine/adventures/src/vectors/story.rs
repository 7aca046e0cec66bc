//! TV-10 to TV-18: entries, votes, roles, encounters, saving, THE END, death.

use crate::{
    fixture::Fixture,
    rules::storybook,
    words::{CardId, Deck},
};
use kernel::{Next, Seat, proves, script::play};

#[test]
fn the_books_are_passed_to_the_left() {
    // TV-12
    proves!("RA-042", "RA-081");
    let arrive = |f: Fixture| f.start(|p| crate::rules::movement::arrive(p, p.s.map.at));
    let mut f = Fixture::new("seats=4 scope=adventure");
    f.state.stack.clear();
    f.state.stack.push(crate::rules::storybook::Frame::AdventureOver.into());
    (f.state.storyteller, f.state.tome_keeper) = (Seat::new(1), Seat::new(0));
    let mut roles = vec![];
    for _ in 0..4 {
        f.state.map.explored = 0;
        f = arrive(f);
        roles.push((f.state.storyteller.number(), f.state.tome_keeper.number()));
    }
    assert_eq!(roles, [(2, 1), (3, 2), (0, 3), (1, 0)]);
    let f = Fixture::new("seats=2 scope=adventure");
    let table =
        play(f.table(), "seat 0: storyteller p0\nseat 1: storyteller p0\nstoryteller is 0\ntome_keeper is 1");
    let mut f = Fixture::new("seats=2 scope=adventure");
    f.state = *table.state();
    f.state.map.explored = 0;
    play(arrive(f).table(), "storyteller is 1\ntome_keeper is 0");
    play(Fixture::new("seats=1 scope=adventure").table(), "storyteller is 0\ntome_keeper is 0");
}

#[test]
fn an_empty_deck_gives_two_xp() {
    // TV-16
    proves!("RA-066");
    let mut f = Fixture::new("seats=1 scope=adventure adventure=ADV2").xp(0);
    let all: Vec<CardId> = CardId::of_deck(Deck::Familiar).filter(|c| f.state.decks.contains(*c)).collect();
    for card in all {
        f.state.decks.remove(card);
    }
    f.state.stack.clear();
    f.state.stack.push(crate::rules::storybook::Frame::AdventureOver.into());
    let card = CardId::new(Deck::Familiar, 1).expect("a familiar");
    let f = f.start(|p| {
        let rest =
            crate::rules::storybook::Frame::Choice { entry: p.look().adventure().locations[0].base.0 }.into();
        storybook::carry_out(p, crate::content::story::Directive::GainFamiliar(card), rest)
    });
    assert_eq!(f.state.journal.xp, 2);
}

#[test]
fn a_death_in_the_middle_of_an_entry_returns_to_its_next_action() {
    proves!("RA-183", "RA-182");
    let mut f = Fixture::new("seats=1 scope=adventure adventure=ADV1").fatigue(0, 16, 16).gold(3);
    f.state.stack.clear();
    f.state.stack.push(crate::rules::storybook::Frame::AdventureOver.into());
    let f = f.start(|p| {
        p.s.stack.push(
            crate::rules::storybook::Frame::Choice { entry: p.look().adventure().locations[1].base.0 }.into(),
        );
        Next::Then(crate::rules::storybook::Frame::Death.into())
    });
    play(f.table(), "gold is 2\np0.fatigue is 10\nentry is B");
}
