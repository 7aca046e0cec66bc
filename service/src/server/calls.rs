//! The calls of one HTTP/2 connection, carried out by the task that reads and writes it.
//!
//! hyper hands every call to an executor. A task for each costs its memory, two wakings and often another thread, and
//! each answer is then sent by itself. Handlers wait for stores and bots but never work for long, so the connection's
//! own task carries them out: what was read together is answered together, in one write.

use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream::FuturesUnordered};
use hyper::rt::Executor;
use std::{
    future::{Future, poll_fn},
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

type Call = BoxFuture<'static, ()>;

/// Where hyper puts the calls it has read.
#[derive(Clone, Default)]
pub struct Inbox(Arc<Mutex<Vec<Call>>>);

impl<F> Executor<F> for Inbox
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, call: F) {
        // As on a task of its own: a call that panics ends itself, not the others.
        let alone = AssertUnwindSafe(call).catch_unwind().map(drop);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Box::pin(alone));
    }
}

/// The calls of a connection that are under way.
#[derive(Default)]
pub struct Calls {
    inbox: Inbox,
    running: FuturesUnordered<Call>,
}

impl Calls {
    #[must_use]
    pub fn inbox(&self) -> Inbox {
        self.inbox.clone()
    }

    /// Runs the connection and its calls until the connection ends; calls that are left go on with the next `run`, or
    /// end when this is dropped.
    pub async fn run<C: Future>(&mut self, mut connection: Pin<&mut C>) -> C::Output {
        poll_fn(|cx| match connection.as_mut().poll(cx) {
            Poll::Ready(end) => Poll::Ready(end),
            Poll::Pending => {
                self.go_on(cx);
                Poll::Pending
            }
        })
        .await
    }

    /// Looks after every call that is new or was woken. What they answer wakes the connection, which writes it.
    fn go_on(&mut self, cx: &mut Context<'_>) {
        let mut new = std::mem::take(&mut *self.inbox.0.lock().unwrap_or_else(PoisonError::into_inner));
        self.running.extend(new.drain(..));
        while let Poll::Ready(Some(())) = self.running.poll_next_unpin(cx) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{pin::pin, time::Duration};
    use tokio::{
        sync::{mpsc, oneshot},
        time::timeout,
    };

    #[tokio::test]
    async fn calls_go_on_beside_their_connection_and_one_that_panics_ends_alone() {
        let mut calls = Calls::default();
        let inbox = calls.inbox();
        let (tell, mut told) = mpsc::unbounded_channel();
        let (wake, waits) = oneshot::channel::<u32>();
        let (late, at_once) = (tell.clone(), tell);
        let connection = pin!(async move {
            inbox.execute(async { panic!("a call that panics, on purpose") });
            inbox.execute(async move {
                let heard = waits.await.unwrap();
                tokio::time::sleep(Duration::from_millis(1)).await;
                late.send(heard).unwrap();
            });
            inbox.execute(async move { at_once.send(1).unwrap() });
            assert_eq!(told.recv().await, Some(1), "what need not wait does not");
            wake.send(7).unwrap();
            told.recv().await
        });
        let ended = timeout(Duration::from_secs(10), calls.run(connection)).await;
        assert_eq!(ended, Ok(Some(7)));
    }

    #[tokio::test]
    async fn calls_of_a_connection_that_is_gone_end_with_it() {
        let mut calls = Calls::default();
        let inbox = calls.inbox();
        let (tell, told) = oneshot::channel::<u32>();
        inbox.execute(async move {
            std::future::pending::<()>().await;
            let _ = tell.send(1);
        });
        calls.run(pin!(tokio::time::sleep(Duration::from_millis(1)))).await;
        drop((calls, inbox));
        assert!(told.await.is_err());
    }
}
