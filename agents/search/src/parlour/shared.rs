//! What the parlour games share: small operands, payoffs, and steps that never happen.

use kernel::{BadNotation, Notation, Outcome, PerSeat, Seat, SeatSet, Secret, Story, notation::Parts, words};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

pub const FIRST: Seat = Seat::new(0);
pub const SECOND: Seat = Seat::new(1);
pub const BOTH: SeatSet = SeatSet::first(2);

words! {
    /// The cards of the small poker games.
    pub enum Rank as "card" { Jack = "J", Queen = "Q", King = "K" }
}

/// A small number, such as a bid or how many are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Number(pub u8);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Number {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Number, BadNotation> {
        text.parse().map(Number).map_err(|_| BadNotation::operand("number", text, "0 to 255"))
    }
}

/// A face of a die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Face(pub u8);

impl Face {
    pub const COUNT: u32 = 6;
    pub const SIX: Face = Face(6);

    pub fn all() -> impl Iterator<Item = Face> {
        (1..=Face::COUNT as u8).map(Face)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Face {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Face, BadNotation> {
        Face::all()
            .find(|face| text.parse() == Ok(face.0))
            .ok_or_else(|| BadNotation::operand("face", text, "1 to 6"))
    }
}

/// The chance of a game without chance: nothing ever falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NoChance {}

impl fmt::Display for NoChance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Notation for NoChance {
    const VERBS: &'static [&'static str] = &[];
    fn verb(&self) -> &'static str {
        match *self {}
    }
    fn parts(&self) -> Parts {
        match *self {}
    }
}

impl FromStr for NoChance {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<NoChance, BadNotation> {
        Err(BadNotation::operand("chance", text, "nothing: this game has no chance"))
    }
}

/// The story of a parlour game: it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStory {}

impl fmt::Display for NoStory {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Story for NoStory {
    fn seen_by(&self, _: Seat) -> Option<NoStory> {
        match *self {}
    }
}

/// The part of `impl Game` that is the same in all games of two without chance.
macro_rules! two_without_chance {
    () => {
        type Chance = $crate::parlour::shared::NoChance;
        type Event = $crate::parlour::shared::NoStory;

        fn seats(&self) -> u8 {
            2
        }
        fn odds(&self, _: &State) -> kernel::Odds<Self::Chance> {
            kernel::Odds::even([])
        }
        fn sample<R: Rng + ?Sized>(&self, _: &State, _: &mut R) -> Self::Chance {
            unreachable!("nothing ever falls in this game")
        }
    };
}
pub(super) use two_without_chance;

/// The part of `impl Game` that is the same in all games in which everybody sees everything.
macro_rules! nothing_hidden {
    () => {
        #[inline]
        fn mask(&self, _: &mut State, _: Seat) {}
        #[inline]
        fn fill<R: Rng + ?Sized>(&self, _: &mut State, _: &mut R) {}
    };
}
pub(super) use nothing_hidden;

/// A place that is written as a letter from `a` on.
macro_rules! letter {
    ($(#[$doc:meta])* pub struct $name:ident as $what:literal to $last:literal, $expected:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(u8);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", char::from(b'a' + self.0))
            }
        }

        impl std::str::FromStr for $name {
            type Err = kernel::BadNotation;
            fn from_str(text: &str) -> Result<$name, kernel::BadNotation> {
                match text.as_bytes() {
                    [letter @ b'a'..=$last] => Ok($name(letter - b'a')),
                    [..] => Err(kernel::BadNotation::operand($what, text, $expected)),
                }
            }
        }
    };
}
pub(super) use letter;

/// A card for each of two players, seen by nobody else before it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hands(PerSeat<Option<Secret<Rank>>, 2>);

impl Hands {
    /// The card of this seat, if it is dealt and not masked.
    #[inline]
    pub fn card(&self, seat: Seat) -> Option<Rank> {
        self.0[seat].and_then(|card| card.get().copied())
    }
    /// Who gets the next card; nobody if both have one.
    #[inline]
    pub(super) fn next(&self) -> Option<Seat> {
        [FIRST, SECOND].into_iter().find(|seat| self.0[*seat].is_none())
    }
    #[inline]
    pub(super) fn deal(&mut self, seat: Seat, card: Rank) {
        self.0[seat] = Some(Secret::new(card, SeatSet::only(seat)));
    }
    #[inline]
    pub(super) fn show(&mut self) {
        self.0.each_mut().iter_mut().flatten().for_each(|card| card.show_to(BOTH));
    }
    #[inline]
    pub(super) fn mask(&mut self, seat: Seat) {
        self.0.each_mut().iter_mut().flatten().for_each(|card| card.mask(seat));
    }
    /// Was this seat dealt a card that is masked?
    #[inline]
    pub(super) fn is_missing(&self, seat: Seat) -> bool {
        self.0[seat].is_some_and(|card| card.is_missing())
    }
    #[inline]
    pub(super) fn fill(&mut self, seat: Seat, guess: Rank) {
        self.0[seat].iter_mut().for_each(|card| card.fill(|| guess));
    }
}

/// The other of two.
#[inline]
pub(super) fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.number() % 2)
}

/// What two players get; without a winner it is a draw.
pub(super) fn duel(winner: Option<Seat>) -> Outcome {
    stakes(winner.map_or(0, |seat| if seat == FIRST { 1 } else { -1 }), 1)
}

/// What two players get if the first has won `net` of at most `most`; the payoffs add up to the best one.
pub(super) fn stakes(net: i32, most: i32) -> Outcome {
    let half = i32::from(Outcome::BEST) / 2;
    // Rounded away from zero, so that both sides are treated alike.
    let gain = (2 * half * net.abs() + most) / (2 * most);
    let first = half + gain * net.signum();
    let payoff = |p: i32| u16::try_from(p).expect("nobody wins more than the most");
    Outcome::new(&[payoff(first), payoff(2 * half - first)])
}

/// The place of the `n`th set bit from below, from 0.
#[inline]
pub(super) fn nth_bit(mut bits: u32, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// The places of the set bits from below.
#[inline]
pub(super) fn set_bits(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(lowest)
    })
}

#[cfg(test)]
pub(super) mod proof {
    //! How the tests of all parlour games play.

    use kernel::{Game, Log, Table, laws, script};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::sync::Arc;

    /// Checks every law at every step of random games.
    #[track_caller]
    pub fn keeps_all_laws<G: Game>(game: G) {
        let game = Arc::new(game);
        let care = laws::Care { steps_max: 20_000, thorough: 1 };
        for seed in 0..60 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            if let Err(broken) = laws::check(Table::new(Arc::clone(&game)), &mut rng, care, |_, _| Ok(())) {
                panic!("seed {seed}: {broken}");
            }
        }
    }

    /// Plays steps separated by commas, such as `deal K, seat 0: bet`.
    #[track_caller]
    pub fn play<G: Game>(game: G, steps: &str) -> Table<G> {
        let mut table = Table::new(Arc::new(game));
        for line in steps.split(',').map(str::trim).filter(|line| !line.is_empty()) {
            let step = script::read_step(line).unwrap_or_else(|why| panic!("`{line}`: {why}"));
            table.play(step, &mut Log::off()).unwrap_or_else(|why| panic!("`{line}`: {why}"));
        }
        table
    }

    /// Plays the moves of two seats in turn, such as `drop d, drop c`.
    #[track_caller]
    pub fn in_turn<G: Game>(game: G, moves: &str) -> Table<G> {
        let steps: Vec<_> =
            moves.split(',').enumerate().map(|(n, action)| format!("seat {}: {action}", n % 2)).collect();
        play(game, &steps.join(","))
    }

    /// What each seat got.
    #[track_caller]
    pub fn payoffs<G: Game>(table: &Table<G>) -> Vec<u16> {
        table.outcome().expect("the game is over").payoffs().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_map_the_most_to_the_ends_and_nothing_to_the_middle() {
        assert_eq!(stakes(13, 13).payoffs(), [1000, 0]);
        assert_eq!(stakes(-13, 13).payoffs(), [0, 1000]);
        assert_eq!(stakes(0, 13).payoffs(), [500, 500]);
        assert_eq!(stakes(-1, 2).payoffs(), [250, 750]);
        assert_eq!(stakes(1, 13).payoffs(), [538, 462]);
        assert_eq!(stakes(-1, 13).payoffs(), [462, 538]);
    }

    #[test]
    fn bits_are_found_from_below() {
        assert_eq!(set_bits(0b10110).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(nth_bit(0b10110, 2), 4);
    }

    #[test]
    fn a_face_is_one_to_six() {
        assert_eq!("6".parse::<Face>().unwrap(), Face::SIX);
        assert!("0".parse::<Face>().is_err() && "7".parse::<Face>().is_err());
    }
}
