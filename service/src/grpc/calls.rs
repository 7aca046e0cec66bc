//! What every call has: tokens, a deadline, ids and request ids, checked in one place.

use crate::{
    error::ServiceError,
    matches::Asked,
    server::{
        auth::{Callers, Token},
        deadline::Deadline,
        limits::CallerKey,
    },
    store::{MatchId, Request},
};
use bots::Budget;
use sha2::{Digest, Sha256};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// What bots leave of a call's time for the way back.
const WAY_BACK: Duration = Duration::from_millis(50);

/// The tokens a call shows.
#[must_use]
pub fn tokens<T>(call: &tonic::Request<T>) -> Vec<Token> {
    call.extensions().get::<Callers>().map(|callers| callers.0.clone()).unwrap_or_default()
}

/// Whose turn it is when callers take turns: the caller's that the limits count, or nobody's in particular.
#[must_use]
pub fn caller<T>(call: &tonic::Request<T>) -> u128 {
    call.extensions().get::<CallerKey>().map_or(0, |key| key.number().into())
}

/// When a bot should have answered, if the call has a deadline. A short one is shared half and half with the way back.
#[must_use]
pub fn answer_by<T>(call: &tonic::Request<T>) -> Option<Instant> {
    let deadline = call.extensions().get::<Deadline>()?;
    let left = deadline.left();
    Some(deadline.0 - WAY_BACK.min(left / 2))
}

/// # Errors
/// If it is no id.
pub fn match_id(text: &str) -> Result<MatchId, ServiceError> {
    text.parse().map_err(|why: crate::store::NoMatchId| ServiceError::invalid("match_id", why.to_string()))
}

/// A request that is to count once; `None` if the caller does not mind. `scope` keeps callers apart.
///
/// # Errors
/// If it is no UUID.
pub fn asked(scope: u128, request_id: &str, content: &impl prost::Message) -> Result<Asked, ServiceError> {
    if request_id.is_empty() {
        return Ok(None);
    }
    let id = uuid::Uuid::try_parse(request_id).map_err(|_| {
        ServiceError::invalid(
            "request_id",
            "expected a UUID such as 4f0e8a5e-7d0a-4c55-9a8f-3c1d2b6f7a10, new for every request",
        )
    })?;
    let fingerprint = first_u64(&content.encode_to_vec());
    Ok(Some(Request { scope, id: id.as_u128(), fingerprint }))
}

/// Keeps the requests of callers without a match apart.
#[must_use]
pub fn scope_of(tokens: &[Token]) -> u128 {
    let hash = |token: &Token| u128::from(first_u64(token.reveal().as_bytes()));
    tokens.iter().fold(0, |scope, token| scope.rotate_left(1) ^ hash(token))
}

fn first_u64(bytes: &[u8]) -> u64 {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// What a bot may spend on a call: until its deadline, and not longer than somebody waits for the answer.
pub struct Patience {
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Patience {
    #[must_use]
    pub fn until(deadline: Option<Instant>) -> Patience {
        Patience { stop: Arc::default(), deadline }
    }
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget { iterations: None, deadline: self.deadline, stop: Some(Arc::clone(&self.stop)) }
    }
}

/// Whoever asked has gone away: the bot stops thinking.
impl Drop for Patience {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// An action or outcome longer than any game has.
pub const NOTATION_MAX: usize = 200;

/// # Errors
/// If it is longer than anything that could be meant.
pub fn notation<'a>(field: &str, text: &'a str) -> Result<&'a str, ServiceError> {
    match text.len() {
        0 => Err(ServiceError::invalid(field, "it is empty; take one of the ids that GetView lists")),
        1..=NOTATION_MAX => Ok(text),
        _ => Err(ServiceError::invalid(field, format!("at most {NOTATION_MAX} characters"))),
    }
}
