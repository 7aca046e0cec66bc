//! A table read from a view: the ground, characters, and what goes on. `read_sides.rs` reads players and teams.

use super::{
    Misfit,
    read_sides::{seat, sides, teams},
};
use crate::wire::parts::{At, byte, few, maybe, number, quoted, word};
use ::friends_and_foes::{
    FriendsAndFoes, State,
    restore::Moment,
    rules::setup,
    state::{Char, Ending, Holder, Sigil, Used},
    words::{AbilityId, AreaId, AreaSet, BENCH, CHARS, CharId, Terrain},
};
use kernel::Stated;
use proto::v1::{FriendsAndFoesView, friends_and_foes_view as wire};

pub(super) fn table(
    game: &FriendsAndFoes,
    view: &FriendsAndFoesView,
) -> Result<Stated<FriendsAndFoes>, Misfit> {
    let mut state = setup::table(game);
    ground(game, &mut state, view)?;
    areas(game, &mut state, &view.areas)?;
    characters(game, &mut state, &view.characters)?;
    teams(game, &mut state, &view.teams)?;
    state.round = byte(At("", "round"), view.round)?;
    order(game, &mut state, view)?;
    sides(game, &mut state, &view.sides)?;
    state.passes = byte(At("", "passes"), view.passes)?;
    (state.spent, state.deployed) = (view.spent, view.deployed);
    (state.first_blood, state.blood_paid) = (view.first_blood, view.first_blood_paid);
    state.ending = view.ending.as_ref().map(|ending| self::ending(game, ending)).transpose()?;
    let moment = moment(view)?;
    Ok(Stated { state, moment })
}

/// Scenario, map and twist, each by its place in the content.
fn ground(game: &FriendsAndFoes, state: &mut State, view: &FriendsAndFoesView) -> Result<(), Misfit> {
    let content = &game.content;
    let named = |(scenario, map): &&(u8, u8)| {
        let id = content.scenarios.get(usize::from(*scenario)).map(|(id, _)| id.to_string());
        let map = content.maps.get(usize::from(*map)).map(|map| map.id.as_str());
        (view.scenario.is_empty() || Some(&view.scenario) == id.as_ref())
            && (view.map.is_empty() || Some(view.map.as_str()) == map)
    };
    let Some(found) = game.grounds.iter().find(named) else {
        let found = format!("{} on {}", quoted(&view.scenario), quoted(&view.map));
        return Err(Misfit::new("scenario", found, "scenario and map as the options say"));
    };
    (state.scenario, state.map) = *found;
    if !view.twist.is_empty() {
        let at = content.twists.iter().position(|(id, _)| id.to_string() == view.twist);
        let at = at.and_then(|at| u8::try_from(at).ok());
        let wrong = || Misfit::new("twist", quoted(&view.twist), "a twist of the game, or nothing");
        state.twist = Some(at.ok_or_else(wrong)?);
    }
    Ok(())
}

fn order(game: &FriendsAndFoes, state: &mut State, view: &FriendsAndFoesView) -> Result<(), Misfit> {
    few(At("", "order"), &view.order, 4)?;
    for number in &view.order {
        state.order.push(seat(game, At("", "order"), *number)?);
    }
    let Some(active) = view.turn_of else { return Ok(()) };
    let active = seat(game, At("", "turn_of"), active)?;
    let at = state.order.iter().position(|seat| *seat == active).and_then(|at| u8::try_from(at).ok());
    state.at = at.ok_or_else(|| Misfit::new("turn_of", active, "a seat of the order"))?;
    Ok(())
}

fn ending(game: &FriendsAndFoes, told: &wire::Ending) -> Result<Ending, Misfit> {
    let most = u32::from(game.teams.saturating_sub(1));
    let winner = told.winner.map(|team| number(At("ending", "winner"), team, most)).transpose()?;
    Ok(Ending { winner, reason: word(At("ending", "reason"), &told.reason)? })
}

/// What goes on at this table.
fn moment(view: &FriendsAndFoesView) -> Result<Moment, Misfit> {
    let expected = "the choice of initiative, a turn, or the end; anything else needs in_progress";
    match wire::Phase::try_from(view.phase) {
        Ok(wire::Phase::Initiative) => Ok(Moment::Initiative),
        Ok(wire::Phase::Activation) => Ok(Moment::Turn),
        Ok(wire::Phase::Over) => Ok(Moment::Over),
        Ok(other) => Err(Misfit::new("phase", other.as_str_name(), expected)),
        Err(_) => Err(Misfit::new("phase", view.phase, expected)),
    }
}

// --- the ground

fn areas(game: &FriendsAndFoes, state: &mut State, told: &[wire::Area]) -> Result<(), Misfit> {
    let Some(board) = game.content.maps.get(usize::from(state.map)) else {
        return Err(Misfit::new("map", state.map, "a map of the content"));
    };
    few(At("", "areas"), told, 64)?;
    let mut seen = AreaSet::EMPTY;
    for one in told {
        let id: AreaId = word(At("areas", "id"), &one.id)?;
        if seen.contains(id) || !board.areas.contains(id) {
            return Err(Misfit::new("areas.id", quoted(&one.id), "each area of the map once"));
        }
        seen.insert(id);
        few(At(&one.id, "added_terrain"), &one.added_terrain, 5)?;
        for feature in &one.added_terrain {
            let feature: Terrain = word(At(&one.id, "added_terrain"), feature)?;
            if let Some(set) = state.added.get_mut(feature.index()) {
                set.insert(id);
            }
        }
        if one.shifting && state.shifting.replace(id).is_some() {
            return Err(Misfit::new(At(&one.id, "shifting"), "a second one", "one at most"));
        }
        let Some(by) = one.garrison_held_by else { continue };
        let at = board.garrisons.iter().position(|area| *area == id);
        let by: u8 = number(At(&one.id, "garrison_held_by"), by, 3)?;
        match at.and_then(|at| state.held.get_mut(at)) {
            Some(held) => *held = Holder::of(by),
            None => return Err(Misfit::new(At(&one.id, "garrison_held_by"), by, "none: no Garrison")),
        }
    }
    Ok(())
}

// --- characters

fn characters(game: &FriendsAndFoes, state: &mut State, told: &[wire::Character]) -> Result<(), Misfit> {
    few(At("", "characters"), told, CHARS)?;
    for one in told {
        let id: CharId = word(At("characters", "id"), &one.id)?;
        if game.content.has_body(state.char(id).body) {
            return Err(Misfit::new("characters.id", format!("{id} twice"), "each character once"));
        }
        *state.char_mut(id) = character(game, one)?;
        match wire::Standing::try_from(one.standing) {
            Ok(wire::Standing::Board) => state.board.insert(id),
            Ok(wire::Standing::Bench) => state.bench.insert(id),
            Ok(wire::Standing::Unspecified | wire::Standing::Removed) => {}
            Err(_) => return Err(Misfit::new(At(&one.id, "standing"), one.standing, "0 to 3")),
        }
        if one.defender {
            state.defenders.insert(id);
        }
        if one.struck {
            state.struck.insert(id);
        }
        if let Some(build) = state.build.get_mut(id.seat().index()) {
            // Told again by the side, if it tells it.
            let count = if id.slot() < BENCH { &mut build.members } else { &mut build.bench };
            *count += 1;
            build.ready = true;
        }
    }
    Ok(())
}

fn character(game: &FriendsAndFoes, told: &wire::Character) -> Result<Char, Misfit> {
    let at = |what| At(&told.id, what);
    let body = word(at("card"), &told.card)?;
    if !game.content.has_body(body) {
        return Err(Misfit::new(at("card"), quoted(&told.card), "a character card of the game"));
    }
    few(at("abilities"), &told.abilities, 3)?;
    let mut abilities = [None; 3];
    let mut used = Used::empty();
    for (slot, (place, ability)) in abilities.iter_mut().zip(&told.abilities).enumerate() {
        *place = Some(word::<AbilityId>(at("abilities"), &ability.id)?);
        for (on, bit) in [
            (ability.used, Used::ability(slot)),
            (ability.reacted, Used::reaction(slot)),
            (ability.used_this_round, Used::this_round(slot)),
        ] {
            used |= if on { bit } else { Used::empty() };
        }
    }
    for (on, bit) in [
        (told.moved, Used::MOVED),
        (told.searched, Used::SEARCHED),
        (told.attacked, Used::ATTACKED),
        (told.basic_used, Used::BASIC),
        (told.second_look_used, Used::SECOND_LOOK),
    ] {
        used |= if on { bit } else { Used::empty() };
    }
    Ok(Char {
        body,
        abilities,
        health: byte(at("health"), told.health)?,
        area: maybe(at("area"), &told.area)?.unwrap_or_default(),
        used,
        marks: marks(game, at("marks"), &told.marks)?,
        sigil: told.sigil.as_ref().map(|sigil| self::sigil(game, at("sigil"), sigil)).transpose()?,
        ..Char::default()
    })
}

fn sigil(game: &FriendsAndFoes, at: At, told: &wire::Sigil) -> Result<Sigil, Misfit> {
    Ok(Sigil { card: word(at, &told.card)?, of: seat(game, at, told.of)? })
}

/// Lasting effects by name.
pub(super) fn marks(game: &FriendsAndFoes, at: At, told: &[String]) -> Result<u32, Misfit> {
    few(at, told, 32)?;
    let mut bits = 0;
    for key in told {
        let found = game.content.lasting.iter().find(|lasting| lasting.key == *key);
        let found = found.ok_or_else(|| Misfit::new(at, quoted(key), "a lasting effect of the game"))?;
        bits |= 1u32.checked_shl(found.bit.into()).unwrap_or_default();
    }
    Ok(bits)
}
