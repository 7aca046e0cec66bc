//! What people at a real table put right: `0.gold 5`, `0.str2 red4`. No rule of the game: where the table and what is told
//! here have drifted apart, the table is right. So are cards whose text nobody typed in: what they do is told like this.

mod table;

use crate::{
    Event, FiendsAndFamiliars, Frame, Play, State,
    dice::{Bag, Die},
    invariants, minimal,
    options::Track,
    rules::{dice_phase, market_phase, windows},
    state::{Player, STORED},
    words::{FiendId, MarketId, MinionId, Space},
};
use kernel::{
    Log, Next, Seat,
    setting::{name_and_value, number, read, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
0.gold 5, 0.xp 2, 0.stored_xp 1, 0.charisma 1, 0.honor 3, 0.injury 0 (players, from 0); 0.token 4 (the Alignment token, 0 to \
8 row by row); 0.str2 red4 (the die in a space, familiar1 to familiar3 as well; none takes it off); 0.store red4, 0.unstore \
red4 (the Backpack); 0.gain MK-017 (a Market card, from wherever it is) or 0.lose MK-017 (to the discard pile); 0.refresh \
MK-017, 0.exhaust MK-017; 0.fiend FI-03 (active), 0.banish FI-03, 0.no_fiend FI-03 (back to the deck); 0.trophy MI-03, \
0.no_trophy MI-03 (under the deck), 0.tokens 2 (Adventure tokens); 0.initiative 2 (the card taken); and of the table: \
market.1 MK-017 or none; minion MI-03 (in front); monster MO-03; I2.die1 red4, I2.die2 none, I2.gold true, I2.fiend FI-03 or \
none; call 7 (cards above the Call to Adventure) or none (it was drawn)";

/// Puts something right. Nothing has changed if it is refused.
///
/// # Errors
/// With what was expected.
pub fn correct(
    g: &FiendsAndFamiliars,
    s: &mut State,
    text: &str,
    log: &mut Log<Event>,
) -> Result<(), String> {
    let (name, value) = name_and_value(text, HELP)?;
    if s.ending.is_some() {
        return Err("the game is over".to_owned());
    }
    if g.options.track == Track::Minimal {
        return Err(minimal::UNCORRECTED.to_owned());
    }
    between_turns(s)?;
    let mut changed = *s;
    match table::change(g, &mut changed, name, value) {
        Some(done) => done?,
        None => {
            let (number, what) = name.split_once('.').ok_or_else(|| wrong(text, HELP))?;
            let seat = number.parse().ok().and_then(|number| Seat::checked(number, g.options.seats));
            let seat =
                seat.ok_or_else(|| wrong(text, format!("a seat from 0 to {}", g.options.seats - 1)))?;
            change(g, &mut changed, seat, (what, value))?;
        }
    }
    log.say(|| Event::line(format!("put right: {name} {value}")));
    // Whoever is asked may now be asked otherwise.
    if let Some(frame) = changed.stack.pop() {
        Play { g, s: &mut changed, log }.go_on(Next::Then(frame));
    }
    invariants::check(g, &changed).map_err(|why| wrong(text, format!("what can be on a table: {why}")))?;
    *s = changed;
    Ok(())
}

/// Things are counted between turns, when everything that happens has happened.
fn between_turns(s: &State) -> Result<(), String> {
    match s.stack.top() {
        Some(
            Frame::Dice(dice_phase::Frame::Select { .. })
            | Frame::Market(market_phase::Frame::Turn { .. })
            | Frame::Window(windows::Frame::Own { .. }),
        ) => Ok(()),
        Some(_) | None => {
            Err("something is being resolved; set it when an Initiative card or a Market turn is asked for"
                .to_owned())
        }
    }
}

fn change(
    g: &FiendsAndFamiliars,
    s: &mut State,
    seat: Seat,
    (what, value): (&str, &str),
) -> Result<(), String> {
    /// More of anything is a slip of the tongue.
    const MOST: u8 = 99;
    if let Some(count) = counter(&mut s.players[seat], what) {
        *count = read::<u8>(value, "0 to 99")
            .ok()
            .filter(|n| *n <= MOST)
            .ok_or_else(|| wrong(value, "0 to 99"))?;
        let me = &mut s.players[seat];
        me.storable = me.storable.min(me.xp);
        return Ok(());
    }
    match what {
        "token" => {
            let cell = read::<u8>(value, "0 to 8")?;
            s.players[seat].token =
                Some(cell).filter(|cell| *cell < 9).ok_or_else(|| wrong(value, "0 to 8"))?;
            Ok(())
        }
        "gain" | "lose" | "refresh" | "exhaust" => {
            card(g, s, seat, what, read(value, "a Market card such as MK-017")?)
        }
        "fiend" | "banish" | "no_fiend" => fiend(g, s, seat, what, read(value, "a Fiend such as FI-03")?),
        "store" | "unstore" => stored(g, s, seat, what, read(value, "a die such as red4")?),
        "trophy" | "no_trophy" => trophy(g, s, seat, what, read(value, "a Minion such as MI-03")?),
        "tokens" => {
            s.players[seat].tokens = number(value, 0, 3)?;
            Ok(())
        }
        "initiative" => table::exchange(g, s, seat, value),
        space => die(g, s, seat, read(space, HELP)?, value),
    }
}

/// A number of things that a player has.
fn counter<'a>(me: &'a mut Player, what: &str) -> Option<&'a mut u8> {
    Some(match what {
        "gold" => &mut me.gold,
        "xp" => &mut me.xp,
        "stored_xp" => &mut me.stored_xp,
        "charisma" => &mut me.charisma,
        "honor" => &mut me.honor,
        "injury" => &mut me.injury,
        _ => return None,
    })
}

fn card(g: &FiendsAndFamiliars, s: &mut State, seat: Seat, what: &str, card: MarketId) -> Result<(), String> {
    if what == "gain" {
        table::take_card(g, s, card)?;
        s.players[seat].cards.insert(card);
        return Ok(());
    }
    let me = &mut s.players[seat];
    if !me.cards.contains(card) {
        return Err(wrong(&card.to_string(), "a card that this seat has"));
    }
    match what {
        "lose" => {
            table::take_card(g, s, card)?;
            s.discard.insert(card);
        }
        "refresh" => me.exhausted.remove(card),
        _ => me.exhausted.insert(card),
    }
    Ok(())
}

fn fiend(
    g: &FiendsAndFamiliars,
    s: &mut State,
    seat: Seat,
    what: &str,
    fiend: FiendId,
) -> Result<(), String> {
    let me = &s.players[seat];
    if what == "banish" && !me.active.contains(fiend) {
        return Err(wrong(&fiend.to_string(), "an active Fiend of this seat"));
    }
    if what == "no_fiend" && !me.active.or(me.banished).contains(fiend) {
        return Err(wrong(&fiend.to_string(), "a Fiend of this seat"));
    }
    table::take_fiend(g, s, fiend)?;
    let me = &mut s.players[seat];
    match what {
        "banish" => me.banished.insert(fiend),
        "no_fiend" => s.fiends.insert(fiend),
        _ => me.active.insert(fiend),
    }
    Ok(())
}

/// A die comes into the Backpack from the bag, or goes back into the bag.
fn stored(g: &FiendsAndFamiliars, s: &mut State, seat: Seat, what: &str, die: Die) -> Result<(), String> {
    let dice = &mut s.players[seat].stored;
    if what == "store" {
        if dice.len() >= STORED {
            return Err(wrong(&die.to_string(), format!("at most {STORED} stored dice")));
        }
        let die = taken(g, &mut s.bag, die)?;
        dice_phase::lay_into_backpack(&mut s.players[seat], die);
        return Ok(());
    }
    let at = dice.iter().position(|stored| *stored == die);
    let at = at.ok_or_else(|| wrong(&die.to_string(), "a stored die of this seat"))?;
    dice.remove(at);
    s.bag.put(die.kind(), 1);
    Ok(())
}

/// A Minion becomes a Trophy, or is none and goes under its deck.
fn trophy(
    g: &FiendsAndFamiliars,
    s: &mut State,
    seat: Seat,
    what: &str,
    minion: MinionId,
) -> Result<(), String> {
    if what == "no_trophy" && !s.players[seat].trophies.contains(minion) {
        return Err(wrong(&minion.to_string(), "a Trophy of this seat"));
    }
    if s.minions.revealed == minion {
        return Err(wrong(&minion.to_string(), "a Minion that is not in front; set another one there first"));
    }
    table::take_minion(g, s, minion)?;
    if what == "trophy" {
        s.players[seat].trophies.insert(minion);
    } else {
        s.minions.tail.push(minion);
    }
    Ok(())
}

/// Another die lies in a space: the one from the bag comes onto the sheet, the old one goes back.
fn die(g: &FiendsAndFamiliars, s: &mut State, seat: Seat, space: Space, value: &str) -> Result<(), String> {
    let old = s.players[seat].die(space);
    if old.is_some() {
        s.bag.put(old.kind(), 1);
    }
    let new = match value {
        "none" => Die::NONE,
        text => taken(g, &mut s.bag, read(text, "a die such as red4 or blue/red3, or none")?)?,
    };
    s.players[seat].dice[space.index()] = new;
    s.players[seat].last_row = None;
    Ok(())
}

fn taken(g: &FiendsAndFamiliars, bag: &mut Bag, die: Die) -> Result<Die, String> {
    if !die.is_sound(&g.faces) {
        return Err(wrong(&die.to_string(), "a die of this game, with a number it can show"));
    }
    if bag.count(die.kind()) == 0 {
        return Err(wrong(&die.to_string(), "a die that is in the bag"));
    }
    bag.take(die.kind());
    Ok(die)
}
