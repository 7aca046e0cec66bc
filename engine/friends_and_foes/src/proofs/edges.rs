//! Corners of the rules: limits, no cards left, searching beside enemies, chains, teams.

use crate::fixture::Fixture;
use kernel::{proves, script::play};

#[test]
fn fo_146_one_attack_a_turn_or_one_with_each() {
    proves!("FO-146", "FO-R30", "FO-180");
    let fight = |options: &str| {
        Fixture::new(options).put("a1", "WA1 ATK-05", "r1c1").put("b1", "KN2", "r1c1").table()
    };
    let lines = "seat 0: attack a1 basic 0t\ndraw 2C\ndraw 9C\n";
    play(fight(""), &format!("{lines}seat 0 may not attack a1 ATK-05 0t\nseat 0 may not attack a1 basic 0t"));
    play(
        fight("attack_limit=per_ability"),
        &format!("{lines}seat 0 may attack a1 ATK-05 0t\nseat 0 may not attack a1 basic 0t"),
    );
}

#[test]
fn fo_176_searching_beside_enemies() {
    proves!("FO-176", "FO-R66");
    let beside =
        |options: &str| Fixture::new(options).put("a1", "WA1", "r1c1").put("b1", "KN1", "r1c1").table();
    play(beside(""), "seat 0 may search a1");
    play(beside("preset=club"), "seat 0 may not search a1");
}

#[test]
fn fo_111_and_112_played_cards_are_discarded_and_nothing_counts_zero() {
    proves!("FO-111", "FO-112", "FO-124", "FO-R04", "FO-R23");
    play(
        Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "RO1", "r3c3").hand(0, "9C").table(),
        "seat 0: search a1\nseat 0: hand 9C\n0.discarded.9C is true\n0.hand is 0",
    );
    // All cards of the defender are gone: sigils and initiative would hold them; here they are simply not there.
    let bare = Fixture::new("").put("a1", "WA1", "r1c1").put("b1", "RO1", "r1c1").with(|s| {
        s.sides[kernel::Seat::new(1)].deck = kernel::CardSet::EMPTY;
    });
    play(
        bare.table(),
        "seat 0: attack a1 basic 0t
         draw 2C
         says seat 1 has no card to play
         says defends with 1
         says row 1 of the table, 2 damage",
    );
    // With the deck gone a hand card must do, and drawing is illegal.
    let all = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD \
               AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC";
    play(
        Fixture::new("").put("a1", "WA1 ATK-05", "r1c1").put("b1", "RO1", "r1c1").hand(0, all).table(),
        "seat 0 may not draw 0t
         seat 0: attack a1 ATK-05 0t
         seat 0 may not deck
         seat 0: hand 9C
         draw 5C
         asked seat 0            # overclock: no deck is left
         seat 0: hand 3H
         says overclocks: +3",
    );
}

#[test]
fn reactions_may_answer_reactions_if_agreed() {
    proves!("FO-263");
    let fight = |options: &str| {
        Fixture::new(options)
            .put("a1", "WA2 REA-01 PAS-07", "r1c1")
            .put("b1", "WA2 REA-01 PAS-07", "r1c1")
            .table()
    };
    let lines = "seat 0: attack a1 basic 0t\ndraw 2C\ndraw 9C\nseat 1: react b1 REA-01\ndraw 2D\ndraw 9D\n";
    play(fight(""), &format!("{lines}seat 0 may not react a1 REA-01"));
    play(
        fight("reaction_chains=true"),
        &format!("{lines}seat 0: react a1 REA-01\ndraw 2H\ndraw 9H\nasked seat 0\nseat 0 may search a1"),
    );
}

#[test]
fn a_reaction_attack_is_no_attack_action_and_each_reaction_comes_once_a_turn() {
    proves!("FO-263", "FO-217");
    play(
        Fixture::new("")
            .put("a1", "WA1", "r1c1")
            .put("a2", "WA1", "r1c1")
            .put("b1", "WA1 REA-01", "r1c1")
            .table(),
        "seat 0: attack a1 basic 0t
         draw 2C
         draw 9C
         seat 1: react b1 REA-01
         draw 2D
         draw 9D
         seat 0: attack a2 basic 0t
         draw 2H
         draw 9H
         asked seat 0             # not again in this turn
         seat 0: end
         seat 1 may attack b1 basic 0t",
    );
}

#[test]
fn a_riposte_needs_a_legal_target() {
    // The attacker's friend is named defender of the garrison, so the attacker cannot be struck in melee.
    let behind = Fixture::new("scenario=SCN-2")
        .put("a1", "WA1", "r1c1")
        .put("a2", "KN3", "r1c1")
        .put("b1", "RO1 REA-01", "r1c1")
        .with(|s| {
            s.defenders.insert("a2".parse().unwrap());
            s.held[0] = crate::state::Holder::of(0);
        });
    play(behind.table(), "seat 0: attack a1 basic 0t\ndraw 2C\ndraw 9C\nasked seat 0");
}

#[test]
fn a_player_without_characters_is_out_and_keeps_the_treasure() {
    proves!("FO-149", "FO-193", "FO-R32");
    play(
        Fixture::new("seats=3")
            .put("a1", "WA1", "M")
            .put("b1", "RO1", "M")
            .put("c1", "KN1", "H3")
            .health("b1", 1)
            .treasure(1, 7)
            .table(),
        "seat 0: attack a1 basic 0t
         draw 10C
         draw 9C
         seat 0: pick 10C
         draw 2C
         b1.area is removed
         1.treasure is 7
         asked seat 0
         seat 0: end
         asked seat 2             # seat 1 takes no turn any more",
    );
}
