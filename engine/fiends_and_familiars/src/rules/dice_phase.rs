//! The Dice Phase: an Initiative card is taken, its dice are placed, one action may follow. FF-220 to FF-225, FF-300 to FF-318.

use crate::{
    Action, Play,
    content::{
        effects::{Passive, Restriction, Trigger},
        words::Source as Income,
    },
    dice::Die,
    frame::{Asks, Next, stray, then, wait},
    queries::Look,
    rules::{
        effects::{self, Source},
        fiends, goods, market_phase, solitaire, windows,
    },
    sets::RowSet,
    state::Player,
    tables::{Ban, Topic},
    words::{Color, EACH_ROW, INITIATIVES, InitiativeId, Row, SPACES, Space, Window},
};
use kernel::{ArrayVec, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Turn {
        at: u8,
    },
    Select {
        seat: Seat,
    },
    Place {
        seat: Seat,
    },
    TurnAction {
        seat: Seat,
    },
    /// One action among those rows.
    PlacedAction {
        seat: Seat,
        rows: RowSet,
    },
    GainFiends {
        seat: Seat,
    },
    End,
}

pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Turn { at } => turn(p, at),
        Frame::Place { seat } => place(p, seat),
        Frame::TurnAction { seat } => turn_action(p, seat),
        Frame::PlacedAction { seat, rows } => placed_action(p, seat, rows),
        Frame::GainFiends { seat } => gain_fiends(p, seat),
        Frame::End => end(p),
        Frame::Select { .. } => wait(frame),
    }
}

#[must_use]
#[inline]
pub fn asks(frame: Frame) -> Asks {
    match frame {
        Frame::Select { seat } | Frame::Place { seat } | Frame::PlacedAction { seat, .. } => Asks::Seat(seat),
        Frame::Turn { .. } | Frame::TurnAction { .. } | Frame::GainFiends { .. } | Frame::End => Asks::Nobody,
    }
}

pub fn legal(look: Look, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Place { seat } => {
            placements(look, seat, offer);
            stores(look, seat, offer);
            windows::anytime(look, seat, offer);
        }
        Frame::Select { seat } => {
            let cards = open_cards(look, seat).into_iter();
            cards.for_each(|card| offer(Action::Take { card: InitiativeId(card + 1) }));
            windows::anytime(look, seat, offer);
        }
        Frame::PlacedAction { seat, rows } => {
            open_actions(look, seat, rows).iter().for_each(|row| offer(Action::Act { row }));
            windows::anytime(look, seat, offer);
            offer(Action::Skip);
        }
        Frame::Turn { .. } | Frame::TurnAction { .. } | Frame::GainFiends { .. } | Frame::End => {}
    }
}

/// Each different die of the hand in each open row.
#[inline]
pub fn placements(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let open = open_rows(look, seat);
    let hand = &look.s.hand;
    for (at, die) in hand.iter().enumerate() {
        if at > 0 && hand[at - 1] == *die {
            continue;
        }
        open.iter().for_each(|row| offer(Action::Place { die: *die, row }));
    }
}

fn stores(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    if !look.has(seat, Topic::Store) {
        return;
    }
    let room = look.store_room(seat);
    if look.player(seat).stored.len() >= usize::from(room) {
        return;
    }
    let hand = &look.s.hand;
    for (at, die) in hand.iter().enumerate() {
        if at == 0 || hand[at - 1] != *die {
            offer(Action::Store { die: *die });
        }
    }
}

/// The next seat has its turn; after the last the phase ends.
fn turn(p: &mut Play, at: u8) -> Next {
    if at >= p.g.options.seats {
        return then(Frame::End);
    }
    let seat = p.look().seat_at(at);
    p.later(Frame::Turn { at: at + 1 });
    p.later(Frame::Select { seat });
    p.later(windows::Frame::Reactions { window: Window::Select, owner: seat, at: 1 });
    then(windows::Frame::Own { window: Window::Select, seat })
}

/// Initiative cards this seat may take, by place.
#[must_use]
pub fn open_cards(look: Look, seat: Seat) -> ArrayVec<[u8; INITIATIVES]> {
    rule!("FF-220", "FF-707", "FF-R13");
    let mut open: ArrayVec<[u8; INITIATIVES]> = (0..look.cards_in_row())
        .filter(|card| super::roll_phase::is_free(look, *card))
        .map(|c| c as u8)
        .collect();
    if look.bound(seat, Ban::AvoidFirst) && open.len() > 1 && open[0] == 0 {
        open.remove(0);
    }
    let top = look.cards_in_row() as u8 - 1;
    if look.bound(seat, Ban::AvoidTop) && open.len() > 1 && open[open.len() - 1] == top {
        open.pop();
    }
    open
}

pub fn taken(p: &mut Play, frame: Frame, card: InitiativeId) -> Next {
    rule!("FF-225");
    let Frame::Select { seat } = frame else { return stray(frame) };
    let card = card.0 - 1;
    let place = usize::from(card);
    let top = p.look().is_top(place);
    p.s.initiatives[place].taken = SeatSet::only(seat);
    p.s.players[seat].initiative = Some(card);
    p.say_line(|_| format!("{seat} takes Initiative card {}{}", card + 1, if top { " (Top)" } else { "" }));
    p.s.triggered = RowSet::EMPTY;
    for at in 0..2 {
        let die = std::mem::take(&mut p.s.initiatives[place].dice[at]);
        if die.is_some() {
            crate::dice::lay(&mut p.s.hand, die);
        }
    }
    if std::mem::take(&mut p.s.initiatives[place].gold) {
        goods::pay_out(p, seat, Income::Initiative, 1);
    }
    if place == 0 {
        goods::happened(p, seat, |t| t == Trigger::SelectFirst);
    }
    if top {
        goods::happened(p, seat, |t| t == Trigger::SelectTop);
    }
    p.later(Frame::GainFiends { seat });
    p.later(Frame::TurnAction { seat });
    then(Frame::Place { seat })
}

/// Dice are placed one at a time; one without room goes back into the bag.
fn place(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-221");
    if p.s.hand.is_empty() {
        return Next::Done;
    }
    let me = &p.s.players[seat];
    if usize::from(me.placed()) + me.stored.len() >= SPACES {
        rule!("FF-R33");
        for die in std::mem::take(&mut p.s.hand) {
            p.s.bag.put(die.kind(), 1);
        }
        return Next::Done;
    }
    wait(Frame::Place { seat })
}

/// The rows where this seat may place its next die.
#[must_use]
#[inline]
pub fn open_rows(look: Look, seat: Seat) -> RowSet {
    rule!("FF-300", "FF-017");
    let me = look.player(seat);
    let mut open = RowSet::EMPTY;
    for row in EACH_ROW {
        if me.row(row).iter().any(|die| die.is_none()) {
            open.insert(row);
        }
    }
    if me.binding().is_empty() {
        return open;
    }
    let attributes = open.minus(RowSet::only(Row::Familiar));
    if look.bound(seat, Ban::FamiliarLast) && !attributes.is_empty() {
        open = attributes;
    }
    if look.bound(seat, Ban::DifferentRows) {
        let single = look.s.triggered.is_empty() && look.s.hand.len() <= 1;
        let used = match me.last_row {
            Some(row) if single => RowSet::only(row),
            Some(_) | None => look.s.triggered,
        };
        let others = open.minus(used);
        if !others.is_empty() {
            open = others;
        }
    }
    open
}

/// A die leaves the hand.
pub fn leave_hand(p: &mut Play, die: Die) {
    if let Some(at) = p.s.hand.iter().position(|d| *d == die) {
        p.s.hand.remove(at);
    }
}

pub fn placed(p: &mut Play, frame: Frame, die: Die, row: Row) -> Next {
    let Frame::Place { seat } = frame else { return stray(frame) };
    leave_hand(p, die);
    let space = p.s.players[seat].room(row).unwrap_or_else(|| Space::new(row, 0));
    put(p, seat, die, space);
    then(Frame::Place { seat })
}

/// Stored dice lie in the order of their numbers.
pub fn lay_into_backpack(me: &mut Player, die: Die) {
    let at = me.stored.iter().position(|d| (d.value(), *d) > (die.value(), die)).unwrap_or(me.stored.len());
    me.stored.insert(at, die);
}

/// A die is put into the Backpack: no effects now.
pub fn stored(p: &mut Play, frame: crate::Frame, die: Die) -> Next {
    rule!("FF-R23");
    let crate::Frame::Dice(Frame::Place { seat }) = frame else { return stray(frame) };
    leave_hand(p, die);
    lay_into_backpack(&mut p.s.players[seat], die);
    p.say_line(|_| format!("{seat} stores {die}"));
    then(Frame::Place { seat })
}

/// A die is placed: Gold for a gold die and for a row that is now complete, and what cards and Fiends make of it.
pub fn put(p: &mut Play, seat: Seat, die: Die, space: Space) {
    rule!("FF-301", "FF-018");
    let row = space.row();
    let me = &mut p.s.players[seat];
    me.dice[space.index()] = die;
    me.last_row = Some(row);
    p.s.triggered.insert(row);
    p.say_line(|_| format!("{seat} places {die} in {space}"));
    fee(p, seat, die);
    if die.is_color(Color::Gold) {
        goods::pay_out(p, seat, Income::GoldDie, 2);
    }
    if p.s.players[seat].filled(row) == 3 {
        goods::pay_out(p, seat, Income::Row, 1);
        goods::happened(p, seat, |t| t == Trigger::Complete(row));
    }
    goods::happened(p, seat, |t| t == Trigger::PlaceValue(die.value()));
    for color in die.kind().colors().iter() {
        goods::happened(p, seat, |t| t == Trigger::Place(color));
    }
}

fn fee(p: &mut Play, seat: Seat, die: Die) {
    let mut fee = 0;
    p.look().restrictions(seat, Ban::PlaceFee, |r| {
        if let Restriction::PlaceFee { low, high, gold } = r
            && (*low..=*high).contains(&die.value())
        {
            fee += gold;
        }
    });
    let fee = fee.min(p.s.players[seat].gold);
    if fee > 0 {
        goods::lose(p, seat, crate::words::Good::Gold, fee);
    }
}

/// Rows whose action may be taken, among these.
#[must_use]
pub fn open_actions(look: Look, seat: Seat, rows: RowSet) -> RowSet {
    rows.iter().filter(|row| can_act(look, seat, *row)).collect()
}

/// May this seat take the action of this row, and is there anything to act on?
#[must_use]
pub fn can_act(look: Look, seat: Seat, row: Row) -> bool {
    something_to_act_on(look, seat, row) && look.action_allowed(seat, row)
}

fn something_to_act_on(look: Look, seat: Seat, row: Row) -> bool {
    let dice = look.player(seat).placed();
    match row {
        Row::Str | Row::Con | Row::Int => dice > 0,
        Row::Dex => dice > 1,
        Row::Wis | Row::Cha | Row::Familiar => true,
    }
}

/// Has this seat had the one action of the Dice Phase, where stored dice share it?
#[must_use]
pub fn has_acted(look: Look, seat: Seat) -> bool {
    look.g.options.one_action_a_phase && look.s.dice_phase && look.s.acted.contains(seat)
}

/// After all dice: one action among those triggered, or none.
fn turn_action(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-223", "FF-304", "FF-305", "FF-750");
    let rows = std::mem::take(&mut p.s.triggered);
    if p.g.options.fiend_before_action {
        take_fiends(p, seat);
    }
    if has_acted(p.look(), seat) { Next::Done } else { then(Frame::PlacedAction { seat, rows }) }
}

/// Asks also where only a Fiend stands between the seat and an action, and can be banished.
fn placed_action(p: &mut Play, seat: Seat, rows: RowSet) -> Next {
    let look = p.look();
    let triggered = rows.iter().any(|row| something_to_act_on(look, seat, row));
    let open = !open_actions(look, seat, rows).is_empty();
    if open || (triggered && windows::can_banish(look, seat)) {
        wait(Frame::PlacedAction { seat, rows })
    } else {
        Next::Done
    }
}

pub fn action_chosen(p: &mut Play, frame: Frame, row: Row) -> Next {
    let Frame::PlacedAction { seat, .. } = frame else { return stray(frame) };
    if p.s.dice_phase {
        p.s.acted.insert(seat);
    }
    act(p, seat, row)
}

/// No action is taken.
pub fn skipped(_: &mut Play, frame: Frame) -> Next {
    if let Frame::PlacedAction { .. } = frame { Next::Done } else { stray(frame) }
}

/// The action of a row, for whatever reason.
pub fn act(p: &mut Play, seat: Seat, row: Row) -> Next {
    rule!("FF-316", "FF-303");
    p.say_line(|_| format!("{seat} takes the {} action", row.title()));
    goods::happened(p, seat, |t| t == Trigger::Action(row));
    let run = effects::Frame::Run { seat, source: Source::Row(row), at: 0 };
    let mut twice = false;
    p.look().passives(seat, Topic::Twice, |passive| twice |= *passive == Passive::Twice(row));
    if twice { p.both(run, run) } else { then(run) }
}

/// Fiends on the chosen card, then the window after the turn; alone, the enemy dice.
fn gain_fiends(p: &mut Play, seat: Seat) -> Next {
    rule!("FF-224", "FF-R07");
    take_fiends(p, seat);
    let Some(place) = p.s.players[seat].initiative else { return Next::Done };
    let card = usize::from(place);
    if p.g.solo() {
        rule!("FF-1020");
        let dice = if p.look().is_top(card) { 2 } else { place };
        p.s.enemy = [None; 2];
        p.later(solitaire::Frame::Deeds);
        p.later(solitaire::Frame::Dice { left: dice });
    }
    then(windows::Frame::Own { window: Window::Placed, seat })
}

/// All Fiends on the chosen card join the seat.
fn take_fiends(p: &mut Play, seat: Seat) {
    let Some(place) = p.s.players[seat].initiative else { return };
    for fiend in std::mem::take(&mut p.s.initiatives[usize::from(place)].fiends).iter() {
        fiends::gain(p, seat, fiend);
    }
}

/// The phase ends: new Fiends bind.
fn end(p: &mut Play) -> Next {
    rule!("FF-702");
    for seat in Seat::first(p.g.options.seats) {
        p.s.players[seat].fresh = crate::sets::FiendSet::EMPTY;
    }
    p.s.dice_phase = false;
    p.s.acted = SeatSet::EMPTY;
    p.later(market_phase::Frame::Phase { card: 0 });
    then(windows::Frame::Each { window: Window::DiceEnd, at: 0 })
}
