//! What a step tells to whom: the step itself and its story, as each seat and an onlooker may know them.

use crate::AnyStep;
use kernel::{Seat, SeatSet, Show, Step, StepOf, Story, Table};

/// A step that was played, and who may read what of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disclosed {
    pub step: AnyStep,
    /// What people at a real table carry out, in words; empty if nothing. `None` where the step itself says it.
    pub order: Option<String>,
    /// Who may know at once which action or outcome it was.
    pub open_to: SeatSet,
    /// An onlooker may know it too.
    pub open_to_onlookers: bool,
    /// Whoever acted knew nothing that an onlooker did not: its reasons may be told to all.
    pub open: bool,
    pub story: Vec<Line>,
}

/// A line of the story and its readers. An event that seats see differently makes several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub readers: SeatSet,
    pub onlookers: bool,
    pub text: String,
}

impl Disclosed {
    /// May these eyes know the step itself?
    #[must_use]
    pub fn is_open_to(&self, eyes: Option<Seat>) -> bool {
        eyes.map_or(self.open_to_onlookers, |seat| self.open_to.contains(seat))
    }
    /// The step and its whole story, for whoever may know everything.
    #[must_use]
    pub fn undisclosed(self) -> (AnyStep, Vec<String>) {
        (self.step, self.story.into_iter().map(|line| line.text).collect())
    }
    /// What these eyes may read.
    pub fn lines(&self, eyes: Option<Seat>) -> impl Iterator<Item = &str> {
        let reads = move |line: &&Line| eyes.map_or(line.onlookers, |seat| line.readers.contains(seat));
        self.story.iter().filter(reads).map(|line| line.text.as_str())
    }
}

/// Who may know this step, asked before it is played.
pub(crate) fn open_to<G: Show>(table: &Table<G>, step: StepOf<G>) -> SeatSet {
    match step {
        Step::Act { seat, action } => table.game().action_seen_by(table.state(), seat, action).with(seat),
        Step::Chance(_) => table.game().chance_seen_by(table.state()),
    }
}

/// The lines of one event. Mostly everybody reads the same.
pub(crate) fn lines<E: Story>(event: &E, seats: u8) -> Vec<Line> {
    let mut lines: Vec<(E, Line)> = Vec::with_capacity(1);
    let mut add = |seen: E, seat: Option<Seat>| {
        let at = lines.iter().position(|(known, _)| *known == seen).unwrap_or_else(|| {
            let text = seen.to_string();
            lines.push((seen, Line { readers: SeatSet::EMPTY, onlookers: false, text }));
            lines.len() - 1
        });
        match seat {
            Some(seat) => lines[at].1.readers.insert(seat),
            None => lines[at].1.onlookers = true,
        }
    };
    let mut common = Some(event.clone());
    for seat in Seat::first(seats) {
        if let Some(seen) = event.seen_by(seat) {
            add(seen, Some(seat));
        }
        common = common.and_then(|event| event.seen_by(seat));
    }
    if let Some(seen) = common {
        add(seen, None);
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;

    /// A card that one seat looks at.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Peek(Seat, Option<u8>);
    impl fmt::Display for Peek {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.1 {
                Some(card) => write!(f, "{} sees {card}", self.0),
                None => write!(f, "{} looks", self.0),
            }
        }
    }
    impl Story for Peek {
        fn seen_by(&self, seat: Seat) -> Option<Self> {
            Some(Peek(self.0, self.1.filter(|_| seat == self.0)))
        }
    }

    #[test]
    fn a_secret_is_told_to_its_owner_and_its_shadow_to_the_others() {
        let story = lines(&Peek(Seat::new(1), Some(7)), 3);
        let told = Disclosed {
            step: AnyStep::Set(String::new()),
            order: None,
            open_to: SeatSet::EMPTY,
            open_to_onlookers: false,
            open: false,
            story,
        };
        let read = |eyes| told.lines(eyes).collect::<Vec<_>>();
        assert_eq!(read(Some(Seat::new(1))), ["seat 1 sees 7"]);
        for eyes in [Some(Seat::new(0)), Some(Seat::new(2)), None] {
            assert_eq!(read(eyes), ["seat 1 looks"]);
        }
        assert_eq!(lines(&Peek(Seat::new(1), None), 3).len(), 1, "one line where all read the same");
    }
}
