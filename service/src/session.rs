//! One table at the prompt: its record, its dice, and the way back.

use crate::Error;
use bots::any::{Companion, Hint};
use catalog::{AnyTable, BadRecord, GameKind, PackFiles, PlayError, Record};
use kernel::{Seat, SeatSet, Turn};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha12Rng;
use std::path::Path;

/// A table, how it came about, and the positions to go back to.
pub struct Session {
    pub table: Box<dyn AnyTable>,
    pub record: Record,
    rng: ChaCha12Rng,
    /// Table, generator and length of the record before each decision of a person.
    before: Vec<(Box<dyn AnyTable>, ChaCha12Rng, usize)>,
}

impl Session {
    /// # Errors
    /// If an option or the content cannot be played with.
    pub fn new(
        game: GameKind,
        options: Vec<(String, String)>,
        pack: &PackFiles,
        seed: u64,
    ) -> Result<Session, Error> {
        let table = game.table(&options, pack)?;
        let record = Record { game, options, content: pack.fingerprint(), seed, steps: vec![] };
        Ok(Session { table, record, rng: ChaCha12Rng::seed_from_u64(seed), before: vec![] })
    }
    /// Goes on with a record.
    ///
    /// # Errors
    /// If one of its steps is not legal.
    pub fn resume(record: Record, pack: &PackFiles, file: &Path) -> Result<Session, Error> {
        let table =
            record.replay(pack).map_err(|why: BadRecord| Error::Record { file: file.to_owned(), why })?;
        // A different stream than the first run's: what was rolled before must not be rolled again.
        let mut rng = ChaCha12Rng::seed_from_u64(record.seed);
        rng.set_stream(record.steps.len() as u64 + 1);
        Ok(Session { table, record, rng, before: vec![] })
    }
    /// Plays a step; gives back how it stands in the record, and the story.
    ///
    /// # Errors
    /// If it is no legal step; nothing has changed then.
    pub fn play(&mut self, line: &str) -> Result<(String, Vec<String>), PlayError> {
        let (line, story) = self.table.play(line)?;
        self.record.steps.push(line.clone());
        Ok((line, story))
    }
    /// Plays a decision of a person, which can be taken back.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn decide(&mut self, seat: Seat, action: &str) -> Result<(String, Vec<String>), PlayError> {
        let before = (self.table.boxed_clone(), self.rng.clone(), self.record.steps.len());
        let played = self.play(&format!("{seat}: {action}"))?;
        self.before.push(before);
        Ok(played)
    }
    /// Back to before the last decision of a person; the dice will fall as they fell. False at the start.
    pub fn undo(&mut self) -> bool {
        let Some((table, rng, steps)) = self.before.pop() else { return false };
        self.table = table;
        self.rng = rng;
        self.record.steps.truncate(steps);
        true
    }
    /// What the house rolls or turns now.
    pub fn roll(&mut self) -> Option<String> {
        self.table.sample(&mut self.rng)
    }
    /// What this bot does now in one of these seats.
    pub fn bot_action(&mut self, bots: &[Seat], companion: &mut Companion) -> Option<Hint> {
        companion.advise(&*self.table, bots.iter().copied().collect(), self.rng.next_u64())
    }
    /// What this bot would do in one of these seats. Leaves the dice as they are.
    #[must_use]
    pub fn hint(&self, seats: SeatSet, companion: &mut Companion) -> Option<Hint> {
        companion.advise(&*self.table, seats, self.rng.clone().next_u64())
    }
    /// Is everybody who is asked one of these?
    #[must_use]
    pub fn only_asks(&self, bots: &[Seat]) -> bool {
        match self.table.turn() {
            Turn::Each(seats) | Turn::Any(seats) => seats.into_iter().all(|seat| bots.contains(&seat)),
            Turn::Chance | Turn::Over => false,
        }
    }
    /// Matches what a person typed with what may fall: `8h` for `draw 8H`, `5` for `die 5`.
    #[must_use]
    pub fn outcome_named(&self, typed: &str) -> Option<String> {
        let odds = self.table.odds();
        let same = |outcome: &str| {
            let last = outcome.rsplit(' ').next().unwrap_or(outcome);
            outcome.eq_ignore_ascii_case(typed) || last.eq_ignore_ascii_case(&plain_suit(typed))
        };
        odds.into_iter().map(|(outcome, _)| outcome).find(|outcome| same(outcome))
    }
}

/// `8♥` as `8H`.
fn plain_suit(typed: &str) -> String {
    typed.replace('♥', "H").replace('♦', "D").replace('♠', "S").replace('♣', "C")
}
