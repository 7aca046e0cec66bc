//! Resting: a box, a card from the fourth on, XP for dice, and everything refilled. RA-120 to RA-126.

use crate::{
    Event, Play,
    frame::{Frame, Loss},
    queries::Look,
    rules::{exhaustion, revealed},
    words::SEATS,
};
use kernel::{Next, Seat, rule};

/// Dice that are rolled and summed at once; more are rolled in turns, so that odds stay exact.
pub const DICE_AT_ONCE: u8 = 8;

pub fn mark(p: &mut Play) -> Next<Frame> {
    rule!("RA-121");
    let boxes = p.g.content.campaign.rest_boxes;
    p.s.journal.rests = (p.s.journal.rests + 1).min(boxes);
    let marked = p.s.journal.rests;
    p.say(|_| Event::Rests(marked));
    if marked == boxes {
        p.s.stack.push(Frame::RestXp);
        return Next::Then(Frame::LoseWho { why: Loss::Rest });
    }
    Next::Then(Frame::RestXp)
}

/// The most XP a rest can use: what there is, and no more dice than the bag holds.
#[must_use]
pub fn most_xp(look: Look) -> u8 {
    rule!("RA-122", "RA-R36");
    u32::from(look.s.journal.xp).min(look.s.bag_len()).min(36) as u8
}

pub fn spend(p: &mut Play, xp: u8) -> Next<Frame> {
    rule!("RA-122");
    revealed::gain_xp(p, -i16::from(xp));
    Next::Then(Frame::RestRoll { seat: 0, dice: xp, left: xp })
}

/// Each hero rolls; who has no fatigue need not.
pub fn roll(p: &mut Play, seat: u8, dice: u8, left: u8) -> Next<Frame> {
    rule!("RA-123");
    let mut at = seat;
    let mut left = left;
    while usize::from(at) < SEATS {
        let who = Seat::new(at);
        if left > 0 && p.s.present.contains(who) && p.s.sheets[who].fatigue > 0 {
            return Next::Wait(Frame::RestRoll { seat: at, dice, left });
        }
        at += 1;
        left = dice;
    }
    Next::Then(Frame::RestOver)
}

pub fn rolled(p: &mut Play, seat: u8, dice: u8, left: u8, pips: u8) -> Next<Frame> {
    rule!("RA-123");
    exhaustion::heal(p, Seat::new(seat), pips);
    Next::Then(Frame::RestRoll { seat, dice, left: left.saturating_sub(DICE_AT_ONCE) })
}

/// Rows to their scores, class cards up, tokens back, spent cards to hand; then the same options again.
pub fn over(p: &mut Play) -> Next<Frame> {
    rule!("RA-124", "RA-125", "RA-126", "RA-R34");
    for seat in p.s.present {
        let sheet = &mut p.s.sheets[seat];
        sheet.rows = sheet.scores;
        sheet.ready = true;
        p.s.journal.tokens += std::mem::take(&mut sheet.tokens);
        sheet.hand = sheet.hand.or(&sheet.spent);
        sheet.spent = Default::default();
        p.say(|look| Event::Rested(look.name(seat)));
    }
    Next::Done
}
