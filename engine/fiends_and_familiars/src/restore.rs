//! A table from what was told of it: by a front end that got it from here, or by people at a real one. What cannot be
//! played on is refused with the thing at fault; rules never run on it.
//!
//! Such a table is one seat's view: Adventure cards that others have seen are missing, and stay so.

use crate::{
    FiendsAndFamiliars, Frame, State,
    dice::{Bag, Die, Pip},
    flow,
    frame::Asks,
    invariants, legal,
    options::Track,
    queries::Look,
    rules::{dice_phase, effects, market_phase, setup, windows},
    sets::RowSet,
    sound,
    state::{FRAMES, Fight},
    words::{SEATS, Window},
};
use kernel::{Game as _, Misfit, Seat, Stack, Turn, stable};
use serde::{Deserialize, Serialize};

/// What of a table has no name for people: what is in the middle of being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InProgress {
    frames: Vec<Frame>,
    triggered: RowSet,
    dice_phase: bool,
    storing: bool,
    fight: Fight,
    rolls: [Option<Pip>; SEATS],
    lifted: Die,
    /// Of the whole table, so that this cannot be laid beside another one by mistake.
    digest: u64,
}

/// What is going on at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// This seat is about to take an Initiative card.
    Select(Seat),
    /// This seat is about to buy, discard or hunt.
    Market(Seat),
    Over,
    Amid(InProgress),
}

/// What goes on at a table that play led to.
#[must_use]
pub fn moment(s: &State) -> Moment {
    match s.stack.top() {
        None => Moment::Over,
        Some(Frame::Dice(dice_phase::Frame::Select { seat })) => Moment::Select(*seat),
        Some(Frame::Market(market_phase::Frame::Turn { seat })) => Moment::Market(*seat),
        Some(_) => Moment::Amid(in_progress(s)),
    }
}

/// The table without what is left of things that are over. Play goes on from it as from the table itself.
#[must_use]
pub fn settled(s: &State) -> State {
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

fn in_progress(s: &State) -> InProgress {
    InProgress {
        frames: s.stack.frames().copied().collect(),
        triggered: s.triggered,
        dice_phase: s.dice_phase,
        storing: s.storing,
        fight: s.fight,
        rolls: s.rolls,
        lifted: s.lifted,
        digest: digest(s),
    }
}

/// The dice that are nowhere else on a table as told, so in the bag; or a kind of which there are too many.
///
/// # Errors
/// With the first die that the game does not have.
pub fn bag(g: &FiendsAndFamiliars, s: &State, moment: &Moment) -> Result<Bag, Misfit> {
    let lifted = match moment {
        Moment::Amid(rest)
            if matches!(rest.frames.last(), Some(Frame::Card(effects::Frame::PutBack { .. }))) =>
        {
            Some(rest.lifted)
        }
        Moment::Amid(_) | Moment::Select(_) | Moment::Market(_) | Moment::Over => None,
    };
    let sheets = Seat::first(g.options.seats)
        .flat_map(|seat| s.players[seat].dice.into_iter().chain(s.players[seat].stored));
    let row = s.initiatives.iter().flat_map(|card| card.dice);
    let mut bag = setup::bag(g);
    for die in sheets.chain(row).chain(s.pool).chain(s.hand).chain(lifted).filter(|die| die.is_some()) {
        if !die.is_sound(&g.faces) || bag.count(die.kind()) == 0 {
            return Err(Misfit::new("dice", "one that is not there, or too many", "dice of this game"));
        }
        bag.take(die.kind());
    }
    Ok(bag)
}

/// Tells tables apart. Not against forgery: against a table that was changed while what goes on was not.
fn digest(s: &State) -> u64 {
    // Whose turn it is follows from what goes on.
    stable::of(&State { turn: Turn::Over, ..*s })
}

/// A table that was laid out as told, with what goes on there: checked, and with whose turn it is worked out.
///
/// # Errors
/// With the first thing that does not fit.
pub fn restore(g: &FiendsAndFamiliars, mut s: State, moment: Moment) -> Result<State, Misfit> {
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
        Moment::Amid(rest) => amid(g, &mut s, &rest)?,
    }
    checked(g, s)
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

/// In the middle of something: exactly as it was.
fn amid(g: &FiendsAndFamiliars, s: &mut State, rest: &InProgress) -> Result<(), Misfit> {
    let wrong = |found: &str, expected: &str| Misfit::new("in_progress", found, expected);
    let Some(last) = rest.frames.last().copied().filter(|_| rest.frames.len() <= FRAMES) else {
        return Err(wrong("nothing that waits for anybody", "what came with a view"));
    };
    rest.frames.iter().for_each(|frame| s.stack.push(*frame));
    (s.triggered, s.dice_phase, s.storing) = (rest.triggered, rest.dice_phase, rest.storing);
    (s.fight, s.rolls, s.lifted) = (rest.fight, rest.rolls, rest.lifted);
    // Before anything is looked up for these frames: only with its own table do their numbers mean something.
    if digest(s) != rest.digest {
        return Err(wrong("what was made with another table", "the bytes of this very view, or none"));
    }
    if s.round > 0 && g.options.track == Track::Whole {
        sound::heroes(g, s)?;
    }
    if !sound::goes_on(Look { g, s }, &rest.frames) {
        return Err(wrong("what cannot be going on", "bytes as they came with a view"));
    }
    if flow::asks(Look { g, s }, last) == Asks::Nobody {
        return Err(wrong("nothing that waits for anybody", "what came with a view"));
    }
    s.turn = flow::turn(Look { g, s }, Some(last));
    Ok(())
}

/// What holds of every table, and that whoever is asked can answer.
fn checked(g: &FiendsAndFamiliars, s: State) -> Result<State, Misfit> {
    invariants::check(g, &s).map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    let mut any = false;
    if !s.turn.asked().is_empty() {
        legal::actions(Look { g, s: &s }, &mut |_| any = true);
    }
    let stuck = match s.turn {
        Turn::Each(_) | Turn::Any(_) => !any,
        Turn::Chance => g.odds(&s).is_empty(),
        Turn::Over => false,
    };
    if stuck {
        return Err(Misfit::new(
            "the table",
            "nobody who can act",
            "somebody, or a card or die that can fall",
        ));
    }
    Ok(s)
}
