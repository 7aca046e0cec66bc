//! What a game is: rules and content as a value, the position as plain data, chance as explicit steps.

use crate::{Notation, Odds, Seat, SeatSet, seat::SEATS_MAX};
use rand::Rng;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    fmt::{Debug, Display},
    hash::Hash,
};

/// Plain data that can be copied, compared, stored and sent.
pub trait Value: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static> Value for T {}

/// The rules of one game with its content and options.
pub trait Game: Send + Sync + 'static {
    /// The whole table, secrets included: plain data, no floats, no references.
    type State: Value;
    /// One decision of one seat, such as `attack e2`.
    type Action: Notation;
    /// One outcome of one chance event, such as `draw 7S`: one card or one die at a time.
    type Chance: Notation;
    /// One line of the story.
    type Event: Story;

    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// The table before the first step; deals and draft choices are steps.
    fn setup(&self) -> Self::State;
    /// Whom the game waits for.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Appends what this seat may do now; nothing if it is not asked. At most [`OPTIONS_MAX`].
    fn legal_actions(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>);
    /// What may fall now. Only called while the turn is [`Turn::Chance`].
    fn odds(&self, state: &Self::State) -> Odds<Self::Chance>;
    /// Draws from exactly those odds without listing them.
    fn sample<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Self::Chance;
    /// Carries out one step that is known to be legal; [`crate::Table::play`] has checked it.
    fn apply(
        &self,
        state: &mut Self::State,
        step: Step<Self::Action, Self::Chance>,
        log: &mut Log<Self::Event>,
    );
    /// Puts something right that went astray at a real table, or takes a standing order: `a1.health 3`. Whatever it takes
    /// must leave a table that play can go on from; if it is refused, nothing has changed.
    ///
    /// # Errors
    /// With a sentence that says what was expected.
    fn correct(&self, _: &mut Self::State, text: &str, _: &mut Log<Self::Event>) -> Result<(), String> {
        Err(format!("`{text}` cannot be set: nothing can in this game"))
    }
    /// The result, once the turn is [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// Forgets what this seat has not seen.
    fn mask(&self, state: &mut Self::State, seat: Seat);
    /// A fair guess where something is missing: a function of the masked state and the generator only.
    fn fill<R: Rng + ?Sized>(&self, state: &mut Self::State, rng: &mut R);
}

/// The most options a seat may have at once; longer choices are several steps.
pub const OPTIONS_MAX: usize = 256;

/// Whom the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turn {
    /// Each of these seats owes one decision; several decide at once and in secret.
    Each(SeatSet),
    /// One of these seats decides next, in the open: whoever speaks first.
    Any(SeatSet),
    /// A card or die is due: [`Step::Chance`] answers.
    Chance,
    /// Nobody decides any more; [`Game::outcome`] says how it ended.
    Over,
}

impl Turn {
    /// The seats that may act now.
    #[must_use]
    pub const fn asked(self) -> SeatSet {
        match self {
            Turn::Each(seats) | Turn::Any(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        }
    }
}

/// One step of a game: a decision, or an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step<A, C> {
    /// A decision.
    Act {
        /// Whose.
        seat: Seat,
        /// What it does.
        action: A,
    },
    /// What fell: a card or a die.
    Chance(C),
}

/// The steps of a game `G`.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::Chance>;

impl<A: Display, C: Display> Display for Step<A, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Act { seat, action } => write!(f, "{seat}: {action}"),
            Step::Chance(outcome) => write!(f, "chance: {outcome}"),
        }
    }
}

/// One line of the story of a game.
pub trait Story: Clone + Debug + Display + Eq + Send + Sync {
    /// What this seat may read of it; `None` if it must not even know that something happened.
    #[must_use]
    fn seen_by(&self, seat: Seat) -> Option<Self>;
}

/// Where rules tell the story. Switched off in search, where it costs one branch and no memory.
#[derive(Clone, Debug)]
pub struct Log<E> {
    lines: Option<Vec<E>>,
}

impl<E> Log<E> {
    /// Nothing is written down, and no line is even made.
    #[must_use]
    pub const fn off() -> Self {
        Log { lines: None }
    }
    /// Lines are kept until [`Log::take`].
    #[must_use]
    pub const fn on() -> Self {
        Log { lines: Some(Vec::new()) }
    }
    /// Are lines kept?
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.lines.is_some()
    }
    /// Writes a line of the story; it is made only if somebody keeps it.
    ///
    /// ```
    /// let mut log = kernel::Log::on();
    /// log.say(|| "the door opens");
    /// assert_eq!(log.take(), ["the door opens"]);
    /// kernel::Log::<&str>::off().say(|| unreachable!("nobody reads it"));
    /// ```
    #[inline]
    pub fn say(&mut self, line: impl FnOnce() -> E) {
        /// Out of the way of play: most steps are played by search, which reads no stories.
        #[cold]
        #[inline(never)]
        fn write<E>(lines: &mut Vec<E>, line: impl FnOnce() -> E) {
            lines.push(line());
        }
        if let Some(lines) = &mut self.lines {
            write(lines, line);
        }
    }
    /// What has been said since the last call.
    pub fn take(&mut self) -> Vec<E> {
        self.lines.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

/// How the game ended for each seat: a payoff of 0 (worst) to 1000 (best). Equal payoffs make a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    payoffs: [u16; SEATS_MAX as usize],
    seats: u8,
}

impl Outcome {
    /// The best payoff a seat can get.
    pub const BEST: u16 = 1000;

    /// # Panics
    /// If a payoff is above [`Outcome::BEST`], or there are too many.
    #[must_use]
    pub fn new(payoffs: &[u16]) -> Self {
        assert!(payoffs.iter().all(|p| *p <= Self::BEST), "a payoff is 0 to 1000");
        let mut all = [0; SEATS_MAX as usize];
        all[..payoffs.len()].copy_from_slice(payoffs);
        Outcome { payoffs: all, seats: payoffs.len() as u8 }
    }
    /// The same for everybody: a party that wins or loses together.
    #[must_use]
    pub fn shared(payoff: u16, seats: u8) -> Self {
        Outcome::new(&[payoff; SEATS_MAX as usize][..usize::from(seats)])
    }
    /// The payoff of each seat, seat 0 first.
    #[must_use]
    pub fn payoffs(&self) -> &[u16] {
        &self.payoffs[..usize::from(self.seats)]
    }
    /// The payoff of one seat.
    #[must_use]
    pub fn payoff(&self, seat: Seat) -> u16 {
        self.payoffs()[seat.index()]
    }
}
