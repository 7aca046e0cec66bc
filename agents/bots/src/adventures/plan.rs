//! The best way to play cards on a pool: repairs solved as an assignment of dice and cards to slots, chance before them
//! by expectation.

use super::desk::{DICE, Desk, Moment, OPEN, added_kind, selects};
use ::adventures::{
    content::effect::Effect,
    state::Die,
    words::{Colour, ColourSet, DieKind},
};
use kernel::ArrayVec;
use std::collections::HashMap;

/// Tries in one assignment, where all slots must be covered and where some may stay empty.
const TRIES: u32 = 1500;
const TRIES_OPEN: u32 = 300;
/// Ways to make dice fit that are thought about.
const WAYS: usize = 64;
/// Up to so many tools two of them may be thought of on one die.
const PAIRS: usize = 6;
/// From here on rolls of several dice are not all looked at; with many tools at hand sooner.
const ROLLS: u32 = 216;
const ROLLS_BUSY: u32 = 36;

/// A die that a tool makes fit a slot, and how many more dice the tool may change.
#[derive(Clone, Copy, Default)]
struct Way {
    slot: u8,
    die: u8,
    tool: u8,
    more: u8,
}

/// A planner with its memory of moments.
pub struct Planner<'a, 'b> {
    pub desk: &'b Desk<'a>,
    known: HashMap<(Moment, u8), f32>,
    nodes: u32,
    nodes_max: u32,
    /// Two cards on one die are left out of account: for pools that are only weighed.
    pub rough: bool,
}

/// An assignment that is being tried.
struct Search<'a, 'b, 'c> {
    desk: &'b Desk<'a>,
    at: &'c Moment,
    /// Which dice may go on each slot: direct, by bit.
    direct: [u16; OPEN],
    order: [u8; OPEN],
    ways: ArrayVec<[Way; WAYS]>,
    /// Slots may stay empty.
    leave: bool,
    /// Cards may be played.
    tools: bool,
    pairs: bool,
    best: f32,
    tries: u32,
}

/// How the assignment stands.
#[derive(Clone, Copy)]
struct Stand {
    moment: Moment,
    taken: u16,
    covered: u32,
    cost: f32,
    /// Dice each tool may still touch beyond its first.
    spare: [u8; 32],
}

impl<'a, 'b> Planner<'a, 'b> {
    #[must_use]
    pub fn new(desk: &'b Desk<'a>, nodes_max: u32) -> Planner<'a, 'b> {
        Planner { desk, known: HashMap::new(), nodes: 0, nodes_max, rough: false }
    }

    /// How many chance plays in a row are worth thinking about.
    #[must_use]
    pub fn depth(&self) -> u8 {
        match self.desk.tools.len() {
            0..=6 => 4,
            7..=10 => 2,
            _ => 1,
        }
    }

    /// What the moment is worth if nothing is left to chance any more.
    #[must_use]
    pub fn repair(&self, at: &Moment) -> f32 {
        let desk = self.desk;
        let mut search = Search {
            desk,
            at,
            direct: [0; OPEN],
            order: [0; OPEN],
            ways: ArrayVec::default(),
            leave: true,
            tools: desk.combat,
            pairs: false,
            best: f32::NEG_INFINITY,
            tries: 0,
        };
        search.prepare();
        if desk.combat {
            search.find_ways();
            search.run();
            return search.best;
        }
        if at.dice.len() >= desk.slots.len() {
            (search.leave, search.tools) = (false, false);
            search.run();
            if search.best > 0.0 {
                return search.best;
            }
            if !desk.tools.is_empty() {
                search.tools = true;
                search.find_ways();
                search.run();
                if search.best < 0.0 && desk.tools.len() <= PAIRS && !self.rough {
                    (search.pairs, search.tries) = (true, 0);
                    search.run();
                }
            }
            if search.best > 0.0 {
                return search.best;
            }
        }
        (search.leave, search.tools, search.pairs, search.tries) = (true, false, false, 0);
        search.run();
        search.best
    }

    /// What the moment is worth with so many chance plays still thought of.
    pub fn best(&mut self, at: &Moment, depth: u8) -> f32 {
        let mut at = *at;
        at.sort();
        if let Some(known) = self.known.get(&(at, depth)) {
            return *known;
        }
        self.nodes += 1;
        let mut value = self.repair(&at);
        if depth > 0 && value < 0.995 && self.nodes < self.nodes_max {
            for tool in 0..self.desk.tools.len() {
                let Some(cost) = self.desk.price(&at, tool) else { continue };
                let options = self.desk.tools[tool].options;
                for effect in options {
                    if let Some(worth) = self.chance(&at, tool, effect, depth) {
                        value = value.max(worth - cost);
                    }
                }
            }
        }
        self.known.insert((at, depth), value);
        value
    }

    /// What using this tool for chance is worth, before its cost; none if it leaves nothing to chance or cannot be used.
    pub fn chance(&mut self, at: &Moment, tool: usize, effect: Effect, depth: u8) -> Option<f32> {
        if self.desk.forbidden(effect) {
            return None;
        }
        let mut next = *at;
        self.desk.spend(&mut next, tool);
        match effect {
            Effect::Reroll { on, up_to } => {
                let mut value: Option<f32> = None;
                let mut each = |planner: &mut Self, set: u32| {
                    let worth = planner.rerolled(&next, set, depth - 1);
                    value = Some(value.map_or(worth, |v| v.max(worth)));
                };
                let able = |i: &usize| selects(on, at.dice[*i]);
                let first = |i: &usize| !at.dice[..*i].contains(&at.dice[*i]);
                for i in (0..at.dice.len()).filter(able).filter(first) {
                    each(self, 1 << i);
                }
                let busy = self.desk.tools.len() > PAIRS;
                let idle = |i: usize| !busy || !self.desk.slots.iter().any(|slot| slot.takes(at.dice[i]));
                for set in sets(at, up_to, |i| able(&i) && idle(i)) {
                    each(self, set);
                }
                value
            }
            Effect::Add { what, set } => {
                (next.dice.len() < DICE).then_some(())?;
                match added_kind(what) {
                    Some(kind) => {
                        (self.desk.look.s.in_bag(kind) > 0).then_some(())?;
                        Some(self.added(&next, kind, set, depth - 1))
                    }
                    None => self.any_added(&next, set, depth - 1),
                }
            }
            Effect::Extra(k) => {
                next.extra += k;
                Some(self.best(&next, depth - 1))
            }
            Effect::Flip { .. }
            | Effect::Adjust { .. }
            | Effect::TreatColour { .. }
            | Effect::TreatValue { .. }
            | Effect::Heal { .. }
            | Effect::Row { .. }
            | Effect::Recover(_) => None,
        }
    }

    /// These dice are rolled again.
    pub fn rerolled(&mut self, at: &Moment, set: u32, depth: u8) -> f32 {
        let places: Vec<usize> = (0..at.dice.len()).filter(|i| set >> i & 1 == 1).collect();
        let all = 6u32.saturating_pow(places.len() as u32);
        let most = if self.desk.tools.len() > PAIRS { ROLLS_BUSY } else { ROLLS };
        let count = all.min(most);
        let mut sum = 0.0;
        for n in 0..count {
            // Of very many rolls, some that lie evenly among them.
            let mut code = if all == count { n } else { n.wrapping_mul(2_654_435_761) % all };
            let mut next = *at;
            for place in &places {
                let faces = self.desk.look.g.faces(next.dice[*place].kind);
                next.dice[*place].value = faces[(code % 6) as usize];
                code /= 6;
            }
            sum += self.best(&next, depth);
        }
        sum / count as f32
    }

    /// A die of this kind comes, rolled unless it is set.
    pub fn added(&mut self, at: &Moment, kind: DieKind, set: Option<u8>, depth: u8) -> f32 {
        let g = self.desk.look.g;
        let mut sum = 0.0;
        let faces = g.faces(kind);
        let all = if set.is_some() { &faces[..1] } else { &faces[..] };
        for face in all {
            let mut next = *at;
            next.dice.push(Die { kind, colours: g.die_colours(kind), value: set.unwrap_or(*face) });
            sum += self.best(&next, depth);
        }
        sum / all.len() as f32
    }

    /// A random die comes.
    fn any_added(&mut self, at: &Moment, set: Option<u8>, depth: u8) -> Option<f32> {
        let s = self.desk.look.s;
        let (mut sum, mut count) = (0.0, 0.0);
        let kinds = Colour::ALL.iter().map(|c| DieKind::colour(*c)).chain((1..=16).map(DieKind::familiar));
        for kind in kinds {
            let here = f32::from(s.in_bag(kind));
            if here > 0.0 {
                sum += here * self.added(at, kind, set, depth);
                count += here;
            }
        }
        (count > 0.0).then(|| sum / count)
    }
}

/// Sets of two or more dice worth rolling again: all pairs, and everything that may be rolled, from the lowest need on.
fn sets(at: &Moment, up_to: u8, able: impl Fn(usize) -> bool) -> Vec<u32> {
    let dice: Vec<usize> = (0..at.dice.len()).filter(|i| able(*i)).collect();
    let mut sets = vec![];
    if up_to < 2 || dice.len() < 2 {
        return sets;
    }
    for (n, i) in dice.iter().enumerate() {
        for j in &dice[n + 1..] {
            sets.push(1 << i | 1 << j);
        }
    }
    if up_to >= 3 {
        for skip in 0..dice.len() {
            let rest = dice.iter().enumerate().filter(|(n, _)| *n != skip).map(|(_, i)| *i);
            let set: u32 = rest.take(up_to.into()).map(|i| 1 << i).sum();
            if set.count_ones() >= 3 && !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    sets
}

/// What a die can become by one such effect.
pub fn results(desk: &Desk, effect: Effect, die: Die, each: &mut impl FnMut(Die)) {
    match effect {
        Effect::Flip { on, .. } if selects(on, die) => each(Die { value: desk.look.g.opposite(die), ..die }),
        Effect::Adjust { on, .. } if selects(on, die) => {
            if die.value < 6 {
                each(Die { value: die.value + 1, ..die });
            }
            if die.value > 1 {
                each(Die { value: die.value - 1, ..die });
            }
        }
        Effect::TreatColour { on, to, .. } if selects(on, die) => {
            to.without(die.colours).iter().for_each(|c| each(Die { colours: ColourSet::only(c), ..die }));
        }
        Effect::TreatValue { on, to } if selects(on, die) => {
            to.iter().filter(|v| *v != die.value).for_each(|value| each(Die { value, ..die }));
        }
        Effect::Flip { .. }
        | Effect::Adjust { .. }
        | Effect::TreatColour { .. }
        | Effect::TreatValue { .. }
        | Effect::Reroll { .. }
        | Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => {}
    }
}

/// How many dice an effect may change.
const fn up_to(effect: Effect) -> u8 {
    match effect {
        Effect::Flip { up_to, .. } | Effect::Adjust { up_to, .. } | Effect::TreatColour { up_to, .. } => {
            up_to
        }
        Effect::TreatValue { .. }
        | Effect::Reroll { .. }
        | Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => 1,
    }
}

impl Search<'_, '_, '_> {
    fn prepare(&mut self) {
        for (i, slot) in self.desk.slots.iter().enumerate() {
            let fits = self.at.dice.iter().enumerate().filter(|(_, die)| slot.takes(**die));
            self.direct[i] = fits.fold(0, |bits, (d, _)| bits | 1 << d);
            self.order[i] = i as u8;
        }
        let count = self.desk.slots.len();
        let rarest = |i: &u8| self.direct[usize::from(*i)].count_ones();
        self.order[..count].sort_by_key(rarest);
    }

    /// Every die that some tool makes fit a slot it does not fit.
    fn find_ways(&mut self) {
        for tool in (0..self.desk.tools.len()).filter(|tool| self.desk.price(self.at, *tool).is_some()) {
            for effect in self.desk.tools[tool].options {
                if self.desk.forbidden(effect) {
                    continue;
                }
                let free = |die: &usize| !self.desk.tools[tool].except.contains(&self.at.dice[*die]);
                for die in (0..self.at.dice.len()).filter(free) {
                    let mut fits = 0u32;
                    results(self.desk, effect, self.at.dice[die], &mut |to| {
                        let slots = self.desk.slots.iter().enumerate().filter(|(_, slot)| slot.takes(to));
                        fits = slots.fold(fits, |bits, (i, _)| bits | 1 << i);
                    });
                    for slot in (0..self.desk.slots.len()).filter(|i| fits >> i & 1 == 1) {
                        if self.direct[slot] >> die & 1 == 0 && self.ways.len() < WAYS {
                            let more = up_to(effect) - 1;
                            self.ways.push(Way { slot: slot as u8, die: die as u8, tool: tool as u8, more });
                        }
                    }
                }
            }
        }
    }

    fn run(&mut self) {
        let stand = Stand { moment: *self.at, taken: 0, covered: 0, cost: 0.0, spare: [0; 32] };
        self.descend(0, &stand);
    }

    fn descend(&mut self, depth: usize, stand: &Stand) {
        self.tries += 1;
        let most = if self.leave { TRIES_OPEN } else { TRIES };
        if self.tries > most {
            return;
        }
        if depth == self.desk.slots.len() {
            self.best = self.best.max(self.desk.worth(stand.covered) - stand.cost);
            return;
        }
        // Nothing cheaper can be found.
        if !self.leave && self.best > 0.0 && self.best >= 1.0 - stand.cost {
            return;
        }
        let slot = usize::from(self.order[depth]);
        let free = self.direct[slot] & !stand.taken;
        for die in (0..self.at.dice.len()).filter(|d| free >> d & 1 == 1) {
            let next = Stand { taken: stand.taken | 1 << die, covered: stand.covered | 1 << slot, ..*stand };
            self.descend(depth + 1, &next);
        }
        if self.pairs {
            self.with_pairs(depth, slot, stand);
        } else if self.tools {
            self.with_tools(depth, slot, stand);
        }
        if self.leave {
            self.descend(depth + 1, stand);
        }
    }

    /// Covers a slot with a die that a card makes fit.
    fn with_tools(&mut self, depth: usize, slot: usize, stand: &Stand) {
        for at in 0..self.ways.len() {
            let way = self.ways[at];
            let (die, tool) = (usize::from(way.die), usize::from(way.tool));
            if usize::from(way.slot) != slot || stand.taken >> die & 1 == 1 {
                continue;
            }
            let spare = stand.spare[tool] > 0;
            let cost = if spare { Some(0.0) } else { self.desk.price(&stand.moment, tool) };
            let Some(cost) = cost else { continue };
            let mut next = Stand {
                taken: stand.taken | 1 << die,
                covered: stand.covered | 1 << slot,
                cost: stand.cost + cost,
                ..*stand
            };
            if spare {
                next.spare[tool] -= 1;
            } else {
                self.desk.spend(&mut next.moment, tool);
                next.spare[tool] = way.more;
            }
            self.descend(depth + 1, &next);
        }
    }

    /// Covers a slot with a die that needs one card or two.
    fn with_pairs(&mut self, depth: usize, slot: usize, stand: &Stand) {
        for tool in 0..self.desk.tools.len() {
            let spare = stand.spare[tool] > 0;
            let cost = if spare { Some(0.0) } else { self.desk.price(&stand.moment, tool) };
            let Some(cost) = cost else { continue };
            for effect in self.desk.tools[tool].options {
                if self.desk.forbidden(effect) {
                    continue;
                }
                for die in 0..self.at.dice.len() {
                    let done = self.desk.tools[tool].except.contains(&self.at.dice[die]);
                    if done || (stand.taken | self.direct[slot]) >> die & 1 == 1 {
                        continue;
                    }
                    let mut next = Stand {
                        taken: stand.taken | 1 << die,
                        covered: stand.covered | 1 << slot,
                        cost: stand.cost + cost,
                        ..*stand
                    };
                    if spare {
                        next.spare[tool] -= 1;
                    } else {
                        self.desk.spend(&mut next.moment, tool);
                        next.spare[tool] = up_to(effect) - 1;
                    }
                    self.one_die(depth, slot, (die, effect), &next);
                }
            }
        }
    }

    fn one_die(&mut self, depth: usize, slot: usize, (die, effect): (usize, Effect), next: &Stand) {
        let takes = self.desk.slots[slot];
        let mut fits = false;
        let mut halves: [Option<Die>; 6] = [None; 6];
        let mut count = 0;
        results(self.desk, effect, self.at.dice[die], &mut |to| {
            fits |= takes.takes(to);
            if count < 6 {
                halves[count] = Some(to);
                count += 1;
            }
        });
        if fits {
            return self.descend(depth + 1, next);
        }
        if !self.pairs {
            return;
        }
        for half in halves.into_iter().flatten() {
            for tool in 0..self.desk.tools.len() {
                let Some(cost) = self.desk.price(&next.moment, tool) else { continue };
                for effect in self.desk.tools[tool].options {
                    let mut both = false;
                    if !self.desk.forbidden(effect) {
                        results(self.desk, effect, half, &mut |to| both |= takes.takes(to));
                    }
                    if both {
                        let mut last = Stand { cost: next.cost + cost, ..*next };
                        self.desk.spend(&mut last.moment, tool);
                        self.descend(depth + 1, &last);
                    }
                }
            }
        }
    }
}
