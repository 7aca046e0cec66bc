//! What goes back: unary answers, gzipped if they are big, and streams that end when their time is up.

use super::{
    limits::Permit,
    record::Record,
    sizes::{HEADER, is_tonics_too_large, is_tonics_unreadable, too_large, unreadable},
};
use axum::{body::Body, response::Response};
use bytes::{BufMut, Bytes, BytesMut};
use flate2::{Compression, write::GzEncoder};
use futures_util::{future::BoxFuture, stream};
use http::{HeaderMap, HeaderValue, response::Parts};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use std::{
    convert::Infallible,
    io::Write,
    pin::Pin,
    task::{Context, Poll},
};
use tonic::{Code, Status};

/// Below this gzip costs more than it saves.
const GZIP_FROM: usize = 8 * 1024;
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

/// A unary answer: read to its end, then sent as a whole.
pub async fn whole(response: Response, mut record: Record, gzip: bool) -> Response {
    let (mut parts, body) = response.into_parts();
    let collected = match body.collect().await {
        Ok(collected) => collected,
        Err(why) => return refusal(Status::from_error(Box::new(why)), record),
    };
    let trailers = collected.trailers().cloned().unwrap_or_default();
    let status = Status::from_header_map(&trailers).unwrap_or_else(|| Status::ok(""));
    record.end(&status);
    record.echo(&mut parts.headers);
    let data = collected.to_bytes();
    let data = if gzip { zipped(&data, &mut parts).unwrap_or(data) } else { data };
    // A body without a length: gRPC-Web puts the trailers behind the data, and a length of the data alone would cut them.
    parts.headers.remove(http::header::CONTENT_LENGTH);
    let frames = [Ok::<_, Infallible>(Frame::data(data)), Ok(Frame::trailers(trailers))];
    Response::from_parts(parts, Body::new(StreamBody::new(stream::iter(frames))))
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
    let lists = headers.get_all("grpc-accept-encoding");
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
