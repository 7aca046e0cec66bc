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
pub mod levels;
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
mod telling;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::Content;
pub use event::Event;
pub use frame::Frame;
pub use kernel::{BadContent, BadOption};
pub use options::Options;
pub use state::State;

use dice::Faces;
use kernel::{Edition, Game, Log, Next, Outcome, Seat, options::bad, rule};
use options::Track;
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

kernel::rules_on_a_table!(FiendsAndFamiliars, State, Event);
kernel::play_by_frames!(Frame, FRAMES);

impl Play<'_> {
    #[inline]
    pub fn say_line(&mut self, line: impl FnOnce(Look) -> String) {
        self.say(|look| Event::Told(line(look)));
    }
}

impl Edition for FiendsAndFamiliars {
    const ID: &'static str = "fiends_and_familiars";
    const TITLE: &'static str = "Fiends & Familiars";
    const SEATS: (u8, u8) = (1, 5);
    const ABOUT: &'static str =
        "Rivals draft dice and cards to build the better hero, then fight a Monster; or one does alone.";
    const RULES: &'static str = include_str!("../rules.toml");
    const SECRETS: bool = true;
    type Content = Content;
    type Options = Options;

    fn of(content: Content, options: Options) -> Result<Self, BadOption> {
        FiendsAndFamiliars::new(content, options)
    }
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Options {
        Options::any(rng)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }
}

impl Game for FiendsAndFamiliars {
    kernel::play_by_frames!(impl Game);

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
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, &mut |action| into.push(action));
        }
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
