//! Every ability that the vectors leave out, one test a card.

use crate::fixture::Fixture;
use kernel::{proves, script::play};

/// Seat 0 with one character of this card, seat 1 with a Knight beside it.
fn duel(card: &str) -> Fixture {
    Fixture::new("").put("a1", card, "r1c1").put("b1", "KN1", "r1c1")
}

#[test]
fn act_01_mend_heals_a_friend_nearby_up_to_full_health() {
    proves!("FO-185", "FO-243", "FO-261", "FO-260");
    play(
        Fixture::new("")
            .put("a1", "OR1 ACT-01", "r1c1")
            .put("a2", "KN1", "r1c2")
            .put("a3", "KN1", "r1c3")
            .put("b1", "KN1", "r3c3")
            .health("a2", 4)
            .health("a3", 1)
            .table(),
        "seat 0: use a1 ACT-01 0t       # only a2 is near and hurt
         a2.health is 5
         a3.health is 1
         0.tokens is 4
         seat 0 may not use a1 ACT-01 0t",
    );
}

#[test]
fn act_02_cut_purse_steals_what_there_is() {
    let thief = |treasure: u16| duel("RO1 ACT-02").treasure(1, treasure).table();
    let lines = "seat 0: use a1 ACT-02 0t\n";
    play(thief(5), &format!("{lines}draw 5C\nsays fails\n1.treasure is 5"));
    play(thief(5), &format!("{lines}draw 6C\n0.treasure is 1\n1.treasure is 4"));
    play(thief(5), &format!("{lines}draw JC\n0.treasure is 2\n1.treasure is 3"));
    play(thief(1), &format!("{lines}draw AC\n0.treasure is 1\n1.treasure is 0"));
}

#[test]
fn act_03_sure_feet_go_two_steps_with_a_check_for_each_difficult_one() {
    play(
        Fixture::new("").put("a1", "RO1 ACT-03", "r1c1").put("b1", "KN1", "r3c3").table(),
        "seat 0: use a1 ACT-03 0t
         seat 0: go r1c2
         seat 0: go r2c2
         a1.area is r2c2
         asked seat 0
         seat 0 may move a1 r2c1 0t",
    );
    play(
        Fixture::new("").put("a1", "RO1 ACT-03", "r1c1").put("b1", "KN1", "r3c3").table(),
        "seat 0: use a1 ACT-03 0t
         seat 0: go r2c1
         draw 3C
         a1.area is r1c1
         asked seat 0
         seat 0 may search a1",
    );
    // Trailwise helps with the first step only.
    play(
        Fixture::new("").put("a1", "RG1 ACT-03", "r1c1").put("b1", "KN1", "r3c3").table(),
        "seat 0: use a1 ACT-03 0t
         seat 0: go r2c1
         a1.area is r2c1
         seat 0: go r3c1
         draw 9C
         a1.area is r3c1",
    );
}

#[test]
fn act_04_blink_goes_anywhere_in_sight() {
    play(
        Fixture::new("").put("a1", "WI1 ACT-04", "r1c1").put("b1", "KN1", "r3c2").table(),
        "seat 0: use a1 ACT-04 0t
         0.tokens is 3
         seat 0 may not go r3c1
         seat 0: go r3c3
         a1.area is r3c3",
    );
}

#[test]
fn act_05_brace_lasts_until_the_owners_next_turn() {
    proves!("FO-244");
    play(
        duel("KN1 ACT-05").table(),
        "a1.armor is 3
         seat 0: use a1 ACT-05 0t
         a1.armor is 5
         seat 0: end
         a1.armor is 5
         seat 1: draw 0t
         draw 2C
         seat 1: end
         a1.armor is 3",
    );
}

#[test]
fn act_07_study_draws_two() {
    play(duel("WI1 ACT-07").table(), "seat 0: use a1 ACT-07 0t\ndraw 2C\ndraw 3C\n0.hand is 2\nasked seat 0");
}

#[test]
fn act_09_smoke_hides_until_the_end_of_the_round() {
    let smoke =
        Fixture::new("").put("a1", "RO1 ACT-09", "r2c2").put("a2", "RG1", "r1c1").put("b1", "KN1", "r3c3");
    play(
        smoke.table(),
        "seat 0 may attack a2 basic 0t
         seat 0: use a1 ACT-09 0t
         says r2c2 is Obscuring
         seat 0 may not attack a2 basic 0t",
    );
}

#[test]
fn act_11_press_on_moves_two_minions() {
    play(
        Fixture::new("")
            .put("a1", "RG1 ACT-11", "r1c1")
            .put("a2", "MIN-1", "r1c1")
            .put("a3", "MIN-1", "r1c2")
            .put("a4", "MIN-1", "r3c3")
            .put("b1", "KN1", "r3c2")
            .table(),
        "seat 0: use a1 ACT-11 0t
         seat 0 may not target a4
         seat 0: target a3
         seat 0: go r2c2
         seat 0 may not target a3
         seat 0: target a2
         seat 0: go r2c1
         draw 6C                  # 7 would be needed
         a2.area is r1c1
         a3.area is r2c2
         asked seat 0",
    );
}

#[test]
fn atk_06_and_advantage_by_the_card() {
    play(
        Fixture::new("").put("a1", "RG1 ATK-06", "r1c1").put("b1", "KN1", "r1c1").table(),
        "seat 0: attack a1 ATK-06 0t\ndraw 4C\ndraw 9C\nseat 0: pick 9C\nsays attacks with 10",
    );
}

#[test]
fn atk_08_reach_goes_one_step() {
    proves!("FO-201", "FO-R39");
    let darts = |area: &str| Fixture::new("").put("a1", "RO1 ATK-08", "r1c1").put("b1", "KN1", area).table();
    play(darts("r1c2"), "seat 0 may attack a1 ATK-08 0t\nseat 0 may not attack a1 basic 0t");
    play(darts("r2c2"), "seat 0 may not attack a1 ATK-08 0t");
}

#[test]
fn atk_12_spirit_lash_heals_if_it_hurts() {
    let lash = || duel("OR1 ATK-12").health("a1", 2).table();
    play(
        lash(),
        "seat 0: attack a1 ATK-12 0t\ndraw 9C\nseat 0: keep\ndraw 2C\nb1.health is 3\na1.health is 3",
    );
    play(
        lash(),
        "seat 0: attack a1 ATK-12 0t\ndraw 2C\nseat 0: keep\ndraw 9C\nb1.health is 5\na1.health is 2",
    );
}

#[test]
fn atk_13_withers_for_the_round_and_does_not_add_up() {
    play(
        Fixture::new("")
            .put("a1", "WI1 ATK-13", "r1c1")
            .put("a2", "WI1 ATK-13", "r1c1")
            .put("b1", "KN2", "r1c1")
            .table(),
        "b1.armor is 3
         seat 0: attack a1 ATK-13 0t
         draw 9C
         draw 8C
         b1.armor is 2
         b1.warding is 0
         seat 0: attack a2 ATK-13 0t
         draw 9D
         draw 8D
         b1.armor is 2
         b1.warding is 0",
    );
}

#[test]
fn atk_14_and_atk_16_empower_friends_and_weaken_enemies() {
    play(
        Fixture::new("")
            .put("a1", "KN1 ATK-14", "r1c1")
            .put("a2", "RG1 ATK-16", "r1c2")
            .put("b1", "KN1", "r1c1")
            .table(),
        "seat 0: empower a1 ATK-14 0t
         a2.warding is 2
         b1.warding is 1
         draw 2C
         draw 9C
         seat 0: empower a2 ATK-16 0t
         b1.armor is 2
         a1.armor is 3
         draw 2D
         draw 9D
         0.tokens is 1",
    );
}

#[test]
fn rea_03_step_in_and_rea_04_slip_away() {
    play(
        Fixture::new("").put("a1", "RO1", "r1c1").put("b1", "KN1 REA-03", "r2c2").table(),
        "seat 0: move a1 r1c2 0t
         seat 0: stop
         seat 1: react b1 REA-03
         b1.area is r1c2
         asked seat 0",
    );
    play(
        Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "RO1 REA-04", "r1c1").table(),
        "seat 0: attack a1 basic 0t
         draw 9C
         draw 9D
         seat 1: react b1 REA-04
         seat 1: go r2c1              # Difficult, but no check
         b1.area is r2c1
         1.tokens is 4",
    );
}

#[test]
fn rea_05_backlash_answers_magic_only() {
    let fight =
        |attacker: &str| Fixture::new("").put("a1", attacker, "r1c1").put("b1", "WI1 REA-05", "r1c1").table();
    play(fight("WA1"), "seat 0: attack a1 basic 0t\ndraw 2C\ndraw 9D\nasked seat 0");
    play(
        fight("WI1"),
        "seat 0: attack a1 basic 0t
         draw 2C
         draw 9D
         seat 1: react b1 REA-05
         says attacks Candle Student (a1) with Backlash
         draw 5C
         says attacks with 7
         draw 9H
         asked seat 0",
    );
}

#[test]
fn rea_06_and_rea_07_happen_by_themselves() {
    proves!("FO-262", "FO-004");
    play(
        Fixture::new("")
            .put("a1", "WA1", "r1c1")
            .put("a2", "RO1 REA-07", "r1c2")
            .put("b1", "RO1", "r1c1")
            .put("b2", "KN1 REA-06", "r3c3")
            .health("b1", 1)
            .table(),
        "seat 0: attack a1 basic 0t
         draw 10C
         draw 2C
         b1.area is removed
         0.treasure is 2
         1.tokens is 6
         asked seat 0",
    );
}

#[test]
fn rea_08_soothing_word_heals_the_hurt_friend() {
    play(
        Fixture::new("")
            .put("a1", "WA1", "r1c1")
            .put("b1", "KN1", "r1c1")
            .put("b2", "OR1 REA-08", "r1c2")
            .table(),
        "seat 0: attack a1 basic 0t
         draw 10C
         draw 7D
         b1.health is 4
         seat 1: react b2 REA-08
         b1.health is 5
         asked seat 0",
    );
}

#[test]
fn passives_change_the_sheet() {
    proves!("FO-265", "FO-244", "FO-240");
    play(
        Fixture::new("")
            .put("a1", "RO3 PAS-04 PAS-05 PAS-06", "r1c1")
            .put("a2", "RO1 PAS-07", "r1c2")
            .put("b1", "KN1", "r3c3")
            .table(),
        "a1.health is 8
         a1.armor is 2
         a1.warding is 2
         a2.sprint is 2",
    );
}

#[test]
fn pas_01_pas_03_and_pas_08_fencer_counter_chant_and_reckless_heart() {
    play(
        Fixture::new("")
            .put("a1", "WA2 PAS-01 PAS-08", "r1c1")
            .put("b1", "OR1 PAS-03", "r1c1")
            .hand(0, "2H")
            .hand(1, "2S")
            .table(),
        "seat 0: attack a1 basic 0t
         seat 0: deck
         draw 6C
         seat 1: deck
         draw 9C
         seat 1: keep
         draw 3H                       # Reckless Heart overclocks
         says overclocks: +3
         asked seat 0
         seat 0: expertise 2H          # Fencer
         says row 1",
    );
    play(
        Fixture::new("").put("a1", "WI1", "r1c1").put("b1", "OR1 PAS-03", "r1c1").hand(1, "2S").table(),
        "seat 0: attack a1 basic 0t
         draw 6C
         seat 1: deck
         draw 9C
         seat 1: keep
         asked seat 1
         seat 1: expertise 2S",
    );
}
