//! What an attack with so many Hits gains, in Hits: down a stack, against Heroes, or on everybody in a Region.

use super::{
    scene::{self, power},
    temper::Taste,
};
use kernel::Seat;
use minions_of_mordak::{
    ids::{RegionId, Who},
    queries::Look,
    rules::{attacks, damage},
    words::{Row, Side, VILLAIN},
};

/// What Defeating this Minion is worth to the Heroes.
pub fn bane(look: Look, slot: u8) -> f32 {
    let kind = look.s.minion(slot).kind;
    if kind == minions_of_mordak::ids::KindId::SHEEP {
        return 0.3;
    }
    let bounty = f32::from(look.g.content.minion(kind).bounty);
    let reward = if look.s.final_battle { 0.2 } else { 0.7 };
    0.6 + 0.9 * power(look.stats(slot)) + reward * bounty
}

/// What hurting a Hero by one is worth to the Villain.
fn prey(look: Look, seat: Seat, taste: Taste) -> f32 {
    taste.blood * (0.7 + 0.6 * (1.0 - scene::share(look, seat)))
}

/// What Defeating a Hero is worth beyond the damage.
fn trophy(look: Look, taste: Taste) -> f32 {
    let left = look.g.content.numbers.souls.saturating_sub(look.s.souls);
    match (look.s.final_battle, left) {
        (false, _) => 4.0 * taste.blood,
        (true, 0..=1) => 60.0,
        (true, 2) => 12.0,
        (true, _) => 8.0,
    }
}

/// Heroes attack a Region with so many Hits.
pub fn on_villains(look: Look, region: RegionId, hits: u8) -> f32 {
    let (mut left, mut gain) = (hits, 0.0);
    for slot in look.s.stack_of(region) {
        let (wound, defeat) = damage::thresholds(look, slot);
        let has = &look.stats(slot).abilities;
        let less = u8::from(has.armor) + has.dodge.mean_twice().div_ceil(2);
        let worth = bane(look, slot);
        if left >= defeat + less {
            gain += worth;
            left -= defeat + less;
            continue;
        }
        return match wound {
            Some(wound) if left >= wound + less => gain + 0.4 * worth,
            Some(_) | None => gain,
        };
    }
    let mordak = &look.s.players[VILLAIN];
    if mordak.region == region && region.is_on_map() {
        let step = look.g.content.numbers.villain_step.max(1);
        let dealt = (left / step) * step;
        gain += 1.1 * f32::from(dealt);
        if dealt >= mordak.health {
            gain += 100.0;
        }
    }
    gain
}

/// The Hero who will take attacks on a Region: the marked one, or whom the team would name.
pub fn defender(look: Look, region: RegionId) -> Option<Seat> {
    let there = look.heroes_in(region);
    let marked = there.into_iter().find(|seat| look.s.defenders.contains(*seat));
    marked.or_else(|| there.into_iter().max_by_key(|seat| look.s.players[*seat].health))
}

fn wounds(look: Look, seat: Seat, hits: u8, taste: Taste) -> f32 {
    let guarded = u8::from(look.gear(seat).any(|gear| gear.has.armor));
    let health = look.s.players[seat].health;
    let dealt = hits.saturating_sub(guarded).min(health);
    let fells = if dealt >= health { trophy(look, taste) } else { 0.0 };
    prey(look, seat, taste) * f32::from(dealt) + fells
}

/// The Villain's side attacks a Region with so many Hits.
pub fn on_heroes(look: Look, region: RegionId, hits: u8, taste: Taste) -> f32 {
    match defender(look, region) {
        Some(seat) => wounds(look, seat, hits, taste),
        None if look.s.gust == region => 0.5,
        None => 0.0,
    }
}

/// Everybody in the Region but the attacker takes so many Hits.
pub fn sweep(look: Look, by: Who, region: RegionId, hits: u8, taste: Taste) -> f32 {
    let side = look.side(by);
    let mut sum = 0.0;
    for seat in look.heroes_in(region) {
        let hurt = wounds(look, seat, hits, taste);
        sum += if side == Side::Villain { hurt } else { -1.5 * hurt };
    }
    for slot in look.s.stack_of(region).filter(|slot| Who::minion(*slot) != by) {
        let (wound, defeat) = damage::thresholds(look, slot);
        let less = u8::from(look.stats(slot).abilities.armor);
        let worth = match (hits >= defeat + less, wound) {
            (true, _) => bane(look, slot),
            (false, Some(wound)) if hits >= wound + less => 0.4 * bane(look, slot),
            (false, _) => 0.0,
        };
        sum += if side == Side::Heroes { worth } else { -worth };
    }
    sum
}

/// An attack on this Region by a Character.
pub fn blow(look: Look, by: Who, region: RegionId, hits: u8, taste: Taste) -> f32 {
    match look.side(by) {
        Side::Heroes => on_villains(look, region, hits),
        Side::Villain => on_heroes(look, region, hits, taste),
    }
}

/// The same for a roll whose dice have not fallen.
pub fn likely(look: Look, by: Who, region: RegionId, hits: f32, taste: Taste) -> f32 {
    let (low, way) = (hits.floor(), hits - hits.floor());
    let at = |n: f32| blow(look, by, region, n.max(0.0) as u8, taste);
    let middle = (1.0 - way) * at(low) + way * at(low + 1.0);
    0.5 * middle + 0.25 * (at(low - 1.0) + at(low + 2.0))
}

/// The best an attack of this row can do from where the Character stands.
pub fn best(look: Look, by: Who, row: Row, hits: u8, taste: Taste) -> f32 {
    let own = look.region(by);
    let area = look.abilities(by, Some(row)).aoe;
    let at = |region: RegionId, hits: u8| {
        if area { sweep(look, by, region, hits, taste) } else { blow(look, by, region, hits, taste) }
    };
    match row {
        Row::Melee if own.is_on_map() && look.enemies_in(by, own) => at(own, hits),
        Row::Ranged if own.is_on_map() => {
            let beside = look.adjacent(own);
            let aim = |region: RegionId| at(region, hits - u8::from(!beside.contains(region)));
            attacks::ranged_targets(look, by, hits).iter().map(aim).fold(0.0, f32::max)
        }
        Row::Melee | Row::Ranged | Row::Magic | Row::Corruption => 0.0,
    }
}
