//! FO-T54 to FO-T62: steps, sprints, difficult ground.

use crate::fixture::Fixture;
use kernel::{proves, script::play};

fn walker(options: &str, card: &str) -> Fixture {
    Fixture::new(options).put("a1", card, "r1c1").put("b1", "KN1", "r3c3")
}

/// Moves to r1c2 and sprints with a card.
#[track_caller]
fn sprints(options: &str, who: &str, card: &str, succeeds: bool) {
    let may =
        if succeeds { "seat 0 may go r1c3\nseat 0 may stay" } else { "seat 0 may not stay\na1.area is r1c2" };
    play(
        walker(options, who).table(),
        &format!("seat 0: move a1 r1c2 0t\na1.area is r1c2\nseat 0: sprint\ndraw {card}\n{may}"),
    );
}

#[test]
fn fo_t54_to_t56_a_sprint_needs_the_value_or_a_critical() {
    proves!("FO-160", "FO-161", "FO-162", "FO-241", "FO-R33", "FO-123", "FO-120");
    sprints("", "RG1", "5S", true);
    sprints("sprint_compare=greater", "RG1", "5S", false);
    sprints("", "RG1", "4H", false);
    sprints("", "RG1", "AH", true);
    sprints("", "KN1", "7C", false);
    sprints("", "KN1", "QC", true);
    sprints("", "KN1", "JC", true);
}

#[test]
fn fo_t57_a_failed_check_ends_the_move_where_it_began() {
    proves!("FO-164", "FO-306", "FO-148", "FO-R35");
    play(
        walker("", "WA1").table(),
        "seat 0: move a1 r2c1 0t
         draw 5C
         says fails to reach r2c1
         a1.area is r1c1
         0.tokens is 4
         asked seat 0
         seat 0 may not sprint
         seat 0 may not move a1 r1c2 0t",
    );
}

#[test]
fn fo_t58_the_sprint_card_is_also_the_terrain_check() {
    proves!("FO-163", "FO-164", "FO-R34");
    play(
        walker("", "WA1").table(),
        "seat 0: move a1 r2c1 0t
         draw 6C
         a1.area is r2c1
         seat 0: sprint
         draw 9D
         seat 0 may go r1c1      # back where it came from
         seat 0: go r3c1
         a1.area is r3c1
         asked seat 0
         seat 0 may search a1",
    );
}

#[test]
fn fo_t59_trailwise_first_steps_need_no_card() {
    play(
        walker("", "RG1").table(),
        "seat 0: move a1 r2c1 0t
         a1.area is r2c1
         seat 0: sprint
         asked chance
         draw 4C
         a1.area is r2c1",
    );
}

#[test]
fn fo_t60_and_t61_minions_sprint_only_with_lope() {
    proves!("FO-165", "FO-R36", "FO-245");
    play(
        walker("", "MIN-1").table(),
        "seat 0: move a1 r1c2 0t
         a1.area is r1c2
         seat 0 may not sprint
         asked seat 0",
    );
    play(
        walker("", "MIN-3").table(),
        "seat 0: move a1 r1c2 0t
         seat 0: sprint
         draw 4D
         seat 0: go r2c2
         a1.area is r2c2",
    );
}

#[test]
fn fo_t62_diagonal_areas_are_not_adjacent() {
    proves!("FO-300");
    play(
        walker("", "WA1").table(),
        "seat 0 may move a1 r1c2 0t
         seat 0 may move a1 r2c1 0t
         seat 0 may not move a1 r2c2 0t
         seat 0 may not move a1 r1c3 0t",
    );
}

#[test]
fn nothing_hinders_leaving_enemies_and_move_is_one_action() {
    proves!("FO-166", "FO-147", "FO-R31");
    play(
        Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "KN1", "r1c1").table(),
        "seat 0: move a1 r1c2 0t
         seat 0: stop
         a1.area is r1c2
         seat 0 may not move a1 r1c1 0t",
    );
}
