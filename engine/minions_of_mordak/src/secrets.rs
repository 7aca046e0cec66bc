//! Who knows what: only hands are hidden, and what each seat has ordered for itself; tiles, Treasures and decks are named when somebody turns them up. MM-400 to MM-404.

use crate::{MinionsOfMordak, State, ids::SpellId, state::HandCard, words::SPELLS_PER_DECK};
use kernel::{Seat, SeatSet, below, rule};
use rand::Rng;

/// Forgets what this seat has not seen: Spells in others' hands lie among the unseen; their backs are public.
pub fn mask(g: &MinionsOfMordak, s: &mut State, me: Seat) {
    rule!("MM-400", "MM-401", "MM-402", "MM-403");
    let guessed = std::mem::take(&mut s.guessed);
    s.orders.keep_only(me);
    for seat in Seat::first(g.options.seats) {
        let own = seat == me;
        if own && !(guessed && s.hidden.contains(seat)) {
            continue;
        }
        let hand = s.players[seat].hand;
        s.players[seat].hand.clear();
        for card in hand {
            // Of a hand that its player never told, the house knows what somebody else has seen too.
            let known = if own { card.seen != SeatSet::only(me) } else { card.seen.contains(me) };
            if card.spell.is_hidden() || known {
                s.players[seat].take(card);
                continue;
            }
            s.spells.0[card.spell.index()] += 1;
            // Who else has seen it is not told either: when it leaves the hand, that would say which card it was.
            let (spell, seen) = (SpellId::hidden(card.spell.deck()), SeatSet::only(seat));
            s.players[seat].take(HandCard { spell, seen });
        }
    }
}

/// Every set of unseen cards is as likely as any other to be the hidden part of the hands. Of others' orders nothing is known:
/// they are taken to be asked.
pub fn fill<R: Rng + ?Sized>(g: &MinionsOfMordak, s: &mut State, rng: &mut R) {
    rule!("MM-403");
    s.guessed = !s.hidden.is_empty();
    for seat in Seat::first(g.options.seats) {
        let hand = s.players[seat].hand;
        if !hand.iter().any(|card| card.spell.is_hidden()) {
            continue;
        }
        s.players[seat].hand.clear();
        for mut card in hand {
            if card.spell.is_hidden() {
                let first = SpellId::new(card.spell.deck(), 0).0;
                let at = below(rng, s.spells.sum(first, SPELLS_PER_DECK as u8));
                card.spell = SpellId(s.spells.nth(first, at));
                s.spells.0[card.spell.index()] -= 1;
            }
            s.players[seat].take(card);
        }
    }
}
