//! Ids of Regions, Characters and cards, as they are written in steps.

use crate::words::{CELLS, DeckId, KINDS, MINIONS, SPELLS_PER_DECK, Size, TILES, TREASURES, Tier};
use kernel::{BadNotation, Seat};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A number without leading zeros.
fn number(text: &str) -> Option<u8> {
    text.parse::<u8>().ok().filter(|n| n.to_string() == text)
}

/// A cell of the Map: column A to E, row 1 to 5. Written `c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RegionId(pub u8);

impl Default for RegionId {
    fn default() -> Self {
        RegionId::NOWHERE
    }
}

impl RegionId {
    /// Hawkemoor Keep, later the Ruins of the Throne.
    pub const KEEP: RegionId = RegionId(12);
    /// The Mountain directly above it.
    pub const SPIRE: RegionId = RegionId(7);
    /// Off the Map.
    pub const NOWHERE: RegionId = RegionId(u8::MAX);

    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn is_on_map(self) -> bool {
        self.0 < CELLS as u8
    }
    /// All cells, row by row from the north-west.
    pub fn all() -> impl Iterator<Item = RegionId> {
        (0..CELLS as u8).map(RegionId)
    }
    /// Cells that share a side, by place alone: north, east, south, west.
    #[must_use]
    pub const fn beside(self) -> [Option<RegionId>; 4] {
        let (col, row) = (self.0 % 5, self.0 / 5);
        [
            if row > 0 { Some(RegionId(self.0 - 5)) } else { None },
            if col < 4 { Some(RegionId(self.0 + 1)) } else { None },
            if row < 4 { Some(RegionId(self.0 + 5)) } else { None },
            if col > 0 { Some(RegionId(self.0 - 1)) } else { None },
        ]
    }
}

impl fmt::Display for RegionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_on_map() {
            return f.write_str("off");
        }
        write!(f, "{}{}", char::from(b'a' + self.0 % 5), self.0 / 5 + 1)
    }
}

impl FromStr for RegionId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<RegionId, BadNotation> {
        let bad = || BadNotation::operand("region", text, "a1 to e5");
        match text.as_bytes() {
            [col @ b'a'..=b'e', row @ b'1'..=b'5'] => Ok(RegionId((row - b'1') * 5 + (col - b'a'))),
            _ => Err(bad()),
        }
    }
}

/// A set of Regions as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RegionSet(pub u32);

impl RegionSet {
    pub const EMPTY: RegionSet = RegionSet(0);

    #[must_use]
    #[inline]
    pub const fn only(region: RegionId) -> RegionSet {
        RegionSet(1 << (region.0 & 31))
    }
    #[must_use]
    #[inline]
    pub const fn contains(self, region: RegionId) -> bool {
        region.0 < 32 && self.0 & (1 << region.0) != 0
    }
    #[inline]
    pub fn insert(&mut self, region: RegionId) {
        self.0 |= 1 << region.0;
    }
    #[inline]
    pub fn remove(&mut self, region: RegionId) {
        self.0 &= !(1 << region.0);
    }
    #[must_use]
    #[inline]
    pub const fn and(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 & other.0)
    }
    #[must_use]
    #[inline]
    pub const fn or(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 | other.0)
    }
    #[must_use]
    #[inline]
    pub const fn minus(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 & !other.0)
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
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = RegionId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let at = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(RegionId(at))
        })
    }
}

impl FromIterator<RegionId> for RegionSet {
    fn from_iter<I: IntoIterator<Item = RegionId>>(all: I) -> RegionSet {
        let mut set = RegionSet::EMPTY;
        all.into_iter().for_each(|region| set.insert(region));
        set
    }
}

/// A Character: `mordak`, `h1` to `h5`, `gust`, or a Minion `m0` to `m56`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Who(pub u8);

impl Who {
    pub const MORDAK: Who = Who(0);
    pub const GUST: Who = Who(6);
    /// Nobody.
    pub const NOBODY: Who = Who(7);
    const FIRST: u8 = 8;

    #[must_use]
    #[inline]
    pub const fn hero(seat: Seat) -> Who {
        Who(seat.number())
    }
    #[must_use]
    #[inline]
    pub const fn minion(slot: u8) -> Who {
        Who(Who::FIRST + slot)
    }
    /// The seat of a Hero.
    #[must_use]
    #[inline]
    pub fn as_hero(self) -> Option<Seat> {
        (1..=5).contains(&self.0).then(|| Seat::new(self.0))
    }
    /// The slot of a Minion.
    #[must_use]
    #[inline]
    pub const fn as_minion(self) -> Option<u8> {
        self.0.checked_sub(Who::FIRST)
    }
    #[must_use]
    #[inline]
    pub const fn is_minion(self) -> bool {
        self.0 >= Who::FIRST
    }
    /// Who has a board: Heroes and the Villain.
    #[must_use]
    #[inline]
    pub fn as_player(self) -> Option<Seat> {
        (self.0 <= 5).then(|| Seat::new(self.0))
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("mordak"),
            6 => f.write_str("gust"),
            7 => f.write_str("nobody"),
            n @ 1..=5 => write!(f, "h{n}"),
            n => write!(f, "m{}", n - Who::FIRST),
        }
    }
}

impl FromStr for Who {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Who, BadNotation> {
        let bad = || BadNotation::operand("character", text, "mordak, gust, h1 to h5 or m0 to m56");
        let read = match (text, text.split_at_checked(1)) {
            ("mordak", _) => Some(Who::MORDAK),
            ("gust", _) => Some(Who::GUST),
            (_, Some(("h", n))) => number(n).filter(|n| (1..=5).contains(n)).map(Who),
            (_, Some(("m", n))) => number(n).filter(|n| usize::from(*n) < MINIONS).map(Who::minion),
            (_, _) => None,
        };
        read.ok_or_else(bad)
    }
}

/// A kind of Spell: `a1`, `d16`, `v23` by deck and place in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpellId(pub u8);

impl SpellId {
    #[must_use]
    pub const fn new(deck: DeckId, at: u8) -> SpellId {
        SpellId(deck as u8 * SPELLS_PER_DECK as u8 + at)
    }
    /// A card of this deck that a view does not know.
    #[must_use]
    pub const fn hidden(deck: DeckId) -> SpellId {
        SpellId(0xf0 + deck as u8)
    }
    #[must_use]
    #[inline]
    pub const fn is_hidden(self) -> bool {
        self.0 >= 0xf0
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn deck(self) -> DeckId {
        let deck = if self.is_hidden() { self.0 - 0xf0 } else { self.0 / SPELLS_PER_DECK as u8 };
        match deck {
            0 => DeckId::Arcane,
            1 => DeckId::Divine,
            _ => DeckId::Void,
        }
    }
}

impl fmt::Display for SpellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_hidden() {
            return write!(f, "{}?", self.deck().letter());
        }
        write!(f, "{}{}", self.deck().letter(), self.0 % SPELLS_PER_DECK as u8 + 1)
    }
}

impl FromStr for SpellId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<SpellId, BadNotation> {
        let bad = || BadNotation::operand("spell", text, "a1, d1 or v1 and so on");
        let (letter, n) = text.split_at_checked(1).ok_or_else(bad)?;
        let deck = DeckId::ALL.iter().find(|d| letter.starts_with(d.letter())).ok_or_else(bad)?;
        let at = number(n).filter(|n| (1..=SPELLS_PER_DECK as u8).contains(n)).ok_or_else(bad)?;
        Ok(SpellId::new(*deck, at - 1))
    }
}

/// A kind of Treasure: `t1` and so on, by place in its file. [`TreasureId::NONE`] is an empty slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TreasureId(pub u8);

impl TreasureId {
    pub const NONE: TreasureId = TreasureId(u8::MAX);
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u8::MAX
    }
}

impl Default for TreasureId {
    fn default() -> Self {
        TreasureId::NONE
    }
}

impl fmt::Display for TreasureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("none") } else { write!(f, "t{}", self.0 + 1) }
    }
}

impl FromStr for TreasureId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<TreasureId, BadNotation> {
        let read = text.strip_prefix('t').and_then(number).filter(|n| (1..=TREASURES as u8).contains(n));
        read.map(|n| TreasureId(n - 1)).ok_or_else(|| BadNotation::operand("treasure", text, "t1 and so on"))
    }
}

/// A kind of Minion: `c1`, `e1`, `b1` by Size and place in its file; `sheep` and `gust` have no deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KindId(pub u8);

impl KindId {
    pub const SHEEP: KindId = KindId(KINDS as u8);
    pub const GUST: KindId = KindId(KINDS as u8 + 1);

    /// # Panics
    /// For Sheep: they have no deck.
    #[must_use]
    pub const fn new(size: Size, at: u8) -> KindId {
        KindId(KindId::range(size).0 + at)
    }
    /// The first kind of a deck, and how many there may be.
    #[must_use]
    pub const fn range(size: Size) -> (u8, u8) {
        match size {
            Size::Chump => (0, 32),
            Size::Elite => (32, 16),
            Size::Boss => (48, 16),
            Size::Sheep => (KINDS as u8, 0),
        }
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn size(self) -> Size {
        match self.0 {
            0..=31 => Size::Chump,
            32..=47 => Size::Elite,
            48..=63 => Size::Boss,
            _ => Size::Sheep,
        }
    }
}

impl fmt::Display for KindId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.0 - KindId::range(self.size()).0;
        match (*self, self.size()) {
            (KindId::GUST, _) => f.write_str("gust"),
            (_, Size::Sheep) => f.write_str("sheep"),
            (_, Size::Chump) => write!(f, "c{}", at + 1),
            (_, Size::Elite) => write!(f, "e{}", at + 1),
            (_, Size::Boss) => write!(f, "b{}", at + 1),
        }
    }
}

impl FromStr for KindId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<KindId, BadNotation> {
        let bad = || BadNotation::operand("minion", text, "c1, e1 or b1 and so on");
        let (letter, n) = text.split_at_checked(1).ok_or_else(bad)?;
        let size = match letter {
            "c" => Size::Chump,
            "e" => Size::Elite,
            "b" => Size::Boss,
            _ => return Err(bad()),
        };
        let most = KindId::range(size).1;
        let at = number(n).filter(|n| (1..=most).contains(n)).ok_or_else(bad)?;
        Ok(KindId::new(size, at - 1))
    }
}

/// A Region tile: `h1`, `i1`, `ii1`, `iii1` by tier and place in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TileId(pub u8);

impl TileId {
    /// There is no tile, or it is face-down and a view does not know it.
    pub const NONE: TileId = TileId(u8::MAX);

    #[must_use]
    pub const fn range(tier: Tier) -> (u8, u8) {
        match tier {
            Tier::Hawkemoor => (0, 8),
            Tier::One => (8, 16),
            Tier::Two => (24, 24),
            Tier::Three => (48, 16),
        }
    }
    #[must_use]
    pub const fn new(tier: Tier, at: u8) -> TileId {
        TileId(TileId::range(tier).0 + at)
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    #[must_use]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u8::MAX
    }
    #[must_use]
    pub const fn tier(self) -> Tier {
        match self.0 {
            0..=7 => Tier::Hawkemoor,
            8..=23 => Tier::One,
            24..=47 => Tier::Two,
            _ => Tier::Three,
        }
    }
}

impl Default for TileId {
    fn default() -> Self {
        TileId::NONE
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("unknown");
        }
        let prefix = match self.tier() {
            Tier::Hawkemoor => "h",
            Tier::One => "i",
            Tier::Two => "ii",
            Tier::Three => "iii",
        };
        write!(f, "{prefix}{}", self.0 - TileId::range(self.tier()).0 + 1)
    }
}

impl FromStr for TileId {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<TileId, BadNotation> {
        let bad = || BadNotation::operand("tile", text, "h1, i1, ii1 or iii1 and so on");
        let (prefix, n) = text.split_at(text.find(|c: char| c.is_ascii_digit()).ok_or_else(bad)?);
        let tier = match prefix {
            "h" => Tier::Hawkemoor,
            "i" => Tier::One,
            "ii" => Tier::Two,
            "iii" => Tier::Three,
            _ => return Err(bad()),
        };
        let (first, most) = TileId::range(tier);
        let at = number(n)
            .filter(|n| (1..=most).contains(n) && usize::from(first + n) <= TILES)
            .ok_or_else(bad)?;
        Ok(TileId::new(tier, at - 1))
    }
}
