//! The words that stand on cards: colours, rows, kinds of dice and cards, directions, windows.

use kernel::{BadNotation, words};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};

words! {
    /// Colours of dice. The first six are class colours; gold never is.
    pub enum Color as "colour" {
        Black = "black", Blue = "blue", Green = "green", Purple = "purple", Red = "red", White = "white", Gold = "gold",
    }
}

impl Color {
    /// The colours a class may have.
    pub const CLASSES: [Color; 6] =
        [Color::Black, Color::Blue, Color::Green, Color::Purple, Color::Red, Color::White];
}

words! {
    /// The rows of a sheet from the top: six Attribute Rows, then the Familiar Row.
    pub enum Row as "row" {
        Str = "str" "STR", Dex = "dex" "DEX", Con = "con" "CON", Int = "int" "INT", Wis = "wis" "WIS", Cha = "cha" "CHA",
        Familiar = "familiar",
    }
}

impl Row {
    /// # Panics
    /// From 7 on.
    #[must_use]
    #[inline]
    pub const fn of_index(index: usize) -> Row {
        Row::ALL[index]
    }
    /// The six Attribute Rows.
    pub const ATTRIBUTES: [Row; 6] = [Row::Str, Row::Dex, Row::Con, Row::Int, Row::Wis, Row::Cha];
}

words! {
    /// Types of Market cards.
    pub enum Kind as "kind of Market card" {
        Armor = "armor", Skill = "skill", Trait = "trait", Weapon = "weapon", Scroll = "scroll",
    }
}

words! {
    /// Where an Alignment arrow points: Good is up, Evil down, Lawful left, Chaotic right.
    pub enum Direction as "direction" { Good = "good", Evil = "evil", Lawful = "lawful", Chaotic = "chaotic" }
}

words! {
    /// Types of Adventure cards and tokens, in the order in which they are won and revealed.
    pub enum AdventureKind as "kind of Adventure card" { Location = "location", Obstacle = "obstacle", Attack = "attack" }
}

words! {
    /// Things that are gained and lost by number.
    pub enum Good as "good" { Gold = "gold", Xp = "xp" "XP", Charisma = "charisma", Honor = "honor", Injury = "injury" }
}

words! {
    /// The box a card comes from: the base game, Fiends & Familiars, Monsters & Minions.
    pub enum Box as "box" { Base = "base", Ff = "ff" "Fiends & Familiars", Mm = "mm" "Monsters & Minions" }
}

words! {
    /// The sets that armor belongs to.
    pub enum ArmorType as "type of armor" { Chain = "chain", Leather = "leather", Mystic = "mystic", Runic = "runic" }
}

words! {
    /// A part of the Alignment grid: an outer row or column of three cells, the four corners, or the centre.
    pub enum Side as "side" {
        Good = "good", Evil = "evil", Lawful = "lawful", Chaotic = "chaotic", Corner = "corner", Center = "center",
    }
}

words! {
    /// When a free action may be taken.
    pub enum Window as "window" {
        /// W1: after the dice are sorted, before anybody chooses; all seats clockwise.
        Sorted = "sorted",
        /// W2: before one's own Initiative card is selected.
        Select = "select",
        /// W3: after one's own Dice turn.
        Placed = "placed",
        /// W4: at the end of the Dice Phase, when new Fiends begin to bind.
        DiceEnd = "dice_end",
        /// W5: before one's own Market turn.
        Market = "market",
        /// W6: after one's own Market turn.
        Bought = "bought",
        /// W7: in one's own Hunt before the roll.
        HuntPool = "hunt_pool",
        /// W7: in one's own Hunt after a roll.
        HuntRoll = "hunt_roll",
        /// W8: the last chance before Character Creation ends.
        Last = "last",
    }
}

impl Window {
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

words! {
    /// Whether a Monster card is for several players or for one.
    pub enum Mode as "mode" { Multi = "multi" "2P+", Solo = "solo" "1P" }
}

words! {
    /// Where Gold comes from without a card.
    pub enum Source as "source of Gold" {
        GoldDie = "gold_die", Row = "row", Initiative = "initiative", Discard = "discard",
    }
}

words! {
    /// Which fights something is for.
    pub enum Fight as "fight" { Hunt = "hunt", Monster = "monster", Both = "both" }
}

/// A kind of die in the bag: a plain colour, a Split pair such as `red/white`, or `boost`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DieKind(u8);

/// A set of colours as bits by [`Color::index`]; in files a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColorSet(u8);

impl ColorSet {
    pub const EMPTY: ColorSet = ColorSet(0);
    pub const ALL: ColorSet = ColorSet(0b111_1111);
    #[must_use]
    #[inline]
    pub const fn contains(self, color: Color) -> bool {
        self.0 >> color as u8 & 1 == 1
    }
    #[must_use]
    #[inline]
    pub const fn with(self, color: Color) -> ColorSet {
        ColorSet(self.0 | 1 << color as u8)
    }
    #[must_use]
    #[inline]
    pub const fn or(self, other: ColorSet) -> ColorSet {
        ColorSet(self.0 | other.0)
    }
    #[must_use]
    #[inline]
    pub const fn and(self, other: ColorSet) -> ColorSet {
        ColorSet(self.0 & other.0)
    }
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Its colours in the order of [`Color::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.iter().copied().filter(move |color| self.contains(*color))
    }
}

impl Serialize for ColorSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ColorSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ColorSet, D::Error> {
        let all: Vec<Color> = Vec::deserialize(from)?;
        Ok(all.into_iter().fold(ColorSet::default(), ColorSet::with))
    }
}

/// The colours of each kind of die: seven plain ones, the fifteen pairs of class colours, none for Boost Dice.
const COLORS: [ColorSet; DieKind::COUNT] = {
    let mut colors = [ColorSet(0); DieKind::COUNT];
    let mut at = 0;
    while at < 7 {
        colors[at] = ColorSet(1 << at);
        at += 1;
    }
    let mut first = 0;
    while first < 6 {
        let mut second = first + 1;
        while second < 6 {
            colors[at] = ColorSet(1 << first | 1 << second);
            at += 1;
            second += 1;
        }
        first += 1;
    }
    colors
};

impl DieKind {
    pub const COUNT: usize = 23;
    pub const GOLD: DieKind = DieKind(6);
    pub const BOOST: DieKind = DieKind(22);

    /// The plain die of a colour.
    #[must_use]
    pub const fn plain(color: Color) -> DieKind {
        DieKind(color as u8)
    }
    /// The Split Die of two class colours, in either order.
    #[must_use]
    pub fn split(one: Color, other: Color) -> Option<DieKind> {
        let wanted = ColorSet::default().with(one).with(other);
        DieKind::all().find(|kind| kind.is_split() && kind.colors() == wanted)
    }
    /// # Panics
    /// From 23 on.
    #[must_use]
    #[inline]
    pub const fn of_index(index: usize) -> DieKind {
        assert!(index < DieKind::COUNT, "there are 23 kinds of dice");
        DieKind(index as u8)
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    pub fn all() -> impl Iterator<Item = DieKind> {
        (0..DieKind::COUNT as u8).map(DieKind)
    }
    #[must_use]
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 < 7
    }
    #[must_use]
    #[inline]
    pub const fn is_split(self) -> bool {
        self.0 >= 7 && self.0 < 22
    }
    #[must_use]
    #[inline]
    pub const fn is_boost(self) -> bool {
        self.0 == 22
    }
    /// All colours it counts as, wherever it stands.
    #[must_use]
    #[inline]
    pub const fn colors(self) -> ColorSet {
        COLORS[self.0 as usize]
    }
    #[must_use]
    #[inline]
    pub const fn has(self, color: Color) -> bool {
        self.colors().contains(color)
    }
}

impl fmt::Display for DieKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_boost() {
            return f.write_str("boost");
        }
        for (at, color) in self.colors().iter().enumerate() {
            write!(f, "{}{color}", if at > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for DieKind {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<DieKind, BadNotation> {
        let wrong =
            || BadNotation::operand("die", text, "a colour such as red, two such as blue/red, or boost");
        let color = |text: &str| text.parse::<Color>().map_err(|_| wrong());
        let read = match text.split_once('/') {
            None if text == "boost" => DieKind::BOOST,
            None => DieKind::plain(color(text)?),
            Some((one, other)) => DieKind::split(color(one)?, color(other)?).ok_or_else(wrong)?,
        };
        if read.to_string() == text { Ok(read) } else { Err(wrong()) }
    }
}
