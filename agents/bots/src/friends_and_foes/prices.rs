//! What things are worth at this table, in units of strength: the slopes of `outlook`, for weighing actions.

use super::{
    outlook::{Base, Feature, Weights, worth},
    scene::Scene,
};
use friends_and_foes::words::{CharId, SEATS};
use kernel::Seat;

/// How fast a loss of strength makes an action less promising.
pub const KEEN: f32 = 60.0;
/// No action is so bad that it is never tried.
const REACH: f32 = 5.0;

/// Slopes for the player who chooses.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    pub treasure: f32,
    pub token: f32,
    pub card: f32,
    /// One health of a character of each team.
    health: [f32; SEATS],
    pub character: f32,
    pub nodes: [f32; 4],
    pub approach: f32,
    pub terrain: f32,
    team: u8,
}

impl Prices {
    pub fn new(scene: &Scene, weights: &Weights, seat: Seat) -> Prices {
        let look = scene.look;
        let team = look.team(seat);
        let base = Base::new(scene, weights, team);
        let me = usize::from(team);
        let each = 1.0 / look.members(team).len() as f32;
        let of = |feature| weights.of(feature, base.phase) * each;
        let more =
            |feature, by: f32| worth(scene, weights, &base, team, |all| all[me][feature] += by * each) / by;
        let mut health = [0.0; SEATS];
        for (at, slope) in health.iter_mut().enumerate().take(usize::from(look.g.teams)) {
            let size = look.members(at as u8).len() as f32;
            let lost = worth(scene, weights, &base, team, |all| {
                let left = (all[at][Feature::Health] - 1.0 / size).max(0.0);
                (all[at][Feature::Health], all[at][Feature::Vigour]) = (left, (left + 0.3).ln());
            });
            *slope = lost.abs();
        }
        Prices {
            treasure: more(Feature::Treasure, 1.0),
            token: more(Feature::Tokens, -1.0),
            card: more(Feature::Hand, 1.0),
            health,
            character: of(Feature::Characters),
            nodes: [
                more(Feature::TreasureNodes, 1.0),
                more(Feature::ActivationNodes, 1.0),
                of(Feature::CardNodes),
                of(Feature::TrapNodes),
            ],
            approach: of(Feature::Approach) + 0.2 * of(Feature::Damage),
            terrain: of(Feature::Terrain),
            team,
        }
    }
    /// What damage to this character is worth to the player who chooses: less than nothing for friends.
    pub fn hurt(&self, scene: &Scene, target: CharId, harm: f32) -> f32 {
        let team = scene.look.team(target.seat());
        let worth = self.health[usize::from(team)] * harm;
        if team == self.team { -worth } else { worth }
    }
    /// One health of the own side.
    pub fn own_health(&self) -> f32 {
        self.health[usize::from(self.team)]
    }
}

/// Turns gains into weights: the best has 1, what is left out 0.
pub fn weigh(gains: &mut [f32], keen: f32) {
    let best = gains.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for gain in gains {
        *gain = if *gain == LEFT_OUT { 0.0 } else { (keen * (*gain - best)).max(-REACH).exp() };
    }
}

/// The gain of what need not be tried at all.
pub const LEFT_OUT: f32 = f32::NEG_INFINITY;
