//! The process: banner, first call, signals, and sentences for those who start it wrongly. The test binary plays the
//! program by calling itself, so that nothing else needs to be built.

#![cfg(unix)]

use super::rig::{Server, json, open, read};
use clap::Parser;
use service::cli::Cli;
use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const CHILD: &str = "UNDERSTUDY_TEST_ARGUMENTS";

/// Not a test: what the other tests start.
#[test]
fn the_program() {
    let Ok(arguments) = std::env::var(CHILD) else { return };
    let cli = Cli::try_parse_from(std::iter::once("understudy").chain(arguments.split_whitespace()));
    let ended =
        cli.map_err(|why| why.to_string()).and_then(|cli| service::run(cli).map_err(|why| why.to_string()));
    match ended {
        Ok(()) => std::process::exit(0),
        Err(why) => {
            eprintln!("error: {why}");
            std::process::exit(2);
        }
    }
}

fn start(arguments: &str, environment: &[(&str, &str)]) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["frame::process::the_program", "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this binary starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

fn ended(mut child: Child) -> (Option<i32>, String) {
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    (status.code(), told)
}

/// Reads the banner: where it listens, and where metrics are.
fn banner(child: &mut Child) -> (SocketAddr, String) {
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    while !text.contains("Ctrl-C") {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0, "{text}");
        text += &line;
    }
    // Kept open: a closed pipe would be a test of its own.
    std::mem::forget(lines);
    let at = text.split("listens on http://").nth(1).and_then(|rest| rest.split_whitespace().next());
    (at.expect("an address").parse().expect("an address"), text)
}

const QUIET: &str = "serve --in-memory --listen 127.0.0.1:0 --metrics-listen 127.0.0.1:0";

#[tokio::test(flavor = "multi_thread")]
async fn it_says_where_it_is_serves_logs_without_secrets_and_ends_on_sigterm() {
    let mut child =
        start(&format!("{QUIET} --log-format json"), &[("UNDERSTUDY_SERVER_KEY", "very-secret-key")]);
    let (at, text) = banner(&mut child);
    assert!(text.contains("curl -H 'content-type: application/json' -d '{}'"), "{text}");
    let secret = "authorization: Bearer very-secret-token";
    let answer =
        json(at, "CatalogService/ListRules", &[secret, "x-request-id: seen"], r#"{"gameId": "hidden-card"}"#)
            .await;
    assert_eq!(answer.status, 404);
    let create = json(at, "MatchService/CreateMatch", &[], "{}").await;
    assert_eq!(create.json()["code"], "unauthenticated");
    let pages =
        text.split("metrics and probes: http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let ready = read(open(pages.parse().unwrap(), "GET /readyz", &[], b"").await).await;
    assert_eq!(ready.status, 200);
    signal(&child, "TERM");
    let (code, logs) = ended(child);
    assert_eq!(code, Some(0), "{logs}");
    let line =
        logs.lines().find(|line| line.contains("\"seen\"")).unwrap_or_else(|| panic!("no line: {logs}"));
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert_eq!((&line["code"], &line["spoken"]), (&"NotFound".into(), &"json".into()));
    assert_eq!(line["method"], "/understudy.v1.CatalogService/ListRules");
    for hidden in ["very-secret", "hidden-card"] {
        assert!(!logs.contains(hidden), "{logs}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_signal_ends_it_at_once() {
    let mut child = start(&format!("{QUIET} --shutdown-grace 60s"), &[]);
    let (at, _) = banner(&mut child);
    // A connection in the middle of a request keeps it draining.
    let _open = open(
        at,
        "POST /understudy.v1.CatalogService/ListGames",
        &["content-type: application/json", "expect: more"],
        b"",
    )
    .await;
    let mut half = tokio::net::TcpStream::connect(at).await.unwrap();
    tokio::io::AsyncWriteExt::write_all(
        &mut half,
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n",
    )
    .await
    .unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    signal(&child, "INT");
    tokio::time::sleep(Duration::from_millis(300)).await;
    signal(&child, "INT");
    let (code, logs) = ended(child);
    assert!(matches!(code, Some(130 | 0)), "{code:?} {logs}");
}

/// The collector is a server of ours that knows no such method: that it is asked is all there is to see.
#[tokio::test(flavor = "multi_thread")]
async fn spans_go_to_a_collector_if_one_is_named() {
    let collector = Server::start("").await;
    let mut child = start(&format!("{QUIET} --otlp http://{}", collector.address), &[]);
    let (at, _) = banner(&mut child);
    assert_eq!(json(at, "CatalogService/ListGames", &[], "{}").await.status, 200);
    signal(&child, "TERM");
    let (code, logs) = tokio::task::spawn_blocking(move || ended(child)).await.unwrap();
    assert_eq!(code, Some(0), "{logs}");
    let text = collector.app.metrics.text();
    let asked =
        text.lines().find(|line| line.starts_with("grpc_server_started_total{grpc_method=\"unknown\""));
    assert!(asked.is_some_and(|line| !line.ends_with(" 0")), "{text}");
    collector.stop().await;
}

#[test]
fn wrong_starts_get_a_sentence() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap();
    let why = |arguments: &str| {
        let (code, told) = ended(start(arguments, &[]));
        assert_eq!(code, Some(2), "{told}");
        told
    };
    let told = why(&format!("serve --in-memory --metrics-listen off --listen {at}"));
    assert!(told.contains("is taken") && told.contains("--listen 127.0.0.1:"), "{told}");
    let told = why(&format!("serve --in-memory --listen 127.0.0.1:0 --metrics-listen {at}"));
    assert!(told.contains("--metrics-listen"), "{told}");
    let told = why("serve --in-memory --listen 127.0.0.1:0 --tls-cert no/such.pem --tls-key no/such.pem");
    assert!(told.contains("--tls-cert no/such.pem"), "{told}");
    let told = why("serve --listen 127.0.0.1:0 --metrics-listen off --data /proc/no/such");
    assert!(told.contains("--data DIR") && told.contains("--in-memory"), "{told}");
    let told = why("serve --in-memory --listen 127.0.0.1:0 --metrics-listen off --otlp localhost:4317");
    assert!(told.contains("--otlp localhost:4317") && told.contains("begins with http://"), "{told}");
    let (code, told) = ended(start(QUIET, &[("UNDERSTUDY_LISTN", "127.0.0.1:0")]));
    assert_eq!(code, Some(2));
    assert!(told.contains("`UNDERSTUDY_LISTN`; did you mean `UNDERSTUDY_LISTEN`?"), "{told}");
    assert!(why("serve --listen here").contains("127.0.0.1:50051"));
    assert!(why("serve --in-memory --listen 127.0.0.1:0 --metrics-listen off --log =,=").contains("--log"));
}

#[test]
fn flags_beat_variables_and_variables_beat_the_file() {
    let file = std::env::temp_dir().join(format!("understudy-{}-settings.toml", std::process::id()));
    std::fs::write(&file, "max_message = \"3MiB\"\nmax_deadline = \"9s\"\nthinking_queue = 7\n").unwrap();
    let arguments = format!("serve --print-config --max-message 1KiB --config {}", file.display());
    let environment = [
        ("UNDERSTUDY_MAX_MESSAGE", "2MiB"),
        ("UNDERSTUDY_MAX_DEADLINE", "8s"),
        ("UNDERSTUDY_SERVER_KEY", "secret-key"),
    ];
    let mut child = start(&arguments, &environment);
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert_eq!(ended(child).0, Some(0));
    for line in [
        "max_message = \"1KiB\"",
        "max_deadline = \"8s\"",
        "thinking_queue = 7",
        "listen = \"127.0.0.1:50051\"",
    ] {
        assert!(printed.contains(line), "{line}: {printed}");
    }
    assert!(!printed.contains("secret-key"));
    std::fs::write(&file, "max_mesage = \"3MiB\"\n").unwrap();
    let (code, told) = ended(start(&format!("serve --print-config --config {}", file.display()), &[]));
    assert_eq!(code, Some(2));
    assert!(told.contains("unknown field `max_mesage`") && told.contains("`max_message`"), "{told}");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn help_teaches() {
    let help = Cli::try_parse_from(["understudy", "serve", "--help"]).unwrap_err().to_string();
    for part in [
        "Examples:",
        "UNDERSTUDY_LISTEN",
        "Who may come:",
        "How long:",
        "--server-key-file",
        "[default: 20s]",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    let (listen, data) = (help.find("--listen").unwrap(), help.find("--data").unwrap());
    assert!(
        help.find("--in-memory").is_some_and(|other| listen < data && data < other),
        "the first two come first"
    );
}
