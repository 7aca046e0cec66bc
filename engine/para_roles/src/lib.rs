//! Para Roles: four heroes, one suit each, against enemies made of four cards; one turned card settles nearly
//! everything. Nothing is hidden between seats, so a bot plays its hero with what everybody sees.
//!
//! Reading order: [`words`] (the vocabulary), [`state`] (the table), [`flow`] (the game on one page), then the chapters
//! in [`rules`] as needed. [`queries`] folds everything that changes a number, [`legal`] lists what may be done.

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
pub mod invariants;
pub mod journey;
mod labels;
pub mod legal;
pub mod legal_outside;
pub mod luck;
pub mod minimal;
pub mod options;
#[cfg(test)]
mod proofs;
pub mod queries;
pub mod restore;
mod rows;
pub mod rules;
pub mod show;
mod sound;
pub mod state;
#[cfg(test)]
mod vectors;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::{BadContent, Content};
pub use event::Event;
pub use options::{BadOption, Options};
pub use state::State;

use frame::Frame;
use kernel::{Game, Log, Next, Odds, Outcome, Seat, Stack, Step, Turn, flow::Flow, rule};
use queries::Look;
use rand::Rng;
use state::{Ending, FRAMES};

/// The rules with content and options.
#[derive(Clone, Debug)]
pub struct ParaRoles {
    pub content: Content,
    pub options: Options,
}

impl ParaRoles {
    /// # Errors
    /// If the options contradict each other.
    pub fn new(content: Content, options: Options) -> Result<ParaRoles, BadOption> {
        options.check()?;
        Ok(ParaRoles { content, options })
    }
    /// Does the table tell only what touches the enemies?
    #[inline]
    #[must_use]
    pub fn minimal(&self) -> bool {
        self.options.track == options::Track::Minimal
    }
}

/// The rules, a table and where the story is told: what every rule function works on.
pub struct Play<'a> {
    pub g: &'a ParaRoles,
    pub s: &'a mut State,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
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
    #[inline]
    pub fn combat_over(&self) -> bool {
        flow::combat_over(self.look())
    }
}

impl Flow<FRAMES> for Play<'_> {
    type Frame = Frame;
    #[inline]
    fn stack(&mut self) -> &mut Stack<Frame, FRAMES> {
        &mut self.s.stack
    }
}

impl Game for ParaRoles {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        words::SEATS
    }
    fn setup(&self) -> State {
        let mut state = rules::setup::table(self);
        let mut play = Play { g: self, s: &mut state, log: &mut Log::off() };
        play.go_on(flow::begin(self));
        state
    }
    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn
    }
    #[inline]
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, seat, into);
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
        state.ending.map(|ending| Outcome::shared(payoff(self, state, ending), words::SEATS))
    }
    /// Nothing is private to one seat, and decks have no order to hide.
    fn mask(&self, _: &mut State, _: Seat) {
        rule!("PR-410", "PR-411", "PR-412");
    }
    fn fill<R: Rng + ?Sized>(&self, _: &mut State, _: &mut R) {}
}

/// Victory is worth more than half, every beaten encounter and every living hero more; the party shares it.
fn payoff(g: &ParaRoles, state: &State, ending: Ending) -> u16 {
    let total = u32::from(encounters(g));
    let beaten = u32::from(state.tally.encounters_beaten).min(total);
    let share = (beaten * 400 / total.max(1)) as u16;
    match ending {
        Ending::Victory => 400 + share + 50 * state.living().len() as u16,
        Ending::Defeat | Ending::GaveUp => share * 3 / 4,
    }
}

/// How many encounters a whole campaign has, for the payoff.
fn encounters(g: &ParaRoles) -> u8 {
    use options::Campaign;
    let all = &g.content.campaigns;
    match g.options.campaign {
        Campaign::Woods => all.woods.encounters,
        Campaign::RandomEncounters => all.random.encounters,
        Campaign::Tower => all.tower.encounters - u8::from(g.options.doubles),
        Campaign::Maze => all.maze.markers.patrol + 1,
        Campaign::Dungeon => 12,
        Campaign::Rifts => all.rifts.enemies_per_rift * 4 + 1,
    }
}
