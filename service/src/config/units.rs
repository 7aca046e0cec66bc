//! Values of settings as people write them: `30s`, `1MiB`, `off`, an address. What is read is written the same way.

use bytesize::ByteSize;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, net::SocketAddr, str::FromStr, time::Duration};

/// A time such as `250ms`, `30s`, `5m`, `12h`, `30d` or `1h 30m`.
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

impl FromStr for Period {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Period, BadValue> {
        let read = humantime::parse_duration(text).map(Period);
        read.map_err(|_| bad(text, "a time such as 250ms, 30s, 5m, 12h or 30d"))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_duration(self.0).fmt(f)
    }
}

impl FromStr for Size {
    type Err = BadValue;
    fn from_str(text: &str) -> Result<Size, BadValue> {
        let read = text.parse::<ByteSize>().ok().and_then(|size| usize::try_from(size.as_u64()).ok());
        read.map(Size).ok_or_else(|| bad(text, "a number of bytes such as 65536, 64KiB or 1MiB"))
    }
}

// Not by the crate, which rounds: `1500` would be written as `1.5 KiB`, which reads back as another number.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(bytesize::GIB, "GiB"), (bytesize::MIB, "MiB"), (bytesize::KIB, "KiB")];
        let bytes = self.0 as u64;
        match units.iter().find(|(unit, _)| bytes.is_multiple_of(*unit) && bytes > 0) {
            Some((unit, name)) => write!(f, "{}{name}", bytes / unit),
            None => bytes.fmt(f),
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
        for text in ["250ms", "30s", "5m", "12h", "30days", "1s 500ms"] {
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
        assert!("1 Gnu".parse::<Size>().unwrap_err().to_string().contains("64KiB"));
        assert!("here".parse::<Address>().unwrap_err().to_string().contains("127.0.0.1:50051"));
        assert!("0".parse::<Count>().is_err());
        assert!("99999999999999999999h".parse::<Period>().is_err());
    }
}
