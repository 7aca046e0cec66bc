//! UndoActions: who may take what back. The log only grows; an undo is an entry of its own.

use super::calls;
use crate::{
    error::ServiceError,
    matches::{
        Matches,
        entry::{Entry, UndoPolicy},
        history::History,
        live::{Live, no_secrets},
        now_ms,
        rights::Rights,
    },
    server::auth::Token,
    wire::messages,
};
use proto::v1;

/// # Errors
/// If the match does not allow it to this caller.
pub async fn undo(
    matches: &Matches,
    tokens: Vec<Token>,
    ask: v1::UndoActionsRequest,
) -> Result<v1::UndoActionsResponse, ServiceError> {
    let id = calls::match_id(&ask.match_id)?;
    let asked = calls::asked(id.0, &ask.request_id, &ask)?;
    let live = matches.look(id).await?;
    Rights::of(&live, &tokens).at_table(&live)?;
    let history = matches.history(id).await?;
    let (shown, packs, to) = (tokens.clone(), matches.clone(), ask.to_version);
    // Before the match is held: a long one takes its time to be played again.
    let (history, table, steps) = matches
        .aside(move |wanted| {
            let kept = history.effective(to);
            let (table, steps) = (history.table(&packs.packs, &kept, wanted)?, kept.len() as u64);
            Ok((history, table, steps))
        })
        .await?;
    let plan = move |live: &Live| {
        let rights = Rights::of(live, &tokens);
        rights.at_table(live)?;
        if live.closed {
            return Err(ServiceError::Over);
        }
        if live.is_over() {
            // Also where anybody may take back anything: whoever plays on would know every roll to come.
            return Err(ServiceError::UndoRefused(
                "the match is over: its seed and its secrets are open, so it cannot be played on; import its record",
            ));
        }
        let stored = history.entries().last().map_or(0, |last| last.version);
        if ask.expected_version != live.version || stored != live.version {
            return Err(ServiceError::MovedOn { now: live.version });
        }
        allowed(live, &history, &rights, ask.to_version)?;
        live.undone(ask.to_version, table.boxed_clone(), steps, now_ms())
    };
    let live = matches.change(id, asked, plan).await?.live;
    let eyes = Rights::of(&live, &shown).eyes(&live, None)?;
    Ok(v1::UndoActionsResponse { version: live.version, decision: messages::decision(&live, eyes) })
}

fn allowed(live: &Live, history: &History, rights: &Rights, to: u64) -> Result<(), ServiceError> {
    if to == 0 || to >= live.version {
        let why = format!("expected 1 to {}", live.version.saturating_sub(1));
        return Err(ServiceError::invalid("to_version", why));
    }
    let all = history.effective(u64::MAX);
    let undone: Vec<&Entry> =
        all.iter().filter(|(version, _)| *version > to).map(|(_, entry)| *entry).collect();
    if undone.is_empty() {
        return Err(ServiceError::UndoRefused("nothing was played since that version that still counts"));
    }
    match live.made.undo {
        UndoPolicy::Free => Ok(()),
        UndoPolicy::Nobody => Err(ServiceError::UndoRefused("this match was made without undo")),
        UndoPolicy::OwnLast => own_last(live, rights, &undone),
    }
}

/// Only what the caller did last, and only as long as nothing has shown since.
fn own_last(live: &Live, rights: &Rights, undone: &[&Entry]) -> Result<(), ServiceError> {
    let own = |entry: &&Entry| match entry {
        Entry::Act { seat, .. } => rights.seats.contains(*seat),
        Entry::Chance { .. }
        | Entry::Set { .. }
        | Entry::Card { .. }
        | Entry::Made(_)
        | Entry::Undone { .. }
        | Entry::SeatChanged { .. }
        | Entry::Closed { .. } => false,
    };
    if !undone.iter().all(own) {
        let why =
            "only your own last actions can be taken back, until others act or a die or card has fallen";
        return Err(ServiceError::UndoRefused(why));
    }
    // Where seats have secrets an action may have shown one, and what was seen cannot be unseen.
    if no_secrets(&*live.table) {
        return Ok(());
    }
    Err(ServiceError::UndoRefused(
        "hidden things may have been seen since; make the match with free undo for study",
    ))
}
