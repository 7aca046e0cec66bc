//! A table in the middle of a round on which single cards are tried out.

use crate::{
    Content, FiendsAndFamiliars, Frame, Options, State,
    content::words::Mode,
    dice::Die,
    frame::then,
    queries::Look,
    rules::{dice_phase, market_phase, setup, windows},
    words::{
        AdventureId, AlignmentId, BackstoryId, ClassId, FamiliarId, FiendId, MarketId, MinionId, MonsterId,
        Row, SheetId, Space, Window,
    },
};
use kernel::{Log, Seat, SeatSet, Secret, Table};
use std::sync::Arc;

/// Two Humans with a class that does nothing here, five Gold each, an empty sheet and an empty Market.
#[derive(Clone)]
pub struct Fixture {
    pub game: Arc<FiendsAndFamiliars>,
    pub state: State,
}

pub const A: Seat = Seat::new(0);
pub const B: Seat = Seat::new(1);

fn place<T>(all: &[T], name: &str, of: impl Fn(&T) -> &str) -> usize {
    all.iter().position(|card| of(card) == name).unwrap_or_else(|| panic!("there is no card {name}"))
}

fn content() -> Content {
    Content::built_in()
}

/// A Market card by name.
pub fn market(name: &str) -> MarketId {
    let all = content().market;
    let of = |c: &crate::content::cards::MarketCard| c.name == name && c.replaced_by.is_none();
    MarketId::of_index(all.iter().position(of).unwrap_or_else(|| panic!("there is no card {name}")))
}

/// A Fiend by name.
pub fn fiend(name: &str) -> FiendId {
    FiendId::of_index(place(&content().fiends, name, |c| &c.name))
}

pub fn minion(name: &str) -> MinionId {
    MinionId::of_index(place(&content().minions, name, |c| &c.name))
}

pub fn adventure(name: &str) -> AdventureId {
    AdventureId::of_index(place(&content().adventures, name, |c| &c.name))
}

fn read<T: std::str::FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Display,
{
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

impl Fixture {
    /// With Monsters & Minions, so that all cards are there.
    pub fn new(seats: u8) -> Fixture {
        let options = Options { seats, monsters_and_minions: true, ..Options::default() };
        let game = FiendsAndFamiliars::new(content(), options).unwrap_or_else(|e| panic!("{e}"));
        let mut state = setup::table(&game);
        state.round = 2;
        for at in Seat::first(seats) {
            let me = &mut state.players[at];
            (me.sheet, me.gold) = (SheetId::of_index(0), 5);
            me.alignment = AlignmentId::of_index(16);
            me.backstory = BackstoryId::of_index(0);
        }
        let fixture = Fixture { game: Arc::new(game), state };
        // A class and a Familiar without anything that could be used in a window or counts in a fight.
        let fixture = fixture.class(A, "Templar").familiar(A, "Magpie");
        if seats > 1 { fixture.class(B, "Cleric").familiar(B, "Old Owl") } else { fixture }
    }
    pub fn class(mut self, seat: Seat, name: &str) -> Fixture {
        let at = place(&self.game.content.classes, name, |c| &c.name);
        self.state.players[seat].class = ClassId::of_index(at);
        self.state.players[seat].color = self.game.content.classes[at].color;
        self
    }
    pub fn familiar(mut self, seat: Seat, name: &str) -> Fixture {
        let at = place(&self.game.content.familiars, name, |c| &c.name);
        self.state.players[seat].familiar = FamiliarId::of_index(at);
        self
    }
    pub fn owns(mut self, name: &str) -> Fixture {
        let card = market(name);
        self.state.market_deck.upper.remove(card);
        self.state.market_deck.lower.remove(card);
        self.state.players[A].cards.insert(card);
        self
    }
    /// An active Fiend that binds.
    pub fn fiend(mut self, name: &str) -> Fixture {
        self.state.fiends.remove(fiend(name));
        self.state.players[A].active.insert(fiend(name));
        self
    }
    /// Dice of seat a in a row, from the left.
    pub fn dice(mut self, row: Row, dice: &str) -> Fixture {
        for (at, die) in dice.split_whitespace().enumerate() {
            let space = Space::new(row, at as u8);
            self.state.players[A].dice[space.index()] = read::<Die>(die);
        }
        self
    }
    /// Dice on an Initiative card, counted from 1.
    pub fn initiative(mut self, card: usize, dice: &str) -> Fixture {
        for (at, die) in dice.split_whitespace().enumerate() {
            self.state.initiatives[card - 1].dice[at] = read::<Die>(die);
        }
        self
    }
    /// The Market row, from the left.
    pub fn row(mut self, names: &[&str]) -> Fixture {
        for name in names {
            let card = market(name);
            self.state.market_deck.upper.remove(card);
            self.state.market_deck.lower.remove(card);
            self.state.market.push(card);
        }
        self
    }
    pub fn discarded(mut self, name: &str) -> Fixture {
        let card = market(name);
        self.state.market_deck.upper.remove(card);
        self.state.market_deck.lower.remove(card);
        self.state.discard.insert(card);
        self
    }
    pub fn revealed(mut self, name: &str) -> Fixture {
        let card = minion(name);
        let deck = &mut self.state.minions;
        deck.upper.remove(card);
        deck.lower.remove(card);
        deck.revealed = card;
        self
    }
    /// The Monster with the three Adventure cards that all have seen.
    pub fn monster(mut self, name: &str, adventures: [&str; 3]) -> Fixture {
        let mode = if self.game.solo() { Mode::Solo } else { Mode::Multi };
        let all = &self.game.content.monsters;
        let at = all.iter().position(|m| m.name == name && m.mode == mode);
        self.state.monster = MonsterId::of_index(at.unwrap_or_else(|| panic!("there is no Monster {name}")));
        let seats = SeatSet::first(self.game.options.seats);
        self.state.adventures = adventures.map(|name| Secret::new(adventure(name), seats));
        self
    }
    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Fixture {
        change(&mut self.state);
        self
    }
    pub fn look(&self) -> Look<'_> {
        Look { g: &self.game, s: &self.state }
    }
    /// The table at this point of the flow.
    pub fn at(mut self, frame: impl Into<Frame>) -> Table<FiendsAndFamiliars> {
        let game = Arc::clone(&self.game);
        let mut log = Log::off();
        let mut play = crate::Play { g: &game, s: &mut self.state, log: &mut log };
        play.go_on(then(frame));
        Table::at(game, self.state)
    }
    /// Seat a is asked in this window.
    pub fn window(self, window: Window) -> Table<FiendsAndFamiliars> {
        self.at(windows::Frame::Own { window, seat: A })
    }
    /// It is the Market turn of seat a.
    pub fn market_turn(self) -> Table<FiendsAndFamiliars> {
        self.at(market_phase::Frame::Turn { seat: A })
    }
    /// Seat a selects an Initiative card.
    pub fn select(self) -> Table<FiendsAndFamiliars> {
        self.with(|s| s.dice_phase = true).at(dice_phase::Frame::Select { seat: A })
    }
}
