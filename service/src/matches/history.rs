//! A match out of its log: the code that plays is the code that restores.

#[cfg(test)]
mod tests;

use super::{
    aside::Wanted,
    entry::{Entry, Logged, Made},
    live::{Live, SeatNow, at_once, changed, same_question},
};
use crate::{error::ServiceError, store::MatchId};
use catalog::{AnyStep, AnyTable, Disclosed, GameKind, PackFiles};
use sha2::{Digest, Sha256};
use std::{collections::HashMap, sync::Arc};

/// The content each game is played with; a game that is not in it has its built-in content.
pub type Packs = HashMap<GameKind, PackFiles>;

/// One version of a match, and what it tells to whom.
#[derive(Clone)]
pub struct Happened {
    pub version: u64,
    pub entry: Entry,
    /// Set if it was a step of the game.
    pub told: Option<Disclosed>,
    /// The match after it, where a commit ends; `None` in between.
    pub after: Option<Live>,
}

/// The log of a match.
pub struct History {
    id: MatchId,
    entries: Vec<Logged>,
}

impl History {
    /// # Errors
    /// If the log is damaged.
    pub fn read(id: MatchId, stored: &[(u64, Vec<u8>)]) -> Result<History, ServiceError> {
        Ok(History { id, entries: Logged::read(stored)? })
    }
    #[must_use]
    pub fn entries(&self) -> &[Logged] {
        &self.entries
    }
    /// # Errors
    /// If the log does not begin with how the match was made.
    pub fn made(&self) -> Result<&Made, ServiceError> {
        match self.entries.first() {
            Some(Logged { entry: Entry::Made(made), .. }) => Ok(made),
            Some(_) | None => Err(ServiceError::Store("the log has no beginning".to_owned())),
        }
    }
    /// The match as it stands after the last version up to this one.
    ///
    /// # Errors
    /// If the log cannot have been played: another content, or damage.
    pub fn live(&self, packs: &Packs, up_to: u64, wanted: &Wanted) -> Result<Live, ServiceError> {
        self.replay(packs, up_to, Replay { from: u64::MAX, afters: false }, wanted).map(|(live, _)| live)
    }
    /// The same, and what happened.
    ///
    /// # Errors
    /// As [`History::live`].
    pub fn replay(
        &self,
        packs: &Packs,
        up_to: u64,
        telling: Replay,
        wanted: &Wanted,
    ) -> Result<(Live, Vec<Happened>), ServiceError> {
        let mut playing = Playing::new(self.id, self.made()?, packs)?;
        let happened = playing.replay(self.entries.get(1..).unwrap_or_default(), up_to, telling, wanted)?;
        Ok((playing.now(), happened))
    }
    /// The steps that count at the end of the log, those after version `to` left out.
    #[must_use]
    pub fn effective(&self, to: u64) -> Vec<(u64, &Entry)> {
        let mut steps: Vec<(u64, &Entry)> = vec![];
        for Logged { version, entry, .. } in &self.entries {
            match entry {
                Entry::Act { .. } | Entry::Chance { .. } | Entry::Set { .. } | Entry::Card { .. } => {
                    steps.push((*version, entry));
                }
                Entry::Undone { to, .. } => undo_to(&mut steps, *to),
                Entry::Made(_) | Entry::SeatChanged { .. } | Entry::Closed { .. } => {}
            }
        }
        undo_to(&mut steps, to);
        steps
    }
    /// The table after these steps.
    ///
    /// # Errors
    /// If they cannot have been played.
    pub fn table(
        &self,
        packs: &Packs,
        steps: &[(u64, &Entry)],
        wanted: &Wanted,
    ) -> Result<Box<dyn AnyTable>, ServiceError> {
        let (_, mut table) = new_table(self.made()?, packs)?;
        for (n, line) in steps.iter().filter_map(|(_, entry)| entry.step()).enumerate() {
            if n % ASK_EVERY == 0 {
                wanted.check()?;
            }
            table.play(&line).map_err(|why| ServiceError::Store(why.to_string()))?;
        }
        Ok(table)
    }
}

/// Takes back the steps after a version. They stand in the order of their versions.
pub fn undo_to<T>(steps: &mut Vec<(u64, T)>, to: u64) {
    steps.truncate(steps.partition_point(|(version, _)| *version <= to));
}

/// What a replay tells.
#[derive(Clone, Copy, Debug)]
pub struct Replay {
    /// From this version on.
    pub from: u64,
    /// Also the match after each commit.
    pub afters: bool,
}

/// The table is kept after so many steps: an undo replays at most these, however long the match is.
const MARK_EVERY: usize = 64;
/// How often a replay asks whether it is still wanted.
const ASK_EVERY: usize = 64;

/// A replay under way.
pub struct Playing {
    live: Live,
    table: Box<dyn AnyTable>,
    /// Steps that count so far.
    effective: Vec<(u64, AnyStep)>,
    /// Tables after the first 0, 64, 128, ... of them.
    marks: Vec<(usize, Box<dyn AnyTable>)>,
    /// The table the last undo went back to. The next one often goes there as well.
    undone: Option<(usize, Box<dyn AnyTable>)>,
    seats: Vec<SeatNow>,
}

impl Playing {
    /// # Errors
    /// If the match was made with a game or content that is not here.
    pub fn new(id: MatchId, made: &Made, packs: &Packs) -> Result<Playing, ServiceError> {
        let (game, table) = new_table(made, packs)?;
        let digest = digest(game, &made.options, &made.content).into();
        let live = Live::new(id, game, Arc::new(made.clone()), digest, table.boxed_clone());
        let seats = live.seats.to_vec();
        let marks = vec![(0, table.boxed_clone())];
        Ok(Playing { live, table, effective: vec![], marks, undone: None, seats })
    }
    /// Plays the next entries of the log, up to this version. Whether a commit ends with the last of them shows only if
    /// the entry after it is given as well.
    ///
    /// # Errors
    /// If they cannot have been played, or nobody wants it any more.
    pub fn replay(
        &mut self,
        entries: &[Logged],
        up_to: u64,
        telling: Replay,
        wanted: &Wanted,
    ) -> Result<Vec<Happened>, ServiceError> {
        let mut happened = vec![];
        let mut entries = entries.iter().peekable();
        let mut count = 0;
        while let Some(Logged { version, commit, entry }) = entries.next_if(|next| next.version <= up_to) {
            if count % ASK_EVERY == 0 {
                wanted.check()?;
            }
            count += 1;
            let told = self.enter(*version, entry)?;
            if *version >= telling.from {
                let ends = entries.peek().is_none_or(|next| next.commit != *commit);
                let after = (ends && telling.afters).then(|| self.now());
                happened.push(Happened { version: *version, entry: entry.clone(), told, after });
            }
        }
        Ok(happened)
    }
    fn enter(&mut self, version: u64, entry: &Entry) -> Result<Option<Disclosed>, ServiceError> {
        self.live.version = version;
        self.live.updated_ms = entry.at_ms();
        match entry {
            Entry::Made(_) => Err(ServiceError::Store("the log begins twice".to_owned())),
            Entry::Act { .. } | Entry::Chance { .. } | Entry::Set { .. } | Entry::Card { .. } => {
                let Some(step) = entry.step() else { return Ok(None) };
                let before = self.table.turn();
                let told =
                    self.table.play_disclosed(&step).map_err(|why| ServiceError::Store(why.to_string()))?;
                self.effective.push((version, step));
                if self.effective.len().is_multiple_of(MARK_EVERY) {
                    self.marks.push((self.effective.len(), self.table.boxed_clone()));
                }
                if matches!(entry, Entry::Set { .. } | Entry::Card { .. })
                    || !same_question(before, self.table.turn())
                {
                    self.asks_anew();
                }
                Ok(Some(told))
            }
            Entry::Undone { to, .. } => {
                self.undo(*to)?;
                self.asks_anew();
                Ok(None)
            }
            Entry::SeatChanged { seat, controller, token, by_host, .. } => {
                self.seats = changed(&self.seats, *seat, controller, *token, *by_host);
                Ok(None)
            }
            Entry::Closed { .. } => {
                self.live.closed = true;
                Ok(None)
            }
        }
    }
    /// Goes back from the nearest table that was kept.
    fn undo(&mut self, to: u64) -> Result<(), ServiceError> {
        undo_to(&mut self.effective, to);
        let left = self.effective.len();
        self.marks.truncate(self.marks.partition_point(|(after, _)| *after <= left));
        let undone = self.undone.as_ref().filter(|(after, _)| *after <= left);
        let kept = self.marks.last().into_iter().chain(undone).max_by_key(|(after, _)| *after);
        let (after, kept) = kept.ok_or_else(|| ServiceError::Store("the log has no beginning".to_owned()))?;
        let mut table = kept.boxed_clone();
        for (_, line) in self.effective.iter().skip(*after) {
            table.play(line).map_err(|why| ServiceError::Store(why.to_string()))?;
        }
        self.undone = Some((left, table.boxed_clone()));
        self.table = table;
        Ok(())
    }
    fn asks_anew(&mut self) {
        self.live.since = self.live.version;
        self.live.since_ms = self.live.updated_ms;
        self.live.at_once = at_once(self.table.turn());
    }
    /// The match as it stands so far.
    #[must_use]
    pub fn now(&self) -> Live {
        Live {
            steps: self.effective.len() as u64,
            table: Arc::from(self.table.boxed_clone()),
            seats: Arc::new(self.seats.clone()),
            ..self.live.clone()
        }
    }
}

/// The table before the first step.
///
/// # Errors
/// If the match was made with a game or content that is not here.
pub fn new_table(made: &Made, packs: &Packs) -> Result<(GameKind, Box<dyn AnyTable>), ServiceError> {
    let unknown = || ServiceError::Store(format!("the match is of a game unknown here: {}", made.game));
    let game = made.game_kind().ok_or_else(unknown)?;
    let built_in = PackFiles::default();
    let pack = packs.get(&game).unwrap_or(&built_in);
    let found = pack.fingerprint();
    if found != made.content {
        let why = format!("it was played with content {}, but the content here is {found}", made.content);
        return Err(ServiceError::Store(why));
    }
    Ok((game, game.table(&made.options, pack)?))
}

/// Hash of game, content and options: two matches with the same one are played by the same rules.
#[must_use]
pub fn digest(game: GameKind, options: &[(String, String)], content: &str) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    };
    add(&game.to_string());
    add(env!("CARGO_PKG_VERSION"));
    add(content);
    let all = all_options(game, options);
    for (name, value) in &all {
        add(name);
        add(value);
    }
    crate::dice::hex(hash.finalize().get(..16).unwrap_or_default())
}

/// The same with cards that were told: whoever plays without them plays by other rules.
#[must_use]
pub fn with_cards(digest: &Arc<str>, cards: &[String]) -> Arc<str> {
    if cards.is_empty() {
        return Arc::clone(digest);
    }
    let mut hash = Sha256::new();
    for text in std::iter::once(&**digest).chain(cards.iter().map(String::as_str)) {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    crate::dice::hex(hash.finalize().get(..16).unwrap_or_default()).into()
}

/// Every option of the game by name: as chosen, or its default.
#[must_use]
pub fn all_options(game: GameKind, chosen: &[(String, String)]) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        game.info().options.into_iter().map(|option| (option.name.to_owned(), option.default)).collect();
    for (name, value) in chosen {
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => known.clone_from(value),
            None => all.push((name.clone(), value.clone())),
        }
    }
    all
}
