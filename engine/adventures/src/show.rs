//! The table as a person sees it, what is asked, and how it ended.

use crate::{
    Action, Adventures, Chance, State,
    content::printed,
    hints, labels, luck,
    options::Scope,
    own_book,
    queries::Look,
    rules::dice_pool::die_text,
    state::{Ending, Kind},
    words::{Colour, SlotId},
};
use kernel::{Ink, Page, Printed, Seat, Show, printed::Kind as CardKind};

impl Show for Adventures {
    fn kinds() -> &'static [CardKind] {
        printed::KINDS
    }
    fn told(&self) -> &[String] {
        &self.content.told
    }
    fn with_card(&self, state: &State, card: &Printed) -> Result<(Self, State), String> {
        printed::with_card(self, state, card)
    }
    fn roller(&self, state: &State) -> Option<Seat> {
        luck::roller(state)
    }
    fn meant(&self, state: &State, typed: &str) -> Option<Chance> {
        luck::meant(Look { g: self, s: state }, typed)
    }
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
        if !self.is_single() && state.map.explored > 0 {
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
    page.line().ink(Ink::Title, look.g.content.campaign.name.clone());
    if j.legendary {
        page.ink(Ink::Bad, " (legendary)");
    }
    page.plain(format!(
        ": {} XP, {} gold; play limit {}, {} of {} bonus plays, {} combat dice; rests {}, deaths {}",
        j.xp, j.gold, j.play_limit, j.tokens, j.bonus_limit, j.combat_dice, j.rests, j.deaths
    ));
    let favor = look.g.content.campaign.factions.iter().zip(j.factions);
    let favor: Vec<String> = favor.map(|(track, at)| format!("{} {at}", track.id.title())).collect();
    page.line().ink(Ink::Dim, favor.join(", "));
    let titles = look.g.content.titles.iter().filter(|t| j.titles & t.id.bit() != 0);
    let titles: Vec<&str> = titles.map(|t| t.name.as_str()).collect();
    if !titles.is_empty() {
        page.line().ink(Ink::Dim, format!("titles: {}", titles.join(", ")));
    }
    let words = look.g.content.keywords.iter().enumerate().filter(|(i, _)| j.keywords >> i & 1 == 1);
    let words: Vec<&str> = words.map(|(_, word)| word.as_str()).collect();
    if !words.is_empty() {
        page.line().ink(Ink::Dim, format!("keywords: {}", words.join(", ")));
    }
    let shown: Vec<String> =
        look.s.display.iter().flatten().map(|c| format!("{} {c}", look.card(*c).name)).collect();
    if !shown.is_empty() {
        page.line().plain(format!("market: {}", shown.join(", ")));
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
    let held = map.items.iter().enumerate().filter(|(i, _)| map.held >> i & 1 == 1);
    let items: Vec<String> =
        held.map(|(_, item)| format!("{} {item}", look.g.content.discovery(*item).name)).collect();
    if !items.is_empty() {
        page.line().plain(format!("  items: {}", items.join(", ")));
    }
}

fn draw_sheet(look: Look, seat: Seat, page: &mut Page) {
    let sheet = &look.s.sheets[seat];
    page.line().ink(Ink::Strong, format!("{seat} {}", look.name(seat)));
    if sheet.health == 0 {
        return;
    }
    let class = look.g.content.class(sheet.class);
    let ink = if sheet.exhausted() { Ink::Bad } else { Ink::Plain };
    let up = if sheet.ready { "ready" } else { "used" };
    page.ink(ink, format!(": fatigue {}/{}, {} ({up})", sheet.fatigue, sheet.health, class.name));
    if sheet.tokens > 0 {
        page.plain(format!(", {} tokens", sheet.tokens));
    }
    let rows = Colour::ALL.iter().map(|c| {
        let i = c.index();
        format!("{} {}/{}", c.attribute(), sheet.rows[i], sheet.scores[i])
    });
    page.line().ink(Ink::Dim, format!("  {}", rows.collect::<Vec<_>>().join(" ")));
    let piles =
        [("hand", sheet.hand), ("discard", sheet.discard), ("spent", sheet.spent), ("aside", sheet.aside)];
    for (name, pile) in piles.into_iter().filter(|(_, pile)| !pile.is_empty()) {
        let cards: Vec<String> = pile.iter().map(|c| format!("{} {c}", look.card(c).name)).collect();
        page.line().plain(format!("  {name}: {}", cards.join(", ")));
    }
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
                None if slot.counterattack > 0 => format!(" {id} [{shown}, hits {}]", slot.counterattack),
                None => format!(" {id} [{shown}]"),
            };
            page.ink(if slot.die.is_some() { Ink::Good } else { Ink::Plain }, mark);
        }
    }
    if !contest.pool.is_empty() {
        let dice = contest.pool.iter().enumerate().map(|(i, die)| format!("d{} {}", i + 1, die_text(*die)));
        page.line().plain(format!("  pool: {}", dice.collect::<Vec<_>>().join(", ")));
    }
}
