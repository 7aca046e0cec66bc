//! Messages of the API out of matches, and back. What a reader may not know does not get in: all that is written here
//! comes from the table as the reader's eyes see it.

use super::snapshot::Seal;
use crate::{
    error::ServiceError,
    matches::{
        botwork::{ITERATIONS_MAX, THINK_MAX},
        entry::{self, Entry, Manners},
        history::Happened,
        live::{Live, no_secrets},
    },
};
use bots::{
    any::{Hint, Weighed},
    levels::Level,
    players::{Agent, Think},
};
use catalog::{AnyTable, Choice};
use kernel::{Outcome, Seat, Turn};
use prost::Message as _;
use proto::v1;
use std::time::Duration;

#[must_use]
pub fn timestamp(ms: u64) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: (ms / 1000) as i64, nanos: (ms % 1000 * 1_000_000) as i32 }
}

#[must_use]
pub fn duration(time: Duration) -> prost_types::Duration {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    prost_types::Duration { seconds, nanos: time.subsec_nanos() as i32 }
}

/// A time that somebody asks for.
///
/// # Errors
/// If it is negative or no time at all.
pub fn time(field: &str, wanted: &prost_types::Duration) -> Result<Duration, ServiceError> {
    // By hand: the library negates what is negative, and the smallest number has no opposite.
    let (seconds, nanos) = (u64::try_from(wanted.seconds), u32::try_from(wanted.nanos));
    match (seconds, nanos) {
        (Ok(seconds), Ok(nanos)) if nanos < 1_000_000_000 => Ok(Duration::new(seconds, nanos)),
        (Ok(_) | Err(_), Ok(_) | Err(_)) => {
            Err(ServiceError::invalid(field, "expected a time of 0 or more, such as 1.5s"))
        }
    }
}

// --- who plays

#[must_use]
pub fn controller(controller: &entry::Controller) -> v1::Controller {
    use v1::controller::Controller as Case;
    let case = match controller {
        entry::Controller::Human { name } => Case::Human(v1::Human { display_name: name.clone() }),
        entry::Controller::Bot { .. } => Case::Bot(bot(controller.agent().unwrap_or(entry::DEFAULT_AGENT))),
    };
    v1::Controller { controller: Some(case) }
}

#[must_use]
pub fn bot(agent: Agent) -> v1::Bot {
    let plain = |id: &str| v1::Bot { agent_id: id.to_owned(), ..v1::Bot::default() };
    let level = |level: Level| match level {
        Level::Novice => v1::Level::Novice,
        Level::Adept => v1::Level::Adept,
        Level::Master => v1::Level::Master,
    };
    match agent {
        Agent::Random => plain("random"),
        Agent::Greedy => plain("greedy"),
        Agent::Search(think) => v1::Bot { budget: Some(budget(think)), ..plain("mcts") },
        Agent::Level(which) => v1::Bot { level: level(which).into(), ..plain("") },
        Agent::Styled(..) => plain(&agent.to_string()),
    }
}

fn budget(think: Think) -> v1::Budget {
    match think {
        Think::Iterations(count) => {
            v1::Budget { iterations: Some(u32::try_from(count).unwrap_or(u32::MAX)), time: None }
        }
        Think::Time(time) => v1::Budget { iterations: None, time: Some(duration(time)) },
    }
}

/// What a search without a budget spends.
const THINK_DEFAULT: Think = Think::Time(Duration::from_millis(100));

/// # Errors
/// If there is no such bot, or it is to think for too long.
pub fn agent(field: &str, bot: &v1::Bot) -> Result<Agent, ServiceError> {
    let think = bot.budget.as_ref().map(|budget| think(field, budget)).transpose()?;
    let no_budget = || {
        ServiceError::invalid(
            format!("{field}.budget"),
            "only `mcts` takes a budget; leave it out, or name the agent `mcts`",
        )
    };
    match (bot.agent_id.as_str(), think) {
        ("random", None) => Ok(Agent::Random),
        ("greedy", None) => Ok(Agent::Greedy),
        ("mcts", think) => Ok(Agent::Search(think.unwrap_or(THINK_DEFAULT))),
        ("", None) => Ok(Agent::Level(match v1::Level::try_from(bot.level) {
            Ok(v1::Level::Unspecified | v1::Level::Adept) => Level::Adept,
            Ok(v1::Level::Novice) => Level::Novice,
            Ok(v1::Level::Master) => Level::Master,
            Err(_) => {
                let why =
                    format!("there is no level {}; there are 1 (novice), 2 (adept), 3 (master)", bot.level);
                return Err(ServiceError::invalid(format!("{field}.level"), why));
            }
        })),
        ("random" | "greedy", Some(_)) => Err(no_budget()),
        // A level with a budget of its own thinks as the search does.
        ("", Some(think)) => Ok(Agent::Search(think)),
        // With a style, such as `master:schemer`.
        (styled, None) if styled.contains(':') => styled.parse().map_err(|why: bots::players::BadAgent| {
            let why = crate::matches::live::short(&why.to_string()).to_string();
            ServiceError::invalid(format!("{field}.agent_id"), why)
        }),
        (other, _) => {
            let other = crate::matches::live::short(other);
            let why =
                format!("there is no agent `{other}`; there are random, greedy and mcts, or give a level");
            Err(ServiceError::invalid(format!("{field}.agent_id"), why))
        }
    }
}

fn think(field: &str, budget: &v1::Budget) -> Result<Think, ServiceError> {
    let field = format!("{field}.budget");
    match (&budget.time, budget.iterations) {
        (Some(wanted), None) => {
            let time = time(&field, wanted)?;
            // Bots are stored by name, which tells whole milliseconds.
            if time.as_millis() == 0 || time > THINK_MAX {
                let why = format!("a bot thinks for at least 1 ms and at most {} s", THINK_MAX.as_secs());
                return Err(ServiceError::invalid(field, why));
            }
            Ok(Think::Time(time))
        }
        (None, Some(0)) => Err(ServiceError::invalid(field, "a search needs at least 1 iteration")),
        (None, Some(count)) if u64::from(count) > ITERATIONS_MAX => {
            let why = format!("a bot thinks for at most {ITERATIONS_MAX} iterations; give it a time instead");
            Err(ServiceError::invalid(field, why))
        }
        (None, Some(count)) => Ok(Think::Iterations(count.into())),
        (None, None) => Ok(THINK_DEFAULT),
        (Some(_), Some(_)) => Err(ServiceError::invalid(field, "give time or iterations, not both")),
    }
}

/// # Errors
/// If nobody is named, or a name is none.
pub fn controller_of(field: &str, wanted: &v1::Controller) -> Result<entry::Controller, ServiceError> {
    match &wanted.controller {
        Some(v1::controller::Controller::Human(human)) => {
            let name = name(&format!("{field}.human.display_name"), &human.display_name)?;
            Ok(entry::Controller::Human { name })
        }
        Some(v1::controller::Controller::Bot(bot)) => {
            let agent = agent(&format!("{field}.bot"), bot)?.to_string();
            Ok(entry::Controller::Bot { agent })
        }
        None => Err(ServiceError::invalid(field, "say who plays: `human` or `bot`")),
    }
}

/// A name as it will stand on other people's screens.
fn name(field: &str, name: &str) -> Result<String, ServiceError> {
    const NAME_MAX: usize = 64;
    if name.chars().count() > NAME_MAX {
        return Err(ServiceError::invalid(field, format!("at most {NAME_MAX} characters")));
    }
    // Line ends and escapes would draw on terminals, marks of direction would turn what stands beside the name.
    let breaks = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if name.contains(breaks) {
        let why = "a name is one line of plain text: no line ends, tabs or other control characters";
        return Err(ServiceError::invalid(field, why));
    }
    Ok(name.to_owned())
}

// --- a match

#[must_use]
pub fn match_of(live: &Live, eyes: Option<Seat>) -> v1::Match {
    let changing = changing(live, eyes);
    let made = &live.made;
    v1::Match {
        match_id: live.id.to_string(),
        game_id: made.game.clone(),
        ruleset_digest: live.rules().to_string(),
        create_time: Some(timestamp(made.at_ms)),
        seed_commitment: made.seed.commitment(),
        options: live.options.iter().cloned().collect(),
        chance_mode: match made.chance {
            entry::ChanceMode::Server => v1::ChanceMode::Server,
            entry::ChanceMode::External | entry::ChanceMode::Seats(_) => v1::ChanceMode::External,
        }
        .into(),
        own_dice: match made.chance {
            entry::ChanceMode::Server | entry::ChanceMode::External => vec![],
            entry::ChanceMode::Seats(own) => own.into_iter().map(|seat| seat.number().into()).collect(),
        },
        undo_policy: match made.undo {
            entry::UndoPolicy::Nobody => v1::UndoPolicy::None,
            entry::UndoPolicy::OwnLast => v1::UndoPolicy::OwnLast,
            entry::UndoPolicy::Free => v1::UndoPolicy::Free,
        }
        .into(),
        turn_timeout: made.turn_timeout_ms.map(|ms| duration(Duration::from_millis(ms))),
        private: made.private,
        bot_order: match made.manners {
            Manners::AtOnce => v1::BotOrder::AtOnce,
            Manners::AfterPeople => v1::BotOrder::AfterPeople,
        }
        .into(),
        seed_chosen: made.seed_chosen,
        ..changing
    }
}

/// What steps can change about a match; all else is as it was made.
fn changing(live: &Live, eyes: Option<Seat>) -> v1::Match {
    let seat = |(seat, now): (Seat, &crate::matches::live::SeatNow)| v1::Seat {
        seat: seat.number().into(),
        controller: Some(controller(&now.controller)),
        epoch: now.epoch,
        name: live.table.seat_name(seat),
    };
    v1::Match {
        version: live.version,
        cards: live.table.told().to_vec(),
        decision: decision(live, eyes),
        seats: Seat::first(live.table.seats()).zip(live.seats.iter()).map(seat).collect(),
        outcome: outcome(live),
        update_time: Some(timestamp(live.updated_ms)),
        ..v1::Match::default()
    }
}

/// The row of a match in lists: what an onlooker sees of it. It is written with every step, so what no step changes is
/// encoded once a match: two parts of a message, one after the other, read as one.
#[must_use]
pub fn brief(live: &Live) -> Vec<u8> {
    let lasting = live.lasting.get_or_init(|| {
        let v1::Match { version, decision, seats, outcome, update_time, .. } = v1::Match::default();
        v1::Match { version, decision, seats, outcome, update_time, ..match_of(live, None) }.encode_to_vec()
    });
    let changing = changing(live, None);
    let mut row = Vec::with_capacity(lasting.len() + changing.encoded_len());
    row.extend_from_slice(lasting);
    // A vector has room for anything.
    let _ = changing.encode(&mut row);
    row
}

/// What the match waits for; `None` once it is over.
#[must_use]
pub fn decision(live: &Live, eyes: Option<Seat>) -> Option<v1::Decision> {
    use v1::decision::Asked;
    if live.is_over() {
        return None;
    }
    let mode = |mode: v1::seats_asked::Mode, seats: kernel::SeatSet| {
        let seats = seats.into_iter().map(|seat| seat.number().into()).collect();
        Asked::Seats(v1::SeatsAsked { mode: mode.into(), seats })
    };
    let asked = match live.table.turn() {
        Turn::Each(seats) if live.at_once => mode(v1::seats_asked::Mode::Each, seats),
        Turn::Each(seats) => mode(v1::seats_asked::Mode::One, seats),
        Turn::Any(seats) => mode(v1::seats_asked::Mode::Any, seats),
        Turn::Chance => {
            let form = crate::fallen::form(&*live.table);
            Asked::Chance(v1::ChanceAsked { possible: possible(live), form })
        }
        Turn::Over => return None,
    };
    Some(v1::Decision {
        id: live.decision_id(),
        prompt: live.table.prompt_for(eyes),
        asked: Some(asked),
        deadline: live.deadline_ms().map(timestamp),
    })
}

/// What may fall, unless what is missing would tell what others hold.
fn possible(live: &Live) -> Vec<v1::ChanceOption> {
    if !no_secrets(&*live.table) {
        return vec![];
    }
    live.table.odds().into_iter().map(|(id, weight)| v1::ChanceOption { id, weight }).collect()
}

#[must_use]
pub fn outcome(live: &Live) -> Option<v1::Outcome> {
    let played = live.table.outcome();
    let payoffs = |end: &Outcome| end.payoffs().iter().map(|payoff| u32::from(*payoff)).collect();
    if live.closed && played.is_none() {
        let summary = "closed before its end".to_owned();
        return Some(v1::Outcome { payoffs: vec![], summary, closed: true });
    }
    played.map(|end| v1::Outcome {
        payoffs: payoffs(&end),
        summary: live.table.result().unwrap_or_default(),
        closed: false,
    })
}

/// What a reader wants to see of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub eyes: Option<Seat>,
    pub text: bool,
}

#[must_use]
pub fn view(live: &Live, look: Look, seal: &Seal) -> v1::View {
    v1::View {
        version: live.version,
        seat: look.eyes.map(|seat| seat.number().into()),
        ruleset_digest: live.rules().to_string(),
        text: if look.text { live.table.draw_for(look.eyes).to_text() } else { String::new() },
        view: super::game_view(&*live.table, look.eyes, &seal.of_rules(&live.rules())),
    }
}

/// What these eyes may do now.
#[must_use]
pub fn actions(live: &Live, eyes: Option<Seat>, ids_only: bool) -> Vec<v1::Action> {
    match eyes.filter(|seat| live.asked().contains(*seat)) {
        None => vec![],
        Some(seat) if ids_only => live
            .table
            .choice_ids(seat)
            .into_iter()
            .map(|id| v1::Action { id, ..v1::Action::default() })
            .collect(),
        Some(seat) => live.table.choices(seat).into_iter().map(action).collect(),
    }
}

#[must_use]
pub fn action(choice: Choice) -> v1::Action {
    let operand = |(name, value): (&'static str, String)| v1::Operand { name: name.to_owned(), value };
    v1::Action {
        id: choice.notation,
        label: choice.label,
        hint: choice.hint,
        group: choice.group.to_owned(),
        verb: choice.verb.to_owned(),
        operands: choice.operands.into_iter().map(operand).collect(),
    }
}

// --- what happened

/// An entry as these eyes may read it. `over`: the match is, and nothing is secret any more.
#[must_use]
pub fn step(happened: &Happened, eyes: Option<Seat>, over: bool) -> v1::Step {
    use v1::step::Step as Case;
    let open = over || happened.told.as_ref().is_none_or(|told| told.is_open_to(eyes));
    let readable = |text: &str| if open { text.to_owned() } else { String::new() };
    let case = match &happened.entry {
        Entry::Made(_) => None,
        Entry::Act { seat, action, reason, .. } => Some(Case::Action(v1::SeatStep {
            seat: seat.number().into(),
            action_id: readable(action),
            by_bot: reason.is_some(),
            order: happened
                .told
                .as_ref()
                .and_then(|told| told.order.as_deref())
                .map(readable)
                .unwrap_or_default(),
        })),
        Entry::Chance { outcome, told, .. } => {
            Some(Case::Chance(v1::ChanceStep { outcome_id: readable(outcome), told: *told }))
        }
        Entry::Undone { to, .. } => Some(Case::UndoneTo(*to)),
        Entry::SeatChanged { seat, controller: who, .. } => Some(Case::SeatChanged(v1::SeatChanged {
            seat: seat.number().into(),
            controller: Some(controller(who)),
        })),
        Entry::Closed { .. } => Some(Case::Closed(v1::Closed {})),
        Entry::Set { text, .. } => Some(Case::Set(readable(text))),
        Entry::Card { text, .. } => Some(Case::Card(readable(text))),
    };
    v1::Step { version: happened.version, time: Some(timestamp(happened.entry.at_ms())), step: case }
}

#[must_use]
pub fn event(happened: &Happened, look: Option<(Look, &Seal)>, eyes: Option<Seat>) -> v1::Event {
    let lines = happened.told.iter().flat_map(|told| told.lines(eyes)).map(str::to_owned).collect();
    let after = happened.after.as_ref();
    v1::Event {
        step: Some(step(happened, eyes, false)),
        lines,
        decision: after.and_then(|live| decision(live, eyes)),
        view: after.zip(look).map(|(live, (look, seal))| view(live, look, seal)),
        reason: reason(happened, eyes).unwrap_or_default(),
    }
}

/// Why a bot did it, for those who know all that the bot knew.
fn reason(happened: &Happened, eyes: Option<Seat>) -> Option<String> {
    let Entry::Act { seat, reason: Some(reason), .. } = &happened.entry else { return None };
    let open = happened.told.as_ref().is_some_and(|told| told.open) || eyes == Some(*seat);
    open.then(|| reason.clone())
}

// --- advice

/// The limit of rated moves in one answer.
const CANDIDATES_MAX: usize = 64;

#[must_use]
pub fn advice(table: &dyn AnyTable, hint: &Hint, candidates: u32, stats: v1::SearchStats) -> v1::Advice {
    let choices = table.choices(hint.seat);
    let named = |id: &str| {
        let known = choices.iter().find(|choice| choice.notation == id).cloned().map(action);
        known.unwrap_or_else(|| v1::Action { id: id.to_owned(), ..v1::Action::default() })
    };
    let rated = |weighed: &Weighed| v1::Candidate {
        action: Some(named(&weighed.action)),
        policy: weighed.share.into(),
        value: weighed.value.map(|value| f64::from(value) * f64::from(Outcome::BEST)),
        visits: weighed.visits.into(),
    };
    let count = CANDIDATES_MAX.min(candidates as usize);
    v1::Advice {
        seat: hint.seat.number().into(),
        action: Some(named(&hint.action)),
        reason: hint.reason.clone(),
        candidates: hint.candidates.iter().take(count).map(rated).collect(),
        line: hint.expected.clone(),
        stats: Some(stats),
    }
}
