//! People with real cards: hands that the server never learns, standing orders, and what is put right.

use super::{super::rig::*, Whim, agreed, play, table};
use catalog::{PackFiles, Record};
use proto::v1;
use tonic::Status;

/// A person with a deck of their own in seat 0, and a bot with the server's cards.
fn real(seed: u64) -> v1::CreateMatchRequest {
    let mut ask = agreed(1, seed);
    ask.options.insert("decks".into(), "hidden".into());
    ask
}

async fn set(game: &Game, token: &str, settings: &[&str]) -> Result<v1::SetTableResponse, Status> {
    let settings = settings.iter().map(|text| (*text).to_owned()).collect();
    let ask = v1::SetTableRequest { match_id: game.id.clone(), settings, ..Default::default() };
    game.client.clone().set_table(with(token, ask)).await.map(tonic::Response::into_inner)
}

/// What the refusal says.
fn refusal<T: std::fmt::Debug>(answer: Result<T, Status>) -> String {
    answer.expect_err("must be refused").message().to_owned()
}

/// Until the person takes a turn in the activation phase; cards are any that are offered.
async fn until_turn(game: &Game) {
    for _ in 0..200 {
        let now = game.until("the person is asked", |now| asked(now.decision.as_ref()) == [0]).await;
        let seen = game.view(Some(0)).await;
        if now.outcome.is_some() || seen.actions.iter().any(|action| action.id == "end") {
            return;
        }
        let _ = game.act(0, &seen.actions[0].id).await;
    }
    panic!("no turn");
}

#[tokio::test]
async fn a_whole_match_is_played_without_the_server_ever_learning_a_hand() {
    let server = Server::start("").await;
    let game = Game::create(&server, real(3)).await;
    let begun = table(&game.view(Some(0)).await);
    assert!(begun.sides[0].hidden && !begun.sides[1].hidden);
    assert_eq!((begun.sides[0].hand.as_str(), begun.sides[0].hand_count), ("", 5));
    play(&game, &mut Whim(5), |_| false).await;
    let record = game.export(&game.host).await.record.expect("a record");
    let drawn =
        record.steps.iter().filter(|step| matches!(&step.step, Some(v1::step::Step::Chance(_)))).count();
    let turned = record
        .steps
        .iter()
        .filter(|step| matches!(&step.step, Some(v1::step::Step::Action(act)) if act.action_id.starts_with("turn ")))
        .count();
    assert!(drawn > 0 && turned > 0, "the server draws for the bot, the person tells: {drawn}, {turned}");
    server.stop().await;
}

#[tokio::test]
async fn a_card_that_was_not_seen_is_played_by_naming_it_and_one_that_was_is_explained() {
    let server = Server::start("").await;
    let game = Game::create(&server, real(4)).await;
    until_turn(&game).await;
    let seen = table(&game.view(Some(0)).await);
    let initiative = seen.sides[0].initiative.clone();
    let search =
        game.view(Some(0)).await.actions.into_iter().find(|a| a.id.starts_with("search")).expect("it may");
    let before = seen.sides[0].hand_count;
    game.act(0, &search.id).await.expect("a search");
    let why = refusal(game.act(0, &format!("hand {initiative}")).await);
    assert!(why.contains("lies open on the table"), "{why}");
    let any =
        game.view(Some(0)).await.actions.into_iter().find(|a| a.id.starts_with("hand ")).expect("a card");
    game.act(0, &any.id).await.expect("a card of the hidden hand");
    let after = table(&game.view(Some(0)).await);
    assert_eq!(after.sides[0].hand_count, before - 1);
    assert!(after.sides[0].treasure > seen.sides[0].treasure);
    server.stop().await;
}

#[tokio::test]
async fn the_host_puts_right_what_went_astray_and_it_is_part_of_the_record() {
    let server = Server::start("").await;
    let game = Game::create(&server, real(5)).await;
    until_turn(&game).await;
    let done = set(&game, &game.host, &["0.treasure 17", "a1.health 2"]).await.expect("put right");
    let lines: Vec<&String> = done.events.iter().flat_map(|event| &event.lines).collect();
    assert_eq!(lines, ["set: 0.treasure 17", "set: a1.health 2"]);
    assert_eq!(table(&game.view(Some(0)).await).sides[0].treasure, 17);
    let refused = set(&game, &game.host, &["0.treasure 18", "a1.health 99"]).await;
    assert!(refusal(refused).contains("1 to"), "all or none");
    assert_eq!(table(&game.view(Some(0)).await).sides[0].treasure, 17);
    let stranger = set(&game, &game.seats[&0], &["0.treasure 30"]).await;
    assert_eq!(fault(stranger).0, "NOT_YOURS");
    game.close().await;
    let ask = v1::ExportMatchRequest { match_id: game.id.clone(), with_text: true };
    let record =
        game.client.clone().export_match(with(&game.seats[&0], ask)).await.expect("a record").into_inner();
    let text = record.record.expect("a record").text;
    if !record.redacted {
        let played = Record::read(&text).expect("a record").replay(&PackFiles::default());
        assert!(played.is_ok() && text.contains("set: a1.health 2"), "{text}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_standing_order_is_its_players_own_and_holds_in_any_match() {
    let server = Server::start("").await;
    let game = Game::create(&server, agreed(1, 6)).await;
    set(&game, &game.seats[&0], &["0.defends deck", "0.reacts no"]).await.expect("ordered");
    let seen = table(&game.view(Some(0)).await);
    assert_eq!(seen.sides[0].standing_orders, ["defends deck", "reacts no"]);
    assert_eq!(fault(set(&game, &game.seats[&0], &["1.defends deck"]).await).0, "NOT_YOURS");
    let cheat = set(&game, &game.host, &["0.treasure 30"]).await;
    assert!(refusal(cheat).contains("the server has all cards"));
    server.stop().await;
}

#[tokio::test]
async fn a_bot_takes_a_hidden_hand_over_only_once_its_cards_are_told_and_nobody_else_reads_them() {
    let server = Server::start("").await;
    let mut all_bots = real(7);
    all_bots.seats.clear();
    let refused = server.matches().await.create_match(all_bots).await;
    assert!(refusal(refused).contains("only a person has the cards of seat 0"));
    let game = Game::create(&server, real(7)).await;
    until_turn(&game).await;
    let hand_over = || game.seat_for(0, played_by(bot("greedy")));
    assert!(refusal(game.set_seat(&game.host, hand_over()).await).contains("SetTable"));
    let unseen = table(&game.view(Some(0)).await).sides[0].unseen.clone().unwrap_or_default();
    let hand: Vec<&str> = unseen.split(' ').take(4).collect();
    let told = format!("0.holds {}", hand.join(","));
    set(&game, &game.seats[&0], &[&told]).await.expect("the hand is told");
    let onlooker = game.view(None).await;
    assert!(!format!("{onlooker:?}").contains(&told));
    let own = table(&game.view(Some(0)).await);
    assert_eq!((own.sides[0].hand_count, own.sides[0].hidden), (4, false));
    game.set_seat(&game.host, hand_over()).await.expect("handed over");
    game.until("the bots end it", |now| now.outcome.is_some()).await;
    server.stop().await;
}
