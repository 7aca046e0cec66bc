//! The one thread that writes: whatever waits becomes one commit, and is answered only after it.

use super::{Shared, broken, tables::Tables};
use crate::store::{Append, JobChange, Lease, MatchId, StoreError, lock};
use redb::{Database, Durability};
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};

/// Tasks of one commit: enough that fsync no longer counts, few enough that nobody waits long.
pub const BATCH_MAX: usize = 512;

pub type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What the writer is asked for.
pub enum Task {
    Append(Append, Answer<u64>),
    Finish(MatchId, Lease, Answer<bool>),
    Remove(MatchId, u64, Answer<bool>),
    /// Without a body: drops the document. Answers whether there was one before.
    Blob(String, Option<Vec<u8>>, Answer<bool>),
}

/// Runs until nobody can ask any more and all that was asked is answered.
pub fn run(shared: &Shared, mut queue: mpsc::Receiver<Task>) {
    let mut tasks = Vec::with_capacity(BATCH_MAX);
    while queue.blocking_recv_many(&mut tasks, BATCH_MAX) > 0 {
        let mut batch = Batch::default();
        let written = shared.with(|db| commit(shared, db, &tasks, &mut batch));
        match written {
            Ok(()) => batch.notify(shared, &mut tasks),
            Err(why) => refuse(&mut tasks, &why),
        }
    }
}

/// What came of the tasks, in their order, and what is to be told once it is durable.
#[derive(Default)]
struct Batch {
    outcomes: Vec<Outcome>,
    /// Matches whose job was changed in this commit: a lease on it counts no more.
    touched: HashSet<MatchId>,
    /// Whether there is anything to commit.
    dirty: bool,
}

enum Outcome {
    Appended(Result<u64, StoreError>),
    Flag(bool),
}

fn commit(shared: &Shared, db: &Database, tasks: &[Task], batch: &mut Batch) -> Result<(), StoreError> {
    // After a failed commit the file may hold it or not; only opening it again tells.
    shared.check()?;
    let mut tx = db.begin_write().map_err(broken)?;
    tx.set_durability(Durability::Immediate).map_err(broken)?;
    // A second fsync, which many callers share, so that a start after a crash need not read the whole file.
    tx.set_quick_repair(true);
    {
        let mut tables = Tables::open(&tx).map_err(broken)?;
        for task in tasks {
            let outcome = batch.run(shared, &mut tables, task).map_err(broken)?;
            batch.outcomes.push(outcome);
        }
    }
    if !batch.dirty {
        return tx.abort().map_err(broken);
    }
    tx.commit().map_err(|why| shared.breaks(broken(why)))
}

impl Batch {
    fn run(&mut self, shared: &Shared, tables: &mut Tables<'_>, task: &Task) -> Result<Outcome, redb::Error> {
        match task {
            Task::Append(append, _) => {
                let result = tables.append(append)?;
                self.dirty |= result.is_ok();
                if result.is_ok() && append.job != JobChange::Keep {
                    self.touched.insert(append.id);
                }
                Ok(Outcome::Appended(result))
            }
            Task::Finish(id, lease, _) => {
                let mine = !self.touched.contains(id) && lock(&shared.jobs).holds(*id, *lease);
                if mine {
                    tables.change_job(*id, &JobChange::Clear)?;
                    self.touched.insert(*id);
                    self.dirty = true;
                }
                Ok(Outcome::Flag(mine))
            }
            Task::Remove(id, version, _) => {
                let there = tables.remove(*id, *version)?;
                if there {
                    self.touched.insert(*id);
                    self.dirty = true;
                }
                Ok(Outcome::Flag(there))
            }
            Task::Blob(key, body, _) => {
                self.dirty = true;
                tables.put_blob(key, body.as_deref()).map(Outcome::Flag)
            }
        }
    }

    /// The commit is durable: the jobs follow it, then watchers and callers hear of it.
    fn notify(self, shared: &Shared, tasks: &mut Vec<Task>) {
        for (task, outcome) in tasks.drain(..).zip(self.outcomes) {
            // A caller that no longer waits is no error.
            match (task, outcome) {
                (Task::Append(append, answer), Outcome::Appended(result)) => {
                    if let Ok(version) = result {
                        lock(&shared.jobs).change(append.id, append.job);
                        shared.watchers.notify(append.id, version);
                    }
                    answer.send(result).ok();
                }
                (Task::Finish(id, _, answer), Outcome::Flag(mine)) => {
                    if mine {
                        lock(&shared.jobs).change(id, JobChange::Clear);
                    }
                    answer.send(Ok(mine)).ok();
                }
                (Task::Remove(id, _, answer), Outcome::Flag(there)) => {
                    if there {
                        lock(&shared.jobs).change(id, JobChange::Clear);
                    }
                    answer.send(Ok(there)).ok();
                }
                (Task::Blob(_, _, answer), Outcome::Flag(before)) => {
                    answer.send(Ok(before)).ok();
                }
                (Task::Append(..), Outcome::Flag(_))
                | (Task::Finish(..) | Task::Remove(..) | Task::Blob(..), Outcome::Appended(_)) => {
                    unreachable!("each task has its own kind of outcome")
                }
            }
        }
    }
}

fn refuse(tasks: &mut Vec<Task>, why: &StoreError) {
    for task in tasks.drain(..) {
        match task {
            Task::Append(_, answer) => answer.send(Err(why.clone())).is_ok(),
            Task::Finish(_, _, answer) | Task::Remove(_, _, answer) | Task::Blob(_, _, answer) => {
                answer.send(Err(why.clone())).is_ok()
            }
        };
    }
}
