//! A server with all services on a free port, and a match on it with the tokens of whoever made it.

use proto::v1::{self, agent_service_client::AgentServiceClient, match_service_client::MatchServiceClient};
use service::{
    config::{Config, Settings},
    grpc,
    server::{self, App, Shutdown},
    store::{MemoryStore, Store},
    telemetry::Metrics,
};
use std::{collections::BTreeMap, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};
use tonic::{Request, Status, transport::Channel};
use tonic_types::StatusExt;

/// Longer than anything here should take, on a busy machine too.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub type Matches = MatchServiceClient<Channel>;

/// A server that runs.
pub struct Server {
    pub address: SocketAddr,
    pub app: App,
    served: JoinHandle<Result<(), server::Error>>,
}

impl Server {
    /// With these settings, written as in a file, and a store in memory.
    pub async fn start(settings: &str) -> Server {
        Server::start_on(settings, Arc::new(MemoryStore::new().expect("a store"))).await
    }

    pub async fn start_on(settings: &str, store: Arc<dyn Store>) -> Server {
        let settings: Settings = toml::from_str(settings).expect("settings for a test");
        let config = Config::check(settings, None).expect("settings that fit");
        let app = App {
            config: Arc::new(config),
            store: store.clone(),
            shutdown: Shutdown::default(),
            metrics: Metrics::new(),
        };
        let services = grpc::routes(&app).await.expect("services");
        app.shutdown.on_shutdown("store", async move { store.close().await });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let served = tokio::spawn(server::run(listener, app.clone(), services));
        Server { address, app, served }
    }

    pub async fn channel(&self) -> Channel {
        let endpoint = Channel::from_shared(format!("http://{}", self.address)).expect("an address");
        endpoint.connect().await.expect("the server listens")
    }
    pub async fn matches(&self) -> Matches {
        MatchServiceClient::new(self.channel().await)
    }
    pub async fn agents(&self) -> AgentServiceClient<Channel> {
        AgentServiceClient::new(self.channel().await)
    }
    /// Asks for the end and waits for it.
    pub async fn stop(self) {
        self.app.shutdown.begin();
        let served = timeout(PATIENCE, self.served).await.expect("the server ends");
        served.expect("no panic").expect("no error");
    }
}

/// A match, and the tokens that came with it.
#[derive(Clone)]
pub struct Game {
    pub client: Matches,
    pub id: String,
    pub host: String,
    pub seats: BTreeMap<u32, String>,
}

impl Game {
    pub async fn create(server: &Server, ask: v1::CreateMatchRequest) -> Game {
        let mut client = server.matches().await;
        let made = client.create_match(ask).await.expect("a match").into_inner();
        let id = made.r#match.expect("the match").match_id;
        Game { client, id, host: made.host_token, seats: made.seat_tokens }
    }
    /// What a seat sees and may do; without a seat, what an onlooker sees.
    pub async fn view(&self, seat: Option<u32>) -> v1::GetViewResponse {
        let token = seat.map(|seat| self.seats[&seat].as_str()).unwrap_or_default();
        let ask = v1::GetViewRequest { match_id: self.id.clone(), ids_only: true, ..Default::default() };
        self.client.clone().get_view(with(token, ask)).await.expect("a view").into_inner()
    }
    pub async fn now(&self) -> v1::Match {
        let ask = v1::GetMatchRequest { match_id: self.id.clone() };
        let seen = self.client.clone().get_match(with(&self.host, ask)).await.expect("the match");
        seen.into_inner().r#match.expect("the match")
    }
    pub fn action(&self, seat: u32, decision: &str, action: &str) -> v1::ApplyActionRequest {
        v1::ApplyActionRequest {
            match_id: self.id.clone(),
            seat,
            decision_id: decision.to_owned(),
            action_id: action.to_owned(),
            ..Default::default()
        }
    }
    /// Acts with the seat's own token.
    pub async fn act(&self, seat: u32, action: &str) -> Result<v1::ApplyActionResponse, Status> {
        let decision = self.now().await.decision.map(|decision| decision.id).unwrap_or_default();
        self.send(&self.seats[&seat], self.action(seat, &decision, action)).await
    }
    pub async fn send(
        &self,
        token: &str,
        ask: v1::ApplyActionRequest,
    ) -> Result<v1::ApplyActionResponse, Status> {
        self.client.clone().apply_action(with(token, ask)).await.map(tonic::Response::into_inner)
    }
    pub async fn chance(
        &self,
        outcome: v1::chance_outcome::Outcome,
        request_id: &str,
    ) -> Result<v1::ResolveChanceResponse, Status> {
        let decision_id = self.now().await.decision.map(|decision| decision.id).unwrap_or_default();
        let ask = v1::ResolveChanceRequest {
            match_id: self.id.clone(),
            decision_id,
            outcome: Some(v1::ChanceOutcome { outcome: Some(outcome) }),
            request_id: request_id.to_owned(),
        };
        self.client.clone().resolve_chance(with(&self.host, ask)).await.map(tonic::Response::into_inner)
    }
    pub fn seat_for(&self, seat: u32, controller: v1::Controller) -> v1::SetSeatRequest {
        let match_id = self.id.clone();
        v1::SetSeatRequest { match_id, seat, controller: Some(controller), request_id: String::new() }
    }
    pub async fn set_seat(
        &self,
        token: &str,
        ask: v1::SetSeatRequest,
    ) -> Result<v1::SetSeatResponse, Status> {
        self.client.clone().set_seat(with(token, ask)).await.map(tonic::Response::into_inner)
    }
    pub async fn undo(&self, token: &str, to: u64) -> Result<v1::UndoActionsResponse, Status> {
        let expected_version = self.now().await.version;
        let ask = v1::UndoActionsRequest {
            match_id: self.id.clone(),
            to_version: to,
            expected_version,
            ..Default::default()
        };
        self.client.clone().undo_actions(with(token, ask)).await.map(tonic::Response::into_inner)
    }
    pub async fn close(&self) -> v1::Match {
        let ask = v1::CloseMatchRequest { match_id: self.id.clone(), ..Default::default() };
        let closed = self.client.clone().close_match(with(&self.host, ask)).await.expect("closed");
        closed.into_inner().r#match.expect("the match")
    }
    pub async fn export(&self, token: &str) -> v1::ExportMatchResponse {
        let ask = v1::ExportMatchRequest { match_id: self.id.clone(), with_text: true };
        self.client.clone().export_match(with(token, ask)).await.expect("a record").into_inner()
    }
    /// Waits until the match looks like that.
    pub async fn until(&self, what: &str, holds: impl Fn(&v1::Match) -> bool) -> v1::Match {
        let waited = async {
            loop {
                let now = self.now().await;
                if holds(&now) {
                    return now;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, waited).await.unwrap_or_else(|_| panic!("never: {what}"))
    }
}

/// A message with a token; none if it is empty.
pub fn with<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    if !token.is_empty() {
        let value = format!("Bearer {token}").parse().expect("a token is plain text");
        request.metadata_mut().insert("authorization", value);
    }
    request
}

pub fn human() -> v1::Controller {
    let case = v1::controller::Controller::Human(v1::Human { display_name: "Ada".into() });
    v1::Controller { controller: Some(case) }
}

pub fn bot(agent: &str) -> v1::Bot {
    v1::Bot { agent_id: agent.to_owned(), ..Default::default() }
}

/// A search with so many iterations.
pub fn searcher(iterations: u32) -> v1::Bot {
    let budget = v1::Budget { iterations: Some(iterations), time: None };
    v1::Bot { budget: Some(budget), ..bot("mcts") }
}

/// A search that thinks for so long.
pub fn thinker(time: Duration) -> v1::Bot {
    let budget = v1::Budget { iterations: None, time: Some(span(time)) };
    v1::Bot { budget: Some(budget), ..bot("mcts") }
}

pub fn played_by(bot: v1::Bot) -> v1::Controller {
    v1::Controller { controller: Some(v1::controller::Controller::Bot(bot)) }
}

pub fn span(time: Duration) -> prost_types::Duration {
    prost_types::Duration { seconds: time.as_secs() as i64, nanos: time.subsec_nanos() as i32 }
}

/// A walk in the woods, short and easy: so many people in the first seats, greedy bots in the others.
pub fn woods(people: usize, seed: u64) -> v1::CreateMatchRequest {
    let options = [("campaign", "walk_in_the_woods"), ("stats", "easy")];
    let seats = (0..4).map(|n| if n < people { human() } else { played_by(bot("greedy")) });
    v1::CreateMatchRequest {
        game_id: "para_roles".into(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        seats: seats.collect(),
        seed: Some(seed),
        ..Default::default()
    }
}

/// The first fight of the tower, with four people: seat 3 has done with the town, anybody may act.
pub async fn first_fight(server: &Server, ask: v1::CreateMatchRequest) -> Game {
    let options = [("campaign".to_owned(), "dragons_tower".to_owned())].into();
    let game = Game::create(server, v1::CreateMatchRequest { options, ..ask }).await;
    game.act(3, "done").await.expect("seat 3 has done");
    game
}

/// An id for a request, always the same for a number.
pub fn request_id(n: u64) -> String {
    format!("00000000-0000-4000-8000-{n:012}")
}

/// The seats a decision is put to.
pub fn asked(decision: Option<&v1::Decision>) -> Vec<u32> {
    match decision.and_then(|decision| decision.asked.as_ref()) {
        Some(v1::decision::Asked::Seats(seats)) => seats.seats.clone(),
        Some(v1::decision::Asked::Chance(_)) | None => vec![],
    }
}

/// What may fall, if the match waits for dice or cards.
pub fn possible(decision: Option<&v1::Decision>) -> Option<Vec<String>> {
    match decision.and_then(|decision| decision.asked.as_ref()) {
        Some(v1::decision::Asked::Chance(chance)) => {
            Some(chance.possible.iter().map(|option| option.id.clone()).collect())
        }
        Some(v1::decision::Asked::Seats(_)) | None => None,
    }
}

pub fn fallen(ids: &[&str]) -> v1::chance_outcome::Outcome {
    let ids = ids.iter().map(ToString::to_string).collect();
    v1::chance_outcome::Outcome::Fallen(v1::Fallen { ids })
}

pub fn server_rolls() -> v1::chance_outcome::Outcome {
    v1::chance_outcome::Outcome::Server(v1::ServerRolls {})
}

/// The reason programs read.
pub fn reason(status: &Status) -> String {
    status.get_error_details().error_info().map(|info| info.reason.clone()).unwrap_or_default()
}

/// Something else programs read in a refusal.
pub fn detail(status: &Status, name: &str) -> String {
    let details = status.get_error_details();
    details.error_info().and_then(|info| info.metadata.get(name).cloned()).unwrap_or_default()
}

/// Reason and field at fault.
pub fn fault<T: std::fmt::Debug>(answer: Result<T, Status>) -> (String, String) {
    let status = answer.expect_err("must be refused");
    let details = status.get_error_details();
    let fields = details.bad_request().map(|bad| bad.field_violations.clone()).unwrap_or_default();
    (reason(&status), fields.first().map(|first| first.field.clone()).unwrap_or_default())
}
