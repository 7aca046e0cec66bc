//! What each asking frame offers, chapter by chapter, and what effects let their owner choose from.

use crate::{
    Action, Frame,
    content::effects::{Dice, Effect},
    queries::{Look, step},
    rules::{
        cleanup_phase, combat, dice_phase, effects, hunt, market_phase, minimal, monster_combat, roll_phase,
        setup, windows,
    },
    words::{Coin, Direction, Face, InitiativeId, ROW_SPACES, Row, SPACES, Space},
};
use kernel::{Seat, rule};

/// Everything that may be done now by whoever is asked.
pub fn actions(look: Look, offer: &mut impl FnMut(Action)) {
    let Some(frame) = look.s.stack.top() else { return };
    match *frame {
        Frame::Setup(frame) => setup::legal(look, frame, offer),
        Frame::Roll(frame) => roll_phase::legal(look, frame, offer),
        Frame::Dice(frame) => dice_phase::legal(look, frame, offer),
        Frame::Market(frame) => market_phase::legal(look, frame, offer),
        Frame::Cleanup(frame) => cleanup_phase::legal(look, frame, offer),
        Frame::Window(frame) => windows::legal(look, frame, offer),
        Frame::Card(frame) => effects::legal(look, frame, offer),
        Frame::Hunt(frame) => hunt::legal(frame, offer),
        Frame::Combat(frame) => combat::legal(look, frame, offer),
        Frame::Monster(frame) => monster_combat::legal(look, frame, offer),
        // Enemy dice only fall.
        Frame::Enemy(_) => {}
        Frame::Minimal(frame) => minimal::legal(look, frame, offer),
    }
}

/// What an effect lets its owner choose from.
pub fn choices(look: Look, seat: Seat, effect: Effect, offer: &mut impl FnMut(Action)) {
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
