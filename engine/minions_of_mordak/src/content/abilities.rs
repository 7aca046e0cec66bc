//! Special abilities as printed, and the rows of dice on boards and cards.

use super::values;
use crate::words::{Dice, Row};
use serde::{Deserialize, Deserializer};

/// A special ability as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// A Minion that a Scout reveals acts at once.
    Ambush,
    /// Attacks hit everybody in the Region except the attacker, friend and foe.
    Aoe,
    /// Prevents 1 of each damage.
    Armor,
    /// One die is laid on a face before an Action Roll.
    Boost,
    /// Dice on the board or card are Novice; on top of its stack, so are everybody's in the Region.
    Cursed,
    /// Rolls these dice when targeted and prevents as much.
    Dodge(#[serde(deserialize_with = "values::dice")] Dice),
    /// Leaves Regions with enemies during Moves.
    Evade,
    /// For 1 Hit a Ranged roll may target any Region but its own.
    Longshot,
    /// A Wounded Minion rolls a Novice at the start of its Turn; a Hit makes it Fresh.
    Regenerate,
    /// A Minion whose Magic roll casts Spells from its controller's hand.
    CastsSpells,
}

/// Which special abilities somebody has. The same one twice gives nothing more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    pub ambush: bool,
    pub aoe: bool,
    pub armor: bool,
    pub boost: bool,
    pub cursed: bool,
    /// No dice means: no Dodge.
    pub dodge: Dice,
    pub evade: bool,
    pub longshot: bool,
    pub regenerate: bool,
    pub casts_spells: bool,
}

impl Abilities {
    pub const NONE: Abilities = Abilities {
        ambush: false,
        aoe: false,
        armor: false,
        boost: false,
        cursed: false,
        dodge: Dice::NONE,
        evade: false,
        longshot: false,
        regenerate: false,
        casts_spells: false,
    };

    #[must_use]
    pub const fn with(mut self, one: Ability) -> Abilities {
        match one {
            Ability::Ambush => self.ambush = true,
            Ability::Aoe => self.aoe = true,
            Ability::Armor => self.armor = true,
            Ability::Boost => self.boost = true,
            Ability::Cursed => self.cursed = true,
            Ability::Dodge(dice) => self.dodge = better(self.dodge, dice),
            Ability::Evade => self.evade = true,
            Ability::Longshot => self.longshot = true,
            Ability::Regenerate => self.regenerate = true,
            Ability::CastsSpells => self.casts_spells = true,
        }
        self
    }
    /// Both together; of two Dodges the better one.
    #[must_use]
    pub const fn or(self, other: Abilities) -> Abilities {
        Abilities {
            ambush: self.ambush | other.ambush,
            aoe: self.aoe | other.aoe,
            armor: self.armor | other.armor,
            boost: self.boost | other.boost,
            cursed: self.cursed | other.cursed,
            dodge: better(self.dodge, other.dodge),
            evade: self.evade | other.evade,
            longshot: self.longshot | other.longshot,
            regenerate: self.regenerate | other.regenerate,
            casts_spells: self.casts_spells | other.casts_spells,
        }
    }
    /// One by one, in the order of the alphabet.
    pub fn iter(self) -> impl Iterator<Item = Ability> {
        let all = [
            self.ambush.then_some(Ability::Ambush),
            self.aoe.then_some(Ability::Aoe),
            self.armor.then_some(Ability::Armor),
            self.boost.then_some(Ability::Boost),
            self.cursed.then_some(Ability::Cursed),
            (!self.dodge.is_none()).then_some(Ability::Dodge(self.dodge)),
            self.evade.then_some(Ability::Evade),
            self.longshot.then_some(Ability::Longshot),
            self.regenerate.then_some(Ability::Regenerate),
            self.casts_spells.then_some(Ability::CastsSpells),
        ];
        all.into_iter().flatten()
    }
}

/// The better of two handfuls by their mean.
const fn better(one: Dice, other: Dice) -> Dice {
    if other.mean_twice() > one.mean_twice() { other } else { one }
}

impl<'de> Deserialize<'de> for Abilities {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Abilities, D::Error> {
        Ok(Vec::<Ability>::deserialize(from)?.into_iter().fold(Abilities::NONE, Abilities::with))
    }
}

/// The dice of each row; a row without dice is absent from the board or card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rows {
    #[serde(deserialize_with = "values::dice")]
    pub melee: Dice,
    #[serde(deserialize_with = "values::dice")]
    pub ranged: Dice,
    #[serde(deserialize_with = "values::dice")]
    pub magic: Dice,
    #[serde(deserialize_with = "values::dice")]
    pub corruption: Dice,
}

impl Rows {
    #[must_use]
    #[inline]
    pub const fn get(&self, row: Row) -> Dice {
        match row {
            Row::Melee => self.melee,
            Row::Ranged => self.ranged,
            Row::Magic => self.magic,
            Row::Corruption => self.corruption,
        }
    }
    /// In the order of [`Row::ALL`].
    #[must_use]
    pub const fn all(&self) -> [Dice; 4] {
        [self.melee, self.ranged, self.magic, self.corruption]
    }
}
