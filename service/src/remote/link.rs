//! The line to a server: calls that are repeated when it breaks, and news that go on where they stopped.

use crate::cli::RemoteArgs;
use proto::v1::{
    self, catalog_service_client::CatalogServiceClient, match_service_client::MatchServiceClient,
    watch_match_request::Start,
};
use std::{path::PathBuf, time::Duration};
use tokio::{sync::mpsc, time::timeout};
use tonic::{
    Code, Request, Response, Status,
    metadata::{Ascii, MetadataValue},
    transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity},
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
    #[error("{flag} {}: {why}; expected a PEM file with {expected}", file.display())]
    File { flag: &'static str, file: PathBuf, expected: &'static str, why: std::io::Error },
    #[error("--tls-ca, --tls-cert and --tls-key are for servers with https://, and {0} is none")]
    PlainServer(String),
    #[error("TLS cannot be set up ({0}); --tls-ca, --tls-cert and --tls-key name PEM files")]
    Tls(String),
    #[error("no server answers at {at} ({why}); `understudy serve` starts one")]
    Nobody { at: String, why: String },
    #[error("the server at {at} hung up ({why}); {advice}")]
    HungUp { at: String, why: String, advice: &'static str },
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
    Disclosed(Box<v1::WatchMatchResponse>),
    /// The line broke; it is tried again.
    Lost(String),
    Back,
    /// The server does not let us watch.
    Refused(Status),
}

impl Link {
    /// # Errors
    /// If nobody is there.
    pub async fn open(remote: &RemoteArgs) -> Result<Link, Trouble> {
        let address = remote.server.as_deref().unwrap_or_default();
        let at = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
        let wrong = || Trouble::Address(address.to_owned());
        let mut endpoint = Endpoint::from_shared(at.clone()).map_err(|_| wrong())?;
        if at.starts_with("https://") {
            let set_up = endpoint.tls_config(papers(remote)?);
            endpoint = set_up.map_err(|why| Trouble::Tls(innermost(&why)))?;
        } else if remote.tls_ca.is_some() || remote.tls_cert.is_some() {
            return Err(Trouble::PlainServer(at));
        }
        let endpoint = endpoint.connect_timeout(CONNECT_MAX).tcp_nodelay(true);
        let channel = endpoint
            .connect()
            .await
            .map_err(|why| Trouble::Nobody { at: at.clone(), why: with_advice(innermost(&why)) })?;
        if at.starts_with("https://") {
            greet(channel.clone(), &at, remote.tls_cert.is_some()).await?;
        }
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
                if tell.send(News::Lost(plainly(&why))).await.is_err() {
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
            if tell.send(News::Disclosed(Box::new(news))).await.is_err() {
                return None;
            }
        }
    }
}

/// What we trust, and what we show of ourselves.
fn papers(remote: &RemoteArgs) -> Result<ClientTlsConfig, Trouble> {
    let read = |flag: &'static str, expected: &'static str, file: &PathBuf| {
        std::fs::read(file).map_err(|why| Trouble::File { flag, file: file.clone(), expected, why })
    };
    let mut tls = ClientTlsConfig::new();
    if let Some(file) = &remote.tls_ca {
        tls = tls.ca_certificate(Certificate::from_pem(read("--tls-ca", "certificates", file)?));
    }
    if let (Some(cert), Some(key)) = (&remote.tls_cert, &remote.tls_key) {
        let chain = read("--tls-cert", "certificates", cert)?;
        tls = tls.identity(Identity::from_pem(chain, read("--tls-key", "a private key", key)?));
    }
    Ok(tls)
}

/// In TLS 1.3 a server looks at our certificate, or misses it, only after our side is done: the first call tells.
async fn greet(channel: Channel, at: &str, named: bool) -> Result<(), Trouble> {
    let ask = v1::ListGamesRequest { page_size: 1, ..v1::ListGamesRequest::default() };
    match CatalogServiceClient::new(channel).list_games(ask).await {
        Err(why) if std::error::Error::source(&why).is_some() => {
            let advice = match named {
                true => "it may not accept the certificate of --tls-cert",
                false => "if it asks callers for certificates, show yours with --tls-cert and --tls-key",
            };
            Err(Trouble::HungUp { at: at.to_owned(), why: plainly(&why), advice })
        }
        // Whatever else it says, somebody is there.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// What a server said, or why the line to it broke.
pub fn plainly(why: &Status) -> String {
    // A status that came over the line has no source; its message is the server's own.
    match std::error::Error::source(why) {
        Some(source) => innermost(source),
        None => why.message().to_owned(),
    }
}

/// Words of TLS that a flag mends say so.
fn with_advice(why: String) -> String {
    if why.contains("UnknownIssuer") {
        return format!("{why}: nobody we trust has signed the server's certificate; --tls-ca names who has");
    }
    why
}

/// The reason behind the reasons: `transport error` alone helps nobody.
fn innermost(why: &dyn std::error::Error) -> String {
    let mut why = why;
    while let Some(source) = why.source() {
        why = source;
    }
    why.to_string()
}
