//! Whole games over the wire, with bots, with people and with real dice; and requests that are sent twice.

use super::rig::*;
use proto::v1;
use std::time::Duration;

/// Plays the seats of people by what a greedy bot advises them, until the game is over.
async fn play_to_the_end(game: &Game, mut dice: impl AsyncFnMut(&Game, Vec<String>)) -> u64 {
    let mut acted = 0;
    for _ in 0..20_000 {
        let now = game.now().await;
        if now.outcome.is_some() {
            return acted;
        }
        if let Some(possible) = possible(now.decision.as_ref()) {
            dice(game, possible).await;
            continue;
        }
        let Some(seat) = asked(now.decision.as_ref()).into_iter().find(|seat| game.seats.contains_key(seat))
        else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let ask = v1::GetHintRequest {
            match_id: game.id.clone(),
            bot: Some(bot("greedy")),
            seat: Some(seat),
            ..Default::default()
        };
        let token = &game.seats[&seat];
        // A bot may be faster on a turn that is anybody's.
        let Ok(hint) = game.client.clone().get_hint(with(token, ask)).await else { continue };
        let hint = hint.into_inner();
        let action = hint.advice.and_then(|advice| advice.action).expect("advice names an action").id;
        match game.send(token, game.action(seat, &hint.decision_id, &action)).await {
            Ok(_) => acted += 1,
            Err(status) => assert!(
                ["STALE_DECISION", "OVER", "NOT_ASKED"].contains(&reason(&status).as_str()),
                "{status:?}"
            ),
        }
    }
    panic!("the game does not end");
}

async fn no_dice(_: &Game, possible: Vec<String>) {
    panic!("nobody should be asked for dice: {possible:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_three_bots_play_a_game_to_its_end_and_its_dice_are_proved() {
    let server = Server::start("").await;
    let game = Game::create(&server, woods(1, 7)).await;
    let committed = game.now().await.seed_commitment;
    let running = game.export("").await.record.unwrap();
    assert_eq!((running.seed.as_str(), running.seed_commitment.as_str()), ("", committed.as_str()));
    let acted = play_to_the_end(&game, no_dice).await;
    assert!(acted > 10, "{acted}");
    let end = game.now().await.outcome.unwrap();
    assert!(end.payoffs.len() == 4 && !end.closed && !end.summary.is_empty(), "{end:?}");
    let record = game.export("").await.record.unwrap();
    let read = catalog::Record::read(&record.text).unwrap();
    let proved = service::verify::verify(&read, &catalog::PackFiles::default()).unwrap();
    assert!(proved.rolled > 50 && proved.told == 0 && proved.committed, "{proved:?}");
    assert_eq!((proved.commitment, record.seed.len()), (committed, 64));
    let hint = v1::GetHintRequest { match_id: game.id.clone(), ..Default::default() };
    let over = game.client.clone().get_hint(with(&game.seats[&0], hint)).await.unwrap_err();
    assert_eq!(reason(&over), "OVER");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_alone_play_the_same_game_for_the_same_seed() {
    let server = Server::start("").await;
    let mut games = vec![];
    for _ in 0..2 {
        games.push(Game::create(&server, woods(0, 3)).await);
    }
    let mut told = vec![];
    for game in &games {
        game.until("bots finish", |now| now.outcome.is_some()).await;
        let record = game.export("").await.record.unwrap();
        assert!(record.steps.iter().all(|step| match &step.step {
            Some(v1::step::Step::Action(act)) => act.by_bot,
            _ => true,
        }));
        told.push(record.text);
    }
    assert!(told[0].lines().count() > 100);
    assert_eq!(told[0], told[1]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_roll_their_own_dice_for_a_whole_game() {
    let server = Server::start("").await;
    let external = v1::ChanceMode::External.into();
    let game = Game::create(&server, v1::CreateMatchRequest { chance_mode: external, ..woods(2, 7) }).await;
    let mut count = 0;
    play_to_the_end(&game, async |game: &Game, possible: Vec<String>| {
        count += 1;
        let id = &possible[count * 7 % possible.len()];
        let word = id.rsplit(' ').next().unwrap().to_lowercase();
        let outcome = match count % 3 {
            0 => server_rolls(),
            1 => fallen(&[id]),
            _ => fallen(&[&word]),
        };
        game.chance(outcome, "").await.expect("it can fall");
    })
    .await;
    let record = game.export("").await.record.unwrap();
    let read = catalog::Record::read(&record.text).unwrap();
    let proved = service::verify::verify(&read, &catalog::PackFiles::default()).unwrap();
    assert!(proved.told > 30 && proved.rolled > 15, "{proved:?}");
    assert_eq!(
        proved.told + proved.rolled,
        read.steps.iter().filter(|step| !step.starts_with("seat")).count()
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_cards_are_told_at_once_or_none_of_them_counts() {
    let server = Server::start("").await;
    let external = v1::ChanceMode::External.into();
    let game = first_fight(&server, v1::CreateMatchRequest { chance_mode: external, ..woods(4, 7) }).await;
    game.act(2, "attack e1").await.unwrap();
    let before = game.now().await;
    assert!(possible(before.decision.as_ref()).unwrap().contains(&"draw 8H".to_owned()));
    let twice = game.chance(fallen(&["8H", "8h"]), "").await.unwrap_err();
    assert_eq!((reason(&twice).as_str(), detail(&twice, "legal").contains("draw 3C")), ("ILLEGAL", true));
    let third = game.chance(fallen(&["8H", "3C", "4D"]), "").await.unwrap_err();
    assert_eq!(reason(&third), "NO_CHANCE", "after the second card somebody is asked");
    assert_eq!(game.now().await, before, "all or nothing");
    for ids in [vec![], vec!["8H"; 101], vec![""]] {
        let wrong = game.chance(fallen(&ids), "").await;
        assert_eq!(fault(wrong), ("INVALID".into(), "outcome.fallen.ids".into()));
    }
    let ask = v1::ResolveChanceRequest {
        match_id: game.id.clone(),
        decision_id: "d1".into(),
        ..Default::default()
    };
    let nothing = game.client.clone().resolve_chance(with(&game.host, ask.clone())).await;
    assert_eq!(fault(nothing), ("INVALID".into(), "outcome".into()));
    let outcome = Some(v1::ChanceOutcome { outcome: Some(server_rolls()) });
    let stale = v1::ResolveChanceRequest { outcome, ..ask };
    let late = game.client.clone().resolve_chance(with(&game.host, stale.clone())).await.unwrap_err();
    assert_eq!(reason(&late), "STALE_DECISION");
    let nobody = game.client.clone().resolve_chance(stale).await.unwrap_err();
    assert_eq!(reason(&nobody), "NO_TOKEN");
    let answer = game.chance(fallen(&["8H", "draw 3C"]), "").await.unwrap();
    assert_eq!(answer.events.len(), 2);
    let lines: Vec<String> = answer.events.into_iter().flat_map(|event| event.lines).collect();
    assert!(lines.iter().any(|line| line.contains("takes 1 (1 HP left)")), "{lines:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_asked_for_twice_is_made_once_with_the_same_tokens() {
    let server = Server::start("").await;
    let mut client = server.matches().await;
    let ask = v1::CreateMatchRequest { request_id: request_id(1), seed: None, ..woods(2, 1) };
    let first = client.create_match(ask.clone()).await.unwrap().into_inner();
    let game = Game {
        client: client.clone(),
        id: first.r#match.clone().unwrap().match_id,
        host: first.host_token.clone(),
        seats: first.seat_tokens.clone(),
    };
    let played = play_a_little(&game).await;
    let again = client.create_match(ask.clone()).await.unwrap().into_inner();
    assert_eq!(again, first, "also after {played} actions");
    let listed = client.list_matches(v1::ListMatchesRequest::default()).await.unwrap().into_inner();
    assert_eq!(listed.matches.len(), 1);
    let other = v1::CreateMatchRequest { private: true, ..ask.clone() };
    assert_eq!(reason(&client.create_match(other).await.unwrap_err()), "REQUEST_REUSED");
    let elsewhere = client.create_match(with("somebody", ask)).await.unwrap().into_inner();
    assert_ne!(elsewhere.host_token, first.host_token, "callers do not share their requests");
    server.stop().await;
}

async fn play_a_little(game: &Game) -> usize {
    for n in 0..6 {
        let waits_for_people = |now: &v1::Match| {
            now.outcome.is_some()
                || asked(now.decision.as_ref()).iter().any(|seat| game.seats.contains_key(seat))
        };
        let now = game.until("people are asked", waits_for_people).await;
        let seats = asked(now.decision.as_ref());
        let Some(seat) = seats.into_iter().find(|seat| game.seats.contains_key(seat)) else { return n };
        let actions = game.view(Some(seat)).await.actions;
        if let Some(action) = actions.first() {
            let _ = game.act(seat, &action.id).await;
        }
    }
    6
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_that_is_sent_twice_counts_once_and_gets_the_first_answer_again() {
    let server = Server::start("").await;
    let game = first_fight(&server, woods(4, 7)).await;
    let decision = game.now().await.decision.unwrap().id;
    let own = game.seats[&2].clone();
    let request_id = request_id(1);
    let ask =
        v1::ApplyActionRequest { request_id, with_view: true, ..game.action(2, &decision, "attack e1") };
    let first = game.send(&own, ask.clone()).await.unwrap();
    assert!(first.events.len() > 1 && first.view.is_some(), "a card was turned: {first:?}");
    assert_eq!(game.send(&own, ask.clone()).await.unwrap(), first);
    let version = game.now().await.version;
    assert_eq!(version, first.version);
    game.act(1, "defend").await.unwrap();
    assert_eq!(game.send(&own, ask.clone()).await.unwrap(), first, "also when the match has moved on");
    let other = v1::ApplyActionRequest { action_id: "defend".into(), ..ask.clone() };
    assert_eq!(reason(&game.send(&own, other).await.unwrap_err()), "REQUEST_REUSED");
    let stranger = game.send(&game.seats[&1], ask.clone()).await.unwrap_err();
    assert_eq!(reason(&stranger), "NOT_YOURS", "the answer is for those who may ask");
    game.close().await;
    assert_eq!(game.send(&own, ask).await.unwrap(), first, "also when the match is over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_that_are_told_twice_fall_once_with_the_same_answer() {
    let server = Server::start("").await;
    let external = v1::ChanceMode::External.into();
    let game = first_fight(&server, v1::CreateMatchRequest { chance_mode: external, ..woods(4, 7) }).await;
    game.act(2, "attack e1").await.unwrap();
    let send = async |ask: &v1::ResolveChanceRequest| {
        game.client
            .clone()
            .resolve_chance(with(&game.host, ask.clone()))
            .await
            .map(tonic::Response::into_inner)
    };
    let ask = async |n, outcome| v1::ResolveChanceRequest {
        match_id: game.id.clone(),
        decision_id: game.now().await.decision.unwrap().id,
        outcome: Some(v1::ChanceOutcome { outcome: Some(outcome) }),
        request_id: request_id(n),
    };
    let both = ask(1, fallen(&["8H", "3C"])).await;
    let first = send(&both).await.unwrap();
    assert_eq!((first.events.len(), send(&both).await.unwrap()), (2, first.clone()));
    game.act(1, "attack e1").await.unwrap();
    let one = ask(2, server_rolls()).await;
    let rolled = send(&one).await.unwrap();
    assert_eq!(send(&one).await.unwrap(), rolled);
    if possible(game.now().await.decision.as_ref()).is_some() {
        let next = ask(3, server_rolls()).await;
        let second = send(&next).await.unwrap();
        assert_eq!((second.events.len(), send(&next).await.unwrap()), (1, second));
    }
    let reused = v1::ResolveChanceRequest { outcome: both.outcome.clone(), ..one };
    assert_eq!(reason(&send(&reused).await.unwrap_err()), "REQUEST_REUSED");
    assert_eq!(send(&both).await.unwrap(), first, "long after");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_metrics_tell_how_bots_and_the_store_keep_up_and_nothing_of_the_match() {
    let server = Server::start("thinking_threads = 1").await;
    let wish = v1::CreateMatchRequest { options: [].into(), ..woods(3, 7) };
    let game = Game::create(&server, wish).await;
    let seen = server.app.metrics.text();
    assert!(seen.contains("understudy_matches_in_memory 1"), "{seen}");
    let counted = |name: &str| {
        let text = server.app.metrics.text();
        let line = text.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        line.and_then(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).unwrap_or_default()
    };
    game.until("a bot has acted", |now| now.version > 1).await;
    assert!(counted("understudy_bot_decision_seconds_count{game=\"para_roles\",level=\"") >= 1.0);
    assert!(counted("understudy_store_append_seconds_count") >= 2.0);
    // One thread that is busy for long, and a question behind it.
    let slow = game.seat_for(0, played_by(thinker(Duration::from_secs(30))));
    game.set_seat(&game.host, slow).await.unwrap();
    let busy = async {
        while counted("understudy_thinking_busy") < 1.0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, busy).await.expect("a bot thinks");
    let text = server.app.metrics.text();
    assert!(text.contains("understudy_thinking_queue "), "{text}");
    assert!(!text.contains(&game.id) && !text.contains(&game.host), "{text}");
    server.stop().await;
}
