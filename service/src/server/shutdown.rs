//! The end of the server, step by step: told, draining, streams ended, everything cut.

use futures_util::future::BoxFuture;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// What one hook may take; a store that does not close must not keep the process for ever.
const HOOK_MAX: Duration = Duration::from_secs(10);

/// A handle everybody has: whoever runs long listens to it.
#[derive(Clone, Default)]
pub struct Shutdown(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// Somebody asked for the end; health says NOT_SERVING from here on.
    asked: CancellationToken,
    /// No new calls. Streams should say their last words.
    draining: CancellationToken,
    /// Streams that did not end by themselves are ended.
    streams: CancellationToken,
    /// Everything is ended.
    cut: CancellationToken,
    /// Hooks have run as well: the process may end.
    over: CancellationToken,
    hooks: Mutex<Vec<Hook>>,
}

struct Hook {
    name: &'static str,
    run: BoxFuture<'static, ()>,
}

impl Shutdown {
    /// Asks for the end. The server answers health checks with NOT_SERVING, then drains.
    pub fn begin(&self) {
        self.0.asked.cancel();
    }

    /// Waits until the end was asked for.
    pub async fn asked(&self) {
        self.0.asked.cancelled().await;
    }

    /// Waits until the server takes no new calls. A stream that hears this sends what helps its caller to go on elsewhere
    /// (a resume token) and ends with UNAVAILABLE; one that does not is ended a little later.
    pub async fn draining(&self) {
        self.0.draining.cancelled().await;
    }

    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.0.draining.is_cancelled()
    }

    /// The same as [`Shutdown::draining`], for things that take a token.
    #[must_use]
    pub fn draining_token(&self) -> CancellationToken {
        self.0.draining.clone()
    }

    /// Runs when all calls have ended, in the order of registration: bots stop, the store is closed.
    pub fn on_shutdown(&self, name: &'static str, run: impl Future<Output = ()> + Send + 'static) {
        let hook = Hook { name, run: Box::pin(run) };
        self.0.hooks.lock().unwrap_or_else(PoisonError::into_inner).push(hook);
    }

    pub(super) fn start_draining(&self) {
        self.0.draining.cancel();
    }

    pub(super) fn end_streams(&self) {
        self.0.streams.cancel();
    }

    pub(super) fn end_everything(&self) {
        self.0.streams.cancel();
        self.0.cut.cancel();
    }

    pub(super) fn streams_token(&self) -> CancellationToken {
        self.0.streams.clone()
    }

    /// A token for one connection: it also ends with everything.
    pub(super) fn connection_token(&self) -> CancellationToken {
        self.0.cut.child_token()
    }

    /// Waits until all calls have ended and all hooks have run.
    pub async fn over(&self) {
        self.0.over.cancelled().await;
    }

    pub(super) async fn run_hooks(&self) {
        let hooks = std::mem::take(&mut *self.0.hooks.lock().unwrap_or_else(PoisonError::into_inner));
        for hook in hooks {
            if timeout(HOOK_MAX, hook.run).await.is_err() {
                tracing::error!(hook = hook.name, "did not stop in time and was left behind");
            }
        }
        self.0.over.cancel();
    }
}

impl fmt::Debug for Shutdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shutdown").field("draining", &self.is_draining()).finish_non_exhaustive()
    }
}
