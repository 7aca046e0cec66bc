//! The matches the server keeps: found by id, changed one at a time, stored before they are true.
//!
//! Reading order: this file (finding and changing), [`entry`] (what is stored), [`live`] (a match as it stands, and what
//! can happen to it), [`history`] (a match out of its log), [`rights`] and [`tokens`] (who may do what), [`make`] (new
//! matches), [`places`] (how many are in memory), [`botwork`] (bots that act by themselves), [`follow`] (news for
//! watchers), [`aside`] (what takes long).

pub mod aside;
pub mod botwork;
pub mod entry;
pub mod figures;
pub mod follow;
pub mod forget;
pub mod history;
pub mod live;
pub mod make;
pub mod places;
pub mod rights;
#[cfg(test)]
mod tests;
pub mod tokens;

use crate::{
    error::ServiceError,
    store::{Append, Head, Job, JobChange, MatchId, Request, Store, StoreError, lock},
    thinkers::Thinkers,
    wire::snapshot::Seal,
};
use aside::Wanted;
use entry::{Entry, Logged};
use figures::Figures;
use history::{Happened, History, Packs, Replay};
use kernel::SeatSet;
use live::{Change, Live};
use places::Places;
use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::Poll,
    time::{Duration, SystemTime},
};
use tokens::Mint;
use tokio::sync::{OwnedMutexGuard, Semaphore, broadcast};
use tokio_util::sync::CancellationToken;

/// Entries read from the store at once.
const READ_MAX: usize = 100_000;
/// A bot that is asked is woken at once; the job in the store is for the case that this server does not live to see it.
const JOB_GRACE_MS: u64 = 2_000;
/// News that may wait for a slow watcher before it gets a snapshot instead.
const NEWS_MAX: usize = 256;

/// All matches. Cheap to clone.
#[derive(Clone)]
pub struct Matches(Arc<Inner>);

pub struct Inner {
    pub store: Arc<dyn Store>,
    pub thinkers: Arc<Thinkers>,
    pub packs: Packs,
    pub mint: Mint,
    pub seal: Seal,
    pub figures: Figures,
    places: Places,
    turns_aside: Arc<Semaphore>,
    /// Writes the row of a match for lists; knows the wire, which nothing else here does.
    brief: fn(&Live) -> Vec<u8>,
    pub shutdown: CancellationToken,
}

/// A match that is in memory, or about to be.
pub struct Slot {
    pub id: MatchId,
    /// `None` until it is read from the store.
    live: Arc<tokio::sync::Mutex<Option<Live>>>,
    news: Mutex<Option<broadcast::Sender<Arc<Happened>>>>,
    used_ms: AtomicU64,
    /// A task is at work for its bots.
    at_work: AtomicBool,
    /// The thought of the bots at work.
    thought: Mutex<Thought>,
}

/// A thought under way.
#[derive(Default)]
struct Thought {
    /// Ends it.
    stop: Weak<AtomicBool>,
    /// The seats it is about; `None` as long as that is not known.
    seats: Option<SeatSet>,
}

impl Thought {
    /// The match has changed: the thought ends if it can no longer be what its seats do.
    fn hear(&self, happened: &[Arc<Happened>], since: u64, after: &Live) {
        let concerned = |each: &Arc<Happened>| match &each.entry {
            Entry::SeatChanged { seat, .. } => self.seats.is_none_or(|seats| seats.contains(*seat)),
            Entry::Made(_)
            | Entry::Act { .. }
            | Entry::Chance { .. }
            | Entry::Set { .. }
            | Entry::Card { .. }
            | Entry::Undone { .. }
            | Entry::Closed { .. } => false,
        };
        if after.since != since || after.is_over() || happened.iter().any(concerned) {
            self.end();
        }
    }
    fn end(&self) {
        if let Some(stop) = self.stop.upgrade() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What a change came to.
pub struct Done {
    pub live: Live,
    pub happened: Vec<Arc<Happened>>,
}

/// Who asked for a change, so that asking twice counts once.
pub type Asked = Option<Request>;

impl std::ops::Deref for Matches {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Matches {
    /// # Errors
    /// If the store does not answer.
    pub async fn new(
        store: Arc<dyn Store>,
        thinkers: Arc<Thinkers>,
        packs: Packs,
        brief: fn(&Live) -> Vec<u8>,
        shutdown: CancellationToken,
    ) -> Result<Matches, StoreError> {
        let secret = store.secret().await?;
        Ok(Matches::with_secret(secret, store, thinkers, packs, brief, shutdown))
    }

    /// With a secret that does not lie in the store. Tokens that were given before stay good: their hashes are kept.
    #[must_use]
    pub fn with_secret(
        secret: [u8; 32],
        store: Arc<dyn Store>,
        thinkers: Arc<Thinkers>,
        packs: Packs,
        brief: fn(&Live) -> Vec<u8>,
        shutdown: CancellationToken,
    ) -> Matches {
        let (mint, figures, places) = (Mint::new(secret), Figures::default(), Places::new(places::PLACES));
        let turns_aside = Arc::new(Semaphore::new(aside::AT_ONCE));
        let seal = Seal::new(secret);
        let inner =
            Inner { store, thinkers, packs, mint, seal, figures, places, turns_aside, brief, shutdown };
        Matches(Arc::new(inner))
    }

    /// A match as it stands.
    ///
    /// # Errors
    /// If there is none, or it cannot be restored.
    pub async fn look(&self, id: MatchId) -> Result<Live, ServiceError> {
        let slot = self.slot(id)?;
        let mut live = slot.live.lock().await;
        self.loaded(&slot, &mut live).await
    }

    /// Plans a change on the match as it stands, stores it, and only then lets it happen. A plan may be made twice: when
    /// another server was faster.
    ///
    /// # Errors
    /// If the plan refuses, or the store does; then nothing has changed.
    pub async fn change<P>(&self, id: MatchId, asked: Asked, plan: P) -> Result<Done, ServiceError>
    where
        P: Fn(&Live) -> Result<Change, ServiceError> + Send + 'static,
    {
        let matches = self.clone();
        let mut changed = Box::pin(async move {
            let slot = matches.slot(id)?;
            let guard = Arc::clone(&slot.live).lock_owned().await;
            matches.change_held(&slot, guard, asked, plan).await
        });
        // Where nothing has to be waited for, a task would cost more than the change.
        if let Poll::Ready(done) = poll_fn(|cx| Poll::Ready(changed.as_mut().poll(cx))).await {
            return done;
        }
        // On a task of its own: a caller who hangs up must not leave a change half done.
        tokio::spawn(changed).await.unwrap_or(Err(ServiceError::Broken))
    }

    async fn change_held<P>(
        &self,
        slot: &Arc<Slot>,
        mut guard: OwnedMutexGuard<Option<Live>>,
        asked: Asked,
        plan: P,
    ) -> Result<Done, ServiceError>
    where
        P: Fn(&Live) -> Result<Change, ServiceError>,
    {
        for _ in 0..2 {
            let live = self.loaded(slot, &mut guard).await?;
            // A bug in a game costs one call, not the match.
            let planned = catch_unwind(AssertUnwindSafe(|| plan(&live))).unwrap_or(Err(ServiceError::Broken));
            let change = match planned {
                Ok(change) => change,
                Err(refused) => return self.answered_before(asked, refused).await,
            };
            let append = self.append(&live, &change, asked);
            match self.store_append(append).await {
                Ok(_) => return Ok(self.happens(slot, &mut guard, change, live.since)),
                Err(StoreError::Conflict { .. }) => *guard = None,
                Err(StoreError::Repeated { id, version, fingerprint }) => {
                    return self.same_answer(asked, id, version, fingerprint).await;
                }
                Err(StoreError::Missing) => return Err(ServiceError::NoMatch(slot.id.to_string())),
                Err(why) => return Err(why.into()),
            }
        }
        Err(ServiceError::Busy { what: "others keep changing this match", retry: Duration::from_millis(50) })
    }

    fn append(&self, live: &Live, change: &Change, request: Asked) -> Append {
        let commit = live.version + 1;
        Append {
            id: live.id,
            expected: live.version,
            entries: change.entries.iter().map(|entry| Logged::to_bytes(entry, commit)).collect(),
            head: self.head(&change.after),
            job: job(&change.after),
            request,
        }
    }
    pub(crate) fn head(&self, live: &Live) -> Head {
        Head {
            game: live.made.game.clone(),
            running: !live.is_over(),
            created_ms: live.made.at_ms,
            updated_ms: live.updated_ms,
            body: (self.brief)(live),
        }
    }
    /// The store has taken it: now it is true, and everybody hears of it.
    fn happens(
        &self,
        slot: &Arc<Slot>,
        guard: &mut OwnedMutexGuard<Option<Live>>,
        change: Change,
        since: u64,
    ) -> Done {
        let Change { entries, told, after } = change;
        let first = after.version + 1 - entries.len() as u64;
        let last = entries.len().saturating_sub(1);
        let happened: Vec<Arc<Happened>> = entries
            .into_iter()
            .zip(told)
            .enumerate()
            .map(|(i, (entry, told))| {
                let after = (i == last).then(|| after.clone());
                Arc::new(Happened { version: first + i as u64, entry, told, after })
            })
            .collect();
        **guard = Some(after.clone());
        if let Some(news) = &*lock(&slot.news) {
            for each in &happened {
                // Nobody listens any more: no harm.
                let _ = news.send(Arc::clone(each));
            }
        }
        lock(&slot.thought).hear(&happened, since, &after);
        self.wake(slot, &after);
        Done { live: after, happened }
    }

    /// A request that was refused may be a repeat of one that was taken.
    async fn answered_before(&self, asked: Asked, refused: ServiceError) -> Result<Done, ServiceError> {
        let Some(request) = asked else { return Err(refused) };
        let repeats = matches!(
            refused,
            ServiceError::Stale { .. }
                | ServiceError::Over
                | ServiceError::NotAsked { .. }
                | ServiceError::NoChance
                | ServiceError::MovedOn { .. }
                | ServiceError::Illegal { .. }
                | ServiceError::UndoRefused(_)
        );
        match self.store.find_request(request.scope, request.id).await {
            Ok(Some(known)) if repeats => {
                self.same_answer(asked, known.id, known.version, known.fingerprint).await
            }
            Ok(_) | Err(_) => Err(refused),
        }
    }
    /// The answer a request got the first time, made again from the log.
    pub(crate) async fn same_answer(
        &self,
        asked: Asked,
        id: MatchId,
        version: u64,
        fingerprint: u64,
    ) -> Result<Done, ServiceError> {
        if let Some(request) = asked.filter(|request| request.fingerprint != fingerprint) {
            let used = uuid::Uuid::from_u128(request.id);
            return Err(ServiceError::RequestReused(used.to_string()));
        }
        let history = self.history(id).await?;
        let matches = self.clone();
        let played = self.aside(move |wanted| {
            let first = first_of_commit(history.entries(), version);
            history.replay(&matches.packs, version, Replay { from: first, afters: true }, wanted)
        });
        let (live, happened) = played.await?;
        Ok(Done { live, happened: happened.into_iter().map(Arc::new).collect() })
    }

    /// The whole log of a match.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub async fn history(&self, id: MatchId) -> Result<History, ServiceError> {
        let mut stored = vec![];
        loop {
            let from = stored.len() as u64 + 1;
            let more = match self.store.read(id, from, READ_MAX).await {
                // As for a match that may not be seen: the two must not be told apart.
                Err(StoreError::Missing) => return Err(ServiceError::NoMatch(id.to_string())),
                other => other?,
            };
            let done = more.len() < READ_MAX;
            stored.extend(more);
            if done {
                break;
            }
        }
        if stored.is_empty() {
            return Err(ServiceError::NoMatch(id.to_string()));
        }
        // Many entries take milliseconds to read.
        let read = tokio::task::spawn_blocking(move || History::read(id, &stored));
        read.await.unwrap_or(Err(ServiceError::Broken))
    }

    /// The place of a match in memory.
    pub(crate) fn slot(&self, id: MatchId) -> Result<Arc<Slot>, ServiceError> {
        self.places.take(id)
    }
    /// Takes a new match into memory.
    pub(crate) async fn keep(&self, slot: &Arc<Slot>, live: Live) {
        *slot.live.lock().await = Some(live.clone());
        self.wake(slot, &live);
    }

    async fn loaded(&self, slot: &Arc<Slot>, held: &mut Option<Live>) -> Result<Live, ServiceError> {
        if let Some(live) = held {
            return Ok(live.clone());
        }
        let restored = async {
            let history = self.history(slot.id).await?;
            let matches = self.clone();
            // A long match takes milliseconds to play again.
            let task = tokio::task::spawn_blocking(move || {
                history.live(&matches.packs, u64::MAX, &Wanted::default())
            });
            task.await.unwrap_or(Err(ServiceError::Broken))
        };
        match restored.await {
            Ok(live) => {
                *held = Some(live.clone());
                self.wake(slot, &live);
                Ok(live)
            }
            // Others may be waiting for the same slot; only where nothing is can nothing be missed.
            Err(why @ ServiceError::NoMatch(_)) => {
                self.places.leave(slot.id);
                Err(why)
            }
            Err(why) => Err(why),
        }
    }

    /// Ends all thoughts and the threads they are thought on.
    pub fn stop_bots(&self) {
        self.places.each(|slot| lock(&slot.thought).end());
        self.thinkers.stop();
    }
    /// No more matches than this are in memory at once.
    pub fn bound(&self, places: usize) {
        self.places.bound(places);
    }
    /// Matches in memory.
    #[must_use]
    pub fn in_memory(&self) -> usize {
        self.places.count()
    }
    /// Forgets matches that nobody has asked for since; they come back from the store when somebody does.
    pub fn evict(&self, idle: Duration) {
        self.places.clear(now_ms().saturating_sub(idle.as_millis() as u64));
    }
}

impl Slot {
    fn new(id: MatchId) -> Slot {
        Slot {
            id,
            live: Arc::default(),
            news: Mutex::default(),
            used_ms: AtomicU64::new(now_ms()),
            at_work: AtomicBool::new(false),
            thought: Mutex::default(),
        }
    }
    /// No match is in it, and nobody is about to put one there.
    fn is_empty(&self) -> bool {
        self.live.try_lock().is_ok_and(|held| held.is_none())
    }
    /// From now on.
    fn news(&self) -> broadcast::Receiver<Arc<Happened>> {
        lock(&self.news).get_or_insert_with(|| broadcast::Sender::new(NEWS_MAX)).subscribe()
    }
}

/// What the store should remember to do for this match.
pub(crate) fn job(live: &Live) -> JobChange {
    let at_once = (!live.bots_due().is_empty()).then(|| live.updated_ms + JOB_GRACE_MS);
    match at_once.into_iter().chain(live.deadline_ms()).min() {
        Some(due_ms) => JobChange::Set(Job { due_ms, body: vec![] }),
        None => JobChange::Clear,
    }
}

/// Where the commit that ends with this version began.
fn first_of_commit(entries: &[Logged], version: u64) -> u64 {
    entries.iter().rev().find(|logged| logged.version <= version).map_or(version, |logged| logged.commit)
}

/// Milliseconds since 1970.
#[must_use]
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
