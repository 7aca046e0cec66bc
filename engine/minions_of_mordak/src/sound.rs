//! What must hold of a table that somebody told us before any rule looks at it: who is named is there, and numbers are
//! such that play can go on from them. `invariants.rs` says the rest.

use crate::{
    MinionsOfMordak, State,
    ids::{KindId, RegionId, Who},
    queries::Look,
    rules::scouting,
    state::{LEVELS, NONE, What},
    words::{CELLS, MINIONS, Row, SEATS, Tier, VILLAIN},
};
use kernel::{
    Misfit, Seat, SeatSet,
    stated::{ensure, upto},
};

type Fits = Result<(), Misfit>;

/// Far above what play leads to, far below where counting would go wrong.
const XP_MAX: u8 = 200;
const MARKERS_MAX: u8 = 60;
const CLOCK_MAX: u8 = 200;

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
    face_down(g, s)?;
    for seat in Seat::first(SEATS as u8) {
        player(g, s, seat)?;
    }
    let seats = SeatSet::first(g.options.seats);
    let strangers = !s.acted.minus(seats).is_empty() || !s.defenders.minus(seats).is_empty();
    let heroes = seats.minus(SeatSet::only(VILLAIN));
    ensure(s.hidden.minus(heroes).is_empty(), || {
        Misfit::new("hidden_hand", "one that is no Hero's", "hands of Heroes")
    })?;
    let holder = seats.contains(s.initiative) && s.initiative != VILLAIN;
    ensure(!strangers && holder, || Misfit::new("seats", "one that is not there", "seats of this table"))?;
    let known = s.lasting.iter().all(|lasting| who(g, s, lasting.who) && effect(g, s, lasting.what));
    ensure(known, || Misfit::new("lasting", "somebody who is not there", "Characters of this table"))
}

/// Does a lasting effect name only what is there?
fn effect(g: &MinionsOfMordak, s: &State, what: What) -> bool {
    match what {
        What::BoundTo(seat) => seat.number() < g.options.seats,
        What::Steps(region, steps) => s.cells.contains(region) && steps <= 20,
        What::Points(points) => (-20..=20).contains(&points),
        What::Dodge(dice) | What::NextDice(dice) | What::Dice(dice) => {
            dice.novice.max(dice.adept).max(dice.master) <= 24
        }
        What::Nothing | What::Granted(_) | What::Lifted(_) => true,
    }
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
    let here = s.cells.contains(region) || s.treasures[region.index()] == 0 && top == NONE && !shown;
    ensure(here, || Misfit::new(region, "something", "nothing beyond the Map"))?;
    upto(|| format!("{region}.treasures"), s.treasures[region.index()], 24)
}

/// Under every face-down Region some tile lies that has not been seen.
fn face_down(g: &MinionsOfMordak, s: &State) -> Fits {
    for tier in Tier::ALL {
        let (must, ordinary) = scouting::candidates(g, s.unseen_tiles, *tier);
        let (left, hidden) = ((must | ordinary).count_ones(), scouting::hidden_of(Look { g, s }, *tier));
        ensure(hidden <= left, || {
            Misfit::new("unseen_tiles", format!("{left} of {tier}"), format!("at least {hidden}"))
        })?;
    }
    Ok(())
}

fn player(g: &MinionsOfMordak, s: &State, seat: Seat) -> Fits {
    let player = &s.players[seat];
    let thing = |what: &str| format!("players[{}].{what}", seat.number());
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
    upto(|| "rounds".into(), s.clock, CLOCK_MAX)?;
    upto(|| "day".into(), s.day, numbers.days)?;
    upto(|| "souls".into(), s.souls, numbers.souls)?;
    upto(|| "hero_markers".into(), s.markers, MARKERS_MAX)?;
    // The game ends in the Round after the last.
    upto(|| "final_rounds".into(), s.final_rounds, numbers.final_rounds_max.saturating_add(1))?;
    upto(|| "shrines_needed".into(), s.shrines_needed, CELLS as u8)?;
    upto(|| "shrines".into(), s.shrines, CELLS as u8)?;
    for (hidden, thing) in s.stash_hidden.iter().zip(["villain_treasures", "hero_treasures"]) {
        upto(|| thing.into(), *hidden, numbers.treasures)?;
    }
    let placed = s.labyrinth.iter().chain([&s.gust]).all(|at| !at.is_on_map() || s.cells.contains(*at));
    ensure(placed, || {
        Misfit::new("gust", "a Region that is not there", "Regions of the Map, for Gust and Labyrinths")
    })?;
    for seat in Seat::first(g.options.seats) {
        let player = &s.players[seat];
        let thing = |what: &str| format!("players[{}].{what}", seat.number());
        upto(|| thing("xp"), player.xp, XP_MAX)?;
        upto(|| thing("action_points"), player.ap, 6)?;
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

/// Between actions everybody who takes part has a board and stands somewhere.
pub fn heroes(g: &MinionsOfMordak, s: &State) -> Fits {
    for seat in Seat::first(g.options.seats).filter(|seat| *seat != VILLAIN) {
        let player = &s.players[seat];
        let whole = player.present == player.hero.is_some() || !player.present;
        ensure(whole, || {
            Misfit::new(format!("players[{}].hero", seat.number()), "none", "a Hero for everybody present")
        })?;
        let others = Seat::first(seat.number())
            .any(|other| player.hero.is_some() && s.players[other].hero == player.hero);
        ensure(!others, || {
            Misfit::new(format!("players[{}].hero", seat.number()), "one twice", "each Hero once")
        })?;
    }
    ensure(s.clock > 0 && s.ending.is_none(), || {
        Misfit::new("rounds", s.clock, "a Round of a game that goes on")
    })?;
    let here = Seat::first(g.options.seats).any(|seat| seat != VILLAIN && s.players[seat].present);
    ensure(here && s.players[s.initiative].present, || {
        Misfit::new("initiative", s.initiative, "a Hero who takes part")
    })
}

/// Somebody who is there has a Turn.
pub fn turn(g: &MinionsOfMordak, s: &State) -> Fits {
    let level = &s.levels[0];
    let there = s.depth == 1 && who(g, s, level.actor) && level.seat.number() < g.options.seats;
    let own = match level.actor.as_player() {
        Some(seat) => seat == level.seat && s.players[seat].present,
        None if level.actor == Who::GUST => {
            level.seat != VILLAIN && s.players[level.seat].present && s.gust.is_on_map()
        }
        None => level.seat == VILLAIN && level.actor.is_minion(),
    };
    ensure(there && own, || Misfit::new("turn", level.actor, "somebody on the Map and whoever plays it"))
}
