//! The server on a disk that is made slower, to the speed that a target names.

use redb::{StorageBackend, backends::FileBackend};
use service::{
    config::{Config, Settings},
    grpc,
    server::{self, App, Shutdown},
    store::{DiskStore, Store},
    telemetry::Metrics,
};
use std::{
    fs, io,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use tokio::net::TcpListener;

/// A file whose every sync takes at least so long.
#[derive(Debug)]
struct Slow {
    file: FileBackend,
    sync: Duration,
}

impl StorageBackend for Slow {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }
    fn sync_data(&self) -> io::Result<()> {
        let begun = Instant::now();
        self.file.sync_data()?;
        thread::sleep(self.sync.saturating_sub(begun.elapsed()));
        Ok(())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write(offset, data)
    }
    fn close(&self) -> io::Result<()> {
        self.file.close()
    }
}

/// Serves with a durable store on a disk that does no more than `syncs` syncs a second, until the process is ended.
///
/// # Errors
/// If the store or the server cannot be started.
pub fn serve(folder: &Path, syncs: f64) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(run(folder, Duration::from_secs_f64(1.0 / syncs))).map_err(|why| why.to_string())
}

async fn run(folder: &Path, sync: Duration) -> Result<(), Box<dyn std::error::Error>> {
    fs::create_dir_all(folder)?;
    let mut options = fs::OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(folder.join("slow.redb"))?;
    let store: Arc<dyn Store> = Arc::new(DiskStore::open_on(Slow { file: FileBackend::new(file)?, sync })?);
    let app = App {
        config: Arc::new(Config::check(Settings::default(), None)?),
        store,
        shutdown: Shutdown::default(),
        metrics: Metrics::new(),
    };
    let services = grpc::routes(&app).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on http://{}", listener.local_addr()?);
    Ok(server::run(listener, app, services).await?)
}
