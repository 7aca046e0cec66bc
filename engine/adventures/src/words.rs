//! Words of play beside those of the box: sets of cards, kinds of dice, and what steps name by number.

pub use crate::content::words::*;

use kernel::BadNotation;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The most seats at a table.
pub const SEATS: usize = 4;
/// Attribute dice of each colour.
pub const DICE_A_COLOUR: u8 = 6;

/// A set of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardSet(pub [u64; 4]);

impl CardSet {
    pub const EMPTY: CardSet = CardSet([0; 4]);

    #[must_use]
    #[inline]
    pub const fn contains(&self, card: CardId) -> bool {
        self.0[card.index() >> 6] >> (card.index() & 63) & 1 == 1
    }
    #[inline]
    pub fn insert(&mut self, card: CardId) {
        self.0[card.index() >> 6] |= 1 << (card.index() & 63);
    }
    /// Takes a card out; false if it is not there.
    #[inline]
    pub fn remove(&mut self, card: CardId) -> bool {
        let there = self.contains(card);
        self.0[card.index() >> 6] &= !(1 << (card.index() & 63));
        there
    }
    #[must_use]
    #[inline]
    pub fn or(&self, other: &CardSet) -> CardSet {
        CardSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[must_use]
    #[inline]
    pub fn and(&self, other: &CardSet) -> CardSet {
        CardSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    #[must_use]
    #[inline]
    pub fn minus(&self, other: &CardSet) -> CardSet {
        CardSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = CardId> + use<> {
        let mut left = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < 4 {
                let bits = left[word];
                if bits != 0 {
                    left[word] = bits & (bits - 1);
                    return CardId::of_index(word << 6 | bits.trailing_zeros() as usize);
                }
                word += 1;
            }
            None
        })
    }
    /// All cards a deck can have, there or not.
    #[must_use]
    pub fn of_deck(deck: Deck) -> CardSet {
        CardId::of_deck(deck).collect()
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// A number with a letter before it, or without one.
macro_rules! counted {
    ($(#[$meta:meta])* $Name:ident, $letter:literal, $what:literal, $expected:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Name(pub u8);

        impl $Name {
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
        impl FromStr for $Name {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<$Name, BadNotation> {
                let wrong = || BadNotation::operand($what, text, $expected);
                let digits = text.strip_prefix($letter).ok_or_else(wrong)?;
                let number: u8 = digits.parse().map_err(|_| wrong())?;
                if number.to_string() == digits { Ok($Name(number)) } else { Err(wrong()) }
            }
        }
    };
}

counted! {
    /// A number: of dice, points, experience.
    Count, "", "number", "a number such as 2"
}
counted! {
    /// An option of an entry or of a card, from 1.
    Pick, "", "option", "the number of an option such as 1"
}
counted! {
    /// A die of the pool, from 1.
    PoolDie, "d", "die", "a die of the pool such as d1"
}
counted! {
    /// A slot of the row or of the enemies, from 1.
    SlotId, "s", "slot", "a slot such as s1"
}
counted! {
    /// What a die shows.
    Face, "", "value", "1 to 6"
}
counted! {
    /// The number under an encounter token.
    Encounter, "", "encounter", "the number of an encounter token"
}

/// A kind of die: an attribute die by its colour, or a familiar's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DieKind(pub u8);

impl DieKind {
    #[must_use]
    #[inline]
    pub const fn colour(colour: Colour) -> DieKind {
        DieKind(colour as u8)
    }
    /// The die of the familiar card with this number, from 1.
    #[must_use]
    #[inline]
    pub const fn familiar(number: u8) -> DieKind {
        DieKind(5 + number)
    }
    /// The colour of an attribute die.
    #[must_use]
    #[inline]
    pub const fn as_colour(self) -> Option<Colour> {
        if self.0 < 6 { Some(Colour::ALL[self.0 as usize]) } else { None }
    }
    /// The number of the familiar it belongs to, from 1.
    #[must_use]
    #[inline]
    pub const fn as_familiar(self) -> Option<u8> {
        if self.0 < 6 { None } else { Some(self.0 - 5) }
    }
}

impl fmt::Display for DieKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_colour(), self.as_familiar()) {
            (Some(colour), _) => write!(f, "{colour}"),
            (None, number) => write!(f, "F{:02}", number.unwrap_or_default()),
        }
    }
}

impl FromStr for DieKind {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<DieKind, BadNotation> {
        if let Ok(colour) = text.parse::<Colour>() {
            return Ok(DieKind::colour(colour));
        }
        let number = text
            .strip_prefix('F')
            .and_then(|rest| rest.parse::<u8>().ok().filter(|_| rest.len() == 2))
            .filter(|n| (1..=16).contains(n));
        number
            .map(DieKind::familiar)
            .ok_or_else(|| BadNotation::operand("die", text, "a colour, or a familiar such as F01"))
    }
}

/// A seat as an operand: `p0`. (`seat 0` would be two words.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Player(pub u8);

impl Player {
    #[must_use]
    #[inline]
    pub const fn seat(self) -> kernel::Seat {
        kernel::Seat::new(self.0)
    }
}

impl From<kernel::Seat> for Player {
    fn from(seat: kernel::Seat) -> Player {
        Player(seat.number())
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

impl FromStr for Player {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Player, BadNotation> {
        match text.as_bytes() {
            [b'p', digit @ b'0'..=b'3'] => Ok(Player(digit - b'0')),
            _ => Err(BadNotation::operand("player", text, "p0, p1, p2 or p3")),
        }
    }
}
