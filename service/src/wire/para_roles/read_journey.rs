//! Where the party is, read from a view: maps and enemies that wait.

use super::{
    Misfit,
    read_parts::{At, byte, few, number, quoted, ranks, word},
};
use kernel::Suit;
use para_roles::{
    action::RoomId,
    rules::dungeon::ROOMS,
    state::{Dungeon, Journey, Maze, Rifts, Waiting},
};
use proto::v1::para_roles_view as wire;

pub(super) fn journey(told: &wire::Journey) -> Result<Journey, Misfit> {
    let at = |what| At("journey", what);
    few(at("waiting"), &told.waiting, 13)?;
    let mut waiting = kernel::ArrayVec::new();
    for one in &told.waiting {
        let at = |what| At("journey.waiting", what);
        waiting.push(Waiting {
            place: byte(at("place"), one.place)?,
            cards: ranks(at("cards"), one.cards.as_ref())?,
            minion: one.minion,
            stolen: byte(at("stolen"), one.stolen)?,
            treasure: byte(at("reward"), one.reward)?,
            from_deck: one.from_deck,
        });
    }
    Ok(Journey {
        done: byte(at("done"), told.done)?,
        place: byte(at("place"), told.place)?,
        from: byte(at("from"), told.from)?,
        entering: told.entering,
        town: told.town,
        pause: number(at("pause_actions"), told.pause_actions, u16::MAX.into())?,
        moves: number(at("moves"), told.moves, u16::MAX.into())?,
        maze: told.maze.as_ref().map(maze).transpose()?.unwrap_or_default(),
        dungeon: told.dungeon.as_ref().map(dungeon).transpose()?.unwrap_or_default(),
        rifts: told.rifts.as_ref().map(rifts).transpose()?.unwrap_or_default(),
        waiting,
    })
}

fn maze(told: &wire::Maze) -> Result<Maze, Misfit> {
    let at = |what| At("journey.maze", what);
    let mut read = Maze::default();
    if told.cells.len() != read.open.len() {
        return Err(Misfit::new(at("cells"), told.cells.len(), "25 cells"));
    }
    for (i, (ways, cell)) in read.open.iter_mut().zip(&told.cells).enumerate() {
        let open = [cell.north, cell.east, cell.south, cell.west];
        *ways = open.iter().zip(0..).fold(0, |bits, (open, way)| bits | u8::from(*open) << way);
        read.entered |= u32::from(cell.entered) << i;
    }
    let left = told.markers.unwrap_or_default();
    let left = [left.empty, left.patrol, left.trap, left.cache, left.spring];
    for (count, found) in read.markers.iter_mut().zip(left) {
        *count = number(at("markers"), found, 25)?;
    }
    read.pieces = byte(at("pieces"), told.pieces)?;
    (read.centre_met, read.centre_won) = (told.centre_met, told.centre_won);
    Ok(read)
}

fn dungeon(told: &wire::Dungeon) -> Result<Dungeon, Misfit> {
    let at = |what| At("journey.dungeon", what);
    few(at("rooms"), &told.rooms, ROOMS.into())?;
    let room = |what, id: &str| -> Result<u8, Misfit> {
        if id.is_empty() { Ok(0) } else { word::<RoomId>(at(what), id).map(RoomId::number) }
    };
    let mut read =
        Dungeon { rooms: told.rooms.len() as u8, lair: room("lair", &told.lair)?, ..Dungeon::default() };
    for (place, (number, one)) in read.parent.iter_mut().skip(1).zip((1u8..).zip(&told.rooms)) {
        if room("rooms.id", &one.id)? != number {
            return Err(Misfit::new(
                at("rooms.id"),
                quoted(&one.id),
                format!("{number}: rooms in their order"),
            ));
        }
        *place = room("rooms.hangs_on", &one.hangs_on)?;
        read.entered |= u8::from(one.entered) << number;
    }
    Ok(read)
}

fn rifts(told: &wire::Rifts) -> Result<Rifts, Misfit> {
    let at = |what| At("journey.rifts", what);
    if told.rifts.len() != Suit::ALL.len() {
        return Err(Misfit::new(at("rifts"), told.rifts.len(), "four rifts"));
    }
    let mut read =
        Rifts { clock: byte(at("clock"), told.clock)?, ancient: told.ancient_beaten, ..Rifts::default() };
    for ((suit, beaten), one) in Suit::ALL.into_iter().zip(&mut read.beaten).zip(&told.rifts) {
        if word::<Suit>(at("rifts.suit"), &one.suit)? != suit {
            return Err(Misfit::new(
                at("rifts.suit"),
                quoted(&one.suit),
                format!("{suit}: H, D, S, C in this order"),
            ));
        }
        *beaten = byte(at("rifts.beaten"), one.beaten)?;
        read.sealed |= u8::from(one.sealed) << suit.index();
    }
    if !told.inside.is_empty() {
        read.inside = Some(word(at("inside"), &told.inside)?);
    }
    Ok(read)
}
