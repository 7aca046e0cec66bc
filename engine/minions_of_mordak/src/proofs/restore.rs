//! Tables that are told are taken as they were, and others are refused.

use super::{at_random, start};
use crate::{MinionsOfMordak, State, fixture::scene::laid_out, restore::Moment};
use kernel::{Game as _, Misfit, Restore as _, Seat, Stated};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn restore(game: &MinionsOfMordak, state: State, moment: Moment) -> Result<State, Misfit> {
    Stated { state, moment }.check(game)
}

/// A random game, step by step.
fn along(steps: usize, mut check: impl FnMut(&MinionsOfMordak, &State)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let table = start("seats=4 heroes=bjorn,alyndra,mari");
    at_random(table, &mut rng, steps, |table, _| check(table.game(), table.state()));
}

#[test]
fn every_table_of_a_random_game_that_is_at_rest_is_taken_back_as_it_was() {
    let mut turns = 0;
    along(1500, |game, state| {
        let Some(moment) = game.moment(state) else { return };
        turns += 1;
        let back = restore(game, *state, moment).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(back, State { stack: state.stack, turn: state.turn, ..game.settled(state) });
    });
    assert!(turns > 50, "{turns} tables had nothing in the middle");
}

#[test]
fn every_view_is_taken_back_too() {
    along(600, |game, state| {
        for seat in Seat::first(4) {
            let mut view = *state;
            game.mask(&mut view, seat);
            let Some(moment) = game.moment(&view) else { continue };
            restore(game, view, moment).unwrap_or_else(|why| panic!("{seat}: {why}"));
        }
    });
}

#[test]
fn what_cannot_be_is_refused_with_the_thing_at_fault() {
    let table = laid_out("heroes bjorn mari; minion c1 b3; turn h1", "");
    let (game, good) = (table.game(), *table.state());
    assert_eq!(game.moment(&good), Some(Moment::Turn));
    let said = |change: fn(&mut State)| {
        let mut bad = good;
        change(&mut bad);
        restore(game, bad, Moment::Turn).expect_err("it is refused").to_string()
    };
    assert!(said(|s| s.players[Seat::new(1)].xp = 250).contains("players[1].xp: found 250"));
    assert!(said(|s| s.minion_mut(0).kind.0 = 20).contains("m0.kind"));
    assert!(said(|s| s.kinds.0[0] += 1).contains("c1: 5 of 4 copies"));
    assert!(said(|s| s.levels[0].seat = Seat::new(2)).contains("turn"));
    assert!(said(|s| s.day = 9).contains("day: found 9; expected at most 6"));
    assert!(restore(game, good, Moment::Over).is_err());
}
