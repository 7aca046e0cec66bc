//! Fiends & Familiars over the wire: a table as a view, and a table back from one.

mod encode;
mod encode_players;
mod read;
mod read_players;
#[cfg(test)]
mod tests;

use super::{Typed, parts::Misfit};
use ::fiends_and_familiars::{FiendsAndFamiliars, State};
use kernel::Stated;
use prost::bytes::Bytes;
use proto::v1::FiendsAndFamiliarsView;

impl Typed for FiendsAndFamiliars {
    type View = FiendsAndFamiliarsView;
    fn encode(&self, state: &State) -> FiendsAndFamiliarsView {
        encode::table(self, state)
    }
    fn read(&self, view: &FiendsAndFamiliarsView) -> Result<Stated<FiendsAndFamiliars>, Misfit> {
        read::table(self, view)
    }
    fn snapshot(view: &mut FiendsAndFamiliarsView) -> &mut Option<Bytes> {
        &mut view.in_progress
    }
}
