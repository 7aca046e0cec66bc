//! Distances, dice and strength: the small change of all judgements.

use kernel::Seat;
use minions_of_mordak::{
    content::Stats,
    ids::{RegionId, RegionSet, Who},
    queries::Look,
    words::{CELLS, Dice, Row, Side, VILLAIN},
};

/// Farther than any Region of the Map.
pub const FAR: u8 = 9;

/// The cells so many steps of the grid away from each cell, as bits.
const RINGS: [[u32; FAR as usize]; CELLS] = {
    let mut all = [[0; FAR as usize]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let steps = (from % 5).abs_diff(to % 5) + (from / 5).abs_diff(to / 5);
            all[from][steps] |= 1 << to;
            to += 1;
        }
        from += 1;
    }
    all
};

/// Steps of the grid to the nearest of these Regions.
#[inline]
pub fn steps_to(from: RegionId, set: RegionSet) -> u8 {
    if !from.is_on_map() {
        return FAR;
    }
    let rings = &RINGS[from.index()];
    rings.iter().position(|ring| ring & set.0 != 0).map_or(FAR, |at| at as u8)
}

#[inline]
pub fn steps(from: RegionId, to: RegionId) -> u8 {
    if to.is_on_map() { steps_to(from, RegionSet::only(to)) } else { FAR }
}

#[inline]
pub fn mean(dice: Dice) -> f32 {
    0.5 * f32::from(dice.mean_twice())
}

/// What one Turn of a Minion does, in Hits.
#[inline]
pub fn power(stats: &Stats) -> f32 {
    let rows = &stats.rows;
    let (melee, ranged, magic) = (mean(rows.melee), mean(rows.ranged), mean(rows.magic));
    let has = &stats.abilities;
    let reach = if has.longshot { 1.2 } else { 1.1 };
    let best = melee.max(reach * ranged).max(0.9 * magic);
    best * (1.0 + 0.1 * f32::from(u8::from(has.evade)) + 0.15 * f32::from(u8::from(has.cursed)))
}

/// The mean Hits of a roll of this Character, bonus dice included.
#[inline]
pub fn hits(look: Look, who: Who, row: Row) -> f32 {
    mean(look.row_dice(who, row)) + mean(look.bonus_dice(who, row))
}

/// Regions with Characters of the Heroes.
#[inline]
pub fn heroes(look: Look) -> RegionSet {
    let mut set = RegionSet::EMPTY;
    for player in &look.s.players.each()[1..usize::from(look.g.options.seats)] {
        if player.region.is_on_map() {
            set.insert(player.region);
        }
    }
    if look.s.gust.is_on_map() {
        set.insert(look.s.gust);
    }
    set
}

/// Regions with Minions or Mordak.
#[inline]
pub fn villains(look: Look) -> RegionSet {
    let mordak = look.s.players[VILLAIN].region;
    if mordak.is_on_map() { look.s.haunted.or(RegionSet::only(mordak)) } else { look.s.haunted }
}

pub fn foes(look: Look, side: Side) -> RegionSet {
    match side {
        Side::Villain => heroes(look),
        Side::Heroes => villains(look),
    }
}

/// Health as a share of the most a Hero can have.
pub fn share(look: Look, seat: Seat) -> f32 {
    f32::from(look.s.players[seat].health) / f32::from(look.max_health(seat).max(1))
}

/// Hero Rounds until the Final Battle, roughly.
pub fn rounds_left(look: Look) -> f32 {
    let s = look.s;
    if s.final_battle {
        return 0.0;
    }
    let days = f32::from(look.g.content.numbers.days.saturating_sub(s.day));
    let found = f32::from(s.shrines.min(s.shrines_needed)) / f32::from(s.shrines_needed.max(1));
    (days * (1.0 - 0.45 * found)).max(0.5)
}

/// Is the Final Battle near enough to gather for it?
pub fn musters(look: Look) -> bool {
    rounds_left(look) <= 1.5
}

/// What Minions near a Region could do to a Hero there in their next Step, in Hits.
pub fn threat(look: Look, region: RegionId) -> f32 {
    let mut sum = 0.0;
    for slot in look.s.slots() {
        let steps = steps(region, look.s.minion(slot).region);
        let arrives = match steps {
            0..=1 => 0.9,
            2..=3 => 0.65,
            4 => 0.3,
            _ => continue,
        };
        sum += arrives * power(look.stats(slot));
    }
    let mordak = look.s.players[VILLAIN].region;
    if mordak.is_on_map() && steps(region, mordak) <= 3 {
        let rows = &look.s.players[VILLAIN].rows;
        sum += 0.7 * rows.iter().take(3).map(|dice| mean(*dice)).sum::<f32>();
    }
    sum
}
