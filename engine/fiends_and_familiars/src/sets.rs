//! Sets as bits: a deck without an order, a discard pile, what a player owns, rows of a sheet, slots of the Market.

use crate::words::{AlignmentId, BackstoryId, FamiliarId, FiendId, MarketId, MinionId, Row, SlotId};
use kernel::below;
use rand::Rng;
use serde::{Deserialize, Serialize};

/// The place of the `n`th set bit.
#[inline]
fn select(mut bits: u64, mut n: u32) -> u32 {
    let mut at = 0;
    for width in [32u32, 16, 8] {
        let low = (bits & ((1u64 << width) - 1)).count_ones();
        if n >= low {
            n -= low;
            at += width;
            bits >>= width;
        }
    }
    for _ in 0..n {
        bits &= bits - 1;
    }
    at + bits.trailing_zeros()
}

macro_rules! sets {
    ($( $(#[$meta:meta])* $Name:ident of $Id:ident in $Bits:ident ),+ $(,)?) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Name(pub $Bits);

        impl $Name {
            pub const EMPTY: $Name = $Name(0);
            #[must_use]
            #[inline]
            pub const fn only(id: $Id) -> $Name {
                $Name(1 << id.index())
            }
            #[must_use]
            #[inline]
            pub const fn contains(self, id: $Id) -> bool {
                self.0 >> id.index() & 1 == 1
            }
            #[inline]
            pub fn insert(&mut self, id: $Id) {
                self.0 |= 1 << id.index();
            }
            #[inline]
            pub fn remove(&mut self, id: $Id) {
                self.0 &= !(1 << id.index());
            }
            #[must_use]
            #[inline]
            pub const fn and(self, other: $Name) -> $Name {
                $Name(self.0 & other.0)
            }
            #[must_use]
            #[inline]
            pub const fn or(self, other: $Name) -> $Name {
                $Name(self.0 | other.0)
            }
            #[must_use]
            #[inline]
            pub const fn minus(self, other: $Name) -> $Name {
                $Name(self.0 & !other.0)
            }
            #[must_use]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[must_use]
            #[inline]
            pub const fn count(self) -> u32 {
                self.0.count_ones()
            }
            #[must_use]
            #[inline]
            pub const fn lowest(self) -> Option<$Id> {
                if self.0 == 0 { None } else { Some($Id::of_index(self.0.trailing_zeros() as usize)) }
            }
            #[must_use]
            #[inline]
            pub fn nth(self, n: u32) -> $Id {
                let wide = u128::from(self.0);
                let low = (wide as u64).count_ones();
                let at = if n < low { select(wide as u64, n) } else { 64 + select((wide >> 64) as u64, n - low) };
                $Id::of_index(at as usize)
            }
            /// One of them, evenly.
            ///
            /// # Panics
            /// If there is none.
            #[inline]
            pub fn pick<R: Rng + ?Sized>(self, rng: &mut R) -> $Id {
                self.nth(below(rng, self.count()))
            }
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $Id> + Clone {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let at = left.trailing_zeros();
                    if left == 0 {
                        return None;
                    }
                    left &= left - 1;
                    Some($Id::of_index(at as usize))
                })
            }
        }

        impl FromIterator<$Id> for $Name {
            fn from_iter<T: IntoIterator<Item = $Id>>(all: T) -> Self {
                let mut set = $Name::EMPTY;
                all.into_iter().for_each(|id| set.insert(id));
                set
            }
        }
    )+ };
}

sets! {
    MarketSet of MarketId in u128,
    MinionSet of MinionId in u64,
    FiendSet of FiendId in u32,
    FamiliarSet of FamiliarId in u32,
    AlignmentSet of AlignmentId in u64,
    BackstorySet of BackstoryId in u64,
    RowSet of Row in u8,
    /// Of the first seven slots.
    SlotSet of SlotId in u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nth_card_is_the_nth_of_the_list(bits in any::<u128>(), small in any::<u64>()) {
            for (n, id) in MarketSet(bits).iter().enumerate() {
                prop_assert_eq!(MarketSet(bits).nth(n as u32), id);
            }
            for (n, id) in MinionSet(small).iter().enumerate() {
                prop_assert_eq!(MinionSet(small).nth(n as u32), id);
            }
            prop_assert_eq!(MarketSet(bits).iter().count() as u32, MarketSet(bits).count());
        }
    }
}
