//! What goes over the wire, made from matches and tables. The only place outside the engine that knows a game by name.
//!
//! Reading order: [`messages`] (what all games share), [`records`], then one file a game with its view.

pub mod messages;
pub mod para_roles;
pub mod records;

use crate::error::ServiceError;
use ::para_roles::ParaRoles;
use catalog::{AnyTable, GameKind, PackFiles};
use kernel::{Seat, Table};
use proto::v1::{self, view::View};
use std::sync::Arc;

/// The game's own view of the table, as these eyes see it.
#[must_use]
pub fn game_view(table: &dyn AnyTable, eyes: Option<Seat>) -> Option<View> {
    let table: &Table<ParaRoles> = table.as_any().downcast_ref()?;
    let seen = table.seen_by(eyes);
    Some(View::ParaRoles(Box::new(para_roles::view(table.game(), &seen))))
}

/// A table as a seat sees it: what the seat does not know is missing on it.
///
/// # Errors
/// If the view is of another game, or no table looks like that.
pub fn table_of_view(
    game: GameKind,
    options: &[(String, String)],
    pack: &PackFiles,
    view: &v1::View,
) -> Result<Box<dyn AnyTable>, ServiceError> {
    match (game, &view.view) {
        (GameKind::ParaRoles, Some(View::ParaRoles(seen))) => {
            let rules = catalog::para_roles(options, pack)?;
            let state = para_roles::position(&rules, seen)
                .map_err(|why| ServiceError::invalid("position.view", why.to_string()))?;
            Ok(Box::new(Table::at(Arc::new(rules), state)))
        }
        (GameKind::FriendsAndFoes, Some(_) | None) => {
            let why = format!("{game} has no typed view yet; send the record of the match instead");
            Err(ServiceError::invalid("position.view", why))
        }
        (GameKind::ParaRoles, None) => {
            let why = format!("it holds no view of {game}; fill the field that is named like the game");
            Err(ServiceError::invalid("position.view", why))
        }
    }
}
