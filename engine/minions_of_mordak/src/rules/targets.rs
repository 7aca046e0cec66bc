//! Whom and where the steps of cards are for: what is possible, and what is asked.

use crate::{
    Play,
    content::{Effect, Kind, Target, Where},
    frame::{For, Frame},
    ids::{RegionId, RegionSet, Who},
    queries::Look,
    rules::{damage, scouting, turns},
    state::{Cast, NONE, attack as flag},
    words::Dice,
};
use kernel::{ArrayVec, Next, flow::Flow as _, rule};

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
#[expect(clippy::wildcard_enum_match_arm, reason = "the others serve anybody of their kind")]
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
        _ => true,
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
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others need no Region")]
    match effect {
        Effect::Attack { at, aoe, .. } => Need::Region(attackable(look, cast, at, aoe)),
        Effect::ReorderStack { at } => {
            let two = |region: &RegionId| look.s.stack_of(*region).nth(1).is_some();
            Need::Region(look.reach(cast.from, at).iter().filter(two).collect())
        }
        Effect::FlipRegion => Need::Region(flippable(look)),
        Effect::LimitSteps { at, .. } => Need::Region(look.reach(cast.from, at)),
        _ => Need::Nothing,
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
#[expect(clippy::wildcard_enum_match_arm, reason = "those with a target are judged above")]
fn in_window(look: Look, cast: &Cast, effect: Effect) -> bool {
    let level = look.s.level();
    match effect {
        Effect::Reroll(_) | Effect::RerollAny => !level.roll.total_only && !level.roll.dice.is_none(),
        Effect::LoseHits(_) => level.roll.pool > 0,
        Effect::Prevent(_) => level.attack.prevented < level.attack.damage,
        Effect::StayAt(_) => level.attack.flags & flag::SAVED == 0 && cast.about.as_hero().is_some(),
        Effect::WoundInstead => {
            let flips = |slot: u8| look.g.content.can_be_wounded(look.s.minion(slot).kind);
            level.attack.flags & flag::SAVED == 0 && cast.about.as_minion().is_some_and(flips)
        }
        Effect::CancelSpell => look.s.casts.last().is_some_and(|below| !below.cancelled),
        Effect::BecomeDefender => {
            let attack = &level.attack;
            let there = look.region(cast.from) == attack.region && cast.from != attack.target;
            there && attack.flags & flag::AOE == 0 && attack.target.as_minion().is_none()
        }
        Effect::SwapMinions => look.s.slots().any(|slot| trades(look, Who::minion(slot))),
        Effect::Spawn { size } => crate::rules::cards::minions_left(look, size.at(cast.cost)) > 0,
        Effect::PlaceSheep { .. } => scouting::sheep(look) < look.g.content.numbers.sheep,
        Effect::DrawSpells { .. } => look.s.players[cast.seat].hand.len() + 8 < crate::state::HAND,
        _ => true,
    }
}

/// A step begins: what must be picked is picked first.
pub fn aim(p: &mut Play, step: u8, effect: Effect) -> Next<Frame> {
    let cast = *p.s.cast();
    match need(p.look(), &cast, effect) {
        Need::One(kind, at) => {
            let all = list(p.look(), &cast, effect, kind, at);
            match all.len() {
                0 => skip(step),
                1 => picked(p, step, all[0]),
                _ => Next::Wait(Frame::PickTarget { step }),
            }
        }
        Need::InOne(..) | Need::Region(_) => {
            let regions = regions(p.look(), &cast, effect);
            match regions.len() {
                0 => skip(step),
                1 => region_picked(p, step, regions.iter().next().unwrap_or_default()),
                _ => Next::Wait(Frame::PickRegion { step }),
            }
        }
        Need::Nothing if effect == Effect::SwapMinions && possible(p.look(), &cast, effect) => {
            Next::Wait(Frame::PickTarget { step })
        }
        Need::Nothing => {
            let again = matches!(effect.target(), Some(Target::Struck | Target::Chosen));
            let can =
                if again { is_present(p.look(), cast.target) } else { possible(p.look(), &cast, effect) };
            if can { Next::Then(Frame::Do { step }) } else { skip(step) }
        }
    }
}

/// Mordak off the Map can be a target too.
fn is_present(look: Look, who: Who) -> bool {
    look.is_there(who) || who == Who::MORDAK
}

fn skip(step: u8) -> Next<Frame> {
    Next::Then(Frame::Run { step: step + 1 })
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

pub fn picked(p: &mut Play, step: u8, who: Who) -> Next<Frame> {
    p.s.cast_mut().target = who;
    Next::Then(Frame::Do { step })
}

pub fn region_picked(p: &mut Play, step: u8, region: RegionId) -> Next<Frame> {
    p.s.cast_mut().region = region;
    Next::Then(Frame::Do { step })
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
pub fn rolls_first(p: &mut Play, dice: Dice, step: u8) -> Option<Next<Frame>> {
    if dice.is_none() || p.s.cast().rolled != NONE {
        return None;
    }
    Some(p.first(Frame::Die { what: For::Effect, dice }, Frame::Do { step }))
}
