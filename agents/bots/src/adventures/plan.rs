//! The best way to play cards on a pool: repairs solved as an assignment of dice and cards to slots, chance before them
//! by expectation.

use super::{
    assign::{Lore, Search},
    desk::{DICE, Desk, Key, Moment, added_kind, selects},
};
use ::adventures::{
    content::effect::Effect,
    state::Die,
    words::{Colour, DieKind},
};
use std::collections::HashMap;

/// Up to so many tools two of them may be thought of on one die.
const PAIRS: usize = 6;
/// From here on rolls of several dice are not all looked at; with many tools at hand sooner.
const ROLLS: u32 = 216;
const ROLLS_BUSY: u32 = 36;

/// A planner with its memory of moments.
pub struct Planner<'a, 'b> {
    pub desk: &'b Desk<'a>,
    lore: Lore,
    known: HashMap<Key, f32, search::solve::Hasher>,
    nodes: u32,
    nodes_max: u32,
    /// Two cards on one die are left out of account: for pools that are only weighed.
    pub rough: bool,
}

impl<'a, 'b> Planner<'a, 'b> {
    #[must_use]
    pub fn new(desk: &'b Desk<'a>, nodes_max: u32) -> Planner<'a, 'b> {
        let known = HashMap::with_hasher(search::solve::hasher());
        Planner { desk, lore: Lore::new(desk), known, nodes: 0, nodes_max, rough: false }
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
    pub fn repair(&mut self, at: &Moment) -> f32 {
        let desk = self.desk;
        let mut search = Search::new(desk, &mut self.lore, at);
        if desk.combat {
            search.tools = true;
            search.find_ways();
            search.run(true);
            return search.best;
        }
        if at.dice.len() >= desk.slots.len() {
            search.leave = false;
            search.run(true);
            if search.best > 0.0 {
                return search.best;
            }
            if !desk.tools.is_empty() {
                search.tools = true;
                search.find_ways();
                search.run(false);
                if search.best < 0.0 && desk.tools.len() <= PAIRS && !self.rough {
                    search.pairs = true;
                    search.run(true);
                }
            }
            if search.best > 0.0 {
                return search.best;
            }
        }
        (search.leave, search.tools, search.pairs) = (true, false, false);
        search.run(true);
        search.best
    }

    /// What the moment is worth with so many chance plays still thought of.
    pub fn best(&mut self, at: &Moment, depth: u8) -> f32 {
        let mut at = *at;
        at.sort();
        let key = at.key(depth);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.nodes += 1;
        let mut value = self.repair(&at);
        if depth > 0 && value < 0.995 && self.nodes < self.nodes_max {
            for tool in 0..self.desk.tools.len() {
                let Some(cost) = self.desk.price(&at.means, tool) else { continue };
                let options = self.desk.tools[tool].options;
                for effect in options {
                    if let Some(worth) = self.chance(&at, tool, effect, depth) {
                        value = value.max(worth - cost);
                    }
                }
            }
        }
        self.known.insert(key, value);
        value
    }

    /// What using this tool for chance is worth, before its cost; none if it leaves nothing to chance or cannot be used.
    pub fn chance(&mut self, at: &Moment, tool: usize, effect: Effect, depth: u8) -> Option<f32> {
        if self.desk.forbidden(effect) {
            return None;
        }
        let mut next = *at;
        self.desk.spend(&mut next.means, tool);
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
                next.means.extra += k;
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
