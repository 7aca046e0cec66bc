//! SetTable: who may put right what at a real table, tell cards of the own box, and give which standing orders.

use super::calls;
use crate::{
    error::ServiceError,
    matches::{Done, Matches, live::Live, now_ms, rights::Rights},
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
    let count = ask.settings.len() + ask.cards.len();
    if count == 0 || count > SETTINGS_MAX {
        return Err(ServiceError::invalid("settings", format!("give 1 to {SETTINGS_MAX} settings or cards")));
    }
    for (field, texts) in [("settings", &ask.settings), ("cards", &ask.cards)] {
        texts.iter().try_for_each(|text| calls::notation(field, text).map(|_| ()))?;
    }
    let (settings, cards, shown) = (ask.settings, ask.cards, tokens.clone());
    let plan = move |live: &Live| {
        let rights = Rights::of(live, &tokens);
        rights.see(live)?;
        if !cards.is_empty() {
            may_tell_cards(live, &rights)?;
        }
        for text in &settings {
            may_set(live, &rights, text)?;
        }
        live.set(&cards, &settings, now_ms())
    };
    let Done { live, happened } = matches.change(id, asked, plan).await?;
    let eyes = Rights::of(&live, &shown).eyes(&live, None)?;
    Ok(v1::SetTableResponse {
        version: live.version,
        decision: messages::decision(&live, eyes),
        events: happened.iter().map(|each| messages::event(each, None, eyes)).collect(),
    })
}

/// Whoever may tell what falls may tell what is printed on it.
fn may_tell_cards(live: &Live, rights: &Rights) -> Result<(), ServiceError> {
    rights.at_table(live)?;
    if is_real(live) {
        return Ok(());
    }
    let why = "cards of people's own are told where they draw them; here the server has all cards and dice";
    Err(ServiceError::invalid("cards", why))
}

/// Do people have things here that the server cannot see?
fn is_real(live: &Live) -> bool {
    live.made.chance.is_real() || Seat::first(live.table.seats()).any(|seat| live.table.needs_person(seat))
}

/// A player's own affairs are theirs; all else is the host's, and only where people have things the server cannot see.
fn may_set(live: &Live, rights: &Rights, text: &str) -> Result<(), ServiceError> {
    if let Some(seat) = live.table.set_by(text) {
        return rights.plays(live, seat.number().into()).map(|_| ());
    }
    rights.hosts(live)?;
    if is_real(live) {
        return Ok(());
    }
    let why = "nothing goes astray where the server has all cards and dice; standing orders can be given";
    Err(ServiceError::invalid("settings", why))
}
