//! The odds of one chance event: its outcomes with integer weights.

use rand::Rng;

/// All outcomes a chance event can have now. For clients, exact solvers and tests; play samples from the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<C> {
    outcomes: Vec<(C, u32)>,
}

impl<C: Copy + Ord> Odds<C> {
    /// Outcomes of equal weight. A repeated outcome adds up.
    ///
    /// ```
    /// use kernel::Odds;
    /// // Two dice: seven is the likeliest sum.
    /// let sums = Odds::even((1..=6).flat_map(|a| (1..=6).map(move |b| a + b)));
    /// assert_eq!((sums.weight(7), sums.weight(2), sums.total()), (6, 1, 36));
    /// ```
    pub fn even(outcomes: impl IntoIterator<Item = C>) -> Self {
        Odds::weighted(outcomes.into_iter().map(|c| (c, 1)))
    }
    /// Outcomes with their weights; zero weights are dropped, repeated outcomes add up.
    pub fn weighted(outcomes: impl IntoIterator<Item = (C, u32)>) -> Self {
        let mut list: Vec<(C, u32)> = outcomes.into_iter().filter(|(_, w)| *w > 0).collect();
        list.sort_unstable();
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Odds { outcomes: list }
    }
    /// The outcomes in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (C, u32)> + '_ {
        self.outcomes.iter().copied()
    }
    /// The sum of all weights.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.outcomes.iter().map(|(_, w)| w).sum()
    }
    /// The weight of one outcome; 0 if it cannot be.
    #[must_use]
    pub fn weight(&self, outcome: C) -> u32 {
        self.outcomes.binary_search_by_key(&outcome, |(c, _)| *c).map_or(0, |i| self.outcomes[i].1)
    }
    /// How many different outcomes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }
    /// Can nothing fall at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }
}

/// A fair number from 0 to `bound - 1` (Lemire's method: one multiplication, exact).
///
/// ```
/// use rand::SeedableRng;
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// assert!((0..100).all(|_| kernel::below(&mut rng, 6) < 6));
/// ```
///
/// # Panics
/// If `bound` is 0.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    assert!(bound > 0, "nothing to choose from");
    let mut wide = u64::from(rng.next_u32()) * u64::from(bound);
    if (wide as u32) < bound {
        let uneven = bound.wrapping_neg() % bound;
        while (wide as u32) < uneven {
            wide = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (wide >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn repeated_outcomes_add_up_and_zero_weights_vanish() {
        let odds = Odds::weighted([('b', 2), ('a', 1), ('b', 3), ('c', 0)]);
        assert_eq!(odds.iter().collect::<Vec<_>>(), [('a', 1), ('b', 5)]);
        assert_eq!((odds.total(), odds.weight('b'), odds.weight('c')), (6, 5, 0));
    }

    #[test]
    fn below_is_fair_within_four_deviations() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[below(&mut rng, 6) as usize] += 1;
        }
        // Standard deviation of each count is sqrt(60000 * 1/6 * 5/6), about 91.
        for count in seen {
            assert!(count.abs_diff(10_000) < 365, "{seen:?}");
        }
    }
}
