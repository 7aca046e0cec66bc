//! A game is one crate, one word in the catalogue and two impls: with no more than that, Night Ferry of `tests/sixth` is played
//! in the terminal, over gRPC and in the arena. Laws, words, peeking, rulebook and playthroughs meet it like every game.

use crate::matches::{
    by_view,
    rig::{Server, asked},
};
use bots::arena::Orders;
use catalog::{GameKind, PackFiles};
use clap::Parser;
use proto::v1::{self, view::View};
use service::{
    cli::{Cli, Command},
    play,
};
use std::io::Cursor;
use tests::workspace;

#[test]
fn it_is_played_in_the_terminal_by_people_and_bots() {
    let command = ["understudy", "play", "night_ferry", "--bots", "1,2", "--level", "greedy", "--seed", "3"];
    let Command::Play(args) = Cli::parse_from(command).command.expect("a command") else {
        panic!("it plays")
    };
    let mut out = anstream::StripStream::new(Vec::new());
    play::play(*args, &mut Cursor::new("hint\n1\n1\n1\n1\nquit\n"), &mut out).expect("no error");
    let shown = String::from_utf8(out.into_inner()).expect("text");
    for said in ["crossing 1 of 4", "Load a crate of", "seat 0: load", "cross", " wins"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert!(!shown.contains("seat 1 is dealt a crate of"), "what others are dealt is theirs: {shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_over_grpc_by_its_views_alone() {
    let server = Server::start("").await;
    let (game, options) = by_view::table(&server, "night_ferry", 1, &[("crossings", "6")]).await;
    let seen = game.until("the person is asked", |now| asked(now.decision.as_ref()).contains(&1)).await;
    assert!(seen.outcome.is_none());
    let view = game.view(Some(1)).await.view.expect("a view");
    let Some(View::Plain(plain)) = view.view else { panic!("it has no message of its own") };
    assert!(plain.page.contains("Bo") && !plain.position.is_empty(), "{}", plain.page);
    assert_eq!(
        by_view::play(&server, &game, "night_ferry", 1, &options, 99).await,
        6,
        "one crate a crossing"
    );
    let over = game.until("the end", |now| now.outcome.is_some()).await;
    assert!(over.outcome.expect("an end").summary.ends_with(" wins"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_of_it_that_somebody_meddled_with_is_refused() {
    let server = Server::start("").await;
    let (game, options) = by_view::table(&server, "night_ferry", 0, &[]).await;
    game.until("the person is asked", |now| asked(now.decision.as_ref()).contains(&0)).await;
    let view = game.view(Some(0)).await.view.expect("a view");
    let Some(View::Plain(plain)) = &view.view else { panic!("it has no message of its own") };
    for at in 0..plain.position.len() {
        let mut bytes = plain.position.to_vec();
        bytes[at] ^= 1;
        let plain = v1::PlainView { position: bytes.into(), ..(**plain).clone() };
        let other = v1::View { view: Some(View::Plain(Box::new(plain))), ..view.clone() };
        let ask = v1::ChooseActionRequest {
            game_id: "night_ferry".to_owned(),
            options: options.iter().cloned().collect(),
            position: Some(v1::Position { position: Some(v1::position::Position::View(other)) }),
            seat: 0,
            ..Default::default()
        };
        let refused = server.agents().await.choose_action(ask).await.expect_err("not what was given");
        assert!(refused.message().contains("position"), "{refused:?}");
    }
    server.stop().await;
}

#[test]
fn its_bots_are_compared_in_the_arena() {
    let agent = |name: &str| name.parse().expect("an agent");
    let orders =
        Orders { a: agent("mcts:60"), b: agent("random"), deals: 60, seed: 1, threads: 2, sprt: None };
    let game: GameKind = "night_ferry".parse().expect("on the list");
    let played = bots::any::arena(game, &[], &PackFiles::default(), &orders, &|| {}).expect("games that end");
    assert_eq!((played.deals, played.sides[0].games), (60, 180), "from each seat");
    assert!(played.difference.value > 0.0, "search is above chance: {:?}", played.difference);
}

/// The feature that puts it on the list is turned on by these tests and by nobody else.
#[test]
fn nothing_that_ships_offers_it() {
    let folders = [
        "engine/catalog",
        "agents/bots",
        "agents/search",
        "service",
        "benches",
        "tests/cases",
        "engine/kernel",
    ];
    for folder in folders {
        let manifest =
            std::fs::read_to_string(workspace().join(folder).join("Cargo.toml")).expect("a manifest");
        assert!(!manifest.contains("default = ["), "{folder}: a feature is on by default");
        assert!(!manifest.contains("features = [\"sixth\"]"), "{folder} turns the game on");
    }
}
