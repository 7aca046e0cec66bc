//! How values stand in the files: dice as letters, ids as their text, and values that depend on the cost paid.

use crate::words::Dice;
use kernel::BadNotation;
use serde::{Deserialize, Deserializer, de};
use std::{fmt, marker::PhantomData, str::FromStr};

/// Reads anything with a text form out of a string.
///
/// # Errors
/// If it is no such text.
pub fn text<'de, T: FromStr<Err = BadNotation>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Text<T>(PhantomData<T>);
    impl<T: FromStr<Err = BadNotation>> de::Visitor<'_> for Text<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text in quotes")
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    from.deserialize_str(Text(PhantomData))
}

/// Dice as letters such as `AAN`.
struct Letters(Dice);

impl FromStr for Letters {
    type Err = BadNotation;
    fn from_str(letters: &str) -> Result<Letters, BadNotation> {
        let read = Dice::of_letters(letters).filter(|dice| dice.count() <= 12).map(Letters);
        read.ok_or_else(|| {
            BadNotation::operand("row of dice", letters, "up to 12 of N, A and M, such as AAN")
        })
    }
}

impl<'de> Deserialize<'de> for Letters {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Letters, D::Error> {
        text(from)
    }
}

/// Reads dice out of letters.
///
/// # Errors
/// If they are no such letters.
pub fn dice<'de, D: Deserializer<'de>>(from: D) -> Result<Dice, D::Error> {
    Letters::deserialize(from).map(|letters| letters.0)
}

/// Reads dice by cost out of lists of letters.
///
/// # Errors
/// If they are no such letters, or too many.
pub fn dice_by_cost<'de, D: Deserializer<'de>>(from: D) -> Result<PerCost<Dice>, D::Error> {
    let list = Vec::<Letters>::deserialize(from)?;
    PerCost::of(list.iter().map(|letters| letters.0))
}

/// A value for each cost of a multi-cost Spell. A single value holds for every cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerCost<T> {
    values: [T; 3],
    count: u8,
}

impl<T: Copy> PerCost<T> {
    /// The same at every cost.
    #[must_use]
    pub const fn single(value: T) -> PerCost<T> {
        PerCost { values: [value; 3], count: 1 }
    }
    fn of<E: de::Error>(list: impl ExactSizeIterator<Item = T> + Clone) -> Result<PerCost<T>, E> {
        let count = list.len();
        let (1..=3, Some(first)) = (count, list.clone().next()) else {
            return Err(E::custom(format!("{count} values in a list by cost; expected 1 to 3")));
        };
        let mut values = [first; 3];
        values.iter_mut().zip(list).for_each(|(place, value)| *place = value);
        Ok(PerCost { values, count: count as u8 })
    }
    /// The value at a cost: level 0 is the lowest cost.
    #[must_use]
    #[inline]
    pub fn at(&self, level: u8) -> T {
        let last = self.count.saturating_sub(1);
        self.values[usize::from(level.min(last))]
    }
    /// How many values are printed; 0 if the card says nothing, which is nothing at every cost.
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }
    /// The printed values, lowest cost first.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values[..self.count()]
    }
}

impl<'de, T: Copy + Deserialize<'de>> Deserialize<'de> for PerCost<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PerCost<T>, D::Error> {
        PerCost::of(Vec::<T>::deserialize(from)?.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_value_holds_for_every_cost() {
        let one: PerCost<u8> = ron::from_str("[4]").unwrap();
        assert_eq!([0, 1, 2].map(|level| one.at(level)), [4, 4, 4]);
        let three: PerCost<u8> = ron::from_str("[5, 8, 12]").unwrap();
        assert_eq!([0, 1, 2].map(|level| three.at(level)), [5, 8, 12]);
        assert!(
            ron::from_str::<PerCost<u8>>("[1, 2, 3, 4]").is_err()
                && ron::from_str::<PerCost<u8>>("[]").is_err()
        );
    }
}
