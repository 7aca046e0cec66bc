//! Minions of Mordak for bots: what a table is worth to the Villain and to the Heroes, which actions look good, and why.
//!
//! A value is the Villain's chance to win: a race of both sides in the Final Battle (`outlook`), with what is in progress
//! (`pending`). Weights keep the tree narrow: a Turn is many small decisions, and most of them have one or two sensible
//! answers (`turns`, `rolls`, `cards`, `growth`), judged by attacks (`blows`) and by where to stand (`places`).
//! [`Temper`] says what sort of Villain it is.

mod blows;
mod cards;
mod desk;
mod growth;
mod outlook;
mod pending;
mod places;
mod reasons;
mod rolls;
mod scene;
mod temper;
#[cfg(test)]
mod tests;
mod turns;

pub use temper::{BadTemper, Temper, tempered};

use desk::Desk;
use kernel::{Seat, seat::SEATS_MAX};
use minions_of_mordak::{Action, MinionsOfMordak, State, queries::Look, words::VILLAIN};
use search::{Heuristic, Payoffs};

/// What bots know of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Insight {
    temper: Option<Temper>,
}

impl Insight {
    #[must_use]
    pub const fn new() -> Insight {
        Insight { temper: None }
    }
    /// A Villain with a character.
    #[must_use]
    pub const fn of(temper: Option<Temper>) -> Insight {
        Insight { temper }
    }
}

impl Heuristic<MinionsOfMordak> for Insight {
    fn values(&self, game: &MinionsOfMordak, state: &State) -> Payoffs {
        let villain = outlook::villain_chance(Look { g: game, s: state }, temper::taste(self.temper));
        let mut payoffs = [1.0 - villain; SEATS_MAX as usize];
        payoffs[VILLAIN.index()] = villain;
        payoffs
    }

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
        let desk = Desk::new(Look { g: game, s: state }, seat, top, temper::taste(self.temper));
        let first = into.len();
        desk.gains(actions, into);
        desk::weigh(&mut into[first..]);
    }

    fn because(&self, game: &MinionsOfMordak, state: &State, seat: Seat, action: Action) -> Option<String> {
        reasons::because(Look { g: game, s: state }, seat, action)
    }
}
