//! The Initiative Phase: secret cards, tokens, order, ties. FO-080 to FO-100.

use crate::{
    Play,
    event::Event,
    frame::Frame,
    options::{InitiativeSource, TieBreak},
    queries::Look,
    rules::cards,
    state::Commit,
    words::{TOKENS_MAX, value},
};
use kernel::{Card, Next, Pool, Seat, SeatSet, flow::Flow, rule};

/// How often one tie is repeated before seat order decides.
const REPEATS_MAX: u8 = 20;

/// A round begins.
pub fn round(p: &mut Play) -> Next<Frame> {
    rule!("FO-080", "FO-081", "FO-R01", "FO-R17");
    p.s.round += 1;
    p.s.order.clear();
    let round = p.s.round;
    p.say(|_| Event::Round(round));
    Next::Then(Frame::Refill { seat: 0 })
}

/// Everybody draws up to the agreed number, where one was agreed on.
pub fn refill(p: &mut Play, seat: u8) -> Next<Frame> {
    rule!("FO-115", "FO-R24");
    match Seat::checked(seat, p.g.options.seats) {
        Some(at) if !sits_out(p.look(), at) => {
            let left = p.g.options.hand_refill.saturating_sub(p.s.sides[at].hand_len);
            p.first(Frame::Draws { seat: at, left }, Frame::Refill { seat: seat + 1 })
        }
        Some(_) => Next::Then(Frame::Refill { seat: seat + 1 }),
        None => Next::Then(Frame::Choose),
    }
}

/// A player who is out shows no card. Before anybody stands on the board nobody is.
fn sits_out(look: Look, seat: Seat) -> bool {
    look.s.round > 1 && look.is_out(seat)
}

/// Who still owes an initiative card.
#[must_use]
pub fn choosing(look: Look) -> SeatSet {
    rule!("FO-090", "FO-091", "FO-R19");
    let least = match look.g.options.initiative_source {
        InitiativeSource::HandOnly => 2,
        InitiativeSource::HandOrDeck => 1,
    };
    let owes = |seat: &Seat| {
        let side = &look.s.sides[*seat];
        // The only card of a hand that is not told must be named; also in a guess, so that the same seats are asked.
        let least = if look.s.hidden.contains(*seat) { 1 } else { least };
        side.commit.is_none() && side.hand_len >= least && !sits_out(look, *seat)
    };
    Seat::first(look.g.options.seats).filter(owes).collect()
}

pub fn choose(p: &mut Play) -> Next<Frame> {
    if !choosing(p.look()).is_empty() {
        return Next::Wait(Frame::Choose);
    }
    Next::Then(Frame::Reveal { seat: 0 })
}

/// All cards are shown; whoever had no choice shows the only card, or the top of the deck.
pub fn reveal(p: &mut Play, seat: u8) -> Next<Frame> {
    rule!("FO-092");
    let Some(at) = Seat::checked(seat, p.g.options.seats) else { return ordered(p) };
    let side = &p.s.sides[at];
    if sits_out(p.look(), at) {
        return Next::Then(Frame::Reveal { seat: seat + 1 });
    }
    let only = side.hand.iter().next().filter(|_| side.hand_len == 1 && side.commit.is_none());
    match side.commit.as_card().or(only) {
        Some(card) => {
            p.s.sides[at].leave_hand(card);
            shown(p, at, Some(card))
        }
        None if cards::ready_deck(p, at) => Next::Wait(Frame::Reveal { seat }),
        None => shown(p, at, None),
    }
}

/// A card from the top of the deck serves as initiative.
pub fn blind(p: &mut Play, seat: u8, card: Card) -> Next<Frame> {
    let at = Seat::new(seat);
    p.s.sides[at].leave_deck(card);
    shown(p, at, Some(card))
}

fn shown(p: &mut Play, seat: Seat, card: Option<Card>) -> Next<Frame> {
    rule!("FO-009", "FO-093", "FO-094", "FO-R03", "FO-R05");
    let side = &mut p.s.sides[seat];
    (side.initiative, side.commit) = (card, Commit::NONE);
    let stored = std::mem::take(&mut side.stored);
    side.tokens = (card.map_or(0, value) + stored).min(TOKENS_MAX);
    let tokens = side.tokens;
    p.s.order.push(seat);
    p.say(|_| Event::Initiative(seat, card, tokens));
    Next::Then(Frame::Reveal { seat: seat.number() + 1 })
}

/// Lowest value first; equal values are tied.
fn ordered(p: &mut Play) -> Next<Frame> {
    rule!("FO-095");
    let of = |s: &crate::State, seat: Seat| s.sides[seat].initiative.map_or(0, value);
    let state = &mut *p.s;
    let mut order = state.order;
    order.sort_by_key(|seat| of(state, *seat));
    state.tied = 0;
    for place in 1..order.len() {
        state.tied |= u8::from(of(state, order[place]) == of(state, order[place - 1])) << place;
    }
    state.order = order;
    state.repeats = 0;
    Next::Then(Frame::Ties)
}

/// The first group that is still tied breaks its tie.
pub fn ties(p: &mut Play) -> Next<Frame> {
    rule!("FO-096", "FO-097", "FO-098", "FO-R20", "FO-R21");
    if p.s.tied == 0 {
        let order = p.s.order;
        p.say(|_| Event::Order(order.to_vec()));
        return Next::Then(if p.s.round == 1 { Frame::Zones { place: 0 } } else { Frame::Activation });
    }
    let low = p.s.tied.trailing_zeros() as u8 - 1;
    let high = low + (p.s.tied >> (low + 1)).trailing_ones() as u8;
    if p.s.repeats >= REPEATS_MAX {
        return by_seat(p, low, high);
    }
    p.s.repeats += 1;
    match p.g.options.tie_break {
        TieBreak::DrawAndChoose => Next::Then(Frame::TieDraws { low, high, place: low }),
        TieBreak::Flip => Next::Then(Frame::TieReveal { low, high, place: low }),
    }
}

fn by_seat(p: &mut Play, low: u8, high: u8) -> Next<Frame> {
    rule!("FO-099");
    p.s.order[usize::from(low)..=usize::from(high)].sort_unstable();
    for place in low + 1..=high {
        p.s.tied &= !(1 << place);
    }
    p.s.repeats = 0;
    Next::Then(Frame::Ties)
}

pub fn tie_draws(p: &mut Play, low: u8, high: u8, place: u8) -> Next<Frame> {
    if place > high {
        return Next::Then(Frame::TieChoose { low, high });
    }
    let seat = p.s.order[usize::from(place)];
    p.first(Frame::Draws { seat, left: 1 }, Frame::TieDraws { low, high, place: place + 1 })
}

/// Who still owes a tie-break card.
#[must_use]
pub fn tie_choosing(look: Look, low: u8, high: u8) -> SeatSet {
    let tied = look.s.order[usize::from(low)..=usize::from(high)].iter().copied();
    tied.filter(|seat| look.s.sides[*seat].commit.is_none() && look.s.sides[*seat].hand_len > 0).collect()
}

pub fn tie_choose(p: &mut Play, low: u8, high: u8) -> Next<Frame> {
    if !tie_choosing(p.look(), low, high).is_empty() {
        return Next::Wait(Frame::TieChoose { low, high });
    }
    Next::Then(Frame::TieReveal { low, high, place: low })
}

pub fn tie_reveal(p: &mut Play, low: u8, high: u8, place: u8) -> Next<Frame> {
    if place > high {
        return tie_sorted(p, low, high);
    }
    let seat = p.s.order[usize::from(place)];
    let commit = std::mem::take(&mut p.s.sides[seat].commit);
    match commit.as_card() {
        Some(card) => {
            p.s.sides[seat].leave_hand(card);
            tie_shown(p, seat, Some(card), (low, high, place))
        }
        None if cards::ready_deck(p, seat) => Next::Wait(Frame::TieReveal { low, high, place }),
        None => tie_shown(p, seat, None, (low, high, place)),
    }
}

pub fn tie_blind(p: &mut Play, low: u8, high: u8, place: u8, card: Card) -> Next<Frame> {
    let seat = p.s.order[usize::from(place)];
    p.s.sides[seat].leave_deck(card);
    tie_shown(p, seat, Some(card), (low, high, place))
}

fn tie_shown(p: &mut Play, seat: Seat, card: Option<Card>, (low, high, place): (u8, u8, u8)) -> Next<Frame> {
    p.s.sides[seat].tie = card;
    p.say(|_| Event::TieBreak(seat, card));
    Next::Then(Frame::TieReveal { low, high, place: place + 1 })
}

/// The group is ordered by its new cards; a sole highest is kept, the others are discarded.
fn tie_sorted(p: &mut Play, low: u8, high: u8) -> Next<Frame> {
    rule!("FO-098");
    let (from, to) = (usize::from(low), usize::from(high));
    let mut order = p.s.order;
    let of = |s: &crate::State, seat: Seat| s.sides[seat].tie.map_or(0, value);
    order[from..=to].sort_by_key(|seat| of(p.s, *seat));
    for place in from + 1..=to {
        let same = of(p.s, order[place]) == of(p.s, order[place - 1]);
        p.s.tied = p.s.tied & !(1 << place) | u8::from(same) << place;
    }
    p.s.order = order;
    let sole = p.s.tied >> to & 1 == 0;
    for place in from..=to {
        let seat = order[place];
        let Some(card) = p.s.sides[seat].tie.take() else { continue };
        if place == to && sole {
            p.s.sides[seat].take_in_hand(card);
            p.s.sides[seat].shown.put(card);
            p.say(|_| Event::TieKept(seat, card));
        } else {
            p.s.sides[seat].discard.put(card);
        }
    }
    let group = !(u8::MAX << (high - low)) << (low + 1);
    if p.s.tied & group == 0 {
        p.s.repeats = 0;
    }
    Next::Then(Frame::Ties)
}
