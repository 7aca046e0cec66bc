//! Rounds and turns: order, no passing, stuns, who draws, when a combat is over.

use crate::{
    fixture::Fixture,
    words::{Ability, Class, Epic, FoeId, Kind},
};
use kernel::{Seat, proves, script::play};

#[test]
fn pr_033_a_combat_starts_with_the_whole_deck_full_enemies_and_the_party() {
    proves!("PR-033", "PR-200", "PR-R78");
    for (cards, kind) in [
        ("5/5/5/5", Kind::Minion),
        ("2/6/2/2", Kind::Defender),
        ("7/2/7/3", Kind::Trickster),
        ("9/9/9/9", Kind::Commander),
        ("2/2/2/9", Kind::Commander),
        ("2/3/4/A", Kind::Dragon),
    ] {
        let table = Fixture::fight(&[cards]).table();
        let foe = *table.state().foe(FoeId::enemy(0));
        assert_eq!((foe.kind, foe.hp), (kind, foe.cards[0].number().into()), "{cards}");
        play(table, "deck is 52 \n round is 1 \n asked seat 0, seat 1, seat 2, seat 3");
    }
}

#[test]
fn pr_041_each_hero_has_one_turn_in_an_order_chosen_anew() {
    proves!("PR-041");
    let round = "
        seat 2: defend
        draw KH
        asked seat 0, seat 1, seat 3
        seat 0: defend
        draw KD
        seat 3: defend
        draw KS
        asked seat 1
        seat 1: defend
        draw KC
        draw QH                    # the Minion misses
        asked seat 0, seat 1, seat 2, seat 3
        round is 2
        seat 1: defend
    ";
    play(Fixture::fight(&["4/3/5/2"]).table(), round);
}

#[test]
fn pr_042_a_turn_ends_the_stance_then_loses_or_advances_or_acts() {
    proves!("PR-042", "PR-R73", "PR-R81");
    play(
        Fixture::fight(&["4/3/5/2"])
            .hero(0, |h| (h.stance, h.stunned) = (true, true))
            .hero(2, |h| h.stance = true)
            .charged(2, Epic::Xxx)
            .table(),
        "
        h0.stance is on
        seat 0 may not defend      # stunned: only the turn itself can be taken
        seat 0: begin
        says loses the turn
        h0.stance is off
        h0.stunned is off
        seat 2: begin
        h2.stance is off
        asked chance               # XXX takes effect as his action
        ",
    );
}

#[test]
fn pr_043_there_is_no_pass() {
    proves!("PR-043");
    let table = Fixture::fight(&["4/3/5/2"]).table();
    for seat in Seat::first(4) {
        let options: Vec<String> = table.legal(seat).iter().map(ToString::to_string).collect();
        assert!(!options.is_empty());
        assert!(!options.iter().any(|o| o == "done" || o == "stay_down" || o == "decline"), "{options:?}");
    }
}

#[test]
fn pr_045_the_combat_is_over_with_the_last_enemy_and_the_game_with_the_last_hero() {
    proves!("PR-045", "PR-400", "PR-R68");
    play(
        Fixture::fight(&["4/3/5/2"]).foe(1, |f| f.hp = 1).table(),
        "
        seat 2: attack e1
        draw 8H
        draw 9S
        e1.there is off
        combat is off              # at once: the others have no turn
        ",
    );
    play(
        Fixture::fight(&["4/3/5/2"]).only(&[2]).hero(2, |h| h.hp = 1).enemies_first().table(),
        "
        draw 4S
        draw KS
        ending is defeat
        asked nobody
        ",
    );
}

#[test]
fn pr_r68_if_both_sides_die_together_it_is_a_defeat() {
    proves!("PR-R68", "PR-400");
    play(
        Fixture::fight(&["4/3/5/2"])
            .only(&[2])
            .hero(2, |h| h.hp = 1)
            .foe(1, |f| f.hp = 1)
            .with(|s| s.items.spiked_armor = Some(Seat::new(2)))
            .enemies_first()
            .table(),
        "
        draw 4S
        draw KS
        ending is defeat
        ",
    );
}

#[test]
fn pr_058_actions_without_effect_are_legal() {
    proves!("PR-058");
    let table = Fixture::fight(&["4/3/5/2"]).hero(2, |h| h.double_damage = true).table();
    let label = |action: &str| {
        let seat = Seat::new(if action.starts_with("cure") { 0 } else { 2 });
        kernel::Show::label(table.game().as_ref(), table.state(), seat, action.parse().unwrap())
    };
    assert!(
        label("double_damage").ends_with("[no effect now]") && label("cure h1").ends_with("[no effect now]")
    );
    assert!(!label("precise_strike").contains("no effect"));
    play(
        table,
        "
        seat 0 may cure h0         # nobody is hurt
        seat 2 may double_damage   # it is on already
        seat 2: double_damage
        draw 3H
        h2.double_damage is on
        ",
    );
}

#[test]
fn pr_r79_only_cards_a_hero_turns_himself_end_his_epic() {
    proves!("PR-R79", "PR-026");
    play(
        Fixture::fight(&["4/3/5/2"]).charged(1, Epic::Immunity).table(),
        "
        seat 1: begin
        h1.runs.immunity is on
        seat 0: attack e1
        draw 5C                    # the Healer's club, and the enemy's
        draw 3C
        h1.runs.immunity is on
        seat 2: defend
        draw KC
        seat 3: defend
        draw QC
        draw 2C
        h1.runs.immunity is on
        seat 1: defend
        draw 4C                    # his own
        h1.runs.immunity is off
        ",
    );
}

#[test]
fn pr_085_epics_end_with_the_owners_death_a_slot_change_and_the_combat() {
    proves!("PR-085", "PR-055", "PR-R59");
    let running =
        || Fixture::fight(&["4/3/5/2"]).charged(1, Epic::Immunity).hero(1, |h| h.known.insert(Ability::Cure));
    play(
        running().table(),
        "
        seat 1: begin
        seat 2: attack e1
        draw 8H
        draw 9S
        seat 0: defend
        draw KD
        seat 3: defend
        draw KS
        draw QH
        seat 1: slot 1 cure
        h1.class is paladin
        h1.runs.immunity is off
        ",
    );
    play(
        running().foe(1, |f| f.hp = 1).table(),
        "
        seat 1: begin
        seat 2: attack e1
        draw 8H
        draw 9S
        combat is off
        draw 3H
        seat 0: treasure h0 attack
        h1.runs.immunity is off
        ",
    );
    play(
        Fixture::fight(&["4/3/5/2"])
            .class(0, Class::Barbarian)
            .charged(1, Epic::BattlePrayer)
            .class(1, Class::WarCleric)
            .hero(1, |h| h.hp = 1)
            .table(),
        "
        seat 1: begin
        h0.defense is 11
        seat 0: defend
        draw KD
        seat 2: defend
        draw KS
        seat 3: defend
        draw KC
        draw 4D
        draw AS
        h1.hp is 0
        h0.defense is 8
        ",
    );
}

#[test]
fn pr_055_and_r59_a_slot_change_resets_boosts_tokens_and_charge() {
    proves!("PR-055", "PR-R59");
    let party = Fixture::fight(&["4/3/5/2"]).hero(3, |h| h.known.insert(Ability::DoubleDamage)).with(|s| {
        s.tokens[Seat::new(3)][0] = crate::state::Place::hero(Seat::new(2), crate::words::Stat::Attack)
    });
    play(
        party.table(),
        "
        h2.attack is 10
        seat 0 may not slot 1 cure       # no unslotted ability is known
        seat 3: slot 2 double_damage
        h3.class is troubadour
        h2.attack is 9
        h3.supply is 4
        asked seat 0, seat 1, seat 2     # it was his action, and no card was turned
        deck is 52
        ",
    );
}

#[test]
fn pr_087_and_r60_a_hero_fires_his_original_epic_or_that_of_his_present_class() {
    proves!("PR-087", "PR-R60");
    let became_healer = Fixture::fight(&["4/3/5/2"]).class(2, Class::Healer).table();
    play(
        became_healer,
        "
        seat 2 may epic xxx
        seat 2 may epic resurrection
        seat 2 may not epic immunity
        seat 1 may epic immunity
        seat 1 may not epic xxx
        ",
    );
}

#[test]
fn pr_r70_the_boost_is_absorbed_by_the_attacked_hero() {
    proves!("PR-R70", "PR-219");
    play(
        Fixture::fight(&["9/6/5/7"])
            .foe(1, |f| f.boost = Some(3))
            .hero(0, |h| h.stance = true)
            .enemies_first()
            .table(),
        "
        die 1
        draw 4H                    # hits the Healer, who is on guard
        h0.hp is 7
        e1.boost is off
        ",
    );
}

#[test]
fn pr_410_to_412_everybody_sees_everything_but_no_order() {
    proves!("PR-410", "PR-411", "PR-412");
    let table = Fixture::fight(&["4/3/5/2"]).deck("2H 3D 4S").table();
    for seat in Seat::first(4) {
        assert_eq!(table.view(seat).state(), table.state(), "nothing is private to one player");
    }
    let after = play(table, "seat 2: attack e1");
    let odds = after.view(Seat::new(0)).state().random.odds();
    assert_eq!(
        odds.iter().map(|(_, weight)| weight).collect::<Vec<_>>(),
        [1, 1, 1],
        "composition, not order"
    );
}
