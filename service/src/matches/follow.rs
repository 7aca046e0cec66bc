//! News of a match for whoever follows it: from any version on, in order, with a heartbeat; a reader who is too slow
//! gets a snapshot instead of what it missed.

use super::{Matches, history::Happened, live::Live, now_ms};
use crate::{error::ServiceError, store::MatchId};
use std::{sync::Arc, sync::atomic::Ordering, time::Duration};
use tokio::sync::{
    broadcast::{Receiver, error::RecvError},
    mpsc,
};

/// Events told one by one to somebody who comes back; more than that is a snapshot with a gap.
const CATCH_UP_MAX: u64 = 20_000;
/// News on the way to a reader.
const ON_THE_WAY: usize = 32;

/// Where a watcher begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With a snapshot of how it stands.
    Now,
    /// With this version.
    At(u64),
}

/// Something to tell a watcher.
#[derive(Clone)]
pub enum News {
    Snapshot {
        live: Live,
        gap: bool,
    },
    Event(Arc<Happened>),
    /// Nothing happened; the version it still is at.
    Heartbeat(u64),
    /// No more: the server goes down.
    Draining,
}

impl Matches {
    /// Follows a match until it is over.
    ///
    /// # Errors
    /// If there is no such match, or it has not come so far.
    pub async fn follow(
        &self,
        id: MatchId,
        start: Start,
        heartbeat: Duration,
    ) -> Result<mpsc::Receiver<News>, ServiceError> {
        let slot = self.slot(id);
        let (live, news) = {
            let mut held = slot.live.lock().await;
            let live = self.loaded(&slot, &mut held).await?;
            // Under the same lock: nothing can happen between the two.
            (live, slot.news())
        };
        let first = match start {
            Start::Now => vec![News::Snapshot { live: live.clone(), gap: false }],
            Start::At(from) if from == 0 || from > live.version + 1 => {
                let why = format!("the match is at version {}; versions begin with 1", live.version);
                return Err(ServiceError::invalid("start", why));
            }
            Start::At(from) if live.version + 1 - from > CATCH_UP_MAX => {
                vec![News::Snapshot { live: live.clone(), gap: true }]
            }
            Start::At(from) if from == live.version + 1 => vec![],
            Start::At(from) => {
                let history = self.history(id).await?;
                let (_, happened) = history.replay(&self.packs, live.version, from)?;
                happened.into_iter().map(|each| News::Event(Arc::new(each))).collect()
            }
        };
        let (tell, told) = mpsc::channel(ON_THE_WAY);
        let watcher = Watcher { matches: self.clone(), id, tell, at: live.version, heartbeat };
        tokio::spawn(async move {
            // The slot is held as long as somebody watches, so the match stays in memory.
            let _slot = slot;
            watcher.run(first, live.is_over(), news).await;
        });
        Ok(told)
    }
}

struct Watcher {
    matches: Matches,
    id: MatchId,
    tell: mpsc::Sender<News>,
    /// The version of what was told last.
    at: u64,
    heartbeat: Duration,
}

impl Watcher {
    async fn run(mut self, first: Vec<News>, over: bool, mut news: Receiver<Arc<Happened>>) {
        for each in first {
            if self.tell.send(each).await.is_err() {
                return;
            }
        }
        let mut over = over;
        while !over {
            let next = tokio::select! {
                biased;
                () = self.tell.closed() => return,
                () = self.matches.shutdown.cancelled() => {
                    let _ = self.tell.send(News::Draining).await;
                    return;
                }
                next = tokio::time::timeout(self.heartbeat, news.recv()) => next,
            };
            let told = match next {
                Err(_) => {
                    self.matches.slot(self.id).used_ms.store(now_ms(), Ordering::Relaxed);
                    self.tell.send(News::Heartbeat(self.at)).await
                }
                Ok(Ok(happened)) if happened.version <= self.at => continue,
                Ok(Ok(happened)) => {
                    self.at = happened.version;
                    over = happened.after.as_ref().is_some_and(Live::is_over);
                    self.tell.send(News::Event(happened)).await
                }
                Ok(Err(RecvError::Lagged(_))) => match self.matches.look(self.id).await {
                    Ok(live) => {
                        (self.at, over) = (live.version, live.is_over());
                        self.tell.send(News::Snapshot { live, gap: true }).await
                    }
                    Err(_) => return,
                },
                Ok(Err(RecvError::Closed)) => return,
            };
            if told.is_err() {
                return;
            }
        }
    }
}
