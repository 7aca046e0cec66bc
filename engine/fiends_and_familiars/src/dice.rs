//! Dice: what kinds there are, which colours they count as, their faces, and the bag they are drawn from. FF-007 to FF-013.

use crate::words::{Color, ColorSet, DieKind};
use kernel::{ArrayVec, BadNotation, below, rule};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt, num::NonZero, str::FromStr};

/// A die and what it shows: `red5`, `blue/red3`, `boost8`. One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Die(u8);

impl Default for Die {
    fn default() -> Self {
        Die::NONE
    }
}

impl Die {
    /// No die: an empty space.
    pub const NONE: Die = Die(u8::MAX);
    /// # Panics
    /// If no die shows this.
    #[must_use]
    #[inline]
    pub const fn new(kind: DieKind, value: u8) -> Die {
        assert!(value >= 1 && value <= 8, "dice show 1 to 8");
        Die((kind.index() as u8) << 3 | (value - 1))
    }
    #[must_use]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u8::MAX
    }
    #[must_use]
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u8::MAX
    }
    #[must_use]
    #[inline]
    pub const fn kind(self) -> DieKind {
        DieKind::of_index(self.0 as usize >> 3)
    }
    /// The printed number, whatever the kind.
    #[must_use]
    #[inline]
    pub const fn value(self) -> u8 {
        (self.0 & 7) + 1
    }
    /// The number, or 0 for an empty space.
    #[must_use]
    #[inline]
    pub const fn value_or_zero(self) -> u8 {
        if self.is_none() { 0 } else { self.value() }
    }
    /// A Split Die has both of its colours at all times, a Boost Die and an empty space none.
    #[must_use]
    #[inline]
    pub const fn colors(self) -> ColorSet {
        if self.is_none() { ColorSet::EMPTY } else { self.kind().colors() }
    }
    #[must_use]
    #[inline]
    pub const fn is_color(self, color: Color) -> bool {
        self.colors().contains(color)
    }
    #[must_use]
    #[inline]
    pub const fn showing(self, value: u8) -> Die {
        Die::new(self.kind(), value)
    }
    /// Is it one byte of a possible die? For tables that were told, not played.
    #[must_use]
    pub fn is_sound(self, faces: &Faces) -> bool {
        usize::from(self.0 >> 3) < DieKind::COUNT && faces.has(self)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("none") } else { write!(f, "{}{}", self.kind(), self.value()) }
    }
}

impl FromStr for Die {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let bad =
            || BadNotation::operand("die", text, "a die and its number such as red5, blue/red3 or boost8");
        let (kind, value) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(bad)?;
        let value: u8 = value.parse().map_err(|_| bad())?;
        let kind: DieKind = kind.parse().map_err(|_| bad())?;
        if !(1..=8).contains(&value) {
            return Err(bad());
        }
        Ok(Die::new(kind, value))
    }
}

/// A number of an ordinary die: a Combat Die, an enemy die, the roll for Start Player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pip(NonZero<u8>);

impl Pip {
    /// The numbers from 1 to 6; `None` for others.
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Option<Pip> {
        match NonZero::new(number) {
            Some(number) if number.get() <= 6 => Some(Pip(number)),
            Some(_) | None => None,
        }
    }
    /// The number of a face counted from 0.
    #[inline]
    fn of_face(face: u32) -> Pip {
        Pip(NonZero::<u8>::MIN.saturating_add(face as u8))
    }
    pub fn all() -> impl Iterator<Item = Pip> {
        (0..6).map(Pip::of_face)
    }
    #[must_use]
    #[inline]
    pub const fn value(self) -> u8 {
        self.0.get()
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.value() as usize - 1
    }
    #[inline]
    pub fn roll<R: Rng + ?Sized>(rng: &mut R) -> Pip {
        Pip::of_face(below(rng, 6))
    }
    /// A roll that is repeated while it shows this number.
    #[inline]
    pub fn roll_other<R: Rng + ?Sized>(barred: Pip, rng: &mut R) -> Pip {
        let face = below(rng, 5);
        Pip::of_face(if face as usize >= barred.index() { face + 1 } else { face })
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Pip {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let read = text.parse().ok().filter(|_| text.len() == 1).and_then(Pip::new);
        read.ok_or_else(|| BadNotation::operand("number", text, "1 to 6"))
    }
}

/// The faces of each kind of die, as the table uses them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    split: [u8; 6],
    boost: [u8; 6],
    /// What each die shows when it is flipped.
    flips: [u8; 256],
    /// How many of the six faces show this number, by kind of make and number.
    copies: [[u8; 9]; 3],
}

const PLAIN_FACES: [u8; 6] = [1, 2, 3, 4, 5, 6];

impl Faces {
    /// Opposite faces sum to lowest plus highest.
    #[must_use]
    pub fn new(split: [u8; 6], boost: [u8; 6]) -> Faces {
        rule!("FF-008", "FF-009", "FF-011", "FF-012", "FF-013", "FF-R34");
        let mut faces = Faces { split, boost, flips: [0; 256], copies: [[0; 9]; 3] };
        for (make, list) in [PLAIN_FACES, split, boost].into_iter().enumerate() {
            list.into_iter().for_each(|value| faces.copies[make][usize::from(value)] += 1);
        }
        for kind in DieKind::all() {
            let list = faces.of(kind);
            let sum = list.iter().min().unwrap_or(&1) + list.iter().max().unwrap_or(&6);
            for value in list {
                faces.flips[usize::from(Die::new(kind, value).0)] = sum - value;
            }
        }
        faces
    }
    #[must_use]
    #[inline]
    pub const fn of(&self, kind: DieKind) -> [u8; 6] {
        match Faces::make(kind) {
            0 => PLAIN_FACES,
            1 => self.split,
            _ => self.boost,
        }
    }
    const fn make(kind: DieKind) -> usize {
        if kind.is_plain() {
            0
        } else if kind.is_split() {
            1
        } else {
            2
        }
    }
    /// How many of the six faces of this kind show the number.
    #[must_use]
    #[inline]
    pub const fn copies(&self, die: Die) -> u8 {
        self.copies[Faces::make(die.kind())][die.value() as usize]
    }
    #[must_use]
    #[inline]
    pub const fn has(&self, die: Die) -> bool {
        self.copies(die) > 0
    }
    /// The die turned to its opposite face.
    #[must_use]
    #[inline]
    pub const fn flipped(&self, die: Die) -> Die {
        die.showing(self.flips[die.0 as usize])
    }
    /// The die with its number changed; `None` past its own lowest or highest face.
    #[must_use]
    #[inline]
    pub const fn adjusted(&self, die: Die, by: i8) -> Option<Die> {
        let value = die.value() as i8 + by;
        if value < 1 || value > 8 {
            return None;
        }
        let new = die.showing(value as u8);
        if self.has(new) { Some(new) } else { None }
    }
    #[inline]
    pub fn roll<R: Rng + ?Sized>(&self, kind: DieKind, rng: &mut R) -> Die {
        Die::new(kind, self.of(kind)[below(rng, 6) as usize])
    }
    /// What a roll of this kind may show: each number once, with its weight.
    pub fn weights(&self, kind: DieKind) -> impl Iterator<Item = (Die, u32)> + '_ {
        (1..=8)
            .map(move |v| Die::new(kind, v))
            .map(|die| (die, u32::from(self.copies(die))))
            .filter(|d| d.1 > 0)
    }
}

/// Dice without an order, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bag {
    counts: [u8; DieKind::COUNT],
    total: u8,
}

impl Bag {
    #[must_use]
    #[inline]
    pub const fn len(&self) -> u8 {
        self.total
    }
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }
    #[must_use]
    #[inline]
    pub const fn count(&self, kind: DieKind) -> u8 {
        self.counts[kind.index()]
    }
    #[inline]
    pub fn put(&mut self, kind: DieKind, dice: u8) {
        self.counts[kind.index()] += dice;
        self.total += dice;
    }
    /// # Panics
    /// If there is no such die.
    #[inline]
    pub fn take(&mut self, kind: DieKind) {
        assert!(self.counts[kind.index()] > 0, "there is no {kind} die in the bag");
        self.counts[kind.index()] -= 1;
        self.total -= 1;
    }
    /// A blind draw; the bag stays as it is.
    ///
    /// # Panics
    /// If the bag is empty.
    #[inline]
    pub fn pick<R: Rng + ?Sized>(&self, rng: &mut R) -> DieKind {
        let mut at = below(rng, u32::from(self.total)) as u8;
        for (kind, count) in self.counts.iter().enumerate() {
            if at < *count {
                return DieKind::of_index(kind);
            }
            at -= count;
        }
        unreachable!("the total is the sum of the counts");
    }
    pub fn kinds(&self) -> impl Iterator<Item = (DieKind, u8)> + '_ {
        DieKind::all().map(|kind| (kind, self.count(kind))).filter(|(_, count)| *count > 0)
    }
}

/// Dice in the open, kept sorted so that the same dice are the same list: rolled, or in hand.
pub type Dice = ArrayVec<[Die; 12]>;

/// Lays a die among others, lowest number first.
#[inline]
pub fn lay(dice: &mut Dice, die: Die) {
    let at = dice.iter().position(|d| (d.value(), *d) > (die.value(), die)).unwrap_or(dice.len());
    dice.insert(at, die);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces() -> Faces {
        Faces::new([1, 2, 2, 3, 3, 4], [3, 4, 5, 6, 7, 8])
    }

    #[test]
    fn dice_read_back() {
        for kind in DieKind::all() {
            for (die, _) in faces().weights(kind) {
                assert_eq!(die.to_string().parse::<Die>(), Ok(die));
            }
        }
        assert!(
            "red0".parse::<Die>().is_err() && "red9".parse::<Die>().is_err() && "".parse::<Die>().is_err()
        );
    }
}
