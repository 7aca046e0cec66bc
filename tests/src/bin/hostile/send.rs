//! How messages are sent, what comes back, and what is wrong with it.

use crate::{
    kinds::Message,
    world::{Secrets, World},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{
    body::Incoming,
    client::conn::http2::{self, SendRequest},
};
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::{io::Read as _, time::Duration};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout_at},
};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

/// A stream that still speaks then is left; a call that has not answered then never will.
const STREAM_PATIENCE: Duration = Duration::from_millis(60);
const PATIENCE: Duration = Duration::from_secs(45);
const ANSWER_MAX: usize = 16 << 20;

/// A connection that is made again when it breaks. Nothing in it knows gRPC: a client would keep its own deadlines.
pub struct Line {
    address: String,
    open: Option<SendRequest<Full<Bytes>>>,
}

/// What came back.
#[derive(Default, Debug)]
pub struct Answer {
    pub http: Option<u16>,
    /// The status of the call, however it was sent.
    pub status: Option<Status>,
    /// Headers, body and trailers, unpacked: all a caller can read.
    pub shown: Vec<u8>,
    /// We went before it was over.
    pub left: bool,
    /// Nobody was there.
    pub refused: bool,
    /// No answer for longer than any call may take.
    pub silent: bool,
    pub kind: String,
}

impl Line {
    pub fn new(address: &str) -> Line {
        Line { address: address.to_owned(), open: None }
    }

    /// Sends a message and waits for the head of its answer; `None` if the connection broke.
    async fn ask(&mut self, message: &Message) -> Result<Option<http::Response<Incoming>>, Refused> {
        if self.open.as_ref().is_none_or(SendRequest::is_closed) {
            let stream = TcpStream::connect(&self.address).await.map_err(|_| Refused)?;
            let made = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await;
            let Ok((open, connection)) = made else { return Ok(None) };
            tokio::spawn(connection);
            self.open = Some(open);
        }
        let Some(open) = &mut self.open else { return Ok(None) };
        let answered = match open.ready().await {
            Ok(()) => open.send_request(request(message, &self.address)).await,
            Err(why) => Err(why),
        };
        if answered.is_err() {
            self.open = None;
        }
        Ok(answered.ok())
    }

    /// Sends a message and reads its answer, or the beginning of a stream.
    pub async fn send(&mut self, message: &Message) -> Answer {
        let begun = Instant::now();
        let end = begun + PATIENCE;
        let mut answer = Answer::default();
        let response = match timeout_at(end, self.ask(message)).await {
            Ok(Ok(Some(response))) => response,
            Ok(Ok(None)) => return answer,
            Ok(Err(Refused)) => return Answer { refused: true, ..answer },
            Err(_) => return Answer { silent: true, ..answer },
        };
        let (parts, mut body) = response.into_parts();
        answer.http = Some(parts.status.as_u16());
        answer.kind = header(&parts.headers, "content-type");
        answer.read_headers(&parts.headers);
        let end = if message.streams { begun + STREAM_PATIENCE } else { end };
        let mut data = vec![];
        while data.len() < ANSWER_MAX {
            match timeout_at(end, body.frame()).await {
                Ok(Some(Ok(frame))) => match frame.into_data() {
                    Ok(bytes) => data.extend_from_slice(&bytes),
                    Err(frame) => answer.read_headers(frame.trailers_ref().expect("data or trailers")),
                },
                Ok(Some(Err(_)) | None) => break,
                Err(_) => {
                    answer.left = true;
                    break;
                }
            }
        }
        answer.read_body(&data, &header(&parts.headers, "grpc-encoding"));
        answer
    }

    /// Sends a message and goes away after a while, whatever comes.
    pub async fn leave(&mut self, message: &Message, after: Duration) -> Answer {
        let left = timeout_at(Instant::now() + after, self.ask(message)).await;
        Answer { left: true, refused: matches!(left, Ok(Err(Refused))), ..Answer::default() }
    }
}

/// Nobody listens any more.
struct Refused;

fn request(message: &Message, address: &str) -> http::Request<Full<Bytes>> {
    let mut request = http::Request::new(Full::new(Bytes::from(message.body.clone())));
    *request.version_mut() = http::Version::HTTP_2;
    *request.method_mut() = message.verb.clone();
    // A path that cannot be written is no message; then the root is asked.
    let root = || format!("http://{address}/").parse().expect("an address");
    *request.uri_mut() = format!("http://{address}{}", message.path).parse().unwrap_or_else(|_| root());
    for (name, value) in &message.headers {
        let value = http::HeaderValue::from_bytes(value);
        if let (Ok(name), Ok(value)) = (name.parse::<http::HeaderName>(), value) {
            request.headers_mut().append(name, value);
        }
    }
    request
}

fn header(headers: &http::HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

impl Answer {
    fn read_headers(&mut self, headers: &http::HeaderMap) {
        for (name, value) in headers {
            self.shown.extend_from_slice(value.as_bytes());
            self.shown.push(b'\n');
            if name.as_str().ends_with("-bin") {
                let padded = value.as_bytes().iter().copied().filter(|byte| *byte != b'=');
                let text: Vec<u8> = padded.collect();
                let read = base64::engine::general_purpose::STANDARD_NO_PAD.decode(text);
                self.shown.extend(read.unwrap_or_default());
            }
        }
        if let Some(status) = Status::from_header_map(headers) {
            self.status = Some(status);
        }
    }

    /// The body, unzipped and decoded, so that nothing hides in it.
    fn read_body(&mut self, data: &[u8], encoding: &str) {
        let plain = if self.kind.starts_with("application/grpc-web-text") {
            data.split(|byte| *byte == b'=')
                .flat_map(|part| STANDARD.decode(part).unwrap_or_default())
                .collect()
        } else {
            data.to_vec()
        };
        if encoding == "gzip" && plain.len() > 5 {
            let mut unzipped = vec![];
            // What cannot be unzipped is looked at as it is.
            let _ =
                flate2::read::GzDecoder::new(&plain[5..]).take(ANSWER_MAX as u64).read_to_end(&mut unzipped);
            self.shown.extend(unzipped);
        }
        if self.kind.starts_with("application/grpc-web") {
            self.read_web_trailers(&plain);
        }
        self.shown.extend(plain);
    }

    /// gRPC-Web has its trailers in the last frame of the body.
    fn read_web_trailers(&mut self, data: &[u8]) {
        let mut rest = data;
        while let Some((head, after)) = rest.split_at_checked(5) {
            let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
            let (body, left) = after.split_at(length.min(after.len()));
            if head[0] & 0x80 != 0 {
                let mut headers = http::HeaderMap::new();
                for line in String::from_utf8_lossy(body).lines() {
                    if let Some((name, value)) = line.split_once(':')
                        && let (Ok(name), Ok(value)) =
                            (name.trim().parse::<http::HeaderName>(), value.trim().parse())
                    {
                        headers.insert(name, value);
                    }
                }
                self.read_headers(&headers);
            }
            rest = left;
        }
    }

    /// What is wrong with this answer to this message.
    pub fn wrong(&self, world: &World, message: &Message) -> Option<String> {
        if self.refused {
            return Some("nobody listens any more".to_owned());
        }
        if self.silent {
            return Some(format!("no answer from {}", message.path));
        }
        if let Some(what) = world.secrets.in_bytes(&self.shown, &message.shown) {
            return Some(format!("{} tells {what}", message.path));
        }
        self.bug().or_else(|| self.improper(message))
    }

    /// A mistake of the server, by its own word.
    fn bug(&self) -> Option<String> {
        let reason = self.status.as_ref().and_then(|status| {
            let details = status.get_error_details();
            details.error_info().map(|info| info.reason.clone())
        });
        let reason = reason.unwrap_or_default();
        let json = self.kind.starts_with("application/json") || self.kind.starts_with("application/x-ndjson");
        let in_json =
            json && (Secrets::has(&self.shown, b"\"BUG\"") || Secrets::has(&self.shown, b"\"BROKEN\""));
        (["BUG", "BROKEN"].contains(&reason.as_str()) || in_json)
            .then(|| format!("a bug: {:?}", self.status.as_ref().map(Status::message)))
    }

    /// An answer that is none: calls end with a status, and pages with one of HTTP's.
    fn improper(&self, message: &Message) -> Option<String> {
        if self.http.is_some_and(|http| http >= 500 && http != 501 && http != 503 && http != 504) {
            return Some(format!("HTTP {:?} for {}", self.http, message.path));
        }
        let grpc = self.kind.starts_with("application/grpc");
        // An answer to HEAD has no body and no trailers by the rules of HTTP.
        if grpc && self.status.is_none() && !self.left && message.verb != http::Method::HEAD {
            return Some(format!("no status from {} {}", message.verb, message.path));
        }
        let strange =
            self.status.as_ref().filter(|status| matches!(status.code(), Code::Unknown | Code::DataLoss));
        strange.map(|status| format!("{}: {status:?}", message.path))
    }
}
