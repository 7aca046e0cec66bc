//! Cards of people's own boxes over real sockets: added to a match, told by their names, undone, exported and imported; and
//! seats for which people roll.

use super::rig::*;
use proto::v1;
use tonic::Status;

const BOG: &str = "chump \"Bog Thing\" health 2 wound 1 wounded 1 melee AN";

/// Three Heroes that are people with their own box; a Chump is turned up first.
fn group(cards: &[&str]) -> v1::CreateMatchRequest {
    let options =
        [("seats", "4"), ("heroes", "alyndra,amos,wugner"), ("void_deck", "house"), ("hands", "hidden")];
    v1::CreateMatchRequest {
        game_id: "minions_of_mordak".into(),
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        seats: vec![played_by(bot("greedy")), human(), human(), human()],
        chance_mode: v1::ChanceMode::External.into(),
        undo_policy: v1::UndoPolicy::Free.into(),
        seed: Some(5),
        cards: cards.iter().map(|card| (*card).to_owned()).collect(),
        ..Default::default()
    }
}

async fn tell(game: &Game, token: &str, cards: &[&str]) -> Result<v1::SetTableResponse, Status> {
    let cards = cards.iter().map(|card| (*card).to_owned()).collect();
    let ask = v1::SetTableRequest { match_id: game.id.clone(), cards, ..Default::default() };
    game.client.clone().set_table(with(token, ask)).await.map(tonic::Response::into_inner)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_added_to_a_match_told_by_its_name_and_kept_in_its_record() {
    let server = Server::start("").await;
    let game = Game::create(&server, group(&[])).await;
    let before = game.now().await;
    let seat = game.seats.values().next().expect("a person").clone();
    let done = tell(&game, &seat, &["a Chump: \"Bog Thing\", 2 Health, 1 damage, wounded 1, dice A N"]).await;
    let done = done.expect("a card");
    let step = done.events[0].step.as_ref().and_then(|step| step.step.clone());
    assert_eq!(step, Some(v1::step::Step::Card(BOG.to_owned())));
    let now = game.now().await;
    assert_eq!(now.cards, [BOG]);
    assert_ne!(now.ruleset_digest, before.ruleset_digest, "whoever plays without it plays by other rules");

    let told = game.chance(fallen(&["bog THNIG"]), "").await.expect("its name is taken");
    let story: Vec<String> = told.events.into_iter().flat_map(|event| event.lines).collect();
    assert!(story.iter().any(|line| line.contains("Bog Thing") && line.contains("appears in")), "{story:?}");

    // Before it was told it is unknown again, and after a restart of the match it is what it was.
    game.undo(&game.host, before.version).await.expect("taken back");
    let now = game.now().await;
    assert!(now.cards.is_empty());
    assert_eq!(now.ruleset_digest, before.ruleset_digest);
    let why = game.chance(fallen(&["bog thing"]), "").await.unwrap_err();
    assert!(why.message().contains("cannot come now"), "{}", why.message());

    // Told once more; when the match is over its record plays again elsewhere, card and all.
    tell(&game, &seat, &[BOG]).await.expect("a card");
    game.chance(fallen(&["Bog Thing"]), "").await.expect("its name is taken");
    game.close().await;
    let record = game.export(&game.host).await.record.expect("a record");
    let ask = v1::ImportMatchRequest { record: Some(record), ..Default::default() };
    let made = game.client.clone().import_match(ask).await.expect("it is imported").into_inner();
    assert_eq!(made.r#match.expect("a match").cards, [BOG]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_may_be_given_when_a_match_is_made() {
    let server = Server::start("").await;
    let game = Game::create(&server, group(&[BOG])).await;
    assert_eq!(game.now().await.cards, [BOG]);
    game.chance(fallen(&["Bog Thing"]), "").await.expect("its name is taken");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_told_cards_comes_back_from_its_log() {
    let server = Server::start("").await;
    let game = Game::create(&server, group(&[])).await;
    tell(&game, &game.host, &[BOG]).await.expect("a card");
    game.chance(fallen(&["bog thing"]), "").await.expect("it is drawn");
    let now = game.now().await;
    let ask = v1::GetViewRequest {
        match_id: game.id.clone(),
        version: Some(now.version),
        with_text: true,
        ..Default::default()
    };
    let view = game.client.clone().get_view(with(&game.host, ask)).await.expect("replayed").into_inner();
    assert!(view.view.expect("a view").text.contains("Bog Thing"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_cards_and_strangers_are_refused_and_change_nothing() {
    let server = Server::start("").await;
    let game = Game::create(&server, group(&[])).await;
    let version = game.now().await.version;
    let long = "x".repeat(500);
    let quotes = "\"".repeat(150);
    for (card, why) in [
        ("", "it is empty"),
        (long.as_str(), "at most 200 characters"),
        (quotes.as_str(), "is no kind of card here"),
        ("chump \"a\nb\" health 2", "in one line"),
        ("chump \"Bog\" health 999", "expected health 1 to 30"),
        ("chump \"Grave Tick\" health 2", "known here already"),
        ("dragon \"Bog\" health 2", "expected one of: chump, elite"),
    ] {
        let said = tell(&game, &game.host, &[BOG, card]).await.unwrap_err();
        assert!(said.message().contains(why), "{card}: {}", said.message());
    }
    let stranger = tell(&game, "", &[BOG]).await.unwrap_err();
    assert_eq!(stranger.code(), tonic::Code::Unauthenticated);
    let now = game.now().await;
    assert_eq!((now.version, now.cards.len()), (version, 0), "all of them, or none");

    // Where the server has all cards there are none of people's own.
    let server_has_all = v1::CreateMatchRequest {
        chance_mode: v1::ChanceMode::Server.into(),
        options: [("seats".to_owned(), "2".to_owned())].into(),
        seats: vec![human(), human()],
        ..group(&[])
    };
    let game = Game::create(&server, server_has_all).await;
    let said = tell(&game, &game.host, &[BOG]).await.unwrap_err();
    assert!(said.message().contains("here the server has all cards and dice"), "{}", said.message());
    let wrong = v1::CreateMatchRequest { cards: vec!["chump".to_owned()], ..group(&[]) };
    let made = game.client.clone().create_match(wrong).await;
    assert!(made.unwrap_err().message().contains("no name in quotes"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_rolls_for_seats_whose_people_do_not() {
    let server = Server::start("").await;
    let ask = v1::CreateMatchRequest { own_dice: vec![1, 2, 3], ..group(&[]) };
    let game = Game::create(&server, ask).await;
    assert_eq!(game.now().await.own_dice, [1, 2, 3]);
    let wrong = v1::CreateMatchRequest {
        own_dice: vec![1],
        chance_mode: v1::ChanceMode::Server.into(),
        ..group(&[])
    };
    let why = game.client.clone().create_match(wrong).await.unwrap_err();
    assert!(why.message().contains("only with chance_mode CHANCE_MODE_EXTERNAL"), "{}", why.message());
    let wrong = v1::CreateMatchRequest { own_dice: vec![99], ..group(&[]) };
    let why = game.client.clone().create_match(wrong).await.unwrap_err();
    assert!(why.message().contains("numbers of seats"), "{}", why.message());
    server.stop().await;
}
