//! The game's heuristic, one step deep: tries each option on a few guesses and takes what looks best afterwards.

use crate::{
    advice::{Advice, Candidate},
    heuristic::Heuristic,
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
    let mut options: Vec<(Seat, G::Action, f32)> = Vec::new();
    let mut actions = Vec::new();
    let mut weights = Vec::new();
    let guess = view.guess(game, rng);
    for seat in game.turn(view.state()).asked().and(seats) {
        actions.clear();
        weights.clear();
        game.legal_actions(view.state(), seat, &mut actions);
        heuristic.priors(game, &guess, seat, &actions, &mut weights);
        options.extend(actions.iter().zip(&weights).map(|(action, weight)| (seat, *action, *weight)));
    }
    if options.iter().any(|(_, _, weight)| *weight > 0.0) {
        options.retain(|(_, _, weight)| *weight > 0.0);
    }
    let mut totals = vec![0.0f32; options.len()];
    if options.len() > 1 {
        for _ in 0..GUESSES {
            let guess = view.guess(game, rng);
            for ((seat, action, _), total) in options.iter().zip(&mut totals) {
                *total += after(game, heuristic, guess.clone(), *seat, *action, rng);
            }
        }
    }
    let count = GUESSES as f32;
    let mut order: Vec<usize> = (0..options.len()).collect();
    // Of equals the one with the higher weight, then the first.
    order.sort_by(|a, b| totals[*b].total_cmp(&totals[*a]).then(options[*b].2.total_cmp(&options[*a].2)));
    let (seat, action, _) = options[*order.first()?];
    let candidates = order
        .iter()
        .filter(|i| options[**i].0 == seat)
        .map(|i| Candidate {
            action: options[*i].1,
            share: 1.0 / options.len() as f32,
            value: if options.len() > 1 { totals[*i] / count } else { f32::NAN },
            visits: GUESSES,
        })
        .collect();
    let iterations = u64::from(GUESSES) * options.len() as u64;
    Some(Advice { seat, action, candidates, line: vec![(seat, action)], iterations })
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
    match game.outcome(&state) {
        Some(outcome) => f32::from(outcome.payoff(seat)) / f32::from(kernel::Outcome::BEST),
        None => heuristic.values(game, &state)[seat.index()],
    }
}
