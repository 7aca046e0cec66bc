//! Nim: take any number from one heap; who takes the last wins. The mover wins unless the heaps cancel in binary.

use super::shared::{NoChance, NoStory, Number, duel, letter, nothing_hidden, other, two_without_chance};
use kernel::{Game, Log, Outcome, Seat, SeatSet, Step, Turn, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};

pub const HEAPS_MAX: usize = 4;
/// With this many in each of four heaps there are just not too many options.
pub const HEAP_MAX: u8 = 63;

#[derive(Clone, Copy, Debug)]
pub struct Nim {
    heaps: [u8; HEAPS_MAX],
}

impl Nim {
    /// # Panics
    /// If there are more than [`HEAPS_MAX`] heaps, a heap is above [`HEAP_MAX`], or there is nothing to take.
    #[must_use]
    pub fn new(heaps: &[u8]) -> Nim {
        assert!(heaps.len() <= HEAPS_MAX, "at most four heaps");
        assert!(heaps.iter().all(|heap| *heap <= HEAP_MAX), "a heap is too high");
        assert!(heaps.iter().any(|heap| *heap > 0), "there is nothing to take");
        let mut all = [0; HEAPS_MAX];
        all[..heaps.len()].copy_from_slice(heaps);
        Nim { heaps: all }
    }
}

impl Default for Nim {
    /// The heaps 3, 4 and 5: the mover wins by taking two of the three.
    fn default() -> Nim {
        Nim::new(&[3, 4, 5])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    heaps: [u8; HEAPS_MAX],
    mover: Seat,
}

impl State {
    #[must_use]
    pub fn heaps(&self) -> [u8; HEAPS_MAX] {
        self.heaps
    }
    /// The heaps added in binary without carrying: the mover wins exactly if this is not 0.
    #[must_use]
    pub fn balance(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }
    #[inline]
    fn is_over(&self) -> bool {
        self.heaps == [0; HEAPS_MAX]
    }
}

notation! {
    pub enum Action { "take" Take { heap: Heap, count: Number } }
}

letter! {
    /// One of the heaps; written `a` to `d`.
    pub struct Heap as "heap" to b'd', "`a` to `d`"
}

/// All that can be taken from each heap, the least first: the options of a heap are the beginning of its row.
static TAKES: [[Action; HEAP_MAX as usize]; HEAPS_MAX] = {
    let mut takes = [[Action::Take { heap: Heap(0), count: Number(1) }; HEAP_MAX as usize]; HEAPS_MAX];
    let mut heap = 0;
    while heap < HEAPS_MAX {
        let mut count = 0;
        while count < HEAP_MAX {
            takes[heap][count as usize] = Action::Take { heap: Heap(heap as u8), count: Number(count + 1) };
            count += 1;
        }
        heap += 1;
    }
    takes
};

impl Game for Nim {
    type State = State;
    type Action = Action;
    two_without_chance!();

    #[inline]
    fn setup(&self) -> State {
        State { heaps: self.heaps, mover: Seat::new(0) }
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.is_over() { Turn::Over } else { Turn::Each(SeatSet::only(s.mover)) }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if seat != s.mover {
            return;
        }
        for (takes, height) in TAKES.iter().zip(s.heaps) {
            into.extend_from_slice(&takes[..usize::from(height)]);
        }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, NoChance>, _: &mut Log<NoStory>) {
        let Step::Act { seat, action: Action::Take { heap, count } } = step;
        s.heaps[usize::from(heap.0)] -= count.0;
        s.mover = other(seat);
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.is_over().then(|| duel(Some(other(s.mover))))
    }
    nothing_hidden!();
}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{in_turn, keeps_all_laws, payoffs};
    use super::*;

    #[test]
    fn nim_keeps_all_laws() {
        keeps_all_laws(Nim::default());
        keeps_all_laws(Nim::new(&[HEAP_MAX; HEAPS_MAX]));
    }

    #[test]
    fn who_takes_the_last_wins() {
        assert_eq!(payoffs(&in_turn(Nim::new(&[2, 1]), "take a 1,take b 1,take a 1")), [1000, 0]);
        assert_eq!(payoffs(&in_turn(Nim::new(&[2, 1]), "take a 2,take b 1")), [0, 1000]);
    }

    fn mover_wins(game: &Nim, s: &State) -> bool {
        let mut options = Vec::new();
        game.legal_actions(s, s.mover, &mut options);
        options.into_iter().any(|action| {
            let mut next = *s;
            game.apply(&mut next, Step::Act { seat: s.mover, action }, &mut Log::off());
            !mover_wins(game, &next)
        })
    }

    #[test]
    fn the_mover_wins_exactly_if_the_heaps_do_not_cancel() {
        for heaps in [[1, 1, 0], [1, 2, 0], [1, 2, 3], [2, 2, 1], [3, 2, 1], [1, 3, 3], [2, 2, 0]] {
            let game = Nim::new(&heaps);
            assert_eq!(mover_wins(&game, &game.setup()), game.setup().balance() != 0, "{heaps:?}");
        }
        assert_eq!(in_turn(Nim::default(), "take a 2").state().balance(), 0);
    }
}
