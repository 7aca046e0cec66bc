//! The rest of the campaign: what a party of this strength may still reach.

use kernel::Seat;
use para_roles::{
    frame::{Frame, Goods},
    options::Campaign,
    queries::Look,
    rules::treasure,
    state::Growth,
    words::{Ability, Epic, Item, Marker, Stat},
};

/// Health at which a hero is worth half of an invulnerable one: the first points count most.
const HALF_WORTH: f32 = 2.5;
/// The worth of a hero of common Health, so that a sound party has a strength of about 1.
const SOUND: f32 = 0.74;
/// Whoever can raise others counts more than the rest.
const RAISER: f32 = 2.0;
/// The worth of a dead hero while somebody can raise him after the fight, and while his own treasure can.
const RAISABLE: f32 = 0.30;
const REDEEMABLE: f32 = 0.22;

/// The chance to lose everything in an encounter: of a sound party, and what weakness adds.
const WIPE: f32 = 0.008;
const WIPE_WEAK: f32 = 0.30;
/// Where an encounter can be passed by, a weak party runs and lives.
const WIPE_WEAK_PASSING: f32 = 0.05;
/// The chance to beat an encounter ahead: at no strength, for strength, and for better stats.
const BEAT: f32 = 0.42;
const BEAT_STRENGTH: f32 = 0.38;
const BEAT_QUALITY: f32 = 0.9;
/// The same where an encounter can be passed by: even worn parties beat most, since weak enemies leave time to heal.
const BEAT_PASSING: f32 = 0.85;
const BEAT_STRENGTH_PASSING: f32 = 0.10;
/// The mean quality of starting cards in Normal mode.
const QUALITY_MEAN: f32 = 0.5;

/// What is taken off a forecast at the start of a campaign.
const UNSURE: f32 = 0.06;

/// One combat without EPICs.
const LOCKED: f32 = 0.006;
/// A flask, at most ten of them counted.
const FLASK: f32 = 0.004;
const FLASKS_MAX: u8 = 10;
const BOMB: f32 = 0.001;
const BEARABLE: f32 = 0.012;
/// Knowing one more ability.
const EXTRA_ABILITY: f32 = 0.003;
/// A step nearer to the next goal on a map.
const STEP: f32 = 0.0015;
/// An enemy that was fled from waits at full Health: all that was done to it is lost.
pub const WAITING: f32 = 0.02;

/// How strong the party is, apart from where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Party {
    /// Health of all heroes, 1 for a sound party.
    pub strength: f32,
    /// Heroes who will be alive if nothing more happens to them.
    pub alive: f32,
    /// Cards, treasure and tokens.
    pub quality: f32,
}

/// The worth of Health, from 0 to below 1.
#[inline]
pub fn worth(hp: f32) -> f32 {
    if hp <= 0.0 { 0.0 } else { hp / (hp + HALF_WORTH) }
}

/// Can this hero raise others after a fight?
pub fn raises(look: Look, seat: Seat) -> bool {
    let hero = look.hero(seat);
    hero.role_epic == Some(Epic::Resurrection)
        || hero.slotted(Ability::Cure) && hero.slotted(Ability::BoostHeal) && hero.grown == Growth::Full
}

/// Is there somebody who can raise the dead after the fight, or who can be bought back to do so?
pub fn can_raise(look: Look) -> bool {
    look.s.heroes.iter().any(|(seat, h)| raises(look, seat) && (h.alive() || h.dead() && h.treasures() > 0))
}

/// Sums up the party; `worths` says what each living hero's Health is worth.
pub fn party(look: Look, worths: [f32; 4]) -> Party {
    let living = look.s.living();
    let raised = can_raise(look);
    let (mut strength, mut weights, mut alive, mut quality) = (0.0, 0.0, 0.0, 0.0);
    for (seat, hero) in look.s.heroes.iter().filter(|(_, h)| h.seated) {
        let raiser = raises(look, seat);
        let weight = if raiser { RAISER } else { 1.0 };
        let back = match (raised && !raiser, hero.treasures() > 0) {
            (true, _) => RAISABLE,
            (false, true) => REDEEMABLE,
            (false, false) => 0.0,
        };
        let here = living.contains(seat);
        strength += weight * if here { worths[seat.index()].max(back * 0.5) } else { back };
        alive += if here { 1.0 } else { back * 2.0 };
        weights += weight;
        quality += hero_quality(look, seat);
    }
    let weights = if weights > 0.0 { weights } else { 1.0 };
    Party { strength: strength / (weights * SOUND), alive, quality: quality / 4.0 }
}

/// How good the stats of a hero are for what he does.
fn hero_quality(look: Look, seat: Seat) -> f32 {
    let stats = look.stats(seat);
    let weights = stat_weights(look, seat);
    stats.iter().zip(weights).map(|(stat, weight)| f32::from(*stat) * weight).sum::<f32>() / 15.0
}

/// What a hero needs each stat for, in the order of the stats; about 1 in all.
pub fn stat_weights(look: Look, seat: Seat) -> [f32; 4] {
    let mut weights = [0.10, 0.26, 0.20, 0.24];
    for ability in look.hero(seat).slots.into_iter().flatten() {
        match ability {
            Ability::PreciseStrike | Ability::DoubleDamage => weights[Stat::Attack.index()] += 0.10,
            Ability::ProtectOther => weights[Stat::Defense.index()] += 0.10,
            Ability::Cure | Ability::CurseEnemy => weights[Stat::Trick.index()] += 0.10,
            Ability::JointAttack | Ability::BoostHeal | Ability::BuffAlly => {
                weights[Stat::Trick.index()] += 0.05;
            }
        }
    }
    weights
}

/// Where the party stands on its way, counted in encounters.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub total: f32,
    pub beaten: f32,
    /// Encounters still to come, the present one not counted.
    pub ahead: f32,
    /// How dangerous they are in all, and the present one.
    pub danger: f32,
    pub here: f32,
    /// Fleeing leaves the encounter behind for good.
    pub passes: bool,
}

pub fn way(look: Look) -> Way {
    let (all, journey) = (&look.g.content.campaigns, &look.s.journey);
    let fighting = f32::from(u8::from(look.s.combat.on));
    let beaten = f32::from(look.s.tally.encounters_beaten);
    let doubles = u8::from(look.g.options.doubles);
    let (total, ahead, passes) = match look.g.options.campaign {
        Campaign::Woods => (all.woods.encounters, left(all.woods.encounters, journey.done), true),
        Campaign::RandomEncounters => {
            (all.random.encounters, left(all.random.encounters, journey.done), true)
        }
        Campaign::Tower => {
            let levels = all.tower.encounters - doubles;
            (levels, left(levels, journey.done), false)
        }
        Campaign::Maze => {
            let total = all.maze.markers.patrol + 1;
            let centre = f32::from(u8::from(!journey.maze.centre_won));
            (total, f32::from(journey.maze.markers[Marker::Patrol.index()]) + centre + fighting, false)
        }
        // Fights lie on all levels, so going down loses none.
        Campaign::Dungeon => (12, left(12, look.s.tally.encounters_beaten.min(12) as u8), false),
        Campaign::Rifts => {
            let total = all.rifts.enemies_per_rift * 4 + 1;
            let sealed = journey.rifts.beaten.iter().sum::<u8>();
            (total, left(total, sealed), false)
        }
    };
    let ahead = (ahead - fighting).max(0.0);
    let (danger, here) = match look.g.options.campaign {
        Campaign::Tower => {
            let level = usize::from(journey.done.min(TOP));
            let all: f32 = LEVELS[level..].iter().sum();
            let here = LEVELS[level] * fighting;
            (all - here, here)
        }
        Campaign::Dungeon => {
            let rooms = journey.dungeon.entered.count_ones() as f32;
            (f32::from(3 - journey.done.min(3)) * 4.0 - rooms * 0.4, fighting)
        }
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Maze | Campaign::Rifts => (ahead, fighting),
    };
    Way { total: f32::from(total), beaten, ahead, danger, here, passes }
}

/// Games are lost on the last levels of the Tower: so many of them.
const LAST_LEVELS: f32 = 3.0;

/// Is nothing left of the Tower but its last levels?
pub fn is_near_the_top(look: Look) -> bool {
    let fighting = f32::from(u8::from(look.s.combat.on));
    look.g.options.campaign == Campaign::Tower && way(look).ahead + fighting <= LAST_LEVELS
}

/// The danger of each level of the Tower: the last ones count, and there is nothing above the top.
const LEVELS: [f32; 14] = [0.0, 0.0, 0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 0.8, 1.4, 2.4, 3.8, 6.0, 0.0];
const TOP: u8 = 13;

fn left(total: u8, done: u8) -> f32 {
    f32::from(total.saturating_sub(done))
}

/// The expected payoff from 0 to 1 of a party of this strength at this place, outside combat.
pub fn prospect(way: Way, party: Party) -> f32 {
    let weak = (1.15 - party.strength).max(0.0);
    let (wipe_weak, beat, beat_strength) = if way.passes {
        (WIPE_WEAK_PASSING, BEAT_PASSING, BEAT_STRENGTH_PASSING)
    } else {
        (WIPE_WEAK, BEAT, BEAT_STRENGTH)
    };
    let wipe = WIPE + wipe_weak * weak * weak * weak;
    let win = (-wipe * way.danger).exp();
    let better = BEAT_QUALITY * (party.quality - QUALITY_MEAN);
    let beat = (beat + beat_strength * party.strength + better).clamp(0.05, 0.97);
    // Where nothing can be passed by, winning means beating all of it.
    let beat = if way.passes { beat } else { beat.max(0.5) + 0.5 * (1.0 - beat.max(0.5)) };
    let share = ((way.beaten + way.ahead * beat) / way.total).min(1.0);
    let near = 1.0 / (1.0 + way.ahead * 0.5);
    let alive = party.alive * near + (1.0 - near) * (3.0 + party.strength.min(1.0));
    // Where enemies can be passed by, victory is worth as much of itself as was beaten.
    let won = (0.4 + 0.05 * alive) * if way.passes { share } else { 1.0 };
    win * (won + 0.4 * share) + (1.0 - win) * 0.3 * (way.beaten + share * way.total) * 0.5 / way.total
}

/// Nothing is certain while much lies ahead, and the best tables can still be told apart; at the last encounter a
/// forecast and a result are worth the same.
pub fn sureness(look: Look) -> f32 {
    let way = way(look);
    1.0 - UNSURE * (way.ahead / way.total).min(1.0)
}

/// The payoff if the party falls now.
pub fn defeat(way: Way) -> f32 {
    0.3 * (way.beaten / way.total).min(1.0)
}

/// What the party owns beside its stats.
pub fn belongings(look: Look, way: Way) -> f32 {
    let items = &look.s.items;
    let share = ((way.ahead + 1.0) / way.total).min(1.0);
    let borne = [items.mirror_shield, items.purple_staff, items.spiked_armor, items.summoning_book];
    let mut sum = f32::from(items.flasks.min(FLASKS_MAX)) * FLASK + f32::from(items.bombs.min(5)) * BOMB;
    sum += borne.iter().flatten().count() as f32 * BEARABLE;
    if let Some(Frame::Treasure(treasure::Frame::Pay { goods, .. })) = look.s.stack.top() {
        sum += ordered(look, *goods);
    }
    let known: usize = look.s.heroes.each().iter().map(|h| h.known.iter().count().saturating_sub(2)).sum();
    sum += known as f32 * EXTRA_ABILITY;
    sum * share - f32::from(look.s.lockout.min(8)) * LOCKED * share
}

/// What is being paid for counts already, less what is still to be paid.
fn ordered(look: Look, goods: Goods) -> f32 {
    let gain = match goods {
        Goods::Item(Item::FlaskSet) => FLASK * f32::from(FLASKS_MAX),
        Goods::Item(Item::BombKit) => BOMB * 5.0,
        Goods::Item(Item::Scroll) => 0.0,
        Goods::Item(_) => BEARABLE,
        Goods::Upgrade(_) => 0.006,
        Goods::Ability(_) => EXTRA_ABILITY,
        Goods::PeasantRole(..) | Goods::PeasantAbility | Goods::PeasantEpic => 0.05,
    };
    gain - f32::from(treasure::price(look.g, goods)) * 0.001
}

/// Nearer to the next goal of a map is better.
pub fn nearness(look: Look) -> f32 {
    let steps = super::map::distance(look).unwrap_or(0.0);
    -STEP * steps
}
