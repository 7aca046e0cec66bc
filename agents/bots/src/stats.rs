//! Numbers with how sure they are: means and rates with 95 % intervals, Elo, and a test that knows when to stop.

use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// 95 % of a normal distribution lie within so many deviations.
const Z: f64 = 1.959_964;

/// A number and the interval that holds the true one in 95 of 100 measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// For what cannot lie beyond these bounds.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Estimate {
        Estimate { low: self.low.max(low), high: self.high.min(high), ..self }
    }
}

/// The mean of these numbers, with Student's interval. One number alone says nothing about how sure it is.
#[must_use]
pub fn mean(numbers: &[f64]) -> Estimate {
    let (mean, deviation) = moments(numbers);
    mean_of(numbers.len(), mean, deviation)
}

/// The same for whoever has only kept how many there were, their mean and their standard deviation.
#[must_use]
pub fn mean_of(count: usize, mean: f64, deviation: f64) -> Estimate {
    let half = match count {
        0 | 1 => f64::INFINITY,
        count => student(count - 1) * deviation / (count as f64).sqrt(),
    };
    Estimate { value: mean, low: mean - half, high: mean + half }
}

/// 95 % of Student's distribution lie within so many deviations.
fn student(freedom: usize) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(Z, |distribution| distribution.inverse_cdf(0.975))
}

/// Mean and standard deviation.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

/// How often something happened, with Wilson's interval: it is right for few games and near 0 and 1 as well.
#[must_use]
pub fn rate(hits: usize, of: usize) -> Estimate {
    if of == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    wilson(hits as f64 / of as f64, of as f64)
}

/// The same for a share of so many games, where half a game may be won.
#[must_use]
pub fn share(share: f64, of: f64) -> Estimate {
    wilson(share, of)
}

/// The interval of a share of so many.
fn wilson(p: f64, n: f64) -> Estimate {
    let scale = 1.0 + Z * Z / n;
    let middle = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Estimate { value: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The difference in Elo that would explain these pairs, a tie being half a win. Infinite where one side takes all.
#[must_use]
pub fn elo(wins: usize, losses: usize, ties: usize) -> Estimate {
    let scores: Vec<f64> =
        [(wins, 1.0), (ties, 0.5), (losses, 0.0)].iter().flat_map(|(n, s)| vec![*s; *n]).collect();
    if scores.is_empty() {
        return Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let points = |share: f64| match share {
        s if s <= 0.0 => f64::NEG_INFINITY,
        s if s >= 1.0 => f64::INFINITY,
        s => 400.0 * (s / (1.0 - s)).log10(),
    };
    // Nothing but wins or ties has no spread to speak of; Wilson's interval still knows how many there were.
    let one_sided = wins == 0 || losses == 0;
    let measured = mean(&scores);
    let score = if one_sided { wilson(measured.value, scores.len() as f64) } else { measured };
    let (low, high) = (score.low, score.high);
    Estimate { value: points(score.value), low: points(low), high: points(high) }
}

/// The number below which this share of the sorted numbers lies.
#[must_use]
pub fn percentile(sorted: &[u32], share: f64) -> u32 {
    let at = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(at.saturating_sub(1)).or(sorted.last()).copied().unwrap_or(0)
}

/// Counts of numbers in equal steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    pub low: f64,
    pub step: f64,
    pub counts: Vec<usize>,
}

/// So many equal steps from `low` to `high`; what lies beyond is counted at the ends.
#[must_use]
pub fn histogram(numbers: &[u32], (low, high): (u32, u32), steps: usize) -> Histogram {
    let step = (f64::from(high.max(low + 1) - low) / steps.max(1) as f64).max(f64::MIN_POSITIVE);
    let mut counts = vec![0; steps.max(1)];
    for number in numbers {
        let at = (f64::from(number.saturating_sub(low)) / step) as usize;
        let last = counts.len() - 1;
        counts[at.min(last)] += 1;
    }
    Histogram { low: low.into(), step, counts }
}

/// Tests whether the mean of differences is `better` rather than `even`, and stops as soon as that is clear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub even: f64,
    pub better: f64,
    /// The share of wrong answers either way.
    pub error: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { even: 0.0, better: 0.02, error: 0.05 }
    }
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Better,
    NotBetter,
    Open,
}

/// Before this many pairs the spread is not known well enough.
const PAIRS_MIN: usize = 20;

impl Sprt {
    /// The logarithm of how much likelier the differences are if it is better.
    #[must_use]
    pub fn likelihood(&self, differences: &[f64]) -> f64 {
        let (mean, spread) = moments(differences);
        if differences.len() < PAIRS_MIN {
            return 0.0;
        }
        // Where every pair ends alike, the spread is small rather than nothing.
        let deviation = spread.max((self.better - self.even).abs() / 2.0);
        let count = differences.len() as f64;
        let middle = f64::midpoint(self.even, self.better);
        count * (self.better - self.even) * (mean - middle) / deviation.powi(2)
    }
    #[must_use]
    pub fn verdict(&self, differences: &[f64]) -> Verdict {
        let (likelihood, bound) = (self.likelihood(differences), ((1.0 - self.error) / self.error).ln());
        match likelihood {
            l if l >= bound => Verdict::Better,
            l if l <= -bound => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3, "{found}, expected {expected}");
    }

    #[test]
    fn a_mean_is_surer_the_more_numbers_there_are() {
        let few = mean(&[0.0, 1.0, 0.0, 1.0]);
        near(few.value, 0.5);
        near(few.high - few.value, 3.1824 * 0.57735 / 2.0);
        let many = mean(&[0.0, 1.0].repeat(200));
        assert!(many.high - many.low < (few.high - few.low) / 8.0);
        for too_few in [mean(&[]), mean(&[0.7])] {
            assert!(too_few.low == f64::NEG_INFINITY && too_few.high == f64::INFINITY, "{too_few:?}");
        }
    }

    #[test]
    fn students_distribution_is_wide_for_few_and_normal_for_many() {
        for (freedom, known) in [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423)] {
            assert!((student(freedom) - known).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
        near(student(100_000), Z);
    }

    #[test]
    fn a_rate_of_nothing_but_hits_is_still_not_certain() {
        let all = rate(10, 10);
        near(all.value, 1.0);
        near(all.low, 0.7225);
        near(rate(50, 100).low, 0.4038);
        near(rate(50, 100).high, 0.5962);
    }

    #[test]
    fn elo_is_even_for_ties_and_about_191_for_three_wins_of_four() {
        near(elo(3, 3, 10).value, 0.0);
        near(elo(75, 25, 0).value, 190.848);
        let all = elo(20, 0, 0);
        assert!(all.value == f64::INFINITY && all.low > 200.0 && all.low.is_finite());
        assert!(elo(0, 0, 5).value == 0.0);
    }

    #[test]
    fn many_ties_and_a_few_wins_are_nearly_even() {
        let mostly_tied = elo(3, 0, 97);
        near(mostly_tied.value, 10.426);
        assert!(mostly_tied.low > -80.0 && mostly_tied.high < 100.0, "{mostly_tied:?}");
        let all_tied = elo(0, 0, 1000);
        assert!(all_tied.low > -25.0 && all_tied.high < 25.0, "{all_tied:?}");
    }

    #[test]
    fn a_percentile_is_one_of_the_numbers() {
        let numbers: Vec<u32> = (1..=100).collect();
        assert_eq!(percentile(&numbers, 0.95), 95);
        assert_eq!(percentile(&[7], 0.95), 7);
        assert_eq!(percentile(&[], 0.95), 0);
    }

    #[test]
    fn a_histogram_loses_nothing() {
        let counted = histogram(&[0, 1, 5, 9, 10, 99], (0, 10), 5);
        assert_eq!(counted.counts, [2, 0, 1, 0, 3]);
        near(counted.step, 2.0);
    }

    #[test]
    fn a_test_stops_for_what_is_clear_and_goes_on_for_what_is_not() {
        let spread = |middle: f64, n: usize| -> Vec<f64> {
            (0..n).map(|i| middle + if i % 2 == 0 { 0.1 } else { -0.1 }).collect()
        };
        let test = Sprt::default();
        assert_eq!(test.verdict(&spread(0.05, 200)), Verdict::Better);
        assert_eq!(test.verdict(&spread(-0.03, 200)), Verdict::NotBetter);
        assert_eq!(test.verdict(&spread(0.01, 200)), Verdict::Open);
        assert_eq!(test.verdict(&spread(0.5, 10)), Verdict::Open, "too few");
        assert_eq!(test.verdict(&[1.0; 20]), Verdict::Better, "all alike is as clear as can be");
        assert_eq!(test.verdict(&[0.0; 40]), Verdict::NotBetter);
    }
}
