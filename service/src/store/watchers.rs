//! Who waits for news of a match: one channel a match, kept only while somebody listens.

use super::{MatchId, lock};
use std::{collections::HashMap, sync::Mutex};
use tokio::sync::watch;

/// Channels below which forgetting the silent ones is not worth a look.
const SWEEP_MIN: usize = 64;

pub struct Watchers {
    /// `None` once the store is closed.
    open: Mutex<Option<Channels>>,
}

struct Channels {
    by_match: HashMap<MatchId, watch::Sender<u64>>,
    /// So many channels make the next look for those nobody listens to: twice what was left, so it costs little.
    sweep_at: usize,
}

impl Default for Watchers {
    fn default() -> Self {
        Watchers { open: Mutex::new(Some(Channels { by_match: HashMap::new(), sweep_at: SWEEP_MIN })) }
    }
}

impl Watchers {
    /// A receiver of the match's versions. `version` reads the newest durable one; it is called under the lock that
    /// [`Watchers::notify`] takes, so an append in between is not missed.
    pub fn watch(&self, id: MatchId, version: impl FnOnce() -> u64) -> watch::Receiver<u64> {
        let mut open = lock(&self.open);
        let Some(channels) = open.as_mut() else { return watch::channel(0).1 };
        if let Some(sender) = channels.by_match.get(&id) {
            return sender.subscribe();
        }
        if channels.by_match.len() >= channels.sweep_at {
            channels.by_match.retain(|_, sender| sender.receiver_count() > 0);
            channels.sweep_at = SWEEP_MIN.max(channels.by_match.len() * 2);
        }
        let (sender, receiver) = watch::channel(version());
        channels.by_match.insert(id, sender);
        receiver
    }

    /// Wakes those who watch the match. To be called after the append is durable.
    pub fn notify(&self, id: MatchId, version: u64) {
        let mut open = lock(&self.open);
        let Some(channels) = open.as_mut() else { return };
        let Some(sender) = channels.by_match.get(&id) else { return };
        if sender.receiver_count() == 0 {
            channels.by_match.remove(&id);
            return;
        }
        // Never backwards: who subscribed just now may have read a newer one already.
        sender.send_if_modified(|seen| {
            let newer = version > *seen;
            *seen = version.max(*seen);
            newer
        });
    }

    /// Ends all channels; later receivers are ended from the start.
    pub fn close(&self) {
        lock(&self.open).take();
    }

    #[cfg(test)]
    pub fn channels(&self) -> usize {
        lock(&self.open).as_ref().map_or(0, |channels| channels.by_match.len())
    }
}
