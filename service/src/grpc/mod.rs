//! The services: each decodes, calls, encodes.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod catalog;
pub mod agents;
pub mod calls;
pub mod hints;
pub mod listing;
pub mod matches;
pub mod undo;
pub mod watching;
pub mod paging;

use crate::server::{App, Bundle};
use ::catalog::GameKind;
use catalog::Catalog;
use proto::v1::catalog_service_server::CatalogServiceServer;
use tonic::codec::CompressionEncoding::Gzip;

/// All services of a server. A new one is added here, and nowhere else.
///
/// Each accepts gzip; big unary answers are zipped by the frame. The frame also bounds requests method by method, and this
/// bound is the last resort where gzip hides a size.
#[must_use]
pub fn routes(app: &App) -> Bundle {
    let most = app.config.max_message.0;
    let catalog = CatalogServiceServer::new(Catalog::new(GameKind::ALL.to_vec(), digest))
        .accept_compressed(Gzip)
        .max_decoding_message_size(most);
    Bundle::new().with(catalog)
}

/// A match with default options and built-in content has the same.
fn digest(game: GameKind) -> String {
    format!("{game}-{}", env!("CARGO_PKG_VERSION"))
}
