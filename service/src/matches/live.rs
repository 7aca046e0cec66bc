//! One match as it stands. Changes are planned on a copy: what the store has not taken has not happened.

use super::{
    entry::{Controller, Entry, Made, Manners},
    history::{all_options, with_cards},
    tokens::TokenHash,
};
use crate::{dice::Seed, error::ServiceError, fallen, store::MatchId};
use catalog::{AnyStep, AnyTable, Disclosed, GameKind};
use kernel::{Seat, SeatSet, Turn};
use std::sync::{Arc, OnceLock};

/// A match as it stands. Cheap to clone.
#[derive(Clone)]
pub struct Live {
    pub id: MatchId,
    pub game: GameKind,
    pub made: Arc<Made>,
    /// Hash of game, content and options, as it was made.
    pub digest: Arc<str>,
    /// Every option, defaults included.
    pub options: Arc<Vec<(String, String)>>,
    pub table: Arc<dyn AnyTable>,
    pub version: u64,
    /// Steps that count: the dice of the next one follow from this number.
    pub steps: u64,
    /// The version at which the open question was put.
    pub since: u64,
    pub since_ms: u64,
    /// It was put to several seats at once, who answer in secret.
    pub at_once: bool,
    pub seats: Arc<Vec<SeatNow>>,
    pub closed: bool,
    pub updated_ms: u64,
    /// What its row in lists says for as long as it lives, once somebody has written it.
    pub lasting: Arc<OnceLock<Vec<u8>>>,
}

/// A seat and who plays it now.
#[derive(Clone, Debug)]
pub struct SeatNow {
    pub controller: Controller,
    /// Grows each time the seat changes hands.
    pub epoch: u64,
    /// Tokens it had, the newest last. Only that one plays, and only if a person does.
    pub tokens: Vec<TokenHash>,
    /// So many of them, the oldest, do not take it back any more: the host has seated a person since.
    pub sent_away: usize,
}

/// Standing orders that answer in one change: more than all seats hold cards for.
const ANSWERS_MAX: usize = 1_000;

/// Tokens of a seat that are remembered for taking it back.
const TOKENS_MAX: usize = 16;

/// What is to be stored, and the match once it is.
pub struct Change {
    pub entries: Vec<Entry>,
    /// For each entry: what it tells to whom, if it is a step of the game.
    pub told: Vec<Option<Disclosed>>,
    pub after: Live,
}

/// How a chosen action came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    Person,
    Bot { reason: String },
}

impl Live {
    /// A match before its first step.
    #[must_use]
    pub fn new(
        id: MatchId,
        game: GameKind,
        made: Arc<Made>,
        digest: Arc<str>,
        table: Box<dyn AnyTable>,
    ) -> Live {
        let seat = |(controller, token): &(Controller, Option<TokenHash>)| SeatNow {
            controller: controller.clone(),
            epoch: 0,
            tokens: token.iter().copied().collect(),
            sent_away: 0,
        };
        let seats = Arc::new(made.seats.iter().map(seat).collect());
        let at_ms = made.at_ms;
        let options = Arc::new(all_options(game, &made.options));
        Live {
            id,
            game,
            made,
            digest,
            options,
            version: 1,
            steps: 0,
            since: 1,
            since_ms: at_ms,
            at_once: at_once(table.turn()),
            table: Arc::from(table),
            seats,
            closed: false,
            updated_ms: at_ms,
            lasting: Arc::default(),
        }
    }

    /// Hash of all that it is played by: game, content, options, and the cards that were told.
    #[must_use]
    pub fn rules(&self) -> Arc<str> {
        with_cards(&self.digest, self.table.told())
    }
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.closed || self.table.turn() == Turn::Over
    }
    /// Names the open question.
    #[must_use]
    pub fn decision_id(&self) -> String {
        format!("d{}", self.since)
    }
    /// The seats that may act now; none if the match was closed.
    #[must_use]
    pub fn asked(&self) -> SeatSet {
        if self.closed { SeatSet::EMPTY } else { self.table.turn().asked() }
    }
    /// Waits for people to roll or draw.
    #[must_use]
    pub fn asks_for_chance(&self) -> bool {
        !self.closed && self.table.turn() == Turn::Chance
    }
    /// Seats that may act now and are played by bots.
    #[must_use]
    pub fn bots_asked(&self) -> SeatSet {
        self.asked().into_iter().filter(|seat| self.agent(*seat).is_some()).collect()
    }
    fn agent(&self, seat: Seat) -> Option<bots::players::Agent> {
        self.seats.get(seat.index()).and_then(|now| now.controller.agent())
    }
    /// Seats a bot should act for at once.
    #[must_use]
    pub fn bots_due(&self) -> SeatSet {
        let (asked, bots) = (self.asked(), self.bots_asked());
        let waits = matches!(self.table.turn(), Turn::Any(_))
            && self.made.manners == Manners::AfterPeople
            && bots != asked;
        if waits { SeatSet::EMPTY } else { bots }
    }
    /// When a bot answers for people who have not.
    #[must_use]
    pub fn deadline_ms(&self) -> Option<u64> {
        let people = self.asked().minus(self.bots_asked());
        self.made
            .turn_timeout_ms
            .filter(|_| !people.is_empty())
            .map(|wait| self.since_ms.saturating_add(wait))
    }

    /// A seat acts; then dice fall until somebody is asked again.
    ///
    /// # Errors
    /// If it is not a legal action now.
    pub fn act(&self, seat: Seat, action: &str, by: By, now_ms: u64) -> Result<Change, ServiceError> {
        self.still_open()?;
        let mut draft = Draft::of(self, now_ms);
        draft.act(seat, action, by)?;
        draft.go_on()?;
        Ok(draft.done())
    }
    /// Dice and cards as people saw them fall.
    ///
    /// # Errors
    /// If one of them cannot have fallen now; then none of them counts.
    pub fn report(&self, outcomes: &[String], now_ms: u64) -> Result<Change, ServiceError> {
        self.still_open()?;
        let mut draft = Draft::of(self, now_ms);
        for outcome in outcomes {
            let named = draft.named(outcome)?;
            draft.chance(named)?;
            // What the house draws is not on the table of whoever tells the next one.
            draft.go_on()?;
        }
        Ok(draft.done())
    }
    /// People tell cards of their own box, put right what went astray, or give standing orders.
    ///
    /// # Errors
    /// If one of them cannot be; then none of them counts.
    pub fn set(&self, cards: &[String], settings: &[String], now_ms: u64) -> Result<Change, ServiceError> {
        self.still_open()?;
        let mut draft = Draft::of(self, now_ms);
        for text in cards {
            let told = draft.table.play_disclosed(&AnyStep::Card(text.clone()))?;
            let text = told.step.notation().to_owned();
            draft.step(Entry::Card { at_ms: draft.now_ms, text }, told);
            draft.asks_anew();
        }
        for text in settings {
            let text = text.trim();
            let told = draft.table.play_disclosed(&AnyStep::Set(text.to_owned()))?;
            draft.step(Entry::Set { at_ms: draft.now_ms, text: text.to_owned() }, told);
            draft.asks_anew();
        }
        draft.go_on()?;
        Ok(draft.done())
    }
    /// The server's dice fall this once.
    ///
    /// # Errors
    /// If none are due.
    pub fn roll(&self, now_ms: u64) -> Result<Change, ServiceError> {
        self.still_open()?;
        let mut draft = Draft::of(self, now_ms);
        if self.table.people_tell() {
            let why = format!("only people can know what falls: {}", fallen::form(&*self.table));
            return Err(ServiceError::Illegal { field: "outcome", why, legal: vec![] });
        }
        draft.roll()?;
        draft.go_on()?;
        Ok(draft.done())
    }
    /// The first dice, before anybody is asked.
    ///
    /// # Errors
    /// Only if the game is broken.
    pub fn begin(&self, now_ms: u64) -> Result<Change, ServiceError> {
        let mut draft = Draft::at(self, now_ms);
        draft.go_on()?;
        Ok(draft.done())
    }
    /// Back to a table that was `steps` steps old at version `to`. Whoever is asked there decides anew, even where a standing
    /// order had answered: that answer may be what was to be taken back.
    ///
    /// # Errors
    /// Only if the game is broken.
    pub fn undone(
        &self,
        to: u64,
        table: Box<dyn AnyTable>,
        steps: u64,
        now_ms: u64,
    ) -> Result<Change, ServiceError> {
        let mut draft = Draft::of(self, now_ms);
        draft.table = table;
        draft.after.steps = steps;
        draft.note(Entry::Undone { at_ms: draft.now_ms, to });
        draft.asks_anew();
        draft.let_chance_fall()?;
        Ok(draft.done())
    }
    /// The seat changes hands, by the host's will or its holder's.
    #[must_use]
    pub fn seat_changed(
        &self,
        seat: Seat,
        controller: Controller,
        token: Option<TokenHash>,
        by_host: bool,
        now_ms: u64,
    ) -> Change {
        let mut draft = Draft::of(self, now_ms);
        draft.after.seats = Arc::new(changed(&self.seats, seat, &controller, token, by_host));
        draft.note(Entry::SeatChanged { at_ms: draft.now_ms, seat, controller, token, by_host });
        draft.done()
    }
    #[must_use]
    pub fn closed(&self, now_ms: u64) -> Change {
        let mut draft = Draft::of(self, now_ms);
        draft.after.closed = true;
        draft.note(Entry::Closed { at_ms: draft.now_ms });
        draft.done()
    }

    fn still_open(&self) -> Result<(), ServiceError> {
        if self.is_over() { Err(ServiceError::Over) } else { Ok(()) }
    }
}

/// The seats after one of them changed hands.
#[must_use]
pub fn changed(
    seats: &[SeatNow],
    seat: Seat,
    controller: &Controller,
    token: Option<TokenHash>,
    by_host: bool,
) -> Vec<SeatNow> {
    let mut seats = seats.to_vec();
    if let Some(now) = seats.get_mut(seat.index()) {
        now.controller = controller.clone();
        now.epoch += 1;
        // Whom the host seats, nobody sends away who sat there before.
        if by_host && controller.agent().is_none() {
            now.sent_away = now.tokens.len();
        }
        now.tokens.extend(token);
        let old = now.tokens.len().saturating_sub(TOKENS_MAX);
        now.tokens.drain(..old);
        now.sent_away = now.sent_away.saturating_sub(old);
    }
    seats
}

/// Is the question the same after this step? Only while seats that decide at once have not all answered: whoever takes
/// several steps to answer, as in choosing a formation, does not make the others start again.
#[must_use]
pub fn same_question(before: Turn, after: Turn) -> bool {
    match (before, after) {
        (Turn::Each(asked), Turn::Each(left)) => {
            asked.len() > 1 && left.len() + 1 >= asked.len() && left.and(asked) == left
        }
        (
            Turn::Each(_) | Turn::Any(_) | Turn::Chance | Turn::Over,
            Turn::Each(_) | Turn::Any(_) | Turn::Chance | Turn::Over,
        ) => false,
    }
}

/// Is this put to several seats, who answer in secret?
#[must_use]
pub fn at_once(turn: Turn) -> bool {
    matches!(turn, Turn::Each(seats) if seats.len() > 1)
}

/// Does everybody know everything? Only then may anybody be told what is left in a stack: what is missing there would
/// tell what others hold.
#[must_use]
pub fn no_secrets(table: &dyn AnyTable) -> bool {
    Seat::first(table.seats()).all(|seat| table.is_open(seat))
}

/// A change in the making.
struct Draft {
    table: Box<dyn AnyTable>,
    after: Live,
    entries: Vec<Entry>,
    told: Vec<Option<Disclosed>>,
    now_ms: u64,
}

impl Draft {
    fn of(live: &Live, now_ms: u64) -> Draft {
        // Later than all before it, whatever the clock says: servers from before commits had numbers go by it.
        Draft::at(live, now_ms.max(live.updated_ms + 1))
    }
    fn at(live: &Live, now_ms: u64) -> Draft {
        let after = live.clone();
        Draft { table: live.table.boxed_clone(), after, entries: vec![], told: vec![], now_ms }
    }
    fn act(&mut self, seat: Seat, action: &str, by: By) -> Result<(), ServiceError> {
        let before = self.table.turn();
        let told = match self.table.play_disclosed(&AnyStep::Act { seat, action: action.to_owned() }) {
            Ok(told) => told,
            Err(why) => return Err(self.with_legal(seat, action, why.into())),
        };
        // As the table writes it: people may send more spaces than it needs.
        let action = told.step.notation().to_owned();
        let reason = match by {
            By::Person => None,
            By::Bot { reason } => Some(reason),
        };
        self.step(Entry::Act { at_ms: self.now_ms, seat, action, reason }, told);
        if !same_question(before, self.table.turn()) {
            self.asks_anew();
        }
        Ok(())
    }
    /// A refusal of words that are no action says as well what would be one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other refusal stays as it is")]
    fn with_legal(&self, seat: Seat, action: &str, refused: ServiceError) -> ServiceError {
        match refused {
            ServiceError::Illegal { field, why, legal } => {
                let why = self.table.conflict(seat, action).unwrap_or(why);
                let legal = if legal.is_empty() { self.table.choice_ids(seat) } else { legal };
                ServiceError::Illegal { field, why, legal }
            }
            other => other,
        }
    }
    fn chance(&mut self, outcome: String) -> Result<(), ServiceError> {
        let told = self.table.play_disclosed(&AnyStep::Chance(outcome))?;
        self.fell(true, told);
        Ok(())
    }
    fn roll(&mut self) -> Result<(), ServiceError> {
        let seed: &Seed = &self.after.made.seed;
        let told = self.table.roll(&mut seed.dice(self.after.steps)).ok_or(ServiceError::NoChance)?;
        self.fell(false, told);
        Ok(())
    }
    fn fell(&mut self, by_people: bool, told: Disclosed) {
        let outcome = told.step.notation().to_owned();
        self.step(Entry::Chance { at_ms: self.now_ms, outcome, told: by_people }, told);
        self.asks_anew();
    }
    /// The server's dice fall and standing orders answer until somebody is really asked. An answer stands in the log like one
    /// that was given by hand: nobody else learns that there is an order.
    fn go_on(&mut self) -> Result<(), ServiceError> {
        for _ in 0..ANSWERS_MAX {
            self.let_chance_fall()?;
            let Some((seat, action)) = self.table.standing_answer() else { return Ok(()) };
            self.act(seat, &action, By::Person)?;
        }
        Ok(())
    }
    /// The server's dice fall until somebody is asked.
    fn let_chance_fall(&mut self) -> Result<(), ServiceError> {
        while self.table.turn() == Turn::Chance && self.house_rolls() {
            self.roll()?;
        }
        Ok(())
    }
    /// The server has the dice, or keeps this deck, unless only people can know what falls.
    fn house_rolls(&self) -> bool {
        let server = self.after.made.chance.server_rolls(self.table.roller());
        self.table.house_draws() || server && !self.table.people_tell()
    }
    /// The outcome somebody means: its id, just its last word, as `8h` for `draw 8H`, or in other words of the game.
    fn named(&self, typed: &str) -> Result<String, ServiceError> {
        if self.table.turn() != Turn::Chance {
            return Err(ServiceError::NoChance);
        }
        let typed = typed.trim();
        fallen::named(typed, &*self.table).ok_or_else(|| ServiceError::Illegal {
            field: "outcome",
            why: fallen::refusal(&short(typed), &*self.table),
            legal: if no_secrets(&*self.table) { self.table.possible() } else { vec![] },
        })
    }
    fn step(&mut self, entry: Entry, told: Disclosed) {
        self.after.steps += 1;
        self.entries.push(entry);
        self.told.push(Some(told));
    }
    fn note(&mut self, entry: Entry) {
        self.entries.push(entry);
        self.told.push(None);
    }
    fn asks_anew(&mut self) {
        self.after.since = self.after.version + self.entries.len() as u64;
        self.after.since_ms = self.now_ms;
        self.after.at_once = at_once(self.table.turn());
    }
    fn done(self) -> Change {
        let mut after = self.after;
        after.version += self.entries.len() as u64;
        after.table = Arc::from(self.table);
        after.updated_ms = self.now_ms;
        Change { entries: self.entries, told: self.told, after }
    }
}

/// What somebody typed, short enough to be told back.
pub fn short(typed: &str) -> String {
    const MAX: usize = 40;
    match typed.char_indices().nth(MAX) {
        Some((at, _)) => format!("{}...", typed.get(..at).unwrap_or_default()),
        None => typed.to_owned(),
    }
}
