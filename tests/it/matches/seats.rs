//! Seats that change hands, people who are late, steps that are taken back, and matches that strangers cannot see.

use super::rig::*;
use proto::v1;
use std::time::{Duration, Instant};
use tonic::Code;

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_to_a_bot_and_back_and_old_tokens_only_take_it_back() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let first = game.seats[&2].clone();
    let lent = v1::SetSeatRequest { request_id: request_id(1), ..game.seat_for(2, played_by(bot("greedy"))) };
    let answer = game.set_seat(&first, lent.clone()).await.unwrap();
    assert_eq!((answer.seat.as_ref().unwrap().epoch, answer.seat_token.as_str()), (1, ""));
    let acted = game.until("the bot acts", |now| !asked(now.decision.as_ref()).contains(&2)).await;
    assert!(acted.version > 2);
    assert_eq!(game.set_seat(&first, lent).await.unwrap(), answer, "asked twice, done once");
    let status = game.act(2, "defend").await.unwrap_err();
    assert_eq!((reason(&status).as_str(), status.code()), ("OLD_TOKEN", Code::PermissionDenied));
    let back = v1::SetSeatRequest { request_id: request_id(2), ..game.seat_for(2, human()) };
    let taken = game.set_seat(&first, back.clone()).await.unwrap();
    assert_eq!(taken.seat.as_ref().unwrap().epoch, 2);
    assert!(!taken.seat_token.is_empty() && taken.seat_token != first);
    assert_eq!(game.set_seat(&first, back).await.unwrap(), taken, "the same token again");
    assert_eq!(reason(&game.act(2, "defend").await.unwrap_err()), "OLD_TOKEN", "it does not play any more");
    let strange = game.set_seat(&game.seats[&1], game.seat_for(2, human())).await.unwrap_err();
    assert_eq!(reason(&strange), "NOT_YOURS");
    let nobody = game.set_seat("", game.seat_for(2, human())).await.unwrap_err();
    assert_eq!(reason(&nobody), "NO_TOKEN");
    let wrong = game.set_seat(&game.host, game.seat_for(2, v1::Controller::default())).await;
    assert_eq!(fault(wrong), ("INVALID".into(), "controller".into()));
    let wrong = game.set_seat(&game.host, game.seat_for(7, human())).await;
    assert_eq!(fault(wrong), ("INVALID".into(), "seat".into()));
    let hosted = game.set_seat(&game.host, game.seat_for(2, human())).await.unwrap();
    assert_eq!(hosted.seat.unwrap().epoch, 3, "the host may change any seat");
    game.close().await;
    let over = game.set_seat(&game.host, game.seat_for(2, human())).await.unwrap_err();
    assert_eq!(reason(&over), "OVER");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kicked_player_does_not_take_the_seat_from_whom_the_host_seated() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let kicked = game.seats[&0].clone();
    let seated = game.set_seat(&game.host, game.seat_for(0, human())).await.unwrap().seat_token;
    for wanted in [human(), played_by(bot("greedy"))] {
        let status = game.set_seat(&kicked, game.seat_for(0, wanted)).await.unwrap_err();
        assert_eq!((reason(&status).as_str(), status.code()), ("NOT_YOURS", Code::PermissionDenied));
    }
    // Nor from the bot that the new holder lends it to, which that one alone takes back.
    game.set_seat(&seated, game.seat_for(0, played_by(bot("greedy")))).await.unwrap();
    assert_eq!(reason(&game.set_seat(&kicked, game.seat_for(0, human())).await.unwrap_err()), "NOT_YOURS");
    let back = game.set_seat(&seated, game.seat_for(0, human())).await.unwrap().seat_token;
    // A person hands over to another: whoever did may undo it, whoever sat there earlier may not.
    let friend = game.set_seat(&back, game.seat_for(0, human())).await.unwrap().seat_token;
    let status = game.set_seat(&seated, game.seat_for(0, human())).await.unwrap_err();
    assert_eq!((reason(&status).as_str(), status.code()), ("NOT_YOURS", Code::PermissionDenied));
    let undone = game.set_seat(&back, game.seat_for(0, human())).await.unwrap().seat_token;
    let ask = v1::GetViewRequest { match_id: game.id.clone(), seat: Some(0), ..Default::default() };
    let seen = async |token: &str| game.client.clone().get_view(with(token, ask.clone())).await;
    assert_eq!(reason(&seen(&friend).await.unwrap_err()), "OLD_TOKEN");
    seen(&undone).await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_answers_after_its_seat_was_taken_back_is_not_heard() {
    let server = Server::start("thinking_threads = 1").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let slow = game.seat_for(2, played_by(thinker(Duration::from_secs(30))));
    game.set_seat(&game.seats[&2], slow).await.unwrap();
    tokio::time::sleep(Duration::from_millis(150)).await;
    let taken = game.set_seat(&game.seats[&2], game.seat_for(2, human())).await.unwrap();
    let since = Instant::now();
    let now = game.now().await;
    assert!(asked(now.decision.as_ref()).contains(&2), "the question is still open");
    // The only thread that thinks has let go of it.
    let ask =
        v1::GetHintRequest { match_id: game.id.clone(), bot: Some(bot("greedy")), ..Default::default() };
    game.client.clone().get_hint(with(&taken.seat_token, ask)).await.unwrap();
    assert!(since.elapsed() < Duration::from_millis(1500), "{:?}", since.elapsed());
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(game.now().await.version, now.version, "what the bot had in mind is forgotten");
    let decision = now.decision.unwrap().id;
    let acted = game.send(&taken.seat_token, game.action(2, &decision, "defend")).await.unwrap();
    assert!(acted.version > now.version);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_thinks_on_while_another_seat_changes_hands() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let slow = game.seat_for(2, played_by(thinker(Duration::from_millis(400))));
    game.set_seat(&game.seats[&2], slow).await.unwrap();
    let since = Instant::now();
    let mut hands = 0;
    while asked(game.now().await.decision.as_ref()).contains(&2) {
        assert!(since.elapsed() < Duration::from_secs(5), "the bot acts although {hands} hands changed");
        game.set_seat(&game.host, game.seat_for(0, human())).await.unwrap();
        hands += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(hands > 3, "{hands}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_late_is_played_by_a_bot_for_that_decision() {
    let server = Server::start("").await;
    let turn_timeout = Some(span(Duration::from_millis(300)));
    let wish = v1::CreateMatchRequest { turn_timeout, options: [].into(), ..woods(4, 7) };
    let game = Game::create(&server, wish).await;
    let now = game.now().await;
    assert!(now.decision.as_ref().unwrap().deadline.is_some());
    game.until("a bot acts for seat 3", |after| after.version > now.version).await;
    let record = game.export("").await.record.unwrap();
    let act = record.steps.iter().find_map(|step| match &step.step {
        Some(v1::step::Step::Action(act)) => Some(act.clone()),
        _ => None,
    });
    let act = act.unwrap();
    assert!(act.by_bot && act.seat == 3, "{act:?}");
    let now = game.now().await;
    let human = |seat: &v1::Seat| {
        matches!(
            &seat.controller,
            Some(v1::Controller { controller: Some(v1::controller::Controller::Human(_)) })
        )
    };
    assert!(now.seats.iter().all(|seat| human(seat) && seat.epoch == 0), "the seat is still the person's");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn polite_bots_wait_until_all_people_have_acted() {
    let server = Server::start("").await;
    let bot_order = v1::BotOrder::AfterPeople.into();
    let game =
        Game::create(&server, v1::CreateMatchRequest { bot_order, options: [].into(), ..woods(3, 7) }).await;
    let all = |now: &v1::Match| asked(now.decision.as_ref()).len() == 4;
    let fight = game.until("bots have done with the town", all).await.version;
    // As the answer says: by the time of another call the bot may have acted, and then it waits for the next round.
    let mut last = fight;
    for seat in 0..3 {
        tokio::time::sleep(Duration::from_millis(30)).await;
        let now = game.now().await;
        assert_eq!(now.version, last, "nobody but people: {now:?}");
        assert!(asked(now.decision.as_ref()).contains(&3), "the bot waits: {now:?}");
        last = game.act(seat, "defend").await.unwrap().version;
    }
    game.until("the bot acts", |now| now.version > last).await;
    let steps = game.export("").await.record.unwrap().steps;
    let acts = |step: &v1::Step| match &step.step {
        Some(v1::step::Step::Action(act)) if step.version > fight => Some(act.seat),
        _ => None,
    };
    let order: Vec<u32> = steps.iter().filter_map(acts).collect();
    assert_eq!(order[..4], [0, 1, 2, 3], "people first");
    server.stop().await;
}

/// A fight, and the version before seat 2 declares to defend itself, which needs no card.
async fn defended(server: &Server, policy: v1::UndoPolicy) -> (Game, u64, u64) {
    let wish = v1::CreateMatchRequest { undo_policy: policy.into(), ..woods(4, 7) };
    let game = first_fight(server, wish).await;
    let before = game.now().await.version;
    let after = game.act(2, "attack e1").await.unwrap().version;
    (game, before, after)
}

#[tokio::test(flavor = "multi_thread")]
async fn without_undo_nothing_is_taken_back_and_own_last_ends_with_the_first_card() {
    let server = Server::start("").await;
    let (game, before, _) = defended(&server, v1::UndoPolicy::Unspecified).await;
    let status = game.undo(&game.seats[&2], before).await.unwrap_err();
    assert_eq!((reason(&status).as_str(), status.code()), ("UNDO_REFUSED", Code::FailedPrecondition));
    let (game, before, _) = defended(&server, v1::UndoPolicy::OwnLast).await;
    assert_eq!(reason(&game.undo(&game.seats[&2], before).await.unwrap_err()), "UNDO_REFUSED", "a card fell");
    let wish = v1::CreateMatchRequest { undo_policy: v1::UndoPolicy::OwnLast.into(), ..woods(4, 7) };
    let game = Game::create(&server, v1::CreateMatchRequest { options: [].into(), ..wish }).await;
    let start = game.now().await;
    game.act(3, "done").await.unwrap();
    if game.now().await.version == start.version + 1 {
        assert_eq!(
            reason(&game.undo(&game.seats[&2], start.version).await.unwrap_err()),
            "UNDO_REFUSED",
            "another's"
        );
        let back = game.undo(&game.seats[&3], start.version).await.unwrap();
        assert_eq!((back.version, asked(back.decision.as_ref())), (start.version + 2, vec![3]));
    }
    assert_eq!(reason(&game.undo("", 1).await.unwrap_err()), "NO_TOKEN");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn free_undo_goes_anywhere_and_meets_the_same_dice() {
    let server = Server::start("").await;
    let (game, before, after) = defended(&server, v1::UndoPolicy::Free).await;
    let was = game.view(Some(2)).await;
    let ask = v1::UndoActionsRequest {
        match_id: game.id.clone(),
        to_version: before,
        expected_version: after,
        request_id: request_id(5),
    };
    let send = async |ask: &v1::UndoActionsRequest| {
        let sent = game.client.clone().undo_actions(with(&game.host, ask.clone())).await;
        sent.map(tonic::Response::into_inner)
    };
    let undone = send(&ask).await.unwrap();
    assert_eq!((undone.version, asked(undone.decision.as_ref()).len()), (after + 1, 4));
    assert_eq!(send(&ask).await.unwrap(), undone, "asked twice, done once");
    let late = v1::UndoActionsRequest { request_id: String::new(), ..ask.clone() };
    let status = send(&late).await.unwrap_err();
    assert_eq!(
        (reason(&status).as_str(), status.code(), detail(&status, "version")),
        ("MOVED_ON", Code::Aborted, undone.version.to_string())
    );
    for to in [0, undone.version, undone.version + 9] {
        assert_eq!(fault(game.undo(&game.host, to).await), ("INVALID".into(), "to_version".into()));
    }
    let again = game.act(2, "attack e1").await.unwrap();
    let now = game.view(Some(2)).await;
    assert_eq!(now.view.unwrap().view, was.view.unwrap().view, "the same cards fell");
    assert!(again.version > after);
    let record = game.export("").await.record.unwrap();
    assert!(record.steps.iter().any(|step| step.step == Some(v1::step::Step::UndoneTo(before))));
    let text = catalog::Record::read(&record.text).unwrap();
    assert_eq!(
        text.steps.iter().filter(|step| step.contains("attack e1")).count(),
        1,
        "what counts, counts once"
    );
    game.undo(&game.host, 1).await.unwrap();
    assert_eq!(asked(game.now().await.decision.as_ref()), [3], "back to the beginning");
    game.close().await;
    assert_eq!(reason(&game.undo(&game.host, 1).await.unwrap_err()), "OVER");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn once_the_seed_is_shown_nothing_is_taken_back() {
    let server = Server::start("").await;
    let wish = v1::CreateMatchRequest { undo_policy: v1::UndoPolicy::Free.into(), ..woods(0, 3) };
    let game = Game::create(&server, wish).await;
    let end = game.until("bots finish", |now| now.outcome.is_some()).await;
    assert_eq!(game.export("").await.record.unwrap().seed.len(), 64, "every roll to come is known");
    let status = game.undo(&game.host, end.version - 1).await.unwrap_err();
    assert_eq!((reason(&status).as_str(), status.code()), ("UNDO_REFUSED", Code::FailedPrecondition));
    assert!(status.message().contains("the match is over"), "{status:?}");
    assert_eq!(game.now().await, end);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_opens_nothing_here_is_refused_and_none_at_all_looks_on() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let other = Game::create(&server, woods(4, 7)).await;
    let mut client = game.client.clone();
    let view = v1::GetViewRequest { match_id: game.id.clone(), ..Default::default() };
    let old = game.seats[&2].clone();
    game.set_seat(&game.host, game.seat_for(2, human())).await.unwrap();
    let wrong = ("WRONG_TOKEN", Code::Unauthenticated);
    for (token, (wanted, code)) in [
        ("made-up", wrong),
        (other.seats[&2].as_str(), wrong),
        (other.host.as_str(), wrong),
        (old.as_str(), ("OLD_TOKEN", Code::PermissionDenied)),
    ] {
        let watch = v1::WatchMatchRequest { match_id: game.id.clone(), ..Default::default() };
        let export = v1::ExportMatchRequest { match_id: game.id.clone(), with_text: false };
        let refused = [
            client.get_view(with(token, view.clone())).await.unwrap_err(),
            client
                .get_match(with(token, v1::GetMatchRequest { match_id: game.id.clone() }))
                .await
                .unwrap_err(),
            client.watch_match(with(token, watch)).await.map(|_| ()).unwrap_err(),
            client.export_match(with(token, export)).await.unwrap_err(),
        ];
        for status in refused {
            assert_eq!((reason(&status).as_str(), status.code()), (wanted, code), "{token}");
        }
    }
    let two = format!("{}, Bearer {}", other.seats[&1], game.seats[&1]);
    let seen = client.get_view(with(&two, view.clone())).await.unwrap().into_inner();
    assert_eq!(seen.view.unwrap().seat, Some(1), "one that fits is enough");
    for token in ["", game.host.as_str()] {
        let seen = client.get_view(with(token, view.clone())).await.unwrap().into_inner();
        assert_eq!(seen.view.unwrap().seat, None);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn to_strangers_a_private_match_is_like_one_that_is_not_there() {
    let server = Server::start("").await;
    let game = Game::create(&server, v1::CreateMatchRequest { private: true, ..woods(4, 7) }).await;
    // Closed matches are gone from memory sooner or later, so ask for one that never was.
    let missing = "01890a5d-ac96-774b-bcce-b302099a8057".to_owned();
    for id in [&missing, &game.id] {
        let mut client = game.client.clone();
        let strange = Game { id: id.clone(), ..game.clone() };
        let watch = v1::WatchMatchRequest { match_id: id.clone(), ..Default::default() };
        let hint = v1::GetHintRequest { match_id: id.clone(), ..Default::default() };
        let undo = v1::UndoActionsRequest { match_id: id.clone(), ..Default::default() };
        let rolls = v1::ChanceOutcome { outcome: Some(server_rolls()) };
        let chance =
            v1::ResolveChanceRequest { match_id: id.clone(), outcome: Some(rolls), ..Default::default() };
        let analyze = v1::AnalyzeMatchRequest { question: Some(hint.clone()), interval: None };
        let close = v1::CloseMatchRequest { match_id: id.clone(), ..Default::default() };
        let refused = [
            client.get_match(v1::GetMatchRequest { match_id: id.clone() }).await.unwrap_err(),
            client
                .get_view(v1::GetViewRequest { match_id: id.clone(), ..Default::default() })
                .await
                .unwrap_err(),
            client
                .export_match(v1::ExportMatchRequest { match_id: id.clone(), with_text: true })
                .await
                .unwrap_err(),
            client.watch_match(watch).await.map(|_| ()).unwrap_err(),
            client.get_hint(hint).await.unwrap_err(),
            client.analyze_match(analyze).await.map(|_| ()).unwrap_err(),
            client.undo_actions(undo).await.unwrap_err(),
            client.resolve_chance(chance).await.unwrap_err(),
            client.close_match(close).await.unwrap_err(),
            strange.send("made-up", strange.action(0, "d1", "done")).await.unwrap_err(),
            strange.set_seat("made-up", strange.seat_for(0, human())).await.unwrap_err(),
        ];
        for status in refused {
            assert_eq!((reason(&status).as_str(), status.code()), ("NO_MATCH", Code::NotFound));
            assert_eq!(status.message(), format!("there is no match {id} that you may see"));
        }
    }
    let listed = game.client.clone().list_matches(v1::ListMatchesRequest::default()).await.unwrap();
    assert!(listed.into_inner().matches.is_empty());
    assert!(game.now().await.private, "the host sees it");
    assert!(game.view(Some(0)).await.view.is_some(), "and so do those who play");
    server.stop().await;
}
