//! Stamina given up out of rows, or put into them, as each hero likes. RA-240, RA-241.

use crate::{Event, Play, frame::Frame, words::Colour};
use kernel::{Next, Seat, rule};

/// More than any row ever holds; a counter must have an end.
const ROW_MAX: u8 = 60;

/// A frame for all heroes in seat order.
#[must_use]
pub const fn for_all(each: u8, drain: bool) -> Frame {
    Frame::Rows { seat: 0, left: each, each, drain, all: true }
}

/// `how`: out of the rows, and for all seats from this one on.
pub fn rows(p: &mut Play, seat: u8, left: u8, each: u8, how: (bool, bool)) -> Next<Frame> {
    let (drain, all) = how;
    let next = || match all {
        true if usize::from(seat) + 1 < crate::words::SEATS => {
            Next::Then(Frame::Rows { seat: seat + 1, left: each, each, drain, all })
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
    Next::Wait(Frame::Rows { seat, left, each, drain, all })
}

pub fn row_chosen(p: &mut Play, row: Colour, seat: u8, left: u8, each: u8, how: (bool, bool)) -> Next<Frame> {
    let (drain, all) = how;
    if drain {
        rule!("RA-240", "RA-R35");
        change(p, Seat::new(seat), row, -1);
    } else {
        rule!("RA-241", "RA-R34");
        change(p, Seat::new(seat), row, 1);
    }
    Next::Then(Frame::Rows { seat, left: left - 1, each, drain, all })
}

fn change(p: &mut Play, seat: Seat, row: Colour, by: i8) {
    let held = &mut p.s.sheets[seat].rows[row.index()];
    *held = held.saturating_add_signed(by).min(ROW_MAX);
    if by != 0 {
        p.say(|look| Event::Row(look.name(seat), row, by));
    }
}
