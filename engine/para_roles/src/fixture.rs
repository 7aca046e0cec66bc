//! Positions laid out by hand, in Rust ([`Fixture`]) or in words ([`scene`]), and named facts of a table: for tests,
//! solved positions and tables in mid-game.

mod facts;
pub mod scene;

use crate::{
    ParaRoles, State,
    content::Content,
    frame::{Next, then},
    options::{Campaign, Options},
    queries::Look,
    rules::{campaigns, pause, rounds, setup},
    state::{Charge, Charging, Foe, Growth, Hero, Token},
    words::{Class, Epic, FoeId, Role, Side, Stat},
};
use kernel::{Card, CardSet, Deck, Log, Rank, RankSet, Seat, SeatSet, Table};
use std::sync::Arc;

pub use facts::fact;
pub use scene::Scene;

/// A combat laid out by hand. The party is the suggested one at full HP unless changed.
#[derive(Clone, Debug)]
pub struct Fixture {
    game: ParaRoles,
    state: State,
    enemies_first: bool,
    acting: Option<SeatSet>,
}

impl Default for Fixture {
    fn default() -> Self {
        Fixture::new(Options::default())
    }
}

impl Fixture {
    /// The suggested party, one of each role, before any enemy.
    ///
    /// # Panics
    /// If the options contradict each other.
    #[must_use]
    pub fn new(options: Options) -> Fixture {
        let game = ParaRoles::new(Content::built_in(), options).expect("options of a fixture fit together");
        let mut state = setup::table(&game);
        for role in Role::ALL {
            let seat = Seat::new(role.index() as u8);
            let card = game.content.role(*role).clone();
            let numbers = [card.suggested.0, card.suggested.1, card.suggested.2, card.suggested.3];
            let hero = &mut state.heroes[seat];
            hero.role = Some(*role);
            hero.role_epic = Some(card.epic);
            hero.known = [card.pair.0, card.pair.1].into_iter().collect();
            hero.slots = [Some(card.pair.0), Some(card.pair.1)];
            hero.grown = Growth::Full;
            hero.hp = numbers[0];
            hero.cards = numbers.map(Rank::new);
            state.dealt[seat] = 0b1111;
            for (i, number) in numbers.into_iter().enumerate() {
                state.player_decks[i].remove(Rank::new(number));
            }
        }
        let ranks = match game.options.campaign {
            Campaign::Woods => game.content.campaigns.woods.ranks,
            Campaign::Maze => game.content.campaigns.maze.ranks,
            Campaign::Rifts => game.content.campaigns.rifts.ranks,
            Campaign::RandomEncounters | Campaign::Tower | Campaign::Dungeon => (2, 14),
        };
        state.alive = [crate::content::span(ranks); 4];
        Fixture { game, state, enemies_first: false, acting: None }
    }
    /// A fight in Random Encounters against enemies given as `H/D/A/T`.
    #[must_use]
    pub fn fight(enemies: &[&str]) -> Fixture {
        let options = Options { campaign: Campaign::RandomEncounters, ..Options::default() };
        enemies.iter().fold(Fixture::new(options), |fixture, cards| fixture.enemy(cards))
    }
    /// Adds an enemy with these printed cards. A card that another enemy has is allowed: it is no real one then.
    #[must_use]
    pub fn enemy(mut self, cards: &str) -> Fixture {
        let cards = numbers(cards).expect("four cards").map(Rank::new);
        let id = FoeId::enemies().find(|id| !self.state.foe(*id).present).expect("four enemies at most");
        let real = (0..4).all(|i| self.state.alive[i].contains(cards[i]));
        if real {
            (0..4).for_each(|i| self.state.alive[i].remove(cards[i]));
        }
        let foe = Foe { cards, treasure: 1, from_deck: real, ..Foe::default() };
        self.play(|p| {
            campaigns::stands(p, id, foe);
            Next::Done
        });
        self.state.foe_mut(id).hp = cards[0].number().into();
        self
    }
    /// Changes the table directly.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Fixture {
        change(&mut self.state);
        self
    }
    /// The hero of this seat, to be changed.
    #[must_use]
    pub fn hero(self, seat: u8, change: impl FnOnce(&mut Hero)) -> Fixture {
        self.with(|s| change(&mut s.heroes[Seat::new(seat)]))
    }
    #[must_use]
    pub fn foe(self, number: u8, change: impl FnOnce(&mut Foe)) -> Fixture {
        self.with(|s| change(s.foe_mut(FoeId::enemy(number - 1))))
    }
    /// Gives a hero these stat cards and full HP; cards he gives back return to their decks.
    #[must_use]
    pub fn stats(mut self, seat: u8, cards: &str) -> Fixture {
        let seat = Seat::new(seat);
        for (i, number) in numbers(cards).expect("four cards").into_iter().enumerate() {
            let old = self.state.heroes[seat].cards[i];
            self.state.player_decks[i] = self.state.player_decks[i].or(RankSet::from_iter([old]));
            let rank = Rank::new(number);
            self.state.heroes[seat].cards[i] = rank;
            if self.state.player_decks[i].contains(rank) {
                self.state.player_decks[i].remove(rank);
            }
        }
        self.state.heroes[seat].hp = self.state.heroes[seat].cards[0].number();
        self
    }
    /// Makes a hero a member of a class: its pair is known and slotted, his role EPIC stays.
    #[must_use]
    pub fn class(mut self, seat: u8, class: Class) -> Fixture {
        let (one, two) = self.game.content.pair(class);
        let hero = &mut self.state.heroes[Seat::new(seat)];
        hero.known.insert(one);
        hero.known.insert(two);
        hero.slots = [Some(one), Some(two)];
        self
    }
    /// This EPIC of this hero takes effect when he begins his turn.
    #[must_use]
    pub fn charged(self, seat: u8, epic: Epic) -> Fixture {
        self.hero(seat, |h| h.charge = Some(Charge { what: Charging::Epic(epic), turns: 2 }))
    }
    #[must_use]
    pub fn token(self, seat: u8, side: Side, ally: u8) -> Fixture {
        self.hero(seat, |h| h.token = Some(Token { ally: Seat::new(ally), side }))
    }
    /// Seats that are not named are empty.
    #[must_use]
    pub fn only(self, seats: &[u8]) -> Fixture {
        let empty = (0..4).filter(|n| !seats.contains(n)).collect::<Vec<u8>>();
        self.with(|s| {
            for n in empty {
                let seat = Seat::new(n);
                for i in 0..4 {
                    let rank = s.heroes[seat].cards[i];
                    s.player_decks[i] = s.player_decks[i].or(RankSet::from_iter([rank]));
                }
                s.heroes[seat] = Hero::default();
            }
        })
    }
    /// The Random Deck holds only these cards; the rest lies in the discard.
    #[must_use]
    pub fn deck(self, cards: &str) -> Fixture {
        let cards: CardSet =
            cards.split_whitespace().map(|c| c.parse::<Card>().expect("a card such as 7S")).collect();
        self.with(|s| s.random = Deck::shuffled(cards))
    }
    /// The enemies act first: the party has had its turns this round.
    #[must_use]
    pub fn enemies_first(mut self) -> Fixture {
        self.enemies_first = true;
        self
    }
    /// Only these heroes have not had their turn in the first round.
    #[must_use]
    pub fn acting(mut self, seats: &[u8]) -> Fixture {
        self.acting = Some(seats.iter().map(|n| Seat::new(*n)).collect());
        self
    }
    /// Lays treasure cards from the Treasure Deck under a hero's stat.
    #[must_use]
    pub fn treasure(self, seat: u8, stat: Stat, count: u8) -> Fixture {
        self.with(|s| {
            s.heroes[Seat::new(seat)].treasure[stat.index()] += count;
            s.treasure_deck -= count;
        })
    }
    fn play(&mut self, rule: impl FnOnce(&mut crate::Play) -> Next) {
        self.state.tokens.each_mut().iter_mut().for_each(|tokens| tokens.sort_unstable());
        self.state.recount();
        let mut log = Log::off();
        let mut play = crate::Play { g: &self.game, s: &mut self.state, log: &mut log };
        let next = rule(&mut play);
        play.go_on(next);
    }
    /// The table, in the first round of the combat.
    #[must_use]
    pub fn table(mut self) -> Table<ParaRoles> {
        let before = self.state;
        self.state.stack.push(campaigns::Frame::GoesOn.into());
        self.play(rounds::combat_begins);
        // The combat-setup shuffle and full HP of enemies must not undo what was laid out.
        self.state.random = before.random;
        for id in FoeId::enemies() {
            self.state.foe_mut(id).hp = before.foe(id).hp;
        }
        if let Some(seats) = self.acting {
            self.state.combat.to_act = seats;
            self.state.turn =
                crate::flow::turn(Look { g: &self.game, s: &self.state }, self.state.stack.top().copied());
        }
        if self.enemies_first {
            self.state.stack.pop();
            self.state.combat.to_act = SeatSet::EMPTY;
            self.play(|_| then(rounds::Frame::Enemies { next: 0 }));
        }
        Table::at(Arc::new(self.game), self.state)
    }
    /// The table, outside combat: in a pause of the campaign.
    #[must_use]
    pub fn pause(mut self, town: bool) -> Table<ParaRoles> {
        self.state.journey.town = town;
        self.state.stack.push(campaigns::Frame::GoesOn.into());
        self.play(|_| then(pause::Frame::Pause { left: SeatSet::first(4) }));
        Table::at(Arc::new(self.game), self.state)
    }
}

/// Reads `7/8/6/9`, with J, Q, K and A allowed.
fn numbers(cards: &str) -> Result<[u8; 4], String> {
    let read: Option<Vec<u8>> =
        cards.split('/').map(|word| word.trim().parse().ok().map(Rank::number)).collect();
    let four = read.and_then(|read| read.try_into().ok());
    four.ok_or_else(|| format!("expected four cards as H/D/A/T such as 7/8/6/9, not `{cards}`"))
}
