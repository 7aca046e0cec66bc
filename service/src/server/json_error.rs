//! Errors as Connect writes them: `{"code", "message", "details"}` with a fitting HTTP status.

use super::methods::BadDescriptor;
use axum::response::{IntoResponse, Response};
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use http::{HeaderValue, StatusCode, header};
use prost_reflect::{DescriptorPool, DynamicMessage, prost::Message};
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::{StatusExt, pb};

/// Knows how details are written for people.
#[derive(Clone, Debug)]
pub struct Details(DescriptorPool);

impl Details {
    /// # Errors
    /// Never for the built-in descriptor: a test reads it.
    pub fn new() -> Result<Details, BadDescriptor> {
        Ok(Details(DescriptorPool::decode(pb::FILE_DESCRIPTOR_SET)?))
    }

    /// A whole answer.
    #[must_use]
    pub fn response(&self, status: &Status) -> Response {
        let body = format!("{}\n", self.value(status));
        let mut response =
            (http_status(status.code()), [(header::CONTENT_TYPE, "application/json")], body).into_response();
        let details = status.get_error_details();
        if let Some(wait) = details.retry_info().and_then(|info| info.retry_delay) {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    /// The last line of a stream that failed.
    #[must_use]
    pub fn line(&self, status: &Status) -> String {
        format!("{}\n", json!({ "error": self.value(status) }))
    }

    fn value(&self, status: &Status) -> Value {
        let all = pb::Status::decode(status.details()).unwrap_or_default().details;
        let details: Vec<Value> = all
            .iter()
            .map(|any| {
                let name = any.type_url.rsplit('/').next().unwrap_or_default();
                let mut detail = json!({ "type": name, "value": STANDARD_NO_PAD.encode(&any.value) });
                if let (Some(debug), Some(fields)) = (self.debug(name, &any.value), detail.as_object_mut()) {
                    fields.insert("debug".to_owned(), debug);
                }
                detail
            })
            .collect();
        let mut value = json!({ "code": word(status.code()), "message": status.message() });
        if let (false, Some(fields)) = (details.is_empty(), value.as_object_mut()) {
            fields.insert("details".to_owned(), details.into());
        }
        value
    }

    fn debug(&self, name: &str, bytes: &[u8]) -> Option<Value> {
        let message = DynamicMessage::decode(self.0.get_message_by_name(name)?, bytes).ok()?;
        serde_json::to_value(&message).ok()
    }
}

/// An error without details.
#[must_use]
pub fn plain(code: &str, message: &str) -> String {
    format!("{}\n", json!({ "code": code, "message": message }))
}

const fn word(code: Code) -> &'static str {
    match code {
        Code::Ok => "ok",
        Code::Cancelled => "canceled",
        Code::Unknown => "unknown",
        Code::InvalidArgument => "invalid_argument",
        Code::DeadlineExceeded => "deadline_exceeded",
        Code::NotFound => "not_found",
        Code::AlreadyExists => "already_exists",
        Code::PermissionDenied => "permission_denied",
        Code::ResourceExhausted => "resource_exhausted",
        Code::FailedPrecondition => "failed_precondition",
        Code::Aborted => "aborted",
        Code::OutOfRange => "out_of_range",
        Code::Unimplemented => "unimplemented",
        Code::Internal => "internal",
        Code::Unavailable => "unavailable",
        Code::DataLoss => "data_loss",
        Code::Unauthenticated => "unauthenticated",
    }
}

/// As the Connect protocol maps them.
fn http_status(code: Code) -> StatusCode {
    match code {
        Code::Ok => StatusCode::OK,
        Code::Cancelled => StatusCode::from_u16(499).unwrap_or(StatusCode::REQUEST_TIMEOUT),
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted => StatusCode::CONFLICT,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Unimplemented => StatusCode::NOT_IMPLEMENTED,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::Unknown | Code::Internal | Code::DataLoss => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::status::status_with_retry;
    use std::time::Duration;

    #[test]
    fn details_are_there_for_programs_and_for_people() {
        let status = status_with_retry(
            Code::ResourceExhausted,
            "RATE_LIMITED",
            "slower",
            &[("limit", "5")],
            Duration::from_millis(1500),
        );
        let details = Details::new().unwrap();
        let value = details.value(&status);
        assert_eq!(value["code"], "resource_exhausted");
        let all = value["details"].as_array().unwrap();
        let info = all.iter().find(|detail| detail["type"] == "google.rpc.ErrorInfo").unwrap();
        assert_eq!(info["debug"]["reason"], "RATE_LIMITED");
        assert_eq!(info["debug"]["metadata"]["limit"], "5");
        let retry = all.iter().find(|detail| detail["type"] == "google.rpc.RetryInfo").unwrap();
        assert_eq!(retry["debug"]["retryDelay"], "1.500s");
        let response = details.response(&status);
        assert_eq!(
            (response.status(), &response.headers()["retry-after"]),
            (StatusCode::TOO_MANY_REQUESTS, &HeaderValue::from(2))
        );
    }
}
