//! Natural logarithms of counts, the same on every machine: the standard library's differ in the last bit between
//! systems, and then the same seed would not give the same move.

use std::sync::LazyLock;

const TABLE: usize = 4096;

static LOGS: LazyLock<Vec<f32>> = LazyLock::new(|| (0..TABLE).map(|n| libm::logf(n.max(1) as f32)).collect());

#[inline]
#[must_use]
pub fn ln(count: u32) -> f32 {
    match LOGS.get(count as usize) {
        Some(log) => *log,
        None => libm::logf(count as f32),
    }
}
