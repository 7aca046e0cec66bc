//! Playing on: slices of a tenth of a second on the bots' threads, each stored before it counts.

use super::{
    Slot, Tournaments,
    sheet::{Game, Sheet, State},
};
use crate::{error::ServiceError, store::StoreError, thinkers};
use bots::Budget;
use bots::{
    contest::{Contest, Ended},
    players::Agent,
};
use catalog::GameKind;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How long a tournament keeps a thread before it is another's turn.
const SLICE: Duration = Duration::from_millis(100);
/// A store that does not take a game is asked again after this.
const STORE_RETRY: Duration = Duration::from_secs(1);

/// What came of a slice.
type Slice = (Contest, Result<Vec<Ended>, String>);

impl Tournaments {
    /// Plays until all is played, or somebody ends it. A server that stops leaves it as it is: the next goes on.
    pub(super) async fn run(self, slot: Arc<Slot>) {
        let sheet = slot.now();
        let mut contest = match self.contest(&sheet) {
            Ok(contest) => contest,
            Err(why) => return self.fail(&slot, why).await,
        };
        while slot.now().is_running() {
            let (again, played) = match self.slice(&slot, contest).await {
                Ok(slice) => slice,
                // Nothing is lost: games that were not stored are played again.
                Err(_) if self.0.matches.shutdown.is_cancelled() => return,
                Err(why) => {
                    let game = slot.now().done;
                    return self.fail(&slot, format!("game {game} broke down: {why}")).await;
                }
            };
            contest = again;
            match played {
                Ok(ended) if ended.is_empty() => {}
                Ok(ended) => {
                    if !self.keep(&slot, &ended).await {
                        return;
                    }
                }
                Err(why) => return self.fail(&slot, why).await,
            }
        }
    }

    fn contest(&self, sheet: &Sheet) -> Result<Contest, String> {
        let game: GameKind =
            sheet.game.parse().map_err(|_| format!("this server has no game `{}`", sheet.game))?;
        let pack = self.0.matches.packs.get(&game).cloned().unwrap_or_default();
        if pack.fingerprint() != sheet.content {
            return Err("the content of the game has changed since; games would no longer compare".to_owned());
        }
        let agents: Result<Vec<Agent>, _> = sheet.entrants.iter().map(|name| name.parse()).collect();
        let agents = agents.map_err(|why: bots::players::BadAgent| why.to_string())?;
        Contest::new(game, &sheet.options, &pack, &agents).map_err(|why| why.to_string())
    }

    /// A little of the tournament. The asker is the tournament, so it takes turns with every match.
    async fn slice(&self, slot: &Arc<Slot>, contest: Contest) -> Result<Slice, ServiceError> {
        let matches = &self.0.matches;
        // A slice ends after the decision that it is in.
        let agents =
            slot.now().entrants.iter().filter_map(|name| name.parse().ok()).map(thinkers::cost).max();
        let cost = agents.unwrap_or(SLICE).max(SLICE);
        // Handed in and out: a thought that is refused must not lose it.
        let held = Arc::new(std::sync::Mutex::new(Some(contest)));
        loop {
            let (sheet, stop, held) = (slot.now(), Arc::clone(&slot.stop), Arc::clone(&held));
            let thought = matches.think_at(slot.id.0, cost, move |_| {
                let contest = crate::store::lock(&held).take();
                contest.map(|contest| play_some(contest, &sheet, &stop))
            });
            let thought = tokio::select! {
                biased;
                () = matches.shutdown.cancelled() => {
                    // The thread is waited for when the server stops.
                    slot.stop.store(true, Ordering::Relaxed);
                    return Err(ServiceError::Draining);
                }
                thought = thought => thought,
            };
            match thought {
                Ok(Some(slice)) => return Ok(slice),
                Ok(None) => return Err(ServiceError::Broken),
                Err(ServiceError::Busy { retry, .. }) => tokio::time::sleep(retry).await,
                Err(why) => return Err(why),
            }
        }
    }

    /// Stores games and tells of them; false if the tournament is over for this server.
    async fn keep(&self, slot: &Arc<Slot>, ended: &[Ended]) -> bool {
        let games: Vec<Game> = ended.iter().map(Game::from).collect();
        loop {
            {
                let _held = slot.changing.lock().await;
                let mut sheet = (*slot.now()).clone();
                if !sheet.is_running() {
                    return false;
                }
                let from = sheet.done;
                ended.iter().for_each(|game| sheet.enter(game));
                let stored = async {
                    self.store_games(slot.id, from, &games).await?;
                    self.store_sheet(slot.id, &sheet).await
                };
                match stored.await {
                    Ok(()) => {
                        slot.sheet.send_replace(Arc::new(sheet));
                        return true;
                    }
                    Err(StoreError::Closed) => return false,
                    Err(why) => {
                        tracing::warn!(id = %slot.id, %why, "games of a tournament are not stored yet")
                    }
                }
            }
            tokio::select! {
                () = self.0.matches.shutdown.cancelled() => return false,
                () = tokio::time::sleep(STORE_RETRY) => {}
            }
        }
    }

    async fn fail(&self, slot: &Arc<Slot>, why: String) {
        tracing::error!(id = %slot.id, why, "a tournament cannot go on");
        let _held = slot.changing.lock().await;
        let sheet = Sheet { state: State::Failed(why), ..(*slot.now()).clone() };
        if let Err(why) = self.store_sheet(slot.id, &sheet).await {
            tracing::warn!(id = %slot.id, %why, "the end of a tournament is not stored");
        }
        slot.sheet.send_replace(Arc::new(sheet));
    }
}

/// Plays from where the sheet is until the slice is over; at least a step.
fn play_some(mut contest: Contest, sheet: &Sheet, stop: &Arc<AtomicBool>) -> Slice {
    let until = Instant::now() + SLICE;
    let leave = || Instant::now() >= until || stop.load(Ordering::Relaxed);
    let limits = Budget { stop: Some(Arc::clone(stop)), ..Budget::default() };
    let mut ended = vec![];
    let mut next = sheet.done;
    while let Some(fixture) = sheet.fixture(next) {
        match contest.play(fixture, &limits, &leave) {
            // A game that was told to hurry does not count.
            Ok(_) if stop.load(Ordering::Relaxed) => break,
            Ok(Some(game)) => ended.push(game),
            Ok(None) => break,
            Err(why) => return (contest, Err(why.to_string())),
        }
        next += 1;
        if leave() {
            break;
        }
    }
    (contest, Ok(ended))
}
