//! Content as data: read, checked, and turned into the tables that play needs.

pub mod books;
pub mod cards;
pub mod effect;
pub mod printed;
#[cfg(test)]
mod proofs_box;
#[cfg(test)]
mod proofs_story;
pub mod read;
pub mod story;
pub mod story_read;
pub mod words;

use self::{
    books::Books,
    cards::{Card, ClassCard, DiscoveryCard, Enemy, Hero, Modifier, SkillPage, Title},
    story::{Action, Adventure, Campaign, Choice, Entry},
    words::{
        AdventureId, CardId, ClassId, Deck, EnemyId, EntryId, HeroId, ItemId, ModifierId, PageId, RaceId,
        TitleId,
    },
};
use crate::content_checks;
pub use kernel::{BadContent, Pack};
use kernel::{
    Contents,
    pack::{self, File, wrong},
    rule,
};
use serde::de::DeserializeOwned;

/// The built-in files by name.
pub const FILES: &[File] = &[
    ("campaign.ron", include_str!("../content/campaign.ron")),
    ("enemies.ron", include_str!("../content/enemies.ron")),
    ("skills.ron", include_str!("../content/skills.ron")),
    ("modifiers.ron", include_str!("../content/modifiers.ron")),
    ("classes.ron", include_str!("../content/classes.ron")),
    ("heroes.ron", include_str!("../content/heroes.ron")),
    ("market.ron", include_str!("../content/market.ron")),
    ("rares.ron", include_str!("../content/rares.ron")),
    ("familiars.ron", include_str!("../content/familiars.ron")),
    ("discoveries.ron", include_str!("../content/discoveries.ron")),
    ("titles.ron", include_str!("../content/titles.ron")),
    ("adventure1.ron", include_str!("../content/adventure1.ron")),
    ("adventure2.ron", include_str!("../content/adventure2.ron")),
    ("adventure3.ron", include_str!("../content/adventure3.ron")),
    ("adventure4.ron", include_str!("../content/adventure4.ron")),
    ("adventure5.ron", include_str!("../content/adventure5.ron")),
    ("adventure6.ron", include_str!("../content/adventure6.ron")),
    ("sidequest.ron", include_str!("../content/sidequest.ron")),
    ("tome.ron", include_str!("../content/tome.ron")),
];
/// Names of further storybooks an owner's `campaign.ron` may list; we ship none of these.
pub const FURTHER_BOOKS: &[&str] =
    &["adventure7.ron", "adventure8.ron", "adventure9.ron", "adventure10.ron", "adventure11.ron"];

/// Everything in the box, ready to be played with.
#[derive(Clone, Debug)]
pub struct Content {
    pub campaign: Campaign,
    pub enemies: Vec<Enemy>,
    pub pages: Vec<SkillPage>,
    pub modifiers: Vec<Modifier>,
    pub classes: Vec<ClassCard>,
    pub heroes: Vec<Hero>,
    /// By `CardId::index`.
    cards: Vec<Option<Card>>,
    pub discoveries: Vec<DiscoveryCard>,
    pub titles: Vec<Title>,
    /// Those of the campaign first and in order, then sidequests.
    pub adventures: Vec<Adventure>,
    /// By `EntryId`.
    pub entries: Vec<Entry>,
    /// Where the spans of entries and results point.
    pub actions: Vec<Action>,
    pub choices: Vec<Choice>,
    /// Their words by `KeywordId`.
    pub keywords: Vec<String>,
    /// Their words by `TokenId`.
    pub tokens: Vec<String>,
    /// `Death-1` and on.
    deaths: Vec<EntryId>,
    places: Places,
    /// Cards that were told at a table, as [`kernel::Printed`] writes them, and the ids of ours whose place they took.
    pub told: Vec<String>,
    places_told: Vec<CardId>,
    /// Enemies that were told: the name, and what is said of one in a combat.
    own_foes: Vec<(String, String)>,
}

/// Where each number stands in its list.
#[derive(Clone, Debug)]
struct Places {
    enemies: [u8; EnemyId::COUNT],
    pages: [u8; PageId::COUNT],
    modifiers: [u8; ModifierId::COUNT],
    classes: [u8; ClassId::COUNT],
    heroes: [u8; HeroId::COUNT],
    items: [u8; ItemId::COUNT],
    titles: [u8; TitleId::COUNT],
}

/// No such number.
const NOWHERE: u8 = u8::MAX;

fn places<const N: usize>(numbers: impl Iterator<Item = usize>) -> [u8; N] {
    let mut places = [NOWHERE; N];
    numbers.enumerate().for_each(|(at, number)| places[number] = at as u8);
    places
}

impl Contents for Content {
    const FILES: &'static [File] = FILES;
    const FURTHER_FILES: &'static [&'static str] = FURTHER_BOOKS;

    fn load(pack: &dyn Pack) -> Result<Content, BadContent> {
        rule!("RA-001", "RA-003", "RA-004", "RA-005");
        let (content, mut problems) = Content::draft(pack)?;
        if !problems.is_empty() {
            return Err(problems.swap_remove(0));
        }
        content_checks::check_books(&content)?;
        Ok(content)
    }
}

impl Content {
    /// The content we ship.
    #[must_use]
    pub fn built_in() -> Content {
        Contents::built_in()
    }

    /// Reads a pack whose storybooks may have faults in their entries, and lists those faults: for the story check. An
    /// entry with a fault has no actions or no choices here.
    ///
    /// # Errors
    /// If cards or a whole file cannot be read.
    pub fn draft(pack: &dyn Pack) -> Result<(Content, Vec<BadContent>), BadContent> {
        let the_box = read::read_box(pack)?;
        content_checks::check_box(&the_box)?;
        let mut books = Books::default();
        books.read(pack, &the_box)?;
        let places = Places {
            enemies: places(the_box.enemies.iter().map(|e| e.id.index())),
            pages: places(the_box.pages.iter().map(|p| p.id.index())),
            modifiers: places(the_box.modifiers.iter().map(|m| m.id.index())),
            classes: places(the_box.classes.iter().map(|c| c.id.index())),
            heroes: places(the_box.heroes.iter().map(|h| h.id.index())),
            items: places(the_box.discoveries.iter().map(|d| d.id.index())),
            titles: places(the_box.titles.iter().map(|t| t.id.index())),
        };
        let content = Content {
            campaign: the_box.campaign,
            enemies: the_box.enemies,
            pages: the_box.pages,
            modifiers: the_box.modifiers,
            classes: the_box.classes,
            heroes: the_box.heroes,
            cards: the_box.cards,
            discoveries: the_box.discoveries,
            titles: the_box.titles,
            adventures: books.adventures,
            entries: books.entries,
            actions: books.tables.actions,
            choices: books.tables.choices,
            keywords: books.tables.keywords,
            tokens: books.tables.tokens,
            deaths: books.deaths,
            places,
            told: vec![],
            places_told: vec![],
            own_foes: vec![],
        };
        Ok((content, books.problems))
    }

    /// # Panics
    /// If there is no such card: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        self.cards[id.index()].as_ref().expect("cards in a state are of this content")
    }
    #[must_use]
    pub fn has_card(&self, id: CardId) -> bool {
        self.cards.get(id.index()).is_some_and(Option::is_some)
    }
    /// All cards of the market, the rare and the familiar deck, in the order of their ids.
    pub fn all_cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter().flatten()
    }
    pub fn cards_of(&self, deck: Deck) -> impl Iterator<Item = &Card> {
        self.all_cards().filter(move |card| card.deck == deck)
    }
    /// # Panics
    /// If there is no such enemy: ids in a state come from this content.
    #[must_use]
    #[inline]
    pub fn enemy(&self, id: EnemyId) -> &Enemy {
        &self.enemies[usize::from(self.places.enemies[id.index()])]
    }
    /// # Panics
    /// If there is no such page.
    #[must_use]
    #[inline]
    pub fn page(&self, id: PageId) -> &SkillPage {
        &self.pages[usize::from(self.places.pages[id.index()])]
    }
    /// # Panics
    /// If there is no such modifier.
    #[must_use]
    #[inline]
    pub fn modifier(&self, id: ModifierId) -> &Modifier {
        &self.modifiers[usize::from(self.places.modifiers[id.index()])]
    }
    /// # Panics
    /// If there is no such class.
    #[must_use]
    #[inline]
    pub fn class(&self, id: ClassId) -> &ClassCard {
        &self.classes[usize::from(self.places.classes[id.index()])]
    }
    /// # Panics
    /// If there is no such hero.
    #[must_use]
    #[inline]
    pub fn hero(&self, id: HeroId) -> &Hero {
        &self.heroes[usize::from(self.places.heroes[id.index()])]
    }
    /// # Panics
    /// If there is no such discovery card.
    #[must_use]
    #[inline]
    pub fn discovery(&self, id: ItemId) -> &DiscoveryCard {
        &self.discoveries[usize::from(self.places.items[id.index()])]
    }
    /// # Panics
    /// If there is no such title.
    #[must_use]
    #[inline]
    pub fn title(&self, id: TitleId) -> &Title {
        &self.titles[usize::from(self.places.titles[id.index()])]
    }
    #[must_use]
    pub fn has_enemy(&self, id: EnemyId) -> bool {
        self.places.enemies[id.index()] != NOWHERE
    }
    #[must_use]
    pub fn has_page(&self, id: PageId) -> bool {
        self.places.pages[id.index()] != NOWHERE
    }
    #[must_use]
    pub fn has_modifier(&self, id: ModifierId) -> bool {
        self.places.modifiers[id.index()] != NOWHERE
    }
    #[must_use]
    pub fn has_class(&self, id: ClassId) -> bool {
        self.places.classes[id.index()] != NOWHERE
    }
    #[must_use]
    pub fn has_hero(&self, id: HeroId) -> bool {
        self.places.heroes[id.index()] != NOWHERE
    }
    #[must_use]
    pub fn has_discovery(&self, id: ItemId) -> bool {
        self.places.items[id.index()] != NOWHERE
    }
    #[must_use]
    pub fn has_title(&self, id: TitleId) -> bool {
        self.places.titles[id.index()] != NOWHERE
    }
    #[must_use]
    #[inline]
    pub fn adventure(&self, id: AdventureId) -> &Adventure {
        &self.adventures[id.index()]
    }
    #[must_use]
    #[inline]
    pub fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.index()]
    }
    #[must_use]
    #[inline]
    pub fn action(&self, at: u16) -> &Action {
        &self.actions[usize::from(at)]
    }
    #[must_use]
    #[inline]
    pub fn choice(&self, at: u16) -> &Choice {
        &self.choices[usize::from(at)]
    }
    /// The entry of a death box, from 1; past the last box it is the last one's again.
    ///
    /// # Panics
    /// Never: content without death entries is refused.
    #[must_use]
    pub fn death_entry(&self, death_box: u8) -> EntryId {
        let at = usize::from(death_box.max(1)).min(self.deaths.len());
        self.deaths[at - 1]
    }
    #[must_use]
    pub fn race(&self, name: &str) -> Option<RaceId> {
        self.campaign.races.iter().position(|r| r == name).map(|at| RaceId(at as u8))
    }
    #[must_use]
    pub fn race_name(&self, id: RaceId) -> &str {
        self.campaign.races.get(id.index()).map_or("", String::as_str)
    }
    /// The entry with this label: of this adventure, its part of the Tome, or a death entry.
    #[must_use]
    pub fn labelled(&self, adventure: AdventureId, label: &str) -> Option<EntryId> {
        let mine = |e: &Entry| e.label == label && e.adventure.is_none_or(|a| a == adventure);
        self.entries.iter().position(mine).map(|at| EntryId(at as u16))
    }
}

pub(crate) fn read_file<T: DeserializeOwned>(pack: &dyn Pack, file: &str) -> Result<T, BadContent> {
    if pack::text(pack, FILES, file).is_none() {
        return wrong("campaign.ron", "adventures", format!("`{file}`"), "a file of the pack");
    }
    pack::read(pack, FILES, file)
}
