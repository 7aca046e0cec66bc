//! What lies on the table in a check or combat, as a planner needs it: open slots, dice, and what could still be played.

use super::prices;
use ::adventures::{
    content::{
        cards::{Flag, TRACK, TrackEffect},
        effect::{Added, Effect, Selector},
    },
    frame::Source,
    queries::Look,
    rules::{contest, manipulate::ability_of},
    state::{Die, Kind, SlotState},
    words::{DieKind, SEATS, Verb},
};
use kernel::{ArrayVec, Seat};

/// More dice or tools than these are not thought about.
pub const DICE: usize = 12;
pub const TOOLS: usize = 32;
/// More open slots than these are not told apart.
pub const OPEN: usize = 16;

/// A card or class ability that could be used once.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    pub seat: Seat,
    pub source: Source,
    pub options: ArrayVec<[Effect; 4]>,
    /// What using it costs, in shares of a success.
    pub cost: f32,
    /// No play is needed for it.
    pub free: bool,
    /// Dice as they lie there now that it has changed already.
    pub except: ArrayVec<[Die; 6]>,
}

impl Default for Tool {
    fn default() -> Tool {
        Tool {
            seat: Seat::new(0),
            source: Source::Class,
            options: ArrayVec::default(),
            cost: 0.0,
            free: true,
            except: ArrayVec::default(),
        }
    }
}

/// What can still be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Means {
    /// Tools that are gone, by bit.
    pub used: u64,
    pub plays: [u8; SEATS],
    pub extra: u8,
    pub tokens: u8,
}

/// A moment while cards are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    pub dice: ArrayVec<[Die; DICE]>,
    pub means: Means,
}

/// A moment and one more number in few bits: what planners remember moments by.
pub type Key = [u64; 6];

/// Three dice fit into a number of 64 bits.
const DIE_BITS: usize = 21;

/// A die as a number: colours, then value, then kind.
fn packed(die: &Die) -> u32 {
    u32::from(die.colours.bits()) << 15 | u32::from(die.value & 0x7f) << 8 | u32::from(die.kind.0)
}

impl Moment {
    /// The same with other tools gone.
    #[must_use]
    pub fn with_used(&self, used: u64) -> Moment {
        Moment { means: Means { used, ..self.means }, ..*self }
    }
    /// Dice in an order that does not depend on how they came.
    pub fn sort(&mut self) {
        self.dice.sort_unstable_by_key(packed);
    }
    #[must_use]
    pub fn key(&self, more: u8) -> Key {
        let mut key = [0; 6];
        for (i, die) in self.dice.iter().enumerate() {
            key[i / 3] |= u64::from(packed(die)) << (DIE_BITS * (i % 3));
        }
        let Means { used, plays: [a, b, c, d], extra, tokens } = self.means;
        key[4] = used;
        key[5] = u64::from_le_bytes([a, b, c, d, extra, tokens, more, self.dice.len() as u8]);
        key
    }
}

/// What stays the same while cards are played.
pub struct Desk<'a> {
    pub look: Look<'a>,
    pub slots: ArrayVec<[SlotState; OPEN]>,
    pub tools: ArrayVec<[Tool; TOOLS]>,
    pub now: Moment,
    pub combat: bool,
    /// Rounds after this one.
    pub rounds: u8,
    /// Dice that a later round will bring, cards included.
    ahead: f32,
    /// The chance that a later round covers each slot.
    later: [f32; OPEN],
    /// What one fatigue for every hero costs.
    fatigue: f32,
    /// Fatigue that the next space of the round track brings.
    track: f32,
    /// More than this for everybody, and nobody stands.
    slack: u8,
    token: f32,
}

impl<'a> Desk<'a> {
    pub fn new(look: Look<'a>) -> Desk<'a> {
        let (s, contest) = (look.s, &look.s.contest);
        let mut desk = Desk {
            look,
            slots: contest.slots.iter().filter(|slot| slot.die.is_none()).copied().take(OPEN).collect(),
            tools: ArrayVec::default(),
            now: Moment::default(),
            combat: contest.kind == Kind::Combat,
            rounds: 0,
            ahead: 0.0,
            later: [0.0; OPEN],
            fatigue: prices::fatigue_each(look),
            track: 0.0,
            slack: s
                .present
                .into_iter()
                .map(|seat| s.sheets[seat].health - s.sheets[seat].fatigue)
                .max()
                .unwrap_or(0),
            token: prices::TOKEN * prices::care(look),
        };
        desk.now.dice = contest.pool.iter().filter(|die| die.value > 0).copied().take(DICE).collect();
        desk.now.means.extra = contest.extra;
        desk.now.means.tokens = if contest.bent.no_bonus { 0 } else { s.journal.tokens };
        for seat in s.standing() {
            desk.now.means.plays[seat.index()] = s.journal.play_limit.saturating_sub(s.sheets[seat].plays);
            desk.collect(seat);
        }
        if desk.combat {
            desk.look_ahead();
        }
        desk
    }

    fn collect(&mut self, seat: Seat) {
        let sheet = &self.look.s.sheets[seat];
        let busy = self.look.s.contest.passed.contains(seat)
            && self.look.s.stack.top() == Some(&contest::Frame::Manipulate.into());
        let cards = sheet.hand.iter().filter(|_| !busy).map(Source::Card);
        for source in cards.chain((sheet.ready && !busy).then_some(Source::Class)) {
            let ability = ability_of(self.look, seat, source);
            let options: ArrayVec<[Effect; 4]> =
                ability.options.iter().filter_map(|chain| chain.first().copied()).collect();
            let flag = match source {
                Source::Card(card) => self.look.card(card).flag,
                Source::Class => Flag::Spent,
            };
            let helps = options.iter().any(|effect| on_dice(*effect) && !self.forbidden(*effect));
            if helps && self.tools.len() < TOOLS {
                let cost = prices::tool(flag, self.combat) * prices::care(self.look);
                self.tools.push(Tool {
                    seat,
                    source,
                    options,
                    cost,
                    free: source == Source::Class,
                    ..Tool::default()
                });
            }
        }
    }

    fn look_ahead(&mut self) {
        let (s, contest) = (self.look.s, &self.look.s.contest);
        let marker = contest.foes.iter().filter(|foe| !foe.down).map(|foe| foe.marker).max().unwrap_or(1);
        self.rounds = (TRACK as u8).saturating_sub(marker);
        let up = |(_, foe): &(usize, &::adventures::state::Foe)| !foe.down && usize::from(foe.marker) < TRACK;
        for (at, foe) in contest.foes.iter().enumerate().filter(up) {
            let icons = self.look.space(at, foe.marker.into());
            self.track += icons.iter().map(|icon| burden(*icon)).sum::<f32>();
        }
        let per_round = f32::from(s.journal.play_limit) * s.standing().len() as f32;
        let cards = self.tools.len() as f32 / f32::from(self.rounds.max(1) + 1);
        let limit = f32::from(s.journal.combat_dice) + f32::from(contest.bent.dice);
        self.ahead = limit.max(1.0) + 0.35 * cards.min(per_round);
        for i in 0..self.slots.len() {
            self.later[i] = self.chance_later(&self.slots[i]);
        }
    }

    #[must_use]
    pub fn forbidden(&self, effect: Effect) -> bool {
        verb(effect).is_some_and(|verb| self.look.s.contest.bent.forbidden.contains(verb))
    }
    /// Could this tool be used now, and what would it cost?
    #[must_use]
    pub fn price(&self, at: &Means, tool: usize) -> Option<f32> {
        let this = &self.tools[tool];
        if at.used >> tool & 1 == 1 {
            None
        } else if this.free || at.plays[this.seat.index()] > 0 || at.extra > 0 {
            Some(this.cost)
        } else if at.tokens > 0 {
            Some(this.cost + self.token)
        } else {
            None
        }
    }
    /// The tool is used.
    pub fn spend(&self, at: &mut Means, tool: usize) {
        let this = &self.tools[tool];
        at.used |= 1 << tool;
        if this.free {
            return;
        }
        if at.plays[this.seat.index()] > 0 {
            at.plays[this.seat.index()] -= 1;
        } else if at.extra > 0 {
            at.extra -= 1;
        } else {
            at.tokens = at.tokens.saturating_sub(1);
        }
    }

    /// What it is worth to have these slots covered, and no others, when this step is over. A success is 1.
    #[must_use]
    pub fn worth(&self, covered: u32) -> f32 {
        let care = prices::care(self.look);
        let mut pays = 0.0;
        let (mut struck, mut win, mut left) = (0u8, 1.0f32, 0.0f32);
        for (i, slot) in self.slots.iter().enumerate() {
            if covered >> i & 1 == 1 {
                pays += (prices::XP * f32::from(slot.xp) + prices::GOLD * f32::from(slot.gold)) * care;
                continue;
            }
            struck = struck.saturating_add(slot.counterattack);
            left += 1.0;
            win *= self.later[i];
        }
        if left == 0.0 {
            return 1.0 + pays;
        }
        // A slot that is covered brings success nearer even where it does not come.
        let near = 0.002 * (self.slots.len() as f32 - left);
        if !self.combat {
            let each = f32::from(self.look.s.contest.bent.per_uncovered) * left;
            return pays + near - each * self.fatigue;
        }
        if struck >= self.slack {
            return pays + near - prices::FALL * care;
        }
        let dice = self.ahead * f32::from(self.rounds);
        let crowded = if left > dice { 0.0 } else { 1.0 - 0.5 * left / dice.max(1.0) * left / dice.max(1.0) };
        let hurt = (f32::from(struck) + self.track) * self.fatigue;
        pays + near + win * crowded - hurt
    }

    /// The chance that some die of the rounds to come covers this slot.
    fn chance_later(&self, slot: &SlotState) -> f32 {
        if self.rounds == 0 {
            return 0.0;
        }
        let (colours, values) = (slot.colours.len() as f32 / 6.0, slot.values.len() as f32 / 6.0);
        // A colour can be bought, if stamina is there.
        let bought = slot.colours.iter().any(|c| self.look.s.stamina(c) >= u16::from(self.look.s.players()));
        let colours = if bought { colours.max(0.5) } else { colours };
        let once: f32 = (colours * values).max(0.03);
        1.0 - (1.0 - once).powf(self.ahead * f32::from(self.rounds))
    }
}

/// What an icon of a round track costs, in fatigue for everybody.
fn burden(icon: TrackEffect) -> f32 {
    match icon {
        TrackEffect::Fatigue(k) => f32::from(k),
        TrackEffect::DrainRows(k) => 0.7 * f32::from(k),
        TrackEffect::FillRows(k) => -0.5 * f32::from(k),
        TrackEffect::LoseGold(k) | TrackEffect::LoseXp(k) => 0.7 * f32::from(k),
    }
}

/// Does an effect change the pool, or let somebody change it?
#[must_use]
pub const fn on_dice(effect: Effect) -> bool {
    match effect {
        Effect::Flip { .. }
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::TreatColour { .. }
        | Effect::TreatValue { .. }
        | Effect::Add { .. }
        | Effect::Extra(_) => true,
        Effect::Heal { .. } | Effect::Row { .. } | Effect::Recover(_) => false,
    }
}

const fn verb(effect: Effect) -> Option<Verb> {
    match effect {
        Effect::Flip { .. } => Some(Verb::Flip),
        Effect::Adjust { .. } => Some(Verb::Adjust),
        Effect::Reroll { .. } => Some(Verb::Reroll),
        Effect::TreatColour { .. } | Effect::TreatValue { .. } => Some(Verb::Treat),
        Effect::Add { .. } => Some(Verb::Add),
        Effect::Heal { .. } | Effect::Row { .. } | Effect::Extra(_) | Effect::Recover(_) => None,
    }
}

/// May this die be touched?
#[must_use]
#[inline]
pub fn selects(on: Selector, die: Die) -> bool {
    on.colours.meets(die.colours)
        && on.values.contains(die.value)
        && on.familiar.is_none_or(|card| die.kind == DieKind::familiar(card.number() as u8))
}

/// The kind of die an effect adds; none if it is random.
#[must_use]
pub fn added_kind(what: Added) -> Option<DieKind> {
    match what {
        Added::Colour(colour) => Some(DieKind::colour(colour)),
        Added::Random => None,
        Added::Familiar(card) => Some(DieKind::familiar(card.number() as u8)),
    }
}
