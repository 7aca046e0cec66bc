//! What card icons do: flip, adjust, reroll, treat, add, and the few effects outside the pool. RA-242 to RA-250.

use crate::{
    Action, Adventures, Event, Play,
    content::effect::{Added, Effect, Selector, Who},
    flow::stray,
    frame::{Asks, Fate, Source, then, wait},
    queries::Look,
    rules::{
        contest, dice_pool, exhaustion,
        manipulate::ability_of,
        revealed,
        rows::{self, Rows},
    },
    state::{Die, POOL},
    words::{CardId, Colour, ColourSet, DieKind, Face, PoolDie, Verb},
};
use kernel::{Next, Seat, flow::Flow, rule};
use serde::{Deserialize, Serialize};

/// What is left of a card or ability: the effects of an option from this step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chain {
    pub seat: u8,
    pub source: Source,
    pub option: u8,
    pub step: u8,
}

impl Chain {
    const fn next(self) -> Frame {
        Frame::Chain(Chain { step: self.step + 1, ..self })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// An effect, and those after it; where it touches dice, which.
    Chain(Chain),
    /// Whom an effect heals.
    Heal { seat: u8, by: u8 },
    /// Spent cards come back.
    Recover { seat: u8, left: u8, source: Source },
    /// A random die comes into the pool; it may be set rather than rolled.
    Add { set: Option<Face> },
}

impl Frame {
    #[inline(always)]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Chain(Chain { seat, .. }) | Frame::Heal { seat, .. } | Frame::Recover { seat, .. } => {
                Asks::Seat(seat)
            }
            Frame::Add { .. } => Asks::Chance(Fate::Die),
        }
    }
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Chain(chain) => effect(p, chain),
        Frame::Heal { .. } | Frame::Add { .. } => wait(frame),
        Frame::Recover { seat, left, source } => recover(p, seat, left, source),
    }
}

#[inline]
pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Chain(chain) => {
            if let Some(effect) = current(look, chain) {
                target_actions(look, effect, into);
            }
        }
        Frame::Heal { .. } => {
            let s = look.s;
            let tired = s.present.into_iter().filter(|seat| s.sheets[*seat].fatigue > 0);
            tired.for_each(|seat| into(Action::seat(seat)));
        }
        Frame::Recover { source, .. } => {
            recoverable(look, seat, source).for_each(|card| into(Action::Recover { card }));
        }
        Frame::Add { .. } => {}
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
    if effect.verb().is_some_and(|verb| contest.bent.forbidden.contains(verb)) {
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
    let room = picked.len() < up_to(effect);
    let dice = contest.pool.iter().enumerate().filter(move |_| room);
    dice.filter(move |(i, die)| !picked.contains(*i) && touches(effect, **die))
        .map(|(i, die)| (i as u8, *die))
}

/// The effect a frame is about; none when the chain is at its end.
#[must_use]
#[inline]
pub fn current(look: Look, chain: Chain) -> Option<Effect> {
    let ability = ability_of(look, Seat::new(chain.seat), chain.source);
    ability.options[usize::from(chain.option)].get(usize::from(chain.step)).copied()
}

/// Carries out the effect that is due; what waits for a die, a hero or chance is a frame.
fn effect(p: &mut Play, chain: Chain) -> Next<crate::Frame> {
    let Some(effect) = current(p.look(), chain) else { return Next::Done };
    let Chain { seat, source, .. } = chain;
    let me = Seat::new(seat);
    let next: crate::Frame = chain.next().into();
    let begun = !p.s.contest.picked.is_empty();
    if !begun && !possible(p.look(), me, source, effect) {
        rule!("RA-260");
        return then(next);
    }
    match effect {
        Effect::Flip { .. }
        | Effect::Adjust { .. }
        | Effect::Reroll { .. }
        | Effect::TreatColour { .. }
        | Effect::TreatValue { .. } => {
            if targets(p.look(), effect).next().is_some() {
                return wait(Frame::Chain(chain));
            }
            finish(p, effect, chain)
        }
        Effect::Add { what, set } => {
            rule!("RA-246", "RA-161");
            match added_kind(what) {
                Some(kind) => {
                    dice_pool::add_die(p, kind, set.unwrap_or(0));
                    p.first(contest::Frame::Roll.into(), next)
                }
                None => p.first(Frame::Add { set: set.map(Face) }.into(), next),
            }
        }
        Effect::Heal { by, who } => match who {
            Who::Myself => {
                exhaustion::heal(p, me, by);
                then(next)
            }
            Who::Each => {
                p.s.present.into_iter().for_each(|seat| exhaustion::heal(p, seat, by));
                then(next)
            }
            Who::One => p.first(Frame::Heal { seat, by }.into(), next),
        },
        Effect::Row { by, who } => {
            let rows = match who {
                Who::Myself | Who::One => {
                    revealed::Frame::Rows(Rows { seat, left: by, each: by, drain: false, all: false })
                }
                Who::Each => rows::for_all(by, false),
            };
            p.first(rows.into(), next)
        }
        Effect::Extra(k) => {
            p.s.contest.extra += k;
            then(next)
        }
        Effect::Recover(k) => p.first(Frame::Recover { seat, left: k, source }.into(), next),
    }
}

/// No more dice for this effect: rerolled dice are rolled now, together.
fn finish(p: &mut Play, effect: Effect, chain: Chain) -> Next<crate::Frame> {
    let picked = std::mem::take(&mut p.s.contest.picked);
    if effect.verb() == Some(Verb::Reroll) {
        rule!("RA-244");
        for (i, die) in p.s.contest.pool.iter_mut().enumerate() {
            if picked.contains(i) {
                die.value = 0;
            }
        }
        return p.first(contest::Frame::Roll.into(), chain.next().into());
    }
    then(chain.next())
}

/// No more dice for this effect, though it may touch more.
pub fn enough(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    rule!("RA-R23");
    let Frame::Chain(chain) = frame else { return stray(frame) };
    let Some(effect) = current(p.look(), chain) else { return stray(frame) };
    finish(p, effect, chain)
}

/// A die is flipped, or named to be rerolled with others.
pub fn target(p: &mut Play, frame: crate::Frame, die: PoolDie) -> Next<crate::Frame> {
    touch(p, frame, die, |g, effect, die| {
        if effect.verb() == Some(Verb::Flip) {
            die.value = g.opposite(*die);
        }
    })
}

pub fn adjust(p: &mut Play, frame: crate::Frame, die: PoolDie, by: i8) -> Next<crate::Frame> {
    rule!("RA-243");
    touch(p, frame, die, |_, _, die| die.value = die.value.saturating_add_signed(by))
}

pub fn treat(p: &mut Play, frame: crate::Frame, die: PoolDie, colour: Colour) -> Next<crate::Frame> {
    rule!("RA-245", "RA-R21");
    touch(p, frame, die, |_, _, die| die.colours = ColourSet::only(colour))
}

pub fn set(p: &mut Play, frame: crate::Frame, die: PoolDie, value: Face) -> Next<crate::Frame> {
    rule!("RA-245", "RA-R21");
    touch(p, frame, die, |_, _, die| die.value = value.0)
}

/// A die is changed; with the last one that may be touched the effect is over.
fn touch(
    p: &mut Play,
    frame: crate::Frame,
    at: PoolDie,
    change: impl FnOnce(&Adventures, Effect, &mut Die),
) -> Next<crate::Frame> {
    rule!("RA-250");
    let crate::Frame::Effect(Frame::Chain(chain)) = frame else { return stray(frame) };
    let Some(effect) = current(p.look(), chain) else { return stray(frame) };
    let i = at.index() - 1;
    p.s.contest.picked.insert(i);
    let before = p.s.contest.pool[i];
    change(p.g, effect, &mut p.s.contest.pool[i]);
    let after = p.s.contest.pool[i];
    if before != after {
        p.say(|_| Event::Changes(dice_pool::die_text(before), dice_pool::die_text(after)));
    }
    if targets(p.look(), effect).next().is_none() {
        return finish(p, effect, chain);
    }
    then(frame)
}

/// The hero to be healed is named.
pub fn healed(p: &mut Play, frame: Frame, seat: Seat) -> Next<crate::Frame> {
    let Frame::Heal { by, .. } = frame else { return stray(frame) };
    exhaustion::heal(p, seat, by);
    Next::Done
}

/// A random die came for an effect.
pub fn added(p: &mut Play, frame: Frame, kind: DieKind) -> Next<crate::Frame> {
    let Frame::Add { set } = frame else { return stray(frame) };
    rule!("RA-246", "RA-R25");
    dice_pool::add_die(p, kind, set.map_or(0, |face| face.0));
    p.say(|_| Event::Draws(kind));
    then(contest::Frame::Roll)
}

fn recover(p: &mut Play, seat: u8, left: u8, source: Source) -> Next<crate::Frame> {
    if left == 0 || recoverable(p.look(), Seat::new(seat), source).next().is_none() {
        return Next::Done;
    }
    wait(Frame::Recover { seat, left, source })
}

pub fn recovered(p: &mut Play, frame: crate::Frame, card: CardId) -> Next<crate::Frame> {
    let crate::Frame::Effect(Frame::Recover { seat, left, source }) = frame else { return stray(frame) };
    let who = Seat::new(seat);
    p.s.sheets[who].spent.remove(card);
    p.s.sheets[who].hand.insert(card);
    p.say(|look| Event::TakesCard(look.name(who), card, look.card(card).name.clone()));
    then(Frame::Recover { seat, left: left - 1, source })
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
                others.for_each(|v| into(Action::Set { die: at, value: Face(v) }));
            }
            Effect::Add { .. }
            | Effect::Heal { .. }
            | Effect::Row { .. }
            | Effect::Extra(_)
            | Effect::Recover(_) => {}
        }
    }
    if !look.s.contest.picked.is_empty() {
        into(Action::Enough);
    }
}
