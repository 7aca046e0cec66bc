//! The game on one page: what each chapter does when its turn comes (`enter`), whom it asks (`asks`), and which chapters an
//! action answers (`answer`). The order of things stands in the chapters themselves: each frame says what follows it.

use crate::{
    Action, Chance, Frame, Play,
    frame::{Asks, Next, stray, wait},
    minimal,
    queries::Look,
    rules::{
        choices, cleanup_phase, combat, dice_phase, effects, experience, hunt, market_phase, monster_combat,
        roll_phase, setup, solitaire, windows,
    },
    words::Coin,
};
use kernel::{SeatSet, Step, Turn};

/// What a frame does when it is its turn.
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    // XP that may go onto a card is decided on before anything else can spend it.
    if p.s.storing
        && let Some(seat) = experience::storing(p)
    {
        p.later(frame);
        return wait(effects::Frame::StoreXp { seat });
    }
    match frame {
        Frame::Setup(frame) => setup::enter(p, frame),
        Frame::Roll(frame) => roll_phase::enter(p, frame),
        Frame::Dice(frame) => dice_phase::enter(p, frame),
        Frame::Market(frame) => market_phase::enter(p, frame),
        Frame::Cleanup(frame) => cleanup_phase::enter(p, frame),
        Frame::Window(frame) => windows::enter(p, frame),
        Frame::Card(frame) => effects::enter(p, frame),
        Frame::Hunt(frame) => hunt::enter(p, frame),
        Frame::Combat(frame) => combat::enter(p, frame),
        Frame::Monster(frame) => monster_combat::enter(p, frame),
        Frame::Enemy(frame) => solitaire::enter(p, frame),
        Frame::Minimal(frame) => minimal::enter(p, frame),
    }
}

/// Whom or what a frame waits for.
#[must_use]
#[inline]
pub fn asks(look: Look, frame: Frame) -> Asks {
    match frame {
        Frame::Setup(frame) => setup::asks(look, frame),
        Frame::Roll(frame) => roll_phase::asks(look, frame),
        Frame::Dice(frame) => dice_phase::asks(frame),
        Frame::Market(frame) => market_phase::asks(frame),
        Frame::Cleanup(frame) => cleanup_phase::asks(look, frame),
        Frame::Window(frame) => windows::asks(look, frame),
        Frame::Card(frame) => effects::asks(frame),
        Frame::Hunt(frame) => hunt::asks(frame),
        Frame::Combat(frame) => combat::asks(frame),
        Frame::Monster(frame) => monster_combat::asks(look, frame),
        Frame::Enemy(frame) => solitaire::asks(frame),
        Frame::Minimal(frame) => minimal::asks(frame),
    }
}

/// Whom the game waits for.
#[must_use]
#[inline]
pub fn turn(look: Look, waits: Option<Frame>) -> Turn {
    match waits.map(|frame| asks(look, frame)) {
        None => Turn::Over,
        Some(Asks::Seat(seat)) => Turn::Each(SeatSet::only(seat)),
        Some(Asks::Chance(_) | Asks::Nobody) => Turn::Chance,
    }
}

/// What the answer to a waiting frame does.
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next {
    match step {
        Step::Chance(outcome) => fell(p, frame, outcome),
        Step::Act { action, .. } => act(p, frame, action),
    }
}

fn fell(p: &mut Play, frame: Frame, fell: Chance) -> Next {
    match frame {
        Frame::Setup(frame) => setup::fell(p, frame, fell),
        Frame::Roll(frame) => roll_phase::fell(p, frame, fell),
        Frame::Card(frame) => effects::fell(p, frame, fell),
        Frame::Hunt(frame) => hunt::fell(p, frame, fell),
        Frame::Combat(frame) => combat::fell(p, frame, fell),
        Frame::Monster(frame) => monster_combat::fell(p, frame, fell),
        Frame::Enemy(frame) => solitaire::fell(p, frame, fell),
        Frame::Dice(_) | Frame::Market(_) | Frame::Cleanup(_) | Frame::Window(_) | Frame::Minimal(_) => {
            stray(frame)
        }
    }
}

/// Each action with the chapter that carries it out; those that answer frames of several chapters go to the one that waits.
fn act(p: &mut Play, frame: Frame, action: Action) -> Next {
    match action {
        Action::Sheet { sheet } => setup::sheet_chosen(p, frame, sheet),
        Action::Class { class } => setup::class_chosen(p, frame, class),
        Action::Familiar { board } => setup::familiar_chosen(p, frame, board),
        Action::Order { die } => roll_phase::ordered(p, frame, die),
        Action::Take { card } => frame.chapter().take(p, card),
        Action::Place { die, row } => frame.chapter().place(p, die, row),
        Action::Store { die } => dice_phase::stored(p, frame, die),
        Action::Act { row } => frame.chapter().act_on(p, row),
        Action::Skip => frame.chapter().skip(p),
        Action::Use { card } => windows::use_card(p, frame, card),
        Action::Ability => windows::use_class(p, frame),
        Action::Train { row } => windows::train(p, frame, row),
        Action::Heal => windows::heal(p, frame),
        Action::Banish { fiend, coin: Coin::Card } => choices::banish(p, frame, fiend),
        Action::Banish { fiend, coin } => windows::banish(p, frame, fiend, coin),
        Action::Unpack { die, row } => windows::unpack(p, frame, die, row),
        Action::Done => frame.chapter().done(p),
        Action::Flip { space } => choices::flip(p, frame, space),
        Action::Swap { one, other } => choices::swap(p, frame, one, other),
        Action::Turn { space, to } => choices::turn_die(p, frame, space, to),
        Action::Reroll { space } => choices::reroll(p, frame, space),
        Action::New => choices::keep(p, frame, true),
        Action::Old => choices::keep(p, frame, false),
        Action::Step { to } => choices::walk(p, frame, to),
        Action::Diagonal { one, other } => choices::walk_diagonally(p, frame, one, other),
        Action::Lift { space } => choices::lift(p, frame, space),
        Action::Put { space } => choices::put_back(p, frame, space),
        Action::Fetch { card } => choices::fetch(p, frame, card),
        Action::Exchange { card, slot } => choices::exchanged(p, frame, card, slot),
        Action::Clear { card } => choices::clear(p, frame, card),
        Action::Refresh { card } => frame.chapter().refresh(p, card),
        Action::Pool { card, die } => choices::pool_die(p, frame, card, die),
        Action::Trade { card, die, with, other } => choices::trade(p, frame, (card, die), (with, other)),
        Action::Summon { fiend, card } => choices::summon(p, frame, fiend, card),
        Action::Drop { card } => market_phase::dropped(p, frame, card),
        Action::Keep { amount } => experience::stored(p, frame, amount),
        Action::Carry => choices::carried(frame),
        Action::Buy { card, charisma } => frame.chapter().buy(p, card, charisma),
        Action::Discard { card } => market_phase::discarded(p, frame, card),
        Action::Hunt => market_phase::hunt(frame),
        Action::Pass => market_phase::passed(frame),
        Action::Fight => hunt::fought(p, frame),
        Action::Cycle => hunt::cycled(p, frame),
        Action::Hire { with } => frame.chapter().hire(p, with),
        Action::Roll => combat::pooled(p, frame),
        Action::Again { number } => combat::again(p, frame, number),
        Action::Stop => combat::stopped(p, frame),
        Action::Power => combat::power_chosen(p, frame, true),
        Action::Dice => combat::power_chosen(p, frame, false),
        Action::Gone { slot } => minimal::gone(p, frame, slot),
        Action::Sold { slot } => minimal::sold(p, frame, slot),
        Action::Call => minimal::called(p, frame),
        Action::Tell { amount } => minimal::number_reported(p, frame, i16::from(amount.0)),
        Action::Minus { amount } => minimal::number_reported(p, frame, -i16::from(amount.0)),
    }
}
