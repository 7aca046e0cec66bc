//! Night Ferry for bots: what points are worth, and that a third of what the ferry carries is one's fair share.

use crate::{
    arena::Seating,
    levels::{Style, Tuning},
    played::Played,
};
use ::sixth::{Action, State};
use catalog::NightFerry;
use kernel::{Outcome, Seat, seat::SEATS_MAX};
use search::{Beliefs, Evaluation, Explanation, Payoffs, Policy};

/// What bots know of it.
#[derive(Clone, Copy, Debug)]
pub struct Insight;

impl Played for NightFerry {
    type Insight = Insight;

    fn insight(_: Option<Style>) -> Insight {
        Insight
    }
    fn tuning() -> Tuning {
        Tuning::default()
    }
    fn seating(&self) -> Seating {
        Seating::Rivals
    }
    fn success(&self) -> u16 {
        Outcome::BEST
    }
}

impl Evaluation<NightFerry> for Insight {
    fn values(&self, _: &NightFerry, state: &State) -> Payoffs {
        let mean = state.scores.iter().map(|score| f32::from(*score)).sum::<f32>() / 3.0;
        let mut payoffs = [0.0; SEATS_MAX as usize];
        for (payoff, score) in payoffs.iter_mut().zip(state.scores) {
            *payoff = (0.33 + (f32::from(score) - mean) / 15.0).clamp(0.0, 1.0);
        }
        payoffs
    }
}

impl Policy<NightFerry> for Insight {
    fn priors(&self, _: &NightFerry, state: &State, _: Seat, actions: &[Action], into: &mut Vec<f32>) {
        let share = state.die.map_or(3.0, |die| (7.0 + die.index() as f32) / 3.0);
        into.extend(actions.iter().map(|Action::Load { weight }| {
            let weight = weight.index() as f32 + 1.0;
            if weight <= share { weight } else { 0.5 }
        }));
    }
}

impl Beliefs<NightFerry> for Insight {}
impl Explanation<NightFerry> for Insight {}
