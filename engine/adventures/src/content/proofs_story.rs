//! The books: entries of good length, nothing loose, every word of the vocabulary, and a check that finds what is wrong.

use super::{
    Content, FILES, Pack,
    story::{Directive, Kind, Lead, Pay, Test},
    words::{AdventureId, LocationId},
};
use crate::story_check::{self, Weight};
use kernel::{Contents as _, PackFiles, below, pack::Changed, proves};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

#[test]
fn the_house_books_have_nothing_loose() {
    let report = story_check::check(&PackFiles::default()).expect("the built-in content");
    let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(findings, Vec::<String>::new());
    assert!(report.is_sound());
    let entries: Vec<usize> = report.books.iter().map(|b| b.entries).collect();
    assert_eq!(entries, [31, 34, 33, 44, 47, 44, 26], "entries with their part of the Tome");
    let said = report.to_string();
    assert!(said.starts_with("adventure1.ron: The Dark Lamp: 31 entries, 76 ways between them"), "{said}");
    assert!(said.ends_with("0 faults, 0 warnings\n"), "{said}");
}

#[test]
fn every_entry_is_a_page_of_prose_and_no_two_are_alike() {
    let content = Content::built_in();
    let mut seen = BTreeSet::new();
    for entry in &content.entries {
        let words = entry.text.split_whitespace().count();
        assert!((80..=200).contains(&words), "{} has {words} words", entry.label);
        let first: String = entry.text.split_whitespace().take(6).collect::<Vec<_>>().join(" ");
        assert!(seen.insert(first.clone()), "{}: {first}", entry.label);
    }
    assert_eq!(content.entries.iter().filter(|e| e.adventure.is_none()).count(), 5, "death entries");
}

#[test]
fn labels_lead_to_their_entries() {
    proves!("RA-050");
    let content = Content::built_in();
    let first = AdventureId(0);
    let label = |text: &str| content.labelled(first, text).map(|id| content.entry(id).kind);
    let at = |letter: &str| letter.parse::<LocationId>().expect("a letter");
    assert_eq!(label("E"), Some(Kind::Base(at("E"))));
    assert_eq!(label("A4"), None);
    assert_eq!(label("ADV1-3a"), Some(Kind::Tome(3, Some('a'))));
    let (oil, striker) = ("12".parse().expect("oil"), "17".parse().expect("striker"));
    assert_eq!(label("E12.17"), Some(Kind::Item(at("E"), oil, Some(striker))));
    let book = content.adventure(first);
    let pair = book.item_entry(at("E"), striker, Some(oil)).expect("in either order");
    assert_eq!(content.entry(pair).label, "E12.17");
    assert_eq!(book.item_entry(at("D"), striker, Some(oil)), None);
    assert_eq!(content.entry(content.death_entry(9)).label, "Death-5");
}

#[test]
fn maps_have_their_paths_and_tokens() {
    proves!("RA-009");
    let content = Content::built_in();
    let shape: Vec<_> = content
        .adventures
        .iter()
        .map(|a| {
            (
                a.locations.len(),
                a.paths.len(),
                a.encounters.len(),
                a.locations.iter().map(|l| l.xp).sum::<u8>(),
            )
        })
        .collect();
    assert_eq!(
        shape,
        [(6, 6, 3, 4), (6, 6, 4, 4), (7, 7, 4, 5), (7, 8, 3, 5), (7, 8, 3, 5), (7, 7, 3, 5), (5, 5, 3, 3)]
    );
}

#[test]
fn each_book_has_a_map_with_places_of_their_own() {
    proves!("RA-010");
    for book in &Content::built_in().adventures {
        let places: BTreeSet<_> = book.locations.iter().map(|l| l.at).collect();
        assert_eq!(
            places.len(),
            book.locations.len(),
            "{}: each location has a place of its own",
            book.title
        );
    }
}

/// A small book with words that our own books use seldom.
const OWNERS: &str = r#"(
    code: "ADV1", title: "Words",
    locations: [(id: "A", name: "Here", at: (1, 1)), (id: "B", name: "There", at: (2, 1)), (id: "C", name: "Away", at: (3, 1))],
    paths: ["A-B", "B-C locked"],
    encounters: [],
    entries: [
        (label: "START", text: "s", does: ["place(A)", "rows+2", "card(scroll)", "token(SENTRY,B)+", "go(A)"]),
        (label: "A", text: "a", does: ["if(players>=3) xp+1", "if(lowest H) gold+1", "if(fav S>=5 & no race Orc) fat+1",
            "if(class C05) heal+1", "if(score R>=2) raise", "if(kw MARK) kw-MARK"],
         asks: ["pay(xp 1) A1 'learn'", "pay(fat 2) A1 'push on'", "if(race Elf) A1 'listen'", "move"]),
        (label: "A1", text: "a1", does: ["kw+MARK", "mapcard+90", "token(SENTRY,B)-", "go(A)"]),
        (label: "B", text: "b", does: ["endok"], asks: ["the_end", "move"]),
        (label: "C", text: "c", does: ["end"]),
        (label: "END", text: "e", does: ["finish"]),
    ],
    tome: [],
)"#;

struct Owner;

impl Pack for Owner {
    fn text(&self, file: &str, ours: &str) -> Option<String> {
        match file {
            "adventure1.ron" => Some(OWNERS.to_owned()),
            "discoveries.ron" => {
                let card = "    (id: \"90\", name: \"Low Road\", at: \"B2\", opens: [\"B-C\"], text: \"A way at ebb.\"),\n]";
                Some(ours.trim_end().trim_end_matches(']').to_owned() + card)
            }
            _ => None,
        }
    }
}

fn words_of(content: &Content) -> BTreeSet<String> {
    let name = |debug: String| debug.split(['(', ' ', '{']).next().unwrap_or_default().to_owned();
    let mut words = BTreeSet::new();
    for action in &content.actions {
        words.insert(name(format!("{:?}", action.does)));
        words.extend(action.when.iter().map(|c| format!("if {}", name(format!("{:?}", c.test)))));
    }
    for choice in &content.choices {
        words.insert(format!("? {}", name(format!("{:?}", choice.leads))));
        words.extend(choice.pay.map(|pay| format!("pay {}", name(format!("{pay:?}")))));
        words.extend(choice.when.iter().map(|c| format!("if {}", name(format!("{:?}", c.test)))));
    }
    words
}

#[test]
fn every_word_of_the_vocabulary_is_used_by_us_or_read_from_an_owner() {
    let house = words_of(&Content::built_in());
    let owner = words_of(&Content::load(&Owner).expect("a good pack"));
    let directives = "Xp Gold Fatigue Heal Drain Rows Record Erase RevealTitle RevealItem ReturnItem RevealMap GainRare \
        GainFamiliar GainCard Favor TakeXp PlaceParty PutToken TakeToken Unlock AssignModifier Check Combat Go Resume Death \
        Back LoseCard One Raise Trade EndOpen End Ending Finish";
    let tests = "Keyword Item Title XpHere Exhausted Legendary Gold Players Highest Lowest Favor Class Race Xp Deaths Rests Score Card \
        TokenHere Tokens";
    let mut want: BTreeSet<String> = directives.split_whitespace().map(str::to_owned).collect();
    want.extend(tests.split_whitespace().map(|t| format!("if {t}")));
    want.extend(["Turn", "Move", "Rest", "Item", "TheEnd"].map(|l| format!("? {l}")));
    want.extend(["Gold", "Xp", "Fatigue"].map(|p| format!("pay {p}")));
    assert_eq!(house.union(&owner).cloned().collect::<BTreeSet<_>>(), want);
    let only_owners: Vec<&String> = want.difference(&house).collect();
    assert_eq!(only_owners, Vec::<&String>::new(), "our own books have a use for all of them");
}

#[test]
fn an_owners_book_is_read_as_written() {
    let content = Content::load(&Owner).expect("a good pack");
    assert_eq!((content.adventures[0].title.as_str(), content.adventures.len()), ("Words", 7));
    assert_eq!(content.tokens, ["SENTRY", "VOICE", "TIDE"]);
    let entry = content.entry(content.labelled(AdventureId(0), "A").expect("A"));
    let third = content.actions[entry.actions.range()][2];
    assert_eq!((third.does, third.when.len(), third.when[1].no), (Directive::Fatigue(1), 2, true));
    assert!(matches!(third.when[1].test, Test::Race(_)));
    let choices = &content.choices[entry.choices.range()];
    assert_eq!((choices[1].pay, choices[1].says.as_str()), (Some(Pay::Fatigue(2)), "push on"));
    assert_eq!(choices[3].leads, Lead::Move);
}

#[test]
fn the_story_check_lists_all_faults_and_warns_of_what_nobody_reads() {
    let two = Changed("adventure1.ron", "does: [\"item+12\", \"go(B)\"]", "does: [\"item+99\"]");
    let report = story_check::check(&two).expect("only entries are at fault");
    let said: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert!(!report.is_sound());
    assert!(said.iter().any(|s| s.contains("B1: `99`")), "{said:?}");
    assert!(said.iter().any(|s| s.contains("B1: nothing that surely leads on")), "{said:?}");
    // Without oil the pair at the lamp can never be used.
    assert!(
        said.iter().any(|s| s.contains("warning") && s.contains("E12.17: nobody can reach it")),
        "{said:?}"
    );
    for (change, said) in [
        (Changed("adventure1.ron", "go(C3)", "go(C2)"), "C3: nobody can reach it"),
        (Changed("adventure1.ron", "kw+UNSEEN, ", ""), "keyword UNSEEN: nobody records it"),
        (
            Changed("adventure3.ron", "if(kw HUSH) go(F3)", "if(xp) go(F3)"),
            "keyword HUSH: nobody asks for it",
        ),
        (Changed("adventure3.ron", "unlock(F-G)\", ", "xp+1\", "), "G: nobody can reach it"),
        (Changed("sidequest.ron", "item+81, go(C1)}", "go(C1)}"), ""),
    ] {
        let report = story_check::check(&change).expect("a readable pack");
        assert!(report.findings.iter().all(|f| f.weight == Weight::Warning), "{:?}", report.findings);
        let found = report.findings.iter().any(|f| f.to_string().contains(said));
        assert_eq!(found, !said.is_empty(), "{said}: {:?}", report.findings);
    }
}

#[test]
fn an_entry_without_a_way_to_the_end_is_named() {
    let trap = Changed("sidequest.ron", "asks: [\"the_end\", \"move\"]", "asks: [\"E1 'wait'\"]");
    let report = story_check::check(&trap).expect("a readable pack");
    let said: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert!(
        said.iter().any(|s| s.contains("sidequest.ron: E1: THE END cannot be reached from here")),
        "{said:?}"
    );
    assert!(said.iter().any(|s| s.contains("END: nobody can reach it")), "{said:?}");
}

/// Numbers of an attribute, in the order of the boxes.
fn numbers(svg: &str, attribute: &str) -> Vec<usize> {
    let boxes = svg.lines().filter(|line| line.starts_with("<g>"));
    let value = |line: &str| line.split(attribute).nth(1)?.split('"').next()?.parse().ok();
    boxes.filter_map(value).collect()
}

#[test]
fn the_graph_is_drawn_with_every_entry_and_every_way() {
    let report = story_check::check(&PackFiles::default()).expect("the built-in content");
    for book in &report.books {
        assert_eq!(book.dot.matches(" -> ").count(), book.edges, "{}", book.title);
        assert_eq!(book.dot.matches("fillcolor").count(), book.entries);
        assert_eq!(book.svg.matches("<path d=\"M").count(), book.edges + 1, "and the tip of the arrows");
        let (x, y) = (numbers(&book.svg, "<rect x=\""), numbers(&book.svg, " y=\""));
        assert_eq!((x.len(), y.len()), (book.entries, book.entries));
        let places: Vec<(usize, usize)> = x.into_iter().zip(y).collect();
        for (at, a) in places.iter().enumerate() {
            for b in &places[..at] {
                assert!(
                    a.0.abs_diff(b.0) >= 96 || a.1.abs_diff(b.1) >= 34,
                    "{}: {a:?} {b:?} overlap",
                    book.title
                );
            }
        }
    }
    assert!(report.books[0].svg.contains("E12.17") && report.books[0].dot.contains("items 12 and 17"));
}

/// Our files with one of them replaced.
struct Replaced(&'static str, String);

impl Pack for Replaced {
    fn text(&self, file: &str, _: &str) -> Option<String> {
        (file == self.0).then(|| self.1.clone())
    }
}

#[test]
fn a_slip_of_the_pen_is_refused_or_read_but_never_panics() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut refused = 0;
    for n in 0..320 {
        let (file, text) = FILES[n % FILES.len()];
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=n % 3 {
            let at = below(&mut rng, letters.len() as u32) as usize;
            let with: Vec<char> = "(){}[]+-|>=:/.,'é09ARZ*".chars().collect();
            match below(&mut rng, 3) {
                0 => {
                    letters.remove(at);
                }
                1 => letters[at] = with[below(&mut rng, with.len() as u32) as usize],
                _ => letters.insert(at, with[below(&mut rng, with.len() as u32) as usize]),
            }
        }
        let pack = Replaced(file, letters.into_iter().collect());
        refused += usize::from(Content::load(&pack).is_err());
        let _ = story_check::check(&pack);
    }
    assert!(refused > 20, "most slips in prose are read, those in data are not: {refused}");
}

#[test]
fn results_cannot_nest_without_end() {
    let deep = "check(Heave I) pass{".repeat(3000);
    let text = FILES.iter().find(|(name, _)| *name == "adventure1.ron").expect("ours").1;
    let pack = Replaced("adventure1.ron", text.replacen("\"takexp\"", &format!("\"{deep}\""), 1));
    let error = Content::load(&pack).map(|_| ()).expect_err("too deep").to_string();
    assert!(error.contains("a directive of at most 4000 characters"), "{error}");
}
