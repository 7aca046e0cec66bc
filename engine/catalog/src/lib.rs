//! The list of games: what they are called, how a table of each is set up, and their rules by number.
//!
//! Reading order: [`list`] (the games, one word each), [`visitor`] (something done with whichever it is), this file, [`table`]
//! (a table of any game, in text), [`step`], [`view`] (what bots get of it), [`disclosed`] (who may read what), [`record`] (a whole game as
//! text), [`rulebook`].

pub mod disclosed;
pub mod export;
pub mod handover;
pub mod list;
mod memory;
pub mod record;
pub mod rulebook;
pub mod step;
pub mod table;
pub mod view;
pub mod visitor;

pub use disclosed::{Disclosed, Line};
pub use handover::{BadHandover, Handover};
pub use kernel::PackFiles;
pub use list::*;
pub use record::{BadRecord, Record};
pub use rulebook::{Rule, Status};
pub use step::AnyStep;
pub use table::{AnyTable, Choice, PlayError};
pub use view::AnyView;
pub use visitor::Visitor;

use kernel::{
    BadContent, BadOption, Contents, OptionSet, Seat, Table, laws,
    options::{OptionInfo, chosen},
    printed::Kind,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What somebody should know before choosing a game.
#[derive(Clone, Debug)]
pub struct GameInfo {
    pub kind: GameKind,
    pub title: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    pub about: &'static str,
    /// Is something hidden between seats?
    pub secrets: bool,
    pub options: Vec<OptionInfo>,
}

/// Why a table could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    Option(#[from] BadOption),
    #[error(transparent)]
    Content(#[from] BadContent),
    #[error(
        "only a person can play {0} with these options, so bots cannot be compared; choose options under which the house has all cards and dice"
    )]
    NeedsPerson(Seat),
}

/// A game with these options and this content.
///
/// # Errors
/// If an option or the content cannot be played with.
pub fn game<G: Known>(options: &[(String, String)], pack: &PackFiles) -> Result<G, SetupError> {
    Ok(G::of(G::memory().content(pack)?, chosen(options)?)?)
}

impl GameKind {
    #[must_use]
    pub fn info(self) -> GameInfo {
        struct Info;
        impl Visitor for Info {
            type Out = GameInfo;
            fn visit<G: Known>(self) -> GameInfo {
                GameInfo {
                    kind: G::KIND,
                    title: G::TITLE,
                    seats: G::SEATS,
                    about: G::ABOUT,
                    secrets: G::SECRETS,
                    options: G::Options::listed(),
                }
            }
        }
        self.visit(Info)
    }

    /// The kinds of cards that people may tell by what is printed on them.
    #[must_use]
    pub fn kinds(self) -> &'static [Kind] {
        struct Kinds;
        impl Visitor for Kinds {
            type Out = &'static [Kind];
            fn visit<G: Known>(self) -> Self::Out {
                G::kinds()
            }
        }
        self.visit(Kinds)
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
        struct Files;
        impl Visitor for Files {
            type Out = Vec<&'static str>;
            fn visit<G: Known>(self) -> Self::Out {
                let own = G::Content::FILES.iter().map(|(name, _)| *name);
                own.chain(G::Content::FURTHER_FILES.iter().copied()).collect()
            }
        }
        self.visit(Files)
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
        struct LayOut<'a>(&'a [(String, String)], &'a PackFiles);
        impl Visitor for LayOut<'_> {
            type Out = Result<Box<dyn AnyTable>, SetupError>;
            fn visit<G: Known>(self) -> Self::Out {
                Ok(Box::new(Table::new(G::memory().played(self.0, self.1)?)))
            }
        }
        self.visit(LayOut(options, pack))
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
        struct Text;
        impl Visitor for Text {
            type Out = &'static str;
            fn visit<G: Known>(self) -> &'static str {
                G::RULES
            }
        }
        rulebook::read(self.visit(Text)).expect("the built-in rules are read by a test")
    }

    /// Plays random games with random options, one for each seed, checked all along; says how many steps it took, or
    /// the options and what was broken.
    #[must_use]
    pub fn soaker(self) -> Soaker {
        struct Soak;
        impl Visitor for Soak {
            type Out = Soaker;
            fn visit<G: Known>(self) -> Soaker {
                const STEPS_MAX: u32 = 20_000_000;
                const CHECK_EVERY: u32 = 16;
                let content = G::Content::built_in();
                Box::new(move |seed| {
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                    let options = G::any_options(&mut rng);
                    let text = format!("{options:?}");
                    let named = |e: String| format!("{e}\nwith {text}");
                    let game = G::of(content.clone(), options).map_err(|e| named(e.to_string()))?;
                    laws::soak(&game, &mut rng, STEPS_MAX, CHECK_EVERY, G::check).map_err(named)
                })
            }
        }
        self.visit(Soak)
    }
}

/// Plays the random game of a seed.
pub type Soaker = Box<dyn Fn(u64) -> Result<u32, String> + Send + Sync>;
