//! The table as a person sees it, what is asked, how it ended, and named facts for tests.

use crate::{
    ParaRoles, State,
    action::Action,
    event::{Purpose, glyph},
    frame::{EnemyPile, Frame},
    hints, keeping, minimal, notes,
    options::Campaign,
    queries::Look,
    rules::{blows, campaigns, cards, enemy_turn, epic_start, maze, pause, rounds, setup, treasure},
    state::Ending,
    words::{FoeId, HeroId, Item, Stat, Way, Who},
};
use kernel::{Ink, Page, Pool, Seat, Show, Suit};

impl Show for ParaRoles {
    fn seat_name(&self, state: &State, seat: Seat) -> String {
        keeping::seat_name(Look { g: self, s: state }, seat)
    }
    fn label(&self, state: &State, seat: Seat, action: Action) -> String {
        keeping::label(Look { g: self, s: state }, seat, action)
    }
    fn group(&self, state: &State, _: Seat, action: Action) -> &'static str {
        hints::group(Look { g: self, s: state }, action)
    }
    fn hint(&self, state: &State, seat: Seat, action: Action) -> String {
        keeping::hint(Look { g: self, s: state }, seat, action)
    }
    fn prompt(&self, state: &State) -> String {
        keeping::prompt(Look { g: self, s: state })
    }
    fn draw(&self, state: &State, page: &mut Page) {
        keeping::draw(Look { g: self, s: state }, page);
    }
    fn result(&self, state: &State) -> Option<String> {
        state.ending.map(|_| result_text(Look { g: self, s: state }))
    }
    /// A map that nobody has yet is drawn by the house and revealed step by step.
    fn house_draws(&self, state: &State) -> bool {
        use campaigns::Frame as At;
        matches!(state.stack.top(), Some(Frame::Journey(At::Walls { .. } | At::NextRoom | At::FindMarker)))
    }
    fn needs_person(&self, state: &State, seat: Seat) -> bool {
        keeping::needs_person(Look { g: self, s: state }, seat)
    }
    fn fact(&self, state: &State, name: &str) -> Option<String> {
        crate::fixture::fact(Look { g: self, s: state }, name)
    }
}

/// How the game ended, in a sentence.
pub fn result_text(look: Look) -> String {
    let how = match look.s.ending {
        Some(Ending::Victory) => "Victory",
        Some(Ending::Defeat) => "Defeat",
        Some(Ending::GaveUp) if campaigns::is_won(look.g, look.s) => "No victory, the party ran away",
        Some(Ending::GaveUp) => "The party gives up",
        None => "Still going on",
    };
    let graded = match look.g.options.campaign {
        Campaign::Rifts => format!(", {} of 4 rifts sealed", look.s.journey.rifts.sealed.count_ones()),
        Campaign::Maze if look.s.journey.maze.centre_won => ", the pieces were lifted".to_owned(),
        Campaign::Woods
        | Campaign::RandomEncounters
        | Campaign::Tower
        | Campaign::Maze
        | Campaign::Dungeon => String::new(),
    };
    keeping::result(look, how) + &graded
}

/// What came of the heroes.
pub fn result(look: Look, how: &str) -> String {
    let tally = &look.s.tally;
    let owned: u32 = look.s.heroes.iter().map(|(_, h)| u32::from(h.treasures())).sum();
    format!(
        "{how}: {} encounters beaten, {} fled, {} heroes alive, {owned} treasure, {} rounds",
        tally.encounters_beaten,
        tally.encounters_fled,
        look.s.living().len(),
        tally.rounds
    )
}

/// The whole table.
pub fn draw(look: Look, page: &mut Page) {
    draw_head(look, page);
    draw_map(look, page);
    for id in FoeId::enemies().chain([FoeId::CREATURE, FoeId::CREATURE_GUARD]) {
        if look.foe(id).present {
            draw_foe(look, id, page);
        }
    }
    for seat in look.s.seated() {
        draw_hero(look, seat, page);
    }
    draw_items(look, page);
}

/// What is asked, or what is to be turned.
pub fn prompt(look: Look) -> String {
    let Some(frame) = look.s.stack.top() else { return "the game is over".to_owned() };
    let choice = || "a choice".to_owned();
    match *frame {
        Frame::Cards(cards::Frame::Draw { check } | cards::Frame::DrawSecond { check, .. }) => {
            draw_prompt(look, check)
        }
        Frame::Cards(cards::Frame::Pick { first, second, .. }) => {
            format!("{} or {}: which card counts?", glyph(first), glyph(second))
        }
        Frame::Round(at) => round_prompt(look, at),
        Frame::Enemy(at) => enemy_prompt(look, at),
        Frame::Blow(blows::Frame::Cover(_)) => "several would take the blow: who does?".to_owned(),
        Frame::Blow(blows::Frame::Taker(_)) => "who takes the hit?".to_owned(),
        Frame::Epic(epic_start::Frame::PolymorphDraw { .. }) => "turn a Player Stat card".to_owned(),
        Frame::Epic(epic_start::Frame::PolymorphLay { .. }) => {
            format!("{}: on whom?", glyph(look.s.polymorph.drawn.cards[0]))
        }
        Frame::Epic(_) => choice(),
        Frame::Treasure(at) => treasure_prompt(look, at),
        Frame::Journey(_) => "the map".to_owned(),
        Frame::Outside(at) => outside_prompt(look, at),
        Frame::Setup(setup::Frame::StatCard { seat, suit }) => {
            format!("{}: a {} card", look.name(Who::Hero(seat)), suit.glyph())
        }
        Frame::Setup(setup::Frame::RedrawCard { .. }) => "turn a Player Stat card".to_owned(),
        Frame::Setup(setup::Frame::FreeTokens { .. }) => "Support tokens before the first enemy".to_owned(),
        Frame::Setup(_) => choice(),
        Frame::Minimal(at) => minimal::labels::asked(look, at),
    }
}

fn round_prompt(look: Look, at: rounds::Frame) -> String {
    match at {
        rounds::Frame::Players => "the party acts, in any order".to_owned(),
        rounds::Frame::Menu { seat } => format!("{}: which action?", look.name(Who::Hero(seat))),
        rounds::Frame::TokenFrom { .. } => "which token?".to_owned(),
        rounds::Frame::AuraChoice { .. }
        | rounds::Frame::CombatBegins
        | rounds::Frame::Round
        | rounds::Frame::Charmed { .. }
        | rounds::Frame::TurnEnd { .. }
        | rounds::Frame::EnemyBeaten
        | rounds::Frame::Enemies { .. } => "a choice".to_owned(),
    }
}

fn enemy_prompt(look: Look, at: enemy_turn::Frame) -> String {
    match at {
        enemy_turn::Frame::Die { foe } => format!("roll the die for {}", look.name(Who::Foe(foe))),
        enemy_turn::Frame::GuardCard { suit, from: EnemyPile::Graveyard, .. } => {
            format!("turn a {} card of the Graveyard", suit.glyph())
        }
        enemy_turn::Frame::Reveal { suit, .. } | enemy_turn::Frame::GuardCard { suit, .. } => {
            format!("turn a {} card of the Enemy Stat Deck", suit.glyph())
        }
        enemy_turn::Frame::Mirror { .. } => "raise the Mirror Shield?".to_owned(),
        enemy_turn::Frame::End => "a choice".to_owned(),
    }
}

fn treasure_prompt(look: Look, at: treasure::Frame) -> String {
    match at {
        treasure::Frame::Spoils => "a choice".to_owned(),
        treasure::Frame::Lay { seat } => {
            format!("{} won a treasure: under which stat?", look.name(Who::Hero(seat)))
        }
        treasure::Frame::HandOut { left } => format!("{left} treasure to hand out"),
        treasure::Frame::SwapTo { .. } => "where does the treasure go?".to_owned(),
        treasure::Frame::Pay { left, .. } => format!("{left} treasure to pay: from which stat?"),
    }
}

fn outside_prompt(look: Look, at: pause::Frame) -> String {
    let asked = match at {
        pause::Frame::Pause { .. } if look.s.journey.town => "in town",
        pause::Frame::Pause { .. } => "between the fights",
        pause::Frame::Map => "where to?",
        pause::Frame::TrapVictim { .. } => "a trap: who deals with it?",
        pause::Frame::HeartsChoice => "a choice",
        pause::Frame::SealRift => "who seals the rift?",
    };
    asked.to_owned()
}

fn draw_prompt(look: Look, check: crate::frame::Check) -> String {
    let (who, purpose) = cards::purpose(look, check);
    let who =
        who.map_or_else(|| "turn a card".to_owned(), |who| format!("turn a card for {}", look.name(who)));
    match purpose {
        Purpose::Stat(stat, value) => format!("{who}: below {} {value}, or a 2", stat.title()),
        Purpose::Plain(words) => format!("{who}: {words}"),
    }
}

fn draw_head(look: Look, page: &mut Page) {
    let s = look.s;
    let options = &look.g.options;
    page.line().ink(Ink::Title, options.campaign.title());
    page.ink(Ink::Dim, format!(" ({})", look.g.content.difficulty(options.campaign)));
    if s.combat.on {
        page.plain(format!("  round {}", s.combat.round));
        let epic = if look.may_declare_epic() { "an EPIC may be declared" } else { "no EPIC now" };
        page.ink(Ink::Dim, format!("  {epic}"));
    }
    page.ink(Ink::Dim, format!("  deck {}", s.random.loose().count()));
    for suit in Suit::ALL {
        let left = s.random.loose().and(kernel::CardSet::suit(suit)).count();
        page.ink(Ink::Dim, format!(" {}{left}", suit.glyph()));
    }
    page.ink(Ink::Dim, format!("  treasure left {}", s.treasure_deck));
}

pub fn draw_map(look: Look, page: &mut Page) {
    let j = &look.s.journey;
    match look.g.options.campaign {
        Campaign::Woods | Campaign::RandomEncounters => {
            page.line().plain(format!("encounter {}", j.done + 1));
        }
        Campaign::Tower => {
            page.line().plain(format!("level {}", j.done + 1));
        }
        Campaign::Maze => draw_maze(look, page),
        Campaign::Dungeon => {
            let d = &j.dungeon;
            let doors: Vec<String> =
                crate::rules::dungeon::doors(look.s).iter().map(ToString::to_string).collect();
            page.line().plain(format!(
                "level {}, room {} (lair {}), doors to {}",
                j.done + 1,
                j.place,
                d.lair,
                doors.join(", ")
            ));
        }
        Campaign::Rifts => {
            let sealed: String = Suit::ALL
                .iter()
                .filter(|s| j.rifts.sealed >> s.index() & 1 == 1)
                .map(|s| s.glyph())
                .collect();
            page.line().plain(format!("clock {} of {}", j.rifts.clock, look.g.content.campaigns.rifts.clock));
            page.plain(format!("  sealed: {}", if sealed.is_empty() { "none".to_owned() } else { sealed }));
            if let Some(suit) = j.rifts.inside {
                page.plain(format!("  inside the {} rift", suit.glyph()));
            }
        }
    }
}

fn draw_maze(look: Look, page: &mut Page) {
    let m = &look.s.journey.maze;
    for y in 0..5u8 {
        page.line();
        for x in 0..5u8 {
            let cell = y * 5 + x;
            let mark = match cell {
                _ if cell == look.s.journey.place => "@",
                maze::CENTRE => "C",
                maze::ENTRANCE => "E",
                _ if m.entered >> cell & 1 == 1 => "o",
                _ => "?",
            };
            let ink = if cell == look.s.journey.place { Ink::Strong } else { Ink::Plain };
            page.ink(ink, mark);
            page.ink(Ink::Dim, way_mark(look, cell, Way::East, "-"));
        }
        page.line();
        for x in 0..5u8 {
            page.ink(Ink::Dim, way_mark(look, y * 5 + x, Way::South, "|"));
            page.plain(" ");
        }
    }
    page.line()
        .ink(Ink::Dim, "- | a way, : not seen yet; o seen, ? not seen, E entrance, C centre, @ the party");
    if m.pieces > 0 {
        page.line().plain(format!("carrying {} pieces", m.pieces));
    }
}

/// A way, a wall, or what nobody has seen yet.
fn way_mark(look: Look, cell: u8, way: Way, open: &'static str) -> &'static str {
    match (maze::is_open(look.s, cell, way), maze::may_pass(look.s, cell, way)) {
        (true, _) => open,
        (false, true) => ":",
        (false, false) => " ",
    }
}

pub const fn suit_ink(suit: Suit) -> Ink {
    if suit.is_black() { Ink::BlackSuit } else { Ink::RedSuit }
}

pub fn draw_foe(look: Look, id: FoeId, page: &mut Page) {
    let foe = look.foe(id);
    page.line().ink(Ink::Bad, format!("{:<28}", look.name(Who::Foe(id)).to_string()));
    page.plain(format!(" HP {:>2}/{:<2}", foe.hp, look.max_hp(Who::Foe(id))));
    for stat in foe.stats() {
        page.ink(suit_ink(stat.suit()), format!("  {}{:<2}", stat.suit().glyph(), look.foe_stat(id, *stat)));
    }
    let notes = notes::of_foe(look, id);
    page.ink(Ink::Dim, format!("  {}", notes.join(", ")));
}

fn draw_hero(look: Look, seat: Seat, page: &mut Page) {
    let hero = look.hero(seat);
    let suit = look.s.suits[seat];
    let ink = if hero.alive() { Ink::Good } else { Ink::Dim };
    page.line().ink(suit_ink(suit), format!("{} ", suit.glyph()));
    page.ink(ink, format!("{:<26}", look.name(Who::Hero(seat)).to_string()));
    page.plain(format!(" HP {:>2}/{:<2}", hero.hp, look.max_hp(Who::Hero(seat))));
    for stat in Stat::ALL {
        page.ink(suit_ink(stat.suit()), format!("  {}{:<2}", stat.suit().glyph(), look.stat(seat, *stat)));
    }
    page.ink(Ink::Dim, format!("  {}", notes::of_hero(look, seat).join(", ")));
}

pub fn draw_items(look: Look, page: &mut Page) {
    let items = &look.s.items;
    let mut held = Vec::new();
    for (count, what) in [(items.scrolls, "scrolls"), (items.flasks, "flasks"), (items.bombs, "smoke bombs")]
    {
        if count > 0 {
            held.push(format!("{count} {what}"));
        }
    }
    for item in Item::ALL {
        if let Some(bearer) = items.bearer(*item) {
            held.push(format!("{} ({})", item.title(), HeroId::from(bearer)));
        }
    }
    if !held.is_empty() {
        page.line().ink(Ink::Dim, held.join(", "));
    }
}
