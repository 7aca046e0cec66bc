//! A hero as a bot sees it: the stars to expect by source, the Monster, what Gold and XP are worth.

use super::{
    odds::{Odds, likely},
    sheet::{Sheet, SheetStars},
};
use fiends_and_familiars::{
    content::effects::MonsterAbility,
    frame::Frame,
    queries::Look,
    rules::{combat, monster_combat},
    state::{NONE, Player},
    tables::{Ban, Topic},
    words::{EACH_ROW, Row},
};
use kernel::Seat;

/// Stars that one Gold buys while there is something to buy, and Gold that a round can use.
pub const GOLD: f32 = 0.24;
const GOLD_A_ROUND: f32 = 3.5;
/// What an XP adds to the roll against the Monster: a reroll now, a third of a mercenary later.
pub const XP: f32 = 1.25;
/// What an Adventure token adds to that roll.
pub const TOKEN: f32 = 3.6;
/// What a whole game of Hunts and purchases still adds to it.
const GROWTH: f32 = 9.0;
/// The spread of one die, squared.
const DIE_SPREAD: f32 = 2.92;

/// What a hero may expect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hopes {
    pub sheet: SheetStars,
    pub alignment: f32,
    pub armor: f32,
    pub cards: f32,
    /// Gold, XP and tokens that are not yet anything else.
    pub goods: f32,
    /// What active Fiends cost.
    pub fiends: f32,
    pub monster: f32,
    /// What is in progress.
    pub pending: f32,
    /// The chance to reach the Monster's Strength.
    pub alive: f32,
}

impl Hopes {
    #[must_use]
    pub fn total(&self) -> f32 {
        self.before_the_monster() + self.monster
    }
    #[must_use]
    pub fn before_the_monster(&self) -> f32 {
        let cards = self.alignment + self.armor + self.cards + self.goods - self.fiends;
        self.sheet.total() + cards + self.pending
    }
}

/// One seat at the table, looked at closely.
#[derive(Clone, Copy)]
pub struct Hero<'a> {
    pub look: Look<'a>,
    pub odds: &'a Odds,
    pub seat: Seat,
    pub me: &'a Player,
    pub sheet: Sheet<'a>,
    /// How much of the sheet is still empty, 0 to 1.
    pub late: f32,
    /// Rounds to come, the present Market Phase among them.
    pub rounds: f32,
    /// Has a Market turn before it in this round?
    pub shops: bool,
    /// Stars from the Monster, the chance to succeed, and stars that one more point on that roll is worth.
    pub monster_stars: f32,
    pub alive: f32,
    pub point: f32,
}

impl<'a> Hero<'a> {
    pub fn new(look: Look<'a>, odds: &'a Odds, seat: Seat) -> Hero<'a> {
        let me = look.player(seat);
        let sheet = Sheet::new(odds, look.g, me);
        let shops = shops(look, seat);
        let to_come = f32::from(sheet.empty) / f32::from(look.s.dice_per_card.max(1));
        let mut hero = Hero {
            look,
            odds,
            seat,
            me,
            sheet,
            late: f32::from(sheet.empty) / 21.0,
            rounds: to_come + if shops { 1.0 } else { 0.0 },
            shops,
            monster_stars: 0.0,
            alive: 1.0,
            point: 0.25,
        };
        hero.size_up();
        hero
    }

    /// Is the Monster still to be fought, with Market turns before it?
    pub fn hunting_ahead(&self) -> bool {
        self.shops || self.sheet.empty > 0
    }

    /// Gold beyond what the rounds to come can use.
    fn spare(&self) -> f32 {
        (f32::from(self.me.gold) - GOLD_A_ROUND * self.rounds).max(0.0)
    }

    /// Stars for what the Monster roll will come to.
    fn size_up(&mut self) {
        let Some(monster) = self.look.monster() else { return };
        let (mean, spread) = self.roll();
        let strength = f32::from(monster.strength);
        let stars = |mean: f32| {
            let mut below = 0.0;
            let mut sum = 0.0;
            for (from, stars) in &monster.levels {
                sum += likely(mean, spread, f32::from(*from)) * (f32::from(*stars) - below);
                below = f32::from(*stars);
            }
            let shared = if self.look.g.solo() { 1.0 } else { likely(mean, 6.0, strength + 8.0) };
            sum + f32::from(monster.champion) * likely(mean, spread, strength) * shared
        };
        self.alive = likely(mean, spread, strength);
        self.monster_stars = stars(mean);
        self.point = stars(mean + 1.0) - self.monster_stars;
        if self.look.g.solo() {
            // To be killed costs everything: 100 points and 15 for each star, of which about 38 are in sight.
            let more = likely(mean + 1.0, spread, strength) - self.alive;
            self.point += more * 40.0 / self.alive.max(0.2);
        }
    }

    /// The mean and the spread of the roll against the Monster.
    #[expect(clippy::wildcard_enum_match_arm, reason = "other frames roll nothing")]
    fn roll(&self) -> (f32, f32) {
        if let Some(result) = self.me.result {
            return (f32::from(result), 0.0);
        }
        let s = self.look.s;
        let now = |frame: &Frame| match *frame {
            Frame::CombatRoll { seat, left } => Some((seat, left)),
            Frame::Rerolls { seat } | Frame::UsePower { seat } | Frame::Fought { seat } => Some((seat, 0)),
            _ => None,
        };
        let rolling = s.stack.frames().filter_map(now).find(|(seat, _)| *seat == self.seat);
        match rolling {
            Some((_, left)) if s.fight.monster => self.rolled(left),
            Some(_) | None => self.gathering(),
        }
    }

    /// In the middle of the roll.
    fn rolled(&self, left: u8) -> (f32, f32) {
        let s = self.look.s;
        let mut mean =
            f32::from(monster_combat::result(self.look, self.seat)) + f32::from(left) * self.face();
        let mut again = f32::from(s.fight.free_rerolls) + f32::from(self.me.xp);
        if !combat::may_reroll(self.look, self.seat) {
            again = 0.0;
        }
        let (mut dice, mut better) = (f32::from(left), 0.0);
        for (face, count) in s.fight.shown.iter().enumerate().take(3) {
            let rolls = f32::from(*count).min(again);
            again -= rolls;
            better += rolls * (3.5 - (face as f32 + 1.0));
            dice += rolls;
        }
        // Low dice to come may be rerolled too.
        better += again.min(0.5 * f32::from(left)) * 1.5;
        mean += better;
        (mean, (DIE_SPREAD * dice).sqrt())
    }

    /// What a Combat Die shows against this Monster.
    fn face(&self) -> f32 {
        match self.look.monster().map(|m| m.ability) {
            Some(MonsterAbility::Faces(faces)) => faces.iter().map(|f| f32::from(*f)).sum::<f32>() / 6.0,
            _ => 3.5,
        }
    }

    /// Before the roll.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other ability is about rerolls")]
    fn gathering(&self) -> (f32, f32) {
        let (s, me, look) = (self.look.s, self.me, self.look);
        let ability = look.monster().map_or(MonsterAbility::Nothing, |m| m.ability);
        let hiring =
            |at: u8| s.stack.frames().any(|f| matches!(f, Frame::Mercenaries { at: now } if *now <= at));
        let (mut dice, mut mean): (f32, f32) = (0.0, 0.0);
        let mut hires = true;
        if s.fight.monster {
            let place = (self.seat.number() + look.seats() - s.start.number()) % look.seats();
            let hiring_now = look.s.fight.gathering
                && s.stack.frames().any(|f| matches!(f, Frame::Mercenaries { at } if *at == place));
            dice += f32::from(if hiring_now { s.fight.pool } else { me.pool });
            let adventures = s.stack.frames().any(|f| matches!(f, Frame::Adventure { .. }));
            hires = adventures || hiring(place);
            mean += if adventures { 0.5 * TOKEN * f32::from(me.tokens) } else { 0.0 };
        } else {
            dice += 1.0 + f32::from(combat::card_dice(look, self.seat));
            mean += TOKEN * f32::from(me.tokens) + GROWTH * self.late;
            if let MonsterAbility::FewerDice { dice: fewer, unless } = ability
                && !look.holds(self.seat, unless)
            {
                dice -= f32::from(fewer) * 0.7;
            }
        }
        let up = if let MonsterAbility::MercenaryUp { xp, gold } = ability { (xp, gold) } else { (0, 0) };
        if hires {
            dice += self.spare() / (5.0 + f32::from(up.1));
        }
        mean += match ability {
            MonsterAbility::NoReroll => f32::from(me.xp) * 1.1,
            _ => {
                f32::from(me.xp).min(dice.max(1.0) + 2.0) * XP
                    + (f32::from(me.xp) - dice.max(1.0) - 2.0).max(0.0) * 0.9
            }
        };
        mean += dice.max(1.0) * self.face() + f32::from(me.honor) - self.handicap(ability);
        let unknown = 4.5 * self.late + if s.fight.monster { 0.0 } else { 1.0 };
        (mean, (DIE_SPREAD * dice.max(1.0) + unknown * unknown).sqrt())
    }

    /// What Injuries, Fiends and the Monster take off the roll.
    fn handicap(&self, ability: MonsterAbility) -> f32 {
        let injuries =
            if self.look.has(self.seat, Topic::IgnoreInjury) { 0.0 } else { f32::from(self.me.injury) };
        let own = match ability {
            MonsterAbility::RemoveHighest(n) => 5.0 * f32::from(n),
            MonsterAbility::RemoveLowest(n) => 1.8 * f32::from(n),
            MonsterAbility::InjuryTimes(times) => injuries * (f32::from(times) - 1.0),
            MonsterAbility::Minus { counter, each } => {
                f32::from(self.look.count(self.seat, counter)) * f32::from(each) * (1.0 - 0.5 * self.late)
            }
            MonsterAbility::Nothing
            | MonsterAbility::Faces(_)
            | MonsterAbility::NoReroll
            | MonsterAbility::MercenaryUp { .. }
            | MonsterAbility::FewerDice { .. } => 0.0,
        };
        let bound = self.me.active.and(self.look.g.tables.ban(Ban::MonsterRoll));
        injuries + own + bound.count() as f32 * (1.0 - self.late)
    }

    /// Everything but what is in progress.
    pub fn hopes(&self) -> Hopes {
        let mut hopes = Hopes {
            sheet: self.sheet.outlook(self.me),
            alignment: self.alignment(),
            armor: self.armor(),
            monster: self.monster_stars,
            alive: self.alive,
            ..Hopes::default()
        };
        hopes.cards = self.me.cards.iter().map(|card| self.card(card)).sum();
        hopes.goods = self.goods();
        let mut fiends = self.me.active;
        if self.me.initiative != NONE {
            fiends = fiends.or(self.look.s.initiatives[usize::from(self.me.initiative)].fiends);
        }
        for fiend in fiends.iter() {
            let card = &self.look.g.content.fiends[fiend.index()];
            hopes.fiends += card.does.iter().map(|r| self.fiend(r)).sum::<f32>();
        }
        hopes
    }

    fn goods(&self) -> f32 {
        let gold = f32::from(self.me.gold);
        let useful = gold.min(GOLD_A_ROUND * self.rounds);
        let mut stars = useful * GOLD + (gold - useful) * 0.02;
        if self.look.g.solo() {
            stars += if self.rounds == 0.0 { f32::from(self.me.gold / 8) } else { 0.02 * gold };
        }
        if self.shops || self.look.has(self.seat, Topic::KeepCharisma) {
            stars += 0.3 * f32::from(self.me.charisma).min(2.0);
        }
        stars
    }

    /// The row in which a die does most, and what it does.
    pub fn best_row(&self, me: &Player, die: fiends_and_familiars::dice::Die) -> Option<(Row, f32)> {
        let open = EACH_ROW.into_iter().filter_map(|row| me.room(row).map(|space| (row, space)));
        let tried = open.map(|(row, space)| {
            let mut with = *me;
            with.dice[space.index()] = die;
            (row, Sheet::new(self.odds, self.look.g, &with).outlook(&with).total())
        });
        tried.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Will this seat still take its Market turn in this round?
#[expect(clippy::wildcard_enum_match_arm, reason = "only these two hold a Market turn")]
fn shops(look: Look, seat: Seat) -> bool {
    let me = look.player(seat);
    if me.initiative == NONE {
        return false;
    }
    if look.s.dice_phase {
        return true;
    }
    look.s.stack.frames().any(|frame| match *frame {
        Frame::MarketPhase { card } => me.initiative >= card,
        Frame::MarketTurn { seat: now } => now == seat,
        _ => false,
    })
}
