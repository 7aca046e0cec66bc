//! Hands that only their players know, at a real table. Such a hand has a back for each card, and which Spell it is stays
//! open until its player names it: any Spell of that back that this player has not seen elsewhere.

use crate::{
    State,
    ids::SpellId,
    state::HandCard,
    words::{DeckId, SPELLS_PER_DECK},
};
use kernel::{Seat, SeatSet, rule};

/// How many cards of this back a hand has that its player alone knows.
#[must_use]
pub fn untold(s: &State, seat: Seat, deck: DeckId) -> usize {
    let hidden = SpellId::hidden(deck);
    s.players[seat].hand.iter().filter(|card| card.spell == hidden).count()
}

/// Copies of a Spell that this player has not seen: in the deck, in hidden hands, in hands of others. What only the house
/// knows is left out, so that a list of options tells nobody what the Villain holds.
#[must_use]
pub fn unseen_by(s: &State, seat: Seat, spell: SpellId) -> usize {
    let others = s.players.each().iter().enumerate().filter(|(at, _)| *at != seat.index());
    let held = others.flat_map(|(_, player)| player.hand.iter());
    let held = held.filter(|card| card.spell == spell && !card.seen.contains(seat)).count();
    usize::from(s.spells.0[spell.index()]) + held
}

fn ids(deck: DeckId) -> impl Iterator<Item = SpellId> {
    let first = SpellId::new(deck, 0).0;
    (first..first + SPELLS_PER_DECK as u8).map(SpellId)
}

/// Spells that a hidden card of this hand may turn out to be.
pub fn out_of_hidden(s: &State, seat: Seat) -> impl Iterator<Item = SpellId> {
    let decks: &[DeckId] = if s.is_hidden(seat) { DeckId::ALL } else { &[] };
    let backs = decks.iter().copied().filter(move |deck| untold(s, seat, *deck) > 0);
    backs.flat_map(ids).filter(move |spell| unseen_by(s, seat, *spell) > 0)
}

/// Every Spell that this seat may play or put away, once.
pub fn playable(s: &State, seat: Seat) -> impl Iterator<Item = SpellId> {
    let player = &s.players[seat];
    let known = known(s, seat, |_| true);
    known.chain(out_of_hidden(s, seat).filter(|spell| !player.holds(*spell)))
}

/// Every Spell of which a known card of this hand is such a one, once.
fn known(s: &State, seat: Seat, fits: impl Fn(&HandCard) -> bool) -> impl Iterator<Item = SpellId> {
    let mut last = None;
    let cards = s.players[seat].hand.iter().filter(move |card| !card.spell.is_hidden() && fits(card));
    cards.map(|card| card.spell).filter(move |spell| last.replace(*spell) != Some(*spell))
}

/// Every Spell that this seat may show to somebody who has not seen it, once.
pub fn showable(s: &State, seat: Seat, all: SeatSet) -> impl Iterator<Item = SpellId> {
    let news = move |card: &HandCard| card.seen != all;
    let shown_as_known =
        move |spell: SpellId| s.players[seat].hand.iter().any(|card| card.spell == spell && news(card));
    known(s, seat, news).chain(out_of_hidden(s, seat).filter(move |spell| !shown_as_known(*spell)))
}

/// May this seat play or put away this Spell?
#[must_use]
pub fn may_name(s: &State, seat: Seat, spell: SpellId) -> bool {
    s.players[seat].holds(spell)
        || s.is_hidden(seat) && untold(s, seat, spell.deck()) > 0 && unseen_by(s, seat, spell) > 0
}

/// May it name both, one card for each?
#[must_use]
pub fn may_name_both(s: &State, seat: Seat, one: SpellId, other: SpellId) -> bool {
    let known = |spell: SpellId| s.players[seat].hand.iter().filter(|card| card.spell == spell).count();
    if !s.is_hidden(seat) {
        return if one == other { known(one) > 1 } else { known(one) > 0 && known(other) > 0 };
    }
    if one == other {
        let missing = 2usize.saturating_sub(known(one));
        return missing <= untold(s, seat, one.deck()) && missing <= unseen_by(s, seat, one);
    }
    let apart = one.deck() != other.deck() || known(one) + known(other) > 0;
    may_name(s, seat, one) && may_name(s, seat, other) && (apart || untold(s, seat, one.deck()) > 1)
}

/// Takes a Spell out of a hand: one that is known to be there, or else a hidden card that turns out to be it.
///
/// # Panics
/// If it can be neither: legal actions name only what can.
pub fn take(s: &mut State, seat: Seat, spell: SpellId) -> HandCard {
    if s.players[seat].holds(spell) || !s.is_hidden(seat) {
        return s.players[seat].leave(spell);
    }
    take_hidden(s, seat, spell)
}

/// Takes a hidden card out of a hand that turns out to be this Spell.
///
/// # Panics
/// If there is none of its back.
pub fn take_hidden(s: &mut State, seat: Seat, spell: SpellId) -> HandCard {
    rule!("MM-402");
    let card = s.players[seat].leave(SpellId::hidden(spell.deck()));
    turn_up(s, seat, spell);
    HandCard { spell, ..card }
}

/// A Spell leaves the unseen. If all that was left of it was told to be in the hand of somebody else, that was told wrongly:
/// the card on the table is right, and the other one is any that nobody has seen.
fn turn_up(s: &mut State, seat: Seat, spell: SpellId) {
    if let Some(left) = s.spells.0[spell.index()].checked_sub(1) {
        s.spells.0[spell.index()] = left;
        return;
    }
    let wrong = |card: &HandCard| card.spell == spell && !card.seen.contains(seat);
    let mut others = Seat::first(s.players.each().len() as u8).filter(|other| *other != seat);
    let Some(holder) = others.find(|other| s.players[*other].hand.iter().any(wrong)) else { return };
    if let Some(at) = s.players[holder].hand.iter().rposition(wrong) {
        s.players[holder].hand.remove(at);
    }
    let spell = if s.is_hidden(holder) {
        SpellId::hidden(spell.deck())
    } else {
        let first = SpellId::new(spell.deck(), 0).0;
        let other = SpellId(s.spells.nth(first, 0));
        s.spells.0[other.index()] -= 1;
        other
    };
    s.players[holder].take(HandCard { spell, seen: SeatSet::only(holder) });
}
