//! The server around the services: one port for gRPC, gRPC-Web, JSON and a page.
//!
//! Reading order: this file (from settings to a running server, and its end), [`pipeline`] (one call, front to back) with
//! [`auth`], [`limits`], [`deadline`], [`sizes`], [`answer`] and [`record`]; [`listen`] (connections) with [`calls`],
//! [`tls`] and [`peer`]; [`json`] and [`page`] for those who do not speak gRPC.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod answer;
pub mod auth;
pub mod bundle;
pub mod calls;
pub mod deadline;
pub mod first_words;
pub mod json;
pub mod json_error;
pub mod limits;
pub mod listen;
pub mod methods;
pub mod page;
pub mod peer;
pub mod pipeline;
pub mod record;
pub mod shutdown;
pub mod sizes;
pub mod start;
pub mod status;
pub mod tls;

pub use auth::{Callers, Token};
pub use bundle::Bundle;
pub use deadline::Deadline;
pub use shutdown::Shutdown;
pub use start::serve;

use crate::{
    config::{BadConfig, Config},
    store::{Store, StoreError},
    telemetry::{BadTelemetry, Metrics},
};
use axum::{Router, http::StatusCode, middleware, routing::get};
use http::{HeaderName, Method as Verb, header};
use json::Json;
use json_error::Details;
use listen::Door;
use methods::{BadDescriptor, Methods};
use pipeline::{Direct, Frame};
use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    time::{Instant, timeout_at},
};
use tokio_util::task::TaskTracker;
use tonic_health::{ServingStatus, server::HealthReporter};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

/// Streams may say their last words for so long; a watch with a resume token needs a moment, no more.
const STREAM_PATIENCE: Duration = Duration::from_secs(1);
/// After everything was ended, connections get this to send it.
const CUT_PATIENCE: Duration = Duration::from_secs(1);

/// What every service may need; cheap to clone.
#[derive(Clone)]
pub struct App {
    pub config: Arc<Config>,
    pub store: Arc<dyn Store>,
    pub shutdown: Shutdown,
    pub metrics: Metrics,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Config(#[from] BadConfig),
    #[error(transparent)]
    Telemetry(#[from] BadTelemetry),
    #[error(transparent)]
    Tls(#[from] tls::BadTls),
    #[error(transparent)]
    Descriptor(#[from] BadDescriptor),
    #[error("the description of the API cannot be shown to tools: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
    #[error("--cors-origins {0}: expected an origin such as https://example.org, or `*`")]
    Origin(String),
    #[error(
        "{address} is taken, perhaps by a server that still runs; stop it, or choose another place with {flag} {}",
        beside(*address)
    )]
    Taken { address: SocketAddr, flag: &'static str },
    #[error("cannot listen on {address}: {why}; choose another place with {flag} 127.0.0.1:50051")]
    Listen { address: SocketAddr, flag: &'static str, why: io::Error },
    #[error("matches cannot be kept in {}: {why}; choose another folder with --data DIR, or none with --in-memory", folder.display())]
    Data { folder: PathBuf, why: StoreError },
    #[error("matches cannot be kept: {0}")]
    Store(#[from] StoreError),
    #[error("the runtime cannot be started: {0}")]
    Runtime(io::Error),
    #[error("signals cannot be heard: {0}")]
    Signals(io::Error),
    #[error("the terminal cannot be written to: {0}")]
    Terminal(io::Error),
}

/// An address nearby that may be free.
fn beside(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip(), address.port().checked_add(10).unwrap_or(50051))
}

/// Serves until the end is asked for with [`Shutdown::begin`], and ends in order: health says NOT_SERVING, no new calls,
/// running ones finish, streams are ended, what is left is cut, hooks run.
///
/// # Errors
/// If the settings cannot be carried out; never once it serves.
pub async fn run(listener: TcpListener, app: App, services: Bundle) -> Result<(), Error> {
    let names = services.names().to_vec();
    let (health, router, direct) = wire(&app, services)?;
    let tls = tls::acceptor(&app.config)?;
    let ways = (router, direct);
    let door = Door::new(ways, tls, app.config.clone(), app.shutdown.clone(), app.metrics.clone());
    set_health(&health, &names, ServingStatus::Serving).await;
    app.metrics.set_ready(true);
    let opened = tokio::spawn(door.open(listener));
    app.shutdown.asked().await;
    app.metrics.set_ready(false);
    set_health(&health, &names, ServingStatus::NotServing).await;
    app.shutdown.start_draining();
    if let Ok(connections) = opened.await {
        drain(&connections, &app.shutdown, app.config.shutdown_grace.0).await;
    }
    app.shutdown.run_hooks().await;
    Ok(())
}

/// What can be wrong with settings beyond themselves, found before anything starts: files and origins.
///
/// # Errors
/// With a sentence that names the flag.
pub fn check(config: &Config) -> Result<(), Error> {
    tls::acceptor(config)?;
    cors(config).map(drop)
}

async fn set_health(health: &HealthReporter, names: &[&'static str], status: ServingStatus) {
    // The empty name is the server as a whole.
    for name in names.iter().chain(&[""]) {
        health.set_service_status(name, status).await;
    }
}

/// Waits for connections to end; ends streams after a moment and everything after the grace.
async fn drain(connections: &TaskTracker, shutdown: &Shutdown, grace: Duration) {
    let begun = Instant::now();
    if timeout_at(begun + STREAM_PATIENCE.min(grace / 4), connections.wait()).await.is_ok() {
        return;
    }
    shutdown.end_streams();
    if timeout_at(begun + grace, connections.wait()).await.is_ok() {
        return;
    }
    tracing::warn!(connections = connections.len(), "some calls did not end in time and are cut");
    shutdown.end_everything();
    // A connection that hears nobody is left behind: the process ends anyway.
    let _ = timeout_at(Instant::now() + CUT_PATIENCE, connections.wait()).await;
}

/// All on one router. Each layer wraps those above it.
fn wire(app: &App, services: Bundle) -> Result<(HealthReporter, Router, Direct), Error> {
    let methods = Methods::new(&app.metrics)?;
    let frame = Frame::new(app.config.clone(), methods, app.shutdown.clone());
    let (health, health_service) = tonic_health::server::health_reporter();
    let named = Arc::new(services.named());
    let mut services = services.into_routes().add_service(health_service);
    if app.config.reflection {
        services = services.add_service(reflection().build_v1()?).add_service(reflection().build_v1alpha()?);
    }
    let json = Json { frame: frame.clone(), details: Details::new()? };
    let alive = frame.clone();
    let healthz = move || async move {
        if alive.is_draining() {
            (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
        } else {
            (StatusCode::OK, "ok\n")
        }
    };
    let services = services.into_axum_router();
    let direct = Direct { frame: frame.clone(), named, others: services.clone().with_state(()) };
    let router = services
        .layer(middleware::from_fn_with_state(frame, pipeline::call))
        .layer(tonic_web::GrpcWebLayer::new())
        .layer(middleware::from_fn_with_state(json, json::json))
        .route("/", get(page::page))
        .route("/healthz", get(healthz))
        .layer(cors(&app.config)?)
        .with_state(());
    Ok((health, router, direct))
}

fn reflection() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(proto::DESCRIPTOR)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
}

/// Tokens come in a header that pages set themselves, never in cookies: a strange page can call, but as nobody.
fn cors(config: &Config) -> Result<CorsLayer, Error> {
    let origins = if config.cors_origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        let read = |origin: &String| origin.parse().map_err(|_| Error::Origin(origin.clone()));
        AllowOrigin::list(config.cors_origins.iter().map(read).collect::<Result<Vec<_>, _>>()?)
    };
    let shown = ["grpc-status", "grpc-message", "grpc-status-details-bin", record::REQUEST_ID];
    Ok(CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Verb::GET, Verb::POST])
        // A star would leave out `authorization`.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(
            shown.map(HeaderName::from_static).into_iter().chain([header::RETRY_AFTER]).collect::<Vec<_>>(),
        )
        .max_age(Duration::from_secs(7200)))
}
