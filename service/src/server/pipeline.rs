//! One call, front to back: who, may they, how long, carry it out, send it back.

use super::{
    Shutdown,
    answer::{self, Guarded},
    auth,
    bundle::Named,
    deadline::{self, Deadline},
    limits::{Ask, Limits, Permit},
    methods::{Method, Methods},
    peer::{Peer, Spoken},
    record::Record,
    sizes::Measured,
    status::{status, status_with_retry},
};
use crate::config::Config;
use axum::{
    Router,
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use futures_util::{FutureExt, future::BoxFuture};
use std::{convert::Infallible, panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tonic::{Code, Status};
use tower::Service;
use tracing::Instrument;

/// What all calls share.
#[derive(Clone, Debug)]
pub struct Frame(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    config: Arc<Config>,
    methods: Methods,
    limits: Limits,
    shutdown: Shutdown,
}

/// A call that was let in.
struct Entry {
    permit: Option<Permit>,
    deadline: Option<Deadline>,
    gzip: bool,
}

impl Frame {
    #[must_use]
    pub fn new(config: Arc<Config>, methods: Methods, shutdown: Shutdown) -> Frame {
        let limits = Limits::new(&config);
        Frame(Arc::new(Shared { config, methods, limits, shutdown }))
    }

    #[must_use]
    pub fn methods(&self) -> &Methods {
        &self.0.methods
    }

    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.0.shutdown.is_draining()
    }

    /// What a caller may take to send a request.
    #[must_use]
    pub fn patience(&self) -> Duration {
        self.0.config.default_deadline.0
    }

    /// The largest request of a method.
    #[must_use]
    pub fn most(&self, method: &Method) -> usize {
        let Config { values, .. } = &*self.0.config;
        if method.holds_record { values.max_record.0.max(values.max_message.0) } else { values.max_message.0 }
    }

    /// Checks a call at the door, and puts what handlers need into its extensions.
    fn enter(&self, request: &mut Request, method: &Method, peer: &Peer) -> Result<Entry, Status> {
        let Shared { config, limits, shutdown, .. } = &*self.0;
        if shutdown.is_draining() && !method.own {
            return Err(shutting_down());
        }
        // Probes and tools are open to all, whatever they show.
        let callers = if method.own { auth::Callers::default() } else { auth::callers(request.headers())? };
        auth::check_server_key(config.server_key.as_ref(), method, &callers)?;
        let permit = if method.own {
            None
        } else {
            let token = callers.0.first().map(auth::Token::reveal);
            let key = peer.key(request.headers(), token, limits, config.trust_forwarded);
            request.extensions_mut().insert(key);
            Some(limits.admit(&Ask { key, http1_stream: peer.http1 && method.streams })?)
        };
        let deadline = deadline::deadline(request.headers(), method, config)?;
        let gzip = !method.streams && peer.spoken == Spoken::Grpc && answer::reads_gzip(request.headers());
        request.extensions_mut().insert(callers.without_key(config.server_key.as_ref()));
        if let Some(deadline) = deadline {
            request.extensions_mut().insert(deadline);
        }
        Ok(Entry { permit, deadline, gzip })
    }

    /// Runs the handler until it answers, its time is up, or everything ends. Dropping it is how a handler hears of it.
    async fn carry_out(
        &self,
        run: impl Future<Output = Response>,
        method: &Method,
        peer: &Peer,
        deadline: Option<Deadline>,
    ) -> Result<Response, Status> {
        tokio::select! {
            biased;
            done = AssertUnwindSafe(run).catch_unwind() => done.map_err(|_| {
                // The panic itself was already told on stderr, with its place.
                status(Code::Internal, "BUG", "the server made a mistake here; this call had no effect beyond it", &[])
            }),
            () = until(deadline) => Err(deadline::exceeded(method)),
            () = peer.cut.cancelled() => Err(self.ended()),
        }
    }

    /// When a stream has to end, and with which words.
    fn ender(
        &self,
        method: Arc<Method>,
        peer: Peer,
        deadline: Option<Deadline>,
    ) -> BoxFuture<'static, Status> {
        let (frame, streams) = (self.clone(), self.0.shutdown.streams_token());
        Box::pin(async move {
            tokio::select! {
                () = until(deadline) => deadline::exceeded(&method),
                () = streams.cancelled() => shutting_down(),
                () = peer.cut.cancelled() => frame.ended(),
            }
        })
    }

    /// One call: whatever runs the handler, all else is the same.
    async fn answer<R>(&self, peer: Peer, mut request: Request, run: impl FnOnce(Request) -> R) -> Response
    where
        R: Future<Output = Response>,
    {
        let method = self.methods().find_or_stranger(request.uri().path());
        let record = Record::begin(&method, &peer, request.headers(), self.0.config.otlp.is_some());
        let entry = match self.enter(&mut request, &method, &peer) {
            Ok(entry) => entry,
            Err(status) => return answer::refusal(status, record),
        };
        let most = self.most(&method);
        // Reflection asks several times in one call; only single messages are measured.
        let request = if method.own {
            request
        } else {
            let (method, patience) = (method.clone(), self.patience());
            request.map(|body| axum::body::Body::new(Measured::new(body, most, method, patience)))
        };
        let run = run(request).instrument(record.span());
        let response = match self.carry_out(run, &method, &peer, entry.deadline).await {
            Ok(response) => response,
            Err(status) => return answer::refusal(status, record),
        };
        if let Some(status) = answer::settled(&response, most) {
            return answer::headers_only(response, record, &status);
        }
        if method.streams {
            let ender = self.ender(method, peer, entry.deadline);
            return Guarded::respond(response, record, entry.permit, ender);
        }
        answer::whole(response, record, entry.gzip).await
    }

    fn ended(&self) -> Status {
        if self.is_draining() { shutting_down() } else { too_old() }
    }
}

/// One call, as a layer around the services.
pub async fn call(State(frame): State<Frame>, request: Request, next: Next) -> Response {
    frame.answer(Peer::of(&request), request, |request| next.run(request)).await
}

/// The services with nothing but the frame around them: the short way for what is gRPC anyhow. Each layer for
/// browsers and JSON is copied for every call.
#[derive(Clone, Debug)]
pub struct Direct {
    pub frame: Frame,
    pub named: Arc<Named>,
    /// For those that are not ours: health, reflection, and whatever is none.
    pub others: Router,
}

impl Direct {
    /// Whether a call needs no more than this.
    #[must_use]
    pub fn takes<B>(&self, peer: &Peer, request: &http::Request<B>) -> bool {
        peer.spoken == Spoken::Grpc && !peer.http1 && !request.headers().contains_key(http::header::ORIGIN)
    }

    pub async fn call(&self, peer: Peer, request: Request) -> Response {
        let run = |request: Request| async move {
            match self.named.find(request.uri().path()) {
                Some(called) => called(request).await,
                None => {
                    let strange = self.others.clone().call(request).await;
                    strange.unwrap_or_else(|never: Infallible| match never {})
                }
            }
        };
        self.frame.answer(peer, request, run).await
    }
}

/// What a caller hears while the server stops.
#[must_use]
pub fn shutting_down() -> Status {
    let message = "this server is shutting down; try again, another one may answer";
    status_with_retry(Code::Unavailable, "SHUTTING_DOWN", message, &[], Duration::from_secs(1))
}

fn too_old() -> Status {
    let message = "this connection has grown old; connect again and go on";
    status_with_retry(Code::Unavailable, "CONNECTION_AGE", message, &[], Duration::ZERO)
}

async fn until(deadline: Option<Deadline>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.0.into()).await,
        None => std::future::pending().await,
    }
}
