//! Lists a page at a time. A page token says which list it is of and where to go on; nothing else is accepted.

use crate::server::status::details;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// What a caller gets who names no size.
pub const PAGE_DEFAULT: usize = 100;
/// What nobody gets more of.
pub const PAGE_MAX: usize = 1000;

/// Some of a list.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Where to go on; empty at the end.
    pub next: String,
}

/// How many are wanted, within what is given.
#[must_use]
pub fn page_size(asked: u32) -> usize {
    match usize::try_from(asked) {
        Ok(0) | Err(_) => PAGE_DEFAULT,
        Ok(asked) => asked.min(PAGE_MAX),
    }
}

/// A page of a list that does not change. `list` names the list with its filters.
///
/// # Errors
/// INVALID_ARGUMENT if the token was not given out for this list.
pub fn page<T: Clone>(all: &[T], list: &str, size: u32, token: &str) -> Result<Page<T>, Status> {
    let from = match read_token(list, token)? {
        None => 0,
        Some(last) => last.parse().map_err(|_| bad_token())?,
    };
    let rest = all.get(from..).ok_or_else(bad_token)?;
    let items: Vec<T> = rest.iter().take(page_size(size)).cloned().collect();
    let next = from + items.len();
    let next = if next < all.len() { write_token(list, &next.to_string()) } else { String::new() };
    Ok(Page { items, next })
}

/// A token for what comes after `last` in this list.
#[must_use]
pub fn write_token(list: &str, last: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{list}\n{last}"))
}

/// Where a token says to go on; `None` for the first page.
///
/// # Errors
/// INVALID_ARGUMENT if it is not a token of this list.
pub fn read_token(list: &str, token: &str) -> Result<Option<String>, Status> {
    if token.is_empty() {
        return Ok(None);
    }
    let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| bad_token())?;
    let text = String::from_utf8(bytes).map_err(|_| bad_token())?;
    let (of, last) = text.split_once('\n').ok_or_else(bad_token)?;
    if of == list { Ok(Some(last.to_owned())) } else { Err(bad_token()) }
}

pub(super) fn bad_token() -> Status {
    let told =
        "this is no next_page_token of the same list with the same filters; leave it empty to begin again";
    let mut details = details("BAD_PAGE_TOKEN", &[("field", "page_token")]);
    details.add_bad_request_violation("page_token", told);
    Status::with_error_details(Code::InvalidArgument, format!("page_token: {told}"), details)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_and_end() {
        let all: Vec<u32> = (0..10).collect();
        let first = page(&all, "x", 4, "").unwrap();
        assert_eq!(first.items, [0, 1, 2, 3]);
        let second = page(&all, "x", 4, &first.next).unwrap();
        let third = page(&all, "x", 4, &second.next).unwrap();
        assert_eq!((third.items, third.next.as_str()), (vec![8, 9], ""));
        assert_eq!(page(&all, "x", 0, "").unwrap().items.len(), 10);
    }

    #[test]
    fn tokens_are_of_one_list() {
        let all = [1, 2, 3];
        let token = page(&all, "x", 1, "").unwrap().next;
        for (list, token) in [
            ("y", token.as_str()),
            ("x", "junk!"),
            ("x", &write_token("x", "9")),
            ("x", &write_token("x", "-")),
        ] {
            let refused = page(&all, list, 1, token).unwrap_err();
            assert_eq!(refused.code(), Code::InvalidArgument);
            let details = refused.get_error_details();
            assert_eq!(details.bad_request().unwrap().field_violations[0].field, "page_token");
        }
    }
}
