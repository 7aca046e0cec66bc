//! How a group decides: everybody votes, most votes win, the storyteller breaks ties. RA-053, RA-R68.

use crate::{Action, Event, Play, queries::Look, rules::campaign_setup};
use kernel::{Seat, SeatSet, Turn, rule};

/// Who votes now.
#[must_use]
pub fn turn(look: Look) -> Turn {
    let s = look.s;
    if s.tied {
        return Turn::Each(SeatSet::only(s.storyteller));
    }
    let open: SeatSet = s.present.into_iter().filter(|seat| s.votes[seat.index()].is_none()).collect();
    if s.present.len() == 1 { Turn::Each(open) } else { Turn::Any(open) }
}

/// Takes a vote; gives back what is decided once it is.
pub fn vote(p: &mut Play, frame: crate::Frame, seat: Seat, action: Action) -> Option<Action> {
    rule!("RA-053", "RA-181");
    if p.s.tied || p.s.present.len() == 1 {
        return Some(decided(p, seat, action));
    }
    p.s.votes[seat.index()] = Some(action);
    p.say(|_| Event::Votes(seat, action.to_string()));
    let all_in = p.s.present.into_iter().all(|s| p.s.votes[s.index()].is_some());
    if !all_in {
        return None;
    }
    if frame == campaign_setup::Frame::Mode.into() {
        rule!("RA-220");
        let agreed = p.s.present.into_iter().all(|s| p.s.votes[s.index()] == Some(Action::Legendary));
        return Some(decided(p, seat, if agreed { Action::Legendary } else { Action::Normal }));
    }
    let mut best = leaders(p.look());
    let first = best.next().expect("somebody has voted");
    if best.next().is_none() {
        drop(best);
        return Some(decided(p, seat, first));
    }
    drop(best);
    rule!("RA-R68");
    p.s.tied = true;
    let teller = p.s.storyteller;
    p.say(|look| Event::Tied(look.name(teller)));
    None
}

fn decided(p: &mut Play, _: Seat, action: Action) -> Action {
    p.s.votes = Default::default();
    p.s.tied = false;
    p.say(|_| Event::Decided(action.to_string()));
    action
}

/// The options with most votes, each once.
pub fn leaders(look: Look<'_>) -> impl Iterator<Item = Action> + '_ {
    let votes = &look.s.votes;
    let count = |action: Action| votes.iter().filter(|v| **v == Some(action)).count();
    let most = votes.iter().flatten().map(|a| count(*a)).max().unwrap_or(0);
    (0..votes.len()).filter_map(move |i| {
        let action = votes[i]?;
        (count(action) == most && !votes[..i].contains(&Some(action))).then_some(action)
    })
}
