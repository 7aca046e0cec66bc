//! A game that was played before, so that it can be played again without thinking: the same seed meets the same dice.

use super::calls::Call;
use proto::v1::{self, match_service_client::MatchServiceClient};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tonic::{Request, transport::Channel};

pub const APPLY: &str = "/understudy.v1.MatchService/ApplyAction";
pub const VIEW: &str = "/understudy.v1.MatchService/GetView";
/// Decisions of the longest script.
const ACTS_MAX: usize = 2_000;
/// Games tried, the longest of which is kept.
const TRIES: u64 = 6;

pub type Matches = MatchServiceClient<Channel>;

/// What four people decide in a game with this seed.
#[derive(Clone)]
pub struct Script {
    seed: u64,
    acts: Vec<(u32, String, String)>,
    /// Steps in the log a decision makes, dice and cards included.
    pub steps_per_act: f64,
}

/// A match with its tokens by seat.
pub struct Made {
    pub id: String,
    pub tokens: Vec<String>,
}

pub fn person() -> v1::Controller {
    let human = v1::Human { display_name: "Ada".into() };
    v1::Controller { controller: Some(v1::controller::Controller::Human(human)) }
}

/// A match of four people.
#[must_use]
pub fn four_people(seed: u64) -> v1::CreateMatchRequest {
    v1::CreateMatchRequest {
        game_id: "para_roles".into(),
        seats: (0..4).map(|_| person()).collect(),
        seed: Some(seed),
        ..Default::default()
    }
}

/// # Panics
/// If the server refuses.
pub async fn create(client: &mut Matches, ask: v1::CreateMatchRequest) -> Made {
    let made = client.create_match(ask).await.expect("a match").into_inner();
    let id = made.r#match.expect("the match").match_id;
    Made { id, tokens: made.seat_tokens.into_values().collect() }
}

fn with<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    let value = format!("Bearer {token}").parse().expect("a token is plain text");
    request.metadata_mut().insert("authorization", value);
    request
}

impl Script {
    /// Plays some games at random and keeps the longest.
    pub async fn play(channel: Channel) -> Script {
        let mut client = MatchServiceClient::new(channel);
        let mut longest: Option<Script> = None;
        for seed in 1..=TRIES {
            let script = Script::of_seed(&mut client, seed).await;
            if longest.as_ref().is_none_or(|best| best.acts.len() < script.acts.len()) {
                longest = Some(script);
            }
        }
        longest.expect("at least one")
    }

    async fn of_seed(client: &mut Matches, seed: u64) -> Script {
        let made = create(client, four_people(seed)).await;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut acts, mut version) = (vec![], 1);
        while acts.len() < ACTS_MAX {
            let Some((seat, decision, action)) = decide(client, &made, &mut rng).await else { break };
            let ask = apply(&made.id, seat, &decision, &action, acts.len() as u64 + 1);
            let done = client.apply_action(with(&made.tokens[seat as usize], ask)).await.expect("taken");
            version = done.into_inner().version;
            acts.push((seat, decision, action));
        }
        let steps_per_act = version as f64 / acts.len().max(1) as f64;
        Script { seed, acts, steps_per_act }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.acts.len()
    }
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.acts.is_empty()
    }

    /// Makes so many matches and gives each caller the calls that play its share of them.
    pub async fn cast(&self, channel: Channel, callers: usize, calls: usize) -> Vec<Vec<Call>> {
        let matches_each = calls.div_ceil(self.acts.len());
        let tasks: Vec<_> = (0..callers)
            .map(|_| {
                let (script, mut client) = (self.clone(), MatchServiceClient::new(channel.clone()));
                tokio::spawn(async move {
                    let mut cast = vec![];
                    for _ in 0..matches_each {
                        let made = create(&mut client, four_people(script.seed)).await;
                        cast.extend(script.calls(&made));
                    }
                    cast.truncate(calls);
                    cast
                })
            })
            .collect();
        let mut cast = vec![];
        for task in tasks {
            cast.push(task.await.expect("a caller"));
        }
        cast
    }

    fn calls(&self, made: &Made) -> impl Iterator<Item = Call> {
        self.acts.iter().zip(1..).map(|((seat, decision, action), n)| {
            Call::new(APPLY, &made.tokens[*seat as usize], &apply(&made.id, *seat, decision, action, n))
        })
    }
}

/// What one of the people who are asked does; `None` when the game is over.
async fn decide(
    client: &mut Matches,
    made: &Made,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(u32, String, String)> {
    let ask = v1::GetViewRequest { match_id: made.id.clone(), ids_only: true, ..Default::default() };
    let seen = client.get_view(with(&made.tokens[0], ask.clone())).await.expect("a view").into_inner();
    let decision = seen.decision?;
    let Some(v1::decision::Asked::Seats(asked)) = decision.asked else { return None };
    let seat = asked.seats[rng.random_range(0..asked.seats.len())];
    let own = client.get_view(with(&made.tokens[seat as usize], ask)).await.expect("a view").into_inner();
    let action = own.actions[rng.random_range(0..own.actions.len())].id.clone();
    Some((seat, decision.id, action))
}

/// With a request id, as a careful client sends it.
fn apply(match_id: &str, seat: u32, decision: &str, action: &str, n: u64) -> v1::ApplyActionRequest {
    v1::ApplyActionRequest {
        match_id: match_id.to_owned(),
        seat,
        decision_id: decision.to_owned(),
        action_id: action.to_owned(),
        request_id: format!("00000000-0000-4000-8000-{n:012}"),
        with_view: false,
    }
}

/// The record of a game after its first steps.
///
/// # Panics
/// If the server refuses.
pub async fn opening(client: &mut Matches, steps: usize) -> v1::MatchRecord {
    let made = create(client, four_people(1)).await;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for n in 1..=steps as u64 {
        let Some((seat, decision, action)) = decide(client, &made, &mut rng).await else { break };
        let ask = apply(&made.id, seat, &decision, &action, n);
        let done = client.apply_action(with(&made.tokens[seat as usize], ask)).await.expect("taken");
        if done.into_inner().version > steps as u64 {
            break;
        }
    }
    let ask = v1::ExportMatchRequest { match_id: made.id.clone(), with_text: false };
    let told = client.export_match(with(&made.tokens[0], ask)).await.expect("a record").into_inner();
    told.record.expect("a record")
}
