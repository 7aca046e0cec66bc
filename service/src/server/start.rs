//! From settings to a running process: store, ports, a first call to paste, signals.

use super::{App, Bundle, Error, Shutdown, run};
use crate::{
    config::{Config, ServeArgs},
    grpc,
    store::{DiskStore, MemoryStore, Store},
    telemetry::{self, Metrics},
};
use std::{
    io::{self, Write},
    net::SocketAddr,
    process,
    sync::Arc,
};
use tokio::net::TcpListener;

/// How a process says that a signal ended it at once.
const ENDED_BY_SIGNAL: i32 = 130;

/// Threads for what takes its time: reading from the store, playing matches again. Each of them costs megabytes, as the
/// allocator keeps memory for every thread; where more is asked for at once than the cores can do, it waits in line.
const ASIDE_MAX: usize = 16;

/// `understudy serve`.
///
/// # Errors
/// With a sentence that says what to do about it.
pub fn command(args: ServeArgs) -> Result<(), Error> {
    let print = args.print_config;
    let config = Config::read(args)?;
    if print {
        return write!(anstream::stdout(), "{}", config.to_file()?).map_err(Error::Terminal);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(ASIDE_MAX)
        .enable_all()
        .build()
        .map_err(Error::Runtime)?;
    runtime.block_on(serve(config))
}

/// Serves with these settings until a signal ends it.
///
/// # Errors
/// If a port is taken, a file is missing or the store cannot be opened.
pub async fn serve(config: Config) -> Result<(), Error> {
    let telemetry = telemetry::start(&config)?;
    super::check(&config)?;
    let listener = bind(config.listen.0, "--listen").await?;
    let pages = bind_pages(&config).await?;
    let app = App {
        store: open_store(&config)?,
        shutdown: Shutdown::default(),
        metrics: Metrics::new(),
        config: Arc::new(config),
    };
    let services = grpc::routes(&app).await?;
    let at = listener.local_addr().unwrap_or(app.config.listen.0);
    welcome(&app.config, at, pages.as_ref(), &services).map_err(Error::Terminal)?;
    if let Some(pages) = pages {
        tokio::spawn(telemetry::serve_pages(pages, app.metrics.clone(), app.shutdown.clone()));
    }
    listen_to_signals(app.shutdown.clone()).map_err(Error::Signals)?;
    let store = app.store.clone();
    // Registered last, so that it runs last: whoever stops before it may still write.
    app.shutdown.on_shutdown("store", async move { store.close().await });
    let served = run(listener, app, services).await;
    tracing::info!("stopped");
    drop(telemetry);
    served
}

fn open_store(config: &Config) -> Result<Arc<dyn Store>, Error> {
    if config.in_memory {
        return Ok(Arc::new(MemoryStore::new()?));
    }
    let opened = DiskStore::open_with(&config.data, config.store_cache.0);
    Ok(Arc::new(opened.map_err(|why| Error::Data { folder: config.data.clone(), why })?))
}

async fn bind(address: SocketAddr, flag: &'static str) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(|why| {
        if why.kind() == io::ErrorKind::AddrInUse {
            Error::Taken { address, flag }
        } else {
            Error::Listen { address, flag, why }
        }
    })
}

/// The second port. If nobody asked for it and it is taken, as by a second server, the first port is what counts.
async fn bind_pages(config: &Config) -> Result<Option<TcpListener>, Error> {
    let Some(address) = config.metrics_listen.0 else { return Ok(None) };
    match bind(address.0, "--metrics-listen").await {
        Ok(listener) => Ok(Some(listener)),
        Err(why) if config.metrics_wanted => Err(why),
        Err(why) => {
            tracing::warn!("no metrics: {why}");
            Ok(None)
        }
    }
}

/// Where everything is, and a first call to paste.
fn welcome(
    config: &Config,
    at: SocketAddr,
    pages: Option<&TcpListener>,
    services: &Bundle,
) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let scheme = if config.tls_cert.is_some() { "https" } else { "http" };
    let (version, url) = (env!("CARGO_PKG_VERSION"), format!("{scheme}://{at}"));
    writeln!(out, "Understudy {version} listens on {url}  (gRPC, gRPC-Web, JSON; a page for browsers)")?;
    if config.in_memory {
        writeln!(out, "matches are kept in memory and end with this process")?;
    } else {
        writeln!(out, "matches are kept in {}", config.data.display())?;
    }
    if let Some(pages) = pages.and_then(|pages| pages.local_addr().ok()) {
        writeln!(out, "metrics and probes: http://{pages}/metrics /readyz /healthz")?;
    }
    let curl = |service: &str, method: &str, body: &str| {
        format!("  curl -H 'content-type: application/json' -d '{body}' {url}/{service}/{method}")
    };
    writeln!(out, "\nTry it:\n{}", curl("understudy.v1.CatalogService", "ListGames", "{}"))?;
    let matches = "understudy.v1.MatchService";
    if services.names().contains(&matches) {
        let body = "{\"gameId\": \"para_roles\", \"seats\": [{\"human\": {}}]}";
        writeln!(out, "{}", curl(matches, "CreateMatch", body))?;
    }
    writeln!(out, "\nCtrl-C stops it; `understudy serve --help` tells what can be set.")?;
    out.flush()
}

/// The first signal ends in order, the second at once.
fn listen_to_signals(shutdown: Shutdown) -> io::Result<()> {
    let mut signals = Signals::new()?;
    tokio::spawn(async move {
        signals.next().await;
        tracing::info!("stopping; running calls finish first, a second signal ends them");
        shutdown.begin();
        signals.next().await;
        process::exit(ENDED_BY_SIGNAL);
    });
    Ok(())
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
