//! News of a match: in order, without gaps or doubles, from anywhere, and honest to those who read too slowly.

use super::rig::*;
use proto::v1::{self, watch_match_request::Start, watch_match_response::News};
use std::time::Duration;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tonic::{Code, Status, Streaming};

type Watch = Streaming<v1::WatchMatchResponse>;

fn ask(game: &Game, start: Option<Start>) -> v1::WatchMatchRequest {
    v1::WatchMatchRequest { match_id: game.id.clone(), start, ..Default::default() }
}

async fn watch(game: &Game, ask: v1::WatchMatchRequest) -> Watch {
    game.client.clone().watch_match(with(&game.host, ask)).await.expect("a watch").into_inner()
}

async fn next(watch: &mut Watch) -> Option<Result<v1::WatchMatchResponse, Status>> {
    timeout(PATIENCE, watch.next()).await.expect("news in time")
}

async fn news(watch: &mut Watch) -> (String, News) {
    let told = next(watch).await.expect("more news").expect("no error");
    (told.resume_token, told.news.expect("news"))
}

/// The version that a message brings its reader to.
fn version(news: &News) -> u64 {
    match news {
        News::Snapshot(snapshot) => snapshot.r#match.as_ref().expect("a match").version,
        News::Event(event) => event.step.as_ref().expect("a step").version,
        News::Heartbeat(beat) => beat.version,
    }
}

fn event(news: News) -> v1::Event {
    match news {
        News::Event(event) => event,
        News::Snapshot(_) | News::Heartbeat(_) => panic!("expected an event: {news:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_begins_with_a_snapshot_tells_every_step_and_ends_with_the_match() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let mut told = watch(&game, ask(&game, None)).await;
    let (_, first) = news(&mut told).await;
    let News::Snapshot(snapshot) = &first else { panic!("{first:?}") };
    assert!(!snapshot.gap && snapshot.view.is_some());
    assert_eq!(snapshot.r#match, Some(game.now().await));
    let mut at = version(&first);
    for seat in 0..4 {
        game.set_seat(&game.host, game.seat_for(seat, played_by(bot("greedy")))).await.unwrap();
    }
    let mut by_bots = 0;
    while let Some(one) = next(&mut told).await {
        let one = one.expect("no error").news.expect("news");
        assert_eq!(version(&one), at + 1, "in order, without gaps and doubles");
        at += 1;
        let event = event(one);
        by_bots += usize::from(!event.reason.is_empty());
    }
    let end = game.now().await;
    assert!(end.outcome.is_some(), "it ends when the match does");
    assert_eq!(at, end.version);
    assert!(by_bots > 50, "bots say why: {by_bots}");
    let mut after = watch(&game, ask(&game, None)).await;
    assert!(matches!(news(&mut after).await.1, News::Snapshot(_)));
    assert!(next(&mut after).await.is_none(), "a match that is over has no more news");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_with_a_resume_token_misses_nothing_and_hears_nothing_twice() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let mut told = watch(&game, ask(&game, None)).await;
    news(&mut told).await;
    game.act(2, "attack e1").await.unwrap();
    let (token, first) = news(&mut told).await;
    drop(told);
    // A reader on another connection, as after a break.
    let other = Game { client: server.matches().await, ..game.clone() };
    game.act(1, "defend").await.unwrap();
    let end = game.now().await.version;
    let mut again = watch(&other, ask(&other, Some(Start::ResumeToken(token)))).await;
    for expected in version(&first) + 1..=end {
        assert_eq!(version(&news(&mut again).await.1), expected);
    }
    game.act(0, "defend").await.unwrap();
    let (token, last) = news(&mut again).await;
    assert_eq!(version(&last), end + 1, "and goes on with what happens now");
    let mut up_to_date = watch(&other, ask(&other, Some(Start::ResumeToken(token)))).await;
    game.act(3, "defend").await.unwrap();
    assert_eq!(version(&news(&mut up_to_date).await.1), end + 2);
    for wrong in ["", "x7", "r", "r18446744073709551615", "r99999"] {
        let refused =
            game.client.clone().watch_match(ask(&game, Some(Start::ResumeToken(wrong.into())))).await;
        let (reason, field) = fault(refused.map(|_| ()));
        assert!(
            reason == "INVALID" && ["resume_token", "start"].contains(&field.as_str()),
            "{wrong}: {field}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn from_its_first_version_all_of_a_match_is_told_as_it_was_told_then() {
    let server = Server::start("").await;
    let game = Game::create(&server, v1::CreateMatchRequest { options: [].into(), ..woods(4, 7) }).await;
    let request = |start| v1::WatchMatchRequest { with_views: true, ..ask(&game, start) };
    let mut live = watch(&game, request(None)).await;
    let (_, first) = news(&mut live).await;
    for (seat, action) in [(3, "done"), (2, "attack e1"), (1, "defend"), (0, "defend")] {
        game.act(seat, action).await.unwrap();
    }
    game.set_seat(&game.host, game.seat_for(2, human())).await.unwrap();
    let end = game.now().await.version;
    let mut then = vec![];
    while then.last().is_none_or(|last| version(last) < end) {
        then.push(news(&mut live).await.1);
    }
    let mut replayed = watch(&game, request(Some(Start::FromVersion(1)))).await;
    let mut now = vec![];
    while now.last().is_none_or(|last| version(last) < end) {
        now.push(news(&mut replayed).await.1);
    }
    let later: Vec<News> = now.iter().filter(|one| version(one) > version(&first)).cloned().collect();
    assert_eq!(later, then, "decisions and views included");
    let versions: Vec<u64> = now.iter().map(version).collect();
    assert_eq!(versions, (2..=end).collect::<Vec<_>>(), "version 1 is the making of it");
    for wrong in [0, end + 2] {
        let refused = game.client.clone().watch_match(ask(&game, Some(Start::FromVersion(wrong)))).await;
        assert_eq!(fault(refused.map(|_| ())), ("INVALID".into(), "start".into()));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_match_is_told_from_anywhere_piece_by_piece() {
    let server = Server::start("").await;
    let wish = v1::CreateMatchRequest { undo_policy: v1::UndoPolicy::Free.into(), ..woods(4, 7) };
    let game = first_fight(&server, wish).await;
    let start = game.now().await.version;
    for _ in 0..40 {
        game.act(2, "attack e1").await.unwrap();
        game.undo(&game.host, start).await.unwrap();
    }
    for seat in 0..4 {
        game.set_seat(&game.host, game.seat_for(seat, played_by(bot("greedy")))).await.unwrap();
    }
    let end = game.until("bots finish", |now| now.outcome.is_some()).await.version;
    assert!(end > 400, "several pieces: {end}");
    for from in [1, 2, 100, 130, 131, end - 1, end] {
        let request = ask(&game, Some(Start::FromVersion(from)));
        let mut told = watch(&game, v1::WatchMatchRequest { with_views: from > 100, ..request }).await;
        let mut versions = vec![];
        let mut last = None;
        while let Some(one) = next(&mut told).await {
            let one = one.expect("no error").news.expect("news");
            versions.push(version(&one));
            last = Some(event(one));
        }
        assert_eq!(versions, (from.max(2)..=end).collect::<Vec<_>>());
        if from > 100 {
            let view = last.unwrap().view.unwrap();
            assert_eq!(
                view.view,
                game.view(None).await.view.unwrap().view,
                "and it ends where the match did"
            );
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_is_broken_by_heartbeats() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let heartbeat = Some(span(Duration::from_millis(1)));
    let mut told = watch(&game, v1::WatchMatchRequest { heartbeat, ..ask(&game, None) }).await;
    let (_, first) = news(&mut told).await;
    let since = std::time::Instant::now();
    for _ in 0..2 {
        let (token, beat) = news(&mut told).await;
        assert!(matches!(&beat, News::Heartbeat(_)), "{beat:?}");
        assert_eq!(version(&beat), version(&first));
        assert!(!token.is_empty());
    }
    assert!(since.elapsed() >= Duration::from_millis(200), "not more often than every 100 ms");
    let heartbeat = Some(prost_types::Duration { seconds: -1, nanos: 0 });
    let refused =
        game.client.clone().watch_match(v1::WatchMatchRequest { heartbeat, ..ask(&game, None) }).await;
    assert_eq!(fault(refused.map(|_| ())), ("INVALID".into(), "heartbeat".into()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_is_too_slow_gets_a_snapshot_that_says_so() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let wide = v1::WatchMatchRequest { with_views: true, with_text: true, ..ask(&game, None) };
    // On a connection that holds only a few events.
    let endpoint = tonic::transport::Channel::from_shared(format!("http://{}", server.address)).unwrap();
    let narrow = endpoint.initial_stream_window_size(4_096).connect().await.unwrap();
    let narrow = Game { client: Matches::new(narrow), ..game.clone() };
    let mut told = watch(&narrow, wide).await;
    let (_, first) = news(&mut told).await;
    for seat in 0..4 {
        game.set_seat(&game.host, game.seat_for(seat, played_by(bot("greedy")))).await.unwrap();
    }
    let end = game.until("bots finish", |now| now.outcome.is_some()).await.version;
    let (mut at, mut gaps) = (version(&first), 0);
    while let Some(one) = next(&mut told).await {
        let one = one.expect("no error").news.expect("news");
        match &one {
            News::Snapshot(snapshot) => {
                assert!(snapshot.gap && version(&one) > at);
                gaps += 1;
            }
            News::Event(_) => assert_eq!(version(&one), at + 1),
            News::Heartbeat(_) => {}
        }
        at = version(&one);
    }
    assert_eq!((at, gaps), (end, 1));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_who_loses_the_seat_is_told_and_hears_no_more() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let own = v1::WatchMatchRequest { seat: Some(2), ..ask(&game, None) };
    let other = game.client.clone().watch_match(with(&game.seats[&1], own.clone())).await;
    assert_eq!(reason(&other.map(|_| ()).unwrap_err()), "NOT_YOURS");
    let mut told = game.client.clone().watch_match(with(&game.seats[&2], own)).await.unwrap().into_inner();
    news(&mut told).await;
    game.set_seat(&game.host, game.seat_for(2, human())).await.unwrap();
    let lost = next(&mut told).await.expect("a last word").unwrap_err();
    assert_eq!(reason(&lost), "OLD_TOKEN");
    assert!(next(&mut told).await.is_none());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_its_watchers() {
    let server = Server::start("shutdown_grace = \"2s\"").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let mut told = watch(&game, ask(&game, None)).await;
    news(&mut told).await;
    server.app.shutdown.begin();
    let last = next(&mut told).await.expect("a last word").unwrap_err();
    assert_eq!((reason(&last).as_str(), last.code()), ("DRAINING", Code::Unavailable));
    drop((told, game));
    server.stop().await;
}
