//! Several searches side by side: each thread grows a tree of its own from its own seed, and their roots are added up.
//!
//! Worth little for a short thought: two trees of half the depth know less than one. See the crate's README.

use crate::{
    Mcts, Settings,
    advice::{Advice, Budget, Candidate, Question},
    heuristic::Heuristic,
};
use kernel::Game;

/// So many searches with their memory.
pub struct Together<G: Game> {
    searches: Vec<Mcts<G>>,
}

impl<G: Game> Together<G> {
    /// So many searches, each on a thread of its own.
    #[must_use]
    pub fn new(settings: Settings, threads: usize) -> Self {
        Together { searches: (0..threads.max(1)).map(|_| Mcts::new(settings)).collect() }
    }

    /// As [`Mcts::choose`]; iterations are shared out among the threads. The answer is the most visited option of all
    /// trees together, or, where it is mixed, what the first tree has drawn.
    pub fn choose<H: Heuristic<G> + ?Sized>(
        &mut self,
        question: &Question<G, H>,
        budget: &Budget,
        seed: u64,
    ) -> Option<Advice<G::Action>> {
        let count = self.searches.len() as u64;
        let each = Budget { iterations: budget.iterations.map(|n| n.div_ceil(count)), ..budget.clone() };
        let think = |(search, n): (&mut Mcts<G>, u64)| search.choose(question, &each, seed ^ n << 48);
        let answers: Vec<Advice<G::Action>> = std::thread::scope(|scope| {
            let mut others = self.searches.iter_mut().zip(0..);
            let first = others.next();
            let running: Vec<_> = others.map(|other| scope.spawn(move || think(other))).collect();
            // A thread that panicked has nothing to say; the others have.
            let rest = running.into_iter().filter_map(|thread| thread.join().ok());
            first.map(think).into_iter().chain(rest).flatten().collect()
        });
        let turn = question.game.turn(question.view.state());
        let mixed = self.searches.first().is_some_and(|search| search.settings.mixes(turn));
        added_up(answers, mixed)
    }
}

fn added_up<A: Copy + PartialEq>(answers: Vec<Advice<A>>, mixed: bool) -> Option<Advice<A>> {
    let mut answers = answers.into_iter();
    let mut all = answers.next()?;
    for other in answers {
        all.iterations += other.iterations;
        // Whoever would rather let another seat act first is outvoted.
        if other.seat != all.seat {
            continue;
        }
        for candidate in other.candidates {
            match all.candidates.iter_mut().find(|known| known.action == candidate.action) {
                Some(known) => add(known, &candidate),
                None => all.candidates.push(candidate),
            }
        }
    }
    let visits: u32 = all.candidates.iter().map(|c| c.visits).sum();
    all.candidates.iter_mut().for_each(|c| c.share = c.visits as f32 / visits.max(1) as f32);
    all.candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    let best = all.candidates.first()?.action;
    if !mixed && all.action != best {
        all.action = best;
        all.line = vec![(all.seat, best)];
    }
    Some(all)
}

fn add<A>(known: &mut Candidate<A>, more: &Candidate<A>) {
    let visits = known.visits + more.visits;
    if more.visits > 0 {
        let sum = |c: &Candidate<A>| if c.visits == 0 { 0.0 } else { c.value * c.visits as f32 };
        known.value = (sum(known) + sum(more)) / visits as f32;
    }
    known.visits = visits;
}
