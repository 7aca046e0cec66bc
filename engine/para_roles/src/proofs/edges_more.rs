//! Corners outside combat: maps and who waits there, peasants, suits, and the Summoning Book where cards ran out.

use super::{
    campaigns::{maze, next_to_centre, table},
    edges::changed,
};
use crate::{
    Content, Options, ParaRoles,
    fixture::Fixture,
    options::{Campaign, RoleMode, StatMode},
    rules::maze::{CENTRE, ENTRANCE, is_open},
    state::{Charge, Charging, Waiting},
    vectors::play,
    words::{AbilitySet, Stat, Way},
};
use kernel::{Rank, Seat, Table, proves};
use std::sync::Arc;

const MINION: &str = "4/3/5/2";

// --- the maze

/// Beside the centre with everything on the way explored, and the way in.
fn beside_the_centre() -> (Table<ParaRoles>, u8, Way) {
    let dug = maze();
    let ways = [7u8, 11, 13, 17].into_iter().filter_map(|c| Some((c, next_to_centre(dug.state(), c)?)));
    let (from, way) = ways.into_iter().next().expect("the centre can be reached");
    let there = changed(&dug, |s| (s.journey.place, s.journey.maze.entered) = (from, (1 << 25) - 1));
    (there, from, way)
}

/// In the centre; of the two enemies the first has been shaken off. With the cell the party came from, and the way in.
fn one_shaken_off() -> (Table<ParaRoles>, u8, Way) {
    let (there, from, way) = beside_the_centre();
    let cards = "alive 2H\nalive 2D\nalive 2S\nalive 2C\nalive 3H\nalive 3D\nalive 3S\nalive 3C";
    let fight = play(there, &format!("seat 0: go {way}\n{cards}\ne2.there is on"));
    (play(fight, "seat 2: run trick e1\ndraw 3H\ne1.there is off\ncombat is on"), from, way)
}

#[test]
fn of_the_centres_two_enemies_the_one_shaken_off_waits_alone_and_beating_it_lifts_the_pieces() {
    proves!("PR-385", "PR-R57");
    let (fight, from, way) = one_shaken_off();
    let back = play(
        changed(&fight, |s| s.foes[1].hp = 1),
        &format!(
            "
            seat 1: attack e2
            draw 4H
            draw 10S
            combat is off
            draw 5D
            seat 1: treasure h1 attack
            seat 1: done
            place is {from}
            pieces is 0
            seat 0: go {way}
            combat is on
            e1.hp is 2
            e1.attack is 2
            e2.there is off
            "
        ),
    );
    play(
        changed(&back, |s| s.foes[0].hp = 1),
        &format!(
            "
            seat 2: attack e1
            draw 8H
            draw 9S
            combat is off
            draw 5H
            seat 0: treasure h0 attack
            seat 0: done
            seat 1: done
            place is {CENTRE}
            pieces is 4
            asked seat 0, seat 1, seat 2, seat 3
            "
        ),
    );
}

#[test]
fn a_cell_shows_its_marker_after_an_enemy_that_waited_there_is_beaten() {
    proves!("PR-385", "PR-R57");
    let dug = maze();
    let way = Way::ALL.iter().find(|way| is_open(dug.state(), ENTRANCE, **way)).expect("a way in");
    let hunted = changed(&dug, |s| {
        let maze = &mut s.journey.maze;
        (maze.centre_met, maze.centre_won, maze.pieces) = (true, true, 4);
    });
    let fight = play(
        hunted,
        &format!(
            "
            seat 0: go {way}
            draw KS               # a patrol in a cell that nobody has seen yet
            alive QH
            alive QD
            alive QS
            alive QC
            seat 2: run trick e1
            draw 3H
            place is {ENTRANCE}
            seat 0: go {way}
            draw 5H               # no second patrol, but the first one waits
            combat is on
            e1.hp is 12
            e2.there is off
            "
        ),
    );
    play(
        changed(&fight, |s| s.foes[0].hp = 1),
        "
        seat 2: attack e1
        draw 8H
        draw KS
        combat is off
        draw 5D
        seat 1: treasure h1 attack
        seat 1: done
        asked chance
        marker spring
        asked seat 0, seat 1, seat 2, seat 3
        ",
    );
}

// --- the dungeon

/// The first level of a dungeon whose rooms hang one on the other.
fn dungeon() -> Table<ParaRoles> {
    play(table(Campaign::Dungeon), "hang 1\nhang 2\nhang 3\nhang 4\nhang 5\nhang 6")
}

#[test]
fn a_healer_killed_by_a_trap_outside_combat_cannot_raise_himself_in_the_next_combat() {
    proves!("PR-090", "PR-R52", "PR-R74");
    let frail = changed(&dungeon(), |s| s.heroes[Seat::new(0)].hp = 1);
    play(
        frail,
        "
        seat 0: room 2
        draw 5C
        seat 0: hero h2
        draw KH
        h0.hp is 0
        h1.hp is 7
        seat 1: room 3
        draw 5S
        alive 2H
        alive 2D
        alive 2S
        alive 2C
        combat is on
        allowance is on
        asked seat 1, seat 2, seat 3
        ",
    );
}

#[test]
fn treasure_with_a_phool_left_behind_goes_to_the_treasure_deck_and_with_a_trickster_it_is_lost() {
    proves!("PR-385");
    for (cards, deck, lost) in [([8, 4, 6, 7], 52, 0), ([6, 5, 7, 7], 50, 2)] {
        let cards = cards.map(Rank::new);
        let waiting = Waiting { place: 2, cards, stolen: 2, treasure: 1, from_deck: true, minion: false };
        let at_the_stairs = changed(&dungeon(), |s| {
            (0..4).for_each(|i| s.alive[i].remove(cards[i]));
            s.journey.waiting.push(waiting);
            s.treasure_deck -= 2;
            s.journey.dungeon.entered |= 1 << 7;
            s.journey.place = 7;
        });
        play(
            at_the_stairs,
            &format!("seat 0: down\ndone is 1\ntreasure_deck is {deck}\ntreasure_lost is {lost}"),
        );
    }
}

/// The Damage seat has the book, and no Health card of an enemy is left in its deck but one in the Graveyard.
fn no_hearts(campaign: Campaign) -> Fixture {
    let options = Options { campaign, ..Options::default() };
    Fixture::new(options).enemy(MINION).acting(&[2]).with(|s| {
        s.graveyard[0] = std::mem::take(&mut s.alive[0]);
        s.items.summoning_book = Some(Seat::new(2));
    })
}

#[test]
fn on_a_map_a_summoning_works_without_a_suit_deck_if_its_graveyard_can_be_shuffled_back() {
    proves!("PR-326", "PR-R62");
    for campaign in [Campaign::Maze, Campaign::Dungeon, Campaign::Rifts] {
        play(no_hearts(campaign).table(), "alive.H is empty\nseat 2 may summon");
        let charge = Charge { what: Charging::Summoning, turns: 2 };
        play(
            no_hearts(campaign).hero(2, |h| h.charge = Some(charge)).table(),
            "
            seat 2: begin
            graveyard.H is empty
            alive 5H
            alive 9D
            alive 3S
            alive 7C
            c1.kind is commander_of_the_void
            c1.hp is 5
            ",
        );
    }
    play(no_hearts(Campaign::RandomEncounters).table(), "seat 2 may not summon");
}

// --- the rifts

#[test]
fn after_a_failed_seal_the_party_may_camp_and_try_again() {
    proves!("PR-385", "PR-R74");
    let fight =
        play(table(Campaign::Rifts), "seat 0: rift S\nalive 5H\nalive 5D\nalive 5S\nalive 5C\nclock is 1");
    let last = changed(&fight, |s| {
        s.journey.rifts.beaten[2] = 2;
        s.foes[0].hp = 1;
    });
    play(
        last,
        "
        seat 2: attack e1
        draw 8H
        draw 9S
        draw 4H
        seat 0: treasure h0 attack
        seat 0: done
        seat 1: hero h0
        draw 9D
        clock is 2
        seat 1 may hero h0
        seat 1: camp
        town is off           # inside a rift only a Scroll leads there
        asked seat 0
        seat 0: swap attack
        seat 0: treasure h0 trick
        seat 0: done
        clock is 2
        seat 1: hero h0
        draw 9D               # Trick 10 now
        draw 5S
        seat 2: treasure h2 attack
        draw 5C
        seat 3: treasure h3 attack
        seat 0 may not rift S
        seat 0 may rift H
        ",
    );
}

// --- peasants and suits

#[test]
fn a_peasant_buys_no_items_before_the_first_step_and_no_upgrade_before_the_third() {
    proves!("PR-367", "PR-R63");
    let options = Options { roles: RoleMode::Peasants, ..Options::default() };
    let fixture = Fixture::new(options).hero(0, |h| {
        (h.role, h.role_epic, h.grown) = (None, None, crate::state::Growth::Peasant);
        (h.known, h.slots) = (AbilitySet::default(), [None, None]);
    });
    play(
        fixture.treasure(0, Stat::Attack, 20).pause(true),
        "
        seat 0 may not buy superior_healing_flask_set
        seat 0 may not buy scroll_of_teleportation
        seat 0 may not upgrade health
        seat 0: become healer cure
        h0.treasure is 15
        seat 0 may buy superior_healing_flask_set
        seat 0 may buy summoning_book
        seat 0 may not upgrade health
        seat 0 may not learn curse_enemy
        seat 0: learn_second
        h0.treasure is 10
        seat 0 may not upgrade health
        seat 0 may not learn curse_enemy
        seat 0: learn_epic
        h0.treasure is 5
        seat 0 may upgrade health
        seat 0 may learn curse_enemy
        ",
    );
}

#[test]
fn on_a_blind_date_the_apprentice_has_the_suit_left_over_after_repeats_got_free_ones() {
    proves!("PR-355", "PR-366", "PR-R06");
    let options = Options {
        stats: StatMode::Apprentice,
        roles: RoleMode::BlindDate,
        special_seat: Seat::new(0),
        mentor: Seat::new(2),
        ..Options::default()
    };
    let game = ParaRoles::new(Content::built_in(), options).expect("options that fit together");
    play(
        Table::new(Arc::new(game)),
        "
        draw 5S
        draw 9S
        draw 2H
        h1.suit is S
        h3.suit is H
        h2.suit is D          # a repeat: the first free suit
        h0.suit is C          # what is left then
        h0.class is damage
        h0.hp is 2
        ",
    );
}
