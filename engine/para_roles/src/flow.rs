//! The game on one page: `turn` says whom a frame waits for, `legal` what it offers, `enter` what it leads to when it is its
//! turn, and `answer` what a reply does. Each chapter says it of its own frames.

use crate::{
    Play,
    action::Action,
    chance::Chance,
    frame::{Frame, Next, stray},
    keeping,
    legal::{self, Out},
    luck::Source,
    minimal,
    queries::Look,
    rules::{blows, campaigns, cards, enemy_turn, epic_start, pause, rounds, setup, treasure},
};
use kernel::{Seat, Step, Turn, rule};

/// Whom the frame on top waits for. [`Turn::Over`] if it waits for nobody but leads on at once.
#[inline]
pub fn turn(look: Look, asks: Option<Frame>) -> Turn {
    match asks {
        // By far the most frequent ones are spared the jump.
        Some(
            Frame::Cards(cards::Frame::Draw { .. } | cards::Frame::DrawSecond { .. })
            | Frame::Enemy(enemy_turn::Frame::Die { .. } | enemy_turn::Frame::Reveal { .. }),
        ) => Turn::Chance,
        Some(Frame::Round(rounds::Frame::Players)) => Turn::Any(rounds::may_act(look)),
        Some(frame) => turn_any(look, frame),
        None => Turn::Over,
    }
}

#[inline(never)]
fn turn_any(look: Look, frame: Frame) -> Turn {
    let asked = match frame {
        Frame::Cards(at) => cards::turn(look, at),
        Frame::Round(at) => rounds::turn(look, at),
        Frame::Enemy(at) => enemy_turn::turn(look, at),
        Frame::Blow(at) => blows::turn(look, at),
        Frame::Epic(at) => epic_start::turn(look, at),
        Frame::Treasure(at) => treasure::turn(look, at),
        Frame::Journey(at) => campaigns::turn(at),
        Frame::Outside(at) => pause::turn(look, at),
        Frame::Setup(at) => setup::turn(look, at),
        Frame::Minimal(at) => minimal::turn(at),
    };
    keeping::asked(look, asked)
}

/// What a frame offers to a seat that it asks.
#[inline]
pub fn legal(look: Look, seat: Seat, frame: Frame, out: Out) {
    if let Frame::Round(rounds::Frame::Players) = frame {
        return legal::players(look, seat, out);
    }
    legal_any(look, seat, frame, out);
}

#[inline(never)]
fn legal_any(look: Look, seat: Seat, frame: Frame, out: Out) {
    match frame {
        Frame::Cards(at) => cards::legal(at, out),
        Frame::Round(at) => rounds::legal(look, seat, at, out),
        Frame::Enemy(at) => enemy_turn::legal(at, out),
        Frame::Blow(at) => blows::legal(look, at, out),
        Frame::Epic(at) => epic_start::legal(look, at, out),
        Frame::Treasure(at) => treasure::legal(look, seat, at, out),
        // Maps are drawn by chance.
        Frame::Journey(_) => {}
        Frame::Outside(at) => pause::legal(look, seat, at, out),
        Frame::Setup(at) => setup::legal(look, seat, at, out),
        Frame::Minimal(at) => minimal::legal(look, at, out),
    }
}

/// From where the outcome comes that a frame waits for, if it waits for chance.
#[inline]
pub fn source(look: Look, frame: Frame) -> Option<Source> {
    match frame {
        Frame::Cards(at) => cards::source(at),
        Frame::Enemy(at) => enemy_turn::source(look, at),
        Frame::Epic(at) => epic_start::source(look, at),
        Frame::Journey(at) => campaigns::source(at),
        Frame::Setup(at) => setup::source(look, at),
        Frame::Round(_) | Frame::Blow(_) | Frame::Treasure(_) | Frame::Outside(_) | Frame::Minimal(_) => None,
    }
}

/// What a frame leads to.
#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    // By far the most frequent one is spared the jump.
    if let Frame::Round(rounds::Frame::TurnEnd { seat, acted, charmed }) = frame {
        return rounds::turn_end(p, seat, acted, charmed);
    }
    enter_any(p, frame)
}

#[inline(never)]
fn enter_any(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Cards(at) => cards::enter(p, at),
        Frame::Round(at) => rounds::enter(p, at),
        Frame::Enemy(at) => enemy_turn::enter(p, at),
        Frame::Epic(at) => epic_start::enter(p, at),
        Frame::Treasure(at) => treasure::enter(p, at),
        Frame::Journey(at) => campaigns::enter(p, at),
        Frame::Outside(at) => pause::enter(p, at),
        Frame::Setup(at) => setup::enter(p, at),
        Frame::Minimal(at) => minimal::enter(p, at),
        // Only ever waited for.
        Frame::Blow(_) => Next::Wait(frame),
    }
}

/// What a reply to the frame on top does.
#[inline]
pub fn answer(p: &mut Play, frame: Frame, step: Step<Action, Chance>) -> Next {
    match step {
        Step::Chance(outcome) => fell(p, frame, outcome),
        Step::Act { seat, action } => decided(p, frame, seat, action),
    }
}

#[inline]
fn fell(p: &mut Play, frame: Frame, outcome: Chance) -> Next {
    match (outcome, frame) {
        (Chance::Draw { card }, Frame::Cards(at)) => cards::fell(p, at, card),
        (outcome, Frame::Enemy(at)) => enemy_turn::fell(p, at, outcome),
        (outcome, frame) => rarely_fell(p, frame, outcome),
    }
}

// Kept apart so that the common answers stay small.
#[inline(never)]
fn rarely_fell(p: &mut Play, frame: Frame, outcome: Chance) -> Next {
    match (frame, outcome) {
        (Frame::Journey(at), outcome) => campaigns::fell(p, at, outcome),
        (Frame::Setup(at), Chance::Stat { card }) => setup::fell(p, at, card),
        (Frame::Epic(at), Chance::Stat { card }) => epic_start::fell(p, at, card),
        (
            Frame::Cards(_)
            | Frame::Enemy(_)
            | Frame::Round(_)
            | Frame::Blow(_)
            | Frame::Epic(_)
            | Frame::Treasure(_)
            | Frame::Outside(_)
            | Frame::Setup(_)
            | Frame::Minimal(_),
            _,
        ) => stray(frame),
    }
}

#[inline]
fn decided(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Next {
    if let Frame::Round(rounds::Frame::Players) = frame {
        return rounds::player_acts(p, seat, action);
    }
    rarely_decided(p, frame, seat, action)
}

#[inline(never)]
fn rarely_decided(p: &mut Play, frame: Frame, seat: Seat, action: Action) -> Next {
    match frame {
        Frame::Cards(at) => cards::answer(p, at, action),
        Frame::Round(at) => rounds::answer(p, at, seat, action),
        Frame::Enemy(at) => enemy_turn::answer(p, at, action),
        Frame::Blow(at) => blows::answer(p, at, action),
        Frame::Epic(at) => epic_start::answer(p, at, action),
        Frame::Treasure(at) => treasure::answer(p, at, action),
        Frame::Journey(at) => stray(at),
        Frame::Outside(at) => pause::answer(p, at, seat, action),
        Frame::Setup(at) => setup::answer(p, at, seat, action),
        Frame::Minimal(at) => minimal::answer(p, at, action),
    }
}

/// Has the combat been decided?
pub fn combat_over(look: Look) -> bool {
    rule!("PR-045", "PR-R68");
    look.s.living().is_empty() || look.s.acting_enemies().is_empty()
}
