//! Positions stated from outside: by a front end that kept a view, or by people at a real table. Nothing of them is true
//! until the game has checked it, and there is one way through that check.

use crate::{Game, Turn};
use std::fmt::Debug;

/// The most characters that are repeated of what was found.
const FOUND_MAX: usize = 200;

/// Why a stated position cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{thing}: found {found}; expected {expected}")]
pub struct Misfit {
    /// What is at fault: `e1.hp`, `players[1].xp`, `combat.round`.
    pub thing: String,
    /// What was stated.
    pub found: String,
    /// What would fit.
    pub expected: String,
}

impl Misfit {
    /// What was found is cut short if it is long.
    pub fn new(thing: impl ToString, found: impl ToString, expected: impl ToString) -> Misfit {
        // What was sent is repeated only so far that people recognise it.
        let found = found.to_string().chars().take(FOUND_MAX).collect();
        Misfit { thing: thing.to_string(), found, expected: expected.to_string() }
    }
}

/// Passes if it holds.
///
/// # Errors
/// If it does not.
pub fn ensure(holds: bool, misfit: impl FnOnce() -> Misfit) -> Result<(), Misfit> {
    if holds { Ok(()) } else { Err(misfit()) }
}

/// Passes if it is at most so much.
///
/// # Errors
/// If it is more.
pub fn upto<N: PartialOrd + ToString>(
    thing: impl FnOnce() -> String,
    found: N,
    most: N,
) -> Result<(), Misfit> {
    ensure(found <= most, || Misfit::new(thing(), found.to_string(), format!("at most {}", most.to_string())))
}

/// A game whose positions can be stated from outside, as shakmaty's `FromSetup` has it: only at points of rest, where
/// a decision is due that people have a name for. In the middle of something a position cannot be stated; it can only
/// come back as it went.
pub trait Restore: Game {
    /// The points of rest: somebody takes a turn, a card is chosen.
    type Moment: Clone + Debug + PartialEq;
    /// The point of rest that a position is at; `None` where a statement could not tell all of it.
    fn moment(&self, state: &Self::State) -> Option<Self::Moment>;
    /// A position at rest without what is left of things that are over. Play goes on from it as from the position itself.
    fn settled(&self, state: &Self::State) -> Self::State {
        state.clone()
    }
    /// Checks what was stated before any rule looks at it, and works out what follows from it (whose turn it is, sums).
    /// What holds of every position need not be checked here: that is asked of [`Restore::invariants`].
    ///
    /// # Errors
    /// With the first thing that does not fit.
    fn lay_out(&self, stated: Stated<Self>) -> Result<Self::State, Misfit>
    where
        Self: Sized;
    /// Some whole position that looks like this one, in which nothing is missing: what holds of it holds of every guess.
    /// `None` if there is none.
    fn example(&self, state: &Self::State) -> Option<Self::State> {
        Some(state.clone())
    }
    /// What holds of every whole position that play can lead to.
    ///
    /// # Errors
    /// With a sentence that says what does not hold.
    fn invariants(&self, whole: &Self::State) -> Result<(), String>;
}

/// A position as somebody states it, perhaps what one seat sees: then what it does not see is missing. Nothing plays on
/// it until it has passed the game's own check.
#[derive(Clone, Debug)]
pub struct Stated<G: Restore> {
    /// The table, not to be trusted yet.
    pub state: G::State,
    /// What goes on there.
    pub moment: G::Moment,
}

impl<G: Restore> Stated<G> {
    /// The position, if there can be such a one.
    ///
    /// # Errors
    /// With the first thing that does not fit.
    pub fn check(self, game: &G) -> Result<G::State, Misfit> {
        let state = game.lay_out(self)?;
        playable(game, &state)?;
        Ok(state)
    }
}

/// What holds of every position, and that whoever is asked can answer.
///
/// # Errors
/// With what does not hold.
pub fn playable<G: Restore>(game: &G, state: &G::State) -> Result<(), Misfit> {
    let whole = game
        .example(state)
        .ok_or_else(|| Misfit::new("hands", "more cards than there are", "cards of the box"))?;
    game.invariants(&whole).map_err(|why| Misfit::new("the table", why, "a table that play can lead to"))?;
    let turn = game.turn(state);
    let mut actions = Vec::new();
    for seat in turn.asked() {
        actions.clear();
        game.legal_actions(&whole, seat, &mut actions);
        ensure(!actions.is_empty(), || {
            Misfit::new(seat, "no possible action", "something to decide for everybody asked")
        })?;
    }
    let stuck = match turn {
        Turn::Each(seats) | Turn::Any(seats) => seats.is_empty(),
        Turn::Chance => game.odds(state).is_empty(),
        Turn::Over => false,
    };
    ensure(!stuck, || {
        Misfit::new("the table", "nobody who can act", "somebody, or a card or die that can fall")
    })
}
