//! Single calls: deadlines on unary calls and streams, sizes, gzip, panics, cancellation.

use super::rig::{Server, ask, follow, json, reason, until};
use flate2::{Compression, write::GzEncoder};
use std::{
    io::Write,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};
use tonic::{Code, Request, codec::CompressionEncoding::Gzip};

/// tonic's client reads `grpc-timeout` too and would cut first, so these ask in JSON, where only the server counts.
#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_ends_a_unary_call_with_deadline_exceeded_and_stops_its_handler() {
    let server = Server::start("").await;
    let begun = Instant::now();
    let body = r#"{"gameId": "sleep", "seat": 60000}"#;
    let answer = json(server.address, "AgentService/ChooseAction", &["grpc-timeout: 200m"], body).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!((answer.status, answer.json()["code"].as_str()), (504, Some("deadline_exceeded")));
    server.until_running(0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_ends_streams_too_silent_busy_or_flooding() {
    let server = Server::start("").await;
    for what in ["silent", "ticks", "flood"] {
        let body = format!(r#"{{"question": {{"gameId": "{what}"}}}}"#);
        let answer =
            json(server.address, "AgentService/AnalyzePosition", &["grpc-timeout: 200m"], &body).await;
        let text = answer.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains(r#""code":"deadline_exceeded""#), "{what}: {last}");
        assert_eq!(answer.status, 200, "{what}: headers had gone before");
        until(|| server.running.load(Ordering::SeqCst) == 0, "the stream is dropped").await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_bounds_deadlines_it_was_not_asked_for() {
    let server = Server::start("max_deadline = \"300ms\"\nmax_stream = \"300ms\"").await;
    let mut agents = server.agents().await;
    let refused = agents.choose_action(ask("sleep", 60_000)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::DeadlineExceeded, "DEADLINE"));
    let mut stream = agents.analyze_position(follow("silent")).await.unwrap().into_inner();
    assert_eq!(stream.message().await.unwrap_err().code(), Code::DeadlineExceeded);
    let mut long = Request::new(ask("deadline", 0));
    long.set_timeout(Duration::from_secs(3600));
    let told = agents.choose_action(long).await.unwrap().into_inner().advice.unwrap().reason;
    let left: u64 = told.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
    assert!(left <= 300, "{told}");
    let answer = json(server.address, "AgentService/ChooseAction", &["grpc-timeout: soon"], "{}").await;
    assert_eq!((answer.status, answer.json()["code"].as_str()), (400, Some("invalid_argument")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_large_is_resource_exhausted_with_a_reason() {
    let server = Server::start("max_message = \"1KiB\"\nmax_record = \"4KiB\"").await;
    let mut catalog = server.catalog().await;
    let asked = |size| proto::v1::ListGamesRequest { page_token: "x".repeat(size), ..Default::default() };
    let refused = catalog.list_games(asked(2000)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::ResourceExhausted, "MESSAGE_TOO_LARGE"));
    // Far more than any window holds: the answer comes before the message is through.
    let refused = catalog.list_games(asked(20_000_000)).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused:?}");
    // A method that takes records takes more, and the connection lives.
    let mut agents = server.agents().await;
    agents.choose_action(ask(&"x".repeat(3000), 0)).await.unwrap();
    assert_eq!(
        reason(&agents.choose_action(ask(&"x".repeat(5000), 0)).await.unwrap_err()),
        "MESSAGE_TOO_LARGE"
    );
    // In JSON as well.
    let body = format!(r#"{{"pageToken": "{}"}}"#, "x".repeat(5000));
    let answer = json(server.address, "CatalogService/ListGames", &[], &body).await;
    assert_eq!((answer.status, answer.json()["code"].as_str()), (429, Some("resource_exhausted")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_gzip_hides_is_bounded_too() {
    let server = Server::start("max_message = \"1KiB\"\nmax_record = \"4KiB\"").await;
    let mut agents = server.agents().await.send_compressed(Gzip);
    let refused = agents.choose_action(ask(&"x".repeat(100_000), 0)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::ResourceExhausted, "MESSAGE_TOO_LARGE"));
    // Accepted where it fits.
    agents.choose_action(ask(&"x".repeat(3000), 0)).await.unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&[b'x'; 100_000]).unwrap();
    assert!(packed.finish().unwrap().len() < 1024, "the test asks what it means to ask");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn big_answers_are_zipped_for_those_who_can_read_it_and_small_ones_are_not() {
    let server = Server::start("").await;
    let mut zipping = server.agents().await.accept_compressed(Gzip);
    let big = zipping.choose_action(ask("big", 0)).await.unwrap();
    assert_eq!(
        big.metadata().get("grpc-encoding").map(tonic::metadata::MetadataValue::as_bytes),
        Some(&b"gzip"[..])
    );
    assert_eq!(big.into_inner().advice.unwrap().reason.len(), 130_000);
    let small = zipping.choose_action(ask("", 0)).await.unwrap();
    assert!(small.metadata().get("grpc-encoding").is_none());
    let mut plain = server.agents().await;
    let big = plain.choose_action(ask("big", 0)).await.unwrap();
    assert!(big.metadata().get("grpc-encoding").is_none());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_read_is_the_callers_mistake() {
    let server = Server::start("").await;
    let mut client = tonic::client::Grpc::new(server.channel().await);
    client.ready().await.unwrap();
    let path = "/understudy.v1.CatalogService/ListGames".parse().unwrap();
    // Text where a number is expected.
    let text = tonic_prost::ProstCodec::<String, ()>::default();
    let refused = client.unary(Request::new("many".to_owned()), path, text).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::InvalidArgument, "BAD_MESSAGE"));
    assert!(refused.message().contains("page_size"), "{}", refused.message());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_costs_one_call() {
    let server = Server::start("").await;
    let mut agents = server.agents().await;
    let refused = agents.choose_action(ask("break", 0)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::Internal, "BUG"));
    agents.choose_action(ask("", 0)).await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_who_leaves_stops_its_handlers() {
    let server = Server::start("").await;
    let mut agents = server.agents().await;
    let stream = agents.analyze_position(follow("silent")).await.unwrap();
    let mut other = agents.clone();
    let call = tokio::spawn(async move { other.choose_action(ask("sleep", 60_000)).await });
    server.until_running(2).await;
    drop(stream);
    call.abort();
    server.until_running(0).await;
    let text = server.app.metrics.text();
    assert_eq!(text.matches("grpc_code=\"Canceled\"").count(), 2, "{text}");
    server.stop().await;
}

/// Callers who give up on searches reset streams; twenty of them in a row are no attack.
#[tokio::test(flavor = "multi_thread")]
async fn many_cancelled_calls_do_not_cost_the_connection() {
    let server = Server::start("").await;
    let agents = server.agents().await;
    for _ in 0..3 {
        let calls: Vec<_> = (0..100)
            .map(|_| {
                let mut agents = agents.clone();
                tokio::spawn(async move { agents.choose_action(ask("sleep", 60_000)).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(30)).await;
        calls.iter().for_each(tokio::task::JoinHandle::abort);
    }
    agents.clone().choose_action(ask("", 0)).await.unwrap();
    assert_eq!(server.app.metrics.connections.get(), 1);
    server.stop().await;
}
