//! What each action inside a check or combat is worth.

use super::{
    assign::results,
    desk::{Desk, Moment, Tool},
    plan::Planner,
    pool, prices,
};
use ::adventures::{
    Action,
    content::effect::{Effect, Who},
    frame::{Frame, Source},
    queries::Look,
    rules::{contest, dice_pool::Due, effects, manipulate::ability_of, revealed},
    state::Die,
    words::{Colour, ColourSet, PoolDie, SlotId, Verb},
};
use kernel::{ArrayVec, Seat};
use std::hash::BuildHasher;

/// How hard to think.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub depth: u8,
    pub nodes: u32,
    pub samples: u32,
}

impl Effort {
    pub const FULL: Effort = Effort { depth: u8::MAX, nodes: 12_000, samples: 72 };
    pub const QUICK: Effort = Effort { depth: 1, nodes: 60, samples: 12 };

    /// Many tools make every node dear.
    fn nodes_for(self, desk: &Desk) -> u32 {
        let whole = if desk.look.g.is_single() { self.nodes } else { self.nodes.min(1_500) };
        if desk.tools.len() <= 6 { whole } else { whole.min(400) }
    }
}

/// A seat in the middle of a check or combat.
pub struct Bench<'a> {
    pub look: Look<'a>,
    pub seat: Seat,
    pub effort: Effort,
}

/// What stopping here is worth, whether every slot can be covered already, and how deep to look.
#[derive(Clone, Copy)]
struct Now {
    stop: f32,
    done: bool,
    depth: u8,
}

/// Where no number says more, this is the middle.
const EVEN: f32 = 0.5;

impl Bench<'_> {
    /// One number for each action.
    pub fn worths(&self, frame: Frame, actions: &[Action], into: &mut Vec<f32>) {
        match frame {
            Frame::Contest(frame) => self.contest(frame, actions, into),
            Frame::Effect(frame) => self.card(frame, actions, into),
            Frame::Gains(revealed::Frame::Rows(_)) => {
                into.extend(actions.iter().map(|action| self.row(*action)));
            }
            Frame::Gains(_) | Frame::Setup(_) | Frame::Story(_) | Frame::Move(_) | Frame::Rest(_) => {
                into.extend(actions.iter().map(|_| EVEN));
            }
            Frame::OwnBook(_) | Frame::Town(_) | Frame::Party(_) => {
                into.extend(actions.iter().map(|_| EVEN));
            }
        }
    }

    fn contest(&self, frame: contest::Frame, actions: &[Action], into: &mut Vec<f32>) {
        use contest::Frame;
        match frame {
            Frame::Build => self.build(actions, into),
            Frame::Paying(due) => into.extend(actions.iter().map(|action| self.pay(due, *action))),
            Frame::Manipulate => self.manipulate(actions, into),
            Frame::Place => self.place(actions, into),
            Frame::DrawDice
            | Frame::Roll
            | Frame::CheckOver
            | Frame::RoundOver
            | Frame::Track { .. }
            | Frame::TrackOver
            | Frame::CombatOver
            | Frame::Over { .. } => into.extend(actions.iter().map(|_| EVEN)),
        }
    }

    /// What a card or ability asks.
    fn card(&self, frame: effects::Frame, actions: &[Action], into: &mut Vec<f32>) {
        use effects::Frame;
        match frame {
            Frame::Chain(chain) => match effects::current(self.look, chain) {
                Some(effect) => self.effect(effect, actions, into),
                None => into.extend(actions.iter().map(|_| EVEN)),
            },
            Frame::Heal { by, .. } => into.extend(actions.iter().map(|action| self.heal(by, *action))),
            Frame::Recover { .. } => into.extend(actions.iter().map(|action| self.recover(*action))),
            Frame::Add { .. } => into.extend(actions.iter().map(|_| EVEN)),
        }
    }

    fn build(&self, actions: &[Action], into: &mut Vec<f32>) {
        let (first, stop) = bought(self.look, self.effort.samples);
        for action in actions {
            into.push(if let Action::Buy { colour } = *action {
                // Only what plainly helps is worth asking the others for.
                first[colour.index()] - 0.002 * prices::care(self.look)
            } else {
                stop
            });
        }
    }

    fn manipulate(&self, actions: &[Action], into: &mut Vec<f32>) {
        let desk = Desk::new(self.look);
        let mut planner = Planner::new(&desk, self.effort.nodes_for(&desk));
        let depth = planner.depth().min(self.effort.depth);
        let bare = desk.now.with_used(u64::MAX);
        let stop = planner.repair(&bare);
        // Nothing can be better than everything.
        let done = stop >= 1.0;
        let now = Now { stop, done, depth };
        for action in actions {
            into.push(if let Action::Play { card, option } = *action {
                self.play(&mut planner, Source::Card(card), option.0, now)
            } else if let Action::Ability { option } = *action {
                self.play(&mut planner, Source::Class, option.0, now)
            } else {
                self.pass(&mut planner, stop, if done { 0 } else { depth })
            });
        }
    }

    /// Others may still play if this seat passes.
    fn pass(&self, planner: &mut Planner, stop: f32, depth: u8) -> f32 {
        let desk = planner.desk;
        let mine = |tool: &Tool| tool.seat == self.seat;
        let own = desk.tools.iter().enumerate().filter(|(_, t)| mine(t)).fold(0u64, |b, (i, _)| b | 1 << i);
        if depth == 0 || own.count_ones() as usize == desk.tools.len() {
            return stop;
        }
        let others = desk.now.with_used(own);
        stop.max(planner.best(&others, depth.min(1)) - 0.004)
    }

    fn play(&self, planner: &mut Planner, source: Source, option: u8, now: Now) -> f32 {
        let Now { stop, done, depth } = now;
        let desk = planner.desk;
        let ability = ability_of(self.look, self.seat, source);
        let chain = ability.options.get(usize::from(option).saturating_sub(1));
        let Some(effect) = chain.and_then(|chain| chain.first().copied()) else { return 0.0 };
        let tool = desk.tools.iter().position(|t| t.seat == self.seat && t.source == source);
        let cost = tool.and_then(|tool| desk.price(&desk.now.means, tool));
        if let Some(gain) = self.relief(effect) {
            let flag = match source {
                Source::Card(card) => prices::tool(self.look.card(card).flag, false),
                Source::Class => prices::tool(::adventures::content::cards::Flag::Spent, false),
            };
            return stop + gain - flag * prices::care(self.look);
        }
        let (Some(tool), Some(cost)) = (tool, cost) else { return stop - 1.0 };
        if done {
            return stop - cost - 0.001;
        }
        if let Some(worth) = planner.chance(&desk.now, tool, effect, depth.max(1)) {
            return worth - cost;
        }
        let deep = if desk.tools.len() <= 6 { depth } else { 0 };
        let mut after = desk.now;
        desk.spend(&mut after.means, tool);
        let mut best = stop - cost - 0.001;
        for (i, die) in desk.now.dice.iter().enumerate() {
            let mut all: ArrayVec<[Die; 6]> = ArrayVec::default();
            results(desk, effect, *die, &mut |to| {
                if all.len() < 6 {
                    all.push(to);
                }
            });
            for to in all.iter().filter(|to| self.matters(desk, *die, **to)) {
                let mut next = after;
                next.dice[i] = *to;
                best = best.max(planner.best(&next, deep) - cost);
                if several(effect) {
                    best = best.max(second(planner, effect, &next, i) - cost);
                }
            }
        }
        best
    }

    /// Does it make a difference to any slot, or to a card that could follow?
    fn matters(&self, desk: &Desk, from: Die, to: Die) -> bool {
        desk.tools.len() <= 6 || desk.slots.iter().any(|slot| slot.takes(to) && !slot.takes(from))
    }

    /// What an effect outside the pool gives; none if it is about dice.
    fn relief(&self, effect: Effect) -> Option<f32> {
        let s = self.look.s;
        let count = f32::from(s.players().max(1));
        let care = prices::care(self.look);
        let healed = |seat: Seat, by: u8| {
            let sheet = &s.sheets[seat];
            f32::from(by.min(sheet.fatigue)) * prices::fatigue(sheet).max(0.03) / count * care
        };
        match effect {
            Effect::Heal { by, who: Who::Myself } => Some(healed(self.seat, by)),
            Effect::Heal { by, who: Who::One } => {
                Some(s.present.into_iter().map(|seat| healed(seat, by)).fold(0.0, f32::max))
            }
            Effect::Heal { by, who: Who::Each } => {
                Some(s.present.into_iter().map(|seat| healed(seat, by)).sum())
            }
            Effect::Row { by, who } => {
                let heroes = if who == Who::Each { 1.0 } else { 1.0 / count };
                Some(f32::from(by) * prices::STAMINA * heroes * care)
            }
            Effect::Recover(k) => Some(0.02 * f32::from(k) * care),
            Effect::Flip { .. }
            | Effect::Adjust { .. }
            | Effect::Reroll { .. }
            | Effect::TreatColour { .. }
            | Effect::TreatValue { .. }
            | Effect::Add { .. }
            | Effect::Extra(_) => None,
        }
    }

    /// A target is asked for: what is left of the effect is one more tool that costs nothing.
    fn effect(&self, effect: Effect, actions: &[Action], into: &mut Vec<f32>) {
        let mut desk = Desk::new(self.look);
        let picked = self.look.s.contest.picked;
        let left = targets(effect).saturating_sub(picked.len());
        let rest = desk.tools.len();
        let more = fewer(effect, left.saturating_sub(1));
        if let Some(more) = more.filter(|_| desk.tools.len() < super::desk::TOOLS) {
            let options = [more].into_iter().collect();
            desk.tools.push(Tool { seat: self.seat, options, ..Tool::default() });
        }
        if effect.verb() == Some(Verb::Reroll) {
            let mut planner = Planner::new(&desk, self.effort.nodes);
            let depth = planner.depth().min(self.effort.depth);
            let at = desk.now.with_used(desk.now.means.used | 1 << rest);
            for action in actions {
                into.push(rolled_with(
                    &mut planner,
                    &at,
                    picked.bits(),
                    *action,
                    (left, depth.saturating_sub(1)),
                ));
            }
            return;
        }
        for action in actions {
            let mut next = desk.now;
            let changed = change(self.look, &mut next, *action);
            if *action == Action::Enough {
                next.means.used |= 1 << rest;
            }
            if let Some(tool) = desk.tools.get_mut(rest) {
                // No die is changed twice by the same card.
                let touched = |i: &usize| picked.contains(*i) || changed == Some(*i);
                tool.except = (0..next.dice.len()).filter(touched).map(|i| next.dice[i]).take(6).collect();
            }
            let mut planner = Planner::new(&desk, self.effort.nodes / 4);
            let depth = planner.depth().min(self.effort.depth);
            into.push(planner.best(&next, depth.min(2)));
        }
    }

    /// The plan as it lies there, and what each change would make of it.
    fn place(&self, actions: &[Action], into: &mut Vec<f32>) {
        let desk = Desk::new(self.look);
        let contest = &self.look.s.contest;
        for action in actions {
            let mut plan = contest.plan;
            let edit = if *action == Action::Agree { 0.0 } else { 0.001 };
            if let Action::Place { die, slot } = action {
                plan.move_to(*slot, *die);
            }
            if let Action::Leave { slot } = action {
                plan.leave(*slot);
            }
            let open = contest.slots.iter().enumerate().filter(|(_, slot)| slot.die.is_none());
            let planned = |i: usize| plan.die(SlotId(i as u8 + 1)).is_some();
            let covered = open.enumerate().filter(|(_, (i, _))| planned(*i)).fold(0, |b, (n, _)| b | 1 << n);
            into.push(desk.worth(covered) - edit);
        }
    }

    /// Who pays for a die, and from which row.
    fn pay(&self, due: Due, action: Action) -> f32 {
        let Action::Pay { row, stamina } = action else { return 0.2 };
        let mut paid = self.look.s.sheets[self.seat];
        paid.fatigue = paid.fatigue.saturating_add(stamina.0);
        let slack = f32::from(paid.health.saturating_sub(paid.fatigue)) / f32::from(paid.health.max(1));
        let kept = f32::from(paid.rows[row.index()].saturating_sub(stamina.0)).min(3.0);
        // Other rows stand in for this colour: rather those that nothing else will ask for.
        let asked = if due.colour == row { 0.0 } else { 4.0 * self.asked(row) };
        0.4 + 0.3 * slack + 0.03 * kept + 0.002 * f32::from(stamina.0) - asked
    }

    fn row(&self, action: Action) -> f32 {
        let rows = self.look.s.sheets[self.seat].rows;
        if let Action::Drain { row } = action {
            return EVEN + 0.05 * f32::from(rows[row.index()]) - self.asked(row);
        }
        let Action::Fill { row } = action else { return EVEN };
        EVEN - 0.03 * f32::from(rows[row.index()]) + self.asked(row)
    }

    fn heal(&self, by: u8, action: Action) -> f32 {
        let Action::Seat { player } = action else { return EVEN };
        let hurt = &self.look.s.sheets[player.seat()];
        let slack = f32::from(hurt.health.saturating_sub(hurt.fatigue));
        EVEN + 0.02 * f32::from(by.min(hurt.fatigue)) - 0.01 * slack
    }

    fn recover(&self, action: Action) -> f32 {
        let Action::Recover { card } = action else { return EVEN };
        EVEN + super::shop::card_worth(self.look, card) * 0.1
    }

    /// How much open slots ask for this colour.
    fn asked(&self, row: Colour) -> f32 {
        let open = self.look.s.contest.slots.iter().filter(|slot| slot.die.is_none());
        let asking = open.filter(|slot| slot.colours.len() <= 2 && slot.colours.contains(row));
        0.04 * asking.count() as f32
    }
}

const fn several(effect: Effect) -> bool {
    targets(effect) > 1
}

/// How many dice an effect may touch.
const fn targets(effect: Effect) -> u8 {
    match effect {
        Effect::Flip { up_to, .. }
        | Effect::Adjust { up_to, .. }
        | Effect::Reroll { up_to, .. }
        | Effect::TreatColour { up_to, .. } => up_to,
        Effect::TreatValue { .. }
        | Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => 1,
    }
}

/// The same effect on fewer dice; none for those that roll or are used up.
fn fewer(effect: Effect, left: u8) -> Option<Effect> {
    if left == 0 {
        return None;
    }
    match effect {
        Effect::Flip { on, .. } => Some(Effect::Flip { on, up_to: left }),
        Effect::Adjust { on, .. } => Some(Effect::Adjust { on, up_to: left }),
        Effect::TreatColour { on, to, .. } => Some(Effect::TreatColour { on, to, up_to: left }),
        Effect::Reroll { .. }
        | Effect::TreatValue { .. }
        | Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => None,
    }
}

/// A second die for the same card.
fn second(planner: &mut Planner, effect: Effect, at: &Moment, first: usize) -> f32 {
    let desk = planner.desk;
    let mut best = f32::NEG_INFINITY;
    for (i, die) in at.dice.iter().enumerate().filter(|(i, _)| *i != first) {
        let mut all: ArrayVec<[Die; 6]> = ArrayVec::default();
        results(desk, effect, *die, &mut |to| {
            if all.len() < 6 {
                all.push(to);
            }
        });
        for to in all.iter().filter(|to| desk.slots.iter().any(|s| s.takes(**to) && !s.takes(*die))) {
            let mut next = *at;
            next.dice[i] = *to;
            best = best.max(planner.repair(&next));
        }
    }
    best
}

/// A die that is changed by the answer to an effect, and its place.
fn change(look: Look, at: &mut Moment, action: Action) -> Option<usize> {
    if let Action::Target { die } = action {
        return turn(at, die, |die| die.value = look.g.opposite(*die));
    }
    if let Action::Up { die } = action {
        return turn(at, die, |die| die.value += 1);
    }
    if let Action::Down { die } = action {
        return turn(at, die, |die| die.value -= 1);
    }
    if let Action::Treat { die, colour } = action {
        return turn(at, die, |die| die.colours = ColourSet::only(colour));
    }
    let Action::Set { die, value } = action else { return None };
    turn(at, die, |die| die.value = value.0)
}

fn turn(at: &mut Moment, die: PoolDie, change: impl FnOnce(&mut Die)) -> Option<usize> {
    let place = die.index().checked_sub(1)?;
    change(at.dice.get_mut(place)?);
    Some(place)
}

thread_local! {
    /// What was bought last, by the table it was weighed at: every seat that is asked would weigh the same.
    static BOUGHT: std::cell::Cell<(u64, [f32; 6], f32)> = const { std::cell::Cell::new((0, [0.0; 6], 0.0)) };
}

fn bought(look: Look, samples: u32) -> ([f32; 6], f32) {
    let s = look.s;
    let contest = ::adventures::state::Contest { passed: kernel::SeatSet::EMPTY, ..s.contest };
    let key = (contest, &s.sheets, s.bag, s.journal.tokens, samples, std::ptr::from_ref(look.g) as usize);
    let key = search::solve::hasher().hash_one(key);
    let (known, first, stop) = BOUGHT.get();
    if known == key {
        return (first, stop);
    }
    let (first, stop) = pool::buying(look, samples);
    BOUGHT.set((key, first, stop));
    (first, stop)
}

/// Dice are named one by one, then rolled together: the best set that holds all that are named.
fn rolled_with(planner: &mut Planner, at: &Moment, picked: u32, action: Action, left: (u8, u8)) -> f32 {
    let (left, depth) = left;
    let Action::Target { die } = action else { return planner.rerolled(at, picked, depth) };
    let set = picked | 1 << (die.index() - 1);
    let mut best = planner.rerolled(at, set, depth);
    if left > 1 && at.dice.len() <= 6 {
        for other in (0..at.dice.len()).filter(|i| set >> i & 1 == 0) {
            best = best.max(planner.rerolled(at, set | 1 << other, depth.min(1)));
        }
    }
    best
}

/// What the table is worth in the middle of a contest; a success is 1.
#[must_use]
pub fn standing(look: Look) -> f32 {
    let desk = Desk::new(look);
    let rolled = look.s.contest.pool.iter().all(|die| die.value > 0)
        && look.s.contest.pool.len() >= usize::from(look.s.contest.limit);
    if rolled {
        return Planner::new(&desk, 40).best(&desk.now, 1);
    }
    pool::worth(&desk, 12)
}
