//! Para Roles over the wire: a table as a view, and a table back from one.
//!
//! [`view`] is on the way of every answer, so it is plain copying. [`position`] trusts nobody: what it accepts can be
//! played on.

mod read;
mod read_journey;
mod read_parts;
mod tell;
#[cfg(test)]
mod tests;

pub use super::parts::Misfit;
use ::para_roles::{ParaRoles, State};
use proto::v1::ParaRolesView;

/// The largest `in_progress` that is looked at; ours have less than a hundred bytes.
const IN_PROGRESS_MAX: usize = 2_048;

/// A table as front ends get it. `state` is masked: what `kernel::View` holds, or a state after `Game::mask`.
#[must_use]
pub fn view(game: &ParaRoles, state: &State) -> ParaRolesView {
    tell::table(game, state)
}

/// The masked table that a view describes.
///
/// # Errors
/// With the first field that does not fit. Rules only run on what has passed every check.
pub fn position(game: &ParaRoles, view: &ParaRolesView) -> Result<State, Misfit> {
    read::table(game, view)
}
