//! Lines that a person types, or that a pipe sends: read one at a time, and whatever is no text is told apart from the end.

use std::{
    io::{self, BufRead},
    sync::mpsc as std_mpsc,
};
use tokio::sync::mpsc;

/// What comes of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Without the spaces around it.
    Line(String),
    /// Bytes that are no UTF-8: a key of another keyboard, or a file that is no text. Reading goes on after them.
    NoText,
    End,
}

/// What whoever sent [`Typed::NoText`] hears.
pub const NO_TEXT: &str = "that line is no text (UTF-8); type it again, or `help`";

/// # Errors
/// If the input is gone.
pub fn read_line(input: &mut dyn BufRead) -> io::Result<Typed> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(Typed::End);
    }
    Ok(match std::str::from_utf8(&line) {
        Ok(text) => Typed::Line(text.trim().to_owned()),
        Err(_) => Typed::NoText,
    })
}

/// Reads a line whenever it is asked to, on a thread of its own: reading cannot be given up.
pub struct Typist {
    ask: std_mpsc::Sender<()>,
    lines: mpsc::UnboundedReceiver<Typed>,
    asked: bool,
}

impl Typist {
    #[must_use]
    pub fn new(mut input: Box<dyn BufRead + Send>) -> Typist {
        let (ask, asked) = std_mpsc::channel();
        let (tell, lines) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for () in asked {
                // An input that cannot be read any more has ended.
                let typed = read_line(&mut *input).unwrap_or(Typed::End);
                let over = typed == Typed::End;
                if tell.send(typed).is_err() || over {
                    return;
                }
            }
        });
        Typist { ask, lines, asked: false }
    }
    /// The next line. Giving up loses nothing.
    pub async fn line(&mut self) -> Typed {
        if !self.asked && self.ask.send(()).is_err() {
            return Typed::End;
        }
        self.asked = true;
        let line = self.lines.recv().await.unwrap_or(Typed::End);
        self.asked = false;
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_does_not_end_the_input() {
        let mut input: &[u8] = b" one \n\xff\xfe\ntwo";
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Typed::Line("one".into()));
        assert_eq!(next(), Typed::NoText);
        assert_eq!(next(), Typed::Line("two".into()));
        assert_eq!(next(), Typed::End);
    }
}
