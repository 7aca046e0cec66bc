//! A face-down deck that has contents but no order until a card is drawn.
//!
//! So there is no order to leak, to guess or to store. What is known of an order is kept apart: a card put on top, on
//! the bottom or under the n-th card is *fixed*, and so is a card somebody peeked at. Everything else is *loose*: each
//! loose card is equally likely to lie in each place that is not fixed. Two differently composed packets on top of
//! each other are two decks.

use crate::{Odds, Seat, SeatSet, below};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt::Debug, hash::Hash};
use tinyvec::ArrayVec;

/// A bag of cards without an order.
pub trait Pool: Clone + Debug + Eq + Hash {
    /// What the pool is made of.
    type Card: Copy + Ord + Debug + Hash + Default;
    /// How many cards there are.
    fn count(&self) -> u32;
    /// Is nothing left?
    fn is_empty(&self) -> bool {
        self.count() == 0
    }
    /// How many of this card there are.
    fn copies(&self, card: Self::Card) -> u32;
    /// Lays a card in.
    fn put(&mut self, card: Self::Card);
    /// Takes one out; false if there is none.
    fn take(&mut self, card: Self::Card) -> bool;
    /// The `n`th card in canonical order, from 0.
    fn nth(&self, n: u32) -> Self::Card;
    /// One of them, evenly.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    fn pick<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Card {
        self.nth(below(rng, self.count()))
    }
}

/// A pool of any cards with any number of copies, kept sorted so that equal contents are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(serialize = "C: Serialize", deserialize = "C: Deserialize<'de>"))]
pub struct Bag<C: Copy + Default, const N: usize> {
    cards: ArrayVec<[C; N]>,
}

impl<C: Copy + Default + Ord, const N: usize> Bag<C, N> {
    /// A pool of these cards.
    #[inline]
    pub fn new(cards: impl IntoIterator<Item = C>) -> Self {
        let mut list: ArrayVec<[C; N]> = cards.into_iter().collect();
        list.sort_unstable();
        Bag { cards: list }
    }
}

impl<C: Copy + Default + Ord + Debug + Hash, const N: usize> Pool for Bag<C, N> {
    type Card = C;
    #[inline]
    fn count(&self) -> u32 {
        self.cards.len() as u32
    }
    #[inline]
    fn copies(&self, card: C) -> u32 {
        self.cards.iter().filter(|c| **c == card).count() as u32
    }
    #[inline]
    fn put(&mut self, card: C) {
        let at = self.cards.partition_point(|c| *c <= card);
        self.cards.insert(at, card);
    }
    #[inline]
    fn take(&mut self, card: C) -> bool {
        let found = self.cards.binary_search(&card);
        if let Ok(at) = found {
            self.cards.remove(at);
        }
        found.is_ok()
    }
    #[inline]
    fn nth(&self, n: u32) -> C {
        self.cards[n as usize]
    }
}

/// A card whose place is known: to the seats in `seen`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fixed<C> {
    /// How many cards lie above it.
    pub depth: u8,
    /// Which one.
    pub card: C,
    /// Who knows that it lies there.
    pub seen: SeatSet,
}

/// A face-down deck: loose cards, and up to `FIXED` cards whose places are known to somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(
    serialize = "P: Serialize, P::Card: Serialize",
    deserialize = "P: Deserialize<'de>, P::Card: Deserialize<'de>"
))]
pub struct Deck<P: Pool, const FIXED: usize> {
    loose: P,
    /// By depth, topmost first.
    fixed: ArrayVec<[Fixed<P::Card>; FIXED]>,
}

impl<P: Pool, const FIXED: usize> Deck<P, FIXED> {
    /// A freshly shuffled deck.
    #[inline]
    pub fn shuffled(cards: P) -> Self {
        Deck { loose: cards, fixed: ArrayVec::default() }
    }
    /// How many cards are in the deck, whether or not their place is known.
    #[inline]
    pub fn len(&self) -> u32 {
        self.loose.count() + self.fixed.len() as u32
    }
    /// Is no card left?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.loose.is_empty() && self.fixed.is_empty()
    }
    /// The cards without a known place.
    #[inline]
    pub fn loose(&self) -> &P {
        &self.loose
    }
    /// The cards with a known place, topmost first.
    #[inline]
    pub fn fixed(&self) -> &[Fixed<P::Card>] {
        &self.fixed
    }
    /// How many copies of this card are in the deck, wherever.
    #[inline]
    pub fn copies(&self, card: P::Card) -> u32 {
        self.loose.copies(card) + self.fixed.iter().filter(|f| f.card == card).count() as u32
    }
    #[inline]
    fn at(&self, depth: u8) -> Option<usize> {
        self.fixed.iter().position(|f| f.depth == depth)
    }

    /// What the top card may be.
    #[inline]
    pub fn odds(&self) -> Odds<P::Card> {
        match self.at(0) {
            Some(i) => Odds::even([self.fixed[i].card]),
            None => Odds::even((0..self.loose.count()).map(|n| self.loose.nth(n))),
        }
    }
    /// Samples the top card by those odds; the deck stays as it is.
    ///
    /// # Panics
    /// If the deck is empty.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> P::Card {
        match self.fixed.first() {
            Some(top) if top.depth == 0 => top.card,
            Some(_) | None => self.loose.pick(rng),
        }
    }
    /// The top card turns out to be `card` and leaves the deck; false, and nothing happens, if it cannot be.
    #[inline]
    #[must_use]
    pub fn draw(&mut self, card: P::Card) -> bool {
        if self.fixed.is_empty() {
            return self.loose.take(card);
        }
        let could = match self.at(0) {
            Some(i) if self.fixed[i].card == card => {
                self.fixed.remove(i);
                true
            }
            Some(_) => false,
            None => self.loose.take(card),
        };
        if could {
            for fixed in &mut self.fixed {
                fixed.depth -= 1;
            }
        }
        could
    }
    /// A seat looks at the card under `depth` others, which turns out to be `card`; false if it cannot be.
    #[must_use]
    #[inline]
    pub fn peek(&mut self, depth: u8, card: P::Card, seat: Seat) -> bool {
        if u32::from(depth) >= self.len() {
            return false;
        }
        match self.at(depth) {
            Some(i) if self.fixed[i].card == card => {
                self.fixed[i].seen.insert(seat);
                true
            }
            Some(_) => false,
            None if self.loose.take(card) => {
                self.fix(Fixed { depth, card, seen: SeatSet::only(seat) });
                true
            }
            None => false,
        }
    }
    #[inline]
    fn fix(&mut self, new: Fixed<P::Card>) {
        let at = self.fixed.partition_point(|f| f.depth < new.depth);
        self.fixed.insert(at, new);
    }
    /// Puts a card under the topmost `depth` cards, in sight of `seen`.
    ///
    /// # Panics
    /// If the deck has fewer than `depth` cards.
    #[inline]
    pub fn bury(&mut self, depth: u8, card: P::Card, seen: SeatSet) {
        assert!(u32::from(depth) <= self.len(), "the deck is not that deep");
        for fixed in &mut self.fixed {
            fixed.depth += u8::from(fixed.depth >= depth);
        }
        self.fix(Fixed { depth, card, seen });
    }
    /// Lays a card on top that these seats have seen.
    #[inline]
    pub fn put_on_top(&mut self, card: P::Card, seen: SeatSet) {
        self.bury(0, card, seen);
    }
    /// Lays a card underneath that these seats have seen.
    #[inline]
    pub fn put_on_bottom(&mut self, card: P::Card, seen: SeatSet) {
        self.bury(self.len() as u8, card, seen);
    }
    /// Shuffles a card in; all that was known of the order is forgotten.
    #[inline]
    pub fn shuffle_in(&mut self, card: P::Card) {
        self.loose.put(card);
        self.shuffle();
    }
    /// Nothing is known of the order any more.
    #[inline]
    pub fn shuffle(&mut self) {
        for fixed in std::mem::take(&mut self.fixed) {
            self.loose.put(fixed.card);
        }
    }
    /// What this seat has not seen becomes loose again: to it, the card may lie anywhere.
    ///
    /// Exact for cards that were peeked at or put there out of common knowledge. A card laid down secretly from a
    /// hand is a secret of that game: mask it there.
    #[inline]
    pub fn mask(&mut self, seat: Seat) {
        let (keep, forget): (Vec<_>, Vec<_>) =
            self.fixed.iter().copied().partition(|f| f.seen.contains(seat));
        self.fixed = keep.into_iter().collect();
        for fixed in forget {
            self.loose.put(fixed.card);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, CardSet};
    use proptest::prelude::*;

    type Small = Deck<Bag<u8, 16>, 16>;
    fn deck(cards: &[u8]) -> Small {
        Deck::shuffled(Bag::new(cards.iter().copied()))
    }

    #[test]
    fn a_shuffled_deck_draws_each_card_by_its_copies() {
        let deck = deck(&[3, 1, 3]);
        assert_eq!(deck.odds().iter().collect::<Vec<_>>(), [(1, 1), (3, 2)]);
    }

    #[test]
    fn under_the_second_card_means_the_third_draw() {
        let mut deck = deck(&[1, 2, 3]);
        deck.bury(2, 9, SeatSet::EMPTY);
        assert_eq!(deck.odds().weight(9), 0);
        assert!(deck.draw(1) && deck.draw(3));
        assert_eq!(deck.odds().iter().collect::<Vec<_>>(), [(9, 1)]);
        assert!(!deck.draw(2), "2 lies below the 9");
        assert!(deck.draw(9) && deck.draw(2) && deck.is_empty());
    }

    #[test]
    fn a_peeked_card_is_certain_for_the_table_and_loose_for_others() {
        let mut table = deck(&[1, 2, 3]);
        assert!(table.peek(0, 2, Seat::new(0)));
        assert_eq!(table.odds().iter().collect::<Vec<_>>(), [(2, 1)]);
        let mut own = table;
        own.mask(Seat::new(0));
        assert_eq!(own, table);
        let mut others = table;
        others.mask(Seat::new(1));
        assert_eq!(others, deck(&[1, 2, 3]));
    }

    #[test]
    fn top_and_bottom_cards_come_when_they_must() {
        let mut deck = deck(&[5]);
        deck.put_on_bottom(8, SeatSet::EMPTY);
        deck.put_on_top(7, SeatSet::EMPTY);
        assert!(deck.draw(7) && deck.draw(5) && deck.draw(8));
    }

    proptest! {
        /// Whatever is done to a deck, no card appears or vanishes, and only possible cards can be drawn.
        #[test]
        fn cards_are_conserved(ops in proptest::collection::vec((0u8..6, 0u8..12, 0u8..12), 0..60)) {
            let mut deck = deck(&[0, 1, 2, 3, 3, 4]);
            let mut model: Vec<u8> = vec![0, 1, 2, 3, 3, 4];
            for (op, card, depth) in ops {
                match op {
                    0 | 1 => {
                        let possible = deck.odds().weight(card) > 0;
                        prop_assert_eq!(deck.draw(card), possible);
                        if possible {
                            let at = model.iter().position(|c| *c == card).unwrap();
                            model.remove(at);
                        }
                    }
                    2 if deck.len() < 16 => {
                        deck.bury(depth.min(deck.len() as u8), card, SeatSet::EMPTY);
                        model.push(card);
                    }
                    3 => { let _ = deck.peek(depth, card, Seat::new(0)); }
                    4 if deck.len() < 16 => { deck.shuffle_in(card); model.push(card); }
                    _ => deck.mask(Seat::new(0)),
                }
                model.sort_unstable();
                let mut held: Vec<u8> = (0..deck.loose().count()).map(|n| deck.loose().nth(n)).collect();
                held.extend(deck.fixed().iter().map(|f| f.card));
                held.sort_unstable();
                prop_assert_eq!(&held, &model);
                prop_assert!(deck.fixed().windows(2).all(|pair| pair[0].depth < pair[1].depth));
                prop_assert!(deck.fixed().iter().all(|f| u32::from(f.depth) < deck.len()));
            }
        }
    }

    #[test]
    fn a_deck_of_playing_cards_is_small_and_copies_like_an_integer() {
        let mut full: Deck<CardSet, 4> = Deck::shuffled(CardSet::FULL);
        let ace: Card = "AS".parse().unwrap();
        assert!(full.draw(ace) && !full.draw(ace));
        assert_eq!((full.len(), full.copies(ace)), (51, 0));
        assert!(std::mem::size_of_val(&full) <= 32);
    }
}
