//! The small things a view is made of, read and refused: numbers, ids, cards, piles.

use super::BadView;
use kernel::{BadNotation, Card, CardSet, Pool as _, Rank, RankSet, SeatSet, Suit};
use para_roles::{
    state::Temporary,
    words::{HeroId, Stat},
};
use proto::v1::para_roles_view as wire;
use std::{fmt, str::FromStr};

/// Where something stands: `h1.hp`. Written out only if it is at fault.
#[derive(Clone, Copy)]
pub(super) struct At<'a>(pub(super) &'a str, pub(super) &'a str);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let At(of, what) = self;
        // The id of a thing may be anything that was sent.
        let of: String = of.chars().take(20).collect();
        if of.is_empty() { f.write_str(what) } else { write!(f, "{of}.{what}") }
    }
}

/// A number that fits.
pub(super) fn number<N: TryFrom<u32>>(at: At, found: u32, most: u32) -> Result<N, BadView> {
    let fits = (found <= most).then(|| N::try_from(found).ok()).flatten();
    fits.ok_or_else(|| BadView::new(at, found, format!("0 to {most}")))
}

/// A number of one byte.
pub(super) fn byte(at: At, found: u32) -> Result<u8, BadView> {
    number(at, found, u8::MAX.into())
}

/// A word or an id.
pub(super) fn word<T: FromStr<Err = BadNotation>>(at: At, text: &str) -> Result<T, BadView> {
    text.parse().map_err(|why| match why {
        BadNotation::Operand { expected, .. } => BadView::new(at, quoted(text), expected),
        BadNotation::Empty { .. }
        | BadNotation::Verb { .. }
        | BadNotation::Missing { .. }
        | BadNotation::TooMuch { .. } => BadView::new(at, quoted(text), "a word of the game"),
    })
}

/// A word or an id, or nothing.
pub(super) fn maybe<T: FromStr<Err = BadNotation>>(at: At, text: &str) -> Result<Option<T>, BadView> {
    if text.is_empty() { Ok(None) } else { word(at, text).map(Some) }
}

pub(super) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("`{start}`")
}

/// At most so many.
pub(super) fn few<T>(at: At, all: &[T], most: usize) -> Result<(), BadView> {
    if all.len() <= most {
        return Ok(());
    }
    Err(BadView::new(at, all.len(), format!("at most {most}")))
}

/// Heroes, each once.
pub(super) fn seats(at: At, ids: &[String]) -> Result<SeatSet, BadView> {
    few(at, ids, 4)?;
    let mut found = SeatSet::EMPTY;
    for id in ids {
        let seat = word::<HeroId>(at, id)?.seat();
        if found.contains(seat) {
            return Err(BadView::new(at, format!("{} twice", quoted(id)), "each hero once"));
        }
        found.insert(seat);
    }
    Ok(found)
}

pub(super) const fn four(stats: &wire::Stats) -> [u32; 4] {
    [stats.health, stats.defense, stats.attack, stats.trick]
}

/// The number of a card.
pub(super) fn rank(at: At, found: u32) -> Result<Rank, BadView> {
    let read = u8::try_from(found).ok().and_then(|n| Rank::try_from(n).ok());
    read.ok_or_else(|| BadView::new(at, found, "2 to 14"))
}

/// Four cards.
pub(super) fn ranks(at: At, stats: Option<&wire::Stats>) -> Result<[Rank; 4], BadView> {
    let [one, two, three, last] = four(stats.unwrap_or(&wire::Stats::default()));
    Ok([rank(at, one)?, rank(at, two)?, rank(at, three)?, rank(at, last)?])
}

/// Cards, each once.
pub(super) fn cards(at: At, pile: &wire::Pile) -> Result<CardSet, BadView> {
    let mut found = CardSet::EMPTY;
    for text in pile.cards.split_whitespace() {
        let card: Card = word(at, text)?;
        if found.copies(card) > 0 {
            return Err(BadView::new(at, format!("{card} twice"), "each card once"));
        }
        found.put(card);
    }
    let count = found.count();
    if pile.count != 0 && pile.count != count {
        return Err(BadView::new(
            at,
            format!("{count} cards and the count {}", pile.count),
            "as many as counted",
        ));
    }
    Ok(found)
}

/// Cards, suit by suit.
pub(super) fn piles(at: At, pile: &wire::Pile) -> Result<[RankSet; 4], BadView> {
    let found = cards(at, pile)?;
    Ok(Suit::ALL.map(|suit| found.and(CardSet::suit(suit)).iter().map(Card::rank).collect()))
}

/// Cards of a Polymorph.
pub(super) fn temporary(at: At, lying: &[wire::TemporaryCard]) -> Result<[Option<Temporary>; 4], BadView> {
    few(at, lying, 4)?;
    let mut found = [None; 4];
    for card in lying {
        let stat: Stat = word(at, &card.stat)?;
        let by = word::<HeroId>(at, &card.laid_by)?.seat();
        let read = Temporary { rank: rank(at, card.rank)?, by };
        match found.get_mut(stat.index()) {
            Some(place @ None) => *place = Some(read),
            Some(Some(_)) | None => {
                return Err(BadView::new(at, format!("two on {stat}"), "one on each stat"));
            }
        }
    }
    Ok(found)
}
