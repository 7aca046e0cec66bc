//! Every call of the API, made to the program in a process of its own; its metrics say that none was forgotten.

#![cfg(unix)]

use crate::{
    killed::start_with,
    matches::rig::{Matches, bot, human, played_by, reason, searcher, with},
};
use prost_reflect::DescriptorPool;
use proto::v1::{
    self, agent_service_client::AgentServiceClient, arena_service_client::ArenaServiceClient,
    catalog_service_client::CatalogServiceClient, match_service_client::MatchServiceClient,
};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_stream::StreamExt;
use tonic::{Code, Streaming, transport::Channel};

/// A match of four people with free undo and dice of their own, its id and its tokens.
async fn table(client: &mut Matches) -> (String, v1::CreateMatchResponse) {
    let ask = v1::CreateMatchRequest {
        game_id: "para_roles".into(),
        options: [("campaign".to_owned(), "dragons_tower".to_owned())].into(),
        seats: (0..4).map(|_| human()).collect(),
        undo_policy: v1::UndoPolicy::Free as i32,
        chance_mode: v1::ChanceMode::External as i32,
        seed: Some(7),
        ..Default::default()
    };
    let made = client.create_match(ask).await.expect("a match").into_inner();
    (made.r#match.clone().expect("the match").match_id, made)
}

/// The first message of a stream.
async fn first<T>(mut stream: Streaming<T>) -> T {
    stream.next().await.expect("a message").expect("no error")
}

async fn catalog_calls(channel: Channel) {
    let mut client = CatalogServiceClient::new(channel);
    let games = client.list_games(v1::ListGamesRequest::default()).await.expect("games").into_inner();
    assert_eq!(games.games[0].game_id, "para_roles");
    let agents = client.list_agents(v1::ListAgentsRequest::default()).await.expect("agents").into_inner();
    assert!(agents.agents.iter().any(|agent| agent.agent_id == "mcts"), "{agents:?}");
    let ask = v1::ListRulesRequest { game_id: "para_roles".into(), page_size: 2, ..Default::default() };
    let rules = client.list_rules(ask).await.expect("rules").into_inner();
    assert!(rules.rules.len() == 2 && !rules.next_page_token.is_empty(), "{rules:?}");
}

/// From a new match to its end, and its record once more around.
async fn match_calls(channel: Channel) -> v1::MatchRecord {
    let mut client = MatchServiceClient::new(channel);
    let (id, made) = table(&mut client).await;
    let listed = client.list_matches(v1::ListMatchesRequest::default()).await.expect("a list").into_inner();
    assert_eq!(listed.matches[0].match_id, id);
    let host = made.host_token.as_str();
    let ask = v1::GetMatchRequest { match_id: id.clone() };
    let seen = client.get_match(with(host, ask)).await.expect("the match").into_inner();
    let seat = match seen.r#match.and_then(|now| now.decision).and_then(|decision| decision.asked) {
        Some(v1::decision::Asked::Seats(seats)) => seats.seats[0],
        other => panic!("somebody is asked, not {other:?}"),
    };
    let token = made.seat_tokens[&seat].as_str();
    let view = v1::GetViewRequest { match_id: id.clone(), ..Default::default() };
    let own = client.get_view(with(token, view.clone())).await.expect("a view").into_inner();
    let question = v1::GetHintRequest { match_id: id.clone(), bot: Some(searcher(20)), ..Default::default() };
    client.get_hint(with(token, question.clone())).await.expect("a hint");
    let ask = v1::AnalyzeMatchRequest { question: Some(question), interval: None };
    let analysis = client.analyze_match(with(token, ask)).await.expect("an analysis").into_inner();
    assert!(analysis.map(|one| one.expect("no error").r#final).collect::<Vec<_>>().await.contains(&true));
    let ask = v1::WatchMatchRequest { match_id: id.clone(), ..Default::default() };
    first(client.watch_match(with(token, ask)).await.expect("a watch").into_inner()).await;
    let before = own.view.expect("a view").version;
    let version = until_chance(&mut client, &id, &made).await;
    let export = v1::ExportMatchRequest { match_id: id.clone(), with_text: false };
    let record = client.export_match(with(host, export)).await.expect("a record").into_inner().record;
    let ask = v1::UndoActionsRequest {
        match_id: id.clone(),
        to_version: before,
        expected_version: version,
        ..Default::default()
    };
    client.undo_actions(with(token, ask)).await.expect("taken back");
    let controller = Some(played_by(bot("greedy")));
    let ask = v1::SetSeatRequest { match_id: id.clone(), seat: 3, controller, ..Default::default() };
    client.set_seat(with(host, ask)).await.expect("handed over");
    let settings = vec!["h0.luck 3".to_owned()];
    let ask = v1::SetTableRequest { match_id: id.clone(), settings, ..Default::default() };
    let refused = client.set_table(with(host, ask)).await.expect_err("no such thing can be set");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let ask = v1::CloseMatchRequest { match_id: id, ..Default::default() };
    client.close_match(with(host, ask)).await.expect("closed");
    let ask = v1::ImportMatchRequest { record: record.clone(), ..Default::default() };
    client.import_match(ask).await.expect("a match of a record");
    let ask = v1::ReplayRecordRequest { record: record.clone(), seat: None };
    first(client.replay_record(ask).await.expect("a replay").into_inner()).await;
    record.expect("a record")
}

/// People act until cards are to be turned, and tell one; gives the version after it.
async fn until_chance(client: &mut Matches, id: &str, made: &v1::CreateMatchResponse) -> u64 {
    for _ in 0..50 {
        let ask = v1::GetMatchRequest { match_id: id.to_owned() };
        let seen = client.get_match(with(&made.host_token, ask)).await.expect("the match").into_inner();
        let decision = seen.r#match.and_then(|now| now.decision).expect("a decision");
        let seat = match decision.asked {
            Some(v1::decision::Asked::Seats(seats)) => seats.seats[0],
            Some(v1::decision::Asked::Chance(_)) => {
                let outcome = v1::chance_outcome::Outcome::Server(v1::ServerRolls {});
                let ask = v1::ResolveChanceRequest {
                    match_id: id.to_owned(),
                    decision_id: decision.id,
                    outcome: Some(v1::ChanceOutcome { outcome: Some(outcome) }),
                    ..Default::default()
                };
                let told = client.resolve_chance(with(&made.host_token, ask)).await.expect("it falls");
                return told.into_inner().version;
            }
            None => panic!("nobody is asked"),
        };
        let token = &made.seat_tokens[&seat];
        let view = v1::GetViewRequest { match_id: id.to_owned(), ids_only: true, ..Default::default() };
        let own = client.get_view(with(token, view)).await.expect("a view").into_inner();
        let ask = v1::ApplyActionRequest {
            match_id: id.to_owned(),
            seat,
            decision_id: decision.id,
            action_id: own.actions[0].id.clone(),
            ..Default::default()
        };
        client.apply_action(with(token, ask)).await.expect("taken");
    }
    panic!("no card in fifty decisions");
}

async fn agent_calls(channel: Channel, record: v1::MatchRecord) {
    let mut client = AgentServiceClient::new(channel);
    // Only steps that count, up to the first decision.
    let steps = record.steps.into_iter().take(0).collect();
    let record = v1::MatchRecord { steps, outcome: None, ..record };
    let position = Some(v1::Position { position: Some(v1::position::Position::Record(record.clone())) });
    let question = |seat| v1::ChooseActionRequest {
        game_id: "para_roles".into(),
        options: record.options.clone(),
        position: position.clone(),
        seat,
        bot: Some(bot("greedy")),
        ..Default::default()
    };
    let mut chosen = None;
    for seat in 0..4 {
        if client.choose_action(question(seat)).await.is_ok() {
            chosen = Some(seat);
        }
    }
    let question = Some(question(chosen.expect("a seat that is asked")));
    let ask = v1::AnalyzePositionRequest { question, interval: None };
    first(client.analyze_position(ask).await.expect("an analysis").into_inner()).await;
}

async fn arena_calls(channel: Channel) {
    let mut client = ArenaServiceClient::new(channel);
    let ask = v1::CreateTournamentRequest {
        game_id: "para_roles".into(),
        entrants: vec![bot("random"), bot("greedy")],
        games_per_pairing: 1,
        seed: Some(1),
        ..Default::default()
    };
    let made = client.create_tournament(ask).await.expect("a tournament").into_inner();
    let tournament_id = made.tournament.expect("a tournament").tournament_id;
    let ask = v1::WatchTournamentRequest { tournament_id: tournament_id.clone(), ..Default::default() };
    let mut watch = client.watch_tournament(ask).await.expect("a watch").into_inner();
    while let Some(news) = watch.next().await {
        news.expect("no error");
    }
    let ask = v1::GetTournamentRequest { tournament_id: tournament_id.clone() };
    let done = client.get_tournament(ask).await.expect("it").into_inner().tournament.expect("it");
    assert_eq!((done.state(), done.games_done), (v1::tournament::State::Done, done.games_total));
    let listed = client.list_tournaments(v1::ListTournamentsRequest::default()).await.expect("a list");
    assert_eq!(listed.into_inner().tournaments.len(), 1);
    let ask = v1::CancelTournamentRequest { tournament_id, ..Default::default() };
    let refused = client.cancel_tournament(ask.clone()).await.expect_err("it is somebody else's");
    assert_eq!(refused.code(), Code::Unauthenticated);
    client.cancel_tournament(with(&made.token, ask)).await.expect("to end what has ended is no mistake");
    let nothing = v1::GetTournamentRequest { tournament_id: "01890a5d-ac96-774b-bcce-b302099a8057".into() };
    let refused = client.get_tournament(nothing).await.expect_err("there is none");
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::NotFound, "NO_TOURNAMENT"));
}

async fn metrics(address: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a page");
    let ask = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).await.expect("asked");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_answers_every_call_there_is() {
    let (mut child, at, banner) = start_with("--in-memory --metrics-listen 127.0.0.1:0");
    let endpoint = Channel::from_shared(at).expect("an address").timeout(Duration::from_secs(60));
    let channel = endpoint.connect().await.expect("it listens");
    catalog_calls(channel.clone()).await;
    let record = match_calls(channel.clone()).await;
    agent_calls(channel.clone(), record).await;
    arena_calls(channel).await;
    let pages = banner.split("probes: http://").nth(1).and_then(|rest| rest.split('/').next());
    let counted = metrics(pages.expect("the banner says where")).await;
    let pool = DescriptorPool::decode(proto::DESCRIPTOR).expect("our own description");
    let mut calls = 0;
    for service in pool.services().filter(|service| service.full_name().starts_with("understudy.")) {
        for method in service.methods() {
            let labels =
                format!("grpc_method=\"{}\",grpc_service=\"{}\"", method.name(), service.full_name());
            let begun = counted
                .lines()
                .find(|line| line.starts_with("grpc_server_started") && line.contains(&labels));
            let begun = begun.and_then(|line| line.rsplit(' ').next()).and_then(|n| n.parse::<f64>().ok());
            assert!(begun.is_some_and(|n| n >= 1.0), "nobody calls {}: {begun:?}", method.full_name());
            calls += 1;
        }
    }
    assert_eq!(calls, 26, "a new call is to be made here too");
    child.kill().expect("SIGKILL");
    child.wait().expect("it is gone");
}
