//! Matches that are over are not kept for ever where the server's owner says so.

use super::{Matches, now_ms};
use crate::store::{Filter, LIST_MAX, MatchId, StoreError};
use std::time::Duration;

/// How often is looked for them, at most.
const LOOK_EVERY: Duration = Duration::from_secs(3600);
const LOOK_SOONEST: Duration = Duration::from_millis(100);

impl Matches {
    /// Drops what has been over for so long, now and then, until the server stops.
    pub async fn forget_finished(self, keep: Duration) {
        let mut look = tokio::time::interval((keep / 4).clamp(LOOK_SOONEST, LOOK_EVERY));
        loop {
            tokio::select! {
                () = self.shutdown.cancelled() => return,
                _ = look.tick() => {}
            }
            match self.drop_finished(keep).await {
                Ok(0) => {}
                Ok(dropped) => tracing::info!(dropped, "matches that were over for long were dropped"),
                Err(why) => tracing::warn!(%why, "old matches cannot be dropped"),
            }
        }
    }

    /// Looks only at matches made before then, which are few once the old ones are gone.
    async fn drop_finished(&self, keep: Duration) -> Result<usize, StoreError> {
        let before_ms = now_ms().saturating_sub(u64::try_from(keep.as_millis()).unwrap_or(u64::MAX));
        // Ids begin with the time they were made at, in milliseconds and 48 bits.
        let mut older = MatchId(u128::from(before_ms) << 80);
        let mut dropped = 0;
        loop {
            let page = self.store.list(&Filter::default(), Some(older), LIST_MAX).await?;
            for (id, version, head) in &page {
                older = *id;
                let over = !head.running && head.updated_ms < before_ms;
                if over && self.store.remove(*id, *version).await? {
                    self.places.leave(*id);
                    dropped += 1;
                }
            }
            if page.len() < LIST_MAX {
                return Ok(dropped);
            }
        }
    }
}
