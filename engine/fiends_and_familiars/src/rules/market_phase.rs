//! The Market Phase: in Initiative order each buys a card, discards one, or goes on a Hunt. FF-400 to FF-413.

use crate::{
    Action, Play,
    content::{effects::Trigger, words::Source as Income},
    frame::{Asks, Next, stray, then, wait},
    queries::Look,
    rules::{
        cleanup_phase,
        effects::{self, Source},
        goods, hunt, solitaire, windows,
    },
    tables::Ban,
    words::{Amount, Good, Kind, MarketId, Window},
};
use kernel::{Seat, rule};
use serde::{Deserialize, Serialize};

/// Gold for a discarded Market card.
const DISCARD_GOLD: u8 = 2;
/// Hands a hero has.
const HANDS: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Whoever holds this Initiative card, or the next one that somebody holds, is at turn.
    Phase {
        card: u8,
    },
    Turn {
        seat: Seat,
    },
    /// Weapons are dropped until two hands suffice.
    Drop {
        seat: Seat,
        bought: MarketId,
    },
    End,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Phase { card } => phase(p, card),
        Frame::Drop { seat, bought } => drop(p, seat, bought),
        Frame::End => end(p),
        Frame::Turn { .. } => wait(frame),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Turn { seat } | Frame::Drop { seat, .. } => Asks::Seat(seat),
        Frame::Phase { .. } | Frame::End => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Turn { seat } => {
            for (_, card) in look.s.row_cards() {
                purchases(look, seat, card, 0, offer);
                offer(Action::Discard { card });
            }
            if hunt::can_hunt(look) {
                offer(Action::Hunt);
            }
            if must_pass(look) {
                offer(Action::Pass);
            }
            windows::anytime(look, seat, offer);
        }
        Frame::Drop { seat, bought } => {
            let weapons = look.player(seat).cards.and(look.g.tables.kind(Kind::Weapon));
            weapons.iter().filter(|card| *card != bought).for_each(|card| offer(Action::Drop { card }));
        }
        Frame::Phase { .. } | Frame::End => {}
    }
}

/// Ascending Initiative: the next card that somebody holds.
fn phase(p: &mut Play, card: u8) -> Next {
    rule!("FF-400");
    let taken = p.s.initiatives[..p.look().cards_in_row()].iter().zip(0..).skip(usize::from(card));
    let Some((seat, card)) = taken.filter_map(|(card, at)| Some((card.taken.lowest()?, at))).next() else {
        return then(Frame::End);
    };
    p.later(Frame::Phase { card: card + 1 });
    p.later(windows::Frame::Own { window: Window::Bought, seat });
    p.later(Frame::Turn { seat });
    p.later(windows::Frame::Reactions { window: Window::Market, owner: seat, at: 1 });
    then(windows::Frame::Own { window: Window::Market, seat })
}

/// Each way to pay for a card: with so many Charisma tokens.
pub fn purchases(look: Look, seat: Seat, card: MarketId, off: u8, offer: &mut impl FnMut(Action)) {
    rule!("FF-317", "FF-R10");
    let me = look.player(seat);
    let price = look.price(seat, card, off);
    let tokens = if me.charisma > 0 && look.bound(seat, Ban::NoMarketCharisma) { 0 } else { me.charisma };
    let fewest = price.saturating_sub(me.gold);
    for charisma in fewest..=tokens.min(price) {
        offer(Action::Buy { card, charisma: Amount(charisma) });
    }
}

/// The purchase of one's own Market turn.
pub fn bought(p: &mut Play, frame: Frame, card: MarketId, charisma: Amount) -> Next {
    let Frame::Turn { seat } = frame else { return stray(frame) };
    buy(p, seat, card, charisma.0, 0)
}

pub fn buy(p: &mut Play, seat: Seat, card: MarketId, charisma: u8, off: u8) -> Next {
    rule!("FF-404", "FF-406", "FF-407", "FF-410");
    let price = p.look().price(seat, card, off);
    goods::lose(p, seat, Good::Charisma, charisma);
    goods::lose(p, seat, Good::Gold, price - charisma);
    p.s.leave_row(card);
    p.say_line(|look| format!("{seat} buys {}", look.card(card).name));
    let face = &p.g.content.market[card.index()];
    goods::happened(p, seat, |t| t == Trigger::Buy(face.kind));
    p.s.players[seat].cards.insert(card);
    match face.kind {
        Kind::Armor | Kind::Skill => {}
        Kind::Trait => {
            if let Some(to) = face.align {
                effects::move_token(p, seat, to);
            }
        }
        Kind::Weapon => return then(Frame::Drop { seat, bought: card }),
        Kind::Scroll => {
            return then(effects::Frame::Run { seat, source: Source::Scroll(card), at: 0 });
        }
    }
    Next::Done
}

/// Weapons are given up until two hands are enough.
fn drop(p: &mut Play, seat: Seat, bought: MarketId) -> Next {
    rule!("FF-R11");
    if p.look().hands(seat) > HANDS { wait(Frame::Drop { seat, bought }) } else { Next::Done }
}

pub fn dropped(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    let crate::Frame::Market(Frame::Drop { seat, bought }) = frame else { return stray(frame) };
    p.s.players[seat].cards.remove(card);
    p.s.discard.insert(card);
    p.say_line(|look| format!("{seat} gives up {}", look.card(card).name));
    p.both(windows::Frame::Emptied { seat }, Frame::Drop { seat, bought })
}

pub fn discarded(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    rule!("FF-402", "FF-R41");
    let crate::Frame::Market(Frame::Turn { seat }) = frame else { return stray(frame) };
    p.s.leave_row(card);
    p.s.discard.insert(card);
    p.say_line(|look| format!("{seat} discards {}", look.card(card).name));
    goods::pay_out(p, seat, Income::Discard, DISCARD_GOLD);
    goods::happened(p, seat, |t| t == Trigger::Discard);
    Next::Done
}

/// The Market turn is a Hunt.
pub fn hunt(frame: crate::Frame) -> Next {
    let crate::Frame::Market(Frame::Turn { seat }) = frame else { return stray(frame) };
    then(hunt::Frame::Minion { seat, another: false })
}

pub fn passed(frame: crate::Frame) -> Next {
    if let crate::Frame::Market(Frame::Turn { .. }) = frame { Next::Done } else { stray(frame) }
}

/// Nothing to buy, discard or hunt: only then may a player pass.
fn must_pass(look: Look) -> bool {
    rule!("FF-R09");
    look.s.row_cards().next().is_none() && !hunt::can_hunt(look)
}

/// The row is empty slots and what is left; alone, the enemy clears it.
fn end(p: &mut Play) -> Next {
    rule!("FF-403");
    if p.g.solo() {
        solitaire::market_end(p);
    }
    then(cleanup_phase::Frame::Refreshes { at: 0 })
}
