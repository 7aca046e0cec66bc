//! The vocabulary of play: spaces of a sheet, Initiative cards, amounts and ranks. Words on cards come from the content.

pub use crate::content::{
    ids::{
        AdventureId, AlignmentId, BackstoryId, ClassId, FamiliarId, FiendId, MarketId, MinionId, MonsterId,
        SheetId,
    },
    words::{
        AdventureKind, ArmorType, Color, ColorSet, DieKind, Direction, Good, Kind, Mode, Row, Side, Window,
    },
};
use kernel::{BadNotation, words};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The most seats at a table.
pub const SEATS: usize = 5;
/// Rows of a sheet with its Familiar Board.
pub const ROWS: usize = 7;
/// Spaces of a row.
pub const ROW_SPACES: usize = 3;
/// Spaces of a sheet with its Familiar Board.
pub const SPACES: usize = ROWS * ROW_SPACES;
/// The most Initiative cards in a row.
pub const INITIATIVES: usize = 6;
/// The most Market cards in a row: seven dealt, and what abilities add.
pub const MARKET_SLOTS: usize = 10;
/// All rows of a sheet.
pub const EACH_ROW: [Row; ROWS] = [Row::Str, Row::Dex, Row::Con, Row::Int, Row::Wis, Row::Cha, Row::Familiar];

words! {
    /// How a Fiend is paid off: a Charisma token, Gold, or nothing where a card says so.
    pub enum Coin as "payment" { Charisma = "charisma", Gold = "gold", Card = "card" }
}

words! {
    /// How a mercenary is paid; Charisma stands for Gold and one token.
    pub enum Hire as "payment" { Xp = "xp" "XP", Gold = "gold", Charisma = "charisma" }
}

words! {
    /// The ranks of the solitaire game, lowest first.
    pub enum HeroRank as "rank" {
        Npc = "npc" "NPC", Hireling = "hireling", Adventurer = "adventurer", Luminary = "luminary",
        ClanLeader = "clan_leader" "Clan Leader", TrueHero = "true_hero" "True Hero",
        MonsterSlayer = "monster_slayer" "Monster Slayer",
    }
}

/// A space of a sheet: `str1` to `cha3`, and `familiar1` to `familiar3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Space(pub u8);

impl Space {
    #[must_use]
    #[inline]
    pub const fn new(row: Row, place: u8) -> Space {
        Space(row as u8 * 3 + place)
    }
    #[must_use]
    #[inline]
    pub const fn row(self) -> Row {
        EACH_ROW[self.0 as usize / ROW_SPACES]
    }
    /// 0 to 2, from the left.
    #[must_use]
    #[inline]
    pub const fn place(self) -> u8 {
        self.0 % ROW_SPACES as u8
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
    #[inline]
    pub fn all() -> impl Iterator<Item = Space> {
        (0..SPACES as u8).map(Space)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.place() + 1)
    }
}

impl FromStr for Space {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let bad = || BadNotation::operand("space", text, "a row and 1 to 3 such as str1 or familiar3");
        let (row, place) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(bad)?;
        let row: Row = row.parse().map_err(|_| bad())?;
        let place: u8 = place.parse().map_err(|_| bad())?;
        if !(1..=3).contains(&place) {
            return Err(bad());
        }
        Ok(Space::new(row, place - 1))
    }
}

/// What a die of a sheet may show: 1 to 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Face(pub u8);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Face {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let read = text.parse().ok().filter(|n| (1..=8).contains(n) && text.len() == 1);
        read.map(Face).ok_or_else(|| BadNotation::operand("number", text, "1 to 8"))
    }
}

/// Makes a number that steps name with a letter before it, such as `M17`.
macro_rules! ids {
    ($( $(#[$meta:meta])* $Name:ident $letter:literal $what:literal $max:literal ),+ $(,)?) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Name(pub u8);

        impl $Name {
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            #[must_use]
            #[inline]
            pub const fn of_index(index: usize) -> $Name {
                $Name(index as u8)
            }
        }
        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", $letter, self.0)
            }
        }
        impl FromStr for $Name {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<Self, BadNotation> {
                let read = text.strip_prefix($letter).filter(|n| n.starts_with(|c: char| c.is_ascii_digit()));
                let number = read.and_then(|n| n.parse::<u8>().ok()).filter(|n| *n <= $max);
                // Only one spelling, so that notation reads back: no leading zeros.
                number.map($Name).filter(|id| id.to_string() == text).ok_or_else(|| {
                    BadNotation::operand($what, text, concat!($letter, " and a number up to ", $max))
                })
            }
        }
    )+ };
}

ids! {
    /// An Initiative card by its number from 1; the Top card has the highest.
    InitiativeId "I" "Initiative card" 6,
    /// A slot of the Market row, from the left.
    SlotId "S" "slot" 10,
    /// An amount such as Charisma tokens laid down or XP stored.
    Amount "x" "amount" 200,
}
