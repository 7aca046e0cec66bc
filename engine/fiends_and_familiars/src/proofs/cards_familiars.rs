//! Every Familiar Action, taken after a die was placed in the Familiar Row.

use super::cards_table::{A, Fixture, fiend, market, minion};
use crate::{State, words::Row};
use kernel::{proves, script::play};

/// Seat a places a white 4 beside its Familiar's first die and takes the action.
fn acts(name: &str, change: impl FnOnce(Fixture) -> Fixture, lines: &str) -> State {
    let fixture = Fixture::new(2)
        .familiar(A, name)
        .dice(Row::Familiar, "red1")
        .dice(Row::Str, "blue5 green6")
        .initiative(1, "white4");
    let table = change(fixture).select();
    let table = play(table, "seat 0: take I1\nseat 0: place white4 familiar\nseat 0: act familiar");
    *play(table, lines).state()
}

const fn same(fixture: Fixture) -> Fixture {
    fixture
}

#[test]
fn ember_newt_flips_only_familiar_dice() {
    proves!("FF-750", "FF-316");
    acts(
        "Ember Newt",
        same,
        "seat 0 may not flip str1\nseat 0: flip familiar1\na.familiar is red6 white4 none",
    );
}

#[test]
fn changeling_cat_swaps_a_familiar_die_with_any() {
    acts(
        "Changeling Cat",
        same,
        "seat 0 may not swap str1 str2\nseat 0: swap str1 familiar1\na.familiar is blue5 white4 none",
    );
}

#[test]
fn twin_squirrels_change_two_dice_by_one() {
    acts(
        "Twin Squirrels",
        same,
        "seat 0: turn str1 6\nseat 0: turn familiar1 2\na.str is blue6 green6 none\na.familiar is red2 white4 none",
    );
}

#[test]
fn magpie_bookwyrm_owl_and_peacock_bring_goods() {
    acts("Magpie", same, "a.gold is 7");
    acts("Bookwyrm", same, "a.gold is 6\na.xp is 1");
    acts("Old Owl", same, "a.xp is 2");
    acts("Peacock", same, "a.gold is 6\na.charisma is 1");
}

#[test]
fn weathercock_rerolls_twice_keeping_either() {
    acts(
        "Weathercock",
        same,
        "seat 0: reroll str1\ndie blue2\nseat 0: old\nseat 0: reroll str2\ndie green1\nseat 0: new\na.str is blue5 green1 none",
    );
}

#[test]
fn little_imp_walks_up_to_two_steps() {
    acts("Little Imp", same, "seat 0: step evil\nseat 0: step chaotic\na.token is 8");
    acts("Little Imp", same, "seat 0: step evil\nseat 0: skip\na.token is 7");
}

#[test]
fn training_hound_refreshes_a_skill() {
    let lunge = market("Lunge");
    let tired = |f: Fixture| f.owns("Lunge").with(|s| s.players[A].exhausted.insert(lunge));
    let state = acts("Training Hound", tired, &format!("seat 0: refresh {lunge}"));
    assert!(state.players[A].exhausted.is_empty());
}

#[test]
fn pack_raccoon_turns_up_three_cards() {
    let (coif, lunge, sling, feint) =
        (market("Mail Coif"), market("Lunge"), market("Sling"), market("Feint"));
    let deck = |f: Fixture| {
        f.row(&["Mail Coif"]).with(|s| s.market_deck.upper = [lunge, sling, feint].into_iter().collect())
    };
    let lines = format!(
        "card {lunge}\ncard {sling}\ncard {feint}\nseat 0: exchange {lunge} {coif}\nmarket is {lunge}\ndiscard is 3"
    );
    acts("Pack Raccoon", deck, &lines);
}

#[test]
fn river_otter_changes_a_die_by_up_to_two() {
    acts("River Otter", same, "seat 0 may turn str1 6\nseat 0: turn str1 3\na.str is blue3 green6 none");
}

#[test]
fn mockingbird_acts_for_a_complete_attribute_row() {
    let full = |f: Fixture| f.dice(Row::Cha, "red1 red1 red1");
    acts("Mockingbird", full, "seat 0 may not act str\nseat 0: act cha\na.charisma is 1");
}

#[test]
fn temple_ferret_banishes_for_two_gold() {
    acts(
        "Temple Ferret",
        |f| f.fiend("Stench"),
        &format!("seat 0: banish {} card\na.gold is 3\na.banished is 1", fiend("Stench")),
    );
}

#[test]
fn truffle_boar_reveals_another_minion_and_readies_a_die() {
    let hag = minion("Mud Hag");
    let state = acts("Truffle Boar", |f| f.revealed("Toll Ogre"), &format!("minion {hag}\nminion is {hag}"));
    assert_eq!(state.players[A].hunt_dice, 1);
}
