//! Plus-One tokens: gaining, holding at most so many, losing. Rulebook: "Plus-One Tokens". MM-160 to MM-166.

use crate::{
    Action, Event, Play,
    frame::{Asks, Next, Stacks as _, stray, then, wait},
    ids::Who,
    queries::Look,
    words::Row,
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Gain { seat: Seat, row: Row, left: u8 },
    GainAny { seat: Seat, left: u8, may: bool },
    Lose { seat: Seat, left: u8 },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Gain { seat, row, left } => gain(p, seat, row, left),
        Frame::GainAny { seat, left, may } => gain_any(p, seat, left, may),
        Frame::Lose { seat, left } => lose(p, seat, left),
    }
}

pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Gain { seat, .. } | Frame::GainAny { seat, .. } | Frame::Lose { seat, .. } => Asks::Seat(seat),
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Gain { seat, row, .. } => {
            held(look, seat).filter(|other| *other != row).for_each(|row| offer(Action::Drop { row }));
            offer(Action::Decline);
        }
        Frame::GainAny { seat, may, .. } => {
            rows(look, seat).for_each(|row| offer(Action::Gain { row }));
            if may {
                offer(Action::Decline);
            }
        }
        Frame::Lose { seat, .. } => held(look, seat).for_each(|row| offer(Action::Drop { row })),
    }
}

/// Rows with tokens.
fn held(look: Look<'_>, seat: Seat) -> impl Iterator<Item = Row> {
    Row::ALL.iter().copied().filter(move |row| look.s.players[seat].plus[row.index()] > 0)
}

/// Tokens for one row; at the limit another row's must go.
fn gain(p: &mut Play, seat: Seat, row: Row, left: u8) -> Next {
    rule!("MM-017", "MM-160", "MM-162", "MM-166", "MM-R38");
    let limit = p.look().plus_limit(seat);
    let player = &mut p.s.players[seat];
    let mut left = left;
    let before = left;
    while left > 0 && player.plus_ones() < limit {
        player.plus[row.index()] += 1;
        left -= 1;
    }
    let full = left > 0 && player.plus_ones() > player.plus[row.index()];
    if before > left {
        p.say(|l| {
            Event::Told(format!("{} gains {} Plus-One on {row}", l.name(Who::hero(seat)), before - left))
        });
    }
    if full { wait(Frame::Gain { seat, row, left }) } else { Next::Done }
}

/// A token is given up: at the limit for one of another row, or because some are lost.
pub fn dropped(p: &mut Play, frame: Frame, dropped: Row) -> Next {
    match frame {
        Frame::Gain { seat, row, left } => traded(p, seat, row, left, dropped),
        Frame::Lose { seat, left } => lost(p, seat, left, dropped),
        Frame::GainAny { .. } => stray(frame),
    }
}

/// A token that may be gained is not wanted.
pub fn agreed(frame: Frame, yes: bool) -> Next {
    match frame {
        Frame::Gain { .. } | Frame::GainAny { .. } if !yes => Next::Done,
        Frame::Gain { .. } | Frame::GainAny { .. } | Frame::Lose { .. } => stray(frame),
    }
}

fn traded(p: &mut Play, seat: Seat, row: Row, left: u8, dropped: Row) -> Next {
    let plus = &mut p.s.players[seat].plus;
    plus[dropped.index()] -= 1;
    plus[row.index()] += 1;
    p.say(|l| {
        Event::Told(format!("{} trades a Plus-One of {dropped} for one of {row}", l.name(Who::hero(seat))))
    });
    then(Frame::Gain { seat, row, left: left - 1 })
}

/// Rows a token may go onto: those on the board.
pub fn rows(look: Look, seat: Seat) -> impl Iterator<Item = Row> {
    Row::ALL.iter().copied().filter(move |row| !look.s.players[seat].rows[row.index()].is_none())
}

fn gain_any(p: &mut Play, seat: Seat, left: u8, may: bool) -> Next {
    let full = p.s.players[seat].plus_ones() >= p.look().plus_limit(seat);
    let several = rows(p.look(), seat).count();
    match (left, several) {
        (0, _) | (_, 0) => Next::Done,
        // With one row, or nothing to gain without giving up, there is nothing to ask.
        (_, 1) => match rows(p.look(), seat).next() {
            Some(row) if !(may && full) => then(Frame::Gain { seat, row, left }),
            Some(_) | None => Next::Done,
        },
        (_, _) => wait(Frame::GainAny { seat, left, may }),
    }
}

pub fn row_gained(p: &mut Play, frame: Frame, row: Row) -> Next {
    let Frame::GainAny { seat, left, may } = frame else { return stray(frame) };
    p.push(Frame::GainAny { seat, left: left - 1, may });
    then(Frame::Gain { seat, row, left: 1 })
}

/// Tokens are lost from rows that the loser picks.
fn lose(p: &mut Play, seat: Seat, left: u8) -> Next {
    let (one, other) = {
        let mut held = held(p.look(), seat);
        (held.next(), held.next())
    };
    match (left, one, other) {
        (0, _, _) | (_, None, _) => Next::Done,
        (_, Some(row), None) => lost(p, seat, left, row),
        (_, Some(_), Some(_)) => wait(Frame::Lose { seat, left }),
    }
}

fn lost(p: &mut Play, seat: Seat, left: u8, row: Row) -> Next {
    p.s.players[seat].plus[row.index()] -= 1;
    p.say(|l| Event::Told(format!("{} loses a Plus-One of {row}", l.name(Who::hero(seat)))));
    then(Frame::Lose { seat, left: left - 1 })
}

/// Whose Plus-Ones the roll in progress may use as its own: the Villain's serve his Minions.
#[must_use]
pub fn tokens_of(look: Look) -> Option<Seat> {
    rule!("MM-161", "MM-164", "MM-398", "MM-R22");
    let level = look.s.level();
    match level.actor.as_player() {
        Some(seat) => Some(seat),
        None if level.seat == crate::words::VILLAIN && meddles_with(look, level.actor) => {
            Some(crate::words::VILLAIN)
        }
        None => None,
    }
}

/// Mordak's tokens serve his Minions; Shadow Mordak can use none, unless the table says so.
fn meddles_with(look: Look, who: Who) -> bool {
    rule!("MM-R53");
    look.g.options.shadow_meddling || !look.abilities(who, None).casts_spells
}

/// Is there a token that the roll in progress may use?
#[must_use]
pub fn may_spend(look: Look) -> bool {
    let row = look.s.level().roll.row;
    tokens_of(look).is_some_and(|seat| look.s.players[seat].plus[row.index()] > 0)
}

/// A token of the row becomes a Hit.
pub fn spend(p: &mut Play) {
    rule!("MM-161");
    let row = p.s.level().roll.row;
    if let Some(seat) = tokens_of(p.look()) {
        p.s.players[seat].plus[row.index()] -= 1;
        p.s.level_mut().roll.pool += 1;
        p.say(|l| Event::Told(format!("{} spends a Plus-One", l.name(Who::hero(seat)))));
    }
}

/// May the roller buy a Plus-One with this pool?
#[must_use]
pub fn may_buy(look: Look) -> bool {
    rule!("MM-160", "MM-164", "MM-375");
    let level = look.s.level();
    let Some(seat) = level.actor.as_player() else { return false };
    let player = &look.s.players[seat];
    let room = player.plus_ones() < look.plus_limit(seat)
        || player.plus_ones() > player.plus[level.roll.row.index()];
    room && level.roll.pool >= look.plus_price(seat)
}
