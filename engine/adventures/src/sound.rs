//! What must hold of a table that somebody told us before any rule looks at it: who is named is there, and numbers are
//! such that play can go on from them. `invariants.rs` says the rest.

use crate::{
    Adventures, State,
    options::Scope,
    state::{COMBAT_DICE_MAX, Kind, SlotState},
    words::{CardSet, DICE_A_COLOUR},
};
use kernel::{Misfit, Seat, SeatSet, stated::ensure};

type Fits = Result<(), Misfit>;

/// Far above what play leads to, far below where counting would go wrong.
const WEALTH_MAX: u16 = 10_000;
const HEALTH_MAX: u8 = 60;
const ROW_MAX: u8 = 30;
const SCORE_MAX: u8 = 20;

fn upto(thing: impl ToString, found: u16, most: u16) -> Fits {
    ensure(found <= most, || Misfit::new(thing, found, format!("at most {most}")))
}

/// Everything that is named is there.
pub fn ids(g: &Adventures, s: &State) -> Fits {
    let content = &g.content;
    let known = s.present.minus(SeatSet::first(g.options.seats)).is_empty() && !s.present.is_empty();
    ensure(known, || Misfit::new("present", "seats that are not there", "seats of this table"))?;
    let books = content.adventures.len() as u16;
    upto("adventure", s.adventure.into(), books - 1)?;
    for seat in s.present {
        let sheet = &s.sheets[seat];
        let portrait = sheet.portrait == 0
            || crate::words::HeroId::new(sheet.portrait).is_some_and(|hero| content.has_hero(hero));
        let named = content.has_class(sheet.class) && sheet.race.index() < content.campaign.races.len();
        // Before heroes are chosen a sheet is blank.
        let blank = *sheet == Default::default();
        ensure(blank || portrait && named, || {
            Misfit::new(
                format!("p{}", seat.number()),
                "an unknown hero",
                "class, race and portrait of the content",
            )
        })?;
    }
    let all = g.deck_masks.iter().fold(CardSet::EMPTY, |all, deck| all.or(deck));
    let held = s.present.into_iter().fold(s.decks.or(&s.loose), |sum, seat| sum.or(&s.sheets[seat].cards()));
    let wanted = s.wanted.iter().fold(held, |sum, wanted| sum.or(wanted));
    let shown: CardSet = s.display.iter().flatten().copied().collect();
    ensure(wanted.or(&shown).minus(&all).is_empty(), || {
        Misfit::new("cards", "a card that is not there", "cards of the content")
    })?;
    map_ids(g, s)?;
    contest_ids(g, s)
}

fn map_ids(g: &Adventures, s: &State) -> Fits {
    let book = &g.content.adventures[usize::from(s.adventure)];
    let (places, paths) = (book.locations.len(), book.paths.len());
    if g.options.scope == Scope::Table {
        // The map is people's own.
        return Ok(());
    }
    let on_map = s.map.at.index() < places
        && s.map.explored >> places == 0
        && s.map.visited >> places == 0
        && s.map.xp[places..].iter().all(|xp| *xp == 0)
        && s.map.tokens[places..].iter().all(|tokens| *tokens == 0);
    ensure(on_map, || Misfit::new("map", "a location that is not on it", "locations of the storybook"))?;
    let beyond = if paths < 64 { u64::MAX << paths } else { 0 };
    ensure((s.map.encounters | s.map.closed) & beyond == 0, || {
        Misfit::new("map", "a path that is not on it", "paths of the storybook")
    })?;
    let numbers = book.encounters.iter().fold(0u32, |all, (number, _)| all | 1 << number);
    ensure(
        s.map.numbers & !numbers == 0 && s.map.numbers.count_ones() >= s.map.encounters.count_ones(),
        || {
            Misfit::new(
                "map.encounters",
                "other tokens",
                "tokens of the storybook, one for each that lies on a path",
            )
        },
    )?;
    let items = &s.map.items;
    let twice = (1..items.len()).any(|i| items[..i].contains(&items[i]));
    let known = items.iter().all(|item| g.content.has_discovery(*item)) && !twice;
    ensure(known && u32::from(s.map.held) >> items.len() == 0, || {
        Misfit::new("map.items", "an unknown item, or one twice", "items of the content, each once")
    })?;
    let ending = s.journal.ending.is_none_or(|e| e.index() < g.content.campaign.endings.len());
    ensure(ending, || Misfit::new("ending", "an unknown ending", "an ending of the content"))
}

fn contest_ids(g: &Adventures, s: &State) -> Fits {
    let contest = &s.contest;
    let mods = contest.foes.iter().flat_map(|foe| foe.mods.iter()).chain(&s.pending);
    let known = mods.copied().all(|m| g.content.has_modifier(m));
    ensure(known, || Misfit::new("contest.modifiers", "an unknown one", "modifiers of the content"))?;
    let there = match contest.kind {
        Kind::None => true,
        Kind::Check => {
            g.content.has_page(contest.page) && (1..=4).contains(&contest.level) && contest.foes.len() == 1
        }
        Kind::Combat => {
            !contest.foes.is_empty() && contest.foes.iter().all(|foe| g.content.has_enemy(foe.enemy))
        }
    };
    ensure(there, || {
        Misfit::new("contest", "an unknown page or enemy", "a page and row, or enemies, of the content")
    })?;
    let fits = |slot: &SlotState| usize::from(slot.foe) < contest.foes.len() && slot.counterattack <= 20;
    ensure(contest.slots.iter().all(fits), || {
        Misfit::new("contest.slots", "one of nobody", "slots of those in play")
    })?;
    let dice = contest.pool.iter().copied().chain(contest.slots.iter().filter_map(|slot| slot.die));
    let kinds = dice.clone().all(|die| die.kind.0 < 22 && die.value <= 6 && !die.colours.is_empty());
    ensure(kinds, || Misfit::new("contest.dice", "an impossible die", "a kind, a colour and a value up to 6"))
}

/// Numbers that play can go on from.
pub fn numbers(g: &Adventures, s: &State) -> Fits {
    let (j, campaign) = (&s.journal, &g.content.campaign);
    upto("xp", j.xp, WEALTH_MAX)?;
    upto("gold", j.gold, WEALTH_MAX)?;
    upto("play_limit", j.play_limit.into(), 20)?;
    upto("bonus_limit", j.bonus_limit.into(), campaign.bonus_most.into())?;
    upto("tokens", j.tokens.into(), campaign.bonus_most.into())?;
    upto("combat_dice", j.combat_dice.into(), COMBAT_DICE_MAX.into())?;
    upto("bonus_cards", j.bonus_cards.into(), 200)?;
    upto("mastery", j.mastery.into(), campaign.mastery.len() as u16)?;
    upto("campaign", j.campaign.into(), g.content.adventures.len() as u16)?;
    upto("played", s.played.into(), 200)?;
    upto("won", s.won.into(), s.played.into())?;
    upto("fallen", s.map.fallen.into(), 250)?;
    for count in s.bag {
        upto("bag", count.into(), DICE_A_COLOUR.into())?;
    }
    for seat in s.present {
        sheet(s, seat)?;
    }
    let contest = &s.contest;
    upto("contest.limit", contest.limit.into(), 16)?;
    upto("contest.round", contest.round.into(), 3)?;
    upto("contest.edits", contest.edits.into(), 200)?;
    upto("contest.extra", contest.extra.into(), 50)?;
    for (slot, die) in contest.plan.covered() {
        let open = contest.slots.get(slot.index() - 1).is_some_and(|slot| slot.die.is_none());
        let there = die.index() <= contest.pool.len();
        ensure(open && there, || {
            Misfit::new("contest.plan", "a die or slot that is not there", "dice of the pool")
        })?;
    }
    let rolled = s.contest.foes.iter().all(|foe| foe.marker <= 3);
    ensure(rolled, || Misfit::new("contest.marker", "a space beyond the track", "1 to 3"))
}

fn sheet(s: &State, seat: Seat) -> Fits {
    let sheet = &s.sheets[seat];
    let of = |what: &str| format!("p{}.{what}", seat.number());
    upto(of("health"), sheet.health.into(), HEALTH_MAX.into())?;
    upto(of("fatigue"), sheet.fatigue.into(), sheet.health.into())?;
    upto(of("tokens"), sheet.tokens.into(), 8)?;
    upto(of("plays"), sheet.plays.into(), 100)?;
    for i in 0..6 {
        upto(of("rows"), sheet.rows[i].into(), ROW_MAX.into())?;
        upto(of("scores"), sheet.scores[i].into(), SCORE_MAX.into())?;
    }
    let paid: u16 = s.contest.paid[seat.index()].iter().map(|n| u16::from(*n)).sum();
    upto(of("paid"), paid, sheet.fatigue.into())
}
