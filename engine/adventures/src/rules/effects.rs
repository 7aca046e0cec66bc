//! What card icons do: flip, adjust, reroll, treat, add, and the few effects outside the pool. RA-242 to RA-250.

use crate::{
    Action, Event, Play,
    content::effect::{Added, Effect, Selector, Who},
    frame::{Frame, Source},
    queries::Look,
    rules::{dice_pool, exhaustion, manipulate::ability_of},
    state::{Die, POOL},
    words::{CardId, Colour, ColourSet, DieKind, PoolDie, Verb},
};
use kernel::{Next, Seat, flow::Flow, rule};

/// The verb a modifier can forbid.
#[must_use]
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

/// Does a die qualify for an effect?
#[must_use]
#[inline]
fn selects(on: Selector, die: Die) -> bool {
    rule!("RA-248", "RA-R22");
    on.colours.meets(die.colours)
        && on.values.contains(die.value)
        && on.familiar.is_none_or(|card| die.kind == DieKind::familiar(card.number() as u8))
}

/// The kind of die an effect adds; none if it is random.
fn added_kind(what: Added) -> Option<DieKind> {
    match what {
        Added::Colour(colour) => Some(DieKind::colour(colour)),
        Added::Random => None,
        Added::Familiar(card) => Some(DieKind::familiar(card.number() as u8)),
    }
}

/// Would this effect do anything if it were begun now?
#[must_use]
#[inline]
pub fn possible(look: Look, seat: Seat, source: Source, effect: Effect) -> bool {
    rule!("RA-R26");
    let (s, contest) = (look.s, &look.s.contest);
    if verb(effect).is_some_and(|v| contest.bent.forbidden >> (v as u8) & 1 == 1) {
        return false;
    }
    let tired = |seat: &Seat| s.sheets[*seat].fatigue > 0;
    match effect {
        Effect::Flip { .. }
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::TreatColour { .. }
        | Effect::TreatValue { .. } => contest.pool.iter().any(|die| touches(effect, *die)),
        Effect::Add { what, .. } => {
            rule!("RA-R24", "RA-161");
            let there = added_kind(what).map_or(s.bag_len() > 0, |kind| s.in_bag(kind) > 0);
            there && contest.pool.len() < POOL
        }
        Effect::Heal { who: Who::Myself, .. } => s.sheets[seat].fatigue > 0,
        Effect::Heal { who: Who::One | Who::Each, .. } => s.present.into_iter().any(|seat| tired(&seat)),
        Effect::Row { .. } | Effect::Extra(_) => true,
        Effect::Recover(_) => recoverable(look, seat, source).next().is_some(),
    }
}

/// Could the effect change this die?
#[inline]
fn touches(effect: Effect, die: Die) -> bool {
    match effect {
        Effect::Flip { on, .. } | Effect::Adjust { on, .. } | Effect::Reroll { on, .. } => selects(on, die),
        Effect::TreatColour { on, to, .. } => selects(on, die) && !to.without(die.colours).is_empty(),
        Effect::TreatValue { on, to } => selects(on, die) && to.iter().any(|v| v != die.value),
        Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => false,
    }
}

/// Spent cards of a hero, but not the one that brings them back.
pub fn recoverable(look: Look<'_>, seat: Seat, source: Source) -> impl Iterator<Item = CardId> + '_ {
    look.s.sheets[seat].spent.iter().filter(move |card| source != Source::Card(*card))
}

/// How many dice an effect may touch; none for effects without targets.
const fn up_to(effect: Effect) -> u8 {
    match effect {
        Effect::Flip { up_to, .. }
        | Effect::Adjust { up_to, .. }
        | Effect::Reroll { up_to, .. }
        | Effect::TreatColour { up_to, .. } => up_to,
        Effect::TreatValue { .. } => 1,
        Effect::Add { .. }
        | Effect::Heal { .. }
        | Effect::Row { .. }
        | Effect::Extra(_)
        | Effect::Recover(_) => 0,
    }
}

/// The dice an effect may still touch, by place in the pool.
pub fn targets(look: Look<'_>, effect: Effect) -> impl Iterator<Item = (u8, Die)> + '_ {
    let contest = &look.s.contest;
    let picked = contest.picked;
    let room = picked.count_ones() < u32::from(up_to(effect));
    let dice = contest.pool.iter().enumerate().filter(move |_| room);
    dice.filter(move |(i, die)| picked >> i & 1 == 0 && touches(effect, **die))
        .map(|(i, die)| (i as u8, *die))
}

/// The effect a frame is about; none when the chain is at its end.
#[must_use]
#[inline]
pub fn current(look: Look, seat: u8, source: Source, option: u8, step: u8) -> Option<Effect> {
    let ability = ability_of(look, Seat::new(seat), source);
    ability.options[usize::from(option)].get(usize::from(step)).copied()
}

pub fn effect(p: &mut Play, seat: u8, source: Source, option: u8, step: u8) -> Next<Frame> {
    let Some(effect) = current(p.look(), seat, source, option, step) else { return Next::Done };
    let me = Seat::new(seat);
    let next = Frame::Effect { seat, source, option, step: step + 1 };
    let begun = p.s.contest.picked != 0;
    if !begun && !possible(p.look(), me, source, effect) {
        rule!("RA-260");
        return Next::Then(next);
    }
    match effect {
        Effect::Flip { .. }
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::TreatColour { .. }
        | Effect::TreatValue { .. } => {
            if targets(p.look(), effect).next().is_some() {
                return Next::Wait(Frame::Effect { seat, source, option, step });
            }
            finish(p, effect, next)
        }
        Effect::Add { what, set } => {
            rule!("RA-246", "RA-161");
            match added_kind(what) {
                Some(kind) => {
                    dice_pool::add_die(p, kind, set.unwrap_or(0));
                    p.first(Frame::Roll, next)
                }
                None => p.first(Frame::AddRandom { set: set.unwrap_or(0) }, next),
            }
        }
        Effect::Heal { by, who } => match who {
            Who::Myself => {
                exhaustion::heal(p, me, by);
                Next::Then(next)
            }
            Who::Each => {
                p.s.present.into_iter().for_each(|seat| exhaustion::heal(p, seat, by));
                Next::Then(next)
            }
            Who::One => p.first(Frame::HealOne { seat, by }, next),
        },
        Effect::Row { by, who } => {
            let rows = match who {
                Who::Myself | Who::One => Frame::Rows { seat, left: by, each: by, drain: false, all: false },
                Who::Each => super::rows::for_all(by, false),
            };
            p.first(rows, next)
        }
        Effect::Extra(k) => {
            p.s.contest.extra += k;
            Next::Then(next)
        }
        Effect::Recover(k) => p.first(Frame::RecoverCard { seat, left: k, source }, next),
    }
}

/// No more dice for this effect: rerolled dice are rolled now, together.
fn finish(p: &mut Play, effect: Effect, next: Frame) -> Next<Frame> {
    let picked = std::mem::take(&mut p.s.contest.picked);
    if matches!(effect, Effect::Reroll { .. }) {
        rule!("RA-244");
        for (i, die) in p.s.contest.pool.iter_mut().enumerate() {
            if picked >> i & 1 == 1 {
                die.value = 0;
            }
        }
        return p.first(Frame::Roll, next);
    }
    Next::Then(next)
}

/// A target is named, or it is enough.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other action answers an effect")]
pub fn answer(p: &mut Play, at: (u8, Source, u8, u8), action: Action) -> Next<Frame> {
    let (seat, source, option, step) = at;
    let effect = current(p.look(), seat, source, option, step).expect("an effect waits");
    let frame = Frame::Effect { seat, source, option, step };
    match action {
        Action::Enough => {
            rule!("RA-R23");
            return finish(p, effect, Frame::Effect { seat, source, option, step: step + 1 });
        }
        Action::Target { die } => {
            let flips = matches!(effect, Effect::Flip { .. });
            touch(p, die, |g, die| {
                if flips {
                    die.value = g.opposite(*die);
                }
            });
        }
        Action::Up { die } => {
            rule!("RA-243");
            touch(p, die, |_, die| die.value += 1);
        }
        Action::Down { die } => {
            rule!("RA-243");
            touch(p, die, |_, die| die.value -= 1);
        }
        Action::Treat { die, colour } => {
            rule!("RA-245", "RA-R21");
            touch(p, die, |_, die| die.colours = ColourSet::only(colour));
        }
        Action::Set { die, value } => {
            rule!("RA-245", "RA-R21");
            touch(p, die, |_, die| die.value = value.0);
        }
        other => unreachable!("{other} does not answer {effect}"),
    }
    // With the last die that may be touched the effect is over.
    if targets(p.look(), effect).next().is_none() {
        return finish(p, effect, Frame::Effect { seat, source, option, step: step + 1 });
    }
    Next::Then(frame)
}

fn touch(p: &mut Play, at: PoolDie, change: impl FnOnce(&crate::Adventures, &mut Die)) {
    rule!("RA-250");
    let i = at.index() - 1;
    p.s.contest.picked |= 1 << i;
    let before = p.s.contest.pool[i];
    change(p.g, &mut p.s.contest.pool[i]);
    let after = p.s.contest.pool[i];
    if before != after {
        p.say(|_| Event::Changes(dice_pool::die_text(before), dice_pool::die_text(after)));
    }
}

/// A random die came for an effect.
pub fn added(p: &mut Play, kind: DieKind, set: u8) -> Next<Frame> {
    rule!("RA-246", "RA-R25");
    dice_pool::add_die(p, kind, set);
    p.say(|_| Event::Draws(kind));
    Next::Then(Frame::Roll)
}

pub fn recover(p: &mut Play, seat: u8, left: u8, source: Source) -> Next<Frame> {
    if left == 0 || recoverable(p.look(), Seat::new(seat), source).next().is_none() {
        return Next::Done;
    }
    Next::Wait(Frame::RecoverCard { seat, left, source })
}

pub fn recovered(p: &mut Play, seat: u8, left: u8, source: Source, card: CardId) -> Next<Frame> {
    let who = Seat::new(seat);
    p.s.sheets[who].spent.remove(card);
    p.s.sheets[who].hand.insert(card);
    p.say(|look| Event::TakesCard(look.name(who), card, look.card(card).name.clone()));
    Next::Then(Frame::RecoverCard { seat, left: left - 1, source })
}

/// What may be said about the dice of the effect in progress.
pub fn target_actions(look: Look, effect: Effect, into: &mut impl FnMut(Action)) {
    for (i, die) in targets(look, effect) {
        let at = PoolDie(i + 1);
        match effect {
            Effect::Flip { .. } => {
                rule!("RA-242", "RA-R06");
                into(Action::Target { die: at });
            }
            Effect::Reroll { .. } => into(Action::Target { die: at }),
            Effect::Adjust { .. } => {
                if die.value < 6 {
                    into(Action::Up { die: at });
                }
                if die.value > 1 {
                    into(Action::Down { die: at });
                }
            }
            Effect::TreatColour { to, .. } => {
                rule!("RA-245");
                to.without(die.colours)
                    .iter()
                    .for_each(|colour: Colour| into(Action::Treat { die: at, colour }));
            }
            Effect::TreatValue { to, .. } => {
                let others = to.iter().filter(|v| *v != die.value);
                others.for_each(|v| into(Action::Set { die: at, value: crate::words::Face(v) }));
            }
            Effect::Add { .. }
            | Effect::Heal { .. }
            | Effect::Row { .. }
            | Effect::Extra(_)
            | Effect::Recover(_) => {}
        }
    }
    if look.s.contest.picked != 0 {
        into(Action::Enough);
    }
}
