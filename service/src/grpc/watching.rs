//! WatchMatch and ReplayRecord: a match told as it happens, or once more.

use super::calls;
use crate::{
    error::ServiceError,
    matches::{
        Matches,
        aside::Wanted,
        entry::Entry,
        follow::{News, Start},
        history::{Happened, digest, with_cards},
        live::Live,
        rights::Rights,
    },
    server::auth::Token,
    wire::{
        messages::{self, Look},
        records,
        snapshot::{Seal, Sealer},
    },
};
use catalog::{AnyStep, AnyTable};
use futures_util::{StreamExt as _, stream::BoxStream};
use kernel::Seat;
use proto::v1;
use std::{sync::Arc, time::Duration};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

const HEARTBEAT: Duration = Duration::from_secs(15);
const HEARTBEAT_MIN: Duration = Duration::from_millis(100);
const HEARTBEAT_MAX: Duration = Duration::from_secs(60);

type Stream<T> = BoxStream<'static, Result<T, Status>>;

/// Whoever watches, and what it wants to see.
struct Reader {
    tokens: Vec<Token>,
    seat: Option<u32>,
    eyes: Option<Seat>,
    views: bool,
    text: bool,
    seal: Seal,
}

/// # Errors
/// If there is no such match, or it cannot be followed from there.
pub async fn watch(
    matches: &Matches,
    tokens: Vec<Token>,
    ask: v1::WatchMatchRequest,
) -> Result<Stream<v1::WatchMatchResponse>, ServiceError> {
    use v1::watch_match_request::Start as Asked;
    let id = calls::match_id(&ask.match_id)?;
    let live = matches.look(id).await?;
    let eyes = Rights::of(&live, &tokens).eyes(&live, ask.seat)?;
    let start = match &ask.start {
        None => Start::Now,
        Some(Asked::FromVersion(version)) => Start::At(*version),
        Some(Asked::ResumeToken(token)) => Start::At(resume(token)? + 1),
    };
    let heartbeat = match &ask.heartbeat {
        None => HEARTBEAT,
        Some(wanted) => messages::time("heartbeat", wanted)?.clamp(HEARTBEAT_MIN, HEARTBEAT_MAX),
    };
    let news = matches.follow(id, start, heartbeat).await?;
    let (views, text, seal) = (ask.with_views, ask.with_text, matches.seal.clone());
    let reader = Reader { tokens, seat: ask.seat, eyes, views, text, seal };
    // Ends after the first error: a reader whose seat changed hands has no eyes here any more.
    let told = ReceiverStream::new(news).scan((reader, false), |(reader, ended), news| {
        let told = (!*ended).then(|| reader.message(news));
        *ended = !matches!(told, Some(Ok(_)));
        std::future::ready(told)
    });
    Ok(told.map(|told| told.map_err(Status::from)).boxed())
}

/// A place to go on from. Readers need not know that it is a version.
fn token(version: u64) -> String {
    format!("r{version}")
}

fn resume(token: &str) -> Result<u64, ServiceError> {
    token
        .strip_prefix('r')
        .and_then(|version| version.parse().ok())
        .filter(|v| *v < u64::MAX)
        .ok_or_else(|| ServiceError::invalid("resume_token", "it is none that WatchMatch has given"))
}

impl Reader {
    fn message(&mut self, news: News) -> Result<v1::WatchMatchResponse, ServiceError> {
        use v1::watch_match_response::News as Case;
        let (version, case) = match news {
            News::Ended(why) => return Err(why),
            News::Heartbeat(version) => (version, Case::Heartbeat(v1::Heartbeat { version })),
            News::Snapshot { live, gap } => {
                self.look_again(&live)?;
                (live.version, Case::Snapshot(self.snapshot(&live, gap)))
            }
            News::Event(happened) => {
                if let (Entry::SeatChanged { .. }, Some(live)) = (&happened.entry, &happened.after) {
                    self.look_again(live)?;
                }
                (happened.version, Case::Event(self.event(&happened)))
            }
        };
        Ok(v1::WatchMatchResponse { resume_token: token(version), news: Some(case) })
    }
    /// Seats change hands: whoever had one may have lost it.
    fn look_again(&mut self, live: &Live) -> Result<(), ServiceError> {
        self.eyes = Rights::of(live, &self.tokens).eyes(live, self.seat)?;
        Ok(())
    }
    fn look(&self) -> Look {
        Look { eyes: self.eyes, text: self.text }
    }
    fn snapshot(&self, live: &Live, gap: bool) -> v1::Snapshot {
        v1::Snapshot {
            r#match: Some(messages::match_of(live, self.eyes)),
            view: Some(messages::view(live, self.look(), &self.seal)),
            gap,
            actions: messages::actions(live, self.eyes, false),
        }
    }
    fn event(&self, happened: &Happened) -> v1::Event {
        let look = self.views.then(|| (self.look(), &self.seal));
        messages::event(happened, look, self.eyes)
    }
}

/// Steps of a replay made at once, for a reader who may be slow or gone.
const REPLAY_PIECE: usize = 64;

/// A record that is being played.
struct Replay {
    table: Box<dyn AnyTable>,
    steps: Vec<AnyStep>,
    eyes: Option<Seat>,
    seal: Seal,
    digest: Arc<str>,
    /// Steps that were played.
    played: usize,
}

/// Plays a record step by step; nothing is stored.
///
/// # Errors
/// If it is no record of a game we know.
pub async fn replay(
    matches: &Matches,
    ask: v1::ReplayRecordRequest,
) -> Result<Stream<v1::ReplayRecordResponse>, ServiceError> {
    let packs = matches.clone();
    let mut replay = matches.aside(move |wanted| Replay::new(&packs, ask, wanted)).await?;
    let (tell, told) = tokio::sync::mpsc::channel(REPLAY_PIECE);
    let matches = matches.clone();
    tokio::spawn(async move {
        while replay.played < replay.steps.len() {
            let piece = matches.aside(move |_| Ok(replay.piece())).await;
            let answers = match piece {
                Ok((on, answers)) => {
                    replay = on;
                    answers
                }
                Err(why) => {
                    let _ = tell.send(Err(why.into())).await;
                    return;
                }
            };
            for answer in answers {
                let failed = answer.is_err();
                // Nobody reads any more, or there is nothing more to read.
                if tell.send(answer.map_err(Status::from)).await.is_err() || failed {
                    return;
                }
            }
        }
    });
    Ok(ReceiverStream::new(told).boxed())
}

impl Replay {
    fn new(matches: &Matches, ask: v1::ReplayRecordRequest, wanted: &Wanted) -> Result<Replay, ServiceError> {
        let played = records::played(&ask.record.unwrap_or_default(), wanted)?;
        let pack = matches.packs.get(&played.game).cloned().unwrap_or_default();
        let table = played.game.table(&played.options, &pack)?;
        let no_seat = || ServiceError::invalid("seat", "there is no such seat in this game");
        let seat = |number| u8::try_from(number).ok().and_then(|n| Seat::checked(n, table.seats()));
        let eyes = ask.seat.map(|number| seat(number).ok_or_else(no_seat)).transpose()?;
        let digest = digest(played.game, &played.options, &pack.fingerprint()).into();
        Ok(Replay { table, steps: played.steps, eyes, seal: matches.seal.clone(), digest, played: 0 })
    }
    /// The next steps; after one that cannot have been played there are no more.
    fn piece(mut self) -> (Replay, Vec<Result<v1::ReplayRecordResponse, ServiceError>>) {
        let steps = self.steps.iter().enumerate().skip(self.played).take(REPLAY_PIECE);
        let mut answers = Vec::with_capacity(REPLAY_PIECE);
        for (n, played) in steps {
            let step = n as u64 + 1;
            let told = self
                .table
                .play_disclosed(played)
                .map_err(|why| ServiceError::invalid("record.steps", format!("step {step}: {why}")));
            let failed = told.is_err();
            let sealer = self.seal.of_rules(&with_cards(&self.digest, self.table.told()));
            answers.push(told.map(|told| replayed(step, &*self.table, &told, self.eyes, &sealer)));
            if failed {
                break;
            }
        }
        self.played += REPLAY_PIECE;
        (self, answers)
    }
}

fn replayed(
    step: u64,
    table: &dyn AnyTable,
    told: &catalog::Disclosed,
    eyes: Option<Seat>,
    sealer: &Sealer,
) -> v1::ReplayRecordResponse {
    let view = v1::View {
        version: step,
        seat: eyes.map(|seat| seat.number().into()),
        view: crate::wire::game_view(table, eyes, sealer),
        ..v1::View::default()
    };
    let lines = told.lines(eyes).map(str::to_owned).collect();
    let step = Some(step_message(step, told, eyes));
    v1::ReplayRecordResponse {
        event: Some(v1::Event { step, lines, view: Some(view), ..v1::Event::default() }),
    }
}

/// A step of a record, which hides nothing from whoever has the record.
fn step_message(version: u64, told: &catalog::Disclosed, eyes: Option<Seat>) -> v1::Step {
    use v1::step::Step as Case;
    let open = told.is_open_to(eyes);
    let readable = |text: &str| if open { text.to_owned() } else { String::new() };
    let case = match &told.step {
        AnyStep::Act { seat, action } => Case::Action(v1::SeatStep {
            seat: seat.number().into(),
            action_id: readable(action),
            by_bot: false,
            order: told.order.as_deref().map(readable).unwrap_or_default(),
        }),
        AnyStep::Chance(outcome) => {
            Case::Chance(v1::ChanceStep { outcome_id: readable(outcome), told: true })
        }
        AnyStep::Set(text) => Case::Set(readable(text)),
        AnyStep::Card(text) => Case::Card(readable(text)),
    };
    v1::Step { version, time: None, step: Some(case) }
}
