//! What goes over the wire, made from matches and tables, and tables made from it. The only place outside the engine that
//! knows a game by name.
//!
//! Reading order: this file (a view out of a table, and the way back), [`snapshot`] (what comes back as it went),
//! [`messages`] (what all games share), [`records`], then one file a game with its view: `tell` writes it, `read` reads it.

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
pub mod snapshot;

use crate::error::ServiceError;
use ::adventures::Adventures;
use ::fiends_and_familiars::FiendsAndFamiliars;
use ::friends_and_foes::FriendsAndFoes;
use ::minions_of_mordak::MinionsOfMordak;
use ::para_roles::ParaRoles;
use catalog::{AnyTable, GameKind, PackFiles};
use kernel::{Misfit, Restore, Seat, Show, Stated, Table, stated::playable};
use prost::{Message, bytes::Bytes};
use proto::v1::{self, view::View};
use snapshot::{BadSnapshot, Sealer};
use std::sync::Arc;

/// A game as it goes over the wire.
pub trait Wired: Restore + Show + Sized {
    type View: Message + Default + Clone + PartialEq;
    /// A masked table in the fields of its view. On the way of every answer, so plain copying.
    fn tell(&self, state: &Self::State) -> Self::View;
    /// What the fields of a view state. Nothing is checked but that words and numbers are some of the game.
    ///
    /// # Errors
    /// With the first field that is none.
    fn read(&self, view: &Self::View) -> Result<Stated<Self>, Misfit>;
    /// Where the snapshot of a view lies.
    fn snapshot(view: &mut Self::View) -> &mut Option<Bytes>;
}

/// Why a view is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadView {
    #[error(transparent)]
    Misfit(#[from] Misfit),
    #[error(transparent)]
    Snapshot(#[from] BadSnapshot),
}

/// A table that was read from a view: what was not seen is missing on it.
pub struct Seen {
    pub table: Box<dyn AnyTable>,
    /// Whose eyes, if a snapshot says it.
    pub eyes: Option<Seat>,
}

macro_rules! games {
    ($($Game:ident: $rules:ident,)*) => {
        /// The game's own view of the table, as these eyes see it.
        #[must_use]
        pub fn game_view(table: &dyn AnyTable, eyes: Option<Seat>, sealer: &Sealer) -> Option<View> {
            $(if let Some(table) = table.as_any().downcast_ref::<Table<$Game>>() {
                return Some(View::$Game(Box::new(view_of(table, eyes, sealer))));
            })*
            None
        }

        /// The table of which a view was made, or such a one as it states.
        ///
        /// # Errors
        /// If the view is of another game, or no table looks like that.
        pub fn table_of_view(
            game: GameKind,
            options: &[(String, String)],
            pack: &PackFiles,
            view: &v1::View,
            sealer: &Sealer,
        ) -> Result<Seen, ServiceError> {
            match game {
                $(GameKind::$Game => {
                    let Some(View::$Game(view)) = &view.view else { return Err(no_view_of(game)) };
                    let rules = catalog::$rules(options, pack)?;
                    let (eyes, state) = position(&rules, view, sealer)?;
                    Ok(Seen { table: Box::new(Table::at(Arc::new(rules), state)), eyes })
                })*
            }
        }
    };
}

games! {
    ParaRoles: para_roles,
    FriendsAndFoes: friends_and_foes,
    FiendsAndFamiliars: fiends_and_familiars,
    MinionsOfMordak: minions_of_mordak,
    Adventures: adventures,
}

fn no_view_of(game: GameKind) -> ServiceError {
    let why = format!("it holds no view of {game}; fill the field that is named like the game");
    ServiceError::invalid("position.view", why)
}

/// A table as these eyes see it; in the middle of something with a snapshot.
fn view_of<G: Wired>(table: &Table<G>, eyes: Option<Seat>, sealer: &Sealer) -> G::View {
    let (game, seen) = (table.game(), table.seen_by(eyes));
    let mut view = game.tell(seen.state());
    if game.moment(seen.state()).is_none() {
        *G::snapshot(&mut view) = Some(sealer.seal(eyes, seen.state()));
    }
    view
}

/// The masked position of a view, and whose eyes saw it as far as a snapshot says. With a snapshot, all other fields are as
/// they were told or all empty: whoever changed one meant another position.
fn position<G: Wired>(
    game: &G,
    view: &G::View,
    sealer: &Sealer,
) -> Result<(Option<Seat>, G::State), BadView> {
    let mut fields = view.clone();
    let Some(bytes) = G::snapshot(&mut fields).take() else {
        return Ok((None, game.read(view)?.check(game)?));
    };
    let (eyes, state) = sealer.open(&bytes)?;
    if fields != G::View::default() && fields != game.tell(&state) {
        return Err(BadSnapshot::OtherTable.into());
    }
    // Only this server can have made it, so this holds; it is asked once more for the sake of bots' threads.
    playable(game, &state)?;
    Ok((eyes, state))
}
