//! News of a match for whoever follows it: from any version on, in order, with a heartbeat; a reader who is too slow
//! gets a snapshot instead of what it missed.

use super::{
    Matches,
    entry::{Entry, Logged},
    history::{Happened, Playing, Replay},
    live::Live,
};
use crate::{error::ServiceError, store::MatchId};
use std::{sync::Arc, time::Duration};
use tokio::sync::{
    broadcast::{Receiver, error::RecvError},
    mpsc,
};

/// Events told one by one to somebody who comes back; more than that is a snapshot with a gap.
const CATCH_UP_MAX: u64 = 20_000;
/// Events made at once for somebody who comes back, who may read slowly or not at all.
const PIECE: u64 = 128;
/// Entries played at once on the way to the first of them.
const STRIDE: u64 = 4_096;
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
    /// No more, and why.
    Ended(ServiceError),
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
        let slot = self.slot(id)?;
        let (live, news) = {
            let mut held = slot.live.lock().await;
            let live = self.loaded(&slot, &mut held).await?;
            // Under the same lock: nothing can happen between the two.
            (live, slot.news())
        };
        let first = match start {
            Start::Now => First::Snapshot { gap: false },
            Start::At(from) if from == 0 || from > live.version + 1 => {
                let why = format!("the match is at version {}; versions begin with 1", live.version);
                return Err(ServiceError::invalid("start", why));
            }
            Start::At(from) if live.version + 1 - from > CATCH_UP_MAX => First::Snapshot { gap: true },
            Start::At(from) if from == live.version + 1 => First::Nothing,
            Start::At(from) => First::Events { from },
        };
        let (tell, told) = mpsc::channel(ON_THE_WAY);
        let watcher = Watcher { matches: self.clone(), id, tell, at: live.version, heartbeat };
        tokio::spawn(async move {
            // The slot is held as long as somebody watches, so the match stays in memory.
            let _slot = slot;
            watcher.run(first, live, news).await;
        });
        Ok(told)
    }
}

/// What a watcher is told before the news.
enum First {
    Nothing,
    Snapshot {
        gap: bool,
    },
    /// What happened from this version on.
    Events {
        from: u64,
    },
}

/// Why a watcher hears no more.
enum End {
    /// It does not listen.
    Gone,
    /// It is told this.
    Failed(ServiceError),
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
    async fn run(mut self, first: First, live: Live, mut news: Receiver<Arc<Happened>>) {
        let mut over = live.is_over();
        let begun = match first {
            First::Nothing => Ok(()),
            First::Snapshot { gap } => {
                self.tell.send(News::Snapshot { live, gap }).await.map_err(|_| End::Gone)
            }
            First::Events { from } => self.catch_up(from).await,
        };
        match begun {
            Ok(()) => {}
            Err(End::Gone) => return,
            Err(End::Failed(why)) => {
                let _ = self.tell.send(News::Ended(why)).await;
                return;
            }
        }
        while !over {
            let next = tokio::select! {
                biased;
                () = self.tell.closed() => return,
                () = self.matches.shutdown.cancelled() => {
                    let _ = self.tell.send(News::Ended(ServiceError::Draining)).await;
                    return;
                }
                next = tokio::time::timeout(self.heartbeat, news.recv()) => next,
            };
            let told = match next {
                Err(_) => {
                    // Asked for, so that it is not the first to go when the watcher does.
                    let _ = self.matches.slot(self.id);
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

    /// Tells what happened from this version on, piece by piece: the next is made when the last was taken.
    async fn catch_up(&self, from: u64) -> Result<(), End> {
        let mut playing = None;
        let mut next = 1;
        while next <= self.at {
            let most = if next < from { STRIDE.min(from - next) } else { PIECE };
            let last = self.at.min(next + most - 1);
            let (on, happened) = self.piece(playing, next, last, from).await.map_err(End::Failed)?;
            playing = Some(on);
            next = last + 1;
            for each in happened {
                self.tell.send(News::Event(Arc::new(each))).await.map_err(|_| End::Gone)?;
            }
        }
        Ok(())
    }
    async fn piece(
        &self,
        playing: Option<Playing>,
        first: u64,
        last: u64,
        from: u64,
    ) -> Result<(Playing, Vec<Happened>), ServiceError> {
        // One more shows whether a commit ends with the last.
        let count = (last + 2 - first) as usize;
        let stored = self.matches.store.read(self.id, first, count).await?;
        let (matches, id) = (self.matches.clone(), self.id);
        let played = self.matches.aside(move |wanted| {
            let entries = Logged::read(&stored)?;
            let (mut playing, entries) = match (playing, entries.split_first()) {
                (Some(playing), _) => (playing, entries.as_slice()),
                (None, Some((Logged { entry: Entry::Made(made), .. }, rest))) => {
                    (Playing::new(id, made, &matches.packs)?, rest)
                }
                (None, _) => return Err(ServiceError::Store("the log has no beginning".to_owned())),
            };
            let happened = playing.replay(entries, last, Replay { from, afters: true }, wanted)?;
            Ok((playing, happened))
        });
        played.await
    }
}
