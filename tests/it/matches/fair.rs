//! Nobody holds up the others: neither with records that are hard to read, nor with thoughts that take long, nor with
//! watches that nobody reads.

use super::rig::*;
use proto::v1::{self, step::Step as Case};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio_stream::StreamExt;
use tonic::Code;

/// Asks for a list again and again, and tells the longest that it took.
fn probe(client: Matches) -> (JoinHandle<Duration>, tokio::sync::oneshot::Sender<()>) {
    let (stop, mut stopped) = tokio::sync::oneshot::channel();
    let asking = tokio::spawn(async move {
        let (mut client, mut worst) = (client, Duration::ZERO);
        while stopped.try_recv() == Err(tokio::sync::oneshot::error::TryRecvError::Empty) {
            let since = Instant::now();
            client.list_matches(v1::ListMatchesRequest::default()).await.expect("a list");
            worst = worst.max(since.elapsed());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        worst
    });
    (asking, stop)
}

fn step(version: u64, step: Case) -> v1::Step {
    v1::Step { version, time: None, step: Some(step) }
}

/// Many steps, then many that take nothing back.
fn tedious(version: impl Fn(u64) -> u64) -> v1::MatchRecord {
    const HALF: u64 = 99_000;
    let act = |_| Case::Action(v1::SeatStep { action_id: "x".into(), ..Default::default() });
    let cases = (0..HALF).map(act).chain((0..HALF).map(|_| Case::UndoneTo(HALF)));
    let steps = (1..).zip(cases).map(|(n, case)| step(version(n), case)).collect();
    v1::MatchRecord { format: 1, game_id: "para_roles".into(), steps, ..Default::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_a_hundred_thousand_undos_is_read_at_once_and_keeps_nobody_waiting() {
    let server = Server::start("").await;
    let mut client = server.matches().await;
    let (asking, stop) = probe(server.matches().await);
    let since = Instant::now();
    let replay = v1::ReplayRecordRequest { record: Some(tedious(|n| n)), seat: None };
    let told: Vec<_> = client.replay_record(replay).await.unwrap().into_inner().collect().await;
    assert_eq!(reason(told.last().unwrap().as_ref().unwrap_err()), "INVALID", "`x` is no action");
    let import = v1::ImportMatchRequest { record: Some(tedious(|n| n)), ..Default::default() };
    assert_eq!(reason(&client.import_match(import).await.unwrap_err()), "INVALID");
    let import = v1::ImportMatchRequest { record: Some(tedious(|_| 7)), ..Default::default() };
    let (reason, field) = fault(client.import_match(import).await);
    assert_eq!((reason.as_str(), field.as_str()), ("INVALID", "record.steps[99000].version"));
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    stop.send(()).unwrap();
    let worst = asking.await.unwrap();
    assert!(worst < Duration::from_secs(1), "{worst:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_as_long_as_it_may_be_in_either_form() {
    let server = Server::start("").await;
    let mut client = server.matches().await;
    let text = format!("understudy record 1\ngame para_roles\n{}", "seat 0: defend\n".repeat(200_001));
    let text = v1::MatchRecord { text, ..Default::default() };
    let undone = vec![step(0, Case::UndoneTo(1)); 200_001];
    let steps = v1::MatchRecord { steps: undone, game_id: "para_roles".into(), ..Default::default() };
    for (record, field) in [(text, "record.text"), (steps, "record.steps")] {
        let import = v1::ImportMatchRequest { record: Some(record), ..Default::default() };
        assert_eq!(fault(client.import_match(import).await), ("INVALID".into(), field.into()));
    }
    server.stop().await;
}

/// More than there are threads for it, and nobody reads them.
#[tokio::test(flavor = "multi_thread")]
async fn replays_that_nobody_reads_hold_no_threads() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(0, 3)).await;
    game.until("bots finish", |now| now.outcome.is_some()).await;
    let record = game.export("").await.record;
    let endpoint = tonic::transport::Channel::from_shared(format!("http://{}", server.address)).unwrap();
    let mut client = Matches::new(endpoint.initial_stream_window_size(1_000).connect().await.unwrap());
    let mut held = vec![];
    for _ in 0..600 {
        let ask = v1::ReplayRecordRequest { record: record.clone(), seat: None };
        held.push(client.replay_record(ask).await.unwrap());
    }
    let since = Instant::now();
    assert!(game.export("").await.record.is_some());
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    drop(held);
    server.stop().await;
}

fn analysis(game: &Game) -> v1::AnalyzeMatchRequest {
    let bot = Some(thinker(Duration::from_secs(60)));
    let question = v1::GetHintRequest { match_id: game.id.clone(), bot, ..Default::default() };
    v1::AnalyzeMatchRequest { question: Some(question), interval: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_act_soon_however_long_others_think() {
    let server = Server::start("thinking_threads = 1").await;
    let busy = first_fight(&server, woods(4, 7)).await;
    let mut held = vec![];
    for seat in 0..4 {
        let asked = busy.client.clone().analyze_match(with(&busy.seats[&seat], analysis(&busy))).await;
        held.push(asked.expect("an analysis"));
    }
    // Bots with all the time in the world, in matches of their own.
    for seed in 0..3 {
        let seats = vec![played_by(thinker(Duration::from_secs(60))); 4];
        Game::create(&server, v1::CreateMatchRequest { seats, ..woods(4, seed) }).await;
    }
    let mut waits = vec![];
    for seed in 0..3 {
        let since = Instant::now();
        let seats = vec![played_by(thinker(Duration::from_millis(20))); 4];
        let game = Game::create(&server, v1::CreateMatchRequest { seats, ..woods(4, seed) }).await;
        let start = game.now().await.version;
        game.until("its bots act", |now| now.version > start).await;
        waits.push(since.elapsed());
        game.close().await;
    }
    // The best of three: the machine may be busy with other things.
    assert!(waits.iter().min().unwrap() < &Duration::from_secs(1), "{waits:?}");
    drop(held);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_caller_has_few_long_thoughts_and_no_endless_ones() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let mut held = vec![];
    for _ in 0..4 {
        let asked = game.client.clone().analyze_match(with(&game.seats[&2], analysis(&game))).await;
        held.push(asked.expect("an analysis"));
    }
    let fifth = game.client.clone().analyze_match(with(&game.seats[&2], analysis(&game))).await;
    let status = fifth.map(|_| ()).unwrap_err();
    assert_eq!((reason(&status).as_str(), status.code()), ("BUSY", Code::ResourceExhausted));
    let details = tonic_types::StatusExt::get_error_details(&status);
    assert!(details.retry_info().is_some_and(|retry| retry.retry_delay.is_some()));
    drop(held);
    let endless = v1::CreateMatchRequest { seats: vec![played_by(searcher(100_001))], ..woods(4, 7) };
    let refused = game.client.clone().create_match(endless).await;
    assert_eq!(fault(refused), ("INVALID".into(), "seats[0].bot.budget".into()));
    server.stop().await;
}
