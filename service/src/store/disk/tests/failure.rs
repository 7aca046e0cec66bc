//! A disk that fails: nobody is told that something is kept which is not.

use super::{DiskStore, asks, in_one_commit, open_file};
use crate::store::{
    MatchId, Store, StoreError,
    tests::{Folder, append},
};
use redb::{StorageBackend, backends::FileBackend};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering::SeqCst},
    },
};

/// What goes wrong.
const NOTHING: u8 = 0;
const FULL: u8 = 1;
const NO_SYNC: u8 = 2;

#[derive(Debug)]
struct Faulty {
    file: FileBackend,
    fault: Arc<AtomicU8>,
}

impl Faulty {
    fn fails(&self, fault: u8) -> io::Result<()> {
        if self.fault.load(SeqCst) != fault {
            return Ok(());
        }
        let kind = if fault == FULL { io::ErrorKind::StorageFull } else { io::ErrorKind::Other };
        Err(io::Error::from(kind))
    }
}

impl StorageBackend for Faulty {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.fails(FULL)?;
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.fails(NO_SYNC)?;
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.fails(FULL)?;
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }
}

fn open(folder: &Folder) -> (Arc<DiskStore>, Arc<AtomicU8>) {
    let file = open_file(folder.path()).unwrap();
    let fault = Arc::new(AtomicU8::new(NOTHING));
    let backend = Faulty { file: FileBackend::new(file).unwrap(), fault: Arc::clone(&fault) };
    (Arc::new(DiskStore::open_on(backend).unwrap()), fault)
}

async fn a_commit_that_fails(with: u8, says: &str) {
    let folder = Folder::new();
    let (store, fault) = open(&folder);
    let (a, b) = (MatchId::new(), MatchId::new());
    assert_eq!(store.append(append(a, 0)).await, Ok(1));
    let watcher = store.watch(a);

    fault.store(with, SeqCst);
    let batch = vec![append(a, 1), append(a, 2), append(b, 0), append(a, 7)];
    for answer in in_one_commit(&store, asks(&store, batch)).await {
        let why = answer.expect_err("not durable");
        assert!(matches!(&why, StoreError::Broken(_)), "{why}");
        assert!(why.to_string().contains(says), "{why}");
    }
    // The disk is well again; but what the file holds is known only when it is opened anew.
    fault.store(NOTHING, SeqCst);
    assert!(matches!(store.append(append(a, 1)).await, Err(StoreError::Broken(_))));
    assert!(matches!(store.blob_put("x", vec![]).await, Err(StoreError::Broken(_))));
    // Reads may fail now, but never show what was refused.
    if let Ok(head) = store.head(a).await {
        assert_eq!(head.unwrap().0, 1);
        assert_eq!(store.head(b).await, Ok(None));
    }
    assert!(!watcher.has_changed().unwrap());
    store.close().await;
    drop(store);

    let again = DiskStore::open(folder.path()).unwrap();
    let version = again.head(a).await.unwrap().unwrap().0;
    assert_eq!(again.head(b).await.unwrap().is_some(), version == 3, "all or nothing");
    assert!(version == 1 || version == 3);
    assert_eq!(again.append(append(a, version)).await, Ok(version + 1));
}

#[tokio::test]
async fn a_full_disk_refuses_the_whole_commit_and_all_that_follows() {
    a_commit_that_fails(FULL, "the disk is full; make room").await;
}

#[tokio::test]
async fn a_failed_sync_refuses_the_whole_commit_and_all_that_follows() {
    a_commit_that_fails(NO_SYNC, "the store cannot be used").await;
}
