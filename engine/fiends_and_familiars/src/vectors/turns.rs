//! What single cases cannot show: a Fiend that begins to bind, an empty Market deck, the last Cleanup Phase. TV-32, TV-64.

use super::table::{A, B};
use crate::{
    Frame,
    fixture::{Fixture, fiend, market},
    rules::{dice_phase, monster_combat, setup},
};
use kernel::{SeatSet, proves, script::play};

// TV-32
#[test]
fn a_fiend_of_this_dice_phase_binds_in_this_market_phase() {
    proves!("FF-702");
    let gossip = fiend("Gossip");
    let fixture = Fixture::new(2).row(&["Flamboyant"]).initiative(3, "red1").with(|s| {
        s.fiends.remove(gossip);
        s.initiatives[2].fiends.insert(gossip);
        s.players[A].gold = 6;
        s.players[A].charisma = 1;
        s.initiatives[0].taken = SeatSet::only(B);
        s.players[B].initiative = Some(0);
        s.stack.push(dice_phase::Frame::End.into());
    });
    let table = play(
        fixture.select(),
        "seat 0: take I3\nseat 0: place red1 str\nseat 0: skip\na.fiends is 1\nasked seat 0",
    );
    assert!(table.state().players[A].binding().is_empty(), "it does not bind yet");
    // The window after the turn, then the one at the end of the phase: now it binds.
    let table = play(table, "seat 0: done\nasked seat 0");
    let bound = table.state();
    let look = crate::queries::Look { g: table.game(), s: bound };
    assert_eq!(look.price(A, market("Flamboyant"), 0), 8);
    let banished =
        play(table.clone(), &format!("seat 0: banish {gossip} charisma\na.banished is 1\na.fiends is 0"));
    let look = crate::queries::Look { g: banished.game(), s: banished.state() };
    assert_eq!(look.price(A, market("Flamboyant"), 0), 6);
}

#[test]
fn an_empty_market_deck_is_made_anew_from_the_discard_pile() {
    proves!("FF-235");
    let fixture = Fixture::new(2).with(|s| {
        s.discard = s.market_deck.upper;
        s.market_deck.upper = Default::default();
        s.market_deck.lower = Default::default();
    });
    let cards = fixture.state.discard.count();
    let table = fixture.at(setup::Frame::Deal);
    assert_eq!((table.state().discard.count(), table.state().market_deck.cards()), (0, cards));
}

// TV-64
#[test]
fn the_last_cleanup_deals_nothing() {
    proves!("FF-R28", "FF-800");
    let g = super::table::game(2, false);
    let mut charisma = 9;
    let end = super::table::until(&g, 11, |s| {
        let last = matches!(
            s.stack.top(),
            Some(
                Frame::Monster(monster_combat::Frame::Adventure { .. })
                    | Frame::Monster(monster_combat::Frame::Mercenaries { .. })
            )
        );
        if last {
            charisma = s.players[A].charisma;
        }
        last
    });
    assert_eq!((end.round, charisma), (12, 0));
    assert!(end.bag.len() >= 3, "dice went back");
    assert!(end.fight.monster);
    assert!(kernel::Seat::first(2).all(|seat| end.players[seat].placed() == 21));
}
