//! What a table is worth to each team: features of the position, weighed by the round, as chances to win.
//!
//! A team's weights add up to its strength; the chance to win is its share of the powers of `e` to the strengths. For
//! two teams that is a logistic of the difference. Two judges are asked: one whose weights were fitted to the results of
//! games between bots that fight and bots that search, and a patient one that trusts the race for treasure.

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
pub const FEATURES: usize = 25;
/// What a team has, each for one teammate where that makes sense.
pub type Features = [f32; FEATURES];

/// A name, a weight and a change of weight for each number.
pub type Weights = [(&'static str, f32, f32); FEATURES];
/// What each number stands for, with its weight at the start and what five rounds add to it.
pub const WEIGHTS: Weights = [
    ("treasure", 0.000, 0.000),
    ("tokens", 0.000, 0.000),
    ("stored tokens", 0.000, 0.000),
    ("hand", 0.000, 0.000),
    ("logarithm of health", 0.703, 0.339),
    ("characters", 0.588, -0.439),
    ("Treasure Nodes", 0.271, -0.132),
    ("Activation Nodes", 0.000, 0.000),
    ("Card Nodes", 0.462, -0.175),
    ("Trap Nodes", -0.140, -0.348),
    ("threat", 0.077, -0.077),
    ("approach", 0.171, -0.171),
    ("Cover and Elevation in use", 0.000, 0.000),
    ("searching prevented", -0.340, 0.322),
    ("nearness of the treasure goal", 0.000, 0.000),
    ("hill", 0.100, 1.600),
    ("lead in territories", 0.100, 1.200),
    ("breakthrough", 0.300, 1.200),
    ("bench", 1.039, -0.743),
    ("health", 0.000, 0.000),
    ("damage a token", 1.505, -1.169),
    ("reach of the kill", 0.000, 0.000),
    ("race won", 0.000, 3.018),
    ("lead in the race", 0.179, 0.237),
    ("kill in reach", 0.000, 0.513),
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
    ((begun + 1.0 - left / f32::max(all, 1.0)) / 5.0).min(1.2)
}

/// Chances to win: equal for a team, together 1.
pub fn chances(scene: &Scene, weights: &Weights) -> [f32; SEATS] {
    judged(scene, &features(scene), weights, phase(scene))
}

/// How much the fitted weights count beside the patient ones. Alone, the first fight where they should search, the
/// second never fight; one step deep the mixture is as good as the patient ones, and search makes more of it.
const FITTED: f32 = 0.45;

fn judged(scene: &Scene, all: &[Features; SEATS], weights: &Weights, phase: f32) -> [f32; SEATS] {
    let teams = usize::from(scene.look.g.teams);
    let fitted = by_strength(&strengths(all, weights, phase), teams);
    let patient = patient(scene, all, phase);
    std::array::from_fn(|team| FITTED * fitted[team] + (1.0 - FITTED) * patient[team])
}

/// Weights of whoever waits for the race to decide, with what five rounds add to them.
const PATIENT: [(usize, f32, f32); 16] = [
    (0, 0.06, 0.15),
    (1, 0.065, 0.16),
    (2, 0.05, 0.06),
    (3, 0.06, 0.13),
    (4, 0.8, 0.0),
    (5, 0.1, 0.25),
    (6, 0.1, 0.05),
    (7, 0.1, -0.1),
    (8, 0.1, -0.1),
    (9, -0.05, 0.0),
    (13, 0.0, -0.15),
    (14, 0.0, 0.5),
    (15, 0.1, 1.6),
    (16, 0.1, 1.2),
    (17, 0.3, 1.2),
    (18, 0.1, 0.3),
];

/// Chances by the race for treasure as far as it decides, else by strength.
fn patient(scene: &Scene, all: &[Features; SEATS], phase: f32) -> [f32; SEATS] {
    let teams = usize::from(scene.look.g.teams);
    let strength = |own: &Features| PATIENT.iter().map(|(at, from, by)| own[*at] * (from + by * phase)).sum();
    let mut chances = by_strength(&all.each_ref().map(strength), teams);
    let left = f32::from(scene.look.s.round.clamp(1, 7)) - 5.0 * phase;
    if let Some(race) = race(scene, all) {
        let decides = race.decides(left);
        for (chance, wins) in chances.iter_mut().zip(race.wins).take(teams) {
            *chance = decides * (wins + race.open * *chance) + (1.0 - decides) * *chance;
        }
        let sum: f32 = chances.iter().sum();
        chances = chances.map(|chance| chance / sum);
    }
    chances
}

/// What a change of these numbers would be worth to a team: the change of the logarithm of its odds.
pub fn worth(
    scene: &Scene,
    weights: &Weights,
    base: &Base,
    team: u8,
    change: impl Fn(&mut [Features; SEATS]),
) -> f32 {
    let mut all = base.features;
    change(&mut all);
    derive(scene, &mut all);
    odds(scene, &all, weights, base.phase, team) - base.odds[usize::from(team)]
}

/// The table as it is, to weigh changes against.
pub struct Base {
    pub features: [Features; SEATS],
    pub phase: f32,
    odds: [f32; SEATS],
}

impl Base {
    pub fn new(scene: &Scene, weights: &Weights, team: u8) -> Base {
        let (features, phase) = (features(scene), phase(scene));
        let mut all = [0.0; SEATS];
        all[usize::from(team)] = odds(scene, &features, weights, phase, team);
        Base { features, phase, odds: all }
    }
}

fn odds(scene: &Scene, all: &[Features; SEATS], weights: &Weights, phase: f32, team: u8) -> f32 {
    let own = judged(scene, all, weights, phase)[usize::from(team)].clamp(1e-4, 1.0 - 1e-4);
    (own / (1.0 - own)).ln()
}

pub fn by_strength(strengths: &[f32; SEATS], teams: usize) -> [f32; SEATS] {
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
    derive(scene, &mut all);
    all
}

/// What follows from the other numbers: how the race and the fight will end.
fn derive(scene: &Scene, all: &mut [Features; SEATS]) {
    fights(scene, all);
    let teams = usize::from(scene.look.g.teams);
    let Some(race) = race(scene, all) else { return };
    for (team, own) in all.iter_mut().enumerate().take(teams) {
        let others =
            (0..teams).filter(|t| *t != team).map(|t| race.ends[t]).fold(f32::NEG_INFINITY, f32::max);
        own[22] = race.wins[team];
        own[23] = ((race.ends[team] - others) / race.error).tanh();
    }
}

/// How much of the others each team could remove until treasure counts, if it did nothing else.
fn fights(scene: &Scene, all: &mut [Features; SEATS]) {
    let look = scene.look;
    let teams = usize::from(look.g.teams);
    let from = look.goal(Goal::Treasure).map_or(7, |goal| goal.from_round.unwrap_or(victory::LATE_ROUND));
    let rounds = f32::from(from.saturating_sub(look.s.round.max(1))).max(0.1);
    let pool = all.map(|own| own[19] + 2.0 * own[18]);
    let size: [f32; SEATS] = std::array::from_fn(|t| look.members(t as u8).len() as f32);
    for (team, own) in all.iter_mut().enumerate().take(teams) {
        let others: f32 = (0..teams).filter(|t| *t != team).map(|t| pool[t] * size[t]).sum();
        let tokens = (own[1].max(0.0) + A_ROUND * rounds + 0.5) * size[team];
        own[21] = ((own[20] * tokens + 0.1) / (others + 0.5)).ln().clamp(-4.0, 3.0);
        own[24] = 1.0 / (1.0 + (-3.0 * own[21]).exp());
    }
}

/// Tokens of a round to come.
const A_ROUND: f32 = 7.5;

/// Treasure, tokens, cards.
fn purse(scene: &Scene, members: SeatSet, own: &mut Features) {
    let look = scene.look;
    let share = 1.0 / members.len() as f32;
    for seat in members {
        let (at, side) = (seat.index(), &look.s.sides[seat]);
        own[0] += scene.treasure[at] * share;
        own[1] += scene.tokens[at] * share;
        own[2] += f32::from(side.stored) * share;
        own[3] += scene.hand[at] * share;
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
    let (mut first, mut second) = (0.0f32, 0.0f32);
    for seat in members {
        for who in look.s.own(seat).iter() {
            let at = who.index();
            if scene.health[at] <= 0.0 {
                continue;
            }
            health += scene.health[at] * share;
            let minion = look.s.char(who).body.is_minion();
            own[5] += scene.alive[at] * if minion { 0.4 } else { 1.0 } * share;
            let (threat, near, damage) = threat(scene, who);
            if damage > first {
                (first, second) = (damage, first);
            } else {
                second = second.max(damage);
            }
            own[10] += threat * share;
            own[11] += near * share;
            exposed += stands(scene, who) * share;
            own[13] += prevented(scene, who) * share;
        }
    }
    own[4] = (health + 0.3).ln();
    own[19] = health;
    own[12] = exposed;
    own[20] = 0.6 * first + 0.4 * second;
}

/// The best attack of a character now, and how near it is to having one.
fn threat(scene: &Scene, who: CharId) -> (f32, f32, f32) {
    let look = scene.look;
    let from = scene.area[who.index()];
    let (mut best, mut near, mut reach) = (0.0f32, u8::MAX, 0.0f32);
    let foes = look.enemies(who);
    for (with, cost) in weapons(look, who) {
        let attack = look.attack(who, with);
        let harm = scene.rough_harm(who, with);
        let (mut most, mut sum) = (0.0f32, 0.0);
        for target in foes.iter() {
            let missing = scene.gap(attack.range, from, scene.area[target.index()]);
            near = near.min(missing);
            let harm = harm(target);
            reach = reach.max(harm * FAR[usize::from(missing.min(8))] / f32::from(cost.max(1)));
            if missing == 0 {
                most = most.max(harm);
                sum += harm;
            }
        }
        // Foes in several areas are seldom struck at once.
        let harm = if attack.area { 0.5 * (sum + most) } else { most };
        best = best.max(harm / f32::from(cost.max(1)));
    }
    (best, if near > 8 { 0.0 } else { NEAR[usize::from(near)] }, reach.max(best))
}

/// Each missing step halves what can be done from there.
pub const NEAR: [f32; 9] = [1.0, 0.5, 0.25, 0.125, 0.06, 0.03, 0.015, 0.007, 0.003];

/// What is left of an attack that must walk so many steps first, over the rounds to come.
const FAR: [f32; 9] = [1.0, 0.75, 0.6, 0.48, 0.38, 0.3, 0.24, 0.2, 0.15];

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
