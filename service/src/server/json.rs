//! JSON for curl and for pages: the same paths, `content-type: application/json`, streams as JSON lines.
//!
//! A request becomes a gRPC request and its answer is read back, so all other rules of the frame hold here too.

use super::{
    json_error::{self, Details},
    methods::Method,
    peer::Spoken,
    pipeline::Frame,
    record::REQUEST_ID,
    sizes::{HEADER, too_large},
    status::status,
};
use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::{Buf, BufMut, Bytes, BytesMut};
use http::{HeaderMap, HeaderValue, Method as Verb, StatusCode, Version, header};
use http_body::Frame as Piece;
use http_body_util::{BodyExt, LengthLimitError};
use prost_reflect::{DynamicMessage, MessageDescriptor, MethodDescriptor, prost::Message};
use std::{
    collections::VecDeque,
    error::Error as _,
    pin::Pin,
    task::{Context, Poll},
};
use tonic::{Code, Status};

/// What this layer needs.
#[derive(Clone, Debug)]
pub struct Json {
    pub frame: Frame,
    pub details: Details,
}

/// Passes gRPC and gRPC-Web on, translates JSON, and tells everybody else what to send.
pub async fn json(State(json): State<Json>, request: Request, next: Next) -> Response {
    match Spoken::of(request.headers()) {
        Spoken::Grpc | Spoken::GrpcWeb => return next.run(request).await,
        Spoken::Json | Spoken::Http => {}
    }
    let path = request.uri().path();
    let Some(method) = json.frame.methods().find(path).cloned() else { return not_found(path) };
    let Some(descriptor) = method.descriptor.clone() else { return not_found(path) };
    if request.method() != Verb::POST {
        let told = json_error::plain("unimplemented", "a method is called with POST");
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST")], told).into_response();
    }
    if Spoken::of(request.headers()) != Spoken::Json {
        let told = "say what you send: curl -H 'content-type: application/json' -d '{}'";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, json_error::plain("invalid_argument", told))
            .into_response();
    }
    match json.ask(request, next, &method, &descriptor).await {
        Ok(response) => response,
        Err(status) => json.details.response(&status),
    }
}

fn not_found(path: &str) -> Response {
    let path: String = path.chars().take(200).collect();
    let told = format!(
        "there is nothing at {path}; methods are at /understudy.v1.CatalogService/ListGames and the like, and / tells more"
    );
    (StatusCode::NOT_FOUND, json_error::plain("unimplemented", &told)).into_response()
}

impl Json {
    async fn ask(
        &self,
        request: Request,
        next: Next,
        method: &Method,
        descriptor: &MethodDescriptor,
    ) -> Result<Response, Status> {
        let most = self.frame.most(method);
        let (mut parts, body) = request.into_parts();
        to_grpc(&mut parts.headers)?;
        // What comes after this speaks HTTP/2 only; how the caller really came stands in `Peer`.
        parts.version = Version::HTTP_2;
        let body = translated(body, descriptor.input(), most);
        let response = next.run(Request::from_parts(parts, body)).await;
        if let Some(status) = Status::from_header_map(response.headers())
            && status.code() != Code::Ok
        {
            return Ok(with_id(self.details.response(&status), response.headers()));
        }
        if method.streams {
            Ok(self.lines(response, descriptor.output()))
        } else {
            self.one(response, descriptor.output()).await
        }
    }

    /// The answer of a unary call.
    async fn one(&self, response: Response, output: MessageDescriptor) -> Result<Response, Status> {
        let (parts, body) = response.into_parts();
        let collected = body.collect().await.map_err(|why| Status::from_error(Box::new(why)))?;
        let status = collected.trailers().and_then(Status::from_header_map);
        if let Some(status) = status.filter(|status| status.code() != Code::Ok) {
            return Ok(with_id(self.details.response(&status), &parts.headers));
        }
        let mut unread = Unread(BytesMut::from(collected.to_bytes().as_ref()));
        let message = unread.message().unwrap_or_default();
        let text = write(&message, output)?;
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok(with_id((kind, text).into_response(), &parts.headers))
    }

    /// The answers of a stream, a line each, as they come.
    fn lines(&self, response: Response, output: MessageDescriptor) -> Response {
        let (parts, inner) = response.into_parts();
        let lines = Lines {
            inner,
            unread: Unread::default(),
            output,
            details: self.details.clone(),
            ready: VecDeque::new(),
            over: false,
        };
        let kind = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
        with_id((kind, Body::new(lines)).into_response(), &parts.headers)
    }
}

fn with_id(mut response: Response, headers: &HeaderMap) -> Response {
    if let Some(id) = headers.get(REQUEST_ID) {
        response.headers_mut().insert(REQUEST_ID, id.clone());
    }
    response
}

/// The message that a body says in JSON. Nothing is read before somebody asks for the message, which nobody does before
/// the call was let in; how long that may take, the call's own body measures.
fn translated(body: Body, input: MessageDescriptor, most: usize) -> Body {
    let message = async move {
        if usize::try_from(http_body::Body::size_hint(&body).lower()).is_ok_and(|told| told > most) {
            return Err(too_large(most));
        }
        let text = to_bytes(body, most).await.map_err(|why| {
            let full = matches!(why.source(), Some(source) if source.is::<LengthLimitError>());
            if full { too_large(most) } else { Status::cancelled("the request ended before it was whole") }
        })?;
        Ok(framed(&read(&text, input)?))
    };
    Body::from_stream(futures_util::stream::once(message))
}

fn read(text: &Bytes, input: MessageDescriptor) -> Result<DynamicMessage, Status> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(DynamicMessage::new(input));
    }
    let refuse = |why: serde_json::Error| {
        status(Code::InvalidArgument, "BAD_JSON", format!("the request cannot be read: {why}"), &[])
    };
    let mut from = serde_json::Deserializer::from_slice(text);
    let message = DynamicMessage::deserialize(input, &mut from).map_err(refuse)?;
    from.end().map_err(refuse)?;
    Ok(message)
}

fn write(message: &[u8], output: MessageDescriptor) -> Result<String, Status> {
    let broken = |why: &dyn std::fmt::Display| {
        tracing::error!(%why, "an answer cannot be written as JSON");
        status(Code::Internal, "BUG", "the answer cannot be written as JSON", &[])
    };
    let message = DynamicMessage::decode(output, message).map_err(|why| broken(&why))?;
    let mut text = serde_json::to_string(&message).map_err(|why| broken(&why))?;
    text.push('\n');
    Ok(text)
}

/// A message as gRPC sends it.
fn framed(message: &DynamicMessage) -> Bytes {
    let body = message.encode_to_vec();
    let mut framed = BytesMut::with_capacity(HEADER + body.len());
    framed.put_u8(0);
    // Measured before: requests are far below four gigabytes.
    framed.put_u32(u32::try_from(body.len()).unwrap_or(u32::MAX));
    framed.put_slice(&body);
    framed.freeze()
}

fn to_grpc(headers: &mut HeaderMap) -> Result<(), Status> {
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::TRANSFER_ENCODING);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    headers.insert(header::TE, HeaderValue::from_static("trailers"));
    // Connect's name for the same thing.
    if let Some(ms) = headers.get("connect-timeout-ms").and_then(|value| value.to_str().ok()) {
        let timeout = HeaderValue::try_from(format!("{ms}m")).map_err(|_| {
            status(Code::InvalidArgument, "BAD_TIMEOUT", "connect-timeout-ms cannot be read", &[])
        })?;
        headers.insert("grpc-timeout", timeout);
    }
    Ok(())
}

/// Bytes that do not make a whole message yet.
#[derive(Default)]
struct Unread(BytesMut);

impl Unread {
    fn message(&mut self) -> Option<Bytes> {
        let mut header = self.0.get(1..HEADER)?;
        let length = usize::try_from(header.get_u32()).ok()?;
        let whole = HEADER.checked_add(length)?;
        if self.0.len() < whole {
            return None;
        }
        let mut message = self.0.split_to(whole);
        message.advance(HEADER);
        Some(message.freeze())
    }
}

/// A stream of messages as lines of JSON. An error in the middle is a last line `{"error": ...}`.
struct Lines {
    inner: Body,
    unread: Unread,
    output: MessageDescriptor,
    details: Details,
    ready: VecDeque<Bytes>,
    over: bool,
}

impl Lines {
    fn take_in(&mut self, piece: Piece<Bytes>) {
        match piece.into_data() {
            Ok(data) => {
                self.unread.0.extend_from_slice(&data);
                while let Some(message) = self.unread.message() {
                    match write(&message, self.output.clone()) {
                        Ok(line) => self.ready.push_back(line.into()),
                        Err(status) => return self.fail(&status),
                    }
                }
            }
            Err(piece) => {
                self.over = true;
                let status = piece.trailers_ref().and_then(Status::from_header_map);
                if let Some(status) = status.filter(|status| status.code() != Code::Ok) {
                    self.fail(&status);
                }
            }
        }
    }

    fn fail(&mut self, status: &Status) {
        self.over = true;
        self.ready.push_back(self.details.line(status).into());
    }
}

impl http_body::Body for Lines {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Piece<Bytes>, axum::Error>>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Poll::Ready(Some(Ok(Piece::data(line))));
            }
            if self.over {
                return Poll::Ready(None);
            }
            match std::task::ready!(Pin::new(&mut self.inner).poll_frame(cx)) {
                Some(Ok(piece)) => self.take_in(piece),
                Some(Err(why)) => self.fail(&Status::from_error(Box::new(why))),
                None => self.over = true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_also_where_they_come_in_pieces() {
        let mut unread = Unread::default();
        unread.0.extend_from_slice(&[0, 0, 0, 0, 2, 7]);
        assert_eq!(unread.message(), None);
        unread.0.extend_from_slice(&[8, 0, 0, 0, 0, 0]);
        assert_eq!(unread.message().as_deref(), Some(&[7, 8][..]));
        assert_eq!(unread.message().as_deref(), Some(&[][..]));
        assert_eq!(unread.message(), None);
    }
}
