//! Who calls: tokens out of `authorization`, and the server key for those who make things.

use super::{methods::Method, status::status};
use crate::config::ServerKey;
use http::{HeaderMap, header::AUTHORIZATION};
use std::fmt;
use tonic::{Code, Status};

/// More tokens than anybody holds seats are not looked at.
const TOKENS_MAX: usize = 32;

/// A secret a caller showed: a seat's token, a host's, or the server key. Never printed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

impl Token {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Token {
        Token(text.into())
    }

    /// The secret itself, for whoever checks it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// All tokens of a call, as an extension of its request; empty if there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callers(pub Vec<Token>);

/// Reads `authorization: Bearer a, Bearer b`, also `Bearer a, b` and several headers.
///
/// # Errors
/// UNAUTHENTICATED if there is something else in it.
pub fn callers(headers: &HeaderMap) -> Result<Callers, Status> {
    let refuse = |what: &str| {
        let message = format!("{what}; expected `authorization: Bearer TOKEN`");
        status(Code::Unauthenticated, "BAD_AUTHORIZATION", message, &[])
    };
    let mut tokens = Vec::new();
    for value in headers.get_all(AUTHORIZATION) {
        let text = value.to_str().map_err(|_| refuse("the authorization is no plain text"))?;
        let mut bearer = false;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let token = match part.split_once(' ') {
                Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                    bearer = true;
                    token.trim()
                }
                None if bearer => part,
                Some(_) | None => return Err(refuse("the authorization is of an unknown kind")),
            };
            if token.is_empty() || token.contains(' ') || tokens.len() == TOKENS_MAX {
                return Err(refuse("the authorization holds no usable token"));
            }
            tokens.push(Token::new(token));
        }
    }
    Ok(Callers(tokens))
}

/// Lets only those who know the server key make things, where there is one.
///
/// # Errors
/// UNAUTHENTICATED without a token, PERMISSION_DENIED with others.
pub fn check_server_key(key: Option<&ServerKey>, method: &Method, callers: &Callers) -> Result<(), Status> {
    let Some(key) = key.filter(|_| method.creates) else { return Ok(()) };
    // Every token is compared, so that the time does not tell which one was right.
    let known = callers.0.iter().filter(|token| key.is(token.reveal())).count() > 0;
    match (known, callers.0.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(status(
            Code::Unauthenticated,
            "SERVER_KEY_NEEDED",
            "this server makes matches only for those who show its key: `authorization: Bearer KEY`",
            &[],
        )),
        (false, false) => Err(status(
            Code::PermissionDenied,
            "SERVER_KEY_WRONG",
            "none of the tokens is this server's key, which is needed to make matches",
            &[],
        )),
    }
}

impl Callers {
    /// The tokens that are for a match: the server's key is for none.
    #[must_use]
    pub fn without_key(self, key: Option<&ServerKey>) -> Callers {
        let own = |token: &Token| !key.is_some_and(|key| key.is(token.reveal()));
        Callers(self.0.into_iter().filter(own).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Vec<String>, Code> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(AUTHORIZATION, line.parse().unwrap());
        }
        let read = callers(&headers).map_err(|status| status.code())?;
        Ok(read.0.iter().map(|token| token.reveal().to_owned()).collect())
    }

    #[test]
    fn tokens_come_one_by_one_or_together() {
        assert_eq!(read(&[]).unwrap(), Vec::<String>::new());
        assert_eq!(read(&["Bearer a"]).unwrap(), ["a"]);
        assert_eq!(read(&["bearer a, Bearer b", "BEARER c"]).unwrap(), ["a", "b", "c"]);
        assert_eq!(read(&["Bearer a,b"]).unwrap(), ["a", "b"]);
    }

    #[test]
    fn other_authorizations_are_refused() {
        for wrong in ["Basic YWJj", "abc", "Bearer a b", "Bearer ", "Bearer"] {
            assert_eq!(read(&[wrong]), Err(Code::Unauthenticated), "{wrong}");
        }
        let many = vec!["Bearer x"; TOKENS_MAX + 1].join(",");
        assert_eq!(read(&[&many]), Err(Code::Unauthenticated));
    }

    #[test]
    fn the_key_of_the_server_is_no_token_of_a_match() {
        let shown = Callers(vec![Token::new("key"), Token::new("seat")]);
        assert_eq!(
            shown.clone().without_key(Some(&ServerKey::new("key"))),
            Callers(vec![Token::new("seat")])
        );
        assert_eq!(shown.clone().without_key(None), shown);
    }

    #[test]
    fn tokens_are_never_printed() {
        let shown = format!("{:?}", Callers(vec![Token::new("secret")]));
        assert!(shown.contains("***") && !shown.contains("secret"), "{shown}");
    }
}
