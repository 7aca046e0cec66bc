//! Who may play a seat: tokens that follow from a secret of the server, and are kept only as hashes.

use crate::{dice::hex, server::auth::Token, store::MatchId};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq as _;

/// All that is kept of a token.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenHash([u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({}..)", hex(self.0.get(..2).unwrap_or_default()))
    }
}

impl TokenHash {
    #[must_use]
    pub fn of(token: &Token) -> TokenHash {
        TokenHash(Sha256::digest(token.reveal().as_bytes()).into())
    }
    /// Takes the same time whether or not they are the same.
    #[must_use]
    pub fn fits(&self, shown: &TokenHash) -> bool {
        // Eight bytes at a time: every token of every seat is compared with every one that is shown.
        let words = |hash: &TokenHash| {
            let mut words = [0_u64; 4];
            for (word, eight) in words.iter_mut().zip(hash.0.chunks_exact(8)) {
                *word = eight.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
            words
        };
        words(self).ct_eq(&words(shown)).into()
    }
}

/// Makes tokens. The same match, holder and epoch give the same token: a repeated request can be answered again
/// although no token is kept.
#[derive(Clone)]
pub struct Mint(Hmac<Sha256>);

/// Whom a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    Host,
    Seat {
        seat: Seat,
        epoch: u64,
    },
    /// Whoever made a tournament of this id.
    Tournament,
}

impl Mint {
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Mint {
        // A key shorter than a block is filled up with zeros, as the standard does.
        let mut block = [0; 64];
        block.iter_mut().zip(secret).for_each(|(to, from)| *to = from);
        Mint(Hmac::new(&block.into()))
    }
    #[must_use]
    pub fn token(&self, id: MatchId, holder: Holder) -> Token {
        let mut mac = self.0.clone();
        mac.update(&id.0.to_be_bytes());
        match holder {
            Holder::Host => mac.update(b"host"),
            Holder::Tournament => mac.update(b"tournament"),
            Holder::Seat { seat, epoch } => {
                mac.update(b"seat");
                mac.update(&[seat.number()]);
                mac.update(&epoch.to_be_bytes());
            }
        }
        Token::new(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_the_same_for_the_same_holder_and_fits_nobody_else() {
        let mint = Mint::new([7; 32]);
        let (one, two) = (MatchId(1), MatchId(2));
        let seat = |n, epoch| Holder::Seat { seat: Seat::new(n), epoch };
        let all = [
            mint.token(one, Holder::Host),
            mint.token(one, seat(0, 0)),
            mint.token(one, Holder::Tournament),
            mint.token(one, seat(0, 1)),
            mint.token(one, seat(1, 0)),
            mint.token(two, seat(0, 0)),
            Mint::new([8; 32]).token(one, seat(0, 0)),
        ];
        assert_eq!(mint.token(one, seat(0, 0)), all[1]);
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                assert_eq!(TokenHash::of(a).fits(&TokenHash::of(b)), i == j);
            }
        }
    }

    #[test]
    fn a_token_does_not_print_itself() {
        let token = Mint::new([7; 32]).token(MatchId(1), Holder::Host);
        assert_eq!(format!("{token:?}"), "***");
        assert_eq!(token.reveal().len(), 43);
    }
}
