//! The vocabulary: classes, formations, terrain, nodes, and the ids of everything that is named in a step.

use kernel::{BadNotation, Card, Seat, words};
use serde::{Deserialize, Serialize};
use std::{fmt, num::NonZeroU8, str::FromStr};

/// The most seats at a table.
pub const SEATS: usize = 4;
/// Characters a seat may own: five of a formation, three on the bench.
pub const SLOTS: usize = 8;
pub const CHARS: usize = SEATS * SLOTS;
/// The first slot of the bench.
pub const BENCH: usize = 5;
/// Action tokens a player owns.
pub const TOKENS_MAX: u8 = 10;

words! {
    pub enum Class as "class" {
        Ranger = "ranger", Rogue = "rogue", Warrior = "warrior", Knight = "knight", Wizard = "wizard", Oracle = "oracle",
    }
}

words! {
    pub enum Category as "category" { Scout = "scout", Soldier = "soldier", Scholar = "scholar" }
}

words! {
    /// The face card that is critical for a class.
    pub enum Face as "face" { Jack = "jack", Queen = "queen", King = "king" }
}

words! {
    pub enum Formation as "formation" { Fellowship = "fellowship", Soulbond = "soulbond", Master = "master" }
}

words! {
    pub enum Terrain as "terrain" {
        Elevated = "elevated", Obscuring = "obscuring", Difficult = "difficult", Garrison = "garrison", Cover = "cover",
    }
}

words! {
    /// Kinds of nodes, in the order in which a player works them off.
    pub enum Node as "node" { Treasure = "treasure", Activation = "activation", Card = "card", Trap = "trap" }
}

words! {
    pub enum Edge as "edge" {
        North = "north", South = "south", West = "west", East = "east", A = "a", B = "b", C = "c", D = "d",
    }
}

words! {
    pub enum Nature as "nature" { Physical = "physical", Magic = "magic" }
}

words! {
    /// What else may win a scenario; Last Man Standing always does. In the order in which they are tested.
    pub enum Goal as "victory condition" {
        Breakthrough = "breakthrough", Hill = "hill", Treasure = "treasure", Territories = "territories",
    }
}

words! {
    /// Why a game ended.
    pub enum Reason as "reason" {
        LastStanding = "last_standing" "Last Man Standing", Breakthrough = "breakthrough", Hill = "hill" "King of the Hill",
        Treasure = "treasure" "We've Got What We Came For", Territories = "territories", RoundLimit = "round_limit" "Round limit",
        AllFallen = "all_fallen" "Nobody is left",
    }
}

words! {
    /// Numbers that lasting effects and passives change.
    pub enum Stat as "stat" {
        Armor = "armor", Warding = "warding", Sprint = "sprint", Attack = "attack", Defence = "defence", Health = "health",
    }
}

impl Formation {
    /// The level of each slot; 0 is a minion.
    #[must_use]
    pub const fn slots(self) -> &'static [u8] {
        match self {
            Formation::Fellowship => &[2, 1, 1],
            Formation::Soulbond => &[2, 2],
            Formation::Master => &[3, 0, 0, 0, 0],
        }
    }
}

impl Edge {
    #[must_use]
    pub const fn opposite(self) -> Option<Edge> {
        match self {
            Edge::North => Some(Edge::South),
            Edge::South => Some(Edge::North),
            Edge::West => Some(Edge::East),
            Edge::East => Some(Edge::West),
            Edge::A | Edge::B | Edge::C | Edge::D => None,
        }
    }
}

/// Ace 1, 2 to 10 as printed, faces 10.
#[must_use]
#[inline]
pub const fn value(card: Card) -> u8 {
    match card.number() {
        14 => 1,
        11..=13 => 10,
        number => number,
    }
}

/// A character: seat 0 owns `a1` to `a8`, seat 1 `b1` to `b8`; the bench starts at 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CharId(u8);

impl CharId {
    #[must_use]
    #[inline]
    pub const fn new(seat: Seat, slot: usize) -> CharId {
        CharId(seat.number() * SLOTS as u8 + slot as u8)
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat::new(self.0 / SLOTS as u8)
    }
    #[must_use]
    #[inline]
    pub const fn slot(self) -> usize {
        (self.0 as usize) % SLOTS
    }
}

impl fmt::Display for CharId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.seat().number()), self.slot() + 1)
    }
}

impl FromStr for CharId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<CharId, BadNotation> {
        let wrong = || BadNotation::operand("character", text, "a1 to d8");
        let [seat @ b'a'..=b'd', slot @ b'1'..=b'8'] = text.as_bytes() else { return Err(wrong()) };
        Ok(CharId((seat - b'a') * SLOTS as u8 + slot - b'1'))
    }
}

macro_rules! bit_set {
    ($(#[$meta:meta])* $Set:ident($Word:ty) of $Item:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Set($Word);

        impl $Set {
            pub const EMPTY: $Set = $Set(0);
            #[must_use]
            #[inline]
            pub const fn of_bits(bits: $Word) -> $Set {
                $Set(bits)
            }
            #[must_use]
            #[inline]
            pub const fn bits(self) -> $Word {
                self.0
            }
            #[must_use]
            #[inline]
            pub const fn only(one: $Item) -> $Set {
                $Set(1 << one.0)
            }
            #[must_use]
            #[inline]
            pub const fn contains(self, one: $Item) -> bool {
                self.0 >> one.0 & 1 == 1
            }
            #[must_use]
            #[inline]
            pub const fn with(self, one: $Item) -> $Set {
                $Set(self.0 | 1 << one.0)
            }
            #[must_use]
            #[inline]
            pub const fn without(self, one: $Item) -> $Set {
                $Set(self.0 & !(1 << one.0))
            }
            #[must_use]
            #[inline]
            pub const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }
            #[must_use]
            #[inline]
            pub const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }
            #[must_use]
            #[inline]
            pub const fn minus(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }
            #[inline]
            pub fn insert(&mut self, one: $Item) {
                *self = self.with(one);
            }
            #[inline]
            pub fn remove(&mut self, one: $Item) {
                *self = self.without(one);
            }
            #[must_use]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[must_use]
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }
            #[must_use]
            #[inline]
            pub fn lowest(self) -> Option<$Item> {
                (self.0 != 0).then(|| $Item(self.0.trailing_zeros() as u8))
            }
            /// The only one, if there is exactly one.
            #[must_use]
            #[inline]
            pub fn single(self) -> Option<$Item> {
                self.lowest().filter(|_| self.0 & self.0.wrapping_sub(1) == 0)
            }
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $Item> + Clone {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let one = $Set(left).lowest()?;
                    left &= left - 1;
                    Some(one)
                })
            }
        }

        impl FromIterator<$Item> for $Set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $Item>>(all: I) -> $Set {
                all.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }
    };
}

bit_set!(
    /// A set of characters.
    CharSet(u32) of CharId
);
bit_set!(
    /// A set of areas.
    AreaSet(u64) of AreaId
);

impl CharSet {
    /// All eight characters of a seat, whether they exist or not.
    #[must_use]
    #[inline]
    pub const fn owned_by(seat: Seat) -> CharSet {
        CharSet(0xff << (seat.number() * SLOTS as u8))
    }
}

/// An area by its row from the top and its column from the left: `r1c1` to `r8c8`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AreaId(u8);

impl AreaSet {
    /// The first area of the set from this index on.
    #[must_use]
    #[inline]
    pub fn from(self, index: u8) -> Option<AreaId> {
        AreaSet(self.0.checked_shr(index.into()).unwrap_or(0)).lowest().map(|area| AreaId(area.0 + index))
    }
}

impl AreaId {
    /// The area with this index.
    #[must_use]
    #[inline]
    pub const fn of_index(index: u8) -> AreaId {
        AreaId(index)
    }
    /// # Panics
    /// Outside 1 to 8.
    #[must_use]
    #[inline]
    pub const fn new(row: u8, col: u8) -> AreaId {
        assert!(1 <= row && row <= 8 && 1 <= col && col <= 8, "a map has at most 8 rows and columns");
        AreaId((row - 1) * 8 + col - 1)
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 8 + 1
    }
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 % 8 + 1
    }
}

impl fmt::Display for AreaId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row(), self.col())
    }
}

impl FromStr for AreaId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<AreaId, BadNotation> {
        match text.as_bytes() {
            [b'r', row @ b'1'..=b'8', b'c', col @ b'1'..=b'8'] => Ok(AreaId::new(row - b'0', col - b'0')),
            _ => Err(BadNotation::operand("area", text, "row and column such as r2c3")),
        }
    }
}

words! {
    pub enum AbilityKind as "kind of ability" { Attack = "ATK", Action = "ACT", Reaction = "REA", Passive = "PAS" }
}

/// An ability card by its kind and number: `ATK-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AbilityId(NonZeroU8);

impl AbilityId {
    pub const NUMBER_MAX: u8 = 60;

    /// `None` for a number that no card has.
    #[must_use]
    pub const fn new(kind: AbilityKind, number: u8) -> Option<AbilityId> {
        match NonZeroU8::new(kind as u8 * 64 + number) {
            Some(id) if 1 <= number && number <= AbilityId::NUMBER_MAX => Some(AbilityId(id)),
            Some(_) | None => None,
        }
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }
    /// The ability with this index.
    #[must_use]
    pub fn of_index(index: usize) -> Option<AbilityId> {
        u8::try_from(index).ok().and_then(NonZeroU8::new).map(AbilityId)
    }
    #[must_use]
    #[inline]
    pub const fn kind(self) -> AbilityKind {
        match self.0.get() / 64 {
            0 => AbilityKind::Attack,
            1 => AbilityKind::Action,
            2 => AbilityKind::Reaction,
            _ => AbilityKind::Passive,
        }
    }
}

impl fmt::Display for AbilityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.kind(), self.0.get() % 64)
    }
}

impl FromStr for AbilityId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<AbilityId, BadNotation> {
        let wrong = || BadNotation::operand("ability", text, "an id such as ATK-02");
        let (kind, number) = text.split_once('-').ok_or_else(wrong)?;
        let kind = kind.parse().map_err(|_| wrong())?;
        let read = number.parse().ok().and_then(|number| AbilityId::new(kind, number)).ok_or_else(wrong)?;
        if read.to_string() == text { Ok(read) } else { Err(wrong()) }
    }
}

/// What a character attacks with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// An ability with an attack.
    Ability(AbilityId),
    /// The basic attack of its profile.
    #[default]
    Basic,
}

impl fmt::Display for Weapon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weapon::Ability(id) => id.fmt(f),
            Weapon::Basic => f.write_str("basic"),
        }
    }
}

impl FromStr for Weapon {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Weapon, BadNotation> {
        match text {
            "basic" => Ok(Weapon::Basic),
            id => id
                .parse()
                .map(Weapon::Ability)
                .map_err(|_| BadNotation::operand("ability", text, "an id such as ATK-02, or basic")),
        }
    }
}

/// A character card, class and number such as `RG2`, or a minion such as `MIN-1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyId(u8);

impl BodyId {
    pub const COUNT: usize = 74;
    const CLASSES: [&'static str; 6] = ["RG", "RO", "WA", "KN", "WI", "OR"];

    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn is_minion(self) -> bool {
        self.0 >= 64
    }
    /// The class its letters name; `None` for a minion.
    #[must_use]
    pub fn class(self) -> Option<Class> {
        Class::ALL.get(usize::from(self.0 / 10)).copied().filter(|_| !self.is_minion())
    }
    pub fn all() -> impl Iterator<Item = BodyId> {
        (0..Self::COUNT as u8).map(BodyId)
    }
}

impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class() {
            Some(class) => write!(f, "{}{}", BodyId::CLASSES[class.index()], self.0 % 10),
            None => write!(f, "MIN-{}", self.0.wrapping_sub(64)),
        }
    }
}

impl FromStr for BodyId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<BodyId, BadNotation> {
        let wrong = || {
            BadNotation::operand(
                "character card",
                text,
                "RG, RO, WA, KN, WI or OR with 1 to 9, or MIN-1 to MIN-9",
            )
        };
        let number = text.bytes().last().filter(u8::is_ascii_digit).map(|b| b - b'0').filter(|n| *n > 0);
        let (Some(number), Some(letters)) = (number, text.get(..text.len().saturating_sub(1))) else {
            return Err(wrong());
        };
        if letters == "MIN-" {
            return Ok(BodyId(64 + number));
        }
        let class = BodyId::CLASSES.iter().position(|c| *c == letters).ok_or_else(wrong)?;
        Ok(BodyId(class as u8 * 10 + number))
    }
}

macro_rules! number {
    ($(#[$meta:meta])* $Name:ident, $what:literal, $before:literal, $after:literal, $high:literal, $expected:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $Name(pub u8);

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($before, "{}", $after), self.0)
            }
        }
        impl FromStr for $Name {
            type Err = BadNotation;
            fn from_str(text: &str) -> Result<Self, BadNotation> {
                let digits = text.strip_prefix($before).and_then(|rest| rest.strip_suffix($after));
                let read = digits.and_then(|d| d.parse().ok()).filter(|n| *n <= $high).map($Name);
                read.filter(|n| n.to_string() == text).ok_or_else(|| BadNotation::operand($what, text, $expected))
            }
        }
    };
}

number!(
    /// A ready warband.
    WarbandId, "warband", "WB-", "", 99, "WB-1 to WB-99"
);
number!(
    /// A scenario.
    ScenarioId, "scenario", "SCN-", "", 31, "SCN-1 to SCN-31"
);
number!(
    /// A twist.
    TwistId, "twist", "TWI-", "", 31, "TWI-1 to TWI-31"
);
number!(
    /// How many treasures pay for an action instead of tokens.
    Paid, "treasure", "", "t", 99, "0t, 1t and so on"
);
number!(
    /// How many cards are bought.
    Count, "count", "", "", 52, "0 to 52"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_strangers_are_refused() {
        for id in ["a1", "d8", "b6"] {
            assert_eq!(id.parse::<CharId>().unwrap().to_string(), id);
        }
        for id in ["r1c1", "r8c8", "r2c3"] {
            assert_eq!(id.parse::<AreaId>().unwrap().to_string(), id);
        }
        for id in ["ATK-01", "PAS-60", "basic"] {
            assert_eq!(id.parse::<Weapon>().unwrap().to_string(), id);
        }
        for id in ["RG1", "OR9", "MIN-4"] {
            assert_eq!(id.parse::<BodyId>().unwrap().to_string(), id);
        }
        assert!("e1".parse::<CharId>().is_err() && "a9".parse::<CharId>().is_err());
        assert!("r9c1".parse::<AreaId>().is_err() && "ATK-1".parse::<AbilityId>().is_err());
        assert!("basic".parse::<AbilityId>().is_err() && "ATK-00".parse::<AbilityId>().is_err());
        assert!(
            "XX1".parse::<BodyId>().is_err()
                && "RG0".parse::<BodyId>().is_err()
                && "".parse::<BodyId>().is_err()
        );
        assert!("1".parse::<Paid>().is_err() && "WB-100".parse::<WarbandId>().is_err());
    }
}
