//! The first words of a connection: whoever connects and says nothing, or not enough to be understood, is not waited for.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// What HTTP/2 begins with. Until something else comes, or all of it, nobody knows which version is spoken.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A connection that fails to be read when its first words do not come in time. hyper bounds what comes after them, but
/// not how long it waits to learn the version; and a socket may say that it can be read when there is nothing in it.
pub struct FirstWords<S> {
    inner: S,
    /// Bytes of the preface that have come.
    heard: usize,
    /// `None` once the first words have come.
    late: Option<Pin<Box<Sleep>>>,
}

impl<S> FirstWords<S> {
    #[must_use]
    pub fn new(inner: S, patience: Duration) -> FirstWords<S> {
        FirstWords { inner, heard: 0, late: Some(Box::pin(sleep(patience))) }
    }

    fn hear(&mut self, said: &[u8]) {
        let rest = PREFACE.get(self.heard..).unwrap_or_default();
        self.heard += said.len();
        if said.len() >= rest.len() || !rest.starts_with(said) {
            self.late = None;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for FirstWords<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        let Some(late) = &mut self.late else { return polled };
        if polled.is_pending() {
            ready!(late.as_mut().poll(cx));
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nothing was said in time")));
        }
        self.hear(buffer.filled().get(before..).unwrap_or_default());
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for FirstWords<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, from)
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        from: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(cx, from)
    }
    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// What is read after these words: text, or why nothing comes.
    async fn read_after(words: &[&[u8]]) -> Result<usize, io::ErrorKind> {
        let (mut there, here) = tokio::io::duplex(64);
        let mut here = FirstWords::new(here, Duration::from_millis(30));
        for said in words {
            there.write_all(said).await.unwrap();
            assert_eq!(here.read(&mut [0; 64]).await.unwrap(), said.len());
        }
        let later = tokio::spawn(async move {
            sleep(Duration::from_millis(90)).await;
            there.write_all(b"more").await.unwrap();
        });
        let read = here.read(&mut [0; 64]).await.map_err(|why| why.kind());
        let _ = later.await;
        read
    }

    #[tokio::test]
    async fn silence_and_half_a_preface_are_given_up_and_nothing_else() {
        let late = Err(io::ErrorKind::TimedOut);
        assert_eq!(read_after(&[]).await, late);
        assert_eq!(read_after(&[b"PRI * HT"]).await, late);
        assert_eq!(read_after(&[b"PRI", b" * HTTP"]).await, late);
        assert_eq!(read_after(&[b"G"]).await, Ok(4), "HTTP/1 is bounded by hyper");
        assert_eq!(read_after(&[PREFACE]).await, Ok(4));
        assert_eq!(read_after(&[b"PRI", b"NT"]).await, Ok(4));
    }
}
