//! Who knows what, and what a guess may be. FF-1200 to FF-1209.

use crate::fixture::{A, B, Fixture, adventure, fiend, market, minion};
use crate::{
    Chance, Frame, State,
    content::words::Box,
    rules::{roll_phase, setup},
    vectors::table::{game, until},
    words::{AdventureKind, Row},
};
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

/// What seat b sees of a table.
fn seen_by_b(fixture: &Fixture) -> State {
    let mut view = fixture.state;
    fixture.game.mask(&mut view, B);
    view
}

#[test]
fn only_who_has_looked_knows_an_adventure_card() {
    proves!("FF-1206");
    let fixture = looked();
    let (mut own, mut other) = (fixture.state, seen_by_b(&fixture));
    fixture.game.mask(&mut own, A);
    assert_eq!(own, fixture.state, "who has looked forgets nothing");
    assert_eq!(other.adventures[0].get(), None);
    other.adventures = fixture.state.adventures;
    assert_eq!(other, fixture.state, "nothing else was hidden");
}

#[test]
fn sheets_tokens_cards_and_fiends_of_others_are_open() {
    proves!("FF-1200", "FF-1207", "FF-1209", "FF-1208", "FF-R27");
    let fixture = looked().dice(Row::Str, "red5 blue2 gold3").fiend("Stench").with(|s| {
        let me = &mut s.players[A];
        (me.gold, me.xp, me.charisma, me.honor, me.injury, me.stored_xp, me.token) = (7, 4, 2, 3, 1, 3, 8);
        me.cards.insert(market("Relentless"));
        me.trophies.insert(minion("Ditch Goblin"));
        me.banished.insert(fiend("Stench"));
        me.active.remove(fiend("Stench"));
        me.other_familiar = "FA-02".parse().expect("a Familiar Board");
    });
    let seen = seen_by_b(&fixture).players[A];
    assert_eq!((seen.gold, seen.xp, seen.charisma, seen.honor, seen.injury), (7, 4, 2, 3, 1));
    assert_eq!((seen.stored_xp, seen.token, seen.tokens), (3, 8, 1));
    assert_eq!(seen.row(Row::Str).iter().map(|die| die.value()).collect::<Vec<_>>(), [5, 2, 3]);
    assert!(seen.cards.contains(market("Relentless")) && seen.trophies.contains(minion("Ditch Goblin")));
    assert!(seen.banished.contains(fiend("Stench")));
    assert_eq!(seen.other_familiar.to_string(), "FA-02", "the Familiar Board that was not kept");
}

#[test]
fn rows_and_piles_are_open() {
    proves!("FF-1201", "FF-411", "FF-1203");
    let fixture = looked().row(&["Relentless"]).revealed("Ditch Goblin").with(|s| {
        s.trash.insert(market("Fearless"));
        s.minions.tail.push(minion("Tunnel Rat"));
        s.initiatives[2].fiends.insert(fiend("Stench"));
        s.initiatives[1].dice[0] = "red4".parse().expect("a die");
    });
    let seen = seen_by_b(&fixture);
    assert_eq!(seen.row_cards().map(|(_, card)| card).collect::<Vec<_>>(), [market("Relentless")]);
    assert!(seen.discard.contains(market("Rebuke")) && seen.trash.contains(market("Fearless")));
    assert_eq!(seen.minions.revealed, minion("Ditch Goblin"));
    assert_eq!(seen.minions.tail[..], [minion("Tunnel Rat")], "what went to the bottom is remembered");
    assert!(seen.initiatives[2].fiends.contains(fiend("Stench")));
    assert_eq!(seen.initiatives[1].dice[0].to_string(), "red4");
    assert_eq!(seen.monster, fixture.state.monster);
}

#[test]
fn every_card_of_the_upper_pile_may_be_next_with_the_same_chance() {
    proves!("FF-1202");
    let g = game(2, false);
    let odds = g.odds(&g.setup());
    let single = g.content.market.iter().filter(|card| card.dots == 1 && card.set != Box::Mm).count();
    assert_eq!((odds.len(), odds.total()), (single, single as u32), "45 single-dot cards");
    assert_eq!(single, 45);
}

#[test]
fn the_minions_removed_in_set_up_left_unseen() {
    proves!("FF-1204");
    let g = game(2, false);
    let s = until(&g, 3, |s| matches!(s.stack.top(), Some(Frame::Setup(setup::Frame::FirstMinion))));
    assert_eq!(
        (s.minions.upper.count(), s.minions.upper_left),
        (11, 6),
        "five of eleven are gone, nobody knows which"
    );
    assert_eq!(g.odds(&s).len(), 11);
}

#[test]
fn the_bag_is_known_and_the_draw_is_blind() {
    proves!("FF-1205");
    let g = game(2, false);
    let s = until(&g, 3, |s| {
        s.round == 1 && matches!(s.stack.top(), Some(Frame::Roll(roll_phase::Frame::Dice { .. })))
    });
    let odds = g.odds(&s);
    // Six faces for each die in the bag.
    assert_eq!(odds.total(), 6 * u32::from(s.bag.len()));
    for (kind, count) in s.bag.kinds() {
        let drawn = odds.iter().filter(|(fell, _)| matches!(fell, Chance::Die { die } if die.kind() == kind));
        assert_eq!(drawn.map(|(_, weight)| weight).sum::<u32>(), 6 * u32::from(count), "{kind}");
    }
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
