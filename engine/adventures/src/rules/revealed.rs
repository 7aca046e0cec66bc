//! Gold, XP, and cards that come and go. RA-062 to RA-066, RA-110, RA-210.

use crate::{
    Action, Event, Play,
    flow::stray,
    frame::{Asks, Fate, then, wait},
    queries::Look,
    rules::rows::{self, Rows},
    words::{CardId, CardSet, Deck, DieKind},
};
use kernel::{Next, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// Why somebody gives up a card of their choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// The fourth box of the rest track.
    Rest,
    /// An entry says so.
    Story,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Who gives up a card, then which.
    LoseWho {
        why: Loss,
    },
    LoseCard {
        seat: u8,
        why: Loss,
    },
    /// Who takes this card.
    Gift {
        card: CardId,
    },
    /// Who takes a random card of this deck, then which.
    GiftRandom {
        deck: Deck,
    },
    GiftDraw {
        seat: u8,
        deck: Deck,
    },
    /// Stamina out of rows or into them.
    Rows(Rows),
}

impl Frame {
    #[inline]
    pub(crate) const fn asks(self) -> Asks {
        match self {
            Frame::LoseWho { .. } | Frame::Gift { .. } | Frame::GiftRandom { .. } => Asks::Party,
            Frame::LoseCard { seat, .. } | Frame::Rows(Rows { seat, .. }) => Asks::Seat(seat),
            Frame::GiftDraw { deck, .. } => Asks::Chance(Fate::Card(deck)),
        }
    }
}

pub fn enter(p: &mut Play, frame: Frame) -> Next<crate::Frame> {
    match frame {
        Frame::LoseWho { why } => lose_who(p, why),
        Frame::LoseCard { .. } | Frame::GiftDraw { .. } => wait(frame),
        Frame::Gift { card } => gift(p, card),
        Frame::GiftRandom { deck } => gift_random(p, deck),
        Frame::Rows(due) => rows::rows(p, due),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, into: &mut impl FnMut(Action)) {
    match frame {
        Frame::LoseWho { .. } => losers(look).into_iter().for_each(|seat| into(Action::seat(seat))),
        Frame::LoseCard { .. } => losable(look, seat).iter().for_each(|card| into(Action::Return { card })),
        Frame::Gift { .. } | Frame::GiftRandom { .. } => {
            rule!("RA-262");
            look.s.present.into_iter().for_each(|seat| into(Action::seat(seat)));
        }
        Frame::Rows(due) => rows::legal(look, due, into),
        Frame::GiftDraw { .. } => {}
    }
}

/// Somebody is named: to give up a card or to take one.
pub fn named(p: &mut Play, frame: Frame, seat: Seat) -> Next<crate::Frame> {
    match frame {
        Frame::LoseWho { why } => then(Frame::LoseCard { seat: seat.number(), why }),
        Frame::Gift { card } => gifted(p, seat, card),
        Frame::GiftRandom { deck } => then(Frame::GiftDraw { seat: seat.number(), deck }),
        Frame::LoseCard { .. } | Frame::GiftDraw { .. } | Frame::Rows(_) => stray(frame),
    }
}

/// The party gains or loses XP, as far as it has it.
pub fn gain_xp(p: &mut Play, by: i16) {
    if let Some((moved, after)) = count(&mut p.s.journal.xp, by) {
        p.say(|_| Event::Xp(moved, after));
    }
}

/// Likewise gold.
pub fn gain_gold(p: &mut Play, by: i16) {
    if let Some((moved, after)) = count(&mut p.s.journal.gold, by) {
        p.say(|_| Event::Gold(moved, after));
    }
}

/// By how much a counter of the party has moved, and where it stands now.
fn count(counter: &mut u16, by: i16) -> Option<(i16, u16)> {
    rule!("RA-110", "RA-R02");
    let before = *counter;
    *counter = before.saturating_add_signed(by);
    let moved = *counter as i16 - before as i16;
    (moved != 0).then_some((moved, *counter))
}

/// What a deck gives that has nothing left.
pub fn depleted(p: &mut Play) {
    rule!("RA-066");
    gain_xp(p, 2);
}

/// Who takes a card the story reveals; alone there is nobody to ask.
pub fn gift(p: &mut Play, card: CardId) -> Next<crate::Frame> {
    rule!("RA-063");
    match p.s.present.lowest() {
        Some(only) if p.s.present.len() == 1 => gifted(p, only, card),
        Some(_) | None => wait(Frame::Gift { card }),
    }
}

pub fn gift_random(p: &mut Play, deck: Deck) -> Next<crate::Frame> {
    match p.s.present.lowest() {
        Some(only) if p.s.present.len() == 1 => then(Frame::GiftDraw { seat: only.number(), deck }),
        Some(_) | None => wait(Frame::GiftRandom { deck }),
    }
}

pub fn gifted(p: &mut Play, seat: Seat, card: CardId) -> Next<crate::Frame> {
    take_card(p, seat, card);
    Next::Done
}

/// The random card is there.
pub fn drew(p: &mut Play, frame: Frame, card: CardId) -> Next<crate::Frame> {
    let Frame::GiftDraw { seat, .. } = frame else { return stray(frame) };
    gifted(p, Seat::new(seat), card)
}

/// The card to give up is named.
pub fn given_up(p: &mut Play, frame: Frame, seat: Seat, card: CardId) -> Next<crate::Frame> {
    let Frame::LoseCard { .. } = frame else { return stray(frame) };
    return_card(p, seat, card);
    Next::Done
}

/// A card goes from its deck to a hand; a familiar brings its die.
pub fn take_card(p: &mut Play, seat: Seat, card: CardId) {
    p.s.decks.remove(card);
    p.s.sheets[seat].hand.insert(card);
    if card.deck() == Deck::Familiar {
        rule!("RA-210");
        p.s.into_bag(DieKind::familiar(card.number() as u8));
    }
    p.say(|look| Event::TakesCard(look.name(seat), card, look.card(card).name.clone()));
}

/// A card goes back to its deck, wherever it lies; a familiar's die leaves the bag.
pub fn return_card(p: &mut Play, seat: Seat, card: CardId) {
    rule!("RA-R40");
    let sheet = &mut p.s.sheets[seat];
    sheet.hand.remove(card);
    sheet.discard.remove(card);
    sheet.spent.remove(card);
    p.s.decks.insert(card);
    familiar_leaves(p, card);
    p.say(|look| Event::ReturnsCard(look.name(seat), card, look.card(card).name.clone()));
}

/// The die of a familiar whose card went back.
pub fn familiar_leaves(p: &mut Play, card: CardId) {
    if card.deck() != Deck::Familiar {
        return;
    }
    rule!("RA-210");
    let kind = DieKind::familiar(card.number() as u8);
    if p.s.in_bag(kind) > 0 {
        p.s.leave_bag(kind);
    } else {
        p.s.contest.pool.retain(|die| die.kind != kind);
        p.s.contest.slots.iter_mut().for_each(|slot| slot.die = slot.die.filter(|die| die.kind != kind));
    }
}

/// Heroes with a card to give up.
#[must_use]
pub fn losers(look: Look) -> SeatSet {
    let s = look.s;
    s.present.into_iter().filter(|seat| !losable(look, *seat).is_empty()).collect()
}

/// Cards a hero may give up, wherever they lie.
#[must_use]
pub fn losable(look: Look, seat: Seat) -> CardSet {
    rule!("RA-R73");
    let sheet = &look.s.sheets[seat];
    sheet.cards()
}

pub fn lose_who(p: &mut Play, why: Loss) -> Next<crate::Frame> {
    rule!("RA-R39");
    let losers = losers(p.look());
    match (losers.len(), losers.lowest()) {
        (1, Some(seat)) => then(Frame::LoseCard { seat: seat.number(), why }),
        (0, _) | (_, None) => Next::Done,
        (_, Some(_)) => wait(Frame::LoseWho { why }),
    }
}
