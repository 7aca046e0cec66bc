//! Tables worked out once: how likely a half-filled row meets its goal, and what dice of a fight add up to.

use super::weights::Weights;

/// Open spaces of a row, none to three.
const OPENS: usize = 4;
/// Widths of goals: exact, some in between, and without an end.
const WIDTHS: usize = 7;
/// A goal without an upper end.
pub const ENDLESS: u8 = 6;
/// What a row still needs, from this on.
const NEED_MIN: i16 = -20;
const NEEDS: usize = 48;
/// How much of the sheet is still empty, coarsely.
const STAGES: usize = 6;
/// Of how many dice, in effect, the one that suits a row best is taken.
const CHOICE: [f32; STAGES] = [1.0, 1.4, 1.9, 2.3, 2.7, 3.0];
/// How often a full row that is 1 off is put right by an action later on.
const MENDED: [f32; STAGES] = [0.02, 0.15, 0.25, 0.32, 0.37, 0.4];
/// Combat Dice that are looked up.
const DICE: usize = 16;
const SUMS: usize = DICE * 6 + 2;

/// The tables.
#[derive(Clone, Debug)]
pub struct Odds {
    pub weights: Weights,
    reach: Vec<f32>,
    /// The chance that so many dice show at least so much.
    tails: Vec<f32>,
}

/// The stage of a sheet with so many empty spaces.
#[must_use]
pub fn stage(empty: u8) -> usize {
    match empty {
        0 => 0,
        1..=2 => 1,
        3..=5 => 2,
        6..=9 => 3,
        10..=14 => 4,
        15.. => 5,
    }
}

fn at(stage: usize, width: u8, open: usize, need: i16) -> usize {
    let need = (need - NEED_MIN).clamp(0, NEEDS as i16 - 1) as usize;
    ((stage * WIDTHS + usize::from(width.min(ENDLESS))) * OPENS + open) * NEEDS + need
}

impl Odds {
    #[must_use]
    pub fn new(weights: Weights) -> Odds {
        let mut odds = Odds { weights, reach: vec![0.0; STAGES * WIDTHS * OPENS * NEEDS], tails: vec![] };
        for stage in 0..STAGES {
            for width in 0..=ENDLESS {
                for open in 0..OPENS {
                    for need in NEED_MIN..NEED_MIN + NEEDS as i16 {
                        let chance = odds.work_out(stage, width, open, need);
                        odds.reach[at(stage, width, open, need)] = chance;
                    }
                }
            }
        }
        odds.tails = tails();
        odds
    }

    fn work_out(&self, stage: usize, width: u8, open: usize, need: i16) -> f32 {
        if open == 0 {
            let over = if width >= ENDLESS { 0 } else { (-need - i16::from(width)).max(0) };
            return match need.max(over) {
                ..=0 => 1.0,
                1 => MENDED[stage],
                2 => 0.55 * MENDED[stage],
                3..=5 => 0.35 * MENDED[stage],
                6.. => 0.05 * MENDED[stage],
            };
        }
        let mut next: [f32; 6] =
            std::array::from_fn(|die| self.reach[at(stage, width, open - 1, need - 1 - die as i16)]);
        next.sort_by(f32::total_cmp);
        // The best of several dice: the i-th of six in order is the best with this weight.
        let share = |count: usize| (count as f32 / 6.0).powf(CHOICE[stage]);
        next.iter().enumerate().map(|(i, chance)| chance * (share(i + 1) - share(i))).sum()
    }

    /// How likely a row with so many open spaces meets a goal that needs so much more, up to `width` beyond it.
    #[must_use]
    #[inline]
    pub fn reach(&self, stage: usize, width: u8, open: u8, need: i16) -> f32 {
        self.reach[at(stage, width, usize::from(open), need)]
    }

    /// The chance that so many Combat Dice show at least this sum.
    #[must_use]
    #[inline]
    pub fn at_least(&self, dice: u8, sum: i16) -> f32 {
        let dice = usize::from(dice).min(DICE - 1);
        self.tails[dice * SUMS + sum.clamp(0, SUMS as i16 - 1) as usize]
    }
}

fn tails() -> Vec<f32> {
    let mut all = vec![0.0; DICE * SUMS];
    let mut exact = [0.0f32; SUMS];
    exact[0] = 1.0;
    for dice in 0..DICE {
        let mut tail = 0.0;
        for sum in (0..SUMS).rev() {
            tail += exact[sum];
            all[dice * SUMS + sum] = tail;
        }
        let mut next = [0.0; SUMS];
        for (sum, chance) in exact.iter().enumerate() {
            (1..=6).filter(|face| sum + face < SUMS).for_each(|face| next[sum + face] += chance / 6.0);
        }
        exact = next;
    }
    all
}

/// The chance that something about this large, with this spread, is at least `least`.
#[must_use]
pub fn likely(mean: f32, spread: f32, least: f32) -> f32 {
    1.0 / (1.0 + (-1.702 * (mean - least + 0.5) / spread.max(0.15)).exp())
}
