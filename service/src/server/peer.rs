//! Who is at the other end of a connection, and in which words it speaks.

use super::limits::{CallerKey, Limits};
use http::{HeaderMap, Request, Version, header};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio_util::sync::CancellationToken;

/// How a call is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    Grpc,
    GrpcWeb,
    Json,
    /// A page, a probe, or a stranger.
    Http,
}

impl Spoken {
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Spoken {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim();
        if kind.starts_with("application/grpc-web") {
            Spoken::GrpcWeb
        } else if kind == "application/grpc" || kind.starts_with("application/grpc+") {
            Spoken::Grpc
        } else if kind.eq_ignore_ascii_case("application/json") {
            Spoken::Json
        } else {
            Spoken::Http
        }
    }

    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Spoken::Grpc => "grpc",
            Spoken::GrpcWeb => "grpc-web",
            Spoken::Json => "json",
            Spoken::Http => "http",
        }
    }
}

/// The other end, as an extension of every request.
#[derive(Clone, Debug)]
pub struct Peer {
    pub address: SocketAddr,
    pub tls: bool,
    pub http1: bool,
    pub spoken: Spoken,
    /// Ends with the connection: of age, or with the server.
    pub cut: CancellationToken,
}

impl Peer {
    #[must_use]
    pub fn new(address: SocketAddr, tls: bool, cut: CancellationToken) -> Peer {
        Peer { address, tls, http1: false, spoken: Spoken::Http, cut }
    }

    /// The peer of one request of this connection.
    #[must_use]
    pub fn speaking<B>(&self, request: &Request<B>) -> Peer {
        let http1 = request.version() < Version::HTTP_2;
        Peer { http1, spoken: Spoken::of(request.headers()), ..self.clone() }
    }

    #[must_use]
    pub fn of<B>(request: &Request<B>) -> Peer {
        let nobody = || Peer::new((Ipv4Addr::UNSPECIFIED, 0).into(), false, CancellationToken::new());
        request.extensions().get::<Peer>().cloned().unwrap_or_else(nobody)
    }

    /// Under which name this caller is counted.
    #[must_use]
    pub fn key(
        &self,
        headers: &HeaderMap,
        token: Option<&str>,
        limits: &Limits,
        trust_forwarded: bool,
    ) -> CallerKey {
        let told = trust_forwarded.then(|| forwarded(headers)).flatten();
        let agent = headers.get(header::USER_AGENT).map_or(&b""[..], |value| value.as_bytes());
        limits.key(told.unwrap_or(self.address.ip()), token, agent)
    }
}

/// The last address of `x-forwarded-for`: the one our own proxy saw. Those before it are whatever the caller wrote.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_our_proxy_saw_is_believed() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded(&headers), None);
        headers.insert("x-forwarded-for", "6.6.6.6, 10.1.2.3".parse().unwrap());
        assert_eq!(forwarded(&headers), Some([10, 1, 2, 3].into()));
        headers.insert("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(forwarded(&headers), None);
    }

    #[test]
    fn content_types_are_told_apart() {
        let spoken = |kind: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
            Spoken::of(&headers)
        };
        assert_eq!(spoken("application/grpc"), Spoken::Grpc);
        assert_eq!(spoken("application/grpc+proto"), Spoken::Grpc);
        assert_eq!(spoken("application/grpc-web-text"), Spoken::GrpcWeb);
        assert_eq!(spoken("application/json; charset=utf-8"), Spoken::Json);
        assert_eq!(spoken("application/x-www-form-urlencoded"), Spoken::Http);
    }
}
