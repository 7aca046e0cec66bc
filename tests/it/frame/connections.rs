//! Connections: old ones are asked to end and then ended, TLS with both HTTP versions, certificates of clients.

use super::rig::{Server, ask, follow, json, reason, until};
use clap::Parser;
use proto::v1::{ListGamesRequest, catalog_service_client::CatalogServiceClient};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};
use tonic::{
    Code,
    transport::{Certificate, Channel, ClientTlsConfig, Identity},
};

#[tokio::test(flavor = "multi_thread")]
async fn an_old_connection_gets_goaway_first_and_its_streams_a_bounded_grace() {
    let server = Server::start("max_connection_age = \"400ms\"\nconnection_grace = \"1200ms\"").await;
    let mut agents = server.agents().await;
    let begun = Instant::now();
    let mut watch = agents.analyze_position(follow("ticks")).await.unwrap().into_inner();
    let connections = &server.app.metrics.connections;
    assert_eq!(connections.get(), 1);
    // After GOAWAY a new call takes a new connection, while the stream goes on over the old one.
    tokio::time::sleep(Duration::from_millis(700)).await;
    // tonic's client may give up one call where GOAWAY meets it; the next one connects anew.
    if agents.choose_action(ask("", 0)).await.is_err() {
        agents.choose_action(ask("", 0)).await.expect("callers hardly notice");
    }
    assert_eq!(connections.get(), 2, "the old connection still carries its stream");
    let ended = loop {
        match watch.message().await {
            Ok(message) => assert!(message.is_some()),
            Err(ended) => break ended,
        }
    };
    assert_eq!((ended.code(), reason(&ended).as_str()), (Code::Unavailable, "CONNECTION_AGE"));
    let took = begun.elapsed();
    assert!(took > Duration::from_millis(1300) && took < Duration::from_secs(5), "{took:?}");
    drop(agents);
    until(|| connections.get() == 0, "connections end").await;
    server.stop().await;
}

/// How long the server leaves a connection open that says only this.
async fn left_open(server: &Server, words: &[u8]) -> Duration {
    let begun = Instant::now();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(words).await.unwrap();
    let mut said = Vec::new();
    let ended = tokio::time::timeout(super::rig::PATIENCE, stream.read_to_end(&mut said)).await;
    // Closed in order or cut: both are an end.
    let _ = ended.expect("it is closed");
    begun.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_connects_and_says_nothing_or_not_enough_is_not_waited_for() {
    let server = Server::start("first_words = \"400ms\"").await;
    let (silent, preface, head) = tokio::join!(
        left_open(&server, b""),
        left_open(&server, b"PRI * HT"),
        left_open(&server, b"GET /healthz HTTP/1.1\r\nhost: x\r\n"),
    );
    for (what, took) in [("silent", silent), ("half a preface", preface), ("half a head", head)] {
        assert!(took > Duration::from_millis(300) && took < Duration::from_secs(5), "{what}: {took:?}");
    }
    // A client that has said its first words may be quiet after them.
    let mut agents = server.agents().await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    agents.choose_action(ask("", 0)).await.unwrap();
    assert_eq!(server.app.metrics.connections.get(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_beyond_the_limit_are_told_so_and_come_in_when_others_go() {
    let server = Server::start("max_connections = 2").await;
    let mut first = server.agents().await;
    first.choose_action(ask("", 0)).await.unwrap();
    let second = server.agents().await;
    let refused = server.agents().await.choose_action(ask("", 0)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::Unavailable, "TOO_MANY_CONNECTIONS"));
    let answer = json(server.address, "CatalogService/ListGames", &[], "{}").await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")), "{}", answer.text());
    first.choose_action(ask("", 0)).await.expect("those who are in are not hurt");
    drop(second);
    until(|| server.app.metrics.connections.get() == 1, "places are given back").await;
    assert_eq!(json(server.address, "CatalogService/ListGames", &[], "{}").await.status, 200);
    server.stop().await;
}

/// Files of a small authority.
struct Papers {
    folder: PathBuf,
    authority: String,
    client: (String, String),
}

impl Papers {
    fn new(name: &str) -> Papers {
        let folder = std::env::temp_dir().join(format!("understudy-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let signed = |name: &str| {
            let key = KeyPair::generate().unwrap();
            let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
            (params.signed_by(&key, &authority).unwrap().pem(), key.serialize_pem())
        };
        let (chain, key) = signed("localhost");
        std::fs::write(folder.join("chain.pem"), chain).unwrap();
        std::fs::write(folder.join("key.pem"), key).unwrap();
        std::fs::write(folder.join("ca.pem"), authority.pem()).unwrap();
        Papers { folder, authority: authority.pem(), client: signed("client") }
    }

    fn settings(&self) -> String {
        let at = |name: &str| self.folder.join(name).display().to_string();
        format!("tls_cert = {:?}\ntls_key = {:?}\n", at("chain.pem"), at("key.pem"))
    }

    fn client(&self) -> ClientTlsConfig {
        ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&self.authority)).domain_name("localhost")
    }
}

impl Drop for Papers {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn list_games(server: &Server, tls: ClientTlsConfig) -> Result<(), Box<dyn std::error::Error>> {
    let endpoint = Channel::from_shared(format!("https://{}", server.address))?.tls_config(tls)?;
    CatalogServiceClient::new(endpoint.connect().await?).list_games(ListGamesRequest::default()).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn tls_carries_http2_and_http1() {
    let papers = Papers::new("tls");
    let server = Server::start(&papers.settings()).await;
    list_games(&server, papers.client()).await.unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(papers.authority.as_bytes()).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    let stream = TcpStream::connect(server.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut told = String::new();
    stream.read_to_string(&mut told).await.unwrap();
    assert!(told.starts_with("HTTP/1.1 200 OK") && told.ends_with("ok\n"), "{told}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_without_a_certificate_are_turned_away_where_one_is_asked_for() {
    let papers = Papers::new("mtls");
    let authority = papers.folder.join("ca.pem").display().to_string();
    let server = Server::start(&format!("{}tls_client_ca = {authority:?}", papers.settings())).await;
    assert!(list_games(&server, papers.client()).await.is_err());
    let (chain, key) = &papers.client;
    list_games(&server, papers.client().identity(Identity::from_pem(chain, key))).await.unwrap();
    server.stop().await;
}

/// What `understudy play --server` says at its end, with these flags.
async fn play(server: &Server, flags: &[(&str, PathBuf)]) -> String {
    let address = format!("https://localhost:{}", server.address.port());
    let mut words =
        vec!["understudy".to_owned(), "play".into(), "para_roles".into(), "--server".into(), address];
    for (flag, file) in flags {
        words.extend([(*flag).to_owned(), file.display().to_string()]);
    }
    let Some(service::cli::Command::Play(args)) = service::cli::Cli::parse_from(words).command else {
        panic!("a game")
    };
    let played = tokio::task::spawn_blocking(move || {
        let played = service::remote::play(*args, Box::new(std::io::Cursor::new("quit\n")), &mut Vec::new());
        played.map_or_else(|why| why.to_string(), |()| String::new())
    });
    played.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_terminal_shows_a_certificate_and_says_when_one_is_missing() {
    let papers = Papers::new("terminal");
    let file = |name: &str| papers.folder.join(name);
    std::fs::write(file("me.pem"), &papers.client.0).unwrap();
    std::fs::write(file("mine.pem"), &papers.client.1).unwrap();
    let authority = file("ca.pem").display().to_string();
    let server = Server::start(&format!("{}tls_client_ca = {authority:?}", papers.settings())).await;
    let trusting = ("--tls-ca", file("ca.pem"));
    let own = [("--tls-cert", file("me.pem")), ("--tls-key", file("mine.pem"))];
    // This server has no matches: that it says so means that it was reached.
    let told = play(&server, &[std::slice::from_ref(&trusting), &own[..]].concat()).await;
    assert!(told.contains("the match cannot be made") && !told.contains("certificate"), "{told}");
    let told = play(&server, std::slice::from_ref(&trusting)).await;
    assert!(told.contains("--tls-cert and --tls-key") && !told.contains("transport error"), "{told}");
    let told = play(&server, &own).await;
    assert!(told.contains("--tls-ca names who has"), "{told}");
    let missing = [trusting, ("--tls-cert", "no/such.pem".into()), ("--tls-key", file("mine.pem"))];
    assert!(play(&server, &missing).await.contains("--tls-cert no/such.pem"));
    server.stop().await;
}
