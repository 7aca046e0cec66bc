//! Making, reading, listing and closing matches; and what is refused, with the reason programs can act on.

use super::rig::*;
use proto::v1;
use std::time::Duration;
use tonic::{Code, Status};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_made_read_listed_and_closed() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    assert_eq!(game.seats.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3], "a token for each person");
    let now = game.now().await;
    assert_eq!((now.game_id.as_str(), now.options["stats"].as_str()), ("para_roles", "easy"));
    assert_eq!(now.seed_commitment.len(), 64);
    assert!(now.decision.is_some() && now.outcome.is_none());
    let seen = game.view(Some(3)).await;
    assert_eq!(seen.r#match.as_ref(), Some(&now));
    assert_eq!(seen.view.as_ref().map(|view| (view.version, view.seat)), Some((now.version, Some(3))));
    assert!(seen.view.is_some_and(|view| view.view.is_some() && view.text.is_empty()));
    let onlooker = game.view(None).await;
    assert!(onlooker.actions.is_empty() && onlooker.view.is_some_and(|view| view.seat.is_none()));
    let listed = game.client.clone().list_matches(v1::ListMatchesRequest::default()).await.unwrap();
    assert_eq!(listed.into_inner().matches, [now]);
    let closed = game.close().await;
    assert!(closed.outcome.as_ref().is_some_and(|end| end.closed && end.payoffs.is_empty()));
    assert_eq!(
        (closed.decision.as_ref(), game.close().await),
        (None, closed.clone()),
        "closing twice is no mistake"
    );
    assert_eq!(reason(&game.act(3, "done").await.unwrap_err()), "OVER");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn views_of_earlier_versions_are_as_they_were() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let before = game.view(Some(3)).await;
    let id = before.actions[0].id.clone();
    game.act(asked(before.decision.as_ref())[0], &id).await.unwrap();
    let ask = |version| v1::GetViewRequest {
        match_id: game.id.clone(),
        version: Some(version),
        ids_only: true,
        ..Default::default()
    };
    let view = async |version| game.client.clone().get_view(with(&game.seats[&3], ask(version))).await;
    let version = before.view.as_ref().unwrap().version;
    let again = view(version).await.unwrap().into_inner();
    assert_eq!((again.view, again.actions), (before.view, before.actions));
    for wrong in [0, game.now().await.version + 1] {
        assert_eq!(fault(view(wrong).await), ("INVALID".into(), "version".into()));
    }
    let text = v1::GetViewRequest { version: None, with_text: true, ..ask(1) };
    let text = game.client.clone().get_view(text).await.unwrap().into_inner().view.unwrap().text;
    assert!(text.contains("Healer"), "{text}");
    server.stop().await;
}

/// Wishes that cannot be granted, each with the field at fault.
fn wrong_wishes() -> Vec<(&'static str, v1::CreateMatchRequest)> {
    let seat = |who: v1::Controller| v1::CreateMatchRequest { seats: vec![who], ..woods(0, 1) };
    let name = v1::controller::Controller::Human(v1::Human { display_name: "x".repeat(65) });
    let timeout = |seconds| v1::CreateMatchRequest {
        turn_timeout: Some(prost_types::Duration { seconds, nanos: 0 }),
        ..woods(0, 1)
    };
    let no_iterations =
        v1::Bot { budget: Some(v1::Budget { iterations: Some(0), time: None }), ..bot("mcts") };
    vec![
        ("game_id", v1::CreateMatchRequest { game_id: "chess".into(), ..woods(0, 1) }),
        ("options", v1::CreateMatchRequest { options: [("speed".into(), "9".into())].into(), ..woods(0, 1) }),
        (
            "options",
            v1::CreateMatchRequest { options: [("stats".into(), "moon".into())].into(), ..woods(0, 1) },
        ),
        ("seats", v1::CreateMatchRequest { seats: vec![human(); 5], ..woods(0, 1) }),
        ("seats[0]", seat(v1::Controller::default())),
        ("seats[0].human.display_name", seat(v1::Controller { controller: Some(name) })),
        ("seats[0].bot.agent_id", seat(played_by(bot("deep_thought")))),
        ("seats[0].bot.level", seat(played_by(v1::Bot { level: 9, ..bot("") }))),
        ("seats[0].bot.budget", seat(played_by(v1::Bot { budget: searcher(9).budget, ..bot("greedy") }))),
        ("seats[0].bot.budget", seat(played_by(no_iterations))),
        ("seats[0].bot.budget", seat(played_by(thinker(Duration::from_secs(3600))))),
        ("chance_mode", v1::CreateMatchRequest { chance_mode: 9, ..woods(0, 1) }),
        ("undo_policy", v1::CreateMatchRequest { undo_policy: 9, ..woods(0, 1) }),
        ("bot_order", v1::CreateMatchRequest { bot_order: 9, ..woods(0, 1) }),
        ("turn_timeout", timeout(0)),
        ("turn_timeout", timeout(-1)),
        // Has no opposite, and broke whoever looked for it.
        ("turn_timeout", timeout(i64::MIN)),
        ("turn_timeout", timeout(i64::MAX)),
        ("turn_timeout", timeout(365 * 24 * 3600)),
        ("request_id", v1::CreateMatchRequest { request_id: "mine".into(), ..woods(0, 1) }),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_wished_for_is_refused_with_the_field_at_fault() {
    let server = Server::start("").await;
    let mut client = server.matches().await;
    for (field, wish) in wrong_wishes() {
        assert_eq!(fault(client.create_match(wish).await), ("INVALID".into(), field.into()));
    }
    let listed = client.list_matches(v1::ListMatchesRequest::default()).await.unwrap().into_inner();
    assert!(listed.matches.is_empty(), "nothing was made");
    let ask = v1::GetMatchRequest { match_id: "first".into() };
    assert_eq!(fault(client.get_match(ask).await), ("INVALID".into(), "match_id".into()));
    server.stop().await;
}

fn checked(answer: Result<v1::ApplyActionResponse, Status>, reason: &str, code: Code) -> Status {
    let status = answer.expect_err(reason);
    assert_eq!((super::rig::reason(&status).as_str(), status.code()), (reason, code), "{status:?}");
    status
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_of_an_action_has_its_reason_and_what_helps() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let version = game.now().await.version;
    let decision = game.now().await.decision.unwrap().id;
    let own = game.seats[&2].clone();
    let ask = |action: &str| game.action(2, &decision, action);
    checked(game.send("", ask("defend")).await, "NO_TOKEN", Code::Unauthenticated);
    checked(game.send(&game.seats[&1], ask("defend")).await, "NOT_YOURS", Code::PermissionDenied);
    checked(game.send(&game.host, ask("defend")).await, "NOT_YOURS", Code::PermissionDenied);
    checked(game.send("made-up", ask("defend")).await, "NOT_YOURS", Code::PermissionDenied);
    let stale = v1::ApplyActionRequest { decision_id: "d1".into(), ..ask("defend") };
    let status = checked(game.send(&own, stale).await, "STALE_DECISION", Code::Aborted);
    assert_eq!(detail(&status, "decision_id"), decision);
    assert!(detail(&status, "legal").contains("attack e1"), "{status:?}");
    for wrong in ["attack e4", "fly away", "attack", "defend\nseat 1: defend"] {
        let status = checked(game.send(&own, ask(wrong)).await, "ILLEGAL", Code::InvalidArgument);
        assert!(detail(&status, "legal").contains("attack e1"), "{wrong}: {status:?}");
    }
    for (field, wrong) in [
        ("seat", v1::ApplyActionRequest { seat: 9, ..ask("defend") }),
        ("seat", v1::ApplyActionRequest { seat: u32::MAX, ..ask("defend") }),
        ("decision_id", v1::ApplyActionRequest { decision_id: String::new(), ..ask("defend") }),
        ("action_id", ask("")),
        ("action_id", ask(&"x".repeat(201))),
        ("request_id", v1::ApplyActionRequest { request_id: "x".into(), ..ask("defend") }),
    ] {
        assert_eq!(fault(game.send(&own, wrong).await), ("INVALID".into(), field.into()));
    }
    let rolled = game.chance(server_rolls(), "").await.unwrap_err();
    assert_eq!((reason(&rolled).as_str(), rolled.code()), ("NO_CHANCE", Code::FailedPrecondition));
    assert_eq!(game.now().await.version, version, "nothing of it has changed the match");
    let spaces = game.send(&own, ask("  attack   e1 ")).await;
    if let Err(status) = spaces {
        assert_eq!(reason(&status), "ILLEGAL");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_not_asked_is_told_so() {
    let server = Server::start("").await;
    let game = Game::create(&server, v1::CreateMatchRequest { options: [].into(), ..woods(4, 7) }).await;
    assert_eq!(asked(game.now().await.decision.as_ref()), [3], "seat 3 does for all in town");
    let status = game.act(0, "done").await.unwrap_err();
    assert_eq!((reason(&status).as_str(), status.code()), ("NOT_ASKED", Code::FailedPrecondition));
    server.stop().await;
}

async fn page(
    game: &Game,
    size: u32,
    token: &str,
    running_only: bool,
) -> Result<(Vec<String>, String), Status> {
    let ask = v1::ListMatchesRequest {
        page_size: size,
        page_token: token.to_owned(),
        game_id: "para_roles".into(),
        running_only,
        ..Default::default()
    };
    let answer = game.client.clone().list_matches(ask).await?.into_inner();
    Ok((answer.matches.into_iter().map(|one| one.match_id).collect(), answer.next_page_token))
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_come_page_by_page_newest_first_and_without_private_matches() {
    let server = Server::start("").await;
    let mut open = vec![];
    let mut games = vec![];
    for n in 0..9 {
        let private = n % 3 == 1;
        let game = Game::create(&server, v1::CreateMatchRequest { private, ..woods(4, n) }).await;
        if n == 4 || n == 5 {
            game.close().await;
        }
        if !private {
            open.insert(0, game.id.clone());
        }
        games.push(game);
    }
    let (mut token, mut seen, mut pages) = (String::new(), vec![], 0);
    loop {
        let (ids, next) = page(&games[0], 2, &token, false).await.unwrap();
        assert!(ids.len() <= 2);
        seen.extend(ids);
        pages += 1;
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!((seen, pages), (open.clone(), 3), "six open matches in three pages");
    let (running, next) = page(&games[0], 0, "", true).await.unwrap();
    let closed = &games[5].id;
    assert_eq!(running, open.iter().filter(|id| *id != closed).cloned().collect::<Vec<_>>());
    assert_eq!(next, "");
    let (_, other) = page(&games[0], 2, "", true).await.unwrap();
    for wrong in [other.as_str(), "x", "bWF0Y2hlcy9wYXJhX3JvbGVzL2ZhbHNlCng"] {
        let status = page(&games[0], 2, wrong, false).await.unwrap_err();
        assert_eq!((reason(&status).as_str(), status.code()), ("BAD_PAGE_TOKEN", Code::InvalidArgument));
    }
    let chess = v1::ListMatchesRequest { game_id: "chess".into(), ..Default::default() };
    assert_eq!(
        fault(games[0].client.clone().list_matches(chess).await),
        ("INVALID".into(), "game_id".into())
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_of_what_is_over_or_of_a_span_of_time() {
    let server = Server::start("").await;
    let mut games = vec![];
    for n in 0..6 {
        let game = Game::create(&server, woods(4, n)).await;
        if n % 2 == 0 {
            game.close().await;
        }
        games.push(game);
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    let mut made = vec![];
    for game in &games {
        made.push(game.now().await.create_time);
    }
    let list = async |ask: v1::ListMatchesRequest| {
        let listed = games[0].client.clone().list_matches(ask).await?.into_inner();
        let place = |one: &v1::Match| games.iter().position(|game| game.id == one.match_id).unwrap();
        Ok::<_, Status>((listed.matches.iter().map(place).collect::<Vec<_>>(), listed.next_page_token))
    };
    let all = v1::ListMatchesRequest::default();
    let over = v1::ListMatchesRequest { finished_only: true, ..all.clone() };
    assert_eq!(list(over.clone()).await.unwrap().0, [4, 2, 0]);
    let (mut seen, mut token) = (vec![], String::new());
    for _ in 0..10 {
        let (some, next) =
            list(v1::ListMatchesRequest { page_size: 1, page_token: token, ..over.clone() }).await.unwrap();
        seen.extend(some);
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!((seen, token.as_str()), (vec![4, 2, 0], ""));
    let (created_after, created_before) = (made[1], made[4]);
    let span = v1::ListMatchesRequest { created_after, created_before, ..all.clone() };
    assert_eq!(list(span.clone()).await.unwrap().0, [3, 2, 1], "from the first on, before the second");
    assert_eq!(list(v1::ListMatchesRequest { running_only: true, ..span.clone() }).await.unwrap().0, [3, 1]);
    assert_eq!(list(v1::ListMatchesRequest { finished_only: true, ..span }).await.unwrap().0, [2]);
    let backwards = v1::ListMatchesRequest { created_after: made[4], created_before: made[1], ..all.clone() };
    assert_eq!(list(backwards).await.unwrap().0, [0; 0]);
    let both = v1::ListMatchesRequest { running_only: true, ..over };
    assert_eq!(fault(list(both).await), ("INVALID".into(), "finished_only".into()));
    let never = Some(prost_types::Timestamp { seconds: -1, nanos: 0 });
    let never = v1::ListMatchesRequest { created_after: never, ..all };
    assert_eq!(fault(list(never).await), ("INVALID".into(), "created_after".into()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_whether_the_seed_was_chosen() {
    let server = Server::start("").await;
    for seed in [Some(7), None] {
        let game = Game::create(&server, v1::CreateMatchRequest { seed, ..woods(4, 7) }).await;
        let onlooker = game.view(None).await.r#match.unwrap();
        let record = game.export("").await.record.unwrap();
        let listed = game.client.clone().list_matches(v1::ListMatchesRequest::default()).await.unwrap();
        let listed = listed.into_inner().matches[0].seed_chosen;
        assert_eq!([onlooker.seed_chosen, record.seed_chosen, listed], [seed.is_some(); 3]);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_would_draw_on_other_screens_are_refused() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(4, 7)).await;
    let named = |name: &str| {
        let human = v1::Human { display_name: name.into() };
        let controller = v1::Controller { controller: Some(v1::controller::Controller::Human(human)) };
        game.seat_for(0, controller)
    };
    for wrong in ["Ada\nseat 1: done", "\u{1b}[2JAda", "Ada\u{0}", "Ada\u{202e}", "\u{85}", "a\tb"] {
        let (reason, field) = fault(game.set_seat(&game.host, named(wrong)).await);
        assert_eq!(
            (reason.as_str(), field.as_str()),
            ("INVALID", "controller.human.display_name"),
            "{wrong:?}"
        );
    }
    game.set_seat(&game.host, named("Zoë O’Neill 李 🎲")).await.expect("names of people");
    server.stop().await;
}
