//! Lists of matches, page by page. A page token says where to go on, and is refused for another question.

use super::paging::{bad_token, page_size, read_token, write_token};
use crate::{
    error::ServiceError,
    matches::Matches,
    store::{Filter, LIST_MAX, MatchId},
    wire::records,
};
use prost::Message as _;
use proto::v1;
use tonic::Status;

/// Reads of the store for one page, where private matches and others that are not asked for leave gaps in it.
const READS_MAX: usize = 8;

/// # Errors
/// If the question cannot be understood.
pub async fn matches(
    matches: &Matches,
    ask: &v1::ListMatchesRequest,
) -> Result<v1::ListMatchesResponse, Status> {
    if !ask.game_id.is_empty() {
        records::game("game_id", &ask.game_id)?;
    }
    if ask.running_only && ask.finished_only {
        let why = "a match cannot be running and over; leave one of the two out";
        return Err(ServiceError::invalid("finished_only", why).into());
    }
    let filter = Filter {
        game: Some(ask.game_id.clone()).filter(|game| !game.is_empty()),
        running_only: ask.running_only,
        from: time("created_after", ask.created_after.as_ref())?.map(MatchId::first_at),
    };
    let newest = time("created_before", ask.created_before.as_ref())?.map(MatchId::first_at);
    let size = page_size(ask.page_size);
    let list = list(ask);
    let mut before = match read_token(&list, &ask.page_token)? {
        None => newest,
        Some(id) => Some(id.parse().map_err(|_| bad_token())?),
    };
    let mut page = v1::ListMatchesResponse::default();
    for _ in 0..READS_MAX {
        let wanted = size - page.matches.len();
        // One more than wanted tells whether there is another page.
        let mut rows = matches.store.list(&filter, before, wanted + 1).await.map_err(ServiceError::from)?;
        let more = rows.len() > wanted || rows.len() == LIST_MAX;
        rows.truncate(wanted);
        before = rows.last().map(|(id, _, _)| *id).or(before);
        let wanted = rows.iter().filter(|(_, _, head)| !(ask.finished_only && head.running));
        let shown = wanted.filter_map(|(_, _, head)| v1::Match::decode(head.body.as_slice()).ok());
        page.matches.extend(shown.filter(|found| !found.private));
        if !more {
            return Ok(page);
        }
        if page.matches.len() == size {
            break;
        }
    }
    page.next_page_token = before.map(|id| write_token(&list, &id.to_string())).unwrap_or_default();
    Ok(page)
}

/// The first whole millisecond that is not before this time.
fn time(field: &str, time: Option<&prost_types::Timestamp>) -> Result<Option<u64>, ServiceError> {
    let Some(time) = time else { return Ok(None) };
    // The years 1970 to 9999, which is what a timestamp may say, without those before there were matches.
    let fits = (0..253_402_300_800).contains(&time.seconds) && (0..1_000_000_000).contains(&time.nanos);
    if !fits {
        return Err(ServiceError::invalid(field, "expected a time such as 2024-05-01T12:00:00Z"));
    }
    Ok(Some(time.seconds as u64 * 1000 + (time.nanos as u64).div_ceil(1_000_000)))
}

/// What the list is, so that a token does not go on with another.
fn list(ask: &v1::ListMatchesRequest) -> String {
    let at = |time: &Option<prost_types::Timestamp>| {
        time.as_ref().map(|time| format!("{}.{:09}", time.seconds, time.nanos)).unwrap_or_default()
    };
    let (after, before) = (at(&ask.created_after), at(&ask.created_before));
    format!("matches/{}/{}/{}/{after}/{before}", ask.game_id, ask.running_only, ask.finished_only)
}
