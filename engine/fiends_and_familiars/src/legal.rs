//! What each asking frame offers: the chapters list it.

use crate::{
    Action, Frame, minimal,
    queries::Look,
    rules::{
        cleanup_phase, combat, dice_phase, effects, hunt, market_phase, monster_combat, roll_phase, setup,
        windows,
    },
};

/// Everything that may be done now by whoever is asked.
pub fn actions(look: Look, offer: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top() else { return };
    match *frame {
        Frame::Setup(frame) => setup::legal(look, frame, offer),
        Frame::Roll(frame) => roll_phase::legal(look, frame, offer),
        Frame::Dice(frame) => dice_phase::legal(look, frame, offer),
        Frame::Market(frame) => market_phase::legal(look, frame, offer),
        Frame::Cleanup(frame) => cleanup_phase::legal(look, frame, offer),
        Frame::Window(frame) => windows::legal(look, frame, offer),
        Frame::Card(frame) => effects::legal(look, frame, offer),
        Frame::Hunt(frame) => hunt::legal(look, frame, offer),
        Frame::Combat(frame) => combat::legal(look, frame, offer),
        Frame::Monster(frame) => monster_combat::legal(look, frame, offer),
        // Enemy dice only fall.
        Frame::Enemy(_) => {}
        Frame::Minimal(frame) => minimal::legal(look, frame, offer),
    }
}
