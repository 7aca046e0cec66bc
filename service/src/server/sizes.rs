//! Requests that are too large are refused by what they say of themselves, before they are read; those that come too
//! slowly are given up.

use super::{deadline::exceeded, methods::Method, status::status};
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Sleep, sleep};
use tonic::{Code, Status};

/// A message begins with a flag and its length in four bytes.
pub const HEADER: usize = 5;

/// What a caller hears whose message is too large.
#[must_use]
pub fn too_large(most: usize) -> Status {
    let limit = most.to_string();
    let message = format!("the message is too large: this method takes at most {limit} bytes");
    status(Code::ResourceExhausted, "MESSAGE_TOO_LARGE", message, &[("limit", &limit)])
}

/// tonic says the same with OUT_OF_RANGE, or without a reason where gzip hid the size: other stacks say
/// RESOURCE_EXHAUSTED, and clients act on that.
#[must_use]
pub fn is_tonics_too_large(status: &Status) -> bool {
    let (code, message) = (status.code(), status.message());
    (code == Code::OutOfRange && message.starts_with("Error, decoded message length too large"))
        || (code == Code::ResourceExhausted && message.starts_with("Error decompressing: size limit"))
}

/// tonic calls a message that cannot be read INTERNAL. It is the caller's mistake: whoever looks after a server must not be
/// woken by it, and whoever calls must not try again.
#[must_use]
pub fn is_tonics_unreadable(status: &Status) -> bool {
    const SAID: [&str; 5] = [
        "failed to decode Protobuf message",
        "Missing request message",
        "Unexpected EOF decoding stream",
        "protocol error: received message with",
        "tonic-web: ",
    ];
    status.code() == Code::Internal && SAID.iter().any(|words| status.message().starts_with(words))
}

/// What a caller hears whose message is none.
#[must_use]
pub fn unreadable(said: &Status) -> Status {
    let message = format!("the request cannot be read: {}", said.message());
    status(Code::InvalidArgument, "BAD_MESSAGE", message, &[])
}

/// A request's body that ends with a status once its message says it is too large, or does not come. A stream may go on
/// for hours, but its request may not.
pub struct Measured {
    inner: axum::body::Body,
    most: usize,
    /// The first bytes, and how many of them have come.
    header: [u8; HEADER],
    seen: usize,
    method: Arc<Method>,
    patience: Duration,
    /// Runs from the first time that there was nothing to read.
    late: Option<Pin<Box<Sleep>>>,
}

impl Measured {
    #[must_use]
    pub const fn new(
        inner: axum::body::Body,
        most: usize,
        method: Arc<Method>,
        patience: Duration,
    ) -> Measured {
        Measured { inner, most, header: [0; HEADER], seen: 0, method, patience, late: None }
    }

    fn is_late(&mut self, cx: &mut Context<'_>) -> bool {
        let patience = self.patience;
        self.late.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(cx).is_ready()
    }

    fn look(&mut self, data: &Bytes) -> Result<(), Status> {
        if self.seen == HEADER {
            return Ok(());
        }
        for (place, byte) in self.header.iter_mut().skip(self.seen).zip(data) {
            *place = *byte;
            self.seen += 1;
        }
        if self.seen < HEADER {
            return Ok(());
        }
        let [_flag, length @ ..] = self.header;
        let length = u32::from_be_bytes(length);
        if usize::try_from(length).is_ok_and(|length| length <= self.most) {
            Ok(())
        } else {
            Err(too_large(self.most))
        }
    }
}

impl Body for Measured {
    type Data = Bytes;
    type Error = tonic::codegen::StdError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, tonic::codegen::StdError>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
            && let Err(status) = self.look(data)
        {
            return Poll::Ready(Some(Err(status.into())));
        }
        if polled.is_pending() && self.is_late(cx) {
            return Poll::Ready(Some(Err(exceeded(&self.method).into())));
        }
        polled.map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{server::methods::Methods, telemetry::Metrics};

    fn measuring(body: axum::body::Body, patience: Duration) -> Measured {
        let methods = Methods::new(&Metrics::default()).unwrap();
        let method = methods.find_or_stranger("/understudy.v1.MatchService/WatchMatch");
        Measured::new(body, 300, method, patience)
    }

    #[tokio::test]
    async fn a_request_that_does_not_come_is_given_up() {
        let (to, from) = tokio::sync::mpsc::channel::<Result<Bytes, std::io::Error>>(1);
        let body = axum::body::Body::from_stream(tokio_stream::wrappers::ReceiverStream::new(from));
        to.send(Ok(Bytes::from_static(&[0, 0]))).await.unwrap();
        let mut body = measuring(body, Duration::from_millis(20));
        let mut next = async || std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await.unwrap();
        assert!(next().await.is_ok());
        let given_up = Status::from_error(next().await.unwrap_err());
        assert_eq!(given_up.code(), Code::DeadlineExceeded);
        drop(to);
    }

    #[test]
    fn a_length_is_found_also_where_it_comes_in_pieces() {
        let mut measured = measuring(axum::body::Body::empty(), Duration::MAX);
        measured.look(&Bytes::from_static(&[0, 0])).unwrap();
        measured.look(&Bytes::from_static(&[0, 1])).unwrap();
        let refused = measured.look(&Bytes::from_static(&[0x2d, 9, 9])).unwrap_err();
        assert_eq!(refused.code(), Code::ResourceExhausted);
        let mut measured = measuring(axum::body::Body::empty(), Duration::MAX);
        measured.look(&Bytes::from_static(&[0, 0, 0, 1, 0x2c, 1])).unwrap();
        measured.look(&Bytes::from_static(&[255, 255, 255, 255, 255])).unwrap();
    }
}
