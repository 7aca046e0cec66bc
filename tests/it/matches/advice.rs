//! Bots that advise: in a match, and for callers who keep the game themselves.

use super::rig::*;
use proto::v1;
use std::time::{Duration, Instant};
use tokio_stream::StreamExt;
use tonic::Code;

fn hint(game: &Game, bot: v1::Bot) -> v1::GetHintRequest {
    v1::GetHintRequest { match_id: game.id.clone(), bot: Some(bot), candidates: 3, ..Default::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_given_to_whoever_plays_the_seat_and_changes_nothing() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let mut client = game.client.clone();
    let before = game.now().await;
    let ask = hint(&game, searcher(60));
    let answer = client.get_hint(with(&game.seats[&2], ask.clone())).await.unwrap().into_inner();
    assert_eq!(answer.decision_id, before.decision.as_ref().unwrap().id);
    let advice = answer.advice.unwrap();
    let action = advice.action.clone().unwrap();
    assert!(advice.seat == 2 && !advice.reason.is_empty() && !action.label.is_empty(), "{advice:?}");
    assert_eq!(advice.candidates.len(), 3);
    let stats = advice.stats.clone().unwrap();
    assert!(stats.iterations > 0 && stats.iterations <= 60, "{stats:?}");
    let enough = [v1::StopReason::Iterations, v1::StopReason::Decided];
    assert!(enough.contains(&stats.stop_reason()), "it was not short of time: {stats:?}");
    let again = client.get_hint(with(&game.seats[&2], ask.clone())).await.unwrap().into_inner();
    assert_eq!(again.advice.unwrap().action, advice.action, "the same question, the same hint");
    for (token, wanted) in [("", "NO_TOKEN"), ("made-up", "NOT_YOURS"), (game.host.as_str(), "NOT_YOURS")] {
        assert_eq!(reason(&client.get_hint(with(token, ask.clone())).await.unwrap_err()), wanted);
    }
    let other = v1::GetHintRequest { seat: Some(2), ..ask.clone() };
    assert_eq!(reason(&client.get_hint(with(&game.seats[&1], other)).await.unwrap_err()), "NOT_YOURS");
    let nobody = v1::GetHintRequest { bot: Some(bot("oracle")), ..ask.clone() };
    assert_eq!(
        fault(client.get_hint(with(&game.seats[&2], nobody)).await),
        ("INVALID".into(), "bot.agent_id".into())
    );
    assert_eq!(game.now().await, before);
    game.act(2, &action.id).await.expect("what is advised can be played");
    if !asked(game.now().await.decision.as_ref()).contains(&2) {
        assert_eq!(reason(&client.get_hint(with(&game.seats[&2], ask)).await.unwrap_err()), "NOT_ASKED");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_gets_better_and_ends_with_its_budget() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    // Iterations, not seconds: a busy machine takes longer over them, and tells no less.
    let question = Some(hint(&game, searcher(30_000)));
    let ask = v1::AnalyzeMatchRequest { question, interval: Some(span(Duration::from_millis(10))) };
    let asked = game.client.clone().analyze_match(with(&game.seats[&2], ask)).await.unwrap();
    let all: Vec<_> = asked.into_inner().map(|one| one.expect("no error")).collect().await;
    assert!(all.len() >= 3, "{}", all.len());
    let iterations: Vec<u64> =
        all.iter().map(|one| one.advice.as_ref().unwrap().stats.as_ref().unwrap().iterations).collect();
    assert!(iterations.is_sorted() && iterations[0] < iterations[iterations.len() - 1], "{iterations:?}");
    let (last, before) = all.split_last().unwrap();
    assert!(last.r#final && before.iter().all(|one| !one.r#final));
    assert_eq!(last.advice.as_ref().unwrap().candidates.len(), 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_reader_of_an_analysis_goes_its_thread_is_free_for_others() {
    let server = Server::start("thinking_threads = 1").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let question = Some(hint(&game, thinker(Duration::from_secs(50))));
    let ask = v1::AnalyzeMatchRequest { question, interval: Some(span(Duration::from_millis(20))) };
    let mut waits = vec![];
    for _ in 0..3 {
        let asked = game.client.clone().analyze_match(with(&game.seats[&2], ask.clone())).await.unwrap();
        let mut told = asked.into_inner();
        told.next().await.expect("an answer").expect("no error");
        drop(told);
        let since = Instant::now();
        game.client.clone().get_hint(with(&game.seats[&2], hint(&game, bot("greedy")))).await.unwrap();
        waits.push(since.elapsed());
    }
    // The best of three: the machine may be busy with other things.
    assert!(waits.iter().min().unwrap() < &Duration::from_millis(100), "{waits:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_whose_reader_does_not_read_keeps_no_thread_after_its_budget() {
    let server = Server::start("thinking_threads = 1").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let wide = v1::GetHintRequest { candidates: 64, ..hint(&game, thinker(Duration::from_secs(4))) };
    let ask =
        v1::AnalyzeMatchRequest { question: Some(wide), interval: Some(span(Duration::from_millis(1))) };
    // A window that is full after a few answers.
    let endpoint = tonic::transport::Channel::from_shared(format!("http://{}", server.address)).unwrap();
    let narrow = endpoint.initial_stream_window_size(1_000).connect().await.unwrap();
    let mut client = v1::match_service_client::MatchServiceClient::new(narrow);
    let held = client.analyze_match(with(&game.seats[&2], ask)).await.unwrap();
    let since = Instant::now();
    game.client.clone().get_hint(with(&game.seats[&2], hint(&game, bot("greedy")))).await.unwrap();
    assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
    drop(held);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_too_many_want_advice_the_rest_are_told_when_to_come_back() {
    let server = Server::start("thinking_threads = 1\nthinking_queue = 1").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let ask = |client: &Matches| {
        let (mut client, ask) = (client.clone(), hint(&game, thinker(Duration::from_secs(1))));
        let request = with(&game.seats[&2], ask);
        tokio::spawn(async move { client.get_hint(request).await })
    };
    let calls: Vec<_> = (0..6).map(|_| ask(&game.client)).collect();
    let (mut answered, mut busy) = (0, 0);
    for call in calls {
        match call.await.unwrap() {
            Ok(_) => answered += 1,
            Err(status) => {
                assert_eq!((reason(&status).as_str(), status.code()), ("BUSY", Code::ResourceExhausted));
                let details = tonic_types::StatusExt::get_error_details(&status);
                assert!(
                    details
                        .retry_info()
                        .and_then(|retry| retry.retry_delay)
                        .is_some_and(|wait| !wait.is_zero())
                );
                busy += 1;
            }
        }
    }
    assert!(answered >= 1 && busy >= 1, "{answered} answered, {busy} busy");
    server.stop().await;
}

/// The question of seat 2 in the first fight, as a record and as a view.
async fn question(game: &Game) -> [v1::ChooseActionRequest; 2] {
    let view = game.view(Some(2)).await.view.unwrap();
    let record = game.export("").await.record.unwrap();
    let record = v1::MatchRecord { text: String::new(), ..record };
    let ask = |position| v1::ChooseActionRequest {
        game_id: "para_roles".into(),
        options: [("campaign".to_owned(), "dragons_tower".to_owned())].into(),
        position: Some(v1::Position { position: Some(position) }),
        seat: 2,
        bot: Some(searcher(200)),
        seed: Some(11),
        candidates: 2,
    };
    [ask(v1::position::Position::Record(record)), ask(v1::position::Position::View(view))]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_chooses_the_same_by_record_and_by_view() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    game.act(1, "defend").await.unwrap();
    let mut agents = server.agents().await;
    let mut answers = vec![];
    for ask in question(&game).await {
        for _ in 0..2 {
            let advice = agents.choose_action(ask.clone()).await.unwrap().into_inner().advice.unwrap();
            assert_eq!(advice.stats.as_ref().unwrap().seed, 11);
            answers.push((advice.action, advice.candidates, advice.reason, advice.line));
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_that_do_not_fit_are_refused() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let mut agents = server.agents().await;
    let [by_record, by_view] = question(&game).await;
    let nothing = v1::ChooseActionRequest { position: None, ..by_view.clone() };
    let empty = v1::position::Position::View(v1::View::default());
    let empty =
        v1::ChooseActionRequest { position: Some(v1::Position { position: Some(empty) }), ..by_view.clone() };
    for (field, ask) in [
        ("position", nothing),
        ("position.view", empty),
        ("seat", v1::ChooseActionRequest { seat: 9, ..by_record.clone() }),
        ("seat", v1::ChooseActionRequest { seat: 1, ..by_view.clone() }),
        ("game_id", v1::ChooseActionRequest { game_id: "chess".into(), ..by_view.clone() }),
        (
            "options",
            v1::ChooseActionRequest { options: [("speed".into(), "9".into())].into(), ..by_view.clone() },
        ),
        ("bot.agent_id", v1::ChooseActionRequest { bot: Some(bot("oracle")), ..by_view.clone() }),
    ] {
        assert_eq!(fault(agents.choose_action(ask).await), ("INVALID".into(), field.into()));
    }
    let mut start = by_record.clone();
    if let Some(v1::Position { position: Some(v1::position::Position::Record(record)) }) = &mut start.position
    {
        record.steps.clear();
    }
    assert_eq!(reason(&agents.choose_action(start).await.unwrap_err()), "NOT_ASKED");
    let plain = v1::ChooseActionRequest { bot: None, seed: None, ..by_view };
    assert!(agents.choose_action(plain).await.unwrap().into_inner().advice.unwrap().action.is_some());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_analysed_until_the_caller_goes() {
    let server = Server::start("thinking_threads = 1").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let mut agents = server.agents().await;
    let [ask, _] = question(&game).await;
    let long = v1::ChooseActionRequest { bot: Some(thinker(Duration::from_secs(50))), ..ask.clone() };
    let request =
        v1::AnalyzePositionRequest { question: Some(long), interval: Some(span(Duration::from_millis(20))) };
    let mut told = agents.analyze_position(request).await.unwrap().into_inner();
    let mut iterations = 0;
    for _ in 0..3 {
        let one = told.next().await.expect("an answer").expect("no error");
        let found = one.advice.unwrap().stats.unwrap().iterations;
        assert!(!one.r#final && found > iterations);
        iterations = found;
    }
    drop(told);
    let since = Instant::now();
    agents.choose_action(v1::ChooseActionRequest { bot: Some(bot("greedy")), ..ask }).await.unwrap();
    assert!(since.elapsed() < Duration::from_millis(1500), "{:?}", since.elapsed());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_answered_with_the_best_so_far() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let ask = async || {
        let mut request = with(&game.seats[&2], hint(&game, thinker(Duration::from_secs(50))));
        request.set_timeout(Duration::from_millis(600));
        game.client.clone().get_hint(request).await
    };
    // One of three: bots think at low priority, and the machine may be busy with other things.
    let mut answers = vec![];
    for _ in 0..3 {
        answers.push(ask().await);
    }
    let best = answers.into_iter().find_map(Result::ok).expect("an answer before the deadline");
    let stats = best.into_inner().advice.and_then(|advice| advice.stats).expect("what it took");
    // Of 50 s of thought it had half a second at most; less where nothing could catch up in what was left of it.
    assert!(matches!(stats.stop_reason(), v1::StopReason::Time | v1::StopReason::Decided), "{stats:?}");
    server.stop().await;
}
