//! What an entry does to one hero, scores it raises, and trades it allows. RA-182, RA-193, RA-262.

use crate::{
    Action, Event, Play,
    content::story::{Personal, Whom},
    flow::stray,
    frame::{Asks, then, wait},
    queries::Look,
    rules::{
        campaign_setup, exhaustion,
        revealed::{self, Frame as Gains},
        rows::Rows,
    },
    words::{CardId, CardSet, Colour, SEATS},
};
use kernel::{Next, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// Cards that change hands at one place: talk has to end.
const TRADES_MOST: u8 = 8;
/// No score goes above this, whatever a book allows.
const SCORE_MOST: u8 = 12;
/// Likewise no health.
const HEALTH_MOST: u8 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Whom it concerns.
    Who { whom: Whom, what: Personal },
    /// This hero raises a score; for `all` those after it do so too.
    Raise { seat: u8, beyond: bool, all: bool },
    /// Who hands over a card, if anybody.
    TradeWho { left: u8 },
    /// Which one.
    TradeCard { seat: u8, left: u8 },
    /// And to whom, where there are several others.
    TradeTo { seat: u8, card: CardId, left: u8 },
}

impl Frame {
    #[inline]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::Who { .. } | Frame::TradeWho { .. } => Asks::Party,
            Frame::Raise { seat, .. } | Frame::TradeCard { seat, .. } | Frame::TradeTo { seat, .. } => {
                Asks::Seat(seat)
            }
        }
    }
}

/// One hero is concerned.
#[must_use]
pub const fn to_one(whom: Whom, what: Personal) -> Gains {
    Gains::Personal(Frame::Who { whom, what })
}

/// Every hero raises a score.
#[must_use]
pub const fn raise_all(beyond: bool) -> Gains {
    Gains::Personal(Frame::Raise { seat: 0, beyond, all: true })
}

/// Cards may be handed over.
#[must_use]
pub const fn trade() -> Gains {
    Gains::Personal(Frame::TradeWho { left: TRADES_MOST })
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::Who { whom, what } => who(p, whom, what),
        Frame::Raise { seat, beyond, all } => raise(p, seat, beyond, all),
        Frame::TradeWho { left } => trade_who(p, left),
        Frame::TradeCard { .. } | Frame::TradeTo { .. } => wait(Gains::Personal(frame)),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::Who { whom, .. } => {
            candidates(look, whom).into_iter().for_each(|seat| into(Action::seat(seat)));
        }
        Frame::Raise { beyond, .. } => raisable(look, seat, beyond)
            .into_iter()
            .flatten()
            .for_each(|attribute| into(Action::Raise { attribute })),
        Frame::TradeWho { .. } => {
            into(Action::Done);
            revealed::losers(look).into_iter().for_each(|seat| into(Action::seat(seat)));
        }
        Frame::TradeCard { .. } => {
            revealed::losable(look, seat).iter().for_each(|card| into(Action::Return { card }));
        }
        Frame::TradeTo { .. } => others(look, seat).into_iter().for_each(|seat| into(Action::seat(seat))),
    }
}

/// Whom an entry may mean.
fn candidates(look: Look, whom: Whom) -> SeatSet {
    rule!("RA-R90");
    let s = look.s;
    match whom {
        Whom::Named => s.present,
        Whom::Teller => SeatSet::only(s.storyteller),
        Whom::Best(of) => {
            let score = |seat: Seat| s.sheets[seat].scores[of.index()];
            let best = s.present.into_iter().map(score).max().unwrap_or(0);
            s.present.into_iter().filter(|seat| score(*seat) == best).collect()
        }
    }
}

/// Where only one can be meant there is nobody to ask.
fn who(p: &mut Play, whom: Whom, what: Personal) -> Next<crate::Frame> {
    let meant = candidates(p.look(), whom);
    match meant.lowest() {
        Some(only) if meant.len() == 1 => befall(p, only, what),
        Some(_) | None => wait(to_one(whom, what)),
    }
}

/// It happens to this hero alone.
fn befall(p: &mut Play, seat: Seat, what: Personal) -> Next<crate::Frame> {
    let rows =
        |each, drain| then(Gains::Rows(Rows { seat: seat.number(), left: each, each, drain, all: false }));
    match what {
        Personal::Fatigue(by) => exhaustion::suffer(p, seat, by),
        Personal::Heal(by) => exhaustion::heal(p, seat, by),
        Personal::Health(by) => {
            let sheet = &mut p.s.sheets[seat];
            sheet.health = sheet.health.saturating_add(by).min(HEALTH_MOST);
            let health = sheet.health;
            p.say(|look| Event::Health(look.name(seat), health));
        }
        Personal::Drain(by) => return rows(by, true),
        Personal::Rows(by) => return rows(by, false),
        Personal::Raise { beyond } => {
            return then(Gains::Personal(Frame::Raise { seat: seat.number(), beyond, all: false }));
        }
    }
    Next::Done
}

// --- raised scores

/// Scores a book lets this hero raise: within the limit of the tier, or beyond it.
fn raisable(look: Look, seat: Seat, beyond: bool) -> [Option<Colour>; 6] {
    rule!("RA-R91");
    let limit = if beyond { SCORE_MOST } else { look.score_limit() };
    let mut free = [None; 6];
    look.raisable_to(seat, limit).for_each(|colour| free[colour.index()] = Some(colour));
    free
}

fn raise(p: &mut Play, seat: u8, beyond: bool, all: bool) -> Next<crate::Frame> {
    let last = if all { SEATS as u8 } else { seat + 1 };
    let able = |seat: &u8| {
        let who = Seat::new(*seat);
        p.s.present.contains(who) && raisable(p.look(), who, beyond).iter().any(Option::is_some)
    };
    match (seat..last).find(able) {
        Some(seat) => wait(Gains::Personal(Frame::Raise { seat, beyond, all })),
        // Whoever has nothing to raise does without.
        None => Next::Done,
    }
}

/// The score is named.
pub fn raised(p: &mut Play, frame: Gains, seat: Seat, attribute: Colour) -> Next<crate::Frame> {
    let Gains::Personal(Frame::Raise { seat: at, beyond, all }) = frame else { return stray(frame) };
    campaign_setup::raise(p, seat, attribute);
    if all { then(Gains::Personal(Frame::Raise { seat: at + 1, beyond, all })) } else { Next::Done }
}

// --- trades

/// Is a card being handed over, not given up?
#[must_use]
pub fn trading(look: Look) -> bool {
    let top = look.s.stack.top().copied();
    let Some(crate::Frame::Gains(Gains::Personal(frame))) = top else { return false };
    match frame {
        Frame::TradeCard { .. } => true,
        Frame::Who { .. } | Frame::Raise { .. } | Frame::TradeWho { .. } | Frame::TradeTo { .. } => false,
    }
}

/// Everybody but this one.
fn others(look: Look, seat: Seat) -> SeatSet {
    look.s.present.minus(SeatSet::only(seat))
}

fn trade_who(p: &mut Play, left: u8) -> Next<crate::Frame> {
    rule!("RA-262", "RA-R92");
    if left == 0 || p.s.present.len() == 1 || revealed::losers(p.look()).is_empty() {
        return Next::Done;
    }
    wait(Gains::Personal(Frame::TradeWho { left }))
}

/// Somebody is named: whom it concerns, who gives, or who gets.
pub fn named(p: &mut Play, frame: Frame, seat: Seat) -> Next<crate::Frame> {
    match frame {
        Frame::Who { what, .. } => befall(p, seat, what),
        Frame::TradeWho { left } => {
            then(Gains::Personal(Frame::TradeCard { seat: seat.number(), left: left - 1 }))
        }
        Frame::TradeTo { seat: from, card, left } => pass_on(p, Seat::new(from), seat, card, left),
        Frame::Raise { .. } | Frame::TradeCard { .. } => stray(Gains::Personal(frame)),
    }
}

/// The card to hand over is named.
pub fn handed(p: &mut Play, frame: Frame, seat: Seat, card: CardId) -> Next<crate::Frame> {
    let Frame::TradeCard { left, .. } = frame else { return stray(Gains::Personal(frame)) };
    let others = others(p.look(), seat);
    match others.lowest() {
        Some(only) if others.len() == 1 => pass_on(p, seat, only, card, left),
        Some(_) | None => then(Gains::Personal(Frame::TradeTo { seat: seat.number(), card, left })),
    }
}

/// It goes to the same space of the other sheet; a familiar's die stays in the bag.
fn pass_on(p: &mut Play, from: Seat, to: Seat, card: CardId, left: u8) -> Next<crate::Frame> {
    rule!("RA-R92");
    let spent = p.s.sheets[from].spent.contains(card);
    let pile = |p: &mut Play, seat: Seat, change: fn(&mut CardSet, CardId)| {
        let sheet = &mut p.s.sheets[seat];
        change(if spent { &mut sheet.spent } else { &mut sheet.hand }, card);
    };
    pile(p, from, |cards, card| {
        cards.remove(card);
    });
    pile(p, to, CardSet::insert);
    p.say(|look| Event::TakesCard(look.name(to), card, look.card(card).name.clone()));
    then(Gains::Personal(Frame::TradeWho { left }))
}

/// Nobody hands over more.
pub fn traded(frame: Gains) -> Next<crate::Frame> {
    let Gains::Personal(Frame::TradeWho { .. }) = frame else { return stray(frame) };
    Next::Done
}
