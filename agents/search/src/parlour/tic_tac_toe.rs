//! Tic-tac-toe: three in a row on nine cells. A draw if both play well.

use super::shared::{NoChance, NoStory, duel, nothing_hidden, two_without_chance};
use kernel::{BadNotation, Game, Log, Outcome, Seat, SeatSet, Step, Turn, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The cells of each seat, one bit a cell.
    marks: [u16; 2],
    plies: u8,
    /// Did the last mark complete a row?
    won: bool,
}

notation! {
    pub enum Action { "mark" Mark { cell: Cell } }
}

/// A cell of the board, counted along the rows; written `a1` to `c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(u8);

impl Cell {
    pub const COUNT: u8 = 9;
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

impl FromStr for Cell {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Cell, BadNotation> {
        match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Ok(Cell((row - b'1') * 3 + column - b'a')),
            [..] => Err(BadNotation::operand("cell", text, "`a1` to `c3`")),
        }
    }
}

const FULL: u16 = (1 << Cell::COUNT) - 1;

const ROWS: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Which sets of marks hold a row, looked up.
static HOLDS_A_ROW: [bool; 1 << Cell::COUNT] = {
    let mut holds = [false; 1 << Cell::COUNT];
    let mut marks = 0;
    while marks < holds.len() {
        let mut row = 0;
        while row < ROWS.len() {
            holds[marks] |= marks as u16 & ROWS[row] == ROWS[row];
            row += 1;
        }
        marks += 1;
    }
    holds
};

/// Which cells are empty beside these marks, and how many, looked up.
static EMPTY_CELLS: [([Action; Cell::COUNT as usize], u8); 1 << Cell::COUNT] = {
    let none = [Action::Mark { cell: Cell(0) }; Cell::COUNT as usize];
    let mut empty = [(none, 0); 1 << Cell::COUNT];
    let mut marks = 0;
    while marks < empty.len() {
        let mut cell = 0;
        while cell < Cell::COUNT {
            if marks & (1 << cell) == 0 {
                empty[marks].0[empty[marks].1 as usize] = Action::Mark { cell: Cell(cell) };
                empty[marks].1 += 1;
            }
            cell += 1;
        }
        marks += 1;
    }
    empty
};

impl State {
    #[inline]
    fn mover(&self) -> Seat {
        Seat::new(self.plies & 1)
    }
    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.plies == Cell::COUNT
    }
}

impl Game for TicTacToe {
    type State = State;
    type Action = Action;
    two_without_chance!();

    #[inline]
    fn setup(&self) -> State {
        State::default()
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.is_over() { Turn::Over } else { Turn::Each(SeatSet::only(s.mover())) }
    }
    #[inline]
    fn legal_actions(&self, s: &State, seat: Seat, into: &mut Vec<Action>) {
        if s.is_over() || seat != s.mover() {
            return;
        }
        let (cells, count) = &EMPTY_CELLS[usize::from((s.marks[0] | s.marks[1]) & FULL)];
        into.extend_from_slice(&cells[..usize::from(*count)]);
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, NoChance>, _: &mut Log<NoStory>) {
        let Step::Act { seat, action: Action::Mark { cell } } = step;
        let own = &mut s.marks[seat.index()];
        *own |= 1 << cell.0;
        s.won = HOLDS_A_ROW[usize::from(*own & FULL)];
        s.plies += 1;
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        // The last to mark is not the one who would mark next.
        s.is_over().then(|| duel(s.won.then(|| Seat::new(1 - (s.plies & 1)))))
    }
    nothing_hidden!();
}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{in_turn, keeps_all_laws, payoffs};
    use super::*;

    #[test]
    fn tic_tac_toe_keeps_all_laws() {
        keeps_all_laws(TicTacToe);
    }

    #[test]
    fn three_in_a_row_win_whatever_their_direction() {
        for row in ["mark a1,mark b1,mark a2,mark b2,mark a3", "mark a1,mark b1,mark b2,mark c1,mark c3"] {
            assert_eq!(payoffs(&in_turn(TicTacToe, row)), [1000, 0]);
        }
        let second = "mark a1,mark c1,mark a2,mark b2,mark b1,mark a3";
        assert_eq!(payoffs(&in_turn(TicTacToe, second)), [0, 1000]);
    }

    /// The value for the mover: 1, 0 or -1.
    fn value(s: &State) -> i8 {
        if s.is_over() {
            return if s.won { -1 } else { 0 };
        }
        let mut options = Vec::new();
        TicTacToe.legal_actions(s, s.mover(), &mut options);
        let after = |action| {
            let mut next = *s;
            TicTacToe.apply(&mut next, Step::Act { seat: s.mover(), action }, &mut Log::off());
            -value(&next)
        };
        options.into_iter().map(after).max().expect("a game that is not over has options")
    }

    #[test]
    fn best_play_is_a_draw_but_a_corner_answered_at_the_edge_loses() {
        assert_eq!(value(&State::default()), 0);
        assert_eq!(value(in_turn(TicTacToe, "mark a1,mark b2").state()), 0);
        assert_eq!(value(in_turn(TicTacToe, "mark a1,mark b1").state()), 1);
    }
}
