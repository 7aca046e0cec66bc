//! TV-44 to TV-58: card icons, destinations, limits.

use crate::{Adventures, fixture::Fixture};
use kernel::{Seat, Table, proves, script::play};

/// A solo check with these cards, this pool and a slot nothing fits by chance.
fn table(cards: &str, pool: &str) -> Table<Adventures> {
    Fixture::bare("scope=check check=P01:I seats=1")
        .hand(0, cards)
        .slots("R* R* R* R* R* R* R*")
        .pool(pool)
        .table()
}

fn legal(table: &Table<Adventures>) -> Vec<String> {
    let mut all: Vec<String> = table.legal(Seat::new(0)).iter().map(ToString::to_string).collect();
    all.sort();
    all
}

#[test]
fn tv_44_reroll_any() {
    proves!("RA-244", "RA-248", "RA-250");
    let t = play(table("K07", "R3 U5"), "seat 0: play K07 1");
    assert_eq!(legal(&t), ["target d1", "target d2"]);
    let t = play(t, "seat 0: target d2\nasked chance");
    assert_eq!((t.odds().expect("a die").len(), t.odds().expect("a die").total()), (6, 6));
    play(t, "roll 1\npool is R3 U1");
}

#[test]
fn tv_45_flip_a_green_or_red_die() {
    proves!("RA-242", "RA-R06");
    let t = play(table("K02", "G2 R5 U4"), "seat 0: play K02 1");
    assert_eq!(legal(&t), ["target d1", "target d2"]);
    play(t.clone(), "seat 0: target d1\npool is G5 R5 U4");
    play(t, "seat 0: target d2\npool is G2 R2 U4");
}

#[test]
fn tv_46_one_step_on_up_to_two_blue_dice() {
    proves!("RA-243", "RA-R23");
    let t = play(table("K03", "U1 U6 R3"), "seat 0: play K03 1");
    assert_eq!(legal(&t), ["down d2", "up d1"]);
    let once = play(t, "seat 0: up d1\npool is U2 U6 R3\nseat 0 may not up d1");
    assert_eq!(legal(&once), ["down d2", "enough"]);
    play(once.clone(), "seat 0: enough\npool is U2 U6 R3");
    play(once, "seat 0: down d2\npool is U2 U5 R3");
}

#[test]
fn tv_47_drawing_a_colour_goes_beyond_the_limit() {
    proves!("RA-246", "RA-161", "RA-R24");
    play(table("A12", "R3 U5 W1"), "seat 0: play A12 1\nroll 4\npool is R3 U5 W1 G4");
    // No green die in the bag: nothing can be played at all, so nobody is asked.
    let f = Fixture::bare("scope=check check=P01:I seats=1").hand(0, "A12 K10").slots("P* P* P* P* P* P* P*");
    let t = f.pool("G1 G1 G1 G1 G1 G1").table();
    play(t, "seat 0 may not play A12 1\nseat 0 may play K10 1");
}

#[test]
fn tv_48_a_familiars_die_is_both_its_colours_and_comes_once() {
    proves!("RA-212", "RA-211", "RA-R22", "RA-R24");
    // Brine Hound: red and black.
    let f = Fixture::bare("scope=check check=P01:I seats=1")
        .hand(0, "F01")
        .slots("B* R* *3 R/U:3 B3 W*")
        .pool("W1");
    let t = play(f.table(), "seat 0: play F01 1\nroll 3\nasked seat 0");
    assert_eq!(t.state().contest.pool.len(), 2);
    for slot in 1..=5 {
        // Wherever it is planned now, it may be moved to each of these.
        let plan = t.state().contest.plan[slot - 1];
        assert!(
            plan == 2 || legal(&t).contains(&format!("place d2 s{slot}")),
            "slot {slot}: {:?}",
            legal(&t)
        );
    }
    assert!(!legal(&t).contains(&"place d2 s6".to_owned()));
    let f =
        Fixture::bare("scope=check check=P01:I seats=1").hand(0, "F01 K10").slots("W* W* W*").pool("F01:2");
    play(f.table(), "seat 0 may not play F01 1\nseat 0 may play K10 1");
}

#[test]
fn tv_49_a_random_die_set_to_six_is_not_rolled() {
    proves!("RA-R25", "RA-246");
    let t = play(table("L01", "R3"), "seat 0: play L01 1\nasked chance");
    let odds = t.odds().expect("a die is drawn");
    assert_eq!(odds.total(), 35);
    assert_eq!(odds.weight("draw R".parse().expect("an outcome")), 5);
    play(t, "draw W\npool is R3 W6");
}

#[test]
fn tv_50_any_die_as_one_of_two_colours() {
    proves!("RA-245", "RA-R21");
    // Sounding: any die as blue or white.
    let f = Fixture::bare("scope=check check=P01:I seats=1").hand(0, "K09").slots("U* P* G1").pool("P3");
    let t = play(f.table(), "seat 0: play K09 1");
    assert_eq!(legal(&t), ["treat d1 U", "treat d1 W"]);
    let t = play(t, "seat 0: treat d1 U\npool is U3");
    assert_eq!(t.state().contest.plan[..3], [1, 0, 0], "blue now, no longer purple");
}

#[test]
fn tv_51_a_colour_as_another_one() {
    proves!("RA-245");
    let t = play(table("W11", "U4"), "seat 0: play W11 1");
    assert_eq!(legal(&t), ["treat d1 B", "treat d1 G", "treat d1 P", "treat d1 R", "treat d1 W"]);
}

#[test]
fn tv_52_values_select_too() {
    proves!("RA-248");
    let t = play(table("T14", "W4 W3"), "seat 0: play T14 1");
    assert!(legal(&t).iter().all(|a| a.starts_with("treat d1 ")) && legal(&t).len() == 5, "{:?}", legal(&t));
}

#[test]
fn tv_53_and_54_one_of_several_effects() {
    proves!("RA-247", "RA-243");
    let t = table("K01", "P5 U2");
    assert_eq!(legal(&t), ["pass", "play K01 1", "play K01 2"]);
    play(table("K01 K10", "P5 U2"), "seat 0: play K01 1\nseat 0 may not up d2\nseat 0: up d1\npool is P6 U2");
    let t = table("W10", "R1 U2");
    assert_eq!(legal(&t), ["pass", "play W10 1", "play W10 2", "play W10 3"]);
    play(t.clone(), "seat 0: play W10 1\nseat 0: target d1\npool is R6 U2");
    let up = play(t.clone(), "seat 0: play W10 2");
    assert_eq!(legal(&up), ["up d1"]);
    let roll = play(t, "seat 0: play W10 3\nseat 0: target d1");
    assert_eq!(roll.odds().expect("a die").len(), 6);
}

#[test]
fn treating_a_die_as_another_value_and_flipping_it_then() {
    proves!("RA-245", "RA-R21");
    play(
        table("L02 K05 K10", "W4"),
        "seat 0: play L02 1\nseat 0 may not set d1 4\nseat 0: set d1 1\nseat 0: play K05 1\nseat 0: target d1\npool is W6",
    );
}

#[test]
fn tv_55_where_played_cards_go() {
    proves!("RA-158", "RA-249", "RA-163", "RA-R73");
    let t = table("K10 A12 L01 T13", "B3 B4");
    let t = play(
        t,
        "seat 0: play K10 1
        seat 0: up d1
        p0.discard is K10
        seat 0: play A12 1
        roll 2
        p0.spent is A12
        seat 0: play L01 1
        draw W
        seat 0: play T13 1
        draw U
        over is true",
    );
    play(t.clone(), "p0.hand is K10\np0.spent is A12\np0.aside is T13");
    assert!(t.state().sheets[Seat::new(0)].discard.is_empty());
    assert!(t.state().decks.contains("L01".parse().expect("a card")), "the scroll is in its deck");
}

/// How many cards random seats can play until nobody may any more; dice never fit.
fn most_plays(table: Table<Adventures>) -> (u32, Table<Adventures>) {
    let mut table = table;
    let mut played = 0;
    loop {
        let found = table.turn().asked().into_iter().find_map(|seat| {
            let plays = |a: &&crate::Action| matches!(a, crate::Action::Play { .. });
            table.legal(seat).iter().find(plays).map(|a| (seat, *a))
        });
        let Some((seat, action)) = found else { return (played, table) };
        played += 1;
        table = play(table, &format!("{seat}: {action}"));
        while table.state().stack.top() != Some(&crate::rules::contest::Frame::Manipulate.into()) {
            let Some(who) = table.turn().asked().lowest() else { return (played, table) };
            let Some(first) = table.legal(who).first().copied() else { return (played, table) };
            if matches!(first, crate::Action::Agree) {
                return (played, table);
            }
            table = play(table, &format!("{who}: {first}"));
        }
    }
}

#[test]
fn tv_56_and_57_play_limits_and_tokens() {
    proves!("RA-157", "RA-158", "RA-159", "RA-R11", "RA-R72");
    let f = |seats: u8, limit: u8, tokens: u8| {
        let mut f = Fixture::bare(&format!("scope=check check=P01:I seats={seats}")).plays(limit, tokens);
        let hands = ["A01 A02 A03 A04 A05", "A07 A09 W01 W02 K05", "K10 K08 T01 T05 T06"];
        for seat in 0..seats {
            f = f.hand(seat, hands[usize::from(seat)]);
        }
        f.slots("R6 R6 R6 R6 R6 R6 R6").pool("R3 B3 G3 U3 W3 P3").table()
    };
    let (played, table) = most_plays(f(2, 2, 1));
    assert_eq!(played, 5);
    let tokens: u8 = table.state().present.into_iter().map(|s| table.state().sheets[s].tokens).sum();
    assert_eq!((tokens, table.state().journal.tokens), (1, 0));
    let (played, table) = most_plays(f(3, 1, 2));
    assert_eq!(played, 5);
    assert_eq!(table.state().sheets[Seat::new(0)].tokens, 2, "one seat played three of them");
}

#[test]
fn tv_58_plays_start_anew_each_round_but_discards_stay_out() {
    proves!("RA-R07", "RA-R08");
    let f = Fixture::bare("scope=combat enemies=E01 seats=1").hand(0, "A01 K10").plays(1, 0);
    let f = f.slots("R6 R6 R6 R6").pool("G3 B3 W3");
    let table = play(f.table(), "seat 0: play K10 1\nseat 0: up d1\nround is 2\np0.discard is K10");
    assert_eq!(table.state().sheets[Seat::new(0)].plays, 1);
    let table = play(
        table,
        "draw G\ndraw G\ndraw W\nroll 1\nroll 2\nroll 3\nseat 0 may not play K10 1\nseat 0 may play A01 1",
    );
    assert_eq!(table.state().sheets[Seat::new(0)].plays, 0);
}

#[test]
fn a_class_ability_is_no_card_play_and_stays_down() {
    proves!("RA-160", "RA-158");
    let f = Fixture::bare("scope=check check=P01:I seats=1").ready(0, true).hand(0, "K10").plays(1, 0);
    let t = f.slots("P* P* P* P* P* P*").pool("B3").table();
    play(
        t,
        "seat 0: play K10 1
        seat 0: up d1
        seat 0: ability 1              # Harbour Warden: a red die
        roll 5
        says it shows R5
        p0.ready is false
        over is true",
    );
}
