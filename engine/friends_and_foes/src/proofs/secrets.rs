//! Who knows what: hands, face-down choices, draws, the story.

use crate::{Event, FriendsAndFoes, fixture::Fixture, rules::initiative};
use kernel::{Card, Game, Log, Pool, Seat, SeatSet, Show, Step, Story, Table, Turn, proves, script::play};
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
fn fo_420_and_421_a_view_hides_other_hands_and_keeps_their_size() {
    proves!("FO-420", "FO-421", "FO-422", "FO-R62", "FO-423");
    let table = fight("").table();
    let view = table.view(Seat::new(1));
    let side = &view.state().sides[Seat::new(0)];
    assert_eq!((side.hand.count(), side.hand_len, side.deck_len()), (0, 3, 49));
    assert_eq!(view.state().sides[Seat::new(1)].hand, table.state().sides[Seat::new(1)].hand);
    // Every unseen card is as likely as any other to be in the hand.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut seen = [0u32; 52];
    for _ in 0..5200 {
        let guess = view.guess(table.game(), &mut rng);
        guess.sides[Seat::new(0)].hand.iter().for_each(|card| seen[card.index()] += 1);
    }
    assert!(seen.iter().all(|count| (200..=400).contains(count)), "{seen:?}");
    // A draw is chance that falls for everybody's eyes or for one's own.
    let drawing = play(table, "seat 0: draw 0t");
    assert_eq!(drawing.game().chance_seen_by(drawing.state()), SeatSet::only(Seat::new(0)));
    assert_eq!(drawing.game().sample(drawing.state(), &mut rng).to_string().split(' ').next(), Some("draw"));
}

#[test]
fn open_hands_in_a_team_if_agreed() {
    proves!("FO-423");
    let team = |options: &str| {
        Fixture::new(&format!("seats=4 scenario=SCN-5 {options}"))
            .put("a1", "KN1", "r1c1")
            .put("b1", "KN1", "r1c1")
            .put("c1", "KN1", "r1c5")
            .put("d1", "KN1", "r1c5")
            .hand(0, "2C 9C")
            .table()
    };
    let hand = |table: &Table<FriendsAndFoes>, seat| {
        table.view(Seat::new(seat)).state().sides[Seat::new(0)].hand.count()
    };
    assert_eq!((hand(&team("team_hands=open"), 1), hand(&team("team_hands=open"), 2)), (2, 0));
    assert_eq!((hand(&team(""), 1), hand(&team(""), 2)), (0, 0));
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
    proves!("FO-090", "FO-421");
    let table = fight("").round(2).with(|s| s.order.clear()).at(initiative::Frame::Choose);
    assert_eq!(table.turn(), Turn::Each(SeatSet::first(2)));
    let after = play(table, "seat 0: initiative 9C\nsays seat 0 has chosen");
    let commit = |seat| after.view(Seat::new(seat)).state().sides[Seat::new(0)].commit;
    assert_eq!(commit(0), crate::state::Commit::card("9C".parse().unwrap()));
    assert_eq!(commit(1), crate::state::Commit::HIDDEN);
    let last = crate::Action::Initiative { card: "3D".parse().unwrap() };
    assert_eq!(after.game().action_seen_by(after.state(), Seat::new(1), last), SeatSet::only(Seat::new(1)));
}

#[test]
fn a_drawn_card_is_told_to_its_owner_only() {
    proves!("FO-421", "FO-170");
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
fn fo_r40_both_sides_lay_cards_face_down_if_agreed() {
    proves!("FO-205", "FO-R40");
    let both = Fixture::new("defence_timing=simultaneous")
        .put("a1", "WA1", "r1c1")
        .put("b1", "WA1", "r1c1")
        .hand(0, "9C")
        .hand(1, "3D 4D");
    let laid = play(
        both.table(),
        "seat 0: attack a1 basic 0t
         asked seat 0, seat 1
         seat 1: hand 3D
         asked seat 0",
    );
    assert_eq!(laid.view(Seat::new(0)).state().fight.commits[8], crate::state::Commit::HIDDEN);
    play(laid, "seat 0: deck\ndraw 8S\nsays defends with 5\n1.discarded.3D is true");
    // One after the other, the defender sees the attack card first.
    let one = Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "WA1", "r1c1").hand(1, "3D 4D");
    play(one.table(), "seat 0: attack a1 basic 0t\nasked chance\ndraw 9H\nasked seat 1");
}

#[test]
fn cards_looked_at_stay_secret_and_the_others_are_shown() {
    let looks = Fixture::new("").put("a1", "RG1 ACT-06", "r1c1").put("b1", "WA1", "r3c3");
    let kept = play(
        looks.table(),
        "seat 0: use a1 ACT-06 0t
         draw 2C
         draw 9D
         draw KH
         asked seat 0
         seat 0 may take 2C",
    );
    let view = kept.view(Seat::new(1));
    assert_eq!(view.state().looked.count(), 0);
    assert_eq!(view.state().sides[Seat::new(0)].hand_len, 3);
    play(
        kept,
        "seat 0: take KH\n0.hand is 1\n0.holds.KH is true\n0.discarded.2C is true\n0.discarded.9D is true",
    );
}
