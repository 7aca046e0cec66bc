//! What every store keeps to: one suite run on each, and both beside a plain model.

mod conformance;
mod model;

use super::{Append, Head, Job, JobChange, MatchId, Request};
use std::path::{Path, PathBuf};

/// A folder of its own, gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("understudy-store-{}", MatchId::new()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

pub fn head(game: &str, running: bool) -> Head {
    Head { game: game.to_owned(), running, created_ms: 7, updated_ms: 8, body: b"head".to_vec() }
}

/// One entry, at that version, and nothing else.
pub fn append(id: MatchId, expected: u64) -> Append {
    let entries = vec![format!("entry {}", expected + 1).into_bytes()];
    Append { id, expected, entries, head: head("para_roles", true), job: JobChange::Keep, request: None }
}

pub fn with_request(append: Append, id: u128, fingerprint: u64) -> Append {
    Append { request: Some(Request { scope: append.id.0, id, fingerprint }), ..append }
}

pub fn with_job(append: Append, due_ms: u64) -> Append {
    Append { job: JobChange::Set(job(due_ms)), ..append }
}

pub fn job(due_ms: u64) -> Job {
    Job { due_ms, body: format!("due {due_ms}").into_bytes() }
}
