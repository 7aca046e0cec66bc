//! Resting: a box, a card from the fourth on, XP for dice, and everything refilled. RA-120 to RA-126.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{Asks, Fate, then, wait},
    queries::Look,
    rules::{
        exhaustion,
        revealed::{self, Loss},
    },
    words::{Count, SEATS},
};
use kernel::{Next, Seat, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Mark,
    /// How much XP is spent?
    Xp,
    /// This hero rolls, then those after it: as many `dice` each, of which so many are `left`.
    Roll {
        seat: u8,
        dice: u8,
        left: u8,
    },
    Over,
}

impl Frame {
    #[inline(always)]
    pub(crate) fn asks(self) -> Asks {
        match self {
            Frame::Xp => Asks::Party,
            Frame::Roll { left, .. } => Asks::Chance(Fate::Rest { dice: left.min(DICE_AT_ONCE) }),
            Frame::Mark | Frame::Over => Asks::Nobody,
        }
    }
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Mark => mark(p),
        Frame::Xp => wait(frame),
        Frame::Roll { seat, dice, left } => roll(p, seat, dice, left),
        Frame::Over => over(p),
    }
}

pub fn legal(look: Look, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Xp => (1..=most_xp(look)).for_each(|xp| into(Action::Spend { xp: Count(xp) })),
        Frame::Mark | Frame::Roll { .. } | Frame::Over => {}
    }
}

/// Dice that are rolled and summed at once; more are rolled in turns, so that odds stay exact.
pub const DICE_AT_ONCE: u8 = 8;

pub fn mark(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-121");
    let boxes = p.g.content.campaign.rest_boxes;
    p.s.journal.rests = (p.s.journal.rests + 1).min(boxes);
    let marked = p.s.journal.rests;
    p.say(|_| Event::Rests(marked));
    if marked == boxes {
        p.s.stack.push(Frame::Xp.into());
        return then(revealed::Frame::LoseWho { why: Loss::Rest });
    }
    then(Frame::Xp)
}

/// The most XP a rest can use: what there is, and no more dice than the bag holds.
#[must_use]
pub fn most_xp(look: Look) -> u8 {
    rule!("RA-122", "RA-R36");
    u32::from(look.s.journal.xp).min(look.s.bag_len()).min(36) as u8
}

pub fn spend(p: &mut Play, xp: u8) -> Next<crate::Frame> {
    rule!("RA-122");
    revealed::gain_xp(p, -i16::from(xp));
    then(Frame::Roll { seat: 0, dice: xp, left: xp })
}

/// Each hero rolls; who has no fatigue need not.
pub fn roll(p: &mut Play, seat: u8, dice: u8, left: u8) -> Next<crate::Frame> {
    rule!("RA-123");
    let mut at = seat;
    let mut left = left;
    while usize::from(at) < SEATS {
        let who = Seat::new(at);
        if left > 0 && p.s.present.contains(who) && p.s.sheets[who].fatigue > 0 {
            return wait(Frame::Roll { seat: at, dice, left });
        }
        at += 1;
        left = dice;
    }
    then(Frame::Over)
}

pub fn rolled(p: &mut Play, frame: crate::Frame, pips: u8) -> Next<crate::Frame> {
    rule!("RA-123");
    let crate::Frame::Rest(Frame::Roll { seat, dice, left }) = frame else { return stray(frame) };
    exhaustion::heal(p, Seat::new(seat), pips);
    then(Frame::Roll { seat, dice, left: left.saturating_sub(DICE_AT_ONCE) })
}

/// Rows to their scores, class cards up, tokens back, spent cards to hand; then the same options again.
pub fn over(p: &mut Play) -> Next<crate::Frame> {
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
