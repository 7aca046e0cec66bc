//! Positions stated from outside: by a front end that kept a view, or by people at a real table. Nothing of them is true
//! until the game has checked it, and there is one way through that check.

use crate::{Game, Seat, Table, Turn, View};
use std::{fmt::Debug, sync::Arc};

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

/// A game whose positions can be stated from outside.
pub trait Restore: Game {
    /// The points of rest that people have a name for: somebody takes a turn, a card is chosen.
    type Moment: Clone + Debug + PartialEq;
    /// The point of rest that a position is at; `None` in the middle of something, of which a statement cannot tell all.
    fn moment(&self, state: &Self::State) -> Option<Self::Moment>;
    /// A position at rest without what is left of things that are over. Play goes on from it as from the position itself.
    fn settled(&self, state: &Self::State) -> Self::State {
        state.clone()
    }
    /// Checks what was stated before any rule looks at it, and works out what follows from it (whose turn it is, sums).
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

/// A position as somebody states it. It becomes a [`View`] or a [`Table`] only through the game's own check.
#[derive(Clone, Debug)]
pub struct Stated<G: Restore> {
    /// The table, not to be trusted yet.
    pub state: G::State,
    /// What goes on there.
    pub moment: G::Moment,
}

impl<G: Restore> Stated<G> {
    /// What this seat knows, if such a table can be.
    ///
    /// # Errors
    /// With the first thing that does not fit.
    pub fn view(self, game: &Arc<G>, seat: Seat) -> Result<View<G>, Misfit> {
        Ok(self.table(Arc::clone(game))?.view(seat))
    }
    /// The table, if such a one can be. Where a seat stated what it sees, what it does not know is missing on it.
    ///
    /// # Errors
    /// With the first thing that does not fit.
    pub fn table(self, game: Arc<G>) -> Result<Table<G>, Misfit> {
        let state = game.lay_out(self)?;
        playable(&*game, &state)?;
        Ok(Table::at(game, state))
    }
}

/// What holds of every position, and that whoever is asked can answer.
fn playable<G: Restore>(game: &G, state: &G::State) -> Result<(), Misfit> {
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
