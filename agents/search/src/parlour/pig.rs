//! Pig: roll for points as long as you dare; a 1 loses the turn. To 100 the first player wins 0.5306 of best play.

use super::shared::{Face, NoStory, duel, nothing_hidden, other};
use kernel::{Game, Log, Odds, Outcome, Seat, SeatSet, Step, Turn, below, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// The highest goal whose points fit the state.
pub const GOAL_MAX: u8 = 200;

#[derive(Clone, Copy, Debug)]
pub struct Pig {
    goal: u8,
}

impl Pig {
    /// # Panics
    /// If the goal is 0 or above [`GOAL_MAX`].
    #[must_use]
    pub fn new(goal: u8) -> Pig {
        assert!((1..=GOAL_MAX).contains(&goal), "a goal is 1 to 200 points");
        Pig { goal }
    }
    #[must_use]
    pub fn goal(&self) -> u8 {
        self.goal
    }
}

impl Default for Pig {
    fn default() -> Pig {
        Pig::new(100)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    banked: [u8; 2],
    /// Rolled in this turn and not yet safe.
    pot: u8,
    mover: Seat,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Phase {
    Choosing,
    Rolling,
    /// The mover has won.
    Over,
}

impl State {
    /// A table in the middle of the game.
    #[must_use]
    pub fn choosing(banked: [u8; 2], pot: u8, mover: Seat) -> State {
        State { banked, pot, mover, phase: Phase::Choosing }
    }
    #[must_use]
    pub fn banked(&self) -> [u8; 2] {
        self.banked
    }
    #[must_use]
    pub fn pot(&self) -> u8 {
        self.pot
    }
    #[inline]
    fn pass_on(&mut self) {
        *self = State::choosing(self.banked, 0, other(self.mover));
    }
}

notation! {
    pub enum Action { "roll" Roll, "hold" Hold }
}
notation! {
    pub enum Fate { "die" Die { face: Face } }
}

impl Game for Pig {
    type State = State;
    type Action = Action;
    type Chance = Fate;
    type Event = NoStory;

    fn seats(&self) -> u8 {
        2
    }
    #[inline]
    fn setup(&self) -> State {
        State::choosing([0, 0], 0, Seat::new(0))
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Choosing => Turn::Each(SeatSet::only(s.mover)),
            Phase::Rolling => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if s.phase != Phase::Choosing || seat != s.mover {
            return;
        }
        into.push(Action::Roll);
        // A turn begins with a roll; best play never wants anything else.
        if s.pot > 0 {
            into.push(Action::Hold);
        }
    }
    fn odds(&self, _: &State) -> Odds<Fate> {
        Odds::even(Face::all().map(|face| Fate::Die { face }))
    }
    #[inline]
    fn sample<R: Rng + ?Sized>(&self, _: &State, rng: &mut R) -> Fate {
        Fate::Die { face: Face(below(rng, Face::COUNT) as u8 + 1) }
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, Fate>, _: &mut Log<NoStory>) {
        match step {
            Step::Act { action: Action::Roll, .. } => s.phase = Phase::Rolling,
            Step::Act { seat, action: Action::Hold } => {
                s.banked[seat.index()] += s.pot;
                s.pass_on();
            }
            Step::Chance(Fate::Die { face: Face(1) }) => s.pass_on(),
            Step::Chance(Fate::Die { face }) => {
                s.pot += face.0;
                // Who reaches the goal holds and wins; nothing is left to decide.
                let reached = s.banked[s.mover.index()] + s.pot >= self.goal;
                s.phase = if reached { Phase::Over } else { Phase::Choosing };
            }
        }
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        (s.phase == Phase::Over).then(|| duel(Some(s.mover)))
    }
    nothing_hidden!();
}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{keeps_all_laws, payoffs, play};
    use super::*;

    #[test]
    fn pig_keeps_all_laws() {
        keeps_all_laws(Pig::new(12));
    }

    #[test]
    fn a_one_loses_the_pot_and_a_hold_banks_it() {
        let table = play(
            Pig::default(),
            "seat 0: roll, die 5, seat 0: roll, die 1, seat 1: roll, die 6, seat 1: roll, die 2, seat 1: hold",
        );
        assert_eq!(*table.state(), State::choosing([0, 8], 0, Seat::new(0)));
    }

    #[test]
    fn a_turn_begins_with_a_roll() {
        let table = play(Pig::default(), "");
        assert_eq!(table.legal(Seat::new(0)), [Action::Roll]);
        let table = play(Pig::default(), "seat 0: roll, die 2");
        assert_eq!(table.legal(Seat::new(0)), [Action::Roll, Action::Hold]);
    }

    #[test]
    fn who_reaches_the_goal_wins_at_once() {
        let table =
            play(Pig::new(7), "seat 0: roll, die 6, seat 0: hold, seat 1: roll, die 3, seat 1: roll, die 4");
        assert_eq!(payoffs(&table), [0, 1000]);
    }

    /// The chance of the mover to win from each state of choice, by sweeping until nothing changes.
    fn solved(game: Pig) -> f64 {
        let size = usize::from(game.goal());
        let at = |own: u8, theirs: u8, pot: u8| {
            (usize::from(own) * size + usize::from(theirs)) * size + usize::from(pot)
        };
        let mut wins = vec![0.5; size * size * size];
        // The chance of seat 0 after a step of a choice of seat 0.
        let after = |wins: &[f64], state: &State, step| {
            let mut next = *state;
            game.apply(&mut next, step, &mut Log::off());
            let [own, theirs] = next.banked;
            match (next.phase, next.mover.number()) {
                (Phase::Over, _) => 1.0,
                (_, 0) => wins[at(own, theirs, next.pot)],
                (_, _) => 1.0 - wins[at(theirs, own, next.pot)],
            }
        };
        loop {
            let mut change = 0.0_f64;
            for own in (0..game.goal()).rev() {
                for theirs in (0..game.goal()).rev() {
                    for pot in (0..game.goal() - own).rev() {
                        let choice = State::choosing([own, theirs], pot, Seat::new(0));
                        let face = |face| after(&wins, &choice, Step::Chance(Fate::Die { face }));
                        let roll = Face::all().map(face).sum::<f64>() / 6.0;
                        let hold = Step::Act { seat: Seat::new(0), action: Action::Hold };
                        let best = if pot == 0 { roll } else { roll.max(after(&wins, &choice, hold)) };
                        change = change.max((best - wins[at(own, theirs, pot)]).abs());
                        wins[at(own, theirs, pot)] = best;
                    }
                }
            }
            if change < 1e-7 {
                return wins[0];
            }
        }
    }

    #[test]
    fn the_first_player_has_the_better_half_of_best_play() {
        assert!((solved(Pig::default()) - 0.5306).abs() < 0.0001);
    }
}
