//! Stores outlive servers, and matches come back when somebody asks for them.

use super::rig::*;
use proto::v1;
use service::{
    matches::{
        Matches,
        entry::{ChanceMode, Controller, Manners, UndoPolicy},
        make::Wish,
        tokens::{Holder, Mint},
    },
    store::{DiskStore, MemoryStore, Store},
    thinkers::Thinkers,
    wire::messages,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("understudy-{}-{name}", std::process::id()));
    // Left behind by an earlier run with the same number, if at all.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

async fn on_disk(folder: &Path) -> Server {
    Server::start_on("", Arc::new(DiskStore::open(folder).expect("a store"))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_matches_go_on_with_the_same_tokens_and_their_bots() {
    let folder = folder("restart");
    let server = on_disk(&folder).await;
    let fight = first_fight(&server, woods(4, 7)).await;
    let asked_twice = v1::ApplyActionRequest {
        request_id: request_id(1),
        ..fight.action(2, &fight.now().await.decision.unwrap().id, "attack e1")
    };
    let first = fight.send(&fight.seats[&2], asked_twice.clone()).await.unwrap();
    let before = (fight.now().await, fight.view(Some(1)).await);
    let slow = played_by(thinker(Duration::from_millis(200)));
    let bots = Game::create(&server, v1::CreateMatchRequest { seats: vec![slow; 4], ..woods(0, 5) }).await;
    bots.until("a bot acts", |now| now.version > 2).await;
    server.stop().await;

    let server = on_disk(&folder).await;
    let client = server.matches().await;
    let fight = Game { client: client.clone(), ..fight };
    assert_eq!((fight.now().await, fight.view(Some(1)).await), before);
    assert_eq!(
        fight.send(&fight.seats[&2], asked_twice).await.unwrap(),
        first,
        "asked again after the restart"
    );
    fight.act(1, "defend").await.expect("the same token plays on");
    // Nobody asks for this match: its bots come back by themselves.
    let stored = |server: &Server| {
        let (store, id) = (server.app.store.clone(), bots.id.parse().expect("an id"));
        async move { store.head(id).await.expect("the store answers").expect("the match").0 }
    };
    let then = stored(&server).await;
    let acted = async {
        while stored(&server).await == then {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, acted).await.expect("bots resume");
    server.stop().await;
    std::fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_nobody_asks_for_leaves_memory_and_comes_back_as_it_was() {
    let store = Arc::new(MemoryStore::new().unwrap());
    let thinkers = Arc::new(Thinkers::new(1, 10, 10));
    let matches = Matches::new(store, thinkers, Default::default(), messages::brief, Default::default());
    let matches = matches.await.unwrap();
    let wish = Wish {
        game: catalog::GameKind::ParaRoles,
        options: vec![],
        seats: vec![Controller::Human { name: String::new() }; 4],
        chance: ChanceMode::Server,
        undo: UndoPolicy::Nobody,
        manners: Manners::AtOnce,
        turn_timeout_ms: None,
        private: false,
        seed: Some(1),
        played: vec![],
    };
    let (made, _) = matches.make(wish, None).await.unwrap();
    let told = |live: &service::matches::live::Live| messages::match_of(live, None);
    matches.evict(Duration::from_secs(60));
    assert_eq!(matches.in_memory(), 1, "not yet");
    let watched =
        matches.follow(made.id, service::matches::follow::Start::Now, Duration::from_secs(9)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    matches.evict(Duration::ZERO);
    assert_eq!(matches.in_memory(), 1, "somebody watches");
    drop(watched);
    tokio::time::sleep(Duration::from_millis(50)).await;
    matches.evict(Duration::ZERO);
    assert_eq!(matches.in_memory(), 0);
    let back = matches.look(made.id).await.unwrap();
    assert_eq!((told(&back), matches.in_memory()), (told(&made), 1));
    matches.stop_bots();
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_matches_are_forgotten_by_the_server_and_play_goes_on_all_the_same() {
    let server = Server::start("idle_eviction = \"1ms\"").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let before = game.now().await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    assert_eq!(game.now().await, before);
    for seat in 0..4 {
        game.act(seat, "defend").await.unwrap();
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_are_over_are_dropped_after_a_while_where_that_is_wished() {
    let server = Server::start("keep_finished = \"400ms\"").await;
    let (over, running) =
        (Game::create(&server, woods(4, 7)).await, Game::create(&server, woods(4, 7)).await);
    over.close().await;
    assert!(over.now().await.outcome.is_some(), "not at once");
    let gone = async {
        let ask = v1::GetMatchRequest { match_id: over.id.clone() };
        while over.client.clone().get_match(with(&over.host, ask.clone())).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("it is dropped");
    let listed = over.client.clone().list_matches(v1::ListMatchesRequest::default()).await.unwrap();
    let ids: Vec<String> = listed.into_inner().matches.into_iter().map(|found| found.match_id).collect();
    assert_eq!(ids, std::slice::from_ref(&running.id), "what runs stays, however old it is");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_secret_elsewhere_the_store_alone_makes_no_token() {
    let file = std::env::temp_dir().join(format!("understudy-{}-token-secret", std::process::id()));
    std::fs::write(&file, "some forty characters that nobody can guess").expect("written");
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new().expect("a store"));
    let server = Server::start_on(&format!("token_secret_file = {file:?}"), Arc::clone(&store)).await;
    let game = Game::create(&server, woods(4, 7)).await;
    let inside = Mint::new(store.secret().await.expect("a secret"));
    let made = inside.token(game.id.parse().expect("an id"), Holder::Host);
    let ask = v1::CloseMatchRequest { match_id: game.id.clone(), ..Default::default() };
    let refused = game.client.clone().close_match(with(made.reveal(), ask)).await.unwrap_err();
    assert_eq!(reason(&refused), "NOT_YOURS");
    game.close().await;
    server.stop().await;
    std::fs::remove_file(file).expect("removed");
}
