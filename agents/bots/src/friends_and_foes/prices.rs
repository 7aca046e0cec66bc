//! What things are worth at this table, in units of strength: the slopes of `outlook`, for weighing actions.

use super::{
    outlook::{Weights, phase},
    scene::Scene,
};
use friends_and_foes::words::{CharId, SEATS};
use kernel::Seat;

/// How fast a gain of strength makes an action more promising.
pub const KEEN: f32 = 60.0;
/// No action is so good or so bad that others are never tried.
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
    keen: f32,
}

impl Prices {
    pub fn new(scene: &Scene, weights: &Weights, seat: Seat) -> Prices {
        let look = scene.look;
        let phase = phase(scene);
        let team = look.team(seat);
        let mates = look.members(team).len() as f32;
        let of = |at: usize| (weights[at].1 + weights[at].2 * phase) / mates;
        let mut health = [0.0; SEATS];
        for (team, slope) in health.iter_mut().enumerate().take(usize::from(look.g.teams)) {
            let chars = look.s.board.and(look.team_chars(team as u8));
            let sum: f32 = chars.iter().map(|c| scene.health[c.index()]).sum();
            // For each teammate, like the health itself.
            *slope = of(4) * mates / (sum + 0.3) + of(19);
        }
        Prices {
            treasure: of(0),
            token: of(1),
            card: of(3),
            health,
            character: of(5),
            nodes: [of(6), of(7), of(8), of(9)],
            approach: of(11),
            terrain: of(12),
            team,
            keen: KEEN,
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
    /// How promising a gain makes an action.
    pub fn weight(&self, gain: f32) -> f32 {
        (self.keen * gain).clamp(-REACH, REACH).exp()
    }
    pub fn keen(self, keen: f32) -> Prices {
        Prices { keen, ..self }
    }
}
