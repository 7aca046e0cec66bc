//! The Harvest Phase: nodes of controlled areas, traps, cleanup. FO-350 to FO-358.

use crate::{
    Play,
    cards::Until,
    content::{NodeEffect, TwistRule},
    event::{Event, counted},
    frame::{Frame, Peril},
    queries::Look,
    rules::{after, cards, effects},
    state::{Commit, Deed, order, used},
    words::{AreaId, AreaSet, CharSet, Node},
};
use kernel::{Card, Next, Pool, Seat, flow::Flow, rule};

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
pub fn harvest(p: &mut Play, place: u8) -> Next<Frame> {
    rule!("FO-351", "FO-352", "FO-357", "FO-R58");
    if place == 0 {
        snapshot(p);
    }
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return Next::Then(Frame::Twists) };
    let (mut treasure, mut tokens, mut cards) = (0, 0, 0);
    for (_, count, effect) in nodes(p.look(), seat) {
        match effect {
            NodeEffect::GainTreasure(by) => treasure += by * count,
            NodeEffect::StoreTokens(by) => tokens += by * count,
            NodeEffect::Draw(by) => cards += by * count,
            NodeEffect::Damage(_) | NodeEffect::TurnUp { .. } => {}
        }
    }
    rule!("FO-353", "FO-354", "FO-355");
    p.s.sides[seat].treasure += u16::from(treasure);
    p.s.sides[seat].stored += tokens;
    if treasure + tokens + cards > 0 {
        p.say(|_| {
            Event::Harvest(
                seat,
                vec![counted(treasure, "treasure"), counted(tokens, "token"), counted(cards, "card")],
            )
        });
    }
    p.first(Frame::Draws { seat, left: cards }, Frame::Perils { peril: Peril::Trap, place, area: 0, left: 0 })
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
        Peril::Trap => {
            let traps = nodes(look, seat).filter(|(at, _, effect)| {
                *at == area && matches!(effect, NodeEffect::TurnUp { .. } | NodeEffect::Damage(_))
            });
            traps.map(|(_, count, _)| count).sum()
        }
        Peril::Dead => u8::from(look.s.contested.contains(area) && !victims(look, seat, area).is_empty()),
    }
}

/// Who may take the damage.
#[must_use]
pub fn victims(look: Look, seat: Seat, area: AreaId) -> CharSet {
    look.s.own(seat).iter().filter(|c| look.s.area(*c) == area).collect()
}

/// Areas that may hold perils for a seat.
fn perilous(look: Look, peril: Peril, seat: Seat) -> AreaSet {
    match peril {
        Peril::Trap => {
            let hurts = |n: &&Node| {
                matches!(look.g.content.node(**n), NodeEffect::TurnUp { .. } | NodeEffect::Damage(_))
            };
            let nodes = Node::ALL
                .iter()
                .filter(hurts)
                .fold(AreaSet::EMPTY, |all, n| all.or(look.board().areas_with(*n)));
            nodes.and(look.s.snapshot[seat.index()])
        }
        Peril::Dead => look.s.contested,
    }
}

/// Works off perils area by area: `area` is where to go on, `left` counts those still to come in that very area, plus one.
pub fn perils(p: &mut Play, peril: Peril, place: u8, area: u8, left: u8) -> Next<Frame> {
    rule!("FO-356");
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return Next::Then(Frame::Shift) };
    let Some(at) = perilous(p.look(), peril, seat).from(area) else {
        return Next::Then(match peril {
            Peril::Trap => Frame::Harvest { place: place + 1 },
            Peril::Dead => Frame::Perils { peril, place: place + 1, area: 0, left: 0 },
        });
    };
    let area = at.index() as u8;
    let left = if left == 0 { perils_in(p.look(), peril, seat, at) + 1 } else { left };
    if left == 1 || victims(p.look(), seat, at).is_empty() {
        return Next::Then(Frame::Perils { peril, place, area: area + 1, left: 0 });
    }
    let done = Frame::PerilCard { peril, place, area, left: left - 1 };
    if needs_card(p.look(), peril, seat, at) {
        p.first(Frame::TurnUp { seat }, done)
    } else {
        Next::Then(done)
    }
}

/// Nodes may also hurt without a card.
fn needs_card(look: Look, peril: Peril, seat: Seat, area: AreaId) -> bool {
    peril == Peril::Dead
        || nodes(look, seat).any(|(at, _, e)| at == area && matches!(e, NodeEffect::TurnUp { .. }))
}

/// How much the card that was turned up hurts.
fn peril_damage(look: Look, peril: Peril, seat: Seat, area: AreaId) -> u8 {
    let black = look.s.played.is_black();
    match peril {
        Peril::Trap => nodes(look, seat)
            .filter(|(at, _, _)| *at == area)
            .find_map(|(_, _, effect)| match effect {
                NodeEffect::TurnUp { red, black: dark } => Some(if black { dark } else { red }),
                NodeEffect::Damage(by) => Some(by),
                NodeEffect::StoreTokens(_) | NodeEffect::Draw(_) | NodeEffect::GainTreasure(_) => None,
            })
            .unwrap_or(0),
        Peril::Dead => look
            .twist(
                |rule| if let TwistRule::RestlessDead { damage, .. } = rule { Some(*damage) } else { None },
            )
            .filter(|_| black)
            .unwrap_or(0),
    }
}

pub fn peril_card(p: &mut Play, peril: Peril, place: u8, area: u8, left: u8) -> Next<Frame> {
    let seat = p.s.order[usize::from(place)];
    let at = AreaId::of_index(area);
    let damage = peril_damage(p.look(), peril, seat, at);
    p.say(|_| Event::TrapCard(seat, at, damage > 0));
    cards::clear_table(p);
    if damage == 0 {
        return Next::Then(Frame::Perils { peril, place, area, left });
    }
    match victims(p.look(), seat, at).single() {
        Some(only) => victim(p, (peril, place, area, left), only),
        None => Next::Wait(Frame::Victim { peril, place, area, left }),
    }
}

pub fn victim(
    p: &mut Play,
    (peril, place, area, left): (Peril, u8, u8, u8),
    who: crate::words::CharId,
) -> Next<Frame> {
    let seat = p.s.order[usize::from(place)];
    let at = AreaId::of_index(area);
    let damage = peril_damage(p.look(), peril, seat, at);
    effects::hurt(p, who, damage);
    after::remove_fallen(p);
    Next::Then(Frame::Perils { peril, place, area, left })
}

/// Who chooses the victim, and among whom.
#[must_use]
pub fn victim_choice(look: Look, place: u8, area: u8) -> (Seat, CharSet) {
    let seat = look.s.order[usize::from(place)];
    (seat, victims(look, seat, AreaId::of_index(area)))
}

/// Round effects end, initiative cards and leftover tokens go.
pub fn cleanup(p: &mut Play) -> Next<Frame> {
    rule!("FO-100", "FO-350", "FO-R22", "FO-142");
    let ended = p.g.content.lasting_until(Until::EndOfRound);
    for who in p.s.board.iter() {
        let me = p.s.char_mut(who);
        me.marks &= !ended;
        me.used &= !(used::ROUNDS | used::SECOND_LOOK | used::ACTIONS | used::REACTIONS);
    }
    p.s.marks.iter_mut().for_each(|m| *m &= !ended);
    p.s.added = [AreaSet::EMPTY; 5];
    for seat in Seat::first(p.g.options.seats) {
        let side = &mut p.s.sides[seat];
        if let Some(card) = side.initiative.take() {
            side.discard.put(card);
        }
        (side.tokens, side.sprinted, side.commit) = (0, false, Commit::NONE);
        side.orders &= !order::NO_REACTIONS;
    }
    Next::Then(Frame::DiscardDown { place: 0 })
}

/// Hands above the limit are discarded down, one card at a time, in initiative order.
pub fn discard_down(p: &mut Play, place: u8) -> Next<Frame> {
    rule!("FO-115");
    let Some(&seat) = p.s.order.get(usize::from(place)) else { return Next::Then(Frame::Round) };
    let limit = p.g.options.hand_limit;
    if limit == 0 || p.s.sides[seat].hand_len <= limit {
        return Next::Then(Frame::DiscardDown { place: place + 1 });
    }
    Next::Wait(Frame::DiscardDown { place })
}

pub fn discarded(p: &mut Play, place: u8, card: Card) -> Next<Frame> {
    let seat = p.s.order[usize::from(place)];
    p.s.sides[seat].leave_hand(card);
    p.s.sides[seat].discard.put(card);
    p.say(|_| Event::Discards(seat, card));
    Next::Then(Frame::DiscardDown { place })
}
