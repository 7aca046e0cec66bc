//! The small things a view of Para Roles is made of, read and refused: heroes, cards, piles.

use crate::wire::parts::{self, Misfit};
pub(super) use crate::wire::parts::{At, byte, bytes, every_seat, few, maybe, number, quoted, word};
use kernel::{Card, CardSet, Pool as _, Rank, RankSet, SeatSet, Suit};
use para_roles::{
    state::Temporary,
    words::{HeroId, Stat},
};
use proto::v1::para_roles_view as wire;

/// Heroes, each once.
pub(super) fn seats(at: At, ids: &[String]) -> Result<SeatSet, Misfit> {
    few(at, ids, 4)?;
    let mut found = SeatSet::EMPTY;
    for id in ids {
        let seat = word::<HeroId>(at, id)?.seat();
        if found.contains(seat) {
            return Err(Misfit::new(at, format!("{} twice", quoted(id)), "each hero once"));
        }
        found.insert(seat);
    }
    Ok(found)
}

pub(super) const fn four(stats: &wire::Stats) -> [u32; 4] {
    [stats.health, stats.defense, stats.attack, stats.trick]
}

/// The number of a card.
pub(super) fn rank(at: At, found: u32) -> Result<Rank, Misfit> {
    let read = u8::try_from(found).ok().and_then(|n| Rank::try_from(n).ok());
    read.ok_or_else(|| Misfit::new(at, found, "2 to 14"))
}

/// Four cards.
pub(super) fn ranks(at: At, stats: Option<&wire::Stats>) -> Result<[Rank; 4], Misfit> {
    let [one, two, three, last] = four(stats.unwrap_or(&wire::Stats::default()));
    Ok([rank(at, one)?, rank(at, two)?, rank(at, three)?, rank(at, last)?])
}

/// Cards, each once, as many as counted.
pub(super) fn cards(at: At, pile: &wire::Pile) -> Result<CardSet, Misfit> {
    let found = parts::cards(at, &pile.cards)?;
    let count = found.count();
    if pile.count != 0 && pile.count != count {
        return Err(Misfit::new(
            at,
            format!("{count} cards and the count {}", pile.count),
            "as many as counted",
        ));
    }
    Ok(found)
}

/// Cards, suit by suit.
pub(super) fn piles(at: At, pile: &wire::Pile) -> Result<[RankSet; 4], Misfit> {
    let found = cards(at, pile)?;
    Ok(Suit::ALL.map(|suit| found.and(CardSet::suit(suit)).iter().map(Card::rank).collect()))
}

/// Cards of a Polymorph.
pub(super) fn temporary(at: At, lying: &[wire::TemporaryCard]) -> Result<[Option<Temporary>; 4], Misfit> {
    few(at, lying, 4)?;
    let mut found = [None; 4];
    for card in lying {
        let stat: Stat = word(at, &card.stat)?;
        let by = word::<HeroId>(at, &card.laid_by)?.seat();
        let read = Temporary { rank: rank(at, card.rank)?, by };
        match found.get_mut(stat.index()) {
            Some(place @ None) => *place = Some(read),
            Some(Some(_)) | None => {
                return Err(Misfit::new(at, format!("two on {stat}"), "one on each stat"));
            }
        }
    }
    Ok(found)
}
