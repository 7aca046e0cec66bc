//! Gold, XP, and cards that come and go. RA-062 to RA-066, RA-110, RA-210.

use crate::{
    Event, Play,
    frame::{Frame, Loss},
    words::{CardId, Deck, DieKind},
};
use kernel::{Next, Seat, rule};

/// The party gains or loses XP, as far as it has it.
pub fn gain_xp(p: &mut Play, by: i16) {
    rule!("RA-110", "RA-R02");
    let before = p.s.journal.xp;
    p.s.journal.xp = before.saturating_add_signed(by);
    let (after, moved) = (p.s.journal.xp, p.s.journal.xp as i16 - before as i16);
    if moved != 0 {
        p.say(|_| Event::Xp(moved, after));
    }
}

/// Likewise gold.
pub fn gain_gold(p: &mut Play, by: i16) {
    rule!("RA-110", "RA-R02");
    let before = p.s.journal.gold;
    p.s.journal.gold = before.saturating_add_signed(by);
    let (after, moved) = (p.s.journal.gold, p.s.journal.gold as i16 - before as i16);
    if moved != 0 {
        p.say(|_| Event::Gold(moved, after));
    }
}

/// What a deck gives that has nothing left.
pub fn depleted(p: &mut Play) {
    rule!("RA-066");
    gain_xp(p, 2);
}

/// Who takes a card the story reveals; alone there is nobody to ask.
pub fn gift(p: &mut Play, card: CardId) -> Next<Frame> {
    rule!("RA-063");
    match p.s.present.lowest() {
        Some(only) if p.s.present.len() == 1 => gifted(p, only, card),
        Some(_) | None => Next::Wait(Frame::Gift { card }),
    }
}

pub fn gift_random(p: &mut Play, deck: Deck) -> Next<Frame> {
    match p.s.present.lowest() {
        Some(only) if p.s.present.len() == 1 => Next::Then(Frame::GiftDraw { seat: only.number(), deck }),
        Some(_) | None => Next::Wait(Frame::GiftRandom { deck }),
    }
}

pub fn gifted(p: &mut Play, seat: Seat, card: CardId) -> Next<Frame> {
    take_card(p, seat, card);
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
    sheet.aside.remove(card);
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
pub fn losers(look: crate::queries::Look) -> kernel::SeatSet {
    let s = look.s;
    s.present.into_iter().filter(|seat| !losable(look, *seat).is_empty()).collect()
}

/// Cards a hero may give up: not those set aside.
#[must_use]
pub fn losable(look: crate::queries::Look, seat: Seat) -> crate::words::CardSet {
    rule!("RA-R73");
    let sheet = &look.s.sheets[seat];
    sheet.hand.or(&sheet.discard).or(&sheet.spent)
}

pub fn lose_who(p: &mut Play, why: Loss) -> Next<Frame> {
    rule!("RA-R39");
    let losers = losers(p.look());
    match (losers.len(), losers.lowest()) {
        (1, Some(seat)) => Next::Then(Frame::LoseCard { seat: seat.number(), why }),
        (0, _) | (_, None) => Next::Done,
        (_, Some(_)) => Next::Wait(Frame::LoseWho { why }),
    }
}
