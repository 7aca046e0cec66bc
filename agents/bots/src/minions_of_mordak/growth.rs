//! The Level Up Step: dice, Action Points, Treasures, stacks; and which Plus-Ones to keep.

use super::{
    desk::{Desk, NEVER},
    scene::{self, mean},
};
use kernel::Seat;
use minions_of_mordak::{
    content::Effect,
    frame::Frame,
    ids::{RegionId, TreasureId, Who},
    queries::Look,
    rules::{equipment, level_up, plus_ones, turns},
    words::{Dice, Grade, HeroId, Row, Slot, TREASURES, VILLAIN},
};

/// How gladly a Hero is taken, all else being equal.
pub const fn liking(hero: HeroId) -> f32 {
    match hero {
        HeroId::Scrutt => 0.6,
        HeroId::Bjorn => 0.5,
        HeroId::Gwenavael | HeroId::Loxley | HeroId::Mari => 0.4,
        HeroId::Alyndra => 0.2,
        HeroId::Amos | HeroId::Wugner => 0.0,
    }
}

/// What a Treasure is worth to a Hero, in Hits.
pub fn treasure(look: Look, seat: Seat, treasure: TreasureId) -> f32 {
    let Some(gear) = look.g.tables.worn(treasure) else { return 0.0 };
    let has = &gear.has;
    let yes = |has: bool, worth: f32| if has { worth } else { 0.0 };
    let fits = gear.row.map_or(1.0, |row| {
        let own = mean(look.s.players[seat].rows[row.index()]);
        if own >= 2.0 { 1.3 } else { 0.3 * own }
    });
    let dice = mean(gear.dice) + yes(gear.may_aoe, 0.3) + yes(gear.row.is_some() && has.longshot, 0.6);
    let mut sum = 1.5 * fits * dice;
    sum += yes(has.armor, 1.6) + 1.6 * mean(has.dodge) + yes(has.evade, 0.6) + yes(has.boost, 0.8);
    sum += 0.2 * f32::from(gear.max_health) + yes(gear.cannot_be_cursed, 0.3) + 0.4 * f32::from(gear.guard);
    sum += yes(gear.steps > 3, 0.5) + f32::from(gear.xp) * 1.2 + 0.5 * f32::from(gear.rerolls);
    sum += 0.4 * f32::from(gear.more_plus) + yes(gear.hand_limit > 0, 0.2) + 0.4 * f32::from(gear.draws);
    sum + yes(gear.own_turn, 0.9) + yes(gear.reacts.is_some(), 0.9) + yes(gear.scout_one, 0.1)
}

/// What using a Treasure up gains now.
pub fn use_now(look: Look, seat: Seat, treasure: TreasureId) -> f32 {
    let card = look.g.content.treasure(treasure);
    let missing = look.max_health(seat).saturating_sub(look.s.players[seat].health);
    let hurt = missing >= 8 || missing >= 5 && scene::share(look, seat) < 0.5;
    let gain = |effect: &Effect| {
        if let Effect::Heal { .. } = effect {
            return if hurt { 1.0 } else { -1.0 };
        }
        // All else waits for no moment.
        if let Effect::GainPlusOnes { .. } = effect { 0.6 } else { 0.4 }
    };
    card.does.iter().map(gain).sum()
}

impl Desk<'_> {
    /// The row of a Plus-One that can be had for one of another row.
    fn gained(&self) -> Option<Row> {
        if let Frame::PlusOnes(plus_ones::Frame::Gain { row, .. }) = self.top { Some(row) } else { None }
    }

    /// What is offered is taken, and who is asked to defend does: bots yield. A Hero lets no Minion regenerate.
    pub fn accept(&self) -> f32 {
        let regenerates = self.top == turns::Frame::RegenerateAsk.into();
        if regenerates && self.seat != VILLAIN { -4.0 } else { 2.0 }
    }

    pub fn decline(&self) -> f32 {
        if self.gained().is_some() { 0.0 } else { -2.0 }
    }

    pub fn give_up(&self, row: Row) -> f32 {
        match self.gained() {
            Some(gained) => 2.0 * (self.token(gained) - self.token(row)) - 0.1,
            None => -2.0 * self.token(row),
        }
    }

    /// A bot wants what serves it best of all Heroes that could have it. Where it decides among several, others than the
    /// one it would have given it to have their reasons: it yields to them.
    pub fn equip(&self, id: TreasureId, who: Who) -> f32 {
        let Some(seat) = who.as_player() else { return NEVER };
        let worth = |seat: Seat| 1.5 * treasure(self.look, seat, id);
        if let Frame::LevelUp(level_up::Frame::Share { .. }) = self.top {
            return if seat == self.seat { -3.0 } else { -worth(seat) };
        }
        let side = Look::side_of_seat(self.seat);
        let others = equipment::takers(self.look, side, id).filter(|other| *other != seat);
        let behind = others.map(worth).fold(0.0, f32::max) - worth(seat);
        let first = equipment::takers(self.look, side, id).find(|other| worth(*other) >= worth(seat));
        if behind > 0.0 || first != Some(seat) { NEVER } else { worth(seat) }
    }

    pub fn cash(&self, id: TreasureId) -> f32 {
        0.5 * f32::from(self.look.g.content.treasure(id).bounty)
            + if self.look.s.final_battle { -2.0 } else { 0.0 }
    }

    pub fn next_in_stack(&self, who: Who) -> f32 {
        who.as_minion().map_or(0.0, |slot| 2.0 * self.sturdy(slot))
    }

    /// How much this seat lives by a row.
    fn leans_on(&self, row: Row) -> f32 {
        let (look, player) = (self.look, &self.look.s.players[self.seat]);
        if self.seat == VILLAIN {
            let late = scene::rounds_left(look) <= 2.5;
            return match row {
                Row::Corruption if late => 0.7,
                Row::Corruption => 1.2,
                Row::Magic => 1.0,
                Row::Melee | Row::Ranged if late => 0.8,
                Row::Melee | Row::Ranged => 0.35,
            };
        }
        let hits = |row: Row| mean(player.rows[row.index()]);
        let best = Row::HERO.iter().map(|row| hits(*row)).fold(0.0, f32::max);
        let own = hits(row);
        if own >= best { 1.0 } else { 0.55 * own / best.max(0.5) }
    }

    pub fn learn(&self, row: Row, grade: Grade) -> f32 {
        let price = f32::from(self.look.g.content.numbers.die_price(grade).max(1));
        let per_xp = 0.5 * self.leans_on(row) / price;
        12.0 * (per_xp - 0.06)
    }

    pub fn hasten(&self) -> f32 {
        let (look, player) = (self.look, &self.look.s.players[self.seat]);
        let price = f32::from(look.g.content.numbers.action_price.max(1));
        let mut rows: [f32; 4] =
            std::array::from_fn(|at| mean(player.rows[at]) * self.leans_on(Row::ALL[at]));
        rows.sort_unstable_by(|a, b| b.total_cmp(a));
        // Heroes walk with one of their Action Points.
        let walks = u8::from(self.seat != VILLAIN);
        let next = rows.get(usize::from(player.ap.saturating_sub(walks))).copied().unwrap_or(0.0);
        12.0 * ((0.7 + 0.8 * next) / price - 0.06)
    }

    /// A Treasure goes back only for a better one.
    pub fn give_back(&self, who: Who, slot: Slot) -> f32 {
        let look = self.look;
        let Some(seat) = who.as_player() else { return NEVER };
        let now = treasure(look, seat, look.s.players[seat].slots[slot.index()]);
        let fits = |at: &usize| look.s.stash.0[*at] > 0 && look.g.tables.gear[*at].slot == Some(slot);
        let best = (0..TREASURES).filter(fits).map(|at| treasure(look, seat, TreasureId(at as u8)));
        let gain = best.fold(0.0, f32::max) - now;
        if gain > 0.4 { 1.0 + gain } else { -3.0 }
    }

    /// What lies on top is what Heroes must get through.
    fn sturdy(&self, slot: u8) -> f32 {
        let (look, minion) = (self.look, self.look.s.minion(slot));
        let stats = look.stats(slot);
        let has = &stats.abilities;
        let armor = if has.armor { 1.0 } else { 0.0 } + mean(has.dodge) + if has.cursed { 1.0 } else { 0.0 };
        // Wounded ones are hidden below, and the worthless go before the dear.
        0.3 * f32::from(stats.defeat) + armor
            - if minion.wounded { 3.0 } else { 0.0 }
            - 0.3 * scene::power(stats)
    }

    pub fn reorder(&self, region: RegionId) -> f32 {
        let mut stack = self.look.s.stack_of(region);
        let Some(top) = stack.next() else { return NEVER };
        let best = stack.map(|slot| self.sturdy(slot)).fold(NEVER, f32::max);
        if best > self.sturdy(top) + 0.7 { 2.0 } else { -3.0 }
    }
}

/// The chance that dice show at least so many Hits.
pub fn at_least(dice: Dice, hits: u8) -> f32 {
    let mut odds = [0.0f32; 64];
    odds[0] = 1.0;
    let kinds = [
        (dice.novice, [0.5, 0.5, 0.0]),
        (dice.adept, [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]),
        (dice.master, [0.0, 0.5, 0.5]),
    ];
    for (count, faces) in kinds {
        for _ in 0..count.min(24) {
            for at in (0..odds.len()).rev() {
                let from = |less: usize| if at >= less { odds[at - less] } else { 0.0 };
                let sum = from(0) * faces[0] + from(1) * faces[1] + from(2) * faces[2];
                odds[at] = sum;
            }
        }
    }
    odds[usize::from(hits).min(63)..].iter().sum()
}
