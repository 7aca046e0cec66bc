//! Snapshots: a whole masked position as bytes for whoever sees it, sealed so that only this server can have made them.
//!
//! A view in the middle of something carries one. It holds nothing that its reader may not know, and it is not encrypted:
//! the seal (an HMAC) is there so that what comes back need not be checked field by field. Servers with one secret read each
//! other's.

use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::Seat;
use prost::bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};
use sha2::Sha256;

/// Half of what SHA-256 gives: nobody guesses 128 bits.
const MAC_LEN: usize = 16;
/// Says which rules; an accident is one in 2^64, and forgery is the seal's affair.
const RULES_LEN: usize = 8;
/// Eyes that are no seat's.
const ONLOOKER: u8 = u8::MAX;
/// Room for most positions, so that one need not be moved while it is written.
const ROOM: usize = 1_024;

/// Why a snapshot is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSnapshot {
    #[error("in_progress: found bytes that were not made by this server; expected {GIVEN}")]
    Foreign,
    #[error("in_progress: found bytes made with other options, content or rules; expected {GIVEN}")]
    OtherRules,
    #[error("in_progress: found bytes made with another table; expected {GIVEN}")]
    OtherTable,
}

const GIVEN: &str =
    "the view as this server gave it, or in_progress alone, or none and the position at a point of rest";

/// What makes the seals of a server.
#[derive(Clone)]
pub struct Seal(Hmac<Sha256>);

impl Seal {
    /// `secret`: that of the server, which also makes tokens; the key of seals follows from it.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Seal {
        let mut key = keyed(secret);
        key.update(b"snapshots of views");
        Seal(keyed(key.finalize().into_bytes().into()))
    }
    /// For tables of these rules, by their digest.
    #[must_use]
    pub fn of_rules(&self, digest: &str) -> Sealer {
        let number = digest.get(..2 * RULES_LEN).and_then(|hex| u64::from_str_radix(hex, 16).ok());
        Sealer { mac: self.0.clone(), rules: number.unwrap_or_default().to_be_bytes() }
    }
}

fn keyed(key: [u8; 32]) -> Hmac<Sha256> {
    // A key shorter than a block is filled up with zeros, as the standard does.
    let mut block = [0; 64];
    block.iter_mut().zip(key).for_each(|(to, from)| *to = from);
    Hmac::new(&block.into())
}

/// Makes and reads snapshots of tables with the same rules, options and content.
#[derive(Clone)]
pub struct Sealer {
    mac: Hmac<Sha256>,
    rules: [u8; RULES_LEN],
}

impl Sealer {
    /// Of a position as these eyes see it. Positions that look alike give the same bytes.
    #[must_use]
    pub fn seal<S: Serialize>(&self, eyes: Option<Seat>, masked: &S) -> Bytes {
        // Writing to memory fails only for lists of unknown length; there are none.
        let state = postcard::to_extend(masked, Vec::with_capacity(ROOM)).unwrap_or_default();
        let mut bytes = Vec::with_capacity(ROOM);
        bytes.extend_from_slice(&self.rules);
        bytes.push(eyes.map_or(ONLOOKER, Seat::number));
        pack(&state, &mut bytes);
        let mac = self.mac.clone().chain_update(&bytes).finalize().into_bytes();
        bytes.extend(mac.into_iter().take(MAC_LEN));
        bytes.into()
    }
    /// # Errors
    /// If it was not made here, or for other rules.
    pub fn open<S: DeserializeOwned>(&self, bytes: &[u8]) -> Result<(Option<Seat>, S), BadSnapshot> {
        let (signed, mac) = bytes.split_last_chunk::<MAC_LEN>().ok_or(BadSnapshot::Foreign)?;
        let genuine = self.mac.clone().chain_update(signed).verify_truncated_left(mac);
        genuine.map_err(|_| BadSnapshot::Foreign)?;
        let (rules, seen) = signed.split_first_chunk::<RULES_LEN>().ok_or(BadSnapshot::Foreign)?;
        let (eyes, state) = seen.split_first().ok_or(BadSnapshot::Foreign)?;
        if *rules != self.rules {
            return Err(BadSnapshot::OtherRules);
        }
        // A server that was built anew without a new version may lay out positions in another way.
        let state = postcard::from_bytes(&unpacked(state)).map_err(|_| BadSnapshot::OtherRules)?;
        Ok(((*eyes != ONLOOKER).then(|| Seat::new(*eyes)), state))
    }
}

/// Half of a position is zeros: places where nothing lies. Each run of them is a zero and how many more follow.
fn pack(state: &[u8], into: &mut Vec<u8>) {
    let mut left = state;
    while let Some((byte, rest)) = left.split_first() {
        into.push(*byte);
        left = rest;
        if *byte == 0 {
            let more = rest.iter().take(usize::from(u8::MAX)).take_while(|byte| **byte == 0).count();
            into.push(more as u8);
            left = rest.get(more..).unwrap_or_default();
        }
    }
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut state = Vec::with_capacity(ROOM);
    let mut bytes = packed.iter();
    while let Some(byte) = bytes.next() {
        state.push(*byte);
        if *byte == 0 {
            let more = bytes.next().copied().unwrap_or_default();
            state.resize(state.len() + usize::from(more), 0);
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "0123456789abcdef0123456789abcdef";
    const OTHER: &str = "1123456789abcdef0123456789abcdef";

    #[test]
    fn what_was_sealed_comes_back_and_nothing_else_does() {
        let here = Seal::new([7; 32]).of_rules(ONE);
        for eyes in [None, Some(Seat::new(0)), Some(Seat::new(5))] {
            let bytes = here.seal(eyes, &(3u8, "a table".to_owned()));
            assert_eq!(here.open(&bytes), Ok((eyes, (3u8, "a table".to_owned()))));
            for at in 0..bytes.len() {
                let mut changed = bytes.to_vec();
                changed[at] ^= 1;
                assert_eq!(here.open::<(u8, String)>(&changed), Err(BadSnapshot::Foreign), "byte {at}");
                assert_eq!(here.open::<(u8, String)>(&bytes[..at]), Err(BadSnapshot::Foreign), "cut at {at}");
            }
        }
    }

    #[test]
    fn only_servers_with_the_same_secret_read_it_and_only_for_the_same_rules() {
        let bytes = Seal::new([7; 32]).of_rules(ONE).seal(None, &5u32);
        let read = |secret, rules| Seal::new([secret; 32]).of_rules(rules).open::<u32>(&bytes);
        assert_eq!(read(7, ONE), Ok((None, 5)));
        assert_eq!(read(8, ONE), Err(BadSnapshot::Foreign));
        assert_eq!(read(7, OTHER), Err(BadSnapshot::OtherRules));
    }

    #[test]
    fn positions_that_look_alike_give_the_same_bytes() {
        let (one, other) = (Seal::new([7; 32]).of_rules(ONE), Seal::new([7; 32]).of_rules(ONE));
        assert_eq!(one.seal(None, &5u32), other.seal(None, &5u32));
        assert_ne!(
            one.seal(None, &5u32),
            one.seal(Some(Seat::new(0)), &5u32),
            "whose eyes they are is in it"
        );
    }

    proptest::proptest! {
        #[test]
        fn what_was_packed_is_unpacked(state in proptest::collection::vec(0u8..3, 0..900), zeros in 0usize..600) {
            let state = [state.clone(), vec![0; zeros], state].concat();
            let mut packed = vec![];
            pack(&state, &mut packed);
            proptest::prop_assert_eq!(unpacked(&packed), state);
        }
    }
}
