//! What holds of every table: components are conserved, tracks stay on their boards.

use crate::{
    FiendsAndFamiliars, Frame, State,
    dice::Bag,
    rules::{effects, setup},
    sets::{FiendSet, MarketSet, MinionSet},
    words::SPACES,
};
use kernel::{Seat, Turn};

/// # Errors
/// With a sentence that says what is broken.
pub fn check(g: &FiendsAndFamiliars, s: &State) -> Result<(), String> {
    dice(g, s)?;
    market(g, s)?;
    enemies(g, s)?;
    players(g, s)?;
    ensure((s.turn == Turn::Over) == s.ending.is_some(), || "over without an ending".into())
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Every die is somewhere, once.
fn dice(g: &FiendsAndFamiliars, s: &State) -> Result<(), String> {
    let mut all: Bag = s.bag;
    let lifted = match s.stack.top() {
        Some(Frame::Card(effects::Frame::PutBack { .. })) => Some(s.lifted),
        Some(_) | None => None,
    };
    let sheets = Seat::first(g.options.seats)
        .flat_map(|seat| s.players[seat].dice.into_iter().chain(s.players[seat].stored));
    let row = s.initiatives.iter().flat_map(|card| card.dice);
    for die in sheets.chain(row).chain(s.pool).chain(s.hand).chain(lifted).filter(|die| die.is_some()) {
        ensure(die.is_sound(&g.faces), || format!("{die} is no die of this game"))?;
        all.put(die.kind(), 1);
    }
    ensure(all == setup::bag(g), || {
        format!("there are {} dice instead of {}", all.len(), setup::bag(g).len())
    })
}

/// Every Market card is in one place.
fn market(g: &FiendsAndFamiliars, s: &State) -> Result<(), String> {
    let mut all = MarketSet::EMPTY;
    let mut add = |set: MarketSet, place: &str| {
        ensure(all.and(set).is_empty(), || format!("a Market card is twice on the table: {place}"))?;
        all = all.or(set);
        Ok::<(), String>(())
    };
    add(s.market_deck.upper, "deck")?;
    add(s.market_deck.lower, "deck")?;
    add(s.discard, "discard pile")?;
    add(s.trash, "trash")?;
    add(s.looked.into_iter().collect(), "turned up")?;
    for (_, card) in s.row_cards() {
        add(MarketSet::only(card), "row")?;
    }
    for seat in Seat::first(g.options.seats) {
        add(s.players[seat].cards, "players")?;
    }
    let expected = g.tables.upper.or(g.tables.lower);
    ensure(all == expected, || format!("{} Market cards instead of {}", all.count(), expected.count()))
}

/// Every Fiend and Minion is in one place.
fn enemies(g: &FiendsAndFamiliars, s: &State) -> Result<(), String> {
    let mut fiends = s.fiends;
    let mut minions = s.minions.upper.or(s.minions.lower);
    let mut fiend = |set: FiendSet| {
        let twice = !fiends.and(set).is_empty();
        fiends = fiends.or(set);
        ensure(!twice, || "a Fiend is twice on the table".into())
    };
    let mut minion = |set: MinionSet| {
        let twice = !minions.and(set).is_empty();
        minions = minions.or(set);
        ensure(!twice, || "a Minion is twice on the table".into())
    };
    s.initiatives.iter().try_for_each(|card| fiend(card.fiends))?;
    for seat in Seat::first(g.options.seats) {
        fiend(s.players[seat].active)?;
        fiend(s.players[seat].banished)?;
        minion(s.players[seat].trophies)?;
    }
    s.minions.tail.iter().try_for_each(|id| minion(MinionSet::only(*id)))?;
    if let Some(id) = s.minions.shown() {
        minion(MinionSet::only(id))?;
    }
    ensure(fiends == g.tables.fiends, || format!("{} Fiends", fiends.count()))?;
    ensure(minions == g.tables.minions_upper.or(g.tables.minions_lower), || {
        format!("{} Minions", minions.count())
    })
}

fn players(g: &FiendsAndFamiliars, s: &State) -> Result<(), String> {
    for seat in Seat::first(g.options.seats) {
        let me = &s.players[seat];
        ensure(me.token < 9, || format!("{seat}: the Alignment token is off the grid"))?;
        ensure(me.tokens <= 3, || format!("{seat} has {} Adventure tokens", me.tokens))?;
        ensure(u32::from(me.tokens) <= me.trophies.count(), || {
            format!("{seat} has tokens without Trophies")
        })?;
        let dice = usize::from(me.placed()) + me.stored.len();
        ensure(dice <= SPACES, || format!("{seat} has {dice} dice"))?;
        ensure(me.exhausted.minus(me.cards).is_empty(), || format!("{seat} has exhausted a card of others"))?;
        ensure(me.fresh.minus(me.active).is_empty(), || format!("{seat}: a Fiend is new but not active"))?;
        ensure(me.storable <= me.xp, || format!("{seat} may store more XP than it has"))?;
    }
    Ok(())
}
