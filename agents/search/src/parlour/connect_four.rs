//! Connect Four: seven columns, six rows, four in a line. The first player wins, by opening in the middle.

use super::shared::{NoChance, NoStory, duel, letter, nothing_hidden, two_without_chance};
use kernel::{Game, Log, Outcome, Seat, SeatSet, Step, Turn, notation};
use rand::Rng;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The discs of each seat, one bit a hole. A column takes seven bits, the lowest hole first; the seventh stays
    /// empty, so that no line runs over from one column into the next.
    discs: [u64; 2],
    plies: u8,
    /// Did the last disc complete a line?
    won: bool,
}

notation! {
    pub enum Action { "drop" Drop { column: Column } }
}

letter! {
    /// A column of the board, from the left; written `a` to `g`.
    pub struct Column as "column" to b'g', "`a` to `g`"
}

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
const STRIDE: u8 = ROWS + 1;

/// Are four of these discs in a line?
#[inline]
fn holds_a_line(discs: u64) -> bool {
    // Upwards, to the right, and along both diagonals: pairs first, then pairs of pairs.
    [1, STRIDE, STRIDE + 1, STRIDE - 1].into_iter().any(|way| {
        let pairs = discs & (discs >> way);
        pairs & (pairs >> (2 * way)) != 0
    })
}

impl State {
    #[inline]
    fn mover(&self) -> Seat {
        Seat::new(self.plies & 1)
    }
    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.plies == COLUMNS * ROWS
    }
}

impl Game for ConnectFour {
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
        // Collected without branches: which columns are full cannot be foretold.
        let tops = (s.discs[0] | s.discs[1]) >> (ROWS - 1);
        let (mut open, mut count) = ([Action::Drop { column: Column(0) }; COLUMNS as usize], 0);
        for column in 0..COLUMNS {
            open[count] = Action::Drop { column: Column(column) };
            count += usize::from((tops >> (STRIDE * column)) & 1 == 0);
        }
        // All seven and then fewer: a copy of known length takes no call.
        let before = into.len();
        into.extend_from_slice(&open);
        into.truncate(before + count);
    }
    #[inline]
    fn apply(&self, s: &mut State, step: Step<Action, NoChance>, _: &mut Log<NoStory>) {
        let Step::Act { seat, action: Action::Drop { column } } = step;
        let all = s.discs[0] | s.discs[1];
        let bottom = 1 << (STRIDE * column.0);
        // Adding to the lowest hole carries past the discs to the first empty one.
        let hole = (all + bottom) & !all & (((1 << ROWS) - 1) * bottom);
        let own = &mut s.discs[seat.index()];
        *own |= hole;
        s.won = holds_a_line(*own);
        s.plies += 1;
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        // The last to drop is not the one who would drop next.
        s.is_over().then(|| duel(s.won.then(|| Seat::new(1 - (s.plies & 1)))))
    }
    nothing_hidden!();
}

#[cfg(test)]
mod tests {
    use super::super::shared::proof::{in_turn, keeps_all_laws, payoffs};
    use super::*;

    /// `dcd` drops into d, c and d.
    fn drops(columns: &str) -> kernel::Table<ConnectFour> {
        let moves: Vec<_> = columns.chars().map(|column| format!("drop {column}")).collect();
        in_turn(ConnectFour, &moves.join(","))
    }

    #[test]
    fn connect_four_keeps_all_laws() {
        keeps_all_laws(ConnectFour);
    }

    #[test]
    fn four_win_upwards_sideways_and_on_both_diagonals() {
        for line in ["abababa", "aabbccd", "abbccdcddgd", "gffeededdad"] {
            assert_eq!(payoffs(&drops(line)), [1000, 0], "{line}");
        }
        assert_eq!(payoffs(&drops("abacadge")), [0, 1000]);
    }

    #[test]
    fn three_do_not_win_and_a_line_does_not_run_over_the_edge_of_a_column() {
        assert_eq!(drops("ababab").outcome(), None);
        // The first player holds a5, a6, b1 and b2: next to each other in the bits, but not on the board.
        let split = State { discs: [0b11 << 4 | 0b11 << 7, 0], plies: 4, won: false };
        assert!(!holds_a_line(split.discs[0]) && !holds_a_line(0b111 << 3 | 0b1 << 7));
    }

    #[test]
    fn a_full_column_takes_no_more_discs() {
        let table = drops("dddddd");
        let options = table.legal(Seat::new(0));
        assert_eq!(options.len(), 6);
        assert!(!options.contains(&"drop d".parse().unwrap()));
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let table = drops("abababbababacdcdcddcdcdcefefeffefefegggggg");
        assert_eq!(payoffs(&table), [500, 500]);
    }
}
