//! A status that programs can act on: always with a reason, and with a time to wait where waiting helps.

use std::{collections::HashMap, time::Duration};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// Whose reasons these are (`google.rpc.ErrorInfo.domain`).
pub const DOMAIN: &str = "understudy";

/// A refusal: `reason` is for programs and never changes (`RATE_LIMITED`), `message` is a sentence for people,
/// `metadata` holds what the sentence speaks of.
#[must_use]
pub fn status(code: Code, reason: &str, message: impl Into<String>, metadata: &[(&str, &str)]) -> Status {
    Status::with_error_details(code, message, details(reason, metadata))
}

/// The same, with the time after which it is worth to try again.
#[must_use]
pub fn status_with_retry(
    code: Code,
    reason: &str,
    message: impl Into<String>,
    metadata: &[(&str, &str)],
    after: Duration,
) -> Status {
    let mut details = details(reason, metadata);
    details.set_retry_info(Some(after));
    Status::with_error_details(code, message, details)
}

/// The details every status of ours has; others may be added.
#[must_use]
pub fn details(reason: &str, metadata: &[(&str, &str)]) -> ErrorDetails {
    let metadata: HashMap<String, String> =
        metadata.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    ErrorDetails::with_error_info(reason, DOMAIN, metadata)
}

/// The reason of a status, if it has one of ours.
#[must_use]
pub fn reason(status: &Status) -> Option<String> {
    let details = status.get_error_details();
    details.error_info().filter(|info| info.domain == DOMAIN).map(|info| info.reason.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_says_its_reason_to_programs_and_when_to_come_back() {
        let wait = Duration::from_millis(1500);
        let told = status_with_retry(
            Code::ResourceExhausted,
            "RATE_LIMITED",
            "too many calls",
            &[("limit", "5")],
            wait,
        );
        assert_eq!(reason(&told).as_deref(), Some("RATE_LIMITED"));
        let details = told.get_error_details();
        assert_eq!(details.retry_info().and_then(|info| info.retry_delay), Some(wait));
        assert_eq!(
            details.error_info().and_then(|info| info.metadata.get("limit")).map(String::as_str),
            Some("5")
        );
        assert_eq!(reason(&Status::internal("not ours")), None);
    }
}
