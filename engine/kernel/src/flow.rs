//! Things in progress: a stack of frames in the state, and what a rule may say next.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};

/// How many frames may follow each other before somebody must be asked. More is a loop, that is, a bug.
pub const FRAMES_PER_STEP_MAX: u32 = 10_000;

/// All a rule can say about what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<F> {
    /// Ask: the step that answers is handed to this frame.
    Wait(F),
    /// Go on with this.
    Then(F),
    /// This is finished; go on with what lies below.
    Done,
}

/// What is in progress, the present on top.
///
/// Written out rather than taken from a crate, because copies of frames are most of what a step moves. A pop leaves the
/// slot as it is, where a safe list would write a default back; slots above the top are never compared, hashed or
/// stored. And a slot keeps a frame just as rules hand it over, as [`Next`]: a frame of seven bytes then travels as one
/// word, from the rule that made it to the one that answers it.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub struct Stack<F, const N: usize> {
    slots: [Next<F>; N],
    len: u8,
}

impl<F: Copy, const N: usize> Default for Stack<F, N> {
    fn default() -> Self {
        Stack { slots: [Next::Done; N], len: 0 }
    }
}

impl<F: Copy, const N: usize> Stack<F, N> {
    /// What is in progress right now.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<&F> {
        match &self.slots[usize::from(self.len.checked_sub(1)?)] {
            Next::Wait(frame) | Next::Then(frame) => Some(frame),
            Next::Done => None,
        }
    }
    /// # Panics
    /// If `N` frames are in progress: capacities are chosen so that the rules cannot nest deeper.
    #[inline]
    pub fn push(&mut self, frame: F) {
        self.put(Next::Wait(frame));
    }
    #[inline]
    fn put(&mut self, slot: Next<F>) {
        self.slots[usize::from(self.len)] = slot;
        self.len += 1;
    }
    /// Takes the present frame off; what it interrupted is the present then.
    #[inline]
    pub fn pop(&mut self) -> Option<F> {
        match self.take() {
            Next::Wait(frame) | Next::Then(frame) => Some(frame),
            Next::Done => None,
        }
    }
    /// The top slot; [`Next::Done`] if there is none.
    #[inline]
    fn take(&mut self) -> Next<F> {
        let Some(len) = self.len.checked_sub(1) else { return Next::Done };
        self.len = len;
        self.slots[usize::from(len)]
    }
    /// Nothing is in progress any more: the game is over.
    pub fn clear(&mut self) {
        self.len = 0;
    }
    /// All frames, the present last.
    #[inline]
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &F> {
        self.slots[..usize::from(self.len)].iter().map(|slot| match slot {
            Next::Wait(frame) | Next::Then(frame) => frame,
            Next::Done => unreachable!("only frames are pushed"),
        })
    }
}

impl<F: Copy + PartialEq, const N: usize> PartialEq for Stack<F, N> {
    fn eq(&self, other: &Self) -> bool {
        self.frames().eq(other.frames())
    }
}
impl<F: Copy + Eq, const N: usize> Eq for Stack<F, N> {}

impl<F: Copy + Hash, const N: usize> Hash for Stack<F, N> {
    fn hash<H: Hasher>(&self, into: &mut H) {
        self.len.hash(into);
        self.frames().for_each(|frame| frame.hash(into));
    }
}

impl<F: Copy + Serialize, const N: usize> Serialize for Stack<F, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.frames())
    }
}

impl<'de, F: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Stack<F, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let frames = Vec::<F>::deserialize(from)?;
        if frames.len() > N {
            return Err(serde::de::Error::custom(format!("{} frames, at most {N}", frames.len())));
        }
        let mut stack = Stack::default();
        frames.into_iter().for_each(|frame| stack.push(frame));
        Ok(stack)
    }
}

/// A state with a stack of frames.
pub trait Flow<const N: usize> {
    /// What can be in progress: an enum of the game.
    type Frame: Copy;
    /// Where its frames lie.
    fn stack(&mut self) -> &mut Stack<Self::Frame, N>;

    /// Do `sub` first, then `resume`.
    ///
    /// The interrupted frame goes straight onto the stack instead of into [`Next`], so that an answer of one frame
    /// fits into two registers.
    #[inline]
    fn first(&mut self, sub: Self::Frame, resume: Self::Frame) -> Next<Self::Frame> {
        self.stack().push(resume);
        Next::Then(sub)
    }

    /// Carries on until somebody must be asked, and says what is then on top; `None` if nothing is left. `enter` says what a frame does when it is its turn.
    #[inline]
    fn settle(
        &mut self,
        mut next: Next<Self::Frame>,
        mut enter: impl FnMut(&mut Self, Self::Frame) -> Next<Self::Frame>,
    ) -> Option<Self::Frame> {
        let mut left = FRAMES_PER_STEP_MAX;
        while left > 0 {
            left -= 1;
            let frame = match next {
                Next::Wait(frame) => {
                    self.stack().put(next);
                    return Some(frame);
                }
                Next::Then(frame) => frame,
                Next::Done => match self.stack().take() {
                    Next::Wait(frame) | Next::Then(frame) => frame,
                    Next::Done => return None,
                },
            };
            next = enter(self, frame);
        }
        unreachable!("frames followed each other without asking anybody");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    enum Count {
        #[default]
        Stop,
        Down(u8),
        Aside,
    }
    #[derive(Default)]
    struct Toy {
        stack: Stack<Count, 4>,
        said: Vec<&'static str>,
    }
    impl Flow<4> for Toy {
        type Frame = Count;
        fn stack(&mut self) -> &mut Stack<Count, 4> {
            &mut self.stack
        }
    }
    fn enter(toy: &mut Toy, frame: Count) -> Next<Count> {
        match frame {
            Count::Stop => Next::Wait(Count::Stop),
            Count::Down(0) => Next::Done,
            Count::Down(n) => toy.first(Count::Aside, Count::Down(n - 1)),
            Count::Aside => {
                toy.said.push("aside");
                Next::Done
            }
        }
    }

    #[test]
    fn an_interruption_is_finished_before_what_it_interrupted() {
        let mut toy = Toy::default();
        toy.stack.push(Count::Stop);
        toy.settle(Next::Then(Count::Down(2)), enter);
        assert_eq!(toy.said, ["aside", "aside"]);
        assert!(toy.stack.frames().eq(&[Count::Stop]));
    }

    #[test]
    fn what_was_popped_leaves_no_trace() {
        let (mut used, mut fresh) = (Stack::<Count, 4>::default(), Stack::<Count, 4>::default());
        used.push(Count::Aside);
        used.push(Count::Down(3));
        used.pop();
        fresh.push(Count::Aside);
        assert_eq!(used, fresh);
        let bytes = |stack: &Stack<Count, 4>| postcard::to_allocvec(stack).unwrap();
        assert_eq!(bytes(&used), bytes(&fresh));
        assert_eq!(postcard::from_bytes::<Stack<Count, 4>>(&bytes(&used)).unwrap(), fresh);
        assert!(postcard::from_bytes::<Stack<Count, 4>>(&[5, 0, 0, 0, 0, 0]).is_err(), "too many frames");
    }

    #[test]
    #[should_panic(expected = "without asking anybody")]
    fn a_loop_is_a_bug_and_not_a_hang() {
        Toy::default().settle(Next::Then(Count::Stop), |_, frame| Next::Then(frame));
    }
}
