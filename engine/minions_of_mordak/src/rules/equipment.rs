//! Treasures: revealing, returning, equipping. Rulebook: "Treasures". MM-265 to MM-269.

use crate::{
    Action, Event, Play,
    frame::{Next, Stacks as _, stray, then, wait},
    ids::{TreasureId, Who},
    queries::Look,
    rules::level_up::Frame,
    rules::setup::slot_of,
    rules::{cards, scouting},
    words::{SEATS, Side, Slot, TREASURES},
};
use kernel::{Seat, SeatSet, rule};

/// Face-down Treasures of the Stash are turned up one by one.
pub fn reveal(p: &mut Play, side: Side) -> Next {
    rule!("MM-240", "MM-261");
    if side == Side::Heroes {
        rule!("MM-353");
        let mut behind = p.s.left_behind;
        behind.move_all(&mut p.s.stash, 0, TREASURES as u8);
        p.s.left_behind = behind;
    }
    if p.s.stash_hidden[side.index()] > 0 { wait(Frame::Reveal { side }) } else { Next::Done }
}

pub fn revealed(p: &mut Play, frame: Frame, treasure: TreasureId) -> Next {
    let Frame::Reveal { side } = frame else { return stray(frame) };
    p.s.stash_hidden[side.index()] -= 1;
    scouting::turn_up(p, treasure);
    p.s.stash.0[treasure.index()] += 1;
    p.say(|l| Event::Told(format!("the Stash holds {}", l.g.content.treasure(treasure).name)));
    then(Frame::Reveal { side })
}

/// Who may change Treasures now.
fn may_change(look: Look<'_>, side: Side) -> impl Iterator<Item = Seat> {
    rule!("MM-204", "MM-R17");
    look.side_seats(side).filter(move |seat| !look.s.players[*seat].in_stash)
}

/// Equipped Treasures that may go back, from a place on, so that each set is offered once.
pub fn returnable(look: Look<'_>, side: Side, from: u8) -> impl Iterator<Item = (Seat, Slot)> {
    let slots = |seat: Seat| Slot::ALL.iter().map(move |slot| (seat, *slot));
    may_change(look, side)
        .flat_map(slots)
        .filter(move |(seat, slot)| place(*seat, *slot) >= from)
        .filter(move |(seat, slot)| !look.s.players[*seat].slots[slot.index()].is_none())
}

fn place(seat: Seat, slot: Slot) -> u8 {
    seat.number() * 3 + slot.index() as u8
}

/// Treasures may go back to be traded or cashed in: whoever has them decides.
pub fn return_ask(p: &mut Play, side: Side, from: u8) -> Next {
    rule!("MM-266", "MM-267");
    let any = returnable(p.look(), side, from).next();
    any.map_or(Next::Done, |(seat, slot)| wait(Frame::Return { side, from: place(seat, slot) }))
}

/// Whose Treasures may go back now: the first seat from this place on that has any.
pub fn own(look: Look<'_>, side: Side, from: u8) -> impl Iterator<Item = (Seat, Slot)> {
    let first = returnable(look, side, from).next().map(|(seat, _)| seat);
    returnable(look, side, from).filter(move |(seat, _)| Some(*seat) == first)
}

/// Who is asked at this place.
#[must_use]
pub fn owner(from: u8) -> Seat {
    Seat::new(from / 3)
}

/// A seat returns no more; the next is asked.
pub fn keeps(side: Side, from: u8) -> Next {
    then(Frame::Return { side, from: (from / 3 + 1) * 3 })
}

pub fn returned(p: &mut Play, frame: Frame, who: Who, slot: Slot) -> Next {
    let Frame::Return { side, .. } = frame else { return stray(frame) };
    let Some(seat) = who.as_player() else { return Next::Done };
    let treasure = std::mem::take(&mut p.s.players[seat].slots[slot.index()]);
    p.s.stash.0[treasure.index()] += 1;
    clamp_health(p, seat);
    p.say(|l| Event::Told(format!("{} returns {}", l.name(who), l.g.content.treasure(treasure).name)));
    then(Frame::Return { side, from: place(seat, slot) + 1 })
}

/// Health never stays above the maximum, but Treasures do not Defeat.
fn clamp_health(p: &mut Play, seat: Seat) {
    let most = p.look().max_health(seat);
    let health = &mut p.s.players[seat].health;
    *health = (*health).min(most);
}

/// Who could equip this Treasure: those with a free slot of its type.
pub fn takers(look: Look<'_>, side: Side, treasure: TreasureId) -> impl Iterator<Item = Seat> {
    rule!("MM-265");
    let slot = slot_of(look.g, treasure).index();
    may_change(look, side).filter(move |seat| look.s.players[*seat].slots[slot].is_none())
}

/// The next Treasure of the Stash that somebody could equip.
#[must_use]
pub fn next_treasure(look: Look, side: Side, from: u8) -> Option<TreasureId> {
    let all = (usize::from(from)..TREASURES).filter(|at| look.s.stash.0[*at] > 0);
    all.map(|at| TreasureId(at as u8)).find(|treasure| takers(look, side, *treasure).next().is_some())
}

/// Treasure by Treasure: each who could equip it says whether it wants to. Who alone wants it has it, nobody's stays for
/// its Bounty; where several want it the Initiative holder decides.
pub fn equip_ask(p: &mut Play, side: Side, from: u8, seat: u8) -> Next {
    rule!("MM-266", "MM-267", "MM-R54");
    let Some(treasure) = next_treasure(p.look(), side, from) else { return Next::Done };
    let seat = if treasure.0 == from { seat } else { 0 };
    if seat == 0 {
        p.s.wanted = SeatSet::EMPTY;
    }
    let next = takers(p.look(), side, treasure).find(|taker| taker.number() >= seat);
    if let Some(taker) = next {
        return wait(Frame::Equip { side, from: treasure.0, seat: taker.number() });
    }
    let wanted = p.s.wanted;
    match (wanted.len(), wanted.lowest()) {
        (1, Some(only)) => equips(p, side, treasure, only),
        (2.., _) => wait(Frame::Share { side, from: treasure.0 }),
        (_, _) => then(Frame::Equip { side, from: treasure.0 + 1, seat: 0 }),
    }
}

pub fn offer(from: u8, seat: Seat, offer: &mut impl FnMut(Action)) {
    let treasure = TreasureId(from);
    offer(Action::Cash { treasure });
    offer(Action::Equip { treasure, who: Who::hero(seat) });
}

/// Several want it: one of them has it.
pub fn shares(look: Look, from: u8, offer: &mut impl FnMut(Action)) {
    let treasure = TreasureId(from);
    look.s.wanted.into_iter().for_each(|seat| offer(Action::Equip { treasure, who: Who::hero(seat) }));
}

/// A seat wants the Treasure, or is given it.
pub fn equipped(p: &mut Play, frame: Frame, treasure: TreasureId, who: Who) -> Next {
    let Some(owner) = who.as_player() else { return stray(frame) };
    match frame {
        Frame::Equip { side, from, seat } => {
            p.s.wanted.insert(owner);
            then(Frame::Equip { side, from, seat: seat + 1 })
        }
        Frame::Share { side, .. } => equips(p, side, treasure, owner),
        Frame::Step { .. }
        | Frame::Leaving { .. }
        | Frame::Draws { .. }
        | Frame::Discard { .. }
        | Frame::Procession { .. }
        | Frame::ProcessionAsk
        | Frame::ReorderAsk
        | Frame::Reorder { .. }
        | Frame::Reveal { .. }
        | Frame::Dojo { .. }
        | Frame::Return { .. }
        | Frame::CashIn { .. }
        | Frame::LootDie { .. }
        | Frame::SpendXp { .. } => stray(frame),
    }
}

fn equips(p: &mut Play, side: Side, treasure: TreasureId, seat: Seat) -> Next {
    rule!("MM-265", "MM-266");
    p.s.wanted = SeatSet::EMPTY;
    p.s.stash.0[treasure.index()] -= 1;
    p.s.players[seat].slots[slot_of(p.g, treasure).index()] = treasure;
    p.say(|l| {
        Event::Told(format!("{} equips {}", l.name(Who::hero(seat)), l.g.content.treasure(treasure).name))
    });
    let draws = p.g.tables.worn(treasure).map_or(0, |gear| gear.draws);
    let had = seat.index() < SEATS && p.s.equipped[seat.index()].contains(&treasure);
    let again = Frame::Equip { side, from: treasure.0, seat: 0 };
    if draws > 0 && !had {
        p.first(cards::Frame::DrawChoice { seat, left: draws }, again)
    } else {
        then(again)
    }
}

/// A seat leaves it in the Stash; the next is asked.
pub fn cashed(frame: Frame) -> Next {
    let Frame::Equip { side, from, seat } = frame else { return stray(frame) };
    then(Frame::Equip { side, from, seat: seat + 1 })
}
