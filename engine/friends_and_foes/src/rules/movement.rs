//! Moving: steps, sprints, difficult ground. FO-160 to FO-166.

use crate::{
    Action, Play,
    event::Event,
    frame::{
        self,
        Frame::{Activation, Movement},
        Next, first, one, stray, then, wait,
    },
    options::SprintCompare,
    queries::Look,
    rules::{
        activation,
        cards::{self, How},
        reactions,
    },
    state::{Traits, Used},
    words::{AreaId, CharId, Paid},
};
use kernel::{Turn, rule};
use serde::{Deserialize, Serialize};

/// Why a character steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pace {
    /// A Move: a sprint may follow.
    Move,
    /// Sure Feet: so many steps may follow.
    Stride(u8),
    /// Press On: one step.
    March,
}

/// Going on foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Step {
        who: CharId,
        to: AreaId,
        pace: Pace,
    },
    /// The card of a check was played.
    Checked {
        who: CharId,
        to: AreaId,
        pace: Pace,
    },
    Stepped {
        who: CharId,
        pace: Pace,
    },
    SprintAsk {
        who: CharId,
    },
    /// The card of a sprint was played.
    Sprinted {
        who: CharId,
    },
    SprintTo {
        who: CharId,
    },
    /// Sure Feet: a step, or staying.
    StrideTo {
        who: CharId,
        left: u8,
        first: bool,
    },
    /// Press On: a step, or staying.
    March {
        who: CharId,
    },
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Step { who, to, pace } => step(p, who, to, pace),
        Frame::Checked { who, to, pace } => checked(p, who, to, pace),
        Frame::Stepped { who, pace } => stepped(p, who, pace),
        Frame::Sprinted { who } => sprinted(p, who),
        Frame::SprintAsk { .. } | Frame::SprintTo { .. } | Frame::StrideTo { .. } | Frame::March { .. } => {
            wait(frame)
        }
    }
}

#[must_use]
pub fn turn(frame: Frame) -> Turn {
    match frame {
        Frame::SprintAsk { who }
        | Frame::SprintTo { who }
        | Frame::StrideTo { who, .. }
        | Frame::March { who } => one(who.seat()),
        Frame::Step { .. } | Frame::Checked { .. } | Frame::Stepped { .. } | Frame::Sprinted { .. } => {
            frame::NOBODY
        }
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::SprintAsk { .. } => [Action::Sprint, Action::Stop].into_iter().for_each(offer),
        Frame::SprintTo { who } | Frame::StrideTo { who, .. } | Frame::March { who } => {
            offer_steps(look, who, offer);
            offer(Action::Stay);
        }
        Frame::Step { .. } | Frame::Checked { .. } | Frame::Stepped { .. } | Frame::Sprinted { .. } => {}
    }
}

/// Offers every area beside a character.
pub fn offer_steps(look: Look, who: CharId, offer: &mut impl FnMut(Action)) {
    look.board().adjacent(look.s.area(who)).iter().for_each(|to| offer(Action::Go { to }));
}

/// The player chose where to.
pub fn goes(p: &mut Play, frame: Frame, to: AreaId) -> Next {
    match frame {
        Frame::SprintTo { who } => sprint_to(p, who, to),
        Frame::StrideTo { who, left, .. } => then(Frame::Step { who, to, pace: Pace::Stride(left - 1) }),
        Frame::March { who } => then(Frame::Step { who, to, pace: Pace::March }),
        Frame::Step { .. }
        | Frame::Checked { .. }
        | Frame::Stepped { .. }
        | Frame::SprintAsk { .. }
        | Frame::Sprinted { .. } => stray(frame),
    }
}

pub fn stays(frame: Frame) -> Next {
    match frame {
        Frame::SprintTo { .. } | Frame::StrideTo { .. } | Frame::March { .. } => Next::Done,
        Frame::Step { .. }
        | Frame::Checked { .. }
        | Frame::Stepped { .. }
        | Frame::SprintAsk { .. }
        | Frame::Sprinted { .. } => stray(frame),
    }
}

/// The Move action.
pub fn moves(p: &mut Play, asked: frame::Frame, who: CharId, to: AreaId, treasure: Paid) -> Next {
    rule!("FO-147", "FO-160", "FO-166", "FO-R31");
    let Activation(activation::Frame::Act) = asked else { return stray(asked) };
    activation::pay(p, who.seat(), (1, 0), treasure);
    p.s.char_mut(who).used |= Used::MOVED;
    first(p, Frame::Step { who, to, pace: Pace::Move }, reactions::Frame::After { reaction: false })
}

/// One step, with a check if the ground is difficult.
fn step(p: &mut Play, who: CharId, to: AreaId, pace: Pace) -> Next {
    rule!("FO-164", "FO-R35");
    let first_step = match pace {
        Pace::Move | Pace::March => true,
        Pace::Stride(_) => !p.s.deed().moved.contains(who),
    };
    let sure = first_step && p.look().has_trait(who, Traits::TRAILWISE);
    if p.look().is_difficult(p.s.area(who), to) && !sure {
        return first(p, cards::Frame::Play { who, how: How::Plain }, Frame::Checked { who, to, pace });
    }
    arrive(p, who, to);
    then(Frame::Stepped { who, pace })
}

fn checked(p: &mut Play, who: CharId, to: AreaId, pace: Pace) -> Next {
    let passed = sprint_check(p.look(), who);
    cards::clear_table(p);
    if !passed {
        p.say(|l| Event::StepFails(l.name(who), to));
        return Next::Done;
    }
    arrive(p, who, to);
    then(Frame::Stepped { who, pace })
}

/// Does the card that was played reach the sprint value?
#[must_use]
pub fn sprint_check(look: Look, who: CharId) -> bool {
    rule!("FO-162", "FO-R33");
    cards::succeeds(look, who, look.sprint(who), look.g.options.sprint_compare == SprintCompare::Greater)
}

/// A character goes somewhere by an action of its own player.
fn arrive(p: &mut Play, who: CharId, to: AreaId) {
    rule!("FO-R68");
    relocate(p, who, to);
    // Press On may also move a teammate's minion; that is no Move of its own player.
    if who.seat() == p.s.active() {
        p.s.deed_mut().moved.insert(who);
    }
    p.say(|l| Event::Moves(l.name(who), to));
}

/// A character is somewhere else now.
pub fn relocate(p: &mut Play, who: CharId, to: AreaId) {
    p.s.char_mut(who).area = to;
    p.s.defenders.remove(who);
}

/// What may follow a step.
fn stepped(p: &mut Play, who: CharId, pace: Pace) -> Next {
    match pace {
        Pace::Move => {
            rule!("FO-163", "FO-165", "FO-R34", "FO-R36");
            let minion = p.s.char(who).body.is_minion() && !p.look().has_trait(who, Traits::LOPE);
            if minion { Next::Done } else { wait(Frame::SprintAsk { who }) }
        }
        Pace::Stride(0) | Pace::March => Next::Done,
        Pace::Stride(left) => wait(Frame::StrideTo { who, left, first: false }),
    }
}

pub fn sprint(p: &mut Play, asked: frame::Frame) -> Next {
    rule!("FO-161");
    let Movement(Frame::SprintAsk { who }) = asked else { return stray(asked) };
    first(p, cards::Frame::Play { who, how: How::Plain }, Frame::Sprinted { who })
}

pub fn stop(asked: frame::Frame) -> Next {
    let Movement(Frame::SprintAsk { .. }) = asked else { return stray(asked) };
    Next::Done
}

fn sprinted(p: &mut Play, who: CharId) -> Next {
    let passed = sprint_check(p.look(), who);
    cards::clear_table(p);
    p.say(|l| Event::Sprints(l.name(who), passed));
    if !passed {
        return Next::Done;
    }
    sprint_bonus(p, who);
    wait(Frame::SprintTo { who })
}

/// Heavy Rain: the first sprint of a player in a round is worth something.
fn sprint_bonus(p: &mut Play, who: CharId) {
    let (by, seat) = (p.look().twist().sprint_bonus, who.seat());
    if by > 0 && !p.s.sides[seat].sprinted {
        p.s.sides[seat].sprinted = true;
        p.s.sides[seat].treasure += u16::from(by);
        p.say(|_| Event::Gains(seat, by));
    }
}

/// The second step; its card was the sprint's.
fn sprint_to(p: &mut Play, who: CharId, to: AreaId) -> Next {
    arrive(p, who, to);
    Next::Done
}
