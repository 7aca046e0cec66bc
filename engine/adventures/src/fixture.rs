//! Tables laid out for tests and puzzles, and named facts of a table.

use crate::{
    Adventures, Content, Options, State,
    content::cards::Slot,
    frame::Frame,
    queries::Look,
    rules::{
        contest,
        dice_pool::{self, die_text},
        storybook,
    },
    state::{Die, Kind, SlotState},
    words::{CardId, CardSet, Colour, DieKind, EntryId, HeroId, ItemId, LocationId, SEATS, SlotId, TitleId},
};
use kernel::{Game as _, Log, Next, Seat, Table, Turn};
use std::sync::Arc;

/// A table in the middle of a game; see the functions for what is laid out.
#[derive(Clone, Debug)]
pub struct Fixture {
    game: Arc<Adventures>,
    pub state: State,
}

fn read<T: std::str::FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Display,
{
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A die such as `R4`, `W?` or `F01:3`.
#[must_use]
pub fn die(game: &Adventures, text: &str) -> Die {
    let (kind, value) = match text.split_once(':') {
        Some((familiar, value)) => (read::<DieKind>(familiar), value),
        None => (DieKind::colour(read::<Colour>(&text[..1])), &text[1..]),
    };
    let value = if value == "?" { 0 } else { read(value) };
    Die { kind, colours: game.die_colours(kind), value }
}

impl Fixture {
    /// Options such as `seats=3 heroes=H01,H03,H05`; the mode is normal unless said otherwise.
    ///
    /// # Panics
    /// If the options do not fit together.
    #[must_use]
    pub fn new(options: &str) -> Fixture {
        Fixture::of(Content::built_in(), options)
    }

    /// Likewise with other content.
    ///
    /// # Panics
    /// If the options do not fit together.
    #[must_use]
    pub fn of(content: Content, options: &str) -> Fixture {
        let mut chosen = Options {
            mode: crate::options::Mode::Normal,
            heroes: [1, 3, 5, 7].map(HeroId::new),
            ..Options::default()
        };
        for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            chosen.set(name, value).unwrap_or_else(|e| panic!("{e}"));
        }
        let game = Adventures::new(content, chosen).unwrap_or_else(|e| panic!("{e}"));
        let state = game.setup();
        Fixture { game: Arc::new(game), state }
    }

    /// A table that lies there already.
    #[must_use]
    pub fn at(table: &Table<Adventures>) -> Fixture {
        Fixture { game: Arc::clone(table.game()), state: *table.state() }
    }

    /// A check or combat without cards in hand and with empty rows, in the middle of buying colours.
    #[must_use]
    pub fn bare(options: &str) -> Fixture {
        Fixture::new(options).stripped()
    }
    /// Empty hands and rows, class cards down.
    #[must_use]
    pub fn stripped(self) -> Fixture {
        let mut fixture = self;
        for seat in fixture.state.present {
            fixture = fixture.hand(seat.number(), "").rows(seat.number(), "");
            fixture.state.sheets[seat].ready = false;
        }
        fixture
    }

    /// A place in an adventure: the party stands there and reads this entry now.
    #[must_use]
    pub fn at_entry(mut self, label: &str) -> Fixture {
        let adventure = crate::words::AdventureId(self.state.adventure);
        let entry = self.game.content.labelled(adventure, label);
        let entry = entry.unwrap_or_else(|| panic!("there is no entry {label}"));
        if let Ok(at) = label[..1].parse::<LocationId>() {
            self.state.map.at = at;
        }
        let teller = self.state.storyteller;
        let right = self.state.present.into_iter().find(|seat| self.state.left_of(*seat) == teller);
        self.state.tome_keeper = right.unwrap_or(teller);
        self.state.stack.clear();
        self.state.stack.push(storybook::Frame::AdventureOver.into());
        self.start(|p| storybook::read(p, entry))
    }
    /// Before the entry is read: the party stands here and these locations are explored.
    #[must_use]
    pub fn explored(mut self, letters: &str) -> Fixture {
        letters.split_whitespace().for_each(|l| self.state.map.explored |= read::<LocationId>(l).bit());
        self
    }
    #[must_use]
    pub fn no_encounters(mut self) -> Fixture {
        self.state.map.encounters = 0;
        self.state.map.numbers = 0;
        self
    }

    /// Carries on from a rule, as play would.
    #[must_use]
    pub fn start(mut self, rule: impl FnOnce(&mut crate::Play) -> Next<Frame>) -> Fixture {
        let game = Arc::clone(&self.game);
        let mut play = crate::Play { g: &game, s: &mut self.state, log: &mut Log::off() };
        let next = rule(&mut play);
        play.go_on(next);
        self
    }
    /// The stack holds only this frame, entered anew.
    #[must_use]
    pub fn frame(mut self, frame: impl Into<Frame>) -> Fixture {
        self.state.stack.clear();
        self.start(|_| crate::frame::then(frame))
    }

    /// This hand and nothing else, spent or set aside; the cards come from wherever they are.
    #[must_use]
    pub fn hand(mut self, seat: u8, cards: &str) -> Fixture {
        let seat = Seat::new(seat);
        let old = self.state.sheets[seat].cards();
        self.state.decks = self.state.decks.or(&old);
        let wanted: CardSet = cards.split_whitespace().map(read::<CardId>).collect();
        for other in self.state.present {
            let sheet = &mut self.state.sheets[other];
            sheet.hand = sheet.hand.minus(&wanted);
        }
        let sheet = &mut self.state.sheets[seat];
        sheet.hand = wanted;
        (sheet.discard, sheet.spent) = Default::default();
        self.state.once = self.state.once.minus(&old);
        self.state.decks = self.state.decks.minus(&wanted);
        self.familiars();
        self
    }
    /// Dice of familiars follow their cards.
    fn familiars(&mut self) {
        for number in 1..=16u8 {
            let card = CardId::new(crate::words::Deck::Familiar, number.into());
            let held = card.is_some_and(|card| self.state.holder(card).is_some());
            let bit = 1 << (number - 1);
            let out = |die: &Die| die.kind == DieKind::familiar(number);
            if held && !self.state.contest.pool.iter().any(out) {
                self.state.bag_familiars |= bit;
            } else {
                self.state.bag_familiars &= !bit;
            }
        }
    }
    /// Rows such as `R1 G3`; the others are empty.
    #[must_use]
    pub fn rows(mut self, seat: u8, text: &str) -> Fixture {
        let sheet = &mut self.state.sheets[Seat::new(seat)];
        sheet.rows = [0; 6];
        for word in text.split_whitespace() {
            sheet.rows[read::<Colour>(&word[..1]).index()] = read(&word[1..]);
        }
        self
    }
    #[must_use]
    pub fn scores(mut self, seat: u8, scores: [u8; 6]) -> Fixture {
        self.state.sheets[Seat::new(seat)].scores = scores;
        self
    }
    #[must_use]
    pub fn fatigue(mut self, seat: u8, fatigue: u8, health: u8) -> Fixture {
        let sheet = &mut self.state.sheets[Seat::new(seat)];
        (sheet.fatigue, sheet.health) = (fatigue, health);
        self
    }
    #[must_use]
    pub fn ready(mut self, seat: u8, ready: bool) -> Fixture {
        self.state.sheets[Seat::new(seat)].ready = ready;
        self
    }
    #[must_use]
    pub fn xp(mut self, xp: u16) -> Fixture {
        self.state.journal.xp = xp;
        self
    }
    /// Play limit, and bonus play tokens on the journal.
    #[must_use]
    pub fn plays(mut self, limit: u8, tokens: u8) -> Fixture {
        self.state.journal.play_limit = limit;
        self.state.journal.tokens = tokens;
        self.state.journal.bonus_limit = tokens;
        self
    }
    #[must_use]
    pub fn journal(mut self, change: impl FnOnce(&mut crate::state::Journal)) -> Fixture {
        change(&mut self.state.journal);
        self
    }
    /// Once-per-adventure cards that were played.
    #[must_use]
    pub fn once(mut self, cards: &str) -> Fixture {
        self.state.once = cards.split_whitespace().map(read::<CardId>).collect();
        self
    }
    /// Items the party has, by their numbers.
    #[must_use]
    pub fn items(mut self, numbers: &str) -> Fixture {
        for item in numbers.split_whitespace().map(read::<ItemId>) {
            self.state.map.held |= 1 << self.state.map.items.len();
            self.state.map.items.push(item);
        }
        self
    }
    #[must_use]
    pub fn keyword(mut self, word: &str) -> Fixture {
        let at = self.game.content.keywords.iter().position(|k| k == word);
        self.state.journal.keywords |= 1 << at.unwrap_or_else(|| panic!("there is no keyword {word}"));
        self
    }

    /// A pool that was rolled, such as `R3 B5`, and the step in which cards are played.
    #[must_use]
    pub fn pool(mut self, dice: &str) -> Fixture {
        for old in std::mem::take(&mut self.state.contest.pool) {
            self.state.into_bag(old.kind);
        }
        for text in dice.split_whitespace() {
            let die = die(&self.game, text);
            self.state.leave_bag(die.kind);
            self.state.contest.pool.push(die);
        }
        self.state.contest.limit = self.state.contest.pool.len() as u8;
        self.frame(contest::Frame::Manipulate)
    }
    /// Only these slots, such as `R* *4`, with their counterattacks and rewards.
    #[must_use]
    pub fn slots(mut self, slots: &str) -> Fixture {
        self.state.contest.slots.clear();
        for text in slots.split_whitespace() {
            let slot = crate::content::cards::Slot::read(text).unwrap_or_else(|e| panic!("{e}"));
            self.state.contest.slots.push(SlotState {
                colours: slot.colours,
                values: slot.values,
                counterattack: slot.counterattack,
                xp: slot.reward.xp,
                gold: slot.reward.gold,
                foe: 0,
                die: None,
            });
        }
        self
    }
    #[must_use]
    pub fn dice_limit(mut self, limit: u8) -> Fixture {
        self.state.contest.limit = limit;
        self
    }
    /// The table as it stands; whom it waits for is worked out anew.
    #[must_use]
    pub fn table(mut self) -> Table<Adventures> {
        let frame = self.state.stack.pop();
        if let Some(frame) = frame {
            self = self.start(|_| Next::Then(frame));
        }
        Table::at(self.game, self.state)
    }
    #[must_use]
    pub fn game(&self) -> &Arc<Adventures> {
        &self.game
    }
    #[must_use]
    pub fn look(&self) -> Look<'_> {
        Look { g: &self.game, s: &self.state }
    }
}

/// A named fact of a table, for scripted tests: `xp`, `p0.fatigue`, `p0.R`, `pool`, `s1`, `at`, `entry`.
#[must_use]
pub fn fact(look: Look, name: &str) -> Option<String> {
    let s = look.s;
    if let Some((who, what)) = name.split_once('.') {
        let seat = Seat::checked(who.strip_prefix('p')?.parse().ok()?, SEATS as u8)?;
        return sheet_fact(look, seat, what);
    }
    if let Ok(card) = name.parse() {
        return Some(place(look, card));
    }
    if let Some(slot) = name.strip_prefix('s').and_then(|n| n.parse::<usize>().ok()) {
        let slot = s.contest.slots.get(slot.checked_sub(1)?)?;
        return Some(slot.die.map_or("empty".to_owned(), die_text));
    }
    let j = &s.journal;
    Some(match name {
        "xp" => j.xp.to_string(),
        "gold" => j.gold.to_string(),
        "tokens" => j.tokens.to_string(),
        "rests" => j.rests.to_string(),
        "deaths" => j.deaths.to_string(),
        "play_limit" => j.play_limit.to_string(),
        "bonus_limit" => j.bonus_limit.to_string(),
        "combat_dice" => j.combat_dice.to_string(),
        "factions" => format!("{} {} {}", j.factions[0], j.factions[1], j.factions[2]),
        "storyteller" => s.storyteller.number().to_string(),
        "tome_keeper" => s.tome_keeper.number().to_string(),
        "at" => s.map.at.to_string(),
        "entry" => entry(look)?,
        "pool" => s.contest.pool.iter().map(|die| die_text(*die)).collect::<Vec<_>>().join(" "),
        "bag" => s.bag_len().to_string(),
        "round" => s.contest.round.to_string(),
        "marker" => s.contest.foes.first()?.marker.to_string(),
        "limit" => s.contest.limit.to_string(),
        "pool_size" => s.contest.pool.len().to_string(),
        "contest" => matches!(s.contest.kind, Kind::Check | Kind::Combat).to_string(),
        "over" => (s.turn == Turn::Over).to_string(),
        "players" => s.players().to_string(),
        _ => return journal_fact(look, name).or_else(|| contest_fact(look, name)),
    })
}

fn journal_fact(look: Look, name: &str) -> Option<String> {
    let (s, j) = (look.s, &look.s.journal);
    if let Some(title) = name.strip_prefix("title ") {
        return Some((j.titles & title.parse::<TitleId>().ok()?.bit() != 0).to_string());
    }
    if let Some(item) = name.strip_prefix("item ") {
        return Some(s.has_item(item.parse().ok()?).to_string());
    }
    Some(match name {
        "legendary" => j.legendary.to_string(),
        "titles" => j.titles.count_ones().to_string(),
        "keywords" => j.keywords.count_ones().to_string(),
        "campaign" => j.campaign.to_string(),
        "bonus_cards" => j.bonus_cards.to_string(),
        "payoff" => look.g.outcome(s)?.payoff(Seat::new(0)).to_string(),
        "unflipped" => s.map.numbers.count_ones().to_string(),
        "level" => s.contest.level.to_string(),
        "locked" => {
            let paths = look.adventure().paths.iter().enumerate();
            let closed = paths.filter(|(at, _)| s.map.closed >> at & 1 == 1);
            closed.map(|(_, path)| format!("{}-{}", path.ends.0, path.ends.1)).collect::<Vec<_>>().join(" ")
        }
        "adventure" => look.adventure().code.clone(),
        "ending" => s.ending.map_or("none".to_owned(), |ending| format!("{ending:?}").to_lowercase()),
        "epilogue" => {
            j.ending.map_or("none".to_owned(), |e| look.g.content.campaign.endings[e.index()].id.clone())
        }
        "encounters" => s.map.encounters.count_ones().to_string(),
        "display" => s.display.iter().flatten().count().to_string(),
        _ => return None,
    })
}

/// `slots`, `strikes` (the counterattacks), `price B`, `foe 2`, `slot s5` with its icons.
fn contest_fact(look: Look, name: &str) -> Option<String> {
    let contest = &look.s.contest;
    let (what, which) = name.split_once(' ').unwrap_or((name, ""));
    Some(match what {
        "xp_at" => look.s.map.xp[which.parse::<LocationId>().ok()?.index()].to_string(),
        "slots" => contest.slots.len().to_string(),
        "strikes" => {
            let strikes: Vec<String> =
                contest.slots.iter().map(|slot| slot.counterattack.to_string()).collect();
            strikes.join(" ")
        }
        "price" => match dice_pool::price(look, which.parse().ok()?) {
            Some(price) => format!("{} and {} others", price.matching, price.others),
            None => "too much".to_owned(),
        },
        "foe" => {
            let foe = contest.foes.get(which.parse::<usize>().ok()?.checked_sub(1)?)?;
            if foe.down { "down".to_owned() } else { format!("on space {}", foe.marker) }
        }
        "slot" => {
            let slot = contest.slots.get(which.parse::<SlotId>().ok()?.index().checked_sub(1)?)?;
            let face = Slot { colours: slot.colours, values: slot.values, ..Slot::default() };
            format!("{face}, hits {}, {} XP, {} gold", slot.counterattack, slot.xp, slot.gold)
        }
        _ => return None,
    })
}

/// Where a card is.
fn place(look: Look, card: CardId) -> String {
    let s = look.s;
    match s.holder(card) {
        Some(seat) => format!("with p{}", seat.number()),
        None if s.decks.contains(card) => "in its deck".to_owned(),
        None if s.loose.contains(card) => "shared out".to_owned(),
        None => "on display".to_owned(),
    }
}

/// The entry whose options are open.
fn entry(look: Look) -> Option<String> {
    match look.s.stack.top() {
        Some(Frame::Story(storybook::Frame::Choice { entry })) => {
            Some(look.g.content.entry(EntryId(*entry)).label.clone())
        }
        Some(_) | None => None,
    }
}

fn sheet_fact(look: Look, seat: Seat, what: &str) -> Option<String> {
    let sheet = &look.s.sheets[seat];
    let cards = |pile: CardSet| match pile.is_empty() {
        true => "nothing".to_owned(),
        false => pile.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" "),
    };
    Some(match what {
        "fatigue" => sheet.fatigue.to_string(),
        "health" => sheet.health.to_string(),
        "tokens" => sheet.tokens.to_string(),
        "ready" => sheet.ready.to_string(),
        "hand" => cards(sheet.hand),
        "discard" => cards(sheet.discard),
        "spent" => cards(sheet.spent),
        "once" => cards(sheet.cards().and(&look.s.once)),
        "scores" => sheet.scores.map(|s| s.to_string()).join(" "),
        row => sheet.rows[row.parse::<Colour>().ok()?.index()].to_string(),
    })
}
