//! Choices that effects need: what their owner may choose from, and what the choice does. `effects.rs` says when they ask.

use crate::{
    Action, Play,
    content::effects::{Dice, Effect},
    dice::Die,
    frame::{Next, stray, then, wait},
    queries::{Look, step},
    rules::{
        dice_phase,
        effects::{self, Frame, effect_of, move_token},
        fiends, market_phase, roll_phase,
    },
    sets::RowSet,
    words::{Amount, Coin, Direction, Face, FiendId, InitiativeId, MarketId, ROW_SPACES, Row, SPACES, Space},
};
use kernel::{Seat, rule};

/// What an effect lets its owner choose from.
pub fn legal(look: Look, seat: Seat, effect: Effect, offer: &mut impl FnMut(Action)) {
    rule!("FF-302");
    let (me, cards) = (look.player(seat), || look.s.row_cards().map(|(_, card)| card));
    match effect {
        Effect::Flip(dice) => look.dice_of(seat, dice).for_each(|(space, _)| offer(Action::Flip { space })),
        Effect::Swap(dice) => swaps(look, seat, dice, offer),
        Effect::Adjust { dice, by } => adjustments(look, seat, dice, by as i8, offer),
        Effect::Set { dice, value } => settings(look, seat, dice, value, offer),
        Effect::Reroll { dice, .. } => {
            look.dice_of(seat, dice).for_each(|(space, _)| offer(Action::Reroll { space }));
        }
        Effect::Replace => {
            look.dice_of(seat, Dice::Any).for_each(|(space, _)| offer(Action::Lift { space }));
        }
        Effect::Wander(_) => steps(look, seat, offer),
        Effect::AnyAction => row_actions(look, seat, |_| true, offer),
        Effect::CompleteAction => {
            row_actions(look, seat, |row| usize::from(me.filled(row)) == ROW_SPACES, offer);
        }
        Effect::Refresh(_) => {
            effects::exhausted(look, seat).iter().for_each(|card| offer(Action::Refresh { card }));
        }
        Effect::Buy(off) => cards().for_each(|card| market_phase::purchases(look, seat, card, off, offer)),
        Effect::FromDiscard if effects::row_has_room(look) => {
            look.s.discard.iter().for_each(|card| offer(Action::Fetch { card }));
        }
        Effect::ClearSlot => cards().for_each(|card| offer(Action::Clear { card })),
        Effect::PoolReroll | Effect::PoolFlip => {
            pool_dice(look, &mut |card, die| offer(Action::Pool { card, die }));
        }
        Effect::PoolSwap => trades(look, offer),
        Effect::Banish(gold) if me.gold >= gold => {
            me.active.iter().for_each(|fiend| offer(Action::Banish { fiend, coin: Coin::Card }));
        }
        Effect::Summon => summonings(look, seat, offer),
        Effect::FromDiscard | Effect::Banish(_) => {}
        // These ask nothing.
        Effect::Nothing
        | Effect::Gain(..)
        | Effect::GainPer { .. }
        | Effect::Pay(..)
        | Effect::Heal(_)
        | Effect::Align(_)
        | Effect::Center
        | Effect::Action(_)
        | Effect::TurnMarket(_)
        | Effect::CycleMinion
        | Effect::HuntDice(_)
        | Effect::HuntBonus(_)
        | Effect::HuntReroll(_)
        | Effect::DrawFiend => {}
    }
}

/// Numbers up to so many lower or higher that a die can show.
fn adjustments(look: Look, seat: Seat, dice: Dice, by: i8, offer: &mut impl FnMut(Action)) {
    for (space, die) in look.dice_of(seat, dice) {
        let new = (-by..=by).filter(|by| *by != 0).filter_map(|by| look.g.faces.adjusted(die, by));
        new.for_each(|new| offer(Action::Turn { space, to: Face(new.value()) }));
    }
}

/// Dice that have this number and show another.
fn settings(look: Look, seat: Seat, dice: Dice, value: u8, offer: &mut impl FnMut(Action)) {
    let fits = look
        .dice_of(seat, dice)
        .filter(|(_, die)| die.value() != value && look.g.faces.has(die.showing(value)));
    fits.for_each(|(space, _)| offer(Action::Turn { space, to: Face(value) }));
}

/// The actions of these Attribute Rows, as far as they may be taken.
fn row_actions(look: Look, seat: Seat, meant: impl Fn(Row) -> bool, offer: &mut impl FnMut(Action)) {
    let open = |row: &Row| meant(*row) && dice_phase::can_act(look, seat, *row);
    Row::ATTRIBUTES.into_iter().filter(open).for_each(|row| offer(Action::Act { row }));
}

fn summonings(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    for fiend in look.player(seat).active.iter() {
        let cards = (1..=look.cards_in_row() as u8).map(InitiativeId);
        cards.for_each(|card| offer(Action::Summon { fiend, card }));
    }
}

fn swaps(look: Look, seat: Seat, dice: Dice, offer: &mut impl FnMut(Action)) {
    let me = look.player(seat);
    let meant =
        Space::all().filter(|s| look.matches(me.die(*s), *s, dice)).fold(0u32, |bits, s| bits | s.bit());
    for one in Space::all().filter(|s| me.die(*s).is_some()) {
        for other in (one.0 + 1..SPACES as u8).map(Space) {
            if (one.bit() | other.bit()) & meant != 0 && me.die(other).is_some() {
                offer(Action::Swap { one, other });
            }
        }
    }
}

fn steps(look: Look, seat: Seat, offer: &mut impl FnMut(Action)) {
    let token = look.player(seat).token;
    let open = Direction::ALL.iter().filter(|to| step(token, **to).is_some());
    open.for_each(|to| offer(Action::Step { to: *to }));
    if look.g.options.wis_diagonal {
        for one in [Direction::Good, Direction::Evil] {
            for other in [Direction::Lawful, Direction::Chaotic] {
                if step(token, one).and_then(|token| step(token, other)).is_some() {
                    offer(Action::Diagonal { one, other });
                }
            }
        }
    }
}

/// Each different die on an Initiative card that nobody has chosen.
fn pool_dice(look: Look, offer: &mut impl FnMut(InitiativeId, crate::dice::Die)) {
    for card in 0..look.cards_in_row() {
        let dice = look.s.initiatives[card].dice;
        for (at, die) in dice.into_iter().enumerate() {
            if die.is_some() && roll_phase::is_free(look, card) && (at == 0 || dice[0] != die) {
                offer(InitiativeId(card as u8 + 1), die);
            }
        }
    }
}

fn trades(look: Look, offer: &mut impl FnMut(Action)) {
    pool_dice(look, &mut |card, die| {
        pool_dice(look, &mut |with, other| {
            if card < with && die != other {
                offer(Action::Trade { card, die, with, other });
            }
        });
    });
}

/// Who chooses in this frame; nobody if no effect asks for a choice.
fn chooser(frame: crate::Frame) -> Option<Seat> {
    if let crate::Frame::Card(Frame::Ask { seat, .. }) = frame { Some(seat) } else { None }
}

/// Nothing is chosen.
pub fn skipped(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Ask { .. } | Frame::May { .. } => Next::Done,
        Frame::Exchange { .. } => exchange(p, None),
        Frame::Run { .. }
        | Frame::Reroll { .. }
        | Frame::KeepReroll { .. }
        | Frame::PutBack { .. }
        | Frame::TurnUp { .. }
        | Frame::PoolRoll { .. }
        | Frame::DrawFiend { .. }
        | Frame::StoreXp { .. } => stray(frame),
    }
}

/// What the Skill does is wanted.
pub fn carried(frame: crate::Frame) -> Next {
    let crate::Frame::Card(Frame::May { seat, source }) = frame else { return stray(frame) };
    then(Frame::Run { seat, source, at: 0 })
}

// --- dice on the sheet; these choices trigger nothing further

pub fn flip(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    let die = &mut p.s.players[seat].dice[space.index()];
    *die = p.g.faces.flipped(*die);
    p.say_line(|_| format!("{seat}: {}", Action::Flip { space }));
    Next::Done
}

pub fn swap(p: &mut Play, frame: crate::Frame, one: Space, other: Space) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.players[seat].dice.swap(one.index(), other.index());
    p.say_line(|_| format!("{seat}: {}", Action::Swap { one, other }));
    Next::Done
}

pub fn turn_die(p: &mut Play, frame: crate::Frame, space: Space, to: Face) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    let die = &mut p.s.players[seat].dice[space.index()];
    *die = die.showing(to.0);
    p.say_line(|_| format!("{seat}: {}", Action::Turn { space, to }));
    Next::Done
}

pub fn reroll(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    let crate::Frame::Card(ask @ Frame::Ask { seat, .. }) = frame else { return stray(frame) };
    let either = matches!(effect_of(p.look(), ask), Some(Effect::Reroll { either: true, .. }));
    wait(Frame::Reroll { seat, space, either })
}

pub fn lift(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    rule!("FF-1101");
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.lifted = std::mem::take(&mut p.s.players[seat].dice[space.index()]);
    wait(Frame::PutBack { seat })
}

/// The action of a row that a card allows.
pub fn act(p: &mut Play, frame: Frame, row: Row) -> Next {
    let Frame::Ask { seat, .. } = frame else { return stray(frame) };
    dice_phase::act(p, seat, row)
}

// --- the Alignment token and Skills; these may be chosen several times

/// The same question with one choice less.
fn again(frame: crate::Frame) -> Option<(Seat, Frame)> {
    let crate::Frame::Card(Frame::Ask { seat, source, at, left }) = frame else { return None };
    Some((seat, Frame::Ask { seat, source, at, left: left - 1 }))
}

pub fn walk(p: &mut Play, frame: crate::Frame, to: Direction) -> Next {
    let Some((seat, again)) = again(frame) else { return stray(frame) };
    move_token(p, seat, to);
    then(again)
}

pub fn walk_diagonally(p: &mut Play, frame: crate::Frame, one: Direction, other: Direction) -> Next {
    let Some((seat, again)) = again(frame) else { return stray(frame) };
    move_token(p, seat, one);
    move_token(p, seat, other);
    then(again)
}

pub fn refresh(p: &mut Play, frame: Frame, card: MarketId) -> Next {
    let Some((seat, again)) = again(frame.into()) else { return stray(frame) };
    p.s.players[seat].exhausted.remove(card);
    then(again)
}

// --- the Market, dice on Initiative cards, Fiends

/// A card that an effect lets its owner buy.
pub fn buy(p: &mut Play, frame: Frame, card: MarketId, charisma: Amount) -> Next {
    let Frame::Ask { seat, .. } = frame else { return stray(frame) };
    let off = if let Some(Effect::Buy(off)) = effect_of(p.look(), frame) { off } else { 0 };
    market_phase::buy(p, seat, card, charisma.0, off)
}

pub fn fetch(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.discard.remove(card);
    p.s.market.push(card);
    p.say_line(|look| format!("{seat} puts {} into the Market", look.card(card).name));
    Next::Done
}

pub fn clear(p: &mut Play, frame: crate::Frame, card: MarketId) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    p.s.leave_row(card);
    p.s.discard.insert(card);
    p.say_line(|look| format!("{seat} clears {} off the Market", look.card(card).name));
    Next::Done
}

pub fn trade(
    p: &mut Play,
    frame: crate::Frame,
    one: (InitiativeId, Die),
    other: (InitiativeId, Die),
) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    pool_put(p, one.0, one.1, other.1);
    pool_put(p, other.0, other.1, one.1);
    p.say_line(|_| format!("{seat} exchanges {} and {} on Initiative cards", one.1, other.1));
    Next::Done
}

pub fn banish(p: &mut Play, frame: crate::Frame, fiend: FiendId) -> Next {
    let crate::Frame::Card(ask @ Frame::Ask { seat, .. }) = frame else { return stray(frame) };
    let gold = if let Some(Effect::Banish(gold)) = effect_of(p.look(), ask) { gold } else { 0 };
    fiends::banish(p, seat, fiend, Coin::Card, gold);
    Next::Done
}

pub fn summon(p: &mut Play, frame: crate::Frame, fiend: FiendId, card: InitiativeId) -> Next {
    let Some(seat) = chooser(frame) else { return stray(frame) };
    fiends::summon(p, seat, fiend, usize::from(card.0 - 1));
    Next::Done
}

/// Puts another die in the place of one on an Initiative card.
fn pool_put(p: &mut Play, card: InitiativeId, old: Die, new: Die) {
    let dice = &mut p.s.initiatives[usize::from(card.0 - 1)].dice;
    if let Some(at) = dice.iter().position(|die| *die == old) {
        dice[at] = new;
    }
}

/// A die on an Initiative card is flipped or rerolled.
pub fn pool_die(p: &mut Play, frame: crate::Frame, card: InitiativeId, die: Die) -> Next {
    let crate::Frame::Card(ask @ Frame::Ask { seat, .. }) = frame else { return stray(frame) };
    if effect_of(p.look(), ask) == Some(Effect::PoolFlip) {
        let flipped = p.g.faces.flipped(die);
        pool_put(p, card, die, flipped);
        p.say_line(|_| format!("{seat} turns {die} to {flipped} on Initiative card {}", card.0));
        return Next::Done;
    }
    let place = p.s.initiatives[usize::from(card.0 - 1)].dice.iter().position(|d| *d == die).unwrap_or(0);
    wait(Frame::PoolRoll { card: card.0 - 1, place: place as u8 })
}

/// After a reroll: the new number stands, or the old one.
pub fn keep(p: &mut Play, frame: crate::Frame, new: bool) -> Next {
    let crate::Frame::Card(Frame::KeepReroll { seat, space }) = frame else { return stray(frame) };
    let old = std::mem::take(&mut p.s.lifted);
    if !new {
        p.s.players[seat].dice[space.index()] = old;
        p.say_line(|_| format!("{seat} keeps {old}"));
    }
    Next::Done
}

/// The lifted die is placed again, with all effects of placing.
pub fn put_back(p: &mut Play, frame: crate::Frame, space: Space) -> Next {
    rule!("FF-R24");
    let crate::Frame::Card(Frame::PutBack { seat }) = frame else { return stray(frame) };
    let die = std::mem::take(&mut p.s.lifted);
    let before = p.s.triggered;
    dice_phase::put(p, seat, die, space);
    p.s.triggered = before;
    then(dice_phase::Frame::PlacedAction { seat, rows: RowSet::only(space.row()) })
}

pub fn exchanged(p: &mut Play, frame: crate::Frame, new: MarketId, old: MarketId) -> Next {
    let crate::Frame::Card(Frame::Exchange { .. }) = frame else { return stray(frame) };
    exchange(p, Some((new, old)))
}

/// One of them may take the place of a card of the row; the rest is discarded.
fn exchange(p: &mut Play, exchange: Option<(MarketId, MarketId)>) -> Next {
    for card in std::mem::take(&mut p.s.looked) {
        p.s.discard.insert(card);
    }
    if let Some((new, old)) = exchange
        && let Some(slot) = p.s.slot_of(old)
    {
        p.s.market[slot] = new;
        p.s.discard.remove(new);
        p.s.discard.insert(old);
        p.say_line(|look| format!("{} takes the place of {}", look.card(new).name, look.card(old).name));
    }
    Next::Done
}
