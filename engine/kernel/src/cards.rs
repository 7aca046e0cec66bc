//! Ordinary playing cards: suits, ranks, cards, and sets of them as bits.

use crate::{below, deck::Pool, notation::BadNotation};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// ♥ ♦ ♠ ♣, in this order. Written `H`, `D`, `S`, `C`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Suit {
    /// `H`, red.
    #[default]
    Hearts,
    /// `D`, red.
    Diamonds,
    /// `S`, black.
    Spades,
    /// `C`, black.
    Clubs,
}

impl Suit {
    /// All four, in the order of their numbers.
    pub const ALL: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];

    /// The place in [`Suit::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Spades and clubs.
    #[must_use]
    #[inline]
    pub const fn is_black(self) -> bool {
        matches!(self, Suit::Spades | Suit::Clubs)
    }
    /// `H`, `D`, `S` or `C`, as in notation.
    #[must_use]
    #[inline]
    pub const fn letter(self) -> char {
        ['H', 'D', 'S', 'C'][self as usize]
    }
    /// `♥`, `♦`, `♠` or `♣`, as people read it.
    #[must_use]
    #[inline]
    pub const fn glyph(self) -> char {
        ['♥', '♦', '♠', '♣'][self as usize]
    }
    /// Reads `H` or `♥`, in either case.
    #[must_use]
    #[inline]
    pub fn from_char(c: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|s| s.letter() == c.to_ascii_uppercase() || s.glyph() == c)
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Suit {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Suit, BadNotation> {
        let mut chars = text.chars();
        match (chars.next().and_then(Suit::from_char), chars.next()) {
            (Some(suit), None) => Ok(suit),
            (_, _) => Err(BadNotation::operand("suit", text, "H, D, S or C")),
        }
    }
}

/// 2 to 14; Aces are high. Written `2` ... `10`, `J`, `Q`, `K`, `A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Rank(u8);

impl Rank {
    /// The lowest.
    pub const TWO: Rank = Rank(2);
    /// The highest that is not a court card or an Ace.
    pub const TEN: Rank = Rank(10);
    /// The lowest court card.
    pub const JACK: Rank = Rank(11);
    /// The highest: 14.
    pub const ACE: Rank = Rank(14);

    /// # Panics
    /// Outside 2 to 14.
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Rank {
        assert!(number >= 2 && number <= 14, "a rank is 2 to 14");
        Rank(number)
    }
    /// 2 to 10, then 11 to 14 for Jack, Queen, King and Ace.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }
    /// From 2 to the Ace.
    ///
    /// ```
    /// assert_eq!(kernel::Rank::all().count(), 13);
    /// ```
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + Clone {
        (2..=14).map(Rank)
    }
}

impl Default for Rank {
    #[inline]
    fn default() -> Rank {
        Rank::TWO
    }
}

impl TryFrom<u8> for Rank {
    type Error = BadNotation;
    #[inline]
    fn try_from(number: u8) -> Result<Rank, BadNotation> {
        if (2..=14).contains(&number) {
            Ok(Rank(number))
        } else {
            Err(BadNotation::operand("rank", &number.to_string(), "2 to 14"))
        }
    }
}

impl From<Rank> for u8 {
    #[inline]
    fn from(rank: Rank) -> u8 {
        rank.0
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            11 => f.write_str("J"),
            12 => f.write_str("Q"),
            13 => f.write_str("K"),
            14 => f.write_str("A"),
            number => write!(f, "{number}"),
        }
    }
}

impl FromStr for Rank {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Rank, BadNotation> {
        let number = match text {
            "J" | "j" => Some(11),
            "Q" | "q" => Some(12),
            "K" | "k" => Some(13),
            "A" | "a" => Some(14),
            digits => digits.parse().ok().filter(|n| (2..=10).contains(n)),
        };
        number.map(Rank).ok_or_else(|| BadNotation::operand("rank", text, "2 to 10, J, Q, K or A"))
    }
}

/// One of the 52 cards. Written `7S`, `10H`, `AC`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    ///
    /// ```
    /// use kernel::{Card, Rank, Suit};
    /// assert_eq!(Card::new(Rank::JACK, Suit::Hearts), "JH".parse()?);
    /// # Ok::<(), kernel::BadNotation>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank.0 - 2)
    }
    /// Its suit.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize]
    }
    /// Its rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13 + 2)
    }
    /// Its number, 2 to 14.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % 13 + 2
    }
    /// Its place among the 52, suit by suit.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// All 52, suit by suit.
    #[inline]
    pub fn all() -> impl Iterator<Item = Card> + Clone {
        (0..52).map(Card)
    }
}

impl TryFrom<u8> for Card {
    type Error = BadNotation;
    #[inline]
    fn try_from(index: u8) -> Result<Card, BadNotation> {
        if index < 52 {
            Ok(Card(index))
        } else {
            Err(BadNotation::operand("card", &index.to_string(), "0 to 51"))
        }
    }
}

impl From<Card> for u8 {
    #[inline]
    fn from(card: Card) -> u8 {
        card.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl FromStr for Card {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Card, BadNotation> {
        let wrong = || BadNotation::operand("card", text, "a card such as 7S, 10H or AC");
        let suit = text.chars().last().ok_or_else(wrong)?;
        let rank = text[..text.len() - suit.len_utf8()].parse::<Rank>().map_err(|_| wrong())?;
        Ok(Card::new(rank, Suit::from_char(suit).ok_or_else(wrong)?))
    }
}

/// A set of playing cards in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    /// This card and no other.
    #[must_use]
    #[inline]
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.0)
    }
    /// All 13 cards of a suit.
    #[must_use]
    #[inline]
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0x1fff << (suit as u64 * 13))
    }
    /// What is in this set and not in the other.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
    /// What is in both.
    #[must_use]
    #[inline]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
    /// What is in one or the other.
    #[must_use]
    #[inline]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
    /// Is nothing in it?
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The cards in order, suit by suit.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        Ones(self.0).map(|i| Card(i as u8))
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        CardSet(cards.into_iter().fold(0, |bits, card| bits | 1 << card.0))
    }
}

impl Pool for CardSet {
    type Card = Card;
    #[inline]
    fn count(&self) -> u32 {
        self.0.count_ones()
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }
    #[inline]
    fn copies(&self, card: Card) -> u32 {
        (self.0 >> card.0 & 1) as u32
    }
    #[inline]
    fn put(&mut self, card: Card) {
        assert!(self.copies(card) == 0, "{card} is in the set already");
        self.0 |= 1 << card.0;
    }
    #[inline]
    fn take(&mut self, card: Card) -> bool {
        let there = self.copies(card) == 1;
        self.0 &= !(1 << card.0);
        there
    }
    #[inline]
    fn nth(&self, n: u32) -> Card {
        Card(nth_one(self.0, n) as u8)
    }
    #[inline]
    fn pick<R: Rng + ?Sized>(&self, rng: &mut R) -> Card {
        Card(any_one(self.0, rng) as u8)
    }
}

/// A set of ranks: the cards of one suit deck, say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RankSet(u16);

impl RankSet {
    /// No rank.
    pub const EMPTY: RankSet = RankSet(0);
    /// 2 to Ace.
    pub const FULL: RankSet = RankSet(0x1fff);

    /// All ranks from `low` to `high`.
    #[must_use]
    #[inline]
    pub fn span(low: Rank, high: Rank) -> RankSet {
        Rank::all().filter(|r| (low..=high).contains(r)).collect()
    }
    /// Is this rank in it?
    #[must_use]
    #[inline]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> (rank.0 - 2) & 1 == 1
    }
    /// Is nothing in it?
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many ranks are in it.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// What is in one or the other.
    #[must_use]
    #[inline]
    pub const fn or(self, other: RankSet) -> RankSet {
        RankSet(self.0 | other.0)
    }
    /// What is in both.
    #[must_use]
    #[inline]
    pub const fn and(self, other: RankSet) -> RankSet {
        RankSet(self.0 & other.0)
    }
    /// # Panics
    /// If the rank is there already: a card cannot lie in a pile twice.
    #[inline]
    pub fn insert(&mut self, rank: Rank) {
        assert!(!self.contains(rank), "rank {rank} is there already");
        self.0 |= 1 << (rank.0 - 2);
    }
    /// # Panics
    /// If the rank is not there.
    #[inline]
    pub fn remove(&mut self, rank: Rank) {
        assert!(self.contains(rank), "rank {rank} is not there");
        self.0 &= !(1 << (rank.0 - 2));
    }
    /// The lowest rank in it.
    #[must_use]
    #[inline]
    pub fn lowest(self) -> Option<Rank> {
        (self.0 != 0).then(|| Rank(self.0.trailing_zeros() as u8 + 2))
    }
    /// The lowest rank above `rank`.
    #[must_use]
    #[inline]
    pub fn next_above(self, rank: Rank) -> Option<Rank> {
        RankSet(self.0 & !((2u16 << (rank.0 - 2)) - 1)).lowest()
    }
    /// The `n`th rank from below, from 0.
    #[must_use]
    #[inline]
    pub fn nth(self, n: u32) -> Rank {
        Rank(nth_one(u64::from(self.0), n) as u8 + 2)
    }
    /// One of them, evenly.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    #[inline]
    pub fn pick<R: Rng + ?Sized>(self, rng: &mut R) -> Rank {
        Rank(any_one(self.0.into(), rng) as u8 + 2)
    }
    /// The ranks, the lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Ones(u64::from(self.0)).map(|i| Rank(i as u8 + 2))
    }
}

impl FromIterator<Rank> for RankSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> RankSet {
        RankSet(ranks.into_iter().fold(0, |bits, rank| bits | 1 << (rank.0 - 2)))
    }
}

struct Ones(u64);

impl Iterator for Ones {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        (self.0 != 0).then(|| {
            let i = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            i
        })
    }
}

/// Where the `n`th one bit stands.
#[inline]
fn nth_one(word: u64, n: u32) -> u32 {
    debug_assert!(n < word.count_ones(), "there are fewer cards than that");
    nth_by_sums(word, ones_upto(word), n)
}

/// Where a one bit stands, each as likely as the others.
#[inline]
fn any_one<R: Rng + ?Sized>(word: u64, rng: &mut R) -> u32 {
    let upto = ones_upto(word);
    nth_by_sums(word, upto, below(rng, (upto >> 56) as u32))
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// Byte i counts the ones in bytes 0 to i. Sums all bytes at once, for processors without an instruction for it.
#[inline]
const fn ones_upto(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(EACH)
}

/// Finds the byte by the sums and looks the bit up: no branches that a random deck would make a processor guess wrong.
#[inline]
fn nth_by_sums(word: u64, upto: u64, n: u32) -> u32 {
    // No sum is above 64, so the top bits are free for comparing.
    let reached = ((upto | EACH << 7) - u64::from(n + 1) * EACH) & (EACH << 7);
    let at = reached.trailing_zeros() & 0x38;
    let before = (upto << 8 >> at & 0xff) as u32;
    u32::from(PLACES[usize::from((word >> at) as u8)][(n - before) as usize & 7]) + at
}

/// Where the ones of each byte stand; 8 where there is none.
pub(crate) static PLACES: [[u8; 8]; 256] = {
    let mut places = [[8; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_card_reads_back_in_letters_and_in_glyphs() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse::<Card>().unwrap(), card);
            let glyphs = format!("{}{}", card.rank(), card.suit().glyph());
            assert_eq!(glyphs.parse::<Card>().unwrap(), card);
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        for wrong in ["", "S", "1S", "11S", "7", "7X", "77S"] {
            assert!(wrong.parse::<Card>().is_err(), "{wrong:?} must be refused");
        }
    }

    #[test]
    fn next_above_finds_the_smallest_higher_rank() {
        let held: RankSet = [2, 7, 14].map(Rank::new).into_iter().collect();
        assert_eq!(held.next_above(Rank::new(2)), Some(Rank::new(7)));
        assert_eq!(held.next_above(Rank::new(9)), Some(Rank::ACE));
        assert_eq!(held.next_above(Rank::ACE), None);
    }

    proptest! {
        #[test]
        fn nth_agrees_with_walking_the_set(bits in 1u64..(1 << 52)) {
            let set = CardSet(bits);
            for (n, card) in set.iter().enumerate() {
                prop_assert_eq!(set.nth(n as u32), card);
            }
        }
    }
}
