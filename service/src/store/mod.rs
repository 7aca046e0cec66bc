//! Where matches are kept: an append-only log for each match, its bot job and its row in lists, in one commit.
//!
//! Reading order: this file (the trait and its words), [`jobs`] (who owes a move, and who is at it), [`watchers`],
//! [`memory`] (the trait in its plainest form), [`disk`] (the same, durable).
//!
//! # Another store behind the same trait
//! Nothing here asks for one process or one file. In PostgreSQL the tables would be
//! ```sql
//! create table matches  (id uuid primary key, version bigint, game text, running bool,
//!                        created_ms bigint, updated_ms bigint, body bytea);
//! create index on matches (id desc) where running;            -- and (game, id desc), (game, id desc) where running
//! create table events   (id uuid, version bigint, body bytea, primary key (id, version));
//! create table requests (scope uuid, request uuid, id uuid, version bigint, fingerprint bigint,
//!                        primary key (scope, request));
//! create table jobs     (id uuid primary key, due_ms bigint, body bytea, lease bigint, ready_ms bigint);
//! create index on jobs  (ready_ms);                            -- ready_ms = greatest(due_ms, leased until)
//! create table blobs    (key text primary key, body bytea);
//! ```
//! and an append one statement: `update matches set version = version + n ... where id = $1 and version = $2`
//! feeding `insert into events`, `insert into requests` and the job's change in the same `with`, with
//! `pg_notify('matches', id || ':' || version)` at its end. A claim is `update jobs set lease = nextval(...),
//! ready_ms = $now + $lease where id in (select id from jobs where ready_ms <= $now order by ready_ms limit $n for
//! update skip locked) returning *`. Hence nothing in the trait hands out references, transactions or locks.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod disk;
pub mod jobs;
pub mod memory;
#[cfg(test)]
mod tests;
pub mod watchers;

pub use disk::DiskStore;
pub use memory::MemoryStore;

use async_trait::async_trait;
use std::{fmt, str::FromStr};
use tokio::sync::watch;
use uuid::Uuid;

/// Most rows one call of [`Store::list`] or [`Store::blob_list`] gives, whatever was asked for.
pub const LIST_MAX: usize = 1_000;

/// A match; UUIDv7, so ids sort by time of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MatchId(pub u128);

impl MatchId {
    /// An id nobody else has; within a process later ones are greater.
    #[must_use]
    #[allow(clippy::new_without_default)] // A default that differs each time would surprise.
    pub fn new() -> Self {
        MatchId(Uuid::now_v7().as_u128())
    }
}

impl MatchId {
    /// Not later than any id made at this time.
    #[must_use]
    pub const fn first_at(ms: u64) -> MatchId {
        MatchId((ms as u128) << 80)
    }
    /// When it was made, in milliseconds since 1970.
    #[must_use]
    pub const fn made_ms(&self) -> u64 {
        (self.0 >> 80) as u64
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Uuid::from_u128(self.0).hyphenated().fmt(f)
    }
}

/// Text that is no [`MatchId`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no id of a match; expected a UUID such as 01890a5d-ac96-774b-bcce-b302099a8057")]
pub struct NoMatchId;

impl FromStr for MatchId {
    type Err = NoMatchId;

    fn from_str(text: &str) -> Result<Self, NoMatchId> {
        // The crate reads braces and URNs too; one form keeps ids comparable as text.
        if text.len() != uuid::fmt::Hyphenated::LENGTH {
            return Err(NoMatchId);
        }
        Uuid::try_parse(text).map(|id| MatchId(id.as_u128())).map_err(|_| NoMatchId)
    }
}

/// A request of a caller that must count once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// Keeps callers apart: a match, or a hash of the caller's key where there is no match yet.
    pub scope: u128,
    pub id: u128,
    /// Of the content, so that the same id with other content can be told from a repeat.
    pub fingerprint: u64,
}

/// What an append does to the job of its match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobChange {
    Keep,
    Clear,
    /// Also ends a lease on the job before it.
    Set(Job),
}

/// A bot owes this match a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    pub due_ms: u64,
    pub body: Vec<u8>,
}

/// A job that was handed out. All that is done with it names its lease, so that a worker that was too slow cannot
/// touch the job that came after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub id: MatchId,
    pub job: Job,
    pub lease: Lease,
}

/// Tells claims of the same match apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lease(pub u64);

/// What lists show of a match, without reading its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub game: String,
    pub running: bool,
    pub created_ms: u64,
    pub updated_ms: u64,
    pub body: Vec<u8>,
}

/// All that happens to a match at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub id: MatchId,
    /// The version before; 0: the match must not exist.
    pub expected: u64,
    /// One for each new version, at least one.
    pub entries: Vec<Vec<u8>>,
    pub head: Head,
    pub job: JobChange,
    pub request: Option<Request>,
}

/// An entry of a log with its version; the first is 1.
pub type Entry = (u64, Vec<u8>);

/// Which matches a list shows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter {
    pub game: Option<String>,
    pub running_only: bool,
    /// Not older than this one.
    pub from: Option<MatchId>,
}

impl Filter {
    #[must_use]
    pub fn admits(&self, head: &Head) -> bool {
        (head.running || !self.running_only) && self.game.as_ref().is_none_or(|game| *game == head.game)
    }
}

/// What came of a request the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    pub id: MatchId,
    /// The version after its append.
    pub version: u64,
    pub fingerprint: u64,
}

/// Why the store did not do it. Nothing of a refused append is kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("others were first: the match is at version {version}")]
    Conflict { version: u64 },
    #[error("this request was answered before: match {id} is at version {version} since")]
    Repeated { id: MatchId, version: u64, fingerprint: u64 },
    #[error("there is no such match")]
    Missing,
    #[error("an append needs at least one entry")]
    Empty,
    #[error("the store is full")]
    Full,
    #[error("the store is closed")]
    Closed,
    #[error("the store cannot be used: {0}")]
    Broken(String),
}

/// Keeps matches. Cheap to share as `Arc<dyn Store>`; every call may come from any thread.
///
/// A caller that stops waiting for an answer (drops the future) may have been heard all the same; with a [`Request`]
/// it can ask again without harm.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Does all of it in one commit, and answers the new version only when that is durable. A known request is told
    /// first ([`StoreError::Repeated`]), then a wrong version. Waits while too many appends are under way.
    async fn append(&self, append: Append) -> Result<u64, StoreError>;

    /// Entries in order, beginning with version `from` (the first is 1), at most `limit`; none past the end.
    async fn read(&self, id: MatchId, from: u64, limit: usize) -> Result<Vec<Entry>, StoreError>;

    /// The newest version and what lists show; `None` if there is no such match.
    async fn head(&self, id: MatchId) -> Result<Option<(u64, Head)>, StoreError>;

    async fn find_request(&self, scope: u128, id: u128) -> Result<Option<Answered>, StoreError>;

    /// Newest first, older than `before`, at most `limit` and [`LIST_MAX`]. The work grows with the rows given, not
    /// with the matches stored.
    async fn list(
        &self,
        filter: &Filter,
        before: Option<MatchId>,
        limit: usize,
    ) -> Result<Vec<(MatchId, u64, Head)>, StoreError>;

    /// Drops a match that is still at this version, durably: its log, row and job, and the requests made within it.
    /// `false` if it has moved on, or is not there.
    async fn remove(&self, id: MatchId, version: u64) -> Result<bool, StoreError>;

    /// Hands out jobs that are due and that nobody is at, the longest ready first. They come back after `lease_ms`
    /// unless they are extended. A job ends by an append with [`JobChange::Clear`] or [`JobChange::Set`], or by
    /// [`Store::finish`].
    async fn claim(&self, now_ms: u64, lease_ms: u64, limit: usize) -> Result<Vec<Claim>, StoreError>;

    /// Keeps a claimed job until then; `false` if it is no longer this worker's, who should then stop.
    async fn extend(&self, id: MatchId, lease: Lease, until_ms: u64) -> Result<bool, StoreError>;

    /// Gives a claimed job back at once; `false` if it is no longer this worker's.
    async fn release(&self, id: MatchId, lease: Lease) -> Result<bool, StoreError>;

    /// Drops a claimed job without an append, durably; `false` if it is no longer this worker's.
    async fn finish(&self, id: MatchId, lease: Lease) -> Result<bool, StoreError>;

    /// When [`Store::claim`] will next find something: `now_ms` if it would at once, `None` if there are no jobs.
    async fn next_due(&self, now_ms: u64) -> Result<Option<u64>, StoreError>;

    /// The newest durable version of a match, 0 if there is none yet. Watchers of a match share one channel; for
    /// matches nobody watches nothing is kept. The channel ends when the store closes.
    fn watch(&self, id: MatchId) -> watch::Receiver<u64>;

    /// Made once from the entropy of the operating system and kept: tokens follow from it.
    async fn secret(&self) -> Result<[u8; 32], StoreError>;

    /// Keeps a small document of another part, durably, in place of an earlier one.
    async fn blob_put(&self, key: &str, body: Vec<u8>) -> Result<(), StoreError>;

    async fn blob_get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Drops a document; `false` if there was none.
    async fn blob_remove(&self, key: &str) -> Result<bool, StoreError>;

    /// Documents whose key begins with `prefix`, by key, after `after`, at most `limit` and [`LIST_MAX`].
    async fn blob_list(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// Waits for what was accepted, then closes; later calls answer [`StoreError::Closed`].
    async fn close(&self);
}

/// A secret from the operating system.
fn new_secret() -> Result<[u8; 32], StoreError> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)
        .map_err(|why| StoreError::Broken(format!("the operating system gives no entropy: {why}")))?;
    Ok(secret)
}

/// The lock, even if another thread panicked while it held it: what is guarded here is whole between two calls.
pub(crate) fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
