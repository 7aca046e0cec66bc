//! Work that takes its time, aside from the threads that answer calls: a few at once, the others wait in line, and what
//! nobody waits for any more stops.

use super::Matches;
use crate::error::ServiceError;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Works at once. More would take the cores from the threads that answer calls.
pub(super) const AT_ONCE: usize = 2;

/// Is the work still wanted?
#[derive(Clone, Debug, Default)]
pub struct Wanted(Arc<AtomicBool>);

impl Wanted {
    /// To be asked every few dozen steps of anything long.
    ///
    /// # Errors
    /// If nobody waits for it any more, so nobody reads this error either.
    pub fn check(&self) -> Result<(), ServiceError> {
        match self.0.load(Ordering::Relaxed) {
            false => Ok(()),
            true => {
                Err(ServiceError::Busy { what: "the caller has hung up", retry: Duration::from_millis(50) })
            }
        }
    }
}

/// Held by whoever waits; a call that is cancelled or out of time drops it.
struct Waiting(Wanted);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Matches {
    /// Does it on a thread of its own. A call must not wait for its reader in there.
    ///
    /// # Errors
    /// Those of the work, or that it broke down.
    pub async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Wanted) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let turn = Arc::clone(&self.turns_aside).acquire_owned().await.map_err(|_| ServiceError::Draining)?;
        let waiting = Waiting(Wanted::default());
        let wanted = waiting.0.clone();
        let task = tokio::task::spawn_blocking(move || {
            // Until the work ends, not until nobody waits for it.
            let _turn = turn;
            // A bug in a game costs one call.
            catch_unwind(AssertUnwindSafe(|| work(&wanted))).unwrap_or(Err(ServiceError::Broken))
        });
        let done = task.await.unwrap_or(Err(ServiceError::Broken));
        drop(waiting);
        done
    }
}
