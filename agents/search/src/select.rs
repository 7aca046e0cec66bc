//! Which edge a walk takes.

use crate::{BotRng, logs::ln, tree::Edge};
use kernel::below;
use std::sync::LazyLock;

/// The best of the edges looked at so far, by its mean and by how little is known of it.
pub(crate) struct Pick {
    c: f32,
    pub best: usize,
    score: f32,
    /// There is one that was never tried.
    pub fresh: bool,
    /// What is left to multiply for edges that could have been chosen this often; mostly all edges have the same.
    counted: u32,
    bonus: f32,
}

impl Pick {
    #[inline]
    pub fn new(c: f32) -> Pick {
        Pick { c, best: 0, score: f32::NEG_INFINITY, fresh: false, counted: 0, bonus: 0.0 }
    }
    #[inline(always)]
    pub fn weigh<A>(&mut self, at: usize, edge: &Edge<A>) {
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
pub(crate) fn fresh<'a, A: 'a>(
    edges: impl Iterator<Item = &'a Edge<A>> + Clone,
    rng: &mut BotRng,
) -> Option<usize> {
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
