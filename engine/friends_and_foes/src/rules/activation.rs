//! The Activation Phase: turns in initiative order, tokens and treasure, passing, the end of a round. FO-140 to FO-149.

use crate::{
    Play,
    cards::Until,
    event::Event,
    frame::Frame,
    legal,
    options::{OncePer, Pass},
    queries::Look,
    state::{Deed, used},
    words::{CharSet, Paid},
};
use kernel::{Next, Seat, SeatSet, flow::Flow, rule};

pub fn activation(p: &mut Play) -> Next<Frame> {
    rule!("FO-140");
    (p.s.at, p.s.passes, p.s.gone) = (0, 0, SeatSet::EMPTY);
    p.first(Frame::Garrisons { place: 0, garrison: 0, again: true }, Frame::TurnStart)
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
pub fn turn_start(p: &mut Play) -> Next<Frame> {
    if round_is_over(p.look()) {
        let round = p.s.round;
        p.say(|_| Event::RoundOver(round));
        return Next::Then(Frame::Harvest { place: 0 });
    }
    let seat = p.s.active();
    if !playing(p.look()).contains(seat) {
        next_player(p);
        return Next::Then(Frame::TurnStart);
    }
    refresh(p, seat);
    if !can_act(p.look(), seat) {
        rule!("FO-143");
        p.say(|_| Event::Skipped(seat));
        return Next::Then(Frame::EndTurn);
    }
    p.say(|_| Event::Turn(seat));
    Next::Then(Frame::Act)
}

/// What is counted by the turn starts anew.
fn refresh(p: &mut Play, seat: Seat) {
    rule!("FO-144", "FO-145", "FO-R29", "FO-R67");
    (p.s.spent, p.s.deployed, p.s.struck) = (false, false, CharSet::EMPTY);
    let own_turn = p.g.content.lasting_until(Until::OwnersTurn);
    for who in p.s.board.iter() {
        let me = p.s.char_mut(who);
        me.used &= !used::REACTIONS;
        if who.seat() == seat {
            me.marks &= !own_turn;
            if p.g.options.once_per == OncePer::Turn {
                me.used &= !used::ACTIONS;
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
pub fn act(p: &mut Play) -> Next<Frame> {
    let seat = p.s.active();
    if p.look().is_out(seat) || !can_act(p.look(), seat) {
        return Next::Then(Frame::EndTurn);
    }
    Next::Wait(Frame::Act)
}

pub fn end_turn(p: &mut Play) -> Next<Frame> {
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
    Next::Then(Frame::TurnStart)
}

fn next_player(p: &mut Play) {
    p.s.at = (p.s.at + 1) % p.s.order.len().max(1) as u8;
}

/// Pays for an action when it is declared.
pub fn pay(p: &mut Play, seat: Seat, cost: u8, treasure: Paid) {
    rule!("FO-148", "FO-191", "FO-R38");
    let side = &mut p.s.sides[seat];
    side.tokens -= cost - treasure.0;
    side.treasure -= u16::from(treasure.0);
    p.s.spent = true;
    *p.s.deed_mut() = Deed::default();
    p.say(|_| Event::Pays(seat, cost - treasure.0, treasure.0));
}

/// Draw a Card: as often as one likes.
pub fn draw(p: &mut Play, treasure: Paid) -> Next<Frame> {
    rule!("FO-170", "FO-144");
    let seat = p.s.active();
    pay(p, seat, 1, treasure);
    p.first(Frame::Draws { seat, left: 1 }, Frame::After { reaction: false })
}
