//! The Maze of Madness: a maze of 5 by 5 cells, four pieces at its centre, and the way out. Our own setting.

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

/// Markers are laid out and the digger stands at the entrance.
pub fn begin(p: &mut Play) {
    rule!("PR-385");
    let m = &p.g.content.campaigns.maze.markers;
    let maze = &mut p.s.journey.maze;
    maze.markers = [m.empty, m.patrol, m.trap, m.cache, m.spring];
    maze.path.push(ENTRANCE);
    maze.entered = 1 << ENTRANCE;
    p.s.journey.place = ENTRANCE;
    p.s.journey.from = ENTRANCE;
    p.s.stack.push(campaigns::Frame::Openings { left: p.g.content.campaigns.maze.extra_openings }.into());
    p.s.stack.push(campaigns::Frame::Dig.into());
}

/// Directions in which the digger can go on: to cells that are not part of the maze yet.
pub fn diggable(s: &State) -> impl Iterator<Item = Way> + Clone + '_ {
    let here = s.journey.maze.path.last().copied().unwrap_or(ENTRANCE);
    let fresh = |cell: u8| s.journey.maze.open[usize::from(cell)] == 0 && cell != ENTRANCE;
    Way::ALL.iter().copied().filter(move |way| neighbour(here, *way).is_some_and(fresh))
}

/// The digger goes on, or back to where there is something left to dig.
pub fn dig(p: &mut Play) -> Next {
    while diggable(p.s).next().is_none() {
        p.s.journey.maze.path.pop();
        if p.s.journey.maze.path.is_empty() {
            return Next::Done;
        }
    }
    wait(campaigns::Frame::Dig)
}

pub fn dug(p: &mut Play, way: Way) -> Next {
    let here = p.s.journey.maze.path.last().copied().unwrap_or(ENTRANCE);
    open(p, here, way);
    if let Some(next) = neighbour(here, way) {
        p.s.journey.maze.path.push(next);
    }
    then(campaigns::Frame::Dig)
}

/// The two cells an inner wall stands between: 0 to 19 to the east, 20 to 39 to the south.
pub fn wall(number: u8) -> (u8, Way) {
    match number {
        0..=19 => (number / 4 * WIDTH + number % 4, Way::East),
        _ => (number - 20, Way::South),
    }
}

pub fn closed_walls(s: &State) -> impl Iterator<Item = u8> + Clone + '_ {
    (0..40).filter(|n| {
        let (cell, way) = wall(*n);
        !is_open(s, cell, way)
    })
}

pub fn openings(p: &mut Play, left: u8) -> Next {
    if left == 0 || closed_walls(p.s).next().is_none() {
        Next::Done
    } else {
        wait(campaigns::Frame::Openings { left })
    }
}

pub fn opened(p: &mut Play, left: u8, number: u8) -> Next {
    let (cell, way) = wall(number);
    open(p, cell, way);
    then(campaigns::Frame::Openings { left: left - 1 })
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
    }
    if p.s.journey.maze.entered >> place & 1 == 1 || place == CENTRE {
        return Next::Done;
    }
    p.s.journey.maze.entered |= 1 << place;
    wait(campaigns::Frame::FindMarker)
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
