//! Moving: steps, sprints, difficult ground. FO-160 to FO-166.

use crate::{
    Play,
    content::TwistRule,
    event::Event,
    frame::{Frame, How, Pace},
    options::SprintCompare,
    queries::Look,
    rules::{activation, cards},
    state::{trait_bit, used},
    words::{AreaId, CharId, Paid},
};
use kernel::{Next, flow::Flow, rule};

/// The Move action.
pub fn moves(p: &mut Play, who: CharId, to: AreaId, treasure: Paid) -> Next<Frame> {
    rule!("FO-147", "FO-160", "FO-166", "FO-R31");
    activation::pay(p, who.seat(), 1, treasure);
    p.s.char_mut(who).used |= used::MOVED;
    p.first(Frame::Step { who, to, pace: Pace::Move }, Frame::After { reaction: false })
}

/// One step, with a check if the ground is difficult.
pub fn step(p: &mut Play, who: CharId, to: AreaId, pace: Pace) -> Next<Frame> {
    rule!("FO-164", "FO-R35");
    let first = match pace {
        Pace::Move | Pace::March => true,
        Pace::Stride(_) => !p.s.deed().moved.contains(who),
    };
    let sure = first && p.look().has_trait(who, trait_bit::TRAILWISE);
    if p.look().is_difficult(p.s.area(who), to) && !sure {
        return p.first(Frame::Play { who, how: How::Plain }, Frame::Checked { who, to, pace });
    }
    arrive(p, who, to);
    Next::Then(Frame::Stepped { who, pace })
}

pub fn checked(p: &mut Play, who: CharId, to: AreaId, pace: Pace) -> Next<Frame> {
    let passed = sprint_check(p.look(), who);
    cards::clear_table(p);
    if !passed {
        p.say(|l| Event::StepFails(l.name(who), to));
        return Next::Done;
    }
    arrive(p, who, to);
    Next::Then(Frame::Stepped { who, pace })
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
pub fn stepped(p: &mut Play, who: CharId, pace: Pace) -> Next<Frame> {
    match pace {
        Pace::Move => {
            rule!("FO-163", "FO-165", "FO-R34", "FO-R36");
            let minion = p.s.char(who).body.is_minion() && !p.look().has_trait(who, trait_bit::LOPE);
            if minion { Next::Done } else { Next::Wait(Frame::SprintAsk { who }) }
        }
        Pace::Stride(0) | Pace::March => Next::Done,
        Pace::Stride(left) => Next::Wait(Frame::StrideTo { who, left, first: false }),
    }
}

pub fn sprint(p: &mut Play, who: CharId) -> Next<Frame> {
    rule!("FO-161");
    p.first(Frame::Play { who, how: How::Plain }, Frame::Sprinted { who })
}

pub fn sprinted(p: &mut Play, who: CharId) -> Next<Frame> {
    let passed = sprint_check(p.look(), who);
    cards::clear_table(p);
    p.say(|l| Event::Sprints(l.name(who), passed));
    if !passed {
        return Next::Done;
    }
    sprint_bonus(p, who);
    Next::Wait(Frame::SprintTo { who })
}

/// Heavy Rain: the first sprint of a player in a round is worth something.
fn sprint_bonus(p: &mut Play, who: CharId) {
    let bonus = p.look().twist(|rule| if let TwistRule::SprintBonus(by) = rule { Some(*by) } else { None });
    let seat = who.seat();
    if let Some(by) = bonus
        && !p.s.sides[seat].sprinted
    {
        p.s.sides[seat].sprinted = true;
        p.s.sides[seat].treasure += u16::from(by);
        p.say(|_| Event::Gains(seat, by));
    }
}

/// The second step; its card was the sprint's.
pub fn sprint_to(p: &mut Play, who: CharId, to: AreaId) -> Next<Frame> {
    arrive(p, who, to);
    Next::Done
}

/// A step of Press On.
pub fn march(who: CharId, to: AreaId) -> Next<Frame> {
    Next::Then(Frame::Step { who, to, pace: Pace::March })
}
