//! Callers: the same code for every server. What is sent was encoded before the clock starts, what comes is not decoded.

use bytes::{Buf, BufMut, Bytes};
use cpu_time::ProcessTime;
use std::time::{Duration, Instant};
use tonic::{
    Request, Status,
    client::Grpc,
    codec::{BufferSettings, Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::http::uri::PathAndQuery,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};

/// Bytes as they are.
#[derive(Clone, Copy, Default)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;
    fn encoder(&mut self) -> Raw {
        Raw
    }
    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn encode(&mut self, item: Bytes, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put(item);
        Ok(())
    }
    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::default()
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::default()
    }
}

/// A call that is ready to be sent.
#[derive(Clone)]
pub struct Call {
    pub path: &'static str,
    pub token: MetadataValue<Ascii>,
    pub message: Bytes,
}

impl Call {
    /// # Panics
    /// If the token cannot stand in a header.
    #[must_use]
    pub fn new(path: &'static str, token: &str, message: &impl prost::Message) -> Call {
        let token = format!("Bearer {token}").parse().expect("a token is plain text");
        Call { path, token, message: message.encode_to_vec().into() }
    }
    async fn send(&self, client: &mut Grpc<Channel>) -> Result<Bytes, Status> {
        client.ready().await.map_err(|why| Status::unavailable(why.to_string()))?;
        let mut request = Request::new(self.message.clone());
        request.metadata_mut().insert("authorization", self.token.clone());
        let path = PathAndQuery::from_static(self.path);
        Ok(client.unary(request, path, Raw).await?.into_inner())
    }
}

/// What callers have measured.
pub struct Measured {
    pub calls: usize,
    pub elapsed: Duration,
    /// How long each call took, the shortest first.
    pub waits: Vec<Duration>,
    /// Of the answers, without their frames.
    pub bytes: usize,
    /// Processor time of the callers.
    pub cpu: Duration,
}

impl Measured {
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.calls as f64 / self.elapsed.as_secs_f64()
    }
    /// The wait below which so many of a hundred calls stay, in milliseconds.
    #[must_use]
    pub fn percentile(&self, part: usize) -> f64 {
        let at = (self.waits.len() * part / 100).min(self.waits.len().saturating_sub(1));
        self.waits.get(at).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
    }
}

/// # Panics
/// If nobody listens there.
pub async fn connect(address: &str, connections: usize) -> Vec<Channel> {
    let mut channels = vec![];
    for _ in 0..connections {
        let endpoint = Channel::from_shared(address.to_owned()).expect("an address");
        channels.push(endpoint.connect().await.expect("the server listens"));
    }
    channels
}

/// Each caller sends its calls one after another, all callers at once, until they are done or the time is up.
///
/// # Panics
/// If a call is refused: then the numbers would be those of refusals.
pub async fn measure(channels: &[Channel], callers: Vec<Vec<Call>>, at_most: Duration) -> Measured {
    let (begun, cpu) = (Instant::now(), ProcessTime::now());
    let spread = channels.iter().cycle().cloned();
    let tasks: Vec<_> = callers
        .into_iter()
        .zip(spread)
        .map(|(calls, channel)| tokio::spawn(one_caller(channel, calls, begun + at_most)))
        .collect();
    let (mut waits, mut bytes) = (vec![], 0);
    for task in tasks {
        let (own, received) = task.await.expect("a caller");
        waits.extend(own);
        bytes += received;
    }
    let (elapsed, cpu) = (begun.elapsed(), cpu.elapsed());
    waits.sort();
    Measured { calls: waits.len(), elapsed, waits, bytes, cpu }
}

async fn one_caller(channel: Channel, calls: Vec<Call>, until: Instant) -> (Vec<Duration>, usize) {
    let mut client = Grpc::new(channel);
    let (mut waits, mut bytes) = (Vec::with_capacity(calls.len()), 0);
    for call in calls {
        let asked = Instant::now();
        if asked >= until {
            break;
        }
        let answer = call.send(&mut client).await.unwrap_or_else(|why| panic!("{}: {why:?}", call.path));
        bytes += answer.len();
        waits.push(asked.elapsed());
    }
    (waits, bytes)
}
