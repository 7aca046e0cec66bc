//! Spending Experience Points, and storing them. FF-600 to FF-603, FF-1103.

use crate::{
    Frame, Play,
    frame::{Next, stray},
    queries::Look,
    rules::{dice_phase, effects, goods},
    words::{Amount, Good, Row},
};
use kernel::{Seat, rule};

/// What an Attribute Action costs.
pub const ACTION_XP: u8 = 5;
/// What it costs to be rid of an Injury token.
pub const INJURY_XP: u8 = 2;

/// Rows whose action XP can buy now: any of the six, with dice or without.
pub fn trainable(look: Look<'_>, seat: Seat) -> impl Iterator<Item = Row> + '_ {
    rule!("FF-603", "FF-753", "FF-R36", "FF-R15");
    let rich = look.player(seat).xp >= ACTION_XP;
    Row::ATTRIBUTES.into_iter().filter(move |row| rich && dice_phase::can_act(look, seat, *row))
}

pub fn train(p: &mut Play, seat: Seat, row: Row) -> Next {
    goods::lose(p, seat, Good::Xp, ACTION_XP);
    dice_phase::act(p, seat, row)
}

#[must_use]
pub fn can_heal(look: Look, seat: Seat) -> bool {
    rule!("FF-601");
    look.player(seat).xp >= INJURY_XP && look.player(seat).injury > 0
}

pub fn heal(p: &mut Play, seat: Seat) -> Next {
    goods::lose(p, seat, Good::Xp, INJURY_XP);
    goods::lose(p, seat, Good::Injury, 1);
    Next::Done
}

/// Somebody has gained XP that may go onto a card: whoever it is decides now.
#[must_use]
pub fn storing(p: &mut Play) -> Option<Seat> {
    let owner = Seat::first(p.g.options.seats).find(|seat| p.s.players[*seat].storable > 0);
    p.s.storing = owner.is_some();
    owner
}

pub fn stored(p: &mut Play, frame: Frame, amount: Amount) -> Next {
    let Frame::Card(effects::Frame::StoreXp { seat }) = frame else { return stray(frame) };
    let amount = amount.0;
    let me = &mut p.s.players[seat];
    me.xp -= amount;
    me.stored_xp += amount;
    me.storable = 0;
    if amount > 0 {
        p.say_line(|_| format!("{seat} stores {amount} XP"));
    }
    Next::Done
}
