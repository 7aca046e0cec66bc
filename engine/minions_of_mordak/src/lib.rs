//! Minions of Mordak: one Villain against a team of Heroes on a Map that is mostly face-down. Rounds alternate; rows of
//! three grades of dice make Hits, and Hits buy damage, Spells, Minions and stored bonuses. Hidden are hands only: tiles,
//! Treasures and decks are named when somebody turns them up.
//!
//! Reading order: [`words`] and [`ids`] (the vocabulary), [`content`] (what stands on cards), [`state`] (the table),
//! [`flow`] (the game on one page), then the chapters in [`rules`] as needed. [`queries`] folds everything that changes a
//! number, [`legal`] lists what may be done, [`secrets`] says who knows what.

pub mod action;
pub mod chance;
pub mod content;
mod content_checks;
pub mod corrections;
pub mod event;
pub mod fixture;
pub mod flow;
pub mod frame;
mod hints;
pub mod ids;
pub mod invariants;
mod labels;
pub mod legal;
pub mod luck;
pub mod naming;
pub mod options;
mod orders;
pub mod piles;
#[cfg(test)]
mod proofs;
pub mod queries;
pub mod restore;
pub mod rules;
pub mod secrets;
pub mod show;
mod sound;
pub mod standing;
pub mod state;
pub mod tables;
mod telling;
mod why;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::Content;
pub use event::Event;
pub use kernel::{BadContent, BadOption};
pub use options::Options;
pub use state::State;

use content::RegionRule;
use frame::Frame;
use ids::RegionId;
use kernel::{Edition, Game, Log, Outcome, Seat};
use rand::Rng;
use state::FRAMES;
use tables::Tables;
use words::{SEATS, Tier};

/// The rules with content and options.
#[derive(Clone, Debug)]
pub struct MinionsOfMordak {
    pub content: Content,
    pub options: Options,
    pub tables: Tables,
    /// Where Heroes start and return to.
    pub keep: RegionId,
    /// Where the first Chumps stand.
    pub spire: RegionId,
}

impl MinionsOfMordak {
    /// # Errors
    /// If the options contradict each other.
    pub fn new(content: Content, options: Options) -> Result<MinionsOfMordak, BadOption> {
        options.check()?;
        let at = |rule: RegionRule| {
            let tile = content.tiles_of(Tier::Hawkemoor).find(|tile| tile.rule == Some(rule));
            tile.and_then(|tile| tile.at)
        };
        let keep = at(RegionRule::Keep).unwrap_or(RegionId::KEEP);
        let spire = at(RegionRule::FirstChumps).unwrap_or(RegionId::SPIRE);
        let tables = Tables::new(&content);
        Ok(MinionsOfMordak { content, options, tables, keep, spire })
    }
    /// The layout for so many Heroes, by place in the content.
    #[must_use]
    pub fn layout_at(&self, heroes: u8) -> usize {
        let fits = |layout: &content::Layout| (layout.heroes.0..=layout.heroes.1).contains(&heroes);
        self.content.layouts.iter().position(fits).unwrap_or(0)
    }
}

kernel::rules_on_a_table!(MinionsOfMordak, State, Event);
kernel::play_by_frames!(Frame, FRAMES);

impl Edition for MinionsOfMordak {
    const ID: &'static str = "minions_of_mordak";
    const TITLE: &'static str = "Minions of Mordak";
    const SEATS: (u8, u8) = (2, SEATS as u8);
    const ABOUT: &'static str =
        "A Villain and his Minions against one to five Heroes on a Map to be explored. Hands are secret.";
    const RULES: &'static str = include_str!("../rules.toml");
    const SECRETS: bool = true;
    type Content = Content;
    type Options = Options;

    fn of(content: Content, options: Options) -> Result<Self, BadOption> {
        MinionsOfMordak::new(content, options)
    }
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Options {
        Options::any(rng)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }
}

impl Game for MinionsOfMordak {
    kernel::play_by_frames!(impl Game);

    fn seats(&self) -> u8 {
        self.options.seats
    }
    fn setup(&self) -> State {
        let mut state = rules::setup::table(self);
        let mut play = Play { g: self, s: &mut state, log: &mut Log::off() };
        play.go_on(frame::then(rules::setup::Frame::PickHero { seat: Seat::new(1) }));
        state
    }
    #[inline]
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, seat, &mut |action| into.push(action));
        }
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let payoff = |seat: Seat| match ending.winner {
            None => Outcome::BEST / 2,
            Some(side) if side == Look::side_of_seat(seat) => Outcome::BEST,
            Some(_) => 0,
        };
        let payoffs: Vec<u16> = Seat::first(self.seats()).map(payoff).collect();
        Some(Outcome::new(&payoffs))
    }
    fn mask(&self, state: &mut State, seat: Seat) {
        secrets::mask(self, state, seat);
    }
    fn fill<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        secrets::fill(self, state, rng);
    }
}
