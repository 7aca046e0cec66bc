//! Reactions: triggers, the window after an action, who may react. FO-262 to FO-264, FO-410.

use crate::{
    Action, Play,
    cards::{Limit, List, Struck, Trigger},
    event::Event,
    frame::{self, Frame::Reactions, Next, one, stray, then, wait},
    queries::Look,
    rules::{
        after,
        effects::{self, Run},
    },
    state::{Deed, Orders, Used},
    words::{AbilityId, AbilityKind, CharId, CharSet},
};
use kernel::{Seat, Turn, rule};
use serde::{Deserialize, Serialize};

/// What follows an action, or a reaction; `place` is a place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    After {
        reaction: bool,
    },
    Reactions {
        reaction: bool,
    },
    /// Players are asked, from this place on.
    Window {
        place: u8,
    },
    React {
        seat: Seat,
        place: u8,
    },
    /// Whom a reaction is about, if the trigger fits several.
    Subject {
        who: CharId,
        ability: AbilityId,
    },
    /// A reaction of this player is over.
    Reacted {
        place: u8,
    },
    ActionOver,
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::After { reaction } => after::after(p, reaction),
        Frame::Reactions { reaction } => after::reactions(p, reaction),
        Frame::Window { place } => window(p, place),
        Frame::Reacted { place } => reacted(p, place),
        Frame::ActionOver => after::action_over(p),
        Frame::React { .. } | Frame::Subject { .. } => wait(frame),
    }
}

#[must_use]
pub fn turn(frame: Frame) -> Turn {
    match frame {
        Frame::React { seat, .. } => one(seat),
        Frame::Subject { who, .. } => one(who.seat()),
        Frame::After { .. }
        | Frame::Reactions { .. }
        | Frame::Window { .. }
        | Frame::Reacted { .. }
        | Frame::ActionOver => frame::NOBODY,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::React { .. } => {
            into(Action::Pass);
            offer(look, seat, into);
        }
        Frame::Subject { who, ability } => {
            choices(look, who, ability).iter().for_each(|who| into(Action::Target { who }));
        }
        Frame::After { .. }
        | Frame::Reactions { .. }
        | Frame::Window { .. }
        | Frame::Reacted { .. }
        | Frame::ActionOver => {}
    }
}

/// May this reaction be used for what just happened? If so, whom it may be about.
fn subjects(look: Look, who: CharId, slot: usize, ability: AbilityId) -> CharSet {
    rule!("FO-263", "FO-R48");
    let (me, card) = (look.s.char(who), look.g.content.ability(ability));
    let limit = match card.limit {
        Limit::Turn => Used::reaction(slot),
        Limit::Round => Used::reaction(slot) | Used::this_round(slot),
    };
    if me.used.intersects(limit) || card.tokens > look.s.sides[who.seat()].tokens {
        return CharSet::EMPTY;
    }
    let Some(trigger) = card.trigger else { return CharSet::EMPTY };
    triggered(look, who, trigger)
        .iter()
        .filter(|subject| effects::works(look, who, ability, Some(*subject)))
        .collect()
}

/// Whom the trigger is about; nobody if it does not fit what happened.
fn triggered(look: Look, who: CharId, trigger: Trigger) -> CharSet {
    let (deed, here) = (look.s.deed(), look.s.area(who));
    let (enemies, friends) = (look.enemies(who), look.team_chars(look.team(who.seat())));
    let enemy_attack = deed.attacker.filter(|a| !friends.contains(*a));
    let steps = |c: CharId| look.board().steps(here, look.s.area(c));
    match trigger {
        Trigger::Attacked { melee, nature, outcome } => {
            let fits = deed.targets.contains(who)
                && (!melee || deed.melee)
                && nature.is_none_or(|n| n == deed.nature())
                && match outcome {
                    Struck::Any => true,
                    Struck::Damaged => deed.damaged.contains(who),
                    Struck::Unharmed => !deed.damaged.contains(who),
                };
            enemy_attack.filter(|_| fits).map_or(CharSet::EMPTY, CharSet::only)
        }
        Trigger::MovedAdjacent => deed.moved.and(enemies).iter().filter(|c| steps(*c) == 1).collect(),
        Trigger::MovedInSight => {
            let sees = |c: &CharId| look.s.area(*c) != here && look.sees(here, look.s.area(*c));
            deed.moved.and(enemies).iter().filter(sees).collect()
        }
        Trigger::FriendHurt(near) => {
            let hurt = if enemy_attack.is_some() { deed.damaged } else { CharSet::EMPTY };
            hurt.and(look.friends(who)).iter().filter(|c| steps(*c) <= near).collect()
        }
        Trigger::FriendRemoved => {
            let lost =
                if enemy_attack.is_some() { deed.slain.and(friends).without(who) } else { CharSet::EMPTY };
            if lost.is_empty() { lost } else { CharSet::only(who) }
        }
        Trigger::EnemyRemoved(near) => {
            let lost = deed.removed.minus(friends).iter().any(|c| steps(c) <= near);
            if lost { CharSet::only(who) } else { CharSet::EMPTY }
        }
    }
}

/// A player's reactions that nobody is asked about; they come when it is this player's turn to react.
fn automatic(p: &mut Play, seat: Seat) {
    rule!("FO-262", "FO-410", "FO-411");
    for who in p.s.own(seat).and(p.s.automatic).iter() {
        for (slot, ability) in p.s.char(who).learned_of(AbilityKind::Reaction) {
            if p.g.content.ability(ability).auto {
                happens(p, who, slot, ability);
            }
        }
    }
}

/// One automatic reaction. Its effects ask nobody, so they are carried out on the spot.
fn happens(p: &mut Play, who: CharId, slot: usize, ability: AbilityId) {
    let Some(subject) = subjects(p.look(), who, slot, ability).lowest() else { return };
    p.s.char_mut(who).used |= Used::reaction(slot) | Used::this_round(slot);
    p.say(|l| Event::Reacts(l.name(who), l.g.content.ability(ability).name.clone()));
    for at in 0..p.g.content.ability(ability).effects.len() {
        let run = Run { actor: who, subject, ability, list: List::Effects, at: at as u8 };
        let _done = effects::resolve(p, run);
        // Only the frame that would go on with the rest was pushed.
        p.s.stack.pop();
    }
}

/// Has this seat a reaction it may use? Follows from public facts only.
fn may_react(look: Look, seat: Seat) -> bool {
    let mut any = false;
    offer(look, seat, &mut |_| any = true);
    any
}

/// Offers every reaction of a seat.
fn offer(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let fresh = look.s.own(seat).minus(look.s.deed().reacted);
    for who in fresh.and(look.s.reactors).iter() {
        for (slot, ability) in look.s.char(who).learned_of(AbilityKind::Reaction) {
            if !look.g.content.ability(ability).auto && !subjects(look, who, slot, ability).is_empty() {
                offer(Action::React { who, ability });
            }
        }
    }
}

/// Asks the players in initiative order.
fn window(p: &mut Play, place: u8) -> Next {
    rule!("FO-262", "FO-410");
    let nobody = p.s.reactors.or(p.s.automatic).and(p.s.board).is_empty();
    let next = p.s.order.get(usize::from(place)).filter(|_| !nobody);
    let Some(&seat) = next else {
        return if p.s.depth == 0 { then(Frame::ActionOver) } else { Next::Done };
    };
    automatic(p, seat);
    if p.s.sides[seat].orders.contains(Orders::NO_REACTIONS) || !may_react(p.look(), seat) {
        return then(Frame::Window { place: place + 1 });
    }
    wait(Frame::React { seat, place })
}

pub fn pass(asked: frame::Frame) -> Next {
    let Reactions(Frame::React { place, .. }) = asked else { return stray(asked) };
    then(Frame::Window { place: place + 1 })
}

/// A reaction is declared and paid with tokens only.
pub fn react(p: &mut Play, asked: frame::Frame, who: CharId, ability: AbilityId) -> Next {
    rule!("FO-263", "FO-191");
    let Reactions(Frame::React { place, .. }) = asked else { return stray(asked) };
    let slot = effects::slot(p.look(), who, ability);
    let fits = subjects(p.look(), who, slot, ability);
    let cost = p.g.content.ability(ability).tokens;
    p.s.char_mut(who).used |= Used::reaction(slot) | Used::this_round(slot);
    p.s.sides[who.seat()].tokens -= cost;
    p.s.deed_mut().reacted.insert(who);
    p.say(|l| Event::Reacts(l.name(who), l.g.content.ability(ability).name.clone()));
    p.s.stack.push(Frame::Reacted { place }.into());
    p.s.stack.push(Frame::After { reaction: true }.into());
    match fits.single() {
        Some(only) => begin(p, who, ability, only),
        None => wait(Frame::Subject { who, ability }),
    }
}

/// Whom a declared reaction may be about.
fn choices(look: Look, who: CharId, ability: AbilityId) -> CharSet {
    let Some(trigger) = look.g.content.ability(ability).trigger else { return CharSet::EMPTY };
    triggered(look, who, trigger)
        .iter()
        .filter(|subject| effects::works(look, who, ability, Some(*subject)))
        .collect()
}

pub fn about(p: &mut Play, asked: frame::Frame, subject: CharId) -> Next {
    let Reactions(Frame::Subject { who, ability }) = asked else { return stray(asked) };
    begin(p, who, ability, subject)
}

/// What the reaction does is told apart from what it answers.
fn begin(p: &mut Play, who: CharId, ability: AbilityId, subject: CharId) -> Next {
    p.s.depth += 1;
    *p.s.deed_mut() = Deed::default();
    then(effects::run(who, subject, ability, List::Effects))
}

fn reacted(p: &mut Play, place: u8) -> Next {
    p.s.depth -= 1;
    then(Frame::Window { place })
}
