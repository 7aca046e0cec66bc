//! Moving on the map, running through explored locations, and encounters on the way. RA-080 to RA-091.

use crate::{
    Event, Play,
    frame::Frame,
    rules::storybook,
    words::{Encounter, LocationId, PathId},
};
use kernel::{Next, rule};

/// A run begins where the party stands.
pub fn set_out(p: &mut Play) -> Next<Frame> {
    p.s.map.visited = p.s.map.at.bit();
    Next::Then(Frame::Travel)
}

/// The party takes a path; a token on it comes first.
pub fn go(p: &mut Play, to: LocationId) -> Next<Frame> {
    rule!("RA-080");
    let way = p.look().further().find(|(_, end)| *end == to);
    let (path, _) = way.expect("only open paths are offered");
    if p.s.map.encounters & path.bit() != 0 {
        rule!("RA-090");
        p.s.stack.push(Frame::Arrive { to });
        return Next::Then(Frame::Flip { path });
    }
    Next::Then(Frame::Arrive { to })
}

/// The token shows its number: the Tome is read, then the same path is walked to its end.
pub fn flipped(p: &mut Play, path: PathId, number: Encounter) -> Next<Frame> {
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
pub fn arrive(p: &mut Play, to: LocationId) -> Next<Frame> {
    rule!("RA-082");
    p.s.map.at = to;
    p.s.map.visited |= to.bit();
    p.say(|look| Event::Moves(to.letter(), look.adventure().locations[to.index()].name.clone()));
    let new = p.s.map.explored & to.bit() == 0;
    if new || p.look().marked(to) || p.look().further().next().is_none() {
        return stop(p);
    }
    Next::Then(Frame::Travel)
}

/// The party stops: the books are passed on, and the new storyteller reads.
pub fn stop(p: &mut Play) -> Next<Frame> {
    rule!("RA-081", "RA-R47", "RA-050");
    p.s.tome_keeper = p.s.storyteller;
    p.s.storyteller = p.s.left_of(p.s.storyteller);
    let base = p.look().adventure().locations[p.s.map.at.index()].base;
    storybook::turn_to(p, base)
}
