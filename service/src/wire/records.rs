//! Records of matches: as messages, as text, and back.

use super::messages;
use crate::{
    error::ServiceError,
    matches::{
        aside::Wanted,
        entry::{Controller, Entry},
        history::{Happened, undo_to},
        live::{Live, short},
    },
};
use catalog::{AnyStep, GameKind, PlayError, Record, record};
use kernel::{Seat, seat::SEATS_MAX};
use proto::v1;

/// Steps of the longest record that is taken.
const STEPS_MAX: usize = 200_000;

/// A record as these eyes may read it; nothing is hidden once the match is over. Says whether anything was.
#[must_use]
pub fn record(live: &Live, happened: &[Happened], eyes: Option<Seat>, text: bool) -> (v1::MatchRecord, bool) {
    let over = live.is_over();
    let hidden = |each: &Happened| each.told.as_ref().is_some_and(|told| !told.is_open_to(eyes));
    let redacted = !over && happened.iter().any(hidden);
    let made = &live.made;
    let record = v1::MatchRecord {
        format: 1,
        game_id: made.game.clone(),
        ruleset_digest: live.digest.to_string(),
        options: made.options.iter().cloned().collect(),
        seats: made.seats.iter().map(|(who, _)| messages::controller(who)).collect(),
        steps: happened.iter().map(|each| messages::step(each, eyes, over)).collect(),
        outcome: messages::outcome(live),
        seed_commitment: made.seed.commitment(),
        seed_chosen: made.seed_chosen,
        seed: if over { made.seed.reveal() } else { String::new() },
        text: if text && !redacted { as_text(live, happened).to_string() } else { String::new() },
    };
    (record, redacted)
}

/// The steps that count, as text.
fn as_text(live: &Live, happened: &[Happened]) -> Record {
    let mut steps: Vec<(u64, String)> = vec![];
    for each in happened {
        match &each.entry {
            Entry::Undone { to, .. } => undo_to(&mut steps, *to),
            Entry::Chance { outcome, told: true, .. } => {
                steps.push((each.version, record::reported(outcome)))
            }
            Entry::Act { .. }
            | Entry::Chance { .. }
            | Entry::Set { .. }
            | Entry::Card { .. }
            | Entry::Made(_)
            | Entry::SeatChanged { .. }
            | Entry::Closed { .. } => {
                steps.extend(each.entry.step().map(|step| (each.version, step.to_string())))
            }
        }
    }
    Record {
        game: live.game,
        options: live.made.options.clone(),
        content: live.made.content.clone(),
        seed: live.is_over().then(|| live.made.seed.reveal()),
        commitment: Some(live.made.seed.commitment()),
        steps: steps.into_iter().map(|(_, line)| line).collect(),
    }
}

/// What a record says, ready to be played again.
#[derive(Debug)]
pub struct Played {
    pub game: GameKind,
    pub options: Vec<(String, String)>,
    pub seats: Vec<Controller>,
    /// Steps that count.
    pub steps: Vec<AnyStep>,
}

/// # Errors
/// If it is of no game we know, or parts of it are hidden or missing, or nobody wants it any more.
pub fn played(record: &v1::MatchRecord, wanted: &Wanted) -> Result<Played, ServiceError> {
    if !record.text.is_empty() && record.steps.is_empty() {
        let read = Record::read(&record.text)?;
        not_too_long("record.text", read.steps.len())?;
        let no_step = |(n, why): (usize, PlayError)| {
            ServiceError::invalid("record.steps", format!("step {}: {why}", n + 1))
        };
        let steps =
            read.steps.iter().enumerate().map(|(n, line)| line.parse().map_err(|why| no_step((n, why))));
        let steps = steps.collect::<Result<_, _>>()?;
        return Ok(Played { game: read.game, options: read.options, seats: vec![], steps });
    }
    if record.format > 1 {
        let why = format!("format {} is newer than this server; it reads format 1", record.format);
        return Err(ServiceError::invalid("record.format", why));
    }
    not_too_long("record.steps", record.steps.len())?;
    let seats = record.seats.iter().enumerate();
    Ok(Played {
        game: game("record.game_id", &record.game_id)?,
        options: record.options.clone().into_iter().collect(),
        seats: seats
            .map(|(n, seat)| messages::controller_of(&format!("record.seats[{n}]"), seat))
            .collect::<Result<_, _>>()?,
        steps: steps(record, wanted)?,
    })
}

fn not_too_long(field: &str, steps: usize) -> Result<(), ServiceError> {
    if steps <= STEPS_MAX {
        return Ok(());
    }
    Err(ServiceError::invalid(field, format!("{steps} steps are too many; at most {STEPS_MAX}")))
}

fn steps(record: &v1::MatchRecord, wanted: &Wanted) -> Result<Vec<AnyStep>, ServiceError> {
    use v1::step::Step as Case;
    const ASK_EVERY: usize = 1024;
    let mut steps: Vec<(u64, AnyStep)> = vec![];
    // Whoever takes nothing back may leave versions out.
    let (mut last, mut in_order) = (0, true);
    for (n, step) in record.steps.iter().enumerate() {
        if n % ASK_EVERY == 0 {
            wanted.check()?;
        }
        in_order &= step.version > last;
        last = step.version;
        let hidden = || ServiceError::invalid(format!("record.steps[{n}]"), "this step is hidden");
        let named = |id: &str| if id.is_empty() { Err(hidden()) } else { Ok(short_enough(id)) };
        match &step.step {
            Some(Case::Action(act)) => {
                let no_seat = || ServiceError::invalid(format!("record.steps[{n}]"), "there is no such seat");
                let seat = u8::try_from(act.seat).ok().and_then(|seat| Seat::checked(seat, SEATS_MAX));
                let (seat, action) = (seat.ok_or_else(no_seat)?, named(&act.action_id)?);
                steps.push((step.version, AnyStep::Act { seat, action }));
            }
            Some(Case::Chance(chance)) => {
                steps.push((step.version, AnyStep::Chance(named(&chance.outcome_id)?)));
            }
            Some(Case::Set(text)) => steps.push((step.version, AnyStep::Set(named(text)?))),
            Some(Case::Card(text)) => steps.push((step.version, AnyStep::Card(named(text)?))),
            Some(Case::UndoneTo(_)) if !in_order => {
                let why = "to take steps back, the versions of all steps before must grow from step to step";
                return Err(ServiceError::invalid(format!("record.steps[{n}].version"), why));
            }
            Some(Case::UndoneTo(to)) => undo_to(&mut steps, *to),
            Some(Case::SeatChanged(_) | Case::Closed(_)) | None => {}
        }
    }
    Ok(steps.into_iter().map(|(_, step)| step).collect())
}

fn short_enough(id: &str) -> String {
    if id.len() <= crate::grpc::calls::NOTATION_MAX { id.to_owned() } else { short(id) }
}

/// # Errors
/// If we do not know it; says which ones we do.
pub fn game(field: &str, id: &str) -> Result<GameKind, ServiceError> {
    id.parse().map_err(|_| {
        let known = GameKind::ALL.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        ServiceError::invalid(field, format!("there is no game `{}`; there are: {known}", short(id)))
    })
}
