//! Roll Player with Fiends and Familiars: heroes are built from drafted dice and bought cards, Fiends hamper them, and
//! one Monster waits at the end. One to five players; alone, enemy dice play against the hero.
//!
//! Reading order: [`content`] (what stands on cards), [`words`] and [`dice`], [`state`] (the table), [`flow`] (the game on
//! one page), then the chapters in [`rules`] as needed. [`queries`] folds everything that changes a number, [`legal`] lists
//! what may be done, [`secrets`] says who knows what.

pub mod action;
pub mod chance;
pub mod content;
mod content_checks;
pub mod corrections;
pub mod dice;
pub mod event;
pub mod fixture;
pub mod flow;
pub mod frame;
pub mod invariants;
mod labels;
pub mod legal;
pub mod luck;
pub mod minimal;
pub mod options;
#[cfg(test)]
mod proofs;
pub mod queries;
pub mod restore;
pub mod rules;
pub mod secrets;
pub mod sets;
pub mod show;
mod sound;
pub mod state;
pub mod tables;
#[cfg(test)]
mod vectors;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::{BadContent, Content};
pub use event::Event;
pub use frame::Frame;
pub use options::{BadOption, Options};
pub use state::State;

use dice::Faces;
use kernel::{Game, Log, Next, Odds, Outcome, Seat, Stack, Step, Turn, flow::Flow, rule};
use options::{Track, bad};
use queries::Look;
use rand::Rng;
use rules::setup;
use state::{Ending, FRAMES};
use tables::Tables;

/// The rules with content and options.
#[derive(Clone, Debug)]
pub struct FiendsAndFamiliars {
    pub content: Content,
    pub options: Options,
    pub faces: Faces,
    pub tables: Tables,
}

impl FiendsAndFamiliars {
    /// # Errors
    /// If the options contradict each other.
    pub fn new(content: Content, options: Options) -> Result<FiendsAndFamiliars, BadOption> {
        rule!("FF-005");
        if options.seats == 5 && !options.monsters_and_minions {
            return Err(bad("seats", 5, "1 to 4, or monsters_and_minions = true"));
        }
        if options.track == Track::Minimal && options.seats > 1 {
            return Err(bad("track", options.track, "whole, or seats = 1"));
        }
        let faces = Faces::new(content.setup.split_faces, content.setup.boost_faces);
        let tables = Tables::new(&content, &options);
        Ok(FiendsAndFamiliars { content, options, faces, tables })
    }
    #[must_use]
    pub fn solo(&self) -> bool {
        self.options.seats == 1
    }
}

/// The rules, a table and where the story is told: what every rule function works on.
pub struct Play<'a> {
    pub g: &'a FiendsAndFamiliars,
    pub s: &'a mut State,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
    #[inline]
    pub fn look(&self) -> Look<'_> {
        Look { g: self.g, s: self.s }
    }
    #[inline]
    pub fn tell(&mut self, line: impl FnOnce(Look) -> String) {
        let look = Look { g: self.g, s: self.s };
        self.log.say(|| Event::Told(line(look)));
    }
    /// Carries on until somebody must be asked.
    #[inline]
    pub fn go_on(&mut self, next: Next<Frame>) {
        let asks = self.settle(next, flow::enter);
        self.s.turn = flow::turn(self.look(), asks);
    }
}

impl Flow<FRAMES> for Play<'_> {
    type Frame = Frame;
    #[inline]
    fn stack(&mut self) -> &mut Stack<Frame, FRAMES> {
        &mut self.s.stack
    }
}

impl Game for FiendsAndFamiliars {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.options.seats
    }
    fn setup(&self) -> State {
        let mut state = setup::table(self);
        let mut play = Play { g: self, s: &mut state, log: &mut Log::off() };
        play.go_on(Next::Then(match self.options.track {
            Track::Whole => setup::Frame::Discard { left: setup::discards(self) }.into(),
            Track::Minimal => minimal::Frame::Layout.into(),
        }));
        state
    }
    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn
    }
    #[inline]
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, &mut |action| into.push(action));
        }
    }
    fn odds(&self, state: &State) -> Odds<Chance> {
        luck::odds(Look { g: self, s: state })
    }
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        luck::sample(Look { g: self, s: state }, rng)
    }
    #[inline]
    fn apply(&self, state: &mut State, step: Step<Action, Chance>, log: &mut Log<Event>) {
        let mut play = Play { g: self, s: state, log };
        let frame = play.s.stack.pop().expect("the table has checked that somebody is asked");
        let next = flow::answer(&mut play, frame, step);
        play.go_on(next);
    }
    fn correct(&self, state: &mut State, text: &str, log: &mut Log<Event>) -> Result<(), String> {
        corrections::correct(self, state, text, log)
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        /// What a living hero gets at least.
        const ALIVE: i16 = 100;
        Some(match state.ending? {
            Ending::Won(seats) => {
                let share = Outcome::BEST / u16::from(seats.len().max(1) as u8);
                let payoff = |seat| if seats.contains(seat) { share } else { 0 };
                Outcome::new(&Seat::first(self.seats()).map(payoff).collect::<Vec<_>>())
            }
            Ending::Dead => Outcome::new(&[0]),
            // 60 stars and more are as good as can be.
            Ending::Ranked { total, .. } => Outcome::new(&[(ALIVE + total.clamp(0, 60) * 15) as u16]),
        })
    }
    fn mask(&self, state: &mut State, seat: Seat) {
        secrets::mask(state, seat);
    }
    fn fill<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        secrets::fill(self, state, rng);
    }
}
