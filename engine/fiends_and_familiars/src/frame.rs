//! Things in progress, by chapter. Each chapter says what its frames do; `flow.rs` hands over to them.

use crate::{
    Play,
    dice::Die,
    luck::Falls,
    minimal,
    rules::{
        choices, cleanup_phase, combat, dice_phase, effects, hunt, market_phase, monster_combat, roll_phase,
        setup, solitaire, windows,
    },
    words::{Amount, Hire, InitiativeId, MarketId, Row},
};
use kernel::{Seat, flow::Flow};
use serde::{Deserialize, Serialize};

/// Makes the enum of all chapters: what each owns goes into it by itself.
macro_rules! chapters {
    ($( $(#[$meta:meta])* $Chapter:ident($chapter:ident) ),+ $(,)?) => {
        /// Something in progress. In every chapter `at` counts seats clockwise from the Start Player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Frame { $( $(#[$meta])* $Chapter($chapter::Frame) ),+ }

        impl Frame {
            /// The chapter that waits, for actions that frames of several chapters take.
            #[inline]
            pub fn chapter(&self) -> &dyn Answers {
                match self { $( Frame::$Chapter(frame) => frame ),+ }
            }
        }

        $( impl From<$chapter::Frame> for Frame {
            #[inline]
            fn from(frame: $chapter::Frame) -> Frame {
                Frame::$Chapter(frame)
            }
        } )+
    };
}

chapters! {
    Setup(setup),
    Roll(roll_phase),
    Dice(dice_phase),
    Market(market_phase),
    Cleanup(cleanup_phase),
    /// Free actions.
    Window(windows),
    /// What cards and actions do.
    Card(effects),
    Hunt(hunt),
    /// What Hunts and Monster Combat share.
    Combat(combat),
    Monster(monster_combat),
    /// The enemy dice of the solitaire game.
    Enemy(solitaire),
    /// A table of which only the enemy dice are tracked.
    Minimal(minimal),
}

/// What a chapter does with those actions that frames of several chapters take. A chapter names the ones it takes; any
/// other is a stray.
pub trait Answers {
    fn frame(&self) -> Frame;
    fn take(&self, _: &mut Play, _: InitiativeId) -> Next {
        stray(self.frame())
    }
    fn place(&self, _: &mut Play, _: Die, _: Row) -> Next {
        stray(self.frame())
    }
    fn act_on(&self, _: &mut Play, _: Row) -> Next {
        stray(self.frame())
    }
    fn skip(&self, _: &mut Play) -> Next {
        stray(self.frame())
    }
    fn done(&self, _: &mut Play) -> Next {
        stray(self.frame())
    }
    fn refresh(&self, _: &mut Play, _: MarketId) -> Next {
        stray(self.frame())
    }
    fn buy(&self, _: &mut Play, _: MarketId, _: Amount) -> Next {
        stray(self.frame())
    }
    fn hire(&self, _: &mut Play, _: Hire) -> Next {
        stray(self.frame())
    }
}

/// Writes down which chapter takes which of those actions, and what carries it out.
macro_rules! answers {
    ($( $chapter:ident: { $( $action:ident($($more:ident: $Type:ty),*) => $does:path ),* } )+) => { $(
        impl Answers for $chapter::Frame {
            fn frame(&self) -> Frame {
                (*self).into()
            }
            $( fn $action(&self, p: &mut Play, $($more: $Type),*) -> Next {
                $does(p, *self, $($more),*)
            } )*
        }
    )+ };
}

answers! {
    setup: { place(die: Die, row: Row) => setup::placed }
    roll_phase: {}
    dice_phase: {
        take(card: InitiativeId) => dice_phase::taken,
        place(die: Die, row: Row) => dice_phase::placed,
        act_on(row: Row) => dice_phase::action_chosen,
        skip() => dice_phase::skipped
    }
    market_phase: { buy(card: MarketId, charisma: Amount) => market_phase::bought }
    cleanup_phase: { skip() => cleanup_phase::skipped, refresh(card: MarketId) => cleanup_phase::refreshed }
    windows: { done() => windows::done }
    effects: {
        act_on(row: Row) => choices::act,
        skip() => choices::skipped,
        refresh(card: MarketId) => choices::refresh,
        buy(card: MarketId, charisma: Amount) => choices::buy
    }
    hunt: {}
    combat: { hire(with: Hire) => combat::hired }
    monster_combat: { done() => monster_combat::done, hire(with: Hire) => monster_combat::hired }
    solitaire: {}
    minimal: { take(card: InitiativeId) => minimal::taken, skip() => minimal::skipped, done() => minimal::done }
}

/// What a rule says comes next.
pub type Next = kernel::Next<Frame>;

/// The step that answers this frame is handed to it.
#[inline]
pub fn wait(frame: impl Into<Frame>) -> Next {
    Next::Wait(frame.into())
}

/// Play goes on with this frame.
#[inline]
pub fn then(frame: impl Into<Frame>) -> Next {
    Next::Then(frame.into())
}

/// A step that is no answer leaves the question standing. The table has checked before that it is legal.
pub fn stray(frame: impl Into<Frame>) -> Next {
    let frame = frame.into();
    debug_assert!(false, "{frame:?} was answered with something else");
    Next::Wait(frame)
}

impl Play<'_> {
    /// This frame has its turn when what follows now is finished.
    #[inline]
    pub fn later(&mut self, frame: impl Into<Frame>) {
        self.s.stack.push(frame.into());
    }
    /// Goes on with one frame, and with the other when that is finished.
    #[inline]
    pub fn both(&mut self, one: impl Into<Frame>, other: impl Into<Frame>) -> Next {
        self.first(one.into(), other.into())
    }
}

/// Whom or what a frame waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Seat(Seat),
    /// A card or die.
    Chance(Falls),
    /// Nobody: it goes on by itself.
    Nobody,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_travels_as_one_word() {
        assert_eq!(size_of::<Frame>(), 7);
        assert_eq!(size_of::<Next>(), 8);
    }
}
