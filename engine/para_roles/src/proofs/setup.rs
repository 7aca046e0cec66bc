//! Set-up: decks, stat modes, role modes, suits, free tokens.

use crate::{
    Content, Options, ParaRoles,
    options::{Allotment, RoleMode, StatMode},
    words::{Ability, Class, Role},
};
use kernel::{Game, Seat, Table, Turn, proves, script::play};
use std::sync::Arc;

fn table(options: Options) -> Table<ParaRoles> {
    Table::new(Arc::new(ParaRoles::new(Content::built_in(), options).expect("options that fit together")))
}

fn cards(table: &Table<ParaRoles>, seat: u8) -> [u8; 4] {
    table.state().heroes[Seat::new(seat)].cards.map(kernel::Rank::number)
}

#[test]
fn pr_001_to_005_the_box_holds_four_decks_of_52_and_markers_are_never_drawn() {
    proves!("PR-001", "PR-002", "PR-003", "PR-R71", "PR-R69");
    let table = table(Options { stats: StatMode::Random, ..Options::default() });
    let s = table.state();
    assert!(s.player_decks.iter().all(|deck| deck.len() == 13));
    assert_eq!((s.random.len(), s.treasure_deck), (52, 52));
    assert_eq!(s.seated().len(), 4, "four seats, always");
    // Drawing on, only the 13 cards of the suit can come.
    assert_eq!(table.odds().expect("a stat card is due").len(), 13);
    let begun = play(super::setup::table(Options::default()), "seat 3: done");
    assert!(
        begun.state().alive.iter().all(|deck| deck.len() == 12),
        "one card of each suit stands as level 1"
    );
}

#[test]
fn pr_030_set_up_goes_from_cards_to_roles_to_free_tokens_to_the_first_enemy() {
    proves!("PR-030", "PR-350", "PR-360", "PR-060", "PR-102");
    let table = table(Options::default());
    assert_eq!((cards(&table, 0), cards(&table, 1)), ([7, 8, 6, 9], [8, 9, 7, 6]));
    assert_eq!((cards(&table, 2), cards(&table, 3)), ([6, 7, 9, 8], [9, 6, 8, 7]));
    play(
        table,
        "
        h0.class is healer
        h1.class is protector
        h2.class is damage
        h3.class is support
        h0.hp is 7
        h3.supply is 4
        e1.there is off
        asked seat 3             # only the Support lays tokens, and no curses
        seat 3 may not curse e1 health
        seat 3: done
        e1.there is on
        ",
    );
}

#[test]
fn pr_031_free_tokens_stack_raise_the_maximum_only_and_stop_at_15() {
    proves!("PR-031", "PR-030");
    let easy = Options { stats: StatMode::Easy, ..Options::default() };
    play(
        table(easy),
        "
        h3.max is 14
        seat 3: token h3 health
        h3.max is 15
        h3.hp is 14              # starting HP stays the card's number
        seat 3 may not token h3 health
        seat 3: token h0 defense
        seat 3: token h0 defense
        h0.defense is 15
        seat 3: done
        h3.supply is 1
        ",
    );
}

#[test]
fn pr_032_and_350_chosen_cards_are_taken_once_each_in_any_split() {
    proves!("PR-032", "PR-350");
    let choose = Options { allotment: Allotment::Choose, ..Options::default() };
    play(
        table(choose),
        "
        asked seat 0
        seat 0 may take 6H
        seat 0 may not take 5H
        seat 0 may not take 10H
        seat 0: take 9H
        seat 0: take 9D          # two nines: any split is allowed
        seat 0: take 6S
        seat 0: take 7C
        seat 1 may not take 9H   # held by another hero
        seat 1: take 8H
        ",
    );
}

#[test]
fn pr_351_and_352_easy_takes_court_cards_and_insane_the_lowest() {
    proves!("PR-351", "PR-352");
    let easy = table(Options { stats: StatMode::Easy, ..Options::default() });
    assert_eq!((cards(&easy, 0), cards(&easy, 2)), ([12, 13, 11, 14], [11, 12, 14, 13]));
    let insane = table(Options { stats: StatMode::Insane, ..Options::default() });
    assert_eq!((cards(&insane, 0), cards(&insane, 3)), ([3, 4, 2, 5], [5, 2, 4, 3]));
}

#[test]
fn pr_353_random_stats_are_drawn_from_whole_suit_decks_without_replacement() {
    proves!("PR-353");
    let drawn = play(
        table(Options { stats: StatMode::Random, ..Options::default() }),
        "asked chance \n stat AH \n stat 2D \n stat 7S \n stat 7C \n stat 9H",
    );
    assert_eq!(cards(&drawn, 0), [14, 2, 7, 7]);
    assert_eq!(drawn.odds().expect("diamonds are due").len(), 12);
}

#[test]
fn pr_355_an_apprentice_has_four_twos_the_mentors_role_and_the_suit_left_over() {
    proves!("PR-355", "PR-R06");
    let options = Options {
        stats: StatMode::Apprentice,
        special_seat: Seat::new(0),
        mentor: Seat::new(2),
        ..Options::default()
    };
    let table = table(options);
    assert_eq!((cards(&table, 0), cards(&table, 2)), ([2; 4], [6, 7, 9, 8]));
    play(table, "h0.class is damage \n h2.class is damage \n h0.suit is H \n h0.hp is 2");
}

#[test]
fn pr_356_our_hero_has_four_aces() {
    proves!("PR-356");
    let options = Options { stats: StatMode::OurHero, special_seat: Seat::new(3), ..Options::default() };
    let table = table(options);
    assert_eq!((cards(&table, 3), cards(&table, 0)), ([14; 4], [7, 8, 6, 9]));
}

#[test]
fn pr_357_the_ace_team_takes_one_ace_each_and_the_rest_by_another_mode() {
    proves!("PR-357");
    let options = Options { stats: StatMode::AceTeam, other_stats: StatMode::Random, ..Options::default() };
    let chosen = play(
        table(options),
        "
        asked seat 0
        seat 0: take AS
        seat 1 may not take AS
        seat 1: take AH
        seat 2: take AD
        seat 3: take AC
        asked chance             # seat 0: its Hearts, Diamonds and Clubs are drawn
        stat 5H
        stat 5D
        stat 5C
        ",
    );
    assert_eq!(cards(&chosen, 0), [5, 5, 14, 5]);
}

#[test]
fn pr_358_the_band_of_fools_takes_one_two_each() {
    proves!("PR-358");
    let options = Options { stats: StatMode::BandOfFools, ..Options::default() };
    let table = table(options);
    let twos = |seat| cards(&table, seat).iter().filter(|n| **n == 2).count();
    assert_eq!([twos(0), twos(1), twos(2), twos(3)], [1; 4]);
    assert!((0..4).all(|seat| cards(&table, seat).iter().all(|n| [2, 6, 7, 8, 9].contains(n))));
}

#[test]
fn pr_361_to_364_one_role_for_all_gives_each_his_own_tokens_and_an_assigned_suit() {
    proves!("PR-361", "PR-362", "PR-363", "PR-364", "PR-102", "PR-R06");
    let suits = [3, 2, 1, 0].map(|i| kernel::Suit::ALL[i]);
    for (roles, class) in [
        (RoleMode::Defenders, "protector"),
        (RoleMode::Doctors, "healer"),
        (RoleMode::AssassinationSquad, "damage"),
        (RoleMode::TheBand, "support"),
    ] {
        let table = table(Options { roles, suits, ..Options::default() });
        play(
            table,
            &format!(
                "h0.class is {class} \n h3.class is {class} \n h0.suit is C \n h3.suit is H \n h3.supply is 4"
            ),
        );
    }
    let band = table(Options { roles: RoleMode::TheBand, ..Options::default() });
    assert_eq!(band.turn().asked().len(), 4, "every Support lays free tokens");
}

#[test]
fn pr_365_a_mixer_leaves_at_least_one_role_out() {
    proves!("PR-365");
    play(
        table(Options { roles: RoleMode::Mixer, ..Options::default() }),
        "
        seat 0: role healer
        seat 1: role protector
        seat 2: role damage
        seat 3 may role damage
        seat 3 may not role support
        seat 3: role healer
        h3.class is healer
        ",
    );
}

#[test]
fn pr_366_a_blind_date_draws_roles_and_gives_repeated_ones_the_free_suits() {
    proves!("PR-366", "PR-R06");
    play(
        table(Options { roles: RoleMode::BlindDate, ..Options::default() }),
        "
        draw 5S
        draw 9S
        draw 2H
        draw KS
        h0.class is damage
        h1.class is damage
        h2.class is healer
        h3.class is damage
        h0.suit is S             # the first of a role has its suit
        h2.suit is H
        h1.suit is D             # the others get what is left, in seat order
        h3.suit is C
        ",
    );
}

#[test]
fn pr_367_a_peasant_can_only_attack_and_defend() {
    proves!("PR-367");
    let table = table(Options { roles: RoleMode::Peasants, ..Options::default() });
    assert_eq!(
        table.legal(Seat::new(0)).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["attack e1", "defend"]
    );
}

#[test]
fn pr_368_an_elite_squadron_starts_with_a_class_its_epic_and_one_role_epic() {
    proves!("PR-368", "PR-R76", "PR-087", "PR-R60");
    play(
        table(Options { roles: RoleMode::EliteSquadron, ..Options::default() }),
        "
        seat 0: class bard
        seat 0 may role_epic resurrection     # Cure is the Healer's
        seat 0 may role_epic polymorph        # Buff Ally is the Support's
        seat 0 may not role_epic xxx
        seat 0: role_epic polymorph
        seat 1: class rogue
        seat 1: role_epic xxx
        seat 2: class monk
        seat 2: role_epic xxx
        seat 3: class duelist
        seat 3: role_epic immunity
        h0.class is bard
        asked seat 0                          # a Buff owner lays free tokens
        seat 0: done
        seat 0 may epic melodramatic_harmony
        seat 0 may epic polymorph
        seat 0 may not epic resurrection
        ",
    );
}

#[test]
fn pr_100_and_r01_eight_abilities_make_24_prestige_classes_besides_the_roles() {
    proves!("PR-100", "PR-R01");
    let game = ParaRoles::new(Content::built_in(), Options::default()).unwrap();
    let state = game.setup();
    assert_eq!(Turn::Any(kernel::SeatSet::only(Seat::new(3))), game.turn(&state));
    let mut classes = Vec::new();
    for one in Ability::ALL {
        for two in Ability::ALL.iter().filter(|two| *two > one) {
            let mut s = state;
            s.heroes[Seat::new(0)].slots = [Some(*two), Some(*one)];
            let (class, _) =
                crate::queries::Look { g: &game, s: &s }.class(Seat::new(0)).expect("every pair is a class");
            classes.push(class);
        }
    }
    classes.sort_unstable();
    assert_eq!(classes, Class::ALL);
    assert_eq!(Class::ALL.len() - Role::ALL.len(), 24);
}

#[test]
fn pr_103_a_class_change_never_moves_the_suit() {
    proves!("PR-103", "PR-R06");
    let learned =
        crate::fixture::Fixture::fight(&["4/3/5/2"]).hero(0, |h| h.known.insert(Ability::CurseEnemy)).table();
    play(
        learned,
        "
        seat 0: slot 1 curse_enemy
        h0.class is inquisitor
        h0.suit is H
        seat 1: defend
        draw KS
        seat 2: defend
        draw KD
        seat 3: defend
        draw KC
        draw 4H                  # the Minion's heart still names him
        says strikes at Inquisitor (h0)
        ",
    );
}
