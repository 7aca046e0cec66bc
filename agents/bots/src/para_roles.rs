//! Para Roles for bots: what a table is worth to the party, which actions look good, and why.
//!
//! The party is one team against chance. A value is made of the fight (`fight`: what each blow does; `outlook`: the
//! kill clock against the death clock) and of what the campaign still holds for a party as strong as it will be after
//! it (`journey`, `map`). Weights of actions (`turns`, `choices`) are counted in points of enemy Health.

mod choices;
mod falls;
mod fight;
mod journey;
mod map;
mod meeting;
mod odds;
mod outlook;
mod reasons;
#[cfg(test)]
mod tests;
mod turns;

use crate::{
    arena::Seating,
    levels::{self, Style, Tuning},
    played::{Examination, Played},
    puzzles::Fights,
    regret::{Report, Unsolvable},
};
use kernel::{Seat, View, seat::SEATS_MAX};
use odds::{Below, Odds};
use para_roles::{Action, Chance, ParaRoles, State, frame::Frame, queries::Look, rules::rounds};
use search::{Beliefs, Evaluation, Explanation, Payoffs, Policy, heaviest};

/// A victory is worth at least this, a defeat always less.
const VICTORY: u16 = 400;

/// A flight where the same enemy waits gains nothing by itself.
const FLIGHT: f32 = 0.004;

/// Of a party that people keep by themselves nothing is known.
const UNKNOWN: f32 = 0.5;

/// What a bot knows of Para Roles.
#[derive(Clone, Debug)]
pub struct Insight {
    below: Below,
}

impl Insight {
    #[must_use]
    pub fn new() -> Insight {
        Insight { below: Below::new() }
    }
    /// The expected payoff of the party, 0 to 1.
    fn value(&self, look: Look) -> f32 {
        let way = journey::way(look);
        let extras = journey::belongings(look, way) + journey::nearness(look);
        if look.s.combat.on && !look.s.enemies().is_empty() {
            return self.fight(look) + extras;
        }
        if let Some(next) = meeting::next(look) {
            return self.fight(Look { g: look.g, s: &next }) + extras;
        }
        let worths = look.s.heroes.each().map(|h| journey::worth(f32::from(h.hp)));
        let mut party = journey::party(look, worths);
        let mut way = way;
        if look.s.tally.combats == 0 && look.s.living().is_empty() {
            // Nobody has Health before the cards are dealt.
            (party.strength, party.alive) = (1.0, 4.0);
        } else if look.s.living().is_empty() {
            return journey::defeat(way);
        }
        // The last enemy is gone, the fight is not yet counted.
        if look.s.combat.on && !look.s.combat.fled {
            way.beaten += 1.0;
        }
        journey::prospect(way, party) + extras
    }
    fn fight(&self, look: Look) -> f32 {
        let odds = Odds::of(&self.below, look.s);
        let out = outlook::outlook(look, &odds);
        outlook::value(look, &odds, &out)
    }
    /// What the party would have after getting away from this fight.
    fn flight(&self, look: Look) -> f32 {
        if !journey::way(look).passes {
            return self.fight(Look { g: look.g, s: &meeting::again(look) }) - FLIGHT;
        }
        let worths = look.s.heroes.each().map(|h| journey::worth(f32::from(h.hp)));
        outlook::fled(look, journey::party(look, worths))
    }
}

impl Default for Insight {
    fn default() -> Insight {
        Insight::new()
    }
}

impl Played for ParaRoles {
    type Insight = Insight;

    fn insight(_: Option<Style>) -> Insight {
        Insight::new()
    }
    fn tuning() -> Tuning {
        levels::para_roles()
    }
    fn seating(&self) -> Seating {
        Seating::Party
    }
    fn success(&self) -> u16 {
        VICTORY
    }
    fn is_known_enough(&self, _: &View<ParaRoles>) -> bool {
        self.keeps_heroes()
    }
    fn regret(examination: &Examination) -> Option<Result<Report, Unsolvable>> {
        Some(examination.on(&Fights, levels::puzzles()))
    }
}

impl Evaluation<ParaRoles> for Insight {
    fn values(&self, game: &ParaRoles, state: &State) -> Payoffs {
        let look = Look { g: game, s: state };
        if !game.keeps_heroes() {
            return [UNKNOWN; SEATS_MAX as usize];
        }
        let value = self.value(look).clamp(0.0, 1.0) * journey::sureness(look);
        [value; SEATS_MAX as usize]
    }
}

impl Policy<ParaRoles> for Insight {
    fn priors(&self, game: &ParaRoles, state: &State, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
        let look = Look { g: game, s: state };
        if actions.len() < 2 || !game.keeps_heroes() {
            into.extend(actions.iter().map(|_| 1.0));
            return;
        }
        let odds = Odds::of(&self.below, state);
        match state.stack.top() {
            Some(Frame::Round(rounds::Frame::Players | rounds::Frame::Menu { .. })) => {
                let scene = turns::Scene::new(look, &odds, seat, self.flight(look));
                into.extend(actions.iter().map(|action| scene.weight(*action)));
            }
            Some(frame) => {
                let desk = choices::Desk::new(look, &odds, seat, *frame);
                into.extend(actions.iter().map(|action| desk.weight(*action)));
            }
            None => into.extend(actions.iter().map(|_| 1.0)),
        }
    }

    fn first_priors(
        &self,
        game: &ParaRoles,
        state: &State,
        seat: Seat,
        actions: &[Action],
        into: &mut Vec<f32>,
    ) {
        self.priors(game, state, seat, actions, into);
        let look = Look { g: game, s: state };
        let turn = matches!(
            state.stack.top(),
            Some(Frame::Round(rounds::Frame::Players | rounds::Frame::Menu { .. }))
        );
        if turn && journey::is_near_the_top(look) {
            turns::narrow(&Odds::of(&self.below, state), look, seat, actions, into);
        }
    }

    fn quick(&self, game: &ParaRoles, state: &State, seat: Seat, actions: &[Action]) -> Option<usize> {
        let mut weights = Vec::with_capacity(actions.len());
        self.priors(game, state, seat, actions, &mut weights);
        Some(heaviest(&weights))
    }

    fn side_by_side(&self, game: &ParaRoles, state: &State) -> bool {
        journey::is_near_the_top(Look { g: game, s: state })
    }
}

impl Beliefs<ParaRoles> for Insight {
    fn chance_key(&self, game: &ParaRoles, state: &State, outcome: Chance, _: Seat) -> u32 {
        falls::key(Look { g: game, s: state }, outcome)
    }
}

impl Explanation<ParaRoles> for Insight {
    fn because(&self, game: &ParaRoles, state: &State, seat: Seat, action: Action) -> Option<String> {
        let look = Look { g: game, s: state };
        if !game.keeps_heroes() {
            return None;
        }
        reasons::because(look, &Odds::of(&self.below, state), seat, action)
    }
}
