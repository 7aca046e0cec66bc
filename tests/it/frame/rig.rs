//! A server on a free port with a service that does what tests need: sleep, stream, flood, break.

use proto::v1::{
    Advice, AnalyzePositionRequest, AnalyzePositionResponse, ChooseActionRequest, ChooseActionResponse,
    agent_service_client::AgentServiceClient,
    agent_service_server::{AgentService, AgentServiceServer},
    catalog_service_client::CatalogServiceClient,
};
use service::{
    config::{Config, Settings},
    server::{self, App, Callers, Deadline, Shutdown, pipeline::shutting_down},
    store::MemoryStore,
    telemetry::Metrics,
};
use std::{
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Request, Response, Status, codec::CompressionEncoding::Gzip, transport::Channel};
use tonic_types::StatusExt;

/// Longer than anything here should take, on a busy machine too.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A server that runs.
pub struct Server {
    pub address: SocketAddr,
    pub app: App,
    /// Handlers that run now; those that were dropped count down.
    pub running: Arc<AtomicUsize>,
    served: JoinHandle<Result<(), server::Error>>,
}

impl Server {
    /// With these settings, written as in a file.
    pub async fn start(settings: &str) -> Server {
        Server::start_with_key(settings, None).await
    }

    pub async fn start_with_key(settings: &str, key: Option<&str>) -> Server {
        let settings: Settings = toml::from_str(settings).expect("settings for a test");
        let config = Config::check(settings, key.map(str::to_owned)).expect("settings that fit");
        let app = App {
            config: Arc::new(config),
            store: Arc::new(MemoryStore::new().expect("a store")),
            shutdown: Shutdown::default(),
            metrics: Metrics::new(),
        };
        let running = Arc::<AtomicUsize>::default();
        let double = Double { running: running.clone(), shutdown: app.shutdown.clone() };
        let most = app.config.max_record.0;
        let agents = AgentServiceServer::new(double).accept_compressed(Gzip).max_decoding_message_size(most);
        let catalog =
            service::grpc::catalog::Catalog::new(catalog::GameKind::ALL.to_vec(), |_| String::new());
        let catalog = proto::v1::catalog_service_server::CatalogServiceServer::new(catalog);
        let services = server::Bundle::new().with(agents).with(catalog);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let served = tokio::spawn(server::run(listener, app.clone(), services));
        Server { address, app, running, served }
    }

    pub async fn channel(&self) -> Channel {
        let endpoint = Channel::from_shared(format!("http://{}", self.address)).expect("an address");
        endpoint.connect().await.expect("the server listens")
    }

    pub async fn agents(&self) -> AgentServiceClient<Channel> {
        AgentServiceClient::new(self.channel().await)
    }

    pub async fn catalog(&self) -> CatalogServiceClient<Channel> {
        CatalogServiceClient::new(self.channel().await)
    }

    /// Asks for the end and waits for it.
    pub async fn stop(self) {
        self.app.shutdown.begin();
        self.stopped().await;
    }

    pub async fn stopped(self) {
        let served = timeout(Duration::from_secs(30), self.served).await.expect("the server ends");
        served.expect("no panic").expect("no error");
    }

    /// Waits until so many handlers run.
    pub async fn until_running(&self, count: usize) {
        until(|| self.running.load(Ordering::SeqCst) == count, "handlers run").await;
    }
}

/// Waits until something holds.
pub async fn until(holds: impl Fn() -> bool, what: &str) {
    let waited = async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, waited).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// The reason programs read.
pub fn reason(status: &Status) -> String {
    let details = status.get_error_details();
    details.error_info().map(|info| info.reason.clone()).unwrap_or_default()
}

/// A question to the double: what it should do stands in `game_id`, a number of milliseconds in `seat`.
pub fn ask(what: &str, ms: u32) -> ChooseActionRequest {
    ChooseActionRequest { game_id: what.to_owned(), seat: ms, ..Default::default() }
}

pub fn follow(what: &str) -> AnalyzePositionRequest {
    AnalyzePositionRequest { question: Some(ask(what, 0)), ..Default::default() }
}

struct Double {
    running: Arc<AtomicUsize>,
    shutdown: Shutdown,
}

struct Here(Arc<AtomicUsize>);

impl Here {
    fn new(count: &Arc<AtomicUsize>) -> Here {
        count.fetch_add(1, Ordering::SeqCst);
        Here(count.clone())
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn answer_with(reason: impl Into<String>) -> ChooseActionResponse {
    ChooseActionResponse { advice: Some(Advice { reason: reason.into(), ..Default::default() }) }
}

type Answers = Pin<Box<dyn Stream<Item = Result<AnalyzePositionResponse, Status>> + Send>>;

#[tonic::async_trait]
impl AgentService for Double {
    async fn choose_action(
        &self,
        request: Request<ChooseActionRequest>,
    ) -> Result<Response<ChooseActionResponse>, Status> {
        let _here = Here::new(&self.running);
        let deadline = request.extensions().get::<Deadline>().copied();
        let callers = request.extensions().get::<Callers>().cloned().unwrap_or_default();
        let asked = request.into_inner();
        match asked.game_id.as_str() {
            "sleep" => sleep(Duration::from_millis(asked.seat.into())).await,
            "break" => panic!("on purpose"),
            "refuse" => return Err(Status::not_found("nothing here")),
            "big" => return Ok(Response::new(answer_with("all the same ".repeat(10_000)))),
            "deadline" => {
                let left = deadline.map(|deadline| deadline.left().as_millis());
                return Ok(Response::new(answer_with(format!("{left:?}"))));
            }
            "callers" => return Ok(Response::new(answer_with(format!("{} {callers:?}", callers.0.len())))),
            _ => {}
        }
        Ok(Response::new(answer_with("done")))
    }

    type AnalyzePositionStream = Answers;

    async fn analyze_position(
        &self,
        request: Request<AnalyzePositionRequest>,
    ) -> Result<Response<Answers>, Status> {
        let here = Here::new(&self.running);
        let what = request.into_inner().question.unwrap_or_default().game_id;
        let every = Duration::from_millis(20);
        let answers: Answers = match what.as_str() {
            "flood" => Box::pin(tokio_stream::iter(std::iter::repeat_with(move || {
                let _ = &here;
                Ok(AnalyzePositionResponse::default())
            }))),
            "ticks" => {
                let ticks = tokio_stream::StreamExt::throttle(tokio_stream::iter(0..1_000_000), every);
                Box::pin(ticks.map(move |_| {
                    let _ = &here;
                    Ok(AnalyzePositionResponse::default())
                }))
            }
            "three" => Box::pin(
                tokio_stream::StreamExt::throttle(tokio_stream::iter(0..3), every)
                    .map(|_| Ok(AnalyzePositionResponse { r#final: true, ..Default::default() })),
            ),
            "refuse" => return Err(Status::not_found("nothing here")),
            "fail" => Box::pin(tokio_stream::iter([
                Ok(AnalyzePositionResponse { r#final: true, ..Default::default() }),
                Err(Status::new(Code::Aborted, "in the middle")),
            ])),
            "polite" => Box::pin(polite(here, self.shutdown.clone())),
            _ => Box::pin(tokio_stream::pending().map(move |()| {
                let _ = &here;
                Ok(AnalyzePositionResponse::default())
            })),
        };
        Ok(Response::new(answers))
    }
}

/// A stream that hears of the end, sends a last message, and ends with UNAVAILABLE.
fn polite(
    here: Here,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<AnalyzePositionResponse, Status>> + Send {
    let (to, from) = tokio::sync::mpsc::channel(2);
    tokio::spawn(async move {
        shutdown.draining().await;
        let _ = to.send(Ok(AnalyzePositionResponse { r#final: true, ..Default::default() })).await;
        let _ = to.send(Err(shutting_down())).await;
        drop(here);
    });
    tokio_stream::wrappers::ReceiverStream::new(from)
}

/// An answer over HTTP/1.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let named =
            |line: &&str| line.split(':').next().is_some_and(|found| found.eq_ignore_ascii_case(name));
        self.head.lines().find(named).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }
}

/// An HTTP/1 connection with a request sent and nothing read yet.
pub async fn open(address: SocketAddr, line: &str, headers: &[&str], body: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let mut head = format!("{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for header in headers {
        head += header;
        head += "\r\n";
    }
    head += &format!("content-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(body).await.expect("sent");
    stream
}

/// Reads an answer to its end.
pub async fn read(mut stream: TcpStream) -> Answer {
    let mut all = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("an answer in time").expect("an answer");
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let body = all[end + 4..].to_vec();
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    Answer { status, head, body: if chunked { unchunked(&body) } else { body } }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(line) = body.windows(2).position(|two| two == b"\r\n") {
        let size =
            usize::from_str_radix(std::str::from_utf8(&body[..line]).expect("a size"), 16).expect("a size");
        whole.extend(&body[line + 2..line + 2 + size]);
        body = &body[line + 2 + size + 2..];
    }
    whole
}

/// A call in JSON.
pub async fn json(address: SocketAddr, method: &str, headers: &[&str], body: &str) -> Answer {
    let line = format!("POST /understudy.v1.{method}");
    let all: Vec<&str> = [&["content-type: application/json"], headers].concat();
    read(open(address, &line, &all, body.as_bytes()).await).await
}
