//! Cards as they stand in the files. What they do is said in the vocabulary of [`super::effects`].

use super::{
    effects::{Award, Effect, MonsterAbility, Passive, Restriction, When},
    words::{AdventureKind, ArmorType, Box, Color, ColorSet, Direction, Kind, Mode, Window},
};
use kernel::ArrayVec;
use serde::{Deserialize, Deserializer};

/// One value for each Attribute Row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByRow<T> {
    pub str: T,
    pub dex: T,
    pub con: T,
    pub int: T,
    pub wis: T,
    pub cha: T,
}

impl<T: Copy> ByRow<T> {
    #[must_use]
    #[inline]
    pub const fn each(&self) -> [T; 6] {
        [self.str, self.dex, self.con, self.int, self.wis, self.cha]
    }
}

/// Race modifiers; rows that are not named have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mods {
    str: i8,
    dex: i8,
    con: i8,
    int: i8,
    wis: i8,
    cha: i8,
}

impl Mods {
    #[must_use]
    #[inline]
    pub const fn each(&self) -> [i8; 6] {
        [self.str, self.dex, self.con, self.int, self.wis, self.cha]
    }
}

/// A Character Sheet with its race.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetCard {
    pub id: String,
    pub set: Box,
    pub name: String,
    #[serde(default)]
    pub mods: Mods,
    pub text: String,
}

/// What an Attribute Row should score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    #[default]
    None,
    Exactly(u8),
    /// From the first to the second.
    Range(u8, u8),
    AtLeast(u8),
}

impl Goal {
    #[must_use]
    #[inline]
    pub const fn met(self, score: i8) -> bool {
        let score = score as i16;
        match self {
            Goal::None => false,
            Goal::Exactly(n) => score == n as i16,
            Goal::Range(low, high) => low as i16 <= score && score <= high as i16,
            Goal::AtLeast(n) => score >= n as i16,
        }
    }
}

/// How often something may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Skills: by exhausting the card and moving the Alignment token.
    #[default]
    Exhaust,
    /// Once a round; free again after Cleanup.
    Round,
    Game,
}

/// A set of windows as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Windows(u16);

impl Windows {
    #[must_use]
    pub const fn only(window: Window) -> Windows {
        Windows(window.bit())
    }
    #[must_use]
    #[inline]
    pub const fn contains(self, window: Window) -> bool {
        self.0 & window.bit() != 0
    }
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Windows {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Windows, D::Error> {
        let all: Vec<Window> = Vec::deserialize(from)?;
        Ok(Windows(all.iter().fold(0, |bits, window| bits | window.bit())))
    }
}

pub type Effects = ArrayVec<[Effect; 4]>;
pub type Passives = ArrayVec<[Passive; 3]>;

/// What the owner may use as a free action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    pub windows: Windows,
    #[serde(default)]
    pub limit: Limit,
    /// Also in the same window of another seat, after that seat.
    #[serde(default)]
    pub reaction: bool,
    pub effects: Effects,
}

/// One face of a Class card. The two faces of a card follow each other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassFace {
    pub id: String,
    pub set: Box,
    pub color: Color,
    pub name: String,
    pub goals: ByRow<Goal>,
    /// Stars for each goal.
    pub stars: ByRow<u8>,
    /// The name of what the class can do.
    pub ability: String,
    #[serde(default)]
    pub always: Passives,
    #[serde(default)]
    pub power: Option<Power>,
    pub text: String,
}

/// An Alignment card: rows Good, Neutral, Evil; in each Lawful, Neutral, Chaotic.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlignmentCard {
    pub id: String,
    pub set: Box,
    pub name: String,
    pub grid: [i8; 9],
    pub text: String,
}

/// A Backstory card: for each Attribute Row a colour and a space of 1 to 3.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackstoryCard {
    pub id: String,
    pub set: Box,
    pub name: String,
    pub cells: ByRow<(Color, u8)>,
    pub text: String,
}

/// A Familiar Board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamiliarBoard {
    pub id: String,
    pub name: String,
    /// The lowest and the highest Power Score that pays.
    pub power: (u8, u8),
    pub stars: u8,
    pub cells: [Color; 3],
    pub action: Effects,
    pub text: String,
}

/// A Market card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarketCard {
    pub id: String,
    pub set: Box,
    pub kind: Kind,
    pub name: String,
    /// 1 or 2: which half of the deck.
    pub dots: u8,
    pub cost: u8,
    /// Skills: the step that using it costs. Traits: the step that buying it brings.
    #[serde(default)]
    pub align: Option<Direction>,
    /// Weapons: hands needed.
    #[serde(default)]
    pub hands: u8,
    #[serde(default)]
    pub armor: Option<ArmorType>,
    /// Armor: class colours it suits.
    #[serde(default)]
    pub colors: ColorSet,
    /// Needs an opponent: out of the solitaire game.
    #[serde(default)]
    pub multiplayer_only: bool,
    /// Another box has a newer version: out of the game while that is in use.
    #[serde(default)]
    pub replaced_by: Option<Box>,
    /// Scrolls: carried out at once when bought.
    #[serde(default)]
    pub on_buy: Effects,
    /// Skills, and Weapons that are used.
    #[serde(default)]
    pub power: Option<Power>,
    #[serde(default)]
    pub always: Passives,
    pub text: String,
}

/// How a type of armor scores.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmorSet {
    pub id: ArmorType,
    /// Stars by cards held, from one on; more cards than entries count as the last.
    pub stars: ArrayVec<[u8; 6]>,
    /// More stars if a card held suits the class colour.
    pub class_bonus: u8,
}

/// A weakness of a Minion: dice if something holds, or for each of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weakness {
    If {
        when: When,
        dice: u8,
    },
    /// One die for each full `per`, at most `max`.
    Per {
        counter: super::effects::Counter,
        per: u8,
        max: u8,
    },
}

impl Default for Weakness {
    fn default() -> Self {
        Weakness::If { when: When::Always, dice: 0 }
    }
}

/// A reward level of a Minion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Level {
    pub min: u8,
    pub gold: u8,
    pub xp: u8,
    pub honor: u8,
    pub injury: u8,
    pub charisma: u8,
    /// An action or another step, always optional.
    pub does: Effect,
    pub trophy: bool,
}

/// A Minion card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinionCard {
    pub id: String,
    pub set: Box,
    pub name: String,
    pub dots: u8,
    pub weak: ArrayVec<[Weakness; 2]>,
    /// From the lowest, which starts at 0.
    pub levels: ArrayVec<[Level; 4]>,
    pub text: String,
}

/// A Monster card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterCard {
    pub id: String,
    pub set: Box,
    /// Which Adventure cards are its own; the same on its 2P+ and its 1P card.
    pub family: String,
    pub name: String,
    pub mode: Mode,
    pub color: Color,
    pub strength: u8,
    /// Stars for the highest successful result; 0 is no such bonus.
    pub champion: u8,
    /// Result and stars, from the Strength upwards.
    pub levels: ArrayVec<[(u8, u8); 6]>,
    pub ability: MonsterAbility,
    pub text: String,
    /// Position of the family among all families; given by the loader.
    #[serde(skip)]
    pub family_id: u8,
}

/// An Adventure card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdventureCard {
    pub id: String,
    pub set: Box,
    pub family: String,
    pub kind: AdventureKind,
    pub name: String,
    pub award: Award,
    #[serde(default)]
    pub dice: u8,
    #[serde(default)]
    pub xp: u8,
    /// What must also hold in the solitaire game.
    #[serde(default)]
    pub solo: When,
    pub text: String,
    /// Position of the family among all families; given by the loader.
    #[serde(skip)]
    pub family_id: u8,
}

/// A Fiend card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiendCard {
    pub id: String,
    pub name: String,
    pub does: ArrayVec<[Restriction; 2]>,
    pub text: String,
}

/// One Initiative card of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InitiativeCard {
    pub gold: bool,
    pub fiend: bool,
}

/// How a table of some size is laid out. Solitaire uses the one for two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub players: u8,
    /// Market cards discarded in setup without Monsters & Minions.
    pub discard: u8,
    pub discard_mm: u8,
    /// Cards above the Call to Adventure.
    pub call_under: u8,
    pub market: u8,
    /// From "1" up; the last is the Top card.
    pub initiative: ArrayVec<[InitiativeCard; 6]>,
}

/// Tables that stand on boards and in the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub layouts: ArrayVec<[Layout; 4]>,
    /// Gold at the start, by seat from the Start Player.
    pub gold: [u8; 5],
    pub start_dice: u8,
    /// Stars by matches of the Backstory card.
    pub backstory_stars: [u8; 7],
    /// Stars by matches of the Familiar's backstory.
    pub familiar_stars: [u8; 4],
    /// Minions removed in setup without and with Monsters & Minions.
    pub minions_removed: (u8, u8),
    /// Plain dice of each class colour and of gold in the base box.
    pub plain_dice: (u8, u8),
    /// Plain dice of each of the seven colours in Monsters & Minions.
    pub plain_dice_mm: u8,
    pub split_dice: Vec<(Color, Color)>,
    pub split_faces: [u8; 6],
    pub boost_dice: u8,
    pub boost_faces: [u8; 6],
}
