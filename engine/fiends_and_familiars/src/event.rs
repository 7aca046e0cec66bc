//! The story: one line for each thing that happens, and what each seat may read of it.

use kernel::{Seat, Story};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Everybody may know it.
    Told(String),
    /// One seat looks at an Adventure card: what it sees, and what the others are told.
    Looks { seat: Seat, sees: String, others: String },
}

impl Event {
    pub fn line(line: impl Into<String>) -> Event {
        Event::Told(line.into())
    }
}

impl Story for Event {
    fn seen_by(&self, reader: Seat) -> Option<Event> {
        match self {
            Event::Looks { seat, others, .. } if *seat != reader => Some(Event::Told(others.clone())),
            Event::Looks { .. } | Event::Told(_) => Some(self.clone()),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Told(line) => f.write_str(line),
            Event::Looks { sees, .. } => f.write_str(sees),
        }
    }
}
