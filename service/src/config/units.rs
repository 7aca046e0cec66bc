//! Values of settings as people write them: `30s`, `1MiB`, `off`, an address. What is read is written the same way.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, net::SocketAddr, str::FromStr, time::Duration};

/// A time such as `250ms`, `30s`, `5m`, `12h` or `30d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(pub Duration);

/// A number of bytes such as `512`, `64KiB` or `1MiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub usize);

/// Where to listen: `127.0.0.1:50051`, `[::1]:50051`, `localhost:50051`, or a port alone for this machine only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub SocketAddr);

/// A value, or `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch<T>(pub Option<T>);

/// A value that cannot be read, with what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` cannot be read; expected {expected}")]
pub struct BadValue {
    found: String,
    expected: String,
}

fn bad(found: &str, expected: impl Into<String>) -> BadValue {
    BadValue { found: found.to_owned(), expected: expected.into() }
}

const PERIODS: [(&str, u64); 5] =
    [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];
const SIZES: [(&str, usize); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

impl FromStr for Period {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Period, BadValue> {
        // `ms` comes first: it also ends in `s`.
        let read = PERIODS.iter().find_map(|(unit, ms)| {
            let count: u64 = text.strip_suffix(unit)?.parse().ok()?;
            count.checked_mul(*ms)
        });
        let read = read.map(|ms| Period(Duration::from_millis(ms)));
        read.ok_or_else(|| bad(text, "a time such as 250ms, 30s, 5m, 12h or 30d"))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX);
        let fits = PERIODS.iter().rev().find(|(_, unit)| ms.is_multiple_of(*unit) && ms > 0);
        let (name, unit) = fits.unwrap_or(&("ms", 1));
        write!(f, "{}{name}", ms / unit)
    }
}

impl FromStr for Size {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Size, BadValue> {
        let scaled = SIZES.iter().find_map(|(unit, bytes)| {
            let count: usize = text.strip_suffix(unit)?.trim_end().parse().ok()?;
            count.checked_mul(*bytes)
        });
        let read = scaled.or_else(|| text.parse().ok()).map(Size);
        read.ok_or_else(|| bad(text, "a number of bytes such as 65536, 64KiB or 1MiB"))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match SIZES.iter().find(|(_, bytes)| self.0.is_multiple_of(*bytes) && self.0 > 0) {
            Some((unit, bytes)) => write!(f, "{}{unit}", self.0 / bytes),
            None => write!(f, "{}", self.0),
        }
    }
}

impl FromStr for Address {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Address, BadValue> {
        let named = match text.strip_prefix("localhost:") {
            Some(port) => format!("127.0.0.1:{port}"),
            None if text.parse::<u16>().is_ok() => format!("127.0.0.1:{text}"),
            None => text.to_owned(),
        };
        let expected = "an address with a port such as 127.0.0.1:50051, or 0.0.0.0:50051 to be reached from other machines";
        named.parse().map(Address).map_err(|_| bad(text, expected))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: FromStr<Err: fmt::Display>> FromStr for Switch<T> {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Switch<T>, BadValue> {
        if text == "off" {
            return Ok(Switch(None));
        }
        text.parse().map(|value| Switch(Some(value))).map_err(|why: T::Err| {
            let why = why.to_string();
            let expected = why.split_once("expected ").map_or(why.as_str(), |(_, rest)| rest);
            bad(text, format!("`off`, or {expected}"))
        })
    }
}

impl<T: fmt::Display> fmt::Display for Switch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => write!(f, "off"),
        }
    }
}

/// A count above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u32);

impl FromStr for Count {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Count, BadValue> {
        let read = text.parse().ok().filter(|count| *count > 0).map(Count);
        read.ok_or_else(|| bad(text, "a number from 1"))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A file may write a number as a number; all else is text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Number(u64),
    Text(String),
}

fn read<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let text = match Written::deserialize(from)? {
        Written::Number(number) => number.to_string(),
        Written::Text(text) => text,
    };
    text.parse().map_err(de::Error::custom)
}

macro_rules! in_files {
    ($($name:ty),+) => { $(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                read(from)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )+ };
}

in_files!(Period, Size, Address, Switch<Period>, Switch<Address>);

// Counts are written as numbers.
impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(from)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(self.0)
    }
}

impl<'de> Deserialize<'de> for Switch<Count> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(from)
    }
}

impl Serialize for Switch<Count> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(count) => count.serialize(to),
            None => to.serialize_str("off"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back<T: FromStr<Err: fmt::Debug> + fmt::Display>(text: &str) {
        assert_eq!(text.parse::<T>().unwrap().to_string(), text);
    }

    #[test]
    fn what_is_read_is_written_the_same_way() {
        for text in ["250ms", "30s", "5m", "12h", "30d", "1500ms"] {
            reads_back::<Period>(text);
        }
        for text in ["1MiB", "64KiB", "1000", "2GiB"] {
            reads_back::<Size>(text);
        }
        reads_back::<Address>("[::1]:50051");
        reads_back::<Switch<Period>>("off");
        reads_back::<Switch<Address>>("0.0.0.0:80");
        assert_eq!("localhost:7".parse::<Address>().unwrap().to_string(), "127.0.0.1:7");
        assert_eq!("50051".parse::<Address>().unwrap().to_string(), "127.0.0.1:50051");
    }

    #[test]
    fn wrong_values_are_answered_with_what_is_expected() {
        assert_eq!(
            "soon".parse::<Switch<Period>>().unwrap_err().to_string(),
            "`soon` cannot be read; expected `off`, or a time such as 250ms, 30s, 5m, 12h or 30d"
        );
        assert!("1 GB".parse::<Size>().unwrap_err().to_string().contains("64KiB"));
        assert!("here".parse::<Address>().unwrap_err().to_string().contains("127.0.0.1:50051"));
        assert!("0".parse::<Count>().is_err());
        assert!("99999999999999999999h".parse::<Period>().is_err());
    }
}
