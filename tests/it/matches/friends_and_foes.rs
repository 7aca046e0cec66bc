//! Friends and Foes over real sockets: whole matches of two to four, secrets that stay secret, choices made at once, seats
//! that change hands, and cards that people draw themselves.

mod real_table; // hands that the server never learns, standing orders, corrections
mod secrets; // what nobody may read before the end

use super::rig::*;
use proto::v1::{self, friends_and_foes_view as wire, view::View};
use std::{collections::BTreeMap, time::Duration};

/// A match of so many seats, people in the first of them and bots without a thought in the others.
fn skirmish(seats: usize, people: usize, seed: u64) -> v1::CreateMatchRequest {
    let agreed = [("preset", "club"), ("find_base", "1"), ("round_limit", "5")];
    let options = agreed.map(|(name, value)| (name, value.to_owned())).into_iter();
    let options = options.chain([("seats", seats.to_string())]);
    let who = (0..seats).map(|n| if n < people { human() } else { played_by(bot("random")) });
    v1::CreateMatchRequest {
        game_id: "friends_and_foes".into(),
        options: options.map(|(name, value)| (name.to_owned(), value)).collect(),
        seats: who.collect(),
        seed: Some(seed),
        ..Default::default()
    }
}

/// The same with warbands agreed on, so that it begins with cards.
fn agreed(people: usize, seed: u64) -> v1::CreateMatchRequest {
    let mut ask = skirmish(2, people, seed);
    ask.options.insert("formations".into(), "WB-1,WB-5".into());
    ask
}

/// Numbers that are the same in every run.
struct Whim(u64);

impl Whim {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }
}

fn table(seen: &v1::GetViewResponse) -> v1::FriendsAndFoesView {
    match seen.view.as_ref().and_then(|view| view.view.clone()) {
        Some(View::FriendsAndFoes(table)) => *table,
        other => panic!("a view of another game: {other:?}"),
    }
}

/// Plays people's seats by whim until the match is over, or until `stop` says so. Says how often people acted.
async fn play(game: &Game, whim: &mut Whim, stop: impl Fn(&v1::Match) -> bool) -> u64 {
    let mut acted = 0;
    for _ in 0..50_000 {
        let now = game.now().await;
        if now.outcome.is_some() || stop(&now) {
            return acted;
        }
        let own = asked(now.decision.as_ref()).into_iter().find(|seat| game.seats.contains_key(seat));
        let Some(seat) = own else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let seen = game.view(Some(seat)).await;
        let Some(decision) = seen.decision.filter(|_| !seen.actions.is_empty()) else { continue };
        let action = &seen.actions[whim.below(seen.actions.len())].id;
        match game.send(&game.seats[&seat], game.action(seat, &decision.id, action)).await {
            Ok(_) => acted += 1,
            Err(status) => assert!(
                ["STALE_DECISION", "OVER", "NOT_ASKED"].contains(&reason(&status).as_str()),
                "{status:?}"
            ),
        }
    }
    panic!("the match does not end");
}

async fn a_whole_match(seats: usize, teams: &str) {
    let server = Server::start("").await;
    let mut ask = skirmish(seats, 1, 40 + seats as u64);
    ask.options.insert("teams".into(), teams.into());
    let game = Game::create(&server, ask).await;
    let now = game.now().await;
    assert_eq!(now.seats.len(), seats);
    let acted = play(&game, &mut Whim(seats as u64), |_| false).await;
    assert!(acted > 10, "{acted}");
    let end = game.now().await.outcome.expect("an outcome");
    assert!(end.payoffs.len() == seats && !end.closed && !end.summary.is_empty(), "{end:?}");
    let seen = game.view(Some(0)).await;
    let table = table(&seen);
    assert_eq!(table.phase(), wire::Phase::Over);
    assert!(table.ending.is_some() && table.sides.len() == seats);
    let record = catalog::Record::read(&game.export("").await.record.expect("a record").text).expect("reads");
    let proved = service::verify::verify(&record, &catalog::PackFiles::default()).expect("honest cards");
    assert!(proved.rolled > 50 && proved.told == 0, "{proved:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_a_bot_play_a_duel_to_its_end() {
    a_whole_match(2, "auto").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_two_bots_play_each_for_themselves_to_the_end() {
    a_whole_match(3, "auto").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_with_a_partner_plays_two_bots_to_the_end() {
    a_whole_match(4, "01v23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_catalogue_says_two_to_four_and_every_view_and_action_is_typed() {
    let server = Server::start("").await;
    let mut catalogue = v1::catalog_service_client::CatalogServiceClient::new(server.channel().await);
    let games = catalogue.list_games(v1::ListGamesRequest::default()).await.unwrap().into_inner().games;
    let ours = games.iter().find(|game| game.game_id == "friends_and_foes").expect("it is listed");
    assert_eq!((ours.min_seats, ours.max_seats), (2, 4));
    assert!(ours.options.iter().any(|option| option.name == "scenario"));
    assert!(ours.content_files.contains(&"abilities.ron".to_owned()));
    let game = Game::create(&server, agreed(2, 3)).await;
    play(&game, &mut Whim(1), |now| {
        now.decision.as_ref().is_some_and(|decision| decision.prompt.ends_with("what to do?"))
    })
    .await;
    let seat = asked(game.now().await.decision.as_ref())[0];
    let ask = v1::GetViewRequest { match_id: game.id.clone(), with_text: true, ..Default::default() };
    let seen = game.client.clone().get_view(with(&game.seats[&seat], ask)).await.unwrap().into_inner();
    let table = table(&seen);
    assert!(table.areas.len() >= 9 && table.characters.len() >= 4 && table.turn_of == Some(seat));
    assert!(seen.view.as_ref().unwrap().text.contains("tokens"), "{:?}", seen.view);
    for action in &seen.actions {
        assert!(!action.label.is_empty() && action.id.starts_with(&action.verb), "{action:?}");
        let words: Vec<&str> = action.operands.iter().map(|operand| operand.value.as_str()).collect();
        assert_eq!(action.id.split(' ').skip(1).collect::<Vec<_>>(), words);
        for operand in action.operands.iter().filter(|operand| operand.name == "to") {
            assert!(table.areas.iter().any(|area| area.id == operand.value), "{action:?}");
        }
    }
    let more = skirmish(3, 0, 1);
    let wrong = v1::CreateMatchRequest { options: [("seats".into(), "5".into())].into(), ..more.clone() };
    assert!(game.client.clone().create_match(wrong).await.is_err(), "five seats are too many");
    let wrong = v1::CreateMatchRequest { options: [("seats".into(), "2".into())].into(), ..more };
    assert_eq!(fault(game.client.clone().create_match(wrong).await).1, "seats", "three for two seats");
    server.stop().await;
}

/// What both are asked now: the same question.
async fn both(game: &Game, prompt: &str) -> (String, [v1::GetViewResponse; 2]) {
    let seen = [game.view(Some(0)).await, game.view(Some(1)).await];
    let decision = seen[0].decision.clone().expect("a decision");
    assert!(decision.prompt.contains(prompt), "{decision:?}");
    assert_eq!(Some(decision.id.as_str()), seen[1].decision.as_ref().map(|other| other.id.as_str()));
    (decision.id, seen)
}

/// Both lay a card face down at the revision they saw; the second is not stale.
#[tokio::test(flavor = "multi_thread")]
async fn initiative_is_chosen_at_once_and_answered_at_the_same_revision() {
    let server = Server::start("").await;
    let game = Game::create(&server, agreed(2, 11)).await;
    for seat in 0..2 {
        let seen = game.view(Some(seat)).await;
        assert!(seen.actions.iter().any(|action| action.id == "buy 0"), "{:?}", seen.actions);
    }
    let (first, _) = both(&game, "how many cards").await;
    for seat in [1, 0] {
        game.send(&game.seats[&seat], game.action(seat, &first, "buy 0")).await.expect("not stale");
    }
    let (second, seen) = both(&game, "initiative").await;
    assert_ne!(first, second);
    let chosen: Vec<String> = seen.iter().map(|seen| seen.actions[0].id.clone()).collect();
    game.send(&game.seats[&0], game.action(0, &second, &chosen[0])).await.expect("the first");
    let other = table(&game.view(Some(1)).await);
    assert_eq!(other.sides[0].commit, Some(wire::Commit::default()), "it lies there, face down");
    let own = table(&game.view(Some(0)).await);
    let laid = own.sides[0].commit.as_ref().expect("a card");
    assert_eq!(format!("initiative {}", laid.card), chosen[0]);
    game.send(&game.seats[&1], game.action(1, &second, &chosen[1])).await.expect("not stale");
    let shown = table(&game.view(None).await);
    assert!(shown.sides.iter().all(|side| !side.initiative.is_empty()), "{:?}", shown.sides);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_from_a_person_to_a_bot_and_back_in_the_middle() {
    let server = Server::start("").await;
    let mut game = Game::create(&server, agreed(2, 5)).await;
    let mut whim = Whim(9);
    play(&game, &mut whim, |now| now.version > 60).await;
    let lent = game.set_seat(&game.seats[&0], game.seat_for(0, played_by(bot("greedy")))).await.unwrap();
    assert_eq!((lent.seat.unwrap().epoch, lent.seat_token.as_str()), (1, ""));
    let old = game.seats.remove(&0).expect("a token");
    let from = game.now().await.version;
    play(&game, &mut whim, |now| now.version > from + 60).await;
    let back = game.set_seat(&old, game.seat_for(0, human())).await.unwrap();
    game.seats.insert(0, back.seat_token.clone());
    let hand = table(&game.view(Some(0)).await).sides[0].clone();
    assert_eq!(hand.hand.split_whitespace().count(), hand.hand_count as usize, "the hand is whole again");
    play(&game, &mut whim, |_| false).await;
    assert!(!game.now().await.outcome.expect("an end").closed);
    let steps = game.export("").await.record.unwrap().steps;
    let by_bot = |step: &v1::Step| match &step.step {
        Some(v1::step::Step::Action(act)) if act.seat == 0 => Some(act.by_bot),
        _ => None,
    };
    let who: Vec<bool> = steps.iter().filter_map(by_bot).collect();
    let bots: Vec<usize> = who.iter().enumerate().filter(|(_, bot)| **bot).map(|(at, _)| at).collect();
    assert!(
        !who[0] && !bots.is_empty() && bots[bots.len() - 1] + 1 < who.len(),
        "person, bot, person: {who:?}"
    );
    server.stop().await;
}

/// The cards that a seat might draw: those it has not seen, in a view of its own.
async fn could_come(game: &Game, seat: u32) -> Vec<String> {
    let table = table(&game.view(Some(seat)).await);
    let side = table.sides.iter().find(|side| side.seat == seat).expect("its own side");
    side.unseen.clone().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// A person's cards are told as they were drawn; the bot's deck is the server's, and nobody sees its hand.
#[tokio::test(flavor = "multi_thread")]
async fn people_tell_their_own_cards_and_the_server_draws_for_the_bot() {
    let server = Server::start("").await;
    let ask = v1::CreateMatchRequest { chance_mode: v1::ChanceMode::External.into(), ..agreed(1, 21) };
    let game = Game::create(&server, ask).await;
    let (mut whim, mut told, mut rolled) = (Whim(3), BTreeMap::<String, u32>::new(), 0);
    for _ in 0..5_000 {
        let now = game.now().await;
        if now.outcome.is_some() || now.version > 400 {
            break;
        }
        let Some(possible) = possible(now.decision.as_ref()) else {
            play(&game, &mut whim, |now| now.version > 400 || possible_now(now)).await;
            continue;
        };
        // What is left in a deck tells what others hold: it is listed only while nobody holds anything unseen.
        let open = table(&game.view(None).await).sides.iter().all(|side| {
            side.hand.split_whitespace().count() == side.hand_count as usize && side.commit.is_none()
        });
        assert_eq!(possible.is_empty(), !open, "{possible:?}");
        let prompt = now.decision.expect("a decision").prompt;
        if !prompt.contains("seat 0") {
            game.chance(server_rolls(), "").await.expect("the server draws");
            rolled += 1;
            continue;
        }
        let cards = could_come(&game, 0).await;
        let card = cards[whim.below(cards.len())].clone();
        let wrong = game.chance(fallen(&["draw 1X"]), "").await.unwrap_err();
        assert!(open || !wrong.message().contains("draw 2"), "no list of what is left: {}", wrong.message());
        game.chance(fallen(&[&card]), "").await.unwrap_or_else(|why| panic!("{prompt}: {card}: {why:?}"));
        *told.entry(card).or_default() += 1;
    }
    assert!(told.len() > 8 && rolled > 8, "{told:?} {rolled}");
    let bot = table(&game.view(None).await).sides[1].clone();
    assert!(bot.hand.split_whitespace().count() <= bot.shown.split_whitespace().count(), "{bot:?}");
    server.stop().await;
}

fn possible_now(now: &v1::Match) -> bool {
    possible(now.decision.as_ref()).is_some()
}

/// A view is a position: bots advise callers who keep the game, and see no more than the seat does.
#[tokio::test(flavor = "multi_thread")]
async fn bots_advise_by_the_view_of_a_seat() {
    let server = Server::start("").await;
    let wish = agreed(2, 31);
    let game = Game::create(&server, wish.clone()).await;
    let mut agents = server.agents().await;
    let mut whim = Whim(8);
    let mut advised = 0;
    for round in 1..12u64 {
        play(&game, &mut whim, |now| now.version > 25 * round).await;
        let now = game.now().await;
        let Some(seat) = asked(now.decision.as_ref()).first().copied() else { continue };
        let seen = game.view(Some(seat)).await;
        let mut position = seen.view.clone().expect("a view");
        let ask = |view: v1::View| v1::ChooseActionRequest {
            game_id: "friends_and_foes".into(),
            options: wish.options.clone(),
            position: Some(v1::Position { position: Some(v1::position::Position::View(view)) }),
            seat,
            bot: Some(searcher(20)),
            seed: Some(round),
            ..Default::default()
        };
        let answer = agents.choose_action(ask(position.clone())).await.expect("advice").into_inner();
        let action = answer.advice.and_then(|advice| advice.action).expect("an action").id;
        assert!(seen.actions.iter().any(|legal| legal.id == action), "{action}");
        advised += 1;
        if let Some(View::FriendsAndFoes(table)) = &mut position.view {
            table.sides[0].tokens = 99;
        }
        assert_eq!(fault(agents.choose_action(ask(position)).await).1, "position.view");
    }
    assert!(advised > 3, "{advised}");
    server.stop().await;
}
