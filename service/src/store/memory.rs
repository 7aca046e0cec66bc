//! A store in memory: for tests, tries and tables nobody will miss. Also the plainest telling of what a store does.

use super::{
    Answered, Append, Claim, Entry, Filter, Head, JobChange, LIST_MAX, Lease, MatchId, Request, Store,
    StoreError, jobs::Jobs, lock, new_secret, watchers::Watchers,
};
use async_trait::async_trait;
use std::{
    collections::{BTreeMap, HashMap},
    ops::Bound,
    sync::Mutex,
};
use tokio::sync::watch;

/// Bytes of entries, heads and documents a store in memory takes if nothing else is said.
const BYTES_MAX: usize = 1 << 30;

pub struct MemoryStore {
    /// `None` once closed.
    state: Mutex<Option<State>>,
    watchers: Watchers,
    secret: [u8; 32],
    bytes_max: usize,
}

#[derive(Default)]
struct State {
    matches: BTreeMap<MatchId, Match>,
    /// By scope, mostly a match: they come and go together.
    requests: HashMap<u128, HashMap<u128, Answered>>,
    blobs: BTreeMap<String, Vec<u8>>,
    jobs: Jobs,
    bytes: usize,
}

struct Match {
    /// Entry `n` has version `n + 1`.
    entries: Vec<Vec<u8>>,
    head: Head,
}

impl Match {
    fn version(&self) -> u64 {
        self.entries.len() as u64
    }
}

impl MemoryStore {
    /// # Errors
    /// If the operating system gives no entropy.
    pub fn new() -> Result<Self, StoreError> {
        Self::with_room(BYTES_MAX)
    }

    /// A store that answers [`StoreError::Full`] when its entries and documents are this large.
    ///
    /// # Errors
    /// If the operating system gives no entropy.
    pub fn with_room(bytes_max: usize) -> Result<Self, StoreError> {
        Ok(MemoryStore {
            state: Mutex::new(Some(State::default())),
            watchers: Watchers::default(),
            secret: new_secret()?,
            bytes_max,
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> Result<T, StoreError>) -> Result<T, StoreError> {
        act(lock(&self.state).as_mut().ok_or(StoreError::Closed)?)
    }
}

impl State {
    fn append(&mut self, append: Append, bytes_max: usize) -> Result<u64, StoreError> {
        if append.entries.is_empty() {
            return Err(StoreError::Empty);
        }
        if let Some(request) = &append.request
            && let Some(Answered { id, version, fingerprint }) = self.request(request.scope, request.id)
        {
            return Err(StoreError::Repeated { id, version, fingerprint });
        }
        let version = self.matches.get(&append.id).map(Match::version);
        match version {
            None if append.expected > 0 => return Err(StoreError::Missing),
            Some(version) if version != append.expected => return Err(StoreError::Conflict { version }),
            None | Some(_) => {}
        }
        let bytes = append.head.body.len() + append.entries.iter().map(Vec::len).sum::<usize>();
        let freed = self.matches.get(&append.id).map_or(0, |old| old.head.body.len());
        self.take_room(bytes, freed, bytes_max)?;
        let Append { id, entries, head, job, request, .. } = append;
        let played = match self.matches.entry(id) {
            std::collections::btree_map::Entry::Occupied(old) => {
                let old = old.into_mut();
                old.entries.extend(entries);
                old.head = head;
                old
            }
            std::collections::btree_map::Entry::Vacant(new) => new.insert(Match { entries, head }),
        };
        let version = played.version();
        self.jobs.change(id, job);
        if let Some(Request { scope, id: request, fingerprint }) = request {
            let answered = Answered { id, version, fingerprint };
            self.requests.entry(scope).or_default().insert(request, answered);
        }
        Ok(version)
    }

    fn request(&self, scope: u128, id: u128) -> Option<Answered> {
        self.requests.get(&scope)?.get(&id).copied()
    }

    fn remove(&mut self, id: MatchId, version: u64) -> bool {
        if self.matches.get(&id).is_none_or(|old| old.version() != version) {
            return false;
        }
        if let Some(old) = self.matches.remove(&id) {
            let bytes = old.head.body.len() + old.entries.iter().map(Vec::len).sum::<usize>();
            self.bytes = self.bytes.saturating_sub(bytes);
        }
        self.jobs.change(id, JobChange::Clear);
        self.requests.remove(&id.0);
        true
    }

    /// Counts bytes that come, and those that go for them.
    fn take_room(&mut self, bytes: usize, freed: usize, bytes_max: usize) -> Result<(), StoreError> {
        let after = self.bytes.saturating_sub(freed).saturating_add(bytes);
        if after > bytes_max {
            return Err(StoreError::Full);
        }
        self.bytes = after;
        Ok(())
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn append(&self, append: Append) -> Result<u64, StoreError> {
        let id = append.id;
        let version = self.with(|state| state.append(append, self.bytes_max))?;
        self.watchers.notify(id, version);
        Ok(version)
    }

    async fn read(&self, id: MatchId, from: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        self.with(|state| {
            let played = state.matches.get(&id).ok_or(StoreError::Missing)?;
            let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
            let numbered = (1..).zip(&played.entries).skip(skip).take(limit);
            Ok(numbered.map(|(version, entry)| (version, entry.clone())).collect())
        })
    }

    async fn head(&self, id: MatchId) -> Result<Option<(u64, Head)>, StoreError> {
        self.with(|state| Ok(state.matches.get(&id).map(|m| (m.version(), m.head.clone()))))
    }

    async fn find_request(&self, scope: u128, id: u128) -> Result<Option<Answered>, StoreError> {
        self.with(|state| Ok(state.request(scope, id)))
    }

    async fn list(
        &self,
        filter: &Filter,
        before: Option<MatchId>,
        limit: usize,
    ) -> Result<Vec<(MatchId, u64, Head)>, StoreError> {
        self.with(|state| {
            let end = before.map_or(Bound::Unbounded, Bound::Excluded);
            let older = state.matches.range((Bound::Unbounded, end)).rev();
            let older = older.take_while(|(id, _)| filter.from.is_none_or(|from| **id >= from));
            // No index: what fits in memory is scanned in no time.
            let wanted = older.filter(|(_, m)| filter.admits(&m.head)).take(limit.min(LIST_MAX));
            Ok(wanted.map(|(&id, m)| (id, m.version(), m.head.clone())).collect())
        })
    }

    async fn remove(&self, id: MatchId, version: u64) -> Result<bool, StoreError> {
        self.with(|state| Ok(state.remove(id, version)))
    }

    async fn claim(&self, now_ms: u64, lease_ms: u64, limit: usize) -> Result<Vec<Claim>, StoreError> {
        self.with(|state| Ok(state.jobs.claim(now_ms, lease_ms, limit)))
    }

    async fn extend(&self, id: MatchId, lease: Lease, until_ms: u64) -> Result<bool, StoreError> {
        self.with(|state| Ok(state.jobs.extend(id, lease, until_ms)))
    }

    async fn release(&self, id: MatchId, lease: Lease) -> Result<bool, StoreError> {
        self.with(|state| Ok(state.jobs.release(id, lease)))
    }

    async fn finish(&self, id: MatchId, lease: Lease) -> Result<bool, StoreError> {
        self.with(|state| Ok(state.jobs.finish(id, lease)))
    }

    async fn next_due(&self, now_ms: u64) -> Result<Option<u64>, StoreError> {
        self.with(|state| Ok(state.jobs.next_due(now_ms)))
    }

    fn watch(&self, id: MatchId) -> watch::Receiver<u64> {
        let newest = |state: &mut State| Ok(state.matches.get(&id).map_or(0, Match::version));
        self.watchers.watch(id, || self.with(newest).unwrap_or(0))
    }

    async fn secret(&self) -> Result<[u8; 32], StoreError> {
        self.with(|_| Ok(self.secret))
    }

    async fn blob_put(&self, key: &str, body: Vec<u8>) -> Result<(), StoreError> {
        self.with(|state| {
            let freed = state.blobs.get(key).map_or(0, Vec::len);
            state.take_room(body.len(), freed, self.bytes_max)?;
            state.blobs.insert(key.to_owned(), body);
            Ok(())
        })
    }

    async fn blob_get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.with(|state| Ok(state.blobs.get(key).cloned()))
    }

    async fn blob_remove(&self, key: &str) -> Result<bool, StoreError> {
        self.with(|state| {
            let old = state.blobs.remove(key);
            state.bytes = state.bytes.saturating_sub(old.as_ref().map_or(0, Vec::len));
            Ok(old.is_some())
        })
    }

    async fn blob_list(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.with(|state| {
            let begin = match after {
                Some(after) if after >= prefix => Bound::Excluded(after),
                Some(_) | None => Bound::Included(prefix),
            };
            let later = state.blobs.range::<str, _>((begin, Bound::Unbounded));
            let wanted = later.take_while(|(key, _)| key.starts_with(prefix)).take(limit.min(LIST_MAX));
            Ok(wanted.map(|(key, body)| (key.clone(), body.clone())).collect())
        })
    }

    async fn close(&self) {
        lock(&self.state).take();
        self.watchers.close();
    }
}
