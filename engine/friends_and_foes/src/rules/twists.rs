//! Twists at harvest: bonuses, the restless dead, shifting ground. FO-401.

use crate::{
    Play,
    content::{Dead, MiddleBonus},
    event::Event,
    frame::{self, Frame::Harvest, Next, first, stray, then, wait},
    queries::Look,
    rules::{
        cards,
        harvest::{Frame, Peril},
    },
    words::{AreaId, AreaSet},
};
use kernel::{Seat, rule};

/// Twist events after the nodes.
pub fn twists(p: &mut Play) -> Next {
    rule!("FO-350", "FO-401");
    middle_bonus(p);
    dead_bonus(p);
    then(Frame::ShiftBonus { place: 0 })
}

fn gain(p: &mut Play, seat: Seat, by: u8) {
    p.s.sides[seat].treasure += u16::from(by);
    p.say(|_| Event::Gains(seat, by));
}

/// Creeping Fog: the team that controls the middle gains something for each member.
fn middle_bonus(p: &mut Play) {
    let due = p.look().twist().middle_bonus.filter(|bonus| bonus.round == p.s.round);
    let Some(MiddleBonus { treasure, .. }) = due else { return };
    let Some(seat) = p.look().controller(p.look().board().middle) else { return };
    for member in p.look().members(p.look().team(seat)) {
        gain(p, member, treasure);
    }
}

/// Restless Dead: who controls a contested area gains something.
fn dead_bonus(p: &mut Play) {
    let Some(Dead { treasure, .. }) = p.look().twist().dead else { return };
    for seat in p.s.order {
        let held = p.s.snapshot[seat.index()].and(p.s.contested).len() as u8;
        if held > 0 {
            gain(p, seat, held * treasure);
        }
    }
}

/// Shifting Ground: who controlled the shifted area gains treasure and cards.
pub fn shift_bonus(p: &mut Play, place: u8) -> Next {
    let twist = p.look().twist();
    let perils = if twist.dead.is_some() {
        Frame::Perils { peril: Peril::Dead, place: 0, from: 0 }
    } else {
        Frame::Shift
    };
    let (Some(bonus), Some(area)) = (twist.shifting, p.s.shifting) else { return then(perils) };
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return then(perils) };
    let next = Frame::ShiftBonus { place: place + 1 };
    if !p.s.snapshot[seat.index()].contains(area) {
        return then(next);
    }
    gain(p, seat, bonus.treasure);
    first(p, cards::Frame::Draws { seat, left: bonus.cards }, next)
}

/// Where the ground may shift.
#[must_use]
pub fn shift_areas(look: Look) -> AreaSet {
    look.board().areas.without(look.board().middle)
}

/// Chance says where the ground shifts next, if it does.
pub fn shift(p: &mut Play) -> Next {
    if p.look().twist().shifting.is_some() { wait(Frame::Shift) } else { then(Frame::Victory) }
}

pub fn shifted(p: &mut Play, asked: frame::Frame, area: AreaId) -> Next {
    let Harvest(Frame::Shift) = asked else { return stray(asked) };
    p.s.shifting = Some(area);
    p.say(|_| Event::Shifts(area));
    then(Frame::Victory)
}
