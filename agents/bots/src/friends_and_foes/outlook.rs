//! What a table is worth to each team: features of the position, weighed by the round, as chances to win.
//!
//! A team's weights add up to its strength; the chance to win is its share of the powers of `e` to the strengths. For
//! two teams that is a logistic of the difference. The weights were fitted to the results of games between bots.

use super::{
    race::race,
    scene::{Scene, weapons},
};
use friends_and_foes::{
    options::SearchContested,
    rules::victory,
    words::{AreaId, CharId, Goal, Node, SEATS, value},
};
use kernel::{Seat, SeatSet};

/// How many numbers describe a team.
pub const FEATURES: usize = 20;
/// What a team has, each for one teammate where that makes sense.
pub type Features = [f32; FEATURES];

/// A name, a weight and a change of weight for each number.
pub type Weights = [(&'static str, f32, f32); FEATURES];
/// What each number stands for, with its weight at the start and what five rounds add to it.
pub const WEIGHTS: Weights = [
    ("treasure", 0.06, 0.15),
    ("tokens", 0.05, 0.11),
    ("stored tokens", 0.05, 0.06),
    ("hand", 0.02, 0.04),
    ("logarithm of health", 2.2, 0.0),
    ("characters", 0.1, 0.25),
    ("Treasure Nodes", 0.33, 0.05),
    ("Activation Nodes", 0.2, 0.1),
    ("Card Nodes", 0.12, 0.05),
    ("Trap Nodes", -0.05, -0.2),
    ("threat", 0.09, 0.05),
    ("approach", 0.0, 0.15),
    ("Cover and Elevation in use", 0.02, 0.03),
    ("searching prevented", 0.0, -0.15),
    ("nearness of the treasure goal", 0.0, 0.5),
    ("hill", 0.1, 1.6),
    ("lead in territories", 0.1, 1.2),
    ("breakthrough", 0.3, 1.2),
    ("bench", 0.1, 0.3),
    ("health", 0.0, 0.0),
];

/// The strength of each team that is there.
fn strengths(features: &[Features; SEATS], weights: &Weights, phase: f32) -> [f32; SEATS] {
    features.map(|own| own.iter().zip(weights).map(|(f, (_, from, by))| f * (from + by * phase)).sum())
}

/// How far the game is: 1 after five rounds. A round goes by with its tokens, so that its end changes nothing by
/// itself: whoever is behind would burn treasure to put it off.
pub fn phase(scene: &Scene) -> f32 {
    let look = scene.look;
    let (mut left, mut all) = (0.0, 0.0);
    for seat in Seat::first(look.g.options.seats) {
        let shown = look.s.sides[seat].initiative.map_or(6.5, |card| f32::from(value(card)));
        left += scene.tokens[seat.index()];
        all += scene.tokens[seat.index()].max(shown);
    }
    let begun = f32::from(look.s.round.clamp(1, 7) - 1);
    (begun + 1.0 - left / f32::max(all, 1.0)) / 5.0
}

/// Chances to win: equal for a team, together 1. By the race for treasure as far as it decides, else by strength.
pub fn chances(scene: &Scene, weights: &Weights) -> [f32; SEATS] {
    let teams = usize::from(scene.look.g.teams);
    let (features, phase) = (features(scene), phase(scene));
    let mut chances = by_strength(&strengths(&features, weights, phase), teams);
    let left = f32::from(scene.look.s.round.clamp(1, 7)) - 5.0 * phase;
    if let Some(race) = race(scene, &features, left) {
        for (chance, wins) in chances.iter_mut().zip(race.wins).take(teams) {
            *chance = race.decides * (wins + race.open * *chance) + (1.0 - race.decides) * *chance;
        }
        let sum: f32 = chances.iter().sum();
        chances = chances.map(|chance| chance / sum);
    }
    chances
}

fn by_strength(strengths: &[f32; SEATS], teams: usize) -> [f32; SEATS] {
    let top = strengths[..teams].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut powers = [0.0; SEATS];
    for (power, strength) in powers.iter_mut().zip(strengths).take(teams) {
        *power = (strength - top).exp();
    }
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// All numbers of all teams.
pub fn features(scene: &Scene) -> [Features; SEATS] {
    let look = scene.look;
    let mut all = [[0.0; FEATURES]; SEATS];
    for team in 0..look.g.teams {
        let members = look.members(team);
        let own = &mut all[usize::from(team)];
        purse(scene, members, own);
        bodies(scene, members, own);
    }
    control(scene, &mut all);
    goals(scene, &mut all);
    all
}

/// Treasure, tokens, cards.
fn purse(scene: &Scene, members: SeatSet, own: &mut Features) {
    let look = scene.look;
    let share = 1.0 / members.len() as f32;
    for seat in members {
        let (at, side) = (seat.index(), &look.s.sides[seat]);
        own[0] += scene.treasure[at] * share;
        own[1] += scene.tokens[at] * share;
        own[2] += f32::from(side.stored) * share;
        // Each further card helps less: one a round serves as initiative, few others find a use.
        let hand = scene.hand[at].max(0.0);
        own[3] += 8.0 * hand / (8.0 + hand) * share;
        own[18] += bench(scene, seat) * share;
    }
    if let Some(goal) = look.goal(Goal::Treasure) {
        let rounds = f32::from(goal.from_round.unwrap_or(victory::LATE_ROUND).saturating_sub(look.s.round));
        let wanted = f32::from(goal.amount.unwrap_or(victory::TREASURE));
        let coming = own[0] + 0.9 * own[1] + 6.5 * rounds - wanted;
        own[14] = 1.0 / (1.0 + (-0.4 * coming).exp());
    }
}

/// Who could still be brought in, and for how much.
fn bench(scene: &Scene, seat: Seat) -> f32 {
    let (look, treasure) = (scene.look, scene.treasure[seat.index()]);
    let waiting = look.s.bench.and(friends_and_foes::words::CharSet::owned_by(seat));
    let able = waiting.iter().filter(|c| f32::from(look.bench_price(*c)) <= treasure);
    able.map(|c| f32::from(look.s.char(c).sheet.full) * 0.25).sum()
}

/// Health, characters, what they threaten and where they stand.
fn bodies(scene: &Scene, members: SeatSet, own: &mut Features) {
    let look = scene.look;
    let share = 1.0 / members.len() as f32;
    let (mut health, mut exposed) = (0.0, 0.0);
    for seat in members {
        for who in look.s.own(seat).iter() {
            let at = who.index();
            if scene.health[at] <= 0.0 {
                continue;
            }
            health += scene.health[at] * share;
            let minion = look.s.char(who).body.is_minion();
            own[5] += scene.alive[at] * if minion { 0.4 } else { 1.0 } * share;
            let (threat, near) = threat(scene, who);
            own[10] += threat * share;
            own[11] += near * share;
            exposed += stands(scene, who) * share;
            own[13] += prevented(scene, who) * share;
        }
    }
    own[4] = (health + 0.3).ln();
    own[19] = health;
    own[12] = exposed;
}

/// The best attack of a character now, and how near it is to having one.
fn threat(scene: &Scene, who: CharId) -> (f32, f32) {
    let look = scene.look;
    let from = scene.area[who.index()];
    let (mut best, mut near) = (0.0f32, u8::MAX);
    let foes = look.enemies(who);
    for (with, cost) in weapons(look, who) {
        let attack = look.attack(who, with);
        let harm = scene.rough_harm(who, with);
        let (mut most, mut sum) = (0.0f32, 0.0);
        for target in foes.iter() {
            let missing = scene.gap(attack.range, from, scene.area[target.index()]);
            near = near.min(missing);
            if missing == 0 {
                let harm = harm(target);
                most = most.max(harm);
                sum += harm;
            }
        }
        // Foes in several areas are seldom struck at once.
        let harm = if attack.area { 0.5 * (sum + most) } else { most };
        best = best.max(harm / f32::from(cost.max(1)));
    }
    (best, if near > 8 { 0.0 } else { NEAR[usize::from(near)] })
}

/// Each missing step halves what can be done from there.
pub const NEAR: [f32; 9] = [1.0, 0.5, 0.25, 0.125, 0.06, 0.03, 0.015, 0.007, 0.003];

/// Cover and Elevation count where the own side controls them.
fn stands(scene: &Scene, who: CharId) -> f32 {
    f32::from(u8::from(scene.in_cover(who))) + 0.7 * f32::from(u8::from(scene.stands_high(who)))
}

/// Where searching beside enemies is forbidden, they keep this character from it.
fn prevented(scene: &Scene, who: CharId) -> f32 {
    let look = scene.look;
    if look.g.options.search_contested == SearchContested::Allowed {
        return 0.0;
    }
    let area = scene.area[who.index()];
    let met =
        look.enemies(who).iter().any(|c| scene.area[c.index()] == area && scene.health[c.index()] > 0.0);
    f32::from(u8::from(met))
}

/// Nodes of the areas that each team would harvest.
fn control(scene: &Scene, all: &mut [Features; SEATS]) {
    let (look, board) = (scene.look, scene.look.board());
    for area in scene.taken.iter() {
        let Some((group, sure)) = scene.holder(area) else { continue };
        let team = team_of(scene, group);
        let share = sure / look.members(team as u8).len() as f32;
        let own = &mut all[team];
        for (feature, node) in [(6, Node::Treasure), (7, Node::Activation), (8, Node::Card), (9, Node::Trap)]
        {
            own[feature] += share * f32::from(board.nodes(area, node));
        }
    }
}

/// The team of a group: control is counted by team or by player.
fn team_of(scene: &Scene, group: usize) -> usize {
    let by_player = scene.look.g.options.team_control == friends_and_foes::options::TeamControl::Player;
    if by_player { usize::from(scene.look.team(Seat::new(group as u8))) } else { group }
}

/// What scenarios add: the hill, territories, breakthrough.
fn goals(scene: &Scene, all: &mut [Features; SEATS]) {
    let (look, teams) = (scene.look, usize::from(scene.look.g.teams));
    if look.goal(Goal::Hill).is_some() {
        let middle = look.board().middle;
        if let Some((group, sure)) = scene.holder(middle) {
            all[team_of(scene, group)][15] += sure;
        }
        for who in look.s.board.iter().filter(|c| scene.health[c.index()] > 0.0) {
            let steps = look.board().steps(scene.area[who.index()], middle);
            all[usize::from(look.team(who.seat()))][15] += 0.15 / f32::from(steps + 1);
        }
    }
    if look.goal(Goal::Territories).is_some() {
        let mut held = [0.0f32; SEATS];
        for area in scene.taken.iter() {
            if let Some((group, sure)) = scene.holder(area) {
                held[team_of(scene, group)] += sure;
            }
        }
        for team in 0..teams {
            let other = (0..teams).filter(|t| *t != team).map(|t| held[t]).fold(0.0, f32::max);
            all[team][16] = ((held[team] - other) / 2.0).clamp(-1.0, 1.0);
        }
    }
    if look.goal(Goal::Breakthrough).is_some() {
        for (team, goal) in look.s.goals.iter().enumerate().take(teams) {
            all[team][17] = goal.map_or(0.0, |goal| breakthrough(scene, team, goal));
        }
    }
}

/// How near a team is to holding its breakthrough area.
fn breakthrough(scene: &Scene, team: usize, goal: AreaId) -> f32 {
    let look = scene.look;
    let held = scene.holder(goal).filter(|(group, _)| team_of(scene, *group) == team);
    let own = look.s.board.and(look.team_chars(team as u8));
    let steps = own.iter().map(|c| look.board().steps(scene.area[c.index()], goal)).min().unwrap_or(9);
    held.map_or(0.0, |(_, sure)| sure) + 0.3 / f32::from(steps.min(9) + 1)
}
