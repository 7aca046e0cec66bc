//! Importing heroes by the tables, and a campaign that is saved and goes on.

use crate::{Action, Adventures, Content, Options, fixture::Fixture, rules::importing, saved::Saved};
use kernel::{Game as _, Log, Seat, Step, Table, Turn, below, laws::random_step, proves, script::play};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

#[test]
fn stars_become_health() {
    proves!("RA-031");
    let stars = [0, 20, 21, 25, 26, 35, 36, 40, 41, 60];
    assert_eq!(stars.map(importing::health), [14, 14, 15, 15, 16, 16, 17, 17, 18, 18]);
}

#[test]
fn scores_become_scores() {
    proves!("RA-032");
    assert_eq!([0, 13, 14, 15, 16, 17, 18, 21].map(importing::score), [0, 0, 1, 1, 2, 2, 3, 3]);
}

#[test]
fn a_saved_campaign_goes_on_where_it_was() {
    proves!("RA-197");
    let f = Fixture::new("seats=2").hand(0, "A01 F02").xp(7).journal(|j| {
        (j.campaign, j.finished, j.deaths, j.mastery, j.combat_dice) = (1, 1, 2, 1, 4);
        (j.factions, j.titles, j.gold) = ([6, 3, 2], 1 << 3, 4);
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
    let changed = [("A01", "A99"), ("factions:6", "factions:60"), ("hero1", "hero2:;hero1x")];
    let wrong = changed.map(|(from, to)| text.replace(from, to));
    for wrong in wrong.iter().map(String::as_str).chain(["", "xp:1"]) {
        assert!(Saved::read(&Content::built_in(), wrong).is_err(), "{wrong}");
    }
}

/// A table of these options, played at random until it is at a break.
fn played_to_a_break(options: &[(&str, &str)], rng: &mut Xoshiro256PlusPlus) -> Option<Table<Adventures>> {
    let mut chosen = Options::default();
    for (name, value) in options {
        chosen.set(name, value).unwrap_or_else(|why| panic!("{why}"));
    }
    let game = Adventures::new(Content::built_in(), chosen).unwrap_or_else(|why| panic!("{why}"));
    let mut table = Table::new(Arc::new(game));
    // At a break already: on into the next adventure.
    let mut fresh = Saved::at_break(table.game(), table.state()).is_none();
    while table.turn() != Turn::Over {
        if fresh && Saved::at_break(table.game(), table.state()).is_some() {
            return Some(table);
        }
        fresh = fresh || Saved::at_break(table.game(), table.state()).is_none();
        let step = random_step(&table, table.turn(), rng)?;
        table.play(step, &mut Log::off()).expect("random play is legal");
    }
    None
}

#[test]
fn a_campaign_is_put_away_at_a_break_and_goes_on_with_another_party() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let first = played_to_a_break(&[("seats", "2"), ("mode", "normal")], &mut rng).expect("a break");
    assert!(first.legal(Seat::new(0)).contains(&Action::Onward));
    let saved = Saved::at_break(first.game(), first.state()).expect("a campaign");
    let text = saved.write();
    // The same two go on.
    let again = played_to_a_break(&[("seats", "2"), ("saved", &text)], &mut rng).expect("another break");
    assert!(Saved::of(again.state()).played > saved.played, "the campaign went on");
    // A third comes.
    let mut options = Options::default();
    for (name, value) in [("seats", "3"), ("saved", &text), ("heroes", "choose,choose,choose")] {
        options.set(name, value).expect("an option");
    }
    let game = Arc::new(Adventures::new(Content::built_in(), options).expect("a third"));
    let limit = saved.bonus_limit;
    let mut table = Table::new(game);
    while !table.state().present.contains(Seat::new(2)) {
        let step =
            onward(&table).unwrap_or_else(|| random_step(&table, table.turn(), &mut rng).expect("a step"));
        table.play(step, &mut Log::off()).expect("a legal step");
    }
    assert_eq!(table.state().journal.bonus_limit, limit + 1, "RA-200: from two to three");
}

#[test]
fn who_is_not_there_when_a_campaign_goes_on_has_left_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let first = played_to_a_break(&[("seats", "3"), ("mode", "normal")], &mut rng).expect("a break");
    let saved = Saved::at_break(first.game(), first.state()).expect("a campaign");
    let mut options = Options::default();
    for (name, value) in [("seats", "3"), ("saved", &saved.write()), ("party", "12")] {
        options.set(name, value).expect("an option");
    }
    let mut table = Table::new(Arc::new(Adventures::new(Content::built_in(), options).expect("two")));
    let (gold, xp, limit) = (saved.gold, saved.xp, saved.bonus_limit);
    while table.state().present.len() > 2 {
        table.play(onward(&table).expect("asked to go on"), &mut Log::off()).expect("a legal step");
    }
    let journal = &table.state().journal;
    assert!(!table.state().present.contains(Seat::new(0)));
    assert_eq!(journal.card_limit, first.state().journal.card_limit, "RA-R80: as the campaign began");
    assert_eq!((journal.gold, journal.xp), (gold + 2, xp + 2), "RA-206: for the one adventure that is done");
    assert_eq!(journal.bonus_limit, limit.saturating_sub(1), "RA-205: from three to two");
}

fn onward(table: &Table<Adventures>) -> Option<Step<Action, crate::Chance>> {
    let seat = table.turn().asked().lowest()?;
    table.legal(seat).contains(&Action::Onward).then_some(Step::Act { seat, action: Action::Onward })
}

#[test]
fn a_campaign_of_own_books_goes_on_too() {
    let told = ["xp +5", "gold 4", "C +1"];
    let mut options = Options::default();
    for (name, value) in [("seats", "2"), ("scope", "table"), ("mode", "normal"), ("heroes", "H01,H02")] {
        options.set(name, value).expect("an option");
    }
    let mut table = Table::new(Arc::new(Adventures::new(Content::built_in(), options).expect("a game")));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut reported = false;
    while table.turn() != Turn::Over {
        let reading = table.state().stack.top() == Some(&crate::own_book::Frame::Reading.into());
        if reading && !reported {
            told.iter().for_each(|text| table.correct(text, &mut Log::off()).expect("told"));
            reported = true;
        }
        let step = random_step(&table, table.turn(), &mut rng).expect("somebody is asked");
        table.play(step, &mut Log::off()).expect("random play is legal");
    }
    let saved = Saved::at_break(table.game(), table.state()).expect("a campaign that paused");
    assert_eq!((saved.campaign, saved.played), (1, 1));
    let mut next = Options::default();
    for (name, value) in [("seats", "2"), ("scope", "table"), ("saved", &saved.write())] {
        next.set(name, value).expect("an option");
    }
    let next = Table::new(Arc::new(Adventures::new(Content::built_in(), next).expect("the next evening")));
    assert_eq!(Saved::of(next.state()), saved);
    assert_ne!(next.turn(), Turn::Over, "the second adventure begins");
}

#[test]
fn a_saved_campaign_asks_for_its_seats_and_takes_no_imports() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let table = played_to_a_break(&[("seats", "2"), ("mode", "normal")], &mut rng).expect("a break");
    let text = Saved::of(table.state()).write();
    let why = |more: &[(&str, &str)]| {
        let mut options = Options::default();
        options.set("saved", &text).expect("an option");
        more.iter().for_each(|(name, value)| options.set(name, value).expect("an option"));
        Adventures::new(Content::built_in(), options).expect_err("refused").to_string()
    };
    assert!(why(&[("seats", "1")]).contains("2 or more: the saved campaign has a hero there"));
    assert!(why(&[("scope", "check")]).contains("unless the scope is campaign or table"));
    let import = crate::options::IMPORTS[1].1;
    assert!(why(&[("import0", import), ("import1", crate::options::IMPORTS[2].1)]).contains("a ready hero"));
}

#[test]
fn a_damaged_campaign_is_refused_or_can_be_played() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let content = Content::built_in();
    let table = played_to_a_break(&[("seats", "3"), ("mode", "legendary")], &mut rng).expect("a break");
    let text = Saved::of(table.state()).write();
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..6_000 {
        let mut bytes: Vec<u8> = text.bytes().collect();
        for _ in 0..=below(&mut rng, 3) {
            let at = below(&mut rng, bytes.len() as u32) as usize;
            match below(&mut rng, 3) {
                0 => bytes[at] = b"0123456789;:,/-ACTWKSF"[below(&mut rng, 22) as usize],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789;:,/-"[below(&mut rng, 15) as usize]),
            }
        }
        let damaged = String::from_utf8(bytes).expect("ASCII");
        let mut options = Options::default();
        options.set("seats", "3").expect("an option");
        options.set("saved", &damaged).expect("text");
        let Ok(game) = Adventures::new(content.clone(), options) else {
            refused += 1;
            continue;
        };
        let mut table = Table::new(Arc::new(game));
        for _ in 0..60 {
            crate::invariants::check(table.game(), table.state())
                .unwrap_or_else(|why| panic!("{why}: {damaged}"));
            let Some(step) = random_step(&table, table.turn(), &mut rng) else { break };
            table.play(step, &mut Log::off()).expect("random play is legal");
        }
        taken += 1;
    }
    assert!(refused > 2_000 && taken > 100, "{refused} refused, {taken} taken");
}
