//! Content as data: read, checked, and turned into the tables that play needs.

pub mod abilities;
pub mod cards;
pub mod effects;
pub mod printed;
pub mod values;
mod whole;

pub use abilities::{Abilities, Ability, Rows};
pub use cards::{
    Cell, Cost, Draw, GustCard, HeroBoard, HeroCounts, Icon, Icons, LootRow, LootStash, MinionCard, Numbers,
    OneUse, ProcessionRow, SheepCard, Spawns, SpellCard, Stats, TileCard, TreasureCard, Unique, VillainBoard,
};
pub use effects::{DrawFrom, Effect, Kind, Passive, RegionRule, Target, Trigger, Until, Where};
pub use values::PerCost;

use crate::{
    content_checks as checks,
    ids::{KindId, RegionId, SpellId, TileId, TreasureId},
    words::{CELLS, DeckId, HeroId, KINDS, SPELLS, Size, TILES, TREASURES, Tier},
};
use cards::{LayoutCard, OthersCard};
use kernel::{
    BadContent, Contents, Pack,
    pack::{self, File, wrong},
    rule,
};
use serde::de::DeserializeOwned;

/// The built-in files by name.
pub const FILES: &[File] = &[
    ("numbers.ron", include_str!("../content/numbers.ron")),
    ("heroes.ron", include_str!("../content/heroes.ron")),
    ("villain.ron", include_str!("../content/villain.ron")),
    ("minions.ron", include_str!("../content/minions.ron")),
    ("others.ron", include_str!("../content/others.ron")),
    ("spells_arcane.ron", include_str!("../content/spells_arcane.ron")),
    ("spells_divine.ron", include_str!("../content/spells_divine.ron")),
    ("spells_void.ron", include_str!("../content/spells_void.ron")),
    ("treasures.ron", include_str!("../content/treasures.ron")),
    ("regions.ron", include_str!("../content/regions.ron")),
    ("layouts.ron", include_str!("../content/layouts.ron")),
    ("loot_stash.ron", include_str!("../content/loot_stash.ron")),
    ("procession.ron", include_str!("../content/procession.ron")),
];

/// A layout of the Map, cell by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub id: String,
    /// The fewest and the most Heroes it is for.
    pub heroes: (u8, u8),
    pub cells: [Cell; CELLS],
}

/// Everything in the box, ready to be played with.
#[derive(Clone, Debug)]
pub struct Content {
    pub numbers: Numbers,
    /// In the order of [`HeroId::ALL`].
    pub heroes: Vec<HeroBoard>,
    pub villain: VillainBoard,
    pub gust: GustCard,
    pub sheep: SheepCard,
    minions: Vec<Option<MinionCard>>,
    /// Both sides of each kind: Fresh and Wounded, of Gust front and back.
    stats: Vec<[Stats; 2]>,
    spells: Vec<Option<SpellCard>>,
    treasures: Vec<Option<TreasureCard>>,
    tiles: Vec<Option<TileCard>>,
    pub layouts: Vec<Layout>,
    pub stashes: Vec<LootStash>,
    /// Day 1 first.
    pub procession: Vec<ProcessionRow>,
    /// Cards that were told at a table, as [`kernel::Printed`] writes them.
    pub told: Vec<String>,
}

impl Contents for Content {
    const FILES: &'static [File] = FILES;

    fn load(pack: &dyn Pack) -> Result<Content, BadContent> {
        rule!("MM-001", "MM-005", "MM-006", "MM-008", "MM-012", "MM-013", "MM-014");
        let others: OthersCard = read(pack, "others.ron")?;
        let mut content = Content {
            numbers: read(pack, "numbers.ron")?,
            heroes: heroes(pack)?,
            villain: read(pack, "villain.ron")?,
            gust: others.gust,
            sheep: others.sheep,
            minions: vec![None; KINDS],
            stats: vec![[Stats::default(); 2]; KINDS + 2],
            spells: vec![None; SPELLS],
            treasures: vec![None; TREASURES],
            tiles: vec![None; TILES],
            layouts: vec![],
            stashes: read(pack, "loot_stash.ron")?,
            procession: read(pack, "procession.ron")?,
            told: vec![],
        };
        checks::check_numbers(&content.numbers)?;
        content.read_minions(pack)?;
        for deck in DeckId::ALL {
            content.read_spells(pack, *deck)?;
        }
        content.read_treasures(pack)?;
        content.read_tiles(pack)?;
        content.read_layouts(pack)?;
        whole::check_all(&content)?;
        Ok(content)
    }
}

impl Content {
    /// The content we ship.
    #[must_use]
    pub fn built_in() -> Content {
        Contents::built_in()
    }

    fn read_minions(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        rule!("MM-006", "MM-234", "MM-330", "MM-R05");
        const FILE: &str = "minions.ron";
        for card in read::<Vec<MinionCard>>(pack, FILE)? {
            let place = &mut self.minions[card.id.index()];
            if place.is_some() {
                return wrong(FILE, card.id, "it is listed twice", "each Minion once, with its copies");
            }
            checks::check_minion(&card)?;
            self.stats[card.id.index()] = [card.fresh, *card.side(true)];
            *place = Some(card);
        }
        self.stats[KindId::SHEEP.index()] = [self.sheep.stats; 2];
        self.stats[KindId::GUST.index()] = [self.gust.base, self.gust.improved];
        Ok(())
    }

    fn read_spells(&mut self, pack: &dyn Pack, deck: DeckId) -> Result<(), BadContent> {
        rule!("MM-005", "MM-R49");
        let file = spell_file(deck);
        for card in read::<Vec<SpellCard>>(pack, file)? {
            if card.id.deck() != deck {
                return wrong(file, card.id, "a Spell of another deck", format!("ids of {deck}"));
            }
            checks::check_spell(file, &card)?;
            let place = &mut self.spells[card.id.index()];
            if place.is_some() {
                return wrong(file, card.id, "it is listed twice", "each Spell once, with its copies");
            }
            *place = Some(card);
        }
        Ok(())
    }

    fn read_treasures(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "treasures.ron";
        for card in read::<Vec<TreasureCard>>(pack, FILE)? {
            checks::check_treasure(&card)?;
            let place = &mut self.treasures[card.id.index()];
            if place.is_some() {
                return wrong(FILE, card.id, "it is listed twice", "each Treasure once, with its copies");
            }
            *place = Some(card);
        }
        Ok(())
    }

    fn read_tiles(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        const FILE: &str = "regions.ron";
        for card in read::<Vec<TileCard>>(pack, FILE)? {
            checks::check_tile(&card)?;
            let place = &mut self.tiles[card.id.index()];
            if place.is_some() {
                return wrong(FILE, card.id, "it is listed twice", "each tile once");
            }
            *place = Some(card);
        }
        Ok(())
    }

    fn read_layouts(&mut self, pack: &dyn Pack) -> Result<(), BadContent> {
        rule!("MM-062", "MM-063", "MM-064", "MM-R06");
        for card in read::<Vec<LayoutCard>>(pack, "layouts.ron")? {
            self.layouts.push(Layout { cells: cells(&card)?, heroes: card.heroes, id: card.id });
        }
        Ok(())
    }

    #[must_use]
    #[inline]
    pub fn hero(&self, id: HeroId) -> &HeroBoard {
        &self.heroes[id.index()]
    }
    /// # Panics
    /// If there is no such card: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn minion(&self, id: KindId) -> &MinionCard {
        self.minions[id.index()].as_ref().expect("Minions in a state are of this content")
    }
    /// The side of any kind that is up, Sheep included; of Gust the improved side if `wounded`.
    #[must_use]
    #[inline]
    pub fn stats(&self, id: KindId, wounded: bool) -> &Stats {
        &self.stats[id.index()][usize::from(wounded)]
    }
    /// Whether damage can Wound it: it has a Wounded side.
    #[must_use]
    #[inline]
    pub fn can_be_wounded(&self, id: KindId) -> bool {
        self.minions.get(id.index()).and_then(Option::as_ref).is_some_and(|card| card.wounded.is_some())
    }
    /// # Panics
    /// If there is no such card: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn spell(&self, id: SpellId) -> &SpellCard {
        self.spells[id.index()].as_ref().expect("Spells in a state are of this content")
    }
    /// # Panics
    /// If there is no such card: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn treasure(&self, id: TreasureId) -> &TreasureCard {
        self.treasures[id.index()].as_ref().expect("Treasures in a state are of this content")
    }
    /// # Panics
    /// If there is no such tile: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn tile(&self, id: TileId) -> &TileCard {
        self.tiles[id.index()].as_ref().expect("tiles in a state are of this content")
    }
    #[must_use]
    pub fn has_minion(&self, id: KindId) -> bool {
        self.minions.get(id.index()).is_some_and(Option::is_some)
    }
    #[must_use]
    pub fn has_spell(&self, id: SpellId) -> bool {
        self.spells.get(id.index()).is_some_and(Option::is_some)
    }
    #[must_use]
    pub fn has_treasure(&self, id: TreasureId) -> bool {
        self.treasures.get(id.index()).is_some_and(Option::is_some)
    }
    #[must_use]
    pub fn has_tile(&self, id: TileId) -> bool {
        self.tiles.get(id.index()).is_some_and(Option::is_some)
    }
    /// All kinds of Minions with a deck of this Size.
    pub fn minions_of(&self, size: Size) -> impl Iterator<Item = &MinionCard> {
        self.minions.iter().flatten().filter(move |card| card.id.size() == size)
    }
    /// All kinds of Spells of a deck.
    pub fn spells_of(&self, deck: DeckId) -> impl Iterator<Item = &SpellCard> {
        self.spells.iter().flatten().filter(move |card| card.id.deck() == deck)
    }
    pub fn all_treasures(&self) -> impl Iterator<Item = &TreasureCard> {
        self.treasures.iter().flatten()
    }
    /// All tiles of a tier.
    pub fn tiles_of(&self, tier: Tier) -> impl Iterator<Item = &TileCard> {
        self.tiles.iter().flatten().filter(move |card| card.id.tier() == tier)
    }
    /// The Treasure that the only Hero of a game starts with.
    #[must_use]
    pub fn treasure_for_one_hero(&self) -> Option<TreasureId> {
        self.all_treasures().find(|card| card.for_one_hero).map(|card| card.id)
    }
    /// # Panics
    /// If there is no layout for so many Heroes: all counts from 1 to 5 have one.
    #[must_use]
    pub fn layout(&self, heroes: u8) -> &Layout {
        let fits = |layout: &&Layout| (layout.heroes.0..=layout.heroes.1).contains(&heroes);
        self.layouts.iter().find(fits).expect("every Hero Count has a layout")
    }
    /// # Panics
    /// If there is no Loot Stash for so many Heroes: all counts from 1 to 5 have one.
    #[must_use]
    pub fn stash(&self, heroes: u8) -> &LootStash {
        let fits = |stash: &&LootStash| (stash.heroes.0..=stash.heroes.1).contains(&heroes);
        self.stashes.iter().find(fits).expect("every Hero Count has a Loot Stash")
    }
    /// The row of a day from 1; `None` at the Start.
    #[must_use]
    pub fn day(&self, day: u8) -> Option<&ProcessionRow> {
        self.procession.get(usize::from(day.checked_sub(1)?))
    }
    /// The Hawkemoor tile that lies there.
    #[must_use]
    pub fn hawkemoor(&self, at: RegionId) -> Option<&TileCard> {
        self.tiles_of(Tier::Hawkemoor).find(|tile| tile.at == Some(at))
    }
}

impl LootStash {
    /// The last row whose Bounty is reached.
    #[must_use]
    pub fn row(rows: &[LootRow], bounty: u32) -> LootRow {
        let reached = rows.iter().take_while(|row| u32::from(row.bounty) <= bounty).last();
        *reached.expect("the first row is for a Bounty of 0")
    }
}

/// The file a deck stands in.
#[must_use]
pub const fn spell_file(deck: DeckId) -> &'static str {
    match deck {
        DeckId::Arcane => "spells_arcane.ron",
        DeckId::Divine => "spells_divine.ron",
        DeckId::Void => "spells_void.ron",
    }
}

fn heroes(pack: &dyn Pack) -> Result<Vec<HeroBoard>, BadContent> {
    let mut boards: Vec<HeroBoard> = read(pack, "heroes.ron")?;
    for id in HeroId::ALL {
        let count = boards.iter().filter(|board| board.id == *id).count();
        if count != 1 {
            return wrong("heroes.ron", id, format!("it is listed {count} times"), "each Hero exactly once");
        }
    }
    boards.sort_by_key(|board| board.id);
    Ok(boards)
}

fn cells(card: &LayoutCard) -> Result<[Cell; CELLS], BadContent> {
    let rows: Vec<Vec<&str>> = card.rows.iter().map(|row| row.split_whitespace().collect()).collect();
    if rows.len() != 5 || rows.iter().any(|row| row.len() != 5) {
        return wrong("layouts.ron", &card.id, "another size", "5 rows of 5 cells with blanks between them");
    }
    let mut cells = [Cell::Nothing; CELLS];
    for (cell, mark) in cells.iter_mut().zip(rows.into_iter().flatten()) {
        *cell = match mark {
            "." => Cell::Nothing,
            "H" => Cell::Hawkemoor,
            "1" => Cell::Tier(Tier::One),
            "2" => Cell::Tier(Tier::Two),
            "3" => Cell::Tier(Tier::Three),
            other => return wrong("layouts.ron", &card.id, format!("`{other}`"), "., H, 1, 2 or 3"),
        };
    }
    Ok(cells)
}

fn read<T: DeserializeOwned>(pack: &dyn Pack, file: &str) -> Result<T, BadContent> {
    pack::read(pack, FILES, file)
}
