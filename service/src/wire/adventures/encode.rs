//! A table told as a view: the map, the story, what goes on. `tell_party.rs` tells heroes, journal and contests.

use super::encode_party::{contest, faces, hero, journal};
use ::adventures::{
    Adventures, State, own_book,
    queries::Look,
    restore::{self, Moment},
    rules::items::use_bit,
    state::Ending,
    words::{Colour, ItemId, LocationId, Player},
};
use kernel::Seat;
use proto::v1::{AdventuresView, adventures_view as wire};

/// Ids as words.
pub(super) fn texts<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|id| id.to_string()).collect()
}

pub(super) fn table(game: &Adventures, state: &State) -> AdventuresView {
    let look = Look { g: game, s: state };
    let book = game.content.adventures.get(usize::from(state.adventure));
    let mut told = AdventuresView {
        adventure: book.map(|book| book.code.clone()).unwrap_or_default(),
        adventure_name: book.filter(|_| !look.own_book()).map(|book| book.title.clone()).unwrap_or_default(),
        heroes: Seat::first(game.options.seats).map(|seat| hero(look, seat)).collect(),
        journal: Some(journal(look)),
        storyteller: Player::from(state.storyteller).to_string(),
        tome_keeper: Player::from(state.tome_keeper).to_string(),
        display: state
            .display
            .iter()
            .map(|card| card.map(|card| card.to_string()).unwrap_or_default())
            .collect(),
        loose: texts(state.loose.iter()),
        pending: texts(state.pending),
        contest: contest(look),
        won: state.won.into(),
        played: state.played.into(),
        bag: Colour::ALL.iter().zip(state.bag).map(|(_, count)| count.into()).collect(),
        ending: ending(state.ending).into(),
        told: state.told.iter().map(own_book::says).collect(),
        ..map(look)
    };
    happening(look, &mut told);
    told.faces = faces(look, &told);
    told
}

/// What is in the middle of being resolved.
fn happening(look: Look, told: &mut AdventuresView) {
    let phase = match restore::moment(look.s) {
        Some(Moment::Choice(_)) => wire::Phase::Choice,
        Some(Moment::Build) => wire::Phase::Build,
        Some(Moment::Manipulate) => wire::Phase::Manipulate,
        Some(Moment::Over) => wire::Phase::Over,
        None => wire::Phase::Unspecified,
    };
    told.phase = phase.into();
    let Some(entry) = look.s.stack.frames().filter_map(|frame| frame.entry()).last() else { return };
    told.entry = Some(entry.into());
    if let Some(read) = look.g.content.entries.get(usize::from(entry)) {
        (told.entry_label, told.entry_text) = (read.label.clone(), read.text.clone());
    }
}

const fn ending(of: Option<Ending>) -> wire::Ending {
    match of {
        None => wire::Ending::Unspecified,
        Some(Ending::Passed) => wire::Ending::Passed,
        Some(Ending::Failed) => wire::Ending::Failed,
        Some(Ending::Victory) => wire::Ending::Victory,
        Some(Ending::Defeat) => wire::Ending::Defeat,
        Some(Ending::Adventure) => wire::Ending::Adventure,
        Some(Ending::Campaign) => wire::Ending::Campaign,
    }
}

// --- the map

fn map(look: Look) -> AdventuresView {
    let map = &look.s.map;
    let (locations, paths) = match look.g.content.adventures.get(usize::from(look.s.adventure)) {
        Some(book) => (book.locations.len(), book.paths.len()),
        None => (0, 0),
    };
    let held = |at: usize| map.held >> at & 1 == 1;
    AdventuresView {
        at: map.at.to_string(),
        locations: (0..locations).filter_map(|at| location(look, at)).collect(),
        paths: (0..paths).filter_map(|at| path(look, at)).collect(),
        encounters: (0..32).filter(|number| map.numbers >> number & 1 == 1).collect(),
        map_cards: (1..128)
            .filter(|n| map.cards >> n & 1 == 1)
            .filter_map(ItemId::new)
            .map(|id| id.to_string())
            .collect(),
        items: map
            .items
            .iter()
            .enumerate()
            .map(|(at, id)| wire::Item { id: id.to_string(), held: held(at) })
            .collect(),
        end_open: map.end_open,
        rested: map.rested,
        died: map.died,
        fallen: map.fallen.into(),
        ..AdventuresView::default()
    }
}

fn location(look: Look, at: usize) -> Option<wire::Location> {
    let map = &look.s.map;
    let printed = look.adventure().locations.get(at)?;
    let id = LocationId::new(u8::try_from(at).ok()?)?;
    let tokens = look.g.content.tokens.iter().enumerate();
    let lying = map.tokens.get(at).copied().unwrap_or_default();
    Some(wire::Location {
        id: id.to_string(),
        name: printed.name.clone(),
        column: printed.at.0.into(),
        row: printed.at.1.into(),
        explored: map.explored >> at & 1 == 1,
        visited: map.visited >> at & 1 == 1,
        xp: map.xp.get(at).copied().unwrap_or_default().into(),
        tokens: tokens.filter(|(bit, _)| lying >> bit & 1 == 1).map(|(_, word)| word.clone()).collect(),
        used: used(look, map.used.get(at).copied().unwrap_or_default()),
    })
}

/// Items and pairs of items that were used at a location.
fn used(look: Look, bits: u128) -> Vec<String> {
    let items = &look.s.map.items;
    let mut told = vec![];
    for (one, item) in items.iter().enumerate() {
        if bits & use_bit(one, None) != 0 {
            told.push(item.to_string());
        }
        for (two, other) in items.iter().enumerate().skip(one + 1) {
            if bits & use_bit(one, Some(two)) != 0 {
                told.push(format!("{item}+{other}"));
            }
        }
    }
    told
}

fn path(look: Look, at: usize) -> Option<wire::Path> {
    let printed = look.adventure().paths.get(at)?;
    Some(wire::Path {
        path: u32::try_from(at).ok()?,
        from: printed.ends.0.to_string(),
        to: printed.ends.1.to_string(),
        encounter: look.s.map.encounters >> at & 1 == 1,
        closed: look.s.map.closed >> at & 1 == 1,
    })
}
