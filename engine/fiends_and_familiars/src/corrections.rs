//! What people at a real table put right: `0.gold 5`, `0.str2 red4`. No rule of the game: where the table and what is told
//! here have drifted apart, the table is right. So are cards whose text nobody typed in: what they do is told like this.

use crate::{
    Event, FiendsAndFamiliars, Frame, Play, State,
    dice::{Bag, Die},
    invariants, minimal,
    options::Track,
    rules::{dice_phase, market_phase, windows},
    state::Player,
    words::{FiendId, MarketId, Space},
};
use kernel::{
    Log, Next, Seat,
    setting::{name_and_value, read, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
0.gold 5, 0.xp 2, 0.charisma 1, 0.honor 3, 0.injury 0 (players, from 0); 0.token 4 (the Alignment token, 0 to 8 row by \
row); 0.str2 red4 (the die in a space, familiar1 to familiar3 as well; none takes it off); 0.gain MK-017 or 0.lose MK-017 \
(a Market card comes from or goes to the discard pile); 0.refresh MK-017, 0.exhaust MK-017; 0.fiend FI-03, 0.banish FI-03";

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
    let (number, what) = name.split_once('.').ok_or_else(|| wrong(text, HELP))?;
    let seat = number.parse().ok().and_then(|number| Seat::checked(number, g.options.seats));
    let seat = seat.ok_or_else(|| wrong(text, format!("a seat from 0 to {}", g.options.seats - 1)))?;
    if s.ending.is_some() {
        return Err("the game is over".to_owned());
    }
    if g.options.track == Track::Minimal {
        return Err(minimal::UNCORRECTED.to_owned());
    }
    between_turns(s)?;
    let mut changed = *s;
    change(g, &mut changed, seat, (what, value))?;
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
            card(s, seat, what, read(value, "a Market card such as MK-017")?)
        }
        "fiend" | "banish" => fiend(s, seat, what, read(value, "a Fiend such as FI-03")?),
        space => die(g, s, seat, read(space, HELP)?, value),
    }
}

/// A number of things that a player has.
fn counter<'a>(me: &'a mut Player, what: &str) -> Option<&'a mut u8> {
    Some(match what {
        "gold" => &mut me.gold,
        "xp" => &mut me.xp,
        "charisma" => &mut me.charisma,
        "honor" => &mut me.honor,
        "injury" => &mut me.injury,
        _ => return None,
    })
}

fn card(s: &mut State, seat: Seat, what: &str, card: MarketId) -> Result<(), String> {
    let me = &mut s.players[seat];
    let owned = me.cards.contains(card);
    let (possible, expected) = match what {
        "gain" => (s.discard.contains(card), "a card of the discard pile"),
        _ => (owned, "a card that this seat has"),
    };
    if !possible {
        return Err(wrong(&card.to_string(), expected));
    }
    match what {
        "gain" => {
            s.discard.remove(card);
            me.cards.insert(card);
        }
        "lose" => {
            for set in [&mut me.cards, &mut me.exhausted, &mut me.used, &mut me.spent] {
                set.remove(card);
            }
            s.discard.insert(card);
        }
        "refresh" => me.exhausted.remove(card),
        _ => me.exhausted.insert(card),
    }
    Ok(())
}

fn fiend(s: &mut State, seat: Seat, what: &str, fiend: FiendId) -> Result<(), String> {
    let me = &mut s.players[seat];
    if what == "banish" {
        if !me.active.contains(fiend) {
            return Err(wrong(&fiend.to_string(), "an active Fiend of this seat"));
        }
        me.active.remove(fiend);
        me.fresh.remove(fiend);
        me.banished.insert(fiend);
        return Ok(());
    }
    if !s.fiends.contains(fiend) {
        return Err(wrong(&fiend.to_string(), "a Fiend that nobody has seen yet"));
    }
    s.fiends.remove(fiend);
    me.active.insert(fiend);
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
