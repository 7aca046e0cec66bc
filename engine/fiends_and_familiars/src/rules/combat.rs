//! What Hunts and Monster Combat share: the pool, mercenaries, the roll, rerolls, the sum. FF-502 to FF-505, FF-600, FF-602.

use crate::{
    Action, Chance, Play,
    content::effects::{MonsterAbility, Passive},
    dice::Pip,
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    queries::Look,
    rules::{goods, hunt, monster_combat, windows},
    tables::{Ban, Topic},
    words::{Good, Hire, Row, Window},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Before the roll of a Hunt: mercenaries and cards.
    Pool {
        seat: Seat,
    },
    Roll {
        seat: Seat,
        left: u8,
    },
    Rerolls {
        seat: Seat,
    },
    /// The Familiar may stand in for the dice.
    UsePower {
        seat: Seat,
    },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Pool { seat } => pool(p, seat),
        Frame::Roll { seat, left } => combat_roll(seat, left),
        Frame::Rerolls { seat } => rerolls(p, seat),
        Frame::UsePower { .. } => wait(frame),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Pool { seat } | Frame::Rerolls { seat } | Frame::UsePower { seat } => Asks::Seat(seat),
        Frame::Roll { .. } => Asks::Chance(Falls::Roll),
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Pool { seat } => {
            pool_options(look, seat, offer);
            windows::anytime(look, seat, offer);
            offer(Action::Roll);
        }
        Frame::Rerolls { seat } => {
            reroll_options(look, seat, offer);
            windows::anytime(look, seat, offer);
            offer(Action::Stop);
        }
        Frame::UsePower { seat } => {
            offer(Action::Power);
            offer(Action::Dice);
            windows::anytime(look, seat, offer);
        }
        Frame::Roll { .. } => {}
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Roll { seat, left } => rolled(p, seat, left, fell),
        Frame::Pool { .. } | Frame::Rerolls { .. } | Frame::UsePower { .. } => stray(frame),
    }
}

/// Dice that cards of the seat add to a pool.
#[must_use]
pub fn card_dice(look: Look, seat: Seat) -> u8 {
    let mut dice = 0;
    look.passives(seat, Topic::Dice, |p| {
        if let Passive::Dice { fight, dice: more, when } = p
            && look.in_fight(*fight)
            && look.holds(seat, *when)
        {
            dice += more;
        }
    });
    dice
}

/// Rerolls that cards of the seat give for nothing.
#[must_use]
pub fn card_rerolls(look: Look, seat: Seat) -> u8 {
    let mut rerolls = 0;
    look.passives(seat, Topic::FreeRerolls, |p| {
        if let Passive::FreeRerolls(fight, more) = p
            && look.in_fight(*fight)
        {
            rerolls += more;
        }
    });
    rerolls
}

/// Ways to hire a mercenary now.
pub fn hires(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let me = look.player(seat);
    if me.xp == 0 && me.gold == 0 {
        return;
    }
    let (xp, gold) = look.mercenary(seat);
    if me.xp >= xp {
        offer(Action::Hire { with: Hire::Xp });
    }
    if me.gold >= gold {
        offer(Action::Hire { with: Hire::Gold });
    }
    if !look.s.fight.monster && me.charisma > 0 && me.gold + 1 >= gold {
        offer(Action::Hire { with: Hire::Charisma });
    }
}

/// A mercenary for a Hunt.
pub fn hired(p: &mut Play, frame: Frame, with: Hire) -> Next {
    let Frame::Pool { seat } = frame else { return stray(frame) };
    hire(p, seat, with);
    then(frame)
}

pub fn hire(p: &mut Play, seat: Seat, with: Hire) {
    let (xp, gold) = p.look().mercenary(seat);
    match with {
        Hire::Xp => goods::lose(p, seat, Good::Xp, xp),
        Hire::Gold => goods::lose(p, seat, Good::Gold, gold),
        Hire::Charisma => {
            rule!("FF-317");
            goods::lose(p, seat, Good::Charisma, 1);
            goods::lose(p, seat, Good::Gold, gold - 1);
        }
    }
    p.s.fight.pool += 1;
    p.say_line(|_| format!("{seat} hires a mercenary"));
}

fn pool(p: &mut Play, seat: Seat) -> Next {
    let mut any = windows::may_lift(p.look(), seat, Ban::MercenaryUp);
    pool_options(p.look(), seat, &mut |_| any = true);
    if any { wait(Frame::Pool { seat }) } else { roll(p, seat) }
}

fn pool_options(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    hires(look, seat, offer);
    windows::powers(look, Window::HuntPool, seat, offer);
}

/// The pool of a Hunt is large enough.
pub fn pooled(p: &mut Play, frame: crate::Frame) -> Next {
    let crate::Frame::Combat(Frame::Pool { seat }) = frame else { return stray(frame) };
    roll(p, seat)
}

/// All Combat Dice of the pool are rolled.
pub fn roll(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-504");
    p.s.fight.gathering = false;
    let left = p.s.fight.pool;
    then(Frame::Roll { seat, left })
}

fn combat_roll(seat: Seat, left: u8) -> Next {
    if left > 0 { wait(Frame::Roll { seat, left }) } else { then(Frame::Rerolls { seat }) }
}

fn rolled(p: &mut Play, seat: Seat, left: u8, fell: Chance) -> Next {
    let Chance::Roll { number } = fell else { return stray(Frame::Roll { seat, left }) };
    p.s.fight.shown[number.index()] += 1;
    p.say_line(|_| format!("{seat} rolls {number}"));
    then(Frame::Roll { seat, left: left - 1 })
}

/// May the seat reroll a Combat Die?
#[must_use]
pub fn may_reroll(look: Look, seat: Seat) -> bool {
    rule!("FF-600");
    let fight = &look.s.fight;
    if fight.monster && look.monster().is_some_and(|m| m.ability == MonsterAbility::NoReroll) {
        return false;
    }
    let paid = look.player(seat).xp > 0 && (fight.monster || !look.bound(seat, Ban::NoHuntReroll));
    fight.free_rerolls > 0 || paid
}

fn rerolls(p: &mut Play, seat: Seat) -> Next {
    let mut any = worth_banishing(p.look(), seat);
    reroll_options(p.look(), seat, &mut |_| any = true);
    if any { wait(Frame::Rerolls { seat }) } else { stop(p, seat) }
}

/// Could a Fiend still be banished that forbids rerolls or takes XP off the reward?
fn worth_banishing(look: Look, seat: Seat) -> bool {
    let rerolls = windows::may_lift(look, seat, Ban::NoHuntReroll) && look.player(seat).xp > 0;
    !look.s.fight.monster && (rerolls || windows::may_lift(look, seat, Ban::MinionXp))
}

fn reroll_options(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    if may_reroll(look, seat) {
        let shown = Pip::all().filter(|number| look.s.fight.shown[number.index()] > 0);
        shown.for_each(|number| offer(Action::Again { number }));
    }
    if !look.s.fight.monster {
        windows::powers(look, Window::HuntRoll, seat, offer);
    }
}

pub fn again(p: &mut Play, frame: crate::Frame, number: Pip) -> Next {
    let crate::Frame::Combat(Frame::Rerolls { seat }) = frame else { return stray(frame) };
    p.s.fight.shown[number.index()] -= 1;
    if p.s.fight.free_rerolls > 0 {
        p.s.fight.free_rerolls -= 1;
    } else {
        goods::lose(p, seat, Good::Xp, 1);
    }
    p.say_line(|_| format!("{seat} rerolls a {number}"));
    then(Frame::Roll { seat, left: 1 })
}

pub fn stopped(p: &mut Play, frame: crate::Frame) -> Next {
    let crate::Frame::Combat(Frame::Rerolls { seat }) = frame else { return stray(frame) };
    stop(p, seat)
}

/// No more rerolls: the Familiar may stand in for the dice.
fn stop(p: &mut Play, seat: Seat) -> Next {
    let after: crate::Frame = if p.s.fight.monster {
        monster_combat::Frame::Fought { seat }.into()
    } else {
        hunt::Frame::Reward { seat }.into()
    };
    if p.look().has(seat, Topic::UsePower) {
        rule!("FF-1102", "FF-R25");
        p.later(after);
        return wait(Frame::UsePower { seat });
    }
    then(after)
}

/// The Familiar's Power stands for the dice, or they do.
pub fn power_chosen(p: &mut Play, frame: crate::Frame, power: bool) -> Next {
    let crate::Frame::Combat(Frame::UsePower { .. }) = frame else { return stray(frame) };
    p.s.fight.power |= power;
    Next::Done
}

/// The sum of the Combat Dice, or the Familiar's Power, with what cards add.
#[must_use]
pub fn sum(look: Look, seat: Seat) -> i16 {
    rule!("FF-505");
    let fight = &look.s.fight;
    let dice = if fight.power { i16::from(look.score(seat, Row::Familiar)) } else { dice_sum(look, seat) };
    let mut bonus = i16::from(fight.bonus);
    look.passives(seat, Topic::Bonus, |p| {
        if let Passive::Bonus { fight, by, when } = p
            && look.in_fight(*fight)
            && look.holds(seat, *when)
        {
            bonus += i16::from(*by);
        }
    });
    dice + bonus
}

fn dice_sum(look: Look, seat: Seat) -> i16 {
    let fight = &look.s.fight;
    let mut least = 1;
    look.passives(seat, Topic::MinDie, |p| {
        if let Passive::MinDie(which, value) = p
            && look.in_fight(*which)
        {
            least = least.max(*value);
        }
    });
    let (mut shown, mut worth) = (fight.shown, [1u8, 2, 3, 4, 5, 6]);
    if fight.monster {
        rule!("FF-801", "FF-806");
        match look.monster().map(|m| m.ability) {
            Some(MonsterAbility::RemoveHighest(n)) => remove(&mut shown, n, [5, 4, 3, 2, 1, 0]),
            Some(MonsterAbility::RemoveLowest(n)) => remove(&mut shown, n, [0, 1, 2, 3, 4, 5]),
            Some(MonsterAbility::Faces(faces)) => worth = faces,
            Some(
                MonsterAbility::Nothing
                | MonsterAbility::NoReroll
                | MonsterAbility::MercenaryUp { .. }
                | MonsterAbility::Minus { .. }
                | MonsterAbility::InjuryTimes(_)
                | MonsterAbility::FewerDice { .. },
            )
            | None => {}
        }
    }
    let value = |face: usize| i16::from(worth[(face + 1).max(usize::from(least)).min(6) - 1]);
    shown.iter().enumerate().map(|(face, count)| i16::from(*count) * value(face)).sum()
}

fn remove(shown: &mut [u8; 6], count: u8, order: [usize; 6]) {
    let mut left = count;
    for face in order {
        let gone = shown[face].min(left);
        shown[face] -= gone;
        left -= gone;
    }
}
