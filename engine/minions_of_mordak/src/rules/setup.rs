//! Setup: the Map, the decks, the first Minions. Rulebook: "Table Setup", "Character Setup". MM-030 to MM-045.

use crate::{
    Action, Event, MinionsOfMordak, Play, State,
    content::{Cell, Draw},
    frame::{Asks, Next, Stacks as _, stray, then, wait},
    ids::{RegionId, RegionSet, TileId, TreasureId, Who},
    piles::Counts,
    queries::Look,
    rules::{cards, rounds},
    state::{Level, Minion, Minions, NONE, Player},
    words::{CELLS, DeckId, HeroId, MINIONS, Size, Slot, Tier, VILLAIN},
};
use kernel::{PerSeat, Seat, SeatSet, Stack, Turn, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    PickHero { seat: Seat },
    StartSpells { seat: u8, at: u8 },
    FirstChumps { left: u8 },
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::PickHero { seat } => pick_hero(p, seat),
        Frame::StartSpells { seat, at } => start_spells(p, seat, at),
        Frame::FirstChumps { left } => place_first_chumps(p, left),
    }
}

pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::PickHero { seat } => Asks::Seat(seat),
        Frame::StartSpells { .. } | Frame::FirstChumps { .. } => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::PickHero { .. } => free_heroes(look).for_each(|hero| offer(Action::PickHero { hero })),
        Frame::StartSpells { .. } | Frame::FirstChumps { .. } => {}
    }
}

/// The table with everything in its place and nobody's Hero chosen.
#[must_use]
pub fn table(g: &MinionsOfMordak) -> State {
    rule!("MM-007", "MM-034", "MM-035", "MM-044");
    let mut s = empty();
    lay_map(g, &mut s);
    fill_decks(g, &mut s);
    s.hidden = g.options.hidden_seats();
    let heroes = g.options.heroes_at_start();
    for seat in Seat::first(heroes + 1) {
        s.players[seat].present = true;
    }
    let board = &g.content.villain;
    let health = board.health[usize::from(heroes) - 1];
    rule!("MM-038", "MM-039", "MM-040");
    let villain = &mut s.players[VILLAIN];
    (villain.health, villain.ap, villain.rows) = (health, board.actions, board.rows.all());
    villain.plus[board.power.index()] = 1;
    s
}

#[expect(clippy::too_many_lines, reason = "one line for each thing in the box")]
fn empty() -> State {
    State {
        turn: Turn::Over,
        stack: Stack::default(),
        players: PerSeat::new([Player::default(); 6]),
        minions: Minions([Minion::default(); MINIONS]),
        alive: 0,
        tops: [NONE; CELLS],
        haunted: RegionSet::EMPTY,
        cells: RegionSet::EMPTY,
        tiles: [TileId::NONE; CELLS],
        revealed: RegionSet::EMPTY,
        unseen_tiles: 0,
        treasures: [0; CELLS],
        labyrinth: [RegionId::NOWHERE; 2],
        gust: RegionId::NOWHERE,
        spells: Counts::NONE,
        spell_discards: Counts::NONE,
        kinds: Counts::NONE,
        kind_discards: Counts::NONE,
        hoard: Counts::NONE,
        treasure_discards: Counts::NONE,
        fallen: Counts::NONE,
        stash_hidden: [0; 2],
        stash: Counts::NONE,
        left_behind: Counts::NONE,
        markers: 0,
        clock: 0,
        day: 0,
        shrines: 0,
        shrines_needed: 0,
        jump_when_revealed: false,
        final_battle: false,
        final_rounds: 0,
        souls: 0,
        initiative: Seat::new(1),
        acts_last: false,
        acted: SeatSet::EMPTY,
        defenders: SeatSet::EMPTY,
        gust_defends: false,
        shielded: SeatSet::EMPTY,
        silent: SeatSet::EMPTY,
        orders: Default::default(),
        hidden: SeatSet::EMPTY,
        guessed: false,
        riches_given: false,
        levels: [Level::default(); crate::state::LEVELS],
        depth: 0,
        casts: Default::default(),
        lasting: Default::default(),
        drawn: None,
        offered: [0; 3],
        ambush: 0,
        scout_from: RegionId::NOWHERE,
        scouted: RegionSet::EMPTY,
        flipped: RegionSet::EMPTY,
        ambush_tiles: RegionSet::EMPTY,
        equipped: [[TreasureId::NONE; 3]; 6],
        wanted: SeatSet::EMPTY,
        unordered: 0,
        ordered: Default::default(),
        reordered: RegionSet::EMPTY,
        ending: None,
    }
}

/// Cells by the layout; Hawkemoor lies face-up, tiles of the tiers are named when they are flipped.
fn lay_map(g: &MinionsOfMordak, s: &mut State) {
    rule!("MM-031", "MM-032", "MM-033", "MM-061", "MM-067");
    let heroes = g.options.heroes_at_start();
    let at = g.layout_at(heroes);
    let layout = &g.content.layouts[at];
    for (cell, region) in layout.cells.iter().zip(RegionId::all()) {
        match cell {
            Cell::Nothing => continue,
            Cell::Hawkemoor => {
                s.revealed.insert(region);
                s.tiles[region.index()] = g.content.hawkemoor(region).map_or(TileId::NONE, |tile| tile.id);
            }
            Cell::Tier(_) => {}
        }
        s.cells.insert(region);
    }
    s.unseen_tiles = g.tables.ordinary | g.tables.always[at];
    s.shrines_needed = g.content.numbers.shrines;
}

fn fill_decks(g: &MinionsOfMordak, s: &mut State) {
    for card in DeckId::ALL.iter().flat_map(|deck| g.content.spells_of(*deck)) {
        s.spells.0[card.id.index()] = card.copies;
    }
    for card in Size::ALL.iter().flat_map(|size| g.content.minions_of(*size)) {
        s.kinds.0[card.id.index()] = card.copies;
    }
    for card in g.content.all_treasures() {
        s.hoard.0[card.id.index()] = card.copies;
    }
}

/// The tier of the tile that lies, or would lie, on a cell.
#[must_use]
pub fn tier_at(g: &MinionsOfMordak, region: RegionId) -> Tier {
    let drawn = g.content.layouts.iter().rev().map(|layout| layout.cells[region.index()]);
    let tiers = drawn.filter_map(|cell| match cell {
        Cell::Tier(tier) => Some(tier),
        Cell::Hawkemoor => Some(Tier::Hawkemoor),
        Cell::Nothing => None,
    });
    tiers.max().unwrap_or(Tier::Three)
}

/// Heroes are chosen seat by seat.
fn pick_hero(p: &mut Play, from: Seat) -> Next {
    rule!("MM-030");
    for seat in Seat::first(p.g.options.seats).filter(|s| s.number() >= from.number().max(1)) {
        if !p.s.players[seat].present {
            continue;
        }
        match p.g.options.heroes[seat.index()] {
            Some(hero) => take_board(p, seat, hero),
            None if p.s.players[seat].hero.is_none() => return wait(Frame::PickHero { seat }),
            None => {}
        }
    }
    then(Frame::StartSpells { seat: 0, at: 0 })
}

/// Heroes that nobody plays or has asked for.
pub fn free_heroes(look: Look) -> impl Iterator<Item = HeroId> {
    let taken = move |hero: &HeroId| {
        let seats = Seat::first(look.g.options.seats);
        let mut all = seats.flat_map(move |s| [look.s.players[s].hero, look.g.options.heroes[s.index()]]);
        all.any(|other| other == Some(*hero))
    };
    HeroId::ALL.iter().copied().filter(move |hero| !taken(hero))
}

pub fn picked(p: &mut Play, frame: Frame, hero: HeroId) -> Next {
    let Frame::PickHero { seat } = frame else { return stray(frame) };
    take_board(p, seat, hero);
    then(Frame::PickHero { seat })
}

/// A Hero's board as it starts.
pub fn take_board(p: &mut Play, seat: Seat, hero: HeroId) {
    rule!("MM-039", "MM-040", "MM-041");
    let board = p.g.content.hero(hero);
    let player = &mut p.s.players[seat];
    player.hero = Some(hero);
    (player.health, player.ap, player.rows) = (board.health, board.actions, board.rows.all());
    player.plus[board.power.index()] = 1;
    player.region = p.g.keep;
    p.say(|l| Event::Told(format!("{seat} plays {}", l.name(Who::hero(seat)))));
}

fn start_spells(p: &mut Play, seat: u8, at: u8) -> Next {
    rule!("MM-042");
    if seat >= p.g.options.seats {
        one_hero(p);
        let heroes = p.look().hero_count();
        return then(Frame::FirstChumps { left: first_chumps(p.g, heroes) });
    }
    let player = Seat::new(seat);
    let draws = match p.s.players[player].hero {
        _ if !p.s.players[player].present => &[][..],
        Some(hero) => &p.g.content.hero(hero).start[..],
        None => &p.g.content.villain.start[..],
    };
    match draws.get(usize::from(at)).copied() {
        None => then(Frame::StartSpells { seat: seat + 1, at: 0 }),
        Some(draw) => p.first(draw_frame(player, draw), Frame::StartSpells { seat, at: at + 1 }),
    }
}

/// What a printed draw asks for.
#[must_use]
pub fn draw_frame(seat: Seat, draw: Draw) -> cards::Frame {
    match draw.deck {
        Some(deck) => cards::Frame::DrawSpells { seat, deck, left: draw.count },
        None => cards::Frame::DrawChoice { seat, left: draw.count },
    }
}

/// A single Hero starts with a horse.
fn one_hero(p: &mut Play) {
    rule!("MM-037");
    let Some(horse) = p.g.content.treasure_for_one_hero() else { return };
    let only = match p.look().hero_count() {
        1 => p.look().heroes().next(),
        _ => None,
    };
    if let Some(seat) = only
        && p.s.hoard.0[horse.index()] > 0
    {
        p.s.hoard.0[horse.index()] -= 1;
        p.s.players[seat].slots[p.g.content.treasure(horse).slot.index()] = horse;
        p.say(|l| {
            Event::Told(format!(
                "{} starts with {}",
                l.name(Who::hero(seat)),
                l.g.content.treasure(horse).name
            ))
        });
    }
}

fn first_chumps(g: &MinionsOfMordak, heroes: u8) -> u8 {
    rule!("MM-036", "MM-R04");
    let numbers = &g.content.numbers;
    let many = match g.options.second_chump_from {
        0 => numbers.many_heroes,
        from => from,
    };
    if heroes >= many { numbers.first_chumps_many } else { numbers.first_chumps }
}

fn place_first_chumps(p: &mut Play, left: u8) -> Next {
    rule!("MM-043", "MM-045");
    if left == 0 {
        p.s.initiative = Seat::new(1);
        p.s.initiative = p.look().first_hero();
        return then(rounds::Frame::HeroRound);
    }
    let draw = cards::Frame::DrawMinion { size: Size::Chump, region: p.g.spire, how: cards::Comes::Placed };
    p.first(draw, Frame::FirstChumps { left: left - 1 })
}

/// The slot a Treasure belongs to.
#[must_use]
pub fn slot_of(g: &MinionsOfMordak, treasure: TreasureId) -> Slot {
    g.tables.worn(treasure).and_then(|gear| gear.slot).unwrap_or(Slot::Item)
}
