//! What each asking frame offers; each chapter says it of its own.

use crate::{
    Action,
    frame::Frame,
    own_book,
    queries::Look,
    rules::{
        advancement, campaign_setup, contest, effects, movement, party_changes, resting, revealed, storybook,
        voting,
    },
};
use kernel::Seat;

/// Everything this seat may do now; it is asked.
#[inline]
pub fn actions(look: Look, seat: Seat, into: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top().copied() else { return };
    if look.s.tied {
        return voting::leaders(look).for_each(into);
    }
    match frame {
        Frame::Setup(frame) => campaign_setup::legal(look, seat, frame, into),
        Frame::Story(frame) => storybook::legal(look, frame, into),
        Frame::Move(frame) => movement::legal(look, frame, into),
        Frame::Rest(frame) => resting::legal(look, frame, into),
        Frame::Gains(frame) => revealed::legal(look, seat, frame, into),
        Frame::OwnBook(frame) => own_book::legal(look, frame, into),
        Frame::Contest(frame) => contest::legal(look, seat, frame, into),
        Frame::Effect(frame) => effects::legal(look, seat, frame, into),
        Frame::Town(frame) => advancement::legal(look, seat, frame, into),
        Frame::Party(frame) => party_changes::legal(look, seat, frame, into),
    }
}
