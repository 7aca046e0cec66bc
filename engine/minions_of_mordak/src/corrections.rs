//! What people at a real table put right or order beforehand: `h1.health 3`, `mordak.melee 2`, `h2.reacts no`. No rule of the
//! game: where the table and what is told here have drifted apart, the table is right.

use crate::{
    Event, MinionsOfMordak, Play, State,
    frame::Frame,
    ids::{RegionId, Who},
    invariants,
    queries::Look,
    words::{Row, VILLAIN},
};
use kernel::{
    Log, Next, Seat,
    setting::{name_and_value, number, read, wrong},
};

/// What may be put right, for people.
pub const HELP: &str = "\
h1.health 3, h1.xp 2, h1.region b3 (Heroes and, as mordak, the Villain); h1.melee 2 (Plus-Ones of a row); \
h1.ap 1 (Action Points of the Turn in progress); m3.side wounded or fresh; \
h1.reacts no (is not asked for Reactions from now on) or asked";

/// No track is longer than this.
const MOST: u8 = 60;

/// Puts something right, or takes a standing order. Nothing has changed if it is refused.
///
/// # Errors
/// With what was expected.
pub fn correct(g: &MinionsOfMordak, s: &mut State, text: &str, log: &mut Log<Event>) -> Result<(), String> {
    let (name, value) = name_and_value(text, HELP)?;
    let (thing, what) = name.split_once('.').ok_or_else(|| wrong(text, HELP))?;
    let who: Who = read(thing, HELP)?;
    if s.ending.is_some() {
        return Err("the game is over".to_owned());
    }
    let mut changed = *s;
    match (who.as_minion(), who.as_player()) {
        (Some(slot), _) => minion(&mut changed, slot, what, value)?,
        (_, Some(seat)) => player(g, &mut changed, seat, what, value)?,
        (None, None) => return Err(wrong(thing, HELP)),
    }
    log.say(|| Event::Told(format!("put right at the table: {name} is {value}")));
    go_on(g, &mut changed, log);
    invariants::check(g, &changed).map_err(|why| wrong(text, format!("what can be on a table: {why}")))?;
    *s = changed;
    Ok(())
}

/// Standing orders are the affair of whoever plays the seat.
#[must_use]
pub fn own_affair(g: &MinionsOfMordak, text: &str) -> Option<Seat> {
    let (thing, what) = text.trim().split_once(' ')?.0.split_once('.')?;
    let seat = thing.parse::<Who>().ok()?.as_player()?;
    (what == "reacts" && seat.number() < g.options.seats).then_some(seat)
}

/// Whoever is asked may now be asked otherwise, or not at all. Everything else waits as it did.
fn go_on(g: &MinionsOfMordak, s: &mut State, log: &mut Log<Event>) {
    let next = match s.stack.top().copied() {
        Some(Frame::React { window, about, at, .. }) => Frame::Window { window, about, at },
        Some(frame @ (Frame::Act | Frame::MinionPick | Frame::SpendXp { .. })) => frame,
        Some(_) | None => return,
    };
    s.stack.pop();
    Play { g, s, log }.go_on(Next::Then(next));
}

/// Tracks are counted between Actions, when everything that happens has happened.
fn between_actions(s: &State) -> Result<(), String> {
    match s.stack.top() {
        Some(Frame::Act | Frame::MinionPick | Frame::SpendXp { .. } | Frame::Initiative) => Ok(()),
        Some(_) | None => {
            Err("something is being resolved; set it when the next Action is asked for".to_owned())
        }
    }
}

fn minion(s: &mut State, slot: u8, what: &str, value: &str) -> Result<(), String> {
    between_actions(s)?;
    if !s.is_alive(slot) {
        return Err(wrong(&Who::minion(slot).to_string(), "a Minion on the Map"));
    }
    s.minions.0[usize::from(slot)].wounded = match (what, value) {
        ("side", "wounded") => true,
        ("side", "fresh") => false,
        ("side", _) => return Err(wrong(value, "wounded or fresh")),
        (_, _) => return Err(wrong(what, HELP)),
    };
    Ok(())
}

fn player(g: &MinionsOfMordak, s: &mut State, seat: Seat, what: &str, value: &str) -> Result<(), String> {
    if seat.number() >= g.options.seats || !s.players[seat].present {
        return Err(wrong(&Who::hero(seat).to_string(), "somebody who plays"));
    }
    if what == "reacts" {
        match value {
            "no" => s.silent.insert(seat),
            "asked" => s.silent.remove(seat),
            _ => return Err(wrong(value, "no or asked")),
        }
        return Ok(());
    }
    between_actions(s)?;
    if s.players[seat].in_stash {
        return Err(format!("{} lies in a Loot Stash", Who::hero(seat)));
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

fn health(g: &MinionsOfMordak, s: &State, seat: Seat, value: &str) -> Result<u8, String> {
    let most = Look { g, s }.max_health(seat);
    let step = if seat == VILLAIN { g.content.numbers.villain_step.max(1) } else { 1 };
    let health = number(value, step, most)?;
    if health % step == 0 { Ok(health) } else { Err(wrong(value, format!("a multiple of {step}"))) }
}

fn region(s: &State, seat: Seat, value: &str) -> Result<RegionId, String> {
    let region: RegionId = read(value, "a Region such as b3")?;
    if !s.players[seat].region.is_on_map() {
        return Err(format!("{} is not on the Map", Who::hero(seat)));
    }
    if region.is_on_map() && s.revealed.contains(region) {
        Ok(region)
    } else {
        Err(wrong(value, "a Region that lies face-up"))
    }
}
