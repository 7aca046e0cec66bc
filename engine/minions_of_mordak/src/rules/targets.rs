//! Whom and where the steps of cards are for: what is possible, and what is asked.

use crate::{
    Play,
    content::{Effect, Kind, Target, Where},
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, Who},
    queries::Look,
    rules::spells::Frame,
    rules::{damage, effects, scouting, turns},
    state::{Cast, NONE, Traits},
    words::Dice,
};
use kernel::{ArrayVec, rule};

/// Whom a step may be for, in a fixed order.
pub type List = ArrayVec<[Who; 72]>;

/// What a step needs picked before it can be done.
enum Need {
    Nothing,
    One(Kind, Where),
    InOne(Kind, Where),
    Region(RegionSet),
}

/// Everybody of a kind within reach for whom the step could do something.
#[must_use]
pub fn list(look: Look, cast: &Cast, effect: Effect, kind: Kind, at: Where) -> List {
    let reach = look.reach(cast.from, at);
    let near = |who: Who| {
        let region = look.region(who);
        if who == Who::MORDAK && !region.is_on_map() {
            return at == Where::Anywhere && matches!(kind, Kind::Caster | Kind::Friend);
        }
        region.is_on_map() && (at == Where::Anywhere || reach.contains(region))
    };
    let players = look.side_seats(crate::words::Side::Villain).chain(look.heroes()).map(Who::hero);
    let gust = look.s.gust.is_on_map().then_some(Who::GUST);
    let all = players.chain(gust).chain(look.s.slots().map(Who::minion));
    all.filter(|who| {
        look.is_kind(cast.from, kind, cast.cost, *who) && near(*who) && serves(look, cast, effect, *who)
    })
    .take(72)
    .collect()
}

/// Could the step do anything to this Character?
fn serves(look: Look, cast: &Cast, effect: Effect, who: Who) -> bool {
    match effect {
        Effect::Heal { .. } | Effect::GainHealth { .. } | Effect::GainPlusOnes { .. } => {
            who.as_player().is_some()
        }
        Effect::PayHealth { by, .. } => who.as_player().is_some_and(|seat| damage::can_pay(look, seat, by)),
        Effect::LosePlusOnes { .. } => {
            who.as_player().is_some_and(|seat| look.s.players[seat].plus_ones() > 0)
        }
        Effect::StealSpell { .. } => {
            who.as_player().is_some_and(|seat| !look.s.players[seat].hand.is_empty())
        }
        Effect::Place { within, .. } => !places(look, who, within).is_empty(),
        Effect::Move { evade, .. } => {
            look.points(who) > 0
                && !crate::rules::movement::steps(
                    look,
                    crate::rules::movement::Walk { who, first: true, evade },
                )
                .is_empty()
        }
        Effect::Control { .. } => {
            look.points(who) > 0 && turns::may_nest(look) && who != cast.from && free(look, who)
        }
        Effect::BonusTurn { .. } => look.points(who) > 0 && turns::may_nest(look) && free(look, who),
        Effect::BindBlood { .. } => cast.from.as_player().is_some(),
        Effect::Attack { .. }
        | Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
        | Effect::Grant { .. }
        | Effect::Lift { .. }
        | Effect::BonusDice { .. }
        | Effect::Reroll(_)
        | Effect::RerollAny
        | Effect::LoseHits(_)
        | Effect::ActionPoints { .. }
        | Effect::DrawSpells { .. }
        | Effect::CancelSpell
        | Effect::SwapMinions
        | Effect::Spawn { .. }
        | Effect::PlaceSheep { .. }
        | Effect::ReorderStack { .. }
        | Effect::FlipRegion
        | Effect::LimitSteps { .. }
        | Effect::BecomeDefender => true,
    }
}

/// Is it in the middle of no Turn?
fn free(look: Look, who: Who) -> bool {
    look.s.levels[..usize::from(look.s.depth)].iter().all(|level| level.actor != who)
}

/// Where an effect may place a Character.
#[must_use]
pub fn places(look: Look, who: Who, within: u8) -> RegionSet {
    rule!("MM-R48");
    let from = look.region(who);
    if !from.is_on_map() {
        return RegionSet::EMPTY;
    }
    let near = |to: &RegionId| {
        let away = (from.0 % 5).abs_diff(to.0 % 5) + (from.0 / 5).abs_diff(to.0 / 5);
        (1..=within).contains(&away)
    };
    look.s.revealed.iter().filter(near).collect()
}

fn need(look: Look, cast: &Cast, effect: Effect) -> Need {
    match effect.target() {
        Some(Target::One(kind, at)) => return Need::One(kind, at),
        Some(Target::EachInOne(kind, at)) => return Need::InOne(kind, at),
        Some(Target::Caster | Target::Subject | Target::Struck | Target::Chosen | Target::Each(..)) => {
            return Need::Nothing;
        }
        None => {}
    }
    match effect {
        Effect::Attack { at, aoe, .. } => Need::Region(attackable(look, cast, at, aoe)),
        Effect::ReorderStack { at } => {
            let two = |region: &RegionId| look.s.stack_of(*region).nth(1).is_some();
            Need::Region(look.reach(cast.from, at).iter().filter(two).collect())
        }
        Effect::FlipRegion => Need::Region(flippable(look)),
        Effect::LimitSteps { at, .. } => Need::Region(look.reach(cast.from, at)),
        Effect::Heal { .. }
        | Effect::GainHealth { .. }
        | Effect::PayHealth { .. }
        | Effect::Prevent(_)
        | Effect::StayAt(_)
        | Effect::WoundInstead
        | Effect::Grant { .. }
        | Effect::Lift { .. }
        | Effect::BonusDice { .. }
        | Effect::Reroll(_)
        | Effect::RerollAny
        | Effect::LoseHits(_)
        | Effect::GainPlusOnes { .. }
        | Effect::LosePlusOnes { .. }
        | Effect::ActionPoints { .. }
        | Effect::DrawSpells { .. }
        | Effect::StealSpell { .. }
        | Effect::CancelSpell
        | Effect::Place { .. }
        | Effect::Move { .. }
        | Effect::SwapMinions
        | Effect::Control { .. }
        | Effect::BonusTurn { .. }
        | Effect::Spawn { .. }
        | Effect::PlaceSheep { .. }
        | Effect::BecomeDefender
        | Effect::BindBlood { .. } => Need::Nothing,
    }
}

fn attackable(look: Look, cast: &Cast, at: Where, aoe: bool) -> RegionSet {
    let holds = |region: &RegionId| {
        if aoe {
            look.all_in(*region).any(|who| who != cast.from)
        } else {
            look.enemies_in(cast.from, *region)
        }
    };
    look.reach(cast.from, at).iter().filter(holds).collect()
}

/// Face-down Regions beside a Hero.
fn flippable(look: Look) -> RegionSet {
    if look.s.final_battle {
        return RegionSet::EMPTY;
    }
    let near = look.heroes().map(|seat| look.adjacent(look.s.players[seat].region));
    near.fold(RegionSet::EMPTY, RegionSet::or).minus(look.s.revealed)
}

/// Is it open whom or where this step is for?
#[must_use]
pub fn in_question(look: Look, cast: &Cast, effect: Effect) -> bool {
    match need(look, cast, effect) {
        Need::One(kind, at) => list(look, cast, effect, kind, at).len() > 1,
        Need::InOne(..) | Need::Region(_) => regions(look, cast, effect).len() > 1,
        Need::Nothing => false,
    }
}

/// Can this step be carried out?
#[must_use]
pub fn possible(look: Look, cast: &Cast, effect: Effect) -> bool {
    match need(look, cast, effect) {
        Need::One(kind, at) | Need::InOne(kind, at) => return !list(look, cast, effect, kind, at).is_empty(),
        Need::Region(regions) => return !regions.is_empty(),
        Need::Nothing => {}
    }
    match effect.target() {
        Some(Target::Struck | Target::Chosen) => return false,
        Some(Target::Each(kind, at)) => return !list(look, cast, effect, kind, at).is_empty(),
        Some(Target::Caster) => return serves(look, cast, effect, cast.from),
        Some(Target::Subject) => return serves(look, cast, effect, cast.about),
        Some(Target::One(..) | Target::EachInOne(..)) | None => {}
    }
    in_window(look, cast, effect)
}

/// Steps without a target, most of them of Reactions.
fn in_window(look: Look, cast: &Cast, effect: Effect) -> bool {
    let level = look.s.level();
    match effect {
        Effect::Reroll(_) | Effect::RerollAny => !level.roll.total_only && !level.roll.dice.is_none(),
        Effect::LoseHits(_) => level.roll.pool > 0,
        Effect::Prevent(_) => level.attack.prevented < level.attack.damage,
        Effect::StayAt(_) => !level.attack.is.contains(Traits::SAVED) && cast.about.as_hero().is_some(),
        Effect::WoundInstead => {
            let flips = |slot: u8| look.g.content.can_be_wounded(look.s.minion(slot).kind);
            !level.attack.is.contains(Traits::SAVED) && cast.about.as_minion().is_some_and(flips)
        }
        Effect::CancelSpell => look.s.casts.last().is_some_and(|below| !below.cancelled),
        Effect::BecomeDefender => {
            let attack = &level.attack;
            let there = look.region(cast.from) == attack.region && cast.from != attack.target;
            there && !attack.is.contains(Traits::AOE) && attack.target.as_minion().is_none()
        }
        Effect::SwapMinions => look.s.slots().any(|slot| trades(look, Who::minion(slot))),
        Effect::Spawn { size } => crate::rules::cards::minions_left(look, size.at(cast.cost)) > 0,
        Effect::PlaceSheep { .. } => scouting::sheep(look) < look.g.content.numbers.sheep,
        Effect::DrawSpells { .. } => look.s.players[cast.seat].hand.len() + 8 < crate::state::HAND,
        // Those with a target, or in a Region, are judged by who is there.
        Effect::Attack { .. }
        | Effect::Heal { .. }
        | Effect::GainHealth { .. }
        | Effect::PayHealth { .. }
        | Effect::Grant { .. }
        | Effect::Lift { .. }
        | Effect::BonusDice { .. }
        | Effect::GainPlusOnes { .. }
        | Effect::LosePlusOnes { .. }
        | Effect::ActionPoints { .. }
        | Effect::StealSpell { .. }
        | Effect::Place { .. }
        | Effect::Move { .. }
        | Effect::Control { .. }
        | Effect::BonusTurn { .. }
        | Effect::ReorderStack { .. }
        | Effect::FlipRegion
        | Effect::LimitSteps { .. }
        | Effect::BindBlood { .. } => true,
    }
}

/// A step begins: what must be picked is picked first.
pub fn aim(p: &mut Play, step: u8, effect: Effect) -> Next {
    let cast = *p.s.cast();
    match need(p.look(), &cast, effect) {
        Need::One(kind, at) => {
            let all = list(p.look(), &cast, effect, kind, at);
            match all.len() {
                0 => skip(step),
                1 => is_for(p, step, all[0]),
                _ => wait(Frame::PickTarget { step }),
            }
        }
        Need::InOne(..) | Need::Region(_) => {
            let regions = regions(p.look(), &cast, effect);
            match regions.len() {
                0 => skip(step),
                1 => is_in(p, step, regions.iter().next().unwrap_or_default()),
                _ => wait(Frame::PickRegion { step }),
            }
        }
        Need::Nothing if effect == Effect::SwapMinions && possible(p.look(), &cast, effect) => {
            wait(Frame::PickTarget { step })
        }
        Need::Nothing => {
            let again = matches!(effect.target(), Some(Target::Struck | Target::Chosen));
            let can =
                if again { is_present(p.look(), cast.target) } else { possible(p.look(), &cast, effect) };
            if can { then(Frame::Do { step }) } else { skip(step) }
        }
    }
}

/// Mordak off the Map can be a target too.
fn is_present(look: Look, who: Who) -> bool {
    look.is_there(who) || who == Who::MORDAK
}

fn skip(step: u8) -> Next {
    then(Frame::Run { step: step + 1 })
}

/// Regions a step may be for.
#[must_use]
pub fn regions(look: Look, cast: &Cast, effect: Effect) -> RegionSet {
    match need(look, cast, effect) {
        Need::Region(regions) => regions,
        Need::InOne(kind, at) => {
            list(look, cast, effect, kind, at).iter().map(|who| look.region(*who)).collect()
        }
        Need::One(..) | Need::Nothing => RegionSet::EMPTY,
    }
}

/// Characters a step may be for; of two to be swapped, the first or the second.
#[must_use]
pub fn choices(look: Look, effect: Effect, second: bool) -> List {
    let cast = *look.s.cast();
    match need(look, &cast, effect) {
        Need::One(kind, at) => list(look, &cast, effect, kind, at),
        Need::Nothing if second => {
            let here = look.region(cast.target);
            look.s
                .slots()
                .map(Who::minion)
                .filter(|who| look.region(*who) != here && free(look, *who))
                .take(72)
                .collect()
        }
        Need::Nothing => look.s.slots().map(Who::minion).filter(|who| trades(look, *who)).take(72).collect(),
        Need::InOne(..) | Need::Region(_) => List::new(),
    }
}

/// Is there another in another Region to trade places with?
fn trades(look: Look, who: Who) -> bool {
    let other = |other: Who| look.region(other) != look.region(who) && free(look, other);
    free(look, who) && look.s.slots().map(Who::minion).any(other)
}

/// Somebody is picked: the target of a step, or the second of two Minions.
pub fn picked(p: &mut Play, frame: Frame, who: Who) -> Next {
    match frame {
        Frame::PickTarget { step } => is_for(p, step, who),
        Frame::PickSecond { .. } => effects::swap(p, who),
        Frame::Window { .. }
        | Frame::React { .. }
        | Frame::Run { .. }
        | Frame::Do { .. }
        | Frame::PickRegion { .. }
        | Frame::Dice { .. }
        | Frame::PlaceTarget { .. }
        | Frame::Sheep { .. }
        | Frame::FreeMove { .. }
        | Frame::CastDone => stray(frame),
    }
}

fn is_for(p: &mut Play, step: u8, who: Who) -> Next {
    p.s.cast_mut().target = who;
    then(Frame::Do { step })
}

pub fn region_picked(p: &mut Play, frame: Frame, region: RegionId) -> Next {
    let Frame::PickRegion { step } = frame else { return stray(frame) };
    is_in(p, step, region)
}

fn is_in(p: &mut Play, step: u8, region: RegionId) -> Next {
    p.s.cast_mut().region = region;
    then(Frame::Do { step })
}

/// Whom the step is for, now that everything is picked.
#[must_use]
pub fn chosen(look: Look, effect: Effect) -> List {
    let cast = *look.s.cast();
    let one = |who: Who| std::iter::once(who).collect::<List>();
    match effect.target() {
        None => List::new(),
        Some(Target::Caster) => one(cast.from),
        Some(Target::Subject) => one(cast.about),
        Some(Target::Struck | Target::Chosen | Target::One(..)) => one(cast.target),
        Some(Target::Each(kind, at)) => list(look, &cast, effect, kind, at),
        Some(Target::EachInOne(kind, at)) => {
            let all = list(look, &cast, effect, kind, at);
            all.into_iter().filter(|who| look.region(*who) == cast.region).collect()
        }
    }
}

/// Dice that a step rolls before it is done, if it has not yet.
pub fn rolls_first(p: &mut Play, dice: Dice, step: u8) -> Option<Next> {
    if dice.is_none() || p.s.cast().rolled != NONE {
        return None;
    }
    Some(p.first(Frame::Dice { dice }, Frame::Do { step }))
}
