//! Things in progress, by chapter: each chapter of [`crate::rules`] that asks or carries on says what it may be busy with.
//! `flow.rs` says what each does when its turn comes and what an answer to it does.

use crate::{
    own_book,
    rules::{
        advancement, campaign_setup, contest, dice_pool::Due, effects, movement, party_changes, resting,
        revealed, storybook,
    },
    words::{CardId, Deck},
};
use kernel::Next;
use serde::{Deserialize, Serialize};

/// One thing in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Setup(campaign_setup::Frame),
    Story(storybook::Frame),
    Move(movement::Frame),
    Rest(resting::Frame),
    Gains(revealed::Frame),
    OwnBook(own_book::Frame),
    Contest(contest::Frame),
    Effect(effects::Frame),
    Town(advancement::Frame),
    Party(party_changes::Frame),
}

macro_rules! chapters {
    ($($Chapter:ident: $of:ident),+ $(,)?) => { $(
        impl From<$of::Frame> for Frame {
            #[inline]
            fn from(frame: $of::Frame) -> Frame {
                Frame::$Chapter(frame)
            }
        }
    )+ };
}

chapters! {
    Setup: campaign_setup,
    Story: storybook,
    Move: movement,
    Rest: resting,
    Gains: revealed,
    OwnBook: own_book,
    Contest: contest,
    Effect: effects,
    Town: advancement,
    Party: party_changes,
}

/// Go on with this.
#[must_use]
#[inline]
pub fn then(frame: impl Into<Frame>) -> Next<Frame> {
    Next::Then(frame.into())
}

/// Ask, and hand the answer to this.
#[must_use]
#[inline]
pub fn wait(frame: impl Into<Frame>) -> Next<Frame> {
    Next::Wait(frame.into())
}

/// Whom a frame asks when it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// It carries on by itself and never waits.
    Nobody,
    Chance(Fate),
    /// The whole party decides: everybody votes.
    Party,
    Seat(u8),
    /// Whoever reads people's own book.
    Reader,
    /// Heroes who have not passed on buying dice.
    Buyers,
    /// Heroes who could pay for a die.
    Payers(Due),
    /// Heroes who could play something and have not passed.
    Players,
    /// Everybody who has not agreed to the plan.
    Planners,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Which die comes out of the bag.
    Die,
    /// What the next die of the pool shows.
    Face,
    /// What this many dice of a rest add up to.
    Rest { dice: u8 },
    /// The number under an encounter token.
    Token,
    /// A card of this deck.
    Card(Deck),
}

impl Frame {
    // Asked two or three times a step, mostly for one of its answers: in its callers it is a jump or a table of bits.
    /// Whom it asks when it waits.
    #[must_use]
    #[inline(always)]
    pub fn asks(self) -> Asks {
        match self {
            Frame::Setup(frame) => frame.asks(),
            Frame::Story(frame) => frame.asks(),
            Frame::Move(frame) => frame.asks(),
            Frame::Rest(frame) => frame.asks(),
            Frame::Gains(frame) => frame.asks(),
            Frame::OwnBook(frame) => frame.asks(),
            Frame::Contest(frame) => frame.asks(),
            Frame::Effect(frame) => frame.asks(),
            Frame::Town(frame) => frame.asks(),
            Frame::Party(frame) => frame.asks(),
        }
    }
    /// The entry it is about, where one was read and is not yet done.
    #[must_use]
    pub const fn entry(self) -> Option<u16> {
        let Frame::Story(frame) = self else { return None };
        match frame {
            storybook::Frame::Run { entry, .. }
            | storybook::Frame::Choice { entry }
            | storybook::Frame::Items { entry } => Some(entry),
            storybook::Frame::AdventureSetup
            | storybook::Frame::Storyteller
            | storybook::Frame::Death
            | storybook::Frame::AdventureOver => None,
        }
    }
    /// Does the whole party decide? Then everybody votes.
    #[must_use]
    #[inline]
    pub fn is_group(self) -> bool {
        matches!(self.asks(), Asks::Party)
    }
}

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    Card(CardId),
    Class,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies of frames are most of what a step moves.
    #[test]
    fn a_frame_is_one_word() {
        assert_eq!(size_of::<Frame>(), 8);
    }
}
