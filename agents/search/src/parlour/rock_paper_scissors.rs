//! Rock, paper, scissors, thrown at once. Even, but only for who mixes the throws.

use super::shared::{BOTH, FIRST, NoChance, NoStory, SECOND, stakes, two_without_chance};
use kernel::{Game, Log, Outcome, PerSeat, Seat, SeatSet, Secret, Step, Turn, below, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// Plain, the only equilibrium throws each with 1/3.
///
/// If rock wins double, a win with rock pays 1000 to 0 and any other 750 to 250. The only equilibrium throws rock,
/// paper, scissors with 1/4, 1/2, 1/4. Both games are worth 500 to both.
#[derive(Clone, Copy, Debug, Default)]
pub struct RockPaperScissors {
    pub rock_wins_double: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    throws: PerSeat<Option<Secret<Throw>>, 2>,
}

notation! {
    pub enum Throw { "rock" Rock, "paper" Paper, "scissors" Scissors }
}

impl Throw {
    pub const ALL: [Throw; 3] = [Throw::Rock, Throw::Paper, Throw::Scissors];

    #[must_use]
    pub fn beats(self, other: Throw) -> bool {
        matches!(
            (self, other),
            (Throw::Rock, Throw::Scissors) | (Throw::Paper, Throw::Rock) | (Throw::Scissors, Throw::Paper)
        )
    }
}

impl RockPaperScissors {
    /// What `one` wins from `other`.
    fn net(&self, one: Throw, other: Throw) -> i32 {
        let worth = |throw| if self.rock_wins_double && throw == Throw::Rock { 2 } else { 1 };
        if one.beats(other) {
            worth(one)
        } else if other.beats(one) {
            -worth(other)
        } else {
            0
        }
    }
    fn most(&self) -> i32 {
        1 + i32::from(self.rock_wins_double)
    }
}

impl Game for RockPaperScissors {
    type State = State;
    type Action = Throw;
    two_without_chance!();

    #[inline]
    fn setup(&self) -> State {
        State::default()
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        let owes = |seat: Seat| if s.throws[seat].is_none() { SeatSet::only(seat) } else { SeatSet::EMPTY };
        let open = owes(FIRST).or(owes(SECOND));
        if open.is_empty() { Turn::Over } else { Turn::Each(open) }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Throw>) {
        if s.throws[seat].is_none() {
            into.extend_from_slice(&Throw::ALL);
        }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Throw, NoChance>, _: &mut Log<NoStory>) {
        let Step::Act { seat, action } = step;
        s.throws[seat] = Some(Secret::new(action, SeatSet::only(seat)));
        if let [Some(first), Some(second)] = s.throws.each_mut() {
            first.show_to(BOTH);
            second.show_to(BOTH);
        }
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        let [Some(first), Some(second)] = s.throws.each() else { return None };
        Some(stakes(self.net(*first.known(), *second.known()), self.most()))
    }
    #[inline]
    fn mask(&self, s: &mut State, seat: Seat) {
        s.throws.each_mut().iter_mut().flatten().for_each(|throw| throw.mask(seat));
    }
    #[inline]
    fn fill<R: Rng + ?Sized>(&self, s: &mut State, rng: &mut R) {
        let guess = |throw: &mut Secret<Throw>| throw.fill(|| Throw::ALL[below(rng, 3) as usize]);
        s.throws.each_mut().iter_mut().flatten().for_each(guess);
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{keeps_all_laws, payoffs, play};
    use super::*;

    #[test]
    fn rock_paper_scissors_keeps_all_laws() {
        keeps_all_laws(RockPaperScissors { rock_wins_double: false });
        keeps_all_laws(RockPaperScissors { rock_wins_double: true });
    }

    #[test]
    fn each_throw_beats_one_and_loses_to_one() {
        let plain = |throws| payoffs(&play(RockPaperScissors::default(), throws));
        assert_eq!(plain("seat 0: rock, seat 1: scissors"), [1000, 0]);
        assert_eq!(plain("seat 0: rock, seat 1: paper"), [0, 1000]);
        assert_eq!(plain("seat 1: paper, seat 0: scissors"), [1000, 0]);
        assert_eq!(plain("seat 0: paper, seat 1: paper"), [500, 500]);
    }

    #[test]
    fn a_strong_rock_wins_twice_as_much() {
        let strong = |throws| payoffs(&play(RockPaperScissors { rock_wins_double: true }, throws));
        assert_eq!(strong("seat 0: rock, seat 1: scissors"), [1000, 0]);
        assert_eq!(strong("seat 0: rock, seat 1: paper"), [250, 750]);
    }

    #[test]
    fn against_the_equilibrium_every_throw_is_worth_the_same() {
        for (rock_wins_double, mix) in [(false, [1, 1, 1]), (true, [1, 2, 1])] {
            let game = RockPaperScissors { rock_wins_double };
            for own in Throw::ALL {
                let sum: i32 = Throw::ALL.iter().zip(mix).map(|(theirs, n)| n * game.net(own, *theirs)).sum();
                assert_eq!(sum, 0, "{own}");
            }
        }
    }
}
