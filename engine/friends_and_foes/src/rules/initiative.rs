//! The Initiative Phase: secret cards, tokens, order, ties. FO-080 to FO-100.

use crate::{
    Action, Play,
    event::Event,
    frame::{self, Frame::Initiative, Next, first, stray, then, wait},
    luck::Falls,
    options::{InitiativeSource, TieBreak},
    queries::Look,
    rules::{activation, cards, deployment, setup},
    state::Commit,
    words::{TOKENS_MAX, value},
};
use kernel::{Card, Pool, Seat, SeatSet, Turn, rule};
use serde::{Deserialize, Serialize};

/// How often one tie is repeated before seat order decides.
const REPEATS_MAX: u8 = 20;

/// From the beginning of a round until its order is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Round,
    /// The hands of these are filled up.
    Refill {
        left: SeatSet,
    },
    Choose,
    /// The cards of these are shown, one after the other.
    Reveal {
        left: SeatSet,
    },
    Ties,
    /// Each of the tied draws a card, from this place of the order on.
    TieDraws {
        group: Tied,
        place: u8,
    },
    TieChoose {
        group: Tied,
    },
    TieReveal {
        group: Tied,
        place: u8,
    },
}

/// Places of the order that are tied with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tied {
    pub low: u8,
    pub high: u8,
}

impl Tied {
    const fn places(self) -> std::ops::RangeInclusive<usize> {
        self.low as usize..=self.high as usize
    }
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Round => round(p),
        Frame::Refill { left } => refill(p, left),
        Frame::Choose => choose(p),
        Frame::Reveal { left } => reveal(p, left),
        Frame::Ties => ties(p),
        Frame::TieDraws { group, place } => tie_draws(p, group, place),
        Frame::TieChoose { group } => tie_choose(p, group),
        Frame::TieReveal { group, place } => tie_reveal(p, group, place),
    }
}

#[must_use]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Choose => Turn::Each(choosing(look)),
        Frame::TieChoose { group } => Turn::Each(tie_choosing(look, group)),
        Frame::Reveal { left } => left.lowest().map_or(frame::NOBODY, |seat| cards::turns_up(look, seat)),
        Frame::TieReveal { place, .. } => cards::turns_up(look, look.s.order[usize::from(place)]),
        Frame::Round | Frame::Refill { .. } | Frame::Ties | Frame::TieDraws { .. } => frame::NOBODY,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Choose => initiative_cards(look, seat, offer),
        Frame::TieChoose { .. } => cards::offer_play(look, seat, offer),
        Frame::Reveal { .. } | Frame::TieReveal { .. } => cards::offer_turn(look, seat, offer),
        Frame::Round | Frame::Refill { .. } | Frame::Ties | Frame::TieDraws { .. } => {}
    }
}

/// What chance decides.
#[inline]
#[must_use]
pub fn falls(look: Look, frame: Frame) -> Falls {
    match frame {
        Frame::Reveal { left } => left.lowest().map_or(Falls::Nothing, |of| Falls::Card { of }),
        Frame::TieReveal { place, .. } => Falls::Card { of: look.s.order[usize::from(place)] },
        Frame::Round
        | Frame::Refill { .. }
        | Frame::Choose
        | Frame::Ties
        | Frame::TieDraws { .. }
        | Frame::TieChoose { .. } => Falls::Nothing,
    }
}

/// The top card of a deck was turned up.
pub fn drawn(p: &mut Play, frame: Frame, card: Card) -> Next {
    match frame {
        Frame::Reveal { left } => blind(p, left, card),
        Frame::TieReveal { group, place } => tie_blind(p, group, place, card),
        Frame::Round
        | Frame::Refill { .. }
        | Frame::Choose
        | Frame::Ties
        | Frame::TieDraws { .. }
        | Frame::TieChoose { .. } => stray(frame),
    }
}

/// A round begins.
fn round(p: &mut Play) -> Next {
    rule!("FO-080", "FO-081", "FO-R01", "FO-R17");
    p.s.round = p.s.round.saturating_add(1);
    p.s.order.clear();
    let round = p.s.round;
    p.say(|_| Event::Round(round));
    then(Frame::Refill { left: p.g.seated() })
}

/// Everybody draws up to the agreed number, where one was agreed on.
fn refill(p: &mut Play, left: SeatSet) -> Next {
    rule!("FO-115", "FO-R24");
    let Some(seat) = left.lowest() else { return then(Frame::Choose) };
    let next = Frame::Refill { left: left.without(seat) };
    if sits_out(p.look(), seat) {
        return then(next);
    }
    let missing = p.g.options.hand_refill.saturating_sub(p.s.sides[seat].hand_len);
    first(p, cards::Frame::Draws { seat, left: missing }, next)
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

fn initiative_cards(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    look.s.playable(seat).iter().for_each(|card| offer(Action::Initiative { card }));
    if look.g.options.initiative_source == InitiativeSource::HandOrDeck && look.s.sides[seat].can_draw() {
        offer(Action::Blind);
    }
}

fn choose(p: &mut Play) -> Next {
    if !choosing(p.look()).is_empty() {
        return wait(Frame::Choose);
    }
    then(Frame::Reveal { left: p.g.seated() })
}

/// A hand card, or the top of the deck, is laid face down.
pub fn chosen(p: &mut Play, asked: frame::Frame, seat: Seat, choice: Commit) -> Next {
    let Initiative(Frame::Choose) = asked else { return stray(asked) };
    setup::lay_down(p, seat, choice);
    then(Frame::Choose)
}

/// All cards are shown; whoever had no choice shows the only card, or the top of the deck.
fn reveal(p: &mut Play, left: SeatSet) -> Next {
    rule!("FO-092");
    let Some(seat) = left.lowest() else { return ordered(p) };
    let side = &p.s.sides[seat];
    if sits_out(p.look(), seat) {
        return then(Frame::Reveal { left: left.without(seat) });
    }
    let only = side.hand.iter().next().filter(|_| side.hand_len == 1 && side.commit.is_none());
    match side.commit.and_then(Commit::as_card).or(only) {
        Some(card) => {
            p.s.sides[seat].leave_hand(card);
            shown(p, left, seat, Some(card))
        }
        None if cards::ready_deck(p, seat) => wait(Frame::Reveal { left }),
        None => shown(p, left, seat, None),
    }
}

/// A card from the top of the deck serves as initiative.
fn blind(p: &mut Play, left: SeatSet, card: Card) -> Next {
    let Some(seat) = left.lowest() else { return stray(Frame::Reveal { left }) };
    p.s.sides[seat].leave_deck(card);
    shown(p, left, seat, Some(card))
}

fn shown(p: &mut Play, left: SeatSet, seat: Seat, card: Option<Card>) -> Next {
    rule!("FO-009", "FO-093", "FO-094", "FO-R03", "FO-R05");
    let side = &mut p.s.sides[seat];
    (side.initiative, side.commit) = (card, None);
    let stored = std::mem::take(&mut side.stored);
    side.tokens = (card.map_or(0, value) + stored).min(TOKENS_MAX);
    let tokens = side.tokens;
    p.s.order.push(seat);
    p.say(|_| Event::Initiative(seat, card, tokens));
    then(Frame::Reveal { left: left.without(seat) })
}

/// Lowest value first; equal values are tied.
fn ordered(p: &mut Play) -> Next {
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
    then(Frame::Ties)
}

/// The first group that is still tied breaks its tie.
fn ties(p: &mut Play) -> Next {
    rule!("FO-096", "FO-097", "FO-098", "FO-R20", "FO-R21");
    if p.s.tied == 0 {
        let order = p.s.order;
        p.say(|_| Event::Order(order.to_vec()));
        if p.s.round == 1 {
            return then(deployment::Frame::Zones { place: 0 });
        }
        return then(activation::Frame::Activation);
    }
    let low = p.s.tied.trailing_zeros() as u8 - 1;
    let high = low + (p.s.tied >> (low + 1)).trailing_ones() as u8;
    let group = Tied { low, high };
    if p.s.repeats >= REPEATS_MAX {
        return by_seat(p, group);
    }
    p.s.repeats += 1;
    match p.g.options.tie_break {
        TieBreak::DrawAndChoose => then(Frame::TieDraws { group, place: low }),
        TieBreak::Flip => then(Frame::TieReveal { group, place: low }),
    }
}

fn by_seat(p: &mut Play, group: Tied) -> Next {
    rule!("FO-099");
    p.s.order[group.places()].sort_unstable();
    for place in group.low + 1..=group.high {
        p.s.tied &= !(1 << place);
    }
    p.s.repeats = 0;
    then(Frame::Ties)
}

fn tie_draws(p: &mut Play, group: Tied, place: u8) -> Next {
    if place > group.high {
        return then(Frame::TieChoose { group });
    }
    let seat = p.s.order[usize::from(place)];
    first(p, cards::Frame::Draws { seat, left: 1 }, Frame::TieDraws { group, place: place + 1 })
}

/// Who still owes a tie-break card.
#[must_use]
pub fn tie_choosing(look: Look, group: Tied) -> SeatSet {
    let tied = look.s.order[group.places()].iter().copied();
    tied.filter(|seat| look.s.sides[*seat].commit.is_none() && look.s.sides[*seat].hand_len > 0).collect()
}

fn tie_choose(p: &mut Play, group: Tied) -> Next {
    if !tie_choosing(p.look(), group).is_empty() {
        return wait(Frame::TieChoose { group });
    }
    then(Frame::TieReveal { group, place: group.low })
}

pub fn tie_chosen(p: &mut Play, asked: frame::Frame, seat: Seat, choice: Commit) -> Next {
    let Initiative(Frame::TieChoose { group }) = asked else { return stray(asked) };
    setup::lay_down(p, seat, choice);
    then(Frame::TieChoose { group })
}

fn tie_reveal(p: &mut Play, group: Tied, place: u8) -> Next {
    if place > group.high {
        return tie_sorted(p, group);
    }
    let seat = p.s.order[usize::from(place)];
    let commit = std::mem::take(&mut p.s.sides[seat].commit);
    match commit.and_then(Commit::as_card) {
        Some(card) => {
            p.s.sides[seat].leave_hand(card);
            tie_shown(p, group, place, Some(card))
        }
        None if cards::ready_deck(p, seat) => wait(Frame::TieReveal { group, place }),
        None => tie_shown(p, group, place, None),
    }
}

fn tie_blind(p: &mut Play, group: Tied, place: u8, card: Card) -> Next {
    let seat = p.s.order[usize::from(place)];
    p.s.sides[seat].leave_deck(card);
    tie_shown(p, group, place, Some(card))
}

fn tie_shown(p: &mut Play, group: Tied, place: u8, card: Option<Card>) -> Next {
    let seat = p.s.order[usize::from(place)];
    p.s.sides[seat].tie = card;
    p.say(|_| Event::TieBreak(seat, card));
    then(Frame::TieReveal { group, place: place + 1 })
}

/// The group is ordered by its new cards; a sole highest is kept, the others are discarded.
fn tie_sorted(p: &mut Play, tied: Tied) -> Next {
    rule!("FO-098");
    let (from, to) = (usize::from(tied.low), usize::from(tied.high));
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
    let group = !(u8::MAX << (tied.high - tied.low)) << (tied.low + 1);
    if p.s.tied & group == 0 {
        p.s.repeats = 0;
    }
    then(Frame::Ties)
}
