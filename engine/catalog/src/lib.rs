//! The list of games: what they are called, how a table of each is set up, and their rules by number.
//!
//! Reading order: this file, [`table`] (a table of any game, in text), [`step`], [`told`] (who may read what), [`record`] (a whole game as text), [`rulebook`].

pub mod export;
pub mod record;
pub mod rulebook;
mod shared;
pub mod step;
pub mod table;
pub mod told;

pub use record::{BadRecord, Record};
pub use rulebook::{Rule, Status};
pub use step::AnyStep;
pub use table::{AnyTable, Choice, PlayError};
pub use told::{Line, Told};

use adventures::Adventures;
use fiends_and_familiars::FiendsAndFamiliars;
use friends_and_foes::FriendsAndFoes;
use kernel::{Seat, Table, laws, words};
use minions_of_mordak::MinionsOfMordak;
use para_roles::{BadContent, BadOption, Content, Options, ParaRoles, content::Pack};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use shared::Shared;
use std::{collections::BTreeMap, sync::OnceLock};

words! {
    /// A game we know.
    pub enum GameKind as "game" {
        ParaRoles = "para_roles", FriendsAndFoes = "friends_and_foes", Adventures = "adventures" "Roll Player Adventures",
        MinionsOfMordak = "minions_of_mordak",
        FiendsAndFamiliars = "fiends_and_familiars" "Fiends & Familiars",
    }
}

/// What somebody should know before choosing a game.
#[derive(Clone, Debug)]
pub struct GameInfo {
    pub kind: GameKind,
    pub title: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    pub about: &'static str,
    /// Name, meaning and default of each option.
    pub options: Vec<(&'static str, &'static str, String)>,
}

/// Why a table could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    Option(#[from] BadOption),
    #[error(transparent)]
    Content(#[from] BadContent),
    #[error(transparent)]
    FriendsAndFoesOption(#[from] friends_and_foes::BadOption),
    #[error(transparent)]
    FriendsAndFoesContent(#[from] friends_and_foes::BadContent),
    #[error(transparent)]
    AdventuresOption(#[from] adventures::BadOption),
    #[error(transparent)]
    AdventuresContent(#[from] adventures::BadContent),
    #[error(transparent)]
    MinionsOfMordakOption(#[from] minions_of_mordak::BadOption),
    #[error(transparent)]
    MinionsOfMordakContent(#[from] minions_of_mordak::BadContent),
    #[error(transparent)]
    FiendsAndFamiliarsOption(#[from] fiends_and_familiars::BadOption),
    #[error(transparent)]
    FiendsAndFamiliarsContent(#[from] fiends_and_familiars::BadContent),
    #[error(
        "only a person can play {0} with these options, so bots cannot be compared; choose options under which the house has all cards and dice"
    )]
    NeedsPerson(Seat),
}

/// Content of a pack. The built-in one is read once a process: a server lays out tables by the hundred, and reading costs
/// more than all else of it.
macro_rules! read_once {
    ($Content:ty, $pack:expr) => {{
        static BUILT_IN: OnceLock<$Content> = OnceLock::new();
        match BUILT_IN.get() {
            Some(content) if $pack.0.is_empty() => Ok(content.clone()),
            Some(_) | None => <$Content>::load($pack).map(|content| match $pack.0.is_empty() {
                true => BUILT_IN.get_or_init(|| content).clone(),
                false => content,
            }),
        }
    }};
}

/// Para Roles with these options and this content.
///
/// # Errors
/// If an option or the content cannot be played with.
pub fn para_roles(options: &[(String, String)], pack: &PackFiles) -> Result<ParaRoles, SetupError> {
    let mut chosen = Options::default();
    for (name, value) in options {
        chosen.set(name, value)?;
    }
    Ok(ParaRoles::new(read_once!(Content, pack)?, chosen)?)
}

/// Friends and Foes with these options and this content.
///
/// # Errors
/// If an option or the content cannot be played with.
pub fn friends_and_foes(
    options: &[(String, String)],
    pack: &PackFiles,
) -> Result<FriendsAndFoes, SetupError> {
    let mut chosen = friends_and_foes::Options::default();
    for (name, value) in options {
        chosen.set(name, value)?;
    }
    Ok(FriendsAndFoes::new(read_once!(friends_and_foes::Content, pack)?, chosen)?)
}

/// Roll Player Adventures with these options and this content.
///
/// # Errors
/// If an option or the content cannot be played with.
pub fn adventures(options: &[(String, String)], pack: &PackFiles) -> Result<Adventures, SetupError> {
    let mut chosen = adventures::Options::default();
    for (name, value) in options {
        chosen.set(name, value)?;
    }
    Ok(Adventures::new(read_once!(adventures::Content, pack)?, chosen)?)
}

/// Minions of Mordak with these options and this content.
///
/// # Errors
/// If an option or the content cannot be played with.
pub fn minions_of_mordak(
    options: &[(String, String)],
    pack: &PackFiles,
) -> Result<MinionsOfMordak, SetupError> {
    let mut chosen = minions_of_mordak::Options::default();
    for (name, value) in options {
        chosen.set(name, value)?;
    }
    Ok(MinionsOfMordak::new(read_once!(minions_of_mordak::Content, pack)?, chosen)?)
}

/// Fiends & Familiars with these options and this content.
///
/// # Errors
/// If an option or the content cannot be played with.
pub fn fiends_and_familiars(
    options: &[(String, String)],
    pack: &PackFiles,
) -> Result<FiendsAndFamiliars, SetupError> {
    let mut chosen = fiends_and_familiars::Options::default();
    for (name, value) in options {
        chosen.set(name, value)?;
    }
    Ok(FiendsAndFamiliars::new(read_once!(fiends_and_familiars::Content, pack)?, chosen)?)
}

/// Files of a content pack by name; a file that is not there is taken from the built-in content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackFiles(pub BTreeMap<String, String>);

impl Pack for PackFiles {
    fn text(&self, file: &str) -> Option<String> {
        self.0.get(file).cloned()
    }
}

impl friends_and_foes::content::Pack for PackFiles {
    fn text(&self, file: &str) -> Option<String> {
        self.0.get(file).cloned()
    }
}

impl adventures::content::Pack for PackFiles {
    fn text(&self, file: &str) -> Option<String> {
        self.0.get(file).cloned()
    }
}

impl minions_of_mordak::content::Pack for PackFiles {
    fn text(&self, file: &str) -> Option<String> {
        self.0.get(file).cloned()
    }
}

impl fiends_and_familiars::content::Pack for PackFiles {
    fn text(&self, file: &str) -> Option<String> {
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
        // FNV-1a: small, and stable across versions and machines.
        let bytes =
            self.0.iter().flat_map(|(name, text)| name.bytes().chain([0]).chain(text.bytes()).chain([0]));
        let hash =
            bytes.fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }
}

impl GameKind {
    #[must_use]
    pub fn info(self) -> GameInfo {
        let (title, seats, about) = match self {
            GameKind::ParaRoles => (
                "Para Roles",
                (4, 4),
                "Four heroes fight enemies made of playing cards, together. The enemies run themselves.",
            ),
            GameKind::FriendsAndFoes => (
                "Friends and Foes",
                (2, 4),
                "Small formations fight over a board of areas, alone or in teams. Hands are secret.",
            ),
            GameKind::Adventures => (
                "Roll Player Adventures",
                (1, 4),
                "One to four heroes walk a story together: entries, votes, dice puzzles, a campaign.",
            ),
            GameKind::MinionsOfMordak => (
                "Minions of Mordak",
                (2, 6),
                "A Villain and his Minions against one to five Heroes on a Map to be explored. Hands are secret.",
            ),
            GameKind::FiendsAndFamiliars => (
                "Fiends & Familiars",
                (1, 5),
                "Rivals draft dice and cards to build the better hero, then fight a Monster; or one does alone.",
            ),
        };
        GameInfo { kind: self, title, seats, about, options: self.options() }
    }

    /// Name, meaning and default of each option.
    fn options(self) -> Vec<(&'static str, &'static str, String)> {
        macro_rules! listed {
            ($options:ty) => {{
                let defaults = <$options>::default();
                <$options>::NAMES
                    .map(|(name, meaning)| (name, meaning, defaults.get(name).unwrap_or_default()))
                    .to_vec()
            }};
        }
        match self {
            GameKind::ParaRoles => listed!(Options),
            GameKind::FriendsAndFoes => listed!(friends_and_foes::Options),
            GameKind::Adventures => listed!(adventures::Options),
            GameKind::MinionsOfMordak => listed!(minions_of_mordak::Options),
            GameKind::FiendsAndFamiliars => listed!(fiends_and_familiars::Options),
        }
    }

    /// How many seats a table with these options has; options that cannot be are refused elsewhere.
    #[must_use]
    pub fn seats_with(self, options: &[(String, String)]) -> u8 {
        let (least, most) = self.info().seats;
        let chosen = options.iter().rev().find(|(name, _)| name == "seats");
        let read = chosen.and_then(|(_, value)| value.parse().ok());
        read.filter(|seats| (least..=most).contains(seats)).unwrap_or(least)
    }

    /// The names of the content files that can be replaced.
    #[must_use]
    pub fn content_files(self) -> Vec<&'static str> {
        match self {
            GameKind::ParaRoles => para_roles::content::FILES.iter().map(|(name, _)| *name).collect(),
            GameKind::FriendsAndFoes => {
                friends_and_foes::content::FILES.iter().map(|(name, _)| *name).collect()
            }
            GameKind::Adventures => {
                let own = adventures::content::FILES.iter().map(|(name, _)| *name);
                own.chain(adventures::content::FURTHER_BOOKS).collect()
            }
            GameKind::MinionsOfMordak => {
                minions_of_mordak::content::FILES.iter().map(|(name, _)| *name).collect()
            }
            GameKind::FiendsAndFamiliars => {
                fiends_and_familiars::content::FILES.iter().map(|(name, _)| *name).collect()
            }
        }
    }

    /// A table before its first step.
    ///
    /// # Errors
    /// If an option or the content cannot be played with.
    pub fn table(
        self,
        options: &[(String, String)],
        pack: &PackFiles,
    ) -> Result<Box<dyn AnyTable>, SetupError> {
        macro_rules! table {
            ($Game:ty, $make:expr) => {{
                static PLAYED: Shared<$Game> = Shared::new();
                Ok(Box::new(Table::new(PLAYED.of(options, pack, $make)?)))
            }};
        }
        match self {
            GameKind::ParaRoles => table!(ParaRoles, para_roles),
            GameKind::FriendsAndFoes => table!(FriendsAndFoes, friends_and_foes),
            GameKind::Adventures => table!(Adventures, adventures),
            GameKind::MinionsOfMordak => table!(MinionsOfMordak, minions_of_mordak),
            GameKind::FiendsAndFamiliars => table!(FiendsAndFamiliars, fiends_and_familiars),
        }
    }

    /// Can bots play it alone, with nobody who tells what happens at a real table?
    ///
    /// # Errors
    /// If an option or the content cannot be played with, or somebody has to tell.
    pub fn check_for_bots(self, options: &[(String, String)], pack: &PackFiles) -> Result<(), SetupError> {
        let table = self.table(options, pack)?;
        let teller = Seat::first(table.seats()).find(|seat| table.needs_person(*seat));
        teller.map_or(Ok(()), |seat| Err(SetupError::NeedsPerson(seat)))
    }

    /// The rules of the game by number.
    ///
    /// # Panics
    /// Never: a test reads them all.
    #[must_use]
    pub fn rules(self) -> Vec<Rule> {
        let text = match self {
            GameKind::ParaRoles => include_str!("../../para_roles/rules.toml"),
            GameKind::FriendsAndFoes => include_str!("../../friends_and_foes/rules.toml"),
            GameKind::Adventures => include_str!("../../adventures/rules.toml"),
            GameKind::MinionsOfMordak => include_str!("../../minions_of_mordak/rules.toml"),
            GameKind::FiendsAndFamiliars => include_str!("../../fiends_and_familiars/rules.toml"),
        };
        rulebook::read(text).expect("the built-in rules are read by a test")
    }

    /// Plays random games with random options, one for each seed, checked all along; says how many steps it took, or
    /// the options and what was broken.
    #[must_use]
    pub fn soaker(self) -> Box<dyn Fn(u64) -> Result<u32, String> + Send + Sync> {
        const STEPS_MAX: u32 = 20_000_000;
        const CHECK_EVERY: u32 = 16;
        macro_rules! soaking {
            ($game:ty, $rules:ident) => {{
                let content = $rules::Content::built_in();
                Box::new(move |seed| {
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                    let options = $rules::Options::any(&mut rng);
                    let text = format!("{options:?}");
                    let named = |e: String| format!("{e}\nwith {text}");
                    let game = <$game>::new(content.clone(), options).map_err(|e| named(e.to_string()))?;
                    let check = $rules::invariants::check;
                    laws::soak(&game, &mut rng, STEPS_MAX, CHECK_EVERY, check).map_err(named)
                })
            }};
        }
        match self {
            GameKind::ParaRoles => soaking!(ParaRoles, para_roles),
            GameKind::FriendsAndFoes => soaking!(FriendsAndFoes, friends_and_foes),
            GameKind::Adventures => soaking!(Adventures, adventures),
            GameKind::MinionsOfMordak => soaking!(MinionsOfMordak, minions_of_mordak),
            GameKind::FiendsAndFamiliars => soaking!(FiendsAndFamiliars, fiends_and_familiars),
        }
    }
}
