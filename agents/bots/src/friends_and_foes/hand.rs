//! What a hand is worth, in tokens: mostly as initiative for the rounds to come, the rest as criticals.
//!
//! With an empty hand initiative comes from the deck, 6.5 tokens on average. So a card is worth what it brings beyond
//! that, as long as there are rounds to show it in; low cards are best spent on searches, where any card will do.

use friends_and_foes::{queries::Look, rules::victory, words::value};
use kernel::{Card, CardSet, Pool, Seat};

/// The tokens of a card of the deck.
pub const BLIND: f32 = 6.5;
/// A critical in hand finds a treasure more for sure, where the deck would seldom do it.
const CRITICAL: f32 = 0.8;
/// A card more to defend, sprint or search with.
const SPARE: f32 = 0.12;
/// What a card of the deck is worth in hand if it can be shown in some round.
const DRAWN: f32 = 1.3;
/// How much of a round beyond the fifth will be played.
const EXTRA: f32 = 0.3;
/// From this value on a card fills a round well.
const GOOD: u8 = 8;

/// A hand against the rounds to come.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    cards: CardSet,
    /// Rounds whose initiative is still to be chosen.
    rounds: u32,
    /// What one of them counts.
    share: f32,
    /// Critical faces of the characters, by number.
    faces: u16,
}

impl Hand {
    pub fn of(look: Look, seat: Seat, faces: u16) -> Hand {
        let side = &look.s.sides[seat];
        let last = victory::LATE_ROUND.max(look.s.round);
        let after = u32::from(last - look.s.round.max(1));
        let now = u32::from(side.initiative.is_none());
        let (rounds, share) = if after + now == 0 { (1, EXTRA) } else { (after + now, 1.0) };
        Hand { cards: side.hand, rounds, share, faces }
    }
    pub fn without(self, card: Card) -> Hand {
        Hand { cards: self.cards.minus(CardSet::only(card)), ..self }
    }
    /// The round in question is settled: its card is out of the hand.
    pub fn next_round(self) -> Hand {
        if self.rounds > 1 {
            Hand { rounds: self.rounds - 1, ..self }
        } else {
            Hand { share: EXTRA * self.share.min(1.0), ..self }
        }
    }
    fn is_critical(&self, card: Card) -> bool {
        card.number() == 14 || self.faces >> card.number() & 1 == 1
    }
    /// What the hand brings beyond an empty one.
    pub fn worth(&self) -> f32 {
        let mut counts = [0u32; 11];
        let mut criticals = 0;
        for card in self.cards.iter() {
            counts[usize::from(value(card))] += 1;
            criticals += u32::from(self.is_critical(card) && value(card) < 10);
        }
        let (mut left, mut sum) = (self.rounds, 0.0);
        for value in (7..=10).rev() {
            let shown = counts[value].min(left);
            left -= shown;
            sum += shown as f32 * (value as f32 - BLIND);
        }
        let spare = self.cards.count() as f32;
        self.share * sum + SPARE * spare + (CRITICAL - SPARE) * criticals as f32
    }
    /// What is lost with this card.
    pub fn missed(&self, card: Card) -> f32 {
        self.worth() - self.without(card).worth()
    }
    /// What so many cards of the deck would add.
    pub fn draws(&self, count: f32) -> f32 {
        let good = self.cards.iter().filter(|card| value(*card) >= GOOD).count() as f32;
        let rounds = self.rounds as f32;
        let (mut sum, mut filled, mut left) = (0.0, good, count);
        while left > 0.0 {
            let free = ((rounds - filled) / rounds).clamp(0.0, 1.0);
            sum += left.min(1.0) * (self.share * DRAWN * free + SPARE);
            // Six of thirteen cards fill a round well.
            filled += 6.0 / 13.0;
            left -= 1.0;
        }
        sum
    }
}
