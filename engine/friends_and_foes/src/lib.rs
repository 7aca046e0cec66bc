//! Friends and Foes: two to four players lead small formations over a board of areas; one card settles nearly everything.
//! Hidden are hand cards, and what is laid face down until all have chosen.
//!
//! Reading order: [`words`] (the vocabulary), [`cards`] (what stands on cards), [`state`] (the table), [`flow`] (the game
//! on one page), then the chapters in [`rules`] as needed. [`queries`] folds everything that changes a number, [`legal`]
//! lists what may be done, [`secrets`] says who knows what.

pub mod action;
mod agreed;
pub mod board;
pub mod cards;
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
mod labels;
pub mod legal;
pub mod luck;
pub mod options;
#[cfg(test)]
mod proofs;
pub mod queries;
pub mod restore;
pub mod rules;
pub mod secrets;
pub mod show;
mod sound;
pub mod state;
pub mod words;

pub use action::Action;
pub use chance::Chance;
pub use content::Content;
pub use event::Event;
pub use kernel::{BadContent, BadOption};
pub use options::Options;
pub use state::State;

use content::{Teams, read_teams};
use frame::Frame;
use kernel::{Edition, Game, Log, Outcome, Seat, SeatSet, options::bad, rule};
use options::{ScenarioChoice, TwistChoice};
use rand::Rng;
use state::FRAMES;

/// The rules with content and options.
#[derive(Clone, Debug)]
pub struct FriendsAndFoes {
    pub content: Content,
    pub options: Options,
    /// The team of each seat.
    pub team_of: Teams,
    pub teams: u8,
    /// All characters of each team, on the board or not.
    pub chars_of: [words::CharSet; 4],
    /// What may be played: (scenario, map), by place in the content.
    pub grounds: Vec<(u8, u8)>,
    /// The areas a scenario allows for deployment on its map, by place in the content; all but the middle if it names none.
    pub eligible: Vec<words::AreaSet>,
    /// The twists that may be used, by place in the content; none if there is no twist.
    pub twists: Vec<u8>,
}

impl FriendsAndFoes {
    /// # Errors
    /// If the options contradict each other or the content.
    pub fn new(mut content: Content, options: Options) -> Result<FriendsAndFoes, BadOption> {
        rule!("FO-021", "FO-R65");
        agreed::write_into(&mut content, &options);
        let team_of = seating(&content, &options)?;
        let teams = team_of.iter().max().map_or(0, |t| t + 1);
        let grounds = agreed::grounds(&content, &options, &team_of)?;
        let twists = match options.twist {
            TwistChoice::Off => grounds_twist(&content, &grounds),
            TwistChoice::Random => (0..content.twists.len() as u8).collect(),
            TwistChoice::This(id) => {
                let found = content.twists.iter().position(|(t, _)| *t == id);
                vec![found.ok_or_else(|| bad("twist", id, "a twist of the content"))? as u8]
            }
        };
        if let Some(id) = options.formations.iter().flatten().find(|id| content.warband(**id).is_none()) {
            return Err(bad("formations", id, "a warband of the content"));
        }
        let mut chars_of = [words::CharSet::EMPTY; 4];
        for (seat, team) in Seat::first(options.seats).zip(team_of) {
            let own = &mut chars_of[usize::from(team)];
            *own = own.or(words::CharSet::owned_by(seat));
        }
        let eligible = eligible(&content, &grounds);
        Ok(FriendsAndFoes { content, options, team_of, teams, chars_of, grounds, eligible, twists })
    }
    #[must_use]
    #[inline]
    pub fn team(&self, seat: Seat) -> u8 {
        self.team_of[seat.index()]
    }
    /// All who play.
    #[must_use]
    #[inline]
    pub fn seated(&self) -> SeatSet {
        SeatSet::first(self.options.seats)
    }
}

/// The team of each seat: as agreed, or as the scenario says.
fn seating(content: &Content, options: &Options) -> Result<Teams, BadOption> {
    let usual: Teams = (0..options.seats).collect();
    let seated = match (options.teams, options.scenario) {
        (Some(teams), _) => teams,
        (None, ScenarioChoice::This(id)) => {
            let card = content.scenarios.iter().find(|(s, _)| *s == id).map(|(_, card)| card);
            let fits = |t: &String| read_teams(t).filter(|t| t.len() == usize::from(options.seats));
            card.and_then(|card| card.teams.iter().find_map(fits)).unwrap_or(usual)
        }
        (None, ScenarioChoice::Auto | ScenarioChoice::Random) => usual,
    };
    if seated.len() != usize::from(options.seats) {
        return Err(bad(
            "teams",
            options::write_teams(&seated),
            format!("all of {} seats, each once", options.seats),
        ));
    }
    Ok(seated)
}

fn eligible(content: &Content, grounds: &[(u8, u8)]) -> Vec<words::AreaSet> {
    let mut all = vec![words::AreaSet::EMPTY; content.scenarios.len()];
    for (scenario, map) in grounds {
        let (card, board) = (&content.scenarios[usize::from(*scenario)].1, &content.maps[usize::from(*map)]);
        let named = match &card.deployment {
            content::Deployment::Random { eligible } | content::Deployment::Drafting { eligible } => {
                &eligible[..]
            }
            content::Deployment::BoardEdge { .. } => &[],
        };
        let listed: words::AreaSet = named.iter().filter_map(|name| board.named(name)).collect();
        let allowed = if listed.is_empty() { board.areas } else { listed };
        all[usize::from(*scenario)] = allowed.without(board.middle);
    }
    all
}

/// The twist that a single scenario brings along.
fn grounds_twist(content: &Content, grounds: &[(u8, u8)]) -> Vec<u8> {
    let [(scenario, _)] = grounds else { return vec![] };
    let named = content.scenarios[usize::from(*scenario)].1.twist.as_ref();
    let at = named.and_then(|twist| content.twists.iter().position(|(id, _)| id.to_string() == *twist));
    at.map(|at| at as u8).into_iter().collect()
}

kernel::rules_on_a_table!(FriendsAndFoes, State, Event);
kernel::play_by_frames!(Frame, FRAMES);

impl Edition for FriendsAndFoes {
    const ID: &'static str = "friends_and_foes";
    const TITLE: &'static str = "Friends and Foes";
    const SEATS: (u8, u8) = (2, 4);
    const ABOUT: &'static str = "Small formations fight over a board of areas, alone or in teams. Hands are secret. preset=book, the default, is the rulebook \
         as printed, and a skirmish is fought; with find_base=1 every search finds treasure, and games are a sitting race for it.";
    const RULES: &'static str = include_str!("../rules.toml");
    const SECRETS: bool = true;
    type Content = Content;
    type Options = Options;

    fn of(content: Content, options: Options) -> Result<Self, BadOption> {
        FriendsAndFoes::new(content, options)
    }
    fn any_options<R: Rng + ?Sized>(rng: &mut R) -> Options {
        Options::any(rng)
    }
    fn check(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }
}

impl Game for FriendsAndFoes {
    kernel::play_by_frames!(impl Game);

    fn seats(&self) -> u8 {
        self.options.seats
    }
    fn setup(&self) -> State {
        let mut state = rules::setup::table(self);
        let mut play = Play { g: self, s: &mut state, log: &mut Log::off() };
        play.go_on(frame::then(rules::setup::Frame::Scenario));
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
            Some(team) if team == self.team(seat) => Outcome::BEST,
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
