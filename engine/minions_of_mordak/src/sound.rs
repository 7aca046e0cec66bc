//! What must hold of a table that somebody told us before any rule looks at it: who is named is there, and numbers are
//! such that play can go on from them. `invariants.rs` says the rest.

use crate::{
    MinionsOfMordak, State,
    ids::{KindId, RegionId, Who},
    restore::Misfit,
    state::{LEVELS, NONE},
    words::{MINIONS, Row, SEATS, VILLAIN},
};
use kernel::{Seat, SeatSet};

type Fits = Result<(), Misfit>;

/// Far above what play leads to, far below where counting would go wrong.
const XP_MAX: u8 = 200;
const MARKERS_MAX: u8 = 60;
const CLOCK_MAX: u8 = 200;

fn ensure(fits: bool, misfit: impl FnOnce() -> Misfit) -> Fits {
    if fits { Ok(()) } else { Err(misfit()) }
}

fn upto(thing: impl FnOnce() -> String, found: u8, most: u8) -> Fits {
    ensure(found <= most, || Misfit::new(thing(), found, format!("at most {most}")))
}

/// Everything that is named is there: cards, tiles, Regions, seats.
pub fn ids(g: &MinionsOfMordak, s: &State) -> Fits {
    ensure(s.alive >> MINIONS == 0, || {
        Misfit::new("alive", "a Minion too many", format!("{MINIONS} at most"))
    })?;
    for slot in s.slots() {
        minion(g, s, slot)?;
    }
    for region in RegionId::all() {
        tile(g, s, region)?;
    }
    for seat in Seat::first(SEATS as u8) {
        player(g, s, seat)?;
    }
    let seats = SeatSet::first(g.options.seats);
    let strangers = !s.acted.minus(seats).is_empty() || !s.defenders.minus(seats).is_empty();
    let holder = seats.contains(s.initiative) && s.initiative != VILLAIN;
    ensure(!strangers && holder, || Misfit::new("seats", "one that is not there", "seats of this table"))?;
    let known = s.lasting.iter().all(|lasting| who(g, s, lasting.who));
    ensure(known, || Misfit::new("lasting", "somebody who is not there", "Characters of this table"))
}

/// Is somebody named who may be there?
fn who(g: &MinionsOfMordak, s: &State, who: Who) -> bool {
    match (who.as_minion(), who.as_player()) {
        (Some(slot), _) => usize::from(slot) < MINIONS && s.is_alive(slot),
        (_, Some(seat)) => seat.number() < g.options.seats,
        (None, None) => true,
    }
}

fn minion(g: &MinionsOfMordak, s: &State, slot: u8) -> Fits {
    let minion = s.minion(slot);
    let known = minion.kind == KindId::SHEEP || g.content.has_minion(minion.kind);
    ensure(known, || Misfit::new(format!("m{slot}.kind"), minion.kind.0, "a Minion of the content"))?;
    let lies = minion.region.is_on_map() && s.cells.contains(minion.region);
    ensure(lies, || Misfit::new(format!("m{slot}.region"), minion.region, "a Region of the Map"))?;
    let below = minion.below == NONE || usize::from(minion.below) < MINIONS && s.is_alive(minion.below);
    ensure(below, || Misfit::new(format!("m{slot}.below"), minion.below, "a Minion of the same stack"))
}

fn tile(g: &MinionsOfMordak, s: &State, region: RegionId) -> Fits {
    let (tile, top) = (s.tiles[region.index()], s.tops[region.index()]);
    let shown = s.revealed.contains(region);
    let fits = if shown { g.content.has_tile(tile) } else { tile.is_none() };
    ensure(fits, || {
        Misfit::new(format!("{region}.tile"), tile.0, "a tile of the content where one is face-up")
    })?;
    let lies = top == NONE || usize::from(top) < MINIONS && s.is_alive(top);
    ensure(lies, || Misfit::new(format!("{region}.stack"), top, "a Minion on the Map"))?;
    upto(|| format!("{region}.treasures"), s.treasures[region.index()], 24)
}

fn player(g: &MinionsOfMordak, s: &State, seat: Seat) -> Fits {
    let player = &s.players[seat];
    let thing = |what: &str| format!("h{}.{what}", seat.number());
    let room = !player.present || seat.number() < g.options.seats;
    ensure(room, || Misfit::new(thing("present"), "true", "false beyond the seats of the table"))?;
    let place = !player.region.is_on_map() || s.cells.contains(player.region);
    ensure(place, || Misfit::new(thing("region"), player.region, "a Region of the Map"))?;
    for card in player.hand {
        let known = card.spell.is_hidden() || g.content.has_spell(card.spell);
        ensure(known, || Misfit::new(thing("hand"), card.spell.0, "Spells of the content"))?;
    }
    for treasure in player.slots.into_iter().filter(|treasure| !treasure.is_none()) {
        let known = g.content.has_treasure(treasure);
        ensure(known, || Misfit::new(thing("slots"), treasure.0, "Treasures of the content"))?;
    }
    Ok(())
}

/// Numbers from which play can go on.
pub fn numbers(g: &MinionsOfMordak, s: &State) -> Fits {
    let numbers = &g.content.numbers;
    upto(|| "depth".into(), s.depth, LEVELS as u8)?;
    upto(|| "clock".into(), s.clock, CLOCK_MAX)?;
    upto(|| "day".into(), s.day, numbers.days)?;
    upto(|| "souls".into(), s.souls, numbers.souls)?;
    upto(|| "markers".into(), s.markers, MARKERS_MAX)?;
    upto(|| "final_rounds".into(), s.final_rounds, numbers.final_rounds_max)?;
    for seat in Seat::first(g.options.seats) {
        let player = &s.players[seat];
        let thing = |what: &str| format!("h{}.{what}", seat.number());
        upto(|| thing("xp"), player.xp, XP_MAX)?;
        upto(|| thing("ap"), player.ap, 6)?;
        upto(|| thing("health"), player.health, numbers.villain_health_max)?;
        for row in Row::ALL {
            let dice = player.rows[row.index()];
            let most = dice.novice.max(dice.adept).max(dice.master);
            upto(|| thing(row.word()), most, numbers.row_limit)?;
            upto(|| thing("plus_ones"), player.plus[row.index()], 30)?;
        }
    }
    Ok(())
}

/// Somebody who is there has a Turn.
pub fn turn(g: &MinionsOfMordak, s: &State) -> Fits {
    let level = &s.levels[0];
    let there = s.depth == 1 && who(g, s, level.actor) && level.seat.number() < g.options.seats;
    let own = match level.actor.as_player() {
        Some(seat) => seat == level.seat && s.players[seat].present,
        None => level.seat == VILLAIN && level.actor.is_minion(),
    };
    ensure(there && own, || Misfit::new("turn", level.actor, "somebody on the Map and whoever plays it"))
}
