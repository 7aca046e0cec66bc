//! What a table is worth when a round begins: weights fitted to how games between heuristic players ended.
//!
//! At the start of a round nothing is in progress, nobody has acted yet and all have the same tokens to come, so tables can be
//! compared. Playouts that try options side by side stop there. 15,000 games of the heuristic player with 5 blunders in 100
//! decisions (both printed maps, all pairs of ready warbands, one game in four under `club`), a logistic fit for each round.

use super::{
    outlook::{FEATURES, Features, by_strength, features},
    scene::Scene,
};
use friends_and_foes::words::SEATS;

/// Rounds 2 to 6, and all that follow; a weight for each [`super::outlook::Feature`] in their order. What no fitted game had (the hill,
/// territories, breakthrough) has the weights of `outlook`.
#[rustfmt::skip]
const BY_ROUND: [[f32; FEATURES]; 6] = [
    [0.140, 0.000, 0.222, 0.045, 0.760, 0.411, 0.487, -0.507, 0.141, -0.786, 0.116, -0.139, -0.089, -0.109, -0.272, 1.700, 1.300, 1.500, 0.027, -0.070, -2.079, 1.538, 0.558, 0.222, 0.000],
    [0.073, 0.000, 0.089, 0.028, 1.794, 0.423, 0.457, -0.448, 0.182, -0.622, 0.093, -0.086, -0.085, -0.149, 1.196, 1.700, 1.300, 1.500, 0.037, -0.124, -1.400, 1.063, 1.337, -0.078, 0.000],
    [0.085, 0.000, -0.131, 0.009, 2.643, 0.433, 0.424, -0.257, 0.213, -0.442, 0.035, -0.025, -0.101, -0.167, 1.194, 1.700, 1.300, 1.500, 0.060, -0.180, -1.112, 0.718, 1.787, -0.128, 0.000],
    [0.129, 0.000, 0.065, 0.266, 2.769, 0.247, 0.510, 0.052, 0.277, -0.431, -0.008, 0.047, -0.075, -0.192, 3.828, 1.700, 1.300, 1.500, -0.062, -0.250, -1.770, 1.685, 0.323, 0.429, 0.000],
    [0.066, 0.000, 0.141, 0.225, 1.680, 0.075, 0.520, 0.101, 0.427, -0.343, -0.031, 0.191, -0.135, -0.190, 8.495, 1.700, 1.300, 1.500, -0.125, -0.099, -1.021, 0.883, -0.210, 0.310, 0.000],
    [0.094, 0.000, 0.271, 0.086, 1.104, 0.145, 0.257, -0.029, 0.425, -0.230, -0.150, 0.379, -0.057, -0.217, 4.352, 1.700, 1.300, 1.500, -0.080, -0.039, -0.006, 0.477, 0.059, 0.130, 0.000],
];

/// Chances to win as this round begins, equal for a team; `None` before the second one.
pub fn chances(scene: &Scene) -> Option<[f32; SEATS]> {
    let round = usize::from(scene.look.s.round).checked_sub(2)?;
    let weights = &BY_ROUND[round.min(BY_ROUND.len() - 1)];
    let strength = |own: &Features| own.0.iter().zip(weights).map(|(f, w)| f * w).sum();
    Some(by_strength(&features(scene).each_ref().map(strength), usize::from(scene.look.g.teams)))
}
