//! Tables of which people, or a front end that kept them, state how they stand: at points of rest, and only such as can
//! be played on. `sound.rs` says what must hold before any rule looks at one.
//!
//! Such a table is one seat's view: Adventure cards that others have seen are missing, and stay so.

use crate::{
    FiendsAndFamiliars, Frame, State,
    dice::{Bag, Die},
    flow, invariants,
    options::Track,
    queries::Look,
    rules::{dice_phase, market_phase, setup, windows},
    sets::RowSet,
    sound,
    state::Fight,
    words::{SEATS, Window},
};
use kernel::{Misfit, Restore, Seat, Stack, Stated, Turn};

/// The points of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// This seat is about to take an Initiative card.
    Select(Seat),
    /// This seat is about to buy, discard or hunt.
    Market(Seat),
    Over,
}

impl Restore for FiendsAndFamiliars {
    type Moment = Moment;
    fn moment(&self, s: &State) -> Option<Moment> {
        match s.stack.top() {
            None => Some(Moment::Over),
            Some(Frame::Dice(dice_phase::Frame::Select { seat })) => Some(Moment::Select(*seat)),
            Some(Frame::Market(market_phase::Frame::Turn { seat })) => Some(Moment::Market(*seat)),
            Some(_) => None,
        }
    }
    fn settled(&self, s: &State) -> State {
        settled(s)
    }
    fn lay_out(&self, stated: Stated<FiendsAndFamiliars>) -> Result<State, Misfit> {
        lay_out(self, stated.state, stated.moment)
    }
    fn invariants(&self, whole: &State) -> Result<(), String> {
        invariants::check(self, whole)
    }
}

/// The table without what is left of things that are over.
fn settled(s: &State) -> State {
    State {
        triggered: RowSet::EMPTY,
        storing: false,
        fight: Fight::default(),
        rolls: [None; SEATS],
        lifted: Die::NONE,
        dice_phase: matches!(s.stack.top(), Some(Frame::Dice(dice_phase::Frame::Select { .. }))),
        ..*s
    }
}

/// The dice that are nowhere else on a table as stated, so in the bag.
///
/// # Errors
/// With the first die that the game does not have.
pub fn bag(g: &FiendsAndFamiliars, s: &State) -> Result<Bag, Misfit> {
    let sheets = Seat::first(g.options.seats)
        .flat_map(|seat| s.players[seat].dice.into_iter().chain(s.players[seat].stored));
    let row = s.initiatives.iter().flat_map(|card| card.dice);
    let mut bag = setup::bag(g);
    for die in sheets.chain(row).chain(s.pool).chain(s.hand).filter(|die| die.is_some()) {
        if !die.is_sound(&g.faces) || bag.count(die.kind()) == 0 {
            return Err(Misfit::new("dice", "one that is not there, or too many", "dice of this game"));
        }
        bag.take(die.kind());
    }
    Ok(bag)
}

fn lay_out(g: &FiendsAndFamiliars, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    sound::numbers(g, &s)?;
    s.stack = Stack::default();
    match moment {
        Moment::Over => {
            if s.ending.is_none() {
                return Err(Misfit::new("ending", "none", "an ending, or what goes on"));
            }
            s = settled(&s);
            s.turn = Turn::Over;
        }
        Moment::Select(seat) => select(g, &mut s, seat)?,
        Moment::Market(seat) => market(g, &mut s, seat)?,
    }
    Ok(s)
}

/// A round is being played and this seat sits at the table.
fn playing(g: &FiendsAndFamiliars, s: &mut State, seat: Seat) -> Result<(), Misfit> {
    if seat.number() >= g.options.seats {
        return Err(Misfit::new("turn", seat, format!("one of {} seats", g.options.seats)));
    }
    if g.options.track == Track::Minimal {
        return Err(Misfit::new(
            "turn",
            seat,
            "in_progress: a table of which only the least is tracked comes as it went",
        ));
    }
    if s.round == 0 || s.monster.is_none() || s.ending.is_some() {
        return Err(Misfit::new("round", s.round, "a round of a game that goes on, with its Monster"));
    }
    sound::heroes(g, s)?;
    if !(s.hand.is_empty() && s.pool.is_empty() && s.looked.is_empty()) {
        return Err(Misfit::new("hand", "dice or cards in the middle of a turn", "none, or in_progress"));
    }
    *s = settled(s);
    Ok(())
}

fn wait_for(g: &FiendsAndFamiliars, s: &mut State, frame: Frame) {
    s.stack.push(frame);
    s.turn = flow::turn(Look { g, s }, Some(frame));
}

fn select(g: &FiendsAndFamiliars, s: &mut State, seat: Seat) -> Result<(), Misfit> {
    playing(g, s, seat)?;
    s.dice_phase = true;
    let seats = g.options.seats;
    let place = |seat: Seat| (seat.number() + seats - s.start.number()) % seats;
    let at = place(seat);
    for other in Seat::first(seats) {
        if s.players[other].initiative.is_some() != (place(other) < at) {
            let expected =
                "a card for everybody from the Start Player up to the one at turn, and for nobody else";
            return Err(Misfit::new("initiatives.taken_by", other, expected));
        }
    }
    s.stack.push(dice_phase::Frame::Turn { at: at + 1 }.into());
    wait_for(g, s, dice_phase::Frame::Select { seat }.into());
    Ok(())
}

fn market(g: &FiendsAndFamiliars, s: &mut State, seat: Seat) -> Result<(), Misfit> {
    playing(g, s, seat)?;
    let without = Seat::first(g.options.seats).find(|seat| s.players[*seat].initiative.is_none());
    let (None, Some(card)) = (without, s.players[seat].initiative) else {
        let without = without.unwrap_or(seat);
        return Err(Misfit::new(
            "initiatives.taken_by",
            format!("nothing of {without}"),
            "a card for everybody",
        ));
    };
    s.dice_phase = false;
    s.stack.push(market_phase::Frame::Phase { card: card + 1 }.into());
    s.stack.push(windows::Frame::Own { window: Window::Bought, seat }.into());
    wait_for(g, s, market_phase::Frame::Turn { seat }.into());
    Ok(())
}
