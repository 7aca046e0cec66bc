//! Tournaments found in the store: newest first, and by the request that made them. Beside each there are two small
//! documents; a start makes those that are missing, as they are written after the tournament itself.

use super::{TournamentId, sheet::Sheet};
use crate::store::{MatchId, Store, StoreError};

/// `tournament-newest/` and the id upside down: documents are listed by key, so the newest comes first.
const NEWEST: &str = "tournament-newest/";
/// `tournament-request/` with scope and id of the request: holds the tournament's id.
const REQUESTS: &str = "tournament-request/";

fn newest_key(id: TournamentId) -> String {
    format!("{NEWEST}{:032x}", !id.0)
}

fn request_key(scope: u128, request: u128) -> String {
    format!("{REQUESTS}{scope:032x}{request:032x}")
}

/// So many that were made before this one, or the newest.
pub async fn older(
    store: &dyn Store,
    before: Option<TournamentId>,
    limit: usize,
) -> Result<Vec<TournamentId>, StoreError> {
    let after = before.map(newest_key);
    let page = store.blob_list(NEWEST, after.as_deref(), limit).await?;
    let id = |key: &str| u128::from_str_radix(key.strip_prefix(NEWEST)?, 16).ok().map(|id| MatchId(!id));
    Ok(page.iter().filter_map(|(key, _)| id(key)).collect())
}

/// The tournament that a request made.
pub async fn of_request(
    store: &dyn Store,
    scope: u128,
    request: u128,
) -> Result<Option<TournamentId>, StoreError> {
    let found = store.blob_get(&request_key(scope, request)).await?;
    Ok(found.and_then(|body| body.try_into().ok()).map(|id| MatchId(u128::from_be_bytes(id))))
}

pub async fn add(store: &dyn Store, id: TournamentId, sheet: &Sheet) -> Result<(), StoreError> {
    if let Some((scope, request, _)) = sheet.request {
        store.blob_put(&request_key(scope, request), id.0.to_be_bytes().to_vec()).await?;
    }
    store.blob_put(&newest_key(id), vec![]).await
}

/// Adds one that was stored by an older version, or by a server that did not live to add it.
pub async fn mend(store: &dyn Store, id: TournamentId, sheet: &Sheet) -> Result<(), StoreError> {
    match store.blob_get(&newest_key(id)).await? {
        Some(_) => Ok(()),
        None => add(store, id, sheet).await,
    }
}
