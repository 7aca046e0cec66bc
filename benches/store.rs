//! Speed of the store on disk: appends a second, reads, and how fast it starts with many matches.
//!
//! `cargo bench -p benches --bench store` prints a table; a folder after `--` puts the files on that disk. The rate of
//! fdatasync on a plain file stands beside it: no durable store can be faster with one caller.

use service::store::{Append, DiskStore, Filter, Head, Job, JobChange, MatchId, Request, Store, disk};
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

const SECONDS: f64 = 2.0;
const BODY: usize = 100;
const MATCHES: u64 = 100_000;
/// Entries of each stored match.
const ENTRIES: usize = 20;
/// Every so many stored matches one is still running and has a job.
const RUNNING_EVERY: u64 = 100;

fn main() {
    // Cargo adds an argument of its own.
    let folder = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let folder = folder.map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("understudy-bench-{}", MatchId::new()));
    fs::create_dir_all(&folder).expect("a folder");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    println!("fdatasync on a plain file: {:.0} a second", syncs(&folder.join("plain")));
    for callers in [1, 64, 256] {
        let store = Arc::new(DiskStore::open(&folder.join(format!("{callers}"))).expect("a store"));
        runtime.block_on(appends(store, callers));
    }
    runtime.block_on(start_up(&folder));
    fs::remove_dir_all(&folder).expect("removed");
}

fn syncs(path: &Path) -> f64 {
    let mut file = File::create(path).expect("a file");
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed().as_secs_f64() < SECONDS {
        file.write_all(&[7; BODY]).expect("written");
        file.sync_data().expect("synced");
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

fn append(id: MatchId, expected: u64, entries: usize, running: bool) -> Append {
    let head = Head {
        game: "para_roles".to_owned(),
        running,
        created_ms: 1,
        updated_ms: expected,
        body: vec![1; BODY],
    };
    let job = if running {
        JobChange::Set(Job { due_ms: expected, body: vec![2; BODY] })
    } else {
        JobChange::Clear
    };
    let request = Some(Request { scope: id.0, id: u128::from(expected), fingerprint: 1 });
    Append { id, expected, entries: vec![vec![3; BODY]; entries], head, job, request }
}

/// Each caller has its own match and waits for its answer, as a move of a game does: entry, head, job and request.
async fn appends(store: Arc<DiskStore>, callers: u64) {
    let start = Instant::now();
    let callers: Vec<_> = (0..callers)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let (id, mut version, mut waits) = (MatchId::new(), 0, Vec::new());
                while start.elapsed().as_secs_f64() < SECONDS {
                    let asked = Instant::now();
                    version = store.append(append(id, version, 1, true)).await.expect("appended");
                    waits.push(asked.elapsed());
                }
                waits
            })
        })
        .collect();
    let count = callers.len();
    let mut waits = Vec::new();
    for caller in callers {
        waits.extend(caller.await.expect("a caller"));
    }
    let rate = waits.len() as f64 / start.elapsed().as_secs_f64();
    waits.sort();
    let at = |part: usize| waits.get(waits.len() * part / 100).map_or(0.0, |wait| wait.as_secs_f64() * 1e3);
    println!("{count:4} callers: {rate:7.0} appends a second, p50 {:.2} ms, p99 {:.2} ms", at(50), at(99));
    store.close().await;
}

async fn start_up(folder: &Path) {
    let (well, killed) = (folder.join("well"), folder.join("killed"));
    let store = Arc::new(DiskStore::open(&well).expect("a store"));
    fill(&store).await;
    reads(&store).await;
    // A copy of a file that is open is what a crash leaves behind.
    fs::create_dir_all(&killed).expect("a folder");
    fs::copy(well.join(disk::FILE), killed.join(disk::FILE)).expect("copied");
    store.close().await;
    let megabytes = fs::metadata(well.join(disk::FILE)).map_or(0, |file| file.len() >> 20);
    println!("{MATCHES} matches of {ENTRIES} entries, {megabytes} MiB:");
    for (folder, what) in [(&well, "after a close"), (&killed, "after a crash"), (&killed, "and once more")] {
        let start = Instant::now();
        let store = DiskStore::open(folder).expect("a store");
        let opened = start.elapsed();
        let jobs = store.claim(u64::MAX / 2, 1, usize::MAX).await.expect("jobs").len();
        println!("  opened {what}: {:.0} ms, {jobs} jobs", opened.as_secs_f64() * 1e3);
        store.close().await;
    }
}

async fn fill(store: &Arc<DiskStore>) {
    let workers = (0..64).map(|worker| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            for n in (worker..MATCHES).step_by(64) {
                let running = n % RUNNING_EVERY == 0;
                store.append(append(MatchId::new(), 0, ENTRIES, running)).await.expect("appended");
            }
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await.expect("a worker");
    }
}

async fn reads(store: &DiskStore) {
    let running = Filter { game: Some("para_roles".to_owned()), running_only: true, from: None };
    let all = store.list(&Filter::default(), None, 1_000).await.expect("a list");
    let ids: Vec<MatchId> = all.iter().map(|(id, _, _)| *id).collect();
    let mean = |start: Instant, count: usize| (start.elapsed() / count as u32).as_secs_f64() * 1e6;
    let start = Instant::now();
    for id in &ids {
        store.head(*id).await.expect("a head");
    }
    let head = mean(start, ids.len());
    let start = Instant::now();
    for id in &ids {
        store.read(*id, 1, 64).await.expect("a log");
    }
    let log = mean(start, ids.len());
    let start = Instant::now();
    for id in ids.iter().take(100) {
        store.list(&running, Some(*id), 50).await.expect("a list");
    }
    println!("reads: head {head:.0} us, log {log:.0} us, list of 50 running {:.0} us", mean(start, 100));
    tokio::time::sleep(Duration::from_millis(100)).await;
}
