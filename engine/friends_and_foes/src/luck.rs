//! What may fall now, and how likely.

use crate::{
    Chance,
    content::Deployment,
    frame::Frame,
    queries::Look,
    rules::{deployment, twists},
    words::AreaSet,
};
use kernel::{CardSet, Odds, Pool, Seat, below, rule};
use rand::Rng;

/// Is the next zone given by chance?
#[must_use]
pub fn zone_falls(look: Look) -> bool {
    matches!(look.scenario().deployment, Deployment::Random { .. })
}

/// Whose deck is drawn from.
#[must_use]
pub fn drawing(look: Look) -> Option<Seat> {
    let order = &look.s.order;
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others draw no card")]
    Some(match *look.s.stack.top()? {
        Frame::Draws { seat, .. } | Frame::Look { seat, .. } | Frame::TurnUp { seat } => seat,
        Frame::Turned { who, .. } => who.seat(),
        Frame::Reveal { seat } => Seat::new(seat),
        Frame::TieReveal { place, .. } => order[usize::from(place)],
        _ => return None,
    })
}

/// The deck that is drawn from.
fn deck(look: Look) -> Option<CardSet> {
    rule!("FO-422");
    drawing(look).map(|seat| look.s.sides[seat].deck)
}

fn areas(look: Look) -> AreaSet {
    match look.s.stack.top() {
        Some(Frame::Shift) => twists::shift_areas(look),
        Some(_) | None => deployment::free_areas(look),
    }
}

pub fn odds(look: Look) -> Odds<Chance> {
    if let Some(deck) = deck(look) {
        return Odds::even(deck.iter().map(|card| Chance::Draw { card }));
    }
    match look.s.stack.top() {
        Some(Frame::Scenario) => {
            let all = look.g.grounds.iter().map(|(at, _)| look.g.content.scenarios[usize::from(*at)].0);
            Odds::even(all.map(|scenario| Chance::Scenario { scenario }))
        }
        Some(Frame::Twist) => Odds::even(
            look.g.twists.iter().map(|at| Chance::Twist { twist: look.g.content.twists[usize::from(*at)].0 }),
        ),
        Some(_) | None => Odds::even(areas(look).iter().map(|area| Chance::Area { area })),
    }
}

#[inline]
pub fn sample<R: Rng + ?Sized>(look: Look, rng: &mut R) -> Chance {
    if let Some(deck) = deck(look) {
        return Chance::Draw { card: deck.pick(rng) };
    }
    let mut pick = |len: usize| below(rng, len as u32) as usize;
    match look.s.stack.top() {
        Some(Frame::Scenario) => {
            let at = look.g.grounds[pick(look.g.grounds.len())].0;
            Chance::Scenario { scenario: look.g.content.scenarios[usize::from(at)].0 }
        }
        Some(Frame::Twist) => {
            let at = look.g.twists[pick(look.g.twists.len())];
            Chance::Twist { twist: look.g.content.twists[usize::from(at)].0 }
        }
        Some(_) | None => {
            let all = areas(look);
            let area = all.iter().nth(pick(all.len() as usize)).unwrap_or_default();
            Chance::Area { area }
        }
    }
}
