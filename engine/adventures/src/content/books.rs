//! The storybooks and the Tome: files read, labels given numbers, entries turned into flat tables.

use super::{
    BadContent, Pack,
    cards::Discovery,
    effect::Misread,
    read::TheBox,
    read_file,
    story::{Adventure, Entry, Kind, Location, Path, Span},
    story_read::{Names, Tables},
    words::{
        AdventureId, CardId, ClassId, EndingId, EnemyId, EntryId, ItemId, LocationId, ModifierId, PageId,
        PathId, RaceId, TitleId,
    },
};
use crate::content_checks::{misread, within, wrong};
use kernel::rule;
use serde::Deserialize;

/// What the storybook files become.
#[derive(Clone, Debug, Default)]
pub struct Books {
    pub adventures: Vec<Adventure>,
    pub entries: Vec<Entry>,
    pub deaths: Vec<EntryId>,
    pub tables: Tables,
    /// Faults in single entries, in reading order.
    pub problems: Vec<BadContent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookRow {
    code: String,
    title: String,
    locations: Vec<LocationRow>,
    /// `A-B`, `A-C encounter`, `D-E locked`.
    paths: Vec<String>,
    encounters: Vec<u8>,
    entries: Vec<EntryRow>,
    tome: Vec<EntryRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationRow {
    id: String,
    name: String,
    at: (u8, u8),
    #[serde(default)]
    xp: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryRow {
    label: String,
    text: String,
    #[serde(default)]
    does: Vec<String>,
    #[serde(default)]
    asks: Vec<String>,
}

/// What names mean inside one book.
struct Scope<'a> {
    the_box: &'a TheBox,
    entries: &'a [Entry],
    book: Option<&'a Adventure>,
}

impl Books {
    /// Reads all books that `campaign.ron` lists, and the Tome's death entries.
    ///
    /// # Errors
    /// If a file, a map or a label cannot be read; faults inside entries are listed in `problems`.
    pub fn read(&mut self, pack: &dyn Pack, the_box: &TheBox) -> Result<(), BadContent> {
        rule!("RA-001", "RA-050");
        let deaths: Vec<EntryRow> = read_file(pack, "tome.ron")?;
        self.add_deaths(&deaths, the_box)?;
        for (file, sidequest) in the_box
            .campaign
            .adventures
            .iter()
            .map(|f| (f, false))
            .chain(the_box.campaign.sidequests.iter().map(|f| (f, true)))
        {
            let book: BookRow = read_file(pack, file)?;
            self.read_book(file, &book, sidequest, the_box)?;
        }
        // Spans count in sixteen bits.
        within("campaign.ron", "actions of all books", self.tables.actions.len(), 1, u16::MAX.into())?;
        within("campaign.ron", "options of all books", self.tables.choices.len(), 1, u16::MAX.into())?;
        within("campaign.ron", "adventures", self.adventures.len(), 1, AdventureId::MOST)
    }

    fn add_deaths(&mut self, rows: &[EntryRow], the_box: &TheBox) -> Result<(), BadContent> {
        for (at, row) in rows.iter().enumerate() {
            let label = format!("Death-{}", at + 1);
            if row.label != label {
                return wrong("tome.ron", &row.label, "its label", label);
            }
            self.deaths.push(EntryId(self.entries.len() as u16));
            self.entries.push(blank(row, None, Kind::Death(at as u8 + 1)));
        }
        within(
            "tome.ron",
            "death entries",
            rows.len(),
            the_box.campaign.death_boxes.into(),
            the_box.campaign.death_boxes.into(),
        )?;
        self.fill("tome.ron", rows, 0, None, the_box);
        Ok(())
    }

    fn read_book(
        &mut self,
        file: &str,
        book: &BookRow,
        sidequest: bool,
        the_box: &TheBox,
    ) -> Result<(), BadContent> {
        let id = AdventureId(self.adventures.len() as u8);
        let first = self.entries.len();
        for row in book.entries.iter().chain(&book.tome) {
            let kind = kind_of(&row.label, &book.code, the_box)
                .ok_or_else(|| misread(file, &row.label, Misread::new(&row.label, labels(&book.code))))?;
            if self.entries[first..].iter().any(|e| e.label == row.label) {
                return wrong(file, &row.label, "it is there twice", "each label once");
            }
            self.entries.push(blank(row, Some(id), kind));
        }
        within(file, "entries", self.entries.len(), 1, EntryId::MOST)?;
        let adventure = self.map(file, book, id, sidequest, first)?;
        let rows: Vec<&EntryRow> = book.entries.iter().chain(&book.tome).collect();
        self.fill(file, &rows, first, Some(&adventure), the_box);
        self.adventures.push(adventure);
        Ok(())
    }

    /// The map and the entries that rules look up by themselves.
    fn map(
        &self,
        file: &str,
        book: &BookRow,
        id: AdventureId,
        sidequest: bool,
        first: usize,
    ) -> Result<Adventure, BadContent> {
        rule!("RA-009", "RA-010");
        let entry = |wanted: Kind, label: &str| {
            let at = self.entries[first..].iter().position(|e| e.kind == wanted);
            let missing = wrong(file, label, "there is no such entry", "an entry with this label");
            at.map_or(missing, |at| Ok(EntryId((first + at) as u16)))
        };
        let mut locations = vec![];
        for (at, row) in book.locations.iter().enumerate() {
            let letter = u8::try_from(at).ok().and_then(LocationId::new);
            let Some(letter) = letter.filter(|l| l.to_string() == row.id) else {
                return wrong(file, &row.id, "a gap in the letters", "locations A, B, C and so on");
            };
            let base = entry(Kind::Base(letter), &row.id)?;
            locations.push(Location { name: row.name.clone(), at: row.at, xp: row.xp, base });
        }
        within(file, "locations", locations.len(), 2, LocationId::COUNT)?;
        let paths = read_paths(file, &book.paths, locations.len())?;
        let mut encounters = vec![];
        for token in &book.encounters {
            if encounters.iter().any(|(other, _)| other == token) {
                return wrong(file, "encounters", format!("{token} twice"), "each token once");
            }
            encounters.push((*token, entry(Kind::Tome(*token, None), &format!("{}-{token}", book.code))?));
        }
        let mut items = vec![];
        for (at, e) in self.entries.iter().enumerate().skip(first) {
            if let Kind::Item(place, one, two) = e.kind {
                items.push((place, one, two, EntryId(at as u16)));
            }
        }
        Ok(Adventure {
            id,
            code: book.code.clone(),
            title: book.title.clone(),
            sidequest,
            locations,
            paths,
            start: entry(Kind::Start, "START")?,
            end: entry(Kind::End, "END")?,
            encounters,
            items,
        })
    }

    /// Reads actions and choices now that all labels have numbers.
    fn fill<R: std::borrow::Borrow<EntryRow>>(
        &mut self,
        file: &str,
        rows: &[R],
        first: usize,
        book: Option<&Adventure>,
        the_box: &TheBox,
    ) {
        for (at, row) in rows.iter().map(std::borrow::Borrow::borrow).enumerate() {
            let scope = Scope { the_box, entries: &self.entries, book };
            let does: Vec<&str> = row.does.iter().map(String::as_str).collect();
            let asks: Vec<&str> = row.asks.iter().map(String::as_str).collect();
            let actions = self.tables.read_actions(&does, &scope);
            let choices = self.tables.read_choices(&asks, &scope);
            let entry = &mut self.entries[first + at];
            let mut keep = |read: Result<Span, Misread>| {
                read.unwrap_or_else(|m| {
                    self.problems.push(misread(file, &row.label, m));
                    Span::default()
                })
            };
            entry.actions = keep(actions);
            entry.choices = keep(choices);
        }
    }
}

fn blank(row: &EntryRow, adventure: Option<AdventureId>, kind: Kind) -> Entry {
    Entry {
        label: row.label.clone(),
        adventure,
        kind,
        text: row.text.clone(),
        actions: Span::default(),
        choices: Span::default(),
    }
}

fn labels(code: &str) -> String {
    format!("START, END, A, A1, A31 or A31.34 for items, or {code}-1 and {code}-1a in the Tome")
}

/// A label says what an entry is for; a number that is an item's makes it an item entry.
fn kind_of(label: &str, code: &str, the_box: &TheBox) -> Option<Kind> {
    match label {
        "START" => return Some(Kind::Start),
        "END" => return Some(Kind::End),
        _ => {}
    }
    if let Some(number) = label.strip_prefix(code).and_then(|l| l.strip_prefix('-')) {
        let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let mut letters = number[digits.len()..].chars();
        let (letter, more) = (letters.next(), letters.next());
        let token: u8 = digits.parse().ok().filter(|n: &u8| *n > 0 && n.to_string() == digits)?;
        return more.is_none().then_some(Kind::Tome(token, letter));
    }
    let (letter, number) = label.split_at_checked(1)?;
    let at: LocationId = letter.parse().ok()?;
    if number.is_empty() {
        return Some(Kind::Base(at));
    }
    let item = |text: &str| -> Option<ItemId> { text.parse().ok().filter(|id| is_item(the_box, *id)) };
    if let Some((one, two)) = number.split_once('.') {
        let (one, two) = (item(one)?, item(two)?);
        return (one < two).then_some(Kind::Item(at, one, Some(two)));
    }
    if let Some(id) = item(number) {
        return Some(Kind::Item(at, id, None));
    }
    let number = number.parse().ok().filter(|n: &u8| *n > 0 && n.to_string() == number)?;
    Some(Kind::Turn(at, number))
}

fn is_item(the_box: &TheBox, id: ItemId) -> bool {
    the_box.discoveries.iter().any(|d| d.id == id && d.item_cost().is_some())
}

fn read_paths(file: &str, texts: &[String], locations: usize) -> Result<Vec<Path>, BadContent> {
    let mut paths: Vec<Path> = vec![];
    for text in texts {
        let (ends, rest) = text.split_once(' ').unwrap_or((text, ""));
        let ends = ends.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let good = ends.filter(|(a, b): &(LocationId, LocationId)| {
            a != b
                && a.index().max(b.index()) < locations
                && !paths.iter().any(|p| p.ends == (*a, *b) || p.ends == (*b, *a))
        });
        let (Some(ends), "" | "encounter" | "locked") = (good, rest) else {
            let expected = "two different locations once, such as `A-B`, `A-B encounter` or `A-B locked`";
            return wrong(file, "paths", format!("`{text}`"), expected);
        };
        paths.push(Path { ends, encounter: rest == "encounter", locked: rest == "locked" });
    }
    within(file, "paths", paths.len(), 1, PathId::MOST)?;
    Ok(paths)
}

impl Names for Scope<'_> {
    fn entry(&self, label: &str) -> Option<EntryId> {
        let book = self.book.map(|b| b.id);
        let at = self.entries.iter().position(|e| e.label == label && e.adventure == book)?;
        Some(EntryId(at as u16))
    }
    fn path(&self, a: LocationId, b: LocationId) -> Option<PathId> {
        self.book?.path_between(a, b)
    }
    fn location(&self, at: LocationId) -> bool {
        self.book.is_some_and(|b| at.index() < b.locations.len())
    }
    fn modifier(&self, name: &str) -> Option<ModifierId> {
        self.the_box.modifiers.iter().find(|m| m.name == name).map(|m| m.id)
    }
    fn page(&self, name: &str) -> Option<PageId> {
        self.the_box.pages.iter().find(|p| p.name == name).map(|p| p.id)
    }
    fn enemy(&self, id: EnemyId) -> bool {
        self.the_box.enemies.iter().any(|e| e.id == id)
    }
    fn card(&self, id: CardId) -> bool {
        self.the_box.cards[id.index()].is_some()
    }
    fn item(&self, id: ItemId) -> bool {
        is_item(self.the_box, id)
    }
    fn map_card(&self, id: ItemId) -> bool {
        let opens =
            |opens: &[(LocationId, LocationId)]| opens.iter().all(|(a, b)| self.path(*a, *b).is_some());
        self.the_box.discoveries.iter().any(|d| match &d.is {
            Discovery::Map { opens: paths, .. } => d.id == id && opens(paths),
            Discovery::Item { .. } => false,
        })
    }
    fn title(&self, id: TitleId) -> bool {
        self.the_box.titles.iter().any(|t| t.id == id)
    }
    fn class(&self, id: ClassId) -> bool {
        self.the_box.classes.iter().any(|c| c.id == id)
    }
    fn race(&self, name: &str) -> Option<RaceId> {
        self.the_box.campaign.races.iter().position(|r| r == name).map(|at| RaceId(at as u8))
    }
    fn ending(&self, name: &str) -> Option<EndingId> {
        self.the_box.campaign.endings.iter().position(|e| e.id == name).map(|at| EndingId(at as u8))
    }
}
