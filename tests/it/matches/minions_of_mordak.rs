//! Minions of Mordak over real sockets, for a group with its own box: how it is asked, what it may tell, what it
//! carries out; and standing orders.

use super::rig::*;
use catalog::{PackFiles, Record};
use proto::v1;
use std::time::Duration;
use tonic::Status;

/// Three Heroes that are people against a Villain that is a bot.
fn group(options: &[(&str, &str)], chance: v1::ChanceMode, seed: u64) -> v1::CreateMatchRequest {
    let fixed =
        [("seats", "4"), ("heroes", "alyndra,amos,wugner"), ("void_deck", "house"), ("hands", "hidden")];
    let options = fixed.iter().chain(options).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    v1::CreateMatchRequest {
        game_id: "minions_of_mordak".into(),
        options: options.collect(),
        seats: vec![played_by(bot("greedy")), human(), human(), human()],
        chance_mode: chance.into(),
        seed: Some(seed),
        ..Default::default()
    }
}

fn form(now: &v1::Match) -> Option<String> {
    match now.decision.as_ref().and_then(|decision| decision.asked.as_ref()) {
        Some(v1::decision::Asked::Chance(asked)) => Some(asked.form.clone()),
        Some(v1::decision::Asked::Seats(_)) | None => None,
    }
}

/// Plays people's seats by a fixed whim until something is to be told, or the match is over.
async fn until_chance(game: &Game, whim: &mut u64) -> v1::Match {
    for _ in 0..50_000 {
        let now = game.now().await;
        if now.outcome.is_some() || form(&now).is_some() {
            return now;
        }
        let own = asked(now.decision.as_ref()).into_iter().find(|seat| game.seats.contains_key(seat));
        let Some(seat) = own else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let legal = game.view(Some(seat)).await.actions;
        *whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(action) = legal.get((*whim >> 33) as usize % legal.len().max(1)) else { continue };
        // Somebody may have been faster only if a bot was asked too; then the next look tells.
        let _ = game.act(seat, &action.id).await;
    }
    panic!("nothing is to be told");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_is_told_in_what_form_and_names_and_faces_are_taken() {
    let server = Server::start("").await;
    let game = Game::create(&server, group(&[], v1::ChanceMode::External, 5)).await;
    let mut whim = 1;
    let now = until_chance(&game, &mut whim).await;
    let told = form(&now).expect("a Chump is asked for");
    assert!(told.starts_with("type the Chump by its name or number, such as `"), "{told}");
    let wrong = game.chance(fallen(&["Big Bad Wolf"]), "").await.unwrap_err();
    assert_eq!(wrong.message(), format!("`Big Bad Wolf` cannot come now: {told}"));
    game.chance(fallen(&["rusted sentry"]), "").await.expect("a name is taken");
    let mut faces = 0;
    while faces < 3 {
        let now = until_chance(&game, &mut whim).await;
        let told = form(&now).expect("the game goes on");
        let answer = match told.as_str() {
            total if total.starts_with("type the total") => "1".to_owned(),
            each if each.starts_with("type what each die shows") => {
                let wrong = game.chance(fallen(&["hits 77"]), "").await.unwrap_err();
                assert_eq!(wrong.message(), format!("`hits 77` cannot come now: {told}"));
                faces += 1;
                each.split('`').nth(1).expect("an example").to_owned()
            }
            card => card.split('`').nth(1).expect("an example").to_owned(),
        };
        // The example may have been turned up before: another card of the kind is drawn.
        if let Err(why) = game.chance(fallen(&[&answer]), "").await {
            assert!(why.message().contains("it lies elsewhere"), "{answer}: {}", why.message());
            game.chance(server_rolls(), "").await.expect("the server draws this once");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_bot_does_comes_in_words_that_people_carry_out() {
    let server = Server::start("").await;
    let game = Game::create(&server, group(&[], v1::ChanceMode::Server, 5)).await;
    let mut whim = 1;
    until_chance(&game, &mut whim).await;
    let steps = game.export("").await.record.expect("a record").steps;
    let order = |step: &v1::Step| match &step.step {
        Some(v1::step::Step::Action(act)) if act.by_bot => Some(act.order.clone()),
        Some(_) | None => None,
    };
    let orders: Vec<String> = steps.iter().filter_map(order).collect();
    for words in [" goes from ", " rolls ", ": no Reaction", " attacks "] {
        assert!(orders.iter().any(|order| order.contains(words)), "{words}: {orders:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_out_of_a_hidden_hand_is_asked_of_people_where_the_server_has_the_dice() {
    let server = Server::start("").await;
    let mut stolen = false;
    // In the first of these matches he steals; the others are there for when bots play otherwise.
    for seed in [8, 11, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12] {
        let game = Game::create(&server, group(&[], v1::ChanceMode::Server, seed)).await;
        let mut whim = seed;
        let now = until_chance(&game, &mut whim).await;
        let Some(told) = form(&now) else { continue };
        assert!(told.starts_with("type the Spell that leaves the hand of "), "{told}");
        let prompt = now.decision.expect("a decision").prompt;
        assert!(prompt.starts_with("Mordak takes a Spell at random out of the hand of "), "{prompt}");
        let rolled = game.chance(server_rolls(), "").await.unwrap_err();
        assert!(
            rolled.message().starts_with("only people can know what falls: type "),
            "{}",
            rolled.message()
        );
        let example = told.split('`').nth(1).expect("an example").to_owned();
        let done = match game.chance(fallen(&[&example]), "").await {
            Ok(done) => done,
            // It has been seen elsewhere: another of that deck has not.
            Err(why) => {
                assert!(why.message().contains("it lies elsewhere"), "{}", why.message());
                let id = told.rsplit('`').nth(1).expect("an id").replace('1', "2");
                game.chance(fallen(&[&id]), "").await.expect("a card that nobody has seen")
            }
        };
        let told: Vec<String> = done.events.into_iter().flat_map(|event| event.lines).collect();
        assert!(told.iter().any(|line| line.starts_with("Mordak takes ")), "{told:?}");
        stolen = true;
        break;
    }
    assert!(stolen, "the Villain steals in some matches");
    server.stop().await;
}

// --- standing orders for Reactions

/// A person as the Villain and one as a Hero; the server has the dice, and steps may be taken back.
fn duel(seed: u64) -> v1::CreateMatchRequest {
    let options = [("seats", "2"), ("heroes", "alyndra")];
    v1::CreateMatchRequest {
        game_id: "minions_of_mordak".into(),
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        seats: vec![human(), human()],
        undo_policy: v1::UndoPolicy::Free.into(),
        seed: Some(seed),
        ..Default::default()
    }
}

async fn set(game: &Game, token: &str, text: &str) -> Result<v1::SetTableResponse, Status> {
    let (match_id, settings) = (game.id.clone(), vec![text.to_owned()]);
    let ask = v1::SetTableRequest { match_id, settings, ..Default::default() };
    game.client.clone().set_table(with(token, ask)).await.map(tonic::Response::into_inner)
}

/// Everybody passes until this seat may do this.
async fn until_may(game: &Game, seat: u32, action: &str) {
    for _ in 0..100 {
        let asks = asked(game.now().await.decision.as_ref());
        let may = game.view(Some(asks[0])).await.actions;
        if asks[0] == seat && may.iter().any(|each| each.id == action) {
            return;
        }
        let pass = may.iter().find(|each| each.id == "pass").unwrap_or(&may[0]);
        game.act(asks[0], &pass.id).await.expect("a legal action");
    }
    panic!("{seat} may never {action}");
}

fn orders(seen: &v1::GetViewResponse) -> Vec<Vec<String>> {
    let view = seen.view.as_ref().and_then(|view| view.view.as_ref());
    let Some(v1::view::View::MinionsOfMordak(table)) = view else { panic!("another game: {view:?}") };
    table.players.iter().map(|player| player.standing_orders.clone()).collect()
}

/// The steps of a record as these eyes read them: the version, who did what, and what was set.
fn steps(record: v1::ExportMatchResponse) -> Vec<(u64, String)> {
    let told = |step: v1::Step| match step.step {
        Some(v1::step::Step::Action(act)) => Some((
            step.version,
            format!("{}: {}{}", act.seat, act.action_id, if act.by_bot { "!" } else { "" }),
        )),
        Some(v1::step::Step::Set(text)) => Some((step.version, format!("set: {text}"))),
        Some(_) | None => None,
    };
    record.record.expect("a record").steps.into_iter().filter_map(told).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_order_answers_for_its_seat_and_nobody_else_can_tell() {
    let server = Server::start("").await;
    let game = Game::create(&server, duel(5)).await;
    until_may(&game, 1, "roll magic").await;
    let foreign = set(&game, &game.seats[&0], "h1.reacts rolled never").await;
    assert_eq!(fault(foreign).0, "NOT_YOURS");
    let wrong = set(&game, &game.seats[&1], "h1.reacts cast never if damage>=3").await.unwrap_err();
    assert!(wrong.message().contains("damage is known in damage (w6)"), "{}", wrong.message());
    let done = set(&game, &game.seats[&1], "h1.reacts rolled never").await.expect("an order");
    let told: Vec<String> = done.events.into_iter().flat_map(|event| event.lines).collect();
    assert_eq!(told, ["h1 orders rolled never; standing orders: 1. rolled never"]);
    assert_eq!(orders(&game.view(Some(1)).await), [vec![], vec!["rolled never".to_owned()]]);
    for eyes in [Some(0), None] {
        let seen = game.view(eyes).await;
        assert!(orders(&seen).iter().all(Vec::is_empty) && !format!("{seen:?}").contains("rolled never"));
    }
    game.act(1, "roll magic").await.expect("a roll");
    let all = steps(game.export(&game.seats[&0]).await);
    let rolled = all.iter().position(|(_, step)| step == "1: roll magic").expect("the roll");
    let passed = &all[rolled + 1];
    assert_eq!(passed.1, "1: pass", "as if the seat had passed by hand: {all:?}");
    assert!(all.iter().any(|(_, step)| step == "set: "), "what was set is not told: {all:?}");
    assert!(!all.iter().any(|(_, step)| step.contains("never")), "{all:?}");
    let own = steps(game.export(&game.seats[&1]).await);
    assert!(own.iter().any(|(_, step)| step == "set: h1.reacts rolled never"), "{own:?}");
    // Taken back to before the answer, the player is asked.
    game.undo(&game.host, passed.0 - 1).await.expect("taken back");
    assert_eq!(asked(game.now().await.decision.as_ref()), [1]);
    assert!(game.view(Some(1)).await.actions.iter().any(|action| action.id == "pass"));
    game.act(1, "pass").await.expect("by hand");
    // A record with an order is played again like any other.
    game.close().await;
    let text = game.export(&game.host).await.record.expect("a record").text;
    assert!(text.contains("set: h1.reacts rolled never"), "{text}");
    Record::read(&text).expect("a record").replay(&PackFiles::default()).expect("it plays");
    server.stop().await;
}
