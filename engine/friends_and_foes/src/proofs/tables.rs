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
fn a_table_that_cannot_be_is_refused_with_what_was_expected() {
    for (options, expected) in [
        ("seats=3 scenario=SCN-1", "expected a scenario made for this table"),
        ("seats=2 teams=01v23", "all of 2 seats"),
        ("map=X9", "a map of the content"),
        ("formations=WB-77", "a warband of the content"),
        ("scenario=SCN-30", "SCN-30"),
    ] {
        let why = game(options).expect_err("must be refused").to_string();
        assert!(why.contains(expected), "{options}: {why}");
    }
}
