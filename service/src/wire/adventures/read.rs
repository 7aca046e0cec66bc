//! A table read from a view: the map, the journal, and what goes on. `read_party.rs` reads heroes and contests.

use super::{
    Misfit,
    read_party::{contest, heroes},
};
use crate::wire::parts::{At, byte, bytes, few, maybe, number, quoted, word};
use ::adventures::{
    Adventures, State,
    restore::{self, Moment},
    rules::{campaign_setup, items::use_bit},
    state::{Ending, ITEMS, MapState},
    words::{CardId, CardSet, EndingId, EntryId, ItemId, LocationId, ModifierId, Player, TitleId},
};
use kernel::{Seat, Stated};
use proto::v1::{AdventuresView, adventures_view as wire};

pub(super) fn table(game: &Adventures, view: &AdventuresView) -> Result<Stated<Adventures>, Misfit> {
    let mut state = campaign_setup::table(game);
    state.adventure = book(game, At("", "adventure"), &view.adventure)?;
    heroes(game, &mut state, &view.heroes)?;
    journal(game, &mut state, view.journal.as_ref())?;
    state.storyteller = player(game, At("", "storyteller"), &view.storyteller)?;
    state.tome_keeper = player(game, At("", "tome_keeper"), &view.tome_keeper)?;
    map(game, &mut state, view)?;
    few(At("", "display"), &view.display, 5)?;
    for (place, text) in state.display.iter_mut().zip(&view.display) {
        *place = maybe(At("", "display"), text)?;
    }
    state.loose = cards(At("", "loose"), &view.loose)?;
    few(At("", "pending"), &view.pending, 4)?;
    for text in &view.pending {
        state.pending.push(word::<ModifierId>(At("", "pending"), text)?);
    }
    if let Some(told) = &view.contest {
        state.contest = contest(game, told)?;
    }
    state.won = byte(At("", "won"), view.won)?;
    state.played = byte(At("", "played"), view.played)?;
    state.ending = ending(view.ending)?;
    let moment = moment(view)?;
    restore::fill_decks(game, &mut state)?;
    Ok(Stated { state, moment })
}

// --- small things

/// A player of this table.
pub(super) fn player(game: &Adventures, at: At, text: &str) -> Result<Seat, Misfit> {
    let read: Player = word(at, text)?;
    let seat = Seat::checked(read.0, game.options.seats);
    seat.ok_or_else(|| Misfit::new(at, read, format!("p0 to p{}", game.options.seats.saturating_sub(1))))
}

/// Cards, each once.
pub(super) fn cards(at: At, told: &[String]) -> Result<CardSet, Misfit> {
    few(at, told, CardId::COUNT)?;
    let mut found = CardSet::EMPTY;
    for text in told {
        let card: CardId = word(at, text)?;
        if found.contains(card) {
            return Err(Misfit::new(at, format!("{card} twice"), "each card once"));
        }
        found.insert(card);
    }
    Ok(found)
}

fn book(game: &Adventures, at: At, code: &str) -> Result<u8, Misfit> {
    let place = game.content.adventures.iter().position(|book| book.code == code);
    let place = place.and_then(|place| u8::try_from(place).ok());
    place.ok_or_else(|| Misfit::new(at, quoted(code), "the code of a storybook, such as ADV1"))
}

fn journal(game: &Adventures, state: &mut State, told: Option<&wire::Journal>) -> Result<(), Misfit> {
    let Some(told) = told else { return Err(Misfit::new("journal", "none", "the journal")) };
    let at = |what| At("journal", what);
    let j = &mut state.journal;
    j.xp = number(at("xp"), told.xp, u16::MAX.into())?;
    j.gold = number(at("gold"), told.gold, u16::MAX.into())?;
    bytes!("journal", told => j; play_limit, bonus_limit, tokens, combat_dice, bonus_cards, mastery, card_limit);
    bytes!("journal", told => j; campaign, deaths, rests);
    few(at("factions"), &told.factions, 3)?;
    for (place, found) in j.factions.iter_mut().zip(&told.factions) {
        *place = byte(at("factions"), *found)?;
    }
    few(at("finished"), &told.finished, 16)?;
    j.finished = 0;
    for code in &told.finished {
        j.finished |= 1u16.checked_shl(book(game, at("finished"), code)?.into()).unwrap_or_default();
    }
    j.legendary = told.legendary;
    few(at("titles"), &told.titles, 128)?;
    for text in &told.titles {
        let title: TitleId = word(at("titles"), text)?;
        if !game.content.has_title(title) {
            return Err(Misfit::new(at("titles"), title, "titles of the content"));
        }
        j.titles |= title.bit();
    }
    few(at("keywords"), &told.keywords, 128)?;
    for word in &told.keywords {
        let bit = game.content.keywords.iter().position(|known| known == word);
        let bit = bit.ok_or_else(|| Misfit::new(at("keywords"), quoted(word), "keywords of the content"))?;
        j.keywords |= 1u128.checked_shl(bit as u32).unwrap_or_default();
    }
    if !told.ending.is_empty() {
        let place = game.content.campaign.endings.iter().position(|ending| ending.id == told.ending);
        let place = place.and_then(|place| u8::try_from(place).ok());
        let wrong = || Misfit::new(at("ending"), quoted(&told.ending), "an ending of the content");
        j.ending = Some(EndingId(place.ok_or_else(wrong)?));
    }
    Ok(())
}

// --- the map

fn map(game: &Adventures, state: &mut State, view: &AdventuresView) -> Result<(), Misfit> {
    let mut map = MapState {
        at: maybe(At("", "at"), &view.at)?.unwrap_or_default(),
        end_open: view.end_open,
        rested: view.rested,
        died: view.died,
        fallen: byte(At("", "fallen"), view.fallen)?,
        ..MapState::default()
    };
    few(At("", "items"), &view.items, ITEMS)?;
    for (at, item) in view.items.iter().enumerate() {
        map.items.push(word(At("items", "id"), &item.id)?);
        map.held |= u16::from(item.held) << at;
    }
    few(At("", "locations"), &view.locations, LocationId::COUNT)?;
    for one in &view.locations {
        location(game, &mut map, one)?;
    }
    few(At("", "paths"), &view.paths, 64)?;
    for one in &view.paths {
        let place: u32 = number(At("paths", "path"), one.path, 63)?;
        map.encounters |= u64::from(one.encounter) << place;
        map.closed |= u64::from(one.closed) << place;
    }
    few(At("", "encounters"), &view.encounters, 32)?;
    for found in &view.encounters {
        let bit: u32 = number(At("", "encounters"), *found, 31)?;
        map.numbers |= 1 << bit;
    }
    few(At("", "map_cards"), &view.map_cards, 128)?;
    for text in &view.map_cards {
        let id: ItemId = word(At("", "map_cards"), text)?;
        if !game.content.has_discovery(id) {
            return Err(Misfit::new("map_cards", id, "discovery cards of the content"));
        }
        map.cards |= id.bit();
    }
    state.map = map;
    Ok(())
}

fn location(game: &Adventures, map: &mut MapState, told: &wire::Location) -> Result<(), Misfit> {
    let id: LocationId = word(At("locations", "id"), &told.id)?;
    map.explored |= if told.explored { id.bit() } else { 0 };
    map.visited |= if told.visited { id.bit() } else { 0 };
    let xp = number(At(&told.id, "xp"), told.xp, 60)?;
    few(At(&told.id, "tokens"), &told.tokens, 16)?;
    let mut tokens = 0u16;
    for word in &told.tokens {
        let bit = game.content.tokens.iter().position(|known| known == word).filter(|bit| *bit < 16);
        let wrong = || Misfit::new(At(&told.id, "tokens"), quoted(word), "story tokens of the content");
        tokens |= 1 << bit.ok_or_else(wrong)?;
    }
    few(At(&told.id, "used"), &told.used, 120)?;
    let mut used = 0u128;
    for text in &told.used {
        used |= use_of(map, At(&told.id, "used"), text)?;
    }
    let at = id.index();
    if let (Some(cubes), Some(lying), Some(bits)) =
        (map.xp.get_mut(at), map.tokens.get_mut(at), map.used.get_mut(at))
    {
        (*cubes, *lying, *bits) = (xp, tokens, used);
    }
    Ok(())
}

/// The bit of an item, or of a pair, that was used.
fn use_of(map: &MapState, at: At, text: &str) -> Result<u128, Misfit> {
    let place = |text: &str| {
        let item: ItemId = word(at, text)?;
        let place = map.items.iter().position(|known| *known == item);
        place.ok_or_else(|| Misfit::new(at, item, "items that came to light"))
    };
    let Some((one, two)) = text.split_once('+') else { return Ok(use_bit(place(text)?, None)) };
    let (one, two) = (place(one)?, place(two)?);
    if one == two {
        return Err(Misfit::new(at, quoted(text), "two different items"));
    }
    Ok(use_bit(one, Some(two)))
}

// --- what goes on

fn ending(told: i32) -> Result<Option<Ending>, Misfit> {
    Ok(match wire::Ending::try_from(told) {
        Ok(wire::Ending::Unspecified) => None,
        Ok(wire::Ending::Passed) => Some(Ending::Passed),
        Ok(wire::Ending::Failed) => Some(Ending::Failed),
        Ok(wire::Ending::Victory) => Some(Ending::Victory),
        Ok(wire::Ending::Defeat) => Some(Ending::Defeat),
        Ok(wire::Ending::Adventure) => Some(Ending::Adventure),
        Ok(wire::Ending::Campaign) => Some(Ending::Campaign),
        Err(_) => return Err(Misfit::new("ending", told, "0 to 6")),
    })
}

/// What goes on at this table.
fn moment(view: &AdventuresView) -> Result<Moment, Misfit> {
    let entry = || match view.entry {
        Some(entry) => Ok(EntryId(number(At("", "entry"), entry, 4_095)?)),
        None => Err(Misfit::new("entry", "none", "the entry whose options are open")),
    };
    match wire::Phase::try_from(view.phase) {
        Ok(wire::Phase::Choice) => Ok(Moment::Choice(entry()?)),
        Ok(wire::Phase::Build) => Ok(Moment::Build),
        Ok(wire::Phase::Manipulate) => Ok(Moment::Manipulate),
        Ok(wire::Phase::Over) => Ok(Moment::Over),
        Ok(wire::Phase::Unspecified) | Err(_) => {
            let expected = "a choice, a single check or combat, or the end; anything else needs in_progress";
            Err(Misfit::new("phase", view.phase, expected))
        }
    }
}
