//! Garrison areas: who holds one may name a defender. FO-310 and FO-311.

use crate::{
    Action, Play,
    board::GARRISONS,
    event::Event,
    frame::{self, Frame::Activation, Next, stray, then, wait},
    queries::Look,
    rules::activation::Frame,
    state::Holder,
    words::{AreaId, CharId, CharSet},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

/// How far the Garrison areas have been looked at: for each player in order, one area after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Survey {
    pub place: u8,
    pub garrison: u8,
    /// Every holder is asked, not only new ones.
    pub anew: bool,
}

impl Survey {
    /// After an action: who has newly got hold of an area is asked, and whoever holds one where somebody came or went.
    pub const CHANGES: Survey = Survey { place: 0, garrison: 0, anew: false };
    /// As the Activation Phase starts: every holder is asked.
    pub const ANEW: Survey = Survey { place: 0, garrison: 0, anew: true };

    const fn next_area(self) -> Survey {
        Survey { garrison: self.garrison + 1, ..self }
    }
    const fn next_player(self) -> Survey {
        Survey { place: self.place + 1, garrison: 0, ..self }
    }
}

/// Whom this seat may name in a Garrison area.
#[must_use]
fn candidates(look: Look, seat: Seat, garrison: u8) -> CharSet {
    let area = look.board().garrisons[usize::from(garrison)];
    look.s.own(seat).iter().filter(|c| look.s.area(*c) == area).collect()
}

pub fn offer(look: Look, seat: Seat, survey: Survey, offer: &mut impl FnMut(Action)) {
    candidates(look, seat, survey.garrison).iter().for_each(|who| offer(Action::Defender { who }));
    offer(Action::NoDefender);
}

/// Who of the side that holds a Garrison area stands there, in the order of the areas.
#[must_use]
pub fn posted(look: Look) -> [CharSet; GARRISONS] {
    let mut all = [CharSet::EMPTY; GARRISONS];
    for (posted, area) in all.iter_mut().zip(&look.board().garrisons) {
        if let Some(group) = look.holder(*area).group() {
            *posted = look.s.in_area(*area).iter().filter(|c| look.group(c.seat()) == group).collect();
        }
    }
    all
}

/// Looks at each Garrison area; who may name a defender there is asked, in initiative order.
pub fn garrisons(p: &mut Play, survey: Survey) -> Next {
    let areas = p.look().board().garrisons;
    if areas.is_empty() {
        return Next::Done;
    }
    rule!("FO-310", "FO-311", "FO-R70");
    let Survey { place, garrison, anew } = survey;
    if place == 0 && garrison == 0 && !lapse(p, anew) {
        return Next::Done;
    }
    if usize::from(place) >= p.s.order.len() {
        return Next::Done;
    }
    if usize::from(garrison) >= areas.len() {
        return then(Frame::Garrisons { survey: survey.next_player() });
    }
    let on = Frame::Garrisons { survey: survey.next_area() };
    let seat = p.s.order[usize::from(place)];
    let at = usize::from(garrison);
    let holder = Holder::of(p.look().group(seat));
    if p.s.held[at] == holder || p.look().controller(areas[at]) != Some(seat) {
        return then(on);
    }
    p.s.held[at] = holder;
    wait(Frame::Name { seat, survey })
}

/// A naming lapses when control is lost, and when somebody of the holder's side came or went. Is there a holder to be asked?
fn lapse(p: &mut Play, anew: bool) -> bool {
    let (areas, posted) = (p.look().board().garrisons, posted(p.look()));
    let mut asks = false;
    for (at, area) in areas.iter().enumerate() {
        let holder = p.look().holder(*area);
        if anew || holder != p.s.held[at] || posted[at] != p.s.posted[at] {
            let gone: CharSet = p.s.defenders.iter().filter(|d| p.s.area(*d) == *area).collect();
            p.s.defenders = p.s.defenders.minus(gone);
            p.s.held[at] = Holder::NOBODY;
            p.s.posted[at] = posted[at];
        }
        asks |= holder != p.s.held[at];
    }
    asks
}

pub fn named(p: &mut Play, asked: frame::Frame, who: Option<CharId>) -> Next {
    let Activation(Frame::Name { seat, survey }) = asked else { return stray(asked) };
    let area = p.look().board().garrisons[usize::from(survey.garrison)];
    name(p, seat, area, who);
    then(Frame::Garrisons { survey: survey.next_area() })
}

fn name(p: &mut Play, seat: Seat, area: AreaId, who: Option<CharId>) {
    if let Some(who) = who {
        p.s.defenders.insert(who);
    }
    p.say(|l| Event::Names(seat, who.map(|who| l.name(who)), area));
}
