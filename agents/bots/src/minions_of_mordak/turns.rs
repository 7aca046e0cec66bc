//! Turns: rolls, Moves, Scouting, and which Minion acts next.

use super::{
    blows, cards,
    desk::{Desk, NEVER},
    growth,
    places::Walker,
    scene,
};
use kernel::Seat;
use minions_of_mordak::{
    Action,
    ids::{RegionId, RegionSet, TreasureId, Who},
    rules::{attacks, movement},
    state::Used,
    words::{CELLS, Row, VILLAIN},
};

/// Free things that are always worth doing come before all others.
const AT_ONCE: f32 = 50.0;

impl Desk<'_> {
    /// A Character with Action Points.
    pub fn turn(&self, actions: &[Action], into: &mut Vec<f32>) {
        let level = self.look.s.level();
        let walker = Walker::new(self, level.actor, level.used);
        let here = self.look.region(level.actor);
        let stay = if here.is_on_map() { walker.place(here, level.ap) } else { 0.0 };
        let mut seen = Seen::default();
        for action in actions {
            into.push(if let Action::Move { to } = *action {
                let reach = walker.onward(to, self.steps(level.actor));
                seen.best(&walker, reach, level.ap - 1) - stay - 0.1
            } else {
                self.choice(*action)
            });
        }
    }

    pub fn loot(treasures: u8) -> f32 {
        AT_ONCE + f32::from(treasures) * 5.0
    }

    pub fn uses(&self, treasure: TreasureId) -> f32 {
        let gain = growth::use_now(self.look, self.seat, treasure);
        if gain > 0.5 { AT_ONCE } else { gain - 0.3 }
    }

    fn steps(&self, who: Who) -> u8 {
        let worn = who.as_player().and_then(|seat| self.look.gear(seat).map(|gear| gear.steps).max());
        let most = worn.unwrap_or(0).max(self.look.g.content.numbers.steps);
        movement::limited(self.look, who, most).saturating_sub(1)
    }

    /// Scouting is done early, while there are Action Points for what comes out.
    pub fn scout(&self, whole: bool) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let Some(seat) = level.actor.as_hero() else { return 0.4 };
        let pinned = look.enemies_in(level.actor, look.region(level.actor));
        let ready = level.ap > 0 || look.s.day >= 2 && scene::share(look, seat) > 0.7;
        let whole = if whole { 0.5 } else { 0.0 };
        if self.dares(seat) && ready && !pinned { 8.0 + whole } else { -0.5 }
    }

    pub fn surge(&self, [arcane, divine, void]: [u8; 3]) -> f32 {
        let (look, player) = (self.look, &self.look.s.players[self.seat]);
        let held = player.hand.len() as f32;
        let magic = scene::mean(player.rows[Row::Magic.index()]);
        if self.seat == VILLAIN {
            let late = if look.s.final_battle { 0.6 } else { 0.0 };
            let kind = 0.1 * f32::from(arcane) * late - 0.2 * f32::from(divine) + 0.05 * f32::from(void);
            return self.taste.tricks * (1.5 - 0.3 * held) + kind;
        }
        let hurt = 1.0 - scene::share(look, self.seat);
        let kind = 0.15 * f32::from(arcane) + f32::from(divine) * (0.1 + 0.2 * hurt);
        if magic > 0.9 { 0.25 * magic * (1.0 - 0.2 * held) + kind } else { 0.25 - 0.1 * held + 0.3 * kind }
    }

    /// What a roll promises: an attack, Spells, Minions, or at least Plus-Ones.
    pub fn roll(&self, who: Who, row: Row) -> f32 {
        let look = self.look;
        let hits = scene::hits(look, who, row);
        let store = self.stores(who, row, hits);
        match row {
            Row::Corruption => 1.1 * hits,
            Row::Magic => cards::best_cast(self, who, hits).max(store),
            Row::Melee => {
                let here = look.region(who);
                let met = here.is_on_map() && look.enemies_in(who, here);
                if met { self.strike(who, row, here, hits).max(store) } else { store }
            }
            Row::Ranged => {
                let aims = if look.region(who).is_on_map() {
                    attacks::ranged_targets(look, who, 2)
                } else {
                    RegionSet::EMPTY
                };
                let beside = look.adjacent(look.region(who));
                let shot = |at: RegionId| {
                    self.strike(who, row, at, hits - if beside.contains(at) { 0.0 } else { 1.0 })
                };
                aims.iter().map(shot).fold(store, f32::max)
            }
        }
    }

    fn strike(&self, who: Who, row: Row, at: RegionId, hits: f32) -> f32 {
        if self.look.abilities(who, Some(row)).aoe {
            return blows::sweep(self.look, who, at, hits.round().max(0.0) as u8, self.taste);
        }
        blows::likely(self.look, who, at, hits, self.taste) + 0.15 * hits
    }

    /// Rolling only to keep Plus-Ones.
    fn stores(&self, who: Who, row: Row, hits: f32) -> f32 {
        let Some(seat) = who.as_player() else { return 0.0 };
        let room =
            f32::from(self.look.plus_limit(seat).saturating_sub(self.look.s.players[seat].plus_ones()));
        let price = f32::from(self.look.plus_price(seat).max(1));
        (hits / price).min(room) * 0.6 * self.token(row)
    }

    /// A Move in progress.
    pub fn moving(&self, actions: &[Action], into: &mut Vec<f32>) {
        let level = self.look.s.level();
        let walker = Walker::new(self, level.actor, level.used);
        self.go_on(&walker, level.steps, level.ap, actions, into);
    }

    /// A Move that a card gives.
    pub fn free_move(&self, who: Who, steps: u8, actions: &[Action], into: &mut Vec<f32>) {
        let walker = Walker::new(self, who, Used::empty());
        self.go_on(&walker, steps, 1, actions, into);
    }

    fn go_on(&self, walker: &Walker, left: u8, points: u8, actions: &[Action], into: &mut Vec<f32>) {
        let here = self.look.region(walker.who);
        let stay = walker.worth(here, points);
        // A foe who moves a Character wishes it ill.
        let own = if self.look.side(walker.who) == minions_of_mordak::queries::Look::side_of_seat(self.seat) {
            1.0
        } else {
            -1.0
        };
        let mut seen = Seen::default();
        for action in actions {
            into.push(if let Action::Step { to } = *action {
                let reach = walker.onward(to, left.saturating_sub(1));
                own * (seen.best(walker, reach, points) - stay)
            } else {
                self.choice(*action)
            });
        }
    }

    /// Which Minion takes its Turn: those that do something first; of equal ones, one.
    pub fn next_minion(&self, actions: &[Action], into: &mut Vec<f32>) {
        let s = self.look.s;
        let first = into.len();
        for (at, action) in actions.iter().enumerate() {
            let Action::Act { who } = *action else {
                into.push(NEVER);
                continue;
            };
            let Some(slot) = who.as_minion() else {
                into.push(1.0);
                continue;
            };
            let same = |other: u8| {
                let (a, b) = (s.minion(slot), s.minion(other));
                (a.kind, a.region, a.wounded) == (b.kind, b.region, b.wounded)
            };
            let equal =
                |other: &Action| matches!(other, Action::Act { who } if who.as_minion().is_some_and(same));
            let again = actions[..at].iter().any(equal);
            into.push(if again { NEVER } else { self.minion_turn(slot) });
        }
        let best = into[first..].iter().copied().fold(NEVER, f32::max);
        if let Some(at) = actions.iter().position(|action| *action == Action::StopAll) {
            into[first + at] = if best < 0.05 { 1.0 } else { NEVER };
        }
    }

    /// What a whole Turn of this Minion would gain.
    fn minion_turn(&self, slot: u8) -> f32 {
        let (look, who) = (self.look, Who::minion(slot));
        let points = look.stats(slot).actions;
        let here = look.s.minion(slot).region;
        let walker = Walker::new(self, who, Used::empty());
        let strikes = walker.strikes(here, points);
        if points < 2 || look.enemies_in(who, here) && !look.stats(slot).abilities.evade {
            return strikes;
        }
        let stay = walker.place(here, points);
        let mut reach = RegionSet::EMPTY;
        for to in look.adjacent(here).and(look.s.revealed).iter() {
            reach = reach.or(walker.onward(to, 2));
        }
        strikes.max(walker.best_of(reach, points - 1) - stay - 0.1)
    }

    /// Where a new Minion is laid: near somebody to hurt, on Treasures, in the way.
    pub fn spawn_place(&self, region: RegionId) -> f32 {
        let (look, s) = (self.look, self.look.s);
        let Some(kind) = s.drawn else { return 0.0 };
        let stats = look.g.content.stats(kind, false);
        let foes = scene::heroes(look);
        let away = scene::steps_to(region, foes);
        let acts_soon = !s.is_hero_round();
        let reach = match (stats.rows.ranged.is_none(), away) {
            (true, 0..=3) | (false, 1..=4) => 1.0,
            (false, 0) => 0.5,
            (true, 4..=5) | (false, 5) => 0.3,
            (_, _) => 0.0,
        };
        let prey = look
            .heroes()
            .filter(|seat| scene::steps(region, s.players[*seat].region) <= 4)
            .map(|seat: Seat| 1.3 - scene::share(look, seat) + self.alone(seat))
            .fold(0.0, f32::max);
        let hunts = reach * scene::power(stats) * (0.4 + 0.5 * prey * self.taste.blood);
        let guards = if s.treasures[region.index()] > 0 { 0.5 } else { 0.0 };
        let blocks = if away == 0 { 0.4 } else { 0.0 };
        let mut sum = if acts_soon { hunts } else { 0.6 * hunts };
        sum += self.taste.pins * (guards + blocks) - 0.05 * f32::from(away);
        if scene::musters(look) || s.final_battle {
            sum -= 0.25 * f32::from(scene::steps(region, look.g.keep));
        }
        sum -= 0.15 * s.stack_of(region).count() as f32;
        if self.taste.thrift > 1.0 && !s.final_battle && away <= 1 { sum - 0.6 } else { sum }
    }

    /// A Hero whom nobody shields.
    fn alone(&self, seat: Seat) -> f32 {
        let there = self.look.heroes_in(self.look.s.players[seat].region);
        if there.len() == 1 { 0.3 } else { 0.0 }
    }
}

/// Places that were judged already.
struct Seen([f32; CELLS]);

impl Default for Seen {
    fn default() -> Self {
        Seen([f32::NAN; CELLS])
    }
}

impl Seen {
    fn best(&mut self, walker: &Walker, places: RegionSet, points: u8) -> f32 {
        let mut best = NEVER;
        for region in places.iter() {
            let known = &mut self.0[region.index()];
            if known.is_nan() {
                *known = walker.worth(region, points);
            }
            best = best.max(*known);
        }
        best
    }
}
