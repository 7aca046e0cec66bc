//! New matches: from nothing, or from a record that is played on.

use super::{
    Asked, Matches,
    aside::Wanted,
    entry::{ChanceMode, Controller, Entry, Logged, Made, Manners, UndoPolicy},
    history::digest,
    job,
    live::{Change, Live, at_once, same_question},
    tokens::{Holder, TokenHash},
};
use crate::{
    dice::Seed,
    error::ServiceError,
    server::auth::Token,
    store::{Append, MatchId, StoreError},
};
use bots::levels::Level;
use catalog::{AnyStep, AnyTable, GameKind};
use kernel::{Seat, SeatSet};
use std::{panic::AssertUnwindSafe, sync::Arc};

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct Wish {
    pub game: GameKind,
    pub options: Vec<(String, String)>,
    /// From seat 0 on; seats nobody speaks for are played by bots.
    pub seats: Vec<Controller>,
    pub chance: ChanceMode,
    pub undo: UndoPolicy,
    pub manners: Manners,
    pub turn_timeout_ms: Option<u64>,
    pub private: bool,
    /// A number that makes it repeatable; `None`: from the operating system.
    pub seed: Option<u64>,
    /// Steps that were played elsewhere.
    pub played: Vec<AnyStep>,
}

/// Shown once, to whoever made the match.
#[derive(Clone, Debug)]
pub struct Tokens {
    pub host: Token,
    pub seats: Vec<(Seat, Token)>,
}

impl Matches {
    /// Makes a match; its bots start at once.
    ///
    /// # Errors
    /// If it cannot be set up as wished, or the store does not take it.
    pub async fn make(&self, wish: Wish, asked: Asked) -> Result<(Live, Tokens), ServiceError> {
        if let Some(request) = asked
            && let Some(known) = self.store.find_request(request.scope, request.id).await?
        {
            return self.made_before(asked, known.id, known.version, known.fingerprint).await;
        }
        let id = MatchId::new();
        let matches = self.clone();
        let (entries, live) = if wish.played.is_empty() {
            let planned = AssertUnwindSafe(|| matches.plan(id, wish, &Wanted::default()));
            std::panic::catch_unwind(planned).unwrap_or(Err(ServiceError::Broken))?
        } else {
            // A long record takes its time.
            let planning = matches.clone();
            matches.aside(move |wanted| planning.plan(id, wish, wanted)).await?
        };
        // Before it is stored: what finds no place is not made.
        let slot = self.slot(id)?;
        // On a task of its own: a caller who hangs up must not leave a match half made.
        let task = tokio::spawn(async move {
            let entries = entries.iter().map(|entry| Logged::to_bytes(entry, 1)).collect();
            let (head, job) = (matches.head(&live), job(&live));
            let made = Append { id, expected: 0, entries, head, job, request: asked };
            match matches.store_append(made).await {
                Ok(_) => {
                    matches.keep(&slot, live.clone()).await;
                    Ok((live.clone(), matches.tokens(&live)))
                }
                Err(StoreError::Repeated { id, version, fingerprint }) => {
                    matches.made_before(asked, id, version, fingerprint).await
                }
                Err(why) => Err(why.into()),
            }
        });
        task.await.unwrap_or(Err(ServiceError::Broken))
    }

    async fn made_before(
        &self,
        asked: Asked,
        id: MatchId,
        version: u64,
        fingerprint: u64,
    ) -> Result<(Live, Tokens), ServiceError> {
        let done = self.same_answer(asked, id, version, fingerprint).await?;
        let tokens = self.tokens(&done.live);
        Ok((done.live, tokens))
    }

    /// The tokens of a match as it was made.
    fn tokens(&self, live: &Live) -> Tokens {
        let people = |(seat, (controller, _)): (Seat, &(Controller, _))| {
            controller.agent().is_none().then(|| (seat, self.seat_token(live.id, seat, 0)))
        };
        let seats = Seat::first(live.table.seats()).zip(&live.made.seats).filter_map(people).collect();
        Tokens { host: self.mint.token(live.id, Holder::Host), seats }
    }
    pub(crate) fn seat_token(&self, id: MatchId, seat: Seat, epoch: u64) -> Token {
        self.mint.token(id, Holder::Seat { seat, epoch })
    }

    fn plan(&self, id: MatchId, wish: Wish, wanted: &Wanted) -> Result<(Vec<Entry>, Live), ServiceError> {
        let pack = self.packs.get(&wish.game).cloned().unwrap_or_default();
        let table = wish.game.table(&wish.options, &pack)?;
        has_seats(wish.chance, &*table)?;
        // As the id says, so that lists can go by it.
        let at_ms = id.made_ms();
        let made = Made {
            at_ms,
            game: wish.game.to_string(),
            content: pack.fingerprint(),
            seed: match wish.seed {
                Some(number) => Seed::of_number(number),
                None => Seed::fresh().map_err(|why| ServiceError::Store(why.to_string()))?,
            },
            chance: wish.chance,
            undo: wish.undo,
            manners: wish.manners,
            turn_timeout_ms: wish.turn_timeout_ms,
            private: wish.private,
            host: TokenHash::of(&self.mint.token(id, Holder::Host)),
            seats: self.seats(id, wish.game, &*table, wish.seats)?,
            seed_chosen: wish.seed.is_some(),
            options: wish.options,
        };
        let digest: Arc<str> = digest(wish.game, &made.options, &made.content).into();
        let mut entries = vec![Entry::Made(Box::new(made.clone()))];
        let mut live = Live::new(id, wish.game, Arc::new(made), digest, table);
        play_on(&mut live, &mut entries, &wish.played, wanted)?;
        let Change { entries: begun, after, .. } = live.begin(at_ms)?;
        entries.extend(begun);
        Ok((entries, after))
    }

    fn seats(
        &self,
        id: MatchId,
        game: GameKind,
        table: &dyn AnyTable,
        wished: Vec<Controller>,
    ) -> Result<Vec<(Controller, Option<TokenHash>)>, ServiceError> {
        let count = usize::from(table.seats());
        if wished.len() > count {
            let why = format!("{} seats were given, but the game has {count}", wished.len());
            return Err(ServiceError::invalid("seats", why));
        }
        for (n, controller) in wished.iter().enumerate() {
            if let Some(Err(why)) = controller.agent().map(|agent| agent.suits(game)) {
                return Err(ServiceError::invalid(format!("seats[{n}].bot"), why.to_string()));
            }
        }
        let bot = Controller::Bot { agent: Level::Adept.to_string() };
        let all: Vec<Controller> = wished.into_iter().chain(std::iter::repeat(bot)).take(count).collect();
        let alone = |(controller, seat): &(&Controller, Seat)| {
            controller.agent().is_some() && table.needs_person(*seat)
        };
        if let Some((_, seat)) = all.iter().zip(Seat::first(table.seats())).find(alone) {
            let why = format!(
                "only a person has the cards of {seat}; give it to one, or choose options under which the server has them"
            );
            return Err(ServiceError::invalid("seats", why));
        }
        let with_token = |(controller, seat): (Controller, Seat)| {
            let person = controller.agent().is_none();
            let token = person.then(|| TokenHash::of(&self.seat_token(id, seat, 0)));
            (controller, token)
        };
        Ok(all.into_iter().zip(Seat::first(table.seats())).map(with_token).collect())
    }
}

/// People roll only for seats that are there.
fn has_seats(chance: ChanceMode, table: &dyn AnyTable) -> Result<(), ServiceError> {
    let own = match chance {
        ChanceMode::Server | ChanceMode::External => return Ok(()),
        ChanceMode::Seats(own) => own,
    };
    match own.minus(SeatSet::first(table.seats())).lowest() {
        None => Ok(()),
        Some(seat) => {
            let why = format!("there is no {seat}; the game has {} seats, from 0", table.seats());
            Err(ServiceError::invalid("own_dice", why))
        }
    }
}

/// Plays steps that were played elsewhere. Their dice did not follow from the seed of this match.
fn play_on(
    live: &mut Live,
    entries: &mut Vec<Entry>,
    played: &[AnyStep],
    wanted: &Wanted,
) -> Result<(), ServiceError> {
    let at_ms = live.updated_ms;
    let mut table = live.table.boxed_clone();
    let first = live.version + 1;
    for (n, step) in played.iter().enumerate() {
        if n % 64 == 0 {
            wanted.check()?;
        }
        let field = if matches!(step, AnyStep::Card(_)) { "cards" } else { "record.steps" };
        let wrong = |why: String| ServiceError::invalid(field, format!("step {}: {why}", n + 1));
        let before = table.turn();
        let told = table.play_disclosed(step).map_err(|why| wrong(why.to_string()))?;
        if matches!(step, AnyStep::Set(_) | AnyStep::Card(_)) || !same_question(before, table.turn()) {
            (live.since, live.at_once) = (first + n as u64, at_once(table.turn()));
        }
        let entry = match told.step {
            AnyStep::Set(text) => Entry::Set { at_ms, text },
            AnyStep::Card(text) => Entry::Card { at_ms, text },
            AnyStep::Chance(outcome) => Entry::Chance { at_ms, outcome, told: true },
            AnyStep::Act { seat, action } => Entry::Act { at_ms, seat, action, reason: None },
        };
        entries.push(entry);
    }
    live.version += played.len() as u64;
    live.steps = played.len() as u64;
    live.table = Arc::from(table);
    Ok(())
}
