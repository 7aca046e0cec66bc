//! One table at the prompt: its record, its dice, and the way back.

use crate::{
    Error,
    cli::Dice,
    dice::Seed,
    saves::{Key, Saved},
};
use bots::any::{Companion, Hint};
use catalog::{AnyStep, AnyTable, BadRecord, Disclosed, GameKind, PackFiles, PlayError, Record, record};
use kernel::{Seat, SeatSet, Turn};
use std::path::Path;

/// A table, how it came about, and the positions to go back to.
pub struct Session {
    pub table: Box<dyn AnyTable>,
    pub record: Record,
    seed: Seed,
    pack: PackFiles,
    /// The seats that people had where it was saved and sealed.
    pub sat: Option<Vec<Seat>>,
    /// Table and length of the record before all that a person decided, told or put right.
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
        Ok(Session { table, record, seed, pack: pack.clone(), sat: None, before: vec![] })
    }
    /// Says beforehand which seed the dice follow from: by its hash, for one that nobody chose.
    #[must_use]
    pub fn committed(mut self) -> Session {
        self.record.commitment = Some(self.seed.commitment());
        self
    }
    /// The game as a file: open once it is over, sealed before.
    ///
    /// # Errors
    /// If the operating system gives no entropy.
    pub fn text(&self, people: &[Seat], key: &Key) -> Result<String, Error> {
        crate::saves::text(&self.record, &self.pack, people, key)
    }
    /// Goes on with a saved game. `fresh` is the seed from here on if its own is not told; what fell before counts as told then.
    ///
    /// # Errors
    /// If one of its steps is not legal.
    pub fn resume(saved: Saved, pack: &PackFiles, file: &Path, fresh: u64) -> Result<Session, Error> {
        let Saved { mut record, people: sat } = saved;
        let table =
            record.replay(pack).map_err(|why: BadRecord| Error::Record { file: file.to_owned(), why })?;
        let seed = match record.seed.as_deref().and_then(|text| Seed::of_text(text).ok()) {
            Some(seed) => seed,
            None => {
                record.seed = Some(fresh.to_string());
                record.commitment = None;
                record.forget_dice();
                Seed::of_number(fresh)
            }
        };
        Ok(Session { table, record, seed, pack: pack.clone(), sat, before: vec![] })
    }
    /// The content it is played with.
    #[must_use]
    pub fn pack(&self) -> &PackFiles {
        &self.pack
    }
    /// Plays a step; gives back how it stands in the record, and who may read what of it.
    ///
    /// # Errors
    /// If it is no legal step; nothing has changed then.
    pub fn play(&mut self, step: &AnyStep) -> Result<Disclosed, PlayError> {
        let told = self.table.play_disclosed(step)?;
        self.record.steps.push(told.step.to_string());
        Ok(told)
    }
    /// Plays what a person saw fall on their own table, which can be taken back.
    ///
    /// # Errors
    /// If it cannot have fallen; nothing has changed then.
    pub fn report(&mut self, outcome: &str) -> Result<Disclosed, PlayError> {
        let before = (self.table.boxed_clone(), self.record.steps.len());
        let told = self.table.play_disclosed(&AnyStep::Chance(outcome.to_owned()))?;
        self.record.steps.push(record::reported(outcome));
        self.before.push(before);
        Ok(told)
    }
    /// Plays a decision of a person, which can be taken back.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn decide(&mut self, seat: Seat, action: &str) -> Result<Disclosed, PlayError> {
        let before = (self.table.boxed_clone(), self.record.steps.len());
        let played = self.play(&AnyStep::Act { seat, action: action.to_owned() })?;
        self.before.push(before);
        Ok(played)
    }
    /// Puts something right, which can be taken back.
    ///
    /// # Errors
    /// If the game does not take it; nothing has changed then.
    pub fn set(&mut self, what: &str) -> Result<Disclosed, PlayError> {
        let before = (self.table.boxed_clone(), self.record.steps.len());
        let told = self.play(&AnyStep::Set(what.to_owned()))?;
        self.before.push(before);
        Ok(told)
    }
    /// Takes a card of people's own box, which can be taken back.
    ///
    /// # Errors
    /// If it is none; nothing has changed then.
    pub fn tell_card(&mut self, card: &str) -> Result<Disclosed, PlayError> {
        let before = (self.table.boxed_clone(), self.record.steps.len());
        let told = self.play(&AnyStep::Card(card.to_owned()))?;
        self.before.push(before);
        Ok(told)
    }
    /// Back to before what a person decided or told last; the dice will fall as they fell. False at the start.
    pub fn undo(&mut self) -> bool {
        let Some((table, steps)) = self.before.pop() else { return false };
        self.table = table;
        self.record.steps.truncate(steps);
        true
    }
    /// What somebody who is asked has ordered beforehand, played as that seat's step; `None` if a person or a bot is to answer.
    /// It cannot be taken back alone: `undo` goes back to what a person did before it.
    ///
    /// # Errors
    /// Only if the game is broken.
    pub fn by_order(&mut self) -> Result<Option<Disclosed>, PlayError> {
        match self.table.standing_answer() {
            Some((seat, action)) => self.play(&AnyStep::Act { seat, action }).map(Some),
            None => Ok(None),
        }
    }
    /// What the house rolls or turns now.
    #[must_use]
    pub fn roll(&self) -> Option<AnyStep> {
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
        companion.advise(&self.table.view_of(seats)?, self.seed.thoughts(self.steps()))
    }
    /// Do these people know things here that others do not, or decide in secret? Then a screen shows one of them at a time.
    /// Cards that only their players know are not here, and what a bot knows is on no screen.
    #[must_use]
    pub fn has_secrets(&self, people: &[Seat]) -> bool {
        let at_once = matches!(self.table.turn(), Turn::Each(seats) if seats.len() > 1);
        at_once || people.iter().any(|seat| !self.table.is_open(*seat))
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
    /// Does the house let fall what is due? It has the dice, or keeps this deck, unless only people can know.
    #[must_use]
    pub fn house_rolls(&self, dice: Dice) -> bool {
        let house = dice.house_rolls(self.table.roller());
        self.table.house_draws() || house && !self.table.people_tell()
    }
}
