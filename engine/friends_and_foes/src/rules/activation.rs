//! The Activation Phase: turns in initiative order, tokens and treasure, passing, the end of a round. FO-140 to FO-149.

use crate::{
    Action, Play,
    cards::Until,
    event::Event,
    frame::{self, Frame::Activation, Next, first, one, stray, then, wait},
    legal,
    options::{OncePer, Pass, TreasurePays},
    queries::Look,
    rules::{
        cards,
        garrison::{self, Survey},
        harvest, reactions, treasure,
    },
    state::{Deed, Used},
    words::{CharId, CharSet, Paid},
};
use kernel::{Seat, SeatSet, Turn, rule};
use serde::{Deserialize, Serialize};

/// Turns, and what belongs to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Activation,
    /// Look at Garrison areas: who holds them now names a defender.
    Garrisons {
        survey: Survey,
    },
    Name {
        seat: Seat,
        survey: Survey,
    },
    TurnStart,
    Act,
    EndTurn,
    /// The card of a search was played.
    Searched {
        who: CharId,
    },
}

#[inline]
pub fn enter(p: &mut Play, frame: Frame) -> Next {
    match frame {
        Frame::Activation => activation(p),
        Frame::Garrisons { survey } => garrison::garrisons(p, survey),
        Frame::Name { .. } => wait(frame),
        Frame::TurnStart => turn_start(p),
        Frame::Act => act(p),
        Frame::EndTurn => end_turn(p),
        Frame::Searched { who } => treasure::searched(p, who),
    }
}

#[must_use]
pub fn turn(look: Look, frame: Frame) -> Turn {
    match frame {
        Frame::Name { seat, .. } => one(seat),
        Frame::Act => one(look.s.active()),
        Frame::Activation
        | Frame::Garrisons { .. }
        | Frame::TurnStart
        | Frame::EndTurn
        | Frame::Searched { .. } => frame::NOBODY,
    }
}

#[inline]
pub fn legal(look: Look, seat: Seat, frame: Frame, offer: &mut impl FnMut(Action)) {
    match frame {
        Frame::Name { survey, .. } => garrison::offer(look, seat, survey, offer),
        Frame::Act => legal::turn_actions(look, seat, offer),
        Frame::Activation
        | Frame::Garrisons { .. }
        | Frame::TurnStart
        | Frame::EndTurn
        | Frame::Searched { .. } => {}
    }
}

fn activation(p: &mut Play) -> Next {
    rule!("FO-140");
    (p.s.at, p.s.passes, p.s.gone) = (0, 0, SeatSet::EMPTY);
    first(p, Frame::Garrisons { survey: Survey::ANEW }, Frame::TurnStart)
}

/// Players still in the round.
fn playing(look: Look) -> SeatSet {
    look.s.order.iter().copied().filter(|s| !look.is_out(*s) && !look.s.gone.contains(*s)).collect()
}

/// All tokens are spent, or all have passed one after another.
fn round_is_over(look: Look) -> bool {
    rule!("FO-141", "FO-142", "FO-R27", "FO-R28");
    let playing = playing(look);
    let dry = playing.into_iter().all(|seat| look.s.sides[seat].tokens == 0);
    dry || u32::from(look.s.passes) >= playing.len()
}

/// The next player's turn, or the end of the round.
fn turn_start(p: &mut Play) -> Next {
    if round_is_over(p.look()) {
        let round = p.s.round;
        p.say(|_| Event::RoundOver(round));
        return then(harvest::Frame::Harvest { place: 0 });
    }
    let seat = p.s.active();
    if !playing(p.look()).contains(seat) {
        next_player(p);
        return then(Frame::TurnStart);
    }
    refresh(p, seat);
    if !can_act(p.look(), seat) {
        rule!("FO-143");
        p.say(|_| Event::Skipped(seat));
        return then(Frame::EndTurn);
    }
    p.say(|_| Event::Turn(seat));
    then(Frame::Act)
}

/// What is counted by the turn starts anew.
fn refresh(p: &mut Play, seat: Seat) {
    rule!("FO-144", "FO-145", "FO-R29", "FO-R67");
    (p.s.spent, p.s.deployed, p.s.struck) = (false, false, CharSet::EMPTY);
    let own_turn = p.g.content.lasting_until(Until::OwnersTurn);
    for who in p.s.board.iter() {
        let me = p.s.char_mut(who);
        me.used &= !Used::REACTIONS;
        if who.seat() == seat {
            me.marks &= !own_turn;
            if p.g.options.once_per == OncePer::Turn {
                me.used &= !Used::ACTIONS;
            }
        }
    }
}

/// Is there anything to do besides ending the turn? Follows from public facts only.
#[must_use]
pub fn can_act(look: Look, seat: Seat) -> bool {
    let side = &look.s.sides[seat];
    if side.tokens == 0 && side.treasure == 0 {
        return false;
    }
    // Nearly always a card can be drawn; only a player who holds all cards must be looked at closely.
    if side.deck_len() > 0 || !side.discard.is_empty() {
        return true;
    }
    let mut acts = 0;
    legal::turn_actions(look, seat, &mut |_| acts += 1);
    acts > 1
}

/// The player acts, until nothing is left to do or the turn is ended.
fn act(p: &mut Play) -> Next {
    let seat = p.s.active();
    if p.look().is_out(seat) || !can_act(p.look(), seat) {
        return then(Frame::EndTurn);
    }
    wait(Frame::Act)
}

pub fn end(asked: frame::Frame) -> Next {
    let Activation(Frame::Act) = asked else { return stray(asked) };
    then(Frame::EndTurn)
}

fn end_turn(p: &mut Play) -> Next {
    let seat = p.s.active();
    if p.s.spent {
        p.s.passes = 0;
        p.say(|_| Event::Ends(seat));
    } else {
        rule!("FO-141");
        p.s.passes += 1;
        p.say(|_| Event::Passes(seat));
        if p.g.options.pass == Pass::Hard {
            // The ring of passes is then counted by who is gone.
            p.s.gone.insert(seat);
            p.s.passes = 0;
        }
    }
    let ended = p.g.content.lasting_until(Until::EndOfTurn);
    if ended != 0 {
        p.s.chars.iter_mut().for_each(|c| c.marks &= !ended);
        p.s.marks.iter_mut().for_each(|m| *m &= !ended);
    }
    next_player(p);
    then(Frame::TurnStart)
}

fn next_player(p: &mut Play) {
    p.s.at = (p.s.at + 1) % p.s.order.len().max(1) as u8;
}

/// Tokens that are paid besides so many treasures. `extra` tokens are of initiative: treasure does not stand in for them.
#[must_use]
pub fn tokens_due(look: Look, cost: u8, extra: u8, treasure: Paid) -> u8 {
    match look.g.options.treasure_pays {
        TreasurePays::Action if treasure.0 > 0 => extra,
        TreasurePays::Action => cost + extra,
        TreasurePays::Token => (cost + extra).saturating_sub(treasure.0),
    }
}

/// Pays for an action when it is declared.
pub fn pay(p: &mut Play, seat: Seat, (cost, extra): (u8, u8), treasure: Paid) {
    rule!("FO-148", "FO-191", "FO-R38");
    let tokens = tokens_due(p.look(), cost, extra, treasure);
    let side = &mut p.s.sides[seat];
    side.tokens -= tokens;
    side.treasure -= u16::from(treasure.0);
    p.s.spent = true;
    *p.s.deed_mut() = Deed::default();
    p.say(|_| Event::Pays(seat, tokens, treasure.0));
}

/// Draw a Card: as often as one likes.
pub fn draw(p: &mut Play, asked: frame::Frame, treasure: Paid) -> Next {
    rule!("FO-170", "FO-144");
    let Activation(Frame::Act) = asked else { return stray(asked) };
    let seat = p.s.active();
    pay(p, seat, (1, 0), treasure);
    first(p, cards::Frame::Draws { seat, left: 1 }, reactions::Frame::After { reaction: false })
}
