//! Things in progress, by chapter, and what a rule may say comes next. A chapter in `rules/` owns its frames: what each does
//! when its turn comes (`enter`), whom it asks (`asks`), what it offers (`legal`), what an answer does.

use crate::{
    Play,
    ids::RegionId,
    rules::{attacks, cards, level_up, plus_ones, rolls, rounds, scouting, setup, spells, turns},
    words::{DeckId, Dice, Size},
};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// All a rule can say about what comes next.
pub type Next = kernel::Next<Frame>;

/// One variant a chapter; a chapter's frame becomes a frame, and the other way round where it is one of that chapter.
macro_rules! chapters {
    ($($(#[$doc:meta])* $name:ident($chapter:ident),)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Frame {
            $($(#[$doc])* $name($chapter::Frame),)*
        }
        $(impl From<$chapter::Frame> for Frame {
            #[inline]
            fn from(frame: $chapter::Frame) -> Frame {
                Frame::$name(frame)
            }
        }
        impl TryFrom<Frame> for $chapter::Frame {
            type Error = Frame;
            #[inline]
            fn try_from(frame: Frame) -> Result<Self, Frame> {
                if let Frame::$name(own) = frame { Ok(own) } else { Err(frame) }
            }
        })*
    };
}

chapters! {
    Setup(setup),
    /// Rounds, who plays in them, and whose Turn comes next.
    Rounds(rounds),
    /// One Turn: its Actions and its Moves.
    Turns(turns),
    Scouting(scouting),
    /// Cards that are drawn: Spells and Minions.
    Cards(cards),
    PlusOnes(plus_ones),
    /// Action Rolls, and what their Hits are spent on.
    Rolls(rolls),
    /// Attacks and the damage they do.
    Attacks(attacks),
    /// Spells, Treasures that are used, Reactions, and what they ask.
    Spells(spells),
    LevelUp(level_up),
}

// Steps are made of copied frames: each travels as one word.
const _: () = assert!(size_of::<Frame>() == 5 && size_of::<Next>() == 6);

/// Who or what answers a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Seat(Seat),
    Fate(Falls),
    /// It never waits.
    Nobody,
}

/// What fate decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    /// The dice of an Action Roll.
    Roll,
    /// Those of them that are rolled again.
    Reroll,
    Dodge(Dice),
    Regenerate(Dice),
    /// XP for every Hero.
    Loot(Dice),
    /// The amount of an effect.
    Effect(Dice),
    Spell {
        seat: Seat,
        deck: DeckId,
    },
    /// A Spell out of a hand.
    Stolen {
        from: Seat,
        to: Seat,
    },
    Minion {
        size: Size,
        /// Where it is laid; off the Map: the Villain places it.
        region: RegionId,
    },
    Tile(RegionId),
    Treasure,
}

/// Go on with this.
#[inline]
pub fn then(frame: impl Into<Frame>) -> Next {
    Next::Then(frame.into())
}

/// Ask: the step that answers is handed to this frame.
#[inline]
pub fn wait(frame: impl Into<Frame>) -> Next {
    Next::Wait(frame.into())
}

/// How rules lay frames onto the stack, of whatever chapter.
pub trait Stacks {
    /// This is done when all above it is.
    fn push(&mut self, frame: impl Into<Frame>);
    /// Do `sub` first, then `resume`.
    #[inline]
    fn first(&mut self, sub: impl Into<Frame>, resume: impl Into<Frame>) -> Next {
        self.push(resume);
        then(sub)
    }
}

impl Stacks for Play<'_> {
    #[inline]
    fn push(&mut self, frame: impl Into<Frame>) {
        self.s.stack.push(frame.into());
    }
}

/// A step that does not answer what was asked leaves the question as it stands. The table plays legal steps only, so that
/// it never comes to this.
#[cold]
pub fn stray(frame: impl Into<Frame>) -> Next {
    let frame = frame.into();
    debug_assert!(false, "{frame:?} was answered by what it does not offer");
    Next::Wait(frame)
}
