//! What players and teams have, read from a view.

use super::{Misfit, read::marks};
use crate::wire::parts::{self, At, byte, cards, every_seat, few, maybe, number, quoted, word};
use ::friends_and_foes::{
    FriendsAndFoes, State, restore,
    state::{Build, Commit, Orders, Side},
    words::{AreaId, AreaSet, CharId},
};
use kernel::Seat;
use proto::v1::friends_and_foes_view as wire;

pub(super) fn seat(game: &FriendsAndFoes, at: At, found: u32) -> Result<Seat, Misfit> {
    parts::seat(game.options.seats, at, found)
}

/// After characters and the order: cards that lie there are not in a deck.
pub(super) fn sides(game: &FriendsAndFoes, state: &mut State, told: &[wire::Side]) -> Result<(), Misfit> {
    let all = every_seat(("sides", "seat"), game.options.seats, told, |at, one| seat(game, at, one.seat))?;
    all.into_iter().try_for_each(|(seat, one)| side(state, seat, one))
}

fn side(state: &mut State, seat: Seat, told: &wire::Side) -> Result<(), Misfit> {
    let name = format!("sides[{}]", seat.number());
    let at = |what| At(&name, what);
    state.sides[seat] = Side {
        hand: cards(at("hand"), &told.hand)?,
        shown: cards(at("shown"), &told.shown)?,
        discard: cards(at("discard"), &told.discard)?,
        table: cards(at("table"), &told.table)?,
        hand_len: number(at("hand_count"), told.hand_count, 52)?,
        initiative: maybe(at("initiative"), &told.initiative)?,
        tie: maybe(at("tie_break"), &told.tie_break)?,
        commit: told.commit.as_ref().map(|laid| commit(at("commit"), laid)).transpose()?,
        tokens: byte(at("tokens"), told.tokens)?,
        stored: byte(at("stored"), told.stored)?,
        treasure: number(at("treasure"), told.treasure, u16::MAX.into())?,
        sprinted: told.sprinted,
        orders: orders(at("standing_orders"), &told.standing_orders)?,
        ..Side::default()
    };
    if told.hidden {
        state.hidden.insert(seat);
    } else {
        state.hidden.remove(seat);
    }
    state.sides[seat].deck = match &told.unseen {
        Some(text) => cards(at("unseen"), text)?,
        None => restore::unseen(state, seat),
    };
    if told.gone {
        state.gone.insert(seat);
    }
    if let Some((build, place)) = told.build.as_ref().zip(state.build.get_mut(seat.index())) {
        *place = self::build(at("build"), seat, build)?;
    }
    Ok(())
}

fn orders(at: At, told: &[String]) -> Result<Orders, Misfit> {
    few(at, told, Orders::WRITTEN.len())?;
    told.iter().try_fold(Orders::empty(), |given, name| {
        let known = Orders::WRITTEN.iter().find(|(_, known)| known == name);
        let names = || Orders::WRITTEN.map(|(_, name)| name).join(", ");
        known.map(|(order, _)| given | *order).ok_or_else(|| Misfit::new(at, quoted(name), names()))
    })
}

fn commit(at: At, told: &wire::Commit) -> Result<Commit, Misfit> {
    match (maybe(at, &told.card)?, told.deck, told.count) {
        (None, false, None) => Ok(Commit::HIDDEN),
        (Some(card), false, None) => Ok(Commit::card(card)),
        (None, true, None) => Ok(Commit::DECK),
        (None, false, Some(count)) => Ok(Commit::count(number(at, count, 52)?)),
        (_, _, _) => Err(Misfit::new(at, "several things at once", "a card, the deck or a number")),
    }
}

fn build(at: At, seat: Seat, told: &wire::Build) -> Result<Build, Misfit> {
    let learns: Option<CharId> = maybe(at, &told.learning)?;
    if let Some(stranger) = learns.filter(|id| id.seat() != seat) {
        return Err(Misfit::new(at, quoted(&stranger.to_string()), "a character of this seat"));
    }
    Ok(Build {
        formation: maybe(at, &told.formation)?,
        coins: byte(at, told.coins)?,
        members: byte(at, told.members)?,
        bench: byte(at, told.bench)?,
        learns: learns.and_then(|id| u8::try_from(id.slot()).ok()),
        ready: told.ready,
    })
}

// --- teams

pub(super) fn teams(game: &FriendsAndFoes, state: &mut State, told: &[wire::Team]) -> Result<(), Misfit> {
    few(At("", "teams"), told, game.teams.into())?;
    let mut seen = 0u8;
    for one in told {
        let team: u8 = number(At("teams", "team"), one.team, u32::from(game.teams.saturating_sub(1)))?;
        if seen >> team & 1 == 1 {
            return Err(Misfit::new("teams.team", team, "each team once"));
        }
        seen |= 1 << team;
        let at = usize::from(team);
        let (Some(zone), Some(facing), Some(goal), Some(bits)) = (
            state.zones.get_mut(at),
            state.facing.get_mut(at),
            state.goals.get_mut(at),
            state.marks.get_mut(at),
        ) else {
            return Err(Misfit::new("teams.team", team, "0 to 3"));
        };
        *zone = areas(At("teams", "zone"), &one.zone)?;
        *facing = areas(At("teams", "facing"), &one.facing)?;
        *goal = maybe(At("teams", "breakthrough"), &one.breakthrough)?;
        *bits = marks(game, At("teams", "marks"), &one.marks)?;
    }
    Ok(())
}

fn areas(at: At, told: &[String]) -> Result<AreaSet, Misfit> {
    few(at, told, 64)?;
    told.iter().map(|id| word::<AreaId>(at, id)).collect()
}
