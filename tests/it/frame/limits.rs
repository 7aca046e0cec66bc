//! Rates and places: who asks too much hears when to come back, and streams hold their place.

use super::rig::{Server, ask, follow, reason};
use std::time::Duration;
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
