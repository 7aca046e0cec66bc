//! Move Actions. Rulebook: "Move Actions". MM-120 to MM-127.

use crate::{
    Event, Play,
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, Who},
    options::Mountain,
    queries::Look,
    rules::{spells, turns},
    state::{Used, What},
};
use kernel::rule;

/// A Move in progress: who, whether its first step is still to be made, and whether enemies hold it.
#[derive(Clone, Copy)]
pub struct Walk {
    pub who: Who,
    pub first: bool,
    pub evade: bool,
}

/// Where the next step may lead.
#[must_use]
pub fn steps(look: Look, walk: Walk) -> RegionSet {
    rule!("MM-120", "MM-121", "MM-122", "MM-123", "MM-126", "MM-327", "MM-R07", "MM-R08");
    let from = look.region(walk.who);
    if !from.is_on_map() || look.enemies_in(walk.who, from) && !evades(look, walk) {
        return RegionSet::EMPTY;
    }
    let mut to = look.adjacent(from);
    let [one, two] = look.s.labyrinth;
    if one == from && two.is_on_map() {
        to.insert(two);
    } else if two == from && one.is_on_map() {
        to.insert(one);
    }
    let open = to.and(look.s.revealed);
    rule!("MM-065", "MM-124", "MM-R09");
    if walk.first || look.g.options.mountain == Mountain::Last {
        return open;
    }
    open.iter().filter(|region| !look.is_mountain(*region)).collect()
}

fn evades(look: Look, walk: Walk) -> bool {
    walk.evade
        || look.abilities(walk.who, None).evade
        || walk.first && walk.who.as_player().is_some_and(|seat| look.gear(seat).any(|gear| gear.evade_first))
}

/// Where a new Move of the acting Character may lead first.
#[must_use]
pub fn first_steps(look: Look) -> RegionSet {
    rule!("MM-098", "MM-122");
    steps(look, Walk { who: look.s.level().actor, first: true, evade: false })
}

/// How many steps a Move that starts now has.
fn steps_of_move(look: Look, who: Who) -> u8 {
    let own = who.as_player().and_then(|seat| look.gear(seat).map(|gear| gear.steps).max());
    limited(look, who, own.unwrap_or(0).max(look.g.content.numbers.steps))
}

/// Some Regions let Moves that begin there have few steps only.
#[must_use]
pub fn limited(look: Look, who: Who, most: u8) -> u8 {
    let from = look.region(who);
    let limits = look.s.lasting.iter().filter_map(|lasting| match lasting.what {
        What::Steps(region, steps) if region == from => Some(steps),
        What::Steps(..)
        | What::Nothing
        | What::Granted(_)
        | What::Lifted(_)
        | What::Dodge(_)
        | What::NextDice(_)
        | What::Dice(_)
        | What::Points(_)
        | What::BoundTo(_) => None,
    });
    limits.min().map_or(most, |limit| limit.min(most))
}

pub fn begin(p: &mut Play, frame: turns::Frame, to: RegionId) -> Next {
    let turns::Frame::Act = frame else { return stray(frame) };
    rule!("MM-096", "MM-120");
    let who = p.s.level().actor;
    let most = steps_of_move(p.look(), who);
    let level = p.s.level_mut();
    level.ap -= 1;
    level.steps = most;
    level.used -= Used::HALTED;
    p.push(turns::Frame::Act);
    make_step(p, to)
}

pub fn step(p: &mut Play, frame: turns::Frame, to: RegionId) -> Next {
    let turns::Frame::Moving = frame else { return stray(frame) };
    make_step(p, to)
}

fn make_step(p: &mut Play, to: RegionId) -> Next {
    let who = p.s.level().actor;
    go(p, who, to);
    let mountain = p.look().is_mountain(to);
    let level = p.s.level_mut();
    level.steps = if mountain { 0 } else { level.steps.saturating_sub(1) };
    then(turns::Frame::Moving)
}

/// A Character is put into another Region.
pub fn go(p: &mut Play, who: Who, to: RegionId) {
    rule!("MM-127", "MM-187");
    match (who.as_minion(), who.as_player()) {
        (Some(slot), _) if p.look().side(who) == crate::words::Side::Heroes => {
            p.s.minion_mut(slot).region = to
        }
        (Some(slot), _) => {
            p.s.lift(slot);
            p.s.lay(slot, to);
        }
        (_, Some(seat)) => {
            rule!("MM-183");
            p.s.defenders.remove(seat);
            p.s.players[seat].region = to;
        }
        (None, None) => {
            p.s.gust_defends = false;
            p.s.gust = to;
        }
    }
    p.say(|l| Event::Told(format!("{} goes to {}", l.name(who), l.region_name(to))));
}

/// Where the Move in progress may lead on.
#[must_use]
pub fn next_steps(look: Look) -> RegionSet {
    let level = look.s.level();
    if level.steps == 0 || level.used.contains(Used::HALTED) || turns::is_over(look) {
        return RegionSet::EMPTY;
    }
    steps(look, Walk { who: level.actor, first: false, evade: level.evade })
}

pub fn moving(p: &mut Play) -> Next {
    rule!("MM-125", "MM-R47");
    if next_steps(p.look()).is_empty() && !may_open(p.look()) {
        return stop(p);
    }
    wait(turns::Frame::Moving)
}

/// No step is left that is known, but Scouting may show one.
fn may_open(look: Look) -> bool {
    let level = look.s.level();
    let walk = Walk { who: level.actor, first: false, evade: level.evade };
    let held = look.enemies_in(level.actor, look.region(level.actor)) && !evades(look, walk);
    let ended = level.steps == 0 || level.used.contains(Used::HALTED) || turns::is_over(look);
    !held && !ended && !turns::scoutable(look, level.actor).is_empty()
}

pub fn stops(p: &mut Play, frame: turns::Frame) -> Next {
    let turns::Frame::Moving = frame else { return stray(frame) };
    stop(p)
}

/// The Move is over; what is left of it is lost.
fn stop(p: &mut Play) -> Next {
    p.s.level_mut().steps = 0;
    Next::Done
}

/// A free Move granted by an effect.
pub fn free_move(p: &mut Play, walk: Walk, left: u8) -> Next {
    let Walk { who, first, evade } = walk;
    if left == 0 || steps(p.look(), walk).is_empty() {
        return Next::Done;
    }
    wait(spells::Frame::FreeMove { who, steps: left, evade, first })
}

pub fn free_step(p: &mut Play, frame: spells::Frame, to: RegionId) -> Next {
    let spells::Frame::FreeMove { who, steps, evade, .. } = frame else { return stray(frame) };
    go(p, who, to);
    let steps = if p.look().is_mountain(to) { 0 } else { steps - 1 };
    then(spells::Frame::FreeMove { who, steps, evade, first: false })
}

pub fn stops_free(frame: spells::Frame) -> Next {
    let spells::Frame::FreeMove { .. } = frame else { return stray(frame) };
    Next::Done
}
