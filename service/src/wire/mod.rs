//! What goes over the wire, made from matches and tables. The only place outside the engine that knows a game by name.
//!
//! Reading order: this file ([`Wired`]: what each game tells of itself), [`messages`] (what all games share), [`records`], then one file a game with its view.

pub mod adventures;
pub mod fiends_and_familiars;
pub mod friends_and_foes;
#[cfg(test)]
mod meddled;
pub mod messages;
pub mod minions_of_mordak;
pub mod para_roles;
pub mod parts;
pub mod plain;
#[cfg(test)]
mod proofs;
pub mod records;
#[cfg(feature = "sixth")]
#[path = "../../../tests/sixth/wire.rs"]
mod sixth;

use crate::error::ServiceError;
use bots::played::Played;
use catalog::{
    Adventures, AnyTable, FiendsAndFamiliars, FriendsAndFoes, GameKind, MinionsOfMordak, PackFiles, ParaRoles,
};
use kernel::{Seat, Table};
use parts::Misfit;
use proto::v1::{self, view::View};
use std::sync::Arc;

/// A game as it goes over the wire.
pub trait Wired: Played {
    /// A table as front ends get it. `state` is masked: what [`kernel::View`] holds, or a state after `Game::mask`. It is on
    /// the way of every answer, so it is plain copying.
    fn view(&self, state: &Self::State) -> View;
    /// The masked table that a view describes; `None` if it is a view of another game. It trusts nobody: what it accepts
    /// can be played on.
    fn position(&self, view: &View) -> Option<Result<Self::State, Misfit>>;
}

/// Something to be done with a game that goes over the wire, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it with this game.
    fn visit<G: Wired>(self) -> Self::Out;
}

catalog::games!(visits Visitor visit);

/// A game whose view is a message of its own, in the field that is named like it.
macro_rules! wired {
    ($($Game:ident: $module:ident),+ $(,)?) => { $(
        impl Wired for $Game {
            fn view(&self, state: &Self::State) -> View {
                View::$Game(Box::new($module::view(self, state)))
            }
            fn position(&self, view: &View) -> Option<Result<Self::State, Misfit>> {
                let View::$Game(view) = view else { return None };
                Some($module::position(self, view))
            }
        }
    )+ };
}

wired! {
    ParaRoles: para_roles,
    FriendsAndFoes: friends_and_foes,
    FiendsAndFamiliars: fiends_and_familiars,
    MinionsOfMordak: minions_of_mordak,
    Adventures: adventures,
}

/// The game's own view of the table, as these eyes see it.
#[must_use]
pub fn game_view(table: &dyn AnyTable, eyes: Option<Seat>) -> Option<View> {
    struct Show<'a>(&'a dyn AnyTable, Option<Seat>);
    impl Visitor for Show<'_> {
        type Out = Option<View>;
        fn visit<G: Wired>(self) -> Option<View> {
            let table: &Table<G> = self.0.as_any().downcast_ref()?;
            Some(table.game().view(table.seen_by(self.1).state()))
        }
    }
    GameKind::ALL.iter().find_map(|game| visit(*game, Show(table, eyes)))
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
    struct LayOut<'a>(&'a [(String, String)], &'a PackFiles, &'a v1::View);
    impl Visitor for LayOut<'_> {
        type Out = Result<Box<dyn AnyTable>, ServiceError>;
        fn visit<G: Wired>(self) -> Self::Out {
            let LayOut(options, pack, view) = self;
            let rules = catalog::game::<G>(options, pack)?;
            let read = view.view.as_ref().and_then(|view| rules.position(view));
            let state = read.ok_or_else(|| no_view_of(G::KIND))?;
            let state = state.map_err(|why| ServiceError::invalid("position.view", why.to_string()))?;
            Ok(Box::new(Table::at(Arc::new(rules), state)))
        }
    }
    visit(game, LayOut(options, pack, view))
}

fn no_view_of(game: GameKind) -> ServiceError {
    let why = format!("it holds no view of {game}; fill the field that is named like the game");
    ServiceError::invalid("position.view", why)
}
