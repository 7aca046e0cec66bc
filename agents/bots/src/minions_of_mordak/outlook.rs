//! How a table looks: who would win the race of the Final Battle from here, and how things grow until then.

use super::{
    pending,
    scene::{self, mean, power},
    temper::Taste,
};
use minions_of_mordak::{
    content::LootStash,
    queries::Look,
    state::Player,
    words::{Row, Side, VILLAIN},
};

/// How fast a lead in the race becomes a win.
const STEEP: f32 = 2.2;
/// What one XP is worth in mean Hits of a row.
const XP: f32 = 0.3;
/// What one Hit that is about to be spent is worth, in logits.
const HIT: f32 = 0.05;

/// Both sides of the race.
#[derive(Clone, Copy, Debug, Default)]
pub struct Race {
    /// What the Heroes must get through, and their Hits a Round.
    pub bulk: f32,
    pub might: f32,
    /// What the Villain must get through, and his Hits a Round.
    pub lives: f32,
    pub terror: f32,
    /// What else counts for the Villain, in logits.
    pub more: f32,
}

/// The Villain's chance to win.
#[must_use]
pub fn villain_chance(look: Look, taste: Taste) -> f32 {
    let race = race(look, taste);
    let lead = (race.bulk / race.might.max(0.5)).ln() - (race.lives / race.terror.max(0.5)).ln();
    let logit = STEEP * lead + race.more + HIT * pending::potential(look);
    1.0 / (1.0 + (-logit.clamp(-7.0, 7.0)).exp())
}

#[must_use]
pub fn race(look: Look, taste: Taste) -> Race {
    let s = look.s;
    let rounds = scene::rounds_left(look);
    let count = f32::from(look.hero_count());
    let mut race = Race::default();
    villain(look, rounds, &mut race);
    team(look, rounds, &mut race);
    army(look, rounds, taste, &mut race);
    if !s.final_battle {
        stashes(look, count, &mut race);
        // What both sides will be when the Final Battle comes.
        race.might += 0.7 * count * rounds;
        race.terror += (1.0 + 0.25 * count) * rounds;
        race.bulk += 2.0 * rounds;
        let found = s.revealed.len() as f32;
        race.might += 0.05 * count * found + 0.06 * f32::from(s.treasures.iter().sum::<u8>());
    }
    race
}

/// A row in battle: damage to Mordak below 5 is void, so that weak rows do little.
fn against_mordak(hits: f32) -> f32 {
    hits * hits / (hits + 2.0)
}

/// The sum of the best rows, as many as there are Action Points.
fn best_rows(mut rows: [f32; 4], points: u8) -> f32 {
    rows.sort_unstable_by(|a, b| b.total_cmp(a));
    let weights = [1.0, 0.85, 0.7, 0.55];
    let used = rows.iter().zip(weights).take(usize::from(points));
    let spare = 0.25 * f32::from(points.saturating_sub(1).min(3));
    used.map(|(hits, weight)| hits * weight).sum::<f32>() + spare
}

fn hand(player: &Player) -> f32 {
    player.hand.len().min(6) as f32
}

fn villain(look: Look, rounds: f32, race: &mut Race) {
    let mordak = &look.s.players[VILLAIN];
    let row = |row: Row, share: f32| {
        share * (mean(mordak.rows[row.index()]) + 0.4 * f32::from(mordak.plus[row.index()]))
    };
    let ready = (0.35 + 0.13 * hand(mordak)).min(1.0);
    let rows =
        [row(Row::Melee, 0.8), row(Row::Ranged, 0.8), row(Row::Magic, ready), row(Row::Corruption, 0.85)];
    race.terror = best_rows(rows, mordak.ap) + XP * 0.9 * f32::from(mordak.xp) + 0.12 * hand(mordak);
    if rounds > 1.0 {
        // Corruption rolls of the Rounds before it leave an army behind.
        race.terror += 0.12 * rounds * mean(mordak.rows[Row::Corruption.index()]);
    }
    race.bulk = f32::from(mordak.health);
}

fn team(look: Look, rounds: f32, race: &mut Race) {
    let s = look.s;
    let mut health = [f32::INFINITY; 5];
    let mut full = [f32::INFINITY; 5];
    let goals = goals(look);
    for (at, seat) in look.heroes().take(5).enumerate() {
        let player = &s.players[seat];
        let mut rows = [0.0; 4];
        for row in Row::HERO {
            let own = player.rows[row.index()];
            let mut bonus = 0.0;
            for gear in look.gear(seat).filter(|gear| gear.row == Some(row)) {
                bonus += mean(gear.dice);
            }
            let tokens = 0.45 * f32::from(player.plus[row.index()]);
            let ready = if row == Row::Magic { (0.4 + 0.12 * hand(player)).min(1.0) } else { 1.0 };
            rows[row.index()] = ready * against_mordak(mean(own) + bonus + tokens);
        }
        race.might += best_rows(rows, player.ap) + XP * 0.9 * f32::from(player.xp) + 0.06 * hand(player);
        race.might += if player.crystal { 0.5 } else { 0.0 };
        let most = f32::from(look.max_health(seat));
        let armor = look.gear(seat).any(|gear| gear.has.armor || !gear.has.dodge.is_none());
        let tough = if armor { 1.25 } else { 1.0 };
        let now = if player.in_stash { most } else { f32::from(player.health) };
        // Wounds heal on the way to the Final Battle.
        let then =
            if s.final_battle { now } else { (now + 5.0 + (most - now) * (0.2 * rounds).min(0.6)).min(most) };
        (health[at], full[at]) = (then * tough, most * tough);
        if !s.final_battle {
            let hurt = 1.0 - now / most;
            race.more += 0.45 * hurt * hurt;
        }
        if player.region.is_on_map() && !player.in_stash {
            let danger = scene::threat(look, player.region) - 0.9 * now;
            race.more += (if s.final_battle { 0.25 } else { 0.12 }) / (1.0 + (-0.5 * danger).exp());
            race.more += 0.02 * f32::from(scene::steps_to(player.region, goals).min(5));
        }
    }
    let missing = look.g.content.numbers.souls.saturating_sub(s.souls);
    for _ in 0..missing {
        let weakest = (0..5).min_by(|a, b| health[*a].total_cmp(&health[*b])).unwrap_or(0);
        race.lives += health[weakest] + 1.5;
        health[weakest] = full[weakest];
    }
    race.lives = race.lives.max(0.5);
}

/// Where Heroes have something to do.
pub fn goals(look: Look) -> minions_of_mordak::ids::RegionSet {
    let s = look.s;
    if s.final_battle {
        return minions_of_mordak::ids::RegionSet::only(s.players[VILLAIN].region);
    }
    let hidden = look.face_down();
    let mut goals = s.haunted;
    for region in s.revealed.iter() {
        if !look.adjacent(region).and(hidden).is_empty() || s.treasures[region.index()] > 0 {
            goals.insert(region);
        }
    }
    goals
}

fn army(look: Look, rounds: f32, taste: Taste, race: &mut Race) {
    let s = look.s;
    let heroes = scene::heroes(look);
    let mordak = s.players[VILLAIN].region;
    let lasts =
        if s.final_battle { 0.8 } else { (0.55 - 0.05 * rounds).max(0.25) * (0.5 + 0.5 * taste.thrift) };
    for slot in s.slots() {
        let (minion, stats) = (s.minion(slot), look.stats(slot));
        let away = scene::steps_to(minion.region, heroes);
        let near = match away {
            0..=1 => 1.0,
            2..=4 => 0.85,
            _ => 0.65,
        };
        race.terror += lasts * near * power(stats);
        let to_throne = scene::steps(minion.region, look.g.keep);
        let shield = if s.final_battle && minion.region == mordak {
            0.7
        } else {
            0.22 * lasts / (1.0 + 0.3 * f32::from(to_throne))
        };
        race.bulk += shield * f32::from(stats.defeat);
        if !s.final_battle {
            // It will be Bounty for the Heroes; it keeps Treasures from them and holds them up.
            race.might += 0.03 * f32::from(look.hero_count());
            let guards = s.treasures[minion.region.index()] > 0;
            race.more += taste.pins * (if guards { 0.02 } else { 0.0 } + if away == 0 { 0.015 } else { 0.0 });
        }
    }
}

/// What lies in the Loot Stashes is as good as cashed in.
fn stashes(look: Look, count: f32, race: &mut Race) {
    let (s, numbers) = (look.s, &look.g.content.numbers);
    let stash = look.g.content.stash(look.hero_count());
    if s.markers > 0 {
        let bounty = u32::from(s.markers) * u32::from(numbers.hero_bounty);
        let (row, none) =
            (LootStash::row(&stash.villain_rows, bounty), LootStash::row(&stash.villain_rows, 0));
        race.bulk += f32::from(row.health);
        race.terror += XP * f32::from(row.xp.saturating_sub(none.xp));
        race.more += 0.12 * f32::from(s.markers);
    }
    let hidden = f32::from(s.stash_hidden[Side::Heroes.index()]);
    let mut bounty = 1.1 * hidden;
    if s.fallen.total() > 0 {
        for (kind, n) in s.fallen.0.iter().enumerate().filter(|(_, n)| **n > 0) {
            let card = look.g.content.minion(minions_of_mordak::ids::KindId(kind as u8));
            bounty += f32::from(*n) * f32::from(card.bounty);
        }
    }
    race.might += 0.35 * hidden + XP * count * experience(&stash.hero_rows, bounty);
}

/// XP beyond those for nothing, between the rows in proportion: the next row may still be reached.
fn experience(rows: &[minions_of_mordak::content::LootRow], bounty: f32) -> f32 {
    let xp = |row: &minions_of_mordak::content::LootRow| {
        f32::from(row.xp) + row.die.map_or(0.0, |die| mean(minions_of_mordak::words::Dice::one(die)))
    };
    let base = rows.first().map_or(0.0, xp);
    for pair in rows.windows(2) {
        let (low, high) = (f32::from(pair[0].bounty), f32::from(pair[1].bounty));
        if bounty < high {
            let way = (bounty - low) / (high - low);
            return xp(&pair[0]) - base + way * (xp(&pair[1]) - xp(&pair[0]));
        }
    }
    rows.last().map_or(0.0, xp) - base
}
