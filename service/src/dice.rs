//! Dice that can be checked: each roll follows from a secret seed and the number of the step, and nothing else.
//!
//! The seed's hash is shown before the first step and the seed itself after the last, so that anybody can roll again
//! (`understudy verify`). A roll depends on how many steps were played before it, not on when or how often it was asked
//! for: taking a step back and playing it again meets the same dice.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Whoever knows it can foretell every roll, so it does not print itself.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(***)")
    }
}

/// Text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no seed; expected 64 hexadecimal digits")]
pub struct NoSeed;

impl Seed {
    /// From the entropy of the operating system.
    ///
    /// # Errors
    /// If it gives none.
    pub fn fresh() -> Result<Seed, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Seed(bytes))
    }
    /// The seed of a number that somebody chose: for tests and for games that are to be played again.
    #[must_use]
    pub fn of_number(number: u64) -> Seed {
        Seed(
            Sha256::new()
                .chain_update(b"understudy seed")
                .chain_update(number.to_be_bytes())
                .finalize()
                .into(),
        )
    }
    /// Shown before the first step: SHA-256 of the seed, in hexadecimal.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
    /// To be shown only after the last step.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }
    /// # Errors
    /// If the text is none that [`Seed::reveal`] writes.
    pub fn read(text: &str) -> Result<Seed, NoSeed> {
        let digits = text.as_bytes();
        let mut bytes = [0; 32];
        if digits.len() != 64 || !text.is_ascii() {
            return Err(NoSeed);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| NoSeed)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NoSeed)?;
        }
        Ok(Seed(bytes))
    }
    /// The seed a record tells: a number somebody chose, or what [`Seed::reveal`] writes.
    ///
    /// # Errors
    /// If it is neither.
    pub fn of_text(text: &str) -> Result<Seed, NoSeed> {
        text.parse().map_or_else(|_| Seed::read(text), |number| Ok(Seed::of_number(number)))
    }
    /// The generator of the step after `steps` others.
    #[must_use]
    pub fn dice(&self, steps: u64) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::from_seed(self.0);
        rng.set_stream(steps);
        rng
    }
    /// What a bot's thoughts start from: apart from the dice, so that knowing one says nothing of the other.
    #[must_use]
    pub fn thoughts(&self, steps: u64) -> u64 {
        let apart = Sha256::new().chain_update(self.0).chain_update(b"thoughts").finalize();
        let mut rng = ChaCha12Rng::from_seed(apart.into());
        rng.set_stream(steps);
        rng.next_u64()
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_reads_back_and_fits_its_commitment() {
        let seed = Seed::fresh().unwrap();
        let again = Seed::read(&seed.reveal()).unwrap();
        assert_eq!(again, seed);
        assert_eq!(again.commitment(), seed.commitment());
        assert_ne!(seed.commitment(), Seed::fresh().unwrap().commitment());
        for wrong in ["", "12", &"g".repeat(64), &"ä".repeat(32), &"0".repeat(65)] {
            assert_eq!(Seed::read(wrong), Err(NoSeed), "{wrong}");
        }
        assert!(!format!("{seed:?}").contains(&seed.reveal()[..8]));
    }

    #[test]
    fn the_commitment_is_the_sha_256_of_the_seed() {
        let zeros = Seed([0; 32]);
        assert_eq!(
            zeros.commitment(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
            "as `head -c 32 /dev/zero | sha256sum` says"
        );
    }

    #[test]
    fn a_roll_depends_on_the_step_alone() {
        let seed = Seed::of_number(7);
        let roll = |steps| seed.dice(steps).next_u64();
        assert_eq!(roll(3), roll(3));
        assert_ne!(roll(3), roll(4));
        assert_ne!(roll(3), seed.thoughts(3));
        assert_ne!(roll(3), Seed::of_number(8).dice(3).next_u64());
    }
}
