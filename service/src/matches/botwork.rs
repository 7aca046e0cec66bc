//! Bots that act by themselves: as soon as they are asked, through the same door as people.

#[cfg(test)]
mod tests;

use super::{
    Matches, Slot, Thought,
    entry::DEFAULT_AGENT,
    live::{By, Live},
    now_ms,
};
use crate::{
    error::ServiceError,
    store::lock,
    thinkers::{self, Minds, NoRoom},
};
use bots::Budget;
use bots::{
    any::Hint,
    players::{Agent, Think},
};
use kernel::{Seat, SeatSet, Turn};
use std::{
    sync::{Arc, atomic::AtomicBool, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// How often overdue jobs are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How long a job is left to the task that works at it.
const LEASE_MS: u64 = 30_000;
/// Before looking again at a match that changed under a bot's hands; longer each time it does.
const PAUSE: Duration = Duration::from_millis(5);
const PAUSE_MAX: Duration = Duration::from_secs(1);
/// The longest a bot may be given for one decision, in time or in iterations.
pub const THINK_MAX: Duration = Duration::from_secs(60);
pub const ITERATIONS_MAX: u64 = 100_000;
/// Jobs taken over at once.
const CLAIMS_MAX: usize = 64;

/// What a bot is to think about.
struct Work {
    live: Live,
    agent: Agent,
    seats: SeatSet,
}

impl Matches {
    /// Sets bots to work if they are asked and nobody is at it yet.
    pub(crate) fn wake(&self, slot: &Arc<Slot>, live: &Live) {
        if work(live).is_some() && !slot.at_work.swap(true, Ordering::AcqRel) {
            tokio::spawn(self.clone().work(Arc::clone(slot)));
        }
    }

    /// Acts for the bots of a match until none of them is asked.
    async fn work(self, slot: Arc<Slot>) {
        let mut pause = PAUSE;
        loop {
            let acted = self.work_once(&slot).await;
            if !self.goes_on(&slot, acted, &mut pause).await {
                return;
            }
        }
    }

    /// Whether whoever did that goes on: there is more to do, and nobody else has begun with it.
    async fn goes_on(&self, slot: &Slot, acted: Result<bool, ServiceError>, pause: &mut Duration) -> bool {
        slot.at_work.store(false, Ordering::Release);
        match acted {
            Ok(true) => *pause = PAUSE,
            // Whoever changed the match after the last look, and before the line above, saw a bot at work.
            Ok(false) => match self.look(slot.id).await {
                Ok(live) if work(&live).is_some() => {}
                Ok(_) | Err(_) => return false,
            },
            Err(why @ (ServiceError::Draining | ServiceError::NoMatch(_) | ServiceError::Broken)) => {
                tracing::debug!(id = %slot.id, %why, "bots leave a match");
                return false;
            }
            // Refused because people were faster, or the store or the bots are busy: look again.
            Err(why) => {
                let retry = if let ServiceError::Busy { retry, .. } = why { retry } else { *pause };
                tokio::time::sleep(retry).await;
                *pause = (*pause * 2).min(PAUSE_MAX);
            }
        }
        // Whoever changed the match meanwhile may have set others to work.
        !self.shutdown.is_cancelled() && !slot.at_work.swap(true, Ordering::AcqRel)
    }

    /// One decision; false if no bot is asked.
    async fn work_once(&self, slot: &Arc<Slot>) -> Result<bool, ServiceError> {
        let stop = Arc::new(AtomicBool::new(false));
        // Before the look: whatever changes after it ends the thought.
        *lock(&slot.thought) = Thought { stop: Arc::downgrade(&stop), seats: None };
        let live = self.look(slot.id).await?;
        let Some(work) = work(&live) else { return Ok(false) };
        lock(&slot.thought).seats = Some(work.seats);
        let limits = Budget { stop: Some(Arc::clone(&stop)), ..Budget::default() };
        let hint = self.think(live.id.0, &work.live, work.agent, work.seats, limits).await?;
        let Some(hint) = hint else { return Ok(false) };
        if stop.load(Ordering::Relaxed) {
            // Not thought to its end, and no longer asked for.
            return Err(ServiceError::MovedOn { now: live.version });
        }
        let (since, seats, epochs) = (live.since, work.seats, epochs(&live, work.seats));
        let plan = move |now: &Live| {
            // Only the seats it is about: others may change hands meanwhile.
            let same = now.since == since && self::epochs(now, seats) == epochs;
            if !same || !due(now).contains(hint.seat) {
                return Err(ServiceError::MovedOn { now: now.version });
            }
            now.act(hint.seat, &hint.action, By::Bot { reason: hint.reason.clone() }, now_ms())
        };
        self.change(slot.id, None, plan).await?;
        Ok(true)
    }

    /// What an agent would do for one of these seats, thought out on the bots' threads; `None` if none of them is asked.
    ///
    /// # Errors
    /// If too many are waiting to think, or the bot broke down.
    pub async fn think(
        &self,
        asker: u128,
        live: &Live,
        agent: Agent,
        seats: SeatSet,
        limits: Budget,
    ) -> Result<Option<Hint>, ServiceError> {
        let (game, table) = (live.game, Arc::clone(&live.table));
        let seed = live.made.seed.thoughts(live.steps);
        let figures = self.figures.clone();
        let thought = move |minds: &mut Minds| {
            // From now on: it may have waited.
            let (limits, begun) = (bounded(agent, limits), Instant::now());
            let view = table.view_of(seats);
            let hint = minds.ask(game, agent, |mind| mind.advise_within(view.as_ref()?, &limits, seed));
            let iterations = hint.as_ref().map_or(0, |hint| hint.iterations);
            figures.decided(game, agent, begun.elapsed(), iterations);
            hint
        };
        self.think_at(asker, thinkers::cost(agent), thought).await
    }

    /// Thinks anything that takes about so long on the bots' threads.
    ///
    /// # Errors
    /// If too many are waiting to think, or the thought broke down.
    pub async fn think_at<T: Send + 'static>(
        &self,
        asker: u128,
        cost: Duration,
        thought: impl FnOnce(&mut Minds) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (tell, told) = oneshot::channel();
        let asked = self.thinkers.ask(asker, cost, move |minds| {
            // Nobody waits for it any more: then nobody needs it.
            let _ = tell.send(thought(minds));
        });
        match asked {
            Ok(()) => told.await.map_err(|_| ServiceError::Broken),
            Err(why) => Err(self.no_room(why, cost)),
        }
    }
    /// Why a thought that takes about so long cannot be thought now, and when to come back.
    #[must_use]
    pub fn no_room(&self, why: NoRoom, cost: Duration) -> ServiceError {
        match why {
            NoRoom::Full => ServiceError::Busy {
                what: "too many bots are waiting to think",
                retry: self.thinkers.retry_after(cost),
            },
            NoRoom::Stopped => ServiceError::Draining,
        }
    }

    /// Looks after what is overdue: people who did not answer in time, and bots whose server went away.
    pub async fn look_after(self) {
        let mut look = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                () = self.shutdown.cancelled() => return,
                _ = look.tick() => {}
            }
            let claims = match self.store.claim(now_ms(), LEASE_MS, CLAIMS_MAX).await {
                Ok(claims) => claims,
                Err(why) => {
                    tracing::warn!(%why, "jobs of bots cannot be read");
                    continue;
                }
            };
            for claim in claims {
                let looked = self.look(claim.id).await;
                match looked.and_then(|live| Ok((self.slot(claim.id)?, live))) {
                    Ok((slot, live)) => self.wake(&slot, &live),
                    Err(why) => {
                        tracing::warn!(id = %claim.id, %why, "a match cannot be restored for its bots")
                    }
                }
            }
        }
    }
}

fn epochs(live: &Live, seats: SeatSet) -> Vec<u64> {
    seats.into_iter().filter_map(|seat| live.seats.get(seat.index())).map(|now| now.epoch).collect()
}

/// No thought goes on for ever, also not that of a bot that was stored when nothing was refused yet.
fn bounded(agent: Agent, limits: Budget) -> Budget {
    let iterations = matches!(agent, Agent::Search(Think::Iterations(_))).then_some(ITERATIONS_MAX);
    limits.within(&Budget { iterations, ..Budget::time(THINK_MAX) })
}

/// Seats that a bot acts for now: its own, or people's who are late.
fn due(live: &Live) -> SeatSet {
    let bots = live.bots_due();
    let late = live.deadline_ms().is_some_and(|deadline| deadline <= now_ms());
    if bots.is_empty() && late { live.asked() } else { bots }
}

/// What bots owe this match now.
fn work(live: &Live) -> Option<Work> {
    let seats = due(live);
    let first = seats.lowest()?;
    let agent = agent(live, first);
    // Where seats decide at once each of them decides for itself; on a turn that is anybody's, bots of a kind choose
    // together who should act.
    let together = |seat: &Seat| *seat == first || agent_is(live, *seat, agent);
    let seats = match live.table.turn() {
        Turn::Any(_) => seats.into_iter().filter(together).collect(),
        Turn::Each(_) | Turn::Chance | Turn::Over => SeatSet::only(first),
    };
    Some(Work { live: live.clone(), agent, seats })
}

/// Who plays this seat; a person who is late is played by the default.
fn agent(live: &Live, seat: Seat) -> Agent {
    live.seats.get(seat.index()).and_then(|now| now.controller.agent()).unwrap_or(DEFAULT_AGENT)
}

fn agent_is(live: &Live, seat: Seat, agent: Agent) -> bool {
    self::agent(live, seat) == agent
}
