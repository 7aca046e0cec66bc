//! Which edge a walk takes.

use crate::{
    BotRng, Mcts,
    heuristic::Heuristic,
    logs::ln,
    mcts::Walk,
    settings::Select,
    tree::{Edge, ROOT, What},
};
use kernel::{Game, below};
use std::sync::LazyLock;

impl<G: Game> Mcts<G> {
    /// The option to try and the place of its edge; `None` if the tree is full.
    #[inline]
    pub(crate) fn choose_edge<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &G::State,
        rng: &mut BotRng,
    ) -> Option<(usize, usize)> {
        if let Select::Ucb { c } = self.settings.select
            && let Some(at) = self.choose_in_order(node, c, rng)
        {
            return Some((at, at));
        }
        if !self.find_places(walk, node, state) {
            return None;
        }
        self.count_available(node);
        let at = self.select(node, rng);
        Some((at, usize::from(self.places[at])))
    }

    /// All of [`Mcts::find_places`] and [`Mcts::select_ucb`] in one go, for the most common case: one seat, and the same
    /// options in the same order as ever. `None` if it is not so.
    #[inline]
    fn choose_in_order(&mut self, node: u32, c: f32, rng: &mut BotRng) -> Option<usize> {
        let actions = &self.options.actions;
        let seat = self.options.seats[0].0;
        let edges = self.tree.edges_mut(node);
        if self.options.count != 1 || edges.len() < actions.len() {
            return None;
        }
        let mut pick = Pick::new(c * self.spread.scale);
        for (at, (edge, action)) in edges.iter_mut().zip(actions).enumerate() {
            if edge.what != What::Act(seat, *action) {
                edges[..at].iter_mut().for_each(|edge| edge.available -= 1);
                return None;
            }
            edge.available += 1;
            pick.weigh(at, edge);
        }
        if pick.fresh {
            let edges = self.tree.edges(node)[..self.options.actions.len()].iter();
            return fresh(edges, rng);
        }
        Some(pick.best)
    }

    /// Finds the edge of every option, adding those that are new; false if the tree is full.
    #[inline]
    pub(crate) fn find_places<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &G::State,
    ) -> bool {
        let actions = &self.options.actions;
        self.places.clear();
        let edges = self.tree.edges(node);
        if edges.len() >= actions.len() {
            // Mostly the options are the same as when the node was made, in the same order.
            let mut seat = self.options.seats[0].0;
            let mut turn = 0;
            let same = actions.iter().zip(edges.iter()).enumerate().all(|(i, (action, edge))| {
                while i >= self.options.seats[turn].1 {
                    turn += 1;
                    seat = self.options.seats[turn].0;
                }
                edge.what == What::Act(seat, *action)
            });
            if same {
                self.places.extend(0..actions.len() as u16);
                return true;
            }
        }
        self.find_places_one_by_one(walk, node, state)
    }

    fn find_places_one_by_one<H: Heuristic<G> + ?Sized>(
        &mut self,
        walk: &Walk<G, H>,
        node: u32,
        state: &G::State,
    ) -> bool {
        let mut weighed = false;
        let mut after = 0;
        for at in 0..self.options.actions.len() {
            let what = What::Act(self.options.seat(at), self.options.actions[at]);
            // Options keep their order: the next one mostly lies a little behind the last one.
            let (before, behind) = self.tree.edges(node).split_at(after);
            let found = behind.iter().position(|edge| edge.what == what).map(|n| after + n);
            let place = match found.or_else(|| before.iter().position(|edge| edge.what == what)) {
                Some(place) => place,
                None => {
                    if !weighed {
                        weighed = true;
                        if !self.tree.reserve(node, self.options.actions.len() - at) {
                            return false;
                        }
                        self.weigh(walk, node, state);
                    }
                    match self.tree.add(node, Edge::new(what, self.options.weights[at])) {
                        Some(place) => place,
                        None => return false,
                    }
                }
            };
            after = place + 1;
            self.places.push(place as u16);
        }
        true
    }

    /// Every option that was found could have been chosen, once.
    #[inline]
    pub(crate) fn count_available(&mut self, node: u32) {
        let edges = self.tree.edges_mut(node);
        for place in &self.places {
            edges[usize::from(*place)].available += 1;
        }
    }

    fn weigh<H: Heuristic<G> + ?Sized>(&mut self, walk: &Walk<G, H>, node: u32, state: &G::State) {
        if node == ROOT {
            self.options.weigh_first(walk.game, state, walk.h);
        } else {
            self.options.weigh(walk.game, state, walk.h);
        }
        let sum: f32 = self.options.weights.iter().sum();
        self.options.weights.iter_mut().for_each(|weight| *weight /= sum);
    }

    /// Which option to try.
    #[inline]
    fn select(&self, node: u32, rng: &mut BotRng) -> usize {
        match self.settings.select {
            Select::Ucb { c } => self.select_ucb(node, c * self.spread.scale, rng),
            Select::Puct { c, fpu } => self.select_puct(node, [c, fpu].map(|x| x * self.spread.scale)),
        }
    }

    /// Seats that learn at once by the same rule fall into step and go round in circles. A different appetite for the
    /// unknown each time keeps them from it, and their visits from being even where the mix is not.
    pub(crate) fn select_at_once(&self, node: u32, rng: &mut BotRng) -> usize {
        let appetite = below(rng, 1 << 12) as f32 / (1 << 11) as f32;
        match self.settings.select {
            Select::Ucb { c } => self.select_ucb(node, c * appetite, rng),
            Select::Puct { c, fpu } => self.select_puct(node, [c * appetite, fpu]),
        }
    }

    fn select_ucb(&self, node: u32, c: f32, rng: &mut BotRng) -> usize {
        let edges = self.tree.edges(node);
        let mut pick = Pick::new(c);
        for (at, place) in self.places.iter().enumerate() {
            pick.weigh(at, &edges[usize::from(*place)]);
        }
        let found = if pick.fresh {
            fresh(self.places.iter().map(|place| &edges[usize::from(*place)]), rng)
        } else {
            None
        };
        found.unwrap_or(pick.best)
    }

    /// `c` and `fpu` as the results seen so far scale them.
    fn select_puct(&self, node: u32, [c, fpu]: [f32; 2]) -> usize {
        let edges = self.tree.edges(node);
        let (mut visits, mut total) = (0, 0.0);
        for place in &self.places {
            let edge = &edges[usize::from(*place)];
            visits += edge.visits;
            total += edge.total;
        }
        let unknown = if visits == 0 { 0.5 } else { total / visits as f32 - fpu };
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (at, place) in self.places.iter().enumerate() {
            let edge = &edges[usize::from(*place)];
            let mean = if edge.visits == 0 { unknown } else { edge.total / edge.visits as f32 };
            let tries = (edge.available as f32).sqrt() / (1.0 + edge.visits as f32);
            let score = mean + c * edge.prior * tries;
            if score > best_score && (edge.prior > 0.0 || edges.len() == 1) {
                (best, best_score) = (at, score);
            }
        }
        best
    }
}

/// The best of the edges looked at so far, by its mean and by how little is known of it.
struct Pick {
    c: f32,
    best: usize,
    score: f32,
    /// There is one that was never tried.
    fresh: bool,
    /// What is left to multiply for edges that could have been chosen this often; mostly all edges have the same.
    counted: u32,
    bonus: f32,
}

impl Pick {
    #[inline]
    fn new(c: f32) -> Pick {
        Pick { c, best: 0, score: f32::NEG_INFINITY, fresh: false, counted: 0, bonus: 0.0 }
    }
    #[inline(always)]
    fn weigh<A>(&mut self, at: usize, edge: &Edge<A>) {
        if edge.visits == 0 {
            // What weighs nothing beforehand is left alone.
            self.fresh |= edge.prior > 0.0;
            return;
        }
        if edge.available != self.counted {
            (self.counted, self.bonus) = (edge.available, self.c * ln(edge.available).sqrt());
        }
        // The mean plus the root of (logarithm / visits), with one factor for both.
        let root = inverse_root(edge.visits);
        let score = (edge.total * root + self.bonus) * root;
        if score > self.score {
            (self.best, self.score) = (at, score);
        }
    }
}

/// Of those never tried the most promising; of equals each has the same chance.
fn fresh<'a, A: 'a>(edges: impl Iterator<Item = &'a Edge<A>> + Clone, rng: &mut BotRng) -> Option<usize> {
    let untried = edges.enumerate().filter(|(_, edge)| edge.visits == 0);
    let (mut prior, mut equals) = (0.0, 0);
    for (_, edge) in untried.clone() {
        if edge.prior > prior {
            (prior, equals) = (edge.prior, 1);
        } else if edge.prior == prior {
            equals += 1;
        }
    }
    if equals == 0 {
        return None;
    }
    let nth = below(rng, equals) as usize;
    untried.filter(|(_, edge)| edge.prior == prior).nth(nth).map(|(at, _)| at)
}

const ROOTS: usize = 2048;
static INVERSE_ROOTS: LazyLock<[f32; ROOTS]> =
    LazyLock::new(|| std::array::from_fn(|n| 1.0 / (n.max(1) as f32).sqrt()));

/// One over the root of a count: looked up where it is small, which is almost always.
#[inline]
fn inverse_root(count: u32) -> f32 {
    match INVERSE_ROOTS.get(count as usize) {
        Some(root) => *root,
        None => 1.0 / (count as f32).sqrt(),
    }
}

/// How far apart the results of playouts lie. Exploration is measured by it: in a game of small stakes a small
/// difference is worth knowing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    count: f32,
    sum: f32,
    squares: f32,
    /// Twice the standard deviation: 1 where games are simply won or lost.
    pub scale: f32,
}

impl Spread {
    const FIRST: f32 = 64.0;

    pub fn new() -> Spread {
        Spread { count: 0.0, sum: 0.0, squares: 0.0, scale: 1.0 }
    }

    pub fn add(&mut self, payoff: f32) {
        self.count += 1.0;
        self.sum += payoff;
        self.squares += payoff * payoff;
        // Looked at anew each time the count has doubled.
        if self.count >= Self::FIRST && (self.count as u32).is_power_of_two() {
            let mean = self.sum / self.count;
            let variance = self.squares / self.count - mean * mean;
            self.scale = (2.0 * variance.max(0.0).sqrt()).clamp(0.02, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Budget, Mcts, Plain, Question, Settings,
        parlour::RockPaperScissors,
        tree::{ROOT, What},
    };
    use kernel::{Seat, Table};
    use std::sync::Arc;

    #[test]
    fn where_seats_decide_at_once_an_option_is_there_once_a_walk() {
        let game = RockPaperScissors::default();
        let view = Table::new(Arc::new(game)).view(Seat::new(0));
        let mut mcts = Mcts::new(Settings::default());
        mcts.choose(&Question::new(&game, &Plain, &view), &Budget::iterations(500), 1).expect("three throws");
        let throws = mcts.tree.edges(ROOT).iter().filter(|edge| matches!(edge.what, What::Act(..)));
        assert_eq!(throws.map(|edge| edge.available).collect::<Vec<_>>(), [500; 6]);
    }
}
