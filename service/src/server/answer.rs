//! What goes back: unary answers, gzipped if they are big, and streams that end when their time is up.

use super::{
    limits::Permit,
    record::Record,
    sizes::{HEADER, is_tonics_too_large, is_tonics_unreadable, too_large, unreadable},
};
use axum::{body::Body, response::Response};
use bytes::{BufMut, Bytes, BytesMut};
use flate2::{Compression, write::GzEncoder};
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName, HeaderValue, response::Parts};
use http_body::Frame;
use http_body_util::BodyExt;
use std::{
    convert::Infallible,
    io::Write,
    pin::Pin,
    task::{Context, Poll},
};
use tonic::{Code, Status};

/// Below this gzip costs more than it saves.
const GZIP_FROM: usize = 8 * 1024;
static STATUS: HeaderName = HeaderName::from_static("grpc-status");
static ACCEPTED: HeaderName = HeaderName::from_static("grpc-accept-encoding");
/// How many messages a stream that is always ready may send between two looks at the clock.
const FRAMES_PER_LOOK: u32 = 16;

/// A status as a whole answer.
#[must_use]
pub fn refusal(status: Status, mut record: Record) -> Response {
    record.end(&status);
    let mut response = status.into_http::<Body>();
    record.echo(response.headers_mut());
    response
}

/// The status of an answer that has it in its headers, rewritten where tonic says it in a way clients do not expect.
#[must_use]
pub fn settled(response: &Response, most: usize) -> Option<Status> {
    let status = Status::from_header_map(response.headers())?;
    Some(if is_tonics_too_large(&status) {
        too_large(most)
    } else if is_tonics_unreadable(&status) {
        unreadable(&status)
    } else {
        status
    })
}

/// An answer that came with its status in the headers: there is nothing more to it.
#[must_use]
pub fn headers_only(response: Response, mut record: Record, status: &Status) -> Response {
    record.end(status);
    let (mut parts, body) = response.into_parts();
    write_status(&mut parts.headers, status);
    record.echo(&mut parts.headers);
    Response::from_parts(parts, body)
}

fn write_status(headers: &mut HeaderMap, status: &Status) {
    if let Err(why) = status.add_header(headers) {
        tracing::error!(%why, "a status cannot be written");
    }
}

/// A unary answer: its message is looked at, for a big one is gzipped; the status behind it ends the record.
pub async fn whole(response: Response, record: Record, gzip: bool) -> Response {
    let (mut parts, mut body) = response.into_parts();
    let first = match body.frame().await {
        Some(Ok(frame)) => frame,
        Some(Err(why)) => return refusal(Status::from_error(Box::new(why)), record),
        None => return refusal(no_status(), record),
    };
    record.echo(&mut parts.headers);
    let first = match first.into_data() {
        Ok(data) if gzip => Frame::data(zipped(&data, &mut parts).unwrap_or(data)),
        Ok(data) => Frame::data(data),
        Err(other) => other,
    };
    // A body without a length: gRPC-Web puts the trailers behind the data, and a length of the data alone would cut them.
    parts.headers.remove(http::header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::new(Single { first: Some(first), rest: body, record, over: false }))
}

/// What the handlers of ours never do.
fn no_status() -> Status {
    Status::new(Code::Internal, "the answer ended without a status")
}

/// The answer of a call that has one message.
struct Single {
    first: Option<Frame<Bytes>>,
    rest: Body,
    record: Record,
    over: bool,
}

impl Single {
    fn passed_on(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        if let Some(trailers) = frame.trailers_ref() {
            self.over = true;
            match trailers.get(&STATUS).map(HeaderValue::as_bytes) {
                Some(b"0") => self.record.end_ok(),
                Some(_) | None => {
                    self.record.end(&Status::from_header_map(trailers).unwrap_or_else(no_status));
                }
            }
        }
        frame
    }
    fn failed(&mut self, status: &Status) -> Frame<Bytes> {
        let mut trailers = HeaderMap::new();
        write_status(&mut trailers, status);
        self.record.end(status);
        self.over = true;
        Frame::trailers(trailers)
    }
}

impl http_body::Body for Single {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.over {
            return Poll::Ready(None);
        }
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(self.passed_on(first))));
        }
        Pin::new(&mut self.rest).poll_frame(cx).map(|frame| {
            Some(Ok(match frame {
                Some(Ok(frame)) => self.passed_on(frame),
                Some(Err(why)) => self.failed(&Status::from_error(Box::new(why))),
                None => self.failed(&no_status()),
            }))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.over
    }
}

/// The one message of a big answer, gzipped; `None` if it is small, zipped already, or not one message.
fn zipped(data: &Bytes, parts: &mut Parts) -> Option<Bytes> {
    let (header, message) = data.split_at_checked(HEADER)?;
    let (flag, length) = header.split_first()?;
    let length = u32::from_be_bytes(length.try_into().ok()?);
    if *flag != 0 || data.len() < GZIP_FROM || usize::try_from(length) != Ok(message.len()) {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(data.len() / 4), Compression::fast());
    encoder.write_all(message).ok()?;
    let packed = encoder.finish().ok()?;
    let mut sent = BytesMut::with_capacity(HEADER + packed.len());
    sent.put_u8(1);
    sent.put_u32(u32::try_from(packed.len()).ok()?);
    sent.put_slice(&packed);
    parts.headers.insert("grpc-encoding", HeaderValue::from_static("gzip"));
    Some(sent.freeze())
}

/// Whether a caller can read gzip.
#[must_use]
pub fn reads_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(&ACCEPTED);
    lists
        .iter()
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','))
        .any(|one| one.trim() == "gzip")
}

/// A stream that is watched over: it holds its permit until its end, and `ender` says when that has come at the latest.
pub struct Guarded {
    inner: Body,
    ender: BoxFuture<'static, Status>,
    record: Record,
    permit: Option<Permit>,
    frames: u32,
    over: bool,
}

impl Guarded {
    /// A streamed answer.
    #[must_use]
    pub fn respond(
        response: Response,
        mut record: Record,
        permit: Option<Permit>,
        ender: BoxFuture<'static, Status>,
    ) -> Response {
        let (mut parts, inner) = response.into_parts();
        record.echo(&mut parts.headers);
        record.streams();
        let guarded = Guarded { inner, ender, record, permit, frames: 0, over: false };
        Response::from_parts(parts, Body::new(guarded))
    }

    /// The last frame: the status, and everything that was held is let go, the handler's stream first.
    fn end(&mut self, status: &Status) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut trailers = HeaderMap::new();
        write_status(&mut trailers, status);
        self.close(status);
        Poll::Ready(Some(Ok(Frame::trailers(trailers))))
    }

    fn close(&mut self, status: &Status) {
        self.over = true;
        self.inner = Body::empty();
        self.permit = None;
        self.record.end(status);
    }

    fn passed_on(&mut self, frame: Frame<Bytes>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(trailers) = frame.trailers_ref() {
            let status = Status::from_header_map(trailers).unwrap_or_else(|| Status::ok(""));
            self.close(&status);
        }
        Poll::Ready(Some(Ok(frame)))
    }
}

impl http_body::Body for Guarded {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.over {
            return Poll::Ready(None);
        }
        self.frames = self.frames.wrapping_add(1);
        // A stream that is never at rest would never be asked below.
        if self.frames.is_multiple_of(FRAMES_PER_LOOK)
            && let Poll::Ready(status) = self.ender.as_mut().poll(cx)
        {
            return self.end(&status);
        }
        match Pin::new(&mut self.inner).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => self.passed_on(frame),
            Poll::Ready(Some(Err(why))) => {
                let status = Status::from_error(Box::new(why));
                self.end(&status)
            }
            Poll::Ready(None) => {
                // No trailers: a handler of ours always sends them.
                let status = Status::new(Code::Internal, "the stream ended without a status");
                self.end(&status)
            }
            Poll::Pending => match self.ender.as_mut().poll(cx) {
                Poll::Ready(status) => self.end(&status),
                Poll::Pending => Poll::Pending,
            },
        }
    }

    fn is_end_stream(&self) -> bool {
        self.over
    }
}
