//! Plus-One tokens: gaining, holding at most so many, losing. Rulebook: "Plus-One Tokens". MM-160 to MM-166.

use crate::{Event, Play, frame::Frame, ids::Who, queries::Look, words::Row};
use kernel::{Next, Seat, rule};

/// Tokens for one row; at the limit another row's must go.
pub fn gain(p: &mut Play, seat: Seat, row: Row, left: u8) -> Next<Frame> {
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
    if full { Next::Wait(Frame::Gain { seat, row, left }) } else { Next::Done }
}

/// At the limit: a token of another row goes, or the gain is declined.
pub fn overflow(p: &mut Play, seat: Seat, row: Row, left: u8, dropped: Option<Row>) -> Next<Frame> {
    let Some(dropped) = dropped else { return Next::Done };
    let plus = &mut p.s.players[seat].plus;
    plus[dropped.index()] -= 1;
    plus[row.index()] += 1;
    p.say(|l| {
        Event::Told(format!("{} trades a Plus-One of {dropped} for one of {row}", l.name(Who::hero(seat))))
    });
    Next::Then(Frame::Gain { seat, row, left: left - 1 })
}

/// Rows a token may go onto: those on the board.
pub fn rows(look: Look, seat: Seat) -> impl Iterator<Item = Row> {
    Row::ALL.iter().copied().filter(move |row| !look.s.players[seat].rows[row.index()].is_none())
}

pub fn gain_any(p: &mut Play, seat: Seat, left: u8, may: bool) -> Next<Frame> {
    let full = p.s.players[seat].plus_ones() >= p.look().plus_limit(seat);
    let several = rows(p.look(), seat).count();
    match (left, several) {
        (0, _) | (_, 0) => Next::Done,
        // With one row, or nothing to gain without giving up, there is nothing to ask.
        (_, 1) => match rows(p.look(), seat).next() {
            Some(row) if !(may && full) => Next::Then(Frame::Gain { seat, row, left }),
            Some(_) | None => Next::Done,
        },
        (_, _) => Next::Wait(Frame::GainAny { seat, left, may }),
    }
}

pub fn row_gained(p: &mut Play, seat: Seat, left: u8, may: bool, row: Row) -> Next<Frame> {
    p.s.stack.push(Frame::GainAny { seat, left: left - 1, may });
    Next::Then(Frame::Gain { seat, row, left: 1 })
}

/// Tokens are lost from rows that the loser picks.
pub fn lose(p: &mut Play, seat: Seat, left: u8) -> Next<Frame> {
    let mut held = Row::ALL.iter().copied().filter(|row| p.s.players[seat].plus[row.index()] > 0);
    match (left, held.next(), held.next()) {
        (0, _, _) | (_, None, _) => Next::Done,
        (_, Some(row), None) => lost(p, seat, left, row),
        (_, Some(_), Some(_)) => Next::Wait(Frame::Lose { seat, left }),
    }
}

pub fn lost(p: &mut Play, seat: Seat, left: u8, row: Row) -> Next<Frame> {
    p.s.players[seat].plus[row.index()] -= 1;
    p.say(|l| Event::Told(format!("{} loses a Plus-One of {row}", l.name(Who::hero(seat)))));
    Next::Then(Frame::Lose { seat, left: left - 1 })
}

/// Whose Plus-Ones the roll in progress may use as its own: the Villain's serve his Minions.
#[must_use]
pub fn tokens_of(look: Look) -> Option<Seat> {
    rule!("MM-161", "MM-164", "MM-398", "MM-R22");
    let level = look.s.level();
    match level.actor.as_player() {
        Some(seat) => Some(seat),
        None if level.seat == crate::words::VILLAIN && !look.abilities(level.actor, None).casts_spells => {
            Some(crate::words::VILLAIN)
        }
        None => None,
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
