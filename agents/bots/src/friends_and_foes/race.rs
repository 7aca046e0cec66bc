//! The race for treasure: who will have enough of it, and the most, when it first counts.

use super::{
    outlook::{Feature, Features},
    scene::Scene,
};
use friends_and_foes::{queries::Look, rules::victory, words::Goal, words::SEATS};

/// What a round brings one player who mostly searches.
const A_ROUND: f32 = 6.5;
/// What a token brings: nearly what a search finds. With less, whoever is behind would burn treasure before the others
/// spend their tokens; with more, nobody would spend any.
const A_TOKEN: f32 = 1.07;
/// How far off the forecast is: at the end, with each token that is left, and with each further round.
const ERROR: f32 = 0.35;
const ERROR_TOKEN: f32 = 0.3;
const ERROR_ROUND: f32 = 4.0;
/// How likely the race, and not the fight, decides: with so many rounds to go after this one.
const DECIDES: [f32; 6] = [0.97, 0.55, 0.35, 0.22, 0.15, 0.1];
/// How much of it a round has yet to bring about.
const UNSURE: f32 = 0.35;

/// How the race will probably end.
pub struct Race {
    /// How likely each team wins it.
    pub wins: [f32; SEATS],
    /// How likely nobody has enough.
    pub open: f32,
    /// Rounds after this one.
    rounds: u8,
    /// What each team will probably have, and how far off that is.
    pub ends: [f32; SEATS],
    pub error: f32,
}

impl Race {
    /// How likely it decides the game, with so much of the round left.
    pub fn decides(&self, left: f32) -> f32 {
        DECIDES[usize::from(self.rounds.min(5))] - if self.rounds == 0 { UNSURE * left } else { 0.0 }
    }
}

/// The race as it stands; `None` where treasure wins nothing yet.
pub fn race(scene: &Scene, features: &[Features; SEATS]) -> Option<Race> {
    let (look, teams) = (scene.look, usize::from(scene.look.g.teams));
    let round = look.s.round.max(1);
    let goal = look.goal(Goal::Treasure).map(|goal| {
        let from = goal.from_round.unwrap_or(victory::LATE_ROUND);
        (from, f32::from(goal.amount.unwrap_or(victory::TREASURE)))
    });
    // At the round limit, if there is one, any lead will do.
    let limit = if look.g.options.round_limit == 0 { u8::MAX } else { look.g.options.round_limit };
    let (due, wanted) = match goal {
        Some((from, wanted)) if round < limit => (from, wanted),
        Some(_) | None if round.saturating_add(1) >= limit => (limit, 0.0),
        Some(_) | None => return None,
    };
    let rounds = due.saturating_sub(round);
    let ahead = f32::from(rounds);
    let (a_token, a_round) = (A_TOKEN * yields(look), A_ROUND * yields(look));
    let mut ends = [0.0; SEATS];
    let mut tokens = 0.0f32;
    for (end, own) in ends.iter_mut().zip(features).take(teams) {
        tokens += own[Feature::Tokens];
        let nodes =
            own[Feature::TreasureNodes] * (1.0 + 0.6 * ahead) + 0.6 * own[Feature::ActivationNodes] * ahead;
        let hand = own[Feature::Hand] * ahead.min(1.0);
        *end = own[Feature::Treasure]
            + a_token * (own[Feature::Tokens] + hand + own[Feature::StoredTokens] * ahead.min(1.0))
            + nodes
            + a_round * ahead;
    }
    let error = ERROR + ERROR_TOKEN * f32::sqrt(tokens.max(0.0)) + ERROR_ROUND * ahead.sqrt();
    let (wins, open) = share(&ends[..teams], wanted, error);
    Some(Race { wins, open, rounds, ends, error })
}

/// What a search brings, measured by one that always finds something.
pub fn yields(look: Look) -> f32 {
    /// 8 of 52 cards are critical for a character with a class.
    const CRITICAL: f32 = 8.0 / 52.0;
    let finds = |base: f32| base + (2.0 - base) * CRITICAL;
    finds(f32::from(look.g.options.find_base)) / finds(1.0)
}

/// Who wins with these ends, give or take the error.
fn share(ends: &[f32], wanted: f32, error: f32) -> ([f32; SEATS], f32) {
    let sure = |lead: f32| 1.0 / (1.0 + (-1.7 * lead / error).exp());
    let enough = |end: f32| if wanted > 0.0 { sure(end - wanted + 0.5) } else { 1.0 };
    let (mut wins, mut open) = ([0.0; SEATS], 1.0);
    for (team, end) in ends.iter().enumerate() {
        let mut chance = enough(*end);
        for (_, other) in ends.iter().enumerate().filter(|(at, _)| *at != team) {
            chance *= 1.0 - enough(*other) * (1.0 - sure(end - other));
        }
        wins[team] = chance;
        open -= chance;
    }
    (wins, open.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_enough_and_the_most_wins() {
        let (wins, open) = share(&[39.0, 28.0], 30.0, ERROR);
        assert!(wins[0] > 0.99 && wins[1] < 0.01 && open < 0.01);
        let (wins, open) = share(&[25.0, 20.0], 30.0, ERROR);
        assert!(wins[0] < 0.01 && open > 0.98, "nobody has enough: {wins:?}");
        let (wins, _) = share(&[34.0, 34.0], 30.0, 3.0);
        assert!((wins[0] - wins[1]).abs() < 0.001 && wins[0] > 0.4);
        let (wins, _) = share(&[5.0, 9.0], 0.0, ERROR);
        assert!(wins[1] > 0.99, "at the round limit any lead will do");
    }
}
