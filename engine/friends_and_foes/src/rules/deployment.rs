//! Deployment: zones in initiative order, placing characters, breakthrough areas, the bench. FO-060 to FO-065.

use crate::{
    Action, Play, content,
    event::Event,
    frame::{
        self,
        Frame::{Activation, Deployment},
        Next, one, stray, then, wait,
    },
    luck::Falls,
    options::SecondEdge,
    queries::Look,
    rules::{activation, garrison::Survey},
    words::{AreaId, AreaSet, BENCH, CharId, CharSet, Edge, Goal},
};
use kernel::{Seat, Turn, rule};
use serde::{Deserialize, Serialize};

/// Where formations begin; `place` is a place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Zones {
        place: u8,
    },
    Placing {
        place: u8,
        slot: u8,
    },
    /// Treasure of the start may bring in somebody from the bench.
    Bench {
        place: u8,
    },
    /// Which area to break through to.
    Goals {
        place: u8,
    },
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Zones { place } => zones(p, place),
        Frame::Placing { place, slot } => placing(p, place, slot),
        Frame::Bench { place } => benches(p, place),
        Frame::Goals { place } => goals(p, place),
    }
}

#[must_use]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Zones { .. } if zone_falls(look) => Turn::Chance,
        Frame::Zones { place }
        | Frame::Placing { place, .. }
        | Frame::Bench { place }
        | Frame::Goals { place } => one(look.s.order[usize::from(place)]),
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    let team = usize::from(look.team(seat));
    match frame {
        Frame::Zones { .. } => zone_choices(look, offer),
        Frame::Placing { .. } => look.s.zones[team].iter().for_each(|area| offer(Action::Place { area })),
        Frame::Bench { .. } => {
            for who in affordable(look, seat).iter() {
                look.s.zones[team].iter().for_each(|to| offer(Action::Deploy { who, to }));
            }
            offer(Action::Ready);
        }
        Frame::Goals { .. } => {
            look.s.facing[team].iter().for_each(|area| offer(Action::Breakthrough { area }));
        }
    }
}

/// What chance decides.
#[inline]
#[must_use]
pub fn falls(look: Look, frame: Frame) -> Falls {
    match frame {
        Frame::Zones { .. } => Falls::Area { among: free_areas(look) },
        Frame::Placing { .. } | Frame::Bench { .. } | Frame::Goals { .. } => Falls::Nothing,
    }
}

/// Is the next zone given by chance?
#[must_use]
pub fn zone_falls(look: Look) -> bool {
    matches!(look.scenario().deployment, content::Deployment::Random { .. })
}

fn zone_choices(look: Look, offer: &mut impl FnMut(Action)) {
    match look.scenario().deployment {
        content::Deployment::BoardEdge { .. } => {
            free_edges(look).for_each(|edge| offer(Action::Edge { edge }));
        }
        content::Deployment::Random { .. } | content::Deployment::Drafting { .. } => {
            free_areas(look).iter().for_each(|area| offer(Action::Zone { area }));
        }
    }
}

/// Areas a team may still choose or be given.
#[must_use]
pub fn free_areas(look: Look) -> AreaSet {
    rule!("FO-060", "FO-062");
    let taken = look.s.zones.iter().fold(AreaSet::EMPTY, |all, zone| all.or(*zone));
    look.g.eligible[usize::from(look.s.scenario)].minus(taken)
}

/// The areas a team gets with an edge.
#[must_use]
pub fn edge_zone(look: Look, edge: Edge) -> AreaSet {
    let taken = look.s.zones.iter().fold(AreaSet::EMPTY, |all, zone| all.or(*zone));
    look.board().edge(edge).without(look.board().middle).minus(taken)
}

/// Edges a team may still choose.
pub fn free_edges(look: Look) -> impl Iterator<Item = Edge> {
    let listed: &[Edge] = match &look.scenario().deployment {
        content::Deployment::BoardEdge { edges } => edges,
        content::Deployment::Random { .. } | content::Deployment::Drafting { .. } => &[],
    };
    let all = look.board().edges.iter().map(|(edge, _)| *edge);
    let taken = move |edge: Edge| {
        look.s.zones.iter().any(|zone| *zone == look.board().edge(edge).without(look.board().middle))
    };
    all.filter(move |edge| {
        (listed.is_empty() || listed.contains(edge)) && !taken(*edge) && !edge_zone(look, *edge).is_empty()
    })
}

/// Each team in the order of its earliest member gets its zone.
fn zones(p: &mut Play, place: u8) -> Next {
    rule!("FO-060", "FO-061", "FO-063", "FO-411", "FO-R14", "FO-R15");
    let Some(&seat) = p.s.order.get(usize::from(place)) else {
        return then(Frame::Placing { place: 0, slot: 0 });
    };
    let team = p.look().team(seat);
    if !p.s.zones[usize::from(team)].is_empty() {
        return then(Frame::Zones { place: place + 1 });
    }
    match p.look().scenario().deployment {
        content::Deployment::Random { .. } | content::Deployment::Drafting { .. } => {
            match free_areas(p.look()).single() {
                Some(only) => zone_taken(p, place, only),
                None => wait(Frame::Zones { place }),
            }
        }
        content::Deployment::BoardEdge { .. } => match only_edge(p.look()) {
            Some(only) => edge_taken(p, place, only),
            None => wait(Frame::Zones { place }),
        },
    }
}

/// The edge that a team gets without a choice.
fn only_edge(look: Look) -> Option<Edge> {
    let first = look.s.zones.iter().all(|zone| zone.is_empty());
    let given = !first && look.g.teams == 2 && look.g.options.second_edge == SecondEdge::Opposite;
    let facing = if given { facing_edge(look) } else { None };
    facing.or_else(|| {
        let mut free = free_edges(look);
        free.next().filter(|_| free.next().is_none())
    })
}

/// With two teams the second gets the edge opposite to the first's.
fn facing_edge(look: Look) -> Option<Edge> {
    let taken = look.s.zones.iter().copied().find(|z| !z.is_empty())?;
    let board = look.board();
    let edge = board.edges.iter().find(|(_, areas)| areas.without(board.middle) == taken)?.0;
    edge.opposite().filter(|e| !edge_zone(look, *e).is_empty())
}

/// A zone was given or chosen.
pub fn zone_chosen(p: &mut Play, asked: frame::Frame, area: AreaId) -> Next {
    let Deployment(Frame::Zones { place }) = asked else { return stray(asked) };
    zone_taken(p, place, area)
}

fn zone_taken(p: &mut Play, place: u8, area: AreaId) -> Next {
    let facing = p.look().board().opposite(area);
    set_zone(p, place, AreaSet::only(area), facing)
}

pub fn edge_chosen(p: &mut Play, asked: frame::Frame, edge: Edge) -> Next {
    let Deployment(Frame::Zones { place }) = asked else { return stray(asked) };
    edge_taken(p, place, edge)
}

fn edge_taken(p: &mut Play, place: u8, edge: Edge) -> Next {
    let look = p.look();
    let zone = edge_zone(look, edge);
    let facing = match edge.opposite() {
        Some(other) => look.board().edge(other),
        None => zone.iter().fold(AreaSet::EMPTY, |all, area| all.or(look.board().opposite(area))),
    };
    set_zone(p, place, zone, facing)
}

fn set_zone(p: &mut Play, place: u8, zone: AreaSet, facing: AreaSet) -> Next {
    let team = p.look().team(p.s.order[usize::from(place)]);
    p.s.zones[usize::from(team)] = zone;
    p.s.facing[usize::from(team)] = facing.minus(zone);
    p.say(|l| Event::Zone(team, zone.iter().map(|a| l.board().area_name(a)).collect()));
    then(Frame::Zones { place: place + 1 })
}

/// Each player in order places the whole formation.
fn placing(p: &mut Play, place: u8, slot: u8) -> Next {
    rule!("FO-064", "FO-R16");
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return then(Frame::Goals { place: 0 }) };
    if slot >= p.s.build[seat.index()].members {
        return then(Frame::Bench { place });
    }
    let zone = p.s.zones[usize::from(p.look().team(seat))];
    match zone.single() {
        Some(only) => placed(p, place, slot, only),
        None => wait(Frame::Placing { place, slot }),
    }
}

pub fn place_chosen(p: &mut Play, asked: frame::Frame, area: AreaId) -> Next {
    let Deployment(Frame::Placing { place, slot }) = asked else { return stray(asked) };
    placed(p, place, slot, area)
}

fn placed(p: &mut Play, place: u8, slot: u8, area: AreaId) -> Next {
    let who = CharId::new(p.s.order[usize::from(place)], usize::from(slot));
    p.s.char_mut(who).area = area;
    p.s.board.insert(who);
    p.say(|l| Event::Placed(l.name(who), area));
    then(Frame::Placing { place, slot: slot + 1 })
}

/// Who has placed the formation may pay for somebody from the bench too.
fn benches(p: &mut Play, place: u8) -> Next {
    rule!("FO-023", "FO-065");
    let seat = p.s.order[usize::from(place)];
    if affordable(p.look(), seat).is_empty() {
        return then(Frame::Placing { place: place + 1, slot: 0 });
    }
    wait(Frame::Bench { place })
}

/// Nobody else comes from the bench as the game begins.
pub fn bench_done(asked: Frame) -> Next {
    let Frame::Bench { place } = asked else { return stray(asked) };
    then(Frame::Placing { place: place + 1, slot: 0 })
}

/// Teams name the area they must break through to, if the scenario asks for it.
fn goals(p: &mut Play, place: u8) -> Next {
    rule!("FO-375", "FO-R60");
    let Some(&seat) = p.s.order.get(usize::from(place)) else {
        return then(activation::Frame::Activation);
    };
    let team = p.look().team(seat);
    let done = p.look().goal(Goal::Breakthrough).is_none() || p.s.goals[usize::from(team)].is_some();
    let facing = p.s.facing[usize::from(team)];
    if done || facing.is_empty() {
        return then(Frame::Goals { place: place + 1 });
    }
    match facing.single() {
        Some(only) => goal_named(p, place, only),
        None => wait(Frame::Goals { place }),
    }
}

pub fn goal_chosen(p: &mut Play, asked: frame::Frame, area: AreaId) -> Next {
    let Deployment(Frame::Goals { place }) = asked else { return stray(asked) };
    goal_named(p, place, area)
}

fn goal_named(p: &mut Play, place: u8, area: AreaId) -> Next {
    let team = p.look().team(p.s.order[usize::from(place)]);
    p.s.goals[usize::from(team)] = Some(area);
    p.say(|_| Event::Goal(team, area));
    then(Frame::Goals { place: place + 1 })
}

/// Where somebody from the bench may appear: areas of the zone that no enemy controls.
#[must_use]
pub fn deploy_areas(look: Look, seat: Seat) -> AreaSet {
    let team = look.team(seat);
    let zone = look.s.zones[usize::from(team)];
    // Only where enemies stand can they control anything; mostly they stand elsewhere.
    let enemies = look.s.board.minus(look.team_chars(team));
    let met = enemies.iter().map(|c| look.s.area(c)).collect::<AreaSet>().and(zone);
    let lost = met.iter().filter(|area| look.controller(*area).is_some_and(|s| look.team(s) != team));
    zone.minus(lost.collect())
}

/// Who may be deployed for the treasure there is.
#[must_use]
pub fn deployable(look: Look, seat: Seat) -> CharSet {
    if look.s.deployed { CharSet::EMPTY } else { affordable(look, seat) }
}

/// Whom of the bench a player could pay for.
#[must_use]
pub fn affordable(look: Look, seat: Seat) -> CharSet {
    let bench = look.s.bench.and(CharSet::owned_by(seat));
    bench.iter().filter(|c| u16::from(look.bench_price(*c)) <= look.s.sides[seat].treasure).collect()
}

/// No action: no token, no reaction, and the character may act at once.
pub fn deploy(p: &mut Play, asked: frame::Frame, who: CharId, area: AreaId) -> Next {
    rule!("FO-065", "FO-190");
    match asked {
        Deployment(frame @ Frame::Bench { .. }) => {
            joins(p, who, area);
            then(frame)
        }
        Activation(activation::Frame::Act) => {
            p.s.stack.push(asked);
            joins(p, who, area);
            (p.s.deployed, p.s.spent) = (true, true);
            then(activation::Frame::Garrisons { survey: Survey::CHANGES })
        }
        Deployment(Frame::Zones { .. } | Frame::Placing { .. } | Frame::Goals { .. })
        | Activation(_)
        | frame::Frame::Setup(_)
        | frame::Frame::Initiative(_)
        | frame::Frame::Movement(_)
        | frame::Frame::Cards(_)
        | frame::Frame::Effects(_)
        | frame::Frame::Attack(_)
        | frame::Frame::Reactions(_)
        | frame::Frame::Harvest(_) => stray(asked),
    }
}

/// Somebody from the bench is paid for and stands on the board.
fn joins(p: &mut Play, who: CharId, area: AreaId) {
    debug_assert!(who.slot() >= BENCH, "only the bench is deployed");
    let price = p.look().bench_price(who);
    p.s.sides[who.seat()].treasure -= u16::from(price);
    p.s.bench.remove(who);
    p.s.board.insert(who);
    p.s.char_mut(who).area = area;
    p.say(|l| Event::Deploys(l.name(who), area, price));
}
