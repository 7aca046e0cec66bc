//! Tables laid out for tests and puzzles, and named facts of a table.

use crate::{
    Content, FriendsAndFoes, Options, State,
    frame::{Frame, then},
    queries::Look,
    rules::{activation, formation, garrison, harvest, initiative, setup, victory},
    state::{Holder, Orders},
    words::{AbilityId, AreaId, AreaSet, BENCH, BodyId, CharId, Node, Reason, Terrain, Weapon},
};
use kernel::{Card, CardSet, Log, Pool, Seat, Table, cases};
use std::sync::Arc;

/// A table in the middle of a game: seat 0 acts, everybody has 5 tokens and no treasure or hand.
#[derive(Clone, Debug)]
pub struct Fixture {
    game: Arc<FriendsAndFoes>,
    pub state: State,
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn read<T: std::str::FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Display,
{
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Cards such as `7C QD`; T is a ten.
#[must_use]
pub fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(|word| read::<Card>(&word.replace('T', "10"))).collect()
}

impl Fixture {
    /// Options such as `seats=4 teams=01v23`.
    ///
    /// # Panics
    /// If the options do not fit together.
    #[must_use]
    pub fn new(options: &str) -> Fixture {
        let mut chosen = Options::default();
        for (name, value) in options.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            chosen.set(name, value).unwrap_or_else(|e| panic!("{e}"));
        }
        let game = FriendsAndFoes::new(Content::built_in(), chosen).unwrap_or_else(|e| panic!("{e}"));
        let mut state = setup::table(&game);
        state.round = 1;
        for at in Seat::first(game.options.seats) {
            state.sides[at].tokens = 5;
            state.order.push(at);
            state.build[at.index()].ready = true;
        }
        Fixture { game: Arc::new(game), state }
    }

    /// Puts a character on the board: `put("a1", "WA2 ATK-02 PAS-05", "r1c1")`.
    #[must_use]
    pub fn put(self, who: &str, card: &str, area: &str) -> Fixture {
        let id: CharId = read(who);
        let mut fixture = self.sheet(id, card);
        fixture.state.char_mut(id).area = fixture.area(area);
        fixture.state.board.insert(id);
        fixture
    }

    /// Puts a character on the bench; its slot is 6 or higher.
    #[must_use]
    pub fn bench(self, who: &str, card: &str) -> Fixture {
        let id: CharId = read(who);
        assert!(id.slot() >= BENCH, "the bench starts at 6");
        let mut fixture = self.sheet(id, card);
        fixture.state.bench.insert(id);
        fixture
    }

    fn sheet(mut self, id: CharId, card: &str) -> Fixture {
        let mut words = card.split_whitespace();
        let me = self.state.char_mut(id);
        me.body = read::<BodyId>(words.next().unwrap_or_default());
        for (slot, ability) in words.enumerate() {
            me.abilities[slot] = Some(read::<AbilityId>(ability));
        }
        formation::enlist(&self.game, &mut self.state, id);
        self
    }

    fn area(&self, name: &str) -> AreaId {
        let board = &self.game.content.maps[usize::from(self.state.map)];
        board.named(name).unwrap_or_else(|| panic!("there is no area {name}"))
    }

    #[must_use]
    pub fn health(mut self, who: &str, health: u8) -> Fixture {
        self.state.char_mut(read(who)).health = health;
        self
    }
    /// Moves these cards of the deck into the hand.
    #[must_use]
    pub fn hand(mut self, number: u8, text: &str) -> Fixture {
        for card in cards(text).iter() {
            self.state.sides[seat(number)].leave_deck(card);
            self.state.sides[seat(number)].take_in_hand(card);
        }
        self
    }
    /// Leaves only these cards in the deck; the others are discarded.
    #[must_use]
    pub fn deck(mut self, number: u8, text: &str) -> Fixture {
        let side = &mut self.state.sides[seat(number)];
        let keep = cards(text);
        side.discard = side.discard.or(side.deck.minus(keep));
        side.deck = side.deck.and(keep);
        self
    }
    /// Moves these cards of the deck into the discard pile.
    #[must_use]
    pub fn discard(mut self, number: u8, text: &str) -> Fixture {
        for card in cards(text).iter() {
            self.state.sides[seat(number)].leave_deck(card);
            self.state.sides[seat(number)].discard.put(card);
        }
        self
    }
    #[must_use]
    pub fn tokens(mut self, number: u8, tokens: u8) -> Fixture {
        self.state.sides[seat(number)].tokens = tokens;
        self
    }
    #[must_use]
    pub fn stored(mut self, number: u8, tokens: u8) -> Fixture {
        self.state.sides[seat(number)].stored = tokens;
        self
    }
    #[must_use]
    pub fn treasure(mut self, number: u8, treasure: u16) -> Fixture {
        self.state.sides[seat(number)].treasure = treasure;
        self
    }
    #[must_use]
    pub fn round(mut self, round: u8) -> Fixture {
        self.state.round = round;
        self
    }
    /// Seats in initiative order, such as `102`.
    #[must_use]
    pub fn order(mut self, order: &str) -> Fixture {
        self.state.order = order.bytes().map(|b| seat(b - b'0')).collect();
        self
    }
    #[must_use]
    pub fn zone(mut self, team: usize, areas: &str) -> Fixture {
        self.state.zones[team] = areas.split_whitespace().map(|name| self.area(name)).collect::<AreaSet>();
        self
    }
    #[must_use]
    pub fn goal(mut self, team: usize, area: &str) -> Fixture {
        self.state.goals[team] = Some(self.area(area));
        self
    }
    #[must_use]
    pub fn twist(mut self, id: &str) -> Fixture {
        self.state.twist =
            self.game.content.twists.iter().position(|(t, _)| t.to_string() == id).map(|at| at as u8);
        assert!(self.state.twist.is_some(), "there is no twist {id}");
        self
    }
    /// Any other change.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Fixture {
        change(&mut self.state);
        self
    }

    /// The table at this point of the flow.
    #[must_use]
    pub fn at(mut self, frame: impl Into<Frame>) -> Table<FriendsAndFoes> {
        let game = Arc::clone(&self.game);
        let mut log = Log::off();
        let mut play = crate::Play { g: &game, s: &mut self.state, log: &mut log };
        play.go_on(then(frame));
        Table::at(game, self.state)
    }
    /// The first player in the order is asked for an action.
    #[must_use]
    pub fn table(self) -> Table<FriendsAndFoes> {
        self.at(activation::Frame::Act)
    }
    #[must_use]
    pub fn look(&self) -> Look<'_> {
        Look { g: &self.game, s: &self.state }
    }
    #[must_use]
    pub fn spot(&self, name: &str) -> AreaId {
        self.area(name)
    }
}

/// A table of a case, laid out line by line: `put a1 WA1 ATK-02 r1c1`, `hand 0 7C QD`, `at harvest`.
#[derive(Debug, Default)]
pub struct Scene {
    fixture: Option<Fixture>,
    /// Where play begins; a turn if nothing is said.
    from: Option<Frame>,
    /// A whole game, from its first step on.
    whole: bool,
}

impl cases::Scene for Scene {
    type Game = FriendsAndFoes;

    fn given(&mut self, line: &str) -> Result<(), String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let "options" | "setup" = verb {
            if self.fixture.is_some() {
                return Err("options come first".to_owned());
            }
            self.whole = verb == "setup";
            self.fixture = Some(Fixture::new(rest));
        } else if verb == "at" {
            self.from = Some(moment(rest).ok_or("expected choose, buy, harvest or the like")?);
        } else {
            let fixture = self.fixture.take().unwrap_or_else(|| Fixture::new(""));
            self.fixture = Some(fixture.laid(verb, rest)?);
        }
        Ok(())
    }

    fn table(self) -> Result<Table<FriendsAndFoes>, String> {
        let fixture = self.fixture.unwrap_or_else(|| Fixture::new(""));
        if self.whole {
            return Ok(Table::new(fixture.game));
        }
        Ok(match self.from {
            Some(frame) => fixture.at(frame),
            None => fixture.table(),
        })
    }
}

fn moment(name: &str) -> Option<Frame> {
    Some(match name {
        "buy" => setup::Frame::Buy.into(),
        "round" => initiative::Frame::Round.into(),
        "choose" => initiative::Frame::Choose.into(),
        "harvest" => harvest::Frame::Harvest { place: 0 }.into(),
        "twists" => harvest::Frame::Twists.into(),
        "shift" => harvest::Frame::Shift.into(),
        "victory" => harvest::Frame::Victory.into(),
        "cleanup" => harvest::Frame::Cleanup.into(),
        _ => return None,
    })
}

impl Fixture {
    fn laid(self, verb: &str, rest: &str) -> Result<Fixture, String> {
        let (first, others) = rest.split_once(' ').unwrap_or((rest, ""));
        Ok(match verb {
            "put" => {
                let (card, area) = others.rsplit_once(' ').ok_or("expected who, card and area")?;
                self.put(first, card, area)
            }
            "bench" => self.bench(first, others),
            "health" => self.health(first, read(others)),
            "hand" => self.hand(read(first), others),
            "deck" => self.deck(read(first), others),
            "discard" => self.discard(read(first), others),
            "tokens" => self.tokens(read(first), read(others)),
            "stored" => self.stored(read(first), read(others)),
            "treasure" => self.treasure(read(first), read(others)),
            "round" => self.round(read(first)),
            "order" if first == "none" => self.order(""),
            "order" => self.order(first),
            "zone" => self.zone(read(first), others),
            "goal" => self.goal(read(first), others),
            "twist" => self.twist(first),
            "turn_of" => self.with(|s| s.at = read(first)),
            "defender" => self.defender(read(first)),
            "shifted" => {
                let area = self.area(first);
                self.with(|s| s.shifting = Some(area))
            }
            "blood" => self.with(|s| s.first_blood = true),
            "reacts_no" => self.with(|s| s.sides[seat(read(first))].orders.insert(Orders::NO_REACTIONS)),
            "no_cards" => self.with(|s| s.sides[seat(read(first))].deck = CardSet::EMPTY),
            "untold" => self.with(|s| s.sides[seat(read(first))].hand_len = read(others)),
            "initiative" => self.with(|s| {
                let (side, card) = (&mut s.sides[seat(read(first))], read(others));
                side.leave_deck(card);
                side.initiative = Some(card);
            }),
            _ => return Err(format!("nothing is laid out by `{verb}`")),
        })
    }

    /// A character defends the garrison that its group holds.
    fn defender(mut self, who: CharId) -> Fixture {
        let area = self.state.area(who);
        let at = self.look().board().garrisons.iter().position(|garrison| *garrison == area);
        let group = self.look().group(who.seat());
        let at = at.unwrap_or_else(|| panic!("{who} stands in no Garrison area"));
        self.state.held[at] = Holder::of(group);
        self.state.defenders.insert(who);
        self.state.posted = garrison::posted(self.look());
        self
    }
}

/// A named fact: `a1.health`, `0.treasure`, `0.holds.7C`, `r1c1.control`, `round`, `order`, `result`.
#[must_use]
pub fn fact(look: Look, name: &str) -> Option<String> {
    let s = look.s;
    let seats = |all: &mut dyn Iterator<Item = Seat>| {
        all.map(|s| s.number().to_string()).collect::<Vec<_>>().join(" ")
    };
    match name {
        "round" => return Some(s.round.to_string()),
        "order" => return Some(seats(&mut s.order.iter().copied())),
        "defenders" if s.defenders.is_empty() => return Some("none".to_owned()),
        "defenders" => return Some(s.defenders.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")),
        "result" => {
            let ending = s.ending?;
            let winner = ending.winner.map_or("draw".to_owned(), |team| team.to_string());
            return Some(format!("{winner} {}", ending.reason));
        }
        _ => {}
    }
    let (subject, rest) = name.split_once('.')?;
    if let Ok(who) = subject.parse::<CharId>() {
        return char_fact(look, who, rest);
    }
    if let Ok(number) = subject.parse::<u8>() {
        return seat_fact(look, Seat::checked(number, look.g.options.seats)?, rest);
    }
    area_fact(look, look.board().named(subject)?, rest)
}

/// Words with blanks between them.
fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let all = words.collect::<Vec<_>>().join(" ");
    if all.is_empty() { "none".to_owned() } else { all }
}

/// `control`, `terrain`, `sees.r3c1`.
fn area_fact(look: Look, area: AreaId, name: &str) -> Option<String> {
    let board = look.board();
    if let Some((what, other)) = name.split_once('.') {
        let other = board.named(other)?;
        return match what {
            "sees" => Some(look.sees(area, other).to_string()),
            "difficult" => Some(look.is_difficult(area, other).to_string()),
            _ => None,
        };
    }
    Some(match name {
        "control" => look.controller(area).map_or("nobody".to_owned(), |s| s.number().to_string()),
        "territories" => victory::territories(look, 0).to_string(),
        "terrain" => {
            let ground = Terrain::ALL.iter().filter(|feature| look.terrain(**feature).contains(area));
            listed(ground.map(|feature| feature.word()))
        }
        "nodes" => {
            let all = Node::ALL.iter();
            let each = all.flat_map(|node| std::iter::repeat_n(node.word(), board.nodes(area, *node).into()));
            listed(each)
        }
        _ => return None,
    })
}

fn char_fact(look: Look, who: CharId, name: &str) -> Option<String> {
    let me = look.s.char(who);
    Some(match name {
        "health" => me.health.to_string(),
        "area" if look.s.board.contains(who) => look.board().area_name(me.area),
        "area" if look.s.bench.contains(who) => "bench".to_owned(),
        "area" => "removed".to_owned(),
        "armor" => look.armor(who).to_string(),
        "warding" => look.warding(who).to_string(),
        "sprint" => look.sprint(who).to_string(),
        "advantage" => look.attack_advantage(who, Weapon::Basic).to_string(),
        "sigil" => me.sigil.map_or("none".to_owned(), |sigil| sigil.card.to_string()),
        _ => return None,
    })
}

fn seat_fact(look: Look, seat: Seat, name: &str) -> Option<String> {
    let side = &look.s.sides[seat];
    if let Some((pile, card)) = name.split_once('.') {
        let pile = match pile {
            "holds" => side.hand,
            "shown" => side.shown,
            "discarded" => side.discard,
            _ => return None,
        };
        return Some((pile.copies(card.parse().ok()?) == 1).to_string());
    }
    Some(match name {
        "treasure" => side.treasure.to_string(),
        "tokens" => side.tokens.to_string(),
        "stored" => side.stored.to_string(),
        "hand" => side.hand_len.to_string(),
        "deck" => side.deck_len().to_string(),
        "discard" => side.discard.count().to_string(),
        "cards" => setup::cards_of(look.s, seat).to_string(),
        "orders" if side.orders.is_empty() => "none".to_owned(),
        "orders" => {
            let given = Orders::WRITTEN.iter().filter(|(order, _)| side.orders.contains(*order));
            given.map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        }
        "initiative" => side.initiative.map_or("none".to_owned(), |card| card.to_string()),
        _ => return None,
    })
}

/// Why a game ended, for those who count endings.
#[must_use]
pub fn ended_by(state: &State) -> Option<Reason> {
    state.ending.map(|ending| ending.reason)
}
