//! Cards as people read them off their own: `chump "Bog Thing" health 2 wound 1 melee AN`.
//!
//! A game says once which kinds of cards it takes and what stands on them ([`Kind`], given by [`crate::Show::kinds`]). The
//! language, what it answers to a text that is none, and how such a card stands in records and boxes are the same for all.
//!
//! A card is its kind, its name in quotes, and what is printed on it, in any order: a word and its value, or a number and
//! its word (`2 health`). Case, commas and articles do not matter, and `no ability` may be said.

use crate::names;
use std::fmt;

/// No card says more.
const TEXT_MAX: usize = 200;
/// Letters of a name.
const NAME_MAX: usize = 40;

/// What stands behind a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A number between these.
    Number(u8, u8),
    /// One of these words.
    Word(&'static [&'static str]),
    /// So many letters at most, out of these: one for each die, as `AAN` or `A A N`.
    Letters(&'static str, u8),
    /// Words that the game reads itself, up to the next word of the card; how they look.
    Words(&'static str),
    /// Nothing: it is said or not.
    Flag,
}

/// Something that may be printed on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The word it is written with.
    pub word: &'static str,
    /// Other words for it.
    pub also: &'static [&'static str],
    /// What stands behind it.
    pub takes: Takes,
    /// A card that does not say it is none.
    pub needed: bool,
}

impl Field {
    /// A card must say it.
    #[must_use]
    pub const fn must(word: &'static str, takes: Takes) -> Field {
        Field { word, also: &[], takes, needed: true }
    }
    /// A card may say it.
    #[must_use]
    pub const fn may(word: &'static str, takes: Takes) -> Field {
        Field { word, also: &[], takes, needed: false }
    }
    /// People may say it with other words as well.
    #[must_use]
    pub const fn or(self, also: &'static [&'static str]) -> Field {
        Field { also, ..self }
    }
    fn is(&self, word: &str) -> bool {
        word == self.word || self.also.contains(&word)
    }
}

/// As people are told what they may say: `health 1 to 30`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.word;
        match self.takes {
            Takes::Number(least, most) => write!(f, "{word} {least} to {most}"),
            Takes::Word(words) => write!(f, "{word} {}", words.join("|")),
            Takes::Letters(letters, most) => write!(f, "{word} up to {most} of {letters}"),
            Takes::Words(form) => write!(f, "{word} {form}"),
            Takes::Flag => f.write_str(word),
        }
    }
}

/// A kind of card that people may tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The word it begins with.
    pub word: &'static str,
    /// What may be printed on it, in the order in which it is written.
    pub fields: &'static [Field],
    /// One that can be read, for people.
    pub example: &'static str,
}

impl Kind {
    fn field(&self, word: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.is(word))
    }
    /// What may be said, for people.
    #[must_use]
    pub fn help(&self) -> String {
        let listed = |needed| {
            let some = self.fields.iter().filter(move |field| field.needed == needed);
            some.map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        let (must, may) = (listed(true), listed(false));
        let also = if may.is_empty() { String::new() } else { format!("; if printed: {may}") };
        format!("{} \"NAME\" with {must}{also}. Such as: {}", self.word, self.example)
    }
}

/// What may be told at all, for people.
#[must_use]
pub fn help(kinds: &[Kind]) -> String {
    if kinds.is_empty() {
        return NO_KINDS.to_owned();
    }
    kinds.iter().map(|kind| format!("  {}\n", kind.help())).collect()
}

const NO_KINDS: &str = "this game takes no cards of your own by their printed values";

/// A card that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    kind: &'static Kind,
    name: String,
    /// By the order of the fields of its kind.
    values: Vec<Option<String>>,
}

impl Printed {
    /// The word of its kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind.word
    }
    /// As printed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
    /// What stands behind a word, if the card says it.
    #[must_use]
    pub fn text(&self, word: &str) -> Option<&str> {
        self.values[self.kind.field(word)?].as_deref()
    }
    /// Is it said?
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.text(word).is_some()
    }
    /// The number behind a word, if the card says it.
    #[must_use]
    pub fn number(&self, word: &str) -> Option<u8> {
        self.text(word)?.parse().ok()
    }
    /// What is printed below the name.
    #[must_use]
    pub fn values(&self) -> String {
        let said = self.kind.fields.iter().zip(&self.values).filter_map(|(field, value)| {
            value.as_ref().map(|value| [field.word, value.as_str()].join(" ").trim_end().to_owned())
        });
        said.collect::<Vec<_>>().join(" ")
    }
    /// Refuses the name of a card that is known already.
    ///
    /// # Errors
    /// If one of these reads the same.
    pub fn is_new<'a>(&self, known: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let own = names::plain(&self.name);
        match known.into_iter().find(|name| names::plain(name) == own) {
            None => Ok(()),
            Some(name) => Err(format!(
                "`{name}` is known here already; if yours says something else, give it another name, such as \"{} of ours\"",
                self.name
            )),
        }
    }
}

/// As it stands in records: reads back.
impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \"{}\"", self.kind.word, self.name)?;
        match self.values() {
            none if none.is_empty() => Ok(()),
            values => write!(f, " {values}"),
        }
    }
}

/// Reads a card.
///
/// # Errors
/// With what was found and what would have been right.
pub fn read(kinds: &'static [Kind], text: &str) -> Result<Printed, String> {
    if kinds.is_empty() {
        return Err(NO_KINDS.to_owned());
    }
    if text.len() > TEXT_MAX || text.chars().any(char::is_control) {
        return Err(format!("a card is told in one line of at most {TEXT_MAX} letters"));
    }
    let text = text.trim();
    let (head, name, rest) = parts(text, kinds)?;
    let kind = kind_of(kinds, &head)?;
    let name = named(&name, kind)?;
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !bare(word).is_empty()).collect();
    let values = values(kind, &words)?;
    if let Some((field, _)) = kind.fields.iter().zip(&values).find(|(f, value)| f.needed && value.is_none()) {
        return Err(format!("the {} does not say `{}`. Expected {}", kind.word, field.word, kind.help()));
    }
    let card = Printed { kind, name, values };
    if card.to_string().len() > TEXT_MAX {
        return Err(format!("a card is told in one line of at most {TEXT_MAX} letters"));
    }
    Ok(card)
}

/// Does this begin as a card does? It need not be a whole one.
#[must_use]
pub fn begins(kinds: &[Kind], text: &str) -> bool {
    let quoted = text.contains(QUOTES);
    let first = words(text).find(|word| !is_article(word)).map(str::to_lowercase);
    quoted && first.is_some_and(|first| kinds.iter().any(|kind| kind.word == first))
}

const QUOTES: [char; 3] = ['"', '\u{201c}', '\u{201d}'];

/// What stands before the name, the name, and what stands behind it.
fn parts<'a>(text: &'a str, kinds: &[Kind]) -> Result<(String, String, &'a str), String> {
    let wrong = || {
        let example = kinds.first().map_or("", |kind| kind.example);
        format!("`{}` has no name in quotes; a card is told like this: {example}", names::short(text))
    };
    let (head, quoted) = text.split_once(QUOTES).ok_or_else(wrong)?;
    let (name, rest) = quoted.split_once(QUOTES).ok_or_else(wrong)?;
    let head: Vec<String> = words(head).filter(|word| !is_article(word)).map(str::to_lowercase).collect();
    Ok((head.join(" "), name.to_owned(), rest))
}

fn kind_of(kinds: &'static [Kind], head: &str) -> Result<&'static Kind, String> {
    let found = kinds.iter().find(|kind| kind.word == head);
    found.ok_or_else(|| {
        let all: Vec<&str> = kinds.iter().map(|kind| kind.word).collect();
        let near = names::perhaps(head, &all);
        format!("`{}` is no kind of card here; expected one of: {}{near}", names::short(head), all.join(", "))
    })
}

fn named(name: &str, kind: &Kind) -> Result<String, String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if names::plain(&name).is_empty() || name.chars().count() > NAME_MAX {
        return Err(format!(
            "`{}` is no name; expected letters, at most {NAME_MAX}, such as: {}",
            names::short(&name),
            kind.example
        ));
    }
    Ok(name)
}

/// Words without what people put between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(bare).filter(|word| !word.is_empty())
}

fn bare(word: &str) -> &str {
    word.trim_matches([':', '.', ',', ';'])
}

fn is_article(word: &str) -> bool {
    ["a", "an", "the", "and", "with"].iter().any(|article| word.eq_ignore_ascii_case(article))
}

fn values(kind: &Kind, words: &[&str]) -> Result<Vec<Option<String>>, String> {
    let mut values: Vec<Option<String>> = vec![None; kind.fields.len()];
    let lower: Vec<String> = words.iter().map(|word| bare(word).to_lowercase()).collect();
    let field_at = |at: usize| lower.get(at).and_then(|word| kind.field(word));
    let mut at = 0;
    while at < words.len() {
        let (field, value, next) = if let Some(field) = field_at(at) {
            let (value, next) = value(kind, &kind.fields[field], words, at + 1)?;
            (field, value, next)
        } else if lower[at] == "no" {
            // Nothing is said by saying that there is nothing.
            at += 2;
            continue;
        } else if let Some(field) = field_at(at + 1).filter(|_| count(bare(words[at])).is_some()) {
            let (value, _) = value(kind, &kind.fields[field], &words[..=at], at)?;
            (field, value, at + 2)
        } else if is_article(&lower[at]) {
            at += 1;
            continue;
        } else {
            let all: Vec<&str> = kind.fields.iter().map(|field| field.word).collect();
            let near = names::perhaps(&lower[at], &all);
            return Err(format!(
                "`{}` says nothing on a {}{near} Expected {}",
                names::short(bare(words[at])),
                kind.word,
                kind.help()
            ));
        };
        if values[field].replace(value).is_some() {
            return Err(format!("`{}` is said twice on the {}", kind.fields[field].word, kind.word));
        }
        at = next;
    }
    Ok(values)
}

/// The value of a field that begins with this word, as it is written, and where the next word stands.
fn value(kind: &Kind, field: &Field, words: &[&str], at: usize) -> Result<(String, usize), String> {
    let found = bare(words.get(at).copied().unwrap_or_default());
    let wrong = || format!("`{} {}`: expected {field}", field.word, names::short(found));
    match field.takes {
        Takes::Flag => Ok((String::new(), at)),
        Takes::Number(least, most) => {
            let number = count(found).filter(|n| (least..=most).contains(n)).ok_or_else(wrong)?;
            Ok((number.to_string(), at + 1))
        }
        Takes::Word(all) => {
            let word = all.iter().find(|word| word.eq_ignore_ascii_case(found)).ok_or_else(wrong)?;
            Ok(((*word).to_owned(), at + 1))
        }
        Takes::Letters(alphabet, most) => {
            let own = |word: &&str| word.chars().all(|c| alphabet.contains(c.to_ascii_uppercase()));
            let taken: Vec<&str> = words[at..].iter().map(|word| bare(word)).take_while(own).collect();
            let letters = taken.concat().to_uppercase();
            if letters.is_empty() || letters.len() > usize::from(most) {
                return Err(wrong());
            }
            Ok((letters, at + taken.len()))
        }
        Takes::Words(_) => {
            let own = |word: &&&str| kind.field(&bare(word).to_lowercase()).is_none();
            let taken: Vec<&str> = words[at..].iter().take_while(own).copied().collect();
            if taken.is_empty() {
                return Err(wrong());
            }
            Ok((bare(&taken.join(" ")).to_owned(), at + taken.len()))
        }
    }
}

/// A number in digits or, up to ten, in a word.
fn count(word: &str) -> Option<u8> {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let said = WORDS.iter().position(|said| said.eq_ignore_ascii_case(word)).map(|n| n as u8);
    said.or_else(|| word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MINION: Kind = Kind {
        word: "minion",
        fields: &[
            Field::must("health", Takes::Number(1, 30)),
            Field::may("damage", Takes::Number(1, 9)),
            Field::may("dice", Takes::Letters("NAM", 6)),
            Field::may("colour", Takes::Word(&["green", "purple"])).or(&["color"]),
            Field::may("slots", Takes::Words("such as R*/1/x1")),
            Field::may("armor", Takes::Flag).or(&["armour"]),
        ],
        example: "minion \"Bog Thing\" health 2 damage 1 dice AN",
    };
    const KINDS: &[Kind] = &[MINION];

    fn why(text: &str) -> String {
        read(KINDS, text).expect_err(text)
    }

    #[test]
    fn a_card_is_read_in_many_ways_and_written_in_one() {
        let written = "minion \"Bog Thing\" health 2 damage 1 dice AN armor";
        for text in [
            written,
            "a Minion: \"Bog Thing\", 2 Health, 1 damage, dice A N, Armour, no ability",
            "MINION \u{201c}Bog  Thing\u{201d} armor; health: 2; dice an; one damage",
        ] {
            assert_eq!(read(KINDS, text).expect("a card").to_string(), written, "{text}");
        }
        let card =
            read(KINDS, "minion \"Imp\" three health colour Green slots R*/1/x1 *4 armor").expect("one");
        assert_eq!((card.kind(), card.name(), card.number("health")), ("minion", "Imp", Some(3)));
        assert_eq!((card.text("colour"), card.text("slots")), (Some("green"), Some("R*/1/x1 *4")));
        assert_eq!((card.has("armor"), card.has("dice")), (true, false));
        assert_eq!(read(KINDS, &card.to_string()), Ok(card), "as written it reads back");
    }

    #[test]
    fn what_is_no_card_is_answered_with_what_would_be_one() {
        assert!(why("minion health 2").contains("no name in quotes; a card is told like this: minion \"Bog"));
        assert!(why("minoin \"X\" health 2").ends_with("one of: minion; did you mean `minion`?"));
        assert!(why("minion \"X\" damage 2").starts_with("the minion does not say `health`. Expected"));
        assert_eq!(why("minion \"X\" health 31"), "`health 31`: expected health 1 to 30");
        assert_eq!(why("minion \"X\" health"), "`health `: expected health 1 to 30");
        assert_eq!(why("minion \"X\" health 2 colour red"), "`colour red`: expected colour green|purple");
        assert_eq!(why("minion \"X\" health 2 dice AXE"), "`dice AXE`: expected dice up to 6 of NAM");
        assert_eq!(why("minion \"X\" health 2 dice AAAAAAA"), "`dice AAAAAAA`: expected dice up to 6 of NAM");
        assert_eq!(why("minion \"X\" health 2 2 health"), "`health` is said twice on the minion");
        assert!(
            why("minion \"X\" haelth 2")
                .starts_with("`haelth` says nothing on a minion; did you mean `health`?")
        );
        assert!(why("minion \"!\" health 2").starts_with("`!` is no name"));
        assert!(read(&[], "minion \"X\" health 2").is_err());
    }

    #[test]
    fn hostile_texts_are_refused_in_few_words() {
        for text in [
            "\"".repeat(300),
            format!("minion \"{}\" health 2", "x".repeat(300)),
            "x".repeat(100_000),
            "minion \"a\nset: x\" health 2".to_owned(),
            "minion \"a\" health 2 \u{0} armor".to_owned(),
            "minion \"a\" health +2".to_owned(),
            "minion \"a\" health 99999999999".to_owned(),
        ] {
            let why = why(&text);
            assert!(why.len() < 700, "{why}");
        }
    }

    #[test]
    fn a_name_that_is_known_is_not_told_again() {
        let card = read(KINDS, "minion \"Bog-Thing\" health 2").expect("a card");
        assert_eq!(card.is_new(["Grave Tick"]), Ok(()));
        let why = card.is_new(["Grave Tick", "bog thing"]).expect_err("known");
        assert!(why.starts_with("`bog thing` is known here already"), "{why}");
    }

    proptest! {
        #[test]
        fn whatever_is_read_reads_back(text in "(a )?minion \"[A-Za-z' ]{1,12}\" (health|damage|dice|armor|colour| |,|2|7|AN|A N|green|no x){0,9}") {
            if let Ok(card) = read(KINDS, &text) {
                prop_assert_eq!(read(KINDS, &card.to_string()), Ok(card));
            }
        }
        #[test]
        fn nothing_breaks_it(text in "\\PC{0,80}") {
            let _ = read(KINDS, &text);
            let _ = begins(KINDS, &text);
        }
    }
}
