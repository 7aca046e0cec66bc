//! GetHint and AnalyzeMatch: what a bot would do in the caller's seat, told to the caller alone.

use super::calls::{self, Patience};
use crate::{
    error::ServiceError,
    matches::{Matches, live::Live, rights::Rights},
    server::auth::Token,
    thinkers::{self, Minds},
    wire::messages,
};
use bots::Budget;
use bots::{any::Hint, levels::Level, players::Agent};
use catalog::{AnyTable, GameKind};
use futures_util::{StreamExt as _, stream::BoxStream};
use kernel::{Seat, SeatSet};
use proto::v1;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

/// How often an analysis reports, unless the caller says otherwise.
const REPORT_EVERY: Duration = Duration::from_millis(250);
const REPORT_EVERY_MIN: Duration = Duration::from_millis(20);
/// An analysis without a budget goes on for so long.
const ANALYSIS: Duration = Duration::from_secs(10);

/// A position and who is asked about it.
pub struct Question {
    pub game: GameKind,
    pub table: Arc<dyn AnyTable>,
    pub seat: Seat,
    pub agent: Agent,
    pub seed: u64,
    pub candidates: u32,
    /// Whose turn it is to be thought for.
    pub asker: u128,
}

/// # Errors
/// If the caller plays no seat that is asked, or too many bots are thinking.
pub async fn hint(
    matches: &Matches,
    tokens: &[Token],
    ask: &v1::GetHintRequest,
    by: Option<Instant>,
) -> Result<v1::GetHintResponse, ServiceError> {
    let live = matches.look(calls::match_id(&ask.match_id)?).await?;
    let question = question(&live, tokens, ask, Agent::Level(Level::Master))?;
    let advice = once(matches, question, by).await?;
    Ok(v1::GetHintResponse { advice: Some(advice), decision_id: live.decision_id() })
}

/// # Errors
/// As [`hint`].
pub async fn analyze(
    matches: &Matches,
    tokens: &[Token],
    ask: v1::AnalyzeMatchRequest,
    by: Option<Instant>,
) -> Result<BoxStream<'static, Result<v1::AnalyzeMatchResponse, Status>>, ServiceError> {
    let asked = ask.question.unwrap_or_default();
    let live = matches.look(calls::match_id(&asked.match_id)?).await?;
    let every = interval(ask.interval.as_ref())?;
    let question = question(&live, tokens, &asked, long_thought())?;
    let advice = again_and_again(matches, question, every, by)?;
    let told = |(advice, last)| Ok(v1::AnalyzeMatchResponse { advice: Some(advice), r#final: last });
    Ok(advice.map(move |told_so| told_so.and_then(told)).boxed())
}

/// What analyses, unless the caller names somebody.
#[must_use]
pub fn long_thought() -> Agent {
    Agent::Search(bots::players::Think::Time(ANALYSIS))
}

/// # Errors
/// If it is no time.
pub fn interval(wanted: Option<&prost_types::Duration>) -> Result<Duration, ServiceError> {
    let time = wanted.map(|wanted| messages::time("interval", wanted)).transpose()?;
    Ok(time.unwrap_or(REPORT_EVERY).max(REPORT_EVERY_MIN))
}

fn question(
    live: &Live,
    tokens: &[Token],
    ask: &v1::GetHintRequest,
    default: Agent,
) -> Result<Question, ServiceError> {
    let rights = Rights::of(live, tokens);
    let own = rights.seats;
    let seat = match ask.seat {
        Some(number) => rights.plays(live, number)?,
        // Somebody who plays several seats is asked for one that is asked.
        None => {
            rights.see(live)?;
            let seat = own.and(live.asked()).lowest().or(own.lowest());
            seat.ok_or(if tokens.is_empty() {
                ServiceError::NoToken
            } else {
                ServiceError::NotYours("only whoever plays a seat gets hints for it")
            })?
        }
    };
    if live.is_over() {
        return Err(ServiceError::Over);
    }
    if !live.asked().contains(seat) {
        return Err(ServiceError::NotAsked { seat: seat.number() });
    }
    let agent = ask.bot.as_ref().map(|bot| messages::agent("bot", bot)).transpose()?.unwrap_or(default);
    agent.suits(live.game).map_err(|why| ServiceError::invalid("bot.agent_id", why.to_string()))?;
    Ok(Question {
        game: live.game,
        table: Arc::clone(&live.table),
        seat,
        agent,
        // Not the dice's seed nor that of the bots at the table: a hint must foretell nobody.
        seed: live.steps,
        candidates: ask.candidates,
        // Apart from the bots of the match and from the others who play: nobody's hints keep them waiting.
        asker: live.id.0 ^ (u128::from(seat.number()) + 1),
    })
}

/// Advice that gets better and better; the last is marked.
pub type Ratings = BoxStream<'static, Result<(v1::Advice, bool), Status>>;

/// Thinks once, until the call must be answered.
///
/// # Errors
/// If too many bots are thinking, or the seat has nothing to decide.
pub async fn once(
    matches: &Matches,
    question: Question,
    by: Option<Instant>,
) -> Result<v1::Advice, ServiceError> {
    let patience = Patience::until(by);
    let limits = patience.budget();
    let Question { game, table, seat, agent, seed, candidates, asker } = question;
    let cost = cost(agent, by);
    let shown = Arc::clone(&table);
    let thought = move |minds: &mut Minds| {
        let start = Instant::now();
        let view = table.view_of(SeatSet::only(seat));
        let hint = minds.ask(game, agent, |mind| mind.advise_within(view.as_ref()?, &limits, seed));
        (hint, start.elapsed(), limits)
    };
    let (hint, elapsed, limits) = matches.think_at(asker, cost, thought).await?;
    let hint = hint.ok_or(ServiceError::NotAsked { seat: seat.number() })?;
    let stats = stats(agent, &hint, elapsed, &limits, seed);
    Ok(messages::advice(&*shown, &hint, candidates, stats))
}

/// Thinks on and tells how it stands, until the budget or the caller ends it.
///
/// # Errors
/// If too many bots are thinking.
pub fn again_and_again(
    matches: &Matches,
    question: Question,
    every: Duration,
    by: Option<Instant>,
) -> Result<Ratings, ServiceError> {
    let (tell, told) = mpsc::channel(4);
    let patience = Patience::until(by);
    let limits = patience.budget();
    let Question { game, table, seat, agent, seed, candidates, asker } = question;
    let cost = cost(agent, by);
    let thought = move |minds: &mut Minds| {
        let start = Instant::now();
        let mut last = start;
        let answer = |hint: &Hint, end: bool| {
            let stats = stats(agent, hint, start.elapsed(), &limits, seed);
            (messages::advice(&*table, hint, candidates, stats), end)
        };
        let mut report = |hint: Hint| {
            // A reader who is slow misses some; there is always room for the last.
            let room = last.elapsed() >= every && tell.capacity() > 1;
            if room && tell.try_send(Ok(answer(&hint, false))).is_ok() {
                last = Instant::now();
            }
        };
        let view = table.view_of(SeatSet::only(seat));
        let hint = minds
            .ask(game, agent, |mind| mind.advise_telling(view.as_ref()?, &limits, seed, Some(&mut report)));
        let end = match hint {
            Some(hint) => Ok(answer(&hint, true)),
            None => Err(Status::from(ServiceError::NotAsked { seat: seat.number() })),
        };
        // Nobody reads any more: then nobody needs it. Waiting for slow readers would keep the thread from others.
        let _ = tell.try_send(end);
    };
    matches.thinkers.ask(asker, cost, thought).map_err(|why| matches.no_room(why, cost))?;
    // The stream holds the patience: when the reader goes, the bot stops.
    Ok(ReceiverStream::new(told)
        .map(move |each| {
            let _held = &patience;
            each
        })
        .boxed())
}

/// What it takes, about; a call with a deadline asks for no more than that.
fn cost(agent: Agent, by: Option<Instant>) -> Duration {
    let left = by.map(|by| by.saturating_duration_since(Instant::now()));
    thinkers::cost(agent).min(left.unwrap_or(Duration::MAX))
}

fn stats(agent: Agent, hint: &Hint, elapsed: Duration, limits: &Budget, seed: u64) -> v1::SearchStats {
    use bots::players::Think;
    let stopped = limits.stop.as_ref().is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed));
    let too_late = limits.deadline.is_some_and(|deadline| deadline <= Instant::now());
    let reason = match agent.plain() {
        Agent::Random | Agent::Greedy | Agent::Styled(..) => v1::StopReason::Decided,
        Agent::Search(_) | Agent::Level(_) if hint.candidates.len() < 2 => v1::StopReason::Decided,
        Agent::Search(Think::Iterations(count)) if hint.iterations >= count => v1::StopReason::Iterations,
        Agent::Search(_) | Agent::Level(_) if stopped => v1::StopReason::Stopped,
        Agent::Search(Think::Time(time)) if elapsed >= time => v1::StopReason::Time,
        // It ended before any limit did: nothing could have changed its mind.
        Agent::Search(_) if !too_late => v1::StopReason::Decided,
        Agent::Search(_) | Agent::Level(_) => v1::StopReason::Time,
    };
    v1::SearchStats {
        iterations: hint.iterations,
        elapsed: Some(messages::duration(elapsed)),
        seed,
        agent_version: env!("CARGO_PKG_VERSION").to_owned(),
        stop_reason: reason.into(),
    }
}
