//! What goes over the wire, made from matches and tables. The only place outside the engine that knows a game by name.
//!
//! Reading order: [`messages`] (what all games share), [`records`], then one file a game with its view.

pub mod friends_and_foes;
#[cfg(test)]
mod meddled;
pub mod messages;
pub mod para_roles;
pub mod parts;
pub mod records;

use crate::error::ServiceError;
use ::friends_and_foes::FriendsAndFoes;
use ::para_roles::ParaRoles;
use catalog::{AnyTable, GameKind, PackFiles};
use kernel::{Seat, Table};
use proto::v1::{self, view::View};
use std::sync::Arc;

/// The game's own view of the table, as these eyes see it.
#[must_use]
pub fn game_view(table: &dyn AnyTable, eyes: Option<Seat>) -> Option<View> {
    if let Some(table) = table.as_any().downcast_ref::<Table<ParaRoles>>() {
        let seen = table.seen_by(eyes);
        return Some(View::ParaRoles(Box::new(para_roles::view(table.game(), &seen))));
    }
    let table: &Table<FriendsAndFoes> = table.as_any().downcast_ref()?;
    let seen = table.seen_by(eyes);
    Some(View::FriendsAndFoes(Box::new(friends_and_foes::view(table.game(), &seen))))
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
        (GameKind::FriendsAndFoes, Some(View::FriendsAndFoes(seen))) => {
            let rules = catalog::friends_and_foes(options, pack)?;
            let state = friends_and_foes::position(&rules, seen)
                .map_err(|why| ServiceError::invalid("position.view", why.to_string()))?;
            Ok(Box::new(Table::at(Arc::new(rules), state)))
        }
        // No typed view yet: such a table is followed by its page, its choices and its story.
        (
            GameKind::Adventures | GameKind::FiendsAndFamiliars,
            Some(View::ParaRoles(_) | View::FriendsAndFoes(_)) | None,
        )
        | (GameKind::ParaRoles, Some(View::FriendsAndFoes(_)) | None)
        | (GameKind::FriendsAndFoes, Some(View::ParaRoles(_)) | None)
        | (GameKind::MinionsOfMordak, Some(View::ParaRoles(_) | View::FriendsAndFoes(_)) | None) => {
            Err(no_view_of(game))
        }
    }
}

fn no_view_of(game: GameKind) -> ServiceError {
    let why = format!("it holds no view of {game}; fill the field that is named like the game");
    ServiceError::invalid("position.view", why)
}
