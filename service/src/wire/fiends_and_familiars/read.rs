//! A table read from a view: decks, Initiative cards, and what goes on. `read_players.rs` reads players.

use super::{Misfit, read_players::players};
use crate::wire::parts::{self, At, byte, few, number, quoted, word};
use ::fiends_and_familiars::sets::{FiendSet, MarketSet, MinionSet};
use ::fiends_and_familiars::{
    FiendsAndFamiliars, State,
    dice::{Dice, Die, Pip, lay},
    restore::{self, Moment},
    rules::setup,
    state::{Ending, MarketDeck},
    words::{AdventureId, AdventureKind, InitiativeId, MARKET_SLOTS, MarketId},
};
use kernel::{BadNotation, Seat, SeatSet, Secret, Stated};
use proto::v1::{FiendsAndFamiliarsView, fiends_and_familiars_view as wire};
use std::str::FromStr;

/// The most cards of a kind that there are.
const CARDS_MAX: usize = 128;

pub(super) fn table(
    game: &FiendsAndFamiliars,
    view: &FiendsAndFamiliarsView,
) -> Result<Stated<FiendsAndFamiliars>, Misfit> {
    let mut state = setup::table(game);
    state.round = byte(At("", "round"), view.round)?;
    state.start = seat(game, At("", "start_player"), view.start_player)?;
    state.dice_per_card =
        if view.dice_per_card == 0 { 2 } else { byte(At("", "dice_per_card"), view.dice_per_card)? };
    initiatives(game, &mut state, &view.initiatives)?;
    players(game, &mut state, &view.players)?;
    market(game, &mut state, view)?;
    enemies(game, &mut state, view)?;
    state.pool = dice(At("", "rolled"), &view.rolled)?;
    state.hand = dice(At("", "hand"), &view.hand)?;
    few(At("", "enemy_dice"), &view.enemy_dice, 2)?;
    for (place, told) in state.enemy.iter_mut().zip(&view.enemy_dice) {
        *place = Pip::new(number(At("", "enemy_dice"), *told, 6)?);
    }
    state.ending = view.ending.as_ref().map(|ending| self::ending(game, ending)).transpose()?;
    let moment = moment(game, view)?;
    state.bag = restore::bag(game, &state)?;
    Ok(Stated { state, moment })
}

// --- small things

pub(super) fn seat(game: &FiendsAndFamiliars, at: At, found: u32) -> Result<Seat, Misfit> {
    parts::seat(game.options.seats, at, found)
}

fn seats(game: &FiendsAndFamiliars, at: At, told: &[u32]) -> Result<SeatSet, Misfit> {
    few(at, told, game.options.seats.into())?;
    told.iter().map(|found| seat(game, at, *found)).collect()
}

/// A card by its id.
fn card<T: FromStr<Err = BadNotation> + Default + PartialEq>(at: At, text: &str) -> Result<T, Misfit> {
    let read: T = word(at, text)?;
    // Ids have a word for no card; a view leaves the field empty.
    if read == T::default() {
        Err(Misfit::new(at, quoted(text), "a card, or nothing at all"))
    } else {
        Ok(read)
    }
}

/// A card by its id, or none.
pub(super) fn maybe<T: FromStr<Err = BadNotation> + Default + PartialEq>(
    at: At,
    text: &str,
) -> Result<T, Misfit> {
    if text.is_empty() { Ok(T::default()) } else { card(at, text) }
}

/// Cards, each once.
pub(super) fn cards<T, S>(at: At, told: &[String]) -> Result<S, Misfit>
where
    T: FromStr<Err = BadNotation> + Default + PartialEq,
    S: FromIterator<T>,
{
    few(at, told, CARDS_MAX)?;
    let mut found: Vec<T> = Vec::with_capacity(told.len());
    for text in told {
        let read = card(at, text)?;
        if found.contains(&read) {
            return Err(Misfit::new(at, format!("{} twice", quoted(text)), "each card once"));
        }
        found.push(read);
    }
    Ok(found.into_iter().collect())
}

fn dice(at: At, told: &[String]) -> Result<Dice, Misfit> {
    let mut dice = Dice::default();
    few(at, told, dice.capacity())?;
    for text in told {
        lay(&mut dice, word(at, text)?);
    }
    Ok(dice)
}

// --- the table

fn initiatives(
    game: &FiendsAndFamiliars,
    state: &mut State,
    told: &[wire::Initiative],
) -> Result<(), Misfit> {
    let row = game.tables.layout.initiative.len();
    few(At("", "initiatives"), told, row)?;
    let mut seen = vec![];
    for one in told {
        let id: InitiativeId = word(At("initiatives", "id"), &one.id)?;
        let place = id.index().checked_sub(1).filter(|at| *at < row && !seen.contains(at));
        let place =
            place.ok_or_else(|| Misfit::new("initiatives.id", id, format!("I1 to I{row}, each once")))?;
        seen.push(place);
        few(At(&one.id, "dice"), &one.dice, 2)?;
        let taken = one.taken_by.map(|by| seat(game, At(&one.id, "taken_by"), by)).transpose()?;
        let Some(card) = state.initiatives.get_mut(place) else { continue };
        card.dice = [Die::NONE; 2];
        for (at, text) in card.dice.iter_mut().zip(&one.dice) {
            *at = word(At(&one.id, "dice"), text)?;
        }
        card.gold = one.gold;
        card.fiends = cards(At(&one.id, "fiends"), &one.fiends)?;
        card.taken = SeatSet::EMPTY;
        let Some(by) = taken else { continue };
        card.taken = SeatSet::only(by);
        let mine = &mut state.players[by].initiative;
        if mine.is_some() {
            return Err(Misfit::new(At(&one.id, "taken_by"), by, "a seat that has no other card"));
        }
        *mine = u8::try_from(place).ok();
    }
    Ok(())
}

fn market(game: &FiendsAndFamiliars, state: &mut State, view: &FiendsAndFamiliarsView) -> Result<(), Misfit> {
    few(At("", "market"), &view.market, MARKET_SLOTS)?;
    for text in &view.market {
        state.market.push(maybe(At("", "market"), text)?);
    }
    state.discard = cards(At("", "discard"), &view.discard)?;
    state.trash = cards(At("", "trash"), &view.trash)?;
    few(At("", "turned_up"), &view.turned_up, state.looked.capacity())?;
    for text in &view.turned_up {
        state.looked.push(card(At("", "turned_up"), text)?);
    }
    state.market_deck = match &view.market_deck {
        Some(deck) => MarketDeck {
            upper: cards(At("market_deck", "next"), &deck.next)?,
            lower: cards(At("market_deck", "later"), &deck.later)?,
            call: deck
                .call_under
                .map(|call| number(At("market_deck", "call_under"), call, 200))
                .transpose()?,
        },
        None => {
            let row: MarketSet = state.row_cards().map(|(_, card)| card).chain(state.looked).collect();
            let owned = Seat::first(game.options.seats).map(|seat| state.players[seat].cards);
            let seen = owned.fold(row.or(state.discard).or(state.trash), MarketSet::or);
            let (upper, lower) = (game.tables.upper.minus(seen), game.tables.lower.minus(seen));
            MarketDeck { upper, lower, call: None }
        }
    };
    Ok(())
}

/// Minions, Fiends and the Monster. After players and Initiative cards: what lies there is in no deck.
fn enemies(
    game: &FiendsAndFamiliars,
    state: &mut State,
    view: &FiendsAndFamiliarsView,
) -> Result<(), Misfit> {
    let deck = view.minion_deck.clone().unwrap_or_default();
    few(At("minion_deck", "bottom"), &deck.bottom, state.minions.tail.capacity())?;
    state.minions.tail = cards(At("minion_deck", "bottom"), &deck.bottom)?;
    state.minions.revealed = maybe(At("", "minion"), &view.minion)?;
    let shown = state.minions.tail.into_iter().chain(state.minions.shown());
    let trophies = Seat::first(game.options.seats).map(|seat| state.players[seat].trophies);
    let seen = trophies.fold(shown.collect::<MinionSet>(), MinionSet::or);
    state.minions.upper = game.tables.minions_upper.minus(seen);
    state.minions.lower = game.tables.minions_lower.minus(seen);
    state.minions.upper_left =
        number(At("minion_deck", "single_dots"), deck.single_dots, state.minions.upper.count())?;
    state.minions.lower_left =
        number(At("minion_deck", "double_dots"), deck.double_dots, state.minions.lower.count())?;
    let out = Seat::first(game.options.seats)
        .map(|seat| state.players[seat].active.or(state.players[seat].banished));
    let lying = state.initiatives.iter().map(|card| card.fiends);
    state.fiends = game.tables.fiends.minus(out.chain(lying).fold(FiendSet::EMPTY, FiendSet::or));
    state.monster = maybe(At("", "monster"), &view.monster)?;
    few(At("", "adventures"), &view.adventures, 3)?;
    for one in &view.adventures {
        let kind: AdventureKind = word(At("adventures", "kind"), &one.kind)?;
        let seen = seats(game, At("adventures", "seen_by"), &one.seen_by)?;
        let Some(place) = state.adventures.get_mut(kind.index()) else { continue };
        *place = match maybe::<AdventureId>(At("adventures", "card"), &one.card)? {
            AdventureId::NONE => Secret::default(),
            card => Secret::new(card, SeatSet::EMPTY),
        };
        place.show_to(seen);
    }
    Ok(())
}

fn ending(game: &FiendsAndFamiliars, told: &wire::Ending) -> Result<Ending, Misfit> {
    let alone = told.dead || !told.rank.is_empty();
    if alone != game.solo() {
        return Err(Misfit::new("ending", "one of another mode", "winners, or alone: dead or a rank"));
    }
    if told.dead {
        return Ok(Ending::Dead);
    }
    if !told.rank.is_empty() {
        let total = i16::try_from(told.total);
        let total = total.map_err(|_| Misfit::new("ending.total", told.total, "Reputation Stars"))?;
        return Ok(Ending::Ranked { total, rank: word(At("ending", "rank"), &told.rank)? });
    }
    Ok(Ending::Won(seats(game, At("ending", "winners"), &told.winners)?))
}

/// What goes on at this table.
fn moment(game: &FiendsAndFamiliars, view: &FiendsAndFamiliarsView) -> Result<Moment, Misfit> {
    let turn = || match view.turn_of {
        Some(of) => seat(game, At("", "turn_of"), of),
        None => Err(Misfit::new("turn_of", "nobody", "the seat at turn")),
    };
    let expected = "the Dice Phase, the Market Phase, or the end; anything else needs in_progress";
    match wire::Phase::try_from(view.phase) {
        Ok(wire::Phase::Dice) => Ok(Moment::Select(turn()?)),
        Ok(wire::Phase::Market) => Ok(Moment::Market(turn()?)),
        Ok(wire::Phase::Over) => Ok(Moment::Over),
        Ok(other) => Err(Misfit::new("phase", other.as_str_name(), expected)),
        Err(_) => Err(Misfit::new("phase", view.phase, expected)),
    }
}

const _: () = assert!(MarketId::COUNT <= CARDS_MAX, "every list of cards fits");
