//! Adventure set-up, and what happens when THE END has been read. RA-040 to RA-045, RA-140.

use crate::{
    Event, Play,
    frame::{then, wait},
    options::Scope,
    own_book,
    rules::{advancement, storybook},
    state::{Ending, MapState},
    told,
    words::{CardSet, LocationId, PathId},
};
use kernel::{Next, Seat, SeatSet, rule};

/// Everything is laid out anew: full rows, empty fatigue boxes, whole hands, the map.
pub fn setup(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-040", "RA-041", "RA-043", "RA-044", "RA-045", "RA-R09", "RA-R52");
    for seat in p.s.present {
        let sheet = &mut p.s.sheets[seat];
        sheet.rows = sheet.scores;
        sheet.fatigue = 0;
        sheet.ready = true;
        sheet.tokens = 0;
        sheet.hand = sheet.cards();
        (sheet.discard, sheet.spent) = Default::default();
    }
    p.s.once = CardSet::EMPTY;
    p.s.changed = SeatSet::EMPTY;
    p.s.journal.tokens = p.s.journal.bonus_limit;
    p.s.pending = Default::default();
    if p.g.options.scope == Scope::Table {
        p.s.map = MapState::default();
        return then(storybook::Frame::Storyteller);
    }
    let g = p.g;
    let book = &g.content.adventures[usize::from(p.s.adventure)];
    let mut map = MapState::default();
    for (i, location) in book.locations.iter().enumerate() {
        map.xp[i] = location.xp;
    }
    for (i, path) in book.paths.iter().enumerate() {
        let bit = PathId(i as u8).bit();
        map.encounters |= if path.encounter { bit } else { 0 };
        map.closed |= if path.locked { bit } else { 0 };
    }
    map.numbers = book.encounters.iter().fold(0, |all, (number, _)| all | 1 << number);
    map.at = LocationId::default();
    p.s.map = map;
    p.say(|_| Event::Adventure(book.title.clone()));
    then(storybook::Frame::Storyteller)
}

/// Any player may start as storyteller; alone, one is both.
pub fn storyteller(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-042");
    match p.s.present.lowest() {
        Some(only) if p.s.present.len() == 1 => begin(p, only),
        Some(_) | None => wait(storybook::Frame::Storyteller),
    }
}

pub fn begin(p: &mut Play, storyteller: Seat) -> Next<crate::Frame> {
    rule!("RA-042", "RA-043");
    p.s.storyteller = storyteller;
    // The tome keeper sits on the storyteller's right.
    p.s.tome_keeper = told::right_of(p, storyteller);
    told::say_books(p);
    p.s.stack.push(storybook::Frame::AdventureOver.into());
    if p.g.options.scope == Scope::Table {
        return then(own_book::Frame::Reading);
    }
    storybook::read(p, p.look().adventure().start)
}

/// THE END was read.
pub fn over(p: &mut Play) -> Next<crate::Frame> {
    rule!("RA-140", "RA-190");
    p.s.played += 1;
    p.s.won += u8::from(p.s.map.fallen == 0);
    if p.g.options.scope == Scope::Adventure {
        p.s.ending = Some(Ending::Adventure);
        p.s.stack.clear();
        return Next::Done;
    }
    then(advancement::Frame::MarketSetup { deck: 0 })
}
