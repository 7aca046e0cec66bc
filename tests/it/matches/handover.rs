//! What one match gives out for another, over the wire; and what a match that runs keeps to itself.

use super::rig::*;
use proto::v1;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

fn ask(game_id: &str, people: usize, options: &[(&str, &str)]) -> v1::CreateMatchRequest {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    v1::CreateMatchRequest {
        game_id: game_id.to_owned(),
        options,
        seats: (0..4).map(|n| if n < people { human() } else { played_by(bot("random")) }).collect(),
        ..Default::default()
    }
}

/// A match of bots that is over and gives a party out.
async fn party(server: &Server) -> String {
    for seed in 0.. {
        let wish = v1::CreateMatchRequest { seed: Some(seed), ..woods(0, seed) };
        let game = Game::create(server, wish).await;
        game.until("bots finish", |now| now.outcome.is_some()).await;
        let handover = game.export("").await.handover;
        if !handover.is_empty() {
            return handover;
        }
    }
    unreachable!("some party comes back")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_of_para_roles_begins_another_campaign() {
    let server = Server::start("").await;
    let from = party(&server).await;
    assert!(from.starts_with("understudy handover 1\nparty\ngame para_roles\n"), "{from}");
    for campaign in
        ["random_encounters", "dragons_tower", "maze_of_madness", "dungeon_crawl", "dimensional_rifts"]
    {
        let wish =
            v1::CreateMatchRequest { from: from.clone(), ..ask("para_roles", 4, &[("campaign", campaign)]) };
        let game = Game::create(&server, wish).await;
        let made = game.now().await;
        assert_eq!(
            made.options.get("party").map(|party| from.contains(party.as_str())),
            Some(true),
            "{campaign}"
        );
        assert_eq!(game.export("").await.handover, "", "it has only begun");
    }
    let mut client = server.matches().await;
    let damaged =
        [from.replace("lockout:", "lookout:"), from.replace("party\n", "feast\n"), "x".repeat(70_000)];
    for (from, field) in damaged.into_iter().zip(["options", "from", "from"]) {
        let wish = v1::CreateMatchRequest { from, ..ask("para_roles", 4, &[]) };
        let (reason, found) = fault(client.create_match(wish).await);
        assert!(reason == "INVALID" && found.starts_with(field), "{reason} {found}");
    }
    let other = v1::CreateMatchRequest { from, ..ask("adventures", 1, &[]) };
    assert_eq!(fault(client.create_match(other).await), ("INVALID".into(), "from".into()));
    server.stop().await;
}

/// A record of a hero alone whose campaign is at a break; played at random.
fn at_a_break() -> String {
    let options = [("seats", "1"), ("mode", "normal")].map(|(n, v)| (n.to_owned(), v.to_owned()));
    let (game, pack) = (catalog::GameKind::Adventures, catalog::PackFiles::default());
    let mut table = game.table(&options, &pack).expect("options");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut steps = vec![];
    while catalog::handover::given_out(&*table).is_none() {
        let step = match table.turn().asked().lowest() {
            None => table.sample(&mut rng).expect("chance is due"),
            Some(seat) => table.random_action(seat, &mut rng).expect("options"),
        };
        table.play(&step).expect("random play is legal");
        steps.push(step.to_string());
    }
    let (options, content) = (options.to_vec(), pack.fingerprint());
    catalog::Record { game, options, content, seed: None, commitment: None, steps }.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_of_adventures_goes_on_in_another_match_with_another_party() {
    let server = Server::start("").await;
    let mut client = server.matches().await;
    let record = v1::MatchRecord { text: at_a_break(), ..Default::default() };
    let wish = v1::ImportMatchRequest { record: Some(record), seats: vec![human()], ..Default::default() };
    let made = client.import_match(wish).await.expect("a match").into_inner();
    let id = made.r#match.expect("the match").match_id;
    let game = Game { client: client.clone(), id, host: made.host_token, seats: made.seat_tokens };
    let from = game.export(&game.seats[&0]).await.handover;
    assert!(from.starts_with("understudy handover 1\ncampaign\ngame adventures\noption seats 1\n"), "{from}");
    game.close().await;
    // The same hero goes on, and a second player joins at the break.
    for seats in ["1", "2"] {
        let people = seats.parse::<usize>().expect("a number");
        let wish = v1::CreateMatchRequest {
            from: from.clone(),
            seats: vec![human(); people],
            ..ask("adventures", people, &[("seats", seats)])
        };
        let on = Game::create(&server, wish).await;
        assert_eq!(
            on.export(&on.seats[&0]).await.handover.replace("seats 2", "seats 1"),
            from,
            "still at the break"
        );
        on.act(0, "onward").await.expect("it goes on");
        let asked_now = asked(on.now().await.decision.as_ref());
        assert_eq!(asked_now.contains(&1), people == 2, "whoever joins is asked for a hero");
    }
    let wish = v1::CreateMatchRequest { from: from.replace("xp:", "px:"), ..ask("adventures", 1, &[]) };
    assert_eq!(fault(client.create_match(wish).await).0, "INVALID");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_runs_tells_neither_seed_nor_what_others_keep() {
    let server = Server::start("").await;
    for (game_id, options) in [
        ("friends_and_foes", vec![("formations", "WB-1,WB-5")]),
        ("minions_of_mordak", vec![("seats", "3")]),
        ("fiends_and_familiars", vec![("seats", "3")]),
    ] {
        let seats = vec![human(), human(), played_by(bot("random"))];
        let count = if game_id == "friends_and_foes" { 2 } else { 3 };
        let wish = v1::CreateMatchRequest {
            seats: seats.into_iter().take(count).collect(),
            seed: Some(77),
            ..ask(game_id, 2, &options)
        };
        let game = Game::create(&server, wish).await;
        let mut hidden = 0;
        for n in 0..60u64 {
            let now = game.now().await;
            let asked = asked(now.decision.as_ref());
            let Some(seat) = asked.iter().find(|seat| **seat < 2) else {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                continue;
            };
            let actions = game.view(Some(*seat)).await.actions;
            let action = actions[(n % actions.len() as u64) as usize].id.clone();
            // A bot may have been faster.
            let _ = game.act(*seat, &action).await;
        }
        for token in ["", game.host.as_str(), game.seats[&0].as_str(), game.seats[&1].as_str()] {
            let exported = game.export(token).await;
            let record = exported.record.expect("a record");
            assert_eq!((record.seed.as_str(), exported.handover.as_str()), ("", ""), "{game_id}");
            let shut = record.steps.iter().filter(|step| match &step.step {
                Some(v1::step::Step::Action(act)) => act.action_id.is_empty(),
                Some(v1::step::Step::Chance(fell)) => fell.outcome_id.is_empty(),
                Some(v1::step::Step::Set(text)) => text.is_empty(),
                Some(_) | None => false,
            });
            let shut = shut.count();
            assert_eq!(exported.redacted, shut > 0, "{game_id}");
            assert!(shut == 0 || record.text.is_empty(), "{game_id}: no text where something is hidden");
            hidden += shut;
            if shut > 0 {
                let import = v1::ImportMatchRequest { record: Some(record), ..Default::default() };
                let refused = game.client.clone().import_match(import).await;
                assert_eq!(fault(refused).0, "INVALID", "{game_id}: what is hidden is not played on");
            }
        }
        assert!(hidden > 0 || game_id == "fiends_and_familiars", "{game_id}: nothing was hidden");
    }
    server.stop().await;
}
