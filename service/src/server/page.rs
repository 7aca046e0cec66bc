//! The page at `/`: what this is, and first calls to paste.

use axum::response::{Html, IntoResponse};
use http::header;

const PAGE: &str = include_str!("page.html");

/// Nothing from elsewhere: a strict policy costs nothing here.
pub async fn page() -> impl IntoResponse {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:";
    let headers = [(header::CONTENT_SECURITY_POLICY, policy), (header::CACHE_CONTROL, "no-cache")];
    (headers, Html(PAGE))
}
