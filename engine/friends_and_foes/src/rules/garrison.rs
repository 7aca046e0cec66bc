//! Garrison areas: who holds one names a defender. FO-310 and FO-311.

use crate::{
    Play,
    event::Event,
    frame::Frame,
    queries::Look,
    state::NOBODY,
    words::{CharId, CharSet},
};
use kernel::{Next, Seat, rule};

/// Whom this seat may name in a Garrison area.
#[must_use]
pub fn candidates(look: Look, seat: Seat, garrison: u8) -> CharSet {
    let area = look.board().garrisons[usize::from(garrison)];
    look.s.own(seat).iter().filter(|c| look.s.area(*c) == area).collect()
}

/// Looks at each Garrison area; who has newly got hold of one is asked, in initiative order.
///
/// `again` asks every holder, as at the start of the Activation Phase.
pub fn garrisons(p: &mut Play, place: u8, garrison: u8, again: bool) -> Next<Frame> {
    let areas = p.look().board().garrisons;
    if areas.is_empty() {
        return Next::Done;
    }
    rule!("FO-310", "FO-311");
    if place == 0 && garrison == 0 && !lapse(p, again) {
        return Next::Done;
    }
    if usize::from(place) >= p.s.order.len() {
        return Next::Done;
    }
    if usize::from(garrison) >= areas.len() {
        return Next::Then(Frame::Garrisons { place: place + 1, garrison: 0, again });
    }
    let on = Frame::Garrisons { place, garrison: garrison + 1, again };
    let seat = p.s.order[usize::from(place)];
    let at = usize::from(garrison);
    if p.look().controller(areas[at]) != Some(seat) {
        return Next::Then(on);
    }
    let holder = p.look().group(seat);
    if p.s.held[at] == holder && !again {
        return Next::Then(on);
    }
    p.s.held[at] = holder;
    match candidates(p.look(), seat, garrison).single() {
        Some(only) => {
            p.s.defenders.insert(only);
            p.say(|l| Event::Names(seat, Some(l.name(only)), areas[at]));
            Next::Then(on)
        }
        None => Next::Wait(Frame::Name { seat, place, garrison, again }),
    }
}

/// A naming lapses when control is lost. Is there a holder to be asked?
fn lapse(p: &mut Play, again: bool) -> bool {
    let areas = p.look().board().garrisons;
    let mut asks = false;
    for (at, area) in areas.iter().enumerate() {
        let holder = p.look().holder(*area);
        if again || holder != p.s.held[at] {
            let gone: CharSet = p.s.defenders.iter().filter(|d| p.s.area(*d) == *area).collect();
            p.s.defenders = p.s.defenders.minus(gone);
        }
        if again || holder == NOBODY {
            p.s.held[at] = NOBODY;
        }
        asks |= holder != NOBODY && holder != p.s.held[at];
    }
    asks
}

pub fn named(
    p: &mut Play,
    seat: Seat,
    (place, garrison, again): (u8, u8, bool),
    who: Option<CharId>,
) -> Next<Frame> {
    if let Some(who) = who {
        p.s.defenders.insert(who);
    }
    let area = p.look().board().garrisons[usize::from(garrison)];
    p.say(|l| Event::Names(seat, who.map(|who| l.name(who)), area));
    Next::Then(Frame::Garrisons { place, garrison: garrison + 1, again })
}
