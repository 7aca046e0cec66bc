//! Inside an Action Roll: what Hits are spent on, what Plus-Ones and rerolls are worth.

use super::{
    blows, cards,
    desk::{Desk, NEVER},
    scene,
};
use minions_of_mordak::{
    frame::Frame,
    ids::{RegionId, SpellId, Who},
    queries::Look,
    rules::{attacks, damage, plus_ones, rolls},
    words::{Die, Row, Size, VILLAIN},
};

/// Plus-Ones are spent for more than this.
const SPENT: f32 = 0.1;

/// What Hits of Corruption buy at best.
fn army(hits: u8, prices: [u8; 3]) -> f32 {
    let [chump, elite, boss] = prices;
    if hits >= boss && boss > 0 {
        return spawn(Size::Boss) + army(hits - boss, prices);
    }
    if hits >= elite && elite > 0 {
        return spawn(Size::Elite) + army(hits - elite, prices);
    }
    if hits >= chump && chump > 0 { spawn(Size::Chump) + army(hits - chump, prices) } else { 0.0 }
}

fn price(size: Size, [chump, elite, boss]: [u8; 3]) -> u8 {
    match size {
        Size::Sheep => 0,
        Size::Chump => chump,
        Size::Elite => elite,
        Size::Boss => boss,
    }
}

fn spawn(size: Size) -> f32 {
    match size {
        Size::Sheep => 0.3,
        Size::Chump => 1.5,
        Size::Elite => 4.0,
        Size::Boss => 8.0,
    }
}

impl Desk<'_> {
    /// The most these Hits can do in the roll in progress.
    fn worth(&self, hits: u8) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let numbers = &look.g.content.numbers;
        match level.roll.row {
            Row::Corruption => {
                let (chump, elite, boss) = numbers.spawn_prices;
                army(hits, [chump, elite, boss])
            }
            Row::Magic => cards::best_cast(self, level.actor, f32::from(hits)),
            Row::Melee | Row::Ranged if level.roll.stopped => 0.0,
            // The Region of a Ranged roll is fixed by its first attack.
            Row::Ranged if level.roll.target.is_on_map() => {
                blows::blow(look, level.actor, level.roll.target, hits, self.taste)
            }
            Row::Melee | Row::Ranged => blows::best(look, level.actor, level.roll.row, hits, self.taste),
        }
    }

    /// The best that up to so many Plus-Ones of the row add to so many Hits, the tokens taken off.
    fn more(&self, pool: u8, tokens: u8) -> f32 {
        let (now, price) = (self.worth(pool), 0.9 * self.token(self.look.s.level().roll.row));
        let with = |n: u8| self.worth(pool + n) - now - f32::from(n) * price;
        (1..=tokens).map(with).fold(NEVER, f32::max)
    }

    /// Hits for a Plus-One: never for one that would be spent again at once.
    pub fn buy(&self) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let (roll, player) = (&level.roll, &look.s.players[level.seat]);
        let left = roll.pool.saturating_sub(look.plus_price(level.seat));
        if self.more(left, player.plus[roll.row.index()] + 1) > SPENT {
            return NEVER;
        }
        let full = player.plus_ones() >= look.plus_limit(level.seat);
        if full { -0.5 } else { self.token(roll.row) + self.worth(left) }
    }

    /// A Plus-One for one more Hit.
    pub fn spend(&self) -> f32 {
        let (look, roll) = (self.look, &self.look.s.level().roll);
        if self.top == attacks::Frame::Amount.into() {
            return self.add_to_blow();
        }
        let Some(seat) = plus_ones::tokens_of(look) else { return NEVER };
        let gain = self.more(roll.pool, look.s.players[seat].plus[roll.row.index()]);
        if gain > SPENT { self.worth(roll.pool) + gain } else { NEVER }
    }

    pub fn attack(&self, region: RegionId) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let roll = &level.roll;
        let far = roll.row == Row::Ranged
            && !roll.target.is_on_map()
            && !look.adjacent(look.region(level.actor)).contains(region);
        let hits = roll.pool - u8::from(far);
        let gain = blows::blow(look, level.actor, region, hits, self.taste);
        if gain > 0.0 { gain + 0.2 } else { -0.3 }
    }

    pub fn sweep(&self, region: RegionId) -> f32 {
        let level = self.look.s.level();
        blows::sweep(self.look, level.actor, region, level.roll.pool, self.taste)
    }

    pub fn cast(&self, spell: SpellId, cost: u8) -> f32 {
        let at = self.look.g.content.spell(spell).hits().iter().position(|hits| *hits == cost);
        cards::cast(self, self.look.s.level().actor, spell, at.unwrap_or(0) as u8)
    }

    pub fn spawn(&self, size: Size) -> f32 {
        let prices = self.look.g.content.numbers.spawn_prices.into();
        spawn(size) + army(self.look.s.level().roll.pool.saturating_sub(price(size, prices)), prices)
    }

    /// What a die gains if it is rolled again.
    pub fn again(&self, die: Die) -> f32 {
        let gain = match die {
            Die::N0 | Die::M1 => 0.5,
            Die::A0 => 1.0,
            Die::A1 => 0.0,
            Die::N1 | Die::M2 => -0.5,
            Die::A2 => -1.0,
        };
        let own = self.look.side(self.look.s.level().actor) == Look::side_of_seat(self.seat);
        4.0 * if own { gain } else { -gain }
    }

    /// Plus-Ones for somebody else's roll: only where they cross a line.
    pub fn add(&self, tokens: u8) -> f32 {
        let look = self.look;
        if tokens == 0 {
            return 0.0;
        }
        // What enemies roll is theirs.
        if Look::side_of_seat(self.seat) != look.side(look.s.level().actor) {
            return NEVER;
        }
        let each = rolls::help(look, self.seat).each;
        let pool = look.s.level().roll.pool;
        let row = if self.seat.number() == 0 { look.s.level().roll.row } else { Row::Magic };
        let gain = self.worth(pool + each * tokens) - self.worth(pool);
        2.0 * (gain - 0.95 * f32::from(tokens) * self.token(row))
    }

    /// So many Hits as damage: what fells or Wounds the Defender and no more, unless nothing else can be done with the rest.
    pub fn damage(&self, hits: u8) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        if self.top == attacks::Frame::SweepAmount.into() {
            return 2.0 * blows::sweep(look, level.actor, level.attack.region, hits, self.taste);
        }
        let pool = level.roll.pool;
        let fits = hits == 0 || hits == self.all(pool) || self.lines().contains(&Some(hits));
        if fits { self.dealt(hits, pool) } else { NEVER }
    }

    /// Hits that Wound, or Defeat, whoever is attacked, with what is already dealt to it.
    fn lines(&self) -> [Option<u8>; 2] {
        let (look, attack) = (self.look, &self.look.s.level().attack);
        let less = damage::prevention(look);
        let cost = |needed: u8| needed.saturating_add(less).checked_sub(attack.amount).filter(|n| *n > 0);
        match (attack.target.as_minion(), attack.target) {
            (Some(slot), _) => {
                let (wound, defeat) = damage::thresholds(look, slot);
                [wound.and_then(cost), cost(defeat)]
            }
            (None, Who::MORDAK) => [None, None],
            (None, _) => [None, cost(damage::to_defeat(look))],
        }
    }

    /// All Hits; against Mordak those that count.
    fn all(&self, pool: u8) -> u8 {
        let (look, attack) = (self.look, &self.look.s.level().attack);
        if attack.target != Who::MORDAK {
            return pool;
        }
        let step = look.g.content.numbers.villain_step.max(1);
        let less = damage::prevention(look);
        let most = look.s.players[VILLAIN].health.saturating_add(less);
        let counts = (pool + attack.amount).min(most).saturating_sub(less) / step * step;
        let keeps = self.spare(pool) > 0.0;
        if keeps && counts > 0 { (counts + less).saturating_sub(attack.amount) } else { pool }
    }

    /// What Hits are worth as Plus-Ones.
    fn spare(&self, hits: u8) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let Some(seat) = level.actor.as_player() else { return 0.0 };
        let room = look.plus_limit(seat).saturating_sub(look.s.players[seat].plus_ones());
        let bought = (hits / look.plus_price(seat).max(1)).min(room);
        f32::from(bought) * self.token(level.roll.row)
    }

    /// What so many Hits for the Defender gain, the rest of the pool with them.
    fn dealt(&self, hits: u8, pool: u8) -> f32 {
        let (look, attack) = (self.look, &self.look.s.level().attack);
        let kept = self.spare(pool - hits);
        let dealt = hits.saturating_add(attack.amount).saturating_sub(damage::prevention(look));
        // Nothing is left unspent that Reactions could make needed.
        let sure = 0.01 * f32::from(hits);
        let Some(slot) = attack.target.as_minion() else {
            let health = damage::to_defeat(look);
            let over = dealt.saturating_sub(health);
            return 3.0 * f32::from(dealt.min(health)) + 1.5 * f32::from(over) + kept + sure;
        };
        let (wound, defeat) = damage::thresholds(look, slot);
        let worth = 2.0 * blows::bane(look, slot);
        let on_all = |hits: u8| blows::on_villains(look, attack.region, hits);
        let fells = dealt >= defeat;
        // The others there are worth what the whole pool can do less this one.
        let onward =
            if fells { (on_all(pool + attack.amount) - blows::bane(look, slot)).max(0.0) } else { 0.0 };
        let top = match wound {
            _ if hits == 0 && attack.amount == 0 => 0.0,
            _ if fells => worth,
            Some(wound) if dealt >= wound => 0.4 * worth,
            Some(_) | None => -0.5,
        };
        top + (2.0 * onward).max(kept) + sure
    }

    /// A Plus-One while a Defender is attacked: if it crosses a line that the pool does not.
    fn add_to_blow(&self) -> f32 {
        let (look, level) = (self.look, self.look.s.level());
        let Some(seat) = plus_ones::tokens_of(look) else { return NEVER };
        let (row, pool) = (level.roll.row, level.roll.pool);
        let best = |pool: u8| (0..=pool).map(|hits| self.dealt(hits, pool)).fold(NEVER, f32::max);
        let now = best(pool);
        let price = 1.8 * self.token(row);
        let tokens = look.s.players[seat].plus[row.index()];
        let gain = (1..=tokens).map(|n| best(pool + n) - now - f32::from(n) * price).fold(NEVER, f32::max);
        if gain > SPENT { now + gain + 0.5 } else { NEVER }
    }

    /// The team puts forward who can take it best; Gust leaves anyway. Who has said no is spared.
    pub fn defender(&self, who: Who) -> f32 {
        let look = self.look;
        if let Frame::Attacks(attacks::Frame::Defender { unwilling }) = self.top
            && who.as_hero().is_some_and(|seat| unwilling.contains(seat))
        {
            return -20.0;
        }
        match who.as_hero() {
            Some(seat) => {
                let tough = look.gear(seat).any(|gear| gear.has.armor || !gear.has.dodge.is_none());
                let health = f32::from(look.s.players[seat].health);
                0.4 * health * if tough { 1.3 } else { 1.0 } + scene::share(look, seat)
            }
            None if who == Who::GUST => 6.0,
            None => 8.0,
        }
    }
}
