//! The cards of the box as they are played with, and the rows they are read from.

use super::words::{COLOURS, LocationId};
use super::{
    effect::{Ability, Misread},
    story::Action,
    words::{
        CardId, ClassId, Colour, ColourSet, Deck, EnemyId, HeroId, ItemId, ModifierId, PageId, RaceId,
        TitleId, ValueSet, Verb,
    },
};
use kernel::{ArrayVec, rule};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What covering a slot gives the party, once, at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reward {
    pub xp: u8,
    pub gold: u8,
}

/// A place for one die: one of its colours must be in `colours` and its value in `values`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    pub colours: ColourSet,
    pub values: ValueSet,
    /// Fatigue for each hero at the end of every round in which the slot is empty.
    pub counterattack: u8,
    pub reward: Reward,
}

/// The most slots on one enemy or row, a modifier's extra one included.
pub const SLOTS_MOST: usize = 9;
pub type Slots = ArrayVec<[Slot; SLOTS_MOST]>;

/// One icon of a round track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TrackEffect {
    /// Each hero takes this fatigue.
    Fatigue(u8),
    /// The party loses this gold, as far as it has it.
    LoseGold(u8),
    /// The party loses this XP, as far as it has it.
    LoseXp(u8),
    /// Each hero gives up this stamina out of rows of their choice, to the supply.
    DrainRows(u8),
    /// Each hero puts this stamina from the supply into rows of their choice.
    FillRows(u8),
}

impl Default for TrackEffect {
    fn default() -> TrackEffect {
        TrackEffect::Fatigue(0)
    }
}

/// The spaces of a round track; the first carries nothing.
pub const TRACK: usize = 3;
/// The icons of one space.
pub type Space = ArrayVec<[TrackEffect; 2]>;

#[derive(Clone, Debug)]
pub struct Enemy {
    pub id: EnemyId,
    pub name: String,
    pub tier: u8,
    pub slots: Slots,
    pub track: [Space; TRACK],
    pub text: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub dice_limit: u8,
    pub slots: Slots,
}

#[derive(Clone, Debug)]
pub struct SkillPage {
    pub id: PageId,
    pub name: String,
    pub main: Colour,
    pub second: Colour,
    pub rows: [Row; 4],
    pub text: String,
}

/// What a modifier card changes. Those of one enemy end with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModPrimitive {
    /// The dice limit changes; it is never below 1.
    DiceLimit(i8),
    /// Each coloured die costs so much stamina more or less, never below 0.
    Cost(i8),
    /// Bonus play tokens cannot be spent.
    #[default]
    NoBonusPlays,
    /// Effects of this kind cannot be used.
    Forbid(Verb),
    /// Counterattack icons change, never below 0; raising leaves icons of 0 alone.
    Counter(i8),
    /// One more slot.
    ExtraSlot(Slot),
    /// The round marker starts on this space, counted from 1.
    StartSpace(u8),
    /// At resolution each uncovered slot gives each hero this fatigue, before the fail result.
    PerUncovered(u8),
    /// On pass or victory, before its result.
    OnPass(Action),
    /// On fail or defeat, before its result.
    OnFail(Action),
}

/// Where a modifier may be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Check,
    Combat,
    Both,
}

#[derive(Clone, Debug)]
pub struct Modifier {
    pub id: ModifierId,
    pub name: String,
    pub scope: Scope,
    pub does: ArrayVec<[ModPrimitive; 4]>,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct ClassCard {
    pub id: ClassId,
    pub name: String,
    pub colour: Colour,
    pub ability: Ability,
    pub text: String,
}

/// A pregenerated hero.
#[derive(Clone, Debug)]
pub struct Hero {
    pub id: HeroId,
    pub name: String,
    pub race: RaceId,
    pub class: ClassId,
    /// By `Colour::index`.
    pub scores: [u8; COLOURS],
    pub hand: Vec<CardId>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discount {
    #[default]
    None,
    /// Less by the buyer's score in this colour's attribute.
    Attribute(Colour),
    /// Less by this much for buyers of this race.
    Race(RaceId, u8),
}

/// Where a played card goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// To the discard space, back to hand after the check or combat.
    #[default]
    None,
    /// To the spent space until a rest.
    Spent,
    /// Aside until the adventure ends.
    Once,
    /// Back to its deck.
    Return,
}

#[derive(Clone, Debug)]
pub struct Card {
    pub id: CardId,
    pub name: String,
    pub deck: Deck,
    /// Rare cards and familiars have none.
    pub cost: Option<u8>,
    pub discount: Discount,
    pub ability: Ability,
    pub flag: Flag,
    /// The colours of a familiar's die; empty on every other card.
    pub die: ColourSet,
    /// The faces of a familiar's die.
    pub faces: [u8; 6],
    pub text: String,
}

/// What a discovery card is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discovery {
    Item {
        stamina: u8,
    },
    /// Paths, by their place on the map of the adventure that reveals it, that it opens.
    Map {
        at: String,
        opens: Vec<(LocationId, LocationId)>,
    },
}

#[derive(Clone, Debug)]
pub struct DiscoveryCard {
    pub id: ItemId,
    pub name: String,
    pub is: Discovery,
    pub text: String,
}

impl DiscoveryCard {
    /// The stamina each hero pays to use it; a map card cannot be used.
    #[must_use]
    pub fn item_cost(&self) -> Option<u8> {
        match self.is {
            Discovery::Item { stamina } => Some(stamina),
            Discovery::Map { .. } => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Title {
    pub id: TitleId,
    pub name: String,
    pub text: String,
}

impl Slot {
    /// Reads `R/B:5/1/x1`: slot, then counterattack, then reward; or `R/B:5` and `R/B:5(x1)` as on skill pages.
    ///
    /// # Errors
    /// With what was found and what would be right.
    pub fn read(text: &str) -> Result<Slot, Misread> {
        let wrong = || {
            Misread::new(
                text,
                "a slot such as R*, *4, G2 or R/U:3, then /counterattack/reward with x1, g2 or -, or (x1)",
            )
        };
        if let Some((slot, reward)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) {
            let (colours, values) = read_face(slot).ok_or_else(wrong)?;
            return Ok(Slot {
                colours,
                values,
                counterattack: 0,
                reward: read_reward(reward).ok_or_else(wrong)?,
            });
        }
        // A slot itself may hold one `/`, before its colon.
        let start = text.find(':').unwrap_or(0);
        let Some(cut) = text[start..].find('/').map(|at| at + start) else {
            let (colours, values) = read_face(text).ok_or_else(wrong)?;
            return Ok(Slot { colours, values, ..Slot::default() });
        };
        let (colours, values) = read_face(&text[..cut]).ok_or_else(wrong)?;
        let (counter, reward) = text[cut + 1..].split_once('/').ok_or_else(wrong)?;
        let counterattack = counter.parse().ok().filter(|c| *c <= 5).ok_or_else(wrong)?;
        Ok(Slot { colours, values, counterattack, reward: read_reward(reward).ok_or_else(wrong)? })
    }
}

fn read_face(text: &str) -> Option<(ColourSet, ValueSet)> {
    let value = |text: &str| text.parse().ok().filter(|v| (1..=6).contains(v)).map(ValueSet::only);
    if let Some((colours, v)) = text.split_once(':') {
        rule!("RA-231");
        let (one, two) = colours.split_once('/')?;
        let (one, two): (Colour, Colour) = (one.parse().ok()?, two.parse().ok()?);
        return (one != two).then_some((ColourSet::only(one).with(two), value(v)?));
    }
    if let Some(v) = text.strip_prefix('*') {
        rule!("RA-232");
        return Some((ColourSet::ALL, value(v)?));
    }
    let (colour, v) = text.split_at_checked(1)?;
    let colours = ColourSet::only(colour.parse().ok()?);
    if v == "*" {
        rule!("RA-233");
        return Some((colours, ValueSet::ALL));
    }
    rule!("RA-230");
    Some((colours, value(v)?))
}

fn read_reward(text: &str) -> Option<Reward> {
    let amount = |text: &str| text.parse().ok().filter(|n| (1..=9).contains(n));
    match text.split_at_checked(1)? {
        ("-", "") => Some(Reward::default()),
        ("x", xp) => Some(Reward { xp: amount(xp)?, gold: 0 }),
        ("g", gold) => Some(Reward { xp: 0, gold: amount(gold)? }),
        _ => None,
    }
}

impl fmt::Display for Slot {
    /// The face only: `R/U:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours: Vec<String> = self.colours.iter().map(|c| c.to_string()).collect();
        let values: String = self.values.iter().map(|v| v.to_string()).collect();
        match (self.colours == ColourSet::ALL, self.values == ValueSet::ALL) {
            (true, true) => f.write_str("**"),
            (true, false) => write!(f, "*{values}"),
            (false, true) => write!(f, "{}*", colours.join("/")),
            (false, false) if colours.len() == 1 => write!(f, "{}{values}", colours[0]),
            (false, false) => write!(f, "{}:{values}", colours.join("/")),
        }
    }
}

impl TrackEffect {
    /// How much of it.
    #[must_use]
    pub const fn amount(self) -> u8 {
        match self {
            TrackEffect::Fatigue(k)
            | TrackEffect::LoseGold(k)
            | TrackEffect::LoseXp(k)
            | TrackEffect::DrainRows(k)
            | TrackEffect::FillRows(k) => k,
        }
    }
    /// Reads `fat+1`, `gold-1`, `xp-1`, `rows-1` or `rows+1`.
    ///
    /// # Errors
    /// With what was found and what would be right.
    pub fn read(text: &str) -> Result<TrackEffect, Misread> {
        let wrong = || Misread::new(text, "fat+k, gold-k, xp-k, rows-k or rows+k with k of 1 to 9");
        let at = text.find(['+', '-']).ok_or_else(wrong)?;
        let (word, amount) = (&text[..=at], &text[at + 1..]);
        let k: u8 = amount.parse().ok().filter(|k| (1..=9).contains(k)).ok_or_else(wrong)?;
        match word {
            "fat+" => Ok(TrackEffect::Fatigue(k)),
            "gold-" => Ok(TrackEffect::LoseGold(k)),
            "xp-" => Ok(TrackEffect::LoseXp(k)),
            "rows-" => Ok(TrackEffect::DrainRows(k)),
            "rows+" => Ok(TrackEffect::FillRows(k)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for TrackEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrackEffect::Fatigue(k) => write!(f, "fat+{k}"),
            TrackEffect::LoseGold(k) => write!(f, "gold-{k}"),
            TrackEffect::LoseXp(k) => write!(f, "xp-{k}"),
            TrackEffect::DrainRows(k) => write!(f, "rows-{k}"),
            TrackEffect::FillRows(k) => write!(f, "rows+{k}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_printed_kinds_of_slot_read_back() {
        for (text, face) in
            [("G2/0/-", "G2"), ("R/U:3/1/x1", "R/U:3"), ("*4", "*4"), ("P*(x1)", "P*"), ("B*/2/g3", "B*")]
        {
            assert_eq!(Slot::read(text).map(|s| s.to_string()), Ok(face.to_owned()));
        }
        let slot = Slot::read("R/U:3/1/x2").expect("a slot");
        assert_eq!((slot.counterattack, slot.reward), (1, Reward { xp: 2, gold: 0 }));
    }

    #[test]
    fn what_is_no_slot_is_refused() {
        for text in ["", "*", "R", "R7", "X*", "R/R:3", "R/U3", "*4/1", "*4/9/-", "*4/1/z1", "*4/1/x0", "é*"]
        {
            assert!(Slot::read(text).is_err(), "{text}");
        }
    }
}
