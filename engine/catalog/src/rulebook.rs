//! The rules of a game by number, as `rules.toml` lists them.

use serde::Deserialize;

/// One rule: its number, what it says in our words, and whether it works.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub id: String,
    pub says: String,
    /// The chapter it stands in.
    pub source: String,
    pub status: Status,
    /// Why it is left out, or what is open about it.
    #[serde(default)]
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// In the code, and proved by a test.
    Done,
    Open,
    LeftOut,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    rule: Vec<Rule>,
}

/// Reads a `rules.toml`.
///
/// # Errors
/// With the line at fault.
pub fn read(text: &str) -> Result<Vec<Rule>, toml::de::Error> {
    toml::from_str::<Book>(text).map(|book| book.rule)
}
