//! Both stores beside a model that is too plain to be wrong, under random operations.

use super::{Folder, append, head, job};
use crate::store::{
    Answered, Append, Claim, DiskStore, Filter, Head, Job, JobChange, Lease, MatchId, MemoryStore, Request,
    Store, StoreError,
};
use proptest::{collection::vec, prelude::*};

/// What is done; small numbers, so that things meet.
#[derive(Clone, Debug)]
enum Op {
    /// Of a match, this far from the version it is at, with so many entries.
    Append {
        id: u8,
        off: i8,
        entries: u8,
        head: (u8, bool),
        job: Option<Option<u64>>,
        request: Option<u8>,
    },
    Read {
        id: u8,
        from: u8,
        limit: u8,
    },
    List {
        game: Option<u8>,
        running_only: bool,
        before: Option<u8>,
        limit: u8,
    },
    Claim {
        later_ms: u64,
        lease_ms: u64,
        limit: u8,
    },
    Extend {
        claim: u8,
        by_ms: u64,
    },
    Release {
        claim: u8,
    },
    Finish {
        claim: u8,
    },
    Blob {
        key: u8,
        body: Option<u8>,
    },
}

fn op() -> impl Strategy<Value = Op> {
    let maybe = |n: u8| proptest::option::of(0..n);
    prop_oneof![
        8 => (0..4u8, prop_oneof![9 => Just(0i8), 1 => Just(-1), 1 => Just(1)], 0..4u8, (0..2u8, any::<bool>()),
            proptest::option::of(proptest::option::of(0..300u64)), maybe(30))
            .prop_map(|(id, off, entries, head, job, request)| Op::Append { id, off, entries, head, job, request }),
        1 => (0..4u8, 0..9u8, 0..5u8).prop_map(|(id, from, limit)| Op::Read { id, from, limit }),
        2 => (maybe(3), any::<bool>(), maybe(5), 0..5u8)
            .prop_map(|(game, running_only, before, limit)| Op::List { game, running_only, before, limit }),
        3 => (0..50u64, 0..90u64, 0..4u8)
            .prop_map(|(later_ms, lease_ms, limit)| Op::Claim { later_ms, lease_ms, limit }),
        1 => (0..8u8, 0..90u64).prop_map(|(claim, by_ms)| Op::Extend { claim, by_ms }),
        1 => (0..8u8).prop_map(|claim| Op::Release { claim }),
        1 => (0..8u8).prop_map(|claim| Op::Finish { claim }),
        1 => (0..3u8, maybe(9)).prop_map(|(key, body)| Op::Blob { key, body }),
    ]
}

fn match_id(n: u8) -> MatchId {
    MatchId(u128::from(n) + 1)
}

fn game(n: u8) -> String {
    ["a", "b", "c"][usize::from(n)].to_owned()
}

/// Lists, searched from end to end.
#[derive(Default)]
struct Model {
    now_ms: u64,
    matches: Vec<(MatchId, Vec<Vec<u8>>, Head)>,
    requests: Vec<(Request, Answered)>,
    jobs: Vec<Held>,
    leases: u64,
    claims: Vec<(MatchId, Lease)>,
    blobs: Vec<(String, Vec<u8>)>,
}

#[derive(Clone)]
struct Held {
    id: MatchId,
    job: Job,
    lease: Option<(Lease, u64)>,
}

impl Held {
    fn ready_ms(&self) -> u64 {
        self.lease.map_or(self.job.due_ms, |(_, until_ms)| until_ms.max(self.job.due_ms))
    }
}

impl Model {
    fn version(&self, id: MatchId) -> u64 {
        self.matches.iter().find(|m| m.0 == id).map_or(0, |m| m.1.len() as u64)
    }

    fn append(&mut self, one: &Append) -> Result<u64, StoreError> {
        if one.entries.is_empty() {
            return Err(StoreError::Empty);
        }
        let same = |r: &Request| one.request.is_some_and(|o| (o.scope, o.id) == (r.scope, r.id));
        if let Some((_, a)) = self.requests.iter().find(|(request, _)| same(request)) {
            return Err(StoreError::Repeated { id: a.id, version: a.version, fingerprint: a.fingerprint });
        }
        let version = self.version(one.id);
        if version == 0 && one.expected > 0 {
            return Err(StoreError::Missing);
        }
        if version != one.expected {
            return Err(StoreError::Conflict { version });
        }
        let mut entries = match self.matches.iter().position(|m| m.0 == one.id) {
            Some(at) => self.matches.remove(at).1,
            None => vec![],
        };
        entries.extend(one.entries.iter().cloned());
        let version = entries.len() as u64;
        self.matches.push((one.id, entries, one.head.clone()));
        if one.job != JobChange::Keep {
            self.jobs.retain(|held| held.id != one.id);
        }
        if let JobChange::Set(job) = &one.job {
            self.jobs.push(Held { id: one.id, job: job.clone(), lease: None });
        }
        if let Some(request) = one.request {
            let answered = Answered { id: one.id, version, fingerprint: request.fingerprint };
            self.requests.push((request, answered));
        }
        Ok(version)
    }

    fn list(&self, filter: &Filter, before: Option<MatchId>, limit: usize) -> Vec<(MatchId, u64, Head)> {
        let mut all: Vec<_> = self.matches.iter().map(|m| (m.0, m.1.len() as u64, m.2.clone())).collect();
        all.retain(|(id, _, head)| {
            before.is_none_or(|before| *id < before)
                && (head.running || !filter.running_only)
                && filter.game.as_ref().is_none_or(|game| *game == head.game)
        });
        all.sort_by_key(|(id, _, _)| std::cmp::Reverse(*id));
        all.truncate(limit);
        all
    }

    fn claim(&mut self, lease_ms: u64, limit: usize) -> Vec<Claim> {
        self.jobs.sort_by_key(|held| (held.ready_ms(), held.id));
        let now_ms = self.now_ms;
        let mut claims = Vec::new();
        for held in self.jobs.iter_mut().filter(|held| held.ready_ms() <= now_ms).take(limit) {
            self.leases += 1;
            held.lease = Some((Lease(self.leases), now_ms + lease_ms.max(1)));
            claims.push(Claim { id: held.id, job: held.job.clone(), lease: Lease(self.leases) });
        }
        claims
    }

    fn held(&mut self, (id, lease): (MatchId, Lease)) -> Option<&mut Held> {
        self.jobs.iter_mut().find(|held| held.id == id && held.lease.is_some_and(|(mine, _)| mine == lease))
    }
}

/// The model and both stores, asked the same.
struct Trio {
    model: Model,
    memory: MemoryStore,
    disk: DiskStore,
}

macro_rules! both_say {
    ($trio:expr, $expected:expr, $call:ident($($argument:expr),*)) => {{
        let expected = $expected;
        assert_eq!($trio.memory.$call($($argument),*).await, expected, "in memory");
        assert_eq!($trio.disk.$call($($argument),*).await, expected, "on disk");
        expected
    }};
}

impl Trio {
    async fn run(&mut self, op: &Op) {
        match op {
            Op::Append { .. } => self.append(op).await,
            Op::Read { id, from, limit } => {
                self.read(match_id(*id), u64::from(*from), usize::from(*limit)).await
            }
            Op::List { game: kind, running_only, before, limit } => {
                let filter = Filter { game: kind.map(game), running_only: *running_only, from: None };
                let (before, limit) = (before.map(match_id), usize::from(*limit));
                both_say!(self, Ok(self.model.list(&filter, before, limit)), list(&filter, before, limit))
                    .unwrap();
            }
            Op::Claim { later_ms, lease_ms, limit } => {
                self.model.now_ms += later_ms;
                let (now_ms, limit) = (self.model.now_ms, usize::from(*limit));
                let expected = self.model.claim(*lease_ms, limit);
                let claims = both_say!(self, Ok(expected), claim(now_ms, *lease_ms, limit)).unwrap();
                self.model.claims.extend(claims.iter().map(|claim| (claim.id, claim.lease)));
            }
            Op::Extend { claim, by_ms } => {
                let Some(claim) = self.claim(*claim) else { return };
                let until_ms = self.model.now_ms + by_ms;
                let held = self.model.held(claim).map(|held| held.lease = Some((claim.1, until_ms)));
                both_say!(self, Ok(held.is_some()), extend(claim.0, claim.1, until_ms)).unwrap();
            }
            Op::Release { claim } => {
                let Some(claim) = self.claim(*claim) else { return };
                let held = self.model.held(claim).map(|held| held.lease = None);
                both_say!(self, Ok(held.is_some()), release(claim.0, claim.1)).unwrap();
            }
            Op::Finish { claim } => {
                let Some(claim) = self.claim(*claim) else { return };
                let mine = self.model.held(claim).is_some();
                self.model.jobs.retain(|held| !mine || held.id != claim.0);
                both_say!(self, Ok(mine), finish(claim.0, claim.1)).unwrap();
            }
            Op::Blob { key, body } => self.blob(game(*key), body.map(|byte| vec![byte])).await,
        }
        let due = self.model.jobs.iter().map(Held::ready_ms).min().map(|due| due.max(self.model.now_ms));
        both_say!(self, Ok(due), next_due(self.model.now_ms)).unwrap();
    }

    /// One of the latest claims.
    fn claim(&self, back: u8) -> Option<(MatchId, Lease)> {
        self.model.claims.iter().rev().nth(usize::from(back)).copied()
    }

    async fn append(&mut self, op: &Op) {
        let Op::Append { id, off, entries, head: (kind, running), job: change, request } = op else { return };
        let id = match_id(*id);
        let expected = self.model.version(id).saturating_add_signed(i64::from(*off));
        let one = Append {
            entries: (0..*entries)
                .map(|n| format!("{} of {id}", expected + u64::from(n)).into_bytes())
                .collect(),
            head: head(&game(*kind), *running),
            job: match change {
                None => JobChange::Keep,
                Some(None) => JobChange::Clear,
                Some(Some(due_ms)) => JobChange::Set(job(*due_ms)),
            },
            request: request.map(|n| Request { scope: 1, id: u128::from(n), fingerprint: expected }),
            ..append(id, expected)
        };
        let said = self.model.append(&one);
        both_say!(self, said.clone(), append(one.clone())).ok();
        let version = self.model.version(id);
        assert_eq!((*self.memory.watch(id).borrow(), *self.disk.watch(id).borrow()), (version, version));
    }

    async fn read(&mut self, id: MatchId, from: u64, limit: usize) {
        let found = self.model.matches.iter().find(|m| m.0 == id);
        let numbered = |m: &(MatchId, Vec<Vec<u8>>, Head)| {
            let all = (1u64..).zip(m.1.iter().cloned());
            all.filter(|(version, _)| *version >= from).take(limit).collect::<Vec<_>>()
        };
        both_say!(self, found.map(numbered).ok_or(StoreError::Missing), read(id, from, limit)).ok();
    }

    async fn blob(&mut self, key: String, body: Option<Vec<u8>>) {
        let before =
            self.model.blobs.iter().position(|(k, _)| *k == key).map(|at| self.model.blobs.remove(at));
        match body {
            Some(body) => {
                both_say!(self, Ok(()), blob_put(&key, body.clone())).unwrap();
                self.model.blobs.push((key, body));
            }
            None => {
                both_say!(self, Ok(before.is_some()), blob_remove(&key)).unwrap();
            }
        }
        self.model.blobs.sort();
    }

    /// All there is, asked one by one.
    async fn compare_all(&mut self) {
        let all = self.model.list(&Filter::default(), None, 99);
        both_say!(self, Ok(all.clone()), list(&Filter::default(), None, 99)).unwrap();
        for (id, version, head) in all {
            both_say!(self, Ok(Some((version, head.clone()))), head(id)).unwrap();
            self.read(id, 1, 999).await;
        }
        for (request, answered) in &self.model.requests {
            both_say!(self, Ok(Some(*answered)), find_request(request.scope, request.id)).unwrap();
        }
        both_say!(self, Ok(self.model.blobs.clone()), blob_list("", None, 99)).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn both_stores_do_what_the_model_does_and_the_disk_keeps_it(ops in vec(op(), 1..120), reopen in any::<bool>()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = Folder::new();
            let (memory, disk) = (MemoryStore::new().unwrap(), DiskStore::open(folder.path()).unwrap());
            let mut trio = Trio { model: Model::default(), memory, disk };
            for op in &ops {
                trio.run(op).await;
            }
            trio.compare_all().await;
            if reopen {
                trio.disk.close().await;
                trio.disk = DiskStore::open(folder.path()).unwrap();
                trio.compare_all().await;
                // Leases are gone, jobs are not.
                let held: std::collections::BTreeMap<_, _> = trio.model.jobs.iter().map(|h| (h.id, h.job.clone())).collect();
                let claims = trio.disk.claim(u64::MAX / 2, 1, 99).await.unwrap();
                assert_eq!(claims.into_iter().map(|claim| (claim.id, claim.job)).collect::<std::collections::BTreeMap<_, _>>(), held);
            }
        });
    }
}
