//! Skill checks: set-up and resolution; and what checks and combats have in common. RA-150 to RA-163.

use crate::{
    Event, Play,
    content::{
        cards::{ModPrimitive, Slot},
        story::{Check, Span},
    },
    frame::then,
    rules::{contest::Frame, dice_pool, exhaustion, revealed, storybook},
    state::{Bent, Contest, Ending, Foe, Kind, SlotState},
    words::{EnemyId, Level, ModifierId, PageId},
};
use kernel::{ArrayVec, Next, rule};

/// In place of an entry: the contest stands alone and ends with its result. Whoever thinks ahead uses it, since what the
/// entry says next was not read yet.
pub const NO_ENTRY: u16 = u16::MAX;

/// The entry a contest belongs to, and what it says of success and failure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Results {
    pub entry: u16,
    pub passes: Span,
    pub fails: Span,
}

/// A skill check box of an entry.
pub fn begin(p: &mut Play, check: Check, entry: u16) -> Next<crate::Frame> {
    let mods: ArrayVec<[ModifierId; 4]> = check.modifiers.into_iter().collect();
    check_at(p, check.page, check.level, &mods, Results { entry, passes: check.pass, fails: check.fail })
}

/// A check of this page and row.
pub fn check_at(
    p: &mut Play,
    page: PageId,
    level: Level,
    mods: &[ModifierId],
    after: Results,
) -> Next<crate::Frame> {
    rule!("RA-150", "RA-011");
    let row = p.g.content.page(page).rows[level.index()];
    p.s.contest = Contest {
        kind: Kind::Check,
        page,
        level: level.number(),
        entry: after.entry,
        passes: after.passes,
        fails: after.fails,
        ..Contest::default()
    };
    add_foe(p, EnemyId::default(), 0, &row.slots, mods);
    p.say(|look| {
        let name = &look.g.content.page(page).name;
        Event::Check(format!("{name} {level}"), mod_names(look, look.s.contest.foes[0]))
    });
    dice_pool::begin(p)
}

fn mod_names(look: crate::queries::Look, foe: Foe) -> Vec<String> {
    foe.mods.iter().map(|m| look.g.content.modifier(*m).name.clone()).collect()
}

/// Puts a row or an enemy on the table with its modifiers; those the story has set aside go to the first.
pub fn add_foe(p: &mut Play, enemy: EnemyId, marker: u8, slots: &[Slot], mods: &[ModifierId]) {
    let mut foe = Foe { enemy, marker, ..Foe::default() };
    let pending = std::mem::take(&mut p.s.pending);
    for modifier in mods.iter().chain(&pending) {
        if foe.mods.len() < foe.mods.capacity() && !foe.mods.contains(modifier) {
            foe.mods.push(*modifier);
        }
    }
    let number = p.s.contest.foes.len() as u8;
    slots.iter().for_each(|slot| add_slot(p, *slot, number));
    for modifier in foe.mods {
        for does in p.g.content.modifier(modifier).does {
            match does {
                ModPrimitive::ExtraSlot(slot) => add_slot(p, slot, number),
                ModPrimitive::StartSpace(space) if marker > 0 => foe.marker = space,
                ModPrimitive::Counter(by) => bend_counters(p, number, by),
                ModPrimitive::StartSpace(_)
                | ModPrimitive::DiceLimit(_)
                | ModPrimitive::Cost(_)
                | ModPrimitive::NoBonusPlays
                | ModPrimitive::Forbid(_)
                | ModPrimitive::PerUncovered(_)
                | ModPrimitive::OnPass(_)
                | ModPrimitive::OnFail(_) => {}
            }
        }
    }
    p.s.contest.foes.push(foe);
    fold_modifiers(p);
}

fn add_slot(p: &mut Play, slot: Slot, foe: u8) {
    p.s.contest.slots.push(SlotState {
        colours: slot.colours,
        values: slot.values,
        counterattack: slot.counterattack,
        xp: slot.reward.xp,
        gold: slot.reward.gold,
        foe,
        die: None,
    });
}

/// Raising leaves icons of 0 alone; lowering ends at 0.
fn bend_counters(p: &mut Play, foe: u8, by: i8) {
    rule!("RA-R69");
    for slot in p.s.contest.slots.iter_mut().filter(|slot| slot.foe == foe && slot.counterattack > 0) {
        slot.counterattack = slot.counterattack.saturating_add_signed(by);
    }
}

/// Adds up the modifiers of all who still stand.
pub fn fold_modifiers(p: &mut Play) {
    rule!("RA-R69");
    let mut bent = Bent::default();
    for (foe, told) in p.s.contest.foes.iter().zip(p.s.contest.own_bent).filter(|(foe, _)| !foe.down) {
        bent.add(told);
        for does in foe.mods.iter().flat_map(|m| p.g.content.modifier(*m).does) {
            match does {
                ModPrimitive::DiceLimit(by) => bent.dice += by,
                ModPrimitive::Cost(by) => bent.cost += by,
                ModPrimitive::NoBonusPlays => bent.no_bonus = true,
                ModPrimitive::Forbid(verb) => bent.forbidden.insert(verb),
                ModPrimitive::PerUncovered(by) => bent.per_uncovered += by,
                ModPrimitive::Counter(_)
                | ModPrimitive::ExtraSlot(_)
                | ModPrimitive::StartSpace(_)
                | ModPrimitive::OnPass(_)
                | ModPrimitive::OnFail(_) => {}
            }
        }
    }
    p.s.contest.bent = bent;
}

/// Rewards, dice back, discards back, and the penalty of a failure in legendary mode.
pub fn check_over(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-151", "RA-163");
    let empty = p.s.contest.slots.iter().filter(|slot| slot.die.is_none()).count() as u8;
    let passed = empty == 0;
    rewards(p);
    let each = p.s.contest.bent.per_uncovered.saturating_mul(empty);
    exhaustion::suffer_all(p, each);
    clear_table(p);
    p.say(|_| Event::Result { combat: false, passed });
    if !passed && p.s.journal.legendary {
        failure_penalty(p);
    }
    then(Frame::Over { passed, from: 0 })
}

/// Fatigue by the level, but nobody is exhausted by it.
fn failure_penalty(p: &mut Play) {
    rule!("RA-222", "RA-R61");
    let level = p.s.contest.level;
    for seat in p.s.present {
        let by = level.min(p.s.sheets[seat].cap());
        exhaustion::suffer(p, seat, by);
    }
}

/// What covered slots give.
pub fn rewards(p: &mut Play) {
    rule!("RA-163", "RA-234", "RA-235", "RA-R67");
    let covered = p.s.contest.slots.iter().filter(|slot| slot.die.is_some());
    let (xp, gold) = covered.fold((0i16, 0i16), |(x, g), s| (x + i16::from(s.xp), g + i16::from(s.gold)));
    revealed::gain_xp(p, xp);
    revealed::gain_gold(p, gold);
}

/// All dice to the bag, all discards to hand.
pub fn clear_table(p: &mut Play) {
    rule!("RA-163", "RA-175");
    pool_to_bag(p);
    for i in 0..p.s.contest.slots.len() {
        if let Some(die) = p.s.contest.slots[i].die.take() {
            p.s.into_bag(die.kind);
        }
    }
    for seat in p.s.present {
        let sheet = &mut p.s.sheets[seat];
        sheet.hand = sheet.hand.or(&sheet.discard);
        sheet.discard = Default::default();
        sheet.plays = 0;
    }
}

pub fn pool_to_bag(p: &mut Play) {
    let pool = std::mem::take(&mut p.s.contest.pool);
    pool.iter().for_each(|die| p.s.into_bag(die.kind));
}

/// What modifiers do at the end, one after another; then the story goes on with the result.
pub fn contest_over(p: &mut Play, passed: bool, from: u8) -> Next<crate::Frame> {
    let mut number = 0;
    let (alone, round) = (p.s.contest.foes.len() == 1, p.s.contest.round);
    for foe in p.s.contest.foes {
        rule!("RA-177", "RA-R75");
        // What fell with the last dice fell with the victory that these modifiers speak of.
        let applies = alone || !foe.down || (passed && foe.fell == round);
        for does in foe.mods.iter().flat_map(|m| p.g.content.modifier(*m).does) {
            number += 1;
            let action = match does {
                ModPrimitive::OnPass(action) if passed && applies && number > from => action,
                ModPrimitive::OnFail(action) if !passed && applies && number > from => action,
                ModPrimitive::OnPass(_)
                | ModPrimitive::OnFail(_)
                | ModPrimitive::DiceLimit(_)
                | ModPrimitive::Cost(_)
                | ModPrimitive::NoBonusPlays
                | ModPrimitive::Forbid(_)
                | ModPrimitive::Counter(_)
                | ModPrimitive::ExtraSlot(_)
                | ModPrimitive::StartSpace(_)
                | ModPrimitive::PerUncovered(_) => continue,
            };
            let rest = Frame::Over { passed, from: number }.into();
            return if p.look().holds(&action.when) {
                storybook::carry_out(p, action.does, rest)
            } else {
                then(rest)
            };
        }
    }
    let contest = std::mem::take(&mut p.s.contest);
    if p.g.is_single() || contest.entry == NO_ENTRY {
        let combat = contest.kind == Kind::Combat;
        p.s.ending = Some(match (combat, passed) {
            (false, true) => Ending::Passed,
            (false, false) => Ending::Failed,
            (true, true) => Ending::Victory,
            (true, false) => Ending::Defeat,
        });
        p.s.stack.clear();
        return Next::Done;
    }
    if contest.own {
        return Next::Done;
    }
    rule!("RA-163", "RA-175");
    let span = if passed { contest.passes } else { contest.fails };
    then(storybook::Frame::Run { entry: contest.entry, at: span.from, to: span.to })
}
