//! One suite for all stores.

use super::{append, head, job, with_job, with_request};
use crate::store::{Append, Filter, JobChange, LIST_MAX, Lease, MatchId, NoMatchId, Store, StoreError};
use std::{sync::Arc, time::Duration};

macro_rules! for_both_stores {
    ($($name:ident)*) => {
        mod memory {
            $(#[tokio::test]
            async fn $name() {
                super::$name(std::sync::Arc::new(crate::store::MemoryStore::new().unwrap())).await;
            })*
        }
        mod disk {
            $(#[tokio::test]
            async fn $name() {
                let folder = crate::store::tests::Folder::new();
                super::$name(std::sync::Arc::new(crate::store::DiskStore::open(folder.path()).unwrap())).await;
            })*
        }
    };
}

for_both_stores! {
    what_is_appended_is_read_back
    an_append_of_several_entries_counts_them_all
    a_wrong_version_is_refused_and_leaves_nothing
    a_match_that_is_not_there_is_missing
    an_append_without_entries_is_refused
    a_repeated_request_gets_its_first_answer
    requests_of_different_scopes_do_not_meet
    many_at_once_each_get_their_own_answer
    lists_are_newest_first_and_page
    lists_filter_by_game_and_by_running
    a_match_changes_its_lists_when_it_ends
    a_match_that_is_removed_leaves_nothing
    jobs_come_in_the_order_they_are_ready
    a_claimed_job_is_not_given_out_again_until_its_lease_ends
    a_lease_can_be_extended_and_given_back
    an_append_ends_the_lease_with_the_job
    a_slow_worker_cannot_finish_the_job_that_came_after
    a_finished_job_is_gone
    next_due_tells_when_to_look_again
    a_watcher_is_woken_by_an_append
    watchers_of_one_match_do_not_hear_of_another
    the_secret_stays_the_same
    documents_are_kept_listed_and_dropped
    a_closed_store_answers_closed
    closing_ends_the_watches
}

type Any = Arc<dyn Store>;

async fn what_is_appended_is_read_back(store: Any) {
    let id = MatchId::new();
    assert_eq!(store.head(id).await, Ok(None));
    assert_eq!(store.append(append(id, 0)).await, Ok(1));
    assert_eq!(store.append(append(id, 1)).await, Ok(2));
    let log = vec![(1, b"entry 1".to_vec()), (2, b"entry 2".to_vec())];
    assert_eq!(store.read(id, 1, 9).await, Ok(log.clone()));
    assert_eq!(store.read(id, 0, 9).await, Ok(log.clone()), "from the start is from the first");
    assert_eq!(store.read(id, 1, usize::MAX).await, Ok(log.clone()));
    assert_eq!(store.read(id, 1, 1).await, Ok(log[..1].to_vec()));
    assert_eq!(store.read(id, 2, 9).await, Ok(log[1..].to_vec()));
    assert_eq!(store.read(id, 3, 9).await, Ok(vec![]));
    assert_eq!(store.read(id, u64::MAX, 9).await, Ok(vec![]));
    assert_eq!(store.head(id).await, Ok(Some((2, head("para_roles", true)))));
}

async fn an_append_of_several_entries_counts_them_all(store: Any) {
    let id = MatchId::new();
    let entries: Vec<Vec<u8>> = (0..200u8).map(|n| vec![n]).collect();
    assert_eq!(store.append(Append { entries, ..append(id, 0) }).await, Ok(200));
    let read = store.read(id, 100, 1_000).await.unwrap();
    assert_eq!(read.len(), 101);
    assert_eq!((read[0].clone(), read[100].clone()), ((100, vec![99]), (200, vec![199])));
    assert_eq!(store.append(append(id, 199)).await, Err(StoreError::Conflict { version: 200 }));
    assert_eq!(store.append(append(id, 200)).await, Ok(201));
}

async fn a_wrong_version_is_refused_and_leaves_nothing(store: Any) {
    let id = MatchId::new();
    store.append(append(id, 0)).await.unwrap();
    for wrong in [0, 2, u64::MAX] {
        let other = Append { head: head("other", false), ..with_job(with_request(append(id, 0), 5, 5), 1) };
        let refused = store.append(Append { expected: wrong, ..other }).await;
        assert_eq!(refused, Err(StoreError::Conflict { version: 1 }));
    }
    assert_eq!(store.head(id).await, Ok(Some((1, head("para_roles", true)))));
    assert_eq!(store.read(id, 1, 9).await.unwrap().len(), 1);
    assert_eq!(store.find_request(id.0, 5).await, Ok(None));
    assert_eq!(store.next_due(0).await, Ok(None));
}

async fn a_match_that_is_not_there_is_missing(store: Any) {
    let id = MatchId::new();
    assert_eq!(store.append(append(id, 1)).await, Err(StoreError::Missing));
    assert_eq!(store.read(id, 1, 9).await, Err(StoreError::Missing));
    assert_eq!(store.head(id).await, Ok(None));
}

async fn an_append_without_entries_is_refused(store: Any) {
    let id = MatchId::new();
    let refused = store.append(Append { entries: vec![], ..append(id, 0) }).await;
    assert_eq!(refused, Err(StoreError::Empty));
    assert_eq!(store.head(id).await, Ok(None));
}

async fn a_repeated_request_gets_its_first_answer(store: Any) {
    let id = MatchId::new();
    store.append(with_request(append(id, 0), 1, 11)).await.unwrap();
    store.append(with_request(append(id, 1), 2, 22)).await.unwrap();
    let first = StoreError::Repeated { id, version: 1, fingerprint: 11 };
    // Whatever version it names and whatever it holds by now.
    assert_eq!(store.append(with_request(append(id, 0), 1, 11)).await, Err(first.clone()));
    assert_eq!(store.append(with_request(append(id, 2), 1, 99)).await, Err(first));
    assert_eq!(store.head(id).await.unwrap().unwrap().0, 2);
    let found = store.find_request(id.0, 2).await.unwrap().unwrap();
    assert_eq!((found.id, found.version, found.fingerprint), (id, 2, 22));
}

async fn requests_of_different_scopes_do_not_meet(store: Any) {
    let (one, two) = (MatchId::new(), MatchId::new());
    assert_eq!(store.append(with_request(append(one, 0), 1, 1)).await, Ok(1));
    assert_eq!(store.append(with_request(append(two, 0), 1, 1)).await, Ok(1));
    assert_eq!(store.find_request(two.0, 1).await.unwrap().unwrap().id, two);
}

/// Twenty for each of fifty versions: one wins, the others are told the version, nobody waits for ever.
async fn many_at_once_each_get_their_own_answer(store: Any) {
    let (good, bad) = (MatchId::new(), MatchId::new());
    for version in 0..50 {
        let race = (0..20).map(|n| {
            let store = Arc::clone(&store);
            let one = if n == 7 { append(bad, 5) } else { append(good, version) };
            tokio::spawn(async move { store.append(one).await })
        });
        let mut won = 0;
        for (n, racer) in race.collect::<Vec<_>>().into_iter().enumerate() {
            match racer.await.unwrap() {
                Ok(new) => {
                    assert_eq!(new, version + 1);
                    won += 1;
                }
                Err(StoreError::Missing) => assert_eq!(n, 7),
                Err(why) => assert_eq!(why, StoreError::Conflict { version: version + 1 }),
            }
        }
        assert_eq!(won, 1);
    }
    assert_eq!(store.read(good, 1, 99).await.unwrap().len(), 50);
    assert_eq!(store.head(bad).await, Ok(None));
}

async fn ids(store: &Any, filter: &Filter, before: Option<MatchId>, limit: usize) -> Vec<MatchId> {
    store.list(filter, before, limit).await.unwrap().into_iter().map(|(id, _, _)| id).collect()
}

async fn lists_are_newest_first_and_page(store: Any) {
    let mut all: Vec<MatchId> = (0..25).map(|_| MatchId::new()).collect();
    for id in &all {
        store.append(append(*id, 0)).await.unwrap();
    }
    all.reverse();
    for running_only in [false, true] {
        for game in [None, Some("para_roles".to_owned())] {
            let filter = Filter { game, running_only, from: None };
            let mut seen = Vec::new();
            for _ in 0..10 {
                seen.extend(ids(&store, &filter, seen.last().copied(), 4).await);
            }
            assert_eq!(seen, all);
            assert_eq!(ids(&store, &filter, None, LIST_MAX * 9).await, all);
            assert_eq!(ids(&store, &filter, None, 0).await, vec![]);
            assert_eq!(ids(&store, &filter, all.last().copied(), 9).await, vec![]);
            let newer = Filter { from: Some(all[9]), ..filter.clone() };
            assert_eq!(ids(&store, &newer, None, 99).await, all[..10]);
            assert_eq!(ids(&store, &newer, Some(all[3]), 99).await, all[4..10]);
            assert_eq!(ids(&store, &newer, Some(all[9]), 99).await, vec![]);
            assert_eq!(
                ids(&store, &newer, Some(all[20]), 99).await,
                vec![],
                "a range that ends before it begins"
            );
        }
    }
    let (_, version, shown) = store.list(&Filter::default(), None, 1).await.unwrap().remove(0);
    assert_eq!((version, shown), (1, head("para_roles", true)));
}

async fn lists_filter_by_game_and_by_running(store: Any) {
    let mut of = Vec::new();
    for (game, running) in [("a", true), ("a", false), ("ab", true), ("", true), ("a", true)] {
        let id = MatchId::new();
        store.append(Append { head: head(game, running), ..append(id, 0) }).await.unwrap();
        of.push(id);
    }
    let list = async |game: Option<&str>, running_only| {
        let filter = Filter { game: game.map(str::to_owned), running_only, from: None };
        let found = ids(&store, &filter, None, 9).await;
        found.into_iter().map(|id| of.iter().position(|o| *o == id).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(list(None, false).await, [4, 3, 2, 1, 0]);
    assert_eq!(list(None, true).await, [4, 3, 2, 0]);
    assert_eq!(list(Some("a"), false).await, [4, 1, 0]);
    assert_eq!(list(Some("a"), true).await, [4, 0]);
    assert_eq!(list(Some("ab"), true).await, [2]);
    assert_eq!(list(Some(""), false).await, [3]);
    assert_eq!(list(Some("none"), false).await, [0; 0]);
}

async fn a_match_changes_its_lists_when_it_ends(store: Any) {
    let id = MatchId::new();
    let running = Filter { running_only: true, ..Filter::default() };
    store.append(append(id, 0)).await.unwrap();
    assert_eq!(ids(&store, &running, None, 9).await, [id]);
    store.append(Append { head: head("para_roles", false), ..append(id, 1) }).await.unwrap();
    assert_eq!(ids(&store, &running, None, 9).await, []);
    assert_eq!(ids(&store, &Filter::default(), None, 9).await, [id]);
    // An undo may set it going again.
    store.append(append(id, 2)).await.unwrap();
    assert_eq!(ids(&store, &running, None, 9).await, [id]);
}

/// Three matches with jobs due at these times.
async fn with_jobs<const N: usize>(store: &Any, due: [u64; N]) -> [MatchId; N] {
    let ids = [(); N].map(|()| MatchId::new());
    for (id, due_ms) in ids.iter().zip(due) {
        store.append(with_job(append(*id, 0), due_ms)).await.unwrap();
    }
    ids
}

async fn claimed(store: &Any, now_ms: u64, limit: usize) -> Vec<MatchId> {
    store.claim(now_ms, 100, limit).await.unwrap().into_iter().map(|claim| claim.id).collect()
}

async fn a_match_that_is_removed_leaves_nothing(store: Any) {
    let (id, other) = (MatchId::new(), MatchId::new());
    store.append(with_job(with_request(append(id, 0), 5, 1), 10)).await.unwrap();
    store.append(append(id, 1)).await.unwrap();
    store.append(with_job(with_request(append(other, 0), 5, 1), 20)).await.unwrap();
    assert_eq!(store.remove(id, 1).await, Ok(false), "it has moved on");
    assert_eq!(store.remove(MatchId::new(), 1).await, Ok(false));
    assert_eq!(store.remove(id, 2).await, Ok(true));
    assert_eq!(store.remove(id, 2).await, Ok(false));
    assert_eq!((store.head(id).await, store.read(id, 1, 9).await), (Ok(None), Err(StoreError::Missing)));
    assert_eq!(store.find_request(id.0, 5).await, Ok(None));
    for filter in [
        Filter::default(),
        Filter { game: Some("para_roles".into()), running_only: true, ..Filter::default() },
    ] {
        let listed = store.list(&filter, None, 9).await.unwrap();
        assert_eq!(listed.iter().map(|(id, _, _)| *id).collect::<Vec<_>>(), [other]);
    }
    let claimed = store.claim(100, 1, 9).await.unwrap();
    assert_eq!(claimed.iter().map(|claim| claim.id).collect::<Vec<_>>(), [other]);
    assert!(store.find_request(other.0, 5).await.unwrap().is_some(), "others are not touched");
    assert_eq!(store.read(other, 1, 9).await.unwrap().len(), 1);
    assert_eq!(store.append(append(id, 0)).await, Ok(1), "its id may be used again");
}

async fn jobs_come_in_the_order_they_are_ready(store: Any) {
    let [a, b, c, d] = with_jobs(&store, [30, 10, 20, 99]).await;
    assert_eq!(claimed(&store, 5, 9).await, []);
    assert_eq!(claimed(&store, 50, 2).await, [b, c]);
    let rest = store.claim(50, 100, 9).await.unwrap();
    assert_eq!(rest.iter().map(|claim| (claim.id, claim.job.clone())).collect::<Vec<_>>(), [(a, job(30))]);
    assert_eq!(claimed(&store, 99, 9).await, [d]);
}

async fn a_claimed_job_is_not_given_out_again_until_its_lease_ends(store: Any) {
    let [id] = with_jobs(&store, [10]).await;
    let first = store.claim(10, 100, 9).await.unwrap().remove(0);
    assert_eq!(claimed(&store, 109, 9).await, []);
    let second = store.claim(110, 100, 9).await.unwrap().remove(0);
    assert_eq!((second.id, second.job), (id, job(10)));
    assert_ne!(first.lease, second.lease);
    assert_eq!(store.extend(id, first.lease, 500).await, Ok(false), "it is another worker's now");
    assert_eq!(store.finish(id, first.lease).await, Ok(false));
    assert_eq!(store.extend(id, second.lease, 500).await, Ok(true));
}

async fn a_lease_can_be_extended_and_given_back(store: Any) {
    let [id] = with_jobs(&store, [10]).await;
    let claim = store.claim(10, 100, 9).await.unwrap().remove(0);
    assert_eq!(store.extend(id, claim.lease, 300).await, Ok(true));
    assert_eq!(claimed(&store, 299, 9).await, []);
    assert_eq!(store.release(id, claim.lease).await, Ok(true));
    assert_eq!(store.release(id, claim.lease).await, Ok(false));
    assert_eq!(claimed(&store, 11, 9).await, [id]);
}

async fn an_append_ends_the_lease_with_the_job(store: Any) {
    let [id] = with_jobs(&store, [10]).await;
    let first = store.claim(10, 1_000, 9).await.unwrap().remove(0);
    store.append(append(id, 1)).await.unwrap();
    assert_eq!(store.extend(id, first.lease, 2_000).await, Ok(true), "the job was kept");
    store.append(with_job(append(id, 2), 20)).await.unwrap();
    assert_eq!(store.extend(id, first.lease, 2_000).await, Ok(false));
    let second = store.claim(20, 1_000, 9).await.unwrap().remove(0);
    assert_eq!(second.job, job(20));
    store.append(Append { job: JobChange::Clear, ..append(id, 3) }).await.unwrap();
    assert_eq!(store.extend(id, second.lease, 2_000).await, Ok(false));
    assert_eq!(store.next_due(0).await, Ok(None));
}

async fn a_slow_worker_cannot_finish_the_job_that_came_after(store: Any) {
    let [id] = with_jobs(&store, [10]).await;
    let first = store.claim(10, 1_000, 9).await.unwrap().remove(0);
    // At the same time, so that a store may do both in one commit.
    let (set, finished) =
        tokio::join!(store.append(with_job(append(id, 1), 20)), store.finish(id, first.lease));
    assert_eq!((set, finished), (Ok(2), Ok(false)));
    assert_eq!(claimed(&store, 20, 9).await, [id]);
}

async fn a_finished_job_is_gone(store: Any) {
    let [id, other] = with_jobs(&store, [10, 20]).await;
    let claim = store.claim(10, 100, 1).await.unwrap().remove(0);
    assert_eq!(store.finish(other, claim.lease).await, Ok(false));
    assert_eq!(store.finish(id, claim.lease).await, Ok(true));
    assert_eq!(store.finish(id, claim.lease).await, Ok(false));
    assert_eq!(store.finish(MatchId::new(), Lease(0)).await, Ok(false));
    assert_eq!(claimed(&store, 9_999, 9).await, [other]);
    assert_eq!(store.head(id).await.unwrap().unwrap().0, 1, "the match itself stays");
}

async fn next_due_tells_when_to_look_again(store: Any) {
    assert_eq!(store.next_due(5).await, Ok(None));
    let [id] = with_jobs(&store, [50]).await;
    assert_eq!(store.next_due(5).await, Ok(Some(50)));
    assert_eq!(store.next_due(70).await, Ok(Some(70)), "at once");
    let claim = store.claim(70, 100, 9).await.unwrap().remove(0);
    assert_eq!(store.next_due(70).await, Ok(Some(170)), "when the lease ends");
    store.release(id, claim.lease).await.unwrap();
    assert_eq!(store.next_due(70).await, Ok(Some(70)));
}

async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(10), future).await.expect("within ten seconds")
}

async fn a_watcher_is_woken_by_an_append(store: Any) {
    let id = MatchId::new();
    let mut early = store.watch(id);
    assert_eq!(*early.borrow_and_update(), 0, "before there is a match");
    store.append(append(id, 0)).await.unwrap();
    soon(early.changed()).await.unwrap();
    assert_eq!(*early.borrow_and_update(), 1);
    let (waiting, appended) = tokio::join!(soon(early.changed()), store.append(append(id, 1)));
    assert_eq!((waiting.is_ok(), appended), (true, Ok(2)));
    let late = store.watch(id);
    assert_eq!(*late.borrow(), 2);
    assert!(!late.has_changed().unwrap(), "what was there is no news");
    drop((early, late));
    assert_eq!(*store.watch(id).borrow(), 2, "with the channel gone, the store is asked");
}

async fn watchers_of_one_match_do_not_hear_of_another(store: Any) {
    let (one, two) = (MatchId::new(), MatchId::new());
    let watcher = store.watch(one);
    store.append(append(two, 0)).await.unwrap();
    assert!(!watcher.has_changed().unwrap());
    assert_eq!(store.append(append(one, 3)).await, Err(StoreError::Missing));
    assert!(!watcher.has_changed().unwrap(), "a refusal is no news");
}

async fn the_secret_stays_the_same(store: Any) {
    let secret = store.secret().await.unwrap();
    assert_ne!(secret, [0; 32]);
    assert_eq!(store.secret().await, Ok(secret));
}

async fn documents_are_kept_listed_and_dropped(store: Any) {
    assert_eq!(store.blob_get("t/1").await, Ok(None));
    for (key, body) in [("t/1", "x"), ("t/2", "y"), ("u/1", "z"), ("t/1", "new")] {
        store.blob_put(key, body.into()).await.unwrap();
    }
    assert_eq!(store.blob_get("t/1").await, Ok(Some(b"new".to_vec())));
    let list = async |prefix: &str, after: Option<&str>, limit| {
        let found = store.blob_list(prefix, after, limit).await.unwrap();
        found.into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    assert_eq!(list("t/", None, 9).await, ["t/1", "t/2"]);
    assert_eq!(list("t/", None, 1).await, ["t/1"]);
    assert_eq!(list("t/", Some("t/1"), 9).await, ["t/2"]);
    assert_eq!(list("t/", Some("a"), 9).await, ["t/1", "t/2"]);
    assert_eq!(list("", None, 9_999).await, ["t/1", "t/2", "u/1"]);
    assert_eq!(list("v", None, 9).await, [""; 0]);
    assert_eq!(store.blob_remove("t/1").await, Ok(true));
    assert_eq!(store.blob_remove("t/1").await, Ok(false));
    assert_eq!(list("t/", None, 9).await, ["t/2"]);
}

async fn a_closed_store_answers_closed(store: Any) {
    let [id] = with_jobs(&store, [10]).await;
    let claim = store.claim(10, 100, 9).await.unwrap().remove(0);
    // Two at once: both wait for the end.
    tokio::join!(store.close(), store.close());
    assert_eq!(store.append(append(id, 1)).await, Err(StoreError::Closed));
    assert_eq!(store.read(id, 1, 1).await, Err(StoreError::Closed));
    assert_eq!(store.read(id, 1, 9_999).await, Err(StoreError::Closed));
    assert_eq!(store.head(id).await, Err(StoreError::Closed));
    assert_eq!(store.find_request(1, 1).await, Err(StoreError::Closed));
    assert_eq!(store.list(&Filter::default(), None, 9).await, Err(StoreError::Closed));
    assert_eq!(store.claim(10, 10, 1).await, Err(StoreError::Closed));
    assert_eq!(store.extend(id, claim.lease, 9).await, Err(StoreError::Closed));
    assert_eq!(store.release(id, claim.lease).await, Err(StoreError::Closed));
    assert_eq!(store.finish(id, claim.lease).await, Err(StoreError::Closed));
    assert_eq!(store.next_due(1).await, Err(StoreError::Closed));
    assert_eq!(store.secret().await, Err(StoreError::Closed));
    assert_eq!(store.blob_put("a", vec![]).await, Err(StoreError::Closed));
    assert_eq!(store.blob_get("a").await, Err(StoreError::Closed));
    assert_eq!(store.blob_remove("a").await, Err(StoreError::Closed));
    assert_eq!(store.blob_list("a", None, 1).await, Err(StoreError::Closed));
    store.close().await;
}

async fn closing_ends_the_watches(store: Any) {
    let id = MatchId::new();
    let mut watcher = store.watch(id);
    let (ended, ()) = tokio::join!(soon(watcher.changed()), store.close());
    assert!(ended.is_err());
    assert!(soon(store.watch(id).changed()).await.is_err());
}

#[tokio::test]
async fn a_store_in_memory_can_be_full() {
    let store = crate::store::MemoryStore::with_room(20).unwrap();
    let id = MatchId::new();
    assert_eq!(store.append(append(id, 0)).await, Ok(1));
    assert_eq!(store.blob_put("a", vec![0; 9]).await, Ok(()));
    assert_eq!(store.append(append(id, 1)).await, Err(StoreError::Full));
    assert_eq!(store.blob_remove("a").await, Ok(true));
    assert_eq!(store.append(append(id, 1)).await, Ok(2), "the new head takes the place of the old");
}

#[test]
fn nothing_is_kept_for_matches_nobody_watches() {
    let watchers = crate::store::watchers::Watchers::default();
    let kept = watchers.watch(MatchId::new(), || 1);
    for _ in 0..10_000 {
        watchers.watch(MatchId::new(), || 1);
    }
    assert!(watchers.channels() <= 64, "{} channels", watchers.channels());
    assert!(kept.has_changed().is_ok(), "the one that is listened to goes on");
}

#[test]
fn ids_read_back_and_sort_by_time() {
    let ids: Vec<MatchId> = (0..1_000).map(|_| MatchId::new()).collect();
    assert!(ids.is_sorted());
    for id in &ids {
        let text = id.to_string();
        assert_eq!((text.len(), text.parse()), (36, Ok(*id)));
    }
    for bad in ["", "x", "01890a5dac96774bbcceb302099a8057", "{01890a5d-ac96-774b-bcce-b302099a8057}"] {
        assert_eq!(bad.parse::<MatchId>(), Err(NoMatchId));
    }
}
