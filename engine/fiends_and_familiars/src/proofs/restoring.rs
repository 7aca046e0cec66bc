//! Tables that were told: what play led to is taken as it is, what cannot be is refused with the thing at fault.

use crate::{
    State,
    fixture::until,
    proofs::chance::game,
    restore::Moment,
    words::{ClassId, MarketId},
};
use kernel::{Game, Restore as _, Seat, Stated};

#[test]
fn every_table_at_rest_is_taken_as_its_seats_see_it() {
    for seats in [1, 3] {
        let g = game(seats);
        let mut checked = 0;
        until(&g, g.setup(), 12, |s| {
            for seat in Seat::first(seats) {
                let mut view = *s;
                g.mask(&mut view, seat);
                let Some(moment) = g.moment(&view) else { continue };
                let back = Stated { state: view, moment }.check(&g);
                let back = back.unwrap_or_else(|e| panic!("round {}: {e}", s.round));
                assert_eq!((back.turn, back.stack.top()), (s.turn, s.stack.top()));
                checked += 1;
            }
            false
        });
        // Nearly all Dice and Market turns of every seat in twelve rounds, as each of them sees it.
        assert!(checked >= 11 * 2 * u32::from(seats * seats), "a whole game: {checked}");
    }
}

/// A table at a Market turn of seat 0 and what is said of it after a change.
fn refused(change: impl FnOnce(&mut State)) -> String {
    let g = game(2);
    let mut s = until(&g, g.setup(), 12, |s| matches!(g.moment(s), Some(Moment::Market(_))));
    let moment = g.moment(&s).expect("a Market turn");
    change(&mut s);
    Stated { state: s, moment }.check(&g).expect_err("this cannot be").to_string()
}

#[test]
fn what_cannot_be_is_refused_with_the_thing_at_fault() {
    let (a, other) = (Seat::new(0), MarketId::of_index(0));
    assert!(refused(|s| s.players[a].class = ClassId::of_index(60)).contains("players[0].class"));
    assert!(refused(|s| s.players[a].token = 9).contains("token"));
    let placed =
        |s: &State| s.players[a].dice.iter().position(|die| die.is_some()).expect("six dice lie there");
    assert!(
        refused(|s| {
            let at = placed(s);
            s.players[a].dice[at] = Default::default();
        })
        .contains("dice")
    );
    assert!(refused(|s| s.players[a].cards.insert(other)).contains("Market card"));
    assert!(
        refused(|s| s.initiatives[0].taken = kernel::SeatSet::only(kernel::Seat::new(5)))
            .contains("Initiative card 1")
    );
    assert!(refused(|s| s.round = 0).contains("round"));
}
