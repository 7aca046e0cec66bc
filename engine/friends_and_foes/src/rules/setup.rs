//! Set-up: scenario, twist, formations, starting hands and treasure, buying cards. FO-020 to FO-030.

use crate::{
    FriendsAndFoes, Play, State,
    board::GARRISONS,
    event::Event,
    frame::Frame,
    options::StartingTreasure,
    rules::formation,
    state::{Build, CHAIN, Commit, Deed, Fight, NOBODY, Played, Side},
    words::{AreaSet, CHARS, CharSet, ScenarioId, TwistId},
};
use kernel::{ArrayVec, CardSet, Next, PerSeat, Pool, Seat, SeatSet, Stack, Turn, flow::Flow, rule};

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
        held: [NOBODY; GARRISONS],
        added: [AreaSet::EMPTY; 5],
        shifting: None,
        first_blood: false,
        blood_paid: false,
        played: Played::default(),
        fight: Fight { commits: [Commit::NONE; CHARS], ..Fight::default() },
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
pub fn choose_scenario(p: &mut Play) -> Next<Frame> {
    rule!("FO-020", "FO-021", "FO-030", "FO-R07");
    if p.g.grounds.len() > 1 {
        return Next::Wait(Frame::Scenario);
    }
    let (scenario, map) = p.g.grounds[0];
    scenario_chosen(p, scenario, map)
}

pub fn scenario_fell(p: &mut Play, id: ScenarioId) -> Next<Frame> {
    let fits = |(at, _): &&(u8, u8)| p.g.content.scenarios[usize::from(*at)].0 == id;
    let &(scenario, map) = p.g.grounds.iter().find(fits).expect("chance lets only scenarios fall that fit");
    scenario_chosen(p, scenario, map)
}

fn scenario_chosen(p: &mut Play, scenario: u8, map: u8) -> Next<Frame> {
    (p.s.scenario, p.s.map) = (scenario, map);
    p.say(|l| Event::Scenario(l.scenario().name.clone(), l.board().name.clone()));
    Next::Then(Frame::Twist)
}

/// The twist, unless chance decides.
pub fn choose_twist(p: &mut Play) -> Next<Frame> {
    rule!("FO-401");
    match p.g.twists[..] {
        [] => {}
        [only] => set_twist(p, only),
        [..] => return Next::Wait(Frame::Twist),
    }
    Next::Then(start_building(p))
}

pub fn twist_fell(p: &mut Play, id: TwistId) -> Next<Frame> {
    let at =
        p.g.content
            .twists
            .iter()
            .position(|(t, _)| *t == id)
            .expect("chance lets only twists of the content fall");
    set_twist(p, at as u8);
    Next::Then(start_building(p))
}

fn set_twist(p: &mut Play, at: u8) {
    p.s.twist = Some(at);
    p.say(|l| Event::Twist(l.g.content.twists[usize::from(at)].1.name.clone()));
}

/// Formations that were agreed on need not be chosen.
fn start_building(p: &mut Play) -> Frame {
    for seat in Seat::first(p.g.options.seats) {
        if let Some(id) = p.g.options.formations[seat.index()] {
            formation::take_warband(p, seat, id);
        }
    }
    Frame::Build
}

/// Starting hands, one seat after the other.
pub fn deal(p: &mut Play, seat: u8) -> Next<Frame> {
    rule!("FO-024", "FO-R09");
    match Seat::checked(seat, p.g.options.seats) {
        Some(at) => p.first(
            Frame::Draws { seat: at, left: p.g.options.starting_hand },
            Frame::Deal { seat: seat + 1 },
        ),
        None => {
            give_treasure(p);
            Next::Then(Frame::Buy)
        }
    }
}

fn give_treasure(p: &mut Play) {
    rule!("FO-023", "FO-048", "FO-R08");
    for seat in Seat::first(p.g.options.seats) {
        let treasure = match p.g.options.starting_treasure {
            StartingTreasure::Separate => STARTING_TREASURE,
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

/// Everybody decides at once how many cards to buy.
pub fn buy(p: &mut Play) -> Next<Frame> {
    rule!("FO-025", "FO-R10", "FO-190");
    let owes = |s: &State, seat| s.sides[seat].commit.is_none() && buys_at_most(&s.sides[seat]) > 0;
    if Seat::first(p.g.options.seats).any(|seat| owes(p.s, seat)) {
        return Next::Wait(Frame::Buy);
    }
    Next::Then(Frame::Bought { seat: 0 })
}

/// The numbers are public; cards are drawn.
pub fn bought(p: &mut Play, seat: u8) -> Next<Frame> {
    let Some(at) = Seat::checked(seat, p.g.options.seats) else { return Next::Then(Frame::Round) };
    let count = p.s.sides[at].commit.as_count().unwrap_or(0);
    p.s.sides[at].commit = Commit::NONE;
    p.s.sides[at].treasure -= u16::from(count);
    if count > 0 {
        p.say(|_| Event::Buys(at, count));
    }
    p.first(Frame::Draws { seat: at, left: count }, Frame::Bought { seat: seat + 1 })
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
