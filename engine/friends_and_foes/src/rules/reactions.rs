//! Reactions: triggers, the window after an action, who may react. FO-262 to FO-264, FO-410.

use crate::{
    Action, Play,
    cards::{Effect, Limit, List, Struck, Trigger},
    event::Event,
    frame::Frame,
    queries::Look,
    rules::effects,
    state::{Deed, order, used},
    words::{AbilityId, AbilityKind, CharId, CharSet},
};
use kernel::{Next, Seat, rule};

/// Reaction abilities of a character with their slots.
fn reactions_of(look: Look, who: CharId) -> impl Iterator<Item = (usize, AbilityId)> {
    let all = look.s.char(who).abilities.into_iter().enumerate();
    all.filter(|(_, a)| !a.is_none() && a.kind() == AbilityKind::Reaction)
}

/// May this reaction be used for what just happened? If so, whom it may be about.
fn subjects(look: Look, who: CharId, slot: usize, ability: AbilityId) -> CharSet {
    rule!("FO-263", "FO-R48");
    let (me, card) = (look.s.char(who), look.g.content.ability(ability));
    let limit = match card.limit {
        Limit::Turn => used::REACTION << slot,
        Limit::Round => (used::REACTION | used::ROUND) << slot,
    };
    if me.used & limit != 0 || card.tokens > look.s.sides[who.seat()].tokens {
        return CharSet::EMPTY;
    }
    let Some(trigger) = card.trigger else { return CharSet::EMPTY };
    triggered(look, who, trigger).iter().filter(|subject| works(look, who, ability, *subject)).collect()
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

/// Could the effects be carried out?
fn works(look: Look, who: CharId, ability: AbilityId, subject: CharId) -> bool {
    let card = look.g.content.ability(ability);
    card.effects.iter().all(|effect| match effect {
        Effect::BasicAttack => {
            look.s.board.contains(subject) && look.may_strike(who, look.attack(who, AbilityId::NONE), subject)
        }
        Effect::OwnAttack => {
            look.s.board.contains(subject) && look.may_strike(who, look.attack(who, ability), subject)
        }
        Effect::Heal { .. } => {
            look.s.board.contains(subject) && look.s.char(subject).health < look.s.char(subject).sheet.full
        }
        Effect::Damage { .. }
        | Effect::Lasting(_)
        | Effect::AddTerrain(_)
        | Effect::Draw(_)
        | Effect::Look(_)
        | Effect::GainTokens(_)
        | Effect::GainTreasure(_)
        | Effect::StealTreasure(_)
        | Effect::Stride(_)
        | Effect::Slip
        | Effect::StepTo
        | Effect::Marshal(_)
        | Effect::Blink
        | Effect::Push
        | Effect::Check(_)
        | Effect::PlaceCard => true,
    })
}

/// Reactions that nobody is asked about, in initiative order.
pub fn automatic(p: &mut Play) {
    rule!("FO-410", "FO-411");
    if p.s.automatic.and(p.s.board).is_empty() {
        return;
    }
    for seat in p.s.order {
        for who in p.s.own(seat).and(p.s.automatic).iter() {
            for (slot, ability) in p.s.char(who).abilities.into_iter().enumerate() {
                let reaction = !ability.is_none() && ability.kind() == AbilityKind::Reaction;
                if reaction && p.g.content.ability(ability).auto {
                    happens(p, who, slot, ability);
                }
            }
        }
    }
}

/// One automatic reaction. Its effects ask nobody, so they are carried out on the spot.
fn happens(p: &mut Play, who: CharId, slot: usize, ability: AbilityId) {
    let Some(subject) = subjects(p.look(), who, slot, ability).lowest() else { return };
    p.s.char_mut(who).used |= (used::REACTION | used::ROUND) << slot;
    p.say(|l| Event::Reacts(l.name(who), l.g.content.ability(ability).name.clone()));
    for at in 0..p.g.content.ability(ability).effects.len() {
        let frame = Frame::Run { actor: who, subject, ability, list: List::Effects, at: at as u8 };
        let _done = effects::resolve(p, frame);
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
pub fn offer(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let fresh = look.s.own(seat).minus(look.s.deed().reacted);
    for who in fresh.and(look.s.reactors).iter() {
        for (slot, ability) in reactions_of(look, who) {
            if !look.g.content.ability(ability).auto && !subjects(look, who, slot, ability).is_empty() {
                offer(Action::React { who, ability });
            }
        }
    }
}

/// Asks the players in initiative order.
pub fn window(p: &mut Play, place: u8) -> Next<Frame> {
    rule!("FO-262", "FO-410");
    let nobody = p.s.reactors.and(p.s.board).is_empty();
    let next = p.s.order.get(usize::from(place)).filter(|_| !nobody);
    let Some(&seat) = next else {
        return if p.s.depth == 0 { Next::Then(Frame::ActionOver) } else { Next::Done };
    };
    if p.s.sides[seat].orders & order::NO_REACTIONS != 0 || !may_react(p.look(), seat) {
        return Next::Then(Frame::Window { place: place + 1 });
    }
    Next::Wait(Frame::React { seat, place })
}

/// A reaction is declared and paid with tokens only.
pub fn react(p: &mut Play, place: u8, who: CharId, ability: AbilityId) -> Next<Frame> {
    rule!("FO-263", "FO-191");
    let slot = effects::slot(p.look(), who, ability);
    let about = subjects(p.look(), who, slot, ability);
    let cost = p.g.content.ability(ability).tokens;
    p.s.char_mut(who).used |= (used::REACTION | used::ROUND) << slot;
    p.s.sides[who.seat()].tokens -= cost;
    p.s.deed_mut().reacted.insert(who);
    p.say(|l| Event::Reacts(l.name(who), l.g.content.ability(ability).name.clone()));
    p.s.stack.push(Frame::Reacted { place });
    p.s.stack.push(Frame::After { reaction: true });
    match about.single() {
        Some(only) => begin(p, who, ability, only),
        None => Next::Wait(Frame::Subject { who, ability }),
    }
}

/// Whom a declared reaction may be about.
#[must_use]
pub fn choices(look: Look, who: CharId, ability: AbilityId) -> CharSet {
    let Some(trigger) = look.g.content.ability(ability).trigger else { return CharSet::EMPTY };
    triggered(look, who, trigger).iter().filter(|subject| works(look, who, ability, *subject)).collect()
}

/// What the reaction does is told apart from what it answers.
pub fn begin(p: &mut Play, who: CharId, ability: AbilityId, subject: CharId) -> Next<Frame> {
    p.s.depth += 1;
    *p.s.deed_mut() = Deed::default();
    Next::Then(effects::run(who, subject, ability, List::Effects))
}

pub fn reacted(p: &mut Play, place: u8) -> Next<Frame> {
    p.s.depth -= 1;
    Next::Then(Frame::Window { place })
}
