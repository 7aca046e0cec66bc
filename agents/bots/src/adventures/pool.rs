//! What a pool is worth before it is rolled: all rolls where they are few, an even sample where they are many.

use super::{
    desk::{Desk, Tool},
    plan::Planner,
    prices,
};
use ::adventures::{
    State,
    content::effect::Effect,
    queries::Look,
    rules::dice_pool::{self, Price},
    state::Die,
    words::{Colour, ColourSet, DieKind},
};
use kernel::ArrayVec;

/// Up to so many tools it is worth buying a colour for the sake of one of them.
const FEW: usize = 3;
/// As many rolls are looked at one by one.
const ALL: u32 = 1300;

/// Dice that are to be rolled: kinds that are known, and a number of random ones.
#[derive(Clone, Copy, Debug, Default)]
struct Pool {
    known: ArrayVec<[DieKind; 16]>,
    random: usize,
    bag: [u8; 6],
}

/// What the table is worth if buying ends now.
#[must_use]
pub fn worth(desk: &Desk, samples: u32) -> f32 {
    let s = desk.look.s;
    let unrolled = s.contest.pool.iter().filter(|die| die.value == 0);
    let known: ArrayVec<[DieKind; 16]> = unrolled.map(|die| die.kind).take(16).collect();
    let random = usize::from(s.contest.limit).saturating_sub(s.contest.pool.len());
    rolled(desk, &Pool { known, random, bag: s.bag }, samples)
}

fn rolled(desk: &Desk, pool: &Pool, samples: u32) -> f32 {
    let all =
        6u32.saturating_pow(pool.known.len() as u32).saturating_mul(36u32.saturating_pow(pool.random as u32));
    let chancy = |tool: &&Tool| tool.options.iter().any(|effect| effect.is_chancy());
    let chances = desk.tools.iter().filter(chancy).count();
    let depth = if chances == 0 || desk.tools.len() > 4 { 0 } else { chances.min(2) as u8 };
    let mut planner = Planner::new(desk, 4_000);
    planner.rough = !desk.look.g.is_single();
    if all <= ALL {
        let mut rolls = Rolls { desk, planner: &mut planner, depth, sum: 0.0, weight: 0.0 };
        let mut moment = desk.now;
        rolls.each(pool, 0, &mut moment, &mut { pool.bag }, 1.0);
        return rolls.sum / rolls.weight.max(1e-6);
    }
    let mut luck = 0x9e37_79b9_7f4a_7c15u64;
    let mut below = |n: u32| {
        luck ^= luck << 13;
        luck ^= luck >> 7;
        luck ^= luck << 17;
        ((luck >> 33) % u64::from(n.max(1))) as u32
    };
    let mut sum = 0.0;
    for _ in 0..samples {
        let (mut moment, mut bag) = (desk.now, pool.bag);
        for n in 0..pool.known.len() + pool.random {
            // The same luck for every pool that is compared: as many numbers are drawn for each die.
            let (colour, face) = (below(1 << 20), below(6));
            let kind = pool.known.get(n).copied().unwrap_or_else(|| drawn(&mut bag, colour));
            let g = desk.look.g;
            let die = Die { kind, colours: g.die_colours(kind), value: g.faces(kind)[face as usize] };
            if moment.dice.len() < super::desk::DICE {
                moment.dice.push(die);
            }
        }
        sum += planner.best(&moment, 0);
    }
    sum / samples as f32
}

/// A random attribute die leaves the bag.
fn drawn(bag: &mut [u8; 6], luck: u32) -> DieKind {
    let count: u32 = bag.iter().map(|n| u32::from(*n)).sum();
    let mut at = luck % count.max(1);
    for colour in Colour::ALL {
        let here = u32::from(bag[colour.index()]);
        if at < here {
            bag[colour.index()] -= 1;
            return DieKind::colour(*colour);
        }
        at -= here;
    }
    DieKind::default()
}

/// Every roll with its weight.
struct Rolls<'a, 'b, 'c> {
    desk: &'b Desk<'a>,
    planner: &'c mut Planner<'a, 'b>,
    depth: u8,
    sum: f32,
    weight: f32,
}

impl Rolls<'_, '_, '_> {
    fn each(
        &mut self,
        pool: &Pool,
        n: usize,
        moment: &mut super::desk::Moment,
        bag: &mut [u8; 6],
        weight: f32,
    ) {
        if n == pool.known.len() + pool.random {
            self.sum += weight * self.planner.best(moment, self.depth);
            self.weight += weight;
            return;
        }
        match pool.known.get(n) {
            Some(kind) => self.faces(*kind, (pool, n), moment, bag, weight),
            None => {
                for colour in Colour::ALL {
                    let here = bag[colour.index()];
                    if here > 0 {
                        bag[colour.index()] -= 1;
                        let kind = DieKind::colour(*colour);
                        self.faces(kind, (pool, n), moment, bag, weight * f32::from(here));
                        bag[colour.index()] += 1;
                    }
                }
            }
        }
    }
    fn faces(
        &mut self,
        kind: DieKind,
        (pool, n): (&Pool, usize),
        moment: &mut super::desk::Moment,
        bag: &mut [u8; 6],
        weight: f32,
    ) {
        let g = self.desk.look.g;
        for face in g.faces(kind) {
            moment.dice.push(Die { kind, colours: g.die_colours(kind), value: face });
            self.each(pool, n + 1, moment, bag, weight);
            moment.dice.pop();
        }
    }
}

/// A die of this colour is paid for, by whoever has most to spare; what it costs, or none if it cannot be paid.
pub fn pay(look: Look, state: &mut State, colour: Colour) -> Option<f32> {
    let Price { matching, others } = dice_pool::price(Look { g: look.g, s: state }, colour)?;
    (state.bag[colour.index()] > 0).then_some(())?;
    let mut cost = 0.0;
    for (mut due, own) in [(matching, true), (others, false)] {
        while due > 0 {
            let has = |seat: &kernel::Seat| {
                let rows = &state.sheets[*seat].rows;
                let held: u8 =
                    if own { rows[colour.index()] } else { rows.iter().sum::<u8>() - rows[colour.index()] };
                held > 0 && state.sheets[*seat].cap() > 0
            };
            let payer = state.present.into_iter().filter(has).max_by_key(|seat| state.sheets[*seat].cap())?;
            let sheet = &mut state.sheets[payer];
            let others = (0..6).filter(|row| *row != colour.index()).max_by_key(|row| sheet.rows[*row]);
            let row = if own { colour.index() } else { others? };
            cost += prices::fatigue(sheet) + prices::STAMINA;
            sheet.rows[row] -= 1;
            sheet.fatigue += 1;
            due -= 1;
        }
    }
    state.bag[colour.index()] -= 1;
    let kind = DieKind::colour(colour);
    state.contest.pool.push(Die { kind, colours: ColourSet::only(colour), value: 0 });
    Some(cost / f32::from(look.s.players().max(1)) * prices::care(look))
}

/// Colours that some card or ability is about, by bit.
fn changeable(desk: &Desk) -> u8 {
    let about = |effect: &Effect| match effect {
        Effect::Flip { on, .. }
        | Effect::Adjust { on, .. }
        | Effect::Reroll { on, .. }
        | Effect::TreatColour { on, .. }
        | Effect::TreatValue { on, .. } => on.colours,
        Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => ColourSet::NONE,
    };
    let all = desk.tools.iter().flat_map(|tool| tool.options.into_iter());
    all.map(|effect| about(&effect)).filter(|on| *on != ColourSet::ALL).fold(0, |bits, on| bits | on.bits())
}

/// What asking for each colour is worth, and what it is to buy no more.
#[must_use]
pub fn buying(look: Look, samples: u32) -> ([f32; 6], f32) {
    let desk = Desk::new(look);
    let stop = worth(&desk, samples);
    let mut first = [f32::NEG_INFINITY; 6];
    let wanted = desk.slots.iter().filter(|slot| slot.colours.len() <= 2);
    let wanted = wanted.fold(0u8, |bits, slot| bits | slot.colours.bits());
    let wanted = ColourSet::of_bits(wanted | if desk.tools.len() <= FEW { changeable(&desk) } else { 0 });
    let room = usize::from(look.s.contest.limit).saturating_sub(look.s.contest.pool.len());
    for colour in dice_pool::buyable(look).iter().filter(|c| wanted.contains(*c)) {
        let mut state = *look.s;
        let Some(cost) = pay(look, &mut state, colour) else { continue };
        let with = |state: &State| worth(&Desk::new(Look { g: look.g, s: state }), samples);
        let mut value = with(&state) - cost;
        if room > 1 {
            for second in wanted.iter() {
                let mut state = state;
                if let Some(more) = pay(look, &mut state, second) {
                    value = value.max(with(&state) - cost - more);
                }
            }
        }
        first[colour.index()] = value;
    }
    (first, stop)
}
