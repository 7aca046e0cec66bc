//! Browsers and curl: gRPC-Web, JSON, lines that come one by one, origins, the page, and six connections at most.

use super::rig::{Server, json, open, read};
use std::time::Duration;
use tokio::{
    io::AsyncReadExt,
    time::{Instant, timeout},
};

const GAMES: &str = "POST /understudy.v1.CatalogService/ListGames";

#[tokio::test(flavor = "multi_thread")]
async fn grpc_web_calls_come_back_with_their_status_in_the_body() {
    let server = Server::start("").await;
    let headers = ["content-type: application/grpc-web+proto", "x-grpc-web: 1", "origin: http://example.org"];
    let answer = read(open(server.address, GAMES, &headers, &[0, 0, 0, 0, 0]).await).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/grpc-web+proto")));
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    let text = answer.text();
    assert!(text.contains("para_roles") && text.contains("grpc-status:0"), "{text}");
    // A refusal.
    let rules = "POST /understudy.v1.CatalogService/ListRules";
    let answer = read(open(server.address, rules, &headers, &[0, 0, 0, 0, 0]).await).await;
    assert!(answer.head.contains("grpc-status: 3") || answer.text().contains("grpc-status:3"), "{answer:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_may_call_with_tokens_and_only_those_named() {
    let server = Server::start("cors_origins = [\"https://play.example\"]").await;
    let ask = async |origin: &str| {
        let headers = [
            &format!("origin: {origin}"),
            "access-control-request-method: POST",
            "access-control-request-headers: authorization,x-grpc-web,content-type",
        ];
        let line = GAMES.replace("POST", "OPTIONS");
        read(open(server.address, &line, &headers, b"").await).await
    };
    let friend = ask("https://play.example").await;
    assert_eq!(friend.header("access-control-allow-origin"), Some("https://play.example"));
    assert!(friend.header("access-control-allow-headers").is_some_and(|all| all.contains("authorization")));
    assert_eq!(ask("https://evil.example").await.header("access-control-allow-origin"), None);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn json_is_read_and_written_and_errors_say_what_is_wrong() {
    let server = Server::start("").await;
    let answer = json(server.address, "CatalogService/ListGames", &["x-request-id: mine"], "{}").await;
    assert_eq!(answer.json()["games"][0]["gameId"], "para_roles");
    assert_eq!(answer.header("x-request-id"), Some("mine"));
    let nothing = json(server.address, "CatalogService/ListGames", &[], "").await;
    assert_eq!(nothing.status, 200, "an empty body is an empty message");
    let wrong = json(server.address, "CatalogService/ListGames", &[], r#"{"pageSizes": 1}"#).await;
    let told = wrong.json();
    assert_eq!((wrong.status, told["code"].as_str()), (400, Some("invalid_argument")));
    assert!(told["message"].as_str().is_some_and(|text| text.contains("pageSizes")), "{told}");
    let missing = json(server.address, "CatalogService/ListRules", &[], r#"{"gameId": "chess"}"#).await;
    let told = missing.json();
    assert_eq!((missing.status, told["code"].as_str()), (404, Some("not_found")));
    assert_eq!(told["details"][0]["debug"]["reason"], "NO_SUCH_GAME");
    assert_eq!(json(server.address, "CatalogService/Nothing", &[], "{}").await.status, 404);
    let form = ["content-type: application/x-www-form-urlencoded"];
    let answer = read(open(server.address, GAMES, &form, b"{}").await).await;
    assert_eq!(answer.status, 415);
    assert!(answer.text().contains("content-type: application/json"), "{}", answer.text());
    let get = GAMES.replace("POST", "GET");
    assert_eq!(read(open(server.address, &get, &[], b"").await).await.status, 405);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_come_in_lines_as_they_happen() {
    let server = Server::start("").await;
    let ask = |what: &str| format!(r#"{{"question": {{"gameId": "{what}"}}}}"#);
    let path = "AgentService/AnalyzePosition";
    let three = json(server.address, path, &[], &ask("three")).await;
    assert_eq!(three.header("content-type"), Some("application/x-ndjson"));
    assert_eq!(three.text(), "{\"final\":true}\n".repeat(3));
    let failed = json(server.address, path, &[], &ask("fail")).await;
    assert_eq!(
        failed.text(),
        "{\"final\":true}\n{\"error\":{\"code\":\"aborted\",\"message\":\"in the middle\"}}\n"
    );
    let refused = json(server.address, path, &[], &ask("refuse")).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (404, Some("not_found")));
    // An endless stream: its first lines are there while it goes on.
    let line = format!("POST /understudy.v1.{path}");
    let kind = ["content-type: application/json"];
    let mut stream = open(server.address, &line, &kind, ask("ticks").as_bytes()).await;
    let (mut seen, begun) = (String::new(), Instant::now());
    while seen.matches("{}").count() < 3 {
        let mut some = [0; 1024];
        let count = timeout(Duration::from_secs(5), stream.read(&mut some)).await.expect("in time").unwrap();
        assert!(count > 0, "{seen}");
        seen += &String::from_utf8_lossy(&some[..count]);
    }
    assert!(begun.elapsed() < Duration::from_secs(5));
    drop(stream);
    server.until_running(0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_with_many_watches_over_http1_hears_of_it_and_its_calls_never_hang() {
    let server = Server::start("").await;
    let headers = ["content-type: application/grpc-web+proto", "x-grpc-web: 1", "user-agent: Mozilla/5.0"];
    let watch = "POST /understudy.v1.AgentService/AnalyzePosition";
    let mut open_watches = Vec::new();
    for _ in 0..4 {
        let stream = open(server.address, watch, &headers, &[0, 0, 0, 0, 0]).await;
        open_watches.push(stream);
    }
    server.until_running(4).await;
    let fifth = read(open(server.address, watch, &headers, &[0, 0, 0, 0, 0]).await).await;
    let told = format!("{}{}", fifth.head, fifth.text());
    assert!(told.contains("grpc-status: 8") && told.contains("TLS"), "{told}");
    let games = read(open(server.address, GAMES, &headers, &[0, 0, 0, 0, 0]).await).await;
    assert!(games.text().contains("grpc-status:0"));
    // HTTP/2 has no such bound.
    let mut agents = server.agents().await;
    let mut many = Vec::new();
    for _ in 0..10 {
        many.push(agents.analyze_position(super::rig::follow("silent")).await.unwrap());
    }
    // A watch that ends makes room.
    drop(open_watches.pop());
    server.until_running(13).await;
    open_watches.push(open(server.address, watch, &headers, &[0, 0, 0, 0, 0]).await);
    server.until_running(14).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_what_this_is_and_strangers_get_a_sentence() {
    let server = Server::start("").await;
    let page = read(open(server.address, "GET /", &[], b"").await).await;
    assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    let text = page.text();
    assert!(text.contains("Understudy") && text.contains("CatalogService/ListGames"));
    assert!(!text.contains("http://") && !text.contains("https://"), "nothing is fetched from elsewhere");
    assert_eq!(read(open(server.address, "GET /healthz", &[], b"").await).await.text(), "ok\n");
    let strange = read(open(server.address, "GET /admin.php", &[], b"").await).await;
    assert_eq!(strange.status, 404);
    assert!(strange.text().contains("/admin.php"), "{}", strange.text());
    server.stop().await;
}
