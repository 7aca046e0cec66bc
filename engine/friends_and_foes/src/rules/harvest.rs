//! The Harvest Phase: nodes of controlled areas, traps, cleanup. FO-350 to FO-358.

use crate::{
    Action, Play,
    cards::Until,
    content::{NodeEffect, NodePeril},
    event::{Event, counted},
    frame::{self, Frame::Harvest, Next, first, one, stray, then, wait},
    luck::Falls,
    options::HarvestOrder,
    queries::Look,
    rules::{after, cards, effects, initiative, twists, victory},
    state::{Deed, Orders, Used},
    words::{AreaId, AreaSet, CharId, CharSet, Node},
};
use kernel::{Card, Pool, Seat, Turn, rule};
use serde::{Deserialize, Serialize};

/// The end of a round; `place` is a place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Harvest {
        place: u8,
    },
    /// A player's cards and the traps of these areas, by place among the player's, in the player's order.
    Own {
        place: u8,
        cards: u8,
        left: u8,
    },
    /// Perils of a player, from the area with this index on.
    Perils {
        peril: Peril,
        place: u8,
        from: u8,
    },
    PerilsIn(Hazard),
    /// The card of a peril was turned up.
    PerilCard(Hazard),
    /// Who takes the damage.
    Victim(Hazard),
    Twists,
    ShiftBonus {
        place: u8,
    },
    /// Where the ground shifts next.
    Shift,
    Victory,
    Cleanup,
    DiscardDown {
        place: u8,
    },
}

/// The perils of a player in one area, and how many are still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hazard {
    pub peril: Peril,
    pub place: u8,
    pub area: AreaId,
    pub left: u8,
}

/// Where damage without an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Peril {
    /// Traps one area after the other.
    Trap,
    /// Traps of the area that their player has chosen.
    OwnTrap,
    Dead,
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Harvest { place } => harvest(p, place),
        Frame::Own { place, cards, left } => own(p, place, cards, left),
        Frame::Perils { peril, place, from } => perils(p, peril, place, from),
        Frame::PerilsIn(hazard) => perils_there(p, hazard),
        Frame::PerilCard(hazard) => peril_card(p, hazard),
        Frame::Twists => twists::twists(p),
        Frame::ShiftBonus { place } => twists::shift_bonus(p, place),
        Frame::Shift => twists::shift(p),
        Frame::Victory => victory::victory(p),
        Frame::Cleanup => cleanup(p),
        Frame::DiscardDown { place } => discard_down(p, place),
        Frame::Victim(_) => wait(frame),
    }
}

#[must_use]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Shift => Turn::Chance,
        Frame::Own { place, .. } | Frame::Victim(Hazard { place, .. }) | Frame::DiscardDown { place } => {
            one(look.s.order[usize::from(place)])
        }
        Frame::Harvest { .. }
        | Frame::Perils { .. }
        | Frame::PerilsIn(_)
        | Frame::PerilCard(_)
        | Frame::Twists
        | Frame::ShiftBonus { .. }
        | Frame::Victory
        | Frame::Cleanup => frame::NOBODY,
    }
}

pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Victim(Hazard { area, .. }) => {
            victims(look, seat, area).iter().for_each(|who| offer(Action::Target { who }));
        }
        Frame::Own { cards, left, .. } => {
            if cards > 0 {
                offer(Action::Deck);
            }
            traps_left(look, seat, left).iter().for_each(|area| offer(Action::Area { area }));
        }
        Frame::DiscardDown { .. } => {
            look.s.playable(seat).iter().for_each(|card| offer(Action::Discard { card }));
        }
        Frame::Harvest { .. }
        | Frame::Perils { .. }
        | Frame::PerilsIn(_)
        | Frame::PerilCard(_)
        | Frame::Twists
        | Frame::ShiftBonus { .. }
        | Frame::Shift
        | Frame::Victory
        | Frame::Cleanup => {}
    }
}

/// What chance decides.
#[inline]
#[must_use]
pub fn falls(look: Look, frame: Frame) -> Falls {
    match frame {
        Frame::Shift => Falls::Area { among: twists::shift_areas(look) },
        Frame::Harvest { .. }
        | Frame::Own { .. }
        | Frame::Perils { .. }
        | Frame::PerilsIn(_)
        | Frame::PerilCard(_)
        | Frame::Victim(_)
        | Frame::Twists
        | Frame::ShiftBonus { .. }
        | Frame::Victory
        | Frame::Cleanup
        | Frame::DiscardDown { .. } => Falls::Nothing,
    }
}

/// Control as it stands when the phase begins.
fn snapshot(p: &mut Play) {
    rule!("FO-343", "FO-350");
    p.s.snapshot = [AreaSet::EMPTY; 4];
    p.s.contested = AreaSet::EMPTY;
    *p.s.deed_mut() = Deed::default();
    let areas: AreaSet = p.s.board.iter().map(|c| p.s.area(c)).collect();
    for area in areas.iter() {
        if let Some(seat) = p.look().controller(area) {
            p.s.snapshot[seat.index()].insert(area);
        }
        let mut teams = p.s.in_area(area).iter().map(|c| p.g.team(c.seat()));
        let first = teams.next();
        if teams.any(|team| Some(team) != first) {
            p.s.contested.insert(area);
        }
    }
}

/// Each player in initiative order: treasure and tokens, then cards, then traps.
fn harvest(p: &mut Play, place: u8) -> Next {
    rule!("FO-351", "FO-352", "FO-357", "FO-R58");
    if place == 0 {
        snapshot(p);
    }
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return then(Frame::Twists) };
    let (mut treasure, mut tokens, mut drawn) = (0, 0, 0);
    for (_, count, effect) in nodes(p.look(), seat) {
        match effect {
            NodeEffect::GainTreasure(by) => treasure += by * count,
            NodeEffect::StoreTokens(by) => tokens += by * count,
            NodeEffect::Draw(by) => drawn += by * count,
            NodeEffect::Damage(_) | NodeEffect::TurnUp { .. } => {}
        }
    }
    rule!("FO-353", "FO-354", "FO-355");
    p.s.sides[seat].treasure += u16::from(treasure);
    p.s.sides[seat].stored += tokens;
    if treasure + tokens + drawn > 0 {
        p.say(|_| {
            Event::Harvest(
                seat,
                vec![counted(treasure, "treasure"), counted(tokens, "token"), counted(drawn, "card")],
            )
        });
    }
    match p.g.options.harvest_order {
        HarvestOrder::Asked => then(Frame::Own { place, cards: drawn, left: u8::MAX }),
        HarvestOrder::Fixed => {
            let perils = Frame::Perils { peril: Peril::Trap, place, from: 0 };
            first(p, cards::Frame::Draws { seat, left: drawn }, perils)
        }
    }
}

/// How many areas with traps a player puts in order; any more come after them, as on the map.
const ORDERED: usize = u8::BITS as usize;

/// Areas with traps that still wait for a player, and for somebody to hurt.
fn traps_left(look: Look, seat: Seat, left: u8) -> AreaSet {
    let all = perilous(look, Peril::OwnTrap, seat).iter().take(ORDERED).enumerate();
    let waiting = all.filter(|(at, area)| left >> at & 1 == 1 && !victims(look, seat, *area).is_empty());
    waiting.map(|(_, area)| area).collect()
}

/// A player's cards and traps; asked which comes next as long as there is a choice.
fn own(p: &mut Play, place: u8, cards: u8, left: u8) -> Next {
    rule!("FO-356", "FO-357", "FO-410", "FO-R58");
    let seat = p.s.order[usize::from(place)];
    let traps = traps_left(p.look(), seat, left);
    let frame = Frame::Own { place, cards, left };
    match (cards, traps.single()) {
        (0, _) if traps.is_empty() => {
            let more = perilous(p.look(), Peril::Trap, seat).iter().nth(ORDERED);
            then(match more {
                Some(area) => Frame::Perils { peril: Peril::Trap, place, from: area.index() as u8 },
                None => Frame::Harvest { place: place + 1 },
            })
        }
        (0, Some(only)) => trap_next(p, frame, only),
        (_, _) if traps.is_empty() => cards_next(p, frame),
        (_, _) => wait(frame),
    }
}

/// The traps of this area come next.
pub fn trap_next(p: &mut Play, asked: Frame, area: AreaId) -> Next {
    let Frame::Own { place, cards, left } = asked else { return stray(asked) };
    let seat = p.s.order[usize::from(place)];
    let at = perilous(p.look(), Peril::OwnTrap, seat).iter().position(|other| other == area).unwrap_or(0);
    let left = left & !(1 << at);
    let hazard =
        Hazard { peril: Peril::OwnTrap, place, area, left: perils_in(p.look(), Peril::OwnTrap, seat, area) };
    first(p, Frame::PerilsIn(hazard), Frame::Own { place, cards, left })
}

/// The cards come next.
pub fn cards_next(p: &mut Play, asked: Frame) -> Next {
    let Frame::Own { place, cards, left } = asked else { return stray(asked) };
    let seat = p.s.order[usize::from(place)];
    first(p, cards::Frame::Draws { seat, left: cards }, Frame::Own { place, cards: 0, left })
}

/// The nodes a seat controls: area, how many, what they do.
fn nodes(look: Look<'_>, seat: Seat) -> impl Iterator<Item = (AreaId, u8, NodeEffect)> {
    rule!("FO-358");
    let mine = look.s.snapshot[seat.index()].iter();
    let kinds = |area| Node::ALL.iter().map(move |node| (area, *node));
    mine.flat_map(kinds).filter_map(move |(area, node)| {
        let count = look.board().nodes(area, node);
        (count > 0).then(|| (area, count, look.g.content.node(node)))
    })
}

/// How many perils wait for a seat in an area.
fn perils_in(look: Look, peril: Peril, seat: Seat, area: AreaId) -> u8 {
    match peril {
        Peril::Trap | Peril::OwnTrap => {
            let traps = nodes(look, seat).filter(|(at, _, does)| *at == area && does.peril().is_some());
            traps.map(|(_, count, _)| count).sum()
        }
        Peril::Dead => u8::from(look.s.contested.contains(area) && !victims(look, seat, area).is_empty()),
    }
}

/// Who may take the damage.
#[must_use]
fn victims(look: Look, seat: Seat, area: AreaId) -> CharSet {
    look.s.own(seat).iter().filter(|c| look.s.area(*c) == area).collect()
}

/// Areas that may hold perils for a seat.
fn perilous(look: Look, peril: Peril, seat: Seat) -> AreaSet {
    match peril {
        Peril::Trap | Peril::OwnTrap => {
            let hurts = |n: &&Node| look.g.content.node(**n).peril().is_some();
            let nodes = Node::ALL
                .iter()
                .filter(hurts)
                .fold(AreaSet::EMPTY, |all, n| all.or(look.board().areas_with(*n)));
            nodes.and(look.s.snapshot[seat.index()])
        }
        Peril::Dead => look.s.contested,
    }
}

/// Works off perils area by area.
fn perils(p: &mut Play, peril: Peril, place: u8, from: u8) -> Next {
    rule!("FO-356");
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return then(Frame::Shift) };
    let Some(area) = perilous(p.look(), peril, seat).from(from) else {
        return then(match peril {
            Peril::Trap | Peril::OwnTrap => Frame::Harvest { place: place + 1 },
            Peril::Dead => Frame::Perils { peril, place: place + 1, from: 0 },
        });
    };
    let left = perils_in(p.look(), peril, seat, area);
    then(Frame::PerilsIn(Hazard { peril, place, area, left }))
}

/// The perils of one area, one after the other, while anybody is there to be hurt.
fn perils_there(p: &mut Play, hazard: Hazard) -> Next {
    let Hazard { peril, place, area, left } = hazard;
    let seat = p.s.order[usize::from(place)];
    if left == 0 || victims(p.look(), seat, area).is_empty() {
        return match peril {
            Peril::Trap | Peril::Dead => then(Frame::Perils { peril, place, from: area.index() as u8 + 1 }),
            Peril::OwnTrap => Next::Done,
        };
    }
    let done = Frame::PerilCard(Hazard { left: left - 1, ..hazard });
    if needs_card(p.look(), peril, seat, area) {
        first(p, cards::Frame::TurnUp { seat }, done)
    } else {
        then(done)
    }
}

/// Nodes may also hurt without a card.
fn needs_card(look: Look, peril: Peril, seat: Seat, area: AreaId) -> bool {
    match peril {
        Peril::Trap | Peril::OwnTrap => trap(look, seat, area).is_some_and(|trap| trap.card),
        Peril::Dead => true,
    }
}

fn trap(look: Look, seat: Seat, area: AreaId) -> Option<NodePeril> {
    nodes(look, seat).filter(|(at, _, _)| *at == area).find_map(|(_, _, does)| does.peril())
}

/// How much the card that was turned up hurts.
fn peril_damage(look: Look, peril: Peril, seat: Seat, area: AreaId) -> u8 {
    let black = look.s.played.is_black();
    match peril {
        Peril::Trap | Peril::OwnTrap => {
            trap(look, seat, area).map_or(0, |trap| if black { trap.black } else { trap.red })
        }
        Peril::Dead => look.twist().dead.filter(|_| black).map_or(0, |dead| dead.damage),
    }
}

fn peril_card(p: &mut Play, hazard: Hazard) -> Next {
    let Hazard { peril, place, area, .. } = hazard;
    let seat = p.s.order[usize::from(place)];
    let damage = peril_damage(p.look(), peril, seat, area);
    p.say(|_| Event::TrapCard(seat, area, damage > 0));
    cards::clear_table(p);
    if damage == 0 {
        return then(Frame::PerilsIn(hazard));
    }
    match victims(p.look(), seat, area).single() {
        Some(only) => suffers(p, hazard, only),
        None => wait(Frame::Victim(hazard)),
    }
}

pub fn victim(p: &mut Play, asked: frame::Frame, who: CharId) -> Next {
    let Harvest(Frame::Victim(hazard)) = asked else { return stray(asked) };
    suffers(p, hazard, who)
}

fn suffers(p: &mut Play, hazard: Hazard, who: CharId) -> Next {
    let seat = p.s.order[usize::from(hazard.place)];
    let damage = peril_damage(p.look(), hazard.peril, seat, hazard.area);
    effects::hurt(p, who, damage);
    after::remove_fallen(p);
    then(Frame::PerilsIn(hazard))
}

/// Round effects end, initiative cards and leftover tokens go.
fn cleanup(p: &mut Play) -> Next {
    rule!("FO-100", "FO-350", "FO-R22", "FO-142");
    let ended = p.g.content.lasting_until(Until::EndOfRound);
    for who in p.s.board.iter() {
        let me = p.s.char_mut(who);
        me.marks &= !ended;
        me.used &= !(Used::ROUND | Used::SECOND_LOOK | Used::ACTIONS | Used::REACTIONS);
    }
    p.s.marks.iter_mut().for_each(|m| *m &= !ended);
    p.s.added = [AreaSet::EMPTY; 5];
    for seat in Seat::first(p.g.options.seats) {
        let side = &mut p.s.sides[seat];
        if let Some(card) = side.initiative.take() {
            side.discard.put(card);
        }
        (side.tokens, side.sprinted, side.commit) = (0, false, None);
        side.orders.remove(Orders::NO_REACTIONS);
    }
    then(Frame::DiscardDown { place: 0 })
}

/// Hands above the limit are discarded down, one card at a time, in initiative order.
fn discard_down(p: &mut Play, place: u8) -> Next {
    rule!("FO-115");
    let Some(&seat) = p.s.order.get(usize::from(place)) else {
        return then(initiative::Frame::Round);
    };
    let limit = p.g.options.hand_limit;
    if limit == 0 || p.s.sides[seat].hand_len <= limit {
        return then(Frame::DiscardDown { place: place + 1 });
    }
    wait(Frame::DiscardDown { place })
}

pub fn discarded(p: &mut Play, asked: frame::Frame, card: Card) -> Next {
    let Harvest(Frame::DiscardDown { place }) = asked else { return stray(asked) };
    let seat = p.s.order[usize::from(place)];
    p.s.sides[seat].leave_hand(card);
    p.s.sides[seat].discard.put(card);
    p.say(|_| Event::Discards(seat, card));
    then(Frame::DiscardDown { place })
}
