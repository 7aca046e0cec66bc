//! `understudy play --server`, typed at: a match made, played, left and joined again, on a server in this process.

use catalog::GameKind;
use clap::Parser;
use proto::v1::{ExportMatchRequest, MatchRecord, match_service_client::MatchServiceClient};
use service::{
    cli::{Cli, Dice, FileArgs, PlayArgs, RemoteArgs},
    config::{Config, Settings},
    grpc, remote,
    server::{self, App, Shutdown},
    store::{MemoryStore, Store},
    telemetry::Metrics,
};
use std::{io::Cursor, net::SocketAddr, sync::Arc};
use tokio::{net::TcpListener, task::JoinHandle};

struct Server {
    address: SocketAddr,
    shutdown: Shutdown,
    served: JoinHandle<()>,
}

async fn serve(at: &str, store: Arc<dyn Store>) -> Server {
    let config = Config::check(Settings::default(), None).expect("settings that fit");
    let app = App { config: Arc::new(config), store, shutdown: Shutdown::default(), metrics: Metrics::new() };
    let services = grpc::routes(&app).await.expect("all services");
    let listener = TcpListener::bind(at).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let shutdown = app.shutdown.clone();
    let served = tokio::spawn(async move { server::run(listener, app, services).await.expect("serves") });
    Server { address, shutdown, served }
}

fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new().expect("a store"))
}

impl Server {
    async fn stop(self) {
        self.shutdown.begin();
        self.served.await.expect("stopped");
    }
    fn args(&self) -> PlayArgs {
        PlayArgs {
            game: GameKind::ParaRoles,
            bots: "none".into(),
            level: "greedy".parse().expect("an agent"),
            options: vec![],
            seed: Some(7),
            dice: Dice::House,
            load: None,
            content: None,
            files: FileArgs::default(),
            own_box: None,
            remote: RemoteArgs { server: Some(format!("http://{}", self.address)), ..RemoteArgs::default() },
        }
    }
}

/// What the terminal shows to somebody who types these lines.
async fn typed(args: PlayArgs, lines: impl Into<Vec<u8>>) -> Result<String, String> {
    let input = Box::new(Cursor::new(lines.into()));
    let played = tokio::task::spawn_blocking(move || {
        let mut out = anstream::StripStream::new(Vec::new());
        remote::play(args, input, &mut out).map_err(|why| why.to_string())?;
        Ok(String::from_utf8(out.into_inner()).expect("text"))
    });
    played.await.expect("no panic")
}

/// The match and the tokens out of the line that says how to come back.
fn joined(args: &PlayArgs, shown: &str) -> PlayArgs {
    let line = shown.lines().find(|line| line.contains("--match")).expect("how to come back");
    let cli = Cli::try_parse_from(line.split_whitespace()).expect("a command");
    let Some(service::cli::Command::Play(again)) = cli.command else { panic!("{line}") };
    assert_eq!(again.game, args.game);
    *again
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_made_played_left_and_joined_again() {
    let server = serve("127.0.0.1:0", memory()).await;
    let shown = typed(server.args(), "help\ndone\nfly\n2: attack e1\nhint\ntable\nquit\n").await.unwrap();
    assert!(shown.contains("Minion of Darkness (e1)") && shown.contains("HP  2/2"), "{shown}");
    assert!(shown.contains("take back your last decision"), "help: {shown}");
    assert!(shown.contains("seat 3: done") && shown.contains("seat 2: attack e1"), "{shown}");
    assert!(shown.contains("chance: draw") && shown.contains("strikes at"), "the story: {shown}");
    assert!(shown.contains("`fly` is none of these"), "{shown}");
    let again = joined(&server.args(), &shown);
    let (id, tokens) = (again.remote.match_id.clone().unwrap(), again.remote.tokens.clone());
    assert_eq!(tokens.len(), 4);
    let back = typed(again, "1\nquit\n").await.unwrap();
    assert!(back.contains("round 1") && back.contains("seat "), "{back}");
    // Somebody without a token looks on.
    let remote = RemoteArgs { match_id: Some(id.clone()), ..server.args().remote };
    let onlooker = typed(PlayArgs { remote, ..server.args() }, "1\nquit\n").await.unwrap();
    assert!(onlooker.contains("you look on") && onlooker.contains("not your turn"), "{onlooker}");
    let record = record(&server, &id).await;
    assert!(record.steps.len() > 4, "{record:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_text_gets_a_sentence_and_the_game_goes_on() {
    let server = serve("127.0.0.1:0", memory()).await;
    let shown = typed(server.args(), b"done\n\xff\xfe\n2: attack e1\nquit\n").await.unwrap();
    assert!(shown.contains("that line is no text (UTF-8)"), "{shown}");
    assert!(shown.contains("seat 2: attack e1"), "{shown}");
    server.stop().await;
}

async fn record(server: &Server, id: &str) -> MatchRecord {
    let mut client = MatchServiceClient::connect(format!("http://{}", server.address)).await.unwrap();
    let ask = ExportMatchRequest { match_id: id.into(), with_text: true };
    client.export_match(ask).await.unwrap().into_inner().record.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_are_taken_back_and_own_dice_are_told() {
    let server = serve("127.0.0.1:0", memory()).await;
    let shown = typed(server.args(), "undo\ndone\n2: attack e1\nundo\n2: attack e1\nquit\n").await.unwrap();
    assert!(shown.contains("nothing of yours to take back") && shown.contains("taken back"), "{shown}");
    assert_eq!(shown.matches("seat 2: attack e1").count(), 2, "{shown}");
    let mine = PlayArgs { dice: Dice::Mine, ..server.args() };
    let shown = typed(mine, "done\n2: attack e1\n8H\nagain 8h\n3♣\nquit\n").await.unwrap();
    assert!(shown.contains("turn a card for Damage (h2)"), "{shown}");
    assert!(shown.contains("`again 8h` cannot come now"), "{shown}");
    assert!(shown.contains("takes 1 (1 HP left)"), "{shown}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_fill_seats_and_a_whole_game_is_told() {
    let server = serve("127.0.0.1:0", memory()).await;
    let options = vec![("campaign".to_owned(), "random_encounters".to_owned())];
    let args = PlayArgs { bots: "all".into(), options, ..server.args() };
    // Nobody types; the input stays open until the game is over.
    let (hold, held) = std::sync::mpsc::channel::<()>();
    struct Silent(std::sync::mpsc::Receiver<()>);
    impl std::io::Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            let _ = self.0.recv();
            Ok(0)
        }
    }
    let played = tokio::task::spawn_blocking(move || {
        let mut out = anstream::StripStream::new(Vec::new());
        let input = Box::new(std::io::BufReader::new(Silent(held)));
        remote::play(args, input, &mut out).map_err(|why| why.to_string())?;
        Ok::<_, String>(String::from_utf8(out.into_inner()).expect("text"))
    });
    let shown = played.await.expect("no panic").unwrap();
    drop(hold);
    let end = shown.lines().last().unwrap_or_default();
    assert!(end.starts_with("Defeat") || end.starts_with("Victory") || end.starts_with("The party"), "{end}");
    assert!(shown.contains("seat 0: "), "{shown}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_comes_back_is_gone_on_with() {
    let store = memory();
    let server = serve("127.0.0.1:0", Arc::clone(&store)).await;
    let (args, address) = (server.args(), server.address);
    let (say, said) = std::sync::mpsc::channel::<&'static str>();
    struct Spoken(std::sync::mpsc::Receiver<&'static str>);
    impl std::io::Read for Spoken {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let Ok(line) = self.0.recv() else { return Ok(0) };
            into[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }
    let played = tokio::task::spawn_blocking(move || {
        let mut out = anstream::StripStream::new(Vec::new());
        let input = Box::new(std::io::BufReader::new(Spoken(said)));
        remote::play(args, input, &mut out).map_err(|why| why.to_string())?;
        Ok::<_, String>(String::from_utf8(out.into_inner()).expect("text"))
    });
    say.send("done\n").unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    server.stop().await;
    let server = serve(&address.to_string(), store).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    say.send("2: attack e1\n").unwrap();
    say.send("quit\n").unwrap();
    let shown = played.await.expect("no panic").unwrap();
    assert!(shown.contains("the connection is lost"), "{shown}");
    assert!(shown.contains("seat 2: attack e1") && shown.contains("strikes at"), "{shown}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_is_said_in_a_sentence() {
    let server = serve("127.0.0.1:0", memory()).await;
    let with = |change: fn(&mut PlayArgs)| {
        let mut args = server.args();
        change(&mut args);
        args
    };
    let why = typed(with(|args| args.options = vec![("speed".into(), "9".into())]), "").await.unwrap_err();
    assert!(why.contains("there is no option `speed`"), "{why}");
    let none = "01890a5d-ac96-774b-bcce-b302099a8057".to_owned();
    let mut args = server.args();
    args.remote.match_id = Some(none);
    let why = typed(args, "").await.unwrap_err();
    assert!(why.contains("there is no match 01890a5d"), "{why}");
    let why = typed(with(|args| args.bots = "9".into()), "").await.unwrap_err();
    assert!(why.contains("expected `all`, `none` or seats"), "{why}");
    let gone = server.args();
    server.stop().await;
    let why = typed(gone, "").await.unwrap_err();
    assert!(
        why.contains("no server answers at http://127.0.0.1") && why.contains("understudy serve"),
        "{why}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_with_its_own_box_is_told_in_what_form_and_sees_the_board() {
    let server = serve("127.0.0.1:0", memory()).await;
    let options = [("heroes", "bjorn"), ("void_deck", "house"), ("hands", "hidden")];
    let args = PlayArgs {
        game: GameKind::MinionsOfMordak,
        bots: "0".into(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        dice: Dice::Mine,
        ..server.args()
    };
    let shown = typed(args, "Big Bad Wolf\nboard\nRusted Sentry\nquit\n").await.unwrap();
    let form = "type the Chump by its name or number, such as `";
    assert!(shown.contains(&format!("a Chump is drawn for Hawkspire (c2)\n  {form}")), "{shown}");
    assert!(shown.contains(&format!("`Big Bad Wolf` cannot come now: {form}")), "{shown}");
    assert!(shown.contains("what came? \nMinions of Mordak, "), "the board: {shown}");
    assert!(shown.contains("Rusted Sentry (m0) appears in Hawkspire (c2)"), "{shown}");
    server.stop().await;
}
