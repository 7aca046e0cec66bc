//! What only a store on disk must show: that it is durable, alone, and honest about failure.

mod failure;
mod kill;

use super::{DiskStore, FILE, QUEUE_MAX, open_file, tables, writer::BATCH_MAX};
use crate::store::{
    Append, Filter, JobChange, MatchId, Store, StoreError,
    tests::{Folder, append, head, job, with_job, with_request},
};
use redb::{Database, TableDefinition};
use std::{sync::Arc, time::Duration};

fn sentence(opened: Result<DiskStore, StoreError>) -> String {
    opened.err().expect("refused").to_string()
}

#[tokio::test]
async fn a_store_that_is_opened_again_has_kept_everything_but_the_leases() {
    let folder = Folder::new();
    let (id, over) = (MatchId::new(), MatchId::new());
    let store = DiskStore::open(folder.path()).unwrap();
    let secret = store.secret().await.unwrap();
    store.append(with_job(with_request(append(id, 0), 3, 33), 50)).await.unwrap();
    store.append(Append { head: head("para_roles", false), ..append(over, 0) }).await.unwrap();
    store.blob_put("t/1", b"cup".to_vec()).await.unwrap();
    assert_eq!(store.claim(50, 1_000, 9).await.unwrap().len(), 1);
    drop(store);

    let store = DiskStore::open(folder.path()).unwrap();
    assert_eq!(store.secret().await, Ok(secret));
    assert_eq!(store.read(id, 1, 9).await, Ok(vec![(1, b"entry 1".to_vec())]));
    assert_eq!(store.find_request(id.0, 3).await.unwrap().unwrap().fingerprint, 33);
    assert_eq!(store.blob_get("t/1").await, Ok(Some(b"cup".to_vec())));
    let running = store.list(&Filter { running_only: true, ..Filter::default() }, None, 9).await.unwrap();
    assert_eq!(running, [(id, 1, head("para_roles", true))]);
    let claim = store.claim(50, 1_000, 9).await.unwrap().remove(0);
    assert_eq!((claim.id, claim.job.clone()), (id, job(50)), "whoever had it is gone");
    assert_eq!(store.finish(id, claim.lease).await, Ok(true));
    store.close().await;

    let store = DiskStore::open(folder.path()).unwrap();
    assert_eq!(store.next_due(0).await, Ok(None), "what is finished stays finished");
}

#[tokio::test]
async fn a_folder_that_is_in_use_is_refused_and_free_after_a_close() {
    let folder = Folder::new();
    let store = DiskStore::open(folder.path()).unwrap();
    let why = sentence(DiskStore::open(folder.path()));
    assert!(why.contains("another process has") && why.contains("name another folder"), "{why}");
    store.append(append(MatchId::new(), 0)).await.unwrap();
    store.close().await;
    DiskStore::open(folder.path()).unwrap();
}

#[test]
fn a_file_of_a_newer_format_is_refused() {
    let folder = Folder::new();
    let db = Database::create(folder.path().join(FILE)).unwrap();
    let tx = db.begin_write().unwrap();
    tables::found(&tx, tables::FORMAT + 1, &[1; 32]).unwrap();
    tx.commit().unwrap();
    drop(db);
    let why = sentence(DiskStore::open(folder.path()));
    assert!(why.contains("has format 2, written by a newer version"), "{why}");
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = Folder::new();
    let db = Database::create(folder.path().join(FILE)).unwrap();
    let tx = db.begin_write().unwrap();
    tx.open_table(TableDefinition::<u8, u8>::new("theirs")).unwrap();
    tx.commit().unwrap();
    drop(db);
    let why = sentence(DiskStore::open(folder.path()));
    assert!(why.contains("a database of another program"), "{why}");

    let folder = Folder::new();
    std::fs::write(folder.path().join(FILE), vec![b'x'; 9_999]).unwrap();
    let why = sentence(DiskStore::open(folder.path()));
    assert!(why.contains("understudy.redb is no store"), "{why}");
    std::fs::remove_file(folder.path().join(FILE)).unwrap();
    std::fs::create_dir(folder.path().join(FILE)).unwrap();
    let why = sentence(DiskStore::open(folder.path()));
    assert!(why.contains("cannot be opened"), "{why}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let _store = DiskStore::open(folder.path()).unwrap();
    let mode = std::fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// Holds the writer back, so that what is asked meanwhile becomes one commit.
async fn in_one_commit<T: Send + 'static>(
    store: &Arc<DiskStore>,
    asked: Vec<impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let held = Arc::clone(store);
    let (free, wait) = std::sync::mpsc::channel::<()>();
    let holder = std::thread::spawn(move || {
        let _db = held.shared.db.write().unwrap();
        wait.recv().ok();
    });
    while store.shared.db.try_read().is_ok() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let first = {
        let store = Arc::clone(store);
        tokio::spawn(async move { store.blob_put("first", vec![]).await })
    };
    tokio::time::sleep(Duration::from_millis(20)).await;
    let mut running = Vec::new();
    for one in asked {
        running.push(tokio::spawn(one));
        // Each is in the queue before the next is asked.
        tokio::task::yield_now().await;
    }
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop(free);
    first.await.unwrap().ok();
    let mut answers = Vec::new();
    for one in running {
        answers.push(one.await.unwrap());
    }
    holder.join().unwrap();
    answers
}

fn asks(
    store: &Arc<DiskStore>,
    all: Vec<Append>,
) -> Vec<impl Future<Output = Result<u64, StoreError>> + use<>> {
    let ask = |one| {
        let store = Arc::clone(store);
        async move { store.append(one).await }
    };
    all.into_iter().map(ask).collect()
}

#[tokio::test]
async fn one_commit_takes_the_good_and_refuses_the_bad_alone() {
    let folder = Folder::new();
    let store = Arc::new(DiskStore::open(folder.path()).unwrap());
    let (a, b, c) = (MatchId::new(), MatchId::new(), MatchId::new());
    let all = vec![
        append(a, 0),
        with_request(append(a, 1), 1, 9),
        append(a, 1),
        append(b, 4),
        with_request(append(a, 2), 1, 9),
        with_job(append(a, 2), 10),
        Append { entries: vec![], ..append(c, 0) },
        Append { job: JobChange::Clear, ..append(a, 3) },
        append(c, 0),
    ];
    let answers = in_one_commit(&store, asks(&store, all)).await;
    let expected = [
        Ok(1),
        Ok(2),
        Err(StoreError::Conflict { version: 2 }),
        Err(StoreError::Missing),
        Err(StoreError::Repeated { id: a, version: 2, fingerprint: 9 }),
        Ok(3),
        Err(StoreError::Empty),
        Ok(4),
        Ok(1),
    ];
    assert_eq!(answers, expected);
    assert_eq!(store.read(a, 1, 9).await.unwrap().len(), 4);
    assert_eq!(store.head(b).await, Ok(None));
    assert_eq!(store.next_due(0).await, Ok(None));
    assert_eq!(*store.watch(a).borrow(), 4);
}

#[tokio::test]
async fn a_full_queue_makes_callers_wait_and_loses_nobody() {
    let folder = Folder::new();
    let store = Arc::new(DiskStore::open(folder.path()).unwrap());
    let id = MatchId::new();
    let many = (QUEUE_MAX + 2 * BATCH_MAX) as u64;
    let answers = in_one_commit(&store, asks(&store, (0..many).map(|n| append(id, n)).collect())).await;
    assert_eq!(answers, (1..=many).map(Ok).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_waits_for_what_was_accepted() {
    for round in 0..10 {
        let folder = Folder::new();
        let store = Arc::new(DiskStore::open(folder.path()).unwrap());
        let ids: Vec<MatchId> = (0..200).map(|_| MatchId::new()).collect();
        let asked: Vec<_> = asks(&store, ids.iter().map(|id| append(*id, 0)).collect())
            .into_iter()
            .map(tokio::spawn)
            .collect();
        tokio::time::sleep(Duration::from_micros(round * 100)).await;
        store.close().await;
        let mut kept = Vec::new();
        for (id, one) in ids.iter().zip(asked) {
            match one.await.unwrap() {
                Ok(1) => kept.push(*id),
                other => assert_eq!(other, Err(StoreError::Closed)),
            }
        }
        let again = DiskStore::open(folder.path()).unwrap();
        let mut found: Vec<_> = again.list(&Filter::default(), None, 999).await.unwrap();
        found.reverse();
        assert_eq!(found.into_iter().map(|(id, _, _)| id).collect::<Vec<_>>(), kept);
    }
}
