//! What people at a real table put right or order beforehand: `a1.health 3`, `0.treasure 7`, `0.defends deck`. No rule of
//! the game: where the models and what is told here have drifted apart, the models are right.

mod board;

use crate::{
    Event, FriendsAndFoes, Play, State,
    frame::Frame,
    invariants,
    rules::{activation, initiative},
    state::{Commit, Orders},
    words::{CharId, CharSet, TOKENS_MAX},
};
use kernel::{
    Card, CardSet, Log, Next, Pool, Seat, SeatSet,
    setting::{name_and_value, read, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
a1.health 3, a1.area r2c1 (characters); 0.tokens 4, 0.stored 1, 0.treasure 7 (players, from 0); \
0.hand 5 (how many cards a hidden hand has); 0.holds 7H,3C (all of a hidden hand: from then on it is known here); \
0.unseen 7H (a card that was told wrongly: it may be anywhere); 0.discard 7H (it lies in the discard pile); \
0.defends deck or asked; 0.reacts no (this round) or asked; `set board ?` lists what else of the board can be set";

/// Puts something right, or gives a standing order. Nothing has changed if it is refused.
///
/// # Errors
/// With what was expected.
pub fn correct(g: &FriendsAndFoes, s: &mut State, text: &str, log: &mut Log<Event>) -> Result<(), String> {
    let mut changed = *s;
    let (name, value) = name_and_value(text, HELP)?;
    if name == "board" {
        return Err(board::BOARD.to_owned());
    }
    if s.ending.is_some() {
        return Err("the game is over".to_owned());
    }
    let (thing, what) = match name.split_once('.') {
        Some(parts) => parts,
        None if name == "round" => ("round", ""),
        None => return Err(wrong(text, HELP)),
    };
    match thing.parse::<u8>() {
        Err(_) if thing == "round" => {
            between_actions(s)?;
            board::round(&mut changed, value)?;
        }
        Ok(number) => {
            let seat = Seat::checked(number, g.options.seats)
                .ok_or_else(|| wrong(text, format!("a seat from 0 to {}", g.options.seats - 1)))?;
            side(&mut changed, seat, what, value)?;
        }
        Err(_) => character(g, &mut changed, read(thing, HELP)?, what, value)?,
    }
    log.say(|| Event::Corrected(seen_by(g, text), name.to_owned(), Some(value.to_owned())));
    go_on(g, &mut changed, log);
    invariants::check(g, &changed).map_err(|why| wrong(text, format!("what can be on a table: {why}")))?;
    *s = changed;
    Ok(())
}

/// `0.holds 7H` is about seat 0 and `holds`.
fn about(g: &FriendsAndFoes, text: &str) -> Option<(Seat, String)> {
    let (number, what) = text.trim().split_once(' ')?.0.split_once('.')?;
    let seat = Seat::checked(number.parse().ok()?, g.options.seats)?;
    Some((seat, what.to_owned()))
}

/// Standing orders, and what only the player of a hidden hand can know.
#[must_use]
pub fn own_affair(g: &FriendsAndFoes, text: &str) -> Option<Seat> {
    let (seat, what) = about(g, text)?;
    matches!(what.as_str(), "defends" | "reacts" | "hand" | "holds").then_some(seat)
}

/// Which cards a hand holds is told to nobody else.
#[must_use]
pub fn seen_by(g: &FriendsAndFoes, text: &str) -> SeatSet {
    match about(g, text) {
        Some((seat, what)) if what == "holds" => SeatSet::only(seat),
        Some(_) | None => SeatSet::first(g.options.seats),
    }
}

/// Why a card cannot be played from a hidden hand or turned from its deck, and how to go on.
#[must_use]
pub fn conflict(s: &State, seat: Seat, action: &str) -> Option<String> {
    let last = action.rsplit(' ').next().unwrap_or(action);
    let card: Card = last.to_uppercase().parse().ok().filter(|_| s.is_hidden(seat))?;
    let (side, number) = (&s.sides[seat], seat.number());
    if side.discard.copies(card) > 0 {
        return Some(format!(
            "{card} lies in the discard pile of {seat}; if that was told wrongly, `set {number}.unseen {card}` and go on"
        ));
    }
    let open = side.table.copies(card) > 0 || side.initiative == Some(card) || side.tie == Some(card);
    let laid = s.chars.iter().filter_map(|c| c.sigil).any(|sigil| sigil.of == seat && sigil.card == card);
    if open || laid {
        return Some(format!("{card} of {seat} lies open on the table"));
    }
    if CharSet::owned_by(seat).iter().any(|who| s.fight.commits[who.index()] == Some(Commit::card(card))) {
        return Some(format!("{card} was laid down from the hand of {seat} in this attack"));
    }
    let none = side.untold() == 0 && side.hand.copies(card) == 0 && action.starts_with("hand");
    none.then(|| {
        format!("{seat} has no such card in hand; if it has, `set {number}.hand` says how many there are")
    })
}

/// Whoever is asked may now be asked otherwise, or not at all.
fn go_on(g: &FriendsAndFoes, s: &mut State, log: &mut Log<Event>) {
    if let Some(frame) = s.stack.pop() {
        Play { g, s, log }.go_on(Next::Then(frame));
    }
}

/// Models and tokens are counted between actions, when everything that happens has happened.
fn between_actions(s: &State) -> Result<(), String> {
    match s.stack.top() {
        Some(Frame::Activation(activation::Frame::Act) | Frame::Initiative(initiative::Frame::Choose)) => {
            Ok(())
        }
        Some(_) | None => {
            Err("something is being resolved; set it when the next action is asked for".to_owned())
        }
    }
}

fn character(g: &FriendsAndFoes, s: &mut State, who: CharId, what: &str, value: &str) -> Result<(), String> {
    between_actions(s)?;
    if let Some(done) = board::character(g, s, who, what, value) {
        return done;
    }
    if !s.board.contains(who) {
        return Err(wrong(&who.to_string(), "a character on the board"));
    }
    match what {
        "health" => {
            let full = s.char(who).sheet.full;
            let health = read::<u8>(value, "a number").ok().filter(|n| (1..=full).contains(n));
            s.char_mut(who).health = health.ok_or_else(|| wrong(value, format!("1 to {full}")))?;
        }
        "area" => {
            s.char_mut(who).area = board::area(g, s, value)?;
            s.defenders = s.defenders.minus(CharSet::only(who));
        }
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

fn side(s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if what == "passed" {
        between_actions(s)?;
        return board::passed(s, seat, value);
    }
    match what {
        "tokens" | "stored" | "treasure" => {
            between_actions(s)?;
            let most = if what == "treasure" { 999 } else { u16::from(TOKENS_MAX) };
            let count = read::<u16>(value, "a number").ok().filter(|n| *n <= most);
            let count = count.ok_or_else(|| wrong(value, format!("0 to {most}")))?;
            let side = &mut s.sides[seat];
            match what {
                "tokens" => side.tokens = count as u8,
                "stored" => side.stored = count as u8,
                _ => side.treasure = count,
            }
        }
        "defends" | "reacts" => give_order(s, seat, what, value)?,
        _ => cards(s, seat, what, value)?,
    }
    Ok(())
}

fn give_order(s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    let (order, given) = match (what, value) {
        ("defends", "deck") => (Orders::DEFEND_FROM_DECK, true),
        ("defends", "asked") => (Orders::DEFEND_FROM_DECK, false),
        ("reacts", "no") => (Orders::NO_REACTIONS, true),
        ("reacts", "asked") => (Orders::NO_REACTIONS, false),
        _ => return Err(wrong(value, "defends deck, defends asked, reacts no, or reacts asked")),
    };
    s.sides[seat].orders.set(order, given);
    Ok(())
}

/// Hidden hands, and cards that were told wrongly.
fn cards(s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if !s.is_hidden(seat) {
        return Err(format!("the cards of {seat} are all known here"));
    }
    if s.sides[seat].commit.is_some() {
        return Err(format!("{seat} has laid a card face down; set it when that is turned up"));
    }
    let side = &mut s.sides[seat];
    match what {
        "hand" => {
            let most = side.hand.or(side.deck).count();
            let known = side.hand.count();
            let count = read::<u32>(value, "a number").ok().filter(|n| (known..=most).contains(n));
            side.hand_len = count.ok_or_else(|| wrong(value, format!("{known} to {most}")))? as u8;
        }
        "holds" => {
            let all: CardSet =
                value.split(',').map(|c| read::<Card>(c, "cards such as 7H,3C")).collect::<Result<_, _>>()?;
            let elsewhere = all.minus(side.hand).minus(side.deck);
            if let Some(card) = elsewhere.iter().next() {
                return Err(wrong(&card.to_string(), "cards that have not been seen elsewhere"));
            }
            side.deck = side.deck.or(side.hand).minus(all);
            (side.hand, side.hand_len) = (all, all.count() as u8);
            side.shown = side.shown.and(all);
            s.hidden.remove(seat);
        }
        "unseen" => unseen(s, seat, read(value, "a card such as 7H")?)?,
        "discard" => {
            let card: Card = read(value, "a card such as 7H")?;
            let gone = side.deck_len() > 0 && side.deck.take(card);
            if !gone {
                return Err(wrong(value, "a card that has not been seen"));
            }
            side.discard.put(card);
        }
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

/// A card that lies open here, but not on the real table: nobody knows where it is.
fn unseen(s: &mut State, seat: Seat, card: Card) -> Result<(), String> {
    let side = &mut s.sides[seat];
    if side.discard.take(card) {
        side.deck.put(card);
    } else if side.hand.take(card) {
        side.shown = side.shown.minus(CardSet::only(card));
        side.deck.put(card);
    } else {
        return Err(wrong(&card.to_string(), "a card of the discard pile, or known to be in hand"));
    }
    Ok(())
}
