//! Roll Player Adventures with people's own storybook: they tell what it asks for, a bot is the missing hero.

use super::rig::*;
use catalog::{PackFiles, Record};
use proto::v1;
use tonic::Status;

/// A person reads, a bot plays the other hero.
fn own_book(seed: u64) -> v1::CreateMatchRequest {
    let options = [("seats", "2"), ("scope", "table"), ("mode", "normal"), ("heroes", "H01,H03")];
    v1::CreateMatchRequest {
        game_id: "adventures".into(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        seats: vec![human(), played_by(bot("greedy"))],
        seed: Some(seed),
        ..Default::default()
    }
}

async fn set(game: &Game, token: &str, text: &str) -> Result<v1::SetTableResponse, Status> {
    let settings = vec![text.to_owned()];
    let ask = v1::SetTableRequest { match_id: game.id.clone(), settings, ..Default::default() };
    game.client.clone().set_table(with(token, ask)).await.map(tonic::Response::into_inner)
}

/// Takes part in whatever is asked with the first or the last option, until the book is to be read on.
async fn until_read_on(game: &Game) {
    for _ in 0..200 {
        let now = game.until("the person is asked", |now| asked(now.decision.as_ref()).contains(&0)).await;
        let seen = game.view(Some(0)).await;
        if now.outcome.is_some() || seen.actions.iter().any(|action| action.id == "the_end") {
            return;
        }
        let calm = seen.actions.iter().find(|action| ["pass", "agree"].contains(&action.id.as_str()));
        let Some(action) = calm.or(seen.actions.first()) else { continue };
        let _ = game.act(0, &action.id).await;
    }
    panic!("the book is never read on");
}

#[tokio::test]
async fn a_check_and_a_choice_of_an_own_book_are_told_over_the_wire() {
    let server = Server::start("").await;
    let mut nobody = own_book(1);
    nobody.seats = vec![played_by(bot("greedy")), human()];
    let refused = server.matches().await.create_match(nobody).await.expect_err("nobody reads");
    assert!(refused.message().contains("only a person"), "{refused:?}");
    let game = Game::create(&server, own_book(3)).await;
    until_read_on(&game).await;
    let told =
        set(&game, &game.host, "choice argue your writ; climb round by the piles").await.expect("told");
    assert_eq!(told.events[0].lines[0], "told: choice argue your writ; climb round by the piles");
    until_read_on(&game).await;
    set(&game, &game.host, "check limit 4 level 2 R* *4 R/B:5(x1) dice-1").await.expect("a check");
    until_read_on(&game).await;
    set(&game, &game.host, "combat R*/1/g1 *3/1/- track fat+1 fat+2").await.expect("a combat");
    until_read_on(&game).await;
    let wrong = set(&game, &game.host, "check R*").await.expect_err("no limit");
    assert!(wrong.message().contains("the dice limit"), "{wrong:?}");
    assert_eq!(fault(set(&game, &game.seats[&0], "xp 9").await).0, "NOT_YOURS");
    set(&game, &game.host, "xp +2").await.expect("put right");
    game.act(0, "the_end").await.expect("over");
    for _ in 0..60 {
        let now = game
            .until("asked or over", |now| now.outcome.is_some() || asked(now.decision.as_ref()).contains(&0))
            .await;
        if now.outcome.is_some() {
            break;
        }
        let _ = game.act(0, "done").await;
    }
    let ask = v1::ExportMatchRequest { match_id: game.id.clone(), with_text: true };
    let record =
        game.client.clone().export_match(with(&game.host, ask)).await.expect("a record").into_inner();
    let text = record.record.expect("a record").text;
    assert!(text.contains("set: check limit 4 level 2 R* *4 R/B:5(x1) dice-1"), "{text}");
    assert!(Record::read(&text).expect("a record").replay(&PackFiles::default()).is_ok());
    server.stop().await;
}
