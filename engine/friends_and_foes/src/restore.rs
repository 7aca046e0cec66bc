//! Tables of which people, or a front end that kept them, state how they stand: at points of rest, and only such as can
//! be played on. `sound.rs` says what must hold before any rule looks at one.
//!
//! Such a table is one seat's view: hand cards of others are missing, and stay so.

use crate::{
    FriendsAndFoes, State, flow,
    frame::Frame,
    invariants,
    queries::Look,
    rules::{activation, effects, formation, garrison, initiative},
    secrets, sound,
    state::{CHAIN, Deed, Fight, Played},
    words::{AreaSet, CHARS, CharId, CharSet},
};
use kernel::{CardSet, Misfit, Pool, Restore, Seat, Stack, Stated, Turn};

/// The points of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Initiative cards are chosen.
    Initiative,
    /// Somebody takes a turn.
    Turn,
    Over,
}

impl Restore for FriendsAndFoes {
    type Moment = Moment;
    fn moment(&self, s: &State) -> Option<Moment> {
        let mut frames = s.stack.frames().copied();
        match (frames.next(), frames.next()) {
            (None, _) => Some(Moment::Over),
            (Some(Frame::Initiative(initiative::Frame::Choose)), None) => Some(Moment::Initiative),
            (Some(Frame::Activation(activation::Frame::Act)), None) => Some(Moment::Turn),
            (Some(_), _) => None,
        }
    }
    fn settled(&self, s: &State) -> State {
        settled(self, s)
    }
    fn lay_out(&self, stated: Stated<FriendsAndFoes>) -> Result<State, Misfit> {
        lay_out(self, stated.state, stated.moment)
    }
    fn example(&self, s: &State) -> Option<State> {
        Some(guessed(self, s))
    }
    fn invariants(&self, whole: &State) -> Result<(), String> {
        invariants::check(self, whole)
    }
}

/// The table without what is left of things that are over.
fn settled(g: &FriendsAndFoes, s: &State) -> State {
    State {
        posted: garrison::posted(Look { g, s }),
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

/// The cards of a seat that are nowhere to be seen: in the deck, or in a hand that is not known.
#[must_use]
pub fn unseen(s: &State, seat: Seat) -> CardSet {
    let side = &s.sides[seat];
    let placed = s.chars.iter().filter_map(|c| c.sigil).filter(|sigil| sigil.of == seat).map(|s| s.card);
    let singles: CardSet = side.initiative.into_iter().chain(side.tie).chain(placed).collect();
    CardSet::FULL.minus(side.hand).minus(side.discard).minus(side.table).minus(singles)
}

/// What follows from the rest (sheets, the turn) is worked out.
fn lay_out(g: &FriendsAndFoes, mut s: State, moment: Moment) -> Result<State, Misfit> {
    sound::ids(g, &s)?;
    write_sheets(g, &mut s);
    sound::numbers(g, &s)?;
    match moment {
        Moment::Over => over(g, &s),
        Moment::Initiative => {
            sound::initiative(Look { g, s: &s })?;
            Ok(standing(g, s, initiative::Frame::Choose.into()))
        }
        Moment::Turn => {
            sound::turn(Look { g, s: &s })?;
            Ok(standing(g, s, activation::Frame::Act.into()))
        }
    }
}

fn write_sheets(g: &FriendsAndFoes, s: &mut State) {
    let all = (0..CHARS).map(|at| CharId::new(Seat::new((at / 8) as u8), at % 8));
    for id in all.filter(|id| g.content.has_body(s.char(*id).body)).collect::<Vec<_>>() {
        s.char_mut(id).sheet = formation::sheet(Look { g, s }, id);
        formation::list_reactions(g, s, id);
    }
    s.fallen = s.board.iter().filter(|id| s.char(*id).health == 0).collect();
}

fn over(g: &FriendsAndFoes, s: &State) -> Result<State, Misfit> {
    if s.ending.is_none() {
        return Err(Misfit::new("ending", "none", "an ending, or the phase of a game that goes on"));
    }
    Ok(State { turn: Turn::Over, stack: Stack::default(), ..settled(g, s) })
}

/// Nothing is in the middle: initiative is chosen, or a turn is taken.
fn standing(g: &FriendsAndFoes, s: State, frame: Frame) -> State {
    let mut s = settled(g, &s);
    s.stack = Stack::default();
    s.stack.push(frame);
    s.turn = flow::turn(Look { g, s: &s }, Some(frame));
    s
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
