//! The player without a thought: every option is as good as any other.

use crate::advice::{Advice, Candidate};
use kernel::{Game, SeatSet, View, below};
use rand::Rng;

/// One of all options of these seats; `None` if none of them has any.
pub fn choose<G: Game, R: Rng + ?Sized>(
    game: &G,
    view: &View<G>,
    seats: SeatSet,
    rng: &mut R,
) -> Option<Advice<G::Action>> {
    let asked = game.turn(view.state()).asked().and(seats);
    let seat = asked.pick(rng)?;
    let mut actions = Vec::new();
    game.legal_actions(view.state(), seat, &mut actions);
    if actions.is_empty() {
        return None;
    }
    let action = actions[below(rng, actions.len() as u32) as usize];
    let share = 1.0 / actions.len() as f32;
    let option = |action| Candidate { action, share, value: f32::NAN, visits: 0 };
    let candidates = actions.iter().map(|a| option(*a)).collect();
    Some(Advice { seat, action, candidates, line: vec![(seat, action)], iterations: 0 })
}
