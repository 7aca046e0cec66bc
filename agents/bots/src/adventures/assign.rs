//! Dice and cards given to slots: one assignment, tried out within bounds.

use super::desk::{Desk, Means, Moment, OPEN, selects};
use ::adventures::{content::effect::Effect, state::Die, words::ColourSet};
use std::collections::HashMap;

/// Tries in one assignment, where all slots must be covered and where some may stay empty.
const TRIES: u32 = 1500;
const TRIES_OPEN: u32 = 300;
/// Ways to make dice fit that are thought about.
const WAYS: usize = 64;
/// Up to so many open slots it is remembered what each cover is worth.
const REMEMBERED: usize = 12;

/// A die that a tool makes fit a slot, and how many more dice the tool may change.
#[derive(Clone, Copy, Default)]
struct Way {
    slot: u8,
    die: u8,
    tool: u8,
    more: u8,
}

/// What is asked again and again about the same desk: which slots a die fits, what tools make of it, what covers are worth.
#[derive(Default)]
pub struct Lore {
    /// What can be done with tools, in order.
    uses: Vec<(usize, Effect)>,
    /// The number of each die that was seen.
    dice: HashMap<Die, usize, search::solve::Hasher>,
    /// For each die the slots it fits, by bit; then those that each use makes it fit.
    fits: Vec<u16>,
    worths: Vec<f32>,
    ways: Vec<Way>,
}

impl Lore {
    #[must_use]
    pub fn new(desk: &Desk) -> Lore {
        let mut lore = Lore::default();
        for (number, tool) in desk.tools.iter().enumerate() {
            let able = tool.options.iter().filter(|effect| !desk.forbidden(**effect));
            lore.uses.extend(able.map(|effect| (number, *effect)));
        }
        if desk.slots.len() <= REMEMBERED {
            lore.worths = vec![f32::NAN; 1 << desk.slots.len()];
        }
        lore
    }

    fn worth(&mut self, desk: &Desk, covered: u32) -> f32 {
        let Some(known) = self.worths.get_mut(covered as usize) else { return desk.worth(covered) };
        if known.is_nan() {
            *known = desk.worth(covered);
        }
        *known
    }

    /// Where the slots that this die fits stand in `fits`.
    fn row(&mut self, desk: &Desk, die: Die) -> usize {
        let width = self.uses.len() + 1;
        let next = self.dice.len();
        let number = *self.dice.entry(die).or_insert(next);
        if number == next {
            let taking = |die: Die| {
                let slots = desk.slots.iter().enumerate().filter(|(_, slot)| slot.takes(die));
                slots.fold(0u16, |bits, (i, _)| bits | 1 << i)
            };
            self.fits.push(taking(die));
            for (tool, effect) in &self.uses {
                let mut fits = 0;
                if !desk.tools[*tool].except.contains(&die) {
                    results(desk, *effect, die, &mut |to| fits |= taking(to));
                }
                self.fits.push(fits);
            }
        }
        number * width
    }
}

/// An assignment that is being tried.
pub struct Search<'a, 'b, 'c> {
    desk: &'b Desk<'a>,
    lore: &'c mut Lore,
    at: &'c Moment,
    /// Which dice may go on each slot: direct, by bit.
    direct: [u16; OPEN],
    order: [u8; OPEN],
    /// Where the ways of each slot begin.
    begin: [u8; OPEN + 1],
    /// Slots may stay empty.
    pub leave: bool,
    /// Cards may be played.
    pub tools: bool,
    /// Two of them may be played on one die.
    pub pairs: bool,
    pub best: f32,
    tries: u32,
}

/// How the assignment stands.
#[derive(Clone, Copy)]
struct Stand {
    means: Means,
    taken: u16,
    covered: u32,
    cost: f32,
    /// Dice each tool may still touch beyond its first.
    spare: [u8; 32],
}

impl<'a, 'b, 'c> Search<'a, 'b, 'c> {
    pub fn new(desk: &'b Desk<'a>, lore: &'c mut Lore, at: &'c Moment) -> Self {
        let mut search = Search {
            desk,
            lore,
            at,
            direct: [0; OPEN],
            order: [0; OPEN],
            begin: [0; OPEN + 1],
            leave: true,
            tools: false,
            pairs: false,
            best: f32::NEG_INFINITY,
            tries: 0,
        };
        search.prepare();
        search
    }

    fn prepare(&mut self) {
        let count = self.desk.slots.len();
        for (d, die) in self.at.dice.iter().enumerate() {
            let row = self.lore.row(self.desk, *die);
            let fits = self.lore.fits[row];
            for slot in (0..count).filter(|slot| fits >> slot & 1 == 1) {
                self.direct[slot] |= 1 << d;
            }
        }
        (0..count).for_each(|i| self.order[i] = i as u8);
        let rarest = |i: &u8| self.direct[usize::from(*i)].count_ones();
        self.order[..count].sort_by_key(rarest);
    }

    /// Every die that some tool makes fit a slot it does not fit.
    pub fn find_ways(&mut self) {
        let mut rows = [0; super::desk::DICE];
        for (row, die) in rows.iter_mut().zip(&self.at.dice) {
            *row = self.lore.row(self.desk, *die);
        }
        let Lore { uses, fits, ways, .. } = &mut *self.lore;
        ways.clear();
        for (number, (tool, effect)) in uses.iter().enumerate() {
            if self.desk.price(&self.at.means, *tool).is_none() {
                continue;
            }
            for (die, row) in rows.iter().enumerate().take(self.at.dice.len()) {
                let mut new = fits[row + 1 + number] & !fits[*row];
                while new != 0 && ways.len() < WAYS {
                    let (slot, more) = (new.trailing_zeros() as u8, up_to(*effect) - 1);
                    ways.push(Way { slot, die: die as u8, tool: *tool as u8, more });
                    new &= new - 1;
                }
            }
        }
        ways.sort_by_key(|way| way.slot);
        for slot in 0..=self.desk.slots.len() {
            self.begin[slot] = ways.partition_point(|way| usize::from(way.slot) < slot) as u8;
        }
    }

    /// Tries it, within bounds; with `anew` as if nothing had been tried before.
    pub fn run(&mut self, anew: bool) {
        if anew {
            self.tries = 0;
        }
        let stand = Stand { means: self.at.means, taken: 0, covered: 0, cost: 0.0, spare: [0; 32] };
        self.descend(0, &stand);
    }

    fn descend(&mut self, depth: usize, stand: &Stand) {
        self.tries += 1;
        let most = if self.leave { TRIES_OPEN } else { TRIES };
        if self.tries > most {
            return;
        }
        if depth == self.desk.slots.len() {
            self.best = self.best.max(self.lore.worth(self.desk, stand.covered) - stand.cost);
            return;
        }
        // Nothing cheaper can be found.
        if !self.leave && self.best > 0.0 && self.best >= 1.0 - stand.cost {
            return;
        }
        let slot = usize::from(self.order[depth]);
        let mut free = self.direct[slot] & !stand.taken;
        while free != 0 {
            let die = free & free.wrapping_neg();
            free ^= die;
            let next = Stand { taken: stand.taken | die, covered: stand.covered | 1 << slot, ..*stand };
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
        for at in self.begin[slot]..self.begin[slot + 1] {
            let way = self.lore.ways[usize::from(at)];
            if stand.taken >> way.die & 1 == 0 {
                let (die, tool) = (usize::from(way.die), usize::from(way.tool));
                if let Some(next) = self.used(stand, (slot, die, tool), way.more) {
                    self.descend(depth + 1, &next);
                }
            }
        }
    }

    /// A tool is used on a die for a slot; none if it cannot be.
    fn used(&self, stand: &Stand, (slot, die, tool): (usize, usize, usize), more: u8) -> Option<Stand> {
        let spare = stand.spare[tool] > 0;
        let cost = if spare { 0.0 } else { self.desk.price(&stand.means, tool)? };
        let mut next = Stand {
            taken: stand.taken | 1 << die,
            covered: stand.covered | 1 << slot,
            cost: stand.cost + cost,
            ..*stand
        };
        if spare {
            next.spare[tool] -= 1;
        } else {
            self.desk.spend(&mut next.means, tool);
            next.spare[tool] = more;
        }
        Some(next)
    }

    /// Covers a slot with a die that needs one card or two.
    fn with_pairs(&mut self, depth: usize, slot: usize, stand: &Stand) {
        for number in 0..self.lore.uses.len() {
            let (tool, effect) = self.lore.uses[number];
            for die in 0..self.at.dice.len() {
                let done = self.desk.tools[tool].except.contains(&self.at.dice[die]);
                if done || (stand.taken | self.direct[slot]) >> die & 1 == 1 {
                    continue;
                }
                let Some(next) = self.used(stand, (slot, die, tool), up_to(effect) - 1) else { break };
                self.one_die(depth, slot, (die, effect), &next);
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
        for half in halves.into_iter().flatten() {
            for number in 0..self.lore.uses.len() {
                let (tool, effect) = self.lore.uses[number];
                let Some(cost) = self.desk.price(&next.means, tool) else { continue };
                // A die that this tool has changed already is not changed by it again, whatever came between.
                if self.desk.tools[tool].except.contains(&self.at.dice[die]) {
                    continue;
                }
                let mut both = false;
                results(self.desk, effect, half, &mut |to| both |= takes.takes(to));
                if both {
                    let mut last = Stand { cost: next.cost + cost, ..*next };
                    self.desk.spend(&mut last.means, tool);
                    self.descend(depth + 1, &last);
                }
            }
        }
    }
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
