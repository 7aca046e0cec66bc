//! Friends and Foes for bots: what a table is worth to each team, which actions look good, and why.
//!
//! A value is the chance to win (`outlook`, `race`), seen from where things in progress will probably lead (`scene`,
//! `pending`), with exact odds of attacks (`odds`). Weights of actions (`turns`, `choices`) are what they gain by the
//! same measure (`prices`). `guess` tells what is hidden, and which guesses fit what others did.

mod choices;
#[cfg(test)]
mod exploit;
mod guess;
mod hand;
mod odds;
pub mod outlook;
mod pending;
mod prices;
mod race;
mod reasons;
mod rounds;
mod scene;
#[cfg(test)]
mod tests;
mod turns;

use crate::{
    arena::{SIDES_MAX, Seating},
    levels::{self, Style, Tuning},
    played::Played,
};
use ::friends_and_foes::{
    Action, Chance, FriendsAndFoes, State,
    fixture::ended_by,
    frame::Frame,
    queries::Look,
    rules::{activation, initiative},
    words::{Reason, SEATS},
};
use kernel::{Outcome, Seat, SeatSet, View, seat::SEATS_MAX};
use odds::{Ranks, Reading, Rough};
use prices::Prices;
use scene::Scene;
use search::{Beliefs, Evaluation, Explanation, Payoffs, Policy, heaviest};

/// What a bot knows of Friends and Foes.
#[derive(Clone, Debug)]
pub struct Insight {
    ranks: Ranks,
    /// By reading of the rules: the printed table or text, doubling that adds up or not.
    rough: [Rough; 4],
    weights: outlook::Weights,
    keen: f32,
}

impl Insight {
    #[must_use]
    pub fn new() -> Insight {
        Insight::with(outlook::WEIGHTS)
    }
    /// With other weights, to compare them.
    #[must_use]
    pub fn with(weights: outlook::Weights) -> Insight {
        let ranks = Ranks::new();
        let rough = Reading::ALL.map(|reading| Rough::new(&ranks, reading));
        Insight { ranks, rough, weights, keen: prices::KEEN }
    }
    /// With more or less faith in the weights of actions, to compare them.
    #[must_use]
    pub fn keen(self, keen: f32) -> Insight {
        Insight { keen, ..self }
    }
    fn scene<'a>(&'a self, game: &'a FriendsAndFoes, state: &'a State) -> Scene<'a> {
        let rough = &self.rough[Reading::of(&game.options).index()];
        Scene::new(Look { g: game, s: state }, &self.ranks, rough)
    }
}

/// Each seat has what its team has.
fn payoffs(game: &FriendsAndFoes, chances: &[f32; SEATS]) -> Payoffs {
    let mut payoffs = [0.0; SEATS_MAX as usize];
    for seat in Seat::first(game.options.seats) {
        payoffs[seat.index()] = chances[usize::from(game.team(seat))];
    }
    payoffs
}

impl Default for Insight {
    fn default() -> Insight {
        Insight::new()
    }
}

impl Played for FriendsAndFoes {
    type Insight = Insight;

    fn insight(_: Option<Style>) -> Insight {
        Insight::new()
    }
    fn tuning() -> Tuning {
        levels::friends_and_foes()
    }
    /// Teams win and lose as one.
    fn seating(&self) -> Seating {
        let mut sides = [SeatSet::EMPTY; SIDES_MAX];
        Seat::first(self.options.seats).for_each(|seat| sides[usize::from(self.team(seat))].insert(seat));
        Seating::Sides(sides)
    }
    /// Whoever wins has everything; a draw is half of it.
    fn success(&self) -> u16 {
        Outcome::BEST
    }
    fn ending(state: &State) -> Option<&'static str> {
        ended_by(state).map(Reason::word)
    }
    fn is_known_enough(&self, view: &View<FriendsAndFoes>) -> bool {
        !view.state().is_hidden(view.seat())
    }
}

impl Evaluation<FriendsAndFoes> for Insight {
    fn values(&self, game: &FriendsAndFoes, state: &State) -> Payoffs {
        let mut scene = self.scene(game, state);
        pending::settle(&mut scene);
        scene.survey();
        payoffs(game, &outlook::chances(&scene, &self.weights))
    }

    fn rested(&self, game: &FriendsAndFoes, state: &State) -> Payoffs {
        let mut scene = self.scene(game, state);
        scene.survey();
        let choosing = state.stack.top() == Some(&Frame::Initiative(initiative::Frame::Choose));
        match rounds::chances(&scene).filter(|_| choosing) {
            Some(chances) => payoffs(game, &chances),
            None => self.values(game, state),
        }
    }

    fn rests(&self, _: &FriendsAndFoes, from: &State, state: &State) -> bool {
        state.round > from.round
    }
}

impl Policy<FriendsAndFoes> for Insight {
    fn priors(
        &self,
        game: &FriendsAndFoes,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) {
        let (mut below, mut top) = (None, None);
        for frame in state.stack.frames() {
            (below, top) = (top, Some(*frame));
        }
        let (Some(top), true) = (top, actions.len() > 1) else {
            return into.extend(actions.iter().map(|_| 1.0));
        };
        let mut scene = self.scene(game, state);
        scene.survey();
        let prices = Prices::new(&scene, &self.weights, seat);
        let from = into.len();
        if top == Frame::Activation(activation::Frame::Act) {
            let turn = turns::Turn::new(&scene, &prices, seat);
            into.extend(actions.iter().map(|action| turn.gain(*action)));
            return prices::weigh(&mut into[from..], self.keen);
        }
        let desk = choices::Desk { scene: &scene, prices: &prices, seat, top, below };
        if actions.first().and_then(|action| desk.taste(*action)).is_some() {
            return into.extend(actions.iter().map(|action| desk.taste(*action).unwrap_or(1.0)));
        }
        into.extend(actions.iter().enumerate().map(|(at, action)| desk.gain_beside(*action, &actions[..at])));
        prices::weigh(&mut into[from..], self.keen);
    }

    /// Weights tell well enough what to answer; what to begin in a turn is worth a look.
    fn quick(&self, game: &FriendsAndFoes, state: &State, seat: Seat, actions: &[Action]) -> Option<usize> {
        if state.stack.top() == Some(&Frame::Activation(activation::Frame::Act)) {
            return None;
        }
        let mut weights = Vec::with_capacity(actions.len());
        self.priors(game, state, seat, actions, &mut weights);
        Some(heaviest(&weights))
    }
}

impl Beliefs<FriendsAndFoes> for Insight {
    fn hidden(&self, game: &FriendsAndFoes, state: &State, actor: Seat, _: Action, observer: Seat) -> bool {
        guess::hidden(Look { g: game, s: state }, actor, observer)
    }

    fn reopen(&self, game: &FriendsAndFoes, state: &mut State, me: Seat) {
        guess::reopen(game, state, me);
    }

    fn likelihood(&self, game: &FriendsAndFoes, state: &State, me: Seat) -> f32 {
        guess::likelihood(Look { g: game, s: state }, me)
    }

    fn chance_key(&self, game: &FriendsAndFoes, state: &State, outcome: Chance, _: Seat) -> u32 {
        guess::fell(Look { g: game, s: state }, outcome)
    }
}

impl Explanation<FriendsAndFoes> for Insight {
    fn because(&self, game: &FriendsAndFoes, state: &State, seat: Seat, action: Action) -> Option<String> {
        let mut scene = self.scene(game, state);
        scene.survey();
        let prices = Prices::new(&scene, &self.weights, seat);
        reasons::because(&scene, &prices, seat, action)
    }
}
