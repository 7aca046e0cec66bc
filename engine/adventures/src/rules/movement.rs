//! Moving on the map, running through explored locations, and encounters on the way. RA-080 to RA-091.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{Asks, Fate, then, wait},
    queries::Look,
    rules::storybook,
    told,
    words::{Encounter, LocationId, PathId},
};
use kernel::{Next, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// One step of a run: where to?
    Travel,
    Arrive {
        to: LocationId,
    },
    /// The encounter token on this path.
    Flip {
        path: PathId,
    },
}

impl Frame {
    #[inline]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Travel => Asks::Party,
            Frame::Arrive { .. } => Asks::Nobody,
            Frame::Flip { .. } => Asks::Chance(Fate::Token),
        }
    }
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Travel | Frame::Flip { .. } => wait(frame),
        Frame::Arrive { to } => arrive(p, to),
    }
}

pub fn legal(look: Look, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Travel => {
            look.further().for_each(|(_, to)| into(Action::Go { to }));
            if look.s.map.visited.count_ones() > 1 {
                rule!("RA-082");
                into(Action::Stop);
            }
        }
        Frame::Arrive { .. } | Frame::Flip { .. } => {}
    }
}

/// A run begins where the party stands.
pub fn set_out(p: &mut Play) -> Next<crate::Frame> {
    (p.s.map.visited, p.s.map.again) = (p.s.map.at.bit(), 0);
    then(Frame::Travel)
}

/// The party takes a path; a token on it comes first.
pub fn go(p: &mut Play, to: LocationId) -> Next<crate::Frame> {
    rule!("RA-080");
    let way = p.look().further().find(|(_, end)| *end == to);
    let (path, _) = way.expect("only open paths are offered");
    if p.s.map.encounters & path.bit() != 0 {
        rule!("RA-090");
        p.s.stack.push(Frame::Arrive { to }.into());
        return then(Frame::Flip { path });
    }
    then(Frame::Arrive { to })
}

/// The token shows its number: the Tome is read, then the same path is walked to its end.
pub fn flipped(p: &mut Play, frame: crate::Frame, number: Encounter) -> Next<crate::Frame> {
    let crate::Frame::Move(Frame::Flip { path }) = frame else { return stray(frame) };
    rule!("RA-090", "RA-091", "RA-R48");
    p.s.map.encounters &= !path.bit();
    p.s.map.numbers &= !(1 << number.0);
    p.say(|_| Event::Encounter(number.0));
    match p.look().adventure().encounter_entry(number.0) {
        Some(entry) => storybook::read(p, entry),
        None => Next::Done,
    }
}

/// The party reaches a location; it must stop where it has not been, or where something lies.
pub fn arrive(p: &mut Play, to: LocationId) -> Next<crate::Frame> {
    rule!("RA-082");
    p.s.map.at = to;
    p.s.map.again |= p.s.map.visited & to.bit();
    p.s.map.visited |= to.bit();
    p.say(|look| Event::Moves(to.letter(), look.adventure().locations[to.index()].name.clone()));
    let new = p.s.map.explored & to.bit() == 0;
    if new || p.look().marked(to) || p.look().further().next().is_none() {
        return stop(p);
    }
    then(Frame::Travel)
}

/// The party stops: the books are passed on, and the new storyteller reads.
pub fn stop(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-081", "RA-R47", "RA-050");
    p.s.map.again = 0;
    told::pass_books(p);
    let base = p.look().adventure().locations[p.s.map.at.index()].base;
    storybook::turn_to(p, base)
}
