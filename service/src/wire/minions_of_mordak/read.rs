//! A table read from a view: the Map, Minions, piles, and what goes on. `read_players.rs` reads players.

use super::{Misfit, read_players::players};
use crate::wire::parts::{self, At, byte, bytes, few, number, quoted, word};
use ::minions_of_mordak::{
    MinionsOfMordak, State,
    ids::{KindId, RegionId, RegionSet, SpellId, TileId, TreasureId, Who},
    piles::Counts,
    restore::{self, Moment},
    rules::setup,
    state::{Ending, LASTING, Lapses, Lasting, Level, Minion, NONE, Used, What},
    words::{CELLS, Dice, MINIONS},
};
use kernel::{BadNotation, Seat, Stated};
use proto::v1::{MinionsOfMordakView, minions_of_mordak_view as wire};
use std::str::FromStr;

/// More cards than any pile has.
const PILE_MAX: usize = 256;

pub(super) fn table(
    game: &MinionsOfMordak,
    view: &MinionsOfMordakView,
) -> Result<Stated<MinionsOfMordak>, Misfit> {
    let mut state = setup::table(game);
    course(game, &mut state, view)?;
    map(&mut state, view)?;
    minions(&mut state, &view.minions)?;
    stacks(&mut state, &view.regions)?;
    players(game, &mut state, &view.players)?;
    piles(&mut state, view)?;
    few(At("", "lasting"), &view.lasting, LASTING)?;
    for one in &view.lasting {
        state.lasting.push(lasting(game, one)?);
    }
    let moment = moment(view)?;
    if let Some(told) = view.turn.as_ref().filter(|_| moment == Moment::Turn) {
        state.depth = 1;
        if let Some(level) = state.levels.first_mut() {
            *level = turn(game, told)?;
        }
    }
    state.ending = view.ending.as_ref().map(ending).transpose()?;
    restore::fill_decks(game, &mut state)?;
    Ok(Stated { state, moment })
}

// --- small things

pub(super) fn seat(game: &MinionsOfMordak, at: At, found: u32) -> Result<Seat, Misfit> {
    parts::seat(game.options.seats, at, found)
}

/// A Region, or off the Map.
pub(super) fn place(at: At, text: &str) -> Result<RegionId, Misfit> {
    if text.is_empty() { Ok(RegionId::NOWHERE) } else { word(at, text) }
}

/// Dice as letters.
pub(super) fn dice(at: At, text: &str) -> Result<Dice, Misfit> {
    Dice::of_letters(text).ok_or_else(|| Misfit::new(at, quoted(text), "at most 24 letters N, A or M"))
}

fn pile<T: FromStr<Err = BadNotation>, const N: usize>(
    at: At,
    told: &[String],
    place: impl Fn(T) -> usize,
) -> Result<Counts<N>, Misfit> {
    few(at, told, PILE_MAX)?;
    let mut counts = Counts::NONE;
    for text in told {
        let count = counts.0.get_mut(place(word(at, text)?)).filter(|count| **count < 60);
        *count.ok_or_else(|| Misfit::new(at, quoted(text), "cards of the box"))? += 1;
    }
    Ok(counts)
}

// --- the course of the game

fn course(game: &MinionsOfMordak, state: &mut State, view: &MinionsOfMordakView) -> Result<(), Misfit> {
    state.clock = byte(At("", "rounds"), view.rounds)?;
    bytes!("", view => state; day, shrines, shrines_needed, final_rounds, souls);
    state.initiative = seat(game, At("", "initiative"), view.initiative)?;
    (state.acts_last, state.gust_defends) = (view.acts_last, view.gust_defends);
    (state.riches_given, state.final_battle) = (view.riches_given, view.final_battle);
    state.jump_when_revealed = view.jump_when_revealed;
    Ok(())
}

fn piles(state: &mut State, view: &MinionsOfMordakView) -> Result<(), Misfit> {
    state.spell_discards = pile(At("", "spell_discards"), &view.spell_discards, SpellId::index)?;
    state.kind_discards = pile(At("", "minion_discards"), &view.minion_discards, KindId::index)?;
    state.fallen = pile(At("", "fallen"), &view.fallen, KindId::index)?;
    state.treasure_discards = pile(At("", "treasure_discards"), &view.treasure_discards, TreasureId::index)?;
    state.stash = pile(At("", "stash"), &view.stash, TreasureId::index)?;
    state.left_behind = pile(At("", "left_behind"), &view.left_behind, TreasureId::index)?;
    let villain = byte(At("", "villain_treasures"), view.villain_treasures)?;
    state.stash_hidden = [villain, byte(At("", "hero_treasures"), view.hero_treasures)?];
    state.markers = byte(At("", "hero_markers"), view.hero_markers)?;
    Ok(())
}

// --- the Map

fn map(state: &mut State, view: &MinionsOfMordakView) -> Result<(), Misfit> {
    few(At("", "regions"), &view.regions, CELLS)?;
    (state.cells, state.revealed) = (RegionSet::EMPTY, RegionSet::EMPTY);
    state.tiles = [TileId::NONE; CELLS];
    for one in &view.regions {
        let id: RegionId = word(At("regions", "id"), &one.id)?;
        if state.cells.contains(id) {
            return Err(Misfit::new("regions.id", id, "each Region once"));
        }
        state.cells.insert(id);
        if let Some(treasures) = state.treasures.get_mut(id.index()) {
            *treasures = byte(At(&one.id, "treasures"), one.treasures)?;
        }
        let Some(tile) = state.tiles.get_mut(id.index()).filter(|_| !one.tile.is_empty()) else { continue };
        *tile = word(At(&one.id, "tile"), &one.tile)?;
        state.revealed.insert(id);
    }
    few(At("", "labyrinth"), &view.labyrinth, 2)?;
    for (region, text) in state.labyrinth.iter_mut().zip(&view.labyrinth) {
        *region = word(At("", "labyrinth"), text)?;
    }
    state.gust = place(At("", "gust"), &view.gust)?;
    few(At("", "unseen_tiles"), &view.unseen_tiles, 64)?;
    state.unseen_tiles = 0;
    for text in &view.unseen_tiles {
        let tile: TileId = word(At("", "unseen_tiles"), text)?;
        state.unseen_tiles |= 1u64.checked_shl(tile.index() as u32).unwrap_or_default();
    }
    Ok(())
}

fn slot(at: At, text: &str) -> Result<u8, Misfit> {
    let who: Who = word(at, text)?;
    let slot = who.as_minion().filter(|slot| usize::from(*slot) < MINIONS);
    slot.ok_or_else(|| Misfit::new(at, quoted(text), "a Minion, m0 and up"))
}

fn minions(state: &mut State, told: &[wire::Minion]) -> Result<(), Misfit> {
    few(At("", "minions"), told, MINIONS)?;
    for one in told {
        let slot = slot(At("minions", "id"), &one.id)?;
        if state.is_alive(slot) {
            return Err(Misfit::new("minions.id", quoted(&one.id), "each Minion once"));
        }
        state.alive |= 1 << slot;
        let kind = if one.kind == "sheep" { KindId::SHEEP } else { word(At(&one.id, "kind"), &one.kind)? };
        *state.minion_mut(slot) = Minion {
            kind,
            region: word(At(&one.id, "region"), &one.region)?,
            wounded: one.wounded,
            acted: one.acted,
            // Until its stack is laid; one that lies in none has nothing below it.
            below: NONE,
        };
    }
    Ok(())
}

/// Stacks are told top first, and laid bottom first.
fn stacks(state: &mut State, told: &[wire::Region]) -> Result<(), Misfit> {
    let mut laid = 0u64;
    for one in told {
        let region: RegionId = word(At("regions", "id"), &one.id)?;
        few(At(&one.id, "stack"), &one.stack, MINIONS)?;
        for text in one.stack.iter().rev() {
            let slot = slot(At(&one.id, "stack"), text)?;
            let here = state.is_alive(slot) && state.minion(slot).region == region && laid & (1 << slot) == 0;
            if !here {
                return Err(Misfit::new(
                    At(&one.id, "stack"),
                    quoted(text),
                    "Minions of this Region, each once",
                ));
            }
            laid |= 1 << slot;
            state.lay(slot, region);
        }
    }
    Ok(())
}

fn lasting(game: &MinionsOfMordak, told: &wire::Lasting) -> Result<Lasting, Misfit> {
    let at = |what| At("lasting", what);
    let amount = |most: i32| {
        let read = u8::try_from(told.amount).ok().filter(|_| told.amount <= most);
        read.ok_or_else(|| Misfit::new(at("amount"), told.amount, format!("0 to {most}")))
    };
    let what = match told.effect.as_str() {
        "" => What::Nothing,
        "granted" => What::Granted(word(at("ability"), &told.ability)?),
        "lifted" => What::Lifted(word(at("ability"), &told.ability)?),
        "dodge" => What::Dodge(dice(at("dice"), &told.dice)?),
        "next_dice" => What::NextDice(dice(at("dice"), &told.dice)?),
        "dice" => What::Dice(dice(at("dice"), &told.dice)?),
        "points" => {
            let read = i8::try_from(told.amount);
            What::Points(read.map_err(|_| Misfit::new(at("amount"), told.amount, "-20 to 20"))?)
        }
        "bound_to" => What::BoundTo(seat(game, at("seat"), told.seat)?),
        "steps" => What::Steps(word(at("region"), &told.region)?, amount(20)?),
        other => return Err(Misfit::new(at("effect"), quoted(other), "an effect such as granted or dice")),
    };
    let until = match told.until.as_str() {
        "attack" => Lapses::ATTACK,
        "used" => Lapses::USED,
        "next_turn" => Lapses::NEXT_TURN,
        "turn" => Lapses::turn(number(at("until_number"), told.until_number, u32::from(Lapses::TURN_MAX))?),
        "clock" => {
            Lapses::round(number(at("until_number"), told.until_number, u32::from(Lapses::ROUND_MAX))?)
        }
        other => {
            return Err(Misfit::new(at("until"), quoted(other), "clock, attack, used, next_turn or turn"));
        }
    };
    // Steps are limited in a Region, whoever goes there.
    let who = match what {
        What::Steps(..) if told.who.is_empty() => Who::NOBODY,
        What::Steps(..) => {
            return Err(Misfit::new(at("who"), quoted(&told.who), "nobody: it is about a Region"));
        }
        What::Nothing
        | What::Granted(_)
        | What::Lifted(_)
        | What::Dodge(_)
        | What::NextDice(_)
        | What::Dice(_)
        | What::Points(_)
        | What::BoundTo(_) => word(at("who"), &told.who)?,
    };
    Ok(Lasting { who, what, until })
}

// --- what goes on

fn turn(game: &MinionsOfMordak, told: &wire::Turn) -> Result<Level, Misfit> {
    let mut done = Used::empty();
    for (on, what) in [
        (told.melee, Used::MELEE),
        (told.ranged, Used::RANGED),
        (told.magic, Used::MAGIC),
        (told.corruption, Used::CORRUPTION),
        (told.surge, Used::SURGE),
        (told.rerolled, Used::REROLL),
        (told.ended, Used::ENDED),
    ] {
        done.set(what, on);
    }
    Ok(Level {
        actor: word(At("turn", "who"), &told.who)?,
        seat: seat(game, At("turn", "seat"), told.seat)?,
        ap: number(At("turn", "action_points"), told.action_points, 20)?,
        used: done,
        ..Level::default()
    })
}

fn ending(told: &wire::Ending) -> Result<Ending, Misfit> {
    let winner = match told.winner.as_str() {
        "" => None,
        side => Some(word(At("ending", "winner"), side)?),
    };
    Ok(Ending { winner, reason: word(At("ending", "reason"), &told.reason)? })
}

/// What goes on at this table.
fn moment(view: &MinionsOfMordakView) -> Result<Moment, Misfit> {
    match wire::Phase::try_from(view.phase) {
        Ok(wire::Phase::Turn) if view.turn.is_none() => {
            Err(Misfit::new("turn", "none", "whose Turn it is, and what is left of it"))
        }
        Ok(wire::Phase::Turn) => Ok(Moment::Turn),
        Ok(wire::Phase::Minions) => Ok(Moment::Minions),
        Ok(wire::Phase::Over) => Ok(Moment::Over),
        Ok(wire::Phase::Unspecified) | Err(_) => {
            let expected = "a Turn, the pick of a Minion, or the end; anything else needs in_progress";
            Err(Misfit::new("phase", view.phase, expected))
        }
    }
}
