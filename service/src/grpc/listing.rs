//! Lists of matches, page by page. A page token says where to go on, and is refused for another question.

use super::paging::{bad_token, page_size, read_token, write_token};
use crate::{
    error::ServiceError,
    matches::Matches,
    store::{Filter, LIST_MAX},
    wire::records,
};
use prost::Message as _;
use proto::v1;
use tonic::Status;

/// Reads of the store for one page, where private matches leave gaps in it.
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
    let filter = Filter {
        game: Some(ask.game_id.clone()).filter(|game| !game.is_empty()),
        running_only: ask.running_only,
    };
    let size = page_size(ask.page_size);
    let list = list(ask);
    let mut before = match read_token(&list, &ask.page_token)? {
        None => None,
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
        let shown = rows.iter().filter_map(|(_, _, head)| v1::Match::decode(head.body.as_slice()).ok());
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

/// What the list is, so that a token does not go on with another.
fn list(ask: &v1::ListMatchesRequest) -> String {
    format!("matches/{}/{}", ask.game_id, ask.running_only)
}
