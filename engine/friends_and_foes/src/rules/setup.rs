//! Set-up: scenario, twist, formations, starting hands and treasure, buying cards. FO-020 to FO-030.

use crate::{
    Action, FriendsAndFoes, Play, State,
    board::GARRISONS,
    event::Event,
    frame::{self, Frame::Setup, Next, first, stray, then, wait},
    luck::Falls,
    options::StartingTreasure,
    queries::Look,
    rules::{cards, formation, initiative},
    state::{Build, CHAIN, Commit, Deed, Fight, Holder, Played, Side},
    words::{AreaSet, CharSet, Count, ScenarioId, TwistId},
};
use kernel::{ArrayVec, CardSet, PerSeat, Pool, Seat, SeatSet, Stack, Turn, rule};
use serde::{Deserialize, Serialize};

/// Before the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Scenario,
    Twist,
    /// Everybody builds a formation.
    Build,
    /// Starting hands of these, one after the other.
    Deal {
        left: SeatSet,
    },
    /// Everybody decides how many cards to buy.
    Buy,
    /// What these have bought is drawn.
    Bought {
        left: SeatSet,
    },
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Scenario => choose_scenario(p),
        Frame::Twist => choose_twist(p),
        Frame::Build => formation::build(p),
        Frame::Deal { left } => deal(p, left),
        Frame::Buy => buy(p),
        Frame::Bought { left } => bought(p, left),
    }
}

#[must_use]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Scenario | Frame::Twist => Turn::Chance,
        Frame::Build => Turn::Each(formation::building(look)),
        Frame::Buy => Turn::Each(buying(look)),
        Frame::Deal { .. } | Frame::Bought { .. } => frame::NOBODY,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Build => formation::options(look, seat, offer),
        Frame::Buy => {
            let most = buys_at_most(&look.s.sides[seat]);
            (0..=most).for_each(|n| offer(Action::Buy { cards: Count(n) }));
        }
        Frame::Scenario | Frame::Twist | Frame::Deal { .. } | Frame::Bought { .. } => {}
    }
}

/// What chance decides.
#[inline]
#[must_use]
pub fn falls(frame: Frame) -> Falls {
    match frame {
        Frame::Scenario => Falls::Scenario,
        Frame::Twist => Falls::Twist,
        Frame::Build | Frame::Deal { .. } | Frame::Buy | Frame::Bought { .. } => Falls::Nothing,
    }
}

/// Treasures every player receives.
pub const STARTING_TREASURE: u8 = 10;

/// The table before anything is chosen.
#[must_use]
pub fn table(g: &FriendsAndFoes) -> State {
    rule!("FO-003", "FO-004", "FO-005", "FO-006", "FO-008", "FO-R02");
    let side = |seat: usize| Side {
        deck: if seat < usize::from(g.options.seats) { CardSet::FULL } else { CardSet::EMPTY },
        ..Side::default()
    };
    State {
        turn: Turn::Chance,
        stack: Stack::default(),
        sides: PerSeat::new([side(0), side(1), side(2), side(3)]),
        chars: Default::default(),
        board: CharSet::EMPTY,
        bench: CharSet::EMPTY,
        reactors: CharSet::EMPTY,
        automatic: CharSet::EMPTY,
        fallen: CharSet::EMPTY,
        hidden: g.options.hidden_seats(),
        guessed: false,
        marks: [0; 4],
        build: [Build::default(); 4],
        order: ArrayVec::default(),
        tied: 0,
        repeats: 0,
        at: 0,
        passes: 0,
        gone: SeatSet::EMPTY,
        spent: false,
        deployed: false,
        round: 0,
        scenario: g.grounds[0].0,
        map: g.grounds[0].1,
        twist: None,
        zones: [AreaSet::EMPTY; 4],
        facing: [AreaSet::EMPTY; 4],
        goals: [None; 4],
        defenders: CharSet::EMPTY,
        struck: CharSet::EMPTY,
        held: [Holder::NOBODY; GARRISONS],
        posted: [CharSet::EMPTY; GARRISONS],
        added: [AreaSet::EMPTY; 5],
        shifting: None,
        first_blood: false,
        blood_paid: false,
        played: Played::default(),
        fight: Fight::default(),
        deeds: [Deed::default(); CHAIN],
        depth: 0,
        marshalled: CharSet::EMPTY,
        looked: CardSet::EMPTY,
        looked_len: 0,
        snapshot: [AreaSet::EMPTY; 4],
        contested: AreaSet::EMPTY,
        ending: None,
    }
}

/// The scenario, unless chance decides.
fn choose_scenario(p: &mut Play) -> Next {
    rule!("FO-020", "FO-021", "FO-030", "FO-R07");
    if p.g.grounds.len() > 1 {
        return wait(Frame::Scenario);
    }
    let (scenario, map) = p.g.grounds[0];
    scenario_chosen(p, scenario, map)
}

pub fn scenario_fell(p: &mut Play, asked: frame::Frame, id: ScenarioId) -> Next {
    let Setup(Frame::Scenario) = asked else { return stray(asked) };
    let fits = |(at, _): &&(u8, u8)| p.g.content.scenarios[usize::from(*at)].0 == id;
    let &(scenario, map) = p.g.grounds.iter().find(fits).expect("chance lets only scenarios fall that fit");
    scenario_chosen(p, scenario, map)
}

fn scenario_chosen(p: &mut Play, scenario: u8, map: u8) -> Next {
    (p.s.scenario, p.s.map) = (scenario, map);
    p.say(|l| Event::Scenario(l.scenario().name.clone(), l.board().name.clone()));
    then(Frame::Twist)
}

/// The twist, unless chance decides.
fn choose_twist(p: &mut Play) -> Next {
    rule!("FO-401");
    match p.g.twists[..] {
        [] => {}
        [only] => set_twist(p, only),
        [..] => return wait(Frame::Twist),
    }
    start_building(p)
}

pub fn twist_fell(p: &mut Play, asked: frame::Frame, id: TwistId) -> Next {
    let Setup(Frame::Twist) = asked else { return stray(asked) };
    let at =
        p.g.content
            .twists
            .iter()
            .position(|(t, _)| *t == id)
            .expect("chance lets only twists of the content fall");
    set_twist(p, at as u8);
    start_building(p)
}

fn set_twist(p: &mut Play, at: u8) {
    p.s.twist = Some(at);
    p.say(|l| Event::Twist(l.g.content.twists[usize::from(at)].1.name.clone()));
}

/// Formations that were agreed on need not be chosen.
fn start_building(p: &mut Play) -> Next {
    for seat in Seat::first(p.g.options.seats) {
        if let Some(id) = p.g.options.formations[seat.index()] {
            formation::take_warband(p, seat, id);
        }
    }
    then(Frame::Build)
}

/// Starting hands, one seat after the other.
fn deal(p: &mut Play, left: SeatSet) -> Next {
    rule!("FO-024", "FO-R09");
    match left.lowest() {
        Some(seat) => {
            let draws = cards::Frame::Draws { seat, left: p.g.options.starting_hand };
            first(p, draws, Frame::Deal { left: left.without(seat) })
        }
        None => {
            give_treasure(p);
            then(Frame::Buy)
        }
    }
}

fn give_treasure(p: &mut Play) {
    rule!("FO-023", "FO-048", "FO-R08");
    for seat in Seat::first(p.g.options.seats) {
        let treasure = match p.g.options.starting_treasure {
            StartingTreasure::Separate => STARTING_TREASURE,
            StartingTreasure::Kept => STARTING_TREASURE + p.s.build[seat.index()].coins,
            StartingTreasure::Shared => p.s.build[seat.index()].coins,
        };
        p.s.sides[seat].treasure = treasure.into();
    }
}

/// How many cards a seat could buy.
#[must_use]
pub fn buys_at_most(side: &Side) -> u8 {
    (side.treasure.min(52) as u8).min(side.deck_len() as u8)
}

/// Who still decides how many cards to buy.
fn buying(look: Look) -> SeatSet {
    let owes = |side: &Side| side.commit.is_none() && buys_at_most(side) > 0;
    Seat::first(look.g.options.seats).filter(|seat| owes(&look.s.sides[*seat])).collect()
}

/// Everybody decides at once how many cards to buy.
fn buy(p: &mut Play) -> Next {
    rule!("FO-025", "FO-R10", "FO-190");
    if buying(p.look()).is_empty() { then(Frame::Bought { left: p.g.seated() }) } else { wait(Frame::Buy) }
}

pub fn buys(p: &mut Play, asked: frame::Frame, seat: Seat, cards: Count) -> Next {
    let Setup(Frame::Buy) = asked else { return stray(asked) };
    lay_down(p, seat, Commit::count(cards.0));
    then(Frame::Buy)
}

/// A choice laid face down for all to see that it was made.
pub fn lay_down(p: &mut Play, seat: Seat, commit: Commit) {
    p.s.sides[seat].commit = Some(commit);
    p.say(|_| Event::Chooses(seat));
}

/// The numbers are public; cards are drawn.
fn bought(p: &mut Play, left: SeatSet) -> Next {
    let Some(seat) = left.lowest() else { return then(initiative::Frame::Round) };
    let count = p.s.sides[seat].commit.take().and_then(Commit::as_count).unwrap_or(0);
    p.s.sides[seat].treasure -= u16::from(count);
    if count > 0 {
        p.say(|_| Event::Buys(seat, count));
    }
    first(p, cards::Frame::Draws { seat, left: count }, Frame::Bought { left: left.without(seat) })
}

/// The cards of a deck of this table, wherever they are.
#[must_use]
pub fn cards_of(s: &State, seat: Seat) -> u32 {
    let side = &s.sides[seat];
    let placed = s.chars.iter().filter_map(|c| c.sigil).filter(|sigil| sigil.of == seat).count() as u32;
    let out = side.discard.count() + side.table.count() + placed;
    side.deck.count()
        + side.hand.count()
        + out
        + u32::from(side.initiative.is_some())
        + u32::from(side.tie.is_some())
}
