//! TV-71 to TV-84: guild, market, party changes, the limits of legendary mode.

use crate::{
    Action, Adventures,
    fixture::Fixture,
    rules::advancement,
    words::{CardId, Deck, Player},
};
use kernel::{Seat, Table, proves, script::play};

fn seat(n: u8) -> Seat {
    Seat::new(n)
}

fn guild(options: &str, xp: u16) -> Fixture {
    Fixture::new(options).xp(xp).frame(crate::rules::advancement::Frame::Guild)
}

#[test]
fn limits_grow_dearer() {
    // TV-72 and TV-73
    proves!("RA-192", "RA-R10");
    play(guild("seats=1", 17).table(), "seat 0: combat_dice\nseat 0: combat_dice\ncombat_dice is 5\nxp is 0");
    play(
        guild("seats=1", 21).table(),
        "seat 0: bonus_play\nxp is 11\nseat 0: bonus_play\nxp is 0\nbonus_limit is 3",
    );
    for (seats, price) in [(2, 8), (3, 8), (4, 7)] {
        let f = guild(&format!("seats={seats}"), 100);
        assert_eq!(
            advancement::guild_price(f.look(), advancement::Training::BonusPlay),
            Some(price),
            "{seats} players"
        );
        let f = f.journal(|j| j.bonus_limit = 8);
        assert_eq!(advancement::guild_price(f.look(), advancement::Training::BonusPlay), None);
    }
}

#[test]
fn prices_for_the_buyer() {
    // TV-75 and TV-76
    proves!("RA-195", "RA-R56");
    let card = |id: &str| id.parse::<CardId>().expect("a card");
    let f = Fixture::new("seats=1 heroes=H05").scores(0, [0, 0, 0, 0, 4, 3]);
    assert_eq!(f.look().price(card("K01"), seat(0)), 3, "6 less CHA 3");
    assert_eq!(f.look().price(card("K04"), seat(0)), 4, "8 less WIS 4");
    assert_eq!(f.look().price(card("T04"), seat(0)), 4, "Marsh Hedda is an Orc");
    let f = Fixture::new("seats=1 heroes=H01").scores(0, [0, 9, 0, 0, 0, 0]);
    assert_eq!(f.look().price(card("T04"), seat(0)), 6);
    assert_eq!(f.look().price(card("K08"), seat(0)), 0, "never below nothing");
}

#[test]
fn an_empty_deck_shows_nothing_and_nothing_is_refilled() {
    // TV-78
    proves!("RA-191", "RA-194", "RA-R53");
    let mut f = Fixture::new("seats=1").gold(20);
    for card in CardId::of_deck(Deck::Scroll) {
        f.state.decks.remove(card);
    }
    let mut table = f.frame(crate::rules::advancement::Frame::MarketSetup { deck: 0 }).table();
    for _ in 0..4 {
        let card = table.odds().expect("a card is revealed").iter().next().expect("one").0;
        table = play(table, &card.to_string());
    }
    table = play(table, "seat 0: done");
    assert_eq!(table.state().display.iter().flatten().count(), 4);
    let bought =
        table.legal(seat(0)).into_iter().find(|a| matches!(a, Action::Purchase { .. })).expect("an offer");
    let table = play(table, &format!("seat 0: {bought}"));
    assert_eq!(table.state().display.iter().flatten().count(), 3);
}

/// A party after so many adventures that changes to these seats now.
fn change(options: &str, done: u8, bonus: u8) -> Table<Adventures> {
    let mut f =
        Fixture::new(options).journal(|j| (j.campaign, j.bonus_limit, j.gold, j.xp) = (done, bonus, 0, 0));
    f.state.played = 1;
    f.state.stack.clear();
    f.state.stack.push(crate::rules::storybook::Frame::AdventureSetup.into());
    f.start(|_| kernel::Next::Then(crate::rules::party_changes::Frame::Change.into())).table()
}

#[test]
fn what_a_newcomer_brings() {
    // TV-81
    proves!("RA-201", "RA-202", "RA-203", "RA-R59");
    let mut t = change("seats=2 party=0,01", 5, 1);
    for _ in 0..5 {
        t = play(t, "seat 1 may raise G\nseat 1: toughen");
    }
    t = play(t, "p1.health is 21");
    let before = t.state().sheets[seat(1)].hand.len();
    let mut decks = vec![];
    while let Some(Action::Deck { deck }) = t.legal(seat(1)).first().copied() {
        decks.push(deck);
        t = play(t, &format!("seat 1: deck {deck}\nseat 1 may not deck {deck}"));
        let card = t.odds().expect("a card").iter().next().expect("one").0;
        t = play(t, &card.to_string());
    }
    assert_eq!(decks.len(), 3);
    assert_eq!(t.state().sheets[seat(1)].hand.len(), before + 3);
    let mut t = change("seats=2 party=0,01", 11, 1);
    for _ in 0..11 {
        t = play(t, "seat 1: toughen");
    }
    let mut drawn = 0;
    while let Some(Action::Deck { deck }) = t.legal(seat(1)).first().copied() {
        t = play(t, &format!("seat 1: deck {deck}"));
        let card = t.odds().expect("a card").iter().next().expect("one").0;
        t = play(t, &card.to_string());
        drawn += 1;
    }
    assert_eq!(drawn, 5);
}

#[test]
fn the_card_limit_of_legendary_mode() {
    // TV-83 and TV-84
    proves!("RA-223", "RA-224", "RA-225");
    let f = Fixture::new("seats=3 mode=legendary");
    let all: Vec<CardId> =
        f.game().content.all_cards().map(|c| c.id).filter(|c| c.deck().is_market()).collect();
    let single = all.iter().filter(|c| !f.look().counted(**c)).take(2);
    let plain = all.iter().filter(|c| f.look().counted(**c)).take(26);
    let text: String = plain.chain(single).map(|c| format!("{c} ")).collect();
    let f =
        f.hand(1, "").hand(2, "").hand(0, &text).gold(5).frame(crate::rules::advancement::Frame::CardLimit);
    assert_eq!((f.look().counted_cards(), f.look().card_limit()), (26, 25));
    let t = f.table();
    let paid = play(t.clone(), "seat 0: card_limit\nseat 1: card_limit\nseat 2: card_limit\ngold is 0");
    assert_ne!(paid.state().stack.top(), Some(&crate::rules::advancement::Frame::TooManyCards.into()));
    let t = play(t, "seat 0: done\nseat 1: done\nseat 2: done");
    assert_eq!(t.state().stack.top(), Some(&crate::rules::advancement::Frame::TooManyCards.into()));
    let f =
        Fixture::new("seats=1 mode=legendary").gold(18).frame(crate::rules::advancement::Frame::CardLimit);
    let t = play(f.table(), "seat 0: card_limit\nseat 0: card_limit\nseat 0: card_limit\ngold is 0");
    assert_eq!(t.state().journal.bonus_cards, 3);
    assert_eq!(Player(0).seat(), seat(0));
}
