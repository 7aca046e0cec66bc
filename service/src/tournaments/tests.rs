//! Tournaments through their service: the arena's numbers, repeats, limits, ends, watches and restarts.

use super::{KNOWN_MAX, Tournaments, sheet::Sheet};
use crate::{
    config::ServerKey,
    grpc::arena::ArenaApi,
    matches::Matches,
    server::{Callers, Token},
    store::{MatchId, MemoryStore, Store},
    thinkers::Thinkers,
    wire::messages,
};
use bots::arena::Orders;
use catalog::{GameKind, PackFiles};
use proto::v1::{
    self, arena_service_server::ArenaService, tournament::State, watch_tournament_response::News,
};
use std::{sync::Arc, time::Duration};
use tokio_stream::StreamExt as _;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Status};

const PATIENCE: Duration = Duration::from_secs(60);

struct Rig {
    api: ArenaApi,
    matches: Matches,
    shutdown: CancellationToken,
}

async fn rig(store: Arc<dyn Store>) -> Rig {
    let thinkers = Arc::new(Thinkers::new(2, 64, 16));
    let shutdown = CancellationToken::new();
    let packs = Default::default();
    let matches = Matches::new(store, thinkers, packs, messages::brief, shutdown.clone()).await.unwrap();
    let tournaments = Tournaments::open(matches.clone()).await.unwrap();
    Rig { api: ArenaApi { tournaments, key: Some(ServerKey::new("the-key")) }, matches, shutdown }
}

fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new().unwrap())
}

fn bot(name: &str) -> v1::Bot {
    v1::Bot { agent_id: name.into(), ..v1::Bot::default() }
}

fn ask(games: u32) -> v1::CreateTournamentRequest {
    v1::CreateTournamentRequest {
        request_id: String::new(),
        game_id: "para_roles".into(),
        options: [("campaign".to_owned(), "random_encounters".to_owned())].into(),
        entrants: vec![bot("random"), bot("greedy")],
        games_per_pairing: games,
        seed: Some(3),
    }
}

impl Rig {
    async fn make(&self, ask: v1::CreateTournamentRequest) -> v1::Tournament {
        self.api.create_tournament(Request::new(ask)).await.unwrap().into_inner().tournament.unwrap()
    }
    async fn get(&self, id: &str) -> v1::Tournament {
        let ask = v1::GetTournamentRequest { tournament_id: id.into() };
        self.api.get_tournament(Request::new(ask)).await.unwrap().into_inner().tournament.unwrap()
    }
    /// Ends a tournament, showing this token.
    async fn cancel_by(&self, token: Option<&str>, id: &str) -> Result<v1::Tournament, Status> {
        let ask = v1::CancelTournamentRequest { tournament_id: id.into(), request_id: String::new() };
        let mut call = Request::new(ask);
        call.extensions_mut().insert(Callers(token.map(Token::new).into_iter().collect()));
        Ok(self.api.cancel_tournament(call).await?.into_inner().tournament.unwrap())
    }
    async fn cancel(&self, id: &str) -> v1::Tournament {
        let token = self.api.tournaments.token(id.parse().unwrap());
        self.cancel_by(Some(token.reveal()), id).await.unwrap()
    }
    async fn refused(&self, ask: v1::CreateTournamentRequest) -> String {
        let refused = self.api.create_tournament(Request::new(ask)).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
        refused.message().to_owned()
    }
    /// All news until the end, and the code it ended with.
    async fn watch(&self, id: &str, token: &str, most: usize) -> (Vec<v1::WatchTournamentResponse>, Code) {
        let ask = v1::WatchTournamentRequest { tournament_id: id.into(), resume_token: token.into() };
        let mut news = self.api.watch_tournament(Request::new(ask)).await.unwrap().into_inner();
        let mut told = vec![];
        while told.len() < most {
            match tokio::time::timeout(PATIENCE, news.next()).await.expect("news") {
                Some(Ok(each)) => told.push(each),
                Some(Err(ended)) => return (told, ended.code()),
                None => break,
            }
        }
        (told, Code::Ok)
    }
    /// As a server goes down.
    async fn stop(self) {
        self.shutdown.cancel();
        let matches = self.matches.clone();
        tokio::task::spawn_blocking(move || matches.stop_bots()).await.unwrap();
    }
}

fn games(news: &[v1::WatchTournamentResponse]) -> Vec<u32> {
    let number = |each: &v1::WatchTournamentResponse| match &each.news {
        Some(News::Game(game)) => Some(game.index),
        Some(News::Tournament(_)) | None => None,
    };
    news.iter().filter_map(number).collect()
}

fn table(news: Option<&v1::WatchTournamentResponse>) -> v1::Tournament {
    match news.and_then(|each| each.news.clone()) {
        Some(News::Tournament(tournament)) => tournament,
        other => panic!("expected a tournament, found {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_ends_with_the_numbers_of_the_arena() {
    let rig = rig(memory()).await;
    let made = rig.make(ask(12)).await;
    assert_eq!((made.games_total, made.seed, made.state()), (12, 3, State::Running));
    let (news, code) = rig.watch(&made.tournament_id, "", usize::MAX).await;
    assert_eq!(code, Code::Ok);
    assert!(table(news.first()).games_total == 12);
    let done = table(news.last());
    assert_eq!((done.state(), done.games_done), (State::Done, 12));
    let orders = Orders {
        a: "random".parse().unwrap(),
        b: "greedy".parse().unwrap(),
        deals: 6,
        seed: 3,
        threads: 1,
        sprt: None,
    };
    let options: Vec<(String, String)> = ask(1).options.into_iter().collect();
    let known =
        bots::any::arena(GameKind::ParaRoles, &options, &PackFiles::default(), &orders, &|| {}).unwrap();
    for line in &done.standings {
        let side = &known.sides[line.entrant as usize];
        assert!((line.mean_payoff - side.payoff.value * 1000.0).abs() < 1e-6, "{line:?}");
        // The interval ends where payoffs do; the margin is that of the other side.
        let margin = (side.payoff.high - side.payoff.value).max(side.payoff.value - side.payoff.low);
        assert!((line.margin - margin * 1000.0).abs() < 1e-6);
        assert!((line.success_rate - side.success.value).abs() < 1e-9);
        assert_eq!(line.games as usize, side.games);
    }
    assert_eq!(done.standings[0].entrant, 1, "greedy is better");
    assert!(done.standings[0].elo > 0.0 && done.standings[1].elo == 0.0);
    assert_eq!(rig.get(&made.tournament_id).await, done);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_goes_on_where_it_was_left() {
    let rig = rig(memory()).await;
    let id = rig.make(ask(12)).await.tournament_id;
    let (whole, _) = rig.watch(&id, "g0", usize::MAX).await;
    assert_eq!(games(&whole), (0..12).collect::<Vec<_>>());
    let News::Game(first) = whole[1].news.clone().unwrap() else { panic!("a game") };
    assert_eq!((first.entrants, first.outcome.unwrap().payoffs.len()), (vec![0; 4], 4));
    let at = whole.iter().position(|each| games(std::slice::from_ref(each)) == [7]).unwrap();
    let (rest, _) = rig.watch(&id, &whole[at].resume_token, usize::MAX).await;
    assert_eq!(games(&rest), (8..12).collect::<Vec<_>>());
    let (nothing, code) = rig.watch(&id, &whole.last().unwrap().resume_token, usize::MAX).await;
    assert_eq!((nothing.len(), table(nothing.first()).state(), code), (1, State::Done, Code::Ok));
    for wrong in ["g13", "13", "gg"] {
        let ask = v1::WatchTournamentRequest { tournament_id: id.clone(), resume_token: wrong.into() };
        let Err(refused) = rig.api.watch_tournament(Request::new(ask)).await else { panic!("{wrong}") };
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_goes_on_after_a_restart_as_if_nothing_had_been() {
    let store = memory();
    let before = rig(Arc::clone(&store)).await;
    let made = before.make(v1::CreateTournamentRequest {
        entrants: vec![bot("random"), bot("greedy"), bot("random")],
        request_id: "4f0e8a5e-7d0a-4c55-9a8f-3c1d2b6f7a10".into(),
        ..ask(4)
    });
    let made = made.await;
    // Stopped in the midst of it: watchers are told to come back.
    before.watch(&made.tournament_id, "g0", 4).await;
    let id = made.tournament_id.clone();
    before.stop().await;
    let after = rig(Arc::clone(&store)).await;
    let (news, _) = after.watch(&id, "g0", usize::MAX).await;
    assert_eq!(games(&news), (0..12).collect::<Vec<_>>());
    let done = table(news.last());
    assert_eq!((done.state(), done.games_done), (State::Done, 12));
    // The same without a restart.
    let other = rig(memory()).await;
    let entrants = vec![bot("random"), bot("greedy"), bot("random")];
    let same = other.make(v1::CreateTournamentRequest { entrants, ..ask(4) }).await;
    let (news, _) = other.watch(&same.tournament_id, "g0", usize::MAX).await;
    assert_eq!(table(news.last()).standings, done.standings);
    // The request is still known.
    let again = after.make(v1::CreateTournamentRequest {
        entrants: vec![bot("random"), bot("greedy"), bot("random")],
        request_id: "4f0e8a5e-7d0a-4c55-9a8f-3c1d2b6f7a10".into(),
        ..ask(4)
    });
    assert_eq!(again.await.tournament_id, id);
    after.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_tournament_keeps_its_games_and_plays_no_more() {
    let rig = rig(memory()).await;
    let made = rig.make(ask(50_000)).await;
    rig.watch(&made.tournament_id, "g0", 3).await;
    let ended = rig.cancel(&made.tournament_id).await;
    assert_eq!(ended.state(), State::Cancelled);
    assert!(ended.games_done >= 2 && ended.games_done < 50_000, "{}", ended.games_done);
    assert_eq!(rig.cancel(&made.tournament_id).await, ended, "to cancel twice is no mistake");
    let (news, code) = rig.watch(&made.tournament_id, "", usize::MAX).await;
    assert_eq!((table(news.last()).games_done, code), (ended.games_done, Code::Ok));
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_whoever_made_a_tournament_ends_it_or_holds_the_servers_key() {
    let rig = rig(memory()).await;
    let mut made = vec![];
    for _ in 0..2 {
        let made_now = rig.api.create_tournament(Request::new(ask(50_000))).await.unwrap().into_inner();
        made.push((made_now.tournament.unwrap().tournament_id, made_now.token));
    }
    let [(id, token), (other, others_token)] = &made[..] else { panic!("two") };
    assert!(token.len() > 40 && token != others_token);
    let refused = async |token: Option<&str>| rig.cancel_by(token, id).await.unwrap_err().code();
    assert_eq!(refused(None).await, Code::Unauthenticated);
    assert_eq!(refused(Some("made-up")).await, Code::PermissionDenied);
    assert_eq!(refused(Some(others_token)).await, Code::PermissionDenied);
    assert_eq!(rig.get(id).await.state(), State::Running);
    assert_eq!(rig.cancel_by(Some(token), id).await.unwrap().state(), State::Cancelled);
    assert_eq!(rig.cancel_by(Some("the-key"), other).await.unwrap().state(), State::Cancelled);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_leaves_memory_when_idle_and_is_found_all_the_same() {
    let store = memory();
    let before = rig(Arc::clone(&store)).await;
    let request_id = "4f0e8a5e-7d0a-4c55-9a8f-3c1d2b6f7a12".to_owned();
    let once = v1::CreateTournamentRequest { request_id, ..ask(2) };
    let over = before.make(once.clone()).await.tournament_id;
    before.watch(&over, "g0", usize::MAX).await;
    let running = before.make(ask(50_000)).await.tournament_id;
    let all = &before.api.tournaments;
    assert_eq!(all.in_memory(), 2);
    all.evict(Duration::from_secs(3600));
    assert_eq!(all.in_memory(), 2, "asked about lately");
    tokio::time::sleep(Duration::from_millis(50)).await;
    all.evict(Duration::from_millis(1));
    assert_eq!(all.in_memory(), 1, "the one that runs stays");
    let list = v1::ListTournamentsRequest::default();
    let listed = before.api.list_tournaments(Request::new(list)).await.unwrap().into_inner().tournaments;
    let ids: Vec<&str> = listed.iter().map(|found| found.tournament_id.as_str()).collect();
    assert_eq!(ids, [running.as_str(), over.as_str()]);
    assert_eq!(all.in_memory(), 1, "a list brings nothing back");
    assert_eq!(before.get(&over).await.state(), State::Done);
    assert_eq!(all.in_memory(), 2, "whoever asks for it does");
    assert_eq!(before.make(once).await.tournament_id, over, "the request is still known");
    let (told, code) = before.watch(&over, "g0", usize::MAX).await;
    assert_eq!((games(&told).len(), code), (2, Code::Ok));
    before.cancel(&running).await;
    before.stop().await;
    let after = rig(store).await;
    assert_eq!(after.api.tournaments.in_memory(), 0, "a start keeps none that are over");
    assert_eq!(after.get(&running).await.state(), State::Cancelled);
    after.stop().await;
}

/// What an older version kept, or a server that was killed in the middle: the documents of the index are not there.
#[tokio::test(flavor = "multi_thread")]
async fn tournaments_that_are_not_in_the_index_are_found_after_a_start() {
    let store = memory();
    let before = rig(Arc::clone(&store)).await;
    let request_id = "4f0e8a5e-7d0a-4c55-9a8f-3c1d2b6f7a13".to_owned();
    let once = v1::CreateTournamentRequest { request_id, ..ask(2) };
    let made = before.make(once.clone()).await.tournament_id;
    before.watch(&made, "g0", usize::MAX).await;
    before.stop().await;
    for prefix in ["tournament-newest/", "tournament-request/"] {
        let keys = store.blob_list(prefix, None, 10).await.unwrap();
        assert_eq!(keys.len(), 1);
        store.blob_remove(&keys[0].0).await.unwrap();
    }
    let after = rig(store).await;
    let listed = after.api.list_tournaments(Request::new(v1::ListTournamentsRequest::default())).await;
    assert_eq!(listed.unwrap().into_inner().tournaments[0].tournament_id, made);
    assert_eq!(after.make(once).await.tournament_id, made);
    after.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_there_were_few_are_in_memory() {
    let rig = rig(memory()).await;
    let mut ids = vec![];
    for _ in 0..KNOWN_MAX + 40 {
        let made = rig.api.create_tournament(Request::new(ask(2))).await.unwrap().into_inner();
        let id = made.tournament.unwrap().tournament_id;
        rig.cancel_by(Some(&made.token), &id).await.unwrap();
        ids.push(id);
    }
    for id in &ids {
        rig.get(id).await;
    }
    // Those that were just played or asked about may still be in somebody's hands.
    assert!(rig.api.tournaments.in_memory() <= KNOWN_MAX + 16, "{}", rig.api.tournaments.in_memory());
    let newest = v1::ListTournamentsRequest { page_size: 2, ..Default::default() };
    let listed = rig.api.list_tournaments(Request::new(newest)).await.unwrap().into_inner();
    let found: Vec<_> = listed.tournaments.iter().map(|found| found.tournament_id.as_str()).collect();
    assert_eq!(found, [ids[KNOWN_MAX + 39].as_str(), ids[KNOWN_MAX + 38].as_str()]);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_tells_watchers_to_come_back() {
    let rig = rig(memory()).await;
    let made = rig.make(ask(50_000)).await;
    let stop = rig.shutdown.clone();
    let id = made.tournament_id;
    let watch = rig.watch(&id, "", usize::MAX);
    let (told, ()) = tokio::join!(watch, async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        stop.cancel();
    });
    assert_eq!(told.1, Code::Unavailable);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_counts_once_and_limits_hold() {
    let rig = rig(memory()).await;
    let request_id = "4f0e8a5e-7d0a-4c55-9a8f-3c1d2b6f7a11".to_owned();
    let once = v1::CreateTournamentRequest { request_id: request_id.clone(), ..ask(2) };
    let (first, second) = tokio::join!(rig.make(once.clone()), rig.make(once));
    assert_eq!(first.tournament_id, second.tournament_id);
    let why = rig.refused(v1::CreateTournamentRequest { request_id, ..ask(4) }).await;
    assert!(why.contains("used before with other content"), "{why}");
    let with = |entrants: Vec<v1::Bot>| v1::CreateTournamentRequest { entrants, ..ask(2) };
    assert!(rig.refused(with(vec![bot("greedy")])).await.contains("2 to 16 entrants"));
    assert!(rig.refused(with(vec![bot("greedy"); 17])).await.contains("2 to 16 entrants"));
    assert!(rig.refused(with(vec![bot("greedy"), bot("genius")])).await.contains("entrants[1].agent_id"));
    let thinks = |budget| v1::Bot { budget: Some(budget), ..bot("mcts") };
    let long = v1::Budget { time: Some(messages::duration(Duration::from_secs(2))), iterations: None };
    let why = rig.refused(with(vec![bot("greedy"), thinks(long)])).await;
    assert!(why.contains("entrants[1].budget: at most 1 s"), "{why}");
    let much = v1::Budget { time: None, iterations: Some(1_000_000) };
    assert!(rig.refused(with(vec![thinks(much), bot("greedy")])).await.contains("at most 100000 iterations"));
    assert!(rig.refused(ask(0)).await.contains("games_per_pairing"));
    assert!(rig.refused(ask(100_001)).await.contains("games_per_pairing"));
    let many = v1::CreateTournamentRequest { entrants: vec![bot("greedy"); 16], ..ask(1_000) };
    assert!(rig.refused(many).await.contains("120 pairs would play 120000 games"));
    let options = [("speed".to_owned(), "9".to_owned())].into();
    assert!(rig.refused(v1::CreateTournamentRequest { options, ..ask(2) }).await.contains("speed"));
    let odd = rig.make(ask(3)).await;
    assert_eq!(odd.games_total, 4, "whole deals");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_newest_first_and_what_is_not_there_is_not_found() {
    let rig = rig(memory()).await;
    let mut ids = vec![];
    for _ in 0..5 {
        ids.insert(0, rig.make(ask(2)).await.tournament_id);
    }
    let (mut seen, mut token) = (vec![], String::new());
    for _ in 0..3 {
        let ask = v1::ListTournamentsRequest { page_size: 2, page_token: token };
        let page = rig.api.list_tournaments(Request::new(ask)).await.unwrap().into_inner();
        seen.extend(page.tournaments.into_iter().map(|found| found.tournament_id));
        token = page.next_page_token;
    }
    assert_eq!((seen, token.as_str()), (ids, ""));
    let none = v1::GetTournamentRequest { tournament_id: MatchId::new().to_string() };
    assert_eq!(rig.api.get_tournament(Request::new(none)).await.unwrap_err().code(), Code::NotFound);
    let wrong = v1::GetTournamentRequest { tournament_id: "me".into() };
    assert_eq!(rig.api.get_tournament(Request::new(wrong)).await.unwrap_err().code(), Code::InvalidArgument);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_other_content_a_tournament_does_not_go_on() {
    let store = memory();
    let before = rig(Arc::clone(&store)).await;
    let id = before.make(ask(50_000)).await.tournament_id;
    before.stop().await;
    let key = format!("tournament/{id}");
    let stored = store.blob_get(&key).await.unwrap().unwrap();
    let sheet: Sheet = postcard::from_bytes(&stored).unwrap();
    let other = Sheet { content: "0123".into(), ..sheet };
    store.blob_put(&key, postcard::to_allocvec(&other).unwrap()).await.unwrap();
    let after = rig(store).await;
    let (news, _) = after.watch(&id, "", usize::MAX).await;
    let failed = table(news.last());
    assert_eq!(failed.state(), State::Failed);
    assert!(failed.error.contains("content"), "{}", failed.error);
    after.stop().await;
}
