//! Who stands where, how much, may I: pure. The only place that folds what changes a number.

use crate::{
    content::{Abilities, Kind, RegionRule, Stats, Trigger, Where},
    ids::{KindId, RegionId, RegionSet, TileId, Who},
    options::Unique,
    state::{Level, NONE, What, bits},
    tables::{self, BESIDE, Gear, Gift},
    words::{DeckId, Dice, Row, Side, Size, Skill, VILLAIN},
};
use kernel::{Seat, SeatSet, rule};

pub use crate::Look;

impl<'a> Look<'a> {
    // --- seats

    /// Heroes in the game, in seat order; those in a Stash too.
    pub fn heroes(self) -> impl Iterator<Item = Seat> + use<'a> {
        Seat::first(self.g.options.seats).skip(1).filter(move |seat| self.s.players[*seat].present)
    }
    #[must_use]
    pub fn hero_count(self) -> u8 {
        self.heroes().count() as u8
    }
    /// Seats of a side that play.
    pub fn side_seats(self, side: Side) -> impl Iterator<Item = Seat> + use<'a> {
        let villain = (side == Side::Villain).then_some(VILLAIN);
        villain.into_iter().chain(self.heroes().filter(move |_| side == Side::Heroes))
    }
    #[must_use]
    #[inline]
    pub const fn side_of_seat(seat: Seat) -> Side {
        if seat.number() == 0 { Side::Villain } else { Side::Heroes }
    }
    /// The next Hero clockwise, itself if it is alone.
    #[must_use]
    pub fn next_hero(self, seat: Seat) -> Seat {
        let all = self.g.options.seats;
        let after = |n: u8| Seat::new((seat.number() - 1 + n) % (all - 1) + 1);
        (1..all).map(after).find(|seat| self.s.players[*seat].present).unwrap_or(seat)
    }
    /// The Hero with the Initiative token, or who would have it if that one has left.
    #[must_use]
    pub fn first_hero(self) -> Seat {
        let holder = self.s.initiative;
        if self.s.players[holder].present { holder } else { self.next_hero(holder) }
    }

    // --- Characters

    #[must_use]
    #[inline]
    pub fn region(self, who: Who) -> RegionId {
        match (who.as_minion(), who.as_player()) {
            (Some(slot), _) => self.s.minion(slot).region,
            (_, Some(seat)) => self.s.players[seat].region,
            (None, None) if who == Who::GUST => self.s.gust,
            (None, None) => RegionId::NOWHERE,
        }
    }
    #[must_use]
    #[inline]
    pub fn is_there(self, who: Who) -> bool {
        match who.as_minion() {
            Some(slot) => self.s.is_alive(slot),
            None => self.region(who).is_on_map(),
        }
    }
    /// The level of the Turn that a Hero plays with this Minion.
    fn puppeteer(self, who: Who) -> Option<&'a Level> {
        let levels = &self.s.levels[..usize::from(self.s.depth)];
        levels.iter().find(|level| level.actor == who && level.seat != VILLAIN)
    }
    /// The Hero's seat that plays the Turn of this Minion.
    #[must_use]
    pub fn played_by(self, who: Who) -> Option<Seat> {
        self.puppeteer(who).map(|level| level.seat)
    }
    /// Whose side a Character is on now.
    #[must_use]
    #[inline]
    pub fn side(self, who: Who) -> Side {
        rule!("MM-343");
        match who.0 {
            0 => Side::Villain,
            1..=7 => Side::Heroes,
            _ if self.s.depth > 0 && self.puppeteer(who).is_some() => Side::Heroes,
            _ => Side::Villain,
        }
    }
    #[must_use]
    #[inline]
    pub fn stats(self, slot: u8) -> &'a Stats {
        let minion = self.s.minion(slot);
        self.g.content.stats(minion.kind, minion.wounded)
    }
    #[must_use]
    pub fn gust_stats(self) -> &'a Stats {
        let improved = self.heroes().any(|seat| self.gift(seat).gust == Some(true));
        self.g.content.stats(KindId::GUST, improved)
    }
    #[must_use]
    #[inline]
    pub fn gift(self, seat: Seat) -> Gift {
        let player = &self.s.players[seat];
        rule!("MM-R02");
        if self.g.options.unique == Unique::Crystal && !player.crystal {
            return Gift::default();
        }
        player
            .hero
            .map_or(Gift::default(), |hero| self.g.tables.gifts[hero.index()][usize::from(player.crystal)])
    }
    /// Equipped Treasures.
    #[inline]
    pub fn gear(self, seat: Seat) -> impl Iterator<Item = &'a Gear> {
        self.s.players[seat].slots.into_iter().filter_map(move |t| self.g.tables.worn(t))
    }
    #[must_use]
    #[inline]
    pub fn size(self, who: Who) -> Option<Size> {
        who.as_minion().map(|slot| self.s.minion(slot).kind.size())
    }
    #[must_use]
    pub fn max_health(self, seat: Seat) -> u8 {
        let more: u8 = self.gear(seat).map(|gear| gear.max_health).sum();
        match self.s.players[seat].hero {
            Some(hero) => self.g.content.hero(hero).health + more,
            None => self.g.content.numbers.villain_health_max,
        }
    }

    // --- abilities and dice

    /// What a Character can do; on a roll of `row`, Offense Treasures of that row count too.
    #[must_use]
    pub fn abilities(self, who: Who, row: Option<Row>) -> Abilities {
        rule!("MM-320", "MM-196");
        let mut all = match (who.as_minion(), who.as_player()) {
            (Some(slot), _) => self.stats(slot).abilities,
            (_, Some(seat)) => self.worn_abilities(seat, row),
            (None, None) => self.gust_stats().abilities,
        };
        for lasting in &self.s.lasting {
            if lasting.who == who {
                match lasting.what {
                    What::Granted(skill) => tables::set(&mut all, skill, true),
                    What::Dodge(dice) => all.dodge = better(all.dodge, dice),
                    What::Lifted(_)
                    | What::Nothing
                    | What::NextDice(_)
                    | What::Dice(_)
                    | What::Points(_)
                    | What::BoundTo(_)
                    | What::Steps(..) => {}
                }
            }
        }
        for lasting in self.s.lasting.iter().filter(|l| l.who == who) {
            if let What::Lifted(skill) = lasting.what {
                tables::set(&mut all, skill, false);
            }
        }
        all
    }
    fn worn_abilities(self, seat: Seat, row: Option<Row>) -> Abilities {
        rule!("MM-268");
        let mut all = Abilities::NONE;
        for gear in self.gear(seat) {
            if gear.row.is_none() || gear.row == row {
                all = all.or(gear.has);
            }
        }
        if seat != VILLAIN
            && let Some(RegionRule::HeroesHave(ability)) = self.rule(self.s.players[seat].region)
        {
            all = all.with(ability);
        }
        all
    }
    /// Are the dice on its board or card all Novice?
    #[must_use]
    pub fn cursed(self, who: Who) -> bool {
        rule!("MM-324");
        let shielded = who.as_player().is_some_and(|seat| self.gear(seat).any(|gear| gear.cannot_be_cursed));
        if shielded || self.has(who, What::Lifted(Skill::Cursed)) {
            return false;
        }
        self.abilities(who, None).cursed || self.cursed_ground(self.region(who))
    }
    /// Is the top Minion of a Region Cursed?
    fn cursed_ground(self, region: RegionId) -> bool {
        rule!("MM-R52");
        let top = if region.is_on_map() { self.s.tops[region.index()] } else { NONE };
        top != NONE && self.abilities(Who::minion(top), None).cursed
    }
    fn has(self, who: Who, what: What) -> bool {
        self.s.lasting.iter().any(|lasting| lasting.who == who && lasting.what == what)
    }
    /// The dice on its board or card for a row.
    #[must_use]
    pub fn row_dice(self, who: Who, row: Row) -> Dice {
        let dice = match (who.as_minion(), who.as_player()) {
            (Some(slot), _) => self.stats(slot).rows.get(row),
            (_, Some(seat)) => self.s.players[seat].rows[row.index()],
            (None, None) => self.gust_stats().rows.get(row),
        };
        if !dice.is_none() && self.cursed(who) { dice.cursed() } else { dice }
    }
    /// Bonus dice on a roll: of Treasures, Unique Abilities and lasting effects. A curse leaves them alone.
    #[must_use]
    pub fn bonus_dice(self, who: Who, row: Row) -> Dice {
        rule!("MM-144", "MM-R24");
        let mut dice = Dice::NONE;
        if let Some(seat) = who.as_player() {
            for gear in self.gear(seat).filter(|gear| gear.row == Some(row)) {
                dice = dice.plus(gear.dice);
            }
            let gift = self.gift(seat);
            if self.s.players[seat].health <= gift.hurt_at {
                rule!("MM-392");
                dice = dice.plus(gift.hurt_dice);
            }
        }
        for lasting in &self.s.lasting {
            if let What::NextDice(more) | What::Dice(more) = lasting.what
                && lasting.who == who
            {
                dice = dice.plus(more);
            }
        }
        dice
    }
    /// Action Points of a Turn, before effects.
    #[must_use]
    pub fn points(self, who: Who) -> u8 {
        match (who.as_minion(), who.as_player()) {
            (Some(slot), _) => self.stats(slot).actions,
            (_, Some(seat)) => self.s.players[seat].ap,
            (None, None) => self.gust_stats().actions,
        }
    }

    // --- Plus-Ones, hands

    #[must_use]
    pub fn plus_limit(self, seat: Seat) -> u8 {
        let worn: u8 = self.gear(seat).map(|gear| gear.more_plus).sum();
        self.g.content.numbers.plus_one_limit + worn + self.gift(seat).more_plus
    }
    #[must_use]
    pub fn plus_price(self, seat: Seat) -> u8 {
        rule!("MM-165", "MM-394");
        match self.gift(seat).plus_price {
            0 => self.g.content.numbers.plus_one_price,
            price => price,
        }
    }
    #[must_use]
    pub fn hand_limit(self, seat: Seat) -> u8 {
        let worn = self.gear(seat).map(|gear| gear.hand_limit).max().unwrap_or(0);
        worn.max(self.g.content.numbers.hand_limit)
    }
    /// May this seat draw from this deck in a Power Surge now?
    #[must_use]
    pub fn may_draw(self, seat: Seat, deck: DeckId) -> bool {
        rule!("MM-246");
        if seat == VILLAIN { deck == DeckId::Void || self.s.final_battle } else { deck != DeckId::Void }
    }

    // --- the Map

    #[must_use]
    #[inline]
    pub fn rule(self, region: RegionId) -> Option<RegionRule> {
        let lies = region.is_on_map() && self.s.revealed.contains(region);
        let rule = lies.then(|| self.g.tables.rule(self.s.tiles[region.index()])).flatten()?;
        self.counts_for_us(self.s.tiles[region.index()]).then_some(rule)
    }
    /// Does the rule of a tile hold for so many Heroes as play?
    #[inline]
    fn counts_for_us(self, tile: TileId) -> bool {
        rule!("MM-069");
        let (tables, bit) = (&self.g.tables, 1 << tile.index());
        tables.limited & bit == 0 || tables.lacking[usize::from(self.hero_count().clamp(1, 5)) - 1] & bit == 0
    }
    #[must_use]
    #[inline]
    pub fn adjacent(self, region: RegionId) -> RegionSet {
        rule!("MM-060", "MM-340");
        if region.is_on_map() {
            RegionSet(BESIDE[region.index()]).and(self.s.cells)
        } else {
            RegionSet::EMPTY
        }
    }
    #[must_use]
    #[inline]
    pub fn is_mountain(self, region: RegionId) -> bool {
        let tile = self.s.tiles[region.index()];
        !tile.is_none() && self.g.tables.mountains & (1 << tile.index()) != 0
    }
    #[must_use]
    pub fn face_down(self) -> RegionSet {
        self.s.cells.minus(self.s.revealed)
    }
    /// Where Minions may be spawned.
    #[must_use]
    pub fn spawn_places(self) -> RegionSet {
        rule!("MM-066", "MM-216", "MM-219", "MM-309", "MM-R01", "MM-R27", "MM-R28");
        let hidden = self.face_down();
        let fits = |region: &RegionId| {
            let beside = self.adjacent(*region);
            beside.len() < 4 || !beside.and(hidden).is_empty()
        };
        self.s.revealed.iter().filter(fits).collect()
    }
    /// Heroes who stand in a Region.
    #[must_use]
    #[inline]
    pub fn heroes_in(self, region: RegionId) -> SeatSet {
        let mut all = SeatSet::EMPTY;
        for seat in Seat::first(self.g.options.seats).skip(1) {
            if self.s.players[seat].region == region {
                all.insert(seat);
            }
        }
        all
    }
    /// Minions that Heroes play with, in this Region.
    pub fn puppets_in(self, region: RegionId) -> impl Iterator<Item = Who> + use<'a> {
        let levels = &self.s.levels[..usize::from(self.s.depth)];
        let theirs = levels.iter().filter(|level| level.seat != VILLAIN && level.actor.is_minion());
        theirs.map(|level| level.actor).filter(move |who| self.is_there(*who) && self.region(*who) == region)
    }
    /// Does a Region hold Characters of this side?
    #[must_use]
    #[inline]
    pub fn holds(self, side: Side, region: RegionId) -> bool {
        if !region.is_on_map() {
            return false;
        }
        match side {
            Side::Villain => self.s.haunted.contains(region) || self.s.players[VILLAIN].region == region,
            Side::Heroes => {
                !self.heroes_in(region).is_empty()
                    || self.s.gust == region
                    || self.puppets_in(region).next().is_some()
            }
        }
    }
    /// Are enemies of this Character in a Region?
    #[must_use]
    #[inline]
    pub fn enemies_in(self, who: Who, region: RegionId) -> bool {
        self.holds(other(self.side(who)), region)
    }
    /// Everybody in a Region.
    pub fn all_in(self, region: RegionId) -> impl Iterator<Item = Who> + use<'a> {
        let players =
            Seat::first(self.g.options.seats).filter(move |seat| self.s.players[*seat].region == region);
        let gust = (self.s.gust == region && region.is_on_map()).then_some(Who::GUST);
        let minions = bits(self.s.alive).filter(move |slot| self.s.minion(*slot).region == region);
        players.map(Who::hero).chain(gust).chain(minions.map(Who::minion))
    }
    /// Who takes an attack of Heroes on a Region: a Sheep, the top of the stack, or Mordak below it.
    #[must_use]
    pub fn defending_villain(self, region: RegionId) -> Option<Who> {
        rule!("MM-182", "MM-185", "MM-186");
        let sheep = self.s.stack_of(region).find(|slot| self.s.minion(*slot).kind == KindId::SHEEP);
        let top = sheep.or_else(|| self.s.stack_of(region).next()).map(Who::minion);
        let mordak = (self.s.players[VILLAIN].region == region && region.is_on_map()).then_some(Who::MORDAK);
        top.or(mordak)
    }

    // --- effects

    /// Regions of a kind seen from a Character.
    #[must_use]
    pub fn reach(self, from: Who, at: Where) -> RegionSet {
        rule!("MM-R29", "MM-340");
        let own = self.region(from);
        if at == Where::Anywhere {
            return self.s.revealed;
        }
        if !own.is_on_map() {
            return RegionSet::EMPTY;
        }
        let here = RegionSet::only(own);
        let found = match at {
            Where::Own => here,
            Where::Adjacent => self.adjacent(own),
            Where::Nearby => self.adjacent(own).or(here),
            Where::Anywhere => self.s.revealed,
        };
        found.and(self.s.revealed)
    }
    /// Is this Character of a kind, seen from the caster?
    #[must_use]
    pub fn is_kind(self, from: Who, kind: Kind, cost: u8, who: Who) -> bool {
        rule!("MM-341");
        let friendly = self.side(from) == self.side(who);
        match kind {
            Kind::Caster => who == from,
            Kind::Friend => friendly && who.as_player().is_some(),
            Kind::OtherFriend => friendly && who.as_player().is_some() && who != from,
            Kind::Foe => !friendly && who.as_player().is_some(),
            Kind::Player => who.as_player().is_some(),
            Kind::OwnSide => friendly,
            Kind::EnemySide => !friendly,
            Kind::Minion => who.is_minion(),
            Kind::FreshMinion => who.as_minion().is_some_and(|slot| !self.s.minion(slot).wounded),
            Kind::MinionUpTo(most) => self.size(who).is_some_and(|size| size <= most.at(cost)),
        }
    }
    /// Does what happens to `about` open a Reaction of this caster?
    #[must_use]
    pub fn opens(self, from: Who, trigger: Trigger, about: Who) -> bool {
        let near = trigger.at == Where::Anywhere || {
            let region = self.region(about);
            region.is_on_map() && self.reach(from, trigger.at).contains(region)
        };
        near && self.is_kind(from, trigger.who, 0, about)
    }

    // --- names

    #[must_use]
    pub fn name(self, who: Who) -> String {
        match (who.as_minion(), who.as_player()) {
            (Some(slot), _) => format!("{} ({who})", self.kind_name(self.s.minion(slot).kind)),
            (_, Some(VILLAIN)) => self.g.content.villain.name.clone(),
            (_, Some(seat)) => match self.s.players[seat].hero {
                Some(hero) => hero.title(),
                None => seat.to_string(),
            },
            (None, None) => self.kind_name(KindId::GUST),
        }
    }
    #[must_use]
    pub fn kind_name(self, kind: KindId) -> String {
        match kind {
            KindId::SHEEP => self.g.content.sheep.name.clone(),
            KindId::GUST => self.g.content.gust.name.clone(),
            kind => self.g.content.minion(kind).name.clone(),
        }
    }
    /// A Region with its name: `Reedmere (a3)`.
    #[must_use]
    pub fn region_name(self, region: RegionId) -> String {
        if !region.is_on_map() || !self.s.revealed.contains(region) {
            return region.to_string();
        }
        format!("{} ({region})", self.tile_name(region))
    }
    /// What stands on the tile of a revealed Region: in the Final Battle on its other side, if that differs.
    #[must_use]
    pub fn tile_name(self, region: RegionId) -> &'a str {
        let tile = self.g.content.tile(self.s.tiles[region.index()]);
        let ruined = self.s.final_battle.then_some(tile.back.as_ref()).flatten();
        ruined.unwrap_or(&tile.name)
    }
}

#[must_use]
#[inline]
pub const fn other(side: Side) -> Side {
    match side {
        Side::Villain => Side::Heroes,
        Side::Heroes => Side::Villain,
    }
}

/// The better of two Dodges: the same ability twice gives nothing more.
#[must_use]
pub const fn better(a: Dice, b: Dice) -> Dice {
    if b.mean_twice() > a.mean_twice() { b } else { a }
}
