//! Fiends & Familiars for bots: what a table is worth to each seat, which actions look good, and why.
//!
//! A value is made of the stars a hero may expect (`hero`): the half-filled sheet (`sheet`, with the chances of `odds`),
//! cards and Fiends (`cards`), what is in progress (`pending`) and the roll against the Monster. Alone, stars and the
//! chance to survive make the payoff; among rivals, who will have most.

mod cards;
mod hero;
mod monster;
mod odds;
mod pending;
mod reasons;
mod sheet;
#[cfg(test)]
mod tests;
mod weights;

use crate::{
    arena::Seating,
    levels::{self, Style, Tuning},
    played::Played,
};
use ::fiends_and_familiars::{
    Action, FiendsAndFamiliars, Frame, State,
    queries::Look,
    rules::{effects, hunt},
    words::Coin,
};
use hero::Hero;
pub use hero::Hopes;
use kernel::{Game, Log, Outcome, Seat, Step, Turn, seat::SEATS_MAX};
use odds::Odds;
use rand::SeedableRng;
use search::{Beliefs, BotRng, Evaluation, Explanation, Known, Payoffs, Policy, heaviest};
pub use weights::Weights;

/// Alone, a Clan Leader or better counts as a win: this payoff stands for 38 stars.
const CLAN_LEADER: u16 = 100 + 38 * 15;
/// Stars that make one rival about three times as likely to win as another, at the start and at the end.
const EDGE_AT_FIRST: f32 = 5.0;
const EDGE_AT_LAST: f32 = 1.0;
/// How fast a loss of stars makes an action less promising.
const KEEN: f32 = 1.3;
/// What is so many stars worse than the best is left out: of actions that were tried, and of lists too long for that.
const HOPELESS_TRIED: f32 = 3.5;
const HOPELESS_UNTRIED: f32 = 0.8;
/// Longer lists are weighed without trying each action.
const TRIED_MAX: usize = 56;
/// So many of them are tried after that.
const TRIED_LONG: usize = 10;
/// How often what falls next is tried.
const TRIES: u32 = 8;

/// What a bot knows of Fiends & Familiars.
#[derive(Clone, Debug)]
pub struct Insight {
    odds: Odds,
}

impl Default for Insight {
    fn default() -> Insight {
        Insight::new()
    }
}

impl Insight {
    #[must_use]
    pub fn new() -> Insight {
        Insight::weighing(Weights::default())
    }
    /// With other weights, to see what they are worth.
    #[must_use]
    pub fn weighing(weights: Weights) -> Insight {
        Insight { odds: Odds::new(weights) }
    }
    /// The stars that a seat may expect, by where they come from.
    #[must_use]
    pub fn hopes(&self, game: &FiendsAndFamiliars, state: &State, seat: Seat) -> Hopes {
        let hero = Hero::new(Look { g: game, s: state }, &self.odds, seat);
        Hopes { pending: hero.pending(), ..hero.hopes() }
    }
    /// The table after an action, before anything falls.
    fn after(game: &FiendsAndFamiliars, state: &State, seat: Seat, action: Action) -> State {
        let mut next = *state;
        game.apply(&mut next, Step::Act { seat, action }, &mut Log::off());
        next
    }
    /// How good it looks for one seat, in stars.
    fn stars(&self, game: &FiendsAndFamiliars, state: &State, seat: Seat) -> f32 {
        if let Some(outcome) = game.outcome(state) {
            return f32::from(outcome.payoff(seat)) * if game.solo() { 1.0 / 15.0 } else { 0.01 };
        }
        if game.solo() {
            return self.alone(game, state, seat) / 0.015;
        }
        let mine = self.hopes(game, state, seat).total();
        let others = Seat::first(game.options.seats).filter(|other| *other != seat);
        let best = others.map(|other| self.hopes(game, state, other).total()).fold(f32::MIN, f32::max);
        mine - 0.5 * best
    }
    /// The payoff of the solitaire game: nothing for the dead, something for living, and all stars.
    fn alone(&self, game: &FiendsAndFamiliars, state: &State, seat: Seat) -> f32 {
        let hopes = self.hopes(game, state, seat);
        let weights = &self.odds.weights;
        let given = if game.options.monsters_and_minions { 0.0 } else { 5.0 };
        let before = hopes.before_the_monster() + given + weights.to_come * hopes.late;
        (0.015 * (hopes.alive * (weights.life + before) + hopes.monster)).clamp(0.0, 1.0)
    }
    /// What an action is worth, 0 to 1. What falls next is tried a few times where it matters which action it was.
    fn worth(&self, game: &FiendsAndFamiliars, state: &State, seat: Seat, action: Action) -> f32 {
        let next = Insight::after(game, state, seat, action);
        if !matters(&next) {
            return self.ended(game, &next)[seat.index()];
        }
        let mut rng = BotRng::seed_from_u64(1);
        let tries = (0..TRIES).map(|_| {
            let mut fallen = next;
            while game.turn(&fallen) == Turn::Chance {
                let outcome = game.sample(&fallen, &mut rng);
                game.apply(&mut fallen, Step::Chance(outcome), &mut Log::off());
            }
            self.ended(game, &fallen)[seat.index()]
        });
        tries.sum::<f32>() / TRIES as f32
    }
}

/// Does what falls next depend on the action, in a way that its value does not yet hold?
fn matters(state: &State) -> bool {
    state.turn == Turn::Chance
        && matches!(
            state.stack.top(),
            Some(
                Frame::Card(
                    effects::Frame::Reroll { .. }
                        | effects::Frame::TurnUp { .. }
                        | effects::Frame::PoolRoll { .. }
                        | effects::Frame::DrawFiend { .. }
                ) | Frame::Hunt(hunt::Frame::Reveal)
            )
        )
}

impl Played for FiendsAndFamiliars {
    type Insight = Insight;

    fn insight(_: Option<Style>) -> Insight {
        Insight::new()
    }
    fn tuning() -> Tuning {
        levels::fiends_and_familiars()
    }
    /// Each for themselves.
    fn seating(&self) -> Seating {
        if self.solo() { Seating::Party } else { Seating::Rivals }
    }
    fn success(&self) -> u16 {
        if self.solo() { CLAN_LEADER } else { Outcome::BEST }
    }
}

impl Evaluation<FiendsAndFamiliars> for Insight {
    fn values(&self, game: &FiendsAndFamiliars, state: &State) -> Payoffs {
        let mut payoffs = [0.0; SEATS_MAX as usize];
        if game.solo() {
            payoffs[0] = self.alone(game, state, Seat::new(0));
            return payoffs;
        }
        let seats = game.options.seats;
        let mut empty = 0.0;
        for seat in Seat::first(seats) {
            payoffs[seat.index()] = self.hopes(game, state, seat).total();
            empty += (21.0 - f32::from(state.players[seat].placed())) / (21.0 * f32::from(seats));
        }
        let edge = EDGE_AT_LAST + (EDGE_AT_FIRST - EDGE_AT_LAST) * empty;
        let own = &mut payoffs[..usize::from(seats)];
        let best = own.iter().copied().fold(f32::MIN, f32::max);
        own.iter_mut().for_each(|stars| *stars = ((*stars - best) / edge).exp());
        let all: f32 = own.iter().sum();
        own.iter_mut().for_each(|share| *share /= all);
        payoffs
    }

    fn rests(&self, _: &FiendsAndFamiliars, from: &State, state: &State) -> bool {
        state.round > from.round
    }
}

impl Policy<FiendsAndFamiliars> for Insight {
    fn priors(
        &self,
        game: &FiendsAndFamiliars,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) {
        let from = into.len();
        if actions.len() < 2 {
            return into.extend(actions.iter().map(|_| 1.0));
        }
        if actions.len() > TRIED_MAX {
            let hero = Hero::new(Look { g: game, s: state }, &self.odds, seat);
            // Only swaps come in long lists that differ much.
            let swap = |action: &Action| {
                if let Action::Swap { one, other } = *action { hero.swap(one, other) } else { 0.0 }
            };
            into.extend(actions.iter().map(swap));
        } else {
            let stars = |state: &State| self.stars(game, state, seat);
            into.extend(actions.iter().map(|action| stars(&Insight::after(game, state, seat, *action))));
            weigh_free(&mut into[from..], actions, || stars(state));
        }
        let hopeless = if actions.len() > TRIED_MAX { HOPELESS_UNTRIED } else { HOPELESS_TRIED };
        weigh(&mut into[from..], hopeless);
    }

    fn worths(
        &self,
        game: &FiendsAndFamiliars,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) -> Known {
        let from = into.len();
        if actions.len() < 2 {
            into.extend(actions.iter().map(|_| 0.5));
            return Known::Estimates;
        }
        // What this seat has not seen is guessed: the same for the same view.
        let mut guess = *state;
        game.fill(&mut guess, &mut BotRng::seed_from_u64(0));
        let state = &guess;
        if actions.len() > TRIED_MAX {
            // Of a long list only the most promising are tried.
            self.priors(game, state, seat, actions, into);
            let mut order: Vec<f32> = into[from..].to_vec();
            order.sort_by(|a, b| b.total_cmp(a));
            let least = order.get(TRIED_LONG).copied().unwrap_or(0.0);
            for (worth, action) in into[from..].iter_mut().zip(actions) {
                *worth = if *worth > least { self.worth(game, state, seat, *action) } else { 0.0 };
            }
        } else {
            into.extend(actions.iter().map(|action| self.worth(game, state, seat, *action)));
            weigh_free(&mut into[from..], actions, || self.ended(game, state)[seat.index()]);
        }
        Known::Estimates
    }

    /// Everybody builds the own hero: rivals are not looked at.
    fn quick(
        &self,
        game: &FiendsAndFamiliars,
        state: &State,
        seat: Seat,
        actions: &[Action],
    ) -> Option<usize> {
        if actions.len() > TRIED_MAX {
            let mut weights = Vec::with_capacity(actions.len());
            self.priors(game, state, seat, actions, &mut weights);
            return Some(heaviest(&weights));
        }
        let stars = |state: &State| {
            if game.solo() { self.stars(game, state, seat) } else { self.hopes(game, state, seat).total() }
        };
        let after = |action: &Action| stars(&Insight::after(game, state, seat, *action));
        let mut worths: Vec<f32> = actions.iter().map(after).collect();
        weigh_free(&mut worths, actions, || stars(state));
        Some(heaviest(&worths))
    }
}

impl Beliefs<FiendsAndFamiliars> for Insight {}

impl Explanation<FiendsAndFamiliars> for Insight {
    fn because(
        &self,
        game: &FiendsAndFamiliars,
        state: &State,
        seat: Seat,
        action: Action,
    ) -> Option<String> {
        reasons::because(self, game, state, seat, action)
    }
}

/// May this be done at any time, beside what is asked? The question stands behind it as before.
fn is_free(action: Action) -> bool {
    if let Action::Banish { coin, .. } = action {
        return coin != Coin::Card;
    }
    matches!(action, Action::Train { .. } | Action::Heal | Action::Unpack { .. })
}

/// What may be done at any time comes before the best answer to what is asked, if the table is better for it than it is now.
fn weigh_free(worths: &mut [f32], actions: &[Action], now: impl Fn() -> f32) {
    let answers = worths.iter().zip(actions).filter(|(_, action)| !is_free(**action));
    let best = answers.map(|(worth, _)| *worth).fold(f32::NEG_INFINITY, f32::max);
    if best == f32::NEG_INFINITY || !actions.iter().any(|action| is_free(*action)) {
        return;
    }
    let now = now();
    for (worth, action) in worths.iter_mut().zip(actions) {
        if is_free(*action) {
            *worth = best + (*worth - now);
        }
    }
}

/// Turns stars into weights: the best has 1, what is far worse is left out.
fn weigh(gains: &mut [f32], hopeless: f32) {
    let best = gains.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for gain in gains {
        let behind = best - *gain;
        *gain = if behind > hopeless { 0.0 } else { (-KEEN * behind).exp() };
    }
}
