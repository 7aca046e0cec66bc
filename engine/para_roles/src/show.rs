//! The table as a person sees it, what is asked, how it ended, and named facts for tests.

use crate::{
    ParaRoles, State,
    action::Action,
    event::{Purpose, glyph},
    frame::Frame,
    hints, labels, labels_minimal,
    options::Campaign,
    queries::Look,
    rules::{cards, maze, minimal::TELLER},
    state::{Charging, Ending},
    words::{FoeId, HeroId, Item, Side, Stat, Way, Who},
};
use kernel::{Ink, Page, Pool, Seat, Show, Suit};

impl Show for ParaRoles {
    fn seat_name(&self, state: &State, seat: Seat) -> String {
        if self.minimal() && seat == TELLER {
            return "the table".to_owned();
        }
        Look { g: self, s: state }.name(Who::Hero(seat)).to_string()
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
        prompt(Look { g: self, s: state })
    }
    fn draw(&self, state: &State, page: &mut Page) {
        let look = Look { g: self, s: state };
        if self.minimal() {
            return labels_minimal::draw(look, page);
        }
        draw_head(look, page);
        draw_map(look, page);
        for id in FoeId::enemies().chain([FoeId::CREATURE, FoeId::CREATURE_GUARD]) {
            if look.foe(id).present {
                draw_foe(look, id, page);
            }
        }
        for seat in state.seated() {
            draw_hero(look, seat, page);
        }
        draw_items(look, page);
    }
    fn result(&self, state: &State) -> Option<String> {
        state.ending.map(|_| result_text(Look { g: self, s: state }))
    }
    /// A map that nobody has yet is drawn by the house and revealed step by step.
    fn house_draws(&self, state: &State) -> bool {
        matches!(
            state.stack.top(),
            Some(Frame::Dig | Frame::Openings { .. } | Frame::NextRoom | Frame::FindMarker)
        )
    }
    /// Only people know what happens at their table.
    fn needs_person(&self, _: &State, seat: Seat) -> bool {
        self.minimal() && seat == TELLER
    }
    fn fact(&self, state: &State, name: &str) -> Option<String> {
        crate::fixture::fact(Look { g: self, s: state }, name)
    }
}

/// How the game ended, in a sentence.
pub fn result_text(look: Look) -> String {
    let tally = &look.s.tally;
    let how = match look.s.ending {
        Some(Ending::Victory) => "Victory",
        Some(Ending::Defeat) => "Defeat",
        Some(Ending::GaveUp) => "The party gives up",
        None => "Still going on",
    };
    let graded = match look.g.options.campaign {
        Campaign::Rifts => format!(", {} rifts sealed", look.s.journey.rifts.sealed.count_ones()),
        Campaign::Maze if look.s.journey.maze.centre_won => ", the pieces were lifted".to_owned(),
        Campaign::Woods
        | Campaign::RandomEncounters
        | Campaign::Tower
        | Campaign::Maze
        | Campaign::Dungeon => String::new(),
    };
    if look.g.minimal() {
        return labels_minimal::result_text(look, how);
    }
    let owned: u32 = look.s.heroes.iter().map(|(_, h)| u32::from(h.treasures())).sum();
    format!(
        "{how}: {} encounters beaten, {} fled, {} heroes alive, {owned} treasure, {} rounds{graded}",
        tally.encounters_beaten,
        tally.encounters_fled,
        look.s.living().len(),
        tally.rounds
    )
}

fn prompt(look: Look) -> String {
    let hero = |seat: Seat| look.name(Who::Hero(seat)).to_string();
    match look.s.stack.top() {
        None => "the game is over".to_owned(),
        Some(Frame::Draw { check } | Frame::DrawSecond { check, .. }) => draw_prompt(look, *check),
        Some(Frame::Die { foe }) => format!("roll the die for {}", look.name(Who::Foe(*foe))),
        Some(Frame::Reveal { foe, suit }) if look.g.minimal() => {
            format!("{foe}: which {} card of the Enemy Stat Deck?", suit.glyph())
        }
        Some(Frame::Reveal { suit, .. }) => format!("turn a {} card of the Enemy Stat Deck", suit.glyph()),
        Some(Frame::GuardCard { suit, dead: true, .. }) => {
            format!("turn a {} card of the Graveyard", suit.glyph())
        }
        Some(Frame::GuardCard { suit, .. }) => format!("turn a {} card of the Enemy Stat Deck", suit.glyph()),
        Some(Frame::StatCard { seat, suit }) => format!("{}: a {} card", hero(*seat), suit.glyph()),
        Some(Frame::PolymorphDraw { .. } | Frame::RedrawCard { .. }) => "turn a Player Stat card".to_owned(),
        Some(Frame::Dig | Frame::Openings { .. } | Frame::NextRoom | Frame::FindMarker) => {
            "the map".to_owned()
        }
        Some(Frame::Players) => "the party acts, in any order".to_owned(),
        Some(Frame::Menu { seat }) => format!("{}: which action?", hero(*seat)),
        Some(Frame::Pause { .. }) if look.s.journey.town => "in town".to_owned(),
        Some(Frame::Pause { .. }) => "between the fights".to_owned(),
        Some(Frame::Pick { cards: (one, two), .. }) => {
            format!("{} or {}: which card counts?", glyph(*one), glyph(*two))
        }
        Some(Frame::Mirror { .. }) => "raise the Mirror Shield?".to_owned(),
        Some(Frame::LayTreasure { seat }) => format!("{} won a treasure: under which stat?", hero(*seat)),
        Some(Frame::HandOut { left }) => format!("{left} treasure to hand out"),
        Some(Frame::SwapTo { .. }) => "where does the treasure go?".to_owned(),
        Some(Frame::Pay { left, .. }) => format!("{left} treasure to pay: from which stat?"),
        Some(Frame::TokenFrom { .. }) => "which token?".to_owned(),
        Some(Frame::FreeTokens { .. }) => "Support tokens before the first enemy".to_owned(),
        Some(Frame::Map) => "where to?".to_owned(),
        Some(Frame::Minimal(at)) => labels_minimal::asked(look, *at),
        Some(Frame::TrapVictim { .. }) => "a trap: who deals with it?".to_owned(),
        Some(Frame::SealRift) => "who seals the rift?".to_owned(),
        Some(Frame::PolymorphLay { .. }) => {
            format!("{}: on whom?", glyph(look.s.polymorph.drawn.cards[0]))
        }
        Some(Frame::Cover(_)) => "several would take the blow: who does?".to_owned(),
        Some(Frame::Taker(_)) => "who takes the hit?".to_owned(),
        Some(_) => "a choice".to_owned(),
    }
}

fn draw_prompt(look: Look, check: crate::frame::Check) -> String {
    if look.g.minimal() && check == crate::frame::Check::Treasure {
        return labels_minimal::winner(look);
    }
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
                _ if m.entered >> cell & 1 == 1 => ".",
                _ => "?",
            };
            let ink = if cell == look.s.journey.place { Ink::Strong } else { Ink::Plain };
            page.ink(ink, mark);
            page.ink(Ink::Dim, if maze::is_open(look.s, cell, Way::East) { "-" } else { " " });
        }
        page.line();
        for x in 0..5u8 {
            page.ink(Ink::Dim, if maze::is_open(look.s, y * 5 + x, Way::South) { "| " } else { "  " });
        }
    }
    if m.pieces > 0 {
        page.line().plain(format!("carrying {} pieces", m.pieces));
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
    let mut notes = Vec::new();
    if foe.stance {
        notes.push("on guard".to_owned());
    }
    if foe.stunned {
        notes.push("stunned".to_owned());
    }
    if let Some(by) = foe.boost {
        notes.push(format!("boost +{by}"));
    }
    if foe.riposte {
        notes.push("riposte waits".to_owned());
    }
    if let Some(deed) = foe.pending {
        notes.push(format!("pending: {}", deed.title()));
    }
    if let Some(of) = foe.covers.or(foe.guard_of) {
        notes.push(format!("covers {of}"));
    }
    if foe.stolen > 0 {
        notes.push(format!("holds {} treasure", foe.stolen));
    }
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
    page.ink(Ink::Dim, format!("  {}", hero_notes(look, seat).join(", ")));
}

fn hero_notes(look: Look, seat: Seat) -> Vec<String> {
    let hero = look.hero(seat);
    let mut notes = Vec::new();
    let flags = [
        (hero.dead(), "dead"),
        (hero.stance, "on guard"),
        (hero.stunned, "stunned"),
        (hero.charmed_by.is_some(), "charmed"),
        (hero.precise_strike, "Precise Strike"),
        (hero.double_damage, "Double Damage"),
        (hero.boost_heal, "Boost Heal"),
        (hero.hidden, "hidden"),
    ];
    notes.extend(flags.iter().filter(|(on, _)| *on).map(|(_, what)| (*what).to_owned()));
    if let Some(charge) = hero.charge {
        let what = match charge.what {
            Charging::Epic(epic) => epic.title(),
            Charging::Summoning => "summoning".to_owned(),
        };
        notes.push(format!("{what} {}/3", charge.turns));
    }
    if let Some(token) = hero.token {
        let verb = if token.side == Side::Joint { "strikes with" } else { "protects" };
        notes.push(format!("{verb} {}", HeroId::from(token.ally)));
    }
    notes.extend(hero.running.iter().map(|epic| format!("{} runs", epic.title())));
    if hero.treasures() > 0 {
        notes.push(format!("{} treasure", hero.treasures()));
    }
    if hero.temporary_hp > 0 {
        notes.push(format!("+{} temporary HP", hero.temporary_hp));
    }
    notes
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
