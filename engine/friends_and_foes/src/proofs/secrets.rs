//! Who knows what: hands, face-down choices, draws, the story.

use crate::{Event, fixture::Fixture, rules::initiative, state::Commit};
use kernel::{Card, Game, Log, Pool, Seat, SeatSet, Show, Step, Story, Turn, proves, script::play};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn fight(options: &str) -> Fixture {
    Fixture::new(options)
        .put("a1", "WA1", "r1c1")
        .put("b1", "WA1", "r3c3")
        .hand(0, "2C 9C KH")
        .hand(1, "3D 4D")
}

#[test]
fn a_view_hides_other_hands_and_keeps_their_size() {
    proves!("FO-420");
    let table = fight("").table();
    let view = table.view(Seat::new(1));
    let side = &view.state().sides[Seat::new(0)];
    assert_eq!((side.hand.count(), side.hand_len, side.deck_len()), (0, 3, 49));
    assert_eq!(view.state().sides[Seat::new(1)].hand, table.state().sides[Seat::new(1)].hand);
}

#[test]
fn every_unseen_card_is_as_likely_as_any_other_to_be_in_a_hand() {
    let table = fight("").table();
    let view = table.view(Seat::new(1));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut seen = [0u32; 52];
    for _ in 0..5200 {
        let guess = view.guess(table.game(), &mut rng);
        guess.sides[Seat::new(0)].hand.iter().for_each(|card| seen[card.index()] += 1);
    }
    assert!(seen.iter().all(|count| (200..=400).contains(count)), "{seen:?}");
}

#[test]
fn a_card_drawn_into_hand_falls_for_ones_own_eyes() {
    let drawing = play(fight("").table(), "seat 0: draw 0t");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    assert_eq!(drawing.game().chance_seen_by(drawing.state()), SeatSet::only(Seat::new(0)));
    assert_eq!(drawing.game().sample(drawing.state(), &mut rng).to_string().split(' ').next(), Some("draw"));
}

/// How many cards of seat 0, which holds two, its teammate and an opponent see.
fn seen_in_a_team(options: &str) -> (u32, u32) {
    let table = Fixture::new(&format!("seats=4 scenario=SCN-5 {options}"))
        .put("a1", "KN1", "r1c1")
        .put("b1", "KN1", "r1c1")
        .put("c1", "KN1", "r1c5")
        .put("d1", "KN1", "r1c5")
        .hand(0, "2C 9C")
        .table();
    let hand = |seat| table.view(Seat::new(seat)).state().sides[Seat::new(0)].hand.count();
    (hand(1), hand(2))
}

#[test]
fn teammates_do_not_see_each_others_hands() {
    proves!("FO-R62");
    assert_eq!(seen_in_a_team(""), (0, 0));
}

#[test]
fn teammates_see_each_others_hands_if_so_agreed() {
    proves!("FO-423");
    assert_eq!(seen_in_a_team("team_hands=open"), (2, 0));
}

#[test]
fn kept_tie_break_cards_and_counted_hands_are_known() {
    let table = fight("")
        .with(|s| s.sides[Seat::new(0)].shown = "KH".parse::<Card>().map(kernel::CardSet::only).unwrap())
        .table();
    let seen = table.view(Seat::new(1)).state().sides[Seat::new(0)].hand;
    assert_eq!(seen.iter().map(|c| c.to_string()).collect::<Vec<_>>(), ["KH"]);
}

#[test]
fn a_face_down_card_is_seen_by_its_owner_only() {
    let table = fight("").round(2).with(|s| s.order.clear()).at(initiative::Frame::Choose);
    assert_eq!(table.turn(), Turn::Each(SeatSet::first(2)));
    let after = play(table, "seat 0: initiative 9C\nsays seat 0 has chosen");
    let commit = |seat| after.view(Seat::new(seat)).state().sides[Seat::new(0)].commit;
    assert_eq!(commit(0), Some(Commit::card("9C".parse().unwrap())));
    assert_eq!(commit(1), Some(Commit::HIDDEN));
    let last = crate::Action::Initiative { card: "3D".parse().unwrap() };
    assert_eq!(after.game().action_seen_by(after.state(), Seat::new(1), last), SeatSet::only(Seat::new(1)));
}

#[test]
fn a_drawn_card_is_told_to_its_owner_only() {
    proves!("FO-421");
    let mut table = play(fight("").table(), "seat 0: draw 0t");
    let mut log = Log::on();
    table.play(Step::Chance("draw 9S".parse().unwrap()), &mut log).unwrap();
    let story = log.take();
    let read = |seat: u8| -> Vec<String> {
        story.iter().filter_map(|e| e.seen_by(Seat::new(seat))).map(|e| e.to_string()).collect()
    };
    assert!(read(0).contains(&"seat 0 draws 9♠".to_owned()), "{:?}", read(0));
    assert!(read(1).contains(&"seat 0 draws a card".to_owned()) && !read(1).join(" ").contains("9♠"));
    assert_eq!(Event::Builds(Seat::new(0), "x".into()).seen_by(Seat::new(1)), None);
}

#[test]
fn a_defence_card_laid_face_down_is_not_seen() {
    let both = Fixture::new("defence_timing=simultaneous")
        .put("a1", "WA1", "r1c1")
        .put("b1", "WA1", "r1c1")
        .hand(0, "9C")
        .hand(1, "3D 4D");
    let laid = play(
        both.table(),
        "seat 0: attack a1 basic 0t
         seat 1: hand 3D",
    );
    assert_eq!(laid.view(Seat::new(0)).state().fight.commits[8], Some(Commit::HIDDEN));
}

#[test]
fn cards_looked_at_stay_secret() {
    let looks = Fixture::new("").put("a1", "RG1 ACT-06", "r1c1").put("b1", "WA1", "r3c3");
    let kept = play(
        looks.table(),
        "seat 0: use a1 ACT-06 0t
         draw 2C
         draw 9D
         draw KH",
    );
    let view = kept.view(Seat::new(1));
    assert_eq!(view.state().looked.count(), 0);
    assert_eq!(view.state().sides[Seat::new(0)].hand_len, 3);
}
