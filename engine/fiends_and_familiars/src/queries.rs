//! How much, how far, may I: the only place that folds what cards, Fiends and the Monster change.

use crate::{
    content::{
        cards::{ClassFace, MarketCard, MinionCard, MonsterCard},
        effects::{Counter, Dice, MonsterAbility, Passive, Restriction, When},
        words::{Fight as Which, Source},
    },
    dice::Die,
    state::Player,
    tables::{Ban, Topic, ban, topic},
    words::{Color, ColorSet, Direction, EACH_ROW, Kind, MarketId, MinionId, Row, Side, Space},
};
use kernel::{Seat, rule};

pub use crate::Look;

impl<'a> Look<'a> {
    #[inline]
    pub fn player(self, seat: Seat) -> &'a Player {
        &self.s.players[seat]
    }
    #[inline]
    pub fn seats(self) -> u8 {
        self.g.options.seats
    }
    /// The seat so many places clockwise from the Start Player.
    #[inline]
    pub fn seat_at(self, at: u8) -> Seat {
        let (start, seats) = (self.s.start.number(), self.g.options.seats);
        let sum = start + at;
        Seat::new(if sum >= seats { sum - seats } else { sum })
    }
    #[inline]
    pub fn card(self, card: MarketId) -> &'a MarketCard {
        &self.g.content.market[card.index()]
    }
    #[inline]
    pub fn minion(self, card: MinionId) -> &'a MinionCard {
        &self.g.content.minions[card.index()]
    }
    #[inline]
    pub fn class(self, seat: Seat) -> Option<&'a ClassFace> {
        self.g.content.classes.get(self.player(seat).class.index())
    }
    pub fn monster(self) -> Option<&'a MonsterCard> {
        self.g.content.monsters.get(self.s.monster.index())
    }
    /// Initiative cards in the row.
    #[inline]
    pub fn cards_in_row(self) -> usize {
        self.g.tables.layout.initiative.len()
    }
    #[inline]
    pub fn is_top(self, card: usize) -> bool {
        card + 1 == self.cards_in_row()
    }

    /// Calls for each passive of this topic that is on for a seat.
    #[inline]
    pub fn passives(self, seat: Seat, about: Topic, mut each: impl FnMut(&Passive)) {
        let me = self.player(seat);
        let cards = me.cards.and(self.g.tables.topic(about));
        if !cards.is_empty() {
            for card in cards.iter() {
                self.card(card).always.iter().filter(|p| topic(p) == about).for_each(&mut each);
            }
        }
        if self.g.tables.class_has(me.class, about)
            && let Some(class) = self.class(seat)
        {
            class.always.iter().filter(|p| topic(p) == about).for_each(each);
        }
    }
    #[inline]
    pub fn has(self, seat: Seat, about: Topic) -> bool {
        let me = self.player(seat);
        !me.cards.and(self.g.tables.topic(about)).is_empty() || self.g.tables.class_has(me.class, about)
    }
    /// Calls for each restriction of this kind that binds a seat.
    #[inline]
    pub fn restrictions(self, seat: Seat, about: Ban, mut each: impl FnMut(&Restriction)) {
        for fiend in self.player(seat).binding().and(self.g.tables.ban(about)).iter() {
            let card = &self.g.content.fiends[fiend.index()];
            card.does.iter().filter(|r| ban(r) == about).for_each(&mut each);
        }
    }
    #[inline]
    pub fn bound(self, seat: Seat, about: Ban) -> bool {
        rule!("FF-700", "FF-704");
        !self.player(seat).binding().and(self.g.tables.ban(about)).is_empty()
    }
    /// May this seat take the action of this row at all?
    #[inline]
    pub fn action_allowed(self, seat: Seat, row: Row) -> bool {
        self.player(seat).binding().and(self.g.tables.forbidden[row.index()]).is_empty()
    }

    #[must_use]
    pub fn matches(self, die: Die, space: Space, dice: Dice) -> bool {
        die.is_some()
            && match dice {
                Dice::Any => true,
                Dice::In(row) => space.row() == row,
                Dice::Attributes => space.row() != Row::Familiar,
                Dice::Of(color) => die.is_color(color),
                Dice::Values(low, high) => (low..=high).contains(&die.value()),
            }
    }
    /// Dice of a seat's sheet that are meant.
    #[inline]
    pub fn dice_of(self, seat: Seat, dice: Dice) -> impl Iterator<Item = (Space, Die)> + 'a {
        let me = self.player(seat);
        Space::all()
            .map(|space| (space, me.die(space)))
            .filter(move |(space, die)| self.matches(*die, *space, dice))
    }

    /// The score of a row: dice, race and Weapons; of the Familiar Row, its Power.
    #[must_use]
    pub fn score(self, seat: Seat, row: Row) -> i8 {
        rule!("FF-920", "FF-015", "FF-751");
        let me = self.player(seat);
        let mut score = me.sum(row) as i8;
        if row != Row::Familiar {
            if let Some(sheet) = self.g.content.sheets.get(me.sheet.index()) {
                score += sheet.mods.each()[row.index()];
            }
            self.passives(seat, Topic::RowBonus, |p| {
                if let Passive::RowBonus(on, by) = p
                    && *on == row
                {
                    score += by;
                }
            });
        }
        score
    }
    /// Is the goal of this Attribute Row met? Only a complete row can meet it.
    #[must_use]
    pub fn goal_met(self, seat: Seat, row: Row) -> bool {
        row != Row::Familiar
            && self.player(seat).filled(row) == 3
            && self.class(seat).is_some_and(|c| c.goals.each()[row.index()].met(self.score(seat, row)))
    }
    #[must_use]
    pub fn power_met(self, seat: Seat) -> bool {
        let me = self.player(seat);
        let board = self.g.content.familiars.get(me.familiar.index());
        me.filled(Row::Familiar) == 3
            && board.is_some_and(|b| {
                (b.power.0 as i8..=b.power.1 as i8).contains(&self.score(seat, Row::Familiar))
            })
    }
    #[must_use]
    pub fn backstory_matches(self, seat: Seat) -> u8 {
        rule!("FF-923", "FF-752", "FF-R17");
        let me = self.player(seat);
        let Some(card) = self.g.content.backstories.get(me.backstory.index()) else { return 0 };
        let cells = card.cells.each();
        let fits = |row: &Row| {
            let (color, space) = cells[row.index()];
            me.die(Space::new(*row, space - 1)).is_color(color)
        };
        Row::ATTRIBUTES.iter().filter(|row| fits(row)).count() as u8
    }
    #[must_use]
    pub fn alignment_stars(self, seat: Seat) -> i8 {
        let me = self.player(seat);
        self.g.content.alignments.get(me.alignment.index()).map_or(0, |card| card.grid[usize::from(me.token)])
    }
    /// Stars for the reward level that a result reaches.
    #[must_use]
    pub fn monster_stars(self, seat: Seat) -> u8 {
        let (Some(monster), Some(result)) = (self.monster(), self.player(seat).result) else { return 0 };
        let reached = monster.levels.iter().filter(|(from, _)| i16::from(*from) <= i16::from(result));
        if i16::from(result) < i16::from(monster.strength) {
            0
        } else {
            reached.map(|l| l.1).max().unwrap_or(0)
        }
    }

    fn rows_that(self, seat: Seat, holds: impl Fn(&[Die]) -> bool) -> u8 {
        let me = self.player(seat);
        EACH_ROW.iter().filter(|row| me.filled(**row) == 3 && holds(me.row(**row))).count() as u8
    }

    /// A number read off a seat.
    #[must_use]
    pub fn count(self, seat: Seat, counter: Counter) -> u8 {
        let me = self.player(seat);
        match counter {
            Counter::Gold => me.gold,
            Counter::Xp => me.xp,
            Counter::StoredXp => me.stored_xp,
            Counter::Honor => me.honor,
            Counter::Injury => me.injury,
            Counter::Trophies => me.trophies.count() as u8,
            Counter::Tokens => me.tokens,
            Counter::MissingTokens => 3 - me.tokens,
            Counter::Cards(kind) => me.cards.and(self.g.tables.kind(kind)).count() as u8,
            Counter::Armor(armor) => me.cards.and(self.g.tables.armor(armor)).count() as u8,
            Counter::BestSet => {
                self.g.tables.armor.iter().map(|set| me.cards.and(*set).count() as u8).max().unwrap_or(0)
            }
            Counter::ActiveFiends => me.active.count() as u8,
            Counter::BanishedFiends => me.banished.count() as u8,
            Counter::Fiends => (me.active.count() + me.banished.count()) as u8,
            Counter::Dice(dice) => self.dice_of(seat, dice).count() as u8,
            Counter::SplitDice => me.dice.iter().filter(|d| d.is_some() && d.kind().is_split()).count() as u8,
            Counter::BoostDice => me.dice.iter().filter(|d| d.is_some() && d.kind().is_boost()).count() as u8,
            Counter::Score(row) => self.score(seat, row).max(0) as u8,
            Counter::Filled(row) => me.filled(row),
            Counter::RowsComplete => self.rows_that(seat, |_| true),
            Counter::Colors => {
                me.dice.iter().fold(ColorSet::EMPTY, |all, die| all.or(die.colors())).len() as u8
            }
            Counter::GoalsMet => {
                Row::ATTRIBUTES.iter().filter(|row| self.goal_met(seat, **row)).count() as u8
            }
            Counter::BackstoryMatches => self.backstory_matches(seat),
            Counter::AlignmentStars => self.alignment_stars(seat).max(0) as u8,
            Counter::MonsterStars => self.monster_stars(seat),
            Counter::Triples => {
                self.rows_that(seat, |dice| dice.iter().all(|d| d.value() == dice[0].value()))
            }
            Counter::OneColorRows => {
                let shared = |dice: &[Die]| dice.iter().fold(ColorSet::ALL, |all, die| all.and(die.colors()));
                self.rows_that(seat, |dice| !shared(dice).is_empty())
            }
        }
    }
    #[must_use]
    pub fn holds(self, seat: Seat, when: When) -> bool {
        match when {
            When::Always => true,
            When::AtLeast(counter, n) => self.count(seat, counter) >= n,
            When::AtMost(counter, n) => self.count(seat, counter) <= n,
            When::GoalMet(row) => self.goal_met(seat, row),
            When::PowerMet => self.power_met(seat),
            When::On(side) => on_side(self.player(seat).token, side),
        }
    }

    /// What a Market card costs before Charisma tokens, with a further discount.
    #[must_use]
    #[inline]
    pub fn price(self, seat: Seat, card: MarketId, off: u8) -> u8 {
        rule!("FF-401");
        let card = self.card(card);
        let (mut up, mut down, mut least) = (0u8, off, 0u8);
        self.passives(seat, Topic::Cheaper, |p| {
            if let Passive::Cheaper(kind, by) = p
                && *kind == card.kind
            {
                down += by;
            }
        });
        self.restrictions(seat, Ban::CostUp, |r| {
            if let Restriction::CostUp(kind, by) = r
                && *kind == card.kind
            {
                up += by;
            }
        });
        self.restrictions(seat, Ban::MinPrice, |r| {
            if let Restriction::MinPrice(price) = r {
                least = least.max(*price);
            }
        });
        (card.cost + up).saturating_sub(down).max(least)
    }

    /// Gold from a source without a card.
    #[must_use]
    pub fn income(self, seat: Seat, from: Source, base: u8) -> u8 {
        rule!("FF-222");
        let mut nothing = false;
        self.restrictions(seat, Ban::NoGold, |r| nothing |= *r == Restriction::NoGold(from));
        if nothing {
            return 0;
        }
        let mut more = 0;
        self.passives(seat, Topic::Income, |p| {
            if let Passive::Income(source, by) = p
                && *source == from
            {
                more += by;
            }
        });
        base + more
    }

    /// What a mercenary costs: XP and Gold.
    #[must_use]
    pub fn mercenary(self, seat: Seat) -> (u8, u8) {
        rule!("FF-503", "FF-602", "FF-805");
        let (mut xp, mut gold, mut less) = (3u8, 5u8, (0u8, 0u8));
        self.passives(seat, Topic::Mercenary, |p| {
            if let Passive::Mercenary { xp, gold } = p {
                less = (less.0 + xp, less.1 + gold);
            }
        });
        if self.s.fight.monster {
            if let Some(MonsterAbility::MercenaryUp { xp: x, gold: g }) = self.monster().map(|m| m.ability) {
                (xp, gold) = (xp + x, gold + g);
            }
        } else {
            self.restrictions(seat, Ban::MercenaryUp, |r| {
                if let Restriction::MercenaryUp { xp: x, gold: g } = r {
                    (xp, gold) = (xp + x, gold + g);
                }
            });
        }
        (xp.saturating_sub(less.0).max(1), gold.saturating_sub(less.1).max(1))
    }
    /// What revealing another Minion costs.
    #[must_use]
    pub fn cycle_price(self, seat: Seat) -> u8 {
        let mut price = 3;
        self.passives(seat, Topic::CycleFor, |p| {
            if let Passive::CycleFor(gold) = p {
                price = price.min(*gold);
            }
        });
        price
    }
    /// What banishing with Gold costs.
    #[must_use]
    pub fn banish_price(self, seat: Seat) -> u8 {
        let mut price = 5;
        self.passives(seat, Topic::BanishFor, |p| {
            if let Passive::BanishFor(gold) = p {
                price = price.min(*gold);
            }
        });
        price
    }
    /// How many dice may be stored.
    #[must_use]
    pub fn store_room(self, seat: Seat) -> u8 {
        rule!("FF-1100");
        let mut most = 0;
        self.passives(seat, Topic::Store, |p| {
            if let Passive::Store(dice) = p {
                most = most.max(*dice);
            }
        });
        let me = self.player(seat);
        most.min(crate::words::SPACES as u8 - me.placed())
    }
    /// Gold that each use of a Skill costs.
    #[must_use]
    pub fn skill_fee(self, seat: Seat) -> u8 {
        let mut fee = 0;
        self.restrictions(seat, Ban::SkillFee, |r| {
            if let Restriction::SkillFee(gold) = r {
                fee += gold;
            }
        });
        fee
    }
    /// Hands that a seat's Weapons use.
    #[must_use]
    pub fn hands(self, seat: Seat) -> u8 {
        rule!("FF-405");
        self.player(seat).cards.and(self.g.tables.kind(Kind::Weapon)).iter().map(|c| self.card(c).hands).sum()
    }
    /// Does a passive for some fights count in the present one?
    #[must_use]
    pub fn in_fight(self, which: Which) -> bool {
        match which {
            Which::Hunt => !self.s.fight.monster,
            Which::Monster => self.s.fight.monster,
            Which::Both => true,
        }
    }
}

/// Where a step leads on the Alignment grid; `None` off the grid.
#[must_use]
#[inline]
pub const fn step(token: u8, to: Direction) -> Option<u8> {
    let (row, col) = (token / 3, token % 3);
    match to {
        Direction::Good if row > 0 => Some(token - 3),
        Direction::Evil if row < 2 => Some(token + 3),
        Direction::Lawful if col > 0 => Some(token - 1),
        Direction::Chaotic if col < 2 => Some(token + 1),
        Direction::Good | Direction::Evil | Direction::Lawful | Direction::Chaotic => None,
    }
}

/// Does the token stand on that part of the grid?
#[must_use]
pub const fn on_side(token: u8, side: Side) -> bool {
    let (row, col) = (token / 3, token % 3);
    match side {
        Side::Good => row == 0,
        Side::Evil => row == 2,
        Side::Lawful => col == 0,
        Side::Chaotic => col == 2,
        Side::Corner => row != 1 && col != 1,
        Side::Center => row == 1 && col == 1,
    }
}

/// Does this die count as the class colour, with what a card adds?
#[must_use]
pub fn counts_as(die: Die, class: Color, also: ColorSet) -> bool {
    rule!("FF-921", "FF-R19");
    !die.colors().and(also.with(class)).is_empty()
}
