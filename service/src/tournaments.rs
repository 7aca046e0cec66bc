//! Tournaments: bots against bots, played on the bots' threads a little at a time, so that people at matches do not wait.
//! They survive their caller and the server.
//!
//! Reading order: this file (making, finding, ending), [`sheet`] (what is kept, and the table), [`run`] (playing on),
//! [`index`] (finding them in the store), [`follow`] (news for watchers). A tournament is one document, `tournament/ID`;
//! its games lie beside it in documents of [`CHUNK`] each, written first, so that the document never counts a game that is
//! not there. Memory holds those that run and those somebody has asked about lately; however many there were, no more.

pub mod follow;
mod index;
pub mod run;
pub mod sheet;
#[cfg(test)]
mod tests;

use crate::{
    error::ServiceError,
    matches::{Asked, Matches, now_ms, tokens::Holder},
    server::auth::Token,
    store::{MatchId, StoreError, lock},
};
use bots::{
    contest::Contest,
    players::{Agent, Think},
};
use catalog::GameKind;
use sheet::{Game, Plan, Sheet, State};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::sync::watch;

pub const ENTRANTS_MAX: usize = 16;
/// Games of a whole tournament.
pub const GAMES_MAX: u64 = 100_000;
/// What a bot may spend on a decision here: tournaments share their threads with people.
pub const THINK_MAX: Duration = Duration::from_secs(1);
pub const ITERATIONS_MAX: u64 = 100_000;
/// Tournaments that are played at once.
const RUNNING_MAX: usize = 16;
/// Tournaments in memory: when there are more, those that nobody has in hand leave it at once.
const KNOWN_MAX: usize = 256;
/// Games in one document.
const CHUNK: u32 = 64;
const SHEETS: &str = "tournament/";
const GAMES: &str = "tournament-games/";

/// A tournament's id; UUIDv7 as those of matches.
pub type TournamentId = MatchId;

/// What somebody wants to know.
#[derive(Clone, Debug)]
pub struct Wish {
    pub game: GameKind,
    pub options: Vec<(String, String)>,
    pub agents: Vec<Agent>,
    pub games_per_pairing: u32,
    /// `None`: from the operating system.
    pub seed: Option<u64>,
}

/// All tournaments. Cheap to clone.
#[derive(Clone)]
pub struct Tournaments(Arc<Inner>);

struct Inner {
    matches: Matches,
    known: Mutex<Known>,
    /// Held while one is made: the same request at the same time makes one.
    making: tokio::sync::Mutex<()>,
}

/// Those in memory: all that run, and some that are over.
#[derive(Default)]
struct Known(HashMap<TournamentId, Arc<Slot>>);

/// A tournament in memory.
struct Slot {
    id: TournamentId,
    /// As it is stored; whoever changes it holds `changing`.
    sheet: watch::Sender<Arc<Sheet>>,
    changing: tokio::sync::Mutex<()>,
    /// Ends the thought it is at.
    stop: Arc<AtomicBool>,
    used_ms: AtomicU64,
}

impl Slot {
    fn new(id: TournamentId, sheet: Sheet) -> Arc<Slot> {
        let sheet = watch::Sender::new(Arc::new(sheet));
        let used_ms = AtomicU64::new(now_ms());
        Arc::new(Slot { id, sheet, changing: Default::default(), stop: Arc::default(), used_ms })
    }
    /// Nobody plays it, watches it or is about to do either.
    fn is_idle(self: &Arc<Slot>, before_ms: u64) -> bool {
        let used = self.used_ms.load(Ordering::Relaxed) >= before_ms;
        let held = self.sheet.receiver_count() > 0 || Arc::strong_count(self) > 1;
        !used && !held && !self.now().is_running()
    }
    fn now(&self) -> Arc<Sheet> {
        Arc::clone(&self.sheet.borrow())
    }
}

impl Tournaments {
    /// Those of the store; what was not finished goes on.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn open(matches: Matches) -> Result<Tournaments, StoreError> {
        let mut known = Known::default();
        let mut after: Option<String> = None;
        loop {
            let page = matches.store.blob_list(SHEETS, after.as_deref(), crate::store::LIST_MAX).await?;
            let Some((last, _)) = page.last() else { break };
            after = Some(last.clone());
            for (key, body) in &page {
                let id = key.strip_prefix(SHEETS).and_then(|id| id.parse().ok());
                match (id, postcard::from_bytes::<Sheet>(body)) {
                    (Some(id), Ok(sheet)) => {
                        index::mend(&*matches.store, id, &sheet).await?;
                        if sheet.is_running() {
                            known.add(Slot::new(id, sheet));
                        }
                    }
                    (_, _) => tracing::warn!(key, "a tournament cannot be read; it is left alone"),
                }
            }
        }
        let unfinished: Vec<_> = known.running().cloned().collect();
        let making = Default::default();
        let tournaments = Tournaments(Arc::new(Inner { matches, known: Mutex::new(known), making }));
        for slot in unfinished {
            tokio::spawn(tournaments.clone().run(slot));
        }
        Ok(tournaments)
    }

    /// Makes a tournament; it starts at once.
    ///
    /// # Errors
    /// If it cannot be set up as wished, too many run, or the store does not take it.
    pub async fn make(&self, wish: Wish, asked: Asked) -> Result<(TournamentId, Arc<Sheet>), ServiceError> {
        let tournaments = self.clone();
        // On a task of its own: a caller who hangs up must not leave it stored and not running.
        let task = tokio::spawn(async move { tournaments.make_held(wish, asked).await });
        task.await.unwrap_or(Err(ServiceError::Broken))
    }

    async fn make_held(&self, wish: Wish, asked: Asked) -> Result<(TournamentId, Arc<Sheet>), ServiceError> {
        let _one = self.0.making.lock().await;
        if let Some(request) = asked {
            let before = index::of_request(&*self.0.matches.store, request.scope, request.id).await?;
            if let Some(id) = before {
                let slot = self.slot(id).await?;
                let sheet = slot.now();
                return match sheet.request {
                    Some((_, _, fingerprint)) if fingerprint == request.fingerprint => Ok((slot.id, sheet)),
                    Some(_) | None => {
                        let used = uuid::Uuid::from_u128(request.id).to_string();
                        Err(ServiceError::RequestReused(used))
                    }
                };
            }
        }
        if lock(&self.0.known).running().count() >= RUNNING_MAX {
            let retry = Duration::from_secs(5);
            return Err(ServiceError::Busy { what: "too many tournaments are being played", retry });
        }
        let sheet = self.plan(wish, asked)?;
        let slot = Slot::new(TournamentId::new(), sheet);
        self.store_sheet(slot.id, &slot.now()).await?;
        lock(&self.0.known).add(Arc::clone(&slot));
        let made = (slot.id, slot.now());
        let indexed = index::add(&*self.0.matches.store, slot.id, &made.1).await;
        // It is stored, so it is played in any case; the next start mends the index.
        if let Err(why) = indexed {
            tracing::warn!(%why, id = %slot.id, "a tournament is not in lists yet");
        }
        tokio::spawn(self.clone().run(slot));
        Ok(made)
    }

    fn plan(&self, wish: Wish, asked: Asked) -> Result<Sheet, ServiceError> {
        check(&wish)?;
        let pack = self.0.matches.packs.get(&wish.game).cloned().unwrap_or_default();
        let contest = Contest::new(wish.game, &wish.options, &pack, &[])?;
        let games_per_deal = u32::try_from(contest.games_per_deal()).unwrap_or(1).max(1);
        let sheet = Sheet::new(Plan {
            made_ms: now_ms(),
            game: wish.game.to_string(),
            content: pack.fingerprint(),
            // Whole deals alone are fair to both sides.
            deals: wish.games_per_pairing.div_ceil(games_per_deal),
            games_per_deal,
            seed: match wish.seed {
                Some(seed) => seed,
                None => getrandom::u64().map_err(|why| ServiceError::Store(why.to_string()))?,
            },
            request: asked.map(|request| (request.scope, request.id, request.fingerprint)),
            options: wish.options,
            agents: wish.agents,
        });
        if u64::from(sheet.total()) > GAMES_MAX {
            let why = format!(
                "{} pairs would play {} games in all; at most {GAMES_MAX}",
                sheet.duels.len(),
                sheet.total()
            );
            return Err(ServiceError::invalid("games_per_pairing", why));
        }
        Ok(sheet)
    }

    /// A tournament as it stands.
    ///
    /// # Errors
    /// If there is none, or the store does not answer.
    pub async fn get(&self, id: TournamentId) -> Result<Arc<Sheet>, ServiceError> {
        self.slot(id).await.map(|slot| slot.now())
    }

    /// Newest first, older than `before`. What has to be read for it is not kept in memory.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn list(
        &self,
        before: Option<TournamentId>,
        limit: usize,
    ) -> Result<Vec<(TournamentId, Arc<Sheet>)>, ServiceError> {
        let older = index::older(&*self.0.matches.store, before, limit).await?;
        let mut listed = Vec::with_capacity(older.len());
        for id in older {
            let known = lock(&self.0.known).0.get(&id).map(|slot| slot.now());
            let sheet = match known {
                Some(sheet) => sheet,
                None => Arc::new(self.read_sheet(id).await?),
            };
            listed.push((id, sheet));
        }
        Ok(listed)
    }

    /// What shows that a caller made this tournament. It follows from the server's secret, so nothing is kept of it.
    #[must_use]
    pub fn token(&self, id: TournamentId) -> Token {
        self.0.matches.mint.token(id, Holder::Tournament)
    }

    /// Forgets tournaments that are over and that nobody has asked about since; the store has them.
    pub fn evict(&self, idle: Duration) {
        lock(&self.0.known).forget(now_ms().saturating_sub(idle.as_millis() as u64));
    }

    /// Tournaments in memory.
    #[must_use]
    pub fn in_memory(&self) -> usize {
        lock(&self.0.known).0.len()
    }

    /// Ends a tournament; what has ended already stays as it is.
    ///
    /// # Errors
    /// If there is none, or the store does not take it.
    pub async fn cancel(&self, id: TournamentId) -> Result<Arc<Sheet>, ServiceError> {
        let slot = self.slot(id).await?;
        let tournaments = self.clone();
        let task = tokio::spawn(async move {
            let _held = slot.changing.lock().await;
            let now = slot.now();
            if !now.is_running() {
                return Ok(now);
            }
            let ended = Sheet { state: State::Cancelled, ..(*now).clone() };
            tournaments.store_sheet(slot.id, &ended).await?;
            slot.stop.store(true, Ordering::Relaxed);
            slot.sheet.send_replace(Arc::new(ended));
            Ok(slot.now())
        });
        task.await.unwrap_or(Err(ServiceError::Broken))
    }

    /// The place of a tournament in memory, where it comes back to if it had left.
    async fn slot(&self, id: TournamentId) -> Result<Arc<Slot>, ServiceError> {
        let found = lock(&self.0.known).0.get(&id).cloned();
        let slot = match found {
            Some(slot) => slot,
            None => {
                let read = Slot::new(id, self.read_sheet(id).await?);
                let mut known = lock(&self.0.known);
                // Another caller may have been faster.
                let slot = Arc::clone(known.0.entry(id).or_insert(read));
                known.bound();
                slot
            }
        };
        slot.used_ms.store(now_ms(), Ordering::Relaxed);
        Ok(slot)
    }

    async fn read_sheet(&self, id: TournamentId) -> Result<Sheet, ServiceError> {
        let found = self.0.matches.store.blob_get(&format!("{SHEETS}{id}")).await?;
        let found = found.ok_or_else(|| ServiceError::NoTournament(id.to_string()))?;
        postcard::from_bytes(&found).map_err(|why| ServiceError::Store(why.to_string()))
    }

    async fn store_sheet(&self, id: TournamentId, sheet: &Sheet) -> Result<(), StoreError> {
        self.0.matches.store.blob_put(&format!("{SHEETS}{id}"), bytes(sheet)?).await
    }

    /// Stores games beside those before them; the first has number `from`.
    async fn store_games(&self, id: TournamentId, from: u32, games: &[Game]) -> Result<(), StoreError> {
        let mut rest = games;
        let mut at = from;
        while !rest.is_empty() {
            let (chunk, place) = (at / CHUNK, (at % CHUNK) as usize);
            let mut kept = self.chunk(id, chunk).await?;
            // What a server wrote that did not live to count it is played again.
            kept.truncate(place);
            let fits = (CHUNK as usize - place).min(rest.len());
            let (now, later) = rest.split_at(fits);
            kept.extend_from_slice(now);
            self.0.matches.store.blob_put(&chunk_key(id, chunk), bytes(&kept)?).await?;
            (rest, at) = (later, at + fits as u32);
        }
        Ok(())
    }

    async fn chunk(&self, id: TournamentId, chunk: u32) -> Result<Vec<Game>, StoreError> {
        let found = self.0.matches.store.blob_get(&chunk_key(id, chunk)).await?;
        let read = |body: Vec<u8>| postcard::from_bytes(&body);
        found
            .map(read)
            .transpose()
            .map(Option::unwrap_or_default)
            .map_err(|why| StoreError::Broken(why.to_string()))
    }
}

impl Known {
    fn add(&mut self, slot: Arc<Slot>) {
        self.0.insert(slot.id, slot);
        self.bound();
    }
    fn running(&self) -> impl Iterator<Item = &Arc<Slot>> {
        self.0.values().filter(|slot| slot.now().is_running())
    }
    fn bound(&mut self) {
        if self.0.len() > KNOWN_MAX {
            self.forget(u64::MAX);
        }
    }
    /// Keeps none that were idle since.
    fn forget(&mut self, before_ms: u64) {
        self.0.retain(|_, slot| !slot.is_idle(before_ms));
    }
}

fn bytes<T: serde::Serialize>(what: &T) -> Result<Vec<u8>, StoreError> {
    postcard::to_allocvec(what).map_err(|why| StoreError::Broken(why.to_string()))
}

fn chunk_key(id: TournamentId, chunk: u32) -> String {
    format!("{GAMES}{id}/{chunk:06}")
}

/// Bounds of what one tournament may cost.
fn check(wish: &Wish) -> Result<(), ServiceError> {
    if !(2..=ENTRANTS_MAX).contains(&wish.agents.len()) {
        let why = format!("expected 2 to {ENTRANTS_MAX} entrants, found {}", wish.agents.len());
        return Err(ServiceError::invalid("entrants", why));
    }
    if wish.games_per_pairing == 0 || u64::from(wish.games_per_pairing) > GAMES_MAX {
        let why = format!("expected 1 to {GAMES_MAX} games");
        return Err(ServiceError::invalid("games_per_pairing", why));
    }
    for (n, agent) in wish.agents.iter().enumerate() {
        let field = || format!("entrants[{n}].budget");
        if let Err(why) = agent.suits(wish.game) {
            return Err(ServiceError::invalid(format!("entrants[{n}].agent_id"), why.to_string()));
        }
        match agent.plain() {
            Agent::Search(Think::Time(time)) if time > THINK_MAX => {
                let why = format!("at most {} s a decision in a tournament", THINK_MAX.as_secs());
                return Err(ServiceError::invalid(field(), why));
            }
            // Kept in milliseconds.
            Agent::Search(Think::Time(time)) if time.subsec_nanos() % 1_000_000 != 0 => {
                return Err(ServiceError::invalid(field(), "expected whole milliseconds"));
            }
            Agent::Search(Think::Iterations(count)) if count > ITERATIONS_MAX => {
                let why = format!("at most {ITERATIONS_MAX} iterations a decision in a tournament");
                return Err(ServiceError::invalid(field(), why));
            }
            Agent::Random | Agent::Greedy | Agent::Search(_) | Agent::Level(_) | Agent::Styled(..) => {}
        }
    }
    Ok(())
}
