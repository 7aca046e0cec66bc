//! Roll Player Adventures for bots: what a table is worth, what each action is worth, and why.
//!
//! Inside a check or combat the dice are a puzzle for one mind: `desk` lays it out, `assign` solves repairs as an assignment
//! and `plan` chance by expectation, `pool` weighs what to buy, `contest` gives a number to each action. Outside, `story` votes by
//! what the party was told and `shop` sets out and spends. `prices` is the one scale of it all: shares of a success. Whoever takes
//! time to think weighs the story by how likely the party is to fall: `ponder` and `outlook`.

mod assign;
pub mod campaigns;
mod contest;
mod desk;
mod outlook;
mod plan;
mod ponder;
mod pool;
mod prices;
mod reasons;
mod shop;
mod story;
#[cfg(test)]
mod tests;

use crate::{
    arena::Seating,
    levels::{self, Style, Tuning},
    played::{Examination, Played},
    regret::{Report, Unsolvable},
    riddles::Riddles,
};
use ::adventures::{
    Action, Adventures, State,
    content::story::Span,
    frame::Frame,
    queries::Look,
    rules::{revealed, skill_check::NO_ENTRY},
    state::{Ending, Kind},
};
use contest::{Bench, Effort};
use kernel::{Outcome, Seat, seat::SEATS_MAX};
use search::{Beliefs, Evaluation, Explanation, Known, Payoffs, Policy};
use story::Teller;

/// What a bot knows of Roll Player Adventures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Insight;

/// A payoff is made of what the contest brings and what it leaves the party with.
const FLOOR: f32 = 0.1;
const SCALE: f32 = 0.2;
/// Weights of actions fall off with what they lose.
const KEEN: f32 = 0.04;
const WEIGHT_MIN: f32 = 0.01;
/// Inside a contest numbers are nearly exact: who is so far ahead is not looked at twice.
const SURE: f32 = 0.05;

/// Does this frame belong to a check or combat?
const fn in_contest(frame: Frame) -> bool {
    match frame {
        Frame::Contest(_) | Frame::Effect(_) | Frame::Gains(revealed::Frame::Rows(_)) => true,
        Frame::Gains(_) | Frame::Setup(_) | Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => false,
        Frame::OwnBook(_) | Frame::Town(_) | Frame::Party(_) => false,
    }
}

impl Insight {
    fn payoff(look: Look, contest: f32) -> f32 {
        if look.g.is_single() {
            return (0.98 * contest + 0.005 * prices::strength(look)).clamp(0.0, 1.0);
        }
        (FLOOR + SCALE * (contest + prices::strength(look))).clamp(0.0, 1.0)
    }

    fn numbers(look: Look, seat: Seat, actions: &[Action], effort: Effort, into: &mut Vec<f32>) -> Known {
        let Some(frame) = look.s.stack.top().copied() else { return Known::Nothing };
        if look.s.contest.kind != Kind::None && in_contest(frame) {
            Bench { look, seat, effort }.worths(frame, actions, into);
            return Known::Estimates;
        }
        if matches!(frame, Frame::Gains(revealed::Frame::Rows(_))) {
            Bench { look, seat, effort }.worths(frame, actions, into);
            return Known::All;
        }
        Teller { look, seat }.worths(frame, actions, into);
        Known::All
    }

    fn weights(look: Look, seat: Seat, actions: &[Action], effort: Effort, into: &mut Vec<f32>) {
        let from = into.len();
        if actions.len() < 2 || Insight::numbers(look, seat, actions, effort, into) == Known::Nothing {
            return into.extend(actions.iter().map(|_| 1.0));
        }
        let best = into[from..].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for worth in &mut into[from..] {
            *worth = ((*worth - best) / KEEN).exp().max(WEIGHT_MIN);
        }
    }
}

impl Played for Adventures {
    type Insight = Insight;

    fn insight(_: Option<Style>) -> Insight {
        Insight
    }
    fn tuning() -> Tuning {
        levels::adventures()
    }
    fn seating(&self) -> Seating {
        Seating::Party
    }
    /// Everything is won if the whole party never fell.
    fn success(&self) -> u16 {
        Outcome::BEST
    }
    fn regret(examination: &Examination) -> Option<Result<Report, Unsolvable>> {
        Some(examination.on(&Riddles, levels::adventures()))
    }
}

impl Evaluation<Adventures> for Insight {
    fn values(&self, game: &Adventures, state: &State) -> Payoffs {
        let look = Look { g: game, s: state };
        let value = if state.contest.kind == Kind::None {
            (FLOOR + SCALE * shop::means(look)).clamp(0.0, 1.0)
        } else {
            Insight::payoff(look, contest::standing(look))
        };
        [value; SEATS_MAX as usize]
    }

    fn ended(&self, game: &Adventures, state: &State) -> Payoffs {
        let look = Look { g: game, s: state };
        let value = match state.ending {
            Some(Ending::Passed | Ending::Victory) => Insight::payoff(look, 1.0),
            Some(Ending::Failed | Ending::Defeat) => Insight::payoff(look, 0.0),
            Some(Ending::Adventure | Ending::Campaign) | None => {
                let won = f32::from(state.won) / f32::from(state.played.max(1));
                if state.ending == Some(Ending::Campaign) {
                    won
                } else {
                    1.0 / (1.0 + f32::from(state.map.fallen))
                }
            }
        };
        [value; SEATS_MAX as usize]
    }
}

impl Policy<Adventures> for Insight {
    fn priors(&self, game: &Adventures, state: &State, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        Insight::weights(Look { g: game, s: state }, seat, actions, Effort::QUICK, into);
    }

    fn first_priors(
        &self,
        game: &Adventures,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) {
        Insight::weights(Look { g: game, s: state }, seat, actions, Effort::FULL, into);
    }

    fn worths(
        &self,
        game: &Adventures,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) -> Known {
        Insight::numbers(Look { g: game, s: state }, seat, actions, Effort::FULL, into)
    }

    /// A contest is tried out where it is in question. The story cannot be: there whoever has time weighs what each option
    /// leaves the party with.
    fn pondered(
        &self,
        game: &Adventures,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) -> Known {
        let look = Look { g: game, s: state };
        match state.stack.top().copied() {
            Some(frame) if in_contest(frame) && state.contest.kind != Kind::None => {
                let from = into.len();
                self.worths(game, state, seat, actions, into);
                let best = into[from..].iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let in_question = into[from..].iter().filter(|worth| **worth > best - SURE).count() > 1;
                if in_question { Known::Estimates } else { Known::All }
            }
            Some(frame) if !in_contest(frame) => {
                ponder::worths(&Teller { look, seat }, frame, actions, into);
                Known::All
            }
            Some(_) | None => self.worths(game, state, seat, actions, into),
        }
    }
}

impl Beliefs<Adventures> for Insight {
    /// What the book says next was not read: a contest ends with its result, and nothing behind it is known.
    fn foresee(&self, game: &Adventures, state: &mut State) {
        if state.contest.kind == Kind::None || game.is_single() {
            return;
        }
        let frames: Vec<Frame> = state.stack.frames().copied().filter(|frame| in_contest(*frame)).collect();
        state.stack.clear();
        frames.into_iter().for_each(|frame| state.stack.push(frame));
        state.contest.entry = NO_ENTRY;
        (state.contest.passes, state.contest.fails) = (Span::default(), Span::default());
    }
}

impl Explanation<Adventures> for Insight {
    fn because(&self, game: &Adventures, state: &State, seat: Seat, action: Action) -> Option<String> {
        reasons::because(Look { g: game, s: state }, seat, action)
    }
}
