//! What goes over the wire, made from matches and tables. The only place outside the engine that knows a game by name.
//!
//! Reading order: this file ([`Wired`]: what each game tells of itself, and takes back), [`snapshot`] (what comes back as it
//! went), [`messages`] (what all games share), [`records`], then one file a game with its view: `tell` writes it, `read`
//! reads it; [`plain`] for games without a message of their own.

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
pub mod snapshot;

use crate::error::ServiceError;
use bots::played::Played;
use catalog::{
    Adventures, AnyTable, FiendsAndFamiliars, FriendsAndFoes, GameKind, MinionsOfMordak, PackFiles, ParaRoles,
};
use kernel::{Misfit, Restore, Seat, Seen, Stated, Table, stated::playable};
use prost::{Message, bytes::Bytes};
use proto::v1::{self, view::View};
use snapshot::{BadSnapshot, Sealer};
use std::sync::Arc;

/// A game as it goes over the wire.
pub trait Wired: Played {
    /// A table as front ends get it. It is on the way of every answer, so it is plain copying.
    fn view(&self, seen: &Seen<Self>, sealer: &Sealer) -> View;
    /// The masked position that a view describes; `None` if it is a view of another game. It trusts nobody: what it
    /// accepts can be played on.
    fn position(&self, view: &View, sealer: &Sealer) -> Option<Result<Position<Self>, BadView>>;
}

/// A masked position, and whose eyes saw it as far as a snapshot says.
pub struct Position<G: Played> {
    pub eyes: Option<Seat>,
    pub state: G::State,
}

/// Something to be done with a game that goes over the wire, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it with this game.
    fn visit<G: Wired>(self) -> Self::Out;
}

catalog::games!(visits Visitor visit);

/// A game whose view is a message of its own, in which positions at points of rest can be stated.
pub trait Typed: Played + Restore {
    type View: Message + Default + Clone + PartialEq;
    /// A masked table in the fields of its view.
    fn encode(&self, state: &Self::State) -> Self::View;
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

/// Games whose view is in the field that is named like them.
macro_rules! wired {
    ($($Game:ident),+ $(,)?) => { $(
        impl Wired for $Game {
            fn view(&self, seen: &Seen<Self>, sealer: &Sealer) -> View {
                View::$Game(Box::new(view_of(self, seen, sealer)))
            }
            fn position(&self, view: &View, sealer: &Sealer) -> Option<Result<Position<Self>, BadView>> {
                let View::$Game(view) = view else { return None };
                Some(position(self, view, sealer))
            }
        }
    )+ };
}

wired! { ParaRoles, FriendsAndFoes, FiendsAndFamiliars, MinionsOfMordak, Adventures }

/// The game's own view of the table, as these eyes see it.
#[must_use]
pub fn game_view(table: &dyn AnyTable, eyes: Option<Seat>, sealer: &Sealer) -> Option<View> {
    struct Show<'a>(&'a dyn AnyTable, Option<Seat>, &'a Sealer);
    impl Visitor for Show<'_> {
        type Out = Option<View>;
        fn visit<G: Wired>(self) -> Option<View> {
            let table: &Table<G> = self.0.as_any().downcast_ref()?;
            Some(table.game().view(&table.seen_by(self.1), self.2))
        }
    }
    GameKind::ALL.iter().find_map(|game| visit(*game, Show(table, eyes, sealer)))
}

/// A table that was read from a view: what was not seen is missing on it.
pub struct Read {
    pub table: Box<dyn AnyTable>,
    /// Whose eyes, if a snapshot says it.
    pub eyes: Option<Seat>,
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
) -> Result<Read, ServiceError> {
    struct LayOut<'a>(&'a [(String, String)], &'a PackFiles, &'a v1::View, &'a Sealer);
    impl Visitor for LayOut<'_> {
        type Out = Result<Read, ServiceError>;
        fn visit<G: Wired>(self) -> Self::Out {
            let LayOut(options, pack, view, sealer) = self;
            let rules = catalog::game::<G>(options, pack)?;
            let read = view.view.as_ref().and_then(|view| rules.position(view, sealer));
            let Position { eyes, state } = read.ok_or_else(|| no_view_of(G::KIND))??;
            Ok(Read { table: Box::new(Table::at(Arc::new(rules), state)), eyes })
        }
    }
    visit(game, LayOut(options, pack, view, sealer))
}

fn no_view_of(game: GameKind) -> ServiceError {
    let why = format!("it holds no view of {game}; fill the field that is named like the game");
    ServiceError::invalid("position.view", why)
}

/// A table as these eyes see it; in the middle of something with a snapshot.
fn view_of<G: Typed>(game: &G, seen: &Seen<G>, sealer: &Sealer) -> G::View {
    let mut view = game.encode(seen.state());
    if game.moment(seen.state()).is_none() {
        *G::snapshot(&mut view) = Some(sealer.seal(seen.eyes(), seen.state()));
    }
    view
}

/// The position of a view. With a snapshot, all other fields are as they were told or all empty: whoever changed one meant
/// another position.
fn position<G: Typed>(game: &G, view: &G::View, sealer: &Sealer) -> Result<Position<G>, BadView> {
    let mut fields = view.clone();
    let Some(bytes) = G::snapshot(&mut fields).take() else {
        return Ok(Position { eyes: None, state: game.read(view)?.check(game)? });
    };
    let (eyes, state) = sealer.open(&bytes)?;
    if fields != G::View::default() && fields != game.encode(&state) {
        return Err(BadSnapshot::OtherTable.into());
    }
    // Only this server can have made it, so this holds; it is asked once more for the sake of bots' threads.
    playable(game, &state)?;
    Ok(Position { eyes, state })
}
