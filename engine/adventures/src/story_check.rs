//! The story check: references that dangle, entries nobody can reach, choices without a way out, and the graph of entries.
//!
//! Faults are what would leave a party without a way on; such a pack is refused. Warnings are what an author would want
//! to know: an entry that is never read, a keyword that nobody asks for. Reading is generous: a condition may always hold.

use crate::{
    content::{
        BadContent, Content, Pack,
        cards::Scope,
        story::{Action, Adventure, Choice, Directive, Entry, Kind, Lead, Span, Unlocks},
        words::{AdventureId, EntryId, ItemId, LocationId, ModifierId},
    },
    story_draw,
};
use std::{collections::BTreeSet, fmt};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    Fault,
    Warning,
}

/// One thing that is wrong, or odd, with a storybook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub weight: Weight,
    pub what: BadContent,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = match self.weight {
            Weight::Fault => "fault",
            Weight::Warning => "warning",
        };
        write!(f, "{weight}: {}", self.what)
    }
}

/// What was found in one book.
#[derive(Clone, Debug)]
pub struct BookReport {
    pub file: String,
    pub title: String,
    pub entries: usize,
    pub edges: usize,
    pub words: usize,
    /// The graph of its entries for Graphviz.
    pub dot: String,
    /// The same graph, laid out in layers.
    pub svg: String,
}

/// What was found in a pack.
#[derive(Clone, Debug)]
pub struct Report {
    pub books: Vec<BookReport>,
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether the pack can be played with.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|f| f.weight == Weight::Warning)
    }
}

impl fmt::Display for Report {
    /// A line for each book, then a line for each finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for book in &self.books {
            let BookReport { file, title, entries, edges, words, .. } = book;
            writeln!(f, "{file}: {title}: {entries} entries, {edges} ways between them, {words} words")?;
        }
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))?;
        let count = |weight| self.findings.iter().filter(|finding| finding.weight == weight).count();
        writeln!(f, "{} faults, {} warnings", count(Weight::Fault), count(Weight::Warning))
    }
}

/// Checks all storybooks of a pack; files the pack lacks are ours.
///
/// # Errors
/// If cards or a whole file cannot be read.
pub fn check(pack: &dyn Pack) -> Result<Report, BadContent> {
    let (content, unread) = Content::draft(pack)?;
    let fault = |what| Finding { weight: Weight::Fault, what };
    let mut findings: Vec<Finding> = unread.into_iter().map(fault).collect();
    findings.extend(faults(&content).into_iter().map(fault));
    findings.extend(warnings(&content).into_iter().map(|what| Finding { weight: Weight::Warning, what }));
    let books = content.adventures.iter().map(|book| report(&content, book)).collect();
    Ok(Report { books, findings })
}

fn report(content: &Content, book: &Adventure) -> BookReport {
    let graph = Graph::of(content, book);
    let mine = content.entries.iter().filter(|e| e.adventure == Some(book.id));
    BookReport {
        file: file_of(content, book.id),
        title: book.title.clone(),
        entries: mine.clone().count(),
        words: mine.map(|e| e.text.split_whitespace().count()).sum(),
        edges: graph.edges.len(),
        dot: story_draw::dot(content, book, &graph),
        svg: story_draw::svg(content, book, &graph),
    }
}

/// The file a book was read from.
#[must_use]
pub fn file_of(content: &Content, book: AdventureId) -> String {
    let mut files = content.campaign.adventures.iter().chain(&content.campaign.sidequests);
    files.nth(book.index()).cloned().unwrap_or_default()
}

fn file_of_entry(content: &Content, entry: &Entry) -> String {
    entry.adventure.map_or("tome.ron".to_owned(), |book| file_of(content, book))
}

fn found(
    content: &Content,
    entry: &Entry,
    what: impl fmt::Display,
    expected: impl fmt::Display,
) -> BadContent {
    BadContent {
        file: file_of_entry(content, entry),
        entry: format!("{}: ", entry.label),
        what: what.to_string(),
        expected: expected.to_string(),
    }
}

/// What would leave a party without a way on, or breaks a rule of the vocabulary.
#[must_use]
pub fn faults(content: &Content) -> Vec<BadContent> {
    let mut faults = vec![];
    for entry in &content.entries {
        let mut say = |what: String, expected: &str| faults.push(found(content, entry, what, expected));
        if entry.text.trim().is_empty() {
            say("no text".to_owned(), "what is read out");
        }
        let actions = &content.actions[entry.actions.range()];
        let choices = &content.choices[entry.choices.range()];
        if !leads_on(actions) && !choices.iter().any(is_exit) {
            say(
                "nothing that surely leads on".to_owned(),
                "a last action without condition that leads elsewhere, or an option to turn, move or end that is always open",
            );
        }
        if let Some(at) = actions.iter().position(|a| a.when.is_empty() && a.does.leaves())
            && (at + 1 < actions.len() || !choices.is_empty())
        {
            say("more stands behind a directive that leads elsewhere".to_owned(), "it last");
        }
        each_action(content, entry.actions, &mut |action| {
            if let Some((what, expected)) = misplaced(content, entry, action) {
                say(what, expected);
            }
        });
        for choice in choices {
            if let Lead::Turn(to) = choice.leads
                && let Some((what, expected)) = bad_turn(content, entry, to)
            {
                say(what, expected);
            }
        }
    }
    faults
}

/// The last action surely leads elsewhere.
fn leads_on(actions: &[Action]) -> bool {
    actions.last().is_some_and(|a| a.when.is_empty() && a.does.leaves())
}

/// An option that is always there and is not answered by reading the same options again.
fn is_exit(choice: &Choice) -> bool {
    choice.when.is_empty()
        && choice.pay.is_none()
        && match choice.leads {
            Lead::Turn(_) | Lead::Move | Lead::TheEnd => true,
            Lead::Rest | Lead::Item => false,
        }
}

/// Visits actions and those of their results.
fn each_action(content: &Content, span: Span, visit: &mut dyn FnMut(&Action)) {
    for action in &content.actions[span.range()] {
        visit(action);
        for result in action.does.nature().results {
            each_action(content, result, visit);
        }
    }
}

/// Every directive of a book, those in results included, with the label of its entry.
#[must_use]
pub fn directives(content: &Content, book: AdventureId) -> Vec<(&str, Directive)> {
    let mut all = vec![];
    for entry in content.entries.iter().filter(|e| e.adventure == Some(book)) {
        each_action(content, entry.actions, &mut |action| all.push((entry.label.as_str(), action.does)));
    }
    all
}

fn misplaced(content: &Content, entry: &Entry, action: &Action) -> Option<(String, &'static str)> {
    let scope = |mods: &[ModifierId], not: Scope| {
        let odd = mods.iter().map(|m| content.modifier(*m)).find(|m| m.scope == not)?;
        Some((format!("modifier {}", odd.name), "a modifier of the right scope"))
    };
    let only = |ok: bool, word: &str, expected| (!ok).then(|| (format!("`{word}`"), expected));
    match action.does {
        Directive::Go(to) => bad_turn(content, entry, to),
        Directive::Check(check) => scope(&check.modifiers, Scope::Combat),
        Directive::Combat(combat) => combat.modifiers.iter().find_map(|mods| scope(mods, Scope::Check)),
        Directive::Resume => only(matches!(entry.kind, Kind::Tome(..)), "resume", "it only in Tome entries"),
        Directive::Back => only(matches!(entry.kind, Kind::Death(_)), "back", "it only in death entries"),
        Directive::Death => {
            only(!matches!(entry.kind, Kind::Death(_)), "death", "no death inside a death entry")
        }
        Directive::Finish => only(entry.kind == Kind::End, "finish", "it only in END"),
        Directive::End => only(
            !matches!(entry.kind, Kind::End | Kind::Tome(..) | Kind::Death(_)),
            "end",
            "it in entries of places",
        ),
        // The others may stand anywhere.
        Directive::Xp(_) | Directive::Gold(_) | Directive::Fatigue(_) | Directive::Heal(_) => None,
        Directive::Drain(_) | Directive::Rows(_) | Directive::Favor(..) | Directive::TakeXp => None,
        Directive::Record(_) | Directive::Erase(_) | Directive::RevealTitle(_) => None,
        Directive::RevealItem(_) | Directive::ReturnItem(_) | Directive::RevealMap(_) => None,
        Directive::GainRare(_) | Directive::GainFamiliar(_) | Directive::GainCard(_) => None,
        Directive::PlaceParty(_) | Directive::PutToken(..) | Directive::TakeToken(..) => None,
        Directive::Unlock(_) | Directive::AssignModifier(_) | Directive::LoseCard => None,
        Directive::EndOpen | Directive::Ending(_) => None,
    }
}

/// Turns stay in the book or in the Tome, and nobody is sent to an item entry.
fn bad_turn(content: &Content, from: &Entry, to: EntryId) -> Option<(String, &'static str)> {
    let to = content.entry(to);
    if from.kind.is_of_the_tome() != to.kind.is_of_the_tome() {
        return Some((format!("a turn to {}", to.label), "turns from book to book or from Tome to Tome"));
    }
    match to.kind {
        Kind::Item(..) | Kind::Start | Kind::End => {
            Some((format!("a turn to {}", to.label), "an entry that may be turned to; `end` leads to END"))
        }
        Kind::Base(_) | Kind::Turn(..) | Kind::Tome(..) | Kind::Death(_) => None,
    }
}

/// What an author would want to know.
fn warnings(content: &Content) -> Vec<BadContent> {
    let mut warnings = vec![];
    for book in &content.adventures {
        let graph = Graph::of(content, book);
        let (read, home) = (graph.reached(content, book), graph.reaching_end(book));
        for (at, entry) in content.entries.iter().enumerate().filter(|(_, e)| e.adventure == Some(book.id)) {
            let id = EntryId(at as u16);
            if !read.contains(&id) {
                warnings.push(found(
                    content,
                    entry,
                    "nobody can reach it",
                    "a turn, a path, an item or a token that leads here",
                ));
            } else if !home.contains(&id) {
                warnings.push(found(content, entry, "THE END cannot be reached from here", "a way to END"));
            }
        }
    }
    warnings.extend(loose_words(content));
    warnings
}

/// Keywords recorded and never asked for, or asked for and never recorded.
fn loose_words(content: &Content) -> Vec<BadContent> {
    let mut recorded = BTreeSet::new();
    let mut tested = BTreeSet::new();
    let mut test = |when: &[crate::content::story::Condition]| {
        for condition in when {
            tested.extend(condition.test.keyword());
        }
    };
    for action in &content.actions {
        test(&action.when);
        recorded.extend(action.does.nature().records);
    }
    content.choices.iter().for_each(|choice| test(&choice.when));
    let word = |keyword: &crate::content::words::KeywordId, what: &str, expected: &str| BadContent {
        file: "campaign.ron".to_owned(),
        entry: format!("keyword {}: ", content.keywords[keyword.index()]),
        what: what.to_owned(),
        expected: expected.to_owned(),
    };
    let unasked = recorded.difference(&tested).map(|k| word(k, "nobody asks for it", "a condition with it"));
    let unknown = tested.difference(&recorded).map(|k| word(k, "nobody records it", "a kw+ with it"));
    unasked.chain(unknown).collect()
}

/// How one entry leads to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Go,
    Option(String),
    Pass,
    Fail,
    Victory,
    Defeat,
    Move,
    Item(ItemId, Option<ItemId>),
    Encounter(u8),
    /// The option, which must have been opened.
    TheEnd,
    /// The order to read it now.
    End,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: EntryId,
    pub to: EntryId,
    pub way: Way,
}

/// The entries of one book with all ways between them, conditions left aside.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Edge>,
}

impl Graph {
    #[must_use]
    pub fn of(content: &Content, book: &Adventure) -> Graph {
        let mut edges = BTreeSet::new();
        for (at, entry) in content.entries.iter().enumerate().filter(|(_, e)| e.adventure == Some(book.id)) {
            let from = EntryId(at as u16);
            add_actions(content, book, from, entry.actions, &Way::Go, &mut edges);
            for choice in &content.choices[entry.choices.range()] {
                add_choice(book, from, entry, choice, &mut edges);
            }
        }
        Graph { edges: edges.into_iter().collect() }
    }

    /// Entries that can be read, given that paths must be unlocked and items found first.
    #[must_use]
    pub fn reached(&self, content: &Content, book: &Adventure) -> BTreeSet<EntryId> {
        let mut read = BTreeSet::from([book.start]);
        loop {
            let known = Known::of(content, book, &read);
            let more: Vec<EntryId> = self
                .edges
                .iter()
                .filter(|e| read.contains(&e.from) && !read.contains(&e.to))
                .filter(|e| known.allows(content, book, e))
                .map(|e| e.to)
                .collect();
            if more.is_empty() {
                return read;
            }
            read.extend(more);
        }
    }

    /// Entries from which END can be reached.
    #[must_use]
    pub fn reaching_end(&self, book: &Adventure) -> BTreeSet<EntryId> {
        let mut home = BTreeSet::from([book.end]);
        loop {
            let before = home.len();
            let more: Vec<EntryId> =
                self.edges.iter().filter(|e| home.contains(&e.to)).map(|e| e.from).collect();
            home.extend(more);
            // A Tome entry gives the move back to whoever was under way.
            if home.len() > 1 {
                home.extend(self.edges.iter().filter(|e| matches!(e.way, Way::Encounter(_))).map(|e| e.to));
                let tome: Vec<EntryId> = self
                    .edges
                    .iter()
                    .filter(|e| home.contains(&e.from) && self.is_tome_turn(e))
                    .map(|e| e.to)
                    .collect();
                home.extend(tome);
            }
            if home.len() == before {
                return home;
            }
        }
    }

    /// A turn inside the Tome: its start is read by flipping a token, or from such an entry.
    fn is_tome_turn(&self, edge: &Edge) -> bool {
        let flipped =
            |id: EntryId| self.edges.iter().any(|e| e.to == id && matches!(e.way, Way::Encounter(_)));
        flipped(edge.from)
    }
}

fn add_actions(
    content: &Content,
    book: &Adventure,
    from: EntryId,
    span: Span,
    way: &Way,
    edges: &mut BTreeSet<Edge>,
) {
    for action in &content.actions[span.range()] {
        match action.does {
            Directive::Go(to) => {
                edges.insert(Edge { from, to, way: way.clone() });
            }
            Directive::End => {
                edges.insert(Edge { from, to: book.end, way: Way::End });
            }
            Directive::Check(check) => {
                add_actions(content, book, from, check.pass, &Way::Pass, edges);
                add_actions(content, book, from, check.fail, &Way::Fail, edges);
            }
            Directive::Combat(combat) => {
                add_actions(content, book, from, combat.victory, &Way::Victory, edges);
                add_actions(content, book, from, combat.defeat, &Way::Defeat, edges);
            }
            // The others stay in the entry, or go back to where it was turned to from.
            Directive::Resume | Directive::Back | Directive::Death | Directive::Finish => {}
            Directive::Xp(_) | Directive::Gold(_) | Directive::Fatigue(_) | Directive::Heal(_) => {}
            Directive::Drain(_) | Directive::Rows(_) | Directive::Favor(..) | Directive::TakeXp => {}
            Directive::Record(_) | Directive::Erase(_) | Directive::RevealTitle(_) => {}
            Directive::RevealItem(_) | Directive::ReturnItem(_) | Directive::RevealMap(_) => {}
            Directive::GainRare(_) | Directive::GainFamiliar(_) | Directive::GainCard(_) => {}
            Directive::PlaceParty(_) | Directive::PutToken(..) | Directive::TakeToken(..) => {}
            Directive::Unlock(_) | Directive::AssignModifier(_) | Directive::LoseCard => {}
            Directive::EndOpen | Directive::Ending(_) => {}
        }
    }
}

/// The place an entry belongs to by its label.
fn place_of(entry: &Entry) -> Option<LocationId> {
    match entry.kind {
        Kind::Base(at) | Kind::Turn(at, _) | Kind::Item(at, ..) => Some(at),
        Kind::Start | Kind::End | Kind::Tome(..) | Kind::Death(_) => None,
    }
}

fn add_choice(book: &Adventure, from: EntryId, entry: &Entry, choice: &Choice, edges: &mut BTreeSet<Edge>) {
    let at = place_of(entry);
    match choice.leads {
        Lead::Turn(to) => {
            edges.insert(Edge { from, to, way: Way::Option(choice.says.clone()) });
        }
        Lead::TheEnd => {
            edges.insert(Edge { from, to: book.end, way: Way::TheEnd });
        }
        Lead::Rest => {}
        Lead::Item => edges.extend(
            book.items.iter().filter(|(place, ..)| Some(*place) == at).map(|(_, one, two, to)| Edge {
                from,
                to: *to,
                way: Way::Item(*one, *two),
            }),
        ),
        Lead::Move => {
            for path in &book.paths {
                let Some(other) = at.and_then(|at| path.other(at)) else { continue };
                edges.insert(Edge { from, to: book.locations[other.index()].base, way: Way::Move });
                if path.encounter {
                    edges.extend(book.encounters.iter().map(|(k, to)| Edge {
                        from,
                        to: *to,
                        way: Way::Encounter(*k),
                    }));
                }
            }
        }
    }
}

/// What the entries read so far have given.
struct Known {
    unlocked: u64,
    items: u128,
    end_open: bool,
}

impl Known {
    fn of(content: &Content, book: &Adventure, read: &BTreeSet<EntryId>) -> Known {
        let mut known = Known { unlocked: 0, items: 0, end_open: false };
        for (at, path) in book.paths.iter().enumerate() {
            known.unlocked |= u64::from(!path.locked) << at;
        }
        for id in read {
            each_action(content, content.entry(*id).actions, &mut |action| {
                let nature = action.does.nature();
                known.items |= nature.reveals.map_or(0, ItemId::bit);
                known.unlocked |= match nature.unlocks {
                    Unlocks::Nothing => 0,
                    Unlocks::Path(path) => path.bit(),
                    Unlocks::MapCard => u64::MAX,
                };
                known.end_open |= action.does == Directive::EndOpen;
            });
        }
        known
    }

    fn allows(&self, content: &Content, book: &Adventure, edge: &Edge) -> bool {
        match edge.way {
            Way::Item(one, two) => {
                let need = one.bit() | two.map_or(0, ItemId::bit);
                self.items & need == need
            }
            Way::Move => {
                let ends = (place_of(content.entry(edge.from)), place_of(content.entry(edge.to)));
                let (Some(a), Some(b)) = ends else { return false };
                book.path_between(a, b).is_some_and(|path| self.unlocked & path.bit() != 0)
            }
            Way::TheEnd => self.end_open,
            Way::End
            | Way::Go
            | Way::Option(_)
            | Way::Pass
            | Way::Fail
            | Way::Victory
            | Way::Defeat
            | Way::Encounter(_) => true,
        }
    }
}
