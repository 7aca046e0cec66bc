//! Friends and Foes over the wire: a table as a view, and a table back from one.

mod encode;
mod encode_board;
mod read;
mod read_sides;
#[cfg(test)]
mod tests;

use super::{Typed, parts::Misfit};
use ::friends_and_foes::{FriendsAndFoes, State};
use kernel::Stated;
use prost::bytes::Bytes;
use proto::v1::FriendsAndFoesView;

impl Typed for FriendsAndFoes {
    type View = FriendsAndFoesView;
    fn encode(&self, state: &State) -> FriendsAndFoesView {
        encode::table(self, state)
    }
    fn read(&self, view: &FriendsAndFoesView) -> Result<Stated<FriendsAndFoes>, Misfit> {
        read::table(self, view)
    }
    fn snapshot(view: &mut FriendsAndFoesView) -> &mut Option<Bytes> {
        &mut view.in_progress
    }
}
