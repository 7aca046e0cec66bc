//! Connections: accepted, served in HTTP/1 or HTTP/2, asked to end when they are old, and cut when they do not.
//!
//! tonic's own transport either sends GOAWAY and waits for ever, or bounds the wait and never sends it; both are needed.

use super::{
    Shutdown,
    calls::{Calls, Inbox},
    first_words::FirstWords,
    json_error,
    peer::{Peer, Spoken},
    pipeline::Direct,
    status::status_with_retry,
};
use crate::{config::Config, telemetry::Metrics};
use axum::{
    Router,
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, Request, StatusCode, header};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::conn::auto::Builder,
};
use std::{convert::Infallible, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::TaskTracker;
use tonic::Code;
use tower::Service;

const HANDSHAKE: Duration = Duration::from_secs(10);
/// What a connection is given to send the last status after everything was ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// A dead peer is noticed after the sum of these.
const PING_EVERY: Duration = Duration::from_secs(30);
const PING_WAIT: Duration = Duration::from_secs(10);
/// Callers who give up on searches reset streams; h2's own bound of 20 takes a few of them for an attack.
const RESETS_MAX: usize = 1024;
const STREAMS_PER_CONNECTION: u32 = 1024;
/// Connections beyond the limit that are told so at one time; those beyond them are closed without a word.
const REFUSALS_MAX: usize = 64;
/// What such a connection is given to ask, and to hear the answer.
const REFUSAL: Duration = Duration::from_secs(2);
/// After a failed accept (no file handles left, mostly) the next try waits.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What all connections share.
pub struct Door {
    router: Router,
    direct: Arc<Direct>,
    tls: Option<TlsAcceptor>,
    config: Arc<Config>,
    shutdown: Shutdown,
    metrics: Metrics,
    /// `None`: as many as there are file handles.
    places: Option<Arc<Semaphore>>,
    refusals: Arc<Semaphore>,
}

/// How a call goes on.
enum Way {
    Refused(Response),
    Direct(Arc<Direct>, Peer),
    Routed(Router),
}

/// Held while a connection is open.
struct Place {
    /// There was none: it is only told so.
    full: bool,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Door {
    #[must_use]
    pub fn new(
        (router, direct): (Router, Direct),
        tls: Option<TlsAcceptor>,
        config: Arc<Config>,
        shutdown: Shutdown,
        metrics: Metrics,
    ) -> Door {
        let places = config.max_connections.0.map(|most| Arc::new(Semaphore::new(most.0 as usize)));
        let refusals = Arc::new(Semaphore::new(REFUSALS_MAX));
        let direct = Arc::new(direct);
        Door { router, direct, tls, config, shutdown, metrics, places, refusals }
    }

    /// Accepts until the server drains; gives back who is still connected.
    pub async fn open(self, listener: TcpListener) -> TaskTracker {
        let (door, connections) = (Arc::new(self), TaskTracker::new());
        loop {
            let accepted = tokio::select! {
                biased;
                () = door.shutdown.draining() => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, address)) => {
                    // Without a place, not even for a refusal, it is closed by being dropped.
                    if let Some(place) = door.place() {
                        let door = door.clone();
                        connections.spawn(async move { door.welcome(stream, address, place).await });
                    }
                }
                Err(why) => {
                    tracing::warn!(%why, "a connection cannot be accepted");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
        connections.close();
        connections
    }

    fn place(&self) -> Option<Place> {
        let Some(places) = &self.places else { return Some(Place { full: false, _permit: None }) };
        let free = |places: &Arc<Semaphore>| Arc::clone(places).try_acquire_owned().ok();
        let place = free(places).map(|permit| Place { full: false, _permit: Some(permit) });
        place.or_else(|| free(&self.refusals).map(|permit| Place { full: true, _permit: Some(permit) }))
    }

    async fn welcome(&self, stream: TcpStream, address: SocketAddr, place: Place) {
        // Small answers must not wait for more.
        let _ = stream.set_nodelay(true);
        let cut = self.shutdown.connection_token();
        let peer = Peer::new(address, self.tls.is_some(), cut);
        self.metrics.connections.inc();
        match &self.tls {
            Some(tls) => {
                let patience = HANDSHAKE.min(self.config.first_words.0);
                match timeout(patience, tls.accept(stream)).await {
                    Ok(Ok(stream)) => self.serve(stream, peer, place.full).await,
                    Ok(Err(why)) => tracing::debug!(%why, %address, "TLS failed"),
                    Err(_) => tracing::debug!(%address, "TLS took too long"),
                }
            }
            None => self.serve(stream, peer, place.full).await,
        }
        self.metrics.connections.dec();
    }

    async fn serve<S>(&self, stream: S, peer: Peer, full: bool)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (router, direct, asked) = (self.router.clone(), self.direct.clone(), peer.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            let peer = asked.speaking(&request);
            let way = match () {
                () if full => Way::Refused(no_place(&peer)),
                () if direct.takes(&peer, &request) => Way::Direct(Arc::clone(&direct), peer),
                () => {
                    request.extensions_mut().insert(peer);
                    Way::Routed(router.clone())
                }
            };
            let request = request.map(Body::new);
            async move {
                Ok::<_, Infallible>(match way {
                    Way::Refused(refused) => refused,
                    Way::Direct(direct, peer) => direct.call(peer, request).await,
                    Way::Routed(mut router) => {
                        router.call(request).await.unwrap_or_else(|never| match never {})
                    }
                })
            }
        });
        let mut calls = Calls::default();
        let builder = builder(self.config.first_words.0, calls.inbox());
        let stream = FirstWords::new(stream, self.config.first_words.0);
        let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
        let old = tokio::select! {
            ended = calls.run(connection.as_mut()) => return log_end(ended, &peer),
            () = self.old_age(full) => true,
            () = self.shutdown.draining() => false,
        };
        // HTTP/2: GOAWAY, running streams go on. HTTP/1: the running call is the last.
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            ended = calls.run(connection.as_mut()) => return log_end(ended, &peer),
            () = self.grace(old, full) => peer.cut.cancel(),
            () = peer.cut.cancelled() => {}
        }
        // Handlers and streams now end with UNAVAILABLE; they are given a moment to say so.
        if timeout(LAST_WORDS, calls.run(connection)).await.is_err() {
            tracing::debug!(address = %peer.address, "a connection was cut");
        }
    }

    async fn old_age(&self, full: bool) {
        match self.config.max_connection_age.0 {
            Some(_) | None if full => sleep(REFUSAL).await,
            Some(age) => sleep(spread(age.0)).await,
            None => std::future::pending().await,
        }
    }

    /// Only an old connection has a time of its own; in a shutdown all are cut together.
    async fn grace(&self, old: bool, full: bool) {
        match old {
            true if full => sleep(LAST_WORDS).await,
            true => sleep(self.config.connection_grace.0).await,
            false => std::future::pending().await,
        }
    }
}

/// What those hear who connect when all places are taken; most clients connect again by themselves.
fn no_place(peer: &Peer) -> Response {
    let message = "this server has as many connections as it can hold; try again in a moment";
    match peer.spoken {
        Spoken::Grpc | Spoken::GrpcWeb => {
            let wait = Duration::from_secs(1);
            status_with_retry(Code::Unavailable, "TOO_MANY_CONNECTIONS", message, &[], wait).into_http()
        }
        Spoken::Json | Spoken::Http => {
            let told = json_error::plain("unavailable", message);
            let headers = [(header::CONTENT_TYPE, "application/json"), (header::RETRY_AFTER, "1")];
            let mut response = (StatusCode::SERVICE_UNAVAILABLE, headers, told).into_response();
            if peer.http1 {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            response
        }
    }
}

fn log_end(ended: Result<(), Box<dyn std::error::Error + Send + Sync>>, peer: &Peer) {
    if let Err(why) = ended {
        tracing::debug!(%why, address = %peer.address, "a connection failed");
    }
}

/// Connections made together must not all come back together: up to a tenth is taken off.
fn spread(age: Duration) -> Duration {
    let mut random = [0u8; 2];
    // Without entropy they come back together: a burst, no fault.
    let _ = getrandom::fill(&mut random);
    age - age.mul_f64(f64::from(u16::from_le_bytes(random)) / f64::from(u16::MAX) / 10.0)
}

fn builder(patience: Duration, inbox: Inbox) -> Builder<Inbox> {
    let mut builder = Builder::new(inbox);
    // Without a timer hyper waits for slow headers for ever.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(patience);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(PING_WAIT)
        .max_concurrent_streams(STREAMS_PER_CONNECTION)
        .max_pending_accept_reset_streams(RESETS_MAX)
        .max_local_error_reset_streams(RESETS_MAX);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_spread_but_never_longer() {
        for _ in 0..100 {
            let spread = spread(Duration::from_secs(100));
            assert!(spread <= Duration::from_secs(100) && spread >= Duration::from_secs(90), "{spread:?}");
        }
    }
}
