//! What a table agrees on before the game. Each option is declared once, with its name, type, default, kind of value and
//! meaning ([`crate::options!`]); reading, writing, listing and the other values for random games follow from that.

use crate::{BadNotation, Word};
use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

/// An option that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    /// No such option.
    #[error("there is no option `{name}`; there are: {known}")]
    Unknown {
        /// What somebody set.
        name: String,
        /// What there is.
        known: String,
    },
    /// Not such a value.
    #[error("option {name}: `{found}` is not possible; expected {expected}")]
    Value {
        /// Which option.
        name: &'static str,
        /// What somebody set it to.
        found: String,
        /// What it may be.
        expected: String,
    },
}

/// An option does not have this value.
pub fn bad(name: &'static str, found: impl ToString, expected: impl ToString) -> BadOption {
    BadOption::Value { name, found: found.to_string(), expected: expected.to_string() }
}

/// What an option may be set to, for programs that let people choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number, or a word that stands for none.
    Number {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
        /// The word for none, if there is one.
        or: Option<&'static str>,
    },
    /// `true` or `false`.
    Switch,
    /// Words with this sign between them, or one word for none at all.
    List {
        /// What stands between two of them.
        sign: char,
        /// The word for none, if there is one.
        or: Option<&'static str>,
    },
    /// Anything the meaning of the option says, or a word for nothing.
    Text {
        /// The word for none, if there is one.
        or: Option<&'static str>,
    },
}

impl Values {
    /// Values other than this one, to be tried in random games: all of a choice, the ends of a span of numbers.
    #[must_use]
    pub fn others(self, than: &str) -> Vec<String> {
        let all: Vec<String> = match self {
            Values::OneOf(words) => words.iter().map(ToString::to_string).collect(),
            Values::Number { least, most, or } => {
                or.map(str::to_owned).into_iter().chain([least.to_string(), most.to_string()]).collect()
            }
            Values::Switch => vec!["true".to_owned(), "false".to_owned()],
            Values::List { .. } | Values::Text { .. } => vec![],
        };
        all.into_iter().filter(|value| value != than).collect()
    }
}

/// One option as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// What it is set by.
    pub name: &'static str,
    /// What it means, with what it may be, for people.
    pub meaning: &'static str,
    /// What it is if nobody sets it.
    pub default: String,
    /// What it may be, for programs.
    pub values: Values,
}

/// All options of a game. [`crate::options!`] writes it.
pub trait OptionSet: Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Names that stand for several options at once, such as a preset.
    const SHORTHANDS: &'static [&'static str] = &[];
    /// Every option, in the order in which people should read them.
    fn listed() -> Vec<OptionInfo>;
    /// Sets one option by name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption>;
    /// The value of an option as [`OptionSet::set`] reads it.
    fn get(&self, name: &str) -> Option<String>;
}

/// Options set by name, beginning with the defaults.
///
/// # Errors
/// If there is no such option or it cannot have this value.
pub fn chosen<O: OptionSet>(pairs: &[(String, String)]) -> Result<O, BadOption> {
    let mut options = O::default();
    // In whatever order they come, a shorthand is what the others differ from.
    let short = |name: &str| O::SHORTHANDS.contains(&name);
    for shorthands in [true, false] {
        let mut these = pairs.iter().filter(|(name, _)| short(name) == shorthands);
        these.try_for_each(|(name, value)| options.set(name, value))?;
    }
    Ok(options)
}

/// How values of one kind are read and written.
pub trait Kind<T> {
    /// # Errors
    /// With what was expected.
    fn read(&self, text: &str) -> Result<T, String>;
    /// The text that reads back to the same value.
    fn write(&self, value: &T) -> String;
    /// What the text may be, for programs.
    fn values(&self) -> Values;
}

/// One word of an enum made by [`crate::words!`].
#[derive(Clone, Copy, Debug)]
pub struct Choice;

impl<T: Word> Kind<T> for Choice {
    fn read(&self, text: &str) -> Result<T, String> {
        text.parse().map_err(|why: BadNotation| why.expected())
    }
    fn write(&self, value: &T) -> String {
        value.to_string()
    }
    fn values(&self) -> Values {
        Values::OneOf(T::WORDS)
    }
}

/// A number from the least to the most.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub u32, pub u32);

impl<T: TryFrom<u32> + Copy + Into<u32>> Kind<T> for Number {
    fn read(&self, text: &str) -> Result<T, String> {
        let Number(least, most) = *self;
        let found = text.parse::<u32>().ok().filter(|n| (least..=most).contains(n));
        found.and_then(|n| n.try_into().ok()).ok_or_else(|| format!("{least} to {most}"))
    }
    fn write(&self, value: &T) -> String {
        (*value).into().to_string()
    }
    fn values(&self) -> Values {
        Values::Number { least: self.0, most: self.1, or: None }
    }
}

/// A number from the least to the most, or a word that stands for 0.
#[derive(Clone, Copy, Debug)]
pub struct NumberOr(pub &'static str, pub u32, pub u32);

impl<T: TryFrom<u32> + Copy + Into<u32>> Kind<T> for NumberOr {
    fn read(&self, text: &str) -> Result<T, String> {
        let NumberOr(word, least, most) = *self;
        let found = match text.parse() {
            Ok(n) => Some(n).filter(|n| (least..=most).contains(n)),
            Err(_) => (text == word).then_some(0),
        };
        found.and_then(|n| n.try_into().ok()).ok_or_else(|| format!("{word}, or {least} to {most}"))
    }
    fn write(&self, value: &T) -> String {
        match (*value).into() {
            0 => self.0.to_owned(),
            n => n.to_string(),
        }
    }
    fn values(&self) -> Values {
        Values::Number { least: self.1, most: self.2, or: Some(self.0) }
    }
}

/// `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct Switch;

impl Kind<bool> for Switch {
    fn read(&self, text: &str) -> Result<bool, String> {
        text.parse().map_err(|_| "true or false".to_owned())
    }
    fn write(&self, value: &bool) -> String {
        value.to_string()
    }
    fn values(&self) -> Values {
        Values::Switch
    }
}

/// Any text, or a word that stands for none. What it must be is checked with the content.
#[derive(Clone, Copy, Debug)]
pub struct TextOr(pub &'static str);

impl Kind<Option<String>> for TextOr {
    fn read(&self, text: &str) -> Result<Option<String>, String> {
        Ok((text != self.0).then(|| text.to_owned()))
    }
    fn write(&self, value: &Option<String>) -> String {
        value.clone().unwrap_or_else(|| self.0.to_owned())
    }
    fn values(&self) -> Values {
        Values::Text { or: Some(self.0) }
    }
}

/// Any number of things with a `+` between them, or a word for none.
#[derive(Clone, Copy, Debug)]
pub struct ListOr(pub &'static str);

impl<T: Display + FromStr<Err = BadNotation>> Kind<Vec<T>> for ListOr {
    fn read(&self, text: &str) -> Result<Vec<T>, String> {
        if text == self.0 {
            return Ok(vec![]);
        }
        text.split('+').map(|word| word.parse().map_err(|why: BadNotation| why.expected())).collect()
    }
    fn write(&self, value: &Vec<T>) -> String {
        match &value[..] {
            [] => self.0.to_owned(),
            all => all.iter().map(T::to_string).collect::<Vec<_>>().join("+"),
        }
    }
    fn values(&self) -> Values {
        Values::List { sign: '+', or: Some(self.0) }
    }
}

/// Something for each of some seats with commas between them, or a word where its player chooses: the word, and what is
/// expected.
#[derive(Clone, Copy, Debug)]
pub struct EachOr(pub &'static str, pub &'static str);

impl<T: Display + FromStr, const N: usize> Kind<[Option<T>; N]> for EachOr {
    fn read(&self, text: &str) -> Result<[Option<T>; N], String> {
        let EachOr(open, expected) = *self;
        let mut all = [const { None }; N];
        for (at, word) in text.split(',').enumerate() {
            let place = all.get_mut(at).ok_or(expected)?;
            *place = if word == open { None } else { Some(word.parse().map_err(|_| expected)?) };
        }
        Ok(all)
    }
    fn write(&self, value: &[Option<T>; N]) -> String {
        let last = value.iter().rposition(Option::is_some).unwrap_or(0);
        let word = |one: &Option<T>| one.as_ref().map_or_else(|| self.0.to_owned(), T::to_string);
        value[..=last].iter().map(word).collect::<Vec<_>>().join(",")
    }
    fn values(&self) -> Values {
        Values::List { sign: ',', or: Some(self.0) }
    }
}

/// What a game reads and writes in its own way.
#[derive(Clone, Copy, Debug)]
pub struct By<T> {
    /// Or what was expected.
    pub read: fn(&str) -> Result<T, String>,
    /// The text that reads back to the same value.
    pub write: fn(&T) -> String,
    /// What the text may be, for programs.
    pub values: Values,
}

impl<T> Kind<T> for By<T> {
    fn read(&self, text: &str) -> Result<T, String> {
        (self.read)(text)
    }
    fn write(&self, value: &T) -> String {
        (self.write)(value)
    }
    fn values(&self) -> Values {
        self.values
    }
}

/// Declares the options of a game: `field: Type = default, kind, "what it means";`. A name in brackets at the top is a
/// shorthand: `[name: Type, kind, "what it means", how to get it, how to put it];` sets other options.
#[macro_export]
macro_rules! options {
    ($(#[$meta:meta])* pub struct $Options:ident {
        $( [$short:ident : $S:ty, $skind:expr, $smeaning:expr, $sget:expr, $sput:expr]; )*
        $( $(#[$fmeta:meta])* $name:ident : $T:ty = $default:expr, $kind:expr, $meaning:expr; )+
    }) => {
        $(#[$meta])*
        pub struct $Options { $( $(#[$fmeta])* pub $name: $T ),+ }

        impl Default for $Options {
            fn default() -> Self {
                $Options { $( $name: $default ),+ }
            }
        }

        impl $Options {
            /// The names of all options.
            pub const NAMES: &'static [&'static str] = &[$( stringify!($short), )* $( stringify!($name) ),+];

            /// Sets one option by name.
            ///
            /// # Errors
            /// If there is no such option or it cannot have this value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::options::BadOption> {
                use $crate::options::{BadOption, Kind, bad};
                $( if name == stringify!($short) {
                    let read: $S = $skind.read(value).map_err(|expected| bad(stringify!($short), value, expected))?;
                    $sput(self, read);
                    return Ok(());
                } )*
                $( if name == stringify!($name) {
                    self.$name = $kind.read(value).map_err(|expected| bad(stringify!($name), value, expected))?;
                    return Ok(());
                } )+
                Err(BadOption::Unknown { name: name.to_owned(), known: Self::NAMES.join(", ") })
            }

            /// The value of an option as `set` reads it.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<String> {
                use $crate::options::Kind;
                $( if name == stringify!($short) {
                    let value: $S = $sget(self);
                    return Some($skind.write(&value));
                } )*
                $( if name == stringify!($name) {
                    return Some($kind.write(&self.$name));
                } )+
                None
            }
        }

        impl $crate::options::OptionSet for $Options {
            const SHORTHANDS: &'static [&'static str] = &[$( stringify!($short) ),*];
            fn listed() -> Vec<$crate::options::OptionInfo> {
                use $crate::options::{Kind, OptionInfo};
                let defaults = Self::default();
                let list = |name, meaning, values| OptionInfo {
                    name,
                    meaning,
                    default: defaults.get(name).unwrap_or_default(),
                    values,
                };
                vec![
                    $( list(stringify!($short), $smeaning, Kind::<$S>::values(&$skind)), )*
                    $( list(stringify!($name), $meaning, Kind::<$T>::values(&$kind)) ),+
                ]
            }
            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::options::BadOption> {
                $Options::set(self, name, value)
            }
            fn get(&self, name: &str) -> Option<String> {
                $Options::get(self, name)
            }
        }
    };
}

/// What holds of the options of every game: each reads back as it is written, other values change it, and what cannot be is
/// refused with what can.
///
/// # Errors
/// With the option that does not keep to it.
pub fn check<O: OptionSet>() -> Result<(), String> {
    let defaults = O::default();
    for OptionInfo { name, default, values, .. } in O::listed() {
        let mut again = O::default();
        again.set(name, &default).map_err(|why| format!("its own default is refused: {why}"))?;
        if again != defaults || defaults.get(name).as_ref() != Some(&default) {
            return Err(format!("{name}: the default `{default}` reads back as {again:?}"));
        }
        for other in values.others(&default) {
            let mut changed = O::default();
            changed.set(name, &other).map_err(|why| format!("a listed value is refused: {why}"))?;
            if changed.get(name).as_ref() != Some(&other) || changed == defaults {
                return Err(format!("{name}={other} does not change it"));
            }
        }
        let free = matches!(values, Values::Text { .. });
        let mut refusing = O::default();
        match refusing.set(name, "no such value") {
            Err(why)
                if refusing == defaults
                    && why.to_string().contains("`no such value` is not possible; expected") => {}
            Ok(()) if free => {}
            told => return Err(format!("{name}: nonsense is answered with {told:?}")),
        }
    }
    let unknown = O::default().set("nonsense", "1").map_err(|why| why.to_string());
    match unknown {
        Err(why) if why.starts_with("there is no option `nonsense`; there are: ") => Ok(()),
        told => Err(format!("an option that is none is answered with {told:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::words! {
        pub enum Tea as "tea" { Green = "green", Black = "black" }
    }

    crate::options! {
        /// A picnic.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Picnic {
            [mood: Tea, Choice, "sets the tea", |o: &Picnic| o.tea, |o: &mut Picnic, tea| o.tea = tea];
            /// How many sit down.
            guests: u8 = 2, Number(1, 6), "who comes";
            tea: Tea = Tea::Green, Choice, "what is poured";
            cakes: u16 = 0, NumberOr("none", 1, 900), "what is baked";
            rain: bool = false, Switch, "under a roof";
            song: Option<String> = None, TextOr("none"), "what is sung";
            pours: Vec<Tea> = vec![], ListOr("none"), "one after another";
            cups: [Option<Tea>; 3] = [None; 3], EachOr("any", "any, or a tea for each such as green,any"), "by seat";
        }
    }

    fn refused(name: &str, value: &str) -> String {
        Picnic::default().set(name, value).expect_err(value).to_string()
    }

    #[test]
    fn an_option_is_read_written_and_listed_by_its_one_declaration() {
        assert_eq!(check::<Picnic>(), Ok(()));
        let pairs = [
            ("guests", "6"),
            ("mood", "black"),
            ("cakes", "900"),
            ("cups", "any,black"),
            ("pours", "green+black"),
        ];
        let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let picnic: Picnic = chosen(&pairs).expect("options that can be");
        assert_eq!((picnic.guests, picnic.tea, picnic.cakes), (6, Tea::Black, 900));
        assert_eq!(picnic.cups, [None, Some(Tea::Black), None]);
        for (name, value) in &pairs {
            assert_eq!(picnic.get(name).as_ref(), Some(value));
        }
        let listed = Picnic::listed();
        let names: Vec<_> = listed.iter().map(|option| option.name).collect();
        assert_eq!(names, Picnic::NAMES);
        assert_eq!(listed[1].values, Values::Number { least: 1, most: 6, or: None });
        assert_eq!(listed[2].values.others("green"), ["black"]);
        let tea: Vec<String> =
            Tea::ALL.iter().map(|tea| format!("{} {}", tea.index(), tea.title())).collect();
        assert_eq!(tea, ["0 Green", "1 Black"]);
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_can() {
        assert_eq!(refused("guests", "7"), "option guests: `7` is not possible; expected 1 to 6");
        assert_eq!(refused("tea", "red"), "option tea: `red` is not possible; expected one of: green black");
        assert_eq!(refused("cakes", "0"), "option cakes: `0` is not possible; expected none, or 1 to 900");
        assert!(refused("rain", "a bit").ends_with("expected true or false"));
        assert!(refused("cups", "any,any,any,any").ends_with("such as green,any"));
        assert!(refused("beer", "1").starts_with("there is no option `beer`; there are: mood, guests, tea"));
    }
}
