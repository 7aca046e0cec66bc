//! A process that is killed at any moment loses nothing it has acknowledged.

use super::DiskStore;
use crate::store::{
    MatchId, Store,
    tests::{Folder, append, with_request},
};
use rand::{RngExt, SeedableRng};
use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

/// Names the folder in which the child appends.
const CHILD: &str = "UNDERSTUDY_STORE_CHILD";
const ROUNDS: u64 = 24;
const CALLERS: u128 = 6;

/// Not a test by itself: in the child it appends, and says so, until it is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_child_appends_until_it_is_killed() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let store = Arc::new(DiskStore::open(folder.as_ref()).unwrap());
    let callers = (1..=CALLERS).map(|caller| tokio::spawn(call(Arc::clone(&store), MatchId(caller))));
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
}

async fn call(store: Arc<DiskStore>, id: MatchId) {
    let mut version = store.head(id).await.unwrap().map_or(0, |(version, _)| version);
    // Bounded, should the parent be gone.
    for _ in 0..100_000 {
        let one = with_request(append(id, version), u128::from(version), version);
        version = store.append(one).await.unwrap();
        // One write a line: a line that is whole was said.
        let said = format!("ack {} {version}\n", id.0);
        std::io::stdout().lock().write_all(said.as_bytes()).unwrap();
    }
}

fn start(folder: &Folder) -> Child {
    let (_, module) = module_path!().split_once("::").unwrap();
    let test = format!("{module}::the_child_appends_until_it_is_killed");
    Command::new(std::env::current_exe().unwrap())
        .args([&test, "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills a child some time after its first acknowledgement; the newest it gave for each match.
fn kill_after(mut child: Child, delay: Duration, folder: &Folder) -> HashMap<u128, u64> {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("ack ") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the child ended before it said anything");
    }
    let why = DiskStore::open(folder.path()).err().expect("in use").to_string();
    assert!(why.contains("another process has"), "{why}");
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut acked = HashMap::new();
    while line.ends_with('\n') {
        if let Some((_, said)) = line.split_once("ack ") {
            let (id, version) = said.trim_end().split_once(' ').unwrap();
            let (id, version) = (id.parse().unwrap(), version.parse().unwrap());
            let before = acked.insert(id, version);
            assert!(before.is_none_or(|before| before + 1 == version), "one after the other");
        }
        line.clear();
        out.read_line(&mut line).unwrap();
    }
    acked
}

#[tokio::test]
async fn a_killed_process_loses_nothing_it_has_acknowledged() {
    let folder = Folder::new();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let mut total = 0;
    for round in 0..ROUNDS {
        // The pipe holds some thousand lines; a longer round would only wait for us to read them.
        let delay = Duration::from_micros(rng.random_range(0..60_000));
        let acked = kill_after(start(&folder), delay, &folder);
        let store = DiskStore::open(folder.path()).unwrap();
        for (&id, &newest) in &acked {
            let id = MatchId(id);
            let log = store.read(id, 1, usize::MAX).await.unwrap();
            let stored = log.len() as u64;
            // At most the one that was under way came on top.
            assert!(
                (newest..=newest + 1).contains(&stored),
                "round {round}: {newest} acked, {stored} stored"
            );
            for (n, entry) in (1..).zip(log) {
                assert_eq!(entry, (n, format!("entry {n}").into_bytes()), "round {round}");
            }
            assert_eq!(store.head(id).await.unwrap().unwrap().0, stored);
            let first = store.find_request(id.0, u128::from(newest - 1)).await.unwrap().unwrap();
            assert_eq!((first.id, first.version), (id, newest));
            assert_eq!(*store.watch(id).borrow(), stored);
        }
        total = acked.values().sum();
        store.close().await;
    }
    assert!(total > ROUNDS, "{total} appends in {ROUNDS} rounds");
}
