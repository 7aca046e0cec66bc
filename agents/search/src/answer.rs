//! What a search answers, read off the root of its tree.

use crate::{
    BotRng, Mcts,
    advice::{Advice, Candidate},
    heuristic::Heuristic,
    mcts::Walk,
    options::weighted,
    tree::{Edge, ROOT, What},
};
use kernel::{Game, Seat, SeatSet, Turn};

/// The expected line is told this far.
const LINE_MAX: usize = 6;

impl<G: Game> Mcts<G> {
    /// The most visited edge of these seats, and whose it is.
    pub(crate) fn best(&self, seats: SeatSet) -> Option<(Seat, Edge<G::Action>)> {
        let mut best: Option<(Seat, Edge<G::Action>)> = None;
        for edge in self.tree.edges(ROOT) {
            if let What::Act(seat, _) = edge.what
                && seats.contains(seat)
                && best.is_none_or(|(_, b)| (edge.visits, edge.total) > (b.visits, b.total))
            {
                best = Some((seat, *edge));
            }
        }
        best
    }

    /// Can no other option catch up any more? Not asked where the answer is a mix.
    pub(crate) fn decided(&self, left: u64, turn: Turn) -> bool {
        if self.settings.mixes(turn) {
            return false;
        }
        let (mut first, mut second) = (0, 0);
        for edge in self.tree.edges(ROOT) {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        u64::from(first - second) > left
    }

    pub(crate) fn share(&self, seat: Seat, visits: u32) -> f32 {
        let own = |edge: &&Edge<G::Action>| matches!(edge.what, What::Act(by, _) if by == seat);
        let all: u32 = self.tree.edges(ROOT).iter().filter(own).map(|edge| edge.visits).sum();
        visits as f32 / all.max(1) as f32
    }

    pub(crate) fn advice<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        start: &G::State,
        turn: Turn,
        iterations: u64,
        rng: &mut BotRng,
    ) -> Option<Advice<G::Action>> {
        let Some((seat, _)) = self.best(walk.asked) else {
            // Not one thought was possible: what looks best beforehand stands.
            let mut guess = start.clone();
            walk.game.fill(&mut guess, rng);
            self.options.list(walk.game, start, walk.asked);
            self.options.weigh(walk.game, &guess, walk.h);
            let weights = self.options.weights.iter().enumerate();
            let (at, _) = weights.max_by(|a, b| a.1.total_cmp(b.1))?;
            return Some(Advice::forced(self.options.seat(at), self.options.actions[at]));
        };
        let mut candidates = Vec::new();
        for edge in self.tree.edges(ROOT) {
            if let What::Act(by, action) = edge.what
                && by == seat
            {
                let share = self.share(seat, edge.visits);
                candidates.push(Candidate { action, share, value: edge.value(), visits: edge.visits });
            }
        }
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let chosen = if self.settings.mixes(turn) { self.mix(&candidates, rng) } else { 0 };
        let action = candidates.get(chosen)?.action;
        Some(Advice { seat, action, line: self.line(seat, action), candidates, iterations })
    }

    /// Draws from the visits, without what was hardly visited: whoever always does the same can be foreseen.
    fn mix(&self, candidates: &[Candidate<G::Action>], rng: &mut BotRng) -> usize {
        let top = candidates.first().map_or(0, |best| best.visits) as f32;
        let floor = top * self.settings.mix_floor;
        let weights: Vec<f32> =
            candidates.iter().map(|c| c.visits as f32).map(|v| if v < floor { 0.0 } else { v }).collect();
        weighted(&weights, rng)
    }

    /// How play is expected to go on: the most visited way.
    fn line(&self, seat: Seat, action: G::Action) -> Vec<(Seat, G::Action)> {
        let mut line = vec![(seat, action)];
        let mut node =
            self.tree.find(ROOT, What::Act(seat, action)).map_or(0, |e| self.tree.edges(ROOT)[e].child);
        while node != 0 && line.len() < LINE_MAX {
            let Some(edge) = self.tree.edges(node).iter().max_by_key(|edge| edge.visits) else { break };
            // Below this it is no expectation but a guess.
            if edge.visits < 8 {
                break;
            }
            if let What::Act(seat, action) = edge.what {
                line.push((seat, action));
            }
            node = edge.child;
        }
        line
    }
}
