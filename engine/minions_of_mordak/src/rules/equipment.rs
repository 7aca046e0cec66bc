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
use kernel::{Seat, rule};

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

/// Treasures may go back to be traded or cashed in.
pub fn return_ask(p: &mut Play, side: Side, from: u8) -> Next {
    rule!("MM-266", "MM-267");
    let any = returnable(p.look(), side, from).next().is_some();
    if any { wait(Frame::Return { side, from }) } else { Next::Done }
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

/// Treasure by treasure: somebody equips it, or it stays for its Bounty.
pub fn equip_ask(p: &mut Play, side: Side, from: u8) -> Next {
    rule!("MM-266");
    match next_treasure(p.look(), side, from) {
        Some(treasure) => wait(Frame::Equip { side, from: treasure.0 }),
        None => Next::Done,
    }
}

pub fn offer(look: Look, side: Side, from: u8, offer: &mut impl FnMut(Action)) {
    if let Some(treasure) = next_treasure(look, side, from) {
        offer(Action::Cash { treasure });
        takers(look, side, treasure).for_each(|seat| offer(Action::Equip { treasure, who: Who::hero(seat) }));
    }
}

pub fn equipped(p: &mut Play, frame: Frame, treasure: TreasureId, who: Who) -> Next {
    let Frame::Equip { side, .. } = frame else { return stray(frame) };
    rule!("MM-265", "MM-266");
    let Some(seat) = who.as_player() else { return Next::Done };
    p.s.stash.0[treasure.index()] -= 1;
    p.s.players[seat].slots[slot_of(p.g, treasure).index()] = treasure;
    p.say(|l| Event::Told(format!("{} equips {}", l.name(who), l.g.content.treasure(treasure).name)));
    let draws = p.g.tables.worn(treasure).map_or(0, |gear| gear.draws);
    let had = seat.index() < SEATS && p.s.equipped[seat.index()].contains(&treasure);
    let again = Frame::Equip { side, from: treasure.0 };
    if draws > 0 && !had {
        p.first(cards::Frame::DrawChoice { seat, left: draws }, again)
    } else {
        then(again)
    }
}

/// It stays in the Stash; the next kind comes.
pub fn cashed(frame: Frame, treasure: TreasureId) -> Next {
    let Frame::Equip { side, .. } = frame else { return stray(frame) };
    then(Frame::Equip { side, from: treasure.0 + 1 })
}
