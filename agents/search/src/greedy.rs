//! The game's heuristic, one step deep: tries each option on a few guesses and takes what looks best afterwards.

use crate::{
    advice::{Advice, Budget, Candidate, Question},
    heuristic::{Heuristic, Known},
};
use kernel::{Game, Log, Seat, SeatSet, Step, Turn, View};
use rand::Rng;

/// Each option is tried on this many guesses of what is hidden and what falls next.
pub const GUESSES: u32 = 24;

/// The best option of these seats by the heuristic; `None` if none of them has any.
pub fn choose<G: Game, H: Heuristic<G> + ?Sized, R: Rng + ?Sized>(
    game: &G,
    heuristic: &H,
    view: &View<G>,
    seats: SeatSet,
    rng: &mut R,
) -> Option<Advice<G::Action>> {
    let question = Question::new(game, heuristic, view).of(seats);
    let Ranked { worths, tries } = ranked(&question, H::priors, &Budget::default(), rng);
    best(worths, tries)
}

/// All options that are considered, the best first.
pub(crate) struct Ranked<A> {
    pub worths: Vec<Worth<A>>,
    /// Positions looked at for each of them.
    pub tries: u32,
}

/// The weights of a heuristic: those of any table, or of the decision that is due.
pub(crate) type Priors<G, H> = fn(&H, &G, &<G as Game>::State, Seat, &[<G as Game>::Action], &mut Vec<f32>);

/// Every option of these seats that has any weight, by what the table looks like one step later. Who is short of time
/// makes fewer guesses.
pub(crate) fn ranked<G: Game, H: Heuristic<G> + ?Sized, R: Rng + ?Sized>(
    question: &Question<G, H>,
    priors: Priors<G, H>,
    budget: &Budget,
    rng: &mut R,
) -> Ranked<G::Action> {
    let Question { game, heuristic, view, seats } = *question;
    let mut guess = view.guess(game, rng);
    heuristic.foresee(game, &mut guess);
    let asked = game.turn(view.state()).asked().and(seats);
    if let Some(mut worths) = known(game, heuristic, &guess, asked) {
        worths.sort_by(|a, b| b.2.total_cmp(&a.2));
        return Ranked { worths, tries: 1 };
    }
    let (mut actions, mut weights, mut options) = (Vec::new(), Vec::new(), Vec::new());
    for seat in asked {
        actions.clear();
        weights.clear();
        game.legal_actions(view.state(), seat, &mut actions);
        priors(heuristic, game, &guess, seat, &actions, &mut weights);
        options.extend(actions.iter().zip(&weights).map(|(action, weight)| (seat, *action, *weight)));
    }
    if options.iter().any(|(_, _, weight)| *weight > 0.0) {
        options.retain(|(_, _, weight)| *weight > 0.0);
    }
    let mut totals = vec![0.0f32; options.len()];
    let mut tries = 0;
    while options.len() > 1 && tries < GUESSES && (tries == 0 || !budget.is_over()) {
        let mut guess = view.guess(game, rng);
        heuristic.foresee(game, &mut guess);
        for ((seat, action, _), total) in options.iter().zip(&mut totals) {
            *total += after(game, heuristic, guess.clone(), *seat, *action, rng);
        }
        tries += 1;
    }
    let mut order: Vec<usize> = (0..options.len()).collect();
    // Of equals the one with the higher weight, then the first.
    order.sort_by(|a, b| totals[*b].total_cmp(&totals[*a]).then(options[*b].2.total_cmp(&options[*a].2)));
    let worth = |at: usize| (options[at].0, options[at].1, totals[at] / tries.max(1) as f32);
    Ranked { worths: order.into_iter().map(worth).collect(), tries }
}

/// How it looks for this seat after its action, once whatever falls has fallen.
fn after<G: Game, H: Heuristic<G> + ?Sized, R: Rng + ?Sized>(
    game: &G,
    heuristic: &H,
    mut state: G::State,
    seat: Seat,
    action: G::Action,
    rng: &mut R,
) -> f32 {
    let mut log = Log::off();
    game.apply(&mut state, Step::Act { seat, action }, &mut log);
    while game.turn(&state) == Turn::Chance {
        let outcome = game.sample(&state, rng);
        game.apply(&mut state, Step::Chance(outcome), &mut log);
    }
    let payoffs = if game.turn(&state) == Turn::Over {
        heuristic.ended(game, &state)
    } else {
        heuristic.values(game, &state)
    };
    payoffs[seat.index()]
}

/// One option of a seat and what it is worth.
pub(crate) type Worth<A> = (Seat, A, f32);

/// What each option is worth, if the heuristic can say so of all of them.
fn known<G: Game, H: Heuristic<G> + ?Sized>(
    game: &G,
    heuristic: &H,
    state: &G::State,
    asked: SeatSet,
) -> Option<Vec<Worth<G::Action>>> {
    numbers(game, state, asked, |seat, actions, into| {
        heuristic.worths(game, state, seat, actions, into) != Known::Nothing
    })
}

/// The same after some thought, where nothing can be learned by looking further ahead.
pub(crate) fn pondered<G: Game, H: Heuristic<G> + ?Sized>(
    game: &G,
    heuristic: &H,
    state: &G::State,
    asked: SeatSet,
) -> Option<Vec<Worth<G::Action>>> {
    numbers(game, state, asked, |seat, actions, into| {
        heuristic.pondered(game, state, seat, actions, into) == Known::All
    })
}

/// The numbers of all seats, if there are any for each of them.
fn numbers<G: Game>(
    game: &G,
    state: &G::State,
    asked: SeatSet,
    mut of: impl FnMut(Seat, &[G::Action], &mut Vec<f32>) -> bool,
) -> Option<Vec<Worth<G::Action>>> {
    let (mut actions, mut worths, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for seat in asked {
        actions.clear();
        worths.clear();
        game.legal_actions(state, seat, &mut actions);
        if !of(seat, &actions, &mut worths) {
            return None;
        }
        debug_assert_eq!(worths.len(), actions.len(), "one worth for each action");
        all.extend(actions.iter().zip(&worths).map(|(action, worth)| (seat, *action, *worth)));
    }
    Some(all)
}

/// The first of options that are in order; of those the ones of its seat.
pub(crate) fn best<A: Copy + PartialEq>(all: Vec<Worth<A>>, visits: u32) -> Option<Advice<A>> {
    let (seat, action, _) = *all.first()?;
    let share = 1.0 / all.len() as f32;
    let of = |(_, action, value): &Worth<A>| Candidate { action: *action, share, value: *value, visits };
    let candidates: Vec<_> = all.iter().filter(|option| option.0 == seat).map(of).collect();
    let iterations = u64::from(visits) * all.len() as u64;
    if candidates.len() == 1 {
        return Some(Advice { iterations, ..Advice::forced(seat, action) });
    }
    Some(Advice { seat, action, candidates, line: vec![(seat, action)], iterations })
}
