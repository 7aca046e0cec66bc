//! What may fall now, and how likely.

use crate::{
    Chance,
    frame::Frame,
    queries::Look,
    rules::{cards, deployment, effects, harvest, initiative, setup},
    words::AreaSet,
};
use kernel::{CardSet, Odds, Pool, Seat, below, rule};
use rand::Rng;

/// What chance decides for a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    Nothing,
    /// The top card of this player's deck.
    Card {
        of: Seat,
    },
    Area {
        among: AreaSet,
    },
    Scenario,
    Twist,
}

/// The seat whose deck is drawn from now.
#[must_use]
pub fn roller(look: Look) -> Option<Seat> {
    match falls(look) {
        Falls::Card { of } => Some(of),
        Falls::Nothing | Falls::Area { .. } | Falls::Scenario | Falls::Twist => None,
    }
}

#[inline]
fn falls(look: Look) -> Falls {
    let Some(&frame) = look.s.stack.top() else { return Falls::Nothing };
    match frame {
        Frame::Setup(frame) => setup::falls(frame),
        Frame::Initiative(frame) => initiative::falls(look, frame),
        Frame::Deployment(frame) => deployment::falls(look, frame),
        Frame::Cards(frame) => cards::falls(frame),
        Frame::Effects(frame) => effects::falls(frame),
        Frame::Harvest(frame) => harvest::falls(look, frame),
        Frame::Activation(_) | Frame::Movement(_) | Frame::Attack(_) | Frame::Reactions(_) => Falls::Nothing,
    }
}

/// Whose deck is drawn from.
#[must_use]
pub fn drawing(look: Look) -> Option<Seat> {
    if let Falls::Card { of } = falls(look) { Some(of) } else { None }
}

fn deck(look: Look, of: Seat) -> CardSet {
    rule!("FO-422");
    look.s.sides[of].deck
}

pub fn odds(look: Look) -> Odds<Chance> {
    let (g, content) = (look.g, &look.g.content);
    match falls(look) {
        Falls::Card { of } => Odds::even(deck(look, of).iter().map(|card| Chance::Draw { card })),
        Falls::Area { among } => Odds::even(among.iter().map(|area| Chance::Area { area })),
        Falls::Scenario => {
            let all = g.grounds.iter().map(|(at, _)| content.scenarios[usize::from(*at)].0);
            Odds::even(all.map(|scenario| Chance::Scenario { scenario }))
        }
        Falls::Twist => {
            let all = g.twists.iter().map(|at| content.twists[usize::from(*at)].0);
            Odds::even(all.map(|twist| Chance::Twist { twist }))
        }
        Falls::Nothing => Odds::even(std::iter::empty()),
    }
}

/// # Panics
/// If nothing falls now.
#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    let mut pick = |len: usize| below(rng, len as u32) as usize;
    match falls(look) {
        Falls::Card { of } => Chance::Draw { card: deck(look, of).pick(rng) },
        Falls::Area { among } => {
            let area = among.iter().nth(pick(among.len() as usize)).unwrap_or_default();
            Chance::Area { area }
        }
        Falls::Scenario => {
            let at = look.g.grounds[pick(look.g.grounds.len())].0;
            Chance::Scenario { scenario: look.g.content.scenarios[usize::from(at)].0 }
        }
        Falls::Twist => {
            let at = look.g.twists[pick(look.g.twists.len())];
            Chance::Twist { twist: look.g.content.twists[usize::from(at)].0 }
        }
        Falls::Nothing => panic!("chance is asked, but nothing falls"),
    }
}
