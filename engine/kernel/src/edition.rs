//! A game as it is published: what it is called, who can sit at it, its box, its rulebook, what may be agreed on.
//!
//! [`Edition`] is all that the layers above need to know of a game; [`crate::rules_on_a_table!`] and
//! [`crate::play_by_frames!`] are the furniture that games of frames on a stack share. A game that is not played by frames
//! implements [`Game`](crate::Game) itself.

use crate::{
    Show,
    options::{BadOption, OptionSet},
    pack::Contents,
};
use rand::Rng;

/// A game with its content and options, as its own crate states it.
pub trait Edition: Show + Sized {
    /// The word it goes by everywhere: `para_roles`.
    const ID: &'static str;
    /// As it stands on its box.
    const TITLE: &'static str;
    /// The fewest and the most seats.
    const SEATS: (u8, u8);
    /// One or two sentences for somebody who chooses a game.
    const ABOUT: &'static str;
    /// Its rules by number, as the text of `rules.toml`.
    const RULES: &'static str;
    /// Is something hidden between seats? Then nobody can share a screen, and no seat speaks for another.
    const SECRETS: bool;
    /// What is in its box.
    type Content: Contents;
    /// What a table agrees on.
    type Options: OptionSet;

    /// The rules with this content and these options.
    ///
    /// # Errors
    /// If the options contradict each other or the content.
    fn of(content: Self::Content, options: Self::Options) -> Result<Self, BadOption>;
    /// Options that fit together, every mode and switch alike: for long runs over everything there is.
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Self::Options;
    /// What holds of every whole table that play can lead to.
    ///
    /// # Errors
    /// With a sentence that says what does not hold.
    fn check(&self, state: &Self::State) -> Result<(), String>;
}

/// What every function of the rules works on: `Look`, the rules and a table to look at, and `Play`, which changes the table
/// and tells the story. Both stand in the game's own crate, for the chapters add to them.
#[macro_export]
macro_rules! rules_on_a_table {
    ($Game:ident, $State:ident, $Event:ident) => {
        /// The rules and a table, to look at.
        #[derive(Clone, Copy)]
        pub struct Look<'a> {
            pub g: &'a $Game,
            pub s: &'a $State,
        }

        /// The rules, a table and where the story is told: what every rule function works on.
        pub struct Play<'a> {
            pub g: &'a $Game,
            pub s: &'a mut $State,
            pub log: &'a mut $crate::Log<$Event>,
        }

        impl Play<'_> {
            #[inline]
            pub fn look(&self) -> Look<'_> {
                Look { g: self.g, s: self.s }
            }
            #[inline]
            pub fn say(&mut self, line: impl FnOnce(Look) -> $Event) {
                let look = Look { g: self.g, s: self.s };
                self.log.say(|| line(look));
            }
        }
    };
}

/// How a game of frames goes on: `go_on` of its `Play`, and within `impl Game` what is the same for all of them. The frame on
/// top of the state's `stack` says who is asked, and is answered; `flow`, `luck` and `corrections` are the game's modules.
#[macro_export]
macro_rules! play_by_frames {
    ($Frame:ident, $FRAMES:ident) => {
        impl Play<'_> {
            /// Carries on until somebody must be asked.
            #[inline]
            pub fn go_on(&mut self, next: $crate::Next<$Frame>) {
                let asks = $crate::flow::Flow::settle(self, next, flow::enter);
                self.s.turn = flow::turn(self.look(), asks);
            }
        }

        impl $crate::flow::Flow<$FRAMES> for Play<'_> {
            type Frame = $Frame;
            #[inline]
            fn stack(&mut self) -> &mut $crate::Stack<$Frame, $FRAMES> {
                &mut self.s.stack
            }
        }
    };
    (impl Game) => {
        type State = State;
        type Action = Action;
        type Chance = Chance;
        type Event = Event;

        #[inline]
        fn turn(&self, state: &State) -> $crate::Turn {
            state.turn
        }
        fn odds(&self, state: &State) -> $crate::Odds<Chance> {
            luck::odds(Look { g: self, s: state })
        }
        #[inline]
        fn sample<R: $crate::rand::Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
            luck::sample(Look { g: self, s: state }, rng)
        }
        #[inline]
        fn apply(&self, state: &mut State, step: $crate::Step<Action, Chance>, log: &mut $crate::Log<Event>) {
            let mut play = Play { g: self, s: state, log };
            let frame = play.s.stack.pop().expect("the table has checked that somebody is asked");
            let next = flow::answer(&mut play, frame, step);
            play.go_on(next);
        }
        fn correct(&self, state: &mut State, text: &str, log: &mut $crate::Log<Event>) -> Result<(), String> {
            corrections::correct(self, state, text, log)
        }
    };
}
