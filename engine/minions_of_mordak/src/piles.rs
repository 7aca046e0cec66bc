//! Piles of cards by kind: contents without an order.

use serde::{Deserialize, Serialize};

/// Cards by kind: how many there are of each. A list that is stored as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts<const N: usize>(pub [u8; N]);

impl<const N: usize> Counts<N> {
    pub const NONE: Counts<N> = Counts([0; N]);

    /// All from `first` on, `len` kinds.
    #[must_use]
    #[inline]
    pub fn sum(&self, first: u8, len: u8) -> u32 {
        self.0[usize::from(first)..usize::from(first) + usize::from(len)].iter().map(|n| u32::from(*n)).sum()
    }
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|n| u32::from(*n)).sum()
    }
    /// The kind of each card, as often as it is there.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<N> {
        self.0.into_iter().enumerate().flat_map(|(at, count)| std::iter::repeat_n(at, count.into()))
    }
    /// The kind of the `n`th card from `first` on.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    #[inline]
    pub fn nth(&self, first: u8, n: u32) -> u8 {
        let (mut at, mut left) = (first, n);
        loop {
            let here = u32::from(self.0[usize::from(at)]);
            if left < here {
                return at;
            }
            left -= here;
            at += 1;
        }
    }
    /// Moves all kinds of a range over.
    pub fn move_all(&mut self, into: &mut Counts<N>, first: u8, len: u8) {
        for at in usize::from(first)..usize::from(first) + usize::from(len) {
            into.0[at] += std::mem::take(&mut self.0[at]);
        }
    }
}

impl<const N: usize> Serialize for Counts<N> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter())
    }
}
impl<'de, const N: usize> Deserialize<'de> for Counts<N> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let each = Vec::<u8>::deserialize(from)?;
        each.try_into().map(Counts).map_err(|_| serde::de::Error::custom(format!("expected {N} counts")))
    }
}
