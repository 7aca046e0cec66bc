//! Ids of cards: what stands in a file, in a state and in a step. `MK-007` is the seventh place of its table.

use kernel::BadNotation;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{fmt, str::FromStr};

/// Cards that are kept in a table by number.
pub trait CardId: Copy + Eq + fmt::Display + FromStr<Err = BadNotation> {
    /// How many places the table has.
    const COUNT: usize;
    fn place(self) -> usize;
}

macro_rules! card_ids {
    ($( $(#[$meta:meta])* $Id:ident = $prefix:literal, $count:literal, $digits:literal, $what:literal; )+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Id(u8);

        impl $Id {
            /// Places in the table.
            pub const COUNT: usize = $count;
            /// No card.
            pub const NONE: $Id = $Id(255);

            /// # Panics
            /// Outside the table.
            #[must_use]
            #[inline]
            pub const fn of_index(index: usize) -> $Id {
                assert!(index < $count, "no such place");
                $Id(index as u8)
            }
            /// Its place in the table: the number less one.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            #[must_use]
            #[inline]
            pub const fn is_none(self) -> bool {
                self.0 == 255
            }
            #[must_use]
            #[inline]
            pub const fn is_some(self) -> bool {
                self.0 != 255
            }
        }

        impl CardId for $Id {
            const COUNT: usize = $count;
            fn place(self) -> usize {
                self.index()
            }
        }

        impl Default for $Id {
            fn default() -> Self {
                $Id::NONE
            }
        }

        impl fmt::Debug for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_none() {
                    return f.write_str("none");
                }
                write!(f, concat!($prefix, "-{:0", $digits, "}"), self.0 + 1)
            }
        }

        impl FromStr for $Id {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<$Id, BadNotation> {
                let wrong = || {
                    BadNotation::operand($what, text, concat!($prefix, "- and a number of 1 to ", $count))
                };
                if text == "none" {
                    return Ok($Id::NONE);
                }
                let number = text.strip_prefix(concat!($prefix, "-")).ok_or_else(wrong)?;
                let number: usize = number.parse().map_err(|_| wrong())?;
                if !(1..=$count).contains(&number) {
                    return Err(wrong());
                }
                // Only one spelling, so that notation reads back.
                let read = $Id::of_index(number - 1);
                if read.to_string() == text { Ok(read) } else { Err(wrong()) }
            }
        }

        // Numbers in binary forms, text where people read.
        impl Serialize for $Id {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() { to.collect_str(self) } else { to.serialize_u8(self.0) }
            }
        }

        impl<'de> Deserialize<'de> for $Id {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$Id, D::Error> {
                if from.is_human_readable() {
                    return String::deserialize(from)?.parse().map_err(Error::custom);
                }
                let number = u8::deserialize(from)?;
                if usize::from(number) < $count || number == 255 {
                    return Ok($Id(number));
                }
                Err(Error::custom(concat!("no ", $what, " of that number")))
            }
        }
    )+ };
}

card_ids! {
    /// A Character Sheet.
    SheetId = "SH", 32, "2", "sheet";
    /// One face of a Class card; the two faces of a card follow each other.
    ClassId = "CL", 64, "2", "class";
    /// An Alignment card.
    AlignmentId = "AL", 64, "2", "alignment";
    /// A Backstory card.
    BackstoryId = "BS", 64, "2", "backstory";
    /// A Familiar Board.
    FamiliarId = "FA", 32, "2", "familiar";
    /// A Market card.
    MarketId = "MK", 128, "3", "Market card";
    /// A Minion card.
    MinionId = "MI", 64, "2", "minion";
    /// A Monster card.
    MonsterId = "MO", 32, "2", "monster";
    /// An Adventure card.
    AdventureId = "AD", 128, "3", "Adventure card";
    /// A Fiend card.
    FiendId = "FI", 32, "2", "fiend";
}
