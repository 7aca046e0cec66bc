//! Gaining and losing: Gold, XP, tokens, and what cards pay when something happens.

use crate::{
    Play,
    content::{
        effects::{Passive, Trigger},
        words::Source,
    },
    tables::Topic,
    words::Good,
};
use kernel::{Seat, rule};

/// A seat gains so many.
pub fn gain(p: &mut Play, seat: Seat, what: Good, count: u8) {
    rule!("FF-021", "FF-R31");
    if count == 0 {
        return;
    }
    let storing = what == Good::Xp && p.look().has(seat, Topic::StoreXp);
    let me = &mut p.s.players[seat];
    match what {
        Good::Gold => me.gold = me.gold.saturating_add(count),
        Good::Xp => me.xp = me.xp.saturating_add(count),
        Good::Charisma => me.charisma = me.charisma.saturating_add(count),
        Good::Honor => me.honor = me.honor.saturating_add(count),
        Good::Injury => me.injury = me.injury.saturating_add(count),
    }
    if storing {
        rule!("FF-1103");
        me.storable = me.storable.saturating_add(count);
        p.s.storing = true;
    }
    p.say_line(|_| format!("{seat} gains {count} {}", what.title()));
}

/// Gold that a rule pays: for a gold die, a row, an Initiative card, a discard.
pub fn pay_out(p: &mut Play, seat: Seat, from: Source, base: u8) {
    let gold = p.look().income(seat, from, base);
    gain(p, seat, Good::Gold, gold);
}

/// How many a seat has.
#[must_use]
pub fn held(me: &crate::state::Player, what: Good) -> u8 {
    match what {
        Good::Gold => me.gold,
        Good::Xp => me.xp,
        Good::Charisma => me.charisma,
        Good::Honor => me.honor,
        Good::Injury => me.injury,
    }
}

/// A seat loses so many, as far as there are.
pub fn lose(p: &mut Play, seat: Seat, what: Good, count: u8) {
    let me = &mut p.s.players[seat];
    let field = match what {
        Good::Gold => &mut me.gold,
        Good::Xp => &mut me.xp,
        Good::Charisma => &mut me.charisma,
        Good::Honor => &mut me.honor,
        Good::Injury => &mut me.injury,
    };
    *field = field.saturating_sub(count);
    if count > 0 {
        p.say_line(|_| format!("{seat} spends {count} {}", what.title()));
    }
}

/// Something happened that cards or the class of this seat may pay for.
#[inline]
pub fn happened(p: &mut Play, seat: Seat, what: impl Fn(Trigger) -> bool) {
    if !p.look().has(seat, Topic::On) {
        return;
    }
    let mut gains = [0u8; 5];
    p.look().passives(seat, Topic::On, |passive| {
        if let Passive::On(trigger, good, count) = passive
            && what(*trigger)
        {
            gains[good.index()] += count;
        }
    });
    for good in Good::ALL {
        gain(p, seat, *good, gains[good.index()]);
    }
}
