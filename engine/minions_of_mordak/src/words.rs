//! The vocabulary: dice, rows, decks, sizes, and the ids of everything that is named in a step.

use kernel::{BadNotation, Seat, words};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The Villain's seat; Heroes sit at 1 to 5, clockwise.
pub const VILLAIN: Seat = Seat::new(0);
pub const SEATS: usize = 6;
/// Kinds of Spells a deck may have.
pub const SPELLS_PER_DECK: usize = 32;
pub const SPELLS: usize = 3 * SPELLS_PER_DECK;
pub const TREASURES: usize = 48;
/// Kinds of Minions: 32 Chumps, 16 Elites, 16 Bosses.
pub const KINDS: usize = 64;
pub const TILES: usize = 64;
/// Minion cards and Sheep that can be on the Map at once.
pub const MINIONS: usize = 57;
pub const CELLS: usize = 25;

words! {
    /// The three grades of dice: white, yellow, red.
    pub enum Grade as "grade" { Novice = "novice", Adept = "adept", Master = "master" }
}
words! {
    /// The four Action Rolls; a Hero has no Corruption row.
    pub enum Row as "row" { Melee = "melee", Ranged = "ranged", Magic = "magic", Corruption = "corruption" }
}
words! {
    pub enum DeckId as "deck" { Arcane = "arcane", Divine = "divine", Void = "void" }
}
words! {
    pub enum Size as "size" { Sheep = "sheep", Chump = "chump", Elite = "elite", Boss = "boss" }
}
words! {
    /// Blue is Gust's alone.
    pub enum Colour as "colour" { Purple = "purple", Green = "green", Blue = "blue" }
}
words! {
    pub enum Slot as "slot" { Offense = "offense", Defense = "defense", Item = "item" }
}
words! {
    pub enum Terrain as "terrain" { Valley = "valley", Lake = "lake", Mountain = "mountain" }
}
words! {
    /// `Hawkemoor` tiles lie face-up from the start.
    pub enum Tier as "tier" { Hawkemoor = "hawkemoor", One = "one" "Tier I", Two = "two" "Tier II", Three = "three" "Tier III" }
}
words! {
    pub enum Side as "side" { Villain = "villain", Heroes = "heroes" }
}
words! {
    /// Special abilities that are just there or not.
    pub enum Skill as "ability" {
        Aoe = "aoe" "Area of Effect", Armor = "armor", Boost = "boost", Cursed = "cursed", Evade = "evade", Longshot = "longshot",
        Regenerate = "regenerate", CastsSpells = "casts_spells",
    }
}
words! {
    pub enum HeroId as "hero" {
        Alyndra = "alyndra", Amos = "amos", Bjorn = "bjorn", Gwenavael = "gwenavael", Loxley = "loxley", Mari = "mari",
        Scrutt = "scrutt", Wugner = "wugner",
    }
}
words! {
    /// When a Reaction may be played.
    pub enum Window as "window" {
        /// A Character has been picked and begins its Turn.
        Begins = "begins",
        /// An Action Roll was declared and paid.
        Declared = "declared",
        /// Dice lie on the table.
        Rolled = "rolled",
        /// Rerolls are done; Hits are about to be spent.
        Modify = "modify",
        /// A Character became the target of an attack.
        Targeted = "targeted",
        /// Damage is about to be applied.
        Damage = "damage",
        /// A Character would be Defeated.
        Defeat = "defeat",
        /// A Spell is cast, before its effect.
        Cast = "cast",
        /// Tiles were flipped or Minions spawned.
        Spawned = "spawned",
        /// A Level Up Step begins.
        LevelUp = "level_up",
    }
}
words! {
    /// Why a game ended.
    pub enum Reason as "reason" {
        VillainFell = "villain_fell" "The Villain fell", Souls = "souls" "Three Souls", Standstill = "standstill" "No end in sight",
    }
}

impl Row {
    pub const HERO: [Row; 3] = [Row::Melee, Row::Ranged, Row::Magic];
}

impl Size {
    /// With its article: `an Elite`.
    #[must_use]
    pub fn one(self) -> String {
        let article = if self == Size::Elite { "an" } else { "a" };
        format!("{article} {}", self.title())
    }
}

impl DeckId {
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            DeckId::Arcane => 'a',
            DeckId::Divine => 'd',
            DeckId::Void => 'v',
        }
    }
}

/// How many dice of each grade: a row, or bonus dice. Written `2n1a`, `-` for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dice {
    pub novice: u8,
    pub adept: u8,
    pub master: u8,
}

impl Dice {
    pub const NONE: Dice = Dice { novice: 0, adept: 0, master: 0 };

    #[must_use]
    pub const fn new(novice: u8, adept: u8, master: u8) -> Dice {
        Dice { novice, adept, master }
    }
    #[must_use]
    pub const fn one(grade: Grade) -> Dice {
        match grade {
            Grade::Novice => Dice::new(1, 0, 0),
            Grade::Adept => Dice::new(0, 1, 0),
            Grade::Master => Dice::new(0, 0, 1),
        }
    }
    #[must_use]
    #[inline]
    pub const fn count(self) -> u8 {
        self.novice + self.adept + self.master
    }
    #[must_use]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.count() == 0
    }
    #[must_use]
    #[inline]
    pub const fn of(self, grade: Grade) -> u8 {
        match grade {
            Grade::Novice => self.novice,
            Grade::Adept => self.adept,
            Grade::Master => self.master,
        }
    }
    #[must_use]
    #[inline]
    pub const fn plus(self, more: Dice) -> Dice {
        Dice::new(self.novice + more.novice, self.adept + more.adept, self.master + more.master)
    }
    #[must_use]
    #[inline]
    pub const fn minus(self, less: Dice) -> Dice {
        Dice::new(
            self.novice.saturating_sub(less.novice),
            self.adept.saturating_sub(less.adept),
            self.master.saturating_sub(less.master),
        )
    }
    /// Twice the mean of their Hits.
    #[must_use]
    pub const fn mean_twice(self) -> u8 {
        self.novice + 2 * self.adept + 3 * self.master
    }
    /// Every die becomes a Novice.
    #[must_use]
    #[inline]
    pub const fn cursed(self) -> Dice {
        Dice::new(self.count(), 0, 0)
    }
    /// The most Hits they can show.
    #[must_use]
    pub const fn most(self) -> u8 {
        self.novice + 2 * self.adept + 2 * self.master
    }
    /// Letters as in the manifest: `AANN`.
    #[must_use]
    pub fn letters(self) -> String {
        let many = |letter: &str, n: u8| letter.repeat(n.into());
        many("M", self.master) + &many("A", self.adept) + &many("N", self.novice)
    }
    /// Reads letters such as `AANN`; nothing is no dice.
    #[must_use]
    pub fn of_letters(text: &str) -> Option<Dice> {
        text.chars().try_fold(Dice::NONE, |dice, letter| {
            let grade = match letter {
                'N' => Grade::Novice,
                'A' => Grade::Adept,
                'M' => Grade::Master,
                _ => return None,
            };
            (dice.count() < 24).then(|| dice.plus(Dice::one(grade)))
        })
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("-");
        }
        f.write_str(&self.letters())
    }
}

/// What dice show: how many Novices a 1, Adepts a 1 and a 2, Masters a 2; all others show their lowest face.
/// Written `n1:a2.0:m1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Faces {
    pub novice_ones: u8,
    pub adept_ones: u8,
    pub adept_twos: u8,
    pub master_twos: u8,
}

impl Faces {
    /// The Hits of these dice.
    #[must_use]
    #[inline]
    pub const fn hits(self, dice: Dice) -> u8 {
        self.novice_ones + self.adept_ones + 2 * self.adept_twos + dice.master + self.master_twos
    }
    #[must_use]
    #[inline]
    pub const fn plus(self, more: Faces) -> Faces {
        Faces {
            novice_ones: self.novice_ones + more.novice_ones,
            adept_ones: self.adept_ones + more.adept_ones,
            adept_twos: self.adept_twos + more.adept_twos,
            master_twos: self.master_twos + more.master_twos,
        }
    }
    /// How many of these dice show a class of face.
    #[must_use]
    #[inline]
    pub const fn showing(self, dice: Dice, die: Die) -> u8 {
        match die {
            Die::N0 => dice.novice.saturating_sub(self.novice_ones),
            Die::N1 => self.novice_ones,
            Die::A0 => dice.adept.saturating_sub(self.adept_ones + self.adept_twos),
            Die::A1 => self.adept_ones,
            Die::A2 => self.adept_twos,
            Die::M1 => dice.master.saturating_sub(self.master_twos),
            Die::M2 => self.master_twos,
        }
    }
}

words! {
    /// A die by its grade and the face it shows.
    pub enum Die as "die" { N0 = "n0", N1 = "n1", A0 = "a0", A1 = "a1", A2 = "a2", M1 = "m1", M2 = "m2" }
}

impl Die {
    #[must_use]
    pub const fn grade(self) -> Grade {
        match self {
            Die::N0 | Die::N1 => Grade::Novice,
            Die::A0 | Die::A1 | Die::A2 => Grade::Adept,
            Die::M1 | Die::M2 => Grade::Master,
        }
    }
    /// The best face of a grade.
    #[must_use]
    pub const fn best(grade: Grade) -> Die {
        match grade {
            Grade::Novice => Die::N1,
            Grade::Adept => Die::A2,
            Grade::Master => Die::M2,
        }
    }
    /// One die of this face.
    #[must_use]
    pub const fn faces(self) -> Faces {
        let mut faces = Faces { novice_ones: 0, adept_ones: 0, adept_twos: 0, master_twos: 0 };
        match self {
            Die::N1 => faces.novice_ones = 1,
            Die::A1 => faces.adept_ones = 1,
            Die::A2 => faces.adept_twos = 1,
            Die::M2 => faces.master_twos = 1,
            Die::N0 | Die::A0 | Die::M1 => {}
        }
        faces
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}:a{}.{}:m{}", self.novice_ones, self.adept_ones, self.adept_twos, self.master_twos)
    }
}

impl FromStr for Faces {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Faces, BadNotation> {
        let bad = || BadNotation::operand("faces", text, "such as n1:a2.0:m1");
        let mut parts = text.split(':');
        let mut next = |letter: char| parts.next().and_then(|part| part.strip_prefix(letter));
        let (n, a, m) = (next('n'), next('a'), next('m'));
        let (ones, twos) = a.and_then(|a| a.split_once('.')).ok_or_else(bad)?;
        let number = |text: &str| text.parse::<u8>().ok().filter(|n| *n < 32 && n.to_string() == text);
        let read = |text: Option<&str>| text.and_then(number).ok_or_else(bad);
        if parts.next().is_some() {
            return Err(bad());
        }
        Ok(Faces {
            novice_ones: read(n)?,
            adept_ones: read(Some(ones))?,
            adept_twos: read(Some(twos))?,
            master_twos: read(m)?,
        })
    }
}

/// A number that a step names: how many Hits, tokens, points of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Count(pub u8);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Count {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Count, BadNotation> {
        let read = text.parse::<u8>().ok().filter(|n| n.to_string() == text);
        read.map(Count).ok_or_else(|| BadNotation::operand("number", text, "0 to 255"))
    }
}
