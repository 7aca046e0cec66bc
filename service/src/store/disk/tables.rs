//! The tables of the file: what is written in one commit, and how it is read back.

use crate::store::{
    Answered, Append, Entry, Filter, Head, Job, JobChange, LIST_MAX, MatchId, Request, StoreError,
};
use redb::{ReadTransaction, ReadableTable, Table, TableDefinition, WriteTransaction};
use std::ops::Bound;

/// Raised when a table changes its meaning; a file with a higher one is refused.
pub const FORMAT: u64 = 1;

const EVENTS: TableDefinition<(u128, u64), &[u8]> = TableDefinition::new("events");
/// Version, created, updated, running, game, body.
type Row<'a> = (u64, u64, u64, bool, &'a str, &'a [u8]);
const MATCHES: TableDefinition<u128, Row> = TableDefinition::new("matches");
/// A row for each list a match stands in: running ones only or all, of one game or of any. The list of all matches of
/// any game is the table of matches itself.
const LISTS: TableDefinition<(bool, Option<&str>, u128), ()> = TableDefinition::new("lists");
/// Match, version after, fingerprint; by scope and id.
const REQUESTS: TableDefinition<(u128, u128), (u128, u64, u64)> = TableDefinition::new("requests");
/// Due, body. Small enough to be held in memory as well, so there is no index by time in the file.
const JOBS: TableDefinition<u128, (u64, &[u8])> = TableDefinition::new("jobs");
const BLOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("blobs");
const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");

const META_FORMAT: &str = "format";
const META_SECRET: &str = "secret";

/// All tables of a write transaction.
pub struct Tables<'t> {
    events: Table<'t, (u128, u64), &'static [u8]>,
    matches: Table<'t, u128, Row<'static>>,
    lists: Table<'t, (bool, Option<&'static str>, u128), ()>,
    requests: Table<'t, (u128, u128), (u128, u64, u64)>,
    jobs: Table<'t, u128, (u64, &'static [u8])>,
    blobs: Table<'t, &'static str, &'static [u8]>,
}

impl<'t> Tables<'t> {
    pub fn open(tx: &'t WriteTransaction) -> Result<Self, redb::Error> {
        Ok(Tables {
            events: tx.open_table(EVENTS)?,
            matches: tx.open_table(MATCHES)?,
            lists: tx.open_table(LISTS)?,
            requests: tx.open_table(REQUESTS)?,
            jobs: tx.open_table(JOBS)?,
            blobs: tx.open_table(BLOBS)?,
        })
    }

    /// What an append does, or why it is refused; the outer error is that of the file. A refused one has written
    /// nothing, so the others of its commit are not touched by it.
    pub fn append(&mut self, append: &Append) -> Result<Result<u64, StoreError>, redb::Error> {
        if append.entries.is_empty() {
            return Ok(Err(StoreError::Empty));
        }
        if let Some(request) = &append.request
            && let Some(Answered { id, version, fingerprint }) =
                answered(&self.requests, request.scope, request.id)?
        {
            return Ok(Err(StoreError::Repeated { id, version, fingerprint }));
        }
        let before = head_of(&self.matches, append.id)?;
        match &before {
            None if append.expected > 0 => return Ok(Err(StoreError::Missing)),
            Some((version, _)) if *version != append.expected => {
                return Ok(Err(StoreError::Conflict { version: *version }));
            }
            None | Some(_) => {}
        }
        let id = append.id.0;
        let mut version = append.expected;
        for entry in &append.entries {
            version += 1;
            self.events.insert((id, version), entry.as_slice())?;
        }
        self.relist(append.id, before.as_ref().map(|(_, head)| head), &append.head)?;
        let Head { game, running, created_ms, updated_ms, body } = &append.head;
        self.matches
            .insert(id, (version, *created_ms, *updated_ms, *running, game.as_str(), body.as_slice()))?;
        self.change_job(append.id, &append.job)?;
        if let Some(Request { scope, id: request, fingerprint }) = append.request {
            self.requests.insert((scope, request), (id, version, fingerprint))?;
        }
        Ok(Ok(version))
    }

    /// Drops a match at this version and all that belongs to it; `false` if it is at another, or not there.
    pub fn remove(&mut self, id: MatchId, version: u64) -> Result<bool, redb::Error> {
        let Some((_, head)) = head_of(&self.matches, id)?.filter(|(now, _)| *now == version) else {
            return Ok(false);
        };
        self.events.retain_in((id.0, 0)..=(id.0, u64::MAX), |_, _| false)?;
        self.requests.retain_in((id.0, 0)..=(id.0, u128::MAX), |_, _| false)?;
        for (running, game) in lists_of(&head) {
            self.lists.remove((running, game, id.0))?;
        }
        self.matches.remove(id.0)?;
        self.jobs.remove(id.0)?;
        Ok(true)
    }

    /// Most appends change nothing here, and then nothing is written.
    fn relist(&mut self, id: MatchId, before: Option<&Head>, after: &Head) -> Result<(), redb::Error> {
        if before.is_some_and(|before| before.running == after.running && before.game == after.game) {
            return Ok(());
        }
        if let Some(before) = before {
            for (running, game) in lists_of(before) {
                self.lists.remove((running, game, id.0))?;
            }
        }
        for (running, game) in lists_of(after) {
            self.lists.insert((running, game, id.0), ())?;
        }
        Ok(())
    }

    pub fn change_job(&mut self, id: MatchId, change: &JobChange) -> Result<(), redb::Error> {
        match change {
            JobChange::Keep => {}
            JobChange::Clear => {
                self.jobs.remove(id.0)?;
            }
            JobChange::Set(job) => {
                self.jobs.insert(id.0, (job.due_ms, job.body.as_slice()))?;
            }
        }
        Ok(())
    }

    /// Whether there was a document before.
    pub fn put_blob(&mut self, key: &str, body: Option<&[u8]>) -> Result<bool, redb::Error> {
        let before = match body {
            Some(body) => self.blobs.insert(key, body)?.is_some(),
            None => self.blobs.remove(key)?.is_some(),
        };
        Ok(before)
    }
}

/// The lists a match stands in.
fn lists_of(head: &Head) -> impl Iterator<Item = (bool, Option<&str>)> {
    let game = Some(head.game.as_str());
    let running = head.running.then_some([(true, None), (true, game)]);
    running.into_iter().flatten().chain([(false, game)])
}

fn answered(
    requests: &impl ReadableTable<(u128, u128), (u128, u64, u64)>,
    scope: u128,
    id: u128,
) -> Result<Option<Answered>, redb::Error> {
    let row = requests.get((scope, id))?;
    Ok(row.map(|row| {
        let (id, version, fingerprint) = row.value();
        Answered { id: MatchId(id), version, fingerprint }
    }))
}

fn head_of(
    matches: &impl ReadableTable<u128, Row<'static>>,
    id: MatchId,
) -> Result<Option<(u64, Head)>, redb::Error> {
    Ok(matches.get(id.0)?.map(|row| from_row(row.value())))
}

fn from_row((version, created_ms, updated_ms, running, game, body): Row<'_>) -> (u64, Head) {
    (version, Head { game: game.to_owned(), running, created_ms, updated_ms, body: body.to_owned() })
}

pub fn find_request(tx: &ReadTransaction, scope: u128, id: u128) -> Result<Option<Answered>, redb::Error> {
    answered(&tx.open_table(REQUESTS)?, scope, id)
}

pub fn head(tx: &ReadTransaction, id: MatchId) -> Result<Option<(u64, Head)>, redb::Error> {
    head_of(&tx.open_table(MATCHES)?, id)
}

pub fn version(tx: &ReadTransaction, id: MatchId) -> Result<u64, redb::Error> {
    Ok(tx.open_table(MATCHES)?.get(id.0)?.map_or(0, |row| row.value().0))
}

/// `None` if there is no such match.
pub fn read(
    tx: &ReadTransaction,
    id: MatchId,
    from: u64,
    limit: usize,
) -> Result<Option<Vec<Entry>>, redb::Error> {
    if tx.open_table(MATCHES)?.get(id.0)?.is_none() {
        return Ok(None);
    }
    let mut entries = Vec::new();
    for row in tx.open_table(EVENTS)?.range((id.0, from)..=(id.0, u64::MAX))?.take(limit) {
        let (key, entry) = row?;
        entries.push((key.value().1, entry.value().to_owned()));
    }
    Ok(Some(entries))
}

pub fn list(
    tx: &ReadTransaction,
    filter: &Filter,
    before: Option<MatchId>,
    limit: usize,
) -> Result<Vec<(MatchId, u64, Head)>, redb::Error> {
    let limit = limit.min(LIST_MAX);
    let from = filter.from.map_or(0, |id| id.0);
    if before.is_some_and(|before| before.0 <= from) {
        return Ok(vec![]);
    }
    let matches = tx.open_table(MATCHES)?;
    let mut found = Vec::new();
    if filter.game.is_none() && !filter.running_only {
        let end = before.map_or(Bound::Unbounded, |id| Bound::Excluded(id.0));
        for row in matches.range((Bound::Included(from), end))?.rev().take(limit) {
            let (id, row) = row?;
            let (version, head) = from_row(row.value());
            found.push((MatchId(id.value()), version, head));
        }
        return Ok(found);
    }
    let (running, game) = (filter.running_only, filter.game.as_deref());
    let begin = Bound::Included((running, game, from));
    let end = match before {
        Some(id) => Bound::Excluded((running, game, id.0)),
        None => Bound::Included((running, game, u128::MAX)),
    };
    for row in tx.open_table(LISTS)?.range((begin, end))?.rev().take(limit) {
        let id = MatchId(row?.0.value().2);
        if let Some((version, head)) = head_of(&matches, id)? {
            found.push((id, version, head));
        }
    }
    Ok(found)
}

pub fn jobs(tx: &ReadTransaction) -> Result<Vec<(MatchId, Job)>, redb::Error> {
    let mut jobs = Vec::new();
    for row in tx.open_table(JOBS)?.range::<u128>(..)? {
        let (id, job) = row?;
        let (due_ms, body) = job.value();
        jobs.push((MatchId(id.value()), Job { due_ms, body: body.to_owned() }));
    }
    Ok(jobs)
}

pub fn blob(tx: &ReadTransaction, key: &str) -> Result<Option<Vec<u8>>, redb::Error> {
    Ok(tx.open_table(BLOBS)?.get(key)?.map(|body| body.value().to_owned()))
}

pub fn blobs(
    tx: &ReadTransaction,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<(String, Vec<u8>)>, redb::Error> {
    let begin = match after {
        Some(after) if after >= prefix => Bound::Excluded(after),
        Some(_) | None => Bound::Included(prefix),
    };
    let mut found = Vec::new();
    for row in tx.open_table(BLOBS)?.range::<&str>((begin, Bound::Unbounded))?.take(limit.min(LIST_MAX)) {
        let (key, body) = row?;
        if !key.value().starts_with(prefix) {
            break;
        }
        found.push((key.value().to_owned(), body.value().to_owned()));
    }
    Ok(found)
}

/// What the file says of itself.
pub enum Label {
    /// A new file.
    Blank,
    /// A database of something else.
    Foreign,
    Ours {
        format: u64,
        secret: Option<[u8; 32]>,
    },
}

pub fn label(tx: &ReadTransaction) -> Result<Label, redb::Error> {
    if tx.list_tables()?.next().is_none() {
        return Ok(Label::Blank);
    }
    let meta = match tx.open_table(META) {
        Ok(meta) => meta,
        Err(redb::TableError::TableDoesNotExist(_)) => return Ok(Label::Foreign),
        Err(why) => return Err(why.into()),
    };
    let format = meta.get(META_FORMAT)?.and_then(|value| value.value().try_into().ok());
    let secret = meta.get(META_SECRET)?.and_then(|value| value.value().try_into().ok());
    Ok(format.map_or(Label::Foreign, |format| Label::Ours { format: u64::from_le_bytes(format), secret }))
}

/// Makes all tables, so that reads need not ask whether they are there.
pub fn found(tx: &WriteTransaction, format: u64, secret: &[u8; 32]) -> Result<(), redb::Error> {
    Tables::open(tx)?;
    let mut meta = tx.open_table(META)?;
    meta.insert(META_FORMAT, format.to_le_bytes().as_slice())?;
    meta.insert(META_SECRET, secret.as_slice())?;
    Ok(())
}
