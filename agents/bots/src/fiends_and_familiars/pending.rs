//! What is in progress is worth to a hero: dice in hand, an action to come, a Market turn, a Hunt.

use super::{hero::Hero, sheet::Sheet};
use fiends_and_familiars::{
    Frame,
    content::{
        cards::Level,
        effects::{Counter, Dice, Effect, MonsterAbility},
    },
    dice::Die,
    queries::step,
    rules::{combat, dice_phase, effects, hunt, setup},
    sets::RowSet,
    words::{Color, Direction, EACH_ROW, Good, Row, Space},
};

/// A Combat Die more in a Hunt.
const HUNT_DIE: f32 = 0.8;

impl Hero<'_> {
    /// All of it.
    pub fn pending(&self) -> f32 {
        let s = self.look.s;
        let market = if self.shops { self.odds.weights.market * self.market() } else { 0.0 };
        s.stack.frames().fold(market, |worth, frame| worth + self.in_progress(*frame))
    }

    /// What a frame is worth; most are worth nothing by themselves.
    fn in_progress(&self, frame: Frame) -> f32 {
        match frame {
            Frame::Setup(setup::Frame::StartPlace { at }) if self.look.seat_at(at) == self.seat => {
                self.hand()
            }
            Frame::Dice(frame) => self.dice_turn(frame),
            Frame::Card(frame) => self.card_in_progress(frame),
            Frame::Hunt(frame) => self.hunt_in_progress(frame),
            Frame::Combat(frame) if !self.look.s.fight.monster => self.roll_in_progress(frame),
            Frame::Setup(_)
            | Frame::Roll(_)
            | Frame::Market(_)
            | Frame::Cleanup(_)
            | Frame::Window(_)
            | Frame::Combat(_)
            | Frame::Monster(_)
            | Frame::Enemy(_)
            | Frame::Minimal(_) => 0.0,
        }
    }

    fn dice_turn(&self, frame: dice_phase::Frame) -> f32 {
        use dice_phase::Frame;
        match frame {
            Frame::Place { seat } if seat == self.seat => self.hand(),
            Frame::TurnAction { seat } if seat == self.seat => self.actions(self.look.s.triggered),
            Frame::PlacedAction { seat, rows } if seat == self.seat => self.actions(rows),
            Frame::Place { .. }
            | Frame::TurnAction { .. }
            | Frame::PlacedAction { .. }
            | Frame::Turn { .. }
            | Frame::Select { .. }
            | Frame::GainFiends { .. }
            | Frame::End => 0.0,
        }
    }

    fn card_in_progress(&self, frame: effects::Frame) -> f32 {
        use effects::Frame;
        match frame {
            Frame::Ask { seat, .. } if seat == self.seat => {
                effects::effect_of(self.look, frame).map_or(0.0, |effect| self.effect(effect).max(0.0))
            }
            Frame::Run { seat, source, at } if seat == self.seat => (at..at + 4)
                .map_while(|at| effects::effect_at(self.look, seat, source, at))
                .map(|effect| 0.8 * self.effect(effect))
                .sum(),
            Frame::Ask { .. }
            | Frame::Run { .. }
            | Frame::May { .. }
            | Frame::Reroll { .. }
            | Frame::KeepReroll { .. }
            | Frame::PutBack { .. }
            | Frame::TurnUp { .. }
            | Frame::Exchange { .. }
            | Frame::PoolRoll { .. }
            | Frame::DrawFiend { .. }
            | Frame::StoreXp { .. } => 0.0,
        }
    }

    fn hunt_in_progress(&self, frame: hunt::Frame) -> f32 {
        use hunt::Frame;
        match frame {
            Frame::Minion { seat, .. } if seat == self.seat && !self.look.s.fight.monster => self.hunt(),
            Frame::Reward { seat } if seat == self.seat && self.is_top(frame) => self.rolled_reward(),
            Frame::Trophy { seat, trophy: true, .. } if seat == self.seat => self.trophy(),
            Frame::Minion { .. }
            | Frame::Reward { .. }
            | Frame::Trophy { .. }
            | Frame::Look { .. }
            | Frame::Reveal => 0.0,
        }
    }

    /// The roll of a Hunt.
    fn roll_in_progress(&self, frame: combat::Frame) -> f32 {
        use combat::Frame;
        let fight = &self.look.s.fight;
        match frame {
            Frame::Pool { seat } if seat == self.seat => self.reward_of(i16::from(fight.bonus), fight.pool),
            Frame::Roll { seat, left } if seat == self.seat => {
                self.reward_of(combat::sum(self.look, self.seat), left)
            }
            Frame::Rerolls { seat } if seat == self.seat => self.rerolls(),
            Frame::UsePower { seat } if seat == self.seat => self.rolled_reward(),
            Frame::Pool { .. } | Frame::Roll { .. } | Frame::Rerolls { .. } | Frame::UsePower { .. } => 0.0,
        }
    }

    fn is_top(&self, frame: hunt::Frame) -> bool {
        self.look.s.stack.top() == Some(&frame.into())
    }

    /// Dice in hand, each where it does most.
    fn hand(&self) -> f32 {
        let (mut sheet, mut gain, mut gold) = (self.sheet, 0.0, 0.0);
        for die in self.look.s.hand.iter().rev() {
            let open = EACH_ROW.into_iter().filter(|row| sheet.open[row.index()] > 0);
            let tried = open.map(|row| (row, sheet.placed(row, *die) + self.matched(&sheet, row, *die)));
            let Some((row, stars)) = tried.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
            sheet.place(row, *die);
            gain += stars - self.odds.weights.own_color;
            gain += if die.is_color(self.me.color) { 1.0 } else { 0.0 };
            gold += if die.is_color(Color::Gold) { 2.0 } else { 0.0 };
            gold += if sheet.open[row.index()] == 0 { 1.0 } else { 0.0 };
        }
        gain + gold * self.odds.weights.gold
    }

    /// What the colour of a die does for a backstory in the next space of a row.
    fn matched(&self, sheet: &Sheet, row: Row, die: Die) -> f32 {
        let w = &self.odds.weights;
        let space = Space::new(row, 3 - sheet.open[row.index()]);
        match self.wanted(space) {
            Some(color) if die.is_color(color) => w.cell * (1.0 - w.cell_open),
            Some(_) => w.cell * (w.cell_wrong * self.late.sqrt() - w.cell_open),
            None => 0.0,
        }
    }

    /// The best action of these rows.
    fn actions(&self, rows: RowSet) -> f32 {
        let allowed = rows.iter().filter(|row| self.look.action_allowed(self.seat, *row));
        self.odds.weights.actions * allowed.map(|row| self.action(row)).fold(0.0, f32::max)
    }
    fn action(&self, row: Row) -> f32 {
        let source = effects::Source::Row(row);
        let all = (0..4).map_while(|at| effects::effect_at(self.look, self.seat, source, at));
        all.map(|effect| if matches!(effect, Effect::Action(_)) { 0.3 } else { self.effect(effect) }).sum()
    }

    pub fn effects(&self, all: &[Effect]) -> f32 {
        all.iter().map(|effect| self.effect(*effect)).sum()
    }

    /// What a step of a card is worth, before it is taken.
    pub fn effect(&self, effect: Effect) -> f32 {
        let dice = |dice: Dice| self.look.dice_of(self.seat, dice);
        let best = |all: &mut dyn Iterator<Item = f32>| all.fold(0.0, f32::max);
        let faces = &self.look.g.faces;
        let turned = |space: Space, die: Die, to: Die| {
            self.sheet.shift(space.row().index(), i16::from(to.value()) - i16::from(die.value()))
        };
        match effect {
            Effect::Flip(which) => best(&mut dice(which).map(|(s, d)| turned(s, d, faces.flipped(d)))),
            Effect::Adjust { dice: which, by } => best(&mut dice(which).flat_map(|(s, d)| {
                let by = by as i8;
                (-by..=by).filter_map(move |by| faces.adjusted(d, by)).map(move |to| turned(s, d, to))
            })),
            Effect::Set { dice: which, value } => {
                let fits = |(_, d): &(Space, Die)| faces.has(d.showing(value));
                best(&mut dice(which).filter(fits).map(|(s, d)| turned(s, d, d.showing(value))))
            }
            Effect::Reroll { dice: which, either } => best(&mut dice(which).map(|(s, d)| {
                let each = faces.of(d.kind()).map(|value| turned(s, d, d.showing(value)));
                each.iter().map(|gain| if either { gain.max(0.0) } else { *gain }).sum::<f32>() / 6.0
            })),
            Effect::Swap(_) => self.best_swap(),
            Effect::Replace => 0.5,
            Effect::Align(to) => {
                step(self.me.token, to).map_or(0.0, |cell| self.alignment_at(cell) - self.alignment())
            }
            Effect::Wander(_) => best(
                &mut Direction::ALL
                    .iter()
                    .filter_map(|to| step(self.me.token, *to))
                    .map(|cell| self.alignment_at(cell) - self.alignment()),
            ),
            Effect::Center => self.alignment_at(fiends_and_familiars::state::CENTRE) - self.alignment(),
            Effect::Gain(what, n) => f32::from(n) * self.good(what),
            Effect::GainPer { what, counter, per, max } => {
                let n = (self.look.count(self.seat, counter) / per.max(1)).min(max);
                f32::from(n) * self.good(what)
            }
            Effect::Pay(what, n) => -f32::from(n) * self.good(what),
            Effect::Heal(n) => f32::from(n.min(self.me.injury)) * self.point,
            Effect::Action(Row::Familiar) | Effect::AnyAction | Effect::CompleteAction => 0.6,
            Effect::Action(row) => self.action(row),
            Effect::Buy(off) => 0.5 + f32::from(off) * self.odds.weights.gold,
            Effect::FromDiscard | Effect::TurnMarket(_) | Effect::Refresh(_) => 0.4,
            Effect::PoolReroll | Effect::PoolFlip | Effect::PoolSwap => 0.3,
            Effect::ClearSlot | Effect::CycleMinion => 0.1,
            Effect::HuntDice(n) => HUNT_DIE * f32::from(n),
            Effect::HuntBonus(n) => 0.25 * f32::from(n),
            Effect::HuntReroll(n) => 0.3 * f32::from(n),
            Effect::Banish(gold) => self.worst_fiend() - f32::from(gold) * self.odds.weights.gold,
            Effect::Summon => self.worst_fiend(),
            Effect::DrawFiend => -0.5,
            Effect::Nothing => 0.0,
        }
    }

    /// One of these things.
    pub fn good(&self, what: Good) -> f32 {
        match what {
            Good::Gold => self.odds.weights.gold,
            Good::Xp => self.odds.weights.xp * self.point,
            Good::Charisma => self.odds.weights.charisma,
            Good::Honor => self.point,
            Good::Injury => -self.point,
        }
    }

    fn worst_fiend(&self) -> f32 {
        let cost = |fiend: fiends_and_familiars::words::FiendId| {
            let card = &self.look.g.content.fiends[fiend.index()];
            card.does.iter().map(|r| self.fiend(r)).sum::<f32>()
        };
        self.me.active.iter().map(cost).fold(0.0, f32::max)
    }

    fn best_swap(&self) -> f32 {
        let mut best = 0.0f32;
        for one in Space::all().filter(|space| self.me.die(*space).is_some()) {
            for other in (one.0 + 1..21).map(Space).filter(|space| self.me.die(*space).is_some()) {
                if one.row() != other.row() {
                    best = best.max(self.swap(one, other));
                }
            }
        }
        best
    }

    /// What an exchange of two dice does for both rows and the backstories.
    pub fn swap(&self, one: Space, other: Space) -> f32 {
        let (a, b) = (self.me.die(one), self.me.die(other));
        let by = i16::from(b.value_or_zero()) - i16::from(a.value_or_zero());
        let mut gain = 0.0;
        if one.row() != other.row() && by != 0 {
            gain += self.sheet.shift(one.row().index(), by) + self.sheet.shift(other.row().index(), -by);
        }
        for (space, was, is) in [(one, a, b), (other, b, a)] {
            if let Some(color) = self.wanted(space) {
                gain += self.odds.weights.cell
                    * (f32::from(u8::from(is.is_color(color))) - f32::from(u8::from(was.is_color(color))));
            }
        }
        gain
    }

    /// The colour that a backstory wants in a space.
    pub fn wanted(&self, space: Space) -> Option<Color> {
        let content = &self.look.g.content;
        if space.row() == Row::Familiar {
            let board = content.familiars.get(self.me.familiar.index())?;
            return board.cells.get(usize::from(space.place())).copied();
        }
        let card = content.backstories.get(self.me.backstory.index())?;
        let (color, place) = card.cells.each()[space.row().index()];
        (place == space.place() + 1).then_some(color)
    }

    /// The best that a Market turn may bring: a card, two Gold, a Hunt.
    fn market(&self) -> f32 {
        let me = self.me;
        let mut best = 2.0 * self.odds.weights.gold;
        for (_, card) in self.look.s.row_cards() {
            let price = self.look.price(self.seat, card, 0);
            if price <= me.gold + me.charisma {
                best = best.max(self.gain(card) - f32::from(price) * self.odds.weights.gold);
            }
        }
        if hunt::can_hunt(self.look) && !self.look.s.fight.hunting {
            best = best.max(self.odds.weights.hunts * self.hunt());
        }
        best
    }

    pub fn trophy(&self) -> f32 {
        if self.me.tokens >= 3 {
            return self.odds.weights.xp * self.point;
        }
        let missing = if let Some(MonsterAbility::Minus { counter: Counter::MissingTokens, each }) =
            self.look.monster().map(|m| m.ability)
        {
            f32::from(each)
        } else {
            0.0
        };
        (self.odds.weights.token + missing) * self.point
    }

    fn reward(&self, level: &Level) -> f32 {
        let goods = f32::from(level.gold) * self.odds.weights.gold
            + (self.odds.weights.xp * f32::from(level.xp) + f32::from(level.honor) - f32::from(level.injury))
                * self.point
            + 0.2 * f32::from(level.charisma);
        let does = if level.does == Effect::Nothing { 0.0 } else { self.effect(level.does).max(0.0) };
        goods + does + if level.trophy { self.trophy() } else { 0.0 }
    }

    /// What a Hunt against the revealed Minion brings on average.
    fn hunt(&self) -> f32 {
        let Some(minion) = self.look.s.minions.shown() else { return self.odds.weights.unknown };
        let weak = hunt::weakness(self.look, self.seat, minion);
        let dice = 1 + weak + combat::card_dice(self.look, self.seat) + self.me.hunt_dice;
        self.reward_of(i16::from(self.me.hunt_bonus), dice) + 0.15
    }

    /// The reward for the dice as they lie.
    fn rolled_reward(&self) -> f32 {
        self.reward_of(combat::sum(self.look, self.seat), 0)
    }

    /// The dice as they lie, or with the lowest rolled again.
    fn rerolls(&self) -> f32 {
        let fight = &self.look.s.fight;
        let stands = self.rolled_reward();
        if !combat::may_reroll(self.look, self.seat) {
            return stands;
        }
        let lowest = fight.shown.iter().position(|count| *count > 0).unwrap_or(5) as i16 + 1;
        let price = if fight.free_rerolls > 0 { 0.0 } else { self.odds.weights.xp * self.point };
        stands.max(self.reward_of(combat::sum(self.look, self.seat) - lowest, 1) - price)
    }

    /// The reward if so many dice are added to this.
    fn reward_of(&self, sum: i16, dice: u8) -> f32 {
        let fight = &self.look.s.fight;
        let battled = fight.hunting.then_some(fight.minion).or_else(|| self.look.s.minions.shown());
        let Some(minion) = battled.filter(|id| id.is_some()) else { return 0.0 };
        let (mut worth, mut below) = (0.0, 0.0);
        for (at, level) in self.look.minion(minion).levels.iter().enumerate() {
            let reward = self.reward(level);
            let chance = if at == 0 { 1.0 } else { self.odds.at_least(dice, i16::from(level.min) - sum) };
            worth += chance * (reward - below);
            below = reward;
        }
        worth
    }
}
