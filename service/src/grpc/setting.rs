//! SetTable: who may put right what at a real table, and give which standing orders.

use super::calls;
use crate::{
    error::ServiceError,
    matches::{Done, Matches, entry::ChanceMode, live::Live, now_ms, rights::Rights},
    server::auth::Token,
    wire::messages,
};
use kernel::Seat;
use proto::v1;

/// No table has so much to be put right at once.
const SETTINGS_MAX: usize = 64;

/// # Errors
/// If the caller may not, or the game does not take it.
pub async fn set(
    matches: &Matches,
    tokens: Vec<Token>,
    ask: v1::SetTableRequest,
) -> Result<v1::SetTableResponse, ServiceError> {
    let id = calls::match_id(&ask.match_id)?;
    let asked = calls::asked(id.0, &ask.request_id, &ask)?;
    if ask.settings.is_empty() || ask.settings.len() > SETTINGS_MAX {
        return Err(ServiceError::invalid("settings", format!("give 1 to {SETTINGS_MAX}")));
    }
    for text in &ask.settings {
        calls::notation("settings", text)?;
    }
    let (settings, shown) = (ask.settings, tokens.clone());
    let plan = move |live: &Live| {
        let rights = Rights::of(live, &tokens);
        rights.see(live)?;
        for text in &settings {
            may_set(live, &rights, text)?;
        }
        live.set(&settings, now_ms())
    };
    let Done { live, happened } = matches.change(id, asked, plan).await?;
    let eyes = Rights::of(&live, &shown).eyes(&live, None)?;
    Ok(v1::SetTableResponse {
        version: live.version,
        decision: messages::decision(&live, eyes),
        events: happened.iter().map(|each| messages::event(each, None, eyes)).collect(),
    })
}

/// A player's own affairs are theirs; all else is the host's, and only where people have things the server cannot see.
fn may_set(live: &Live, rights: &Rights, text: &str) -> Result<(), ServiceError> {
    if let Some(seat) = live.table.set_by(text) {
        return rights.plays(live, seat.number().into()).map(|_| ());
    }
    rights.hosts(live)?;
    let real = live.made.chance == ChanceMode::External
        || Seat::first(live.table.seats()).any(|seat| live.table.needs_person(seat));
    if real {
        return Ok(());
    }
    let why = "nothing goes astray where the server has all cards and dice; standing orders can be given";
    Err(ServiceError::invalid("settings", why))
}
