//! Everything the service can refuse, and the status it becomes. The only place that turns errors into statuses.

use crate::{
    matches::entry::BadEntry,
    server::status::{details, status, status_with_retry},
    store::StoreError,
    wire::{BadView, snapshot::BadSnapshot},
};
use catalog::{BadRecord, PlayError, SetupError};
use kernel::Refused;
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

/// Why a call was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// Also for matches the caller may not see: the answer must not tell which.
    #[error("there is no match {0} that you may see")]
    NoMatch(String),
    #[error("there is no tournament {0}")]
    NoTournament(String),
    #[error(
        "show a token: `authorization: Bearer TOKEN`, with the token of the seat, the host or the tournament"
    )]
    NoToken,
    #[error(
        "none of the tokens shown is one of this match; show none to look on, or the token of a seat or of the host"
    )]
    WrongToken,
    #[error("{0}")]
    NotYours(&'static str),
    #[error(
        "this token was for the seat before it changed hands; SetSeat takes it back from a bot, or from whom it was handed to"
    )]
    OldToken,
    #[error("{field}: {why}")]
    Invalid { field: String, why: String },
    #[error("position.view: {0}")]
    Snapshot(BadSnapshot),
    #[error("the question has changed since `{found}`; now it is `{now}`")]
    Stale { found: String, now: String, legal: Vec<String> },
    #[error("seat {seat} has nothing to decide now")]
    NotAsked { seat: u8 },
    #[error("the match is over")]
    Over,
    #[error("{why}")]
    Illegal { field: &'static str, why: String, legal: Vec<String> },
    #[error("no die or card is to be told now")]
    NoChance,
    #[error("request id {0} was used before with other content; make a new one for every request")]
    RequestReused(String),
    #[error("{0}")]
    UndoRefused(&'static str),
    #[error("the match has moved on to version {now}")]
    MovedOn { now: u64 },
    #[error("{what}; try again in {} ms", .retry.as_millis())]
    Busy { what: &'static str, retry: Duration },
    #[error("the server is shutting down; try again in a moment")]
    Draining,
    #[error("the store did not take it: {0}")]
    Store(String),
    #[error("something is wrong with this match; it is left as it was")]
    Broken,
}

impl ServiceError {
    pub fn invalid(field: impl Into<String>, why: impl Into<String>) -> ServiceError {
        ServiceError::Invalid { field: field.into(), why: why.into() }
    }

    /// For programs; never changes.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            ServiceError::NoMatch(_) => "NO_MATCH",
            ServiceError::NoTournament(_) => "NO_TOURNAMENT",
            ServiceError::NoToken => "NO_TOKEN",
            ServiceError::WrongToken => "WRONG_TOKEN",
            ServiceError::NotYours(_) => "NOT_YOURS",
            ServiceError::OldToken => "OLD_TOKEN",
            ServiceError::Invalid { .. } => "INVALID",
            ServiceError::Snapshot(_) => "BAD_SNAPSHOT",
            ServiceError::Stale { .. } => "STALE_DECISION",
            ServiceError::NotAsked { .. } => "NOT_ASKED",
            ServiceError::Over => "OVER",
            ServiceError::Illegal { .. } => "ILLEGAL",
            ServiceError::NoChance => "NO_CHANCE",
            ServiceError::RequestReused(_) => "REQUEST_REUSED",
            ServiceError::UndoRefused(_) => "UNDO_REFUSED",
            ServiceError::MovedOn { .. } => "MOVED_ON",
            ServiceError::Busy { .. } => "BUSY",
            ServiceError::Draining => "DRAINING",
            ServiceError::Store(_) => "STORE",
            ServiceError::Broken => "BROKEN",
        }
    }

    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            ServiceError::NoMatch(_) | ServiceError::NoTournament(_) => Code::NotFound,
            ServiceError::NoToken | ServiceError::WrongToken => Code::Unauthenticated,
            ServiceError::NotYours(_) | ServiceError::OldToken => Code::PermissionDenied,
            ServiceError::Invalid { .. }
            | ServiceError::Snapshot(_)
            | ServiceError::Illegal { .. }
            | ServiceError::RequestReused(_) => Code::InvalidArgument,
            ServiceError::Stale { .. } | ServiceError::MovedOn { .. } => Code::Aborted,
            ServiceError::NotAsked { .. }
            | ServiceError::Over
            | ServiceError::NoChance
            | ServiceError::UndoRefused(_) => Code::FailedPrecondition,
            ServiceError::Busy { .. } => Code::ResourceExhausted,
            ServiceError::Draining | ServiceError::Store(_) => Code::Unavailable,
            ServiceError::Broken => Code::Internal,
        }
    }
}

/// What an error says is legal, for programs to read.
const LEGAL_TOLD_MAX: usize = 256;

fn listed(legal: &[String]) -> String {
    legal.iter().take(LEGAL_TOLD_MAX).map(String::as_str).collect::<Vec<_>>().join(", ")
}

impl From<ServiceError> for Status {
    fn from(error: ServiceError) -> Status {
        let (code, reason, message) = (error.code(), error.reason(), error.to_string());
        match error {
            ServiceError::Invalid { field, why } => {
                let mut all = details(reason, &[("field", &field)]);
                all.add_bad_request_violation(field, why);
                Status::with_error_details(code, message, all)
            }
            ServiceError::Snapshot(why) => {
                let field = "position.view";
                let mut all = details(reason, &[("field", field)]);
                all.add_bad_request_violation(field, why.to_string());
                Status::with_error_details(code, message, all)
            }
            ServiceError::Illegal { field, why, legal } => {
                let mut all = details(reason, &[("legal", &listed(&legal))]);
                all.add_bad_request_violation(field, why);
                Status::with_error_details(code, message, all)
            }
            ServiceError::Stale { now, legal, .. } => {
                status(code, reason, message, &[("decision_id", &now), ("legal", &listed(&legal))])
            }
            ServiceError::MovedOn { now } => status(code, reason, message, &[("version", &now.to_string())]),
            ServiceError::Busy { retry, .. } => status_with_retry(code, reason, message, &[], retry),
            ServiceError::Draining | ServiceError::Store(_) => {
                status_with_retry(code, reason, message, &[], Duration::from_millis(500))
            }
            ServiceError::NoMatch(_)
            | ServiceError::NoTournament(_)
            | ServiceError::NoToken
            | ServiceError::WrongToken
            | ServiceError::NotYours(_)
            | ServiceError::OldToken
            | ServiceError::NotAsked { .. }
            | ServiceError::Over
            | ServiceError::NoChance
            | ServiceError::RequestReused(_)
            | ServiceError::UndoRefused(_)
            | ServiceError::Broken => status(code, reason, message, &[]),
        }
    }
}

impl From<SetupError> for ServiceError {
    fn from(why: SetupError) -> ServiceError {
        ServiceError::invalid("options", why.to_string())
    }
}

impl From<BadView> for ServiceError {
    fn from(why: BadView) -> ServiceError {
        match why {
            BadView::Misfit(why) => ServiceError::invalid("position.view", why.to_string()),
            BadView::Snapshot(why) => ServiceError::Snapshot(why),
        }
    }
}

impl From<BadRecord> for ServiceError {
    fn from(why: BadRecord) -> ServiceError {
        ServiceError::invalid("record", why.to_string())
    }
}

impl From<StoreError> for ServiceError {
    fn from(why: StoreError) -> ServiceError {
        match why {
            StoreError::Conflict { version } => ServiceError::MovedOn { now: version },
            // The store does not say which; whoever knows names it.
            StoreError::Missing => ServiceError::NoMatch("of this id".to_owned()),
            StoreError::Closed => ServiceError::Draining,
            StoreError::Repeated { .. } | StoreError::Empty | StoreError::Full | StoreError::Broken(_) => {
                ServiceError::Store(why.to_string())
            }
        }
    }
}

impl From<BadEntry> for ServiceError {
    fn from(why: BadEntry) -> ServiceError {
        ServiceError::Store(why.to_string())
    }
}

/// A step that a table has refused. Only what the acting seat may know is in it: its own options.
impl From<PlayError> for ServiceError {
    fn from(error: PlayError) -> ServiceError {
        match error {
            PlayError::NotAStep { .. } => {
                ServiceError::Illegal { field: "action_id", why: error.to_string(), legal: vec![] }
            }
            PlayError::Refused(Refused::Over) => ServiceError::Over,
            PlayError::Refused(Refused::NotAsked { seat, .. }) => {
                ServiceError::NotAsked { seat: seat.number() }
            }
            PlayError::Refused(Refused::Illegal { ref legal, .. }) => {
                ServiceError::Illegal { field: "action_id", why: error.to_string(), legal: legal.clone() }
            }
            PlayError::Refused(Refused::NoChance { .. }) => ServiceError::NoChance,
            PlayError::Refused(Refused::Uncorrected { why }) => ServiceError::invalid("settings", why),
            PlayError::Refused(Refused::Impossible { ref possible, .. }) => {
                ServiceError::Illegal { field: "outcome", why: error.to_string(), legal: possible.clone() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_action_tells_programs_what_is_legal_and_which_field_is_wrong() {
        let legal = vec!["defend".to_owned(), "attack e1".to_owned()];
        let status = Status::from(ServiceError::Illegal { field: "action_id", why: "no".into(), legal });
        assert_eq!(status.code(), Code::InvalidArgument);
        let details = status.get_error_details();
        let info = details.error_info().unwrap();
        assert_eq!((info.reason.as_str(), info.metadata["legal"].as_str()), ("ILLEGAL", "defend, attack e1"));
        assert_eq!(details.bad_request().unwrap().field_violations[0].field, "action_id");
    }

    #[test]
    fn a_match_that_the_store_misses_is_told_in_a_whole_sentence() {
        let told = ServiceError::from(StoreError::Missing).to_string();
        assert_eq!(told, "there is no match of this id that you may see");
    }

    #[test]
    fn whoever_finds_the_server_busy_is_told_when_to_come_back() {
        let retry = Duration::from_millis(250);
        let status = Status::from(ServiceError::Busy { what: "too many bots think", retry });
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert_eq!(status.get_error_details().retry_info().unwrap().retry_delay, Some(retry));
    }
}
