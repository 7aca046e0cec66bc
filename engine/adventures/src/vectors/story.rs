//! TV-10 to TV-18: entries, votes, roles, encounters, saving, THE END, death.

use crate::{
    fixture::Fixture,
    rules::storybook,
    words::{CardId, Deck},
};
use kernel::{Next, Seat, proves, script::play};

const ADV1: &str = "scope=adventure adventure=ADV1";

#[test]
fn tv_10_actions_go_from_top_to_bottom_and_a_turn_skips_the_rest() {
    proves!("RA-050", "RA-051", "RA-052", "RA-055");
    // First visit with the keyword: the XP is taken, then C3; C2 is not read.
    let f = Fixture::new(ADV1).standing_at("C").keyword("UNSEEN").xp(0).at_entry("C");
    play(f.table(), "entry is C3\nxp is 1");
    // Without it: C2, which is a fight.
    let f = Fixture::new(ADV1).standing_at("C").xp(0).at_entry("C");
    play(f.table(), "xp is 1\ncontest is true");
    // Later: C1 at once, nothing else.
    let f = Fixture::new(ADV1).standing_at("C").keyword("UNSEEN").xp_at("C", 0).xp(0).at_entry("C");
    play(f.table(), "entry is C1\nxp is 0");
}

/// Four seats vote on where to go; storyteller is seat 0.
fn ballot(votes: [&str; 4]) -> kernel::Table<crate::Adventures> {
    let f = Fixture::new("seats=4 scope=adventure adventure=ADV3").no_encounters();
    let f = f.standing_at("B").explored("A B").xp_at("B", 0).at_entry("B1");
    let mut table = play(f.xp(0).table(), "");
    let script = "seat 0: move\nseat 1: move\nseat 2: move\nseat 3: move";
    table = play(table, script);
    for (seat, vote) in votes.iter().enumerate() {
        table = play(table, &format!("seat {seat}: {vote}"));
    }
    table
}

#[test]
fn tv_11_most_votes_win_and_the_storyteller_breaks_ties() {
    proves!("RA-053", "RA-R68", "RA-054");
    play(ballot(["go A", "go C", "go C", "go C"]), "at is C");
    play(ballot(["go A", "go C", "go D", "go C"]), "at is C");
    play(ballot(["go A", "go A", "go D", "go C"]), "at is A");
    let tied = ballot(["go A", "go C", "go A", "go C"]);
    let teller = tied.state().storyteller;
    play(
        tied,
        &format!(
            "asked {teller}\n{teller} may go A\n{teller} may go C\n{teller} may not go D\n{teller}: go C\nat is C"
        ),
    );
    let all = ballot(["go A", "go C", "go D", "go C"]);
    assert_eq!(all.state().map.at.to_string(), "C");
}

#[test]
fn tv_11_an_exhausted_seat_votes_and_two_against_one_is_enough() {
    proves!("RA-053", "RA-181");
    let f = Fixture::new("seats=3 scope=adventure adventure=ADV1").fatigue(0, 16, 16).at_entry("A");
    play(
        f.table(),
        "asked seat 0, seat 1, seat 2\nseat 0: option 1\nseat 1: option 2\nseat 2: option 1\ncontest is true",
    );
}

#[test]
fn tv_12_the_books_are_passed_to_the_left() {
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
fn tv_13_an_encounter_is_read_and_the_same_path_is_walked_to_its_end() {
    proves!("RA-090", "RA-091", "RA-R48", "RA-080");
    let f = Fixture::new("seats=1 scope=adventure adventure=ADV2").keyword("CROSSED").at_entry("A1");
    let table = play(
        f.xp(0).table(),
        "seat 0: move
        seat 0: go C
        asked chance
        encounter 6
        entry is ADV2-6
        seat 0: option 2               # stop your ears: the tale goes on
        at is C",
    );
    assert_eq!(table.state().map.encounters.count_ones(), 3, "one of four tokens is gone");
}

#[test]
fn tv_14_a_run_goes_through_what_is_explored_and_stops_where_something_lies() {
    proves!("RA-082", "RA-R47", "RA-080");
    let f =
        Fixture::new("seats=2 scope=adventure adventure=ADV1").explored("A B F").xp_at("F", 0).xp_at("B", 0);
    let f = f.keyword("GATE").at_entry("F1").xp(0);
    let before = f.state.storyteller;
    let encounter = "seat 0: move\nseat 1: move\nseat 0: go B\nseat 1: go B\nencounter 3\nseat 0: option 2\nseat 1: option 2";
    let table = play(f.table(), encounter);
    let table = play(
        table,
        "at is B\nseat 0 may stop\nseat 0: go A\nseat 1: go A\nat is A\nseat 0: stop\nseat 1: stop\nentry is A1",
    );
    assert_ne!(table.state().storyteller, before, "roles pass once");
    assert_eq!(table.state().tome_keeper, before);
    let f = Fixture::new("seats=2 scope=adventure adventure=ADV1").explored("A B F").xp_at("F", 0);
    let f = f.keyword("GATE").at_entry("F1").xp(0);
    play(play(f.table(), encounter), "at is B\nentry is B");
}

#[test]
fn tv_15_saving_erases_keywords_and_keeps_titles() {
    proves!("RA-060", "RA-061", "RA-197");
    let f = Fixture::new("seats=1")
        .keyword("GATE")
        .keyword("LIT")
        .title("003")
        .frame(crate::rules::advancement::Frame::Save);
    assert_eq!(f.state.journal.keywords, 0);
    assert_eq!(f.state.journal.titles.count_ones(), 1);
}

#[test]
fn tv_16_an_empty_deck_gives_two_xp() {
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
fn tv_17_the_end_is_open_only_after_the_book_says_so() {
    proves!("RA-140", "RA-054");
    let closed = Fixture::new(ADV1).keyword("GATE").at_entry("A1");
    play(closed.table(), "seat 0 may move\nseat 0 may not the_end");
    let mut open = Fixture::new(ADV1).keyword("GATE").at_entry("A1");
    open.state.map.end_open = true;
    play(open.table(), "seat 0 may move\nseat 0 may the_end");
}

#[test]
fn tv_18_the_third_time_is_the_third_box_and_the_rest_track_is_erased() {
    proves!("RA-183", "RA-R41", "RA-R51");
    for (mode, left) in [("normal", 0), ("legendary", 1)] {
        let f = Fixture::new(&format!("seats=1 scope=adventure adventure=ADV1 mode={mode}"));
        let f = f.journal(|j| (j.deaths, j.rests) = (2, 3)).fatigue(0, 16, 16).xp(5);
        let f = f.keyword("GATE").at_entry("A1");
        // The choice would be offered to a fallen party: the death step comes first.
        assert_eq!((f.state.journal.deaths, f.state.journal.rests), (3, left), "{mode}");
        play(f.table(), "xp is 3\np0.fatigue is 11\nentry is A1");
    }
    let f = Fixture::new("seats=1 scope=adventure adventure=ADV1").journal(|j| j.deaths = 5).xp(0);
    let f = f.hand(0, "").fatigue(0, 16, 16).keyword("GATE").at_entry("A1");
    assert_eq!(f.state.journal.deaths, 5, "the last box is read again");
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

#[test]
fn tv_89_after_a_death_the_next_rest_marks_the_first_box() {
    proves!("RA-183", "RA-121");
    let f = Fixture::new("seats=1 scope=adventure adventure=ADV1").journal(|j| j.rests = 3).xp(3);
    let f = f.keyword("GATE").fatigue(0, 16, 16).at_entry("A1");
    play(f.table(), "deaths is 1\nrests is 0\nseat 0: rest\nrests is 1");
}
