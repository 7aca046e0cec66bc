//! The table as a person sees it, what is asked, how it ended, and who may know a step at once.

use crate::{
    Action, FriendsAndFoes, State,
    content::printed,
    event::counted,
    frame::Frame,
    hints, labels, luck,
    options::Deck,
    queries::Look,
    rules::{attack, cards, effects, initiative, setup, victory},
    words::{AreaId, CharId, CharSet, Node, Terrain},
};
use kernel::{Card, Ink, Page, Printed, Seat, SeatSet, Show, printed::Kind};

impl Show for FriendsAndFoes {
    fn kinds() -> &'static [Kind] {
        printed::KINDS
    }
    fn told(&self) -> &[String] {
        &self.content.told
    }
    fn with_card(&self, state: &State, card: &Printed) -> Result<(Self, State), String> {
        printed::with_card(self, state, card)
    }
    fn roller(&self, state: &State) -> Option<Seat> {
        luck::roller(Look { g: self, s: state })
    }
    fn seat_name(&self, state: &State, seat: Seat) -> String {
        let look = Look { g: self, s: state };
        let letter = char::from(b'A' + seat.number());
        let team = if self.team_of.len() > usize::from(self.teams) {
            format!(", team {}", look.team(seat) + 1)
        } else {
            String::new()
        };
        match state.build[seat.index()].formation.filter(|_| state.round > 0) {
            Some(formation) => format!("{letter} ({}{team})", formation.title()),
            None => format!("{letter}{team}"),
        }
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
        if state.stack.top() == Some(&Frame::Setup(setup::Frame::Scenario)) {
            page.line().ink(Ink::Title, "Friends and Foes");
        } else {
            draw_head(look, page);
            draw_map(look, page);
        }
        for seat in Seat::first(self.options.seats) {
            draw_side(look, seat, page);
        }
    }
    fn result(&self, state: &State) -> Option<String> {
        let ending = state.ending?;
        let look = Look { g: self, s: state };
        let counts: Vec<String> = (0..self.teams)
            .map(|t| {
                format!(
                    "team {}: {}, {} health",
                    t + 1,
                    counted(victory::treasure(look, t), "treasure"),
                    victory::health(look, t)
                )
            })
            .collect();
        let who = ending.winner.map_or("a draw".to_owned(), |team| {
            let names: Vec<String> =
                look.members(team).into_iter().map(|s| char::from(b'A' + s.number()).to_string()).collect();
            let verb = if names.len() > 1 { "win" } else { "wins" };
            format!("{} {verb}", names.join(" and "))
        });
        Some(format!("{}: {who} in round {} ({})", ending.reason.title(), state.round, counts.join("; ")))
    }
    /// People who use their own cards still let the house choose scenario and twist.
    fn house_draws(&self, state: &State) -> bool {
        let virtual_deck = || {
            let seat = luck::drawing(Look { g: self, s: state });
            seat.is_some_and(|seat| self.options.decks[seat.index()] == Deck::Virtual)
        };
        matches!(state.stack.top(), Some(Frame::Setup(setup::Frame::Scenario | setup::Frame::Twist)))
            || virtual_deck()
    }
    /// Formations, purchases, initiative and tie-breaks are chosen in secret, also by whoever chooses last.
    fn action_seen_by(&self, state: &State, seat: Seat, action: Action) -> SeatSet {
        let secret = matches!(
            state.stack.top(),
            Some(
                Frame::Setup(setup::Frame::Build | setup::Frame::Buy)
                    | Frame::Initiative(initiative::Frame::Choose | initiative::Frame::TieChoose { .. })
                    | Frame::Attack(attack::Frame::Commits)
            )
        );
        let kept = matches!(action, Action::Take { .. });
        if secret || kept { SeatSet::only(seat) } else { SeatSet::first(self.options.seats) }
    }
    fn chance_seen_by(&self, state: &State) -> SeatSet {
        let look = Look { g: self, s: state };
        match state.stack.top() {
            Some(
                Frame::Cards(cards::Frame::Draws { seat, .. })
                | Frame::Effects(effects::Frame::Look { seat, .. }),
            ) => cards::drawn_seen_by(look, *seat),
            Some(_) | None => SeatSet::first(self.options.seats),
        }
    }
    fn needs_person(&self, state: &State, seat: Seat) -> bool {
        state.is_hidden(seat)
    }
    fn conflict(&self, state: &State, seat: Seat, action: &str) -> Option<String> {
        crate::corrections::conflict(state, seat, action)
    }
    fn set_by(&self, setting: &str) -> Option<Seat> {
        crate::corrections::own_affair(self, setting)
    }
    fn setting_seen_by(&self, setting: &str) -> SeatSet {
        crate::corrections::seen_by(self, setting)
    }
    fn fact(&self, state: &State, name: &str) -> Option<String> {
        crate::fixture::fact(Look { g: self, s: state }, name)
    }
}

fn draw_head(look: Look, page: &mut Page) {
    page.line().ink(Ink::Title, look.scenario().name.clone());
    page.plain(format!(" on {}", look.board().name));
    if look.s.round > 0 {
        let last = match look.g.options.round_limit {
            0 => String::new(),
            limit => format!(" of {limit}"),
        };
        page.plain(format!(", round {}{last}", look.s.round));
    } else {
        page.line().ink(Ink::Dim, look.g.options.reading());
    }
    if let Some(twist) = look.s.twist {
        let card = &look.g.content.twists[usize::from(twist)].1;
        page.line().ink(Ink::Dim, format!("{}: {}", card.name, card.text));
    }
    let goals: Vec<String> = look.scenario().victory.iter().map(|v| v.goal.title()).collect();
    page.line().ink(Ink::Dim, format!("wins: Last Man Standing, {}", goals.join(", ")));
}

const CELL: usize = 24;

/// Rows of areas; each shows its name and ground, its nodes, and who stands there.
fn draw_map(look: Look, page: &mut Page) {
    let board = look.board();
    for row in 1..=board.rows {
        let cells: Vec<AreaId> = board.areas.iter().filter(|a| a.row() == row).collect();
        let indent = if !board.grid && row % 2 == 0 { CELL / 2 } else { 0 };
        let lines: Vec<Vec<(Ink, String)>> = cells.iter().map(|a| cell(look, *a)).collect();
        let height = lines.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            page.line().plain(" ".repeat(indent));
            let mut col = 1;
            for (area, text) in cells.iter().zip(&lines) {
                page.plain(" ".repeat(usize::from(area.col().saturating_sub(col)) * CELL));
                let (ink, words) = text.get(line).cloned().unwrap_or((Ink::Plain, String::new()));
                page.ink(ink, format!("{words:<CELL$}"));
                col = area.col() + 1;
            }
        }
        page.line();
    }
}

fn cell(look: Look, area: AreaId) -> Vec<(Ink, String)> {
    let board = look.board();
    let name = board.area_name(area);
    let shown = if name == area.to_string() { name } else { format!("{name} {area}") };
    let held =
        look.controller(area).map_or(String::new(), |s| format!(" [{}]", char::from(b'A' + s.number())));
    let mut lines = vec![(Ink::Strong, clip(format!("{shown}{held}")))];
    let ground: Vec<&str> =
        Terrain::ALL.iter().filter(|t| look.terrain(**t).contains(area)).map(|t| t.word()).collect();
    if !ground.is_empty() {
        lines.push((Ink::Dim, clip(ground.iter().map(|g| &g[..4]).collect::<Vec<_>>().join(" "))));
    }
    let nodes: Vec<String> = Node::ALL
        .iter()
        .map(|n| (*n, board.nodes(area, *n)))
        .filter(|(_, count)| *count > 0)
        .map(|(n, count)| if count > 1 { format!("{n} x{count}") } else { n.to_string() })
        .collect();
    if !nodes.is_empty() {
        lines.push((Ink::Dim, clip(nodes.join(" "))));
    }
    for who in look.s.in_area(area).iter() {
        let me = look.s.char(who);
        let ink = if me.health * 2 > me.sheet.full { Ink::Good } else { Ink::Bad };
        let shield = if look.s.defenders.contains(who) { "*" } else { "" };
        let body = &look.g.content.body(me.body).name;
        lines.push((ink, clip(format!("{who}{shield} {}/{} {body}", me.health, me.sheet.full))));
    }
    lines
}

fn clip(text: String) -> String {
    text.chars().take(CELL - 1).collect()
}

fn draw_side(look: Look, seat: Seat, page: &mut Page) {
    let (s, side) = (look.s, &look.s.sides[seat]);
    page.line().ink(Ink::Strong, look.g.seat_name(s, seat));
    let initiative = side.initiative.map_or(String::new(), |card| format!(", initiative {card}"));
    page.plain(format!(
        ": {} (+{} stored), {}{initiative}; hand {}, deck {}, discards {}",
        counted(side.tokens, "token"),
        side.stored,
        counted(side.treasure, "treasure"),
        side.hand_len,
        side.deck_len(),
        kernel::Pool::count(&side.discard)
    ));
    if !side.hand.is_empty() {
        page.line().plain("  hand");
        side.hand.iter().for_each(|card| draw_card(card, page));
        let unknown = u32::from(side.hand_len) - kernel::Pool::count(&side.hand);
        if unknown > 0 {
            page.plain(format!(" and {unknown} unknown"));
        }
    }
    let mine = CharSet::owned_by(seat);
    for who in s.board.and(mine).iter() {
        draw_char(look, who, "", page);
    }
    for who in s.bench.and(mine).iter() {
        draw_char(
            look,
            who,
            &format!(" on the bench for {}", counted(look.bench_price(who), "treasure")),
            page,
        );
    }
}

fn draw_card(card: Card, page: &mut Page) {
    let ink = if card.suit().is_black() { Ink::BlackSuit } else { Ink::RedSuit };
    page.plain(" ").ink(ink, crate::event::glyph(card));
}

fn draw_char(look: Look, who: CharId, note: &str, page: &mut Page) {
    let me = look.s.char(who);
    let body = look.g.content.body(me.body);
    let learned: Vec<&str> = me.learned().map(|a| look.g.content.ability(a).name.as_str()).collect();
    page.line().plain(format!("  {who} {}", body.name));
    page.ink(
        Ink::Dim,
        format!(
            " {}/{} health, armor {}, warding {}, sprint {}+, {}",
            me.health,
            me.sheet.full,
            look.armor(who),
            look.warding(who),
            look.sprint(who),
            body.basic.name
        ),
    );
    if !learned.is_empty() {
        page.ink(Ink::Dim, format!(", {}", learned.join(", ")));
    }
    if let Some(sigil) = me.sigil {
        page.plain(format!(", sigil {}", crate::event::glyph(sigil.card)));
    }
    page.plain(note.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Options};
    use kernel::Table;
    use std::sync::Arc;

    fn drawn(options: &[(&str, &str)]) -> String {
        let mut chosen = Options::default();
        options.iter().for_each(|(name, value)| chosen.set(name, value).expect("an option"));
        let content = Content::built_in();
        let game = Arc::new(FriendsAndFoes::new(content, chosen).expect("a game"));
        let table = Table::new(Arc::clone(&game));
        let mut page = Page::default();
        game.draw(table.state(), &mut page);
        page.to_text()
    }

    #[test]
    fn the_map_is_there_before_anybody_stands_on_it() {
        let text = drawn(&[]);
        for area in ["r1c1", "r2c2", "r3c3"] {
            assert!(text.contains(area), "{text}");
        }
        assert!(text.contains("elev") && text.contains("activation"), "{text}");
    }

    #[test]
    fn a_scenario_that_is_still_to_be_drawn_has_no_map() {
        let text = drawn(&[("scenario", "random")]);
        assert!(!text.contains("r1c1") && text.contains("Friends and Foes"), "{text}");
    }
}
