//! Para Roles at a real table of which only the enemies are told: one person tells, nobody plays.

use super::rig::*;
use catalog::{PackFiles, Record};
use proto::v1::{self, view::View};
use tonic::Status;

/// One person speaks for the table; the other seats are left as they come.
fn told_by_one(campaign: &str) -> v1::CreateMatchRequest {
    let options = [("campaign", campaign), ("track", "minimal")];
    v1::CreateMatchRequest {
        game_id: "para_roles".into(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        seats: vec![human()],
        chance_mode: v1::ChanceMode::External.into(),
        undo_policy: v1::UndoPolicy::Free.into(),
        seed: Some(3),
        ..Default::default()
    }
}

async fn set(game: &Game, text: &str) -> Result<v1::SetTableResponse, Status> {
    let settings = vec![text.to_owned()];
    let ask = v1::SetTableRequest { match_id: game.id.clone(), settings, ..Default::default() };
    game.client.clone().set_table(with(&game.host, ask)).await.map(tonic::Response::into_inner)
}

fn lines(events: Vec<v1::Event>) -> Vec<String> {
    events.into_iter().flat_map(|event| event.lines).collect()
}

#[tokio::test]
async fn only_what_touches_the_enemies_is_told_over_the_wire() {
    let server = Server::start("").await;
    let game = Game::create(&server, told_by_one("random_encounters")).await;
    game.act(0, "meet 1").await.expect("an encounter");
    let told = game.chance(fallen(&["9H", "6D", "5S", "7C"]), "").await.expect("four cards at once");
    let told = lines(told.events);
    assert!(told.contains(&"Commander of the Void (e1): 9 HP".to_owned()), "{told:?}");
    game.act(0, "hit e1 2").await.expect("damage");
    game.act(0, "done").await.expect("the enemy's turn");
    let told = lines(game.chance(fallen(&["1", "4S"]), "").await.expect("a die and a card").events);
    let asked_for = "Damage (h2) turns a Defense card: takes 1 unless it holds".to_owned();
    assert!(told.contains(&asked_for), "{told:?}");
    let seen = game.view(Some(0)).await;
    let Some(View::ParaRoles(view)) = seen.view.and_then(|view| view.view) else {
        panic!("no view of the game")
    };
    assert_eq!((view.foes[0].hp, view.in_progress), (7, None), "the prompt has a name of its own");
    set(&game, "e1.hp 3").await.expect("put right");
    let wrong = set(&game, "h0.hp 3").await.expect_err("people keep that");
    assert!(wrong.message().contains("People keep the rest themselves"), "{wrong:?}");
    let before = game.now().await.version;
    game.act(0, "dead h2").await.expect("told wrongly");
    game.undo(&game.host, before).await.expect("taken back");
    let ask = v1::GetHintRequest { match_id: game.id.clone(), seat: Some(0), ..Default::default() };
    let none = game.client.clone().get_hint(with(&game.seats[&0], ask)).await;
    assert!(none.is_err(), "there is nothing to advise");
    let text = game.export("").await.record.expect("a record").text;
    assert!(Record::read(&text).expect("a record").replay(&PackFiles::default()).is_ok(), "{text}");
    server.stop().await;
}

#[tokio::test]
async fn no_bot_tells_what_happens_at_a_table() {
    let server = Server::start("").await;
    let bots =
        v1::CreateMatchRequest { seats: vec![played_by(bot("greedy"))], ..told_by_one("dragons_tower") };
    let refused = server.matches().await.create_match(bots).await.expect_err("nobody tells");
    assert!(refused.message().contains("only a person has the cards of seat 0"), "{refused:?}");
    let refused =
        server.matches().await.create_match(told_by_one("maze_of_madness")).await.expect_err("a map");
    assert!(refused.message().contains("campaign = random_encounters"), "{refused:?}");
    server.stop().await;
}
