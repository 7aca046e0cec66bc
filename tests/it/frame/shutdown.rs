//! The end: NOT_SERVING first, then no new calls, running ones finish, streams are ended, the stubborn are cut.

use super::rig::{PATIENCE, Server, ask, follow, reason, until};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::timeout;
use tonic::Code;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

#[tokio::test(flavor = "multi_thread")]
async fn open_streams_do_not_keep_the_server_and_running_calls_finish() {
    let server = Server::start("shutdown_grace = \"20s\"").await;
    let mut agents = server.agents().await;
    let mut watch = agents.analyze_position(follow("silent")).await.unwrap().into_inner();
    let mut polite = agents.analyze_position(follow("polite")).await.unwrap().into_inner();
    let mut other = agents.clone();
    let call = tokio::spawn(async move { other.choose_action(ask("sleep", 1500)).await });
    server.until_running(3).await;
    let at_hook = Arc::new(AtomicUsize::new(usize::MAX));
    let (seen, running) = (at_hook.clone(), server.running.clone());
    let hook = async move { seen.store(running.load(Ordering::SeqCst), Ordering::SeqCst) };
    server.app.shutdown.on_shutdown("test", hook);
    let begun = Instant::now();
    server.app.shutdown.begin();
    assert!(polite.message().await.unwrap().is_some_and(|last| last.r#final), "its last words");
    let ended = polite.message().await.unwrap_err();
    assert_eq!((ended.code(), reason(&ended).as_str()), (Code::Unavailable, "SHUTTING_DOWN"));
    let ended = timeout(PATIENCE, watch.message()).await.expect("ended").unwrap_err();
    assert_eq!((ended.code(), reason(&ended).as_str()), (Code::Unavailable, "SHUTTING_DOWN"));
    call.await.unwrap().expect("a running call finishes");
    server.stopped().await;
    assert_eq!(at_hook.load(Ordering::SeqCst), 0, "hooks wait for calls");
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn health_says_not_serving_before_calls_are_refused() {
    let server = Server::start("").await;
    let mut health = HealthClient::new(server.channel().await);
    let service = "understudy.v1.CatalogService".to_owned();
    let mut watch = health.watch(HealthCheckRequest { service }).await.unwrap().into_inner();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
    let unknown = HealthCheckRequest { service: "understudy.v1.Nothing".to_owned() };
    assert_eq!(health.check(unknown).await.unwrap_err().code(), Code::NotFound);
    assert!(server.app.metrics.is_ready());
    server.app.shutdown.begin();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::NotServing);
    assert!(!server.app.metrics.is_ready());
    assert_eq!(watch.message().await.unwrap_err().code(), Code::Unavailable);
    let address = server.address;
    server.stopped().await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "the port is free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_end_is_cut_after_the_grace() {
    let server = Server::start("shutdown_grace = \"400ms\"").await;
    let mut agents = server.agents().await;
    let call = tokio::spawn(async move { agents.choose_action(ask("sleep", 60_000)).await });
    // Somebody who connected and says nothing.
    let _silent = tokio::net::TcpStream::connect(server.address).await.unwrap();
    server.until_running(1).await;
    let begun = Instant::now();
    let running = server.running.clone();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let ended = call.await.unwrap().unwrap_err();
    assert_eq!((ended.code(), reason(&ended).as_str()), (Code::Unavailable, "SHUTTING_DOWN"));
    until(|| running.load(Ordering::SeqCst) == 0, "the handler is dropped").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_on_an_open_connection_is_refused_while_draining() {
    let server = Server::start("").await;
    let mut agents = server.agents().await;
    let mut other = agents.clone();
    let call = tokio::spawn(async move { other.choose_action(ask("sleep", 1000)).await });
    server.until_running(1).await;
    server.app.shutdown.begin();
    until(|| server.app.shutdown.is_draining(), "draining").await;
    let refused = agents.choose_action(ask("", 0)).await.unwrap_err();
    // By us, or by the client itself after GOAWAY, which tonic calls CANCELLED.
    assert!(matches!(refused.code(), Code::Unavailable | Code::Cancelled), "{refused:?}");
    call.await.unwrap().expect("a running call finishes");
    server.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hooks_run_in_their_order() {
    let server = Server::start("").await;
    let order = Arc::<Mutex<Vec<u8>>>::default();
    for number in 0..3 {
        let order = order.clone();
        server.app.shutdown.on_shutdown("test", async move { order.lock().unwrap().push(number) });
    }
    server.stop().await;
    assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
}
