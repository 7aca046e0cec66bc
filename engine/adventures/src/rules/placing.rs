//! Placing dice on slots: a plan lies on the table, anybody may change it, and it stands when all agree. RA-162, RA-230 to RA-233.

use crate::{
    Event, Play,
    frame::{then, wait},
    queries::Look,
    rules::{contest::Frame, dice_pool::die_text},
    state::{Contest, Kind, SLOTS, SlotState},
    words::{PoolDie, SlotId},
};
use kernel::{Next, SeatSet, rule};

/// How often a plan may be changed before it must be agreed on: talk must come to an end.
pub const EDITS_MAX: u8 = 12;

pub fn begin(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-162", "RA-R19");
    let contest = &mut p.s.contest;
    contest.passed = SeatSet::EMPTY;
    contest.edits = 0;
    contest.plan = best(contest);
    let open = contest.slots.iter().filter(|slot| slot.die.is_none()).count();
    let planned = contest.plan.iter().filter(|die| **die > 0).count();
    // All or nothing: there is nothing to talk about.
    if planned == 0 || planned == open {
        return put_down(p);
    }
    wait(Frame::Place)
}

/// Which slots are worth most: those that strike hardest, then those that pay, then those that are hard to cover.
fn worth(slot: &SlotState) -> u32 {
    let rare = 36 - slot.colours.len() * slot.values.len();
    (u32::from(slot.counterattack) * 8 + u32::from(slot.xp) * 4 + u32::from(slot.gold) * 3) * 64 + rare
}

/// A plan that covers as many slots as can be, and of those the worthiest.
#[must_use]
pub fn best(contest: &Contest) -> [u8; SLOTS] {
    let mut order = [0u8; SLOTS];
    let mut open = 0;
    for (i, slot) in contest.slots.iter().enumerate() {
        if slot.die.is_none() {
            order[open] = i as u8;
            open += 1;
        }
    }
    order[..open].sort_by_key(|i| std::cmp::Reverse(worth(&contest.slots[usize::from(*i)])));
    let mut plan = [0u8; SLOTS];
    for slot in &order[..open] {
        let mut tried = 0u32;
        cover(contest, usize::from(*slot), &mut plan, &mut tried);
    }
    plan
}

/// Finds a die for a slot, moving others along if need be.
fn cover(contest: &Contest, slot: usize, plan: &mut [u8; SLOTS], tried: &mut u32) -> bool {
    for (i, die) in contest.pool.iter().enumerate() {
        if *tried >> i & 1 == 1 || !contest.slots[slot].takes(*die) {
            continue;
        }
        *tried |= 1 << i;
        let holder = plan.iter().position(|planned| usize::from(*planned) == i + 1);
        let free = match holder {
            None => true,
            Some(other) => cover(contest, other, plan, tried),
        };
        if free {
            plan[slot] = i as u8 + 1;
            return true;
        }
    }
    false
}

pub fn place(p: &mut Play) -> Next<crate::Frame> {
    if p.s.present.minus(p.s.contest.passed).is_empty() {
        return put_down(p);
    }
    wait(Frame::Place)
}

/// Somebody wants a die on a slot.
pub fn plan(p: &mut Play, die: PoolDie, slot: SlotId) -> Next<crate::Frame> {
    rule!("RA-R20");
    let plan = &mut p.s.contest.plan;
    plan.iter_mut().filter(|planned| **planned == die.0).for_each(|planned| *planned = 0);
    plan[slot.index() - 1] = die.0;
    edited(p)
}

/// Somebody wants a slot left empty.
pub fn unplan(p: &mut Play, slot: SlotId) -> Next<crate::Frame> {
    rule!("RA-R20");
    p.s.contest.plan[slot.index() - 1] = 0;
    edited(p)
}

fn edited(p: &mut Play) -> Next<crate::Frame> {
    p.s.contest.edits += 1;
    p.s.contest.passed = SeatSet::EMPTY;
    then(Frame::Place)
}

/// Changes to the plan that are possible: dice on open slots that take them.
pub fn changes(look: Look<'_>) -> impl Iterator<Item = (PoolDie, SlotId)> + '_ {
    rule!("RA-R20");
    let contest = &look.s.contest;
    let open = contest.slots.iter().enumerate().filter(|(_, slot)| slot.die.is_none());
    open.flat_map(move |(s, slot)| {
        let fits = contest.pool.iter().enumerate().filter(move |(_, die)| slot.takes(**die));
        fits.filter(move |(d, _)| usize::from(contest.plan[s]) != d + 1)
            .map(move |(d, _)| (PoolDie(d as u8 + 1), SlotId(s as u8 + 1)))
    })
}

/// The plan stands: dice go on their slots, and an enemy whose last slot is covered is defeated.
fn put_down(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-162", "RA-R18");
    let contest = &mut p.s.contest;
    let plan = std::mem::take(&mut contest.plan);
    let mut placed = 0u32;
    for (slot, die) in plan.iter().enumerate().filter(|(_, die)| **die > 0) {
        contest.slots[slot].die = Some(contest.pool[usize::from(*die) - 1]);
        placed |= 1 << (die - 1);
    }
    let mut at = 0;
    contest.pool.retain(|_| {
        at += 1;
        placed >> (at - 1) & 1 == 0
    });
    p.say(|look| {
        let text = |slot: usize| look.s.contest.slots[slot].die.map(die_text).unwrap_or_default();
        Event::Places(plan.iter().enumerate().filter(|(_, d)| **d > 0).map(|(s, _)| text(s)).collect())
    });
    match p.s.contest.kind {
        Kind::Combat => super::combat::fall(p),
        Kind::Check | Kind::None => then(Frame::CheckOver),
    }
}
