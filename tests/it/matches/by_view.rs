//! Games followed by their views: a person plays by what bots say of the typed view alone, hands the seat over and takes it back.

use super::rig::*;
use proto::v1;
use std::time::Duration;

/// A table of this game with a person in one seat and greedy bots in all others.
pub async fn table(
    server: &Server,
    game: &str,
    seat: u32,
    options: &[(&str, &str)],
) -> (Game, Vec<(String, String)>) {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let seats = (0..=seat).map(|at| if at == seat { human() } else { played_by(bot("greedy")) });
    let ask = v1::CreateMatchRequest {
        game_id: game.to_owned(),
        options: options.iter().cloned().collect(),
        seats: seats.collect(),
        seed: Some(7),
        ..Default::default()
    };
    let mut made = Game::create(server, ask).await;
    // Seats nobody speaks for are bots of the default level: too thoughtful for a test.
    let now = made.now().await;
    for other in now.seats.iter().filter(|other| other.seat > seat) {
        let lent = made.seat_for(other.seat, played_by(bot("greedy")));
        made.set_seat(&made.host.clone(), lent).await.expect("the host seats bots");
    }
    made.seats.retain(|own, _| *own == seat);
    (made, options)
}

/// What a greedy bot does for this seat, told nothing but the view.
async fn chosen(
    server: &Server,
    game: &Game,
    name: &str,
    seat: u32,
    options: &[(String, String)],
) -> Option<(String, String)> {
    let seen = game.view(Some(seat)).await;
    let decision = seen.decision.clone().filter(|decision| asked(Some(decision)).contains(&seat))?;
    let view = seen.view.expect("a view");
    assert!(view.view.is_some(), "{name} has a view of its own");
    let ask = v1::ChooseActionRequest {
        game_id: name.to_owned(),
        options: options.iter().cloned().collect(),
        position: Some(v1::Position { position: Some(v1::position::Position::View(view)) }),
        seat,
        bot: Some(bot("greedy")),
        seed: Some(1),
        candidates: 0,
    };
    let advice = server.agents().await.choose_action(ask).await.expect("a view is a position");
    let action = advice.into_inner().advice.and_then(|advice| advice.action).expect("an action");
    assert!(seen.actions.iter().any(|listed| listed.id == action.id), "{} is listed", action.id);
    assert_eq!(action.id.split(' ').next(), Some(action.verb.as_str()));
    assert_eq!(action.operands.len(), action.id.split(' ').count() - 1, "{}", action.id);
    Some((decision.id, action.id))
}

/// Plays so many decisions of the seat by its views; fewer if the game ends first.
pub async fn play(
    server: &Server,
    game: &Game,
    name: &str,
    seat: u32,
    options: &[(String, String)],
    most: u32,
) -> u32 {
    let mut acted = 0;
    for _ in 0..20_000 {
        if acted == most || game.now().await.outcome.is_some() {
            return acted;
        }
        match chosen(server, game, name, seat, options).await {
            Some((decision, action)) => {
                match game.send(&game.seats[&seat], game.action(seat, &decision, &action)).await {
                    Ok(_) => acted += 1,
                    Err(status) => assert!(
                        ["STALE_DECISION", "OVER", "NOT_ASKED"].contains(&reason(&status).as_str()),
                        "{action}: {status:?}"
                    ),
                }
            }
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
    panic!("{name}: the seat is never asked again");
}

/// A whole match: by views, then a bot in the seat, then by views again, and a bot to the end.
async fn whole(server: &Server, name: &str, seat: u32, options: &[(&str, &str)]) {
    let (mut game, options) = table(server, name, seat, options).await;
    let first = play(server, &game, name, seat, &options, 25).await;
    assert!(first > 0, "{name}: the person acts");
    let (token, before) = (game.seats[&seat].clone(), game.now().await.version);
    game.set_seat(&token, game.seat_for(seat, played_by(bot("greedy")))).await.expect("lent to a bot");
    game.until("the game goes on", |now| now.version > before + 5 || now.outcome.is_some()).await;
    if game.now().await.outcome.is_none() {
        // It may end while it is asked for.
        if let Ok(back) = game.set_seat(&token, game.seat_for(seat, human())).await {
            game.seats.insert(seat, back.seat_token);
            play(server, &game, name, seat, &options, 15).await;
            let _ = game.set_seat(&game.host.clone(), game.seat_for(seat, played_by(bot("greedy")))).await;
        }
    }
    let over = tokio::time::timeout(PATIENCE * 6, async {
        loop {
            let now = game.now().await;
            if now.outcome.is_some() {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let over = over.await.unwrap_or_else(|_| panic!("{name}: never over"));
    assert!(!over.outcome.expect("an end").payoffs.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn fiends_and_familiars_is_played_by_view_at_every_number_of_players() {
    let server = Server::start("").await;
    for (seats, seat) in [("1", 0), ("2", 1), ("3", 0), ("4", 2)] {
        whole(&server, "fiends_and_familiars", seat, &[("seats", seats)]).await;
    }
    let five = [("seats", "5"), ("monsters_and_minions", "true")];
    whole(&server, "fiends_and_familiars", 4, &five).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn minions_of_mordak_is_played_by_view_at_every_number_of_players() {
    let server = Server::start("").await;
    for (seats, seat) in [("2", 0), ("3", 1), ("4", 0), ("5", 2), ("6", 5)] {
        whole(&server, "minions_of_mordak", seat, &[("seats", seats)]).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn adventures_is_played_by_view_at_every_number_of_players() {
    let server = Server::start("").await;
    for (seats, seat) in [("1", 0), ("2", 1), ("3", 0), ("4", 3)] {
        let options = [("seats", seats), ("scope", "adventure"), ("adventure", "ADV1")];
        whole(&server, "adventures", seat, &options).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_of_another_game_or_a_changed_one_is_refused_with_its_field() {
    let server = Server::start("").await;
    let (game, options) = table(&server, "fiends_and_familiars", 0, &[("seats", "2")]).await;
    play(&server, &game, "fiends_and_familiars", 0, &options, 5).await;
    game.until("the person is asked", |now| asked(now.decision.as_ref()).contains(&0)).await;
    let view = game.view(Some(0)).await.view.expect("a view");
    let ask = |game_id: &str, view: v1::View| v1::ChooseActionRequest {
        game_id: game_id.to_owned(),
        position: Some(v1::Position { position: Some(v1::position::Position::View(view)) }),
        ..Default::default()
    };
    let mut agents = server.agents().await;
    let other = agents.choose_action(ask("minions_of_mordak", view.clone())).await;
    assert_eq!(fault(other), ("INVALID".into(), "position.view".into()));
    let mut changed = view;
    if let Some(v1::view::View::FiendsAndFamiliars(table)) = &mut changed.view {
        table.players[0].gold = 1_000;
    }
    // What goes on was sealed with the table as it was: both together are refused, and what is stated alone is looked at.
    if let Some(v1::view::View::FiendsAndFamiliars(table)) = &mut changed.view {
        assert!(table.in_progress.is_some(), "in the middle of something");
    }
    let together = agents.choose_action(ask("fiends_and_familiars", changed.clone())).await;
    assert_eq!(fault(together), ("BAD_SNAPSHOT".into(), "position.view".into()));
    if let Some(v1::view::View::FiendsAndFamiliars(table)) = &mut changed.view {
        table.in_progress = None;
    }
    let status = agents.choose_action(ask("fiends_and_familiars", changed)).await.expect_err("refused");
    assert!(status.message().contains("players[0].gold: found 1000"), "{status:?}");
    server.stop().await;
}
