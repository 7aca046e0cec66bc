//! Abilities: the one interpreter of effects. FO-185, FO-260 to FO-266, FO-270.

use crate::{
    Action, Play,
    cards::{Aim, Effect, Lasting, List, Scope, Who},
    event::Event,
    frame::{
        self,
        Frame::{Activation, Effects},
        Next, first, one, stray, then, wait,
    },
    luck::Falls,
    queries::Look,
    rules::{
        activation, attack,
        cards::{self, How},
        movement, reactions,
    },
    state::Used,
    words::{AbilityId, AreaId, AreaSet, CharId, CharSet, Paid, TOKENS_MAX, Weapon},
};
use kernel::{Card, CardSet, Pool, Seat, Turn, rule};
use serde::{Deserialize, Serialize};

/// Abilities at work, and the choices inside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Run(Run),
    /// Whom an ability is aimed at.
    Aim {
        actor: CharId,
        ability: AbilityId,
    },
    /// The card of a check was played.
    CheckDone {
        actor: CharId,
        subject: CharId,
        ability: AbilityId,
        value: u8,
    },
    /// Look at cards of the deck.
    Look {
        seat: Seat,
        left: u8,
    },
    /// Which of them to keep.
    LookKeep {
        seat: Seat,
    },
    Lay {
        actor: CharId,
        subject: CharId,
    },
    Push {
        actor: CharId,
        subject: CharId,
    },
    Blink {
        who: CharId,
    },
    Slip {
        who: CharId,
    },
    /// Which minion goes on.
    Marshal {
        actor: CharId,
        left: u8,
    },
}

/// Effects of an ability, from this one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    pub actor: CharId,
    pub subject: CharId,
    pub ability: AbilityId,
    pub list: List,
    pub at: u8,
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Run(run) => resolve(p, run),
        Frame::CheckDone { actor, subject, ability, value } => check_done(p, actor, subject, ability, value),
        Frame::Look { seat, left } => look(p, seat, left),
        Frame::Marshal { actor, left } => marshal(p, actor, left),
        Frame::Aim { .. }
        | Frame::LookKeep { .. }
        | Frame::Lay { .. }
        | Frame::Push { .. }
        | Frame::Blink { .. }
        | Frame::Slip { .. } => wait(frame),
    }
}

#[must_use]
pub fn turn(frame: Frame) -> Turn {
    match frame {
        Frame::Look { .. } => Turn::Chance,
        Frame::LookKeep { seat } => one(seat),
        Frame::Aim { actor, .. }
        | Frame::Lay { actor, .. }
        | Frame::Push { actor, .. }
        | Frame::Marshal { actor, .. } => one(actor.seat()),
        Frame::Blink { who } | Frame::Slip { who } => one(who.seat()),
        Frame::Run(_) | Frame::CheckDone { .. } => frame::NOBODY,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Aim { actor, ability } => {
            let all = aims(look, actor, ability);
            all.iter().for_each(|who| offer(Action::Target { who }));
        }
        Frame::LookKeep { .. } if look.s.is_hidden(seat) => {
            look.s.playable(seat).iter().for_each(|card| offer(Action::Discard { card }));
        }
        Frame::LookKeep { .. } => look.s.looked.iter().for_each(|card| offer(Action::Take { card })),
        Frame::Lay { .. } => look.s.playable(seat).iter().for_each(|card| offer(Action::Lay { card })),
        Frame::Slip { who } | Frame::Push { subject: who, .. } => movement::offer_steps(look, who, offer),
        Frame::Blink { who } => blinks(look, who).iter().for_each(|to| offer(Action::Go { to })),
        Frame::Marshal { actor, .. } => {
            let minions = marshals(look, actor, look.s.marshalled);
            minions.iter().for_each(|who| offer(Action::Target { who }));
            offer(Action::Stay);
        }
        Frame::Run(_) | Frame::CheckDone { .. } | Frame::Look { .. } => {}
    }
}

/// What chance decides.
#[inline]
#[must_use]
pub fn falls(frame: Frame) -> Falls {
    match frame {
        Frame::Look { seat, .. } => Falls::Card { of: seat },
        Frame::Run(_)
        | Frame::Aim { .. }
        | Frame::CheckDone { .. }
        | Frame::LookKeep { .. }
        | Frame::Lay { .. }
        | Frame::Push { .. }
        | Frame::Blink { .. }
        | Frame::Slip { .. }
        | Frame::Marshal { .. } => Falls::Nothing,
    }
}

/// The top card of a deck is seen by who looks.
pub fn drawn(p: &mut Play, frame: Frame, card: Card) -> Next {
    let Frame::Look { seat, left } = frame else { return stray(frame) };
    looked(p, seat, left, card)
}

pub fn targeted(p: &mut Play, frame: Frame, who: CharId) -> Next {
    match frame {
        Frame::Aim { actor, ability } => then(run(actor, who, ability, List::Effects)),
        Frame::Marshal { actor, left } => marshalled(p, actor, left, who),
        Frame::Run(_)
        | Frame::CheckDone { .. }
        | Frame::Look { .. }
        | Frame::LookKeep { .. }
        | Frame::Lay { .. }
        | Frame::Push { .. }
        | Frame::Blink { .. }
        | Frame::Slip { .. } => stray(frame),
    }
}

pub fn goes(p: &mut Play, frame: Frame, to: AreaId) -> Next {
    match frame {
        Frame::Slip { who } => {
            step_freely(p, who, to);
            Next::Done
        }
        Frame::Blink { who } => blinked(p, who, to),
        Frame::Push { subject, .. } => pushed(p, subject, to),
        Frame::Run(_)
        | Frame::Aim { .. }
        | Frame::CheckDone { .. }
        | Frame::Look { .. }
        | Frame::LookKeep { .. }
        | Frame::Lay { .. }
        | Frame::Marshal { .. } => stray(frame),
    }
}

/// Which slot of a character holds this ability.
#[must_use]
pub fn slot(look: Look, who: CharId, ability: AbilityId) -> usize {
    look.s.char(who).abilities.iter().position(|a| *a == Some(ability)).unwrap_or(0)
}

/// An action ability is declared and paid.
pub fn use_ability(
    p: &mut Play,
    asked: frame::Frame,
    who: CharId,
    ability: AbilityId,
    treasure: Paid,
) -> Next {
    rule!("FO-185", "FO-260", "FO-261", "FO-146");
    let Activation(activation::Frame::Act) = asked else { return stray(asked) };
    let card = p.g.content.ability(ability);
    let at = slot(p.look(), who, ability);
    activation::pay(p, who.seat(), (card.tokens, 0), treasure);
    p.s.char_mut(who).used |= Used::ability(at) | Used::this_round(at);
    p.say(|l| Event::Uses(l.name(who), card.name.clone()));
    p.s.stack.push(reactions::Frame::After { reaction: false }.into());
    match card.aim {
        Aim::Nobody => then(run(who, who, ability, List::Effects)),
        Aim::Friend(_) | Aim::Enemy(_) => match aims(p.look(), who, ability).single() {
            Some(only) => then(run(who, only, ability, List::Effects)),
            None => wait(Frame::Aim { actor: who, ability }),
        },
    }
}

#[must_use]
pub const fn run(actor: CharId, subject: CharId, ability: AbilityId, list: List) -> Frame {
    Frame::Run(Run { actor, subject, ability, list, at: 0 })
}

/// Whom an ability may be aimed at.
#[must_use]
pub fn aims(look: Look, who: CharId, ability: AbilityId) -> CharSet {
    let (near, all) = match look.g.content.ability(ability).aim {
        Aim::Nobody => return CharSet::EMPTY,
        Aim::Friend(near) => (near, look.friends(who)),
        Aim::Enemy(near) => (near, look.enemies(who)),
    };
    let from = look.s.area(who);
    let near = all.iter().filter(|c| look.board().steps(from, look.s.area(*c)) <= near);
    near.filter(|c| works(look, who, ability, Some(*c))).collect()
}

/// Could this ability do anything now?
#[must_use]
pub fn usable(look: Look, who: CharId, ability: AbilityId) -> bool {
    match look.g.content.ability(ability).aim {
        Aim::Nobody => works(look, who, ability, None),
        Aim::Friend(_) | Aim::Enemy(_) => !aims(look, who, ability).is_empty(),
    }
}

/// Could all effects of an ability be carried out, on this character where it is about one?
#[must_use]
pub fn works(look: Look, who: CharId, ability: AbilityId, subject: Option<CharId>) -> bool {
    let side = &look.s.sides[who.seat()];
    let there = |c: CharId| look.s.board.contains(c);
    let strikes = |with| {
        let attack = look.attack(who, with);
        subject.is_none_or(|c| there(c) && look.may_strike(who, attack, c))
    };
    look.g.content.ability(ability).effects.iter().all(|effect| match effect {
        Effect::Heal { who: Who::Subject, .. } => {
            subject.is_none_or(|c| there(c) && look.s.char(c).health < look.s.char(c).sheet.full)
        }
        Effect::PlaceCard => side.hand_len > 0 && subject.is_none_or(|c| look.s.char(c).sigil.is_none()),
        Effect::BasicAttack => strikes(Weapon::Basic),
        Effect::OwnAttack => strikes(Weapon::Ability(ability)),
        Effect::Draw(_) | Effect::Look(_) => side.can_draw(),
        Effect::Marshal(_) => !marshals(look, who, CharSet::EMPTY).is_empty(),
        Effect::Blink => !blinks(look, who).is_empty(),
        Effect::Heal { who: Who::Actor, .. }
        | Effect::Damage { .. }
        | Effect::Lasting(_)
        | Effect::AddTerrain(_)
        | Effect::GainTokens(_)
        | Effect::GainTreasure(_)
        | Effect::StealTreasure(_)
        | Effect::Stride(_)
        | Effect::Slip
        | Effect::StepTo
        | Effect::Push
        | Effect::Check(_) => true,
    })
}

/// Carries out one effect; what is left waits in the frame below.
pub fn resolve(p: &mut Play, run: Run) -> Next {
    let Run { actor, subject, ability, list, at } = run;
    let g = p.g;
    let Some(effect) = g.content.ability(ability).list(list).get(usize::from(at)) else { return Next::Done };
    if !p.s.board.contains(actor) {
        return Next::Done;
    }
    p.s.stack.push(Frame::Run(Run { at: at + 1, ..run }).into());
    match effect {
        Effect::Heal { who, by } => heal(p, whom(*who, actor, subject), *by),
        Effect::Damage { who, by } => hurt(p, whom(*who, actor, subject), *by),
        Effect::Lasting(lasting) => last(p, actor, subject, lasting),
        Effect::AddTerrain(feature) => {
            let area = p.s.area(actor);
            p.s.added[feature.index()].insert(area);
            p.say(|_| Event::Terrain(area, *feature));
        }
        Effect::GainTokens(by) => gain_tokens(p, actor.seat(), *by),
        Effect::GainTreasure(by) => {
            p.s.sides[actor.seat()].treasure += u16::from(*by);
            p.say(|_| Event::Gains(actor.seat(), *by));
        }
        Effect::StealTreasure(by) => steal(p, actor.seat(), subject.seat(), *by),
        Effect::Draw(left) => return then(cards::Frame::Draws { seat: actor.seat(), left: *left }),
        Effect::Look(left) => {
            (p.s.looked, p.s.looked_len) = (CardSet::EMPTY, 0);
            p.say(|_| Event::Looks(actor.seat(), *left));
            return then(Frame::Look { seat: actor.seat(), left: *left });
        }
        Effect::Stride(steps) => {
            return wait(movement::Frame::StrideTo { who: actor, left: *steps, first: true });
        }
        Effect::Slip => return wait(Frame::Slip { who: actor }),
        Effect::StepTo => step_freely(p, actor, p.s.area(subject)),
        Effect::Marshal(left) => {
            p.s.marshalled = CharSet::EMPTY;
            return then(Frame::Marshal { actor, left: *left });
        }
        Effect::Blink => return wait(Frame::Blink { who: actor }),
        Effect::Push => return push(p, actor, subject),
        Effect::BasicAttack => return attack::start(p, actor, Weapon::Basic, CharSet::only(subject)),
        Effect::OwnAttack => {
            return attack::start(p, actor, Weapon::Ability(ability), CharSet::only(subject));
        }
        Effect::Check(value) => {
            let done = Frame::CheckDone { actor, subject, ability, value: *value };
            return first(p, cards::Frame::Play { who: actor, how: How::Plain }, done);
        }
        Effect::PlaceCard => return wait(Frame::Lay { actor, subject }),
    }
    Next::Done
}

const fn whom(who: Who, actor: CharId, subject: CharId) -> CharId {
    match who {
        Who::Actor => actor,
        Who::Subject => subject,
    }
}

pub fn heal(p: &mut Play, who: CharId, by: u8) {
    rule!("FO-243");
    let me = p.s.char_mut(who);
    let healed = by.min(me.sheet.full - me.health);
    if me.health > 0 && healed > 0 {
        me.health += healed;
        p.say(|l| Event::Heals(l.name(who), healed));
    }
}

/// Damage; the removal waits until what is going on is resolved.
pub fn hurt(p: &mut Play, who: CharId, by: u8) {
    rule!("FO-005", "FO-214");
    let me = p.s.char_mut(who);
    me.health = me.health.saturating_sub(by);
    let left = me.health;
    if left == 0 {
        p.s.fallen.insert(who);
    }
    p.say(|l| Event::Damage(l.name(who), by, left));
}

pub fn gain_tokens(p: &mut Play, seat: Seat, by: u8) {
    rule!("FO-004");
    let side = &mut p.s.sides[seat];
    let gained = by.min(TOKENS_MAX - side.tokens);
    side.tokens += gained;
    p.say(|_| Event::GainsToken(seat, gained));
}

fn steal(p: &mut Play, seat: Seat, from: Seat, by: u8) {
    let stolen = u16::from(by).min(p.s.sides[from].treasure);
    p.s.sides[from].treasure -= stolen;
    p.s.sides[seat].treasure += stolen;
    p.say(|_| Event::Steals(seat, from, stolen as u8));
}

/// A lasting effect is a bit, so the same one never adds up.
fn last(p: &mut Play, actor: CharId, subject: CharId, lasting: &Lasting) {
    rule!("FO-270", "FO-R49");
    let bit = 1 << lasting.bit;
    let own = usize::from(p.look().team(actor.seat()));
    match lasting.on {
        Scope::Actor => p.s.char_mut(actor).marks |= bit,
        Scope::Subject => p.s.char_mut(subject).marks |= bit,
        Scope::Friends => p.s.marks[own] |= bit,
        Scope::Enemies => {
            (0..usize::from(p.g.teams)).filter(|team| *team != own).for_each(|team| p.s.marks[team] |= bit)
        }
    }
    p.say(|l| {
        let on = match lasting.on {
            Scope::Actor => l.name(actor),
            Scope::Subject => l.name(subject),
            Scope::Friends => format!("team {}", own + 1),
            Scope::Enemies => "all enemies".to_owned(),
        };
        Event::Lasting(on, format!("{} ({} {:+})", lasting.key, lasting.stat, lasting.by))
    });
}

/// A step without a check that is no Move.
pub fn step_freely(p: &mut Play, who: CharId, to: AreaId) {
    movement::relocate(p, who, to);
    p.say(|l| Event::Moves(l.name(who), to));
}

/// Where a character may blink to.
#[must_use]
pub fn blinks(look: Look, who: CharId) -> AreaSet {
    let from = look.s.area(who);
    look.board().areas.without(from).iter().filter(|to| look.sees(from, *to)).collect()
}

fn blinked(p: &mut Play, who: CharId, to: AreaId) -> Next {
    step_freely(p, who, to);
    if who.seat() == p.s.active() && p.s.depth == 0 {
        p.s.deed_mut().moved.insert(who);
    }
    Next::Done
}

fn push(p: &mut Play, actor: CharId, subject: CharId) -> Next {
    if p.s.char(subject).health == 0 || !p.s.board.contains(subject) {
        return Next::Done;
    }
    match p.look().board().adjacent(p.s.area(subject)).single() {
        Some(only) => pushed(p, subject, only),
        None => wait(Frame::Push { actor, subject }),
    }
}

fn pushed(p: &mut Play, subject: CharId, to: AreaId) -> Next {
    movement::relocate(p, subject, to);
    p.say(|l| Event::Pushed(l.name(subject), to));
    Next::Done
}

/// Goes on after a check.
fn check_done(p: &mut Play, actor: CharId, subject: CharId, ability: AbilityId, value: u8) -> Next {
    let passed = cards::succeeds(p.look(), actor, value, false);
    let critical = p.s.played.card.is_some_and(|card| p.look().is_critical(actor, card));
    cards::clear_table(p);
    if !passed {
        p.say(|l| Event::CheckFails(l.name(actor)));
        return Next::Done;
    }
    let better = critical && !p.g.content.ability(ability).critical.is_empty();
    then(run(actor, subject, ability, if better { List::Critical } else { List::Success }))
}

/// Looks at cards of the deck; they are in hand until one is kept.
fn look(p: &mut Play, seat: Seat, left: u8) -> Next {
    if left > 0 && cards::ready_deck(p, seat) {
        if p.s.is_hidden(seat) {
            cards::untold(p, seat);
            p.s.looked_len += 1;
            return then(Frame::Look { seat, left: left - 1 });
        }
        return wait(Frame::Look { seat, left });
    }
    if p.s.looked_len < 2 {
        (p.s.looked, p.s.looked_len) = (CardSet::EMPTY, 0);
        return Next::Done;
    }
    wait(Frame::LookKeep { seat })
}

fn looked(p: &mut Play, seat: Seat, left: u8, card: Card) -> Next {
    cards::into_hand(p, seat, card);
    p.s.looked.put(card);
    p.s.looked_len += 1;
    then(Frame::Look { seat, left: left - 1 })
}

/// Which cards are put away is told; the one that is kept is not.
pub fn look_dropped(p: &mut Play, asked: frame::Frame, gone: Card) -> Next {
    let Effects(Frame::LookKeep { seat }) = asked else { return stray(asked) };
    p.s.sides[seat].leave_hand(gone);
    p.s.sides[seat].discard.put(gone);
    p.say(|_| Event::Discards(seat, gone));
    p.s.looked_len -= 1;
    then(Frame::Look { seat, left: 0 })
}

pub fn look_kept(p: &mut Play, asked: frame::Frame, kept: Card) -> Next {
    let Effects(Frame::LookKeep { seat }) = asked else { return stray(asked) };
    let gone = p.s.looked.minus(CardSet::only(kept));
    (p.s.looked, p.s.looked_len) = (CardSet::EMPTY, 0);
    p.say(|_| Event::Takes(seat, Some(kept)));
    for card in gone.iter() {
        p.s.sides[seat].leave_hand(card);
        p.s.sides[seat].discard.put(card);
        p.say(|_| Event::Discards(seat, card));
    }
    Next::Done
}

/// Friendly minions near enough that have not gone yet.
#[must_use]
pub fn marshals(look: Look, who: CharId, gone: CharSet) -> CharSet {
    let from = look.s.area(who);
    let near =
        |c: &CharId| look.s.char(*c).body.is_minion() && look.board().steps(from, look.s.area(*c)) <= 1;
    look.friends(who).minus(gone).without(who).iter().filter(near).collect()
}

fn marshal(p: &mut Play, actor: CharId, left: u8) -> Next {
    if left == 0 || marshals(p.look(), actor, p.s.marshalled).is_empty() {
        return Next::Done;
    }
    wait(Frame::Marshal { actor, left })
}

fn marshalled(p: &mut Play, actor: CharId, left: u8, who: CharId) -> Next {
    p.s.marshalled.insert(who);
    first(p, movement::Frame::March { who }, Frame::Marshal { actor, left: left - 1 })
}

/// No other minion goes.
pub fn stays(asked: frame::Frame) -> Next {
    let Effects(Frame::Marshal { .. }) = asked else { return stray(asked) };
    Next::Done
}

/// A hand card is laid on the subject.
pub fn lay(p: &mut Play, asked: frame::Frame, card: Card) -> Next {
    let Effects(Frame::Lay { actor, subject }) = asked else { return stray(asked) };
    cards::place(p, actor, subject, card);
    Next::Done
}
