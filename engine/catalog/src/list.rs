//! The list of games, and how to do something with whichever game it is.

use crate::{memory::Memory, visitor::Visitor};
use kernel::Edition;
use serde::{Deserialize, Serialize};

/// All games there are, each as `crate::Type`. This is the only place that names them all: whoever has something to do with
/// every game, here or in a layer above, has a [`Visitor`] of its own made from it.
#[macro_export]
macro_rules! games {
    ($then:ident $($for:tt)*) => {
        $crate::$then! { [$($for)*]
            para_roles::ParaRoles,
            friends_and_foes::FriendsAndFoes,
            adventures::Adventures,
            minions_of_mordak::MinionsOfMordak,
            fiends_and_familiars::FiendsAndFamiliars,
            // The proof that a game is one crate and one word: in builds for tests only.
            #[cfg(feature = "sixth")]
            sixth::NightFerry,
        }
    };
}

/// The enum of games, their types, and the memory of each.
#[doc(hidden)]
#[macro_export]
macro_rules! kinds {
    ([] $( $(#[$when:meta])? $krate:ident :: $Game:ident ),+ $(,)?) => {
        $( $(#[$when])? pub use ::$krate::$Game; )+

        /// A game we know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum GameKind { $( $(#[$when])? $Game ),+ }

        impl GameKind {
            pub const ALL: &'static [GameKind] = &[ $( $(#[$when])? GameKind::$Game ),+ ];
            pub const WORDS: &'static [&'static str] = &[ $( $(#[$when])? <$Game as Edition>::ID ),+ ];
        }

        $( $(#[$when])? impl Known for $Game {
            const KIND: GameKind = GameKind::$Game;
            fn memory() -> &'static Memory<Self> {
                static MEMORY: Memory<$Game> = Memory::new();
                &MEMORY
            }
        } )+
    };
}

/// A game of the list.
pub trait Known: Edition {
    const KIND: GameKind;
    /// What is kept of it as long as the process lives: it is read once, and shared.
    #[doc(hidden)]
    fn memory() -> &'static Memory<Self>;
}

games!(kinds);

impl GameKind {
    /// The word it goes by: `para_roles`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Does something with the game behind the word.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        crate::visitor::visit(self, visitor)
    }
}

impl std::fmt::Display for GameKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no game; expected one of: {}", GameKind::WORDS.join(" "))]
pub struct NoGame {
    pub found: String,
}

impl std::str::FromStr for GameKind {
    type Err = NoGame;
    fn from_str(text: &str) -> Result<Self, NoGame> {
        let found = Self::ALL.iter().copied().find(|kind| kind.word() == text);
        found.ok_or_else(|| NoGame { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_by_one_word_everywhere() {
        for kind in GameKind::ALL {
            assert_eq!(kind.word().parse(), Ok(*kind));
            let variant = format!("{kind:?}");
            assert_eq!(variant.to_lowercase(), kind.word().replace('_', ""), "serde makes the word of it");
        }
        let why = "chess".parse::<GameKind>().expect_err("not ours").to_string();
        assert!(why.starts_with("`chess` is no game; expected one of: para_roles friends_and_foes"), "{why}");
    }
}
