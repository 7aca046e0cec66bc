//! People's own storybook: checks, combats, options and corrections as they are told at a real table.

use crate::{Adventures, fixture::Fixture, state::Ending};
use kernel::{Game as _, Log, Seat, Show as _, Table, script::play};

fn table(seats: u8) -> Table<Adventures> {
    let mut table = Fixture::new(&format!("scope=table seats={seats}")).table();
    for seat in (0..seats).filter(|_| seats > 1) {
        table = play(table, &format!("seat {seat}: storyteller p0"));
    }
    table
}

fn refused(table: &Table<Adventures>, text: &str) -> String {
    let mut other = table.clone();
    let why = other.correct(text, &mut Log::off()).expect_err("it cannot be told").to_string();
    assert_eq!(other.state(), table.state(), "a refused report changes nothing: {text}");
    why
}

#[test]
fn a_check_that_is_told_has_its_level_and_modifiers_and_is_drawn_as_yours() {
    let table = play(
        table(2),
        "asked seat 0
        set: check limit 4 level 2 R* *4 R/G:5(x1) cost+1 no-flip
        says skill check: yours
        contest is true",
    );
    let contest = &table.state().contest;
    assert_eq!((contest.limit, contest.slots.len(), contest.slots[2].xp, contest.level), (4, 3, 1, 2));
    assert_eq!((contest.bent.cost, contest.bent.forbidden.len()), (1, 1));
    let mut page = kernel::Page::default();
    table.game().draw(table.state(), &mut page);
    assert!(page.to_text().contains("a check of your book"), "{}", page.to_text());
}

#[test]
fn an_adventure_of_an_own_book_ends_with_guild_and_market() {
    let mut table =
        play(table(1), "set: xp 1\nseat 0 may rest\nset: death now\nseat 0: the_end\nasked chance");
    let mut steps = 0;
    while table.outcome().is_none() {
        let step = match table.turn().asked().lowest() {
            Some(seat) => kernel::Step::Act { seat, action: crate::Action::Done },
            None => kernel::Step::Chance(table.odds().expect("cards are due").iter().next().expect("one").0),
        };
        table.play(step, &mut Log::off()).expect("a legal step");
        steps += 1;
        assert!(steps < 20);
    }
    assert_eq!(table.state().ending, Some(Ending::Adventure));
    assert_eq!(table.outcome().expect("over").payoff(Seat::new(0)), 500, "the party fell once");
}

#[test]
fn only_a_person_reads_and_reports_need_a_table_of_ones_own() {
    let table = table(3);
    assert!(table.game().needs_person(table.state(), Seat::new(0)));
    assert!(!table.game().needs_person(table.state(), Seat::new(1)));
    assert_eq!(table.game().prompt(table.state()).split(':').next(), Some("your book"));
    let ours = Fixture::new("scope=adventure seats=1").at_entry("A1").table();
    assert!(refused(&ours, "check limit 3 R*").contains("scope=table"));
    assert!(!ours.game().needs_person(ours.state(), Seat::new(0)));
    assert_eq!(play(ours, "set: xp 5\nxp is 5").game().seats(), 1);
}

#[test]
fn a_storybook_that_is_not_there_is_refused_with_those_that_are() {
    let mut options = crate::Options::default();
    options.set("scope", "adventure").expect("a scope");
    options.set("adventure", "ADV9").expect("it is looked up later");
    let why = Adventures::new(crate::Content::built_in(), options).expect_err("no such book").to_string();
    for part in ["ADV9", "ADV1 (The Dark Lamp)", "ADV2", "ADV3", "SQ ("] {
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn modifiers_in_plain_terms_have_an_end() {
    let table = table(1);
    for word in ["dice+4", "dice-4", "cost+4", "uncovered+4"] {
        let many = format!("check limit 4 R* {}", format!("{word} ").repeat(70));
        assert!(refused(&table, &many).contains("cannot be told"), "{word}");
    }
}
