//! One table at the prompt: its record, its dice, and the way back.

use crate::{Error, dice::Seed};
use bots::any::{Companion, Hint};
use catalog::{AnyTable, BadRecord, GameKind, PackFiles, PlayError, Record};
use kernel::{Seat, SeatSet, Turn};
use std::path::Path;

/// Who reads what happens at the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    Everything,
    /// A seat, or an onlooker.
    Of(Option<Seat>),
}

/// A table, how it came about, and the positions to go back to.
pub struct Session {
    pub table: Box<dyn AnyTable>,
    pub record: Record,
    seed: Seed,
    /// Who reads along; what they may not know is not shown to them.
    pub eyes: Eyes,
    /// Table and length of the record before each decision of a person.
    before: Vec<(Box<dyn AnyTable>, usize)>,
}

impl Session {
    /// # Errors
    /// If an option or the content cannot be played with.
    pub fn new(
        game: GameKind,
        options: Vec<(String, String)>,
        pack: &PackFiles,
        number: u64,
    ) -> Result<Session, Error> {
        let table = game.table(&options, pack)?;
        let seed = Seed::of_number(number);
        let record = Record {
            game,
            options,
            content: pack.fingerprint(),
            seed: Some(number.to_string()),
            commitment: None,
            steps: vec![],
        };
        Ok(Session { table, record, seed, eyes: Eyes::Everything, before: vec![] })
    }
    /// Goes on with a record. `fresh` is the seed from here on if the record does not tell its own; what fell before
    /// counts as told then.
    ///
    /// # Errors
    /// If one of its steps is not legal.
    pub fn resume(mut record: Record, pack: &PackFiles, file: &Path, fresh: u64) -> Result<Session, Error> {
        let table =
            record.replay(pack).map_err(|why: BadRecord| Error::Record { file: file.to_owned(), why })?;
        let seed = match record.seed.as_deref().and_then(|text| Seed::of_text(text).ok()) {
            Some(seed) => seed,
            None => {
                record.seed = Some(fresh.to_string());
                record.commitment = None;
                let told = |step: &mut String| {
                    if let Some(outcome) = step.strip_prefix("chance: ") {
                        *step = format!("told: {outcome}");
                    }
                };
                record.steps.iter_mut().for_each(told);
                Seed::of_number(fresh)
            }
        };
        Ok(Session { table, record, seed, eyes: Eyes::Everything, before: vec![] })
    }
    /// Plays a step; gives back how it stands in the record, and the story.
    ///
    /// # Errors
    /// If it is no legal step; nothing has changed then.
    pub fn play(&mut self, line: &str) -> Result<(String, Vec<String>), PlayError> {
        let Eyes::Of(eyes) = self.eyes else {
            let (line, story) = self.table.play(line)?;
            self.record.steps.push(line.clone());
            return Ok((line, story));
        };
        let open = self.is_open();
        let told = self.table.tell(line)?;
        self.record.steps.push(told.step.clone());
        // Where nothing is secret before and after, nothing is hidden only because several decide at once.
        let shown = told.is_open_to(eyes) || open && self.is_open();
        let line = if shown { told.step.clone() } else { hidden(&told.step) };
        Ok((line, told.lines(eyes).map(str::to_owned).collect()))
    }
    /// Does everybody know everything now?
    fn is_open(&self) -> bool {
        Seat::first(self.table.seats()).all(|seat| self.table.is_open(seat))
    }
    /// Plays what a person saw fall on their own table.
    ///
    /// # Errors
    /// If it cannot have fallen; nothing has changed then.
    pub fn tell(&mut self, outcome: &str) -> Result<(String, Vec<String>), PlayError> {
        let (line, story) = self.table.play(&format!("chance: {outcome}"))?;
        self.record.steps.push(format!("told: {outcome}"));
        Ok((line, story))
    }
    /// Plays a decision of a person, which can be taken back.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn decide(&mut self, seat: Seat, action: &str) -> Result<(String, Vec<String>), PlayError> {
        let before = (self.table.boxed_clone(), self.record.steps.len());
        let played = self.play(&format!("{seat}: {action}"))?;
        self.before.push(before);
        Ok(played)
    }
    /// Back to before the last decision of a person; the dice will fall as they fell. False at the start.
    pub fn undo(&mut self) -> bool {
        let Some((table, steps)) = self.before.pop() else { return false };
        self.table = table;
        self.record.steps.truncate(steps);
        true
    }
    /// What the house rolls or turns now.
    #[must_use]
    pub fn roll(&self) -> Option<String> {
        self.table.sample(&mut self.seed.dice(self.steps()))
    }
    /// What this bot does now in one of these seats.
    #[must_use]
    pub fn bot_action(&self, bots: &[Seat], companion: &mut Companion) -> Option<Hint> {
        self.hint(bots.iter().copied().collect(), companion)
    }
    /// What this bot would do in one of these seats.
    #[must_use]
    pub fn hint(&self, seats: SeatSet, companion: &mut Companion) -> Option<Hint> {
        companion.advise(&*self.table, seats, self.seed.thoughts(self.steps()))
    }
    fn steps(&self) -> u64 {
        self.record.steps.len() as u64
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
pub(crate) fn plain_suit(typed: &str) -> String {
    typed.replace('♥', "H").replace('♦', "D").replace('♠', "S").replace('♣', "C")
}

/// `seat 1: initiative 7C` as others see it: somebody has decided something.
fn hidden(step: &str) -> String {
    let who = step.split(':').next().unwrap_or_default();
    format!("{who}: (face down)")
}
