//! Casting Spells and playing cards: costs, cancelling, one step after the other. Rulebook: "Magic Rolls". MM-250 to MM-257.

use crate::{
    Action, Event, Play,
    content::{Cost, Effect},
    frame::{Asks, Falls, Next, Stacks as _, then, wait},
    ids::{SpellId, TreasureId, Who},
    naming,
    queries::Look,
    rules::{damage, effects, movement, reactions, rolls, targets},
    state::{CASTS, Card, Cast, NONE},
    words::{Count, Dice, VILLAIN, Window},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

/// The place of a step among what a card does is `step`, of a seat in the order of a window `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Something happens that Reactions may answer.
    Window {
        window: Window,
        about: Who,
        at: u8,
    },
    React {
        seat: Seat,
        window: Window,
        about: Who,
        at: u8,
    },
    Run {
        step: u8,
    },
    /// The targets of a step are known.
    Do {
        step: u8,
    },
    PickTarget {
        step: u8,
    },
    PickSecond {
        step: u8,
    },
    PickRegion {
        step: u8,
    },
    /// Dice that are the amount of a step.
    Dice {
        dice: Dice,
    },
    PlaceTarget {
        who: Who,
        within: u8,
    },
    Sheep {
        left: u8,
    },
    /// A free Move of somebody whose Turn it is not.
    FreeMove {
        who: Who,
        steps: u8,
        evade: bool,
        first: bool,
    },
    CastDone,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Window { window, about, at } => reactions::window(p, window, about, at),
        Frame::Run { step } => run(p, step),
        Frame::Do { step } => effects::do_step(p, step),
        Frame::PlaceTarget { who, within } => effects::place_target(p, who, within),
        Frame::Sheep { left } => effects::sheep(p, left),
        Frame::FreeMove { who, steps, evade, first } => {
            movement::free_move(p, movement::Walk { who, first, evade }, steps)
        }
        Frame::CastDone => cast_done(p),
        Frame::React { .. }
        | Frame::PickTarget { .. }
        | Frame::PickSecond { .. }
        | Frame::PickRegion { .. }
        | Frame::Dice { .. } => wait(frame),
    }
}

pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::React { seat, .. } => Asks::Seat(seat),
        Frame::PickTarget { .. }
        | Frame::PickSecond { .. }
        | Frame::PickRegion { .. }
        | Frame::PlaceTarget { .. }
        | Frame::Sheep { .. }
        | Frame::FreeMove { .. } => Asks::Seat(look.s.casts.last().map_or(VILLAIN, |cast| cast.seat)),
        Frame::Dice { dice } => Asks::Fate(Falls::Effect(dice)),
        Frame::Window { .. } | Frame::Run { .. } | Frame::Do { .. } | Frame::CastDone => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::React { seat, window, about, .. } => reactions::options(look, seat, window, about, offer),
        Frame::PickTarget { step } => offer_targets(look, step, false, offer),
        Frame::PickSecond { step } => offer_targets(look, step, true, offer),
        Frame::PickRegion { step } => {
            let cast = *look.s.cast();
            if let Some(effect) = effects(look, cast.card).get(usize::from(step)) {
                let regions = targets::regions(look, &cast, *effect);
                regions.iter().for_each(|region| offer(Action::Region { region }));
            }
        }
        Frame::PlaceTarget { who, within } => {
            targets::places(look, who, within).iter().for_each(|region| offer(Action::Place { region }));
        }
        Frame::Sheep { .. } => look.s.revealed.iter().for_each(|region| offer(Action::Place { region })),
        Frame::FreeMove { who, first, evade, .. } => {
            let steps = movement::steps(look, movement::Walk { who, first, evade });
            steps.iter().for_each(|to| offer(Action::Step { to }));
            offer(Action::Stop);
        }
        Frame::Window { .. }
        | Frame::Run { .. }
        | Frame::Do { .. }
        | Frame::Dice { .. }
        | Frame::CastDone => {}
    }
}

fn offer_targets(look: Look, step: u8, second: bool, offer: &mut impl FnMut(Action)) {
    let card = look.s.cast().card;
    if let Some(effect) = effects(look, card).get(usize::from(step)) {
        targets::choices(look, *effect, second).into_iter().for_each(|who| offer(Action::Target { who }));
    }
}

/// What a card does.
#[must_use]
pub fn effects(look: Look<'_>, card: Card) -> &[Effect] {
    match card {
        Card::Spell(spell) => &look.g.content.spell(spell).does,
        Card::Treasure(treasure) => &look.g.content.treasure(treasure).does,
    }
}

/// Can at least one step of a card be carried out?
fn does_something(look: Look, cast: &Cast) -> bool {
    effects(look, cast.card).iter().any(|effect| targets::possible(look, cast, *effect))
}

/// General Spells the roller may cast now.
pub fn options(look: Look, offer: &mut impl FnMut(Action)) {
    rule!("MM-250", "MM-252", "MM-253", "MM-375", "MM-R11", "MM-R41");
    let level = look.s.level();
    if look.s.casts.len() + 3 >= CASTS {
        return;
    }
    for id in naming::playable(look.s, level.seat) {
        let spell = look.g.content.spell(id);
        let affordable = spell.hits().iter().any(|hits| *hits <= level.roll.pool);
        if spell.on.is_some() || !affordable || !can_pay(look, level.actor, spell.pays) {
            continue;
        }
        for (cost, hits) in spell.hits().iter().enumerate() {
            let cast = cast(Card::Spell(id), level.seat, level.actor, cost as u8);
            if *hits <= level.roll.pool && does_something(look, &cast) {
                offer(Action::Cast { spell: id, cost: Count(*hits) });
            }
        }
    }
}

fn can_pay(look: Look, who: Who, by: u8) -> bool {
    by == 0 || who.as_player().is_some_and(|seat| damage::can_pay(look, seat, by))
}

fn cast(card: Card, seat: Seat, from: Who, cost: u8) -> Cast {
    Cast { card, cost, seat, from, ..Cast::default() }
}

/// Would this Treasure do anything in its owner's Turn?
#[must_use]
pub fn treasure_playable(look: Look, seat: Seat, treasure: TreasureId) -> bool {
    does_something(look, &cast(Card::Treasure(treasure), seat, Who::hero(seat), 0))
}

/// A Reaction of this seat, about to be played.
#[must_use]
pub fn reaction(seat: Seat, card: Card, about: Who) -> Cast {
    Cast { about, ..cast(card, seat, Who::hero(seat), 0) }
}

/// Would this Reaction do anything now?
#[must_use]
pub fn reaction_playable(look: Look, seat: Seat, card: Card, about: Who) -> bool {
    does_something(look, &reaction(seat, card, about))
}

pub fn announce(p: &mut Play, seat: Seat, from: Who, spell: SpellId) {
    let _ = seat;
    p.say(|l| Event::Told(format!("{} casts {}", l.name(from), l.g.content.spell(spell).name)));
}

/// A General Spell out of the Hits of a Magic roll.
pub fn cast_spell(p: &mut Play, spell: SpellId, hits: u8) -> Next {
    rule!("MM-250", "MM-252");
    let (actor, seat) = (p.s.level().actor, p.s.level().seat);
    let card = p.g.content.spell(spell);
    let cost = match card.cost {
        Cost::Hits(_) => card.hits().iter().position(|own| *own == hits).unwrap_or(0),
        Cost::Free | Cost::PlusOneOrDiscard => 0,
    };
    p.s.level_mut().roll.pool -= hits;
    naming::take(p.s, seat, spell);
    announce(p, seat, actor, spell);
    p.push(rolls::Frame::Spend);
    let (pays, payer) = (card.pays, actor.as_player());
    let next = play(p, Card::Spell(spell), seat, actor, Who::NOBODY, cost as u8);
    if let (Some(payer), 1..) = (payer, pays) {
        damage::pay(p, payer, pays);
    }
    next
}

/// A card is played: others may cancel it, then it does what it says.
pub fn play(p: &mut Play, card: Card, seat: Seat, from: Who, about: Who, cost: u8) -> Next {
    p.s.casts.push(Cast { about, ..cast(card, seat, from, cost) });
    match card {
        Card::Spell(_) => {
            p.first(Frame::Window { window: Window::Cast, about: from, at: 0 }, Frame::Run { step: 0 })
        }
        Card::Treasure(_) => then(Frame::Run { step: 0 }),
    }
}

fn run(p: &mut Play, step: u8) -> Next {
    let cast = *p.s.cast();
    let effect = effects(p.look(), cast.card).get(usize::from(step)).copied();
    match effect {
        Some(effect) if !cast.cancelled && p.s.ending.is_none() => {
            p.s.cast_mut().rolled = NONE;
            targets::aim(p, step, effect)
        }
        Some(_) | None => then(Frame::CastDone),
    }
}

fn cast_done(p: &mut Play) -> Next {
    rule!("MM-250", "MM-268");
    if let Some(cast) = p.s.casts.pop() {
        match cast.card {
            Card::Spell(spell) => p.s.spell_discards.0[spell.index()] += 1,
            Card::Treasure(treasure) => p.s.treasure_discards.0[treasure.index()] += 1,
        }
    }
    damage::check(p)
}

/// The Spell that the present one answers does nothing.
pub fn cancel(p: &mut Play) {
    rule!("MM-R43");
    let below = p.s.casts.len().checked_sub(2);
    if let Some(cast) = below.and_then(|at| p.s.casts.get_mut(at)) {
        cast.cancelled = true;
        p.say(|_| Event::Told("the Spell is cancelled".to_owned()));
    }
}
