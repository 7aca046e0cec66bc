//! The small things views are made of, told, read and refused: numbers, ids, cards.

pub use kernel::Misfit;
use kernel::{BadNotation, Card, CardSet, Pool as _, Seat, SeatSet};
use std::{fmt, str::FromStr};

/// Where something stands: `h1.hp`. Written out only if it is at fault.
#[derive(Clone, Copy, Debug)]
pub struct At<'a>(pub &'a str, pub &'a str);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let At(of, what) = self;
        // The id of a thing may be anything that was sent.
        let of: String = of.chars().take(20).collect();
        if of.is_empty() { f.write_str(what) } else { write!(f, "{of}.{what}") }
    }
}

/// A number that fits.
///
/// # Errors
/// If it is too large.
pub fn number<N: TryFrom<u32>>(at: At, found: u32, most: u32) -> Result<N, Misfit> {
    let fits = (found <= most).then(|| N::try_from(found).ok()).flatten();
    fits.ok_or_else(|| Misfit::new(at, found, format!("0 to {most}")))
}

/// A number of one byte.
///
/// # Errors
/// If it is too large.
pub fn byte(at: At, found: u32) -> Result<u8, Misfit> {
    number(at, found, u8::MAX.into())
}

/// Numbers of one byte that are called alike in a message and in what is read from it.
macro_rules! bytes {
    ($name:expr, $told:expr => $into:expr; $($field:ident),+ $(,)?) => {
        $($into.$field = $crate::wire::parts::byte(
            $crate::wire::parts::At($name, stringify!($field)),
            $told.$field,
        )?;)+
    };
}
pub(crate) use bytes;

/// A seat of a table.
///
/// # Errors
/// If there are fewer.
pub fn seat(seats: u8, at: At, found: u32) -> Result<Seat, Misfit> {
    let seat = u8::try_from(found).ok().and_then(|number| Seat::checked(number, seats));
    seat.ok_or_else(|| Misfit::new(at, found, format!("0 to {}", seats.saturating_sub(1))))
}

/// What is told of each seat, each once.
///
/// # Errors
/// If one is there twice or missing.
pub fn every_seat<'a, T>(
    (thing, field): (&str, &str),
    seats: u8,
    told: &'a [T],
    seat: impl Fn(At, &T) -> Result<Seat, Misfit>,
) -> Result<Vec<(Seat, &'a T)>, Misfit> {
    few(At("", thing), told, seats.into())?;
    let mut seen = SeatSet::EMPTY;
    let mut all = Vec::with_capacity(told.len());
    for one in told {
        let seat = seat(At(thing, field), one)?;
        if seen.contains(seat) {
            return Err(Misfit::new(At(thing, field), format!("{seat} twice"), "each seat once"));
        }
        seen.insert(seat);
        all.push((seat, one));
    }
    match Seat::first(seats).find(|seat| !seen.contains(*seat)) {
        Some(seat) => Err(Misfit::new(thing, format!("nothing of {seat}"), "every seat")),
        None => Ok(all),
    }
}

/// A word or an id.
///
/// # Errors
/// If the game has no such word.
pub fn word<T: FromStr<Err = BadNotation>>(at: At, text: &str) -> Result<T, Misfit> {
    text.parse().map_err(|why| match why {
        BadNotation::Operand { expected, .. } => Misfit::new(at, quoted(text), expected),
        BadNotation::Empty { .. }
        | BadNotation::Verb { .. }
        | BadNotation::Missing { .. }
        | BadNotation::TooMuch { .. } => Misfit::new(at, quoted(text), "a word of the game"),
    })
}

/// A word or an id, or nothing.
///
/// # Errors
/// If the game has no such word.
pub fn maybe<T: FromStr<Err = BadNotation>>(at: At, text: &str) -> Result<Option<T>, Misfit> {
    if text.is_empty() { Ok(None) } else { word(at, text).map(Some) }
}

#[must_use]
pub fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("`{start}`")
}

/// At most so many.
///
/// # Errors
/// If there are more.
pub fn few<T>(at: At, all: &[T], most: usize) -> Result<(), Misfit> {
    if all.len() <= most {
        return Ok(());
    }
    Err(Misfit::new(at, all.len(), format!("at most {most}")))
}

/// Cards with blanks between them, each once.
///
/// # Errors
/// If one is no card, or there twice.
pub fn cards(at: At, text: &str) -> Result<CardSet, Misfit> {
    let mut found = CardSet::EMPTY;
    for text in text.split_whitespace() {
        let card: Card = word(at, text)?;
        if found.copies(card) > 0 {
            return Err(Misfit::new(at, format!("{card} twice"), "each card once"));
        }
        found.put(card);
    }
    Ok(found)
}

// Written out because a view names a hundred of them: formatting each would cost more than all the rest.
/// Each with the blank before it.
#[rustfmt::skip]
const CARDS: [&str; 52] = [
    " 2H", " 3H", " 4H", " 5H", " 6H", " 7H", " 8H", " 9H", " 10H", " JH", " QH", " KH", " AH",
    " 2D", " 3D", " 4D", " 5D", " 6D", " 7D", " 8D", " 9D", " 10D", " JD", " QD", " KD", " AD",
    " 2S", " 3S", " 4S", " 5S", " 6S", " 7S", " 8S", " 9S", " 10S", " JS", " QS", " KS", " AS",
    " 2C", " 3C", " 4C", " 5C", " 6C", " 7C", " 8C", " 9C", " 10C", " JC", " QC", " KC", " AC",
];

/// Cards with blanks between them.
pub fn written(cards: impl IntoIterator<Item = Card>) -> String {
    let mut text = String::new();
    for card in cards {
        let next = CARDS.get(card.index()).copied().unwrap_or_default();
        // The blank stands before each but the first.
        text.push_str(if text.is_empty() { next.trim_start() } else { next });
    }
    text
}
