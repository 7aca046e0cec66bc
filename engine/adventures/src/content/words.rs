//! The words of the box: colours, decks, factions, and the ids of everything a card, an entry or a step can name.

use kernel::{BadNotation, words};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

words! {
    /// A die colour and the attribute that pays for it, in the order of the rows on a sheet.
    pub enum Colour as "colour" {
        Red = "R" "red", Black = "B" "black", Green = "G" "green", Blue = "U" "blue", White = "W" "white",
        Purple = "P" "purple",
    }
}

words! {
    /// A faction track, from the top of the journal down.
    pub enum Faction as "faction" { Council = "C" "Lamp Council", Saltborn = "S" "Saltborn Clans", Choir = "H" "Hollow Choir" }
}

words! {
    /// A deck a card belongs to. Only the first five are market decks.
    pub enum Deck as "deck" {
        Armor = "armor", Weapon = "weapon", Skill = "skill", Trait = "trait", Scroll = "scroll", Rare = "rare",
        Familiar = "familiar",
    }
}

words! {
    /// The verbs of card effects that a modifier can forbid.
    pub enum Verb as "verb" { Flip = "flip", Adjust = "adj", Reroll = "reroll", Treat = "treat", Add = "add" }
}

/// A set of verbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VerbSet(u8);

impl VerbSet {
    /// Those of both.
    #[must_use]
    pub const fn or(self, other: VerbSet) -> VerbSet {
        VerbSet(self.0 | other.0)
    }
    #[inline]
    pub fn insert(&mut self, verb: Verb) {
        self.0 |= 1 << verb as u8;
    }
    #[must_use]
    #[inline]
    pub const fn contains(self, verb: Verb) -> bool {
        self.0 >> verb as u8 & 1 == 1
    }
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

words! {
    /// The row of a skillbook page.
    pub enum Level as "level" { One = "I", Two = "II", Three = "III", Four = "IV" }
}

/// How many colours and attributes there are.
pub const COLOURS: usize = 6;

impl Colour {
    /// The attribute whose stamina buys this colour.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        match self {
            Colour::Red => "STR",
            Colour::Black => "DEX",
            Colour::Green => "CON",
            Colour::Blue => "INT",
            Colour::White => "WIS",
            Colour::Purple => "CHA",
        }
    }
    /// The colour an attribute pays for.
    #[must_use]
    pub fn of_attribute(text: &str) -> Option<Colour> {
        Colour::ALL.iter().copied().find(|c| c.attribute() == text)
    }
}

impl Level {
    /// 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl Deck {
    /// The five decks of the market, in display order.
    pub const MARKET: [Deck; 5] = [Deck::Armor, Deck::Weapon, Deck::Skill, Deck::Trait, Deck::Scroll];

    #[must_use]
    pub const fn is_market(self) -> bool {
        (self as u8) < 5
    }
    /// The letter its card ids start with.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Deck::Armor => 'A',
            Deck::Weapon => 'W',
            Deck::Skill => 'K',
            Deck::Trait => 'T',
            Deck::Scroll => 'L',
            Deck::Rare => 'R',
            Deck::Familiar => 'F',
        }
    }
    /// The most cards a deck may hold: more than the printed game has of each kind.
    #[must_use]
    pub const fn capacity(self) -> usize {
        match self {
            Deck::Armor | Deck::Weapon | Deck::Skill => 32,
            Deck::Trait => 40,
            Deck::Scroll => 24,
            Deck::Rare => 64,
            Deck::Familiar => 16,
        }
    }
    /// Where the ids of this deck start.
    const fn base(self) -> usize {
        match self {
            Deck::Armor => 0,
            Deck::Weapon => 32,
            Deck::Skill => 64,
            Deck::Trait => 96,
            Deck::Scroll => 136,
            Deck::Rare => 160,
            Deck::Familiar => 224,
        }
    }
}

/// A set of colours; a familiar die is in two at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ColourSet(u8);

impl ColourSet {
    pub const NONE: ColourSet = ColourSet(0);
    pub const ALL: ColourSet = ColourSet(0b11_1111);

    #[must_use]
    #[inline]
    pub const fn only(colour: Colour) -> ColourSet {
        ColourSet(1 << colour as u8)
    }
    #[must_use]
    #[inline]
    pub const fn of_bits(bits: u8) -> ColourSet {
        ColourSet(bits & 0b11_1111)
    }
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
    #[must_use]
    #[inline]
    pub const fn with(self, colour: Colour) -> ColourSet {
        ColourSet(self.0 | 1 << colour as u8)
    }
    #[must_use]
    #[inline]
    pub const fn without(self, other: ColourSet) -> ColourSet {
        ColourSet(self.0 & !other.0)
    }
    #[must_use]
    #[inline]
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> colour as u8 & 1 == 1
    }
    /// Whether one colour is in both.
    #[must_use]
    #[inline]
    pub const fn meets(self, other: ColourSet) -> bool {
        self.0 & other.0 != 0
    }
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.iter().copied().filter(move |c| self.contains(*c))
    }
}

/// A set of die values 1 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ValueSet(u8);

impl ValueSet {
    pub const NONE: ValueSet = ValueSet(0);
    pub const ALL: ValueSet = ValueSet(0b11_1111);

    /// The set of one value, which must be 1 to 6.
    #[must_use]
    #[inline]
    pub const fn only(value: u8) -> ValueSet {
        assert!(value >= 1 && value <= 6, "a die shows 1 to 6");
        ValueSet(1 << (value - 1))
    }
    #[must_use]
    #[inline]
    pub const fn of_bits(bits: u8) -> ValueSet {
        ValueSet(bits & 0b11_1111)
    }
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
    #[must_use]
    #[inline]
    pub const fn with(self, value: u8) -> ValueSet {
        ValueSet(self.0 | ValueSet::only(value).0)
    }
    #[must_use]
    #[inline]
    pub const fn contains(self, value: u8) -> bool {
        value >= 1 && self.0 >> (value - 1) & 1 == 1
    }
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=6).filter(move |v| self.contains(*v))
    }
}

/// A card of the market, the rare deck or the familiar deck: `A01`. The text alone gives deck and number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(u8);

impl CardId {
    /// One past the highest id there can be.
    pub const COUNT: usize = 240;

    #[must_use]
    pub const fn new(deck: Deck, number: usize) -> Option<CardId> {
        if number == 0 || number > deck.capacity() {
            return None;
        }
        Some(CardId((deck.base() + number - 1) as u8))
    }
    #[must_use]
    pub const fn of_index(index: usize) -> Option<CardId> {
        if index < CardId::COUNT { Some(CardId(index as u8)) } else { None }
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    pub const fn deck(self) -> Deck {
        match self.0 {
            0..=31 => Deck::Armor,
            32..=63 => Deck::Weapon,
            64..=95 => Deck::Skill,
            96..=135 => Deck::Trait,
            136..=159 => Deck::Scroll,
            160..=223 => Deck::Rare,
            224..=255 => Deck::Familiar,
        }
    }
    /// The number within its deck, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize - self.deck().base() + 1
    }
    /// Every id a deck can have.
    pub fn of_deck(deck: Deck) -> impl Iterator<Item = CardId> {
        (1..=deck.capacity()).filter_map(move |number| CardId::new(deck, number))
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.deck().letter(), self.number())
    }
}

impl FromStr for CardId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<CardId, BadNotation> {
        let wrong = || BadNotation::operand("card", text, "A01, W01, K01, T01, L01, R01, F01 and so on");
        let deck = Deck::ALL.iter().copied().find(|d| text.starts_with(d.letter())).ok_or_else(wrong)?;
        let number = two_digits(&text[1..]).ok_or_else(wrong)?;
        CardId::new(deck, number.into()).ok_or_else(wrong)
    }
}

/// Exactly two digits, so that every id has one spelling.
fn two_digits(text: &str) -> Option<u8> {
    (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

macro_rules! numbered {
    ($(#[$meta:meta])* $Id:ident, $what:literal, $letter:literal, $max:literal, $expected:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Id(u8);

        impl $Id {
            /// One past the highest number there can be.
            pub const COUNT: usize = $max + 1;

            #[must_use]
            pub const fn new(number: u8) -> Option<$Id> {
                if number >= 1 && number as usize <= $max { Some($Id(number)) } else { None }
            }
            /// Its printed number, also its place in tables; 0 is never used.
            #[must_use]
            #[inline]
            pub const fn number(self) -> u8 {
                self.0
            }
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{:02}", $letter, self.0)
            }
        }

        impl FromStr for $Id {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<$Id, BadNotation> {
                let number = text.strip_prefix($letter).and_then(two_digits).and_then($Id::new);
                number.ok_or_else(|| BadNotation::operand($what, text, $expected))
            }
        }
    };
}

numbered!(
    /// A class card: `C01`.
    ClassId, "class", "C", 63, "C01 to C63"
);
numbered!(
    /// A pregenerated hero: `H01`.
    HeroId, "hero", "H", 63, "H01 to H63"
);
numbered!(
    /// An enemy card: `E01`.
    EnemyId, "enemy", "E", 63, "E01 to E63"
);
numbered!(
    /// A skillbook page: `P01`.
    PageId, "skill page", "P", 63, "P01 to P63"
);
numbered!(
    /// A modifier card: `M01`.
    ModifierId, "modifier", "M", 63, "M01 to M63"
);

macro_rules! printed {
    ($(#[$meta:meta])* $Id:ident, $what:literal, $width:literal, $expected:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Id(u8);

        impl $Id {
            /// One past the highest number there can be; a set of them fits in a `u128`.
            pub const COUNT: usize = 128;

            #[must_use]
            pub const fn new(number: u8) -> Option<$Id> {
                if number >= 1 && number < 128 { Some($Id(number)) } else { None }
            }
            #[must_use]
            #[inline]
            pub const fn number(self) -> u8 {
                self.0
            }
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            #[must_use]
            #[inline]
            pub const fn bit(self) -> u128 {
                1 << self.0
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:0width$}", self.0, width = $width)
            }
        }

        impl FromStr for $Id {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<$Id, BadNotation> {
                let wrong = || BadNotation::operand($what, text, $expected);
                let id = text.parse().ok().and_then($Id::new).ok_or_else(wrong)?;
                if id.to_string() == text { Ok(id) } else { Err(wrong()) }
            }
        }
    };
}

printed!(
    /// A discovery card, an item or a map card, by the number on its back: `31`.
    ItemId, "discovery card", 1, "1 to 127"
);
printed!(
    /// A title by the number on its back: `003`.
    TitleId, "title", 3, "001 to 127"
);

/// A location of the current map by its letter: A is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LocationId(u8);

impl LocationId {
    /// Letters of the alphabet; a set of locations fits in a `u32`.
    pub const COUNT: usize = 26;

    #[must_use]
    pub const fn new(index: u8) -> Option<LocationId> {
        if (index as usize) < LocationId::COUNT { Some(LocationId(index)) } else { None }
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for LocationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for LocationId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<LocationId, BadNotation> {
        match text.as_bytes() {
            [letter @ b'A'..=b'Z'] => Ok(LocationId(letter - b'A')),
            _ => Err(BadNotation::operand("location", text, "A to Z")),
        }
    }
}

macro_rules! listed {
    ($(#[$meta:meta])* $Id:ident($Word:ty), $most:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Id(pub $Word);

        impl $Id {
            /// The most there can be.
            pub const MOST: usize = $most;

            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl FromStr for $Id {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<$Id, BadNotation> {
                let wrong = || BadNotation::operand(stringify!($Id), text, "a number of the list");
                let number: $Word = text.parse().map_err(|_| wrong())?;
                if (number as usize) < $most && number.to_string() == text { Ok($Id(number)) } else { Err(wrong()) }
            }
        }
    };
}

listed!(
    /// A keyword, by its place in `Content::keywords`; a set fits in a `u128`.
    KeywordId(u8), 128
);
listed!(
    /// A story token (event, sentry), by its place in `Content::tokens`.
    TokenId(u8), 16
);
listed!(
    /// An ending of the campaign, by its place in `Content::endings`.
    EndingId(u8), 32
);
listed!(
    /// A race, by its place in `Content::races`.
    RaceId(u8), 32
);
listed!(
    /// A storybook, by its place in `Content::adventures`: those of the campaign first and in order, then sidequests.
    AdventureId(u8), 16
);
listed!(
    /// A path of a map, by its place in `Adventure::paths`; a set fits in a `u64`.
    PathId(u8), 64
);
listed!(
    /// An entry of a storybook or of the Tome, by its place in `Content::entries`.
    EntryId(u16), 4096
);

impl KeywordId {
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

impl PathId {
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_id_reads_back_and_no_two_decks_share_one() {
        let mut seen = vec![];
        for deck in Deck::ALL {
            for id in CardId::of_deck(*deck) {
                assert_eq!(id.to_string().parse(), Ok(id));
                assert_eq!(id.deck(), *deck);
                seen.push(id.index());
            }
        }
        assert_eq!(seen, (0..CardId::COUNT).collect::<Vec<_>>());
    }

    #[test]
    fn an_id_has_one_spelling() {
        for wrong in ["A1", "A001", "A00", "Z01", "A+1", "", "L25"] {
            assert!(wrong.parse::<CardId>().is_err(), "{wrong}");
        }
        assert!("3".parse::<TitleId>().is_err() && "003".parse::<TitleId>().is_ok());
        assert!("031".parse::<ItemId>().is_err() && "31".parse::<ItemId>().is_ok());
        assert!("P1".parse::<PageId>().is_err() && "P01".parse::<PageId>().is_ok());
    }
}
