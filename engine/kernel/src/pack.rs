//! Content packs: the files of a game's box, read from what somebody gives and from what we ship.
//!
//! Not here: what a card says, and whether the cards of a box fit together. That is each game's own.

use crate::stable;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::{collections::BTreeMap, fmt::Debug, fmt::Display};

/// A built-in file: its name and its text.
pub type File = (&'static str, &'static str);

/// Where the files of a box come from.
pub trait Pack {
    /// The text of a file such as `enemies.ron`; `None` means: take ours, which is empty for a file that we do not ship.
    fn text(&self, file: &str, ours: &str) -> Option<String>;
}

/// Files of a content pack by name; a file that is not there is taken from the built-in content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackFiles(pub BTreeMap<String, String>);

impl Pack for PackFiles {
    fn text(&self, file: &str, _: &str) -> Option<String> {
        self.0.get(file).cloned()
    }
}

impl PackFiles {
    /// A short fingerprint, so that a record says which content it was played with. `built-in` if nothing is replaced.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        if self.0.is_empty() {
            return "built-in".to_owned();
        }
        let parts = self.0.iter().flat_map(|(name, text)| [name.as_bytes(), &[0], text.as_bytes(), &[0]]);
        format!("{:016x}", stable::of_bytes(parts))
    }
}

/// The built-in files with one place changed in one of them: file, what stands there, what shall stand there. For tests of
/// what is refused.
#[derive(Clone, Copy, Debug)]
pub struct Changed(pub &'static str, pub &'static str, pub &'static str);

impl Pack for Changed {
    fn text(&self, file: &str, ours: &str) -> Option<String> {
        let Changed(changed, from, to) = self;
        assert!(file != *changed || ours.contains(from), "the change must change something: {from}");
        (file == *changed).then(|| ours.replacen(from, to, 1))
    }
}

/// A pack that cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {entry}{what}; expected {expected}")]
pub struct BadContent {
    /// Its name in the pack.
    pub file: String,
    /// The entry at fault with a colon, or nothing if the file as a whole is.
    pub entry: String,
    /// What was found.
    pub what: String,
    /// What would have been right.
    pub expected: String,
}

/// An entry is wrong.
///
/// # Errors
/// Always: it is a shorthand for those who check entries.
pub fn wrong<T>(
    file: &str,
    entry: impl Display,
    what: impl Display,
    expected: impl Display,
) -> Result<T, BadContent> {
    Err(BadContent {
        file: file.to_owned(),
        entry: format!("{entry}: "),
        what: what.to_string(),
        expected: expected.to_string(),
    })
}

/// Everything in the box of a game, read and checked.
pub trait Contents: Clone + Debug + Send + Sync + Sized + 'static {
    /// The built-in files.
    const FILES: &'static [File];
    /// Names of further files that a pack may have and we do not ship.
    const FURTHER_FILES: &'static [&'static str] = &[];

    /// Reads and checks a pack.
    ///
    /// # Errors
    /// With file, entry, what is wrong and what was expected.
    fn load(pack: &dyn Pack) -> Result<Self, BadContent>;

    /// The content we ship.
    ///
    /// # Panics
    /// Never: a test loads the content of every game.
    #[must_use]
    fn built_in() -> Self {
        let loaded = Self::load(&PackFiles::default());
        loaded.unwrap_or_else(|why| panic!("the built-in content is checked by a test: {why}"))
    }
}

/// The text of a file: the pack's, or ours. `None` if neither has it.
#[must_use]
pub fn text(pack: &dyn Pack, files: &[File], file: &str) -> Option<String> {
    let ours = files.iter().find(|(name, _)| *name == file).map(|(_, text)| *text);
    pack.text(file, ours.unwrap_or_default()).or_else(|| ours.map(str::to_owned))
}

/// Reads a file in Rusty Object Notation. Optional fields are written plainly, as owners would.
///
/// # Errors
/// With line and column, or if nobody has such a file.
pub fn read<T: DeserializeOwned>(pack: &dyn Pack, files: &[File], file: &str) -> Result<T, BadContent> {
    let Some(text) = text(pack, files, file) else {
        return Err(BadContent {
            file: file.to_owned(),
            entry: String::new(),
            what: "there is no such file".to_owned(),
            expected: "a file of the pack".to_owned(),
        });
    };
    let plain = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    plain.from_str(&text).map_err(|e| BadContent {
        file: file.to_owned(),
        entry: format!("line {}, column {}: ", e.span.start.line, e.span.start.col),
        what: e.code.to_string(),
        expected: "entries as in the built-in file of that name".to_owned(),
    })
}

/// What holds of the packs of every game: the built-in one is read, and each of its files is looked at and refused with its
/// name and the place if it cannot be read.
///
/// # Errors
/// With the file that does not keep to it.
pub fn check<C: Contents>() -> Result<(), String> {
    C::load(&PackFiles::default()).map_err(|why| why.to_string())?;
    for (file, text) in C::FILES {
        let same = PackFiles([((*file).to_owned(), (*text).to_owned())].into());
        C::load(&same).map_err(|why| format!("our own {file}, given as a pack, is refused: {why}"))?;
        let broken = PackFiles([((*file).to_owned(), format!("{{{text}"))].into());
        let why = C::load(&broken).err().ok_or_else(|| format!("{file} is not looked at"))?.to_string();
        if !why.starts_with(&format!("{file}: line ")) {
            return Err(format!("what is wrong with {file} is said like this: {why}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    struct Herb {
        name: String,
        bloom: Option<u8>,
    }

    #[derive(Clone, Debug)]
    struct Garden(Vec<Herb>);

    impl Contents for Garden {
        const FILES: &'static [File] =
            &[("herbs.ron", "[(name: \"Sage\", bloom: 6), (name: \"Mint\", bloom: None)]")];
        fn load(pack: &dyn Pack) -> Result<Garden, BadContent> {
            read(pack, Self::FILES, "herbs.ron").map(Garden)
        }
    }

    #[test]
    fn a_pack_replaces_files_of_ours_and_says_what_it_cannot_read() {
        assert_eq!(check::<Garden>(), Ok(()));
        assert_eq!(Garden::built_in().0[0].bloom, Some(6));
        let changed = Garden::load(&Changed("herbs.ron", "Sage", "Rue")).expect("a good pack");
        assert_eq!(changed.0[0].name, "Rue");
        let why = Garden::load(&Changed("herbs.ron", "6", "six")).expect_err("no number").to_string();
        assert!(why.starts_with("herbs.ron: line 1, column "), "{why}");
        assert!(why.ends_with("expected entries as in the built-in file of that name"), "{why}");
        let lost =
            read::<Vec<Herb>>(&PackFiles::default(), Garden::FILES, "trees.ron").expect_err("not there");
        assert_eq!(lost.to_string(), "trees.ron: there is no such file; expected a file of the pack");
    }

    #[test]
    fn the_fingerprint_of_a_pack_stays_the_same_for_ever() {
        let pack = |text: &str| PackFiles([("herbs.ron".to_owned(), text.to_owned())].into());
        assert_eq!(PackFiles::default().fingerprint(), "built-in");
        assert_eq!(pack("[]").fingerprint(), "8b7dfe9d76b3742a");
        assert_ne!(pack("[]").fingerprint(), pack("[ ]").fingerprint());
    }
}
