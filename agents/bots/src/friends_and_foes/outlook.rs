//! What a table is worth to each team: features of the position, weighed by the round, as chances to win.
//!
//! A team's weights add up to its strength; the chance to win is its share of the powers of `e` to the strengths. For
//! two teams that is a logistic of the difference. Two judges are asked: one whose weights were fitted to the results of
//! games between bots that fight and bots that search, and a patient one that trusts the race for treasure.

use super::{
    race::{race, yields},
    scene::{Scene, weapons},
};
use friends_and_foes::{
    options::SearchContested,
    rules::victory,
    words::{AreaId, CharId, Goal, Node, SEATS, value},
};
use kernel::{Seat, SeatSet};
use std::ops::{Index, IndexMut};

/// What a number of a team stands for, each for one teammate where that makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Treasure,
    Tokens,
    StoredTokens,
    Hand,
    /// The logarithm of health.
    Vigour,
    Characters,
    TreasureNodes,
    ActivationNodes,
    CardNodes,
    TrapNodes,
    Threat,
    Approach,
    /// Cover and Elevation in use.
    Terrain,
    /// Searching that enemies prevent.
    Prevented,
    /// How near the treasure goal is.
    Fortune,
    Hill,
    /// The lead in territories.
    Territories,
    Breakthrough,
    Bench,
    Health,
    /// Damage that a token does.
    Damage,
    /// How far the others could be removed.
    KillReach,
    RaceWon,
    RaceLead,
    /// How likely the others are removed.
    KillInReach,
}

impl Feature {
    /// How many nodes of a kind are held.
    const fn of_node(node: Node) -> Feature {
        match node {
            Node::Treasure => Feature::TreasureNodes,
            Node::Activation => Feature::ActivationNodes,
            Node::Card => Feature::CardNodes,
            Node::Trap => Feature::TrapNodes,
        }
    }
}

/// How many numbers describe a team.
pub const FEATURES: usize = Feature::KillInReach as usize + 1;

/// What a team has.
#[derive(Clone, Copy, Debug)]
pub struct Features(pub [f32; FEATURES]);

impl Index<Feature> for Features {
    type Output = f32;
    fn index(&self, feature: Feature) -> &f32 {
        &self.0[feature as usize]
    }
}

impl IndexMut<Feature> for Features {
    fn index_mut(&mut self, feature: Feature) -> &mut f32 {
        &mut self.0[feature as usize]
    }
}

/// What a feature counts.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    pub of: Feature,
    pub at_start: f32,
    /// What five rounds add to it.
    pub growth: f32,
}

impl Weight {
    const fn new(of: Feature, at_start: f32, growth: f32) -> Weight {
        Weight { of, at_start, growth }
    }
    fn at(&self, phase: f32) -> f32 {
        self.at_start + self.growth * phase
    }
}

/// A weight for each feature, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Weights(pub [Weight; FEATURES]);

impl Weights {
    /// What a feature counts when the game is so far.
    pub fn of(&self, feature: Feature, phase: f32) -> f32 {
        self.0[feature as usize].at(phase)
    }
}

/// Weights fitted to the results of games.
pub const WEIGHTS: Weights = Weights([
    Weight::new(Feature::Treasure, 0.000, 0.000),
    Weight::new(Feature::Tokens, 0.000, 0.000),
    Weight::new(Feature::StoredTokens, 0.000, 0.000),
    Weight::new(Feature::Hand, 0.000, 0.000),
    Weight::new(Feature::Vigour, 0.703, 0.339),
    Weight::new(Feature::Characters, 0.588, -0.439),
    Weight::new(Feature::TreasureNodes, 0.271, -0.132),
    Weight::new(Feature::ActivationNodes, 0.000, 0.000),
    Weight::new(Feature::CardNodes, 0.462, -0.175),
    Weight::new(Feature::TrapNodes, -0.140, -0.348),
    Weight::new(Feature::Threat, 0.077, -0.077),
    Weight::new(Feature::Approach, 0.171, -0.171),
    Weight::new(Feature::Terrain, 0.000, 0.000),
    Weight::new(Feature::Prevented, -0.340, 0.322),
    Weight::new(Feature::Fortune, 0.000, 0.000),
    Weight::new(Feature::Hill, 0.100, 1.600),
    Weight::new(Feature::Territories, 0.100, 1.200),
    Weight::new(Feature::Breakthrough, 0.300, 1.200),
    Weight::new(Feature::Bench, 1.039, -0.743),
    Weight::new(Feature::Health, 0.000, 0.000),
    Weight::new(Feature::Damage, 1.505, -1.169),
    Weight::new(Feature::KillReach, 0.000, 0.000),
    Weight::new(Feature::RaceWon, 0.000, 3.018),
    Weight::new(Feature::RaceLead, 0.179, 0.237),
    Weight::new(Feature::KillInReach, 0.000, 0.513),
]);

// Each weight stands at the place of its feature.
const _: () = {
    let mut at = 0;
    while at < FEATURES {
        assert!(WEIGHTS.0[at].of as usize == at, "a weight stands at the place of another feature");
        at += 1;
    }
};

/// The strength of each team that is there.
fn strengths(features: &[Features; SEATS], weights: &[Weight], phase: f32) -> [f32; SEATS] {
    features.map(|own| weights.iter().map(|weight| own[weight.of] * weight.at(phase)).sum())
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
    let fitted = by_strength(&strengths(all, &weights.0, phase), teams);
    let patient = patient(scene, all, phase);
    std::array::from_fn(|team| FITTED * fitted[team] + (1.0 - FITTED) * patient[team])
}

/// Weights of whoever waits for the race to decide; what is missing counts nothing.
const PATIENT: [Weight; 16] = [
    Weight::new(Feature::Treasure, 0.06, 0.15),
    Weight::new(Feature::Tokens, 0.065, 0.16),
    Weight::new(Feature::StoredTokens, 0.05, 0.06),
    Weight::new(Feature::Hand, 0.06, 0.13),
    Weight::new(Feature::Vigour, 0.8, 0.0),
    Weight::new(Feature::Characters, 0.1, 0.25),
    Weight::new(Feature::TreasureNodes, 0.1, 0.05),
    Weight::new(Feature::ActivationNodes, 0.1, -0.1),
    Weight::new(Feature::CardNodes, 0.1, -0.1),
    Weight::new(Feature::TrapNodes, -0.05, 0.0),
    Weight::new(Feature::Prevented, 0.0, -0.15),
    Weight::new(Feature::Fortune, 0.0, 0.5),
    Weight::new(Feature::Hill, 0.1, 1.6),
    Weight::new(Feature::Territories, 0.1, 1.2),
    Weight::new(Feature::Breakthrough, 0.3, 1.2),
    Weight::new(Feature::Bench, 0.1, 0.3),
];

/// Chances by the race for treasure as far as it decides, else by strength.
fn patient(scene: &Scene, all: &[Features; SEATS], phase: f32) -> [f32; SEATS] {
    let teams = usize::from(scene.look.g.teams);
    let mut chances = by_strength(&strengths(all, &PATIENT, phase), teams);
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
    let mut all = [Features([0.0; FEATURES]); SEATS];
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
        own[Feature::RaceWon] = race.wins[team];
        own[Feature::RaceLead] = ((race.ends[team] - others) / race.error).tanh();
    }
}

/// How much of the others each team could remove until treasure counts, if it did nothing else.
fn fights(scene: &Scene, all: &mut [Features; SEATS]) {
    let look = scene.look;
    let teams = usize::from(look.g.teams);
    let from = look.goal(Goal::Treasure).map_or(7, |goal| goal.from_round.unwrap_or(victory::LATE_ROUND));
    let rounds = f32::from(from.saturating_sub(look.s.round.max(1))).max(0.1);
    let pool = all.map(|own| own[Feature::Health] + 2.0 * own[Feature::Bench]);
    let size: [f32; SEATS] = std::array::from_fn(|t| look.members(t as u8).len() as f32);
    for (team, own) in all.iter_mut().enumerate().take(teams) {
        let others: f32 = (0..teams).filter(|t| *t != team).map(|t| pool[t] * size[t]).sum();
        let tokens = (own[Feature::Tokens].max(0.0) + A_ROUND * rounds + 0.5) * size[team];
        own[Feature::KillReach] =
            ((own[Feature::Damage] * tokens + 0.1) / (others + 0.5)).ln().clamp(-4.0, 3.0);
        own[Feature::KillInReach] = 1.0 / (1.0 + (-3.0 * own[Feature::KillReach]).exp());
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
        own[Feature::Treasure] += scene.treasure[at] * share;
        own[Feature::Tokens] += scene.tokens[at] * share;
        own[Feature::StoredTokens] += f32::from(side.stored) * share;
        own[Feature::Hand] += scene.hand[at] * share;
        own[Feature::Bench] += bench(scene, seat) * share;
    }
    if let Some(goal) = look.goal(Goal::Treasure) {
        let rounds = f32::from(goal.from_round.unwrap_or(victory::LATE_ROUND).saturating_sub(look.s.round));
        let wanted = f32::from(goal.amount.unwrap_or(victory::TREASURE));
        let found = yields(look) * (0.9 * own[Feature::Tokens] + 6.5 * rounds);
        let coming = own[Feature::Treasure] + found - wanted;
        own[Feature::Fortune] = 1.0 / (1.0 + (-0.4 * coming).exp());
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
            own[Feature::Characters] += scene.alive[at] * if minion { 0.4 } else { 1.0 } * share;
            let (threat, near, damage) = threat(scene, who);
            if damage > first {
                (first, second) = (damage, first);
            } else {
                second = second.max(damage);
            }
            own[Feature::Threat] += threat * share;
            own[Feature::Approach] += near * share;
            exposed += stands(scene, who) * share;
            own[Feature::Prevented] += prevented(scene, who) * share;
        }
    }
    own[Feature::Vigour] = (health + 0.3).ln();
    own[Feature::Health] = health;
    own[Feature::Terrain] = exposed;
    own[Feature::Damage] = 0.6 * first + 0.4 * second;
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
        for node in Node::ALL {
            own[Feature::of_node(*node)] += share * f32::from(board.nodes(area, *node));
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
            all[team_of(scene, group)][Feature::Hill] += sure;
        }
        for who in look.s.board.iter().filter(|c| scene.health[c.index()] > 0.0) {
            let steps = look.board().steps(scene.area[who.index()], middle);
            all[usize::from(look.team(who.seat()))][Feature::Hill] += 0.15 / f32::from(steps + 1);
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
            all[team][Feature::Territories] = ((held[team] - other) / 2.0).clamp(-1.0, 1.0);
        }
    }
    if look.goal(Goal::Breakthrough).is_some() {
        for (team, goal) in look.s.goals.iter().enumerate().take(teams) {
            all[team][Feature::Breakthrough] = goal.map_or(0.0, |goal| breakthrough(scene, team, goal));
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
