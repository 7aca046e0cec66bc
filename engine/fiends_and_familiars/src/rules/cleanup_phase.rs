//! The Cleanup Phase: Skills, tokens, dice, Market, Initiative cards, and the end of Creation. FF-230 to FF-238.

use crate::{
    Action, Play,
    content::effects::{Passive, Restriction, Trigger},
    frame::{Asks, Next, stray, then, wait},
    queries::Look,
    rules::{effects, goods, monster_combat, roll_phase, setup, windows},
    sets::MarketSet,
    tables::{Ban, Topic},
    words::{AdventureKind, Good, MarketId, SPACES, Window},
};
use kernel::{ArrayVec, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// From this seat on each may refresh as many Skills as it has refreshes.
    Refreshes {
        at: u8,
    },
    /// This seat may refresh so many more, then the next ones follow.
    Refresh {
        at: u8,
        left: u8,
    },
    Tidy,
    NewRound,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Refreshes { at } => refreshes(p, at),
        Frame::Refresh { at, left } => refresh(p, at, left),
        Frame::Tidy => tidy(p),
        Frame::NewRound => new_round(p),
    }
}

#[must_use]
#[inline]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Refresh { at, .. } => Asks::Seat(look.seat_at(at)),
        Frame::Refreshes { .. } | Frame::Tidy | Frame::NewRound => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Refresh { at, .. } => {
            let cards = effects::exhausted(look, look.seat_at(at));
            cards.iter().for_each(|card| offer(Action::Refresh { card }));
            windows::anytime(look, look.seat_at(at), offer);
            offer(Action::Skip);
        }
        Frame::Refreshes { .. } | Frame::Tidy | Frame::NewRound => {}
    }
}

/// Does Creation end with this round?
#[must_use]
pub fn is_last(look: Look) -> bool {
    rule!("FF-201", "FF-R38");
    Seat::first(look.seats()).all(|seat| {
        let me = look.player(seat);
        usize::from(me.placed()) + me.stored.len() >= SPACES
    })
}

/// How many Skills a seat refreshes.
fn refreshes_of(look: Look, seat: Seat) -> u8 {
    rule!("FF-230");
    if look.bound(seat, Ban::NoRefresh) || (is_last(look) && !look.g.options.final_cleanup_refresh) {
        return 0;
    }
    let mut count = 1;
    look.passives(seat, Topic::ExtraRefresh, |p| {
        if let Passive::ExtraRefresh(more) = p {
            count += more;
        }
    });
    count
}

fn refreshes(p: &mut Play, at: u8) -> Next {
    if at >= p.g.options.seats {
        return then(Frame::Tidy);
    }
    let left = refreshes_of(p.look(), p.look().seat_at(at));
    refresh(p, at, left)
}

fn refresh(p: &mut Play, at: u8, left: u8) -> Next {
    if left > 0 && !effects::exhausted(p.look(), p.look().seat_at(at)).is_empty() {
        return wait(Frame::Refresh { at, left });
    }
    then(Frame::Refreshes { at: at + 1 })
}

pub fn refreshed(p: &mut Play, frame: Frame, card: MarketId) -> Next {
    let Frame::Refresh { at, left } = frame else { return stray(frame) };
    let seat = p.look().seat_at(at);
    p.s.players[seat].exhausted.remove(card);
    p.say_line(|look| format!("{seat} refreshes {}", look.card(card).name));
    then(Frame::Refresh { at, left: left - 1 })
}

/// This seat refreshes nothing more.
pub fn skipped(_: &mut Play, frame: Frame) -> Next {
    let Frame::Refresh { at, .. } = frame else { return stray(frame) };
    then(Frame::Refreshes { at: at + 1 })
}

/// Tokens and dice go back; then Creation ends, or the table is made ready for the next round.
fn tidy(p: &mut Play) -> Next {
    rule!("FF-231", "FF-232");
    let last = is_last(p.look());
    for seat in Seat::first(p.g.options.seats) {
        tidy_seat(p, seat, last);
    }
    for card in 0..p.look().cards_in_row() {
        for die in std::mem::take(&mut p.s.initiatives[card].dice) {
            if die.is_some() {
                p.s.bag.put(die.kind(), 1);
            }
        }
        p.s.initiatives[card].taken = SeatSet::EMPTY;
    }
    if last {
        rule!("FF-R28", "FF-800");
        p.later(monster_combat::Frame::Adventure { kind: AdventureKind::Location });
        return then(windows::Frame::Each { window: Window::Last, at: 0 });
    }
    rule!("FF-233", "FF-236", "FF-1031");
    for card in std::mem::take(&mut p.s.market) {
        if card.is_some() {
            p.s.discard.insert(card);
        }
    }
    p.s.market = ArrayVec::default();
    for (card, printed) in p.s.initiatives.iter_mut().zip(&p.g.tables.layout.initiative) {
        card.gold |= printed.gold;
    }
    p.both(setup::Frame::Deal, setup::Frame::Fiends { card: 0 })
}

fn tidy_seat(p: &mut Play, seat: Seat, last: bool) {
    let keeps = p.look().has(seat, Topic::KeepCharisma);
    let mut upkeep = 0;
    p.look().restrictions(seat, Ban::Upkeep, |r| {
        if let Restriction::Upkeep(gold) = r {
            upkeep += gold;
        }
    });
    let me = &mut p.s.players[seat];
    if !keeps || last {
        me.charisma = 0;
    }
    me.initiative = None;
    me.used = MarketSet::EMPTY;
    me.class_used.this_round = false;
    let upkeep = upkeep.min(me.gold);
    if upkeep > 0 {
        goods::lose(p, seat, Good::Gold, upkeep);
    }
    if !last {
        goods::happened(p, seat, |t| t == Trigger::Cleanup);
    }
}

/// The Start Player role passes to the left.
fn new_round(p: &mut Play) -> Next {
    rule!("FF-238");
    if p.s.round > 0 {
        p.s.start = p.look().seat_at(1 % p.g.options.seats);
    }
    then(roll_phase::Frame::Round)
}
