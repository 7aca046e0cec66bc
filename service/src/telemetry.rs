//! What the server says of itself: log lines, metrics for Prometheus, spans for a collector, and pages for probes.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::{
    config::{Config, LogFormat},
    server::Shutdown,
};
use axum::{Router, http::StatusCode, routing::get};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::WithExportConfig;
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
    core::{Collector, Desc},
    proto::MetricFamily,
};
use std::{
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tonic::Code;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{EnvFilter, Layer, layer::SubscriberExt, util::SubscriberInitExt};

/// From a tenth of a millisecond to a minute: calls take microseconds, thoughts take seconds.
const SECONDS: [f64; 14] =
    [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0];

/// Why nothing can be told.
#[derive(Debug, thiserror::Error)]
pub enum BadTelemetry {
    #[error("--log {found}: {why}; expected a level such as `info`, or `warn,service::server=debug`")]
    Filter { found: String, why: String },
    #[error("--otlp {found}: {why}; expected the address of a collector such as http://localhost:4317")]
    Otlp { found: String, why: String },
}

/// Keeps logs and spans flowing; what waits is written when it is dropped.
#[must_use]
pub struct Telemetry {
    _lines: WorkerGuard,
    spans: Option<SdkTracerProvider>,
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Some(spans) = &self.spans
            && let Err(why) = spans.shutdown()
        {
            tracing::warn!(%why, "the last spans were not sent");
        }
    }
}

/// Sets up logs to stderr, and spans to a collector if one is named. Must run inside a tokio runtime, once a process.
///
/// # Errors
/// If the filter or the collector's address cannot be read.
pub fn start(config: &Config) -> Result<Telemetry, BadTelemetry> {
    let filter = EnvFilter::try_new(&config.log)
        .map_err(|why| BadTelemetry::Filter { found: config.log.clone(), why: why.to_string() })?;
    // Lossy: whoever does not read our lines must not stop the server, which a blocked pipe would.
    let (out, lines) = NonBlockingBuilder::default().lossy(true).finish(io::stderr());
    let format = tracing_subscriber::fmt::layer().with_writer(out);
    let format = match config.log_format {
        LogFormat::Text => format.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).boxed(),
        LogFormat::Json => format.json().flatten_event(true).boxed(),
    };
    let spans =
        config.otlp.as_deref().map(|url| check_collector(url).and_then(|()| collector(url))).transpose()?;
    let exported =
        spans.as_ref().map(|spans| tracing_opentelemetry::layer().with_tracer(spans.tracer("understudy")));
    // A second call in one process (tests) keeps the first set-up.
    if tracing_subscriber::registry().with(exported).with(format.with_filter(filter)).try_init().is_err() {
        tracing::debug!("logs were set up before");
    }
    Ok(Telemetry { _lines: lines, spans })
}

/// What is no address of a collector gets a sentence; the library's own speaks of how it was compiled.
fn check_collector(url: &str) -> Result<(), BadTelemetry> {
    let bad = |why: &str| Err(BadTelemetry::Otlp { found: url.to_owned(), why: why.to_owned() });
    match url.parse::<http::Uri>() {
        Ok(read) if read.scheme_str() == Some("https") => {
            bad("spans are sent over plain http only, to a collector on this machine or in this network")
        }
        Ok(read) if read.scheme_str() == Some("http") && read.host().is_some_and(|host| !host.is_empty()) => {
            Ok(())
        }
        Ok(_) | Err(_) => bad("this is no URL that begins with http://"),
    }
}

fn collector(url: &str) -> Result<SdkTracerProvider, BadTelemetry> {
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_tonic()
        .with_endpoint(url)
        .build()
        .map_err(|why| BadTelemetry::Otlp { found: url.to_owned(), why: why.to_string() })?;
    let resource = Resource::builder().with_service_name("understudy").build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}

/// The registry and what the frame counts; others add their own with [`Metrics::counter`] and [`Metrics::gauge`].
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Registry,
    started: IntCounterVec,
    handled: IntCounterVec,
    seconds: HistogramVec,
    streams: IntGaugeVec,
    pub connections: IntGauge,
    ready: Arc<AtomicBool>,
}

/// The metrics of one method, found once.
#[derive(Clone, Debug)]
pub struct MethodMetrics {
    labels: [String; 3],
    started: IntCounter,
    handled: IntCounterVec,
    /// The counters of `handled` by code, once they were needed.
    by_code: Arc<[OnceLock<Option<IntCounter>>; CODES]>,
    seconds: prometheus::Histogram,
    pub open_streams: IntGauge,
}

/// Statuses there are.
const CODES: usize = 17;

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

impl Metrics {
    /// # Panics
    /// Never: all names are constants, and a test makes them.
    #[must_use]
    #[allow(clippy::expect_used, reason = "all names are constants; a test makes them")]
    pub fn new() -> Metrics {
        let labels = ["grpc_type", "grpc_service", "grpc_method"];
        let with_code = ["grpc_type", "grpc_service", "grpc_method", "grpc_code"];
        let registry = Registry::new();
        let started = Opts::new("grpc_server_started_total", "Calls that were begun.");
        let handled = Opts::new("grpc_server_handled_total", "Calls that ended, by their status.");
        let seconds = HistogramOpts::new("grpc_server_handling_seconds", "How long calls took, in seconds.");
        let streams = Opts::new("understudy_open_streams", "Streams that are open now.");
        let connections = Opts::new("understudy_connections", "Connections that are open now.");
        let metrics = Metrics {
            started: IntCounterVec::new(started, &labels).expect("constant names"),
            handled: IntCounterVec::new(handled, &with_code).expect("constant names"),
            seconds: HistogramVec::new(seconds.buckets(SECONDS.to_vec()), &labels).expect("constant names"),
            streams: IntGaugeVec::new(streams, &labels).expect("constant names"),
            connections: IntGauge::with_opts(connections).expect("constant names"),
            ready: Arc::default(),
            registry,
        };
        let all: [Box<dyn Collector>; 5] = [
            Box::new(metrics.started.clone()),
            Box::new(metrics.handled.clone()),
            Box::new(metrics.seconds.clone()),
            Box::new(metrics.streams.clone()),
            Box::new(metrics.connections.clone()),
        ];
        for collector in all {
            metrics.registry.register(collector).expect("every name is there once");
        }
        metrics
    }

    /// Where other parts of the server register what they count.
    #[must_use]
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// A counter by name, also if there is one already.
    ///
    /// # Errors
    /// If the name is no name of a metric.
    pub fn counter(&self, name: &str, help: &str) -> Result<IntCounter, prometheus::Error> {
        let counter = IntCounter::new(name, help)?;
        self.registry.register(Box::new(counter.clone()))?;
        Ok(counter)
    }

    /// A gauge by name.
    ///
    /// # Errors
    /// If the name is no name of a metric, or taken.
    pub fn gauge(&self, name: &str, help: &str) -> Result<IntGauge, prometheus::Error> {
        let gauge = IntGauge::new(name, help)?;
        self.registry.register(Box::new(gauge.clone()))?;
        Ok(gauge)
    }

    /// A gauge that is read when somebody asks.
    ///
    /// # Errors
    /// If the name is no name of a metric, or taken.
    pub fn watched(
        &self,
        name: &str,
        help: &str,
        read: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Result<(), prometheus::Error> {
        let watched = Watched { gauge: IntGauge::new(name, help)?, read };
        self.registry.register(Box::new(watched))
    }

    /// The metrics of a method by its path, `/package.Service/Method`.
    #[must_use]
    pub fn method(&self, path: &str, streams: bool) -> MethodMetrics {
        let (service, method) =
            path.trim_start_matches('/').split_once('/').unwrap_or(("unknown", "unknown"));
        let kind = if streams { "server_stream" } else { "unary" };
        let labels = [kind.to_owned(), service.to_owned(), method.to_owned()];
        MethodMetrics {
            started: self.started.with_label_values(&labels),
            seconds: self.seconds.with_label_values(&labels),
            open_streams: self.streams.with_label_values(&labels),
            handled: self.handled.clone(),
            by_code: Arc::default(),
            labels,
        }
    }

    pub(crate) fn set_ready(&self, ready: bool) {
        self.ready.store(ready, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }

    /// All there is, as Prometheus reads it.
    #[must_use]
    pub fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}

/// Always as it is now, without anybody who has to keep it so.
struct Watched<F> {
    gauge: IntGauge,
    read: F,
}

impl<F: Fn() -> i64 + Send + Sync> Collector for Watched<F> {
    fn desc(&self) -> Vec<&Desc> {
        self.gauge.desc()
    }
    fn collect(&self) -> Vec<MetricFamily> {
        self.gauge.set((self.read)());
        self.gauge.collect()
    }
}

impl MethodMetrics {
    pub(crate) fn begun(&self) {
        self.started.inc();
    }

    pub(crate) fn ended(&self, code: Code, took: Duration) {
        let found = || {
            let [kind, service, method] = &self.labels;
            self.handled.get_metric_with_label_values(&[kind, service, method, code_name(code)]).ok()
        };
        let handled = self.by_code.get(code as usize).map(|known| known.get_or_init(found));
        if let Some(Some(handled)) = handled {
            handled.inc();
        }
        self.seconds.observe(took.as_secs_f64());
    }
}

/// A code as go-grpc-middleware writes it, so that boards made for it work.
#[must_use]
pub const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "Canceled",
        Code::Unknown => "Unknown",
        Code::InvalidArgument => "InvalidArgument",
        Code::DeadlineExceeded => "DeadlineExceeded",
        Code::NotFound => "NotFound",
        Code::AlreadyExists => "AlreadyExists",
        Code::PermissionDenied => "PermissionDenied",
        Code::ResourceExhausted => "ResourceExhausted",
        Code::FailedPrecondition => "FailedPrecondition",
        Code::Aborted => "Aborted",
        Code::OutOfRange => "OutOfRange",
        Code::Unimplemented => "Unimplemented",
        Code::Internal => "Internal",
        Code::Unavailable => "Unavailable",
        Code::DataLoss => "DataLoss",
        Code::Unauthenticated => "Unauthenticated",
    }
}

/// The pages of the second port: /metrics, /readyz (may calls come?) and /healthz (does the process live?).
pub fn pages(metrics: Metrics) -> Router {
    let ready = metrics.clone();
    let readyz = move || async move {
        if ready.is_ready() {
            (StatusCode::OK, "ready\n")
        } else {
            (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
        }
    };
    let text = move || async move { ([("content-type", "text/plain; version=0.0.4")], metrics.text()) };
    Router::new()
        .route("/metrics", get(text))
        .route("/readyz", get(readyz))
        .route("/healthz", get(|| async { "ok\n" }))
        .fallback(|| async { (StatusCode::NOT_FOUND, "there are /metrics, /readyz and /healthz\n") })
}

/// Serves the pages until everything else has ended: probes ask to the last.
pub async fn serve_pages(listener: tokio::net::TcpListener, metrics: Metrics, stop: Shutdown) {
    let served =
        axum::serve(listener, pages(metrics)).with_graceful_shutdown(async move { stop.over().await });
    if let Err(why) = served.await {
        tracing::error!(%why, "the pages for metrics and probes ended");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_under_the_names_boards_expect() {
        let metrics = Metrics::new();
        let method = metrics.method("/understudy.v1.CatalogService/ListGames", false);
        method.begun();
        method.ended(Code::NotFound, Duration::from_millis(2));
        let text = metrics.text();
        let labels =
            "grpc_method=\"ListGames\",grpc_service=\"understudy.v1.CatalogService\",grpc_type=\"unary\"";
        assert!(text.contains(&format!("grpc_server_started_total{{{labels}}} 1")), "{text}");
        assert!(text.contains("grpc_code=\"NotFound\""), "{text}");
        assert!(
            text.contains(&format!("grpc_server_handling_seconds_bucket{{{labels},le=\"0.003\"}} 1")),
            "{text}"
        );
    }

    #[test]
    fn a_collector_is_named_by_a_whole_url() {
        assert!(check_collector("http://localhost:4317").is_ok());
        for wrong in ["localhost:4317", "localhost", "ftp://x", "http://", "/x", ""] {
            let told = check_collector(wrong).unwrap_err().to_string();
            assert!(told.contains("begins with http://") && told.contains("http://localhost:4317"), "{told}");
        }
        assert!(check_collector("https://x:4317").unwrap_err().to_string().contains("plain http only"));
    }

    #[test]
    fn a_name_that_is_taken_is_refused_not_mixed_up() {
        let metrics = Metrics::new();
        metrics.counter("understudy_searches_total", "Searches.").unwrap().inc();
        assert!(metrics.gauge("understudy_searches_total", "Other.").is_err());
        assert!(metrics.gauge("no name", "Other.").is_err());
        assert!(metrics.text().contains("understudy_searches_total 1"));
    }
}
