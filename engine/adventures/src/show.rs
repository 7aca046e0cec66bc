//! The table as a person sees it, what is asked, and how it ended.

use crate::{
    Action, Adventures, State,
    content::cards::{Discovery, TRACK},
    hints, labels,
    options::Scope,
    own_book,
    queries::Look,
    rules::{dice_pool::die_text, storybook},
    state::{Ending, Kind, SlotState},
    words::{Colour, SlotId},
};
use kernel::{Ink, Page, Seat, Show, rule};

impl Show for Adventures {
    fn seat_name(&self, state: &State, seat: Seat) -> String {
        Look { g: self, s: state }.name(seat)
    }
    fn label(&self, state: &State, seat: Seat, action: Action) -> String {
        labels::label(Look { g: self, s: state }, seat, action)
    }
    fn group(&self, state: &State, _: Seat, action: Action) -> &'static str {
        hints::group(Look { g: self, s: state }, action)
    }
    fn hint(&self, state: &State, seat: Seat, action: Action) -> String {
        hints::hint(Look { g: self, s: state }, seat, action)
    }
    fn prompt(&self, state: &State) -> String {
        labels::prompt(Look { g: self, s: state })
    }
    fn draw(&self, state: &State, page: &mut Page) {
        let look = Look { g: self, s: state };
        draw_journal(look, page);
        if look.own_book() {
            draw_own_map(look, page);
        } else if !self.is_single() && state.map.explored > 0 {
            draw_map(look, page);
        }
        for seat in state.present {
            draw_sheet(look, seat, page);
        }
        if state.contest.kind != Kind::None {
            draw_contest(look, page);
        }
    }
    fn result(&self, state: &State) -> Option<String> {
        let journal = &state.journal;
        let left = format!("{} XP and {} gold", journal.xp, journal.gold);
        Some(match state.ending? {
            Ending::Passed => "Passed".to_owned(),
            Ending::Failed => "Failed".to_owned(),
            Ending::Victory => format!("Victory with {left}"),
            Ending::Defeat => format!("Defeat with {left}"),
            Ending::Adventure if state.map.fallen == 0 => format!("The end, nobody fell: {left}"),
            Ending::Adventure => format!("The end, the party fell {} times: {left}", state.map.fallen),
            Ending::Campaign => {
                let ending = journal.ending.map(|e| self.content.campaign.endings[e.index()].id.clone());
                format!(
                    "Campaign over: {}, {} of {} adventures without a fall",
                    ending.unwrap_or_else(|| "no ending".to_owned()),
                    state.won,
                    state.played
                )
            }
        })
    }
    /// Only a person can read a book that is not in the content.
    fn needs_person(&self, _: &State, seat: Seat) -> bool {
        self.options.scope == Scope::Table && seat == own_book::reader(self)
    }
    fn fact(&self, state: &State, name: &str) -> Option<String> {
        crate::fixture::fact(Look { g: self, s: state }, name)
    }
}

fn draw_journal(look: Look, page: &mut Page) {
    let j = &look.s.journal;
    let title = if look.own_book() { "Your own book" } else { look.g.content.campaign.name.as_str() };
    page.line().ink(Ink::Title, title.to_owned());
    if j.legendary {
        page.ink(Ink::Bad, " (legendary)");
    }
    page.plain(format!(
        ": {} XP, {} gold; play limit {}, {} of {} bonus plays, {} combat dice; rests {}, deaths {}",
        j.xp, j.gold, j.play_limit, j.tokens, j.bonus_limit, j.combat_dice, j.rests, j.deaths
    ));
    page.line().plain(limits(look));
    let favor = j.factions.iter().enumerate();
    let favor: Vec<String> = favor.map(|(track, at)| format!("{} {at}", look.faction_name(track))).collect();
    page.line().ink(Ink::Dim, favor.join(", "));
    let titles = look.titles();
    if !titles.is_empty() {
        page.line().ink(Ink::Dim, format!("titles: {}", titles.join(", ")));
    }
    let words = look.keywords();
    if !words.is_empty() {
        page.line().ink(Ink::Dim, format!("keywords: {}", words.join(", ")));
    }
    let shown: Vec<String> =
        look.s.display.iter().flatten().map(|c| format!("{} {c}", look.card(*c).name)).collect();
    if !shown.is_empty() {
        page.line().plain(format!("market: {}", shown.join(", ")));
    }
}

/// Mastery with what the next level costs, card limits where they count, and who holds the books.
fn limits(look: Look) -> String {
    rule!("RA-007");
    let (j, s) = (&look.s.journal, look.s);
    let track = &look.g.content.campaign.mastery;
    let mut text = format!("mastery level {}", j.mastery);
    if j.mastery > 0 {
        text += &format!(", scores to {}", look.score_limit());
    }
    if let Some(next) = track.get(usize::from(j.mastery)) {
        text += &format!("; the next costs {} XP, scores to {}", next.cost, next.limit);
    }
    if j.legendary {
        let bonus = u32::from(j.bonus_cards);
        text += &format!(
            "; card limit {} and {bonus}, {} count",
            look.card_limit() - bonus,
            look.counted_cards()
        );
    }
    if s.stack.frames().any(|frame| *frame == storybook::Frame::AdventureOver.into()) {
        let (teller, keeper) = (look.name(s.storyteller), look.name(s.tome_keeper));
        text += &match teller == keeper {
            true => format!("; {teller} tells the story and keeps the Tome"),
            false => format!("; {teller} tells the story, {keeper} keeps the Tome"),
        };
    }
    text
}

/// What people told of their own map.
fn draw_own_map(look: Look, page: &mut Page) {
    let map = &look.s.map;
    if map.explored > 0 {
        page.line().plain(format!("  the party is at {}", map.at));
    }
    draw_items(look, page);
}

fn draw_items(look: Look, page: &mut Page) {
    let map = &look.s.map;
    let held = map.items.iter().enumerate().filter(|(i, _)| map.held >> i & 1 == 1);
    let items: Vec<String> = held
        .map(|(_, item)| {
            if look.own_book() { look.item_name(*item) } else { format!("{} {item}", look.item_name(*item)) }
        })
        .collect();
    if !items.is_empty() {
        page.line().plain(format!("  items: {}", items.join(", ")));
    }
}

/// Only what the party has seen: locations, paths, what lies on them.
fn draw_map(look: Look, page: &mut Page) {
    let (book, map) = (look.adventure(), &look.s.map);
    page.line().ink(Ink::Strong, book.title.clone());
    for (i, location) in book.locations.iter().enumerate() {
        let here = map.at.index() == i;
        let ink = if here { Ink::Good } else { Ink::Plain };
        let letter = char::from(b'A' + i as u8);
        page.line().ink(ink, format!("  {}{letter} {}", if here { "*" } else { " " }, location.name));
        let mut notes = vec![];
        if map.xp[i] > 0 {
            notes.push(format!("{} XP", map.xp[i]));
        }
        if map.tokens[i] != 0 {
            notes.push("a token".to_owned());
        }
        if map.explored >> i & 1 == 1 {
            notes.push("explored".to_owned());
        }
        if !notes.is_empty() {
            page.ink(Ink::Dim, format!(" ({})", notes.join(", ")));
        }
    }
    let path = |(i, path): (usize, &crate::content::story::Path)| {
        let closed = if map.closed >> i & 1 == 1 { " closed" } else { "" };
        let token = if map.encounters >> i & 1 == 1 { " ?" } else { "" };
        format!("{}-{}{closed}{token}", path.ends.0, path.ends.1)
    };
    let paths: Vec<String> = book.paths.iter().enumerate().map(path).collect();
    page.line().ink(Ink::Dim, format!("  paths: {}", paths.join(", ")));
    for card in look.g.content.discoveries.iter().filter(|card| map.cards & card.id.bit() != 0) {
        if let Discovery::Map { at, .. } = &card.is {
            page.line().plain(format!("  map card {} at {at}", card.name));
        }
    }
    draw_items(look, page);
}

fn draw_sheet(look: Look, seat: Seat, page: &mut Page) {
    let sheet = &look.s.sheets[seat];
    page.line().ink(Ink::Strong, format!("{seat} {}", look.name(seat)));
    if sheet.health == 0 {
        return;
    }
    let ink = if sheet.exhausted() { Ink::Bad } else { Ink::Plain };
    let up = if sheet.ready { "ready" } else { "used" };
    page.ink(ink, format!(": fatigue {}/{}, {} ({up})", sheet.fatigue, sheet.health, look.calling(seat)));
    if sheet.tokens > 0 {
        page.plain(format!(", {} tokens", sheet.tokens));
    }
    let rows = Colour::ALL.iter().map(|c| {
        let i = c.index();
        format!("{} {}/{}", c.attribute(), sheet.rows[i], sheet.scores[i])
    });
    page.line().ink(Ink::Dim, format!("  {}", rows.collect::<Vec<_>>().join(" ")));
    let piles = [("hand", sheet.hand), ("discard", sheet.discard), ("spent", sheet.spent)];
    for (name, pile) in piles.into_iter().filter(|(_, pile)| !pile.is_empty()) {
        let played = |c| if look.s.once.contains(c) { " (was played once)" } else { "" };
        let cards: Vec<String> =
            pile.iter().map(|c| format!("{} {c}{}", look.card(c).name, played(c))).collect();
        page.line().plain(format!("  {name}: {}", cards.join(", ")));
    }
}

/// What stands under a slot: the counterattack, and the reward for covering it.
fn under(slot: &SlotState) -> String {
    let icon = |n: u8, what: &str| if n > 0 { format!(", {what} {n}") } else { String::new() };
    icon(slot.counterattack, "hits") + &icon(slot.xp, "pays XP") + &icon(slot.gold, "pays gold")
}

fn draw_contest(look: Look, page: &mut Page) {
    let contest = &look.s.contest;
    let head = match contest.kind {
        Kind::Check if contest.own => "a check of your book".to_owned(),
        Kind::Check => {
            let level = crate::words::Level::ALL[usize::from(contest.level) - 1];
            format!("{} {level}", look.g.content.page(contest.page).name)
        }
        Kind::Combat | Kind::None => format!("combat, round {}", contest.round),
    };
    page.line().ink(Ink::Title, head);
    for (i, foe) in contest.foes.iter().enumerate() {
        if contest.kind == Kind::Combat {
            let state = if foe.down { "defeated".to_owned() } else { format!("marker on {}", foe.marker) };
            page.line().plain(format!("  {} ({state})", look.foe_name(i)));
            let track = (1..TRACK).map(|space| match &look.space(i, space)[..] {
                [] => "-".to_owned(),
                icons => icons.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            });
            page.ink(Ink::Dim, format!(" round track: start | {}", track.collect::<Vec<_>>().join(" | ")));
        }
        for modifier in foe.mods {
            let card = look.g.content.modifier(modifier);
            page.line().ink(Ink::Dim, format!("  [{}] {}", card.name, card.text));
        }
        page.line().plain("  ");
        for (at, slot) in contest.slots.iter().enumerate().filter(|(_, slot)| usize::from(slot.foe) == i) {
            let id = SlotId(at as u8 + 1);
            let shown = labels::slot(look, id);
            let mark = match slot.die {
                Some(die) => format!(" {id} [{shown}: {}]", die_text(die)),
                None => format!(" {id} [{shown}{}]", under(slot)),
            };
            page.ink(if slot.die.is_some() { Ink::Good } else { Ink::Plain }, mark);
        }
    }
    if !contest.pool.is_empty() {
        let dice = contest.pool.iter().enumerate().map(|(i, die)| format!("d{} {}", i + 1, die_text(*die)));
        page.line().plain(format!("  pool: {}", dice.collect::<Vec<_>>().join(", ")));
    }
}
