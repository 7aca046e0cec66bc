//! Stars that a half-filled sheet will bring: rows, class colour, both backstories.

use super::odds::{ENDLESS, Odds, stage};
use fiends_and_familiars::{
    FiendsAndFamiliars,
    content::{cards::Goal, effects::Passive},
    dice::Die,
    queries::counts_as,
    state::Player,
    tables::Topic,
    words::{ColorSet, EACH_ROW, ROWS, Row, Space},
};

/// The goals of a seat's rows and how far they are.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    odds: &'a Odds,
    g: &'a FiendsAndFamiliars,
    /// With race and Weapons.
    pub sums: [i16; ROWS],
    pub open: [u8; ROWS],
    low: [i16; ROWS],
    width: [u8; ROWS],
    /// Stars of each row if its goal is met.
    pub stars: [f32; ROWS],
    pub empty: u8,
    pub stage: usize,
}

/// Stars by source.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SheetStars {
    pub rows: [f32; ROWS],
    pub color: f32,
    pub backstory: f32,
    pub familiar: f32,
}

impl SheetStars {
    #[must_use]
    pub fn total(&self) -> f32 {
        self.rows.iter().sum::<f32>() + self.color + self.backstory + self.familiar
    }
}

impl<'a> Sheet<'a> {
    #[must_use]
    pub fn new(odds: &'a Odds, g: &'a FiendsAndFamiliars, me: &Player) -> Sheet<'a> {
        let mut sheet = Sheet {
            odds,
            g,
            sums: [0; ROWS],
            open: [0; ROWS],
            low: [0; ROWS],
            width: [0; ROWS],
            stars: [0.0; ROWS],
            empty: 0,
            stage: 0,
        };
        for row in EACH_ROW {
            let at = row.index();
            sheet.sums[at] = i16::from(me.sum(row));
            sheet.open[at] = 3 - me.filled(row);
            sheet.empty += sheet.open[at];
        }
        sheet.stage = stage(sheet.empty);
        sheet.goals(me);
        sheet
    }

    fn goals(&mut self, me: &Player) {
        let content = &self.g.content;
        if let Some(class) = content.classes.get(me.class.index()) {
            let (goals, stars) = (class.goals.each(), class.stars.each());
            for at in 0..6 {
                self.stars[at] = f32::from(stars[at]);
                let (low, width) = match goals[at] {
                    Goal::None => (99, 0),
                    Goal::Exactly(n) => (n, 0),
                    Goal::Range(low, high) => (low, high - low),
                    Goal::AtLeast(n) => (n, ENDLESS),
                };
                (self.low[at], self.width[at]) = (i16::from(low), width);
            }
        }
        if let Some(sheet) = content.sheets.get(me.sheet.index()) {
            sheet.mods.each().iter().zip(&mut self.sums).for_each(|(by, sum)| *sum += i16::from(*by));
        }
        for card in me.cards.and(self.g.tables.topic(Topic::RowBonus)).iter() {
            for passive in &content.market[card.index()].always {
                if let Passive::RowBonus(row, by) = passive {
                    self.sums[row.index()] += i16::from(*by);
                }
            }
        }
        if let Some(board) = content.familiars.get(me.familiar.index()) {
            let at = Row::Familiar.index();
            self.stars[at] = f32::from(board.stars);
            (self.low[at], self.width[at]) = (i16::from(board.power.0), board.power.1 - board.power.0);
        }
    }

    /// How likely the goal of a row is met if its dice came to this.
    #[must_use]
    #[inline]
    pub fn chance_at(&self, row: usize, sum: i16) -> f32 {
        self.odds.reach(self.stage, self.width[row], self.open[row], self.low[row] - sum)
    }
    #[must_use]
    #[inline]
    pub fn chance(&self, row: Row) -> f32 {
        self.chance_at(row.index(), self.sums[row.index()])
    }
    /// Stars gained if the sum of a row changes so.
    #[must_use]
    #[inline]
    pub fn shift(&self, row: usize, by: i16) -> f32 {
        self.stars[row] * (self.chance_at(row, self.sums[row] + by) - self.chance_at(row, self.sums[row]))
    }
    /// Stars that the row gains by a die in its next space.
    #[must_use]
    #[inline]
    pub fn placed(&self, row: Row, die: Die) -> f32 {
        let at = row.index();
        let need = self.low[at] - self.sums[at] - i16::from(die.value());
        let then = self.odds.reach(self.stage, self.width[at], self.open[at] - 1, need);
        self.stars[at] * (then - self.chance_at(at, self.sums[at]))
    }
    /// Puts a die there.
    pub fn place(&mut self, row: Row, die: Die) {
        self.sums[row.index()] += i16::from(die.value());
        self.open[row.index()] -= 1;
    }
    /// The lowest sum that meets the goal of a row, and the highest if there is one.
    #[must_use]
    pub fn goal(&self, row: usize) -> (i16, Option<i16>) {
        let high = self.low[row] + i16::from(self.width[row]);
        (self.low[row], (self.width[row] < ENDLESS).then_some(high))
    }

    /// All stars of the sheet itself.
    #[must_use]
    pub fn outlook(&self, me: &Player) -> SheetStars {
        let mut stars = SheetStars::default();
        for row in 0..ROWS {
            stars.rows[row] = self.stars[row] * self.chance_at(row, self.sums[row]);
        }
        let mut also = ColorSet::EMPTY;
        for card in me.cards.and(self.g.tables.topic(Topic::AlsoClass)).iter() {
            for passive in &self.g.content.market[card.index()].always {
                if let Passive::AlsoClass(color) = passive {
                    also = also.with(*color);
                }
            }
        }
        let own = me.dice.iter().filter(|die| counts_as(**die, me.color, also)).count();
        stars.color = own as f32 + self.odds.weights.own_color * f32::from(self.empty);
        stars.backstory = self.backstory(me);
        stars.familiar = self.familiar(me);
        stars
    }

    fn cell(&self, die: Die, fits: bool) -> f32 {
        let late = f32::from(self.empty) / 21.0;
        match (fits, die.is_none()) {
            (true, _) => 1.0 - 0.04 * late,
            (false, true) => self.odds.weights.cell_open,
            (false, false) => self.odds.weights.cell_wrong * late.sqrt(),
        }
    }

    fn backstory(&self, me: &Player) -> f32 {
        let content = &self.g.content;
        let Some(card) = content.backstories.get(me.backstory.index()) else { return 0.0 };
        let cells = card.cells.each();
        let mut spread = [0.0f32; 7];
        spread[0] = 1.0;
        for (row, (color, place)) in Row::ATTRIBUTES.iter().zip(cells) {
            let die = me.die(Space::new(*row, place - 1));
            add(&mut spread, self.cell(die, die.is_color(color)));
        }
        spread.iter().zip(content.setup.backstory_stars).map(|(p, stars)| p * f32::from(stars)).sum()
    }

    fn familiar(&self, me: &Player) -> f32 {
        let content = &self.g.content;
        let Some(board) = content.familiars.get(me.familiar.index()) else { return 0.0 };
        let mut spread = [0.0f32; 7];
        spread[0] = 1.0;
        for (at, color) in board.cells.iter().enumerate() {
            let die = me.die(Space::new(Row::Familiar, at as u8));
            add(&mut spread, self.cell(die, die.is_color(*color)));
        }
        spread.iter().zip(content.setup.familiar_stars).map(|(p, stars)| p * f32::from(stars)).sum()
    }
}

/// One more cell that matches with this chance.
fn add(spread: &mut [f32; 7], chance: f32) {
    for n in (1..7).rev() {
        spread[n] = spread[n] * (1.0 - chance) + spread[n - 1] * chance;
    }
    spread[0] *= 1.0 - chance;
}
