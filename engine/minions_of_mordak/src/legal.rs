//! What each asking frame offers, by chapter. Everything follows from the seat's own view.

use crate::{
    Action,
    frame::Frame,
    queries::Look,
    rules::{attacks, cards, level_up, plus_ones, rolls, rounds, scouting, setup, spells, turns},
};
use kernel::Seat;

/// Everything this seat may do now.
pub fn actions(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top().copied() else { return };
    match frame {
        Frame::Setup(frame) => setup::legal(look, frame, offer),
        Frame::Rounds(frame) => rounds::legal(look, seat, frame, offer),
        Frame::Turns(frame) => turns::legal(look, seat, frame, offer),
        Frame::Scouting(frame) => scouting::legal(look, frame, offer),
        Frame::Cards(frame) => cards::legal(look, seat, frame, offer),
        Frame::PlusOnes(frame) => plus_ones::legal(look, frame, offer),
        Frame::Rolls(frame) => rolls::legal(look, frame, offer),
        Frame::Attacks(frame) => attacks::legal(look, frame, offer),
        Frame::Spells(frame) => spells::legal(look, frame, offer),
        Frame::LevelUp(frame) => level_up::legal(look, seat, frame, offer),
    }
}
