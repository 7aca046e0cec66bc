//! Jobs by the time they are ready, with the leases on them. Leases live here only: a crash frees them.

use super::{Claim, Job, JobChange, Lease, MatchId};
use std::collections::{BTreeSet, HashMap};

/// The jobs of a store. One step under a lock each, so nobody gets a job that is just being replaced.
#[derive(Default)]
pub struct Jobs {
    by_match: HashMap<MatchId, Held>,
    /// When it can be claimed: due, and no lease on it. The same pairs as [`Held::ready_ms`].
    by_time: BTreeSet<(u64, MatchId)>,
    /// Leases given out so far.
    leases: u64,
}

struct Held {
    job: Job,
    lease: Option<Lease>,
    ready_ms: u64,
}

impl Jobs {
    /// Carries out what an append or its replay says; a new job is free, whoever was at the one before.
    pub fn change(&mut self, id: MatchId, change: JobChange) {
        match change {
            JobChange::Keep => {}
            JobChange::Clear => self.remove(id),
            JobChange::Set(job) => {
                self.remove(id);
                self.by_time.insert((job.due_ms, id));
                self.by_match.insert(id, Held { ready_ms: job.due_ms, lease: None, job });
            }
        }
    }

    fn remove(&mut self, id: MatchId) {
        if let Some(held) = self.by_match.remove(&id) {
            self.by_time.remove(&(held.ready_ms, id));
        }
    }

    pub fn claim(&mut self, now_ms: u64, lease_ms: u64, limit: usize) -> Vec<Claim> {
        let mut claims = Vec::new();
        while claims.len() < limit
            && let Some(&(ready_ms, id)) = self.by_time.first()
            && ready_ms <= now_ms
        {
            self.by_time.pop_first();
            let Some(held) = self.by_match.get_mut(&id) else { continue };
            self.leases += 1;
            let lease = Lease(self.leases);
            held.lease = Some(lease);
            // A lease of no length would hand out the same job for ever within this loop.
            held.ready_ms = now_ms.saturating_add(lease_ms.max(1));
            claims.push(Claim { id, job: held.job.clone(), lease });
        }
        for claim in &claims {
            let ready_ms = self.by_match.get(&claim.id).map_or(now_ms, |held| held.ready_ms);
            self.by_time.insert((ready_ms, claim.id));
        }
        claims
    }

    /// Whether the job is still that of this claim.
    #[must_use]
    pub fn holds(&self, id: MatchId, lease: Lease) -> bool {
        self.by_match.get(&id).is_some_and(|held| held.lease == Some(lease))
    }

    pub fn extend(&mut self, id: MatchId, lease: Lease, until_ms: u64) -> bool {
        self.set_ready(id, lease, Some(lease), |_| until_ms)
    }

    pub fn release(&mut self, id: MatchId, lease: Lease) -> bool {
        self.set_ready(id, lease, None, |job| job.due_ms)
    }

    fn set_ready(
        &mut self,
        id: MatchId,
        lease: Lease,
        new: Option<Lease>,
        ready_ms: impl Fn(&Job) -> u64,
    ) -> bool {
        let Some(held) = self.by_match.get_mut(&id).filter(|held| held.lease == Some(lease)) else {
            return false;
        };
        self.by_time.remove(&(held.ready_ms, id));
        held.ready_ms = ready_ms(&held.job).max(held.job.due_ms);
        held.lease = new;
        self.by_time.insert((held.ready_ms, id));
        true
    }

    pub fn finish(&mut self, id: MatchId, lease: Lease) -> bool {
        let mine = self.holds(id, lease);
        if mine {
            self.remove(id);
        }
        mine
    }

    #[must_use]
    pub fn next_due(&self, now_ms: u64) -> Option<u64> {
        self.by_time.first().map(|&(ready_ms, _)| ready_ms.max(now_ms))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.by_match.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_match.is_empty()
    }
}
