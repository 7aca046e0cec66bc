//! The campaign around the adventures: mode, set-up, order of books, saving and going on.

use crate::{
    Adventures, Content, Options,
    fixture::Fixture,
    rules::campaign_setup,
    saved::Saved,
    words::{CardId, Deck},
};
use kernel::{Game as _, Seat, Table, proves, script::play};
use std::sync::Arc;

#[test]
fn a_hero_is_copied_onto_the_sheet() {
    proves!("RA-006", "RA-023", "RA-022");
    let t = play(Fixture::new("seats=1 scope=check heroes=choose").table(), "seat 0: hero H01");
    let sheet = &t.state().sheets[Seat::new(0)];
    let card = &t.game().content.heroes[0];
    assert_eq!((sheet.scores, sheet.rows, sheet.health, sheet.fatigue), (card.scores, card.scores, 16, 0));
    assert!(sheet.ready && sheet.hand.len() as usize == card.hand.len());
}

#[test]
fn an_adventure_starts_from_a_full_reset() {
    proves!("RA-040", "RA-041", "RA-043", "RA-044", "RA-045", "RA-R09", "RA-R52");
    let mut f = Fixture::new("seats=2 scope=adventure adventure=ADV1").fatigue(0, 9, 16).rows(0, "");
    let sheet = &mut f.state.sheets[Seat::new(0)];
    (sheet.ready, sheet.tokens) = (false, 1);
    let hand = sheet.hand;
    sheet.spent = std::mem::take(&mut sheet.hand);
    f.state.journal.tokens = 0;
    let f = f.frame(crate::rules::storybook::Frame::AdventureSetup);
    let sheet = &f.state.sheets[Seat::new(0)];
    assert_eq!((sheet.fatigue, sheet.rows, sheet.ready, sheet.tokens), (0, sheet.scores, true, 0));
    assert_eq!((sheet.hand, f.state.journal.tokens), (hand, 1));
    // The book's own set-up: XP at B, C, E and F, three tokens, a locked path.
    let map = &f.state.map;
    assert_eq!(map.xp[..6], [0, 1, 1, 0, 1, 1]);
    assert_eq!((map.encounters.count_ones(), map.numbers.count_ones(), map.closed.count_ones()), (3, 3, 1));
}

#[test]
fn books_are_played_in_order_and_the_sidequest_any_time_after_the_first() {
    proves!("RA-198", "RA-001", "RA-042");
    let next = |campaign: u8, finished: u16| {
        let f = Fixture::new("seats=1").journal(|j| (j.campaign, j.finished) = (campaign, finished));
        f.frame(crate::rules::advancement::Frame::NextAdventure)
    };
    assert_eq!(next(0, 0).state.adventure, 0);
    let t = play(next(1, 1).table(), "seat 0: sidequest");
    assert!(t.game().content.adventures[usize::from(t.state().adventure)].sidequest);
    assert_eq!(play(next(1, 1).table(), "seat 0: onward").state().adventure, 1);
    assert_eq!(next(2, 0b1011).state.adventure, 2, "the sidequest is done: nothing is asked");
    // After the last book only the sidequest is left.
    play(next(3, 0b0111).table(), "seat 0: onward\nover is true");
    play(next(3, 0b1111).table(), "over is true");
}

#[test]
fn without_cards_in_the_deck_nobody_draws_instead() {
    proves!("RA-R60", "RA-035");
    let mut f = Fixture::new("seats=1 scope=check").hand(0, "");
    for card in CardId::of_deck(Deck::Armor) {
        f.state.decks.remove(card);
    }
    f.state.owed[0][Deck::Armor.index()] = 1;
    f.state.stack.clear();
    f.state.stack.push(crate::rules::advancement::Frame::Guild.into());
    let f = f.start(campaign_setup::claims);
    assert!(f.state.sheets[Seat::new(0)].hand.is_empty() && f.state.owed == <[[u8; 7]; 4]>::default());
}

#[test]
fn a_saved_campaign_goes_on_where_it_was() {
    proves!("RA-190", "RA-197");
    let f = Fixture::new("seats=2").hand(0, "A01 F02").title("003").xp(7).gold(4).journal(|j| {
        (j.campaign, j.finished, j.deaths, j.mastery, j.combat_dice) = (1, 1, 2, 1, 4);
        j.factions = [6, 3, 2];
    });
    let saved = Saved::of(&f.state);
    let text = saved.write();
    let mut options = Options::default();
    options.set("saved", &text).expect("an option");
    let game = Adventures::new(Content::built_in(), options).unwrap_or_else(|e| panic!("{e}"));
    let state = game.setup();
    assert_eq!(Saved::of(&state), saved);
    assert_eq!(state.bag_len(), 37, "the familiar's die is back");
    play(Table::at(Arc::new(game), state), "seat 0: onward\nseat 1: onward\np0.fatigue is 0");
    for wrong in [
        "",
        "xp:1",
        &text.replace("A01", "A99"),
        &text.replace("factions:6", "factions:60"),
        &text.replace("hero1", "hero2:;hero1x"),
    ] {
        assert!(Saved::read(&Content::built_in(), wrong).is_err() || wrong == text, "{wrong}");
    }
}
