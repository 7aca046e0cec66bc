//! Stamina given up out of rows, or put into them, as each hero likes. RA-240, RA-241.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{then, wait},
    queries::Look,
    rules::revealed::Frame,
    words::{Colour, SEATS},
};
use kernel::{Next, Seat, rule};
use serde::{Deserialize, Serialize};

/// More than any row ever holds; a counter must have an end.
const ROW_MAX: u8 = 60;

/// Stamina to give up or to gain: for this hero, or from this seat on for `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rows {
    pub seat: u8,
    pub left: u8,
    /// What everybody gives up or gains.
    pub each: u8,
    /// Out of the rows, not into them.
    pub drain: bool,
    pub all: bool,
}

/// For all heroes in seat order.
#[must_use]
pub const fn for_all(each: u8, drain: bool) -> Frame {
    Frame::Rows(Rows { seat: 0, left: each, each, drain, all: true })
}

pub fn rows(p: &mut Play, due: Rows) -> Next<crate::Frame> {
    let Rows { seat, left, each, drain, all } = due;
    let next = || match all {
        true if usize::from(seat) + 1 < SEATS => {
            then(Frame::Rows(Rows { seat: seat + 1, left: each, ..due }))
        }
        true | false => Next::Done,
    };
    let who = Seat::new(seat);
    if left == 0 || !p.s.present.contains(who) {
        return next();
    }
    if drain && p.s.sheets[who].row_sum() <= left {
        rule!("RA-240", "RA-260");
        for row in Colour::ALL {
            let held = p.s.sheets[who].rows[row.index()];
            change(p, who, *row, -(held as i8));
        }
        return next();
    }
    wait(Frame::Rows(due))
}

pub fn legal(look: Look, due: Rows, into: &mut impl FnMut(Action)) {
    let rows = look.s.sheets[Seat::new(due.seat)].rows;
    for row in Colour::ALL.iter().copied() {
        if !due.drain {
            into(Action::Fill { row });
        } else if rows[row.index()] > 0 {
            into(Action::Drain { row });
        }
    }
}

pub fn row_chosen(p: &mut Play, frame: crate::Frame, row: Colour) -> Next<crate::Frame> {
    let crate::Frame::Gains(Frame::Rows(due)) = frame else { return stray(frame) };
    if due.drain {
        rule!("RA-240", "RA-R35");
        change(p, Seat::new(due.seat), row, -1);
    } else {
        rule!("RA-241", "RA-R34");
        change(p, Seat::new(due.seat), row, 1);
    }
    then(Frame::Rows(Rows { left: due.left - 1, ..due }))
}

fn change(p: &mut Play, seat: Seat, row: Colour, by: i8) {
    let held = &mut p.s.sheets[seat].rows[row.index()];
    *held = held.saturating_add_signed(by).min(ROW_MAX);
    if by != 0 {
        p.say(|look| Event::Row(look.name(seat), row, by));
    }
}
