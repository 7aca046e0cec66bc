//! Saved games. One that is over is an open record, which anybody may replay and verify. One that is not keeps its secrets: the
//! file tells what all at the table may know, and beside it, sealed with a key of this user, the whole record: the seed, and what
//! seats keep from each other.
//!
//! ```text
//! understudy sealed record 1
//! game minions_of_mordak
//! content built-in
//! commitment 5f...
//! seat 1: build h1
//! chance: (hidden)
//! sealed 1c2a90f4 q83v...
//! ```
//!
//! Sealed is encrypted (ChaCha20 by a key of its own for each file) and then authenticated together with the lines before it
//! (HMAC-SHA-256). Where the key is not, the file is read and, if nothing in it is hidden, gone on with by other dice.

pub mod key;

pub use key::Key;

use crate::dice::hex;
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD as BASE64};
use catalog::{AnyStep, BadRecord, Disclosed, PackFiles, Record};
use hmac::{Hmac, Mac as _};
use kernel::{Seat, Turn};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sha2::Sha256;

const TITLE: &str = "understudy sealed record 1";
const OPEN_TITLE: &str = "understudy record 1";
/// How a step looks that not all may know.
const HIDDEN: &str = "(hidden)";
const NONCE_LEN: usize = 16;
const MAC_LEN: usize = 32;
/// What is sealed is filled up to a multiple of this, so that its length tells little.
const BLOCK: usize = 1_024;

/// Why a saved game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSave {
    #[error("{0}")]
    Record(#[from] BadRecord),
    #[error("its last line is no seal; expected `sealed KEY TEXT`, as `save` wrote it")]
    NoSeal,
    #[error("it was changed since it was saved, so its seal does not hold")]
    Changed,
    #[error(
        "it is sealed with the key {wanted}, and the key here is {found}. What all at the table know can be read \
         (`understudy replay`); to go on, give the key that lies where it was saved: --key FILE"
    )]
    OtherKey { wanted: String, found: String },
    #[error("the game is not over, so its seed stays sealed; when it is over, save it again and verify that")]
    Unfinished,
    #[error("step {step} does not follow from the sealed seed")]
    Dishonest { step: usize },
    #[error("it is no text (UTF-8)")]
    NoText,
}

/// Whoever may go on with a game, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub record: Record,
    /// The seats that people had, where it was sealed: nobody else may look into a hand.
    pub people: Option<Vec<Seat>>,
}

/// A file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A record without secrets, or one that was saved before they were sealed.
    Open(Record),
    Sealed(Sealed),
}

/// A game that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// What all may know: no seed, and hidden steps are marked as such.
    pub shown: Record,
    /// The lines that the seal vouches for.
    lines: String,
    key: String,
    bytes: Vec<u8>,
}

/// The text of a saved game. `people` are the seats that people have.
///
/// # Errors
/// If the record does not replay, or the operating system gives no entropy.
pub fn text(record: &Record, pack: &PackFiles, people: &[Seat], key: &Key) -> Result<String, crate::Error> {
    let (shown, over) = shown(record, pack).map_err(|why| crate::Error::Saved(why.into()))?;
    if over {
        return Ok(record.to_string());
    }
    let lines = format!(
        "{TITLE}\n# The seed and what seats keep from each other are in the last line; only the key of whoever saved it \
         opens that.\n{}",
        shown.to_string().strip_prefix(OPEN_TITLE).unwrap_or_default().trim_start()
    );
    let mut nonce = [0; NONCE_LEN];
    getrandom::fill(&mut nonce).map_err(|why| std::io::Error::other(why.to_string()))?;
    let seats: Vec<String> = people.iter().map(|seat| seat.number().to_string()).collect();
    let mut inside = format!("people {}\n{record}", seats.join(",")).into_bytes();
    inside.resize(inside.len().next_multiple_of(BLOCK), b'\n');
    apply_stream(key, &nonce, &mut inside);
    let mac = mac(key, &lines, &nonce, &inside).finalize().into_bytes();
    let bytes = [&nonce[..], &inside[..], &mac[..]].concat();
    Ok(format!("{lines}sealed {} {}\n", key.id(), BASE64.encode(bytes)))
}

/// # Errors
/// If it is no saved game.
pub fn read(text: &str) -> Result<Found, BadSave> {
    if text.lines().next().map(str::trim) != Some(TITLE) {
        return Ok(Found::Open(Record::read(text)?));
    }
    let (lines, seal) = text.rsplit_once("\nsealed ").ok_or(BadSave::NoSeal)?;
    let lines = format!("{lines}\n");
    let (key, bytes) = seal.trim().split_once(' ').ok_or(BadSave::NoSeal)?;
    let bytes = BASE64.decode(bytes.trim()).map_err(|_| BadSave::NoSeal)?;
    let shown = Record::read(&lines.replacen(TITLE, OPEN_TITLE, 1))?;
    Ok(Found::Sealed(Sealed { shown, lines, key: key.to_owned(), bytes }))
}

impl Sealed {
    /// # Errors
    /// If it was sealed with another key, or has been changed.
    pub fn open(&self, key: &Key) -> Result<Saved, BadSave> {
        if self.key != key.id() {
            return Err(BadSave::OtherKey { wanted: self.key.clone(), found: key.id() });
        }
        let (nonce, rest) = self.bytes.split_first_chunk::<NONCE_LEN>().ok_or(BadSave::Changed)?;
        let (inside, tag) = rest.split_last_chunk::<MAC_LEN>().ok_or(BadSave::Changed)?;
        mac(key, &self.lines, nonce, inside).verify_slice(tag).map_err(|_| BadSave::Changed)?;
        let mut inside = inside.to_vec();
        apply_stream(key, nonce, &mut inside);
        let inside = String::from_utf8(inside).map_err(|_| BadSave::Changed)?;
        let (people, record) = inside.split_once('\n').ok_or(BadSave::Changed)?;
        let people = people.strip_prefix("people ").ok_or(BadSave::Changed)?;
        let people = people.split(',').filter_map(|seat| seat.parse().ok().map(Seat::new)).collect();
        Ok(Saved { record: Record::read(record)?, people: Some(people) })
    }
    /// Is there a step that not all may know?
    #[must_use]
    pub fn hides(&self) -> bool {
        self.shown.steps.iter().any(|line| line.ends_with(HIDDEN))
    }
    /// What can be gone on with: everything with the key, and without it what hides nothing, by other dice.
    ///
    /// # Errors
    /// If the key is another one and something is hidden, or the file has been changed.
    pub fn resume(self, key: &Key) -> Result<Saved, BadSave> {
        match self.open(key) {
            Err(BadSave::OtherKey { .. }) if !self.hides() => {
                let record = Record { commitment: None, ..self.shown };
                Ok(Saved { record, people: None })
            }
            opened => opened,
        }
    }
}

/// What all may know of a record, and whether the game is over.
fn shown(record: &Record, pack: &PackFiles) -> Result<(Record, bool), BadRecord> {
    let mut table = record.game.table(&record.options, pack)?;
    let mut steps = Vec::with_capacity(record.steps.len());
    for (n, line) in record.steps.iter().enumerate() {
        let told = line.parse().and_then(|step: AnyStep| table.play_disclosed(&step));
        let told = told.map_err(|why| BadRecord::Step { step: n + 1, why })?;
        steps.push(open_line(&told, line));
    }
    let over = table.turn() == Turn::Over;
    Ok((Record { seed: None, steps, ..record.clone() }, over))
}

/// The line of a step, as an onlooker may know it.
fn open_line(told: &Disclosed, line: &str) -> String {
    if told.is_open_to(None) { line.to_owned() } else { told.step.hidden() }
}

/// Encrypts and decrypts alike.
fn apply_stream(key: &Key, nonce: &[u8; NONCE_LEN], bytes: &mut [u8]) {
    let own = key.derive(&[b"stream", nonce]);
    let mut stream = vec![0; bytes.len()];
    ChaCha20Rng::from_seed(own).fill_bytes(&mut stream);
    bytes.iter_mut().zip(stream).for_each(|(byte, with)| *byte ^= with);
}

fn mac(key: &Key, lines: &str, nonce: &[u8; NONCE_LEN], inside: &[u8]) -> Hmac<Sha256> {
    let length = (lines.len() as u64).to_be_bytes();
    let mut mac = key::keyed(key.derive(&[b"seal"]));
    [&length[..], lines.as_bytes(), nonce, inside].iter().for_each(|part| mac.update(part));
    mac
}

/// The seal of a file in a few letters, for those who compare keys.
pub(crate) fn short(bytes: &[u8]) -> String {
    hex(bytes.get(..4).unwrap_or_default())
}

#[cfg(test)]
mod tests;
