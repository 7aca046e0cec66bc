//! What a game tells about itself to bots: how good a table looks, which actions look good.

use kernel::{Game, Outcome, Seat, seat::SEATS_MAX};

/// The expected payoff of each seat, 0 (worst) to 1 (best). Equal payoffs make a team.
pub type Payoffs = [f32; SEATS_MAX as usize];

/// How much a heuristic can say of single actions; see [`Policy::worths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Trying is all there is.
    Nothing,
    /// Good enough to act on at once; thought may still find better.
    Estimates,
    /// Nothing can be learned by looking further ahead.
    All,
}

/// The knowledge of a game that search builds on, by concern: how good a position is, what is worth trying, what is known, and
/// why. Nothing is implemented here: whoever has the four parts is one.
///
/// A state handed to it is a guess (a *determinization*): whole, but not the truth.
///
/// ```
/// use search::{Beliefs, Evaluation, Explanation, Payoffs, Policy, parlour::tic_tac_toe::TicTacToe};
/// use kernel::{Game, Seat};
///
/// /// Likes the middle, and knows nothing else.
/// struct Middle;
/// impl Evaluation<TicTacToe> for Middle {
///     fn values(&self, _: &TicTacToe, _: &<TicTacToe as Game>::State) -> Payoffs {
///         [0.5; kernel::seat::SEATS_MAX as usize]
///     }
/// }
/// impl Policy<TicTacToe> for Middle {}
/// impl Beliefs<TicTacToe> for Middle {}
/// impl Explanation<TicTacToe> for Middle {}
///
/// fn takes_any(_: impl search::Heuristic<TicTacToe>) {}
/// takes_any(Middle);
/// ```
pub trait Heuristic<G: Game>: Evaluation<G> + Policy<G> + Beliefs<G> + Explanation<G> {}

impl<G: Game, H: Evaluation<G> + Policy<G> + Beliefs<G> + Explanation<G> + ?Sized> Heuristic<G> for H {}

/// How good a position is for each seat: a static evaluation, and where playouts may be judged by it.
pub trait Evaluation<G: Game>: Send + Sync {
    /// How the game will end for each seat if it goes on from here.
    fn values(&self, game: &G, state: &G::State) -> Payoffs;

    /// What a game that is over, or cut off, was worth to each seat.
    fn ended(&self, game: &G, state: &G::State) -> Payoffs {
        let Some(outcome) = game.outcome(state) else { return self.values(game, state) };
        let mut payoffs = [0.0; SEATS_MAX as usize];
        for (to, from) in payoffs.iter_mut().zip(outcome.payoffs()) {
            *to = f32::from(*from) / f32::from(Outcome::BEST);
        }
        payoffs
    }

    /// Has play come to rest since thought began at `from`, so that a table is easier to judge? Asked in playouts that are
    /// set to go on until it has.
    fn rests(&self, game: &G, from: &G::State, state: &G::State) -> bool {
        let _ = (game, from, state);
        true
    }

    /// How good a table looks where a playout came to rest.
    fn rested(&self, game: &G, state: &G::State) -> Payoffs {
        self.values(game, state)
    }
}

/// Which actions are worth a try: priors for a tree, a default policy for playouts, values where nothing need be tried.
pub trait Policy<G: Game>: Send + Sync {
    /// How promising each action is, as weights that need not add up to anything; one for each action, in order.
    /// An action of weight 0 is not considered if there is any other.
    fn priors(&self, game: &G, state: &G::State, seat: Seat, actions: &[G::Action], into: &mut Vec<f32>) {
        let _ = (game, state, seat);
        into.extend(actions.iter().map(|_| 1.0));
    }

    /// The same for the decision that is due, not one that is only thought of: it is asked once and may take its time.
    fn first_priors(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        into: &mut Vec<f32>,
    ) {
        self.priors(game, state, seat, actions, into);
    }

    /// What each action is worth, 0 to 1, all that may fall taken together: with such numbers nothing needs to be tried.
    /// One for each action, in order; none of it counts if nothing is known.
    fn worths(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        into: &mut Vec<f32>,
    ) -> Known {
        let _ = (game, state, seat, actions, into);
        Known::Nothing
    }

    /// The same from whoever takes time to think: search follows these numbers where the heuristic says that nothing can
    /// be learned by trying actions out ([`Known::All`]), and tries them out everywhere else.
    fn pondered(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        into: &mut Vec<f32>,
    ) -> Known {
        self.worths(game, state, seat, actions, into)
    }

    /// What the heuristic player does, told quickly: playouts that try options side by side follow it. Which of the
    /// actions; `None` where the best is found by looking one step ahead.
    fn quick(&self, game: &G, state: &G::State, seat: Seat, actions: &[G::Action]) -> Option<usize> {
        let _ = (game, state, seat, actions);
        None
    }

    /// Are options better tried out side by side here than in a tree, where the search is set to do so? Asked of the
    /// table the decision is due at.
    fn side_by_side(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        true
    }
}

/// What seats know of each other and of what is to come: the information sets of the game, and how likely a guess is.
pub trait Beliefs<G: Game>: Send + Sync {
    /// Is what this seat does hidden from that one, beyond the fact that it does something? A tree then keeps no
    /// record of it, since the seat that searches could not act on it.
    fn hidden(&self, game: &G, state: &G::State, actor: Seat, action: G::Action, observer: Seat) -> bool {
        let _ = (game, state, actor, action, observer);
        false
    }

    /// Takes back what other seats have committed to in secret on this very turn, where the game lets seats decide at
    /// once. Whoever is asked last should think as if all were asked now, and not take the others for random players.
    fn reopen(&self, game: &G, state: &mut G::State, me: Seat) {
        let _ = (game, state, me);
    }

    /// How likely the others would have done what they did if this guess were the truth, 0 to 1, where 1 stands for the
    /// likeliest guess. Guesses are kept in this proportion: who bids five fives rarely holds none.
    fn likelihood(&self, game: &G, state: &G::State, me: Seat) -> f32 {
        let _ = (game, state, me);
        1.0
    }

    /// What a tree may branch on when this falls, if the search is set to branch on chance; the same number for what is
    /// the same to the observer. 0 keeps it open: play goes on in the same place of the tree whatever fell.
    fn chance_key(&self, game: &G, state: &G::State, outcome: G::Chance, observer: Seat) -> u32 {
        let _ = (game, state, outcome, observer);
        0
    }

    /// Cuts off what nobody at the table can know yet, such as pages of a book that were not read: play is thought on
    /// from what is left. What may be done now stays the same.
    fn foresee(&self, game: &G, state: &mut G::State) {
        let _ = (game, state);
    }
}

/// Why an action is advised, in the words of the game.
pub trait Explanation<G: Game>: Send + Sync {
    /// Why this action, in the game's words, without a full stop: `finishes the Commander 7 times in 10`.
    fn because(&self, game: &G, state: &G::State, seat: Seat, action: G::Action) -> Option<String> {
        let _ = (game, state, seat, action);
        None
    }
}

/// Knows nothing: every table is worth one half, every action looks alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Game> Evaluation<G> for Plain {
    fn values(&self, _: &G, _: &G::State) -> Payoffs {
        [0.5; SEATS_MAX as usize]
    }
}
impl<G: Game> Policy<G> for Plain {}
impl<G: Game> Beliefs<G> for Plain {}
impl<G: Game> Explanation<G> for Plain {}
