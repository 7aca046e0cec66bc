//! What each game tells of its bots: what they know of it, how their search is set, how its seats stand to each other.
//!
//! A game is played by bots if it is [`Played`]; whatever is done with bots of any game is a [`Visitor`].

use crate::{
    arena::{Ground, Seating},
    levels::{Style, Tuning},
    players::{Agent, Player},
    regret::{Orders, Report, Unsolvable},
};
use catalog::{GameKind, Known};
use kernel::View;
use search::Heuristic;
use std::sync::Arc;

/// A game that bots play.
pub trait Played: Known {
    /// What bots know of it.
    type Insight: Heuristic<Self> + 'static;
    /// The styles that its bots have.
    const STYLES: &'static [Style] = &[];

    /// What bots of this style know.
    fn insight(style: Option<Style>) -> Self::Insight;
    /// What was found to suit it.
    fn tuning() -> Tuning;
    /// How the seats stand to each other.
    fn seating(&self) -> Seating;
    /// The payoff from which on a game counts as won.
    fn success(&self) -> u16;

    /// How a game that is over ended, in a word; `None` where there are no kinds of endings.
    #[must_use]
    fn ending(state: &Self::State) -> Option<&'static str> {
        let _ = state;
        None
    }
    /// Can a bot answer for whoever sees this? Not where people tell what happens, or hold cards that nobody else knows.
    fn is_known_enough(&self, view: &View<Self>) -> bool {
        let _ = view;
        true
    }
    /// An agent at a table.
    fn player(agent: Agent, tuning: &Tuning) -> Player<Self> {
        Player::new(agent, tuning)
    }
    /// How much agents give away on positions that are solved exactly; `None` where there are none.
    fn regret(examination: &Examination) -> Option<Result<Report, Unsolvable>> {
        let _ = examination;
        None
    }
}

/// What [`Played::regret`] is asked.
#[derive(Clone, Copy)]
pub struct Examination<'a> {
    /// Who is measured, and on how much; which known positions are among them is filled in.
    pub orders: &'a Orders,
    /// The long ones among the known positions too.
    pub full: bool,
    /// Search branches on chance.
    pub branch: bool,
    /// Hears how many positions there are, before the first.
    pub begin: &'a dyn Fn(u64),
    /// Hears of every position that is done.
    pub tell: &'a (dyn Fn() + Sync),
}

impl Examination<'_> {
    /// The measure on the positions of one game, with search set like this.
    pub fn on<T: crate::regret::Trial>(&self, trial: &T, mut tuning: Tuning) -> Result<Report, Unsolvable> {
        tuning.settings.branch_on_chance = self.branch;
        let orders = Orders { known: trial.known_positions(self.full), ..self.orders.clone() };
        (self.begin)(orders.positions + orders.known.len() as u64);
        crate::regret::measure(trial, &orders, &tuning, self.tell)
    }
}

/// The ground on which sides are compared in this game.
pub fn ground<'a, G: Played>(
    game: &Arc<G>,
    insight: &'a G::Insight,
    tuning: &'a Tuning,
) -> Ground<'a, G, G::Insight> {
    Ground {
        game: Arc::clone(game),
        heuristic: insight,
        tuning,
        seating: game.seating(),
        success: game.success(),
        ending: G::ending,
    }
}

/// Something to be done with a game that bots play, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it with this game.
    fn visit<G: Played>(self) -> Self::Out;
}

catalog::games!(visits Visitor visit);

/// The styles that bots of a game have.
#[must_use]
pub fn styles(game: GameKind) -> &'static [Style] {
    struct Styles;
    impl Visitor for Styles {
        type Out = &'static [Style];
        fn visit<G: Played>(self) -> Self::Out {
            G::STYLES
        }
    }
    visit(game, Styles)
}
