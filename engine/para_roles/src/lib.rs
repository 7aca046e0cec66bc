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
pub mod keeping;
mod labels;
pub mod legal;
pub mod legal_outside;
pub mod luck;
pub mod minimal;
mod notes;
pub mod options;
pub mod party;
pub mod queries;
pub mod restore;
mod rows;
pub mod rules;
pub mod show;
mod sound;
pub mod state;
#[cfg(test)]
mod tests;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::Content;
pub use event::Event;
pub use kernel::{BadContent, BadOption};
pub use options::Options;
pub use state::State;

use frame::Frame;
use kernel::{Edition, Game, Log, Outcome, Seat, rule};
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
}

kernel::rules_on_a_table!(ParaRoles, State, Event);
kernel::play_by_frames!(Frame, FRAMES);

impl Play<'_> {
    #[inline]
    pub fn combat_over(&self) -> bool {
        flow::combat_over(self.look())
    }
}

impl Edition for ParaRoles {
    const ID: &'static str = "para_roles";
    const TITLE: &'static str = "Para Roles";
    const SEATS: (u8, u8) = (words::SEATS, words::SEATS);
    const ABOUT: &'static str =
        "Four heroes fight enemies made of playing cards, together. The enemies run themselves.";
    const RULES: &'static str = include_str!("../rules.toml");
    const SECRETS: bool = false;
    type Content = Content;
    type Options = Options;

    fn of(content: Content, options: Options) -> Result<Self, BadOption> {
        ParaRoles::new(content, options)
    }
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Options {
        Options::any(rng)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }
}

impl Game for ParaRoles {
    kernel::play_by_frames!(impl Game);

    fn seats(&self) -> u8 {
        words::SEATS
    }
    fn setup(&self) -> State {
        let mut state = rules::setup::table(self);
        let mut play = Play { g: self, s: &mut state, log: &mut Log::off() };
        play.go_on(frame::then(keeping::begin(self)));
        state
    }
    #[inline]
    fn legal_actions(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if state.turn.asked().contains(seat) {
            legal::actions(Look { g: self, s: state }, seat, into);
        }
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

/// What was beaten counts. On a road, where enemies that were fled from are gone for good, victory and the living count by as
/// much of it as was beaten; elsewhere there is no victory over what was left standing. The party shares it.
fn payoff(g: &ParaRoles, state: &State, ending: Ending) -> u16 {
    rule!("PR-R89");
    let total = u32::from(encounters(g)).max(1);
    let beaten = u32::from(state.tally.encounters_beaten).min(total);
    let share = (beaten * 400 / total) as u16;
    let won = 400 + 50 * state.living().len();
    match ending {
        Ending::Victory if g.options.enemies_wait() => won as u16 + share,
        Ending::Victory => (won * beaten / total) as u16 + share,
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
