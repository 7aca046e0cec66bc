//! Minions of Mordak for bots: what a table is worth to the Villain and to the Heroes, which actions look good, and why.
//!
//! Single actions are judged by what they gain, in Hits: the heuristic player does what gains most, and search follows it
//! in its playouts to the end of the other side's Round, where tables are judged by how games ended (`rounds`). A value is
//! the Villain's chance to win: a race of both sides in the Final Battle (`outlook`), with what is in progress (`pending`). Weights keep the tree narrow: a Turn is many small
//! decisions, and most of them have one or two sensible answers (`turns`, `rolls`, `cards`, `growth`), judged by attacks (`blows`) and by where to stand (`places`).
//! [`Style`] says what sort of Villain it is.

mod blows;
mod cards;
mod desk;
mod growth;
mod outlook;
mod pending;
mod places;
mod reasons;
mod rolls;
mod rounds;
mod scene;
mod temper;
#[cfg(test)]
mod tests;
mod turns;

use crate::{
    levels::{Style, Tuning},
    players::{Agent, Player},
};
use desk::Desk;
use kernel::{Seat, seat::SEATS_MAX};
use minions_of_mordak::{
    Action, MinionsOfMordak, State, queries::Look, rules::standing_orders, words::VILLAIN,
};
use search::{Beliefs, Evaluation, Explanation, Known, Payoffs, Policy, heaviest};

/// Playouts end when so many Rounds have begun: one's own is over then, and the other side's answer.
const FORESIGHT: u8 = 2;

/// What bots know of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Insight {
    style: Option<Style>,
}

impl Insight {
    #[must_use]
    pub const fn new() -> Insight {
        Insight { style: None }
    }
    /// A Villain with a character.
    #[must_use]
    pub const fn of(style: Option<Style>) -> Insight {
        Insight { style }
    }
}

/// An agent at a table, in its style.
#[must_use]
pub fn player(agent: Agent, tuning: &Tuning) -> Player<MinionsOfMordak> {
    Player::new(agent, tuning).knowing(Box::new(Insight::of(agent.style())))
}

/// What the Heroes have not, the Villain has.
fn payoffs(villain: f32) -> Payoffs {
    let mut payoffs = [1.0 - villain; SEATS_MAX as usize];
    payoffs[VILLAIN.index()] = villain;
    payoffs
}

/// What this seat has ordered to be answered here. In a guess only one's own orders are known: others are taken to think.
fn ordered(game: &MinionsOfMordak, state: &State, seat: Seat) -> Option<Action> {
    standing_orders::answer(Look { g: game, s: state }, seat)
}

impl Evaluation<MinionsOfMordak> for Insight {
    fn values(&self, game: &MinionsOfMordak, state: &State) -> Payoffs {
        payoffs(outlook::villain_chance(Look { g: game, s: state }, temper::taste(self.style)))
    }

    fn rests(&self, _: &MinionsOfMordak, from: &State, state: &State) -> bool {
        state.clock >= from.clock + FORESIGHT
    }

    fn rested(&self, game: &MinionsOfMordak, state: &State) -> Payoffs {
        payoffs(rounds::villain_chance(Look { g: game, s: state }, temper::taste(self.style)))
    }
}

impl Policy<MinionsOfMordak> for Insight {
    fn priors(
        &self,
        game: &MinionsOfMordak,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) {
        let Some(top) = state.stack.top().copied().filter(|_| actions.len() > 1) else {
            return into.extend(actions.iter().map(|_| 1.0));
        };
        if let Some(ordered) = ordered(game, state, seat) {
            return into.extend(actions.iter().map(|action| f32::from(u8::from(*action == ordered))));
        }
        let desk = Desk::new(Look { g: game, s: state }, seat, top, temper::taste(self.style));
        let first = into.len();
        desk.gains(actions, into);
        desk::weigh(&mut into[first..]);
    }

    fn worths(
        &self,
        game: &MinionsOfMordak,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) -> Known {
        let Some(top) = state.stack.top().copied() else { return Known::Nothing };
        let look = Look { g: game, s: state };
        let first = into.len();
        Desk::new(look, seat, top, temper::taste(self.style)).gains(actions, into);
        let mut weights = into[first..].to_vec();
        desk::weigh(&mut weights);
        let villain = outlook::villain_chance(look, temper::taste(self.style));
        let now = if seat == VILLAIN { villain } else { 1.0 - villain };
        desk::into_worths(&mut into[first..], now);
        // Where nothing else is considered, thought would change nothing.
        let considered = weights.iter().filter(|weight| **weight > 0.0).count();
        if considered <= 1 { Known::All } else { Known::Estimates }
    }

    fn quick(&self, game: &MinionsOfMordak, state: &State, seat: Seat, actions: &[Action]) -> Option<usize> {
        let top = state.stack.top().copied()?;
        if let Some(ordered) = ordered(game, state, seat) {
            return actions.iter().position(|action| *action == ordered);
        }
        let mut gains = Vec::with_capacity(actions.len());
        let look = Look { g: game, s: state };
        Desk::new(look, seat, top, temper::taste(self.style)).gains(actions, &mut gains);
        Some(heaviest(&gains))
    }
}

impl Beliefs<MinionsOfMordak> for Insight {}

impl Explanation<MinionsOfMordak> for Insight {
    fn because(&self, game: &MinionsOfMordak, state: &State, seat: Seat, action: Action) -> Option<String> {
        reasons::because(Look { g: game, s: state }, seat, action)
    }
}
