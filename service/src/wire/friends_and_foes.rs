//! Friends and Foes over the wire: a table as one seat sees it, and such a table back from a view.
//!
//! [`view`] gets a masked state and copies it: what is missing there is missing here. [`position`] trusts nobody: what
//! it accepts can be played on.

mod read;
mod read_sides;
mod tell;
mod tell_board;
#[cfg(test)]
mod tests;

use super::parts::Misfit;
use ::friends_and_foes::{FriendsAndFoes, State};
use proto::v1::FriendsAndFoesView;

/// The largest `in_progress` that is looked at; ours have less than three hundred bytes.
const IN_PROGRESS_MAX: usize = 2_048;

/// A table as front ends get it. `state` is masked: what `kernel::View` holds, or a state after `Game::mask`.
#[must_use]
pub fn view(game: &FriendsAndFoes, state: &State) -> FriendsAndFoesView {
    tell::table(game, state)
}

/// The masked table that a view describes.
///
/// # Errors
/// With the first field that does not fit. Rules only run on what has passed every check.
pub fn position(game: &FriendsAndFoes, view: &FriendsAndFoesView) -> Result<State, Misfit> {
    read::table(game, view)
}
