//! Scouting and Ambush. Rulebook: "Scouting", "Ambush Icons". MM-220 to MM-229, Shrines MM-290 to MM-292.

use crate::{
    Action, Event, MinionsOfMordak, Play,
    content::{Icon, RegionRule},
    frame::{Asks, Falls, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, TileId, TreasureId, Who},
    queries::Look,
    rules::setup::tier_at,
    rules::{
        cards::{self, Comes},
        turns,
    },
    state::{Used, bits},
    words::{Size, TREASURES, Tier, VILLAIN},
};
use kernel::{ArrayVec, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Flip { ambush: bool },
    FlipTile { region: RegionId, ambush: bool },
    Populate { region: RegionId, at: u8, ambush: bool },
    Labyrinth { region: RegionId },
    AmbushSpawn { region: RegionId, at: u8 },
    AmbushNext,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Flip { ambush } => flip(p, ambush),
        Frame::Populate { region, at, ambush } => populate(p, region, at, ambush),
        Frame::AmbushSpawn { region, at } => ambush_spawn(p, region, at),
        Frame::AmbushNext => ambush_next(p),
        Frame::FlipTile { .. } | Frame::Labyrinth { .. } => wait(frame),
    }
}

pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::FlipTile { region, .. } => Asks::Fate(Falls::Tile(region)),
        Frame::Labyrinth { .. } | Frame::AmbushNext => Asks::Seat(VILLAIN),
        Frame::Flip { .. } | Frame::Populate { .. } | Frame::AmbushSpawn { .. } => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::AmbushNext => waiting(look).for_each(|who| offer(Action::Act { who })),
        Frame::Labyrinth { region: own } => {
            let others = look.s.revealed.iter().filter(|region| *region != own);
            others.for_each(|region| offer(Action::Region { region }));
        }
        Frame::Flip { .. } | Frame::FlipTile { .. } | Frame::Populate { .. } | Frame::AmbushSpawn { .. } => {}
    }
}

/// Flips Regions, all at once.
pub fn scout(p: &mut Play, from: RegionId, regions: RegionSet, ambush: bool) -> Next {
    rule!("MM-220", "MM-R10");
    p.s.scout_from = from;
    p.s.scouted = regions;
    p.s.flipped = regions;
    p.s.ambush = 0;
    p.first(Frame::Flip { ambush }, Frame::AmbushNext)
}

/// North, east, south, west of where the Scout is.
fn in_order(from: RegionId, left: RegionSet) -> Option<RegionId> {
    let beside = if from.is_on_map() { from.beside() } else { [None; 4] };
    beside.into_iter().flatten().find(|region| left.contains(*region)).or_else(|| left.iter().next())
}

/// All tiles are flipped first; then each is populated.
fn flip(p: &mut Play, ambush: bool) -> Next {
    if let Some(region) = in_order(p.s.scout_from, p.s.scouted) {
        return wait(Frame::FlipTile { region, ambush });
    }
    if let Some(region) = in_order(p.s.scout_from, p.s.flipped) {
        p.s.flipped.remove(region);
        if ambush {
            p.s.ambush_tiles.insert(region);
        }
        return p.first(Frame::Populate { region, at: 0, ambush }, Frame::Flip { ambush });
    }
    match in_order(p.s.scout_from, p.s.ambush_tiles) {
        Some(region) => {
            p.s.ambush_tiles.remove(region);
            p.first(Frame::AmbushSpawn { region, at: 0 }, Frame::Flip { ambush })
        }
        None => Next::Done,
    }
}

/// Tiles that may lie under a face-down Region, as bits: those that must come, and those drawn at random.
#[must_use]
pub fn candidates(g: &MinionsOfMordak, unseen: u64, tier: Tier) -> (u64, u64) {
    let (first, len) = TileId::range(tier);
    let all = unseen & ((u64::MAX >> (64 - u32::from(len))) << first);
    (all & !g.tables.ordinary, all & g.tables.ordinary)
}

/// How many Regions of a tier are face-down.
#[must_use]
pub fn hidden_of(look: Look, tier: Tier) -> u32 {
    look.face_down().iter().filter(|region| tier_at(look.g, *region) == tier).count() as u32
}

pub fn flipped(p: &mut Play, frame: Frame, tile: TileId) -> Next {
    let Frame::FlipTile { region, ambush } = frame else { return stray(frame) };
    rule!("MM-067", "MM-068", "MM-R32");
    p.s.scouted.remove(region);
    p.s.tiles[region.index()] = tile;
    p.s.unseen_tiles &= !(1 << tile.index());
    p.s.revealed.insert(region);
    p.say(|l| Event::Told(format!("{} is revealed", l.region_name(region))));
    let rule = p.look().rule(region);
    if rule == Some(RegionRule::Shrine) {
        shrine_found(p);
    }
    if p.s.jump_when_revealed && p.look().face_down().is_empty() {
        jump(p);
    }
    if rule == Some(RegionRule::Labyrinth) && p.s.revealed.len() > 1 {
        return p.first(Frame::Labyrinth { region }, Frame::Flip { ambush });
    }
    then(Frame::Flip { ambush })
}

fn shrine_found(p: &mut Play) {
    rule!("MM-213", "MM-282", "MM-290", "MM-291", "MM-292", "MM-R59");
    p.s.shrines += 1;
    let numbers = &p.g.content.numbers;
    let health = &mut p.s.players[VILLAIN].health;
    *health = health.saturating_sub(numbers.shrine_loss).max(numbers.shrine_floor.min(*health));
    p.say(|l| {
        Event::Told(format!(
            "Shrine {} is found; the Villain has {} Health",
            l.s.shrines, l.s.players[VILLAIN].health
        ))
    });
    if p.s.shrines >= p.s.shrines_needed && !p.s.jump_when_revealed {
        jump(p);
    }
}

/// The track jumps to its end; what it skips gives nothing.
fn jump(p: &mut Play) {
    rule!("MM-282", "MM-R31");
    let end = p.g.content.numbers.days;
    if p.s.day < end {
        p.s.day = end;
        p.say(|_| Event::Told("the Procession of Horrors jumps to its end".to_owned()));
    }
}

pub fn labyrinth(p: &mut Play, frame: Frame, other: RegionId) -> Next {
    let Frame::Labyrinth { region } = frame else { return stray(frame) };
    p.s.labyrinth = [region, other];
    p.say(|l| Event::Told(format!("the Labyrinth leads to {}", l.region_name(other))));
    Next::Done
}

/// The icons that count, Treasures first, then Minions, largest first; ambushers apart.
fn icons(look: Look, region: RegionId, ambushers: bool, apart: bool) -> ArrayVec<[Icon; 8]> {
    rule!("MM-069", "MM-222", "MM-224", "MM-356");
    let tile = look.g.content.tile(look.s.tiles[region.index()]);
    let mut list: ArrayVec<[Icon; 8]> = tile
        .icons
        .for_heroes(look.hero_count())
        .filter(|icon| match icon {
            Icon::Treasure => !ambushers,
            Icon::Minion { ambush, .. } => !apart || *ambush == ambushers,
        })
        .collect();
    list.sort_by_key(|icon| match icon {
        Icon::Treasure => 0,
        Icon::Minion { size, .. } => 4 - size.index(),
    });
    list
}

fn populate(p: &mut Play, region: RegionId, at: u8, ambush: bool) -> Next {
    rule!("MM-070", "MM-222", "MM-223");
    match icons(p.look(), region, false, ambush).get(usize::from(at)).copied() {
        None => Next::Done,
        Some(Icon::Treasure) => {
            lay_treasure(p, region);
            then(Frame::Populate { region, at: at + 1, ambush })
        }
        Some(Icon::Minion { size, .. }) => {
            let how = if ambush { Comes::Scouted } else { Comes::Placed };
            let draw = cards::Frame::DrawMinion { size, region, how };
            p.first(draw, Frame::Populate { region, at: at + 1, ambush })
        }
    }
}

/// A face-down Treasure; its front is named when somebody turns it up.
fn lay_treasure(p: &mut Play, region: RegionId) {
    rule!("MM-360", "MM-361");
    if p.s.treasures_left() == 0 {
        let mut used = p.s.treasure_discards;
        used.move_all(&mut p.s.hoard, 0, TREASURES as u8);
        p.s.treasure_discards = used;
    }
    if p.s.treasures_left() > 0 {
        p.s.treasures[region.index()] += 1;
    }
}

/// Ambushers wait until everything else is placed, then are spawned in the Region with their icon.
fn ambush_spawn(p: &mut Play, region: RegionId, at: u8) -> Next {
    rule!("MM-226", "MM-227", "MM-321");
    if at == 0 {
        set_aside(p, region);
    }
    match icons(p.look(), region, true, true).get(usize::from(at)).copied() {
        Some(Icon::Minion { size, .. }) => {
            let draw = cards::Frame::DrawMinion { size, region, how: cards::Comes::Ambushing };
            p.first(draw, Frame::AmbushSpawn { region, at: at + 1 })
        }
        Some(Icon::Treasure) | None => Next::Done,
    }
}

/// Those that ambush by their own cards were drawn among the others, but come last: onto the top.
fn set_aside(p: &mut Play, region: RegionId) {
    let here = |p: &Play, slot: u8| p.s.is_alive(slot) && p.s.minion(slot).region == region;
    for slot in bits(p.s.ambush) {
        if here(p, slot) {
            p.s.lift(slot);
            p.s.lay(slot, region);
        }
    }
}

/// The Villain takes a Turn with each ambusher.
fn ambush_next(p: &mut Play) -> Next {
    rule!("MM-227", "MM-228", "MM-229");
    p.s.ambush &= p.s.alive;
    let left = p.s.ambush;
    match left.count_ones() {
        0 => Next::Done,
        1 => ambusher_acts(p, Who::minion(left.trailing_zeros() as u8)),
        _ => wait(Frame::AmbushNext),
    }
}

pub fn ambusher_picked(p: &mut Play, frame: Frame, who: Who) -> Next {
    let Frame::AmbushNext = frame else { return stray(frame) };
    ambusher_acts(p, who)
}

fn ambusher_acts(p: &mut Play, who: Who) -> Next {
    if let Some(slot) = who.as_minion() {
        p.s.ambush &= !(1 << slot);
    }
    p.push(Frame::AmbushNext);
    if !turns::may_nest(p.look()) {
        return Next::Done;
    }
    turns::begin_turn(p, who, VILLAIN)
}

/// An ambusher stands: the Move of the Scout is over.
pub fn ambushes(p: &mut Play, slot: u8) {
    rule!("MM-226");
    p.s.ambush |= 1 << slot;
    p.s.level_mut().used |= Used::HALTED;
    p.say(|l| Event::Told(format!("{} ambushes", l.name(Who::minion(slot)))));
}

/// Ambushers that still wait for their Turn.
pub fn waiting(look: Look) -> impl Iterator<Item = Who> {
    bits(look.s.ambush & look.s.alive).map(Who::minion)
}

/// Turns up a Treasure: it leaves those nobody has seen.
pub fn turn_up(p: &mut Play, treasure: TreasureId) {
    p.s.hoard.0[treasure.index()] -= 1;
}

/// A Minion comes onto the Map, Fresh and on top.
pub fn spawn(p: &mut Play, kind: crate::ids::KindId, region: RegionId) -> Option<u8> {
    rule!("MM-190", "MM-217");
    let slot = p.s.free_slot()?;
    p.s.alive |= 1 << slot;
    *p.s.minion_mut(slot) = crate::state::Minion { kind, region, ..Default::default() };
    p.s.lay(slot, region);
    p.say(|l| Event::Told(format!("{} appears in {}", l.name(Who::minion(slot)), l.region_name(region))));
    Some(slot)
}

/// Sheep on the Map.
#[must_use]
pub fn sheep(look: Look) -> u8 {
    look.s.slots().filter(|slot| look.s.minion(*slot).kind.size() == Size::Sheep).count() as u8
}
