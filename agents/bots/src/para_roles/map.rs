//! The way on a map: how far the next goal is.

use super::journey;
use para_roles::{
    options::Campaign,
    queries::Look,
    rules::{dungeon, maze},
    words::{Marker, Way},
};

/// Parties at least this strong look into every corner before they go for the goal.
const CURIOUS: f32 = 0.75;

/// Steps to the next goal; `None` without a map.
pub fn distance(look: Look) -> Option<f32> {
    match look.g.options.campaign {
        Campaign::Maze => Some(from_cell(look, look.s.journey.place)),
        Campaign::Dungeon => Some(from_room(look, look.s.journey.place)),
        Campaign::Woods | Campaign::RandomEncounters | Campaign::Tower | Campaign::Rifts => None,
    }
}

/// Is the party fit to look for more fights than it needs?
pub fn is_curious(look: Look) -> bool {
    let worths = look.s.heroes.each().map(|h| journey::worth(f32::from(h.hp)));
    journey::party(look, worths).strength >= CURIOUS
}

/// Cells the party wants to reach next, one bit each.
fn wanted_cells(look: Look) -> u32 {
    let m = &look.s.journey.maze;
    let all = (1u32 << 25) - 1;
    let fresh = all & !m.entered & !(1 << maze::CENTRE);
    let more = m.markers[Marker::Patrol.index()] > 0 && fresh != 0 && is_curious(look);
    if more {
        fresh
    } else if m.centre_won {
        1 << maze::ENTRANCE
    } else {
        1 << maze::CENTRE
    }
}

/// Steps from a cell to the nearest wanted one.
pub fn from_cell(look: Look, cell: u8) -> f32 {
    let wanted = wanted_cells(look);
    let mut reached = 1u32 << cell;
    let mut steps = 0.0;
    while reached & wanted == 0 {
        let mut next = reached;
        for at in (0..25).filter(|at| reached >> at & 1 == 1) {
            for way in Way::ALL {
                if let Some(to) = maze::neighbour(at, *way).filter(|_| maze::may_pass(look.s, at, *way)) {
                    next |= 1 << to;
                }
            }
        }
        if next == reached {
            return 0.0;
        }
        reached = next;
        steps += 1.0;
    }
    steps
}

/// Steps from a room to the nearest one not entered (the lair last), or to the lair.
pub fn from_room(look: Look, room: u8) -> f32 {
    let d = &look.s.journey.dungeon;
    let fresh =
        (1..=d.rooms).filter(|r| d.entered >> r & 1 == 0 && *r != d.lair).fold(0u8, |set, r| set | 1 << r);
    let wanted = if fresh != 0 && is_curious(look) { fresh } else { 1 << d.lair };
    let mut reached = 1u8 << room;
    let mut steps = 0.0;
    while reached & wanted == 0 && steps < f32::from(dungeon::ROOMS) {
        let mut next = reached;
        for child in 2..=d.rooms {
            let parent = d.parent[usize::from(child)];
            if reached >> child & 1 == 1 {
                next |= 1 << parent;
            }
            if reached >> parent & 1 == 1 {
                next |= 1 << child;
            }
        }
        reached = next;
        steps += 1.0;
    }
    steps
}
