//! Seats at a table: one, a set of them, and something for each of them.

use crate::{below, cards::PLACES, notation::BadNotation};
use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, ops, str::FromStr};

/// No game we know seats more.
pub const SEATS_MAX: u8 = 6;

/// One place at the table, counted from 0. Written `seat 2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(u8);

impl Seat {
    /// # Panics
    /// If there is no such seat at any table.
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Seat {
        assert!(index < SEATS_MAX, "no table has that many seats");
        Seat(index)
    }
    /// The seat of that number, if there can be one: for numbers that come from outside.
    #[must_use]
    #[inline]
    pub fn checked(index: u8, seats: u8) -> Option<Seat> {
        (index < seats && index < SEATS_MAX).then_some(Seat(index))
    }
    /// Its number, to index with.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Its number, from 0.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }
    /// Seats 0 to `count - 1`.
    #[inline]
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl FromStr for Seat {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Seat, BadNotation> {
        text.strip_prefix("seat ")
            .and_then(|n| n.trim().parse().ok())
            .and_then(|n| Seat::checked(n, SEATS_MAX))
            .ok_or_else(|| BadNotation::operand("seat", text, "`seat 0` to `seat 5`"))
    }
}

/// A set of seats; iterates in seat order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Seats 0 to `count - 1`.
    ///
    /// ```
    /// use kernel::{Seat, SeatSet};
    /// let others = SeatSet::first(4).without(Seat::new(2));
    /// assert_eq!(others.into_iter().map(Seat::number).collect::<Vec<_>>(), [0, 1, 3]);
    /// ```
    ///
    /// # Panics
    /// If no table has that many seats.
    #[must_use]
    #[inline]
    pub const fn first(count: u8) -> SeatSet {
        assert!(count <= SEATS_MAX, "no table has that many seats");
        SeatSet((1 << count) - 1)
    }
    /// This seat and no other.
    #[must_use]
    #[inline]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }
    /// Is this seat in it?
    #[must_use]
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }
    /// The set with this seat in it.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | (1 << seat.0))
    }
    /// The set without this seat.
    #[must_use]
    #[inline]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }
    /// Who is in both.
    #[must_use]
    #[inline]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }
    /// Who is in one or the other.
    #[must_use]
    #[inline]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
    /// Who is in this set and not in the other.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }
    /// Puts a seat in.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        *self = self.with(seat);
    }
    /// Takes a seat out.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        *self = self.without(seat);
    }
    /// Is nobody in it?
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many seats are in it.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        // Looked up, for processors without an instruction that counts bits.
        COUNTS[self.0 as usize] as u32
    }
    /// The lowest seat of the set.
    #[must_use]
    #[inline]
    pub fn lowest(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }
    /// The `n`th seat in seat order, from 0.
    #[must_use]
    #[inline]
    pub fn nth(self, n: u32) -> Option<Seat> {
        let place = *PLACES[usize::from(self.0)].get(n as usize)?;
        (place < 8).then_some(Seat(place))
    }
    /// One of them, evenly; `None` if there is none.
    #[inline]
    pub fn pick<R: Rng + ?Sized>(self, rng: &mut R) -> Option<Seat> {
        // The same lookup for one seat as for many: a shortcut would be guessed wrong too often.
        if self.is_empty() { None } else { self.nth(below(rng, self.len())) }
    }
    /// One bit a seat, seat 0 lowest.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

const COUNTS: &[u8; 256] = &{
    let mut counts = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        counts[byte] = counts[byte / 2] + (byte % 2) as u8;
        byte += 1;
    }
    counts
};

impl FromIterator<Seat> for SeatSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

/// Walks a [`SeatSet`] upwards.
#[derive(Clone, Copy, Debug)]
pub struct Seats(u8);

impl Iterator for Seats {
    type Item = Seat;
    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = SeatSet(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;
    #[inline]
    fn into_iter(self) -> Seats {
        Seats(self.0)
    }
}

/// Something for each of `N` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PerSeat<T, const N: usize>([T; N]);

impl<T, const N: usize> PerSeat<T, N> {
    /// One for each seat, seat 0 first.
    #[inline]
    pub const fn new(each: [T; N]) -> Self {
        PerSeat(each)
    }
    /// Each seat with its own.
    ///
    /// ```
    /// use kernel::{PerSeat, Seat};
    /// let mut gold = PerSeat::new([3, 5]);
    /// gold[Seat::new(1)] -= 2;
    /// assert!(gold.iter().all(|(_, gold)| *gold == 3));
    /// ```
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(i, each)| (Seat::new(i as u8), each))
    }
    /// All of them, seat 0 first.
    #[inline]
    pub fn each(&self) -> &[T; N] {
        &self.0
    }
    /// All of them, to change.
    #[inline]
    pub fn each_mut(&mut self) -> &mut [T; N] {
        &mut self.0
    }
}

impl<T: Copy + Default, const N: usize> Default for PerSeat<T, N> {
    #[inline]
    fn default() -> Self {
        PerSeat([T::default(); N])
    }
}

impl<T, const N: usize> ops::Index<Seat> for PerSeat<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T, const N: usize> ops::IndexMut<Seat> for PerSeat<T, N> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

// serde derives nothing for arrays of a generic length.
impl<T: Serialize, const N: usize> Serialize for PerSeat<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter())
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for PerSeat<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let each = Vec::<T>::deserialize(from)?;
        let found = each.len();
        let wrong = || serde::de::Error::custom(format!("expected {N} seats, found {found}"));
        each.try_into().map(PerSeat).map_err(|_| wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_walks_its_seats_in_order() {
        let set: SeatSet = [Seat::new(4), Seat::new(0), Seat::new(2)].into_iter().collect();
        assert_eq!(set.into_iter().map(Seat::number).collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!(set.nth(1), Some(Seat::new(2)));
        assert_eq!(set.nth(3), None);
        assert_eq!(set.without(Seat::new(0)).lowest(), Some(Seat::new(2)));
    }

    #[test]
    fn a_seat_reads_back_and_strangers_are_refused() {
        assert_eq!("seat 3".parse::<Seat>().unwrap(), Seat::new(3));
        for wrong in ["seat 6", "seat", "3", "seat x"] {
            assert!(wrong.parse::<Seat>().is_err(), "{wrong} must be refused");
        }
    }

    #[test]
    fn per_seat_round_trips_and_checks_its_length() {
        let three = PerSeat::new([1u8, 2, 3]);
        let bytes = postcard::to_allocvec(&three).unwrap();
        assert_eq!(postcard::from_bytes::<PerSeat<u8, 3>>(&bytes).unwrap(), three);
        assert!(postcard::from_bytes::<PerSeat<u8, 2>>(&bytes).is_err());
    }
}
