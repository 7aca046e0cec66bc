//! The table as a person sees it, how it ended, and who may know a step at once.

use crate::{
    Action, Chance, FiendsAndFamiliars, Frame, State,
    content::{cards::Goal, printed},
    labels, levels, minimal,
    options::Track,
    queries::Look,
    rules::{final_scoring, hunt},
    state::Ending,
    telling,
    words::{EACH_ROW, FiendId, Row},
};
use kernel::{Ink, Page, Printed, Seat, SeatSet, Show, printed::Kind};

impl Show for FiendsAndFamiliars {
    fn seat_name(&self, state: &State, seat: Seat) -> String {
        let look = Look { g: self, s: state };
        let letter = char::from(b'A' + seat.number());
        look.class(seat).map_or_else(|| letter.to_string(), |class| format!("{letter} ({})", class.name))
    }
    fn label(&self, state: &State, seat: Seat, action: Action) -> String {
        if let Some(Frame::Minimal(frame)) = state.stack.top() {
            return minimal::labels::label(*frame, action);
        }
        labels::label(Look { g: self, s: state }, seat, action)
    }
    fn group(&self, _: &State, _: Seat, action: Action) -> &'static str {
        labels::group(action)
    }
    /// What stands on the card that an action is about; the label says the rest.
    fn hint(&self, state: &State, _: Seat, action: Action) -> String {
        let content = &self.content;
        if let Action::Buy { card, .. } | Action::Discard { card } | Action::Use { card } = action {
            content.market.get(card.index()).map_or_else(String::new, |c| c.text.clone())
        } else if let Action::Banish { fiend, .. } = action {
            content.fiends.get(fiend.index()).map_or_else(String::new, |c| c.text.clone())
        } else if let Action::Take { card } = action {
            let fiends = state.initiatives.get(card.index().saturating_sub(1)).map(|card| card.fiends);
            let texts = fiends.unwrap_or_default().iter().map(|id| content.fiends[id.index()].text.as_str());
            texts.collect::<Vec<_>>().join(" ")
        } else if let Action::Class { class } = action {
            content.classes[class.index()].text.clone()
        } else if let Action::Sheet { sheet } = action {
            content.sheets[sheet.index()].text.clone()
        } else if let Action::Familiar { board } = action {
            content.familiars[board.index()].text.clone()
        } else if let Action::Hunt | Action::Fight = action {
            state.minions.shown().map_or_else(String::new, |id| {
                let minion = &content.minions[id.index()];
                format!("{} {}", minion.text, levels::of_minion(minion))
            })
        } else {
            String::new()
        }
    }
    fn prompt(&self, state: &State) -> String {
        labels::prompt(Look { g: self, s: state })
    }
    fn draw(&self, state: &State, page: &mut Page) {
        let look = Look { g: self, s: state };
        if self.options.track == Track::Minimal {
            return minimal::labels::draw(look, page);
        }
        draw_table(look, page);
        for seat in Seat::first(self.options.seats) {
            draw_player(look, seat, page);
        }
    }
    fn result(&self, state: &State) -> Option<String> {
        let look = Look { g: self, s: state };
        let total = |seat: Seat| {
            format!("{} {}", self.seat_name(state, seat), final_scoring::score(look, seat).total())
        };
        Some(match state.ending? {
            Ending::Dead => "the Monster kills the hero: the game is lost".to_owned(),
            Ending::Ranked { total, rank } => format!("{total} Reputation Stars: {}", rank.title()),
            Ending::Won(winners) => {
                let names: Vec<String> =
                    winners.into_iter().map(|seat| self.seat_name(state, seat)).collect();
                let verb = if names.len() > 1 { "share the win" } else { "wins" };
                let totals: Vec<String> = Seat::first(self.options.seats).map(total).collect();
                format!("{} {verb} ({})", names.join(" and "), totals.join("; "))
            }
        })
    }
    /// Only the first look at an Adventure card is not for all.
    fn roller(&self, state: &State) -> Option<Seat> {
        telling::roller(Look { g: self, s: state })
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
    fn chance_seen_by(&self, state: &State) -> SeatSet {
        match state.stack.top() {
            Some(Frame::Hunt(hunt::Frame::Look { seat, .. })) => SeatSet::only(*seat),
            Some(_) | None => SeatSet::first(self.options.seats),
        }
    }
    fn fact(&self, state: &State, name: &str) -> Option<String> {
        crate::fixture::fact(Look { g: self, s: state }, name)
    }
}

fn draw_table(look: Look, page: &mut Page) {
    let (s, content) = (look.s, &look.g.content);
    page.line().ink(Ink::Title, "Fiends & Familiars");
    if s.round > 0 {
        page.plain(format!(", round {}, {} dice a card", s.round, s.dice_per_card));
    }
    if let Some(monster) = look.monster() {
        page.line().ink(Ink::Strong, format!("Monster: {}", monster.name));
        page.plain(format!(", Strength {}. {}", monster.strength, monster.text));
        page.line().ink(Ink::Dim, format!("  {}", levels::of_monster(monster)));
    }
    for kind in crate::words::AdventureKind::ALL {
        if let Some(card) =
            s.adventures[kind.index()].get().and_then(|card| content.adventures.get(card.index()))
        {
            page.line().plain(format!("{}: {}. {}", kind.title(), card.name, card.text));
        }
    }
    for (at, card) in s.initiatives[..look.cards_in_row()].iter().enumerate() {
        page.line().plain(if look.is_top(at) { "Top:".to_owned() } else { format!("{}:", at + 1) });
        for die in card.dice.iter().filter(|d| d.is_some()) {
            page.plain(format!(" {die}"));
        }
        if card.gold {
            page.plain(" +1 Gold");
        }
        for fiend in card.fiends.iter() {
            let fiend = &content.fiends[fiend.index()];
            page.ink(Ink::Bad, format!(" {}", fiend.name)).ink(Ink::Dim, format!(" ({})", fiend.text));
        }
        if let Some(seat) = card.taken.lowest() {
            page.ink(Ink::Dim, format!(" (taken by {seat})"));
        }
    }
    for (slot, id) in s.row_cards() {
        let card = look.card(id);
        page.line().plain(format!(
            "slot {}: {} ({id}), {}, {} Gold. ",
            slot + 1,
            card.name,
            card.kind,
            card.cost
        ));
        page.ink(Ink::Dim, card.text.clone());
    }
    if let Some(id) = s.minions.shown() {
        let minion = look.minion(id);
        page.line().plain(format!("Minion: {} ({} in the deck). ", minion.name, s.minions.cards()));
        page.ink(Ink::Dim, minion.text.clone());
        page.line().ink(Ink::Dim, format!("  {}", levels::of_minion(minion)));
    }
    let battled = s.fight.minion;
    if s.fight.hunting && battled.is_some() && battled != s.minions.revealed {
        let minion = look.minion(battled);
        page.line().plain(format!("battled: {}. ", minion.name));
        page.ink(Ink::Dim, levels::of_minion(minion));
    }
}

/// What a row is to become: its goal with stars, and the colours that a backstory wants in it.
fn aims(look: Look, seat: Seat, row: Row) -> String {
    let (me, content) = (look.player(seat), &look.g.content);
    if row == Row::Familiar {
        return content.familiars.get(me.familiar.index()).map_or_else(String::new, |board| {
            let wants: Vec<String> = board.cells.iter().map(ToString::to_string).collect();
            let (low, high) = board.power;
            format!("goal {low}-{high} for {}, wants {}", board.stars, wants.join(" "))
        });
    }
    let Some(class) = content.classes.get(me.class.index()) else { return String::new() };
    let stars = class.stars.each()[row.index()];
    let goal = match class.goals.each()[row.index()] {
        Goal::None => String::new(),
        Goal::Exactly(n) => format!("goal {n} for {stars}"),
        Goal::Range(low, high) => format!("goal {low}-{high} for {stars}"),
        Goal::AtLeast(n) => format!("goal {n}+ for {stars}"),
    };
    let wants = content.backstories.get(me.backstory.index()).map(|card| card.cells.each()[row.index()]);
    let wants = wants.map_or_else(String::new, |(color, place)| format!(", wants {color} on {place}"));
    goal + &wants
}

fn draw_player(look: Look, seat: Seat, page: &mut Page) {
    let me = look.player(seat);
    let content = &look.g.content;
    page.line().ink(Ink::Title, kernel::Show::seat_name(look.g, look.s, seat));
    if content.classes.get(me.class.index()).is_some() {
        page.plain(format!(", {}", me.color));
    }
    page.plain(format!(": {} Gold, {} XP", me.gold, me.xp));
    for (count, what) in [
        (me.stored_xp, "XP stored"),
        (me.charisma, "Charisma"),
        (me.honor, "Honor"),
        (me.injury, "Injury"),
        (me.tokens, "Adventure tokens"),
    ] {
        if count > 0 {
            page.plain(format!(", {count} {what}"));
        }
    }
    for row in EACH_ROW {
        let dice: Vec<String> =
            me.row(row).iter().map(|d| if d.is_some() { d.to_string() } else { "-".to_owned() }).collect();
        page.line().plain(format!("  {:<8} {:<34}", row.title(), dice.join(" ")));
        page.plain(format!("{:>3}", look.score(seat, row)));
        page.ink(Ink::Dim, format!("  {}", aims(look, seat, row)));
        if (row != Row::Familiar && look.goal_met(seat, row))
            || (row == Row::Familiar && look.power_met(seat))
        {
            page.ink(Ink::Good, " met");
        }
    }
    if let Some(card) = content.alignments.get(me.alignment.index()) {
        let cell = |at: usize| {
            let stars = format!("{:+}", card.grid[at]);
            if at == usize::from(me.token) { format!("[{stars}]") } else { format!(" {stars} ") }
        };
        let rows = [0, 3, 6].map(|from| (from..from + 3).map(cell).collect::<String>());
        page.line().plain(format!(
            "  Alignment {} (good above, lawful left): {}",
            card.name,
            rows.join(" /")
        ));
    }
    let names = |what: &str, list: Vec<String>, page: &mut Page| {
        if !list.is_empty() {
            page.line().plain(format!("  {what}: {}", list.join(", ")));
        }
    };
    names("cards", me.cards.iter().map(|c| look.card(c).name.clone()).collect(), page);
    names("Trophies", me.trophies.iter().map(|c| look.minion(c).name.clone()).collect(), page);
    let told =
        |f: FiendId| format!("{} ({})", content.fiends[f.index()].name, content.fiends[f.index()].text);
    names("Fiends", me.active.iter().map(told).collect(), page);
    names("banished", me.banished.iter().map(|f| content.fiends[f.index()].name.clone()).collect(), page);
    names("stored", me.stored.iter().map(ToString::to_string).collect(), page);
}
