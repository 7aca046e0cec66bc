//! What lies on the table and before nobody: the Market row, the Minion in front, the Monster, Initiative cards, the Call to
//! Adventure. Whatever is set comes from where it is; what it replaces goes there, or back into its deck.

use super::{HELP, taken};
use crate::{
    FiendsAndFamiliars, State,
    dice::Die,
    queries::Look,
    rules::setup,
    sets::FiendSet,
    state::MinionDeck,
    words::{FiendId, InitiativeId, MARKET_SLOTS, MarketId, MinionId, MonsterId},
};
use kernel::{
    Seat, SeatSet,
    setting::{number, read, wrong},
};

/// `minion MI-03`, `market.2 MK-017`, `I3.fiend FI-02`; `None` if the name is none of the table.
pub fn change(g: &FiendsAndFamiliars, s: &mut State, name: &str, value: &str) -> Option<Result<(), String>> {
    match name {
        "minion" => return Some(read(value, "a Minion such as MI-03").and_then(|id| minion(g, s, id))),
        "monster" => return Some(read(value, "a Monster such as MO-03").and_then(|id| monster(g, s, id))),
        "call" => return Some(call(s, value)),
        _ => {}
    }
    let (place, what) = name.split_once('.')?;
    if place == "market" {
        return Some(slot(g, s, what, value));
    }
    let card: InitiativeId = place.parse().ok()?;
    Some(initiative(g, s, card, what, value))
}

/// Takes a Market card from wherever it lies.
pub fn take_card(g: &FiendsAndFamiliars, s: &mut State, card: MarketId) -> Result<(), String> {
    if !g.tables.upper.or(g.tables.lower).contains(card) {
        return Err(wrong(&card.to_string(), "a Market card that is in this game"));
    }
    let deck = &mut s.market_deck;
    for pile in [&mut deck.upper, &mut deck.lower, &mut s.discard, &mut s.trash] {
        pile.remove(card);
    }
    s.market_deck.call = s.market_deck.call.map(|above| above.min(s.market_deck.cards() as u8));
    s.leave_row(card);
    for seat in Seat::first(g.options.seats) {
        let me = &mut s.players[seat];
        for set in [&mut me.cards, &mut me.exhausted, &mut me.used, &mut me.spent] {
            set.remove(card);
        }
    }
    Ok(())
}

/// Another card lies in a slot of the Market; the one that lay there is discarded.
fn slot(g: &FiendsAndFamiliars, s: &mut State, slot: &str, value: &str) -> Result<(), String> {
    let slots = s.market.len().max(g.tables.layout.market.into()).min(MARKET_SLOTS);
    let at = number(slot, 1, slots)? - 1;
    let card = match value {
        "none" => MarketId::NONE,
        text => read(text, "a Market card such as MK-017, or none")?,
    };
    if card.is_some() {
        take_card(g, s, card)?;
    }
    while s.market.len() <= at {
        s.market.push(MarketId::NONE);
    }
    let old = std::mem::replace(&mut s.market[at], card);
    if old.is_some() {
        s.discard.insert(old);
    }
    Ok(())
}

/// Puts a Minion that somebody saw back into its deck, unseen.
fn unsee(g: &FiendsAndFamiliars, deck: &mut MinionDeck, id: MinionId) {
    if g.tables.minions_upper.contains(id) {
        deck.upper.insert(id);
        deck.upper_left += 1;
    } else {
        deck.lower.insert(id);
        deck.lower_left += 1;
    }
}

/// Takes a Minion from wherever it lies.
pub fn take_minion(g: &FiendsAndFamiliars, s: &mut State, id: MinionId) -> Result<(), String> {
    let deck = &mut s.minions;
    if deck.upper.contains(id) && deck.upper_left > 0 {
        deck.upper.remove(id);
        deck.upper_left -= 1;
    } else if deck.lower.contains(id) && deck.lower_left > 0 {
        deck.lower.remove(id);
        deck.lower_left -= 1;
    } else if let Some(at) = deck.tail.iter().position(|other| *other == id) {
        deck.tail.remove(at);
    } else if deck.revealed == id {
        deck.revealed = MinionId::NONE;
    } else if let Some(owner) =
        Seat::first(g.options.seats).find(|seat| s.players[*seat].trophies.contains(id))
    {
        s.players[owner].trophies.remove(id);
    } else {
        return Err(wrong(&id.to_string(), "a Minion that is in the deck, in front or a Trophy"));
    }
    Ok(())
}

/// Another Minion is in front; the one that was goes back into the deck.
fn minion(g: &FiendsAndFamiliars, s: &mut State, id: MinionId) -> Result<(), String> {
    take_minion(g, s, id)?;
    let old = std::mem::replace(&mut s.minions.revealed, id);
    if old.is_some() {
        unsee(g, &mut s.minions, old);
    }
    Ok(())
}

/// Another Monster, and Adventure cards of its own that nobody has seen.
fn monster(g: &FiendsAndFamiliars, s: &mut State, id: MonsterId) -> Result<(), String> {
    if s.monster == id {
        return Ok(());
    }
    if !setup::monsters(Look { g, s }).any(|open| open == id) {
        return Err(wrong(&id.to_string(), "a Monster for so many players, of no player's colour"));
    }
    s.monster = id;
    s.adventures = Default::default();
    Ok(())
}

/// So many cards lie above the Call to Adventure; or it has been drawn.
fn call(s: &mut State, value: &str) -> Result<(), String> {
    if value == "none" {
        (s.market_deck.call, s.dice_per_card) = (None, 1);
        return Ok(());
    }
    let above = number(value, 0, s.market_deck.cards() as u8)?;
    (s.market_deck.call, s.dice_per_card) = (Some(above), 2);
    Ok(())
}

/// Takes a Fiend from wherever it lies.
pub fn take_fiend(g: &FiendsAndFamiliars, s: &mut State, id: FiendId) -> Result<(), String> {
    if !g.tables.fiends.contains(id) {
        return Err(wrong(&id.to_string(), "a Fiend of this game"));
    }
    s.fiends.remove(id);
    s.initiatives.iter_mut().for_each(|card| card.fiends.remove(id));
    for seat in Seat::first(g.options.seats) {
        let me = &mut s.players[seat];
        for set in [&mut me.active, &mut me.fresh, &mut me.banished] {
            set.remove(id);
        }
    }
    Ok(())
}

/// Dice, Gold and Fiends on an Initiative card.
fn initiative(
    g: &FiendsAndFamiliars,
    s: &mut State,
    card: InitiativeId,
    what: &str,
    value: &str,
) -> Result<(), String> {
    let row = g.tables.layout.initiative.len();
    let at = card.index().wrapping_sub(1);
    if at >= row {
        return Err(wrong(&card.to_string(), format!("an Initiative card from I1 to I{row}")));
    }
    match what {
        "die1" | "die2" => {
            let place = usize::from(what == "die2");
            let old = s.initiatives[at].dice[place];
            if old.is_some() {
                s.bag.put(old.kind(), 1);
            }
            s.initiatives[at].dice[place] = match value {
                "none" => Die::NONE,
                text => taken(g, &mut s.bag, read(text, "a die such as red4 or blue/red3, or none")?)?,
            };
            Ok(())
        }
        "gold" => {
            s.initiatives[at].gold = read(value, "true or false")?;
            Ok(())
        }
        "fiend" => {
            let old = s.initiatives[at].fiends;
            if value != "none" {
                let id = read(value, "a Fiend such as FI-03, or none")?;
                take_fiend(g, s, id)?;
                s.initiatives[at].fiends.insert(id);
                return Ok(());
            }
            s.fiends = s.fiends.or(old);
            s.initiatives[at].fiends = FiendSet::EMPTY;
            Ok(())
        }
        _ => Err(wrong(what, HELP)),
    }
}

/// A seat has taken another Initiative card; whoever had that one has the other.
pub fn exchange(g: &FiendsAndFamiliars, s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    let new = number(value, 1, g.tables.layout.initiative.len() as u8)? - 1;
    let Some(old) = s.players[seat].initiative.filter(|_| s.dice_phase) else {
        return Err("only in the Dice Phase, for a seat that has taken an Initiative card".to_owned());
    };
    let other = Seat::first(g.options.seats).find(|other| s.players[*other].initiative == Some(new));
    s.initiatives[usize::from(old)].taken = other.map_or(SeatSet::EMPTY, SeatSet::only);
    s.initiatives[usize::from(new)].taken = SeatSet::only(seat);
    if let Some(other) = other {
        s.players[other].initiative = Some(old);
    }
    s.players[seat].initiative = Some(new);
    Ok(())
}
