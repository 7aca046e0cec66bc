//! Content as data: read, checked, and turned into the tables that play needs.

pub mod cards;
pub mod effects;
pub mod ids;
pub mod printed;
#[cfg(test)]
pub mod tests;
pub mod words;

use crate::content_checks::{check, wrong};
use cards::{
    AdventureCard, AlignmentCard, ArmorSet, BackstoryCard, ClassFace, FamiliarBoard, FiendCard, Layout,
    MarketCard, MinionCard, MonsterCard, Setup, SheetCard,
};
use ids::{
    AdventureId, AlignmentId, BackstoryId, CardId, ClassId, FamiliarId, FiendId, MarketId, MinionId,
    MonsterId, SheetId,
};
pub use kernel::{BadContent, Pack};
use kernel::{
    Contents,
    pack::{self, File},
    rule,
};
use serde::de::DeserializeOwned;
use words::ArmorType;

/// The built-in files by name.
pub const FILES: &[File] = &[
    ("setup.ron", include_str!("../content/setup.ron")),
    ("sheets.ron", include_str!("../content/sheets.ron")),
    ("classes.ron", include_str!("../content/classes.ron")),
    ("alignments.ron", include_str!("../content/alignments.ron")),
    ("backstories.ron", include_str!("../content/backstories.ron")),
    ("familiars.ron", include_str!("../content/familiars.ron")),
    ("market.ron", include_str!("../content/market.ron")),
    ("armor_sets.ron", include_str!("../content/armor_sets.ron")),
    ("minions.ron", include_str!("../content/minions.ron")),
    ("monsters.ron", include_str!("../content/monsters.ron")),
    ("adventure_cards.ron", include_str!("../content/adventure_cards.ron")),
    ("fiends.ron", include_str!("../content/fiends.ron")),
];

/// Everything in the boxes. The place of a card in its list is the number of its id less one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub setup: Setup,
    pub sheets: Vec<SheetCard>,
    pub classes: Vec<ClassFace>,
    pub alignments: Vec<AlignmentCard>,
    pub backstories: Vec<BackstoryCard>,
    pub familiars: Vec<FamiliarBoard>,
    pub market: Vec<MarketCard>,
    /// By [`ArmorType::index`].
    pub armor_sets: Vec<ArmorSet>,
    pub minions: Vec<MinionCard>,
    pub monsters: Vec<MonsterCard>,
    pub adventures: Vec<AdventureCard>,
    pub fiends: Vec<FiendCard>,
    /// Monsters with the Adventure cards that are theirs; `family_id` counts through this list.
    pub families: Vec<String>,
    /// Cards that were told at a table, as [`kernel::Printed`] writes them, and the ids of ours whose place they took.
    pub told: Vec<String>,
    pub places_told: Vec<String>,
}

impl Contents for Content {
    const FILES: &'static [File] = FILES;

    fn load(pack: &dyn Pack) -> Result<Content, BadContent> {
        rule!("FF-001", "FF-002", "FF-003", "FF-004");
        let mut content = Content {
            setup: read(pack, "setup.ron")?,
            sheets: numbered::<SheetCard, SheetId>(pack, "sheets.ron", |c| &c.id)?,
            classes: numbered::<ClassFace, ClassId>(pack, "classes.ron", |c| &c.id)?,
            alignments: numbered::<AlignmentCard, AlignmentId>(pack, "alignments.ron", |c| &c.id)?,
            backstories: numbered::<BackstoryCard, BackstoryId>(pack, "backstories.ron", |c| &c.id)?,
            familiars: numbered::<FamiliarBoard, FamiliarId>(pack, "familiars.ron", |c| &c.id)?,
            market: numbered::<MarketCard, MarketId>(pack, "market.ron", |c| &c.id)?,
            armor_sets: read(pack, "armor_sets.ron")?,
            minions: numbered::<MinionCard, MinionId>(pack, "minions.ron", |c| &c.id)?,
            monsters: numbered::<MonsterCard, MonsterId>(pack, "monsters.ron", |c| &c.id)?,
            adventures: numbered::<AdventureCard, AdventureId>(pack, "adventure_cards.ron", |c| &c.id)?,
            fiends: numbered::<FiendCard, FiendId>(pack, "fiends.ron", |c| &c.id)?,
            families: vec![],
            told: vec![],
            places_told: vec![],
        };
        content.armor_sets.sort_by_key(|set| set.id);
        content.name_families()?;
        check(&content)?;
        Ok(content)
    }
}

impl Content {
    /// The content we ship.
    #[must_use]
    pub fn built_in() -> Content {
        Contents::built_in()
    }

    /// Monster and Adventure cards find each other by the word of their family.
    fn name_families(&mut self) -> Result<(), BadContent> {
        for card in &self.monsters {
            if !self.families.contains(&card.family) {
                self.families.push(card.family.clone());
            }
        }
        for card in &mut self.monsters {
            card.family_id = place_of(&self.families, &card.family).unwrap_or_default();
        }
        for card in &mut self.adventures {
            let Some(at) = place_of(&self.families, &card.family) else {
                return wrong(
                    "adventure_cards.ron",
                    &card.id,
                    format!("family `{}`", card.family),
                    format!("the family of a Monster: {}", self.families.join(", ")),
                );
            };
            card.family_id = at;
        }
        Ok(())
    }

    /// The layout for so many players; one plays at the table of two.
    #[must_use]
    pub fn layout(&self, players: u8) -> &Layout {
        rule!("FF-203");
        let players = players.max(2);
        let found = self.setup.layouts.iter().find(|layout| layout.players == players);
        found.expect("there is a layout for 2 to 5 players: the loader checks it")
    }

    #[must_use]
    #[inline]
    pub fn armor_set(&self, armor: ArmorType) -> &ArmorSet {
        &self.armor_sets[armor.index()]
    }
}

fn place_of(families: &[String], family: &str) -> Option<u8> {
    families.iter().position(|other| other == family).map(|at| at as u8)
}

/// Reads cards whose ids count from 1 on, in any order in the file.
fn numbered<T: DeserializeOwned, Id: CardId>(
    pack: &dyn Pack,
    file: &'static str,
    id: fn(&T) -> &String,
) -> Result<Vec<T>, BadContent> {
    let cards: Vec<T> = read(pack, file)?;
    if cards.is_empty() || cards.len() > Id::COUNT {
        return wrong(file, "file", format!("{} entries", cards.len()), format!("1 to {}", Id::COUNT));
    }
    let mut placed: Vec<Option<T>> = cards.iter().map(|_| None).collect();
    for card in cards {
        let text = id(&card).clone();
        let read: Id = match text.parse() {
            Ok(read) => read,
            Err(e) => return wrong(file, &text, e, "an id as in the built-in file of that name"),
        };
        let count = placed.len();
        match placed.get_mut(read.place()) {
            None => {
                return wrong(
                    file,
                    &text,
                    "its number leaves a gap",
                    format!("numbers 1 to {count} for {count} entries"),
                );
            }
            Some(Some(_)) => return wrong(file, &text, "it is listed twice", "each id once"),
            Some(place) => *place = Some(card),
        }
    }
    Ok(placed.into_iter().flatten().collect())
}

fn read<T: DeserializeOwned>(pack: &dyn Pack, file: &str) -> Result<T, BadContent> {
    pack::read(pack, FILES, file)
}
