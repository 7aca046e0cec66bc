//! How long a call may take: what the caller asked for, within what the server allows.

use super::{methods::Method, status::status};
use crate::config::Config;
use http::{HeaderMap, HeaderName};
use std::time::{Duration, Instant};
use tonic::{Code, Status};

static TIMEOUT: HeaderName = HeaderName::from_static("grpc-timeout");

/// When the call ends at the latest, as an extension of its request: bots plan to be done before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline(pub Instant);

impl Deadline {
    /// What is left, if anything.
    #[must_use]
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

/// The deadline of a call; none for streams where the server sets no bound and the caller asks for none.
///
/// # Errors
/// INVALID_ARGUMENT if `grpc-timeout` cannot be read.
pub fn deadline(headers: &HeaderMap, method: &Method, config: &Config) -> Result<Option<Deadline>, Status> {
    let asked = asked(headers)?;
    let most = if method.streams {
        let longest = config.max_stream.0.map(|period| period.0);
        asked.map_or(longest, |asked| Some(longest.map_or(asked, |longest| asked.min(longest))))
    } else {
        Some(asked.unwrap_or(config.default_deadline.0).min(config.max_deadline.0))
    };
    // A deadline beyond what the clock can tell is none.
    Ok(most.and_then(|most| Instant::now().checked_add(most)).map(Deadline))
}

/// What a caller hears whose time is up.
#[must_use]
pub fn exceeded(method: &Method) -> Status {
    let message = "the call's deadline passed before it was done";
    status(Code::DeadlineExceeded, "DEADLINE", message, &[("method", &method.path)])
}

/// Reads `grpc-timeout: 300m`: at most eight digits and a unit.
fn asked(headers: &HeaderMap) -> Result<Option<Duration>, Status> {
    let Some(value) = headers.get(&TIMEOUT) else { return Ok(None) };
    let read = value.to_str().ok().and_then(period);
    read.map(Some).ok_or_else(|| {
        let message = "grpc-timeout cannot be read; expected up to eight digits and one of H, M, S, m, u, n";
        status(Code::InvalidArgument, "BAD_TIMEOUT", message, &[])
    })
}

fn period(text: &str) -> Option<Duration> {
    let unit = text.chars().next_back()?;
    let digits = text.strip_suffix(unit)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let count: u64 = digits.parse().ok()?;
    match unit {
        'H' => Some(Duration::from_secs(count * 3600)),
        'M' => Some(Duration::from_secs(count * 60)),
        'S' => Some(Duration::from_secs(count)),
        'm' => Some(Duration::from_millis(count)),
        'u' => Some(Duration::from_micros(count)),
        'n' => Some(Duration::from_nanos(count)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_read_and_nothing_else() {
        let expect = [("1H", 3_600_000), ("2M", 120_000), ("3S", 3000), ("4m", 4), ("5000u", 5)];
        for (text, ms) in expect {
            assert_eq!(period(text), Some(Duration::from_millis(ms)), "{text}");
        }
        assert_eq!(period("99999999n"), Some(Duration::from_nanos(99_999_999)));
        for wrong in ["", "S", "1", "1s", "123456789S", "-1S", "1 S", "1é", "+1S"] {
            assert_eq!(period(wrong), None, "{wrong}");
        }
    }
}
