//! One call in logs, metrics and spans: begun once, ended once, whatever happens to it. Never tokens, never bodies.

use super::{methods::Method, peer::Peer, status::reason};
use crate::{matches::now_ms, telemetry::code_name};
use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use std::{
    hash::{BuildHasher, RandomState},
    net::SocketAddr,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};
use tonic::{Code, Status};
use tracing::{Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The name under which a call's id comes and goes back.
pub const REQUEST_ID: &str = "x-request-id";
static REQUEST_ID_NAME: HeaderName = HeaderName::from_static(REQUEST_ID);
const REQUEST_ID_MAX: usize = 64;

/// One call that runs. If it is dropped before its end, its caller has gone.
#[derive(Debug)]
pub struct Record {
    method: Arc<Method>,
    begun: Instant,
    id: HeaderValue,
    address: SocketAddr,
    spoken: &'static str,
    span: Span,
    ended: bool,
    stream_counted: bool,
}

impl Record {
    #[must_use]
    pub fn begin(method: &Arc<Method>, peer: &Peer, headers: &HeaderMap, traced: bool) -> Record {
        let id = request_id(headers);
        let span = tracing::info_span!(
            "call",
            otel.name = method.path,
            otel.kind = "server",
            rpc.grpc.status_code = field::Empty,
            request_id = id.to_str().unwrap_or_default(),
        );
        if traced {
            // A parent that cannot be read is no parent: the call is told from its beginning.
            let _ = span.set_parent(TraceContextPropagator::new().extract(&Headers(headers)));
        }
        method.metrics.begun();
        Record {
            method: method.clone(),
            begun: Instant::now(),
            id,
            address: peer.address,
            spoken: peer.spoken.word(),
            span,
            ended: false,
            stream_counted: false,
        }
    }

    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The caller reads the id of its call here.
    pub fn echo(&self, headers: &mut HeaderMap) {
        headers.insert(&REQUEST_ID_NAME, self.id.clone());
    }

    /// The call goes on as an open stream.
    pub fn streams(&mut self) {
        self.stream_counted = true;
        self.method.metrics.open_streams.inc();
    }

    pub fn end(&mut self, status: &Status) {
        self.end_as(status.code(), reason(status).as_deref().unwrap_or_default(), status.message());
    }

    pub fn end_ok(&mut self) {
        self.end_as(Code::Ok, "", "");
    }

    fn end_as(&mut self, code: Code, reason: &str, message: &str) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let took = self.begun.elapsed();
        self.method.metrics.ended(code, took);
        if self.stream_counted {
            self.method.metrics.open_streams.dec();
        }
        self.span.record("rpc.grpc.status_code", code as i32);
        let (method, code_name, ms) =
            (self.method.path.as_str(), code_name(code), (took.as_secs_f64() * 1e6).round() / 1e3);
        let id = self.id.to_str().unwrap_or_default();
        let (from, spoken) = (self.address, self.spoken);
        // Written outside the span, whose id and name would only stand there twice.
        if matches!(code, Code::Internal | Code::Unknown | Code::DataLoss) {
            // Only these messages are told: those of refusals may repeat what callers sent.
            tracing::error!(parent: None, method, code = code_name, reason, message, ms, request_id = id, %from, spoken, "call");
        } else if self.method.own && code == Code::Ok {
            tracing::debug!(parent: None, method, code = code_name, ms, request_id = id, %from, spoken, "call");
        } else {
            tracing::info!(parent: None, method, code = code_name, reason, ms, request_id = id, %from, spoken, "call");
        }
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        self.end_as(Code::Cancelled, "CALLER_GONE", "");
    }
}

/// The caller's own id if it is short and printable, else a new one that sorts by time.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let given = headers.get(&REQUEST_ID_NAME).filter(|id| {
        let text = id.as_bytes();
        !text.is_empty() && text.len() <= REQUEST_ID_MAX && text.iter().all(u8::is_ascii_graphic)
    });
    let mut id = given.cloned().unwrap_or_else(|| {
        let mut text = uuid::Uuid::encode_buffer();
        HeaderValue::from_str(new_id().simple().encode_lower(&mut text))
            .unwrap_or(HeaderValue::from_static("none"))
    });
    // New for every call: HTTP/2 would push what does come again out of its table for it.
    id.set_sensitive(true);
    id
}

/// An id that sorts by time. It need not be a secret, only the only one: asking the system for entropy with every call
/// would cost more than the rest of its record.
fn new_id() -> uuid::Uuid {
    static MADE: AtomicU64 = AtomicU64::new(0);
    static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one("process"));
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let rest = (u128::from(*PROCESS) << 40) ^ u128::from(number);
    let [_, _, _, _, _, _, tail @ ..] = rest.to_be_bytes();
    uuid::Builder::from_unix_timestamp_millis(now_ms(), &tail).into_uuid()
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_callers_are_kept_if_they_are_short_and_plain() {
        let id = |given: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(given).unwrap());
            request_id(&headers).to_str().unwrap().to_owned()
        };
        assert_eq!(id(b"mine-1"), "mine-1");
        assert_ne!(new_id(), new_id());
        for wrong in [&b""[..], b"two words", &[b'a'; 65], "\u{e9}".as_bytes()] {
            assert_eq!(id(wrong).len(), 32);
        }
    }
}
