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
#[cfg(test)]
mod vectors;
mod why;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::{BadContent, Content};
pub use event::Event;
pub use options::{BadOption, Options};
pub use state::State;

use content::RegionRule;
use frame::Frame;
use ids::RegionId;
use kernel::{Game, Log, Next, Odds, Outcome, Seat, Stack, Step, Turn, flow::Flow};
use queries::Look;
use rand::Rng;
use state::FRAMES;
use tables::Tables;
use words::Tier;

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

/// The rules, a table and where the story is told: what every rule function works on.
pub struct Play<'a> {
    pub g: &'a MinionsOfMordak,
    pub s: &'a mut State,
    pub log: &'a mut Log<Event>,
}

impl<'a> Play<'a> {
    #[inline]
    pub fn look(&self) -> Look<'_> {
        Look { g: self.g, s: self.s }
    }
    #[inline]
    pub fn say(&mut self, line: impl FnOnce(Look) -> Event) {
        let look = Look { g: self.g, s: self.s };
        self.log.say(|| line(look));
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

impl Game for MinionsOfMordak {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;

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
    fn turn(&self, state: &State) -> Turn {
        state.turn
    }
    #[inline]
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, seat, &mut |action| into.push(action));
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
