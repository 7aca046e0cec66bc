//! What Market cards, Fiends and the Alignment token are worth to a hero, in stars.

use super::hero::Hero;
use fiends_and_familiars::{
    content::{
        cards::MarketCard,
        effects::{Counter, Passive, Restriction, When},
    },
    queries::{on_side, step},
    words::{ArmorType, Direction, Kind, MarketId, Row, Side},
};

impl Hero<'_> {
    /// What owning this card will have been worth by the end; Armor counts by sets.
    pub fn card(&self, id: MarketId) -> f32 {
        let card = self.look.card(id);
        let stars: f32 = card.always.iter().map(|passive| self.passive(passive)).sum();
        match card.kind {
            Kind::Armor | Kind::Scroll | Kind::Trait => stars,
            Kind::Skill => {
                let ready = if self.me.exhausted.contains(id) { 0.0 } else { 0.25 * self.late.sqrt() };
                stars + ready + self.odds.weights.skill * self.late
            }
            Kind::Weapon => {
                let used =
                    if card.power.is_some() { 0.9 * self.odds.weights.helpers * self.late } else { 0.0 };
                stars + used
            }
        }
    }

    fn passive(&self, passive: &Passive) -> f32 {
        let w = &self.odds.weights;
        match *passive {
            Passive::Stars { stars, when } => {
                let aimed = self.chance(when).powf(1.0 / (1.0 + w.aim * self.late));
                w.traits * f32::from(stars) * aimed
            }
            Passive::StarsPer { counter, per, max } => {
                let count = self.expected(counter) / f32::from(per.max(1));
                w.traits * (count - 0.25 * self.late).clamp(0.0, f32::from(max))
            }
            // Row sums, class colour and fights count where they change something.
            Passive::Nothing | Passive::RowBonus(..) | Passive::AlsoClass(_) => 0.0,
            Passive::Dice { dice, .. } => {
                f32::from(dice) * self.odds.weights.weapon_die * self.point * (0.3 + self.late)
            }
            Passive::Bonus { by, .. } => f32::from(by) * self.point * (0.3 + self.late),
            Passive::FreeRerolls(..) | Passive::MinDie(..) | Passive::UsePower => {
                1.5 * self.point * (0.3 + self.late)
            }
            Passive::IgnoreInjury => f32::from(self.me.injury) * self.point + 0.3 * self.late,
            Passive::Income(..) | Passive::On(..) | Passive::Cheaper(..) | Passive::Twice(_) => {
                1.4 * w.helpers * self.late
            }
            Passive::Store(_) | Passive::StoreXp | Passive::ExtraRefresh(_) | Passive::KeepCharisma => {
                w.helpers * self.late
            }
            Passive::Mercenary { .. } | Passive::CycleFor(_) | Passive::BanishFor(_) => {
                w.helpers * (0.7 * self.late + 0.2)
            }
        }
    }

    /// A number of the hero as it will be at the end, about.
    fn expected(&self, counter: Counter) -> f32 {
        let now = f32::from(self.look.count(self.seat, counter));
        let goals = |me: &Self| Row::ATTRIBUTES.iter().map(|row| me.sheet.chance(*row)).sum::<f32>();
        match counter {
            Counter::GoalsMet => goals(self),
            Counter::Gold => now * (1.0 - self.late) + 3.0 * self.late,
            Counter::Xp => now + 2.0 * self.late,
            Counter::StoredXp => now + 1.5 * self.late,
            Counter::Honor | Counter::Trophies | Counter::Tokens => now + 2.0 * self.late,
            Counter::MissingTokens => (now - 2.0 * self.late).max(0.0),
            Counter::Injury => now + 0.8 * self.late,
            Counter::Cards(_) => now + 1.8 * self.late,
            Counter::Armor(_) => now + 1.2 * self.late,
            Counter::BestSet => now + 1.6 * self.late,
            Counter::ActiveFiends | Counter::BanishedFiends => now + 0.8 * self.late,
            Counter::Fiends => now + 1.5 * self.late,
            Counter::Dice(_) => {
                let filled = 21.0 - f32::from(self.sheet.empty);
                now + f32::from(self.sheet.empty) * (0.12 + 0.5 * now / (filled + 3.0))
            }
            Counter::SplitDice | Counter::BoostDice => now + 0.17 * f32::from(self.sheet.empty),
            Counter::Score(row) => now + 4.2 * f32::from(self.sheet.open[row.index()]),
            Counter::Filled(row) => now + f32::from(self.sheet.open[row.index()]),
            Counter::RowsComplete => 7.0,
            Counter::Colors => (now + 0.3 * f32::from(self.sheet.empty)).min(7.0),
            Counter::BackstoryMatches => now + 0.14 * f32::from(self.sheet.empty),
            Counter::AlignmentStars => now.max(self.alignment()),
            Counter::MonsterStars => self.monster_stars.max(now),
            Counter::Triples | Counter::OneColorRows => now + 0.9 * self.late,
        }
    }

    /// How likely this will hold at the end.
    pub fn chance(&self, when: When) -> f32 {
        if self.sheet.empty == 0 && !self.look.s.fight.monster && !self.hunting_ahead() {
            return if self.look.holds(self.seat, when) { 1.0 } else { 0.04 };
        }
        match when {
            When::Always => 1.0,
            When::AtLeast(counter, n) => {
                super::odds::likely(self.expected(counter), self.spread(counter), f32::from(n))
            }
            When::AtMost(counter, n) => {
                1.0 - super::odds::likely(self.expected(counter), self.spread(counter), f32::from(n) + 1.0)
            }
            When::GoalMet(row) => self.sheet.chance(row),
            When::PowerMet => self.sheet.chance(Row::Familiar),
            When::On(side) => self.side(side),
        }
    }

    /// How far a number may still drift; most of them vary alike.
    fn spread(&self, counter: Counter) -> f32 {
        if let Counter::Score(_) = counter {
            0.3 + 4.0 * self.late
        } else if let Counter::Gold = counter {
            0.3 + 5.0 * self.late
        } else if let Counter::Dice(_) = counter {
            0.2 + 2.4 * self.late
        } else {
            0.15 + 1.4 * self.late
        }
    }

    fn side(&self, side: Side) -> f32 {
        if on_side(self.me.token, side) {
            return 1.0 - 0.3 * self.late;
        }
        let near =
            Direction::ALL.iter().filter_map(|to| step(self.me.token, *to)).any(|cell| on_side(cell, side));
        if near { 0.6 * self.late } else { 0.3 * self.late }
    }

    /// Stars under the token in the end: where it stands, and where it may still get.
    pub fn alignment(&self) -> f32 {
        self.alignment_at(self.me.token)
    }
    pub fn alignment_at(&self, token: u8) -> f32 {
        let Some(card) = self.look.g.content.alignments.get(self.me.alignment.index()) else { return 0.0 };
        let now = f32::from(card.grid[usize::from(token)]);
        let moves = self.odds.weights.steps * self.late;
        let better = (0..9u8).map(|cell| {
            let apart = (cell / 3).abs_diff(token / 3) + (cell % 3).abs_diff(token % 3);
            let gain = f32::from(card.grid[usize::from(cell)]) - now;
            gain * (moves / (1.5 * f32::from(apart.max(1)))).min(0.85)
        });
        now + better.fold(0.0, f32::max)
    }

    /// Stars of Armor sets, with some hope for the next piece.
    pub fn armor(&self) -> f32 {
        ArmorType::ALL.iter().map(|armor| self.set(*armor, 0, false)).sum()
    }
    fn set(&self, armor: ArmorType, more: usize, more_suits: bool) -> f32 {
        let held = self.me.cards.and(self.look.g.tables.armor(armor));
        let set = self.look.g.content.armor_set(armor);
        let count = held.count() as usize + more;
        if count == 0 || set.stars.is_empty() {
            return 0.0;
        }
        let by = |n: usize| f32::from(set.stars[n.min(set.stars.len()) - 1]);
        let suits = more_suits || held.iter().any(|card| self.look.card(card).colors.contains(self.me.color));
        let next = (by(count + 1) - by(count)) * self.odds.weights.armor_next * self.late.min(0.7);
        by(count) + next + if suits { f32::from(set.class_bonus) } else { 0.0 }
    }

    /// What buying this card would add, its price not counted.
    pub fn gain(&self, id: MarketId) -> f32 {
        let card: &MarketCard = self.look.card(id);
        let mut gain = self.card(id);
        match card.kind {
            Kind::Armor => {
                if let Some(armor) = card.armor {
                    let suits = card.colors.contains(self.me.color);
                    gain += self.set(armor, 1, suits) - self.set(armor, 0, false);
                }
            }
            Kind::Trait => {
                if let Some(token) = card.align.and_then(|to| step(self.me.token, to)) {
                    gain += self.alignment_at(token) - self.alignment();
                }
            }
            Kind::Scroll => gain += self.effects(&card.on_buy),
            Kind::Weapon => {
                for passive in &card.always {
                    if let Passive::RowBonus(row, by) = passive {
                        gain += self.sheet.shift(row.index(), i16::from(*by));
                    }
                }
                if self.look.hands(self.seat) + card.hands > 2 {
                    gain -= 0.8;
                }
            }
            Kind::Skill => {}
        }
        gain
    }

    /// What a Fiend will cost while it stays.
    pub fn fiend(&self, restriction: &Restriction) -> f32 {
        let often = self.odds.weights.fiends * self.late;
        match *restriction {
            Restriction::Nothing => 0.0,
            Restriction::ForbidAction(_) => 0.9 * often,
            Restriction::NoGold(_) => 0.8 * often,
            Restriction::CostUp(_, by) => 0.25 * f32::from(by) * often,
            Restriction::MinPrice(_) | Restriction::SkillFee(_) | Restriction::NoRefresh => 0.7 * often,
            Restriction::MinionDice(_) | Restriction::MinionXp(_) => 0.9 * often,
            Restriction::MercenaryUp { .. } | Restriction::NoHuntReroll => 0.4 * often,
            Restriction::NoMarketCharisma => 0.3 * often,
            Restriction::AvoidFirst | Restriction::AvoidTop => 0.8 * often,
            Restriction::PlaceFee { gold, .. } => 0.8 * f32::from(gold) * often,
            Restriction::FamiliarLast | Restriction::DifferentRows => 0.9 * often,
            Restriction::Upkeep(gold) => 0.2 * f32::from(gold) * self.rounds,
            Restriction::MonsterRoll(by) => f32::from(by) * self.point * (1.0 - 0.4 * self.late),
        }
    }
}
