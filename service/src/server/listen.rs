//! Connections: accepted, served in HTTP/1 or HTTP/2, asked to end when they are old, and cut when they do not.
//!
//! tonic's own transport either sends GOAWAY and waits for ever, or bounds the wait and never sends it; both are needed.

use super::{Shutdown, peer::Peer, pipeline::Direct};
use crate::{config::Config, telemetry::Metrics};
use axum::{Router, body::Body};
use http::Request;
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
};
use std::{convert::Infallible, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::TaskTracker;
use tonic::transport::server::TcpConnectInfo;
use tower::Service;

/// What a new connection is given to say something.
const FIRST_WORDS: Duration = Duration::from_secs(30);
const HANDSHAKE: Duration = Duration::from_secs(10);
/// What a connection is given to send the last status after everything was ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// A dead peer is noticed after the sum of these.
const PING_EVERY: Duration = Duration::from_secs(30);
const PING_WAIT: Duration = Duration::from_secs(10);
/// Callers who give up on searches reset streams; h2's own bound of 20 takes a few of them for an attack.
const RESETS_MAX: usize = 1024;
const STREAMS_PER_CONNECTION: u32 = 1024;
/// After a failed accept (no file handles left, mostly) the next try waits.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What all connections share.
pub struct Door {
    pub router: Router,
    pub direct: Direct,
    pub tls: Option<TlsAcceptor>,
    pub config: Arc<Config>,
    pub shutdown: Shutdown,
    pub metrics: Metrics,
}

impl Door {
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
                    let door = door.clone();
                    connections.spawn(async move { door.welcome(stream, address).await });
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

    async fn welcome(&self, stream: TcpStream, address: SocketAddr) {
        let local = stream.local_addr().ok();
        // Small answers must not wait for more.
        let _ = stream.set_nodelay(true);
        let cut = self.shutdown.connection_token();
        let peer = Peer::new(address, self.tls.is_some(), cut);
        self.metrics.connections.inc();
        match &self.tls {
            Some(tls) => match timeout(HANDSHAKE, tls.accept(stream)).await {
                Ok(Ok(stream)) => self.serve(stream, peer, local).await,
                Ok(Err(why)) => tracing::debug!(%why, %address, "TLS failed"),
                Err(_) => tracing::debug!(%address, "TLS took too long"),
            },
            None => {
                // Whoever connects and says nothing holds no place for long, nor keeps a stopping server waiting.
                let heard = tokio::select! {
                    heard = timeout(FIRST_WORDS, stream.readable()) => heard.is_ok(),
                    () = self.shutdown.draining() => false,
                };
                if heard {
                    self.serve(stream, peer, local).await;
                }
            }
        }
        self.metrics.connections.dec();
    }

    async fn serve<S>(&self, stream: S, peer: Peer, local: Option<SocketAddr>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (router, direct, asked) = (self.router.clone(), self.direct.clone(), peer.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            let peer = asked.speaking(&request);
            let info = TcpConnectInfo { local_addr: local, remote_addr: Some(peer.address) };
            request.extensions_mut().insert(info);
            let short = direct.takes(&peer, &request).then(|| direct.clone());
            request.extensions_mut().insert(peer);
            let (request, mut router) = (request.map(Body::new), router.clone());
            async move {
                match short {
                    Some(direct) => Ok::<_, Infallible>(direct.call(request).await),
                    None => router.call(request).await,
                }
            }
        });
        let builder = builder();
        let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
        let old = tokio::select! {
            ended = connection.as_mut() => return told(ended, &peer),
            () = self.old_age() => true,
            () = self.shutdown.draining() => false,
        };
        // HTTP/2: GOAWAY, running streams go on. HTTP/1: the running call is the last.
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            ended = connection.as_mut() => return told(ended, &peer),
            () = self.grace(old) => peer.cut.cancel(),
            () = peer.cut.cancelled() => {}
        }
        // Handlers and streams now end with UNAVAILABLE; they are given a moment to say so.
        if timeout(LAST_WORDS, connection).await.is_err() {
            tracing::debug!(address = %peer.address, "a connection was cut");
        }
    }

    async fn old_age(&self) {
        match self.config.max_connection_age.0 {
            Some(age) => sleep(spread(age.0)).await,
            None => std::future::pending().await,
        }
    }

    /// Only an old connection has a time of its own; in a shutdown all are cut together.
    async fn grace(&self, old: bool) {
        if old { sleep(self.config.connection_grace.0).await } else { std::future::pending().await }
    }
}

fn told(ended: Result<(), Box<dyn std::error::Error + Send + Sync>>, peer: &Peer) {
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

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    // Without a timer hyper waits for slow headers for ever.
    builder.http1().timer(TokioTimer::new());
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
