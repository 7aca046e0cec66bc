//! Which actions look good: a gain for each in Hits, then weights. What is plainly worse is not considered at all.

use super::{scene, temper::Taste};
use kernel::Seat;
use minions_of_mordak::{
    Action,
    frame::Frame,
    queries::Look,
    words::{Row, VILLAIN},
};

/// The gain of what is never done.
pub const NEVER: f32 = f32::NEG_INFINITY;
/// Gains that differ by this much differ by a factor of e in weight.
const HEAT: f32 = 0.6;
/// Less of the best weight than this is nothing.
const CUT: f32 = 0.05;

/// A decision of a seat.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    pub look: Look<'a>,
    pub seat: Seat,
    pub top: Frame,
    pub taste: Taste,
}

/// Gains become weights.
pub fn weigh(gains: &mut [f32]) {
    let best = gains.iter().copied().fold(NEVER, f32::max);
    if best == NEVER {
        return gains.fill(1.0);
    }
    for gain in gains {
        let weight = ((*gain - best) / HEAT).exp();
        *gain = if weight < CUT { 0.0 } else { weight };
    }
}

/// Gains become chances to win: the best action keeps things as they look now, the others fall behind it.
pub fn into_worths(gains: &mut [f32], now: f32) {
    /// What a Hit is worth, in logits.
    const HIT: f32 = 0.05;
    let best = gains.iter().copied().fold(NEVER, f32::max);
    let now = now.clamp(0.001, 0.999);
    let logit = (now / (1.0 - now)).ln();
    for gain in gains {
        let behind = if best == NEVER { 0.0 } else { HIT * (*gain - best) };
        *gain = 1.0 / (1.0 + (-(logit + behind)).exp());
    }
}

impl<'a> Desk<'a> {
    pub fn new(look: Look<'a>, seat: Seat, top: Frame, taste: Taste) -> Desk<'a> {
        Desk { look, seat, top, taste }
    }

    /// One gain for each action, in order.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest offers single choices, or asks nobody")]
    pub fn gains(&self, actions: &[Action], into: &mut Vec<f32>) {
        match self.top {
            Frame::Act => self.turn(actions, into),
            Frame::Moving => self.moving(actions, into),
            Frame::FreeMove { who, steps, .. } => self.free_move(who, steps, actions, into),
            Frame::MinionPick | Frame::AmbushNext => self.next_minion(actions, into),
            Frame::PlaceMinion => into.extend(actions.iter().map(|action| self.spawn_place(*action))),
            Frame::Spend => self.spend(actions, into),
            _ => into.extend(actions.iter().map(|action| self.choice(*action))),
        }
    }

    /// Choices inside rolls, cards and the Level Up Step, each judged by itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what else is offered belongs to whole Turns")]
    fn choice(&self, action: Action) -> f32 {
        match action {
            Action::Boost { .. }
            | Action::Reroll { .. }
            | Action::Keep
            | Action::Add { .. }
            | Action::Damage { .. }
            | Action::Defender { .. } => self.in_roll(action),
            Action::React { .. }
            | Action::ReactWith { .. }
            | Action::Pass
            | Action::Target { .. }
            | Action::Region { .. }
            | Action::Place { .. }
            | Action::Deck { .. }
            | Action::Discard { .. } => self.in_card(action),
            Action::PickHero { hero } => super::growth::liking(hero),
            Action::Leave => NEVER,
            Action::Wait | Action::Last => -0.5,
            _ => self.in_level_up(action),
        }
    }

    /// Is this Hero fit to turn up more of the Map?
    pub fn dares(&self, seat: Seat) -> bool {
        let look = self.look;
        let player = &look.s.players[seat];
        let near = scene::threat(look, player.region);
        let late = look.s.day >= 3;
        let fit = scene::share(look, seat) >= if late { 0.35 } else { 0.5 };
        fit && near < 0.6 * f32::from(player.health)
    }

    /// A Plus-One of this row, as this seat uses it.
    pub fn token(&self, row: Row) -> f32 {
        let player = &self.look.s.players[self.seat];
        if self.seat == VILLAIN {
            return match row {
                Row::Melee => 0.9 * self.taste.tricks,
                Row::Ranged => 0.8 * self.taste.tricks,
                Row::Magic => 0.7,
                Row::Corruption => 0.85,
            };
        }
        0.5 + 0.12 * scene::mean(player.rows[row.index()])
    }
}
