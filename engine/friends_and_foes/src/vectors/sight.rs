//! FO-T63 to FO-T80: lines of sight, garrison, cover, elevation, control.

use crate::{
    fixture::Fixture,
    words::{AbilityId, CharId},
};
use kernel::{proves, script::play};

fn who(text: &str) -> CharId {
    text.parse().unwrap()
}

#[track_caller]
fn sees(fixture: &Fixture, from: &str, to: &str, clear: bool) {
    assert_eq!(fixture.look().sees(fixture.spot(from), fixture.spot(to)), clear, "{from} to {to}");
    assert_eq!(fixture.look().sees(fixture.spot(to), fixture.spot(from)), clear, "{to} to {from}");
}

#[test]
fn fo_t63_to_t66_lines_on_the_forest_road() {
    proves!("FO-301", "FO-304", "FO-R52", "FO-R54");
    let road = Fixture::new("");
    sees(&road, "r1c1", "r3c1", false);
    sees(&road, "r1c1", "r3c3", true);
    sees(&road, "r1c2", "r3c1", false);
    sees(&road, "r1c3", "r3c2", false);
    sees(&road, "r2c1", "r2c3", true);
    sees(&road, "r2c1", "r2c1", true);
}

#[test]
fn fo_t67_under_occupied_only_areas_with_somebody_block() {
    let road = Fixture::new("obscuring=occupied");
    sees(&road, "r1c1", "r3c1", true);
    sees(&road.put("b1", "KN1", "r2c1"), "r1c1", "r3c1", false);
}

#[test]
fn fo_t68_under_conceal_who_is_inside_is_seen_from_beside_only() {
    let fight = |from: &str| {
        Fixture::new("obscuring=conceal").put("a1", "RG1", from).put("b1", "KN1", "r2c1").table()
    };
    play(fight("r3c3"), "seat 0 may not attack a1 basic 0t");
    play(fight("r1c1"), "seat 0 may attack a1 basic 0t");
}

#[test]
fn fo_t69_lines_in_the_graveyard() {
    let graves = Fixture::new("scenario=SCN-2");
    sees(&graves, "r1c1", "r1c3", false);
    sees(&graves, "r1c1", "r2c3", false);
    sees(&graves, "r1c1", "r3c3", true);
}

#[test]
fn fo_t70_lines_at_the_ford() {
    proves!("FO-302");
    let ford = Fixture::new("seats=3");
    sees(&ford, "H1", "H2", false);
    sees(&ford, "M", "H1", true);
    sees(&ford, "R1", "R3", true);
}

/// Seat 0 holds the garrison with a Knight as defender; seat 1 acts.
fn garrison(options: &str) -> Fixture {
    Fixture::new(&format!("scenario=SCN-2 {options}"))
        .put("a1", "KN1", "r1c1")
        .put("a2", "OR1", "r1c1")
        .put("b1", "RO1", "r1c1")
        .with(|s| {
            s.defenders.insert(who("a1"));
            s.held[0] = crate::state::Holder::of(0);
        })
}

#[test]
fn fo_t71_melee_must_strike_the_defender() {
    proves!("FO-203", "FO-310", "FO-R55");
    play(garrison("").order("10").table(), "seat 1: attack b1 basic 0t\nsays attacks Errant (a1) with Knife");
}

#[test]
fn fo_t72_ranged_attacks_may_strike_anyone() {
    proves!("FO-310", "FO-201");
    play(
        garrison("").put("b2", "RG1", "r2c2").order("10").table(),
        "seat 1: attack b2 basic 0t
         seat 1 may target a1
         seat 1 may target a2",
    );
}

#[test]
fn fo_t73_the_naming_lapses_when_the_defender_leaves() {
    proves!("FO-311");
    play(
        garrison("").table(),
        "seat 0: move a1 r1c2 0t
         draw 9D
         seat 0: stop
         r1c1.control is nobody
         defenders is none
         seat 0: end
         seat 1: attack b1 basic 0t
         says attacks Well Listener (a2)",
    );
}

#[test]
fn the_first_strike_of_a_turn_frees_the_way_if_so_agreed() {
    proves!("FO-R55");
    let lines = "seat 1: attack b1 basic 0t\ndraw 2C\ndraw 8D\ndraw 9D\n";
    let two = |options: &str| garrison(options).put("b2", "WA1", "r1c1").health("b2", 1).order("10").table();
    play(
        two("garrison=first_per_turn"),
        &format!("{lines}seat 0: pick 9D\nseat 1: attack b2 basic 0t\nseat 1 may target a2"),
    );
    play(two(""), &format!("{lines}seat 0: pick 9D\nseat 1: attack b2 basic 0t\nsays attacks Errant (a1)"));
}

#[test]
fn fo_311_a_defender_is_named_by_whoever_newly_controls() {
    proves!("FO-311", "FO-310");
    play(
        Fixture::new("scenario=SCN-2")
            .put("a1", "KN1", "r1c2")
            .put("a2", "OR1", "r1c1")
            .put("b1", "RO1", "r1c1")
            .table(),
        "r1c1.control is nobody
         seat 0: move a1 r1c1 0t
         draw 8D
         seat 0: stop
         asked seat 0
         seat 0 may no_defender
         seat 0: defender a2
         defenders is a2",
    );
    // A single candidate is named without a question.
    play(
        Fixture::new("scenario=SCN-2").put("a1", "KN1", "r1c2").put("b1", "RO1", "r3c3").table(),
        "seat 0: move a1 r1c1 0t
         draw 8D
         seat 0: stop
         defenders is a1",
    );
}

#[test]
fn fo_t74_cover_gives_the_controlling_defender_advantage() {
    proves!("FO-305", "FO-118", "FO-R53", "FO-R25");
    play(
        garrison("").order("10").table(),
        "seat 1: attack b1 basic 0t
         draw 5C
         draw 3D
         draw 9S
         asked seat 0
         seat 0: pick 9S
         says defends with 12
         0.discarded.3D is true
         0.discarded.9S is true",
    );
}

#[test]
fn fo_t75_a_tie_controls_nothing_and_gives_no_cover() {
    proves!("FO-341", "FO-R56");
    play(
        Fixture::new("scenario=SCN-2").put("a1", "OR1", "r1c1").put("b1", "RO1", "r1c1").order("10").table(),
        "r1c1.control is nobody
         seat 1: attack b1 basic 0t
         draw 5C
         draw 3D
         seat 0: keep
         says defends with 3",
    );
}

#[test]
fn fo_t76_and_t77_high_ground_helps_whoever_controls_it() {
    proves!("FO-303", "FO-118");
    let basic = AbilityId::NONE;
    let alone = Fixture::new("").put("a1", "RG1", "r1c3").put("b1", "KN1", "r1c2").hand(0, "6S");
    assert!(alone.look().attack_advantage(who("a1"), basic));
    play(
        alone.table(),
        "seat 0: attack a1 basic 0t
         seat 0 may deck
         seat 0: hand 6S
         draw KH
         seat 0: pick 6S
         says attacks with 7",
    );
    let met = Fixture::new("").put("a1", "RG1", "r1c3").put("b1", "WA1", "r1c3");
    assert!(!met.look().attack_advantage(who("a1"), basic));
    assert!(met.look().attack_advantage(who("b1"), basic));
}

#[test]
fn fo_t78_the_card_that_counts_decides_about_critical_and_prepared_spell() {
    proves!("FO-120");
    let tower = || Fixture::new("").put("a1", "WI1", "r1c3").put("b1", "KN1", "r1c2").hand(0, "6S").table();
    let lines = "seat 0: attack a1 basic 0t\nseat 0: hand 6S\ndraw KH\n";
    play(tower(), &format!("{lines}seat 0: pick KH\nsays attacks with 11, critical"));
    play(tower(), &format!("{lines}seat 0: pick 6S\nsays attacks with 9"));
}

#[test]
fn fo_t79_control_is_a_strict_plurality_of_health() {
    proves!("FO-340", "FO-341", "FO-343", "FO-242", "FO-R56");
    let two = |mine: [u8; 2], theirs: u8| {
        Fixture::new("")
            .put("a1", "KN1", "r1c1")
            .put("a2", "KN1", "r1c1")
            .put("b1", "KN2", "r1c1")
            .health("a1", mine[0])
            .health("a2", mine[1])
            .health("b1", theirs)
            .table()
    };
    play(two([4, 3], 6), "r1c1.control is 0\nr2c2.control is nobody");
    play(two([3, 3], 6), "r1c1.control is nobody");
    let three = Fixture::new("seats=3").put("a1", "KN1", "M").put("b1", "KN1", "M").put("c1", "KN1", "M");
    play(three.health("a1", 4).health("b1", 3).health("c1", 3).table(), "M.control is 0");
}

#[test]
fn fo_t80_a_team_adds_its_health_and_the_strongest_or_earliest_member_benefits() {
    proves!("FO-342", "FO-R57");
    let area = |options: &str, order: &str| {
        Fixture::new(&format!("seats=4 teams=01v23 scenario=SCN-5 {options}"))
            .put("a1", "MIN-1", "r1c1")
            .put("b1", "MIN-1", "r1c1")
            .put("c1", "KN1", "r1c1")
            .put("d1", "KN1", "r3c5")
            .order(order)
            .table()
    };
    play(area("", "0123"), "r1c1.control is 0");
    play(area("", "1023"), "r1c1.control is 1");
    play(area("team_control=player", "0123"), "r1c1.control is 2");
}
