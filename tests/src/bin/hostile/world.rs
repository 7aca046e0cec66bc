//! What is attacked: matches nobody may change, matches everybody may try to, and the secrets of both.

use crate::seen::{Seen, seen};
use proto::v1::{self, arena_service_client::ArenaServiceClient, match_service_client::MatchServiceClient};
use service::dice::Seed;
use std::collections::HashMap;
use tonic::{Request, transport::Channel};

/// Matches of people who do not act: whatever is sent, they stay as they are.
const GUARDED: u64 = 12;
/// Matches that hostile messages with right tokens may really change.
const TOYS: u64 = 24;
/// The length of a token, and of a seed.
const SECRET_LENGTHS: [usize; 2] = [43, 64];

pub type Matches = MatchServiceClient<Channel>;

/// A match and all that opens it.
pub struct Held {
    pub id: String,
    pub host: String,
    pub seats: Vec<String>,
    pub decision: String,
    pub legal: Vec<String>,
    /// Its log and the host's view of it, as they were.
    before: (v1::ExportMatchResponse, v1::GetViewResponse),
}

pub struct World {
    pub address: String,
    pub guarded: Vec<Held>,
    pub toys: Vec<Held>,
    pub secrets: Secrets,
    pub record: v1::MatchRecord,
    /// Views of every game.
    pub views: Vec<Seen>,
    pub tournament: String,
    client: Matches,
}

/// Tokens and seeds that only some may read.
#[derive(Default)]
pub struct Secrets(HashMap<Vec<u8>, String>);

impl Secrets {
    /// The first secret in a text, of which none may be there.
    pub fn in_text(&self, text: &str) -> Option<String> {
        self.in_bytes(text.as_bytes(), &[])
    }
    /// The first secret in an answer that whoever sent these tokens did not know.
    pub fn in_bytes(&self, bytes: &[u8], known: &[String]) -> Option<String> {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
        for run in bytes.split(|byte| !plain(byte)).filter(|run| run.len() >= SECRET_LENGTHS[0]) {
            for length in SECRET_LENGTHS {
                let told = run.windows(length).find(|part| {
                    self.0.contains_key(*part) && !known.iter().any(|own| own.as_bytes() == *part)
                });
                if let Some(what) = told.and_then(|part| self.0.get(part)) {
                    return Some(what.clone());
                }
            }
        }
        None
    }
    pub fn has(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }
}

pub fn person() -> v1::Controller {
    let human = v1::Human { display_name: "Ada".into() };
    v1::Controller { controller: Some(v1::controller::Controller::Human(human)) }
}

pub fn bot(agent: &str) -> v1::Bot {
    let budget = v1::Budget { iterations: Some(5), time: None };
    v1::Bot { agent_id: agent.into(), level: 0, budget: (agent == "mcts").then_some(budget) }
}

pub fn played_by(agent: &str) -> v1::Controller {
    v1::Controller { controller: Some(v1::controller::Controller::Bot(bot(agent))) }
}

/// A match of four people; those with an odd number are private, some have their own dice.
fn wish(n: u64) -> v1::CreateMatchRequest {
    v1::CreateMatchRequest {
        game_id: "para_roles".into(),
        options: [("campaign".to_owned(), "dragons_tower".to_owned())].into(),
        seats: (0..4).map(|_| person()).collect(),
        seed: Some(seed(n)),
        private: n % 2 == 1,
        ..Default::default()
    }
}

/// A number that stands nowhere else.
fn seed(n: u64) -> u64 {
    0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n + 1)
}

fn toy(n: u64) -> v1::CreateMatchRequest {
    let seats = match n % 3 {
        0 => (0..4).map(|_| person()).collect(),
        1 => vec![person(), played_by("greedy"), person(), played_by("mcts")],
        _ => vec![person(), person()],
    };
    let chance_mode = if n % 4 == 3 { v1::ChanceMode::External } else { v1::ChanceMode::Server } as i32;
    v1::CreateMatchRequest {
        seats,
        chance_mode,
        undo_policy: v1::UndoPolicy::Free as i32,
        private: false,
        ..wish(1_000 + n)
    }
}

pub fn with<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    let value = format!("Bearer {token}").parse().expect("a token is plain text");
    request.metadata_mut().insert("authorization", value);
    request
}

impl World {
    pub async fn make(address: &str) -> World {
        let endpoint = Channel::from_shared(format!("http://{address}")).expect("an address");
        let channel = endpoint.connect().await.expect("the server listens");
        let mut client = MatchServiceClient::new(channel.clone());
        let (mut guarded, mut toys, mut secrets) = (vec![], vec![], Secrets::default());
        for n in 0..GUARDED {
            let held = Held::make(&mut client, wish(n)).await;
            secrets
                .0
                .insert(Seed::of_number(seed(n)).reveal().into_bytes(), format!("the seed of match {n}"));
            guarded.push(held);
        }
        for n in 0..TOYS {
            toys.push(Held::make(&mut client, toy(n)).await);
        }
        for (n, held) in guarded.iter().chain(&toys).enumerate() {
            let seats = held.seats.iter().enumerate().map(|(seat, token)| (token, format!("seat {seat}")));
            for (token, whose) in seats.chain([(&held.host, "the host".to_owned())]) {
                secrets.0.insert(token.clone().into_bytes(), format!("the token of {whose} of match {n}"));
            }
        }
        let record = played(&mut client).await;
        let views = seen(&mut client).await;
        let tournament = tournament(channel).await;
        World { address: address.to_owned(), guarded, toys, secrets, record, views, tournament, client }
    }

    /// What happened to the matches that nobody might change.
    pub async fn changed(&self) -> Vec<String> {
        let mut changed = vec![];
        for (n, held) in self.guarded.iter().enumerate() {
            let now = held_now(&mut self.client.clone(), &held.id, &held.host).await;
            if now.as_ref().ok() != Some(&held.before) {
                changed.push(format!("match {n} has changed: {now:?}"));
            }
        }
        println!("{} guarded matches are as they were", self.guarded.len() - changed.len());
        changed
    }
}

impl Held {
    async fn make(client: &mut Matches, ask: v1::CreateMatchRequest) -> Held {
        let made = client.create_match(ask).await.expect("a match").into_inner();
        let id = made.r#match.expect("the match").match_id;
        let seats: Vec<String> = made.seat_tokens.into_values().collect();
        let view = v1::GetViewRequest { match_id: id.clone(), ..Default::default() };
        let mut legal = vec![];
        for token in &seats {
            let seen = client.get_view(with(token, view.clone())).await.expect("a view").into_inner();
            legal.extend(seen.actions.into_iter().map(|action| action.id));
        }
        let before = held_now(client, &id, &made.host_token).await.expect("a match that was just made");
        let decision = before.1.decision.clone().map(|decision| decision.id).unwrap_or_default();
        Held { id, host: made.host_token, seats, decision, legal, before }
    }
}

async fn held_now(
    client: &mut Matches,
    id: &str,
    host: &str,
) -> Result<(v1::ExportMatchResponse, v1::GetViewResponse), tonic::Status> {
    let export = v1::ExportMatchRequest { match_id: id.to_owned(), with_text: true };
    let view = v1::GetViewRequest { match_id: id.to_owned(), with_text: true, ..Default::default() };
    let export = client.export_match(with(host, export)).await?.into_inner();
    Ok((export, client.get_view(with(host, view)).await?.into_inner()))
}

/// The record of a game that bots have begun.
async fn played(client: &mut Matches) -> v1::MatchRecord {
    let seats = vec![person(), played_by("random"), played_by("random"), played_by("random")];
    let ask = v1::CreateMatchRequest { seats, private: false, ..wish(5_000) };
    let made = client.create_match(ask).await.expect("a match").into_inner();
    let (id, token) = (made.r#match.expect("the match").match_id, made.seat_tokens[&0].clone());
    let view = v1::GetViewRequest { match_id: id.clone(), ids_only: true, ..Default::default() };
    for _ in 0..40 {
        let seen = client.get_view(with(&token, view.clone())).await.expect("a view").into_inner();
        if let (Some(decision), Some(action)) = (seen.decision, seen.actions.first()) {
            let ask = v1::ApplyActionRequest {
                match_id: id.clone(),
                decision_id: decision.id,
                action_id: action.id.clone(),
                ..Default::default()
            };
            // A bot may be faster; then the next look shows more.
            let _ = client.apply_action(with(&token, ask)).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let ask = v1::ExportMatchRequest { match_id: id, with_text: false };
    let told = client.export_match(with(&token, ask)).await.expect("a record").into_inner();
    told.record.expect("a record")
}

async fn tournament(channel: Channel) -> String {
    let ask = v1::CreateTournamentRequest {
        game_id: "para_roles".into(),
        entrants: vec![bot("random"), bot("greedy")],
        games_per_pairing: 2,
        ..Default::default()
    };
    let made = ArenaServiceClient::new(channel).create_tournament(ask).await.expect("a tournament");
    made.into_inner().tournament.expect("a tournament").tournament_id
}
