//! The Maze of Madness: a maze of 5 by 5 cells, four pieces at its centre, and the way out. Our own setting. A wall is drawn
//! when the party comes to stand beside it, so that nobody can know it before.

use super::{campaigns, cards, pause, rounds, treasure};
use crate::{
    Play,
    event::Event,
    frame::{Check, Next, then, wait},
    state::{Ending, Foe, State},
    words::{Marker, Way},
};
use kernel::{Card, CardSet, Deck, SeatSet, rule};

const WIDTH: u8 = 5;
pub const ENTRANCE: u8 = 2;
pub const CENTRE: u8 = 12;

/// The cell in a direction, if it is inside.
pub fn neighbour(cell: u8, way: Way) -> Option<u8> {
    let (x, y) = (cell % WIDTH, cell / WIDTH);
    match way {
        Way::North => (y > 0).then(|| cell - WIDTH),
        Way::East => (x + 1 < WIDTH).then(|| cell + 1),
        Way::South => (y + 1 < WIDTH).then(|| cell + WIDTH),
        Way::West => (x > 0).then(|| cell - 1),
    }
}

const fn back(way: Way) -> Way {
    match way {
        Way::North => Way::South,
        Way::East => Way::West,
        Way::South => Way::North,
        Way::West => Way::East,
    }
}

pub fn is_open(s: &State, cell: u8, way: Way) -> bool {
    s.journey.maze.open[usize::from(cell)] >> way.index() & 1 == 1
}

fn open(p: &mut Play, cell: u8, way: Way) {
    if let Some(next) = neighbour(cell, way) {
        p.s.journey.maze.open[usize::from(cell)] |= 1 << way.index();
        p.s.journey.maze.open[usize::from(next)] |= 1 << back(way).index();
    }
}

/// Has the party looked about in this cell? Its walls are known then, and no others are drawn yet.
pub fn explored(s: &State, cell: u8) -> bool {
    let maze = &s.journey.maze;
    if cell == CENTRE { maze.centre_won } else { maze.entered >> cell & 1 == 1 }
}

/// May there be a way, for all that is known?
pub fn may_pass(s: &State, cell: u8, way: Way) -> bool {
    neighbour(cell, way).is_some_and(|next| is_open(s, cell, way) || !explored(s, cell) && !explored(s, next))
}

/// Markers are laid out; the party stands at the entrance and sees the walls round it.
pub fn begin(p: &mut Play) {
    rule!("PR-385");
    let m = &p.g.content.campaigns.maze.markers;
    let maze = &mut p.s.journey.maze;
    maze.markers = [m.empty, m.patrol, m.trap, m.cache, m.spring];
    maze.entered = 1 << ENTRANCE;
    p.s.journey.place = ENTRANCE;
    p.s.journey.from = ENTRANCE;
    p.s.stack.push(campaigns::Frame::Walls { cell: ENTRANCE, next: 0 }.into());
}

/// The next wall round a cell that nobody has seen yet. Where a wall would cut off a part of the maze there is a way.
pub fn walls(p: &mut Play, cell: u8, next: u8) -> Next {
    rule!("PR-R91");
    for way in Way::ALL.iter().copied().skip(next.into()) {
        let Some(to) = neighbour(cell, way).filter(|to| !explored(p.s, *to)) else { continue };
        if connected(p.s, cell, way.index() as u8, to) {
            return wait(campaigns::Frame::Walls { cell, next: way.index() as u8 });
        }
        open(p, cell, way);
    }
    Next::Done
}

pub fn drawn(p: &mut Play, cell: u8, at: u8, is_way: bool) -> Next {
    if is_way {
        open(p, cell, Way::ALL[usize::from(at)]);
    }
    then(campaigns::Frame::Walls { cell, next: at + 1 })
}

/// Could every cell still be reached if there were a wall this way? Ways before this one are drawn, later ones may be there.
fn connected(s: &State, cell: u8, at: u8, to: u8) -> bool {
    let passes = |from: u8, way: Way| {
        let Some(next) = neighbour(from, way) else { return false };
        // The side of the wall that is looked at from the cell.
        let (seen_from, seen) = if next == cell { (next, back(way)) } else { (from, way) };
        let drawn = seen_from == cell && (seen.index() as u8) < at;
        if seen_from == cell && seen.index() as u8 == at {
            return false;
        }
        let known = drawn || (explored(s, from) && from != cell) || (explored(s, next) && next != cell);
        is_open(s, from, way) || !known
    };
    let mut reached = 1u32 << cell;
    loop {
        let mut more = reached;
        for from in (0..WIDTH * WIDTH).filter(|from| reached >> from & 1 == 1) {
            for way in Way::ALL.iter().copied().filter(|way| passes(from, *way)) {
                more |= neighbour(from, way).map_or(0, |next| 1 << next);
            }
        }
        if more == reached {
            return reached >> to & 1 == 1;
        }
        reached = more;
    }
}

/// The number of an inner wall: 0 to 19 to the east of a cell, 20 to 39 to the south.
pub fn wall_of(cell: u8, way: u8) -> u8 {
    let (cell, way) = match Way::ALL[usize::from(way)] {
        Way::North => (cell - WIDTH, Way::South),
        Way::West => (cell - 1, Way::East),
        way @ (Way::East | Way::South) => (cell, way),
    };
    if way == Way::East { cell / WIDTH * (WIDTH - 1) + cell % WIDTH } else { 20 + cell }
}

/// What comes next in the maze.
pub fn journey(p: &mut Play) -> Next {
    rule!("PR-385");
    if p.s.journey.done > 0 {
        return campaigns::over(p, Ending::Victory);
    }
    if std::mem::take(&mut p.s.journey.entering) {
        return enter(p);
    }
    wait(pause::Frame::Map)
}

/// The party moves; once it carries the pieces it is hunted.
pub fn go(p: &mut Play, way: Way) -> Next {
    if let Some(next) = neighbour(p.s.journey.place, way) {
        p.s.journey.from = p.s.journey.place;
        p.s.journey.place = next;
        p.s.journey.entering = true;
        p.say(|_| Event::Map(format!("the party goes {way}")));
    }
    if p.s.journey.maze.pieces > 0 {
        p.s.random = Deck::shuffled(CardSet::FULL);
        return cards::draw(p, Check::Hunt);
    }
    Next::Done
}

/// The hunt: a black face card or Ace brings a patrol.
pub fn hunt_card(p: &mut Play, card: Card) -> Next {
    if card.suit().is_black() && card.number() > 10 { patrol(p) } else { Next::Done }
}

fn patrol(p: &mut Play) -> Next {
    campaigns::encounter(p, 1, Foe { minion: true, treasure: 1, ..Foe::default() })
}

/// What lies in the cell: enemies that wait, the centre, or a marker.
fn enter(p: &mut Play) -> Next {
    let place = p.s.journey.place;
    // Whatever is fought here, the cell is looked at again when it is won.
    p.s.journey.entering = true;
    if campaigns::fight_waiting(p) {
        return then(rounds::Frame::CombatBegins);
    }
    if place == CENTRE && !p.s.journey.maze.centre_met {
        p.s.journey.maze.centre_met = true;
        return campaigns::encounter(p, 2, Foe { treasure: 1, ..Foe::default() });
    }
    p.s.journey.entering = false;
    if place == CENTRE && !p.s.journey.maze.centre_won {
        p.s.journey.maze.centre_won = true;
        p.s.journey.maze.pieces = p.g.content.campaigns.maze.pieces;
        p.say(|_| Event::Map("the party lifts the pieces; from now on it is hunted".to_owned()));
        return then(campaigns::Frame::Walls { cell: CENTRE, next: 0 });
    }
    if p.s.journey.maze.entered >> place & 1 == 1 || place == CENTRE {
        return Next::Done;
    }
    p.s.journey.maze.entered |= 1 << place;
    p.s.stack.push(campaigns::Frame::FindMarker.into());
    then(campaigns::Frame::Walls { cell: place, next: 0 })
}

pub fn found(p: &mut Play, marker: Marker) -> Next {
    p.say(|_| Event::Found(marker));
    p.s.journey.maze.markers[marker.index()] -= 1;
    let maze = &p.g.content.campaigns.maze;
    match marker {
        Marker::Empty => Next::Done,
        Marker::Patrol => patrol(p),
        Marker::Trap => wait(pause::Frame::TrapVictim { everyone: false, hurts: maze.trap_hurts }),
        Marker::Cache => campaigns::find_treasure(p, 1),
        Marker::Spring => {
            campaigns::heal_living(p, maze.spring_heals);
            Next::Done
        }
    }
}

/// A party that fled is back where it came from.
pub fn after_combat(p: &mut Play, beaten: bool) {
    if !beaten {
        p.s.journey.place = p.s.journey.from;
        p.s.journey.entering = false;
    }
}

/// Out of the maze: with the pieces that is victory, without them the way to town and back.
pub fn leave(p: &mut Play) -> Next {
    let pieces = std::mem::take(&mut p.s.journey.maze.pieces);
    if !p.s.journey.maze.centre_won {
        p.s.journey.town = true;
        return then(pause::Frame::Pause { left: SeatSet::first(4) });
    }
    p.s.journey.done = 1;
    // Each piece becomes a treasure card, as far as the Treasure Deck has them.
    let left = pieces.min(p.s.treasure_deck);
    p.s.treasure_deck -= left;
    p.s.combat.recovered = left;
    then(treasure::Frame::HandOut { left })
}
