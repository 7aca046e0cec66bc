//! The services: each decodes, calls, encodes.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod agents;
pub mod arena;
pub mod calls;
pub mod catalog;
pub mod hints;
pub mod listing;
pub mod matches;
pub mod paging;
pub mod setting;
pub mod undo;
pub mod watching;

use crate::{
    matches::{Matches, history::digest},
    server::{App, Bundle},
    store::StoreError,
    thinkers::Thinkers,
    tournaments::Tournaments,
    wire::messages,
};
use ::catalog::GameKind;
use agents::AgentApi;
use arena::ArenaApi;
use catalog::Catalog;
use matches::MatchApi;
use proto::v1::{
    agent_service_server::AgentServiceServer, arena_service_server::ArenaServiceServer,
    catalog_service_server::CatalogServiceServer, match_service_server::MatchServiceServer,
};
use std::{sync::Arc, time::Duration};
use tonic::codec::CompressionEncoding::Gzip;

/// All services of a server. A new one is added here, and nowhere else.
///
/// Each accepts gzip; big unary answers are zipped by the frame. The frame also bounds requests method by method, and this
/// bound is the last resort where gzip hides a size.
///
/// # Errors
/// If the store does not answer.
pub async fn routes(app: &App) -> Result<Bundle, StoreError> {
    let most = app.config.max_message.0;
    let most_records = app.config.max_record.0;
    let matches = start(app).await?;
    let catalog = Catalog::new(GameKind::ALL.to_vec(), |game| {
        let pack = app.config.packs.get(&game).cloned().unwrap_or_default();
        digest(game, &[], &pack.fingerprint())
    });
    let catalog = CatalogServiceServer::new(catalog).accept_compressed(Gzip).max_decoding_message_size(most);
    let agents = AgentServiceServer::new(AgentApi { matches: matches.clone() })
        .accept_compressed(Gzip)
        .max_decoding_message_size(most_records);
    let tournaments = Tournaments::open(matches.clone()).await?;
    tokio::spawn(evict(matches.clone(), tournaments.clone(), app.config.idle_eviction.0));
    let arena = ArenaServiceServer::new(ArenaApi { tournaments, key: app.config.server_key.clone() })
        .accept_compressed(Gzip)
        .max_decoding_message_size(most);
    let matches = MatchServiceServer::new(MatchApi { matches })
        .accept_compressed(Gzip)
        .max_decoding_message_size(most_records);
    Ok(Bundle::new().with(catalog).with(matches).with(agents).with(arena))
}

/// The matches of this server, their bots, and whoever looks after both.
async fn start(app: &App) -> Result<Matches, StoreError> {
    let queue = app.config.thinking_queue.0 as usize;
    // Nobody fills the queue alone.
    let own = (queue / 4).max(1);
    let thinkers = Arc::new(Thinkers::new(app.config.thinking_threads.0 as usize, queue, own));
    let shutdown = app.shutdown.draining_token();
    let secret = match app.config.token_secret {
        Some(secret) => secret.0,
        None => app.store.secret().await?,
    };
    let (store, packs) = (app.store.clone(), app.config.packs.clone());
    let matches = Matches::with_secret(secret, store, thinkers, packs, messages::brief, shutdown);
    matches.bound(app.config.max_matches.0 as usize);
    if let Err(why) = matches.show_figures(&app.metrics) {
        tracing::warn!(%why, "some metrics are not shown");
    }
    tokio::spawn(matches.clone().look_after());
    if let Some(keep) = app.config.keep_finished.0 {
        tokio::spawn(matches.clone().forget_finished(keep.0));
    }
    let stopping = matches.clone();
    app.shutdown.on_shutdown("bots", async move {
        // Waits for threads; not on one that answers calls.
        let _ = tokio::task::spawn_blocking(move || stopping.stop_bots()).await;
    });
    Ok(matches)
}

/// Forgets idle matches and tournaments now and then.
async fn evict(matches: Matches, tournaments: Tournaments, idle: Duration) {
    let mut tick =
        tokio::time::interval((idle / 4).clamp(Duration::from_millis(100), Duration::from_secs(60)));
    loop {
        tokio::select! {
            () = matches.shutdown.cancelled() => return,
            _ = tick.tick() => {
                matches.evict(idle);
                tournaments.evict(idle);
            }
        }
    }
}
