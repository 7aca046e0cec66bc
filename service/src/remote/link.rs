//! The line to a server: calls that are repeated when it breaks, and news that go on where they stopped.

use proto::v1::{self, match_service_client::MatchServiceClient, watch_match_request::Start};
use std::{path::PathBuf, time::Duration};
use tokio::{sync::mpsc, time::timeout};
use tonic::{
    Code, Request, Response, Status,
    metadata::{Ascii, MetadataValue},
    transport::{Certificate, Channel, ClientTlsConfig, Endpoint},
};

/// What a connection may take to be made.
const CONNECT_MAX: Duration = Duration::from_secs(5);
/// How often a call that found no server is made again, and the pause before the first time; it doubles.
const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(200);
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// The server says something at least this often, or the line is dead.
const HEARTBEAT: Duration = Duration::from_secs(5);
const SILENCE_MAX: Duration = Duration::from_secs(20);

/// Why a game on a server cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("--server {0}: expected an address such as http://127.0.0.1:50051")]
    Address(String),
    #[error("{}: {why}; --ca names the certificate of the authority to trust (PEM)", file.display())]
    Ca { file: PathBuf, why: std::io::Error },
    #[error("no server answers at {at} ({why}); `understudy serve` starts one")]
    Nobody { at: String, why: String },
    #[error("{what}: {why}")]
    Refused { what: &'static str, why: String },
    #[error("this token has characters that no token has")]
    Token,
    #[error("the server's answer is empty where it should tell of a match; is it an Understudy server?")]
    Strange,
}

/// A server and what we show it.
#[derive(Clone)]
pub struct Link {
    client: MatchServiceClient<Channel>,
    tokens: Option<MetadataValue<Ascii>>,
    pub at: String,
}

/// What comes from the server by itself.
#[derive(Debug)]
pub enum News {
    Told(Box<v1::WatchMatchResponse>),
    /// The line broke; it is tried again.
    Lost(String),
    Back,
    /// The server does not let us watch.
    Refused(Status),
}

impl Link {
    /// # Errors
    /// If nobody is there.
    pub async fn open(address: &str, ca: Option<PathBuf>) -> Result<Link, Trouble> {
        let at = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
        let wrong = || Trouble::Address(address.to_owned());
        let mut endpoint = Endpoint::from_shared(at.clone()).map_err(|_| wrong())?;
        if at.starts_with("https://") {
            let mut tls = ClientTlsConfig::new();
            if let Some(file) = ca {
                let pem = std::fs::read(&file).map_err(|why| Trouble::Ca { file, why })?;
                tls = tls.ca_certificate(Certificate::from_pem(pem));
            }
            endpoint = endpoint.tls_config(tls).map_err(|_| wrong())?;
        }
        let endpoint = endpoint.connect_timeout(CONNECT_MAX).tcp_nodelay(true);
        let channel = endpoint
            .connect()
            .await
            .map_err(|why| Trouble::Nobody { at: at.clone(), why: innermost(&why) })?;
        Ok(Link { client: MatchServiceClient::new(channel), tokens: None, at })
    }
    /// Shows these tokens from now on.
    ///
    /// # Errors
    /// If one cannot be sent.
    pub fn show(&mut self, tokens: &[String]) -> Result<(), Trouble> {
        let all: Vec<String> = tokens.iter().map(|token| format!("Bearer {token}")).collect();
        self.tokens = match all.is_empty() {
            true => None,
            false => Some(all.join(", ").parse().map_err(|_| Trouble::Token)?),
        };
        Ok(())
    }
    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        if let Some(tokens) = &self.tokens {
            request.metadata_mut().insert("authorization", tokens.clone());
        }
        request
    }
    /// Makes a call, again and again while no server answers. Calls that change something carry a request id, so they
    /// count once however often they arrive.
    ///
    /// # Errors
    /// What the server says, or that there is none.
    pub async fn call<T: Clone, A, F>(
        &self,
        message: T,
        call: impl Fn(MatchServiceClient<Channel>, Request<T>) -> F,
    ) -> Result<A, Status>
    where
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let mut pause = PAUSE;
        for _ in 1..TRIES {
            match call(self.client.clone(), self.request(message.clone())).await {
                Err(why) if matches!(why.code(), Code::Unavailable | Code::Unknown) => {
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSE_MAX);
                }
                other => return other.map(Response::into_inner),
            }
        }
        call(self.client.clone(), self.request(message)).await.map(Response::into_inner)
    }

    /// Follows a match; when the line breaks it goes on after the last thing that was heard.
    #[must_use]
    pub fn follow(&self, match_id: &str, from: Option<u64>) -> mpsc::Receiver<News> {
        let (tell, told) = mpsc::channel(256);
        let ask = v1::WatchMatchRequest {
            match_id: match_id.to_owned(),
            start: from.map(Start::FromVersion),
            heartbeat: Some(crate::wire::messages::duration(HEARTBEAT)),
            ..v1::WatchMatchRequest::default()
        };
        tokio::spawn(self.clone().keep_following(ask, tell));
        told
    }

    async fn keep_following(self, mut ask: v1::WatchMatchRequest, tell: mpsc::Sender<News>) {
        let mut pause = PAUSE;
        let mut lost = false;
        loop {
            let Some(why) = self.follow_once(&mut ask, &tell, &mut lost).await else { return };
            let passing = matches!(
                why.code(),
                Code::Unavailable
                    | Code::Unknown
                    | Code::Internal
                    | Code::Cancelled
                    | Code::DeadlineExceeded
                    | Code::ResourceExhausted
            );
            if !passing {
                // Nobody listens any more: no harm.
                let _ = tell.send(News::Refused(why)).await;
                return;
            }
            if lost {
                pause = (pause * 2).min(PAUSE_MAX);
            } else {
                lost = true;
                pause = PAUSE;
                if tell.send(News::Lost(why.message().to_owned())).await.is_err() {
                    return;
                }
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// Until the line breaks; `None` if there is nothing more to hear.
    async fn follow_once(
        &self,
        ask: &mut v1::WatchMatchRequest,
        tell: &mpsc::Sender<News>,
        lost: &mut bool,
    ) -> Option<Status> {
        let mut stream = match self.client.clone().watch_match(self.request(ask.clone())).await {
            Ok(stream) => stream.into_inner(),
            Err(why) => return Some(why),
        };
        loop {
            let heard = timeout(SILENCE_MAX, stream.message()).await;
            let heard = heard.unwrap_or_else(|_| Err(Status::unavailable("the server has gone silent")));
            let news = match heard {
                Ok(Some(news)) => news,
                Ok(None) => return None,
                Err(why) => return Some(why),
            };
            if std::mem::take(lost) && tell.send(News::Back).await.is_err() {
                return None;
            }
            ask.start = Some(Start::ResumeToken(news.resume_token.clone()));
            if tell.send(News::Told(Box::new(news))).await.is_err() {
                return None;
            }
        }
    }
}

/// The reason behind the reasons: `transport error` alone helps nobody.
fn innermost(why: &dyn std::error::Error) -> String {
    let mut why = why;
    while let Some(source) = why.source() {
        why = source;
    }
    why.to_string()
}
