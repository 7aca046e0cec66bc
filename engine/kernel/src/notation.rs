//! Steps as one line of text that reads back: a verb, then operands.

use crate::Value;
use std::{
    fmt::{Debug, Display},
    str::{FromStr, SplitWhitespace},
};

/// A step with a text form that reads back to the same step. [`crate::notation!`] writes it.
pub trait Notation: Value + Copy + Ord + Display + FromStr<Err = BadNotation> {
    /// All verbs, in the order of definition.
    const VERBS: &'static [&'static str];
    /// The first word of the text form.
    #[must_use]
    fn verb(&self) -> &'static str;
    /// The text form taken apart, for those who do not want to split text: the words are the same.
    #[must_use]
    fn parts(&self) -> Parts;
}

/// A step as a verb with named operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The first word.
    pub verb: &'static str,
    /// The words after it, with what they are to the verb.
    pub operands: Vec<(&'static str, String)>,
}

impl Display for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.verb)?;
        self.operands.iter().try_for_each(|(_, value)| write!(f, " {value}"))
    }
}

/// One of a few words. [`crate::words!`] writes it.
pub trait Word: Copy + PartialEq + Display + FromStr<Err = BadNotation> + 'static {
    /// All of them, in the order of definition.
    const WORDS: &'static [&'static str];
}

/// Text that is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNotation {
    /// Nothing was written.
    #[error("nothing was written; expected one of: {expected}")]
    Empty {
        /// All verbs.
        expected: String,
    },
    /// The first word is no verb of the game.
    #[error("`{found}` is not known; expected one of: {expected}")]
    Verb {
        /// The first word.
        found: String,
        /// All verbs.
        expected: String,
    },
    /// A word is not what the verb needs there.
    #[error("`{found}` is no {operand}; expected {expected}")]
    Operand {
        /// What it should be: a card, a seat.
        operand: &'static str,
        /// The word that stands there.
        found: String,
        /// Words that would do.
        expected: &'static str,
    },
    /// A word is missing.
    #[error("`{verb}` needs its {operand}")]
    Missing {
        /// What is to be done.
        verb: String,
        /// What it is to be done with.
        operand: &'static str,
    },
    /// Words are left over.
    #[error("`{found}` is too much")]
    TooMuch {
        /// The first word too many.
        found: String,
    },
}

impl BadNotation {
    /// A word that is no such operand.
    #[must_use]
    pub fn operand(operand: &'static str, found: &str, expected: &'static str) -> Self {
        BadNotation::Operand { operand, found: found.to_owned(), expected }
    }
    /// What would have been right, without what was found.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            BadNotation::Operand { expected, .. } => (*expected).to_owned(),
            BadNotation::Empty { .. }
            | BadNotation::Verb { .. }
            | BadNotation::Missing { .. }
            | BadNotation::TooMuch { .. } => self.to_string(),
        }
    }
}

/// The words of one line, read from left to right.
#[derive(Debug)]
pub struct Words<'a> {
    verb: &'a str,
    rest: SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    /// # Errors
    /// If the line is empty.
    pub fn of(line: &'a str, verbs: &[&str]) -> Result<Self, BadNotation> {
        let mut rest = line.split_whitespace();
        match rest.next() {
            Some(verb) => Ok(Words { verb, rest }),
            None => Err(BadNotation::Empty { expected: verbs.join(", ") }),
        }
    }
    /// The first word.
    #[must_use]
    pub fn verb(&self) -> &'a str {
        self.verb
    }
    /// # Errors
    /// If the next word is missing or is no such operand.
    pub fn next<T: FromStr<Err = BadNotation>>(&mut self, operand: &'static str) -> Result<T, BadNotation> {
        match self.rest.next() {
            Some(word) => word.parse(),
            None => Err(BadNotation::Missing { verb: self.verb.to_owned(), operand }),
        }
    }
    /// # Errors
    /// If words are left.
    pub fn end(&mut self) -> Result<(), BadNotation> {
        match self.rest.next() {
            None => Ok(()),
            Some(word) => Err(BadNotation::TooMuch { found: word.to_owned() }),
        }
    }
}

/// Defines an enum of steps with its text form: `"verb" Variant { operand: Type, .. }`.
///
/// ```
/// use kernel::{Card, Notation, notation};
/// notation! {
///     pub enum Action { "pass" Pass, "play" Play { card: Card } }
/// }
/// let action: Action = "play 10H".parse()?;
/// assert_eq!((action.to_string(), action.parts().verb), ("play 10H".to_owned(), "play"));
/// assert!("play 11H".parse::<Action>().unwrap_err().to_string().contains("11H"));
/// # Ok::<(), kernel::BadNotation>(())
/// ```
#[macro_export]
macro_rules! notation {
    ($(#[$meta:meta])* pub enum $Name:ident {
        $( $(#[$vmeta:meta])* $verb:literal $Variant:ident $({ $($operand:ident : $Type:ty),+ $(,)? })? ),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive($crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "kernel::serde")]
        #[allow(missing_docs, reason = "a verb and its operands say it")]
        pub enum $Name { $( $(#[$vmeta])* $Variant $({ $($operand: $Type),+ })? ),+ }

        impl $crate::Notation for $Name {
            const VERBS: &'static [&'static str] = &[$($verb),+];
            fn verb(&self) -> &'static str {
                match self { $( Self::$Variant $({ $($operand: _),+ })? => $verb ),+ }
            }
            fn parts(&self) -> $crate::notation::Parts {
                match self { $( Self::$Variant $({ $($operand),+ })? => $crate::notation::Parts {
                    verb: $verb,
                    operands: vec![$( $( (stringify!($operand), $operand.to_string()) ),+ )?],
                } ),+ }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $( Self::$Variant $({ $($operand),+ })? => {
                    f.write_str($verb)?;
                    $( $( write!(f, " {}", $operand)?; )+ )?
                    Ok(())
                } ),+ }
            }
        }

        impl std::str::FromStr for $Name {
            type Err = $crate::BadNotation;
            fn from_str(line: &str) -> Result<Self, $crate::BadNotation> {
                let verbs = <Self as $crate::Notation>::VERBS;
                let mut words = $crate::notation::Words::of(line, verbs)?;
                let read = match words.verb() {
                    $( $verb => Self::$Variant $({ $($operand: words.next(stringify!($operand))?),+ })?, )+
                    other => return Err($crate::BadNotation::Verb {
                        found: other.to_owned(),
                        expected: verbs.join(", "),
                    }),
                };
                words.end()?;
                Ok(read)
            }
        }
    };
}

/// Gives an enum without fields its words: `Variant = "word"`, with `ALL`, `Display` and `FromStr`. Where the title is
/// not just the word with spaces it stands beside it: `Variant = "word" "The Title"`.
///
/// ```
/// kernel::words! {
///     pub enum Weather as "weather" { Fair = "fair", Thunder = "thunder_storm" }
/// }
/// assert_eq!("thunder_storm".parse(), Ok(Weather::Thunder));
/// assert_eq!(Weather::ALL.len(), 2);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* pub enum $Name:ident as $what:literal { $( $(#[$vmeta:meta])* $Variant:ident = $word:literal $($title:literal)? ),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive($crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "kernel::serde")]
        #[allow(missing_docs, reason = "the words say it")]
        pub enum $Name { $( $(#[$vmeta])* #[serde(rename = $word)] $Variant ),+ }

        impl $Name {
            /// All of them, in the order of definition.
            pub const ALL: &'static [$Name] = &[$($Name::$Variant),+];
            /// All words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// Its word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( $Name::$Variant => $word ),+ }
            }
            /// Its place among all.
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }
            /// The word as a person writes it: `Dragon breath`.
            #[must_use]
            #[allow(unreachable_code, reason = "only where a title stands beside the word")]
            pub fn title(self) -> String {
                match self { $( $Name::$Variant => { $( return $title.to_owned(); )? } )+ }
                let spaced = self.word().replace('_', " ");
                let mut chars = spaced.chars();
                chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
            }
        }

        impl $crate::Word for $Name {
            const WORDS: &'static [&'static str] = $Name::WORDS;
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $Name {
            type Err = $crate::BadNotation;
            fn from_str(text: &str) -> Result<Self, $crate::BadNotation> {
                match text {
                    $( $word => Ok($Name::$Variant), )+
                    _ => Err($crate::BadNotation::Operand {
                        operand: $what,
                        found: text.to_owned(),
                        expected: concat!("one of:" $(, " ", $word)+),
                    }),
                }
            }
        }
    };
}
