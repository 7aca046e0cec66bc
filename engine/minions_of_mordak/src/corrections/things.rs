//! What lies on the Map, on boards and on tracks, put right: Minions and their stacks, Treasures, tiles, the day.

use super::{HELP, MOST, region_on_map};
use crate::{
    MinionsOfMordak, Play, State,
    ids::{KindId, RegionId, TileId, TreasureId, Who},
    queries::Look,
    rules::{
        scouting,
        setup::{slot_of, tier_at},
    },
    words::{Dice, Row, Side, Size, VILLAIN},
};
use kernel::{
    Log, Seat,
    setting::{number, read, wrong},
};

/// What may be put right here, for people.
pub const THINGS: &str = "\
m3.region b3, m3.acted yes, m3.gone discard (or stash: the Heroes have it); b3.minion c4 (comes onto the top of the stack, \
or sheep), b3.stack m2,m0 (top first), b3.treasures 2, b3.tile i4; h1.wears t5, h1.sheds t5, h1.crystal yes, h1.acted yes, \
h1.defends yes, h1.actions 4 (the Action marker), h1.dice.melee AAN (the row on the board), h1.stash yes (its standee lies in \
the Stash) or b3 (it is back there); gust.region b3 or off; day 5, souls 1, shrines 2, initiative h2, looted.heroes 3 or \
looted.villain 1 (face-down Treasures in a Stash)";

/// A number of the table. `None` if there is none of this name.
pub fn track(g: &MinionsOfMordak, s: &mut State, name: &str, value: &str) -> Option<Result<(), String>> {
    let numbers = &g.content.numbers;
    // The last day is the Final Battle, which begins by itself.
    let before = numbers.days.saturating_sub(1);
    let (place, most) = match name {
        "day" if s.final_battle => return Some(Err("the Final Battle has begun".to_owned())),
        "day" => (&mut s.day, before),
        "souls" => (&mut s.souls, numbers.souls.saturating_sub(1)),
        "shrines" => (&mut s.shrines, numbers.shrines),
        "looted.heroes" => (&mut s.stash_hidden[Side::Heroes.index()], MOST),
        "looted.villain" => (&mut s.stash_hidden[Side::Villain.index()], MOST),
        "initiative" => return Some(initiative(g, s, value)),
        "gust.region" => return Some(gust(g, s, value)),
        _ => return None,
    };
    Some(number(value, 0, most).map(|read| *place = read))
}

fn initiative(g: &MinionsOfMordak, s: &mut State, value: &str) -> Result<(), String> {
    let seat = read::<Who>(value, "a Hero such as h2")?.as_hero();
    let seat = seat.filter(|seat| seat.number() < g.options.seats && s.players[*seat].present);
    s.initiative = seat.ok_or_else(|| wrong(value, "a Hero who plays"))?;
    Ok(())
}

fn gust(g: &MinionsOfMordak, s: &mut State, value: &str) -> Result<(), String> {
    let keeper = Seat::first(g.options.seats).any(|seat| Look { g, s }.gift(seat).gust.is_some());
    if !keeper {
        return Err("nobody here has Gust".to_owned());
    }
    s.gust = if value == "off" { RegionId::NOWHERE } else { region_on_map(s, value)? };
    Ok(())
}

/// What lies in a Region.
pub fn place(
    g: &MinionsOfMordak,
    s: &mut State,
    at: RegionId,
    what: &str,
    value: &str,
) -> Result<(), String> {
    if !s.revealed.contains(at) {
        return Err(wrong(&at.to_string(), "a Region that lies face-up"));
    }
    match what {
        "minion" => appears(g, s, at, value),
        "stack" => stack(s, at, value),
        "treasures" => {
            s.treasures[at.index()] = number(value, 0, 9)?;
            Ok(())
        }
        "tile" => tile(g, s, at, value),
        _ => Err(wrong(what, HELP)),
    }
}

/// A Minion that is not on the Map comes onto it, out of its deck or else its discard pile.
fn appears(g: &MinionsOfMordak, s: &mut State, at: RegionId, value: &str) -> Result<(), String> {
    let kind = if value == "sheep" { KindId::SHEEP } else { read(value, "a Minion such as c4, or sheep")? };
    if kind.size() != Size::Sheep {
        let piles = [&mut s.kinds, &mut s.kind_discards, &mut s.fallen];
        let pile = piles.into_iter().find(|pile| pile.0[kind.index()] > 0);
        pile.ok_or_else(|| wrong(value, "a Minion that is not on the Map already"))?.0[kind.index()] -= 1;
    } else if scouting::sheep(Look { g, s }) >= g.content.numbers.sheep {
        return Err("all Sheep are on the Map".to_owned());
    }
    let laid = scouting::spawn(&mut Play { g, s, log: &mut Log::off() }, kind, at);
    laid.map(|_| ()).ok_or_else(|| "the Map is full".to_owned())
}

/// The Minions of a Region in another order, top first.
fn stack(s: &mut State, at: RegionId, value: &str) -> Result<(), String> {
    let found: Vec<u8> = s.stack_of(at).collect();
    let read = value.split(',').map(|word| word.trim().parse::<Who>().ok().and_then(Who::as_minion));
    let told: Vec<u8> = read.collect::<Option<_>>().ok_or_else(|| wrong(value, "Minions such as m2,m0"))?;
    let (mut one, mut other) = (found.clone(), told.clone());
    one.sort_unstable();
    other.sort_unstable();
    if one != other {
        let here: Vec<String> = found.iter().map(|slot| Who::minion(*slot).to_string()).collect();
        return Err(wrong(value, format!("each of {} once, the top one first", here.join(","))));
    }
    found.iter().for_each(|slot| s.lift(*slot));
    told.iter().rev().for_each(|slot| s.lay(*slot, at));
    Ok(())
}

/// Another tile of that tier lies here; the old one is among those nobody has seen.
fn tile(g: &MinionsOfMordak, s: &mut State, at: RegionId, value: &str) -> Result<(), String> {
    let tier = tier_at(g, at);
    let tile: TileId = read(value, "a tile such as i4")?;
    let old = s.tiles[at.index()];
    let free = g.content.has_tile(tile) && s.unseen_tiles >> tile.index() & 1 == 1;
    if tile.tier() != tier || old.is_none() || old.tier() != tier || !free {
        return Err(wrong(value, format!("a tile of {} that nobody has seen", tier.title())));
    }
    s.unseen_tiles ^= 1 << tile.index() | 1 << old.index();
    s.tiles[at.index()] = tile;
    Ok(())
}

/// A Minion on the Map.
pub fn minion(s: &mut State, slot: u8, what: &str, value: &str) -> Result<(), String> {
    let in_stack = s.stack_of(s.minion(slot).region).any(|other| other == slot);
    match what {
        "side" => s.minion_mut(slot).wounded = yes(value, "wounded", "fresh")?,
        "acted" => s.minion_mut(slot).acted = yes(value, "yes", "no")?,
        "region" => {
            let to = region_on_map(s, value)?;
            if in_stack {
                s.lift(slot);
                s.lay(slot, to);
            } else {
                // Whoever is controlled lies in no stack until its Turn is over.
                s.minion_mut(slot).region = to;
            }
        }
        "gone" if !in_stack => return Err("it takes its Turn; set it when that is over".to_owned()),
        "gone" => {
            let kind = s.minion(slot).kind;
            let stash = yes(value, "stash", "discard")?;
            s.remove(slot);
            if kind.size() != Size::Sheep {
                let pile = if stash { &mut s.fallen } else { &mut s.kind_discards };
                pile.0[kind.index()] += 1;
            }
        }
        _ => return Err(wrong(what, HELP)),
    }
    Ok(())
}

/// What a Hero or the Villain has. `None` if it is none of this.
pub fn board(
    g: &MinionsOfMordak,
    s: &mut State,
    seat: Seat,
    what: &str,
    value: &str,
) -> Option<Result<(), String>> {
    Some(match what {
        "wears" => wears(g, s, seat, value),
        "sheds" => sheds(s, seat, value),
        "crystal" if seat != VILLAIN => yes(value, "yes", "no").map(|yes| s.players[seat].crystal = yes),
        "acted" if seat != VILLAIN => yes(value, "yes", "no").map(|yes| mark(&mut s.acted, seat, yes)),
        "defends" if seat != VILLAIN => yes(value, "yes", "no").map(|yes| mark(&mut s.defenders, seat, yes)),
        "actions" => number(value, 1, 9).map(|points| s.players[seat].ap = points),
        "stash" if seat != VILLAIN => stash(s, seat, value),
        row => return Some(dice(g, s, seat, row.strip_prefix("dice.")?, value)),
    })
}

fn mark(set: &mut kernel::SeatSet, seat: Seat, yes: bool) {
    if yes { set.insert(seat) } else { set.remove(seat) }
}

fn yes(value: &str, yes: &str, no: &str) -> Result<bool, String> {
    if value == yes || value == no { Ok(value == yes) } else { Err(wrong(value, format!("{yes} or {no}"))) }
}

/// A Treasure nobody has seen, or a discarded one, comes onto the board; what was in its slot is discarded.
fn wears(g: &MinionsOfMordak, s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    let treasure: TreasureId = read(value, "a Treasure such as t5")?;
    let known = g.content.has_treasure(treasure);
    let piles = [&mut s.hoard, &mut s.treasure_discards, &mut s.stash];
    let pile = piles.into_iter().find(|pile| known && pile.0[treasure.index()] > 0);
    pile.ok_or_else(|| wrong(value, "a Treasure that nobody wears"))?.0[treasure.index()] -= 1;
    let slot = &mut s.players[seat].slots[slot_of(g, treasure).index()];
    let old = std::mem::replace(slot, treasure);
    if !old.is_none() {
        s.treasure_discards.0[old.index()] += 1;
    }
    Ok(())
}

fn sheds(s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    let treasure: TreasureId = read(value, "a Treasure such as t5")?;
    let slot = s.players[seat].slots.iter_mut().find(|worn| **worn == treasure);
    *slot.ok_or_else(|| wrong(value, "a Treasure on this board"))? = TreasureId::NONE;
    s.treasure_discards.0[treasure.index()] += 1;
    Ok(())
}

/// The dice of a row on the board.
fn dice(g: &MinionsOfMordak, s: &mut State, seat: Seat, row: &str, value: &str) -> Result<(), String> {
    let row: Row = read(row, HELP)?;
    let most = g.content.numbers.row_limit;
    let told = Dice::of_letters(&value.to_uppercase()).filter(|dice| dice.count() <= most);
    let own = seat == VILLAIN || row != Row::Corruption;
    s.players[seat].rows[row.index()] = told
        .filter(|_| own)
        .ok_or_else(|| wrong(value, format!("up to {most} of N, A and M, such as AAN")))?;
    Ok(())
}

/// The standee of a Hero lies in the Villain's Loot Stash, or comes back onto the Map with 1 Health.
fn stash(s: &mut State, seat: Seat, value: &str) -> Result<(), String> {
    if s.depth > 0 && s.level().actor == Who::hero(seat) {
        return Err(format!("it is the Turn of {}", Who::hero(seat)));
    }
    let lies = s.players[seat].in_stash;
    if value == "yes" && !lies {
        let player = &mut s.players[seat];
        (player.fell, player.region) = (player.region, RegionId::NOWHERE);
        (player.in_stash, player.health) = (true, 0);
        s.markers += 1;
        s.defenders.remove(seat);
        return Ok(());
    }
    if value == "yes" || !lies {
        return Err(wrong(value, if lies { "a Region where the Hero is back" } else { "yes" }));
    }
    let back = region_on_map(s, value)?;
    let player = &mut s.players[seat];
    (player.in_stash, player.region, player.health) = (false, back, 1);
    s.markers = s.markers.saturating_sub(1);
    Ok(())
}
