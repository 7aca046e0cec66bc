//! What goes over the wire, made from matches and tables. The only place outside the engine that knows a game by name.
//!
//! Reading order: [`messages`] (what all games share), [`records`], then one file a game with its view.

pub mod adventures;
pub mod fiends_and_familiars;
pub mod friends_and_foes;
#[cfg(test)]
mod meddled;
pub mod messages;
pub mod minions_of_mordak;
pub mod para_roles;
pub mod parts;
#[cfg(test)]
mod proofs;
pub mod records;

use crate::error::ServiceError;
use ::adventures::Adventures;
use ::fiends_and_familiars::FiendsAndFamiliars;
use ::friends_and_foes::FriendsAndFoes;
use ::minions_of_mordak::MinionsOfMordak;
use ::para_roles::ParaRoles;
use catalog::{AnyTable, GameKind, PackFiles};
use kernel::{Game, Seat, Show, Table};
use parts::Misfit;
use proto::v1::{self, view::View};
use std::sync::Arc;

/// The game's own view of the table, as these eyes see it.
#[must_use]
pub fn game_view(table: &dyn AnyTable, eyes: Option<Seat>) -> Option<View> {
    told::<ParaRoles, _>(table, eyes, para_roles::view)
        .map(View::ParaRoles)
        .or_else(|| told::<FriendsAndFoes, _>(table, eyes, friends_and_foes::view).map(View::FriendsAndFoes))
        .or_else(|| {
            told::<FiendsAndFamiliars, _>(table, eyes, fiends_and_familiars::view)
                .map(View::FiendsAndFamiliars)
        })
        .or_else(|| {
            told::<MinionsOfMordak, _>(table, eyes, minions_of_mordak::view).map(View::MinionsOfMordak)
        })
        .or_else(|| told::<Adventures, _>(table, eyes, adventures::view).map(View::Adventures))
}

/// The view of a table, if it is one of this game.
fn told<G: Game, V>(
    table: &dyn AnyTable,
    eyes: Option<Seat>,
    view: impl Fn(&G, &G::State) -> V,
) -> Option<Box<V>> {
    let table: &Table<G> = table.as_any().downcast_ref()?;
    Some(Box::new(view(table.game(), table.seen_by(eyes).state())))
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
    let other = || no_view_of(game);
    match game {
        GameKind::ParaRoles => {
            let Some(View::ParaRoles(seen)) = &view.view else { return Err(other()) };
            laid_out(catalog::game::<catalog::ParaRoles>(options, pack)?, |rules| {
                para_roles::position(rules, seen)
            })
        }
        GameKind::FriendsAndFoes => {
            let Some(View::FriendsAndFoes(seen)) = &view.view else { return Err(other()) };
            laid_out(catalog::game::<catalog::FriendsAndFoes>(options, pack)?, |rules| {
                friends_and_foes::position(rules, seen)
            })
        }
        GameKind::FiendsAndFamiliars => {
            let Some(View::FiendsAndFamiliars(seen)) = &view.view else { return Err(other()) };
            laid_out(catalog::game::<catalog::FiendsAndFamiliars>(options, pack)?, |rules| {
                fiends_and_familiars::position(rules, seen)
            })
        }
        GameKind::MinionsOfMordak => {
            let Some(View::MinionsOfMordak(seen)) = &view.view else { return Err(other()) };
            laid_out(catalog::game::<catalog::MinionsOfMordak>(options, pack)?, |rules| {
                minions_of_mordak::position(rules, seen)
            })
        }
        GameKind::Adventures => {
            let Some(View::Adventures(seen)) = &view.view else { return Err(other()) };
            laid_out(catalog::game::<catalog::Adventures>(options, pack)?, |rules| {
                adventures::position(rules, seen)
            })
        }
    }
}

/// A table of these rules, with a position that was read.
fn laid_out<G: Show>(
    rules: G,
    read: impl Fn(&G) -> Result<G::State, Misfit>,
) -> Result<Box<dyn AnyTable>, ServiceError> {
    let state = read(&rules).map_err(|why| ServiceError::invalid("position.view", why.to_string()))?;
    Ok(Box::new(Table::at(Arc::new(rules), state)))
}

fn no_view_of(game: GameKind) -> ServiceError {
    let why = format!("it holds no view of {game}; fill the field that is named like the game");
    ServiceError::invalid("position.view", why)
}
