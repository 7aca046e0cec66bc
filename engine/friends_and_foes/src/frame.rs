//! Things in progress: each chapter of `rules` owns its own; `flow.rs` hands each to the chapter it belongs to.

use crate::{
    Play,
    rules::{
        activation, attack, cards, deployment, effects, harvest, initiative, movement, reactions, setup,
    },
};
use kernel::{Seat, SeatSet, Turn, flow::Flow};
use serde::{Deserialize, Serialize};

/// What is in progress, by the chapter that goes on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Setup(setup::Frame),
    Initiative(initiative::Frame),
    Deployment(deployment::Frame),
    Activation(activation::Frame),
    Movement(movement::Frame),
    Cards(cards::Frame),
    Effects(effects::Frame),
    Attack(attack::Frame),
    Reactions(reactions::Frame),
    Harvest(harvest::Frame),
}

/// All a rule of this game can say about what comes next.
pub type Next = kernel::Next<Frame>;

// Frames are most of what a step moves: what comes next travels as one word.
const _: () = assert!(size_of::<Next>() <= 8, "what comes next fits into one word");

macro_rules! chapters {
    ($($Chapter:ident of $chapter:ident),+) => {
        $(impl From<$chapter::Frame> for Frame {
            #[inline]
            fn from(frame: $chapter::Frame) -> Frame {
                Frame::$Chapter(frame)
            }
        })+
    };
}
chapters!(
    Setup of setup, Initiative of initiative, Deployment of deployment, Activation of activation,
    Movement of movement, Cards of cards, Effects of effects, Attack of attack, Reactions of reactions,
    Harvest of harvest
);

/// Asks: the step that answers is handed to this frame.
#[inline]
pub fn wait(frame: impl Into<Frame>) -> Next {
    Next::Wait(frame.into())
}

/// Goes on with this.
#[inline]
pub fn then(frame: impl Into<Frame>) -> Next {
    Next::Then(frame.into())
}

/// Does `sub` first, then `resume`.
#[inline]
pub fn first(p: &mut Play, sub: impl Into<Frame>, resume: impl Into<Frame>) -> Next {
    Flow::first(p, sub.into(), resume.into())
}

/// A step that does not answer what was asked leaves the question standing. The table lets none through.
pub fn stray(asked: impl Into<Frame>) -> Next {
    let asked = asked.into();
    debug_assert!(false, "no answer to {asked:?}");
    Next::Wait(asked)
}

/// The game waits for this seat.
#[inline]
#[must_use]
pub fn one(seat: Seat) -> Turn {
    Turn::Each(SeatSet::only(seat))
}

/// Whom the game waits for where it never waits.
pub const NOBODY: Turn = Turn::Each(SeatSet::EMPTY);
