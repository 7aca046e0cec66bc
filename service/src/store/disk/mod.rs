//! The durable store: one redb file in a folder, one process at a time, one thread that writes.
//!
//! Appends wait in a bounded queue; the thread in [`writer`] makes one commit of what waits. Reads see the last commit
//! and disturb nobody. Jobs are held in memory beside the file, so that claims cost no disk and leases end with the
//! process.

mod tables;
#[cfg(test)]
mod tests;
mod writer;

use super::{
    Answered, Append, Claim, Entry, Filter, Head, JobChange, Lease, MatchId, Store, StoreError, jobs::Jobs,
    lock, new_secret, watchers::Watchers,
};
use async_trait::async_trait;
use redb::{Builder, Database, ReadTransaction, ReadableDatabase, StorageBackend};
use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
    thread,
};
use tables::Label;
use tokio::sync::{mpsc, oneshot, watch};
use writer::Task;

/// The file of the store in its folder.
pub const FILE: &str = "understudy.redb";

/// Appends that may wait for the writer; the next ones wait to be let in.
const QUEUE_MAX: usize = 1_024;
/// Memory for pages of the file where nobody says otherwise. It fills as the file grows, and no further: whatever is
/// written stays in it until it is full.
const CACHE_BYTES: usize = 32 << 20;
/// A read of more rows leaves the threads that serve calls. So many cost less than changing threads does.
const ROWS_INLINE: usize = 64;

pub struct DiskStore {
    shared: Arc<Shared>,
    /// `None` once closed.
    queue: Mutex<Option<mpsc::Sender<Task>>>,
    writer: Mutex<Option<thread::JoinHandle<()>>>,
    /// Ends when the writer does.
    ended: watch::Receiver<()>,
    secret: [u8; 32],
}

/// What callers and the writer share.
pub struct Shared {
    /// `None` once closed.
    db: RwLock<Option<Database>>,
    jobs: Mutex<Jobs>,
    watchers: Watchers,
    /// Why nothing can be written any more.
    broken: OnceLock<StoreError>,
}

impl Shared {
    fn with<T>(&self, act: impl FnOnce(&Database) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let db = self.db.read().unwrap_or_else(PoisonError::into_inner);
        act(db.as_ref().ok_or(StoreError::Closed)?)
    }

    fn read<T>(&self, act: impl FnOnce(&ReadTransaction) -> Result<T, redb::Error>) -> Result<T, StoreError> {
        self.with(|db| act(&db.begin_read().map_err(broken)?).map_err(broken))
    }

    fn check(&self) -> Result<(), StoreError> {
        self.broken.get().map_or(Ok(()), |why| Err(why.clone()))
    }

    /// Nothing is written after this.
    fn breaks(&self, why: StoreError) -> StoreError {
        self.broken.get_or_init(|| why).clone()
    }
}

impl DiskStore {
    /// Opens the store in a folder, which is made if it is not there. Blocks while it reads the jobs.
    ///
    /// # Errors
    /// With a sentence that says what to do: another process has it, it was written by a newer version, it cannot be
    /// read or written.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, CACHE_BYTES)
    }

    /// With so much memory for pages of the file.
    ///
    /// # Errors
    /// As [`DiskStore::open`].
    pub fn open_with(folder: &Path, cache_bytes: usize) -> Result<Self, StoreError> {
        let file = open_file(folder).map_err(|why| {
            StoreError::Broken(format!("{} cannot be opened: {why}", folder.join(FILE).display()))
        })?;
        let db = Builder::new()
            .set_cache_size(cache_bytes)
            .create_file(file)
            .map_err(|why| unopened(folder, why.into()))?;
        Self::start(db)
    }

    /// The store on a disk of somebody's making: one that fails, or is as slow as a measurement wants it.
    ///
    /// # Errors
    /// As [`DiskStore::open`].
    pub fn open_on(disk: impl StorageBackend) -> Result<Self, StoreError> {
        let db = Builder::new().set_cache_size(CACHE_BYTES).create_with_backend(disk);
        Self::start(db.map_err(broken)?)
    }

    fn start(db: Database) -> Result<Self, StoreError> {
        let secret = labelled(&db)?;
        let mut jobs = Jobs::default();
        for (id, job) in tables::jobs(&db.begin_read().map_err(broken)?).map_err(broken)? {
            jobs.change(id, JobChange::Set(job));
        }
        let shared = Arc::new(Shared {
            db: RwLock::new(Some(db)),
            jobs: Mutex::new(jobs),
            watchers: Watchers::default(),
            broken: OnceLock::new(),
        });
        let (queue, tasks) = mpsc::channel(QUEUE_MAX);
        let (alive, ended) = watch::channel(());
        let theirs = Arc::clone(&shared);
        let writer = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                let _alive = alive;
                writer::run(&theirs, tasks);
            })
            .map_err(|why| StoreError::Broken(format!("the writing thread cannot be started: {why}")))?;
        let (queue, writer) = (Mutex::new(Some(queue)), Mutex::new(Some(writer)));
        Ok(DiskStore { shared, queue, writer, ended, secret })
    }

    /// Queues a task, waiting for room, and waits for its answer.
    async fn ask<T>(&self, task: impl FnOnce(writer::Answer<T>) -> Task + Send) -> Result<T, StoreError> {
        let queue = lock(&self.queue).clone().ok_or(StoreError::Closed)?;
        let (answer, answered) = oneshot::channel();
        let gone = || StoreError::Broken("the writing thread has stopped; start again".to_owned());
        queue.send(task(answer)).await.map_err(|_| gone())?;
        drop(queue);
        answered.await.map_err(|_| gone())?
    }

    /// Reads so many rows where they do not keep others waiting.
    async fn rows<T: Send + 'static>(
        &self,
        rows: usize,
        act: impl FnOnce(&ReadTransaction) -> Result<T, redb::Error> + Send + 'static,
    ) -> Result<T, StoreError> {
        if rows <= ROWS_INLINE {
            return self.shared.read(act);
        }
        let shared = Arc::clone(&self.shared);
        let read = tokio::task::spawn_blocking(move || shared.read(act)).await;
        read.unwrap_or_else(|why| Err(StoreError::Broken(format!("a read was cut off: {why}"))))
    }

    fn with_jobs<T>(&self, act: impl FnOnce(&mut Jobs) -> T) -> Result<T, StoreError> {
        // After a close the jobs are still there, but no longer anybody's.
        if lock(&self.queue).is_none() {
            return Err(StoreError::Closed);
        }
        Ok(act(&mut lock(&self.shared.jobs)))
    }
}

/// Only the owner may read it: it holds the secret that tokens follow from.
fn open_file(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(folder.join(FILE))?;
    // Else the name of a new file may be lost with the power, and with it all that was written into it.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(file)
}

/// Checks what the file says of itself, or founds a new store in it; gives its secret.
fn labelled(db: &Database) -> Result<[u8; 32], StoreError> {
    let refused = |why: String| Err(StoreError::Broken(why));
    match tables::label(&db.begin_read().map_err(broken)?).map_err(broken)? {
        Label::Blank => {
            let secret = new_secret()?;
            let tx = db.begin_write().map_err(broken)?;
            tables::found(&tx, tables::FORMAT, &secret).map_err(broken)?;
            tx.commit().map_err(broken)?;
            Ok(secret)
        }
        Label::Foreign => refused(format!("{FILE} is a database of another program; name another folder")),
        Label::Ours { format, .. } if format > tables::FORMAT => refused(format!(
            "{FILE} has format {format}, written by a newer version; this one knows up to {}",
            tables::FORMAT
        )),
        Label::Ours { secret: Some(secret), .. } => Ok(secret),
        Label::Ours { secret: None, .. } => refused(format!("{FILE} has lost its secret; restore a copy")),
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // Not our enum; most of it cannot happen here.
fn unopened(folder: &Path, why: redb::Error) -> StoreError {
    let file = folder.join(FILE);
    let file = file.display();
    StoreError::Broken(match why {
        redb::Error::DatabaseAlreadyOpen => {
            format!("another process has {file} open; stop it, or name another folder")
        }
        redb::Error::Io(why) if why.kind() == io::ErrorKind::InvalidData => {
            format!("{file} is no store ({why}); name another folder")
        }
        why => format!("{file}: {}", broken(why)),
    })
}

/// What the file's library says, as a sentence with what to do.
#[allow(clippy::wildcard_enum_match_arm)] // Not our enum; most of it cannot happen here.
fn broken(why: impl Into<redb::Error>) -> StoreError {
    StoreError::Broken(match why.into() {
        redb::Error::Io(why) if why.kind() == io::ErrorKind::StorageFull => {
            "the disk is full; make room, then start again".to_owned()
        }
        redb::Error::Io(why) => format!("the file cannot be read or written: {why}"),
        redb::Error::PreviousIo => "an earlier read or write failed; start again".to_owned(),
        redb::Error::Corrupted(what) => format!("the file is damaged ({what}); restore a copy"),
        why => why.to_string(),
    })
}

#[async_trait]
impl Store for DiskStore {
    async fn append(&self, append: Append) -> Result<u64, StoreError> {
        self.ask(|answer| Task::Append(append, answer)).await
    }

    async fn read(&self, id: MatchId, from: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let read = self.rows(limit, move |tx| tables::read(tx, id, from, limit)).await?;
        read.ok_or(StoreError::Missing)
    }

    async fn head(&self, id: MatchId) -> Result<Option<(u64, Head)>, StoreError> {
        self.shared.read(|tx| tables::head(tx, id))
    }

    async fn find_request(&self, scope: u128, id: u128) -> Result<Option<Answered>, StoreError> {
        self.shared.read(|tx| tables::find_request(tx, scope, id))
    }

    async fn list(
        &self,
        filter: &Filter,
        before: Option<MatchId>,
        limit: usize,
    ) -> Result<Vec<(MatchId, u64, Head)>, StoreError> {
        let filter = filter.clone();
        self.rows(limit, move |tx| tables::list(tx, &filter, before, limit)).await
    }

    async fn remove(&self, id: MatchId, version: u64) -> Result<bool, StoreError> {
        self.ask(|answer| Task::Remove(id, version, answer)).await
    }

    async fn claim(&self, now_ms: u64, lease_ms: u64, limit: usize) -> Result<Vec<Claim>, StoreError> {
        self.with_jobs(|jobs| jobs.claim(now_ms, lease_ms, limit))
    }

    async fn extend(&self, id: MatchId, lease: Lease, until_ms: u64) -> Result<bool, StoreError> {
        self.with_jobs(|jobs| jobs.extend(id, lease, until_ms))
    }

    async fn release(&self, id: MatchId, lease: Lease) -> Result<bool, StoreError> {
        self.with_jobs(|jobs| jobs.release(id, lease))
    }

    async fn finish(&self, id: MatchId, lease: Lease) -> Result<bool, StoreError> {
        self.ask(|answer| Task::Finish(id, lease, answer)).await
    }

    async fn next_due(&self, now_ms: u64) -> Result<Option<u64>, StoreError> {
        self.with_jobs(|jobs| jobs.next_due(now_ms))
    }

    fn watch(&self, id: MatchId) -> watch::Receiver<u64> {
        let newest = || self.shared.read(|tx| tables::version(tx, id)).unwrap_or(0);
        self.shared.watchers.watch(id, newest)
    }

    async fn secret(&self) -> Result<[u8; 32], StoreError> {
        self.with_jobs(|_| self.secret)
    }

    async fn blob_put(&self, key: &str, body: Vec<u8>) -> Result<(), StoreError> {
        self.ask(|answer| Task::Blob(key.to_owned(), Some(body), answer)).await.map(|_| ())
    }

    async fn blob_get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared.read(|tx| tables::blob(tx, key))
    }

    async fn blob_remove(&self, key: &str) -> Result<bool, StoreError> {
        self.ask(|answer| Task::Blob(key.to_owned(), None, answer)).await
    }

    async fn blob_list(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let (prefix, after) = (prefix.to_owned(), after.map(str::to_owned));
        self.rows(limit, move |tx| tables::blobs(tx, &prefix, after.as_deref(), limit)).await
    }

    async fn close(&self) {
        lock(&self.queue).take();
        // Who was let in holds the queue open until answered.
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
        self.shared.watchers.close();
        let shared = Arc::clone(&self.shared);
        // Waits for reads under way, and writes what a quick start needs.
        let shut = tokio::task::spawn_blocking(move || {
            shared.db.write().unwrap_or_else(PoisonError::into_inner).take();
        });
        shut.await.ok();
    }
}

impl Drop for DiskStore {
    /// The folder is free again when the store is gone, closed or not.
    fn drop(&mut self) {
        lock(&self.queue).take();
        if let Some(writer) = lock(&self.writer).take() {
            writer.join().ok();
        }
    }
}
