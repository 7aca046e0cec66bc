//! What people at a real table put right or order beforehand: `h1.health 3`, `mordak.melee 2`, `h2.reacts no`. No rule of the
//! game: where the table and what is told here have drifted apart, the table is right. What lies on the Map, on boards and
//! on tracks stands in [`things`].

mod things;

use crate::{
    Event, MinionsOfMordak, Play, State,
    frame::Frame,
    ids::{RegionId, SpellId, Who},
    invariants, naming,
    queries::Look,
    rules::{level_up, rounds, spells, turns},
    standing::{self, ORDERS, Will},
    state::{Card, HAND, HandCard},
    words::{DeckId, Row, VILLAIN},
};
use kernel::{
    Log, Next, Seat, SeatSet,
    setting::{name_and_value, number, read, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
h1.health 3, h1.xp 2, h1.region b3 (Heroes and, as mordak, the Villain); h1.melee 2 (Plus-Ones of a row); \
h1.ap 1 (Action Points of the Turn in progress); m3.side wounded or fresh; \
h1.arcane 2, h1.divine 1 (how many cards of that back a hidden hand has besides those that were seen); \
h1.holds a1,d5 or none (all of a hidden hand: from then on it is known here); \
`set things ?` lists what else of the Map, the boards and the tracks can be set; \
h1.reacts no (is not asked for Reactions from now on, and everybody knows it) or asked; \
standing orders for Reactions, which nobody else reads: h1.reacts never, h1.reacts damage ask, h1.reacts a14 auto if damage>=3; \
`h1.reacts ?` lists them and says more";

/// A hand that is put right has room for what comes next.
const HAND_MOST: usize = HAND - 8;

/// No track is longer than this.
const MOST: u8 = 60;

/// Puts something right, or takes a standing order. Nothing has changed if it is refused.
///
/// # Errors
/// With what was expected.
pub fn correct(g: &MinionsOfMordak, s: &mut State, text: &str, log: &mut Log<Event>) -> Result<(), String> {
    let (name, value) = name_and_value(text, HELP)?;
    if name == "things" {
        return Err(things::THINGS.to_owned());
    }
    if s.ending.is_some() {
        return Err("the game is over".to_owned());
    }
    let mut changed = *s;
    change(g, &mut changed, name, value)?;
    log.say(|| match own_order(g, text) {
        Some(seat) => Event::Ordered { seat, order: ordered(&changed, seat, value) },
        None => {
            Event::Corrected { name: name.to_owned(), value: Some(value.to_owned()), seen: seen_by(g, text) }
        }
    });
    go_on(g, &mut changed, log);
    invariants::check(g, &changed).map_err(|why| wrong(text, format!("what can be on a table: {why}")))?;
    *s = changed;
    Ok(())
}

fn change(g: &MinionsOfMordak, s: &mut State, name: &str, value: &str) -> Result<(), String> {
    let mut tried = *s;
    if let Some(done) = things::track(g, &mut tried, name, value) {
        between_actions(s)?;
        *s = tried;
        return done;
    }
    let (thing, what) = name.split_once('.').ok_or_else(|| wrong(name, HELP))?;
    if let Ok(at) = thing.parse::<RegionId>() {
        between_actions(s)?;
        return things::place(g, s, at, what, value);
    }
    let who: Who = read(thing, HELP)?;
    match (who.as_minion(), who.as_player()) {
        (Some(slot), _) => minion(s, slot, what, value),
        (_, Some(seat)) => player(g, s, seat, what, value),
        (None, None) => Err(wrong(thing, HELP)),
    }
}

/// `h1.holds a1` is about seat 1 and `holds`.
fn about<'a>(g: &MinionsOfMordak, text: &'a str) -> Option<(Seat, &'a str)> {
    let (thing, what) = text.trim().split_once(' ')?.0.split_once('.')?;
    let seat = thing.parse::<Who>().ok()?.as_player()?;
    (seat.number() < g.options.seats).then_some((seat, what))
}

/// Standing orders, and what only the player of a hidden hand can know, are the affair of whoever plays the seat.
#[must_use]
pub fn own_affair(g: &MinionsOfMordak, text: &str) -> Option<Seat> {
    let (seat, what) = about(g, text)?;
    (matches!(what, "reacts" | "holds") || what.parse::<DeckId>().is_ok()).then_some(seat)
}

/// Which Spells a hand holds, and what a seat has ordered for itself, is told to nobody else.
#[must_use]
pub fn seen_by(g: &MinionsOfMordak, text: &str) -> SeatSet {
    match (about(g, text), own_order(g, text)) {
        (Some((seat, "holds")), _) | (_, Some(seat)) => SeatSet::only(seat),
        (_, None) => SeatSet::first(g.options.seats),
    }
}

/// The seat that gives itself a standing order with this, or takes one back. That it does not react at all may be said aloud
/// (`no`, `asked`): then no dice have to be told face by face for its sake.
fn own_order(g: &MinionsOfMordak, text: &str) -> Option<Seat> {
    let (seat, what) = about(g, text)?;
    let (_, value) = name_and_value(text, HELP).ok()?;
    (what == "reacts" && !matches!(value, "no" | "asked")).then_some(seat)
}

/// What was ordered, for the seat alone: people read their orders back.
fn ordered(s: &State, seat: Seat, value: &str) -> String {
    let who = Who::hero(seat);
    match s.orders.list(seat) {
        all if all.is_empty() => format!("{who} orders {value}: it is asked for all Reactions"),
        all => format!("{who} orders {value}; standing orders: {all}"),
    }
}

/// Why a Spell cannot be named from a hidden hand, and how to go on.
#[must_use]
pub fn conflict(g: &MinionsOfMordak, s: &State, seat: Seat, action: &str) -> Option<String> {
    let mut words = action.split(' ');
    let named = words.next().is_some_and(|verb| matches!(verb, "cast" | "react" | "discard" | "show"));
    let spell: SpellId = words.next().filter(|_| named && s.is_hidden(seat))?.parse().ok()?;
    if !g.content.has_spell(spell) || naming::may_name(s, seat, spell) {
        return None;
    }
    let (who, deck) = (Who::hero(seat), spell.deck());
    if naming::unseen_by(s, seat, spell) == 0 {
        return Some(format!("every copy of {} has been seen elsewhere", g.content.spell(spell).name));
    }
    Some(format!(
        "{who} has no hidden card of the {deck} deck in hand; if it has, `set {who}.{deck} 1` says how many there are"
    ))
}

/// Whoever is asked may now be asked otherwise, or not at all. Everything else waits as it did.
fn go_on(g: &MinionsOfMordak, s: &mut State, log: &mut Log<Event>) {
    let next = match s.stack.top().copied() {
        Some(Frame::Spells(spells::Frame::React { window, about, at, .. })) => {
            spells::Frame::Window { window, about, at }.into()
        }
        Some(frame) if is_between_actions(frame) && frame != rounds::Frame::Initiative.into() => frame,
        Some(_) | None => return,
    };
    s.stack.pop();
    Play { g, s, log }.go_on(Next::Then(next));
}

fn is_between_actions(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::Turns(turns::Frame::Act)
            | Frame::Rounds(rounds::Frame::MinionPick | rounds::Frame::Initiative)
            | Frame::LevelUp(level_up::Frame::SpendXp { .. })
    )
}

/// Tracks are counted between Actions, when everything that happens has happened.
fn between_actions(s: &State) -> Result<(), String> {
    if s.stack.top().is_some_and(|frame| is_between_actions(*frame)) {
        return Ok(());
    }
    Err("something is being resolved; set it when the next Action is asked for".to_owned())
}

fn minion(s: &mut State, slot: u8, what: &str, value: &str) -> Result<(), String> {
    between_actions(s)?;
    if !s.is_alive(slot) {
        return Err(wrong(&Who::minion(slot).to_string(), "a Minion on the Map"));
    }
    things::minion(s, slot, what, value)
}

fn player(g: &MinionsOfMordak, s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if seat.number() >= g.options.seats || !s.players[seat].present {
        return Err(wrong(&Who::hero(seat).to_string(), "somebody who plays"));
    }
    if what == "reacts" {
        return reacts(g, s, seat, value);
    }
    between_actions(s)?;
    if let Some(done) = things::board(g, s, seat, what, value) {
        return done;
    }
    if s.players[seat].in_stash {
        return Err(format!("{} lies in a Loot Stash", Who::hero(seat)));
    }
    if what == "holds" || what.parse::<DeckId>().is_ok() {
        return hand(g, s, seat, what, value);
    }
    match what {
        "health" => s.players[seat].health = health(g, s, seat, value)?,
        "xp" => s.players[seat].xp = number(value, 0, MOST)?,
        "ap" if s.depth > 0 && s.level().actor == Who::hero(seat) => {
            s.level_mut().ap = number(value, 0, 9)?;
        }
        "ap" => return Err(format!("it is not the Turn of {}", Who::hero(seat))),
        "region" => s.players[seat].region = region(s, seat, value)?,
        row => {
            let row: Row = read(row, HELP)?;
            let most = Look { g, s }.plus_limit(seat);
            let others = s.players[seat].plus_ones() - s.players[seat].plus[row.index()];
            s.players[seat].plus[row.index()] = number(value, 0, most.saturating_sub(others))?;
        }
    }
    Ok(())
}

/// Whether and how a seat is asked for Reactions.
fn reacts(g: &MinionsOfMordak, s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    match value.split_once(' ').unwrap_or((value, "")) {
        ("no", "") => s.silent.insert(seat),
        ("asked", "") => s.silent.remove(seat),
        ("?", "") => return Err(listed(s, seat)),
        ("withdraw", "all") => s.orders.withdraw_all(seat),
        ("withdraw", number) => {
            let at = number.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            if !at.is_some_and(|at| s.orders.withdraw(seat, at)) {
                return Err(wrong(value, format!("all, or the number of an order; {}", listed(s, seat))));
            }
        }
        (_, _) => return order(g, s, seat, value),
    }
    Ok(())
}

fn order(g: &MinionsOfMordak, s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    let who = Who::hero(seat);
    let order = standing::read(g, seat, value)?;
    if s.silent.contains(seat) {
        return Err(format!("{who} has said that it does not react; first `set {who}.reacts asked`"));
    }
    let of_hand = !matches!(order.card, Some(Card::Treasure(_)));
    if s.is_hidden(seat) && order.will == Will::Auto && of_hand {
        return Err(format!(
            "the cards of {who} are not known here, so that none can be played for it; order ask or never, or auto for a Treasure"
        ));
    }
    if s.orders.give(seat, order) {
        return Ok(());
    }
    Err(format!(
        "at most {ORDERS} orders; `set {who}.reacts withdraw 1` takes back the first; {}",
        listed(s, seat)
    ))
}

fn listed(s: &State, seat: Seat) -> String {
    let orders = match s.orders.list(seat) {
        all if all.is_empty() => "none".to_owned(),
        all => format!("{all} (of those that fit, the last decides)"),
    };
    format!("standing orders of {}: {orders}. An order is {}", Who::hero(seat), standing::HELP)
}

/// Of a hidden hand its player tells how many cards it has, or all of them: then it is an ordinary one.
fn hand(g: &MinionsOfMordak, s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if !s.is_hidden(seat) {
        return Err(format!("the cards of {} are all known here", Who::hero(seat)));
    }
    if let Ok(deck) = what.parse::<DeckId>() {
        let drawn = Look { g, s }.may_draw(seat, deck);
        return if drawn {
            count(s, seat, deck, value)
        } else {
            Err(wrong(what, "a deck that Heroes draw from"))
        };
    }
    s.players[seat].hand.into_iter().filter(|card| !card.spell.is_hidden()).for_each(|card| {
        s.spells.0[card.spell.index()] += 1;
    });
    let before = std::mem::take(&mut s.players[seat].hand);
    let words = value.split(',').filter(|_| value != "none");
    for (number, word) in words.enumerate() {
        let spell: SpellId = read(word, "Spells such as a1,d5, or none")?;
        let left = s.spells.0[spell.index()].checked_sub(1);
        s.spells.0[spell.index()] =
            left.ok_or_else(|| wrong(word, "Spells that have not been seen elsewhere"))?;
        if number >= HAND_MOST {
            return Err(wrong(value, format!("at most {HAND_MOST} Spells")));
        }
        let known = before.iter().find(|card| card.spell == spell);
        let seen = known.map_or(SeatSet::only(seat), |card| card.seen);
        s.players[seat].take(HandCard { spell, seen });
    }
    s.hidden.remove(seat);
    Ok(())
}

/// So many cards of this back are in hand that only the player knows.
fn count(s: &mut State, seat: Seat, deck: DeckId, value: &str) -> Result<(), String> {
    let hidden = SpellId::hidden(deck);
    let here = naming::untold(s, seat, deck);
    let others = s.players[seat].hand.len() - here;
    let most = (here + s.spells_left(deck) as usize).min(HAND_MOST.saturating_sub(others));
    let cards = number(value, 0, most)?;
    s.players[seat].hand.retain(|card| card.spell != hidden);
    for _ in 0..cards {
        s.players[seat].take(HandCard { spell: hidden, seen: SeatSet::only(seat) });
    }
    Ok(())
}

fn health(g: &MinionsOfMordak, s: &State, seat: Seat, value: &str) -> Result<u8, String> {
    let most = Look { g, s }.max_health(seat);
    let step = if seat == VILLAIN { g.content.numbers.villain_step.max(1) } else { 1 };
    let health = number(value, step, most)?;
    if health % step == 0 { Ok(health) } else { Err(wrong(value, format!("a multiple of {step}"))) }
}

fn region(s: &State, seat: Seat, value: &str) -> Result<RegionId, String> {
    if !s.players[seat].region.is_on_map() {
        return Err(format!("{} is not on the Map", Who::hero(seat)));
    }
    region_on_map(s, value)
}

fn region_on_map(s: &State, value: &str) -> Result<RegionId, String> {
    let region: RegionId = read(value, "a Region such as b3")?;
    if region.is_on_map() && s.revealed.contains(region) {
        Ok(region)
    } else {
        Err(wrong(value, "a Region that lies face-up"))
    }
}
