//! Content of the server's owner in place of the built-in: a folder for each game, read and checked at the start.

use super::BadConfig;
use crate::{matches::history::Packs, read_pack};
use catalog::GameKind;
use serde::{Deserialize, Deserializer, Serializer, de, ser::SerializeMap as _};
use std::{collections::BTreeMap, fmt, path::PathBuf, str::FromStr};

/// `para_roles=/srv/cards`: the folder with the content of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub game: GameKind,
    pub folder: PathBuf,
}

impl FromStr for Content {
    type Err = String;
    fn from_str(text: &str) -> Result<Content, String> {
        let (game, folder) = text
            .split_once('=')
            .filter(|(_, folder)| !folder.trim().is_empty())
            .ok_or("expected GAME=DIR, such as para_roles=/srv/cards")?;
        Ok(Content { game: game_of(game.trim())?, folder: folder.trim().into() })
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.game, self.folder.display())
    }
}

fn game_of(text: &str) -> Result<GameKind, String> {
    text.parse().map_err(|_| format!("there is no game `{text}`; there are: {}", GameKind::WORDS.join(", ")))
}

/// As a table of a file: `[content]`, `para_roles = "/srv/cards"`.
///
/// # Errors
/// If it is no table of folders by game.
pub fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<Content>>, D::Error> {
    let table = BTreeMap::<String, PathBuf>::deserialize(from)?;
    let content = |(game, folder): (String, PathBuf)| {
        game_of(&game).map(|game| Content { game, folder }).map_err(de::Error::custom)
    };
    table.into_iter().map(content).collect::<Result<_, _>>().map(Some)
}

/// As it is read.
///
/// # Errors
/// If a folder is no text.
pub fn write<S: Serializer>(all: &[Content], to: S) -> Result<S::Ok, S::Error> {
    let mut table = to.serialize_map(Some(all.len()))?;
    for content in all {
        table.serialize_entry(content.game.word(), &content.folder)?;
    }
    table.end()
}

/// Reads and checks all packs: a card that cannot be played with is found now, not in the first match.
///
/// # Errors
/// With the file, the card and what is wrong with it.
pub fn packs(all: &[Content]) -> Result<Packs, BadConfig> {
    let mut packs = Packs::new();
    for content in all {
        let bad = |why: String| BadConfig::Pack { content: content.to_string(), why };
        let pack = read_pack(content.game, Some(&content.folder)).map_err(|why| bad(why.to_string()))?;
        content.game.table(&[], &pack).map_err(|why| {
            // The content names its file; the folder is in front of it already.
            bad(why.to_string())
        })?;
        if packs.insert(content.game, pack).is_some() {
            return Err(bad("this game has two folders; name one".to_owned()));
        }
    }
    Ok(packs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Settings};

    /// A folder with one changed file, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn with(name: &str, change: impl Fn(&str) -> String) -> Folder {
            let folder =
                std::env::temp_dir().join(format!("understudy-content-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let items = para_roles::content::FILES.iter().find(|(file, _)| *file == "items.ron").unwrap().1;
            std::fs::write(folder.join("items.ron"), change(items)).unwrap();
            Folder(folder)
        }
        fn refusal(&self) -> String {
            format!("[content]\npara_roles = {:?}", self.0)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn checked(text: &str) -> Result<Config, BadConfig> {
        Config::check(toml::from_str(text).unwrap(), None)
    }

    #[test]
    fn a_pack_is_read_from_flag_or_file_and_printed_as_it_reads() {
        let folder = Folder::with("good", |items| items.replace("stat_upgrade: 5", "stat_upgrade: 4"));
        let config = checked(&folder.refusal()).unwrap();
        let pack = config.packs.get(&GameKind::ParaRoles).unwrap();
        assert!(pack.fingerprint() != "built-in");
        let again = checked(&config.to_file().unwrap()).unwrap();
        assert_eq!(again.content, config.content);
        let flag: Content = format!("para_roles={}", folder.0.display()).parse().unwrap();
        let settings = Settings { content: Some(vec![flag]), ..Settings::default() };
        assert_eq!(Config::check(settings, None).unwrap().packs, config.packs);
        assert!(checked("").unwrap().packs.is_empty());
    }

    #[test]
    fn a_bad_pack_is_told_with_its_file_before_anything_starts() {
        let folder = Folder::with("bad", |items| items.replace("stat_upgrade: 5", "stat_upgrade: many"));
        let why = checked(&folder.refusal()).unwrap_err().to_string();
        assert!(why.contains("--content para_roles=") && why.contains("items.ron: line 3"), "{why}");
        let empty = Folder::with("empty", str::to_owned);
        std::fs::remove_file(empty.0.join("items.ron")).unwrap();
        let why = checked(&empty.refusal()).unwrap_err().to_string();
        assert!(why.contains("none of the content files is there"), "{why}");
        let twice = Content { game: GameKind::ParaRoles, folder: folder.0.clone() };
        assert!(packs(&[twice.clone(), twice]).is_err());
    }

    #[test]
    fn what_names_no_game_or_folder_is_refused() {
        for (text, told) in [
            ("chess=/x", "there is no game `chess`; there are: para_roles"),
            ("para_roles", "expected GAME=DIR"),
            ("para_roles=", "expected GAME=DIR"),
        ] {
            let why = text.parse::<Content>().unwrap_err();
            assert!(why.contains(told), "{why}");
        }
        let why = toml::from_str::<Settings>("[content]\nchess = \"/x\"").unwrap_err().to_string();
        assert!(why.contains("there is no game `chess`"), "{why}");
    }
}
