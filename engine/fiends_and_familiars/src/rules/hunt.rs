//! The Hunt: battling the revealed Minion instead of buying. FF-500 to FF-511.

use crate::{
    Action, Chance, Event, Play,
    content::{
        cards::Weakness,
        effects::{Restriction, Trigger},
    },
    frame::{Asks, Next, stray, then, wait},
    luck::Falls,
    queries::Look,
    rules::{
        combat,
        effects::{self, Source},
        goods, setup, windows,
    },
    state::Fight,
    tables::Ban,
    words::{AdventureId, AdventureKind, Good, MinionId},
};
use kernel::{Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// The revealed Minion is battled, or another one is revealed for Gold; `another`: as it was.
    Minion {
        seat: Seat,
        another: bool,
    },
    Reward {
        seat: Seat,
    },
    /// The Minion that was battled is kept, or goes under the deck.
    Trophy {
        seat: Seat,
        minion: MinionId,
        trophy: bool,
    },
    /// A seat with a new token looks at its Adventure card.
    Look {
        seat: Seat,
        kind: AdventureKind,
    },
    /// The next Minion is turned up.
    Reveal,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Minion { seat, another } => minion(p, seat, another),
        Frame::Reward { seat } => reward(p, seat),
        Frame::Trophy { seat, minion, trophy } => kept(p, seat, minion, trophy),
        Frame::Look { seat, kind } => look_at(p, seat, kind),
        Frame::Reveal => setup::reveal(p, frame).unwrap_or(Next::Done),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Minion { seat, .. } => Asks::Seat(seat),
        Frame::Look { kind, .. } => Asks::Chance(Falls::Adventure(kind)),
        Frame::Reveal => Asks::Chance(Falls::Minion),
        Frame::Reward { .. } | Frame::Trophy { .. } => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Minion { seat, .. } => {
            offer(Action::Fight);
            if may_pay(look, seat) {
                offer(Action::Cycle);
            }
            windows::anytime(look, seat, offer);
        }
        Frame::Reward { .. } | Frame::Trophy { .. } | Frame::Look { .. } | Frame::Reveal => {}
    }
}

/// What fell, and what it does.
pub fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Look { seat, kind } => looked(p, seat, kind, fell),
        Frame::Reveal => setup::revealed(p, frame, fell),
        Frame::Minion { .. } | Frame::Reward { .. } | Frame::Trophy { .. } => stray(frame),
    }
}

/// Is there a Minion to battle?
#[must_use]
pub fn can_hunt(look: Look) -> bool {
    rule!("FF-500", "FF-511");
    look.s.minions.revealed.is_some()
}

/// The revealed Minion goes under the deck and the next is revealed.
pub fn cycle_minion(p: &mut Play) -> Next {
    let old = std::mem::take(&mut p.s.minions.revealed);
    p.s.minions.tail.push(old);
    p.say_line(|look| format!("{} goes under the Minion deck", look.minion(old).name));
    then(Frame::Reveal)
}

/// May this seat pay for another Minion?
fn may_pay(look: Look, seat: Seat) -> bool {
    effects::can_cycle(look) && look.player(seat).gold >= look.cycle_price(seat)
}

/// Asks before the pool is built. Without the Gold for another Minion the Market turn has offered all there is, but for a
/// Minion that was just revealed.
fn minion(p: &mut Play, seat: Seat, another: bool) -> Next {
    rule!("FF-501");
    let mut any = may_pay(p.look(), seat);
    if another {
        windows::anytime(p.look(), seat, &mut |_| any = true);
    }
    if any { wait(Frame::Minion { seat, another }) } else { fight(p, seat) }
}

/// The revealed Minion is good enough.
pub fn fought(p: &mut Play, frame: crate::Frame) -> Next {
    let crate::Frame::Hunt(Frame::Minion { seat, .. }) = frame else { return stray(frame) };
    fight(p, seat)
}

pub fn cycled(p: &mut Play, frame: crate::Frame) -> Next {
    let crate::Frame::Hunt(Frame::Minion { seat, .. }) = frame else { return stray(frame) };
    let price = p.look().cycle_price(seat);
    goods::lose(p, seat, Good::Gold, price);
    p.later(Frame::Minion { seat, another: true });
    cycle_minion(p)
}

/// Dice that the Minion's own text grants.
#[must_use]
pub fn weakness(look: Look, seat: Seat, minion: MinionId) -> u8 {
    rule!("FF-502", "FF-R39");
    let each = look.minion(minion).weak.iter().map(|weak| match *weak {
        Weakness::If { when, dice } => {
            if look.holds(seat, when) {
                dice
            } else {
                0
            }
        }
        Weakness::Per { counter, per, max } => (look.count(seat, counter) / per.max(1)).min(max),
    });
    let mut less = 0;
    look.restrictions(seat, Ban::MinionDice, |r| {
        if let Restriction::MinionDice(dice) = r {
            less += dice;
        }
    });
    each.sum::<u8>().saturating_sub(less)
}

/// The pool is built against the Minion that is revealed now.
fn fight(p: &mut Play, seat: Seat) -> Next {
    let minion = p.s.minions.revealed;
    p.s.fight = Fight { hunting: true, gathering: true, minion, ..Fight::default() };
    let look = p.look();
    let pool = 1 + weakness(look, seat, minion) + combat::card_dice(look, seat);
    let rerolls = combat::card_rerolls(look, seat);
    let me = &mut p.s.players[seat];
    p.s.fight.pool = pool + std::mem::take(&mut me.hunt_dice);
    p.s.fight.bonus = std::mem::take(&mut me.hunt_bonus) as i8;
    p.s.fight.free_rerolls = rerolls + std::mem::take(&mut me.hunt_rerolls);
    p.say_line(|look| format!("{seat} hunts {} with {} dice", look.minion(minion).name, look.s.fight.pool));
    then(combat::Frame::Pool { seat })
}

/// More Combat Dice: for the pool that is being gathered, or for the next Hunt.
pub fn more_dice(p: &mut Play, seat: Seat, dice: u8) {
    if p.s.fight.gathering {
        p.s.fight.pool += dice;
    } else {
        p.s.players[seat].hunt_dice += dice;
    }
}

/// More to the result of this Hunt, or of the next one.
pub fn more_bonus(p: &mut Play, seat: Seat, by: u8) {
    if p.s.fight.hunting {
        p.s.fight.bonus += by as i8;
    } else {
        p.s.players[seat].hunt_bonus += by;
    }
}

/// More rerolls for nothing in this Hunt, or in the next one.
pub fn more_rerolls(p: &mut Play, seat: Seat, rerolls: u8) {
    if p.s.fight.hunting {
        p.s.fight.free_rerolls += rerolls;
    } else {
        p.s.players[seat].hunt_rerolls += rerolls;
    }
}

/// The reward level that is reached, gained at once.
fn reward(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-506", "FF-R40");
    let minion = p.s.fight.minion;
    let result = combat::sum(p.look(), seat);
    let levels = &p.g.content.minions[minion.index()].levels;
    let at = levels.iter().rposition(|level| i16::from(level.min) <= result).unwrap_or(0);
    let level = levels[at];
    p.s.fight = Fight::default();
    p.say_line(|look| format!("{seat} reaches {result} against {}", look.minion(minion).name));
    let mut less = 0;
    p.look().restrictions(seat, Ban::MinionXp, |r| {
        if let Restriction::MinionXp(xp) = r {
            less += xp;
        }
    });
    goods::gain(p, seat, Good::Gold, level.gold);
    goods::gain(p, seat, Good::Xp, level.xp.saturating_sub(less));
    goods::gain(p, seat, Good::Honor, level.honor);
    goods::gain(p, seat, Good::Injury, level.injury);
    goods::gain(p, seat, Good::Charisma, level.charisma);
    let source = Source::Reward { minion, level: at as u8 };
    let does = if effects::asks_itself(p.look(), seat, level.does) {
        effects::Frame::Run { seat, source, at: 0 }
    } else {
        effects::Frame::May { seat, source }
    };
    p.both(does, Frame::Trophy { seat, minion, trophy: level.trophy })
}

/// The Minion that was battled leaves the top of the deck; or its bottom, if a card has put it there meanwhile.
fn leave_deck(p: &mut Play, minion: MinionId) {
    rule!("FF-R46");
    let deck = &mut p.s.minions;
    if deck.revealed == minion {
        deck.revealed = MinionId::NONE;
    } else if let Some(at) = deck.tail.iter().position(|id| *id == minion) {
        deck.tail.remove(at);
    }
}

/// A Trophy and its token, or the Minion goes under the deck.
fn kept(p: &mut Play, seat: Seat, minion: MinionId, trophy: bool) -> Next {
    leave_deck(p, minion);
    p.later(Frame::Reveal);
    if !trophy {
        rule!("FF-507");
        p.s.minions.tail.push(minion);
        goods::happened(p, seat, |t| t == Trigger::NoTrophy);
        return Next::Done;
    }
    rule!("FF-508");
    p.s.players[seat].trophies.insert(minion);
    p.say_line(|look| format!("{seat} keeps {} as a Trophy", look.minion(minion).name));
    goods::happened(p, seat, |t| t == Trigger::Trophy);
    let tokens = usize::from(p.s.players[seat].tokens);
    let Some(kind) = AdventureKind::ALL.get(tokens).copied() else {
        goods::gain(p, seat, Good::Xp, 1);
        return Next::Done;
    };
    p.s.players[seat].tokens += 1;
    p.say_line(|_| format!("{seat} gains the {} token", kind.title()));
    then(Frame::Look { seat, kind })
}

/// Whoever has the token looks at the card; it is fixed by the first look.
fn look_at(p: &mut Play, seat: Seat, kind: AdventureKind) -> Next {
    rule!("FF-509");
    let card = &mut p.s.adventures[kind.index()];
    if card.seen_by().is_empty() {
        return wait(Frame::Look { seat, kind });
    }
    card.show_to(SeatSet::only(seat));
    let seen = *card.known();
    tell_look(p, seat, kind, seen);
    Next::Done
}

fn looked(p: &mut Play, seat: Seat, kind: AdventureKind, fell: Chance) -> Next {
    let Chance::Adventure { card } = fell else { return stray(Frame::Look { seat, kind }) };
    p.s.adventures[kind.index()] = kernel::Secret::new(card, SeatSet::only(seat));
    tell_look(p, seat, kind, card);
    Next::Done
}

fn tell_look(p: &mut Play, seat: Seat, kind: AdventureKind, card: AdventureId) {
    let content = &p.g.content;
    p.log.say(|| Event::Looks {
        seat,
        sees: format!("{seat} sees that the {} is {}", kind.title(), content.adventures[card.index()].name),
        others: format!("{seat} looks at the {}", kind.title()),
    });
}
