//! A value that not everybody has seen.

use crate::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A value and who has seen it. In a masked state the value may be missing.
///
/// ```
/// use kernel::{Card, Seat, SeatSet, Secret};
/// let (me, you) = (Seat::new(0), Seat::new(1));
/// let mut hidden = Secret::new("QS".parse::<Card>()?, SeatSet::only(me));
/// hidden.mask(you);
/// assert!(hidden.is_missing());
/// # Ok::<(), kernel::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Secret<T> {
    value: Option<T>,
    seen: SeatSet,
}

impl<T> Secret<T> {
    /// Known to these seats only.
    #[inline]
    pub const fn new(value: T, seen: SeatSet) -> Self {
        Secret { value: Some(value), seen }
    }
    /// The value; `None` only in a view of a seat that has not seen it.
    #[inline]
    pub const fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }
    /// The value, where the rules need it: on a real table or in a guess nothing is missing.
    ///
    /// # Panics
    /// If it is missing, that is, if rules run on a bare view.
    #[inline]
    pub const fn known(&self) -> &T {
        self.value.as_ref().expect("rules never run on a state with missing secrets: fill it first")
    }
    /// Is the value missing, since this is a view of somebody who has not seen it?
    #[inline]
    pub const fn is_missing(&self) -> bool {
        self.value.is_none()
    }
    /// Who has seen it.
    #[inline]
    pub const fn seen_by(&self) -> SeatSet {
        self.seen
    }
    /// From now on these seats have seen it too.
    #[inline]
    pub fn show_to(&mut self, seats: SeatSet) {
        self.seen = self.seen.or(seats);
    }
    /// Forgets the value if this seat has not seen it.
    #[inline]
    pub fn mask(&mut self, seat: Seat) {
        if !self.seen.contains(seat) {
            self.value = None;
        }
    }
    /// Puts a guess where the value is missing; a known value stays.
    #[inline]
    pub fn fill(&mut self, guess: impl FnOnce() -> T) {
        self.value.get_or_insert_with(guess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_forgets_only_what_the_seat_has_not_seen() {
        let (own, other) = (Seat::new(0), Seat::new(1));
        let table = Secret::new(7, SeatSet::only(own));
        let (mut mine, mut theirs) = (table, table);
        mine.mask(own);
        theirs.mask(other);
        assert_eq!((mine.get(), theirs.get()), (Some(&7), None));
        theirs.fill(|| 3);
        mine.fill(|| 3);
        assert_eq!((mine.get(), theirs.get()), (Some(&7), Some(&3)));
        let mut open = table;
        open.show_to(SeatSet::only(other));
        open.mask(other);
        assert_eq!(open.get(), Some(&7), "what was shown is not forgotten");
    }
}
