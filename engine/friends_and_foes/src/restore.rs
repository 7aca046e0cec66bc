//! A table from what was told of it: by a front end that got it from here, or by people at a real one. What cannot be
//! played on is refused with the thing at fault; rules never run on it.
//!
//! Such a table is one seat's view: hand cards of others are missing, and stay so.

use crate::{
    FriendsAndFoes, State, flow,
    frame::Frame,
    invariants, legal,
    queries::Look,
    rules::{activation, effects, formation, initiative, setup},
    secrets, sound,
    state::{CHAIN, Deed, FRAMES, Fight, Played},
    words::{AreaSet, CHARS, CharId, CharSet},
};
use kernel::{CardSet, Game as _, Misfit, Pool, Seat, Stack, Turn, stable};
use serde::{Deserialize, Serialize};

/// What of a table has no name for people: what is in the middle of being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InProgress {
    frames: Vec<Frame>,
    at: u8,
    tied: u8,
    repeats: u8,
    played: Played,
    fight: Fight,
    deeds: [Deed; CHAIN],
    depth: u8,
    marshalled: CharSet,
    looked: CardSet,
    looked_len: u8,
    snapshot: [AreaSet; 4],
    contested: AreaSet,
    /// Of the whole table, so that this cannot be laid beside another one by mistake.
    digest: u64,
}

/// What is going on at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Initiative cards are chosen.
    Initiative,
    /// Somebody takes a turn.
    Turn,
    Over,
    Amid(Box<InProgress>),
}

/// What goes on at a table that play led to.
#[must_use]
pub fn moment(g: &FriendsAndFoes, s: &State) -> Moment {
    let mut frames = s.stack.frames().copied();
    match (frames.next(), frames.next()) {
        (None, _) => Moment::Over,
        (Some(Frame::Initiative(initiative::Frame::Choose)), None) => Moment::Initiative,
        (Some(Frame::Activation(activation::Frame::Act)), None) => Moment::Turn,
        (Some(_), _) => Moment::Amid(Box::new(in_progress(g, s))),
    }
}

/// The table without what is left of things that are over. Play goes on from it as from the table itself.
#[must_use]
pub fn settled(s: &State) -> State {
    State {
        at: if s.order.is_empty() { 0 } else { s.at },
        tied: 0,
        repeats: 0,
        played: Played::default(),
        fight: Fight::default(),
        deeds: [Deed::default(); CHAIN],
        depth: 0,
        marshalled: CharSet::EMPTY,
        looked: CardSet::EMPTY,
        looked_len: 0,
        snapshot: [AreaSet::EMPTY; 4],
        contested: AreaSet::EMPTY,
        ..*s
    }
}

fn in_progress(g: &FriendsAndFoes, s: &State) -> InProgress {
    InProgress {
        frames: s.stack.frames().copied().collect(),
        at: s.at,
        tied: s.tied,
        repeats: s.repeats,
        played: s.played,
        fight: s.fight,
        deeds: s.deeds,
        depth: s.depth,
        marshalled: s.marshalled,
        looked: s.looked,
        looked_len: s.looked_len,
        snapshot: s.snapshot,
        contested: s.contested,
        digest: digest(g, s),
    }
}

/// Tells tables apart. Not against forgery: against a table that was changed while what goes on was not.
fn digest(g: &FriendsAndFoes, s: &State) -> u64 {
    stable::of(&(g.options.seats, &g.options.map, &g.team_of[..], s))
}

/// The cards of a seat that are nowhere to be seen: in the deck, or in a hand that is not known.
#[must_use]
pub fn unseen(s: &State, seat: Seat) -> CardSet {
    let side = &s.sides[seat];
    let placed = s.chars.iter().filter_map(|c| c.sigil).filter(|sigil| sigil.of == seat).map(|s| s.card);
    let singles: CardSet = side.initiative.into_iter().chain(side.tie).chain(placed).collect();
    CardSet::FULL.minus(side.hand).minus(side.discard).minus(side.table).minus(singles)
}

/// A table that was laid out as told, with what goes on there: checked, and with what follows from the rest (sheets,
/// the turn) worked out.
///
/// # Errors
/// With the first thing that does not fit.
pub fn restore(g: &FriendsAndFoes, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    let building = matches!(&moment, Moment::Amid(rest) if matches!(rest.frames.last(), Some(Frame::Setup(setup::Frame::Build | setup::Frame::Twist | setup::Frame::Scenario))));
    if !building {
        write_sheets(g, &mut s);
    }
    sound::numbers(g, &s, building)?;
    let state = match moment {
        Moment::Amid(rest) => amid(g, s, *rest)?,
        Moment::Over => over(&s)?,
        Moment::Initiative => {
            sound::initiative(Look { g, s: &s })?;
            standing(g, s, initiative::Frame::Choose.into())
        }
        Moment::Turn => {
            sound::turn(Look { g, s: &s })?;
            standing(g, s, activation::Frame::Act.into())
        }
    };
    checked(g, state)
}

fn write_sheets(g: &FriendsAndFoes, s: &mut State) {
    let all = (0..CHARS).map(|at| CharId::new(Seat::new((at / 8) as u8), at % 8));
    for id in all.filter(|id| g.content.has_body(s.char(*id).body)).collect::<Vec<_>>() {
        s.char_mut(id).sheet = formation::sheet(Look { g, s }, id);
        formation::list_reactions(g, s, id);
    }
    s.fallen = s.board.iter().filter(|id| s.char(*id).health == 0).collect();
}

fn over(s: &State) -> Result<State, Misfit> {
    if s.ending.is_none() {
        return Err(Misfit::new("ending", "none", "an ending, or the phase of a game that goes on"));
    }
    Ok(State { turn: Turn::Over, stack: Stack::default(), ..*s })
}

/// Nothing is in the middle: initiative is chosen, or a turn is taken.
fn standing(g: &FriendsAndFoes, s: State, frame: Frame) -> State {
    let mut s = settled(&s);
    s.stack = Stack::default();
    s.stack.push(frame);
    s.turn = flow::turn(Look { g, s: &s }, Some(frame));
    s
}

/// In the middle of something: exactly as it was.
fn amid(g: &FriendsAndFoes, mut s: State, rest: InProgress) -> Result<State, Misfit> {
    let wrong = |found: &str, expected: &str| Misfit::new("in_progress", found, expected);
    if rest.frames.len() > FRAMES || usize::from(rest.depth) >= CHAIN {
        return Err(wrong("what cannot be going on", "bytes as they came with a view"));
    }
    s.stack = Stack::default();
    rest.frames.iter().for_each(|frame| s.stack.push(*frame));
    (s.at, s.tied, s.repeats) = (rest.at, rest.tied, rest.repeats);
    (s.played, s.fight, s.deeds, s.depth) = (rest.played, rest.fight, rest.deeds, rest.depth);
    (s.marshalled, s.looked, s.looked_len) = (rest.marshalled, rest.looked, rest.looked_len);
    (s.snapshot, s.contested) = (rest.snapshot, rest.contested);
    if !sound::goes_on(Look { g, s: &s }, &rest.frames) {
        return Err(wrong("nothing that waits for anybody", "bytes as they came with a view"));
    }
    s.turn = flow::turn(Look { g, s: &s }, rest.frames.last().copied());
    if digest(g, &s) != rest.digest {
        return Err(wrong("bytes made with another table", "the bytes of this very view, or none"));
    }
    Ok(s)
}

/// The table with some cards where hands are not known: what holds of it holds of every fair guess.
fn guessed(g: &FriendsAndFoes, s: &State) -> State {
    let mut whole = *s;
    whole.guessed = !s.hidden.is_empty();
    for seat in Seat::first(g.options.seats) {
        secrets::hold_commits(&mut whole, seat);
        let side = &mut whole.sides[seat];
        while side.hand.count() < u32::from(side.hand_len) && !side.deck.is_empty() {
            let card = side.deck.nth(0);
            side.deck.take(card);
            side.hand.put(card);
        }
    }
    if let Some(Frame::Effects(effects::Frame::LookKeep { seat })) = s.stack.top() {
        let side = &whole.sides[*seat];
        let own = side.hand.minus(side.shown).minus(whole.looked);
        let missing = usize::from(s.looked_len).saturating_sub(whole.looked.count() as usize);
        own.iter().take(missing).for_each(|card| whole.looked.put(card));
    }
    whole
}

/// What holds of every table, and that whoever is asked can answer.
fn checked(g: &FriendsAndFoes, s: State) -> Result<State, Misfit> {
    let whole = guessed(g, &s);
    invariants::check(g, &whole)
        .map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    let asked = s.turn.asked();
    for seat in asked {
        let mut any = false;
        legal::actions(Look { g, s: &whole }, seat, &mut |_| any = true);
        if !any {
            return Err(Misfit::new(seat, "no possible action", "something to decide for everybody asked"));
        }
    }
    let nothing_falls = s.turn == Turn::Chance && g.odds(&s).is_empty();
    let nobody = asked.is_empty() && matches!(s.turn, Turn::Each(_) | Turn::Any(_));
    if nothing_falls || nobody {
        return Err(Misfit::new("the table", "nobody who can act", "somebody, or a card that can fall"));
    }
    Ok(s)
}
