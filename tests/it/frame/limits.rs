//! Rates and places: who asks too much hears when to come back, and streams hold their place.

use super::rig::{Server, ask, follow, read, reason};
use std::{net::SocketAddr, time::Duration};
use tokio::{io::AsyncWriteExt, net::TcpStream};
use tonic::{Code, Request};
use tonic_types::StatusExt;

#[tokio::test(flavor = "multi_thread")]
async fn who_calls_too_fast_hears_when_to_come_back_and_others_are_not_hurt() {
    let server = Server::start("rate_limit = 5\nrate_burst = 5").await;
    let mut agents = server.agents().await;
    let mut by = async |token: &str| {
        let mut request = Request::new(ask("", 0));
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        agents.choose_action(request).await
    };
    let mut refused = None;
    for _ in 0..50 {
        if let Err(status) = by("greedy").await {
            refused = Some(status);
            break;
        }
    }
    let refused = refused.expect("fifty calls at once are too many");
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::ResourceExhausted, "RATE_LIMITED"));
    let details = refused.get_error_details();
    let wait = details.retry_info().and_then(|info| info.retry_delay).expect("a time to wait");
    assert!(wait <= Duration::from_millis(200), "{wait:?}");
    by("modest").await.unwrap();
    tokio::time::sleep(wait).await;
    by("greedy").await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_holds_its_place_until_it_ends() {
    let server = Server::start("max_concurrent = 2").await;
    let mut agents = server.agents().await;
    let first = agents.analyze_position(follow("silent")).await.unwrap();
    let _second = agents.analyze_position(follow("ticks")).await.unwrap();
    let refused = agents.choose_action(ask("", 0)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::ResourceExhausted, "TOO_MANY_AT_ONCE"));
    drop(first);
    server.until_running(1).await;
    agents.choose_action(ask("", 0)).await.unwrap();
    // Probes are never turned away.
    let mut health = tonic_health::pb::health_client::HealthClient::new(server.channel().await);
    let _third = agents.analyze_position(follow("silent")).await.unwrap();
    health.check(tonic_health::pb::HealthCheckRequest::default()).await.unwrap();
    server.stop().await;
}

/// A call in JSON that promises a long body and sends its first bytes alone.
async fn half(address: SocketAddr, method: &str, promised: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let head = format!(
        "POST /understudy.v1.{method} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {promised}\r\n\r\n{{\"gameId\": "
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_is_read_only_after_its_caller_was_let_in() {
    let server = Server::start("max_concurrent = 1").await;
    let mut agents = server.agents().await;
    let held = agents.analyze_position(follow("silent")).await.unwrap();
    let answer = read(half(server.address, "AgentService/ChooseAction", 4 << 20).await).await;
    assert_eq!((answer.status, answer.json()["code"].as_str()), (429, Some("resource_exhausted")));
    assert!(answer.text().contains("TOO_MANY_AT_ONCE"), "{}", answer.text());
    drop(held);
    server.until_running(0).await;
    // A body that says of itself that it is too large is not read either.
    let answer = read(half(server.address, "AgentService/ChooseAction", 9 << 20).await).await;
    assert!(answer.text().contains("MESSAGE_TOO_LARGE"), "{}", answer.text());
    // Whoever reads a body holds a place.
    let slow = half(server.address, "AgentService/ChooseAction", 4 << 20).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(reason(&agents.choose_action(ask("", 0)).await.unwrap_err()), "TOO_MANY_AT_ONCE");
    drop(slow);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_given_up_also_where_the_answer_may_take_hours() {
    let server = Server::start("default_deadline = \"300ms\"").await;
    for method in ["AgentService/ChooseAction", "AgentService/AnalyzePosition"] {
        let answer = read(half(server.address, method, 1000).await).await;
        assert_eq!(answer.json()["code"].as_str(), Some("deadline_exceeded"), "{}", answer.text());
    }
    server.stop().await;
}
