//! Which tables the options allow: seats, teams, scenarios and maps.

use crate::{BadOption, Content, FriendsAndFoes, Options};
use kernel::{Table, proves};
use std::sync::Arc;

fn game(options: &str) -> Result<FriendsAndFoes, BadOption> {
    let mut chosen = Options::default();
    for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        chosen.set(name, value)?;
    }
    FriendsAndFoes::new(Content::built_in(), chosen)
}

fn table(options: &str) -> Table<FriendsAndFoes> {
    Table::new(Arc::new(game(options).unwrap_or_else(|e| panic!("{e}"))))
}

#[test]
fn two_may_play_against_one() {
    proves!("FO-R65");
    assert_eq!(table("seats=3 teams=01v2").game().teams, 2);
}

#[test]
fn a_scenario_may_be_played_on_another_map() {
    let on_passes = table("seats=4 teams=01v23 scenario=SCN-1 map=H5");
    assert_eq!(on_passes.game().content.maps[usize::from(on_passes.state().map)].id, "H5");
}

#[test]
fn a_table_that_cannot_be_is_refused_with_what_would_be_possible() {
    for (options, expected) in [
        (
            "seats=3 scenario=SCN-3",
            "SCN-4 (Three Crowns) for teams 0v1v2; or SCN-3 with deployment=drafting and map=P1, P2, H3",
        ),
        ("scenario=SCN-5", "SCN-1 (Road Toll), SCN-2 (Grave Goods), SCN-3 (Hold the Crossing)"),
        ("scenario=SCN-5", "or SCN-5 with map=P1, P2, H1, H2"),
        ("seats=4 teams=01v23 scenario=SCN-6 map=P1", "or SCN-6 with map=H4"),
        ("seats=3 scenario=SCN-4 map=P2", "SCN-4 (Three Crowns) for teams 0v1v2; or SCN-4 with map=H3"),
        ("seats=4 scenario=SCN-5 map=H3", "SCN-5 with teams 01v23 and map=H3"),
        ("seats=2 teams=01v23", "all of 2 seats"),
        ("map=X9", "a map of the content: P1, P2, H1"),
        ("formations=WB-77", "a warband of the content"),
        ("scenario=SCN-30", "SCN-30"),
    ] {
        let why = game(options).expect_err("must be refused").to_string();
        assert!(why.contains(expected), "{options}: {why}");
    }
}

#[test]
fn what_a_refusal_names_can_be_played() {
    for options in [
        "seats=3 scenario=SCN-1",
        "seats=4 teams=01v23 scenario=SCN-2",
        "scenario=SCN-5 map=P1",
        "seats=4 scenario=SCN-3 map=P2 deployment=board_edge",
        "seats=4 scenario=SCN-6 map=P1 deployment=drafting",
        "victory=territories",
        "victory=territories+hill+breakthrough deployment=random",
    ] {
        game(options).unwrap_or_else(|why| panic!("{options}: {why}"));
    }
}

#[test]
fn with_nothing_agreed_on_the_scenarios_made_for_a_table_come_first() {
    for (options, expected) in
        [("seats=2", "SCN-1"), ("seats=3", "SCN-4"), ("seats=4", "SCN-6"), ("seats=4 teams=01v23", "SCN-5")]
    {
        let game = game(options).unwrap_or_else(|why| panic!("{options}: {why}"));
        let (scenario, _) = game.grounds[0];
        assert_eq!(game.content.scenarios[usize::from(scenario)].0.to_string(), expected, "{options}");
    }
}
