//! Placing dice on slots: a plan lies on the table, anybody may change it, and it stands when all agree. RA-162, RA-230 to RA-233.

use crate::{
    Event, Play,
    frame::{then, wait},
    queries::Look,
    rules::{contest::Frame, dice_pool::die_text},
    state::{Contest, Kind, Plan, PoolSet, SLOTS, SlotState},
    words::{PoolDie, SlotId},
};
use kernel::{Next, SeatSet, rule};

/// How often a plan may be changed before it must be agreed on: talk must come to an end. Any placement can be reached: each
/// slot may be left and covered anew, and twelve changes are there to be thought better of.
#[must_use]
pub fn edits_most(contest: &Contest) -> u8 {
    rule!("RA-R83");
    12 + 2 * contest.slots.len() as u8
}

pub fn begin(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-162", "RA-R19");
    let contest = &mut p.s.contest;
    contest.passed = SeatSet::EMPTY;
    contest.edits = 0;
    contest.plan = best(contest);
    let open = contest.slots.iter().filter(|slot| slot.die.is_none()).count();
    let planned = contest.plan.covered().count();
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
pub fn best(contest: &Contest) -> Plan {
    let mut order = [0u8; SLOTS];
    let mut open = 0;
    for (i, slot) in contest.slots.iter().enumerate() {
        if slot.die.is_none() {
            order[open] = i as u8;
            open += 1;
        }
    }
    order[..open].sort_by_key(|i| std::cmp::Reverse(worth(&contest.slots[usize::from(*i)])));
    let mut plan = Plan::default();
    for slot in &order[..open] {
        cover(contest, SlotId(slot + 1), &mut plan, &mut PoolSet::default());
    }
    plan
}

/// Finds a die for a slot, moving others along if need be.
fn cover(contest: &Contest, slot: SlotId, plan: &mut Plan, tried: &mut PoolSet) -> bool {
    for (i, die) in contest.pool.iter().enumerate() {
        if tried.contains(i) || !contest.slots[slot.index() - 1].takes(*die) {
            continue;
        }
        tried.insert(i);
        let die = PoolDie(i as u8 + 1);
        let free = match plan.slot(die) {
            None => true,
            Some(other) => cover(contest, other, plan, tried),
        };
        if free {
            plan.put(slot, die);
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
    p.s.contest.plan.move_to(slot, die);
    edited(p)
}

/// Somebody wants a slot left empty.
pub fn unplan(p: &mut Play, slot: SlotId) -> Next<crate::Frame> {
    rule!("RA-R20");
    p.s.contest.plan.leave(slot);
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
        let at = SlotId(s as u8 + 1);
        let fits = contest.pool.iter().enumerate().filter(move |(_, die)| slot.takes(**die));
        fits.map(move |(d, _)| (PoolDie(d as u8 + 1), at))
            .filter(move |(die, at)| contest.plan.die(*at) != Some(*die))
    })
}

/// The plan stands: dice go on their slots, and an enemy whose last slot is covered is defeated.
fn put_down(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-162", "RA-R18");
    let contest = &mut p.s.contest;
    let plan = std::mem::take(&mut contest.plan);
    let mut placed = PoolSet::default();
    for (slot, die) in plan.covered() {
        contest.slots[slot.index() - 1].die = Some(contest.pool[die.index() - 1]);
        placed.insert(die.index() - 1);
    }
    let mut at = 0;
    contest.pool.retain(|_| {
        at += 1;
        !placed.contains(at - 1)
    });
    p.say(|look| {
        let text =
            |slot: SlotId| look.s.contest.slots[slot.index() - 1].die.map(die_text).unwrap_or_default();
        Event::Places(plan.covered().map(|(slot, _)| text(slot)).collect())
    });
    match p.s.contest.kind {
        Kind::Combat => super::combat::fall(p),
        Kind::Check | Kind::None => then(Frame::CheckOver),
    }
}
