//! Where to stand: what a Character could do from a Region, what waits for it there, and how far its goals are.

use super::{blows, desk::Desk, outlook, scene};
use kernel::Seat;
use minions_of_mordak::{
    content::{Effect, RegionRule},
    ids::{RegionId, RegionSet, Who},
    options::Mountain,
    queries::Look,
    state::Used,
    words::{Row, Side, VILLAIN},
};

/// A Character that looks for a place.
#[derive(Clone, Copy)]
pub struct Walker<'a> {
    pub desk: &'a Desk<'a>,
    pub who: Who,
    side: Side,
    /// Mean Hits of each row it has not used.
    rows: [f32; 3],
    far: bool,
    evade: bool,
    goals: RegionSet,
    foes: RegionSet,
}

impl<'a> Walker<'a> {
    /// `used`: the rolls it has made.
    pub fn new(desk: &'a Desk<'a>, who: Who, used: Used) -> Walker<'a> {
        let look = desk.look;
        let side = look.side(who);
        let mut rows = [0.0; 3];
        for row in Row::HERO {
            if !used.contains(Used::roll(row)) {
                rows[row.index()] = scene::hits(look, who, row);
            }
        }
        if who.as_player().is_none_or(|seat| attack_spells(look, seat) == 0) {
            rows[Row::Magic.index()] = 0.0;
        }
        let has = look.abilities(who, Some(Row::Ranged));
        let foes = scene::foes(look, side);
        let goals = match side {
            Side::Heroes => outlook::goals(look),
            Side::Villain => foes,
        };
        Walker { desk, who, side, rows, far: has.longshot, evade: has.evade, goals, foes }
    }

    /// Where a Move may end that has come to this Region with so many steps left.
    pub fn onward(&self, at: RegionId, left: u8) -> RegionSet {
        let look = self.desk.look;
        let stops =
            |region: RegionId| look.is_mountain(region) || !self.evade && look.enemies_in(self.who, region);
        let mut all = RegionSet::only(at);
        let mut edge = if stops(at) { RegionSet::EMPTY } else { all };
        let last = look.g.options.mountain == Mountain::Last;
        for _ in 0..left {
            let mut next = RegionSet::EMPTY;
            for region in edge.iter() {
                next = next.or(look.adjacent(region));
            }
            let open = next.and(look.s.revealed).minus(all);
            edge = RegionSet::EMPTY;
            for region in open.iter().filter(|region| last || !look.is_mountain(*region)) {
                all.insert(region);
                if !stops(region) {
                    edge.insert(region);
                }
            }
        }
        all
    }

    /// The best of several places with so many Action Points left.
    pub fn best_of(&self, places: RegionSet, points: u8) -> f32 {
        places.iter().map(|region| self.worth(region, points)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// All of it: attacks from there, and the place itself.
    pub fn worth(&self, region: RegionId, points: u8) -> f32 {
        self.strikes(region, points) + self.place(region, points)
    }

    /// What attacks from a Region would do.
    pub fn strikes(&self, region: RegionId, points: u8) -> f32 {
        if points == 0 {
            return 0.0;
        }
        let (look, taste) = (self.desk.look, self.desk.taste);
        let at = |there: RegionId, hits: f32| blows::likely(look, self.who, there, hits, taste);
        let [melee, ranged, magic] = self.rows;
        let here = self.foes.contains(region);
        let beside = look.adjacent(region).and(self.foes);
        let mut all = [0.0f32; 3];
        if here && melee > 0.0 {
            all[0] = at(region, melee);
        }
        if ranged > 0.0 {
            let reach = if self.far && beside.is_empty() { self.foes } else { beside };
            let less = if beside.is_empty() { 1.0 } else { 0.0 };
            let aims = reach.iter().filter(|there| *there != region);
            all[1] = aims.map(|there| at(there, ranged - less)).fold(0.0, f32::max);
        }
        if magic > 0.0 {
            let near = if here { beside.or(RegionSet::only(region)) } else { beside };
            all[2] = 0.8 * near.iter().map(|there| at(there, magic)).fold(0.0, f32::max);
        }
        all.sort_unstable_by(|a, b| b.total_cmp(a));
        all.iter().take(usize::from(points)).zip([1.0, 0.8, 0.6]).map(|(gain, weight)| gain * weight).sum()
    }

    /// What a Region is worth besides attacks.
    pub fn place(&self, region: RegionId, points: u8) -> f32 {
        match (self.side, self.who.as_hero()) {
            (Side::Heroes, Some(seat)) => self.for_hero(seat, region, points),
            (Side::Heroes, None) => -0.1 * f32::from(scene::steps_to(region, self.goals)),
            (Side::Villain, _) if self.who == Who::MORDAK => self.for_mordak(region),
            (Side::Villain, _) => self.for_minion(region),
        }
    }

    fn for_hero(&self, seat: Seat, region: RegionId, points: u8) -> f32 {
        let look = self.desk.look;
        let health = f32::from(look.s.players[seat].health);
        let met = self.foes.contains(region);
        let mut sum = -0.15 * f32::from(scene::steps_to(region, self.goals).min(6));
        let threat = scene::threat(look, region);
        let others = look.heroes_in(region).without(seat).len();
        let danger = threat / health.max(1.0) / (1.0 + 0.5 * others as f32);
        let lives = if look.s.final_battle { 1.0 + f32::from(look.s.souls) } else { 0.7 };
        sum -= lives * (0.5 * danger + if danger > 0.9 { 2.0 } else { 0.0 });
        if look.s.final_battle {
            return sum;
        }
        let hidden = look.adjacent(region).minus(look.s.revealed).len();
        if hidden > 0 && self.desk.dares(seat) {
            sum += (0.7 + 0.4 * hidden as f32) * if points > 0 { 1.0 } else { 0.6 };
        }
        if !met {
            sum += 1.6 * f32::from(look.s.treasures[region.index()]);
            sum += match look.rule(region) {
                Some(RegionRule::Dojo) if !look.s.players[seat].crystal => 1.3,
                Some(RegionRule::Spring(_)) => 2.0 * (1.0 - scene::share(look, seat)),
                Some(_) | None => 0.0,
            };
        }
        sum
    }

    fn for_minion(&self, region: RegionId) -> f32 {
        let (look, taste) = (self.desk.look, self.desk.taste);
        let s = look.s;
        let away = scene::steps_to(region, self.foes);
        let mut sum = -0.2 * f32::from(away.min(6));
        if scene::musters(look) {
            sum -= 0.1 * f32::from(scene::steps(region, look.g.keep));
        }
        let mordak = s.players[VILLAIN].region;
        if mordak.is_on_map() {
            let covered = s.stack_of(mordak).next().is_some();
            let bare = if covered { 0.4 } else { 1.2 };
            sum += if region == mordak { bare } else { -0.05 * f32::from(scene::steps(region, mordak)) };
        }
        if away == 0 {
            sum += 0.35 * taste.pins;
        }
        if s.treasures[region.index()] > 0 {
            sum += 0.3 * taste.pins;
        }
        // Who waits out of reach is no Bounty.
        let close = away <= 2 && !s.final_battle;
        if close && away > 0 {
            sum -= 0.15 * (taste.thrift - 0.5);
        }
        sum
    }

    fn for_mordak(&self, region: RegionId) -> f32 {
        let look = self.desk.look;
        let cover = look.s.stack_of(region).filter(|slot| Who::minion(*slot) != self.who).count().min(3);
        let away = scene::steps_to(region, self.foes);
        let mut sum = 0.7 * cover as f32 - 0.1 * f32::from(away.min(6));
        let near = look.heroes().filter(|seat| scene::steps(region, look.s.players[*seat].region) <= 1);
        sum -= 0.5 * near.count() as f32;
        sum
    }
}

/// Attack Spells in a hand.
pub fn attack_spells(look: Look, seat: Seat) -> usize {
    let attacks = |card: &&minions_of_mordak::state::HandCard| {
        !card.spell.is_hidden() && {
            let spell = look.g.content.spell(card.spell);
            spell.on.is_none() && spell.does.iter().any(Effect::attacks)
        }
    };
    look.s.players[seat].hand.iter().filter(attacks).count()
}
