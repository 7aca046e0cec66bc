//! A table where a game is played: every step is checked, and a seat gets only its own view.
//!
//! A position comes in three kinds: whole ([`Table`]), masked ([`Seen`], and [`View`] for those who decide), and stated
//! from outside ([`crate::Stated`]), which is nothing yet.

use crate::{Game, Log, Notation, Odds, Outcome, Seat, Show, Step, StepOf, Turn, printed};
use rand::Rng;
use std::sync::Arc;

/// Why a step was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// No step follows the last one.
    #[error("the game is over")]
    Over,
    /// It is not this seat's turn to decide.
    #[error("{seat} has nothing to decide now; {}", waiting(.asked))]
    NotAsked {
        /// Who tried.
        seat: Seat,
        /// Who is asked instead; nobody while chance is due.
        asked: Vec<Seat>,
    },
    /// The rules forbid it now.
    #[error("`{action}` is not possible for {seat} now; possible: {}", listed(.legal))]
    Illegal {
        /// Who tried.
        seat: Seat,
        /// What, in notation.
        action: String,
        /// What would be legal.
        legal: Vec<String>,
    },
    /// Something fell though nothing was to.
    #[error("no card or die is due now; {}", waiting(.asked))]
    NoChance {
        /// Who is asked instead.
        asked: Vec<Seat>,
    },
    /// A card that is not in the deck, a face the die does not have.
    #[error("`{outcome}` cannot happen now; possible: {}", listed(.possible))]
    Impossible {
        /// What was told, in notation.
        outcome: String,
        /// What may fall.
        possible: Vec<String>,
    },
    /// A correction that leaves no table to go on from.
    #[error("{why}")]
    Uncorrected {
        /// What was expected.
        why: String,
    },
}

/// How many options an error message names before it says how many more there are.
const NAMED_MAX: usize = 24;

fn listed(all: &[String]) -> String {
    let named = all.iter().take(NAMED_MAX).map(String::as_str).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(NAMED_MAX) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn waiting(asked: &[Seat]) -> String {
    match asked {
        [] => "a card or die is due".to_owned(),
        seats => {
            format!("waiting for {}", seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" or "))
        }
    }
}

/// Cards that may be told at one table: each makes the rules anew.
const CARDS_MAX: usize = 96;

/// A game in progress, secrets included.
#[derive(Debug)]
pub struct Table<G: Game> {
    game: Arc<G>,
    state: G::State,
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Table { game: Arc::clone(&self.game), state: self.state.clone() }
    }
}

impl<G: Game> Table<G> {
    /// A table before its first step.
    #[must_use]
    pub fn new(game: Arc<G>) -> Self {
        let state = game.setup();
        Table { game, state }
    }
    /// A table in the middle of a game: restored, or laid out for a test.
    #[must_use]
    pub fn at(game: Arc<G>, state: G::State) -> Self {
        Table { game, state }
    }
    /// The rules with content and options.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }
    /// The whole position, secrets included.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }
    /// Whom the game waits for.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }
    /// How it ended, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }
    /// What this seat may do now; nothing if it is not asked.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.turn().asked().contains(seat) {
            self.game.legal_actions(&self.state, seat, &mut actions);
        }
        actions
    }
    /// What may fall now; `None` unless chance is due.
    #[must_use]
    pub fn odds(&self) -> Option<Odds<G::Chance>> {
        (self.turn() == Turn::Chance).then(|| self.game.odds(&self.state))
    }
    /// Checks a step and carries it out.
    ///
    /// # Errors
    /// If it is not legal now; then nothing has changed.
    pub fn play(&mut self, step: StepOf<G>, log: &mut Log<G::Event>) -> Result<(), Refused> {
        self.check(step)?;
        self.game.apply(&mut self.state, step, log);
        Ok(())
    }
    /// Puts something right that went astray at a real table.
    ///
    /// # Errors
    /// If the game does not take it; then nothing has changed.
    pub fn correct(&mut self, text: &str, log: &mut Log<G::Event>) -> Result<(), Refused> {
        let refused = |why| Refused::Uncorrected { why };
        self.game.correct(&mut self.state, text, log).map_err(refused)
    }
    /// Takes a card that people read off their own: `chump "Bog Thing" health 2 wound 1`. From then on it is one of the game's.
    /// Gives it back as it is written.
    ///
    /// # Errors
    /// If it is no card of this game, or there is no place for it; then nothing has changed.
    pub fn tell_card(&mut self, text: &str) -> Result<String, Refused>
    where
        G: Show,
    {
        if self.turn() == Turn::Over {
            return Err(Refused::Over);
        }
        let refused = |why| Refused::Uncorrected { why };
        if self.game.told().len() >= CARDS_MAX {
            return Err(refused(format!("{CARDS_MAX} cards were told; a content pack has room for more")));
        }
        let card = printed::read(G::kinds(), text).map_err(refused)?;
        let (game, state) = self.game.with_card(&self.state, &card).map_err(refused)?;
        *self = Table { game: Arc::new(game), state };
        Ok(card.to_string())
    }
    /// # Errors
    /// If the step is not legal now.
    pub fn check(&self, step: StepOf<G>) -> Result<(), Refused> {
        let turn = self.turn();
        let asked = || turn.asked().into_iter().collect::<Vec<_>>();
        match step {
            Step::Act { .. } | Step::Chance(_) if turn == Turn::Over => Err(Refused::Over),
            Step::Act { seat, .. } if !turn.asked().contains(seat) => {
                Err(Refused::NotAsked { seat, asked: asked() })
            }
            Step::Act { seat, action } => {
                let legal = self.legal(seat);
                if legal.contains(&action) {
                    return Ok(());
                }
                Err(Refused::Illegal { seat, action: action.to_string(), legal: texts(&legal) })
            }
            Step::Chance(_) if turn != Turn::Chance => Err(Refused::NoChance { asked: asked() }),
            Step::Chance(outcome) => {
                let odds = self.game.odds(&self.state);
                if odds.weight(outcome) > 0 {
                    return Ok(());
                }
                let possible = texts(&odds.iter().map(|(c, _)| c).collect::<Vec<_>>());
                Err(Refused::Impossible { outcome: outcome.to_string(), possible })
            }
        }
    }
    /// What falls if a fair generator decides.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<G::Chance> {
        (self.turn() == Turn::Chance).then(|| self.game.sample(&self.state, rng))
    }
    /// The table as these eyes see it: a seat's, or an onlooker's, who sees only what every seat sees.
    #[must_use]
    pub fn seen_by(&self, eyes: Option<Seat>) -> Seen<G> {
        let mut state = self.state.clone();
        match eyes {
            Some(seat) => self.game.mask(&mut state, seat),
            None => Seat::first(self.game.seats()).for_each(|seat| self.game.mask(&mut state, seat)),
        }
        Seen { eyes, state }
    }
    /// What this seat may know.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<G> {
        View { seat, state: self.seen_by(Some(seat)).state }
    }
}

fn texts<N: Notation>(all: &[N]) -> Vec<String> {
    all.iter().map(N::to_string).collect()
}

/// A table as somebody's eyes see it, for whoever shows it to them. Made only by [`Table::seen_by`].
#[derive(Clone, Debug)]
pub struct Seen<G: Game> {
    eyes: Option<Seat>,
    state: G::State,
}

impl<G: Game> Seen<G> {
    /// Whose eyes; `None` is an onlooker.
    #[must_use]
    pub fn eyes(&self) -> Option<Seat> {
        self.eyes
    }
    /// The masked state: what these eyes have not seen is missing in it.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

/// What one seat may know of a table. Made only by [`Table::view`]; bots get nothing else.
#[derive(Clone, Debug)]
pub struct View<G: Game> {
    seat: Seat,
    state: G::State,
}

impl<G: Game> View<G> {
    /// Whose view it is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }
    /// The masked state: what the seat has not seen is missing in it.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }
    /// A whole state that looks like this view: a fair guess at what is missing.
    pub fn guess<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> G::State {
        let mut state = self.state.clone();
        game.fill(&mut state, rng);
        state
    }
}
