//! What stands on boards, cards and tiles.

use super::{
    abilities::{Abilities, Rows},
    effects::{Effect, Passive, RegionRule, Trigger},
    values::{self, PerCost},
};
use crate::{
    ids::{KindId, RegionId, SpellId, TileId, TreasureId},
    words::{Colour, DeckId, Dice, Grade, HeroId, Row, Size, Slot, Terrain, Tier},
};
use kernel::{ArrayVec, BadNotation};
use serde::{Deserialize, Deserializer};
use std::str::FromStr;

/// A Unique Ability: its base form, and what holds instead with the Dojo Crystal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unique {
    pub name: String,
    pub base: Vec<Passive>,
    pub upgraded: Vec<Passive>,
    pub text: String,
}

/// So many Spells of a deck; without a deck, of one the drawer picks among those it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    #[serde(default)]
    pub deck: Option<DeckId>,
    pub count: u8,
}

/// The board of a Hero.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroBoard {
    pub id: HeroId,
    pub title: String,
    pub health: u8,
    pub actions: u8,
    pub actions_max: u8,
    pub rows: Rows,
    pub power: Row,
    #[serde(default)]
    pub start: Vec<Draw>,
    #[serde(default)]
    pub level_up: Vec<Draw>,
    pub unique: Unique,
}

/// The board of the Villain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VillainBoard {
    pub name: String,
    /// By Hero Count, 1 to 5.
    pub health: [u8; 5],
    pub actions: u8,
    pub actions_max: u8,
    pub rows: Rows,
    pub power: Row,
    pub start: Vec<Draw>,
    /// Master of Magic.
    pub level_up: Vec<Draw>,
    /// Master of Magic in the Final Battle.
    pub level_up_final: Vec<Draw>,
    pub unique: Vec<Passive>,
    pub text: String,
}

/// One side of a Minion card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// The damage that Defeats it.
    pub defeat: u8,
    /// The damage that Wounds it; 0 on a Wounded side.
    #[serde(default)]
    pub wound: u8,
    pub actions: u8,
    #[serde(default)]
    pub rows: Rows,
    #[serde(default)]
    pub abilities: Abilities,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinionCard {
    /// Its family says the Size.
    #[serde(deserialize_with = "values::text")]
    pub id: KindId,
    pub name: String,
    pub copies: u8,
    pub colour: Colour,
    pub bounty: u8,
    pub fresh: Stats,
    /// Without it, what would Wound the Minion Defeats it.
    #[serde(default)]
    pub wounded: Option<Stats>,
    pub text: String,
}

/// Gust Van Sant: the front, and the back for upgraded Gwenavael.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GustCard {
    pub name: String,
    pub base: Stats,
    pub improved: Stats,
    pub text: String,
}

/// A Woeful Sheep token.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheepCard {
    pub name: String,
    pub stats: Stats,
    pub text: String,
}

/// Minions without a deck.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OthersCard {
    pub gust: GustCard,
    pub sheep: SheepCard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// Hits of a Magic roll: one of these costs.
    Hits(PerCost<u8>),
    Free,
    /// A Plus-One from any row, or another Spell from the hand.
    PlusOneOrDiscard,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellCard {
    /// Its family says the deck.
    #[serde(deserialize_with = "values::text")]
    pub id: SpellId,
    pub name: String,
    pub copies: u8,
    pub cost: Cost,
    /// Health paid besides the cost.
    #[serde(default)]
    pub pays: u8,
    /// A Reaction; without it, a General Spell.
    #[serde(default)]
    pub on: Option<Trigger>,
    pub does: Vec<Effect>,
    pub text: String,
}

/// How a Treasure is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneUse {
    /// In the own Turn, at no cost.
    OwnTurn,
    /// As a Reaction.
    On(Trigger),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreasureCard {
    #[serde(deserialize_with = "values::text")]
    pub id: TreasureId,
    pub name: String,
    pub copies: u8,
    pub bounty: u8,
    pub slot: Slot,
    /// The Action type of an Offense Treasure.
    #[serde(default)]
    pub row: Option<Row>,
    #[serde(default)]
    pub passive: Vec<Passive>,
    #[serde(default)]
    pub one_use: Option<OneUse>,
    /// What using it up does.
    #[serde(default)]
    pub does: Vec<Effect>,
    /// The Treasure of the only Hero of a game.
    #[serde(default)]
    pub for_one_hero: bool,
    pub text: String,
}

/// What an icon puts onto its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Icon {
    #[default]
    Treasure,
    Minion {
        size: Size,
        ambush: bool,
    },
}

/// The Hero Counts an instruction is for, as its icon says: `3+`, `2`, `1-2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeroCounts {
    pub least: u8,
    pub most: u8,
}

impl Default for HeroCounts {
    fn default() -> Self {
        HeroCounts { least: 1, most: 5 }
    }
}

impl HeroCounts {
    #[must_use]
    #[inline]
    pub const fn holds(self, heroes: u8) -> bool {
        self.least <= heroes && heroes <= self.most
    }
}

impl FromStr for HeroCounts {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<HeroCounts, BadNotation> {
        let number = |word: &str| word.parse().ok().filter(|n| (1..=5).contains(n));
        let counts = match (text.strip_suffix('+'), text.split_once('-')) {
            (Some(least), _) => number(least).map(|least| HeroCounts { least, most: 5 }),
            (None, Some((least, most))) => {
                number(least).zip(number(most)).map(|(least, most)| HeroCounts { least, most })
            }
            (None, None) => number(text).map(|only| HeroCounts { least: only, most: only }),
        };
        counts
            .filter(|counts| counts.least <= counts.most)
            .ok_or_else(|| BadNotation::operand("Hero Count", text, "3+, 2 or 1-2, of 1 to 5 Heroes"))
    }
}

impl<'de> Deserialize<'de> for HeroCounts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<HeroCounts, D::Error> {
        values::text(from)
    }
}

/// The icons of a tile with the Hero Counts for each: `T E C! 4+:C 1-2:T`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Icons(pub ArrayVec<[(HeroCounts, Icon); 8]>);

impl Icons {
    /// Those that count in a game with so many Heroes, in printed order.
    pub fn for_heroes(&self, heroes: u8) -> impl Iterator<Item = Icon> {
        self.0.into_iter().filter(move |(counts, _)| counts.holds(heroes)).map(|(_, icon)| icon)
    }
}

impl FromStr for Icons {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Icons, BadNotation> {
        let wrong = || {
            BadNotation::operand(
                "list of icons",
                text,
                "up to 8 of T, C, E, B, C!, E!, B!, each perhaps after a Hero Count such as 4+:, 2: or 1-2:",
            )
        };
        let mut icons = Icons::default();
        for word in text.split_whitespace() {
            let (counts, icon) = match word.split_once(':') {
                Some((counts, icon)) => (counts.parse().map_err(|_| wrong())?, icon),
                None => (HeroCounts::default(), word),
            };
            let (letter, ambush) = icon.strip_suffix('!').map_or((icon, false), |letter| (letter, true));
            let icon = match letter {
                "T" if !ambush => Icon::Treasure,
                "C" => Icon::Minion { size: Size::Chump, ambush },
                "E" => Icon::Minion { size: Size::Elite, ambush },
                "B" => Icon::Minion { size: Size::Boss, ambush },
                _ => return Err(wrong()),
            };
            if icons.0.try_push((counts, icon)).is_some() {
                return Err(wrong());
            }
        }
        Ok(icons)
    }
}

impl<'de> Deserialize<'de> for Icons {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Icons, D::Error> {
        values::text(from)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileCard {
    /// Its family says the tier.
    #[serde(deserialize_with = "values::text")]
    pub id: TileId,
    pub name: String,
    /// The name of the other side, if it differs.
    #[serde(default)]
    pub back: Option<String>,
    pub terrain: Terrain,
    #[serde(default)]
    pub icons: Icons,
    #[serde(default)]
    pub rule: Option<RegionRule>,
    /// The Hero Counts its rule holds for.
    #[serde(default)]
    pub rule_heroes: HeroCounts,
    /// Always part of games with the layouts of these names; a tile without any is drawn at random.
    #[serde(default)]
    pub always: Vec<String>,
    /// Where a Hawkemoor tile lies.
    #[serde(default, deserialize_with = "place")]
    pub at: Option<RegionId>,
    #[serde(default)]
    pub text: String,
}

fn place<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RegionId>, D::Error> {
    values::text(from).map(Some)
}

/// What lies on a cell of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No tile.
    Nothing,
    /// The Hawkemoor tile whose place this is.
    Hawkemoor,
    /// A face-down tile of this tier.
    Tier(Tier),
}

/// A layout of the Map as drawn: a line a row, `.` nothing, `H` Hawkemoor, `1` to `3` a tier.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutCard {
    pub id: String,
    /// The fewest and the most Heroes it is for.
    pub heroes: (u8, u8),
    pub rows: Vec<String>,
}

/// A row of a Loot Stash table: from this Bounty on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LootRow {
    pub bounty: u8,
    pub xp: u8,
    /// Its Hits are XP too.
    #[serde(default)]
    pub die: Option<Grade>,
    /// Health for the Villain.
    #[serde(default)]
    pub health: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LootStash {
    /// The fewest and the most Heroes it is for.
    pub heroes: (u8, u8),
    pub hero_rows: Vec<LootRow>,
    pub villain_rows: Vec<LootRow>,
}

/// Minions the Villain may spawn: `2C`, `E+C`, `-`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spawns {
    pub chumps: u8,
    pub elites: u8,
    pub bosses: u8,
}

impl FromStr for Spawns {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Spawns, BadNotation> {
        let wrong = || BadNotation::operand("list of spawns", text, "such as C, 2C, E+C, B, or -");
        let mut spawns = Spawns::default();
        for part in text.split('+').filter(|_| text != "-") {
            let letter = part.chars().last().ok_or_else(wrong)?;
            let number = &part[..part.len() - letter.len_utf8()];
            let count = if number.is_empty() { 1 } else { number.parse().map_err(|_| wrong())? };
            let of = match letter {
                'C' => &mut spawns.chumps,
                'E' => &mut spawns.elites,
                'B' => &mut spawns.bosses,
                _ => return Err(wrong()),
            };
            if *of != 0 || !(1..=9).contains(&count) {
                return Err(wrong());
            }
            *of = count;
        }
        Ok(spawns)
    }
}

impl<'de> Deserialize<'de> for Spawns {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Spawns, D::Error> {
        values::text(from)
    }
}

impl Spawns {
    #[must_use]
    pub const fn get(self, size: Size) -> u8 {
        match size {
            Size::Sheep => 0,
            Size::Chump => self.chumps,
            Size::Elite => self.elites,
            Size::Boss => self.bosses,
        }
    }
}

/// A row of the Procession of Horrors.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessionRow {
    pub day: u8,
    /// Void Spells the Villain draws.
    #[serde(default)]
    pub draw: u8,
    #[serde(default)]
    pub health: u8,
    /// By Hero Count, 1 to 5; each may be declined.
    pub spawns: [Spawns; 5],
    pub text: String,
}

/// Three numbers by Size, deck or grade.
pub type Three = (u8, u8, u8);

/// The numbers that stand on no card.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Cards in the decks of Chumps, Elites and Bosses.
    pub minions: Three,
    /// Cards in the Arcane, Divine and Void decks.
    pub spells: Three,
    pub treasures: u8,
    /// Tiles of Hawkemoor and of the three tiers.
    pub tiles: (u8, u8, u8, u8),
    /// Hits for a Chump, an Elite, a Boss.
    pub spawn_prices: Three,
    pub hero_bounty: u8,
    /// XP for a new Novice, Novice to Adept, Adept to Master.
    pub dice_prices: Three,
    pub action_price: u8,
    pub row_limit: u8,
    pub plus_one_price: u8,
    pub plus_one_limit: u8,
    pub hand_limit: u8,
    /// Spells of a Power Surge.
    pub surge: u8,
    /// Steps of a Move.
    pub steps: u8,
    pub days: u8,
    pub shrines: u8,
    /// Health the Villain loses for a Shrine, and what Shrines leave at least.
    pub shrine_loss: u8,
    pub shrine_floor: u8,
    pub souls: u8,
    pub sheep: u8,
    /// The Villain's Health moves in such steps, up to this.
    pub villain_step: u8,
    pub villain_health_max: u8,
    /// First Chumps, and how many with so many Heroes or more.
    pub first_chumps: u8,
    pub first_chumps_many: u8,
    pub many_heroes: u8,
    /// What each Hero heals when the Final Battle begins, and the Arcane Spells the Villain draws.
    pub final_heal: u8,
    pub final_arcane: u8,
    /// XP of a joining Hero for each day.
    pub join_xp: u8,
    /// Rounds of Final Battle after which the engine calls it a draw.
    pub final_rounds_max: u8,
}

impl Numbers {
    /// Hits to spawn a Minion of this Size; Sheep are not for sale.
    #[must_use]
    #[inline]
    pub const fn spawn_price(&self, size: Size) -> Option<u8> {
        match size {
            Size::Sheep => None,
            Size::Chump => Some(self.spawn_prices.0),
            Size::Elite => Some(self.spawn_prices.1),
            Size::Boss => Some(self.spawn_prices.2),
        }
    }
    /// XP to get a die of this grade from the one below it.
    #[must_use]
    #[inline]
    pub const fn die_price(&self, die: Grade) -> u8 {
        match die {
            Grade::Novice => self.dice_prices.0,
            Grade::Adept => self.dice_prices.1,
            Grade::Master => self.dice_prices.2,
        }
    }
}

impl MinionCard {
    /// The side that is up.
    #[must_use]
    #[inline]
    pub fn side(&self, wounded: bool) -> &Stats {
        match (&self.wounded, wounded) {
            (Some(side), true) => side,
            (_, _) => &self.fresh,
        }
    }
}

impl SpellCard {
    /// The Hits of each cost; empty for what costs no Hits.
    #[must_use]
    #[inline]
    pub fn hits(&self) -> &[u8] {
        match &self.cost {
            Cost::Hits(costs) => costs.values(),
            Cost::Free | Cost::PlusOneOrDiscard => &[],
        }
    }
}

impl TreasureCard {
    /// The bonus dice on rolls of a row.
    #[must_use]
    pub fn bonus_dice(&self, row: Row) -> Dice {
        let own = self.passive.iter().filter(|_| self.row == Some(row));
        own.fold(
            Dice::NONE,
            |sum, passive| {
                if let Passive::BonusDice(dice) = passive { sum.plus(*dice) } else { sum }
            },
        )
    }
}
