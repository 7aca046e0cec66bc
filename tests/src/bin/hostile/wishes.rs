//! Messages that are well made and ask for what cannot be: absurd options, ids of nobody, pages that never were.

use crate::{
    bytes_of::{Dice, below, chance, mutated, noise_to, one},
    shapes::Shape,
    world::{Held, World, played_by},
};
use proto::v1;
use rand::RngExt as _;

const MATCHES: &str = "/understudy.v1.MatchService";

fn shape(path: &'static str, message: &impl prost::Message, token: Option<String>) -> Shape {
    Shape { path, message: message.encode_to_vec(), token, streams: false, thinks: None }
}

/// Text that a careless server would trip over.
pub fn text(dice: Dice<'_>) -> String {
    const TRAPS: [&str; 16] = [
        "",
        " ",
        "../../../../etc/passwd",
        "'; drop table matches; --",
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "{01890a5d-ac96-774b-bcce-b302099a8057}",
        "\u{0}\u{0}\u{0}",
        "\u{202e}\u{feff}\u{10ffff}",
        "NaN",
        "-1",
        "18446744073709551616",
        "%s%s%s%n",
        "${jndi:ldap://127.0.0.1/a}",
        "<script>alert(1)</script>",
        "para_roles\r\nset-cookie: a=b",
    ];
    match below(dice, 5) {
        0..=2 => (*one(dice, &TRAPS)).to_owned(),
        3 => "x".repeat(below(dice, 100_000)),
        _ => String::from_utf8_lossy(&noise_to(dice, 60)).into_owned(),
    }
}

fn number(dice: Dice<'_>) -> i64 {
    *one(dice, &[0, 1, -1, 2, 255, 65_536, i64::from(i32::MAX), i64::MAX, i64::MIN, 1_000_000_007])
}

fn time(dice: Dice<'_>) -> prost_types::Duration {
    prost_types::Duration { seconds: number(dice), nanos: number(dice) as i32 }
}

/// A match that cannot be made; now and then one that can.
pub fn options(world: &World, dice: Dice<'_>) -> Shape {
    if chance(dice, 25) {
        return tournament(dice);
    }
    let game_id = if chance(dice, 80) { "para_roles".to_owned() } else { text(dice) };
    let mut options: std::collections::BTreeMap<_, _> = world.record.options.clone();
    for _ in 0..below(dice, 4) {
        let name = *one(dice, &["campaign", "stats", "roles", "heroes", "mode", "x"]);
        options.insert(if chance(dice, 70) { name.to_owned() } else { text(dice) }, text(dice));
    }
    if chance(dice, 5) {
        options.extend((0..5_000).map(|n| (format!("option{n}"), "1".to_owned())));
    }
    let seats = (0..below(dice, 12)).map(|_| absurd_seat(dice)).collect();
    let ask = v1::CreateMatchRequest {
        // The same for all: what is made is made a few times.
        request_id: format!("00000000-0000-4000-a000-{:012}", below(dice, 20)),
        game_id,
        options,
        seats,
        chance_mode: number(dice) as i32,
        undo_policy: number(dice) as i32,
        seed: Some(dice.random()),
        turn_timeout: chance(dice, 50).then(|| time(dice)),
        private: chance(dice, 50),
        bot_order: number(dice) as i32,
        cards: (0..below(dice, 3)).map(|_| text(dice)).collect(),
        own_dice: (0..below(dice, 4)).map(|_| number(dice) as u32).collect(),
    };
    shape("/understudy.v1.MatchService/CreateMatch", &ask, None)
}

fn absurd_bot(dice: Dice<'_>) -> v1::Bot {
    let agent_id = if chance(dice, 50) { "mcts".to_owned() } else { text(dice) };
    let budget = v1::Budget { time: Some(time(dice)), iterations: Some(number(dice) as u32) };
    v1::Bot { agent_id, level: number(dice) as i32, budget: Some(budget) }
}

fn absurd_seat(dice: Dice<'_>) -> v1::Controller {
    use v1::controller::Controller as Who;
    let who = match below(dice, 3) {
        0 => None,
        1 => Some(Who::Human(v1::Human { display_name: text(dice) })),
        _ => Some(Who::Bot(absurd_bot(dice))),
    };
    v1::Controller { controller: who }
}

fn tournament(dice: Dice<'_>) -> Shape {
    let ask = v1::CreateTournamentRequest {
        request_id: format!("00000000-0000-4000-b000-{:012}", below(dice, 4)),
        game_id: if chance(dice, 80) { "para_roles".to_owned() } else { text(dice) },
        options: [(text(dice), text(dice))].into(),
        entrants: (0..below(dice, 40)).map(|_| absurd_bot(dice)).collect(),
        games_per_pairing: number(dice) as u32,
        seed: Some(dice.random()),
    };
    shape("/understudy.v1.ArenaService/CreateTournament", &ask, None)
}

/// Calls about matches, tournaments and games that are not there.
pub fn ids(world: &World, dice: Dice<'_>) -> Shape {
    let match_id = match below(dice, 3) {
        0 => text(dice),
        1 => uuid(dice),
        _ => {
            let id = one(dice, &world.guarded).id.clone().into_bytes();
            String::from_utf8_lossy(&mutated(id, dice)).into_owned()
        }
    };
    let token = chance(dice, 50).then(|| one(dice, &world.toys).host.clone());
    let request_id = text(dice);
    match below(dice, 5) {
        0 => {
            let ask = v1::GetMatchRequest { match_id };
            shape("/understudy.v1.MatchService/GetMatch", &ask, token)
        }
        1 => {
            let ask = v1::CloseMatchRequest { match_id, request_id };
            shape("/understudy.v1.MatchService/CloseMatch", &ask, token)
        }
        2 => {
            let ask = v1::GetViewRequest { match_id, version: Some(dice.random()), ..Default::default() };
            shape("/understudy.v1.MatchService/GetView", &ask, token)
        }
        3 => {
            let ask = v1::CancelTournamentRequest { tournament_id: match_id, request_id };
            shape("/understudy.v1.ArenaService/CancelTournament", &ask, token)
        }
        _ => {
            let start = Some(v1::watch_match_request::Start::ResumeToken(text(dice)));
            let heartbeat = Some(time(dice));
            let ask = v1::WatchMatchRequest { match_id, start, heartbeat, ..Default::default() };
            let path = "/understudy.v1.MatchService/WatchMatch";
            Shape { streams: true, ..shape(path, &ask, token) }
        }
    }
}

fn uuid(dice: Dice<'_>) -> String {
    let number: u128 = dice.random();
    let hex = format!("{number:032x}");
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// Lists with sizes and places that never were.
pub fn pages(dice: Dice<'_>) -> Shape {
    let page_size = number(dice) as u32;
    let page_token = if chance(dice, 30) { "A".repeat(below(dice, 900_000)) } else { text(dice) };
    let game_id = if chance(dice, 50) { "para_roles".to_owned() } else { text(dice) };
    match below(dice, 4) {
        0 => {
            let moment =
                |dice: Dice<'_>| prost_types::Timestamp { seconds: number(dice), nanos: dice.random() };
            let ask = v1::ListMatchesRequest {
                page_size,
                page_token,
                game_id,
                running_only: chance(dice, 50),
                finished_only: chance(dice, 50),
                created_after: chance(dice, 30).then(|| moment(dice)),
                created_before: chance(dice, 30).then(|| moment(dice)),
            };
            shape("/understudy.v1.MatchService/ListMatches", &ask, None)
        }
        1 => {
            let ask = v1::ListTournamentsRequest { page_size, page_token };
            shape("/understudy.v1.ArenaService/ListTournaments", &ask, None)
        }
        2 => {
            let ask = v1::ListRulesRequest { game_id, page_size, page_token };
            shape("/understudy.v1.CatalogService/ListRules", &ask, None)
        }
        _ => {
            let ask = v1::ListAgentsRequest { game_id, page_size, page_token };
            shape("/understudy.v1.CatalogService/ListAgents", &ask, None)
        }
    }
}

/// Right tokens, and a decision that is not open or an action that is not there: nothing may happen.
pub fn stale(held: &Held, dice: Dice<'_>) -> Shape {
    let seat = below(dice, held.seats.len());
    let (match_id, token) = (held.id.clone(), Some(held.seats[seat].clone()));
    if chance(dice, 20) {
        let outcome = v1::chance_outcome::Outcome::Server(v1::ServerRolls {});
        let outcome = Some(v1::ChanceOutcome { outcome: Some(outcome) });
        let ask = v1::ResolveChanceRequest {
            match_id,
            decision_id: held.decision.clone(),
            outcome,
            ..Default::default()
        };
        return shape("/understudy.v1.MatchService/ResolveChance", &ask, token);
    }
    if chance(dice, 20) {
        let ask = v1::UndoActionsRequest {
            match_id,
            to_version: dice.random(),
            expected_version: dice.random(),
            ..Default::default()
        };
        return shape("/understudy.v1.MatchService/UndoActions", &ask, token);
    }
    let open = chance(dice, 50);
    let decision_id = if open { held.decision.clone() } else { format!("{}0", held.decision) };
    let legal = held.legal.get(below(dice, held.legal.len())).cloned().unwrap_or_default();
    // Never one that is legal under a question that is open.
    let action_id = if open { format!("{} of nothing", text(dice)) } else { legal };
    let ask = v1::ApplyActionRequest {
        match_id,
        seat: seat as u32,
        decision_id,
        action_id,
        with_view: true,
        ..Default::default()
    };
    shape("/understudy.v1.MatchService/ApplyAction", &ask, token)
}

/// Things only the host or a seat may do, to be sent with tokens of others.
pub fn trespass(held: &Held, dice: Dice<'_>) -> Shape {
    let match_id = held.id.clone();
    match below(dice, 3) {
        0 => {
            let ask = v1::CloseMatchRequest { match_id, request_id: String::new() };
            shape("/understudy.v1.MatchService/CloseMatch", &ask, None)
        }
        1 => {
            let (seat, controller) = (below(dice, 4) as u32, Some(played_by("greedy")));
            let ask = v1::SetSeatRequest { match_id, seat, controller, request_id: String::new() };
            shape("/understudy.v1.MatchService/SetSeat", &ask, None)
        }
        _ => Shape::of_match(held, dice),
    }
}

/// A path where nothing is.
pub fn path(dice: Dice<'_>) -> String {
    match below(dice, 4) {
        0 => format!("{MATCHES}/{}", one(dice, &["", "GetSecret", "getview", "GetView/", "../admin"])),
        1 => "/".repeat(1 + below(dice, 500)),
        2 => format!("/{}", "a".repeat(below(dice, 6_000))),
        _ => (*one(
            dice,
            &[
                "/metrics",
                "/healthz",
                "/grpc.health.v1.Health/Check",
                "*",
                "/%00%ff",
                "/understudy.v1.MatchService",
            ],
        ))
        .to_owned(),
    }
}
