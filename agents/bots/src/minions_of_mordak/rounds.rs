//! What a table is worth when a Round begins: weights fitted to how games between heuristic players ended.
//!
//! Playouts that try options side by side stop there: nothing is in progress, so tables can be compared. The race of
//! `outlook` is a fair guide for one step, but a poor prophet: before the Final Battle it foretold results worse than
//! a constant did. 6,000 games of the heuristic player with 5 blunders in 100 decisions for each number of Heroes (12,000
//! for a lone one), one table a Round, a logistic fit before and one in the Final Battle.

use super::{
    outlook, pending,
    scene::{self, mean, power},
    temper::Taste,
};
use kernel::Seat;
use minions_of_mordak::{
    ids::{KindId, RegionSet},
    queries::Look,
    words::{Side, VILLAIN},
};

/// How many numbers describe a table.
const NUMBERS: usize = 46;

/// By the number of Heroes, before and in the Final Battle: a constant, then a weight for each of [`numbers`], in logits
/// of the Villain's chance.
#[rustfmt::skip]
const FITTED: [[[f32; NUMBERS + 1]; 2]; 5] = [
    [
        [19.215, -1.219, -3.227, -7.043, 2.459, -1.413, 0.028, 0.057, -0.260, 0.084, 0.000, 0.655, -0.051, -0.013, 1.326, 0.554, 0.800, 2.201, -0.070, 0.165, 0.791, -0.007, 0.148, 0.025, -0.235, 0.063, 0.421, -0.144, -0.531, -0.779, 1.575, -0.121, 0.054, -0.034, 0.001, 0.000, 1.575, -0.336, -0.232, -0.026, -0.036, 0.000, 0.062, -0.089, 0.075, -0.014, 0.146],
        [1.733, 1.722, -9.184, -2.116, 1.511, -1.244, 0.025, 0.000, -0.526, 0.066, 0.000, 3.212, -0.078, 0.016, 0.506, -0.315, 0.257, 1.218, -0.037, 0.266, 0.295, 0.340, 0.462, -0.057, 0.380, 0.604, 0.756, -0.649, 0.950, -0.723, 0.000, 0.154, 0.102, 0.294, 0.012, 0.542, 0.000, 0.085, 0.000, -0.060, 0.011, 0.000, 0.004, -0.059, 0.027, -0.234, 0.104],
    ],
    [
        [10.364, -0.329, 0.108, -1.799, 0.081, 0.552, 0.044, -0.334, 0.039, 0.039, 0.000, 0.477, -0.003, 0.045, 0.603, -0.102, 0.496, 1.148, -0.017, -0.234, 0.156, -0.092, -0.130, 0.033, -0.562, -0.213, -0.420, -0.632, -0.311, -1.418, -2.223, -0.098, -0.019, 0.017, 0.180, 0.000, 0.912, -0.123, -0.821, 0.040, -0.033, 0.000, -0.084, 0.039, 0.055, -0.032, 0.093],
        [2.858, 1.510, -3.433, -0.846, -3.050, 2.543, 0.037, 0.000, -0.372, 0.023, 0.000, 0.000, 0.156, 0.085, 0.559, -0.493, 0.319, 0.858, -0.130, -0.046, 0.451, 0.070, 0.131, 0.015, 0.212, 0.388, 0.074, -0.952, 1.420, -0.213, 0.000, 0.110, -0.231, 0.585, 0.043, 1.203, 0.000, 0.276, 0.000, -0.030, 0.012, 0.000, -0.029, -0.017, 0.096, -0.106, 0.092],
    ],
    [
        [3.649, 1.168, -0.799, -1.944, 1.246, 0.578, 0.019, 0.064, -0.398, 0.023, 0.506, 0.111, 0.035, 0.002, 0.203, 0.115, 0.319, 0.661, 0.001, -0.144, -1.018, -0.104, -0.053, 0.003, -0.931, -0.254, -0.460, -0.682, -0.390, -1.106, 3.063, -0.099, 0.160, 0.106, -0.006, 0.000, -1.083, 0.103, -0.093, 0.081, -0.108, 0.000, -0.103, -0.020, 0.019, -0.020, 0.068],
        [2.560, 1.021, -1.583, -0.698, -1.987, 0.325, 0.034, 0.000, -0.231, 0.040, 0.453, 0.151, 0.085, 0.041, 0.224, -0.278, 0.508, 0.510, -0.223, -0.017, -0.819, 0.165, 0.007, 0.069, -0.102, 0.194, -0.106, -0.514, -0.257, -0.676, -1.088, -0.011, 0.002, 0.393, 0.105, 0.991, -0.362, 0.077, 0.000, -0.001, -0.011, 0.000, 0.010, 0.031, 0.119, -0.083, 0.077],
    ],
    [
        [19.583, 0.069, -9.539, -2.528, 4.273, -0.129, 0.002, 0.734, -0.901, 0.044, 0.099, 0.003, -0.046, -0.020, 0.172, 0.043, 0.027, 0.319, -0.043, 0.113, 0.113, 0.194, 0.440, 0.054, 0.009, 0.462, 0.197, -0.636, 0.629, -0.045, -1.979, -0.086, 0.047, 0.029, 0.078, 0.000, 0.362, 0.038, 0.006, 0.066, -0.026, 0.000, 0.164, -0.003, 0.023, -0.050, 0.056],
        [11.807, 0.952, -8.366, -0.915, -0.193, -0.653, 0.021, 0.000, -0.608, 0.048, 0.793, 0.055, 0.070, -0.026, 0.300, -0.301, 0.161, 0.272, -0.233, 0.152, 0.275, 0.313, 0.371, 0.181, 0.460, 0.940, 0.433, -0.552, 0.810, 0.036, 10.409, -0.035, 0.553, 0.437, 0.123, 0.848, 5.010, 0.038, 0.000, -0.011, -0.025, 0.000, -0.080, -0.033, 0.108, -0.069, 0.065],
    ],
    [
        [10.842, 1.505, -4.593, -2.197, 3.897, -0.747, 0.011, 0.280, -0.529, 0.007, 0.181, 0.040, -0.036, -0.033, 0.141, 0.092, 0.070, 0.349, -0.103, -0.107, -1.083, -0.008, 0.145, 0.033, -0.470, -0.019, -0.381, -0.726, 0.429, -0.301, -2.106, -0.069, 0.188, 0.168, 0.129, 0.000, 0.473, 0.042, 0.016, 0.067, -0.025, 0.000, -0.004, 0.029, 0.024, -0.033, 0.021],
        [0.589, 0.495, -2.823, -0.759, 0.060, -0.647, 0.035, 0.000, 0.249, 0.034, 0.121, 0.090, 0.044, -0.102, 0.359, 0.324, 0.158, 0.420, -0.239, 0.346, -0.671, -0.035, -0.041, 0.030, -0.333, -0.002, -0.342, -0.523, 0.107, 0.008, -17.059, -0.055, 0.507, 0.426, 0.031, 0.770, 5.111, 0.138, 0.000, 0.056, -0.075, 0.000, -0.045, -0.033, 0.089, -0.046, 0.054],
    ],
];

/// The Villain's chance to win as a Round begins.
pub fn villain_chance(look: Look, taste: Taste) -> f32 {
    let heroes = usize::from(look.hero_count()).clamp(1, FITTED.len());
    let [constant, weights @ ..] = &FITTED[heroes - 1][usize::from(look.s.final_battle)];
    let sum: f32 = numbers(look, taste).iter().zip(weights).map(|(number, weight)| number * weight).sum();
    1.0 / (1.0 + (-(constant + sum).clamp(-9.0, 9.0)).exp())
}

/// The race, the Villain, the mean Hero, the Map and the army, in this order.
fn numbers(look: Look, taste: Taste) -> [f32; NUMBERS] {
    let mut all = [0.0; NUMBERS];
    let parts = race(look, taste).into_iter().chain(villain(look)).chain(hero(look));
    for (to, number) in all.iter_mut().zip(parts.chain(map(look)).chain(army(look))) {
        *to = number;
    }
    all
}

fn race(look: Look, taste: Taste) -> [f32; 8] {
    let race = outlook::race(look, taste);
    [
        race.bulk.max(0.1).ln(),
        race.might.max(0.5).ln(),
        race.lives.max(0.1).ln(),
        race.terror.max(0.5).ln(),
        race.more,
        pending::potential(look),
        scene::rounds_left(look),
        yes(look.s.is_hero_round()),
    ]
}

fn yes(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn villain(look: Look) -> [f32; 9] {
    let mordak = &look.s.players[VILLAIN];
    let [melee, ranged, magic, corruption] = mordak.rows.map(mean);
    let [health, ap, xp, plus] = [mordak.health, mordak.ap, mordak.xp, mordak.plus_ones()].map(f32::from);
    [health, ap, xp, plus, mordak.hand.len() as f32, melee, ranged, magic, corruption]
}

/// What describes a Hero, in the order of the weights.
#[derive(Clone, Copy, Default)]
struct Hero {
    health: f32,
    max_health: f32,
    ap: f32,
    xp: f32,
    plus_ones: f32,
    spells: f32,
    /// Mean Hits of each row.
    rows: [f32; 3],
    treasures: f32,
    bonus_dice: f32,
    crystal: f32,
    in_stash: f32,
    threat: f32,
    in_danger: f32,
    /// Steps to what is to be done, and to the Keep.
    way: f32,
    home: f32,
}

impl Hero {
    fn of(look: Look, seat: Seat, goals: RegionSet) -> Hero {
        let player = &look.s.players[seat];
        let max_health = f32::from(look.max_health(seat));
        let health = if player.in_stash { max_health } else { f32::from(player.health) };
        let [melee, ranged, magic, _] = player.rows.map(mean);
        let mut own = Hero {
            health,
            max_health,
            ap: f32::from(player.ap),
            xp: f32::from(player.xp),
            plus_ones: f32::from(player.plus_ones()),
            spells: player.hand.len() as f32,
            rows: [melee, ranged, magic],
            crystal: yes(player.crystal),
            in_stash: yes(player.in_stash),
            ..Hero::default()
        };
        for gear in look.gear(seat) {
            own.treasures += 1.0;
            own.bonus_dice += mean(gear.dice);
        }
        if player.region.is_on_map() && !player.in_stash {
            own.threat = scene::threat(look, player.region);
            own.in_danger = yes(health < own.threat);
            own.way = f32::from(scene::steps_to(player.region, goals).min(5));
            own.home = f32::from(scene::steps(player.region, look.g.keep));
        }
        own
    }
    fn list(self) -> [f32; 17] {
        let Hero { health, max_health, ap, xp, plus_ones, spells, rows, treasures, bonus_dice, .. } = self;
        let Hero { crystal, in_stash, threat, in_danger, way, home, .. } = self;
        let [melee, ranged, magic] = rows;
        [
            health, max_health, ap, xp, plus_ones, spells, melee, ranged, magic, treasures, bonus_dice,
            crystal, in_stash, threat, in_danger, way, home,
        ]
    }
}

/// The mean Hero.
fn hero(look: Look) -> [f32; 17] {
    let mut sums = [0.0; 17];
    let goals = outlook::goals(look);
    for seat in look.heroes() {
        let own = Hero::of(look, seat, goals).list();
        sums.iter_mut().zip(own).for_each(|(sum, number)| *sum += number);
    }
    let count = f32::from(look.hero_count().max(1));
    sums.map(|sum| sum / count)
}

fn map(look: Look) -> [f32; 7] {
    let s = look.s;
    [
        f32::from(s.souls),
        f32::from(s.markers),
        f32::from(s.shrines),
        f32::from(s.day),
        s.revealed.len() as f32,
        f32::from(s.treasures.iter().sum::<u8>()),
        f32::from(s.stash_hidden[Side::Heroes.index()]),
    ]
}

/// The Bounty in the Heroes' Stash, then the Minions on the Map: how many, their power near Heroes and in all, and what
/// Defeats them.
fn army(look: Look) -> [f32; 5] {
    let s = look.s;
    let (mut bounty, mut count, mut near, mut might, mut bulk) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (kind, fallen) in s.fallen.0.iter().enumerate().filter(|(_, fallen)| **fallen > 0) {
        bounty += f32::from(*fallen) * f32::from(look.g.content.minion(KindId(kind as u8)).bounty);
    }
    let heroes = scene::heroes(look);
    for slot in s.slots() {
        let stats = look.stats(slot);
        count += 1.0;
        if scene::steps_to(s.minion(slot).region, heroes) <= 2 {
            near += power(stats);
        }
        might += power(stats);
        bulk += f32::from(stats.defeat);
    }
    [bounty, count, near, might, bulk]
}
