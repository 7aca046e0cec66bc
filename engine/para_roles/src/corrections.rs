//! What people at a real table put right: `h0.hp 5`, `e1.stance no`, `deck.unseen 7H`. No rule of the game: where cards and
//! tokens on the table and what is told here have drifted apart, the table is right.

mod more;

use crate::{
    Event, ParaRoles, State, flow,
    frame::Frame,
    invariants, keeping, minimal,
    queries::Look,
    rules::rounds,
    words::{FoeId, HeroId, Who},
};
use kernel::{
    Card, Log, Seat,
    setting::{name_and_value, number, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
h0.hp 5, h0.stance yes (heroes h0 to h3); e1.hp 3, e1.stance no (enemies and creatures on the table); \
party.scrolls 1, party.flasks 2, party.bombs 0; deck.unseen 7H (a card that was told wrongly: it is still in the Random Deck); \
deck.discard 7H (it was turned and not told); `set more ?` lists what else can be set";

/// Nobody carries more scrolls, flasks or bombs than this.
const ITEMS_MAX: u8 = 99;
/// A King can rise above his printed Health.
pub const FOE_HP_MAX: u16 = 999;

pub fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(wrong(text, "yes or no")),
    }
}

/// Puts something right. Nothing has changed if it is refused.
///
/// # Errors
/// With what was expected.
pub fn correct(g: &ParaRoles, s: &mut State, text: &str, log: &mut Log<Event>) -> Result<(), String> {
    let help = keeping::help(g);
    let (name, value) = name_and_value(text, help)?;
    if name == "more" {
        return Err(more::MORE.to_owned());
    }
    let (thing, what) = name.split_once('.').ok_or_else(|| wrong(text, help))?;
    between_turns(s)?;
    let mut changed = *s;
    keeping::correct(g, &mut changed, thing, what, value)?;
    // Somebody may act again, or not any more.
    changed.turn = flow::turn(Look { g, s: &changed }, changed.stack.top().copied());
    invariants::check(g, &changed).map_err(|why| wrong(text, format!("what can be on a table: {why}")))?;
    log.say(|| Event::Corrected(name.to_owned(), value.to_owned()));
    *s = changed;
    Ok(())
}

/// Puts one thing right where everything is kept here.
///
/// # Errors
/// With what was expected.
pub fn of_sheets(g: &ParaRoles, s: &mut State, thing: &str, what: &str, value: &str) -> Result<(), String> {
    match thing {
        "party" => more::party(s, what, value).unwrap_or_else(|| items(s, what, value)),
        "deck" => deck(s, what, value),
        _ => match (thing.parse::<HeroId>(), thing.parse::<FoeId>()) {
            (Ok(hero), _) => of_hero(g, s, hero.seat(), what, value),
            (Err(_), Ok(foe)) => of_foe(s, foe, what, value),
            (Err(_), Err(_)) => Err(wrong(&format!("{thing}.{what} {value}"), HELP)),
        },
    }
}

/// Things are counted when the party is asked, and everything that happens has happened.
fn between_turns(s: &State) -> Result<(), String> {
    match s.stack.top() {
        Some(
            Frame::Round(rounds::Frame::Players)
            | Frame::Minimal(minimal::Frame::Party | minimal::Frame::Between),
        ) => Ok(()),
        Some(_) => Err("set it when the party is asked for its next action in a fight".to_owned()),
        None => Err("the game is over".to_owned()),
    }
}

fn of_hero(g: &ParaRoles, s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if what == "alive" {
        return more::alive(g, s, seat, value);
    }
    if !s.living().contains(seat) {
        return Err(wrong(&HeroId::of(seat).to_string(), "a hero who is alive"));
    }
    if let Some(done) = more::hero(s, seat, what, value) {
        return done;
    }
    match what {
        "hp" => {
            let most = Look { g, s }.max_hp(Who::Hero(seat));
            s.heroes[seat].hp = number(value, 1, most)? as u8;
        }
        "stance" => s.heroes[seat].stance = yes_or_no(value)?,
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

fn of_foe(s: &mut State, foe: FoeId, what: &str, value: &str) -> Result<(), String> {
    if !s.foes[foe.index()].present {
        return Err(wrong(&foe.to_string(), "an enemy or creature that is on the table"));
    }
    if let Some(done) = more::foe(s, foe, what, value) {
        return done;
    }
    let place = &mut s.foes[foe.index()];
    match what {
        "hp" => place.hp = number(value, 1, FOE_HP_MAX)?,
        "stance" => place.stance = yes_or_no(value)?,
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

fn items(s: &mut State, what: &str, value: &str) -> Result<(), String> {
    let count = match what {
        "scrolls" => &mut s.items.scrolls,
        "flasks" => &mut s.items.flasks,
        "bombs" => &mut s.items.bombs,
        _ => return Err(wrong(what, HELP)),
    };
    *count = number(value, 0, ITEMS_MAX)?;
    Ok(())
}

/// Between turns a card of the Random Deck is in the deck or in its discard.
fn deck(s: &mut State, what: &str, value: &str) -> Result<(), String> {
    let card: Card = value.to_uppercase().parse().map_err(|_| wrong(value, "a card such as 7H"))?;
    match what {
        "unseen" if s.random.copies(card) == 0 => s.random.shuffle_in(card),
        "unseen" => return Err(wrong(value, "a card of the discard pile")),
        "discard" if s.random.len() > 1 && s.random.draw(card) => {}
        "discard" => return Err(wrong(value, "a card that is still in the deck, and not its last one")),
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}
