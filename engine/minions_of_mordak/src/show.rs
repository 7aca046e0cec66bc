//! The table as a person sees it, what is asked, how it ended, and who may know a step at once.

use crate::{
    Action, Chance, MinionsOfMordak, State,
    content::printed,
    fixture,
    frame::Falls,
    hints,
    ids::{RegionId, Who},
    labels, luck,
    options::VoidDeck,
    orders,
    queries::Look,
    rules::standing_orders,
    telling, why,
    words::{DeckId, Row, Side, VILLAIN},
};
use kernel::{Ink, Page, Printed, Seat, SeatSet, Show, printed::Kind};

impl Show for MinionsOfMordak {
    fn seat_name(&self, state: &State, seat: Seat) -> String {
        let look = Look { g: self, s: state };
        match state.players[seat].hero {
            Some(_) => look.name(Who::hero(seat)),
            None if seat == VILLAIN => self.content.villain.name.clone(),
            None => format!("Hero {}", seat.number()),
        }
    }
    fn label(&self, state: &State, seat: Seat, action: Action) -> String {
        labels::label(Look { g: self, s: state }, seat, action)
    }
    fn group(&self, _: &State, _: Seat, action: Action) -> &'static str {
        hints::group(action)
    }
    fn hint(&self, state: &State, seat: Seat, action: Action) -> String {
        hints::hint(Look { g: self, s: state }, seat, action)
    }
    fn prompt(&self, state: &State) -> String {
        labels::prompt(Look { g: self, s: state })
    }
    fn draw(&self, state: &State, page: &mut Page) {
        let look = Look { g: self, s: state };
        draw_head(look, page);
        draw_map(look, page);
        for seat in Seat::first(self.options.seats) {
            draw_player(look, seat, page);
        }
    }
    fn result(&self, state: &State) -> Option<String> {
        let ending = state.ending?;
        let who = match ending.winner {
            Some(Side::Villain) => "the Villain wins",
            Some(Side::Heroes) => "the Heroes win",
            None => "nobody wins",
        };
        let health = state.players[VILLAIN].health;
        let rounds = state.clock.div_ceil(2);
        let facts = format!("{} Souls, the Villain at {health} Health, {rounds} Rounds", state.souls);
        Some(format!("{}: {who}; {facts}", ending.reason.title()))
    }
    /// Deals of the Villain's hand stay secret, so the house keeps the Spell decks; all else may be told.
    fn chance_seen_by(&self, state: &State) -> SeatSet {
        match luck::due(Look { g: self, s: state }) {
            Some(Falls::Spell { seat, .. }) => SeatSet::only(seat),
            Some(Falls::Stolen { from, to }) => SeatSet::only(from).with(to),
            Some(
                Falls::Roll
                | Falls::Reroll
                | Falls::Dodge(_)
                | Falls::Regenerate(_)
                | Falls::Loot(_)
                | Falls::Effect(_)
                | Falls::Minion { .. }
                | Falls::Tile(_)
                | Falls::Treasure,
            )
            | None => SeatSet::first(self.options.seats),
        }
    }
    /// Where the table wants it, the Void deck lies here: nobody may see what the Villain draws, or look through his hand.
    fn house_draws(&self, state: &State) -> bool {
        let here = matches!(
            luck::due(Look { g: self, s: state }),
            Some(Falls::Spell { seat: VILLAIN, deck: DeckId::Void } | Falls::Stolen { from: VILLAIN, .. })
        );
        here && self.options.void_deck == VoidDeck::House
    }
    fn people_tell(&self, state: &State) -> bool {
        telling::out_of_hidden_hand(Look { g: self, s: state })
    }
    fn roller(&self, state: &State) -> Option<Seat> {
        telling::roller(Look { g: self, s: state })
    }
    fn form(&self, state: &State) -> String {
        telling::form(Look { g: self, s: state })
    }
    fn meant(&self, state: &State, typed: &str) -> Option<Chance> {
        telling::meant(Look { g: self, s: state }, typed)
    }
    fn kinds() -> &'static [Kind] {
        printed::KINDS
    }
    fn told(&self) -> &[String] {
        &self.content.told
    }
    fn with_card(&self, state: &State, card: &Printed) -> Result<(Self, State), String> {
        printed::with_card(self, state, card)
    }
    fn order(&self, state: &State, seat: Seat, action: Action) -> Option<String> {
        Some(orders::order(Look { g: self, s: state }, seat, action))
    }
    fn needs_person(&self, state: &State, seat: Seat) -> bool {
        state.is_hidden(seat)
    }
    fn conflict(&self, state: &State, seat: Seat, action: &str) -> Option<String> {
        let told = crate::corrections::conflict(self, state, seat, action);
        let forbidden = || {
            let action = action.trim().to_lowercase().parse().ok()?;
            why::why(Look { g: self, s: state }, seat, action)
        };
        told.or_else(forbidden)
    }
    fn setting_seen_by(&self, setting: &str) -> SeatSet {
        crate::corrections::seen_by(self, setting)
    }
    fn set_by(&self, setting: &str) -> Option<Seat> {
        crate::corrections::own_affair(self, setting)
    }
    fn standing_answer(&self, state: &State, seat: Seat) -> Option<Action> {
        standing_orders::answer(Look { g: self, s: state }, seat)
    }
    fn fact(&self, state: &State, name: &str) -> Option<String> {
        fixture::fact(Look { g: self, s: state }, name)
    }
}

fn draw_head(look: Look, page: &mut Page) {
    let s = look.s;
    let round = if s.is_hero_round() { "Hero Round" } else { "Villain Round" };
    page.line().ink(Ink::Title, "Minions of Mordak");
    page.plain(format!(", {round} {}, day {}", s.clock.div_ceil(2), s.day));
    page.plain(format!(", Shrines {} of {}", s.shrines, s.shrines_needed));
    if s.final_battle {
        page.ink(Ink::Bad, format!(", Final Battle, {} Souls", s.souls));
    }
    let fallen = s.fallen.total();
    let hidden = s.stash_hidden;
    page.line().ink(
        Ink::Dim,
        format!(
            "Stashes: Heroes {fallen} Minions and {} Treasures, Villain {} Heroes and {}; decks: {}",
            hidden[1],
            s.markers,
            hidden[0],
            DeckId::ALL.iter().map(|d| format!("{d} {}", s.spells_left(*d))).collect::<Vec<_>>().join(", ")
        ),
    );
}

const CELL: usize = 26;

fn draw_map(look: Look, page: &mut Page) {
    for row in 0..5u8 {
        let cells: Vec<Vec<(Ink, String)>> = (0..5).map(|col| cell(look, RegionId(row * 5 + col))).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            page.line();
            for cell in &cells {
                let (ink, text) = cell.get(line).cloned().unwrap_or((Ink::Plain, String::new()));
                page.ink(ink, format!("{text:<CELL$}"));
            }
        }
        page.line();
    }
}

fn clip(text: String) -> String {
    text.chars().take(CELL - 1).collect()
}

fn cell(look: Look, region: RegionId) -> Vec<(Ink, String)> {
    let s = look.s;
    if !s.cells.contains(region) {
        return vec![];
    }
    if !s.revealed.contains(region) {
        return vec![(Ink::Dim, format!("{region} ?"))];
    }
    let mark = if look.is_mountain(region) { " ^" } else { "" };
    let gold = match s.treasures[region.index()] {
        0 => String::new(),
        n => format!(" {n}T"),
    };
    let mut lines = vec![(Ink::Strong, clip(format!("{region}{mark}{gold} {}", look.tile_name(region))))];
    for seat in look.heroes_in(region) {
        let shield = if s.defenders.contains(seat) { "*" } else { "" };
        let health = s.players[seat].health;
        lines.push((
            Ink::Good,
            clip(format!("h{}{shield} {} {health}", seat.number(), look.name(Who::hero(seat)))),
        ));
    }
    if s.gust == region {
        lines.push((Ink::Good, clip(look.name(Who::GUST))));
    }
    for slot in s.stack_of(region) {
        let wounded = if s.minion(slot).wounded { " W" } else { "" };
        lines.push((Ink::Bad, clip(format!("m{slot} {}{wounded}", look.kind_name(s.minion(slot).kind)))));
    }
    if s.players[VILLAIN].region == region {
        lines.push((Ink::Bad, clip(format!("{} {}", look.name(Who::MORDAK), s.players[VILLAIN].health))));
    }
    lines
}

fn draw_player(look: Look, seat: Seat, page: &mut Page) {
    let player = &look.s.players[seat];
    page.line().ink(Ink::Strong, look.g.seat_name(look.s, seat));
    if !player.present {
        page.ink(Ink::Dim, " does not play");
        return;
    }
    let rows: Vec<String> = Row::ALL
        .iter()
        .filter(|row| !player.rows[row.index()].is_none() || player.plus[row.index()] > 0)
        .map(|row| format!("{row} {}+{}", player.rows[row.index()], player.plus[row.index()]))
        .collect();
    page.plain(format!(
        ": {} Health, {} AP, {} XP; {}",
        player.health,
        player.ap,
        player.xp,
        rows.join(", ")
    ));
    let worn: Vec<&str> = player
        .slots
        .iter()
        .filter(|t| !t.is_none())
        .map(|t| look.g.content.treasure(*t).name.as_str())
        .collect();
    if !worn.is_empty() {
        page.plain(format!("; {}", worn.join(", ")));
    }
    if !player.hand.is_empty() {
        let names = player.hand.iter().map(|card| match card.spell.is_hidden() {
            true => format!("{} ?", card.spell.deck()),
            false => look.g.content.spell(card.spell).name.clone(),
        });
        page.line().ink(Ink::Dim, format!("  hand {}", names.collect::<Vec<_>>().join(", ")));
    }
    // When the game is over the whole table is shown; what was ordered concerns nobody then.
    if !look.s.orders.of(seat).is_empty() && look.s.ending.is_none() {
        let orders = look.s.orders.list(seat);
        page.line().ink(Ink::Dim, format!("  standing orders for Reactions: {orders}"));
    }
}
