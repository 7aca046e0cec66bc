//! News of a tournament for whoever follows it: how it stands, then every game in order, until it ends.

use super::{
    CHUNK, TournamentId, Tournaments,
    sheet::{Game, Sheet},
};
use crate::{error::ServiceError, store::StoreError};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// After so many games the table is told again.
const TABLE_EVERY: u32 = 8;
/// News on the way to a reader.
const ON_THE_WAY: usize = 32;

/// Something to tell.
#[derive(Clone, Debug)]
pub enum News {
    Table(Arc<Sheet>),
    /// A game and its number.
    Game(u32, Game),
}

/// News, and how many games have been told after it.
pub type Followed = Result<(u32, News), ServiceError>;

impl Tournaments {
    /// Follows a tournament from now on, or from game `from` on.
    ///
    /// # Errors
    /// If there is none, or it has not come so far.
    pub async fn follow(
        &self,
        id: TournamentId,
        from: Option<u32>,
    ) -> Result<mpsc::Receiver<Followed>, ServiceError> {
        let mut sheets = self.slot(id).await?.sheet.subscribe();
        let now = Arc::clone(&sheets.borrow_and_update());
        let next = from.unwrap_or(now.done);
        if next > now.done {
            let why =
                format!("this tournament has played {} games, and none that the token speaks of", now.done);
            return Err(ServiceError::invalid("resume_token", why));
        }
        let (tell, told) = mpsc::channel(ON_THE_WAY);
        let reader = Reader { tournaments: self.clone(), id, tell, next };
        tokio::spawn(async move {
            // Fails only when nobody reads any more.
            let _ = reader.run(now, sheets).await;
        });
        Ok(told)
    }

    /// Stored games from this number on, up to another, at most those of one document.
    async fn games(&self, id: TournamentId, from: u32, to: u32) -> Result<Vec<Game>, StoreError> {
        let kept = self.chunk(id, from / CHUNK).await?;
        let wanted = kept.into_iter().skip((from % CHUNK) as usize);
        Ok(wanted.take(to.saturating_sub(from) as usize).collect())
    }
}

struct Reader {
    tournaments: Tournaments,
    id: TournamentId,
    tell: mpsc::Sender<Followed>,
    /// The first game that has not been told.
    next: u32,
}

/// Nobody reads any more.
struct Gone;

impl Reader {
    async fn run(mut self, mut now: Arc<Sheet>, mut sheets: watch::Receiver<Arc<Sheet>>) -> Result<(), Gone> {
        let shutdown = self.tournaments.0.matches.shutdown.clone();
        self.send(Ok((self.next, News::Table(Arc::clone(&now))))).await?;
        let mut table_at = now.done;
        let ended_before = !now.is_running() && self.next == now.done;
        if ended_before {
            return Ok(());
        }
        loop {
            self.games_of(&now).await?;
            if !now.is_running() {
                return self.send(Ok((self.next, News::Table(now)))).await;
            }
            if self.next >= table_at + TABLE_EVERY {
                table_at = self.next;
                self.send(Ok((self.next, News::Table(Arc::clone(&now))))).await?;
            }
            tokio::select! {
                biased;
                () = self.tell.closed() => return Err(Gone),
                changed = sheets.changed() => changed.map_err(|_| Gone)?,
                () = shutdown.cancelled() => return self.send(Err(ServiceError::Draining)).await,
            }
            now = Arc::clone(&sheets.borrow_and_update());
        }
    }

    /// Tells all games up to where it stands.
    async fn games_of(&mut self, now: &Sheet) -> Result<(), Gone> {
        while self.next < now.done {
            let games = match self.tournaments.games(self.id, self.next, now.done).await {
                Ok(games) if games.is_empty() => {
                    let why = StoreError::Broken("games of this tournament are missing".to_owned());
                    return self.end(why.into()).await;
                }
                Ok(games) => games,
                Err(why) => return self.end(why.into()).await,
            };
            for game in games {
                let number = self.next;
                self.next += 1;
                self.send(Ok((self.next, News::Game(number, game)))).await?;
            }
        }
        Ok(())
    }

    async fn end(&self, why: ServiceError) -> Result<(), Gone> {
        self.send(Err(why)).await?;
        Err(Gone)
    }

    async fn send(&self, told: Followed) -> Result<(), Gone> {
        self.tell.send(told).await.map_err(|_| Gone)
    }
}
