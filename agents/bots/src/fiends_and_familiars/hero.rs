//! A hero as a bot sees it: the stars to expect by source, the Monster, what Gold and XP are worth.

use super::{
    odds::Odds,
    sheet::{Sheet, SheetStars},
};
use fiends_and_familiars::{Frame, queries::Look, rules::market_phase, state::Player, tables::Topic};
use kernel::Seat;

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
    /// How much of the sheet is still empty, 0 to 1.
    pub late: f32,
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
    pub(super) fn spare(&self) -> f32 {
        (f32::from(self.me.gold) - self.odds.weights.gold_a_round * self.rounds).max(0.0)
    }

    /// Everything but what is in progress.
    pub fn hopes(&self) -> Hopes {
        let mut hopes = Hopes {
            sheet: self.sheet.outlook(self.me),
            alignment: self.alignment(),
            armor: self.armor(),
            monster: self.monster_stars,
            alive: self.alive,
            late: self.late,
            ..Hopes::default()
        };
        hopes.cards = self.me.cards.iter().map(|card| self.card(card)).sum();
        hopes.goods = self.goods();
        let mut fiends = self.me.active;
        if let Some(card) = self.me.initiative {
            fiends = fiends.or(self.look.s.initiatives[usize::from(card)].fiends);
        }
        for fiend in fiends.iter() {
            let card = &self.look.g.content.fiends[fiend.index()];
            hopes.fiends += card.does.iter().map(|r| self.fiend(r)).sum::<f32>();
        }
        hopes
    }

    fn goods(&self) -> f32 {
        let gold = f32::from(self.me.gold);
        let useful = gold.min(self.odds.weights.gold_a_round * self.rounds);
        let mut stars = useful * self.odds.weights.gold + (gold - useful) * 0.02;
        if self.look.g.solo() {
            stars += if self.rounds == 0.0 { f32::from(self.me.gold / 8) } else { 0.02 * gold };
        }
        if self.shops || self.look.has(self.seat, Topic::KeepCharisma) {
            stars += self.odds.weights.charisma * f32::from(self.me.charisma).min(2.0);
        }
        stars
    }
}

/// Will this seat still take its Market turn in this round?
fn shops(look: Look, seat: Seat) -> bool {
    let me = look.player(seat);
    let Some(chosen) = me.initiative else { return false };
    if look.s.dice_phase {
        return true;
    }
    look.s.stack.frames().any(|frame| {
        let Frame::Market(frame) = *frame else { return false };
        match frame {
            market_phase::Frame::Phase { card } => chosen >= card,
            market_phase::Frame::Turn { seat: now } => now == seat,
            market_phase::Frame::Drop { .. } | market_phase::Frame::End => false,
        }
    })
}
