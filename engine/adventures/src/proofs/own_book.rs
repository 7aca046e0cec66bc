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
fn a_check_is_told_with_slots_limit_rewards_and_modifiers() {
    let table = play(
        table(2),
        "asked seat 0
        set: check limit 4 level 2 R* *4 R/G:5(x1) cost+1 no-flip
        says skill check: yours
        contest is true",
    );
    let contest = &table.state().contest;
    assert_eq!((contest.limit, contest.slots.len(), contest.slots[2].xp, contest.level), (4, 3, 1, 2));
    assert_eq!((contest.bent.cost, contest.bent.forbidden.count_ones()), (1, 1));
    let mut page = kernel::Page::default();
    table.game().draw(table.state(), &mut page);
    assert!(page.to_text().contains("a check of your book"), "{}", page.to_text());
    let table = play(
        table,
        "seat 0: pass
        seat 1: pass
        draw R
        draw G
        draw W
        draw W
        roll 3
        roll 5
        roll 4
        roll 1",
    );
    let table = play(table, "seat 0: pass\nseat 1: pass\nsays the check is passed\nxp is 1\nasked seat 0");
    assert_eq!(table.state().bag_len(), 36, "all dice are back, and the book is read on");
}

#[test]
fn a_combat_is_told_with_its_round_track_and_several_enemies() {
    let table = play(
        table(1),
        "set: combat R6/2/- R6/1/g1 track fat+1 rows-1 and B6/1/x1 track fat+2 fat+3 dice-1
        says combat: enemy 1, enemy 2
        seat 0: pass
        draw G
        draw G
        roll 1
        roll 1
        seat 0: pass
        says counterattacks: 4
        says enemy 2: fat+2
        p0.fatigue is 7
        round is 2",
    );
    let contest = &table.state().contest;
    assert_eq!((contest.limit, contest.foes[0].marker, contest.foes[1].marker), (2, 2, 2));
    let swift = play(self::table(1), "set: combat R6/0/- track fat+1 fat+2 swift");
    assert_eq!(swift.state().contest.foes[0].marker, 2);
}

#[test]
fn options_are_voted_on_paid_for_and_rested_at() {
    let table = play(
        table(2),
        "set: gold 3
        set: xp 2
        set: 0.fatigue 9
        set: choice argue your writ; 2 gold: buy oil; rest; 5 gold: bribe the sergeant
        asked seat 0, seat 1
        seat 0 may option 2
        seat 0 may not option 4         # it cannot be paid
        seat 0: option 2
        seat 1: option 2
        gold is 1
        asked seat 0
        set: choice press on; rest
        seat 0: option 2
        seat 1: option 2
        rests is 1
        seat 0: spend 1
        seat 1: spend 1
        total 6
        p0.fatigue is 3
        xp is 1
        seat 0 may not rest",
    );
    assert_eq!(table.game().prompt(table.state()).split(':').next(), Some("your book"));
}

#[test]
fn whatever_people_count_can_be_put_right() {
    let table = play(
        table(2),
        "set: each.fatigue +3
        set: 1.fatigue -1
        set: 1.R 4
        set: 1.score.R 4
        set: 0.health 18
        set: 0.gains F01
        set: C +2
        set: combat_dice 4
        set: death now
        p0.fatigue is 3
        p1.fatigue is 2
        p1.R is 4
        p0.health is 18
        deaths is 1
        bag is 37
        combat_dice is 4
        factions is 7 4 3",
    );
    let table =
        play(table, "set: 0.returns F01\nbag is 36\nset: H 9\nset: H +3\nxp is 2\nfactions is 7 4 10");
    for (text, expected) in [
        ("0.fatigue 19", "0 to 18"),
        ("7.fatigue 1", "a hero of the party"),
        ("0.gains A02", "in its deck"),
        ("0.returns A99", "a card"),
        ("moon 3", "0.fatigue 5"),
        ("check R*", "the dice limit"),
        ("check limit 3 Q9", "the dice limit"),
        ("check limit 3 swift R*", "the dice limit"),
        ("combat limit 3 R*", "round track"),
        ("combat", "0.fatigue 5"),
        ("choice only this", "two to eight"),
        ("choice a; 2 pearls: b", "two to eight"),
        ("C -99", "a change"),
    ] {
        let why = refused(&table, text);
        assert!(why.contains(expected), "{text}: {why}");
    }
    let amid = play(table, "set: check limit 1 R*\nseat 0: pass\nseat 1: pass\nasked chance");
    assert!(refused(&amid, "xp 3").contains("being resolved"));
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
